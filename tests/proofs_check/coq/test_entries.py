"""All that is written for Coq: one name for one theorem, and every writer under its word."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from dpassay.proofs_check.coq import entries as module
from dpassay.proofs_check.coq.theorem import Entry, Resists
from tests.proofs_check.coq.toys import TRUE


def written(monkeypatch: pytest.MonkeyPatch, *found: Entry) -> list[Entry]:
    monkeypatch.setattr(module, "WRITERS", {"goal": lambda *_: found})
    return list(module.entries(["LEC-01"], Path()))


def test_entries_come_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    found = (TRUE, Resists("LEC-01", "goal 2", "too long"), replace(TRUE, name="third"))
    assert written(monkeypatch, *found) == list(found)


def test_a_name_is_given_once(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="name = true"):
        written(monkeypatch, TRUE, replace(TRUE, statement="1 = 1"))


def test_a_part_begins_with_the_word_of_its_writer(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="part = step 1"):
        written(monkeypatch, replace(TRUE, part="step 1"))
