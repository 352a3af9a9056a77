"""ASI-42f: with E = (T eps)^{4/3} and B = T/E, B = 1/((T eps)^{1/3} eps), sqrt(E) B = T^{1/3}/eps^{2/3} and so on.

Proof of Theorem 4.2, the parameters; also B^2 sqrt(E) eps = 1/eps, and B >= 1 exactly if eps <= T^{-1/4}. Real powers
are written with exp and log. ASI-42g: the construction is said to be possible at every eps >= 100 log^{3/2}(d T)/T of
the theorem. But E <= T exactly if eps <= T^{-1/4}; where eps is larger sqrt(T) is the larger term of the theorem,
which is never proved. That E and B are whole is ignored, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import (
    told,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample
from dpassay.proofs_check.lazy_to_private.lower_bound import is_budget
from dpassay.proofs_check.models.anything import numbers
from dpassay.proofs_check.models.theorem_42 import LARGE_EPS, THEOREM_42, Sizes
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Apply, Step, apply, arithmetic, together

told("asi42g", "there is room for E = (T eps)^{4/3} epochs: E <= T", is_budget)(
    lambda instance: (instance["rounds"] * Fraction(instance["epsilon"])) ** 4 <= instance["rounds"] ** 3
)


told("asi42g-small", "there is room where eps <= T^{-1/4}", is_budget)(
    lambda instance: (
        (instance["rounds"] * Fraction(instance["epsilon"])) ** 4 <= instance["rounds"] ** 3
        or Fraction(instance["epsilon"]) ** 4 * instance["rounds"] > 1
    )
)


@claim(
    "ASI-42f",
    location="Proof of Theorem 4.2, the parameters",
    latex=r"B = \frac{T}{E} = \frac{1}{(T\varepsilon)^{1/3}\varepsilon},\ \sqrt{E} B = \frac{T^{1/3}}"
    r"{\varepsilon^{2/3}},\ B^2\sqrt{E}\,\varepsilon = \frac1\varepsilon",
    text="With E = (T eps)^{4/3} and B = T/E: B = 1/((T eps)^{1/3} eps), sqrt(E) B = T^{1/3}/eps^{2/3}, and B^2 "
    "sqrt(E) eps = 1/eps. B >= 1 exactly if eps <= T^{-1/4}.",
)
def asi_42f() -> Case:
    """Powers of x = (T eps)^{1/3} and y = T^{1/3}."""
    return Case()


@claim(
    "ASI-42g",
    location="Proof of Theorem 4.2, the parameters at every eps >= 100 log^{3/2}(dT)/T",
    latex=r"E = (T\varepsilon)^{4/3} \le T",
    text="The construction is possible at every eps of the theorem: the epochs have at least one round.",
    corrected_by="ASI-42f",
)
def asi_42g() -> Case:
    """Where eps is large there are no epochs."""

    def large() -> Iterator[Instance]:
        return ({"rounds": T, "experts": 2, "epsilon": eps} for T, eps in product((10**5, 10**6), ("1", "1/10")))

    return Case(
        argument="E <= T exactly if eps <= T^{-1/4} (ASI-42f); the theorem also speaks of larger eps, where sqrt(T) "
        "is the larger term. That term is never proved (it is true: ASI-43-corrected). That E and B are whole is "
        "ignored, too.",
        counterexample=Goal("eps = 1", counterexample("asi42g"), Hunt("asi42g", large)),
        twins=(Twin("where eps <= T^{-1/4}", counterexample("asi42g-small")),),
    )


refuted("ASI-42g", THEOREM_42, "exp(4/3*log(T*eps)) <= T", setting=Sizes(10**5, 2, Fraction(1)), where=(LARGE_EPS,))

DESIGN: Final = numbers(T="real, 0 < T", eps="real, 0 < eps")
LET: Final = {"E": "exp(4/3*log(T*eps))", "B": "T/exp(4/3*log(T*eps))"}
LENGTH: Final = "B = 1/(exp(log(T*eps)/3)*eps)"
LOST: Final = "sqrt(E)*B = exp(log(T)/3)/exp(2/3*log(eps))"
PRIVATE: Final = "B**2*sqrt(E)*eps = 1/eps"
LOG: Final = Step("log of a product", "log(T*eps) = log(T) + log(eps)", apply("log of a product", A="T", B="eps"))
QUARTER: Final = "-log(T)/4"


def _grows(what: str, step: str, low: str, high: str, *, enough: bool) -> Apply:
    """A function grows, or grows strictly, between two ends that are turned around where there is no room."""
    a, b = (low, high) if enough else (high, low)
    return apply(f"{what} grows{'' if enough else ' strictly'}", *([step] if step else []), A=a, B=b)


def _room(name: str, formula: str, where: str, *, enough: bool) -> None:
    """The epochs have at least one round where eps is at most T^{-1/4}, or less than one where it is more."""

    def ordered(low: str, high: str) -> str:
        return f"{low} <= {high}" if enough else f"{high} < {low}"

    grows = partial(_grows, enough=enough)

    theorem(
        name,
        DESIGN,
        formula,
        LOG,
        Step("T", "exp(log(T)) = T", apply("exp of log", A="T")),
        Step("quarter", f"log(exp({QUARTER})) = {QUARTER}", apply("log of exp", A=QUARTER)),
        Step("logs", ordered("log(eps)", f"log(exp({QUARTER}))"), grows("log", "", "eps", f"exp({QUARTER})"), (where,)),
        Step(
            "exponents",
            ordered("4/3*log(T*eps)", "log(T)"),
            arithmetic(
                ("4/3", "logs"),
                ("4/3" if enough else "-4/3", "log of a product"),
                ("4/3" if enough else "-4/3", "quarter"),
            ),
            (where,),
        ),
        Step("powers", ordered("E", "exp(log(T))"), grows("exp", "exponents", "4/3*log(T*eps)", "log(T)"), (where,)),
        Step(
            "all",
            formula,
            arithmetic(
                ("exp(-4/3*log(T*eps))", "powers"),
                ("exp(-4/3*log(T*eps))" if enough else "-exp(-4/3*log(T*eps))", "T"),
            ),
            (where,),
        ),
        let=LET,
        where=(where,),
    )


_room("ASI-42f: there is room", "1 <= B", f"eps <= exp({QUARTER})", enough=True)
_room("ASI-42f: there is no room", "B < 1", f"exp({QUARTER}) < eps", enough=False)
theorem(
    "ASI-42f",
    DESIGN,
    f"{LENGTH} and {LOST} and {PRIVATE}",
    Step("root", "sqrt(E) = exp(2/3*log(T*eps))", apply("root of a square", u="exp(2/3*log(T*eps))")),
    Step("length", LENGTH, arithmetic()),
    Step(
        "lost",
        LOST,
        arithmetic(("B", "root")),
    ),
    Step(
        "private",
        PRIVATE,
        arithmetic(("B**2*eps", "root")),
    ),
    Step("all", f"{LENGTH} and {LOST} and {PRIVATE}", together("length", "lost", "private")),
    let=LET,
    also=("ASI-42f: there is room", "ASI-42f: there is no room"),
)
