"""SCOTT-07a and b: Theorem 4.3, the Trusted estimate is unbiased.

SCOTT-07a: with all clients, where P(x_t) is known, it is: each term has mean KL(Pi || P) (SCOTT-05), for any lambda
that does not depend on the draws.

SCOTT-07b: with the sampled clients of Algorithm 1 it is not. Given the set of clients the mean is KL(Pi || f), for the
law f of their items, and the divergence is convex. One of two clients with (2/3, 1/3) and (1/3, 2/3) is asked, and
P = Pi = (1/2, 1/2): the divergence is 0, and the mean log(9/8)/2.

SCOTT-07b-corrected: the mean is that of KL(Pi || f) over the sets of clients, and at least KL(Pi || P), where clients
have as many items each.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from dpassay.exact import as_real
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample
from dpassay.proofs_check.models.estimates_from_clients import HALVES, SAMPLED, center
from dpassay.proofs_check.models.estimates_of_kl import ESTIMATES, divergence
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.private_kl_estimation.clients import IS_ESTIMATE, clients_of, estimates
from dpassay.proofs_check.private_kl_estimation.sampled import MEAN, OFF
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, inside


def _numbers(instance: Instance) -> dict[str, Any]:
    at = clients_of(instance)
    mean = center(at, as_real(Fraction(instance["weight"])))
    return {"mean": mean, "KL(Pi || P)": divergence(at.public, at.private)}


told("scott07b", "the mean of the estimate is at most KL(Pi || P)", IS_ESTIMATE, _numbers)(
    lambda instance: at_most(*_numbers(instance).values())
)
told("scott07b-bias", "the mean of the estimate is at most KL(Pi || P), and 1/10 more", IS_ESTIMATE)(
    lambda instance: at_most(_numbers(instance)["mean"], _numbers(instance)["KL(Pi || P)"] + Fraction(1, 10))
)
LATEX: Final = r"\mathbb E[\hat D] = D_{\mathrm{KL}}(\Pi \| P)"


@claim(
    "SCOTT-07a",
    location="Theorem 4.3, where all clients take part",
    latex=LATEX,
    text="Where all clients take part, the Trusted estimate has mean KL(Pi || P).",
    checked=("P and Pi have full support",),
    assumed=("lambda does not depend on the draws", "the noise has mean 0"),
)
def scott_07a() -> Case:
    """A mean of means."""
    return Case(remarks=("The draws need not be independent.",))


@claim(
    "SCOTT-07b",
    location="Theorem 4.3, with the sampled clients of Algorithm 1",
    latex=LATEX,
    text="With sampled clients, the Trusted estimate has mean KL(Pi || P).",
    checked=("P and Pi have full support", "clients have as many items each"),
    corrected_by="SCOTT-07b-corrected",
)
def scott_07b() -> Case:
    """The logarithm of a mean is not the mean of the logarithms."""
    return Case(
        argument="One of two clients with (2/3, 1/3) and (1/3, 2/3) is asked; P = Pi = (1/2, 1/2). The first term has "
        "mean 0 whatever lambda, and -log r the mean -(log(4/3) + log(2/3))/2 = log(9/8)/2.",
        counterexample=Goal("one of two clients", counterexample("scott07b"), Hunt("scott07b", estimates)),
        twins=(Twin("1/10 more", counterexample("scott07b-bias")),),
        remarks=("With one item a client and fewer clients than all, log 0 has positive probability.",),
    )


@claim(
    "SCOTT-07b-corrected",
    location="Theorem 4.3, with the sampled clients of Algorithm 1",
    latex=r"\mathbb E[\hat D] = \mathbb E_C[D_{\mathrm{KL}}(\Pi \| f_C)] \ge D_{\mathrm{KL}}(\Pi \| P)",
    text="With sampled clients, the mean of the Trusted estimate is that of KL(Pi || f) over the sets of clients, f "
    "being the law of their items; it is at least KL(Pi || P).",
    checked=("each set of clients that may be asked has all items", "clients have as many items each"),
)
def scott_07b_corrected() -> Case:
    """The divergence is convex."""
    return Case()


theorem(
    "SCOTT-07a",
    ESTIMATES,
    "center(l) = KL",
    Step("mean", "E(est(l), F) = KL", apply("the mean of the estimate")),
    Step("all", "center(l) = KL", arithmetic("noise of mean 0", "mean")),
)
refuted("SCOTT-07b", SAMPLED, "center(l) = KL", setting=HALVES, l=Fraction(0))
RATIO: Final = "f(c, x)/p(x)"
FORWARD: Final = "sum(q(x)*log(q(x)/p(x)), x, 1, k)"
AT_POINT: Final = "sum(u(c)*(log(q(x)/p(x)) - log(q(x)/f(c, x))), c, 1, m)"
theorem(
    "SCOTT-07b-corrected",
    SAMPLED,
    f"center(l) = {OFF} and KL <= center(l)",
    Step("mean", MEAN, apply("the mean of the estimate from clients")),
    Step("tangent", f"log({RATIO}) <= {RATIO} - 1", analysis("log(z) <= z - 1", "(0, oo)", z=RATIO)),
    Step(
        "factor",
        "sum(1/p(x)*(u(c)*f(c, x)), c, 1, m) = 1/p(x)*sum(u(c)*f(c, x), c, 1, m)",
        apply("constant factor", c="1/p(x)", f="c: u(c)*f(c, x)", low="1", high="m"),
    ),
    Step(
        "a point",
        f"q(x)*{AT_POINT} <= 0",
        arithmetic(
            ("q(x)", inside("sum(u(c)*_, c, 1, m)", "tangent")),
            ("q(x)", "factor"),
            ("-q(x)/p(x)", "as many items of each"),
            ("-q(x)", "one set is chosen"),
        ),
    ),
    Step(
        "order",
        "sum(sum(u(c)*q(x)*log(q(x)/f(c, x)), x, 1, k), c, 1, m) = "
        "sum(sum(u(c)*q(x)*log(q(x)/f(c, x)), c, 1, m), x, 1, k)",
        apply("sums in either order", f="c, x: u(c)*q(x)*log(q(x)/f(c, x))", m="m", n="k"),
    ),
    Step(
        "less",
        f"KL <= {OFF}",
        arithmetic(
            inside("sum(_, x, 1, k)", "a point"),
            "divergence",
            ("-1", inside("sum(u(c)*_, c, 1, m)", "divergence of a set")),
            ("-1", "order"),
            (f"-{FORWARD}", "one set is chosen"),
        ),
    ),
    Step("center", f"center(l) = {OFF}", arithmetic("noise of mean 0", "mean")),
    Step("all", "KL <= center(l)", arithmetic("less", ("-1", "center"))),
)
