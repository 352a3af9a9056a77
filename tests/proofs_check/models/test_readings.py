"""The page of readings names facts, quantities and claims that exist; a page that names others is told apart."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from dpassay.proofs_check.proof.statements import Model
from dpassay.proofs_check.registry import CLAIMS
from dpassay.proofs_check.sources import SOURCES

PAGE = Path(__file__).resolve().parents[3] / "proofs_check/models/READINGS.md"
ID = re.compile(r"\b(?:[A-Z]{3,5})-\d\d[a-z]?(?:-corrected|-sharp)?\b")
QUOTED = re.compile(r"`([^`]+)`")
MODEL = re.compile(r"([a-z_0-9.]+)\.([A-Z][A-Z_0-9]*)")
COLUMNS = 5


def model_named(name: str) -> Model | None:
    """The model of a module of ``models``, or of a package of claims."""
    found = MODEL.fullmatch(name)
    if found is None:
        return None
    for package in ("dpassay.proofs_check.models", "dpassay.proofs_check"):
        module = f"{package}.{found[1]}"
        if find_spec(module.rpartition(".")[0]) and find_spec(module):
            value = getattr(import_module(module), found[2], None)
            return value if isinstance(value, Model) else None
    return None


def unknown_names(cell: str) -> Iterator[str]:
    """Models that do not exist, and names that the model before them does not have."""
    model = None
    for name in QUOTED.findall(cell):
        if MODEL.fullmatch(name):
            model = model_named(name)
            if model is None:
                yield f"no model {name}"
        elif model is None or name not in {**model.facts, **model.quantities}:
            yield f"no fact or quantity {name}"
    if model is None:
        yield f"no model in {cell!r}"


def complaints(page: str) -> list[str]:
    """What is wrong with a page."""
    found, source = [f"no claim {name}" for name in ID.findall(page) if name not in CLAIMS], ""
    for line in page.splitlines():
        if line.startswith("## "):
            source = line[3:]
            found += [] if source in SOURCES else [f"no source {source}"]
        elif line.startswith("|") and not line.startswith(("| what", "|---")):
            cells = re.split(r"(?<!\\)\|", line)[1:-1]
            if len(cells) != COLUMNS:
                found.append(f"{len(cells)} cells: {line}")
                continue
            found += unknown_names(cells[2])
            own = ID.findall(cells[4])
            found += [] if own and all(name.startswith(source) for name in own) else [f"ids of {source}: {cells[4]}"]
    return found


def test_names_and_ids_exist() -> None:
    assert complaints(PAGE.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("`scale of (8)`", "`scale of (9)`"),
        ("`liars.LIARS`", "`liars.LIAR`"),
        ("`liars.LIARS`", "`lies.LIARS`"),
        ("SIMA-33, SIMA-34,", "SIMA-33, SIMA-99,"),
        ("| SCOTT-33 |", "| SIMA-33 |"),
        ("| SCOTT-33 |", "| |"),
        ("`gaussian_noise.CALIBRATED`: `calibration`", "the model"),
        ("## LEC", "## LECTURE"),
        ("\\|C\\|", "|C|"),
    ],
)
def test_a_wrong_page_is_told(old: str, new: str) -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert old in page
    assert complaints(page.replace(old, new, 1))
