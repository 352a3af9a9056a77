"""SCOTT-12: E log^2 r is at most the larger one of E (r - 1)^2 and E (1 - 1/r)^2.

Appendix A.1, after (1). True, of every positive random quantity: log^2 r is at most (r - 1)^2/r, which is
|r - 1| |1 - 1/r| and so at most the mean of both squares.

SCOTT-12b: the reason that is given, log^2 r <= (r - 1)^2 for r >= 1 and log^2 r <= (1 - 1/r)^2 for r < 1, bounds
E log^2 r by the mean of these two by turns. That is not below the larger one of both means: Pi = (1/3, 2/3) and
P = (1/2, 1/2) give 17/108 beside 1/8 and 1/9.

SCOTT-12-sharp: E log^2 r <= E (r - 1)^2/r = sum Pi^2/P - 1.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from dpassay.exact import as_real
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.models.estimates_of_kl import (
    DIFFERENT,
    ESTIMATES,
    Estimate,
    mean_of_inverse_square,
    mean_of_square,
)
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.private_kl_estimation.averages import mean
from dpassay.proofs_check.private_kl_estimation.pairs import IS_PAIR, mean_of_square_log, other_pairs, pair_of
from dpassay.proofs_check.private_kl_estimation.variance import RATIO, L
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic


def _by_turns(at: Estimate) -> Fraction:
    """The mean of (r - 1)^2 where r >= 1, and of (1 - 1/r)^2 elsewhere."""
    terms = ((r - 1) ** 2 if r >= 1 else (1 - 1 / r) ** 2 for r in at.ratios)
    return sum((q * term for q, term in zip(at.public, terms, strict=True)), Fraction(0))


def _split(instance: Instance) -> dict[str, Any]:
    at = pair_of(instance)
    return {"by turns": _by_turns(at), "the larger mean": max(mean_of_square(at), mean_of_inverse_square(at))}


told(
    "scott12",
    "E log^2 r <= max{E (r - 1)^2, E (1 - 1/r)^2}",
    IS_PAIR,
)(lambda instance: at_most(mean_of_square_log(pair_of(instance)), as_real(_split(instance)["the larger mean"])))
told("scott12-half", "E log^2 r <= half of it", IS_PAIR)(
    lambda instance: at_most(mean_of_square_log(pair_of(instance)), as_real(_split(instance)["the larger mean"] / 2))
)
told("scott12b", "the mean by turns is at most the larger one of both means", IS_PAIR, _split)(
    lambda instance: _split(instance)["by turns"] <= _split(instance)["the larger mean"]
)
told("scott12b-both", "the mean by turns is at most the sum of both means", IS_PAIR)(
    lambda instance: (
        _split(instance)["by turns"]
        <= sum((mean_of_square(pair_of(instance)), mean_of_inverse_square(pair_of(instance))), Fraction(0))
    )
)


@claim(
    "SCOTT-12",
    location="A.1, after (1)",
    latex=r"\mathbb E[\log^2 r] \le \max\{\mathbb E[(r - 1)^2],\ \mathbb E[(1 - 1/r)^2]\}",
    text="For P and Pi of full support and r = P/Pi under Pi, E log^2 r <= max{E (r - 1)^2, E (1 - 1/r)^2}.",
    checked=("P and Pi have full support",),
)
def scott_12() -> Case:
    """The mean of both squares."""
    return Case(
        checks=(Goal("small laws, exactly", exhaustive("scott12", "pairs-of-laws")),),
        twins=(Twin("half of it", exhaustive("scott12-half", "pairs-of-laws")),),
    )


@claim(
    "SCOTT-12b",
    location="A.1, after (1), the split by r >= 1 that is meant to give it",
    latex=r"\mathbb E\big[(r - 1)^2 [r \ge 1] + (1 - 1/r)^2 [r < 1]\big] \le "
    r"\max\{\mathbb E[(r - 1)^2],\ \mathbb E[(1 - 1/r)^2]\}",
    text="The pointwise bounds give the bound in the mean: the mean of (r - 1)^2 where r >= 1 and of (1 - 1/r)^2 "
    "elsewhere is at most the larger one of E (r - 1)^2 and E (1 - 1/r)^2.",
    corrected_by="SCOTT-12",
)
def scott_12b() -> Case:
    """The mean of the larger one is not at most the larger mean."""
    return Case(
        argument="At each point the larger one of both squares is taken, and its mean is at least the larger mean, not "
        "at most. The bound on E log^2 r is true for another reason (SCOTT-12).",
        counterexample=Goal("two laws", counterexample("scott12b"), Hunt("scott12b", other_pairs)),
        twins=(Twin("the sum of both means", counterexample("scott12b-both")),),
    )


@claim(
    "SCOTT-12-sharp",
    location="A.1, after (1)",
    latex=r"\mathbb E[\log^2 r] \le \textstyle\sum_x \Pi(x)^2/P(x) - 1",
    text="E log^2 r <= E (r - 1)^2/r = sum Pi^2/P - 1.",
    checked=("P and Pi have full support",),
)
def scott_12_sharp() -> Case:
    """log^2 r <= (r - 1)^2/r."""
    return Case(
        remarks=(
            "It is at most the bound of SCOTT-12: by the inequality of Cauchy and Schwarz, E (r - 1)^2/r is at most "
            "the geometric mean of E (r - 1)^2 and E (1 - 1/r)^2.",
        )
    )


INVERSES: Final = "sum(q(x)**2/p(x), x, 1, k)"
theorem(
    "SCOTT-12",
    ESTIMATES,
    f"{L} <= larger",
    Step(
        "by both",
        f"{L} <= {mean(f'(({RATIO} - 1)**2 + (1 - 1/({RATIO}))**2)/2')}",
        apply("squared logarithms by both squares", k="k", a="1", b="1", q="x: q(x)", r=f"x: {RATIO}"),
    ),
    Step(
        "all",
        f"{L} <= larger",
        arithmetic(
            "by both", ("1/2", "the larger is E (r - 1)^2 or more"), ("1/2", "the larger is E (1 - 1/r)^2 or more")
        ),
    ),
)
refuted(
    "SCOTT-12b",
    ESTIMATES,
    f"{mean(f'({RATIO} - 1)**2*[1 <= {RATIO}] + (1 - q(x)/p(x))**2*[{RATIO} < 1]')} <= larger",
    setting=DIFFERENT[0],
)
theorem(
    "SCOTT-12-sharp",
    ESTIMATES,
    f"{L} <= {INVERSES} - 1",
    Step(
        "all",
        f"{L} <= {INVERSES} - 1",
        apply(
            "squared logarithms by inverse ratios",
            "Pi is a law",
            "P is a law",
            k="k",
            a="1",
            b="1",
            q="x: q(x)",
            r=f"x: {RATIO}",
        ),
    ),
)
