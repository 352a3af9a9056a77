"""Sums that are revealed term by term: each term may depend on all before it.

``after(t)`` is the law of everything given the first t rounds. ``E((X - given(X))**2, after(t)) = 0`` says that X is
known by then: given the past, X is almost surely what it is there.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from dpassay.proofs_check.models.anything import LAW, RANDOM, anything
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, apply, arithmetic, inside, use

PAIRS: Final = ((0, 0), (0, 1), (1, 0), (1, 1))
FIRST: Final = Fraction(1, 3)
"""The probability that the first bit is 1; the second one is then 1 with probability 3/4, and else with 1/2."""
SECOND: Final = (Fraction(1, 2), Fraction(3, 4))
Pair = tuple[int, int]


def _bit(bit: int, one: Fraction) -> Fraction:
    return one if bit else 1 - one


def _law() -> dict[Pair, Fraction]:
    return {(x, y): _bit(x, FIRST) * _bit(y, SECOND[x]) for x, y in PAIRS}


def _after(t: int, past: Pair) -> Mapping[Pair, Fraction]:
    """The law of both bits given the first t."""
    if t == 0:
        return _law()
    x, y = past
    return {(x, z): _bit(z, SECOND[x]) for z in (0, 1)} if t == 1 else {(x, y): Fraction(1)}


KERNEL: Final = Named(law=True, space="outcome", given="outcome")
AFTER: Final = Named(
    law=True, space="outcome", given="outcome", mean_of="P", index={"t": "integer, 0 <= t, t <= T - 1"}
)
TERMS: Final = {"i": "integer, 1 <= i, i <= T"}
TWO: Final[Mapping[str, Any]] = {
    "T": Fraction(2),
    "P": _law,
    "after": _after,
    "X": lambda i, pair: Fraction(pair[i - 1]),
    "K": lambda pair: _after(1, pair),
}

KNOWN_FACTOR: Final = theorem(
    "taking out what is known",
    anything(
        "a product of what is known and anything",
        {},
        {"K": KERNEL, "A": RANDOM, "X": RANDOM},
        ({"K": TWO["K"], "A": lambda pair: Fraction(pair[0]), "X": lambda pair: Fraction(sum(pair))},),
        outcomes=PAIRS,
    ),
    "E(A*X, K) = A*E(X, K)",
    Step("all", "E(A*X, K) = A*E(X, K)", apply("what is constant", "known", P="K", A="A", a="A", f="x: x*X")),
    given={"known": Given("E((A - given(A))**2, K) = 0")},
)

NEXT: Final = "sum(X(i), i, 1, n + 1)"
LAST: Final = "S + X(n + 1)"
KNOWN_SUM: Final = theorem(
    "a sum of what is known",
    anything(
        "a sum of what is known",
        {"T": "integer, 0 <= T"},
        {"K": KERNEL, "X": Named(index=TERMS, space="outcome")},
        ({**TWO, "T": Fraction(1)}, {**TWO, "K": lambda pair: {pair: Fraction(1)}}, {**TWO, "T": Fraction(0)}),
        variables={**TERMS, "n": "integer, 0 <= n, n <= T - 1", "y": "real", "z": "real"},
        outcomes=PAIRS,
    ),
    "E((sum(X(i), i, 1, T) - given(sum(X(i), i, 1, T)))**2, K) = 0",
    Step("last", f"{NEXT} = {LAST}", apply("last term", f="i: X(i)", low="1", high="n + 1")),
    Step(
        "squares",
        f"E(({NEXT} - z)**2, K) = E(({LAST} - z)**2, K)",
        arithmetic(inside("E((_ - z)**2, K)", "last")),
    ),
    Step(
        "the last one",
        "E((y + X(n + 1) - z)**2, K) = (y + X(n + 1) - z)**2",
        apply("what is constant", use("known", i="n + 1"), P="K", A="X(n + 1)", a="X(n + 1)", f="x: (y + x - z)**2"),
    ),
    Step(
        "those before",
        f"E(({LAST} - z)**2, K) = E((given(S) + X(n + 1) - z)**2, K)",
        apply("what is constant", P="K", A="S", a="S", f="x: (x + X(n + 1) - z)**2"),
        where=("E((S - given(S))**2, K) = 0",),
    ),
    Step(
        "next",
        f"E(({NEXT} - given({NEXT}))**2, K) = 0",
        arithmetic(
            use("squares", z=NEXT),
            use("those before", z=NEXT),
            use("the last one", y="S", z=NEXT),
            (f"{NEXT} - ({LAST})", "last"),
        ),
        where=("E((S - given(S))**2, K) = 0",),
    ),
    Step(
        "all",
        "E((sum(X(i), i, 1, T) - given(sum(X(i), i, 1, T)))**2, K) = 0",
        apply(
            "induction of equalities",
            "next",
            low="0",
            high="T",
            f="n: E((sum(X(i), i, 1, n) - given(sum(X(i), i, 1, n)))**2, K)",
            g="n: 0",
        ),
    ),
    let={"S": "sum(X(i), i, 1, n)"},
    given={"known": Given("E((X(i) - given(X(i)))**2, K) = 0")},
)
ADAPTIVE: Final = anything(
    "a sum revealed term by term",
    {"T": "integer, 0 <= T", "s": "real"},
    {
        "P": LAW,
        "after": AFTER,
        "X": Named(index=TERMS, space="outcome"),
        "c": Named(index=TERMS),
    },
    (
        {**TWO, "s": Fraction(1), "c": Fraction},
        {**TWO, "s": Fraction(-2), "c": lambda _: Fraction(3, 4)},
        {**TWO, "s": Fraction(1), "c": lambda _: Fraction(1), "T": Fraction(0)},
    ),
    variables={**TERMS, "t": "integer, 0 <= t, t <= T - 1", "n": "integer, 0 <= n, n <= T - 1"},
    outcomes=PAIRS,
)
REVEALED: Final = Given("E((X(i) - given(X(i)))**2, after(t)) = 0", where=("i <= t",))
"""After t rounds the first t terms are known."""
ADAPTIVE_MEAN: Final = theorem(
    "adaptive mean",
    ADAPTIVE,
    "E(sum(X(i), i, 1, T)) <= sum(c(i), i, 1, T)",
    Step("tower", "E(E(X(i), after(i - 1))) = E(X(i))", apply("tower", P="P", K="after(i - 1)", X="X(i)")),
    Step("round", "E(X(i)) <= c(i)", arithmetic(("-1", "tower"), inside("E(_)", "means", t="i - 1"))),
    Step("all", "E(sum(X(i), i, 1, T)) <= sum(c(i), i, 1, T)", arithmetic(inside("sum(_, i, 1, T)", "round"))),
    given={"means": Given("E(X(t + 1), after(t)) <= c(t + 1)")},
)

SO_FAR: Final = "E(exp(s*S)) <= exp(C)"
ADAPTIVE_SUM: Final = theorem(
    "adaptive sum",
    ADAPTIVE,
    "E(exp(s*sum(X(i), i, 1, T))) <= exp(sum(c(i), i, 1, T))",
    Step(
        "known",
        "E((S - given(S))**2, after(n)) = 0",
        apply("a sum of what is known", use("revealed", t="n"), K="after(n)", X="i: X(i)", T="n"),
    ),
    Step(
        "frozen",
        "E(exp(s*(S + X(n + 1))), after(n)) = exp(s*S)*E(exp(s*X(n + 1)), after(n))",
        apply("what is constant", "known", P="after(n)", A="S", a="S", f="x: exp(s*(x + X(n + 1)))"),
    ),
    Step(
        "round",
        "E(exp(s*(S + X(n + 1))), after(n)) <= exp(s*S + c(n + 1))",
        arithmetic("frozen", ("exp(s*S)", use("moments", t="n"))),
    ),
    Step(
        "tower",
        "E(E(exp(s*(S + X(n + 1))), after(n))) = E(exp(s*(S + X(n + 1))))",
        apply("tower", P="P", K="after(n)", X="exp(s*(S + X(n + 1)))"),
    ),
    Step("last", f"{NEXT} = S + X(n + 1)", apply("last term", f="i: X(i)", low="1", high="n + 1")),
    Step("last c", "sum(c(i), i, 1, n + 1) = C + c(n + 1)", apply("last term", f="i: c(i)", low="1", high="n + 1")),
    Step(
        "next",
        f"E(exp(s*{NEXT})) <= exp(sum(c(i), i, 1, n + 1))",
        arithmetic(
            inside("E(exp(s*_))", "last"),
            ("-1", "tower"),
            inside("E(_)", "round"),
            ("exp(c(n + 1))", SO_FAR),
            ("-1", inside("exp(_)", "last c")),
        ),
        where=(SO_FAR,),
    ),
    Step(
        "all",
        "E(exp(s*sum(X(i), i, 1, T))) <= exp(sum(c(i), i, 1, T))",
        apply(
            "induction",
            "next",
            low="0",
            high="T",
            f="n: E(exp(s*sum(X(i), i, 1, n)))",
            g="n: exp(sum(c(i), i, 1, n))",
        ),
    ),
    let={"S": "sum(X(i), i, 1, n)", "C": "sum(c(i), i, 1, n)"},
    given={"revealed": REVEALED, "moments": Given("E(exp(s*X(t + 1)), after(t)) <= exp(c(t + 1))")},
)
