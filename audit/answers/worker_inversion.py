"""numpy's binomial and geometric numbers, where it draws them by inversion: from one uniform number, without tables.

Its C code is written out here, operation by operation (distributions.c: random_binomial_inversion and
random_geometric_search, the same since numpy 1.17). It is held against the numpy that is there before it is used. For
other arguments numpy draws by rejection from tables of its own; that is refused.
"""

from __future__ import annotations

import math
import platform
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from .worker_oracle import Oracle

LARGEST_MEAN = 30.0
LEAST_STOP = 0.333333333333333333333333
TRIALS = 64
MACHINES = ("x86_64", "AMD64")
"""Elsewhere a C compiler may join a product and a sum into one operation, which rounds once."""

NOTE = "numpy draws {} numbers by inversion of one uniform number, as its source says"


def binomial(count: int, share: float, uniform: Callable[[], Any]) -> int:
    """Return how many of so many trials succeed."""
    if count == 0 or share == 0:
        return 0
    if share > 0.5:  # as numpy does
        return count - successes(count, 1.0 - share, uniform)
    return successes(count, share, uniform)


def successes(count: int, share: float, uniform: Callable[[], Any]) -> int:
    """Return the number of successes, whose share is at most a half."""
    other = 1.0 - share
    first = math.exp(count * math.log(other))
    mean = count * share
    bound = int(min(count, mean + 10.0 * math.sqrt(mean * other + 1)))
    found, mass, number = 0, first, uniform()
    while number > mass:
        found += 1
        if found > bound:
            found, mass, number = 0, first, uniform()
        else:
            number = number - mass
            mass = ((count - found + 1) * share * mass) / (found * other)
    return found


class EndlessError(Exception):
    """numpy would not return: the sum of the probabilities stays below a number."""


def geometric(stop: float, uniform: Callable[[], Any]) -> int:
    """Return how many trials there are up to the first success."""
    found, reached, mass, other = 1, stop, stop, 1.0 - stop
    number = uniform()
    while number > reached:
        mass *= other
        if reached + mass == reached:  # and so it stays, as the mass does not grow
            raise EndlessError
        reached += mass
        found += 1
    return found


KNOWN: dict[str, tuple[Callable[..., int], Callable[..., bool]]] = {
    "binomial": (binomial, lambda n, p: n >= 0 and 0 <= p <= 1 and n * min(p, 1.0 - p) <= LARGEST_MEAN),
    "geometric": (geometric, lambda p: LEAST_STOP <= p <= 1),
}
"""How numbers are drawn, and for which arguments."""


def inverted(oracle: Oracle, name: str, arguments: tuple[Any, ...], uniform: Callable[[], Any]) -> int:
    """Return one number of a kind, from uniform ones."""
    draw, applies = KNOWN[name]
    plain = tuple(argument.item() if isinstance(argument, np.generic) else argument for argument in arguments)
    fits = all(isinstance(argument, (int, float)) for argument in plain) and platform.machine() in MACHINES
    if not (fits and applies(*plain) and agrees(name, plain)):
        values = ", ".join(map(str, plain))
        oracle.refuse(f"the target draws by {name}({values}){{at}}, which numpy does not draw by inversion")
    oracle.note(NOTE.format(name))
    try:
        return draw(*plain, uniform)
    except EndlessError:
        oracle.give_up()


@lru_cache(maxsize=256)
def agrees(name: str, arguments: tuple[Any, ...]) -> bool:
    """Tell whether numpy's own numbers are the same for the same uniform ones, wherever that is tried."""
    for seed in range(TRIALS):
        source = np.random.PCG64(seed)
        own, other = getattr(GENERATOR(source), name)(*arguments), GENERATOR(np.random.PCG64(seed))
        if own != KNOWN[name][0](*arguments, other.random):
            return False
    return True


GENERATOR = np.random.Generator
"""numpy's own class, whatever stands in its place later."""
