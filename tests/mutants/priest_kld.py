"""PRIEST-KLD: a correct implementation in the target interface, and wrong ones.

Their names and what is expected of them are as ``targets.py`` says. Each mistake is one of ``_Rules``, and is made in
every model in which it can be: ``MODELS`` says in which those are. This file needs numpy only.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from statistics import NormalDist
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

try:
    from tests.mutants.from_rules import targets
except ImportError:  # where an audit runs this file, its neighbors are there under their own names
    from from_rules import targets  # type: ignore[import-not-found, no-redef]

Array = NDArray[Any]
Generator = np.random.Generator

PARAMETERS: Final = {
    "epsilon": "3",
    "delta": "1/3",
    "reference": "1/4,3/4",
    "clients": "2",
    "trust": "tagg",
    "rounds": "2",
    "lam": "2",
    "items": "2",
    "participants": "1",
    "floor": "1/5",
}
"""In TAgg: with a sample of the clients, several items each and a floor, so that all mistakes matter."""


@dataclass(frozen=True)
class _Rules:
    """How rows are made; the defaults are right.

    Attributes:
        sign: of lambda.
        log_sign: of the logarithm; printed is the wrong one in A.
        base: of the logarithm.
        upside_down: whether r is Pi / P.
        again: whether the first client of C_t is counted twice.
        off: what is added to |C_t| in the quotient.
        uniform: whether letters are drawn uniformly, and not from Pi.
        last: whether the last set of clients is never asked.
        floored: whether the floor is used.
        ratio_floored: whether the floor is one of r, and not of P.
        one_noise: whether all numbers of a row carry one noise.
        deviation: what the noise is drawn with, given the right standard deviation.
        reach: what the sensitivity is multiplied by, given T.
        classic: whether the noise is sqrt(2 log(1.25 / delta)) times the sensitivity over epsilon.
        undivided: whether the sum over the rounds is not divided by T.
        repeats: whether reports get the noise of letters that are all different.
        positive: whether reports below 0 are 0.
    """

    sign: int = 1
    log_sign: int = 1
    base: float = math.e
    upside_down: bool = False
    again: bool = False
    off: int = 0
    uniform: bool = False
    last: bool = True
    floored: bool = True
    ratio_floored: bool = False
    one_noise: bool = False
    deviation: Callable[[float], float] = lambda sigma: sigma
    reach: Callable[[int], float] = lambda rounds: 1.0
    classic: bool = False
    undivided: bool = False
    repeats: bool = True
    positive: bool = False


@dataclass(frozen=True)
class _Given:
    """The arguments of a call, checked."""

    epsilon: float
    delta: float
    pi: Array
    clients: int
    asked: int
    items: int
    rounds: int
    lam: float
    floor: float | None
    trust: str
    printed: bool

    @property
    def least(self) -> int:
        """How often each letter is held at least."""
        return 0 if self.trust == "dist" or self.floor else 2


def _given(
    *,
    epsilon: float,
    delta: float,
    reference: Any,
    clients: int,
    trust: str,
    rounds: int,
    lam: float,
    items: int,
    calibration: str,
    participants: int | None = None,
    floor: float | None = None,
) -> _Given:
    asked = clients if participants is None else participants
    exact = [Fraction(entry) for entry in reference]
    good = (
        0 < epsilon < math.inf
        and 0 < delta < 1
        and len(exact) > 1
        and min(exact) > 0
        and abs(float(sum(exact)) - 1) < 1e-9
        and 1 <= asked <= clients
        and min(rounds, items) >= 1
        and all(value == int(value) for value in (clients, asked, rounds, items))
        and 0 <= lam < math.inf
        and (floor is None or 0 < floor < 1)
        and trust in ("trusted", "tagg", "dist")
        and calibration in ("corrected", "printed")
    )
    if not good:
        raise ValueError("an argument is out of its domain")
    pi = np.array(exact, dtype=float)
    known = _Given(
        epsilon, delta, pi, clients, asked, items, rounds, lam, floor, trust, printed=calibration == "printed"
    )
    if (known.least and asked < clients) or clients * items <= known.least * len(pi):
        raise ValueError("a letter may be missing")
    return known


def _counts(data: Any, known: _Given, rules: _Rules) -> Array:
    """How often each set of clients holds each letter."""
    table = np.array(data)
    letters = range(len(known.pi))
    if table.shape != (known.clients, known.items) or table.dtype.kind != "i" or not np.isin(table, letters).all():
        raise ValueError(f"data = {data!r}: expected letters")
    held = np.array([(table == letter).sum(axis=1) for letter in letters]).T
    if held.sum(axis=0).min() < known.least:
        raise ValueError(f"data = {data!r}: expected each letter twice")
    sets = [list(chosen) for chosen in combinations(range(known.clients), known.asked)]
    return np.array([held[chosen].sum(axis=0) + rules.again * held[chosen[0]] for chosen in sets])


def _delta(sigma: float, epsilon: float) -> float:
    """The least delta of noise of this standard deviation for numbers one apart."""
    normal = NormalDist().cdf
    return normal(1 / (2 * sigma) - epsilon * sigma) - math.exp(epsilon) * normal(-1 / (2 * sigma) - epsilon * sigma)


def _unit(known: _Given, rules: _Rules) -> float:
    """The standard deviation for sensitivity 1."""
    if rules.classic:
        return math.sqrt(2 * math.log(1.25 / known.delta)) / known.epsilon
    low, high = 1e-3, 1e6
    for _ in range(100):
        middle = math.sqrt(low * high)
        low, high = (low, middle) if _delta(middle, known.epsilon) <= known.delta else (middle, high)
    return high


def _reach(known: _Given) -> float:
    """How far one item moves the estimate, or the pair of sums: the largest of all counts."""
    counted = known.asked * known.items
    top = counted - known.least * (len(known.pi) - 1) if known.asked == known.clients else counted
    after = np.arange(known.least + 1, top + 1)[:, None]
    high, low = (np.maximum(count / counted, known.floor or 0) for count in (after, after - 1))
    linear, logs = known.lam * (high - low) / known.pi, np.log(high / low)
    if known.trust == "trusted":
        return float(np.abs(linear - logs).max())
    return known.rounds * float(np.hypot(linear, logs).max())


def _deviations(letters: Array, known: _Given, rules: _Rules) -> Array:
    """The standard deviation of the noise of each row."""
    if known.printed:
        delta = math.sqrt(2) / known.rounds if known.trust == "dist" else 0.7
        times = known.rounds / math.sqrt(2) if known.trust == "tagg" else 1
        sigma = math.sqrt(2 * math.log(1.25 / known.delta) * delta * times / known.epsilon)
        return np.full(len(letters), rules.deviation(sigma))
    if known.trust == "dist":
        often = np.array([(letters == letter).sum(axis=1) for letter in range(len(known.pi))])
        pairs = np.sort(often, axis=0)[-2:].sum(axis=0)
        reach = np.sqrt(pairs if rules.repeats else np.minimum(pairs, 2)) / (known.asked * known.items)
    else:
        reach = np.full(len(letters), _reach(known))
    unit = _unit(known, rules) * rules.reach(known.rounds)
    return np.array([rules.deviation(unit * each) for each in reach.tolist()])


def _rows(rules: _Rules, data: Any, size: int, rng: Generator, **parameters: Any) -> Array:
    """Rows of a tag and what the server gets."""
    known = _given(**parameters)
    if size < 0:
        raise ValueError(f"size = {size}")
    counts, k = _counts(data, known, rules), len(known.pi)
    shape = (size, known.rounds)
    letters = rng.choice(k, shape, p=None if rules.uniform else known.pi)
    chosen = rng.integers(max(1, len(counts) - (not rules.last)), size=shape)
    tags = (letters * len(counts) + chosen) @ (k * len(counts)) ** np.arange(known.rounds)[::-1]
    shares = counts[chosen, letters] / (known.items * (known.asked + rules.off))
    values = shares if known.trust == "dist" else _values(shares, letters, known, rules)
    drawn = rng.normal(size=(size, 1) if rules.one_noise else values.shape)
    noisy = values + drawn * _deviations(letters, known, rules)[:, None]
    return np.column_stack([tags.astype(float), np.maximum(noisy, 0) if rules.positive else noisy])


def _values(shares: Array, letters: Array, known: _Given, rules: _Rules) -> Array:
    """The estimate, or the two sums."""
    floor = known.floor or 0
    if rules.floored and not rules.ratio_floored:
        shares = np.maximum(shares, floor)
    ratios = np.maximum(shares / known.pi[letters], floor if rules.ratio_floored else 1e-12)
    if rules.upside_down:
        ratios = 1 / ratios
    first = -rules.log_sign * np.log(ratios).sum(axis=1) / math.log(rules.base)
    second = rules.sign * known.lam * (ratios - 1).sum(axis=1)
    if known.trust == "tagg":
        return np.column_stack([-first if known.printed else first, second])
    return ((first + second) / (1 if rules.undivided else known.rounds))[:, None]


_RIGHT: Final = _Rules()
_MISTAKES: Final[dict[str, tuple[_Rules, tuple[str, ...]]]] = {
    "one_noise_for_all": (replace(_RIGHT, one_noise=True), ("tagg", "dist")),
    "variance_for_deviation": (replace(_RIGHT, deviation=lambda sigma: sigma**2), ("trusted", "tagg", "dist")),
    "root_of_deviation": (replace(_RIGHT, deviation=math.sqrt), ("trusted", "tagg", "dist")),
    "lambda_negative": (replace(_RIGHT, sign=-1), ("trusted", "tagg")),
    "logarithm_positive": (replace(_RIGHT, log_sign=-1), ("trusted", "tagg")),
    "logarithm_to_base_two": (replace(_RIGHT, base=2.0), ("trusted", "tagg")),
    "ratio_upside_down": (replace(_RIGHT, upside_down=True), ("trusted", "tagg")),
    "client_counted_twice": (replace(_RIGHT, again=True), ("trusted", "tagg", "dist")),
    "one_client_too_many": (replace(_RIGHT, off=1), ("trusted", "tagg", "dist")),
    "letters_uniform": (replace(_RIGHT, uniform=True), ("trusted", "tagg", "dist")),
    "last_set_never_asked": (replace(_RIGHT, last=False), ("trusted", "tagg", "dist")),
    "floor_forgotten": (replace(_RIGHT, floored=False), ("trusted", "tagg")),
    "floor_of_the_ratio": (replace(_RIGHT, ratio_floored=True), ("trusted", "tagg")),
    "half_the_noise": (replace(_RIGHT, deviation=lambda sigma: sigma / 2), ("trusted", "tagg", "dist")),
    "noise_of_one_round": (replace(_RIGHT, reach=lambda rounds: 1 / rounds), ("trusted", "tagg", "dist")),
    "classic_calibration": (replace(_RIGHT, classic=True), ("trusted", "tagg", "dist")),
    "sum_for_mean": (replace(_RIGHT, undivided=True), ("trusted",)),
    "repeated_letters_free": (replace(_RIGHT, repeats=False), ("dist",)),
    "reports_not_negative": (replace(_RIGHT, positive=True), ("dist",)),
}
"""Each mistake with the models in which it is one."""


CORRECT, _WRONG = targets(
    globals(), "priest_kld", _rows, _RIGHT, {name: rules for name, (rules, _) in _MISTAKES.items()}
)
BY_MODEL: Final = {
    model: {name: _WRONG[name] for name, (_, models) in _MISTAKES.items() if model in models}
    for model in ("trusted", "dist", "tagg")
}
"""The wrong implementations of each model."""

MUTANTS: Final = BY_MODEL["tagg"]
