"""Chains of forks: loops are geometric series, by hand; what is not known, or too long, makes weights smaller."""

from __future__ import annotations

from fractions import Fraction

from dpassay.audit.answers.worker_chain import KEPT, LONGEST, short, shortened, weights
from dpassay.audit.answers.worker_tree import Fork, Part, Values

F = Fraction


def fork(*sizes: int) -> Fork:
    """A fork of parts of these sizes, the largest first."""
    return Fork((), [Part(Values(0, 1, size), place) for place, size in enumerate(sizes)], None, F(1))


def test_what_is_known_without_a_fork() -> None:
    assert weights(None) == {}
    assert weights("a") == {"a": 1}


def test_a_loop_by_itself_is_a_geometric_series() -> None:
    first = fork(3, 2, 1)
    first.leads = [first, "a", "b"]
    assert weights(first) == {"a": F(2, 3), "b": F(1, 3)}


def test_two_loops_within_each_other() -> None:
    """By hand: from inner to outer with 1/2, out of it with 1/4; so P(a) = 2/3 (1/3 + 2/3 P(a)) + 1/3 P(a)."""
    outer, inner = fork(2, 1), fork(2, 1, 1)
    outer.leads = [inner, outer]
    inner.leads = [outer, "a", "b"]
    assert weights(outer) == {"a": F(1, 2), "b": F(1, 2)}


def test_many_forks_that_lead_to_each_other() -> None:
    """A walk on 0, 1, ..., 9 that starts at 3 ends at 0 with probability 6/9."""
    forks = [fork(1, 1) for _ in range(8)]
    for place, each in enumerate(forks):
        each.leads = [forks[place - 1] if place else "0", forks[place + 1] if place < 7 else "9"]
    assert weights(forks[2]) == {"0": F(6, 9), "9": F(3, 9)}
    near = weights(forks[2], exact=False)
    assert abs(near["0"] - 2 / 3) < 1e-12


def test_what_is_not_known_is_left_out() -> None:
    first, second = fork(1, 1), fork(1, 1)
    first.leads = [second, "a"]
    second.leads = [None, first]
    assert weights(first) == {"a": F(2, 3)}  # 1/2 (1 + 1/4 + ...), and 1/3 is left


def test_what_never_ends_is_left_out() -> None:
    first, second = fork(1, 1), fork(1)
    first.leads = ["a", second]
    second.leads = [second]
    assert weights(first) == {"a": F(1, 2)}


def test_long_fractions_are_rounded_down() -> None:
    third = F(1, 3 ** (2 * LONGEST))
    assert shortened(F(1, 3)) == F(1, 3)
    found = shortened(third + F(1, 3))
    assert found.denominator == 2**KEPT
    assert 0 < third + F(1, 3) - found < F(1, 2**KEPT)


def test_the_sum_of_weights_is_a_short_fraction() -> None:
    """Each alone is short; the product of their denominators is not."""
    assert short({"a": F(1, 3), "b": F(2, 3)}) == {"a": F(1, 3), "b": F(2, 3)}
    power = LONGEST // 2
    found = short({"a": F(1, 3**power), "b": F(1, 5**power), "c": F(1, 2)})
    assert found == {"c": F(1, 2)}  # the others are less than 2^-KEPT
    assert sum(found.values()) <= 1
