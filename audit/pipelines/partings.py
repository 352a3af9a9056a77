"""Where runs part with the same answers, and whether that is a leak or may be what a draw without an input did.

A draw of which nothing is known but its law, such as an order or a uniform number, may be used as noise in a way that
no replay sees. Then other control flow, or another release, with the same draw is no leak by itself. It is one where no
such draw was made by then; and where it is the same in all runs that were drawn on either input, whatever was drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from dpassay.audit.pipelines.laws import LAWS
from dpassay.audit.pipelines.traces import Parting, Replay, Replays
from dpassay.exact.entrance import explain_failures

__all__ = ["Finding", "parting_words", "partings"]

LEAST_RUNS = 4
"""What is the same in fewer runs shows nothing."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was found.

    Attributes:
        kind: "control flow", "parameter", "release", "cost", "law" or "state".
        certain: whether it is a violation, as far as the laws of the primitives are trusted; else it is left open.
        words: what it is, in a sentence.
        replay: which one shows it.
        at: the number of the call.
    """

    kind: Literal["control flow", "parameter", "release", "cost", "law", "state"]
    certain: bool
    words: str
    replay: Replay | None
    at: int | None


def partings(found: Replays) -> Iterator[Finding]:
    """Yield the first parting of each kind, the certain ones before the others."""
    own = found.itself.parting
    if own is not None:
        words = f"two runs on one input, with the same answers, part: {parting_words(own, found.itself)}"
        why = "the pipeline has a state, or chance that is not recorded"
        yield Finding("state", False, f"{words}; {why}", found.itself, own.at)
        return
    seen: dict[tuple[str, bool], Finding] = {}
    for replay in found.pairs:
        if replay.parting is not None:
            finding = _finding(replay, replay.parting, found)
            seen.setdefault((finding.kind, finding.certain), finding)
    certain = {kind for kind, sure in seen if sure}
    yield from (each for (kind, sure), each in seen.items() if sure or kind not in certain)


def _finding(replay: Replay, parting: Parting, found: Replays) -> Finding:
    unknown = any(call.rows and call.asked.kind not in LAWS for call in replay.calls)
    explained = unknown or any(call.bare for call in replay.calls)
    sampling = any(asked is not None and asked.sampling for asked in parting.asked)
    known = found.constant_parts if parting.at is None else found.constant_calls
    constant = (parting.respect if parting.at is None else parting.at) in known
    certain = not sampling and (not explained or (constant and found.runs >= LEAST_RUNS))
    words = parting_words(parting, replay)
    raised = next((f"; one run raises {text}" for text in replay.raised if text), "")
    if not certain:
        words += (
            "; a draw without an input or a law may explain it" if explained else "; what is drawn there adds no noise"
        )
    kind: Literal["control flow", "parameter", "release"] = "release"
    if parting.at is not None:
        kind = "control flow" if parting.respect in ("kind", "end", "shape", "cells") else "parameter"
    return Finding(kind, certain, f"with the same answers {words}{raised}", replay, parting.at)


def parting_words(parting: Parting, replay: Replay) -> str:
    """Return in words where the two runs of a replay part."""
    if parting.at is None:
        part = "the release" if not parting.respect else f"the part {parting.respect} of the release"
        return f"{part} differs: {parting.first} on one input and {parting.second} on the other"
    first, second = (
        text if asked is None else f"{text} at {asked.site}"
        for text, asked in zip((parting.first, parting.second), parting.asked, strict=True)
    )
    name = {"end": "number", "cells": "order"}.get(parting.respect, parting.respect)
    number = replay.number(parting.at)
    return f"the runs part at call {number}, in its {name}: {first} on one input, {second} on the other"


explain_failures(__name__)
