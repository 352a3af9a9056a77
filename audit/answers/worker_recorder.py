"""The recorder: what a pipeline asks of its noise primitives, one event after the other, and what they answer.

A run is recorded with answers that are drawn or steered, or it is replayed with the answers of a script. A replay ends
where it asks for something else than the script says: in kind, order, shape or a parameter that is no input.
"""

from __future__ import annotations

import math
import os
import sys
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from threading import get_ident
from typing import TYPE_CHECKING, Any

from .worker_oracle import NUMPY, OWN, SITES, STANDARD, is_importing
from .worker_seeds import Sources

if TYPE_CHECKING:
    import inspect
    from collections.abc import Callable, Iterator

    Steering = Callable[[int, "Event", Callable[[], "list[Any]"]], "list[Any]"]

SCIPY = f"{os.sep}scipy{os.sep}"
MOST_EVENTS = 100_000
SCALED = ("laplace", "normal")
"""Kinds whose law is known at two scales, one on each input: a scale of the data is then an input."""


@dataclass
class Event:
    """One call of a primitive, or the first look at numbers that one drew.

    Attributes:
        kind: of the primitive.
        parameters: what must be equal on both inputs, as texts.
        site: file, line and function of the call.
        inputs: what the law of each answer depends on; empty where that is nothing.
        answers: what came; objects of any kind.
        scales: of each input its unit, where the law has one; a part of the parameters.
        cells: which numbers of a draw are looked at.
        sampling: whether it chooses or orders, and adds no noise.
        bare: whether it gives a draw of its own, to which nothing was added.
        draws: the places of the events of the draws that it looks at.
        source: the state that its generator was in, as `worker_seeds` notes it; "" where that is not known.
        placed: whether the target itself said where the noise lies, as in `rng.laplace(0, 1)`.
        last: whether the target had ended by then, so that nothing was made of it but the release.
        within: of each number the ends between which comparisons that came before have left it.
    """

    kind: str
    parameters: dict[str, str]
    site: tuple[str, int, str]
    inputs: list[Any] = field(default_factory=list)
    answers: list[Any] = field(default_factory=list)
    scales: list[Any] = field(default_factory=list)
    cells: list[int] = field(default_factory=list)
    sampling: bool = False
    bare: bool = False
    draws: tuple[int, ...] = ()
    source: str = ""
    placed: bool = False
    last: bool = False
    within: list[tuple[Any, Any]] = field(default_factory=list)

    def parting(self, other: Event) -> str | None:
        """Return in which respect two events are not of one call; None where they are."""
        if self.kind != other.kind:
            return "kind"
        for name in dict.fromkeys([*self.parameters, *other.parameters]):
            if self.parameters.get(name) != other.parameters.get(name):
                return name
        if len(self.inputs) != len(other.inputs):
            return "shape"
        if self.cells != other.cells:
            return "cells"
        if same_numbers(self.scales, other.scales) or (self.kind in SCALED and self.has_units() and other.has_units()):
            return None
        return "scale"

    def has_units(self) -> bool:
        """Tell whether every scale is a number above 0."""
        return all(isinstance(scale, (int, Fraction)) and scale > 0 for scale in self.scales)


class Diverged(BaseException):
    """A replay asks for what its script has not: ``at`` the place of an event, in a ``respect``."""

    def __init__(self, at: int, respect: str, event: Event | None) -> None:
        super().__init__(respect)
        self.at = at
        self.respect = respect
        self.event = event


class TooLongError(BaseException):
    """A run asks for more than anyone looks through."""


class Recorder:
    """The run that is under way: its events, and where their answers come from."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.script: list[Event] | None = None
        self.steering: Steering | None = None
        self.parted: Diverged | None = None
        self.thread = 0
        self.running = False
        self.early = False
        self.over = False
        self.most = MOST_EVENTS
        self.given: list[tuple[str, Any]] = []
        self.sources = Sources()

    @contextmanager
    def run(
        self,
        script: list[Event] | None = None,
        steering: Steering | None = None,
        most: int = MOST_EVENTS,
    ) -> Iterator[None]:
        """Record inside the block, or replay a script."""
        self.events, self.script, self.steering, self.parted = [], script, steering, None
        self.thread, self.running, self.given, self.over, self.most = get_ident(), True, [], False, most
        self.sources.noting, self.sources.replaying = steering is None, script is not None
        try:
            yield
        finally:
            self.running = self.sources.noting = False

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Record nothing inside the block: what a primitive draws inside is its own affair."""
        before, self.running = self.running, False
        try:
            yield
        finally:
            self.running = before

    @property
    def active(self) -> bool:
        """Whether a run is under way, in this thread, and no module is being imported."""
        return self.running and get_ident() == self.thread and not is_importing()

    @property
    def replaying(self) -> bool:
        """Whether answers come from a script."""
        return self.script is not None

    def event(self, event: Event, answer: Callable[[], list[Any]]) -> list[Any]:
        """Take note of an event, and return its answers: those of the script, steered ones, or drawn ones."""
        place = len(self.events)
        event.last = self.over
        if place >= self.most:
            raise TooLongError(f"more than {self.most:,} calls of primitives")
        if self.script is not None:
            event.answers = self._scripted(place, event)
        else:
            drawn = self.sources.answered
            event.answers = drawn(event, answer) if self.steering is None else self.steering(place, event, answer)
        self.events.append(event)
        return list(map(own_copy, event.answers))

    def _scripted(self, place: int, event: Event) -> list[Any]:
        script = self.script or []
        respect = "end" if place >= len(script) else script[place].parting(event)
        if respect is not None:
            self.parted = self.parted or Diverged(place, respect, event)
            raise self.parted
        return script[place].answers

    def call(
        self,
        kind: str,
        parameters: dict[str, Any],
        inputs: list[Any],
        draw: Callable[[], Any],
        **more: Any,
    ) -> Any:
        """Return what a primitive answers at once; what it draws inside is not recorded."""

        def drawn() -> list[Any]:
            with self.paused():
                return [draw()]

        event = Event(kind, {name: text_of(value) for name, value in parameters.items()}, site(), inputs, **more)
        return self.event(event, drawn)[0]


def own_copy(answer: Any) -> Any:
    """Return an answer that may be changed in place: what is frozen stays as it was."""
    return answer.copy() if type(answer).__name__ in ("ndarray", "list", "dict") else answer


def by_name(signature: inspect.Signature, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments of a call by name, with the defaults of those that were not given."""
    given = signature.bind(*args, **kwargs)
    given.apply_defaults()
    return dict(given.arguments)


def site() -> tuple[str, int, str]:
    """Return the place of the innermost frame that is neither ours nor of a library that draws."""
    frame = sys._getframe(1)
    while frame is not None:
        code, module = frame.f_code, str(frame.f_globals.get("__name__"))
        name = code.co_filename
        library = name.startswith("<") or NUMPY in name or SCIPY in name
        library = library or (name.startswith(STANDARD) and SITES not in name)
        if not library and module != "__main__" and not module.startswith(OWN):
            return name, frame.f_lineno, code.co_name
        frame = frame.f_back  # type: ignore[assignment]
    return "", 0, "the release"


# Numbers


def exact(value: Any) -> Any:
    """Return a number as an int or a Fraction; what is not finite, and what is no number, stays as it is."""
    if isinstance(value, (bool, int)):
        return int(value)
    if isinstance(value, Fraction):
        return value
    try:
        number = float(value)
    except (TypeError, ValueError):
        return value
    return Fraction(number) if math.isfinite(number) else number


def number_text(value: Any) -> str:
    """Return an exact text of a number: of a float its hexadecimal digits, "inf" and "nan"."""
    if isinstance(value, float):
        return value.hex() if math.isfinite(value) else repr(float(value))
    if hasattr(value, "item"):
        return number_text(value.item())
    return str(value)


def text_of(value: Any) -> str:
    """Return a text of a parameter that is equal for equal values, and does not grow long."""
    from .worker_lines import line_of

    if isinstance(value, str):
        return value
    try:
        return number_text(value) if isinstance(value, (bool, int, float, Fraction)) else line_of(value)
    except BaseException:  # the target's own objects
        return type(value).__name__


def same_numbers(first: list[Any], second: list[Any]) -> bool:
    """Tell whether two lists of numbers are equal; NaN is equal to itself."""
    return len(first) == len(second) and all(map(same_number, first, second))


def same_number(first: Any, second: Any) -> bool:
    """Tell whether two numbers are equal; NaN is equal to itself."""
    try:
        return bool(first == second) or bool(first != first and second != second)  # noqa: PLR0124  # NaN
    except BaseException:  # the target's own objects
        return False
