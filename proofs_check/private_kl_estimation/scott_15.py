"""SCOTT-15: the proof of Corollary 4.5, the inequality of Dragomir and Gluscevic, and the algebra.

KL(P || Q) <= (R - rho)^2/(4 rho R) where rho <= P/Q <= R. It is used for P and Pi with rho = 1/beta and R = alpha, and
for Pi and P with rho = 1/alpha and R = beta: both bounds are (alpha beta - 1)^2/(4 alpha beta), and add up to what is
printed, times alpha - 1. The bound of Theorem 4.4 is least where lambda (alpha - 1) = KL(P || Pi) + KL(Pi || P). All
this is true for alpha > 1; false is that the variance is least there too (SCOTT-14a).

log r <= r - 1 gives KL(P || Q) <= E r^2 - 1, which is at most (R - 1)(1 - rho), and what that lacks to the bound of
Dragomir and Gluscevic is a square.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.exact import as_real
from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import exhaustive
from dpassay.proofs_check.models.estimates_of_kl import OTHER
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.private_kl_estimation.averages import averaged, mean
from dpassay.proofs_check.private_kl_estimation.pairs import IS_PAIR, forward, pair_of
from dpassay.proofs_check.private_kl_estimation.ratios import HIGH, LAWS, LOW, WEIGHTS
from dpassay.proofs_check.private_kl_estimation.variance import RATIO, RATIOS
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic


def _holds(instance: Instance, share: Fraction) -> bool:
    at = pair_of(instance)
    product = at.alpha * at.beta
    return at_most(forward(at), as_real(share * (product - 1) ** 2 / (4 * product)))


told("scott15", "KL(Pi || P) <= (alpha beta - 1)^2/(4 alpha beta)", IS_PAIR)(
    lambda instance: _holds(instance, Fraction(1))
)
told("scott15-fifth", "KL(Pi || P) <= a fifth of it", IS_PAIR)(lambda instance: _holds(instance, Fraction(1, 5)))


@claim(
    "SCOTT-15",
    location="proof of Corollary 4.5",
    latex=r"D_{\mathrm{KL}}(P \| \Pi) \le \frac{(\alpha - 1/\beta)^2}{4 \alpha/\beta},\ D_{\mathrm{KL}}(\Pi \| P) \le "
    r"\frac{(\beta - 1/\alpha)^2}{4 \beta/\alpha},\ \lambda_B = \frac{D_{\mathrm{KL}}(P \| \Pi) + "
    r"D_{\mathrm{KL}}(\Pi \| P)}{\alpha - 1}",
    text="The bound of Theorem 4.4 is least at (KL(P || Pi) + KL(Pi || P))/(alpha - 1); KL(P || Pi) <= (alpha - 1/"
    "beta)^2/(4 alpha/beta) and KL(Pi || P) <= (beta - 1/alpha)^2/(4 beta/alpha), by an inequality of Dragomir and "
    "Gluscevic; both bounds are (alpha beta - 1)^2/(4 alpha beta).",
    checked=("P and Pi have full support", "P is not Pi, so that alpha > 1"),
)
def scott_15() -> Case:
    """A square is at least 0."""
    return Case(
        checks=(Goal("small laws", exhaustive("scott15", "pairs-of-laws")),),
        twins=(Twin("a fifth of it", exhaustive("scott15-fifth", "pairs-of-laws")),),
        remarks=(
            "The inequality itself is proved here, for any two laws; that it is Theorem 5 of [26] is not checked.",
        ),
    )


SQUARE: Final = "(a*b - 1)**2/(4*a*b)"
TOWARDS: Final = f"{mean('r(x)*log(r(x))')} <= {SQUARE}"
LOG: Final = "log(z) <= z - 1"
theorem(
    "Dragomir and Gluscevic",
    WEIGHTS,
    TOWARDS,
    Step("tangent", "log(r(x)) <= r(x) - 1", analysis(LOG, "(0, oo)", z="r(x)")),
    Step("a ratio", "r(x)*log(r(x)) <= r(x)*(r(x) - 1)", arithmetic(("r(x)", "tangent"))),
    *averaged("ratios", "r(x)*log(r(x))", "r(x)*(r(x) - 1)", "a ratio"),
    Step(
        "largest mean",
        f"{mean('(r(x) - 1)**2')} <= (a - 1)*(1 - 1/b)",
        apply("largest variance of a ratio", *LAWS, *HIGH, *LOW, k="k", a="a", b="b", q="x: q(x)", r="x: r(x)"),
    ),
    Step("square", "0 <= (a*b + 1 - 2*a)**2", analysis("0 <= z**2", "(-oo, oo)", z="a*b + 1 - 2*a")),
    Step("all", TOWARDS, arithmetic("ratios", "largest mean", "mean 1", ("-1", "weights"), ("1/(4*a*b)", "square"))),
    given={**LAWS, **HIGH, **LOW},
)
AWAY: Final = f"{mean('-log(r(x))')} <= {SQUARE}"
theorem(
    "Dragomir and Gluscevic, the other way",
    WEIGHTS,
    AWAY,
    Step("tangent", "log(1/r(x)) <= 1/r(x) - 1", analysis(LOG, "(0, oo)", z="1/r(x)")),
    Step("a ratio", "-log(r(x)) <= 1/r(x) - 1", arithmetic("tangent")),
    *averaged("ratios", "-log(r(x))", "1/r(x) - 1", "a ratio"),
    Step(
        "largest mean",
        f"{mean('1/r(x)')} - 1 <= (a - 1)*(b - 1)/a",
        apply("largest mean of an inverse ratio", *LAWS, *HIGH, *LOW, k="k", a="a", b="b", q="x: q(x)", r="x: r(x)"),
    ),
    Step("square", "0 <= (a*b + 1 - 2*b)**2", analysis("0 <= z**2", "(-oo, oo)", z="a*b + 1 - 2*b")),
    Step("all", AWAY, arithmetic("ratios", "largest mean", ("-1", "weights"), ("1/(4*a*b)", "square"))),
    given={**LAWS, **HIGH, **LOW},
)

HALF: Final = "(alpha*beta - 1)**2/(4*alpha*beta)"
LEAST: Final = "(KL + back)/(alpha - 1)"
"""Where the bound is least."""
NEEDS: Final = ("Pi is a law", "P is a law", "alpha is largest", "smallest")
BOUND: Final = "({0}**2/T*(alpha - 1) + (most + KL**2)/T - 2*{0}/T*(back + KL) + s2)"
DERIVATIVE: Final = f"{BOUND.format(f'({LEAST})')} <= {BOUND.format('l')}"
PARTS: Final = (
    DERIVATIVE,
    "back <= (alpha - 1/beta)**2/(4*alpha/beta)",
    "KL <= (beta - 1/alpha)**2/(4*beta/alpha)",
    f"back <= {HALF}",
    f"KL <= {HALF}",
)
theorem(
    "SCOTT-15",
    OTHER,
    " and ".join(PARTS),
    Step("above 1", "1 < alpha", apply("a ratio above 1 and one below")),
    Step("gap", f"0 <= (l - {LEAST})**2", analysis("0 <= z**2", "(-oo, oo)", z=f"l - {LEAST}"), (), ("above 1",)),
    Step("room", "0 <= (alpha - 1)/T", arithmetic(("1/T", "1 <= alpha"))),
    Step("smallest", f"1 <= beta*({RATIO})", arithmetic((RATIO, "beta is largest"))),
    Step(
        "towards",
        f"{mean(f'({RATIO})*log({RATIO})')} <= {HALF}",
        apply("Dragomir and Gluscevic", *NEEDS, **RATIOS),
    ),
    Step(
        "away",
        f"{mean(f'-log({RATIO})')} <= {HALF}",
        apply("Dragomir and Gluscevic, the other way", *NEEDS, **RATIOS),
    ),
    Step("logs", f"KL = -{mean(f'log({RATIO})')}", apply("the divergence as a mean")),
    Step("derivative", PARTS[0], arithmetic(("(alpha - 1)/T", "gap")), (), ("above 1", "room")),
    Step("first", PARTS[1], arithmetic("towards", "divergence back")),
    Step("second", PARTS[2], arithmetic("away", "logs")),
    Step("first, simpler", PARTS[3], arithmetic("first")),
    Step("second, simpler", PARTS[4], arithmetic("second")),
)
