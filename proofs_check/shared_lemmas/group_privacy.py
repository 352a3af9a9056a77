"""Group privacy: if each step costs a factor e^eps and delta, m of them cost e^(m eps) and a geometric sum."""

from __future__ import annotations

from fractions import Fraction

from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, apply, arithmetic

SEQUENCE = anything(
    "a sequence of probabilities",
    {"m": "integer, 0 <= m", "eps": "real, 0 <= eps", "delta": "real, 0 <= delta"},
    {"x": Named(index={"i": "integer, 0 <= i, i <= m"})},
    (
        {
            "m": Fraction(2),
            "eps": Fraction(1, 2),
            "delta": Fraction(1, 5),
            "x": lambda k: (Fraction(3, 4), Fraction(1, 2), Fraction(1, 4))[k],
        },
        {"m": Fraction(1), "eps": Fraction(0), "delta": Fraction(1), "x": lambda k: Fraction(1 - k)},
        {"m": Fraction(0), "eps": Fraction(1), "delta": Fraction(0), "x": lambda _: Fraction(1, 3)},
    ),
    variables={"k": "integer, 0 <= k, k <= m - 1"},
)
SO_FAR = "x(0) <= exp(k*eps)*x(k) + delta*sum(exp(j*eps), j, 0, k - 1)"
GROUP = theorem(
    "group privacy",
    SEQUENCE,
    "x(0) <= exp(m*eps)*x(m) + delta*sum(exp(j*eps), j, 0, m - 1)",
    Step(
        "last",
        "sum(exp(j*eps), j, 0, k) = sum(exp(j*eps), j, 0, k - 1) + exp(k*eps)",
        apply("last term", f="i: exp(i*eps)", low="0", high="k"),
    ),
    Step(
        "next",
        "x(0) <= exp((k + 1)*eps)*x(k + 1) + delta*sum(exp(j*eps), j, 0, k)",
        arithmetic(SO_FAR, ("exp(k*eps)", "one step"), ("-delta", "last")),
        where=(SO_FAR,),
    ),
    Step(
        "all",
        "x(0) <= exp(m*eps)*x(m) + delta*sum(exp(j*eps), j, 0, m - 1)",
        apply(
            "induction",
            "next",
            low="0",
            high="m",
            f="n: x(0)",
            g="n: exp(n*eps)*x(n) + delta*sum(exp(j*eps), j, 0, n - 1)",
        ),
    ),
    given={"one step": Given("x(k) <= exp(eps)*x(k + 1) + delta")},
)
