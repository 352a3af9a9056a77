"""HRS-31h: Theorem 4.2 exactly as printed, with a small cover, for queries with values in {0, 1}, for all T, n, sigma.

By a footnote of Section 2 queries are errors of hypotheses, which have such values. HRS-31f needs an error above 1, and
there is none. With b = 2T/(eps n), h = log(1/sigma), l = log(2n/sigma), and L = d log(41/gamma):

The probability. What choices miss and what noises add up to is at most 2 b T (log |Q'| + log 2) + 2 b (L - log T), but
for T e^(-L); each noise is at most b L, but for T e^(-L). That is all of 2T (gamma/41)^d (`levels_of_both`).

The cover. Answers of the data are multiples of 1/n, and at gamma = sigma/(2n) those of a query and of its neighbor in
the cover are apart by at most 1/(2n). So they are equal, and all of 1/n is left (`answers_to_bits`).

The error. It is at most 1. It is at most sqrt(h/2 + T (b L)^2/15), as noise can move the laws no further. It is at most
2 sqrt(h/T) + b (32/15 L + 2 log 2 + 2 (L - log T)/T), by the mean of what choices miss and of the noise
(`errors_of_bits`). One of the three is at most 1/n + 2 sqrt(h/T) + 5 b d l. The first is for n = 1; the second for T <=
8, and for n from 3 to 10 where T <= 39 and 3 n^2 h <= 20; the third for all others. These are all cases: one theorem
without conditions on T, n and sigma, put together from them (`cases_of_bits`).
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.claim import Case, claim
from dpassay.proofs_check.models.good_runs import TOGETHER
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply
from dpassay.proofs_check.smoothed_analysis.answers_to_bits import ANSWER
from dpassay.proofs_check.smoothed_analysis.error_of_mwem import ROOTED, both
from dpassay.proofs_check.smoothed_analysis.errors_of_bits import LEVELED, PRINTED, SAMPLES, VARIABLES, leveled
from dpassay.proofs_check.smoothed_analysis.hrs_31e import ASSUMED, ENDS, PROBABILITY
from dpassay.proofs_check.smoothed_analysis.levels_of_both import RARELY

BITS: Final = ("the domain is finite", "the values of queries are 0 and 1")
theorem(
    "HRS-31h",
    TOGETHER,
    both("after", PRINTED),
    *ROOTED,
    *(
        Step(way, formula, apply(leveled("after"), z="z", g="g"), LEVELED, ("root",))
        for way, formula in zip(("up", "down"), both("after", PRINTED).split(" and "), strict=True)
    ),
    where=LEVELED,
    variables=VARIABLES,
    samples=SAMPLES,
    also=(leveled("before"), RARELY, ANSWER),
)


@claim(
    "HRS-31h",
    location="Theorem 4.2, as printed, with a small cover, for values in {0, 1}",
    latex=PROBABILITY + "10 " + ENDS,
    text="For queries with values in {0, 1}, with probability at least 1 - 2T (gamma/41)^d, Smooth MWEM answers every "
    "query with an error of at most 1/n + 2 sqrt(log(1/sigma)/T) + 10 T d log(2n/sigma)/(eps n), for all T, n >= 1 and "
    "sigma in (0, 1].",
    checked=BITS,
    assumed=ASSUMED,
)
def hrs_31h() -> Case:
    """Three bounds of an error, one of which is always enough."""
    return Case(
        argument="An error is at most 1, noise can move the laws only so far, and on average choices and noises are "
        "smaller than the worst of them. The cover costs nothing, as answers of the data are multiples of 1/n. For "
        "all T, n and sigma one of the three bounds is enough.",
        remarks=(
            "For queries with values in [-1, 1] it is false (HRS-31f).",
            "Both averages are meant: that of D_1, ..., D_T, and that of D_0, ..., D_{T-1}.",
        ),
    )
