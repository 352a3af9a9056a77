"""The errata are those of the ledger, and each section has what it takes to check it."""

from __future__ import annotations

import copy
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from dpassay.proofs_check import certificates
from dpassay.proofs_check.errata import document
from dpassay.proofs_check.registry import CLAIMS
from dpassay.proofs_check.sources import SOURCES

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "errata"


@cache
def records() -> dict[str, dict[str, Any]]:
    return {name: certificates.load(name) for name in CLAIMS}


def sections(text: str) -> dict[str, str]:
    """Return the sections of a document by their ids."""
    parts = re.split(r"^## (\S+)$", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def wrong(prefix: str) -> list[str]:
    return sorted(
        name
        for name, record in records().items()
        if CLAIMS[name].source.prefix == prefix and record["verdict"] in ("refuted", "repaired")
    )


def test_there_is_a_page_a_source() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(SOURCES)


@pytest.mark.parametrize("prefix", SOURCES)
def test_the_page_is_what_the_ledger_says(prefix: str) -> None:
    written = (FOLDER / f"{prefix}.md").read_text(encoding="utf-8")
    assert written == document(SOURCES[prefix], records()), "run `make errata`"


@pytest.mark.parametrize("prefix", SOURCES)
def test_every_section_has_what_it_takes(prefix: str) -> None:
    found = sections((FOLDER / f"{prefix}.md").read_text(encoding="utf-8"))
    assert list(found) == wrong(prefix)
    for name, text in found.items():
        shown = "**Where it fails.**" if records()[name]["verdict"] == "refuted" else "**What is wrong with"
        for part in ("**Printed.**", "```math", shown, "**What is true.**", "**What relies on it.**"):
            assert part in text, (name, part)
        correction = CLAIMS[name].corrected_by
        assert correction is None or f"{correction} (" in text
        assert "None" not in text.replace("None of", "")
        assert ",." not in text


def test_another_ledger_has_other_errata() -> None:
    source = SOURCES["LEC"]
    changed = copy.deepcopy(records())
    changed["LEC-17"]["verdict"] = "proved"
    assert list(sections(document(source, changed))) == [name for name in wrong("LEC") if name != "LEC-17"]
    changed = copy.deepcopy(records())
    changed["LEC-11"]["remarks"] = ["Something *else* of x_1 < y."]
    assert "\n* Something \\*else\\* of x\\_1 \\< y.\n" in sections(document(source, changed))["LEC-11"]


def test_the_instance_is_that_of_the_certificate() -> None:
    text = sections((FOLDER / "LEC.md").read_text(encoding="utf-8"))["LEC-17"]
    # Two experts, one round, rewards 1/2 and alpha = 1: 1/2 against 1/2 - 1 - log 2.
    assert "| rewards | (1/2, 1/2) | a row of rewards a round, " in text
    assert "\n| learning\\_rate | 1 | alpha |\n| x | 1, 0 | the law x over the experts to compare with |" in text
    assert "| left side times alpha | 0.5 |\n| right side times alpha | -1.19314718056 |" in text
    assert "LEC-14 (proved): For 0 \\< alpha" in text
    assert "The proof of Theorem 2 (" in text
