"""Bounds from enclosed laws: by hand, against exact divergences, and against every way to place what is left over."""

from fractions import Fraction
from itertools import product

import pytest

from dpassay.audit.answers.enumerated import Enclosed
from dpassay.audit.evidence.enclosures import Bounds, delta_bounds, enclosed_ratio, least_ratio, match, privacy
from dpassay.exact import (
    Dist,
    GaussianLaw,
    exp,
    hockey_stick_divergence,
    max_ratio,
    total_variation,
    two_sided_geometric,
)

F = Fraction


def enclosed(weights: dict[str, Fraction]) -> Enclosed:
    left = 1 - sum(weights.values(), F(0))
    return Enclosed(weights, left, len(weights), len(weights), "all" if left == 0 else "branches")


P = {"a": F(1, 2), "b": F(1, 3), "c": F(1, 6)}
Q = {"a": F(1, 4), "b": F(1, 3), "d": F(5, 12)}
TWO = (F(2), F(2))


def test_without_a_leftover_delta_and_epsilon_are_exact() -> None:
    p, q = enclosed(P), enclosed(Q)
    for t in (F(1), F(3, 2), F(2), F(5)):
        expected = hockey_stick_divergence(Dist(P), Dist(Q), t)
        assert delta_bounds(p, q, (t, t))[0] == (expected, expected)
    assert delta_bounds(p, q, (F(3, 2), F(3, 2)))[1] == ("a", "c")
    assert least_ratio(P, Q, F(0), F(0)) is None
    assert least_ratio({"a": F(1)}, {"a": F(1)}, F(0), F(0)) == 1
    both = {"a": F(2, 3), "b": F(1, 3)}, {"a": F(1, 3), "b": F(2, 3)}
    assert least_ratio(*both, F(0), F(0)) == max_ratio(Dist(both[0]), Dist(both[1])) == 2


def test_the_least_ratio_is_where_delta_is_reached() -> None:
    for delta in (F(1, 6), F(1, 5), F(1, 4), F(1, 3)):
        t = least_ratio(P, Q, F(0), delta)
        assert t is not None
        assert hockey_stick_divergence(Dist(P), Dist(Q), t) == delta or t == 1
        if t > 1:
            assert hockey_stick_divergence(Dist(P), Dist(Q), t * F(999, 1000)) > delta


def placed(weights: dict[str, Fraction], left: Fraction) -> list[dict[str, Fraction]]:
    """Return ways to place what is left over: halves of it on any two of the answers, or of others."""
    answers = ("a", "b", "c", "d", "x", "y")
    ways = []
    for first, second in product(answers, repeat=2):
        found = dict(weights)
        for answer in (first, second):
            found[answer] = found.get(answer, F(0)) + left / 2
        ways.append(found)
    return ways


def test_bounds_hold_wherever_the_leftover_is() -> None:
    lost = F(1, 20)
    first, second = dict(P, a=F(1, 2) - lost), dict(Q, d=F(5, 12) - lost)
    p, q = enclosed(first), enclosed(second)
    for t in (F(1), F(3, 2), F(3)):
        (low, high), _ = delta_bounds(p, q, (t, t))
        values = [
            hockey_stick_divergence(Dist(one), Dist(other), t)
            for one in placed(first, lost)
            for other in placed(second, lost)
        ]
        assert all(low <= value <= high for value in values)
        assert high == max(values)  # all of the leftover where the other law has nothing
        assert high - low <= lost * (1 + t)


def test_an_enclosed_epsilon_widens_the_bounds() -> None:
    p, q = enclosed({"a": F(3, 4), "b": F(1, 4)}), enclosed({"a": F(1, 4), "b": F(3, 4)})
    assert delta_bounds(p, q, (F(2), F(5, 2)))[0] == (F(1, 8), F(1, 4))


def test_the_verdict_is_that_of_the_worse_direction() -> None:
    p, q = enclosed({"a": F(1, 2), "b": F(1, 2)}), enclosed({"a": F(1, 8), "b": F(7, 8)})
    found = privacy(p, q, TWO, F(0))
    assert (found.verdict, found.event, found.direction) == ("breaks", ("a",), 0)
    assert found.delta == Bounds(F(1, 4), F(1, 4))
    assert found.masses == (F(1, 2), F(1, 8))
    assert found.ratio == Bounds(F(4), F(4))
    assert privacy(q, p, TWO, F(0)).direction == 1
    assert privacy(p, q, TWO, F(1, 4)).verdict == "meets"
    assert privacy(p, q, (F(4), F(4)), F(0)).verdict == "meets"
    assert privacy(p, q, (F(4) - F(1, 10**9), F(4)), F(0)).verdict == "open"


def test_a_leftover_leaves_a_pure_claim_open_and_no_more() -> None:
    lost = F(1, 10**6)
    p, q = enclosed({"a": F(1, 2), "b": F(1, 2) - lost}), enclosed({"a": F(1, 2) - lost, "b": F(1, 2)})
    found = privacy(p, q, TWO, F(0))
    assert (found.verdict, found.delta) == ("open", Bounds(F(0), lost))
    assert privacy(p, q, TWO, lost).verdict == "meets"
    assert found.ratio.high is None
    assert found.ratio.low == 1


def test_an_answer_that_the_other_input_cannot_give_is_no_epsilon() -> None:
    found = privacy(enclosed({"a": F(1, 2), "b": F(1, 2)}), enclosed({"a": F(1)}), TWO, F(0))
    assert found.ratio == Bounds(None, None)
    assert found.verdict == "breaks"
    unseen = privacy(enclosed({"a": F(1, 2), "b": F(1, 2)}), enclosed({"a": F(9, 10)}), TWO, F(0))
    assert unseen.ratio.low == 5  # the tenth that is left may be all on b


# Laws


def test_the_distance_from_a_finite_law_is_exact() -> None:
    law = Dist({1: F(1, 2), 2: F(1, 3), 3: F(1, 6)})
    code = {1: F(1, 3), 2: F(1, 3), 4: F(1, 3)}
    found = match(code, F(0), law)
    assert found is not None
    assert found.distance == Bounds(total_variation(law, Dist(code)), total_variation(law, Dist(code)))
    assert not found.is_equal
    assert found.worst[0].words == "4"
    same = match({1: F(1, 2), 2: F(1, 3), 3: F(1, 6)}, F(0), law)
    assert same is not None
    assert same.is_equal
    assert same.distance == Bounds(F(0), F(0))


def test_the_distance_is_enclosed_wherever_the_leftover_is() -> None:
    law = Dist({"a": F(1, 2), "b": F(1, 3), "c": F(1, 6)})
    weights, lost = {"a": F(1, 4), "b": F(1, 2)}, F(1, 4)
    found = match(weights, lost, law)
    assert found is not None
    values = [total_variation(law, Dist(way)) for way in placed(weights, lost)]
    assert found.distance.low is not None
    assert found.distance.high is not None
    assert min(values) >= found.distance.low
    assert max(values) <= found.distance.high
    assert found.distance == Bounds(F(1, 6), F(5, 12))
    assert not found.is_equal


def test_a_law_on_the_integers_with_irrational_weights() -> None:
    law = two_sided_geometric(0, exp(-1))
    window = range(-40, 41)
    code = {k: (law.cdf(k) - law.cdf(k - 1)).as_real().bounds(80)[0] for k in window}  # type: ignore[union-attr]
    found = match(code, 1 - sum(code.values(), F(0)), law)
    assert found is not None
    assert found.distance.low is not None
    assert found.distance.high is not None
    assert 0 <= found.distance.low <= found.distance.high < F(1, 10**15)
    shifted = match({k + 1: weight for k, weight in code.items()}, 1 - sum(code.values(), F(0)), law)
    assert shifted is not None
    assert shifted.distance.low is not None
    assert F(46, 100) < shifted.distance.low < F(47, 100)  # tanh(1/2)
    assert match({"raises ValueError": F(1)}, F(0), law).distance == Bounds(F(1), F(1))  # type: ignore[union-attr]


def test_what_has_a_density_is_not_compared() -> None:
    assert match({0: F(1)}, F(0), GaussianLaw(F(0), F(1))) is None


def test_a_ratio_is_enclosed() -> None:
    assert enclosed_ratio(F(3)) == (F(3), F(3))
    low, high = enclosed_ratio(exp(1))
    digits = 2718281828459045235360287471352662497
    assert F(digits, 10**36) < low < high < F(digits + 1, 10**36)
    assert high < low + F(1, 2**200)
    with pytest.raises(ValueError, match=r"^ratio = "):
        enclosed_ratio(F(1, 2))
