"""Lemmas for ASI-16 and ASI-18: the law of y_s, the other model, and what its age costs (Appendix A.1, corrected).

(x_s, y_s) has a law; a new x leaves y as it is, and y_{s+1} is y_s with probability 1 - p, and else drawn from
nu_{s+1}. So its law exceeds twice nu_s by at most 2 B delta_0/p (``old_models``), where B eta <= p/2.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.lazy_to_private.close_batches import CHANGE, FORTH, GROWTH
from dpassay.proofs_check.models.lazy_sampling import LAZY
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, together, use

OF_Y: Final = "sum(j({b}, i, l), i, 1, d)"
"""The probability of y_b = l."""
WHOLE: Final = "sum(sum(j({b}, i, l), i, 1, d), l, 1, d)"
SAME: Final = f"sum(a(s, i, l), i, 1, d) = {OF_Y.format(b='s')}"
theorem(
    "x does not move y",
    LAZY,
    SAME,
    Step(
        "new models",
        "sum(a(s, i, l), i, 1, d) = sum((1 - p)*keep(s, i, l)*j(s, i, l)"
        " + m(s + 1, i)*sum((1 - (1 - p)*keep(s, i, l))*j(s, i, l), i, 1, d), i, 1, d)",
        apply(
            "sum of equals",
            "x",
            f="i: a(s, i, l)",
            g="i: (1 - p)*keep(s, i, l)*j(s, i, l) + m(s + 1, i)*sum((1 - (1 - p)*keep(s, i, l))*j(s, i, l), i, 1, d)",
            low="1",
            high="d",
        ),
    ),
    Step(
        "all",
        SAME,
        arithmetic("new models", ("sum((1 - (1 - p)*keep(s, i, l))*j(s, i, l), i, 1, d)", use("law", b="s + 1"))),
    ),
)
DRAWN: Final = "sum(sum(a(s, i, l), l, 1, d), i, 1, d)"
NEXT: Final = f"{OF_Y.format(b='s + 1')} = (1 - p)*{OF_Y.format(b='s')} + p*m(s + 1, l)*{DRAWN}"
theorem(
    "the next other model",
    LAZY,
    f"{NEXT} and {DRAWN} = {WHOLE.format(b='s')}",
    Step("x stays", SAME, apply("x does not move y")),
    Step(
        "of y",
        f"{OF_Y.format(b='s + 1')} = sum((1 - p)*a(s, i, l) + p*m(s + 1, l)*sum(a(s, i, l), l, 1, d), i, 1, d)",
        apply(
            "sum of equals",
            "y",
            f="i: j(s + 1, i, l)",
            g="i: (1 - p)*a(s, i, l) + p*m(s + 1, l)*sum(a(s, i, l), l, 1, d)",
            low="1",
            high="d",
        ),
    ),
    Step("next", NEXT, arithmetic("of y", ("1 - p", "x stays"))),
    Step(
        "in either order",
        f"{DRAWN} = sum(sum(a(s, i, l), i, 1, d), l, 1, d)",
        apply("sums in either order", f="i, l: a(s, i, l)", m="d", n="d"),
    ),
    Step(
        "all of y",
        f"sum(sum(a(s, i, l), i, 1, d), l, 1, d) = {WHOLE.format(b='s')}",
        apply(
            "sum of equals",
            "x stays",
            f="l: sum(a(s, i, l), i, 1, d)",
            g=f"l: {OF_Y.format(b='s')}",
            low="1",
            high="d",
        ),
    ),
    Step("drawn", f"{DRAWN} = {WHOLE.format(b='s')}", arithmetic("in either order", "all of y")),
    Step("all", f"{NEXT} and {DRAWN} = {WHOLE.format(b='s')}", together("next", "drawn")),
)
FIRST: Final = f"{OF_Y.format(b='1')} = m(1, l)"
theorem(
    "the first other model",
    LAZY,
    FIRST,
    Step(
        "first pairs",
        f"{OF_Y.format(b='1')} = sum(m(1, i)*m(1, l), i, 1, d)",
        apply("sum of equals", "line 2", f="i: j(1, i, l)", g="i: m(1, i)*m(1, l)", low="1", high="d"),
    ),
    Step("first", FIRST, arithmetic("first pairs", ("m(1, l)", use("law", b="1")))),
)
theorem(
    "the pairs have a law",
    LAZY,
    f"{WHOLE.format(b='b')} = 1",
    Step("first", FIRST, apply("the first other model")),
    Step(
        "all of them",
        f"{WHOLE.format(b='1')} = sum(m(1, l), l, 1, d)",
        apply("sum of equals", "first", f=f"l: {OF_Y.format(b='1')}", g="l: m(1, l)", low="1", high="d"),
    ),
    Step("at first", f"{WHOLE.format(b='1')} = 1", arithmetic("all of them", use("law", b="1"))),
    Step("of y", NEXT, apply("the next other model")),
    Step("drawn", f"{DRAWN} = {WHOLE.format(b='s')}", apply("the next other model")),
    Step(
        "next pairs",
        f"{WHOLE.format(b='s + 1')} = sum((1 - p)*{OF_Y.format(b='s')} + p*m(s + 1, l)*{DRAWN}, l, 1, d)",
        apply(
            "sum of equals",
            "of y",
            f=f"l: {OF_Y.format(b='s + 1')}",
            g=f"l: (1 - p)*{OF_Y.format(b='s')} + p*m(s + 1, l)*{DRAWN}",
            low="1",
            high="d",
        ),
    ),
    Step(
        "next",
        f"{WHOLE.format(b='s + 1')} = 1",
        arithmetic("next pairs", (f"p*{DRAWN}", use("law", b="s + 1")), ("p", "drawn"), f"{WHOLE.format(b='s')} = 1"),
        (f"{WHOLE.format(b='s')} = 1",),
    ),
    Step(
        "all",
        f"{WHOLE.format(b='b')} = 1",
        apply(
            "induction of equalities", "at first", "next", low="1", high="b", f=f"b: {WHOLE.format(b='b')}", g="b: 1"
        ),
    ),
)
DRAWN_ANEW: Final = f"{OF_Y.format(b='s + 1')} = (1 - p)*{OF_Y.format(b='s')} + p*m(s + 1, l)"
theorem(
    "the other model is kept or drawn anew",
    LAZY,
    DRAWN_ANEW,
    Step("of y", NEXT, apply("the next other model")),
    Step("drawn", f"{DRAWN} = {WHOLE.format(b='s')}", apply("the next other model")),
    Step("whole", f"{WHOLE.format(b='b')} = 1", apply("the pairs have a law")),
    Step("all", DRAWN_ANEW, arithmetic("of y", ("p*m(s + 1, l)", "drawn"), ("p*m(s + 1, l)", use("whole", b="s")))),
)
SHORT: Final = ("B*eta <= p/2",)
theorem(
    "a batch more is less likely",
    LAZY,
    f"(1 - p)*{GROWTH} <= 1 - p/2",
    Step("grows", f"{GROWTH} <= exp(p/2)", apply("exp grows", A="B*eta", B="p/2"), SHORT),
    Step(
        "least",
        "1 - p/2 - (1 - p)*exp(p/2) >= 0",
        analysis("1 - w/2 - (1 - w)*exp(w/2) >= 0", "[0, 1]", w="p"),
    ),
    Step("all", f"(1 - p)*{GROWTH} <= 1 - p/2", arithmetic(("1 - p", "grows"), "least"), SHORT),
    where=SHORT,
)
Y: Final = OF_Y.format(b="s")
MORE_LIKELY: Final = f"[2*m(s, l) < {Y}]"
OLD_LAW: Final = f"sum({MORE_LIKELY}*({Y} - 2*m(s, l)), l, 1, d) <= 2*B*d0/p"
theorem(
    "the law of an old model",
    LAZY,
    OLD_LAW,
    Step("or not", f"{MORE_LIKELY} <= 1", apply("what is above", x=Y, y="2*m(s, l)")),
    Step("first", FIRST, apply("the first other model")),
    Step("next", DRAWN_ANEW, apply("the other model is kept or drawn anew")),
    Step("close", FORTH, apply("a batch moves little")),
    Step("less likely", f"(1 - p)*{GROWTH} <= 1 - p/2", apply("a batch more is less likely"), SHORT),
    Step(
        "old",
        f"sum({MORE_LIKELY}*{Y}, l, 1, d) <= 2*sum({MORE_LIKELY}*m(s, l), l, 1, d) + 2*(1 - p)*{CHANGE}/p",
        apply(
            "a function of an old model",
            "or not",
            "first",
            "next",
            "close",
            "less likely",
            n="n",
            d="d",
            p="p",
            G=GROWTH,
            delta=CHANGE,
            m="b, l: m(b, l)",
            y=f"b, l: {OF_Y.format(b='b')}",
            f=f"l: {MORE_LIKELY}",
            b="s",
        ),
        SHORT,
    ),
    Step("shrinks", "exp(-eta) <= exp(0)", apply("exp grows", A="-eta", B="0")),
    Step(
        "all",
        OLD_LAW,
        arithmetic("old", ("2*B*d0*exp(-eta)/p", "less likely"), ("2*B*d0/p", "shrinks")),
        SHORT,
    ),
    where=SHORT,
)
