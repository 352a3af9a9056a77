"""A program that is asked: whatever it answers is read exactly, or is one clear line."""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpassay.audit.answers import worker_program
from dpassay.audit.answers.worker_faults import Fault
from dpassay.audit.answers.worker_program import Program, answer, answers, of_any_kind, written

LOOP = 'while read -r line; do printf "%s\\n" "$line" >> {log}; echo "{answer}"; done'


@contextmanager
def running(*command: str, parameters: dict[str, Any] | None = None) -> Iterator[Callable[..., list[Any]]]:
    """A program, to be asked for so many answers on some data."""
    with closing(Program(command, parameters or {})) as program:
        yield lambda size=1, data=0, seed=1: program(data, size=size, rng=np.random.default_rng(seed))


def fault(script: str, requests: int = 1) -> Fault:
    """What is wrong with the answers of a shell script."""
    with running("sh", "-c", script) as ask, pytest.raises(Fault) as caught:
        _ = [ask() for _ in range(requests)]
    return caught.value


# What it is asked


def test_a_request_is_written_in_one_way(tmp_path: Path) -> None:
    parameters = {"epsilon": 0.1, "exp_eps": Fraction(3, 2), "form": "gain", "tables": [[Fraction(1, 3), 2**53 + 1]]}
    log = tmp_path / "log"
    with running("sh", "-c", LOOP.format(log=log, answer="[7]"), parameters=parameters) as ask:
        assert ask(data=[5, 0.5]) == ask(seed=2) == [7.0]
    first, second = log.read_text().splitlines()
    seed = json.loads(first)["seed"]
    assert first == (
        f'{{"data": [5, 0.5], "size": 1, "seed": {seed}, "parameters": {{"epsilon": 0.1, "exp_eps": "3/2", '
        '"form": "gain", "tables": [["1/3", "9007199254740993"]]}}'
    )
    assert seed != json.loads(second)["seed"]


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_reals_are_read_back_as_they_are(value: float) -> None:
    """In a request, and in an answer as decimals and in hexadecimal."""
    texts = json.dumps(written(value)), repr(value), f"{value:.17g}", json.dumps(value.hex())
    for text in texts:
        (found,) = answers(f"[{text}]".encode(), 1, answer)
        assert struct.pack("d", float(found)) == struct.pack("d", value), text


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("5", 5.0),
        ("5.0", 5.0),
        ("-0", -0.0),
        ("9007199254740994", 2.0**53 + 2),
        ("1e22", 1e22),
        ('"9007199254740993"', 2**53 + 1),
        ('"-0x0p+0"', -0.0),
        ('"0x1.8P+1"', 3.0),
        ('[0, -0.0, "7"]', [0.0, -0.0, 7]),
    ],
)
def test_what_json_cannot_hold_is_defined(text: str, value: object) -> None:
    (found,) = answers(f"[{text}]".encode(), 1, answer)
    assert repr(found) == repr(value)


@pytest.mark.parametrize("text", ["NaN", "-Infinity", '"inf"', '"nan"', "1e999", '"0x1p5000"'])
def test_what_is_no_finite_number_is_not_lost(text: str) -> None:
    """It stays what it is: what returns the answers of any target refuses it."""
    (found,) = answers(f"[{text}]".encode(), 1, answer)
    assert not math.isfinite(found)


ANY = [
    ('"yes"', "yes"),
    ("null", None),
    ("true", True),
    ("[]", []),
    ('{"a": [1, "x"]}', {"a": [1.0, "x"]}),
    ('["7", "0x1.8p+1", "7.5", [null]]', [7, 3.0, "7.5", [None]]),
]


@pytest.mark.parametrize(("text", "value"), ANY)
def test_answers_of_any_kind_are_kept_where_they_are_allowed(text: str, value: object) -> None:
    (found,) = answers(f"[{text}]".encode(), 1, of_any_kind)
    assert repr(found) == repr(value)
    if value != []:  # which is refused later, as an empty row
        with pytest.raises(Fault):
            answers(f"[{text}]".encode(), 1, answer)


def test_a_program_of_any_kind_is_asked_about_data_of_any_kind(tmp_path: Path) -> None:
    log = tmp_path / "log"
    script = LOOP.format(log=log, answer='[\\"no\\"]')
    with closing(Program(["sh", "-c", script], {}, any_kind=True)) as program:
        data = {"rows": [[None, "a"], [2**53 + 1]]}
        assert program(data, size=1, rng=np.random.default_rng(0)) == ["no"]
    assert log.read_text().startswith('{"data": {"rows": [[null, "a"], ["9007199254740993"]]}, "size": 1')


# What it does wrong

WRONG_LINES = [
    ("hello", "the program wrote 'hello': expected a JSON array of 2 answers on one line"),
    ("", "the program wrote '': expected a JSON array"),
    ("[1, 2", "the program wrote '[1, 2': expected a JSON array"),
    ("3", "the program wrote '3': expected a JSON array"),
    ('{"answers": [1, 2]}', "expected a JSON array of 2 answers"),
    ("[1]", "the program wrote 1 answer, '[1]': expected a JSON array of 2 answers"),
    ("[1, 2, 3]", "the program wrote 3 answers, '[1, 2, 3]'"),
    ("[1, null]", "the program answered null: expected a number, or an array of numbers"),
    ("[1, true]", "the program answered true"),
    ('[1, "1.5"]', 'the program answered "1.5"'),
    ('[1, "0x"]', 'the program answered "0x"'),
    ("[[1], [[2]]]", "the program answered [2.0]"),
    ("[1, {}]", "the program answered {}"),
    ("[1, 9007199254740993]", "the program answered 9007199254740993, which is no double: expected a text"),
    ("[1, " + "9" * 5000 + "]", "expected a JSON array"),
    ('[1, "' + "9" * 5000 + '"]', "the program answered "),
    ("[" * 100_000, "expected a JSON array"),
    ("\ufeff[1, 2]", "expected a JSON array"),
]


@pytest.mark.parametrize(("line", "message"), WRONG_LINES, ids=[line[:12] for line, _ in WRONG_LINES])
def test_a_wrong_line_is_said_with_what_was_expected(line: str, message: str) -> None:
    with pytest.raises(Fault) as caught:
        answers(line.encode(), 2, answer)
    assert caught.value.kind == "output"
    assert message in caught.value.message


def test_a_line_that_is_no_text_is_one_of_the_wrong_ones() -> None:
    with pytest.raises(Fault, match="expected a JSON array of 1 answer on one line"):
        answers(b"[\xff]", 1, answer)


ENDINGS = [
    ("exit 3", 1, "exit", "the program ended with exit code 3 after 0 answered requests: expected to answer one"),
    ("read line; echo '[1]'", 2, "exit", "ended with exit code 0 after 1 answered requests"),
    ("read line; printf '[1]'", 1, "exit", "exit code 0 after '[1]' without an end of line, after 0 answered"),
    ("read line; kill -SEGV $$", 1, "crash", "the program was killed by SIGSEGV after 0 answered requests"),
    ("read line; kill -60 $$", 1, "crash", "the program was killed by signal 60"),
    ("read line; printf '[1]\\n[2]\\n'; read line", 1, "output", "the program wrote '[2]\\n' unasked: "),
    ("yes '[1]'", 3, "output", "unasked: expected one line for each request, and other texts on stderr"),
    ("echo 'I am ready'; read line; read line", 2, "output", "the program wrote 'I am ready"),
]


@pytest.mark.parametrize(("script", "requests", "kind", "message"), ENDINGS, ids=[script for script, *_ in ENDINGS])
def test_whatever_ends_the_program_is_one_line(script: str, requests: int, kind: str, message: str) -> None:
    found = fault(script, requests)
    assert (found.kind, message in found.message) == (kind, True), found.message


def test_a_line_without_end_is_not_read_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_program, "LONGEST_LINE", 1 << 20)
    found = fault("yes '[1]' | tr -d '\\n'")
    assert found.message == "the program wrote 1 MiB without an end of line: expected one line for each request"


def test_a_program_that_closes_its_output_and_lives_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_program, "LAST_WORDS", 0.1)
    assert "the program closed its output after 0 answered requests" in fault("exec >&-; read a; read b").message


def test_a_program_that_does_not_end_with_its_input_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_program, "GRACE", 0.1)
    program = Program(["sleep", "10000"], {})
    program.close()
    assert program.process.returncode == -9


# Starting


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with what cannot be started."""
    monkeypatch.chdir(tmp_path)
    for name, text, mode in (
        ("plain", "exit 0\n", 0o644),
        ("headless", "\x00\x01\n", 0o755),
        ("orphan", "#!/no/such/shell\n", 0o755),
    ):
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(mode)
    (tmp_path / "folder").mkdir()
    return tmp_path


@pytest.mark.usefixtures("place")
@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("no-such-program", "cannot start no-such-program: no such program on the PATH"),
        ("plain", "cannot start plain: no such program on the PATH (did you mean ./plain?)"),
        ("./plain", "cannot start ./plain: it is not executable (chmod +x)"),
        ("./missing", "cannot start ./missing: no file missing"),
        ("nowhere/program", "no file nowhere/program: there is no directory nowhere"),
        ("./folder", "folder is a directory: expected a file"),
        ("./headless", "cannot start ./headless: it is no program: expected a binary, or a script whose first line"),
        ("./orphan", "cannot start ./orphan: the interpreter that its first line names is missing"),
        ("null\0", "embedded null byte"),
    ],
)
def test_what_cannot_be_started_is_one_line(name: str, message: str) -> None:
    with pytest.raises(Fault) as caught:
        Program([name], {})
    assert caught.value.kind == "import"
    assert message in caught.value.message
