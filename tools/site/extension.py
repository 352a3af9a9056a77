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

from tools.site import mathml, parts

PLAIN: Final = ("transcript",)
"""Kinds of blocks of code that have no colors."""
MOVED: Final = {"ledger/README": "docs/ledger"}
"""Pages of the repository in whose place the site has another one."""


def setup(app: Sphinx) -> dict[str, Any]:
    """Register everything; Sphinx calls this."""
    app.add_html_math_renderer("mathml", (_inline, _nothing), (_displayed, _nothing))
    for kind in PLAIN:
        app.add_lexer(kind, TextLexer)
    app.connect("source-read", _with_parts)
    app.connect("doctree-read", _of_the_site)
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
    """Lead links to a page of the site where it has one, and leave their words where they lead to a folder."""
    beside = Path(app.env.doc2path(app.env.docname)).parent
    for link in list(tree.findall(addnodes.pending_xref)):
        if link["reftype"] != "myst":
            continue
        target = Path(os.path.relpath(beside / link["reftarget"], app.srcdir)).as_posix()
        page = MOVED.get(link["reftarget"], target)
        if page in app.env.found_docs:
            link.attributes.update(refdomain="doc", reftarget=page, reftargetid=None)
        elif (beside / link["reftarget"]).is_dir():
            link.replace_self(link.children)
