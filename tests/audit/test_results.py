"""What an audit returns is its report: closed, frozen, saved as it is, and a page in a notebook."""

from __future__ import annotations

import copy
import json
import pickle
from html.parser import HTMLParser
from pathlib import Path

import pytest

from dpassay.audit.results import Record, Report

CONTENT = {"verdict": "fine", "claim": {"epsilon": 1}, "numbers": [1, [2, {"deep": None}]]}


def made() -> Report:
    return Report(CONTENT, "a-name", lambda: "<!DOCTYPE html><p>a & b</p>")


def test_objects_are_records_and_lists_are_tuples() -> None:
    report = made()
    assert (report.verdict, report.claim.epsilon, report.numbers[0]) == ("fine", 1, 1)
    assert report.numbers[1][1].deep is None
    assert list(report) == list(CONTENT)
    assert {"verdict", "claim", "save"} <= set(dir(report))
    assert repr(report.claim) == "Record(epsilon=1)"


def test_a_report_is_closed_and_frozen() -> None:
    report = made()
    with pytest.raises(AttributeError, match=r"field = 'verdit': expected one of .* \(did you mean 'verdict'\?\)"):
        _ = report.verdit
    with pytest.raises(AttributeError, match="expected none to be changed"):
        report.verdict = "private"
    with pytest.raises(AttributeError, match="expected none to be deleted"):
        del report.claim.epsilon


def test_a_copy_holds_the_fields() -> None:
    report = made()
    assert pickle.loads(pickle.dumps(report)) == Record(CONTENT) == report
    assert copy.deepcopy(report.claim) == report.claim != report
    assert hash(report.claim) == hash(copy.copy(report.claim))


def test_it_is_saved_as_it_is(tmp_path: Path) -> None:
    data, page = made().save(tmp_path / "new")
    assert (data.name, page.name) == ("a-name.json", "a-name.html")
    assert json.loads(data.read_text()) == CONTENT
    assert data.read_text() == made().to_json()
    (tmp_path / "file").touch()
    with pytest.raises(ValueError, match=r"^folder = "):
        made().save(tmp_path / "file")


class Frame(HTMLParser):
    """The page that a frame holds."""

    page = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag == "iframe"
        self.page = dict(attrs)["srcdoc"] or ""


def test_a_notebook_shows_the_page_in_a_frame() -> None:
    frame = Frame()
    frame.feed(made()._repr_html_())
    assert frame.page == "<!DOCTYPE html><p>a & b</p>"
