"""A claim alone: of the target no more is known than the (epsilon, delta) it promises on two inputs of the user's.

Inputs are data of any kind that JSON has: numbers, texts, nothing, lists and objects of them, however nested.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from dpassay.audit import words
from dpassay.audit.answers.program import Program
from dpassay.audit.answers.recording import Recording
from dpassay.audit.answers.request import Json
from dpassay.exact import as_fraction, decimal_text, require
from dpassay.exact.entrance import explain_failures
from dpassay.exact.rationals import shortened

__all__ = ["ClaimAlone", "read_claim"]

_SHOWN: Final = 60
LARGEST_EPSILON: Final = 700
"""Beyond it e^epsilon is no double."""


@dataclass(frozen=True, slots=True)
class ClaimAlone:
    """What is audited and what it claims.

    Attributes:
        target: "path/to/file.py:function" or "package.module:function"; or a program, or a recording.
        parameters: what the target is called with besides the data.
        pair: the two inputs, which are neighbors because the user says so; None where answers were recorded on inputs
            that the user did not tell.
        epsilon: what is claimed, at least 0.
        delta: the same, at least 0 and below 1.
    """

    target: str | Program | Recording
    parameters: Mapping[str, object]
    pair: tuple[Json, Json] | None
    epsilon: Fraction
    delta: Fraction

    def __post_init__(self) -> None:
        """Refuse two inputs that are one, and none where something is run."""
        if self.pair is None:
            recorded = isinstance(self.target, Recording)
            require(recorded, "data", "nothing", "two neighboring inputs (--data and --neighbor)")
            return
        first, second = (shown(each) for each in self.pair)
        expected = "two inputs that differ: on equal ones nothing can leak"
        require(self.pair[0] != self.pair[1], "data", f"{first}, neighbor = {second}", expected)

    @property
    def delta_above(self) -> float:
        """Delta as a double that is not below it."""
        near = float(self.delta)
        return near if Fraction(near) >= self.delta else math.nextafter(near, 1.0)

    @property
    def exp_eps_above(self) -> float:
        """e^epsilon as a double that is not below it."""
        above = math.nextafter(float(self.epsilon), math.inf)
        return math.nextafter(math.exp(above) * (1 + 1e-15), math.inf)

    @property
    def words(self) -> str:
        """The claim as reports say it."""
        return f"(epsilon = {self.epsilon_text}, delta = {decimal_text(self.delta, words.DIGITS)})-differential privacy"

    @property
    def epsilon_text(self) -> str:
        """The claimed epsilon as a decimal."""
        return decimal_text(self.epsilon, words.DIGITS)


def read_claim(epsilon: object, delta: object = None) -> tuple[Fraction, Fraction]:
    """Return what is claimed, exactly; a float is read as it is printed.

    Raises:
        ValueError: it is no claim.
    """
    most = LARGEST_EPSILON
    return (
        _number(epsilon, "epsilon", lambda number: 0 <= number <= most, f"a number from 0 to {most}"),
        _number(0 if delta is None else delta, "delta", lambda number: 0 <= number < 1, "a number in [0, 1)"),
    )


def _number(value: object, name: str, fits: Any, expected: str) -> Fraction:
    try:
        number = as_fraction(str(value) if isinstance(value, float) else value, name)
    except ValueError:
        raise ValueError(f"{name} = {shortened(value, repr)}: expected {expected}") from None
    require(fits(number), name, shortened(value, str), expected)
    return number


# Inputs


def shown(data: Json) -> str:
    """Return an input on one line, its beginning where it is long."""
    return data.text if len(data.text) <= _SHOWN else f"{data.text[: _SHOWN - 3]}..."


explain_failures(__name__)
