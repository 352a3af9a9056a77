"""What is known of a claim, read off the graph: its own steps, and all that these rest on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from dpassay.proofs_check.kernel.rejected import Rejected, insist
from dpassay.proofs_check.proof.bound import insist_on_bound
from dpassay.proofs_check.proof.check import Checker, Evidence
from dpassay.proofs_check.proof.duties import Duty, duties
from dpassay.proofs_check.proof.facts import tested
from dpassay.proofs_check.proof.instances import FEW, MOST, Instances, Tally, is_of_sort
from dpassay.proofs_check.proof.no_constant import insist_on_family
from dpassay.proofs_check.proof.register import REFUTATIONS, THEOREMS, Refutation, find, registered
from dpassay.proofs_check.proof.sequents import Scope
from dpassay.proofs_check.proof.statements import (
    Analysis,
    Apply,
    Arithmetic,
    Cases,
    Constant,
    Exhaustion,
    Model,
    Step,
    Theorem,
    Together,
    Words,
    single,
    used_by,
)
from dpassay.proofs_check.proof.terms import OUTCOME, Independent, Mean, Total, free_in, parts
from dpassay.proofs_check.proof.values import Point, brief

KINDS = {
    Arithmetic: "arithmetic",
    Analysis: "analysis",
    Constant: "constant",
    Apply: "applied",
    Together: "together",
    Exhaustion: "exhaustion",
    Cases: "cases",
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
    """The theorems that were checked, each once; ``evidence`` is what the kernel is shown.

    ``ahead`` is what `alone` gave for some of them before, maybe in another process, each with what it was asked about.
    """

    evidence: Evidence
    checked: dict[str, Checked] = field(default_factory=dict)
    refuted: dict[str, Refutation] = field(default_factory=dict)
    ahead: dict[str, tuple[Theorem | Refutation | None, Checked]] = field(default_factory=dict)
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
            if self.refuted.get(id) is not REFUTATIONS[id]:
                self.alone(id)
                self._insist_on_what_it_rests_on(REFUTATIONS[id])
                self.refuted[id] = REFUTATIONS[id]
            return "refuted"
        insist(id in THEOREMS, f"no claim {id!r}")
        return "argued" if self.words(id) else "proved"

    def _insist_on_what_it_rests_on(self, refutation: Refutation) -> None:
        """What refutes a claim at each constant is proved, and so is that a bound is legal; its steps may be in words.

        What follows from that for the claim, `alone` has looked at.
        """
        family, bound = refutation.no_constant, refutation.bound
        proved = (() if family is None else (family.by, *family.conditions)) + (() if bound is None else bound.legal)
        for name in proved:
            insist(self.verdict(name) == "proved", f"{name} is not proved")
        if bound is not None:
            self.verdict(bound.by)

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
                self.checked[id] = self.alone(id)
            finally:
                self._open.pop()
        return self.checked[id]

    def alone(self, id: str) -> Checked:  # noqa: A002  # the name that it has everywhere
        """Check a theorem and its model, and take what it rests on as established; or refute, which has no steps."""
        known = registered(id)
        insist(known is not None, f"no claim {id!r}")
        about, found = self.ahead.get(id, (None, None))
        model = known.statement.model  # type: ignore[union-attr]  # just insisted on
        if not model.of_any and self.models.get(model.name) is not model:
            insist(model.name not in self.models, f"{model.name!r} is the name of two models")
            if about is not known:
                tested(model)
            self.models[model.name] = model
        if found is not None and about is known:
            return found
        if id in REFUTATIONS:
            _refute_in_general(REFUTATIONS[id])
            return Checked({}, (), (), {})
        return check_theorem(THEOREMS[id], self.evidence)


def rests_on(theorem: Theorem) -> tuple[str, ...]:
    """The ids that the steps of a theorem apply, and those of other parts of the claim, each once."""
    applied = (by.id for step in theorem.proof for by in single(step.by) if isinstance(by, Apply))
    return tuple(dict.fromkeys([*applied, *theorem.also]))


def check_theorem(theorem: Theorem, evidence: Evidence) -> Checked:
    """Check every step and evaluate it on instances; what it rests on is taken as established."""
    insist(bool(theorem.proof), f"{theorem.statement.id}: a proof without steps")
    cited = {name for step in theorem.proof for name in cites(step)}
    checker = Checker(theorem.statement, find, evidence, cited)
    few, many = Instances(theorem), Instances(theorem, varied=True)
    tallies: dict[str, Tally] = {}
    for name, given in theorem.statement.given.items():  # what never holds, or where nothing is evaluated, gives all
        many.tally(f"the hypothesis {name}", checker.scope.sequent(given.formula, given.where), checker.scope)
    for step in theorem.proof:
        try:
            checker.check(step)
            instances, most = (many, MOST) if isinstance(step.by, Words) else (few, FEW)
            tallies[step.name] = instances.tally(step.name, checker.known[step.name], checker.scope, most)
            for case in checker.cases(checker.known[step.name], step.by):
                few.tally(f"a case of {step.name}", case, checker.scope, FEW)
        except Rejected as rejection:
            raise Rejected(f"{theorem.statement.id}, {step.name!r}: {rejection}") from None
    checker.conclude(theorem.proof)
    facts = tuple(name for name in theorem.statement.model.facts if name in cited)
    return Checked(tallies, rests_on(theorem), facts, Counter(KINDS[type(step.by)] for step in theorem.proof))


def cites(step: Step) -> Iterator[str]:
    """The names of the steps and facts that a step uses."""
    yield from step.defined
    yield from (used.step for used in used_by(step.by))


def _refute_in_general(refutation: Refutation) -> None:
    """That a claim fails for one constant does not refute that there is one, nor at one bound that it has any."""
    refute(refutation)
    claim, family, bound = refutation.statement, refutation.no_constant, refutation.bound
    if family is not None:
        insist_on_family(claim, find(family.by), family, map(find, family.conditions))
    if bound is not None:
        insist_on_bound(claim, find(bound.by), bound, map(find, bound.legal))


def refute(refutation: Refutation) -> None:
    """Accept that the statement fails at its instance, which is legal, and has a meaning there.

    The setting is of a type that the model's settings have, fixes the parameters, and makes no short fact false; each
    other variable has one value of its sort and its domain, and the conditions are met. What is not shown to be
    independent may be so all the same.
    """
    statement, scope = refutation.statement, Scope(refutation.statement)
    insist(not statement.model.of_any, f"{statement.id}: a lemma on anything is refuted in a model")
    insist(not statement.given, f"{statement.id}: whether a hypothesis holds is not looked at")
    scope.insist_on_domains()
    sequent = scope.sequent(statement.formula, statement.where)
    insist(not isinstance(sequent.formula, Independent), f"{statement.id}: independence is shown, and never refuted")
    types = {type(setting) for setting in statement.model.settings()}
    insist(type(refutation.setting) in types, f"{statement.id}: {refutation.setting!r} is no setting of the model")
    fixed = statement.model.read(refutation.setting)
    names = scope.variables(sequent.formula, *sequent.where) | scope.parameters
    insist(set(fixed) == scope.parameters, f"{statement.id}: the setting fixes {', '.join(sorted(fixed))}")
    wrong = (names - scope.parameters) ^ set(refutation.values)
    insist(not wrong, f"{statement.id}: expected one value of each variable, not so for {', '.join(sorted(wrong))}")
    point = Point(statement.model, statement.names, refutation.setting, {**fixed, **refutation.values})
    for name in names:
        told = f"{statement.id}: {name} = {brief(point.values[name])} is no {scope.sort(name)}"
        insist(is_of_sort(point, name, scope), told)
    domains = [r for name in names if not name.startswith(OUTCOME) for r in scope.domain_relations(name)]
    for condition in (*domains, *sequent.where):
        insist(point.holds(condition) is True, f"{statement.id}: the instance does not meet {condition}")
    _insist_on_facts(scope, point)
    context = scope.context(sequent.formula, *sequent.where).with_known(sequent.where)
    needed = [duty for node in (*sequent.where, sequent.formula) for duty in duties(node, context)]
    for duty in needed:
        insist(duty.is_evident() or _is_met(duty, point), f"{statement.id}: not shown: {duty}")
    insist(point.holds(sequent.formula) is False, f"{statement.id}: the statement does not fail there")


def _insist_on_facts(scope: Scope, point: Point) -> None:
    """No fact is false at the instance; those with sums or expectations, which are long in large settings, are left."""
    statement = scope.statement
    for name, text in statement.model.facts.items():
        fact = scope.reader.formula(text)
        long = any(isinstance(part, Total | Mean | Independent) for part in parts(fact))
        said = not long and scope.variables(fact) <= set(point.values)
        insist(
            not said or point.holds(fact) is not False, f"{statement.id}: the instance does not meet the fact {name}"
        )


def _is_met(duty: Duty, point: Point) -> bool:
    """Tell whether what a formula needs holds at a point, where it does not speak of bound variables."""
    names = free_in(*duty.relations, *(() if duty.integer is None else (duty.integer,)))
    if not names <= set(point.values):
        return False
    whole = duty.integer is None or getattr(point.of(duty.integer), "denominator", 0) == 1
    return whole and (not duty.relations or any(point.holds(relation) is True for relation in duty.relations))
