"""The rules of proofs in Coq: each is proved there, and each of its conditions is refuted or not needed.

The proofs are written by hand, in the preludes ``Rules_*.v``. What they prove is compared by Coq with what the rules
say: each statement that ``theorems`` writes is closed by ``exact`` with the theorem that stands there. The theorem
``x_needs_c`` is that the rule x without its condition c is false, and ``x_without_c`` that c is there so that the
formula has a meaning, and nothing more: in Coq each function has a value everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dpassay.proofs_check.coq.by_hand import closed, qualified, stated
from dpassay.proofs_check.coq.statements import Condition, conditions, proposition, theorem_name
from dpassay.proofs_check.coq.theorem import CoqTheorem
from dpassay.proofs_check.proof.rules import RULES
from dpassay.proofs_check.proof.statements import Statement

FILES: Final = "Rules"
NEEDS, WITHOUT = "needs", "without"


def label(statement: Statement, condition: Condition) -> str:
    """What the name of the theorem on a condition ends with, such as "domain_w_2" for the second relation on w."""
    alike = [other for other in conditions(statement) if (other.kind, other.name) == (condition.kind, condition.name)]
    return f"{condition.kind}_{condition.name}" + (f"_{alike.index(condition) + 1}" if len(alike) > 1 else "")


def on_condition(statement: Statement, condition: Condition) -> tuple[str, str] | None:
    """The name of the theorem on a condition, and what it has to say; nothing where there is none."""
    without = proposition(statement, condition)
    for how, said in ((NEEDS, f"~ ({without})"), (WITHOUT, without)):
        name = f"{theorem_name(statement.id)}_{how}_{label(statement, condition)}"
        if name in stated(FILES):
            return name, said
    return None


def theorems() -> tuple[CoqTheorem, ...]:
    """That each rule is proved as it is written, and what is proved of each of its conditions."""
    return tuple(theorem for rule in RULES.values() for theorem in _of(rule))


def _of(rule: Statement) -> Iterator[CoqTheorem]:
    name = theorem_name(rule.id)
    if name in stated(FILES):
        yield closed(FILES, "rule", rule.id, rule.formula, name, proposition(rule))
    for condition in conditions(rule):
        found = on_condition(rule, condition)
        if found is not None:
            yield closed(FILES, "rule", rule.id, f"without {condition.text or condition.kind}", *found)


PROVED: Final = {name: qualified(FILES, theorem_name(name)) for name in RULES if theorem_name(name) in stated(FILES)}
"""The theorem of each rule that is proved in Coq."""
RESISTS: Final[dict[str, str]] = {}
"""The rules that are not, each with the reason."""
