"""The number of rounds that the text sets after Theorem 4.2, and what the error bound is there.

With A = d log(2 n/sigma)/(eps n) and L = log(1/sigma) the bound is 1/n + 2 sqrt(L/T) + 10 T A. The printed T is t with
t^3 = L/A^2, so that sqrt(L/t) and t A are both R, the cube root of L A. For no T is 2 sqrt(L/T) + 10 T A below 2 R.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.mwem_rates import RATES
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic

K: Final = "(log(2*n) + L)"
LET: Final = {
    "A": f"d*{K}/(eps*n)",
    "R": f"exp(log(d*L*{K}/(n*eps))/3)",
    "t": f"exp(log((eps*n)**2*L/(d*{K})**2)/3)",
}
LOG: Final = Step("log", "1/2 <= log(2*n)", analysis("1/2 <= log(z)", "[2, oo)", z="2*n"))
theorem("the logarithm of 2 n", RATES, "1/2 <= log(2*n)", LOG)
BALANCED: Final = "sqrt(L/t) = t*A and R = t*A"
theorem(
    "the printed number of rounds",
    RATES,
    BALANCED,
    LOG,
    Step("share", "L/t = (t*A)**2", arithmetic(), defined=("log",)),
    Step("at most", "sqrt(L/t) <= t*A", apply("a root is at most", "share", x="L/t", y="t*A"), defined=("log",)),
    Step("at least", "t*A <= sqrt(L/t)", apply("a root is at least", "share", x="L/t", u="t*A"), defined=("log",)),
    Step(
        "root",
        "sqrt(L/t) = t*A",
        apply("at most each other", "at most", "at least", A="sqrt(L/t)", B="t*A"),
        defined=("log",),
    ),
    Step(
        "rate",
        "R = t*A",
        apply("cube root of a cube", x=f"d*L*{K}/(n*eps)", u="t*A"),
        defined=("log",),
    ),
    let=LET,
)
TERMS: Final = {"A": "d*(log(4*n) + L)/(eps*n)", "S": "exp(log(L*A)/3)", "g": "sqrt(L/T)"}
LOG_N: Final = Step("log n", "0 <= log(n)", analysis("0 <= log(z)", "[1, oo)", z="n"))
LOG_4N: Final = Step("log", "0 <= log(4*n)", analysis("0 <= log(z)", "[1, oo)", z="4*n"))
CUBE: Final = Step("cube", "exp(log(L*A)) = L*A", apply("exp of log", A="L*A"), defined=("log",))
theorem(
    "HRS-36: for every number of rounds",
    RATES,
    "2*S <= 2*g + 10*T*A",
    LOG_4N,
    CUBE,
    Step(
        "small",
        "2*S <= 2*g + 10*T*A",
        arithmetic(("2*S*(S + g)/g**2", "g - S < 0"), ("2/g**2", "cube")),
        ("g - S < 0",),
        ("log",),
    ),
    Step(
        "all",
        "2*S <= 2*g + 10*T*A",
        apply("cases", "small", A="2*S", B="2*g + 10*T*A", c="g - S"),
        defined=("log",),
    ),
    let=TERMS,
)
theorem("logarithms of n", RATES, "0 <= log(n) and 0 <= log(4*n)", LOG_N, LOG_4N)
