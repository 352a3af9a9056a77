"""The commands on claims: what the sources state, the verdicts, and the certificates behind them."""

from __future__ import annotations

import json
import shutil
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dpassay import __version__
from dpassay.audit.files import make_folder, write_whole
from dpassay.cli.options import console, user_errors
from dpassay.exact import require

if TYPE_CHECKING:
    from dpassay.proofs_check.certificates import Finding
    from dpassay.proofs_check.claim import Claim

VERDICTS = ("proved", "confirmed", "refuted", "repaired", "explicit", "open")
COLORS = {"proved": "green", "confirmed": "green", "explicit": "green", "repaired": "yellow", "refuted": "red"}
WIDEST = 120
README = "README.md"

ledger_option = click.option(
    "--ledger",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder of certificates. Default: the one that comes with dpassay.",
)


@click.group()
def claims() -> None:
    """What published claims are worth: verdicts, with certificates that a small checker re-verifies."""


@claims.command("list")
@click.option(
    "--json", "as_json", is_flag=True, help="Print a JSON list, with all there is to say, instead of a table."
)
@click.option("--source", metavar="S", help="Only the claims of one source, by the prefix of their ids, such as LEC.")
@click.option("--verdict", type=click.Choice(VERDICTS), help="Only the claims with this verdict.")
@ledger_option
def list_claims(as_json: bool, source: str | None, verdict: str | None, ledger: Path | None) -> None:
    """List the claims and their verdicts."""
    from dpassay.proofs_check import certificates
    from dpassay.proofs_check.present import in_order
    from dpassay.proofs_check.registry import CLAIMS
    from dpassay.proofs_check.sources import SOURCES

    with user_errors():
        prefix = None if source is None else source.upper()
        require(prefix is None or prefix in SOURCES, "source", source, f"one of {', '.join(SOURCES)}")
        stored = certificates.verdicts(_existing(ledger))
    chosen = [
        entry
        for entry in in_order(CLAIMS.values())
        if prefix in (None, entry.source.prefix) and verdict in (None, stored.get(entry.id))
    ]
    if as_json:
        rows = [_json_row(entry, stored.get(entry.id)) for entry in chosen]
        click.echo(json.dumps(rows, indent=2, ensure_ascii=False))
    else:
        _print_table(chosen, stored)


def _existing(ledger: Path | None) -> Path:
    from dpassay.proofs_check.certificates import LEDGER

    require(ledger is None or ledger.is_dir(), "ledger", ledger, "a folder of certificates")
    return ledger or LEDGER


def _json_row(entry: Claim, verdict: str | None) -> dict[str, Any]:
    return {
        "id": entry.id,
        "source": entry.source.title,
        "location": entry.location,
        "statement": entry.text,
        "adjacency": entry.adjacency,
        "verdict": verdict,
        "corrected_by": entry.corrected_by,
    }


def _print_table(chosen: list[Claim], stored: dict[str, str]) -> None:
    """One line a claim, under the title of its source; what does not fit is cut."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    out = console()
    for source in dict.fromkeys(entry.source for entry in chosen):
        table = Table(title=f"{source.prefix}: {source.title}", title_justify="left", box=box.SIMPLE_HEAD, expand=True)
        table.add_column("id", no_wrap=True, min_width=16)
        table.add_column("verdict", no_wrap=True, min_width=9)
        table.add_column("claim", no_wrap=True, overflow="ellipsis", ratio=1)
        table.add_column("corrected by", no_wrap=True, min_width=16)
        for entry in chosen:
            if entry.source is source:
                verdict = stored.get(entry.id, "-")
                told = Text(verdict, style=COLORS.get(verdict, "magenta"))
                table.add_row(entry.id, told, Text(entry.text), entry.corrected_by or "")
        out.print(table)
    counts = Counter(stored.get(entry.id, "without a verdict") for entry in chosen)
    listed = ", ".join(f"{count} {verdict}" for verdict, count in counts.most_common())
    out.print(f"{len(chosen)} claims: {listed}." if chosen else "No such claims.", markup=False)
    out.print("The whole of a claim: dpassay claims show ID", markup=False)


@claims.command()
@click.argument("id")
@ledger_option
def show(id: str, ledger: Path | None) -> None:  # noqa: A002  # the name that it has everywhere
    """Show claim ID: the statement, the verdict, what decides it, how to recompute and how to cite it."""
    from dpassay.proofs_check import certificates, present
    from dpassay.proofs_check.registry import find

    with user_errors():
        entry = find(id)
        record = certificates.load(id, _existing(ledger))
        stale = certificates.stale(entry, record)
        require(
            not stale, "id", id, f"a claim with a certificate of its own; that which is stored {'; and '.join(stale)}"
        )
        page = present.page(entry, record, __version__, min(shutil.get_terminal_size().columns, WIDEST))
    heading, _, rest = page.partition("\n")
    click.echo(click.style(heading, bold=True, fg=COLORS.get(record["verdict"], "magenta")))
    click.echo(rest)


@claims.command()
@click.argument("ids", nargs=-1)
@ledger_option
def verify(ids: tuple[str, ...], ledger: Path | None) -> None:
    """Check the stored certificates (of IDS, or all) with the kernel alone; exit code 1 if one does not hold."""
    from dpassay.proofs_check import certificates

    begun = time.monotonic()
    with user_errors():
        folder, chosen = _existing(ledger), _chosen(ids)
    if ids:
        findings = certificates.verify_files(chosen, folder)
    else:
        findings = certificates.verify_ledger(folder)
        if not findings and not _table_is_current(folder):
            findings.append(
                certificates.Finding(README, "is not the table of these verdicts; run `dpassay claims run`")
            )
    done = "checked" if findings else "verified"
    _report(findings, f"{_count(len(chosen), 'certificate')} {done} in {time.monotonic() - begun:.1f} s")


def _chosen(ids: Iterable[str]) -> list[Claim]:
    """The claims of these ids, each once; all without ids."""
    from dpassay.proofs_check.registry import CLAIMS, find

    return [find(name) for name in dict.fromkeys(ids)] or list(CLAIMS.values())


def _table_is_current(folder: Path) -> bool:
    path = folder / README
    return path.is_file() and path.read_text(encoding="utf-8", errors="replace") == _table(folder)


def _table(folder: Path) -> str:
    from dpassay.proofs_check import certificates, present
    from dpassay.proofs_check.registry import CLAIMS

    return present.table(CLAIMS.values(), certificates.verdicts(folder))


@claims.command()
@click.argument("ids", nargs=-1)
@click.option("--check", is_flag=True, help="Write nothing; exit code 1 if a stored verdict differs.")
@ledger_option
def run(ids: tuple[str, ...], check: bool, ledger: Path | None) -> None:
    """Recompute claims (IDS, or all) from scratch: look for evidence, let the kernel judge it, write the ledger.

    Each certificate is written as soon as it is found, so an interrupted run loses nothing. Exit code 1 if evidence is
    missing, a tampered twin is accepted, or a stored verdict differs.
    """
    from dpassay.proofs_check import certificates
    from dpassay.proofs_check.run import recompute

    folder, begun = ledger or certificates.LEDGER, time.monotonic()
    findings: list[Finding] = []
    with user_errors():
        chosen = _chosen(ids)
        stored = {entry.id: _stored_verdict(entry.id, folder) for entry in chosen}
        if not check:
            make_folder(folder, "ledger")
    with _table_at_the_end(folder, wanted=not check):
        for number, entry in enumerate(chosen, start=1):
            started = time.monotonic()
            record, found = recompute(entry)
            verdict, before = record["verdict"], stored[entry.id]
            click.echo(f"[{number}/{len(chosen)}] {entry.id}: {verdict} ({time.monotonic() - started:.1f} s)", err=True)
            findings += found
            if before is None and check:
                findings.append(certificates.Finding(entry.id, "has no stored verdict"))
            if before not in (None, verdict):
                findings.append(certificates.Finding(entry.id, f"the stored verdict was {before}, now it is {verdict}"))
            if not check and not found:
                with user_errors():
                    write_whole(folder / f"{entry.id}.json", certificates.dump(record))
    _report(findings, f"{_count(len(chosen), 'claim')} recomputed in {time.monotonic() - begun:.1f} s")


def _stored_verdict(id: str, folder: Path) -> str | None:  # noqa: A002  # the name that it has everywhere
    """The verdict that a run replaces; none where no file can be read."""
    from dpassay.proofs_check import certificates

    try:
        verdict = certificates.load(id, folder).get("verdict")
    except ValueError:
        return None
    return str(verdict)


@contextmanager
def _table_at_the_end(folder: Path, *, wanted: bool) -> Iterator[None]:
    """Write the table of what is there, also after a run that was interrupted."""
    try:
        yield
    finally:
        if wanted:
            with user_errors():
                write_whole(folder / README, _table(folder))


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _report(findings: Iterable[Finding], summary: str) -> None:
    """One line a complaint on stderr, and then what was done; exit code 1 where there are complaints."""
    complaints = [" ".join(f"{finding.id}: {finding.complaint}".split()) for finding in findings]
    for complaint in complaints:
        click.echo(complaint, err=True)
    click.echo(summary + (f"; {_count(len(complaints), 'complaint')}" if complaints else ""))
    if complaints:
        sys.exit(1)
