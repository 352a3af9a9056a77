"""Lemma for ASI-09 and ASI-09b: where eps is as printed, delta = 2 T delta_1 is enough.

If 2 T delta_1 >= 1 there is nothing to show. Else the loss has a tail of at most delta_1 (``theorem_m``), and more than
K samples a chance of at most (2T - 1) delta_1 (``count_of_samples``).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.lazy_to_private.theorem_m import CONDITIONS, MORE, epsilon
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Model, Step, apply, arithmetic, use

SHORT: Final = ("0 <= log(2*T) - L",)
LONG: Final = ("log(2*T) - L < 0",)
STATED: Final = "2*T*exp(-L)"


def stated(name: str, model: Model, lemmas: tuple[str, str], w: int, *more: Step, formula: str = "") -> None:
    """Register that all (x_s, y_s) and zeta_s have delta(eps) <= 2 T e^{-L}, and with more steps a formula of more."""
    goal = f"delta({epsilon(w)}) <= {STATED}"
    loss, samples = lemmas
    theorem(
        name,
        model,
        formula or goal,
        Step("no more than 1", "delta(x) <= 1", apply("what is told", x="x")),
        Step("exponent", "exp(0) <= exp(log(2*T) - L)", apply("exp grows", A="0", B="log(2*T) - L"), SHORT),
        Step("rounds", "exp(log(2*T)) = 2*T", apply("exp of log", A="2*T")),
        Step(
            "nothing to show",
            goal,
            arithmetic(use("no more than 1", x=epsilon(w)), "exponent", ("exp(-L)", "rounds")),
            SHORT,
        ),
        Step("tail", f"delta({epsilon(w)}) <= exp(-L) + E({MORE})", apply(loss)),
        Step("more samples", f"E({MORE}) <= (2*T - 1)*exp(-L)", apply(samples), (*CONDITIONS, *LONG)),
        Step("both", goal, arithmetic("tail", "more samples"), (*CONDITIONS, *LONG)),
        Step(
            "stated",
            goal,
            apply("cases", "nothing to show", "both", A=f"delta({epsilon(w)})", B=STATED, c="log(2*T) - L"),
            CONDITIONS,
        ),
        *more,
        where=CONDITIONS,
        samples={"x": (Fraction(0), Fraction(1, 10), Fraction(1))},
    )
