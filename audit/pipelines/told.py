"""What the release alone tells: events of it that are certainly likelier on one input than the claim allows.

An event is chosen from some runs and counted in others. With n fresh runs on each input its probability p on one is at
least, and q on the other at most, what the bound of Chernoff and Hoeffding says; p > e^epsilon q + delta breaks the
claim, whatever happens inside of the pipeline.

All bounds of an audit hold together but with probability ``ERROR``, and so do all of a search of neighbors. Events are
counted at most twice for a pair that is replayed alone (`assess.milder` says when), each time with a half of the error.
A search has a half of it for the last audit, that of the pair which it has found, and spends the other half over the
times that it counts events: the k-th has the share 1 / (2 k (k + 1)), and all of these add up to a half.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

from dpassay.audit.answers.plain import plain_line
from dpassay.audit.pipelines.claims import PipelineClaim, drawn_point
from dpassay.audit.pipelines.cost import mean_bound
from dpassay.audit.pipelines.traces import LONGEST, Replays, Told, readable
from dpassay.exact import as_real, require
from dpassay.exact.entrance import explain_failures
from dpassay.exact.rationals import shortened

__all__ = ["ALONE", "ERROR", "FOUND", "MOST_EVENTS", "Fresh", "breaks", "evidence", "fresh_runs", "read_told", "spent"]

ERROR: Final = Fraction(1, 10**6)
"""The probability that a pipeline which meets its claim is said to break it by what its release tells.

It is that of a whole search, too, however many pairs are tried.
"""
MOST_EVENTS: Final = 4
"""As many events are counted at most."""
FEWEST: Final = 500
MOST: Final = 2_000
USUAL_ROOM: Final = 16
"""The logarithm of one over the error of a bound for which these numbers of runs are."""

ALONE: Final = Fraction(1, 2)
"""The share of the error of the events of one replay, where a pair is replayed alone."""

FOUND: Final = Fraction(1, 4)
"""The same where the pair is what a search has found."""


@dataclass(frozen=True, slots=True)
class Fresh:
    """Which events of the release are worth counting.

    Attributes:
        odds: e^epsilon, how much likelier an event may be on one input.
        most: runs on each input that an event may need.
        most_constant: the same of one that always came on one input and never on the other.
        share: of the error, for all these events.
    """

    odds: float
    most: int = MOST
    most_constant: int = 30 * MOST
    share: Fraction = ALONE

    @property
    def alpha(self) -> Fraction:
        """The error of each bound: an event has two."""
        return ERROR * self.share / (2 * MOST_EVENTS)

    @property
    def asked(self) -> dict[str, float]:
        """What is asked of the worker; ``room`` is the logarithm of one over the error of a bound."""
        room = _room(self.alpha)
        return {"odds": self.odds, "most": self.most, "most_constant": self.most_constant, "room": room}


def _room(alpha: Fraction) -> float:
    return math.log(1 / alpha)


def spent(number: int) -> Fraction:
    """Return the share of the error that a search spends when it counts events for the ``number``-th time, from 1."""
    require(number >= 1, "number", number, "a whole number of at least 1")
    return Fraction(1, 2 * number * (number + 1))


def fresh_runs(claim: PipelineClaim, share: Fraction = ALONE, *, quick: bool = False) -> Fresh:
    """Return which events are worth counting; ``quick``: those alone that few runs tell.

    A smaller share of the error takes more runs for the same event.
    """
    require(0 < share <= 1, "share", share, "a number in (0, 1]")
    fresh = Fresh(float(_odds(claim)), share=share)
    most, constant = (FEWEST, 4 * FEWEST) if quick else (fresh.most, fresh.most_constant)
    more = max(1.0, _room(fresh.alpha) / USUAL_ROOM)
    return replace(fresh, most=int(most * more), most_constant=int(constant * more))


def evidence(
    claim: PipelineClaim, found: Replays, fresh: Fresh | None, names: tuple[str, str] = ("the data", "the neighbor")
) -> str:
    """Return in words what the release tells that breaks the claim; "" where nothing does.

    ``fresh``: what was counted, and with which error; ``names``: of the two inputs.
    """
    if fresh is None:
        return ""
    return next((_words(told, names) for told in found.told if breaks(claim, told, fresh.alpha)), "")


def breaks(claim: PipelineClaim, told: Told, alpha: Fraction) -> bool:
    """Tell whether an event is certainly likelier on one input than the claim allows; ``alpha``: of each bound."""
    if not told.runs:
        return False
    likely, other = (Fraction(told.counts[side], told.runs) for side in (told.side, 1 - told.side))
    low, high = mean_bound(likely, told.runs, alpha), 1 - mean_bound(1 - other, told.runs, alpha)
    return low > _odds(claim) * high + drawn_point(claim)[1]


def _odds(claim: PipelineClaim) -> Fraction:
    """Return a rational that is at least e^epsilon."""
    return as_real(drawn_point(claim)[0]).exp().bounds(60)[1]


def _words(told: Told, names: tuple[str, str]) -> str:
    counts = f"in {told.counts[0]} of {told.runs} runs on {names[0]} and in {told.counts[1]} on {names[1]}"
    return f"{told.words} {counts}"


# Reading


def read_told(found: Mapping[str, Any]) -> tuple[Told, ...]:
    """Return the events that were counted; ``ValueError`` for what are none."""
    try:
        runs, events = int(found["runs"]), found["events"]
        require(len(events) <= MOST_EVENTS, "events", len(events), f"at most {MOST_EVENTS}")
        return tuple(_told(event, runs) for event in events)
    except (AttributeError, LookupError, TypeError) as error:
        raise ValueError(f"found = {shortened(found)}: expected counted events ({error})") from None


def _told(event: Mapping[str, Any], runs: int) -> Told:
    first, second = map(int, event["counts"])
    require(0 <= min(first, second) <= max(first, second) <= runs, "counts", event["counts"], f"two of {runs} runs")
    require(event["side"] in (0, 1), "side", event["side"], "0 or 1")
    return Told(_event_words(event), event["side"], (first, second), runs)


def _event_words(event: Mapping[str, Any]) -> str:
    path = plain_line(event["path"], LONGEST)
    part = f"the part {path} of the release" if path else "the release"
    if "shown" in event:
        return (
            f"the release is what {('the data make', 'the neighbor makes')[event['side']]} of the answers that it shows"
        )
    if "text" in event:
        text = event["text"]
        return f"{part} is not there" if text is None else f"{part} is {readable(plain_line(text, LONGEST))}"
    return f"{part} is {'above' if event['above'] else 'at most'} {readable(plain_line(event['limit']))}"


explain_failures(__name__)
