"""`dpassay claims list` and `search`: the claims and their verdicts, as a table."""

from __future__ import annotations

import json
import sys
import textwrap
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dpassay.cli.asking import asked
from dpassay.cli.claims.common import count, existing, ledger_option
from dpassay.cli.options import console, user_errors
from dpassay.exact import require

if TYPE_CHECKING:
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
_BETWEEN = 13  # characters between four columns and around them


@click.command("list")
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


@click.command()
@click.argument("words", nargs=-1, required=True)
@ledger_option
def search(words: tuple[str, ...], ledger: Path | None) -> None:
    """List the claims in which all WORDS stand, whatever their case; exit code 1 if there is none.

    They are looked for in the statement, in words and in LaTeX, in its preconditions, in where it stands, and in the
    argument for the verdict.
    """
    from dpassay.proofs_check import certificates
    from dpassay.proofs_check.present import in_order
    from dpassay.proofs_check.registry import CLAIMS

    with user_errors():
        folder = existing(ledger)
        found = [entry for entry in in_order(CLAIMS.values()) if _holds(entry, words)]
        derived = certificates.derived_verdicts(found, folder, asked(found, folder, anew=False))
    print_table(found, derived)
    if not found:
        sys.exit(1)


def _holds(entry: Claim, words: tuple[str, ...]) -> bool:
    parts = [entry.id, entry.location, entry.text, entry.latex, *entry.checked, *entry.assumed, entry.decide().argument]
    whole = "\n".join(parts).casefold()
    return all(word.casefold() in whole for word in words)


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
    listed = ", ".join(f"{many} {_several(verdict, many)}" for verdict, many in counts.most_common())
    out.print(f"{count(len(chosen), 'claim')}: {listed}." if chosen else "No such claims.", markup=False)
    out.print("The whole of a claim: dpassay claims show ID", markup=False)
