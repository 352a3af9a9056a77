"""The settings of the models of query answering tell their facts from wrong ones beside them."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.chosen_queries import CHOSEN, ROUND_BY_ROUND, SMALL_RADII, Random
from dpassay.proofs_check.models.close_queries import CLOSE, RELEASED, close, values
from dpassay.proofs_check.models.covered_queries import COVERED, Covered, covers, dimension, singletons, smallest
from dpassay.proofs_check.models.good_runs import ANY, GOOD, LEVELS, MEASURED, ON_AVERAGE
from dpassay.proofs_check.models.smooth_mwem import GROWN, RATE, RUN, run
from dpassay.proofs_check.models.smooth_projection import PROJECTION, Projected, projection
from dpassay.proofs_check.models.smooth_projection import ROUND as PROJECTED_ROUND
from dpassay.proofs_check.proof import facts
from dpassay.proofs_check.proof.statements import Model

ON_D = "sum(q(i, x)*d(i - 1, x), x, 1, N)"


PAST = "chosen given the past, with what was missed"


@pytest.mark.parametrize(
    ("model", "wrong"),
    [
        (CLOSE, "N*s(x) <= 1"),
        (CLOSE, "sigma*N*b(x) <= 1"),
        (CLOSE, "b(x) = s(x)"),
        (CLOSE, "differ(x)*(q(x) - r(x)) = 0"),
        (CLOSE, "2*q(x) - 2*r(x) <= w"),
        (CLOSE, "sum(differ(x), x, 1, N) <= g"),
        (RELEASED, "N*e(x) <= 1"),
        (RELEASED, "sum(r(x)*b(x), x, 1, N) - sum(r(x)*e(x), x, 1, N) <= a/2"),
        (CHOSEN, "largest(i) <= far(i, k)"),
        (CHOSEN, "p(i, k)*Z(i) = exp(eps*n/(2*T)*far(i, k))"),
        (CHOSEN, "exp(eps*n/(4*T)*largest(i)) = Z(i)"),
        (CHOSEN, "E([off(i) < largest(i) - c]) = E(sum(p(i, k)*[far(i, k) < largest(i) - 2*c], k, 1, K))"),
        (CHOSEN, "E([x < slip(i)]) <= exp(-2*eps*n*x/T)"),
        (CHOSEN, "most(i) <= largest(i)/2"),
        (CHOSEN, "log(K) <= d*log(1/g)/2"),
        (ROUND_BY_ROUND, "off(i) = largest(i)"),
        (ROUND_BY_ROUND, ROUND_BY_ROUND.facts[PAST].replace("largest(i) - far(i, k)", "far(i, k)")),
        (ROUND_BY_ROUND, ROUND_BY_ROUND.facts[PAST].replace("*sum(p(i, k)*", "*sum(")),
        (SMALL_RADII, "log(K) <= d*log(1/g) - 9"),
        (COVERED, "n*g = sigma"),
        (COVERED, "log(K) <= d*log(1/g)"),
        (PROJECTED_ROUND, "t(x)*Z = p(x)*exp(q(x)*(m - sum(q(y)*d(y), y, 1, N))/2)"),
        (PROJECTED_ROUND, "t(x) = d(x)*exp(q(x)*(m - sum(q(y)*d(y), y, 1, N))/2)"),
        (PROJECTED_ROUND, "asked <= 1/3"),
        (PROJECTED_ROUND, "E(asked, D) = sum(q(x)*t(x), x, 1, N)"),
        (PROJECTED_ROUND, "E(exp(h*asked), D) = sum(d(x)*exp(2*h*q(x)), x, 1, N)"),
        (PROJECTION, "N*p(x) <= 1"),
        (PROJECTION, "p(x) <= t(x)"),
        (PROJECTION, "p(x) = r*t(x)"),
        (PROJECTION, "sigma*N*p(x) = 1"),
        (PROJECTION, "(1 - sigma*N*p(x))*(t(x) - p(x)) = 0"),
        (GOOD, "largest(j) <= far(j, k)"),
        (GOOD, "largest(i) - c/8 <= off(i)"),
        (MEASURED, "slip(i) <= v/2"),
        (ON_AVERAGE, "largest(i - 1) - c <= off(i)"),
        (ON_AVERAGE, "largest(i) <= off(i)"),
        (ON_AVERAGE, "sum(largest(i - 1) - off(i), i, 1, T) <= T*c/2"),
        (GOOD, "before(x) = after(x)"),
        (LEVELS, "c = 4*T*log(K)/(eps*n)"),
        (LEVELS, "v = T*log(K)/(eps*n)"),
        (LEVELS, "root(i)**2 = 4*(psi(i - 1) - psi(i))"),
        (ANY, "sigma*N = 2"),
        (RUN, "N*s(x) <= 1"),
        (RUN, "s(x)*exp(l(x)) = s(x)"),
        (RUN, "ask(k, x) <= low + w/2"),
        (RUN, "d(0, x) = s(x)"),
        (RUN, f"d(i, x) = {GROWN}"),
        (RUN, f"d(i, x)*Z(i) = {GROWN.replace(RATE, '2*' + RATE)}"),
        (RUN, f"d(i, x)*Z(i) = {GROWN.replace('d(i - 1, y)', 's(y)')}"),
        (RUN, "psi(j) = sum(d(j, x)*(log(d(j, x)) - l(x)), x, 1, N)"),
        (RUN, "slip(i) = m(i) - sum(q(i, x)*s(x), x, 1, N)"),
        (RUN, "far(i, k) = off(i)"),
        (RUN, "E(asked(i), D(i)) = " + ON_D),
        (RUN, "E(exp(h*asked(i)), D(i - 1)) = exp(h*" + ON_D + ")"),
    ],
)
def test_a_wrong_fact_is_refused(model: Model, wrong: str) -> None:
    with pytest.raises(Rejected, match="'wrong' is false"):
        facts.tested(replace(model, facts={"wrong": wrong}, narrows=None))


def test_the_projection_is_the_smooth_law_of_least_divergence() -> None:
    """Two of three points are capped at 3/8, or one."""
    uniform = values("1/3 1/3 1/3")
    assert projection(Projected(uniform, Fraction(8, 9), values("9/20 9/20 1/10"))) == values("3/8 3/8 1/4")
    assert projection(Projected(uniform, Fraction(8, 9), values("2/3 1/6 1/6"))) == values("3/8 5/16 5/16")


def test_covers_and_dimensions() -> None:
    thresholds = ("000", "001", "011", "111")
    assert [dimension(singletons(4)), dimension(thresholds), dimension(("00", "01", "10", "11"))] == [1, 1, 2]
    assert [smallest(thresholds, Fraction(k, 3)) for k in range(4)] == [4, 2, 1, 1]
    assert covers(("001", "111"), thresholds, Fraction(1, 3))
    assert not covers(("000", "111"), ("000", "111", "011", "001", "110", "010"), Fraction(0))
    assert Covered(singletons(3)).size == 3
    assert singletons(2, 1) == ("100", "010")


def test_what_is_no_setting_is_refused() -> None:
    with pytest.raises(ValueError, match="expected laws"):
        close(("1/2 1/4", "1/2 1/2"), ("1 1", "1 1"), "1", "0", "0")
    with pytest.raises(ValueError, match="so smooth"):
        close(("1 0", "1 0"), ("1 1", "1 1"), "1", "0", "0")
    with pytest.raises(ValueError, match="the same answers"):
        close(("1 0", "1/2 1/2"), ("1 0", "1 1"), "1", "1", "1/2")
    with pytest.raises(ValueError, match="expected a law"):
        run("1/2", "1", ("1",), (1,), "0")
    with pytest.raises(ValueError, match="so smooth"):
        run("1 0", "1", ("1 1",), (1,), "0")
    with pytest.raises(ValueError, match="values from -1 to 1"):
        run("1", "1", ("2",), (1,), "0")
    with pytest.raises(ValueError, match="one of each a round"):
        run("1", "1", ("1",), (2,), "0")
    with pytest.raises(ValueError, match="two or more truth tables"):
        Covered(("01",))
    with pytest.raises(ValueError, match="n, T of at least 1"):
        Covered(singletons(2), 0)
    with pytest.raises(ValueError, match="a law above 0"):
        Projected(values("1/2 1/2"), Fraction(1), values("1 0"))
    with pytest.raises(ValueError, match="so smooth"):
        Projected(values("1 0"), Fraction(1), values("1/2 1/2"))
    with pytest.raises(ValueError, match="expected a law"):
        Random(values("1 1"), (values("1 0"),), 1, 1, Fraction(1))
    with pytest.raises(ValueError, match="a radius in"):
        Random(values("1"), (values("1"),), 1, 1, Fraction(1), 1, Fraction(2))
