"""SCOTT-01a to c: Definitions 3.2 to 3.5, adjacency and sensitivity.

Definition 3.2 speaks of datasets that differ in one element, Definition 3.3 of one item that is replaced: the same
number of items, one count larger by one and one less by one.

SCOTT-01a: the sentence after Definition 3.3 says that the count of exactly one value differs. Two do.

SCOTT-01a-corrected: the numbers of items are equal, and the squares of the differences of counts add up to 2.

SCOTT-01b: Definition 3.4 (with P for the printed Pi) does not fix the number of items. So the laws (1, 0) and (0, 1)
are adjacent, by one item, and the sensitivity of P -> P(x) is 1, however large the dataset.

SCOTT-01b-corrected: for histograms of N items, adjacent laws differ by at most 1/N at each point.

SCOTT-01c: Definition 3.5 is for functions to the reals, and is used for KL(Pi || .), which is infinite where a count is
0: there is no largest difference.

SCOTT-01c-corrected: on histograms with all counts of at least 1 it differs by at most log 2 between neighbors, the
count from 2 to 1 at a point of almost all the mass of Pi; less is not enough.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from dpassay.analysis.label_laws import kl
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import BETWEEN, as_rows, entries, row_of, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample
from dpassay.proofs_check.models.adjacent_histograms import ADJACENT, FULL, OF_ONE_SIZE, POSITIVE, TWICE
from dpassay.proofs_check.private_kl_estimation.averages import averaged
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside

COUNTS: Final = row_of(whole(), 2, 4)


@entries(first=COUNTS, second=COUNTS).where
def ARE_ADJACENT(instance: Instance) -> bool:  # noqa: N802  # a precondition
    """Definition 3.3."""
    first, second = instance["first"], instance["second"]
    return len(first) == len(second) and sorted(
        gap for gap in (a - b for a, b in zip(first, second, strict=True)) if gap
    ) == [-1, 1]


def _different(instance: Instance) -> int:
    return sum(a != b for a, b in zip(instance["first"], instance["second"], strict=True))


told("scott01a", "exactly one count differs", ARE_ADJACENT, lambda instance: {"counts": _different(instance)})(
    lambda instance: _different(instance) == 1
)
told("scott01a-two", "exactly two counts differ", ARE_ADJACENT)(lambda instance: _different(instance) == 2)
WITH_SIZE: Final = ARE_ADJACENT.having(items=whole(1)).where(
    lambda instance: bool(instance["items"] % sum(instance["first"]) == 0)
)


def _gap(instance: Instance) -> Fraction:
    """The largest difference of both laws at a point."""
    pairs = zip(instance["first"], instance["second"], strict=True)
    return Fraction(max(abs(a - b) for a, b in pairs), sum(instance["first"]))


told(
    "scott01b",
    "laws of datasets of N items that are adjacent differ by at most 1/N at each point",
    WITH_SIZE,
    lambda instance: {"difference": _gap(instance), "N": instance["items"]},
)(lambda instance: _gap(instance) * instance["items"] <= 1)
told("scott01b-one", "they differ by at most 1", WITH_SIZE)(lambda instance: _gap(instance) <= 1)
WITH_REFERENCE: Final = ARE_ADJACENT.having(public=row_of(BETWEEN, 2, 4)).where(
    lambda instance: len(instance["public"]) == len(instance["first"]) and sum(map(Fraction, instance["public"])) == 1
)


def _divergences(instance: Instance) -> dict[str, Any]:
    (public,) = as_rows([instance["public"]])
    laws = (tuple(Fraction(n, sum(row)) for n in row) for row in (instance["first"], instance["second"]))
    return {f"KL(Pi || P{i})": kl(public, law) for i, law in enumerate(laws, 1)}


def _finite(instance: Instance) -> dict[str, Any]:
    """Those that are numbers."""
    return {name: value for name, value in _divergences(instance).items() if value is not None}


told("scott01c", "KL(Pi || .) is a number at both laws", WITH_REFERENCE, _finite)(
    lambda instance: None not in _divergences(instance).values()
)
told("scott01c-one", "KL(Pi || .) is a number at one of both laws, or a count is 0", WITH_REFERENCE)(
    lambda instance: (
        any(value is not None for value in _divergences(instance).values())
        or 0 in (*instance["first"], *instance["second"])
    )
)


def _pairs() -> Iterator[Instance]:
    yield {"first": [1, 1], "second": [2, 0]}
    yield {"first": [2, 1], "second": [1, 2]}


def _exchanged() -> Iterator[Instance]:
    return ({"first": [1, 0], "second": [0, 1], "items": items} for items in (1, 2))


def _with_reference() -> Iterator[Instance]:
    return ({**pair, "public": ["1/2", "1/2"]} for pair in _pairs())


@claim(
    "SCOTT-01a",
    location="after Definition 3.3",
    latex=r"|\{x : h_1(x) \ne h_2(x)\}| = 1",
    text="Adjacent histograms have the same cardinality, and the count of exactly one value differs.",
    adjacency="replace_one",
    corrected_by="SCOTT-01a-corrected",
)
def scott_01a() -> Case:
    """Two counts differ."""
    return Case(
        argument="One count is larger by one in h1, and one in h2.",
        counterexample=Goal("two items", counterexample("scott01a"), Hunt("scott01a", _pairs)),
        twins=(Twin("exactly two", counterexample("scott01a-two")),),
    )


@claim(
    "SCOTT-01a-corrected",
    location="Definition 3.3",
    latex=r"|h_1| = |h_2|,\ \textstyle\sum_x (h_1(x) - h_2(x))^2 = 2",
    text="Adjacent histograms have the same cardinality, and the squares of the differences of their counts add up to "
    "2.",
    adjacency="replace_one",
)
def scott_01a_corrected() -> Case:
    """One up and one down."""
    return Case()


@claim(
    "SCOTT-01b",
    location="Definition 3.4",
    latex=r"P_1 \sim P_2 \implies |P_1(x) - P_2(x)| \le 1/N",
    text="Adjacent laws of datasets of N items differ by at most 1/N at each point.",
    adjacency="replace_one",
    corrected_by="SCOTT-01b-corrected",
)
def scott_01b() -> Case:
    """The histograms may be of fewer items."""
    return Case(
        argument="Laws are adjacent where there are any adjacent histograms with these shares. One item that is "
        "exchanged makes (1, 0) and (0, 1) adjacent, which are laws of datasets of any size.",
        counterexample=Goal("one item, and N = 2", counterexample("scott01b"), Hunt("scott01b", _exchanged)),
        twins=(Twin("at most 1", counterexample("scott01b-one")),),
        remarks=("As printed the condition is on Pi_1 and Pi_2, and P_1 and P_2 are any laws.",),
    )


@claim(
    "SCOTT-01b-corrected",
    location="Definition 3.4, for histograms of N items",
    latex=r"P_1 \sim P_2 \implies |P_1(x) - P_2(x)| \le 1/N",
    text="The laws of adjacent histograms of N items differ by at most 1/N at each point.",
    adjacency="replace_one",
)
def scott_01b_corrected() -> Case:
    """Counts differ by one."""
    return Case()


@claim(
    "SCOTT-01c",
    location="Definition 3.5, for KL(Pi || .) on all histograms",
    latex=r"\Delta(f) = \max_{P_1 \sim P_2} |f(P_1) - f(P_2)| < \infty,\ f = D_{\mathrm{KL}}(\Pi \| \cdot)",
    text="The sensitivity of KL(Pi || .) over all adjacent laws is a number.",
    adjacency="replace_one",
    corrected_by="SCOTT-01c-corrected",
    no_formula="an infinite divergence is no number, and formulas are on numbers",
)
def scott_01c() -> Case:
    """A count of 0."""
    return Case(
        argument="Pi = (1/2, 1/2): the histograms (1, 1) and (2, 0) are adjacent, and KL(Pi || (1, 0)) is infinite.",
        counterexample=Goal("a count of 0", counterexample("scott01c"), Hunt("scott01c", _with_reference)),
        twins=(Twin("one of both, or a count is 0", counterexample("scott01c-one")),),
    )


@claim(
    "SCOTT-01c-corrected",
    location="Definition 3.5, for KL(Pi || .) on histograms with all counts of at least 1",
    latex=r"|D_{\mathrm{KL}}(\Pi \| P_1) - D_{\mathrm{KL}}(\Pi \| P_2)| \le \log 2",
    text="For adjacent histograms with all counts of at least 1, the divergences of Pi from both laws differ by at "
    "most log 2.",
    adjacency="replace_one",
    checked=("all counts are at least 1",),
)
def scott_01c_corrected() -> Case:
    """No count is more than doubled."""
    return Case(
        remarks=(
            "Adjacency is symmetric, so one direction is enough.",
            "No smaller number will do: between (2, 1) and (1, 2) with Pi = (1 - w, w) the difference is (1 - 2 w) "
            "log 2, which tends to log 2 as w falls to 0.",
        )
    )


refuted("SCOTT-01a", ADJACENT, "sum([h1(x) < h2(x)] + [h2(x) < h1(x)], x, 1, k) = 1", setting=POSITIVE[0])
SIZES: Final = "sum(h1(x), x, 1, k) = sum(h2(x), x, 1, k)"
SQUARES: Final = "sum((h1(x) - h2(x))**2, x, 1, k) = 2"
theorem(
    "SCOTT-01a-corrected",
    ADJACENT,
    f"{SIZES} and {SQUARES}",
    Step(
        "a square",
        "(h1(x) - h2(x))**2 = up(x) + down(x)",
        arithmetic(("h1(x) - h2(x) + up(x) - down(x)", "counts"), "0 or 1", "down is 0 or 1", ("-2", "two points")),
    ),
    Step("sizes", SIZES, arithmetic(inside("sum(_, x, 1, k)", "counts"), "one is up", ("-1", "one is down"))),
    Step("all", SQUARES, arithmetic(inside("sum(_, x, 1, k)", "a square"), "one is up", "one is down")),
)
CLOSE: Final = "p1(x) - p2(x) <= 1/N and p2(x) - p1(x) <= 1/N"
refuted("SCOTT-01b", ADJACENT, CLOSE, setting=TWICE, x=1)
theorem(
    "SCOTT-01b-corrected",
    OF_ONE_SIZE,
    CLOSE,
    Step("up", "up(x) <= 1", apply("zero or one", "0 or 1", x="up(x)")),
    Step("down", "down(x) <= 1", apply("zero or one", "down is 0 or 1", x="down(x)")),
    Step("gap", "p1(x) - p2(x) = (up(x) - down(x))/M", arithmetic("shares", ("-1", "other shares"), ("1/M", "counts"))),
    Step("same", "1/M = 1/N", arithmetic(("-1/(M*N)", "size"))),
    Step("first", "p1(x) - p2(x) <= 1/N", arithmetic("gap", ("1/M", "up"), "same")),
    Step("second", "p2(x) - p1(x) <= 1/N", arithmetic(("-1", "gap"), ("1/M", "down"), "same")),
)
LOGS: Final = "log(q(x)/p1(x)) - log(q(x)/p2(x))"
RATIO: Final = "p2(x)/p1(x)"
theorem(
    "SCOTT-01c-corrected",
    FULL,
    "KL1 - KL2 <= log(2)",
    Step(
        "gap", "p2(x) - p1(x) = (down(x) - up(x))/M", arithmetic(("-1", "shares"), "other shares", ("-1/M", "counts"))
    ),
    Step("share", "1/M <= p1(x)", arithmetic(("1/M", "at least 1"), ("-1", "shares"))),
    Step("ratio", f"{RATIO} - 1 <= down(x)", arithmetic(("1/p1(x)", "gap"), ("down(x)/p1(x)", "share"))),
    Step("down", "down(x) <= 1", apply("zero or one", "down is 0 or 1", x="down(x)")),
    Step("doubled", f"{RATIO} <= 2", arithmetic("ratio", "down")),
    Step("a point", f"{LOGS} <= log(2)", arithmetic(inside("log(_)", "doubled"))),
    *averaged("points", LOGS, "log(2)", "a point"),
    Step(
        "all",
        "KL1 - KL2 <= log(2)",
        arithmetic("points", "divergence", ("-1", "other divergence"), ("log(2)", "Pi is a law")),
    ),
)
