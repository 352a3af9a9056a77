"""OpenDP's measurements, recorded: a chain is taken apart by what OpenDP writes down of how it was made.

Its noise is drawn in native code, so the call of a measurement is the primitive, and what transformations make of the
data is its input. Of a composition each part is a call. A measurement that is not known is recorded with its input as a
text: its answer is frozen, and where its inputs differ the loss is not known. So is a transformation that draws, as one
that drops records of a list that is too long.
"""

from __future__ import annotations

from fractions import Fraction
from functools import wraps
from typing import TYPE_CHECKING, Any

import numpy as np

from .worker_dpassay import PREFIX
from .worker_noise import seen
from .worker_recorder import Event, exact, site, text_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from .worker_recorder import Recorder

NOISES = {
    "make_laplace": "laplace",
    "make_geometric": "laplace",
    "make_gaussian": "normal",
}
LARGEST: dict[str, Callable[[Any], tuple[str, Any]]] = {
    "ZeroConcentratedDivergence": lambda scale: ("exponential choice", scale),
    "MaxDivergence": lambda scale: (f"{PREFIX}permute_and_flip", ("epsilon", 2 / Fraction(scale), "sensitivity", 1)),
}
"""The law of the place of the largest score, by what the noise is for: Gumbel noise, and exponential noise."""
DRAWING: dict[str, Callable[[Any, Any], bool]] = {
    "make_resize": lambda given, arg: len(arg) > int(given["size"]),
    "make_ordered_random": lambda _given, arg: len(arg) > 1,
    "make_impute_uniform_float": lambda _given, arg: any(x != x for x in arg),  # noqa: PLR0124  # NaN
}
"""Of the transformations that draw, whether they do, by their arguments and the data."""
COMPOSITIONS = ("make_composition", "make_basic_composition")


def wrap_opendp(recorder: Recorder, module: Any) -> None:
    """Wrap the calls of measurements and of transformations."""
    for kind, how in ((module.Measurement, taken_apart), (module.Transformation, transformed)):
        for name in ("__call__", "invoke"):
            own = vars(kind).get(name)
            if own is not None:
                setattr(kind, name, called_apart(own, recorder, how))


def called_apart(own: Callable[..., Any], recorder: Recorder, how: Callable[..., Any]) -> Callable[..., Any]:
    """Return a call that is taken apart, and recorded."""

    @wraps(own)
    def called(self: Any, arg: Any) -> Any:
        arg = seen(arg)
        return how(recorder, own, self, arg) if recorder.active else own(self, arg)

    return called


def transformed(recorder: Recorder, own: Callable[..., Any], transformation: Any, arg: Any) -> Any:
    """Return what a transformation makes of the data; what is drawn in it is recorded."""
    made, given = construction(transformation)
    if made == "make_chain_tt":
        return given["transformation1"](given["transformation0"](arg))
    if made in DRAWING and DRAWING[made](given, arg):
        return drawn_once(recorder, named(made), [text_of(arg)], [], lambda: own(transformation, arg))
    return own(transformation, arg)


def taken_apart(recorder: Recorder, own: Callable[..., Any], measurement: Any, arg: Any) -> Any:
    """Return what a measurement answers; what is drawn in it is recorded."""
    made, given = construction(measurement)
    if made == "make_chain_mt":
        return taken_apart(recorder, own, given["measurement1"], given["transformation0"](arg))
    if made == "make_chain_pm":
        return given["postprocess1"](taken_apart(recorder, own, given["measurement0"], arg))
    if made in COMPOSITIONS:
        return [taken_apart(recorder, own, part, arg) for part in given["measurements"]]
    return primitive(recorder, (made, given), arg, lambda: own(measurement, arg))


def construction(part: Any) -> tuple[str, dict[str, Any]]:
    """Return the name of the function that made a part of a chain, and its arguments; "" where OpenDP does not say."""
    said = getattr(part, "__opendp_dict__", None) or {}
    return str(said.get("__function__", "")), dict(said.get("__kwargs__", {}))


def primitive(recorder: Recorder, how: tuple[str, dict[str, Any]], arg: Any, draw: Callable[[], Any]) -> Any:
    """Return what a measurement without parts answers, recorded with its law where that is known."""
    made, given = how
    if made in NOISES and isinstance(arg, (bool, int, float, list)):
        return noised(recorder, how, arg, draw)
    if made == "make_randomized_response_bool" and not given.get("constant_time"):
        truth = exact(given["prob"])
        return drawn_once(recorder, "coin", [truth if arg else 1 - truth], [], draw)
    if made == "make_noisy_max" and str(given["output_measure"]) in LARGEST:
        scores = tuple(exact(-score if given.get("negate") else score) for score in arg)
        kind, unit = LARGEST[str(given["output_measure"])](exact(given["scale"]))
        return drawn_once(recorder, kind, [scores], [unit], draw)
    return drawn_once(recorder, named(made), [text_of(arg)], [], draw)


def named(made: str) -> str:
    """Return the kind of what has no law here, by the name of the function that made it."""
    return f"OpenDP {made.partition('_')[2] or 'measurement'}".replace("_", " ")


def drawn_once(recorder: Recorder, kind: str, inputs: list[Any], scales: list[Any], draw: Callable[[], Any]) -> Any:
    """Record a call with one answer."""

    def drawn() -> list[Any]:
        with recorder.paused():
            return [draw()]

    return recorder.event(Event(kind, {}, site(), inputs, scales=scales), drawn)[0]


def noised(recorder: Recorder, how: tuple[str, dict[str, Any]], arg: Any, draw: Callable[[], Any]) -> Any:
    """Record noise that is added to a number or to each of a list."""
    made, given = how
    domain = str(given["input_domain"])
    real = "T=f" in domain
    kind = NOISES[made] if real else f"discrete {NOISES[made]}"
    inputs = list(map(exact, arg if isinstance(arg, list) else [arg]))

    def drawn() -> list[Any]:
        with recorder.paused():
            found = draw()
        return list(found) if isinstance(arg, list) else [found]

    scales = [exact(given["scale"])] * len(inputs)
    parameters = {"shape": str(np.shape(arg))}
    answers = recorder.event(Event(kind, parameters, site(), inputs, scales=scales), drawn)
    whole = [float(answer) if real else int(answer) for answer in answers]
    return whole if isinstance(arg, list) else whole[0]
