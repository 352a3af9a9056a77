"""The quotients of the correlated sampling."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from tests.proofs_check.lazy_to_private.instances_of_games import numbers_of


@pytest.mark.parametrize("last", [["0", "1"], ["1", "0"], ["1", "1"]])
def test_quotients_of_round_2_tell_the_losses_of_round_1(last: list[str]) -> None:
    instance = {"losses": [last, ["0", "0"]], "others": [["0", "0"], last], "exp_learning_rate": "5/2", "round": 2}
    moved = max(int(last[y]) - int(last[x]) for x, y in product((0, 1), repeat=2))
    assert numbers_of("asi06", instance) == {"losses": Fraction(5, 2) ** moved, "others": 1}
