"""SCOTT-08a and b: Definition 4.1, the lambda at which the variance is least, the optimal variance parameter.

With all clients and P and Pi of full support the variance is quadratic in lambda (SCOTT-11-corrected), and least where
lambda E (r - 1)^2 = KL(P || Pi) + KL(Pi || P). The noise is taken not to depend on lambda.

SCOTT-08a: there is an optimal lambda, and it is not negative.

SCOTT-08b: it is not unique where P = Pi: r is 1, and all lambda are alike.

SCOTT-08b-corrected: where P is not Pi it is unique, (KL(P || Pi) + KL(Pi || P))/E (r - 1)^2.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.exact import as_real
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample
from dpassay.proofs_check.models.estimates_of_kl import ESTIMATES, OTHER, SAME, best, variance
from dpassay.proofs_check.numbers import at_most, below
from dpassay.proofs_check.private_kl_estimation.averages import averaged, inverse
from dpassay.proofs_check.private_kl_estimation.pairs import IS_PAIR, pair_of, pairs
from dpassay.proofs_check.private_kl_estimation.variance import GAPS, JEFFREYS, RATIO, RATIOS, VARIANCE, V
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, use


def _is_larger_beside(instance: Instance) -> bool:
    at = pair_of(instance)
    return all(below(variance(at, best(at)), variance(at, best(at) + as_real(gap))) for gap in STEPS)


STEPS: Final = (Fraction(-1), Fraction(1, 100), Fraction(1))
told("scott08b", "the variance is larger at other lambda than at the optimal one", IS_PAIR)(_is_larger_beside)
told("scott08b-not-less", "the variance is nowhere less than at the optimal lambda", IS_PAIR)(
    lambda instance: all(
        at_most(variance(pair_of(instance), best(pair_of(instance))), variance(pair_of(instance), as_real(weight)))
        for weight in STEPS
    )
)


@claim(
    "SCOTT-08a",
    location="Definition 4.1, existence",
    latex=r"\exists \lambda_0 \ge 0\ \forall \lambda:\ \mathrm{Var}[\lambda_0] \le \mathrm{Var}[\lambda]",
    text="For P and Pi of full support there is a lambda_0 >= 0 at which the variance of the Trusted estimate is "
    "least.",
    checked=("P and Pi have full support",),
    assumed=("all clients take part", "the law of the noise does not depend on lambda"),
)
def scott_08a() -> Case:
    """A parabola."""
    return Case(
        remarks=(
            "Where P is 0 somewhere, log r is infinite with positive probability, and no lambda has a variance.",
            "Noise that is calibrated to the sensitivity of the estimate itself depends on lambda; the least variance "
            "may then be elsewhere.",
            "Where P = Pi every lambda is optimal, and 0 is one (SCOTT-08b).",
        )
    )


@claim(
    "SCOTT-08b",
    location="Definition 4.1, 'the optimal'",
    latex=r"\lambda \ne \lambda_0 \implies \mathrm{Var}[\lambda_0] < \mathrm{Var}[\lambda]",
    text="For P and Pi of full support the optimal variance parameter is unique.",
    corrected_by="SCOTT-08b-corrected",
)
def scott_08b() -> Case:
    """P = Pi."""
    return Case(
        argument="Where P = Pi, r is 1 and the estimate 0 at every lambda: all are optimal.",
        counterexample=Goal("P = Pi", counterexample("scott08b"), Hunt("scott08b", pairs)),
        twins=(Twin("nowhere less", counterexample("scott08b-not-less")),),
    )


@claim(
    "SCOTT-08b-corrected",
    location="Definition 4.1",
    latex=r"\lambda_0 = (D_{\mathrm{KL}}(P \| \Pi) + D_{\mathrm{KL}}(\Pi \| P)) / "
    r"(\textstyle\sum_x P(x)^2/\Pi(x) - 1)",
    text="For P and Pi of full support, P other than Pi, the one optimal variance parameter is (KL(P || Pi) + "
    "KL(Pi || P))/(sum P^2/Pi - 1).",
    checked=("P and Pi have full support", "P is not Pi"),
    assumed=("all clients take part", "the law of the noise does not depend on lambda"),
)
def scott_08b_corrected() -> Case:
    """A parabola that is strictly convex."""
    return Case(
        remarks=("On a domain of two points the estimate is then KL(Pi || P) surely: log r is linear in r.",),
    )


GROWTH: Final = f"var(l) = var(best) + {V}*(l - best)**2/T"
theorem(
    "the variance around the optimal parameter",
    ESTIMATES,
    GROWTH,
    Step("variance", VARIANCE, apply("the variance of the estimate")),
    Step(
        "all",
        GROWTH,
        arithmetic("variance", ("-1", use("variance", l="best")), ("2*(l - best)/T", "derivative 0")),
    ),
)
LEAST: Final = "var(best) <= var(l)"
theorem(
    "SCOTT-08a: not negative",
    OTHER,
    "0 <= best",
    Step("gaps", f"0 <= {GAPS}", apply("gaps of one sign", **RATIOS)),
    Step("both", JEFFREYS, apply("both divergences as a mean")),
    inverse(V, "P is not Pi"),
    Step(
        "all",
        "0 <= best",
        arithmetic((f"1/{V}", "gaps"), (f"-1/{V}", "both"), (f"-1/{V}", "derivative 0")),
        (),
        ("P is not Pi", "inverse"),
    ),
)
theorem(
    "SCOTT-08a",
    ESTIMATES,
    LEAST,
    Step("growth", GROWTH, apply("the variance around the optimal parameter")),
    Step("gap", "0 <= (l - best)**2", analysis("0 <= z**2", "(-oo, oo)", z="l - best")),
    Step("square", f"0 <= ({RATIO} - 1)**2", analysis("0 <= z**2", "(-oo, oo)", z=f"{RATIO} - 1")),
    *averaged("squares", "0", f"({RATIO} - 1)**2", "square"),
    Step("more", f"0 <= {V}*(l - best)**2", arithmetic(("(l - best)**2", "squares")), (), ("gap",)),
    Step("all", LEAST, arithmetic(("-1", "growth"), ("1/T", "more"))),
    also=("SCOTT-08a: not negative",),
)
ANOTHER: Final = ("0 < (l - best)**2",)
MORE: Final = "var(best) < var(l)"
refuted("SCOTT-08b", ESTIMATES, MORE, setting=SAME[0], where=ANOTHER, l=Fraction(1))
theorem(
    "SCOTT-08b-corrected",
    OTHER,
    MORE,
    Step("growth", GROWTH, apply("the variance around the optimal parameter")),
    Step("more", f"0 < {V}*(l - best)**2", arithmetic((V, "0 < (l - best)**2")), ANOTHER, ("P is not Pi",)),
    Step("all", MORE, arithmetic(("-1", "growth"), ("1/T", "more")), ANOTHER),
    where=ANOTHER,
)
