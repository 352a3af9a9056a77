"""PRIEST-KLD: exact variance and sensitivity against enumeration, the NumPy estimate against plain lines, its error."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import product
from statistics import median
from time import perf_counter
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from benchmarks.pool import Pool
from benchmarks.tables import Table
from dpassay.exact import Dist, LogForm
from dpassay.exact.quadratic_form import QuadraticForm
from dpassay.fast.priest_kld import estimates
from dpassay.reference import priest_kld_estimator as estimator
from dpassay.reference import priest_kld_sensitivity as sensitivity

TRUSTS: Final = ("trusted", "tagg", "dist")
EXACT_LETTERS: Final = (2, 3, 4, 16, 256, 4096)
MOST_ENUMERATED: Final = 4
"""More letters are not enumerated: neither all pairs of draws nor all histograms."""
LETTERS: Final = 2**16
CLIENTS: Final = 4_000
ASKED: Final = 400
DRAWS: Final = 1_000
ROUNDS: Final = 7
DELTA: Final = 1e-5
EPSILONS: Final = (0.5, 2.0, 6.0)
ERROR_LETTERS: Final = 16
LAMBDAS: Final = (0.0, 1.0)


def tables(pool: Pool, *, quick: bool) -> list[Table]:
    """Measure, and return the tables."""
    letters = EXACT_LETTERS[:2] if quick else EXACT_LETTERS
    exact = [_exact(k, 1 if quick else ROUNDS) for k in pool.track(letters, "exact moments", len(letters))]
    places = [(trust, asked) for asked in (CLIENTS, ASKED) for trust in TRUSTS]
    runs, rounds = (2, 1) if quick else (DRAWS, ROUNDS)
    speed = [_speed(trust, asked, runs, rounds) for trust, asked in pool.track(places, "estimates", len(places))]
    settings = list(product(EPSILONS, LAMBDAS))
    errors = [_error(*each, runs=20 if quick else 20_000) for each in pool.track(settings, "errors", len(settings))]
    return [_exact_table(exact), _speed_table(speed), _error_table(errors)]


# Exact moments and sensitivities


def counts(letters: int) -> tuple[int, ...]:
    """Return a histogram with counts of 2 and more."""
    return tuple(2 + (7 * letter) % 5 for letter in range(letters))


def _exact(letters: int, rounds: int) -> tuple[str, ...]:
    held, reference = counts(letters), (Fraction(1, letters),) * letters
    shares = [Fraction(count, sum(held)) for count in held]
    laws = [Dist.point(share) for share in shares]
    closed = partial(sensitivity.estimate_sensitivity_formula, reference, sum(held), Fraction(1))
    shown = [
        _milliseconds(lambda: estimator.moments(reference, laws).estimate_variance(Fraction(1), 2), rounds),
        _milliseconds(closed, rounds),
    ]
    if letters > MOST_ENUMERATED:
        return str(letters), shown[0], "", shown[1], ""
    enumerated = _milliseconds(lambda: enumerated_variance(reference, shares), 1)
    searched = partial(sensitivity.estimate_sensitivity, reference, sum(held), Fraction(1))
    return str(letters), shown[0], enumerated, shown[1], _milliseconds(searched, 1)


def enumerated_variance(reference: estimator.Shares, shares: list[Fraction]) -> QuadraticForm:
    """Return the variance of the estimate at lambda = 1 and T = 2 over every pair of draws."""
    mean, square = LogForm(), QuadraticForm(())
    for pair in product(range(len(reference)), repeat=2):
        weight = reference[pair[0]] * reference[pair[1]]
        value = estimator.estimate(pair, [shares[x] for x in pair], reference, Fraction(1))
        mean, square = mean + weight * value, square + weight * QuadraticForm.product(value, value)
    return square - QuadraticForm.product(mean, mean)


def _milliseconds(task: Callable[[], object], rounds: int) -> str:
    return f"{1e3 * median(_seconds(task) for _ in range(rounds)):.2f}"


def _seconds(task: Callable[[], object]) -> float:
    start = perf_counter()
    task()
    return perf_counter() - start


def _exact_table(rows: list[tuple[str, ...]]) -> Table:
    columns = ("letters", "variance, ms", "over all pairs of draws, ms", "sensitivity, ms", "over all histograms, ms")
    notes = (
        "Exact, at lambda = 1 and T = 2, of the estimate with all clients: the variance from the moments of one round, "
        "the sensitivity at the worst x_t from its closed form; beside each the same number by enumeration.",
    )
    return Table("PRIEST-KLD: exact variance and sensitivity", columns, rows, notes)


# The estimate in NumPy


def _speed(trust: str, asked: int, runs: int, rounds: int) -> tuple[str, ...]:
    rng = np.random.default_rng(0)
    reference = rng.dirichlet(np.ones(LETTERS))
    data = rng.integers(LETTERS, size=(CLIENTS, 1))
    held = np.bincount(data.ravel(), minlength=LETTERS)
    common: dict[str, Any] = {"epsilon": 1.0, "delta": DELTA, "reference": reference, "clients": CLIENTS}
    ours = partial(estimates, data, size=runs, rng=rng, **common, trust=trust, rounds=DRAWS, floor=1e-5)
    ours = partial(ours, participants=asked)
    drawn = draws_of(reference, held, asked, runs, rng)
    tasks = (
        ours,
        lambda: one_pass(reference, *draws_of(reference, held, asked, runs, rng), asked),
        lambda: one_pass(reference, *drawn, asked),
    )
    times = [[_seconds(task) for task in tasks] for _ in range(rounds)]
    milliseconds = 1e3 * median(first for first, *_ in times)
    ratios = [median(row[0] / row[place] for row in times) for place in (1, 2)]
    return trust, f"{asked:,}", f"{milliseconds:.0f}", *(f"{ratio:.2f}" for ratio in ratios)


Numbers: TypeAlias = NDArray[Any]


def draws_of(
    reference: Numbers, held: Numbers, asked: int, runs: int, rng: np.random.Generator
) -> tuple[Numbers, Numbers]:
    """Return letters and their counts as many would draw them: by choice, and hypergeometric."""
    letters = rng.choice(len(reference), (runs, DRAWS), p=reference)
    found = held[letters]
    return letters, found if asked == CLIENTS else rng.hypergeometric(found, CLIENTS - found, asked)


def one_pass(reference: Numbers, letters: Numbers, found: Numbers, asked: int) -> Numbers:
    """Return the estimates, without any noise, in one pass over the sampled counts."""
    ratios = np.maximum(found / asked, 1e-5) / reference[letters]
    return np.asarray((ratios - 1 - np.log(ratios)).mean(axis=1))


def _speed_table(rows: list[tuple[str, ...]]) -> Table:
    columns = ("model", "clients asked", "milliseconds", "time against plain lines", "against the pass alone")
    notes = (
        f"{DRAWS:,} estimates of {DRAWS:,} draws from {LETTERS:,} letters, {CLIENTS:,} clients with one item each; the "
        f"median of {ROUNDS} rounds, in each of which one runs after the other.",
        "Plain lines: choice(p=...), hypergeometric, and one pass over the sampled counts, without noise. The pass "
        "alone is given letters and counts: the floor of what is done with them, which no draw is part of.",
    )
    return Table("PRIEST-KLD: estimates in NumPy", columns, rows, notes)


# The error at equal privacy


def _error(epsilon: float, lam: float, runs: int) -> tuple[str, ...]:
    rng = np.random.default_rng(0)
    weights = np.arange(1, ERROR_LETTERS + 1)
    data = np.repeat(np.arange(ERROR_LETTERS), weights * CLIENTS // weights.sum())[:, None]
    shares = np.bincount(data.ravel()) / len(data)
    truth = float(-np.log(shares * ERROR_LETTERS).mean())
    common: dict[str, Any] = {"reference": [1 / ERROR_LETTERS] * ERROR_LETTERS, "clients": len(data), "rounds": 20}
    common |= {"epsilon": epsilon, "delta": DELTA, "lam": lam, "size": runs, "rng": rng}
    found = [estimates(data, **common, trust=trust, floor=1 / len(data)) for trust in TRUSTS]
    errors = [float(np.sqrt(((each - truth) ** 2).mean())) for each in found]
    return f"{epsilon:g}", f"{lam:g}", *(f"{error:.3f}" for error in errors)


def _error_table(rows: list[tuple[str, ...]]) -> Table:
    columns = ("epsilon", "lambda", *TRUSTS)
    notes = (
        f"The root of the mean squared error at delta = {DELTA:g}, each model with the least noise that makes all that "
        f"its server sees (epsilon, delta)-private for every data set: {ERROR_LETTERS} letters, about {CLIENTS:,} "
        "clients, T = 20, a floor of one client. Trusted and TAgg need noise for the worst letter, one that nobody "
        "may hold, where log r moves by log 2; Dist adds its noise before the logarithm.",
    )
    return Table("PRIEST-KLD: three models at equal certified privacy", columns, rows, notes)
