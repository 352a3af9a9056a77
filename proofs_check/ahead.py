"""Asking about many claims at once: each record's goals, and each theorem by itself, in the processes of a pool.

The verdicts are put together afterwards in one process, as without a pool. What is refused or cannot be read is left
out: that process looks at it again, and says why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import Future, as_completed
from functools import partial
from pathlib import Path
from typing import Any

from dpassay.proofs_check import certificates, roots
from dpassay.proofs_check.certificates import Answers
from dpassay.proofs_check.claim import Claim
from dpassay.proofs_check.memory import Memory, code_digest
from dpassay.proofs_check.proof import store
from dpassay.proofs_check.proof.register import registered
from dpassay.proofs_check.proof.verdict import Checked
from dpassay.proofs_check.registry import CLAIMS

Submit = Callable[..., "Future[Any]"]


def unknown(claims: Iterable[Claim], ledger: Path, memory: Memory) -> list[Claim]:
    """Those of the claims that have records which are not known to be accepted."""
    evidence, stored = store.text_of(ledger), with_files(claims, ledger)
    return [entry for entry in stored if not memory.knows(_text(entry, ledger) + evidence)]


def with_files(claims: Iterable[Claim], ledger: Path) -> list[Claim]:
    """Those of the claims that have records, good or bad."""
    return [entry for entry in claims if certificates.has_file(entry.id, ledger)]


def ask_ahead(
    claims: Iterable[Claim], ledger: Path, memory: Memory, submit: Submit, progress: Callable[[int, int], None]
) -> None:
    """Ask about the records of claims, and about the theorems that these rest on.

    Args:
        claims: the claims.
        ledger: the folder of their records.
        memory: is told the answers of the kernel; the graph of the ledger's evidence is told what was found of proofs.
        submit: gives a process of the pool a function to call.
        progress: is told how much is done, and of how much.
    """
    evidence, texts = store.text_of(ledger), {entry.id: _text(entry, ledger) for entry in claims}
    ask = partial(submit, of_code, code_digest())
    proofs = [ask(theorems_alone, names, evidence) for names in by_model(roots.closure(texts))]
    records = {ask(answers, name, text): (name, text) for name, text in texts.items()}
    graph = roots.graph_of(evidence)  # maybe other evidence lies there by now
    for number, done in enumerate(as_completed([*proofs, *records]), start=1):
        progress(number, len(proofs) + len(records))
        if done.exception() is not None:
            continue
        if done in records:
            memory.answers[records[done]] = done.result()
            continue
        found, used = done.result()
        graph.ahead |= {name: (registered(name), checked) for name, checked in found.items()}
        graph.evidence.used |= used  # type: ignore[attr-defined]  # a ledger's is a store


def of_code(digest: str, function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a function; ``ValueError`` in a process that has read other code, for a file has changed since."""
    if code_digest() != digest:
        raise ValueError("expected the code of the process that asks")
    return function(*arguments)


def by_model(names: Iterable[str]) -> list[tuple[str, ...]]:
    """Theorems and refutations by their models, each of which is then tested in one process; the largest first."""
    groups: dict[str, list[str]] = {}
    for name in names:
        known = registered(name)
        if known is not None:
            model = known.statement.model
            groups.setdefault(name if model.of_any else model.name, []).append(name)
    return [tuple(group) for group in sorted(groups.values(), key=len, reverse=True)]


def theorems_alone(names: Iterable[str], evidence: str) -> tuple[dict[str, Checked], set[str]]:
    """Check theorems, each by itself; return what was found, and the digests of the evidence that was asked for."""
    graph = roots.graph_of(evidence)
    found = {name: graph.alone(name) for name in names}
    return found, graph.evidence.used  # type: ignore[attr-defined]  # a ledger's is a store


def answers(id: str, text: str) -> Answers:  # noqa: A002  # the name that it has everywhere
    """Ask the kernel about the record of a claim; ``ValueError`` where it cannot be read or is stale."""
    record = certificates.read_record(id, text)
    if certificates.stale(CLAIMS[id], record):
        raise ValueError(f"{id}: expected the record of the registered claim")
    return certificates.ask(CLAIMS[id], record)


def _text(entry: Claim, ledger: Path) -> str:
    """The text of a record; empty where it cannot be read, which is found out later."""
    try:
        return certificates.text_of(entry.id, ledger)
    except ValueError:
        return ""
