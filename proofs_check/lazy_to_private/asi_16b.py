"""ASI-16b: Lemma 3.4 with delta_0 = 0, as for multiplicative weights: x_s has exactly the law of the normalized nu_s.

The quotient in line 6 is at most e^{2 B eta}, so the minimum never binds and a step leaves nothing of the ideal law,
under which x_s follows nu_s and is independent of y_s (``steps_of_pairs``). (x_1, y_1) has it.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.kernel.statements import (
    exhaustive,
)
from dpassay.proofs_check.lazy_to_private.clipped_models import KEPT, LEFT, K
from dpassay.proofs_check.lazy_to_private.close_batches import BACK, FORTH, GROWTH, NEW, OLD, beyond
from dpassay.proofs_check.lazy_to_private.distances_of_pairs import MEAN_LEFT, OVER, gap
from dpassay.proofs_check.lazy_to_private.other_models import WHOLE, Y
from dpassay.proofs_check.models.lazy_sampling import LAZY, QUOTIENT
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, use


@claim(
    "ASI-16b",
    location="Lemma 3.4",
    latex=r"\delta_0 = 0 \Rightarrow \hat\nu_s = \overline\nu_s",
    text="With delta_0 = 0, as for multiplicative weights, x_s has exactly the law of the normalized nu_s.",
    assumed=("Assumption 3.1 with delta_0 = 0", "there are finitely many models"),
)
def asi_16b() -> Case:
    """Correlated sampling without clipping."""
    return Case(
        checks=(Goal("Algorithm 1 with multiplicative weights", exhaustive("asi07-algorithm", "l2p-small-games")),),
        twins=(Twin("the law of the batch before", exhaustive("asi07-late", "l2p-small-games")),),
    )


GIVEN: Final = ("d0 <= 0",)


def _stays(name: str, first: str, second: str, close: str) -> tuple[Step, ...]:
    """With delta_0 = 0 a mass grows by no more than the factor e^{B eta}."""
    more = beyond(first, second)
    ends = {"x": first, "y": f"{GROWTH}*{second}"}
    return (
        Step(f"{name}: over", f"0 <= {more}", apply("what is above", **ends)),
        Step(
            f"{name}: under",
            f"0 <= (1 - [{GROWTH}*{second} < {first}])*({GROWTH}*{second} - {first})",
            apply("what is above", **ends),
        ),
        Step(f"{name}: close", close, apply("a batch moves little")),
        Step(
            f"{name}: one of all",
            f"{more} <= sum({more}, i, 1, d)",
            apply("a term of a sum", f"{name}: over", f=f"i: {more}", low="1", k="i", high="d"),
        ),
        Step(
            name,
            f"{first} <= {GROWTH}*{second}",
            arithmetic(f"{name}: under", f"{name}: one of all", f"{name}: close", ("B*exp(B*eta - eta)", "d0 <= 0")),
            GIVEN,
        ),
    )


def _at_other(text: str) -> str:
    return text.replace("i)", "l)")


OF_X: Final = "sum(j(b, i, l), l, 1, d)"
theorem(
    "nothing is left without clipping",
    LAZY,
    f"{LEFT} = 0",
    *_stays("a model", NEW, OLD, BACK),
    *_stays("back", OLD, NEW, FORTH),
    Step("the other model", _at_other(f"{OLD} <= {GROWTH}*{NEW}"), arithmetic(use("back", i="l")), GIVEN),
    Step(
        "no minimum",
        f"{QUOTIENT} <= 1",
        arithmetic(
            ("exp(-2*B*eta)*m(s, l)/(m(s, i)*m(s + 1, l))", "a model"),
            ("exp(-B*eta)/m(s + 1, l)", "the other model"),
        ),
        GIVEN,
    ),
    Step(
        "contrary", f"[1 < {QUOTIENT}] = 1 - [{QUOTIENT} <= 1]", apply("indicator of the contrary", A=QUOTIENT, B="1")
    ),
    Step("holds", f"[{QUOTIENT} <= 1] = 1", apply("indicator of what holds", "no minimum", A=QUOTIENT, B="1"), GIVEN),
    Step(
        "kept",
        f"{KEPT} = {K}*{NEW}",
        arithmetic(
            (OLD, "line 6"),
            (f"m(s, i)*(1 - {QUOTIENT})", "contrary"),
            (f"-m(s, i)*(1 - {QUOTIENT})", "holds"),
        ),
        GIVEN,
    ),
    Step(
        "all kept",
        f"sum({KEPT}, i, 1, d) = sum({K}*{NEW}, i, 1, d)",
        apply("sum of equals", "kept", f=f"i: {KEPT}", g=f"i: {K}*{NEW}", low="1", high="d"),
        GIVEN,
    ),
    Step(
        "in all",
        f"sum({K}*{NEW}, i, 1, d) = {K}*sum({NEW}, i, 1, d)",
        apply("constant factor", c=K, f=f"i: {NEW}", low="1", high="d"),
    ),
    Step(
        "in proportion",
        f"{OVER} = 0",
        arithmetic("kept", (f"-{NEW}", "all kept"), (f"-{NEW}", "in all"), (f"-{NEW}*{K}", use("law", b="s + 1"))),
        GIVEN,
    ),
    Step("none", f"[0 < {OVER}]*{OVER} = 0", arithmetic((f"[0 < {OVER}]", "in proportion")), GIVEN),
    Step(
        "all",
        f"{LEFT} = 0",
        apply("sum of equals", "none", f=f"i: [0 < {OVER}]*{OVER}", g="i: 0", low="1", high="d"),
        GIVEN,
    ),
    where=GIVEN,
)
PLUS: Final = f"[m(b, i) < {OF_X}]*({OF_X} - m(b, i))"
theorem(
    "ASI-16b",
    LAZY,
    f"{OF_X} = m(b, i)",
    Step("left", f"{LEFT} = 0", apply("nothing is left without clipping"), GIVEN),
    Step("at y", f"{Y}*{LEFT} = 0", arithmetic((Y, "left")), GIVEN),
    Step(
        "mean left",
        f"{MEAN_LEFT} = 0",
        apply("sum of equals", "at y", f=f"l: {Y}*{LEFT}", g="l: 0", low="1", high="d"),
        GIVEN,
    ),
    Step("after a step", f"{gap('s + 1')} <= {gap('s')} + (1 - p)*{MEAN_LEFT}", apply("the gap after a step")),
    Step(
        "next",
        f"{gap('s + 1')} <= 0",
        arithmetic("after a step", ("1 - p", "mean left"), f"{gap('s')} <= 0"),
        (*GIVEN, f"{gap('s')} <= 0"),
    ),
    Step("first pair", f"{gap('1')} = 0", apply("the first pair is ideal")),
    Step("at first", f"{gap('1')} <= 0", arithmetic("first pair")),
    Step(
        "pairs",
        f"{gap('b')} <= 0",
        apply("induction", "at first", "next", low="1", high="b", f=f"b: {gap('b')}", g="b: 0"),
        GIVEN,
    ),
    Step("image", f"tv(b) <= {gap('b')}", apply("the law of x is the image of that of the pair")),
    Step("over", f"0 <= {PLUS}", apply("what is above", x=OF_X, y="m(b, i)")),
    Step("under", f"0 <= (1 - [m(b, i) < {OF_X}])*(m(b, i) - {OF_X})", apply("what is above", x=OF_X, y="m(b, i)")),
    Step(
        "one of all",
        f"{PLUS} <= sum({PLUS}, i, 1, d)",
        apply("a term of a sum", "over", f=f"i: {PLUS}", low="1", k="i", high="d"),
    ),
    Step(
        "at most",
        f"{OF_X} <= m(b, i)",
        arithmetic("under", "one of all", ("-1", "total variation"), "image", "pairs"),
        GIVEN,
    ),
    Step("rest", f"0 <= m(b, i) - {OF_X}", arithmetic("at most"), GIVEN),
    Step(
        "one rest",
        f"m(b, i) - {OF_X} <= sum(m(b, i) - {OF_X}, i, 1, d)",
        apply("a term of a sum", "rest", f=f"i: m(b, i) - {OF_X}", low="1", k="i", high="d"),
        GIVEN,
    ),
    Step(
        "in either order",
        f"sum({OF_X}, i, 1, d) = {WHOLE.format(b='b')}",
        apply("sums in either order", f="i, l: j(b, i, l)", m="d", n="d"),
    ),
    Step("one pair", f"{WHOLE.format(b='b')} = 1", apply("the pairs have a law")),
    Step(
        "at least",
        f"m(b, i) <= {OF_X}",
        arithmetic("one rest", ("-1", "in either order"), ("-1", "one pair"), "law"),
        GIVEN,
    ),
    Step("all", f"{OF_X} = m(b, i)", apply("at most each other", "at most", "at least", A=OF_X, B="m(b, i)"), GIVEN),
    where=GIVEN,
)
