"""What is written down of a recorded run and its replay: the events of both, and where they part."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from .worker_recorder import SCALED, Diverged, Event, exact, number_text, same_number, same_numbers, text_of

MOST_DIFFERENT = 20_000
SHOWN = 3


@dataclass
class Ran:
    """One run: its events, what was released, what was raised, and where it parted from its script.

    ``endless``: it was ended because it called too often.
    """

    events: list[Event]
    release: dict[str, str]
    raised: str = ""
    trace: str = ""
    parted: Diverged | None = None
    given: list[list[Any]] | None = None
    endless: bool = False


def different(first: Ran, second: Ran) -> set[int]:
    """Return the places of the events in which both agree and whose inputs differ."""
    pairs = zip(first.events, second.events)
    return {at for at, (one, other) in enumerate(pairs) if not same_numbers(one.inputs, other.inputs)}


def written_pair(answers: str, side: int, first: Ran, second: Ran, path: str | None) -> dict[str, Any]:
    """Return what is written down of a recorded run and its replay; ``path``: where their releases differ."""
    shared = min(len(first.events), len(second.events))
    parts = [ran.release.get(path or "", "nothing") for ran in (first, second)]
    parted = second.parted is not None
    return {
        "answers": answers,
        "recorded": side,
        "events": [compared(one, other) for one, other in zip(first.events[:shared], second.events[:shared])],
        "parted": parting(first, second, shared),
        "release": None if path is None or parted else {"path": path, "first": parts[0], "second": parts[1]},
        "raised": [first.raised, second.raised],
        "given": [first.given, second.given],
        "shown": sorted({text for text in first.release.values() if len(text) <= 30})[:MOST_DIFFERENT],
    }


def leaves_open(pair: dict[str, Any]) -> bool:
    """Tell whether a pair of runs parts, or something of what it tells is not known."""
    return bool(pair["release"] or pair["parted"] or any(map(is_open, pair["events"])))


def is_open(event: dict[str, Any]) -> bool:
    """Tell whether something of what a pair of events tells is not known.

    What is sampled and not bare, as the splits of a tree, is where inputs depend on: it may hide what they tell.
    """
    if event["sampling"]:
        return bool(event["excluded"] or not event["bare"])
    return bool(event["excluded"] or (event["bare"] and not (event["last"] or event["placed"])))


def compared(one: Event, other: Event) -> dict[str, Any]:
    """Return what one event was on both inputs."""
    cells = one.cells or list(range(len(one.inputs)))
    scales = one.scales or [None] * len(one.inputs)
    two = one.kind in SCALED and not same_numbers(one.scales, other.scales)
    kind = one.kind + (" at two scales" if two else "")
    pairs = [(one.inputs, other.inputs)]
    if two:
        pairs = [(list(zip(one.inputs, one.scales)), list(zip(other.inputs, other.scales)))]
        scales = [None] * len(one.inputs)
    rows = list(zip(cells, scales, *pairs[0], one.answers))
    differ = [row for row in rows if not same_number(row[2], row[3])]
    return {
        **summary(one),
        "kind": kind,
        "count": len(one.inputs),
        "bare": one.bare and other.bare,
        "placed": one.placed and other.placed,
        "last": one.last and other.last,
        "excluded": any(not low <= exact(answer) <= high for (low, high), answer in zip(other.within, one.answers)),
        "different": len(differ),
        "differ": [written(row) for row in differ[:MOST_DIFFERENT]],
        "sample": [written(row) for row in rows[:SHOWN]],
    }


def written(row: tuple[Any, ...]) -> list[Any]:
    """Return cell, unit, both inputs and the answer as texts of exact numbers."""
    cell, *rest = row
    return [int(cell), *(None if value is None else value_text(value) for value in rest)]


def value_text(value: Any) -> Any:
    """Return the text of a number, or a list of them."""
    if isinstance(value, (tuple, list)):
        return [value_text(each) for each in value]
    return text_of(value) if isinstance(value, np.ndarray) else number_text(value)


def summary(event: Event) -> dict[str, Any]:
    """Return what an event was asked for."""
    return {
        "kind": event.kind,
        "parameters": event.parameters,
        "site": list(event.site),
        "sampling": event.sampling,
        "scale": value_text(event.scales[0]) if event.scales else None,
    }


def parting(first: Ran, second: Ran, shared: int) -> dict[str, Any] | None:
    """Return where the two runs part, and what each asks for there; None where they do not."""
    if second.parted is None and len(first.events) == len(second.events):
        return None
    asked = first.events[shared] if shared < len(first.events) else None
    other = second.parted.event if second.parted is not None else None
    return {
        "at": shared,
        "respect": "end" if second.parted is None else second.parted.respect,
        "first": asked and {**summary(asked), "count": len(asked.inputs)},
        "second": other and {**summary(other), "count": len(other.inputs)},
    }
