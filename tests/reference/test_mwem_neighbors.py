"""Which neighboring data sets of MWEM are yielded."""

from __future__ import annotations

from fractions import Fraction

from dpassay.exact import max_ratio
from dpassay.reference.mwem import law
from dpassay.reference.mwem_neighbors import (
    MOST_PAIRS,
    MOST_POINTS,
    MOST_RECORDS,
    first_loss,
    records_listed,
    replacements,
)
from dpassay.reference.mwem_setting import Parameters

P = Parameters.read(epsilon=1, rounds=2, queries="1,0,1/2;0,1,1")


def both(_: int) -> tuple[int, ...]:
    return (0, 1)


def one(_: int) -> tuple[int, ...]:
    return (0,)


def test_pairs_of_the_largest_loss_come_first() -> None:
    pairs = list(replacements(P, both))
    lost = [first_loss(first, second, P, (0, 1)) for first, second in pairs]
    assert lost == sorted(lost, reverse=True)
    assert lost[0] > lost[-1]
    assert all(len(x) == len(y) == MOST_RECORDS and x[1:] == y[1:] and x[0] != y[0] for x, y in pairs)
    assert len(set(pairs)) == len(pairs) == MOST_PAIRS


def test_the_loss_of_a_choice_that_is_nearly_certain() -> None:
    """Scores (2, 0) become (0, 2), and the sum of the first query moves by 2: 2 + (2 + 2) / 2."""
    signs = Parameters.read(epsilon=40, rounds=1, queries="1,1,-1,-1;1,-1,1,-1", query_range="-1,1")
    assert first_loss((0, 1), (0, 2), signs, (0, 1)) == 4
    ratio = max_ratio(law((0, 1), signs), law((0, 2), signs))
    assert ratio is not None
    budget = 40 / (2 * 1 * 2)  # eps / (2 T sensitivity)
    assert 2.9 < float(ratio.as_real().log()) / budget < 4  # type: ignore[union-attr]
    assert first_loss((0, 1), (0, 0), signs, (0, 1)) == 2  # the second query is measured, and gains most itself


def test_few_of_many_points() -> None:
    wide = Parameters.read(epsilon=1, rounds=1, queries=[[Fraction(k, 100) for k in range(30)]])
    pairs = list(replacements(wide, one))
    assert len(pairs) == MOST_PAIRS
    assert max(point for pair in pairs for data in pair for point in data) < MOST_POINTS
    alike = Parameters.read(epsilon=1, rounds=1, queries="1,1,1,0")
    assert {point for pair in replacements(alike, one) for data in pair for point in data} == {0, 3}
    level = Parameters.read(epsilon=1, rounds=1, queries="1,1,1")
    assert next(iter(replacements(level, one))) == ((0, 0, 0), (1, 0, 0))


def test_fewer_records_where_there_are_many_transcripts() -> None:
    assert records_listed(P, both) == MOST_RECORDS
    longer = Parameters.read(epsilon=1, rounds=3, queries="1,0;0,1")
    assert records_listed(longer, both) == MOST_RECORDS  # 8^3 = 512
    assert records_listed(longer, lambda _: (0, 1, 2, 3)) == 1  # (4 * 3)^3 = 1728
    longest = Parameters.read(epsilon=1, rounds=5, queries="1,0;0,1")
    assert all(len(data) == 1 for pair in replacements(longest, both) for data in pair)
    assert records_listed(Parameters.read(epsilon=1, rounds=10**9, queries="1,0"), one) == 1


def test_what_may_be_chosen_is_asked_for_each_number_of_records() -> None:
    many = Parameters.read(epsilon=1, rounds=2, queries="1,0;0,1")
    assert records_listed(many, lambda records: tuple(range(20 if records > 2 else 2))) == 2
