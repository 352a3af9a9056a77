"""The graph of proofs with the evidence of a ledger: without it, or with another, a proof falls."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dpassay.proofs_check import registry, roots
from dpassay.proofs_check.certificates import LEDGER
from dpassay.proofs_check.claim import Case
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.proof.register import THEOREMS
from dpassay.proofs_check.proof.statements import Analysis, Theorem
from dpassay.proofs_check.proof.store import FILE, Store, dump, stored
from dpassay.proofs_check.proof.verdict import Graph
from tests.proofs_check.proof.small_theorems import CLAIM, ENTRIES, LEMMA, evidence, register

assert registry.CLAIMS  # which registers the theorems


@pytest.fixture(scope="module", autouse=True)
def small_claim() -> Iterator[None]:
    """Register a small claim, with its evidence."""
    with pytest.MonkeyPatch.context() as patch:
        register(patch)
        Graph(evidence).verdict(CLAIM)
        yield


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the evidence."""
    path = tmp_path_factory.mktemp("ledger")
    (path / FILE).write_text(dump(ENTRIES), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def own(folder: Path) -> dict[str, Any]:
    """All that the claim rests on."""
    return roots.self_contained(CLAIM, folder)


def changed(change: Callable[[Analysis], Analysis]) -> Theorem:
    """The lemma with another statement for the kernel."""
    proof = tuple(
        replace(step, by=change(step.by)) if isinstance(step.by, Analysis) else step for step in THEOREMS[LEMMA].proof
    )
    return replace(THEOREMS[LEMMA], proof=proof)


def complaint(entries: dict[str, Any], name: str = LEMMA) -> str:
    """What is wrong with a proof, with this evidence; "" where nothing is."""
    try:
        Graph(Store(entries)).verdict(name)
    except Rejected as rejection:
        return str(rejection)
    return ""


def test_evidence_that_is_there_is_enough() -> None:
    assert complaint(ENTRIES) == ""
    assert complaint(ENTRIES, CLAIM) == ""


def test_missing_evidence() -> None:
    assert f"{LEMMA}, 'one': the kernel is shown nothing for" in complaint({})
    assert f"{LEMMA}, 'one'" in complaint({}, CLAIM)  # with what rests on it


def test_the_evidence_of_something_else(own: dict[str, Any]) -> None:
    one, other = own["evidence"].values()
    swapped = dict(zip(own["evidence"], (other, one), strict=True))
    assert complaint(own["evidence"], CLAIM) == ""
    assert complaint(swapped, CLAIM).startswith(f"{LEMMA}, 'one': ")


@pytest.mark.parametrize("nothing", [{}, {"by": "balls", "pieces": ["0"]}, {"by": "words"}, {"by": "rational"}])
def test_evidence_that_shows_nothing(nothing: dict[str, Any]) -> None:
    assert complaint(dict.fromkeys(ENTRIES, nothing)).startswith(f"{LEMMA}, 'one': ")


@pytest.mark.parametrize(
    "change",
    [
        lambda by: replace(by, interval="(0, 2]"),
        lambda by: replace(by, interval="(0, 178/100]"),
        lambda by: replace(by, formula="1 + z + z**2 - exp(z) > 0"),
        lambda by: replace(by, formula="1 + z + 2*z**2 - exp(z) >= 0"),
    ],
)
def test_another_statement_is_not_what_the_evidence_is_for(
    monkeypatch: pytest.MonkeyPatch, change: Callable[[Analysis], Analysis]
) -> None:
    monkeypatch.setitem(THEOREMS, LEMMA, changed(change))
    assert "the kernel is shown nothing for" in complaint(ENTRIES)


def test_a_folder_of_evidence(folder: Path, tmp_path: Path) -> None:
    assert roots.verdict(LEMMA, folder) == "proved"
    assert roots.complaint(LEMMA, folder) is None
    assert "is shown nothing" in str(roots.complaint(LEMMA, tmp_path))
    with pytest.raises(Rejected, match="is shown nothing"):
        roots.verdict(LEMMA, tmp_path)
    (tmp_path / FILE).write_text(json.dumps(ENTRIES), encoding="utf-8")  # the graph of a folder is that of its text
    assert roots.verdict(LEMMA, tmp_path) == "proved"


def test_what_is_no_formula_has_no_verdict_here(tmp_path: Path) -> None:
    assert not roots.is_rooted("last term")
    assert roots.verdict("last term", tmp_path) is None
    assert roots.complaint("last term", tmp_path) is None
    assert roots.trusted("last term", tmp_path) == []
    assert roots.rests_on("last term") == ()
    assert roots.self_contained("last term", tmp_path) == {}
    assert roots.told("LEC-99", tmp_path) == "no formula yet"


def test_what_it_rests_on(own: dict[str, Any], folder: Path) -> None:
    assert roots.rests_on(LEMMA) == ("chord of exp",)
    assert roots.closure([CLAIM, LEMMA])[:2] == [CLAIM, LEMMA]
    assert set(roots.closure([CLAIM])) == {CLAIM, *own["lemmas"], *own["rules"]}
    assert roots.told(LEMMA, folder) == "proved, 3 steps"
    assert roots.told("chord of exp", folder).startswith("a rule, exp'' > 0")


def test_what_is_exported_is_all_that_is_needed_and_no_more(own: dict[str, Any]) -> None:
    assert json.loads(json.dumps(own)) == own
    assert complaint(own["evidence"], CLAIM) == ""
    for name in own["evidence"]:
        fewer = {other: entry for other, entry in own["evidence"].items() if other != name}
        assert "is shown nothing" in complaint(fewer, CLAIM)
    assert own["lemmas"][LEMMA]["formula"] == THEOREMS[LEMMA].statement.formula
    assert all(rule["source"] for rule in own["rules"].values())
    assert own["rules"]["chord of exp"]["given"] == []


def test_a_published_theorem_is_told_with_its_source() -> None:
    name = "privacy of normal noise"
    assert roots.told(name, LEDGER).startswith("published, Balle and Wang 2018")
    found = roots.self_contained("calibrated noise: alone", LEDGER)["published"]
    assert found[name]["given"] == [["q <= z**2*v"]]
    assert set(found) == {name, "tail of the normal law", "center of the normal law"}


@pytest.fixture
def _alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lemma as all that is looked at."""
    monkeypatch.setattr(roots, "THEOREMS", {LEMMA: THEOREMS[LEMMA]})
    monkeypatch.setattr(roots, "REFUTATIONS", {})


@pytest.mark.usefixtures("_alone")
class TestSearch:
    """The evidence of all proofs, found."""

    def test_what_is_found_is_enough(self) -> None:
        text = roots.search("", evidence)
        assert complaint(stored(text).entries) == ""

    def test_what_is_known_is_not_looked_for_and_what_is_not_used_is_dropped(self) -> None:
        text = roots.search(json.dumps({**ENTRIES, "of nothing": {}}), lambda _: None)
        assert set(stored(text).entries) < set(ENTRIES)
        assert complaint(stored(text).entries) == ""

    def test_what_is_not_found(self) -> None:
        with pytest.raises(Rejected, match="is shown nothing"):
            roots.search("", lambda _: None)


def test_a_claim_has_steps_or_an_argument_and_no_formula_beside_why_it_has_none() -> None:
    proved, refuted = registry.CLAIMS["LEC-14"], registry.CLAIMS["LEC-14b"]
    roots.validate_roots({"LEC-14": replace(proved, decide=Case), "LEC-14b": refuted})
    with pytest.raises(ValueError, match="argument of LEC-14b = ''"):
        roots.validate_roots({"LEC-14b": replace(refuted, decide=Case)})
    for entry in (proved, refuted):
        with pytest.raises(ValueError, match="expected none beside a formula"):
            roots.validate_roots({entry.id: replace(entry, no_formula="it cannot be said")})


def test_nothing_is_said_to_lie_beyond_no_formula() -> None:
    def more() -> Case:
        return Case("words", beyond="there is more")

    formula, none = registry.CLAIMS["LEC-14"], registry.CLAIMS["SIMA-03b"]
    roots.validate_roots({formula.id: replace(formula, decide=more)})
    with pytest.raises(ValueError, match="beyond of SIMA-03b: expected a formula"):
        roots.validate_roots({none.id: replace(none, decide=more)})
