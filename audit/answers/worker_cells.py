"""diffprivlib's quantiles, recorded: a cell is chosen and a place in it, and the place alone is released.

Which cell was chosen depends on the data, as its place follows from the answer: so both draws are one primitive. What
its law depends on is what the library hands to its exponential mechanism, and the sorted data between the bounds. Where
these do not fit, or the data are no numbers, the draws are recorded as they come.
"""

from __future__ import annotations

import inspect
from functools import wraps
from typing import TYPE_CHECKING, Any

import numpy as np

from .worker_noise import seen_arguments
from .worker_recorder import Event, by_name, exact, site, text_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from .worker_recorder import Recorder

CELLS = "place among cells"


def wrap_quantiles(recorder: Recorder, module: Any, everywhere: Callable[[Any, Any], None]) -> None:
    """Wrap `quantile`, which all others call."""
    made: list[Any] = []
    module.Exponential = noting(module.Exponential, made)
    everywhere(module.quantile, placed(module.quantile, recorder, made))


def noting(kind: Any, made: list[Any]) -> Callable[..., Any]:
    """Return a maker of mechanisms that keeps in mind what it made."""

    def make(*args: Any, **kwargs: Any) -> Any:
        made.append(kind(*args, **kwargs))
        return made[-1]

    return make


def placed(own: Callable[..., Any], recorder: Recorder, made: list[Any]) -> Callable[..., Any]:
    """Return a function that is recorded where it answers with one number."""
    signature = inspect.signature(own)

    @wraps(own)
    def quantile(*args: Any, **kwargs: Any) -> Any:
        args, kwargs = seen_arguments(args, kwargs)
        said = by_name(signature, args, kwargs)
        several = np.size(said["quant"]) != 1 or said.get("axis") is not None or said.get("keepdims")
        ends = None if several or not recorder.active else ends_of(said["array"], said.get("bounds"))
        if ends is None:
            return own(*args, **kwargs)
        made.clear()
        with recorder.paused():
            found = own(*args, **kwargs)
        law = law_of(made[-1], ends) if made else None
        if law is None:
            return recorder.call("diffprivlib quantile", {}, [text_of(said["array"])], lambda: found)
        event = Event(CELLS, {}, site(), [law[0]], scales=[law[1]])
        return recorder.event(event, lambda: [found])[0]

    return quantile


def ends_of(array: Any, bounds: Any) -> Any:
    """Return the ends of the cells: the data between the bounds, and these; None where they are no numbers."""
    try:
        low, high = (min(array), max(array)) if bounds is None else map(float, bounds)
        data = np.clip(np.ravel(array).astype(float), low, high)
    except (TypeError, ValueError):
        return None
    ends = np.sort(np.append(data, [low, high]))
    return None if np.isnan(ends).any() else ends


def law_of(mechanism: Any, ends: Any) -> tuple[Any, Any] | None:
    """Return input and unit of the law; None where the mechanism has another measure than the widths of the cells."""
    widths = np.diff(ends)
    if len(mechanism.utility) != len(widths) or not np.array_equal(mechanism.measure, widths):
        return None
    unit = exact((1 if mechanism.monotonic else 2) * mechanism.sensitivity / mechanism.epsilon)
    return (tuple(map(exact, ends.tolist())), tuple(map(exact, mechanism.utility))), unit
