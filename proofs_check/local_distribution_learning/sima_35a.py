"""SIMA-35a: Algorithm 1 as printed, with eta = sqrt(2 K log K/T) and gamma = log T, is said to have Theorem 4's risk.

Theorem 4, one constant for all K, T >= 2, eps > 0 and 0 < delta <= 1. With little noise the learner follows whoever is
ahead: see the class of liars. Let K = T^4, eps = T^12, delta = 1/10 and T >= 10^6. Then the risk is at least (T/8) log
T, and the quotient by the bound at least sqrt(T/log T)/(80 sqrt 8), so no constant serves; at T = 10^20 it is above
10^6 times the bound. For eps <= K/2 the constant 12 does: SIMA-35a-corrected.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from flint import arb

from dpassay.exact import Real, decide
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import (
    ABOVE_0,
    family,
    told,
    word,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import (
    counterexample,
    exhaustive,
    identity,
    inequality,
    nonnegative,
    on_box,
)
from dpassay.proofs_check.local_distribution_learning.liar_games import are_liars, least_risk
from dpassay.proofs_check.local_distribution_learning.risk_terms import bound_of_4
from dpassay.proofs_check.models.liars import AT_LOG_T, winning
from dpassay.proofs_check.proof.register import refuted


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
told("sima35a-fails", "what Algorithm 1, as printed, pays on the class of liars is above C times it", _are_liars_of_35)(
    lambda instance: decide(Real(lambda: _pays_4(instance) - _bound_4(instance)) > 0)
)


def _liars(n: int, constant: int) -> Instance:
    """T = 10^n, K = T^4, eps = T^12."""
    sizes = {"rounds": 10**n, "experts": 10 ** (4 * n), "epsilon": str(10 ** (12 * n))}
    return {**sizes, "delta": "1/10", "gamma": "log T", "constant": str(constant)}


@family("sima-liars", "T = 10^n, K = T^4, eps = T^12: n = 6, C = 1; n = 10, C = 100; n = 20, C = 10^6")
def _liars_that_win() -> Iterator[Instance]:
    return iter((_liars(6, 1), _liars(10, 100), _liars(20, 10**6)))


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
        argument="With little noise the learner follows whoever is ahead, and pays for it in every round. At K = "
        "T^4, eps = T^12, delta = 1/10 and T >= 10^6 the risk is at least (T/8) log T, and the bound at "
        "most 10 log T sqrt(8 T log T), so the quotient is at least sqrt(T/log T)/(80 sqrt 8), and no "
        "constant serves.",
        counterexample=Goal(
            "ten thousand rounds", counterexample("sima35a"), Hunt("sima35a", lambda: (_liars(n, 1) for n in (2, 4, 6)))
        ),
        sharper=(
            Goal("above 1, 100 and 10^6 times the bound", exhaustive("sima35a-fails", "sima-liars")),
            Goal(
                "lambda is the log of 3/2 - s/2, s = 1/T",
                identity("((1 - s)*3/8 + s/4)/((1 - s)/4 + s/4)", "3/2 - s/2"),
            ),
            Goal("lambda > 0.4", on_box("log(3/2 - s/2) - 2/5", {"s": ("0", "1/1000000")})),
            Goal(
                "T^4 e^{-0.084 T} <= 1/(2T)",
                inequality("84*T/1000 - 5*log(T) - log(2)", "T", "[1000, oo)"),
            ),
            Goal("sqrt 8/10 > 0.28", nonnegative("8 - (28/10)**2", (), ">")),
            Goal("T/log T is unbounded: log T <= sqrt T, with z = sqrt T", inequality("z - 2*log(z)", "z", "[1, oo)")),
            Goal("2 T c' <= 120 T^-3 log^2 T < 1/10", inequality("1/10 - 120*log(T)**2/T**3", "T", "[1000, oo)", ">")),
            Goal(
                "for no C, T = y^4 and L = log T, squared: (T/8) L is above T^(1/4)/(80 sqrt 8) "
                "times 10 L sqrt(8 T L), for every T",
                inequality(
                    "(y**4/8*(4*log(y)))**2 - (y/80)**2/8*(8*y**4*(4*log(y)))*(10*(4*log(y)))**2", "y", "[32, oo)", ">"
                ),
            ),
        ),
        twins=(
            Twin("eta = sqrt(2 log K/T)", counterexample("sima35a-corrected-rate")),
            Twin(
                "sqrt(T)/(80 sqrt 8) times",
                inequality(
                    "(y**4/8*(4*log(y)))**2 - (y**2/80)**2/8*(8*y**4*(4*log(y)))*(10*(4*log(y)))**2",
                    "y",
                    "[32, oo)",
                    ">",
                ),
                of=8,
            ),
        ),
        remarks=("For K = 1 the bound is 0, but the printed algorithm clips, and has a positive risk.",),
    )


BOUND: Final = "sqrt(2*T*log(K))*(log(K*T) + (sqrt(K*log(1/delta)) + sqrt(K*eps))*log(K*T)**2/eps)"
refuted(
    "SIMA-35a",
    AT_LOG_T,
    f"risk <= C*{BOUND}",
    setting=winning(20),
    variables={"C": "real, 0 < C"},
    C=Fraction(10) ** 6,
)
