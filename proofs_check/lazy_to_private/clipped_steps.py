"""Lemma for ASI-16: what a step of correlated sampling leaves of the ideal law, where the minimum clips.

With laws P and Q, x is kept with probability (1 - p) min(Q, k P) = (1 - p)(k P - e) where it follows Q, e = (k P -
Q)^+. So after the step its law exceeds P by at most (1 - p)(P |e| - e), which is at most (1 - p) P |e|, and at most (1
- p) Q. Let 0 <= h < 1 and (1 - h) k <= r. Then (1 - h)|e| <= (1 - h)|(r P - Q)^+| + r h <= (1 - h) r delta + h, where
r <= 1 and |(r P - Q)^+| <= r delta. Where h >= 1/2, 1 <= 2h, and elsewhere h <= 2h (1 - h): what is left, over 1 - p,
is at most r delta + 2h.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, apply, arithmetic, together

POINT: Final = {"i": "integer, 1 <= i, i <= d"}
OVER: Final = "(kept(i) - P(i)*sum(kept(i), i, 1, d))"
LEFT: Final = f"[0 < {OVER}]*{OVER}"
OF_ALL: Final = f"sum({LEFT}, i, 1, d)"
CLIPPED: Final = "clips(i)*(K*P(i) - Q(i))"
EXCESS: Final = f"sum({CLIPPED}, i, 1, d)"
LAWS: Final = ((Fraction(1, 2), Fraction(1, 2)), (Fraction(2, 5), Fraction(3, 5)))
SETTING: Final[dict[str, Any]] = {
    "d": Fraction(2),
    "K": Fraction(1),
    "h": Fraction(1, 10),
    "r": Fraction(9, 10),
    "delta": Fraction(1, 9),
    "P": lambda i: LAWS[0][int(i) - 1],
    "Q": lambda i: LAWS[1][int(i) - 1],
    "kept": lambda i: min(LAWS[0][int(i) - 1], LAWS[1][int(i) - 1]),
    "clips": lambda i: Fraction(int(i == 1)),
    "more": lambda i: Fraction(int(i == 1), 9),
}
STEP: Final = anything(
    "two laws, and what is kept",
    {
        "d": "integer, 1 <= d",
        "K": "real, 0 <= K",
        "h": "real, 0 <= h, h < 1",
        "r": "real, 0 <= r, r <= 1",
        "delta": "real, 0 <= delta",
    },
    {
        "P": Named(index=POINT, range="at least 0"),
        "Q": Named(index=POINT, range="at least 0"),
        "kept": Named(index=POINT, range="at least 0"),
        "clips": Named(index=POINT, range="at least 0"),
        "more": Named(index=POINT),
    },
    (SETTING, {**SETTING, "h": Fraction(3, 5)}),
    POINT,
)
GIVEN: Final = {
    "new law": Given("sum(P(i), i, 1, d) = 1"),
    "old law": Given("sum(Q(i), i, 1, d) = 1"),
    "no more": Given("kept(i) <= Q(i)"),
    "kept": Given(f"kept(i) = K*P(i) - {CLIPPED}"),
    "clipped": Given(f"0 <= {CLIPPED}"),
}
BOUNDED: Final = {
    "at most 1": Given("clips(i) <= 1"),
    "ratio": Given("(1 - h)*K <= r"),
    "over": Given("0 <= more(i)"),
    "close": Given("r*P(i) - Q(i) <= r*more(i)"),
    "beyond": Given("sum(more(i), i, 1, d) <= delta"),
}
theorem(
    "what is left of a clipped step",
    STEP,
    f"{OF_ALL} <= 1 and {OF_ALL} <= {EXCESS}",
    Step("or not", f"[0 < {OVER}] <= 1", apply("what is above", x=OVER, y="0")),
    Step("at most its mass", f"{OVER} <= Q(i)", arithmetic("no more")),
    Step("left", f"{LEFT} <= Q(i)", arithmetic((f"[0 < {OVER}]", "at most its mass"), ("Q(i)", "or not"))),
    Step(
        "left of all",
        f"{OF_ALL} <= sum(Q(i), i, 1, d)",
        apply("sum grows", "left", f=f"i: {LEFT}", g="i: Q(i)", low="1", high="d"),
    ),
    Step("one", f"{OF_ALL} <= 1", arithmetic("left of all", "old law")),
    Step(
        "all kept",
        f"sum(kept(i), i, 1, d) = sum(K*P(i) - {CLIPPED}, i, 1, d)",
        apply("sum of equals", "kept", f="i: kept(i)", g=f"i: K*P(i) - {CLIPPED}", low="1", high="d"),
    ),
    Step(
        "share",
        f"{OVER} <= P(i)*{EXCESS}",
        arithmetic("kept", ("-P(i)", "all kept"), ("-P(i)*K", "new law"), "clipped"),
    ),
    Step("excess", f"0 <= {EXCESS}", apply("sum grows", "clipped", f="i: 0", g=f"i: {CLIPPED}", low="1", high="d")),
    Step("part", f"0 <= P(i)*(1 - [0 < {OVER}])", arithmetic(("P(i)", "or not"))),
    Step(
        "left of its share",
        f"{LEFT} <= P(i)*{EXCESS}",
        arithmetic((f"[0 < {OVER}]", "share"), (f"P(i)*(1 - [0 < {OVER}])", "excess")),
        (),
        ("part",),
    ),
    Step(
        "left of all shares",
        f"{OF_ALL} <= sum(P(i)*{EXCESS}, i, 1, d)",
        apply("sum grows", "left of its share", f=f"i: {LEFT}", g=f"i: P(i)*{EXCESS}", low="1", high="d"),
    ),
    Step("clips", f"{OF_ALL} <= {EXCESS}", arithmetic("left of all shares", (EXCESS, "new law"))),
    Step("all", f"{OF_ALL} <= 1 and {OF_ALL} <= {EXCESS}", together("one", "clips")),
    given=GIVEN,
)
MOST: Final = "((1 - h)*r*more(i) + h*r*P(i))"
theorem(
    "what is clipped",
    STEP,
    f"(1 - h)*{EXCESS} <= (1 - h)*r*delta + h",
    Step("rest", "0 <= (1 - h)*r", arithmetic(("r", "h < 1"))),
    Step("not negative", f"0 <= {MOST}", arithmetic(("(1 - h)*r", "over")), (), ("rest",)),
    Step(
        "not clipped",
        f"(1 - h)*(K*P(i) - Q(i)) <= {MOST}",
        arithmetic(("P(i)", "ratio"), ("1 - h", "close")),
    ),
    Step(
        "a point",
        f"(1 - h)*{CLIPPED} <= {MOST}",
        arithmetic(("clips(i)", "not clipped"), (MOST, "at most 1")),
        (),
        ("not negative",),
    ),
    Step(
        "points",
        f"sum((1 - h)*{CLIPPED}, i, 1, d) <= sum({MOST}, i, 1, d)",
        apply("sum grows", "a point", f=f"i: (1 - h)*{CLIPPED}", g=f"i: {MOST}", low="1", high="d"),
    ),
    Step(
        "all",
        f"(1 - h)*{EXCESS} <= (1 - h)*r*delta + h",
        arithmetic("points", ("(1 - h)*r", "beyond"), ("h*r", "new law"), ("h", "r <= 1")),
        (),
        ("rest",),
    ),
    given={"new law": GIVEN["new law"], **BOUNDED},
)
LIMIT: Final = "r*delta + 2*h"
FUNCTIONS: Final = {name: f"i: {name}(i)" for name in ("P", "Q", "kept", "clips", "more")}
NUMBERS: Final = {name: name for name in ("d", "K", "h", "r", "delta")}
SMALL: Final = ("h - 1/2 < 0",)
theorem(
    "what a clipped step leaves",
    STEP,
    f"{OF_ALL} <= {LIMIT}",
    Step("at most 1 in all", f"{OF_ALL} <= 1", apply("what is left of a clipped step", *GIVEN, **NUMBERS, **FUNCTIONS)),
    Step(
        "excess",
        f"{OF_ALL} <= {EXCESS}",
        apply("what is left of a clipped step", *GIVEN, **NUMBERS, **FUNCTIONS),
    ),
    Step(
        "how much",
        f"(1 - h)*{EXCESS} <= (1 - h)*r*delta + h",
        apply("what is clipped", "new law", *BOUNDED, **NUMBERS, **FUNCTIONS),
    ),
    Step(
        "large",
        f"{OF_ALL} <= {LIMIT}",
        arithmetic("at most 1 in all", ("2", "0 <= h - 1/2")),
        ("0 <= h - 1/2",),
    ),
    Step(
        "small, times the rest",
        f"(1 - h)*{OF_ALL} <= (1 - h)*({LIMIT})",
        arithmetic(("1 - h", "excess"), "how much", ("2*h", "h - 1/2 < 0")),
        SMALL,
    ),
    Step(
        "small",
        f"{OF_ALL} <= {LIMIT}",
        apply("a positive factor cancels", "small, times the rest", A="1 - h", X=OF_ALL, Y=LIMIT),
        SMALL,
    ),
    Step("all", f"{OF_ALL} <= {LIMIT}", apply("cases", "large", "small", A=OF_ALL, B=LIMIT, c="h - 1/2")),
    given={**GIVEN, **BOUNDED},
)
