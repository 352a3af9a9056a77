"""SCOTT-13: from E (r - 1)^2 and E (1 - 1/r)^2 to max{alpha, beta^2} - 1, in the steps up to (2).

Appendix A.1. E (r - 1)^2 = E r^2 - 1 as E r = 1; E (1 - 1/r)^2 <= E 1/r^2 - 1, as E 1/r >= 1; E r^2 = sum P^2/Pi is at
most alpha, and E 1/r^2 = sum Pi^3/P^2 at most beta^2.

SCOTT-13b: after (2), sum P^2/Pi is replaced by alpha with the sign =. That is so for P = Pi alone.

SCOTT-13-sharp: E (r - 1)^2 <= (alpha - 1)(1 - 1/beta) and sum Pi^2/P - 1 <= (alpha - 1)(beta - 1)/alpha, with equality
where r has two values.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.models.estimates_of_kl import DIFFERENT, ESTIMATES, mean_of_inverse_square, mean_of_square
from dpassay.proofs_check.private_kl_estimation.averages import averaged, mean
from dpassay.proofs_check.private_kl_estimation.pairs import IS_PAIR, other_pairs, pair_of
from dpassay.proofs_check.private_kl_estimation.variance import RATIO, RATIOS, V
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic


def _bounds(instance: Instance) -> tuple[Fraction, Fraction]:
    """The larger one of both means, and max{alpha, beta^2} - 1."""
    at = pair_of(instance)
    return max(mean_of_square(at), mean_of_inverse_square(at)), max(at.alpha, at.beta**2) - 1


told("scott13", "max{E (r - 1)^2, E (1 - 1/r)^2} <= max{alpha, beta^2} - 1", IS_PAIR)(
    lambda instance: _bounds(instance)[0] <= _bounds(instance)[1]
)
told("scott13-third", "... <= a third of it", IS_PAIR)(
    lambda instance: 3 * _bounds(instance)[0] <= _bounds(instance)[1]
)
told(
    "scott13b",
    "sum P^2/Pi = alpha",
    IS_PAIR,
    lambda instance: {"sum P^2/Pi": 1 + mean_of_square(pair_of(instance)), "alpha": pair_of(instance).alpha},
)(lambda instance: 1 + mean_of_square(pair_of(instance)) == pair_of(instance).alpha)
told("scott13b-at-most", "sum P^2/Pi <= alpha", IS_PAIR)(
    lambda instance: 1 + mean_of_square(pair_of(instance)) <= pair_of(instance).alpha
)


@claim(
    "SCOTT-13",
    location="A.1, from max{E (r - 1)^2, E (1 - 1/r)^2} to (2)",
    latex=r"\mathbb E[(r - 1)^2] = \mathbb E[r^2] - 1,\ \mathbb E[(1 - 1/r)^2] \le \mathbb E[1/r^2] - 1,\ "
    r"\textstyle\sum_x P^2/\Pi \le \alpha,\ \sum_x \Pi^3/P^2 \le \beta^2",
    text="E (r - 1)^2 = E r^2 - 1; E (1 - 1/r)^2 <= E 1/r^2 - 1; sum P^2/Pi <= alpha; sum Pi^3/P^2 <= beta^2. So both "
    "means are at most max{alpha, beta^2} - 1.",
    checked=("P and Pi have full support",),
)
def scott_13() -> Case:
    """Step by step."""
    return Case(
        checks=(Goal("small laws, exactly", exhaustive("scott13", "pairs-of-laws")),),
        twins=(Twin("a third of it", exhaustive("scott13-third", "pairs-of-laws")),),
    )


@claim(
    "SCOTT-13b",
    location="A.1, after (2), the line with lambda_0^2 alpha",
    latex=r"\textstyle\sum_x P(x)^2/\Pi(x) = \alpha",
    text="The line that replaces sum P^2/Pi by alpha begins with =: sum P^2/Pi = alpha.",
    corrected_by="SCOTT-13",
)
def scott_13b() -> Case:
    """It is at most alpha."""
    return Case(
        argument="sum P^2/Pi is the mean of P/Pi under P, and equals its largest value only where P/Pi is constant.",
        counterexample=Goal("two laws", counterexample("scott13b"), Hunt("scott13b", other_pairs)),
        twins=(Twin("at most alpha", counterexample("scott13b-at-most")),),
    )


@claim(
    "SCOTT-13-sharp",
    location="A.1, (2)",
    latex=r"\mathbb E[(r - 1)^2] \le (\alpha - 1)(1 - 1/\beta),\ \textstyle\sum_x \Pi^2/P - 1 \le "
    r"(\alpha - 1)(\beta - 1)/\alpha",
    text="E (r - 1)^2 <= (alpha - 1)(1 - 1/beta) and sum Pi^2/P - 1 <= (alpha - 1)(beta - 1)/alpha.",
    checked=("P and Pi have full support",),
)
def scott_13_sharp() -> Case:
    """(alpha - r)(r - 1/beta) is at least 0."""
    return Case(remarks=("Both are equalities where P/Pi has two values, such as on a domain of two points.",))


PRINTED: Final = (
    f"{V} = sum(p(x)**2/q(x), x, 1, k) - 1",
    f"{mean('(1 - q(x)/p(x))**2')} <= sum(q(x)**3/p(x)**2, x, 1, k) - 1",
    "sum(p(x)**2/q(x), x, 1, k) <= alpha",
    "sum(q(x)**3/p(x)**2, x, 1, k) <= beta**2",
    f"{V} <= most",
    f"{mean('(1 - q(x)/p(x))**2')} <= most",
)
theorem(
    "SCOTT-13",
    ESTIMATES,
    " and ".join(PRINTED),
    Step("an inverse", f"2 - {RATIO} <= 1/({RATIO})", analysis("2 - z <= 1/z", "(0, oo)", z=RATIO)),
    *averaged("inverses", f"2 - {RATIO}", f"1/({RATIO})", "an inverse"),
    Step("a ratio", f"({RATIO})**2 <= alpha*({RATIO})", arithmetic((RATIO, "alpha is largest"))),
    *averaged("ratios", f"({RATIO})**2", f"alpha*({RATIO})", "a ratio"),
    Step("a square", "(q(x)/p(x))**2 <= beta**2", arithmetic(("beta + q(x)/p(x)", "beta is largest"))),
    *averaged("squares", "(q(x)/p(x))**2", "beta**2", "a square"),
    Step("first", PRINTED[0], arithmetic(("-2", "P is a law"), "Pi is a law")),
    Step("second", PRINTED[1], arithmetic(("2", "inverses"), ("-3", "Pi is a law"), ("2", "P is a law"))),
    Step("third", PRINTED[2], arithmetic("ratios", ("alpha", "P is a law"))),
    Step("fourth", PRINTED[3], arithmetic("squares", ("beta**2", "Pi is a law"))),
    Step("fifth", PRINTED[4], arithmetic("first", "third", "the larger is alpha - 1 or more")),
    Step("sixth", PRINTED[5], arithmetic("second", "fourth", "the larger is beta^2 - 1 or more")),
)
refuted("SCOTT-13b", ESTIMATES, "sum(p(x)**2/q(x), x, 1, k) = alpha", setting=DIFFERENT[0])
SHARP: Final = (
    f"{V} <= (alpha - 1)*(1 - 1/beta)",
    "sum(q(x)**2/p(x), x, 1, k) - 1 <= (alpha - 1)*(beta - 1)/alpha",
)
theorem(
    "SCOTT-13-sharp",
    ESTIMATES,
    " and ".join(SHARP),
    Step("smallest", f"1 <= beta*({RATIO})", arithmetic((RATIO, "beta is largest"))),
    Step(
        "first",
        SHARP[0],
        apply("largest variance of a ratio", "Pi is a law", "P is a law", "alpha is largest", "smallest", **RATIOS),
    ),
    Step(
        "second",
        SHARP[1],
        apply(
            "largest mean of an inverse ratio", "Pi is a law", "P is a law", "alpha is largest", "smallest", **RATIOS
        ),
    ),
)
