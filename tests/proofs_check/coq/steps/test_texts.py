"""What is written of steps is read back: the same formulas, the same domains, conditions and duties."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any

from dpassay.proofs_check import registry
from dpassay.proofs_check.coq.formulas import identifier
from dpassay.proofs_check.coq.steps.entries import contrary, texts
from dpassay.proofs_check.coq.steps.texts import StepText
from dpassay.proofs_check.kernel.expressions import Call, Number, Power, Variable
from dpassay.proofs_check.proof.reading import written
from dpassay.proofs_check.proof.register import THEOREMS
from dpassay.proofs_check.proof.sequents import Sequent
from dpassay.proofs_check.proof.statements import Apply, Words
from dpassay.proofs_check.proof.terms import ZERO, Independent, Quantity, Relation, conjuncts, free, parts, substituted
from tests.proofs_check.coq.steps.reading_back import ForAll, IsInteger, NotZero, Reader, plain

assert registry.CLAIMS


def is_of_relations(text: StepText) -> bool:
    sequents = [text.goal, *(text.known[name] for name in text.cited)]
    return not any(isinstance(sequent.formula, Independent) for sequent in sequents)


@cache
def steps() -> list[tuple[str, StepText]]:
    return [
        (f"{id_}: {step.name}", text)
        for id_, theorem in THEOREMS.items()
        for step, text in texts(theorem)
        if not isinstance(step.by, Apply | Words) and is_of_relations(text)
    ]


def read(text: StepText) -> ForAll:
    quantities = text.scope.statement.names.quantities
    random = frozenset(name for name, known in quantities.items() if known.depends is not None)
    found: ForAll = Reader(text.statement, random).whole()
    return found


def named(node: Any) -> Any:
    """A formula with the names that its variables have in Coq."""
    values = {name: Variable(identifier(name)) for name in free(node)}
    return plain(substituted(node, values))


def relations(nodes: Any) -> list[Any]:
    return [node.term if isinstance(node, IsInteger) else node for node in nodes]


def expected_domain(text: StepText, name: str) -> list[Any]:
    first = [Variable(identifier(name))] if text.scope.sort(name) == "integer" else []
    return [*first, *map(named, text.scope.domain_relations(name))]


def expected_premises(text: StepText, sequent: Sequent) -> list[Any]:
    own = sorted(text.scope.variables(sequent.formula, *sequent.where) - text.scope.parameters)
    domains = [one for name in own if not name.startswith("@") for one in expected_domain(text, name)]
    return [*domains, *map(named, sequent.where)]


def without_numbers(told: str) -> str:
    """A formula, whatever its bound variables are called."""
    return re.sub(r"v_\d+d|\?\d+", "?", told)


def expected_duties(sequent: Sequent) -> set[str]:
    """What is divided by is not 0, what stands in logs above it, in roots not below it."""
    found = set()
    for part in parts(named(sequent.formula)):
        match part:
            case Power(base, exponent) if exponent < 0 and not isinstance(base, Number):
                found.add(f"{written(base)} is not 0")
            case Call("log", argument) if not isinstance(argument, Number):
                found.add(f"0 < {written(argument)}")
            case Call("sqrt", argument) if not isinstance(argument, Number):
                found.add(f"0 <= {written(argument)}")
    return set(map(without_numbers, found))


def ground(node: Any) -> Iterator[Any]:
    """The relations below the binders of duties."""
    if isinstance(node, ForAll):
        for inner in node.said:
            yield from ground(inner)
    else:
        yield node


def told(node: Any) -> str:
    return without_numbers(f"{written(node.term)} is not 0" if isinstance(node, NotZero) else written(node))


def differs(text: StepText, found: ForAll) -> str | None:
    """Where what is read back is something else; ``None`` where it is the same."""
    scope, *_, goal = text.scope, *found.said
    expected = [one for name in scope.statement.model.parameters for one in expected_domain(text, name)]
    if relations(found.needed[: len(expected)]) != expected:
        return "the domains of parameters"
    cited = found.needed[len(expected) + len(text.ranges) :]
    sequents = [*(text.known[name] for name in text.cited), text.goal]
    if len(cited) + 1 != len(sequents):
        return "what is cited"
    for sequent, part in zip(sequents, [*cited, goal], strict=True):
        if relations(part.needed) != expected_premises(text, sequent):
            return "the premises"
        wanted = [named(one) for one in conjuncts(sequent.formula)]
        defined, formulas = part.said[: -len(wanted)], list(part.said[-len(wanted) :])
        if formulas != wanted:
            return "the formula"
        if {told(one) for duty in defined for one in ground(duty)} != expected_duties(sequent):
            return "the duties"
    return None


def test_every_step_is_read_back() -> None:
    wrong = [(name, found) for name, text in steps() if (found := differs(text, read(text))) is not None]
    assert not wrong, (len(wrong), wrong[:3])
    assert len(steps()) > 4000


def test_a_step_that_says_something_else_is_noticed() -> None:
    for name, text in islice(steps(), 0, None, 40):
        goal = text.goal
        other = replace(text, goal=replace(goal, formula=contrary(goal.formula)))
        assert differs(text, read(other)) == "the formula", name
        fewer = replace(text, goal=replace(goal, where=(*goal.where, Relation("<", ZERO, ZERO))))
        assert differs(text, read(fewer)) == "the premises", name


def test_what_is_cited_is_written_out() -> None:
    for name, text in steps()[::40]:
        fewer = replace(text, cited=text.cited[:-1])
        assert not text.cited or differs(text, read(fewer)) is not None, name


def test_all_that_is_spoken_of_is_bound() -> None:
    for _, text in steps()[::10]:
        found = read(text)
        names = {name for name, _ in found.bound}
        assert {f"q_{name}" for name in text.quantities} <= names
        mentioned = {f"q_{part.name}" for part in parts(text.goal.formula) if isinstance(part, Quantity)}
        assert mentioned <= names
