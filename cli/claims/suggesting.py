"""`dpassay claims suggest`: help for authors of steps."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Final

import click

from dpassay.cli.claims.common import of_ids
from dpassay.cli.options import user_errors

if TYPE_CHECKING:
    from dpassay.proofs_check.proof.statements import Arithmetic, Theorem, Use

WIDTH: Final = 80
"""Of the lines of a suggestion, as far as its terms allow."""


@click.command()
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
