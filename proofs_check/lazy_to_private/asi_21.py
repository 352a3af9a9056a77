"""ASI-21: y_t is said to be drawn in the largest round t_0 <= t with A_{t_0} = 1.

Appendices A.1 and A.3. Algorithm 1 draws y_s where A_s = 0 (line 14): with A_2 = 1, t_0 = 2, but y_2 = y_1 was drawn in
round 1. With t_0 the largest s <= t such that s = 1 or A_s = 0 it is true, and t - t_0 > k needs k + 1 coins equal to 1
(and is impossible where there are fewer): (1 - p)^{floor(L/p) + 1} <= (1 - p)^{L/p} <= e^{-L} for L = log(1/delta_1).
In the steps: Pr[t_0 < c] <= e^{-p (t - c)} for every real c, by induction on t.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any, Final

from dpassay.exact import as_real
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import (
    BETWEEN,
    BIT,
    entries,
    family,
    row_of,
    told,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import (
    counterexample,
    exhaustive,
)
from dpassay.proofs_check.lazy_to_private.games import log_inverse
from dpassay.proofs_check.models.fake_coins import COINS as MODEL
from dpassay.proofs_check.models.fake_coins import Rounds
from dpassay.proofs_check.numbers import below
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, use


def _drawn_at(coins: list[int]) -> int:
    """The round in which y_t was drawn, by Algorithm 1: coins A_2, ..., A_t; it is drawn anew where a coin is 0."""
    drawn = 1
    for s, coin in enumerate(coins, start=2):
        drawn = s if coin == 0 else drawn
    return drawn


COINS: Final = entries({"l2p-coins": row_of(BIT, 0)})


told(
    "asi21",
    "y_t was drawn in the largest round t_0 <= t with A_{t_0} = 1",
    COINS.where(lambda i: 1 in i["l2p-coins"]),
    lambda i: {"drawn in round": _drawn_at(i["l2p-coins"]), "t_0": _last(i["l2p-coins"], 1)},
)(lambda i: _drawn_at(i["l2p-coins"]) == _last(i["l2p-coins"], 1))
told("asi21-corrected", "y_t was drawn in the largest round s <= t with s = 1 or A_s = 0", COINS)(
    lambda i: _drawn_at(i["l2p-coins"]) == _last(i["l2p-coins"], 0)
)


def _last(coins: list[int], value: int) -> int:
    return max([1] + [s for s, coin in enumerate(coins, start=2) if coin == value])


@family("l2p-coins", "all sequences of up to 8 coins")
def _coins() -> Iterator[Instance]:
    for length in range(9):
        for coins in product((0, 1), repeat=length):
            yield {"l2p-coins": list(coins)}


@claim(
    "ASI-21",
    location="Appendices A.1 and A.3",
    latex=r"t_0 = \max\{s \le t: A_s = 1\},\ \text{that is, } y_t \text{ is sampled from } \overline\nu_{t_0}",
    text="With t_0 the largest integer at most t such that A_{t_0} = 1, y_t was sampled from the normalized nu_{t_0}.",
    corrected_by="ASI-21-corrected",
)
def asi_21() -> Case:
    """Models are drawn where the coin is 0."""
    return Case(
        argument="Algorithm 1 draws y_s where A_s = 0 (line 14). With A_2 = 1, t_0 = 2, but y_2 = y_1 was drawn in "
        "round 1.",
        counterexample=Goal("one coin", counterexample("asi21"), Hunt("asi21", _coins)),
        twins=(Twin("A = 0, or the first round", counterexample("asi21-corrected")),),
        remarks=("A slip of the pen: what the proofs use is ASI-21-corrected.",),
    )


AGES: Final = entries(t=whole(1), fake_switch=BETWEEN, delta_1=BETWEEN)


def _older(instance: Instance, share: Fraction) -> Fraction:
    """Pr[t - t_0 > share L/p], exactly; L = log(1/delta_1)."""
    p, most, t = Fraction(instance["fake_switch"]), log_inverse(instance) * share, int(instance["t"])
    first = next((k for k in range(t) if below(most, as_real(k * p))), None)
    return Fraction(0) if first is None else Fraction((1 - p) ** first)


for _name, _share in (("asi21-age", Fraction(1)), ("asi21-age-half", Fraction(1, 2))):
    told(_name, f"Pr[t - t_0 > {_share} log(1/delta_1)/p] <= delta_1", AGES)(
        lambda i, share=_share: _older(i, share) <= Fraction(i["delta_1"])  # type: ignore[misc]  # bound at once
    )


@family("l2p-ages", "t = 1, 5, 40, p = 1/20, 1/2, 19/20, delta_1 = 1/2, 1/10, 1/1000")
def _ages() -> Iterator[Instance]:
    for t, p, delta in product((1, 5, 40), ("1/20", "1/2", "19/20"), ("1/2", "1/10", "1/1000")):
        yield {"t": t, "fake_switch": p, "delta_1": delta}


@claim(
    "ASI-21-corrected",
    location="Appendices A.1 and A.3",
    latex=r"t_0 = \max\{s \le t: s = 1 \text{ or } A_s = 0\}:\ y_t \sim \overline\nu_{t_0},\ \Pr[t - t_0 > "
    r"\log(1/\delta_1)/p] \le \delta_1",
    text="With t_0 the largest s <= t such that s = 1 or A_s = 0, y_t was sampled from the normalized nu_{t_0}, and t "
    "- t_0 > log(1/delta_1)/p has probability at most delta_1.",
    assumed=("0 < delta_1 < 1",),
)
def asi_21_corrected() -> Case:
    """A geometric tail."""
    return Case(
        checks=(
            Goal("all short sequences of coins", exhaustive("asi21-corrected", "l2p-coins")),
            Goal("the tail", exhaustive("asi21-age", "l2p-ages")),
        ),
        twins=(Twin("t - t_0 > log(1/delta_1)/(2p)", exhaustive("asi21-age-half", "l2p-ages"), of=1),),
    )


KEPT: Final[Mapping[str, Any]] = {"t": Fraction(2), "@coins": (1,)}
"""Round 2, where its coin is 1."""
refuted(
    "ASI-21",
    MODEL,
    "drawn(t) = last1(t)",
    setting=Rounds(2, Fraction(1, 2), Fraction(1, 2)),
    where=("1 <= sum(A(s), s, 2, t)",),
    **KEPT,
)
PLACE: Final = "({a}*drawn(u) + (1 - {a})*(u + 1))"
"""When y was drawn, where a is the coin."""
YOUNG, EARLY = ("c <= u + 1",), ("u + 1 < c",)
SO_FAR: Final = "Pr(drawn(u) < c) <= exp(-p*(u - c))"
NEXT: Final = "Pr(drawn(u + 1) < c) <= exp(-p*(u + 1 - c))"
theorem(
    "the other model is young",
    MODEL,
    "Pr(drawn(t) < c) <= exp(-p*(t - c))",
    Step("contrary", "[drawn(t) < c] = 1 - [c <= drawn(t)]", apply("indicator of the contrary", A="c", B="drawn(t)")),
    Step("at most 1", "[drawn(t) < c] <= 1", arithmetic("contrary")),
    Step("sure", "Pr(drawn(t) < c) <= E(1)", apply("expectation grows", "at most 1", P="P", X="[drawn(t) < c]", Y="1")),
    Step("sign", "0 <= -p*(t - c)", arithmetic(("p", "t < c")), ("t < c",)),
    Step("large", "exp(0) <= exp(-p*(t - c))", apply("exp grows", "sign", A="0", B="-p*(t - c)"), ("t < c",)),
    Step("soon", "Pr(drawn(t) < c) <= exp(-p*(t - c))", arithmetic("sure", "large"), ("t < c",)),
    Step("not before", "c <= drawn(1)", arithmetic(("-1", "line 2"), "c <= 1"), ("c <= 1",)),
    Step(
        "surely",
        "[c <= drawn(1)] = 1",
        apply("indicator of what holds", "not before", A="c", B="drawn(1)"),
        ("c <= 1",),
    ),
    Step("never", "[drawn(1) < c] = 0", arithmetic(use("contrary", t="1"), ("-1", "surely")), ("c <= 1",)),
    Step(
        "no chance",
        "Pr(drawn(1) < c) = E(0)",
        apply("expectation of equals", "never", P="P", X="[drawn(1) < c]", Y="0"),
        ("c <= 1",),
    ),
    Step("first, early", "Pr(drawn(1) < c) <= exp(-p*(1 - c))", arithmetic("no chance"), ("c <= 1",)),
    Step("first, late", "Pr(drawn(1) < c) <= exp(-p*(1 - c))", arithmetic(use("soon", t="1")), ("1 < c",)),
    Step(
        "first",
        "Pr(drawn(1) < c) <= exp(-p*(1 - c))",
        apply("cases", "first, early", "first, late", A="Pr(drawn(1) < c)", B="exp(-p*(1 - c))", c="1 - c"),
    ),
    Step(
        "kept or drawn",
        f"[drawn(u + 1) < c] = [{PLACE.format(a='A(u + 1)')} < c]",
        apply("equals for equals", "lines 14 to 18", A="drawn(u + 1)", B=PLACE.format(a="A(u + 1)"), f="z: [z < c]"),
    ),
    Step(
        "by the coin",
        f"[{PLACE.format(a='A(u + 1)')} < c] <= (1 - A(u + 1))*[u + 1 < c] + A(u + 1)*[drawn(u) < c]",
        apply("at zero or one", "0 or 1", x="A(u + 1)", g=f"z: [{PLACE.format(a='z')} < c]"),
    ),
    Step("not early", "[u + 1 < c] = 1 - [c <= u + 1]", apply("indicator of the contrary", A="c", B="u + 1")),
    Step("late", "[c <= u + 1] = 1", apply("indicator of what holds", A="c", B="u + 1"), YOUNG),
    Step(
        "kept",
        "[drawn(u + 1) < c] <= A(u + 1)*[drawn(u) < c]",
        arithmetic("kept or drawn", "by the coin", ("1 - A(u + 1)", "not early"), ("A(u + 1) - 1", "late")),
        YOUNG,
    ),
    Step(
        "chance to be kept",
        "Pr(drawn(u + 1) < c) <= E(A(u + 1)*[drawn(u) < c])",
        apply("expectation grows", "kept", P="P", X="[drawn(u + 1) < c]", Y="A(u + 1)*[drawn(u) < c]"),
        YOUNG,
    ),
    Step("a coin", "1 - p <= exp(-p)", analysis("1 - z <= exp(-z)", "[0, 1]", z="p")),
    Step(
        "next, young",
        NEXT,
        arithmetic("chance to be kept", "a new coin", ("1 - p", SO_FAR), ("exp(-p*(u - c))", "a coin")),
        (*YOUNG, SO_FAR),
    ),
    Step("next, early", NEXT, arithmetic(use("soon", t="u + 1")), EARLY),
    Step(
        "next",
        NEXT,
        apply("cases", "next, young", "next, early", A="Pr(drawn(u + 1) < c)", B="exp(-p*(u + 1 - c))", c="u + 1 - c"),
        (SO_FAR,),
    ),
    Step(
        "all",
        "Pr(drawn(t) < c) <= exp(-p*(t - c))",
        apply("induction", "first", "next", low="1", high="t", f="u: Pr(drawn(u) < c)", g="u: exp(-p*(u - c))"),
    ),
)
theorem(
    "ASI-21-corrected",
    MODEL,
    "drawn(t) = last0(t) and Pr(L/p < t - drawn(t)) <= exp(-L)",
    Step("first", "drawn(1) = last0(1)", arithmetic("line 2", ("-1", "the largest, at first"))),
    Step(
        "next",
        "drawn(u + 1) = last0(u + 1)",
        arithmetic("lines 14 to 18", ("-1", "the largest"), ("A(u + 1)", "drawn(u) = last0(u)")),
        ("drawn(u) = last0(u)",),
    ),
    Step("young", "Pr(drawn(t) < t - L/p) <= exp(-p*(t - (t - L/p)))", apply("the other model is young", c="t - L/p")),
    Step(
        "place",
        "drawn(t) = last0(t)",
        apply("induction of equalities", "first", "next", low="1", high="t", f="u: drawn(u)", g="u: last0(u)"),
    ),
    Step("age", "Pr(L/p < t - drawn(t)) <= exp(-L)", arithmetic("young")),
)
