"""Averages of functions of a ratio r = P/Pi under Pi: weights q that add up to 1, under which the mean of r is 1."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.private_kl_estimation.averages import averaged, mean
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, analysis, apply, arithmetic

POINT: Final = {"x": "integer, 1 <= x, x <= k"}
TERM: Final = Named(index=POINT, range="positive")


def _setting(weights: str, ratios: str, a: str, b: str) -> dict[str, Any]:
    q, r = (tuple(map(Fraction, row.split())) for row in (weights, ratios))
    return {
        "k": Fraction(len(q)),
        "a": Fraction(a),
        "b": Fraction(b),
        "q": lambda x: q[int(x) - 1],
        "r": lambda x: r[int(x) - 1],
    }


WEIGHTS: Final = anything(
    "weights, and ratios of mean 1 between bounds",
    {"k": "integer, 1 <= k", "a": "real, 1 <= a", "b": "real, 1 <= b"},
    {"q": TERM, "r": TERM},
    (
        _setting("1/3 2/3", "3/2 3/4", "3/2", "4/3"),
        _setting("1/4 1/4 1/2", "1/2 3/2 1", "2", "2"),
        _setting("1", "1", "1", "1"),
    ),
    POINT,
)
LAWS: Final = {"weights": Given("sum(q(x), x, 1, k) = 1"), "mean 1": Given("sum(q(x)*r(x), x, 1, k) = 1")}
HIGH: Final = {"largest": Given("r(x) <= a")}
LOW: Final = {"smallest": Given("1 <= b*r(x)")}

BETWEEN: Final = "0 <= (a - r(x))*(b*r(x) - 1)"
VARIANCE: Final = f"{mean('(r(x) - 1)**2')} <= (a - 1)*(1 - 1/b)"
theorem(
    "largest variance of a ratio",
    WEIGHTS,
    VARIANCE,
    Step("room", "0 <= a - r(x)", arithmetic("largest")),
    Step("between", BETWEEN, arithmetic(("a - r(x)", "smallest")), (), ("room",)),
    Step("square", "r(x)**2 <= (a + 1/b)*r(x) - a/b", arithmetic(("1/b", "between"))),
    *averaged("squares", "r(x)**2", "(a + 1/b)*r(x) - a/b", "square"),
    Step("all", VARIANCE, arithmetic("squares", ("a + 1/b - 2", "mean 1"), ("1 - a/b", "weights"))),
    given={**LAWS, **HIGH, **LOW},
)

INVERSE: Final = f"{mean('1/r(x)')} - 1 <= (a - 1)*(b - 1)/a"
theorem(
    "largest mean of an inverse ratio",
    WEIGHTS,
    INVERSE,
    Step("room", "0 <= a - r(x)", arithmetic("largest")),
    Step("between", BETWEEN, arithmetic(("a - r(x)", "smallest")), (), ("room",)),
    Step("inverse", "1/r(x) <= b + 1/a - b/a*r(x)", arithmetic(("1/(a*r(x))", "between"))),
    *averaged("inverses", "1/r(x)", "b + 1/a - b/a*r(x)", "inverse"),
    Step("all", INVERSE, arithmetic("inverses", ("-b/a", "mean 1"), ("b + 1/a", "weights"))),
    given={**LAWS, **HIGH, **LOW},
)

BOTH: Final = "((r(x) - 1)**2 + (1 - 1/r(x))**2)/2"
BY_BOTH: Final = f"{mean('log(r(x))**2')} <= {mean(BOTH)}"
theorem(
    "squared logarithms by both squares",
    WEIGHTS,
    BY_BOTH,
    Step(
        "a ratio",
        f"log(r(x))**2 <= {BOTH}",
        analysis("log(z)**2 <= ((z - 1)**2 + (1 - 1/z)**2)/2", "(0, oo)", z="r(x)"),
    ),
    *averaged("all", "log(r(x))**2", BOTH, "a ratio"),
)

BY_INVERSES: Final = f"{mean('log(r(x))**2')} <= {mean('1/r(x)')} - 1"
theorem(
    "squared logarithms by inverse ratios",
    WEIGHTS,
    BY_INVERSES,
    Step(
        "a ratio",
        "log(r(x))**2 <= (r(x) - 1)**2/r(x)",
        analysis("log(z)**2 <= (z - 1)**2/z", "(0, oo)", z="r(x)"),
    ),
    *averaged("ratios", "log(r(x))**2", "(r(x) - 1)**2/r(x)", "a ratio"),
    Step("all", BY_INVERSES, arithmetic("ratios", "mean 1", ("-2", "weights"))),
    given=LAWS,
)

GAP: Final = "(r(x) - 1)*log(r(x))"
JEFFREYS: Final = mean(GAP)
NOT_NEGATIVE: Final = f"0 <= {JEFFREYS}"
theorem(
    "gaps of one sign",
    WEIGHTS,
    NOT_NEGATIVE,
    Step("a gap", f"0 <= {GAP}", analysis("0 <= (z - 1)*log(z)", "(0, oo)", z="r(x)")),
    *averaged("gaps", "0", GAP, "a gap"),
    Step("all", NOT_NEGATIVE, arithmetic("gaps")),
)

SQUARES: Final = mean("(r(x) - 1)**2")
LEAST: Final = f"log(a)*{SQUARES} <= (a - 1)*{JEFFREYS}"
theorem(
    "gaps above the chord to the largest ratio",
    WEIGHTS,
    LEAST,
    Step(
        "a gap",
        f"log(a)*(r(x) - 1)**2 <= (a - 1)*({GAP})",
        apply("at least the chord to the largest ratio", "largest", z="r(x)", a="a"),
    ),
    *averaged("gaps", "log(a)*(r(x) - 1)**2", f"(a - 1)*({GAP})", "a gap"),
    Step("all", LEAST, arithmetic("gaps")),
    given=HIGH,
)

MOST: Final = f"(b - 1)*{JEFFREYS} <= b*log(b)*{SQUARES}"
theorem(
    "gaps below the chord to the smallest ratio",
    WEIGHTS,
    MOST,
    Step(
        "a gap",
        f"(b - 1)*({GAP}) <= b*log(b)*(r(x) - 1)**2",
        apply("at most the chord to the smallest ratio", "smallest", z="r(x)", b="b"),
    ),
    *averaged("gaps", f"(b - 1)*({GAP})", "b*log(b)*(r(x) - 1)**2", "a gap"),
    Step("all", MOST, arithmetic("gaps")),
    given=LOW,
)

CHORD: Final = f"(a*b - 1)*{JEFFREYS} <= (a - 1)*(b - 1)*(log(a) + log(b))"
SLOPE: Final = "log(r(x)) + 1 - 1/r(x)"
LEFT: Final = "(a*b - 1)*((r(x) - 1)*log(r(x)))"
RIGHT: Final = "(b*r(x) - 1)*((a - 1)*log(a)) + (a - r(x))*((b - 1)*log(b))"
theorem(
    "gaps below the chord of both ends",
    WEIGHTS,
    CHORD,
    Step(
        "at a",
        f"{GAP} + ({SLOPE})*(a - r(x)) <= (a - 1)*log(a)",
        apply("above its tangents", z="r(x)", w="a"),
    ),
    Step(
        "at 1/b",
        f"{GAP} + ({SLOPE})*(1/b - r(x)) <= (1/b - 1)*log(1/b)",
        apply("above its tangents", z="r(x)", w="1/b"),
    ),
    Step("below", "0 <= b*(a - r(x))", arithmetic(("b", "largest"))),
    Step("above", "0 <= b*r(x) - 1", arithmetic("smallest")),
    Step(
        "a gap",
        f"{LEFT} <= {RIGHT}",
        arithmetic(("b*r(x) - 1", "at a"), ("b*(a - r(x))", "at 1/b")),
        (),
        ("below", "above"),
    ),
    *averaged("gaps", LEFT, RIGHT, "a gap"),
    Step(
        "all",
        CHORD,
        arithmetic(
            "gaps",
            ("b*(a - 1)*log(a) - (b - 1)*log(b)", "mean 1"),
            ("a*(b - 1)*log(b) - (a - 1)*log(a)", "weights"),
        ),
    ),
    given={**LAWS, **HIGH, **LOW},
)
