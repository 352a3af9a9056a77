"""SIMA-10b: the 2 K laws of (16) are different, for every T of Theorem 3.

Appendix A, (16). At a = 1, which the theorem allows, every p_{i,2} is uniform.

SIMA-10b-corrected: for 0 < a <= 2 other than 1 they are 2 K different ones, for a = 1 they are K + 1. Their squared
distances are 2/N (two first ones), 2 (a - 1)^2/N (two second ones), and (1 + (a - 1)^2)/N or a^2/N (a first and a
second one), for different columns are orthogonal.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from typing import Final

from dpassay.analysis.hadamard_class import order_of
from dpassay.exact import Number
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import family, told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.local_distribution_learning.lower_bound import (
    a_squared,
    all_laws,
    is_class,
    separation_of,
)
from dpassay.proofs_check.local_distribution_learning.sima_10 import IN_RANGE, LONG, separations
from dpassay.proofs_check.models.games_of_pairs import game
from dpassay.proofs_check.models.hard_pairs import PAIRS, SEPARATED
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, Written, analysis, apply, arithmetic, use


def _differ(size: int, a: Number) -> bool:
    laws = all_laws(size, a)
    return all(p != q for p, q in combinations(laws, 2))


told(
    "sima10b",
    "the 2 K distributions of (16) are different",
    is_class,
    lambda instance: {"a^2": a_squared(instance), "N": order_of(instance["size"])},
)(lambda instance: _differ(instance["size"], separation_of(instance)))


told("sima10b-firsts", "the K distributions p_(i,1) of (16) are different", is_class)(
    lambda instance: all(p != q for p, q in combinations(all_laws(instance["size"], separation_of(instance))[::2], 2))
)


told(
    "sima10b-range",
    "for 0 < a <= 2 and a != 1 the 2 K distributions are different",
    IN_RANGE.where(lambda instance: bool(instance["a"] != "1")),
)(lambda instance: _differ(instance["size"], Fraction(instance["a"])))


told("sima10b-all", "for 0 < a <= 2 the 2 K distributions are different", IN_RANGE)(
    lambda instance: _differ(instance["size"], Fraction(instance["a"]))
)


told(
    "sima10b-at-1",
    "for a = 1 the distributions of (16) are K + 1 different ones",
    IN_RANGE.where(lambda instance: bool(instance["a"] == "1")),
)(lambda instance: len(set(all_laws(instance["size"], Fraction(instance["a"])))) == instance["size"] + 1)


@family("pair-separations-but-1", "K = 1, 2, 3, 4, 7 and a = 1/10, 1/5, ..., 2 without 1")
def _separations_but_1() -> Iterator[Instance]:
    return (instance for instance in separations() if instance["a"] != "1")


@family("pairs-at-1", "K = 1 to 8 and a = 1")
def _pairs_at_1() -> Iterator[Instance]:
    return ({"size": size, "a": "1"} for size in range(1, 9))


def _boundary() -> Iterator[Instance]:
    for size, t, rounds in product((1, 2, 3, 4), ("4/3", "2"), (1, 2, 3, 4)):
        yield {"size": size, "rounds": rounds, "exp_eps": t}


@claim(
    "SIMA-10b",
    location="Appendix A, (16): the following 2K distributions, read as 2K different ones for every T of Theorem 3",
    latex=r"|\{p_{i,\ell}: i \in [K], \ell \in [2]\}| = 2K",
    text="(16) defines 2 K distributions; read as: 2 K different ones, for every T of Theorem 3.",
    checked=("T >= K/(9 m(eps) e^eps)",),
    corrected_by="SIMA-10b-corrected",
)
def sima_10b() -> Case:
    """At the end of the range all second members coincide."""
    return Case(
        argument="At T = K/(9 m(eps) e^eps), which the theorem allows, a = 1 and every p_{i,2} is uniform: K + 1 "
        "distributions. For the bound this does not matter.",
        counterexample=Goal("a = 1", counterexample("sima10b"), Hunt("sima10b", _boundary)),
        twins=(Twin("the first members", counterexample("sima10b-firsts")),),
        remarks=(
            "The source says neither that they are different nor for which T they are meant; a class of 2 K members "
            "needs it.",
        ),
    )


@claim(
    "SIMA-10b-corrected",
    location="Appendix A, (16)",
    latex=r"0 < a \le 2,\ a \ne 1 \Rightarrow |\{p_{i,\ell}\}| = 2K;\quad a = 1 \Rightarrow |\{p_{i,\ell}\}| = K + 1",
    text="For 0 < a <= 2 other than 1 the 2 K distributions of (16) are different; for a = 1 they are K + 1.",
)
def sima_10b_corrected() -> Case:
    """Different columns."""
    return Case(
        checks=(
            Goal("by (16), exactly", exhaustive("sima10b-range", "pair-separations-but-1")),
            Goal("K + 1 for a = 1", exhaustive("sima10b-at-1", "pairs-at-1")),
        ),
        twins=(
            Twin("for a = 1, too", exhaustive("sima10b-all", "pair-separations")),
            Twin("2 K for a = 1", exhaustive("sima10b-all", "pairs-at-1"), of=1),
        ),
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


def _distance(one: str, other: str, square: str, *products: tuple[str, Written]) -> Iterator[Step]:
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
    also=("SIMA-10b-corrected: at 1", "SIMA-10b-corrected: of one pair", "SIMA-10b-corrected: uniform at 1"),
)


OF_ONE: Final = _apart(*PAIRS_OF_LAWS[3])


"""With no second pair, so for i = K and for K = 1, too."""


theorem(
    "SIMA-10b-corrected: of one pair",
    PAIRS,
    OF_ONE,
    *GRAM[:3],
    *_distance(*PAIRS_OF_LAWS[3], "a**2/N", ("a**2/N**2", NORMS[0])),
    Step("all", OF_ONE, arithmetic(("-1", "p1(i, x) and p2(i, x), added"))),
)


AT_1: Final = ("a = 1",)


EQUAL: Final = "p2(k, x) = 1/N"


theorem(
    "SIMA-10b-corrected: at 1",
    PAIRS,
    " and ".join([EQUAL, *(_apart(*laws) for laws in PAIRS_OF_LAWS[:4])]),
    *GRAM,
    *DISTANCES[:-3],  # without that of p2 and p2, which is 0 here
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


theorem(
    "SIMA-10b-corrected: uniform at 1",
    PAIRS,
    EQUAL,
    *GRAM[:2],
    Step("all", EQUAL, arithmetic("p2 by signs", ("H(k + 1, x)/N", AT_1[0])), AT_1),
    where=AT_1,
)
