"""The models of smooth adversaries tell their facts from wrong ones beside them, and refuse what is no setting."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product

import pytest

from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.binomial_counts import COUNTS, Trials
from dpassay.proofs_check.models.budgets_of_lemma import BUDGETS, Budgeted
from dpassay.proofs_check.models.fair_first_labels import ALL_FUNCTIONS, FAIR, ONE_BRACKET, First
from dpassay.proofs_check.models.hedge_on_a_cover import BRACKETED, DIFFER, HEDGED, LOSS
from dpassay.proofs_check.models.hedged_games import Hedged, bracketed, hedged
from dpassay.proofs_check.models.nets_and_brackets import BETWEEN, FIVE, NETS, SEPARATE, SIZED
from dpassay.proofs_check.models.smoothed_sequences import (
    BINOMIAL,
    ONE_FUNCTION,
    SMOOTHED,
    TOTAL,
    Smoothed,
    binomial_tail,
    settings,
)
from dpassay.proofs_check.models.steered_points import STEERED, Steered
from dpassay.proofs_check.proof import facts
from dpassay.proofs_check.proof.statements import Model

HALF = Fraction(1, 2)
FEW_ROUNDS = replace(BRACKETED, settings=lambda: list(bracketed())[:3], narrows=None)


@pytest.mark.parametrize(
    ("model", "wrong"),
    [
        (SMOOTHED, "E(at(t + 1, c), after(t)) <= u(c)"),
        (SMOOTHED, "sigma*E(at(t + 1, c), after(t)) < u(c)"),
        (SMOOTHED, "sigma*at(r, c) <= u(c)"),
        (SMOOTHED, "hit(r, i) = sum(f(i, c)*u(c), c, 1, N)"),
        (SMOOTHED, "hit(r, i) = 1"),
        (SMOOTHED, "sum(f(i, c)*u(c), c, 1, N) < eps"),
        (SMOOTHED, "sum(u(c), c, 1, N) <= eps"),
        (SMOOTHED, "E((hit(t + 1, i) - given(hit(t + 1, i)))**2, after(t)) = 0"),
        (SMOOTHED, "eps <= sigma"),
        (SMOOTHED, f"best <= {TOTAL}"),
        (SMOOTHED, f"leads(i)*best = {TOTAL}"),
        (SMOOTHED, "leads(i) = 1"),
        (SMOOTHED, f"top(s) <= exp(s*{TOTAL})"),
        (SMOOTHED, "top(s) = exp(s*best)"),
        (SMOOTHED, f"top(s) = sum(exp(s*{TOTAL}), i, 1, K)"),
        (SMOOTHED, "ahead(s, i) = leads(i)"),
        (SMOOTHED, "L = K - 1"),
        (BINOMIAL, "eps < sigma"),
        (BINOMIAL, "tail(0, k) = [k < 0]"),
        (BINOMIAL, "tail(m + 1, k) = eps*tail(m, k - 1) + (1 - eps)*tail(m, k)"),
        (BINOMIAL, "tail(m + 1, k) = eps/sigma*tail(m, k) + (1 - eps/sigma)*tail(m, k - 1)"),
        (BINOMIAL, "tail(m, k) <= tail(m, k + 1)"),
        (ONE_FUNCTION, "K = 2"),
        (ONE_FUNCTION, "E(hit(t + 1, i), after(t)) = eps"),
        (BUDGETS, "L <= B"),
        (COUNTS, "count(0, v) = 1"),
        (COUNTS, "count(m, 0) = 0"),
        (COUNTS, "count(m, m) = 0"),
        (COUNTS, "count(n + 1, v) = (1 - p)*count(n, v - 1) + p*count(n, v)"),
        (FAIR, "E(at) = q"),
        (FAIR, "E(at*label) = E(at)"),
        (FAIR, "E(at*guess*label) = 0"),
        (FAIR, "guess = label"),
        (FAIR, "regret = at*(guess - label)**2"),
        (FAIR, "W = log(T)"),
        (FAIR, "L = 0"),
        (ALL_FUNCTIONS, "later = 1"),
        (ALL_FUNCTIONS, "d = 1"),
        (ALL_FUNCTIONS, "q = 2"),
        (ONE_BRACKET, "N = 2"),
        (ONE_BRACKET, "17*T <= q**2"),
        (HEDGED, "a*T = 8*log(K)"),
        (HEDGED, "log(w(1, i)) = 0"),
        (HEDGED, f"log(w(r + 1, i)) = log(w(r, i)) - a*{LOSS}"),
        (HEDGED, f"log(w(r + 1, i)) = log(w(r, i)) + a*{LOSS} - log(E(exp(-a*paid(r)), y(r)))"),
        (HEDGED, "sum(w(n, i), i, 1, K) = K"),
        (HEDGED, f"E(paid(r), y(r)) = {LOSS}"),
        (HEDGED, "paid(r) <= 1/2"),
        (HEDGED, "say(r, i) = lab(r)"),
        (HEDGED, "val(r) = lab(r)"),
        (HEDGED, "lab(r) = 1"),
        (HEDGED, "least = sum(val(r), r, 1, T)"),
        (HEDGED, "E((val(t + 1) - given(val(t + 1)))**2, after(t)) = 0"),
        (HEDGED, f"near = {DIFFER}"),
        (HEDGED, "closest(i) = 1"),
        (HEDGED, "near = far"),
        (HEDGED, "E((lab(t + 1) - given(lab(t + 1)))**2, after(t)) = 0"),
        (FEW_ROUNDS, "32*T*eps**2 < sigma**2"),
        (FEW_ROUNDS, "hit(r, i) = up(r, i)"),
        (FEW_ROUNDS, "low(r, i) = say(r, i)"),
        (FEW_ROUNDS, "up(r, i) <= say(r, i)"),
        (FEW_ROUNDS, "low(r, i) <= val(r)"),
        (FEW_ROUNDS, "val(r) <= up(r, i)"),
        (FEW_ROUNDS, "inside(i) = 1"),
        (STEERED, "g(t) = [1/2 <= noise(t)]"),
        (STEERED, "x(t) = 1/2"),
        (STEERED, "x(n) = 1/4"),
        (STEERED, "0 < noise(t)"),
        (STEERED, "noise(t) < 1/8"),
        (STEERED, "Pr(0 < noise(1)) = 1"),
        (NETS, "sum(u(c)*g(i, j, c), c, 1, N) <= rad"),
        (NETS, "sum(u(c)*b(k, c), c, 1, N) <= 2*rad"),
        (NETS, "above(i, j, k) = close(i, j)"),
        (NETS, "sum(close(i, j), j, 1, J) = 1"),
        (NETS, "worst = sum(dif(r, j), r, 1, T)"),
        (NETS, "worst = most"),
        (NETS, "sum(dif(r, j), r, 1, T) <= most"),
        (NETS, "proxy(j) = 1"),
        (NETS, "sum(gain(r), r, 1, T) < most"),
        (NETS, "held(k) = 1"),
        (NETS, "gain(r) <= up(r, k)"),
        (NETS, "sum(up(r, k), r, 1, T) = over"),
        (SIZED, "L = log(J)"),
        (SIZED, "W = log(J)"),
        (SEPARATE, "T = 2"),
        (SEPARATE, "rad*M = 1"),
        (SEPARATE, "M = N"),
        (SEPARATE, "most = rad"),
    ],
)
def test_a_wrong_fact_is_refused(model: Model, wrong: str) -> None:
    with pytest.raises(Rejected, match="'wrong' is false"):
        facts.tested(replace(model, facts={"wrong": wrong}, narrows=None))


@pytest.mark.parametrize(
    "change",
    [
        {"rounds": 0},
        {"sigma": Fraction(0)},
        {"sigma": Fraction(2)},
        {"masses": (HALF, Fraction(1, 3))},
        {"functions": ((1, 0, 0),)},
        {"functions": ((2, 0),)},
        {"functions": ((1, 1),)},
        {"law": lambda _: (Fraction(1), Fraction(0))},
        {"law": lambda _: (Fraction(1, 3), Fraction(1, 3))},
    ],
    ids=["rounds", "no smoothness", "too smooth", "masses", "values", "bits", "mean", "mass", "law"],
)
def test_what_is_no_smooth_adversary_is_refused(change: dict[str, object]) -> None:
    at = next(iter(settings()))
    with pytest.raises(ValueError, match="expected"):
        replace(at, **change)  # type: ignore[arg-type]


def test_a_point_mass_is_smooth_where_sigma_is_small() -> None:
    at = Smoothed((HALF, HALF), ((1, 0),), 2, HALF, HALF, lambda _: (Fraction(1), Fraction(0)))
    assert at.whole == {(1, 1): 1}


def test_the_law_given_a_past_is_what_is_left() -> None:
    chased = list(settings())[3]
    assert sum(chased.given(1, (2, 1)).values()) == 1
    assert chased.given(1, (2, 1))[2, 2] == Fraction(2, 3)


@pytest.mark.parametrize(("least", "tail"), [(0, 1), (1, Fraction(3, 4)), (2, Fraction(1, 4)), (3, 0), (-1, 1)])
def test_the_tail_of_two_coins(least: int, tail: Fraction) -> None:
    assert binomial_tail(2, HALF, Fraction(least)) == tail


@pytest.mark.parametrize(("functions", "budget"), [(0, 1), (1, 0)])
def test_what_are_no_sizes_is_refused(functions: int, budget: int) -> None:
    with pytest.raises(ValueError, match="expected"):
        Budgeted(functions, Fraction(budget))


@pytest.mark.parametrize(
    "change",
    [
        {"p": Fraction(0)},
        {"sigma": Fraction(2)},
        {"guess": Fraction(2)},
        {"rounds": 0},
        {"dimension": 0},
        {"later": -1},
        {"brackets": 1},
        {"p": Fraction(1, 4)},
    ],
    ids=str,
)
def test_what_is_no_first_round_is_refused(change: dict[str, object]) -> None:
    at = First(1, HALF, HALF, HALF, 1, 2)
    with pytest.raises(ValueError, match="expected"):
        replace(at, **change)  # type: ignore[arg-type]


@pytest.mark.parametrize(("rounds", "parts"), [(0, 1), (1, 0)])
def test_what_steers_nothing_is_refused(rounds: int, parts: int) -> None:
    with pytest.raises(ValueError, match="expected"):
        Steered(rounds, parts)


def test_noises_are_middles_of_equal_parts() -> None:
    assert Steered(1, 2).noises == (Fraction(-3, 16), Fraction(-1, 16), Fraction(1, 16), Fraction(3, 16))


@pytest.mark.parametrize(
    "change",
    [
        {"masses": (HALF, HALF, HALF)},
        {"laws": ((HALF, Fraction(1, 3)),)},
        {"proxies": ((0, 1),)},
        {"brackets": ((0, 1),)},
        {"radius": Fraction(1, 4)},
    ],
    ids=str,
)
def test_what_is_no_net_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="expected"):
        replace(BETWEEN, **change)  # type: ignore[arg-type]


def test_a_function_between_two_proxies() -> None:
    assert [BETWEEN.is_close(1, j) for j in (1, 2)] == [True, True]
    assert {BETWEEN.far(1, course) for course in BETWEEN.courses} == {0}
    assert BETWEEN.wins((0,)) == (1, 1)
    assert BETWEEN.wins((1,)) == (1, 2)


def test_two_upper_brackets_are_too_few_for_five_points() -> None:
    upper = list(product((0, 1), repeat=5))
    assert {FIVE.bracket(*pair) for pair in FIVE.pairs} == {1, 2, 3}
    with pytest.raises(ValueError, match="expected one above each"):
        replace(FIVE, brackets=FIVE.brackets[:2])
    for pair in combinations(upper, 2):
        with pytest.raises(ValueError, match="expected one above each"):
            replace(FIVE, brackets=pair)


def test_the_laws_of_a_game_agree() -> None:
    game = list(hedged())[3]
    for r in (1, 2):
        for course in game.courses:
            laws = [game.given(r - 1, course), game.before_choice(r, course), game.given(r, course)]
            first, middle, last = (float(law.get(course, 0)) for law in laws)
            assert first <= middle <= last or middle == pytest.approx(last, rel=1e-12)
            assert sum(map(float, laws[1].values())) == pytest.approx(1, rel=1e-12)


def test_hedge_prefers_what_was_right() -> None:
    game = list(hedged())[2]
    after = [float(w) for w in game.weights(((1, 1, 1),))]
    assert after[0] < after[1]
    assert sum(after) == pytest.approx(1, rel=1e-12)
    assert float(game.rate) == pytest.approx((8 * 0.6931471805599453) ** 0.5, rel=1e-12)


@pytest.mark.parametrize(
    "change",
    [
        {"proxies": ()},
        {"hypotheses": ()},
        {"lows": ((1, 0),)},
        {"proxies": ((0, 1),)},
        {"hypotheses": ((1, 1),)},
        {"eps": Fraction(1, 8)},
    ],
    ids=str,
)
def test_what_is_no_game_of_brackets_is_refused(change: dict[str, object]) -> None:
    at: Hedged = next(iter(bracketed()))
    with pytest.raises(ValueError, match="expected"):
        replace(at, **change)  # type: ignore[arg-type]


@pytest.mark.parametrize(("trials", "p"), [(-1, HALF), (1, Fraction(-1)), (1, Fraction(2))])
def test_what_are_no_trials_is_refused(trials: int, p: Fraction) -> None:
    with pytest.raises(ValueError, match="expected"):
        Trials(trials, p)
