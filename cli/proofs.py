"""What proofs rest on, what is in words, the self-contained records that are cited, and help for authors of steps."""

from __future__ import annotations

import json
import shutil
import sys
import textwrap
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from dpassay.audit.reports.files import make_folder, write_whole
from dpassay.cli.claims import claims, ledger_option, of_ids
from dpassay.cli.options import FOLDER, user_errors
from dpassay.cli.progress import progress_bar

if TYPE_CHECKING:
    from dpassay.proofs_check.proof.statements import Arithmetic, Theorem, Use

WIDTH: Final = 80
"""Of the lines of a suggestion, as far as its terms allow."""

NARROWEST: Final = 30


@claims.command()
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


@claims.command()
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


@claims.command()
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
    from dpassay.cli.second_checker import export_for_coq
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


@claims.command()
@click.argument("id")
@click.argument("step")
@click.option(
    "--use",
    "uses",
    multiple=True,
    metavar="NAME[:VAR=TERM...]",
    help="A relation to add, an earlier step, a fact or what is known there, at values of its variables; repeat for "
    "more. Default: what the step names.",
)
def suggest(id: str, step: str, uses: tuple[str, ...]) -> None:  # noqa: A002  # the name that it has everywhere
    """Look for multipliers for a STEP by arithmetic of the proof of ID, and print the call to write into it.

    What earlier steps say is taken for granted. Exit code 1 if none are found: that shows nothing about the step.
    """
    from dpassay.proofs_check.certify.multipliers import suggest as search

    with user_errors():
        theorem = _theorem(id)
        found = search(theorem, step, [_use(text, theorem) for text in uses])
    if found is None:
        click.echo(f"{theorem.statement.id}, {step!r}: no multipliers were found", err=True)
        sys.exit(1)
    click.echo(_call(found))


def _theorem(id: str) -> Theorem:  # noqa: A002  # the name that it has everywhere
    """The theorem of a claim or a lemma, by its id, whatever its case."""
    from dpassay.proofs_check.proof.register import THEOREMS

    of_ids(())  # which registers them all
    folded = {known.casefold(): theorem for known, theorem in THEOREMS.items()}
    if id.strip().casefold() not in folded:
        raise ValueError(f"id = {id!r}: expected a claim or a lemma that is proved in steps, such as LEC-14")
    return folded[id.strip().casefold()]


def _use(text: str, theorem: Theorem) -> Use:
    """Read "name:var=term:var=term"; a name may hold colons itself."""
    from dpassay.proofs_check.proof.statements import Use

    known = [step.name for step in theorem.proof]
    known += [*theorem.statement.model.facts, *theorem.statement.given]
    name = max((name for name in known if text == name or text.startswith(f"{name}:")), key=len, default=None)
    head, *values = [text] if name is None else [name, *text[len(name) :].split(":")[1:]]
    if name is None and ":" in text:
        raise ValueError(f"use = {text!r}: expected the name of an earlier step, and then values such as :x=1")
    return Use(head, dict(_value(value, text) for value in values))


def _value(value: str, text: str) -> tuple[str, str]:
    name, equals, term = (part.strip() for part in value.partition("="))
    if not (name and equals and term):
        raise ValueError(f"use = {text!r}: expected values such as :x=1 after the name")
    return name, term


def _call(by: Arithmetic) -> str:
    """The call, a term a line where one line is too long."""
    terms = [_term(multiplier, used) for multiplier, used in by.terms]
    whole = f"arithmetic({', '.join(terms)})"
    return whole if len(whole) <= WIDTH else "\n".join(["arithmetic(", *(f"    {term}," for term in terms), ")"])


def _term(multiplier: str, used: Use) -> str:
    name = json.dumps(used.step, ensure_ascii=False)
    values = "".join(f", {variable}={json.dumps(term)}" for variable, term in used.values.items())
    shown = f"use({name}{values})" if used.values else name
    if used.inside is not None:
        shown = f"inside({json.dumps(used.inside)}, {name}{values})"
    return shown if multiplier == "1" else f"({json.dumps(multiplier)}, {shown})"
