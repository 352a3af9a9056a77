"""Compositions that accountants are asked about: independent rounds of mechanisms, whose numbers are all doubles.

Every number is a double and a rational at once, so that what a library computes and what is exact are about the same
mechanism. A part stands for a pair of laws; whether inputs are replaced, or added and removed, is the library's affair.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from dpassay.exact import log, require
from dpassay.exact.entrance import explain_failures

__all__ = ["CASES", "KINDS", "QUICK_ROUNDS", "Composition", "Kind", "Part", "literal", "rounded_up"]

Kind = Literal[
    "randomized_response",
    "randomized_response_of_many",
    "laplace",
    "discrete_laplace",
    "gaussian",
    "discrete_gaussian",
    "two_point",
    "approximate",
]

KINDS: Final[Mapping[str, tuple[str, ...]]] = {
    "randomized_response": ("truth", "categories"),
    "randomized_response_of_many": ("truth", "categories"),
    "laplace": ("scale",),
    "discrete_laplace": ("rate", "sensitivity"),
    "gaussian": ("sigma",),
    "discrete_gaussian": ("sigma",),
    "two_point": ("p", "q"),
    "approximate": ("epsilon", "delta"),
}
"""The numbers of each kind of part.

randomized_response: the true one of the labels with probability ``truth``, else a uniform other one; of_many where
there are more than two. laplace, gaussian, discrete_gaussian: noise on two inputs at a distance of 1. discrete_laplace:
noise in proportion to e^(-rate |x|). two_point: a bit that is 1 with probability p or q, in both orders. approximate:
the extremal pair of (epsilon, delta).
"""


@dataclass(frozen=True, slots=True)
class Part:
    """So many independent rounds of one mechanism, of one of the ``KINDS``, with its numbers by name."""

    kind: Kind
    rounds: int
    numbers: tuple[tuple[str, Fraction], ...]

    def __post_init__(self) -> None:
        """Refuse what no library could be told."""
        require(self.kind in KINDS, "kind", repr(self.kind), f"one of {', '.join(KINDS)}")
        require(self.rounds >= 1, "rounds", self.rounds, "a whole number of at least 1")
        names = tuple(name for name, _ in self.numbers)
        require(names == KINDS[self.kind], "numbers", ", ".join(names), ", ".join(KINDS[self.kind]))
        for name, value in self.numbers:
            require(
                value > 0 and Fraction(float(value)) == value, name, value, "a number above 0 that a double is equal to"
            )

    def __getitem__(self, name: str) -> Fraction:
        """Return a number."""
        return dict(self.numbers)[name]

    def values(self) -> dict[str, str]:
        """Return what may stand in a line that names the part: its numbers, its rounds, and what follows from them.

        What is not exact in a double is rounded up: ``epsilon``, the pure budget of a round.
        """
        found = dict(self.numbers)
        match self.kind:
            case "randomized_response" | "randomized_response_of_many":
                labels, other = found["categories"], 1 - found["truth"]
                found["noise"] = other * labels / (labels - 1)
                found["epsilon"] = rounded_up(found["truth"] * (labels - 1) / other)
            case "laplace":
                found["epsilon"] = 1 / found["scale"]
            case "discrete_laplace":
                found |= {"epsilon": found["rate"] * found["sensitivity"], "scale": 1 / found["rate"]}
            case "gaussian" | "discrete_gaussian":
                found["rho"] = 1 / (2 * found["sigma"] ** 2)
            case "two_point":
                p, q = found["p"], found["q"]
                found |= {"p_rest": 1 - p, "q_rest": 1 - q}
                found["epsilon"] = rounded_up(max(p / q, q / p, (1 - p) / (1 - q), (1 - q) / (1 - p)))
        return {"rounds": str(self.rounds), **{name: literal(value) for name, value in found.items()}}


def literal(value: Fraction) -> str:
    """Return the Python literal of a whole number or of a double."""
    return str(value.numerator) if value.denominator == 1 else repr(float(value))


def rounded_up(ratio: Fraction) -> Fraction:
    """Return a double that is at least the logarithm of a ratio, and hardly more."""
    exact = log(ratio)
    value = float(exact)
    while exact > Fraction(value):
        value = math.nextafter(value, math.inf)
    return Fraction(value)


@dataclass(frozen=True, slots=True)
class Composition:
    """Parts that are run independently; ``family`` and ``rounds`` place it in a figure."""

    family: str
    rounds: int
    parts: tuple[Part, ...]

    @property
    def name(self) -> str:
        """What a table calls it."""
        return f"{self.family} x {self.rounds}"

    @property
    def one_sided(self) -> bool:
        """Whether the two directions of the pair differ."""
        return any(part.kind == "two_point" for part in self.parts)


# The cases


def _part(kind: Kind, rounds: int, **numbers: str) -> Part:
    return Part(kind, rounds, tuple((name, Fraction(text)) for name, text in numbers.items()))


def _alone(rounds: int) -> dict[str, tuple[Part, ...]]:
    return {
        "randomized response": (_part("randomized_response", rounds, truth="17/32", categories="2"),),
        "randomized response of 4": (_part("randomized_response_of_many", rounds, truth="19/64", categories="4"),),
        "Laplace": (_part("laplace", rounds, scale="8"),),
        "discrete Laplace": (_part("discrete_laplace", rounds, rate="1/16", sensitivity="3"),),
        "Gaussian": (_part("gaussian", rounds, sigma="8"),),
        "discrete Gaussian": (_part("discrete_gaussian", rounds, sigma="4"),),
        "two points": (_part("two_point", rounds, p="1/2", q="7/16"),),
        "approximate": (_part("approximate", rounds, epsilon="1/8", delta="1/16777216"),),
    }


def _mixed(rounds: int) -> dict[str, tuple[Part, ...]]:
    alone = {name: parts[0] for name, parts in _alone(rounds).items()}
    return {
        "Gaussian and Laplace": (alone["Gaussian"], alone["Laplace"]),
        "randomized response and Gaussian": (alone["randomized response"], alone["Gaussian"]),
        "Laplace and discrete Laplace": (alone["Laplace"], alone["discrete Laplace"]),
        "Laplace, approximate and Gaussian": (alone["Laplace"], alone["approximate"], alone["Gaussian"]),
    }


def _cases() -> Iterator[Composition]:
    for rounds in (1, 10, 100, 1000):
        for family, parts in _alone(rounds).items():
            yield Composition(family, rounds, parts)
    for rounds in (10, 100):
        for family, parts in _mixed(rounds).items():
            yield Composition(family, rounds, parts)


CASES: Final[tuple[Composition, ...]] = tuple(_cases())

QUICK_ROUNDS: Final = 10
"""Of a quick run, which asks about these rounds alone."""


explain_failures(__name__)
