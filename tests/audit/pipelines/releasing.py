"""Pipelines that release a private sum, and beside it something in a form of its own. This file needs numpy only.

`FAULTS` tell the number of rows, which nothing hides; `CORRECT` tell what is the same on neighbors, or is private.
"""

from __future__ import annotations

import array
import collections
import dataclasses
import datetime as dt
import decimal
import enum
import functools
import itertools
import logging
import os
import random
import re
import sys
import threading
import time
import types
import warnings
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np


class Slots:
    __slots__ = ("__hidden", "rows")

    def __init__(self, rows: int) -> None:
        self.rows = rows
        self.__hidden = 0


class Hidden(Slots):
    __slots__ = ("_more",)

    def __init__(self, rows: int) -> None:
        super().__init__(0)
        self._more = rows


class Model:
    def __init__(self, rows: int) -> None:
        self.predict = lambda: rows


class Bound:
    def __init__(self, rows: Any) -> None:
        self.rows = rows

    def predict(self) -> Any:
        return self.rows


class Texts(str):
    rows = 0


@dataclasses.dataclass(frozen=True)
class Report:
    rows: int


class Pair(tuple[int, ...]):  # it has a dict
    pass


class Numbers(float):
    pass


class Level(enum.Enum):
    LOW = 0
    HIGH = 1


def nested(value: Any, depth: int) -> Any:
    for _ in range(depth):
        value = [value]
    return value


def with_attribute(value: Any, rows: int) -> Any:
    value.rows = rows
    return value


def around_itself(rows: int) -> list[Any]:
    found: list[Any] = [rows]
    found.insert(0, found)
    return found


def class_of(rows: int) -> type:
    class Fitted:
        count = rows

    return Fitted


def generated(rows: int) -> Any:
    yield from range(rows)


def default_of(rows: int) -> Callable[..., int]:
    def given(count: int = rows) -> int:
        return count

    return given


class Frame:
    """What looks like a data frame, of a library that is not there."""

    def __init__(self, columns: list[str], index: list[Any], values: list[Any]) -> None:
        self._columns, self._index, self._values = columns, index, values

    columns = property(lambda self: self._columns)
    index = property(lambda self: self._index)

    def __getitem__(self, name: str) -> Any:
        return Column(self._values)

    def to_numpy(self) -> Any:
        return np.array(self._values)


class Column:
    __slots__ = ("values",)

    def __init__(self, values: list[Any]) -> None:
        self.values = values

    def to_numpy(self) -> Any:
        return np.array(self.values)


HOLDING: dict[str, Callable[[int], Any]] = {
    "fraction": Fraction,
    "decimal": decimal.Decimal,
    "zeros of a decimal": lambda n: decimal.Decimal("1." + "0" * n),
    "complex": complex,
    "long integer": lambda n: 10**6000 + n,
    "deque": lambda n: collections.deque([0] * n),
    "length of a deque": lambda n: collections.deque(maxlen=n),
    "range": range,
    "timedelta": dt.timedelta,
    "date": dt.date.fromordinal,
    "bytearray": lambda n: bytearray([n]),
    "bytes": lambda n: bytes([n]),
    "memoryview": lambda n: memoryview(bytes([n])),
    "array": lambda n: array.array("d", [n]),
    "generator": generated,
    "map": lambda n: map(abs, [n]),
    "iterator": lambda n: iter([n]),
    "slots": Slots,
    "slots of a subclass": Hidden,
    "dataclass": Report,
    "mapping proxy": lambda n: types.MappingProxyType({"rows": n}),
    "namespace": lambda n: types.SimpleNamespace(rows=n),
    "keys": lambda n: dict.fromkeys(range(n)).keys(),
    "depth": lambda n: nested(n, 12),
    "great depth": lambda n: nested(n, 3000),
    "shape of depth": lambda n: nested(0, 10 * n),
    "many parts": lambda n: [0] * 30_000 + [n],
    "many parts of several kinds": lambda n: [*[(0,)] * 30_000, n],
    "long text": lambda n: "x" * 5000 + str(n),
    "many keys": lambda n: {**{f"key{i:05d}": 0 for i in range(300)}, f"zz{n}": 1},
    "order of keys": lambda n: {"a": 0, "b": 0} if n > 2 else {"b": 0, "a": 0},
    "key": lambda n: {(n, Fraction(1, n)): 0},
    "kind of a mapping": lambda n: {} if n > 2 else collections.OrderedDict(),
    "default of a mapping": lambda n: collections.defaultdict(lambda: n),
    "set": lambda n: {n},
    "set of tuples": lambda n: {(0, n)},
    "closure": lambda n: lambda: n,
    "default": default_of,
    "code": lambda n: eval(f"lambda: {n}"),
    "partial": lambda n: functools.partial(max, n),
    "bound method": lambda n: Bound(n).predict,
    "bound method of a list": lambda n: [n].index,
    "callable attribute": Model,
    "attribute of a function": lambda n: with_attribute(lambda: 0, n),
    "attribute of a text": lambda n: with_attribute(Texts("x"), n),
    "attribute of a tuple": lambda n: with_attribute(Pair(), n),
    "value of a subclass": Numbers,
    "kind of a number": lambda n: np.float64(1) if n > 2 else 1.0,
    "numpy scalar": np.float32,
    "width of a numpy scalar": lambda n: np.float32(1) if n > 2 else np.float64(1),
    "long double": lambda n: np.longdouble(1) + np.longdouble(n) * 2.0**-60,
    "datetime64": lambda n: np.datetime64(n, "D"),
    "class": class_of,
    "instance of a class": lambda n: class_of(n)(),
    "cycle": around_itself,
    "member": lambda n: Level(n - 2),
    "member of an enumeration that is made": lambda n: enum.Enum("Made", {"A": n}).A,  # type: ignore[attr-defined]
    "dtype": lambda n: np.dtype([("a", int)] if n > 2 else float),
    "metadata of a dtype": lambda n: np.dtype(float, metadata={"rows": n}),
    "dtype of an array": lambda n: np.zeros(2, np.int32 if n > 2 else np.int64),
    "shape": lambda n: np.zeros((n, 0)),
    "structured": lambda n: np.array([(n, 1)], dtype=[("a", int), ("b", int)]),
    "mask": lambda n: np.ma.array([0] * 3, mask=[n > 2] * 3),
    "beneath a mask": lambda n: np.ma.array([n], mask=[True]),
    "large array": lambda n: np.append(np.zeros(9000), n),
    "large array of objects": lambda n: np.array([*["x"] * 9000, n], object),
    "column names": lambda n: Frame([f"c{n}"], [0], [0]),
    "index": lambda n: Frame(["c"], [n], [0]),
    "values of a frame": lambda n: Frame(["c"], [0], [n]),
    "pattern": lambda n: re.compile("x" * n),
    "exception": ValueError,
    "cause": lambda n: raised_from(KeyError(n)),
}
"""Forms of a number that nothing hides: each is released beside a private sum."""


def raised_from(cause: Exception) -> Exception:
    found = ValueError()
    found.__cause__ = cause
    return found


def private_sum(data: list[float], rng: Any, epsilon: float) -> float:
    return float(np.clip(np.array(data, float), 0, 10).sum() + rng.laplace(scale=10 / epsilon))


def held(data: list[float], *, rng: Any, epsilon: float, form: str) -> Any:
    return [private_sum(data, rng, epsilon), HOLDING[form](len(data))]


def held_alike(data: list[float], *, rng: Any, epsilon: float, form: str) -> Any:
    """The correct one beside it: the same form, which holds a number that has nothing to do with the data."""
    return [private_sum(data, rng, epsilon), HOLDING[form](2)]


# What is said besides


def prints(data: list[float], *, rng: Any, epsilon: float) -> float:
    print(len(data))
    return private_sum(data, rng, epsilon)


def writes_to_the_descriptor(data: list[float], *, rng: Any, epsilon: float) -> float:
    os.write(1, str(len(data)).encode())
    return private_sum(data, rng, epsilon)


def prints_to_stderr(data: list[float], *, rng: Any, epsilon: float) -> float:
    print(len(data), file=sys.stderr)
    return private_sum(data, rng, epsilon)


def warns(data: list[float], *, rng: Any, epsilon: float) -> float:
    warnings.warn(f"{len(data)} rows", stacklevel=1)
    return private_sum(data, rng, epsilon)


def warns_in_words(data: list[float], *, rng: Any, epsilon: float) -> float:
    if len(data) > 2:
        warnings.warn("many rows", stacklevel=1)
    return private_sum(data, rng, epsilon)


def logs(data: list[float], *, rng: Any, epsilon: float) -> float:
    logging.getLogger("pipeline").warning("%d rows", len(data))
    return private_sum(data, rng, epsilon)


def raises_a_number(data: list[float], *, rng: Any, epsilon: float) -> float:
    found = private_sum(data, rng, epsilon)
    if found > 5:
        raise ValueError(f"{len(data)}")
    return found


def raises_from_a_number(data: list[float], *, rng: Any, epsilon: float) -> float:
    found = private_sum(data, rng, epsilon)
    if found > 5:
        raise ValueError("too large") from KeyError(len(data))
    return found


def says_what_it_found(data: list[float], *, rng: Any, epsilon: float) -> float:
    found = private_sum(data, rng, epsilon)
    print(f"the sum is about {found:.3f}")
    warnings.warn(f"about {found:.3f}", stacklevel=1)
    if found > 5:
        raise ValueError(f"{found:.3f} is too large")
    return found


def prints_progress(data: list[float], *, rng: Any, epsilon: float) -> float:
    """A line that is written over and over tells how fast it goes, which is no part of the release."""
    print(f"\r50 % {time.perf_counter_ns()}", end="", file=sys.stderr)
    print(f"\r100 % {time.perf_counter_ns()}", file=sys.stderr)
    return private_sum(data, rng, epsilon)


# What differs for reasons of its own


def addresses(data: list[float], *, rng: Any, epsilon: float) -> Any:
    kept = [object() for _ in range(len(data))]
    found = {"sum": private_sum(data, rng, epsilon), "model": repr(Model(0)), "kept": repr(kept[0])}
    print(object())
    return found


def identity(data: list[float], *, rng: Any, epsilon: float) -> Any:
    shared = [0]
    found = [shared, shared] if len(data) > 2 else [[0], [0]]
    return [private_sum(data, rng, epsilon), found]


def sets_of_texts(data: list[float], *, rng: Any, epsilon: float) -> Any:
    names = ["a", "b", "c", "d"] if len(data) > 2 else ["d", "c", "b", "a", "a"]
    return [private_sum(data, rng, epsilon), set(names), frozenset(names)]


def lazy_noise(data: list[float], *, rng: Any, epsilon: float) -> Any:
    """Noise that is looked at when the release is: in a closure, a slot, a generator and a mapping."""
    total = float(np.clip(np.array(data, float), 0, 10).sum())
    found = [total + rng.laplace(scale=40 / epsilon) for _ in range(4)]
    proxy = types.MappingProxyType({"sum": found[3]})
    return (lambda: found[0]), Slots(found[1]), (x for x in [found[2]]), proxy


def draws_when_asked(data: list[float], *, rng: Any, epsilon: float) -> Any:
    total = float(np.clip(np.array(data, float), 0, 10).sum())
    return (total + rng.laplace(scale=20 / epsilon) for _ in range(2))


def keeps_its_generator(data: list[float], *, rng: Any, epsilon: float) -> Any:
    found = Bound(private_sum(data, rng, epsilon))
    found.rng, found.other = rng, random.Random()  # type: ignore[attr-defined]
    found.log = logging.getLogger("pipeline")  # type: ignore[attr-defined]
    return found


def not_a_number(data: list[float], *, rng: Any, epsilon: float) -> Any:
    return [private_sum(data, rng, epsilon), float("nan"), np.array([np.nan] * 9000), -0.0]


FAULTS = (
    *("prints", "writes_to_the_descriptor", "prints_to_stderr", "warns", "warns_in_words", "logs"),
    *("raises_a_number", "raises_from_a_number"),
)
CORRECT = (
    *("says_what_it_found", "prints_progress", "addresses", "identity", "sets_of_texts", "lazy_noise"),
    *("draws_when_asked", "keeps_its_generator", "not_a_number"),
)


# What stays open


def time_stamp(data: list[float], *, rng: Any, epsilon: float) -> Any:
    return [private_sum(data, rng, epsilon), time.perf_counter_ns()]


CLOCK = itertools.count()


def slow_clock(data: list[float], *, rng: Any, epsilon: float) -> Any:
    """Its time stamp is the same for some runs: it differs between runs, and not between inputs."""
    return [private_sum(data, rng, epsilon), next(CLOCK) // 3]


def lock(data: list[float], *, rng: Any, epsilon: float) -> Any:
    return [private_sum(data, rng, epsilon), threading.Lock()]


def without_end(data: list[float], *, rng: Any, epsilon: float) -> Any:
    return [private_sum(data, rng, epsilon), itertools.count()]


OPEN = ("time_stamp", "slow_clock", "lock", "without_end")
