"""Published theorems: true on random exact instances, false without each condition, of what they name alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import mpmath
import pytest

from dpassay.exact import as_real
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.proof import register
from dpassay.proofs_check.proof.check import Checker
from dpassay.proofs_check.proof.names import Domain, Named
from dpassay.proofs_check.proof.of_anything import of_anything
from dpassay.proofs_check.proof.published import GAUSSIANS, NORMAL, PUBLISHED, gaussian_delta
from dpassay.proofs_check.proof.register import THEOREMS, find
from dpassay.proofs_check.proof.sequents import Scope
from dpassay.proofs_check.proof.statements import Statement, Step, apply
from dpassay.proofs_check.proof.terms import OUTCOME, free
from dpassay.proofs_check.proof.values import Point
from tests.proofs_check.proof.drawn_settings import Line, Tree, drawn_classes, drawn_lines, drawn_trees
from tests.proofs_check.proof.toys import EVIDENCE, at_once, claim, model

NUMBERS = tuple(map(Fraction, ("-3", "-1", "-1/3", "0", "1/10", "1/2", "1", "2", "7/2", "40")))
DRAWS, DRAWS_ON_LINES = 1500, 600
NOT_NEEDED = {
    ("privacy of normal noise", "e", "0 <= e"): "the source has it",
    ("privacy of normal noise", "v", "0 <= v"): "0 <= q <= z**2*v",
    ("pure parts", "T", "1 <= T"): "0 <= t <= T - 1",
    ("pure parts", "t", "0 <= t"): "there is no such round",
    ("pure parts", "t", "t <= T - 1"): "there is no such round",
    ("divergence of log-concave laws", "a", "0 < a"): "of its square alone",
    ("means under log-concave laws", "a", "0 < a"): "of its square alone",
    ("tail of a Lipschitz log ratio", "a", "0 < a"): "of its square alone, and where it is 0 there is no meaning",
    ("tail of a Lipschitz log ratio", "k", "0 < k"): "elsewhere the bound is at least 1",
}
"""Conditions that are there for the reader."""
Condition = tuple[str, str, str]
"""Of a hypothesis or a relation of a domain: the theorem, what it is of, and what it says."""


ON_LINES: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("i", "j", "r", "low", "high"), ("0", "1", "2")),
    "a": ("-1", "0", "1", "1", "2", "4"),
    "k": ("-1", "0", "1", "1", "2", "10"),
    "s": ("-1", "1", "2"),
}
"""Numbers for theorems on laws with densities."""


def drawn(theorem: Statement, random: Random) -> Point:
    """A setting that the theorem may speak of, random numbers, and an outcome where there are any."""
    known = theorem.model.quantities
    settings: Any = drawn_trees() if "after" in known else drawn_lines() if is_on_a_line(theorem) else drawn_classes()
    at = random.choice(settings)
    numbers = {
        name: [number for number in NUMBERS if domain.startswith("real") or number.denominator == 1]
        for name, domain in theorem.model.parameters.items()
    }
    if isinstance(at, Line):
        numbers |= {name: list(map(Fraction, ON_LINES[name])) for name in numbers if name in ON_LINES}
    values: dict[str, Any] = {name: random.choice(numbers[name]) for name in numbers}
    if isinstance(at, Tree):
        answers = tuple(random.randrange(at.size) for _ in range(at.rounds))
        values |= {"T": Fraction(at.rounds), f"{OUTCOME}answers": answers}
    return Point(theorem.model, theorem.names, at, values)


def is_on_a_line(theorem: Statement) -> bool:
    """Whether it speaks of laws with densities."""
    return "x" in theorem.model.variables


def conditions(theorem: Statement) -> list[Condition]:
    """The hypotheses and the relations of the domains."""
    found = [(theorem.id, name, given.formula) for name, given in theorem.given.items()]
    domains = theorem.model.parameters.items()
    return found + [(theorem.id, name, text) for name, domain in domains for text in Domain.read(domain).relations]


def holds(point: Point, condition: Any) -> bool:
    """Tell whether a condition is met; one without a meaning is not."""
    try:
        return point.holds(condition) is True
    except (LookupError, Rejected, ValueError):
        return False


def everywhere(point: Point, condition: Any, where: tuple[Any, ...]) -> bool:
    """Tell whether a condition is met at all places of a line where what it supposes is, half the way between two."""
    if not isinstance(point.setting, Line) or not free(condition) & {"x", "y"}:
        return holds(point, condition)
    pairs = product(point.setting.places, repeat=2)
    points = (point.at("x", x).at("y", y).at("v", Fraction(1, 2)) for x, y in pairs if x != y)
    return all(holds(one, condition) for one in points if all(holds(one, other) for other in where))


def answers(theorem: Statement, without: Condition | None = None) -> set[bool | None]:
    """What the theorem is at random numbers, of random settings, that meet the conditions, all but one.

    Without a meaning it is false.
    """
    random, scope = Random(f"{theorem.id} {without}"), Scope(theorem)
    supposed = {name: tuple(map(scope.reader.relation, given.where)) for name, given in theorem.given.items()}
    needed = [
        (scope.reader.relation(text), supposed.get(name, ()))
        for _, name, text in sorted(set(conditions(theorem)) - {without}, key=lambda condition: len(condition[2]))
    ]
    found: set[bool | None] = set()  # where both sides are equal, enclosures do not tell
    for _ in range(DRAWS_ON_LINES if is_on_a_line(theorem) else DRAWS):
        point = drawn(theorem, random)
        if all(everywhere(point, relation, where) for relation, where in needed):
            try:
                found.add(point.holds(scope.reader.formula(theorem.formula)))
            except (LookupError, Rejected, ValueError):
                found.add(False)
    return found


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_theorem_holds_where_its_conditions_do(name: str) -> None:
    assert True in answers(PUBLISHED[name])
    assert False not in answers(PUBLISHED[name])


@pytest.mark.parametrize("condition", [c for theorem in PUBLISHED.values() for c in conditions(theorem)], ids=str)
def test_a_theorem_fails_without_a_condition(condition: Condition) -> None:
    assert (False in answers(PUBLISHED[condition[0]], condition)) != (condition in NOT_NEEDED)


@pytest.mark.parametrize(
    ("name", "formula"),
    [
        ("privacy of normal noise", "gauss(q, v, e) <= Phi(z/2 - e/z) - exp(e)*Phi(z/2 - e/z)"),
        ("privacy of normal noise", "gauss(q, v, e) <= Phi(z/2 - e) - exp(e)*Phi(-z/2 - e)"),
        ("privacy of normal noise", "gauss(q, v, e) <= Phi(z/2 - e/z) - exp(2*e)*Phi(-z/2 - e/z)"),
        ("tail of the normal law", "2*Phi(-a) <= exp(-a**2)"),
        ("tail of the normal law", "3*Phi(-a) <= exp(-a**2/2)"),
        ("center of the normal law", "Phi(a) <= 1/2 + a/3"),
        ("small covers", "cover(r) <= exp(1)*(d + 1)*exp(d*log(1/(4*r)))"),
        ("small covers", "cover(r) <= exp(1)*d*exp(d*log(2*exp(1)/r))"),
        ("small covers", "cover(r) <= (d + 1)*exp((d - 1)*log(2*exp(1)/r))"),
        ("pure parts", "(1 - delta(t + 1))*pp(t + 1) <= 9/10*p(t + 1)"),
        ("pure parts", "pp(t + 1) <= p(t + 1)"),
        ("pure parts", "(1 - delta(t + 1)/2)*qq(t + 1) <= q(t + 1)"),
        ("pure parts", "0 <= L(t + 1)"),
        ("pure parts", "L(t + 1) <= 9/10*eps(t + 1)"),
        ("divergence of log-concave laws", "kl(i, j) <= a**2/(4*k)"),
        ("divergence of log-concave laws", "kl(i, j) <= a**2/(2*k**2)"),
        ("tail of a Lipschitz log ratio", "tail(i, j, kl(i, j) + s) <= exp(-3*k*s**2/a**2)"),
        ("tail of a Lipschitz log ratio", "2*tail(i, j, kl(i, j) + s) <= exp(-2*k*s**2/a**2)"),
        ("means under log-concave laws", "(mean(i, r) - mean(j, r))**2 <= a**2*kl(i, j)/(2*k)"),
        ("means under log-concave laws", "mean(i, r) - mean(j, r) <= 0"),
        ("means by total variation", "sum(mean(i, t), t, low, high) - sum(mean(j, t), t, low, high) <= w/5*off(i, j)"),
        ("few labelings", "alive(j) <= sum(C(j, i), i, 1, d)"),
        ("few labelings", "alive(j) <= sum(C(j, i), i, 0, d - 1)"),
        ("few labelings", "alive(j) <= sum(C(j - 1, i), i, 0, d)"),
    ],
)
def test_a_tampered_theorem_is_false(name: str, formula: str) -> None:
    assert False in answers(replace(PUBLISHED[name], formula=formula))


def test_each_says_where_it_is_found_and_is_found() -> None:
    for name, theorem in PUBLISHED.items():
        assert theorem.source
        assert find(name) is theorem
        assert all(known.of is not None for known in theorem.model.quantities.values())


# The values of the quantities, computed another way


@pytest.mark.parametrize("numbers", [("1", "1", "1"), ("1/4", "2", "0"), ("9", "1", "2"), ("2", "1/10", "1/2")])
def test_the_least_delta_is_an_integral(numbers: tuple[str, ...]) -> None:
    """Of what one density has above e^eps times the other, in two dimensions as in one: across the line of centers."""
    squared, variance, epsilon = map(Fraction, numbers)
    told = gaussian_delta(squared, variance, epsilon).bounds(40)[0]
    with mpmath.workdps(20):
        shift = mpmath.sqrt(mpmath.mpf(squared.numerator) / squared.denominator)
        width = mpmath.sqrt(mpmath.mpf(variance.numerator) / variance.denominator)

        def over(x: Any) -> Any:
            first, second = (mpmath.npdf(x, center, width) for center in (0, -shift))
            return first - mpmath.exp(mpmath.mpf(epsilon.numerator) / epsilon.denominator) * second

        crossing = width**2 * mpmath.mpf(epsilon.numerator) / epsilon.denominator / shift - shift / 2
        integral = mpmath.quad(over, [crossing, crossing + 5 * width, crossing + 30 * width])
        assert abs(integral - mpmath.mpf(told.numerator) / told.denominator) < mpmath.mpf(10) ** -8


def test_without_noise_or_without_a_distance() -> None:
    assert gaussian_delta(Fraction(0), Fraction(0), Fraction(1)) == 0
    assert gaussian_delta(as_real(0), Fraction(1), Fraction(1)) == 0
    assert gaussian_delta(Fraction(1), Fraction(0), Fraction(1)) == 1


# Nothing else stands for what a theorem speaks of

OTHER = Named(lambda _, x: Fraction(0) * x, {"x": "real"}, range="positive")
SHIFTED: Mapping[str, Named] = {"Phi": NORMAL, "Psi": OTHER, "g": GAUSSIANS}
HERE = model({"b": "real, 0 <= b"}, quantities=SHIFTED, facts={})
TAIL = "2*Phi(-b) <= exp(-b**2/2)"


@pytest.mark.parametrize(
    ("goal", "values", "complaint"),
    [
        (TAIL, {"Phi": "x: Phi(x)"}, ""),
        (TAIL, {"Phi": "y: Phi(y)"}, ""),
        (TAIL.replace("Phi", "Psi"), {"Phi": "x: Psi(x)"}, "is another quantity"),
        ("2*Phi(-b + 1) <= exp(-b**2/2)", {"Phi": "x: Phi(x + 1)"}, "is another quantity"),
        ("2*0 <= exp(-b**2/2)", {"Phi": "x: 0"}, "is another quantity"),
        ("2*b <= exp(-b**2/2)", {"Phi": "x: b"}, "is another quantity"),
        ("2*Phi(b) <= exp(-b**2/2)", {"Phi": "x: Phi(b)"}, "is another quantity"),
        ("2*Phi(-1) <= exp(-1/2)", {"Phi": "x: Phi(x)", "a": "-1"}, "not shown"),
        (TAIL, {"Phi": "Phi(b)"}, "expected 1 parameters"),
    ],
)
def test_nothing_else_stands_for_a_quantity(goal: str, values: dict[str, str], complaint: str) -> None:
    told = at_once(
        claim(goal, HERE),
        apply("tail of the normal law", **{"a": "b", **values}),
        others=(PUBLISHED["tail of the normal law"],),
    )
    assert complaint in told
    assert bool(told) == bool(complaint)


def test_two_that_are_exchanged() -> None:
    right = {"q": "s", "v": "w", "e": "y", "z": "z", "gauss": "q, v, e: g(q, v, e)", "Phi": "x: Phi(x)"}
    swapped = {**right, "q": "w", "v": "s", "gauss": "v, q, e: g(q, v, e)"}
    numbers = {"s": "real, 0 <= s", "w": "real, 0 <= w", "y": "real, 0 <= y", "z": "real, 0 < z, s <= z**2*w"}
    there = model(numbers, quantities=SHIFTED)
    goal = "g(s, w, y) <= Phi(z/2 - y/z) - exp(y)*Phi(-z/2 - y/z)"
    theorem = PUBLISHED["privacy of normal noise"]
    assert at_once(claim(goal, there), apply(theorem.id, **right), others=(theorem,)) == ""
    assert "is another quantity" in at_once(claim(goal, there), apply(theorem.id, **swapped), others=(theorem,))


def test_no_other_law_stands_for_one_that_has_a_value() -> None:
    fixed, other = (Named(lambda _: {0: Fraction(1)}, law=True, space="o") for _ in range(2))
    lemma = claim("E(1) = 1", model(of_any=True, quantities={"P": fixed}), "of one law")
    here = model(quantities={"Q": other, "P": fixed})
    assert at_once(claim("E(1, P) = 1", here), apply("of one law", P="P"), others=(lemma,)) == ""
    told = at_once(claim("E(1, Q) = 1", here), apply("of one law", P="Q"), others=(lemma,))
    assert "Q is another law" in told


def test_no_law_at_another_index_stands_for_one_that_has_a_value() -> None:
    laws = Named(lambda _, t: {0: Fraction(1, t), 1: 1 - Fraction(1, t)}, {"t": "integer, 1 <= t"}, law=True, space="o")
    lemma = claim("E(1, P(s)) = 1", model({"s": "integer, 1 <= s"}, of_any=True, quantities={"P": laws}), "of laws")
    here = model({"s": "integer, 1 <= s"}, quantities={"P": laws})
    goal = claim("E(1, P(s)) = 1", here)
    assert at_once(goal, apply("of laws", s="s", P="t: P(t)"), others=(lemma,)) == ""
    assert "P(s) is another law" in at_once(goal, apply("of laws", s="s", P="t: P(s)"), others=(lemma,))


def test_a_lemma_on_anything_rests_on_none() -> None:
    """What stands for its quantities has no values."""
    known = set(THEOREMS)
    proof = Step("all", TAIL, apply("tail of the normal law", a="b", Phi="x: Phi(x)"))
    register.theorem("a tail of the model", HERE, TAIL, proof)
    try:
        lemma = THEOREMS[of_anything("a tail of the model")]
        Checker(THEOREMS["a tail of the model"].statement, find, EVIDENCE).check(proof)
        with pytest.raises(Rejected, match="is another quantity"):
            Checker(lemma.statement, find, EVIDENCE).check(lemma.proof[-1])
    finally:
        for name in set(THEOREMS) - known:
            del THEOREMS[name]
