"""The command `mechanisms`: which there are, and all about one."""

from __future__ import annotations

import json
import shlex
import textwrap
from collections.abc import Sequence
from dataclasses import fields
from typing import Any

import click

from dpassay.cli.numbers import closed_form, decimal
from dpassay.cli.options import console, user_errors
from dpassay.reference import ADJACENCIES, MECHANISMS, ConcentratedGuarantee, Guarantee, Mechanism, mechanism, names_of

WIDTH = 80
_INDENT = "  "


@click.command()
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead.")
def mechanisms(name: str | None, as_json: bool) -> None:
    """List the mechanisms, a line each; or show all about mechanism NAME.

    NAME may be the path of a file that defines a mechanism of your own; the file is run.
    """
    with user_errors():
        chosen = [mechanism(name)] if name is not None else list(MECHANISMS.values())
        if as_json:
            rows = [describe(spec) for spec in chosen]
            click.echo(json.dumps(rows if name is None else rows[0], indent=2))
        elif name is None:
            click.echo("\n".join(map(line_of, chosen)))
            click.echo("\ndpassay mechanisms NAME shows the parameters of one, its data and its guarantee.")
        else:
            click.echo("\n".join(lines_about(chosen[0], min(console().width, 120))))


def line_of(spec: Mechanism) -> str:
    """Return the mechanism's line in the list."""
    wide = max(map(len, MECHANISMS))
    return f"{spec.NAME:{wide}}  {spec.SUMMARY}"


def describe(spec: Mechanism) -> dict[str, Any]:
    """Return what there is to say about a mechanism, as JSON."""
    return {
        "name": spec.NAME,
        "adjacency": spec.adjacency,
        "parameters": meanings(spec),
        "data": spec.DATA,
        "guarantee": guarantee_words(spec),
        "example": dict(spec.EXAMPLE),
        "commands": [shlex.join(command) for command in commands(spec)],
        "summary": _first_paragraph(spec.__doc__),
    }


def meanings(spec: Mechanism) -> dict[str, str]:
    """Return the meaning of each parameter, by the name under which it is given."""
    words = {}
    for entry in fields(spec.Parameters):
        words[names_of(entry)[0]] = entry.metadata.get(
            "meaning", "the privacy budget, above 0; or give exp_eps = e^epsilon, above 1"
        )
    return words


def guarantee_words(spec: Mechanism) -> str:
    """Return what the mechanism guarantees."""
    return _first_paragraph(spec.guarantee.__doc__)


def adjacency_words(name: str) -> str:
    """Return what is neighboring, in words where there are some."""
    return f"{name}: {ADJACENCIES[name]}" if name in ADJACENCIES else name


def guarantee_text(guarantee: Guarantee | ConcentratedGuarantee) -> str:
    """Return a guarantee in numbers: exactly, with a decimal where that is no decimal itself."""
    if isinstance(guarantee, ConcentratedGuarantee):
        return f"zero-concentrated with rho = {guarantee.rho}"
    epsilon = guarantee.budget.epsilon
    forms = dict.fromkeys([closed_form(epsilon) or "", decimal(epsilon)])
    return f"epsilon = {' = '.join(filter(None, forms))}, delta = {guarantee.delta}"


def commands(spec: Mechanism) -> list[list[str]]:
    """Return commands to try the mechanism with."""
    arguments = [part for name, value in spec.EXAMPLE.items() for part in ("-p", f"{name}={value}")]
    return [["dpassay", command, spec.place, *arguments] for command in ("law", "profile")]


def lines_about(spec: Mechanism, width: int) -> list[str]:
    """Return all about a mechanism, in lines of at most that width unless a word is longer."""
    names = meanings(spec)
    wide = max(map(len, names))
    example = ", ".join(f"{name} = {value}" for name, value in spec.EXAMPLE.items())
    promised = guarantee_text(spec.guarantee(spec.example))
    return [
        *_filled(f"{spec.NAME}: {_first_paragraph(spec.__doc__)}", width, ""),
        "",
        "parameters",
        *(
            line
            for name, words in names.items()
            for line in _filled(f"{name:{wide}}  {words}", width, _INDENT, wide + 2)
        ),
        "",
        "data",
        *_filled(spec.DATA, width, _INDENT),
        "",
        "adjacency",
        *_filled(adjacency_words(spec.adjacency), width, _INDENT),
        *_filled(_first_paragraph(spec.are_neighbors.__doc__), width, _INDENT),
        "",
        "guarantee",
        *_filled(guarantee_words(spec), width, _INDENT),
        *_filled(f"for {example}: {promised}", width, _INDENT),
        "",
        "try",
        *(line for command in commands(spec) for line in _command_lines(command, width)),
    ]


def _first_paragraph(text: str | None) -> str:
    return " ".join((text or "").partition("\n\n")[0].split())


def _filled(text: str, width: int, indent: str, hanging: int = 0) -> list[str]:
    return textwrap.wrap(
        text,
        width,
        initial_indent=indent,
        subsequent_indent=indent + " " * hanging,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _command_lines(command: Sequence[str], width: int) -> list[str]:
    """Return a command that a shell takes as it is printed: where it is long, its lines end in backslashes."""
    lines, line = [], _INDENT + shlex.join(command[:3])
    for option, value in zip(command[3::2], command[4::2], strict=True):
        words = f" {option} {shlex.quote(value)}"
        if len(line) + len(words) > width - 2:
            lines.append(f"{line} \\")
            line = 2 * _INDENT
        line += words
    return [*lines, line]
