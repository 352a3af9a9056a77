"""SIMA-12: on some member of the class every estimator has expected divergence at least a/132.

Appendix A, (18), for T >= K/(9 m e^eps), which is a <= 1. The reports of the pair s have total variation below 1/6
(SIMA-22). The divergences of the pair from any estimate are together at least (a/2) log 2 (see ``far_from_a_pair``),
and neither is below 0; so by Le Cam's two points the two expected ones are together at least (a/2) log 2 times 5/6,
and one of them is at least (5/24) log 2 a, above a/7. The printed argument loses a factor of 19.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import exhaustive
from dpassay.proofs_check.local_distribution_learning.far_from_a_pair import BELOW_2, BOTH, POSITIVE
from dpassay.proofs_check.local_distribution_learning.lower_bound import channels_of, is_game, least_mean, separation_of
from dpassay.proofs_check.local_distribution_learning.sima_22 import SIXTH
from dpassay.proofs_check.models.hard_pairs import PAIRS, SEPARATED, SUM
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, constant, use


@claim(
    "SIMA-12",
    location="Appendix A, (18)",
    latex=r"\max_{i, \ell} \mathbb E[\mathrm{KL}(p_{i,\ell}, \hat p(\tilde Y^T))] \ge a/132",
    text="For T >= K/(9 m(eps) e^eps) and every (eps, 0)-locally private non-interactive scheme, every estimator has "
    "expected KL at least a/132 on some member of the class.",
    checked=("T >= K/(9 m(eps) e^eps), that is a <= 1",),
    assumed=("the T reports are independent", "a report has finitely many values", POSITIVE),
    adjacency="any_pair",
)
def sima_12() -> Case:
    """A Bayes bound."""
    return Case(
        checks=(Goal("the best estimators, exactly: a/7 on the mean", exhaustive("sima12", "hard-games")),),
        twins=(Twin("a/5", exhaustive("sima12-more", "hard-games")),),
        remarks=(
            "The printed argument (both KLs cannot be at most a/33, the error is at least 1/3 > 1/4) holds, too, once "
            "(24) and (25) do, and loses a factor of 19.",
        ),
    )


def _is_hard(instance: Instance, share: Fraction) -> bool:
    """Some pair has a mean expected KL of at least a share of a, whatever the estimator."""
    a, channels, size = separation_of(instance), channels_of(instance), instance["size"]
    return any(at_most(share * a, least_mean(channels, size, i, a)) for i in range(1, size + 1))


told("sima12", "some pair has a mean expected KL of at least a/7, whatever the estimator", is_game)(
    lambda instance: _is_hard(instance, Fraction(1, 7))
)

told("sima12-more", "some pair has a mean expected KL of at least a/5, whatever the estimator", is_game)(
    lambda instance: _is_hard(instance, Fraction(1, 5))
)


PAIR_COST: Final = "a/2*log(2) <= far1(n, i) + far2(n, i)"
REST: Final = "0 <= log(2) + (1 - a/2)*log(2 - a) - (2 - a/2)*log(2 - a/2)"
theorem(
    "an estimate is far from a pair",
    PAIRS,
    PAIR_COST,
    Step("both", f"{BOTH} <= far1(n, i) + far2(n, i)", apply("far from both")),
    Step("rest", REST, analysis(REST.replace("a", "z"), "[0, 2)", z="a"), BELOW_2),
    Step("all", PAIR_COST, arithmetic("both", "rest", ("-1/2", use("x log x", v="2 - a"))), BELOW_2),
    where=BELOW_2,
)
COST: Final = "a/2*log(2)*(1 - TV(n, i)) <= cost1(n, i) + cost2(n, i)"
LONG: Final = ("a <= 1",)
theorem(
    "an estimator is far from a pair",
    PAIRS,
    COST,
    Step("first", "0 <= far1(n, i)", apply("far from the first")),
    Step("second", "0 <= far2(n, i)", apply("far from the second"), BELOW_2),
    Step("both", PAIR_COST, apply("an estimate is far from a pair"), BELOW_2),
    Step(
        "points",
        f"a/2*log(2)*(1 - E([0 <= {SUM}]*(1 - exp(-{SUM})), F(i)))"
        f" <= E(far1(n, i), F(i)) + E(far2(n, i)*exp(-{SUM}), F(i))",
        apply(
            "two points",
            "first",
            "second",
            "both",
            c="a/2*log(2)",
            P="F(i)",
            L=SUM,
            A="far1(n, i)",
            B="far2(n, i)",
        ),
        BELOW_2,
    ),
    Step(
        "all",
        COST,
        arithmetic(
            "points",
            ("-a/2*log(2)", "TV"),
            ("-1", "first cost"),
            ("-1", "second cost"),
        ),
        BELOW_2,
    ),
    where=BELOW_2,
)
theorem(
    "SIMA-12",
    SEPARATED,
    "worst >= a/132",
    Step("cost", COST, apply("an estimator is far from a pair"), LONG),
    Step("variation", SIXTH, apply("a pair that is hard to tell apart")),
    Step("number", "1/132 < 5/24*log(2)", constant()),
    Step("log", "0 <= log(2)", arithmetic(("24/5", "number"))),
    Step("scaled", "0 <= a/4*log(2)", arithmetic(("a/4", "log"))),
    Step(
        "all",
        "worst >= a/132",
        arithmetic(
            ("1/2", use("cost", n="T", i="s")),
            ("a/4*log(2)", "variation"),
            ("1/2", use("worst, first", i="s")),
            ("1/2", use("worst, second", i="s")),
            ("a", "number"),
        ),
        LONG,
        ("scaled",),
    ),
    where=LONG,
)
