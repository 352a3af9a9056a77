"""ASI-38-corrected: batches add at most T (B - 1) L^2/(4 lambda) + L D B sum_s TV(nu-hat_s, nu-bar_s) to the regret.

In place of T B^2 eta^2 L D in the proof of Theorem 3.12, for convex L-Lipschitz losses on a convex set of diameter D,
and B that divides T. Each measure has a density e^(-V) with V of convexity modulus k = 2 beta lambda, and the log of
the ratio of two consecutive ones is beta L-Lipschitz. Bakry and Emery: their divergence is at most (beta L)^2/(2 k).
Bobkov and Goetze: the means of an L-Lipschitz function differ by at most the root of 2 L^2/k times that, which is
L^2/(2 lambda). So the expectation moves by that in a round at most; the loss of a batch has range at most B L D.
(Brascamp and Lieb's inequality gives the same number, by a derivative along the way from one measure to the next.)
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
from dpassay.proofs_check.models.interval_batches import INTERVAL_BATCHES
from dpassay.proofs_check.models.regularized_weights import ON_THE_WAY
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.densities import mean_of
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, inside, use


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
    ),
)
def asi_38_corrected() -> Case:
    """The expectation of a Lipschitz loss moves by L^2/(2 lambda) a round."""
    return Case(
        checks=(
            Goal("one dimension, linear losses on an interval", exhaustive("asi38-corrected", "regret-linear-losses")),
        ),
        twins=(Twin("9/10 of a step", exhaustive("asi38-corrected-less", "regret-linear-losses"), of=0),),
        remarks=("In the printed proof T B^2 eta^2 L D stands in place of the second term.",),
    )


V: Final = "L**2/(2*lam)"
MODULUS: Final = "2*beta*lam"
CONVEX: Final = (
    f"(1 - v)*log(mu(i, x)) + v*log(mu(i, y)) + {MODULUS}*v*(1 - v)*(x - y)**2/2 <= log(mu(i, {ON_THE_WAY}))"
)
RATIO: Final = "(log(mu(i, x)) - log(mu(i + 1, x)) - (log(mu(i, y)) - log(mu(i + 1, y))))**2 <= (beta*L)**2*(x - y)**2"
LOSSES: Final = "sum(loss(t, {0}), t, 1, i - 1)"
CHORD: Final = "(1 - v)*loss(t, x) + v*loss(t, y)"
QUANTITIES: Final = {"mu": "i, x: mu(i, x)", "kl": "i, j: kl(i, j)"}
theorem(
    "logs of measures round by round",
    INTERVAL_BATCHES,
    f"{CONVEX} and {RATIO}",
    Step(
        "log", f"log(mu(i, x)) = -beta*({LOSSES.format('x')} + lam*square(x))", arithmetic(inside("log(_)", "measures"))
    ),
    Step(
        "losses",
        f"{LOSSES.format(ON_THE_WAY)} <= sum({CHORD}, t, 1, i - 1)",
        apply(
            "sum grows",
            "convex loss",
            f=f"t: loss(t, {ON_THE_WAY})",
            g=f"t: {CHORD}",
            low="1",
            high="i - 1",
        ),
    ),
    Step(
        "one more",
        f"sum(loss(t, x), t, 1, i) = {LOSSES.format('x')} + loss(i, x)",
        apply("last term", f="t: loss(t, x)", low="1", high="i"),
    ),
    Step(
        "log of a ratio",
        "log(mu(i, x)) - log(mu(i + 1, x)) = beta*loss(i, x)",
        arithmetic("log", ("-1", use("log", i="i + 1")), ("beta", "one more")),
    ),
    Step(
        "log of the ratio",
        "log(mu(i, x)) - log(mu(i + 1, x)) - (log(mu(i, y)) - log(mu(i + 1, y))) = beta*(loss(i, x) - loss(i, y))",
        arithmetic("log of a ratio", ("-1", use("log of a ratio", x="y"))),
    ),
    Step(
        "convex",
        CONVEX,
        arithmetic(
            ("-1", use("log", x=ON_THE_WAY)),
            ("1 - v", "log"),
            ("v", use("log", x="y")),
            ("beta", "losses"),
            ("beta*lam", "squared norm"),
        ),
    ),
    Step(
        "ratio",
        RATIO,
        arithmetic(("beta**2", use("Lipschitz loss", m="i")), inside("_**2", "log of the ratio")),
    ),
)
theorem(
    "a round moves a mean",
    INTERVAL_BATCHES,
    f"mean(i, m) - mean(i + 1, m) <= {V}",
    Step("convex", CONVEX, apply("logs of measures round by round")),
    Step("ratio", RATIO, apply("logs of measures round by round")),
    Step(
        "divergence",
        f"kl(i, i + 1) <= (beta*L)**2/(2*({MODULUS}))",
        apply(
            "divergence of log-concave laws",
            use("convex", i="i + 1"),
            "ratio",
            i="i",
            j="i + 1",
            a="beta*L",
            k=MODULUS,
            **QUANTITIES,
        ),
    ),
    Step(
        "means",
        f"(mean(i, m) - mean(i + 1, m))**2 <= 2*L**2*kl(i, i + 1)/({MODULUS})",
        apply(
            "means under log-concave laws",
            use("convex", i="i + 1"),
            "Lipschitz loss",
            i="i",
            j="i + 1",
            r="m",
            a="L",
            k=MODULUS,
            f="r, x: loss(r, x)",
            mean="i, r: mean(i, r)",
            **QUANTITIES,
        ),
    ),
    Step(
        "a square",
        f"({V} - (mean(i, m) - mean(i + 1, m)))**2 >= 0",
        analysis("z**2 >= 0", "(-oo, oo)", z=f"{V} - (mean(i, m) - mean(i + 1, m))"),
    ),
    Step(
        "all",
        f"mean(i, m) - mean(i + 1, m) <= {V}",
        arithmetic(("lam/L**2", "a square"), ("lam/L**2", "means"), ("1/beta", "divergence")),
    ),
)
LATE: Final = f"mean(m, m) + (m - q)*{V}"
theorem(
    "a mean some rounds later",
    INTERVAL_BATCHES,
    f"mean(q, m) <= {LATE}",
    Step("step", f"mean(i, m) - mean(i + 1, m) <= {V}", apply("a round moves a mean")),
    Step(
        "steps",
        f"sum(mean(i, m) - mean(i + 1, m), i, q, m - 1) <= sum({V}, i, q, m - 1)",
        apply(
            "sum grows",
            "step",
            f="i: mean(i, m) - mean(i + 1, m)",
            g=f"i: {V}",
            low="q",
            high="m - 1",
        ),
        ("q <= m",),
    ),
    Step(
        "telescope",
        "sum(-mean(i + 1, m) - (-mean(i, m)), i, q, m - 1) = -mean(m, m) - (-mean(q, m))",
        apply("telescope", f="i: -mean(i, m)", low="q", high="m - 1"),
        ("q <= m",),
    ),
    Step("all", f"mean(q, m) <= {LATE}", arithmetic("steps", ("-1", "telescope")), ("q <= m",)),
    where=("q <= m",),
    variables={"q": "integer, 1 <= q"},
)
FIRST: Final = "(s - 1)*B + 1"
OF_BATCH: Final = f"sum({{0}}, t, {FIRST}, s*B)"
APART: Final = "(loss(t, x) - loss(t, y))"
ON_THE_SET: Final = ("-D <= x - y", "x - y <= D")
WITHIN: Final = f"{OF_BATCH.format('loss(t, x)')} - {OF_BATCH.format('loss(t, y)')} <= L*D*B"
ROUND: Final = {"t": "integer"}
theorem(
    "range of the loss of a batch",
    INTERVAL_BATCHES,
    WITHIN,
    Step("distance", "(x - y)**2 <= D**2", arithmetic(("D + x - y", ON_THE_SET[1])), ON_THE_SET),
    Step("a square", f"(L*D - {APART})**2 >= 0", analysis("z**2 >= 0", "(-oo, oo)", z=f"L*D - {APART}")),
    Step(
        "a round",
        f"{APART} <= L*D",
        arithmetic(("1/(2*L*D)", "a square"), ("1/(2*L*D)", use("Lipschitz loss", m="t")), ("L/(2*D)", "distance")),
        ON_THE_SET,
    ),
    Step(
        "all",
        f"{OF_BATCH.format(APART)} <= {OF_BATCH.format('L*D')}",
        apply("sum grows", "a round", f=f"t: {APART}", g="t: L*D", low=FIRST, high="s*B"),
        ON_THE_SET,
    ),
    Step("range", WITHIN, arithmetic("all"), ON_THE_SET),
    where=ON_THE_SET,
    variables=ROUND,
)
STARTED: Final = OF_BATCH.format(f"mean({FIRST}, t)")
MOVED: Final = f"mean(t, t) + (t - ({FIRST}))*{V}"
BATCH: Final = f"{OF_BATCH.format('mean(t, t)')} + B*(B - 1)/2*{V} + L*D*B*off(-s, {FIRST})"
PLAYED: Final = OF_BATCH.format("mean(-s, t)")
ROOT: Final = f"lazy - best <= alone - best + (n*B)*(B - 1)*L**2/(4*lam) + L*D*B*sum(off(-s, {FIRST}), s, 1, n)"
theorem(
    "ASI-38-corrected",
    INTERVAL_BATCHES,
    ROOT,
    Step("range", WITHIN, apply("range of the loss of a batch"), ON_THE_SET),
    Step(
        "other law",
        f"{PLAYED} - {STARTED} <= L*D*B*off(-s, {FIRST})",
        apply(
            "means by total variation",
            "range",
            i="-s",
            j=FIRST,
            low=FIRST,
            high="s*B",
            w="L*D*B",
            f="r, x: loss(r, x)",
            mean="i, r: mean(i, r)",
            off="i, j: off(i, j)",
            diameter="D",
        ),
    ),
    Step("rounds before", "0 <= (s - 1)*B", arithmetic(("B", "1 <= s"))),
    Step(
        "round",
        f"mean({FIRST}, t) <= {MOVED}",
        apply("a mean some rounds later", "rounds before", m="t", q=FIRST),
        (f"{FIRST} <= t",),
    ),
    Step(
        "rounds",
        f"{STARTED} <= {OF_BATCH.format(MOVED)}",
        apply("sum grows", "round", f=f"t: mean({FIRST}, t)", g=f"t: {MOVED}", low=FIRST, high="s*B"),
    ),
    Step("rounds until its end", "sum(t, t, 0, s*B) = (s*B + 1)*(s*B)/2", apply("sum of integers", n="s*B + 1")),
    Step(
        "rounds until its start",
        f"sum(t, t, 0, {FIRST} - 1) = ({FIRST})*((s - 1)*B)/2",
        apply("sum of integers", n=FIRST),
        (),
        ("rounds before",),
    ),
    Step(
        "its rounds",
        f"sum(t, t, 0, s*B) = sum(t, t, 0, {FIRST} - 1) + {OF_BATCH.format('t')}",
        apply("sum in two parts", f="t: t", low="0", mid=f"{FIRST} - 1", high="s*B"),
        (),
        ("rounds before",),
    ),
    Step(
        "batch",
        f"{PLAYED} <= {BATCH}",
        arithmetic(
            "other law",
            "rounds",
            (V, "rounds until its end"),
            (f"-{V}", "rounds until its start"),
            (f"-{V}", "its rounds"),
        ),
    ),
    Step(
        "batches",
        f"sum({PLAYED}, s, 1, n) <= sum({BATCH}, s, 1, n)",
        apply("sum grows", "batch", f=f"s: {PLAYED}", g=f"s: {BATCH}", low="1", high="n"),
    ),
    Step("all", ROOT, arithmetic("batches", "lazy loss", ("-1", "input loss"))),
    variables=ROUND,
)
