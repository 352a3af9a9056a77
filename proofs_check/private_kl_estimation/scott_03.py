"""SCOTT-03a and b: Section 3.4, r_i = x_i/P2 for x_i of P1, and K = (r - 1) - log r: their sum estimates KL(P1 || P2).

A point of the domain is not divided by a law: r is a ratio of masses. Here P1 is Pi and P2 is P.

SCOTT-03a: with r = P1/P2, which the text suggests, the mean of K is sum P1^2/P2 - 1 - KL(P1 || P2), another number.

SCOTT-03b: with r = P2/P1 the mean of K is KL(P1 || P2); but that of the sum of T terms is T times as much.

SCOTT-03-corrected: the average of K over the draws, with r = P2/P1 as in the algorithms, has mean KL(P1 || P2).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from dpassay.exact import as_real
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample
from dpassay.proofs_check.models.estimates_of_kl import DIFFERENT, ESTIMATES, center
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.private_kl_estimation.averages import mean
from dpassay.proofs_check.private_kl_estimation.pairs import IS_ESTIMATE, IS_OTHER_PAIR, forward, other_pairs, pair_of
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, use


def _inverted(instance: Instance) -> dict[str, Any]:
    """The mean of K with r = P1/P2, and KL(P1 || P2)."""
    at = pair_of(instance)
    squares = sum((q / r for q, r in zip(at.public, at.ratios, strict=True)), Fraction(0))
    return {"mean": squares - 1 - forward(at), "KL(P1 || P2)": forward(at)}


told("scott03a", "the mean of K with r = P1/P2 is at most KL(P1 || P2)", IS_OTHER_PAIR, _inverted)(
    lambda instance: at_most(*_inverted(instance).values())
)
told("scott03a-more", "it is at most KL(P1 || P2), and 10 more", IS_OTHER_PAIR)(
    lambda instance: at_most(_inverted(instance)["mean"], _inverted(instance)["KL(P1 || P2)"] + 10)
)


def _summed(instance: Instance) -> dict[str, Any]:
    at = pair_of(instance)
    return {"mean of the sum": at.draws * center(at, as_real(Fraction(1))), "KL(P1 || P2)": forward(at)}


IS_SUM: Final = IS_ESTIMATE.where(lambda instance: bool(instance["private"] != instance["public"]))
told("scott03b", "the mean of the sum of K over the draws is at most KL(P1 || P2)", IS_SUM, _summed)(
    lambda instance: at_most(*_summed(instance).values())
)
told("scott03b-more", "it is at most 4 KL(P1 || P2), for 4 draws or fewer", IS_SUM)(
    lambda instance: at_most(_summed(instance)["mean of the sum"], 4 * _summed(instance)["KL(P1 || P2)"] + 1)
)


def _two_draws() -> Any:
    return ({**pair, "weight": "1", "draws": 2} for pair in other_pairs())


@claim(
    "SCOTT-03a",
    location="Section 3.4, r read as P1(x)/P2(x)",
    latex=r"\mathbb E_{x \sim P_1}[(r - 1) - \log r] = D_{\mathrm{KL}}(P_1 \| P_2),\quad r = P_1(x)/P_2(x)",
    text="For x ~ P1 and r = P1(x)/P2(x), the mean of (r - 1) - log r is KL(P1 || P2).",
    corrected_by="SCOTT-03-corrected",
)
def scott_03a() -> Case:
    """The ratio is upside down."""
    return Case(
        argument="The mean of P1/P2 under P1 is sum P1^2/P2, and that of log r is KL(P1 || P2), with the wrong sign.",
        counterexample=Goal("two points", counterexample("scott03a"), Hunt("scott03a", other_pairs)),
        twins=(Twin("10 more", counterexample("scott03a-more")),),
        remarks=("As printed, r_i = x_i/P2, a point of the domain is divided by a law.",),
    )


@claim(
    "SCOTT-03b",
    location="Section 3.4, 'their sum'",
    latex=r"\mathbb E\big[\textstyle\sum_{i = 1}^T ((r_i - 1) - \log r_i)\big] = D_{\mathrm{KL}}(P_1 \| P_2),\quad "
    r"r_i = P_2(x_i)/P_1(x_i)",
    text="For independent draws x_i of P1 and r_i = P2(x_i)/P1(x_i), the sum of (r_i - 1) - log r_i has mean "
    "KL(P1 || P2).",
    corrected_by="SCOTT-03-corrected",
)
def scott_03b() -> Case:
    """The sum has T terms."""
    return Case(
        argument="Each of the T terms has mean KL(P1 || P2).",
        counterexample=Goal("two draws", counterexample("scott03b"), Hunt("scott03b", _two_draws)),
        twins=(Twin("4 times as much, and 1 more", counterexample("scott03b-more")),),
    )


@claim(
    "SCOTT-03-corrected",
    location="Section 3.4",
    latex=r"\mathbb E\big[\tfrac1T \textstyle\sum_{i = 1}^T ((r_i - 1) - \log r_i)\big] = D_{\mathrm{KL}}(P_1 \| P_2),"
    r"\quad r_i = P_2(x_i)/P_1(x_i)",
    text="For draws x_i of P1 and r_i = P2(x_i)/P1(x_i), the average of (r_i - 1) - log r_i has mean KL(P1 || P2).",
    checked=("P1 and P2 have full support",),
)
def scott_03_corrected() -> Case:
    """SCOTT-07a at lambda = 1."""
    return Case()


UPSIDE_DOWN: Final = f"{mean('q(x)/p(x) - 1 - log(q(x)/p(x))')} = KL"
refuted("SCOTT-03a", ESTIMATES, UPSIDE_DOWN, setting=DIFFERENT[0])
refuted("SCOTT-03b", ESTIMATES, "E(sum(g(t, l), t, 1, T), F) = KL", setting=DIFFERENT[0], l=Fraction(1))
theorem(
    "SCOTT-03-corrected",
    ESTIMATES,
    "E(est(1), F) = KL",
    Step("mean", "E(est(l), F) = KL", apply("the mean of the estimate")),
    Step("all", "E(est(1), F) = KL", arithmetic(use("mean", l="1"))),
)
