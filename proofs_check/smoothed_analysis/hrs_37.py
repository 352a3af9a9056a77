"""HRS-37: the error is said to be O~(log^(3/8)(1/sigma) sqrt(VCdim/n)).

Section 1. HRS-37a: what Theorem 4.3 prints has log^(1/4)(1/sigma) log^(1/2)(n/sigma), and log(n/sigma) is log(n) +
log(1/sigma): for a fixed n that is log^(3/4)(1/sigma) for small sigma, and no constant serves. The 3/8 is as if the
root had been taken twice.

HRS-37b: if O~ hides the logarithm of n/sigma as well, log^(1/4)(1/sigma) is left, and for sigma <= 1/e that is at most
log^(3/8)(1/sigma).

HRS-37-corrected: with 3/4 for 3/8 and the factor sqrt(1 + log(n)) it follows from Theorem 4.3, for sigma <= 1/e.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any, Final

from dpassay.exact import as_real
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import ABOVE_0, BETWEEN, entries, family, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.models.mwem_rates import RATES, Numbers
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.no_constant import NoConstant
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic
from dpassay.proofs_check.smoothed_analysis.rounds_of_mwem import LOG_N

INSIDE: Final = "d/(eps*n)*sqrt(L)*(log(n) + L)*ell"
LET: Final = {"rate": f"sqrt({INSIDE})", "a": "exp(3/8*log(L))", "w": "sqrt(d/n)"}
FEW: Final = ("n <= 2", "1 <= eps", "ell <= 1")
FAMILY: Final = (*FEW, "eps <= 2", "1/4 <= ell", "1 <= L", "6561*C**8 < L")
POWERS: Final = " + ".join(f"(3*C)**{i}*a**{7 - i}" for i in range(8))
SMALL: Final = ("1 <= L",)
E_L: Final = "exp(log(L))"
theorem(
    "HRS-37a: for no constant",
    RATES,
    "C*a*w < rate",
    LOG_N,
    Step("root", "sqrt(L) = exp(log(L)/2)", apply("root as an exponential", x="L")),
    Step(
        "eighth",
        "(3*C)**8 < a**8",
        arithmetic(("L*(L + 1)", "1 <= L")),
        FAMILY,
    ),
    Step("small", "3*C < a", arithmetic((f"1/({POWERS})", "eighth")), FAMILY),
    Step(
        "inside",
        f"(a**2*w/3)**2 <= {INSIDE}",
        arithmetic(
            ("d/(eps*n)*sqrt(L)*L", "1/4 <= ell"), ("d*sqrt(L)*L/(8*eps*n)", "eps <= 2"), ("-d/(9*n)*L", "root")
        ),
        FAMILY,
        ("log n",),
    ),
    Step(
        "large", "a**2*w/3 <= rate", apply("a root is at least", "inside", u="a**2*w/3", x=INSIDE), FAMILY, ("log n",)
    ),
    Step("all", "C*a*w < rate", arithmetic(("a*w/3", "small"), "large"), FAMILY, ("log n",)),
    where=FAMILY,
    variables={"C": "real, 0 < C"},
    let=LET,
    samples={"C": (Fraction(1, 3), Fraction(2, 5))},
)
refuted(
    "HRS-37a",
    RATES,
    "rate <= C*a*w",
    setting=Numbers(1, 3, 4, Fraction(1), Fraction(1, 10**6), Fraction(1, 2)),
    where=FEW,
    variables={"C": "real, 0 < C"},
    let=LET,
    no_constant=NoConstant(
        "C",
        "HRS-37a: for no constant",
        "L",
        {"n": "1", "d": "1", "T": "1", "eps": "1", "ell": "1"},
        ("logarithms of n",),
    ),
    C=Fraction(1, 3),
)
MORE: Final = "sqrt(d*(1 + log(n))*ell/(eps*n))"
theorem(
    "HRS-37-corrected",
    RATES,
    f"rate <= {MORE}*exp(3/4*log(L))",
    LOG_N,
    Step("root", "sqrt(L) = exp(log(L)/2)", apply("root as an exponential", x="L")),
    Step(
        "inside",
        f"{INSIDE} <= ({MORE}*exp(3/4*log(L)))**2",
        arithmetic(("d/(eps*n)*sqrt(L)*ell*log(n)", "1 <= L"), ("d*(1 + log(n))*ell/(eps*n)*L", "root")),
        SMALL,
        ("log n",),
    ),
    Step(
        "all",
        f"rate <= {MORE}*exp(3/4*log(L))",
        apply("a root is at most", "inside", x=INSIDE, y=f"{MORE}*exp(3/4*log(L))"),
        SMALL,
        ("log n",),
    ),
    where=SMALL,
    let=LET,
)
HIDDEN: Final = "sqrt(d*(log(n) + L)*ell/(eps*n))"
theorem(
    "HRS-37b",
    RATES,
    f"rate <= {HIDDEN}*a",
    LOG_N,
    Step("positive", "0 <= log(L)", analysis("0 <= log(z)", "[1, oo)", z="L"), SMALL),
    Step("root", "sqrt(L) = exp(log(L)/2)", apply("root as an exponential", x="L")),
    Step(
        "power",
        "exp(log(L)/2) <= exp(3/4*log(L))",
        apply("exp grows", "positive", A="log(L)/2", B="3/4*log(L)"),
        SMALL,
    ),
    Step(
        "inside",
        f"{INSIDE} <= ({HIDDEN}*a)**2",
        arithmetic(("d/(eps*n)*(log(n) + L)*ell", "root"), ("d/(eps*n)*(log(n) + L)*ell", "power")),
        SMALL,
        ("log n",),
    ),
    Step(
        "all", f"rate <= {HIDDEN}*a", apply("a root is at most", "inside", x=INSIDE, y=f"{HIDDEN}*a"), SMALL, ("log n",)
    ),
    where=SMALL,
    let=LET,
)


def _rate(instance: Instance) -> Any:
    """What Theorem 4.3 prints, at delta = 1/e."""
    n, sigma = instance["records"], Fraction(instance["sigma"])
    logs = as_real(1 / sigma).log().sqrt() * as_real(n / sigma).log()
    return (logs * (instance["dimension"] / (Fraction(instance["epsilon"]) * n))).sqrt()


def _power(instance: Instance, share: Fraction) -> Any:
    """log^share(1/sigma)."""
    return (as_real(1 / Fraction(instance["sigma"])).log().log() * share).exp()


def _said(instance: Instance) -> Any:
    return _power(instance, Fraction(3, 8)) * as_real(Fraction(instance["dimension"], instance["records"])).sqrt()


def _is_corrected(instance: Instance, share: Fraction) -> bool:
    n, eps = instance["records"], Fraction(instance["epsilon"])
    logs = as_real(n).log() + 1
    return at_most(_rate(instance), (logs * (instance["dimension"] / (eps * n))).sqrt() * _power(instance, share))


IS_SMOOTH: Final = entries(records=whole(2), dimension=whole(1), epsilon=ABOVE_0, sigma=BETWEEN)
told(
    "hrs37a",
    "for n = 2 and eps >= 1 the rate of Theorem 4.3, at delta = 1/e, is at most C log^(3/8)(1/sigma) sqrt(d/n)",
    IS_SMOOTH.having(constant=ABOVE_0).where(lambda at: at["records"] == 2 and Fraction(at["epsilon"]) >= 1),
    lambda instance: {"the rate": _rate(instance), "what is said": _said(instance)},
)(lambda instance: at_most(_rate(instance), _said(instance) * Fraction(instance["constant"])))
IS_SMALL: Final = IS_SMOOTH.where(lambda instance: Fraction(instance["sigma"]) <= Fraction(1, 3))
told("hrs37-corrected", "it is at most log^(3/4)(1/sigma) sqrt((1 + log n) d/(eps n)), for sigma <= 1/3", IS_SMALL)(
    lambda instance: _is_corrected(instance, Fraction(3, 4))
)
told("hrs37-less", "... log^(1/2)(1/sigma) sqrt((1 + log n) d/(eps n))", IS_SMALL)(
    lambda instance: _is_corrected(instance, Fraction(1, 2))
)


def _is_hiding(instance: Instance, share: Fraction) -> bool:
    n, eps, sigma = instance["records"], Fraction(instance["epsilon"]), Fraction(instance["sigma"])
    logs = as_real(n / sigma).log()
    return at_most(_rate(instance), (logs * (instance["dimension"] / (eps * n))).sqrt() * _power(instance, share))


told("hrs37b", "it is at most log^(3/8)(1/sigma) sqrt(log(n/sigma) d/(eps n)), for sigma <= 1/3", IS_SMALL)(
    lambda instance: _is_hiding(instance, Fraction(3, 8))
)
told("hrs37b-less", "... log^(1/8)(1/sigma) sqrt(log(n/sigma) d/(eps n))", IS_SMALL)(
    lambda instance: _is_hiding(instance, Fraction(1, 8))
)


@family("mwem-sigmas", "2 to 10^6 records, VC dimension 1 and 5, eps = 1/10 and 4, sigma = 1/3, 1/1000 and 10^-60")
def _sigmas() -> Iterator[Instance]:
    for records, (dimension, epsilon) in product((2, 100, 10**6), ((1, "4"), (5, "1/10"))):
        for sigma in ("1/3", "1/1000", f"1/{10**60}"):
            yield {"records": records, "dimension": dimension, "epsilon": epsilon, "sigma": sigma}


def _small_sigmas() -> Iterator[Instance]:
    for constant, digits in (("2", 12), ("10", 400)):
        numbers = {"records": 2, "dimension": 1, "epsilon": "1"}
        yield {**numbers, "sigma": f"1/{10**digits}", "constant": constant}


@claim(
    "HRS-37a",
    location="Section 1, the second contribution",
    latex=r"\tilde O\big(\ln^{\frac38}(1/\sigma) \sqrt{\mathrm{VCDim}(\mathcal H)/n}\big)",
    text="For n <= 2, eps >= 1 and delta >= 1/e, where all logarithms of n, 1/eps and 1/delta are bounded, there is a "
    "constant C such that the error bound of Theorem 4.3, the root of d/(eps n) log^(1/2)(1/sigma) log(n/sigma) "
    "log(1/delta), is at most C log^(3/8)(1/sigma) sqrt(d/n) for all sigma in (0, 1) and d >= 1.",
    checked=("n <= 2", "eps >= 1", "delta >= 1/e"),
    assumed=("O~ hides logarithms of n, eps and delta, and none of sigma, of which the bound shows a power",),
    corrected_by="HRS-37-corrected",
)
def hrs_37a() -> Case:
    """log(n/sigma) has a log(1/sigma) in it."""
    return Case(
        argument="The root of log^(1/2)(1/sigma) log(n/sigma) is at least log^(3/4)(1/sigma). For one n, and sigma "
        "small, that is above every multiple of log^(3/8)(1/sigma).",
        counterexample=Goal("small sigma", counterexample("hrs37a"), Hunt("hrs37a", _small_sigmas)),
        twins=(Twin("log^(3/4)(1/sigma), with sqrt(1 + log n)", counterexample("hrs37-corrected")),),
        remarks=("If O~ hid the logarithm of n/sigma, too, 1/4 would be the power that is left: see HRS-37b.",),
    )


@claim(
    "HRS-37b",
    location="Section 1, the second contribution, with log(n/sigma) among what O~ hides",
    latex=r"\tilde O\big(\ln^{\frac38}(1/\sigma) \sqrt{\mathrm{VCDim}(\mathcal H)/n}\big)",
    text="The error bound of Theorem 4.3 is at most log^(3/8)(1/sigma) times the root of d log(n/sigma) "
    "log(1/delta)/(eps n), for all n, d >= 1, eps > 0, delta in (0, 1) and sigma <= 1/e.",
    checked=("sigma <= 1/e",),
    assumed=("O~ hides log(n/sigma), although it has log(1/sigma) in it, of which the bound shows a power",),
)
def hrs_37b() -> Case:
    """1/4 is below 3/8."""
    return Case(
        checks=(Goal("some numbers", exhaustive("hrs37b", "mwem-sigmas")),),
        twins=(Twin("log^(1/8)(1/sigma)", exhaustive("hrs37b-less", "mwem-sigmas")),),
        remarks=("With log^(1/4)(1/sigma) it is an equation, for all sigma in (0, 1).",),
    )


@claim(
    "HRS-37-corrected",
    location="Section 1, the second contribution",
    latex=r"\sqrt{\tfrac{d}{\epsilon n} \log^{\frac12}(\tfrac1\sigma) \log(\tfrac n\sigma) \log(\tfrac1\delta)} \le "
    r"\log^{\frac34}(\tfrac1\sigma) \sqrt{\tfrac{d (1 + \log n) \log(1/\delta)}{\epsilon n}},\quad \sigma \le 1/e",
    text="The error bound of Theorem 4.3 is at most log^(3/4)(1/sigma) times the root of d (1 + log n) "
    "log(1/delta)/(eps n), for all n, d >= 1, eps > 0, delta in (0, 1) and sigma <= 1/e.",
    checked=("sigma <= 1/e",),
)
def hrs_37_corrected() -> Case:
    """log n + log(1/sigma) <= (1 + log n) log(1/sigma)."""
    return Case(
        checks=(Goal("some numbers", exhaustive("hrs37-corrected", "mwem-sigmas")),),
        twins=(Twin("log^(1/2)(1/sigma)", exhaustive("hrs37-less", "mwem-sigmas")),),
    )
