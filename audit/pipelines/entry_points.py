"""Entry points of libraries that are replayed: `targets/pipelines.toml` says what each claims, and what it is tried on.

An entry point is a function that a library's users call, as an adapter calls it. That no pair of a row breaks the claim
says nothing of other pairs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, get_args

from dpassay.audit.answers.environments import TARGETS
from dpassay.audit.answers.request import Json
from dpassay.audit.answers.target_tables import (
    ADAPTER,
    Types,
    check_row,
    content_of,
    requirements_of,
    rows_of,
    target_of_adapter,
)
from dpassay.audit.held_to.inputs import read_data
from dpassay.audit.pipelines.assess import ReplayVerdict
from dpassay.audit.pipelines.claims import PipelineClaim, read_pipeline_claim
from dpassay.audit.pipelines.search.schemas import Schema, read_schema
from dpassay.exact import require
from dpassay.exact.entrance import explain_failures

__all__ = ["TABLE", "EntryPoint", "Meaning", "Pair", "load_entry_points"]

TABLE: Final = TARGETS / "pipelines.toml"

Meaning = Literal["holds", "finding", "known", "documented", "trace", "adjacency", "open"]
"""What a row comes to; the head of the table says what each word means."""

_TYPES: Final[Types] = {
    "name": (str, "a text"),
    "environment": (str, "a text"),
    "adapter": (str, ADAPTER),
    "parameters": (dict, "a table of texts"),
    "release": (str, "a text"),
    "epsilon": (str, "a number as a text"),
    "delta": (str, "a number as a text"),
    "rho": (str, "a number as a text"),
    "claim": (str, "a text"),
    "adjacency": (str, "a text"),
    "pairs": (list, "a list of tables"),
    "schema": (dict, "a table of a schema"),
    "examples": (int, "a whole number"),
    "expect": (str, "a verdict"),
    "means": (str, "a text"),
    "why": (str, "a text"),
}
_CLAIMED: Final = ("epsilon", "delta", "rho")
_OPTIONAL: Final = (*_CLAIMED, "schema", "examples")


@dataclass(frozen=True, slots=True)
class Pair:
    """Two neighboring inputs, and in words what is tried with them."""

    what: str
    first: Json
    second: Json


@dataclass(frozen=True, slots=True)
class EntryPoint:
    """A row of the table.

    Attributes:
        name: what the command line calls it.
        environment: where it runs.
        target: what `dpassay.audit.pipelines.run.replay_target` takes.
        parameters: what the adapter gets besides the data.
        release: what is looked at.
        epsilon, delta, rho: what is claimed, as texts; empty where not.
        schema: what tables and neighbors a search makes; None where none is searched.
        examples: how many pairs a search makes at most; None for as many as of other rows.
        claim: where the library says so.
        adjacency: how neighbors differ.
        pairs: the pairs of inputs.
        expect: the verdict that is known.
        means: what follows of that.
        why: how that is known.
    """

    name: str
    environment: str
    target: str
    parameters: Mapping[str, str]
    release: str
    claim: str
    adjacency: str
    pairs: tuple[Pair, ...]
    expect: ReplayVerdict
    means: Meaning
    why: str
    epsilon: str = ""
    delta: str = ""
    rho: str = ""
    schema: Schema | None = None
    examples: int | None = None

    @property
    def said(self) -> dict[str, str]:
        """What is claimed, by name."""
        return {name: text for name in _CLAIMED if (text := getattr(self, name))}

    def claimed(self, pair: Pair) -> PipelineClaim:
        """Return what is claimed for one pair."""
        return read_pipeline_claim(self.target, self.parameters, (pair.first, pair.second), **self.said)


def load_entry_points(table: Path = TABLE) -> dict[str, EntryPoint]:
    """Return the entry points by name, in the order of the table; ``ValueError`` names a row that is malformed."""
    content = content_of(table)
    environments = requirements_of(content, table)
    found: dict[str, EntryPoint] = {}
    for where, row in rows_of(content, table):
        check_row(row, where, _TYPES, _OPTIONAL, environments, expects=get_args(ReplayVerdict))
        entry = _entry(dict(row), where, table.parent)
        require(entry.name not in found, where, repr(entry.name), "a name that no other target has")
        found[entry.name] = entry
    return found


def _entry(row: dict[str, Any], where: str, folder: Path) -> EntryPoint:
    require(
        row["means"] in get_args(Meaning),
        f"{where}: means",
        repr(row["means"]),
        f"one of {', '.join(get_args(Meaning))}",
    )
    require(bool(row["pairs"]), f"{where}: pairs", "none", "at least one")
    require(row.get("examples", 1) >= 1, f"{where}: examples", row.get("examples"), "a number of pairs, at least 1")
    pairs = tuple(_pair(pair, f"{where}: pairs") for pair in row.pop("pairs"))
    schema = _schema(row.pop("schema", None), where)
    entry = EntryPoint(schema=schema, target=target_of_adapter(row.pop("adapter"), where, folder), pairs=pairs, **row)
    for pair in pairs:
        entry.claimed(pair)
    return entry


def _schema(said: object, where: str) -> Schema | None:
    try:
        return None if said is None else read_schema(said)
    except ValueError as error:
        raise ValueError(f"{where}: schema: {error}") from None


def _pair(pair: object, where: str) -> Pair:
    known = isinstance(pair, dict) and set(pair) == {"what", "first", "second"} and isinstance(pair["what"], str)
    require(known, where, repr(pair), "tables with what, first and second")
    given: dict[str, Any] = dict(pair)  # type: ignore[call-overload]
    first, second = (read_data(given[name], name, finite=False) for name in ("first", "second"))
    return Pair(given["what"], first, second)


explain_failures(__name__)
