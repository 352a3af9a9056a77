"""What targets cost, computed a second time: by enumerating the coins of their code, or by sums of their masses."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import count, pairwise, product
from typing import Any

import numpy as np
from mpmath import mp, mpf

from dpassay.audit.answers.worker_forms import one_answer
from tests.audit.enumerating import Coins, enumeration
from zoo.cases import Case, Role

Law = Mapping[Any, Fraction]
BRANCHES = {"composition": 3_000, "experts": 1_000, "pads": 4_200, "rounding": 800}
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


def gaussian_deltas(weights: Mapping[int, Any], others: Mapping[int, Any], epsilon: int = 1) -> mpf:
    """Return delta at epsilon of two laws by their masses."""
    ways = ((weights, others), (others, weights))
    return max(mp.fsum(max(mpf(0), p[k] - mp.exp(epsilon) * q.get(k, mpf(0))) for k in p) for p, q in ways)


def gaussian_masses(center: int, sigma_squared: Fraction, reach: int) -> dict[int, Any]:
    """Return the masses of a discrete Gaussian that is cut off."""
    mp.dps = 60
    half = mpf(sigma_squared.denominator) / (2 * sigma_squared.numerator)
    weights = {center + k: mp.exp(-(k**2) * half) for k in range(-reach, reach + 1)}
    total = mp.fsum(weights.values())
    return {place: weight / total for place, weight in weights.items()}


class Silent:
    """A generator without noise, which notes of what rates it was asked for."""

    def __init__(self) -> None:
        self.rates = list[Fraction]()

    def geometric(self, stop: float, size: int) -> Any:
        self.rates.append(1 - Fraction(stop))
        return np.ones(size, dtype=np.int64)


def noisy_numbers(case: Case, role: Role, data: Any) -> tuple[list[int], list[Fraction]]:
    """Return what a target adds noise to, and the q of each of its noises: proportional to q^|k|."""
    silent = Silent()
    (row,) = np.asarray(case.fresh(role)(data, 1, silent)).tolist()  # type: ignore[arg-type]
    assert silent.rates[::2] == silent.rates[1::2]
    return row if isinstance(row, list) else [row], silent.rates[::2]


def delta_of_noises(centers: list[int], others: list[int], rates: list[Fraction], ratio: Fraction) -> Fraction:
    """Return delta by what the noises lose together; what lies beyond 80 has less than 2^-70."""
    losses = {Fraction(1): Fraction(1)}
    for center, other, q in zip(centers, others, rates, strict=True):
        alone = dict[Fraction, Fraction]()
        for y in range(-80, 81):
            here, there = abs(y - center), abs(y - other)
            loss = q ** (here - there)
            alone[loss] = alone.get(loss, Fraction(0)) + (1 - q) / (1 + q) * q**here
        both = dict[Fraction, Fraction]()
        for (first, mass), (second, more) in product(losses.items(), alone.items()):
            both[first * second] = both.get(first * second, Fraction(0)) + mass * more
        losses = both
    return sum((mass * max(1 - ratio / loss, Fraction(0)) for loss, mass in losses.items()), Fraction(0))


class Chosen:
    """A generator whose whole numbers of 62 bits are one that was chosen, and whose signs are +."""

    def __init__(self, value: int) -> None:
        self.value = value

    def integers(self, high: int, size: int) -> Any:
        return np.full(size, self.value if high == 2**62 else 0)


def magnitudes(case: Case, role: Role, most: int) -> list[Fraction]:
    """Return the law of the magnitude of noise that falls as a number of 62 bits grows, by bisection."""

    def least(magnitude: int) -> int:
        """Return the least number at which the magnitude is no larger."""
        low, high = 0, 2**62
        while low < high:
            middle = (low + high) // 2
            found = int(case.fresh(role)(0, 1, Chosen(middle))[0])  # type: ignore[arg-type]
            low, high = (low, middle) if found <= magnitude else (middle + 1, high)
        return low

    ends = [0, *(least(magnitude) for magnitude in range(most - 1, -1, -1)), 2**62]
    return [Fraction(end - start, 2**62) for start, end in pairwise(ends)][::-1]
