"""HRS-05: smoothness gives E_D[sum f(x_t)] <= (1/sigma) E_U[sum f(x_t)] <= eps/sigma.

Section 3.1, before Theorem 3.1, of a function of mean at most eps under the uniform law U, and sums over the T rounds.
HRS-05a takes the display as it is printed: with two rounds, sigma = 1 and f = 1 on one of two points the sum has the
mean 1, which is above eps = 1/2. A factor T is missing in the last term; HRS-05a-corrected has it, and adversaries may
be adaptive. So it is in the first sentence of Appendix C.2. HRS-05b is the step on one round that follows in the text:
given the past, f has mean at most eps/sigma at the next point.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.models.smoothed_sequences import MEASURE, SMOOTHED, TOTAL, settings
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside
from dpassay.proofs_check.smoothed_analysis.small_adversaries import (
    budget_of,
    eps_of,
    functions_of,
    is_game,
    largest_mean,
    sigma_of,
    small_games,
)


@claim(
    "HRS-05a",
    location="Section 3.1, before Theorem 3.1, the display as printed",
    latex=r"\mathbb E_{\mathcal D}\Big[\sum_t f(x_t)\Big] \le \sigma^{-1}\, \mathbb E_{\mathcal U}\Big[\sum_t f(x_t)"
    r"\Big] \le \epsilon/\sigma",
    text="Where f has mean at most eps under U, the sum of f over the points of T rounds, each from a sigma-smooth "
    "law, has a mean of at most 1/sigma times that under U, which is at most eps/sigma.",
    checked=("0 < sigma <= 1",),
    corrected_by="HRS-05a-corrected",
)
def hrs_05a() -> Case:
    """T is missing."""
    return Case(
        argument="Two rounds, sigma = 1, f = 1 on one of two points, and eps = 1/2: the mean of the sum is 1.",
        counterexample=Goal("two rounds", counterexample("hrs05a"), Hunt("hrs05a", small_games)),
        twins=(Twin("T eps/sigma", counterexample("hrs05a-corrected")),),
        remarks=("With one round, or for the average over rounds, it is true: HRS-05b.",),
    )


@claim(
    "HRS-05a-corrected",
    location="Section 3.1, before Theorem 3.1, and Appendix C.2, first sentences",
    latex=r"\mathbb E_{\mathscr D}\Big[\sum_{t=1}^T f(x_t)\Big] \le \sigma^{-1} T\, \mathbb E_{\mathcal U} f \le T "
    r"\epsilon/\sigma",
    text="Where f has mean at most eps under U, the sum of f over the points of T rounds of any adaptive sigma-smooth "
    "adversary has a mean of at most T/sigma times the mean of f under U, which is at most T eps/sigma.",
    checked=("0 < sigma <= 1",),
)
def hrs_05a_corrected() -> Case:
    """Round by round."""
    return Case(
        checks=(Goal("small domains, the best adversary", exhaustive("hrs05a-corrected", "smooth-games")),),
        twins=(Twin("eps/sigma", exhaustive("hrs05a", "smooth-games")),),
        remarks=("It is attained where all laws give the points with f = 1 all that they may have.",),
    )


@claim(
    "HRS-05b",
    location="Section 3.1, before Lemma 3.2, and Appendix C.2, before (4)",
    latex=r"\Pr_{x_t \sim \mathcal D_t}[f(x_t) = 1 \mid x_1, \dots, x_{t-1}] \le \epsilon/\sigma",
    text="Where f has mean at most eps under U and the law of each round is sigma-smooth, although it depends on the "
    "past: given the past, f(x_t) = 1 with probability at most eps/sigma.",
    checked=("0 < sigma <= 1",),
)
def hrs_05b() -> Case:
    """Add over the cells on which f is 1."""
    return Case(
        checks=(Goal("small domains, one round", exhaustive("hrs05b", "smooth-games")),),
        twins=(Twin("eps", exhaustive("hrs05b-eps", "smooth-games")),),
    )


def _mean(instance: Instance, rounds: int) -> Fraction:
    """The largest mean of a total, over functions and adversaries."""
    kept = instance["kept"]
    return max(largest_mean((f,), kept, rounds, lambda t: Fraction(t[0])) for f in functions_of(instance))


told(
    "hrs05a",
    "the mean of the sum is at most eps/sigma",
    is_game,
    lambda i: {"mean": _mean(i, i["rounds"]), "eps/sigma": eps_of(i) / sigma_of(i)},
)(lambda i: _mean(i, i["rounds"]) <= eps_of(i) / sigma_of(i))
told("hrs05a-corrected", "the mean of the sum is at most T eps/sigma", is_game)(
    lambda i: _mean(i, i["rounds"]) <= budget_of(i)
)
told("hrs05b", "the mean in one round is at most eps/sigma", is_game)(lambda i: _mean(i, 1) <= eps_of(i) / sigma_of(i))
told("hrs05b-eps", "the mean in one round is at most eps", is_game)(lambda i: _mean(i, 1) <= eps_of(i))

ONE: Final = "E(hit(t + 1, i), after(t))"
MEAN: Final = f"{MEASURE}/sigma"
PARTS: Final = "sum(f(i, c)*at(t + 1, c), c, 1, N)"
SETTINGS: Final = tuple(settings())
theorem(
    "mean at the next point",
    SMOOTHED,
    f"{ONE} <= {MEAN}",
    Step(
        "all",
        f"{ONE} <= {MEAN}",
        arithmetic(
            inside("E(_, after(t))", "at a point", r="t + 1"), inside("sum(f(i, c)/sigma*_, c, 1, N)", "smooth")
        ),
    ),
)
theorem(
    "HRS-05b",
    SMOOTHED,
    f"{ONE} <= eps/sigma",
    Step("mean", f"{ONE} <= {MEAN}", apply("mean at the next point")),
    Step("all", f"{ONE} <= eps/sigma", arithmetic("mean", ("1/sigma", "small"))),
)
refuted("HRS-05a", SMOOTHED, f"E({TOTAL}) <= T*{MEAN} and T*{MEAN} <= eps/sigma", setting=SETTINGS[1], i=Fraction(1))
theorem(
    "HRS-05a-corrected",
    SMOOTHED,
    f"E({TOTAL}) <= T*{MEAN} and T*{MEAN} <= T*eps/sigma",
    Step("mean", f"{ONE} <= {MEAN}", apply("mean at the next point")),
    Step(
        "means",
        f"E({TOTAL}) <= sum({MEAN}, r, 1, T)",
        apply("adaptive mean", "mean", P="P", after="t: after(t)", X="r: hit(r, i)", c=f"r: {MEAN}", T="T", s="0"),
    ),
    Step("first", f"E({TOTAL}) <= T*{MEAN}", arithmetic("means")),
    Step("second", f"T*{MEAN} <= T*eps/sigma", arithmetic(("T/sigma", "small"))),
)
