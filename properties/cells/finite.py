"""Finite laws: one cell for each outcome."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from dpassay.exact import Dist
from dpassay.exact.entrance import explain_failures
from dpassay.properties.cells.cells import Cells
from dpassay.properties.cells.numbers import Floats

__all__ = ["CutIntoOutcomes"]


class CutIntoOutcomes:
    """The way to cut finite laws."""

    def pair(self, laws: Sequence[Dist[Any]], size: int) -> tuple[Cells, ...]:  # noqa: ARG002  # however many
        """Return one cell for each outcome; outcomes that are rows are numbered in their lexicographic order."""
        outcomes = sorted({outcome for law in laws for outcome in law.outcomes})
        rows = tuple(outcomes) if isinstance(outcomes[0], tuple) else None
        edges = np.array(outcomes if rows is None else range(len(outcomes)), dtype=np.int64)
        return tuple(Cells("finite", edges, np.array([float(law.enclosed(y)) for y in outcomes]), rows) for law in laws)

    def masses(self, law: Dist[Any], cells: Cells) -> Floats:
        """Return the probability of each cell."""
        outcomes = cells.edges.tolist() if cells.rows is None else cells.rows
        return np.array([float(law.enclosed(y)) for y in outcomes])


explain_failures(__name__)
