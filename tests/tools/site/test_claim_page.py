"""The page of a claim has what its record has."""

from __future__ import annotations

import re
from html import unescape

import pytest

from dpassay.proofs_check import certificates
from tools.site.claim_page import sections


def page(id: str) -> dict[str, str]:  # noqa: A002  # the name that it has everywhere
    """Return the sections of a page by their titles, without their tags."""
    return {each.title: unescape(re.sub(r"<[^>]+>", " ", each.html)) for each in sections(certificates.load(id))}


def test_a_proof_has_its_steps_with_what_each_rests_on() -> None:
    (html,) = [each.html for each in sections(certificates.load("LEC-14")) if each.title == "Formula and proof"]
    steps = certificates.load("LEC-14")["root"]["steps"]
    assert html.count("<li id=") == len(steps) == 7
    assert '<li id="step-collected">' in html
    assert 'adding 1/a * sum(_, t, 1, T) of [<a href="#step-round">round</a>]' in html
    assert 'by <a href="LEC-13.html">LEC-13</a>' in html


def test_a_refutation_has_its_instance_and_the_numbers_there() -> None:
    found = page("LEC-22")
    assert "rounds 1267" in " ".join(found["Where it fails"].split())
    assert "0.000113664445712" in found["Where it fails"]
    assert "LEC-22-corrected" in found["Claim"]
    assert "the first is not at most the second" in found["Where it fails"].replace("of which the first", "the first")


def test_a_page_ends_with_how_to_recompute_and_to_cite() -> None:
    (html,) = [each.html for each in sections(certificates.load("LEC-22")) if each.title == "Recompute and cite"]
    assert '<a href="LEC-22.json" download>' in html
    assert "@misc{dpassay_lec_22," in html
    assert "SHA-256 of the record" in html
    assert '<a href="../docs/errata/LEC.html#lec-22">' in html


@pytest.mark.parametrize("id", ["LEC-02", "ASI-42", "HRS-06", "SIMA-03"])
def test_no_section_is_empty_and_twins_are_told(id: str) -> None:  # noqa: A002  # the name that it has everywhere
    found = page(id)
    assert all(text.strip() for text in found.values())
    for twin in certificates.load(id)["twins"]:
        assert twin["words"] in found["Checked besides"]


def test_a_record_that_says_something_else_has_another_page() -> None:
    record = certificates.load("LEC-22")
    changed = {**record, "verdict": "proved", "argument": "<script>"}
    (html,) = [each.html for each in sections(changed) if each.title == "Claim"]
    assert 'class="verdict proved"' in html
    assert "<script>" not in html
