"""ASI-38-corrected: batches add at most T (B - 1) L^2/(4 lambda) + L D B sum_s TV(nu-hat_s, nu-bar_s) to the regret.

In place of T B^2 eta^2 L D in the proof of Theorem 3.12, for convex L-Lipschitz losses on a convex set of diameter D,
and B that divides T. Along the way from one measure to the next, mu e^(-u beta l), the derivative of the expectation of
an L-Lipschitz f is -beta Cov_u(f, l). Brascamp and Lieb: the variances are at most L^2/k, for the convexity modulus is
k = 2 beta lambda. So the expectation moves by L^2/(2 lambda) a round at most; the loss of a batch has range at most B L
D.

Two steps are in words: means under laws with densities are not integrals in the language, nor derivatives under them;
with these Brascamp and Lieb's inequality could be cited.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.exact import (
    Real,
    as_real,
)
from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import (
    told,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import (
    exhaustive,
)
from dpassay.proofs_check.lazy_to_private.asi_36 import INTERVAL_GAME
from dpassay.proofs_check.models.densities import mean_of
from dpassay.proofs_check.models.interval_batches import INTERVAL_BATCHES
from dpassay.proofs_check.models.regularized_weights import ON_THE_WAY
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, use, words


def _rmw_step(instance: Instance) -> Real:
    """How much one more loss of slope L moves the expectation of such a loss, in one dimension on [-R, R]."""
    beta, lam, slope, radius = (Fraction(instance[name]) for name in ("beta", "lambda", "L", "R"))
    # In units of 2R the interval is [-1/2, 1/2].
    means = [
        mean_of(as_real(-beta * slope * k * 2 * radius), as_real(beta * lam * 4 * radius * radius))
        for k in (instance["slopes"], instance["slopes"] + 1)
    ]
    return (means[0] - means[1]) * (2 * radius * slope)


def _step_is_within(instance: Instance, share: Fraction) -> bool:
    bound = share * Fraction(instance["L"]) ** 2 / (2 * Fraction(instance["lambda"]))
    return at_most(_rmw_step(instance), bound)


told("asi38-corrected", "one more linear loss moves its expectation by at most L^2/(2 lambda)", INTERVAL_GAME)(
    lambda instance: _step_is_within(instance, Fraction(1))
)
told("asi38-corrected-less", "... by at most 9/10 of that", INTERVAL_GAME)(
    lambda instance: _step_is_within(instance, Fraction(9, 10))
)


@claim(
    "ASI-38-corrected",
    location="Theorem 3.12, regret: what batches add",
    latex=r"\mathbf{Reg}_T \le \mathbf{Reg}_T(\{\mu^{rmw}_t\}) + \tfrac{T(B-1)L^2}{4\lambda} + LDB \sum_s \|\hat\nu_s "
    r"- \bar\nu_s\|_{TV}",
    text="For convex L-Lipschitz losses on a convex set of diameter D and B that divides T, batches of size B add at "
    "most T (B - 1) L^2/(4 lambda) + L D B sum_s ||nu-hat_s - nu-bar_s||_TV to the regret of regularized "
    "multiplicative weights.",
    assumed=(
        "beta, lambda > 0",
        "B divides T",
        "Brascamp and Lieb: on a convex set, a density e^{-V} with V of convexity modulus k gives an a-Lipschitz "
        "function a variance of at most a^2/k",
    ),
)
def asi_38_corrected() -> Case:
    """The expectation of a Lipschitz loss moves by L^2/(2 lambda) a round."""
    return Case(
        beyond="Brascamp and Lieb's inequality is cited, and means under laws with densities are quantities and no "
        "integrals.",
        checks=(
            Goal("one dimension, linear losses on an interval", exhaustive("asi38-corrected", "regret-linear-losses")),
        ),
        twins=(Twin("9/10 of a step", exhaustive("asi38-corrected-less", "regret-linear-losses"), of=0),),
        remarks=("In the printed proof T B^2 eta^2 L D stands in place of the second term.",),
    )


V: Final = "L**2/(2*lam)"
START: Final = "sum(mean(s, 1, j), j, 1, B)"
LATE: Final = f"mean(s, j, j) + (j - 1)*{V}"
OF_BATCH: Final = f"sum({LATE}, j, 1, B) + L*D*B*off(s)"
ROOT: Final = "lazy - best <= alone - best + (n*B)*(B - 1)*L**2/(4*lam) + L*D*B*sum(off(s), s, 1, n)"
BATCHES_BEFORE: Final = "sum(sum(loss(r, j, {0}), j, 1, B), r, 1, s - 1)"
IN_THE_BATCH: Final = "sum(loss(s, j, {0}), j, 1, k - 1)"
OF_EARLIER: Final = "sum(loss(r, j, {0}), j, 1, B)"
CHORD: Final = "(1 - v)*loss({0}, j, x) + v*loss({0}, j, y)"
EXPONENT: Final = "beta*(past(s, k, {0}) + u*loss(s, k, {0}) + lam*square({0}))"
ENDS: Final = f"(1 - v)*{EXPONENT.format('x')} + v*{EXPONENT.format('y')}"
SHARE: Final = {"u": "real, 0 <= u, u <= 1"}
CONVEX: Final = f"{EXPONENT.format(ON_THE_WAY)} <= {ENDS} - beta*lam*v*(1 - v)*(x - y)**2"
theorem(
    "exponents within a batch",
    INTERVAL_BATCHES,
    CONVEX,
    Step(
        "an earlier batch",
        f"{OF_EARLIER.format(ON_THE_WAY)} <= sum({CHORD.format('r')}, j, 1, B)",
        apply(
            "sum grows",
            use("convex loss", s="r"),
            f=f"j: loss(r, j, {ON_THE_WAY})",
            g=f"j: {CHORD.format('r')}",
            low="1",
            high="B",
        ),
    ),
    Step(
        "earlier batches",
        f"{BATCHES_BEFORE.format(ON_THE_WAY)} <= sum(sum({CHORD.format('r')}, j, 1, B), r, 1, s - 1)",
        apply(
            "sum grows",
            "an earlier batch",
            f=f"r: {OF_EARLIER.format(ON_THE_WAY)}",
            g=f"r: sum({CHORD.format('r')}, j, 1, B)",
            low="1",
            high="s - 1",
        ),
    ),
    Step(
        "this batch",
        f"{IN_THE_BATCH.format(ON_THE_WAY)} <= sum({CHORD.format('s')}, j, 1, k - 1)",
        apply(
            "sum grows",
            "convex loss",
            f=f"j: loss(s, j, {ON_THE_WAY})",
            g=f"j: {CHORD.format('s')}",
            low="1",
            high="k - 1",
        ),
    ),
    Step(
        "past",
        f"past(s, k, {ON_THE_WAY}) <= (1 - v)*past(s, k, x) + v*past(s, k, y)",
        arithmetic(
            "earlier batches",
            "this batch",
            use("past losses", x=ON_THE_WAY),
            ("-(1 - v)", "past losses"),
            ("-v", use("past losses", x="y")),
        ),
    ),
    Step(
        "all",
        CONVEX,
        arithmetic(("beta", "past"), ("beta*u", use("convex loss", j="k")), ("beta*lam", "squared norm")),
    ),
    variables={**SHARE, "r": "integer, 1 <= r, r <= s - 1"},
)
WITHIN: Final = "sum(loss(s, j, a), j, 1, B) - sum(loss(s, j, b), j, 1, B) <= L*D*B"
POINTS: Final = {"a": "real", "b": "real, -D <= a - b, a - b <= D"}
APART: Final = "(loss(s, j, a) - loss(s, j, b))"
theorem(
    "range of the loss of a batch",
    INTERVAL_BATCHES,
    WITHIN,
    Step("distance", "(a - b)**2 <= D**2", arithmetic(("D + a - b", "a - b <= D"))),
    Step("a square", f"(L*D - {APART})**2 >= 0", analysis("z**2 >= 0", "(-oo, oo)", z=f"L*D - {APART}")),
    Step(
        "a round",
        f"{APART} <= L*D",
        arithmetic(
            ("1/(2*L*D)", "a square"),
            ("1/(2*L*D)", use("Lipschitz loss", x="a", y="b")),
            ("L/(2*D)", "distance"),
        ),
    ),
    Step(
        "all",
        f"sum({APART}, j, 1, B) <= sum(L*D, j, 1, B)",
        apply("sum grows", "a round", f=f"j: {APART}", g="j: L*D", low="1", high="B"),
    ),
    variables=POINTS,
)
theorem(
    "ASI-38-corrected",
    INTERVAL_BATCHES,
    ROOT,
    Step("exponents", CONVEX, apply("exponents within a batch", u="u")),
    Step("range", WITHIN, apply("range of the loss of a batch", a="a", b="b")),
    Step(
        "step",
        f"mean(s, k, j) - mean(s, k + 1, j) <= {V}",
        words(
            "From the one measure to the other, along mu e^(-u beta l) with u in [0, 1], the expectation of the loss "
            "has the derivative -beta Cov(f, l). By Cauchy's inequality, and Brascamp and Lieb's bound L^2/(2 beta "
            "lambda) on both variances, that is at most L^2/(2 lambda).",
            "exponents",
            "Lipschitz loss",
        ),
    ),
    Step(
        "steps",
        f"sum(mean(s, k, j) - mean(s, k + 1, j), k, 1, j - 1) <= sum({V}, k, 1, j - 1)",
        apply("sum grows", "step", f="k: mean(s, k, j) - mean(s, k + 1, j)", g=f"k: {V}", low="1", high="j - 1"),
    ),
    Step(
        "telescope",
        "sum(-mean(s, k + 1, j) - (-mean(s, k, j)), k, 1, j - 1) = -mean(s, j, j) - (-mean(s, 1, j))",
        apply("telescope", f="k: -mean(s, k, j)", low="1", high="j - 1"),
    ),
    Step("round", f"mean(s, 1, j) <= {LATE}", arithmetic("steps", ("-1", "telescope"))),
    Step(
        "rounds",
        f"{START} <= sum({LATE}, j, 1, B)",
        apply("sum grows", "round", f="j: mean(s, 1, j)", g=f"j: {LATE}", low="1", high="B"),
    ),
    Step(
        "other law",
        f"played(s) <= {START} + L*D*B*off(s)",
        words(
            "The range of the loss of a batch is at most L D B on the set. The expectations of such a function under "
            "two laws differ by at most that times their total variation.",
            "range",
        ),
    ),
    Step("batch", f"played(s) <= {OF_BATCH}", arithmetic("other law", "rounds")),
    Step(
        "batches",
        f"sum(played(s), s, 1, n) <= sum({OF_BATCH}, s, 1, n)",
        apply("sum grows", "batch", f="s: played(s)", g=f"s: {OF_BATCH}", low="1", high="n"),
    ),
    Step("integers", "sum(j, j, 0, B) = (B + 1)*B/2", apply("sum of integers", n="B + 1")),
    Step(
        "from 1", "sum(j, j, 0, B) = sum(j, j, 1, B)", apply("sum in two parts", f="j: j", low="0", mid="0", high="B")
    ),
    Step(
        "all",
        ROOT,
        arithmetic("batches", "lazy loss", ("-1", "input loss"), (f"n*{V}", "integers"), (f"-n*{V}", "from 1")),
    ),
    variables={**SHARE, **POINTS},
)
