"""Two adjacent histograms with a lambda_0 of each: that of least variance, or that of the least bound on it.

``l(i)`` is lambda_0 for histogram i, ``top`` the largest ratio r = P/Pi of both, ``least_pi`` the least probability of
the reference, and ``gap`` how far the two lambdas are apart. In the first model lambda_0 is J/V, where J is the sum of
both divergences and V the variance of r: the least point of the variance (Definition 4.1). In the second it is J/(alpha
- 1), with the largest ratio of its own histogram: the least point of the bound of Theorem 4.4.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

from dpassay.exact import LogForm, log
from dpassay.proofs_check.models.sensitivity_of_kl import (
    ADJACENT,
    OF_HISTOGRAM,
    TWICE,
    Law,
    Neighbors,
    settings,
    total,
)
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model


def ratios(at: Neighbors, i: int) -> Law:
    """P(x)/Pi(x) of a histogram."""
    return tuple(n / (p * at.size) for p, n in zip(at.pi, at.pair[int(i) - 1], strict=True))


def both_divergences(at: Neighbors, i: int) -> LogForm:
    """J = KL(P || Pi) + KL(Pi || P), the mean of (r - 1) log r."""
    return total(log(r) * (p * (r - 1)) for p, r in zip(at.pi, ratios(at, i), strict=True))


def of_least_variance(at: Neighbors, i: int) -> LogForm:
    """J/V."""
    return both_divergences(at, i) / sum(p * (r - 1) ** 2 for p, r in zip(at.pi, ratios(at, i), strict=True))


def of_least_bound(at: Neighbors, i: int) -> LogForm:
    """J/(alpha - 1)."""
    return both_divergences(at, i) / (max(ratios(at, i)) - 1)


def gap(lambda_of: Callable[[Neighbors, int], LogForm], at: Neighbors) -> LogForm:
    """How far the two lambdas are apart."""
    difference = lambda_of(at, 1) - lambda_of(at, 2)
    return -difference if difference < LogForm() else difference


def is_known(at: Neighbors) -> bool:
    """Tell whether both histograms have a lambda_0: neither is the reference."""
    return at.least > 1 and all(max(ratios(at, i)) > 1 for i in (1, 2))


def known_settings() -> Iterator[Neighbors]:
    """The settings of the wider model that have one."""
    return (at for at in settings() if is_known(at))


def _with(name: str, lambda_of: Callable[[Neighbors, int], LogForm]) -> Model:
    named: dict[str, Any] = {
        "l": Named(lambda_of, OF_HISTOGRAM, range="at least 0"),
        "gap": Named(lambda at: gap(lambda_of, at), range="at least 0"),
        "top": Named(lambda at: max(max(ratios(at, i)) for i in (1, 2)), range="positive"),
        "least_pi": Named(lambda at: min(at.pi), range="positive"),
    }
    return replace(
        TWICE,
        name=name,
        quantities={**ADJACENT.quantities, **named},
        facts={
            **TWICE.facts,
            "largest ratio": "h(i, x)/(N*pi(x)) <= top",
            "least probability": "least_pi <= pi(x)",
            "gap": "gap**2 = (l(1) - l(2))**2",
        },
        settings=known_settings,
        narrows=TWICE,
    )


LEAST_VARIANCE: Final = _with("two adjacent histograms with the lambdas of least variance", of_least_variance)
LEAST_BOUND: Final = _with("two adjacent histograms with the lambdas of the least bound", of_least_bound)


def term(at: Neighbors, weight: LogForm | Fraction, i: int, x: int) -> LogForm:
    """The value of lambda (r - 1) - log r at a cell, from 0 on."""
    r = ratios(at, i)[x]
    return LogForm() + weight * (r - 1) - log(r)
