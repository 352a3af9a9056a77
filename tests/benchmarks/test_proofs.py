"""What the benchmark of claims says of proofs: counted here by hand, for a lemma and a claim of a few steps."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from benchmarks import proofs
from dpassay.proofs_check import registry
from dpassay.proofs_check.proof.register import REFUTATIONS, THEOREMS
from dpassay.proofs_check.proof.statements import Model, Theorem, words
from tests.proofs_check.proof.small_theorems import BITS, CLAIM, LEMMA, small_claim, small_lemma

OTHER = "another claim"
assert registry.CLAIMS  # which registers them all


def known(**changes: Theorem) -> dict[str, Theorem]:
    return {LEMMA: small_lemma(), CLAIM: small_claim(), OTHER: small_claim(OTHER), **changes}


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
    assert proofs.needed([CLAIM, OTHER], known()) == [CLAIM, OTHER, LEMMA]
    assert proofs.needed([LEMMA, LEMMA], known()) == [LEMMA]


def test_what_refutes_for_every_constant() -> None:
    found = {name: list(proofs.shown_by(refutation)) for name, refutation in REFUTATIONS.items()}
    assert not {each for names in found.values() for each in names} - set(THEOREMS)
    for name, refutation in REFUTATIONS.items():
        assert bool(found[name]) == (refutation.no_constant is not None or refutation.bound is not None)


def test_a_lemma_in_words_is_one_of_the_claim() -> None:
    assert proofs.is_without_words(record(CLAIM, "proved"), known())
    assert not proofs.is_without_words(record(CLAIM, "argued"), {**known(), LEMMA: argued()})
    for other in (record(CLAIM, "refuted"), record("no theorem", "argued"), record(CLAIM, "argued", beyond="more")):
        assert not proofs.is_without_words(other, known())


def test_shares_by_source() -> None:
    """Of the source A two of three are established, one of them without words; of B nothing is."""
    theorems = {"A-1": small_claim("A-1"), "A-2": replace(small_claim("A-2"), also=("worse",)), LEMMA: small_lemma()}
    theorems["worse"] = argued()
    verdicts = {"A-1": "explicit", "A-2": "argued", "A-3": "refuted", "B-1": "confirmed"}
    rows = proofs.established_table({name: record(name, verdict) for name, verdict in verdicts.items()}, theorems).rows
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
    assert (rows["rules that are applied"], rows["theorems: parts of claims, and lemmas"]) == ("1", "1")
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
