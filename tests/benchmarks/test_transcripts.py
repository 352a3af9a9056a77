"""The benchmarks of transcripts: those that list them and those that do not agree; tables can be built."""

from collections.abc import Callable
from fractions import Fraction
from itertools import count

import pytest

from benchmarks import (
    lazy_transcripts,
    transcripts,
)
from tests.benchmarks.helpers import pool


@pytest.mark.parametrize(("experts", "rounds", "level"), [(2, 6, False), (3, 4, False), (3, 4, True), (2, 7, True)])
def test_transcripts_listed_and_not_listed_have_one_delta(experts: int, rounds: int, level: bool) -> None:
    base = Fraction(3, 2)
    game, longer = (transcripts.Game(experts, T, base, level) for T in (rounds, rounds + 1))
    delta = transcripts.exact_delta(game.pair, game.parameters)
    assert delta == transcripts.listed_delta(game.pair, base) > 0
    assert delta != transcripts.listed_delta(longer.pair, base)


def test_listed_delta_of_two_rounds_by_hand() -> None:
    """The second choice is 0 with probability 3/5 or 2/5: 3/5 - 5/4 * 2/5 = 1/10."""
    pair = transcripts.Game(2, 2, Fraction(3, 2)).pair
    assert [rows[0] for rows in pair] == [(transcripts.ONE, transcripts.ZERO), (transcripts.ZERO, transcripts.ONE)]
    assert transcripts.listed_delta(pair, Fraction(3, 2)) == Fraction(1, 10)


def test_longest_is_the_last_that_is_quick_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    def compute(rounds: int) -> Callable[[], Fraction]:
        return lambda: Fraction(rounds)

    monkeypatch.setattr(transcripts, "timed", lambda run, _: (run(), float(run()) ** 2))
    for limit, expected in ((100.0, 8), (64.0, 8), (63.0, 4), (0.5, 1)):
        found = transcripts.longest(compute, (2**j for j in count()), limit, 2)
        assert found == transcripts.Found(expected, Fraction(expected), float(expected**2))


def test_transcript_tables() -> None:
    against, alone = transcripts.tables(pool(), quick=True, seconds=0.01, listed=(2, 5), experts=(2, 30))
    assert [row[0] for row in against.rows] == ["2", "5"]
    assert all(int(row[2].replace(",", "")) == int(row[0]) ** int(row[1]) for row in against.rows)
    assert len(alone.rows) == 8
    assert all(float(row[5]) <= 0.01 for row in alone.rows)


def test_transcript_deltas_are_shown() -> None:
    long = Fraction(2**100_000 - 1, 3 * 2**100_000)
    assert [transcripts.shown(delta) for delta in (long, Fraction(0), 1 - Fraction(1, 2**200), 1 - long / 10**5)] == [
        "0.333333",
        "0",
        "1 - 6.22302E-61",
        "1 - 0.00000333333",
    ]


@pytest.mark.parametrize(("experts", "level"), [(2, False), (2, True), (3, False)])
def test_lazy_transcripts_listed_and_not_listed_have_one_profile(experts: int, level: bool) -> None:
    game, longer = (lazy_transcripts.Game(experts, S, level) for S in (3, 4))
    listed = lazy_transcripts.listed_masses(game.pair, lazy_transcripts.BASE, lazy_transcripts.FAKE_SWITCH)
    assert lazy_transcripts.exact_masses(game) == listed
    assert sum(listed.values()) == 1
    delta = lazy_transcripts.delta_of(listed)
    assert lazy_transcripts.exact_delta(game, "state") == delta > lazy_transcripts.exact_delta(game, "models") > 0
    assert lazy_transcripts.exact_masses(longer) != listed
    other = lazy_transcripts.listed_masses(game.pair, lazy_transcripts.BASE, Fraction(1, 5))
    assert lazy_transcripts.exact_masses(game) != other


def test_listed_masses_of_lazy_to_private_by_hand() -> None:
    """The second batch at e^eta = 2 and p = 1/4, after a round in which model 1 loses."""
    pair = lazy_transcripts.Game(2, 2).pair
    (step,) = lazy_transcripts.steps(pair[0], Fraction(2), Fraction(1, 4))
    assert list(pair[0][0]) == [0, 1]
    # x = 0 costs nothing, y = 1 costs 1: nu_2(x) nu_1(y) / (4 nu_1(x) nu_2(y)) = 1/2; draws are 0 with probability 2/3
    kept, drawn = Fraction(3, 4) * Fraction(1, 2), 1 - Fraction(3, 4) * Fraction(1, 2)
    assert step[0, 1, 0][0, 1, 0] == kept * Fraction(3, 4)
    assert step[0, 1, 0][1, 0, 1] == drawn * Fraction(1, 3) * Fraction(1, 4) * Fraction(2, 3)
    assert all(sum(law.values()) == 1 for law in step.values())


def test_lazy_transcript_tables() -> None:
    against, alone = lazy_transcripts.tables(pool(), quick=True, seconds=0.02, experts=(2,), repeats=1)
    assert [row[:3] for row in against.rows] == [
        (experts, later, listing)
        for listing in ("coins", "transcripts")
        for experts, later in (("2", "worst"), ("2", "level"))
    ]
    for row in against.rows:
        outcomes = 3 * 7 if row[2] == "coins" else 5  # y is kept or one of 2; x is kept or one of 2 by 3 pairs of coins
        assert int(row[4].replace(",", "")) == 4 * outcomes ** (int(row[3]) - 1)
    assert [row[1:3] for row in alone.rows] == [
        ("models", "level"),
        ("models", "worst"),
        ("state", "level"),
        ("state", "worst"),
    ]


@pytest.mark.parametrize(("experts", "level"), [(2, False), (2, True), (3, False)])
def test_the_coins_of_lazy_to_private_give_the_transcripts(experts: int, level: bool) -> None:
    rules = lazy_transcripts.BASE, lazy_transcripts.FAKE_SWITCH
    pair = lazy_transcripts.Game(experts, 3, level).pair
    listed = lazy_transcripts.listed_masses(pair, *rules)
    assert lazy_transcripts.coin_masses(pair, *rules) == listed
    assert lazy_transcripts.coin_masses(pair, Fraction(4, 3), rules[1]) != listed
    weights = [[rules[0] ** -int(sum(row[x] for row in pair[0][:s])) for x in range(experts)] for s in range(3)]
    paths = list(lazy_transcripts.coin_paths(weights, *rules))
    assert len(paths) == lazy_transcripts.listed_paths("coins", experts, 3)
    assert sum(mass for _, mass in paths) == 1
    assert len({path for path, _ in paths}) == lazy_transcripts.listed_paths("transcripts", experts, 3)


@pytest.mark.parametrize(
    ("name", "wrong"),
    [("exact_masses", {Fraction(1): Fraction(1)}), ("exact_delta", Fraction(1, 2)), ("largest_ratio", Fraction(2))],
)
def test_a_listing_that_is_wrong_stops_the_benchmark(monkeypatch: pytest.MonkeyPatch, name: str, wrong: object) -> None:
    monkeypatch.setattr(lazy_transcripts, name, lambda *_: wrong)
    with pytest.raises(AssertionError):
        lazy_transcripts.tables(pool(), quick=True, seconds=0.01, experts=(2,), repeats=1)


def test_longest_lazy_transcript_is_the_last_that_is_quick_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """A size takes 2^size seconds: twice as long as the one before."""
    tried: list[Fraction] = []

    def compute(size: int) -> Fraction:
        tried.append(Fraction(size))
        return tried[-1]

    def fake_timed(run: Callable[[], Fraction], repeats: int) -> tuple[Fraction, float]:
        return (value := run()), 2.0 ** int(value)

    monkeypatch.setattr(lazy_transcripts, "timed", fake_timed)
    for limit, expected in ((1.0, 2), (8.0, 3), (40.0, 5)):
        tried.clear()
        found = lazy_transcripts.longest(compute, count(2), limit)
        assert found == lazy_transcripts.Found(expected, Fraction(expected), 2.0**expected)
        assert max(tried) <= expected + 1
