"""What MWEM and its smooth forms lose in privacy at worst, exactly, on a small instance: printed and corrected.

Three elements, of which the first two have a query each that says whether a point is there, in {0, 1} or in {-1, 1};
up to three points; the whole law of the transcripts, by the reference. The loss is the largest log-ratio of the
probabilities of a transcript, over the neighbors that the reference lists: up to 12 pairs, those first that lose most
in the first round. It is certified for these, and so a lower bound on what the mechanism costs.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, Final

from dpassay.exact import LogForm, Real, as_real, max_divergence
from dpassay.experiments.frame.entries import ten_digits
from dpassay.experiments.frame.runs import Row
from dpassay.reference import MECHANISMS

COLUMNS: Final = ("mechanism", "values", "calibration", "rounds", "epsilon", "loss", "loss_over_epsilon")
VALUES: Final = {"{0, 1}": ("1,0,0;0,1,0", "0,1"), "{-1, 1}": ("1,-1,-1;-1,1,-1", "-1,1")}
CALIBRATIONS: Final = ("printed", "corrected")
ROUNDS: Final = (1, 2)
EPSILON: Final = Fraction(1)
SMOOTH: Final = {"sigma": Fraction(9, 10), "radius": Fraction(0)}
NAMES: Final = ("mwem", "smooth_mwem", "projected_smooth_mwem")


def parameters(name: str, values: str, calibration: str, rounds: int) -> Any:
    """The parameters of the small instance."""
    queries, query_range = VALUES[values]
    common = {"epsilon": EPSILON, "rounds": rounds, "queries": queries, "query_range": query_range}
    smooth = {} if name == "mwem" else SMOOTH
    return MECHANISMS[name].Parameters.read(**common, calibration=calibration, **smooth)


def worst_loss(name: str, values: str, calibration: str, rounds: int) -> Real:
    """The largest privacy loss between neighbors."""
    mechanism, given = MECHANISMS[name], parameters(name, values, calibration, rounds)
    losses = [
        max_divergence(mechanism.law(first, given), mechanism.law(second, given))
        for first, second in mechanism.neighbors(given)
    ]
    return max((_finite(loss) for loss in losses), key=float)


def _finite(loss: LogForm | Real | None) -> Real:
    if loss is None:
        raise ArithmeticError("a transcript is possible on one of two neighbors alone")
    return as_real(loss)


@cache
def rows() -> tuple[Row, ...]:
    """All rows of the table."""
    return tuple(_rows())


def _rows() -> Iterator[Row]:
    for name, values, calibration, rounds in product(NAMES, VALUES, CALIBRATIONS, ROUNDS):
        loss = float(worst_loss(name, values, calibration, rounds))
        numbers = ten_digits(EPSILON), ten_digits(loss), ten_digits(loss / float(EPSILON))
        yield dict(zip(COLUMNS, (name, values, calibration, str(rounds), *numbers), strict=True))
