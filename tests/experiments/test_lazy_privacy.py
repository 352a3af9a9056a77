"""How much lazy-to-private loses: the worst neighbors by brute force, bounds, and runs that are interrupted."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path

import pytest

import dpassay.experiments.lazy_privacy as module
from dpassay.exact import Budget, as_real
from dpassay.experiments.frame.runs import Row, Table, measure
from dpassay.experiments.lazy_privacy import (
    DELTA,
    INPUTS,
    OUTPUTS,
    Plan,
    Settings,
    exact_epsilon,
    measured,
    printed_epsilon,
    pure_bound_failures,
    worst_pairs,
)
from dpassay.experiments.measures.neighbor_losses import changes, neighbors
from dpassay.reference.lazy_to_private import VIEWS, Parameters
from dpassay.reference.mechanism import Guarantee
from tests.experiments.oracles import Losses, all_pairs

States = tuple[tuple[int, int, int], ...]
HALF = Settings(2, Fraction(3, 2), Fraction(1, 2), 1)
NEAR_ONE = Settings(2, Fraction(3, 2), Fraction(9, 10), 1)
SMOOTH = Settings(2, Fraction(101, 100), Fraction(1, 2), 1)


def write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")


def path_law(losses: Losses, setting: Settings) -> dict[States, Fraction]:
    """The probability of each path of (x, y, whether any coin was 0)."""
    batch, base, p, d = setting.batch, setting.exp_learning_rate, setting.fake_switch, setting.experts
    law: dict[States, Fraction] = {((x, y, 0),): Fraction(1, d * d) for x, y in product(range(d), repeat=2)}
    for end in range(batch, len(losses), batch):
        now = [base ** -sum(row[i] for row in losses[:end]) for i in range(d)]
        before = [base ** -sum(row[i] for row in losses[: end - batch]) for i in range(d)]
        drawn = [weight / sum(now) for weight in now]
        longer: dict[States, Fraction] = {}
        for path, weight in law.items():
            x, y, _ = path[-1]
            keep_x = (1 - p) * now[x] * before[y] / (base ** (2 * batch) * before[x] * now[y])
            for x_next, y_next in product(range(d), repeat=2):
                x_stays, y_stays = keep_x * (x_next == x), (1 - p) * (y_next == y)
                x_fresh, y_fresh = (1 - keep_x) * drawn[x_next], p * drawn[y_next]
                longer[(*path, (x_next, y_next, 0))] = weight * x_stays * y_stays
                anew = x_stays * y_fresh + x_fresh * y_stays + x_fresh * y_fresh
                longer[(*path, (x_next, y_next, 1))] = weight * anew
        law = {path: weight for path, weight in longer.items() if weight}
    return law


def seen(law: dict[States, Fraction], view: str) -> dict[object, Fraction]:
    merged: dict[object, Fraction] = {}
    for path, weight in law.items():
        key: object = path if view == "state" else tuple(x for x, _, _ in path)
        merged[key] = merged.get(key, Fraction(0)) + weight
    return merged


@cache
def brute_force(setting: Settings, batches: int) -> dict[str, Fraction]:
    worst = dict.fromkeys(VIEWS, Fraction(0))
    laws = {losses: path_law(losses, setting) for losses in {first for first, _ in all_pairs(setting, batches)}}
    views = {(losses, view): seen(law, view) for losses, law in laws.items() for view in VIEWS}
    for first, second in all_pairs(setting, batches):
        for view in VIEWS:
            q = views[second, view]
            worst[view] = max(worst[view], *(p / q[key] for key, p in views[first, view].items()))
    return worst


@pytest.mark.parametrize(
    ("setting", "batches"),
    [(HALF, 2), (HALF, 3), (NEAR_ONE, 3), (Settings(2, Fraction(3, 2), Fraction(1, 10), 2), 2)],
)
def test_worst_pairs_are_those_of_all_matrices(setting: Settings, batches: int) -> None:
    _, found = worst_pairs(setting, batches)
    assert {view: worst.ratio for view, worst in found.items()} == brute_force(setting, batches)


def test_worst_pairs_of_three_experts_are_those_of_all_matrices() -> None:
    setting = Settings(3, Fraction(3, 2), Fraction(1, 2), 1)
    _, found = worst_pairs(setting, 2)
    assert {view: worst.ratio for view, worst in found.items()} == brute_force(setting, 2)


def test_without_one_class_of_pairs_the_worst_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison above can fail: without the worst pair something smaller is found."""
    _, found = worst_pairs(HALF, 3)
    worst = found["state"].pair
    pairs = zip(changes(2, 1, 3), neighbors(2, 1, 3), strict=True)
    rest = [change for change, pair in pairs if pair != worst]
    monkeypatch.setattr(module, "changes", lambda *_: iter(rest))
    assert worst_pairs(HALF, 3)[1]["state"].ratio < brute_force(HALF, 3)["state"]


@pytest.mark.parametrize("view", VIEWS)
def test_epsilon_of_the_worst_pair_by_listing(view: str) -> None:
    pair = worst_pairs(SMOOTH, 3)[1][view].pair
    p, q = (seen(path_law(tuple(tuple(map(int, row)) for row in matrix), SMOOTH), view) for matrix in pair)
    epsilon = float(exact_epsilon(pair, SMOOTH.parameters(3), view))

    def delta(exp_eps: float) -> float:
        return math.fsum(max(float(p[key]) - exp_eps * float(q[key]), 0) for key in p)

    assert delta(math.exp(epsilon)) == pytest.approx(float(DELTA), rel=1e-6)
    assert delta(math.exp(epsilon * 0.99)) > 1.5 * float(DELTA)


def test_printed_epsilon_by_the_formula() -> None:
    eta, p, rounds = math.log(1.01), 0.5, 3
    length = math.log(2 * rounds / 1e-6)
    variance = rounds * eta**2 * p * length
    expected = 2 * eta / p + eta + 1.5 * variance + math.sqrt(6 * variance * length)
    found = printed_epsilon(SMOOTH.parameters(3))
    assert found is not None
    assert float(found) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(
    "setting",
    [
        HALF,
        Settings(2, Fraction(101, 100), Fraction(1, 10), 1),
        Settings(2, Fraction(10001, 10000), Fraction(1, 10), 1),
    ],
)
def test_printed_epsilon_needs_its_preconditions(setting: Settings) -> None:
    """Eta B L/p is above 1 in the first two, and Tp/B below 1 in the last two."""
    assert printed_epsilon(setting.parameters(3)) is None


def test_a_row() -> None:
    row = measured(SMOOTH, 2)
    assert set(row) == set(OUTPUTS)
    assert row["pairs"] == "3"
    assert (row["printed_terms"], row["printed_rounds"]) == ("5", "5")
    for view, ratio in brute_force(SMOOTH, 2).items():
        assert Fraction(row[f"{view}_ratio"]) == ratio
        assert float(row[f"{view}_loss"]) == pytest.approx(math.log(ratio) / math.log(1.01), rel=1e-9)
        assert 0 < float(row[f"{view}_epsilon"]) < float(row[f"{view}_loss"]) < float(row["pure_bound"])
    assert [row[name] for name in ("pure_bound_holds", "printed_rounds_hold", "printed_epsilon_holds")] == ["yes"] * 3


def test_the_sum_of_the_printed_rounds_is_exceeded() -> None:
    """Later rounds lose more than eta: with p near 1 the first round does not make up for it."""
    row = measured(NEAR_ONE, 3)
    assert float(row["state_loss"]) > float(row["printed_rounds"])
    assert (row["printed_rounds_hold"], row["pure_bound_holds"]) == ("no", "yes")


def test_a_wrong_bound_is_seen_to_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that forgets the partner, and one that is below the worst ratio by next to nothing, but not that ratio."""
    assert measured(HALF, 3)["pure_bound_holds"] == "yes"
    worst = worst_pairs(HALF, 3)[1]["state"].ratio
    for bound, holds in ((Fraction(3, 2) ** 4, "no"), (worst - Fraction(1, 10**30), "no"), (worst, "yes")):

        def guarantee(parameters: Parameters, bound: Fraction = bound) -> Guarantee:
            return Guarantee("one_loss", Budget(exp_eps=bound))

        monkeypatch.setattr(module, "guarantee", guarantee)
        row = measured(HALF, 3)
        assert row["pure_bound_holds"] == holds
        assert pure_bound_failures([row]) == (holds == "no")


def test_a_wrong_printed_epsilon_is_seen_to_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "theorem_3_2", lambda *_: as_real(Fraction(1, 100)))
    assert measured(SMOOTH, 2)["printed_epsilon_holds"] == "no"


def fake(setting: Settings, batches: int) -> Row:
    return {**dict.fromkeys(OUTPUTS, "1"), "seconds": f"{4.0**batches / 16}"}


def batches_of(rows: list[Row]) -> list[int]:
    return [int(row["batches"]) for row in rows]


def test_more_batches_as_long_as_they_fit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two batches take 1 second, three 4 and four 16; a row is expected to take 3 S / (S - 1) times the one before."""
    calls: list[int] = []

    def counted(setting: Settings, batches: int) -> Row:
        calls.append(batches)
        return fake(setting, batches)

    monkeypatch.setattr(module, "measured", counted)
    told: list[tuple[int, int]] = []
    for seconds, expected, new in ((6.9, [2], [2]), (7.1, [2, 3], [3]), (23.1, [2, 3, 4], [4]), (7.1, [2, 3], [])):
        calls.clear()
        plan = Plan((2,), (Fraction(3, 2),), (Fraction(1, 2),), (1,), seconds)
        table = Table(tmp_path / "table.csv", INPUTS, OUTPUTS, write)
        rows = measure(plan.tasks(), table, lambda done, of: told.append((done, of)))
        assert (batches_of(rows), calls) == (expected, new)
    assert told == [(0, 1), (1, 1)] * 4


def test_an_interrupted_run_keeps_its_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(setting: Settings, batches: int) -> Row:
        if batches == 3:
            raise KeyboardInterrupt
        return fake(setting, batches)

    monkeypatch.setattr(module, "measured", interrupted)
    plan = Plan((2,), (Fraction(3, 2),), (Fraction(1, 2),), (1,), 100.0)
    with pytest.raises(KeyboardInterrupt):
        measure(plan.tasks(), Table(tmp_path / "table.csv", INPUTS, OUTPUTS, write), lambda done, of: None)
    assert len(Table(tmp_path / "table.csv", INPUTS, OUTPUTS, write)) == 1


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("experts", (1,), "experts = 1"),
        ("exp_learning_rates", (Fraction(1),), "exp_learning_rate = 1"),
        ("fake_switches", (Fraction(1),), "fake_switch = 1"),
        ("batches", (0,), "batch = 0"),
        ("seconds", 0.0, "seconds = 0.0"),
        ("seconds", math.nan, "seconds = nan"),
        ("seconds", math.inf, "seconds = inf"),
    ],
)
def test_bad_plans(name: str, value: object, message: str) -> None:
    plan = Plan((2,), (Fraction(3, 2),), (Fraction(1, 2),), (1,), 1.0)
    with pytest.raises(ValueError, match=message):
        replace(plan, **{name: value})
