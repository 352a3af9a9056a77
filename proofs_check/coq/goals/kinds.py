"""How Coq shows a statement of the kernel: for each kind, the proof that its evidence gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from dpassay.proofs_check.coq.goals.duties import Duty, duties
from dpassay.proofs_check.coq.goals.equations import equal
from dpassay.proofs_check.coq.goals.formulas import Formula, Power, read, variables
from dpassay.proofs_check.coq.goals.inequalities import Aim, prove
from dpassay.proofs_check.coq.goals.intervals import Interval
from dpassay.proofs_check.coq.goals.notebook import Notebook
from dpassay.proofs_check.coq.goals.polynomials import positively
from dpassay.proofs_check.coq.goals.script import Script, written
from dpassay.proofs_check.coq.goals.signs import ABOVE, BELOW, value
from dpassay.proofs_check.coq.goals.statements import Statement, claims, names
from dpassay.proofs_check.coq.goals.writing import POWER, term, variable
from dpassay.proofs_check.coq.goals.writing import number as written_number


@dataclass(frozen=True, slots=True)
class Proof:
    """What stands between `Proof.` and `Qed.`, and the lemmas that it uses."""

    script: str
    lemmas: tuple[str, ...] = ()


def proof(statement: Statement, evidence: Any, name: str) -> Proof:
    """The proof of what ``statements.said`` says, as the theorem of that name; ``Resisting`` where none is found."""
    script, lemmas = KINDS[statement["kind"]](statement, evidence, name)
    return Proof(written(script), tuple(lemmas))


def _identity(statement: Statement, evidence: Any, name: str) -> tuple[Script, list[str]]:  # noqa: ARG001
    return ["intros.", *equal(read(statement["left"]), read(statement["right"]))], []


def _nonnegative(statement: Statement, evidence: Any, name: str) -> tuple[Script, list[str]]:  # noqa: ARG001
    """A sum of products of what is not negative and of squares; a point, where all conditions are to hold."""
    formula, where = read(statement["expression"]), [read(text) for text in statement["where"]]
    total, factors = _combination(evidence["terms"])
    shown: Script = [
        f"replace ({term(formula)}) with ({total}).",
        [positively(strict=statement["relation"] == ">")],
        "symmetry.",
        *equal(formula, *factors),
    ]
    whole: Script = ["intros.", *_split([*_of_numbers(len(duties(formula))), shown])]
    if not where:
        return whole, []
    point = [Fraction(evidence["point"][name]) for name in names(*where)]
    together: Script = [f"exists {', '.join(map(written_number, point))}."] if point else []
    return ["split.", together + _split(_of_numbers(len(where))), whole], []


def _combination(terms: list[Mapping[str, Any]]) -> tuple[str, list[Formula]]:
    """The sum that the evidence gives, a positive constant first, and the formulas in it."""
    ordered = sorted(terms, key=lambda one: bool(one.get("factors")) or "square" in one or Fraction(one["weight"]) <= 0)
    found, summands = [], []
    for one in ordered:
        factors = [read(text) for text in one.get("factors", [])]
        factors += [Power(read(one["square"]), 2)] if "square" in one else []
        found += factors
        summands.append(" * ".join([written_number(Fraction(one["weight"])), *(term(part, POWER) for part in factors)]))
    return " + ".join(summands) or "0", found


def _on_interval(statement: Statement, evidence: Any, name: str) -> tuple[Script, list[str]]:
    formula, interval = read(statement["expression"]), Interval.read(statement["interval"])
    notebook = Notebook(name, statement["variable"])
    shown = [notebook.shown(interval, *duty) for duty in duties(formula)]
    node = {"by": "rational"} if statement["kind"] == "sign" else evidence
    shown.append(notebook.applied(prove(notebook, Aim(formula, interval, statement["relation"] == ">"), node)))
    return notebook.intro(interval) + _split([[how] for how in shown]), notebook.lemmas


def _on_box(statement: Statement, evidence: Any, name: str) -> tuple[Script, list[str]]:  # noqa: ARG001
    """By interval arithmetic; Coq divides the box itself."""
    cut = "".join(f"i_bisect {variable(side)}, " for side in sorted(statement["box"]))
    shown: list[Script] = [
        [*_apart(claim), f"first [lra | interval with ({cut}i_prec 100)]."]
        for claim in claims(read(statement["expression"]), ">")
    ]
    return ["intros.", *_split(shown)], []


def _apart(claim: Duty) -> Script:
    """What `interval` shows of a number that is not 0."""
    formula, sign = claim
    if sign != "!=":
        return []
    return [BELOW if not variables(formula) and value(formula) < 0 else ABOVE]


def _split(parts: list[Script]) -> Script:
    """Show the parts of a conjunction."""
    return parts[0] if len(parts) == 1 else ["repeat match goal with |- _ /\\ _ => split end.", *parts]


def _of_numbers(count: int) -> list[Script]:
    """Show so many things of numbers."""
    return [["first [lra | not_0 | interval]."] for _ in range(count)]


KINDS: Final[dict[str, Callable[[Statement, Any, str], tuple[Script, list[str]]]]] = {
    "box": _on_box,
    "identity": _identity,
    "inequality": _on_interval,
    "nonnegative": _nonnegative,
    "sign": _on_interval,
}
