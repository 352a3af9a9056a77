"""Noise that was drawn and not yet looked at: what is added to it and multiplied by it is what its law depends on.

`x + rng.laplace(scale=b)` is one mechanism: its input is x, and its answer is the sum. So a draw of a law with a place
and a unit is a ``Noise``, which stays unseen while plain numbers are added to it or it is multiplied by some; any other
use is the first look at it. Then the event is recorded, with all that was added by then as its input, and its answer is
the number. In a replay the answer stands, whatever the input is. What is computed of it afterwards is plain, and noise
that is used a second time is what the answer less the first input makes of it.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from .worker_recorder import Event, exact, number_text, same_numbers, site

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from .worker_recorder import Recorder

Array = Any
Ops = tuple  # of pairs: a sign, and an array of the shape of the noise

AFFINE = {
    np.add: ("+", "+"),
    np.subtract: ("-", "r"),
    np.multiply: ("*", "*"),
    np.true_divide: ("/", None),
}
"""What a ufunc does to noise that stands first, and to noise that stands second."""

STEPS: dict[str, Callable[[Any, Any], Any]] = {
    "+": lambda value, x: value + x,
    "-": lambda value, x: value - x,
    "r": lambda value, x: x - value,
    "*": lambda value, x: value * x,
    "/": lambda value, x: value / x,
}


class Root:
    """One draw: the numbers that came, and of each the place and the unit that it was drawn with."""

    def __init__(  # noqa: PLR0917
        self, recorder: Recorder, number: int, kind: str, natural: Array, loc: Array, scale: Array
    ) -> None:
        self.recorder = recorder
        self.number = number
        self.kind = kind
        self.natural = natural
        self.loc = loc
        self.scale = scale
        self.whole = natural.dtype.kind in "iu"
        self.seen: dict[int, tuple[Any, list[tuple[str, Any]]]] = {}
        self.within: dict[int, tuple[Any, Any]] = {}

    def line(self, cell: int, steps: list[tuple[str, Any]]) -> tuple[Any, Any]:
        """Return the place and the unit of a number after some steps, exactly; a unit below 0 is turned around."""
        place, unit = exact(self.loc[cell]), exact(self.scale[cell])
        for sign, x in steps:
            by = exact(x)
            if sign in "+-":
                place = plus(place, by if sign == "+" else -by)
            elif sign == "r":
                place, unit = plus(by, -place), -unit
            else:
                place, unit = times(place, by, sign), times(unit, by, sign)
        return place, unit


def plus(first: Any, second: Any) -> Any:
    """Add two numbers, of which one may not be finite."""
    both = isinstance(first, (int, Fraction)) and isinstance(second, (int, Fraction))
    return first + second if both else float(first) + float(second)


def times(first: Any, second: Any, sign: str) -> Any:
    """Multiply or divide two numbers, of which one may not be finite."""
    both = isinstance(first, (int, Fraction)) and isinstance(second, (int, Fraction))
    if both and (sign == "*" or second != 0):
        return first * second if sign == "*" else Fraction(first) / second
    with np.errstate(all="ignore"):
        found = STEPS[sign](np.float64(first), np.float64(second))
    return exact(found)


class Noise:
    """Numbers of a draw, with what was done to them since; an array of them, or one."""

    __slots__ = ("_known", "index", "ops", "root")
    __hash__ = None  # type: ignore[assignment]
    __array_priority__ = 1000.0

    def __init__(self, root: Root, index: NDArray[np.int64], ops: Ops = ()) -> None:
        self.root = root
        self.index = index
        self.ops = ops
        self._known: Any = None

    # What leaves it unseen

    def _then(self, sign: str, other: Any, turned: bool = False) -> Any:
        x = plain_numbers(other)
        if x is None or self._known is not None or not sign or self.root.within:
            return NotImplemented
        try:
            shape = np.broadcast_shapes(self.index.shape, x.shape)
        except ValueError:
            return NotImplemented
        ops = tuple((op, np.broadcast_to(array, shape)) for op, array in (*self.ops, (sign, x)))
        return Noise(self.root, np.broadcast_to(self.index, shape), ops)

    def _combine(self, other: Any, sign: str, plain: Callable[[Any, Any], Any]) -> Any:
        found = self._then(sign, other)
        if found is not NotImplemented:
            return found
        seen = self.value()
        if isinstance(other, Noise):
            other = other.value()
        return plain(seen, other)

    def __add__(self, other: Any) -> Any:
        return self._combine(other, "+", lambda a, b: a + b)

    def __radd__(self, other: Any) -> Any:
        return self._combine(other, "+", lambda a, b: b + a)

    def __sub__(self, other: Any) -> Any:
        return self._combine(other, "-", lambda a, b: a - b)

    def __rsub__(self, other: Any) -> Any:
        return self._combine(other, "r", lambda a, b: b - a)

    def __mul__(self, other: Any) -> Any:
        return self._combine(other, "*", lambda a, b: a * b)

    def __rmul__(self, other: Any) -> Any:
        return self._combine(other, "*", lambda a, b: b * a)

    def __truediv__(self, other: Any) -> Any:
        return self._combine(other, "/", lambda a, b: a / b)

    def __neg__(self) -> Any:
        return self._combine(-1, "*", lambda a, _b: -a)

    def __pos__(self) -> Noise:
        return self

    def __getitem__(self, key: Any) -> Any:
        if self._known is not None:
            return self._known[key]
        return Noise(self.root, np.asarray(self.index[key]), tuple((op, np.asarray(x[key])) for op, x in self.ops))

    def __len__(self) -> int:
        if not self.index.ndim:
            raise TypeError("object of type 'float' has no len()")
        return len(self.index)

    def __iter__(self) -> Any:
        if not self.index.ndim:
            raise TypeError("'float' object is not iterable")
        return (self[place] for place in range(len(self)))

    @property
    def shape(self) -> tuple[int, ...]:
        """As of an array."""
        return self.index.shape

    @property
    def size(self) -> int:
        """As of an array."""
        return self.index.size

    @property
    def ndim(self) -> int:
        """As of an array."""
        return self.index.ndim

    @property
    def dtype(self) -> np.dtype[Any]:
        """As of an array."""
        whole = self.root.whole and all(op in "+-r*" and x.dtype.kind in "iub" for op, x in self.ops)
        return np.dtype(np.int64 if whole else np.float64)

    def _shaped(self, how: Callable[[Any], Any]) -> Noise:
        return Noise(self.root, how(self.index), tuple((op, how(x)) for op, x in self.ops))

    def reshape(self, *shape: Any) -> Noise:
        """As of an array."""
        return self._shaped(lambda array: array.reshape(*shape))

    def ravel(self) -> Noise:
        """As of an array."""
        return self._shaped(np.ravel)

    flatten = ravel

    def copy(self) -> Noise:
        """As of an array."""
        return self

    @property
    def T(self) -> Noise:  # noqa: N802  # as numpy has it
        """As of an array."""
        return self._shaped(np.transpose)

    def item(self, *place: int) -> Any:
        """As of an array: one number, unseen."""
        return self.reshape(-1)[place[0] if place else 0]

    # What looks at it

    def value(self) -> Any:
        """Return the numbers; the first look is an event."""
        if self._known is None:
            cells = self.index.ravel()
            ops = [(op, x.ravel()) for op, x in self.ops]
            values = looked_at(self.root, cells, ops, self.dtype).reshape(self.index.shape)
            self._known = values if self.index.ndim else values[()]
        return self._known.copy() if self.index.ndim else self._known

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return np.array(self.value(), dtype=dtype)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, out: Any = None, **extra: Any) -> Any:
        if method == "__call__" and out is None and not extra and ufunc in AFFINE and len(inputs) == 2:
            first, second = inputs
            noise, other, sign = (
                (first, second, AFFINE[ufunc][0]) if isinstance(first, Noise) else (second, first, AFFINE[ufunc][1])
            )
            found = noise._then(sign or "", other)
            if found is not NotImplemented:
                return found
        if out is not None:
            extra["out"] = tuple(seen(each) for each in out)
        return getattr(ufunc, method)(*map(seen, inputs), **extra)

    def __array_function__(self, function: Any, _types: Any, args: Any, kwargs: Any) -> Any:
        if function is np.argmax and len(args) == 1 and not kwargs and args[0] is self:
            return self.argmax()
        return function(*map(seen, args), **{name: seen(value) for name, value in kwargs.items()})

    def argmax(self, *args: Any, **kwargs: Any) -> Any:
        """Return the place of the largest; of Gumbel noise this is one mechanism, whose answer is the place."""
        if not args and not kwargs and self.root.kind == "gumbel" and self._known is None and self.index.ndim == 1:
            found = largest_gumbel(self.root, self.index, self.ops)
            if found is not None:
                return found
        return self.value().argmax(*args, **kwargs)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.value(), name)

    def _compared(self, other: Any, less: bool, plain: Callable[[Any, Any], Any]) -> Any:
        x = plain_numbers(other)
        if x is not None and self.root.kind == "uniform" and self._known is None:
            from .worker_thresholds import compared

            return compared(self, x, less)
        return plain(self.value(), seen(other))

    def __lt__(self, other: Any) -> Any:
        return self._compared(other, True, lambda a, b: a < b)

    def __le__(self, other: Any) -> Any:
        return self._compared(other, True, lambda a, b: a <= b)

    def __gt__(self, other: Any) -> Any:
        return self._compared(other, False, lambda a, b: a > b)

    def __ge__(self, other: Any) -> Any:
        return self._compared(other, False, lambda a, b: a >= b)

    def __repr__(self) -> str:
        return repr(self.value())

    def __str__(self) -> str:
        return str(self.value())


def _method(name: str) -> Callable[..., Any]:
    def called(self: Noise, *args: Any, **kwargs: Any) -> Any:
        return getattr(self.value(), name)(*map(seen, args), **kwargs)

    called.__name__ = name
    return called


for _name in (
    *("__abs__", "__bool__", "__ceil__", "__complex__", "__eq__", "__float__", "__floor__", "__floordiv__"),
    *("__format__", "__index__", "__int__", "__invert__", "__matmul__", "__mod__", "__ne__", "__pow__"),
    *("__divmod__", "__rdivmod__", "__rfloordiv__", "__rmatmul__", "__rmod__", "__round__", "__rpow__"),
    *("__rtruediv__", "__trunc__", "__and__", "__or__", "__xor__", "__contains__"),
):
    setattr(Noise, _name, _method(_name))


def seen(value: Any) -> Any:
    """Return a value with plain numbers for noise, also inside of lists, tuples and dicts."""
    if isinstance(value, Noise):
        return value.value()
    if type(value) in (list, tuple):
        return type(value)(map(seen, value))
    return {key: seen(entry) for key, entry in value.items()} if type(value) is dict else value


def plain_numbers(value: Any) -> Any:
    """Return a number or an array of numbers as an array; None for all else."""
    if isinstance(value, (bool, int, float)):
        return np.asarray(value) if abs(value) < 2**63 or isinstance(value, float) or value != value else None
    if isinstance(value, (np.ndarray, np.generic)) and value.dtype.kind in "biuf" and value.dtype.itemsize <= 8:
        return np.array(value)
    return None


# The first look


def looked_at(root: Root, cells: Any, ops: list[tuple[str, Any]], dtype: Any) -> Any:
    """Return what the numbers are: answers of an event for those that were unseen, and what follows for the others."""
    listed = cells.tolist()
    fresh = list(dict.fromkeys(cell for cell in listed if cell not in root.seen))
    if len(fresh) == len(listed):
        return np.array(first_look(root, listed, ops), dtype)
    place = {cell: where for where, cell in reversed(list(enumerate(listed)))}
    if fresh:
        at = [place[cell] for cell in fresh]
        first_look(root, fresh, [(op, x[at]) for op, x in ops])
    return np.array([later(root, cell, [(op, x[j]) for op, x in ops]) for j, cell in enumerate(listed)], dtype)


def first_look(root: Root, cells: list[int], ops: list[tuple[str, Any]]) -> list[Any]:
    """Record an event for numbers that nobody has seen."""
    steps = [[(op, x[j]) for op, x in ops] for j in range(len(cells))]
    lines = [root.line(cell, each) for cell, each in zip(cells, steps)]
    units = [abs(unit) if root.kind in ("laplace", "normal") else unit for _, unit in lines]
    spent = any(cell in root.within for cell in cells)
    event = Event(
        f"{root.kind} (spent)" if spent else root.kind,
        {"draw": str(root.number)},
        site(),
        [place for place, _ in lines],
        scales=units,
        cells=cells,
        bare=all(op not in "+-r" for op, _ in ops) and all(place == 0 for place, _ in lines),
    )

    def drawn() -> list[Any]:
        values = root.natural[cells]
        with np.errstate(all="ignore"):
            for op, x in ops:
                values = STEPS[op](values, x)
        return list(values.tolist())

    answers = root.recorder.event(event, drawn)
    root.seen.update({cell: (answers[j], steps[j]) for j, cell in enumerate(cells)})
    return answers


def later(root: Root, cell: int, steps: list[tuple[str, Any]]) -> Any:
    """Return a number that was seen before, perhaps after fewer or other steps."""
    value, before = root.seen[cell]
    begun = len(before) <= len(steps) and [op for op, _ in before] == [op for op, _ in steps[: len(before)]]
    if begun and same_numbers([x for _, x in before], [x for _, x in steps[: len(before)]]):
        with np.errstate(all="ignore"):
            for op, x in steps[len(before) :]:
                value = STEPS[op](value, x)
        return value
    (place, unit), (other, by) = root.line(cell, before), root.line(cell, steps)
    known = exact(value)
    if not all(isinstance(number, (int, Fraction)) for number in (place, unit, other, by, known)) or unit == 0:
        return float("nan")
    return float(other + by * Fraction(known - place) / unit)


def largest_gumbel(root: Root, index: Any, ops: Ops) -> int | None:
    """Return the place of the largest number as one answer, whose law is exponential in the places of all.

    None where the numbers have no common unit above 0, or were seen.
    """
    cells = index.tolist()
    lines = [root.line(cell, [(op, x[j]) for op, x in ops]) for j, cell in enumerate(cells)]
    units = {number_text(unit) for _, unit in lines}
    if len(units) != 1 or not cells or not lines[0][1] > 0 or any(cell in root.seen for cell in cells):
        return None
    with np.errstate(all="ignore"):
        values = root.natural[cells]
        for op, x in ops:
            values = STEPS[op](values, x)
    parameters = {"draw": str(root.number), "choices": str(len(cells))}
    places = tuple(place for place, _ in lines)
    event = Event("exponential choice", parameters, site(), [places], scales=[lines[0][1]])
    answer = root.recorder.event(event, lambda: [int(values.argmax())])[0]
    root.within.update(dict.fromkeys(cells, (None, None)))
    return int(answer)
