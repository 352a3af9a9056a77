"""HRS-10c: sum_v e^(s v) C(T, v) p^v (1 - p)^(T - v) = (p (e^s - 1) + 1)^T.

Appendix C.2, the equality in (4): the moment generating function of a binomial. True for every s. By induction on the
number of trials: the last one is a success with probability p, which multiplies the sum by p e^s, and else by 1 - p.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb
from typing import Final

from dpassay.exact import Number, exp
from dpassay.exact.expnumber import total
from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import PROBABILITY, entries, family, rational, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import exhaustive
from dpassay.proofs_check.models.binomial_counts import COUNTS
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside, use


@claim(
    "HRS-10c",
    location="Appendix C.2, (4), the equality",
    latex=r"\sum_{v=0}^T e^{sv} \binom Tv p^v (1 - p)^{T - v} = \big(p(e^s - 1) + 1\big)^T",
    text="The sum over v of e^(s v) times the probability that a binomial with T trials and p is v is "
    "(p (e^s - 1) + 1)^T, for every s.",
)
def hrs_10c() -> Case:
    """One trial more."""
    return Case(
        checks=(Goal("up to four trials", exhaustive("hrs10c", "binomials")),),
        twins=(Twin("(p (e^s - 1))^T", exhaustive("hrs10c-less", "binomials")),),
    )


TRIALS: Final = entries(trials=whole(0, 6), p=PROBABILITY, s=rational())


def _sides(instance: Instance, one: int) -> tuple[Number, Number]:
    """The sum, and (p (e^s - 1) + one)^T."""
    trials, p, s = instance["trials"], Fraction(instance["p"]), Fraction(instance["s"])
    weights = (comb(trials, v) * p**v * (1 - p) ** (trials - v) for v in range(trials + 1))
    return total(exp(s * v) * weight for v, weight in enumerate(weights)), (p * (exp(s) - 1) + one) ** trials


told("hrs10c", "the sum is (p (e^s - 1) + 1)^T", TRIALS)(lambda i: bool(_sides(i, 1)[0] == _sides(i, 1)[1]))
told("hrs10c-less", "the sum is (p (e^s - 1))^T", TRIALS)(lambda i: bool(_sides(i, 0)[0] == _sides(i, 0)[1]))


@family("binomials", "0, 1, 2 and 4 trials, p = 0, 1/3, 1, s = -2, 1/2, 1")
def _binomials() -> Iterator[Instance]:
    return (
        {"trials": trials, "p": p, "s": s}
        for trials, p, s in product((0, 1, 2, 4), ("0", "1/3", "1"), ("-2", "1/2", "1"))
    )


FACTOR: Final = "1 + p*(exp(s) - 1)"
WON: Final = "sum(exp(s*v)*count(n, v - 1), v, 0, n + 1)"
LATER: Final = "sum(exp(s*v)*count(n, v - 1), v, 1, n + 1)"
LOST: Final = "sum(exp(s*v)*count(n, v), v, 0, n + 1)"
BEFORE: Final = "sum(exp(s*v)*count(n, v), v, 0, n)"
NEXT: Final = "sum(exp(s*v)*count(n + 1, v), v, 0, n + 1)"
EITHER: Final = "p*count(n, v - 1) + (1 - p)*count(n, v)"
SO_FAR: Final = f"{BEFORE} = exp(n*log(q))"
CLAIMED: Final = "sum(exp(s*v)*count(T, v), v, 0, T) = exp(T*log(q))"
theorem(
    "HRS-10c",
    COUNTS,
    CLAIMED,
    Step("positive", "0 < q", arithmetic(("1/(1 + exp(s))", "p <= 1"))),
    Step(
        "lost",
        f"{LOST} = {BEFORE} + exp(s*(n + 1))*count(n, n + 1)",
        apply("last term", f="v: exp(s*v)*count(n, v)", low="0", high="n + 1"),
    ),
    Step(
        "won",
        f"{WON} = count(n, -1) + {LATER}",
        apply("sum in two parts", f="v: exp(s*v)*count(n, v - 1)", low="0", mid="0", high="n + 1"),
    ),
    Step(
        "shifted",
        f"sum(exp(s*(v + 1))*count(n, v), v, 0, n) = {LATER}",
        apply("sum of shifted terms", f="v: exp(s*v)*count(n, v - 1)", low="0", high="n"),
    ),
    Step(
        "next",
        f"{NEXT} = exp((n + 1)*log(q))",
        arithmetic(
            inside("sum(exp(s*v)*_, v, 0, n + 1)", "the last trial"),
            ("1 - p", "lost"),
            ("(1 - p)*exp(s*(n + 1))", use("none above m", m="n")),
            ("p", "won"),
            ("p", use("none below 0", m="n")),
            ("-p", "shifted"),
            ("q", SO_FAR),
        ),
        (SO_FAR,),
        ("positive",),
    ),
    Step(
        "start",
        "sum(exp(s*v)*count(0, v), v, 0, 0) = exp(0*log(q))",
        arithmetic("no trial"),
        (),
        ("positive",),
    ),
    Step(
        "all",
        CLAIMED,
        apply(
            "induction of equalities",
            "start",
            "next",
            low="0",
            high="T",
            f="n: sum(exp(s*v)*count(n, v), v, 0, n)",
            g="n: exp(n*log(q))",
        ),
        (),
        ("positive",),
    ),
    let={"q": FACTOR},
)
