"""Mechanisms of libraries, and primitives of the user's own: recorded as one call, and not what they draw inside.

What a mechanism's law depends on is taken from its own attributes. One that has no law here is recorded with its input
as a text: its answer is frozen, and where its inputs differ the loss is not known. One that takes a function gives what
may hold data, and so explains nothing.
"""

from __future__ import annotations

import importlib
import inspect
import sys
from functools import partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .worker_cells import wrap_quantiles
from .worker_directions import DIRECTION, directed, direction_law
from .worker_dpassay import PREFIX, wrap_dpassay
from .worker_faults import Fault, described
from .worker_forest import wrap_forest
from .worker_minima import wrap_minima, wrap_names
from .worker_noise import seen, seen_arguments
from .worker_opendp import wrap_opendp
from .worker_partitions import wrap_partitions
from .worker_pydp import wrap_pydp
from .worker_recorder import Event, by_name, exact, number_text, site, text_of
from .worker_tmlt import wrap_tmlt

if TYPE_CHECKING:
    from collections.abc import Callable

    from .worker_recorder import Recorder

ATTRIBUTE = "dpassay_primitive"
"""What a function has that was marked by the decorator: its kind and the names of its arguments."""

KEPT = {"Truncated": "truncated ", "Folded": "folded "}
"""Of a class that keeps noise between bounds the end of its name, and the words before the law of the noise."""

NORMAL = {"Gaussian": "normal", "GaussianAnalytic": "normal", "GaussianDiscrete": "discrete normal"}
CHOICES = ("choice", "exponential choice")
FLIPPED = f"{PREFIX}permute_and_flip"


def wrap_libraries(recorder: Recorder, primitives: list[dict[str, Any]]) -> None:
    """Wrap what the target has imported by now, and what is named."""
    for said in primitives:
        module = module_of(said["module"])
        own = getattr(module, said["name"], None)
        if not callable(own):
            raise Fault("import", f"no primitive {said['name']!r} in {said['module']}")
        everywhere(own, recorded(own, said, recorder))
    for module in list(sys.modules.values()):
        for own in list(vars(module).values()) if hasattr(module, "__dict__") else ():
            marked = getattr(own, "__dict__", {}).get(ATTRIBUTE) if inspect.isfunction(own) else None
            if isinstance(marked, dict):
                everywhere(own, recorded(own, marked, recorder))
    wrap_forest(recorder, sys.modules, law_of)
    shares = wrap_pydp(recorder, sys.modules)
    if "pipeline_dp.pipeline_backend" in sys.modules:
        wrap_partitions(recorder, sys.modules["pipeline_dp.pipeline_backend"], shares)
    wrap_dpassay(recorder, sys.modules, everywhere)
    for name, wrap in BY_MODULE.items():
        if name in sys.modules:
            wrap(recorder, sys.modules[name])


def module_of(name: str) -> Any:
    """Return a module by its name, or that of a file that was loaded."""
    if name.endswith(".py"):
        path = Path(name).resolve()
        for module in list(sys.modules.values()):
            if Path(getattr(module, "__file__", None) or "/").resolve() == path:
                return module
        raise Fault("import", f"no module of the file {name} was loaded by the target")
    try:
        return importlib.import_module(name)
    except Exception as error:
        raise Fault("import", f"cannot import {name}: {described(error)}") from None


def everywhere(own: Any, wrapper: Any) -> None:
    """Put a function in the place of another one wherever a module has that under a name."""
    for module in list(sys.modules.values()):
        names = [name for name, value in list(getattr(module, "__dict__", {}).items()) if value is own]
        for name in names:
            setattr(module, name, wrapper)


# Primitives of the user's own


def recorded(own: Callable[..., Any], said: dict[str, Any], recorder: Recorder) -> Callable[..., Any]:
    """Return a function that is recorded as a primitive of a kind; its input and its unit are arguments of it."""
    signature = inspect.signature(own)
    kind, name, scale = said["kind"], said["input"], said.get("scale")
    known = {*signature.parameters, *([] if scale is None or is_number(scale) else [scale])}
    if name not in signature.parameters or known != set(signature.parameters):
        raise Fault("signature", f"primitive {own.__name__}{signature} has no argument {name!r} or {scale!r}")

    @wraps(own)
    def called(*args: Any, **kwargs: Any) -> Any:
        args, kwargs = seen_arguments(args, kwargs)
        if not recorder.active:
            return own(*args, **kwargs)
        given = by_name(signature, args, kwargs)
        value = given.pop(name)
        unit = None if scale is None else float(scale) if is_number(scale) else given.pop(scale)
        return answered(recorder, kind, value, unit, given, lambda: own(*args, **kwargs))

    return called


def is_number(text: str) -> bool:
    """Tell whether a text is a number."""
    try:
        float(text)
    except ValueError:
        return False
    return True


def answered(  # noqa: PLR0917
    recorder: Recorder, kind: str, value: Any, unit: Any, others: dict[str, Any], draw: Callable[[], Any]
) -> Any:
    """Record a call whose input is a number, an array of them, or the weights of a choice."""
    inputs = [tuple(map(exact, np.ravel(value).tolist()))] if kind in CHOICES else list(np.ravel(value).tolist())
    shape = () if kind in CHOICES else np.shape(value)
    units = [] if unit is None else [exact(x) for x in np.broadcast_to(unit, (len(inputs),)).tolist()]
    arrays: list[Any] = []

    def drawn() -> list[Any]:
        with recorder.paused():
            found = draw()
        arrays.append(found)
        return list(np.ravel(found).tolist())

    parameters = {"shape": str(shape), **{name: text_of(other) for name, other in others.items()}}
    event = Event(kind, parameters, site(), [x if isinstance(x, tuple) else exact(x) for x in inputs], scales=units)
    answers = recorder.event(event, drawn)
    if not shape:
        return answers[0]
    return np.array(answers).reshape(shape) if isinstance(value, np.ndarray) else type(value)(answers)


# diffprivlib


def wrap_diffprivlib(recorder: Recorder, mechanisms: Any) -> None:
    """Wrap `randomise` of all mechanisms."""
    for kind in [kind for kind in vars(mechanisms).values() if isinstance(kind, type)]:
        own = vars(kind).get("randomise")
        if own is not None and not getattr(own, "__isabstractmethod__", False):
            setattr(kind, "randomise", randomised(own, recorder))  # noqa: B010  # a method of any class


def randomised(own: Callable[..., Any], recorder: Recorder) -> Callable[..., Any]:
    """Return a method that is recorded; in one that calls another, the outer one counts."""

    @wraps(own)
    def randomise(self: Any, value: Any = None) -> Any:
        value = seen(value)
        if not recorder.active:
            return own(self, value)
        kind, inputs, unit, parameters = law_of(self, value)
        if kind in ("exponential choice", FLIPPED):
            return chosen(recorder, self, (kind, inputs[0], unit, parameters), lambda: own(self, value))
        if kind == DIRECTION:
            return directed(recorder, (kind, inputs, unit, parameters), lambda: own(self, value))
        scales = [] if unit is None else [unit]
        event = Event(kind, parameters, site(), inputs, scales=scales, bare=callable(value))

        def drawn() -> list[Any]:
            with recorder.paused():
                found = own(self, value)
            return [bool(found == self.value1) if kind == "coin" else found]

        answer = recorder.event(event, drawn)[0]
        return (self.value1 if answer else self.value0) if kind == "coin" else answer

    return randomise


def law_of(self: Any, value: Any) -> tuple[str, list[Any], Any, dict[str, str]]:
    """Return kind, inputs, unit and parameters of a mechanism, by the name of its class."""
    name = type(self).__name__
    if name in ("Laplace", "LaplaceTruncated", "LaplaceFolded"):
        unit = exact(self.sensitivity / (self.epsilon - np.log(1 - self.delta)))
        return within(self, "laplace", value, unit, KEPT.get(name[7:], ""))
    if name in ("Geometric", "GeometricTruncated", "GeometricFolded"):
        unit = exact(self.sensitivity / self.epsilon)
        return within(self, "discrete laplace", value, unit, KEPT.get(name[9:], ""))
    if name == "LaplaceBoundedDomain":
        scale = self._find_scale() if self._scale is None else self._scale
        return within(self, "laplace", value, exact(scale), "bounded ")
    if name in NORMAL:
        return NORMAL[name], [exact(value)], exact(self._scale), {}
    return of_choice(self, name, value)


def of_choice(self: Any, name: str, value: Any) -> tuple[str, list[Any], Any, dict[str, str]]:
    """Return the same of a mechanism that chooses, and of one without a law."""
    if name == "Binary":
        truth = np.exp(self.epsilon) / (np.exp(self.epsilon) + 1)
        return "coin", [exact(truth if value == self.value1 else 1 - truth)], None, {}
    if name == "Exponential" and self.measure is None:
        unit = exact((1 if self.monotonic else 2) * self.sensitivity / self.epsilon)
        return "exponential choice", [tuple(map(exact, self.utility))], unit, {"choices": text_of(self.candidates)}
    if name == "PermuteAndFlip":
        epsilon = exact((2 if self.monotonic else 1) * self.epsilon)
        unit = ("epsilon", epsilon, "sensitivity", exact(self.sensitivity))
        return FLIPPED, [tuple(map(exact, self.utility))], unit, {"choices": text_of(self.candidates)}
    direction = direction_law(self, value) if name == "Bingham" else None
    if direction is not None:
        return direction
    given = [text_of(value), *(text_of(getattr(self, other, None)) for other in ("utility", "measure"))]
    return f"diffprivlib {name}", [text_of(given)], None, attributes(self)


def within(self: Any, kind: str, value: Any, unit: Any, kept: str) -> tuple[str, list[Any], Any, dict[str, str]]:
    """Return what is known of noise, perhaps kept between bounds that are a part of its unit."""
    if kept == "folded " and not np.isposinf(self.upper):
        return f"diffprivlib {type(self).__name__}", [exact(value)], None, attributes(self)
    if kept:
        return kept + kind, [exact(value)], (unit, exact(self.lower), exact(self.upper)), {}
    return kind, [exact(value)], unit, {}


def attributes(self: Any) -> dict[str, str]:
    """Return the public numbers of a mechanism without a law: they may not depend on the data."""
    named = ((name, value) for name, value in sorted(vars(self).items()) if not name.startswith("_"))
    return {name: number_text(value) for name, value in named if isinstance(value, (bool, int, float))}


def chosen(recorder: Recorder, self: Any, law: tuple[str, Any, Any, dict[str, str]], draw: Callable[[], Any]) -> Any:
    """Record a mechanism that chooses, whose answer is a place among its candidates."""
    kind, utility, unit, parameters = law
    candidates = list(self.candidates) if self.candidates else list(range(len(utility)))

    def drawn() -> list[Any]:
        with recorder.paused():
            return [candidates.index(draw())]

    event = Event(kind, parameters, site(), [utility], scales=[unit])
    return candidates[recorder.event(event, drawn)[0]]


BY_MODULE: dict[str, Callable[[Recorder, Any], None]] = {
    "diffprivlib.mechanisms": wrap_diffprivlib,
    "diffprivlib.tools.quantiles": partial(wrap_quantiles, everywhere=everywhere),
    "diffprivlib.models.logistic_regression": partial(wrap_minima, everywhere=everywhere),
    "joblib.parallel": wrap_names,
    "opendp.mod": wrap_opendp,
    "tmlt.core.measurements.noise_mechanisms": wrap_tmlt,
}
"""Of each module that may be loaded what wraps it."""
