"""The graph of proofs with the evidence of a ledger: without it, or with another, a proof falls."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from dpassay.proofs_check import registry, roots
from dpassay.proofs_check.certificates import LEDGER
from dpassay.proofs_check.certify import find_evidence
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.proof.register import THEOREMS
from dpassay.proofs_check.proof.statements import Analysis, Theorem
from dpassay.proofs_check.proof.store import FILE, Store, digest, dump, stored, text_of
from dpassay.proofs_check.proof.verdict import Graph
from tests.proofs_check.proof.small_theorems import NAME, SMALL

assert registry.CLAIMS  # which registers the theorems
ENTRIES = dict(stored(text_of(LEDGER)).entries)


def found(statement: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Evidence of the ledger, or new one, which is then there, too."""
    name = digest(statement)
    if name not in ENTRIES:
        ENTRIES[name] = find_evidence(statement)
    return cast("Mapping[str, Any]", ENTRIES[name])


@pytest.fixture(scope="module", autouse=True)
def small_claim() -> Iterator[None]:
    """Register a small claim, with its evidence."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(THEOREMS, NAME, SMALL)
        Graph(found).verdict(NAME)
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
    return roots.self_contained(NAME, folder)


def changed(change: Callable[[Analysis], Analysis]) -> Theorem:
    """LEC-13 with another statement for the kernel."""
    proof = tuple(
        replace(step, by=change(step.by)) if isinstance(step.by, Analysis) else step
        for step in THEOREMS["LEC-13"].proof
    )
    return replace(THEOREMS["LEC-13"], proof=proof)


def complaint(evidence: dict[str, Any], name: str = "LEC-13") -> str:
    """What is wrong with a proof, with this evidence; "" where nothing is."""
    try:
        Graph(Store(evidence)).verdict(name)
    except Rejected as rejection:
        return str(rejection)
    return ""


def test_evidence_that_is_there_is_enough() -> None:
    assert complaint(ENTRIES) == ""
    assert complaint(ENTRIES, NAME) == ""


def test_missing_evidence() -> None:
    assert "LEC-13, 'one': the kernel is shown nothing for" in complaint({})
    assert "LEC-13, 'one'" in complaint({}, NAME)  # with what rests on it


def test_the_evidence_of_something_else(own: dict[str, Any]) -> None:
    one, other = own["evidence"].values()
    swapped = dict(zip(own["evidence"], (other, one), strict=True))
    assert complaint(own["evidence"], NAME) == ""
    assert complaint(swapped, NAME).startswith("LEC-13, 'one': ")


@pytest.mark.parametrize("evidence", [{}, {"by": "balls", "pieces": ["0"]}, {"by": "words"}, {"by": "rational"}])
def test_evidence_that_shows_nothing(evidence: dict[str, Any]) -> None:
    assert complaint(dict.fromkeys(ENTRIES, evidence)).startswith("LEC-13, 'one': ")


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
    monkeypatch.setitem(THEOREMS, "LEC-13", changed(change))
    assert "the kernel is shown nothing for" in complaint(ENTRIES)


def test_a_folder_of_evidence(folder: Path, tmp_path: Path) -> None:
    assert roots.verdict("LEC-13", folder) == "proved"
    assert roots.complaint("LEC-13", folder) is None
    assert "is shown nothing" in str(roots.complaint("LEC-13", tmp_path))
    with pytest.raises(Rejected, match="is shown nothing"):
        roots.verdict("LEC-13", tmp_path)
    (tmp_path / FILE).write_text(json.dumps(ENTRIES), encoding="utf-8")  # the graph of a folder is that of its text
    assert roots.verdict("LEC-13", tmp_path) == "proved"


def test_what_is_no_formula_has_no_verdict_here(tmp_path: Path) -> None:
    assert not roots.is_rooted("telescope")
    assert roots.verdict("telescope", tmp_path) is None
    assert roots.complaint("telescope", tmp_path) is None
    assert roots.trusted("telescope", tmp_path) == []
    assert roots.rests_on("telescope") == ()
    assert roots.self_contained("telescope", tmp_path) == {}
    assert roots.told("LEC-99", tmp_path) == "no formula yet"


def test_what_it_rests_on(own: dict[str, Any], folder: Path) -> None:
    assert roots.rests_on("LEC-13") == ("chord of exp",)
    assert roots.closure([NAME, "LEC-13"])[:2] == [NAME, "LEC-13"]
    assert set(roots.closure([NAME])) == {NAME, *own["lemmas"], *own["rules"]}
    assert roots.told("LEC-13", folder) == "proved, 3 steps"
    assert roots.told("chord of exp", folder).startswith("a rule, exp'' > 0")


def test_what_is_exported_is_all_that_is_needed_and_no_more(own: dict[str, Any]) -> None:
    assert json.loads(json.dumps(own)) == own
    assert complaint(own["evidence"], NAME) == ""
    for name in own["evidence"]:
        fewer = {other: entry for other, entry in own["evidence"].items() if other != name}
        assert "is shown nothing" in complaint(fewer, NAME)
    assert own["lemmas"]["LEC-13"]["formula"] == THEOREMS["LEC-13"].statement.formula
    assert all(rule["source"] for rule in own["rules"].values())
    assert own["rules"]["chord of exp"]["given"] == []


@pytest.fixture
def _alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """LEC-13 as all that is looked at."""
    monkeypatch.setattr(roots, "THEOREMS", {"LEC-13": THEOREMS["LEC-13"]})
    monkeypatch.setattr(roots, "REFUTATIONS", {})


@pytest.mark.usefixtures("_alone")
class TestSearch:
    """The evidence of all proofs, found."""

    def test_what_is_found_is_enough(self) -> None:
        text = roots.search("", find_evidence)
        assert complaint(stored(text).entries) == ""

    def test_what_is_known_is_not_looked_for_and_what_is_not_used_is_dropped(self) -> None:
        text = roots.search(json.dumps({**ENTRIES, "of nothing": {}}), lambda _: None)
        assert set(stored(text).entries) < set(ENTRIES)
        assert complaint(stored(text).entries) == ""

    def test_what_is_not_found(self) -> None:
        with pytest.raises(Rejected, match="is shown nothing"):
            roots.search("", lambda _: None)
