"""SCOTT-24: 0 <= lambda_0 <= (alpha beta - 1)^2/(2 alpha beta (alpha - 1)) in the TAgg model.

Remark 1, "since the upper bounds for the variance are the same". Equal bounds on two variances say nothing of where
these are least. For the estimator with the sign of A set right the variance is least at J/V, and the upper bound fails
for the reference (1/3, 2/3) and data (1/2, 1/2): (4/3) log 2 = 0.924 against 1/2. (As printed, with + log r, it is
least at 0.)

SCOTT-24-corrected: 1/alpha <= J/V <= beta.
"""

from __future__ import annotations

from fractions import Fraction

from dpassay.exact import LogForm
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.models.private_estimates_of_kl_sums import SUMS, both_divergences, spread
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.private_kl_estimation.scott_16 import FULL, SMALLEST, as_sums, few_sums, is_sums
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, inside, use


@claim(
    "SCOTT-24",
    location="Remark 1, with the lambda_0 of Definition 4.1 and the sign of A set right",
    latex=r"0 \le \lambda_0 \le \frac{(\alpha \beta - 1)^2}{2 \alpha \beta (\alpha - 1)}",
    text="The lambda_0 of the TAgg model, J/V, is at least 0 and at most (alpha beta - 1)^2/(2 alpha beta (alpha - "
    "1)).",
    checked=(*FULL, "the data are not the reference"),
    corrected_by="SCOTT-24-corrected",
)
def scott_24() -> Case:
    """The bound is that for the least point of the bound."""
    return Case(
        argument="With the reference (1/3, 2/3) and data (1/2, 1/2) J is (1/6) log 2, V is 1/8, alpha 3/2 and beta "
        "4/3: "
        "lambda_0 is 0.924, and the bound is 1/2.",
        counterexample=Goal("two cells", counterexample("scott24"), Hunt("scott24", few_sums)),
        twins=(Twin("beta", counterexample("scott24-corrected")),),
        remarks=("Of (A + B)/T as Algorithm 2 prints it the variance is least at 0, where both bounds hold.",),
    )


@claim(
    "SCOTT-24-corrected",
    location="Remark 1",
    latex=r"\tfrac1\alpha \le \lambda_0 = \tfrac{J}{V} \le \beta",
    text="The lambda_0 of Definition 4.1, J/V, is at least 1/alpha and at most beta.",
    checked=(*FULL, "the data are not the reference"),
)
def scott_24_corrected() -> Case:
    """(r - 1)^2/alpha <= (r - 1) log r <= beta (r - 1)^2."""
    return Case(
        checks=(Goal("two and three cells, exactly", exhaustive("scott24-corrected", "scott-sums")),),
        twins=(Twin("as printed", exhaustive("scott24", "scott-sums")),),
    )


def _optimum(instance: Instance) -> tuple[LogForm, Fraction, Fraction]:
    """J/V, alpha and beta."""
    at = as_sums(instance)
    return both_divergences(at) / spread(at), max(at.ratios), 1 / min(at.ratios)


def _printed(instance: Instance) -> bool:
    optimum, top, inverse = _optimum(instance)
    product = top * inverse
    return LogForm() <= optimum and at_most(optimum, LogForm((product - 1) ** 2 / (2 * product * (top - 1))))


def _between(instance: Instance) -> bool:
    optimum, top, inverse = _optimum(instance)
    return at_most(LogForm(1 / top), optimum) and at_most(optimum, LogForm(inverse))


told("scott24", "0 <= J/V <= (alpha beta - 1)^2/(2 alpha beta (alpha - 1))", is_sums)(_printed)
told("scott24-corrected", "1/alpha <= J/V <= beta", is_sums)(_between)
OTHER = ("0 < V",)
"""The data are not the reference."""
refuted(
    "SCOTT-24",
    SUMS,
    "0 <= J/V and J/V <= (al*be - 1)**2/(2*al*be*(al - 1))",
    setting=SMALLEST,
    where=(*OTHER, "1 < al"),
)
UP, DOWN = ("0 <= r(t) - 1",), ("r(t) - 1 < 0",)
PULL, SQUARE = "(r(t) - 1)*log(r(t))", "(r(t) - 1)**2"
HIGH, LOW = f"{PULL} <= be*{SQUARE}", f"{SQUARE} <= al*{PULL}"
theorem(
    "SCOTT-24-corrected",
    SUMS,
    "1/al <= J/V and J/V <= be",
    Step("alpha", "1 <= al", arithmetic(inside("E(_)", "largest", t="1"), ("-1", use("a ratio has mean 1", t="1")))),
    Step(
        "beta",
        "1 <= be",
        arithmetic(inside("E(_)", "largest inverse", t="1"), ("be", use("a ratio has mean 1", t="1"))),
    ),
    Step("tangent", "log(r(t)) <= r(t) - 1", analysis("log(z) <= z - 1", "(0, oo)", z="r(t)")),
    Step("inverse", "1 - 1/r(t) <= log(r(t))", analysis("1 - 1/z <= log(z)", "(0, oo)", z="r(t)")),
    Step("down", "0 <= 1 - r(t)", arithmetic(DOWN[0]), DOWN),
    Step("scaled up", "0 <= al*(r(t) - 1)", arithmetic(("al", UP[0])), UP),
    Step("scaled down", "0 <= al*(1 - r(t))", arithmetic(("al", "down")), DOWN),
    Step("square up", f"0 <= {SQUARE}", arithmetic(("r(t) - 1", UP[0])), UP),
    Step("square down", f"0 <= {SQUARE}", arithmetic(("1 - r(t)", "down")), DOWN, ("down",)),
    Step("over it up", f"0 <= {SQUARE}/r(t)", arithmetic(("1/r(t)", "square up")), UP),
    Step("over it down", f"0 <= {SQUARE}/r(t)", arithmetic(("1/r(t)", "square down")), DOWN),
    Step("above, up", HIGH, arithmetic(("r(t) - 1", "tangent"), (SQUARE, "beta")), UP, ("square up",)),
    Step(
        "above, down",
        HIGH,
        arithmetic(("1 - r(t)", "inverse"), (f"{SQUARE}/r(t)", "largest inverse")),
        DOWN,
        ("down", "over it down"),
    ),
    Step("above", HIGH, apply("cases", "above, up", "above, down", A=PULL, B=f"be*{SQUARE}", c="r(t) - 1")),
    Step(
        "below, up",
        LOW,
        arithmetic(("al*(r(t) - 1)", "inverse"), (f"{SQUARE}/r(t)", "largest")),
        UP,
        ("over it up", "scaled up"),
    ),
    Step(
        "below, down",
        LOW,
        arithmetic(("al*(1 - r(t))", "tangent"), (SQUARE, "alpha")),
        DOWN,
        ("square down", "scaled down"),
    ),
    Step("below", LOW, apply("cases", "below, up", "below, down", A=SQUARE, B=f"al*{PULL}", c="r(t) - 1")),
    Step(
        "least",
        "1/al <= J/V",
        arithmetic(
            ("1/(al*V)", inside("E(_)", "below", t="1")),
            ("-1/(al*V)", use("variance of a ratio", t="1")),
            ("1/V", use("both divergences", t="1")),
        ),
        OTHER,
    ),
    Step(
        "most",
        "J/V <= be",
        arithmetic(
            ("1/V", inside("E(_)", "above", t="1")),
            ("be/V", use("variance of a ratio", t="1")),
            ("-1/V", use("both divergences", t="1")),
        ),
        OTHER,
    ),
    where=OTHER,
)
