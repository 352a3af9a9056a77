"""Figures: what they show adds up, they are small, stand alone and come out the same each time."""

import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.figure import Figure
from scipy import stats

from dpassay.audit.reports import plots
from dpassay.properties.cells import Cells

EPSILON = np.linspace(0, 2, 25)
DELTA = np.maximum(0, 1 - np.exp((EPSILON - 1) / 2))


def real_cells(cuts: int = 600) -> Cells:
    edges = stats.norm.ppf(np.arange(1, cuts) / cuts)
    return Cells("real", edges, np.diff(stats.norm.cdf(edges), prepend=0.0, append=1.0))


def integer_cells(reach: int = 8) -> Cells:
    edges = np.arange(-reach, reach + 1)
    inner = 0.5 ** np.abs(edges) / 3
    tail = (1 - inner.sum()) / 2
    return Cells("integer", edges, np.concatenate([[tail], inner, [tail]]))


def finite_cells(outcomes: int = 4) -> Cells:
    return Cells("finite", np.arange(outcomes), np.full(outcomes, 1 / outcomes))


EVERY = {
    "real": real_cells(),
    "coarse": real_cells(3),
    "integer": integer_cells(),
    "wide": integer_cells(700),
    "finite": finite_cells(),
    "many": finite_cells(300),
    "one": finite_cells(1),
}


def drawn(cells: Cells, total: int, seed: int = 1) -> np.ndarray:
    return np.random.default_rng(seed).multinomial(total, cells.probabilities / cells.probabilities.sum())


def law_figure(cells: Cells, total: int = 5_000) -> Figure:
    return plots.law_figure([cells, cells], [drawn(cells, total, seed) for seed in (1, 2)], [total, total])


# Bins


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize("total", [4, 300, 100_000])
def test_bins_hold_everything_once(name: str, total: int) -> None:
    cells = EVERY[name]
    counts = drawn(cells, total)
    bins = plots.merged(cells, counts, total, plots.starts_of([cells], total))
    assert bins.count.sum() == total
    assert bins.probability.sum() == pytest.approx(1)
    assert len(bins.count) <= plots.MOST_BINS + 2
    assert (bins.low[1:] >= bins.high[:-1]).all()


@given(st.integers(2, 400), st.integers(1, 10**6))
def test_only_the_outermost_bins_are_tails(cuts: int, total: int) -> None:
    cells = real_cells(cuts)
    bins = plots.merged(cells, np.zeros(len(cells)), total, plots.starts_of([cells], total))
    assert bins.bounded[1:-1].all()
    assert not bins.bounded[[0, -1]].any()


def test_a_bin_of_no_probability_is_infinitely_far_off_where_it_was_seen() -> None:
    cells = Cells("finite", np.arange(3), np.array([0.5, 0.5, 0.0]))
    bins = plots.merged(cells, [50, 50, 0], 100, np.arange(3))
    assert bins.deviation.tolist() == [0, 0, 0]
    bins = plots.merged(cells, [50, 49, 1], 100, np.arange(3))
    assert bins.deviation.tolist() == [0, -0.2, np.inf]


def test_a_deviation_is_in_standard_errors() -> None:
    bins = plots.merged(finite_cells(2), [5_100, 4_900], 10_000, np.arange(2))
    assert bins.deviation.tolist() == [2, -2]


def test_the_curve_is_the_density() -> None:
    x, y = plots.density_curve(real_cells(), -2.0, 2.0)
    assert np.abs(y - stats.norm.pdf(x)).max() < 0.002


# Figures of laws


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize("total", [4, 5_000])
def test_every_kind_of_law_is_drawn(name: str, total: int) -> None:
    text = plots.svg(law_figure(EVERY[name], total), "law")
    assert text.startswith("<svg")
    assert text.endswith("</svg>")
    assert len(text) < 200_000


def test_impossible_answers_are_named() -> None:
    cells = finite_cells(2)
    figure = plots.law_figure([cells, cells], [[5, 5], [4, 4]], [10, 10])
    assert [axes.get_title() for axes in figure.axes[:2]] == [
        "first input",
        "second input (2 of 10 answers are impossible)",
    ]


def test_both_panels_have_one_scale() -> None:
    cells = finite_cells(2)
    figure = plots.law_figure([cells, cells], [[500, 500], [900, 100]], [1_000, 1_000])
    low, high = figure.axes[2].get_ylim()
    assert high > 25
    assert low == -high
    assert figure.axes[3].get_ylim() == (low, high)


# Figures of profiles


def test_the_axes_have_units() -> None:
    axes = plots.profile_figure(EPSILON, DELTA).axes[0]
    assert axes.get_xlabel() == "privacy loss epsilon (nats)"
    assert axes.get_ylabel() == "delta (probability)"


@pytest.mark.parametrize(("claim", "scale"), [((1.0, 0.0), "linear"), ((1.0, 1e-6), "log"), ((1.0, 0.1), "linear")])
def test_a_small_delta_gets_a_logarithmic_axis(claim: tuple[float, float], scale: str) -> None:
    axes = plots.profile_figure(EPSILON, DELTA, lower=DELTA / 2, confidence="99 %", claim=claim).axes[0]
    assert axes.get_yscale() == scale
    assert axes.get_ylim()[0] <= claim[1]


def test_all_that_is_certified_is_in_view() -> None:
    axes = plots.profile_figure(EPSILON, DELTA, lower=DELTA + 0.3, estimate=DELTA + 0.5).axes[0]
    assert axes.get_ylim()[1] > DELTA.max() + 0.5


def test_a_bound_beyond_the_axis_points_there() -> None:
    figure = plots.profile_figure(EPSILON, DELTA, claim=(1, 0), certified=(7.5, 0))
    mark = figure.axes[0].lines[-1]
    assert (list(mark.get_xdata()), mark.get_marker()) == ([2.0], ">")
    assert mark.get_label() == "certified: epsilon at least 7.5"


@pytest.mark.parametrize(
    ("epsilon", "delta"), [([], []), ([0, 1], [1]), ([0], [np.nan]), ([np.inf], [0]), ([[0]], [[0]])]
)
def test_bad_curves_are_refused(epsilon: list[float], delta: list[float]) -> None:
    with pytest.raises(ValueError, match=r"^epsilon, delta = .*: expected finite numbers"):
        plots.profile_figure(epsilon, delta)


# Rendering


def test_ids_and_references_carry_the_name() -> None:
    text = plots.svg(law_figure(EVERY["real"]), "some")
    ids = re.findall(r'\bid="([^"]*)"', text)
    references = re.findall(r'(?:href="|url\()#([^")]*)', text)
    assert ids
    assert all(identifier.startswith("some-") for identifier in ids)
    assert references
    assert set(references) <= set(ids)


def test_the_page_decides_colors_and_size() -> None:
    text = plots.svg(plots.profile_figure(EPSILON, DELTA, lower=DELTA / 2, claim=(1, 0)), "profile")
    assert not re.findall(r"#(?!ffffff)[0-9a-f]{6}\b", text)
    assert "var(--blue)" in text
    assert "var(--ink)" in text
    assert not re.search(r"(width|height)=", text.partition(">")[0])
    assert "viewBox" in text.partition(">")[0]


def test_texts_stay_texts() -> None:
    assert "privacy loss epsilon (nats)</text>" in plots.svg(plots.profile_figure(EPSILON, DELTA), "profile")


def test_the_same_figure_gives_the_same_text() -> None:
    assert plots.svg(law_figure(EVERY["integer"]), "law") == plots.svg(law_figure(EVERY["integer"]), "law")


@pytest.mark.parametrize(("ending", "begin"), [(".svg", b"<?xml"), (".png", b"\x89PNG")])
def test_a_profile_is_saved(ending: str, begin: bytes, tmp_path: Path) -> None:
    path = tmp_path / f"out{ending}"
    plots.save_profile(EPSILON, DELTA, path, title="laplace: 0 against 1")
    assert path.read_bytes().startswith(begin)
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("name", ["out.pdf", "out", "out.SVG"])
def test_other_endings_are_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"^path = .*: expected a file that ends in \.svg or \.png$"):
        plots.save_profile(EPSILON, DELTA, tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_a_title_is_text() -> None:
    text = plots.svg(plots.profile_figure(EPSILON, DELTA, title="<script>$x"), "profile")
    assert "<script>" not in text
    assert "&lt;script&gt;$x" in text
