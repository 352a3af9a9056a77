"""The commands on proofs: what claims rest on, records that hold all they need, pages with steps, and multipliers."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from dpassay.cli.claims import suggesting
from dpassay.proofs_check import registry
from dpassay.proofs_check.certificates import LEDGER
from dpassay.proofs_check.proof.register import THEOREMS
from dpassay.proofs_check.proof.rules import RULES
from dpassay.proofs_check.proof.statements import Step, words
from dpassay.proofs_check.proof.store import FILE, dump
from dpassay.proofs_check.proof.telling import steps_told
from dpassay.proofs_check.proof.verdict import Graph
from tests.cli import harness
from tests.cli.harness import is_one_line
from tests.proofs_check.proof.small_theorems import ENTRIES, evidence, register

assert registry.CLAIMS  # which registers the theorems
pytestmark = pytest.mark.usefixtures("own_cache")

run = partial(harness.run, "claims", columns=80)
LEMMA, CLAIM = "LEC-13", "LEC-14"
CHORD = f"chord of exp: a rule, {RULES['chord of exp'].source}"


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Small theorems in the place of those of two claims, and a ledger with the evidence for them."""
    register(monkeypatch, LEMMA, CLAIM)
    Graph(evidence).verdict(CLAIM)
    folder = tmp_path / "small"
    folder.mkdir()
    (folder / FILE).write_text(dump(ENTRIES), encoding="utf-8")
    for name in (LEMMA, CLAIM):
        shutil.copy(LEDGER / f"{name}.json", folder)
    return folder


class TestGraph:
    """`dpassay claims graph`."""

    def test_what_claims_rest_on(self, small: Path) -> None:
        result = run("graph", LEMMA.lower(), CLAIM, "--ledger", small)
        assert result.exit_code == 0
        assert result.output.splitlines() == [
            f"{LEMMA}: proved, 3 steps",
            f"  {CHORD}",
            f"{CLAIM}: proved, 4 steps",
            f"  {LEMMA}: proved, 3 steps",
            f"    {CHORD}",
        ]

    def test_in_the_dot_language(self, small: Path) -> None:
        arrows = [f'  "{CLAIM}" -> "{LEMMA}";', f'  "{LEMMA}" -> "chord of exp";']
        assert run("graph", "--dot", CLAIM).output.splitlines() == ["digraph proofs {", *arrows, "}"]
        lines = run("graph", "--dot").output.splitlines()
        assert set(arrows) < set(lines)
        assert len(set(lines)) == len(lines)
        assert all(line.startswith('  "') and line.endswith('";') for line in lines[1:-1])

    def test_a_proof_without_its_evidence_is_not_shown_as_one(self, small: Path) -> None:
        (small / FILE).unlink()
        result = run("graph", LEMMA, CLAIM, "--ledger", small)
        assert result.exit_code == 1
        assert "proved" not in result.stdout
        assert result.stdout.splitlines()[0] == f"{LEMMA}: does not verify"
        assert result.stderr.startswith(f"{LEMMA}, 'one': the kernel is shown nothing for")
        assert len(result.stderr.splitlines()) == 1
        assert run("graph", "--dot", CLAIM, "--ledger", small).exit_code == 0  # what it applies is known all the same

    @pytest.mark.parametrize("arguments", [["LEC-99"], [LEMMA, "none"]])
    def test_no_such_claim(self, arguments: list[str]) -> None:
        assert is_one_line(run("graph", *arguments))


class TestWords:
    """`dpassay claims words`."""

    def test_steps_in_words_with_what_is_missing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        register(monkeypatch, LEMMA, CLAIM)
        lemma = THEOREMS[LEMMA]
        said = (words("So it is.", missing="a rule for products"), words("So it is, too."))
        steps = (Step("said", lemma.statement.formula, said[0], ("0 < x",)), Step("again", "0 <= x", said[1]))
        monkeypatch.setitem(THEOREMS, LEMMA, replace(lemma, proof=(*steps, *lemma.proof)))
        result = run("words", CLAIM, LEMMA.lower())
        assert result.exit_code == 0
        assert result.output.splitlines() == [
            f"{LEMMA}, under {CLAIM}, {LEMMA}",
            f"  [said] {lemma.statement.formula}, where 0 < x",
            "    missing: a rule for products",
            "  [again] 0 <= x",
            "    missing: not told",
            "2 of 9 steps in words, in 1 of 2 proofs, under 2 of 2 claims; 0 beyond the formula.",
        ]

    def test_what_is_beyond_a_formula(self) -> None:
        lines = run("words", "ASI-14", LEMMA).output.splitlines()
        assert lines[0].startswith("ASI-14, beyond its formula: ")
        assert lines[-1].endswith(" proofs, under 0 of 2 claims; 1 beyond the formula.")

    def test_all_of_them(self) -> None:
        lines = run("words").output.splitlines()
        assert lines[-1].startswith(f"{sum(line.startswith('    missing: ') for line in lines)} of ")

    def test_no_such_claim(self) -> None:
        assert is_one_line(run("words", "LEC-99"))


class TestExport:
    """`dpassay claims export`."""

    def test_a_record_that_needs_no_other_file(self, small: Path, tmp_path: Path) -> None:
        out = tmp_path / "new" / "folder"
        assert run("export", CLAIM, CLAIM, "--out", out, "--ledger", small).output == f"1 record in {out}\n"
        assert [path.name for path in out.iterdir()] == [f"{CLAIM}.json"]
        record: dict[str, Any] = json.loads((out / f"{CLAIM}.json").read_text(encoding="utf-8"))
        stored = json.loads((LEDGER / f"{CLAIM}.json").read_text(encoding="utf-8"))
        assert stored.items() <= record.items()
        assert set(record) - set(stored) == {"needs", "lemmas", "rules", "published", "evidence"}
        assert list(record["needs"]) == list(record["lemmas"]) == [LEMMA]
        assert record["needs"][LEMMA]["id"] == LEMMA
        assert list(record["rules"]) == ["chord of exp"]
        assert record["published"] == {}
        assert len(record["evidence"]) == 2
        assert record["evidence"].items() <= ENTRIES.items()

    @pytest.mark.parametrize("missing", [f"{LEMMA}.json", FILE])
    def test_what_is_not_whole_is_not_exported(self, small: Path, tmp_path: Path, missing: str) -> None:
        (small / missing).unlink()
        result = run("export", LEMMA, "--out", tmp_path / "out", "--ledger", small)
        assert is_one_line(result)
        assert list((tmp_path / "out").iterdir()) == []

    @pytest.mark.parametrize("arguments", [["LEC-99", "--out", "out"], [LEMMA, "--out", __file__]])
    def test_what_cannot_be_written(self, arguments: list[str]) -> None:
        result = run("export", *arguments)
        assert result.exit_code == 2
        assert "Traceback" not in result.output


class TestShow:
    """`dpassay claims show` of a claim that is proved in steps."""

    def test_the_steps_and_what_is_trusted(self) -> None:
        short, full = (run("show", LEMMA, *more).output for more in ((), ("--full",)))
        on_one_line = " ".join(short.split())
        root = json.loads((LEDGER / f"{LEMMA}.json").read_text(encoding="utf-8"))["root"]
        told = list(steps_told(root))
        assert short.startswith(f"{LEMMA}: proved\n")
        assert f"formula {root['formula']}" in on_one_line
        assert len(told) == len(root["steps"])
        assert all(f"{what} {why}" in on_one_line for what, why in told)
        assert "\nTo be trusted\n" in short
        assert max(map(len, short.splitlines())) <= 80
        assert set(short.splitlines()) < set(full.splitlines())
        assert "\nNotes\n" in full
        assert "\nNotes\n" not in short


@pytest.mark.usefixtures("small")
class TestSuggest:
    """`dpassay claims suggest`."""

    def test_multipliers_that_a_step_has(self) -> None:
        assert run("suggest", "lec-13", "all").output == 'arithmetic("chord", ("x", "one"), ("b**2", "x <= 1"))\n'
        assert run("suggest", CLAIM, "first").output == 'arithmetic(("n", use("at most 1", t="1")))\n'

    def test_a_long_call_has_a_line_for_each_term(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(suggesting, "WIDTH", 40)
        lines = run("suggest", LEMMA, "all").output.splitlines()
        assert lines == ["arithmetic(", '    "chord",', '    ("x", "one"),', '    ("b**2", "x <= 1"),', ")"]

    @pytest.mark.parametrize(
        ("step", "used", "call"),
        [
            ("first", ["at most 1:t=1"], 'arithmetic(("n", use("at most 1", t="1")))'),
            ("first", ["at most 1: t = 1", "a bit:t=1"], 'arithmetic(("n", use("at most 1", t="1")))'),
            ("quadratic", ["all"], ""),
            ("all", ["quadratic", "count"], 'arithmetic("quadratic", ("1/n", "count"))'),
            ("all", ["quadratic", "1 <= n"], 'arithmetic("quadratic", "1 <= n")'),
        ],
    )
    def test_relations_that_are_given(self, step: str, used: list[str], call: str) -> None:
        result = run("suggest", CLAIM, step, *(word for name in used for word in ("--use", name)))
        assert result.stdout == (f"{call}\n" if call else "")

    @pytest.mark.parametrize("used", [["chord"], ["chord", "one"], ["one", "x <= 1"], ["0 < b"]])
    def test_none_are_found(self, used: list[str]) -> None:
        result = run("suggest", LEMMA, "all", *(word for name in used for word in ("--use", name)))
        assert result.exit_code == 1
        assert result.stdout == ""
        assert result.stderr == f"{LEMMA}, 'all': no multipliers were found\n"

    @pytest.mark.parametrize(
        ("arguments", "complaint"),
        [
            (["LEC-99", "all"], "id = 'LEC-99': expected a claim or a lemma that is proved in steps"),
            (["last term", "all"], "id = 'last term': expected a claim or a lemma that is proved in steps"),
            (["LEC-13", "last"], "step = 'last': expected one of chord, one, all"),
            (["LEC-13", "chord"], "step = 'chord': expected a step by arithmetic"),
            (["LEC-13", "all", "--use", "two"], "'two' is no earlier step"),
            (["LEC-13", "all", "--use", "all"], "'all' is no earlier step"),
            (["LEC-13", "all", "--use", "two:x=1"], "use = 'two:x=1': expected the name of an earlier step"),
            (["LEC-13", "all", "--use", "one:x"], "use = 'one:x': expected values such as :x=1"),
            (["LEC-13", "all", "--use", "one:b=1"], "b: no value can be put in the place of a parameter"),
            (["LEC-13", "all", "--use", "x <= 1/2"], "x <= 1/2 is not known here"),
            (["LEC-13", "all", "--use", "x <= ="], "formula"),
        ],
    )
    def test_what_cannot_be_used(self, arguments: list[str], complaint: str) -> None:
        result = run("suggest", *arguments)
        assert is_one_line(result)
        assert complaint in result.output
