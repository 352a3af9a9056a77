"""Adjacent histograms differ in two cells: so do sums over the cells, and what is computed by such sums.

One datum moves from cell 1 to cell 2. The divergence of the reference grows by pi(1) log(1 + 1/n) and falls by pi(2)
log(1 + 1/m), where n and m are the counts of the two cells without the datum; the two sums of Algorithm 2 change in the
same way. The logs are at most log((c + 1)/c), since n and m are at least c.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.models.sensitivity_of_kl import ADJACENT
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, analysis, apply, arithmetic, inside, together, use

TERM: Final = Named(index={"x": "integer, 1 <= x, x <= n"})
DIFFER: Final = "sum(f(x), x, 1, n) - sum(g(x), x, 1, n) = f(1) - g(1) + f(2) - g(2)"


def _in_parts(name: str) -> Step:
    return Step(
        f"{name} in parts",
        f"sum({name}(x), x, 1, n) = sum({name}(x), x, 1, 2) + sum({name}(x), x, 3, n)",
        apply("sum in two parts", f=f"x: {name}(x)", low="1", mid="2", high="n"),
    )


theorem(
    "sums that differ in the first two terms",
    anything(
        "two sums that differ in the first two terms",
        {"n": "integer, 2 <= n"},
        {"f": TERM, "g": TERM},
        ({"n": Fraction(4), "f": lambda x: Fraction(x * x), "g": lambda x: Fraction(x * x + 3 * (x < 3))},),
        {"y": "integer, 3 <= y, y <= n"},
    ),
    DIFFER,
    _in_parts("f"),
    _in_parts("g"),
    Step("all", DIFFER, arithmetic("f in parts", inside("sum(_, y, 3, n)", "same"), ("-1", "g in parts"))),
    given={"same": Given("f(y) = g(y)")},
)

UP: Final = "log(h(1, 1)/h(2, 1))"
DOWN: Final = "log(h(2, 2)/h(1, 2))"
"""log(1 + 1/n) and log(1 + 1/m), for the counts n and m of cells 1 and 2 without the datum that moves."""
LOGS: Final = (
    Step(
        "at most",
        "log(h(1, y)) <= log(h(2, y))",
        apply("log grows", "the same elsewhere", A="h(1, y)", B="h(2, y)"),
    ),
    Step(
        "at least",
        "log(h(2, y)) <= log(h(1, y))",
        apply("log grows", "the same elsewhere", A="h(2, y)", B="h(1, y)"),
    ),
    Step(
        "log elsewhere",
        "log(h(1, y)) = log(h(2, y))",
        apply("at most each other", "at most", "at least", A="log(h(1, y))", B="log(h(2, y))"),
    ),
    Step("up", f"{UP} = log(h(1, 1)) - log(h(2, 1))", apply("log of a quotient", p="h(1, 1)", q="h(2, 1)")),
    Step("down", f"{DOWN} = log(h(2, 2)) - log(h(1, 2))", apply("log of a quotient", p="h(2, 2)", q="h(1, 2)")),
)
KL_MOVES: Final = f"kl(2) - kl(1) = pi(1)*{UP} - pi(2)*{DOWN}"


def _kl(i: int, x: str = "x") -> str:
    return f"pi({x})*log(pi({x})*N/h({i}, {x}))"


theorem(
    "the divergence of neighbors",
    ADJACENT,
    KL_MOVES,
    *LOGS,
    Step(
        "log of a ratio",
        "log(pi(x)*N/h(i, x)) = log(pi(x)*N) - log(h(i, x))",
        apply("log of a quotient", p="pi(x)*N", q="h(i, x)"),
    ),
    Step(
        "elsewhere",
        f"{_kl(1, 'y')} = {_kl(2, 'y')}",
        arithmetic(("-pi(y)", "log elsewhere")),
    ),
    Step(
        "cells",
        f"sum({_kl(1)}, x, 1, k) - sum({_kl(2)}, x, 1, k)"
        f" = {_kl(1, '1')} - {_kl(2, '1')} + {_kl(1, '2')} - {_kl(2, '2')}",
        apply("sums that differ in the first two terms", "elsewhere", n="k", f=f"x: {_kl(1)}", g=f"x: {_kl(2)}"),
    ),
    Step(
        "all",
        KL_MOVES,
        arithmetic(
            ("-1", "cells"),
            use("divergence", i="2"),
            ("-1", use("divergence", i="1")),
            *(
                (f"{sign}pi({x})", use("log of a ratio", i=str(i), x=str(x)))
                for i, sign in ((1, "-"), (2, ""))
                for x in (1, 2)
            ),
            ("-pi(1)", "up"),
            ("pi(2)", "down"),
        ),
    ),
)
A_MOVES: Final = f"A(1) - A(2) = s(1)*{UP} - s(2)*{DOWN}"


def _log(i: int, x: str = "x") -> str:
    return f"s({x})*log(h({i}, {x})/(N*pi({x})))"


theorem(
    "the sum of logs of neighbors",
    ADJACENT,
    A_MOVES,
    *LOGS,
    Step(
        "log of a ratio",
        "log(h(i, x)/(N*pi(x))) = log(h(i, x)) - log(N*pi(x))",
        apply("log of a quotient", p="h(i, x)", q="N*pi(x)"),
    ),
    Step(
        "elsewhere",
        f"{_log(1, 'y')} = {_log(2, 'y')}",
        arithmetic(("s(y)", "log elsewhere")),
    ),
    Step(
        "cells",
        f"sum({_log(1)}, x, 1, k) - sum({_log(2)}, x, 1, k)"
        f" = {_log(1, '1')} - {_log(2, '1')} + {_log(1, '2')} - {_log(2, '2')}",
        apply("sums that differ in the first two terms", "elsewhere", n="k", f=f"x: {_log(1)}", g=f"x: {_log(2)}"),
    ),
    Step(
        "all",
        A_MOVES,
        arithmetic(
            "cells",
            use("sum of logs", i="1"),
            ("-1", use("sum of logs", i="2")),
            *(
                (f"{sign}s({x})", use("log of a ratio", i=str(i), x=str(x)))
                for i, sign in ((1, ""), (2, "-"))
                for x in (1, 2)
            ),
            ("-s(1)", "up"),
            ("s(2)", "down"),
        ),
    ),
)
B_MOVES: Final = "B(1) - B(2) = s(1)*lam/(N*pi(1)) - s(2)*lam/(N*pi(2))"


def _excess(i: int, x: str = "x") -> str:
    return f"s({x})*lam*(h({i}, {x})/(N*pi({x})) - 1)"


theorem(
    "the sum of excesses of neighbors",
    ADJACENT,
    B_MOVES,
    Step(
        "elsewhere",
        f"{_excess(1, 'y')} = {_excess(2, 'y')}",
        arithmetic(("s(y)*lam/(N*pi(y))", "the same elsewhere")),
    ),
    Step(
        "cells",
        f"sum({_excess(1)}, x, 1, k) - sum({_excess(2)}, x, 1, k)"
        f" = {_excess(1, '1')} - {_excess(2, '1')} + {_excess(1, '2')} - {_excess(2, '2')}",
        apply(
            "sums that differ in the first two terms", "elsewhere", n="k", f=f"x: {_excess(1)}", g=f"x: {_excess(2)}"
        ),
    ),
    Step(
        "all",
        B_MOVES,
        arithmetic(
            "cells",
            use("sum of excesses", i="1"),
            ("-1", use("sum of excesses", i="2")),
            ("s(1)*lam/(N*pi(1))", "one less in cell 1"),
            ("-s(2)*lam/(N*pi(2))", "one more in cell 2"),
        ),
    ),
)
STEP: Final = "log((c + 1)/c)"
LEAST: Final = f"0 < {UP} and {UP} <= {STEP} and 0 < {DOWN} and {DOWN} <= {STEP}"


def _log_of(name: str, more: str, less: str, fact: str) -> Iterator[Step]:
    """The log of a quotient of counts, one of which is 1 more than the other, which is at least c."""
    ratio = f"{more}/{less}"
    yield Step(f"{name}, above 1", f"1 < {ratio}", arithmetic((f"-1/{less}", fact)))
    yield Step(name, f"0 < log({ratio})", analysis("0 < log(z)", "(1, oo)", f"{name}, above 1", z=ratio))
    yield Step(
        f"{name}, ratio",
        f"{ratio} <= (c + 1)/c",
        arithmetic((f"1/{less}", fact), (f"1/(c*{less})", use("least count", **_place(less)))),
    )
    yield Step(f"{name}, log", f"log({ratio}) <= {STEP}", apply("log grows", f"{name}, ratio", A=ratio, B="(c + 1)/c"))


def _place(count: str) -> dict[str, str]:
    """The indices of such as h(2, 1)."""
    i, x = count.removeprefix("h(").removesuffix(")").split(", ")
    return {"i": i, "x": x}


theorem(
    "logs of counts",
    ADJACENT,
    LEAST,
    *_log_of("up", "h(1, 1)", "h(2, 1)", "one less in cell 1"),
    *_log_of("down", "h(2, 2)", "h(1, 2)", "one more in cell 2"),
    Step("all", LEAST, together("up", "up, log", "down", "down, log")),
)
