"""The commands on proofs: what claims rest on, records that hold all they need, pages with steps, and multipliers."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from dpassay.proofs_check import roots
from dpassay.proofs_check.certificates import LEDGER
from dpassay.proofs_check.proof.rules import RULES
from dpassay.proofs_check.proof.store import FILE
from dpassay.proofs_check.proof.telling import steps_told
from tests.cli import harness
from tests.cli.harness import is_one_line

pytestmark = pytest.mark.usefixtures("own_cache")

run = partial(harness.run, "claims", columns=80)


class TestGraph:
    """`dpassay claims graph`."""

    def test_what_a_claim_rests_on(self) -> None:
        assert run("graph", "lec-13").output.splitlines() == [
            "LEC-13: proved, 3 steps",
            f"  chord of exp: a rule, {RULES['chord of exp'].source}",
        ]

    def test_one_below_the_other(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(roots, "told", lambda name, _: f"what is told of {name}")
        monkeypatch.setattr(roots, "complaint", lambda *_: None)
        lines = run("graph", "LEC-14").output.splitlines()
        assert lines[:3] == [
            "LEC-14: what is told of LEC-14",
            "  LEC-13: what is told of LEC-13",
            "    chord of exp: what is told of chord of exp",
        ]
        assert "  telescope: what is told of telescope" in lines

    def test_in_the_dot_language(self) -> None:
        assert run("graph", "--dot", "LEC-13").output == 'digraph proofs {\n  "LEC-13" -> "chord of exp";\n}\n'
        lines = run("graph", "--dot").output.splitlines()
        assert (lines[0], lines[-1]) == ("digraph proofs {", "}")
        assert '  "LEC-14" -> "LEC-13";' in lines
        assert len(set(lines)) == len(lines)
        assert all(line.startswith('  "') and line.endswith('";') for line in lines[1:-1])

    def test_a_proof_without_its_evidence_is_not_shown_as_one(self, tmp_path: Path) -> None:
        result = run("graph", "LEC-13", "--ledger", tmp_path)
        assert result.exit_code == 1
        assert result.stdout.splitlines()[0] == "LEC-13: does not verify"
        assert result.stderr.startswith("LEC-13, 'one': the kernel is shown nothing for")
        assert len(result.stderr.splitlines()) == 1
        assert (
            run("graph", "--dot", "LEC-13", "--ledger", tmp_path).exit_code == 0
        )  # what it applies is known all the same

    @pytest.mark.parametrize("arguments", [["LEC-99"], ["LEC-13", "none"]])
    def test_no_such_claim(self, arguments: list[str]) -> None:
        assert is_one_line(run("graph", *arguments))


class TestExport:
    """`dpassay claims export`."""

    def test_a_record_that_needs_no_other_file(self, tmp_path: Path) -> None:
        assert run("export", "LEC-13", "--out", tmp_path / "new").output == f"1 record in {tmp_path / 'new'}\n"
        record: dict[str, Any] = json.loads((tmp_path / "new" / "LEC-13.json").read_text(encoding="utf-8"))
        stored = json.loads((LEDGER / "LEC-13.json").read_text(encoding="utf-8"))
        assert stored.items() <= record.items()
        assert set(record) - set(stored) == {"needs", "lemmas", "rules", "evidence"}
        assert list(record["rules"]) == ["chord of exp"]
        assert record["rules"]["chord of exp"]["source"] == RULES["chord of exp"].source
        assert len(record["evidence"]) == 1
        assert record["evidence"].items() <= json.loads((LEDGER / FILE).read_text(encoding="utf-8")).items()

    def test_what_it_needs_is_there_too(self, tmp_path: Path) -> None:
        run("export", "LEC-17", "--out", tmp_path)
        record = json.loads((tmp_path / "LEC-17.json").read_text(encoding="utf-8"))
        assert set(record["needs"]) >= {"LEC-13", "LEC-14"}
        assert all(record["needs"][name]["id"] == name for name in record["needs"])

    def test_several_records(self, tmp_path: Path) -> None:
        result = run("export", "LEC-13", "LEC-17", "LEC-13", "--out", tmp_path)
        assert result.output == f"2 records in {tmp_path}\n"
        assert sorted(path.name for path in tmp_path.iterdir()) == ["LEC-13.json", "LEC-17.json"]

    @pytest.mark.parametrize("arguments", [["LEC-99", "--out", "out"], ["LEC-13", "--out", __file__]])
    def test_what_cannot_be_written(self, arguments: list[str]) -> None:
        result = run("export", *arguments)
        assert result.exit_code == 2
        assert "Traceback" not in result.output

    def test_a_record_that_is_not_there(self, tmp_path: Path) -> None:
        assert is_one_line(run("export", "LEC-13", "--out", tmp_path / "out", "--ledger", tmp_path))


class TestShow:
    """`dpassay claims show` of a claim that is proved in steps."""

    def test_the_steps_and_what_is_trusted(self) -> None:
        output = run("show", "LEC-13").output
        on_one_line = " ".join(output.split())
        assert output.startswith("LEC-13: proved\n")
        assert "formula  exp(b*x) <= 1 + b*x + b**2\n" in output
        record = json.loads((LEDGER / "LEC-13.json").read_text(encoding="utf-8"))
        told = list(steps_told(record["root"]))
        assert len(told) == 3
        assert all(f"{what} {why}" in on_one_line for what, why in told)
        assert f"rules chord of exp ({RULES['chord of exp'].source})" in on_one_line
        assert max(map(len, output.splitlines())) <= 80

    def test_all_of_it(self) -> None:
        short, full = (run("show", "LEC-14", *more).output for more in ((), ("--full",)))
        assert set(short.splitlines()) < set(full.splitlines())
        assert "\nProof\n" in short
        assert "\nTo be trusted\n" in short
        assert "Rejected, with the same machinery" in full
        assert "Rejected, with the same machinery" not in short


class TestSuggest:
    """`dpassay claims suggest`."""

    def test_multipliers_that_a_step_has(self) -> None:
        assert run("suggest", "lec-13", "all").output == 'arithmetic("chord", ("x", "one"), ("b**2", "x <= 1"))\n'

    def test_a_long_call_has_a_line_for_each_term(self) -> None:
        lines = run("suggest", "LEC-14", "all").output.splitlines()
        assert (lines[0], lines[-1]) == ("arithmetic(", ")")
        assert lines[1:3] == ['    ("1/a", "rounds"),', '    ("1/a", "telescope"),']
        assert max(map(len, lines)) <= 80

    def test_relations_that_are_given(self) -> None:
        used = ["--use", "delta:x=12*T*a**2", "--use", "tail:x=12*T*a**2:s=23/2"]
        printed = 'arithmetic(use("delta", x="12*T*a**2"), use("tail", x="12*T*a**2", s="23/2"))\n'
        assert run("suggest", "LEC-22-corrected", "all", *used).output == printed
        lemma = run("suggest", "Chernoff", "gap", "--use", "X > e")
        assert lemma.output == 'arithmetic(("s", "X > e"))\n'

    @pytest.mark.parametrize("used", [["chord"], ["chord", "one"], ["one", "x <= 1"], ["0 < b"]])
    def test_none_are_found(self, used: list[str]) -> None:
        result = run("suggest", "LEC-13", "all", *(word for name in used for word in ("--use", name)))
        assert result.exit_code == 1
        assert result.stdout == ""
        assert result.stderr == "LEC-13, 'all': no multipliers were found\n"

    @pytest.mark.parametrize(
        ("arguments", "complaint"),
        [
            (["LEC-99", "all"], "id = 'LEC-99': expected a claim or a lemma that is proved in steps"),
            (["telescope", "all"], "id = 'telescope': expected a claim or a lemma that is proved in steps"),
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
