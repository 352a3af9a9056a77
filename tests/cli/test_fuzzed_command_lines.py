"""Odd command lines get an answer: a verdict's exit code, or one line and exit code 2.

Here a sample; `python tools/fuzz_command_lines.py --count 1000` tries more.
"""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from dpassay.cli import COMMANDS
from dpassay.cli.claims import COMMANDS as OF_CLAIMS
from tools.fuzz_command_lines import Answer, command_lines, faults, plausible

TOOL = Path(__file__).parents[2] / "tools" / "fuzz_command_lines.py"
COUNT = 20
SEED = 20261122


@pytest.mark.slow
def test_no_command_line_of_a_sample_is_answered_badly() -> None:
    command = [sys.executable, TOOL, "--count", str(COUNT), "--seed", str(SEED), "--show"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    codes = {line.partition(":")[0] for line in result.stdout.splitlines()}
    assert {"0", "2"} <= codes  # some are answered, some refused


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        (Answer(2, "", "Traceback (most recent call last):"), "internal message: Traceback"),
        (Answer(2, "", "Error: 'NoneType' object has no attribute 'x'"), "internal message: NoneType"),
        (Answer(2, "", ""), "exit code 2 without a word"),
        (Answer(5, "", ""), "exit code 5"),
        (Answer(-signal.SIGXCPU, "", ""), "still computing after 10 s"),
        (Answer(-signal.SIGSEGV, "", ""), f"ended by signal {signal.SIGSEGV}"),
        (Answer(2, "", "Error: a\nError: b"), "more than one complaint"),
        (Answer(2, "", "Error: " + "a" * 600), "a complaint of more than 600 characters"),
    ],
)
def test_a_bad_answer_is_a_fault(answer: Answer, fault: str) -> None:
    assert list(faults(answer, ["law"])) == [fault]


def test_a_good_answer_is_none() -> None:
    assert list(faults(Answer(0, "a table", ""), ["law"])) == []
    assert list(faults(Answer(2, "", "Error: epsilon = nan: expected a number"), ["law"])) == []


def test_the_sample_is_the_same_for_a_seed() -> None:
    first, again, other = (list(command_lines(20, seed)) for seed in (1, 1, 2))
    assert first == again != other


def test_every_command_is_among_them_with_those_of_groups() -> None:
    lines = list(command_lines(3_000, 1))
    assert set(COMMANDS) <= {words[0] for words in lines}
    assert set(OF_CLAIMS) <= {words[1] for words in lines if words[0] == "claims" and len(words) > 1}


@pytest.mark.parametrize("name", [name for name in COMMANDS if name.endswith("-all")] + ["accountants", "audit-blind"])
def test_no_line_asks_for_all_targets(name: str) -> None:
    """Each would make environments for all of them."""
    assert not plausible([name])
    assert plausible([name, "--only", "no-such-*"])
