"""The sources of chance of Python's own, whose coins the oracle gives while a run is under way: random, secrets, os.

What has a seed of the target's is no source of chance and stays as it is. So does everything outside of a run.
"""

from __future__ import annotations

import math
import os
import random
import secrets
from functools import wraps
from typing import TYPE_CHECKING, Any

from .worker_lazy import Lazy
from .worker_lazy_numbers import LazyInt, LazyReal
from .worker_tree import Repeating

if TYPE_CHECKING:
    from collections.abc import Callable

    from .worker_oracle import Oracle

BITS = 53
SEEDED = "_has_a_seed"
BYTE = 256

RISING = ("log2", "log10", "log1p", "exp", "expm1", "sqrt", "atan", "sinh", "tanh", "asinh")
"""Functions of ``math`` that rise and take one argument."""

AT_THE_ENDS = ("isnan", "isinf", "isfinite")


# Numbers


def real(oracle: Oracle, name: str, bits: int = BITS) -> Any:
    """Return a multiple of 2^-bits that is uniform in [0, 1)."""
    unit = 2.0**-bits
    if isinstance(oracle.run, Repeating):
        return oracle.run.number(name, 1 << bits) * unit
    return LazyReal(oracle, oracle.run.coin(name, 1 << bits), lambda number: number * unit)  # type: ignore[union-attr]


def whole(oracle: Oracle, name: str, size: int) -> Any:
    """Return an integer that is uniform on range(size)."""
    if size <= 1:
        return 0
    if isinstance(oracle.run, Repeating):
        return oracle.run.number(name, size)
    return LazyInt(oracle, oracle.run.coin(name, size), int, affine=(1, 0))  # type: ignore[union-attr]


def octets(oracle: Oracle, name: str, count: int) -> bytes:
    """Return bytes, each uniform."""
    return oracle.pick(name, BYTE**count).to_bytes(count, "big") if count else b""


# Random and SystemRandom


def patch_random(oracle: Oracle) -> None:
    """Let the generators of ``random`` and ``secrets`` draw from the oracle, except where they have a seed."""
    for kind in (random.Random, random.SystemRandom):
        name = kind.__name__
        replace(oracle, kind, "random", lambda _self, n=name: real(oracle, f"{n}.random()"))
        replace(oracle, kind, "getrandbits", lambda _self, k, n=name: whole(oracle, f"{n}.getrandbits()", bits(k)))
        below = lambda _self, limit, *_more, n=name, **_words: whole(oracle, f"{n}.randrange()", limit)  # noqa: E731
        own = kind.random, kind.getrandbits
        for known in [known for known in vars(kind) if known.startswith("_randbelow")]:
            replace(oracle, kind, known, below, own)
    remember_seeds()
    rebind_functions()


def bits(count: int) -> int:
    """Return how many integers of so many bits there are."""
    if count < 0:
        raise ValueError("number of bits must be non-negative")
    return 1 << count


def replace(oracle: Oracle, kind: type, name: str, draw: Callable[..., Any], own: tuple[Any, ...] = ()) -> None:
    """Replace a method, of generators without a seed and while a run is under way.

    ``own``: the methods that an instance must have for that: a subclass with others makes its integers of them.
    """
    before = getattr(kind, name)

    @wraps(before)
    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        drawn = oracle.active and not getattr(self, SEEDED, False)
        drawn = drawn and (not own or own == (type(self).random, type(self).getrandbits))
        return draw(self, *args, **kwargs) if drawn else before(self, *args, **kwargs)

    setattr(kind, name, method)


def remember_seeds() -> None:
    """Let a generator of ``random`` know whether it has a seed of the target's."""
    seed, setstate = random.Random.seed, random.Random.setstate

    def seeded(self: random.Random, a: Any = None, version: int = 2) -> None:
        setattr(self, SEEDED, a is not None and not isinstance(self, random.SystemRandom))
        seed(self, a, version)

    def restored(self: random.Random, state: Any) -> None:
        setattr(self, SEEDED, True)
        setstate(self, state)

    random.Random.seed = seeded  # type: ignore[method-assign]
    random.Random.setstate = restored  # type: ignore[method-assign]


def rebind_functions() -> None:
    """Take the functions of ``random`` and ``secrets`` from their generators again: they are bound to old methods."""
    for module, source in ((random, random._inst), (secrets, secrets._sysrand)):  # type: ignore[attr-defined]
        for name, value in list(vars(module).items()):
            if getattr(value, "__self__", None) is source:
                setattr(module, name, getattr(source, value.__name__))
    secrets.randbits = secrets._sysrand.getrandbits  # type: ignore[attr-defined]


def patch_system(oracle: Oracle) -> None:
    """Let the operating system's bytes come from the oracle."""
    before = os.urandom

    @wraps(before)
    def urandom(size: int) -> bytes:
        return octets(oracle, "os.urandom()", size) if oracle.active else before(size)

    os.urandom = urandom
    random._urandom = urandom  # type: ignore[attr-defined]
    if hasattr(os, "getrandom"):
        system = os.getrandom
        os.getrandom = lambda size, flags=0: (
            octets(oracle, "os.getrandom()", size) if oracle.active else system(size, flags)
        )


# math


def patch_math() -> None:
    """Let functions of ``math`` that rise take lazy numbers."""
    for name in RISING:
        accept(name, lambda value, function, n=name: value.then(function, said="" if n == "sqrt" else n))
    for name in AT_THE_ENDS:
        accept(name, lambda value, function: any(map(function, value.ends())))
    accept("fabs", lambda value, function: abs(value).then(function))
    accept("ldexp", lambda value, function, exponent: value.then(lambda v: function(v, exponent)))
    accept("log", logarithm)


def logarithm(value: Lazy, function: Callable[..., float], *base: float) -> Any:
    """Return the logarithm, which falls where its base is below 1."""
    return value.then(lambda v: function(v, *base), rises=not base or base[0] > 1, said="log")


def accept(name: str, lazily: Callable[..., Any]) -> None:
    """Let a function of ``math`` take a lazy number first."""
    function = getattr(math, name)

    @wraps(function)
    def wrapped(*args: Any) -> Any:
        if args and isinstance(args[0], Lazy):
            return lazily(args[0], function, *args[1:])
        return function(*args)

    setattr(math, name, wrapped)
    for known, value in list(vars(random).items()):
        if value is function:
            setattr(random, known, wrapped)


def install_python(oracle: Oracle) -> None:
    """Replace all of these; before the target is imported."""
    patch_random(oracle)
    patch_system(oracle)
    patch_math()
