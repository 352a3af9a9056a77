"""ASI-36, Lemma 3.11: consecutive measures of regularized multiplicative weights are close.

D^delta0 is at most eta = 2 beta L^2/lambda + sqrt(8 beta L^2 log(2/delta0)/lambda) both ways, for convex L-Lipschitz
losses on a convex set. Both laws have a density e^(-V) with V of convexity modulus k = 2 beta lambda, and the logarithm
r of the ratio of the densities is beta L-Lipschitz. Bakry and Emery: its mean under the law in the numerator, the KL
divergence, is at most (beta L)^2/(2k). Herbst: it exceeds its mean by s with probability at most e^(-k s^2/(2 (beta
L)^2)). What this law has beyond e^e times the other is at most the probability that r > e. The second item is read off
from (5). eta' = beta L^2/(4 lambda) + sqrt(beta L^2 log(1/delta0)/lambda) serves, and eta is above it.

Bakry and Emery's criterion and Herbst's argument are published theorems, and are applied.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Final

from dpassay.exact import (
    Real,
    as_real,
    log,
    normal_cdf,
)
from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import (
    ABOVE_0,
    BETWEEN,
    entries,
    family,
    integer,
    told,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import (
    exhaustive,
)
from dpassay.proofs_check.models.regularized_weights import ON_THE_WAY, REGULARIZED
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, inside, use

INTERVAL_GAME: Final = entries(
    {"lambda": ABOVE_0}, beta=ABOVE_0, L=ABOVE_0, R=ABOVE_0, delta0=BETWEEN, slopes=integer()
)
"""Positive beta, lambda, L and R, delta_0 in (0, 1), and the sum of the slopes so far, in units of L."""


def _mass(slope: Fraction, curvature: Fraction, low: Real, high: Real) -> Real:
    """The integral of e^(-slope x - curvature x^2) from ``low`` to ``high``, over sqrt(pi/curvature)."""
    center, scale = -slope / (2 * curvature), as_real(2 * curvature).sqrt()
    height = as_real(slope**2 / (4 * curvature)).exp()
    return height * (normal_cdf((high - center) * scale) - normal_cdf((low - center) * scale))


def _least_delta_of_step(instance: Instance, eta: Real, *, forward: bool) -> Real:
    """The hockey-stick divergence at eta between the laws before and after one more loss of slope L."""
    beta, lam, slope, radius = (Fraction(instance[name]) for name in ("beta", "lambda", "L", "R"))
    slopes = (beta * slope * instance["slopes"], beta * slope * (instance["slopes"] + 1))
    first, second = (slopes[1], slopes[0]) if forward else slopes
    ends = (as_real(-radius), as_real(radius))
    total_first, total_second = (_mass(slope, beta * lam, *ends) for slope in (first, second))
    # The logarithm of the ratio of the densities is (second - first) x + log(total_second/total_first).
    cut = (eta - (total_second / total_first).log()) / (second - first)
    inside = Real(lambda: cut.evaluate().max(ends[0].evaluate()).min(ends[1].evaluate()))
    low, high = (inside, ends[1]) if second > first else (ends[0], inside)
    p, q = (
        _mass(slope, beta * lam, low, high) / whole for slope, whole in ((first, total_first), (second, total_second))
    )
    return p - eta.exp() * q


def _concentrated_rate(instance: Instance, share: Fraction = Fraction(1)) -> Real:
    """beta L^2/(4 lambda) + sqrt(share beta L^2 log(1/delta_0)/lambda)."""
    unit = Fraction(instance["beta"]) * Fraction(instance["L"]) ** 2 / Fraction(instance["lambda"])
    nats = as_real(-log(Fraction(instance["delta0"])))
    return (nats * (unit * share)).sqrt() + unit / 4


def _printed_rmw_rate(instance: Instance) -> Real:
    """2 beta L^2/lambda + sqrt(8 beta L^2 log(2/delta_0)/lambda)."""
    unit = Fraction(instance["beta"]) * Fraction(instance["L"]) ** 2 / Fraction(instance["lambda"])
    return (as_real(log(2 / Fraction(instance["delta0"]))) * (8 * unit)).sqrt() + 2 * unit


def _is_indistinguishable(instance: Instance, eta: Real) -> bool:
    delta = as_real(Fraction(instance["delta0"]))
    return all(at_most(_least_delta_of_step(instance, eta, forward=forward), delta) for forward in (True, False))


told("asi36", "one more linear loss moves the law by at most the printed eta, delta_0, both ways", INTERVAL_GAME)(
    lambda instance: _is_indistinguishable(instance, _printed_rmw_rate(instance))
)
told("asi36-sharp", "... by at most beta L^2/(4 lambda) + sqrt(beta L^2 log(1/delta_0)/lambda)", INTERVAL_GAME)(
    lambda instance: _is_indistinguishable(instance, _concentrated_rate(instance))
)
told("asi36-less", "... with a sixteenth under the root", INTERVAL_GAME)(
    lambda instance: _is_indistinguishable(instance, _concentrated_rate(instance, Fraction(1, 16)))
)


@family(
    "regret-linear-losses",
    "beta = 1/10, 1, lambda = 1/2, 2, L = 1, R = 1/2, 20, delta_0 = 1/10, 10^-6, slopes 0 and -3",
)
def _linear_losses() -> Iterator[Instance]:
    for beta, lam, radius, delta, slopes in product(
        ("1/10", "1"), ("1/2", "2"), ("1/2", "20"), ("1/10", "1/1000000"), (0, -3)
    ):
        yield {"beta": beta, "lambda": lam, "L": "1", "R": radius, "delta0": delta, "slopes": slopes}


@claim(
    "ASI-36",
    location="Lemma 3.11",
    latex=r"\mu_t = e^{-\beta(\sum_{i<t} \ell_i + \lambda \|x\|_2^2)}: \quad D_\infty^{\delta_0}(\bar\mu_{t+1}, "
    r"\bar\mu_t) \le \tfrac{2\beta L^2}\lambda + \sqrt{\tfrac{8\beta L^2 \log(2/\delta_0)}\lambda}, \quad "
    r"\mu_{t+1}(x)/\mu_t(x) = e^{-\beta\ell_t(x)}",
    text="For convex L-Lipschitz losses on a convex set, consecutive normalized measures of regularized multiplicative "
    "weights have approximate max divergence at most eta = 2 beta L^2/lambda + sqrt(8 beta L^2 log(2/delta_0)/lambda) "
    "both ways, and mu_{t+1}(x)/mu_t(x) = e^{-beta l_t(x)}.",
    assumed=(
        "beta, lambda > 0 and 0 < delta_0 < 1",
        "the sum in (5) runs from i = 1, not i - 1",
        "the norm is the Euclidean one",
    ),
)
def asi_36() -> Case:
    """Concentration of a Lipschitz privacy loss."""
    return Case(
        checks=(Goal("one dimension, linear losses on an interval", exhaustive("asi36", "regret-linear-losses")),),
        sharper=(Goal("the same with eta'", exhaustive("asi36-sharp", "regret-linear-losses")),),
        twins=(Twin("a sixteenth under the root", exhaustive("asi36-less", "regret-linear-losses"), of=0),),
        remarks=(
            "The printed eta has room: 8 in its first term, 8 under the root. Assumption 3.1 also asks for eta <= "
            "1/10.",
            "Theorem 3.12 sets beta = eta^2 lambda/(20 L^2), for which the printed formula gives eta^2/10 + eta sqrt(2 "
            "log(2/delta_0)/5), at most eta for no delta_0 below 0.16: its beta lacks 1/log(1/delta_0). With eta' the "
            "value is eta^2/80 + eta sqrt(log(1/delta_0)/20), at most eta for delta_0 down to about 3e-9.",
        ),
    )


UNIT: Final = "beta*L**2/lam"
PRINTED: Final = "2*beta*L**2/lam + sqrt(8*beta*L**2*log(2/delta0)/lam)"
NATS: Final = "log(1/delta0)"
SMALLER: Final = f"sqrt({UNIT}*{NATS})"
RATE: Final = f"{UNIT}/4 + {SMALLER}"
CLOSE: Final = f"beyond(i, {PRINTED}) <= delta0"
ITEM: Final = "mu(1, x) = exp(-beta*loss(x))*mu(0, x)"
LARGE, LARGER = ("large",), ("larger",)
DEFINED: Final = ("not below 0", "not below 0 either", *LARGE, *LARGER)
LEFT: Final = f"({PRINTED} - kl(i, 1 - i))"


def log_of(x: str, i: str = "i") -> str:
    """The log of a measure, as it is defined."""
    return f"-beta*(past({x}) + {i}*loss({x}) + lam*square({x}))"


MODULUS: Final = "2*beta*lam"
CONVEX: Final = (
    f"(1 - v)*log(mu(i, x)) + v*log(mu(i, y)) + {MODULUS}*v*(1 - v)*(x - y)**2/2 <= log(mu(i, {ON_THE_WAY}))"
)
RATIO: Final = "(log(mu(i, x)) - log(mu(1 - i, x)) - (log(mu(i, y)) - log(mu(1 - i, y))))**2 <= (beta*L)**2*(x - y)**2"
LAW: Final = {"i": "i", "j": "1 - i", "a": "beta*L", "k": MODULUS}
QUANTITIES: Final = {"mu": "i, x: mu(i, x)", "kl": "i, j: kl(i, j)"}
theorem(
    "logs of regularized weights",
    REGULARIZED,
    f"{CONVEX} and {RATIO}",
    Step("log", f"log(mu(i, x)) = {log_of('x')}", arithmetic(inside("log(_)", "measures"))),
    Step(
        "log of the ratio",
        "log(mu(i, x)) - log(mu(1 - i, x)) - (log(mu(i, y)) - log(mu(1 - i, y))) = (1 - 2*i)*beta*(loss(x) - loss(y))",
        arithmetic("log", ("-1", use("log", x="y")), ("-1", use("log", i="1 - i")), use("log", i="1 - i", x="y")),
    ),
    Step("a square", "(loss(x) - loss(y))**2 >= 0", analysis("z**2 >= 0", "(-oo, oo)", z="loss(x) - loss(y)")),
    Step("0 or 1", "0 <= i*(1 - i)", arithmetic(("i", "i <= 1"))),
    Step(
        "one of the two",
        "0 <= i*(1 - i)*(loss(x) - loss(y))**2",
        arithmetic(("i*(1 - i)", "a square")),
        (),
        ("0 or 1",),
    ),
    Step(
        "squares",
        "((1 - 2*i)*beta*(loss(x) - loss(y)))**2 <= (beta*L)**2*(x - y)**2",
        arithmetic(("beta**2", "Lipschitz loss"), ("4*beta**2", "one of the two")),
    ),
    Step(
        "convex",
        CONVEX,
        arithmetic(
            ("-1", use("log", x=ON_THE_WAY)),
            ("1 - v", "log"),
            ("v", use("log", x="y")),
            ("beta", "convex past"),
            ("beta*i", "convex loss"),
            ("beta*lam", "squared norm"),
        ),
    ),
    Step("ratio", RATIO, arithmetic("squares", inside("_**2", "log of the ratio"))),
)
theorem(
    "concentration of the log of the ratio",
    REGULARIZED,
    f"beyond(i, kl(i, 1 - i) + s) <= exp(-s**2/({UNIT}))",
    Step("convex", CONVEX, apply("logs of regularized weights")),
    Step("ratio", RATIO, apply("logs of regularized weights")),
    Step(
        "Herbst",
        f"tail(i, 1 - i, kl(i, 1 - i) + s) <= exp(-{MODULUS}*s**2/(2*(beta*L)**2))",
        apply(
            "tail of a Lipschitz log ratio",
            "convex",
            "ratio",
            s="s",
            tail="i, j, e: tail(i, j, e)",
            **LAW,
            **QUANTITIES,
        ),
        ("0 <= s",),
    ),
    Step(
        "all",
        f"beyond(i, kl(i, 1 - i) + s) <= exp(-s**2/({UNIT}))",
        arithmetic(use("where it has more", e="kl(i, 1 - i) + s"), "Herbst"),
        ("0 <= s",),
    ),
    where=("0 <= s",),
    variables={"s": "real"},
)
theorem(
    "ASI-36",
    REGULARIZED,
    f"{CLOSE} and {ITEM}",
    Step("convex", CONVEX, apply("logs of regularized weights")),
    Step("ratio", RATIO, apply("logs of regularized weights")),
    Step(
        "Bakry and Emery",
        f"kl(i, 1 - i) <= (beta*L)**2/(2*({MODULUS}))",
        apply("divergence of log-concave laws", use("convex", i="1 - i"), "ratio", **LAW, **QUANTITIES),
    ),
    Step("mean", f"kl(i, 1 - i) <= {UNIT}/4", arithmetic("Bakry and Emery")),
    Step("large", f"0 <= {NATS}", analysis("0 <= log(1/z)", "(0, 1)", z="delta0")),
    Step("larger", "0 <= log(2/delta0)", analysis("0 <= log(2/z)", "(0, 1)", z="delta0")),
    Step("not below 0", f"0 <= {UNIT}*{NATS}", arithmetic(), (), LARGE),
    Step("not below 0 either", "0 <= 8*beta*L**2*log(2/delta0)/lam", arithmetic(), (), LARGER),
    Step("exponential", f"exp({NATS}) = 1/delta0", apply("exp of log", A="1/delta0")),
    Step("more", f"{NATS} <= log(2/delta0)", apply("log grows", A="1/delta0", B="2/delta0"), (), (*LARGE, *LARGER)),
    Step(
        "under the root",
        f"{UNIT}*{NATS} <= 8*beta*L**2*log(2/delta0)/lam",
        arithmetic((UNIT, "more")),
        (),
        (*LARGE, *LARGER),
    ),
    Step(
        "roots",
        f"{SMALLER} <= sqrt(8*beta*L**2*log(2/delta0)/lam)",
        apply("sqrt grows", "under the root", A=f"{UNIT}*{NATS}", B="8*beta*L**2*log(2/delta0)/lam"),
        (),
        ("not below 0", "not below 0 either", *LARGE, *LARGER),
    ),
    Step("room", f"{SMALLER} <= {LEFT}", arithmetic("mean", "roots"), (), DEFINED),
    Step("squares", f"{SMALLER}**2 <= {LEFT}**2", arithmetic((f"{LEFT} + {SMALLER}", "room")), (), ("room", *DEFINED)),
    Step("exponent", f"-{LEFT}**2/({UNIT}) <= -{NATS}", arithmetic((f"1/({UNIT})", "squares")), (), DEFINED),
    Step(
        "small",
        f"exp(-{LEFT}**2/({UNIT})) <= exp(-{NATS})",
        apply("exp grows", "exponent", A=f"-{LEFT}**2/({UNIT})", B=f"-{NATS}"),
        (),
        DEFINED,
    ),
    Step(
        "concentrated",
        f"beyond(i, kl(i, 1 - i) + {LEFT}) <= exp(-{LEFT}**2/({UNIT}))",
        apply("concentration of the log of the ratio", s=LEFT),
        (),
        ("room", *DEFINED),
    ),
    Step(
        "close",
        CLOSE,
        arithmetic("concentrated", "small", (f"-delta0*exp(-{NATS})", "exponential")),
        (),
        DEFINED,
    ),
    Step("second item", ITEM, arithmetic(use("measures", i="1"), ("-exp(-beta*loss(x))", use("measures", i="0")))),
)
