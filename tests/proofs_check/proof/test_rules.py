"""Every rule on random small exact instances: it holds on all of them, and on some it fails without each condition.

A condition is a hypothesis, a relation in the domain of a parameter, that a parameter is an integer, and that a law is
the conditional one of another. What has no meaning fails.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.proof.names import Domain, Named
from dpassay.proofs_check.proof.rules import RULES
from dpassay.proofs_check.proof.sequents import Scope
from dpassay.proofs_check.proof.statements import Given, Statement
from dpassay.proofs_check.proof.terms import OUTCOME, Formula, Relation
from dpassay.proofs_check.proof.values import Point

OUTCOMES = tuple(product((0, 1), repeat=2))
NUMBERS = tuple(map(Fraction, ("-1", "-1/2", "0", "1/2", "1", "2")))
INTEGERS = tuple(map(Fraction, range(-1, 4)))
DRAWS = 6000
ENOUGH = 10
EMPTY = "low <= high + 1"
"""Of a sum over a range of another length there is nothing to say: its value is 0 here, and it is never written."""
IMPLIED = {
    ("log grows", "B", "0 < B"): "0 < A <= B",
    ("log grows strictly", "B", "0 < B"): "0 < A < B",
    ("sqrt grows", "B", "0 <= B"): "0 <= A <= B",
    ("equal indices", "A", "low <= A"): "f(A) has no meaning elsewhere",
    ("equal indices", "A", "A <= high"): "f(A) has no meaning elsewhere",
    ("equal indices", "B", "low <= B"): "B is A",
    ("equal indices", "B", "B <= high"): "B is A",
    ("equal indices", "A", ""): "A is B",
    ("equal indices", "B", ""): "B is A",
    ("induction", "low", ""): "f(low) has no meaning elsewhere",
    ("induction of equalities", "low", ""): "f(low) has no meaning elsewhere",
    ("independent sum", "low", ""): "X(t) at t = low has no meaning elsewhere",
    ("independent sum", "high", ""): "independent(X(t), t, low, high) has no meaning elsewhere",
}
"""What is written in a rule for the reader, or so that its formula has a meaning, and is implied by the rest."""

Value = Callable[..., Fraction]


def table(random: Random, keys: tuple[Any, ...]) -> Mapping[Any, Fraction]:
    return {key: random.choice(NUMBERS) for key in keys}


def law(random: Random) -> dict[Any, Fraction]:
    """Any law, a product of two, or one outcome alone."""
    match random.randrange(3):
        case 0:
            weights = {y: random.choice((0, 0, 1, 2)) for y in OUTCOMES}
        case 1:
            first, second = (random.choice(((1, 1), (1, 2), (0, 1))) for _ in range(2))
            weights = {(x, y): first[x] * second[y] for x, y in OUTCOMES}
        case _:
            weights = dict.fromkeys(OUTCOMES, 0) | {random.choice(OUTCOMES): 1}
    whole = sum(weights.values())
    return {y: Fraction(w, whole) for y, w in weights.items()} if whole else law(random)


def conditional(whole: Mapping[Any, Fraction]) -> Callable[[Any], Mapping[Any, Fraction]]:
    """The law given the first bit."""

    def given(past: Any) -> Mapping[Any, Fraction]:
        mass = sum((w for y, w in whole.items() if y[0] == past[0]), Fraction(0))
        return (
            {y: w / mass for y, w in whole.items() if y[0] == past[0]} if mass else dict.fromkeys([past], Fraction(1))
        )

    return given


def quantity(random: Random, known: Named) -> Value:
    """A table over integers and outcomes, or a line in a real; with an index sometimes of its own bit alone."""
    if any(Domain.read(text).sort == "real" for text in known.index.values()):
        slope, level = random.choice(NUMBERS), table(random, OUTCOMES)
        return lambda x, y=OUTCOMES[0]: slope * x + level[y]
    own = table(random, tuple(product(INTEGERS, (0, 1))))
    any_ = table(random, tuple(product(INTEGERS, OUTCOMES)))
    if known.space is None:
        return lambda t: any_[Fraction(t), OUTCOMES[0]]
    if not known.index:
        return lambda y: any_[INTEGERS[0], y]
    if random.randrange(2):
        return lambda t, y: own[Fraction(t), y[int(t) - 1]]
    return lambda t, y: any_[Fraction(t), y]


def setting(random: Random, rule: Statement, *, any_kernel: bool) -> dict[str, Any]:
    quantities = rule.model.quantities
    found: dict[str, Any] = {}
    for name, known in quantities.items():
        if not known.law:
            alike = [
                found[n]
                for n, q in quantities.items()
                if n in found and (q.index, q.space, q.law) == (known.index, known.space, False)
            ]
            found[name] = random.choice(alike) if alike and not random.randrange(4) else quantity(random, known)
        elif known.given is None:
            whole = law(random)
            found[name] = lambda whole=whole: whole
        elif any_kernel:
            kernels = {past: law(random) for past in OUTCOMES}
            found[name] = kernels.__getitem__
        else:
            found[name] = conditional(found[str(known.mean_of)]())
    return found


@dataclass(frozen=True)
class Condition:
    """What a rule asks for: a hypothesis, a relation of a domain, an integer, a conditional law."""

    kind: str
    name: str
    text: str = ""


def conditions(rule: Statement) -> list[Condition]:
    """All of them."""
    domains = {name: Domain.read(text) for name, text in rule.model.parameters.items()}
    found = [Condition("hypothesis", name, given.formula) for name, given in rule.given.items()]
    found += [Condition("domain", name, text) for name, domain in domains.items() for text in domain.relations]
    found += [Condition("integer", name) for name, domain in domains.items() if domain.sort == "integer"]
    return found + [Condition("conditional", name) for name, q in rule.model.quantities.items() if q.mean_of]


def numbers_of(random: Random, rule: Statement, without: Condition | None) -> dict[str, Fraction]:
    """Values of the parameters; of sums over pairs of bits the ranges are 1 to at most 2."""
    pairs = (
        any(q.index and q.space and q.of is None for q in rule.model.quantities.values())
        and "low" in rule.model.parameters
    )
    values = {}
    for name, text in rule.model.parameters.items():
        whole = Domain.read(text).sort == "integer" and without != Condition("integer", name)
        values[name] = random.choice(INTEGERS if whole else NUMBERS)
        if whole and pairs:
            values[name] = Fraction(1) if name == "low" else random.choice(INTEGERS[1:4])
    return values


def assignments(
    rule: Statement, scope: Scope, point: Point, formula: Formula, where: tuple[Relation, ...]
) -> Iterator[Point]:
    """The point with all values of the variables that are not parameters, where the domains and conditions allow."""
    names = sorted(scope.variables(formula, *where) - set(rule.model.parameters))
    for values in product(*(OUTCOMES if name.startswith(OUTCOME) else INTEGERS for name in names)):
        at = Point(point.model, point.names, point.setting, {**point.values, **dict(zip(names, values, strict=True))})
        domains = [r for name in names if not name.startswith(OUTCOME) for r in scope.domain_relations(name)]
        if all(at.holds(condition) is True for condition in (*domains, *where)):
            yield at


def holds(rule: Statement, scope: Scope, point: Point, given: Given) -> bool | None:
    """Tell whether a formula holds at all values; ``False`` where it has no meaning at some."""
    sequent = scope.sequent(given.formula, given.where)
    try:
        answers = {at.holds(sequent.formula) for at in assignments(rule, scope, point, sequent.formula, sequent.where)}
    except (Rejected, ArithmeticError, LookupError):
        return False
    return next((answer for answer in (False, None) if answer in answers), True)


def instances(rule: Statement, without: Condition | None = None) -> Iterator[bool | None]:
    """Tell of random instances that meet the conditions, all but one, whether the rule holds there."""
    random, scope = Random(f"{rule.id} {without}"), Scope(rule)
    for _ in range(DRAWS):
        made = setting(random, rule, any_kernel=without is not None and without.kind == "conditional")
        point = Point(rule.model, rule.names, made, numbers_of(random, rule, without))
        domains = [
            Given(text)
            for name, domain in rule.model.parameters.items()
            for text in Domain.read(domain).relations
            if Condition("domain", name, text) != without
        ]
        needed = [g for name, g in rule.given.items() if Condition("hypothesis", name, g.formula) != without]
        if all(holds(rule, scope, point, given) is True for given in (*domains, *needed)):
            yield holds(rule, scope, point, Given(rule.formula, rule.where))


@pytest.mark.parametrize("name", RULES)
def test_a_rule_holds_where_its_conditions_do(name: str) -> None:
    met = 0
    for answer in instances(RULES[name]):
        assert answer is not False
        met += 1
        if met == 20 * ENOUGH:
            break
    assert met >= ENOUGH


@pytest.mark.parametrize(
    ("name", "condition"),
    [
        pytest.param(name, condition, id=f"{name} without {condition.kind} {condition.name} {condition.text}")
        for name, rule in RULES.items()
        for condition in conditions(rule)
        if condition.text != EMPTY
        and (name, condition.name, condition.text) not in IMPLIED
        and (name, condition.name) != ("independent sum", "1")
    ],
)
def test_a_rule_fails_without_a_condition(name: str, condition: Condition) -> None:
    assert False in instances(RULES[name], condition)


def test_a_sum_of_one_sign_taken_twice_is_not_independent() -> None:
    """Draws do not meet it: cosh 1 <= exp(1/2) holds, and cosh 2 <= exp(1) does not."""
    rule, scope = RULES["independent sum"], Scope(RULES["independent sum"])
    for alike in (True, False):
        coins = {(x, x if alike else y): Fraction(1, 2 if alike else 4) for x, y in OUTCOMES if x == y or not alike}
        made = {"P": lambda coins=coins: coins, "X": lambda t, y: 2 * y[int(t) - 1] - 1, "c": lambda t: Fraction(1, 2)}
        point = Point(rule.model, rule.names, made, {"s": Fraction(1), "low": Fraction(1), "high": Fraction(2)})
        assert holds(rule, scope, point, rule.given["2"]) is True
        assert holds(rule, scope, point, rule.given["1"]) is not alike
        assert holds(rule, scope, point, Given(rule.formula)) is not alike
