"""The pair of games of an instance."""

from __future__ import annotations

from fractions import Fraction

from dpassay.proofs_check.lazy_to_private.games import neighbors_of
from tests.proofs_check.lazy_to_private.every_coin import (
    other_losses,
)
from tests.proofs_check.lazy_to_private.instances_of_games import PAIR


def test_the_pair_of_an_instance() -> None:
    first, second, parameters = neighbors_of(PAIR)
    assert [list(map(str, row)) for row in second] == other_losses(PAIR)
    assert [list(map(str, row)) for row in first] == PAIR["losses"]
    assert (parameters.batch, parameters.fake_switch, parameters.rounds) == (1, Fraction(1, 4), 3)
