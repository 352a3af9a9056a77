"""What the claims on the privacy of lazy-to-private compute, against Algorithm 1 coin by coin, and the printed sums."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import islice, pairwise, product
from typing import Any

import mpmath
import pytest

from dpassay.proofs_check.kernel.finite import FAMILIES, PROPERTIES
from dpassay.proofs_check.lazy_to_private.games import neighbors_of
from tests.proofs_check.lazy_to_private.every_coin import (
    Course,
    batch_laws,
    courses,
    courses_of,
    marginal,
    normalized,
    other_losses,
)

PAIR: dict[str, Any] = {
    "losses": [["1", "0"], ["0", "1"], ["0", "0"]],
    "changed_round": 0,
    "row": ["0", "1"],
    "exp_learning_rate": "3/2",
    "batch": 1,
    "fake_switch": "1/4",
}


def numbers_of(name: str, instance: Mapping[str, Any]) -> dict[str, Any]:
    told = PROPERTIES[name]
    assert told.numbers is not None
    return dict(told.numbers(instance))


def members(family: str, most: int, step: int = 1) -> list[dict[str, Any]]:
    return [dict(instance) for instance in islice(FAMILIES[family].instances(), 0, most * step, step)]


def delta_at(p: Mapping[Any, Fraction], q: Mapping[Any, Fraction], exp_eps: Any) -> Any:
    """The hockey-stick divergence, both ways."""

    def excess(a: Mapping[Any, Fraction], b: Mapping[Any, Fraction]) -> Any:
        terms = (mpmath.mpf(m.numerator) / m.denominator - exp_eps * ball(b.get(y, Fraction(0))) for y, m in a.items())
        return mpmath.fsum(term for term in terms if term > 0)

    return max(excess(p, q), excess(q, p))


def ball(x: Fraction | int | str) -> Any:
    exact = Fraction(x)
    return mpmath.mpf(exact.numerator) / exact.denominator


# Quotients and laws of the algorithm


@pytest.mark.parametrize("last", [["0", "1"], ["1", "0"], ["1", "1"]])
def test_quotients_of_round_2_tell_the_losses_of_round_1(last: list[str]) -> None:
    instance = {"losses": [last, ["0", "0"]], "others": [["0", "0"], last], "exp_learning_rate": "5/2", "round": 2}
    moved = max(int(last[y]) - int(last[x]) for x, y in product((0, 1), repeat=2))
    assert numbers_of("asi06", instance) == {"losses": Fraction(5, 2) ** moved, "others": 1}


def test_a_kept_or_redrawn_model_coin_by_coin() -> None:
    answers = set()
    for instance in members("l2p-sampled-any", 60, 37):
        before, now = normalized(instance["before"]), normalized(instance["now"])
        p, constant = Fraction(instance["fake_switch"]), Fraction(instance["constant"])
        law = [Fraction(0)] * len(now)
        for x, mass in enumerate(before):
            if mass:
                keep = (1 - p) * constant * now[x] / mass
                law = [old + mass * (1 - keep) * new for old, new in zip(law, now, strict=True)]
                law[x] += mass * keep
        answers.add(law == now)
        assert PROPERTIES["asi07-any"].holds(instance) is (law == now)
    assert answers == {True, False}


def test_models_follow_the_measure_given_the_others() -> None:
    law, starts = courses_of(PAIR, PAIR["losses"]), batch_laws(PAIR, PAIR["losses"])
    ys = marginal(law, lambda course: course.y)
    both = marginal(law, lambda course: (course.y, course.x[-1]))
    assert all(both[y, x] == ys[y] * starts[-1][x] for y in ys for x in (0, 1))
    game = {name: PAIR[name] for name in ("losses", "exp_learning_rate", "batch", "fake_switch")}
    assert PROPERTIES["asi07-algorithm"].holds(game)


@pytest.mark.parametrize("losses", [[["1", "0"]] * 4, [["1", "1"]] * 4, [["1", "0"], ["0", "1"]] * 2])
def test_the_range_of_the_quotient_of_line_6(losses: list[list[str]]) -> None:
    game = {"losses": losses, "exp_learning_rate": "2", "batch": 2, "fake_switch": "1/3"}
    first = [sum(int(row[x]) for row in losses[:2]) for x in (0, 1)]
    exponents = [first[y] - first[x] for x, y in product((0, 1), repeat=2)]
    inside = all(-2 < e < 2 for e in exponents)
    assert PROPERTIES["asi08"].holds(game)
    assert PROPERTIES["asi08-inside"].holds(game) is inside
    assert PROPERTIES["asi08-less"].holds(game) is all(100 * e <= 2 * 99 for e in exponents)


@pytest.mark.parametrize(
    ("name", "power", "share"), [("asi17", 2, 1), ("asi17-eta", 1, 1), ("asi17-too-sharp", 2, "19/20")]
)
def test_ratios_of_neighboring_measures(name: str, power: int, share: Any) -> None:
    for instance in [*members("l2p-neighboring-measures", 12, 11), PAIR]:
        growth = Fraction(instance["exp_learning_rate"])
        largest = Fraction(1)
        for first, second in zip(
            batch_laws({**instance, "batch": 1}, instance["losses"]),
            batch_laws({**instance, "batch": 1}, other_losses(instance)),
            strict=True,
        ):
            largest = max(largest, *(max(a / b, b / a) for a, b in zip(first, second, strict=True)))
        assert PROPERTIES[name].holds(instance) is (largest <= growth**power * Fraction(share))


def test_ratios_of_consecutive_measures() -> None:
    alone = {**PAIR, "losses": [["0", *["1"] * 30]] * 2, "exp_learning_rate": "2"}
    answers = set()
    for instance in [*members("l2p-single-rounds", 12, 9), alone]:
        laws = batch_laws(instance, instance["losses"])
        largest = max(max(a / b, b / a) for old, new in pairwise(laws) for a, b in zip(old, new, strict=True))
        sharp = largest <= Fraction(19, 20) * Fraction(instance["exp_learning_rate"])
        answers.add(sharp)
        assert PROPERTIES["asi30"].holds(instance)
        assert PROPERTIES["asi30-too-sharp"].holds(instance) is sharp
    assert answers == {True, False}


# One step of a measure


STEP: dict[str, Any] = {
    "before": ["10", "9", "1"],
    "now": ["9", "10", "2"],
    "exp_eta": "21/20",
    "delta_0": "1/3",
    "fake_switch": "3/4",
    "delta_1": "1/100",
}


@pytest.mark.parametrize(("name", "power"), [("asi18", 2), ("asi18-wide", 4), ("asi19", 2), ("asi19-corrected", 4)])
def test_the_mass_of_quotients_that_are_far_off(name: str, power: int) -> None:
    before, now, growth = normalized(STEP["before"]), normalized(STEP["now"]), Fraction(21, 20)
    far = Fraction(0)
    for x, y in product(range(3), repeat=2):
        quotient = now[x] * before[y] / (before[x] * now[y])
        far += before[x] * before[y] * (max(quotient, 1 / quotient) > growth**power)
    eta, delta, large = float(mpmath.log(1.05)), 1 / 3, float(mpmath.log(100))
    bound = {
        "asi18": (2 / eta + large / 0.75) * float(mpmath.e) * delta + 0.01,
        "asi19": 6 * 1.05 * delta / eta,
        "asi19-corrected": 4 * 1.05 * delta / eta,
    }
    found = numbers_of(name, STEP)
    assert 0 < found["probability"] == far
    assert float(found["its bound"]) == pytest.approx(bound.get(name, bound["asi18"]), rel=1e-12)


@pytest.mark.parametrize(("name", "power", "bound"), [("asi20", 1, 2 * float(mpmath.e)), ("asi20-corrected", 2, 2.1)])
def test_the_mass_of_models_that_are_far_off(name: str, power: int, bound: float) -> None:
    before, now = normalized(STEP["before"]), normalized(STEP["now"])
    far = [b for b, n in zip(before, now, strict=True) if max(b / n, n / b) > Fraction(21, 20) ** power]
    found = numbers_of(name, STEP)
    assert found["probability"] == sum(far)
    assert float(found["its bound"]) == pytest.approx(bound / 3 / float(mpmath.log(1.05)), rel=1e-12)


# The marginal of x_s, where the minimum of line 6 may bind


@pytest.mark.parametrize("batch", [1, 4, 60])
def test_the_distance_after_a_drop(batch: int) -> None:
    """The measures of the instance, from their description, and Algorithm 1 coin by coin for two batches."""
    growth, delta, p = Fraction(11, 10), Fraction(1, 10**6), Fraction(1, 10)
    masses = [Fraction(1, 10**12)]
    for _ in range(batch):
        masses.insert(0, growth * masses[0] + delta)
    odds = [growth ** (batch // 2 - i) for i in range(batch + 1)]
    laws = [[q, (1 - q) * o / (1 + o), (1 - q) / (1 + o)] for q, o in zip(masses, odds, strict=True)]
    law = marginal(courses([laws[0], laws[-1]], growth ** (2 * batch), p), lambda course: course.x[1])
    distance = sum((abs(law.get(x, Fraction(0)) - laws[-1][x]) for x in range(3)), Fraction(0)) / 2
    found = numbers_of(
        "asi16", {"exp_eta": "11/10", "batch": batch, "delta_0": str(delta), "fake_switch": "1/10", "delta_1": "99/100"}
    )
    bound = 3 * (2 * float(mpmath.e) + float(mpmath.log(100) - mpmath.log(99)) / 0.1) * batch * 1e-6
    assert found["the distance at s = 2"] == distance
    assert float(found["its bound"]) == pytest.approx(bound, rel=1e-10)


def test_the_distance_where_all_losses_count() -> None:
    instance: dict[str, Any] = {
        "exp_eta": "11/10",
        "start": [0, -4, -9],
        "step": [0, 1, 2],
        "delta_0": "1/100",
        "fake_switch": "1/5",
        "delta_1": "3/4",
        "rounds": 10,
        "s": 4,
    }
    growth, p = Fraction(11, 10), Fraction(1, 5)
    laws = [
        normalized([growth ** (a + t * b) for a, b in zip(instance["start"], instance["step"], strict=True)])
        for t in range(4)
    ]
    law = marginal(courses(laws, growth**2, p), lambda course: course.x[-1])
    distance = sum((abs(law[x] - laws[-1][x]) for x in range(3)), Fraction(0)) / 2
    found = numbers_of("asi16c", instance)
    large = float(mpmath.log(4) - mpmath.log(3))
    assert float(found["the distance"]) == pytest.approx(float(distance), rel=1e-12)
    assert float(found["its bound"]) == pytest.approx(3 * 3 * (2 * float(mpmath.e) + large / 0.2) / 100, rel=1e-12)


# Privacy of what is released


def released(instance: Mapping[str, Any], view: str) -> tuple[dict[Any, Fraction], dict[Any, Fraction]]:
    def part(course: Course) -> Any:
        return course.x if view == "models" else course

    first, second = (
        marginal(courses_of(instance, rows), part) for rows in (instance["losses"], other_losses(instance))
    )
    return first, second


@pytest.mark.parametrize("view", ["models", "state"])
def test_the_printed_epsilon_and_delta(view: str) -> None:
    """The same answers as by enumeration; where it is printed, eps = 2 eta/p alone is too small for some."""
    answers = set()
    for instance in (i for i in members("l2p-private-games", 24, 1) if i["view"] == view):
        p, q = released(instance, view)
        with mpmath.workdps(30):
            eta, share = mpmath.log(ball(instance["exp_learning_rate"])), ball(instance["fake_switch"])
            rounds, delta = len(instance["losses"]), ball(instance["delta_1"])
            large = -mpmath.log(delta)
            first = 2 * eta / share
            rest = 3 * rounds * eta**2 * share * large / 2 + mpmath.sqrt(6 * rounds * eta**2 * share * large**2)
            margins = {
                "asi09": 2 * rounds * delta - delta_at(p, q, mpmath.exp(first + rest)),
                "asi09-first-term": 2 * rounds * delta - delta_at(p, q, mpmath.exp(first)),
                "asi10-corrected": 2 * delta - delta_at(p, q, mpmath.exp(first + rest)),
            }
        for name, margin in margins.items():
            answers.add((name, bool(margin >= 0)))
            assert PROPERTIES[name].holds(instance) is bool(margin >= 0), (name, instance)
    assert {("asi09", True), ("asi10-corrected", True)} <= answers


@pytest.mark.parametrize("most", [1, 3])
def test_theorem_m(most: int) -> None:
    """Its epsilon and its tail, the tail by all coins: of n - 1 rounds, each fires twice over."""
    instance = {**PAIR, "exp_learning_rate": "21/20", "view": "state", "delta_1": "1/100", "most": most}
    p, q = released(instance, "state")
    with mpmath.workdps(30):
        share, growth = mpmath.mpf(1) / 4, mpmath.mpf(21) / 20
        eta, large = mpmath.log(growth), mpmath.log(100)
        coin = mpmath.log((1 - (1 - share) / growth**3) / (1 - (1 - share) / growth))
        drawn = 1 - (1 - share) / growth**3
        tail = mpmath.mpf(0)
        for fired in product((0, 1), repeat=4):
            if sum(fired) > most:
                rates = (drawn, drawn, share, share)
                tail += mpmath.fprod(r if f else 1 - r for f, r in zip(fired, rates, strict=True))
        samples = eta**2 * most / 2 + eta * mpmath.sqrt(2 * most * large)
        with_coin = delta_at(p, q, mpmath.exp(max(2 * eta, coin) + samples)) <= ball("1/100") + tail
        without = delta_at(p, q, mpmath.exp(samples)) <= ball("1/100") + tail
    assert PROPERTIES["theorem-m"].holds(instance) is bool(with_coin)
    assert PROPERTIES["theorem-m-coinless"].holds(instance) is bool(without)


def test_general_measures_in_two_rounds() -> None:
    """Weights of 19/10 times the rate: delta at the printed eps of x_1, y_1, x_2, y_2 and zeta_1, in 60 digits."""
    instance = {
        "learning_rate": "1/20000",
        "factor": "19/10",
        "fake_switch": "1/1000",
        "log_inverse": "20",
        "rounds": 1000,
    }
    with mpmath.workdps(60):
        eta, factor, p, large = mpmath.mpf(1) / 20000, mpmath.mpf(19) / 10, mpmath.mpf(1) / 1000, 20
        eps = 2 * eta / p + eta + 3 * 1000 * eta**2 * p * large / 2 + mpmath.sqrt(6 * 1000 * eta**2 * p * large**2)
        fast = mpmath.exp(-factor * eta)
        laws = []
        for slow in ((fast, mpmath.mpf(1)), (mpmath.mpf(1), fast)):
            now = [w / sum(slow) for w in slow]
            found: dict[Any, Any] = {}
            for x, y in product((0, 1), repeat=2):
                keep = (1 - p) * min(mpmath.mpf(1), slow[x] / slow[y] * mpmath.exp(-2 * eta))
                for a, b in product((0, 1), repeat=2):
                    redrawn_x, redrawn_y = (1 - keep) * now[a], p * now[b]
                    kept = keep * (1 - p) * (a == x) * (b == y)
                    either = keep * (a == x) * redrawn_y + redrawn_x * ((1 - p) * (b == y) + redrawn_y)
                    found[x, y, a, b, 0], found[x, y, a, b, 1] = kept / 4, either / 4
            laws.append(found)
        excess = mpmath.fsum(max(0, m - mpmath.exp(eps) * laws[1][path]) for path, m in laws[0].items())
        numbers = numbers_of("asi09b", instance)
        assert float(numbers["delta at eps"]) == pytest.approx(float(excess), rel=1e-9)
        assert float(numbers["2 T delta_1"]) == pytest.approx(float(2000 * mpmath.exp(-20)), rel=1e-12)


def test_the_sum_of_the_deltas() -> None:
    instance = {"rounds": 7, "delta_x": "1/9", "delta_1": "1/50", "fake_switch": "1/2", "exp_learning_rate": "101/100"}
    assert numbers_of("asi10", instance) == {
        "the sum": Fraction(1, 9) + Fraction(16, 50),
        "2 T delta_1": Fraction(14, 50),
    }


# Groups of models, coins, swaps


def test_the_least_failure_of_a_coupling() -> None:
    instance = {"mass": "3/10", "odds": "11/10", "eta": "1/10", "delta_0": "1/20", "batch": 3}
    masses = [Fraction(3) * Fraction(11, 10) ** i / (Fraction(3) * Fraction(11, 10) ** i + 7) for i in range(3)]
    assert numbers_of("asi15", instance)["the probability of failure"] == max(masses) - Fraction(3, 10)


@pytest.mark.parametrize("coins", [[], [1], [0], [1, 0, 1], [0, 0, 1, 1], [1, 1, 1, 0]])
def test_the_round_in_which_y_was_drawn(coins: list[int]) -> None:
    drawn = [1, *[s for s, coin in enumerate(coins, start=2) if coin == 0]][-1]
    found = numbers_of("asi21", {"l2p-coins": coins})
    assert found["drawn in round"] == drawn
    assert found["t_0"] == [1, *[s for s, coin in enumerate(coins, start=2) if coin == 1]][-1]


@pytest.mark.parametrize(
    ("t", "p", "delta"), [(6, "1/4", "1/3"), (9, "1/2", "1/10"), (3, "1/20", "1/1000"), (8, "2/3", "1/2")]
)
@pytest.mark.parametrize(("name", "share"), [("asi21-age", 1.0), ("asi21-age-half", 0.5)])
def test_the_age_of_y_by_all_coins(t: int, p: str, delta: str, name: str, share: float) -> None:
    older, limit = Fraction(0), share * float(mpmath.log(1 / ball(delta)) / ball(p))
    for coins in product((0, 1), repeat=t - 1):
        drawn = [1, *[s for s, coin in enumerate(coins, start=2) if coin == 0]][-1]
        if t - drawn > limit:
            older += Fraction(p) ** coins.count(0) * (1 - Fraction(p)) ** coins.count(1)
    assert PROPERTIES[name].holds({"t": t, "fake_switch": p, "delta_1": delta}) is (older <= Fraction(delta))


@pytest.mark.parametrize(("rates", "holds"), [(["2", "2", "2"], True), (["2", "3", "2"], False)])
def test_swapping_two_losses(rates: list[str], holds: bool) -> None:
    instance = {"losses": [["1", "0"], ["0", "0"], ["0", "1"]], "rates": rates, "swap": [0, 1]}
    ahead = Fraction(rates[0]) / Fraction(rates[2])
    swapped = Fraction(rates[1]) / Fraction(rates[2])
    assert (ahead == swapped) is holds
    assert PROPERTIES["asi45-any"].holds(instance) is holds


@pytest.mark.parametrize(("changed", "same"), [(2, True), (1, False)])
def test_the_last_batch_changes_nothing(changed: int, same: bool) -> None:
    instance = {**PAIR, "changed_round": changed, "row": ["1", "1"] if same else ["1", "0"]}
    p, q = released(instance, "state")
    assert (p == q) is same
    assert PROPERTIES["asi46-before"].holds(instance) is same


def test_the_pair_of_an_instance() -> None:
    first, second, parameters = neighbors_of(PAIR)
    assert [list(map(str, row)) for row in second] == other_losses(PAIR)
    assert [list(map(str, row)) for row in first] == PAIR["losses"]
    assert (parameters.batch, parameters.fake_switch, parameters.rounds) == (1, Fraction(1, 4), 3)
