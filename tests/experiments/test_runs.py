"""Seeded measurements: what is finished is not done again, and nothing that is finished gets lost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from dpassay.audit.files import write_whole
from dpassay.experiments.runs import Row, Table, Task, csv_text, generator, measure

INPUTS, OUTPUTS = ("name", "size"), ("value",)


def table(path: Path) -> Table:
    return Table(path, INPUTS, OUTPUTS, write_whole)


class Counting:
    """Tasks that know how often they were computed, and one of them may fail."""

    def __init__(self, count: int = 5, fail_at: int | None = None) -> None:
        self.done: list[int] = []
        self.fail_at = fail_at
        self.tasks = [Task({"name": f"task {k}", "size": str(k)}, self._compute(k)) for k in range(count)]

    def _compute(self, k: int) -> Callable[[], Row]:
        def compute() -> Row:
            if k == self.fail_at:
                raise KeyboardInterrupt
            self.done.append(k)
            return {"value": str(k * k)}

        return compute


def silent(done: int, of: int) -> None:
    """Hear of the progress."""


def test_rows_are_those_of_the_tasks_in_their_order(tmp_path: Path) -> None:
    heard: list[tuple[int, int]] = []
    rows = measure(Counting().tasks, table(tmp_path / "t.csv"), lambda done, of: heard.append((done, of)))
    assert [row["value"] for row in rows] == ["0", "1", "4", "9", "16"]
    assert heard == [(k, 5) for k in range(6)]
    assert (tmp_path / "t.csv").read_text().splitlines()[:2] == ["name,size,value", "task 0,0,0"]


def test_what_is_finished_is_not_done_again(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    first = measure(Counting().tasks, table(path), silent)
    again = Counting()
    assert measure(again.tasks, table(path), silent) == first
    assert again.done == []


@pytest.mark.parametrize("place", range(5))
def test_an_interrupt_loses_nothing(tmp_path: Path, place: int) -> None:
    path, whole = tmp_path / "t.csv", tmp_path / "whole.csv"
    measure(Counting().tasks, table(whole), silent)
    with pytest.raises(KeyboardInterrupt):
        measure(Counting(fail_at=place).tasks, table(path), silent)
    assert len(table(path)) == place
    rest = Counting()
    measure(rest.tasks, table(path), silent)
    assert rest.done == list(range(place, 5))
    assert path.read_bytes() == whole.read_bytes()


def test_other_inputs_are_other_rows(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    measure(Counting().tasks, table(path), silent)
    other = Task({"name": "task 0", "size": "7"}, lambda: {"value": "1"})
    measure([other], table(path), silent)
    assert len(table(path)) == 6
    assert table(path).find({"name": "task 0", "size": "0"}) == {"name": "task 0", "size": "0", "value": "0"}
    assert table(path).find({"name": "task 1", "size": "0"}) is None


@pytest.mark.parametrize(
    "content",
    [
        b"name,value,size\n",
        b"name,size\n",
        b"name,size,value\na,1\n",
        b"name,size,value\na,1,2,3\n",
        b'name,size,value\n"a,1,2\n',
        b"\xff\xfe",
        b"",
    ],
)
def test_a_file_that_is_no_such_table_is_refused_and_kept(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"path = .*expected a table of an earlier run"):
        table(path)
    assert path.read_bytes() == content


def test_a_row_with_other_columns_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="expected the columns"):
        table(tmp_path / "t.csv").add({"name": "a", "size": "1"})


def test_csv_text_quotes_what_needs_it() -> None:
    assert csv_text(["a", "b"], [{"b": "1,5", "a": 'say "x"'}]) == 'a,b\n"say ""x""","1,5"\n'


def test_generators_repeat_and_differ() -> None:
    lists: list[tuple[int | str, ...]] = [("ab", "c"), ("a", "bc"), ("abc",), (1, 23), (12, 3), ("abc", 0), ()]
    draws = [generator(*parts).integers(2**62) for parts in lists]
    assert draws == [generator(*parts).integers(2**62) for parts in lists]
    assert len(set(draws)) == len(draws)
