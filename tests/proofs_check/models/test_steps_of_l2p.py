"""A step of L2P: laws computed by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpassay.proofs_check.models.steps_of_l2p import Lazy, following, fresh, keeping, settings


@pytest.mark.parametrize("lazy", list(settings()))
def test_the_next_model_has_a_law(lazy: Lazy) -> None:
    models = range(1, lazy.parameters.experts + 1)
    assert sum(following(lazy, 1, 1, 1, model) for model in models) == 1
    assert fresh(lazy, 0, 1).pmf(0) == Fraction(1, lazy.parameters.experts)


def test_a_step_by_hand() -> None:
    """Losses (1, 0) and e^eta = 3/2: nu = (2/3, 1); from x = 1, y = 2 line 6 keeps with 2/3 * (4/9)."""
    lazy = next(settings())
    assert keeping(lazy, 1, 1, 2) == Fraction(2, 3) * Fraction(4, 9)
    kept = Fraction(3, 4) * Fraction(8, 27)
    assert following(lazy, 1, 1, 2, 1) == kept + (1 - kept) * Fraction(2, 5)
    assert lazy.alike == lazy.parameters.batches
    assert list(settings())[1].alike == 1
