"""Audits that draw in batches, on the command line: who draws them, and how an audit that was ended goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, TypeVar

import click

from dpassay.audit.alone import pair_words
from dpassay.audit.asked import Request
from dpassay.audit.asked_claims import ClaimRequest
from dpassay.audit.kept import Store, plan_words, target_words
from dpassay.audit.reports.sentences import parameter_texts
from dpassay.audit.sources import Source
from dpassay.cli.verdicts import Output
from dpassay.reference import data_text

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


R = TypeVar("R", Request, ClaimRequest)


@contextmanager
def batches_kept(requests: Sequence[R], output: Output, *, resume: bool) -> Iterator[Sequence[R]]:
    """Keep the batches of audits beside their reports, where there are any: yield the requests that do.

    They are deleted at the end, which comes when the reports stand. Where it comes otherwise, how to go on is said on
    stderr.
    """
    workers = requests[0].plan.workers
    if workers is None:
        yield requests
        return
    store = Store(output.folder / f"{requests[0].name}.batches", asked_of(requests))
    store.begin(resume=resume)
    workers = replace(workers, keeper=store)
    try:
        yield [replace(request, plan=replace(request.plan, workers=workers)) for request in requests]
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


def asked_of(requests: Sequence[Request | ClaimRequest]) -> dict[str, str]:
    """Return in words what audits are asked for together."""
    found: dict[str, str] = {}
    for number, request in enumerate(requests):
        target, words = of_claim(request) if isinstance(request, ClaimRequest) else of_law(request)
        found |= target_words(target)
        found |= {(f"{name} of audit {number + 1}" if number else name): text for name, text in words.items()}
    return {**found, **plan_words(requests[0].plan)}


def of_law(request: Request) -> tuple[Source, dict[str, str]]:
    """Return the target, and the rest in words."""
    subject = request.subject
    pair = "the worst" if subject.data is None else " and ".join(map(data_text, subject.data))
    parameters = ", ".join(f"{name} = {text}" for name, text in parameter_texts(subject).items())
    return subject.target, {"mechanism": subject.mechanism_name, "parameters": parameters, "data": pair}


def of_claim(request: ClaimRequest) -> tuple[Source, dict[str, str]]:
    """Return the target, and the rest in words."""
    claim = request.claims[0]
    pairs = "; ".join(pair_words(each) for each in request.claims)
    parameters = ", ".join(f"{name} = {value}" for name, value in claim.parameters.items())
    return claim.target, {"claim": claim.words, "parameters": parameters, "data": pairs}
