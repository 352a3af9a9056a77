"""Attacks on the verdicts of claims that are proved in steps: through the evidence, the records and the lemmas."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from dpassay.proofs_check import certificates, roots
from dpassay.proofs_check.certificates import check_file, check_files, dump, verify_checked, verify_ledger
from dpassay.proofs_check.certify import find_evidence
from dpassay.proofs_check.claim import CLAIMS, Case, Verdict, verdict_of
from dpassay.proofs_check.memory import Memory
from dpassay.proofs_check.models.anything import numbers
from dpassay.proofs_check.needs import needs
from dpassay.proofs_check.proof import register, store
from dpassay.proofs_check.proof.published import PUBLISHED
from dpassay.proofs_check.proof.register import REFUTATIONS, THEOREMS, refuted, theorem
from dpassay.proofs_check.proof.rules import RULES
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, words
from dpassay.proofs_check.run import recompute
from tests.proofs_check import toys
from tests.proofs_check.toys import SPACES, toy

REALS = numbers(x="real")
TOP, LEMMA, BASE = "LEC-01", "a lemma", "LEC-02"
FORMULA = "1 + x <= exp(x)"


def told(by: Any) -> tuple[Step, ...]:
    return (Step("all", FORMULA, by),)


TANGENT = analysis("1 + z <= exp(z)", "(-oo, oo)", z="x")


@cache
def evidence_for(statement: str) -> Mapping[str, Any] | None:
    return find_evidence(json.loads(statement))


def lay(folder: Path, evidence: str) -> None:
    (folder / store.FILE).write_text(evidence, encoding="utf-8")


def rewrite(folder: Path) -> None:
    """Write the records of all claims."""
    for entry in CLAIMS.values():
        record, _ = recompute(entry, folder)
        (folder / f"{entry.id}.json").write_text(dump(record), encoding="utf-8")


@pytest.fixture
def ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A ledger of a claim that rests on a lemma, which rests on another claim."""
    with toys.only_toys(), monkeypatch.context() as patch:
        for registered in (THEOREMS, REFUTATIONS):
            for name in list(registered):
                patch.delitem(registered, name)
        patch.setattr(certificates, "SOURCES", {})
        CLAIMS.update({name: toy(Case("in steps"), name) for name in (TOP, BASE)})
        theorem(BASE, REALS, FORMULA, *told(TANGENT))
        theorem(LEMMA, REALS, FORMULA, *told(apply(BASE, x="x")))
        theorem(TOP, REALS, FORMULA, *told(apply(LEMMA, x="x")))
        lay(tmp_path, roots.search("", lambda statement: evidence_for(json.dumps(statement))))
        rewrite(tmp_path)
        reread(tmp_path)
        yield tmp_path
        for name in (TOP, LEMMA, BASE):
            THEOREMS.pop(name, None)


def complaints(ledger: Path, memory: Memory | None = None) -> list[str]:
    """What is wrong with the claim at the top, and all that it needs."""
    return [f"{found.id}: {found.complaint}" for found in verify_checked(check_files([CLAIMS[TOP]], ledger, memory))]


def changed(id: str, by: Any) -> None:  # noqa: A002  # the name that it has everywhere
    """Prove a theorem otherwise; the graph of the ledger is read anew."""
    del THEOREMS[id]
    theorem(id, REALS, FORMULA, *told(by))


def reread(ledger: Path) -> None:
    """Another text of the same evidence, of which no graph is known."""
    lay(ledger, store.text_of(ledger).rstrip(" ") + " " * next(SPACES))


def test_what_is_right_is_verified(ledger: Path) -> None:
    assert complaints(ledger) == []
    assert verify_ledger(ledger) == []
    assert check_file(CLAIMS[TOP], ledger).verdict == "proved"


def test_a_claim_falls_with_the_record_of_one_below_its_lemma(ledger: Path) -> None:
    assert needs(CLAIMS[TOP]) == [BASE]
    (ledger / f"{BASE}.json").unlink()
    assert f"{TOP}: {BASE}, which it names, does not verify" in complaints(ledger)


@pytest.mark.parametrize("id", [LEMMA, BASE])
def test_a_claim_falls_with_what_it_rests_on(ledger: Path, id: str) -> None:  # noqa: A002  # the name that it has
    del THEOREMS[id]
    reread(ledger)
    assert any(complaint.startswith(f"{TOP}: its proof is not accepted") for complaint in complaints(ledger))


def test_words_below_are_words_above(ledger: Path) -> None:
    changed(BASE, words("exp is convex."))
    reread(ledger)
    assert f"{TOP}: the verdict that follows is argued, not proved" in complaints(ledger)
    rewrite(ledger)
    assert complaints(ledger) == []
    assert check_file(CLAIMS[TOP], ledger).verdict == "argued"
    assert "1 in words, with those of what it rests on" in roots.told(TOP, ledger)
    assert verdict_of(Case("in steps"), [], "argued") == Verdict.ARGUED


def test_a_circle_through_a_lemma(ledger: Path) -> None:
    changed(BASE, apply(TOP, x="x"))
    reread(ledger)
    assert any("a circle" in complaint for complaint in complaints(ledger))


@pytest.mark.parametrize(
    "text",
    ["", "{}", "[]", "{", "[" * 100_000, "\ufeff{}", '{"a": NaN}', '{"a": 1, "a": 2}', '{"a": ' + "9" * 5000 + "}"],
    ids=lambda text: text[:12],
)
def test_another_file_of_evidence(ledger: Path, text: str) -> None:
    lay(ledger, text)
    assert any(complaint.startswith(f"{TOP}: its proof is not accepted: ") for complaint in complaints(ledger))


def test_files_that_cannot_be_read(ledger: Path) -> None:
    (ledger / store.FILE).write_bytes(b"\xff")
    assert any("expected a file that can be read" in complaint for complaint in complaints(ledger))


@pytest.mark.parametrize("evidence", [None, 1, [], "by", {}, {"by": "rational"}, {"by": 1.5}, {"by": ["balls"]}, True])
def test_evidence_that_shows_nothing(ledger: Path, evidence: Any) -> None:
    lay(ledger, json.dumps(dict.fromkeys(json.loads(store.text_of(ledger)), evidence)))
    assert complaints(ledger)


def test_more_in_the_evidence(ledger: Path) -> None:
    entries = json.loads(store.text_of(ledger))
    lay(ledger, json.dumps({name: {**entry, "note": "by hand"} for name, entry in entries.items()}))
    assert complaints(ledger)
    lay(ledger, json.dumps({**entries, "note": "by hand"}))
    assert complaints(ledger) == []
    assert [found.complaint for found in verify_ledger(ledger)] == ["note is evidence for no step of any proof"]


def test_a_lemma_that_no_claim_needs_is_checked_too(ledger: Path) -> None:
    theorem("alone", REALS, "x <= 0", Step("all", "x <= 0", arithmetic()))
    try:
        reread(ledger)
        assert [found.id for found in verify_ledger(ledger)] == ["alone"]
    finally:
        del THEOREMS["alone"]


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (["formula"], "0 <= 1"),
        (["where"], ["x <= 0"]),
        (["let"], {"y": "x"}),
        (["given"], {"more": ["0 <= 1"]}),
        (["variables", "x"], "real, x <= 0"),
        (["model"], "other numbers"),
        (["steps"], []),
        (["steps", 0, "by"], "by inspection"),
        (["steps", 0, "formula"], "0 <= 1"),
        (["steps", 0, "more"], 1),
        (["fails_at"], {"x": "1"}),
        ([], None),
    ],
)
def test_another_root_in_the_record(ledger: Path, path: list[Any], value: Any) -> None:
    record = certificates.load(TOP, ledger)
    node: Any = record
    for name in ["root", *path][:-1]:
        node = node[name]
    node[["root", *path][-1]] = value
    (ledger / f"{TOP}.json").write_text(dump(record), encoding="utf-8")
    assert complaints(ledger) == [f"{TOP}: differs from the registered claim in root; recompute it"]


def test_what_was_accepted_is_not_remembered_of_other_evidence(ledger: Path, tmp_path: Path) -> None:
    memory = tmp_path / "memory"
    assert complaints(ledger, Memory(memory)) == []
    assert Memory(memory).knows((ledger / f"{TOP}.json").read_text() + store.text_of(ledger))
    lay(ledger, "{}")
    found = check_file(CLAIMS[TOP], ledger, Memory(memory), anew=False)
    assert found.verdict == certificates.UNVERIFIED


def test_an_id_is_taken_once(ledger: Path) -> None:
    assert ledger.is_dir()
    for id in (TOP, LEMMA, next(iter(RULES)), next(iter(PUBLISHED))):  # noqa: A001  # the name that it has everywhere
        with pytest.raises(ValueError, match="not yet registered"):
            theorem(id, REALS, FORMULA, *told(TANGENT))
        with pytest.raises(ValueError, match="not yet registered"):
            refuted(id, REALS, FORMULA)
    assert register.find("exp grows") is RULES["exp grows"]
