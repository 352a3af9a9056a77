"""The commands on claims: what the sources state, the verdicts, and the certificates behind them."""

from __future__ import annotations

import json
import shutil
import sys
import textwrap
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dpassay import __version__
from dpassay.audit.reports.files import make_folder, write_whole
from dpassay.cli.asking import asked
from dpassay.cli.options import FOLDER, console, shortened, user_errors
from dpassay.exact import require

if TYPE_CHECKING:
    from dpassay.proofs_check.certificates import Finding
    from dpassay.proofs_check.claim import Claim

VERDICTS = ("proved", "argued", "confirmed", "refuted", "repaired", "explicit", "open")
NONE = "without a verdict"
COLORS = {
    "proved": "green",
    "argued": "cyan",
    "confirmed": "green",
    "explicit": "green",
    "repaired": "yellow",
    "refuted": "red",
}
WIDEST = 120
README = "README.md"
_BETWEEN = 13  # characters between four columns and around them

ledger_option = click.option(
    "--ledger",
    type=FOLDER,
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
@click.option("--verdict", type=click.Choice(VERDICTS, case_sensitive=False), help="Only the claims with this verdict.")
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
        known = in_order(entry for entry in CLAIMS.values() if prefix in (None, entry.source.prefix))
        folder = existing(ledger)
        derived = certificates.derived_verdicts(known, folder, asked(known, folder, anew=False))
    chosen = [entry for entry in known if verdict in (None, derived.get(entry.id))]
    if as_json:
        rows = [_json_row(entry, derived.get(entry.id)) for entry in chosen]
        click.echo(json.dumps(rows, indent=2, ensure_ascii=False))
    else:
        print_table(chosen, derived)
    if broken := [name for name, told in derived.items() if told == certificates.UNVERIFIED]:
        told = f"{count(len(broken), 'record')} {_several(certificates.UNVERIFIED, len(broken))}"
        click.echo(f"{told}; the reason: dpassay claims verify {broken[0]}", err=True)
        sys.exit(1)


def existing(ledger: Path | None) -> Path:
    """Return the folder of certificates that is asked for, or the one that comes with dpassay."""
    from dpassay.proofs_check.certificates import LEDGER

    require(ledger is None or ledger.is_dir(), "ledger", shortened(str(ledger)), "a folder of certificates")
    return ledger or LEDGER


def _beginning(text: str, room: int) -> str:
    """As many words as there is room for."""
    return textwrap.shorten(text, max(room, 3), placeholder=" ...", break_on_hyphens=False)


def _several(verdict: str, count: int) -> str:
    return verdict if count == 1 else verdict.replace("does not", "do not")


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


def print_table(chosen: list[Claim], derived: dict[str, str]) -> None:
    """One line a claim, under the title of its source; of a long text there are the first words."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    out = console()
    told = {entry.id: derived.get(entry.id, "-") for entry in chosen}
    longest_id = max((len(name) for entry in chosen for name in (entry.id, entry.corrected_by or "")), default=0)
    widths = {"id": longest_id, "verdict": max(map(len, ("verdict", *told.values()))), "corrected by": longest_id}
    room = out.width - sum(widths.values()) - _BETWEEN
    headings = [heading for heading in ("id", "verdict", "claim", "corrected by") if heading in widths or room > 0]
    for source in dict.fromkeys(entry.source for entry in chosen):
        table = Table(title=f"{source.prefix}: {source.title}", title_justify="left", box=box.SIMPLE_HEAD)
        for heading in headings:
            table.add_column(heading, no_wrap=True, width=widths.get(heading, room))
        for entry in chosen:
            if entry.source is source:
                cells = {
                    "id": Text(entry.id),
                    "verdict": Text(told[entry.id], style=COLORS.get(told[entry.id], "magenta")),
                    "claim": Text(_beginning(entry.text, room)),
                    "corrected by": Text(entry.corrected_by or ""),
                }
                table.add_row(*(cells[heading] for heading in headings))
        out.print(table)
    counts = Counter(derived.get(entry.id, NONE) for entry in chosen)
    listed = ", ".join(f"{count} {_several(verdict, count)}" for verdict, count in counts.most_common())
    out.print(f"{len(chosen)} claims: {listed}." if chosen else "No such claims.", markup=False)
    out.print("The whole of a claim: dpassay claims show ID", markup=False)


@claims.command()
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


@claims.command()
@click.argument("ids", nargs=-1)
@ledger_option
def verify(ids: tuple[str, ...], ledger: Path | None) -> None:
    """Check the stored certificates with the kernel alone; exit code 1 if one does not hold.

    All of them, or those of IDS and of all that these need: their corrections, and the claims that their arguments and
    preconditions name.
    """
    from dpassay.proofs_check import certificates

    begun = time.monotonic()
    with user_errors():
        folder, chosen = existing(ledger), of_ids(ids)
        memory = asked(chosen, folder)
    if ids:
        checked = certificates.check_files(chosen, folder, memory)
        findings, others = certificates.verify_checked(checked), len(checked) - len(chosen)
    else:
        findings, others = certificates.verify_ledger(folder, memory), 0
        if not findings and not _table_is_current(folder):
            findings.append(
                certificates.Finding(README, "is not the table of these verdicts; run `dpassay claims run`")
            )
    done = "checked" if findings else "verified"
    also = f", with {others} that {'it needs' if len(chosen) == 1 else 'they need'}" if others else ""
    report(findings, f"{count(len(chosen), 'certificate')} {done} in {time.monotonic() - begun:.1f} s{also}")


def of_ids(ids: Iterable[str]) -> list[Claim]:
    """The claims of these ids, each once; all without ids."""
    from dpassay.proofs_check.registry import CLAIMS, find

    found = {entry.id: entry for entry in map(find, ids)} or CLAIMS
    return list(found.values())


def _table_is_current(folder: Path) -> bool:
    """Tell whether the table is that of the verdicts in the records, all of which are verified."""
    from dpassay.proofs_check import certificates, present
    from dpassay.proofs_check.registry import CLAIMS

    return _written_table(folder) == present.table(CLAIMS.values(), certificates.verdicts(folder))


def _written_table(folder: Path) -> str:
    path = folder / README
    return path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""


def _table(folder: Path, decided: Mapping[str, str]) -> str:
    """The table after a run: what the run decided, and the other rows as they are where the records say so still.

    Any other verdict follows from what the kernel accepts.
    """
    from dpassay.proofs_check import certificates, present
    from dpassay.proofs_check.registry import CLAIMS

    rows, memory, verdicts = set(_written_table(folder).splitlines()), asked((), folder), dict(decided)
    for entry in CLAIMS.values():
        if entry.id not in decided and certificates.has_file(entry.id, folder):
            stored = _stored_verdict(entry.id, folder) or certificates.UNVERIFIED
            kept = present.row(entry, stored) in rows
            verdicts[entry.id] = stored if kept else certificates.check_file(entry, folder, memory, anew=False).verdict
    return present.table(CLAIMS.values(), verdicts)


@claims.command()
@click.argument("ids", nargs=-1)
@click.option("--check", is_flag=True, help="Write nothing; exit code 1 if a stored verdict differs.")
@click.option("--changed", is_flag=True, help="Only those on which something changed since their last run.")
@ledger_option
def run(ids: tuple[str, ...], check: bool, changed: bool, ledger: Path | None) -> None:
    """Recompute claims (IDS, or all) from scratch: look for evidence, let the kernel judge it, write the ledger.

    Each certificate is written as soon as it is found, so an interrupted run loses nothing. Exit code 1 if evidence is
    missing, a tampered twin is accepted, or a stored verdict differs.
    """
    from dpassay.proofs_check import certificates, recomputed
    from dpassay.proofs_check.run import recompute

    folder, begun = ledger or certificates.LEDGER, time.monotonic()
    findings: list[Finding] = []
    with user_errors():
        asked = of_ids(ids)
        chosen = recomputed.changed(asked, folder) if changed else asked
        stored = {entry.id: _stored_verdict(entry.id, folder) for entry in chosen}
        if not check:
            make_folder(folder, "ledger")
    findings += _searched(folder, [entry.id for entry in chosen] if ids or changed else None, keep=not check)
    decided: dict[str, str] = {}
    with _table_at_the_end(folder, decided, wanted=not check):
        for number, entry in enumerate(chosen, start=1):
            started = time.monotonic()
            record, found = recompute(entry, folder)
            verdict, before = record["verdict"], stored[entry.id]
            click.echo(f"[{number}/{len(chosen)}] {entry.id}: {verdict} ({time.monotonic() - started:.1f} s)", err=True)
            findings += found
            if before is None and check:
                findings.append(certificates.Finding(entry.id, "has no stored verdict"))
            if before not in (None, verdict):
                findings.append(certificates.Finding(entry.id, f"the stored verdict was {before}, now it is {verdict}"))
            if not check and not found:
                with user_errors():
                    text = certificates.dump(record)
                    write_whole(folder / f"{entry.id}.json", text)
                    known = recomputed.digests(folder) | {entry.id: recomputed.digest(entry, text)}
                    write_whole(folder / recomputed.FILE, recomputed.dump(known))
                decided[entry.id] = verdict
    spared = f", {len(asked) - len(chosen)} unchanged" if changed else ""
    report(findings, f"{count(len(chosen), 'claim')} recomputed in {time.monotonic() - begun:.1f} s{spared}")


def _searched(folder: Path, ids: Iterable[str] | None, *, keep: bool) -> list[Finding]:
    """Look for the evidence of proofs, all or those of some claims: what is missing, or all, and then write nothing."""
    from dpassay.proofs_check import certificates, roots
    from dpassay.proofs_check.certify import find_evidence
    from dpassay.proofs_check.kernel.rejected import Rejected
    from dpassay.proofs_check.proof import store

    try:
        text = roots.search(store.text_of(folder) if keep else "", find_evidence, ids)
    except Rejected as rejection:
        return [certificates.Finding("proofs", str(rejection))]
    if keep and text not in {store.text_of(folder), store.dump({})}:
        with user_errors():
            write_whole(folder / store.FILE, text)
    return []


def _stored_verdict(id: str, folder: Path) -> str | None:  # noqa: A002  # the name that it has everywhere
    """The verdict that a run replaces; none where no file can be read."""
    from dpassay.proofs_check import certificates

    try:
        verdict = certificates.load(id, folder).get("verdict")
    except ValueError:
        return None
    return str(verdict)


@contextmanager
def _table_at_the_end(folder: Path, decided: Mapping[str, str], *, wanted: bool) -> Iterator[None]:
    """Write the table of what is there, also after a run that was interrupted."""
    try:
        yield
    finally:
        if wanted:
            with user_errors():
                write_whole(folder / README, _table(folder, decided))


def count(number: int, what: str) -> str:
    """Return a number with the word for what it counts."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def report(findings: Iterable[Finding], summary: str) -> None:
    """One line a complaint on stderr, and then what was done; exit code 1 where there are complaints."""
    complaints = [" ".join(f"{finding.id}: {finding.complaint}".split()) for finding in findings]
    for complaint in complaints:
        click.echo(complaint, err=True)
    click.echo(summary + (f"; {count(len(complaints), 'complaint')}" if complaints else ""))
    if complaints:
        sys.exit(1)
