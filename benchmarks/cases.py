"""Mechanisms with parameters to measure at, and their samplers in `dpassay.fast`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from dpassay.audit.assess import Resolved, Subject
from dpassay.properties.target import Target, call, offered, plain
from dpassay.reference import MECHANISMS as BUILT_IN

_SMALL: Final = {"hypotheses": "3/4,1/8,1/8;1/8,3/8,1/2", "rounds": "4"}
_OTHERS: Final[Mapping[str, Mapping[str, str]]] = {
    "randomized_response": {"epsilon": "1", "categories": "4"},
    "multiplicative_weights": {"learning_rate": "1/2", "rounds": "3", "experts": "2"},
    "private_pac": {"epsilon": "1", "dimension": "3"},
    "composition": {"epsilon": "1", "rounds": "4", "delta": "1/10"},
    "label_clipping": _SMALL,
    "private_wma": {"epsilon": "10", "delta": "1/2", **_SMALL},
    "private_exp3": {"epsilon": "1", **_SMALL},
}
MECHANISMS: Final[Mapping[str, Mapping[str, str]]] = {
    name: _OTHERS.get(name, spec.EXAMPLE) for name, spec in BUILT_IN.items()
}
"""Every mechanism, with the parameters at which it is measured: its example, unless others tell more."""


@dataclass(frozen=True, slots=True)
class Case:
    """A mechanism that an implementation claims to be, and how the implementation departs from it.

    Attributes:
        label: the case in words.
        mechanism: the name of the mechanism.
        altered: the arguments that our own sampler is called with in place of the claimed ones; none: it is correct.
    """

    label: str
    mechanism: str
    altered: tuple[tuple[str, float], ...] = field(default=())

    def draw(self, size: int, rng: np.random.Generator) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return ``size`` outputs on either of the two inputs that tell the most."""
        subject = resolved(self.mechanism)
        values = {**offered(subject.parameters), **dict(self.altered)}
        first, second = (call(sampler(self.mechanism), plain(data), size, rng, values) for data in subject.pair)
        return first, second


def sampler(mechanism: str) -> Target:
    """Return the vectorized sampler of a mechanism."""
    function: Target = getattr(import_module(f"dpassay.fast.{mechanism}"), mechanism)
    return function


@cache
def resolved(mechanism: str) -> Resolved:
    """Return the claimed mechanism with its parameters and its worst pair of inputs, in exact form."""
    return Subject(f"dpassay.fast.{mechanism}:{mechanism}", mechanism, MECHANISMS[mechanism]).resolve()
