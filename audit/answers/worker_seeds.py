"""Where the chance of a run comes from: draws that are the same in all runs follow from a seed, and hide nothing.

Each run gives the target generators of other seeds, and seeds anew those that all programs share. So a draw whose
generator is in one state in several runs has its seed from elsewhere: the program, or the data. What is noted of a draw
is that state. A generator that was seeded while the target was loaded goes on from run to run: its seed is noted.
"""

from __future__ import annotations

import pickle
import sys
from collections import Counter
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from .worker_recorder import Event, Recorder

LEAST = 3
"""Runs in which a state is the same, where there are so many: two that have seeds of 32 bits may agree by chance."""

SEEDED = "seeded "
"""What the source of a draw begins with where its generator was seeded before all runs."""


@dataclass
class Sources:
    """The states of generators, as they draw: ``inside`` those of a primitive that is under way.

    In a recorded run a draw that leaves the state as it was is none; in a replay the script may have made it needless.
    """

    noting: bool = False
    replaying: bool = False
    watching: bool = False
    loading: bool = False
    fresh: int = 0
    inside: list[str] | None = None
    before: dict[int, tuple[Any, str]] = field(default_factory=dict)

    def drawn(self, generator: Any, draw: Callable[[], Any], events: list[Event]) -> Any:
        """Return what a draw gives; note of its events, or of the primitive around it, the state it was drawn in."""
        if not self.noting or self.watching:
            return draw()
        before, count = state_of(generator), len(events)
        self.watching = True
        try:
            found = draw()
        finally:
            self.watching = False
        if before is None or self.replaying or state_of(generator) != before:
            self.note(self.known(generator) or before, events[count:])
        return found

    def note(self, source: str | None, events: Iterable[Event]) -> None:
        """Note a source, or that there is one which is never the same."""
        self.fresh += source is None
        source = f"fresh {self.fresh}" if source is None else source
        if self.inside is not None:
            self.inside.append(source)
        for event in events:
            event.source = event.source or source

    def answered(self, event: Event, answer: Callable[[], list[Any]]) -> list[Any]:
        """Return the answers of an event; what is drawn for it, by whatever generators, is its source."""
        outer, self.inside = self.inside, []
        try:
            found = answer()
            event.source = event.source or together(self.inside)
        finally:
            self.inside = outer
        return found

    # Seeds of the target's

    def seeded(self, generator: Any, seed: Any, place: tuple[str, int, str]) -> None:
        """Note a generator that is seeded while the target is loaded; one that is seeded later is as any other."""
        self.before.pop(id(generator), None)
        if self.loading and seed is not None and is_written(seed, place):
            file, line, _ = place
            self.before[id(generator)] = (generator, f"{SEEDED}with {shown(seed)} at {file.rpartition('/')[2]}:{line}")

    def known(self, generator: Any) -> str | None:
        """Return what is noted of the seed of a generator."""
        found = self.before.get(id(generator))
        return None if found is None else found[1]


def state_of(generator: Any) -> str | None:
    """Return a digest of the state of a generator; None where it has none, as that of the system."""
    try:
        if hasattr(generator, "bit_generator"):
            state = generator.bit_generator.state
        elif hasattr(generator, "getstate"):
            state = generator.getstate()
        else:
            state = generator.get_state(legacy=False)
        return sha256(pickle.dumps(state, 4)).hexdigest()[:24]
    except Exception:  # of the system, or one of the target's own
        return None


def together(sources: list[str]) -> str:
    """Return what stands for several sources, which is the same where all are."""
    if len(sources) < 2:
        return "".join(sources)
    return sha256(" ".join(sources).encode()).hexdigest()[:24]


def shown(seed: Any) -> str:
    """Return a seed in a few words."""
    text = repr(seed)
    return text if len(text) <= 40 else f"{text[:37]}..."


def is_written(seed: Any, place: tuple[str, int, str]) -> bool:
    """Tell whether a seed, or a part of it, stands in the code that seeds: then everybody knows it."""
    parts = list(np.ravel(seed).tolist()) if isinstance(seed, (list, tuple, np.ndarray)) else [seed]
    frame: Any = sys._getframe(1)
    while frame is not None:
        if frame.f_code.co_filename == place[0]:
            constants = [each for each in frame.f_code.co_consts if isinstance(each, (int, float, str, bytes, tuple))]
            if all(any(type(part) is type(each) and part == each for each in flat(constants)) for part in parts):
                return True
        frame = frame.f_back
    return False


def flat(constants: Iterable[Any]) -> list[Any]:
    """Return constants, and those inside of tuples."""
    return [part for each in constants for part in (flat(each) if isinstance(each, tuple) else [each])]


# What follows


def repeated(runs: dict[int, list[Event]]) -> set[str]:
    """Return the sources that are the same in several runs, whose events come by the number of their seeds."""
    found = Counter(source for events in runs.values() for source in {event.source for event in events} if source)
    least = max(2, min(LEAST, len(runs)))
    return {source for source, count in found.items() if count >= least}


def sources_of(event: Event, events: list[Event]) -> list[str]:
    """Return the sources of what an event shows: its own, and those of the draws that it looks at."""
    drawn = [events[place].source for place in event.draws]
    return drawn or [event.source]


@dataclass
class Known:
    """A look at noise that follows from a seed.

    Attributes:
        at: its place among the events.
        certain: whether nothing that came before it can hide what it shows.
        differs: whether the seed, or what was drawn of it before, differs between the two inputs.
        seed: what is known of the seed, "" where nothing is.
    """

    at: int
    certain: bool
    differs: bool
    seed: str


def known_noise(
    events: list[Event], same: set[str], differ: Callable[[int], bool], replays: tuple[list[Event], list[Event]]
) -> Known | None:
    """Return the first look at noise that follows from a seed and should hide something, the certain ones first.

    It should where its inputs differ. Where they do not, and another state draws it on the other input with the same
    answers, the noise itself tells the inputs apart. ``replays``: the run replayed on its own input and on the other.
    """
    found: list[Known] = []
    hidden = False
    for at, event in enumerate(events):
        if event.kind.startswith("draw of "):
            continue
        sources = sources_of(event, events)
        if all(source in same for source in sources):
            other = drawn_otherwise(at, replays)
            if differ(at) or other:
                certain = not hidden and not event.bare and not event.sampling
                seed = next((source for source in sources if source.startswith(SEEDED)), "")
                found.append(Known(at, certain, other, seed))
        elif event.bare or event.sampling:
            hidden = True
    return min(found, key=lambda each: not each.certain, default=None)


def drawn_otherwise(at: int, replays: tuple[list[Event], list[Event]]) -> bool:
    """Tell whether the draws of an event come of other states on the other input."""
    own, other = replays
    if at >= min(map(len, replays)):
        return False
    return sources_of(own[at], own) != sources_of(other[at], other)


def watch(recorder: Recorder, generator: Any, draw: Callable[[], Any]) -> Any:
    """Return what a method of a generator gives, whose state is noted."""
    return recorder.sources.drawn(generator, draw, recorder.events)
