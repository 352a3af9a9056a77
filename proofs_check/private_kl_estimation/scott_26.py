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
from dpassay.proofs_check.instances import told
from dpassay.proofs_check.kernel.statements import exhaustive
from dpassay.proofs_check.models.sensitivity_of_kl import ADJACENT, TWICE, Neighbors, divergence
from dpassay.proofs_check.numbers import below
from dpassay.proofs_check.private_kl_estimation.adjacent_histograms import (
    IS_ANY_PAIR,
    IS_PAIR,
    as_neighbors,
)
from dpassay.proofs_check.private_kl_estimation.two_cells import DOWN, KL_MOVES, STEP, UP
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, constant, together


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


MOVES: Final = (
    Step("moves", KL_MOVES, apply("the divergence of neighbors")),
    Step("up above 0", f"0 < {UP}", apply("logs of counts")),
    Step("down above 0", f"0 < {DOWN}", apply("logs of counts")),
    Step("up", f"{UP} <= {STEP}", apply("logs of counts")),
    Step("down", f"{DOWN} <= {STEP}", apply("logs of counts")),
)
TWO: Final = (
    Step(
        "parts",
        "sum(pi(x), x, 1, k) = sum(pi(x), x, 1, 2) + sum(pi(x), x, 3, k)",
        apply("sum in two parts", f="x: pi(x)", low="1", mid="2", high="k"),
    ),
    Step("both", "pi(1) + pi(2) <= 1", arithmetic(("-1", "parts"), "the reference is a law")),
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
        arithmetic("moves", ("pi(1)", "up"), ("pi(2)", "down above 0"), (STEP, "both")),
        (),
        ("log",),
    ),
    Step(
        "lowered",
        f"kl(1) - kl(2) < {STEP}",
        arithmetic(("-1", "moves"), ("pi(2)", "down"), ("pi(1)", "up above 0"), (STEP, "both")),
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
