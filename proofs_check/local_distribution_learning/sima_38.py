"""SIMA-38: for eps <= 1 and delta <= 1/e Theorem 4's bound is at most (49/10)/eps sqrt(T K ln^5(KT) ln(1/delta)).

After Theorem 4, which says "independent of M and O((1/eps) sqrt(TK log^5(KT) log(1/delta))) for sufficiently small eps
and delta"; M is nowhere in it, for N'/M < K + 1. And the risk of the scheme of SIMA-35 is at most 25 times that root.
With P = sqrt(K ln(1/delta)), sqrt(K eps) <= P, l = ln(KT) <= l^2 P/(eps ln 2), and S <= sqrt(2 T l).
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.claim import Case, claim
from dpassay.proofs_check.local_distribution_learning.sima_35 import KNOWN, LET, LOG_DELTA, ROOTS, TERMS
from dpassay.proofs_check.local_distribution_learning.sima_42 import SMALL_SIZES
from dpassay.proofs_check.local_distribution_learning.sizes import FEW, LOG_OF_SIZE, LOGS, MANY, ONE_ROUND, of_all_sizes
from dpassay.proofs_check.models.private_schemes import ALGORITHM_1
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, constant


@claim(
    "SIMA-38",
    location="after Theorem 4",
    latex=r"\text{independent of } M \text{ and } O\Big(\tfrac1\epsilon \sqrt{TK\log^5(KT)\log\tfrac1\delta}\Big) "
    r"\text{ for small } \epsilon, \delta",
    text="The bound of Theorem 4 does not depend on M and is O((1/eps) sqrt(T K log^5(KT) log(1/delta))) for "
    "sufficiently small eps and delta.",
    checked=("0 < eps <= 1", "0 < delta <= 1/e"),
)
def sima_38() -> Case:
    """The constant 25."""
    return Case(explicit=True)


SMALL: Final = ("eps <= 1", "1 <= log(1/delta)", "2 <= K*T")
W: Final = "sqrt(T*l)"
R: Final = "sqrt(T*K*l**5*log(1/delta))"
DEFINED: Final = (*KNOWN, "positive")
COMMON: Final = (
    Step("positive", "0 < l", analysis("0 < log(z)", "[2, oo)", z="K*T"), SMALL),
    Step("P squared", "1 <= P**2", arithmetic(("K", SMALL[1]), "1 <= K"), SMALL, ("log delta",)),
    Step("P", "1 <= P", arithmetic(("1/(P + 1)", "P squared")), SMALL, ("log delta",)),
    Step("power", f"{R} = l**2*{W}*P", apply("root of a square", u=f"l**2*{W}*P"), SMALL, (*DEFINED, "P")),
    Step(
        "roots of K",
        "sqrt(K*eps) <= P",
        apply("sqrt grows", "under the roots", A="K*eps", B="K*log(1/delta)"),
        SMALL,
        KNOWN,
    ),
    Step("under the root", "2*T*log(K) <= 2*T*l", arithmetic(("2*T", "log of the size"))),
    Step("roots of T", "S <= sqrt(2*T*l)", apply("sqrt grows", "under the root", A="2*T*log(K)", B="2*T*l"), (), KNOWN),
    Step("root of 2", f"sqrt(2*T*l) = sqrt(2)*{W}", apply("root of a square", u=f"sqrt(2)*{W}"), SMALL, DEFINED),
    Step("S", f"S <= sqrt(2)*{W}", arithmetic("roots of T", "root of 2"), SMALL, DEFINED),
)
BOUND: Final = f"S*(l + q) <= 49/10/eps*{R}"
theorem(
    "SIMA-38",
    ALGORITHM_1,
    BOUND,
    *LOGS,
    LOG_DELTA,
    *LOG_OF_SIZE,
    Step("under the roots", "K*eps <= K*log(1/delta)", arithmetic(("K", SMALL[0]), ("K", SMALL[1])), SMALL),
    *COMMON,
    Step("at least ln 2", "log(2) <= l", analysis("log(2) <= log(z)", "[2, oo)", z="K*T"), SMALL),
    Step("log 2", "1/2 <= log(2)", constant()),
    Step("number", "sqrt(2)*(1/log(2) + 2) <= 49/10", constant(), (), ("log 2",)),
    Step(
        "times l",
        "l*P/eps <= l**2*P/eps/log(2)",
        arithmetic(("l*P/(eps*log(2))", "at least ln 2")),
        SMALL,
        (*DEFINED, "log 2"),
    ),
    Step(
        "together",
        "l + q <= (1/log(2) + 2)*P*l**2/eps",
        arithmetic(("l", "P"), ("l*P/eps", "eps <= 1"), "times l", ("l**2/eps", "roots of K")),
        SMALL,
        (*DEFINED, "log 2"),
    ),
    Step(
        "all",
        BOUND,
        arithmetic(
            ("S", "together"),
            ("(1/log(2) + 2)*P*l**2/eps", "S"),
            (f"{W}*P*l**2/eps", "number"),
            ("-49/10/eps", "power"),
        ),
        SMALL,
        (*DEFINED, "log 2"),
    ),
    where=SMALL,
    let=LET,
    also=("SIMA-38: the risk",),
)
RISK: Final = f"risk <= 25/eps*{R}"
theorem(
    "SIMA-38: the risk",
    ALGORITHM_1,
    RISK,
    *SMALL_SIZES,
    *LOGS,
    LOG_DELTA,
    *ROOTS,
    *LOG_OF_SIZE,
    Step("under the roots", "K*eps <= K*log(1/delta)", arithmetic(("K", SMALL[0]), ("K", SMALL[1])), SMALL),
    *COMMON,
    Step("of one hypothesis", RISK, arithmetic("one hypothesis"), (*FEW, *SMALL), DEFINED),
    Step("terms", TERMS, apply("risk of Algorithm 1"), MANY, KNOWN),
    Step("scale", "l*b <= (2*sqrt(2) + 1)*P*l**2/eps", arithmetic(("l**2/eps", "roots of K")), SMALL, DEFINED),
    Step("in S", "risk <= S*(36/10*l + 4*l*b)", arithmetic("terms", ("26/10*l", "root")), MANY, KNOWN),
    Step("four", "4 <= K*T", arithmetic(("T", "2 <= K"), ("2", "2 <= T")), MANY),
    Step("at least ln 4", "log(4) <= l", analysis("log(4) <= log(z)", "[4, oo)", "four", z="K*T"), MANY),
    Step("P squared, twice", "2 <= P**2", arithmetic(("K", SMALL[1]), "2 <= K"), (*MANY, *SMALL), ("log delta",)),
    Step(
        "P at least",
        "sqrt(2) <= P",
        arithmetic(("1/(P + sqrt(2))", "P squared, twice")),
        (*MANY, *SMALL),
        ("log delta",),
    ),
    Step("log 4", "1 <= log(4)", constant()),
    Step("over eps", "l <= l/eps", arithmetic(("l/eps", SMALL[0])), SMALL, DEFINED),
    Step(
        "times P", "l/eps <= l*P/(sqrt(2)*eps)", arithmetic(("l/(sqrt(2)*eps)", "P at least")), (*MANY, *SMALL), DEFINED
    ),
    Step(
        "times l",
        "l*P/(sqrt(2)*eps) <= l**2*P/(sqrt(2)*eps)/log(4)",
        arithmetic(("l*P/(sqrt(2)*eps)/log(4)", "at least ln 4")),
        (*MANY, *SMALL),
        (*DEFINED, "log 4"),
    ),
    Step("number", "sqrt(2)*(18/10*sqrt(2)/log(4) + 4*(2*sqrt(2) + 1)) <= 25", constant(), (), ("log 4",)),
    Step(
        "together",
        "36/10*l + 4*l*b <= (18/10*sqrt(2)/log(4) + 4*(2*sqrt(2) + 1))*P*l**2/eps",
        arithmetic(("36/10", "over eps"), ("36/10", "times P"), ("36/10", "times l"), ("4", "scale")),
        (*MANY, *SMALL),
        (*DEFINED, "log 4"),
    ),
    Step(
        "many",
        RISK,
        arithmetic(
            "in S",
            ("S", "together"),
            ("(18/10*sqrt(2)/log(4) + 4*(2*sqrt(2) + 1))*P*l**2/eps", "S"),
            (f"{W}*P*l**2/eps", "number"),
            ("-25/eps", "power"),
        ),
        (*MANY, *SMALL),
        (*DEFINED, "log 4"),
    ),
    Step("half", "1/2 <= l", analysis("1/2 <= log(z)", "[2, oo)", z="K*T"), SMALL),
    Step("W squared", f"1/4 <= {W}**2", arithmetic("half", ("l", "1 <= T")), SMALL, ("log KT",)),
    Step("W", f"1/2 <= {W}", arithmetic((f"1/({W} + 1/2)", "W squared")), SMALL, ("log KT",)),
    Step("product of both", f"1/4 <= l*{W}", arithmetic(("l", "W"), ("1/2", "half")), SMALL, ("log KT",)),
    Step("product of all", f"1/4 <= l*{W}*P", arithmetic("product of both", (f"l*{W}", "P")), SMALL, DEFINED),
    Step(
        "of one round",
        RISK,
        arithmetic("one round", "log of the size", "over eps", ("25*l/eps", "product of all"), ("-25/eps", "power")),
        (*ONE_ROUND, *SMALL),
        DEFINED,
    ),
    *of_all_sizes(f"25/eps*{R}", DEFINED, SMALL),
    where=SMALL,
    let=LET,
)
