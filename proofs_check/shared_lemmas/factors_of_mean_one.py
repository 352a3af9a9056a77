"""Factors e^(s X(i)) of mean 1 given all before change no expectation of what is known from the beginning."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from dpassay.exact import as_real, log
from dpassay.proofs_check.models.anything import LAW, RANDOM, anything
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, apply, arithmetic, inside, use
from dpassay.proofs_check.shared_lemmas.adaptive import AFTER, PAIRS, REVEALED, TERMS, TWO

CHANCES: Final = {(): Fraction(1, 3), (0,): Fraction(1, 2), (1,): Fraction(3, 4)}
"""That the next bit is 1, given those before."""


def _gain(i: int, bits: tuple[int, int]) -> Any:
    """e^gain is 1/2 or what makes its mean 1."""
    one = CHANCES[bits[: i - 1]]
    return as_real(log(Fraction(1, 2) if bits[i - 1] else (1 - one / 2) / (1 - one)))


BETS: Final = anything(
    "fair bets, one after the other",
    {"T": "integer, 0 <= T", "s": "real"},
    {"P": LAW, "after": AFTER, "X": Named(index=TERMS, space="outcome"), "G": RANDOM},
    tuple(
        {**TWO, "T": Fraction(rounds), "s": Fraction(s), "X": _gain, "G": lambda _: Fraction(2)}
        for rounds, s in ((2, 1), (2, 0), (0, 1))  # with enclosures no equality is met, but where s = 0
    ),
    variables={**TERMS, "t": "integer, 0 <= t, t <= T - 1", "n": "integer, 0 <= n, n <= T - 1"},
    outcomes=PAIRS,
)
NEXT: Final = "sum(X(i), i, 1, n + 1)"
SO_FAR: Final = "E(exp(s*(G + S))) = E(exp(s*G))"
ONE_MORE: Final = "exp(s*(G + S + X(n + 1)))"
MEAN_ONE: Final = theorem(
    "factors of mean one",
    BETS,
    "E(exp(s*(G + sum(X(i), i, 1, T)))) = E(exp(s*G))",
    Step(
        "known",
        "E((S - given(S))**2, after(n)) = 0",
        apply("a sum of what is known", use("revealed", t="n"), K="after(n)", X="i: X(i)", T="n"),
    ),
    Step(
        "frozen sum",
        f"E({ONE_MORE}, after(n)) = exp(s*S)*E(exp(s*(G + X(n + 1))), after(n))",
        apply("what is constant", "known", P="after(n)", A="S", a="S", f="x: exp(s*(G + x + X(n + 1)))"),
    ),
    Step(
        "frozen start",
        "E(exp(s*(G + X(n + 1))), after(n)) = exp(s*G)*E(exp(s*X(n + 1)), after(n))",
        apply("what is constant", use("start", t="n"), P="after(n)", A="G", a="G", f="x: exp(s*(x + X(n + 1)))"),
    ),
    Step(
        "round",
        f"E({ONE_MORE}, after(n)) = exp(s*(G + S))",
        arithmetic("frozen sum", ("exp(s*S)", "frozen start"), ("exp(s*(G + S))", use("unit", t="n"))),
    ),
    Step("tower", f"E(E({ONE_MORE}, after(n))) = E({ONE_MORE})", apply("tower", P="P", K="after(n)", X=ONE_MORE)),
    Step("last", f"{NEXT} = S + X(n + 1)", apply("last term", f="i: X(i)", low="1", high="n + 1")),
    Step(
        "next",
        f"E(exp(s*(G + {NEXT}))) = E(exp(s*G))",
        arithmetic(inside("E(exp(s*(G + _)))", "last"), ("-1", "tower"), inside("E(_)", "round"), SO_FAR),
        where=(SO_FAR,),
    ),
    Step(
        "all",
        "E(exp(s*(G + sum(X(i), i, 1, T)))) = E(exp(s*G))",
        apply(
            "induction of equalities",
            "next",
            low="0",
            high="T",
            f="n: E(exp(s*(G + sum(X(i), i, 1, n))))",
            g="n: E(exp(s*G))",
        ),
    ),
    let={"S": "sum(X(i), i, 1, n)"},
    given={
        "revealed": REVEALED,
        "start": Given("E((G - given(G))**2, after(t)) = 0"),
        "unit": Given("E(exp(s*X(t + 1)), after(t)) = 1"),
    },
)
