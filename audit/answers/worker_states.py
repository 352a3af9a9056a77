"""The state of a target where it asks about a coin: where two are equal, it goes on equally, if equal coins follow.

A state is each function under way, with its instruction, its variables and its stack; and all that can be reached from
there, or by a name in code that has run. It is followed through lists, tuples, dicts, arrays, functions, classes and
instances of classes in Python, and which of them are one and the same counts. Whatever else is met (a file, a set, an
iterator in C, a generator with a seed) has a state that is not read: then this one equals no other.
"""

from __future__ import annotations

import abc
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from .worker_depths import Hidden
from .worker_executed import Executed
from .worker_frames import ABSENT, Absent, Place, can_be_read, places
from .worker_lazy import Lazy
from .worker_liveness import living
from .worker_readers import CONSTANT, PLAIN, READERS, SMALL, UNREAD, instance

if TYPE_CHECKING:
    from types import FrameType

MOST = 20_000
"""A state of more parts than this is not read to its end."""

PATIENCE = 1_000
"""After so many states of which none equals another one, no more are read."""


class States:
    """Reads states. ``own``: classes whose instances are always the same to the target."""

    def __init__(self, executed: Executed, own: tuple[type, ...]) -> None:
        self.executed = executed
        self.own = own
        self.numbers: dict[int, int] = {}
        self.kept: list[Any] = []
        self.tried = self.equal = 0
        self.readable = can_be_read()

    def begin(self) -> None:
        """Begin anew: with what is run from now on, and with patience."""
        self.executed.forget()
        self.tried = self.equal = 0

    def digest(self, frame: FrameType, root: FrameType, question: tuple[Any, ...]) -> bytes | None:
        """Return a digest of the state of the functions from one up to another; ``None``: it is not read."""
        if not self.readable or self.executed.suspect or (self.tried >= PATIENCE and not self.equal):
            return None
        self.tried += 1
        with self.executed.paused():
            try:
                reading = Reading(self, places(frame, root))
                reading.read()
            except Exception:  # whatever goes wrong here, no state is read, and the target does not see it
                return None
            return sha256(repr((question, reading.parts)).encode()).digest()

    def number(self, value: Any) -> str:
        """Return a name for an object that is told from others by which it is, and not by what it contains."""
        if id(value) not in self.numbers:
            self.numbers[id(value)] = len(self.numbers)
            self.kept.append(value)  # so that no other takes its place
        return f"#{self.numbers[id(value)]}"


class Reading:
    """The reading of one state."""

    def __init__(self, states: States, found: list[Place]) -> None:
        self.states = states
        self.executed = states.executed
        self.found = found
        self.parts: list[str] = []
        self.met: dict[int, int] = {}
        self.kept: list[Any] = []

    def read(self) -> None:
        """Read the functions under way, and what the names in their code stand for."""
        self.parts.append(str(abc.get_cache_token()))
        for each in self.found:
            self.parts += [self.number(each.code), str(each.offset), str(len(each.stack))]
            self.all(each.function, *self.needed(each), *each.stack)
        for value in self.executed.roots():
            self.value(value)

    def needed(self, found: Place) -> list[Any]:
        """Return the variables of a function; a number that is not read any more is left out."""
        read = living(found.code)[found.offset]
        return [
            ABSENT if place not in read and (type(value) in UNREAD or isinstance(value, Lazy)) else value
            for place, value in enumerate(found.variables)
        ]

    def number(self, value: Any) -> str:
        """Return a name for an object, as `States.number` does."""
        return self.states.number(value)

    def all(self, *values: Any) -> None:
        """Read values, one after the other."""
        for value in values:
            self.value(value)

    def value(self, value: Any) -> None:
        """Read a value: what it is, or which one of those that were met before."""
        kind = type(value)
        if kind in PLAIN or (kind is int and value in SMALL):
            self.parts.append("absent" if kind is Absent else repr(value))
            return
        if kind in CONSTANT:
            self.parts.append(self.number(value))
            return
        known = self.met.get(id(value))
        if known is not None:
            self.parts.append(f"@{known}")
            return
        self.met[id(value)] = len(self.met)
        self.kept.append(value)
        if len(self.parts) > MOST:
            raise Hidden
        if kind in self.states.own:
            self.parts.append(kind.__name__)
            return
        self.parts.append(f"{kind.__name__}:")
        READERS.get(kind, instance)(self, value)

    def named(self, values: dict[str, Any], names: Any) -> None:
        """Read those of the values whose names are among some, in the order of the names."""
        for name in sorted(names & values.keys()):
            self.parts.append(name)
            self.value(values[name])

    def is_under_way(self, frame: Any) -> int | None:
        """Return the place of a frame among those that are read."""
        return next((place for place, each in enumerate(self.found) if each.frame is frame), None)
