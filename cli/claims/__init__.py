"""The commands on claims: what the sources state, the verdicts, and the certificates behind them."""

from __future__ import annotations

from typing import Final

import click

from dpassay.cli.lazy import LazyGroup, Place

COMMANDS: Final = {
    "list": Place("claims.listing", "List the claims and their verdicts.", "list_claims"),
    "search": Place("claims.listing", "List the claims in which words stand."),
    "show": Place("claims.showing", "Show a claim: the statement, the verdict, the steps that prove it."),
    "verify": Place("claims.running", "Check the stored certificates with the kernel alone."),
    "run": Place("claims.running", "Recompute claims from scratch, and write the ledger."),
    "graph": Place("claims.resting", "Show what claims rest on."),
    "words": Place("claims.resting", "List the steps in words, and what is missing to check each."),
    "export": Place("claims.exporting", "Write claims for others: as records, or as theorems for Coq."),
    "suggest": Place("claims.suggesting", "Look for multipliers for a step of a proof."),
    "diff": Place("claims.comparing", "Compare the verdicts that two ledgers have on record."),
    "errata": Place("claims.errors_of_sources", "Print the errata of a source."),
}


@click.group(cls=LazyGroup, places=COMMANDS)
def claims() -> None:
    """What published claims are worth: verdicts, with certificates that a small checker re-verifies."""
