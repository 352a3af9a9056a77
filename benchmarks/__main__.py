"""Measure and print: `python -m benchmarks [NAME...] [--quick] [--write]`."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from time import perf_counter
from typing import Final

import click
from rich.console import Console

from benchmarks import (
    batches,
    bracketing,
    claims,
    composition,
    distribution_learners,
    false_alarms,
    hypotheses,
    lazy_regret,
    lazy_to_private,
    lazy_transcripts,
    local_privacy,
    multiplicative_weights,
    mwem,
    mwem_peers,
    power,
    priest_kld,
    replay,
    samplers,
    searched_neighbors,
    smooth_adversary,
    smooth_online,
    transcripts,
)
from benchmarks.pool import Pool
from benchmarks.results import chapter, write_results
from benchmarks.tables import Table

WIDTH: Final = 150  # of what is printed where there is no terminal
RESULTS: Final = Path(__file__).with_name("RESULTS.md")
PACKAGES: Final = ("dpassay", "numpy", "scipy", "python-flint", "dp-accounting")
BENCHMARKS: Final[Mapping[str, Callable[..., list[Table]]]] = {
    "composition": composition.tables,
    "samplers": samplers.tables,
    "multiplicative-weights": multiplicative_weights.tables,
    "lazy-to-private": lazy_to_private.tables,
    "lazy-regret": lazy_regret.tables,
    "distribution-learners": distribution_learners.tables,
    "hypotheses": hypotheses.tables,
    "transcripts": transcripts.tables,
    "lazy-transcripts": lazy_transcripts.tables,
    "local-privacy": local_privacy.tables,
    "private-kl": priest_kld.tables,
    "mwem": mwem.tables,
    "mwem-peers": mwem_peers.tables,
    "smooth-adversary": smooth_adversary.tables,
    "smooth-online": smooth_online.tables,
    "bracketing": bracketing.tables,
    "claims": claims.tables,
    "power": power.tables,
    "audit-seconds": power.seconds,
    "false-alarms": false_alarms.tables,
    "searched-neighbors": searched_neighbors.tables,
    "workers": batches.tables,
    "replay": replay.tables,
}


@click.command()
@click.argument("names", nargs=-1, type=click.Choice(list(BENCHMARKS)))
@click.option("--quick", is_flag=True, help="Small sizes: to see that everything runs, not to measure.")
@click.option(
    "--write", is_flag=True, help=f"Write the chapters of NAMES in {RESULTS.parent.name}/{RESULTS.name}, too."
)
def main(names: Sequence[str], *, quick: bool, write: bool) -> None:
    """Measure NAMES (by default everything) and print the tables."""
    if write and quick:
        raise click.UsageError("--write needs real sizes: no --quick")
    console = Console()
    if not console.is_terminal:
        console.width = WIDTH
    console.print(machine(), highlight=False)
    start = perf_counter()
    with Pool(console) as pool:
        for name in dict.fromkeys(names or BENCHMARKS):
            begun = perf_counter()
            tables = BENCHMARKS[name](pool, quick=quick)
            for table in tables:
                table.show(console)
            if write:
                write_results(RESULTS, {name: chapter(tables, machine())}, list(BENCHMARKS))
            console.print(f"{name}: {perf_counter() - begun:.0f} seconds\n", highlight=False)
    console.print(f"{perf_counter() - start:.0f} seconds in all", highlight=False)
    if write:
        console.print(f"written to {RESULTS}", highlight=False)


def machine() -> str:
    """Return what a measurement depends on: the cores, the interpreter and the versions."""
    versions = [f"{package} {_version(package)}" for package in PACKAGES]
    return f"{os.cpu_count()} cores, Python {platform.python_version()}, {', '.join(versions)}"


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "(not installed)"


if __name__ == "__main__":
    main()
