"""Audits of implementations: targets, runners, events, bounds and reports.

What is public is in ``__all__``: the function `audit` and what it returns. It is loaded when it is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dpassay.audit.api import Record, Result, audit

__all__ = ["Record", "Result", "audit"]


def __getattr__(name: str) -> Any:
    """Load what is public: it needs NumPy, SciPy and Matplotlib, which the other modules of this room do not all."""
    if name in __all__:
        from dpassay.audit import api

        return getattr(api, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """Name what is public besides what is loaded."""
    return sorted({*globals(), *__all__})
