"""What a test vector is: one input with what is exactly so there, and flags that say what it catches.

A generator yields vectors of three kinds. ``law``: the exact output law on one input. ``privacy``: the hockey-stick
divergence between the laws on two neighbors, which no (epsilon, delta) guarantee may go below. ``invalid``: an input
that has to be refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from fractions import Fraction
from typing import Any, Final

from dpassay.exact import exp, hockey_stick_bounds, require
from dpassay.properties.contracts import CONTRACTS
from dpassay.reference import MECHANISMS, MechanismParameters, names_of
from tools.vectors.accountants import ACCOUNTANTS
from tools.vectors.events import Cuts, events
from tools.vectors.flags import DIFFERS, Flag, edge, fault
from tools.vectors.numbers import between, exact_json

__all__ = ["DIFFERS", "LEAKS", "Flag", "Generator", "Vector", "edge", "fault"]

FORMAT: Final = "dpassay vectors 1"
SAMPLES: Final = 20_000
"""So many answers catch the faults that a vector is flagged with, unless it says otherwise."""

TOLERANCE: Final = Fraction(1, 1000)
"""Where a divergence is known by bounds alone, they are so close."""

LEAKS: Final = "Neighboring inputs are told apart better than the guarantee allows."

Vector = dict[str, Any]


class Generator:
    """What makes the vectors of one mechanism, and checks them against it as they are made."""

    def __init__(self, mechanism: str, flags: Mapping[str, Flag]) -> None:
        self.mechanism, self.flags = MECHANISMS[mechanism], dict(flags)
        self._used: set[str] = set()

    def law(  # one argument an entry of the vector
        self,
        comment: str,
        parameters: Mapping[str, object],
        data: object,
        flags: str,
        *cuts: Cuts,
        samples: int = SAMPLES,
    ) -> Vector:
        """Return a vector of the output law; ``flags`` are apart by blanks, see ``_named``."""
        read, exact = self._read(parameters, data)
        faults = [name for name, flag in self.flags.items() if flag.kind == "fault"]
        return {
            **self._head("law", comment, self._named(flags, faults), read, exact),
            "samples": samples,
            "law": events(self.mechanism.law(exact, read), cuts),
        }

    def privacy(self, comment: str, parameters: Mapping[str, object], epsilon: str, flags: str) -> Vector:
        """Return a vector of the hockey-stick divergence at ``epsilon`` between the first neighbors.

        Its ``flags``, of ``ACCOUNTANTS``, are apart by blanks; they are written as those of ``law`` are.
        """
        read = self.mechanism.Parameters.read(parameters)
        pair = next(iter(self.mechanism.neighbors(read)))
        named = self._named(flags, ACCOUNTANTS)
        self.flags.update((name, ACCOUNTANTS[name]) for name in named if name in ACCOUNTANTS)
        p, q = (self.mechanism.law(data, read) for data in pair)
        return {
            **self._head("privacy", comment, named, read, pair[0]),
            "neighbor": exact_json(pair[1]),
            "epsilon": epsilon,
            "hockey_stick": between(*hockey_stick_bounds(p, q, exp(Fraction(epsilon)), tolerance=TOLERANCE)),
        }

    def invalid(self) -> Iterator[Vector]:
        """Yield an input for each value that the contract says must be refused, beside good other values."""
        contract = CONTRACTS[self.mechanism.NAME]
        parameters, data = contract.inputs()[0]
        for name, values in contract.bad.items():
            for value in values if name != "size" else ():
                raw = {key: each for key, each in _given(parameters).items() if key not in _others(parameters, name)}
                given = raw if name == "data" else {**raw, name: exact_json(value)}
                shown = exact_json(value if name == "data" else data)
                if not self._is_refused(given, shown):  # written as a text it is another value
                    continue
                comment = f"{name} = {str(exact_json(value)).replace(chr(39), '')}"
                flag = f"invalid_{name}"
                self.flags[flag] = Flag("invalid", f"{name} is not in its domain.", "It has to be refused.")
                self._used.add(flag)
                yield {
                    "kind": "invalid",
                    "comment": comment,
                    "flags": [flag],
                    "parameters": given,
                    "data": shown,
                }

    def document(self, vectors: Iterable[Vector]) -> dict[str, Any]:
        """Return the file of a mechanism."""
        listed = [{"id": place, **vector} for place, vector in enumerate(vectors, start=1)]
        require(self._used == set(self.flags), "flags", self._used ^ set(self.flags), "each used, and each described")
        return {
            "format": FORMAT,
            "mechanism": self.mechanism.NAME,
            "summary": self.mechanism.SUMMARY,
            "data": self.mechanism.DATA,
            "parameters": {
                name: entry.metadata.get("meaning", "the budget epsilon, a number above 0")
                for entry in fields(self.mechanism.Parameters)
                for name in names_of(entry)[:1]
            },
            "flags": {
                name: {"kind": flag.kind, "description": flag.description, "effect": flag.effect}
                for name, flag in self.flags.items()
            },
            "vectors": listed,
        }

    def _read(self, parameters: Mapping[str, object], data: object) -> tuple[MechanismParameters, Any]:
        read = self.mechanism.Parameters.read(parameters)
        return read, self.mechanism.check_data(data, read)

    def _head(self, kind: str, comment: str, named: list[str], parameters: MechanismParameters, data: object) -> Vector:
        unknown = " ".join(name for name in named if name not in self.flags)
        require(not unknown, "flags", unknown, f"names of {', '.join(self.flags)}")
        self._used.update(named)
        return {
            "kind": kind,
            "comment": comment,
            "flags": list(dict.fromkeys(named)),
            "parameters": _given(parameters),
            "data": exact_json(data),
        }

    @staticmethod
    def _named(flags: str, faults: Iterable[str]) -> list[str]:
        """Return flags by their names: ``*`` stands for all faults, and ``-name`` takes one away."""
        words = [name for word in flags.split() for name in (faults if word == "*" else [word])]
        return [name for name in words if not name.startswith("-") and f"-{name}" not in words]

    def _is_refused(self, parameters: Mapping[str, object], data: object) -> bool:
        try:
            self._read(parameters, data)
        except ValueError:
            return True
        return False


def _given(parameters: MechanismParameters) -> dict[str, object]:
    """Return parameters as a vector holds them."""
    return {name: exact_json(value) for name, value in parameters.given().items()}


def _others(parameters: MechanismParameters, name: str) -> Sequence[str]:
    """Return the other names of the same field: only one of them can be given."""
    return next((names_of(entry) for entry in fields(parameters) if name in names_of(entry)), ())
