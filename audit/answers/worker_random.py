"""The generators of ``random`` and ``secrets``, and ``os.urandom``, recorded in the same way as those of numpy."""

from __future__ import annotations

import os
import random
import secrets
from functools import wraps
from typing import TYPE_CHECKING, Any

import numpy as np

from .worker_given import noted
from .worker_noise import seen
from .worker_seeds import watch
from .worker_wrapped import noise, seeding

if TYPE_CHECKING:
    from collections.abc import Callable

    from .worker_recorder import Recorder


def wrap_random(recorder: Recorder) -> None:
    """Record what is drawn from the generators of ``random`` and ``secrets``."""
    for kind in (random.Random, random.SystemRandom):
        for name in ("random", "gauss", "normalvariate", "expovariate", "uniform"):
            replace(kind, name, simple(name, getattr(kind, name), recorder), recorder)
        for name in ("getrandbits", "randbytes", "randrange", "randint", "choice", "sample", "choices"):
            replace(kind, name, sampled(name, getattr(kind, name), recorder), recorder)
        replace(kind, "shuffle", shuffled(kind.shuffle, recorder), recorder)
    setattr(random.Random, "seed", seeding(random.Random.seed, recorder))  # noqa: B010  # a method
    for module, source in ((random, random._inst), (secrets, secrets._sysrand)):  # type: ignore[attr-defined]
        for name, value in list(vars(module).items()):
            if getattr(value, "__self__", None) is source:
                setattr(module, name, getattr(source, value.__name__))
    wrap_system(recorder)


def wrap_system(recorder: Recorder) -> None:
    """Record the bytes of the system, which no seed decides."""
    own = os.urandom

    def urandom(size: int, /) -> bytes:
        if recorder.active:
            return bytes(recorder.call("urandom", {"size": size}, [], lambda: own(size), sampling=True, bare=True))
        if recorder.sources.inside is not None:
            recorder.sources.note(None, [])
        return own(size)

    os.urandom = urandom


def replace(kind: type, name: str, draw: Callable[..., Any], recorder: Recorder) -> None:
    """Replace a method while a run is under way."""
    before = getattr(kind, name)

    @wraps(before)
    def called(self: Any, *args: Any, **kwargs: Any) -> Any:
        if not recorder.active:
            return watch(recorder, self, lambda: before(self, *args, **kwargs))
        given = tuple(map(seen, args))
        return noted(recorder, name, watch(recorder, self, lambda: draw(self, *given, **kwargs)))

    setattr(kind, name, called)


def simple(name: str, own: Callable[..., Any], recorder: Recorder) -> Callable[..., Any]:
    """Return a draw of one number, as ``Noise``."""

    def draw(self: Any, *args: Any, **kwargs: Any) -> Any:
        with recorder.paused():
            natural = np.asarray(own(self, *args, **kwargs), np.float64)
        given = [*args, *kwargs.values()]
        kind, loc, unit = "uniform", 0.0, 1.0
        if name in ("gauss", "normalvariate"):
            kind, loc = "normal", given[0] if given else 0.0
            unit = given[1] if len(given) > 1 else 1.0
        elif name == "expovariate":
            kind, unit = "exponential", 1.0 / (given[0] if given else 1.0)
        elif name == "uniform":
            loc, unit = given[0], given[1] - given[0]
        return noise(recorder, kind, natural, np.asarray(loc), np.asarray(unit, np.float64))

    return draw


def sampled(name: str, own: Callable[..., Any], recorder: Recorder) -> Callable[..., Any]:
    """Return a draw that chooses; of a choice among entries the places are drawn."""

    def draw(self: Any, *args: Any, **kwargs: Any) -> Any:
        if name in ("choice", "sample", "choices") and args and "weights" not in kwargs and len(args) < 3:
            entries, rest = list(args[0]), args[1:]
            parameters = {"choices": entries, **{f"argument {n}": x for n, x in enumerate(rest)}, **kwargs}
            places = recorder.call(
                name, parameters, [], lambda: own(self, range(len(entries)), *rest, **kwargs), sampling=True, bare=True
            )
            return [entries[place] for place in places] if isinstance(places, list) else entries[places]
        parameters = {**{f"argument {n}": x for n, x in enumerate(args)}, **kwargs}
        return recorder.call(name, parameters, [], lambda: own(self, *args, **kwargs), sampling=True, bare=True)

    return draw


def shuffled(own: Callable[..., Any], recorder: Recorder) -> Callable[..., Any]:
    """Return a shuffle in place."""

    def draw(self: Any, x: Any) -> None:
        def ordered() -> list[int]:
            order = list(range(len(x)))
            own(self, order)
            return order

        order = recorder.call("shuffle", {"count": len(x)}, [], ordered, sampling=True, bare=True)
        x[:] = [x[place] for place in order]

    return draw
