"""The finders: they produce the certificates that the kernel checks, by whatever means; nothing trusts them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from dpassay.proofs_check.certify import boxes, inequalities, polynomials
from dpassay.proofs_check.kernel import Rejected, check
from dpassay.proofs_check.kernel.finite import FAMILIES

Finder = Callable[[Mapping[str, Any]], Any]


def find_evidence(statement: Mapping[str, Any]) -> Any:
    """Return evidence that the kernel accepts for a statement, or ``None`` where none is found.

    A counterexample needs to be told where to look: it is found by ``search.find_counterexample``, not here.
    """
    finder = FINDERS.get(statement["kind"])
    evidence = None if finder is None else finder(statement)
    if evidence is None:
        return None
    try:
        check(statement, evidence)
    except Rejected:
        return None
    return evidence


def _nothing(statement: Mapping[str, Any]) -> Mapping[str, Any]:  # noqa: ARG001  # it is its own evidence, or has none
    return {}


def _count(statement: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Count the members of the family; the kernel then looks at each."""
    family = FAMILIES.get(statement["family"])
    return None if family is None else {"instances": sum(1 for _ in family.instances())}


FINDERS: Final[dict[str, Finder]] = {
    "identity": _nothing,
    "sign": _nothing,
    "nonnegative": polynomials.certify,
    "inequality": inequalities.certify,
    "box": boxes.certify,
    "exhaustive": _count,
}

__all__ = ["FINDERS", "find_evidence"]
