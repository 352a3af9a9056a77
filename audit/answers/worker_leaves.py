"""Texts of values that have no parts: equal for equal values, and different for others, whatever their kind.

An address is no part of a value: where a text shows one, as in `<object at 0x7f...>`, it stands for any.
"""

from __future__ import annotations

import datetime as dt
import re
from decimal import Decimal
from fractions import Fraction
from hashlib import sha256
from typing import Any
from uuid import UUID

import numpy as np

from .worker_faults import described, described_value
from .worker_recorder import number_text

LONGEST_PART = 200
LONGEST_INTEGER = 10_000
"""Bits of an integer that is written in decimals."""

DEEPEST_CAUSE = 20
ADDRESS = re.compile(r"\bat 0x[1-9A-Fa-f][0-9A-Fa-f]{5,15}\b")

WRITTEN = (
    *(complex, Fraction, Decimal, bytearray, range, UUID, type(Ellipsis), type(NotImplemented)),
    *(dt.date, dt.time, dt.datetime, dt.timedelta, dt.timezone),
)
"""Kinds whose ``repr`` tells all."""


class Said(str):
    """A text that is a part as it is."""

    __slots__ = ()


class UnknownError(Exception):
    """A value whose parts nobody knows."""


def name_of(kind: type) -> str:
    """Return the name of a class."""
    return kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"


def leaf(value: Any) -> str | None:
    """Return a text of a value that has no parts; None where it may have some."""
    kind = type(value)
    if value is None or kind is bool:
        return str(value)
    if kind in (int, float):
        return number(value)
    if kind in (str, bytes) or kind in WRITTEN:
        return shortened(described_value(value))
    if isinstance(value, np.generic) and not isinstance(value, np.void):
        return scalar(value)
    return None


def number(value: Any) -> str:
    """Return all digits of an integer, or all bits of a double."""
    if isinstance(value, int) and value.bit_length() > LONGEST_INTEGER:
        return shortened(hex(value))
    return number_text(value)


def scalar(value: Any) -> str:
    """Return a text of a number of numpy's, without its width."""
    if isinstance(value, (np.datetime64, np.timedelta64)):
        return f"{value.dtype} {value}"
    plain = value.item()
    if isinstance(plain, (np.generic, complex)):  # of a width that Python does not have
        return described_value(plain)
    return leaf(plain) or described_value(plain)


def shortened(text: str) -> str:
    """Return a text without addresses; of a long one the beginning, and a digest of all."""
    text = without_addresses(text)
    return text if len(text) <= LONGEST_PART else f"{text[:100]} {digest(text)}"


def without_addresses(text: str) -> str:
    """Return a text in which no address is told from another."""
    return ADDRESS.sub("at 0x...", text) if "at 0x" in text else text


def digest(text: str) -> str:
    """Return what stands for a long text."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def error_text(error: BaseException) -> str:
    """Return what an exception says, and those that it came from."""
    found: list[str] = []
    cause: BaseException | None = error
    while cause is not None and len(found) < DEEPEST_CAUSE:
        found.append(described(cause))
        cause = cause.__cause__ or (None if cause.__suppress_context__ else cause.__context__)
    return shortened(" from ".join(found))
