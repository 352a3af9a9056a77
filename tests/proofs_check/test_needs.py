"""What a claim needs: its correction, and what its argument and its preconditions name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from dpassay.proofs_check.needs import needs, with_needs
from dpassay.proofs_check.proof.register import THEOREMS
from dpassay.proofs_check.proof.verdict import rests_on
from dpassay.proofs_check.registry import CLAIMS, find
from tests.proofs_check import toys
from tests.proofs_check.toys import toy


@pytest.fixture
def _words_alone() -> Iterator[None]:
    """No claim is a formula."""
    with toys.empty_registers():
        yield


@pytest.mark.usefixtures("_words_alone")
def test_needs_are_the_correction_and_the_names() -> None:
    case = replace(toys.PROVED, argument="By LEC-02b, as in LEC-03-sharp and (LEC-02b).", remarks=("See LEC-09.",))
    claim = toy(case, checked=("that of LEC-01",), assumed=("by ASI-07: known",), corrected_by="LEC-04")
    assert needs(claim) == ["LEC-04", "ASI-07", "LEC-02b", "LEC-03-sharp"]


def test_a_proof_needs_what_its_steps_apply() -> None:
    assert needs(find("LEC-24")) == [name for name in rests_on(THEOREMS["LEC-24"]) if name in CLAIMS]


@pytest.mark.usefixtures("_words_alone")
def test_needs_of_needs_each_once_also_in_a_circle() -> None:
    cases = {"LEC-01": "LEC-02", "LEC-02": "LEC-03 and LEC-01", "LEC-03": "LEC-02, LEC-77", "LEC-04": "nothing"}
    known = {name: toy(replace(toys.PROVED, argument=words), name) for name, words in cases.items()}
    assert [claim.id for claim in with_needs([known["LEC-01"]], known)] == ["LEC-01", "LEC-02", "LEC-03"]
    assert [claim.id for claim in with_needs([known["LEC-04"], known["LEC-04"]], known)] == ["LEC-04"]


def test_every_name_is_that_of_a_claim() -> None:
    assert {other for name in CLAIMS for other in needs(find(name))} <= set(CLAIMS)
