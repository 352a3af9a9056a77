"""Noise that was drawn and not yet looked at: what is added to it and multiplied by it is what its law depends on.

`x + rng.laplace(scale=b)` is one mechanism: its input is x, and its answer is the sum. So a draw of a law with a place
and a unit is a ``Noise``, which stays unseen while plain numbers are added to it or it is multiplied by some; any other
use is the first look at it. Then the event is recorded, with all that was added by then as its input, and its answer is
the number. In a replay the answer stands, whatever the input is. What is computed of it afterwards is plain, and noise
that is used a second time is what the answer less the first input makes of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .worker_draws import looked_at, place_of_largest

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from .worker_draws import Ops, Root

LARGEST = 2**63
AFFINE = {
    np.add: ("+", "+"),
    np.subtract: ("-", "r"),
    np.multiply: ("*", "*"),
    np.true_divide: ("/", None),
}
"""What a ufunc does to noise that stands first, and to noise that stands second."""
LESS = {np.less: True, np.less_equal: True, np.greater: False, np.greater_equal: False}
"""Which comparisons ask whether the first number is less."""


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

    def _then(self, sign: str, other: Any) -> Any:
        x = plain_numbers(other)
        if x is None or self._known is not None or not sign:
            return NotImplemented
        try:
            shape = np.broadcast_shapes(self.index.shape, x.shape)
        except ValueError:
            return NotImplemented
        ops = tuple((op, np.broadcast_to(array, shape)) for op, array in (*self.ops, (sign, x)))
        found = Noise(self.root, np.broadcast_to(self.index, shape), ops)
        if self.root.recorder.early and sign in "+-r":
            found.value()
        return found

    def _combine(self, other: Any, sign: str, plain: Callable[[Any, Any], Any]) -> Any:
        found = self._then(sign, other)
        if found is not NotImplemented:
            return found
        if isinstance(other, Noise) and self._known is None and other._known is None and sign in ("+", "-"):
            from .worker_sums import summed

            root = summed(self, other, sign)
            if root is not None:
                return Noise(root, np.arange(root.natural.size).reshape(self.index.shape))
        seen = self.value()
        if isinstance(other, Noise):
            other = other.value()
        return plain(seen, other)

    def sum(self, *args: Any, **kwargs: Any) -> Any:
        """As of an array: the sum of all is one number, unseen."""
        if not args and not kwargs and self._known is None and self.index.size:
            from .worker_sums import total

            root = total(self)
            if root is not None:
                return Noise(root, np.asarray(0))
        return self.value().sum(*args, **kwargs)

    def mean(self, *args: Any, **kwargs: Any) -> Any:
        """As of an array: the mean of all is one number, unseen."""
        if args or kwargs or not self.index.size:
            return self.value().mean(*args, **kwargs)
        return self.sum() / self.index.size

    def astype(self, dtype: Any, *args: Any, **kwargs: Any) -> Any:
        """As of an array; among floating-point types it stays as it is, unseen."""
        if self._known is None and np.dtype(dtype).kind == "f":
            return self
        return self.value().astype(dtype, *args, **kwargs)

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
        if method == "__call__" and not extra and ufunc in AFFINE and len(inputs) == 2:
            first, second = inputs
            if (
                isinstance(first, Noise)
                and isinstance(second, Noise)
                and ufunc in (np.add, np.subtract)
                and out is None
            ):
                return first + second if ufunc is np.add else first - second
            noise, other, sign = (
                (first, second, AFFINE[ufunc][0]) if isinstance(first, Noise) else (second, first, AFFINE[ufunc][1])
            )
            found = noise._then(sign or "", other) if isinstance(noise, Noise) else NotImplemented
            if found is not NotImplemented:
                return found if out is None else put(found, out[0])
        if ufunc in LESS and method == "__call__" and not extra and out is None and len(inputs) == 2:
            first, second = inputs
            less = LESS[ufunc]
            return (
                first._compared(second, less, ufunc)
                if isinstance(first, Noise)
                else second._compared(first, not less, lambda a, b: ufunc(b, a))
            )
        if out is not None:
            extra["out"] = tuple(seen(each) for each in out)
        return getattr(ufunc, method)(*map(seen, inputs), **extra)

    def __array_function__(self, function: Any, _types: Any, args: Any, kwargs: Any) -> Any:
        if function in (np.searchsorted, np.digitize):
            from .worker_places import searched

            found = searched(function, args, kwargs)
            if found is not None:
                return found
        own = {np.argmax: self.argmax, np.sum: self.sum, np.mean: self.mean}.get(function)
        if own is not None and len(args) == 1 and not kwargs and args[0] is self:
            return own()
        return function(*map(seen, args), **{name: seen(value) for name, value in kwargs.items()})

    def argmax(self, *args: Any, **kwargs: Any) -> Any:
        """Return the place of the largest; of noise this is one mechanism, whose answer is the place."""
        if not args and not kwargs and self._known is None and self.index.ndim == 1:
            found = place_of_largest(self.root, self.index, self.ops)
            if found is not None:
                return found
        return self.value().argmax(*args, **kwargs)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.value(), name)

    def _compared(self, other: Any, less: bool, plain: Callable[[Any, Any], Any]) -> Any:
        from .worker_thresholds import compared, compared_noise

        if self._known is None and isinstance(other, Noise) and other._known is None:
            found = compared_noise(self, other, less)
            if found is not None:
                return found
        x = plain_numbers(other)
        if x is not None and self._known is None:
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


def put(noise: Noise, into: Any) -> Any:
    """Write the numbers into an array, which is a look at them."""
    into[...] = noise.value()
    return into


def seen(value: Any) -> Any:
    """Return a value with plain numbers for noise, also inside of lists, tuples and dicts."""
    if isinstance(value, Noise):
        return value.value()
    if type(value) in (list, tuple):
        return type(value)(map(seen, value))
    return {key: seen(entry) for key, entry in value.items()} if type(value) is dict else value


def seen_arguments(args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Return the arguments of a call, by place and by name, with plain numbers for noise."""
    return tuple(map(seen, args)), {name: seen(value) for name, value in kwargs.items()}


def plain_numbers(value: Any) -> Any:
    """Return a number or an array of numbers as an array; None for all else."""
    if isinstance(value, (bool, int, float)):
        return np.asarray(value) if isinstance(value, float) or abs(value) < LARGEST else None
    if isinstance(value, (list, tuple)):
        try:
            value = np.asarray(value)
        except (TypeError, ValueError):
            return None
    if isinstance(value, (np.ndarray, np.generic)) and value.dtype.kind in "biuf" and value.dtype.itemsize <= 8:
        return np.array(value)
    return None
