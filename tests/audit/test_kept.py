"""Batches are kept whole or not at all, and only for the audit that they are of."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dpassay.audit.answers.batches import Workers
from dpassay.audit.answers.chunks import Chunk, put_together
from dpassay.audit.answers.outcome import Origin
from dpassay.audit.answers.parts import Part
from dpassay.audit.answers.program import Program
from dpassay.audit.kept import Store, plan_words, target_words
from dpassay.audit.plan import Plan

REQUEST: dict[str, Any] = {"samples": 4, "seed": 1, "datasets": [["integer", "0"], ["integer", "1"]], "chunks": [1, 3]}
ASKED = {"target": "noise.py:target", "samples": "4"}
FORM = ("float64 of shape ()", "NoneType")
NUMBERS = Chunk(np.array([0.1]), FORM[:1], np.array([0]))
ROWS = Chunk(np.array([[1, 2]]), ("int64 of shape (2,)",), np.array([0]))
NOTHING = Chunk(None, FORM, np.array([1]))
LINES = Chunk(None, FORM, np.array([1]), ('"a"', "null"), np.array([1]))
ORIGIN = Origin("own", "1.0", "3.12.1", "2.1.0", seeded=True, memory_limited=None, sources=(("noise.py", "a" * 64),))


def part(*chunks: Chunk) -> Part:
    return Part((chunks, chunks), None, ORIGIN, "said", "")


def store(folder: Path, **asked: str) -> Store:
    return Store(folder / "one.batches", {**ASKED, **asked})


def kept(folder: Path) -> Store:
    found = store(folder)
    found.save(REQUEST, part(NUMBERS, NUMBERS))
    return found


def same(one: Part, other: Part) -> bool:
    first, second = (put_together(each.chunks) for each in (one, other))
    every = [[*each.arrays, *each.form_codes, *each.places] for each in (first, second)]
    pairs = list(zip(*every, strict=len(every[0]) == len(every[1])))
    told = [(each.origin, each.stdout, each.stderr, each.failure) for each in (one, other)]
    equal = len(every[0]) == len(every[1]) and all(np.array_equal(a, b) and a.dtype == b.dtype for a, b in pairs)
    return equal and told[0] == told[1] and (first.form_names, first.lines) == (second.form_names, second.lines)


@pytest.mark.parametrize("chunks", [(NUMBERS, NUMBERS), (ROWS, ROWS), (NUMBERS, NOTHING), (LINES, NUMBERS)])
def test_a_part_comes_back_as_it_was(tmp_path: Path, chunks: tuple[Chunk, ...]) -> None:
    found = store(tmp_path)
    assert found.load(REQUEST) is None
    found.save(REQUEST, part(*chunks))
    again = store(tmp_path).load(REQUEST)
    assert again is not None
    assert same(again, part(*chunks))
    assert not same(again, part(NUMBERS, Chunk(np.array([0.2]), FORM[:1], np.array([0]))))
    assert (found.kept, found.problem) == (1, "")


@pytest.mark.parametrize(
    "other", [{"seed": 2}, {"samples": 5}, {"chunks": [1, 2]}, {"datasets": [["integer", "0"]] * 2}]
)
def test_a_part_is_of_its_request_alone(tmp_path: Path, other: dict[str, Any]) -> None:
    assert kept(tmp_path).load({**REQUEST, **other}) is None
    assert kept(tmp_path).load(REQUEST) is not None


def test_what_is_damaged_is_not_there(tmp_path: Path) -> None:
    found = kept(tmp_path)
    (file,) = found.folder.glob("*.batch")
    whole = file.read_bytes()
    for place in (0, 63, 64, 100, len(whole) // 2, len(whole) - 1):
        file.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert found.load(REQUEST) is None
        file.write_bytes(whole[:place])
        assert found.load(REQUEST) is None
    file.write_bytes(whole)
    assert found.load(REQUEST) is not None


def test_a_part_that_lacks_answers_is_not_there(tmp_path: Path) -> None:
    found = store(tmp_path)
    found.save(REQUEST, part(NUMBERS))
    assert found.kept == 1
    assert found.load(REQUEST) is None


def test_a_write_that_is_cut_short_leaves_nothing_of_that_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Killed(BaseException):
        pass

    def killed(_descriptor: int) -> None:
        raise Killed

    monkeypatch.setattr("dpassay.audit.reports.files.os.fsync", killed)
    with pytest.raises(Killed):
        kept(tmp_path)
    assert store(tmp_path).kept == 0
    assert store(tmp_path).load(REQUEST) is None


def test_another_audit_does_not_go_on(tmp_path: Path) -> None:
    kept(tmp_path).begin(resume=True)
    assert store(tmp_path).kept == 1
    for name, text in {"samples": "5", "target": "noise.py:other", "sources": "abc"}.items():
        was = ASKED.get(name)
        with pytest.raises(ValueError, match=r"^resume = ") as complaint:
            store(tmp_path, **{name: text}).begin(resume=True)
        expected = f"expected batches of this audit, but they are of one with {name} = {was}, not {text} (without --r"
        assert expected in str(complaint.value)
    assert store(tmp_path).kept == 1


@pytest.mark.parametrize("text", ["", "[1]", "{", '{"dpassay": 1}'])
def test_nor_does_one_of_which_nothing_is_known(tmp_path: Path, text: str) -> None:
    found = kept(tmp_path)
    (found.folder / "asked.json").write_text(text)
    with pytest.raises(ValueError, match="expected batches of this audit"):
        found.begin(resume=True)


def test_without_resume_an_audit_begins_anew(tmp_path: Path) -> None:
    found = kept(tmp_path)
    store(tmp_path, samples="5").begin(resume=False)
    assert not found.folder.exists()
    store(tmp_path).begin(resume=True)  # there is nothing to go on from
    assert not found.folder.exists()


def test_nothing_of_others_is_deleted(tmp_path: Path) -> None:
    found = kept(tmp_path)
    (found.folder / "notes.txt").touch()
    (found.folder / ".0123.part").touch()
    found.delete()
    assert [path.name for path in found.folder.iterdir()] == ["notes.txt"]


def test_where_nothing_can_be_kept_the_audit_goes_on(tmp_path: Path) -> None:
    (tmp_path / "one.batches").touch()
    found = kept(tmp_path)
    assert found.problem.startswith(f"directory = {tmp_path}/one.batches: expected a folder that can be made")
    found.begin(resume=True)
    found.delete()
    assert (tmp_path / "one.batches").exists()


def test_a_plan_in_words_has_all_that_counts() -> None:
    plan = Plan(samples=10, seed=3)
    for name, value in {"samples": 11, "seed": 4, "alpha": 0.5, "memory_limit": 1 << 30, "evidence": ("law",)}.items():
        assert plan_words(replace(plan, **{name: value})) != plan_words(plan)
    for name, other in {"time_limit": 1.0, "first_time_limit": 1.0, "workers": Workers(3)}.items():
        assert plan_words(replace(plan, **{name: other})) == plan_words(plan)
    assert json.loads(json.dumps(plan_words(plan))) == plan_words(plan)


def test_a_target_in_words_has_the_hashes_of_its_files(tmp_path: Path) -> None:
    file = tmp_path / "noise.py"
    for target in (f"{file}:target", Program(("python3", str(file)))):
        file.write_text("1")
        before = target_words(target)
        file.write_text("2")
        assert target_words(target) != before
        assert target_words(target)["target"] == before["target"] == str(target)
    assert target_words("package.module:target") == {"target": "package.module:target"}
