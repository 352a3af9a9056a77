"""What dpassay adds to Sphinx: formulas without scripts, parts of other texts, links into the repository."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final

from docutils import nodes
from pygments.lexers.special import TextLexer
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.errors import SphinxError

from tools.site import mathml, parts, plots, reference

PLAIN: Final = ("transcript",)
"""Kinds of blocks of code that have no colors."""
DIRECTIVES: Final = {
    "commands": reference.Commands,
    "mechanisms": reference.Mechanisms,
    "names": reference.Names,
    "plot": plots.Plot,
}
"""Parts of pages that are read off the code."""
FIRST: Final = 100
"""Before Sphinx collects the files that a page takes along."""
LAST: Final = 900
"""After the theme has drawn its navigation."""
MOVED: Final = {"ledger/README": "docs/ledger"}
"""Pages of the repository in whose place the site has another one."""


def setup(app: Sphinx) -> dict[str, Any]:
    """Register everything; Sphinx calls this."""
    app.add_html_math_renderer("mathml", (_inline, _nothing), (_displayed, _nothing))
    for kind in PLAIN:
        app.add_lexer(kind, TextLexer)
    for name, directive in DIRECTIVES.items():
        app.add_directive(name, directive)
    app.connect("source-read", _with_parts)
    app.connect("doctree-read", _of_the_site, priority=FIRST)
    app.connect("html-page-context", _accessible, priority=LAST)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


# Formulas


def _inline(writer: Any, node: nodes.math) -> None:
    writer.body.append(mathml.of_latex(node.astext()))
    raise nodes.SkipNode


def _displayed(writer: Any, node: nodes.math_block) -> None:
    writer.body.append(f'<div class="formula" tabindex="0">{mathml.of_latex(node.astext(), display=True)}</div>\n')
    raise nodes.SkipNode


def _nothing(writer: Any, node: nodes.Node) -> None:
    """Nothing is left to do behind a formula."""


# Pages


def _with_parts(app: Sphinx, name: str, source: list[str]) -> None:
    """Put parts of other texts into a page."""
    path = Path(app.env.doc2path(name))
    try:
        source[0] = parts.expanded(source[0], path.parent, Path(app.srcdir))
    except (OSError, ValueError) as error:
        raise SphinxError(f"{name}: {error}") from None


def _of_the_site(app: Sphinx, tree: nodes.document) -> None:
    """Lead links to a page of the site where it has one, to a file that it can take along, or nowhere: to a folder."""
    beside = Path(app.env.doc2path(app.env.docname)).parent
    for link in list(tree.findall(addnodes.pending_xref)):
        if link["reftype"] != "myst":
            continue
        target = link["reftarget"]
        named = target if link["refdomain"] == "doc" else Path(os.path.relpath(beside / target, app.srcdir)).as_posix()
        page, data = MOVED.get(named, named), f"{named}.json"
        if page in app.env.found_docs:
            link.attributes.update(refdomain="doc", reftarget=page)
            link.attributes.setdefault("reftargetid", None)
        elif (Path(app.srcdir) / data).is_file():
            told = addnodes.download_reference("", "", *link.children, reftarget=f"/{data}", refdoc=link["refdoc"])
            link.replace_self(told)
        elif (beside / target).is_dir():
            link.replace_self(link.children)


def _accessible(*event: Any) -> None:
    """Say how deep captions are, which are headings; let a keyboard reach what scrolls.

    The context of a page is the fourth part of the event.
    """
    context = event[3]
    if "furo_navigation_tree" in context:
        tree = context["furo_navigation_tree"]
        context["furo_navigation_tree"] = tree.replace('role="heading"', 'role="heading" aria-level="2"')
    if "body" in context:
        body = context["body"].replace("<pre><span></span>", '<pre tabindex="0"><span></span>')
        context["body"] = body.replace('<div class="table-wrapper', '<div tabindex="0" class="table-wrapper')
