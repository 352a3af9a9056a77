"""What the benchmark of claims says of proofs: counted here by hand, for a lemma and a claim of a few steps."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from benchmarks import proofs
from dpassay.proofs_check.certificates import load
from dpassay.proofs_check.in_words import debts
from dpassay.proofs_check.proof.register import THEOREMS
from dpassay.proofs_check.proof.statements import Model, Theorem, words
from dpassay.proofs_check.registry import CLAIMS
from tests.proofs_check.proof.small_theorems import BITS, CLAIM, LEMMA, small_claim, small_lemma

OTHER = "another claim"


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    for claim in (CLAIM, OTHER, "A-1", "A-2"):
        monkeypatch.setitem(THEOREMS, claim, small_claim(claim))
    monkeypatch.setitem(THEOREMS, LEMMA, small_lemma())


def argued() -> Theorem:
    """The lemma with its second step in words."""
    lemma = small_lemma()
    first, second, *others = lemma.proof
    return replace(lemma, proof=(first, replace(second, by=words("It is small.")), *others))


def record(name: str, verdict: str, **more: Any) -> dict[str, Any]:
    return {"id": name, "verdict": verdict, "beyond": "", **more}


def sizes(verifying: float, *refuted: Model) -> dict[str, str]:
    """The rows of the table on the small claim."""
    table = proofs.sizes_table([CLAIM], {CLAIM: small_claim(), LEMMA: small_lemma()}, refuted, verifying)
    return {name: number for name, number, *_ in table.rows}


def test_what_is_needed_is_found_once() -> None:
    assert list(proofs.theorems_of([CLAIM, OTHER])) == [CLAIM, OTHER, LEMMA]
    assert list(proofs.theorems_of([LEMMA, LEMMA])) == [LEMMA]


def test_a_lemma_in_words_is_one_of_the_claim(monkeypatch: pytest.MonkeyPatch) -> None:
    assert proofs.is_without_words(record(CLAIM, "proved"))
    for other in (record(CLAIM, "refuted"), record("no theorem", "argued"), record(CLAIM, "argued", beyond="more")):
        assert not proofs.is_without_words(other)
    monkeypatch.setitem(THEOREMS, LEMMA, argued())
    assert not proofs.is_without_words(record(CLAIM, "argued"))


def test_it_agrees_with_the_list_of_debts() -> None:
    """What is without words here is what has no debts there."""
    for name in ("LEC-14", "ASI-09", "HRS-29a"):
        known = load(name)
        assert proofs.is_without_words(known) == (known["verdict"] in proofs.ESTABLISHED and not debts(CLAIMS[name]))


def test_shares_by_source(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the source A two of three are established, one of them without words; of B nothing is."""
    monkeypatch.setitem(THEOREMS, "A-2", replace(small_claim("A-2"), also=("worse",)))
    monkeypatch.setitem(THEOREMS, "worse", argued())
    verdicts = {"A-1": "explicit", "A-2": "argued", "A-3": "refuted", "B-1": "confirmed"}
    rows = proofs.established_table({name: record(name, verdict) for name, verdict in verdicts.items()}).rows
    assert [tuple(row) for row in rows] == [
        ("A", "3", "2", "1", "50.0 %", "1", "1", "0", "0"),
        ("B", "1", "0", "0", "", "0", "0", "1", "0"),
        ("all", "4", "2", "1", "50.0 %", "1", "1", "1", "0"),
    ]


def test_steps_by_justification() -> None:
    both = proofs.steps_by_kind([small_lemma(), small_claim()])
    assert both == {"rule": 1, "theorem": 1, "analysis": 2, "arithmetic": both["arithmetic"]}
    assert both.total() == len(small_lemma().proof) + len(small_claim().proof)
    rows = proofs.steps_table({LEMMA: argued()}).rows
    assert [row for row in rows if row[1] != "0"] == [
        ("arithmetic: relations added", "1", "33.3 %"),
        ("apply: a rule", "1", "33.3 %"),
        ("words", "1", "33.3 %"),
        ("all", "3", "100.0 %"),
    ]


def test_lengths_and_facts() -> None:
    """Steps of what a claim rests on count with its own; a fact that no step cites is counted apart."""
    rows = sizes(2.0)
    own = len(small_claim().proof)
    assert rows["steps of a claim, median"] == str(own)
    assert rows["steps of a claim and of all that it rests on, longest"] == f"{own + 3} ({CLAIM})"
    assert (rows["facts"], rows["models with facts"]) == ("2", "1")
    assert rows["rules that are applied"].startswith("1 of ")
    assert rows["published theorems that are applied"].startswith("0 of ")
    assert rows["theorems: parts of claims, and lemmas"] == "1"
    assert rows["seconds of `dpassay claims verify`"] == "2.0"


def test_a_fact_counts_once() -> None:
    narrow = BITS.narrowed("ones", {"one": "bit(t) = 1"}, lambda: (1,))
    assert set(proofs.facts(narrow).values()) == {*proofs.facts(BITS).values(), ("ones", "one")}
    moved = replace(small_claim(), statement=replace(small_claim().statement, model=narrow))
    cited = proofs.cited_facts([small_claim(), moved])
    assert cited == proofs.cited_facts([small_claim()])
    assert ("small bits", "at most 1") in cited
    rows = sizes(0.0, narrow)
    assert (rows["facts"], rows["models with facts"]) == ("3", "2")
    assert rows["facts that steps cite"] == str(len(cited))


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("", 0),
        ('"""What it is.\n\nAt length.\n"""\n\nA = 1  # one\n', 1),
        ("# nothing\nA = (\n    1,\n\n    2,\n)\n", 4),
        ('def f():\n    """Do."""\n    return """a\n\n    b"""\n', 4),
    ],
)
def test_lines_of_code(source: str, lines: int) -> None:
    assert proofs.code_lines(source) == lines
