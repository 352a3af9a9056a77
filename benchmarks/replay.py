"""Searches for planted faults of pipelines: pairs and seconds to the first violation, and what recording costs.

The pipelines are those of the tests, each with the schema of what it promises to bear. Lines that a user writes are
those of the schema and of one call. By hand each primitive that draws has to be imported and decorated, and the two
tables, which somebody has to think of first, are written down beside the call.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Mapping
from time import perf_counter
from typing import Any, Final

import numpy as np

from benchmarks.pool import Pool
from benchmarks.tables import Table
from dpassay.audit import search_neighbors
from dpassay.audit.answers.request import Json
from dpassay.audit.pipelines.run import ReplayPlan
from dpassay.audit.pipelines.search.session import Session
from tests.audit.pipelines.search.searched import CASES, FILE
from tests.mutants import planted

QUICK: Final = ("sum_not_clipped", "total_of_some")
CALLS: Final = 200
DRAWS: Final = ("rng.", "random.random")
CALL: Final = 1
MARK: Final = 2
"""Lines by hand for each primitive: an import and a decorator."""

TABLES: Final = 2
NOTES: Final = (
    "Pairs and seconds: until a violation was seen first, the start of the process among them; then it is made small "
    "and audited again in a process of its own, which the seconds in all contain.",
    "Recording: a recorded run over a bare one of the same pipeline, of which most take some microseconds.",
    "Lines written: those of the schema, as TOML, and one call; with two tables of one's own in its place, three.",
    "Lines by hand: an import and a decorator for each place that draws, in the pipeline or in what it calls, two "
    "tables and one call; that it has to be a function of its own before it can be marked is not counted.",
)


def tables(pool: Pool, *, quick: bool = False) -> list[Table]:
    """Return the table of all planted faults; one after the other, because seconds are measured."""
    del pool
    names = [name for name in CASES if name in QUICK or not quick]
    columns = ["fault", "found", "pairs to the first", "seconds to it", "seconds in all", "smallest pair"]
    rows = [row(name, quick) for name in names]
    return [
        Table("Search for planted faults", [*columns, "recorded / bare", "lines written", "lines by hand"], rows, NOTES)
    ]


def row(name: str, quick: bool) -> list[str]:
    """Return the row of one fault."""
    _, _, claim, schema = CASES[name]
    found = search_neighbors(f"{FILE}:{name}", schema, claim, **claim)
    pair = " and ".join(found.pair or ("none",))
    seconds = "" if found.seconds_to_first is None else f"{found.seconds_to_first:.2f}"
    by_hand = MARK * places_that_draw(getattr(planted, name)) + TABLES + CALL
    ratio = overhead(name, json.loads(found.pair[1]), claim, 3 if quick else CALLS) if found.pair else float("nan")
    head = [name, found.verdict, str(found.first), seconds, f"{found.seconds:.2f}", pair]
    return [*head, f"{ratio:.0f}", str(schema_lines(schema) + CALL), str(by_hand)]


def places_that_draw(function: Callable[..., Any]) -> int:
    """Return how many places draw in a function of a module, and in those of the module that it calls."""
    known = {name: each for name, each in function.__globals__.items() if inspect.isfunction(each)}
    left, seen = [function], set()
    while left:
        each = left.pop()
        if each not in seen:
            seen.add(each)
            left += [known[name] for name in each.__code__.co_names if name in known]
    return sum(inspect.getsource(each).count(word) for each in seen for word in DRAWS)


def schema_lines(schema: Mapping[str, Any]) -> int:
    """Return how many lines a schema has as TOML: one for each entry, and one for the head of each column or call."""
    return sum(
        schema_lines(entry) + any(not isinstance(each, Mapping) for each in entry.values())
        if isinstance(entry, Mapping)
        else 1
        for entry in schema.values()
    )


def overhead(name: str, data: Any, claim: dict[str, Any], calls: int) -> float:
    """Return how long a recorded run takes as a ratio to a bare one."""
    function: Callable[..., Any] = getattr(planted, name)
    given = {**{key: eval_fraction(value) for key, value in claim.items()}, "rng": np.random.default_rng(0)}
    more: dict[str, Any] = {key: value for key, value in given.items() if key in inspect.signature(function).parameters}
    begin = perf_counter()
    for _ in range(calls):
        function(data, **more)
    bare = (perf_counter() - begin) / calls
    pair = Json(json.dumps(data)), Json(json.dumps([*data, *data[-1:]]))
    plan = ReplayPlan(drawn=calls, steered=0)
    with Session(f"{FILE}:{name}", claim, plan) as session:
        session.replay(pair, ReplayPlan(drawn=1, steered=0))
        begin = perf_counter()
        session.replay(pair)
    return (perf_counter() - begin) / (2 + 4 * calls) / bare


def eval_fraction(value: Any) -> float:
    """Return a number that is written as one or as a fraction."""
    first, _, second = str(value).partition("/")
    return float(first) / float(second or 1)
