"""Games with one model, and those of 2^(4 k) rounds."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpassay.proofs_check import registry
from dpassay.proofs_check.models.long_games import Long, Single, single
from dpassay.proofs_check.proof.register import REFUTATIONS, THEOREMS

assert registry.CLAIMS  # which registers them all


@pytest.mark.parametrize("game", list(single()))
def test_the_only_model_is_the_best(game: Single) -> None:
    model = THEOREMS["ASI-43: for no constant"].statement.model
    loss = model.quantities["loss"].of
    best = model.quantities["best"].of
    assert loss is not None
    assert best is not None
    assert loss(game) == best(game) == sum(game.losses)


def test_settings_that_are_not_legal() -> None:
    with pytest.raises(ValueError, match="above 0"):
        Single((Fraction(1),), Fraction(0))
    with pytest.raises(ValueError, match="1 or more"):
        Long(0)
    assert REFUTATIONS["ASI-43b"].setting == Long(30)
