"""Ratios of consecutive measures, computed another way."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from dpassay.proofs_check.kernel.finite import PROPERTIES
from tests.proofs_check.lazy_to_private.every_coin import (
    batch_laws,
)
from tests.proofs_check.lazy_to_private.instances_of_games import PAIR, members


def test_ratios_of_consecutive_measures() -> None:
    alone = {**PAIR, "losses": [["0", *["1"] * 30]] * 2, "exp_learning_rate": "2"}
    answers = set()
    for instance in [*members("l2p-single-rounds", 12, 9), alone]:
        laws = batch_laws(instance, instance["losses"])
        largest = max(max(a / b, b / a) for old, new in pairwise(laws) for a, b in zip(old, new, strict=True))
        sharp = largest <= Fraction(19, 20) * Fraction(instance["exp_learning_rate"])
        answers.add(sharp)
        assert PROPERTIES["asi30"].holds(instance)
        assert PROPERTIES["asi30-too-sharp"].holds(instance) is sharp
    assert answers == {True, False}
