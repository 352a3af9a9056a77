"""A pool without processes, and what a table shows."""

import io

from rich.console import Console

from benchmarks.pool import Pool
from benchmarks.tables import Table


def pool() -> Pool:
    """A pool that runs everything in this process and shows nothing."""
    return Pool(Console(file=io.StringIO(), width=200), workers=0)


def shown(table: Table) -> str:
    console = Console(file=io.StringIO(), width=400)
    table.show(console)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()
