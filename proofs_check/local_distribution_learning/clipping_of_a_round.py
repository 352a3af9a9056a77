"""Label clipping of round t of a game: the claims on it, as lemmas on anything with the facts of label clipping."""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check import shared_lemmas
from dpassay.proofs_check.local_distribution_learning import (
    likelihoods_and_mixture,
    numbers_of_integers,
    sima_25,
    sima_26,
    sima_27,
    sima_48,
    sima_49,
    sima_50,
)
from dpassay.proofs_check.proof.of_anything import facts_of, of_anything
from dpassay.proofs_check.proof.register import THEOREMS
from dpassay.proofs_check.proof.statements import Apply, Step, Written, apply, use

REGISTERED: Final = (
    *(shared_lemmas, likelihoods_and_mixture, numbers_of_integers),
    *(sima_25, sima_26, sima_27, sima_48, sima_49, sima_50),
)
"""What is applied is there before."""
NUMBERS: Final = {"K": "K", "M": "M", "N": "N(t)", "T": "T", "m": "m"}
SOME_INTEGER: Final = Step("an integer or more", "0 + 1 <= N(t)", apply("integers are 1 apart", A="0", B="N(t)"))
AT_ROUND: Final = {"weights": use("weights", n="t")}
UNUSED: Final = {"b": "y: 1"}
"""The printed number of integers of a label, of which no claim speaks here."""


def of_round(id: str, *uses: Written, **values: str) -> Apply:  # noqa: A002  # the name that it has everywhere
    """Apply a claim on label clipping in round t: each quantity has one more index, and each fact one more variable."""
    functions = {
        name: f"{', '.join(known.index)}: {name}({', '.join(('t', *known.index))})"
        for name, known in THEOREMS[id].statement.model.quantities.items()
    }
    known = {**NUMBERS, **functions, **{name: text for name, text in UNUSED.items() if name in functions}}
    facts = (AT_ROUND.get(fact, fact) for fact in facts_of(id))
    some = () if "z" in values.values() else (SOME_INTEGER.name,)  # else there is one
    return apply(of_anything(id), *some, *facts, *uses, **{**known, **values})
