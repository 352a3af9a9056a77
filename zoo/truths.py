"""The truth of each fault and of each sibling, computed from its law, and the file that says it.

Two numbers say it: the least epsilon at the claimed delta, and the least delta at the claimed epsilon, each in the
worse direction. Both are enclosed by fractions, which are equal where the number is rational; `truths.json` holds them
as texts, so that nobody needs this project, or Python, to read them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from importlib import import_module
from typing import Any, Final

from dpassay.exact import (
    LogForm,
    Number,
    Real,
    as_real,
    decide,
    decimal_text,
    epsilon_at,
    exp,
    hockey_stick_divergence,
    log,
)
from dpassay.exact.real import maximum
from zoo.cases import FOLDER, ROLES, Case, Role, load
from zoo.events import EVENTS

FILE: Final = FOLDER / "truths.json"
FORMAT: Final = "dpassay zoo 1"
BITS: Final = 96
"""To so many bits a number is enclosed that is no fraction."""

DIGITS: Final = 12

Law = Any
Pair = tuple[Law, Law]


@dataclass(frozen=True, slots=True)
class Enclosed:
    """A number between two fractions; None is infinite."""

    low: Fraction | None
    high: Fraction | None

    def to_json(self) -> dict[str, str]:
        """Return it as texts: the ends as numerator/denominator, and a decimal between them."""
        ends = {name: _text(value) for name, value in (("low", self.low), ("high", self.high))}
        return {**ends, "decimal": "inf" if self.low is None else decimal_text(self.low, DIGITS)}


def _text(value: Fraction | None) -> str:
    return "inf" if value is None else f"{value.numerator}/{value.denominator}"


def enclosed(value: Number | Real | LogForm | None) -> Enclosed:
    """Enclose an exact number; None is infinite."""
    if value is None:
        return Enclosed(None, None)
    if isinstance(value, LogForm) and not value.terms:
        value = value.constant
    if isinstance(value, int | Fraction):
        return Enclosed(Fraction(value), Fraction(value))
    low, high = as_real(value).bounds(BITS)
    return Enclosed(max(low, Fraction(0)), high)


@dataclass(frozen=True, slots=True)
class Truth:
    """What a target really costs between the two inputs."""

    epsilon: Enclosed
    delta: Enclosed


def laws(case: Case, role: Role) -> Pair:
    """Return the exact laws of a target on the two inputs."""
    law = import_module(f"zoo.laws.{case.file}").LAWS[case.function(role)]
    more = () if case.number is None else (case.number,)
    return law(case.data[0], *more), law(case.data[1], *more)


def truth(case: Case, role: Role) -> Truth:
    """Compute the truth of a target from its law, or from an event of certified probabilities."""
    if (case.file, case.function(role)) in EVENTS:
        least, most = EVENTS[case.file, case.function(role)]()
        return Truth(Enclosed(None, None), Enclosed(least, most))
    first, second = laws(case, role)
    if isinstance(first, Mapping):
        return _truth_of_masses(case, first, second)
    ways = ((first, second), (second, first))
    epsilons = [enclosed(epsilon_at(p, q, case.delta)) for p, q in ways]
    deltas = [enclosed(hockey_stick_divergence(p, q, exp_epsilon(case))) for p, q in ways]
    return Truth(larger(*epsilons), larger(*deltas))


def exp_epsilon(case: Case) -> Number:
    """Return e to the claimed epsilon."""
    return case.exp_epsilon if case.exp_epsilon is not None else exp(case.epsilon or Fraction(0))


def larger(first: Enclosed, second: Enclosed) -> Enclosed:
    """Enclose the larger one of two numbers."""
    lows, highs = (first.low, second.low), (first.high, second.high)
    low, high = (None if None in ends else max(end for end in ends if end is not None) for ends in (lows, highs))
    return Enclosed(low, high)


def _truth_of_masses(case: Case, first: Mapping[Any, Real], second: Mapping[Any, Real]) -> Truth:
    """Compute the truth of two laws on finitely many outcomes whose probabilities are no fractions.

    Raises:
        ValueError: delta is claimed, and no outcomes of one input alone have more: this is not the way to compute it.
    """
    deltas, alone = [], []
    for p, q in ((first, second), (second, first)):
        parts = [mass - as_real(exp_epsilon(case)) * q.get(place, as_real(0)) for place, mass in p.items()]
        deltas.append(enclosed(sum((maximum(part, as_real(0)) for part in parts), as_real(0))))
        alone.append(sum((mass for place, mass in p.items() if place not in q), as_real(0)))
    if case.delta == 0 and set(first) == set(second):
        return Truth(_largest_loss(first, second), larger(*deltas))
    if not any(decide(mass > case.delta) for mass in alone):
        raise ValueError(f"case = {case.name}: expected outcomes of one input alone, of more than delta")
    return Truth(Enclosed(None, None), larger(*deltas))


def _largest_loss(first: Mapping[Any, Real], second: Mapping[Any, Real]) -> Enclosed:
    """Enclose the largest logarithm of a ratio of two probabilities of an outcome, either way."""
    losses = [enclosed((p[place] / q[place]).log()) for p, q in ((first, second), (second, first)) for place in p]
    return reduce(larger, losses)


# The file


def document() -> dict[str, Any]:
    """Return the content of the file."""
    return {"format": FORMAT, "faults": [_row(case) for case in load().values()]}


def _row(case: Case) -> dict[str, Any]:
    claimed = log(case.exp_epsilon) if case.exp_epsilon is not None else case.epsilon
    claim: dict[str, Any] = {"epsilon": enclosed(claimed).to_json()}
    if case.exp_epsilon is not None:
        claim["exp_epsilon"] = _text(case.exp_epsilon)
    claim |= {"delta": _text(case.delta), "adjacency": case.adjacency, "data": list(case.data)}
    row: dict[str, Any] = {
        **{name: getattr(case, name) for name in ("name", "mechanism", "kind", "reach", "answers", "why")},
        "claim": claim,
    }
    if case.number is not None:
        row["number"] = case.number
    for role in ROLES:
        found = truth(case, role)
        row[role] = {
            "file": f"targets/{case.path.name}",
            "function": case.function(role),
            "epsilon": found.epsilon.to_json(),
            "delta": found.delta.to_json(),
        }
    return row


def write() -> None:
    """Compute all truths and write the file."""
    FILE.write_text(json.dumps(document(), indent=1, ensure_ascii=True) + "\n", encoding="utf-8")
