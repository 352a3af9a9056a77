"""`dpassay claims show` and `dpassay cite`: one claim as a page, and as an entry of a bibliography."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dpassay import __version__
from dpassay.cli.asking import asked
from dpassay.cli.claims.common import existing, ledger_option, report
from dpassay.cli.claims.listing import COLORS
from dpassay.cli.options import user_errors

if TYPE_CHECKING:
    from dpassay.proofs_check.claim import Claim

WIDEST = 120


@click.command()
@click.argument("id")
@click.option("--full", is_flag=True, help="Show all goals, notes and twins of a claim that is proved in steps, too.")
@ledger_option
def show(id: str, full: bool, ledger: Path | None) -> None:  # noqa: A002  # the name that it has everywhere
    """Show claim ID: the statement, the verdict, the steps that prove it, how to recompute and how to cite it."""
    from dpassay.proofs_check import certificates, present, roots
    from dpassay.proofs_check.coq import record as second_checker
    from dpassay.proofs_check.registry import find
    from dpassay.proofs_check.standing import standing

    with user_errors():
        entry, folder = find(id), existing(ledger)
        checked = certificates.check_files([entry], folder, asked([entry], folder, anew=False), anew=False)
    if findings := certificates.verify_checked(checked):
        click.echo(click.style(f"{entry.id}: {certificates.UNVERIFIED}", bold=True, fg="red"))
        report(findings, "No verdict is shown, and none is to be cited")
    record = checked[entry.id].record
    width = min(shutil.get_terminal_size().columns, WIDEST)
    told, trusted = standing(record, folder), roots.trusted(entry.id, folder)
    with user_errors():
        second = second_checker.page(entry.id, folder)
    page = present.page(entry, record, __version__, width, standing=told, trusted=trusted, second=second, full=full)
    heading, _, rest = page.partition("\n")
    click.echo(click.style(heading, bold=True, fg=COLORS.get(record["verdict"], "magenta")))
    click.echo(rest)


@click.command()
@click.argument("ids", nargs=-1)
@ledger_option
def cite(ids: tuple[str, ...], ledger: Path | None) -> None:
    """Print BibTeX entries that cite the verdicts on IDS, or dpassay itself.

    They name the version, and hashes that identify the record and the whole ledger: `sha256sum ID.json` and
    `sha256sum *.json | sha256sum` in its folder. Exit code 1, and no entry, if a record does not verify.
    """
    from dpassay.proofs_check import certificates, content_hash
    from dpassay.proofs_check.registry import find

    with user_errors():
        folder = existing(ledger)
        chosen = list({entry.id: entry for entry in map(find, ids)}.values())
        checked = certificates.check_files(chosen, folder, asked(chosen, folder, anew=False), anew=False)
    if findings := certificates.verify_checked(checked):
        report(findings, "No verdict is to be cited")
    files = content_hash.files_of(folder)
    whole = content_hash.ledger_hash(files)
    entries = [_entry(entry, checked[entry.id].record, files[f"{entry.id}.json"], whole) for entry in chosen]
    click.echo("\n\n".join(entries or [_of_software(whole)]))


def _entry(entry: Claim, record: Mapping[str, Any], content: bytes, whole: str) -> str:
    from dpassay.proofs_check import content_hash, present

    note = f"SHA-256 of the record {content_hash.file_hash(content)}, of the ledger {whole}"
    return present.bibtex(entry, record["verdict"], __version__, note=note)


def _of_software(whole: str) -> str:
    return "\n".join(
        [
            "@software{dpassay,",
            "  title   = {{dpassay: exact laws, exact privacy loss and audits of differentially private mechanisms}},",
            "  author  = {{The dpassay authors}},",
            "  year    = {2026},",
            f"  version = {{{__version__}}},",
            f"  note    = {{SHA-256 of the ledger {whole}}},",
            "}",
        ]
    )
