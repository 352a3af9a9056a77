"""`dpassay law`, run as a user would."""

from __future__ import annotations

import math
from fractions import Fraction

import mpmath
import pytest

from dpassay.cli.numbers import closed_form
from dpassay.exact import exp
from tests.cli.harness import (
    CLASS,
    EVERY,
    compute_once,
    document,
    errors,
    is_one_line,
    is_whole,
    numbers,
    run,
    schema,
    table_lines,
    value,
)

LAPLACE = ["law", "laplace", "-p", "epsilon=1", "-p", "sensitivity=1"]
NORMAL = ["discrete_gaussian", "-p", "sigma_squared=1", "-p", "sensitivity=1"]
F = Fraction
RESPONSE = ["law", "randomized_response", "-p", "exp_eps=3/2", "-p", "categories=3"]


def test_law_of_randomized_response_in_fractions() -> None:
    content = document(*RESPONSE, "--data", "1")
    assert [row["probability"]["exact"] for row in content["rows"]] == ["2/7", "3/7", "2/7"]
    assert content["parameters"] == {"exp_eps": "3/2", "categories": "3"}
    assert content["data"] == "1"
    assert "3/7" in run(*RESPONSE, "--data", "1").output


@pytest.mark.parametrize("arguments", EVERY)
def test_law_of_every_mechanism(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers lie in their bounds, and stand whole in tables of either width, no line of which is longer."""
    compute_once(monkeypatch, "law")
    content = document("law", *arguments)
    for number in numbers(content):
        if number["exact"] is None:
            low, high = value(number["lower"]), value(number["upper"])
            assert low <= value(number["decimal"]) <= high
            assert high - low <= abs(high) / 10**10
    assert all(0 <= value(row["cumulative"]["decimal"]) <= 1 for row in content["rows"])
    for columns in (80, 120):
        output = run("law", *arguments, columns=columns).output
        assert all(is_whole(row["outcome"], output) for row in content["rows"])
        assert all(is_whole(number["decimal"], output) for number in numbers(content))
        assert arguments[0] in output
        assert all(len(line) <= columns for line in table_lines(output))


def test_the_check_of_whole_numbers_sees_a_broken_one() -> None:
    assert not is_whole("0.123456", "│ 0.1234 │\n│ 56     │")
    assert not is_whole("0.1234", "│ 0.12345 │")
    assert is_whole("0.1234", "│ 0.1234 │")


@pytest.mark.parametrize(
    ("options", "shown", "never"),
    [
        (["-p", "epsilon=1", "-p", "categories=2"], ["e/(1 + e)", "1/(1 + e)"], ["(e)", "(1)"]),
        (["-p", "epsilon=1/2", "-p", "categories=3"], ["e^(1/2)/(2 + e^(1/2))", "1/(2 + e^(1/2))"], ["(e^(1/2))"]),
    ],
)
def test_one_term_over_others_has_no_parentheses(options: list[str], shown: list[str], never: list[str]) -> None:
    output = run("law", "randomized_response", *options).output
    assert all(form in output for form in shown)
    assert not any(form in output for form in never)
    rows = document("law", "randomized_response", *options)["rows"]
    assert {row["probability"]["exact"] for row in rows} == set(shown)


def test_sums_keep_their_parentheses() -> None:
    assert closed_form((1 + exp(F(1))) / (2 + exp(F(1)))) == "(1 + e)/(2 + e)"
    assert closed_form((1 - exp(F(1))) / (2 + exp(F(1)))) == "(1 - e)/(2 + e)"
    assert closed_form(-exp(F(1, 2)) / (2 + exp(F(1)))) == "-e^(1/2)/(2 + e)"
    assert closed_form(F(3, 2) / (2 + exp(F(1)))) in ("(3/2)/(2 + e)", "3/(4 + 2*e)")


def test_digits() -> None:
    """Against mpmath, to 50 digits: the density of N(0, 1) at 1, and its distribution function."""
    common = ["law", "gaussian", "-p", "sigma=1", "-p", "sensitivity=1", "--at", "1", "--digits", "50"]
    (row,) = document(*common)["rows"]
    with mpmath.workdps(60):
        assert row["density"]["decimal"] == mpmath.nstr(mpmath.npdf(1), 50)
        assert row["cumulative"]["decimal"] == mpmath.nstr(mpmath.ncdf(1), 50)
        for number, truth in ((row["density"], mpmath.npdf(1)), (row["cumulative"], mpmath.ncdf(1))):
            assert mpmath.mpf(number["lower"]) < truth < mpmath.mpf(number["upper"])
    assert row["density"]["decimal"] in run(*common).output
    assert len(document(*common[:-1], "1000")["rows"][0]["density"]["decimal"]) == 1002
    assert run(*RESPONSE, "--digits", "3").output.count("0.429") == 2


@pytest.mark.parametrize("digits", ["0", "-1", "1001", "abc", "", "3/2", "nan", "10^400"])
def test_digits_out_of_range(digits: str) -> None:
    result = run(*LAPLACE, "--digits", digits)
    assert is_one_line(result)
    assert "digits = " in result.output


def test_outcomes_that_are_rows() -> None:
    common = ["law", "multiplicative_weights", "-p", "exp_learning_rate=2", "-p", "rounds=2", "-p", "experts=2"]
    content = document(*common, "--data", "1,0;1/2,1", "--at", "0,1", "--at", "(1, 0)")
    rows = {row["outcome"]: row["probability"]["exact"] for row in content["rows"]}
    assert rows == {"(0, 1)": "1/6", "(1, 0)": "1/3"}
    assert "on 1,0;1/2,1" in run(*common, "--data", "1,0;1/2,1").output
    assert run(*common, "--at", "0,x").exit_code == 2


def test_up_to_the_last_outcome_lies_all() -> None:
    """The probabilities of these rows are enclosed, and so is their sum; only at the last of all outcomes it is 1."""
    common = ["law", "mwem", "-p", "epsilon=2", "-p", "rounds=2", "-p", "queries=1,0,0;0,1,1"]
    *others, last = document(*common)["rows"]
    assert last["outcome"] == "(1, 3, 1, 3)"
    assert last["cumulative"] == {"decimal": "1", "exact": "1"}
    assert last["probability"]["exact"] is None
    assert all(row["cumulative"]["exact"] is None and value(row["cumulative"]["upper"]) < 1 for row in others)
    (asked,) = document(*common, "--at", "1,3,1,2")["rows"]
    assert asked == others[-1]
    assert "to within" not in run(*common).output


def test_outcomes_stand_in_their_order() -> None:
    """The integers of label 1 come first in its law, and second in a table of what lies up to an outcome."""
    rows = document("law", "label_clipping", *CLASS, "--data", "1")["rows"]
    assert [row["outcome"] for row in rows] == ["0", "1", "2"]
    assert [row["cumulative"]["exact"] for row in rows] == ["1/12", "13/24", "1"]


def test_outcomes_that_are_a_tag_and_a_real() -> None:
    """e^eps = 64 = (K T)^2 makes the rate 2; label 0 owns 1 integer of 3. Up to -4 each center has a tail only."""
    common = ["law", "private_exp3", *CLASS, "-p", "exp_eps=64", "-p", "calibration=printed", "--data", "0"]
    (row,) = document(*common, "--at", "0,-4")["rows"]
    weights = Fraction(3, 4) + Fraction(1, 4) * Fraction(1, 3), Fraction(1, 4) * Fraction(2, 3)
    likelihoods = [Fraction(3, 4) * Fraction(1, 2) / size + Fraction(1, 4) / 3 for size in (1, 2)]
    factor = sum(w / p**2 for w, p in zip(weights, likelihoods, strict=True)) / 4
    assert row["cumulative"]["exact"] == f"{factor}*e^(-8)"
    assert float(row["density"]["decimal"]) == pytest.approx(2 * float(factor) * math.exp(-8))
    assert "P(tag," in run(*common).output
    assert run(*common, "--at", "2,0").output == "Error: at = 2: expected a tag among [0, 1]\n"
    assert run(*common, "--at", "1").exit_code == 2


def test_an_outcome_is_shown_once_and_must_be_possible() -> None:
    assert [row["outcome"] for row in document(*RESPONSE, "--at", "1", "--at", "1")["rows"]] == ["1"]
    assert [row["outcome"] for row in document(*LAPLACE, "--at", "1", "--at", "1.0")["rows"]] == ["1"]
    result = run(*RESPONSE, "--at", "7")
    assert is_one_line(result)
    assert "at = '7': expected one of the 3 outcomes, from 0 to 2" in result.output


@pytest.mark.parametrize(
    ("arguments", "place", "decimals"),
    [
        # 1/2 e^-5 five scales below, and a density that is that over the scale
        (
            ["laplace", "-p", "epsilon=1e-400", "-p", "sensitivity=1"],
            "-5e+400",
            ("3.36897349954e-403", "0.00336897349954"),
        ),
        (
            ["laplace", "-p", "epsilon=1", "-p", "sensitivity=1e-400"],
            "-5e-400",
            ("3.36897349954e+397", "0.00336897349954"),
        ),
        (["discrete_laplace", "-p", "exp_eps=3/2", "-p", "sensitivity=1e400"], "0", ("2.02732554054e-401", "0.5")),
        (["gaussian", "-p", "sigma=1e400", "-p", "sensitivity=1"], "5e+400", ("1.48671951473e-406", "0.999999713348")),
    ],
)
def test_extreme_parameters_have_true_answers(arguments: list[str], place: str, decimals: tuple[str, str]) -> None:
    rows = {row["outcome"]: row for row in document("law", *arguments)["rows"]}
    row = rows[place]
    assert (row.get("density") or row["probability"])["decimal"] == decimals[0]
    assert row["cumulative"]["decimal"].startswith(decimals[1])
    assert f" {place} " in run("law", *arguments).output or place == "0"


def test_a_small_probability_is_no_zero() -> None:
    """(1 - a)/(1 + a) a^100000 with a = (2/3)^(1/7), and the tail up to there."""
    row = document("law", "discrete_laplace", "-p", "exp_eps=3/2", "-p", "sensitivity=7", "--at", "100000")["rows"][0]
    with mpmath.workdps(30):
        a = mpmath.power(mpmath.mpf(2) / 3, mpmath.mpf(1) / 7)
        assert row["probability"]["decimal"] == mpmath.nstr((1 - a) / (1 + a) * a**100000, 12)
        assert row["cumulative"]["decimal"] == f"1 - {mpmath.nstr(a**100001 / (1 + a), 3)}"


def test_the_gaussian_with_sigma_alone() -> None:
    """N(0, 1): no epsilon is asked for."""
    (row,) = document("law", "gaussian", "-p", "sigma=1", "-p", "sensitivity=1", "--at", "0")["rows"]
    assert float(row["density"]["decimal"]) == pytest.approx(1 / math.sqrt(2 * math.pi))


def test_names_whatever_their_case() -> None:
    plain = document(*LAPLACE)
    assert document("law", "LaPlace", "-p", "EPSILON=1", "-p", "Sensitivity=1") == plain
    assert is_one_line(run("law", "laplace", "-p", "EPSILON=1", "-p", "epsilon=1", "-p", "sensitivity=1"))


def test_the_schema_is_closed_and_complete() -> None:
    content = document(*LAPLACE, "--at", "1")
    for broken in (
        {**content, "more": 1},
        {key: part for key, part in content.items() if key != "version"},
        {**content, "format": "dpassay law 2"},
        {**content, "rows": [{**content["rows"][0], "density": 0.5}]},
        {**content, "rows": [{**content["rows"][0], "density": {"decimal": "0.5", "exact": None}}]},
        {**content, "rows": [{**content["rows"][0], "density": {"decimal": "inf", "exact": "1/2"}}]},
    ):
        assert not schema("law").is_valid(broken)
    assert errors(content, "law") == []


def test_bibtex() -> None:
    output = run(*RESPONSE, "--bibtex").output
    assert output.startswith("@misc{dpassay_law_randomized_response_3-2_3,\n")
    assert output.count("{") == output.count("}")
    words = " ".join(output.split())
    assert r"randomized\_response on 0 (exp\_eps = 3/2, categories = 3)" in words
    assert r"dpassay law randomized\_response -p exp\_eps=3/2 -p categories=3 --data=0" in words
    assert "closed forms" in words
    assert is_one_line(run(*RESPONSE, "--bibtex", "--json"))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["laplase"], "did you mean 'laplace'?"),
        (["LAPLASE"], "did you mean 'laplace'?"),
        ([""], "mechanism = ''"),
        (["laplace", "-p", "epsilon=1", "-p", "sensitivityy=1"], "did you mean 'sensitivity'?"),
        (["laplace", "-p", "epsilon=1"], "sensitivity = nothing"),
        (["laplace", "-p", "epsilon"], "expected name=value"),
        (["laplace", "-p", "epsilon=1", "-p", "epsilon=2"], "expected each name once"),
        (["laplace", "-p", "epsilon=nan", "-p", "sensitivity=1"], "epsilon = 'nan'"),
        (["laplace", "-p", "epsilon=inf", "-p", "sensitivity=1"], "epsilon = 'inf'"),
        (["laplace", "-p", "epsilon=-1", "-p", "sensitivity=1"], "epsilon = -1"),
        (["laplace", "-p", "epsilon=1", "-p", "exp_eps=2", "-p", "sensitivity=1"], "exactly one of"),
        (
            ["laplace", "-p", "epsilon=1e400", "-p", "sensitivity=1"],
            "epsilon = 1e+400: expected a number",
        ),
        (["gaussian", "-p", "epsilon=10^400", "-p", "delta=1e-5", "-p", "sensitivity=1"], "epsilon = '10^400'"),
        (["gaussian", "-p", "delta=1e-5", "-p", "sensitivity=1"], "epsilon = nothing"),
        (["gaussian", "-p", "epsilon=1", "-p", "sensitivity=1"], "delta = nothing"),
        (["gaussian", "-p", "sigma=1", "-p", "delta=1e-5", "-p", "sensitivity=1"], "epsilon = nothing"),
        (["gaussian", "-p", "sigma=1"], "sensitivity = nothing"),
        (["randomized_response", "-p", "epsilon=1", "-p", "categories=10^400"], "categories = '10^400'"),
        (["randomized_response", "-p", "epsilon=1", "-p", "categories=1e400"], "categories = 1e+400: expected a whole"),
        (["randomized_response", "-p", "epsilon=1", "-p", f"categories=1{'0' * 400}"], "categories = 1e+400: expected"),
        (
            ["discrete_gaussian", "-p", "sigma_squared=1e-400", "-p", "sensitivity=1"],
            "sigma_squared = 1e-400: ",
        ),
        (["discrete_gaussian", "-p", "sigma_squared=1e14", "-p", "sensitivity=1"], "sigma_squared = 1e+14: expected"),
        (["composition", "-p", "exp_eps=2", "-p", "rounds=1e400"], "rounds = 1e+400: expected at most"),
        (
            ["multiplicative_weights", "-p", "learning_rate=1", "-p", "rounds=1e400", "-p", "experts=2"],
            "rounds = 1e+400, experts = 2: expected",
        ),
        (["exponential", "-p", "epsilon=1", "-p", "sensitivity=1", "--data", ""], "data"),
        (["randomized_response", "-p", "exp_eps=2", "-p", "categories=2", "--at", "x"], "at = 'x'"),
        (["laplace", "-p", "exp_eps=3/2", "-p", "sensitivity=1", "--at", "1e400"], "at = 1e+400: expected a number at"),
        (
            [*NORMAL, "--at", "1e400"],
            "at = 1e+400: expected",
        ),
        (["discrete_laplace", "-p", "exp_eps=2", "-p", "sensitivity=1", "--at", "-1e400"], "at = -1e+400: expected"),
        (
            ["laplace", "-p", f"exp_eps=1.{'0' * 300}1", "-p", "sensitivity=1"],
            "exp_eps = 1 + 1e-301: expected",
        ),
    ],
)
def test_mistakes_get_one_line(arguments: list[str], words: str) -> None:
    result = run("law", *arguments)
    assert is_one_line(result), result.output
    assert words in result.output


def test_of_very_many_outcomes_a_table_shows_the_likely_ones_and_json_all() -> None:
    many = ["law", "randomized_response", "-p", "exp_eps=3/2", "-p", "categories=301", "--data", "200"]
    printed = run(*many, columns=120).output
    assert printed.splitlines()[-1] == "201 more outcomes: --at shows the ones you name, --json all of them"
    rows = document(*many)["rows"]
    assert len(rows) == 301
    assert rows[-1]["cumulative"]["exact"] == "1"
    shown = [line.split("│") for line in printed.splitlines() if line.startswith("│")]
    assert len(shown) == 100
    places = [int(cells[1]) for cells in shown]
    assert 200 in places
    assert places == list(range(places[0], places[0] + 100))
    for place, cells in zip(places, shown, strict=True):
        assert cells[5].strip() == rows[place]["cumulative"]["exact"]
    assert "more outcomes" not in run(*many, "--at", "7").output
