"""Real numbers that numpy draws by inversion: a quantile function, in doubles, of one uniform number.

Its C code is written out here (distributions.c: random_laplace, random_logistic, random_gumbel; and for the older class
legacy-distributions.c: legacy_standard_exponential), and held against the numpy that is there before it is used. Each
piece rises or falls with the uniform number, up to the rounding of a logarithm, of which that is only said. So the
number is drawn as far as the target asks: by a comparison, or by rounding it to few values.

Normal numbers, and exponential ones of ``Generator``, are drawn by rejection from tables, and stay refused.
"""

from __future__ import annotations

import math
import platform
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from .worker_inversion import GENERATOR, MACHINES, TRIALS
from .worker_lazy import Lazy

if TYPE_CHECKING:
    from collections.abc import Callable

    from .worker_oracle import Oracle

STATE = np.random.RandomState
"""numpy's own class, whatever stands in its place later."""

LOG = math.log
NOTE = "numpy draws {} numbers by inversion of one uniform number, as its source says"


def mapped(number: Any, function: Callable[[float], float], *, rises: bool = True) -> Any:
    """Return a function of a uniform number, of which as much is drawn as was asked."""
    return number.then(function, rises=rises, said="log") if isinstance(number, Lazy) else function(number)


def laplace(loc: float, scale: float, uniform: Callable[[], Any]) -> Any:
    """Return a Laplace number."""
    number = uniform()
    while True:
        if number >= 0.5:
            return mapped(number, lambda u: loc - scale * LOG(2.0 - u - u))
        if number > 0.0:
            return mapped(number, lambda u: loc + scale * LOG(u + u))
        number = uniform()


def logistic(loc: float, scale: float, uniform: Callable[[], Any]) -> Any:
    """Return a logistic number."""
    number = uniform()
    while not number > 0.0:
        number = uniform()
    return mapped(number, lambda u: loc + scale * LOG(u / (1.0 - u)))


def gumbel(loc: float, scale: float, uniform: Callable[[], Any]) -> Any:
    """Return a Gumbel number, which falls with the uniform one."""
    number = uniform()
    while not number > 0.0:
        number = uniform()
    return mapped(number, lambda u: loc - scale * LOG(-LOG(1.0 - u)), rises=False)


def exponential(scale: float, uniform: Callable[[], Any]) -> Any:
    """Return an exponential number as ``RandomState`` draws it."""
    return mapped(uniform(), lambda u: scale * -LOG(1.0 - u))


KNOWN: dict[str, tuple[Callable[..., Any], tuple[str, ...]]] = {
    "laplace": (laplace, ("Generator", "RandomState")),
    "logistic": (logistic, ("Generator", "RandomState")),
    "gumbel": (gumbel, ("Generator", "RandomState")),
    "exponential": (exponential, ("RandomState",)),
}
"""How numbers are drawn, and by which classes."""


def quantile(oracle: Oracle, kind: str, name: str, arguments: tuple[Any, ...], uniform: Callable[[], Any]) -> Any:
    """Return one number that a class of numpy's draws, from uniform ones."""
    plain = tuple(argument.item() if isinstance(argument, np.generic) else argument for argument in arguments)
    fits = all(isinstance(argument, (int, float)) and math.isfinite(argument) for argument in plain)
    fits = fits and platform.machine() in MACHINES and kind in KNOWN[name][1]
    with oracle.paused():  # numpy's own generators are made with chance of their own
        fits = fits and plain[-1] >= 0 and agrees(kind, name, tuple(map(float, plain)))
    if not fits:
        values = ", ".join(map(str, plain))
        oracle.refuse(f"the target draws by {name}({values}){{at}}, whose values cannot be enumerated")
    oracle.note(NOTE.format(name))
    return KNOWN[name][0](*map(float, plain), uniform)


@lru_cache(maxsize=256)
def agrees(kind: str, name: str, arguments: tuple[float, ...]) -> bool:
    """Tell whether numpy's own numbers are the same for the same uniform ones, wherever that is tried."""

    def made(seed: int) -> Any:
        return STATE(seed) if kind == "RandomState" else GENERATOR(np.random.PCG64(seed))

    return all(
        getattr(made(seed), name)(*arguments) == KNOWN[name][0](*arguments, made(seed).random) for seed in range(TRIALS)
    )
