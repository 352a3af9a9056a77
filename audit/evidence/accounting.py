"""What an accountant's answer is worth: held against certified bounds on the truth, in exact arithmetic."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from dpassay.audit.answers.accountants import Answer, Question, Side
from dpassay.audit.held_to.composed import Truth
from dpassay.exact.entrance import explain_failures

__all__ = ["DELTAS", "ROUNDING", "Finding", "Verdict", "judge", "questions_for"]

Verdict = Literal["holds", "violation", "rounding", "undecided", "estimate", "no answer"]
"""What can be said of one answer.

violation: it is on the wrong side of the truth, certainly. rounding: the same, by no more than a share of ``ROUNDING``.
undecided: it is within the bounds on the truth.
"""

ROUNDING: Final = Fraction(1, 10**9)

DELTAS: Final = tuple(Fraction(delta) for delta in (1e-3, 1e-6, 1e-10))
"""Where epsilon is asked for: the doubles nearest to these."""

_GRID: Final = 128


@dataclass(frozen=True, slots=True)
class Finding:
    """An answer beside the truth, of which ``low`` and ``high`` are certified bounds, or None where it is infinite."""

    answer: Answer
    low: Fraction | None
    high: Fraction | None
    verdict: Verdict

    @property
    def ratio(self) -> float | None:
        """The answer as a multiple of the truth; None where one of them is no number above 0."""
        value = self.answer.value
        if value is None or not math.isfinite(value) or not self.low or self.high is None:
            return None
        return float(Fraction(value) * 2 / (self.low + self.high))

    @property
    def excess(self) -> float | None:
        """The answer minus the truth."""
        value = self.answer.value
        if value is None or not math.isfinite(value) or self.low is None or self.high is None:
            return None
        return float(Fraction(value) - (self.low + self.high) / 2)


def questions_for(truth: Truth) -> list[Question]:
    """Return what to ask: epsilon at the ``DELTAS``, and delta at an epsilon near each of these."""
    questions = []
    for delta in DELTAS:
        low, _ = truth.epsilon(delta)
        questions.append(Question("epsilon", delta))
        if low:
            questions.append(Question("delta", Fraction(math.ceil(low * _GRID), _GRID)))
    return list(dict.fromkeys(questions))


def judge(answer: Answer, side: Side, truth: Truth) -> Finding:
    """Hold one answer against the truth."""
    question = answer.question
    low, high = truth.delta(question.at) if question.asks == "delta" else truth.epsilon(question.at)
    if answer.value is None:
        return Finding(answer, low, high, "no answer")
    if side == "estimate":
        return Finding(answer, low, high, "estimate")
    found = _compared(answer.value, question, truth, (low, high))
    wrong, right = (found.below, found.not_below) if side == "upper" else (found.above, found.not_above)
    if not wrong:
        return Finding(answer, low, high, "holds" if right else "undecided")
    return Finding(answer, low, high, "rounding" if _is_rounding(answer.value, low, high) else "violation")


@dataclass(frozen=True, slots=True)
class _Place:
    """What is certain of where an answer is, next to the truth."""

    below: bool
    not_below: bool
    above: bool
    not_above: bool


def _compared(
    value: float, question: Question, truth: Truth, bounds: tuple[Fraction | None, Fraction | None]
) -> _Place:
    """Compare an answer with the truth; an epsilon is below it where delta there is more than what was asked for."""
    low, high = bounds
    above = high is not None and value > high
    not_above = low is None or value <= low
    if question.asks == "epsilon" and math.isfinite(value):
        least, most = truth.delta(Fraction(value))
        return _Place(least > question.at, most <= question.at, above, not_above)
    below = low is None or value < low
    return _Place(
        below and value != math.inf, value == math.inf or (high is not None and value >= high), above, not_above
    )


def _is_rounding(value: float, low: Fraction | None, high: Fraction | None) -> bool:
    """Tell whether an answer is as near to the truth as doubles are."""
    if not math.isfinite(value) or low is None or high is None:
        return False
    return max(low - Fraction(value), Fraction(value) - high) <= ROUNDING * high


explain_failures(__name__)
