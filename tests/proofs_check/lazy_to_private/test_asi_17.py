"""Ratios of neighboring measures, computed another way."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from dpassay.proofs_check.kernel.finite import PROPERTIES
from tests.proofs_check.lazy_to_private.every_coin import (
    batch_laws,
    other_losses,
)
from tests.proofs_check.lazy_to_private.instances_of_games import PAIR, members


@pytest.mark.parametrize(
    ("name", "power", "share"), [("asi17", 2, 1), ("asi17-eta", 1, 1), ("asi17-too-sharp", 2, "19/20")]
)
def test_ratios_of_neighboring_measures(name: str, power: int, share: Any) -> None:
    for instance in [*members("l2p-neighboring-measures", 12, 11), PAIR]:
        growth = Fraction(instance["exp_learning_rate"])
        largest = Fraction(1)
        for first, second in zip(
            batch_laws({**instance, "batch": 1}, instance["losses"]),
            batch_laws({**instance, "batch": 1}, other_losses(instance)),
            strict=True,
        ):
            largest = max(largest, *(max(a / b, b / a) for a, b in zip(first, second, strict=True)))
        assert PROPERTIES[name].holds(instance) is (largest <= growth**power * Fraction(share))
