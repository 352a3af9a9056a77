"""`dpassay audit --resume`: an audit that was killed goes on, and its report is that of one that was not."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from dpassay.audit.reports import report
from tests.cli.harness import PROGRAM, is_one_line, run

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the target finds the auditor in /proc")

TARGET = """
import os
import signal
from pathlib import Path

HERE = Path(__file__).parent
LAST = HERE / "last"  # the number of the process that ends the audit, and the signal


def above(process):
    return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])


(HERE / f"{os.getpid()}.mark").touch()
number, _, how = LAST.read_text().partition(" ")
if len(list(HERE.glob("*.mark"))) == int(number):
    os.kill(above(os.getppid()), int(how))  # our parent is the supervisor, and the auditor is above it
    signal.pause()


def target(data, *, size, rng, epsilon, categories):
    keep = rng.random(size) < 2 / 3
    return abs(keep - 1 + data)


def own(data, *, size, rng):
    return rng.random(size).round(1) + data
"""
LAW = ["-m", "randomized_response", "-p", "exp_eps=2", "-p", "categories=2"]
CLAIM = ["--epsilon", "3", "--data", "0", "--neighbor", "1"]
BATCHES = 8


class Audit:
    """An audit in a folder of its own, and how often its target was started."""

    def __init__(self, folder: Path, name: str = "target", options: list[str] = LAW) -> None:
        self.folder, self.out = folder, folder / "out"
        self.words = ["audit", f"{folder}/noise.py:{name}", *options, "--samples", "800", "--out", str(self.out)]
        (folder / "noise.py").write_text(TARGET)
        self.end_at(0)

    def end_at(self, number: int, how: int = signal.SIGKILL) -> None:
        """Let the target end the audit when it is started so often; 0: never."""
        (self.folder / "last").write_text(f"{number} {int(how)}")

    def in_a_process(self, *words: str) -> subprocess.CompletedProcess[str]:
        command = [*PROGRAM, *self.words, "--quiet", *words]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def started(self) -> int:
        """How often the target was started since this was asked last."""
        marks = list(self.folder.glob("*.mark"))
        for mark in marks:
            mark.unlink()
        return len(marks)

    @property
    def store(self) -> Path:
        (found,) = self.out.glob("*.batches")
        return found

    def text(self) -> str:
        """The report without its times; its page stands, too, and nothing else."""
        page, data = sorted(self.out.iterdir())
        assert (page.suffix, data.suffix) == (".html", ".json")
        content: dict[str, Any] = json.loads(data.read_text())
        return report.dumps({**content, "created": "", "run": {**content["run"], "seconds": 0}})


@pytest.fixture
def one(tmp_path: Path) -> Audit:
    return Audit(tmp_path)


def undisturbed(audit: Audit) -> str:
    """The report of an audit that nothing ends; it leaves nothing else."""
    done = run(*audit.words, "--quiet", "--workers", "1")
    assert done.exit_code in (0, 1, 3), done.output
    text = audit.text()
    for path in audit.out.iterdir():
        path.unlink()
    assert audit.started() == BATCHES
    return text


@pytest.mark.parametrize(("workers", "number"), [("1", 1), ("1", 5), ("2", 8)])
def test_a_killed_audit_goes_on_and_loses_only_what_was_being_drawn(one: Audit, workers: str, number: int) -> None:
    expected = undisturbed(one)
    one.end_at(number)
    killed = one.in_a_process("--workers", workers)
    assert killed.returncode == -signal.SIGKILL
    assert list(one.out.glob("*.json")) == []
    kept = len(list(one.store.glob("*.batch"))) if number > int(workers) else 0
    assert kept >= number - 1 - int(workers)
    one.started()
    one.end_at(0)
    again = run(*one.words, "--quiet", "--workers", "2", "--resume")
    assert again.exit_code in (0, 1, 3), again.output
    assert one.started() == BATCHES - kept
    assert one.text() == expected


def test_what_is_damaged_is_drawn_again(one: Audit) -> None:
    expected = undisturbed(one)
    one.end_at(BATCHES)
    one.in_a_process("--workers", "1")
    first, second, *_ = sorted(one.store.glob("*.batch"))
    first.write_bytes(first.read_bytes()[:-7])
    second.write_bytes(b"")
    one.started()
    one.end_at(0)
    run(*one.words, "--quiet", "--resume")
    assert one.started() == 3
    assert one.text() == expected


@pytest.mark.parametrize(("how", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interrupted_audit_says_how_to_go_on(one: Audit, how: int, code: int) -> None:
    one.end_at(3, how)
    ended = one.in_a_process("--workers", "1")
    assert ended.returncode == code
    assert f"2 batches of answers are kept in {one.store}: the same command with --resume goes on\n" in ended.stderr


def test_another_plan_is_refused_and_without_resume_all_begins_anew(one: Audit) -> None:
    one.end_at(3)
    one.in_a_process("--workers", "1")
    one.started()
    one.end_at(0)
    for words, why in ((["--seed", "9"], "seed = 0, not 9"), (["--alpha", "0.05"], "alpha = 0.01, not 0.05")):
        refused = run(*one.words, *words, "--resume")
        assert is_one_line(refused)
        assert f"they are of one with {why} (without --resume they are deleted)" in refused.output
    (one.folder / "noise.py").write_text(TARGET + "# edited\n")
    refused = run(*one.words, "--resume")
    assert is_one_line(refused)
    assert "they are of one with the SHA-256 of noise.py = " in " ".join(refused.output.split())
    assert one.started() == 0
    assert run(*one.words, "--quiet", "--workers", "2").exit_code in (0, 1, 3)
    assert one.started() == BATCHES
    assert list(one.out.glob("*.batches")) == []


def test_a_file_that_the_target_imports_is_part_of_it(one: Audit) -> None:
    (one.folder / "helper.py").write_text("SHIFT = 0\n")
    (one.folder / "noise.py").write_text(f"import helper\n{TARGET}")
    one.end_at(3)
    one.in_a_process("--workers", "1")
    one.started()
    one.end_at(0)
    (one.folder / "stranger.py").write_text("# imported by nobody\n")
    (one.folder / "helper.py").write_text("SHIFT = 1\n")
    refused = run(*one.words, "--resume")
    assert is_one_line(refused)
    assert "they are of one with the SHA-256 of helper.py = " in " ".join(refused.output.split())
    assert one.started() == 0
    (one.folder / "helper.py").write_text("SHIFT = 0\n")
    assert run(*one.words, "--quiet", "--resume").exit_code in (0, 1, 3)
    assert one.started() == BATCHES - 2
    files = json.loads(one.text())["source"]["files"]
    assert [each["name"] for each in files] == ["noise.py", "helper.py"]


def test_what_is_kept_stays_until_the_report_stands(one: Audit) -> None:
    run(*one.words, "--quiet", "--workers", "1")
    (page,) = one.out.glob("*.html")
    page.unlink()
    page.mkdir()  # now it cannot be written
    done = run(*one.words, "--quiet", "--workers", "1")
    assert "Error: no report: " in done.output
    assert f"{BATCHES} batches of answers are kept in {one.store}" in done.output
    page.rmdir()
    one.started()
    run(*one.words, "--quiet", "--resume")
    assert one.started() == 0
    assert list(one.out.glob("*.batches")) == []
    assert "evidence" in one.text()


def test_a_claim_alone_goes_on_too(tmp_path: Path) -> None:
    audit = Audit(tmp_path, "own", CLAIM)
    expected = undisturbed(audit)
    audit.end_at(6)
    audit.in_a_process("--workers", "1")
    audit.started()
    audit.end_at(0)
    refused = run(*audit.words, "--evidence", "values", "--resume")
    assert is_one_line(refused)
    run(*audit.words, "--quiet", "--resume")
    assert audit.started() == BATCHES - 5
    assert audit.text() == expected


def test_no_answers_are_drawn_where_an_audit_is_exact(one: Audit) -> None:
    refused = run(*one.words[:-4], "--exact", "--resume")
    assert is_one_line(refused)
    assert "resume = True: expected nothing: with --exact nothing is drawn" in refused.output
