"""`dpassay mechanisms`, `law` and `profile`, run as a user would."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dpassay.cli import main

CLASS = ["-p", "hypotheses=1/2,1/2;1/4,3/4", "-p", "rounds=4"]


def run(*arguments: str) -> Result:
    """Run the command in this process."""
    return CliRunner().invoke(main, list(arguments))


def test_mechanisms_names_them_all() -> None:
    names = [row["name"] for row in json.loads(run("mechanisms", "--json").output)]
    assert names[:2] == ["randomized_response", "discrete_laplace"]
    assert run("mechanisms").exit_code == 0


def test_law_of_randomized_response_in_fractions() -> None:
    result = run("law", "randomized_response", "-p", "exp_eps=3/2", "-p", "categories=3", "--data", "1", "--json")
    rows = json.loads(result.output)
    assert [Fraction(row["exact"]["probability"]) for row in rows] == [Fraction(2, 7), Fraction(3, 7), Fraction(2, 7)]
    assert "3/7" in run("law", "randomized_response", "-p", "exp_eps=3/2", "-p", "categories=3", "--data", "1").output


@pytest.mark.parametrize(
    "arguments",
    [
        ["discrete_laplace", "-p", "epsilon=1/3", "-p", "sensitivity=2", "--at", "0", "--at", "-7"],
        ["laplace", "-p", "epsilon=1", "-p", "sensitivity=0.1"],
        ["gaussian", "-p", "epsilon=1", "-p", "delta=1e-5", "-p", "sensitivity=1", "--at", "1/3"],
        ["discrete_gaussian", "-p", "sigma_squared=4", "-p", "sensitivity=1"],
        ["exponential", "-p", "exp_eps=4", "-p", "sensitivity=1", "--data", "0,1,2"],
        ["permute_and_flip", "-p", "exp_eps=4", "-p", "sensitivity=1", "--data", "0,1,2"],
        ["multiplicative_weights", "-p", "exp_learning_rate=3/2", "-p", "rounds=2", "-p", "experts=2"],
        [
            *["lazy_to_private", "-p", "exp_learning_rate=3/2", "-p", "batch=1", "-p", "fake_switch=1/4"],
            *["-p", "rounds=3", "-p", "experts=2"],
        ],
        ["private_pac", "-p", "exp_eps=4", "-p", "dimension=2", "--data", "001,111"],
        ["private_pac", "-p", "epsilon=1", "-p", "dimension=2", "-p", "hypotheses=0011,0101"],
        ["composition", "-p", "exp_eps=3/2", "-p", "rounds=3", "-p", "delta=1/10", "--at", "-1", "--at", "2"],
        ["label_clipping", *CLASS],
        ["private_wma", *CLASS, "-p", "epsilon=8", "-p", "delta=1/2"],
        ["private_wma", *CLASS, "-p", "epsilon=8", "-p", "delta=1/2", "--at", "0,0", "--at", "(-1/2, 1)"],
        ["private_exp3", *CLASS, "-p", "epsilon=2"],
        ["private_exp3", *CLASS, "-p", "exp_eps=64", "-p", "calibration=printed", "--at", "1,-1/2"],
    ],
)
def test_law_and_profile_of_every_mechanism(arguments: list[str]) -> None:
    rows = json.loads(run("law", *arguments, "--json").output)
    assert all(0 <= row["cumulative"] <= 1 for row in rows)
    plain = [
        a for i, a in enumerate(arguments) if a not in ("--at", "--data") and arguments[i - 1] not in ("--at", "--data")
    ]
    profile = json.loads(run("profile", *plain, "--json").output)["profile"]
    deltas = [point["delta"] for point in profile]
    assert deltas == sorted(deltas, reverse=True)
    assert run("profile", *plain).exit_code == 0


def test_outcomes_that_are_rows() -> None:
    common = ["law", "multiplicative_weights", "-p", "exp_learning_rate=2", "-p", "rounds=2", "-p", "experts=2"]
    result = run(*common, "--data", "1,0;1/2,1", "--at", "0,1", "--at", "(1, 0)", "--json")
    rows = {row["outcome"]: row["exact"]["probability"] for row in json.loads(result.output)}
    assert rows == {"(0, 1)": "1/6", "(1, 0)": "1/3"}
    assert "on 1,0;1/2,1" in run(*common, "--data", "1,0;1/2,1").output
    assert run(*common, "--at", "0,x").exit_code == 2
    names = {row["name"]: row["parameters"] for row in json.loads(run("mechanisms", "--json").output)}
    assert list(names["multiplicative_weights"]) == ["learning_rate", "rounds", "experts", "form"]


def test_outcomes_stand_in_their_order() -> None:
    """The integers of label 1 come first in its law, and second in a table of what lies up to an outcome."""
    rows = json.loads(run("law", "label_clipping", *CLASS, "--data", "1", "--json").output)
    assert [row["outcome"] for row in rows] == ["0", "1", "2"]
    assert [row["exact"]["cumulative"] for row in rows] == ["1/12", "13/24", "1"]


def test_outcomes_that_are_a_tag_and_a_real() -> None:
    """e^eps = 64 = (K T)^2 makes the rate 2; label 0 owns 1 integer of 3. Up to -4 each center has a tail only."""
    common = ["law", "private_exp3", *CLASS, "-p", "exp_eps=64", "-p", "calibration=printed", "--data", "0"]
    (row,) = json.loads(run(*common, "--at", "0,-4", "--json").output)
    weights = Fraction(3, 4) + Fraction(1, 4) * Fraction(1, 3), Fraction(1, 4) * Fraction(2, 3)
    likelihoods = [Fraction(3, 4) * Fraction(1, 2) / size + Fraction(1, 4) / 3 for size in (1, 2)]
    factor = sum(w / p**2 for w, p in zip(weights, likelihoods, strict=True)) / 4
    assert row["exact"]["cumulative"] == f"{factor}*e^(-8)"
    assert row["density"] == pytest.approx(2 * float(factor) * math.exp(-8))
    assert "P(tag," in run(*common).output
    assert run(*common, "--at", "2,0").output == "Error: at = 2: expected a tag among [0, 1]\n"
    assert run(*common, "--at", "1").exit_code == 2


def test_profile_of_vectors_is_between_bounds() -> None:
    common = [
        "profile",
        "private_wma",
        "-p",
        "hypotheses=1/2,3/8,1/8;1/8,1/8,3/4",
        "-p",
        "rounds=10",
        "-p",
        "delta=1/2",
    ]
    result = json.loads(
        run(*common, "-p", "epsilon=100", "--exp-eps", "2", "--delta", "1/2", "--delta", "9/10", "--json").output
    )
    (point,) = result["profile"]
    low, high = (float(end) for end in point["forward"].split(" to "))
    assert 0 <= high - low <= 1.1e-4
    assert high == pytest.approx(float(point["delta"]), abs=0.02)
    half, most = (entry["epsilon"] for entry in result["epsilon_at_delta"])
    back = json.loads(run(*common, "-p", "epsilon=100", "--exp-eps", str(Fraction(math.exp(half))), "--json").output)
    assert back["profile"][0]["delta"] == pytest.approx(0.5, abs=2e-4)
    assert most == 0
    assert run(*common, "-p", "epsilon=100", "--delta", "1").exit_code == 2


def test_profile_at_points_and_back() -> None:
    """Binary randomized response at e^eps = 3: delta(1) = 1/2, and delta = 1/4 at e^eps = 2."""
    common = ["profile", "randomized_response", "-p", "exp_eps=3", "-p", "categories=2"]
    result = json.loads(run(*common, "--exp-eps", "1", "--exp-eps", "2", "--delta", "1/4", "--json").output)
    assert [point["forward"] for point in result["profile"]] == ["1/2", "1/4"]
    assert result["epsilon_at_delta"] == [{"delta": "1/4", "epsilon": pytest.approx(0.6931471805599453)}]


@pytest.mark.parametrize("ending", ["svg", "png"])
def test_profile_is_drawn(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"profile.{ending}"
    assert run("profile", "laplace", "-p", "epsilon=1", "-p", "sensitivity=1", "--plot", str(path)).exit_code == 0
    assert path.stat().st_size > 1_000


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["law", "laplase"], "did you mean 'laplace'?"),
        (["law", "laplace", "-p", "epsilon=1", "-p", "sensitivityy=1"], "did you mean 'sensitivity'?"),
        (["law", "laplace", "-p", "epsilon=1"], "sensitivity"),
        (["law", "laplace", "-p", "epsilon"], "expected name=value"),
        (["law", "laplace", "-p", "epsilon=1", "-p", "epsilon=2"], "expected each name once"),
        (["law", "laplace", "-p", "epsilon=nan", "-p", "sensitivity=1"], "epsilon = 'nan'"),
        (["law", "laplace", "-p", "epsilon=inf", "-p", "sensitivity=1"], "epsilon = 'inf'"),
        (["law", "laplace", "-p", "epsilon=-1", "-p", "sensitivity=1"], "epsilon = -1"),
        (["law", "laplace", "-p", "epsilon=1", "-p", "exp_eps=2", "-p", "sensitivity=1"], "exactly one of"),
        (["law", "exponential", "-p", "epsilon=1", "-p", "sensitivity=1", "--data", ""], "data"),
        (["law", "randomized_response", "-p", "exp_eps=2", "-p", "categories=2", "--at", "x"], "at = 'x'"),
        (["profile", "laplace", "-p", "epsilon=1", "-p", "sensitivity=1", "--data", "0"], "both or neither"),
        (["profile", "laplace", "-p", "epsilon=1", "-p", "sensitivity=1", "--epsilon", "-1"], "exp_eps"),
        (["profile", "laplace", "-p", "epsilon=1", "-p", "sensitivity=1", "--delta", "1"], "delta = 1"),
        (["profile", "laplace", "-p", "epsilon=1", "-p", "sensitivity=1", "--plot", "x.pdf"], ".svg or .png"),
    ],
)
def test_mistakes_get_one_line(arguments: list[str], words: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert words in result.output
    assert len(result.output.strip().splitlines()) == 1
    assert "Traceback" not in result.output


def test_a_number_of_too_many_digits_is_left_out() -> None:
    result = run("law", "discrete_laplace", "-p", "exp_eps=3/2", "-p", "sensitivity=7", "--at", "100000")
    assert result.exit_code == 0
    assert "below" in result.output


@pytest.mark.parametrize(
    "arguments",
    [
        ["profile", "laplace", "-p", "epsilon=1", "-p", "sensitivity=1", "--data", "0", "--neighbor", "100"],
        ["profile", "exponential", "-p", "epsilon=1", "-p", "sensitivity=1", "--data", "1,2", "--neighbor", "1,2,3"],
        ["law", "gaussian", "-p", "epsilon=1", "-p", "delta=1e-5", "-p", "sensitivity=1", "-p", "sigma=1e400"],
        ["law", "discrete_gaussian", "-p", "sigma_squared=1e14", "-p", "sensitivity=1"],
    ],
)
def test_what_cannot_be_shown_is_one_line(arguments: list[str]) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert len(result.output.strip().splitlines()) == 1


def test_a_fault_of_ours_is_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_spec: object) -> None:
        raise RuntimeError("a fault")

    monkeypatch.setattr("dpassay.cli.show.describe", broken)
    assert run("mechanisms").exit_code == 2
