"""PyDP's mechanisms and algorithms, recorded: what they draw in native code is the primitive.

Noise that is added to a float has a law; Laplace noise of a whole number is rounded. Whether a partition is kept is a
coin, of which PyDP tells the probability. A sum between bounds leaves out what is no number, clamps the rest and adds
Laplace noise at the larger bound; a count adds it at 1, and counts all. A mean is a quotient of both, of half of the
budget each. What else there is has no law here: its input is a text.
"""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any

from .worker_noise import seen
from .worker_recorder import Event, exact, site, text_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from .worker_recorder import Recorder

ROUNDED = "rounded laplace"
MEAN = "quotient of noisy sum and count"
UNITS = {"LaplaceMechanism": ("laplace", "diversity"), "GaussianMechanism": ("normal", "std")}


def wrap_pydp(recorder: Recorder, modules: dict[str, Any]) -> list[Any]:
    """Wrap what modules of PyDP have that draws; ``modules``: those that are loaded, by name.

    Returns the list in which is noted how likely each partition is kept that is asked for.
    """
    shares: list[Any] = []
    mechanisms = modules.get("pydp.algorithms.numerical_mechanisms")
    if mechanisms is not None:
        kind = mechanisms.NumericalMechanism
        kind.add_noise = noised(kind.add_noise, recorder)
    algorithms = modules.get("pydp.algorithms._algorithm")
    if algorithms is not None:
        kind = algorithms.MetaAlgorithm
        for name in ("quick_result", "result"):
            setattr(kind, name, resulted(getattr(kind, name), recorder))
        setattr(kind, "__init__", made(kind.__init__))  # noqa: B010  # a method of any class
        kind.add_entries = entered(kind.add_entries)
        kind.add_entry = entered(kind.add_entry)
    selection = modules.get("pydp.algorithms.partition_selection")
    if selection is not None:
        wrapped: set[type] = set()
        for name in [name for name in vars(selection) if name.startswith("create_")]:
            setattr(selection, name, selecting(getattr(selection, name), (recorder, shares), wrapped))
    return shares


def noised(own: Callable[..., Any], recorder: Recorder) -> Callable[..., Any]:
    """Return a method that adds noise, recorded."""

    @wraps(own)
    def add_noise(self: Any, value: Any) -> Any:
        value = seen(value)
        if not recorder.active:
            return own(self, value)
        name = type(self).__name__
        if name == "LaplaceMechanism" and type(value) is int:
            law = (ROUNDED, [value], [exact(self.diversity)])
            return once(recorder, law, lambda: own(self, value))
        if name not in UNITS or not isinstance(value, float):
            return once(recorder, (f"PyDP {name}", [text_of(value)], []), lambda: own(self, value))
        kind, unit = UNITS[name]
        return once(recorder, (kind, [exact(value)], [exact(getattr(self, unit))]), lambda: own(self, value))

    return add_noise


def once(recorder: Recorder, law: tuple[str, list[Any], list[Any]], draw: Callable[[], Any]) -> Any:
    """Record a call with one answer; ``law``: its kind, inputs and units."""

    def drawn() -> list[Any]:
        with recorder.paused():
            return [draw()]

    kind, inputs, scales = law
    return recorder.event(Event(kind, {}, site(), inputs, scales=scales), drawn)[0]


# Algorithms


def made(own: Callable[..., Any]) -> Callable[..., Any]:
    """Return a method that keeps in mind with which arguments an algorithm was made."""

    @wraps(own)
    def begin(self: Any, **given: Any) -> None:
        self.__dict__["_given"] = dict(given)
        own(self, **given)

    return begin


def law_of(self: Any, data: list[Any]) -> tuple[str, list[Any], list[Any]] | None:
    """Return the law of an algorithm that answers for numbers, each of a user of its own; None where none is known."""
    name, given = type(self).__name__, self.__dict__.get("_given", {})
    once_each = all(given.get(each) in (None, 1) for each in ("l0_sensitivity", "linf_sensitivity"))
    low, high, epsilon = (given.get(each) for each in ("lower_bound", "upper_bound", "epsilon"))
    if not once_each or epsilon is None:
        return None
    if name == "Count":
        return ROUNDED, [len(data)], [exact(1 / epsilon)]
    if low is None or high is None:
        return None
    clamped = [min(max(x, low), high) for x in data if x == x]  # noqa: PLR0124  # no NaN
    total = exact(sum(clamped))
    if name == "BoundedMean" and given.get("dtype") == "float":
        return MEAN, [(len(clamped), total)], [(exact(low), exact(high), exact(epsilon))]
    if name == "BoundedSum":
        kind = "laplace" if given.get("dtype") == "float" else ROUNDED
        return kind, [total], [exact(max(abs(low), abs(high)) / epsilon)]
    return None


def entered(own: Callable[..., Any]) -> Callable[..., Any]:
    """Return a method that keeps in mind what entered an algorithm."""

    @wraps(own)
    def add(self: Any, data: Any) -> Any:
        data = seen(data)
        self.__dict__.setdefault("_entered", []).append(data)
        return own(self, data)

    return add


def resulted(own: Callable[..., Any], recorder: Recorder) -> Callable[..., Any]:
    """Return a method that answers for all data, recorded."""

    @wraps(own)
    def result(self: Any, *args: Any) -> Any:
        args = tuple(map(seen, args))
        if not recorder.active:
            return own(self, *args)
        law = law_of(self, args[0]) if own.__name__ == "quick_result" and isinstance(args[0], list) else None
        if law is not None:
            return once(recorder, law, lambda: own(self, *args))
        given = [text_of([*self.__dict__.get("_entered", []), *args])]
        return once(recorder, (f"PyDP {type(self).__name__}", given, []), lambda: own(self, *args))

    return result


# Partitions


def selecting(own: Callable[..., Any], heard: tuple[Recorder, list[Any]], wrapped: set[type]) -> Callable[..., Any]:
    """Return a maker of strategies, whose class is wrapped when the first one is made."""

    @wraps(own)
    def create(*args: Any, **kwargs: Any) -> Any:
        made = own(*args, **kwargs)
        kind = type(made)
        if kind not in wrapped:
            wrapped.add(kind)
            kind.should_keep = kept(kind.should_keep, *heard)
        return made

    return create


def kept(own: Callable[..., Any], recorder: Recorder, shares: list[Any]) -> Callable[..., Any]:
    """Return a method that tells whether a partition is kept, recorded; how likely that is, is noted in any case."""

    @wraps(own)
    def should_keep(self: Any, units: int) -> Any:
        share = exact(self.probability_of_keep(units))
        shares.append(share)
        if not recorder.active:
            return own(self, units)
        return once(recorder, ("coin", [share], []), lambda: bool(own(self, units)))

    return should_keep
