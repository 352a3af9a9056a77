"""What many tests ask for again, computed once: draws of counts under a law, the cells of a law."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

import numpy as np

from dpassay.properties.cells.numbers import Floats
from dpassay.properties.goodness_of_fit import simulated_statistics
from dpassay.properties.joint_statistics import JointStatistics
from dpassay.properties.joint_statistics import simulated_statistics as joint_simulated_statistics

_FOUND: Final[dict[tuple[object, ...], tuple[Floats, Any]]] = {}


def simulated_once(n: int, law: Floats, draws: int, rng: np.random.Generator) -> Floats:
    """Do as `simulated_statistics` does; from a state in which the generator was before, it need not be done again.

    Wrong implementations of one mechanism are held to one law, from one seed.
    """
    asked = n, law.tobytes(), draws, repr(rng.bit_generator.state)
    if asked not in _FOUND:
        _FOUND[asked] = simulated_statistics(n, law, draws, rng), rng.bit_generator.state
    values, rng.bit_generator.state = _FOUND[asked]
    return values.copy()


def jointly_once(of: JointStatistics, draws: int, rng: np.random.Generator) -> Floats:
    """Do the same for the statistics of several inputs."""
    scores = [score.tobytes() for _, each in (*of.common, *of.separate) for score in each]
    laws = [law.tobytes() for law in of.laws]
    asked = of.sizes, of.names, tuple(laws), tuple(scores), draws, repr(rng.bit_generator.state)
    if asked not in _FOUND:
        _FOUND[asked] = joint_simulated_statistics(of, draws, rng), rng.bit_generator.state
    values, rng.bit_generator.state = _FOUND[asked]
    return values.copy()


@cache
def known(compute: Callable[..., Any]) -> Callable[..., Any]:
    """Compute once what is asked for again: the law is that of the mechanism, whoever draws."""
    found: list[tuple[tuple[object, ...], Any]] = []

    def answer(*question: object) -> Any:
        for asked, given in reversed(found):  # most ask for what was just asked for: little is compared
            if asked == question:
                return given
        found.append((question, compute(*question)))
        return found[-1][1]

    return answer
