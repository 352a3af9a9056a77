"""The generators of numpy, recorded: what a target draws from them while a run is under way.

Draws of laws with a place and a unit come as ``Noise``. Draws that choose or order come as they are. What draws by
other ways is recorded under its name, without an input.
"""

from __future__ import annotations

from copy import deepcopy
from functools import wraps
from typing import TYPE_CHECKING, Any

import numpy as np

from .worker_draws import Root
from .worker_generator import StateType
from .worker_given import noted
from .worker_noise import Noise, seen_arguments
from .worker_recorder import SCALED, Event, exact, site, text_of
from .worker_seeds import watch

if TYPE_CHECKING:
    from collections.abc import Callable

    from .worker_recorder import Recorder

LINEAR: dict[str, tuple[str, tuple[str, ...], tuple[float, float]]] = {
    "laplace": ("laplace", ("loc", "scale"), (0.0, 1.0)),
    "normal": ("normal", ("loc", "scale"), (0.0, 1.0)),
    "gumbel": ("gumbel", ("loc", "scale"), (0.0, 1.0)),
    "logistic": ("logistic", ("loc", "scale"), (0.0, 1.0)),
    "standard_normal": ("normal", (), (0.0, 1.0)),
    "randn": ("normal", (), (0.0, 1.0)),
    "standard_cauchy": ("cauchy", (), (0.0, 1.0)),
    "exponential": ("exponential", ("scale",), (0.0, 1.0)),
    "standard_exponential": ("exponential", (), (0.0, 1.0)),
    "uniform": ("uniform", ("low", "high"), (0.0, 1.0)),
    **dict.fromkeys(("random", "random_sample", "ranf", "sample", "rand"), ("uniform", (), (0.0, 1.0))),
}
"""Of a method its law, the names of its first arguments, and what these are by default."""

SAMPLING = ("integers", "randint", "random_integers", "permutation", "permuted", "shuffle", "bytes", "tomaxint")
PLAIN = ("bit_generator", "spawn", "get_state", "set_state", "seed")
DIMENSIONS = ("rand", "randn")


def recorded(kind: type, recorder: Recorder) -> type:
    """Return a subclass of a class of generators of numpy's, whose draws are recorded while a run is under way."""
    methods: dict[str, Any] = {"__module__": kind.__module__}
    for name in [name for name in dir(kind) if not name.startswith("_") and name not in PLAIN]:
        own = getattr(kind, name)
        if callable(own):
            methods[name] = method(name, own, recorder)
    methods.update(
        {name: seeding(getattr(kind, name), recorder) for name in ("__init__", "seed") if hasattr(kind, name)}
    )
    return type(kind.__name__, (kind,), {**methods, "__copy__": copied, "__deepcopy__": copied})


def copied(self: Any, memo: Any = None) -> Any:
    """Return a copy that is recorded, too: numpy's own would be none of these classes; a deep one has its own state."""
    if hasattr(self, "bit_generator"):
        return type(self)(self.bit_generator if memo is None else deepcopy(self.bit_generator, memo))
    found = type(self)()
    found.set_state(self.get_state(legacy=False))
    return found


def seeding(own: Callable[..., Any], recorder: Recorder) -> Callable[..., Any]:
    """Return a method that is told a seed, which is noted."""

    @wraps(own)
    def called(self: Any, *args: Any, **kwargs: Any) -> None:
        own(self, *args, **kwargs)
        given = next(iter([*args, *kwargs.values()]), None)
        if isinstance(given, np.random.BitGenerator):
            given = getattr(getattr(given, "seed_seq", None), "entropy", None)
        recorder.sources.seeded(self, given, site())

    return called


def method(name: str, own: Callable[..., Any], recorder: Recorder) -> Callable[..., Any]:
    """Return a method that is recorded."""
    draw = linear(name, own, recorder) if name in LINEAR else SPECIAL.get(name, plain)(name, own, recorder)

    @wraps(own)
    def called(self: Any, *args: Any, **kwargs: Any) -> Any:
        if not recorder.active:
            return watch(recorder, self, lambda: own(self, *args, **kwargs))
        given, named = seen_arguments(args, kwargs)
        return noted(recorder, name, watch(recorder, self, lambda: draw(self, *given, **named)))

    return called


def linear(name: str, own: Callable[..., Any], recorder: Recorder) -> Callable[..., Any]:
    """Return a draw of a law with a place and a unit, as ``Noise``."""
    kind, names, defaults = LINEAR[name]

    def draw(self: Any, *args: Any, **kwargs: Any) -> Any:
        if kwargs.get("out") is not None:
            return plain(name, own, recorder)(self, *args, **kwargs)
        with recorder.paused():
            natural = np.asarray(own(self, *args, **kwargs), np.float64)
        first = [kwargs.get(key, args[place] if place < len(args) else None) for place, key in enumerate(names)]
        numbers = dict(zip(names, [given if given is not None else default(key) for key, given in zip(names, first)]))
        low, high = numbers.get("low", defaults[0]), numbers.get("high", defaults[1])
        place = np.asarray(numbers.get("loc", low))
        unit = np.asarray(numbers["scale"] if "scale" in numbers else np.subtract(high, low), np.float64)
        found = noise(recorder, kind, natural, place, unit)
        found.root.placed = "loc" in names and first[names.index("loc")] is not None
        return found

    return draw


def default(name: str) -> float:
    """Return what an argument is by default."""
    return 1.0 if name in ("scale", "high") else 0.0


def noise(  # noqa: PLR0917
    recorder: Recorder, kind: str, natural: Any, loc: Any, scale: Any, more: dict[str, str] | None = None
) -> Noise:
    """Record a draw and return it unseen. The unit of each number is a parameter, and its place is not."""
    place, unit = (np.broadcast_to(array, natural.shape).ravel() for array in (loc, scale))
    number = len(recorder.events)
    units = text_of(scale.ravel()[0].item() if scale.size == 1 else unit)
    known = {} if kind in SCALED else {"scale": units}
    parameters = {"shape": str(natural.shape), **(known if more is None else more)}
    recorder.event(Event(f"draw of {kind}", parameters, site()), list)
    root = Root(recorder, number, kind, natural.ravel(), place, unit)
    return Noise(root, np.arange(natural.size).reshape(natural.shape))


def plain(name: str, own: Callable[..., Any], recorder: Recorder) -> Callable[..., Any]:
    """Return a draw that is recorded by its name and all its arguments, without an input."""

    def draw(self: Any, *args: Any, **kwargs: Any) -> Any:
        parameters = {**{f"argument {place}": value for place, value in enumerate(args)}, **kwargs}
        sampling = name in SAMPLING
        found = recorder.call(name, parameters, [], lambda: own(self, *args, **kwargs), sampling=sampling, bare=True)
        return found.copy() if isinstance(found, np.ndarray) else found

    return draw


def binomial(_name: str, own: Callable[..., Any], recorder: Recorder) -> Callable[..., Any]:
    """Return a draw of numbers of successes: the probability is the input."""

    def draw(self: Any, n: Any, p: Any, size: Any = None) -> Any:
        def drawn() -> list[Any]:
            with recorder.paused():
                found.append(own(self, n, p, size))
            return list(np.ravel(found[0]).tolist())

        found: list[Any] = []
        shape = np.broadcast_shapes(np.shape(n), np.shape(p)) if size is None else np.empty(size).shape
        inputs = [exact(value) for value in np.broadcast_to(p, shape).ravel().tolist()]
        trials = [exact(value) for value in np.broadcast_to(n, shape).ravel().tolist()]
        event = Event("binomial", {"shape": str(shape)}, site(), inputs, scales=trials)
        answers = recorder.event(event, drawn)
        return np.array(answers, np.int64).reshape(shape) if shape else int(answers[0])

    return draw


def choice(_name: str, own: Callable[..., Any], recorder: Recorder) -> Callable[..., Any]:
    """Return a choice: its weights, where it has some, are the input, and the places of what is chosen the answers."""

    def draw(self: Any, a: Any, size: Any = None, replace: bool = True, p: Any = None, **more: Any) -> Any:
        entries = np.arange(int(a)) if np.ndim(a) == 0 else np.asarray(a)
        if more or entries.ndim != 1 or (p is not None and not (replace or size is None)):
            return plain("choice", own, recorder)(self, a, size, replace, p, **more)

        def drawn() -> list[Any]:
            with recorder.paused():
                return list(np.ravel(own(self, len(entries), size, replace, p)).tolist())

        shape = () if size is None else np.empty(size).shape
        parameters = {"choices": text_of(entries), "shape": str(shape), "replace": str(bool(replace))}
        weights = [] if p is None else [tuple(map(exact, np.ravel(p).tolist()))] * int(np.prod(shape, dtype=int))
        bare = p is None
        event = Event("sample" if bare else "choice", parameters, site(), weights, sampling=bare, bare=bare)
        answers = np.array(recorder.event(event, drawn), np.int64).reshape(shape)
        return entries[answers]

    return draw


def shuffle(_name: str, own: Callable[..., Any], recorder: Recorder) -> Callable[..., Any]:
    """Return a shuffle in place: the order is the answer."""

    def draw(self: Any, x: Any, axis: int = 0) -> None:
        def ordered() -> Any:
            order = np.arange(np.shape(x)[axis] if axis else len(x))
            own(self, order)
            return order

        parameters = {"count": np.shape(x)[axis] if axis else len(x)}
        order = recorder.call("shuffle", parameters, [], ordered, sampling=True, bare=True)
        if isinstance(x, np.ndarray):
            x[...] = np.take(x.copy(), order, axis=axis)
        else:
            x[:] = [x[place] for place in order]

    return draw


def geometric(_name: str, own: Callable[..., Any], recorder: Recorder) -> Callable[..., Any]:
    """Return a draw of numbers of trials, as ``Noise``: the difference of two is two-sided geometric noise."""

    def draw(self: Any, p: Any, size: Any = None) -> Any:
        with recorder.paused():
            natural = np.asarray(own(self, p, size))
        found = noise(recorder, "geometric", natural, np.asarray(0), np.asarray(1.0), {"p": text_of(p)})
        found.root.shares = [1 - exact(each) for each in np.broadcast_to(p, natural.shape).ravel().tolist()]
        return found

    return draw


SPECIAL = {"binomial": binomial, "choice": choice, "geometric": geometric, "shuffle": shuffle}


# numpy


def wrap_numpy(recorder: Recorder, seed: Callable[[], Any]) -> Callable[[Any], Any]:
    """Replace numpy's generators, before the target is imported; return what makes a generator of a seed.

    ``seed``: of a generator that the target makes without one.
    """
    known = np.random.Generator
    generator = recorded(known, recorder)

    def made(given: Any = None) -> Any:
        if isinstance(given, known):
            return given
        if isinstance(given, (np.random.BitGenerator,)):
            return generator(given)
        if isinstance(given, np.random.RandomState.known):  # type: ignore[attr-defined]
            return generator(given._bit_generator)
        return generator(np.random.PCG64(seed() if given is None and recorder.running else given))

    setattr(np.random, "Generator", generator)  # noqa: B010  # a class is no variable to type checkers
    wrap_states(recorder, seed)
    np.random.default_rng = made  # type: ignore[assignment]
    return made


def wrap_states(recorder: Recorder, seed: Callable[[], Any]) -> None:
    """Replace the older class of generators, and the functions of ``numpy.random`` that draw from one of them."""
    state, shared = np.random.RandomState, np.random.mtrand._rand
    legacy = recorded(state, recorder)

    def made(given: Any = None) -> Any:
        return legacy(seed() if given is None and recorder.running else given)

    kept = StateType("RandomState", (), {"made": staticmethod(made), "known": state, "__doc__": state.__doc__})
    source = made()
    for module in (np.random, np.random.mtrand):
        module.RandomState = kept  # type: ignore[attr-defined]
        for name, before in list(vars(module).items()):
            if getattr(before, "__self__", None) is shared:
                setattr(module, name, getattr(source, before.__name__))
    np.random.seed = source.seed
    np.random.mtrand._rand = source
