"""SIMA-10: the p_{i,1} and p_{i,2} of (16) are laws on N labels, N the power of two with N/2 <= K <= N - 1.

Appendix A, (16). N = 2^n with n the number of binary digits of K. A column of the Hadamard matrix other than the first
is orthogonal to it, so half of its signs are -1. p_{i,1} is 2/N on these, p_{i,2} is a/N on sign 1 and (2 - a)/N on sign
-1: laws for 0 <= a <= 2, and T >= K/(9 m e^eps), the condition of Theorem 3, is a <= 1.

SIMA-10b: read as 2 K different ones for every such T, it fails at a = 1, where every p_{i,2} is uniform.

SIMA-10b-corrected: for 0 < a <= 2 other than 1 they are 2 K, for a = 1 they are K + 1. Their squared distances are 2/N
(two first ones), 2 (a - 1)^2/N (two second ones), and (1 + (a - 1)^2)/N or a^2/N (a first and a second one).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from dpassay.proofs_check.models.hard_pairs import PAIRS, SEPARATED, game
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Model, Step, analysis, apply, arithmetic, together, use


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
    Step("two", "exp(log(2)) = 2", apply("exp of log", A="2")),
    Step("half", "exp(log(2))*N/2 = N", arithmetic(("N/2", "two"))),
    Step(
        "low",
        "N/2 <= K",
        arithmetic("digits", ("exp(-log(2))", "power of two"), ("exp(-log(2))", "half")),
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
    Step("first entry", "H(1, x)*H(k + 1, x) = H(k + 1, x)", arithmetic(("H(k + 1, x)", "first column"))),
    Step(
        "first entries",
        "sum(H(1, x)*H(k + 1, x), x, 1, N) = sum(H(k + 1, x), x, 1, N)",
        apply("sum of equals", "first entry", f="x: H(1, x)*H(k + 1, x)", g="x: H(k + 1, x)", low="1", high="N"),
    ),
    Step(
        "all",
        "sum(H(k + 1, x), x, 1, N) = 0",
        arithmetic(("-1", "first entries"), ("-1/k", use("orthogonal", y="1", z="k + 1"))),
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
        "masses",
        "sum(p1(k, x), x, 1, N) = sum((1 - H(k + 1, x))/N, x, 1, N)",
        apply("sum of equals", "mass", f="x: p1(k, x)", g="x: (1 - H(k + 1, x))/N", low="1", high="N"),
    ),
    Step(
        "second masses",
        "sum(p2(k, x), x, 1, N) = sum(p1(k, x) + H(k + 1, x)*a/N, x, 1, N)",
        apply("sum of equals", "(16), second", f="x: p2(k, x)", g="x: p1(k, x) + H(k + 1, x)*a/N", low="1", high="N"),
    ),
    Step("total", "sum(p1(k, x), x, 1, N) = 1", arithmetic("masses", ("-1/N", "balanced"))),
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


def _apart(one: str, other: str) -> str:
    return f"0 < sum(({one} - {other})**2, x, 1, N)"


PAIRS_OF_LAWS: Final = (
    ("p1(i, x)", "p1(j, x)"),
    ("p1(i, x)", "p2(j, x)"),
    ("p2(i, x)", "p1(j, x)"),
    ("p1(i, x)", "p2(i, x)"),
    ("p2(i, x)", "p2(j, x)"),
)
"""Of two pairs i < j, and of one pair."""
DIFFERENT: Final = " and ".join(_apart(*laws) for laws in PAIRS_OF_LAWS)
ORDERED: Final = ("i <= j - 1",)
refuted(
    "SIMA-10b",
    SEPARATED,
    DIFFERENT,
    where=(*LONG, *ORDERED),
    setting=game(4, "1", "4/3", ("sign 1",) * 3),
    i=Fraction(1),
    j=Fraction(2),
)
FIRST_SIGNS, SECOND_SIGNS = "(1 - H({} + 1, x))/N", "(1 + (a - 1)*H({} + 1, x))/N"


def _distance(one: str, other: str, square: str, *products: tuple[str, str]) -> Iterator[Step]:
    """The squared distance of two laws, through the inner products of their columns."""
    name = f"{one} and {other}"
    signs, laws = [], []
    for law in (one, other):
        kind, pair = law[:2], law[3]
        signs.append((FIRST_SIGNS if kind == "p1" else SECOND_SIGNS).format(pair))
        laws.append(use(f"{kind} by signs", k=pair))
    difference, sum_ = f"({one} - {other})", f"({one} - {other} + {signs[0]} - {signs[1]})"
    yield Step(
        f"{name}, entry",
        f"{difference}**2 = ({signs[0]} - {signs[1]})**2",
        arithmetic((f"{sum_}", laws[0]), (f"-{sum_}", laws[1])),
    )
    yield Step(
        f"{name}, entries",
        f"sum({difference}**2, x, 1, N) = sum(({signs[0]} - {signs[1]})**2, x, 1, N)",
        apply(
            "sum of equals",
            f"{name}, entry",
            f=f"x: {difference}**2",
            g=f"x: ({signs[0]} - {signs[1]})**2",
            low="1",
            high="N",
        ),
    )
    yield Step(
        f"{name}, added",
        f"sum({difference}**2, x, 1, N) = {square}",
        arithmetic(f"{name}, entries", *products),
        () if "i" in one and "i" in other else ORDERED,
    )


GRAM: Final = (
    Step(
        "p1 by signs", "p1(k, x) = (1 - H(k + 1, x))/N", arithmetic("(16), first", ("1/N", use("sign -1", y="k + 1")))
    ),
    Step("p2 by signs", "p2(k, x) = (1 + (a - 1)*H(k + 1, x))/N", arithmetic("(16), second", "p1 by signs")),
    Step(
        "norm",
        "sum(H(k + 1, x)**2, x, 1, N) = sum(1, x, 1, N)",
        apply("sum of equals", use("signs", y="k + 1"), f="x: H(k + 1, x)**2", g="x: 1", low="1", high="N"),
    ),
    Step(
        "product",
        "sum(H(i + 1, x)*H(j + 1, x), x, 1, N) = 0",
        arithmetic(("1/(i - j)", use("orthogonal", y="i + 1", z="j + 1"))),
        ORDERED,
    ),
)
NORMS: Final = (use("norm", k="i"), use("norm", k="j"))
DISTANCES: Final = (
    *_distance("p1(i, x)", "p1(j, x)", "2/N", ("1/N**2", NORMS[0]), ("1/N**2", NORMS[1]), ("-2/N**2", "product")),
    *_distance(
        "p1(i, x)",
        "p2(j, x)",
        "(1 + (a - 1)**2)/N",
        ("1/N**2", NORMS[0]),
        ("(a - 1)**2/N**2", NORMS[1]),
        ("2*(a - 1)/N**2", "product"),
    ),
    *_distance(
        "p2(i, x)",
        "p1(j, x)",
        "(1 + (a - 1)**2)/N",
        ("1/N**2", NORMS[1]),
        ("(a - 1)**2/N**2", NORMS[0]),
        ("2*(a - 1)/N**2", "product"),
    ),
    *_distance("p1(i, x)", "p2(i, x)", "a**2/N", ("a**2/N**2", NORMS[0])),
    *_distance(
        "p2(i, x)",
        "p2(j, x)",
        "2*(a - 1)**2/N",
        ("(a - 1)**2/N**2", NORMS[0]),
        ("(a - 1)**2/N**2", NORMS[1]),
        ("-2*(a - 1)**2/N**2", "product"),
    ),
)
SQUARE: Final = Step("square", "0 <= (a - 1)**2", analysis("0 <= z**2", "(-oo, oo)", z="a - 1"))
WITH: Final = {
    PAIRS_OF_LAWS[0]: (),
    PAIRS_OF_LAWS[1]: (("1/N", "square"),),
    PAIRS_OF_LAWS[2]: (("1/N", "square"),),
    PAIRS_OF_LAWS[3]: (),
    PAIRS_OF_LAWS[4]: (("2/N", "0 < (a - 1)**2"),),
}
NOT_1: Final = ("0 < (a - 1)**2",)
theorem(
    "SIMA-10b-corrected",
    PAIRS,
    DIFFERENT,
    *GRAM,
    *DISTANCES,
    SQUARE,
    *(
        Step(
            f"{one} is not {other}",
            _apart(one, other),
            arithmetic(("-1", f"{one} and {other}, added"), *WITH[one, other]),
            (*ORDERED, *NOT_1),
        )
        for one, other in PAIRS_OF_LAWS
    ),
    where=(*ORDERED, *NOT_1),
    also=("SIMA-10b-corrected: at 1",),
)
AT_1: Final = ("a = 1",)
EQUAL: Final = "p2(k, x) = 1/N"
theorem(
    "SIMA-10b-corrected: at 1",
    PAIRS,
    " and ".join([EQUAL, *(_apart(*laws) for laws in PAIRS_OF_LAWS[:4])]),
    *GRAM,
    *DISTANCES,
    SQUARE,
    Step("uniform", EQUAL, arithmetic("p2 by signs", ("H(k + 1, x)/N", AT_1[0])), AT_1),
    *(
        Step(
            f"{one} is not {other}",
            _apart(one, other),
            arithmetic(("-1", f"{one} and {other}, added"), *WITH[one, other]),
            (*ORDERED, *AT_1),
        )
        for one, other in PAIRS_OF_LAWS[:4]
    ),
    where=(*ORDERED, *AT_1),
)
