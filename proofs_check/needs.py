"""What else a claim needs: the correction of what is false in it, and what its proof applies or its argument names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from dpassay.proofs_check.claim import Claim
from dpassay.proofs_check.proof.register import THEOREMS
from dpassay.proofs_check.proof.verdict import rests_on

_NAMED: Final = re.compile(r"[A-Z]+-\d\d[a-z]?(?:-[a-z]+)?")


def needs(claim: Claim) -> list[str]:
    """Return the ids of its correction and of all claims that the steps of its proof apply, each once.

    Where there are no steps, those count that its preconditions and its argument name. A name may stand there for
    comparison only; what is needed too much is checked too much, and nothing is missed.
    """
    named = [claim.corrected_by or "", *(_applied(claim) if claim.id in THEOREMS else _named(claim))]
    return [name for name in dict.fromkeys(named) if name not in ("", claim.id)]


def _applied(claim: Claim) -> list[str]:
    """The claims that the steps apply, and those that the lemmas among what they apply rest on."""
    found = list(rests_on(THEOREMS[claim.id]))
    for name in found:
        if name in THEOREMS and not _NAMED.fullmatch(name):
            found += [other for other in rests_on(THEOREMS[name]) if other not in found]
    return [name for name in found if _NAMED.fullmatch(name)]


def _named(claim: Claim) -> list[str]:
    texts = (*claim.checked, *claim.assumed, claim.decide().argument)
    return [name for text in texts for name in _NAMED.findall(text)]


def with_needs(claims: Iterable[Claim], known: Mapping[str, Claim]) -> list[Claim]:
    """Return the claims, and after them all that they need, that these need, and so on, each once."""
    found = {entry.id: entry for entry in claims}
    waiting = list(found.values())
    while waiting:
        more = [known[name] for name in needs(waiting.pop(0)) if name in known and name not in found]
        found.update((entry.id, entry) for entry in more)
        waiting += more
    return list(found.values())
