"""Seeded measurements: what is finished is not done again, and nothing that is finished gets lost."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from dpassay.audit.reports.files import write_whole
from dpassay.experiments.frame.runs import Row, Table, Task, csv_text, generator, measure

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
    header, first, *_ = (tmp_path / "t.csv").read_text().splitlines()
    assert header == "name,size,value,digest"
    entries = b'[["name", "task 0"], ["size", "0"], ["value", "0"]]'
    assert first == f"task 0,0,0,{hashlib.sha256(entries).hexdigest()[:16]}"


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
        b"name,value,size,digest\n",
        b"name,size,digest\n",
        b"name,size,value\n",  # of an earlier version, without digests
        b"name,size,value\na,1,2\n",
        b"name,size,value,digest\na,1,2\n",
        b"name,size,value,digest\na,1,2,3,4\n",
        b'name,size,value,digest\n"a,1,2,3\n',
        b"name,size,value,digest\n\n",
        b"name,size,value,digest\n\xff,1,2,3\n",
        b"name,size,value,dig",
        b"\xff\xfe",
        b"",
    ],
)
def test_a_file_that_is_no_such_table_is_refused_and_kept(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"path = .*expected a (row of a )?table of an earlier run"):
        table(path)
    assert path.read_bytes() == content


def edited(line: int, old: str, new: str) -> Callable[[str], str]:
    """Replace a part of one line."""

    def edit(text: str) -> str:
        lines = text.splitlines(keepends=True)
        assert old in lines[line - 1]
        lines[line - 1] = lines[line - 1].replace(old, new, 1)
        return "".join(lines)

    return edit


EDITS: dict[str, tuple[Callable[[str], str], str]] = {
    "another output": (edited(3, ",1,1,", ",1,0,"), "line 3: expected a row as it was written"),
    "another input": (edited(3, "task 1,1", "task 9,1"), "line 3: expected a row as it was written"),
    "rounded": (edited(6, ",16,", ",16.0,"), "line 6: expected a row as it was written"),
    "nan": (edited(4, ",4,", ",nan,"), "line 4: expected finite numbers, not nan"),
    "infinite": (edited(4, ",4,", ",-Infinity,"), "line 4: expected finite numbers, not -Infinity"),
    "no digest": (edited(2, ",0,0,", ",0,0,,"), "line 2: expected a row of a table of an earlier run, with 4 entries"),
    "twice": (lambda text: text + text.splitlines(keepends=True)[2], "line 7: expected each row once, but line 3 has"),
    "torn and gone on": (edited(4, "2,4,", "2\ntask "), "line 4: expected a row of a table"),
    "blank line": (lambda text: f"{text}\n", "line 7: expected a row of a table"),
    "another header": (edited(1, "size", "sizes"), "line 1: expected a table of an earlier run"),
}


@pytest.mark.parametrize(("edit", "complaint"), EDITS.values(), ids=EDITS)
def test_a_row_that_is_not_as_it_was_written_is_refused_with_its_line(
    tmp_path: Path, edit: Callable[[str], str], complaint: str
) -> None:
    path = tmp_path / "t.csv"
    measure(Counting().tasks, table(path), silent)
    content = edit(path.read_text())
    path.write_text(content)
    with pytest.raises(ValueError, match=f"path = {re.escape(str(path))}, {re.escape(complaint)}"):
        table(path)
    assert path.read_text() == content


def test_each_character_that_is_changed_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    measure(Counting(2).tasks, table(path), silent)
    whole = path.read_text()
    for place, letter in enumerate(whole):
        path.write_text(whole[:place] + ("x" if letter != "x" else "y") + whole[place + 1 :])
        if place < len(whole) - 1:
            with pytest.raises(ValueError, match="expected"):
                table(path)


def test_a_torn_last_line_is_dropped_and_done_again(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    measure([*Counting().tasks, Task({"name": "é, ü", "size": "9"}, lambda: {"value": "1"})], table(path), silent)
    whole = path.read_bytes()
    start = len(b"".join(whole.splitlines(keepends=True)[:6]))
    for end in range(start, len(whole)):
        path.write_bytes(whole[:end])
        assert len(table(path)) == 5
    last = Counting(6)
    path.write_bytes(whole[: start - 3])
    measure(last.tasks, table(path), silent)
    assert last.done == [4, 5]


@pytest.mark.parametrize("value", ["nan", "inf", "-inf"])
def test_what_is_not_finite_is_not_kept(tmp_path: Path, value: str) -> None:
    with pytest.raises(ValueError, match="expected finite numbers"):
        table(tmp_path / "t.csv").add({"name": "a", "size": "1", "value": value})


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
