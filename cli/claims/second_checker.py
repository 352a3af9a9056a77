"""`dpassay claims export --coq`: the folder of theorems for Coq, what Coq says of them, and the table of that."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dpassay.audit.reports.files import make_folder, write_whole
from dpassay.cli.claims.common import of_ids
from dpassay.cli.options import console, user_errors

if TYPE_CHECKING:
    from dpassay.proofs_check.coq.theorem import Entry


def export_for_coq(ids: tuple[str, ...], coq: Path, ledger: Path, *, asks: bool, keeps: bool, changed: bool) -> None:
    """Write the folder; ask Coq about it, print the table, and keep what it says or compare it with what is kept."""
    from dpassay.proofs_check.coq import coqc, files, judge

    with user_errors():
        if asks and (told := coqc.missing()):
            raise ValueError(told)
        make_folder(coq, "coq")
        found, there = _found(ids, ledger, changed=changed)
        written = judge.write(coq, _theorems(found))
    _count_written(found, coq)
    if not asks:
        return
    begun = time.monotonic()
    with user_errors():
        judgment = judge.judge(coq, written, files.required(written) if ids else files.PRELUDES)
        complaints = [*judgment.faults] or _kept(found, judgment.answers, ledger, keeps=keeps, there=there)
    complaints += [
        f"{theorem.claim}, {theorem.part}: Coq accepts a tampered twin"
        for theorem in _theorems(found)
        if theorem.twin and theorem.name in judgment.answers and judgment.answers[theorem.name].accepted
    ]
    if judgment.answers:
        _print_refused(found, judgment.answers)
        _print_table(found, judgment.answers)
    click.echo(f"Coq {coqc.version()} checked them in {time.monotonic() - begun:.0f} s")
    for complaint in complaints:
        click.echo(complaint, err=True)
    if complaints:
        sys.exit(1)


def _found(ids: tuple[str, ...], ledger: Path, *, changed: bool) -> tuple[list[Entry], set[str] | None]:
    """What Coq is told, all or what changed; and the ids of all there is, where it is looked through."""
    from dpassay.proofs_check.coq import coqc, record, whole

    if ids:
        found, there = whole.of_claims([entry.id for entry in of_ids(ids)], ledger), None
    elif changed and (kept := record.current(coqc.version(), ledger)) is not None:
        return [], set(kept.told)
    else:
        found = whole.everything(ledger)
        there = {entry.claim for entry in found}
    return record.changed(found, record.load(ledger), coqc.version(), ledger) if changed else found, there


def _theorems(found: Iterable[Entry]) -> list[Any]:
    from dpassay.proofs_check.coq.theorem import CoqTheorem

    return [entry for entry in found if isinstance(entry, CoqTheorem)]


def _count_written(found: list[Entry], coq: Path) -> None:
    if not found:
        click.echo("nothing that Coq was told has changed since: it checks its preludes alone")
        return
    theorems = _theorems(found)
    twins = sum(theorem.twin for theorem in theorems)
    click.echo(
        f"{len(theorems) - twins} theorems in {coq}, {twins} tampered twins, {len(found) - len(theorems)} not written"
    )


def _kept(found: list[Entry], answers: Any, ledger: Path, *, keeps: bool, there: set[str] | None) -> list[str]:
    """Keep what Coq says, or tell how it differs from what is kept."""
    from dpassay.proofs_check.coq import coqc, record

    told, kept = record.of(found, answers, ledger), record.load(ledger)
    if not keeps:
        return record.differences(told, kept, there)
    known = {} if kept is None else {id_: kept.told[id_] for id_ in kept.told if there is None or id_ in there}
    now = known | told
    write_whole(ledger / record.FILE, record.dump(now, coqc.version(), record.origin(now, ledger) if there else ""))
    return []


def _print_refused(found: list[Entry], answers: Any) -> None:
    for theorem in _theorems(found):
        answer = answers.get(theorem.name)
        if answer is not None and not answer.accepted and not theorem.twin:
            click.echo(f"{theorem.claim}, {theorem.part}: {answer.complaint}", err=True)


def _print_table(found: list[Entry], answers: Any) -> None:
    """What Coq accepts of each kind, how many tampered twins it refuses, and what resists with its reasons."""
    from dpassay.cli.tables import print_table
    from dpassay.proofs_check.coq import summary

    out = console()
    print_table(out, "Accepted by Coq", summary.table(found, answers))
    if resisting := summary.reasons(found, answers):
        out.print("What resists:")
    for reason, count in resisting:
        out.print(f"{count:>6}  {reason}", markup=False)
