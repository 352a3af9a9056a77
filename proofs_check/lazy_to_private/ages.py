"""Lemmas for ASI-16 and ASI-18: the age of y_s, the other model, and what it costs (Appendix A.1, corrected).

y_s was drawn k = min(G, s - 1) batches ago, where G is geometric: Pr[G = k] = p (1 - p)^k. Let c = B eta <= p/2. For a
function h with values in [0, 1], group privacy over k batches gives E h <= e^{kc} b + k B e^{kc} delta_0 under the
normalized nu_{s-k}, where b is its mean under the normalized nu_s. With g = (1 - p) e^c <= 1 - p/2, E e^{cG} = p/(1 -
g) <= 2 and E G e^{cG} = p g/(1 - g)^2 <= 4/p, and both functions of G increase, so E h(y_s) <= 2 b + 4 B delta_0/p.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dpassay.proofs_check.lazy_to_private.good_sets import HIGH, LOW
from dpassay.proofs_check.models.lazy_sampling import LAZY
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, use, words

SHORT: Final = ("B*eta <= p/2",)
FACTOR: Final = "age(s, a)*exp(a*B*eta)"


def _old(h: str, of_y: str, law_of_y: Step) -> Iterator[Step]:
    """The steps for one function of a model, and of y_s."""
    mean = f"E({h}, M(s, 0))"
    older, most = f"age(s, a)*E({h}, M(s - a, 0))", f"{FACTOR}*{mean} + {FACTOR}*a*B*d0"
    yield law_of_y
    yield Step(
        "some batches ago",
        f"E({h}, M(s - a, 0)) <= exp(a*B*eta)*{mean} + a*B*exp(a*B*eta)*d0",
        words("Group privacy over the a B rounds in between, for a function with values in [0, 1]."),
    )
    yield Step("weighed", f"{older} <= {most}", arithmetic(("age(s, a)", "some batches ago")))
    yield Step(
        "of all ages",
        f"sum({older}, a, 0, s - 1) <= sum({most}, a, 0, s - 1)",
        apply("sum grows", "weighed", f=f"a: {older}", g=f"a: {most}", low="0", high="s - 1"),
    )
    yield Step(
        "a batch more is less likely",
        "1 - p/2 - (1 - p)*exp(p/2) >= 0",
        analysis("1 - w/2 - (1 - w)*exp(w/2) >= 0", "[0, 1]", w="p"),
    )
    yield Step(
        "mean factor",
        f"sum({FACTOR}, a, 0, s - 1) <= 2",
        words(
            "The age is min(G, s - 1) for a geometric G, so this is at most E e^{cG} = p/(1 - g) with g = (1 - p) e^c, "
            "which is at most 1 - p/2 as c <= p/2.",
            "a batch more is less likely",
        ),
        SHORT,
    )
    yield Step(
        "mean age",
        f"sum({FACTOR}*a, a, 0, s - 1) <= 4/p",
        words("In the same way it is at most E G e^{cG} = p g/(1 - g)^2.", "a batch more is less likely"),
        SHORT,
    )
    yield Step(
        "all",
        f"E({of_y}, J(s)) <= 2*{mean} + 4*B*d0/p",
        arithmetic("of y", "of all ages", (mean, "mean factor"), ("B*d0", "mean age")),
        SHORT,
    )


FAR_OFF, Y_FAR_OFF = (f"[{HIGH} < {x}(s)] + [{x}(s) < {LOW}]" for x in ("r", "ry"))
AT_Y: Final = "E([z < ry(s)] + [ry(s) < v], J(s))"
ORDER: Final = Step("order", f"{LOW} <= {HIGH}", apply("exp grows", A="-2*B*eta", B="2*B*eta"))
theorem(
    "the ratio of an old model",
    LAZY,
    f"E({Y_FAR_OFF}, J(s)) <= 2*E({FAR_OFF}, M(s, 0)) + 4*B*d0/p",
    ORDER,
    *_old(
        FAR_OFF,
        Y_FAR_OFF,
        Step(
            "of y",
            f"E({Y_FAR_OFF}, J(s)) = sum(age(s, a)*E({FAR_OFF}, M(s - a, 0)), a, 0, s - 1)",
            arithmetic(use("y", z=HIGH, v=LOW)),
            defined=("order",),
        ),
    ),
    where=SHORT,
)
theorem(
    "the rise at an old model",
    LAZY,
    "E(risey(s), J(s)) <= 2*E(rise(s), M(s, 0)) + 4*B*d0/p",
    *_old(
        "rise(s)",
        "risey(s)",
        Step(
            "of y",
            "E(risey(s), J(s)) = sum(age(s, a)*E(rise(s), M(s - a, 0)), a, 0, s - 1)",
            arithmetic("y, rise"),
        ),
    ),
    where=SHORT,
)
