"""numpy's generators with the oracle's coins: what is uniform on finitely many values, and what is made of that.

Generators with a seed of the target's are numpy's own. Normal numbers and their like, which numpy draws by rejection in
C, are refused: a law with a part that is not enumerated would be a wrong one.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from .worker_inversion import inverted
from .worker_lazy import Lazy
from .worker_quantiles import quantile
from .worker_sources import octets, real, whole
from .worker_tree import MOST_BRANCHES

if TYPE_CHECKING:
    from collections.abc import Callable

    from .worker_oracle import Oracle

SINGLE = 24
UNIFORM_SUM = 1e-8
PLAIN = ("bit_generator", "spawn", "get_state", "set_state", "seed")


def filled(size: Any, draw: Callable[[], Any], dtype: Any) -> Any:
    """Return one draw, or an array of them: of plain numbers where they are plain, else of objects."""
    if size is None:
        return draw()
    shape = tuple(int(n) for n in size) if isinstance(size, (tuple, list, np.ndarray)) else (int(size),)
    drawn = [draw() for _ in range(math.prod(shape))]
    simple = all(isinstance(value, (float, int)) and type(value) in (float, int) for value in drawn)
    array = np.empty(len(drawn), dtype if simple else object)
    for place, value in enumerate(drawn):
        array[place] = value
    return array.reshape(shape)


class Draws:
    """What a generator of numpy's offers, where it can be enumerated."""

    oracle: Oracle

    def _real(self, name: str, bits: int = 53) -> Any:
        return real(self.oracle, f"{type(self).__name__}.{name}()", bits)

    def _pick(self, name: str, size: int) -> int:
        return self.oracle.pick(f"{type(self).__name__}.{name}()", size) if size > 1 else 0

    def random(self, size: Any = None, dtype: Any = np.float64, out: Any = None) -> Any:
        """Return multiples of 2^-53 (of 2^-24, as float32), uniform in [0, 1)."""
        if out is not None:
            self.oracle.refuse("the target draws random(out=...){at}, which cannot be enumerated: expected no out")
        bits = 53 if np.dtype(dtype) == np.float64 else SINGLE
        return filled(size, lambda: self._real("random", bits), np.dtype(dtype))

    def uniform(self, low: Any = 0.0, high: Any = 1.0, size: Any = None) -> Any:
        """Return low + (high - low) random(), where the product is exact."""
        width = float(high) - float(low)
        if math.frexp(width)[0] != 0.5:  # a power of two
            self.oracle.refuse(f"the target draws uniform({low}, {high}){{at}}, which is rounded: expected random()")
        return filled(size, lambda: float(low) + width * self._real("uniform"), np.float64)

    def integers(
        self, low: Any, high: Any = None, size: Any = None, dtype: Any = np.int64, endpoint: bool = False
    ) -> Any:
        """Return uniform integers."""
        first, last = (0, low) if high is None else (low, high)
        if np.ndim(first) or np.ndim(last):
            return self._integers_each(first, last, size, dtype, endpoint)
        begin, count = int(first), int(last) - int(first) + bool(endpoint)
        if count <= 0:
            raise ValueError("low > high" if endpoint else "low >= high")
        return filled(size, lambda: begin + self._whole("integers", count, dtype, size), dtype)

    def _whole(self, name: str, count: int, dtype: Any, size: Any) -> Any:
        """Return a plain integer where there are few, since numpy's arrays are used as indices."""
        if count > MOST_BRANCHES:
            return whole(self.oracle, f"{type(self).__name__}.{name}()", count)
        value = self._pick(name, count)
        return np.dtype(dtype).type(value) if size is None else value

    def _integers_each(self, low: Any, high: Any, size: Any, dtype: Any, endpoint: bool) -> Any:
        lows, highs = np.broadcast_arrays(low, high)
        lows, highs = (np.broadcast_to(bound, size) if size is not None else bound for bound in (lows, highs))
        pairs = zip(lows.ravel().tolist(), highs.ravel().tolist())
        drawn = [Draws.integers(self, first, last, None, dtype, endpoint) for first, last in pairs]
        return np.array(drawn, dtype if drawn else np.int64).reshape(lows.shape)

    def choice(  # noqa: PLR0917  # as numpy has it
        self, a: Any, size: Any = None, replace: bool = True, p: Any = None, axis: int = 0, shuffle: bool = True
    ) -> Any:
        """Return entries of a, chosen as numpy chooses them."""
        entries = np.arange(int(a)) if np.ndim(a) == 0 else np.asarray(a)
        count = entries.shape[axis]
        if p is None and replace:
            index = filled(size, lambda: self._pick("choice", count), np.int64)
        elif p is not None and replace:
            index = self._weighted(size, np.asarray(p, np.float64), count)
        elif p is None and shuffle:
            index = self._distinct(size, count)
        else:
            self.oracle.refuse("the target draws choice(replace=False, ...){at} in a way that is not enumerated")
        return np.take(entries, index, axis=axis) if np.ndim(index) or entries.ndim > 1 else entries[index]

    def _weighted(self, size: Any, weights: Any, count: int) -> Any:
        """Return places by inversion of the sums of the weights, which is how numpy does it."""
        if weights.shape != (count,) or (weights < 0).any() or abs(weights.sum() - 1) > UNIFORM_SUM:
            raise ValueError("probabilities do not sum to 1, or are not one for each entry, or are negative")
        sums = weights.cumsum()
        sums /= sums[-1]
        return filled(size, lambda: place_among(sums, self._real("choice"), "right"), np.int64)

    def _distinct(self, size: Any, count: int) -> Any:
        wanted = 1 if size is None else int(np.prod(size))
        if wanted > count:
            raise ValueError("Cannot take a larger sample than population when replace is False")
        left = list(range(count))
        drawn = [left.pop(self._pick("choice", len(left))) for _ in range(wanted)]
        return drawn[0] if size is None else np.array(drawn, np.int64).reshape(size)

    def permutation(self, x: Any, axis: int = 0) -> Any:
        """Return a uniform order of the entries."""
        entries = np.arange(int(x)) if np.ndim(x) == 0 else np.asarray(x)
        left = list(range(entries.shape[axis]))
        order = [left.pop(self._pick("permutation", len(left))) for _ in range(len(left))]
        return np.take(entries, np.array(order, np.int64), axis=axis)

    def shuffle(self, x: Any, axis: int = 0) -> None:
        """Order the entries in place."""
        if axis:
            self.oracle.refuse("the target draws shuffle(axis=...){at}, which is not enumerated: expected axis 0")
        order = Draws.permutation(self, len(x)).tolist()
        before = x.copy() if isinstance(x, np.ndarray) else list(x)
        for place, source in enumerate(order):
            x[place] = before[source]

    def bytes(self, length: int) -> bytes:
        """Return uniform bytes."""
        return octets(self.oracle, f"{type(self).__name__}.bytes()", int(length))

    def binomial(self, n: Any, p: Any, size: Any = None) -> Any:
        """Return numbers of successes."""
        return filled(size, lambda: inverted(self.oracle, "binomial", (n, p), lambda: self._real("binomial")), np.int64)

    def geometric(self, p: Any, size: Any = None) -> Any:
        """Return numbers of trials up to the first success."""
        return filled(size, lambda: inverted(self.oracle, "geometric", (p,), lambda: self._real("geometric")), np.int64)

    def _quantile(self, name: str, arguments: tuple[Any, ...], size: Any) -> Any:
        kind = type(self).__name__
        return filled(size, lambda: quantile(self.oracle, kind, name, arguments, lambda: self._real(name)), np.float64)

    def laplace(self, loc: Any = 0.0, scale: Any = 1.0, size: Any = None) -> Any:
        """Return Laplace numbers."""
        return self._quantile("laplace", (loc, scale), size)

    def logistic(self, loc: Any = 0.0, scale: Any = 1.0, size: Any = None) -> Any:
        """Return logistic numbers."""
        return self._quantile("logistic", (loc, scale), size)

    def gumbel(self, loc: Any = 0.0, scale: Any = 1.0, size: Any = None) -> Any:
        """Return Gumbel numbers."""
        return self._quantile("gumbel", (loc, scale), size)

    def exponential(self, scale: Any = 1.0, size: Any = None) -> Any:
        """Return exponential numbers, of the older class alone."""
        return self._quantile("exponential", (scale,), size)

    # Of the older interface

    random_sample = ranf = sample = lambda self, size=None: Draws.random(self, size)

    def rand(self, *shape: int) -> Any:
        """Return uniform numbers."""
        return Draws.random(self, shape or None)

    def randint(self, low: Any, high: Any = None, size: Any = None, dtype: Any = np.int64) -> Any:
        """Return uniform integers."""
        return Draws.integers(self, low, high, size, dtype)


def place_among(entries: Any, number: Any, side: str) -> int:
    """Return where a number stands among sorted entries, which is the place before equal ones or behind them."""
    low, high = 0, len(entries)
    while low < high:
        middle = (low + high) // 2
        entry = entries[middle].item()
        before = number < entry if side == "right" else number <= entry
        low, high = (low, middle) if before else (middle + 1, high)
    return low


def install_lookups() -> None:
    """Let ``numpy.searchsorted`` look up lazy numbers; C code would ask for all of their bits."""
    search = np.searchsorted

    def searchsorted(a: Any, v: Any, side: str = "left", sorter: Any = None) -> Any:
        numbers = v if isinstance(v, np.ndarray) else np.array(v, object if isinstance(v, Lazy) else None)
        if numbers.dtype != object or not any(isinstance(number, Lazy) for number in numbers.ravel()):
            return search(a, v, side, sorter)  # type: ignore[call-overload]
        entries = np.asarray(a) if sorter is None else np.take(a, sorter)
        places = np.array([place_among(entries, number, side) for number in numbers.ravel()], np.int64)
        return places.reshape(numbers.shape) if numbers.shape else places[0]

    np.searchsorted = searchsorted


def enumerated(kind: type, oracle: Oracle) -> type:
    """Return a subclass of a class of generators whose draws are the oracle's while a run is under way.

    All that is not in ``Draws`` is refused. Outside of a run, and with a seed, an instance is what its ``own`` is.
    """
    methods: dict[str, Any] = {"oracle": oracle, "__module__": kind.__module__, "own": None, "seeded": False}
    for method in [method for method in dir(kind) if not method.startswith("_") and method not in PLAIN]:
        methods[method] = drawing(method, oracle, getattr(Draws, method, None))
    for helper in [helper for helper in vars(Draws) if helper.startswith("_") and not helper.startswith("__")]:
        methods[helper] = vars(Draws)[helper]
    return type(kind.__name__, (kind,), methods)


def drawing(method: str, oracle: Oracle, draw: Callable[..., Any] | None) -> Callable[..., Any]:
    """Return a method that draws from the oracle, or is refused."""

    def called(self: Any, *args: Any, **kwargs: Any) -> Any:
        if self.seeded or not oracle.active:
            return getattr(self.own, method)(*args, **kwargs)
        if draw is None:
            oracle.refuse(f"the target draws by {method}(){{at}}, whose values cannot be enumerated")
        return draw(self, *args, **kwargs)

    called.__name__ = method
    return called


def install_numpy(oracle: Oracle) -> Any:
    """Replace numpy's sources of chance, before the target is imported; return a generator for the target."""
    default_rng = np.random.default_rng
    generator = enumerated(np.random.Generator, oracle)

    def made(seed: Any = None) -> Any:
        if seed is not None:
            return default_rng(seed)
        with oracle.paused():
            found = generator(np.random.PCG64())
            found.own = default_rng()
        return found

    np.random.default_rng = made
    install_states(oracle)
    install_lookups()
    return made()


def install_states(oracle: Oracle) -> None:
    """Replace the older class of generators, and the functions of ``numpy.random`` that draw from one of them."""
    state, shared = np.random.RandomState, np.random.mtrand._rand
    legacy = enumerated(state, oracle)

    def seed(self: Any, value: Any = None) -> None:
        self.seeded = value is not None
        self.own.seed(value)

    def made(seed: Any = None) -> Any:
        with oracle.paused():
            if seed is not None:
                return state(seed)
            found = legacy()
            found.own = state()
        return found

    legacy.seed = seed  # type: ignore[attr-defined]
    kept = StateType("RandomState", (), {"made": staticmethod(made), "known": state, "__doc__": state.__doc__})
    source = legacy()
    source.own = shared
    for module in (np.random, np.random.mtrand):
        module.RandomState = kept  # type: ignore[attr-defined]
        for name, before in list(vars(module).items()):
            if getattr(before, "__self__", None) is shared:
                setattr(module, name, getattr(source, before.__name__))
    np.random.seed = source.seed
    np.random.mtrand._rand = source


class StateType(type):
    """What stands for the class RandomState: calls make a generator, and instances are those of the class."""

    made: Callable[..., Any]
    known: type

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        """Make a generator."""
        return cls.made(*args, **kwargs)

    def __instancecheck__(cls, instance: Any) -> bool:
        return isinstance(instance, cls.known)
