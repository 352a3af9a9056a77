"""What is fixed beforehand: kinds of evidence, and how they share the error budget."""

from __future__ import annotations

import pytest

from dpassay.audit.plan import KINDS, Kind, Plan, alpha_split, read_evidence


@pytest.mark.parametrize(
    ("kinds", "shares"),
    [
        (KINDS, {"law": 0.005, "values": 0.0048, "bits": 0.0001, "form": 0.0001}),
        (("law",), {"law": 0.01}),
        (("values",), {"values": 0.01}),
        (("law", "bits"), {"law": 0.005, "bits": 0.005}),
        (("values", "form"), {"values": 0.48 / 49, "form": 0.01 / 49}),
    ],
)
def test_all_of_alpha_is_shared_and_no_more(kinds: tuple[Kind, ...], shares: dict[str, float]) -> None:
    assert alpha_split(0.01, kinds) == pytest.approx(shares, rel=1e-12)
    assert sum(alpha_split(0.01, kinds).values()) <= 0.01 * (1 + 1e-12)


def test_kinds_are_read_in_their_order() -> None:
    assert read_evidence("form, law") == ("law", "form")
    assert Plan(evidence=("bits", "values")).evidence == ("values", "bits")
    assert Plan().evidence == KINDS


@pytest.mark.parametrize(
    ("given", "words"), [("", "''"), ("value", "did you mean 'values'"), ("law,law", "each kind once"), ([], "nothing")]
)
def test_kinds_that_there_are_not_are_refused(given: str, words: str) -> None:
    with pytest.raises(ValueError, match=r"^evidence = ") as refused:
        read_evidence(given)
    assert words in str(refused.value)


def test_what_the_answers_cannot_show_is_left_out() -> None:
    assert set(Plan().split(("law", "values", "form"))) == {"law", "values", "form"}
    with pytest.raises(ValueError, match=r"evidence = bits: expected one of .*: law, values, form"):
        Plan(evidence=("bits",)).split(("law", "values", "form"))


def test_early_stopping_looks_for_evidence_against_the_law_alone() -> None:
    assert Plan(sequential=True).evidence == Plan(sequential=True, evidence=("law",)).evidence == ("law",)
    with pytest.raises(ValueError, match="evidence = values,bits: expected law alone"):
        Plan(sequential=True, evidence=("values", "bits"))
