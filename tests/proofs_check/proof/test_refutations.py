"""What is refuted fails at a legal point."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from dpassay.proofs_check import registry
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.proof.register import REFUTATIONS
from dpassay.proofs_check.proof.verdict import refute

assert registry.CLAIMS  # which registers them all


@pytest.mark.parametrize("values", [{"t": Fraction(1, 2)}, {"i": Fraction(3, 2)}, {"@transcript": (3,)}])
def test_a_point_outside_of_its_domain_is_refused(values: dict[str, Any]) -> None:
    refutation = REFUTATIONS["LEC-18"]
    refute(refutation)
    with pytest.raises(Rejected):
        refute(replace(refutation, values={**refutation.values, **values}))
