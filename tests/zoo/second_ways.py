"""What targets cost, computed a second time: by enumerating the coins of their code, or by sums of their masses."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import count
from typing import Any

from mpmath import mp, mpf

from dpassay.audit.answers.worker_forms import one_answer
from tests.audit.enumerating import Coins, enumeration
from zoo.cases import Case, Role

Law = Mapping[Any, Fraction]
BRANCHES = {"composition": 3_000, "experts": 1_000, "pads": 4_200}
"""At most so many, by the file; 400 where there is nothing else."""


def law_of_code(case: Case, role: Role, data: Any) -> tuple[Law, Fraction]:
    """Return the weight of each answer of the code, as it is written, and what is left over.

    Where the truth is of an answer with a number, it has that number.
    """
    kept = case.fresh(role)

    def program(coins: Coins) -> Any:
        target = kept
        if case.number is not None:
            target = case.fresh(role)
            target.__globals__["counter"] = count(case.number)
        return one_answer(target(data, size=1, rng=coins.generator))  # type: ignore[call-arg]

    found = enumeration(program, BRANCHES.get(case.file, 400))
    return found.weights, found.left


def delta_of(p: Law, q: Law, ratio: Fraction) -> Fraction:
    """Return the sum of the positive parts of p - ratio q, in the worse direction."""
    ways = ((p, q), (q, p))
    return max(sum((max(a[y] - ratio * b.get(y, Fraction(0)), Fraction(0)) for y in a), Fraction(0)) for a, b in ways)


def exp_epsilon_of(p: Law, q: Law) -> Fraction | None:
    """Return the largest ratio of two masses; None where an answer comes of one input alone."""
    if set(p) != set(q):
        return None
    return max(max(p[y] / q[y], q[y] / p[y]) for y in p)


def exact_ratio(case: Case) -> tuple[Fraction, Fraction]:
    """Return e to the claimed epsilon, between two fractions."""
    if case.exp_epsilon is not None:
        return case.exp_epsilon, case.exp_epsilon
    with mp.workdps(60):
        near = Fraction(str(mp.exp(mpf(case.epsilon.numerator) / case.epsilon.denominator)))  # type: ignore[union-attr]
    return near - Fraction(1, 10**50), near + Fraction(1, 10**50)


def lattice_delta(case: Case, share: Fraction) -> mpf:
    """Return delta of two-sided geometric noise with ratio exp(-1/(1024 share)) an step, by summing every place."""
    mp.dps = 40
    a, t = mp.exp(-1 / (mpf(1024) * share.numerator / share.denominator)), mp.e
    places = 1024
    tail = (1 - t * a**places) / (1 - a)  # all places up to 0: a geometric series
    between = mp.fsum(max(mpf(0), a**k - t * a ** (places - k)) for k in range(1, places + 1))
    assert case.epsilon == 1
    return (1 - a) / (1 + a) * (max(mpf(0), tail) + between)


def gaussian_deltas(weights: Mapping[int, Any], others: Mapping[int, Any]) -> mpf:
    """Return delta at epsilon = 1 of two laws by their masses."""
    ways = ((weights, others), (others, weights))
    return max(mp.fsum(max(mpf(0), p[k] - mp.e * q.get(k, mpf(0))) for k in p) for p, q in ways)


def gaussian_masses(center: int, sigma_squared: Fraction, reach: int) -> dict[int, Any]:
    """Return the masses of a discrete Gaussian that is cut off."""
    mp.dps = 40
    half = mpf(sigma_squared.denominator) / (2 * sigma_squared.numerator)
    weights = {center + k: mp.exp(-(k**2) * half) for k in range(-reach, reach + 1)}
    total = mp.fsum(weights.values())
    return {place: weight / total for place, weight in weights.items()}
