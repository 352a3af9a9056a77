"""The two runs of one replay side by side: its calls, their inputs and losses, and where they part."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from dpassay.audit.answers.outcome import Failure
from dpassay.audit.pipelines.assess import ReplayAssessment
from dpassay.audit.pipelines.cost import call_loss
from dpassay.audit.pipelines.laws import LAWS, Loss, added
from dpassay.audit.pipelines.partings import parting_words
from dpassay.audit.pipelines.rows import Row, Value
from dpassay.audit.pipelines.traces import Call, Replay
from dpassay.exact import Real, decimal_text, require
from dpassay.exact.entrance import explain_failures
from dpassay.exact.rationals import shortened

__all__ = ["shown_replay", "timeline", "timeline_lines", "value_words"]

DIGITS: Final = 5
MOST_CALLS: Final = 200
_FINE: Final = 10**12
WIDTH: Final = 80


def shown_replay(found: ReplayAssessment) -> Replay | None:
    """Return the replay that shows the worst finding; else one that costs most, or the first."""
    if isinstance(found.found, Failure):
        return None
    for finding in found.findings:
        if finding.replay is not None:
            return finding.replay
    if found.cost is not None and found.cost.most is not None:
        return found.cost.most.replay
    return found.found.pairs[0] if found.found.pairs else None


def timeline(replay: Replay) -> dict[str, Any]:
    """Return the calls of a replay in plain JSON types, with the first number of each whose inputs differ."""
    losses = [call_loss(call) for call in replay.calls]
    return {
        "answers": replay.answers,
        "recorded": "data" if replay.recorded == 0 else "neighbor",
        "calls": [_call_json(number, call, replay) for number, call in replay.looks[:MOST_CALLS]],
        "more": max(0, len(replay.looks) - MOST_CALLS),
        "loss": loss_words(added(losses)),
        "parting": None if replay.parting is None else parting_words(replay.parting, replay),
    }


def _call_json(number: int, call: Call, replay: Replay) -> dict[str, Any]:
    row = next(iter(call.rows or call.sample), None)
    first, second = ("", "") if row is None else _ordered(row, replay)
    known = call.asked.kind in LAWS or not call.rows
    return {
        "number": number,
        "kind": call.asked.kind,
        "file": call.asked.site.file,
        "line": call.asked.site.line,
        "function": call.asked.site.function,
        "count": call.asked.count,
        "different": call.different,
        "unit": "" if call.asked.unit is None else value_words(call.asked.unit),
        "data": first,
        "neighbor": second,
        "answer": "" if row is None else value_words(row.answer),
        "loss": loss_words(call_loss(call)) if known else "unknown",
    }


def _ordered(row: Row, replay: Replay) -> tuple[str, str]:
    one, other = value_words(row.first), value_words(row.second)
    return (one, other) if replay.recorded == 0 else (other, one)


def value_words(value: Value) -> str:
    """Return a number as a reader sees it, rounded; of several the first ones."""
    if isinstance(value, tuple):
        shown = ", ".join(map(value_words, value[:3]))
        return f"({shown}{', ...' if len(value) > 3 else ''})"
    if isinstance(value, Fraction | int) and not isinstance(value, bool):
        return decimal_text(value, DIGITS)
    return "" if value is None else str(value)


def loss_words(loss: Loss) -> str:
    """Return a loss as a decimal."""
    if isinstance(loss, Real):  # near a round number it is shown as that
        loss = Fraction(round(sum(loss.bounds()) / 2 * _FINE), _FINE)
    return "infinite" if loss is None else decimal_text(loss, DIGITS)


# On the terminal


def timeline_lines(content: Mapping[str, Any]) -> list[str]:
    """Return the timeline as lines of at most 80 characters: two for each call whose inputs differ, one for others."""
    require("calls" in content, "content", shortened(content), "a timeline")
    lines = []
    for call in content["calls"]:
        lines += _call_lines(call)
    if content["more"]:
        lines.append(f"... and {content['more']} more calls")
    if content["parting"]:
        lines += _folded(content["parting"])
    lines.append(f"{'all calls':<60}loss {content['loss']:>12}")
    return lines


def _call_lines(call: Mapping[str, Any]) -> list[str]:
    unit = f" ({call['unit']})" if call["unit"] else ""
    count = f" x {call['count']:,}" if call["count"] > 1 else ""
    place = f"{call['file'].rpartition('/')[2]}:{call['line']}"
    head = f"{call['number']:>3}  {_short(call['kind'] + unit + count, 42):<42}  {_short(place, 28)}"
    if not call["different"]:
        return [head]
    inputs = f"     {_short(call['data'], 13)} | {_short(call['neighbor'], 13)}"
    more = f" of {call['different']:,}" if call["different"] > 1 else ""
    return [head, f"{inputs:<34}{more:<8} -> {_short(call['answer'], 12):<12}  loss {_short(call['loss'], 12):>12}"]


def _short(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: width - 3]}..."


def _folded(text: str) -> list[str]:
    """Return a sentence as lines."""
    lines, line = [], ""
    for word in text.split():
        if line and len(line) + 1 + len(word) > WIDTH - 4:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}".strip()
    return [*lines, line]


explain_failures(__name__)
