"""The second part of SIMA-44: the median trick makes an estimate near with high probability.

Of m >= 18 ln(1/beta) blocks of users most are within alpha/3 of the truth, with probability at least 1 - beta, where
one is within alpha/9 in the mean: with so many users as SIMA-44 has for alpha/9.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.local_distribution_learning.sima_44 import USERS, A, U
from dpassay.proofs_check.models.batch_estimates import BATCH
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, cases, inside, use

NEAR: Final = "sum([far(i) <= alpha/3], i, 1, m)"

ACCURATE: Final = ("9*estimate <= alpha",)
ENOUGH: Final = ("18*log(1/beta) <= m",)

BETA: Final = {"beta": "real, 0 < beta, beta <= 1"}
SAMPLES: Final = {
    "alpha": (Fraction(1), Fraction(1, 2), Fraction(1, 10)),
    "beta": (Fraction(1, 2), Fraction(9, 10), Fraction(1)),
}
theorem(
    "the median trick",
    BATCH,
    "Pr(alpha < chosen) <= beta",
    # Markov
    Step(
        "pointwise",
        "1 - 3*far(i)/alpha <= [far(i) <= alpha/3]",
        cases(
            "far(i) <= alpha/3",
            arithmetic(("-1", "[far(i) <= alpha/3] = 1")),
            arithmetic(("3/alpha", "alpha/3 < far(i)")),
        ),
    ),
    Step(
        "likely",
        "2/3 <= E([far(i) <= alpha/3])",
        arithmetic(inside("E(_)", "pointwise"), ("1/(3*alpha)", ACCURATE[0]), ("3/alpha", "a block")),
        ACCURATE,
    ),
    # Hoeffding
    Step("at most one", "[far(i) <= alpha/3] <= 1", apply("a comparison", x="alpha/3", y="far(i)")),
    Step(
        "moments",
        "E(exp(-2/3*[far(i) <= alpha/3])) <= exp(-2/3*E([far(i) <= alpha/3]) + 1/18)",
        apply("Hoeffding's lemma", "at most one", P="P", X="[far(i) <= alpha/3]", low="0", high="1", s="-2/3"),
    ),
    Step("exponent", "-2/3*E([far(i) <= alpha/3]) + 1/18 <= -7/18", arithmetic(("2/3", "likely")), ACCURATE),
    Step(
        "of one",
        "E(exp(-2/3*[far(i) <= alpha/3])) <= exp(-7/18)",
        arithmetic("moments", inside("exp(_)", "exponent")),
        ACCURATE,
    ),
    Step(
        "of all",
        f"E(exp(-2/3*{NEAR})) <= exp(sum(-7/18, i, 1, m))",
        apply(
            "independent sum",
            use("independent", alpha="alpha/3"),
            "of one",
            P="P",
            X="i: [far(i) <= alpha/3]",
            c="i: -7/18",
            low="1",
            high="m",
            s="-2/3",
        ),
        ACCURATE,
    ),
    Step(
        "tail",
        f"Pr({NEAR} <= m/2) <= exp(-7/18*m + 2/3*(m/2))",
        apply("lower tail", "of all", P="P", X=NEAR, s="2/3", c="-7/18*m", e="m/2"),
        ACCURATE,
    ),
    Step("small", "-m/18 <= -log(1/beta)", arithmetic(("1/18", ENOUGH[0])), ENOUGH),
    # the trick
    Step(
        "majority",
        f"[alpha < chosen] <= [{NEAR} <= m/2]",
        apply("two majorities"),
    ),
    Step(
        "all",
        "Pr(alpha < chosen) <= beta",
        arithmetic(inside("E(_)", "majority"), "tail", inside("exp(_)", "small")),
        (*ACCURATE, *ENOUGH),
    ),
    where=(*ACCURATE, *ENOUGH),
    variables=BETA,
    samples=SAMPLES,
)
theorem(
    "SIMA-44: the median trick",
    BATCH,
    "Pr(alpha < chosen) <= beta",
    Step("a ninth", "estimate <= alpha/9", apply("average prediction for many users", alpha="alpha/9"), USERS),
    Step("accurate", ACCURATE[0], arithmetic(("9", "a ninth")), USERS),
    Step(
        "all",
        "Pr(alpha < chosen) <= beta",
        apply("the median trick", "accurate", beta="beta"),
        (*USERS, *ENOUGH),
    ),
    where=(*USERS, *ENOUGH),
    variables=BETA,
    let={"A": A.replace("alpha", "(alpha/9)"), "u": U.replace("alpha", "(alpha/9)")},
    samples=SAMPLES,
)
