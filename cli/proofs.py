"""What proofs rest on, as a graph, and the self-contained records that are cited."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import click

from dpassay.audit.files import make_folder, write_whole
from dpassay.cli.claims import claims, ledger_option, of_ids, progress
from dpassay.cli.options import FOLDER, user_errors


@claims.command()
@click.argument("ids", nargs=-1)
@click.option("--dot", is_flag=True, help="Print the graph in the DOT language, for Graphviz.")
@ledger_option
def graph(ids: tuple[str, ...], dot: bool, ledger: Path | None) -> None:
    """Show what claims rest on: those of IDS, or all that are proved in steps.

    Each line is a claim, with the lemmas, claims and rules that its steps apply below it.
    """
    from dpassay.proofs_check import certificates, roots

    with user_errors():
        chosen = [entry.id for entry in of_ids(ids) if ids or roots.is_rooted(entry.id)]
        edges = {name: roots.rests_on(name) for name in roots.closure(chosen)}
    if dot:
        click.echo("\n".join(_dot(edges)))
        return
    folder = ledger or certificates.LEDGER
    for name in chosen:
        click.echo("\n".join(_tree(name, edges, folder, 0)))


def _tree(name: str, edges: dict[str, tuple[str, ...]], folder: Path, depth: int) -> Iterator[str]:
    from dpassay.proofs_check import roots

    yield f"{'  ' * depth}{name}: {roots.told(name, folder)}"
    for other in edges.get(name, ()):
        yield from _tree(other, edges, folder, depth + 1)


def _dot(edges: dict[str, tuple[str, ...]]) -> Iterator[str]:
    yield "digraph proofs {"
    for name, others in edges.items():
        for other in others:
            yield f"  {json.dumps(name)} -> {json.dumps(other)};"
    yield "}"


@claims.command()
@click.argument("ids", nargs=-1)
@click.option("--out", type=FOLDER, required=True, help="The folder for the records; made where it is not there.")
@ledger_option
def export(ids: tuple[str, ...], out: Path, ledger: Path | None) -> None:
    """Write self-contained records of claims (IDS, or all), with the evidence for their steps and all they need."""
    from dpassay.proofs_check import certificates

    with user_errors():
        folder, chosen = ledger or certificates.LEDGER, of_ids(ids)
        make_folder(out, "out")
        for entry in progress(chosen):
            record = _self_contained(entry.id, folder)
            write_whole(out / f"{entry.id}.json", json.dumps(record, indent=1, ensure_ascii=False) + "\n")
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
