"""HRS-31e-sharp: Theorem 4.2 exactly as printed, with a small cover, wherever n/sigma is at least 87, for all T.

As for HRS-31d-sharp, what choices miss and what noises add up to is on average at most b (17/6 L + 2 log 2 - 2/3 log 3)
for T >= 3, with b = 2T/(eps n) and L = d log(82 n/sigma). For 2n/sigma >= 174 that is at most 5 b d log(2n/sigma): the
constant 10. For T <= 2 see HRS-31g. Wherever HRS-31e says it, n/sigma is above 130. For n = 1 and sigma = 19/20 it is
false (HRS-31f), where values may be in {-1, 1}; for values in {0, 1} it is true for all (HRS-31h).
"""

from __future__ import annotations

from dpassay.proofs_check.claim import Case, claim
from dpassay.proofs_check.smoothed_analysis.hrs_31e import ASSUMED, CHECKED, ENDS, PROBABILITY
from dpassay.proofs_check.smoothed_analysis.levels_of_both import with_constant

with_constant("HRS-31e-sharp", most=10, least=174)


@claim(
    "HRS-31e-sharp",
    location="Theorem 4.2, as printed, with a small cover, where 87 sigma <= n",
    latex=PROBABILITY + "10 " + ENDS,
    text="Where n/sigma >= 87, with probability at least 1 - 2T (gamma/41)^d, Smooth MWEM answers every query with an "
    "error of at most 1/n + 2 sqrt(log(1/sigma)/T) + 10 T d log(2n/sigma)/(eps n).",
    checked=(*CHECKED, "87 sigma <= n"),
    assumed=ASSUMED,
)
def hrs_31e_sharp() -> Case:
    """What choices miss and what noises add up to, in one bound of Chernoff."""
    return Case(
        argument="Noises are smaller on average than the worst of them, and so is what choices miss. In scales of the "
        "noise both are rarely above 17/6 L a round, and that is at most 5 d log(2n/sigma) where n/sigma >= 87.",
        remarks=(
            "For T <= 2 it is true for all n and sigma (HRS-31g).",
            "For n = 1 and sigma = 19/20 it is false (HRS-31f).",
            "For values in {0, 1} it is true for all n, sigma and T (HRS-31h).",
        ),
    )
