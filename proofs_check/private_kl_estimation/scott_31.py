"""SCOTT-31: one change of the data moves P(x_t) by at most 1/N, where N is the number of samples x_t.

Proof of Theorem 4.11. That many samples say nothing on it: one of five data moves P at two cells by 1/5, however many
samples there are. SCOTT-31-corrected: with N the number of data it moves by 1/N at these cells, and not at all
elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.models.private_estimates_of_kl_cells import ANSWERS
from dpassay.proofs_check.models.sensitivity_of_kl import ADJACENT, Neighbors, law
from dpassay.proofs_check.private_kl_estimation.adjacent_histograms import IS_SAMPLED, as_neighbors
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, arithmetic


@claim(
    "SCOTT-31",
    location="proof of Theorem 4.11",
    latex=r"|P_1(x_t) - P_2(x_t)| \le 1/N, \quad N = \#\{x_t\}",
    text="For adjacent histograms P(x) differs by at most 1 over the number of samples.",
    checked=("every count of both histograms is at least 2",),
    adjacency="replace_one",
    corrected_by="SCOTT-31-corrected",
)
def scott_31() -> Case:
    """More samples than data."""
    return Case(
        argument="With five data and a hundred samples P moves by 1/5 at two cells.",
        counterexample=Goal("five data", counterexample("scott31"), Hunt("scott31", _many_samples)),
        twins=(Twin("the number of data", counterexample("scott31-corrected")),),
    )


@claim(
    "SCOTT-31-corrected",
    location="proof of Theorem 4.11",
    latex=r"P_1(x_1) - P_2(x_1) = P_2(x_2) - P_1(x_2) = 1/N,\ P_1(x) = P_2(x) \text{ for other } x, \quad N = |h|",
    text="For adjacent histograms of N data P differs by 1/N at two cells, and not at all at the others.",
    checked=("all clients report, and all data are counted",),
    adjacency="replace_one",
)
def scott_31_corrected() -> Case:
    """The definition of adjacency."""
    return Case(
        checks=(Goal("small pairs, exactly", exhaustive("scott31-corrected", "scott-sampled")),),
        twins=(Twin("half of that", exhaustive("scott31-half", "scott-sampled")),),
    )


def _moves(instance: Instance) -> tuple[Neighbors, Fraction]:
    """The pair, and the most that P moves."""
    at = as_neighbors(instance)
    first, second = at.pair
    return at, max(Fraction(abs(a - b), at.size) for a, b in zip(first, second, strict=True))


told("scott31", "P moves by at most 1 over the number of samples", IS_SAMPLED)(
    lambda instance: _moves(instance)[1] <= Fraction(1, sum(instance["samples"]))
)
told("scott31-corrected", "P moves by at most 1 over the number of data", IS_SAMPLED)(
    lambda instance: _moves(instance)[1] <= Fraction(1, _moves(instance)[0].size)
)
told("scott31-half", "P moves by at most 1 over twice the number of data", IS_SAMPLED)(
    lambda instance: _moves(instance)[1] <= Fraction(1, 2 * _moves(instance)[0].size)
)


def _many_samples() -> Iterator[Instance]:
    for samples in ([1, 0], [50, 50]):
        yield {"reference": ["1/2", "1/2"], "first": [3, 2], "samples": samples, "weight": "0"}


refuted(
    "SCOTT-31",
    ADJACENT,
    "h(1, x)/N - h(2, x)/N <= 1/T and h(2, x)/N - h(1, x)/N <= 1/T",
    setting=Neighbors(law("1/2", "1/2"), (3, 2), (50, 50)),
    x=Fraction(1),
)
theorem(
    "SCOTT-31-corrected",
    ANSWERS,
    "h(1, 1)/N - h(2, 1)/N = 1/N and h(2, 2)/N - h(1, 2)/N = 1/N and h(1, y)/N = h(2, y)/N",
    Step("less", "h(1, 1)/N - h(2, 1)/N = 1/N", arithmetic(("1/N", "one less in cell 1"))),
    Step("more", "h(2, 2)/N - h(1, 2)/N = 1/N", arithmetic(("1/N", "one more in cell 2"))),
    Step("the same", "h(1, y)/N = h(2, y)/N", arithmetic(("1/N", "the same elsewhere"))),
)
