"""What is written for Coq is read back, by a reader of its own, and says what the goals of the ledger say.

Values are compared at random points with those of the kernel's own reading.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from flint import arb

from dpassay.exact.real import rational_ball, working_precision
from dpassay.proofs_check.certificates import LEDGER, load
from dpassay.proofs_check.coq.goals.statements import SAID, said
from dpassay.proofs_check.kernel.expressions import Call, Power, ball, parse, parts, variables
from dpassay.proofs_check.kernel.interval import Interval
from dpassay.proofs_check.kernel.statements import identity, inequality, nonnegative, on_box, sign
from dpassay.proofs_check.registry import CLAIMS
from tests.proofs_check.coq.goals.coq_reader import Proposition, Reader, value

POINTS = 20
TINY = arb(2) ** -100


@cache
def statements() -> list[dict[str, Any]]:
    """Every statement of the ledger that Coq is told, and its tampered twins."""
    records = [load(name, LEDGER) for name in CLAIMS]
    found = [one["statement"] for record in records for one in (*record["goals"], *record["twins"])]
    return [one for one in found if one["kind"] in SAID]


def read(statement: Mapping[str, Any]) -> Proposition:
    return Reader(said(statement)).whole()


def named(names: set[str]) -> dict[str, str]:
    """The names in Coq of the variables of a goal."""
    return {
        name if name[0].islower() and name[1:].isdigit() | (len(name) == 1) else f"v_{name}": name for name in names
    }


def points(names: set[str]) -> Iterator[dict[str, Fraction]]:
    draws = random.Random(3)
    for k in range(POINTS):
        scale = Fraction(1, 1 + k % 2 * 200)
        yield {
            name: scale * Fraction(draws.randrange(1, 400), draws.randrange(1, 90)) * draws.choice((1, 1, 1, -1))
            for name in sorted(names)
        }


def same(term: Any, text: str) -> bool:
    """Tell whether a term of Coq has the values of a formula, wherever this is defined, and no other names."""
    formula = parse(text)
    names = named(variables(formula))
    compared = 0
    with working_precision(200):
        for point in points(set(names.values())):
            expected = ball(formula, {name: rational_ball(q) for name, q in point.items()})
            found = value(term, {coq: rational_ball(point[name]) for coq, name in names.items()})
            if expected.is_finite() != found.is_finite():
                return False
            if expected.is_finite():
                compared += 1
                if not (
                    found.overlaps(expected) and (found - expected).abs_upper() < TINY * (1 + expected.abs_upper())
                ):
                    return False
    return compared > 0 or not names


def is_number(term: Any, number: Fraction) -> bool:
    with working_precision(200):
        return bool((value(term, {}) - rational_ball(number)).abs_upper() < TINY)


RELATIONS = {">": "<", ">=": "<="}


def claims(found: Proposition, text: str, relation: str) -> None:
    """The last claim is on the formula, and those before it are that its parts are defined."""
    *duties, (zero, sign_, term) = found.claims
    assert (zero, sign_) == (0, RELATIONS[relation])
    assert same(term, text)
    defined(duties, text)


def duties_of(formula: Any) -> Iterator[tuple[Any, str]]:
    """What the kernel asks of the parts of a formula, but of numerals."""
    for part in parts(formula):
        yield from duties_of(part)
    match formula:
        case Power(base, exponent) if exponent < 0:
            yield base, "<>"
        case Call("log" | "sqrt", argument):
            yield argument, "<"


def defined(duties: list[Any], *texts: str) -> None:
    """Every quotient, log and root of the formulas has its condition, and nothing else is a condition."""
    wanted = [duty for text in texts for duty in duties_of(parse(text))]
    told = [(left, relation) if relation == "<>" else (right, relation) for left, relation, right in duties]
    assert all((right if relation == "<>" else left) == 0 for left, relation, right in duties)
    for part, relation in wanted:
        number = ball(part, {}) if not variables(part) else None
        covered = any(relation == sign_ and agrees(term, part) for term, sign_ in told)
        assert covered or (number is not None and number > 0)
    for term, relation in told:
        assert any(relation == sign_ and agrees(term, part) for part, sign_ in wanted)


def agrees(term: Any, part: Any) -> bool:
    """Tell whether a term and a part of a formula have the same values at some points."""
    names = named(variables(part))
    with working_precision(200):
        for point in points(set(names.values())):
            try:
                found = value(term, {coq: rational_ball(point[name]) for coq, name in names.items()})
            except KeyError:
                return False
            expected = ball(part, {name: rational_ball(q) for name, q in point.items()})
            if expected.is_finite() and not (found - expected).abs_upper() < TINY * (1 + expected.abs_upper()):
                return False
    return True


def check(statement: Mapping[str, Any]) -> None:
    """Raise ``AssertionError`` unless the text says the statement."""
    found = read(statement)
    CHECKS[statement["kind"]](statement, found)


def check_identity(statement: Mapping[str, Any], found: Proposition) -> None:
    ((left, relation, right),) = found.claims
    assert relation == "="
    assert same(left, statement["left"])
    assert same(right, statement["right"])
    assert set(found.names) == set(named(variables(parse(statement["left"])) | variables(parse(statement["right"]))))
    defined([link for (link,) in found.premises], statement["left"], statement["right"])


def check_on_interval(statement: Mapping[str, Any], found: Proposition) -> None:
    assert found.names == list(named({statement["variable"]}))
    interval = Interval.read(statement["interval"])
    told = iter(found.premises)
    if interval.low is not None:
        ((low, relation, x),) = next(told)
        assert (relation, x) == ("<=" if interval.low_closed else "<", found.names[0])
        assert is_number(low, interval.low)
    if interval.high is not None:
        ((x, relation, high),) = next(told)
        assert (relation, x) == ("<=" if interval.high_closed else "<", found.names[0])
        assert is_number(high, interval.high)
    assert next(told, None) is None
    claims(found, statement["expression"], statement["relation"])


def check_nonnegative(statement: Mapping[str, Any], found: Proposition) -> None:
    where = statement["where"]
    if where:
        assert len(found.claims) == 2
        together, found = found.claims
        conditions(together.claims, where)
        names = named(set().union(*(variables(parse(text)) for text in where)))
        assert (together.quantifier, set(together.names)) == ("exists" if names else "", set(names))
    conditions([link for (link,) in found.premises], where)
    names = named(set().union(*(variables(parse(text)) for text in [*where, statement["expression"]])))
    assert (found.quantifier, set(found.names)) == ("forall" if names else "", set(names))
    claims(found, statement["expression"], statement["relation"])


def conditions(links: list[Any], where: list[str]) -> None:
    assert len(links) == len(where)
    for (zero, relation, term), text in zip(links, where, strict=True):
        assert (zero, relation) == (0, "<=")
        assert same(term, text)


def check_on_box(statement: Mapping[str, Any], found: Proposition) -> None:
    sides = sorted(statement["box"].items())
    assert found.names == [coq for name, _ in sides for coq in named({name})]
    for links, coq, (_, (low, high)) in zip(found.premises, found.names, sides, strict=True):
        (first, below, x), (again, above, last) = links
        assert (below, above, x, again) == ("<=", "<=", coq, coq)
        assert is_number(first, Fraction(low))
        assert is_number(last, Fraction(high))
    claims(found, statement["expression"], ">")


CHECKS = {
    "box": check_on_box,
    "identity": check_identity,
    "inequality": check_on_interval,
    "nonnegative": check_nonnegative,
    "sign": check_on_interval,
}


def test_every_statement_of_the_ledger_is_said() -> None:
    assert len(statements()) > 100
    for statement in statements():
        check(statement)


MADE = (
    identity("x/(1 + y)", "x*(1 + y)**-1"),
    identity("log(2*x) - sqrt(x)", "log(2) + log(x) - sqrt(x)"),
    inequality("-x**2*(-3)/2 - (x - (1 - x))", "x", "(-1/2, 3]", ">"),
    inequality("exp(-(-x)) - x/2/3 + 1/(2*x)", "x", "[1, oo)"),
    inequality("1 - exp(x)", "x", "(-oo, 0)"),
    sign("(x**3)**2 - -x + (-x)**3", "x", "(-oo, oo)"),
    nonnegative("x*B + 1/2", ("x", "B - 1"), ">"),
    nonnegative("x**2", ()),
    nonnegative("sqrt(2) - 1", ("log(3)",)),
    on_box("x + y12 - 3*log(x)", {"x": ("1/3", "2"), "y12": ("-1", "0")}),
    on_box("log(2)", {}),
)


@pytest.mark.parametrize("statement", MADE, ids=lambda statement: said(statement)[:40])
def test_other_forms_are_said(statement: dict[str, Any]) -> None:
    check(statement)


WRONG = (
    (inequality("x - y", "x", "[0, 1]"), inequality("y - x", "x", "[0, 1]")),
    (inequality("x**2", "x", "[0, 1]"), inequality("x**3", "x", "[0, 1]")),
    (inequality("x", "x", "[0, 1]"), inequality("x", "x", "(0, 1]")),
    (inequality("x", "x", "[0, 1]"), inequality("x", "x", "[0, 2]")),
    (inequality("x", "x", "[0, oo)"), inequality("x", "x", "[0, 2]")),
    (inequality("x", "x", "[0, 1]"), inequality("x", "x", "[0, 1]", ">")),
    (inequality("x/x", "x", "[1, 2]"), inequality("1", "x", "[1, 2]")),
    (inequality("log(x) - log(x)", "x", "[1, 2]"), inequality("0", "x", "[1, 2]")),
    (identity("x/x", "1"), identity("1", "1")),
    (identity("x - (y - z)", "0"), identity("x - y - z", "0")),
    (nonnegative("x", ("x",)), nonnegative("x", ())),
    (nonnegative("x*y", ("x", "y")), nonnegative("x*y", ("x", "-y"))),
    (on_box("x", {"x": ("0", "1")}), on_box("x", {"x": ("0", "2")})),
)


@pytest.mark.parametrize(("meant", "written"), WRONG, ids=lambda one: said(one)[:40])
def test_what_says_something_else_is_seen(meant: dict[str, Any], written: dict[str, Any]) -> None:
    with pytest.raises(AssertionError):
        CHECKS[meant["kind"]](meant, read(written))
