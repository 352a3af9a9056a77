"""What was tried and has no row is read strictly, and stands on the page."""

from __future__ import annotations

from pathlib import Path

import pytest

from dpassay.audit.pipelines.tried import Tried, load_tried
from dpassay.audit.reports.entry_page import page

MINE = '[[tried]]\nlibrary = "mine==1"\nfound = "nothing"\n'


def test_an_entry_is_read(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(MINE)
    assert load_tried(tmp_path / "mine.toml") == (Tried("mine==1", "nothing"),)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("found", "why", r"mine.toml, entry 1 = .*expected the texts library and found"),
        ('"nothing"', "3", "expected texts"),
        ('"nothing"', '""', "expected texts"),
        ("[[tried]]", "[[target]]", r"expected entries \[\[tried\]\] alone"),
        ("[[tried]]", "[[tried", "cannot be read"),
    ],
)
def test_a_malformed_entry_is_named(tmp_path: Path, old: str, new: str, message: str) -> None:
    (tmp_path / "mine.toml").write_text(MINE.replace(old, new))
    with pytest.raises(ValueError, match=message):
        load_tried(tmp_path / "mine.toml")


def test_all_that_was_tried_stands_on_the_page() -> None:
    text = page([])
    assert load_tried()
    assert all(f"* **{each.library}**: {each.found}" in text for each in load_tried())
