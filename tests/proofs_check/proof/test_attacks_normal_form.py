"""Attacks on the normal form: random terms with sums, expectations and indicators, against their exact values."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import reduce
from itertools import product
from random import Random
from typing import Any

import pytest

from dpassay.exact.real import rational_ball, working_precision
from dpassay.proofs_check.kernel.expressions import Call, Number, Power, Product, Sum, Variable
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.normal_form import Forms
from dpassay.proofs_check.proof.polynomials import Form, Monomial
from dpassay.proofs_check.proof.reading import relation, written
from dpassay.proofs_check.proof.sequents import Scope
from dpassay.proofs_check.proof.statements import Model
from dpassay.proofs_check.proof.terms import ONE, ZERO, Indicator, Mean, Quantity, Relation, Term, Total, closed
from dpassay.proofs_check.proof.values import Point, Value
from tests.proofs_check.proof.toys import claim

SOME, HALF = Fraction(3, 2), Fraction(1, 2)
FUZZED = Model(
    "anything",
    variables={"n": "integer, 0 <= n", "m": "integer, 0 <= m", "x": "real", "p": "real, 0 < p"},
    quantities={
        "P": Named(lambda _: {0: HALF, 1: Fraction(1, 3), 2: Fraction(1, 6)}, law=True, space="o"),
        "K": Named(lambda _, y: {0: HALF, 1: Fraction(y, 8), 2: HALF - Fraction(y, 8)}, law=True, space="o", given="o"),
        "Q": Named(lambda _, t: {0: Fraction(1, t + 2), 1: Fraction(t + 1, t + 2)}, {"t": "integer"}, "e", law=True),
        "X": Named(lambda _, y: Fraction(y), space="o"),
        "Y": Named(lambda _, t, y: Fraction(y * y - t), {"t": "integer"}, "o"),
        "Z": Named(lambda _, y: Fraction(2 * y - 1), space="e"),
        "q": Named(lambda _, t: Fraction(t * t - 2), {"t": "integer"}),
        "w": Named(lambda _, t: Fraction(t * t + 1, 3), {"t": "integer"}, range="positive"),
    },
)
SCOPE = Scope(claim("0 = 0", FUZZED))
POINTS = [
    {"n": Fraction(n), "m": Fraction(m), "x": x, "p": p}
    for n, m, x, p in product((0, 1, 2), (0, 1, 3), (Fraction(0), Fraction(-1), SOME), (Fraction(1, 3), Fraction(2)))
]


def random_term(random: Random, depth: int, indices: tuple[str, ...] = (), spaces: frozenset[str] = frozenset()) -> str:
    """A term as text, of which parts may be undefined somewhere."""

    def inner(more: tuple[str, ...] = (), space: str = "") -> str:
        return random_term(random, depth - 1, (*indices, *more), spaces | set(space))

    index = random.choice([*indices, "n", "m", "2"])
    if depth == 0 or random.random() < 0.15:
        outcomes = ["X", "X", f"Y({index})"] * ("o" in spaces) + ["Z", "Z"] * ("e" in spaces)
        return random.choice(
            ["n", "m", "x", "p", "1", "2", "0", f"q({index})", f"w({index})", *indices, *indices, *outcomes]
        )
    variable = random.choice(["i", f"i{len(indices)}"])  # a variable of another sum, or a new one
    forms = (
        *("({}) + ({})", "({}) - ({})", "({})*({})", "({})*({})", "({})/({})", "({})/({})", "({})**2", "({})**-2"),
        *("sqrt({})", "exp({})", "log({})", "log(({})*p)", "exp(log({}))", "exp(-log({})/2)", "sqrt(({})*p)"),
        *[f"sum({{i}}, {variable}, {random.choice((0, 1))}, {index})"] * 4,
        *("E({o})", "E({o})", f"E({{e}}, Q({index}))", "Pr({o} < {o})", "Pr({o} = {o})"),
        *(["E(({o}) - given({}), K)", "E({o}, K)"] * ("o" in spaces)),
    )
    form = random.choice(forms)
    while "{" in form:
        place = form[form.index("{") : form.index("}") + 1]
        found = {"{i}": ((variable,), ""), "{o}": ((), "o"), "{e}": ((), "e"), "{}": ((), "")}[place]
        form = form.replace(place, inner(*found), 1)
    return form


def value(term: Term, point: dict[str, Any]) -> Value | None:
    """The value of a term, or ``None`` where it has none."""
    try:
        with working_precision(200):
            found = Point(FUZZED, SCOPE.statement.names, None, point).of(term)
    except (Rejected, TypeError, ZeroDivisionError):  # no number, or no index
        return None
    return found if isinstance(found, Fraction) or found.is_finite() else None


def differ(one: Value, other: Value) -> bool:
    with working_precision(200):
        gap = reduce(lambda a, b: a - b, (rational_ball(v) if isinstance(v, Fraction) else v for v in (one, other)))
    return bool(gap.is_finite() and (gap > 0 or gap < 0))


def term_of(form: Form) -> Term:
    """A term that a form stands for, with names for bound variables until they are bound."""
    return reduce(Sum, (Product(Number(c), of_monomial(monomial)) for monomial, c in form.items()), ZERO)


def of_monomial(monomial: Monomial) -> Term:
    factors, exponent = monomial
    exponential = Call("exp", term_of(dict(exponent)))
    return reduce(Product, (Power(of_atom(atom), power) for atom, power in factors), exponential if exponent else ONE)


def of_atom(atom: tuple[Any, ...]) -> Any:  # noqa: PLR0911  # one form a line
    def of(key: Any) -> Term:
        return term_of(dict(key))

    match atom:
        case ("variable", name):
            return Variable(name)
        case ("quantity", name, arguments, outcome):
            return Quantity(name, tuple(map(of, arguments)), outcome and Variable(outcome[0][0][0][0][0][1]))
        case ("mean", law, name, monomial):
            return Mean(closed(of_monomial(monomial), name), of_atom(law))
        case ("total", low, high, name, monomial):
            return Total(closed(of_monomial(monomial), name), of(low), of(high))
        case ("indicator", operator, inner):
            return Indicator(relation(operator, ZERO, of(inner)))
        case ("reciprocal", inner):
            return Power(of(inner), -1)
    return Call(atom[0], of(atom[1]))


def terms(seed: int, count: int, forms: Forms = SCOPE.forms) -> dict[str, tuple[Term, Form]]:
    """Random terms that have a normal form."""
    random, found = Random(seed), {}
    for _ in range(count):
        text = random_term(random, random.choice((1, 2, 3)))
        try:
            term = SCOPE.reader.term(text)
            found[text] = (term, forms.of(term))
        except Rejected:  # a division by what is 0 everywhere
            continue
    return found


BOTH = pytest.mark.parametrize("forms", [SCOPE.forms, SCOPE.forms.apart], ids=["whole", "apart"])


@BOTH
@pytest.mark.parametrize("seed", range(4))
def test_a_form_is_equal_to_its_term(seed: int, forms: Forms) -> None:
    random, compared = Random(seed), 0
    for text, (term, form) in terms(seed, 250, forms).items():
        back = term_of(form)
        assert forms.of(back) == form, text
        for point in random.sample(POINTS, 3):
            values = value(term, point), value(back, point)
            if values[0] is not None and values[1] is not None:
                compared += 1
                assert not differ(values[0], values[1]), (text, point)
    assert compared > 300


@BOTH
def test_terms_of_one_form_are_equal(forms: Forms) -> None:
    """Also where what stands outside of an empty sum in the form is not defined."""
    groups, compared = defaultdict(list), 0
    for text, (term, form) in terms(7, 2500, forms).items():
        groups[frozenset(form.items())].append((text, term))
    for group in groups.values():
        for point in POINTS[:: len(POINTS) // 6] if len(group) > 1 else ():
            known = [(text, found) for text, term in group if (found := value(term, point)) is not None]
            compared += max(len(known) - 1, 0)
            assert not any(differ(known[0][1], found) for _, found in known), (point, known)
    assert compared > 300


@pytest.mark.parametrize("seed", range(2))
def test_what_is_written_is_read_as_the_same(seed: int) -> None:
    for text, (term, form) in terms(seed, 250).items():
        if "given" not in text:  # an outcome is written like any other
            assert SCOPE.forms.of(SCOPE.reader.term(written(term))) == form, text


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("n*sum(1/n**2, t, 1, n)", "1"),
        ("x/x", "0"),
        ("sum(sum(i - j, j, 1, m), i, 1, n)", "sum(sum(j - i, j, 1, m), i, 1, n)"),
        ("sum(sum(q(i)*q(j)**2, j, 1, i), i, 1, n)", "sum(sum(q(j)*q(i)**2, j, 1, i), i, 1, n)"),
        ("E(E(Y(n)*given(X), K))", "E(E(Y(n)*X, K))"),
        ("E(X*E(X))", "E(X*X)"),
        ("E(E(X, K)*X)", "E(E(X*given(X)**2, K))"),
        ("E(Z, Q(1))", "E(Z, Q(2))"),
        ("Pr(X < 1)", "Pr(X <= 1)"),
        ("Pr(X < 1)", "Pr(1 < X)"),
        ("sqrt(x**2)", "x"),
        ("sum(1/sqrt(n), t, 1, n)*sqrt(n)", "n"),
        ("sum(log(i), i, 1, n)", "n*log(n)"),
        ("exp(x)**2", "exp(x**2)"),
        ("sum(i, i, 1, n)", "sum(i, i, 0, n - 1)"),
        ("sum(1, i, 1, n)", "sum(1, i, 0, n)"),
        ("n*sum(exp(-2*log(n)), t, 1, n)", "1"),
        ("n*sum(exp(-3/2*log(n)), t, 1, n)**2", "1"),
        ("exp(log(x**2)/2)", "x"),
        ("log(x*n)", "log(x) + log(n)"),
    ],
)
@BOTH
def test_what_differs_has_two_forms(one: str, other: str, forms: Forms) -> None:
    read = SCOPE.reader.term
    assert not forms.equal(Relation("<", ZERO, read(one)), Relation("<", ZERO, read(other)))
    assert not forms.equal(Relation("<", ZERO, ONE), Relation("<=", ZERO, ONE))
