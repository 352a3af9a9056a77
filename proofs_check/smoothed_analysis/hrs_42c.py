"""HRS-42c: the expected number of draws of the rejection sampling of Lemma G.3, until k points are kept, is k/sigma.

Each draw that is made is kept with probability sigma, whatever was kept before. So of at most m draws, made until k are
kept, sigma times their mean number is the mean number of those kept: k at most, and k but where fewer than k of m would
be kept, which is rare. With h = m sigma/k - 1 the mean is between k/sigma (1 - e^(-k h^2/(2 (1 + h)))) and k/sigma, to
which it tends as m grows.

For k = 1 the mean, counted where at most m draws are needed, has a closed form, by induction over m.
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
from dpassay.proofs_check.models.acceptances import DRAWS, STOPPED
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, use
from dpassay.proofs_check.smoothed_analysis.hrs_42 import KEPT

MEAN: Final = "sum(i*(missed(i - 1) - missed(i)), i, 1, {0})"
CLOSED: Final = "(1 - missed({0})*(1 + ({0})*s))/s"
SO_FAR: Final = f"{MEAN.format('u')} = {CLOSED.format('u')}"
ONE: Final = "the number of draws until one is kept"
theorem(
    ONE,
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
FOUND: Final = "sum(go(i)*X(i), i, 1, m)"
KEEPING: Final = "sum(X(i), i, 1, m)"
FEW: Final = "exp(-k*w**2/(2*(1 + w)))"
MANY: Final = ("(1 + w)*k <= m*s",)
AT_MOST: Final = "E(made) <= k/s"
AT_LEAST: Final = f"k/s*(1 - {FEW}) <= E(made)"
theorem(
    "HRS-42c",
    STOPPED,
    f"{AT_LEAST} and {AT_MOST}",
    Step("all draws", f"{KEPT} = s", apply("HRS-42b")),
    Step("each", "E(go(i)*X(i)) = s*E(go(i))", arithmetic("kept given the past", ("E(go(i))", "all draws"))),
    Step(
        "found",
        f"E({FOUND}) = sum(E(go(i)*X(i)), i, 1, m)",
        apply("expectation of a sum", P="P", X="i: go(i)*X(i)", low="1", high="m"),
    ),
    Step(
        "sums",
        "sum(E(go(i)*X(i)), i, 1, m) = sum(s*E(go(i)), i, 1, m)",
        apply("sum of equals", "each", f="i: E(go(i)*X(i))", g="i: s*E(go(i))", low="1", high="m"),
    ),
    Step(
        "made",
        "E(sum(go(i), i, 1, m)) = sum(E(go(i)), i, 1, m)",
        apply("expectation of a sum", P="P", X="i: go(i)", low="1", high="m"),
    ),
    Step(
        "number",
        "E(made) = E(sum(go(i), i, 1, m))",
        apply("expectation of equals", "all draws that are made", P="P", X="made", Y="sum(go(i), i, 1, m)"),
    ),
    Step(
        "Wald", f"s*E(made) = E({FOUND})", arithmetic(("s", "number"), ("s", "made"), ("-1", "found"), ("-1", "sums"))
    ),
    Step(
        "no more", f"E({FOUND}) <= E(k)", apply("expectation grows", "no more than are wanted", P="P", X=FOUND, Y="k")
    ),
    Step("likely", "s <= E(X(i))", arithmetic(("-1", "all draws"), ("-1", "chance"))),
    Step(
        "rarely few",
        f"Pr({KEEPING} <= k - 1) <= {FEW}",
        apply(
            "few of many trials",
            "independent",
            "kept or not",
            "likely",
            n="m",
            k="k",
            h="w",
            b="s",
            P="P",
            X="i: X(i)",
        ),
        MANY,
    ),
    Step(
        "as many",
        f"E(k*(1 - [{KEEPING} <= k - 1])) <= E({FOUND})",
        apply("expectation grows", "all that are wanted", P="P", X=f"k*(1 - [{KEEPING} <= k - 1])", Y=FOUND),
    ),
    Step("low", AT_LEAST, arithmetic(("1/s", "as many"), ("k/s", "rarely few"), ("-1/s", "Wald")), MANY),
    Step("high", AT_MOST, arithmetic(("1/s", "no more"), ("1/s", "Wald"))),
    where=MANY,
    variables={"w": "real, 0 < w"},
    samples={"w": (Fraction(1), Fraction(1, 10))},
    also=(ONE,),
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
    text="The expected number of draws until k are accepted is k/sigma, for all sigma in (0, 1]: of at most m >= (1 + "
    "h) k/sigma draws, h > 0, it is k/sigma at most, and at least k/sigma (1 - e^(-k h^2/(2 (1 + h)))). For k = 1, "
    "counted where at most m draws are needed, it is (1 - (1 - sigma)^m (1 + m sigma))/sigma, for every m.",
)
def hrs_42c() -> Case:
    """Wald's identity, and a geometric law."""
    return Case(
        checks=(Goal("sums over the number of draws", exhaustive("hrs42c", "waiting")),),
        twins=(Twin("(1 - (1 - sigma)^m)/sigma", exhaustive("hrs42c-less", "waiting")),),
    )
