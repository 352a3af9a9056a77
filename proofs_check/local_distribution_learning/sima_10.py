"""SIMA-10: the p_{i,1} and p_{i,2} of (16) are laws on N labels, N the power of two with N/2 <= K <= N - 1.

Appendix A, (16). N = 2^n with n the number of binary digits of K. A column of the Hadamard matrix other than the first
is orthogonal to it, so half of its signs are -1. p_{i,1} is 2/N on these, p_{i,2} is a/N on sign 1 and (2 - a)/N on
sign -1: laws for 0 <= a <= 2, and T >= K/(9 m e^eps), the condition of Theorem 3, is a <= 1.

SIMA-10b: read as 2 K different ones for every such T, it fails at a = 1, where every p_{i,2} is uniform.

SIMA-10b-corrected: for 0 < a <= 2 other than 1 they are 2 K, for a = 1 they are K + 1. Their squared distances are 2/N
(two first ones), 2 (a - 1)^2/N (two second ones), and (1 + (a - 1)^2)/N or a^2/N (a first and a second one).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any, Final

from dpassay.analysis.channels import least
from dpassay.analysis.hadamard_class import order_of, separation_squared
from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import entries, family, rational, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import exhaustive
from dpassay.proofs_check.local_distribution_learning.lower_bound import (
    SEPARATION,
    all_laws,
    are_laws,
    is_class,
    separation_of,
)
from dpassay.proofs_check.models.hard_pairs import PAIRS, SEPARATED
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Model, Step, apply, arithmetic, inside, together, use

IN_RANGE: Final = entries(size=whole(1, 16), a=SEPARATION)


told("sima10", "all p_(i,1) and p_(i,2) are laws", is_class)(
    lambda instance: are_laws(all_laws(instance["size"], separation_of(instance)))
)


told("sima10-range", "for 0 < a <= 2 all p_(i,1) and p_(i,2) are laws", IN_RANGE)(
    lambda instance: are_laws(all_laws(instance["size"], Fraction(instance["a"])))
)


told("sima10-wider", "for 0 < a <= 5/2 all of them are laws", IN_RANGE.having(a=rational("(0, 5/2]")))(
    lambda instance: are_laws(all_laws(instance["size"], Fraction(instance["a"])))
)


told("sima10-uniform", "all of them give at least a/N to every label", is_class)(
    lambda instance: (
        least(p for law in all_laws(instance["size"], separation_of(instance)) for p in law)
        * order_of(instance["size"])
        >= separation_of(instance)
    )
)


@family(
    "hard-classes", "K = 1 to 8, e^eps = 4/3, 2 and 5, and the least T of Theorem 3, one more, and three times as many"
)
def _classes() -> Iterator[Instance]:
    for size, t in product(range(1, 9), ("4/3", "2", "5")):
        first = next(T for T in range(1, 99) if separation_squared(size, T, Fraction(t)) <= 1)
        for rounds in (first, first + 1, 3 * first):
            yield {"size": size, "rounds": rounds, "exp_eps": t}


@family("pair-separations", "K = 1, 2, 3, 4, 7 and a = 1/10, 1/5, ..., 2")
def separations() -> Iterator[Instance]:
    """Yield pairs at separations up to 2."""
    for size, tenths in product((1, 2, 3, 4, 7), range(1, 21)):
        yield {"size": size, "a": str(Fraction(tenths, 10))}


@family("pair-separations-wider", "K = 1, 2, 3, 4, 7 and a = 1/2, 1, ..., 5/2")
def _wider_separations() -> Iterator[Instance]:
    for size, halves in product((1, 2, 3, 4, 7), range(1, 6)):
        yield {"size": size, "a": str(Fraction(halves, 2))}


@claim(
    "SIMA-10",
    location="Appendix A, (16)",
    latex=r"p_{i,1}, p_{i,2} \in \mathcal D([N]),\quad a = \sqrt{K/(9 T m(\epsilon) e^\epsilon)},\ m = "
    r"\min\{(e^\epsilon - 1)^2, 1\}",
    text="There is a power of two N with N/2 <= K <= N - 1, and the p_{i,1} and p_{i,2} of (16) are distributions on "
    "[N].",
    checked=("T >= K/(9 m(eps) e^eps), the condition of Theorem 3; it is a <= 1",),
)
def sima_10() -> Case:
    """Balanced columns."""
    return Case(
        checks=(Goal("by (16), exactly", exhaustive("sima10", "hard-classes")),),
        sharper=(Goal("for all 0 < a <= 2", exhaustive("sima10-range", "pair-separations")),),
        twins=(
            Twin("at least a/N for every label", exhaustive("sima10-uniform", "hard-classes")),
            Twin("for all 0 < a <= 5/2", exhaustive("sima10-wider", "pair-separations-wider"), of=1),
        ),
        remarks=(
            "They are distributions exactly for 0 <= a <= 2, that is T >= K/(36 m(eps) e^eps); they need not be 2 K "
            "different ones (SIMA-10b). N is larger than K, and the class has 2 K members, so K stands for half of "
            "the size (SIMA-09).",
        ),
    )


@dataclass(frozen=True)
class Size:
    """K."""

    size: int

    def __post_init__(self) -> None:
        if self.size < 1:
            raise ValueError(f"size = {self.size}: expected 1 or more")


def _read(at: Size) -> dict[str, Any]:
    digits = len(f"{at.size:b}")
    return {"K": Fraction(at.size), "n": Fraction(digits), "N": Fraction(2**digits)}


def _sizes() -> Iterator[Size]:
    return map(Size, (1, 2, 3, 4, 7, 8, 100))


DIGITS: Final = Model(
    "a number and its binary digits",
    parameters={"K": "integer, 1 <= K", "n": "integer, 1 <= n", "N": "integer, 1 <= N"},
    facts={
        "power of two": "N = exp(n*log(2))",
        "digits": "exp((n - 1)*log(2)) <= K",
        "no more digits": "K < exp(n*log(2))",
    },
    settings=_sizes,
    read=_read,
)


ORDER: Final = "N/2 <= K <= N - 1"


theorem(
    "SIMA-10: the number of labels",
    DIGITS,
    ORDER,
    Step(
        "low",
        "N/2 <= K",
        arithmetic("digits", ("exp(-log(2))", "power of two")),
    ),
    Step("less", "K < N", arithmetic("no more digits", ("-1", "power of two"))),
    Step("whole", "K + 1 <= N", apply("integers are 1 apart", "less", A="K", B="N")),
    Step("high", "K <= N - 1", arithmetic("whole")),
    Step("all", ORDER, together("low", "high")),
)


LAWS: Final = "0 <= p1(k, x) and 0 <= p2(k, x) and sum(p1(k, x), x, 1, N) = 1 and sum(p2(k, x), x, 1, N) = 1"


theorem(
    "balanced columns",
    PAIRS,
    "sum(H(k + 1, x), x, 1, N) = 0",
    Step(
        "all",
        "sum(H(k + 1, x), x, 1, N) = 0",
        arithmetic(
            ("-1", inside("sum(H(k + 1, x)*_, x, 1, N)", "first column")), ("-1/k", use("orthogonal", y="1", z="k + 1"))
        ),
    ),
)


theorem(
    "the pairs are laws",
    PAIRS,
    LAWS,
    Step(
        "zero or one of it",
        "neg(y, x)**2 = neg(y, x)",
        arithmetic(("1/4", "signs"), ("-(1 - 2*neg(y, x) + H(y, x))/4", "sign -1")),
    ),
    Step("at least 0", "0 <= neg(y, x)", arithmetic("zero or one of it")),
    Step("at most 1", "neg(y, x) <= 1", apply("zero or one", "zero or one of it", x="neg(y, x)")),
    Step("first", "0 <= p1(k, x)", arithmetic(("-1", "(16), first"), ("2/N", use("at least 0", y="k + 1")))),
    Step("room", "0 <= (2 - a)/N", arithmetic(("1/N", "a <= 2"))),
    Step(
        "second",
        "0 <= p2(k, x)",
        arithmetic(
            ("-1", "(16), second"),
            ("-1", "(16), first"),
            ("-a/N", use("sign -1", y="k + 1")),
            ("(2 - a)/N", use("at least 0", y="k + 1")),
            ("a/N", use("at most 1", y="k + 1")),
        ),
        (),
        ("room",),
    ),
    Step("balanced", "sum(H(k + 1, x), x, 1, N) = 0", apply("balanced columns")),
    Step("mass", "p1(k, x) = (1 - H(k + 1, x))/N", arithmetic("(16), first", ("1/N", use("sign -1", y="k + 1")))),
    Step(
        "second masses",
        "sum(p2(k, x), x, 1, N) = sum(p1(k, x) + H(k + 1, x)*a/N, x, 1, N)",
        arithmetic(inside("sum(_, x, 1, N)", "(16), second")),
    ),
    Step("total", "sum(p1(k, x), x, 1, N) = 1", arithmetic(inside("sum(_, x, 1, N)", "mass"), ("-1/N", "balanced"))),
    Step("second total", "sum(p2(k, x), x, 1, N) = 1", arithmetic("second masses", "total", ("a/N", "balanced"))),
    Step("all", LAWS, together("first", "second", "total", "second total")),
)


LONG: Final = ("a <= 1",)


"""T >= K/(9 m e^eps), at the a of (16)."""


theorem(
    "SIMA-10",
    SEPARATED,
    LAWS.replace("k", "i"),
    Step("laws", LAWS, apply("the pairs are laws")),
    *(
        Step(f"part {n}", part.replace("k", "i"), together(use("laws", k="i", x="x" if n <= 2 else "1")), LONG)
        for n, part in enumerate(LAWS.split(" and "), 1)
    ),
    where=LONG,
    also=("SIMA-10: the number of labels",),
)
