"""Records of the ledger as sources of pages: Sphinx reads them as it reads Markdown."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from docutils import nodes
from docutils.parsers import Parser
from sphinx.application import Sphinx

from dpassay.proofs_check.registry import CLAIMS
from tools.site import claim_page, claim_table
from tools.site.markup import slug


class Html(nodes.General, nodes.Element):
    """HTML as it is; the search of the site does not look into it."""


class RecordParser(Parser):
    """Reads the record of a claim."""

    supported = ("claim",)

    def parse(self, inputstring: str, document: nodes.document) -> None:
        """Make the page of a record: a heading, the claim in words, and its sections."""
        record = json.loads(inputstring)
        claim = CLAIMS[record["id"]]
        env = document.settings.env
        env.metadata[env.docname]["orphan"] = True  # the table of all claims leads to it
        page = _section(f"{claim.id}: {record['verdict']}", claim.id.lower())
        for number, each in enumerate(claim_page.sections(record)):
            part = _section(each.title, slug(each.title))
            if number == 0:
                part += nodes.paragraph("", claim.text)
            part += Html(html=each.html)
            page += part
        document += page


def _section(title: str, id: str) -> nodes.section:  # noqa: A002  # the name that it has in HTML
    return nodes.section("", nodes.title("", title), ids=[id], names=[title.lower()])


def setup(app: Sphinx) -> None:
    """Register the parser, what it makes, the table of claims, and the copies of certificates."""
    app.add_source_suffix(".json", "claim")
    app.add_source_parser(RecordParser)
    app.add_node(Html, html=(_visit, _depart))
    app.add_directive("claims", claim_table.Claims)
    app.add_js_file("claims.js", loading_method="defer")
    app.connect("build-finished", _with_certificates)
    app.connect("html-page-context", _with_one_navigation, priority=100)  # before the theme asks


def _with_one_navigation(app: Sphinx, page: str, _template: str, context: dict[str, Any], _doctree: Any) -> None:
    """Take the navigation from the first claim: no claim stands in it, so that it is the same beside all of them."""
    folder, _, name = page.rpartition("/")
    if name in CLAIMS:
        context["toctree"] = _once(app, folder, context["toctree"])


def _once(app: Sphinx, folder: str, toctree: Callable[..., str]) -> Callable[..., str]:
    known = cast(dict[Any, str], app.env.temp_data.setdefault("navigation", {}))

    def answer(**how: Any) -> str:
        asked = folder, *sorted(how.items())
        if asked not in known:
            known[asked] = toctree(**how)
        return known[asked]

    return answer


def _visit(writer: Any, node: Html) -> None:
    writer.body.append(node["html"])


def _depart(writer: Any, node: Html) -> None:
    """Nothing is left to do behind it."""


def _with_certificates(app: Sphinx, error: Exception | None) -> None:
    """Copy the records beside their pages."""
    for name in () if error else app.env.found_docs:
        path = Path(app.env.doc2path(name))
        if path.suffix == ".json":
            shutil.copyfile(path, Path(app.outdir) / f"{name}.json")
