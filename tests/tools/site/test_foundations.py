"""What the pages say of a claim's proof is what its check finds."""

from __future__ import annotations

import pytest

from dpassay.proofs_check import certificates, roots
from dpassay.proofs_check.standing import standing
from tools.site import foundations

SOME = ("LEC-02", "LEC-13", "LEC-14", "LEC-04-corrected", "SIMA-12")


@pytest.mark.parametrize("id", SOME)
def test_what_has_to_be_trusted_is_what_the_check_of_the_proof_says(id: str) -> None:  # noqa: A002  # as everywhere
    assert foundations.trusted(id) == roots.trusted(id, certificates.LEDGER)
    told = standing(certificates.load(id), certificates.LEDGER)
    assert told.replace(";", ",").replace(", and none", ", none").startswith(foundations.counted(id))


def test_what_is_refuted_has_no_steps_and_leads_to_its_correction() -> None:
    assert foundations.trusted("LEC-22") == []
    assert foundations.counted("LEC-22") == ""
    assert "LEC-22-corrected" in foundations.below("LEC-22")
    assert "LEC-22" in foundations.used_by("LEC-22-corrected")


def test_users_are_found_through_lemmas() -> None:
    assert "LEC-14" in foundations.used_by("LEC-13")
    assert "LEC-13" not in foundations.used_by("LEC-14")
    assert "potential of weights" in foundations.below("LEC-14")
