"""Every figure takes its style from one file, and comes out the same each time."""

from __future__ import annotations

import re
from pathlib import Path

import matplotlib as mpl
import pytest
from matplotlib.figure import Figure

from dpassay.figures.style import BLUE, COLORS, INK, STYLE, add_caption, add_legend, rendered, styled

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("audit", "benchmarks", "cli", "experiments")
OWN_STYLE = re.compile(r"rc_context|rcParams|rc_file|mplstyle|#[0-9a-f]{6}\b|pyplot")


def own_styles(source: str) -> list[str]:
    """Return what decides in a source how figures look, or shares state with others' figures."""
    return OWN_STYLE.findall(source)


def drawn() -> Figure:
    with styled():
        figure = Figure(figsize=(3, 2))
        axes = figure.subplots(1, 2)
        for panel, labels in zip(axes, (("first", "second"), ("second", "third")), strict=True):
            for label in labels:
                panel.plot([0, 1], [0, 1], label=label)
    return figure


def test_no_other_file_has_a_style_of_its_own() -> None:
    sources = [path for room in ROOMS for path in (ROOT / room).rglob("*.py")]
    assert sources
    assert {path.name: found for path in sources if (found := own_styles(path.read_text(encoding="utf-8")))} == {}


@pytest.mark.parametrize(
    "line", ['RED = "#d55e00"', 'mpl.rcParams["font.size"] = 8', "import matplotlib.pyplot as plt"]
)
def test_a_style_of_its_own_is_found(line: str) -> None:
    assert own_styles(line)


def test_the_style_ends_with_the_drawing() -> None:
    before = mpl.rcParams["text.color"]
    with styled():
        assert mpl.rcParams["text.color"] == INK == STYLE["axes.edgecolor"]
    assert mpl.rcParams["text.color"] == before


def test_colors_are_all_different() -> None:
    assert len({*COLORS, INK}) == len(COLORS) + 1
    assert drawn().axes[0].get_lines()[0].get_color() == BLUE


@pytest.mark.parametrize(
    ("order", "expected"), [((), ["first", "second", "third"]), (("third", "none", "first"), ["third", "first"])]
)
def test_a_legend_names_each_label_once(order: tuple[str, ...], expected: list[str]) -> None:
    figure = drawn()
    add_legend(figure, figure.axes, 3, order)
    assert [text.get_text() for text in figure.legends[0].get_texts()] == expected


def test_the_same_figure_gives_the_same_bytes() -> None:
    first, second, other = drawn(), drawn(), drawn()
    add_caption(other, "what it shows")
    for kind, begin in (("png", b"\x89PNG"), ("svg", b"<?xml")):
        files = [rendered(figure, kind, salt="dpassay", transparent=False) for figure in (first, second, other)]
        assert files[0].startswith(begin)
        assert files[0] == files[1] != files[2]
