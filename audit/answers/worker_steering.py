"""Answers of our own choice: those that tell two inputs apart most, and those far up and far down.

All of them are in the support, so that what follows of a sequence of answers is true of the pipeline, however rarely it
would draw it.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from .worker_dpassay import PREFIX, told
from .worker_recorder import same_number

if TYPE_CHECKING:
    from collections.abc import Callable

    from .worker_recorder import Event

FAR = {
    "laplace": 1.0,
    "normal": 6.0,
    "gumbel": 3.0,
    "logistic": 3.0,
    "two-sided geometric": 1.0,
    "discrete laplace": 1.0,
    "discrete normal": 6.0,
    "truncated laplace": 1.0,
    "truncated discrete laplace": 1.0,
    "folded laplace": 1.0,
    "folded discrete laplace": 1.0,
    "bounded laplace": 1.0,
}
"""How many units from the input an answer is put, where the law has no ends."""


def all_one_way(sign: int) -> Callable[[int, Event, Callable[[], list[Any]]], list[Any]]:
    """Return a steering that puts all noise far up, or far down."""

    def steer(_place: int, event: Event, drawn: Callable[[], list[Any]]) -> list[Any]:
        answers = drawn()
        if "compared" in event.parameters:
            return answers
        if event.kind in FAR:
            pairs = zip(event.inputs, event.scales, answers)
            return [moved(event.kind, x, unit, sign, answer) for x, unit, answer in pairs]
        if event.kind == "coin":
            return [(sign > 0 and p > 0) or p >= 1 for p in event.inputs]
        return answers

    return steer


def away_from(others: list[Event]) -> Callable[[int, Event, Callable[[], list[Any]]], list[Any]]:
    """Return a steering that makes the inputs of a run most likely against those of another one, event by event."""

    def steer(place: int, event: Event, drawn: Callable[[], list[Any]]) -> list[Any]:
        answers = drawn()
        known = place < len(others) and others[place].parting(event) is None
        if known and event.within and others[place].within:
            ends = zip(event.within, others[place].within, answers)
            return [beyond(own, other, answer) for own, other, answer in ends]
        if not known or "compared" in event.parameters:  # before: only some answers are possible
            return answers
        pairs = zip(event.inputs, others[place].inputs, answers, event.scales or event.inputs)
        return [
            answer if same_number(x, other) else telling(event, x, other, unit, answer)
            for x, other, answer, unit in pairs
        ] or answers

    return steer


def beyond(own: tuple[Any, Any], others: tuple[Any, Any], answer: Any) -> Any:
    """Return an answer that what was compared before leaves possible on one input and not on the other."""
    (low, high), (least, most) = own, others
    gaps = [(low, min(high, least)), (max(low, most), high)]
    for begin, end in gaps:
        if begin < end:
            finite = [float(x) for x in (begin, end) if x not in (math.inf, -math.inf)]
            return sum(finite) / 2 if len(finite) == 2 else finite[0] + (1.0 if end == math.inf else -1.0)
    return answer


def telling(event: Event, x: Any, other: Any, unit: Any, answer: Any) -> Any:
    """Return the answer that tells one input from another most, or is far towards that."""
    try:
        if event.kind in FAR:
            return moved(event.kind, x, unit, 1 if x > other else -1, answer)
        if event.kind == "coin":
            return bool(x > other)
        if event.kind == "binomial":
            return int(unit) if x > other else 0
        if event.kind in ("choice", "exponential choice"):
            return most_told(x, other, event.kind == "choice")
        if event.kind.startswith(PREFIX):
            return told(event.kind, x, other, answer)
    except (TypeError, ValueError, ArithmeticError):
        pass
    return answer


def most_told(x: Any, other: Any, weights: bool) -> int:
    """Return the place of the choice whose weight grew most, as a share or, of exponents, as a difference."""
    if not weights:
        return max(range(len(x)), key=lambda place: x[place] - other[place])
    given = [place for place in range(len(x)) if x[place] > 0]
    gone = [place for place in given if other[place] <= 0]
    return gone[0] if gone else max(given, key=lambda place: x[place] / other[place])


def moved(kind: str, x: Any, unit: Any, sign: int, answer: Any) -> Any:
    """Return a number so many units from the input, of the type of the answer."""
    try:
        width, *ends = unit if isinstance(unit, tuple) else (unit,)
        found = float(x + sign * FAR[kind] * abs(float(width)))
        whole = "discrete" in kind or "geometric" in kind
        if whole:
            found = round(found)
        if ends:
            low, high = (float(end) for end in ends)
            found = min(max(found, math.ceil(low) if whole and low > -math.inf else low), high)
        return int(found) if whole else found if found - found == 0 else answer
    except (TypeError, ValueError, ArithmeticError):
        return answer
