"""Where runs part with the same answers, and when that is a violation.

A parting is a place at which two runs with the same answers ask for different things or release different things. By
itself it proves nothing about what is released: a number that was drawn may stand, on the neighbor, for another one
that is as likely, as the flip of randomized response does, or noise that was looked at before data were added to it;
and a call that one run makes and the other does not may never show, as the coins of a subsample do not.

So the rule is this. The claim is broken if there is an event E of the release alone, with probabilities p and q on the
two inputs, such that p > e^epsilon q + delta. A parting is a violation exactly where such an event is shown: chosen
from some runs, counted in others, p bounded from below and q from above (`dpassay.audit.pipelines.told`). A part of the
release that follows from the data, another number of classes, an error, a NaN is such an event, with p = 1 and q = 0.
Else the parting is left open, however it looks, and the verdict is "undecided". The same holds for what is no parting
but leaves open what the answers tell: numbers that the target used in a way that was not recorded, and comparisons of
noise that the neighbor's noise contradicts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from dpassay.audit.pipelines.laws import LAWS
from dpassay.audit.pipelines.traces import Call, Parting, Replay, Replays
from dpassay.exact.entrance import explain_failures

__all__ = ["PARTINGS", "Finding", "changes", "parting_words", "partings"]

Kind = Literal["control flow", "parameter", "release", "cost", "law", "state", "use", "bounds", "loop"]

PARTINGS: Final = ("control flow", "parameter", "release")
RAW: Final = ("uniform", "exponential", "gumbel", "logistic", "cauchy")
"""Noise that other chance is made of: where its inputs are equal it is taken for a draw that is used by itself."""
ELSEWHERE: Final = "`dpassay audit --exact --epsilon` computes what a small pipeline releases"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was found.

    Attributes:
        kind: "control flow", "parameter" and "release" are partings; "use" and "bounds" leave open what answers tell,
            "loop" that a run does not end, "law" that a kind has no law, "state" that a pipeline is no function of its
            answers; "cost" is what the answers tell.
        certain: whether it is a violation, as far as the laws of the primitives are trusted; else it is left open.
        words: what it is, in a sentence.
        replay: which one shows it.
        at: the number of the call.
    """

    kind: Kind
    certain: bool
    words: str
    replay: Replay | None
    at: int | None


def partings(found: Replays, told: str = "") -> Iterator[Finding]:
    """Yield the first parting of each kind, or what else is open; ``told``: what the release tells, in words."""
    own = changes(found.itself)
    if own is not None:
        yield own
        return
    seen: dict[Kind, Finding] = {}
    for replay in found.pairs:
        if replay.parting is not None:
            finding = _finding(replay, replay.parting, told)
            seen.setdefault(finding.kind, finding)
    if told and not seen:
        yield Finding("release", True, told, None, None)
    yield from seen.values()
    yield from _open(found, parted=bool(seen))


def changes(itself: Replay) -> Finding | None:
    """Return where two runs on one input, with the same answers, are not the same; None where they are."""
    at = next((place for place, call in enumerate(itself.calls) if call.rows), None)
    if itself.parting is not None:
        at, what = itself.parting.at, f"part: {parting_words(itself.parting, itself)}"
    elif at is not None:
        asked = itself.calls[at].asked
        what = f"hand other inputs to {asked.kind} at {asked.site}"
    else:
        return None
    words = f"two runs on one input, with the same answers, {what}"
    return Finding("state", False, f"{words}; the pipeline has a state, or chance that is not recorded", itself, at)


def _finding(replay: Replay, parting: Parting, told: str) -> Finding:
    words = f"with the same answers {parting_words(parting, replay)}"
    words += next((f"; one run raises {text}" for text in replay.raised if text), "")
    kind: Kind = "release"
    if parting.at is not None:
        kind = "control flow" if parting.respect in ("kind", "end", "shape", "cells") else "parameter"
    if told:
        return Finding(kind, True, f"{words}; and {told}", replay, parting.at)
    return Finding(kind, False, f"{words}; {_why(replay, parting)}", replay, parting.at)


def _why(replay: Replay, parting: Parting) -> str:
    """Return why a parting may be none of what is released."""
    if any(asked is not None and asked.sampling for asked in parting.asked):
        return "what is drawn there adds no noise"
    if any(call.bare or (call.rows and call.asked.kind not in LAWS) for call in replay.calls):
        return "a draw without an input or a law may explain it"
    if parting.at is not None:
        return "what is drawn may not be released, and no event of the release was found that tells the inputs apart"
    return f"on the neighbor other answers, as likely, may give the same release; {ELSEWHERE}"


def _open(found: Replays, *, parted: bool) -> Iterator[Finding]:
    """Yield what else leaves open what the answers tell."""
    calls = [(replay, at, call) for replay in found.pairs for at, call in enumerate(replay.calls)]
    for replay, at, call in calls:
        if call.excluded:
            words = (
                f"{call.asked.kind} noise at {call.asked.site} was compared before data were added to it: the same "
                "answer on the other input would have been compared otherwise"
            )
            yield Finding("bounds", False, words, replay, at)
            break
    if found.endless is not None:
        words = f"answers that were steered keep a loop at {found.endless} going: what its end depends on is not known"
        yield Finding("loop", False, words, None, None)
    differ = any(call.rows for _, _, call in calls)
    used = [each for each in calls if _is_used(each[2], differ=differ)]
    if used and not parted:
        replay, at, call = used[0]
        words = (
            f"numbers of {call.asked.kind} noise at {call.asked.site} were used in a way that is not recorded: where "
            f"they meet data, what they tell is not computed; {ELSEWHERE}"
        )
        yield Finding("use", False, words, replay, at)


def _is_used(call: Call, *, differ: bool) -> bool:
    """Tell whether numbers were looked at, and may have met data where nothing is recorded.

    Noise of which the target says the place, as in `rng.laplace(count, 1)`, has that for an input, also where it is 0.

    What chooses or orders may have, too, but has few answers that differ in kind: it is open where nothing else tells.
    """
    if call.last or call.asked.is_draw:
        return False
    if call.asked.sampling:
        return call.bare and not differ
    return (call.bare and not call.placed) or (call.asked.kind in RAW and call.different < call.asked.count)


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
