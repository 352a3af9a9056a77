"""Audits of implementations: targets, runners, events, bounds and reports.

What is public is in ``__all__``: `audit`, `audit_claim`, `audit_exact` and what they return. It is loaded when it is
asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from dpassay.audit.api import Result, audit
    from dpassay.audit.api_claim import ClaimResult, audit_claim
    from dpassay.audit.api_exact import ExactResult, audit_exact
    from dpassay.audit.api_replay import ReplayResult, replay
    from dpassay.audit.api_search import NotPrivateError, SearchResult, assert_private, search_neighbors
    from dpassay.audit.pipelines.primitives import primitive
    from dpassay.audit.results import Record

__all__ = [
    "ClaimResult",
    "ExactResult",
    "NotPrivateError",
    "Record",
    "ReplayResult",
    "Result",
    "SearchResult",
    "assert_private",
    "audit",
    "audit_claim",
    "audit_exact",
    "primitive",
    "replay",
    "search_neighbors",
]


_MODULES: Final = ("pipelines.primitives", "results", "api", "api_claim", "api_exact", "api_replay", "api_search")
"""Where it is defined, what takes least time to load first: a pipeline that marks a primitive needs nothing else."""


def __getattr__(name: str) -> Any:
    """Load what is public: it needs NumPy, SciPy and Matplotlib, which the other modules of this room do not all."""
    if name in __all__:
        loaded = (import_module(f"{__name__}.{module}") for module in _MODULES)
        return getattr(next(module for module in loaded if name in module.__all__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """Name what is public besides what is loaded."""
    return sorted({*globals(), *__all__})
