"""HRS-36b: the (eps, delta) rate of E.2 and of Theorem 4.3, with adaptive composition, for every sigma.

With the parameter e for each choice and each measurement the bound is 1/n + 2 sqrt(L/T) + 5 d log(4 n/sigma)/(n e), as
printed in F.2, L = log(1/sigma). Adaptive composition of 2 T steps gives (eps, delta) only where T e^2 <= eps, so that
e <= sqrt(eps), and one round costs 5 d log(4 n/sigma)/(n sqrt(eps)) at least. The printed rate vanishes with
log(1/sigma): for sigma near 1 no T and no e are enough. What holds instead has one more term: HRS-36-corrected.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from dpassay.exact import as_real
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import ABOVE_0, BETWEEN, entries, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample
from dpassay.proofs_check.models.mwem_rates import RATES, Numbers
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.no_constant import NoConstant
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic
from dpassay.proofs_check.smoothed_analysis.rounds_of_mwem import LOG_N

INSIDE: Final = "d/(eps*n)*sqrt(L)*(log(n) + L)*ell"
LET: Final = {"rate": f"sqrt({INSIDE})", "g": "sqrt(L/T)"}
BOUND: Final = "2*g + 5*d*(log(4*n) + L)/(n*e)"
VARIABLES: Final = {"C": "real, 0 < C", "e": "real, 0 < e"}
COMPOSED: Final = ("T*e**2 <= eps",)
"""What adaptive composition asks for at least."""
FAMILY: Final = (*COMPOSED, "n <= 1", "eps <= 1", "1 <= eps", "ell <= 1", "1 <= 1/L", "C**2 <= 1/L")
theorem(
    "HRS-36b: for no constant",
    RATES,
    f"C*rate < {BOUND}",
    LOG_N,
    Step("small L", "L <= 1", arithmetic(("L", "1 <= 1/L")), FAMILY),
    Step("e squared", "e**2 <= 1**2", arithmetic("T*e**2 <= eps", ("e**2", "1 <= T"), "eps <= 1"), FAMILY),
    Step("e", "e <= 1", arithmetic(("1/(1 + e)", "e squared")), FAMILY),
    Step("four", "4 <= 4*n", arithmetic(("4", "1 <= n"))),
    Step("one", "1 <= log(4*n)", analysis("1 <= log(z)", "[4, oo)", "four", z="4*n")),
    Step(
        "cost",
        "5*d <= 5*d*(log(4*n) + L)/(n*e)",
        arithmetic(("5*d/(n*e)", "one"), ("5*d/(n*e)", "n <= 1"), ("5*d/e", "e")),
        FAMILY,
    ),
    Step("log of 1", "log(n) <= n - 1", analysis("log(z) <= z - 1", "(0, oo)", z="n")),
    Step("root", "sqrt(L) <= 1", apply("a root is at most", "small L", x="L", y="1"), FAMILY),
    Step("few", "log(n) + L <= L", arithmetic("log of 1", "n <= 1"), FAMILY),
    Step(
        "inside",
        f"{INSIDE} <= d*L",
        arithmetic(
            ("d/(eps*n)*sqrt(L)*(log(n) + L)", "ell <= 1"),
            ("d/(eps*n)*(log(n) + L)", "root"),
            ("d/(eps*n)", "few"),
            ("d/n*L/eps", "1 <= eps"),
            ("d*L/n", "1 <= n"),
        ),
        FAMILY,
        ("log n",),
    ),
    Step("little", "C**2*L <= 1", arithmetic(("L", "C**2 <= 1/L")), FAMILY),
    Step(
        "square",
        f"{INSIDE} <= (d/C)**2",
        arithmetic("inside", ("d/C**2", "little"), ("d/C**2", "1 <= d")),
        FAMILY,
        ("log n",),
    ),
    Step("rate", "rate <= d/C", apply("a root is at most", "square", x=INSIDE, y="d/C"), FAMILY, ("log n",)),
    Step("all", f"C*rate < {BOUND}", arithmetic(("C", "rate"), "cost"), FAMILY, ("log n",)),
    where=FAMILY,
    variables=VARIABLES,
    let=LET,
    samples={"C": (Fraction(1, 2),), "e": (Fraction(1, 2),)},
)
refuted(
    "HRS-36b",
    RATES,
    f"{BOUND} <= C*rate",
    setting=Numbers(1, 3, 1, Fraction(1), Fraction(1, 2), Fraction(1, 2)),
    where=COMPOSED,
    variables=VARIABLES,
    let=LET,
    no_constant=NoConstant(
        "C",
        "HRS-36b: for no constant",
        "d",
        {"n": "1", "T": "1", "eps": "1", "L": "1/d", "ell": "1", "e": "1/2"},
        ("logarithms of n",),
    ),
    C=Fraction(1),
    e=Fraction(1, 2),
)
IS_SPLIT: Final = entries(
    records=whole(1), dimension=whole(1), epsilon=ABOVE_0, sigma=BETWEEN, delta=BETWEEN, constant=ABOVE_0
)


def _least_bound(instance: Instance) -> Any:
    """What one round costs at e = sqrt(eps), the largest one: no T and no smaller e cost less."""
    n, eps = instance["records"], Fraction(instance["epsilon"])
    log = as_real(4 * n / Fraction(instance["sigma"])).log()
    return log * Fraction(5 * instance["dimension"], n) / as_real(eps).sqrt()


def _rate(instance: Instance) -> Any:
    n, eps, sigma = instance["records"], Fraction(instance["epsilon"]), Fraction(instance["sigma"])
    logs = as_real(1 / sigma).log().sqrt() * as_real(n / sigma).log() * as_real(1 / Fraction(instance["delta"])).log()
    return (logs * (instance["dimension"] / (eps * n))).sqrt()


told(
    "hrs36b",
    "5 d log(4 n/sigma)/(n sqrt(eps)) is at most C times the (eps, delta) rate",
    IS_SPLIT,
    lambda instance: {"the bound is at least": _least_bound(instance), "the rate": _rate(instance)},
)(lambda instance: at_most(_least_bound(instance), _rate(instance) * Fraction(instance["constant"])))
told("hrs36b-less", "5 d log(4 n/sigma)/(n sqrt(eps)) is at most C", IS_SPLIT)(
    lambda instance: at_most(_least_bound(instance), as_real(Fraction(instance["constant"])))
)


def _nearly_uniform() -> Iterator[Instance]:
    for constant, digits in (("100", 16), ("1000", 20)):
        numbers = {"records": 1000, "dimension": 1, "epsilon": "1", "delta": "1/1000"}
        yield {**numbers, "sigma": f"{10**digits - 1}/{10**digits}", "constant": constant}


@claim(
    "HRS-36b",
    location="E.2 and Theorem 4.3, with adaptive composition",
    latex=r"\max_q |v_q - q(D_B)| \le O\Big(\sqrt{\tfrac{d}{\epsilon n} \log^{\frac12}(\tfrac1\sigma) "
    r"\log(\tfrac n\sigma) \log(\tfrac1\delta)}\Big)",
    text="There is a constant C such that for all n, d >= 1, eps > 0 and sigma, delta in (0, 1) there are T >= 1 and "
    "e > 0 for which adaptive composition of the 2 T choices and measurements, each (e, 0)-private, gives (eps, "
    "delta), and for which 2 sqrt(log(1/sigma)/T) + 5 d log(4 n/sigma)/(n e) is at most C times the root of d/(eps n) "
    "log^(1/2)(1/sigma) log(n/sigma) log(1/delta).",
    checked=("T e^2 <= eps: each form of adaptive composition asks for it",),
    assumed=("what is bounded is the right side of F.2, without 1/n",),
    corrected_by="HRS-36-corrected",
)
def hrs_36b() -> Case:
    """One round is a round too many."""
    return Case(
        argument="T e^2 <= eps and T >= 1 leave e <= sqrt(eps), and the bound is at least 5 d log(4 n/sigma)/(n "
        "sqrt(eps)), which does not vanish where sigma tends to 1, as the rate does.",
        counterexample=Goal("data that are nearly uniform", counterexample("hrs36b"), Hunt("hrs36b", _nearly_uniform)),
        twins=(Twin("the bound itself is bounded", counterexample("hrs36b-less")),),
        remarks=("The same happens where delta tends to 1, and log(1/delta) to 0.",),
    )
