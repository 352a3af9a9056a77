"""SIMA-13: of the divergences of a pair from an estimate the larger is at least log(2/(2 - a/2))/2 >= a/16.

Appendix A, (19), for a <= 1. The two divergences are together at least those from the middle of the pair, of which
that of p_{i,1} is log 2 - log(2 - a/2), as p_{i,1} lives where the middle is (2 - a/2)/N. Here w is any number that is
at least as large as both divergences.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Final

from dpassay.analysis.hadamard_class import HadamardClass
from dpassay.analysis.label_laws import Vector, weighted
from dpassay.analysis.two_point_risk import larger_kl, midpoint_kl, midpoint_kl_displayed
from dpassay.exact import LogForm, Real, log
from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import PROBABILITY, entries, family, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import exhaustive, identity, inequality
from dpassay.proofs_check.local_distribution_learning.far_from_a_pair import BOTH, MASS, OTHER, POSITIVE
from dpassay.proofs_check.models.hard_pairs import PAIRS
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, use


def _mixture() -> tuple[Goal, ...]:
    """See ``MIXTURE``; P and Q are log(1 - a/2) and log(1 - a/4), L is log 2."""
    return (
        Goal("J(a)", identity("(-Q + a/2*L + (1 - a/2)*(P - Q))/2", "a/4*L + (1 - a/2)*P/2 - (1 - a/4)*Q")),
        Goal(
            "J(a) >= (a/4) log 2",
            inequality("(1 - a/2)*log(1 - a/2)/2 - (1 - a/4)*log(1 - a/4)", "a", "[0, 2)"),
        ),
    )


@entries(size=whole(1, 16), i=whole(1), a=PROBABILITY, mass=PROBABILITY).where
def _is_estimate(instance: Instance) -> bool:
    return bool(instance["i"] <= instance["size"])


def _estimated(instance: Instance) -> tuple[HadamardClass, int, Vector]:
    """The class, a member, and the estimate that gives a mass to the labels of sign 1."""
    hard, i = HadamardClass(instance["size"], Fraction(instance["a"])), instance["i"]
    mass = {1: Fraction(instance["mass"]), -1: 1 - Fraction(instance["mass"])}
    return hard, i, tuple(2 * mass[s] / hard.order for s in hard.signs(i))


def _is_larger(instance: Instance, bound: Callable[[HadamardClass, int], LogForm | Real]) -> bool:
    hard, i, estimate = _estimated(instance)
    return any(value is None or at_most(bound(hard, i), value) for value in larger_kl(hard, i, estimate))


def _chain_13(instance: Instance) -> bool:
    hard, i, _ = _estimated(instance)
    middle, bound = midpoint_kl(hard, i), LogForm(Fraction(instance["a"]) / 16)
    equal = bool(middle == midpoint_kl_displayed(hard)) and at_most(bound, weighted(Fraction(1, 2), middle))
    return equal and _is_larger(instance, lambda h, j: weighted(Fraction(1, 2), midpoint_kl(h, j)))


told("sima13", "the chain (19): larger KL >= KL(p_1, m)/2 = log(2/(2 - a/2))/2 >= a/16", _is_estimate)(_chain_13)


told("sima13-whole", "larger KL >= KL(p_1, m)", _is_estimate)(lambda instance: _is_larger(instance, midpoint_kl))


told("sima13-sharp", "larger KL >= (a/4) log 2", _is_estimate)(
    lambda instance: _is_larger(instance, lambda *_: log(2) * (Fraction(instance["a"]) / 4))
)


@family(
    "pair-estimates",
    "K = 1, 3, i = 1, K, a = 0, 1/4, 1/2, 1, and the estimates with mass 0, 1/20, ..., 1/2, 1 on sign 1",
)
def _estimates() -> Iterator[Instance]:
    for size, a, twentieths in product((1, 3), ("0", "1/4", "1/2", "1"), (*range(11), 20)):
        for i in sorted({1, size}):
            yield {"size": size, "i": i, "a": a, "mass": str(Fraction(twentieths, 20))}


@claim(
    "SIMA-13",
    location="Appendix A, (19)",
    latex=r"\max\{\mathrm{KL}(p_{i,1}, \hat p), \mathrm{KL}(p_{i,2}, \hat p)\} \ge \tfrac12 \mathrm{KL}\big(p_{i,1}, "
    r"\tfrac{p_{i,1} + p_{i,2}}{2}\big) = \tfrac12 \log\tfrac{2}{2 - a/2} \ge \tfrac{a}{16}",
    text="For every estimate the larger of its two KLs is at least KL(p_{i,1}, (p_{i,1} + p_{i,2})/2)/2 = log(2/(2 - "
    "a/2))/2, which is at least a/16.",
    checked=("0 <= a <= 1",),
    assumed=(POSITIVE,),
)
def sima_13() -> Case:
    """The mean is the best estimate for the mean KL."""
    return Case(
        checks=(Goal("estimates that are constant on each sign", exhaustive("sima13", "pair-estimates")),),
        sharper=(
            Goal("even a/8", inequality("-log(1 - a/4)/2 - a/8", "a", "[0, 2]")),
            *_mixture(),
            Goal("(a/4) log 2, exactly", exhaustive("sima13-sharp", "pair-estimates")),
        ),
        twins=(Twin("the whole of KL(p_1, m)", exhaustive("sima13-whole", "pair-estimates")),),
        remarks=(
            "With the second term the mean gives (a/4) log 2 = 0.173 a; the least larger KL is exactly log(1 + "
            "(a/2)(1 - a/2)^(2/a - 1)), the capacity of a Z-channel, log(5/4) at a = 1.",
            "Step (a) is cited; the argument above proves it. For the reason that is printed for (b) see SIMA-13b.",
        ),
    )


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
    Step("positive", "0 < 2 - a/2", arithmetic()),
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
    Step(
        "at most",
        PRINTED[1],
        arithmetic(use("from above", k="i"), ("-1", "log")),
        (*SMALL, *LARGER),
        ("positive", "inverse"),
    ),
    Step(
        "at least", PRINTED[2], arithmetic(use("from below", k="i"), "log"), (*SMALL, *LARGER), ("positive", "inverse")
    ),
    Step(
        "sixteenth",
        PRINTED[3],
        arithmetic(("1/2", "chord"), ("-1/2", "log")),
        (*SMALL, *LARGER),
        ("positive", "inverse"),
    ),
    where=(*SMALL, *LARGER),
    variables={"w": "real"},
    samples={"w": (Fraction(1, 5), Fraction(1, 2), Fraction(1), Fraction(3))},
)
