"""diffprivlib's `Bingham`, recorded: a direction is drawn for a symmetric matrix, and is the answer.

What its law depends on is the matrix, and epsilon over four times the sensitivity. Where the matrix is not symmetric to
the last bit, or no noise is drawn, as in one dimension, it has no law here.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from .worker_recorder import Event, exact, site

if TYPE_CHECKING:
    from collections.abc import Callable

    from .worker_recorder import Recorder

DIRECTION = "diffprivlib direction"


def direction_law(self: Any, value: Any) -> tuple[str, list[Any], Any, dict[str, str]] | None:
    """Return kind, input, unit and parameters; None where there is no law."""
    epsilon, sensitivity = exact(self.epsilon), exact(getattr(self, "sensitivity", 0))
    if not isinstance(value, np.ndarray) or value.ndim != 2 or len(value) < 2 or not np.array_equal(value, value.T):
        return None
    if not np.isfinite(value).all() or not isinstance(epsilon, (int, Fraction)) or not sensitivity > 0:
        return None
    matrix = tuple(tuple(map(exact, row)) for row in value.tolist())
    return DIRECTION, [matrix], Fraction(epsilon) / (4 * sensitivity), {"shape": str(value.shape)}


def directed(recorder: Recorder, law: tuple[str, list[Any], Any, dict[str, str]], draw: Callable[[], Any]) -> Any:
    """Record a draw of a direction."""
    kind, inputs, unit, parameters = law

    def drawn() -> list[Any]:
        with recorder.paused():
            return [tuple(draw().tolist())]

    return np.array(recorder.event(Event(kind, parameters, site(), inputs, scales=[unit]), drawn)[0])
