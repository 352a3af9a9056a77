"""The style of figures, read from `dpassay.mplstyle` beside this file, and what all figures are drawn with.

Figures are matplotlib `Figure` objects of their own; `pyplot`, and with it all shared state, stays out.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

STYLE: Final = mpl.rc_params_from_file(Path(__file__).with_name("dpassay.mplstyle"), use_default_template=False)

COLORS: Final[tuple[str, ...]] = tuple(STYLE["axes.prop_cycle"].by_key()["color"])
BLUE, ORANGE, RED, GREEN, PINK, SKY = COLORS
INK: Final[str] = STYLE["text.color"]
FAINT: Final[str] = STYLE["grid.color"]
GRAY: Final = "#6b7280"
"""Of captions, and of lines that are there for comparison."""


@contextmanager
def styled() -> Iterator[None]:
    """Draw in the style."""
    with mpl.rc_context(STYLE):
        yield


def add_caption(figure: Figure, text: str) -> None:
    """Say below a figure what it shows."""
    figure.supxlabel(text, fontsize="x-small", color=GRAY)


def add_legend(figure: Figure, panels: Iterable[Axes], ncols: int, order: Sequence[str] = ()) -> None:
    """Name above a figure what its panels show, each label once, and those of an order in that order."""
    handles = {
        label: handle for axes in panels for handle, label in zip(*axes.get_legend_handles_labels(), strict=True)
    }
    labels = [label for label in order if label in handles] or list(handles)
    figure.legend(
        [handles[label] for label in labels], labels, loc="outside upper center", ncols=ncols, fontsize="small"
    )


def rendered(figure: Figure, kind: str, *, salt: str, transparent: bool) -> bytes:
    """Return the bytes of a file of a kind, "svg" or "png"; the same figure and salt give the same bytes."""
    buffer = io.BytesIO()
    metadata = dict.fromkeys(("Date", "Creator", "Format", "Type")) if kind == "svg" else {"Software": None}
    with styled(), mpl.rc_context({"svg.hashsalt": salt}):
        figure.savefig(buffer, format=kind, dpi=150, metadata=metadata, transparent=transparent)
    return buffer.getvalue()
