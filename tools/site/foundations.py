"""What the claims rest on, as their proofs say it, and what rests on them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache

from dpassay.proofs_check import certificates, roots
from dpassay.proofs_check.proof import telling
from dpassay.proofs_check.proof.register import THEOREMS
from dpassay.proofs_check.proof.verdict import KINDS, Checked, Graph, cites, rests_on
from dpassay.proofs_check.registry import CLAIMS


class Unasked(Graph):
    """The graph as proofs are written. No step is checked: `dpassay claims list` did that before the site is built."""

    def check(self, id: str) -> Checked:  # noqa: A002  # the name that it has everywhere
        """Read off what the check of a theorem would find."""
        if id not in self.checked:
            theorem = THEOREMS[id]
            cited = {name for step in theorem.proof for name in cites(step)}
            facts = tuple(name for name in theorem.statement.model.facts if name in cited)
            by = Counter(KINDS[type(step.by)] for step in theorem.proof)
            self.checked[id] = Checked({}, rests_on(theorem), facts, by)
        return self.checked[id]


@cache
def graph() -> Unasked:
    """The graph of all proofs."""
    return Unasked(roots.graph(certificates.LEDGER).evidence)


def trusted(id: str) -> list[tuple[str, str]]:  # noqa: A002  # the name that it has everywhere
    """What has to be believed for the verdict on a claim that is proved in steps."""
    return telling.trusted(id, graph()) if id in THEOREMS else []


def counted(id: str) -> str:  # noqa: A002  # the name that it has everywhere
    """Tell how many steps there are, with those of what a claim rests on, and how many of them are in words."""
    if id not in THEOREMS:
        return ""
    steps = sum(len(THEOREMS[name].proof) for name in graph().needed(id))
    words = graph().words(id)
    told = f"{words} of them in words" if words else "none in words"
    return f"{steps} steps, with those of what it rests on, {told}"


@cache
def edges() -> Mapping[str, tuple[str, ...]]:
    """What each claim, and each lemma that one rests on, applies directly, but for rules and published theorems.

    A claim that is refuted has its correction there, too.
    """
    found = {
        name: tuple(other for other in roots.rests_on(name) if other in THEOREMS or other in CLAIMS)
        for name in roots.closure(CLAIMS)
        if name in THEOREMS or name in CLAIMS
    }
    for name, entry in CLAIMS.items():
        if entry.corrected_by is not None:
            found[name] = tuple(dict.fromkeys([*found[name], entry.corrected_by]))
    return found


@cache
def _users() -> Mapping[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for name, others in edges().items():
        for other in others:
            found.setdefault(other, []).append(name)
    return {name: tuple(sorted(users)) for name, users in found.items()}


def used_by(id: str) -> list[str]:  # noqa: A002  # the name that it has everywhere
    """The claims whose proofs apply this one, directly or by lemmas, or that it corrects."""
    found, waiting = dict.fromkeys([id]), [id]
    while waiting:
        name = waiting.pop()
        for user in _users().get(name, ()):
            if user not in found:
                found[user] = None
                if user not in CLAIMS:
                    waiting.append(user)
    return sorted(name for name in found if name in CLAIMS and name != id)


def below(id: str) -> dict[str, tuple[str, ...]]:  # noqa: A002  # the name that it has everywhere
    """The part of the graph that a claim stands on."""
    found, waiting = {id: edges()[id]}, [id]
    while waiting:
        for other in edges()[waiting.pop()]:
            if other not in found:
                found[other] = edges()[other]
                waiting.append(other)
    return found
