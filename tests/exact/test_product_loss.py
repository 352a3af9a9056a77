"""The loss of two laws of products against exact sums, which are short for rational factors."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpassay.exact import (
    Dist,
    LogForm,
    Real,
    as_real,
    decide,
    epsilon_at,
    exp,
    hockey_stick_divergence,
    kl_divergence,
    log,
    max_divergence,
    max_ratio,
    profile,
    renyi_divergence,
)
from dpassay.exact.kinds.finite import MOST_EXACT_ROWS
from dpassay.exact.product_loss import ProductLoss

F = Fraction
LENGTH = 4


def rational(shift: int) -> Dist[tuple[int, ...]]:
    """Rows of which each entry depends on those before it."""
    return Dist.from_rounds(LENGTH, lambda row: Dist.from_weights({k: F(3 + sum(row) + k * shift) for k in range(3)}))


def plain(law: Dist[tuple[int, ...]]) -> Dist[tuple[int, ...]]:
    """The same law without its factors."""
    return Dist(dict(law.items()))


P, Q = rational(1), rational(2)


def test_they_are_long_enough_to_be_enclosed() -> None:
    assert len(P) > MOST_EXACT_ROWS
    assert isinstance(hockey_stick_divergence(P, Q, 2), Real)
    assert not isinstance(hockey_stick_divergence(plain(P), plain(Q), 2), Real)


@pytest.mark.parametrize("t", [F(1, 2), F(1), F(6, 5), F(9)])
def test_delta(t: Fraction) -> None:
    exact = hockey_stick_divergence(plain(P), plain(Q), t)
    found = hockey_stick_divergence(P, Q, t)
    assert abs(float(as_real(found)) - float(as_real(exact))) < 1e-15
    if t in (F(1, 2), F(6, 5)):  # the other direction is another number
        assert abs(float(as_real(found)) - float(as_real(hockey_stick_divergence(Q, P, t)))) > 1e-6


def test_the_other_divergences() -> None:
    p, q = plain(P), plain(Q)
    for exact, found in (
        (kl_divergence(p, q), kl_divergence(P, Q)),
        (renyi_divergence(p, q, 3), renyi_divergence(P, Q, 3)),
        (epsilon_at(p, q, F(1, 20)), epsilon_at(P, Q, F(1, 20))),
        (max_divergence(p, q), max_divergence(P, Q)),
    ):
        assert exact is not None
        assert found is not None
        assert float(as_real(found)) == pytest.approx(float(as_real(exact)), rel=1e-12)
    assert float(as_real(kl_divergence(Q, P))) != pytest.approx(float(as_real(kl_divergence(p, q))), rel=1e-3)


def test_the_largest_ratio_is_exact_where_it_is_short() -> None:
    assert max_ratio(P, Q) == max_ratio(plain(P), plain(Q))
    assert isinstance(max_ratio(P, Q), Fraction)


def irrational(step: Fraction) -> Dist[tuple[int, ...]]:
    return Dist.from_rounds(
        3, lambda row: Dist.from_weights({k: exp(step * k * (1 + sum(row)) / (2 + k)) for k in range(4)})
    )


def test_a_long_ratio_is_enclosed() -> None:
    p, q = irrational(F(1)), irrational(F(-1))
    found = max_ratio(p, q)
    assert isinstance(found, Real)
    ratios = [float(p.enclosed(y)) / float(q.enclosed(y)) for y in p.outcomes]
    assert float(found) == pytest.approx(max(ratios), rel=1e-12)


def test_equal_laws_have_no_loss_at_all() -> None:
    p, q = irrational(F(1)), irrational(F(1))
    assert max_ratio(p, q) == 1
    assert max_divergence(p, q) == LogForm()
    assert decide(hockey_stick_divergence(p, q, 1) <= 0)
    assert epsilon_at(p, q, F(1, 100)) == LogForm()


def test_a_ratio_that_is_the_budget_exactly_is_told_from_one_above_it() -> None:
    """Each entry loses exactly 1/3; after three of them 1."""

    def law(sense: int) -> Dist[tuple[int, ...]]:
        top = exp(F(1, 3)) / (1 + exp(F(1, 3)))
        ends = (top, 1 - top)[::sense]
        return Dist.from_rounds(5, lambda row: Dist(dict(enumerate(ends))) if len(row) < 3 else Dist.uniform((0, 1)))

    assert len(law(1)) > MOST_EXACT_ROWS
    assert max_ratio(law(1), law(-1)) == exp(1)
    assert decide(max_ratio(law(1), law(-1)) <= exp(1))  # type: ignore[operator]
    assert max_divergence(law(1), law(-1)) == LogForm(1)
    assert max_divergence(law(1), law(-1)) != log(3)


def _with_last(weights: dict[int, Fraction]) -> Dist[tuple[int, ...]]:
    return Dist.from_rounds(LENGTH, lambda row: Dist(weights) if len(row) == LENGTH - 1 else Dist.uniform(range(3)))


def test_what_the_second_law_never_gives() -> None:
    p, q = _with_last({0: F(1, 4), 1: F(3, 4)}), _with_last({0: F(1, 2), 2: F(1, 2)})
    assert max_ratio(p, q) is None
    assert kl_divergence(p, q) is None
    assert renyi_divergence(p, q, 2) is None
    assert float(as_real(hockey_stick_divergence(p, q, 1))) == pytest.approx(0.75)
    assert ProductLoss(p.products, q.products).max_ratio is None  # type: ignore[arg-type]


def test_an_exact_profile_is_refused_where_it_would_be_too_long() -> None:
    with pytest.raises(ValueError, match=f"laws = of 81 rows: expected at most {MOST_EXACT_ROWS} rows of products"):
        profile(P, Q)
    short = Dist.from_rounds(2, lambda _: Dist({0: F(1, 4), 1: F(3, 4)}))
    assert profile(short, Dist.from_rounds(2, lambda _: Dist.uniform(range(2)))).max_ratio == F(9, 4)
