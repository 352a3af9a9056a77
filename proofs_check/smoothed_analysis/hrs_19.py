"""HRS-19: there are binom(n + d + 1, d + 1) monomials of degree at most d in n variables, approximately O(n^d).

Appendix C.6, proof of Corollary 3.8. That is the number of monomials of degree at most d + 1: for n = d = 1 it is 3,
and there are 1 and x. HRS-19-corrected: binom(n + d, d).

HRS-19b: the printed number is O(n^d) for each fixed d. For d = 1 it is (n + 2)(n + 1)/2.

HRS-19b-corrected: binom(n + d, d) <= (d + 1) n^d. So the conclusion, O(n^d) dimensions for fixed d, is right.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import comb
from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import entries, family, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.models.monomials import POLYNOMIALS, Polynomials, monomials
from dpassay.proofs_check.proof.no_constant import NoConstant
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside, use

ONE: Final = Polynomials(1, 1)
refuted("HRS-19", POLYNOMIALS, "mono(d) = B(d + 1)", setting=ONE)

POWER: Final = "exp({0}*log(n))"
OF_D: Final = POWER.format("d")
LINEAR: Final = ("d = 1", "2*c <= n")
CONSTANT: Final = {"c": "real, 0 < c"}
theorem(
    "HRS-19b: for no constant",
    POLYNOMIALS,
    f"c*{OF_D} < B(d + 1)",
    Step("degree 1", "B(1) = n + 1", arithmetic(use("one degree more", j="0"), ("n + 1", "nothing is chosen"))),
    Step(
        "degree 2",
        "B(2) = (n + 2)*(n + 1)/2",
        arithmetic(("1/2", use("one degree more", j="1")), ("(n + 2)/2", "degree 1")),
    ),
    Step(
        "printed",
        "B(d + 1) = B(2)",
        apply("equal indices", low="0", high="d + 2", A="d + 1", B="2", f="k: B(k)"),
        LINEAR,
    ),
    Step(
        "all",
        f"c*{OF_D} < B(d + 1)",
        arithmetic(("c", inside("exp(log(n)*_)", "d = 1")), ("n/2", "2*c <= n"), ("-1", "printed"), ("-1", "degree 2")),
        LINEAR,
    ),
    where=LINEAR,
    variables=CONSTANT,
)
refuted(
    "HRS-19b",
    POLYNOMIALS,
    f"B(d + 1) <= c*{OF_D}",
    setting=Polynomials(6, 1),
    variables=CONSTANT,
    no_constant=NoConstant("c", "HRS-19b: for no constant", "n", {"d": "1"}),
    c=Fraction(3),
)
NEXT: Final = POWER.format("(j + 1)")
FEW: Final = f"B(j) <= (j + 1)*{POWER.format('j')}"
theorem(
    "HRS-19b-corrected",
    POLYNOMIALS,
    f"B(d) <= (d + 1)*{OF_D}",
    Step("constants", "B(0) <= (0 + 1)*exp(0*log(n))", arithmetic("nothing is chosen")),
    Step("growth", "(n + j + 1)*(j + 1) <= (j + 1)*(j + 2)*n", arithmetic(("(j + 1)**2", "1 <= n"))),
    Step(
        "next",
        f"B(j + 1) <= (j + 2)*{NEXT}",
        arithmetic(
            ("1/(j + 1)", "one degree more"), ("(n + j + 1)/(j + 1)", FEW), (f"{POWER.format('j')}/(j + 1)", "growth")
        ),
        (FEW,),
    ),
    Step(
        "all",
        f"B(d) <= (d + 1)*{OF_D}",
        apply("induction", "constants", "next", low="0", high="d", f="j: B(j)", g="j: (j + 1)*exp(j*log(n))"),
    ),
)

IS_COUNTED: Final = entries(variables=whole(1, 12), degree=whole(0, 12))


def _counted(instance: Instance) -> int:
    return monomials(instance["variables"], instance["degree"])


def _binomial(instance: Instance, more: int) -> int:
    n, d = instance["variables"], instance["degree"]
    return comb(n + d + more, d + more)


told("hrs19", "there are binom(n + d + 1, d + 1) monomials", IS_COUNTED)(lambda at: _counted(at) == _binomial(at, 1))
told("hrs19-corrected", "there are binom(n + d, d) monomials", IS_COUNTED)(lambda at: _counted(at) == _binomial(at, 0))
told("hrs19b", "binom(n + d + 1, d + 1) <= 2 n^d", IS_COUNTED)(
    lambda at: _binomial(at, 1) <= 2 * at["variables"] ** at["degree"]
)
told("hrs19b-corrected", "binom(n + d, d) <= (d + 1) n^d", IS_COUNTED)(
    lambda at: _binomial(at, 0) <= (at["degree"] + 1) * at["variables"] ** at["degree"]
)
told("hrs19b-less", "binom(n + d, d) <= d n^d + 1/2", IS_COUNTED)(
    lambda at: 2 * _binomial(at, 0) <= 2 * at["degree"] * at["variables"] ** at["degree"] + 1
)


@family("hrs-monomials", "1 to 6 variables, degrees 1 to 6")
def _monomials() -> Iterator[Instance]:
    return ({"variables": n, "degree": d} for n in range(1, 7) for d in range(1, 7))


WHERE: Final = "C.6, 'the number of monomials of degree at most d in n variables'"


@claim(
    "HRS-19",
    location=WHERE,
    latex=r"\#\{\alpha \in \mathbb N^n : |\alpha| \le d\} = \binom{n + d + 1}{d + 1}",
    text="There are binom(n + d + 1, d + 1) monomials of degree at most d in n variables.",
    corrected_by="HRS-19-corrected",
)
def hrs_19() -> Case:
    """That is how many there are of degree at most d + 1."""
    return Case(
        argument="n = d = 1: there are 1 and x, and binom(3, 2) = 3.",
        counterexample=Goal("1 and x", counterexample("hrs19"), Hunt("hrs19", _monomials)),
        twins=(Twin("binom(n + d, d)", counterexample("hrs19-corrected")),),
        remarks=(
            "The number enters the proof as an upper bound alone, and is one.",
            "The map of the proof has a coordinate for each tuple of at most d indices, 1 + n + ... + n^d of them; "
            "those of the same monomial are equal.",
        ),
    )


@claim(
    "HRS-19-corrected",
    location=WHERE,
    latex=r"\#\{\alpha \in \mathbb N^n : |\alpha| \le d\} = \binom{n + d}{d}",
    text="There are binom(n + d, d) monomials of degree at most d in n variables.",
)
def hrs_19_corrected() -> Case:
    """Counted one by one."""
    return Case(
        argument="With a variable 1 added they are the multisets of d out of n + 1 things.",
        checks=(Goal("up to 6 variables and degree 6", exhaustive("hrs19-corrected", "hrs-monomials")),),
        twins=(Twin("binom(n + d + 1, d + 1)", exhaustive("hrs19", "hrs-monomials")),),
    )


@claim(
    "HRS-19b",
    location=f"{WHERE}: 'approximately O(n^d)'",
    latex=r"\forall d\ \exists c\ \forall n:\ \binom{n + d + 1}{d + 1} \le c\, n^d",
    text="For each degree d there is a constant c such that binom(n + d + 1, d + 1) <= c n^d for all n >= 1.",
    corrected_by="HRS-19b-corrected",
)
def hrs_19b() -> Case:
    """It is of order n^(d + 1)."""
    return Case(
        argument="At d = 1 it is (n + 2)(n + 1)/2, above c n from n = 2 c on.",
        counterexample=Goal("c = 2", counterexample("hrs19b"), Hunt("hrs19b", _monomials)),
        twins=(Twin("binom(n + d, d)", counterexample("hrs19b-corrected")),),
    )


@claim(
    "HRS-19b-corrected",
    location=WHERE,
    latex=r"\binom{n + d}{d} \le (d + 1)\, n^d",
    text="binom(n + d, d) <= (d + 1) n^d for all n >= 1 and d >= 0.",
)
def hrs_19b_corrected() -> Case:
    """By induction on d: (n + d + 1)/(d + 1) <= n (d + 2)/(d + 1)."""
    return Case(
        checks=(Goal("up to 6 variables and degree 6", exhaustive("hrs19b-corrected", "hrs-monomials")),),
        twins=(Twin("d n^d + 1/2", exhaustive("hrs19b-less", "hrs-monomials")),),
    )
