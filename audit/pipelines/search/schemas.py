"""What a table is and what its neighbors are: a schema, given in Python, read from a file, or inferred from a table."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from dpassay.audit.pipelines.search.columns import Column, column_of, infer_column, users
from dpassay.exact import require
from dpassay.exact.entrance import explain_failures
from dpassay.exact.rationals import shortened

__all__ = ["ADJACENCIES", "FORMS", "Schema", "infer_schema", "read_schema"]

FORMS: Final = ("list", "lists", "rows", "columns", "array", "frame")
ADJACENCIES: Final = ("add-remove", "replace-one")
MOST_ROWS: Final = 6
MOST_CALLS: Final = 5
LONGEST: Final = 1000
USERS: Final = ("integer", "category")


@dataclass(frozen=True, slots=True)
class Schema:
    """Tables and their neighbors.

    Attributes:
        columns: by name, in their order.
        form: how the pipeline takes a table: "list" of the entries of one column, "lists" for a list of each row,
            "rows" for a dict of each row, "columns" for a dict of columns, a NumPy "array", a pandas "frame".
        adjacency: "add-remove" of a row or "replace-one".
        user: the column that names whose row it is: neighbors then differ in all rows of one user.
        rows: how many there are at least and at most; where none may be there, the empty table is tried.
        duplicates: whether a row may stand there twice.
        always: rows that stand in every table before these, and never differ.
        calls: where the target is a class, made of a table: the methods that may be called on it, and the columns that
            their arguments come from. All releases together are held to the claim.
        most_calls: so many methods are called at most.
    """

    columns: Mapping[str, Column]
    form: str = "rows"
    adjacency: str = "add-remove"
    user: str | None = None
    rows: tuple[int, int] = (0, MOST_ROWS)
    duplicates: bool = True
    always: tuple[tuple[Any, ...], ...] = ()
    calls: Mapping[str, Mapping[str, Column]] = field(default_factory=dict)
    most_calls: int = MOST_CALLS

    def __post_init__(self) -> None:
        """Refuse what is no schema."""
        require(self.form in FORMS, "form", shortened(self.form, repr), f"one of {', '.join(FORMS)}")
        known = ", ".join(ADJACENCIES)
        require(self.adjacency in ADJACENCIES, "adjacency", shortened(self.adjacency, repr), f"one of {known}")
        one = self.form == "list"
        require(bool(self.columns), "columns", "none", "at least one")
        require(not one or len(self.columns) == 1, "columns", len(self.columns), "one, in a table of the form 'list'")
        require(self.user is None or self.user in self.columns, "user", repr(self.user), "the name of a column")
        if self.user is not None:
            kind = self.columns[self.user].kind
            require(kind in USERS, "user", f"a {kind} column", "one of integers or of categories")
        _check_rows(self.rows)
        self._check_always()
        counted = type(self.most_calls) is int and 1 <= self.most_calls <= LONGEST
        require(counted, "most_calls", shortened(self.most_calls, repr), f"a whole number from 1 to {LONGEST}")

    def _check_always(self) -> None:
        """Refuse what is no row, and a row of a user whose rows may be added or removed."""
        for row in self.always:
            fits = isinstance(row, tuple) and len(row) == len(self.columns)
            require(fits, "always", shortened(row, repr), f"rows of {len(self.columns)} entries")
            if self.user is not None:
                other = row[list(self.columns).index(self.user)] not in users(self.columns[self.user])
                require(other, "always", shortened(row, repr), f"rows of a {self.user} that is not tried")

    @property
    def needs(self) -> Mapping[str, Any] | None:
        """What the worker makes of rows: an array or a frame; None where JSON has the form."""
        if self.form not in ("array", "frame") and not self.calls:
            return None
        columns = list(self.columns)
        return {"kind": self.form, "columns": columns, "library": "pandas", "calls": bool(self.calls)}

    @property
    def words(self) -> str:
        """What neighbors are, in words."""
        whose = "a row is" if self.user is None else f"all rows of one {self.user} are"
        how = "added or removed" if self.adjacency == "add-remove" else "replaced"
        beside = f", beside {len(self.always)} that always stand there" if self.always else ""
        found = f"tables of {self.rows[0]} to {self.rows[1]} rows{beside}, of which {whose} {how}"
        return f"{found}, and of 1 to {self.most_calls} calls" if self.calls else found


def _check_rows(rows: object) -> None:
    expected = f"two whole numbers, 0 <= least <= most <= {LONGEST}, with most above 0"
    pair = isinstance(rows, tuple) and len(rows) == 2 and all(type(each) is int for each in rows)
    require(pair and 0 <= rows[0] <= rows[1] <= LONGEST and rows[1] > 0, "rows", shortened(rows, repr), expected)  # type: ignore[index]


def read_schema(said: object) -> Schema:
    """Return a schema that is one, or a mapping of its parts, or the path of a .json or .toml file of them.

    Raises:
        ValueError: it is no schema, or no file that can be read.
    """
    if isinstance(said, Schema):
        return said
    if isinstance(said, str | Path):
        return _of_file(Path(said))
    require(isinstance(said, Mapping), "schema", shortened(said, repr), "a mapping, or a .json or .toml file")
    given = dict(said)  # type: ignore[call-overload]
    known = ("columns", "form", "adjacency", "user", "rows", "duplicates", "always", "calls", "most_calls")
    for name in given:
        require(name in known, "schema", shortened(name, repr), f"of {', '.join(known)}")
    columns = given.pop("columns", None)
    require(isinstance(columns, Mapping), "columns", shortened(columns, repr), "a mapping of names to columns")
    given["columns"] = {str(name): column_of(each, f"columns.{name}") for name, each in columns.items()}
    given["calls"] = _calls(given.get("calls", {}))
    if isinstance(given.get("rows"), list | tuple):
        given["rows"] = tuple(given["rows"])
    given["always"] = _always(given.get("always", ()))
    require(
        isinstance(given.get("duplicates", True), bool), "duplicates", repr(given.get("duplicates")), "true or false"
    )
    return Schema(**given)


def _calls(said: Any) -> dict[str, dict[str, Column]]:
    """Return the methods that may be called, with the columns of their arguments."""
    expected = "a mapping of methods to mappings of arguments to columns"
    known = isinstance(said, Mapping) and all(isinstance(each, Mapping) for each in said.values())
    require(known, "calls", shortened(said, repr), expected)
    return {
        str(method): {str(name): column_of(each, f"calls.{method}.{name}") for name, each in arguments.items()}
        for method, arguments in said.items()
    }


def _always(said: Any) -> tuple[tuple[Any, ...], ...]:
    listed = isinstance(said, list | tuple) and all(isinstance(row, list | tuple) for row in said)
    require(listed, "always", shortened(said, repr), "a list of rows, each a list of its entries")
    return tuple(map(tuple, said))


def _of_file(path: Path) -> Schema:
    expected = "a .json or .toml file of a schema"
    require(path.suffix in (".json", ".toml"), "schema", shortened(str(path), repr), expected)
    try:
        text = path.read_text(encoding="utf-8")
        content = json.loads(text) if path.suffix == ".json" else tomllib.loads(text)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise ValueError(f"schema = {shortened(str(path))}: expected a file that can be read ({reason})") from None
    except ValueError as error:
        line = str(error).splitlines()[0]
        raise ValueError(f"schema = {shortened(str(path))}: expected {path.suffix[1:]} ({line})") from None
    require(isinstance(content, Mapping), "schema", shortened(str(path)), expected)
    return read_schema(content)


# Inferring


def infer_schema(example: object, **more: Any) -> Schema:
    """Return a schema that an example may come from; ``more``: what is not to be inferred, such as ``adjacency``.

    The example is a list of numbers or texts, of lists, or of dicts, a dict of columns, an array, or a data frame.

    Raises:
        ValueError: it is no table.
    """
    form, names, rows = _taken_apart(example)
    require(bool(names), "example", shortened(example, repr), "a table with at least one row")
    columns = {name: infer_column([row[place] for row in rows]) for place, name in enumerate(names)}
    return replace(read_schema({"columns": {"x": "real"}}), columns=columns, form=form, **more)


def _taken_apart(example: Any) -> tuple[str, list[str], list[list[Any]]]:
    """Return the form of a table, the names of its columns, and its rows."""
    if hasattr(example, "columns") and hasattr(example, "to_dict"):
        names = [str(name) for name in example.columns]
        return "frame", names, [list(row) for row in example.to_numpy().tolist()]
    if hasattr(example, "tolist") and hasattr(example, "ndim"):
        listed = example.tolist()
        rows = listed if example.ndim == 2 else [[entry] for entry in listed]
        return "array", _numbered(rows), rows
    if isinstance(example, Mapping):
        entries = [list(column) for column in example.values()]
        return "columns", list(map(str, example)), [list(row) for row in zip(*entries, strict=True)]
    known = isinstance(example, Sequence) and not isinstance(example, str)
    require(known, "example", shortened(example, repr), "a list, a dict of columns, an array or a data frame")
    return _of_list(list(example))


def _of_list(example: list[Any]) -> tuple[str, list[str], list[list[Any]]]:
    if example and all(isinstance(row, Mapping) for row in example):
        names = list(dict.fromkeys(name for row in example for name in row))
        return "rows", list(map(str, names)), [[row.get(name) for name in names] for row in example]
    if example and all(isinstance(row, list | tuple) for row in example):
        rows = [list(row) for row in example]
        require(len({len(row) for row in rows}) == 1, "example", shortened(example, repr), "rows of one length")
        return "lists", _numbered(rows), rows
    return "list", ["value"] if example else [], [[entry] for entry in example]


def _numbered(rows: list[list[Any]]) -> list[str]:
    return [f"column {place + 1}" for place in range(len(rows[0]))] if rows else []


explain_failures(__name__)
