"""`dpassay calibrate`, run as a user would: what it prints is private by the theorem, and mistakes are one line."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from click.testing import Result

from dpassay.analysis import lazy_printed
from dpassay.analysis.lazy_certificate import Setting, certify
from dpassay.cli.calibration import rounded, rounded_up
from dpassay.exact import Budget, as_real, decide
from tests.cli import harness

GOAL = {"--epsilon": "2", "--delta": "0.01", "--rounds": "10", "--experts": "2"}


def run(*arguments: str, **change: str) -> Result:
    """Run the command in this process, with some options of the goal changed."""
    goal = {**GOAL, **{f"--{name}": text for name, text in change.items()}}
    options = [part for pair in goal.items() for part in pair]
    return harness.run("calibrate", *options, *arguments, columns=None)


def choices(**change: str) -> list[dict[str, Any]]:
    result = run("--json", **change)
    assert result.exit_code == 0, result.output
    found: list[dict[str, Any]] = json.loads(result.output)
    return found


def test_the_table_names_all_parameters() -> None:
    result = run()
    assert result.exit_code == 0, result.output
    for text in ("certified", "theorem 3.10 statement", "theorem 3.10 proof", "theorem 3.12", "does not run"):
        assert text in result.output
    assert "exactly: -p learning_rate=" in result.output
    assert "says nothing" not in result.output


def test_the_exact_parameters_keep_the_budget() -> None:
    """Certified again, from the line that is printed."""
    line = next(line for line in run().output.splitlines() if line.startswith("exactly"))
    words = dict(word.split("=") for word in line.removeprefix("exactly: -p ").split(" -p "))
    assert set(words) == {"learning_rate", "batch", "fake_switch", "rounds", "experts"}
    rate, fake = (as_real(Fraction(words[name])) for name in ("learning_rate", "fake_switch"))
    goal = Budget(2), Fraction(1, 100)
    assert certify(Setting(rate, int(words["batch"]), fake, int(words["rounds"])), "0.01").meets(*goal)
    assert not certify(Setting(rate * 2, int(words["batch"]), fake, int(words["rounds"])), "0.01").meets(*goal)


def test_json_has_what_the_library_says() -> None:
    found = choices()
    assert [one["source"] for one in found] == ["certified", *(f"theorem {name}" for name in lazy_printed.THEOREMS)]
    certified = found[0]
    assert certified["keeps_budget"]
    assert 1.9 < float(certified["certified_epsilon"]) <= 2
    assert float(certified["certified_delta"]) <= 0.01
    for one, name in zip(found[1:], lazy_printed.THEOREMS, strict=True):
        exact = lazy_printed.printed(name, "2", "0.01", 10, 2)
        assert one["batch"] == exact.setting.batch
        assert one["runs"] == exact.is_defined == (exact.certificate is not None)
        assert float(one["theorem_epsilon"]) == pytest.approx(float(exact.stated_epsilon), rel=1e-5)
        assert float(one["precondition"]) == pytest.approx(float(exact.precondition), rel=1e-5)
        assert (one["certified_epsilon"] is None) == (not one["runs"])
        assert decide(as_real(Fraction(one["regret"])) >= exact.regret)


def test_parameters_that_lose_more_than_was_asked_for_are_marked() -> None:
    """At epsilon = 0.1 those of the statement and of theorem 3.12 are not certified to keep it."""
    goal = {"epsilon": "0.1", "delta": "1e-6", "rounds": "20000", "experts": "4"}
    by_source = {one["source"]: one for one in choices(**goal)}
    assert not by_source["theorem 3.10 statement"]["keeps_budget"]
    assert float(by_source["theorem 3.10 statement"]["certified_epsilon"]) > 0.1
    assert f"{by_source['theorem 3.10 statement']['certified_epsilon']}!" in run(**goal).output
    assert by_source["certified"]["keeps_budget"]


def test_a_regret_that_says_nothing_is_called_so() -> None:
    assert "the guaranteed regret says nothing" in run(epsilon="0.001", delta="1e-9", rounds="2", experts="20").output


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"epsilon": "0"}, "epsilon = 0: expected a number above 0"),
        ({"epsilon": "-1"}, "epsilon = -1"),
        ({"epsilon": "much"}, "epsilon = 'much'"),
        ({"delta": "0"}, "delta = 0: expected a number between 0 and 1"),
        ({"delta": "1"}, "delta = 1"),
        ({"rounds": "0"}, "rounds = 0"),
        ({"rounds": "many"}, "Invalid value for '--rounds'"),
        ({"experts": "1"}, "experts = 1"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(change: dict[str, str], message: str) -> None:
    result = run(**change)
    assert result.exit_code == 2
    assert message in result.output
    assert "Traceback" not in result.output


def test_every_option_is_needed() -> None:
    for name in GOAL:
        options = [part for pair in GOAL.items() for part in pair if pair[0] != name]
        result = harness.run("calibrate", *options)
        assert result.exit_code == 2
        assert f"Missing option '{name}'" in result.output


def test_what_is_certain_is_rounded_up() -> None:
    assert rounded_up(as_real(Fraction(1, 3))) == "0.333334"
    assert Fraction(rounded_up(as_real(2).sqrt())) ** 2 > 2
    assert rounded_up(as_real(-2000).exp()) == "2.57654e-869"
    assert rounded(Fraction(1, 3)) == "0.333333"


def test_what_is_not_1_is_not_shown_as_1() -> None:
    assert rounded(1 - Fraction(1, 10**9)) == "1 - 1e-09"
    assert rounded(Fraction(1)) == "1"
