"""The check of a proof: each step follows from earlier ones in the way that it says, and the last one is the claim."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from dpassay.exact.real import working_precision
from dpassay.proofs_check.kernel import check as kernel_check
from dpassay.proofs_check.kernel import statements as kernel_statements
from dpassay.proofs_check.kernel.expressions import Number, Variable, ball
from dpassay.proofs_check.kernel.interval import Interval
from dpassay.proofs_check.kernel.rejected import Rejected, insist
from dpassay.proofs_check.proof.addition import Addition
from dpassay.proofs_check.proof.application import Application
from dpassay.proofs_check.proof.context import Context
from dpassay.proofs_check.proof.duties import duties
from dpassay.proofs_check.proof.reading import written
from dpassay.proofs_check.proof.sequents import Scope, Sequent
from dpassay.proofs_check.proof.statements import (
    MOST_SENTENCES,
    Analysis,
    Apply,
    Arithmetic,
    By,
    Cases,
    Constant,
    Exhaustion,
    Statement,
    Step,
    Theorem,
    Together,
    Use,
    Words,
)
from dpassay.proofs_check.proof.terms import (
    CONTRARY,
    Formula,
    Indicator,
    Mean,
    Quantity,
    Relation,
    Total,
    conjuncts,
    contrary,
    free,
    parts,
    substituted,
)
from dpassay.proofs_check.proof.uses import Uses
from dpassay.proofs_check.proof.values import Point

PRECISIONS: Final = (64, 256, 1024)
"""Bits, tried one after the other, to decide a relation between numbers."""
LONGEST_WORDS: Final = 600
Evidence = Callable[[Mapping[str, Any]], Mapping[str, Any] | None]


@dataclass
class Checker:
    """Checks the steps of one proof in their order.

    Args:
        statement: what is proved.
        find: the statement of a rule, a theorem or a claim, by its id; ``Rejected`` where there is none.
        evidence: what the kernel is shown for a statement of one variable.
        cited: what the steps cite; of the model's facts no others can be used. Without it, all can.
    """

    statement: Statement
    find: Callable[[str], Statement]
    evidence: Evidence
    cited: Collection[str] | None = None
    scope: Scope = field(init=False)
    known: dict[str, Sequent] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.scope = Scope(self.statement)
        self.scope.insist_on_domains()
        model = self.statement.model
        insist(not (model.of_any and model.facts), "a lemma on anything assumes no facts, but what is given")
        for name, fact in model.facts.items():
            if self.cited is None or name in self.cited:
                self._learn(name, self.scope.sequent(fact, ()))
        for name, given in self.statement.given.items():
            self._learn(name, self.scope.sequent(given.formula, given.where))

    def _learn(self, name: str, sequent: Sequent) -> None:
        insist(name not in self.known, f"{name!r} is the name of two steps")
        insist(not set(name) & set("<>="), f"{name!r} is the name of a step, and looks like a relation")
        self.scope.with_conditions(sequent)
        self.known[name] = sequent

    def check(self, step: Step) -> None:
        """Accept a step, which later ones may use from now on, or raise ``Rejected``."""
        sequent, context = self.stated(step)
        self.justify(sequent, step.by, context)
        self.known[step.name] = sequent

    @property
    def uses(self) -> Uses:
        """What a step may use now."""
        return Uses(self.scope, self.known)

    def stated(self, step: Step) -> tuple[Sequent, Context]:
        """What a step says, and what is known where it stands; ``Rejected`` where it has no meaning."""
        taken = step.name in self.known or step.name in self.statement.model.facts
        insist(not taken, f"{step.name!r} is the name of two steps")
        insist(not set(step.name) & set("<>="), f"{step.name!r} is the name of a step, and looks like a relation")
        sequent = self.scope.sequent(step.formula, step.where)
        return sequent, self.scope.with_conditions(sequent, self._defined(step, sequent))

    def _defined(self, step: Step, sequent: Sequent) -> list[Relation]:
        """What the steps say that show the formula to be defined, where the conditions hold that are defined anyway."""
        context = self.scope.context(sequent.formula, *sequent.where)
        for condition in sequent.where:
            if all(duty.is_evident() for duty in duties(condition, context)):
                context = context.with_known((condition,))
        return [self.uses.relation(Use(name), context) for name in step.defined]

    def conclude(self, proof: Sequence[Step]) -> None:
        """Accept that the claim is what the last step says, or the last steps, one for each of its relations.

        Each relation holds for all values of its own variables, so it is used at these alone: what a step knows of
        other variables, such as that there are any, does not count.
        """
        claim = self.scope.sequent(self.statement.formula, self.statement.where)
        wanted = conjuncts(claim.formula)
        for part in wanted:
            self._insist_on_said(replace(claim, formula=part), proof[-len(wanted) :])

    def _insist_on_said(self, part: Sequent, last: Sequence[Step]) -> None:
        said: list[Formula] = []
        complaint = ""
        for step in reversed(last):
            try:
                context = self.scope.with_conditions(part, self._defined(step, part))
                said += conjuncts(self.scope.at(self.known[step.name], {}, context))
            except Rejected as rejection:  # another step may say it
                complaint = complaint or f"; {step.name!r}: {rejection}"
        if not any(self.scope.forms.equal(part.formula, other) for other in said):
            told = " and ".join(map(written, said)) or "nothing"
            raise Rejected(f"the last step is {told}, not the claim, {written(part.formula)}{complaint}")

    def justify(self, sequent: Sequent, by: object, context: Context) -> None:
        """Accept that it follows in the way that is said, or raise ``Rejected``."""
        goal = sequent.formula
        match by:
            case Arithmetic():
                Addition(self.scope, self.uses, context).check(goal, by)
            case Analysis():
                self._analysis(goal, by, context)
            case Constant():
                _constant(goal)
            case Apply():
                insist(by.id != self.statement.id, f"{by.id} rests on itself")
                Application(self.scope, self.known, self.find(by.id), context).check(goal, by)
            case Together():
                self._together(goal, by, context)
            case Cases():
                for case, one in self._told_apart(sequent, by):
                    insist(not isinstance(one, Exhaustion | Words), f"a case by {type(one).__name__.lower()}")
                    self.scope.insist_on(duties(case.where[-1], context))
                    self.justify(case, one, context.with_known(case.where[-1:]))
            case Exhaustion():
                self._exhaustion(sequent)
            case Words():
                self._words(by)
            case _:
                raise Rejected(f"{by!r} is no justification")

    def _analysis(self, goal: Formula, by: Analysis, context: Context) -> None:
        """The kernel's inequality on the interval, at a term that lies in it."""
        context = context.with_known(self.uses.relation(used, context) for used in by.uses)
        relation, term = self.scope.reader.relation(by.formula), self.scope.reader.term(by.at)
        alone = free(relation) <= {by.variable} and not any(isinstance(part, Quantity) for part in parts(relation))
        insist(
            alone, f"{by.formula} is no formula of {by.variable} alone"
        )  # written for the kernel, they look the same
        expression = f"{written(relation.right)} - ({written(relation.left)})"
        statement = kernel_statements.inequality(
            expression, by.variable, by.interval, ">" if relation.operator == "<" else ">="
        )
        insist(relation.operator != "=", f"{by.formula} is an equality")
        evidence = self.evidence(statement)
        insist(evidence is not None, f"the kernel is shown nothing for {by.formula} on {by.interval}")
        kernel_check(statement, evidence or {})
        self.scope.insist_on(duties(term, context))
        for bound in _bounds(Interval.read(by.interval), term):
            insist(context.shows(bound), f"{written(bound)} is not known")
        said = substituted(relation, {by.variable: term})
        insist(self.scope.forms.equal(said, goal), f"the kernel gives {written(said)}")

    def cases(self, sequent: Sequent, by: By) -> Iterator[Sequent]:
        """What a step says in each of the cases that it tells apart."""
        if isinstance(by, Cases):
            for case, one in self._told_apart(sequent, by):
                yield case
                yield from self.cases(case, one)

    def _told_apart(self, sequent: Sequent, by: Cases) -> Iterator[tuple[Sequent, By]]:
        relation = self.scope.reader.relation(by.relation)
        insist(relation.operator in CONTRARY, f"{by.relation} is no inequality")
        yield replace(sequent, where=(*sequent.where, relation)), by.holds
        yield replace(sequent, where=(*sequent.where, contrary(relation))), by.fails

    def _together(self, goal: Formula, by: Together, context: Context) -> None:
        known = [part for used in by.uses for part in conjuncts(self.uses.formula(used, context))]
        for part in conjuncts(goal):
            insist(any(self.scope.forms.equal(part, other) for other in known), f"no step says {written(part)}")

    def _exhaustion(self, sequent: Sequent) -> None:
        """The formula is true in each setting that meets the conditions; what is undecided shows nothing."""
        model, names = self.statement.model, self.statement.names
        insist(model.finite, f"{model.name}: there are more settings than can be tried")
        loose = self.scope.variables(sequent.formula, *sequent.where) - self.scope.parameters
        insist(not loose, f"{', '.join(sorted(loose))}: not fixed by a setting")
        for setting in model.settings():
            point = Point(model, names, setting, model.read(setting))
            met = [point.holds(condition) for condition in sequent.where]
            insist(None not in met, f"a condition is not decided in {setting}")
            insist(not all(met) or point.holds(sequent.formula) is True, f"not shown in {setting}")

    def _words(self, by: Words) -> None:
        text = " ".join(by.text.split())
        short = sum(text.count(f"{end} ") for end in ".!?;") < MOST_SENTENCES and len(text) <= LONGEST_WORDS
        insist(bool(text) and short, f"words: expected at most {MOST_SENTENCES} sentences")
        for used in by.uses:
            insist(used.step in self.known, f"{used.step!r} is no earlier step")


def _bounds(interval: Interval, term: Any) -> list[Relation]:
    low = [] if interval.low is None else [_bound(Number(interval.low), term, closed=interval.low_closed)]
    return low + ([] if interval.high is None else [_bound(term, Number(interval.high), closed=interval.high_closed)])


def _bound(left: Any, right: Any, *, closed: bool) -> Relation:
    return Relation("<=" if closed else "<", left, right)


def _constant(goal: Formula) -> None:
    """Enclose both sides; an undecided comparison shows nothing."""
    if not isinstance(goal, Relation) or goal.operator == "=":
        raise Rejected(f"{written(goal)} is no inequality of numbers")
    insist(
        not any(isinstance(part, Variable | Quantity | Mean | Total | Indicator) for part in parts(goal)),
        "not of numbers alone",
    )
    left: Any = goal.left
    right: Any = goal.right
    for precision in PRECISIONS:
        with working_precision(precision):
            gap = ball(right, {}) - ball(left, {})
            if gap > 0:  # what is not finite is not
                return
    raise Rejected(f"{written(goal)} is not shown by enclosures of {PRECISIONS[-1]} bits")


def check(theorem: Theorem, find: Callable[[str], Statement], evidence: Evidence) -> None:
    """Accept a proof, or raise ``Rejected``; the message names the step."""
    insist(bool(theorem.proof), "a proof without steps")
    checker = Checker(theorem.statement, find, evidence)
    for step in theorem.proof:
        try:
            checker.check(step)
        except Rejected as rejection:
            raise Rejected(f"{theorem.statement.id}, {step.name!r}: {rejection}") from None
    checker.conclude(theorem.proof)
