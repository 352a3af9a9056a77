"""The settings of Sphinx: the pages of the site have the paths that their sources have in the repository."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import dpassay  # noqa: E402  # `tools` is found from here on

project: Final = "dpassay"
author: Final = "The dpassay authors"
copyright: Final = "2026, the dpassay authors"  # noqa: A001  # the name that Sphinx reads
release: Final = dpassay.__version__

extensions: Final = ["myst_parser", "tools.site.extension", "tools.site.records"]
root_doc: Final = "docs/index"
source_suffix: Final = {".md": "markdown"}
include_patterns: Final = [
    "docs/**.md",
    "ledger/*-*.json",
    "benchmarks/RESULTS.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "proofs_check/models/READINGS.md",
    "vectors/README.md",
    "zoo/README.md",
]
exclude_patterns: Final = ["build", ".*", "**/.*", "tests", "src"]
nitpicky: Final = True

myst_enable_extensions: Final = ["colon_fence", "deflist"]
myst_fence_as_directive: Final = ["math"]
myst_heading_anchors: Final = 3
highlight_language: Final = "none"

html_theme: Final = "furo"
html_title: Final = f"dpassay {release}"
html_math_renderer: Final = "mathml"
html_static_path: Final = ["static"]
templates_path: Final = ["templates"]
html_css_files: Final = ["site.css"]
html_additional_pages: Final = {"index": "start.html"}
html_copy_source: Final = False
html_show_search_summary: Final = False  # a page that is read from files may not fetch others
html_show_sourcelink: Final = False
html_theme_options: Final[dict[str, Any]] = {"navigation_with_keys": False}
pygments_style: Final = "a11y-high-contrast-light"
pygments_dark_style: Final = "a11y-high-contrast-dark"
