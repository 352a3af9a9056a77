"""What is known of a claim, read off the graph: its own steps, and all that these rest on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from dpassay.proofs_check.kernel.rejected import Rejected, insist
from dpassay.proofs_check.proof.check import Checker, Evidence
from dpassay.proofs_check.proof.facts import tested
from dpassay.proofs_check.proof.instances import Instances, Tally
from dpassay.proofs_check.proof.no_constant import insist_on_family
from dpassay.proofs_check.proof.register import REFUTATIONS, THEOREMS, Refutation, find
from dpassay.proofs_check.proof.sequents import Scope
from dpassay.proofs_check.proof.statements import (
    Analysis,
    Apply,
    Arithmetic,
    Constant,
    Exhaustion,
    Model,
    Step,
    Theorem,
    Together,
    Words,
)
from dpassay.proofs_check.proof.terms import OUTCOME
from dpassay.proofs_check.proof.values import Point

KINDS = {
    Arithmetic: "arithmetic",
    Analysis: "analysis",
    Constant: "constant",
    Apply: "applied",
    Together: "together",
    Exhaustion: "exhaustion",
    Words: "words",
}


@dataclass(frozen=True, slots=True)
class Checked:
    """What the check of a theorem found.

    Args:
        tallies: of each step, on how many instances it holds.
        rests_on: the rules, theorems and claims that it applies.
        facts: the facts of the model that its steps use.
        by: how many steps are of each kind.
    """

    tallies: Mapping[str, Tally]
    rests_on: tuple[str, ...]
    facts: tuple[str, ...]
    by: Mapping[str, int]


@dataclass
class Graph:
    """The theorems that were checked, each once; ``evidence`` is what the kernel is shown."""

    evidence: Evidence
    checked: dict[str, Checked] = field(default_factory=dict)
    models: dict[str, Model] = field(default_factory=dict)
    _open: list[str] = field(default_factory=list)

    def words(self, id: str) -> int:  # noqa: A002  # the name that it has everywhere
        """The number of steps in words of a theorem and of all that it rests on."""
        return sum(self.check(name).by.get("words", 0) for name in self.needed(id))

    def needed(self, id: str) -> list[str]:  # noqa: A002  # the name that it has everywhere
        """A theorem and all theorems that it rests on, the other parts of its claim among them, each once."""
        found = [id]
        for name in found:
            found += [other for other in self.check(name).rests_on if other in THEOREMS and other not in found]
        return found

    def verdict(self, id: str) -> str:  # noqa: A002  # the name that it has everywhere
        """Return "proved", "argued" or "refuted"; ``Rejected`` where the claim is not established."""
        if id in REFUTATIONS:
            refute(REFUTATIONS[id])
            self._insist_on_family(REFUTATIONS[id])
            return "refuted"
        insist(id in THEOREMS, f"no claim {id!r}")
        return "argued" if self.words(id) else "proved"

    def _insist_on_family(self, refutation: Refutation) -> None:
        """That a claim fails for one constant does not refute that there is one."""
        family = refutation.no_constant
        if family is not None:
            insist(self.verdict(family.by) == "proved", f"{family.by} is not proved")
            insist_on_family(refutation.statement, find(family.by), family)

    def check(self, id: str) -> Checked:  # noqa: A002  # the name that it has everywhere
        """Check a theorem, and first all that it rests on; ``Rejected`` where one of them is not accepted."""
        if id not in self.checked:
            insist(id not in self._open, f"{' rests on '.join([*self._open, id])}: a circle")
            insist(id in THEOREMS, f"no claim {id!r}")
            self._open.append(id)
            try:
                for other in rests_on(THEOREMS[id]):
                    if other in THEOREMS:
                        self.check(other)
                unknown = [other for other in THEOREMS[id].also if other not in THEOREMS]
                insist(not unknown, f"{id}: no claim {', '.join(unknown)}")
                self._test(THEOREMS[id].statement.model)
                self.checked[id] = check_theorem(THEOREMS[id], self.evidence)
            finally:
                self._open.pop()
        return self.checked[id]

    def _test(self, model: Model) -> None:
        """Test what a model says of itself, once."""
        if model.of_any or self.models.get(model.name) is model:
            return
        insist(model.name not in self.models, f"{model.name!r} is the name of two models")
        tested(model)
        self.models[model.name] = model


def rests_on(theorem: Theorem) -> tuple[str, ...]:
    """The ids that the steps of a theorem apply, and those of other parts of the claim, each once."""
    applied = (step.by.id for step in theorem.proof if isinstance(step.by, Apply))
    return tuple(dict.fromkeys([*applied, *theorem.also]))


def check_theorem(theorem: Theorem, evidence: Evidence) -> Checked:
    """Check every step and evaluate it on instances; what it rests on is taken as established."""
    insist(bool(theorem.proof), f"{theorem.statement.id}: a proof without steps")
    checker, instances = Checker(theorem.statement, find, evidence), Instances(theorem)
    tallies: dict[str, Tally] = {}
    for step in theorem.proof:
        try:
            checker.check(step)
            tallies[step.name] = instances.tally(step.name, checker.known[step.name], checker.scope)
        except Rejected as rejection:
            raise Rejected(f"{theorem.statement.id}, {step.name!r}: {rejection}") from None
    checker.conclude(theorem.proof)
    cited = {name for step in theorem.proof for name in cites(step)}
    facts = tuple(name for name in theorem.statement.model.facts if name in cited)
    return Checked(tallies, rests_on(theorem), facts, Counter(KINDS[type(step.by)] for step in theorem.proof))


def cites(step: Step) -> Iterator[str]:
    """The names of the steps and facts that a step uses."""
    yield from step.defined
    match step.by:
        case Arithmetic(terms):
            yield from (used.step for _, used in terms)
        case Analysis() | Apply() | Together() | Words():
            yield from (used.step for used in step.by.uses)


def refute(refutation: Refutation) -> None:
    """Accept that the statement fails at its instance, which lies in the domains and meets the conditions."""
    statement, scope = refutation.statement, Scope(refutation.statement)
    scope.insist_on_domains()
    sequent = scope.sequent(statement.formula, statement.where)
    values = {**statement.model.read(refutation.setting), **refutation.values}
    point = Point(statement.model, statement.names, refutation.setting, values)
    names = scope.variables(sequent.formula, *sequent.where) | scope.parameters
    lacking = names - set(values)
    insist(not lacking, f"{statement.id}: no value for {', '.join(sorted(lacking))}")
    for name in sorted(names):
        insist(_is_of_its_sort(name, values[name], scope, refutation), f"{statement.id}: {name} = {values[name]}")
    domains = [r for name in names if not name.startswith(OUTCOME) for r in scope.domain_relations(name)]
    for condition in (*domains, *sequent.where):
        insist(point.holds(condition) is True, f"{statement.id}: the instance does not meet {condition}")
    insist(point.holds(sequent.formula) is False, f"{statement.id}: the statement does not fail there")


def _is_of_its_sort(name: str, value: Any, scope: Scope, refutation: Refutation) -> bool:
    """An outcome is one of its space, and an integer is one."""
    if name.startswith(OUTCOME):
        return value in set(scope.statement.model.outcomes[name.removeprefix(OUTCOME)](refutation.setting))
    return scope.sort(name) != "integer" or (isinstance(value, int | Fraction) and value == int(value))
