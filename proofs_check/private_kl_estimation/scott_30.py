"""SCOTT-30: PRIEST-KLD under the Dist model is (eps, delta)-differentially private.

Theorem 4.11, with the noise that its proof asks for: each P(x_t) gets noise of its own that makes a query of
sensitivity sqrt(2)/N (eps, delta)-DP, the classical calibration being meant. One datum that moves from a cell to
another changes P at both by 1/N. Of T samples of these two cells each answer changes, so that the centers are sqrt(T)/N
apart, and not sqrt(2)/N: it is false where cells are sampled again, from T = 8 on at eps = 1 and delta = 1/20. With
more samples than cells some are. That answers are cut off at tau changes nothing, where counts and noise are as here.

SCOTT-30-corrected: it is true for eps <= 1 with sqrt(m)/N for sqrt(2)/N, where m is the number of samples of any two
cells: of cells that are all different m is 2. What is sampled again may be answered once.

SCOTT-30b: the theorem is true for eps <= 1 if eta is read as one noise for each value, which it has in every round in
which it is sampled: Algorithm 3 prints no index t at eta, and the proof speaks of a histogram query, in which each cell
is answered once. Then m is 2, however often values repeat.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import family
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.models.private_estimates_of_kl import NOISY, cells, seen
from dpassay.proofs_check.models.private_estimates_of_kl_cells import ANSWERS
from dpassay.proofs_check.models.sensitivity_of_kl import Neighbors
from dpassay.proofs_check.private_kl_estimation.calibrated_noise import LOG, POSITIVE_LOG, SMALL
from dpassay.proofs_check.private_kl_estimation.scott_17 import CELLS, HALF
from dpassay.proofs_check.private_kl_estimation.scott_21 import strength, told_of_noise
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic


@claim(
    "SCOTT-30",
    location="Theorem 4.11, with the noise of its proof",
    latex=r"\big(\max\{P(x_t) + \eta_t, \tau\}\big)_{t \le T} \text{ is } (\varepsilon, \delta)\text{-DP for } \eta_t "
    r"\sim N\big(0, 2 \log\tfrac{1.25}{\delta}\, \tfrac{2}{N^2 \varepsilon^2}\big)",
    text="All clients, one datum each: for adjacent histograms of N data, known samples that may repeat, and every "
    "tau, "
    "the answers max{P(x_t) + noise, tau} with fresh noise of standard deviation sqrt(2 log(1.25/delta)) sqrt(2)/(N "
    "eps) "
    "are (eps, delta)-DP.",
    checked=("0 < eps <= 1", "0 < delta < 1"),
    adjacency="replace_one",
    corrected_by="SCOTT-30-corrected",
)
def scott_30() -> Case:
    """Samples that repeat."""
    return Case(
        argument="Two cells, h1 = (50, 50), h2 = (49, 51), and eight samples: at eps = 1 and delta = 1/20 the "
        "centers are "
        "2/sqrt(2 log 25) standard deviations apart, and delta is 0.0599. At tau = 1/10000 or less something is cut "
        "off with a probability below 10^-39.",
        counterexample=Goal("eight samples of two cells", counterexample("scott30"), Hunt("scott30", _repeated)),
        twins=(Twin("with the number of samples for 2", counterexample("scott30-corrected")),),
    )


@claim(
    "SCOTT-30-corrected",
    location="Theorem 4.11",
    latex=r"\big(P(x_t) + \eta_t\big)_{t \le T} \text{ is } (\varepsilon, \delta)\text{-DP for } \eta_t \sim "
    r"N\big(0, 2 "
    r"\log\tfrac{1.25}{\delta}\, \tfrac{m}{N^2 \varepsilon^2}\big),\ \varepsilon \le 1",
    text="All clients, one datum each: for adjacent histograms of N data and known samples of which at most m are of "
    "the two cells that change, the answers P(x_t) + noise with fresh noise of standard deviation sqrt(2 "
    "log(1.25/delta)) "
    "sqrt(m)/(N eps) are (eps, delta)-DP for eps <= 1.",
    checked=("0 < eps <= 1", "0 < delta < 1"),
    adjacency="replace_one",
)
def scott_30_corrected() -> Case:
    """The classical calibration to the distance of all answers."""
    return Case(
        checks=(Goal("two cells, exactly", exhaustive("scott30-corrected", "scott-repeated")),),
        twins=(Twin("with 2 for the number of samples", exhaustive("scott30-unclipped", "scott-repeated")),),
        remarks=("So is what is computed of the answers alone, such as what is cut off at tau, and the estimate.",),
    )


@claim(
    "SCOTT-30b",
    location="Theorem 4.11, with the noise of its proof, one for each value",
    latex=r"\big(P(x) + \eta_x\big)_{x \in \{x_1, \dots, x_T\}} \text{ is } (\varepsilon, \delta)\text{-DP for } "
    r"\eta_x \sim N\big(0, 2 \log\tfrac{1.25}{\delta}\, \tfrac{2}{N^2 \varepsilon^2}\big),\ \varepsilon \le 1",
    text="All clients, one datum each: for adjacent histograms of N data and known samples the answers P(x) + noise, "
    "one for each value x that is sampled, with standard deviation sqrt(2 log(1.25/delta)) sqrt(2)/(N eps) are (eps, "
    "delta)-DP for eps <= 1.",
    checked=("0 < eps <= 1", "0 < delta < 1"),
    adjacency="replace_one",
)
def scott_30b() -> Case:
    """Each of the two cells that change is answered once at most."""
    return Case(
        checks=(Goal("two cells, exactly", exhaustive("scott30-unclipped", "scott-once")),),
        twins=(Twin("half of the standard deviation", exhaustive("scott32-half", "scott-once")),),
        remarks=(
            "So is what is computed of the answers alone, such as the answers in T rounds, in which a value that is "
            "sampled again has the noise that it had, and what is cut off at tau.",
            "With noise of its own in each round it is false: SCOTT-30.",
        ),
    )


def noise(at: Neighbors, repeated: int) -> Any:
    """2 log(1.25/delta) times the number of samples over N^2 eps^2."""
    return strength(at) * Fraction(repeated, at.size**2) / at.epsilon**2


told_of_noise(
    "scott30",
    "noise of variance 4 log(1.25/delta)/(N eps)^2 in each P(x_t) is enough, cut off below 1/(100 N), as far as is "
    "seen where nothing is cut off",
    lambda at: noise(at, 2),
    seen,
)
told_of_noise(
    "scott30-unclipped", "noise of variance 4 log(1.25/delta)/(N eps)^2 is enough", lambda at: noise(at, 2), cells
)
told_of_noise(
    "scott30-corrected",
    "noise of variance 2 m log(1.25/delta)/(N eps)^2 is enough, m the number of samples of both cells",
    lambda at: noise(at, sum(at.samples[:2])),
    cells,
)


@family("scott-repeated", "(50, 50) and (49, 51) with 1, ..., 10 samples at (eps, delta) = (1, 1/20) and (1/2, 1/1000)")
def _repeated() -> Iterator[Instance]:
    for samples in range(1, 11):
        for eps, delta in (("1", "1/20"), ("1/2", "1/1000")):
            counts = [samples - samples // 2, samples // 2]
            yield {**CELLS, "first": [50, 50], "samples": counts, "weight": "0", "eps": eps, "delta": delta}


@family("scott-once", "(3, 2) and (2, 3), one cell or both answered, at (eps, delta) = (1, 1/20) and (1/2, 1/1000)")
def _once() -> Iterator[Instance]:
    for answered in ([1, 0], [1, 1]):
        for eps, delta in (("1", "1/20"), ("1/2", "1/1000")):
            yield {**CELLS, "first": [3, 2], "samples": answered, "weight": "0", "eps": eps, "delta": delta}


EIGHT: Final = Neighbors(HALF, (50, 50), (4, 4), least=1)
refuted("SCOTT-30", NOISY, f"seen(2*{LOG}*2/(N**2*eps**2)) <= d", setting=EIGHT, where=SMALL)
VARIANCE: Final = f"2*{LOG}*m/(N**2*eps**2)"
WHERE: Final = (*SMALL, "s(1) + s(2) <= m")
theorem(
    "SCOTT-30-corrected",
    ANSWERS,
    f"cells({VARIANCE}) <= d",
    *POSITIVE_LOG,
    Step("some", "0 <= m", arithmetic(WHERE[1]), WHERE),
    Step("variance", f"0 <= {VARIANCE}", arithmetic(("2*m/(N**2*eps**2)", "log")), WHERE, ("some",)),
    Step("far", "far_cells <= m/N**2", arithmetic("squared distance of the cells", ("1/N**2", WHERE[1])), WHERE),
    Step(
        "all",
        f"cells({VARIANCE}) <= d",
        apply("calibrated noise: cells", "far", R="m/N**2"),
        WHERE,
        ("variance",),
    ),
    where=WHERE,
    variables={"m": "real"},
    samples={"m": (Fraction(1), Fraction(3), Fraction(8))},
)
ONCE: Final = (*SMALL, "s(1) <= 1", "s(2) <= 1")
OF_TWO: Final = f"2*{LOG}*2/(N**2*eps**2)"
theorem(
    "SCOTT-30b",
    ANSWERS,
    f"cells({OF_TWO}) <= d",
    *POSITIVE_LOG,
    Step("variance", f"0 <= {OF_TWO}", arithmetic(("4/(N**2*eps**2)", "log"))),
    Step("all", f"cells({OF_TWO}) <= d", apply("SCOTT-30-corrected", m="2"), ONCE, ("variance",)),
    where=ONCE,
)
