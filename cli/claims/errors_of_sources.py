"""`dpassay claims errata`: what is wrong in a source, to be checked by hand."""

from __future__ import annotations

from pathlib import Path

import click

from dpassay.audit.reports.files import make_folder, write_whole
from dpassay.cli.claims.common import existing, ledger_option
from dpassay.cli.options import FOLDER, user_errors
from dpassay.exact import require


@click.command()
@click.argument("source", required=False)
@click.option("--out", type=FOLDER, help="Write the errata of the source, or of all sources, to SOURCE.md there.")
@ledger_option
def errata(source: str | None, out: Path | None, ledger: Path | None) -> None:
    """Print the errata of SOURCE, by the prefix of its ids: what is refuted or repaired, to be checked by hand.

    The verdicts are those on record: `dpassay claims verify` checks them.
    """
    from dpassay.proofs_check import certificates
    from dpassay.proofs_check import errata as errata_of
    from dpassay.proofs_check.registry import CLAIMS
    from dpassay.proofs_check.sources import SOURCES

    with user_errors():
        prefix = None if source is None else source.upper()
        expected = f"one of {', '.join(SOURCES)}" + (", or --out for all of them" if prefix is None else "")
        require(prefix in SOURCES or (prefix is None and out is not None), "source", source, expected)
        folder = existing(ledger)
        records = {name: certificates.load(name, folder) for name in CLAIMS if certificates.has_file(name, folder)}
        if out is None:
            click.echo(errata_of.document(SOURCES[str(prefix)], records), nl=False)
            return
        make_folder(out, "out")
        for each in SOURCES if prefix is None else [prefix]:
            write_whole(out / f"{each}.md", errata_of.document(SOURCES[each], records))
