"""SIMA-03."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.local_distribution_learning.mean_of_a_class import TRIVIAL
from dpassay.proofs_check.models.class_mean import MEAN, constants
from dpassay.proofs_check.proof.no_constant import NoConstant
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic

CONSTANT: Final = {"c": "real, 0 < c"}
TWO: Final = ("2 <= K",)
PRINTED: Final = "c*sqrt(K*T)/eps"
SHORT: Final = (*TWO, "eps*T <= c")
theorem(
    "SIMA-03: for no constant",
    MEAN,
    f"risk < {PRINTED}",
    Step("mean", TRIVIAL, apply("risk of the mean")),
    Step("root", "sqrt(1) <= sqrt(K)", apply("sqrt grows", A="1", B="K")),
    Step("root of 1", "sqrt(1**2) = 1", apply("root of a square", u="1")),
    Step("at least 1", "1 <= sqrt(K)", arithmetic("root", ("-1", "root of 1"))),
    Step("log of the root", "2*log(sqrt(K)) < sqrt(K)", analysis("2*log(z) < z", "[1, oo)", "at least 1", z="sqrt(K)")),
    Step("log", "log(sqrt(K)*sqrt(K)) = log(sqrt(K)) + log(sqrt(K))", apply("log of a product", A="sqrt(K)", B="sqrt(K)")),
    Step("members", "K <= K*T", arithmetic(("K", "1 <= T"))),
    Step("more", "sqrt(K) <= sqrt(K*T)", apply("sqrt grows", "members", A="K", B="K*T")),
    Step("all", f"risk < {PRINTED}", arithmetic("mean", ("T", "log"), ("T", "log of the root"), ("T", "more"), ("sqrt(K*T)/eps", SHORT[1])), SHORT),
    where=SHORT,
    variables=CONSTANT,
    samples={"c": (Fraction(2), Fraction(100))},
)
refuted(
    "SIMA-03",
    MEAN,
    f"{PRINTED} <= risk",
    setting=constants("1 0; 0 1", 1, "1001/1000"),
    where=TWO,
    variables=CONSTANT,
    c=Fraction(1, 1000),
    no_constant=NoConstant("c", "SIMA-03: for no constant", "T", {"K": "2", "M": "2", "eps": "c/T"}),
)
LONG: Final = ("K/(9*m*exp(eps)) <= T",)
BOUND: Final = "c*sqrt(K*T/(m*exp(eps)))"
ALONE: Final = (*LONG, "K <= 1")
theorem(
    "SIMA-09d: for no constant",
    MEAN,
    f"risk < {BOUND}",
    Step("mean", TRIVIAL, apply("risk of the mean")),
    Step("log", "log(K) <= log(1)", apply("log grows", A="K", B="1"), ALONE[1:]),
    Step("log of 1", "log(1) = 0", apply("log of exp", A="0")),
    Step("all", f"risk < {BOUND}", arithmetic("mean", ("T", "log"), ("T", "log of 1")), ALONE),
    where=ALONE,
    variables=CONSTANT,
)
refuted(
    "SIMA-09d",
    MEAN,
    f"{BOUND} <= risk",
    setting=constants("1/2 1/2", 2, "3/2"),
    where=LONG,
    variables=CONSTANT,
    c=Fraction(1, 1000),
    no_constant=NoConstant("c", "SIMA-09d: for no constant", "T", {"K": "1", "M": "1", "eps": "1"}),
)
