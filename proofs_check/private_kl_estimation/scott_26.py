"""SCOTT-26: the sensitivity of KL(Pi || .) over the histograms of one size with counts from 2 on is below 0.7.

Theorem 4.9. It is so, and loose: a datum that moves from one cell to another raises the divergence by Pi(x1) log(1 +
1/n) and lowers it by Pi(x2) log(1 + 1/m), where n and m count the other data of the two cells, both at least 2. So the
sensitivity is below log(3/2) = 0.4055, and exactly p log(3/2) - q log(1 + 1/M), where p and q are the largest and the
least probability of the reference and M = N - 2k + 1 is the most that m can be (SCOTT-26-sharp). It comes as near to
log(3/2) as one likes: two cells, Pi(x1) near 1, N large. The printed proof adds up what has opposite signs, and takes n
to be 1, which would be a count of 1 in the other histogram (SCOTT-27).

SCOTT-26b: a distribution has many histograms. If it is enough that some one of them has counts from 2 on, a pair of
size N may have counts of 1 (twice as many of each are of the same distribution): then the constant is log 2 = 0.6931.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from dpassay.exact import LogForm, log
from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import entries, family, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import exhaustive
from dpassay.proofs_check.models.sensitivity_of_kl import ADJACENT, TWICE, Neighbors, divergence, law, sensitivity
from dpassay.proofs_check.numbers import below
from dpassay.proofs_check.private_kl_estimation.adjacent_histograms import (
    IS_ANY_PAIR,
    IS_PAIR,
    REFERENCE,
    REFERENCES,
    as_neighbors,
)
from dpassay.proofs_check.private_kl_estimation.two_cells import DOWN, KL_MOVES, STEP, UP
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, constant, together, use


@claim(
    "SCOTT-26",
    location="Theorem 4.9",
    latex=r"\Delta(\eta \mid \mathcal P^{>1}) < 0.7",
    text="For two adjacent histograms of one size, in both of which every cell occurs at least twice, the divergences "
    "from the reference differ by less than 0.7.",
    checked=("every count of both histograms is at least 2", "the reference has full support"),
    adjacency="replace_one",
)
def scott_26() -> Case:
    """Both logs are at most log(3/2), and the changes have opposite signs."""
    return Case(
        checks=(Goal("small pairs, exactly", exhaustive("scott26", "scott-pairs")),),
        twins=(Twin("0.39", exhaustive("scott26-less", "scott-pairs")),),
        remarks=("The least constant is log(3/2) = 0.4054... (SCOTT-26-sharp).",),
    )


@claim(
    "SCOTT-26-sharp",
    location="Theorem 4.9",
    latex=r"\Delta(\eta \mid \mathcal P^{>1}) = \max_x \Pi(x) \log\tfrac32 - \min_x \Pi(x) \log\tfrac{N - 2k + 2}"
    r"{N - 2k + 1} < \log\tfrac32",
    text="With M = N - 2k + 1, a pair that differs in cells a and b has divergences that differ by at most Pi(a) "
    "log(3/2) - Pi(b) log(1 + 1/M), or the same with a and b exchanged, which is below log(3/2); the first is attained "
    "where the counts besides the datum that moves are 2 in a and M in b, and is at least log(3/2) - (1 - Pi(a)) "
    "(log(3/2) + 1/M).",
    checked=("every count of both histograms is at least 2", "the reference has full support"),
    adjacency="replace_one",
)
def scott_26_sharp() -> Case:
    """The count of one of the cells is least, and that of the other is as large as the size allows."""
    return Case(
        checks=(Goal("the sensitivity, by trying all pairs", exhaustive("scott26-exact", "scott-sizes")),),
        twins=(Twin("with N - 2k for M", exhaustive("scott26-inexact", "scott-sizes")),),
        remarks=("There is no adjacent pair with N <= 2k.",),
    )


@claim(
    "SCOTT-26b",
    location="Theorem 4.9, where some one histogram of a distribution has counts from 2 on",
    latex=r"|\eta(P_1) - \eta(P_2)| < \log 2 < 0.7 \text{ for adjacent histograms with counts } \ge 1",
    text="For two adjacent histograms of one size with counts from 1 on, the divergences from the reference differ by "
    "less than log 2, and so by less than 0.7.",
    checked=("every count of both histograms is at least 1", "the reference has full support"),
    adjacency="replace_one",
)
def scott_26b() -> Case:
    """The same, with log(1 + 1/1)."""
    return Case(
        checks=(Goal("small pairs, exactly", exhaustive("scott26b", "scott-pairs-once")),),
        twins=(Twin("2/3", exhaustive("scott26b-less", "scott-pairs-once")),),
    )


def _gap(pair: Neighbors) -> LogForm:
    """The difference of the divergences, in size."""
    gap = divergence(pair.pi, pair.pair[0]) - divergence(pair.pi, pair.pair[1])
    return gap if LogForm() <= gap else -gap


told("scott26", "the divergences differ by less than 0.7", IS_PAIR)(
    lambda instance: below(_gap(as_neighbors(instance)), LogForm(Fraction(7, 10)))
)
told("scott26-less", "the divergences differ by less than 0.39", IS_PAIR)(
    lambda instance: below(_gap(as_neighbors(instance)), LogForm(Fraction(39, 100)))
)
told("scott26b", "the divergences differ by less than log 2", IS_ANY_PAIR)(
    lambda instance: below(_gap(as_neighbors(instance)), log(2))
)
told("scott26b-less", "the divergences differ by less than 2/3", IS_ANY_PAIR)(
    lambda instance: below(_gap(as_neighbors(instance)), LogForm(Fraction(2, 3)))
)


@entries({**REFERENCE, "size": whole(5)}).where
def is_size(instance: Instance) -> bool:
    """A reference, and a size of which there are adjacent histograms with counts from 2 on."""
    reference = instance["reference"]
    return sum(map(Fraction, reference)) == 1 and instance["size"] > 2 * len(reference)


def _is_exact(instance: Instance, most: int) -> bool:
    pi, size = law(*instance["reference"]), instance["size"]
    value = log(Fraction(3, 2)) * max(pi) - log(Fraction(most + 1, most)) * min(pi)
    return (sensitivity(pi, size, 2) - value).is_zero()


told("scott26-exact", "the sensitivity is p log(3/2) - q log(1 + 1/M) with M = N - 2k + 1", is_size)(
    lambda instance: _is_exact(instance, instance["size"] - 2 * len(instance["reference"]) + 1)
)
told("scott26-inexact", "the same with M = N - 2k", is_size)(
    lambda instance: _is_exact(instance, instance["size"] - 2 * len(instance["reference"]))
)


@family("scott-sizes", "three references on two or three cells, and the four least sizes")
def _sizes() -> Iterator[Instance]:
    for reference in REFERENCES:
        for more in range(1, 5):
            yield {"reference": list(reference), "size": 2 * len(reference) + more}


MOVES: Final = (
    Step("moves", KL_MOVES, apply("the divergence of neighbors")),
    Step("up above 0", f"0 < {UP}", apply("logs of counts")),
    Step("down above 0", f"0 < {DOWN}", apply("logs of counts")),
    Step("up", f"{UP} <= {STEP}", apply("logs of counts")),
    Step("down", f"{DOWN} <= {STEP}", apply("logs of counts")),
)
TWO: Final = (
    Step(
        "two", "sum(pi(x), x, 1, 2) = sum(pi(x), x, 1, 1) + pi(2)", apply("last term", f="x: pi(x)", low="1", high="2")
    ),
    Step(
        "one", "sum(pi(x), x, 1, 1) = sum(pi(x), x, 1, 0) + pi(1)", apply("last term", f="x: pi(x)", low="1", high="1")
    ),
    Step(
        "parts",
        "sum(pi(x), x, 1, k) = sum(pi(x), x, 1, 2) + sum(pi(x), x, 3, k)",
        apply("sum in two parts", f="x: pi(x)", low="1", mid="2", high="k"),
    ),
    Step("others", "0 <= sum(pi(x), x, 3, k)", arithmetic()),
    Step(
        "both",
        "pi(1) + pi(2) <= 1",
        arithmetic("others", ("-1", "parts"), ("-1", "two"), ("-1", "one"), "the reference is a law"),
    ),
)
BELOW_STEP: Final = f"kl(2) - kl(1) < {STEP} and kl(1) - kl(2) < {STEP}"
theorem(
    "a divergence moves by less than a log",
    ADJACENT,
    BELOW_STEP,
    *MOVES,
    *TWO,
    Step("log", f"0 < {STEP}", arithmetic("up above 0", "up")),
    Step(
        "raised",
        f"kl(2) - kl(1) < {STEP}",
        arithmetic("moves", ("pi(1)", "up"), ("pi(2)", "down above 0"), (STEP, "both"), ("pi(2)", "log")),
        (),
        ("log",),
    ),
    Step(
        "lowered",
        f"kl(1) - kl(2) < {STEP}",
        arithmetic(("-1", "moves"), ("pi(2)", "down"), ("pi(1)", "up above 0"), (STEP, "both"), ("pi(1)", "log")),
        (),
        ("log",),
    ),
    Step("all", BELOW_STEP, together("raised", "lowered")),
)


def log_of_step(ratio: str, *known: str) -> tuple[Step, ...]:
    """The log at the least count of a narrower model."""
    return (
        Step("ratio", f"(c + 1)/c <= {ratio}", arithmetic((f"-1/({known[1]}*c)", known[0]))),
        Step("log of step", f"{STEP} <= log({ratio})", apply("log grows", "ratio", A="(c + 1)/c", B=ratio)),
    )


PRINTED: Final = "kl(2) - kl(1) < 7/10 and kl(1) - kl(2) < 7/10"
theorem(
    "SCOTT-26",
    TWICE,
    PRINTED,
    *log_of_step("3/2", "at least twice", "2"),
    Step("number", "log(3/2) < 7/10", constant()),
    Step("moved up", f"kl(2) - kl(1) < {STEP}", apply("a divergence moves by less than a log")),
    Step("moved down", f"kl(1) - kl(2) < {STEP}", apply("a divergence moves by less than a log")),
    Step("raised", "kl(2) - kl(1) < 7/10", arithmetic("moved up", "log of step", "number")),
    Step("lowered", "kl(1) - kl(2) < 7/10", arithmetic("moved down", "log of step", "number")),
    Step("all", PRINTED, together("raised", "lowered")),
)


def _once() -> Iterator[Neighbors]:
    return (at for at in ADJACENT.settings() if at.least == 1)


ONCE: Final = ADJACENT.narrowed("two adjacent histograms in which every cell occurs", {"at least once": "c = 1"}, _once)
LOG_2: Final = "kl(2) - kl(1) < log(2) and kl(1) - kl(2) < log(2) and log(2) < 7/10"
theorem(
    "SCOTT-26b",
    ONCE,
    LOG_2,
    *log_of_step("2", "at least once", "1"),
    Step("moved up", f"kl(2) - kl(1) < {STEP}", apply("a divergence moves by less than a log")),
    Step("moved down", f"kl(1) - kl(2) < {STEP}", apply("a divergence moves by less than a log")),
    Step("raised", "kl(2) - kl(1) < log(2)", arithmetic("moved up", "log of step")),
    Step("lowered", "kl(1) - kl(2) < log(2)", arithmetic("moved down", "log of step")),
    Step("number", "log(2) < 7/10", constant()),
    Step("all", LOG_2, together("raised", "lowered", "number")),
)

TOP: Final = "(M + 1)/M"


def _count(i: int, a: int, b: int) -> Iterator[Step]:
    """The count of cell b in histogram i is at most M, since that of cell a is at least 3 and the others at least 2."""
    yield Step(
        f"size {i}",
        f"h({i}, 1) + h({i}, 2) + sum(h({i}, x), x, 3, k) = N",
        arithmetic(*(("-1", f"{name} {i}") for name in ("two of", "one of", "parts of")), use("size", i=str(i))),
    )
    yield Step(
        f"others {i}",
        f"sum(2, x, 3, k) <= sum(h({i}, x), x, 3, k)",
        apply("sum grows", f"least {i}", f="x: 2", g=f"x: h({i}, x)", low="3", high="k"),
    )
    fact = ("one less in cell 1", {"i": "2", "x": "1"}) if a == 1 else ("one more in cell 2", {"i": "1", "x": "2"})
    yield Step(
        f"most {b}",
        f"h({i}, {b}) <= M",
        arithmetic(
            f"size {i}",
            f"others {i}",
            ("-1", fact[0]),
            use("least count", **fact[1]),
            ("k - 2", "at least twice"),
            ("-1", "what is left for one cell"),
        ),
    )


def _sizes_of(i: int) -> Iterator[Step]:
    yield Step(
        f"two of {i}",
        f"sum(h({i}, x), x, 1, 2) = sum(h({i}, x), x, 1, 1) + h({i}, 2)",
        apply("last term", f=f"x: h({i}, x)", low="1", high="2"),
    )
    yield Step(
        f"one of {i}",
        f"sum(h({i}, x), x, 1, 1) = sum(h({i}, x), x, 1, 0) + h({i}, 1)",
        apply("last term", f=f"x: h({i}, x)", low="1", high="1"),
    )
    yield Step(
        f"parts of {i}",
        f"sum(h({i}, x), x, 1, k) = sum(h({i}, x), x, 1, 2) + sum(h({i}, x), x, 3, k)",
        apply("sum in two parts", f=f"x: h({i}, x)", low="1", mid="2", high="k"),
    )
    yield Step(f"least {i}", f"2 <= h({i}, x)", arithmetic(use("least count", i=str(i)), ("-1", "at least twice")))


def _top(name: str, count: str, ratio: str, most: str, fact: str) -> Iterator[Step]:
    """The log of (n + 1)/n is at least that of (M + 1)/M where n is at most M."""
    yield Step(f"{name}, quotient", f"{TOP} <= {ratio}", arithmetic((f"-1/{count}", fact), (f"1/(M*{count})", most)))
    yield Step(f"{name}, log", f"log({TOP}) <= log({ratio})", apply("log grows", f"{name}, quotient", A=TOP, B=ratio))


RAISED: Final = f"kl(2) - kl(1) <= pi(1)*log(3/2) - pi(2)*log({TOP})"
LOWERED: Final = f"kl(1) - kl(2) <= pi(2)*log(3/2) - pi(1)*log({TOP})"
theorem(
    "SCOTT-26-sharp",
    TWICE,
    f"{RAISED} and {LOWERED} and pi(1)*log(3/2) < log(3/2)",
    *(step for i in (1, 2) for step in _sizes_of(i)),
    *_count(1, 1, 2),
    *_count(2, 2, 1),
    *MOVES,
    *log_of_step("3/2", "at least twice", "2"),
    *_top("down", "h(1, 2)", "h(2, 2)/h(1, 2)", "most 2", "one more in cell 2"),
    *_top("up of 1", "h(2, 1)", "h(1, 1)/h(2, 1)", "most 1", "one less in cell 1"),
    *TWO,
    Step("number", "0 < log(3/2)", constant()),
    Step("raised", RAISED, arithmetic("moves", ("pi(1)", "up"), ("pi(1)", "log of step"), ("pi(2)", "down, log"))),
    Step(
        "lowered",
        LOWERED,
        arithmetic(("-1", "moves"), ("pi(2)", "down"), ("pi(2)", "log of step"), ("pi(1)", "up of 1, log")),
    ),
    Step("below", "pi(1)*log(3/2) < log(3/2)", arithmetic(("log(3/2)", "both"), ("pi(2)", "number")), (), ("number",)),
    also=("SCOTT-26-sharp: attained", "SCOTT-26-sharp: near log(3/2)"),
)


def _extreme() -> Iterator[Neighbors]:
    """Two cells, 2 data besides the one that moves in the first, and 2 or more in the other."""
    for share, m in (("1/2", 2), ("9/10", 5), ("1/4", 3)):
        yield Neighbors((Fraction(share), 1 - Fraction(share)), (3, m), (1, 1))
    yield Neighbors(law("1/5", "2/5", "2/5"), (3, 4, 2), (1, 0, 0))


EXTREME: Final = TWICE.narrowed(
    "pairs at which the sensitivity is attained",
    {"n is 2": "h(2, 1) = 2", "m is M": "h(1, 2) = M"},
    _extreme,
)
ATTAINED: Final = f"kl(2) - kl(1) = pi(1)*log(3/2) - pi(2)*log({TOP})"
theorem(
    "SCOTT-26-sharp: attained",
    EXTREME,
    ATTAINED,
    Step("moves", KL_MOVES, apply("the divergence of neighbors")),
    Step("up", "h(1, 1)/h(2, 1) = 3/2", arithmetic(("1/h(2, 1)", "one less in cell 1"), ("-1/(2*h(2, 1))", "n is 2"))),
    Step(
        "down",
        f"h(2, 2)/h(1, 2) = {TOP}",
        arithmetic(("1/h(1, 2)", "one more in cell 2"), ("-1/(h(1, 2)*M)", "m is M")),
    ),
    Step("up, at most", f"{UP} <= log(3/2)", apply("log grows", "up", A="h(1, 1)/h(2, 1)", B="3/2")),
    Step("up, at least", f"log(3/2) <= {UP}", apply("log grows", "up", A="3/2", B="h(1, 1)/h(2, 1)")),
    Step("log up", f"{UP} = log(3/2)", apply("at most each other", "up, at most", "up, at least", A=UP, B="log(3/2)")),
    Step(
        "down, at most",
        f"{DOWN} <= log({TOP})",
        apply("log grows", "down", A="h(2, 2)/h(1, 2)", B=TOP),
    ),
    Step(
        "down, at least",
        f"log({TOP}) <= {DOWN}",
        apply("log grows", "down", A=TOP, B="h(2, 2)/h(1, 2)"),
    ),
    Step(
        "log down",
        f"{DOWN} = log({TOP})",
        apply("at most each other", "down, at most", "down, at least", A=DOWN, B=f"log({TOP})"),
    ),
    Step(
        "all",
        ATTAINED,
        arithmetic("moves", ("pi(1)", "log up"), ("-pi(2)", "log down")),
    ),
)
NEAR: Final = "log(3/2) - (1 - pi(1))*(log(3/2) + 1/M) <= kl(2) - kl(1)"
theorem(
    "SCOTT-26-sharp: near log(3/2)",
    EXTREME,
    NEAR,
    *TWO,
    Step("attained", ATTAINED, apply("SCOTT-26-sharp: attained")),
    Step(
        "tangent",
        f"log({TOP}) <= {TOP} - 1",
        analysis("log(z) <= z - 1", "(0, oo)", z=TOP),
    ),
    Step(
        "all",
        NEAR,
        arithmetic(("-1", "attained"), ("pi(2)", "tangent"), ("1/M", "both")),
    ),
)
