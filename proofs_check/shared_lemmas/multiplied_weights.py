"""Weights that begin equal, are multiplied by e^(a r) in each round, and are normalized.

In round t they are in proportion to e^(a U(t)), with U(t) the sum of r before round t: the ratio of two of them is
multiplied by e^(a r(i))/e^(a r(j)), whatever the normalization.
"""

from __future__ import annotations

from fractions import Fraction

from dpassay.exact import as_real
from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, apply, arithmetic, inside, use

CELL = {"t": "integer, 1 <= t, t <= T", "i": "integer, 1 <= i, i <= K"}


def _weight(t: int, i: int) -> object:
    """Two experts, of whom the second is paid 1 in each round at a = 1."""
    grown = as_real(t - 1).exp()
    return (as_real(1) if i == 1 else grown) / (as_real(1) + grown)


WEIGHTS = anything(
    "weights that are multiplied and normalized",
    {"T": "integer, 1 <= T", "K": "integer, 1 <= K", "a": "real"},
    {"w": Named(index=CELL, range="positive"), "r": Named(index=CELL)},
    (
        {"T": Fraction(3), "K": Fraction(2), "a": Fraction(1), "w": _weight, "r": lambda _, i: Fraction(i - 1)},
        {
            "T": Fraction(2),
            "K": Fraction(2),
            "a": Fraction(0),
            "w": lambda *_: Fraction(1, 2),
            "r": lambda t, _: Fraction(t),
        },
    ),
    variables={**CELL, "j": "integer, 1 <= j, j <= K", "u": "integer, 1 <= u, u <= T - 1"},
)
Z = "sum(w(u, k)*exp(a*r(u, k)), k, 1, K)"


def _past(end: str, expert: str) -> str:
    """The logarithm of what a weight is multiplied by before a round."""
    return f"a*sum(r(s, {expert}), s, 1, {end})"


def _power(name: str, expert: str) -> tuple[Step, Step]:
    """e^(a U(u + 1)) = e^(a U(u)) e^(a r(u))."""
    old, new = _past("u - 1", expert), _past("u", expert)
    return (
        Step(
            f"past {name}",
            new.removeprefix("a*") + " = " + old.removeprefix("a*") + f" + r(u, {expert})",
            apply("last term", f=f"s: r(s, {expert})", low="1", high="u"),
        ),
        Step(
            f"power {name}",
            f"exp({new}) = exp({old})*exp(a*r(u, {expert}))",
            apply(
                "equals for equals",
                f"past {name}",
                A=new.removeprefix("a*"),
                B=f"{old.removeprefix('a*')} + r(u, {expert})",
                f="z: exp(a*z)",
            ),
        ),
    )


HYPOTHESIS = f"w(u, i)*exp({_past('u - 1', 'j')}) = w(u, j)*exp({_past('u - 1', 'i')})"
ALL = f"sum(exp({_past('T - 1', 'k')}), k, 1, K)"
ROOT = f"w(T, i)*{ALL} = exp({_past('T - 1', 'i')})"
LAST = "w(u, K)*exp(a*r(u, K))"
MULTIPLIED = theorem(
    "multiplied weights",
    WEIGHTS,
    ROOT,
    Step(
        "one of them",
        f"{Z} = sum(w(u, k)*exp(a*r(u, k)), k, 1, K - 1) + {LAST}",
        apply("last term", f="k: w(u, k)*exp(a*r(u, k))", low="1", high="K"),
    ),
    Step("normalization", f"0 < {Z}", arithmetic(("-1", "one of them"))),
    *_power("of i", "i"),
    *_power("of j", "j"),
    Step(
        "next ratio",
        f"w(u + 1, i)*exp({_past('u', 'j')}) = w(u + 1, j)*exp({_past('u', 'i')})",
        arithmetic(
            (f"exp({_past('u', 'j')})/{Z}", "update"),
            (f"-exp({_past('u', 'i')})/{Z}", use("update", i="j")),
            (f"-w(u, j)*exp(a*r(u, j))/{Z}", "power of i"),
            (f"w(u, i)*exp(a*r(u, i))/{Z}", "power of j"),
            (f"exp(a*r(u, i) + a*r(u, j))/{Z}", HYPOTHESIS),
        ),
        (HYPOTHESIS,),
        ("normalization",),
    ),
    Step("equal", "w(1, i) = w(1, j)", arithmetic("first", ("-1", use("first", i="j")))),
    Step(
        "ratio",
        f"w(T, i)*exp({_past('T - 1', 'j')}) = w(T, j)*exp({_past('T - 1', 'i')})",
        apply(
            "induction of equalities",
            "equal",
            "next ratio",
            low="1",
            high="T",
            f=f"u: w(u, i)*exp({_past('u - 1', 'j')})",
            g=f"u: w(u, j)*exp({_past('u - 1', 'i')})",
        ),
    ),
    Step("begin with 1", "sum(w(1, k), k, 1, K) = 1", arithmetic(inside("sum(_, i, 1, K)", "first"))),
    Step(
        "stay 1",
        "sum(w(u + 1, k), k, 1, K) = 1",
        arithmetic((f"1/{Z}", inside("sum(_, i, 1, K)", "update"))),
        ("sum(w(u, k), k, 1, K) = 1",),
        ("normalization",),
    ),
    Step(
        "probabilities",
        "sum(w(T, k), k, 1, K) = 1",
        apply(
            "induction of equalities",
            "begin with 1",
            "stay 1",
            low="1",
            high="T",
            f="u: sum(w(u, k), k, 1, K)",
            g="u: 1",
        ),
    ),
    Step("all", ROOT, arithmetic(inside("sum(_, j, 1, K)", "ratio"), (f"exp({_past('T - 1', 'i')})", "probabilities"))),
    given={
        "first": Given("w(1, i) = 1/K"),
        "update": Given(f"w(u + 1, i)*{Z} = w(u, i)*exp(a*r(u, i))"),
    },
)
