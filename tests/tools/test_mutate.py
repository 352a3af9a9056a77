"""The tool that tries mutants: its sample, its choice of tests, its verdicts and its report."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tools import mutate
from tools.ast_checks import ROOT
from tools.mutate import Accepted, main, modules, relevant, report, sample
from tools.mutation import Mutant
from tools.mutation_runs import forked, judge, limit_computing

ENTRY = {"module": "words", "function": "f", "original": "x = 1", "change": "x = 2", "reason": "equivalent: so"}
MUTANT = Mutant("audit/words.py", 0, "f", 3, "x = 1", "x = 2")


def test_places_are_folders_and_patterns() -> None:
    assert modules("audit/evidence/bounds") == ["audit/evidence/bounds.py"]
    assert "proofs_check/kernel/sturm.py" in modules("proofs_check/kernel")
    with pytest.raises(SystemExit, match="no_such_place: no such module or folder"):
        modules("no_such_place")
    assert all(modules(place) for place in mutate.PLACES)


def test_a_sample_is_the_same_each_time_and_another_for_another_seed() -> None:
    first = sample("audit/evidence/bounds.py", 10, 0)
    assert len(first) == 10
    assert first == sample("audit/evidence/bounds.py", 10, 0) != sample("audit/evidence/bounds.py", 10, 1)
    assert set(first) < set(sample("audit/evidence/bounds.py", 11, 0)) < set(sample("audit/evidence/bounds.py", 0, 0))


def test_tests_that_run_the_function_are_asked_mirror_first_within_the_budget() -> None:
    def entry(seconds: float, *runs: str) -> dict[str, Any]:
        return {"seconds": seconds, "runs": list(runs)}

    measured = {
        "tests/cli/test_a.py": {"a::cheap": entry(0.1, "audit/words.py::f")},
        "tests/audit/test_b.py": {
            "b::slow": entry(3, "audit/words.py::f"),
            "b::fast": entry(1, "audit/words.py::f"),
            "b::other": entry(0, "audit/words.py::g"),
        },
        "tests/audit/test_words.py": {"w::long": entry(9, "audit/words.py::f.inner")},
    }
    assert list(relevant(MUTANT, measured, 100)) == ["w::long", "b::fast", "b::slow", "a::cheap"]
    assert list(relevant(MUTANT, measured, 10.5)) == ["w::long", "b::fast", "a::cheap"]
    constant = Mutant("audit/words.py", 0, "", 3, "X = 1", "X = 2")
    assert "b::other" in relevant(constant, measured, 100)
    imported = Mutant("audit/words.py", 0, "at_import", 3, "x = 1", "x = 2")
    assert relevant(imported, measured, 100) == relevant(constant, measured, 100)


def test_an_accepted_survivor_that_fits_nothing_is_named() -> None:
    accepted = Accepted([ENTRY])
    assert accepted.has(MUTANT.key) == "equivalent: so"
    assert not accepted.has(("audit/words.py", "f", "x = 1", "x = 3"))
    assert accepted.stale(["audit/words.py"]) == [("words", "f", "x = 1", "x = 2")]
    assert accepted.stale(["audit/evidence/bounds.py"]) == []
    assert Accepted([ENTRY | {"module": "gone"}]).stale([]) == [("gone", "f", "x = 1", "x = 2")]
    there = sample("audit/evidence/bounds.py", 1, 0)[0]
    entry = ENTRY | {"module": "bounds", "function": there.function, "original": there.original, "change": there.change}
    assert Accepted([entry]).stale(["audit/evidence/bounds.py"]) == []


def test_a_reason_is_one_of_few_kinds() -> None:
    with pytest.raises(ValueError, match=r"reason = 'too hard': expected it to begin with one of equivalent, "):
        Accepted([ENTRY | {"reason": "too hard"}])


def test_the_kept_survivors_have_reasons() -> None:
    assert all(Accepted.read().reasons.values())


def row(verdict: str, *killers: str, every_file: bool = True) -> dict[str, Any]:
    shared = {"path": "audit/words.py", "function": "f", "line": 3, "original": "x = 1", "change": "x = 2"}
    return {**shared, "verdict": verdict, "killers": killers, "every_file": every_file}


def test_the_report_counts() -> None:
    rows = [row("killed", "t/a.py::x", "t/b.py::y"), row("killed", "t/b.py::y"), row("survived")]
    text = report(rows, Accepted([]))
    numbers = {line.split()[0]: line.split()[1:] for line in text.splitlines() if line.strip()}
    assert numbers["audit/"] == ["2", "0", "1", "66.7"]
    assert numbers["t/a.py"] == ["1", "1", "0"]
    assert numbers["t/b.py"] == ["1", "2", "1"]
    assert "survived: audit/words.py:3: in f" in text
    assert "audit/" in report(rows, Accepted([ENTRY]))
    assert "equivalent: so: audit/words.py:3: in f" in report(rows, Accepted([ENTRY]))


def spin(limit: float) -> None:
    limit_computing(limit)
    while True:
        pass


def test_what_loops_is_ended_by_its_computing_time() -> None:
    assert list(forked(lambda send: spin(0.1))) == [{"died": "out of time"}]


def test_what_a_child_sends_is_heard() -> None:
    assert list(forked(lambda send: send({"start": 3}))) == [{"start": 3}]
    assert list(forked(lambda send: sys.exit(3))) == [{"died": "crashed (1)"}]


def test_a_mutant_that_no_test_runs_is_untested() -> None:
    assert judge(MUTANT, {}, known=frozenset(), every_file=False).verdict == "untested"


@pytest.mark.slow
def test_a_mutant_is_killed_and_remembered(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["exact/rationals", "--sample", "0", "--only", "if fraction.denominator", "--folder", str(tmp_path)]
    command = [sys.executable, "-m", "tools.mutate", *arguments, "--tests", "exact/test_rationals"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.stdout.count("killed: exact/rationals.py") == 2, result.stdout + result.stderr
    assert result.returncode == 0
    assert main([*arguments, "--report"]) == 0
    assert "tests/exact/test_rationals.py" in capsys.readouterr().out
    lines = (tmp_path / "results.jsonl").read_text(encoding="utf-8")
    (tmp_path / "results.jsonl").write_text(lines.replace('"verdict": "killed"', '"verdict": "survived"'))
    assert main([*arguments, "--report"]) == 1
