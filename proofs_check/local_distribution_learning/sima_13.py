"""SIMA-13."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from dpassay.proofs_check.local_distribution_learning.far_from_a_pair import BOTH, MASS, OTHER
from dpassay.proofs_check.models.anything import numbers
from dpassay.proofs_check.models.hard_pairs import PAIRS
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Model, Step, analysis, apply, arithmetic, together, use

SIGN: Final = "neg(k + 1, x)"
LIKELY, UNLIKELY = (f"1/2 <= {SIGN}",), (f"{SIGN} < 1/2",)
TERM: Final = "p1(k, x)*log(N*half(k, x))"
VALUE: Final = "p1(k, x)*log(2 - a/2)"
HALF, LARGEST = "N*half(k, x)", "2 - a/2"
LOG: Final = "log(2 - a/2)"
MIDDLE: Final = f"log(2) - {LOG}"


def _side(name: str, low: str, high: str) -> Iterator[Step]:
    """One of the two inequalities that make the divergence from the middle what it is."""
    small, large = (f"p1(k, x)*log({end})" for end in (low, high))
    yield Step(f"{name}, mass", f"{low} <= {high}", arithmetic(_turned(name, "middle mass")), LIKELY)
    yield Step(f"{name}, log", f"log({low}) <= log({high})", apply("log grows", f"{name}, mass", A=low, B=high), LIKELY)
    yield Step(
        f"{name}, likely", f"{small} <= {large}", arithmetic(("p1(k, x)", f"{name}, log")), LIKELY, ("at least 0",)
    )
    yield Step(
        f"{name}, unlikely",
        f"{small} <= {large}",
        arithmetic((f"log({low}) - log({high})", "no mass")),
        UNLIKELY,
    )
    yield Step(
        f"{name}, label",
        f"{small} <= {large}",
        apply("cases", f"{name}, likely", f"{name}, unlikely", A=small, B=large, c=f"{SIGN} - 1/2"),
    )
    yield Step(
        f"{name}, labels",
        f"sum({small}, x, 1, N) <= sum({large}, x, 1, N)",
        apply("sum grows", f"{name}, label", f=f"x: {small}", g=f"x: {large}", low="1", high="N"),
    )


def _turned(name: str, step: str) -> tuple[str, str]:
    """An equality, read in one of its two directions."""
    return ("1" if name == "below" else "-1", step)


ENDS: Final = f"mid(k) <= {MIDDLE} and {MIDDLE} <= mid(k)"
theorem(
    "the middle of a pair",
    PAIRS,
    ENDS,
    Step("0 or 1 of it", "neg(y, x)**2 = neg(y, x)", apply("negative signs")),
    MASS,
    OTHER,
    Step("at least 0", "0 <= p1(k, x)", apply("the pairs are laws")),
    Step("is 1", f"{SIGN} = 1", arithmetic((f"1/{SIGN}", use("0 or 1 of it", y="k + 1"))), LIKELY),
    Step("is 0", f"{SIGN} = 0", arithmetic((f"-1/(1 - {SIGN})", use("0 or 1 of it", y="k + 1"))), UNLIKELY),
    Step("no mass", "p1(k, x) = 0", arithmetic("mass", ("2/N", "is 0")), UNLIKELY),
    Step(
        "middle mass",
        f"{HALF} = {LARGEST}",
        arithmetic(("N", "middle"), ("N/2", "mass"), ("N/2", "other mass"), ("2 - a", "is 1")),
        LIKELY,
    ),
    Step("total", "sum(p1(k, x), x, 1, N) = 1", apply("the pairs are laws")),
    *_side("below", HALF, LARGEST),
    *_side("above", LARGEST, HALF),
    Step("at most", f"mid(k) <= {MIDDLE}", arithmetic("far from middle", "above, labels", (f"-{LOG}", "total"))),
    Step("at least", f"{MIDDLE} <= mid(k)", arithmetic(("-1", "far from middle"), "below, labels", (LOG, "total"))),
)

SMALL: Final = ("a <= 1",)
LARGER: Final = ("far1(n, i) <= w", "far2(n, i) <= w")
PRINTED: Final = (
    "mid(i)/2 <= w",
    "mid(i) <= log(2/(2 - a/2))",
    "log(2/(2 - a/2)) <= mid(i)",
    "a/16 <= log(2/(2 - a/2))/2",
)
theorem(
    "SIMA-13",
    PAIRS,
    " and ".join(PRINTED),
    Step("from above", f"mid(k) <= {MIDDLE}", apply("the middle of a pair")),
    Step("from below", f"{MIDDLE} <= mid(k)", apply("the middle of a pair")),
    Step("both", f"{BOTH} <= far1(n, i) + far2(n, i)", apply("far from both")),
    Step(
        "second",
        f"0 <= a/2*log(2) + (1 - a/2)*log(2 - a) - (1 - a/2)*{LOG}",
        analysis("0 <= z/2*log(2) + (1 - z/2)*log(2 - z) - (1 - z/2)*log(2 - z/2)", "[0, 1]", z="a"),
        SMALL,
    ),
    Step("positive", "0 < 2 - a/2", arithmetic("a <= 2")),
    Step("over it", "0 <= 1/(2 - a/2)", arithmetic(("(1/(2 - a/2))**2", "positive")), (), ("positive",)),
    Step("at least 1", "1 <= 2/(2 - a/2)", arithmetic(("a/2", "over it")), (), ("positive",)),
    Step("inverse", "0 < 2/(2 - a/2)", arithmetic("at least 1"), (), ("positive",)),
    Step(
        "log",
        f"log(2/(2 - a/2)) = log(2) - {LOG}",
        apply("log of a quotient", p="2", q="2 - a/2"),
        (),
        ("positive", "inverse"),
    ),
    Step("chord", f"a/8 <= log(2) - {LOG}", analysis("z/8 <= log(2) - log(2 - z/2)", "[0, 1]", z="a"), SMALL),
    Step(
        "mean",
        PRINTED[0],
        arithmetic(
            ("1/2", use("from above", k="i")),
            ("1/2", "both"),
            ("1/2", "second"),
            ("-1/4", use("x log x", v="2 - a")),
            ("1/2", LARGER[0]),
            ("1/2", LARGER[1]),
        ),
        (*SMALL, *LARGER),
    ),
    Step("at most", PRINTED[1], arithmetic(use("from above", k="i"), ("-1", "log")), (*SMALL, *LARGER), ("positive", "inverse")),
    Step("at least", PRINTED[2], arithmetic(use("from below", k="i"), "log"), (*SMALL, *LARGER), ("positive", "inverse")),
    Step("sixteenth", PRINTED[3], arithmetic(("1/2", "chord"), ("-1/2", "log")), (*SMALL, *LARGER), ("positive", "inverse")),
    where=(*SMALL, *LARGER),
    variables={"w": "real"},
    samples={"w": (Fraction(1, 5), Fraction(1, 2), Fraction(1), Fraction(3))},
)


def _number(value: str) -> dict[str, Any]:
    return {"x": Fraction(value)}


NUMBER: Final = Model(
    "a number above -1",
    parameters={"x": "real, -1 < x"},
    settings=lambda: map(_number, ("-3/4", "-1/4", "0", "1/3", "1", "5/2", "4")),
    read=lambda at: at,
)
HALF_OF_IT: Final = "x/2 <= log(1 + x)"
refuted("SIMA-13b", NUMBER, HALF_OF_IT, setting=_number("-1/4"), where=("x <= 1",))
RANGE: Final = ("0 <= x", "x <= 5/2")
theorem(
    "SIMA-13b-corrected",
    NUMBER,
    HALF_OF_IT,
    Step("all", HALF_OF_IT, analysis("v/2 <= log(1 + v)", "[0, 5/2]", v="x"), RANGE),
    where=RANGE,
)
