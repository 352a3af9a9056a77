"""ASI-42e: 100 log^{3/2}(d T) is said to be at least 27 log^{3/2}(1/delta), with delta = 1/(T^3 d).

Proof of Theorem 4.2, step (ii). log(1/delta) = 3 log T + log d is almost 3 log(d T) where d is small, and 27 3^{3/2}
= 140.3 > 100. A smaller delta makes it worse.

ASI-42e-corrected: with 141 in the place of 100 it holds for all T and d >= 1, as log(T^3 d) <= 3 log(d T) and
27^2 27 <= 141^2.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Final

from dpassay.exact import as_real, log
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import (
    entries,
    family,
    told,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.models.theorem_42 import THEOREM_42, Sizes
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, cases, inside

GAME_SIZE: Final = entries(rounds=whole(2), experts=whole(1))


def _constant_serves(instance: Instance, constant: int) -> bool:
    """constant log^{3/2}(dT) >= 27 log^{3/2}(T^3 d), squared."""
    rounds, experts = instance["rounds"], instance["experts"]
    left, right = as_real(log(experts * rounds)) ** 3, as_real(log(rounds**3 * experts)) ** 3
    return at_most(right * as_real(27**2), left * as_real(constant**2))


told("asi42e", "100 log^{3/2}(dT) >= 27 log^{3/2}(1/delta) with delta = 1/(T^3 d)", GAME_SIZE)(
    lambda instance: _constant_serves(instance, 100)
)


told("asi42e-141", "141 log^{3/2}(dT) >= 27 log^{3/2}(1/delta) with delta = 1/(T^3 d)", GAME_SIZE)(
    lambda instance: _constant_serves(instance, 141)
)


def _sizes() -> Iterator[Instance]:
    return ({"rounds": T, "experts": d} for T, d in product((10**3, 10**6, 10**9, 10**12), (2, 10, 100)))


family("game-sizes", "T = 10^3, 10^6, 10^9, 10^12 and d = 2, 10, 100")(_sizes)


@claim(
    "ASI-42e",
    location="Proof of Theorem 4.2, step (ii)",
    latex=r"100 \log^{3/2}(dT)/T \ge 27 \log^{3/2}(1/\delta)/T,\quad \delta \le 1/(T^3 d)",
    text="With delta = 1/(T^3 d), 100 log^{3/2}(dT) is at least 27 log^{3/2}(1/delta).",
    corrected_by="ASI-42e-corrected",
)
def asi_42e() -> Case:
    """27 * 3^{3/2} is 140.3."""
    return Case(
        argument="log(1/delta) = 3 log T + log d is almost 3 log(dT) where d is small, and 27 * 3^{3/2} = 140.3 > "
        "100. A smaller delta makes it worse.",
        counterexample=Goal("T = 1000, d = 2", counterexample("asi42e"), Hunt("asi42e", _sizes)),
        twins=(Twin("with 141", counterexample("asi42e-141")),),
        remarks=("It holds where d is at least about T^0.435.",),
    )


@claim(
    "ASI-42e-corrected",
    location="Proof of Theorem 4.2, step (ii)",
    latex=r"141 \log^{3/2}(dT) \ge 27 \log^{3/2}(T^3 d)",
    text="With 141 in place of 100 it holds for all T and d >= 1.",
)
def asi_42e_corrected() -> Case:
    """141^2 > 27^3."""
    return Case(
        checks=(Goal("some sizes", exhaustive("asi42e-141", "game-sizes")),),
        twins=(Twin("100 in place of 141", exhaustive("asi42e", "game-sizes")),),
    )


LET: Final = {"delta": "1/(T**3*d)", "x": "log(d*T)", "y": "log(1/delta)"}
refuted(
    "ASI-42e",
    THEOREM_42,
    "100*sqrt(x**3)/T >= 27*sqrt(y**3)/T",
    setting=Sizes(1000, 2, Fraction(1)),
    let=LET,
)
AT_LEAST_0: Final = ("x, not below", "y, not below")
POSITIVE: Final = ("x, not below", "y, positive")
LARGE, ONE = ("0 < x",), ("x <= 0",)
GOAL: Final = "141*sqrt(x**3) >= 27*sqrt(y**3)"
theorem(
    "ASI-42e-corrected",
    THEOREM_42,
    GOAL,
    Step("T", "log(1) <= log(T)", arithmetic(inside("log(_)", "1 <= T"))),
    Step("d", "log(1) <= log(d)", arithmetic(inside("log(_)", "1 <= d"))),
    Step("x, not below", "0 <= x", arithmetic("T", "d")),
    Step("y, not below", "0 <= y", arithmetic(("3", "T"), "d")),
    Step("logs", "y <= 3*x", arithmetic(("2", "d"))),
    Step("cubes", "y**3 <= 27*x**3", arithmetic(("9*x**2 + 3*x*y + y**2", "logs")), (), AT_LEAST_0),
    # where d T = 1 both roots are 0
    Step("nothing", "y <= 0", arithmetic("logs", ("3", ONE[0])), ONE),
    Step("its cube", "y**3 <= x**3", arithmetic(("y**2", "nothing")), ONE, AT_LEAST_0),
    # elsewhere
    Step("y, positive", "0 < y", arithmetic(("2", "T")), LARGE),
    Step("scaled", "(27*sqrt(y**3))**2 <= (141*sqrt(x**3))**2", arithmetic(("729", "cubes")), LARGE, POSITIVE),
    Step(
        "right",
        "sqrt((141*sqrt(x**3))**2) = 141*sqrt(x**3)",
        apply("root of a square", u="141*sqrt(x**3)"),
        LARGE,
        POSITIVE,
    ),
    Step(
        "end",
        GOAL,
        cases(
            "x <= 0",
            arithmetic(("27", inside("sqrt(_)", "its cube"))),
            arithmetic(inside("sqrt(_)", "scaled"), "right"),
        ),
        (),
        AT_LEAST_0,
    ),
    let=LET,
)
