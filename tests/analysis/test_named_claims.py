"""Every claim that a text of the installed rooms names by its id stands in the ledger."""

from __future__ import annotations

import re

from tools.ast_checks import ROOT, python_files

LEDGER = {path.stem for path in (ROOT / "ledger").glob("*-*.json")}
ROWS = {re.match(r"[A-Z]+-\d+", name)[0] for name in LEDGER}  # type: ignore[index]  # every id begins so
"""The rows of the catalogues: where one has several readings, no claim has its bare name."""
SOURCES = "|".join(sorted({name.partition("-")[0] for name in LEDGER}))
NAMED = re.compile(rf"\b(?:{SOURCES})-\d+[a-z]?(?:-[a-z]+)?")


def unknown(text: str) -> list[str]:
    return [name for name in NAMED.findall(text) if name not in LEDGER | ROWS]


def test_every_named_claim_exists() -> None:
    texts = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in python_files()}
    assert {path: names for path, text in texts.items() if (names := unknown(text))} == {}
    assert NAMED.findall(texts["analysis/lazy_certificate.py"]) == ["ASI-09", "ASI-11-sharp"]


def test_a_name_that_no_claim_has_is_found() -> None:
    assert unknown("by ASI-09 and LEC-11-corrected") == []
    assert unknown("HRS-29: of HRS-29a and HRS-29b") == []  # a row, and its readings
    assert unknown("HRS-29z, HRS-99") == ["HRS-29z", "HRS-99"]
    assert unknown("by ASI-99, ASI-11-blunt and SIMA-190") == ["ASI-99", "ASI-11-blunt", "SIMA-190"]
