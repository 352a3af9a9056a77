"""SIMA-04: an (eps, 0)-private scheme is said to have a KL-risk of O((1/eps) sqrt(K T log^5(KT))) for every class.

Theorem 2, one constant for all eps > 0. For the two point masses on two labels the first prediction (p, 1 - p) is made
without data, and the larger of ln(1/p) and ln(1/(1 - p)) is at least ln 2. But C sqrt(K T ln^5(KT))/eps goes to 0 as
eps grows; at T = 1, K = 2 and eps >= C it is at most sqrt(2 ln^5 2), which is below ln 2. So there is no constant.
Theorem 5 has a term log(KT) without 1/eps, which Theorem 2 leaves out: it is for eps <= ln(KT).

SIMA-04-corrected: for eps <= ln(KT) the constant 12 serves. By the argument of SIMA-42 the risk for K, T >= 2 is at
most S (1.3 l + 5.2 q) + 4.3 l, S = sqrt(2 T K ln K) >= 2.35, l = ln(KT), q = l^2/eps, so at most S (3.13 l + 5.2 q),
and l <= q. S <= sqrt(2 K T l), and 8.33 sqrt 2 < 12. Features that depend on the past, which the source allows, change
nothing: a clipped label is still independent of the weights given what came before, and so is the random index; and
flipping the sign of the noise of one expert in round t changes neither the weights of round t nor the features up to
then.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from flint import arb

from dpassay.exact import LogForm, Real, as_real, decide, log
from dpassay.exact.real import rational_ball
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import (
    ABOVE_0,
    entries,
    family,
    rational,
    told,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import (
    counterexample,
    exhaustive,
    inequality,
    nonnegative,
    on_box,
)
from dpassay.proofs_check.models.two_point_masses import TWO_POINT_MASSES, Round
from dpassay.proofs_check.proof.no_constant import NoConstant
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, analysis, arithmetic, constant, inside


def _least_first_risk(instance: Instance) -> tuple[Real, Real]:
    """log 2, which one of two point masses costs in round 1, and C sqrt(K T log^5(KT))/eps for K = 2."""
    rounds, factor = instance["rounds"], Fraction(instance["constant"]) / Fraction(instance["epsilon"])
    bound = Real(lambda: rational_ball(factor) * (arb(2 * rounds) * arb(2 * rounds).log() ** 5).sqrt())
    return as_real(log(2)), bound


ONE_CONSTANT: Final = entries(rounds=whole(1), epsilon=ABOVE_0, constant=ABOVE_0)

told(
    "sima04",
    "log 2, the least KL-risk for the two point masses on two labels, is at most C sqrt(K T log^5(KT))/eps",
    ONE_CONSTANT,
    lambda i: dict(zip(("the least risk", "C sqrt(K T log^5(KT))/eps"), _least_first_risk(i), strict=True)),
)(lambda instance: decide(_least_first_risk(instance)[0] <= _least_first_risk(instance)[1]))
told(
    "sima04-small",
    "the same for C >= 12 and eps <= log(KT)",
    ONE_CONSTANT.having(constant=rational("[12, oo)")).where(
        lambda i: (log(2 * i["rounds"]) - LogForm(Fraction(i["epsilon"]))).sign() >= 0
    ),
)(lambda instance: decide(_least_first_risk(instance)[0] <= _least_first_risk(instance)[1]))


told(
    "sima04-fails",
    "log 2, the least KL-risk for the two point masses on two labels, is above C sqrt(K T log^5(KT))/eps",
    ONE_CONSTANT,
)(lambda instance: decide(_least_first_risk(instance)[0] > _least_first_risk(instance)[1]))


def _one_round(share: Fraction) -> Iterator[Instance]:
    for factor in (1, 12, 1000, 10**6):
        yield {"rounds": 1, "epsilon": str(share * factor), "constant": str(factor)}


@family("sima-budgets", "T = 1, C = 1, 12, 1000 and 10^6, eps = C")
def _budgets() -> Iterator[Instance]:
    return _one_round(Fraction(1))


@family("sima-smaller-budgets", "T = 1, C = 1, 12, 1000 and 10^6, eps = 81 C/100")
def _smaller_budgets() -> Iterator[Instance]:
    return _one_round(Fraction(81, 100))


def _large_budgets() -> Iterator[Instance]:
    for factor in (1000, 12, 1):
        for epsilon in (Fraction(1, 2), factor, 10 * factor):
            yield {"rounds": 1, "epsilon": str(epsilon), "constant": str(factor)}


@claim(
    "SIMA-04",
    location="Theorem 2",
    latex=r"r_T^{KL}(\mathcal{F}) = O\Big(\tfrac1\epsilon\sqrt{KT\log^5(KT)}\Big)",
    text="Any finite class of size K, with any Y, has an (eps, 0)-locally private mechanism and learning rules such "
    "that, with adversarially generated features, the KL-risk is O((1/eps) sqrt(K T log^5(KT))), with one constant for "
    "all eps > 0.",
    checked=("K T >= 2",),
    corrected_by="SIMA-04-corrected",
)
def sima_04() -> Case:
    """Privacy or not, the first round costs log 2."""
    return Case(
        argument="Let the class be the two point masses on two labels. The first prediction (p, 1 - p) is made "
        "without data, and the larger of log(1/p) and log(1/(1 - p)) is at least log 2. But C sqrt(K T log^5(KT))/eps "
        "goes to 0 as eps grows, for every C and T; at T = 1, K = 2 and eps = C it is sqrt(2 log^5 2), which is below "
        "log 2 for 2 log^3 2 < 1, so no constant C serves.",
        counterexample=Goal("one round", counterexample("sima04"), Hunt("sima04", _large_budgets)),
        sharper=(
            Goal("p (1 - p) <= 1/4: one factor is at most 1/2", nonnegative("1/4 - p*(1 - p)")),
            Goal("eps = C, C = 1, 12, 1000 and 10^6", exhaustive("sima04-fails", "sima-budgets")),
            Goal("eps = C, every C: 2 log^3 2 < 1", on_box("1 - 2*log(2)**3", {})),
            Goal(
                "for no C: the risk log 2 is above eps times sqrt(K T log^5(KT))/eps at K = 2, T = "
                "1, for every eps, times eps",
                inequality("e*log(2) - e*sqrt(2*log(2)**5)", "e", "(0, oo)", ">"),
            ),
        ),
        twins=(
            Twin("for eps <= log(KT) and C = 12", counterexample("sima04-small")),
            Twin("at eps = 81 C/100", exhaustive("sima04-fails", "sima-smaller-budgets"), of=2),
            Twin("at eps = 81 C/100, every C", on_box("(81/100)**2 - 2*log(2)**3", {}), of=3),
            Twin("5/4 of that", inequality("e*log(2) - 5/4*e*sqrt(2*log(2)**5)", "e", "(0, oo)", ">"), of=4),
        ),
        remarks=("Theorem 5 has a term log(KT) without 1/eps, which Theorem 2 leaves out: it is for eps <= log(KT).",),
    )


CONSTANT: Final = {"C": "real, 0 < C"}
SIZES: Final = {"K": "2", "T": "1"}
PRINTED: Final = "C/eps*sqrt(K*T*l**5)"
LARGE: Final = ("C <= eps",)
theorem(
    "SIMA-04: for no constant",
    TWO_POINT_MASSES,
    f"{PRINTED} < r",
    Step("square", "0 <= (p - 1/2)**2", analysis("0 <= (z - 1/2)**2", "(-oo, oo)", z="p")),
    Step("product", "p*rest <= 1/4", arithmetic("square", ("p", "a law"))),
    Step("small", "2*log(2)**3 <= (99/100)**2", constant()),
    Step(
        "square of the root",
        "(sqrt(K*T*l**5))**2 <= (99/100*l)**2",
        arithmetic(("l**2", "small"), ("2*l**2*(l**2 + l*log(2) + log(2)**2)", "log KT")),
    ),
    Step("bound", "sqrt(K*T*l**5) <= 99/100*l", arithmetic(("1/(sqrt(K*T*l**5) + 99/100*l)", "square of the root"))),
    Step("large", "1/10 <= log(2)", constant()),
    Step("share", "C/eps <= 1", arithmetic(("1/eps", LARGE[0])), LARGE),
    Step(
        "all",
        f"{PRINTED} < r",
        arithmetic(
            "bound",
            ("sqrt(K*T*l**5)", "share"),
            ("1/2", inside("log(_)", "product")),
            ("1/2", "first label"),
            ("1/2", "second label"),
            ("99/100", "log KT"),
            ("1/100", "large"),
        ),
        LARGE,
    ),
    where=LARGE,
    variables=CONSTANT,
    let=SIZES,
)
refuted(
    "SIMA-04",
    TWO_POINT_MASSES,
    f"r <= {PRINTED}",
    setting=Round(Fraction(1)),
    variables=CONSTANT,
    let=SIZES,
    no_constant=NoConstant("C", "SIMA-04: for no constant", "eps", {}),
    C=Fraction(1),
)
