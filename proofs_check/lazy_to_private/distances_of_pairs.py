"""Lemmas for ASI-16: how far the law of (x_s, y_s) is from the ideal one, where x_s follows nu_s, independent of y_s.

A step adds at most (1 - p) E b(y_s), with b(y) what it leaves of the ideal law given y (``steps_of_pairs``), and b <=
e^{-c} delta + 2h with c = B eta, delta = B e^{c - eta} delta_0 and h the rise at y (``clipped_models``). The mean of h
under nu_s is at most delta, and so at y_s at most 2 delta + 2 B delta_0/p (``other_models``), where c <= p/2.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.lazy_to_private.clipped_models import KEPT, LEFT, LIMIT, RISE
from dpassay.proofs_check.lazy_to_private.close_batches import CHANGE, FORTH
from dpassay.proofs_check.lazy_to_private.other_models import DRAWN_ANEW, OF_Y, OLD_LAW, SHORT, WHOLE, Y
from dpassay.proofs_check.models.lazy_sampling import LAZY, QUOTIENT
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, use


def beyond(b: str) -> str:
    """What a pair has beyond its ideal probability in batch b."""
    ideal = f"m({b}, i)*{OF_Y.format(b=b)}"
    return f"[{ideal} < j({b}, i, l)]*(j({b}, i, l) - {ideal})"


def gap(b: str) -> str:
    """The total variation between the law of the pair and the ideal one."""
    return f"sum(sum({beyond(b)}, i, 1, d), l, 1, d)"


OVER: Final = f"({KEPT} - m(s + 1, i)*sum({KEPT}, i, 1, d))"
MEAN_LEFT: Final = f"sum({Y}*{LEFT}, l, 1, d)"
NEXT: Final = f"{gap('s + 1')} <= {gap('s')} + (1 - p)*{MEAN_LEFT}"
IDEAL: Final = f"m(s, i)*{Y}"
theorem(
    "the gap after a step",
    LAZY,
    NEXT,
    Step("old law", "sum(m(s, i), i, 1, d) = 1", arithmetic(use("law", b="s"))),
    Step("new law", "sum(m(s + 1, i), i, 1, d) = 1", arithmetic(use("law", b="s + 1"))),
    Step("one", f"{WHOLE.format(b='s')} = 1", apply("the pairs have a law", b="s")),
    Step(
        "a coin",
        "keep(s, i, l) <= 1",
        apply("at most 1 and at most the quotient", "line 6", Q=QUOTIENT, S="keep(s, i, l)"),
    ),
    Step("next y", DRAWN_ANEW, apply("the other model is kept or drawn anew")),
    Step("some", f"0 <= {beyond('s')}", apply("what is above", x="j(s, i, l)", y=IDEAL)),
    Step(
        "under",
        f"0 <= (1 - [{IDEAL} < j(s, i, l)])*({IDEAL} - j(s, i, l))",
        apply("what is above", x="j(s, i, l)", y=IDEAL),
    ),
    Step("so far", f"j(s, i, l) <= {IDEAL} + {beyond('s')}", arithmetic("under")),
    Step("some left", f"0 <= [0 < {OVER}]*{OVER}", apply("what is above", x=OVER, y="0")),
    Step("under 0", f"0 <= (1 - [0 < {OVER}])*(0 - {OVER})", apply("what is above", x=OVER, y="0")),
    Step("left", f"{OVER} <= [0 < {OVER}]*{OVER}", arithmetic("under 0")),
    Step(
        "all",
        NEXT,
        apply(
            "the distance after a step",
            "old law",
            "new law",
            "one",
            "a coin",
            "x",
            "y",
            "next y",
            "so far",
            "left",
            "some",
            "some left",
            d="d",
            p="p",
            m="i: m(s, i)",
            new="i: m(s + 1, i)",
            y=f"l: {Y}",
            next=f"l: {OF_Y.format(b='s + 1')}",
            keep="i, l: keep(s, i, l)",
            j="i, l: j(s, i, l)",
            a="i, l: a(s, i, l)",
            then="i, l: j(s + 1, i, l)",
            e=f"i, l: {beyond('s')}",
            o=f"i, l: [0 < {OVER}]*{OVER}",
        ),
    ),
)
OF_RISE: Final = f"sum({RISE}*{Y}, l, 1, d)"
OLD_RISE: Final = f"{OF_RISE} <= 2*{CHANGE} + 2*B*d0/p"
theorem(
    "the rise at an old model",
    LAZY,
    OLD_RISE,
    Step("at least 0", f"0 <= {RISE}", apply("a rise is a part")),
    Step("below 1", f"{RISE} < 1", apply("a rise is a part")),
    Step("at most 1", f"{RISE} <= 1", arithmetic("below 1")),
    Step("old law", OLD_LAW, apply("the law of an old model"), SHORT),
    Step(
        "old",
        f"{OF_RISE} <= 2*sum({RISE}*m(s, l), l, 1, d) + 2*B*d0/p",
        apply(
            "an event under close laws",
            "at least 0",
            "at most 1",
            "old law",
            d="d",
            z="2",
            delta="2*B*d0/p",
            p=f"l: {Y}",
            q="l: m(s, l)",
            f=f"l: {RISE}",
        ),
        SHORT,
    ),
    Step("close", FORTH, apply("a batch moves little")),
    Step("all", OLD_RISE, arithmetic("old", ("2", "close")), SHORT),
    where=SHORT,
)
ADDED: Final = f"exp(-B*eta)*{CHANGE} + 2*(2*{CHANGE} + 2*B*d0/p)"
theorem(
    "a step adds little",
    LAZY,
    f"{gap('s + 1')} <= {gap('s')} + {ADDED}",
    Step("after it", NEXT, apply("the gap after a step")),
    Step("left", f"{LEFT} <= {LIMIT}", apply("what a step leaves")),
    Step("at y", f"{Y}*{LEFT} <= {Y}*({LIMIT})", arithmetic((Y, "left"))),
    Step(
        "mean at y",
        f"{MEAN_LEFT} <= sum({Y}*({LIMIT}), l, 1, d)",
        apply("sum grows", "at y", f=f"l: {Y}*{LEFT}", g=f"l: {Y}*({LIMIT})", low="1", high="d"),
    ),
    Step("one pair", f"{WHOLE.format(b='s')} = 1", apply("the pairs have a law", b="s")),
    Step("rise", OLD_RISE, apply("the rise at an old model"), SHORT),
    Step(
        "mean",
        f"{MEAN_LEFT} <= {ADDED}",
        arithmetic("mean at y", (f"exp(-B*eta)*{CHANGE}", "one pair"), ("2", "rise")),
        SHORT,
    ),
    Step("some", f"0 <= [0 < {OVER}]*{OVER}", apply("what is above", x=OVER, y="0")),
    Step(
        "of a model",
        f"0 <= {LEFT}",
        apply("sum grows", "some", f="i: 0", g=f"i: [0 < {OVER}]*{OVER}", low="1", high="d"),
    ),
    Step("of a pair", f"0 <= {Y}*{LEFT}", arithmetic((Y, "of a model"))),
    Step(
        "not negative",
        f"0 <= {MEAN_LEFT}",
        apply("sum grows", "of a pair", f="l: 0", g=f"l: {Y}*{LEFT}", low="1", high="d"),
    ),
    Step(
        "all",
        f"{gap('s + 1')} <= {gap('s')} + {ADDED}",
        arithmetic("after it", "mean", ("p", "not negative")),
        SHORT,
    ),
    where=SHORT,
)
