"""Audits that draw in batches, on the command line: who draws them, and how an audit that was ended goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import click

from dpassay.audit.kept import Store
from dpassay.audit.resumed import R, asked_of, keeping, place_of
from dpassay.cli.verdicts import Output

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
    resume = click.option(
        "--resume", is_flag=True, help="Draw in batches, and go on from those that an audit left that was ended."
    )
    return workers(scheduler(resume(function)))


def in_batches(plan: Mapping[str, Any], *, resume: bool) -> dict[str, Any]:
    """Return what `read_plan` takes: who resumes draws in batches."""
    alone = plan["workers"] is None and plan["scheduler"] is None
    return {**plan, "workers": "1"} if resume and alone else dict(plan)


@contextmanager
def batches_kept(requests: Sequence[R], output: Output, *, resume: bool) -> Iterator[Sequence[R]]:
    """Keep the batches of audits beside their reports, where there are any: yield the requests that do.

    They are deleted at the end, which comes when the reports stand. Where it comes otherwise, how to go on is said on
    stderr.
    """
    if requests[0].plan.workers is None:
        yield requests
        return
    store = Store(place_of(requests, output.folder), asked_of(requests))
    store.begin(resume=resume)
    try:
        yield keeping(requests, store)
    except BaseException:
        say_how_to_go_on(store)
        raise
    if store.problem:
        click.echo(f"Error: batches were not kept: {store.problem}", err=True)
    if output.unwritten:
        say_how_to_go_on(store)
    else:
        store.delete()


def say_how_to_go_on(store: Store) -> None:
    """Say on stderr where batches are kept, if there are any."""
    if store.kept:
        words = f"{store.kept} batches of answers are kept in {store.folder}: the same command with --resume goes on"
        click.echo(words, err=True)
