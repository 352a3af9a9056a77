"""What Coq is told of rules and lemmas, read a second time, says of numbers and laws what the rules and lemmas say."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import pytest

from dpassay.exact import as_real
from dpassay.proofs_check.coq.lemmas import LEMMAS
from dpassay.proofs_check.coq.statements import Condition, conditions, proposition
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.rules import RULES
from dpassay.proofs_check.proof.sequents import Scope
from dpassay.proofs_check.proof.statements import Given, Statement
from dpassay.proofs_check.proof.values import Point
from tests.proofs_check.coq.read_back import NoMeaningError, meaning
from tests.proofs_check.proof.test_rules import OUTCOMES, holds, numbers_of, setting

DRAWS = 150
"""Of each rule."""


def as_float(value: Any) -> float:
    return float(as_real(value).evaluate().mid())


def function(known: Named, of: Callable[..., Any]) -> Any:
    """A quantity or a law of a setting as Coq's functions see it."""
    real = {"real"} <= {text.split(",")[0] for text in known.index.values()}

    def at(*arguments: Any) -> Any:
        indices, rest = arguments[: len(known.index)], arguments[len(known.index) :]
        if not real and any(index != int(index) for index in indices):
            raise NoMeaningError
        try:
            value = of(*(index if real else int(index) for index in indices), *rest)
        except LookupError:
            raise NoMeaningError from None
        return {y: as_float(w) for y, w in value.items()} if known.law else as_float(value)

    return at if known.index or known.depends is not None else at()


def environment(statement: Statement, made: Mapping[str, Any], numbers: Mapping[str, Any]) -> dict[str, Any]:
    env: dict[str, Any] = {f"v_{name}": as_float(value) for name, value in numbers.items()}
    for name, known in statement.model.quantities.items():
        env[f"q_{name}"] = function(known, made[name])
    return env


def read(statement: Statement, env: dict[str, Any], outcomes: Any) -> dict[str, bool]:
    """Which of its premises hold, as Coq is told, and whether the conclusion does."""
    names, parts = meaning(proposition(statement), outcomes)
    assert {name for name, _ in names if not name.startswith("S_")} == set(env)
    answers = [part(env) for part in parts]
    return {"conclusion": bool(answers[-1]), **{str(k): bool(answer) for k, answer in enumerate(answers[:-1])}}


def told(rule: Statement, point: Point) -> dict[str, bool | None]:
    """The same, as the checker's own evaluation sees it; integers and conditional laws are as they should be."""
    scope = Scope(rule)
    found = []
    for condition in in_order(rule):
        known = condition.kind in {"integer", "conditional"}
        given = rule.given.get(condition.name) if condition.kind == "hypothesis" else Given(condition.text)
        found.append(True if known or given is None else holds(rule, scope, point, given))
    whole = holds(rule, scope, point, Given(rule.formula, rule.where))
    return {"conclusion": whole, **{str(k): answer for k, answer in enumerate(found)}}


def in_order(rule: Statement) -> list[Condition]:
    """The conditions in the order in which they are written: of a parameter first that it is an integer."""
    parameters = [c for name in rule.model.parameters for kind in ("integer", "domain") for c in conditions(rule)
                  if (c.kind, c.name) == (kind, name)]  # fmt: skip
    return parameters + [
        c for kind in ("range", "conditional", "hypothesis") for c in conditions(rule) if c.kind == kind
    ]


@pytest.mark.parametrize("name", RULES)
def test_a_rule_says_the_same_in_coq(name: str) -> None:
    rule, random, compared = RULES[name], Random(name), 0
    for _ in range(DRAWS):
        made = setting(random, rule, any_kernel=False)
        numbers = numbers_of(random, rule, None)
        point = Point(rule.model, rule.names, made, numbers)
        try:
            theirs = read(rule, environment(rule, made, numbers), OUTCOMES)
        except (NoMeaningError, OverflowError):
            continue
        ours = told(rule, point)
        for part in ours:
            if (
                ours[part] is False
                and "independent" in dict(enumerate(in_order(rule))).get(_place(part), Condition("", "")).text
            ):
                continue
            assert theirs[part] is (ours[part] is not False), (part, numbers)
        compared += 1
    assert compared >= 10


def _place(part: str) -> int:
    return -1 if part == "conclusion" else int(part)


@pytest.mark.parametrize("name", LEMMAS)
def test_a_lemma_holds_in_its_settings_as_coq_is_told(name: str) -> None:
    lemma = LEMMAS[name]
    for made in lemma.model.settings():
        if made is None:
            continue
        numbers = lemma.model.read(made)
        outcomes = [y for of in lemma.model.outcomes.values() for y in of(made)]
        try:
            assert set(read(lemma, environment(lemma, made, numbers), outcomes).values()) == {True}
        except NoMeaningError:
            pytest.skip("a function has no value beyond its domain")
