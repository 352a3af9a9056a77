"""A browser without a window, for tests of pages; where none is installed they are left out, and say so."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

import pytest

from tests.patience import HUNG

if TYPE_CHECKING:
    from playwright.sync_api import Page

NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "chrome")
PROGRAM: Final = next(filter(None, map(shutil.which, NAMES)), None)
needs_browser: Final = pytest.mark.skipif(
    PROGRAM is None, reason=f"no browser: none of {', '.join(NAMES)} is installed"
)

WIDE, NARROW = (1280, 900), (420, 900)


@contextmanager
def opened() -> Iterator[Any]:
    """Start the browser; a page of it that asks for anything but files is an error."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=PROGRAM, args=arguments)
        try:
            yield browser
        finally:
            browser.close()


def new_page(browser: Any, size: tuple[int, int] = WIDE, *, dark: bool = False, scripts: bool = True) -> Page:
    """Return an empty page; what goes wrong in it is in its list ``complaints``."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark" if dark else "light",
        java_script_enabled=scripts,
        offline=True,
    )
    page: Page = context.new_page()
    page.set_default_timeout(1000 * HUNG)
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("requestfailed", lambda request: complaints.append(request.url))
    page.complaints = complaints  # type: ignore[attr-defined]
    return page


def violations(page: Page) -> list[str]:
    """Return what axe-core finds wrong with a page: contrast, names, the order of headings, what a keyboard reaches."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]}).response["violations"]
    return [f"{each['id']}: {node['target']} {node['failureSummary']}" for each in found for node in each["nodes"]]
