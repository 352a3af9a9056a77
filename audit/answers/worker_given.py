"""What each call of a generator gave back in a run: numbers with which the run can be repeated without a recorder.

Of noise that was seen it is what the frozen answer makes of the draw: on two inputs other numbers, and the same answer.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from .worker_noise import Noise

if TYPE_CHECKING:
    from .worker_draws import Root
    from .worker_recorder import Recorder


class UnknownError(Exception):
    """A draw of which the answers do not say what it was."""


def noted(recorder: Recorder, name: str, found: Any) -> Any:
    """Take note of what a call gave, and return it; of a shuffle in place the order."""
    order = recorder.events[-1].answers[0] if name == "shuffle" and recorder.events else found
    recorder.given.append((name, order))
    return found


def given_in(recorder: Recorder) -> list[list[Any]] | None:
    """Return name and numbers of every call of the last run; None where they cannot be told."""
    events = [event for event in recorder.events if not event.kind.startswith("draw of ")]
    libraries = any("draw" not in event.parameters and event.kind not in KNOWN for event in events)
    try:
        return None if libraries else [[name, numbers(found)] for name, found in recorder.given]
    except UnknownError:
        return None


CLOSE = Fraction(1, 10**9)
KNOWN = ("binomial", "choice", "sample", "shuffle")


def numbers(found: Any) -> Any:
    """Return a number or a nested list of them."""
    if isinstance(found, Noise):
        flat = np.array([number(found.root, cell) for cell in found.index.ravel().tolist()])
        return flat.astype(found.root.natural.dtype).reshape(found.index.shape).tolist()
    if isinstance(found, (np.ndarray, np.generic)):
        return found.tolist()
    if not isinstance(found, (bool, int, float, str, list)):
        raise UnknownError
    return found


def number(root: Root, cell: int) -> Any:
    """Return what a draw was."""
    if root.groups or cell in root.chosen:
        raise UnknownError
    if cell in root.seen:
        answer, steps = root.seen[cell]
        place, unit = root.line(cell, steps)
        begin, width = root.line(cell, [])
        if not all(isinstance(each, (int, Fraction)) for each in (place, unit, begin, width)) or unit == 0:
            return root.natural[cell]
        return begin + width * (exact_number(answer) - place) / Fraction(unit)
    if cell in root.within:
        low, high = root.within[cell]
        begin, width = root.line(cell, [])
        if low is None or not isinstance(begin, (int, Fraction)):
            raise UnknownError
        return begin + width * inside(Fraction(low), Fraction(high))
    return root.natural[cell]


def inside(low: Fraction, high: Fraction) -> Fraction:
    """Return a number of an interval that is close to the end which a coin has drawn: so its share is seen."""
    if low == 0 and high < 1:
        return high * (1 - CLOSE)
    return low + (high - low) * (CLOSE if high == 1 and low > 0 else Fraction(1, 2))


def exact_number(value: Any) -> Fraction:
    """Return a finite number as a rational."""
    try:
        return Fraction(value)
    except (TypeError, ValueError, OverflowError):
        raise UnknownError from None
