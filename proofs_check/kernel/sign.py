"""The sign of a rational function of one variable on an interval, by Sturm's theorem."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dpassay.proofs_check.kernel.domain import defined
from dpassay.proofs_check.kernel.expressions import parse
from dpassay.proofs_check.kernel.interval import Interval, entry
from dpassay.proofs_check.kernel.normal_form import rational_function
from dpassay.proofs_check.kernel.rejected import insist
from dpassay.proofs_check.kernel.sturm import is_nonnegative, is_positive

RELATIONS = (">", ">=")


def check(statement: Mapping[str, Any], evidence: Mapping[str, Any]) -> None:  # noqa: ARG001  # nothing but the statement
    """Accept "expression > 0" or ">= 0" on an interval, on all of which the expression is defined."""
    formula, name = parse(entry(statement, "expression")), entry(statement, "variable")
    interval, relation = Interval.read(entry(statement, "interval")), entry(statement, "relation")
    insist(relation in RELATIONS, f"relation {relation!r}")
    fraction = rational_function(formula, name)
    insist(fraction is not None, f"{entry(statement, 'expression')} is not a rational function of {name}")
    numerator, denominator = fraction  # type: ignore[misc]  # just insisted on
    insist(defined(formula, name, interval), f"{entry(statement, 'expression')} is not defined on all of {interval}")
    product = numerator * denominator  # of the sign of the quotient
    holds = is_positive(product, interval) if relation == ">" else is_nonnegative(product, interval)
    insist(holds, f"{entry(statement, 'expression')} {relation} 0 fails in {interval}")
