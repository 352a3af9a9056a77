"""`dpassay claims verify` and `run`: what the kernel says of certificates, and of evidence found anew."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dpassay.audit.reports.files import make_folder, write_whole
from dpassay.cli.asking import asked
from dpassay.cli.claims.common import count, existing, ledger_option, of_ids, report
from dpassay.cli.options import user_errors

if TYPE_CHECKING:
    from dpassay.proofs_check.certificates import Finding

README = "README.md"


@click.command()
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


@click.command()
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
