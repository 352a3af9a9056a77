"""The table of accountants, and asking one: what it says, or in one line why it says nothing."""

from __future__ import annotations

import math
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from dpassay.audit.accountants import script
from dpassay.audit.answers.accountants import TABLE, Question, ask, load_accountants
from dpassay.audit.answers.compositions import CASES, KINDS
from dpassay.audit.answers.environments import Environment
from dpassay.audit.answers.outcome import Failure
from tests.audit.clock import LIMIT, Clock
from tests.audit.fake_accountants import GARBAGE, HERE, INFINITE, LOW, RAISING, RIGHT, hanging

GAUSSIAN = next(case for case in CASES if case.name == "Gaussian x 100")
LAPLACE = next(case for case in CASES if case.name == "Laplace x 10")
QUESTIONS = [Question("delta", Fraction(1)), Question("epsilon", Fraction(1e-6))]


def delta_of_mu(mu: float, eps: float) -> float:
    def tail(z: float) -> float:
        return math.erfc(z / math.sqrt(2)) / 2

    return tail(eps / mu - mu / 2) - math.exp(eps) * tail(eps / mu + mu / 2)


def test_answers_come_in_the_order_of_the_questions() -> None:
    given = ask(RIGHT, GAUSSIAN, QUESTIONS, HERE)
    assert not isinstance(given, Failure)
    assert [answer.question for answer in given.answers] == QUESTIONS
    assert given.answers[0].value == pytest.approx(delta_of_mu(10 / 8, 1.0), rel=1e-5)
    assert delta_of_mu(10 / 8, given.answers[1].value or 0.0) == pytest.approx(1e-6, rel=1e-4)
    assert given.seconds >= 0


def test_what_was_run_is_a_program_of_its_own() -> None:
    program = LOW.program(GAUSSIAN, QUESTIONS[0])
    done = subprocess.run([sys.executable, "-I", "-c", program], capture_output=True, text=True, check=True)
    given = ask(LOW, GAUSSIAN, QUESTIONS, HERE)
    assert not isinstance(given, Failure)
    assert float(done.stdout) == given.answers[0].value


def test_one_that_raises_says_why_in_one_line() -> None:
    failure = ask(RAISING, GAUSSIAN, QUESTIONS, HERE)
    assert isinstance(failure, Failure)
    assert (failure.kind, "no budget" in failure.message) == ("raised", True)


def test_one_that_hangs_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    running = tmp_path / "running"
    passes = Clock(monkeypatch).strike(lambda _drawn: running.exists())
    failure = ask(hanging(running), GAUSSIAN, QUESTIONS, HERE, time_limit=LIMIT, progress=passes)
    assert isinstance(failure, Failure)
    assert failure.kind == "timeout"


def test_garbage_is_no_answer_and_why_is_kept() -> None:
    given = ask(GARBAGE, GAUSSIAN, QUESTIONS, HERE)
    assert not isinstance(given, Failure)
    assert [answer.value for answer in given.answers] == [None, None]
    assert "soup" in given.printed


def test_infinity_is_an_answer() -> None:
    given = ask(INFINITE, GAUSSIAN, QUESTIONS, HERE)
    assert not isinstance(given, Failure)
    assert [answer.value for answer in given.answers] == [1.0, math.inf]


def test_one_without_an_expression_for_delta_is_not_asked_for_it() -> None:
    given = ask(replace(RIGHT, delta=""), GAUSSIAN, QUESTIONS, HERE)
    assert not isinstance(given, Failure)
    assert [answer.question.asks for answer in given.answers] == ["epsilon"]


def test_an_environment_that_could_not_be_made_is_a_failure() -> None:
    failure = ask(RIGHT, GAUSSIAN, QUESTIONS, Environment("lib", None, "no network"))
    assert isinstance(failure, Failure)
    assert failure.message == "no network"


def test_nobody_is_asked_about_what_it_does_not_know() -> None:
    assert not RIGHT.knows(LAPLACE)
    with pytest.raises(ValueError, match="one that right knows"):
        ask(RIGHT, LAPLACE, QUESTIONS, HERE)


def test_numbers_that_are_not_the_row_are_no_answer(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A script that returns a number too few, as one of another version would."""
    other = tmp_path / "script.py"
    text = Path(script.__file__).read_text()
    other.write_text(text.replace("return np.array([row])", "return np.array([row[1:]])"))
    monkeypatch.setattr("dpassay.audit.answers.accountants.SCRIPT", f"{other}:answers")
    failure = ask(RIGHT, GAUSSIAN, QUESTIONS, HERE)
    assert isinstance(failure, Failure)
    assert failure.message == "the answer has 6 numbers: expected 7"


# The script, here


def test_the_script_times_and_codes_each_answer() -> None:
    questions = "a\n1 / 0\nfloat('-inf')\nfloat('nan')"
    row = script.answers(0, size=1, lines="a = 7", questions=questions)
    assert row.shape == (1, 13)
    kinds, values = row[0, 1::3].tolist(), row[0, 2::3].tolist()
    assert kinds == [script.FINITE, script.RAISED, script.INFINITE, script.NO_NUMBER]
    assert (values[0], values[2]) == (7.0, -1.0)
    assert (row[0, 3::3] >= 0).all()


# The table


def test_the_table_knows_every_kind_and_fills_every_line() -> None:
    known: set[str] = set()
    for accountant in load_accountants().values():
        known |= set(accountant.parts)
        cases = [case for case in CASES if accountant.knows(case)]
        assert cases, accountant.name
        for case in cases:
            for question in QUESTIONS:
                compile(accountant.program(case, question), accountant.name, "exec")
                assert "$" not in accountant.program(case, question)
    assert known == set(KINDS)


ROW = """
[environments]
own = []

[[target]]
name = "one"
environment = "own"
side = "upper"
claim = "somewhere"
imports = "import math"
composed = "mu = 1"
delta = "1"
epsilon = "1"
expect = "pass"
why = "known"
parts = { gaussian = "1" }
"""


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('side = "upper"', 'side = "above"', "side = 'above'"),
        ("gaussian =", "normal =", "parts = normal"),
        ('expect = "pass"', 'expect = "yes"', "expect = 'yes'"),
        ('environment = "own"', 'environment = "other"', "environment = 'other'"),
        ('why = "known"', "", "no why"),
    ],
)
def test_a_malformed_row_is_named(tmp_path: Path, old: str, new: str, said: str) -> None:
    table = tmp_path / "table.toml"
    table.write_text(ROW)
    assert list(load_accountants(table)) == ["one"]
    table.write_text(ROW.replace(old, new))
    with pytest.raises(ValueError, match=said):
        load_accountants(table)


def test_a_name_stands_once(tmp_path: Path) -> None:
    table = tmp_path / "table.toml"
    table.write_text(ROW + ROW.partition("own = []")[2])
    with pytest.raises(ValueError, match="no other accountant"):
        load_accountants(table)
    assert TABLE.is_file()
