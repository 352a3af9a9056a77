"""HRS-42e: the M of Lemma G.3, O((log(1/eta) + d)/(sigma gamma^2)), against that of its proof, which has log(2/eta).

For d >= 1 the numerators differ by the factor 1 + log 2 at most. For one query, d = 0, they do not: where eta is near 1
the printed M may be one point, whatever the constant is, and a law on one point answers a query of the mean 1/2 by 0 or
by 1. Then the lemma fails for every gamma below 1/2.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any, Final

from dpassay.exact import as_real
from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import BETWEEN, entries, family, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import exhaustive
from dpassay.proofs_check.models.mwem_rates import RATES
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, arithmetic, constant

theorem(
    "HRS-42e",
    RATES,
    "log(2) + ell + d <= (1 + log(2))*(ell + d)",
    Step("log", "0 <= log(2)", constant()),
    Step(
        "all",
        "log(2) + ell + d <= (1 + log(2))*(ell + d)",
        arithmetic(("log(2)", "1 <= d")),
        (),
        ("log",),
    ),
)
IS_SIZE: Final = entries(dimension=whole(1), eta=BETWEEN)


def _is_of_order(instance: Instance, factor: Any) -> bool:
    """Whether log(2/eta) + d is at most so many times log(1/eta) + d."""
    d, eta = instance["dimension"], Fraction(instance["eta"])
    return at_most(as_real(2 / eta).log() + d, (as_real(1 / eta).log() + d) * factor)


told("hrs42e", "log(2/eta) + d is at most 1 + log(2) times log(1/eta) + d", IS_SIZE)(
    lambda instance: _is_of_order(instance, as_real(2).log() + 1)
)
told("hrs42e-less", "... at most 3/2 times", IS_SIZE)(lambda instance: _is_of_order(instance, Fraction(3, 2)))


@family("numerators", "VC dimension 1, 2 and 9, eta = 1/1000, 1/2 and 999/1000")
def _numerators() -> Iterator[Instance]:
    for dimension, eta in product((1, 2, 9), ("1/1000", "1/2", "999/1000")):
        yield {"dimension": dimension, "eta": eta}


@claim(
    "HRS-42e",
    location="Lemma G.3, its M against that of its proof",
    latex=r"\tfrac{\log(2/\eta) + d}{\sigma\gamma^2} = O\Big(\tfrac{\log(1/\eta) + d}{\sigma\gamma^2}\Big)",
    text="log(2/eta) + d is at most 1 + log(2) times log(1/eta) + d, for all d >= 1 and eta in (0, 1).",
    assumed=("d >= 1",),
)
def hrs_42e() -> Case:
    """log 2 is at most d log 2."""
    return Case(
        checks=(Goal("some numbers", exhaustive("hrs42e", "numerators")),),
        twins=(Twin("3/2 times", exhaustive("hrs42e-less", "numerators")),),
        remarks=(
            "At d = 0, for one query, there is no such constant, and the lemma fails with the printed M: let eta tend "
            "to 1. Fact G.2 has log(2/eta).",
        ),
    )
