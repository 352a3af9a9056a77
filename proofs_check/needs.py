"""What else a claim needs: the correction of what is false in it, and the claims that its argument names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from dpassay.proofs_check.claim import Claim

_NAMED: Final = re.compile(r"[A-Z]+-\d\d[a-z]?(?:-[a-z]+)?")


def needs(claim: Claim) -> list[str]:
    """Return the ids of its correction and of all claims that its preconditions and its argument name, each once.

    A name may stand there for comparison only; what is needed too much is checked too much, and nothing is missed.
    """
    texts = (*claim.checked, *claim.assumed, claim.decide().argument)
    named = [claim.corrected_by or "", *(name for text in texts for name in _NAMED.findall(text))]
    return [name for name in dict.fromkeys(named) if name not in ("", claim.id)]


def with_needs(claims: Iterable[Claim], known: Mapping[str, Claim]) -> list[Claim]:
    """Return the claims, and after them all that they need, that these need, and so on, each once."""
    found = {entry.id: entry for entry in claims}
    waiting = list(found.values())
    while waiting:
        more = [known[name] for name in needs(waiting.pop(0)) if name in known and name not in found]
        found.update((entry.id, entry) for entry in more)
        waiting += more
    return list(found.values())
