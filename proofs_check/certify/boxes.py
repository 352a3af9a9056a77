"""Finding evidence for formulas that are positive on a box: halving it until ball arithmetic shows so on every part."""

from __future__ import annotations

import time
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final, TypeAlias

from dpassay.exact.real import rational_ball, working_precision
from dpassay.proofs_check.kernel.box import Box, read
from dpassay.proofs_check.kernel.enclosures import box_is_positive, is_above_0
from dpassay.proofs_check.kernel.expressions import Formula, ball, parse, variables

Tree: TypeAlias = "list[Any] | dict[str, Any]"

SECONDS: Final = 30
MOST_LEAVES: Final = 20_000
DEEPEST: Final = 40
SAMPLES_PRECISION: Final = 256


def certify(statement: Mapping[str, Any], seconds: float = SECONDS) -> Tree | None:
    """Return evidence, or ``None`` where none is found in that much of the processor's time."""
    formula, box = parse(statement["expression"]), read(statement["box"])
    if not variables(formula) <= set(box):
        return None
    return _Search(formula, time.process_time() + seconds).divide(box, 0)


class _Search:
    def __init__(self, formula: Formula, deadline: float) -> None:
        self.formula, self.deadline, self.leaves = formula, deadline, 0

    def divide(self, box: Box, depth: int) -> Tree | None:
        """Return a leaf where ball arithmetic shows the sign, and else halve the best side."""
        if box_is_positive(self.formula, box):
            self.leaves += 1
            return []
        sides = [name for name, (low, high) in box.items() if low < high and name in variables(self.formula)]
        exhausted = self.leaves > MOST_LEAVES or time.process_time() > self.deadline or depth > DEEPEST
        if not sides or exhausted or not self.positive_in_the_middle(box):
            return None
        name = max(sides, key=lambda side: self.gain(box, side))
        low, high = box[name]
        at = (low + high) / 2
        parts = []
        for half in ((low, at), (at, high)):
            part = self.divide(box | {name: half}, depth + 1)
            if part is None:
                return None
            parts.append(part)
        return {"split": name, "at": str(at), "low": parts[0], "high": parts[1]}

    def positive_in_the_middle(self, box: Box) -> bool:
        """Tell whether the formula is above 0 at the middle of the box: elsewhere the search is in vain."""
        with working_precision(SAMPLES_PRECISION):
            middle = {name: rational_ball((low + high) / 2) for name, (low, high) in box.items()}
            return is_above_0(ball(self.formula, middle))

    def gain(self, box: Box, name: str) -> tuple[float, Fraction]:
        """Rank the sides: by how much lower the radius gets over the whole box with that side shrunk to its middle."""
        low, high = box[name]
        with working_precision(64):
            sides = {other: rational_ball(a).union(rational_ball(b)) for other, (a, b) in box.items()}
            enclosure = ball(self.formula, sides | {name: rational_ball((low + high) / 2)})
        radius = float(enclosure.rad()) if enclosure.is_finite() else float("inf")
        return -radius, high - low
