"""Accountants: a table of libraries with the lines that ask them, and asking one about a composition.

What is run is what a violation prints: lines of Python that need the library alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from string import Template
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from dpassay.audit.accountants import script
from dpassay.audit.answers.compositions import KINDS, Composition, literal
from dpassay.audit.answers.environments import Environment
from dpassay.audit.answers.outcome import Failure, Origin, Samples
from dpassay.audit.answers.runner import draw
from dpassay.audit.answers.target_tables import Types, check_row, content_of, requirements_of, rows_of
from dpassay.audit.answers.watching import Progress
from dpassay.exact import require
from dpassay.exact.entrance import explain_failures

__all__ = ["TABLE", "TIME_LIMIT", "Accountant", "Answer", "Given", "Question", "ask", "load_accountants"]

TABLE: Final = Path(script.__file__).with_name("accountants.toml")
SCRIPT: Final = f"{script.__file__}:{script.answers.__name__}"

TIME_LIMIT: Final = 120.0
"""Seconds for all questions about one composition, the import of the library included."""

Side = Literal["upper", "lower", "estimate"]

_TYPES: Final[Types] = {
    "name": (str, "a text"),
    "environment": (str, "a text"),
    "side": (str, '"upper", "lower" or "estimate"'),
    "claim": (str, "a text"),
    "imports": (str, "lines of Python"),
    "parts": (dict, "a table of lines"),
    "composed": (str, "lines of Python"),
    "delta": (str, "an expression"),
    "epsilon": (str, "an expression"),
    "expect": (str, '"flag" or "pass"'),
    "why": (str, "a text"),
    "parameters": (dict, "a table of texts"),
}


@dataclass(frozen=True, slots=True)
class Accountant:
    """A row of the table.

    Attributes:
        name: what the command line calls it.
        environment: where it runs.
        side: what its answers are: upper bounds, lower bounds, or estimates that promise neither.
        claim: where its documentation says so.
        imports: lines before all others.
        parts: for each kind of parts that it knows, an expression with the part's numbers behind dollar signs.
        composed: what makes one thing of the list ``parts``.
        delta: the expression for delta at ``$epsilon``; empty where it gives none.
        epsilon: the expression for epsilon at ``$delta``; the same.
        expect: what is known of it.
        why: how that is known.
        parameters: none.
    """

    name: str
    environment: str
    side: Side
    claim: str
    imports: str
    parts: Mapping[str, str]
    composed: str
    delta: str
    epsilon: str
    expect: Literal["flag", "pass"]
    why: str
    parameters: Mapping[str, str]

    def knows(self, composition: Composition) -> bool:
        """Tell whether it can be asked about a composition."""
        return all(part.kind in self.parts for part in composition.parts)

    def lines(self, composition: Composition) -> str:
        """Return the lines that compose."""
        parts = [Template(self.parts[part.kind]).substitute(part.values()) for part in composition.parts]
        listed = "".join(f"    {part},\n" for part in parts)
        return f"{self.imports.strip()}\n\nparts = [\n{listed}]\n{self.composed.strip()}\n"

    def expression(self, question: Question) -> str:
        """Return the expression that asks a question; empty where it is none for this accountant."""
        if question.asks == "delta":
            return Template(self.delta).substitute(epsilon=literal(question.at))
        return Template(self.epsilon).substitute(delta=literal(question.at))

    def program(self, composition: Composition, question: Question) -> str:
        """Return the program that asks one question of the library alone."""
        return f"{self.lines(composition)}print({self.expression(question)})\n"


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a composition: delta at an epsilon, or the least epsilon at a delta, which is a double."""

    asks: Literal["delta", "epsilon"]
    at: Fraction

    @property
    def words(self) -> str:
        """The question in words."""
        return f"{self.asks} at {'epsilon' if self.asks == 'delta' else 'delta'} = {literal(self.at)}"


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to a question: a double as it is, plus or minus infinity, or None where there is no number."""

    question: Question
    value: float | None
    seconds: float


@dataclass(frozen=True, slots=True)
class Given:
    """What an accountant said of a composition; ``seconds`` is what composing took it, ``printed`` what it printed."""

    answers: tuple[Answer, ...]
    seconds: float
    origin: Origin
    printed: str = ""


# The table


def load_accountants(table: Path = TABLE) -> dict[str, Accountant]:
    """Return the accountants of the table by name, in its order; ``ValueError`` names a row that is malformed."""
    content = content_of(table)
    environments = requirements_of(content, table)
    found: dict[str, Accountant] = {}
    for where, row in rows_of(content, table):
        whole = {"parameters": {}, **row}
        check_row(whole, where, _TYPES, ("delta", "parameters"), environments)
        sides = row["side"] in ("upper", "lower", "estimate")
        require(sides, f"{where}: side", repr(row["side"]), _TYPES["side"][1])
        unknown = [kind for kind in row["parts"] if kind not in KINDS]
        require(not unknown, f"{where}: parts", ", ".join(unknown), f"some of {', '.join(KINDS)}")
        accountant = Accountant(**{"delta": "", **whole})
        require(accountant.name not in found, where, repr(accountant.name), "a name that no other accountant has")
        found[accountant.name] = accountant
    return found


# Asking


def ask(
    accountant: Accountant,
    composition: Composition,
    questions: Sequence[Question],
    environment: Environment,
    *,
    time_limit: float = TIME_LIMIT,
    progress: Progress | None = None,
) -> Given | Failure:
    """Ask an accountant about a composition that it knows, in a process of its own.

    Whatever the library does is no exception: one that raises, hangs or answers no numbers gives a ``Failure``.
    """
    require(accountant.knows(composition), "composition", composition.name, f"one that {accountant.name} knows")
    asked = [question for question in questions if accountant.expression(question)]
    if environment.python is None:
        return Failure("setup", environment.problem or "no interpreter", environment.seconds, 0, Origin())
    drawn = draw(
        SCRIPT,
        [0],
        {"lines": accountant.lines(composition), "questions": "\n".join(map(accountant.expression, asked))},
        samples=1,
        seed=0,
        python=environment.python,
        time_limit=time_limit,
        first_time_limit=time_limit,
        progress=progress,
    )
    return drawn if isinstance(drawn, Failure) else _given(drawn, asked)


def _given(drawn: Samples, asked: Sequence[Question]) -> Given | Failure:
    """Read the row of numbers that `script.answers` returns."""
    row: NDArray[Any] = drawn.arrays[0].ravel() if drawn.arrays else np.empty(0)
    if len(row) != 1 + 3 * len(asked):
        shown = f"the answer has {len(row)} numbers: expected {1 + 3 * len(asked)}"
        return Failure("output", shown, drawn.seconds, 0, drawn.origin)
    triples = row[1:].reshape(-1, 3).tolist()
    answers = (Answer(asked[i], _value(kind, value), seconds) for i, (kind, value, seconds) in enumerate(triples))
    return Given(tuple(answers), float(row[0]), drawn.origin, drawn.stderr.strip())


def _value(kind: float, value: float) -> float | None:
    if kind == script.INFINITE:
        return value * float("inf")
    return value if kind == script.FINITE else None


explain_failures(__name__)
