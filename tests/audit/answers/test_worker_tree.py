"""The tree of coins: exact weights by hand, the heaviest branch first, and runs that go somewhere else."""

from fractions import Fraction

import pytest

from dpassay.audit.answers.worker_tree import Coin, Exploring, Fork, Part, Repeating, Search, Toss, Unrepeatable, Values
from tests.audit.enumerating import Coins, enumeration, law


def test_values_are_cut_and_sorted_by_residues() -> None:
    values = Values(3, 2, 10)  # 3, 5, ..., 21
    assert values.part(2, 5) == Values(7, 2, 3)
    assert [values.at(place) for place in (0, 9)] == [3, 21]
    assert values.every(4, 1) == Values(5, 8, 3)  # 5, 13, 21
    assert values.every(4, 3) == Values(9, 8, 2)  # 9, 17


def two_coins(coins: Coins) -> int:
    return coins.pick(2) + coins.pick(3) if coins.pick(2) else 7


def test_weights_are_products_of_the_shares() -> None:
    expected = {7: Fraction(1, 2), 0: Fraction(1, 12), 1: Fraction(1, 6), 2: Fraction(1, 6), 3: Fraction(1, 12)}
    assert law(two_coins) == expected


def test_a_loop_leaves_what_it_has_not_reached() -> None:
    def loop(coins: Coins) -> int:
        count = 0
        while coins.whole(3):
            count += 1
        return count

    found = enumeration(loop, 10)
    assert found.branches == 9  # and one run went further down than there was weight for
    assert found.left == Fraction(2, 3) ** 9
    assert found.weights['["int", "4"]'] == Fraction(2, 3) ** 4 / 3


def test_a_loop_without_an_end_is_left_and_the_others_go_on() -> None:
    """The heavy branch never answers: its weight stays over, and what is light is found."""

    def endless(coins: Coins) -> int:
        while coins.whole(4) < 3:
            pass
        return 1

    def sometimes(coins: Coins) -> int:
        return endless(coins) if coins.pick(2) else 0

    found = enumeration(sometimes, 30)
    assert found.weights['["int", "0"]'] == Fraction(1, 2)
    assert found.left > 0


def test_the_heaviest_branch_that_waits_is_next() -> None:
    seen = []

    def program(coins: Coins) -> int:
        answer = 0 if coins.whole(10) < 1 else 1 + coins.pick(2)
        seen.append(answer)
        return answer

    enumeration(program, 3)
    assert seen[0] == 1  # .45, then .45, then .1; each is run three times
    assert seen[:9] == [1, 1, 1, 2, 2, 2, 0, 0, 0]


def fork_of(run: Exploring, *sizes: int) -> object:
    coin = run.coin("coin", sum(sizes))

    def divide(_values: Values) -> list[Part]:
        return [Part(Values(0, 1, size), place) for place, size in enumerate(sizes)]

    return run.fork(coin, ("test",), divide)


def test_a_run_follows_its_path() -> None:
    search = Search()
    first = search.next()
    assert fork_of(first, 1, 2, 1) == 1
    search.take(first)
    assert len(search) == 1
    second = search.next()
    assert [place for _, place in second.path] == [1]
    assert fork_of(second, 1, 2, 1) == 0
    assert second.weight == Fraction(1, 4)


def test_another_question_at_the_same_place_ends_the_run_for_good() -> None:
    search = Search()
    first = search.next()
    fork_of(first, 1, 1)
    search.take(first)
    second = search.next()
    with pytest.raises(Unrepeatable, match="asked for another coin"):
        fork_of(second, 1, 2)
    with pytest.raises(Unrepeatable):  # a target that catches it does not get on
        second.coin("coin", 2)


def test_a_fork_knows_the_weight_of_its_branches() -> None:
    fork = Fork(("test",), [Part(Values(0, 1, 1), "a"), Part(Values(1, 1, 3), "b")], None, Fraction(1, 2))
    assert [part.answer for part in fork.parts] == ["b", "a"]
    assert [fork.weight_of(place) for place in (0, 1)] == [Fraction(3, 8), Fraction(1, 8)]
    below = Fork(("test",), [Part(Values(0, 1, 1), 0)], (fork, 1), Fraction(1, 8))
    assert below.path(0) == [(fork, 1), (below, 0)]


def test_plain_numbers_are_the_ends_of_what_is_left() -> None:
    tosses = [Toss("a", 10, Values(2, 3, 3))]
    for last, number in ((False, 2), (True, 8)):
        run = Repeating(tosses, last=last)
        assert run.number("a", 10) == number
        run.end()
    fewer = Repeating(tosses, last=False)
    with pytest.raises(Unrepeatable, match="fewer coins"):
        fewer.end()
    other = Repeating(tosses, last=False)
    with pytest.raises(Unrepeatable, match="another coin"):
        other.number("b", 10)


def test_a_coin_begins_with_all_its_values() -> None:
    run = Exploring([], 0.0)
    assert run.coin("a", 5).left == Values(0, 1, 5)
    assert Coin("a", 5, run).run is run
