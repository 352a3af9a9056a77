"""What releases tell: events that are likelier on one input, chosen from some runs and counted in fresh ones.

That two runs part with the same answers shows nothing by itself: an answer may stand for another one on the neighbor,
as a coin of randomized response does. What shows something is the release. So events of it are chosen from runs of
their own: a part is a text, or a number (or the difference of two) above or below a limit, or what a replay makes of
the answers that the release shows. Then each is counted on both inputs in runs that no choice has seen.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from typing import TYPE_CHECKING, Any

from .worker_recorder import text_of

if TYPE_CHECKING:
    from .worker_pairs import Ran
    from .worker_replaying import Replaying

EXPLORED = 96
"""Runs on each input from which events are chosen."""
FIRST = 1_000_000
"""The number of the first run that no event is chosen from."""
MOST_PARTS = 500
MOST_NUMBERS = 8
"""Numbers of a release, of which the differences of two are looked at, too: what one noise in both cannot hide."""
MOST_EVENTS = 4
MOST_SHOWN = 200
MOST_LIMITS = 24
MARGIN = 0.75


def told(work: Replaying, plan: dict[str, Any]) -> dict[str, Any]:
    """Return the events that were chosen, and how often each came in how many fresh runs on either input."""
    explored: list[list[Ran]] = [[], []]
    for number in range(EXPLORED):
        if work.late():
            return {"runs": 0, "events": []}
        for side in (0, 1):
            explored[side].append(work.run(side, EXPLORED + number))
    events = chosen(explored, plan)
    count = max((event.pop("runs") for event in events), default=0)
    counts = [[0, 0] for _ in events]
    for number in range(count):
        for side in order(number):
            if work.late():
                return {"runs": 0, "events": []}
            ran = work.run(side, FIRST + number)
            for event, found in zip(events, counts):
                found[side] += holds(event, ran, side, work, FIRST + number)
    written = [{name: value for name, value in event.items() if name != "paths"} for event in events]
    return {"runs": count, "events": [{**event, "counts": found} for event, found in zip(written, counts)]}


def order(number: int) -> tuple[int, int]:
    """Return in which order the inputs have their turn, which has no period that a pipeline may have, too."""
    return (0, 1) if (number * 2654435761 >> 13) & 1 else (1, 0)


# Choosing


def chosen(explored: list[list[Ran]], plan: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the few events that need the fewest runs to be told; none where these are too many."""
    releases = [[with_differences(ran.release) for ran in runs] for runs in explored]
    found = []
    for side in (0, 1):
        for event, shares in candidates(releases[side], releases[1 - side]):
            count = runs_for(shares[0], shares[1], plan)
            if count <= (plan["most_constant"] if shares == (1.0, 0.0) else plan["most"]):
                found.append({**event, "side": side, "runs": count})
    if not any(event["runs"] <= 2 * plan["room"] * (1 + plan["odds"]) for event in found):
        found += shown(explored, plan)
    return sorted(found, key=lambda event: (event["runs"], "limit" in event))[:MOST_EVENTS]


def with_differences(release: dict[str, str]) -> dict[str, str]:
    """Return a release of few numbers with the differences of two of them."""
    numbers = {path: number for path, text in release.items() if (number := number_of(text)) is not None}
    if len(numbers) > MOST_NUMBERS:
        return release
    pairs = itertools.combinations(numbers.items(), 2)
    differences = {f"{one} - {other}": first - second for (one, first), (other, second) in pairs}
    return {**release, **{path: gap.hex() for path, gap in differences.items() if math.isfinite(gap)}}


def runs_for(share: float, other: float, plan: dict[str, Any]) -> float:
    """Return about how many runs tell that one share is more than ``odds`` times another.

    ``room``, too, is the auditor's: the logarithm of one over the probability of an error in one bound.
    """
    odds, room = float(plan["odds"]), float(plan["room"])
    gap = MARGIN * (share - odds * other)
    if gap <= 0:
        return math.inf
    slope = math.sqrt(2 * share) + odds * math.sqrt(2 * other)
    step = (math.sqrt(slope * slope + 4 * odds * gap) - slope) / (2 * odds)
    return math.ceil(room / step**2)


def candidates(ours: list[dict[str, str]], others: list[dict[str, str]]) -> Any:
    """Yield events of a part with their shares: those of texts, and of each part of numbers the best limits."""
    paths = list(dict.fromkeys(path for release in (*ours, *others) for path in release))[:MOST_PARTS]
    for path in paths:
        here, there = (Counter(release.get(path) for release in side) for side in (ours, others))
        for text, count in here.most_common(3):
            if count > 1:
                yield {"path": path, "text": text}, (count / len(ours), there[text] / len(others))
        yield from limits(path, here, there)


def limits(path: str, here: Counter[Any], there: Counter[Any]) -> Any:
    """Yield the events that a part is a number above, or at most, a limit that lies between those that came."""
    known = {text: number_of(text) for text in (*here, *there)}
    numbers = sorted({number for number in known.values() if number is not None})
    if len(numbers) < 2:
        return
    both = [
        sorted((number, count) for text, count in side.items() if (number := known[text]) is not None)
        for side in (here, there)
    ]
    totals = [sum(side.values()) for side in (here, there)]
    for limit in tried_limits(numbers, both[1]):
        above = [sum(count for number, count in side if number > limit) for side in both]
        below = [sum(count for number, count in side if number <= limit) for side in both]
        for is_above, counts in ((True, above), (False, below)):
            shares = counts[0] / totals[0], counts[1] / totals[1]
            if shares[0] > shares[1]:
                yield {"path": path, "limit": limit.hex(), "above": is_above}, shares


def tried_limits(numbers: list[float], others: list[tuple[float, int]]) -> list[float]:
    """Return some of the numbers that came, and those that leave all others on one side."""
    least, most = (others[0][0], others[-1][0]) if others else (math.inf, -math.inf)
    ends = [number for number in (most, max((x for x in numbers if x < least), default=math.nan)) if number in numbers]
    return list(dict.fromkeys([*ends, *numbers[: -1 : -(-len(numbers) // MOST_LIMITS)]]))


def number_of(text: Any) -> float | None:
    """Return the number that a text stands for, if it is one."""
    try:
        return None if text is None else float.fromhex(text) if "x" in text else float(text)
    except (ValueError, OverflowError):
        return None


def shown(explored: list[list[Ran]], plan: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the events that a replay of the answers which the release shows makes the same release."""
    runs = [ran for side in explored for ran in side]
    listed = [answers_of(ran) for ran in runs]
    if not listed[0] or len(listed[0]) > MOST_SHOWN or any(len(texts) != len(listed[0]) for texts in listed):
        return []
    paths = []
    for place in range(len(listed[0])):
        common = set.intersection(
            *({path for path, text in ran.release.items() if text == texts[place]} for ran, texts in zip(runs, listed))
        )
        if not common:
            return []
        paths.append(min(common))
    count = runs_for(1.0, 0.0, plan)
    if count > plan["most_constant"]:
        return []
    return [{"path": "", "shown": True, "paths": paths, "side": side, "runs": count} for side in (0, 1)]


def answers_of(ran: Ran) -> list[str]:
    """Return the answers of all calls of a run, as texts; a draw is none before it is seen."""
    return [
        text_of(answer) for event in ran.events if not event.kind.startswith("draw of ") for answer in event.answers
    ]


# Counting


def holds(event: dict[str, Any], ran: Ran, side: int, work: Replaying, number: int) -> bool:
    """Tell whether an event came; of one that asks for a replay, whether it may have come."""
    if "shown" in event:
        return may_be_ours(event, ran, side, work, number)
    text = with_differences(ran.release).get(event["path"])
    if "text" in event:
        return bool(text == event["text"])
    found = number_of(text)
    return found is not None and (found > float.fromhex(event["limit"])) == event["above"]


def may_be_ours(event: dict[str, Any], ran: Ran, side: int, work: Replaying, number: int) -> bool:
    """Tell whether the answers are where the release shows them, and what the event's input makes of them is it."""
    texts = answers_of(ran)
    there = len(texts) == len(event["paths"]) and all(
        ran.release.get(path) == text for path, text in zip(event["paths"], texts)
    )
    if side == event["side"]:
        return there
    if not there:
        return True
    again = work.replayed(ran, event["side"], number)
    return again.parted is not None or again.release == ran.release
