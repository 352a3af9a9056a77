"""A step by a rule, a lemma or a claim as a theorem; this is trusted, and the proof in ``applied`` is not.

A rule is a theorem of the preludes. What a lemma or a claim says is a premise, as what an earlier step says is: their
own steps are theorems of their own. That a law is the conditional one of another is a premise where a rule asks for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from dpassay.proofs_check.coq.files import LIBRARY
from dpassay.proofs_check.coq.formulas import Writer, identifier, space
from dpassay.proofs_check.coq.rules import PROVED
from dpassay.proofs_check.coq.statements import StatementWriter, spaces_of
from dpassay.proofs_check.coq.steps.applied import Applied
from dpassay.proofs_check.coq.steps.definedness import duties
from dpassay.proofs_check.coq.steps.stuck import Stuck
from dpassay.proofs_check.coq.steps.texts import StepText, for_all
from dpassay.proofs_check.coq.theorem import CoqTheorem
from dpassay.proofs_check.coq.theorem import identifier as name_of
from dpassay.proofs_check.proof.application import Application
from dpassay.proofs_check.proof.names import Domain, Named
from dpassay.proofs_check.proof.register import find
from dpassay.proofs_check.proof.sequents import Scope, Sequent
from dpassay.proofs_check.proof.statements import Apply, Statement, Step
from dpassay.proofs_check.proof.terms import OUTCOME, Formula, Function, Quantity, Relation, conjuncts, parts


def application(text: StepText, step: Step, against: Formula | None = None) -> CoqTheorem:
    """A step by a rule, a lemma or a claim, with its proof; or a twin, which says ``against`` with the same proof."""
    id_ = text.scope.statement.id
    name = name_of("step", id_, step.name, *(["twin"] if against else []))
    found = applied(text, step, name, against)
    proof = found.tactics()
    rule = PROVED.get(found.other.id)
    required = () if rule is None else (f"From {LIBRARY} Require {rule.partition('.')[0]}.",)
    words = f"{step.formula}{' where ' if step.where else ''}{', '.join(step.where)}"
    words = f"the contrary of {words}" if against else words
    sentences = (*required, *found.prover.sentences)
    part = f"step {step.name}, twin" if against else f"step {step.name}"
    return CoqTheorem(name, id_, part, words, found.text.statement, proof, sentences, twin=against is not None)


def applied(text: StepText, step: Step, name: str, against: Formula | None = None) -> Applied:
    """What is applied, with what the step says."""
    by, scope = step.by, text.scope
    if not isinstance(by, Apply):
        raise Stuck("no application")
    other = find(by.id)
    app = Application(scope, text.known, other, scope.with_conditions(text.goal, _defined(text, step)))
    app.check(text.goal.formula, by)
    laws = conditional_laws(app)
    premises = [] if other.id in PROVED else [premise(other, app.functions, app.spaces)]
    cited = dict.fromkeys([*step.defined, *(used.step for used in by.uses)])
    said = replace(
        text,
        cited=[one for one in cited if one in text.known],
        more=(*premises, *(conditional(scope, law) for law in laws)),
        also=quantities(other, app.functions)
        | spoken_of(app)
        | {one for law in laws for one in (law, str(scope.statement.names.law_of(law).mean_of))},
    )
    return Applied(said, name, step, app, PROVED.get(other.id, ""), laws, against)


def _defined(text: StepText, step: Step) -> list[Relation]:
    """What the steps say that show the formula to be defined."""
    context = text.scope.context(text.goal.formula, *text.goal.where).with_known(text.goal.where)
    said = [text.scope.at(text.known[name], {}, context) for name in step.defined]
    return [formula for formula in said if isinstance(formula, Relation)]


@dataclass(frozen=True)
class Said(StatementWriter):
    """A lemma as its steps prove it: what it supposes and what it says is defined, and holds.

    A published theorem speaks of quantities that have a definition, such as the normal law: it holds of these alone.
    """

    @property
    def quantities(self) -> Mapping[str, Named]:
        """Those that anything can stand for."""
        return {name: named for name, named in super().quantities.items() if named.of is None}

    @property
    def defined(self) -> Mapping[str, Named]:
        """Those that have a definition."""
        return {name: named for name, named in super().quantities.items() if named.of is not None}

    @property
    def spaces(self) -> set[str]:
        """Those of quantities that anything can stand for alone."""
        return super().spaces - spaces_of(self.defined.values())

    def of(self, functions: Mapping[str, Function], spaces: Mapping[str, str]) -> str:
        """It, of the quantities of the model that stand for the defined ones, and their spaces."""
        if not self.defined:
            return f"({self.text()})"
        outcomes = sorted(spaces_of(self.defined.values()))
        bound = " ".join(
            [
                *(f"({space(one)} : Type)" for one in outcomes),
                *(f"(q_{name} : {Writer(self.statement.names).kind(named)})" for name, named in self.defined.items()),
            ]
        )
        mine = " ".join(
            [
                *(space(spaces[one]) for one in outcomes),
                *(f"q_{name}" for name in standing_for(self.defined, functions)),
            ]
        )
        return f"((fun {bound} => {self.text()}) {mine})"

    def conclusion(self) -> str:
        """Each of its relations, for all values of its own variables."""
        statement = self.statement
        whole = Scope(statement).sequent(statement.formula, statement.where)
        return " /\\ ".join(f"({self.sequent(replace(whole, formula=part))})" for part in conjuncts(whole.formula))

    def said(self, formula: Formula) -> str:
        """A formula is defined, and holds."""
        names = self.statement.names
        return " /\\ ".join([*(duty.text(Writer(names)) for duty in duties(formula, names)), super().said(formula)])


def standing_for(names: Iterable[str], functions: Mapping[str, Function]) -> list[str]:
    """The quantities of the model that stand for some of another statement."""
    bodies = [functions[name].body for name in names]
    found = [body.name for body in bodies if isinstance(body, Quantity)]
    if len(found) < len(bodies):
        raise Stuck("what is defined is another quantity")
    return found


def premise(other: Statement, functions: Mapping[str, Function], spaces: Mapping[str, str]) -> str:
    """What a lemma says of anything, or a claim of its model at the parameters, which are those of the step."""
    if other.model.of_any:
        return Said(other).of(functions, spaces)
    scope = Scope(other)
    text = StepText(scope, {}, scope.sequent(other.formula, other.where), [])
    given = [text.sequent(scope.sequent(one.formula, one.where)) for one in other.given.values()]
    said = (f"({text.sequent(replace(text.goal, formula=part))})" for part in conjuncts(text.goal.formula))
    return for_all([], given, " /\\ ".join(said))


def quantities(other: Statement, functions: Mapping[str, Function]) -> frozenset[str]:
    """The quantities of the model of which a claim speaks, or a published theorem."""
    if other.model.of_any:
        return frozenset(standing_for(Said(other).defined, functions))
    scope, nodes = Scope(other), list[Any]()
    for sequent in _sequents(scope, other):
        own = scope.variables(sequent.formula, *sequent.where)
        domains = [one for name in own if not name.startswith(OUTCOME) for one in scope.domain_relations(name)]
        nodes += [sequent.formula, *sequent.where, *domains]
    return frozenset(part.name for node in nodes for part in parts(node) if isinstance(part, Quantity))


def spoken_of(app: Application) -> frozenset[str]:
    """The quantities in what stands for numbers and functions."""
    nodes = [*app.values.values(), *(function.body for function in app.functions.values())]
    return frozenset(part.name for node in nodes for part in parts(node) if isinstance(part, Quantity))


def _sequents(scope: Scope, other: Statement) -> Iterator[Sequent]:
    yield scope.sequent(other.formula, other.where)
    for given in other.given.values():
        yield scope.sequent(given.formula, given.where)


def conditional_laws(app: Application) -> list[str]:
    """The laws of the model that stand for conditional ones of a rule or a lemma."""
    if not app.other.model.of_any:
        return []
    asked = [name for name, named in app.other.model.quantities.items() if named.law and named.mean_of is not None]
    bodies = [app.functions[name].body for name in asked]
    return list(dict.fromkeys(body.name for body in bodies if isinstance(body, Quantity)))


def conditional(scope: Scope, law: str) -> str:
    """That a law of the model is the conditional one of another, at all its indices."""
    names = scope.statement.names
    named = names.law_of(law)
    where: list[str] = []
    for index, text in named.index.items():
        domain = Domain.read(text)
        where += [f"is_int {identifier(index)}"] if domain.sort == "integer" else []
        where += [Writer(names).formula(scope.reader.relation(relation)) for relation in domain.relations]
    bound = [f"({identifier(index)} : R)" for index in named.index]
    at = " ".join([f"q_{law}", *map(identifier, named.index)])
    return for_all(bound, where, f"mean_law {f'({at})' if bound else at} q_{named.mean_of}")
