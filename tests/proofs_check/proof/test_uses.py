"""Relations put into random terms: what is accepted has a meaning and holds on all of some exact instances."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.proof.context import Context
from dpassay.proofs_check.proof.sequents import Scope
from dpassay.proofs_check.proof.statements import inside
from dpassay.proofs_check.proof.terms import Relation
from dpassay.proofs_check.proof.uses import Uses
from dpassay.proofs_check.proof.values import Point
from tests.proofs_check.proof.test_attacks_normal_form import FUZZED, POINTS, value
from tests.proofs_check.proof.toys import claim

VARIABLES = {**FUZZED.variables, "i": "integer, 0 <= i", "u": "real, 0 <= u, u <= 1"}
SCOPE = Scope(claim("0 = 0", replace(FUZZED, variables=VARIABLES)))
RELATIONS = (
    *("x <= x + p", "x < x + p", "0 <= u", "u <= 1", "u < u + 1", "p < p + u + 1", "x - u <= x", "1 <= 1 + n"),
    *("q(i) <= q(i) + p", "q(i) < q(i) + i + 1", "i <= i + u", "p <= p + i", "x = x + i - i", "q(i) + x - x = q(i)"),
    *("X <= X + p", "Y(i) < Y(i) + p", "p <= p + X**2", "1 < 2 + X**2 + i", "X = X + u - u", "0 <= (X - i)**2"),
)
FORMS = (
    *(
        "({}) + x",
        "p*({})",
        "-({})",
        "({})*u",
        "({})*(u - 1)",
        "({})*x",
        "({})*n",
        "({})/p",
        "2 - ({})",
        "({})*(0 - p)",
    ),
    *("exp({})", "log({})", "sqrt({})", "log(1 + ({}))", "({})**2", "({})**3", "1/({})", "1/(1 + ({}))", "({})**-3"),
    *("[({}) <= x]", "[x < ({})]", "[({}) = 1]", "q(({}))", "({})*({})", "X*({})", "X**2*({})", "i*({})"),
    *("sum(({}), i, 0, n)", "sum(({}), i, 1, n)", "sum((i - 1)*({}), i, 0, n)", "sum(({}), j, i, n)"),
    *("E({})", "E(X*({}))", "E(({}) - given(X), K)", "E(given({}), K)", "E({}, Q(i))", "E(E({}, K))", "Pr(({}) <= X)"),
)
WHERE = (("0 <= x",), ("0 < x",), ("n <= 1",), ("i <= n",), (), ())
AT = [{**point, "i": at, "u": u, "@o": y} for point in POINTS for at in (0, 1, 2) for u in (0, 1) for y in (0, 1, 2)]


def context(where: tuple[str, ...]) -> Context:
    sorts = {name: SCOPE.sort(name) for name in (*VARIABLES, "@o")}
    known = tuple(relation for name in VARIABLES for relation in SCOPE.domain_relations(name))
    return Context(SCOPE.statement.names, SCOPE.forms, sorts, known).with_known(map(SCOPE.reader.relation, where))


def drawn(random: Random) -> tuple[str, str, tuple[str, ...]]:
    term = "_"
    for _ in range(random.choice((1, 1, 2, 3))):
        term = random.choice(FORMS).replace("{}", term)
    return random.choice(RELATIONS), term, random.choice(WHERE)


def fails(relation: Relation, where: tuple[str, ...], random: Random) -> bool:
    """Tell whether it has no meaning, or does not hold, at a point where the conditions hold."""
    conditions = [SCOPE.reader.relation(text) for text in where]
    for values in random.sample(AT, 20):
        point = Point(FUZZED, SCOPE.statement.names, None, values)
        if all(point.holds(condition) for condition in conditions) and (
            value(relation.left, values) is None
            or value(relation.right, values) is None
            or point.holds(relation) is False
        ):
            return True
    return False


@pytest.mark.parametrize("seed", range(4))
def test_what_is_put_into_a_term_holds(seed: int) -> None:
    random, accepted = Random(seed), Counter[str]()
    for _ in range(300):
        said, term, where = drawn(random)
        try:
            found = Uses(SCOPE, {}).relation(inside(term, said), context(where))
        except Rejected:
            continue
        assert not fails(found, where, random), (said, term, where)
        accepted.update(name for name in ("sum", "E(", "log", "sqrt", "[", "/", "**2", "-(", "u - 1") if name in term)
    assert len(accepted) == 9


def test_what_fails_is_told() -> None:
    read = SCOPE.reader.relation
    assert fails(read("x <= u"), (), Random(0))
    assert fails(read("log(x) <= log(x)"), ("0 <= x",), Random(0))
    assert fails(read("1/X = 1/X"), (), Random(0))
    assert not fails(read("log(x) <= x"), ("0 < x",), Random(0))
