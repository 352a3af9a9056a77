"""SCOTT-26-sharp: the sensitivity of KL(Pi || .) over histograms of one size with counts from 2 on, exactly.

A datum moves from cell a to cell b. The count of a without it is at least 2, and that of b at most M = N - 2k + 1,
since the other cells have 2 data each at least: this raises the divergence by at most Pi(a) log(3/2) - Pi(b) log(1 +
1/M). It is attained where both are so, and there it is at least log(3/2) - (1 - Pi(a)) (log(3/2) + 1/M): with Pi(a)
near 1 it comes as near to log(3/2) as one likes.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from dpassay.exact import log
from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import entries, family, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import exhaustive
from dpassay.proofs_check.models.sensitivity_of_kl import TWICE, Neighbors, law, sensitivity
from dpassay.proofs_check.private_kl_estimation.adjacent_histograms import (
    REFERENCE,
    REFERENCES,
)
from dpassay.proofs_check.private_kl_estimation.scott_26 import MOVES, TWO, log_of_step
from dpassay.proofs_check.private_kl_estimation.two_cells import DOWN, KL_MOVES, UP
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, constant, inside, use


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


TOP: Final = "(M + 1)/M"


def _count(i: int, a: int, b: int) -> Iterator[Step]:
    """The count of cell b in histogram i is at most M, since that of cell a is at least 3 and the others at least 2."""
    yield Step(
        f"size {i}",
        f"h({i}, 1) + h({i}, 2) + sum(h({i}, x), x, 3, k) = N",
        arithmetic(("-1", f"parts of {i}"), use("size", i=str(i))),
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
    *(step for step in MOVES if not step.name.endswith("above 0")),
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
    Step("below", "pi(1)*log(3/2) < log(3/2)", arithmetic(("log(3/2)", "both")), (), ("number",)),
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
    Step("log up", f"{UP} = log(3/2)", apply("at most each other", inside("log(_)", "up"), A=UP, B="log(3/2)")),
    Step(
        "log down",
        f"{DOWN} = log({TOP})",
        apply("at most each other", inside("log(_)", "down"), A=DOWN, B=f"log({TOP})"),
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
