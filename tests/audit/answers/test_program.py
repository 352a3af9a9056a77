"""Programs as targets: drawn from as any target is, with its limits, and nothing of them is left behind."""

from __future__ import annotations

import os
import sys
import time
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest

from dpassay.audit.answers.outcome import Failure, Samples
from dpassay.audit.answers.program import Program, read_program
from dpassay.audit.answers.runner import draw
from tests.audit.clock import LIMIT, Clock
from tests.audit.running import LIMITS
from tests.patience import HUNG

COINS = """
import json, random, sys
for line in sys.stdin:
    asked = json.loads(line)
    coins = random.Random(asked["seed"])
    print(json.dumps([asked["data"] + coins.random() for _ in range(asked["size"])]), flush=True)
"""
RIGHT = Program((sys.executable, "-S", "-c", COINS))


def outcome(program: Program, samples: int = 100, **options: object) -> Samples | Failure:
    arguments = {"samples": samples, "seed": 1, **LIMITS, **options}
    return draw(program, [0, 100], {"epsilon": "1"}, **arguments)


def shell(script: str) -> Program:
    return Program(("sh", "-c", script))


def failure(script: str, **options: object) -> Failure:
    result = outcome(shell(script), **options)
    assert isinstance(result, Failure), result
    assert "\n" not in result.message
    return result


def test_a_program_is_drawn_from_on_every_dataset_and_the_seed_decides() -> None:
    first, again, other = (outcome(RIGHT, seed=seed) for seed in (3, 3, 4))
    assert isinstance(first, Samples)
    assert isinstance(again, Samples)
    assert isinstance(other, Samples)
    assert [array.shape for array in first.arrays] == [(100,), (100,)]
    assert [array.dtype for array in first.arrays] == [np.float64] * 2
    assert [int(array.min()) for array in first.arrays] == [0, 100]
    assert len(np.unique(np.concatenate(first.arrays) % 100)) == 200
    assert all(map(np.array_equal, first.arrays, again.arrays))
    assert not np.any(first.arrays[0] == other.arrays[0])
    assert first.origin.seeded
    assert first.form_names == ("float64 of shape ()",)
    digest = sha256(Path(sys.executable).read_bytes()).hexdigest()
    assert first.origin.sources == ((Path(sys.executable).name, digest),)


def test_rows_and_whole_numbers_are_answers_and_stderr_is_free() -> None:
    """Whole numbers are doubles, so that a program that prints 1 for 1.0 has one form of answers."""
    result = outcome(shell("while read x; do echo noise >&2; echo '[[1, 2.5]]'; done"), samples=3)
    assert isinstance(result, Samples), result
    assert [array.tolist() for array in result.arrays] == [[[1.0, 2.5]] * 3] * 2
    assert result.form_names == ("float64 of shape (2,)",)
    assert result.stderr == "noise\n" * 5 + "noise"


@pytest.mark.parametrize(
    ("script", "kind", "message"),
    [
        ("exit 3", "exit", "the program ended with exit code 3 after 0 answered requests"),
        ("echo one >&2; echo two >&2; exit 3", "exit", "until its input ends; its last words: two"),
        ("kill -KILL $$", "crash", "the program was killed by SIGKILL"),
        ("echo Hello; cat", "output", "the program wrote 'Hello"),
        ("while read x; do echo '[]'; done", "output", "the program wrote 0 answers, '[]': expected a JSON array of 1"),
        ("while read x; do echo '[[]]'; done", "output", "expected numbers"),
        ("while read x; do echo '[1e999]'; done", "output", "returned 1 non-finite of 1 values: the first is inf"),
        ("while read x; do echo '[NaN]'; done", "output", "the first is nan"),
        (f"while read x; do echo '[\"{2**63}\"]'; done", "output", "an integer of more than 63 bits"),
        ("yes", "output", "the program wrote "),
    ],
)
def test_what_a_program_does_wrong_is_one_line(script: str, kind: str, message: str) -> None:
    result = failure(script)
    assert (result.kind, message in result.message) == (kind, True), result


def test_a_program_that_is_not_there_is_one_line() -> None:
    result = outcome(read_program("./no/such/program --fast"))
    assert isinstance(result, Failure)
    assert result.kind == "import"
    assert result.message.startswith("cannot start ./no/such/program: no file no/such/program")


@pytest.mark.parametrize(
    "script", ["echo $$ > {ready}; sleep 10000", "sleep 10000 & echo $! > {ready}; read x; read x"]
)
def test_a_program_that_hangs_is_ended_with_its_children(
    script: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The likeliest reason is said with it."""
    ready = tmp_path / "ready"
    passes = Clock(monkeypatch).strike(lambda _drawn: ready.exists() and ready.read_text().endswith("\n"))
    result = failure(script.format(ready=ready), time_limit=LIMIT, progress=passes)
    assert result.kind == "timeout"
    assert result.message.endswith("(does the program flush its output after each answer?)")
    end = time.monotonic() + HUNG
    while Path(f"/proc/{int(ready.read_text())}").exists() and time.monotonic() < end:
        time.sleep(0.05)
    with pytest.raises(ProcessLookupError):
        os.kill(int(ready.read_text()), 0)


def test_nothing_is_left_in_the_temporary_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    failure('touch "$TMPDIR/mine"; exit 1')
    assert not list(tmp_path.iterdir())


# The words of a command


def test_a_command_is_split_as_a_shell_splits_it() -> None:
    program = read_program("./my\\ noise 'a b' --fast")
    assert program.command == ("./my noise", "a b", "--fast")
    assert read_program(str(program)) == read_program(list(program.command)) == program
    assert program.words == ["--command", "'./my noise' 'a b' --fast"]
    assert read_program("node ./a/b/noise.js -x").stem == "node_noise.js_-x"


@pytest.mark.parametrize("command", ["", "   ", "'", [], [1], [""], ["a", None]])
def test_what_is_no_command_is_refused(command: object) -> None:
    with pytest.raises(ValueError, match=r"command = .*: expected a program and its arguments, such as"):
        read_program(command)
