"""HRS-36: the (eps, delta) rate, the root of d/(eps n) log^(1/2)(1/sigma) log(n/sigma) log(1/delta).

E.2 for Smooth MWEM, by adaptive composition, and Theorem 4.3 for Projected Smooth MWEM.

HRS-36a: Algorithm 3 as printed splits eps by basic composition, eps/(2 T) for each choice and each measurement,
whatever delta is. Its bound 1/n + 2 sqrt(L/T) + 10 T A, with L = log(1/sigma) and A = d log(4 n/sigma)/(eps n), is at
least 2 (L A)^(1/3) for every T, and the printed rate is of order A^(1/2): no constant serves as n grows.

HRS-36-corrected: with e = eps/(4 sqrt(T log(1/delta))) for each choice and each measurement the T rounds are (eps,
delta)-private for eps <= 8 log(1/delta), and with T next above sqrt(L)/(10 B), B = d sqrt(log(1/delta)) log(164
n/sigma)/(eps n), the bound is at most 1/n + 15 sqrt(B sqrt(L)) + 20 B: the printed rate, with the root of
log(1/delta). The 164 is that of HRS-39b-corrected; the printed 4 is too small. HRS-36b is the printed rate for this e.

That 2 T answers with this e are (eps, delta)-private is a part of its own, on adaptive composition: 2 T e^2 is
eps^2/(8 log(1/delta)).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any, Final

from dpassay.exact import Real, as_real, decide
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import ABOVE_0, BETWEEN, entries, family, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.models.adaptive_composition import COMPOSITION
from dpassay.proofs_check.models.mwem_rates import RATES, Numbers
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.no_constant import NoConstant
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, inside, use
from dpassay.proofs_check.smoothed_analysis.rounds_of_mwem import LOG_4N, LOG_N, TERMS

LET: Final = {
    **TERMS,
    "rate": "sqrt(d/(eps*n)*sqrt(L)*(log(n) + L)*ell)",
}
BOUND: Final = "1/n + 2*g + 10*T*A"
CONSTANT: Final = {"C": "real, 0 < C"}
FAMILY: Final = ("L <= 1", "1/2 <= L", "ell <= 1", "d <= eps", "C**12 <= 16*n")
INSIDE: Final = "d/(eps*n)*sqrt(L)*(log(n) + L)*ell"
Y: Final = "(4*S**2/C**2)"
theorem(
    "HRS-36a: for no constant",
    RATES,
    f"C*rate < {BOUND}",
    LOG_4N,
    LOG_N,
    Step("rounds", "2*S <= 2*g + 10*T*A", apply("HRS-36: for every number of rounds"), defined=("log",)),
    Step("root", "sqrt(L) <= 1", apply("a root is at most", x="L", y="1"), FAMILY),
    Step(
        "less delta",
        f"{INSIDE} <= d/(eps*n)*sqrt(L)*(log(n) + L)",
        arithmetic(("d/(eps*n)*sqrt(L)*(log(n) + L)", "ell <= 1")),
        FAMILY,
        ("log n",),
    ),
    Step(
        "no root",
        "d/(eps*n)*sqrt(L)*(log(n) + L) <= d/(eps*n)*(log(n) + L)",
        arithmetic(("d/(eps*n)*(log(n) + L)", "root")),
        FAMILY,
        ("log n",),
    ),
    Step(
        "inside",
        f"{INSIDE} <= A",
        arithmetic("less delta", "no root", ("d/(eps*n)", inside("log(_)", "n <= 4*n"))),
        FAMILY,
    ),
    Step("one", "1 <= sqrt(n)", apply("a root is at least", u="1", x="n")),
    Step("growth", "log(4*n) <= 4*sqrt(n) - 1", analysis("log(4*z**2) <= 4*z - 1", "[1, oo)", "one", z="sqrt(n)")),
    Step("share", "d/eps <= 1", arithmetic(("1/eps", "d <= eps")), FAMILY),
    Step(
        "few",
        "A <= 4/sqrt(n)",
        arithmetic(("(log(4*n) + L)/n", "share"), ("1/n", "growth"), ("1/n", "L <= 1")),
        FAMILY,
        ("log",),
    ),
    Step("many squared", "(C**6/4)**2 <= n", arithmetic(("1/16", "C**12 <= 16*n")), FAMILY),
    Step("many", "C**6/4 <= sqrt(n)", apply("a root is at least", "many squared", u="C**6/4", x="n"), FAMILY),
    Step("little", "A <= 16/C**6", arithmetic("few", ("16/(C**6*sqrt(n))", "many")), FAMILY),
    Step("product", "A <= 2*L*A", arithmetic(("2*A", "1/2 <= L")), FAMILY, ("log",)),
    Step(
        "cubes",
        f"A**3 <= {Y}**3",
        arithmetic(("A**2", "little"), ("16/C**6*(A + 2*L*A)", "product")),
        FAMILY,
        ("log",),
    ),
    Step("below", f"A <= {Y}", arithmetic((f"1/(A**2 + A*{Y} + {Y}**2)", "cubes")), FAMILY, ("log",)),
    Step("square", f"{INSIDE} <= (2*S/C)**2", arithmetic("inside", "below"), FAMILY, ("log", "log n")),
    Step("rate", "rate <= 2*S/C", apply("a root is at most", "square", x=INSIDE, y="2*S/C"), FAMILY, ("log", "log n")),
    Step("all", f"C*rate < {BOUND}", arithmetic(("C", "rate"), "rounds"), FAMILY, ("log", "log n")),
    where=FAMILY,
    variables=CONSTANT,
    let=LET,
    samples={"C": (Fraction(1), Fraction(3))},
)
refuted(
    "HRS-36a",
    RATES,
    f"{BOUND} <= C*rate",
    setting=Numbers(10**6, 1, 10**4, Fraction(4), Fraction(1, 2), Fraction(1, 3)),
    variables=CONSTANT,
    let=LET,
    no_constant=NoConstant(
        "C",
        "HRS-36a: for no constant",
        "n",
        {"d": "1", "T": "1", "eps": "1", "L": "1", "ell": "1"},
        ("logarithms of n",),
    ),
    C=Fraction(1),
)
SPENT: Final = ("8*ell*T*eps**2 <= b**2", "b <= 8*ell")
LARGEST: Final = "4*ell/b"
TAIL: Final = f"T*({LARGEST} + ({LARGEST})**2)*eps**2/2 - {LARGEST}*b"
theorem(
    "HRS-36-corrected: privacy",
    COMPOSITION,
    "delta(b) <= exp(-ell)",
    Step("tail", f"Pr(S > b) <= exp({TAIL})", apply("tail of a composed loss", s=LARGEST, x="b")),
    Step("exponent", f"{TAIL} <= -ell", arithmetic(("1/(4*b) + ell/b**2", SPENT[0]), ("1/4", SPENT[1])), SPENT),
    Step("small", f"exp({TAIL}) <= exp(-ell)", apply("exp grows", "exponent", A=TAIL, B="-ell"), SPENT),
    Step(
        "all",
        "delta(b) <= exp(-ell)",
        arithmetic(use("delta", x="b"), "tail", "small"),
        SPENT,
    ),
    where=SPENT,
    variables={"b": "real, 0 < b", "ell": "real, 0 < ell"},
    let={"S": "sum(L(i), i, 1, T)"},
    samples={"b": (Fraction(1, 4), Fraction(3)), "ell": (Fraction(1, 10), Fraction(1, 2))},
)
PRIVATE: Final = "T*e**2 + sqrt(4*ell*T*e**2) <= eps"
CHOSEN: Final = ("eps <= 8*ell", "sqrt(L) <= 10*B*T", "10*B*(T - 1) <= sqrt(L)")
COMPOSED: Final = "1/n + 2*g + 5*d*(log(164*n) + L)/(n*e) <= 1/n + 15*root + 20*B"
theorem(
    "HRS-36-corrected",
    RATES,
    f"{PRIVATE} and {COMPOSED}",
    Step("log", "0 <= log(164*n)", analysis("0 <= log(z)", "[1, oo)", z="164*n")),
    Step("share", "T*e**2 <= eps/2", arithmetic(("eps/(16*ell)", "eps <= 8*ell")), CHOSEN),
    Step("few", "L/T <= (4*root)**2", arithmetic(("sqrt(L)/T", "sqrt(L) <= 10*B*T")), CHOSEN, ("log",)),
    Step("first", "g <= 4*root", apply("a root is at most", "few", x="L/T", y="4*root"), CHOSEN, ("log",)),
    Step("many", "T <= ((root/3 + B)/B)**2", arithmetic(("1/(10*B)", "10*B*(T - 1) <= sqrt(L)")), CHOSEN, ("log",)),
    Step(
        "rounds",
        "sqrt(T) <= (root/3 + B)/B",
        apply("a root is at most", "many", x="T", y="(root/3 + B)/B"),
        CHOSEN,
        ("log",),
    ),
    Step("privacy", PRIVATE, arithmetic("share"), CHOSEN),
    Step("all", COMPOSED, arithmetic(("2", "first"), ("20*B", "rounds")), CHOSEN, ("log",)),
    where=CHOSEN,
    let={
        "e": "eps/(4*sqrt(T)*sqrt(ell))",
        "A": "d*(log(164*n) + L)/(eps*n)",
        "B": "sqrt(ell)*A",
        "root": "sqrt(B*sqrt(L))",
        "g": LET["g"],
    },
    also=(
        "HRS-36-corrected: privacy",
        "SIMA-29",
        "HRS-28-corrected",
        "HRS-38c",
        "HRS-39e",
        "HRS-39a",
        "HRS-39b-corrected",
    ),
)


WHERE: Final = "Theorem 4.3, E.2 and Algorithm 3"
RATE: Final = r"\sqrt{\tfrac{d}{\epsilon n} \log^{\frac12}(\tfrac1\sigma) \log(\tfrac n\sigma) \log(\tfrac1\delta)}"


def _numbers(instance: Instance, factor: int = 4) -> tuple[Real, Real, Real]:
    """L, A and log(1/delta)."""
    n, sigma = instance["records"], Fraction(instance["sigma"])
    share = as_real(factor * n / sigma).log() * (instance["dimension"] / (Fraction(instance["epsilon"]) * n))
    return as_real(1 / sigma).log(), share, as_real(1 / Fraction(instance["delta"])).log()


def _printed_bound(instance: Instance) -> Any:
    """The bound of Algorithm 3 with the rounds of the instance."""
    nats, share, _ = _numbers(instance)
    rounds, n = instance["rounds"], instance["records"]
    return (nats / rounds).sqrt() * 2 + share * (10 * rounds) + Fraction(1, n)


def _printed_rate(instance: Instance) -> Any:
    nats, _, ell = _numbers(instance)
    n, eps = instance["records"], Fraction(instance["epsilon"])
    log = as_real(n / Fraction(instance["sigma"])).log()
    return (nats.sqrt() * log * ell * (instance["dimension"] / (eps * n))).sqrt()


IS_SPLIT: Final = entries(
    records=whole(1), dimension=whole(1), epsilon=ABOVE_0, sigma=BETWEEN, delta=BETWEEN, rounds=whole(1)
)
told(
    "hrs36a",
    "the bound of Algorithm 3 as printed is at most C times the (eps, delta) rate",
    IS_SPLIT.having(constant=ABOVE_0),
    lambda instance: {"the bound": _printed_bound(instance), "the rate": _printed_rate(instance)},
)(lambda instance: at_most(_printed_bound(instance), _printed_rate(instance) * Fraction(instance["constant"])))
told("hrs36a-less", "the bound of Algorithm 3 as printed is at most C", IS_SPLIT.having(constant=ABOVE_0))(
    lambda instance: at_most(_printed_bound(instance), as_real(Fraction(instance["constant"])))
)


def _is_composed(instance: Instance, times: Fraction) -> bool:
    """Whether privacy and error are as they are said to be, with T as it is said to be and ``times`` e."""
    nats, share, ell = _numbers(instance, 164)
    eps = Fraction(instance["epsilon"])
    cost = share * ell.sqrt()
    whole_ones = range(1, 10**5)
    rounds = next(t for t in whole_ones if decide(nats.sqrt() <= cost * (10 * t)))
    e = as_real(eps * times) / ((ell * rounds).sqrt() * 4)
    spent = e * e * rounds + (ell * e * e * (4 * rounds)).sqrt()
    error = (nats / rounds).sqrt() * 2 + share * (5 * eps) / e
    bound = (cost * nats.sqrt()).sqrt() * 15 + cost * 20
    return at_most(spent, as_real(eps)) and at_most(error, bound)


IS_COMPOSED: Final = entries(records=whole(1), dimension=whole(1), epsilon=ABOVE_0, sigma=BETWEEN, delta=BETWEEN).where(
    lambda instance: at_most(as_real(Fraction(instance["epsilon"])), _numbers(instance)[2] * 8)
)
told("hrs36-corrected", "with e = eps/(4 sqrt(T log(1/delta))) both inequalities hold", IS_COMPOSED)(
    lambda instance: _is_composed(instance, Fraction(1))
)
told("hrs36-more", "... with e = 3/2 eps/(4 sqrt(T log(1/delta)))", IS_COMPOSED)(
    lambda instance: _is_composed(instance, Fraction(3, 2))
)


@family("mwem-splits", "1 to 10^6 records, VC dimension 1 and 5, eps = 1/10 and 4, sigma and delta from 1/1000 to 1/2")
def _splits() -> Iterator[Instance]:
    for records, (dimension, epsilon), end in product((1, 100, 10**6), ((1, "4"), (5, "1/10")), ("1/1000", "1/2")):
        yield {"records": records, "dimension": dimension, "epsilon": epsilon, "sigma": end, "delta": end}


def _many_records() -> Iterator[Instance]:
    for constant, rounds in product(("10", "30"), (1, 10**4, 10**6)):
        numbers = {"dimension": 1, "epsilon": "1", "sigma": "1/2", "delta": "1/3"}
        yield {**numbers, "records": 10**12, "rounds": rounds, "constant": constant}


@claim(
    "HRS-36a",
    location=f"{WHERE}, as it is printed",
    latex=rf"\max_q |q(\overline D) - q(D_B)| \le O\Big({RATE}\Big)",
    text="There is a constant C such that the error bound of Algorithm 3 with its printed weights and noise, 1/n + 2 "
    "sqrt(log(1/sigma)/T) + 10 T d log(4 n/sigma)/(eps n), is for some T at most C times the root of d/(eps n) "
    "log^(1/2)(1/sigma) log(n/sigma) log(1/delta), for all n, d >= 1, eps > 0 and sigma, delta in (0, 1).",
    assumed=("what is bounded is the right side of F.2, which the proof of Theorem 4.3 ends with",),
    corrected_by="HRS-36-corrected",
)
def hrs_36a() -> Case:
    """The printed algorithm does not know delta."""
    return Case(
        argument="Algorithm 3 has the input delta and does not use it: it gives (eps, 0)-privacy, and an error of the "
        "order of a cube root. For every T the bound is at least 2 (log(1/sigma) d log(4 n/sigma)/(eps n))^(1/3), "
        "which the root of 1/n times logarithms is below for large n. So the formula fails for each T.",
        counterexample=Goal("10^12 records", counterexample("hrs36a"), Hunt("hrs36a", _many_records)),
        twins=(Twin("the bound itself is bounded", counterexample("hrs36a-less")),),
        remarks=(
            "Theorem 4.3 says nothing of how eps is split; E.2 refers to adaptive k-fold composition. Its words 'for "
            "any eps, delta > 0' have to leave out delta >= 1, where log(1/delta) <= 0.",
        ),
    )


@claim(
    "HRS-36-corrected",
    location=WHERE,
    latex=r"e = \tfrac{\epsilon}{4\sqrt{T \log(1/\delta)}}:\quad T e^2 + \sqrt{4 \log(1/\delta) T e^2} \le \epsilon, "
    r"\quad \tfrac1n + 2\sqrt{\tfrac{\log(1/\sigma)}{T}} + \tfrac{5 d \log(164n/\sigma)}{n e} \le \tfrac1n + 15 "
    r"\sqrt{B \log^{1/2}(1/\sigma)} + 20 B,\quad B = \tfrac{d \sqrt{\log(1/\delta)} \log(164n/\sigma)}{\epsilon n}",
    text="For eps <= 8 log(1/delta), with e = eps/(4 sqrt(T log(1/delta))) in the place of eps/(2 T), and T the "
    "number sqrt(log(1/sigma))/(10 B), rounded up, B = d sqrt(log(1/delta)) log(164 n/sigma)/(eps n), Projected Smooth "
    "MWEM is (eps, delta)-private, and its error bound is at most 1/n + 15 sqrt(B sqrt(log(1/sigma))) + 20 B.",
    checked=("eps <= 8 log(1/delta)", "T is the number, rounded up"),
    assumed=(
        "0 < delta < 1 and 0 < sigma < 1",
        "each choice and each measurement is (e, 0)-private given those before: as in HRS-29a, for queries in [0, 1]",
        "its error bound is the right side of F.2 with 2 T e for eps and 164 for 4: the data are (sigma, 0)-smooth, "
        "gamma is sigma/(4 n), and the cover has at most (41/gamma)^d queries",
    ),
)
def hrs_36_corrected() -> Case:
    """Adaptive composition."""
    return Case(
        checks=(Goal("some numbers", exhaustive("hrs36-corrected", "mwem-splits")),),
        twins=(Twin("with 3/2 of e", exhaustive("hrs36-more", "mwem-splits")),),
        remarks=(
            "For delta <= 1/e this is at most the printed rate up to a constant, but for 1/n and for B, which is the "
            "square of the rate over log^(1/2)(1/sigma).",
            "The factor 15 is 4 sqrt(10) = 12.65, rounded up.",
            "The 2 T choices and measurements compose by SIMA-29, with e for its eps'. With 2 T e for eps the "
            "mechanism is that of HRS-28-corrected, whose event HRS-38c and HRS-39e take to the average of the laws, "
            "and HRS-39b-corrected to the bound. Of an iterate HRS-28-corrected uses only that the rounds before fix "
            "it, so a projection changes nothing there.",
            "With gamma = sigma/(2 n), as Algorithm 3 has it, there is 2/n for 1/n and 82 for 164: HRS-39d-corrected.",
        ),
    )
