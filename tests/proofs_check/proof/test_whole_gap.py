"""That integers are a whole apart where a sum between them is above 0 needs all that it is given."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.proof.check import check
from dpassay.proofs_check.proof.register import THEOREMS, find
from dpassay.proofs_check.shared_lemmas import whole_gap

LEMMA = THEOREMS["a whole gap"]
STATEMENT = LEMMA.statement


def test_it_is_accepted() -> None:
    assert STATEMENT.model is whole_gap.GAP
    check(LEMMA, find, lambda _: None)


@pytest.mark.parametrize("name", STATEMENT.given)
def test_every_hypothesis_is_needed(name: str) -> None:
    fewer = {key: given for key, given in STATEMENT.given.items() if key != name}
    with pytest.raises(Rejected, match="no earlier step"):
        check(replace(LEMMA, statement=replace(STATEMENT, given=fewer)), find, lambda _: None)


@pytest.mark.parametrize("number", ["A", "B"])
def test_reals_are_not_apart(number: str) -> None:
    model = replace(STATEMENT.model, parameters={**STATEMENT.model.parameters, number: "real"})
    with pytest.raises(Rejected, match="integer"):
        check(replace(LEMMA, statement=replace(STATEMENT, model=model)), find, lambda _: None)
