"""ASI-35-corrected: with B = 1 the regret is of the order of sqrt(T log d), up to logarithms, for eps >= T^(-1/6).

In place of "privacy for free", Section 1.1. With p = 8 eta/eps and eta = min(eps/(768 T l^2)^(1/3), sqrt(8 ln d/T)) the
four terms of the eps of Theorem 3.2 are eps/4 at most: 2 eta/p = eps/4; the square x^2 = 6 T eta^2 p l^2 = 48 T eta^3
l^2/eps of the last is at most eps^2/16; the third is x^2/(4 l); and eta <= eps/9. The regret is at most ln d/eta + eta
T/8 ("regret against the best expert"), and T^(1/3)/eps <= sqrt T. That Theorem 3.2 gives privacy is ASI-09, not this
claim. l is log(1/delta1), l2 in formulas; here T = n B, and h is eta.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.kernel.statements import (
    exhaustive,
)
from dpassay.proofs_check.lazy_to_private.asi_11_sharp import BOUND
from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.models.tuned_lazy import TUNED
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import (
    Given,
    Step,
    apply,
    arithmetic,
    cases,
    inside,
    together,
)


@claim(
    "ASI-35-corrected",
    location="Section 1.1, privacy for free",
    latex=r"\varepsilon \ge T^{-1/6}: \quad B = 1,\ \eta = \min\big\{\tfrac{\varepsilon}{(768 T l^2)^{1/3}}, \sqrt{8 "
    r"\ln d/T}\big\},\ p = 8\eta/\varepsilon: \quad \mathbf{Reg}_T \le \sqrt{T \ln d/2} + (768\, l^2)^{1/3} \sqrt T "
    r"\ln d",
    text="For eps >= T^{-1/6} and l = log(1/delta_1) >= 1, L2P over multiplicative weights with B = 1, p = 8 eta/eps "
    "and eta = min(eps/(768 T l^2)^{1/3}, sqrt(8 ln d/T)) meets the eps of Theorem 3.2 and has regret at most sqrt(T "
    "ln d/2) + (768 l^2)^{1/3} sqrt(T) ln d: of the order of sqrt(T log d), up to logarithms.",
    checked=(
        "d >= 2",
        "l >= 1",
        "eps <= 1",
        "eps >= T^{-1/6}",
        "T >= 2 l and eps l <= 8, for other preconditions of Theorem 3.2",
    ),
    assumed=("losses in [0, 1]", "that Theorem 3.2 gives privacy with its eps is ASI-09, not this claim"),
)
def asi_35_corrected() -> Case:
    """B = 1, the rate T^(1/3)/eps."""
    return Case(
        checks=(Goal("small games: ln d/eta + eta B T/8", exhaustive("asi11-sharp-hedge", "regret-lazy-games")),),
        twins=(
            Twin(
                "nine tenths of the sum of tanh",
                exhaustive("asi11-sharp-less", "regret-lazy-games"),
            ),
        ),
        remarks=(
            "Below T^{-1/6}, beyond logarithms, no parameters under Theorem 3.2 do so, for d = 2 (ASI-33-sharp): the "
            "threshold is that of earlier work.",
        ),
    )


C: Final = "exp(log(768*l2**2)/3)"
"""(768 l^2)^(1/3)."""
CUBES: Final = f"{C}*exp(log(T)/3)*h"
SLOW, FAST = ("8*nats <= T*h**2",), ("T*h**2 < 8*nats",)
CASES: Final = f"1/h <= T*h/(8*nats) + {C}*exp(log(T)/3)/eps"
theorem(
    "a rate that is the smaller of two",
    anything(
        "the smaller of eps/(768 T l^2)^(1/3) and sqrt(8 log d/T)",
        {name: f"real, 0 < {name}" for name in ("T", "nats", "eps", "l2", "h")},
        {},
        tuple(
            {"T": Fraction(18), "nats": Fraction(nats), "eps": Fraction(1), "l2": Fraction(1), "h": Fraction(h)}
            for nats, h in (("1", "1/24"), ("1/1024", "1/48"))
        ),
    ),
    CASES,
    Step("T", "exp(log(T)) = T", apply("exp of log", A="T")),
    Step("l", "exp(log(768*l2**2)) = 768*l2**2", apply("exp of log", A="768*l2**2")),
    Step("cube", "eps**3 <= 768*T*l2**2*h**3", arithmetic(("1/(8*nats - T*h**2)", "one of them")), FAST),
    Step(
        "root",
        f"eps <= {CUBES}",
        arithmetic(
            (f"1/(eps**2 + eps*{CUBES} + ({CUBES})**2)", "cube"),
            (f"-T*h**3/(eps**2 + eps*{CUBES} + ({CUBES})**2)", "l"),
            (f"-exp(log(768*l2**2))*h**3/(eps**2 + eps*{CUBES} + ({CUBES})**2)", "T"),
        ),
        FAST,
    ),
    Step(
        "all",
        CASES,
        cases("8*nats <= T*h**2", arithmetic(("1/(8*nats*h)", SLOW[0])), arithmetic(("1/(eps*h)", "root"))),
    ),
    given={"one of them": Given("(eps**3 - 768*T*l2**2*h**3)*(8*nats - T*h**2) = 0")},
)

T: Final = "(n*B)"
THIRD: Final = f"exp(log{T}/3)"
"""T^(1/3)."""
FREE: Final = ("1 <= l2", "eps <= 1", f"1 <= {T}*eps**6")
SPENT: Final = f"6*{T}*h**2*p*l2**2/B"
PRIVACY: Final = f"2*h/p + h + 3*{T}*h**2*p*l2/(2*B) + sqrt({SPENT}) <= eps"
HALF: Final = f"sqrt({T}*nats/2)"
REGRET: Final = f"lazy - best <= {HALF} + {C}*sqrt{T}*nats"
Y: Final = f"{T}*eps**2"
CUBIC: Final = f"(({Y})**2 + {Y}*{THIRD}**2 + {THIRD}**4)"
"""What the difference of two cubes has besides the difference of the numbers."""
theorem(
    "ASI-35-corrected",
    TUNED,
    f"{PRIVACY} and {REGRET}",
    # the eps of Theorem 3.2
    Step(
        "square",
        f"{SPENT} <= (eps/4)**2",
        arithmetic(
            ("1/(16*eps)", "rate, first"), (f"6*{T}*h**2*l2**2/B", "fake switches"), ("48*n*h**3*l2**2/eps", "1 <= B")
        ),
    ),
    Step(
        "shorter", "eps**2/(64*l2) <= eps/64", arithmetic(("eps/64", "eps <= 1"), ("eps**2/(64*l2)", "1 <= l2")), FREE
    ),
    Step("third term", f"3*{T}*h**2*p*l2/(2*B) <= eps/64", arithmetic(("1/(4*l2)", "square"), "shorter"), FREE),
    Step("rounds", f"1 <= {T}", arithmetic(("n", "1 <= B"), "1 <= n")),
    Step(
        "cube",
        "(4*h)**3 <= eps**3",
        arithmetic("rate, first", ("768*l2**2*h**3", "rounds"), ("768*h**3*(1 + l2)", "1 <= l2")),
        FREE,
    ),
    Step("rate", "4*h <= eps", arithmetic(("1/(eps**2 + 4*eps*h + (4*h)**2)", "cube")), FREE),
    Step(
        "privacy",
        PRIVACY,
        arithmetic(("-eps/(4*p)", "fake switches"), inside("sqrt(_)", "square"), "third term", ("1/4", "rate")),
        FREE,
    ),
    # the regret
    Step("regret", f"lazy - best <= {BOUND}", apply("regret against the best expert")),
    Step(
        "slope",
        f"h*B*{T}/8 <= {HALF}/2",
        arithmetic((f"{T}/64/({HALF}/2 + h*{T}/8)", "rate, second"), (f"h*{T}/8", "single rounds")),
    ),
    Step(
        "inverse",
        f"1/h <= {T}*h/(8*nats) + {C}*{THIRD}/eps",
        apply("a rate that is the smaller of two", "rate, one of them", T=T, nats="nats", eps="eps", l2="l2", h="h"),
    ),
    Step("T", f"exp(log{T}) = {T}", apply("exp of log", A=T)),
    Step(
        "sixth",
        f"{THIRD}**2 <= {Y}",
        arithmetic((f"{T}**2/{CUBIC}", FREE[2]), (f"({T} + exp(log{T}))/{CUBIC}", "T")),
        FREE,
    ),
    Step(
        "third of T",
        f"{THIRD} <= eps*sqrt{T}",
        arithmetic((f"1/(eps*sqrt{T} + {THIRD})", "sixth")),
        FREE,
    ),
    Step(
        "weights",
        f"log(d)/h <= {HALF}/2 + {C}*sqrt{T}*nats",
        arithmetic(
            ("-1/h", "experts"),
            ("nats", "inverse"),
            "slope",
            (f"-h*{T}/8", "single rounds"),
            (f"{C}*nats/eps", "third of T"),
        ),
        FREE,
    ),
    Step("low regret", REGRET, arithmetic("regret", "slope", "weights"), FREE),
    Step("all", f"{PRIVACY} and {REGRET}", together("privacy", "low regret"), FREE),
    where=FREE,
)
