"""HRS-31d-sharp: Theorem 4.2 with the logarithm of 2n/sigma and 38 in the place of 10, for all T, n and sigma.

The proof of the source has the worst noise of all rounds T times. On average noises are smaller: with b = 2T/(eps n)
and r = 1/(2b) the mean of e to r times all that choices miss and all noises is at most (2 |Q'|)^T. So with L = d log(82
n/sigma) they add up to at most 2 b T (log |Q'| + log 2) + 2 b (L - log T), but for a probability of T e^(-L). The worst
noise is at most b L, but for T e^(-L), and is paid with a sixth alone. For T >= 3 all of it is at most 19 b d times
log(2n/sigma). For T <= 2 HRS-31g has 10. In the way of HRS-31f no constant below 12.7 is enough.
"""

from __future__ import annotations

from dpassay.proofs_check.claim import Case, claim
from dpassay.proofs_check.smoothed_analysis.hrs_31e import ASSUMED, CHECKED, ENDS, PROBABILITY
from dpassay.proofs_check.smoothed_analysis.levels_of_both import with_constant

with_constant("HRS-31d-sharp", most=38, least=2)


@claim(
    "HRS-31d-sharp",
    location="Theorem 4.2, up to a constant, with a small cover",
    latex=PROBABILITY + "38 " + ENDS,
    text="With probability at least 1 - 2T (gamma/41)^d, Smooth MWEM answers every query with an error of at most 1/n "
    "+ 2 sqrt(log(1/sigma)/T) + 38 T d log(2n/sigma)/(eps n).",
    checked=CHECKED,
    assumed=ASSUMED,
)
def hrs_31d_sharp() -> Case:
    """What choices miss and what noises add up to, in one bound of Chernoff."""
    return Case(
        argument="The printed proof has the worst noise of all rounds T times. On average noises are smaller, and the "
        "worst one is paid with a sixth.",
        remarks=(
            "For T <= 2 it is true with 10 (HRS-31g). With 10 for all T it is false (HRS-31f).",
            "For values in {0, 1} it is true with 10 for all T, n and sigma (HRS-31h).",
        ),
    )
