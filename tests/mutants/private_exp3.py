"""Private EXP3, one report: a correct implementation in the target interface, and wrong ones.

Their names and what is expected of them are as ``targets.py`` says. This file needs numpy only.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Generator = np.random.Generator

PARAMETERS: Final = {"epsilon": "8", "hypotheses": "1/2,3/8,1/8;1/8,1/8,3/4", "rounds": "4"}


@dataclass(frozen=True)
class _Rules:
    """How a report is made; the defaults are right.

    Attributes:
        size_of: how many integers a label owns, given M max_j f_j[y].
        counted: whether N' is taken to be K M.
        once_in_k: whether a label goes astray with probability 1/K, and not 1/T.
        unmixed: whether the likelihoods are those of labels that never go astray.
        undivided: whether the mass of a label is not divided among its integers.
        clipped: whether the label is clipped at all.
        outside: whether the noise is added to the likelihood, and not to its logarithm.
        spread: what the scale is a multiple of, given K and T.
        budget: what the budget is multiplied by.
        favorite: whether the first hypothesis is chosen more often than the others.
    """

    size_of: Callable[[Fraction], int] = math.ceil
    counted: bool = False
    once_in_k: bool = False
    unmixed: bool = False
    undivided: bool = False
    clipped: bool = True
    outside: bool = False
    spread: Callable[[int, int], float] = lambda k, t: math.log((k + 1) * t)
    budget: float = 1.0
    favorite: bool = False


@dataclass(frozen=True)
class _Class:
    """A class at one feature: the table, the sizes of the shares, and how often a label goes astray."""

    table: Array
    sizes: Array
    astray: float

    def heard(self, rules: _Rules, data: int, size: int, rng: Generator) -> Array:
        """The labels that reports speak of."""
        anything = rng.choice(len(self.sizes), size, p=self.sizes / self.sizes.sum())
        return np.where(rng.random(size) < self.astray * rules.clipped, anything, data)

    def likelihoods(self, rules: _Rules) -> Array:
        """p-bar_j at the integers of each label."""
        total = self.table.size if rules.counted else self.sizes.sum()
        masses = self.table if rules.undivided else self.table / self.sizes
        if rules.unmixed:
            return np.maximum(masses, 1e-12)
        return np.asarray((1 - self.astray) * masses + self.astray / total)


def _class(  # noqa: PLR0917  # the arguments of a target
    rules: _Rules, data: int, size: int, rounds: int, calibration: str, hypotheses: Sequence[Sequence[Any]]
) -> _Class:
    rows = [[Fraction(entry) for entry in row] for row in hypotheses]
    if not rows or not all(len(row) == len(rows[0]) and min(row) >= 0 and sum(row) == 1 for row in rows):
        raise ValueError(f"hypotheses = {hypotheses!r}: expected rows of probabilities")
    if not (size >= 0 and rounds >= 1 and data in range(len(rows[0]))) or calibration not in ("corrected", "printed"):
        raise ValueError(f"an argument is out of its domain: {data!r}, {size!r}, {rounds!r}, {calibration!r}")
    shares = [len(rows[0]) * max(column) for column in zip(*rows, strict=True)]
    sizes = np.array([max(1, rules.size_of(share)) for share in shares])
    astray = 1 / len(rows) if rules.once_in_k else 1 / rounds
    return _Class(np.array(rows, dtype=float), sizes, astray)


def _spread(rules: _Rules, calibration: str, hypotheses: Sequence[object], rounds: int) -> float:
    """The sensitivity that the noise is scaled to."""
    k = len(hypotheses)
    return math.log(k * rounds) if calibration == "printed" else rules.spread(k, rounds)


def _noisy(values: Array, noise: Array, rules: _Rules) -> Array:
    """The noisy log-likelihoods."""
    return np.log(np.maximum(np.exp(values) + noise, 1e-12)) if rules.outside else values + noise


def _reports(  # noqa: PLR0917  # the arguments of a target
    rules: _Rules,
    data: int,
    size: int,
    rng: Generator,
    epsilon: float,
    rounds: int,
    calibration: str,
    hypotheses: Any,
) -> Array:
    """Rows (J, V_J)."""
    if not 0 < epsilon < math.inf:
        raise ValueError(f"epsilon = {epsilon!r}: expected a number above 0")
    known = _class(rules, data, size, rounds, calibration, hypotheses)
    k = len(known.table)
    chosen = rng.integers(k + rules.favorite, size=size) % k
    scale = _spread(rules, calibration, hypotheses, rounds) / (rules.budget * epsilon)
    values = np.log(known.likelihoods(rules))[chosen, known.heard(rules, data, size, rng)]
    return np.column_stack([chosen, _noisy(values, rng.laplace(0.0, scale, size), rules)])


def private_exp3_correct(data: int, *, size: int, rng: Generator, **report: Any) -> Array:
    return _reports(_Rules(), data, size, rng, **report)


def private_exp3_floors(data: int, *, size: int, rng: Generator, **report: Any) -> Array:
    """The ceilings are forgotten: a cast to an integer cuts."""
    return _reports(_Rules(size_of=int), data, size, rng, **report)


def private_exp3_rounded_sizes(data: int, *, size: int, rng: Generator, **report: Any) -> Array:
    """``round`` in place of the ceiling."""
    return _reports(_Rules(size_of=round), data, size, rng, **report)


def private_exp3_counted_as_k_times_m(data: int, *, size: int, rng: Generator, **report: Any) -> Array:
    """K M for N' in the likelihoods."""
    return _reports(_Rules(counted=True), data, size, rng, **report)


def private_exp3_astray_once_in_k(data: int, *, size: int, rng: Generator, **report: Any) -> Array:
    """1/K in place of 1/T."""
    return _reports(_Rules(once_in_k=True), data, size, rng, **report)


def private_exp3_unmixed_likelihoods(data: int, *, size: int, rng: Generator, **report: Any) -> Array:
    """The likelihoods of labels that never go astray."""
    return _reports(_Rules(unmixed=True), data, size, rng, **report)


def private_exp3_undivided_masses(data: int, *, size: int, rng: Generator, **report: Any) -> Array:
    """f_j[y] in place of f_j[y] / |S_y|."""
    return _reports(_Rules(undivided=True), data, size, rng, **report)


def private_exp3_label_not_clipped(data: int, *, size: int, rng: Generator, **report: Any) -> Array:
    """The label itself is reported on: nothing goes astray."""
    return _reports(_Rules(clipped=False), data, size, rng, **report)


def private_exp3_noise_on_the_likelihood(data: int, *, size: int, rng: Generator, **report: Any) -> Array:
    """The noise is added to the probability, and the logarithm taken after that."""
    return _reports(_Rules(outside=True), data, size, rng, **report)


def private_exp3_printed_scale(data: int, *, size: int, rng: Generator, **report: Any) -> Array:
    """log(K T), the printed calibration, where the corrected one is asked for."""
    return _reports(_Rules(spread=lambda k, t: math.log(k * t)), data, size, rng, **report)


def private_exp3_scale_without_logarithm(data: int, *, size: int, rng: Generator, **report: Any) -> Array:
    """The sensitivity is forgotten: noise for a number that changes by 1."""
    return _reports(_Rules(spread=lambda k, t: 1.0), data, size, rng, **report)


def private_exp3_twice_the_budget(data: int, *, size: int, rng: Generator, **report: Any) -> Array:
    """Half the noise."""
    return _reports(_Rules(budget=2.0), data, size, rng, **report)


def private_exp3_first_hypothesis_favored(data: int, *, size: int, rng: Generator, **report: Any) -> Array:
    """A biased J: a remainder that wraps around."""
    return _reports(_Rules(favorite=True), data, size, rng, **report)


CORRECT: Final[Callable[..., Array]] = private_exp3_correct
MUTANTS: Final[dict[str, Callable[..., Array]]] = {
    mutant.__name__.removeprefix("private_exp3_"): mutant
    for mutant in (
        private_exp3_floors,
        private_exp3_rounded_sizes,
        private_exp3_counted_as_k_times_m,
        private_exp3_astray_once_in_k,
        private_exp3_unmixed_likelihoods,
        private_exp3_undivided_masses,
        private_exp3_label_not_clipped,
        private_exp3_noise_on_the_likelihood,
        private_exp3_printed_scale,
        private_exp3_scale_without_logarithm,
        private_exp3_twice_the_budget,
        private_exp3_first_hypothesis_favored,
    )
}
