"""The site is built without a warning; what is wrong in a page ends the build."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.site_built import ROOT, built
from tools.site.markup import Part, reason

SETTINGS = ROOT / "tools" / "site"


@pytest.mark.xdist_group("site")
def test_every_page_is_reached_and_leads_where_it_says() -> None:
    folder = built()
    pages = {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in folder.rglob("*.html")}
    assert {"index.html", "docs/index.html", "docs/tutorial.html", "docs/errata/LEC.html", "search.html"} <= set(pages)
    lost = [
        (name, link)
        for name, text in pages.items()
        for link in re.findall(r'(?:href|src)="([^"#?]+)[^"]*"', text)
        if not re.match(r"https?:|data:", link) and not (folder / name).parent.joinpath(link).exists()
    ]
    assert lost == []


@pytest.mark.xdist_group("site")
def test_nothing_is_loaded_from_elsewhere() -> None:
    loads = re.compile(r"<(?:script|img|iframe|link)\b[^>]*?(?:src|href)=\"(?:https?:)?//[^\"]*")
    for path in built().rglob("*.html"):
        assert loads.search(path.read_text(encoding="utf-8")) is None, path
    for path in built().rglob("*.css"):
        assert not re.search(r"url\(['\"]?(?:https?:)?//|@import", path.read_text(encoding="utf-8")), path


@pytest.mark.xdist_group("site")
def test_formulas_are_typeset_without_a_script() -> None:
    text = (built() / "docs" / "errata" / "LEC.html").read_text(encoding="utf-8")
    assert text.count("<math ") > 20
    assert "mathjax" not in text.lower()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[lost](nowhere.md)", "nowhere.md"),
        ("```math\n\\nosuchcommand\n```", "nosuchcommand"),
        ("```{part} README.md\n:from: no such line\n```", "no such line"),
    ],
)
def test_a_wrong_page_ends_the_build(tmp_path: Path, text: str, complaint: str) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text(f"# Head\n\n{text}\n")
    shutil.copy(ROOT / "README.md", tmp_path)
    command = [sys.executable, "-m", "sphinx", "-W", "-q", "-c", str(SETTINGS), str(tmp_path), str(tmp_path / "out")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode != 0
    assert complaint in done.stderr


@pytest.mark.parametrize("lemmas", [("a bound", "a bound, sharper"), ("a bound, sharper", "a bound")])
def test_a_step_leads_to_the_lemma_that_it_names(lemmas: tuple[str, ...]) -> None:
    """Where the name of one begins the name of another, in whatever order they come."""
    part = Part("all", "step-", {}, frozenset(), lemmas)  # type: ignore[arg-type]  # which has an order
    assert str(reason("by a bound, sharper, from x", part)).startswith('by <a href="#lemma-a-bound-sharper">a bound,')
    assert str(reason("by a bound, from x", part)).startswith('by <a href="#lemma-a-bound">a bound</a>,')


@pytest.mark.xdist_group("site")
def test_no_page_says_where_something_lies_in_memory() -> None:
    """So that two builds say the same."""
    texts = {path.name: re.sub(r"<[^>]+>", "", path.read_text(encoding="utf-8")) for path in built().rglob("*.html")}
    assert [name for name, text in texts.items() if re.search(r" at 0x[0-9a-f]{6}", text)] == []
