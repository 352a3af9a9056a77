"""The table of all claims: whole in the page, and filtered where a browser runs scripts."""

from __future__ import annotations

from collections import Counter
from typing import Any

from docutils import nodes
from docutils.parsers.rst import Directive

from dpassay.proofs_check import certificates
from dpassay.proofs_check.present import in_order
from dpassay.proofs_check.registry import CLAIMS
from dpassay.proofs_check.sources import SOURCES
from tools.site.markup import environment


class Claims(Directive):
    """Puts the table where a page asks for it."""

    def run(self) -> list[nodes.Node]:
        """Return the table, and the form that filters it."""
        from tools.site.records import Html

        return [Html(html=environment().get_template("claims.html").render(**entries()))]


def entries() -> dict[str, Any]:
    """Return what the table has: a row a claim, and what can be chosen."""
    verdicts = {name: certificates.load(name)["verdict"] for name in CLAIMS if certificates.has_file(name)}
    rows = [
        {"claim": claim, "verdict": verdicts[claim.id], "prefix": claim.source.prefix}
        for claim in in_order(CLAIMS.values())
        if claim.id in verdicts
    ]
    return {
        "rows": rows,
        "verdicts": sorted(Counter(verdicts.values()).items()),
        "sources": [(prefix, source.title) for prefix, source in SOURCES.items()],
    }
