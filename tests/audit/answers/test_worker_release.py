"""The parts of releases: whatever holds another number has other texts, and what is equal has equal ones."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest

from dpassay.audit.answers.worker_release import BEYOND, MOST_WALKED, differences, parts_of
from tests.audit.pipelines import releasing


@pytest.mark.parametrize("form", releasing.HOLDING)
def test_a_number_is_found_in_whatever_holds_it(form: str) -> None:
    one, other, same = (parts_of([0.5, releasing.HOLDING[form](number)]) for number in (3, 2, 2))
    assert one.texts != other.texts
    assert other.texts == same.texts
    assert one.unknown == other.unknown == []


def test_paths_say_where_parts_differ() -> None:
    one, other = (parts_of({"a": [1, {"b": n}], "c": 0}).texts for n in (1, 2))
    assert list(differences(one, other)) == ["['a'][1]['b']"]
    assert list(differences(one, one)) == []


def test_a_part_may_be_shared_or_stand_in_itself() -> None:
    shared: list[Any] = [0]
    assert parts_of([shared, shared]) == parts_of([[0], [0]])
    shared.append(shared)
    assert parts_of(shared).texts["[1]"] == "list around it"


def test_beyond_many_parts_there_is_a_digest_and_beyond_more_it_is_said() -> None:
    many = parts_of([()] * 30_000)
    assert BEYOND in many.texts
    assert many.unknown == []
    assert parts_of([(), *[()] * (MOST_WALKED + 1)]).unknown == [f"what lies beyond {MOST_WALKED:,} parts"]


@pytest.mark.parametrize("value", [threading.Lock(), iter(lambda: 1 / 0, 1), map(int, ["x"])])
def test_what_cannot_be_compared_is_named(value: Any) -> None:
    assert len(parts_of([value]).unknown) == 1


def test_one_nan_is_as_good_as_another_and_two_zeros_are_not() -> None:
    negative = -np.full(9000, np.nan)
    assert parts_of(negative) == parts_of(np.full(9000, np.nan))
    assert parts_of(0.0) != parts_of(-0.0)
    assert parts_of(np.zeros(9000)) != parts_of(-np.zeros(9000))


def test_addresses_are_no_parts() -> None:
    first, second = object(), object()
    assert parts_of([repr(first), first, f"{first!r}"]) == parts_of([repr(second), second, f"{second!r}"])
    assert parts_of("total at 0x3") != parts_of("total at 0x4")


def test_tables_of_pandas_are_compared_with_their_names_and_kinds() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"a": [1, 2]})
    others = [
        pandas.DataFrame({"b": [1, 2]}),
        pandas.DataFrame({"a": [1, 2]}, index=[1, 2]),
        pandas.DataFrame({"a": [1.0, 2.0]}),
        pandas.DataFrame({"a": pandas.Categorical([1, 2], [1, 2, 3])}),
        pandas.DataFrame({"a": pandas.Categorical([1, 2], [1, 2])}),
        pandas.DataFrame({"a": pandas.Series([1, 2], dtype="Int64")}),
        pandas.Series([1, 2]),
        pandas.Series([1, 2], name="a"),
        pandas.Index([1, 2]),
        pandas.Timestamp(1),
        pandas.Timestamp(2),
    ]
    texts = [parts_of(each).texts for each in (frame, *others)]
    assert all(one != other for at, one in enumerate(texts) for other in texts[:at])
    assert parts_of(pandas.DataFrame({"a": [1, 2]})).texts == texts[0]
    assert [parts_of(each).unknown for each in (frame, *others)] == [[]] * 12
