"""`dpassay claims graph` and `words`: what proofs rest on, and what is in words."""

from __future__ import annotations

import json
import shutil
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

from dpassay.cli.claims.common import ledger_option, of_ids
from dpassay.cli.options import user_errors

NARROWEST: Final = 30


@click.command()
@click.argument("ids", nargs=-1)
@click.option("--dot", is_flag=True, help="Print the graph in the DOT language, for Graphviz.")
@ledger_option
def graph(ids: tuple[str, ...], dot: bool, ledger: Path | None) -> None:
    """Show what claims rest on: those of IDS, or all that are proved in steps.

    Each line is a claim, with the lemmas, claims and rules that its steps apply below it. Exit code 1 if a proof does
    not verify.
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
        click.echo("\n".join(_tree(name, edges, folder)))
    if complaints := [complaint for name in chosen if (complaint := roots.complaint(name, folder)) is not None]:
        click.echo("\n".join(dict.fromkeys(complaints)), err=True)
        sys.exit(1)


def _tree(name: str, edges: dict[str, tuple[str, ...]], folder: Path) -> Iterator[str]:
    """A claim and what it rests on, below one another; what rests on something stands once with that."""
    from dpassay.proofs_check import certificates, roots

    width, shown = shutil.get_terminal_size().columns, set[str]()

    def lines(inner: str, indent: str) -> Iterator[str]:
        broken = roots.complaint(inner, folder) is not None
        told = certificates.UNVERIFIED if broken else roots.told(inner, folder)
        again = inner in shown and bool(edges.get(inner))
        text = f"{inner}: {'as above' if again else told}"
        yield textwrap.fill(
            text, max(width, len(indent) + NARROWEST), initial_indent=indent, subsequent_indent=f"{indent}    "
        )
        shown.add(inner)
        for other in () if again else edges.get(inner, ()):
            yield from lines(other, f"{indent}  ")

    yield from lines(name, "")


def _dot(edges: dict[str, tuple[str, ...]]) -> Iterator[str]:
    yield "digraph proofs {"
    for name, others in edges.items():
        for other in others:
            yield f"  {json.dumps(name)} -> {json.dumps(other)};"
    yield "}"


@click.command()
@click.argument("ids", nargs=-1)
def words(ids: tuple[str, ...]) -> None:
    """List the steps in words that claims (IDS, or all) stand on, and what is missing to check each.

    And what claims say beyond their formulas.
    """
    from dpassay.proofs_check.in_words import proofs_in_words
    from dpassay.proofs_check.proof.register import THEOREMS
    from dpassay.proofs_check.proof.statements import Words
    from dpassay.proofs_check.roots import closure

    with user_errors():
        chosen = of_ids(ids)
    found = list(proofs_in_words(entry.id for entry in chosen))
    beyond = {entry.id: told for entry in chosen if (told := entry.decide().beyond)}
    for proof in found:
        click.echo(_filled(f"{proof.proof}, under {', '.join(proof.claims)}", ""))
        for step in proof.steps:
            where = f", where {', '.join(step.where)}" if step.where else ""
            missing = step.by.missing if isinstance(step.by, Words) else ""
            click.echo(_filled(f"[{step.name}] {step.formula}{where}", "  "))
            click.echo(_filled(f"missing: {missing or 'not told'}", "    "))
    for name, told in beyond.items():
        click.echo(_filled(f"{name}, beyond its formula: {told}", ""))
    steps = sum(len(proof.steps) for proof in found)
    proofs = [name for name in closure(entry.id for entry in chosen) if name in THEOREMS]
    whole = sum(len(THEOREMS[name].proof) for name in proofs)
    claims_told = {name for proof in found for name in proof.claims}
    click.echo(
        f"{steps} of {whole} steps in words, in {len(found)} of {len(proofs)} proofs, under {len(claims_told)} of "
        f"{len(chosen)} claims; {len(beyond)} beyond the formula."
    )


def _filled(text: str, indent: str) -> str:
    width = max(shutil.get_terminal_size().columns, len(indent) + NARROWEST)
    return textwrap.fill(text, width, initial_indent=indent, subsequent_indent=f"{indent}    ")
