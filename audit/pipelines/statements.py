"""What an accountant says of a pipeline: a composition of named mechanisms, as `laplace(epsilon=1/2) x 2, zcdp(rho=1)`.

The pipeline claims that its privacy profile is nowhere above that of the composition: at every epsilon its delta is at
most theirs. A mechanism stands for its pair of worst neighbors; ``pure``, ``approximate`` and ``zcdp`` for whatever
keeps the budget. The names and numbers are those of `dpassay.reference`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from dpassay.exact import as_fraction, require
from dpassay.exact.entrance import explain_failures
from dpassay.exact.rationals import shortened

__all__ = ["Mechanism", "Statement", "read_statement"]

EXAMPLE: Final = "laplace(epsilon=1/2) x 2, gaussian(sigma=2, sensitivity=1)"
MOST_ROUNDS: Final = 10_000
LEAST, MOST = Fraction(1, 10**6), Fraction(10**6)
LARGEST_SENSITIVITY: Final = 1_000
"""Of noise on integers."""

_WIDTHS: Final = (LEAST, MOST, "a number from 10^-6 to 10^6")
_WHOLE: Final = (Fraction(1), Fraction(LARGEST_SENSITIVITY), f"a whole number from 1 to {LARGEST_SENSITIVITY}")
_BUDGETS: Final = (LEAST, Fraction(700), "a number from 10^-6 to 700")
_DELTAS: Final = (Fraction(0), 1 - LEAST, "a number from 0 to 1 - 10^-6")

_PARAMETERS: Final[Mapping[str, Mapping[str, tuple[Fraction, Fraction, str]]]] = {
    "laplace": {"epsilon": _BUDGETS, "scale": _WIDTHS, "sensitivity": _WIDTHS},
    "discrete_laplace": {"epsilon": _BUDGETS, "scale": _WIDTHS, "sensitivity": _WHOLE},
    "gaussian": {"sigma": _WIDTHS, "sensitivity": _WIDTHS},
    "discrete_gaussian": {
        "sigma": (LEAST, Fraction(1_000), "a number from 10^-6 to 1000"),
        "sensitivity": _WHOLE,
    },
    "randomized_response": {"epsilon": _BUDGETS},
    "pure": {"epsilon": _BUDGETS},
    "approximate": {"epsilon": _BUDGETS, "delta": _DELTAS},
    "zcdp": {"rho": _BUDGETS},
}
"""The numbers of each mechanism; epsilon or scale says how wide Laplace noise is, and a sensitivity is 1 by default."""

_ITEM: Final = re.compile(r"\s*(\w+)\s*\(([^()]*)\)\s*(?:[x*]\s*(\d+))?\s*(,|$)")


@dataclass(frozen=True, slots=True)
class Mechanism:
    """So many rounds of one mechanism.

    Attributes:
        name: of it.
        numbers: its numbers by name: ``epsilon`` and ``sensitivity`` of Laplace noise, also where its scale was given.
        rounds: how often it is run.
    """

    name: str
    numbers: tuple[tuple[str, Fraction], ...]
    rounds: int = 1

    def __getitem__(self, name: str) -> Fraction:
        """Return a number."""
        return dict(self.numbers)[name]


@dataclass(frozen=True, slots=True)
class Statement:
    """A composition of mechanisms, and how it was written."""

    text: str
    mechanisms: tuple[Mechanism, ...]


def read_statement(text: object, name: str = "claim") -> Statement:
    """Return the composition that a text such as "laplace(epsilon=1/2) x 2, zcdp(rho=1)" names.

    Raises:
        ValueError: it is none; the message names ``name``, what is wrong, and what was expected.
    """
    require(isinstance(text, str) and bool(text.strip()), name, shortened(text, repr), f"mechanisms as in {EXAMPLE!r}")
    mechanisms = tuple(_mechanisms(str(text), name))
    return Statement(" ".join(str(text).split()), mechanisms)


def _mechanisms(text: str, name: str) -> Iterator[Mechanism]:
    place, comma = 0, ","
    while comma:
        found = _ITEM.match(text, place)
        if found is None:
            raise ValueError(f"{name} = {shortened(text[place:].strip(), repr)}: expected mechanisms as in {EXAMPLE!r}")
        kind, numbers, rounds, comma = found.groups()
        require(kind in _PARAMETERS, name, repr(kind), f"one of {', '.join(_PARAMETERS)}")
        yield Mechanism(kind, _numbers(kind, numbers, f"{name}: {kind}"), _rounds(rounds or "1", f"{name}: {kind}"))
        place = found.end()


def _rounds(text: str, where: str) -> int:
    few = len(text) < 10 and 1 <= int(text) <= MOST_ROUNDS
    require(few, f"{where}: rounds", shortened(text), f"a whole number from 1 to {MOST_ROUNDS}")
    return int(text)


def _numbers(kind: str, text: str, where: str) -> tuple[tuple[str, Fraction], ...]:
    """Return the numbers in brackets, with those that are given by others or by default."""
    known, found = _PARAMETERS[kind], dict[str, Fraction]()
    for part in text.split(",") if text.strip() else ():
        name, equals, value = (each.strip() for each in part.partition("="))
        require(bool(equals) and name in known, where, shortened(part.strip(), repr), f"some of {', '.join(known)} = E")
        require(name not in found, f"{where}: {name}", repr(value), "one number, given once")
        found[name] = _number(value, f"{where}: {name}", *known[name], whole=known[name] is _WHOLE)
    if "sensitivity" in known:
        found.setdefault("sensitivity", Fraction(1))
    if "scale" in known:
        both = "epsilon" in found, "scale" in found
        require(sum(both) == 1, f"{where}: epsilon", shortened(text.strip(), repr), "either epsilon or scale")
        found.setdefault("epsilon", found["sensitivity"] / found.pop("scale", Fraction(1)))
        low, high, expected = _BUDGETS
        require(low <= found["epsilon"] <= high, f"{where}: sensitivity / scale", str(found["epsilon"]), expected)
    missing = [name for name in known if name not in found and name != "scale"]
    require(not missing, f"{where}: {', '.join(missing)}", "nothing", "a number, as in epsilon=1/2")
    return tuple(sorted(found.items()))


def _number(text: str, name: str, low: Fraction, high: Fraction, expected: str, *, whole: bool) -> Fraction:
    try:
        number = as_fraction(text, name)
    except ValueError:
        raise ValueError(f"{name} = {shortened(text, repr)}: expected {expected}") from None
    require(low <= number <= high and (not whole or number.denominator == 1), name, shortened(text, repr), expected)
    return number


explain_failures(__name__)
