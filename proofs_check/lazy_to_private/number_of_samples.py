"""Lemmas for Theorem 3.2: the moments of the number N of models that are drawn after the first batch.

With k = 3 for multiplicative weights and k = 4 in general, line 6 has S = 1 with probability at least e^(-k B eta). So,
given the past, x is drawn anew with probability at most 1 - (1 - p) e^(-k B eta) <= p + k B eta, and y with probability
p. A step multiplies E e^(z N) by at most e^((2 p + k B eta) (e^z - 1)).
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.lazy_to_private.losses_of_coins import FIRST, in_losses
from dpassay.proofs_check.models.private_lazy import PRIVATE, PRIVATE_WEIGHTS
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Model, Step, analysis, apply, arithmetic, use

CAP: Final = f"[1 < {FIRST}]"
MORE: Final = "(exp(z) - 1)"
Z: Final = {"z": "real, 0 <= z"}
X, Y = f"(1 + q(1, t + 1)*{MORE})", f"(1 + p*{MORE})"
"""What a step multiplies the moment by, for each of the models."""


def _smallest(k: int) -> tuple[Step, ...]:
    """The least quotient."""
    least = f"exp(-{k}*B*eta)"
    if k == 4:
        return (
            Step(
                "smallest",
                f"{least} <= {FIRST}",
                arithmetic(
                    ("exp(-2*B*eta)/r(1, i, 2)", use("Assumption 3.1 over a batch", g="1", e="1")),
                    ("exp(-4*B*eta)/r(1, i, 2)", use("Assumption 3.1 over a batch, back", g="1", e="2")),
                ),
            ),
        )
    ahead = "eta*lost(1, i, 2) - eta*lost(1, i, 1)"
    return (
        *in_losses(1),
        Step("behind", f"-B*eta <= {ahead}", arithmetic(("eta", use("losses", g="1", e="1")))),
        Step("factor", f"exp(-B*eta) <= exp({ahead})", apply("exp grows", "behind", A="-B*eta", B=ahead)),
        Step(
            "smallest",
            f"{least} <= {FIRST}",
            arithmetic(("exp(-2*B*eta)", "factor"), ("-exp(-2*B*eta)", "in losses, game 1")),
        ),
    )


def anew(name: str, model: Model, k: int) -> None:
    """Register how likely it is that x is drawn anew."""
    least = f"exp(-{k}*B*eta)"
    theorem(
        name,
        model,
        f"q(1, i) <= p + {k}*B*eta",
        *_smallest(k),
        Step("or not", f"{CAP} <= 1", apply("what is above", x=FIRST, y="1")),
        Step("at most 1", f"{least} <= exp(0)", apply("exp grows", A=f"-{k}*B*eta", B="0")),
        Step(
            "kept",
            f"{least} <= S(1, i)",
            arithmetic((f"1 - {CAP}", "smallest"), (CAP, "at most 1"), ("-1", use("line 6", g="1"))),
            (),
            ("or not",),
        ),
        Step("fewer anew", f"1 - {k}*B*eta <= {least}", analysis("1 - z <= exp(-z)", "[0, oo)", z=f"{k}*B*eta")),
        Step(
            "all",
            f"q(1, i) <= p + {k}*B*eta",
            arithmetic(use("line 7", g="1"), ("1 - p", "kept"), ("1 - p", "fewer anew")),
        ),
    )


def of_a_step(name: str, model: Model, k: int) -> None:
    """Register what a step multiplies the moment by."""
    x, y = f"(p + {k}*B*eta)*{MORE}", f"p*{MORE}"
    most = f"(2*p + {k}*B*eta)*{MORE}"
    theorem(
        f"{name}, a step",
        model,
        f"E(exp(z*m(t + 1)), after(t)) <= exp({most})",
        Step("grows", "exp(0) <= exp(z)", apply("exp grows", A="0", B="z")),
        Step("anew", f"q(1, t + 1) <= p + {k}*B*eta", apply(f"{name}, anew", i="t + 1")),
        Step("tangent of x", f"1 + {x} <= exp({x})", analysis("1 + z <= exp(z)", "(-oo, oo)", z=x)),
        Step("of x", f"{X} <= exp({x})", arithmetic((MORE, "anew"), "tangent of x"), (), ("grows",)),
        Step("of y", f"{Y} <= exp({y})", analysis("1 + z <= exp(z)", "(-oo, oo)", z=y)),
        Step("not negative", f"0 <= {X}", arithmetic(("q(1, t + 1)", "grows"))),
        Step(
            "all",
            f"E(exp(z*m(t + 1)), after(t)) <= exp({most})",
            arithmetic(
                use("a step", u="0", v="-z"),
                (Y, use("line 7", g="1", i="t + 1")),
                (f"exp({y})", "of x"),
                (X, "of y"),
            ),
            (),
            ("not negative",),
        ),
        variables=Z,
    )


def of_all(name: str, model: Model, k: int) -> None:
    """Register the moments of the number of models."""
    most = f"(2*p + {k}*B*eta)*{MORE}"
    total = "sum(m(i), i, 1, n - 1)"
    theorem(
        name,
        model,
        f"E(exp(z*N)) <= exp((n - 1)*{most})",
        Step("known so far", "E((m(j) - given(m(j)))**2, after(t)) = 0", arithmetic(use("past steps", u="0", v="-1"))),
        Step("each step", f"E(exp(z*m(t + 1)), after(t)) <= exp({most})", apply(f"{name}, a step", z="z")),
        Step(
            "steps",
            f"E(exp(z*{total})) <= exp(sum({most}, i, 1, n - 1))",
            apply(
                "adaptive sum",
                "known so far",
                "each step",
                P="P",
                after="t: after(t)",
                X="i: m(i)",
                c=f"i: {most}",
                T="n - 1",
                s="z",
            ),
        ),
        Step(
            "powers",
            f"exp(z*N) = exp(z*{total})",
            apply("equals for equals", "samples of steps", A="N", B=total, f="y: exp(z*y)"),
        ),
        Step(
            "means",
            f"E(exp(z*N)) = E(exp(z*{total}))",
            apply("expectation of equals", "powers", P="P", X="exp(z*N)", Y=f"exp(z*{total})"),
        ),
        Step("all", f"E(exp(z*N)) <= exp((n - 1)*{most})", arithmetic("means", "steps")),
        variables=Z,
    )


for number, games, lemma in (
    (3, PRIVATE_WEIGHTS, "moments of samples with multiplicative weights"),
    (4, PRIVATE, "moments of samples"),
):
    anew(f"{lemma}, anew", games, number)
    of_a_step(lemma, games, number)
    of_all(lemma, games, number)
