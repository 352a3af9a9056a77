"""Every kind of laws offers what the protocol says, and so does one from outside; what lacks a member is rejected."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from dpassay.exact import (
    GaussianLaw,
    as_real,
    decide,
    delta_curve,
    epsilon_at,
    hockey_stick_bounds,
    hockey_stick_divergence,
    max_divergence,
    max_ratio,
    total_variation,
    two_sided_geometric,
)
from dpassay.exact.divergences import epsilon_bounds
from dpassay.exact.kinds import KINDS, Kind, Row, kind_of, kind_of_pair
from dpassay.exact.kinds.gaussian import GaussianKind
from dpassay.exact.kinds.integer import IntegerKind
from tests.exact.kinds.kind_cases import CASES, Case, T
from tests.exact.kinds.outside import UNIFORM, UniformLaw
from tests.exact.second_opinion import rejects

F = Fraction
WIDTH = F(1, 100)
STEPS = 20


@pytest.fixture(autouse=True)
def _with_one_more_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KINDS, UniformLaw, UNIFORM)


def number(value: Any) -> float:
    return float(as_real(value))


def check_divergences(kind: Kind[Any], case: Case) -> None:
    """The members agree with one another: each is computed in a way of its own."""
    p, q = case.p, case.q
    delta = number(kind.hockey_stick(p, q, T))
    assert 0 < delta < 1
    assert number(kind.hockey_stick(p, p, T)) == pytest.approx(0, abs=1e-9)
    assert number(kind.curve(p, q)(T)) == pytest.approx(delta, abs=1e-9)
    low, high = (number(bound) for bound in kind.bounds(p, q, T, F(1, 10_000), 10_000))
    assert low - 1e-9 <= delta <= high + 1e-9
    assert high - low <= 1.1e-4
    assert kind.is_within(p, q, T, F(delta) + WIDTH)
    assert not kind.is_within(p, q, T, F(delta) - WIDTH)
    ratio, largest = kind.max_ratio(p, q), kind.max_divergence(p, q)
    assert (ratio is None) == (largest is None)
    if ratio is not None and largest is not None:
        assert number(as_real(largest).exp()) == pytest.approx(number(ratio))
        assert number(kind.hockey_stick(p, q, F(number(ratio)) + 1)) == pytest.approx(0, abs=1e-4)
        assert number(kind.hockey_stick(p, q, F(number(ratio)) / 2)) > 0


def check_epsilon(kind: Kind[Any], case: Case) -> None:
    """The bounds hold the epsilon at which the promised delta is met."""
    p, q = case.p, case.q
    target = F(number(kind.hockey_stick(p, q, T))).limit_denominator(1000) + F(1, 1000)
    low, high = kind.epsilon_bounds(p, q, target, F(1, 1000))
    assert low is not None
    assert high is not None
    assert 0 <= number(low) <= number(high) < 1 / 3
    t = F(number(as_real(high).exp())) + F(1, 10**6)
    assert number(kind.hockey_stick(p, q, t)) <= number(target) + 1e-4
    assert number(kind.hockey_stick(p, q, F(number(as_real(low).exp())) * F(99, 100))) > number(target) - 1e-4


def check_outputs(kind: Kind[Any], case: Case) -> None:
    """Places have the form of an output and are possible, and a text of one is read back."""
    law, places = case.p, kind.places(case.p)
    for place in places:
        assert kind.form(law) == ((len(place),) if isinstance(place, tuple) else ())
        assert kind.is_possible(law, tuple(map(F, place)) if isinstance(place, tuple) else F(place))
        assert kind.read_place(law, kind.words(place, str)) == place
        assert kind.far(law, place) is None
    assert case.impossible is None or not kind.is_possible(law, case.impossible)
    far = case.far[-1] if isinstance(case.far, tuple) else case.far
    assert far is None or kind.far(law, case.far) == far
    with pytest.raises(ValueError, match=r"^at = "):
        kind.read_place(law, "no place")


def check_rows(kind: Kind[Any], case: Case) -> None:
    """What lies up to a place grows by what lies at it or, on the line, in between."""
    rows = list(kind.rows(case.p, kind.places(case.p)))
    assert [row.place for row in rows] == list(kind.places(case.p))
    assert all(0 <= number(row.below) <= 1 for row in rows)
    assert all(number(row.mass) >= 0 for row in rows)
    for first, second in pairwise(rows):
        grown = number(second.below) - number(first.below)
        if not kind.is_real:
            assert grown == pytest.approx(number(second.mass), abs=1e-12)
        elif kind.form(case.p) == ():
            assert grown == pytest.approx(_integral(kind, case.p, first.place, second.place), rel=5e-3)
    assert not kind.is_finite or number(rows[-1].below) == 1
    if hasattr(case.p, "cdf"):
        assert all(number(row.below) == pytest.approx(number(case.p.cdf(row.place))) for row in rows)


def _integral(kind: Kind[Any], law: Any, low: F, high: F) -> float:
    """The densities of the rows, by the trapezoid rule; a kink of a density is at one of the places."""
    steps = [low + (high - low) * k / STEPS for k in range(STEPS + 1)]
    heights = [number(row.mass) for row in kind.rows(law, steps)]
    return float((high - low) / STEPS) * (sum(heights) - (heights[0] + heights[-1]) / 2)


def check_reach(kind: Kind[Any], case: Case) -> None:
    assert kind.too_far_apart(case.p, case.q) is None
    assert kind.is_in_reach(case.p, case.q, F(2))


CHECKS = (check_divergences, check_epsilon, check_outputs, check_rows, check_reach)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("name", CASES)
def test_a_kind_offers_what_the_protocol_says(name: str, check: Any) -> None:
    check(kind_of(CASES[name].p), CASES[name])


def test_every_kind_has_a_case() -> None:
    assert {type(case.p) for case in CASES.values()} == set(KINDS)
    assert len({kind.name for kind in KINDS.values()}) == len(KINDS)
    assert all(kind_of_pair(case.p, case.q) is KINDS[type(case.p)] for case in CASES.values())


class Misread(GaussianKind):
    """It shows half of each distribution function, at the wrong places, and forgets that all numbers are possible."""

    def rows(self, law: Any, places: Any) -> Iterator[Row]:
        return (Row(x + 1, law.pdf(x), law.cdf(x) / 2) for x in places)

    def is_possible(self, law: GaussianLaw, value: Any) -> bool:
        return bool(value > 0)

    def bounds(self, p: Any, q: Any, t: Any, tolerance: F, most_boxes: int) -> tuple[Any, Any]:
        return F(0), F(0)

    def epsilon(self, p: Any, q: Any, delta: F) -> Any:
        return as_real(3)

    def too_far_apart(self, p: Any, q: Any) -> tuple[int, str]:
        return 1, "0"


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_checks_reject_a_kind_that_is_wrong(check: Any) -> None:
    rejects(check, Misread(), CASES["gaussian"])


@pytest.mark.parametrize("member", sorted(Kind.__abstractmethods__))
def test_a_kind_that_lacks_a_member_is_rejected(member: str) -> None:
    mute = type("Mute", (GaussianKind,), {member: getattr(Kind, member)})
    with pytest.raises(TypeError, match=member):
        mute()


def test_a_law_of_no_kind_is_named() -> None:
    with pytest.raises(ValueError, match=r"^law = 'x': expected one of Dist, IntegerLaw"):
        kind_of("x")
    with pytest.raises(ValueError, match=r"^laws = of kinds GaussianLaw and IntegerLaw: expected two laws of one kind"):
        kind_of_pair(GaussianLaw(0, 1), two_sided_geometric(0, "1/2"))


# What stands on the kinds


def test_a_kind_from_outside_has_every_divergence() -> None:
    """Uniform on [0, 3] and on [1, 4]: a third lies outside of the other, and the ratio is 1 inside."""
    laws: tuple[Any, Any] = UniformLaw(F(0), F(3)), UniformLaw(F(1), F(3))
    p, q = laws
    assert hockey_stick_divergence(p, q, 2) == F(1, 3)
    assert hockey_stick_divergence(p, q, "1/2") == F(2, 3)
    assert total_variation(p, q) == delta_curve(p, q)(F(1)) == F(1, 3)
    assert hockey_stick_bounds(p, q, 2, tolerance="1/9") == (F(1, 3), F(1, 3))
    assert max_ratio(p, q) is max_divergence(p, q) is None
    assert epsilon_at(p, q, "1/2") == 0
    assert all(bound == 0 for bound in epsilon_bounds(p, q, "1/2", tolerance="1/9"))


def test_a_kind_from_outside_is_unknown_without_its_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(KINDS, UniformLaw)
    with pytest.raises(ValueError, match=r"^law = UniformLaw"):
        hockey_stick_divergence(UniformLaw(F(0), F(1)), UniformLaw(F(0), F(1)), 1)


def test_how_far_an_integer_is_depends_on_the_tail_that_it_lies_in() -> None:
    """A tail of ratio 0 is exact wherever one asks; a number of very many bits, in the other one, is not."""
    law, place = CASES["integer"].p.__class__(0, [F(1, 2)], 0, F(1, 2)), 10**9
    kind = IntegerKind()
    assert kind.far(law, -place) is None
    assert kind.far(law, place) == place
    assert list(kind.rows(law, [-place])) == [Row(-place, F(0), F(0))]


def test_bounds_of_one_object_are_exact() -> None:
    """What is found by cutting boxes is told from what is known by that."""
    for name, case in CASES.items():
        low, high = hockey_stick_bounds(case.p, case.q, T, tolerance=F(1, 100))
        assert (low is high) == (name != "vector")
        assert decide(as_real(high) >= as_real(low)) if name == "vector" else True
