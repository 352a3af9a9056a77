"""The two laws of a report under a pair: they add up to 1, and are at least the least probability of the report."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dpassay.proofs_check.local_distribution_learning.sima_14 import SECOND
from dpassay.proofs_check.models.hard_pairs import PAIRS
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside, together, use

ENDS: Final = (
    "lo(t, r) <= o1(t, k, r) and lo(t, r) <= o2(t, k, r)",
    "sum(o1(t, k, r), r, 1, R) = 1 and sum(o2(t, k, r), r, 1, R) = 1",
)


def _not_less(o: str, p: str, fact: str) -> Iterator[Step]:
    """One of both laws is at least the least probability of the report."""
    mass, joint = f"{p}(k, x)", f"q(t, r, x)*{p}(k, x)"
    yield Step(f"{p}, at least 0", f"0 <= {mass}", apply("the pairs are laws"))
    yield Step(f"{p}, label", f"lo(t, r)*{mass} <= {joint}", arithmetic((mass, "none less")), (), (f"{p}, at least 0",))
    yield Step(
        f"{p}, labels",
        f"sum(lo(t, r)*{mass}, x, 1, N) <= sum({joint}, x, 1, N)",
        apply("sum grows", f"{p}, label", f=f"x: lo(t, r)*{mass}", g=f"x: {joint}", low="1", high="N"),
    )
    yield Step(f"{p}, total", f"sum({mass}, x, 1, N) = 1", apply("the pairs are laws"))
    yield Step(
        f"{o} at least",
        f"lo(t, r) <= {o}(t, k, r)",
        arithmetic(f"{p}, labels", ("-lo(t, r)", f"{p}, total"), ("-1", fact)),
    )


def _law(o: str, p: str, fact: str) -> Iterator[Step]:
    """One of both laws adds up to 1."""
    mass, joint = f"{p}(k, x)", f"q(t, r, x)*{p}(k, x)"
    yield Step(f"{p}, total", f"sum({mass}, x, 1, N) = 1", apply("the pairs are laws"))
    yield Step(
        f"{o}, reports",
        f"sum({o}(t, k, r), r, 1, R) = sum(sum({joint}, x, 1, N), r, 1, R)",
        apply("sum of equals", fact, f=f"r: {o}(t, k, r)", g=f"r: sum({joint}, x, 1, N)", low="1", high="R"),
    )
    yield Step(
        f"{o}, order",
        f"sum(sum({joint}, x, 1, N), r, 1, R) = sum(sum({joint}, r, 1, R), x, 1, N)",
        apply("sums in either order", f=f"r, x: {joint}", m="R", n="N"),
    )
    yield Step(f"{p}, reported", f"sum({joint}, r, 1, R) = {mass}", arithmetic((mass, "a law")))
    yield Step(
        f"{p}, all reported",
        f"sum(sum({joint}, r, 1, R), x, 1, N) = sum({mass}, x, 1, N)",
        apply("sum of equals", f"{p}, reported", f=f"x: sum({joint}, r, 1, R)", g=f"x: {mass}", low="1", high="N"),
    )
    yield Step(
        f"{o} adds up",
        f"sum({o}(t, k, r), r, 1, R) = 1",
        arithmetic(f"{o}, reports", f"{o}, order", f"{p}, all reported", f"{p}, total"),
    )


SIDES: Final = (("o1", "p1", "(21), first"), ("o2", "p2", "(21), second"))
theorem(
    "no report is less likely",
    PAIRS,
    ENDS[0],
    *(step for side in SIDES for step in _not_less(*side)),
    Step("all", ENDS[0], together("o1 at least", "o2 at least")),
)
theorem(
    "the reports are laws",
    PAIRS,
    ENDS[1],
    *(step for side in SIDES for step in _law(*side)),
    Step("all", ENDS[1], together("o1 adds up", "o2 adds up")),
)

HALF: Final = "KL(t, i) <= sum(a**2*b(t, r, i + 1)**2/(2*lo(t, r)), r, 1, R)"
DIFFERENCE: Final = "o1(t, k, r) - o2(t, k, r)"
TERM: Final = f"{DIFFERENCE} + a**2*b(t, r, k + 1)**2/(2*lo(t, r))"
LOG: Final = "o1(t, k, r)*log(o1(t, k, r)/o2(t, k, r))"
theorem(
    "half of (22)",
    PAIRS,
    HALF,
    Step("first", "lo(t, r) <= o1(t, k, r)", apply("no report is less likely")),
    Step("second", "lo(t, r) <= o2(t, k, r)", apply("no report is less likely")),
    Step(
        "logarithm",
        f"{LOG} <= {DIFFERENCE} + ({DIFFERENCE})**2/(2*lo(t, r))",
        apply(
            "a term of a divergence, from above",
            "first",
            "second",
            p="o1(t, k, r)",
            q="o2(t, k, r)",
            s="lo(t, r)",
        ),
    ),
    Step("outputs", SECOND, apply("SIMA-14")),
    Step(
        "report",
        f"{LOG} <= {TERM}",
        arithmetic("logarithm", (f"-({DIFFERENCE} - a*b(t, r, k + 1))/(2*lo(t, r))", "outputs")),
    ),
    Step("total", "sum(o1(t, k, r), r, 1, R) = 1", apply("the reports are laws")),
    Step("second total", "sum(o2(t, k, r), r, 1, R) = 1", apply("the reports are laws")),
    Step(
        "all",
        HALF,
        arithmetic(
            "KL", inside("sum(_, r, 1, R)", "report", k="i"), use("total", k="i"), ("-1", use("second total", k="i"))
        ),
    ),
)
