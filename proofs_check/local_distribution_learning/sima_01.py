"""SIMA-01: Definition 1, (1), for different labels, and (2), for all labels, define the same schemes.

Section 2. (2) has the pairs of equal labels beside those of (1), and for these it says p <= e^eps p + delta, which is
true for eps, delta >= 0. The labels are arbitrary members of the label set, also those that f(x_t) never draws, so both
orders of a pair occur. Each R_t has private coins, so the condition is one for each t on its own.

SIMA-01b: the range eps, delta > 0 that is printed leaves out the pure schemes, with delta = 0, that the source speaks
of: randomized response with e^eps = 2 meets (1) with delta = 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import chain, combinations, product
from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import (
    ABOVE_1,
    FROM_0,
    LAWS,
    Rows,
    as_rows,
    entries,
    family,
    rational,
    stored_rows,
    told,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.models.local_schemes import SCHEMES, Scheme, response
from dpassay.proofs_check.numbers import sum_of
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Given, Step, apply, arithmetic, cases, inside

SCHEME: Final = entries(channel=LAWS, exp_eps=rational("[1, oo)"), delta=FROM_0)
"""The laws of the reports of the labels, with eps >= 0 and delta >= 0."""


def _budget(instance: Instance) -> tuple[Fraction, Fraction]:
    """Return e^eps and delta."""
    return Fraction(instance["exp_eps"]), Fraction(instance["delta"])


def _meets(instance: Instance, pairs: list[tuple[int, int]], largest: int | None = None) -> bool:
    """Whether (1) holds for these ordered pairs of labels and all events of at most ``largest`` reports."""
    rows, (t, delta) = as_rows(instance["channel"]), _budget(instance)
    reports = range(len(rows[0]))
    sizes = range((len(reports) if largest is None else largest) + 1)
    events = list(chain.from_iterable(combinations(reports, size) for size in sizes))
    return all(
        sum_of([rows[y][s] for s in event]) <= t * sum_of([rows[z][s] for s in event]) + delta
        for (y, z), event in product(pairs, events)
    )


def _pairs(rows: Rows, *, equal: bool = False, both_orders: bool = True) -> list[tuple[int, int]]:
    labels = range(len(rows))
    return [(y, z) for y, z in product(labels, labels) if (equal or y != z) and (both_orders or y <= z)]


def _of_definition(instance: Instance, *, both_orders: bool = True) -> bool:
    """(1), for different labels."""
    return _meets(instance, _pairs(as_rows(instance["channel"]), both_orders=both_orders))


def _of_display_2(instance: Instance) -> bool:
    """(2), for all labels."""
    return _meets(instance, _pairs(as_rows(instance["channel"]), equal=True))


def _of_positive_parts(instance: Instance) -> bool:
    """Whether the sum of max(p - e^eps q, 0) is at most delta for all labels."""
    rows, (t, delta) = as_rows(instance["channel"]), _budget(instance)
    excesses = ([max(p - t * q, Fraction(0)) for p, q in zip(rows[y], rows[z], strict=True)] for y, z in _pairs(rows))
    return all(sum_of(excess) <= delta for excess in excesses)


told("sima01", "(1) for different labels, (2) for all labels and the positive parts say the same", SCHEME)(
    lambda instance: _of_definition(instance) == _of_display_2(instance) == _of_positive_parts(instance)
)
told("sima01-one-order", "(1) for y < y' alone says the same as (2)", SCHEME)(
    lambda instance: _of_definition(instance, both_orders=False) == _of_display_2(instance)
)
told("sima01-points", "(1) for single reports gives (1) for all events", SCHEME)(
    lambda instance: not _meets(instance, _pairs(as_rows(instance["channel"])), 1) or _of_definition(instance)
)
told(
    "sima01-pure-points",
    "for delta = 0, (1) for single reports gives (1) for all events",
    SCHEME.where(lambda instance: instance["delta"] == "0"),
)(lambda instance: not _meets(instance, _pairs(as_rows(instance["channel"])), 1) or _of_definition(instance))


def _channels(budgets: tuple[tuple[str, str], ...]) -> Iterator[Instance]:
    """All pairs of laws on three reports with multiples of 1/3."""
    thirds = [(Fraction(i, 3), Fraction(j, 3), Fraction(3 - i - j, 3)) for i in range(4) for j in range(4 - i)]
    for rows, (t, delta) in product(product(thirds, repeat=2), budgets):
        yield {"channel": stored_rows(rows), "exp_eps": t, "delta": delta}


@family(
    "sima-channels", "two labels, three reports of probabilities in thirds; (e^eps, delta) = (2, 0), (1, 1/3), (2, 1/3)"
)
def _all_channels() -> Iterator[Instance]:
    return _channels((("2", "0"), ("1", "1/3"), ("2", "1/3")))


@family("sima-pure-channels", "two labels, three reports of probabilities in thirds; e^eps = 2 and 3, delta = 0")
def _pure_channels() -> Iterator[Instance]:
    return _channels((("2", "0"), ("3", "0")))


def _halves() -> Iterator[Instance]:
    rows = [[Fraction(1, 2), Fraction(1, 2), Fraction(0), Fraction(0)]]
    rows.append(rows[0][::-1])
    for delta in ("1/4", "1/2", "3/4"):
        yield {"channel": stored_rows(rows), "exp_eps": "2", "delta": delta}


@claim(
    "SIMA-01",
    location="Definition 1, (1), (2)",
    latex=r"(\epsilon, \delta)\text{-LDP}: \Pr(A_t(y) \in S) \le e^\epsilon \Pr(A_t(y') \in S) + \delta \text{ for all "
    r"} t,\ y \ne y',\ S \text{ measurable};\quad \epsilon, \delta \ge 0",
    text="Definition 1, read with eps, delta >= 0 and measurable events, and over all ordered pairs of labels, defines "
    "the same schemes as (2), where the condition Y_t = y means the law of R_t(y).",
    checked=("eps >= 0 and delta >= 0",),
    assumed=("each R_t has private coins, so that the condition is one for each t on its own",),
    adjacency="any_pair",
)
def sima_01() -> Case:
    """Equal labels add nothing."""
    return Case(
        checks=(Goal("all events, exactly", exhaustive("sima01", "sima-channels")),),
        sharper=(
            Goal("for delta = 0 single reports are enough", exhaustive("sima01-pure-points", "sima-pure-channels")),
            Goal(
                "for delta > 0 they are not",
                counterexample("sima01-points"),
                Hunt("sima01-points", _halves),
            ),
        ),
        twins=(Twin("the pairs with y < y' alone", exhaustive("sima01-one-order", "sima-channels")),),
        remarks=(
            "For delta = 0 and finitely many labels, general reports have densities q(.|y) with respect to the mean of "
            "their laws that obey q(y~|y) <= e^eps q(y~|y') everywhere: by (1) the set where one pair fails has "
            "measure 0, there are finitely many pairs, and on their union all densities may be set to 1. That is the "
            "form in which Appendix A uses it.",
            "The range eps, delta > 0 that is printed leaves out delta = 0 (SIMA-01b).",
            "The conditions in (2) are to be read as the input of R_t. For conditional probabilities, which exist for "
            "labels of positive probability under f(x_t), only (1) => (2) holds: if f(x_t) is a point mass there is "
            "nothing to compare, and a user who reports the label itself meets (2).",
        ),
    )


@entries(channel=LAWS, exp_eps=ABOVE_1, delta=rational()).where
def _has_a_budget(instance: Instance) -> bool:
    """Two labels or more and a scheme with eps > 0 that meets (1) for a delta of any sign."""
    return len(instance["channel"]) >= 2 and _of_definition(instance)


told("sima01b", "if a scheme meets (1) for eps > 0 and delta, then delta > 0, as printed", _has_a_budget)(
    lambda instance: _budget(instance)[1] > 0
)
told("sima01b-wider", "if a scheme meets (1) for eps > 0 and delta, then delta >= 0", _has_a_budget)(
    lambda instance: _budget(instance)[1] >= 0
)


def _responses() -> Iterator[Instance]:
    for t, delta in product((2, 3), ("1/10", "0")):
        rows = [[Fraction(t, t + 1), Fraction(1, t + 1)], [Fraction(1, t + 1), Fraction(t, t + 1)]]
        yield {"channel": stored_rows(rows), "exp_eps": str(t), "delta": delta}


@claim(
    "SIMA-01b",
    location="Definition 1, the range of the parameters as printed",
    latex=r"\epsilon, \delta > 0",
    text="Definition 1 is for eps, delta > 0, and this covers the schemes that the source speaks of, the pure ones "
    "with delta = 0 among them.",
    adjacency="any_pair",
    corrected_by="SIMA-01",
)
def sima_01b() -> Case:
    """delta = 0 is outside."""
    return Case(
        argument="The sentence after (1), L(eps, 0) and all theorems on (eps, 0) need delta = 0, which is outside of "
        "the printed range. Randomized response with e^eps = 2 meets (1) with delta = 0. Below 0 there is nothing: (1) "
        "for the empty event says that delta >= 0.",
        counterexample=Goal("randomized response", counterexample("sima01b"), Hunt("sima01b", _responses)),
        twins=(Twin("with delta >= 0", counterexample("sima01b-wider")),),
        remarks=(
            "Nothing is lost: a scheme that meets (1) for every delta > 0 meets it for delta = 0, because neither of "
            "the probabilities depends on delta.",
        ),
    )


PRIVATE: Final = "q(y, l) <= exp(eps)*q(z, l) + delta"
DIFFERENT: Final = "0 < (y - z)**2"
ABOVE, BELOW, EQUAL = "z < y", "y < z", ("y <= z", "z <= y")
theorem(
    "SIMA-01",
    SCHEMES,
    PRIVATE,
    Step("above", DIFFERENT, arithmetic(("y - z", ABOVE)), (ABOVE,)),
    Step("below", DIFFERENT, arithmetic(("z - y", BELOW)), (BELOW,)),
    Step("first order", PRIVATE, arithmetic("Definition 1"), (ABOVE,), ("above",)),
    Step("second order", PRIVATE, arithmetic("Definition 1"), (BELOW,), ("below",)),
    Step(
        "one label",
        "q(y, l) = q(z, l)",
        apply("equal indices", low="1", high="M", A="y", B="z", f="k: q(k, l)"),
        EQUAL,
    ),
    Step(
        "all",
        PRIVATE,
        cases(
            "z <= y",
            cases(
                "y <= z", arithmetic("one label", ("q(z, l)", inside("exp(_)", "0 <= eps"))), arithmetic("first order")
            ),
            arithmetic("second order"),
        ),
    ),
    given={"Definition 1": Given(PRIVATE, (DIFFERENT,))},
    also=("SIMA-01: (2) gives (1)",),
)
theorem(
    "SIMA-01: (2) gives (1)",
    SCHEMES,
    PRIVATE,
    Step("all", PRIVATE, arithmetic("(2)"), (DIFFERENT,)),
    where=(DIFFERENT,),
    given={"(2)": Given(PRIVATE)},
)
refuted(
    "SIMA-01b",
    SCHEMES,
    "0 < delta",
    setting=Scheme(response(2, Fraction(2)), Fraction(2), Fraction(0)),
    where=("0 < eps",),
)
