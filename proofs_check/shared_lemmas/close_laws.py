"""Laws on finitely many points that are (eps, delta)-close, as sums: events, and several steps one after another.

What p has beyond z q is at most delta, so for f with values in [0, 1] the mean of f under p is at most z times that
under q, and delta. Over several steps this is group privacy, at the f that tells where there is more at last.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.exact import log
from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, apply, arithmetic

POINT: Final = {"i": "integer, 1 <= i, i <= d"}
ON_POINTS: Final = Named(index=POINT)
MORE: Final = "[z*q(i) < p(i)]*(p(i) - z*q(i))"
EVENT: Final = "sum(f(i)*p(i), i, 1, d) <= z*sum(f(i)*q(i), i, 1, d) + delta"
THIRD, HALF = Fraction(1, 3), Fraction(1, 2)
theorem(
    "an event under close laws",
    anything(
        "two laws, and an event",
        {"d": "integer, 1 <= d", "z": "real", "delta": "real"},
        {"p": ON_POINTS, "q": ON_POINTS, "f": ON_POINTS},
        (
            {
                "d": Fraction(2),
                "z": Fraction(1),
                "delta": Fraction(1, 6),
                "p": lambda i: (HALF, HALF)[int(i) - 1],
                "q": lambda i: (THIRD, 1 - THIRD)[int(i) - 1],
                "f": lambda i: Fraction(1, int(i)),
            },
        ),
        POINT,
    ),
    EVENT,
    Step("over", f"0 <= {MORE}", apply("what is above", x="p(i)", y="z*q(i)")),
    Step("under", "0 <= (1 - [z*q(i) < p(i)])*(z*q(i) - p(i))", apply("what is above", x="p(i)", y="z*q(i)")),
    Step(
        "a point",
        f"f(i)*(p(i) - z*q(i)) <= {MORE}",
        arithmetic(("f(i)", "under"), ("1 - f(i)", "over")),
        (),
        ("at least 0", "an event"),
    ),
    Step(
        "all points",
        f"sum(f(i)*(p(i) - z*q(i)), i, 1, d) <= sum({MORE}, i, 1, d)",
        apply("sum grows", "a point", f="i: f(i)*(p(i) - z*q(i))", g=f"i: {MORE}", low="1", high="d"),
    ),
    Step("all", EVENT, arithmetic("all points", "close")),
    given={
        "at least 0": Given("0 <= f(i)"),
        "an event": Given("f(i) <= 1"),
        "close": Given(f"sum({MORE}, i, 1, d) <= delta"),
    },
)
STEP: Final = "[exp(eps)*w(k + 1, i) < w(k, i)]*(w(k, i) - exp(eps)*w(k + 1, i))"
AT_LAST: Final = "[exp(m*eps)*w(m, i) < w(0, i)]"
BEYOND: Final = f"{AT_LAST}*(w(0, i) - exp(m*eps)*w(m, i))"
ADDED: Final = "delta*sum(exp(h*eps), h, 0, m - 1)"
LAWS: Final = ((HALF, HALF), (THIRD, 1 - THIRD), (Fraction(1, 4), Fraction(3, 4)))
theorem(
    "close laws one after another",
    anything(
        "laws of several steps",
        {
            "m": "integer, 0 <= m",
            "d": "integer, 1 <= d",
            "eps": "real, 0 <= eps",
            "delta": "real, 0 <= delta",
        },
        {"w": Named(index={"k": "integer, 0 <= k, k <= m", **POINT})},
        (
            {
                "m": Fraction(2),
                "d": Fraction(2),
                "eps": log(Fraction(5, 4)).as_real(),
                "delta": Fraction(1, 10),
                "w": lambda k, i: LAWS[int(k)][int(i) - 1],
            },
        ),
        {"k": "integer, 0 <= k, k <= m - 1", **POINT},
    ),
    f"sum({BEYOND}, i, 1, d) <= {ADDED}",
    Step("or not", f"{AT_LAST} <= 1", apply("what is above", x="w(0, i)", y="exp(m*eps)*w(m, i)")),
    Step(
        "one step",
        f"sum({AT_LAST}*w(k, i), i, 1, d) <= exp(eps)*sum({AT_LAST}*w(k + 1, i), i, 1, d) + delta",
        apply(
            "an event under close laws",
            "or not",
            "close",
            d="d",
            z="exp(eps)",
            delta="delta",
            p="i: w(k, i)",
            q="i: w(k + 1, i)",
            f=f"i: {AT_LAST}",
        ),
    ),
    Step(
        "all steps",
        f"sum({AT_LAST}*w(0, i), i, 1, d) <= exp(m*eps)*sum({AT_LAST}*w(m, i), i, 1, d) + {ADDED}",
        apply(
            "group privacy",
            "one step",
            m="m",
            eps="eps",
            delta="delta",
            x=f"k: sum({AT_LAST}*w(k, i), i, 1, d)",
        ),
    ),
    Step("all", f"sum({BEYOND}, i, 1, d) <= {ADDED}", arithmetic("all steps")),
    given={"close": Given(f"sum({STEP}, i, 1, d) <= delta")},
)
OUTSIDE: Final = "[z < x] + [x < v] <= 1"
theorem(
    "not on both sides",
    anything(
        "a number and two ends",
        {"x": "real", "z": "real", "v": "real, v <= z"},
        {},
        tuple({"x": Fraction(x), "z": Fraction(2), "v": Fraction(1)} for x in range(4)),
    ),
    OUTSIDE,
    Step("above", "[z < x] = 1 - [x <= z]", apply("indicator of the contrary", A="x", B="z")),
    Step("below", "[x < v] = 1 - [v <= x]", apply("indicator of the contrary", A="v", B="x")),
    Step("at least v", "[v <= x] = 1", apply("indicator of what holds", A="v", B="x"), ("v <= x",)),
    Step("at most z", "[x <= z] = 1", apply("indicator of what holds", A="x", B="z"), ("x < v",)),
    Step("not below", OUTSIDE, arithmetic("above", "below", ("-1", "at least v")), ("v <= x",)),
    Step("not above", OUTSIDE, arithmetic("above", "below", ("-1", "at most z")), ("x < v",)),
    Step("all", OUTSIDE, apply("cases", "not below", "not above", A="[z < x] + [x < v]", B="1", c="x - v")),
)
