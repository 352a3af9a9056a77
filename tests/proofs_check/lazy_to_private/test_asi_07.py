"""Correlated sampling, coin by coin."""

from __future__ import annotations

from fractions import Fraction

from dpassay.proofs_check.kernel.finite import PROPERTIES
from tests.proofs_check.lazy_to_private.every_coin import (
    batch_laws,
    courses_of,
    marginal,
    normalized,
)
from tests.proofs_check.lazy_to_private.instances_of_games import PAIR, members


def test_a_kept_or_redrawn_model_coin_by_coin() -> None:
    answers = set()
    for instance in members("l2p-sampled-any", 60, 37):
        before, now = normalized(instance["before"]), normalized(instance["now"])
        p, constant = Fraction(instance["fake_switch"]), Fraction(instance["constant"])
        law = [Fraction(0)] * len(now)
        for x, mass in enumerate(before):
            if mass:
                keep = (1 - p) * constant * now[x] / mass
                law = [old + mass * (1 - keep) * new for old, new in zip(law, now, strict=True)]
                law[x] += mass * keep
        answers.add(law == now)
        assert PROPERTIES["asi07-any"].holds(instance) is (law == now)
    assert answers == {True, False}


def test_models_follow_the_measure_given_the_others() -> None:
    law, starts = courses_of(PAIR, PAIR["losses"]), batch_laws(PAIR, PAIR["losses"])
    ys = marginal(law, lambda course: course.y)
    both = marginal(law, lambda course: (course.y, course.x[-1]))
    assert all(both[y, x] == ys[y] * starts[-1][x] for y in ys for x in (0, 1))
    game = {name: PAIR[name] for name in ("losses", "exp_learning_rate", "batch", "fake_switch")}
    assert PROPERTIES["asi07-algorithm"].holds(game)
