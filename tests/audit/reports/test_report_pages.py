"""The page of an audit: it needs nothing else, runs nothing, and tells what was found."""

from typing import Any

import pytest

from dpassay.audit import alone, assess, exactly
from dpassay.audit.assess import Assessment
from dpassay.audit.evidence.search import TRAINING_SHARE
from dpassay.audit.reports import report, sentences
from tests.audit.report_cases import CASES, Page

pytestmark = pytest.mark.xdist_group("reports")


@pytest.fixture(scope="module")
def pages(audits: dict[str, Assessment]) -> dict[str, Page]:
    return {name: Page(report.render(audit)) for name, audit in audits.items()}


@pytest.mark.parametrize("name", CASES)
def test_a_page_needs_nothing_else_and_runs_nothing(name: str, pages: dict[str, Page]) -> None:
    page = pages[name]
    assert not {"script", "link", "img", "iframe", "object"} & set(page.tags)
    links = [value for key, value in page.attributes if key in {"src", "href", "xlink:href"}]
    assert all(link.startswith("#") for link in links)
    assert not any(key.startswith("on") for key, _ in page.attributes)
    assert "@import" not in page.words
    assert "url(http" not in page.words


@pytest.mark.parametrize("verdict", sorted({*assess.EXIT_CODES, *exactly.EXIT_CODES, *alone.EXIT_CODES}))
def test_every_verdict_of_every_audit_has_a_color(verdict: str) -> None:
    style = (report.TEMPLATES / "style.css").read_text()
    rules = [line.partition("{")[0].replace(",", " ").split() for line in style.splitlines() if "{ --mark:" in line]
    assert f".{verdict.replace(' ', '-')}" in {name for rule in rules for name in rule}


@pytest.mark.parametrize("name", CASES)
def test_ids_are_used_once(name: str, pages: dict[str, Page]) -> None:
    ids = [value for key, value in pages[name].attributes if key == "id"]
    links = {value[1:] for key, value in pages[name].attributes if key == "xlink:href"}
    assert len(ids) == len(set(ids))
    assert links <= set(ids)


@pytest.mark.parametrize("name", CASES)
def test_the_verdict_comes_first(name: str, pages: dict[str, Page], reports: dict[str, dict[str, Any]]) -> None:
    words = " ".join(pages[name].words.partition("What was held to what")[0].split())
    assert " ".join(reports[name]["headline"].split()) in words


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("loud", ["do not follow the exact law", "is claimed", "by a set of values", "on the first input"]),
        ("beyond", ["do not follow the exact law", "no loss above the claimed", "answers are impossible"]),
        ("textbook", ["epsilon is at least", "by bit patterns", "infinite", "99.99 %"]),
        ("raises", ["Traceback of the target", "Nothing was tested", "RuntimeError", r"red\x07"]),
        ("pairs", ["expected one number each", "Nothing was tested"]),
        ("honest", ["at most alpha", "Not tested", "of which 0.005 for the law", "dpassay audit"]),
        ("honest", ["What it could have found: this audit would have found an epsilon", "by type and shape"]),
        ("few", ["could not have told the mechanism from itself at twice the epsilon", "or another pair of inputs"]),
    ],
)
def test_a_page_tells(name: str, told: list[str], pages: dict[str, Page]) -> None:
    words = " ".join(pages[name].words.split())
    assert [piece for piece in told if piece not in words] == []


@pytest.mark.parametrize("template", ["report.html", "claim.html"])
def test_the_share_that_chooses_an_event_is_told_as_it_is(template: str) -> None:
    text = " ".join((report.TEMPLATES / template).read_text(encoding="utf-8").split())
    assert {5: " on a fifth of the answers and counted on the rest"}[TRAINING_SHARE] in text


def test_what_the_target_says_is_text(audits: dict[str, Assessment], pages: dict[str, Page]) -> None:
    text = report.render(audits["raises"])
    assert "<script" not in text
    assert "<img" not in text
    assert "<img src=x onerror=alert(2)>" in pages["raises"].words


def test_not_rejected_is_not_called_private(pages: dict[str, Page], audits: dict[str, Assessment]) -> None:
    assert sentences.headline(audits["honest"]).startswith(
        "CONSISTENT with the law and the claim (that is not a proof of privacy): "
    )
    words = " ".join(pages["honest"].words.split())
    assert "It does not say that the target is private." in words
    assert words.count("private") == 1
