"""What the claims on single rounds compute, against Algorithm 1 coin by coin, given the WHOLE history."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import mpmath
import pytest

from dpassay.proofs_check.kernel.finite import PROPERTIES
from dpassay.proofs_check.lazy_to_private.round_ratios import against_the_last
from dpassay.proofs_check.lazy_to_private.switch_events import switch_budget
from tests.proofs_check.lazy_to_private.every_coin import Course, courses_of, normalized, other_losses


def numbers_of(name: str, instance: Mapping[str, Any]) -> dict[str, Any]:
    told = PROPERTIES[name]
    assert told.numbers is not None
    return dict(told.numbers(instance))


# The event E_G


EVENT: dict[str, Any] = {
    "rounds": 8,
    "batch": 1,
    "fake_switch": "1/5",
    "delta_1": "1/3",
    "exp_learning_rate": "11/10",
}


def by_all_coins(rounds: int, rate: Fraction, most: float) -> Fraction:
    """Pr[at most so many of ``rounds`` coins fire]."""
    inside = Fraction(0)
    for coins in product((0, 1), repeat=rounds):
        if sum(coins) <= most:
            inside += rate ** sum(coins) * (1 - rate) ** (rounds - sum(coins))
    return inside


def printed_budget(instance: Mapping[str, Any]) -> float:
    """2 T p log(1/delta_1)/B."""
    p, delta = float(Fraction(instance["fake_switch"])), float(Fraction(instance["delta_1"]))
    return 2 * instance["rounds"] * p * float(mpmath.log(1 / delta)) / instance["batch"]


@pytest.mark.parametrize("changes", [{}, {"batch": 2}, {"delta_1": "1/2"}, {"fake_switch": "1/3", "delta_1": "9/10"}])
def test_how_many_coins_fire(changes: dict[str, Any]) -> None:
    instance = {**EVENT, **changes}
    p, growth, steps = Fraction(instance["fake_switch"]), Fraction(11, 10), 8 // instance["batch"] - 1
    fires, switches = 1 - (1 - p) ** 2, 1 - (1 - p) ** 2 / growth ** (2 * instance["batch"])
    most = printed_budget(instance)
    of_coins, of_switches = numbers_of("asi23", instance), numbers_of("asi23b", instance)
    assert of_coins["Pr[E_G]"] == by_all_coins(steps, fires, most)
    assert of_switches["Pr[no more switches than that]"] == by_all_coins(steps, switches, most)
    assert of_coins["1 - delta_1"] == of_switches["1 - delta_1"] == 1 - Fraction(instance["delta_1"])
    assert PROPERTIES["asi23-half"].holds(instance) is (
        by_all_coins(steps, fires, int(most) // 2) >= 1 - Fraction(instance["delta_1"])
    )


@pytest.mark.parametrize(
    ("rounds", "p", "delta"), [(10, "1/10", "1/2"), (100, "1/7", "1/1000"), (2, "1/2", "999/1000")]
)
def test_the_largest_number_within_the_budget(rounds: int, p: str, delta: str) -> None:
    real = 2 * rounds * float(Fraction(p)) * float(mpmath.log(1 / float(Fraction(delta))))
    assert switch_budget(rounds, 1, Fraction(p), Fraction(delta)) == int(real)


# The history of ASI-24


HISTORY: dict[str, Any] = {
    "rounds": 10,
    "batch": 1,
    "fake_switch": "1/10",
    "delta_1": "1/21",
    "exp_learning_rate": "31/30",
    "changed_batch": 7,
    "spent": 5,
}


def test_what_the_event_tells_of_a_switch() -> None:
    """Bayes over all coins: in round s_0 + 1 a coin S besides, later only how many fire within the budget counts."""
    assert PROPERTIES["asi24b"].applies(HISTORY)
    growth = Fraction(31, 30)
    budget, fires = int(printed_budget(HISTORY)), 1 - Fraction(81, 100)
    found = []
    for ahead in (1, -1):  # x = 0 and y = 1, and the loss of round s_0 is that of model 0, or of model 1
        keep = growth ** (-2 - ahead)
        switched = total = Fraction(0)
        for now, *later in product((0, 1), repeat=1 + 10 - 1 - 7):
            if 5 + now + sum(later) <= budget:
                chance = fires if now else 1 - fires
                for coin in later:
                    chance *= fires if coin else 1 - fires
                total += chance
                switched += chance * (1 if now else 1 - keep)
        found.append(switched / total)
    assert list(numbers_of("asi24b", HISTORY).values()) == found


def test_how_often_too_many_coins_fire() -> None:
    more = 1 - by_all_coins(9, 1 - Fraction(81, 100), printed_budget(HISTORY))
    assert numbers_of("asi24", HISTORY) == {"Pr[E and more coins]": more}


# The rounds, given all that came before


GAMES: list[dict[str, Any]] = [
    against_the_last(2, 3, "11/10", "1/2", 0),  # type: ignore[list-item]  # a dictionary
    {
        "losses": [["0", "1"], ["1", "1"], ["0", "0"]],
        "changed_round": 0,
        "row": ["1", "1"],
        "exp_learning_rate": "3/2",
        "batch": 1,
        "fake_switch": "1/5",
    },
    {
        "losses": [["1", "0"], ["0", "1"], ["0", "0"], ["0", "0"]],
        "changed_round": 1,
        "row": ["1", "0"],
        "exp_learning_rate": "6/5",
        "batch": 2,
        "fake_switch": "1/3",
    },
]


def released_in(course: Course, s: int) -> tuple[Any, ...]:
    """(x_s, y_s, zeta_s), and Sigma_{s-1}."""
    now = (course.x[s - 1], course.y[s - 1], course.zeta[s - 1] if s <= len(course.zeta) else None)
    return (course.x[: s - 1], course.y[: s - 1], course.zeta[: s - 1]), now


def conditional(law: Mapping[Course, Fraction], s: int) -> dict[Any, dict[Any, Fraction]]:
    """The law of round s given each history."""
    found: dict[Any, dict[Any, Fraction]] = {}
    for course, chance in law.items():
        history, now = released_in(course, s)
        at = found.setdefault(history, {})
        at[now] = at.get(now, Fraction(0)) + chance
    return {h: {y: m / sum(at.values()) for y, m in at.items()} for h, at in found.items()}


def both_laws(instance: Mapping[str, Any]) -> tuple[dict[Course, Fraction], dict[Course, Fraction]]:
    return courses_of(instance, instance["losses"]), courses_of(instance, other_losses(instance))


def largest_ratio(instance: Mapping[str, Any], rounds: range, zetas: tuple[int, ...] = (0, 1)) -> Fraction:
    first, second = both_laws(instance)
    ratios = [Fraction(1)]
    for s in rounds:
        laws, others = conditional(first, s), conditional(second, s)
        for history, law in laws.items():
            if history[2][-1] in zetas:
                ratios += [max(m / others[history][y], others[history][y] / m) for y, m in law.items()]
    return max(ratios)


def place(instance: Mapping[str, Any]) -> tuple[int, int]:
    """s_0 and n."""
    return instance["changed_round"] // instance["batch"] + 1, len(instance["losses"]) // instance["batch"]


@pytest.mark.parametrize("instance", GAMES)
def test_the_largest_ratio_of_the_round_after(instance: dict[str, Any]) -> None:
    s_0, _ = place(instance)
    found = numbers_of("asi26-4", instance)
    assert found["the largest ratio"] == largest_ratio(instance, range(s_0 + 1, s_0 + 2))
    assert found["e^eta"] == Fraction(instance["exp_learning_rate"])


@pytest.mark.parametrize("instance", GAMES[:2])
def test_the_largest_ratio_of_later_rounds(instance: dict[str, Any]) -> None:
    s_0, n = place(instance)
    later = range(s_0 + 2, n + 1)
    assert numbers_of("asi27-3", instance)["the largest ratio"] == largest_ratio(instance, later)
    growth = Fraction(instance["exp_learning_rate"])
    switched, kept = largest_ratio(instance, later, (1,)), largest_ratio(instance, later, (0,))
    for name, multiple in (("asi27", 1), ("asi27-2", 2), ("asi27-3", 3), ("asi27-corrected", 4)):
        assert PROPERTIES[name].holds(instance) is (switched <= growth**multiple and kept == 1)
    assert PROPERTIES["asi27b-shifted"].holds(instance) is (kept == 1)


@pytest.mark.parametrize("instance", GAMES[:2])
def test_what_is_the_same_for_both(instance: dict[str, Any]) -> None:
    s_0, n = place(instance)
    first, second = both_laws(instance)
    kept = switched = True
    for s in range(s_0 + 1, n):
        others = conditional(second, s)
        for history, law in conditional(first, s).items():
            zeros = [{y: m for y, m in at.items() if y[2] == 0} for at in (law, others[history])]
            kept &= zeros[0] == zeros[1]
            switched &= sum(zeros[0].values()) == sum(zeros[1].values())
    assert PROPERTIES["asi27b"].holds(instance) is kept
    assert PROPERTIES["asi28"].holds(instance) is switched


@pytest.mark.parametrize("instance", GAMES)
def test_the_switch_of_the_changed_round(instance: dict[str, Any]) -> None:
    """zeta_{s_0} given x and y: its largest ratio decides for which bound the property holds."""
    s_0, _ = place(instance)
    bits: list[dict[Any, dict[int, Fraction]]] = []
    for law in both_laws(instance):
        found: dict[Any, dict[int, Fraction]] = {}
        for course, chance in law.items():
            at = found.setdefault((course.x[s_0 - 1], course.y[s_0 - 1]), {0: Fraction(0), 1: Fraction(0)})
            at[course.zeta[s_0 - 1]] += chance
        bits.append({h: {z: m / sum(at.values()) for z, m in at.items()} for h, at in found.items()})
    ratios = [bits[i][h][z] / bits[1 - i][h][z] for i in (0, 1) for h in bits[0] for z in (0, 1)]
    growth, inverse = Fraction(instance["exp_learning_rate"]), int(1 / Fraction(instance["fake_switch"]))
    for name, multiple in (("asi25b", 2 * inverse), ("asi25b-sharp", max(2, inverse)), ("asi25b-eta", 1)):
        assert PROPERTIES[name].holds(instance) is (max(ratios) <= growth**multiple)


def test_the_switch_of_any_measure() -> None:
    instance = {
        "weights": ["1", "1", "1/25"],
        "ratios": ["26/25", "25/26", "25/26"],
        "other": ["25/26", "26/25", "25/26"],
        "exp_learning_rate": "21/20",
        "fake_switch": "3/5",
    }
    assert PROPERTIES["asi25"].applies(instance)
    ratios = []
    for x, y in product(range(3), repeat=2):
        kept = []
        for name in ("ratios", "other"):
            old = normalized(instance["weights"])
            raw = [w * Fraction(r) for w, r in zip(old, instance[name], strict=True)]
            now = [w / sum(raw) for w in raw]
            quotient = now[x] / old[x] * old[y] / now[y] / Fraction(21, 20) ** 2
            kept.append(Fraction(4, 25) * min(Fraction(1), quotient))
        ratios += [kept[0] / kept[1], kept[1] / kept[0], (1 - kept[0]) / (1 - kept[1]), (1 - kept[1]) / (1 - kept[0])]
    assert numbers_of("asi25", instance) == {"the largest ratio": max(ratios)}
