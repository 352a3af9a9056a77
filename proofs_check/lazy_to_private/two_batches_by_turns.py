"""The regrets where two experts are charged by turns, in two batches: of L2P, and of the input algorithm alone.

L2P pays B/2 in the first batch and B/(1 + e^(-B h)) in the second, and each expert B: its regret is B^2 h/8 at least.
In round j of both batches the input algorithm pays 1/(1 + e^u) + 1/(1 + e^(u - B h)), u = (j - 1) h, which is 1 + B h/4
- u/2 up to u^2/4. So in all rounds it pays B + B h/4 up to B (B h)^2/4: its regret is less by the order of B.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.lazy_to_private.batches_by_turns import COST, PAID, PAID_ALONE
from dpassay.proofs_check.lazy_to_private.probabilities_by_turns import in_batch, share_of
from dpassay.proofs_check.models.charged_by_turns import BY_TURNS
from dpassay.proofs_check.models.lazy_experts import TOTAL
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, inside, together, use

TWO: Final = ("2 <= n", "n <= 2")
SMALL: Final = ("16*B**2*h <= 1",)


FIRST: Final = "mu(1, j, 1)*(1 + exp(h*(j - 1))) = 1"
SECOND: Final = "mu(n, j, d)*(1 + exp(-h*(B - (j - 1)))) = 1"
IN_FIRST, IN_SECOND = "a(1) = 1", "a(n) = 0"


theorem(
    "two batches by turns",
    BY_TURNS,
    f"{IN_FIRST} and {IN_SECOND}",
    Step("first", IN_FIRST, arithmetic("at first")),
    Step("last of two", "a(n) = a(2)", apply("equal indices", low="1", high="n + 1", A="n", B="2", f="k: a(k)"), TWO),
    Step("second", IN_SECOND, arithmetic("last of two", use("by turns", s="1"), ("-1", "at first")), TWO),
    Step("all", f"{IN_FIRST} and {IN_SECOND}", together("first", "second"), TWO),
    where=TWO,
)
TURNS: Final = (
    Step("first", IN_FIRST, apply("two batches by turns"), TWO),
    Step("second", IN_SECOND, apply("two batches by turns"), TWO),
)
theorem(
    "probabilities in two batches",
    BY_TURNS,
    f"{FIRST} and {SECOND}",
    *TURNS,
    *share_of("first", "1", "1", FIRST, TWO, gap="j - 1"),
    *share_of("second", "n", "d", SECOND, TWO, gap="B - (j - 1)"),
    Step("all", f"{FIRST} and {SECOND}", together("first: share", "second: share"), TWO),
    where=TWO,
)
SHARES: Final = (
    Step("share", FIRST, apply("probabilities in two batches"), TWO),
    Step("other share", SECOND, apply("probabilities in two batches"), TWO),
)
OF_1, OF_D = (TOTAL.replace("i)", f"{i})") for i in ("1", "d"))


def _total(expert: str, name: str, charged: str) -> tuple[Step, ...]:
    """An expert pays B in all."""
    batch, whole = f"sum(l(s, j, {expert}), j, 1, B)", OF_1 if expert == "1" else OF_D
    return (
        Step(
            f"{name}: batch",
            f"{batch} = B*({charged})",
            apply("sum of equals", f"{name} of them", f=f"j: l(s, j, {expert})", g=f"j: {charged}", low="1", high="B"),
        ),
        Step(
            f"{name}: batches",
            f"{whole} = sum(B*({charged}), s, 1, n)",
            apply("sum of equals", f"{name}: batch", f=f"s: {batch}", g=f"s: B*({charged})", low="1", high="n"),
        ),
        Step(
            f"{name}: two",
            f"sum(B*({charged}), s, 1, n) = B*({in_batch(charged, '1')}) + B*({in_batch(charged, 'n')})",
            apply("sum of two", d="n", f=f"s: B*({charged})"),
            TWO,
        ),
    )


BEST: Final = "best = B"
theorem(
    "the best expert of two batches",
    BY_TURNS,
    BEST,
    *TURNS,
    *_total("1", "first", "a(s)"),
    *_total("d", "last", "1 - a(s)"),
    Step(
        "leaders",
        f"sum(leads(i)*{TOTAL}, i, 1, d) = leads(1)*{OF_1} + leads(d)*{OF_D}",
        apply("sum of two", "two experts", d="d", f=f"i: leads(i)*{TOTAL}"),
    ),
    Step(
        "one",
        "sum(leads(i), i, 1, d) = leads(1) + leads(d)",
        apply("sum of two", "two experts", d="d", f="i: leads(i)"),
    ),
    Step(
        "all",
        BEST,
        arithmetic(
            "the leader is best",
            "leaders",
            ("leads(1)", "first: batches"),
            ("leads(1)", "first: two"),
            ("leads(d)", "last: batches"),
            ("leads(d)", "last: two"),
            ("B*(leads(1) - leads(d))", "first"),
            ("B*(leads(1) - leads(d))", "second"),
            ("-B", "one"),
            ("B", "one expert leads"),
        ),
        TWO,
    ),
    where=TWO,
)
AT_ONCE: Final = COST.format(j="1")
LAZY_PAYS: Final = "h*B**2/8 <= lazy - best"
theorem(
    "regret of lazy-to-private in two batches",
    BY_TURNS,
    LAZY_PAYS,
    *TURNS,
    *SHARES,
    Step("best", BEST, apply("the best expert of two batches"), TWO),
    Step("paid", PAID, apply("losses by turns")),
    Step(
        "two",
        f"sum(B*{AT_ONCE}, s, 1, n) = B*{in_batch(AT_ONCE, '1')} + B*{in_batch(AT_ONCE, 'n')}",
        apply("sum of two", d="n", f=f"s: B*{AT_ONCE}"),
        TWO,
    ),
    Step("short", "h*B <= 1", arithmetic(("16*h*B", "1 <= B"), SMALL[0]), SMALL),
    Step(
        "curve",
        "(4 + h*B)*(1 + exp(-h*B)) <= 8",
        analysis("(4 + y)*(1 + exp(-y)) <= 8", "[0, 1]", "short", y="h*B"),
        SMALL,
    ),
    Step(
        "more",
        "1/2 + h*B/8 <= mu(n, 1, d)",
        arithmetic(("mu(n, 1, d)/8", "curve"), ("-(4 + h*B)/8", use("other share", j="1"))),
        (*TWO, *SMALL),
    ),
    Step(
        "all",
        LAZY_PAYS,
        arithmetic(
            ("-1", "paid"),
            ("-1", "two"),
            ("B", "more"),
            "best",
            ("-B/2", use("share", j="1")),
            ("B*(mu(1, 1, d) - mu(1, 1, 1))", "first"),
            ("B*(mu(n, 1, d) - mu(n, 1, 1))", "second"),
        ),
        (*TWO, *SMALL),
    ),
    where=(*TWO, *SMALL),
)
ALONE_PAYS: Final = "alone - best <= h*B/4 + h**2*B**3/4"
U, V = "h*(j - 1)", "h*(B - (j - 1))"
ROUND: Final = f"(1 + {V}/4 - {U}/4 + h**2*B**2/4)"
BOTH: Final = "mu(1, j, 1) + mu(n, j, d)"
IN_ROUNDS, IN_1, IN_N = (f"sum({in_batch(COST.format(j='j'), batch)}, j, 1, B)" for batch in ("s", "1", "n"))
theorem(
    "regret of multiplicative weights in two batches",
    BY_TURNS,
    ALONE_PAYS,
    *TURNS,
    *SHARES,
    Step("best", BEST, apply("the best expert of two batches"), TWO),
    Step("paid", PAID_ALONE, apply("losses by turns")),
    Step(
        "two",
        f"sum({IN_ROUNDS}, s, 1, n) = {IN_1} + {IN_N}",
        apply("sum of two", d="n", f=f"s: {IN_ROUNDS}"),
        TWO,
    ),
    Step("so far", f"0 <= {U}", arithmetic(("h", "1 <= j"))),
    Step("to come", f"0 <= {V}", arithmetic(("h", "j <= B"))),
    Step(
        "curve",
        f"4 <= (2 - {U} + ({U})**2)*(1 + exp({U}))",
        analysis("4 <= (2 - y + y**2)*(1 + exp(y))", "[0, oo)", "so far", y=U),
    ),
    Step(
        "other curve",
        f"4 <= (2 + {V})*(1 + exp(-{V}))",
        analysis("4 <= (2 + y)*(1 + exp(-y))", "[0, oo)", "to come", y=V),
    ),
    Step(
        "less",
        f"mu(1, j, 1) <= 1/2 - {U}/4 + ({U})**2/4",
        arithmetic(("mu(1, j, 1)/4", "curve"), (f"(2 - {U} + ({U})**2)/4", "share")),
        TWO,
    ),
    Step(
        "more",
        f"mu(n, j, d) <= 1/2 + {V}/4",
        arithmetic(("mu(n, j, d)/4", "other curve"), (f"(2 + {V})/4", "other share")),
        TWO,
    ),
    Step("before the end", "(j - 1)**2 <= B**2", arithmetic(("B + j", "j <= B"), ("2", "1 <= j"))),
    Step("both", f"{BOTH} <= {ROUND}", arithmetic("less", "more", ("h**2/4", "before the end")), TWO),
    Step("integers", "sum(j, j, 0, B) = (B + 1)*B/2", apply("sum of integers", n="B + 1")),
    Step(
        "from 1", "sum(j, j, 0, B) = sum(j, j, 1, B)", apply("sum in two parts", f="j: j", low="0", mid="0", high="B")
    ),
    Step(
        "all",
        ALONE_PAYS,
        arithmetic(
            "paid",
            "two",
            inside("sum((mu(1, j, 1) - mu(1, j, d))*_, j, 1, B)", "first"),
            inside("sum((mu(n, j, 1) - mu(n, j, d))*_, j, 1, B)", "second"),
            inside("sum(_, j, 1, B)", "both"),
            ("-1", "best"),
            ("-h/2", "integers"),
            ("h/2", "from 1"),
        ),
        TWO,
    ),
    where=TWO,
)
