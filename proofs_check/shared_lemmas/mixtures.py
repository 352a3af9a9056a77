"""Mixtures: where each of some numbers is at most B times each of others and D more, so are their means."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, apply, arithmetic, inside, use

INDEX = {"i": "integer, 1 <= i, i <= n"}
OTHER = {"k": "integer, 1 <= k, k <= n"}
TERM = Named(index=INDEX)
BOUNDED = "sum(u(i)*f(i), i, 1, n) <= B*g(k)"
theorem(
    "mixtures",
    anything(
        "two mixtures",
        {"n": "integer, 1 <= n", "B": "real"},
        {"u": TERM, "w": TERM, "f": TERM, "g": TERM},
        (
            {
                "n": Fraction(2),
                "B": Fraction(3),
                "u": lambda i: Fraction(i, 3),
                "w": lambda i: Fraction(3 - i, 3),
                "f": Fraction,
                "g": lambda i: Fraction(i + 2, 3),
            },
        ),
        {**INDEX, **OTHER},
    ),
    "sum(u(i)*f(i), i, 1, n) <= B*sum(w(i)*g(i), i, 1, n)",
    Step("term", "u(i)*f(i) <= u(i)*B*g(k)", arithmetic(("u(i)", "ratio")), (), ("signs",)),
    Step("against one", BOUNDED, arithmetic(inside("sum(_, i, 1, n)", "term"), ("B*g(k)", "a law"))),
    Step("weight", "0 <= w(k)", arithmetic(use("other signs", i="k"))),
    Step(
        "weighted", "w(k)*sum(u(i)*f(i), i, 1, n) <= w(k)*B*g(k)", arithmetic(("w(k)", "against one")), (), ("weight",)
    ),
    Step(
        "all",
        "sum(u(i)*f(i), i, 1, n) <= B*sum(w(i)*g(i), i, 1, n)",
        arithmetic(inside("sum(_, k, 1, n)", "weighted"), ("-sum(u(i)*f(i), i, 1, n)", "another law")),
    ),
    given={
        "signs": Given("0 <= u(i)"),
        "other signs": Given("0 <= w(i)"),
        "ratio": Given("f(i) <= B*g(k)"),
        "a law": Given("sum(u(i), i, 1, n) = 1"),
        "another law": Given("sum(w(i), i, 1, n) = 1"),
    },
)

MORE: Final = "B*g(k) + D"
theorem(
    "mixtures, up to a number",
    anything(
        "two mixtures, and a number",
        {"n": "integer, 1 <= n", "B": "real", "D": "real"},
        {"u": TERM, "w": TERM, "f": TERM, "g": TERM},
        (
            {
                "n": Fraction(2),
                "B": Fraction(1),
                "D": Fraction(1),
                "u": lambda i: Fraction(i, 3),
                "w": lambda i: Fraction(3 - i, 3),
                "f": Fraction,
                "g": lambda i: Fraction(i + 2, 3),
            },
        ),
        {**INDEX, **OTHER},
    ),
    "sum(u(i)*f(i), i, 1, n) <= B*sum(w(i)*g(i), i, 1, n) + D",
    Step("term", f"u(i)*f(i) <= u(i)*({MORE})", arithmetic(("u(i)", "near")), (), ("signs",)),
    Step(
        "one mixture",
        f"sum(u(i)*f(i), i, 1, n) <= sum(u(i)*({MORE}), i, 1, n)",
        apply("sum grows", "term", f="i: u(i)*f(i)", g=f"i: u(i)*({MORE})", low="1", high="n"),
    ),
    Step("against one", f"sum(u(i)*f(i), i, 1, n) <= {MORE}", arithmetic("one mixture", (MORE, "a law"))),
    Step("weight", "0 <= w(k)", arithmetic(use("other signs", i="k"))),
    Step(
        "weighted",
        f"w(k)*sum(u(i)*f(i), i, 1, n) <= w(k)*({MORE})",
        arithmetic(("w(k)", "against one")),
        (),
        ("weight",),
    ),
    Step(
        "both",
        f"sum(w(k)*sum(u(i)*f(i), i, 1, n), k, 1, n) <= sum(w(k)*({MORE}), k, 1, n)",
        apply(
            "sum grows",
            "weighted",
            f="k: w(k)*sum(u(i)*f(i), i, 1, n)",
            g=f"k: w(k)*({MORE})",
            low="1",
            high="n",
        ),
    ),
    Step(
        "all",
        "sum(u(i)*f(i), i, 1, n) <= B*sum(w(i)*g(i), i, 1, n) + D",
        arithmetic("both", ("D - sum(u(i)*f(i), i, 1, n)", "another law")),
    ),
    given={
        "signs": Given("0 <= u(i)"),
        "other signs": Given("0 <= w(i)"),
        "near": Given("f(i) <= B*g(k) + D"),
        "a law": Given("sum(u(i), i, 1, n) = 1"),
        "another law": Given("sum(w(i), i, 1, n) = 1"),
    },
)
