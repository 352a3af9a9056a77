"""SCOTT-06a and b: Algorithms 1 to 3, P(x_t) as a sum of the clients' reported frequencies over the number of clients.

All clients take part. Section 3.1 calls D(x) the frequency of x in D, and divides by the number of items for P.

SCOTT-06a: where D_c(x) is a count, the aggregate is P(x) times the number of items per client, and P(x) only where
there are as many items as clients. Two clients with (3, 1) and (1, 1) items give 2, and P is 2/3.

SCOTT-06a-corrected: the estimate with such a ratio, w P/Pi, has mean KL(Pi || P) + lambda (w - 1) - log w.

SCOTT-06b: where D_c(x) is a relative frequency, it is the average of the clients' laws: 5/8 there.

SCOTT-06b-corrected: that is P where clients have as many items each.

SCOTT-06-corrected: the sum of counts over the sum of the numbers of items is P.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import entries, row_of, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample
from dpassay.proofs_check.models.data_of_clients import EQUAL, HOLDINGS, UNEQUAL
from dpassay.proofs_check.models.estimates_of_kl import ESTIMATES
from dpassay.proofs_check.private_kl_estimation.averages import mean
from dpassay.proofs_check.private_kl_estimation.variance import RATIO
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside


@entries(counts=row_of(row_of(whole(), 2, 4), 1, 4)).where
def IS_HELD(instance: Instance) -> bool:  # noqa: N802  # a precondition
    """As many counts of each client, each of whom has an item."""
    rows = instance["counts"]
    return len({len(row) for row in rows}) == 1 and all(map(any, rows))


def _shares(instance: Instance) -> dict[str, Any]:
    """Of the first point: its sum of counts and of relative frequencies, over the number of clients, and P."""
    rows = instance["counts"]
    first, items, clients = sum(row[0] for row in rows), sum(map(sum, rows)), len(rows)
    relative = sum((Fraction(row[0], sum(row)) for row in rows), Fraction(0))
    return {"counts": Fraction(first, clients), "relative": relative / clients, "P": Fraction(first, items)}


told("scott06a", "the average of counts is P", IS_HELD, _shares)(
    lambda instance: bool(_shares(instance)["counts"] == _shares(instance)["P"])
)
told("scott06a-at-least", "the average of counts is at least P", IS_HELD)(
    lambda instance: bool(_shares(instance)["counts"] >= _shares(instance)["P"])
)
told("scott06b", "the average of relative frequencies is P", IS_HELD, _shares)(
    lambda instance: bool(_shares(instance)["relative"] == _shares(instance)["P"])
)
told("scott06b-law", "the average of relative frequencies is at most 1", IS_HELD)(
    lambda instance: bool(_shares(instance)["relative"] <= 1)
)


def _clients() -> Iterator[Instance]:
    yield {"counts": [[3, 1], [1, 1]]}
    yield {"counts": [[1, 0], [0, 3]]}


LATEX: Final = r"P(x_t) = \tfrac{1}{|C_t|} \textstyle\sum_{c \in C_t} D_c(x_t)"
ALL: Final = ("all clients take part",)


@claim(
    "SCOTT-06a",
    location="Algorithms 1 to 3, D_c(x) a count as in Section 3.1",
    latex=LATEX,
    text="The sum of the clients' counts of x_t over the number of clients is P(x_t).",
    assumed=ALL,
    corrected_by="SCOTT-06-corrected",
)
def scott_06a() -> Case:
    """Clients have more items than one."""
    return Case(
        argument="It is the number of items of the value x_t per client, which is P(x_t) times the number of items per "
        "client. Two clients with (3, 1) and (1, 1): 2, and P is 2/3.",
        counterexample=Goal("two clients", counterexample("scott06a"), Hunt("scott06a", _clients)),
        twins=(Twin("at least P", counterexample("scott06a-at-least")),),
    )


@claim(
    "SCOTT-06a-corrected",
    location="Algorithms 1 to 3, D_c(x) a count as in Section 3.1",
    latex=r"\mathbb E[\lambda (w r - 1) - \log(w r)] = D_{\mathrm{KL}}(\Pi \| P) + \lambda (w - 1) - \log w",
    text="Where the ratio is w P/Pi, with w items per client, a term of the estimate has mean KL(Pi || P) + "
    "lambda (w - 1) - log w.",
    checked=("P and Pi have full support",),
)
def scott_06a_corrected() -> Case:
    """A factor is added in the logarithm."""
    return Case()


@claim(
    "SCOTT-06b",
    location="Algorithms 1 to 3, D_c(x) a relative frequency",
    latex=LATEX,
    text="The sum of the clients' relative frequencies of x_t over the number of clients is P(x_t).",
    assumed=ALL,
    corrected_by="SCOTT-06-corrected",
)
def scott_06b() -> Case:
    """Clients with few items count as much as those with many."""
    return Case(
        argument="It is the average of the clients' laws, in which each client has the same weight, and not each item. "
        "Two clients with (3, 1) and (1, 1): 5/8, and P is 2/3.",
        counterexample=Goal("two clients", counterexample("scott06b"), Hunt("scott06b", _clients)),
        twins=(Twin("at most 1", counterexample("scott06b-law")),),
    )


@claim(
    "SCOTT-06b-corrected",
    location="Algorithms 1 to 3, D_c(x) a relative frequency",
    latex=r"P(x) = \tfrac1n \textstyle\sum_c D_c(x)/|D_c|",
    text="Where clients have as many items each, the sum of the clients' relative frequencies of x over the number of "
    "clients is P(x).",
    checked=("clients have as many items each",),
    assumed=ALL,
)
def scott_06b_corrected() -> Case:
    """Each item then counts as much."""
    return Case()


@claim(
    "SCOTT-06-corrected",
    location="Algorithms 1 to 3",
    latex=r"P(x) = \textstyle\sum_c D_c(x) / \sum_c |D_c|",
    text="The sum of the clients' counts of x over that of their numbers of items is P(x).",
    assumed=ALL,
)
def scott_06_corrected() -> Case:
    """Both sums can be aggregated securely."""
    return Case()


COUNTS: Final = "sum(count(i, x), i, 1, n)"
refuted("SCOTT-06a", HOLDINGS, f"{COUNTS}/n = p(x)", setting=UNEQUAL, x=1)
refuted("SCOTT-06b", HOLDINGS, "sum(count(i, x)/size(i), i, 1, n)/n = p(x)", setting=UNEQUAL, x=1)
SIZES: Final = "sum(size(i), i, 1, n)"
TOTAL: Final = f"{SIZES} = items"
theorem(
    "items by clients and by points",
    HOLDINGS,
    TOTAL,
    Step(
        "order",
        f"sum(sum(count(i, x), x, 1, k), i, 1, n) = sum({COUNTS}, x, 1, k)",
        apply("sums in either order", f="i, x: count(i, x)", m="n", n="k"),
    ),
    Step(
        "all",
        TOTAL,
        arithmetic(
            inside("sum(_, i, 1, n)", "items of a client"),
            "order",
            ("-1", inside("sum(_, x, 1, k)", "frequency")),
            ("-1", "all items"),
        ),
    ),
)
SHARE: Final = f"{COUNTS}/{SIZES} = p(x)"
theorem(
    "SCOTT-06-corrected",
    HOLDINGS,
    SHARE,
    Step("total", TOTAL, apply("items by clients and by points")),
    Step("positive", f"1 <= {SIZES}", arithmetic(("-1", "total"), "1 <= items")),
    Step(
        "all",
        SHARE,
        arithmetic((f"-items/{SIZES}", "share"), (f"-1/{SIZES}", "frequency"), (f"-p(x)/{SIZES}", "total")),
        (),
        ("positive",),
    ),
)
RELATIVE: Final = "sum(count(i, x)/size(i), i, 1, n)/n = p(x)"
theorem(
    "SCOTT-06b-corrected",
    EQUAL,
    RELATIVE,
    Step(
        "all",
        RELATIVE,
        arithmetic(
            ("1/n", inside("sum(-count(i, x)/size(i)/items*_, i, 1, n)", "as many")),
            ("-1/items", "frequency"),
            ("-1", "share"),
        ),
    ),
)
TERM: Final = f"l*(w*({RATIO}) - 1) - log(w*({RATIO}))"
APART: Final = f"l*(w*({RATIO}) - 1) - log(w) - log({RATIO})"
SHIFTED: Final = f"{mean(TERM)} = KL + l*(w - 1) - log(w)"
theorem(
    "SCOTT-06a-corrected",
    ESTIMATES,
    SHIFTED,
    Step("logs", f"KL = -{mean(f'log({RATIO})')}", apply("the divergence as a mean")),
    Step(
        "all",
        SHIFTED,
        arithmetic(("-1", "logs"), ("l*w", "P is a law"), ("-l - log(w)", "Pi is a law")),
    ),
    variables={"w": "real, 0 < w"},
)
