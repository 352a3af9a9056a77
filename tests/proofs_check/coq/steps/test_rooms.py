"""What follows at a place of a proof: the same as the checker of proofs finds, with the facts that it follows from."""

from __future__ import annotations

import pytest

from dpassay.proofs_check.coq.steps.definedness import duties
from dpassay.proofs_check.coq.steps.rooms import Fact, Room
from dpassay.proofs_check.proof.context import Context
from dpassay.proofs_check.proof.names import Named, Names
from dpassay.proofs_check.proof.normal_form import Forms
from dpassay.proofs_check.proof.polynomials import minus, plus, scaled
from dpassay.proofs_check.proof.reading import Reader
from dpassay.proofs_check.proof.terms import Relation

NAMES = Names(
    dict.fromkeys("abcnst", "real"),
    {"q": Named(range="positive"), "r": Named(range="at least 0"), "x": Named(index={"t": "integer"})},
)
READER = Reader(NAMES)
KNOWN = ("0 < a", "1 <= b", "s <= t", "t <= n - 1", "n <= 2*a", "a*x(1) = b", "0 <= exp(c)*x(2)")
ASKED = (
    *("0 < a", "0 <= a", "0 <= a*b + q*r", "0 < a + r", "s <= n", "s < n", "s <= 2*a", "n <= s", "0 <= a - b"),
    *("a*x(1) - b = 0", "x(1) = b", "0 <= x(2)", "0 < x(2)", "0 <= (a - b)**2", "0 < 1/(1 + a)", "0 <= sqrt(c)"),
    *("0 < sqrt(b)", "0 <= [a <= b]", "0 <= sum(q*t, t, 1, n)", "0 <= sum(q + t**2, t, 1, n)", "a/(1 + a) <= 1"),
)


@pytest.mark.parametrize("asked", ASKED)
def test_a_relation_follows_where_the_checker_says_so(asked: str) -> None:
    relations = tuple(map(READER.relation, KNOWN))
    forms = Forms()
    context = Context(NAMES, forms, {}, relations)
    room = Room(NAMES, forms, {}, tuple(Fact(relation, f"h{k}") for k, relation in enumerate(relations)))
    wanted = READER.relation(asked)
    found = room.following(wanted)
    assert (found is not None) == context.shows(wanted)
    if found is not None:
        rest = room.gap(wanted)
        for sign, fact in found.facts:
            rest = minus(rest, scaled(room.gap(fact.relation), sign))
        assert room.sign(rest).level > 0 or not plus(rest, {})


def test_a_duty_is_taken_to_a_value() -> None:
    relation: Relation = READER.relation("0 <= sum(1/x(t)*log(x(t) - s), t, s, n)")
    found = duties(relation, NAMES)
    assert [len(duty.binders) for duty in found] == [1, 1]
    room = Room(NAMES, Forms(), {}).with_duties((duty, f"d{k}") for k, duty in enumerate(found))
    assert len(room.below) == 2
    assert not room.nonzero
    at = [duty.at(READER.term("a")) for duty in found]
    assert at[0].nonzero == READER.term("x(a)")
    assert at[1].relation == READER.relation("0 < x(a) - s")
    inside = room.with_duties((duty, f"e{k}") for k, duty in enumerate(at))
    assert [term for term, _ in inside.nonzero] == [READER.term("x(a)")]
    assert [fact.relation for fact in inside.duties] == [READER.relation("0 < x(a) - s")]
