"""What a worker is asked to do, as it is written down for it: exact numbers, checked, as texts."""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from dpassay.audit.answers.program import Program
from dpassay.exact import Budget, as_fraction, require
from dpassay.exact.entrance import explain_failures
from dpassay.reference import EXPONENTIALS

Entry = int | Fraction | float


@dataclass(frozen=True, slots=True)
class Json:
    """Data of any kind: the target gets what its JSON text says; ``place``: the file that it was read from, if any."""

    text: str
    place: str = field(default="", compare=False)


Data = Entry | Sequence[Entry] | Sequence[Sequence[Entry]] | Json
"""What a target gets: an int as it is, the float nearest a ``Fraction``, a list of floats for a sequence.

A sequence of rows becomes a list of lists, in which ints stay ints.
"""

MOST_SAMPLES: Final = 10**9
LEAST_MEMORY: Final = 64 << 20
"""What no interpreter with numpy gets along with; the worker measures what it needs itself."""

_MIB: Final = 1 << 20
_MANY_BITS: Final = 200


def written(
    target: str | Program,
    datasets: Sequence[Data],
    parameters: Mapping[str, object],
    *,
    samples: int,
    seed: int,
    memory_limit: int,
    lines: bool = False,
) -> dict[str, Any]:
    """Return the request in plain JSON types; ``ValueError`` for what makes no sense."""
    check_numbers(samples, seed, memory_limit)
    require(len(datasets) > 0, "datasets", "none", "at least one")
    return {
        **target_place(target),
        "datasets": [encoded_data(data) for data in datasets],
        "parameters": encoded_parameters(parameters),
        "samples": samples,
        "seed": seed,
        "memory_limit": memory_limit,
        "lines": lines,
    }


def check_numbers(samples: int, seed: int, memory_limit: int) -> None:
    """Refuse numbers that no run can be made with."""
    known = _is_int(samples) and 1 <= samples <= MOST_SAMPLES
    require(known, "samples", _short(samples), "an integer from 1 to 10^9")
    require(_is_int(seed) and 0 <= seed < 1 << 128, "seed", _short(seed), "a non-negative integer below 2^128")
    enough = _is_int(memory_limit) and memory_limit >= LEAST_MEMORY
    require(enough, "memory_limit", _size(memory_limit), f"a whole number of bytes, at least {_size(LEAST_MEMORY)}")


def check_limit(name: str, seconds: float) -> None:
    """Refuse what is no time."""
    require(seconds > 0, name, seconds, "a number above 0")


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _short(value: object) -> str:
    """Return a number as it is, or its size where it has too many digits for that."""
    if isinstance(value, int) and value.bit_length() > _MANY_BITS:
        return f"an integer of {value.bit_length()} bits"
    return str(value)


def _size(value: int) -> str:
    """Return a number of bytes in MiB, if that is a whole number."""
    whole = _is_int(value) and value > 0 and value % _MIB == 0
    return f"{_short(value // _MIB)} MiB" if whole else f"{_short(value)} bytes"


def target_place(target: str | Program) -> dict[str, Any]:
    """Return the parts of "package.module:callable" or "path/to/file.py:callable", with a path made absolute.

    Of a program: the words that start it.
    """
    if isinstance(target, Program):
        return {"command": list(target.command)}
    place, colon, name = target.rpartition(":")
    expected = '"package.module:callable" or "path/to/file.py:callable"'
    require(bool(place and colon and name), "target", repr(target), expected)
    is_file = place.lower().endswith(".py") or os.sep in place
    return {"place": str(Path(place).absolute()) if is_file else place, "name": name, "is_file": is_file}


def encoded_data(data: Data) -> list[object]:
    """Return [kind, content] as the worker reads it."""
    if isinstance(data, Json):
        return ["json", data.text]
    if isinstance(data, Sequence) and not isinstance(data, str):
        return ["list", [_encoded_entry(value) for value in data]]
    return _encoded_number(data)


def _encoded_entry(entry: object) -> list[object]:
    """Return a number of a sequence, or one of its rows."""
    if isinstance(entry, Sequence) and not isinstance(entry, str):
        return ["list", [_encoded_number(value) for value in entry]]
    return _encoded_number(entry)


def _encoded_number(value: object) -> list[object]:
    return ["integer", str(value)] if _is_int(value) else _encoded_real(value)


def _encoded_real(value: object) -> list[object]:
    return ["real", str(_exact(value, "data"))]


def _exact(value: object, name: str) -> Fraction:
    """Return the rational that ``value`` is (a float included), if there is a float near it."""
    if isinstance(value, float):
        require(math.isfinite(value), name, value, "a finite number")
        return Fraction(value)
    exact = as_fraction(value, name)
    require(abs(exact) <= sys.float_info.max, name, str(value)[:60], "a number in the range of a float")
    return exact


def encoded_parameters(parameters: Mapping[str, object]) -> dict[str, list[object]]:
    """Return [kind, content] for each parameter; with ``exp_eps``, ``epsilon`` is on offer too, and so on."""
    encoded = {name: encoded_parameter(name, value) for name, value in parameters.items()}
    for raised, plain in EXPONENTIALS.items():
        if raised in encoded:
            exact = as_fraction(parameters[raised], raised)
            logarithm = float(Budget(parameters.get(plain), exact, names=(plain, raised)).epsilon)
            encoded |= {plain: ["real", str(Fraction(logarithm))], raised: ["real", str(exact)]}
    return encoded


def encoded_parameter(name: str, value: object) -> list[object]:
    """Return [kind, content] of a rational, a text, or a table."""
    if isinstance(value, list | tuple):
        return ["list", [_encoded_entry_of_table(entry) for entry in value]]
    if isinstance(value, str) and not _is_rational(value):
        return ["text", value]
    exact = _exact(value, name)
    return ["integer" if exact.denominator == 1 else "real", str(exact)]


def _encoded_entry_of_table(entry: object) -> list[object]:
    """Return a row, or a number, which is a fraction where no double is equal to it: so rows keep their sum."""
    if isinstance(entry, list | tuple):
        return ["list", [_encoded_entry_of_table(value) for value in entry]]
    exact = _exact(entry, "parameters")
    if isinstance(entry, int):
        return ["integer", str(exact)]
    return ["real" if Fraction(float(exact)) == exact else "fraction", str(exact)]


def _is_rational(text: str) -> bool:
    try:
        as_fraction(text, "text")
    except ValueError:
        return False
    return True


explain_failures(__name__)
