"""When a trace is certainly dominated by a stated composition: each of its steps is paid for by a mechanism of it.

What pays is used up, and may be chosen by what was answered before, but not by what comes: then whoever has an answer
of each mechanism can make the answers of the trace of them, one after the other (Vadhan and Zhang 2023). So each rule
is a domination of pairs of laws.

* Noise that is log-concave is told apart best by a threshold, so that a larger distance of the inputs dominates a
  smaller one, and one distance dominates several whose sum it is: thresholds attain the bound of group privacy. That
  holds of Laplace noise, in units, and of discrete Laplace and discrete normal noise of one scale.
* Discrete Laplace noise is the same of a larger rate and independent other noise, so that the larger rate dominates.
* Randomized response dominates all that keeps its epsilon, and the extremal pair all that keeps its epsilon and delta
  (Kairouz, Oh and Viswanath 2015); at a distance of 1, discrete Laplace noise is randomized response.
* The squares of distances of normal noise add up, and may be divided. What is concentrated pays for normal noise,
  discrete or not, of rho = square / 2, and for pure epsilon as rho = epsilon^2 / 2 (Bun and Steinke 2016).
* A comparison of noise follows from the sum.

Where no such payment is found nothing follows: the trace may be dominated all the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Final

from dpassay.audit.pipelines.composition import Step, delta_bounds, rounded_above
from dpassay.audit.pipelines.laws import LAWS, is_finite
from dpassay.audit.pipelines.own_laws import known_as
from dpassay.audit.pipelines.rows import Row
from dpassay.audit.pipelines.stated_loss import concentrated, response_of, squares
from dpassay.audit.pipelines.statements import Mechanism, Statement
from dpassay.audit.pipelines.traces import Replay
from dpassay.exact import as_real, decimal_text, log
from dpassay.exact.entrance import explain_failures

__all__ = ["largest_first", "steps_of", "unpaid"]

NORMAL: Final = ("normal", "normal sum", "comparison of normal")
DIGITS: Final = 5


def steps_of(replay: Replay) -> tuple[Step, ...]:
    """Return what the calls of a replay cost something with, without the answers."""
    rows = ((call.asked.kind, row) for call in replay.calls for row in call.rows)
    return tuple(known_as(kind, replace(row, cell=0, answer=None)) for kind, row in rows)


@dataclass(slots=True)
class _Payer:
    """The rounds of one mechanism, and what is left of each that is not used up: of epsilon, or of a distance."""

    mechanism: Mechanism
    whole: Fraction
    left: list[Fraction]

    def pays(self, step: Step, tolerance: Fraction) -> bool:
        """Pay for a step with one round, where that is possible."""
        price = _price(self.mechanism, step, tolerance)
        if price is None:
            price = self.whole if _is_approximate(self.mechanism, step) else None
        place = next((i for i, left in enumerate(self.left) if price is not None and left >= price), None)
        if place is None or price is None:
            return False
        self.left[place] -= price
        if not self.left[place]:
            del self.left[place]
        return True


def unpaid(statement: Statement, steps: Sequence[Step], tolerance: Fraction = Fraction(0)) -> str:
    """Return which step of a trace no mechanism pays for, in words; "" where all are paid, and the trace is dominated.

    What pays for a step is chosen when its turn comes: steps that depend on answers are given in their order.
    ``tolerance``: the share by which a step may cost more.
    """
    more = 1 + tolerance
    payers = [_Payer(each, _whole(each) * more, [_whole(each) * more] * each.rounds) for each in _in_order(statement)]
    square, rho = squares(statement) * more, concentrated(statement) * more
    for step in steps:
        part = _square(*step) if step[0] in NORMAL else None
        if part is not None and part <= square + 2 * rho:
            rho -= max(part - square, Fraction(0)) / 2
            square = max(square - part, Fraction(0))
        elif not any(payer.pays(step, tolerance) for payer in payers):
            price = _concentrated_price(step)
            if price is None or price > rho:
                return _words(step)
            rho -= price
    return ""


def largest_first(steps: Sequence[Step]) -> list[Step]:
    """Return steps that do not depend on answers in an order in which they are most likely paid."""
    return sorted(steps, key=_size, reverse=True)


def _in_order(statement: Statement) -> list[Mechanism]:
    """Return the mechanisms that pay for steps one by one: those that pay for few kinds, and the small ones, first."""
    order = ("discrete_laplace", "discrete_gaussian", "laplace", "randomized_response", "pure", "approximate")
    known = [each for each in statement.mechanisms if each.name in order]
    return sorted(known, key=lambda each: (order.index(each.name), _whole(each)))


def _whole(mechanism: Mechanism) -> Fraction:
    """Return what one round can pay."""
    if mechanism.name == "discrete_gaussian" or (mechanism.name == "discrete_laplace" and mechanism["sensitivity"] > 1):
        return mechanism["sensitivity"]
    return mechanism["epsilon"]


def _price(mechanism: Mechanism, step: Step, tolerance: Fraction) -> Fraction | None:
    """Return what a step takes of a mechanism; None where that does not pay for its kind."""
    kind, row = step
    match mechanism.name:
        case "laplace":
            return _distance(row) if kind in ("laplace", "comparison of laplace") else None
        case "discrete_laplace" if mechanism["sensitivity"] > 1:
            rate = mechanism["epsilon"] / mechanism["sensitivity"] * (1 + tolerance)
            return _whole_gap(row) if 0 < _rate(kind, row) <= rate else None
        case "discrete_gaussian":
            known = kind == "discrete normal" and is_finite(row.unit)
            near = known and abs(Fraction(row.unit) / mechanism["sigma"] - 1) <= tolerance
            return _whole_gap(row) if near else None
        case _:
            return _pure(step)


def _is_approximate(mechanism: Mechanism, step: Step) -> bool:
    """Tell whether a step keeps the epsilon and delta of a mechanism, in both directions."""
    budget = response_of(mechanism)
    if mechanism.name != "approximate" or budget is None or not budget[1] or step[0] not in LAWS:
        return False
    return max(_delta_above(step, budget[0]), _delta_above((step[0], step[1].turned()), budget[0])) <= budget[1]


@lru_cache(maxsize=1024)
def _delta_above(step: Step, epsilon: Fraction) -> Fraction:
    return delta_bounds([step], epsilon)[1]


# Steps


def _distance(row: Row) -> Fraction | None:
    """Return how many units the inputs are apart."""
    known = is_finite(row.unit, row.first, row.second) and row.unit > 0
    return abs(Fraction(row.first - row.second)) / Fraction(row.unit) if known else None


def _whole_gap(row: Row) -> Fraction | None:
    known = is_finite(row.first, row.second) and (row.first - row.second) % 1 == 0
    return abs(Fraction(row.first - row.second)) if known else None


def _rate(kind: str, row: Row) -> Fraction:
    """Return a rational that is at least the rate of two-sided geometric noise; 0 of other kinds."""
    if not is_finite(row.unit) or row.unit <= 0:
        return Fraction(0)
    if kind == "two-sided geometric" and row.unit < 1:
        return rounded_above(as_real(log(1 / Fraction(row.unit))))
    return 1 / Fraction(row.unit) if kind == "discrete laplace" else Fraction(0)


def _square(kind: str, row: Row) -> Fraction | None:
    """Return the square of the distance in units of normal noise, discrete or not."""
    if kind == "discrete normal" and _whole_gap(row) is None:
        return None
    gap = _distance(row)
    if gap is None:
        return None
    return gap**2 * Fraction(row.unit) if kind == "normal sum" else gap**2


@lru_cache(maxsize=4096)
def _pure(step: Step) -> Fraction | None:
    """Return a rational that is at least the loss of a step, whichever input comes first; None where it is infinite."""
    law, row = LAWS.get(step[0]), step[1]
    if law is None:
        return None
    bounds = [law.supremum(each) for each in (row, row.turned())]
    known = [bound for bound in bounds if bound is not None]
    exact = [bound if isinstance(bound, Fraction) else rounded_above(as_real(bound)) for bound in known]
    return max(exact) if len(known) == len(bounds) else None


def _concentrated_price(step: Step) -> Fraction | None:
    """Return the rho of a step that is not normal noise as such; None where there is none."""
    if step[0] == "discrete normal":
        square = _square(*step)
        return None if square is None else square / 2
    pure = _pure(step)
    return None if pure is None else pure**2 / 2


def _size(step: Step) -> Fraction:
    """Return about how much a step costs: those that cost most are paid first."""
    pure = _pure(step)
    return (_square(*step) or Fraction(0)) if pure is None else pure


def _words(step: Step) -> str:
    kind, row = step
    size = _pure(step)
    what = f"with a loss of up to {decimal_text(size, DIGITS)}" if size is not None else ""
    square = _square(kind, row) if kind in (*NORMAL, "discrete normal") else None
    if square is not None:
        what = f"whose inputs are sqrt({decimal_text(square, DIGITS)}) units apart"
    return f"no mechanism is left that is known to dominate a call of {kind} {what}".rstrip()


explain_failures(__name__)
