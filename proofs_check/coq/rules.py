"""The rules of proofs in Coq: each is proved there, and each of its conditions is refuted or not needed.

The proofs are written by hand, in the preludes ``Rules_*.v``. What they prove is compared by Coq with what the rules
say: each statement that ``theorems`` writes is closed by ``exact`` with the theorem that stands there. The theorem
``x_needs_c`` is that the rule x without its condition c is false, and ``x_without_c`` that c is there so that the
formula has a meaning, and nothing more: in Coq each function has a value everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from dpassay.proofs_check.coq.files import LIBRARY, PRELUDES, prelude
from dpassay.proofs_check.coq.statements import Condition, conditions, proposition, theorem_name
from dpassay.proofs_check.coq.theorem import CoqTheorem
from dpassay.proofs_check.proof.rules import RULES
from dpassay.proofs_check.proof.statements import Statement

THEOREM: Final = re.compile(r"^Theorem (\w+) :\n(.*?)\.\nProof", re.DOTALL | re.MULTILINE)
NEEDS, WITHOUT = "needs", "without"


@cache
def stated() -> dict[str, tuple[str, str]]:
    """The theorems of the preludes on rules: the file and the statement of each, as it is written there."""
    found: dict[str, tuple[str, str]] = {}
    for name in PRELUDES:
        if name.startswith("Rules"):
            found |= {theorem: (name, statement) for theorem, statement in THEOREM.findall(prelude(name))}
    return found


def label(statement: Statement, condition: Condition) -> str:
    """What the name of the theorem on a condition ends with, such as "domain_w_2" for the second relation on w."""
    alike = [other for other in conditions(statement) if (other.kind, other.name) == (condition.kind, condition.name)]
    return f"{condition.kind}_{condition.name}" + (f"_{alike.index(condition) + 1}" if len(alike) > 1 else "")


def on_condition(statement: Statement, condition: Condition) -> tuple[str, str] | None:
    """The name of the theorem on a condition, and what it has to say; nothing where there is none."""
    without = proposition(statement, condition)
    for how, said in ((NEEDS, f"~ ({without})"), (WITHOUT, without)):
        name = f"{theorem_name(statement.id)}_{how}_{label(statement, condition)}"
        if name in stated():
            return name, said
    return None


def theorems() -> tuple[CoqTheorem, ...]:
    """That each rule is proved as it is written, and what is proved of each of its conditions."""
    return tuple(theorem for rule in RULES.values() for theorem in _of(rule))


def _of(rule: Statement) -> Iterator[CoqTheorem]:
    name = theorem_name(rule.id)
    if name in stated():
        yield _closed(rule, rule.formula, name, proposition(rule))
    for condition in conditions(rule):
        found = on_condition(rule, condition)
        if found is not None:
            yield _closed(rule, f"without {condition.text or condition.kind}", *found)


def _closed(rule: Statement, words: str, name: str, said: str) -> CoqTheorem:
    """A statement that follows from a theorem of the preludes, for it is the same."""
    file, _ = stated()[name]
    return CoqTheorem(
        f"rule_{name}",
        rule.id,
        f"rule {name}",
        words,
        said,
        f"exact {file}.{name}.",
        (f"From {LIBRARY} Require {file}.",),
    )


PROVED: Final = {
    name: f"{stated()[theorem_name(name)][0]}.{theorem_name(name)}" for name in RULES if theorem_name(name) in stated()
}
"""The theorem of each rule that is proved in Coq."""
RESISTS: Final[dict[str, str]] = {}
"""The rules that are not, each with the reason."""
