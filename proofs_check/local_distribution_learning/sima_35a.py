"""SIMA-35a: Algorithm 1 as printed, with eta = sqrt(2 K log K/T) and gamma = log T, is said to have Theorem 4's risk.

Theorem 4, one constant for all K, T >= 2, eps > 0 and 0 < delta <= 1. With little noise the learner follows whoever is
ahead: see the class of liars. Let K = T^8, eps = T^24, delta = 1/10 and T >= 8. Then the risk is at least T log T/8 and
the bound at most 40 log T sqrt(T log T), so that it fails for C where T > (320 C)^4. For eps <= K/2 the constant 12
does: SIMA-35a-corrected.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from flint import arb

from dpassay.exact import Real, decide
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import (
    ABOVE_0,
    told,
    word,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import (
    counterexample,
)
from dpassay.proofs_check.local_distribution_learning.liar_games import are_liars, least_risk
from dpassay.proofs_check.local_distribution_learning.liars_that_win import FIFTH_POWER, SECOND_ROOT, SIZES, WIN
from dpassay.proofs_check.local_distribution_learning.risk_terms import bound_of_4
from dpassay.proofs_check.local_distribution_learning.sima_35 import LOG_DELTA
from dpassay.proofs_check.models.liars import AT_LOG_T, winning
from dpassay.proofs_check.proof.no_constant import NoConstant
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic


def _pays_4(instance: Instance, *, printed: bool = True) -> arb:
    """P(good) times the least risk, the good event of probability at least 1 - 1/T."""
    risk, at = least_risk(instance, printed=printed)
    return (1 - 1 / at.rounds) * risk


def _bound_4(instance: Instance) -> arb:
    return bound_of_4(instance, Fraction(instance["constant"]))


_are_liars_of_35: Final = are_liars.having(gamma=word("log T"), constant=ABOVE_0)


told(
    "sima35a",
    "what Algorithm 1, as printed, pays at least on the class of liars is at most C times the bound of Theorem 4",
    _are_liars_of_35,
    lambda i: {"the risk, at least": Real(lambda: _pays_4(i)), "C times the bound": Real(lambda: _bound_4(i))},
)(lambda instance: decide(Real(lambda: _bound_4(instance) - _pays_4(instance)) >= 0))
told("sima35a-corrected-rate", "... with eta = sqrt(2 log K/T) ...", _are_liars_of_35)(
    lambda i: decide(Real(lambda: _bound_4(i) - _pays_4(i, printed=False)) >= 0)
)


def _liars(n: int, constant: int) -> Instance:
    """T = 10^n, K = T^4, eps = T^12."""
    sizes = {"rounds": 10**n, "experts": 10 ** (4 * n), "epsilon": str(10 ** (12 * n))}
    return {**sizes, "delta": "1/10", "gamma": "log T", "constant": str(constant)}


@claim(
    "SIMA-35a",
    location="Theorem 4, for Algorithm 1 with the printed learning rate",
    latex=r"\text{Algorithm 1, } \eta = \sqrt{2K\log K/T}: \text{ KL-risk } O\Big(\sqrt{2T\log K}\Big(\log(KT) + "
    r"\tfrac{(\sqrt{K\ln\frac1\delta} + \sqrt{K\epsilon})\log^2(KT)}{\epsilon}\Big)\Big)",
    text="Algorithm 1 as printed, with eta = sqrt(2 K log K/T) and gamma = log T, has the KL-risk of Theorem 4, for "
    "all K, T >= 2, eps > 0 and 0 < delta <= 1.",
    checked=("K, T >= 2", "0 < delta <= 1"),
    corrected_by="SIMA-35a-corrected",
)
def sima_35a() -> Case:
    """With little noise the learner follows whoever is ahead."""
    return Case(
        beyond="No game of more than 8 rounds is run: at the setting shown the risk is enclosed by the lemma on the "
        "cost of liars.",
        argument="With little noise the learner follows whoever is ahead, and pays for it in every round. At K = "
        "T^8, eps = T^24 and delta = 1/10 the risk is at least T log T/8, and the bound at most 40 log T sqrt(T log "
        "T), so no constant serves.",
        counterexample=Goal(
            "ten thousand rounds", counterexample("sima35a"), Hunt("sima35a", lambda: (_liars(n, 1) for n in (2, 4, 6)))
        ),
        twins=(Twin("eta = sqrt(2 log K/T)", counterexample("sima35a-corrected-rate")),),
        remarks=("For K = 1 the bound is 0, but the printed algorithm clips, and has a positive risk.",),
    )


BIG: Final = (*WIN, "(320*C)**4 < T")
LOG_K: Final = Step("log K at least 0", "0 <= log(K)", analysis("0 <= log(z)", "[1, oo)", z="K"))
FACTOR: Final = "(log(K*T) + (sqrt(K*log(1/delta)) + sqrt(K*eps))*log(K*T)**2/eps)"
BOUND: Final = f"sqrt(2*T*log(K))*{FACTOR}"
DEFINED: Final = ("log K at least 0", "log delta")
LOW_BOUND: Final = (
    LOG_K,
    Step(
        "under the third root",
        "K*log(1/delta) <= (2*T**4)**2",
        arithmetic(("K", "log of it"), ("5/2", "K = T**8")),
        WIN,
        ("log delta",),
    ),
    Step(
        "third root",
        "sqrt(K*log(1/delta)) <= 2*T**4",
        apply("a root is at most", "under the third root", x="K*log(1/delta)", y="2*T**4"),
        WIN,
        ("log delta",),
    ),
    Step(
        "both roots",
        "(sqrt(K*log(1/delta)) + sqrt(K*eps)) <= 2*T**16",
        arithmetic("third root", "second root", "powers"),
        WIN,
        DEFINED,
    ),
    Step("all logs", "log(K*T) <= 9*l", arithmetic("log KT", "log K at most"), WIN),
    Step(
        "all logs at least 0",
        "0 <= log(K*T)",
        arithmetic(("-1", "log KT"), "log K at least 0", "log T at least 2"),
        WIN,
    ),
    Step(
        "their square",
        "log(K*T)**2 <= 81*l**2",
        arithmetic(("log(K*T) + 9*l", "all logs")),
        WIN,
        ("all logs at least 0", "log T at least 2"),
    ),
    Step(
        "factor",
        f"{FACTOR} <= 10*l",
        arithmetic(
            "all logs",
            ("log(K*T)**2/eps", "both roots"),
            ("2*T**16*log(K*T)**2", "inverse of eps"),
            ("2/T**8", "their square"),
            ("162/T**8", "its square"),
            ("1/T**5", "fifth power"),
            ("648/T**6", "8 <= T"),
            "log T at least 2",
        ),
        WIN,
        DEFINED,
    ),
    Step("root of T", "1 <= sqrt(T)", apply("a root is at least", u="1", x="T")),
    Step("log and root", "log(T) <= sqrt(T)", analysis("log(z**2) <= z", "[1, oo)", "root of T", z="sqrt(T)")),
    Step("constant", "(320*C)**2 < sqrt(T)", arithmetic(("1/((320*C)**2 + sqrt(T))", BIG[4])), BIG),
    Step(
        "squares",
        "(80*C*sqrt(2*T*log(K)))**2 < T**2",
        arithmetic(("12800*C**2*T", "log K at most"), ("102400*C**2*T", "log and root"), ("T*sqrt(T)", "constant")),
        BIG,
        DEFINED,
    ),
    Step("steep", "80*C*sqrt(2*T*log(K)) < T", arithmetic(("1/(T + 80*C*sqrt(2*T*log(K)))", "squares")), BIG, DEFINED),
)
theorem("SIMA-35a: log K", AT_LOG_T, "0 <= log(K)", LOG_K)
theorem("SIMA-35a: log 1/delta", AT_LOG_T, "0 <= log(1/delta)", LOG_DELTA)
CONSTANT: Final = {"C": "real, 0 < C"}
theorem(
    "SIMA-35a: for no constant",
    AT_LOG_T,
    f"C*{BOUND} < risk",
    *SIZES,
    *SECOND_ROOT,
    FIFTH_POWER,
    *LOW_BOUND,
    Step("risk", "T*l/8 <= risk", apply("risk on the class of liars"), WIN),
    Step(
        "all",
        f"C*{BOUND} < risk",
        arithmetic("risk", ("l/8", "steep"), ("C*sqrt(2*T*log(K))", "factor")),
        BIG,
        (*DEFINED, "log T at least 2"),
    ),
    where=BIG,
    variables=CONSTANT,
    let={"l": "log(T)"},
    samples={"C": (Fraction(1, 400), Fraction(1, 200))},
)
refuted(
    "SIMA-35a",
    AT_LOG_T,
    f"risk <= C*{BOUND}",
    setting=winning(10**20),
    variables=CONSTANT,
    no_constant=NoConstant(
        "C",
        "SIMA-35a: for no constant",
        "T",
        {"K": "T**8", "eps": "T**24", "delta": "1/10"},
        ("SIMA-35a: log K", "SIMA-35a: log 1/delta"),
    ),
    C=Fraction(10) ** 6,
)
