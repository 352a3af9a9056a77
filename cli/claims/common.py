"""What the commands on claims share: the folder of certificates, ids, counts and complaints."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dpassay.cli.options import FOLDER, shortened
from dpassay.exact import require

if TYPE_CHECKING:
    from dpassay.proofs_check.certificates import Finding
    from dpassay.proofs_check.claim import Claim

ledger_option = click.option(
    "--ledger",
    type=FOLDER,
    help="The folder of certificates. Default: the one that comes with dpassay.",
)


def existing(ledger: Path | None) -> Path:
    """Return the folder of certificates that is asked for, or the one that comes with dpassay."""
    from dpassay.proofs_check.certificates import LEDGER

    require(ledger is None or ledger.is_dir(), "ledger", shortened(str(ledger)), "a folder of certificates")
    return ledger or LEDGER


def of_ids(ids: Iterable[str]) -> list[Claim]:
    """The claims of these ids, each once; all without ids."""
    from dpassay.proofs_check.registry import CLAIMS, find

    found = {entry.id: entry for entry in map(find, ids)} or CLAIMS
    return list(found.values())


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
