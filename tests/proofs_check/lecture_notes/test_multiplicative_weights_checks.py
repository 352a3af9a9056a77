"""What the claims on multiplicative weights compute, against all courses of small games, and the printed sums."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import mpmath
import pytest

from dpassay.exact import Dist
from dpassay.proofs_check.kernel.finite import FAMILIES, PROPERTIES
from dpassay.proofs_check.lecture_notes import reward_games, updates


def numbers_of(name: str, instance: Mapping[str, Any]) -> dict[str, Any]:
    told = PROPERTIES[name]
    assert told.numbers is not None
    return dict(told.numbers(instance))


def weights_before(rewards: list[list[str]], t: int, growth: Any) -> list[Any]:
    """Those of round t + 1, normalized."""
    raw = [growth ** sum(int(row[i]) for row in rewards[:t]) for i in range(len(rewards[0]))]
    return [w / sum(raw) for w in raw]


def expected_over_all_courses(rewards: list[list[str]], growth: Fraction) -> Fraction:
    """E sum_t r_t(i_t), over every sequence of choices."""
    total, laws = Fraction(0), [weights_before(rewards, t, growth) for t in range(len(rewards))]
    for choices in product(range(len(rewards[0])), repeat=len(rewards)):
        chance = Fraction(1)
        for law, i in zip(laws, choices, strict=True):
            chance *= law[i]
        total += chance * sum(int(row[i]) for row, i in zip(rewards, choices, strict=True))
    return total


GAMES: list[dict[str, Any]] = [
    {"rewards": [["1", "0"], ["1", "0"], ["0", "1"]], "exp_learning_rate": "5/4"},
    {"rewards": [["0", "1", "1"], ["1", "1", "0"]], "exp_learning_rate": "3"},
    {"rewards": [["1", "1"]], "exp_learning_rate": "2"},
]


@pytest.mark.parametrize(("choices", "earned"), [([1, 0], 2), ([0, 0], 1), ([0, 1], 0)])
def test_what_is_earned(choices: list[int], earned: int) -> None:
    instance = {"rewards": [["0", "1"], ["1", "0"]], "choices": choices, "exp_learning_rate": "2"}
    assert numbers_of("lec11", instance) == {"earned": earned, "the best expert's total": 1}
    assert PROPERTIES["lec11"].holds(instance) is (earned <= 1)


@pytest.mark.parametrize("instance", GAMES)
def test_expected_reward_over_all_courses(instance: dict[str, Any]) -> None:
    rewards, growth = instance["rewards"], Fraction(instance["exp_learning_rate"])
    played, totals = (
        expected_over_all_courses(rewards, growth),
        [sum(map(int, column)) for column in zip(*rewards, strict=True)],
    )
    alpha, count = mpmath.log(float(growth)), len(totals)
    gap = max(totals) - float(played)
    assert reward_games.totals([[Fraction(r) for r in row] for row in rewards]) == totals
    assert PROPERTIES["lec11-expected"].holds(instance) is (played <= max(totals))
    assert PROPERTIES["lec11-average"].holds(instance) is (played <= Fraction(sum(totals), count))
    for name, linear, entropy in (("lec14", 1, 1), ("lec14-sharp", 1 / 8, 1), ("lec14-too-sharp", 1 / 100, 1 / 4)):
        bound = linear * float(alpha) * len(rewards) + entropy * float(mpmath.log(count) / alpha)
        assert abs(bound - gap) > 1e-9
        assert PROPERTIES[name].holds(instance) is (gap <= bound)


def test_regret_is_missed_by_the_wrong_constant_somewhere() -> None:
    """So that the test above can tell the constants apart."""
    assert PROPERTIES["lec14-too-sharp"].holds(GAMES[2])
    assert any(not PROPERTIES["lec14-too-sharp"].holds(game) for game in FAMILIES["small-games"].instances())


@pytest.mark.parametrize("instance", GAMES)
@pytest.mark.parametrize("place", [0, 1])
def test_both_sides_of_the_summed_display(instance: dict[str, Any], place: int) -> None:
    """With y_T, as printed, and with y_(T+1); x is one expert."""
    rewards, growth = instance["rewards"], mpmath.mpf(float(Fraction(instance["exp_learning_rate"])))
    count, alpha = len(rewards[0]), mpmath.log(growth)
    x = ["1" if i == place else "0" for i in range(count)]
    fixed = sum(int(row[place]) for row in rewards)
    played = mpmath.fsum(
        w * int(r)
        for t, row in enumerate(rewards)
        for w, r in zip(weights_before(rewards, t, growth), row, strict=True)
    )

    def drop(rounds: int) -> Any:
        """Div(x || y_1) - Div(x || y_(rounds + 1))."""
        return mpmath.log(count) + mpmath.log(weights_before(rewards, rounds, growth)[place])

    right = alpha * (fixed - played - alpha * len(rewards))
    found = numbers_of("lec16", {**instance, "x": x})
    left = float(found["left side times alpha"].as_real())
    assert left == pytest.approx(float(drop(len(rewards) - 1)), abs=1e-12)
    assert float(found["right side times alpha"]) == pytest.approx(float(right), abs=1e-12)
    after = drop(len(rewards))
    assert PROPERTIES["lec16-corrected"].holds({**instance, "x": x}) is bool(after >= right - 1e-12)


def test_both_sides_of_the_end() -> None:
    instance = {**GAMES[0], "x": ["1/3", "2/3"]}
    rewards, alpha = instance["rewards"], mpmath.log(1.25)
    played = expected_over_all_courses(rewards, Fraction(5, 4))
    right = alpha * (2 / mpmath.mpf(3) + 2 / mpmath.mpf(3)) - alpha**2 * 3 - mpmath.log(2)
    found = numbers_of("lec17", instance)
    assert float(found["left side times alpha"]) == pytest.approx(float(alpha * float(played)), rel=1e-12)
    assert float(found["right side times alpha"]) == pytest.approx(float(right), rel=1e-12)


@pytest.mark.parametrize(("rounds", "count", "rate"), [(2, 2, "1/5"), (5, 3, "1/2"), (3, 4, "1")])
def test_rewards_that_depend_on_the_first_choice(rounds: int, count: int, rate: str) -> None:
    """All first choices: all experts are paid later if it was expert 0, so the others' weights do not matter."""
    expected = Fraction(0)
    for first in range(count):
        expected += Fraction(1, count) * (rounds - 1 if first == 0 else 0)
    alpha = mpmath.mpf(float(Fraction(rate)))
    right = rounds - 1 - alpha * rounds - mpmath.log(count) / alpha
    found = numbers_of("lec14b", {"rounds": rounds, "experts": count, "learning_rate": rate})
    assert found["E[reward]"] == expected
    assert float(found["right side"]) == pytest.approx(float(right), rel=1e-12)


# One update


@pytest.mark.parametrize("x", [("1", "0"), ("1/3", "2/3")])
@pytest.mark.parametrize("row", [("1", "0"), ("1", "1"), ("0", "0")])
def test_the_identity_of_divergences(x: tuple[str, str], row: tuple[str, str]) -> None:
    """In floating point, from the definition of the divergence; with a plus it is false unless the moment is 1."""
    y, growth = (mpmath.mpf(1) / 5, mpmath.mpf(4) / 5), mpmath.mpf(7) / 2
    weights = [p * growth ** int(r) for p, r in zip(y, row, strict=True)]
    new = [w / sum(weights) for w in weights]
    shares = [mpmath.mpf(float(Fraction(p))) for p in x]

    def div(law: Any) -> Any:
        return mpmath.fsum(p * mpmath.log(p / q) for p, q in zip(shares, law, strict=True) if p)

    gained = mpmath.log(growth) * mpmath.fsum(p * int(r) for p, r in zip(shares, row, strict=True))
    moment = mpmath.log(sum(weights))
    instance = {"x": list(x), "y": ["1", "4"], "row": list(row), "exp_learning_rate": "7/2"}
    assert abs(div(y) - div(new) - (gained - moment)) < 1e-12
    assert PROPERTIES["lec12"].holds(instance)
    assert PROPERTIES["lec12-plus"].holds(instance) is (row == ("0", "0"))
    exact = updates.divergence(tuple(map(Fraction, x)), Dist({0: Fraction(1, 5), 1: Fraction(4, 5)}))
    assert float(exact.as_real()) == pytest.approx(float(div(y)), abs=1e-12)


def test_the_updated_law() -> None:
    y = updates.updated(Dist({0: Fraction(1, 4), 1: Fraction(3, 4)}), (Fraction(1), Fraction(0)), Fraction(3))
    assert [y.pmf(0), y.pmf(1)] == [Fraction(1, 2), Fraction(1, 2)]


@pytest.mark.parametrize(
    ("stored", "size", "law"), [(["1/2", "1/2"], 2, True), (["1/2", "1/2"], 3, False), (["1/2"], 1, False)]
)
def test_what_is_a_law(stored: list[str], size: int, law: bool) -> None:
    assert updates.is_law(stored, size) is law


@pytest.mark.parametrize(("alpha", "holds"), [("179/100", True), ("9/5", False)])
def test_the_quadratic_at_the_largest_rate(alpha: str, holds: bool) -> None:
    a = mpmath.mpf(float(Fraction(alpha)))
    assert bool(mpmath.exp(a) <= 1 + a + a * a) is holds
    assert PROPERTIES["lec13"].holds({"alpha": alpha, "X": "1"}) is holds


@pytest.mark.parametrize(("count", "rounds"), [(25, 1), (24, 1), (10**6, 5), (10**6, 4)])
def test_the_step_of_theorem_2_is_small_enough(count: int, rounds: int) -> None:
    small = bool(mpmath.sqrt(mpmath.log(count) / rounds) <= mpmath.mpf("1.79"))
    assert PROPERTIES["lec15-step"].holds({"experts": count, "rounds": rounds}) is small
    few = PROPERTIES["lec15-step-of-few"]
    assert few.applies({"experts": count, "rounds": rounds}) is (count <= 24)
