"""The pairs of the local lower bound, against the reference that computes them in another way."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from dpassay.analysis.channels import Channel
from dpassay.analysis.hadamard_class import HadamardClass
from dpassay.analysis.le_cam import error_probabilities, fold_kl, fold_variation
from dpassay.analysis.two_point_risk import expected_kl, midpoint_kl
from dpassay.proofs_check.models import hard_learning
from dpassay.proofs_check.models.games_of_pairs import (
    Game,
    closest,
    first,
    fold,
    game,
    output,
    second,
    sequences,
    variation,
    with_reports,
)
from dpassay.proofs_check.models.hard_pairs import PAIRS, SEPARATED, settings
from dpassay.proofs_check.models.inference_on_pairs import cost, decides, error, estimate, to_the_middle, worst
from dpassay.proofs_check.proof import facts

GAMES = [at for at in settings() if at.a <= 1]


def hard(at: Game) -> HadamardClass:
    return HadamardClass(at.pairs, at.a)


def near(a: object, b: object) -> bool:
    return abs(float(a) - float(b)) < 1e-12  # type: ignore[arg-type]  # exact numbers


@pytest.mark.parametrize("model", [PAIRS, SEPARATED, hard_learning.LEARNING], ids=lambda model: model.name)
def test_the_facts_hold(model: object) -> None:
    assert set(facts.tested(model)) == set(model.facts)  # type: ignore[arg-type, attr-defined]  # a model


@pytest.mark.parametrize("at", GAMES)
def test_laws_and_reports_are_those_of_the_reference(at: Game) -> None:
    labels, pairs = range(1, at.labels + 1), range(1, at.pairs + 1)
    for i in pairs:
        laws = tuple(tuple(law(at, i, x) for x in labels) for law in (first, second))
        assert laws == hard(at).pair(i)
        for t, channel in enumerate(at.channels, 1):
            assert (output(at, t, i, 1), output(at, t, i, 2)) == tuple(map(channel.output, laws))
        assert variation(at, len(at.channels), i) == fold_variation(at.channels, hard(at), i)
        assert near(fold(at, len(at.channels), i), fold_kl(at.channels, hard(at), i))
        assert near(to_the_middle(at, i), midpoint_kl(hard(at), i))


@pytest.mark.parametrize("at", GAMES)
def test_errors_and_costs_are_those_of_the_reference(at: Game) -> None:
    wrong = error_probabilities(
        lambda y: bool(decides(at, tuple(r + 1 for r in y))), at.channels, hard(at), closest(at)
    )
    assert (error(at, 1), error(at, 2)) == wrong
    expected = [
        value
        for i in range(1, at.pairs + 1)
        for value in expected_kl(
            lambda y: tuple(estimate(at, tuple(r + 1 for r in y), x) for x in range(1, at.labels + 1)),
            at.channels,
            hard(at),
            i,
        )
    ]
    costs = [cost(at, len(at.channels), i, side) for i in range(1, at.pairs + 1) for side in (1, 2)]
    assert all(near(a, b) for a, b in zip(costs, expected, strict=True))
    assert near(worst(at), max(map(float, costs)))


def test_one_pair_by_hand() -> None:
    at = game(1, "1", "4", ("response",), test=2)
    assert [output(at, 1, 1, side) for side in (1, 2)] == [
        (Fraction(1, 5), Fraction(4, 5)),
        (Fraction(1, 2), Fraction(1, 2)),
    ]
    assert sequences(at) == ((1,), (2,))
    assert (error(at, 1), error(at, 2)) == (Fraction(4, 5), Fraction(1, 2))
    assert hard_learning.size(at) == 2
    assert hard_learning.size(replace(at, more=1)) == 3


def test_a_split_report_tells_no_more() -> None:
    channel = with_reports(Channel(((Fraction(1),), (Fraction(1),))), 3)
    assert channel.rows == ((Fraction(1, 3),) * 3,) * 2


RESPONSE = game(1, "1", "4", ("response",)).channels


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"a": Fraction(0)}, "a in"),
        ({"a": Fraction(5, 2)}, "a in"),
        ({"pairs": 0}, "expected 1 or more"),
        ({"exp_eps": Fraction(1)}, "more than 1"),
        ({"exp_eps": Fraction(3)}, "private ones"),
        ({"pairs": 3}, "private ones"),
        ({"channels": ()}, "one a round"),
        ({"test": 4}, "a bit for each"),
        ({"share": Fraction(2)}, r"in \[0, 1\]"),
        ({"more": 2}, "0 or 1"),
    ],
)
def test_what_is_no_game_is_refused(changed: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        replace(Game(1, Fraction(1), Fraction(4), RESPONSE), **changed)  # type: ignore[arg-type]  # on purpose
