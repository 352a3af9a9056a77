"""Audits that go on where another one was ended: where batches are kept, and of what audit they are.

`resumed` is for the functions; the command, which deletes batches only when its reports stand, does the same in steps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from dpassay.audit.alone import pair_words
from dpassay.audit.answers.batches import Workers
from dpassay.audit.asked import Request, shown
from dpassay.audit.asked_claims import ClaimRequest
from dpassay.audit.kept import Store, plan_words, target_words
from dpassay.audit.reports.files import check_folder
from dpassay.audit.reports.sentences import parameter_texts
from dpassay.audit.sources import Source
from dpassay.exact import require
from dpassay.exact.entrance import explain_failures
from dpassay.reference import data_text

__all__ = ["R", "asked_of", "keeping", "place_of", "resumed"]

R = TypeVar("R", Request, ClaimRequest)


@contextmanager
def resumed(request: R, folder: Path | str | None) -> Iterator[R]:
    """Keep the batches of an audit in a folder and go on from those that are there: yield the request that does.

    They are deleted when the audit is done, and stay where it ends otherwise.

    Args:
        request: the audit. Without workers one process draws the batches.
        folder: where; None: nothing is kept.

    Raises:
        ValueError: it is no folder, or what is kept there is of another audit with the same name.
    """
    if folder is None:
        yield request
        return
    store = Store(place_of([request], check_folder(str(folder), "resume")), asked_of([request]))
    store.begin(resume=True)
    (kept,) = keeping([request], store)
    yield kept
    store.delete()


def place_of(requests: Sequence[R], folder: Path) -> Path:
    """Return where the batches of audits are kept that are asked for together."""
    _check(requests)
    return folder / f"{requests[0].name}.batches"


def keeping(requests: Sequence[R], store: Store) -> list[R]:
    """Return the requests with batches that are kept."""
    _check(requests)
    workers = replace(requests[0].plan.workers or Workers(), keeper=store)
    return [replace(request, plan=replace(request.plan, workers=workers)) for request in requests]


def _check(requests: Sequence[Request | ClaimRequest]) -> None:
    known = bool(requests) and all(isinstance(each, Request | ClaimRequest) for each in requests)
    require(known, "requests", shown(requests), "audits that are asked for, at least one")


# What audits they are of


def asked_of(requests: Sequence[Request | ClaimRequest]) -> dict[str, str]:
    """Return in words what audits are asked for together."""
    _check(requests)
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


explain_failures(__name__)
