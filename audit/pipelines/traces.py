"""What replays have shown: for each sequence of answers the calls on both inputs, and where the two runs part."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final, Literal

from dpassay.audit.answers.outcome import Origin, make_plain
from dpassay.audit.answers.plain import plain_line
from dpassay.audit.pipelines.directions import DIRECTION, has_direction_law
from dpassay.audit.pipelines.kept import KEPT, coins_of
from dpassay.audit.pipelines.own_laws import KINDS, has_law
from dpassay.audit.pipelines.rows import Row, Value
from dpassay.exact import require
from dpassay.exact.entrance import explain_failures
from dpassay.exact.rationals import shortened

__all__ = [
    "Asked",
    "Call",
    "KnownNoise",
    "Parting",
    "Replay",
    "Replays",
    "Row",
    "Site",
    "Told",
    "number_of",
    "read_known",
    "read_replay",
    "read_site",
]

Answers = Literal["drawn", "steered", "up", "down"]
LONGEST: Final = 300
TRUNCATED: Final = "truncated "


@dataclass(frozen=True, slots=True)
class Site:
    """Where a call stands."""

    file: str
    line: int
    function: str

    def __str__(self) -> str:
        return f"{self.file.rpartition('/')[2]}:{self.line} in {self.function}" if self.file else self.function


@dataclass(frozen=True, slots=True)
class Asked:
    """What a run asks for: a kind of primitive, the parameters that may not depend on the data, and where."""

    kind: str
    parameters: Mapping[str, str]
    site: Site
    count: int
    unit: Value
    sampling: bool

    @property
    def is_draw(self) -> bool:
        """Whether it is noise that is drawn and not yet seen."""
        return self.kind.startswith("draw of ")


@dataclass(frozen=True, slots=True)
class Call:
    """One call in which both runs agree.

    Attributes:
        asked: what they ask for.
        bare: whether it gives a draw of its own, to which nothing was added.
        different: how many of its numbers have different inputs.
        rows: these.
        sample: the first of all.
        last: whether the target had ended by then, so that nothing was made of the answers but the release.
        placed: whether the target itself said where the noise lies.
        excluded: whether what was compared before rules the answers out on the other input.
    """

    asked: Asked
    bare: bool
    different: int
    rows: tuple[Row, ...]
    sample: tuple[Row, ...]
    last: bool = False
    excluded: bool = False
    placed: bool = False


@dataclass(frozen=True, slots=True)
class Parting:
    """Where two runs part: at a call, in a respect, or in a part of the release.

    Attributes:
        at: the number of the call; None of the release.
        respect: "kind", "shape", "scale", "end", the name of a parameter, or the path of a part of the release.
        first: what the recorded run asks for, or released there, in words.
        second: the same of the replay.
        asked: what either asks for, None where it asks for nothing.
    """

    at: int | None
    respect: str
    first: str
    second: str
    asked: tuple[Asked | None, Asked | None] = (None, None)


@dataclass(frozen=True, slots=True)
class Replay:
    """A recorded run and its replay.

    Attributes:
        answers: where they come from.
        recorded: which input the run was recorded on, 0 or 1.
        calls: in which both agree, in their order.
        parting: the first difference, if there is one.
        raised: what either run raised, "" where nothing.
        shown: texts of numbers that the release shows.
        given: what each call of a generator gave in either run, a name and numbers, where that was asked for.
    """

    answers: Answers
    recorded: int
    calls: tuple[Call, ...]
    parting: Parting | None
    raised: tuple[str, str]
    shown: frozenset[str]
    given: tuple[Any, Any] = (None, None)

    @property
    def looks(self) -> tuple[tuple[int, Call], ...]:
        """The calls that gave answers, with the numbers that a reader counts: a draw is none before it is seen."""
        seen = [call for call in self.calls if not call.asked.is_draw]
        return tuple(enumerate(seen, start=1))

    def number(self, at: int) -> int:
        """Return the number of a call as a reader counts, from its place among all events."""
        return 1 + sum(not call.asked.is_draw for call in self.calls[:at])


@dataclass(frozen=True, slots=True)
class KnownNoise:
    """A look at noise that is the same in all runs on an input.

    Attributes:
        kind: of the noise.
        site: where it is drawn.
        certain: whether nothing that came before can hide what it should.
        differs: whether it is another one on the other input.
        seed: what is known of the seed, in words; "" where nothing is.
    """

    kind: str
    site: Site
    certain: bool
    differs: bool
    seed: str


@dataclass(frozen=True, slots=True)
class Told:
    """An event of the release that was chosen beforehand, and how often it came in fresh runs on either input.

    Attributes:
        words: what the event is.
        side: the input on which it is likelier.
        counts: how often it came, on the first and on the second input.
        runs: in how many runs on each.
    """

    words: str
    side: int
    counts: tuple[int, int]
    runs: int


@dataclass(frozen=True, slots=True, eq=False)
class Replays:
    """All replays of a pipeline on two inputs.

    Attributes:
        itself: a run that was replayed on its own input.
        pairs: the replays on the neighbor, in both directions.
        told: events of the release that were counted on either input, where something is open.
        endless: where a run with steered answers was ended because it called too often.
        unknown: parts of the release that could not be compared, in words.
        known: noise that follows from a seed of the target's.
    """

    itself: Replay
    pairs: tuple[Replay, ...]
    told: tuple[Told, ...]
    endless: Site | None
    seconds: float
    origin: Origin
    stdout: str = ""
    stderr: str = ""
    unknown: tuple[str, ...] = ()
    known: tuple[KnownNoise, ...] = ()

    def __post_init__(self) -> None:
        """Make the target's text plain."""
        make_plain(self, "stdout", "stderr")

    def turned(self, recorded: int) -> Iterator[Replay]:
        """Yield the replays of one direction."""
        return (pair for pair in self.pairs if pair.recorded == recorded)


# Reading


def number_of(text: Any) -> Value:
    """Return what a text of the worker's stands for."""
    if isinstance(text, list):
        return tuple(map(number_of, text))
    if text is None or text in ("True", "False"):
        return None if text is None else text == "True"
    require(isinstance(text, str), "text", text, "a text, a list of texts, or None")
    try:
        if "x" in text:
            return Fraction(float.fromhex(text))
        return float(text) if text.strip("-") in ("inf", "nan") else Fraction(text)
    except (ValueError, OverflowError):
        return plain_line(text, LONGEST)


def read_replay(found: Mapping[str, Any]) -> Replay:
    """Return a replay as the worker wrote it down; ``ValueError`` for what is none."""
    try:
        return _replay(found)
    except (AttributeError, LookupError, TypeError) as error:
        raise ValueError(f"found = {shortened(found)}: expected a replay ({error})") from None


def read_known(found: Mapping[str, Any]) -> KnownNoise:
    """Return noise that follows from a seed as the worker wrote it down; ``ValueError`` for what is none."""
    try:
        file, line, function = found["site"]
        site = Site(plain_line(file, LONGEST), int(line), plain_line(function))
        kind, seed = (plain_line(found[name]) for name in ("kind", "seed"))
        return KnownNoise(kind, site, bool(found["certain"]), bool(found["differs"]), seed)
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        raise ValueError(f"found = {shortened(found)}: expected noise and its place ({error})") from None


def _replay(found: Mapping[str, Any]) -> Replay:
    recorded = found["recorded"]
    require(recorded in (0, 1), "recorded", recorded, "0 or 1")
    parted, release = found["parted"], found["release"]
    parting = None
    if parted is not None:
        asked = (_asked(parted["first"]), _asked(parted["second"]))
        one, other = ("the end" if each is None else asked_words(each) for each in asked)
        parting = Parting(int(parted["at"]), plain_line(parted["respect"]), one, other, asked)
    elif release is not None:
        one, other = (plain_line(readable(release[name]), LONGEST) for name in ("first", "second"))
        parting = Parting(None, plain_line(release["path"], LONGEST), one, other)
    raised = tuple(plain_line(each) for each in found["raised"])
    return Replay(
        found["answers"],
        recorded,
        _without_superseded(tuple(map(_call, found["events"]))),
        parting,
        (raised[0], raised[1]),
        frozenset(found["shown"]),
        tuple(found.get("given", (None, None))),
    )


def _without_superseded(calls: tuple[Call, ...]) -> tuple[Call, ...]:
    """Return the calls without the inputs of comparisons of numbers that were seen later: the number says it all."""
    seen: set[tuple[str, int]] = set()
    kept: list[Call] = []
    for call in reversed(calls):
        draw = call.asked.parameters.get("draw", "")
        rows = call.rows
        if call.asked.kind.startswith("comparison"):
            rows = tuple(row for row in rows if (draw, row.cell) not in seen)
        elif "compared" in call.asked.parameters:
            seen.update((draw, row.cell) for row in rows)
        kept.append(replace(call, rows=rows, different=len(rows) if rows != call.rows else call.different))
    return tuple(reversed(kept))


def read_site(found: Any) -> Site:
    """Return a place; ``ValueError`` for what is none."""
    require(isinstance(found, list) and len(found) == 3, "site", shortened(found), "file, line and function")
    file, line, function = found
    return Site(plain_line(file, LONGEST), int(line), plain_line(function))


def _asked(found: Mapping[str, Any] | None) -> Asked | None:
    if found is None:
        return None
    parameters = {plain_line(name): plain_line(str(text), LONGEST) for name, text in found["parameters"].items()}
    site = read_site(found["site"])
    unit = None if found["scale"] is None else number_of(found["scale"])
    return Asked(plain_line(found["kind"]), parameters, site, int(found["count"]), unit, bool(found["sampling"]))


def _call(found: Mapping[str, Any]) -> Call:
    asked = _asked(found)
    require(asked is not None, "event", found, "an event")
    rows, sample = (tuple(map(_row, found[name])) for name in ("differ", "sample"))
    call = Call(
        asked,  # type: ignore[arg-type]
        bool(found["bare"]),
        int(found["different"]),
        rows,
        sample,
        bool(found.get("last")),
        bool(found.get("excluded")),
        bool(found.get("placed")),
    )
    if not all(_is_computed(call.asked.kind, row) for row in rows):
        return replace(call, asked=replace(call.asked, kind=f"{call.asked.kind} without a law"))
    if call.asked.kind == KEPT:
        return _coins(call)
    return _without_bounds(call) if call.asked.kind.startswith(TRUNCATED) else call


def _is_computed(kind: str, row: Row) -> bool:
    """Tell whether the loss of a row is computed, of a kind that has a law for some inputs."""
    if kind == DIRECTION:
        return has_direction_law(row)
    return kind not in KINDS or has_law(kind, row)


def _coins(call: Call) -> Call:
    """Return a choice of partitions as coins, of which those whose shares differ tell something."""
    coins = tuple(coin for row in call.sample for coin in coins_of(row))
    differ = tuple(coin for coin in coins if coin.first != coin.second)
    asked = replace(call.asked, kind="coin", count=len(coins))
    return replace(call, asked=asked, different=len(differ), rows=differ, sample=coins)


def _without_bounds(call: Call) -> Call:
    """Return a call of truncated noise as one of the noise itself, where all inputs lie between the bounds.

    Beyond a bound the ratio of the two laws is what it is at the bound, so that nothing is lost by truncation.
    """

    def free(row: Row) -> Row | None:
        width, low, high = row.unit
        both = all(isinstance(x, Fraction) and low <= x <= high for x in (row.first, row.second))
        return replace(row, unit=width) if both else None

    rows, sample = (tuple(map(free, each)) for each in (call.rows, call.sample))
    known, shown = (tuple(row for row in each if row is not None) for each in (rows, sample))
    if len(known) < len(rows) or len(shown) < len(sample):
        return call
    unit = call.asked.unit[0] if isinstance(call.asked.unit, tuple) else call.asked.unit
    asked = replace(call.asked, kind=call.asked.kind.removeprefix(TRUNCATED), unit=unit)
    return replace(call, asked=asked, rows=known, sample=shown)


def _row(found: list[Any]) -> Row:
    cell, *numbers = found
    unit, first, second, answer = map(number_of, numbers)
    return Row(int(cell), unit, first, second, answer)


def asked_words(asked: Asked) -> str:
    """Return a call in words: kind, number of answers, unit, and the parameters that tell it from others."""
    parts = [f"use of {asked.kind} noise" if "draw" in asked.parameters else asked.kind]
    if asked.count > 1:
        parts.append(f"of {asked.count:,} numbers")
    parts += [
        f"{name} = {readable(text)}"
        for name, text in asked.parameters.items()
        if name not in ("draw", "compared") and not (name == "shape" and text == "()")
    ]
    return " ".join([parts[0], *(f"({', '.join(parts[1:])})" for _ in parts[1:2])])


def readable(text: str) -> str:
    """Return a text of an exact number as a reader knows it."""
    value = number_of(text)
    return f"{float(value):.10g}" if isinstance(value, Fraction) and "x" in text else text


explain_failures(__name__)
