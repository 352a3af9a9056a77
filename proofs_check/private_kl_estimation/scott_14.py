"""SCOTT-14a and b: Corollary 4.5, 0 <= lambda_0 <= (alpha beta - 1)^2/(2 alpha beta (alpha - 1)).

SCOTT-14a: for the lambda_0 of Definition 4.1, where the variance is least, the upper bound is false. The proof
minimizes the bound of Theorem 4.4 instead, which has alpha - 1 in the place of E (r - 1)^2, and lambda_0 is larger:
Pi = (1/3, 2/3) and P = (1/2, 1/2) give (4/3) log 2 = 0.924, and the bound 1/2.

SCOTT-14a-corrected: log(alpha)/(alpha - 1) <= lambda_0 <= beta log(beta)/(beta - 1). lambda_0 is a mean of
log(r)/(r - 1) with the weights Pi (r - 1)^2, and that falls in r.

SCOTT-14b: for the lambda at which the bound of Theorem 4.4 is least the corollary is true (SCOTT-15).

SCOTT-14b-sharp: it is at most (beta - 1) log(alpha beta)/(alpha beta - 1), with equality where r has two values.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from dpassay.exact import as_real
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample
from dpassay.proofs_check.models.estimates_of_kl import DIFFERENT, OTHER, Estimate, best
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.private_kl_estimation.averages import inverse
from dpassay.proofs_check.private_kl_estimation.pairs import IS_OTHER_PAIR, other_pairs, pair_of
from dpassay.proofs_check.private_kl_estimation.variance import GAPS, JEFFREYS, RATIO, RATIOS, V
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, together


def _bound(at: Estimate) -> Fraction:
    product = at.alpha * at.beta
    return (product - 1) ** 2 / (2 * product * (at.alpha - 1))


def _numbers(instance: Instance) -> dict[str, Any]:
    at = pair_of(instance)
    return {"lambda_0": best(at), "bound": as_real(_bound(at))}


told("scott14a", "the lambda of least variance is at most the bound", IS_OTHER_PAIR, _numbers)(
    lambda instance: at_most(*_numbers(instance).values())
)
told("scott14a-four", "the lambda of least variance is at most the bound, and 4 more", IS_OTHER_PAIR)(
    lambda instance: at_most(best(pair_of(instance)), as_real(_bound(pair_of(instance)) + 4))
)

LATEX: Final = r"0 \le \lambda_0 \le \frac{(\alpha \beta - 1)^2}{2 \alpha \beta (\alpha - 1)}"
OTHERS: Final = ("P and Pi have full support", "P is not Pi, so that alpha > 1")


@claim(
    "SCOTT-14a",
    location="Corollary 4.5, for the lambda_0 of Definition 4.1",
    latex=LATEX,
    text="The lambda at which the variance of the estimate is least is at least 0, and at most (alpha beta - 1)^2/"
    "(2 alpha beta (alpha - 1)).",
    checked=OTHERS,
    corrected_by="SCOTT-14a-corrected",
)
def scott_14a() -> Case:
    """The least bound is not where the least variance is."""
    return Case(
        argument="The variance is least at (KL(P || Pi) + KL(Pi || P))/E (r - 1)^2; the proof has alpha - 1, which is "
        "larger than E (r - 1)^2, below the line: what it bounds is smaller. The lower bound 0 is true.",
        counterexample=Goal("two points", counterexample("scott14a"), Hunt("scott14a", other_pairs)),
        twins=(Twin("4 more", counterexample("scott14a-four")),),
    )


@claim(
    "SCOTT-14a-corrected",
    location="Corollary 4.5, for the lambda_0 of Definition 4.1",
    latex=r"\frac{\log \alpha}{\alpha - 1} \le \lambda_0 \le \frac{\beta \log \beta}{\beta - 1}",
    text="The lambda at which the variance of the estimate is least is at least log(alpha)/(alpha - 1), and at most "
    "beta log(beta)/(beta - 1).",
    checked=("P and Pi have full support", "P is not Pi"),
)
def scott_14a_corrected() -> Case:
    """A mean of log(r)/(r - 1)."""
    return Case(
        remarks=(
            "Both ends are approached: with Pi = (w, w^2, 1 - w - w^2), and r = 1/3 at the first, 2 at the second "
            "point, lambda_0 tends to 3 log(3)/2 as w falls to 0; with the first two points exchanged, to log 2.",
        )
    )


@claim(
    "SCOTT-14b",
    location="Corollary 4.5, for the lambda at which the bound of Theorem 4.4 is least",
    latex=LATEX,
    text="The lambda at which the bound of Theorem 4.4 is least, (KL(P || Pi) + KL(Pi || P))/(alpha - 1), is at least "
    "0, and at most (alpha beta - 1)^2/(2 alpha beta (alpha - 1)).",
    checked=OTHERS,
)
def scott_14b() -> Case:
    """By SCOTT-15."""
    return Case(remarks=("It is at most the lambda_0 of Definition 4.1, as E (r - 1)^2 <= alpha - 1.",))


@claim(
    "SCOTT-14b-sharp",
    location="Corollary 4.5, for the lambda at which the bound of Theorem 4.4 is least",
    latex=r"\lambda_B \le \frac{(\beta - 1) \log(\alpha \beta)}{\alpha \beta - 1}",
    text="The lambda at which the bound of Theorem 4.4 is least is at most (beta - 1) log(alpha beta)/(alpha beta - "
    "1).",
    checked=OTHERS,
)
def scott_14b_sharp() -> Case:
    """(r - 1) log r is convex."""
    return Case(remarks=("It is an equality where P/Pi has two values, such as on a domain of two points.",))


PRINTED: Final = "(alpha*beta - 1)**2/(2*alpha*beta)/(alpha - 1)"
LARGEST: Final = "1 < alpha"
SMALLEST: Final = "1 < beta"
ROOM: Final = f"{V} <= (alpha - 1)*(1 - 1/beta)"
theorem(
    "a ratio above 1 and one below",
    OTHER,
    f"{LARGEST} and {SMALLEST}",
    Step("room", ROOM, apply("SCOTT-13-sharp")),
    Step("largest", LARGEST, arithmetic("P is not Pi", "room", ("1/beta", "1 <= alpha"))),
    Step("gap", "0 < alpha - 1", arithmetic("largest")),
    inverse("alpha - 1", "gap"),
    Step("gap of beta", "0 < (alpha - 1)*(beta - 1)", arithmetic(("beta", "P is not Pi"), ("beta", "room"))),
    Step("smallest", SMALLEST, arithmetic(("1/(alpha - 1)", "gap of beta")), (), ("gap", "inverse")),
    Step("all", f"{LARGEST} and {SMALLEST}", together("largest", "smallest")),
)
refuted("SCOTT-14a", OTHER, f"0 <= best and best <= {PRINTED}", setting=DIFFERENT[0])
INVERSES: Final = (
    Step("gap", "0 < alpha - 1", arithmetic("largest")),
    inverse("alpha - 1", "gap"),
)
LOW: Final = "log(alpha)/(alpha - 1) <= best"
HIGH: Final = "best <= beta*log(beta)/(beta - 1)"
theorem(
    "SCOTT-14a-corrected",
    OTHER,
    f"{LOW} and {HIGH}",
    Step("largest", LARGEST, apply("a ratio above 1 and one below")),
    Step("smallest", SMALLEST, apply("a ratio above 1 and one below")),
    Step("gap of beta", "0 < beta - 1", arithmetic("smallest")),
    Step("both", JEFFREYS, apply("both divergences as a mean")),
    Step("by beta", f"1 <= beta*({RATIO})", arithmetic((RATIO, "beta is largest"))),
    Step(
        "at least",
        f"log(alpha)*{V} <= (alpha - 1)*{GAPS}",
        apply("gaps above the chord to the largest ratio", "alpha is largest", **RATIOS),
    ),
    Step(
        "at most",
        f"(beta - 1)*{GAPS} <= beta*log(beta)*{V}",
        apply("gaps below the chord to the smallest ratio", "by beta", **RATIOS),
    ),
    *INVERSES,
    inverse(V, "P is not Pi", "inverse of the mean square"),
    inverse("beta - 1", "gap of beta", "inverse of beta's gap"),
    *(
        Step(
            f"{name} product",
            f"0 <= 1/({gap})/{V}",
            arithmetic((f"1/({gap})", "inverse of the mean square")),
            (),
            (positive, inverted, "P is not Pi"),
        )
        for name, gap, positive, inverted in (
            ("first", "alpha - 1", "gap", "inverse"),
            ("second", "beta - 1", "gap of beta", "inverse of beta's gap"),
        )
    ),
    Step(
        "low",
        LOW,
        arithmetic((f"1/(alpha - 1)/{V}", "at least"), (f"-1/{V}", "both"), (f"-1/{V}", "derivative 0")),
        (),
        ("P is not Pi", "gap", "first product"),
    ),
    Step(
        "high",
        HIGH,
        arithmetic((f"1/(beta - 1)/{V}", "at most"), (f"1/{V}", "both"), (f"1/{V}", "derivative 0")),
        (),
        ("P is not Pi", "gap of beta", "second product"),
    ),
)
OF_BOUND: Final = "(KL + back)/(alpha - 1)"
HALF: Final = "(alpha*beta - 1)**2/(4*alpha*beta)"
theorem(
    "SCOTT-14b",
    OTHER,
    f"0 <= {OF_BOUND} and {OF_BOUND} <= {PRINTED}",
    Step("largest", LARGEST, apply("a ratio above 1 and one below")),
    Step("gaps", f"0 <= {GAPS}", apply("gaps of one sign", **RATIOS)),
    Step("both", JEFFREYS, apply("both divergences as a mean")),
    *INVERSES,
    Step("one way", f"KL <= {HALF}", apply("SCOTT-15")),
    Step("the other way", f"back <= {HALF}", apply("SCOTT-15")),
    Step(
        "low",
        f"0 <= {OF_BOUND}",
        arithmetic(("1/(alpha - 1)", "gaps"), ("-1/(alpha - 1)", "both")),
        (),
        ("gap", "inverse"),
    ),
    Step(
        "high",
        f"{OF_BOUND} <= {PRINTED}",
        arithmetic(("1/(alpha - 1)", "one way"), ("1/(alpha - 1)", "the other way")),
        (),
        ("gap", "inverse"),
    ),
)
SHARP: Final = f"{OF_BOUND} <= (beta - 1)*(log(alpha) + log(beta))/(alpha*beta - 1)"
theorem(
    "SCOTT-14b-sharp",
    OTHER,
    SHARP,
    Step("largest", LARGEST, apply("a ratio above 1 and one below")),
    *INVERSES,
    Step("product", "0 < alpha*beta - 1", arithmetic("largest", ("alpha", "1 <= beta"))),
    inverse("alpha*beta - 1", "product", "inverse of the product"),
    Step(
        "both inverses",
        "0 <= 1/(alpha - 1)/(alpha*beta - 1)",
        arithmetic(("1/(alpha - 1)", "inverse of the product")),
        (),
        ("gap", "inverse", "product"),
    ),
    Step("by beta", f"1 <= beta*({RATIO})", arithmetic((RATIO, "beta is largest"))),
    Step("both", JEFFREYS, apply("both divergences as a mean")),
    Step(
        "chord",
        f"(alpha*beta - 1)*{GAPS} <= (alpha - 1)*(beta - 1)*(log(alpha) + log(beta))",
        apply(
            "gaps below the chord of both ends", "Pi is a law", "P is a law", "alpha is largest", "by beta", **RATIOS
        ),
    ),
    Step(
        "all",
        SHARP,
        arithmetic(("1/(alpha - 1)/(alpha*beta - 1)", "chord"), ("1/(alpha - 1)", "both")),
        (),
        ("gap", "product", "both inverses"),
    ),
)
