"""`search_neighbors` and `assert_private`: Hypothesis looks for two tables on which a pipeline breaks its claim.

>>> from dpassay.audit import assert_private
>>> def test_mean_is_private():  # a whole test of pytest's
...     assert_private("pipeline.py:mean", "schema.toml", epsilon=1)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from dpassay.audit.answers.watching import Progress
from dpassay.audit.api import target_of
from dpassay.audit.api_replay import ReplayResult, read_replay_plan
from dpassay.audit.asked import DEFAULT_MEBIBYTES
from dpassay.audit.pipelines.claims import TOLERANCE
from dpassay.audit.pipelines.run import DEFAULT_DRAWN, DEFAULT_STEERED
from dpassay.audit.pipelines.search.schemas import Schema, read_schema
from dpassay.audit.pipelines.search.searching import DEFAULT_EXAMPLES, Searched, search_pairs
from dpassay.audit.reports.searches import search_json, search_lines
from dpassay.audit.results import Record
from dpassay.exact.entrance import explain_failures

__all__ = ["DEFAULT_SECONDS", "EACH", "NotPrivateError", "SearchResult", "assert_private", "search_neighbors"]

DEFAULT_SECONDS = 60.0
EACH = 10.0
"""Seconds for one pair."""


class NotPrivateError(AssertionError):
    """A pipeline breaks its claim on two neighbors, which the message shows with a script; ``result``: all of it."""

    def __init__(self, result: SearchResult) -> None:
        super().__init__("\n".join(result.lines))
        self.result = result


class SearchResult(Record):
    """What a search found: the fields of its JSON report.

    Attributes:
        verdict: "no violation found", "violation", "could not run" or "undecided".
        exit_code: of the command ``dpassay replay --schema``.
        headline: the verdict in one sentence.
        pair: the two tables that break the claim, as the pipeline gets them; None where there are none.
        examples: how many pairs were tried; ``first``: after how many a violation was seen.
        script: a program that shows the violation, and needs the target and numpy alone.
        replay: the audit of that pair in a process of its own, as `dpassay.audit.ReplayResult`; None without a pair.
        lines: all that in words.
    """

    __slots__ = ("lines", "replay")

    lines: tuple[str, ...]
    replay: ReplayResult | None

    def __init__(self, found: Searched) -> None:
        super().__init__(search_json(found))
        object.__setattr__(self, "lines", tuple(search_lines(found)))
        kept = None if found.assessment is None else ReplayResult(found.assessment)
        object.__setattr__(self, "replay", kept)

    def __repr__(self) -> str:
        return f"<search: {self.headline}>"


def search_neighbors(
    target: str | Callable[..., Any],
    schema: Schema | Mapping[str, Any] | str | Path,
    parameters: Mapping[str, object] | None = None,
    *,
    epsilon: object = None,
    delta: object = None,
    rho: object = None,
    claim: str | None = None,
    tolerance: object = TOLERANCE,
    examples: int = DEFAULT_EXAMPLES,
    seconds: float = DEFAULT_SECONDS,
    primitives: Sequence[str] = (),
    seed: int = 0,
    python: str | Path | None = None,
    time_limit: float = EACH,
    memory_limit: int = DEFAULT_MEBIBYTES,
    progress: Progress | None = None,
) -> SearchResult:
    """Let Hypothesis look for two neighboring tables on which a pipeline breaks its claim, and make them small.

    Args:
        target: as of `dpassay.audit.replay`.
        schema: what tables and neighbors are: a `Schema`, a mapping of its parts, or a .json or .toml file of them.
        parameters: the other arguments of the target, by name.
        epsilon: what is claimed.
        delta: beside epsilon.
        rho: what is claimed in place of epsilon: zero-concentrated privacy.
        claim: in their place a composition of mechanisms, as of `dpassay.audit.replay`.
        tolerance: the share of the claim by which a cost may be above it, for rounding.
        examples: how many pairs are tried, besides the attempts to make one smaller.
        seconds: after which no further pair is tried.
        primitives: primitives of your own, as of `dpassay.audit.replay`.
        seed: of the search, and of the generators that the target is given or makes without a seed.
        python: the interpreter to run the target under; it needs numpy.
        time_limit: seconds for one pair.
        memory_limit: the target's, in MiB.
        progress: called with the pairs so far, and how many there are at most.

    Raises:
        ValueError: an argument is not of its domain.
    """
    plan = read_replay_plan(
        DEFAULT_DRAWN,
        DEFAULT_STEERED,
        primitives,
        seed=seed,
        python=python,
        time_limit=time_limit,
        memory_limit=memory_limit,
    )
    said = {"epsilon": epsilon, "delta": delta, "rho": rho, "tolerance": tolerance, "claim": claim}
    limits = {"examples": examples, "seconds": seconds, "progress": progress}
    return SearchResult(search_pairs(target_of(target), parameters or {}, said, read_schema(schema), plan, **limits))  # type: ignore[arg-type]


def assert_private(
    target: str | Callable[..., Any],
    schema: Schema | Mapping[str, Any] | str | Path,
    parameters: Mapping[str, object] | None = None,
    **more: Any,
) -> SearchResult:
    """Do `search_neighbors`, and fail where no verdict of "no violation found" comes of it.

    Raises:
        NotPrivateError: an ``AssertionError`` that shows the two tables, and a script that needs nothing of ours.
        ValueError: an argument is not of its domain.
    """
    result = search_neighbors(target, schema, parameters, **more)
    if result.exit_code:
        raise NotPrivateError(result)
    return result


explain_failures(__name__)
