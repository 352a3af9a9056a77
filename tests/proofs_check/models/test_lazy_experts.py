"""Lazy-to-private over multiplicative weights, computed another way: coin by coin, and by closed forms."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import mpmath
import pytest

from dpassay.exact import as_real
from dpassay.proofs_check.models.lazy_experts import LAZY, Lazy, all_weights, input_loss, lazy_loss, rows, turns
from dpassay.proofs_check.models.lazy_measures import MEASURES, Measures
from dpassay.proofs_check.models.printed_lazy import PRINTED_RATE, AtPrintedRate, RealLazy
from dpassay.proofs_check.models.tuned_lazy import TUNED, Tuned
from dpassay.proofs_check.models.two_sequences import SEQUENCES, Sequences
from dpassay.proofs_check.proof import facts
from dpassay.proofs_check.proof.statements import Model
from tests.proofs_check.lazy_to_private.every_coin import Course, courses_of

THIRD, HALF = Fraction(1, 3), Fraction(1, 2)
GAMES = (
    Lazy(rows((1, 0), (0, 1), (1, 1)), 1, THIRD, Fraction(3, 2)),
    Lazy(turns(2, 1), 2, HALF, Fraction(4)),
    Lazy(rows((1, 0, 0), (0, 0, 1)), 1, Fraction(1, 5), Fraction(2)),
)


@pytest.mark.parametrize("model", [LAZY, MEASURES, PRINTED_RATE, TUNED, SEQUENCES], ids=lambda model: model.name)
def test_the_facts_hold(model: Model) -> None:
    assert set(facts.tested(model)) == set(model.facts)


def courses(at: Lazy) -> dict[Course, Fraction]:
    stored = [[str(loss) for loss in row] for row in at.losses]
    instance = {"batch": at.batch, "exp_learning_rate": str(at.growth), "fake_switch": str(at.fake_switch)}
    return courses_of({**instance, "losses": stored}, stored)


@pytest.mark.parametrize("at", GAMES)
def test_losses_coin_by_coin(at: Lazy) -> None:
    paid = Fraction(0)
    for course, chance in courses(at).items():
        paid += chance * sum(at.losses[t][course.x[t // at.batch]] for t in range(len(at.losses)))
    assert lazy_loss(at) == paid


@pytest.mark.parametrize("at", GAMES)
def test_two_models_coin_by_coin(at: Lazy) -> None:
    both, moved = ([Counter[tuple[int, int]]() for _ in range(at.batches - k)] for k in (0, 1))
    for course, chance in courses(at).items():
        for s, law in enumerate(both):
            law[course.x[s], course.y[s]] += chance  # type: ignore[assignment]  # it counts in fractions
        for s, law in enumerate(moved):
            law[course.x[s + 1], course.y[s]] += chance  # type: ignore[assignment]  # it counts in fractions
    assert at.pairs == tuple(both)
    assert at.moved == tuple(moved)


def test_line_6() -> None:
    """Model 1 lost 2 in the first batch, and model 2 nothing: e^(-2 B h) is 1/256 here."""
    assert [GAMES[1].keeping(1, x, y) for x, y in ((1, 2), (2, 1), (1, 1))] == [
        Fraction(1, 4096),
        Fraction(1, 16),
        Fraction(1, 256),
    ]


@pytest.mark.parametrize("at", GAMES)
def test_the_measures_are_powers(at: Lazy) -> None:
    growth = at.growth or Fraction(0)
    lost = [Fraction(0)] * at.experts
    alone = Fraction(0)
    for law, row in zip(at.measured, at.losses, strict=True):
        weights = [growth ** -int(loss) for loss in lost]
        assert list(law) == [weight / sum(weights) for weight in weights]
        alone += sum((p * loss for p, loss in zip(law, row, strict=True)), Fraction(0))
        lost = [a + b for a, b in zip(lost, row, strict=True)]
    assert input_loss(at) == alone
    assert all_weights(at, at.batches) == sum(growth ** -int(loss) for loss in at.totals)


@pytest.mark.parametrize("losses", [turns(2, 1), rows((1, 0, HALF), (0, 1, THIRD), (1, 1, 0), (THIRD, 0, HALF))])
def test_real_rates_are_like_rational_ones(losses: Any) -> None:
    real, exact = RealLazy(losses, 2, THIRD, Fraction(4)), Lazy(losses, 2, THIRD, Fraction(4))
    for first, second in ((real.played, exact.played), (real.measured, exact.measured)):
        for law, other in zip(first, second, strict=True):
            assert all((a - as_real(b)).evaluate().contains(0) for a, b in zip(law, other, strict=True))
    for old, new in ((real.pairs, exact.pairs), (real.moved, exact.moved)):
        for masses, others in zip(old, new, strict=True):
            assert all((masses[pair] - as_real(b)).evaluate().contains(0) for pair, b in others.items())
    models = range(1, real.experts + 1)
    assert all(
        (real.keeping(1, x, y) - as_real(exact.keeping(1, x, y))).evaluate().contains(0) for x in models for y in models
    )


def test_the_printed_rate() -> None:
    at = AtPrintedRate(turns(2, 1), 2, THIRD)
    with mpmath.workdps(30):
        start = mpmath.mpf(4) ** mpmath.mpf("-0.25") * mpmath.log(2) ** mpmath.mpf("0.75")
        expected = min(start, mpmath.mpf("0.5")) ** (mpmath.mpf(2) / 3) / mpmath.cbrt(4)
        assert float(at.eta) == pytest.approx(float(expected), rel=1e-12)


def test_two_sequences() -> None:
    """By turns the regret is (T/4) tanh(B h/2); on constant losses that of the laws at the starts."""
    at = Sequences(2, 2, Fraction(3), HALF, Fraction(1))
    assert at.regret(same=False) == Fraction(8, 4) * Fraction(9 - 1, 9 + 1)
    assert at.regret(same=True) == 2 * sum(Fraction(1, 1 + 3**t) for t in (0, 2, 4, 6))
    assert at.worst == max(at.regret(same=True), at.regret(same=False))


def test_any_measures() -> None:
    law, other = (Fraction(2, 3), THIRD), (THIRD, Fraction(2, 3))
    at = Measures(rows((1, 0), (1, 0)), (law, other), (law,), Fraction(2), Fraction(0))
    assert (at.lazy_loss(), at.input_loss()) == (Fraction(4, 3), Fraction(1))


def test_tuned_numbers() -> None:
    at = Tuned(rows(*((1, 0),) * 8), 1, THIRD, rate=Fraction(1, 32), nats=Fraction(3, 2))
    assert at.epsilon == Fraction(3, 4)
    assert (at.epsilon / Fraction(1, 32)) ** 3 == 768 * 8 * Fraction(9, 4)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Lazy(turns(2, 1), 3, HALF, Fraction(2)), "batch = 3"),
        (lambda: Lazy(turns(2, 1), 2, HALF), "expected one of them"),
        (lambda: Lazy(turns(2, 1), 2, Fraction(1), Fraction(2)), "fake_switch = 1"),
        (lambda: Lazy(rows((2, 0)), 1, HALF, Fraction(2)), r"in \[0, 1\]"),
        (lambda: AtPrintedRate(rows((1,)), 1, HALF), "two experts"),
        (lambda: Tuned(rows((1, 0)), 1, THIRD, rate=HALF), "rate = 1/2"),
        (lambda: Measures(rows((1, 0)), (), (), Fraction(2), Fraction(0)), "a law a round"),
        (
            lambda: Measures(
                rows((1, 0), (0, 1)), ((HALF,) * 2, (Fraction(1), Fraction(0))), ((HALF,) * 2,), Fraction(2), THIRD
            ),
            "delta0 = 1/3",
        ),
    ],
)
def test_illegal_settings_are_refused(make: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make()
