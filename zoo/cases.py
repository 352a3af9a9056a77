"""The rows of `faults.toml`, and the functions that they name. It needs numpy and the standard library only."""

from __future__ import annotations

import importlib.util
import math
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal

import numpy as np

FOLDER: Final = Path(__file__).resolve().parent
TABLE: Final = FOLDER / "faults.toml"
TARGETS: Final = FOLDER / "targets"

Role = Literal["fault", "sibling"]
ROLES: Final[tuple[Role, ...]] = ("fault", "sibling")
Reach = Literal["samples", "calls", "code"]
REACHES: Final = ("samples", "calls", "code")
ANSWERS: Final = ("numbers", "forms")

REQUIRED: Final = frozenset(
    {"name", "mechanism", "kind", "file", "fault", "sibling", "delta", "adjacency", "data", "answers", "reach", "why"}
)
OPTIONAL: Final = frozenset({"epsilon", "exp_epsilon", "number"})

Target = Callable[[Any, int, np.random.Generator], Any]


@dataclass(frozen=True, slots=True)
class Case:
    """A fault, its claim and its sibling: a row of the table, whose head says what each field is.

    Attributes:
        epsilon: as claimed; None where ``exp_epsilon`` is given.
        exp_epsilon: e^epsilon as claimed; None where ``epsilon`` is given.
    """

    name: str
    mechanism: str
    kind: str
    file: str
    fault: str
    sibling: str
    delta: Fraction
    adjacency: str
    data: tuple[Any, Any]
    answers: str
    reach: Reach
    why: str
    epsilon: Fraction | None = None
    exp_epsilon: Fraction | None = None
    number: int | None = None

    @property
    def claimed(self) -> float:
        """The claimed epsilon as a double, and not below it."""
        if self.epsilon is not None:
            near = float(self.epsilon)
            return near if Fraction(near) >= self.epsilon else math.nextafter(near, math.inf)
        return math.nextafter(math.log(float(self.exp_epsilon or 1)), math.inf)

    @property
    def path(self) -> Path:
        """The file that holds both functions."""
        return TARGETS / f"{self.file}.py"

    def function(self, role: Role) -> str:
        """Return the name of the faulty function, or of the correct one."""
        return self.fault if role == "fault" else self.sibling

    def fresh(self, role: Role) -> Target:
        """Return the function, of a fresh copy of its file: what it kept of earlier calls is gone."""
        spec = importlib.util.spec_from_file_location(f"zoo_target_{self.file}", self.path)
        if spec is None or spec.loader is None:
            raise ValueError(f"file = {self.file!r}: expected a file of {TARGETS}")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        target: Target = getattr(module, self.function(role))
        return target

    def draw(self, role: Role, size: int, seed: tuple[int, ...]) -> tuple[Any, Any]:
        """Return ``size`` answers on either input, drawn from a fresh copy with a seed of its own.

        They are drawn in one call; but one a call where only calls tell the fault.
        """
        first, second = (
            self._drawn(self.fresh(role), data, size, np.random.default_rng((*seed, place)))
            for place, data in enumerate(self.data)
        )
        return first, second

    def _drawn(self, target: Target, data: Any, size: int, rng: np.random.Generator) -> Any:
        if self.reach != "calls":
            return target(data, size, rng)
        return np.concatenate([target(data, 1, rng) for _ in range(size)])


@cache
def load(table: Path = TABLE) -> Mapping[str, Case]:
    """Return the cases by name, in the order of the table.

    Raises:
        ValueError: a row is malformed; the message names it.
    """
    rows = tomllib.loads(table.read_text(encoding="utf-8")).get("fault", [])
    cases: dict[str, Case] = {}
    for place, row in enumerate(rows):
        case = _case(row, f"fault {row.get('name', place)!r}")
        if case.name in cases:
            raise ValueError(f"name = {case.name!r}: expected a name that no other fault has")
        cases[case.name] = case
    return cases


def _case(row: dict[str, Any], where: str) -> Case:
    names = set(row)
    if not names >= REQUIRED or names - REQUIRED - OPTIONAL or len(names & {"epsilon", "exp_epsilon"}) != 1:
        odd = sorted((REQUIRED - names) | (names - REQUIRED - OPTIONAL))
        raise ValueError(f"{where}: {', '.join(odd) or 'epsilon'}: expected the fields that the table's head lists")
    for field, known in (("reach", REACHES), ("answers", ANSWERS)):
        if row[field] not in known:
            raise ValueError(f"{where}: {field} = {row[field]!r}: expected one of {', '.join(known)}")
    numbers: dict[str, Any] = {name: Fraction(row[name]) for name in ("delta", "epsilon", "exp_epsilon") if name in row}
    first, second = row["data"]
    fields: dict[str, Any] = {**row, "data": (first, second), **numbers}
    return Case(**fields)


def chosen(names: str | None) -> list[Case]:
    """Return the cases of a text such as "laplace-scale-20,form-nan", or all of them for "all" or None.

    Raises:
        ValueError: there is no such case.
    """
    known = load()
    if names is None or names.strip() == "all":
        return list(known.values())
    wanted = [name.strip() for name in names.split(",") if name.strip()]
    for name in wanted:
        if name not in known:
            raise ValueError(f"cases = {name!r}: expected names of {TABLE.name}, apart by commas")
    return [known[name] for name in wanted]
