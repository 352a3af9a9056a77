"""Partitions that are kept are coins: one for each that is in one of two inputs, and of no chance where it is not."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpassay.audit.pipelines.kept import coins_of
from dpassay.audit.pipelines.rows import Row

F = Fraction


def test_each_partition_of_either_input_is_a_coin() -> None:
    row = Row(0, None, (("str a", F(1, 2)), ("str b", F(1, 4))), (("str c", F(1)), ("str a", F(1, 2))), ("str b",))
    assert list(coins_of(row)) == [
        Row(0, None, F(1, 2), F(1, 2), False),
        Row(1, None, F(1, 4), F(0), True),
        Row(2, None, F(0), F(1), False),
    ]


def test_without_an_answer_nothing_is_kept() -> None:
    assert [coin.answer for coin in coins_of(Row(0, None, (("a", F(1)),), (), None))] == [False]


@pytest.mark.parametrize("given", [F(1), (F(1),), (("a", F(1), F(2)),)])
def test_what_is_no_list_of_shares_is_refused(given: object) -> None:
    with pytest.raises(ValueError, match=r"^given = .*: expected keys of partitions"):
        list(coins_of(Row(0, None, given, (), ())))
