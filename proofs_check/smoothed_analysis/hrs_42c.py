"""HRS-42c: the expected number of draws of the rejection sampling of Lemma G.3, until k points are kept, is k/sigma.

The first point that is kept is draw t with the probability that t - 1 draws are missed and t are not. The mean of that
number, counted where it is at most m, has a closed form, by induction over m, and tends to 1/sigma.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import entries, family, rational, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import exhaustive
from dpassay.proofs_check.models.acceptances import DRAWS
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, use
from dpassay.proofs_check.smoothed_analysis.hrs_42 import KEPT

MEAN: Final = "sum(i*(missed(i - 1) - missed(i)), i, 1, {0})"
CLOSED: Final = "(1 - missed({0})*(1 + ({0})*s))/s"
SO_FAR: Final = f"{MEAN.format('u')} = {CLOSED.format('u')}"
theorem(
    "HRS-42c",
    DRAWS,
    f"{MEAN.format('m')} = {CLOSED.format('m')}",
    Step("all draws", f"{KEPT} = s", apply("HRS-42b")),
    Step(
        "again",
        "missed(i) = missed(i - 1)*(1 - s)",
        arithmetic("none again", ("-missed(i - 1)", "all draws")),
    ),
    Step(
        "last",
        f"{MEAN.format('u + 1')} = {MEAN.format('u')} + (u + 1)*(missed(u) - missed(u + 1))",
        apply("last term", f="i: i*(missed(i - 1) - missed(i))", low="1", high="u + 1"),
    ),
    Step(
        "next",
        f"{MEAN.format('u + 1')} = {CLOSED.format('u + 1')}",
        arithmetic("last", SO_FAR, ("1/s", use("again", i="u + 1"))),
        (SO_FAR,),
    ),
    Step(
        "begin",
        f"1*(missed(0) - missed(1)) = {CLOSED.format('1')}",
        arithmetic(("1/s", "none yet"), ("1/s", use("again", i="1"))),
    ),
    Step(
        "all",
        f"{MEAN.format('m')} = {CLOSED.format('m')}",
        apply(
            "induction of equalities",
            "begin",
            "next",
            low="1",
            high="m",
            f=f"u: {MEAN.format('u')}",
            g=f"u: {CLOSED.format('u')}",
        ),
    ),
    variables={"u": "integer, 1 <= u, u <= m - 1"},
)
IS_WAITING: Final = entries(sigma=rational("(0, 1]"), most=whole(1))


def _is_mean(instance: Instance, times: int) -> bool:
    """Whether the mean, where at most m draws are needed, is the closed form, or without its part with m."""
    s, m = Fraction(instance["sigma"]), int(instance["most"])
    counted = sum((t * s * (1 - s) ** (t - 1) for t in range(1, m + 1)), Fraction(0))
    return bool(counted == (1 - (1 - s) ** m * (1 + times * m * s)) / s)


told("hrs42c", "the mean number of draws, where at most m are needed, is the closed form", IS_WAITING)(
    lambda instance: _is_mean(instance, 1)
)
told("hrs42c-less", "... is (1 - (1 - sigma)^m)/sigma", IS_WAITING)(lambda instance: _is_mean(instance, 0))


@family("waiting", "m = 1, 2, 10 and 100, sigma = 1, 1/2, 2/3 and 1/50")
def _waiting() -> Iterator[Instance]:
    for most, sigma in product((1, 2, 10, 100), ("1", "1/2", "2/3", "1/50")):
        yield {"sigma": sigma, "most": most}


@claim(
    "HRS-42c",
    location="proof of Lemma G.3",
    latex=r"\mathrm E[\text{number of samples}] = k/\sigma",
    text="The expected number of draws until one is accepted is 1/sigma, and so k/sigma for k of them, for all sigma "
    "in (0, 1]: counted where at most m draws are needed, it is (1 - (1 - sigma)^m (1 + m sigma))/sigma, for every m.",
)
def hrs_42c() -> Case:
    """A geometric law."""
    return Case(
        checks=(Goal("sums over the number of draws", exhaustive("hrs42c", "waiting")),),
        twins=(Twin("(1 - (1 - sigma)^m)/sigma", exhaustive("hrs42c-less", "waiting")),),
        beyond="That the sum tends to 1/sigma as m grows, and that the expectations of k such numbers add up.",
    )
