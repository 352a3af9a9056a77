"""Audits that draw in batches, on the command line: who draws them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])


def batch_options(function: F) -> F:
    """Add the options of drawing in batches."""
    workers = click.option(
        "--workers",
        metavar="N",
        help="Draw in batches, N processes at a time: the report is the same for every N.  [default: one process, all]",
    )
    scheduler = click.option(
        "--scheduler", metavar="tcp://HOST:PORT", help="Draw in batches on the workers of a Dask cluster."
    )
    return workers(scheduler(function))
