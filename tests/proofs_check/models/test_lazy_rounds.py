"""Single rounds of L2P, against Algorithm 1 coin by coin given the whole history."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from dpassay.proofs_check import registry
from dpassay.proofs_check.models.lazy_rounds import Pair, batch_loss, other, released, rows, staying
from dpassay.proofs_check.models.stopped_transcripts import Stopped, delta, stopped, weights
from dpassay.proofs_check.models.switches import Run, difference, law
from tests.proofs_check.lazy_to_private.every_coin import courses_of

assert registry.CLAIMS  # which imports the models in an order in which they find each other
GAME = Pair(rows("01", "11", "00"), rows("11", "11", "00"), Fraction(3, 2), 1, Fraction(1, 5))
WRITTEN: dict[str, Any] = {"exp_learning_rate": "3/2", "batch": 1, "fake_switch": "1/5"}
LOSSES = (["0", "1"], ["1", "1"], ["0", "0"]), (["1", "1"], ["1", "1"], ["0", "0"])


@pytest.mark.parametrize("which", [0, 1])
def test_the_second_round_given_the_first(which: int) -> None:
    law_of = courses_of(WRITTEN, LOSSES[which])
    for u, v, w in product((1, 2), (1, 2), (0, 1)):
        before = {c: p for c, p in law_of.items() if (c.x[0] + 1, c.y[0] + 1, c.zeta[0]) == (u, v, w)}
        for x, y, z in product((1, 2), (1, 2), (0, 1)):
            now = [p for c, p in before.items() if (c.x[1] + 1, c.y[1] + 1, c.zeta[1]) == (x, y, z)]
            assert released(GAME, which, 2, u, v, w, x, y, z) == sum(now) / sum(before.values())


def test_nothing_is_drawn_after_the_last_batch() -> None:
    assert staying(GAME, 0, 3, 1, 2) == 1


def test_the_other_sequence_is_told_by_its_names() -> None:
    assert other("nu(s + 1, x) = nu(s, x)*f(s, x)") == "nu2(s + 1, x) = nu2(s, x)*f2(s, x)"
    assert batch_loss(GAME, 1, 1, 1) == 1
    assert batch_loss(GAME, 0, 1, 1) == 0


@pytest.mark.parametrize(
    "wrong", [{"growth": Fraction(1)}, {"batch": 2}, {"second": GAME.first}, {"delta_1": Fraction(1)}]
)
def test_what_is_no_pair_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected"):
        replace(GAME, **wrong)


def test_how_often_models_are_drawn() -> None:
    run = Run(GAME.first, Fraction(3, 2), 1, Fraction(1, 5), Fraction(1, 2))
    by_hand: dict[int, Fraction] = {}
    for course, chance in courses_of(WRITTEN, LOSSES[0]).items():
        by_hand[sum(course.zeta)] = by_hand.get(sum(course.zeta), Fraction(0)) + chance
    found = law(run).map(lambda transcript: sum(transcript.zeta))
    assert {number: found.pmf(number) for number in range(3)} == by_hand
    first = next(y for y in law(run).outcomes if (y.x[0], y.y[0]) == (0, 1))
    assert difference(run, 1, first) == -1


def test_the_stopped_transcript_by_hand() -> None:
    setting = Stopped(GAME, 0, Fraction(1))
    seen: list[dict[Any, Fraction]] = [{}, {}]
    for which in (0, 1):
        for course, chance in courses_of(WRITTEN, LOSSES[which]).items():
            s = next((i + 1 for i, zeta in enumerate(course.zeta) if zeta), 3)
            key = course.x[:s], course.y[:s], course.zeta[:s]
            seen[which][key] = seen[which].get(key, Fraction(0)) + chance
    assert delta(setting) == sum(max(p - seen[1][y], Fraction(0)) for y, p in seen[0].items())
    assert {len(stopped(setting, y).zeta) for y in weights(setting, 0)} == {1, 2}
