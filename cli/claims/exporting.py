"""`dpassay claims export`: self-contained records that are cited, and theorems for a second checker."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from dpassay.audit.reports.files import make_folder, write_whole
from dpassay.cli.claims.common import ledger_option, of_ids
from dpassay.cli.options import FOLDER, user_errors
from dpassay.cli.progress import progress_bar


@click.command()
@click.argument("ids", nargs=-1)
@click.option("--out", type=FOLDER, help="The folder for self-contained records; made where it is not there.")
@click.option("--coq", type=FOLDER, help="The folder for theorems of Coq; made where it is not there.")
@click.option("--compile", "compiles", is_flag=True, help="Have Coq check its folder, and keep what it says.")
@click.option("--check", is_flag=True, help="Have Coq check it, and keep nothing; exit code 1 if it says anything new.")
@click.option("--changed", is_flag=True, help="Have Coq check only what it was not told as it stands now.")
@ledger_option
def export(
    ids: tuple[str, ...],
    out: Path | None,
    coq: Path | None,
    ledger: Path | None,
    *,
    compiles: bool,
    check: bool,
    changed: bool,
) -> None:
    """Write claims (IDS, or all) for others: as self-contained records, or as theorems for a second checker, Coq.

    A record has the evidence for the steps of a claim and all that it needs. For Coq, every goal and every step is a
    theorem with its proof, and tampered twins of them are to be refused; what Coq says of each claim is kept in the
    ledger. Exit code 1 if Coq accepts a twin, or an axiom has crept in.
    """
    from dpassay.cli.claims.second_checker import export_for_coq
    from dpassay.proofs_check import certificates

    with user_errors():
        folder = ledger or certificates.LEDGER
        if (out is None) == (coq is None):
            raise ValueError("out, coq: expected one of the two folders")
        if coq is None and (compiles or check):
            raise ValueError("coq: expected a folder, for it is compiled there")
        if changed and not (compiles or check):
            raise ValueError("changed: expected beside it --compile or --check")
    if out is not None:
        _export_records(ids, out, folder)
    elif coq is not None:
        export_for_coq(ids, coq, folder, asks=compiles or check, keeps=not check, changed=changed)


def _export_records(ids: tuple[str, ...], out: Path, folder: Path) -> None:
    with user_errors():
        chosen = of_ids(ids)
        make_folder(out, "out")
        with progress_bar("writing", len(chosen)) as progress:
            for number, entry in enumerate(chosen, start=1):
                record = _self_contained(entry.id, folder)
                write_whole(out / f"{entry.id}.json", json.dumps(record, indent=1, ensure_ascii=False) + "\n")
                progress(number, len(chosen))
    click.echo(f"{len(chosen)} record{'' if len(chosen) == 1 else 's'} in {out}")


def _self_contained(id: str, folder: Path) -> dict[str, Any]:  # noqa: A002  # the name that it has everywhere
    """The record of a claim, those of all that it needs, the lemmas that it rests on and the evidence for all steps."""
    from dpassay.proofs_check import certificates, roots
    from dpassay.proofs_check.needs import with_needs
    from dpassay.proofs_check.registry import CLAIMS, find

    needed: Iterable[str] = [entry.id for entry in with_needs([find(id)], CLAIMS) if entry.id != id]
    return {
        **certificates.load(id, folder),
        "needs": {name: certificates.load(name, folder) for name in needed if certificates.has_file(name, folder)},
        **roots.self_contained(id, folder),
    }
