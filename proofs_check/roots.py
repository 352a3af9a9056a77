"""What the graph of proofs says of claims, with the evidence that lies in a ledger."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from dpassay.proofs_check.claim import Claim
from dpassay.proofs_check.proof import store, telling
from dpassay.proofs_check.proof import verdict as verdicts
from dpassay.proofs_check.proof.published import PUBLISHED
from dpassay.proofs_check.proof.register import REFUTATIONS, THEOREMS
from dpassay.proofs_check.proof.rules import RULES
from dpassay.proofs_check.proof.statements import Statement
from dpassay.proofs_check.proof.verdict import Graph

Look = Callable[[Mapping[str, Any]], Mapping[str, Any] | None]


def is_rooted(id: str) -> bool:  # noqa: A002  # the name that it has everywhere
    """Tell whether a claim is a formula, proved or refuted in the form."""
    return id in THEOREMS or id in REFUTATIONS


def validate_roots(claims: Mapping[str, Claim]) -> None:
    """Raise ``ValueError`` for a claim with neither steps nor an argument, or with a formula and why it has none.

    What is said to lie beyond a formula needs one.
    """
    for id_, entry in claims.items():
        if id_ not in THEOREMS and not entry.decide().argument:
            raise ValueError(f"argument of {id_} = '': expected words, or steps of a proof")
        if entry.decide().beyond and not is_rooted(id_):
            raise ValueError(f"beyond of {id_}: expected a formula beyond which the claim goes")
        if is_rooted(id_) and entry.no_formula:
            raise ValueError(f"no_formula of {id_} = {entry.no_formula!r}: expected none beside a formula")


def graph(ledger: Path) -> Graph:
    """The graph of all proofs, with the evidence of a ledger; one for each text of that."""
    return graph_of(store.text_of(ledger))


@cache
def graph_of(evidence: str) -> Graph:
    """The graph of all proofs, with the evidence of a text; ``ValueError`` where that cannot be read."""
    return Graph(store.stored(evidence))


def verdict(id: str, ledger: Path) -> str | None:  # noqa: A002  # the name that it has everywhere
    """What follows for a claim: "proved", "argued" or "refuted"; ``None`` where it is no formula yet.

    ``Rejected`` where its proof, or one that it rests on, is not accepted.
    """
    return graph(ledger).verdict(id) if is_rooted(id) else None


def complaint(id: str, ledger: Path) -> str | None:  # noqa: A002  # the name that it has everywhere
    """Tell what is wrong with the proof of a claim; ``None`` where nothing is, or there is none."""
    try:
        verdict(id, ledger)
    except ValueError as error:  # that the evidence cannot be read, or `Rejected`
        return str(error)
    return None


def leftovers(ledger: Path) -> list[tuple[str, str]]:
    """What is wrong where no claim looks: a lemma that is not accepted, or evidence that no step asks for."""
    broken = [(name, told) for name in THEOREMS if (told := complaint(name, ledger)) is not None]
    if broken:
        return broken
    evidence: Any = graph(ledger).evidence
    unasked = sorted(set(evidence.entries) - evidence.used)
    return [(store.FILE, f"{digest} is evidence for no step of any proof") for digest in unasked]


def trusted(id: str, ledger: Path) -> list[tuple[str, str]]:  # noqa: A002  # the name that it has everywhere
    """What has to be believed for the verdict on a claim that is proved in steps."""
    return telling.trusted(id, graph(ledger)) if id in THEOREMS else []


def rests_on(id: str) -> tuple[str, ...]:  # noqa: A002  # the name that it has everywhere
    """The rules, published theorems, lemmas and claims that the steps of a claim's proof apply."""
    if id in REFUTATIONS:
        family, bound = REFUTATIONS[id].no_constant, REFUTATIONS[id].bound
        found = () if family is None else (family.by, *family.conditions)
        return found if bound is None else (*found, bound.by, *bound.legal)
    return verdicts.rests_on(THEOREMS[id]) if id in THEOREMS else ()


def closure(ids: Iterable[str]) -> list[str]:
    """These, and all that they rest on, each once."""
    found = list(dict.fromkeys(ids))
    for name in found:
        found += [other for other in rests_on(name) if other not in found]
    return found


def told(id: str, ledger: Path) -> str:  # noqa: A002  # the name that it has everywhere
    """The source of a rule or a published theorem, or the verdict on a lemma or a claim with the count of its steps."""
    if id in RULES:
        return f"a rule, {RULES[id].source}"
    if id in PUBLISHED:
        return f"published, {PUBLISHED[id].source}"
    if not is_rooted(id):
        return "no formula yet"
    words = graph(ledger).words(id) if id in THEOREMS else 0
    counted = [f"{len(THEOREMS[id].proof)} steps"] if id in THEOREMS else []
    counted += [f"{words} in words, with those of what it rests on"] if words else []
    return ", ".join([str(verdict(id, ledger)), *counted])


def self_contained(id: str, ledger: Path) -> dict[str, Any]:  # noqa: A002  # the name that it has everywhere
    """All that the proof of a claim rests on: lemmas with their steps, rules with their sources, and the evidence."""
    if id not in THEOREMS:
        return {}
    names = closure([id])
    evidence = store.Store(graph(ledger).evidence.entries)  # type: ignore[attr-defined]  # a ledger's is a store
    own = Graph(evidence)
    own.verdict(id)
    return {
        "lemmas": {name: telling.record_of(name) for name in names[1:] if name in THEOREMS},
        "rules": _cited(names, RULES),
        "published": _cited(names, PUBLISHED),
        "evidence": {digest: evidence.entries[digest] for digest in sorted(evidence.used)},
    }


def _cited(names: Iterable[str], table: Mapping[str, Statement]) -> dict[str, Any]:
    """Those of a table of what is trusted, with what they ask for and where they are found."""
    return {
        name: {
            "formula": table[name].formula,
            "given": [[given.formula, *given.where] for given in table[name].given.values()],
            "source": table[name].source,
        }
        for name in names
        if name in table
    }


def search(known: str, look: Look, ids: Iterable[str] | None = None) -> str:
    """Look for evidence that is not known; return the text of the file, or raise ``Rejected``.

    Args:
        known: the text of the file that there is.
        look: what looks for evidence.
        ids: the claims for whose proofs it is looked for; what is known for others is kept. All proofs where none are
            named, and what they do not ask for goes.
    """
    before = store.stored(known)
    searching = store.Searching(before, look)
    found = Graph(searching)
    for name in (*THEOREMS, *REFUTATIONS) if ids is None else filter(is_rooted, ids):
        found.verdict(name)
    return store.dump(searching.found if ids is None else {**before.entries, **searching.found})
