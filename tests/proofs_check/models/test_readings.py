"""The page of readings: what it names are facts of the models, and claims."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

from dpassay.proofs_check import models
from dpassay.proofs_check.proof.statements import Model
from dpassay.proofs_check.registry import CLAIMS

PAGE = Path(models.__file__).with_name("READINGS.md")
SOURCES = ("ASI", "HRS")


def _rows(source: str) -> list[list[str]]:
    section = PAGE.read_text(encoding="utf-8").split(f"\n## {source}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines[1:]]


def _strangers(cell: str) -> list[str]:
    """Files and facts that a cell names, and that are not there."""
    found, known = [], set[str]()
    for file, fact in re.findall(r'`([^`]*)`|"([^"]*)"', cell):
        if file:
            of_file = vars(import_module(f"dpassay.proofs_check.models.{file}")).values()
            known = {name for model in of_file if isinstance(model, Model) for name in model.facts}
        elif fact not in known:
            found.append(fact)
    return found


@pytest.mark.parametrize("source", SOURCES)
def test_each_row_names_facts_and_claims(source: str) -> None:
    rows = _rows(source)
    assert len(rows) > 20
    for row in rows:
        assert len(row) == 6, row
        assert "`" in row[2], row
        assert _strangers(row[2]) == [], row
        ids = row[5].split(", ")
        assert [id_ for id_ in ids if id_ not in CLAIMS or not id_.startswith(source)] == []


def test_a_stranger_is_seen() -> None:
    assert _strangers('`lazy_experts` "line 6", "line 60"') == ["line 60"]
    assert _strangers('`lazy_experts` "line 6"; `fake_coins` "line 6"') == ["line 6"]
