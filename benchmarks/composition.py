"""Composition of randomized response: our exact delta against an accountant's discretized privacy loss."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction
from functools import partial
from math import isqrt
from statistics import median
from time import perf_counter
from typing import Any, Final, TypeVar

from benchmarks.pool import Pool
from benchmarks.tables import Table
from dpassay.exact import (
    Atom,
    Dist,
    LatticeLoss,
    Number,
    PrivacyLoss,
    Profile,
    Real,
    as_fraction,
    decimal_text,
    exp,
    hockey_stick_divergence,
)
from dpassay.reference import composition, randomized_response

Value = TypeVar("Value")

BASE: Final = Fraction(3, 2)
TARGET_SECONDS: Final = 1
REPEATS: Final = 5
MOST_SLOW_ROUNDS: Final = 100
NEAR_ONE: Final = Fraction(1, 10**9)
INTERVALS: Final = ((1e-4, 10_000, "0.0001 (its default)"), (1e-5, 100, "0.00001"))
"""Discretizations of the accountant, the most rounds that take it seconds and not minutes, and words for it."""


@dataclass(frozen=True, slots=True)
class Point:
    """Where delta is asked for: e^eps = ``exp_eps`` after so many rounds."""

    rounds: int
    exp_eps: Fraction
    words: str


def points(*, quick: bool) -> tuple[Point, ...]:
    """Return where to look: what was asked for first, then points where delta is neither near 0 nor near 1."""
    asked = [Point(10_000, Fraction(4), "4"), Point(100, Fraction(4), "4")]
    powers = [(100, 20), (100, 50)] if quick else [(100, 20), (100, 50), (10_000, 2_000), (10_000, 2_400)]
    return (*asked, *(Point(rounds, BASE**power, f"(3/2)^{power}") for rounds, power in powers))


def tables(pool: Pool, *, quick: bool) -> list[Table]:
    """Measure, and return the tables."""
    places = points(quick=quick)
    with pool.console.status("composition: exact"):
        timed_exact = [timed(partial(exact_delta, place), 1 if quick else REPEATS) for place in places]
    exact = [delta for delta, _ in timed_exact]
    found = [_exact_table(places, timed_exact)]
    with pool.console.status("composition: the accountant, which takes a while"):
        found.append(_accountant_table(places, exact, quick=quick))
    with pool.console.status("composition: an irrational base"):
        return [*found, _tenth_table(quick=quick)]


def timed(compute: Callable[[], Value], repeats: int) -> tuple[Value, float]:
    """Return a result and the median of the seconds it took."""
    seconds = []
    for _ in range(repeats):
        start = perf_counter()
        value = compute()
        seconds.append(perf_counter() - start)
    return value, median(seconds)


def exact_delta(point: Point) -> Fraction:
    """Return delta exactly, from the parameters of the mechanism on."""
    parameters = randomized_response.Parameters.read(exp_eps=BASE, categories=2)
    first, second = next(randomized_response.neighbors(parameters))
    laws = (randomized_response.law(data, parameters) for data in (first, second))
    composed = PrivacyLoss.from_pair(*laws).self_compose(point.rounds)
    assert isinstance(composed, LatticeLoss)
    return as_fraction(composed.delta(point.exp_eps), "delta")


def decimal(value: Fraction, digits: int = 17) -> str:
    """Return a rational to so many digits; unlike a double it has no least size."""
    context = Context(prec=digits, Emax=10**9, Emin=-(10**9))
    return str(context.divide(Decimal(value.numerator), Decimal(value.denominator)).normalize(context))


def _exact_table(places: tuple[Point, ...], exact: list[tuple[Fraction, float]]) -> Table:
    rows = [
        (
            f"{place.rounds:,}",
            place.words,
            decimal(delta) if 1 - delta > NEAR_ONE else f"1 - {decimal(1 - delta, 3)}",
            decimal(1 - delta),
            f"{delta.denominator.bit_length():,}",
            f"{seconds:.3f}",
        )
        for place, (delta, seconds) in zip(places, exact, strict=True)
    ]
    columns = ("rounds", "e^eps", "delta", "1 - delta", "bits of the fraction", "seconds")
    notes = (
        "Two-label randomized response with e^eps0 = 3/2. Delta is computed as a fraction, without rounding, "
        "and printed to 17 digits.",
        f"Seconds: from the parameters to delta, everything included. The target is under {TARGET_SECONDS} second.",
    )
    return Table("Composition: exact delta", columns, rows, notes)


# A budget of 1/10, whose power of e is irrational.


def _tenth_table(*, quick: bool) -> Table:
    """Time the enclosed loss, and against it the atoms of the product law while these take seconds and not minutes."""
    rows = []
    for rounds in (10, 100) if quick else (10, 20, 100, 1_000, 10_000):
        delta, seconds = timed(partial(_enclosed_delta, rounds), 1 if quick else REPEATS)
        slow = timed(partial(_delta_of_atoms, rounds), 1)[1] if rounds <= MOST_SLOW_ROUNDS else None
        words = ("", "") if slow is None else (f"{slow:.3f}", f"{slow / seconds:,.0f}")
        rows.append((f"{rounds:,}", decimal_text(delta), f"{seconds:.3f}", *words))
    columns = ("rounds", "delta at epsilon = sqrt(rounds) / 10", "seconds", "seconds, atom by atom", "ratio")
    notes = (
        "The extremal mechanism of composition at epsilon = 1/10 a round: its law, its privacy loss and one delta, "
        "to 12 certain digits. Atom by atom: the same from a probability an outcome, all of them exact.",
    )
    return Table("Composition: an irrational e^epsilon", columns, rows, notes)


def _pair_at_a_tenth(rounds: int) -> list[Dist[int]]:
    parameters = composition.Parameters.read(epsilon="1/10", rounds=rounds)
    return [composition.law(bit, parameters) for bit in (0, 1)]


def _asked(rounds: int) -> Number:
    return exp(Fraction(isqrt(rounds), 10))


def _enclosed_delta(rounds: int) -> Number | Real:
    first, second = _pair_at_a_tenth(rounds)
    delta = hockey_stick_divergence(first, second, _asked(rounds))
    decimal_text(delta)
    return delta


def _delta_of_atoms(rounds: int) -> Number:
    first, second = (Dist(dict(law.items())) for law in _pair_at_a_tenth(rounds))
    return Profile.from_atoms(Atom(first.pmf(k), second.pmf(k)) for k in range(rounds + 1)).delta(_asked(rounds))


# The accountant.


def _accountant_table(places: tuple[Point, ...], exact: list[Fraction], *, quick: bool) -> Table:
    title = "Composition: the same through dp_accounting's privacy loss distributions"
    estimates = ("pessimistic delta", "its error", "optimistic delta", "its error")
    columns = ("rounds", "e^eps", "discretization", *estimates, "seconds, both")
    try:
        from dp_accounting.pld import privacy_loss_distribution as accountant
    except ImportError:
        return Table(title, columns, [], ["Not measured: dp-accounting is not installed (the extra `bench`)."])
    rows: list[tuple[str, ...]] = []
    for interval, most, words in INTERVALS[:1] if quick else INTERVALS:
        limit = min(most, 100) if quick else most
        kept = [pair for pair in zip(places, exact, strict=True) if pair[0].rounds <= limit]
        rows += _accountant_rows(accountant, kept, interval, words)
    notes = (
        "Error: its delta minus ours, in exact arithmetic. A pessimistic estimate should never be below, nor an "
        "optimistic one above, by more than rounding; 1 - delta below 1e-16 is out of reach of a double.",
        "Seconds: the composition (one for all e^eps of so many rounds) and one query, for both estimates together.",
    )
    return Table(title, columns, rows, notes)


def _accountant_rows(
    accountant: Any,  # a module without types
    places: list[tuple[Point, Fraction]],
    interval: float,
    words: str,
) -> list[tuple[str, ...]]:
    composed = {}
    for rounds in dict.fromkeys(place.rounds for place, _ in places):
        both = [partial(_composed, accountant, rounds, interval, pessimistic=side) for side in (True, False)]
        composed[rounds] = [timed(compute, 1) for compute in both]
    rows = []
    for place, delta in places:
        estimates, seconds = [], 0.0
        for loss, composing in composed[place.rounds]:
            log = math.log(place.exp_eps.numerator) - math.log(place.exp_eps.denominator)
            estimate, asking = timed(partial(loss.get_delta_for_epsilon, log), 1)
            error = decimal(Fraction(float(estimate)) - delta, 3)
            estimates += [f"{float(estimate):.10g}", error]
            seconds += composing + asking
        rows.append((f"{place.rounds:,}", place.words, words, *estimates, f"{seconds:.2f}"))
    return rows


def _composed(accountant: Any, rounds: int, interval: float, *, pessimistic: bool) -> Any:
    """Return its composed loss. Its noise parameter is the probability of a uniform label, the true one included."""
    noise = 2 / (float(BASE) + 1)
    single = accountant.from_randomized_response(
        noise, 2, pessimistic_estimate=pessimistic, value_discretization_interval=interval
    )
    return single.self_compose(rounds)
