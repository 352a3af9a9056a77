"""SCOTT-19: A and B with one noise in both, as Algorithm 2 prints them, are (eps, delta)-differentially private.

They are not, whatever the noise: B - A has none. It is T times the estimate, which differs on adjacent histograms, so
that the two laws of (A, B) have disjoint supports and delta is 1.

SCOTT-19-sharp says this for every variance.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample
from dpassay.proofs_check.models.private_estimates_of_kl import NOISY, both, shared
from dpassay.proofs_check.private_kl_estimation.calibrated_noise import SMALL
from dpassay.proofs_check.private_kl_estimation.scott_17 import CELLS
from dpassay.proofs_check.private_kl_estimation.scott_20 import SAMPLE
from dpassay.proofs_check.private_kl_estimation.scott_21 import told_of_noise
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, arithmetic


@claim(
    "SCOTT-19",
    location="Algorithm 2 and the proof of Theorem 4.6, of what the server is sent",
    latex=r"(A + \eta', B + \eta') \text{ is } (\varepsilon, \delta)\text{-DP for Gaussian } \eta' \text{ of some "
    r"variance}",
    text="For adjacent histograms with counts from 2 on, A and B with one Gaussian noise in both are (eps, "
    "delta)-DP, if "
    "its variance v is large enough, such as 10^6.",
    checked=("0 < eps <= 1", "0 < delta < 1", "every count of both histograms is at least 2"),
    adjacency="replace_one",
    corrected_by="SCOTT-20-corrected",
)
def scott_19() -> Case:
    """The difference has no noise."""
    return Case(
        argument="B - A is T times the estimate without noise. With a uniform reference on two cells, h1 = (3, 2), "
        "h2 = "
        "(2, 3), lambda = 1 and one sample of the first cell it is 1/5 - log(6/5) or -1/5 - log(4/5): delta is 1.",
        counterexample=Goal("one sample", counterexample("scott19"), Hunt("scott19", one_sample)),
        twins=(Twin("with independent noises", counterexample("scott19-independent")),),
        remarks=(
            "So it is for every variance (SCOTT-19-sharp).",
            "With the sign of A set right (SCOTT-16) B - A is the sum of lambda (r - 1) + log r, without noise, too.",
        ),
    )


@claim(
    "SCOTT-19-sharp",
    location="Algorithm 2, of what the server is sent",
    latex=r"\delta_{(A + \eta', B + \eta')}(\varepsilon) = 1 \text{ wherever } \hat D(P_1) \ne \hat D(P_2)",
    text="Wherever the estimates of two adjacent histograms differ, A and B with one noise in both have delta 1 at "
    "every eps, whatever the variance of the noise, and so are not (eps, delta)-DP for any delta < 1.",
    checked=("the estimates of the two histograms differ",),
    adjacency="replace_one",
)
def scott_19_sharp() -> Case:
    """The supports of the two laws are disjoint."""
    return Case()


def one_sample() -> Iterator[Instance]:
    """One sample of a changed cell."""
    for weight, eps, delta in (("0", "1", "1/20"), ("1", "1", "99/100")):
        yield {**CELLS, "first": [3, 2], "samples": [1, 0], "weight": weight, "eps": eps, "delta": delta}


LARGE = Fraction(10**6)
told_of_noise("scott19", "one noise of variance 10^6 in A and B is enough", lambda _: LARGE, shared)
told_of_noise("scott19-independent", "independent noises of variance 10^6 in A and B are enough", lambda _: LARGE, both)

refuted("SCOTT-19", NOISY, "shared(v) <= d", setting=SAMPLE, where=(*SMALL, "c = 2", "0 < v"), v=LARGE)
DIFFER = ("0 < (est(1) - est(2))**2",)
theorem(
    "SCOTT-19-sharp",
    NOISY,
    "shared(v) = 1 and d < shared(v)",
    Step("one", "shared(v) = 1", arithmetic(("-1/(est(1) - est(2))**2", "B - A has no noise")), DIFFER),
    Step("more", "d < shared(v)", arithmetic(("-1", "one")), DIFFER),
    where=DIFFER,
)
