"""Deliberately wrong implementations of a mechanism, and a correct one, in the target interface.

A file of this folder that has the name of a mechanism holds them: ``CORRECT``, and ``MUTANTS`` by their names. The
output law of a mutant is not the mechanism's at ``PARAMETERS``; audits are at ``AUDITED``, where these are others. All
of them reject bad input, so that what gives a mutant away is its law. Each is also a function of its file, named
mechanism_name. These files need numpy only, and nothing of ours but one another.

Here are the argument checks that are the same for all mechanisms that add noise or draw from a list.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Implementation = Callable[..., Array]


def _positive(value: Any) -> bool:
    return bool(0 < value < math.inf)


def _whole(value: Any, least: int) -> bool:
    return bool(value >= least and value == int(value))


CHECKS: Final[dict[str, Callable[[Any], bool]]] = {
    "size": lambda value: _whole(value, 0),
    "epsilon": _positive,
    "sensitivity": _positive,
    "sigma": lambda value: value is None or _positive(value),
    "sigma_squared": _positive,
    "delta": lambda value: 0 < value < 1,
    "categories": lambda value: _whole(value, 2),
}


def _checked(draw: Implementation) -> Implementation:
    @functools.wraps(draw)
    def target(data: Any, **arguments: Any) -> Array:
        for name, value in arguments.items():
            if not CHECKS.get(name, lambda _: True)(value):
                raise ValueError(f"{name} = {value!r} is out of its domain")
        if np.size(data) == 0 or not np.isfinite(data).all():
            raise ValueError(f"data = {data!r}: expected finite numbers")
        if "categories" in arguments and not 0 <= data < arguments["categories"]:
            raise ValueError(f"data = {data!r}: expected a label")
        return draw(data, **arguments)

    return target


@dataclass
class Targets:
    """Those of a mechanism, whose arguments are checked; functions are registered by their names."""

    mechanism: str
    mutants: dict[str, Implementation] = field(default_factory=dict)
    _right: list[Implementation] = field(default_factory=list)

    def correct(self, draw: Implementation) -> Implementation:
        """Register the correct implementation."""
        self._right.append(_checked(draw))
        return self._right[-1]

    def wrong(self, draw: Implementation) -> Implementation:
        """Register a mutant."""
        return self.mutants.setdefault(draw.__name__.removeprefix(f"{self.mechanism}_"), _checked(draw))

    @property
    def right(self) -> Implementation:
        """The correct implementation, of which there is one."""
        (one,) = self._right
        return one
