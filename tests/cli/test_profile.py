"""`dpassay profile`, run as a user would."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import mpmath
import pytest

from dpassay.cli.profile import compute, read_question
from dpassay.cli.profile_plot import POINTS, curve, profile_figure
from dpassay.exact.decimals import rounded
from tests.cli.harness import (
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
    without_at_and_data,
)

LAPLACE = ["profile", "laplace", "-p", "epsilon=1", "-p", "sensitivity=1"]
RESPONSE = ["profile", "randomized_response", "-p", "exp_eps=3", "-p", "categories=2"]
NORMAL = ["profile", "gaussian", "-p", "sigma=1", "-p", "sensitivity=1"]
VECTORS = ["profile", "private_wma", "-p", "hypotheses=1/2,3/8,1/8;1/8,1/8,3/4", "-p", "rounds=10", "-p", "delta=1/2"]


@pytest.mark.parametrize("arguments", EVERY)
def test_profile_of_every_mechanism(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers lie in their bounds, and stand whole in tables of either width, no line of which is longer."""
    compute_once(monkeypatch, "profile")
    plain = ["profile", *without_at_and_data(arguments), "--epsilon", "0", "--epsilon", "1/5", "--delta", "1/100"]
    content = document(*plain)
    deltas = [value(row["delta"]["decimal"]) for row in content["rows"]]
    assert deltas == sorted(deltas, reverse=True)
    for number in numbers(content):
        if number["exact"] is None:
            assert value(number["lower"]) <= value(number["decimal"]) <= value(number["upper"])
    for columns in (80, 120):
        output = run(*plain, columns=columns).output
        shown = [row[key]["decimal"] for row in content["rows"] for key in ("delta", "epsilon")]
        shown += [content["max_divergence"]["decimal"], content["epsilon_at_delta"][0]["epsilon"]["decimal"]]
        assert all(is_whole(text, output) for text in shown)
        assert all(len(line) <= columns for line in table_lines(output))


def test_profile_at_points_and_back() -> None:
    """Binary randomized response at e^eps = 3: delta(1) = 1/2, and delta = 1/4 at e^eps = 2."""
    content = document(*RESPONSE, "--exp-eps", "1", "--exp-eps", "2", "--delta", "1/4")
    assert [row["first_over_second"]["exact"] for row in content["rows"]] == ["1/2", "1/4"]
    ((entry),) = content["epsilon_at_delta"]
    assert entry["delta"] == {"decimal": "0.25", "exact": "1/4"}
    assert entry["epsilon"] == {"decimal": "0.69314718056", "exact": "log(2)"}
    assert content["max_divergence"]["exact"] == "log(3)"
    assert content["guarantee"] == {
        "epsilon": {"decimal": "1.09861228867", "exact": "log(3)"},
        "delta": {"decimal": "0", "exact": "0"},
    }


def test_a_value_asked_for_twice_is_shown_once() -> None:
    content = document(*RESPONSE, "--exp-eps", "2", "--exp-eps", "2.0", "--delta", "1/4", "--delta", "0.25")
    assert len(content["rows"]) == len(content["epsilon_at_delta"]) == 1


def test_sigma_alone_is_the_profile_of_a_normal_law() -> None:
    """Phi(1/2 - eps) - e^eps Phi(-1/2 - eps), by mpmath; the guarantee is zero-concentrated with rho = 1/2."""
    content = document(*NORMAL, "--epsilon", "1", "--epsilon", "2000", "--digits", "20")
    with mpmath.workdps(60):
        truth = mpmath.ncdf(mpmath.mpf(-1) / 2) - mpmath.e * mpmath.ncdf(mpmath.mpf(-3) / 2)
        assert content["rows"][0]["delta"]["decimal"] == mpmath.nstr(truth, 20)
    assert content["guarantee"] == {"rho": {"decimal": "0.5", "exact": "1/2"}}
    small = content["rows"][1]["delta"]["decimal"]
    assert small.endswith("e-868162")  # log10 of about e^(-(2000 - 1/2)^2 / 2) / 2000^2 / sqrt(2 pi)
    exponent = (-(1999.5**2) / 2 - math.log(2000.0**2 * math.sqrt(2 * math.pi))) / math.log(10)
    assert -868162 <= exponent < -868160


def test_a_delta_next_to_1_is_shown_by_its_distance() -> None:
    """Two normal laws 40 sigma apart: 1 - delta(0) = 2 Phi(-20)."""
    content = document("profile", "gaussian", "-p", "sigma=1", "-p", "sensitivity=40", "--epsilon", "0")
    with mpmath.workdps(30):
        assert content["rows"][0]["delta"]["decimal"] == f"1 - {mpmath.nstr(2 * mpmath.ncdf(-20), 3)}"


def test_profile_of_vectors_is_between_bounds() -> None:
    content = document(*VECTORS, "-p", "epsilon=100", "--exp-eps", "2", "--delta", "1/2", "--delta", "9/10")
    (row,) = content["rows"]
    low, high = (value(row["first_over_second"][end]) for end in ("lower", "upper"))
    assert 0 <= high - low <= Fraction(11, 10**5)
    assert float(high) == pytest.approx(float(value(row["delta"]["decimal"])), abs=0.02)
    half, most = (entry["epsilon"] for entry in content["epsilon_at_delta"])
    for end, sign in (("lower", -1), ("upper", 1)):
        back = document(*VECTORS, "-p", "epsilon=100", "--exp-eps", str(Fraction(math.exp(float(half[end])))))
        assert sign * (0.5 - float(back["rows"][0]["delta"]["decimal"])) > -2e-4
    assert most["exact"] == "0"
    printed = run(*VECTORS, "-p", "epsilon=100", "--exp-eps", "2", "--delta", "1/2").output
    assert f"least epsilon at delta = 1/2: {half['lower']} to {half['upper']}\n" in printed
    assert run(*VECTORS, "-p", "epsilon=100", "--delta", "1").exit_code == 2


def test_the_schema_is_closed_and_complete() -> None:
    content = document(*LAPLACE, "--delta", "1/10")
    for broken in (
        {**content, "more": 1},
        {**content, "guarantee": {}},
        {**content, "guarantee": {**content["guarantee"], "rho": {"decimal": "1", "exact": "1"}}},
        {**content, "rows": []},
        {**content, "adjacency": 1},
        {**content, "max_divergence": {"decimal": "1", "exact": "1", "lower": "1", "upper": "1"}},
        {**content, "max_divergence": 1.0},
        {key: part for key, part in content.items() if key != "neighbor"},
    ):
        assert not schema("profile").is_valid(broken)
    assert errors(content, "profile") == []


def test_bibtex() -> None:
    words = " ".join(run(*LAPLACE, "--bibtex").output.split())
    assert words.startswith("@misc{dpassay_profile_laplace_1_1,")
    assert "dpassay profile laplace -p epsilon=1 -p sensitivity=1 --data=0 --neighbor=1" in words
    assert "hockey-stick divergence" in words
    assert is_one_line(run(*LAPLACE, "--bibtex", "--json"))


# The figure


@pytest.mark.parametrize("ending", ["svg", "png"])
def test_profile_is_drawn(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"profile.{ending}"
    assert run(*LAPLACE, "--plot", str(path)).exit_code == 0
    assert path.stat().st_size > 1_000


@pytest.mark.parametrize("epsilons", [("1/2",), ("0", "1/4", "1")])
def test_the_figure_is_a_dense_exact_curve_with_the_points_marked(epsilons: tuple[str, ...]) -> None:
    """Laplace noise of scale 1, one apart: delta = 1 - e^((eps - 1)/2) up to eps = 1."""
    raw = ("epsilon=1", "sensitivity=1")
    answer = compute(read_question("laplace", raw, None, (epsilons, ()), ()))
    x, y = curve(answer)
    assert len(x) > POINTS >= 100
    assert x[0] == 0
    assert x[-1] == pytest.approx(1)
    assert max(b - a for a, b in pairwise(x)) < 0.011
    assert y == pytest.approx([1 - math.exp((e - 1) / 2) for e in x], abs=1e-12)
    axes = profile_figure(answer, "title").axes[0]
    lines = {line.get_label(): line for line in axes.get_lines()}
    marked = [float(Fraction(e)) for e in epsilons]
    assert list(lines["points of the table"].get_xdata()) == pytest.approx(marked)
    assert lines["points of the table"].get_marker() == "o"
    assert len(lines["exact profile of the law"].get_xdata()) == len(x)


def test_the_axis_of_the_figure_reaches_all_that_is_asked() -> None:
    answer = compute(read_question("gaussian", ("sigma=1", "sensitivity=1"), None, (("0", "8"), ()), ()))
    axes = profile_figure(answer, "").axes[0]
    assert axes.get_yscale() == "log"
    (x, y) = (limit[edge] for limit, edge in ((axes.get_xlim(), 1), (axes.get_ylim(), 0)))
    assert x == pytest.approx(8)
    assert 0 < y < float(mpmath.ncdf(-7.5) - mpmath.exp(8) * mpmath.ncdf(-8.5))


def test_beyond_the_largest_loss_the_curve_is_flat() -> None:
    """Asked far beyond, the curve keeps its points where it falls."""
    answer = compute(read_question("laplace", ("epsilon=1", "sensitivity=1"), None, (("1000",), ()), ()))
    x, y = curve(answer)
    assert sum(e <= 1 for e in x) >= 100
    assert (x[-1], y[-1]) == (1000, 0)


@pytest.mark.parametrize("plot", ["", "x", "x.pdf", "no/such/folder/x.png", "folder.png"])
def test_a_file_that_cannot_be_drawn_is_refused_before_anything_is_computed(
    plot: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.png").mkdir()
    monkeypatch.setattr("dpassay.cli.profile.compute", lambda _: pytest.fail("computed"))
    result = run(*LAPLACE, "--plot", plot)
    assert is_one_line(result)
    assert f"plot = {plot!r}: expected a file " in result.output
    assert [path.name for path in tmp_path.iterdir()] == ["folder.png"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([*LAPLACE, "--data", "0"], "both or neither"),
        ([*LAPLACE, "--data", "0", "--neighbor", "100"], "data, neighbor = 0 and 100: expected neighbors"),
        ([*LAPLACE, "--data", "nan", "--neighbor", "0"], "data = 'nan'"),
        ([*LAPLACE, "--data", "", "--neighbor", ""], "data = ''"),
        ([*LAPLACE, "--epsilon", "-1"], "epsilon = -1: expected a number from 0 to 10^6"),
        ([*LAPLACE, "--epsilon", "1e400"], "epsilon = 1e+400: expected"),
        ([*LAPLACE, "--epsilon", "nan"], "epsilon = 'nan'"),
        ([*LAPLACE, "--exp-eps", "1/2"], "exp-eps = 1/2: expected a number of at least 1"),
        ([*LAPLACE, "--delta", "1"], "delta = 1: expected a number in [0, 1)"),
        ([*LAPLACE, "--delta", "-1e-400"], "delta = -1e-400"),
        ([*LAPLACE, "--delta", "1e-400"], "delta = 1e-400: expected 0, or a number of at least 1e-100"),
        (
            [
                "profile",
                "exponential",
                "-p",
                "epsilon=1",
                "-p",
                "sensitivity=1",
                "--data",
                "1,2",
                "--neighbor",
                "1,2,3",
            ],
            "data, neighbor = 1, 2 and 1, 2, 3: expected neighbors",
        ),
        (
            ["profile", "discrete_laplace", "-p", "epsilon=1", "-p", "sensitivity=1e400"],
            "inputs 1e+400 apart: expected",
        ),
        (
            ["profile", "discrete_gaussian", "-p", "sigma_squared=1", "-p", "sensitivity=1e400"],
            "inputs 1e+400 apart: expected",
        ),
        (
            ["profile", "discrete_gaussian", "-p", "sigma_squared=1e-400", "-p", "sensitivity=1"],
            "sigma_squared = 1e-400",
        ),
        (
            ["profile", "discrete_gaussian", "-p", "sigma_squared=1e12", "-p", "sensitivity=1", "--epsilon", "100"],
            "epsilon = 100: expected at most",
        ),
    ],
)
def test_mistakes_get_one_line(arguments: list[str], words: str) -> None:
    result = run(*arguments)
    assert is_one_line(result), result.output
    assert words in result.output


def test_the_default_grid_needs_no_root_that_has_no_exact_form() -> None:
    """e^eps = 1 + (T - 1) N' / 2 for T = 10^400 is a product of primes that nobody finds."""
    content = document("profile", "label_clipping", "-p", "hypotheses=1/2,1/2;1/4,3/4", "-p", "rounds=1e400")
    assert len(content["rows"]) == 11
    assert content["rows"][-1]["delta"] == {"decimal": "0", "exact": "0"}
    assert content["rows"][-1]["epsilon"]["decimal"] == content["guarantee"]["epsilon"]["decimal"]


def test_an_enclosure_without_width_is_the_number() -> None:
    """The profile of a local report beyond its largest loss is an enclosure, of 0 and nothing else."""
    arguments = ["profile", "private_exp3", "-p", "hypotheses=1/2,1/2;1/4,3/4", "-p", "rounds=4", "-p", "epsilon=2"]
    (row,) = document(*arguments, "--epsilon", "1")["rows"]
    assert row["delta"] == row["first_over_second"] == {"decimal": "0", "exact": "0"}
    assert "+/- 0 " not in run(*arguments, "--epsilon", "1").output


@pytest.mark.parametrize(
    ("value", "digits", "expected"),
    [
        (Fraction(24, 25), 1, Fraction(1)),
        (Fraction(3, 7), 3, Fraction("0.429")),
        (Fraction(10) ** 400 * 3, 1, Fraction("3e400")),
        (1 + Fraction(1, 10**9), 3, Fraction(1)),
        (0, 3, Fraction(0)),
    ],
)
def test_rounded(value: Fraction, digits: int, expected: Fraction) -> None:
    assert rounded(value, digits) == expected


@pytest.mark.parametrize(("sensitivity", "code"), [("1e6", 0), ("1000001", 2)])
def test_integers_are_compared_a_million_apart(sensitivity: str, code: int) -> None:
    result = run("profile", "discrete_laplace", "-p", "epsilon=1", "-p", f"sensitivity={sensitivity}", "--epsilon", "1")
    assert result.exit_code == code
    assert ("max divergence (the least epsilon at delta = 0): 1\n" in result.output) == (code == 0)
    refusal = "sensitivity, or data and neighbor = inputs 1000001 apart: expected inputs at most 1000000 apart"
    assert (refusal in result.output) == (code == 2)
