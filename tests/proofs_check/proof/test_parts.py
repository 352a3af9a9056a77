"""A claim with parts on several models is established where all of them are."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dpassay.proofs_check import registry
from dpassay.proofs_check.certify import find_evidence
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.proof.register import THEOREMS
from dpassay.proofs_check.proof.telling import record_of
from dpassay.proofs_check.proof.verdict import Graph

assert registry.CLAIMS  # which registers them all
PARTS = {
    "HRS-36-corrected": [
        "HRS-28-corrected",
        "HRS-36-corrected: privacy",
        "HRS-38c",
        "HRS-39a",
        "HRS-39b-corrected",
        "HRS-39e",
        "SIMA-29",
    ],
    "LEC-10": ["LEC-06"],
    "LEC-21": ["LEC-21: privacy"],
    "LEC-23-corrected": ["LEC-23-corrected: a floor", "LEC-23-corrected: at the printed rate"],
}


@pytest.mark.parametrize("claim", PARTS)
def test_its_record_tells_the_parts(claim: str) -> None:
    record = record_of(claim)
    assert record is not None
    assert sorted({**record.get("parts", {}), **record.get("also", {})}) == PARTS[claim]
    assert not {"also", "parts"} & set(record_of("LEC-20") or {})


def test_a_claim_falls_with_a_part(monkeypatch: pytest.MonkeyPatch) -> None:
    private = THEOREMS["LEC-06"]
    stronger = replace(private.statement, formula=private.statement.formula.replace("exp(eps)", "exp(eps/2)"))
    monkeypatch.setitem(THEOREMS, "LEC-06", replace(private, statement=stronger))
    with pytest.raises(Rejected, match="not the claim"):
        Graph(find_evidence).check("LEC-10")


@pytest.mark.parametrize(("part", "message"), [("LEC-99", "no claim LEC-99"), ("LEC-21", "a circle")])
def test_a_part_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch, part: str, message: str) -> None:
    monkeypatch.setitem(THEOREMS, "LEC-21", replace(THEOREMS["LEC-21"], also=(part,)))
    with pytest.raises(Rejected, match=message):
        Graph(find_evidence).check("LEC-21")
