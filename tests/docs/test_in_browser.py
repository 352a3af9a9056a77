"""The site in a browser, from files and without a network: search, filters, a claim, what a keyboard and eyes reach."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.harness import run
from tests.docs.browser import NARROW, WIDE, needs_browser, new_page, opened, violations
from tests.docs.site_built import ROOT, built

pytestmark = [needs_browser, pytest.mark.xdist_group("site")]
RECORDS = [json.loads(path.read_text()) for path in (ROOT / "ledger").glob("*-*.json")]
CHOSEN = (
    "docs/index",
    "docs/tutorial",
    "docs/ledger",
    "docs/benchmarks",
    "docs/reference/audit",
    "ledger/LEC-14",
    "ledger/LEC-22",
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with opened() as started:
        yield started


def address(name: str, question: str = "") -> str:
    return (built() / f"{name}.html").as_uri() + question


def shown(page: Any) -> list[str]:
    """Return the ids of the claims that can be seen."""
    ids: list[str] = page.locator("table.claims tbody tr:visible th").all_inner_texts()
    return ids


def test_the_search_of_the_site_finds_a_page(browser: Any) -> None:
    page = new_page(browser)
    page.goto(address("search", "?q=geometric"))
    page.wait_for_selector("ul.search li a")
    assert any("tutorial.html" in str(link.get_attribute("href")) for link in page.locator("ul.search li a").all())
    page.goto(address("search", "?q=shrubbery"))
    page.wait_for_selector("text=did not match any documents")
    assert page.complaints == []  # type: ignore[attr-defined]


def test_claims_are_filtered_by_verdict_source_and_words(browser: Any) -> None:
    page = new_page(browser)
    page.goto(address("docs/ledger"))
    assert len(shown(page)) == len(RECORDS)
    page.get_by_label("Verdict").select_option("refuted")
    counted = Counter(record["verdict"] for record in RECORDS)
    assert len(shown(page)) == counted["refuted"] < len(RECORDS)
    page.get_by_label("Source").select_option("LEC")
    refuted = [each["id"] for each in RECORDS if each["id"].startswith("LEC") and each["verdict"] == "refuted"]
    assert sorted(shown(page)) == sorted(refuted)
    page.get_by_label("Words").fill("Composition transcript")
    assert shown(page) == ["LEC-22"]
    assert page.locator("output").inner_text() == f"1 of {len(RECORDS)} claims"
    assert "verdict=refuted" in page.url
    page.get_by_role("button", name="Clear").click()
    page.wait_for_function("!location.search")
    assert len(shown(page)) == len(RECORDS)


def test_what_is_asked_for_stands_in_the_address(browser: Any) -> None:
    page = new_page(browser)
    page.goto(address("docs/ledger", "?words=transcript&verdict=refuted&source=LEC"))
    assert "LEC-22" in shown(page)
    assert all(name.startswith("LEC") for name in shown(page))
    assert page.get_by_label("Words").input_value() == "transcript"
    page.get_by_label("Words").fill("nothing has these words")
    assert shown(page) == []


def test_without_scripts_all_claims_are_there(browser: Any) -> None:
    page = new_page(browser, scripts=False)
    page.goto(address("docs/ledger"))
    assert len(shown(page)) == len(RECORDS)
    assert not page.locator("form.filters").is_visible()


def test_a_keyboard_filters_and_leads_to_a_claim_and_its_certificate(browser: Any) -> None:
    page = new_page(browser)
    page.goto(address("docs/ledger"))
    page.get_by_label("Words").focus()
    page.keyboard.type("LEC-14-sharp")
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent") == "LEC-14-sharp":
            break
    page.keyboard.press("Enter")
    page.wait_for_url("**/ledger/LEC-14-sharp.html")
    link = page.locator("a[download]")
    assert json.loads((built() / "ledger" / str(link.get_attribute("href"))).read_text())["id"] == "LEC-14-sharp"


def test_a_claim_is_typeset_and_its_steps_lead_to_what_they_rest_on(browser: Any) -> None:
    page = new_page(browser)
    page.goto(address("ledger/LEC-14"))
    heights = [box["height"] for each in page.locator("ol.proof math").all() if (box := each.bounding_box())]
    assert len(heights) > 10
    assert min(heights) > 5
    page.locator("ol.proof a", has_text=re.compile("^round$")).first.click()
    assert page.url.endswith("#step-round")
    page.locator("ol.proof a", has_text=re.compile("^potential$")).first.click()
    assert page.locator("#lemma-potential").is_visible()
    page.locator("svg.graph a", has_text="LEC-13").click()
    page.wait_for_url("**/ledger/LEC-13.html")
    assert page.complaints == []  # type: ignore[attr-defined]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_pages_fit_and_axe_finds_nothing(browser: Any, size: tuple[int, int], dark: bool) -> None:
    page = new_page(browser, size, dark=dark)
    for name in CHOSEN:
        page.goto(address(name))
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0], name
        if name == "docs/ledger":
            page.get_by_label("Words").fill("LEC-1")  # a few rows stand for all of them
        assert violations(page) == [], name


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Reports of a violation, and of an exact audit whose fractions are long."""
    folder = tmp_path_factory.mktemp("reports")
    (folder / "noise.py").write_text(NOISE)
    options = ["-m", "discrete_laplace", "-p", "epsilon=1", "-p", "sensitivity=2", "--out", str(folder)]
    for more in (["--samples", "4000"], ["--exact"]):
        assert run("audit", f"{folder / 'noise.py'}:noise", *options, *more).exit_code == 1
    return sorted(folder.glob("*.html"))


NOISE = """
def noise(data, *, size, rng, epsilon, sensitivity):
    return data + rng.geometric(0.632, size) - rng.geometric(0.632, size)
"""


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_reports_of_audits_fit_and_axe_finds_nothing(
    browser: Any, reports: list[Path], size: tuple[int, int], dark: bool
) -> None:
    page = new_page(browser, size, dark=dark)
    assert len(reports) == 2
    for report in reports:
        page.goto(report.as_uri())
        assert page.locator(".verdict strong").inner_text().lower().startswith("violation")
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0], report.name
        assert violations(page) == [], report.name
    assert page.complaints == []  # type: ignore[attr-defined]


def test_axe_finds_what_is_wrong(browser: Any, tmp_path: Path) -> None:
    wrong = (
        '<html lang="en"><title>x</title><main><p style="color:#999;background:#fff">pale</p><img src="data:,"></main>'
    )
    (tmp_path / "wrong.html").write_text(wrong)
    page = new_page(browser)
    page.goto((tmp_path / "wrong.html").as_uri())
    found = {text.split(":")[0] for text in violations(page)}
    assert found == {"color-contrast", "image-alt"}
