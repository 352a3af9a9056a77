"""Our own mechanisms, recorded: the call of a sampler of `dpassay.fast`, or of `dpassay.reference`, is one primitive.

Its input is the data. Where the law is one that is known by its unit, it is recorded under the name of that; else under
the name of the mechanism, with all parameters as its unit: the auditor has the exact law of the reference. What runs
for many rounds inside, as MWEM does, is recorded by its choices and its noise. What is drawn inside of a recorded call
is its own affair.
"""

from __future__ import annotations

import inspect
from fractions import Fraction
from functools import wraps
from typing import TYPE_CHECKING, Any

import numpy as np

from .worker_draws import Root
from .worker_noise import Noise, seen, seen_arguments
from .worker_recorder import Event, by_name, exact, site, text_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from .worker_recorder import Recorder

PREFIX = "dpassay "
SAMPLER = "sampler"
"""A parameter that names ours: they add no noise in doubles."""

FAST = "dpassay.fast."
REFERENCE = "dpassay.reference."
BY_ROUNDS = ("multiplicative_weights", "mwem", "smooth_mwem", "projected_smooth_mwem")
"""Mechanisms that are recorded by what they draw; the call of any other one is one primitive."""

ADDED = ("laplace", "discrete_laplace", "gaussian", "discrete_gaussian")
MOST_LABELS = 10_000
"""A label among more is recorded by its mechanism: the weights of a choice are written out."""

Replace = Any  # a function that puts a wrapper in the place of a function, wherever a module has that under a name


def wrap_dpassay(recorder: Recorder, modules: dict[str, Any], replace: Replace) -> None:
    """Wrap what is loaded of our samplers; ``modules``: those that are loaded, by name."""
    for place, module in list(modules.items()):
        room, name = place[: place.rfind(".") + 1], place.rpartition(".")[2]
        if room not in (FAST, REFERENCE) or name in BY_ROUNDS:
            continue
        own: Any = getattr(module, name if room == FAST else "sample", None)
        if room == FAST and is_sampler(own):
            replace(own, sampled(own, name, recorder))
        elif room == REFERENCE and own is not None and hasattr(module, "NAME"):
            replace(own, drawn_exactly(own, module, recorder))
    for place, name, wrapper in INSIDE:
        module = modules.get(FAST + place)
        if module is not None:
            replace(getattr(module, name), wrapper(getattr(module, name), recorder))


def is_sampler(function: Any) -> bool:
    """Tell whether a function of `dpassay.fast` takes what the samplers of mechanisms take."""
    return inspect.isfunction(function) and {"data", "size", "rng"} <= set(inspect.signature(function).parameters)


# Samplers


def sampled(own: Callable[..., Any], name: str, recorder: Recorder) -> Callable[..., Any]:
    """Return a sampler of `dpassay.fast` that is recorded: as many answers as it is asked for, with one input."""
    signature = inspect.signature(own)

    @wraps(own)
    def sampler(*args: Any, **kwargs: Any) -> Any:
        args, kwargs = seen_arguments(args, kwargs)
        if not recorder.active:
            return own(*args, **kwargs)
        given = by_name(signature, args, kwargs)
        with recorder.paused():
            none = own(**{**given, "size": 0})  # it refuses what is out of its domain, in a replay, too
            if not isinstance(given["size"], (int, np.integer)) or given["size"] < 1:
                return own(**given)
        kind, value, unit = law_of(name, plain(given["data"], name), parameters_of(given, name))

        def drawn() -> list[Any]:
            with recorder.paused():
                return [tuple(row) if isinstance(row, list) else row for row in own(**given).tolist()]

        count = int(given["size"])
        parameters = {"shape": str((count,)), SAMPLER: FAST + name}
        event = Event(kind, parameters, site(), [value] * count, scales=[unit] * count)
        answers = recorder.event(event, drawn)
        return np.array(answers, none.dtype).reshape((count, *none.shape[1:]))

    return sampler


def drawn_exactly(own: Callable[..., Any], module: Any, recorder: Recorder) -> Callable[..., Any]:
    """Return a sampler of `dpassay.reference` that is recorded: one answer."""
    name = module.NAME

    @wraps(own)
    def sample(data: Any, parameters: Any, *args: Any, **kwargs: Any) -> Any:
        if not recorder.active or len(args) != 1 or not set(kwargs) <= {"bits"}:
            return own(data, parameters, *args, **kwargs)
        value = plain(module.check_data(seen(data), parameters), name)
        kind, value, unit = law_of(name, value, parameters_of(parameters.given(), name))

        def drawn() -> list[Any]:
            with recorder.paused():
                return [own(data, parameters, *args, **kwargs)]

        said = {SAMPLER: REFERENCE + name}
        return recorder.event(Event(kind, said, site(), [value], scales=[unit]), drawn)[0]

    return sample


def parameters_of(given: dict[str, Any], name: str) -> dict[str, Any]:
    """Return the parameters that are given, exactly."""
    return {
        key: plain(value, name)
        for key, value in given.items()
        if value is not None and key not in ("data", "size", "rng")
    }


def plain(value: Any, name: str) -> Any:
    """Return numbers exactly, also those that are written as texts, and rows of them as tuples; other texts as is."""
    if isinstance(value, str):
        if name == "private_pac":  # rows of bits are no numbers
            return tuple(tuple(int(bit) for bit in row.strip()) for row in value.split(",")) if value.strip() else ()
        try:
            return Fraction(value)
        except (ValueError, ZeroDivisionError):
            return value
    if isinstance(value, (np.ndarray, np.generic)):
        return plain(value.tolist(), name)
    if isinstance(value, (list, tuple)):
        return tuple(plain(entry, name) for entry in value)
    return exact(value)


def law_of(name: str, value: Any, given: dict[str, Any]) -> tuple[str, Any, Any]:
    """Return kind, input and unit of a call."""
    epsilon = given.get("epsilon")
    if name == "gaussian" and "sigma" in given:
        return "normal", value, given["sigma"]
    if epsilon is not None and name in ("laplace", "discrete_laplace"):
        return name.replace("_", " "), value, Fraction(given["sensitivity"]) / epsilon
    if epsilon is not None and name == "exponential":
        return "exponential choice", value, 2 * Fraction(given["sensitivity"]) / epsilon
    if epsilon is not None and name == "randomized_response" and given["categories"] <= MOST_LABELS:
        return "exponential choice", tuple(epsilon * (y == value) for y in range(given["categories"])), 1
    return PREFIX + name, value, tuple(part for pair in given.items() for part in pair)


def told(kind: str, x: Any, other: Any, answer: Any) -> Any:
    """Return an answer that tells one input from another, where the kind of a mechanism says which one does."""
    name = kind[len(PREFIX) :]
    if name in ADDED:  # noise is as likely on either side
        distance = abs(exact(answer) - x)
        return type(answer)(x + distance if x > other else x - distance)
    if isinstance(answer, int) and isinstance(x, tuple) and not any(isinstance(score, tuple) for score in x):
        return max(range(len(x)), key=lambda place: x[place] - other[place])
    return int(x) if name == "randomized_response" else answer


# Inside of mechanisms that run for many rounds


def raced(own: Callable[..., Any], recorder: Recorder) -> Callable[..., Any]:
    """Return the choice of MWEM, recorded: of each row of exponents a place."""

    @wraps(own)
    def race(exponents: Any, rng: Any) -> Any:
        exponents = seen(exponents)
        if not recorder.active:
            return own(exponents, rng)
        return chosen(recorder, exponents.tolist(), lambda: own(exponents, rng))

    return race


def experts(own: Callable[..., Any], recorder: Recorder) -> Callable[..., Any]:
    """Return the choice of multiplicative weights, recorded: so many places with the same logarithms of weights."""

    @wraps(own)
    def draw_experts(logs: Any, count: int, rng: Any) -> Any:
        if not recorder.active:
            return own(logs, count, rng)
        return chosen(recorder, [logs.tolist()] * count, lambda: own(logs, count, rng))

    return draw_experts


def chosen(recorder: Recorder, rows: list[list[float]], draw: Callable[[], Any]) -> Any:
    """Record choices with exponential weights; a weight that is 0 as a double has no logarithm, and no law here."""
    inputs = [tuple(map(exact, row)) for row in rows]
    finite = all(isinstance(x, (int, Fraction)) for row in inputs for x in row)
    kind = "exponential choice" if finite else PREFIX + "choice with weights of 0"

    def drawn() -> list[Any]:
        with recorder.paused():
            return list(draw().tolist())

    answers = recorder.event(Event(kind, {}, site(), inputs, scales=[1] * len(inputs)), drawn)
    return np.array(answers, np.int64)


def noised(own: Callable[..., Any], recorder: Recorder) -> Callable[..., Any]:
    """Return the draw of two-sided geometric noise, which comes unseen: its input is what is added to it."""

    @wraps(own)
    def noise(rate: float, size: int, rng: Any) -> Any:
        if not recorder.active:
            return own(rate, size, rng)
        with recorder.paused():
            natural = own(rate, size, rng)
        number = len(recorder.events)
        parameters = {"shape": str(natural.shape), "rate": text_of(rate)}
        recorder.event(Event("draw of discrete laplace", parameters, site()), list)
        units = np.full(natural.shape, 1 / Fraction(rate), object)
        root = Root(recorder, number, "discrete laplace", natural, np.zeros(natural.shape, np.int64), units)
        return Noise(root, np.arange(natural.size))

    return noise


INSIDE = (
    ("mwem_rounds", "race", raced),
    ("multiplicative_weights", "draw_experts", experts),
    ("discrete_laplace", "noise", noised),
)
"""Of a module of `dpassay.fast` the function that draws, and how it is recorded."""
