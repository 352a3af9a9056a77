"""HRS-19: there are binom(n + d + 1, d + 1) monomials of degree at most d in n variables, approximately O(n^d).

Appendix C.6, proof of Corollary 3.8. That is the number of monomials of degree at most d + 1: for n = d = 1 it is 3,
and there are 1 and x. HRS-19-corrected: binom(n + d, d).

It follows by induction on n: a monomial is without the last variable, or is divided by it.

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
from dpassay.proofs_check.models.monomials import FIRST, POLYNOMIALS, Polynomials, monomials
from dpassay.proofs_check.proof.no_constant import NoConstant
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside, use
from dpassay.proofs_check.smoothed_analysis.counted_monomials import APART, KNOWN, SAME, UP_TO

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

EQUAL: Final = "mono(d) = B(d)"
ALL: Final = APART.format("n")


def _close(name: str, v: str, j: str, *steps: str, where: tuple[str, ...] = ()) -> tuple[Step, ...]:
    """The distance of two numbers that are equal, by some steps, is at most 0."""
    gap = f"of({v}, {j}) - bin({v}, {j})"
    return (
        Step(
            f"{name}, up",
            f"{gap} <= 0",
            arithmetic(*(("-1", step) if k else ("1", step) for k, step in enumerate(steps))),
            where,
        ),
        Step(
            f"{name}, down",
            f"-({gap}) <= 0",
            arithmetic(*(("1", step) if k else ("-1", step) for k, step in enumerate(steps))),
            where,
        ),
        Step(
            name,
            f"gap({v}, {j}) <= 0",
            apply(
                "an absolute value is at most",
                use("distance", v=v, j=j),
                f"{name}, up",
                f"{name}, down",
                u=gap,
                g=f"gap({v}, {j})",
                c="0",
            ),
            where,
        ),
    )


theorem(
    "HRS-19-corrected",
    FIRST,
    EQUAL,
    Step("nothing of nothing", "bin(0, 0) = 1", arithmetic(use("nothing of any", v="0"))),
    Step(
        "nothing more",
        "bin(0, j + 1) = 1",
        arithmetic(("1/(j + 1)", use("one more is chosen", v="0")), "bin(0, j) = 1"),
        ("bin(0, j) = 1",),
    ),
    Step(
        "of no variable",
        "bin(0, j) = 1",
        apply(
            "induction of equalities",
            "nothing of nothing",
            "nothing more",
            low="0",
            high="j",
            f="j: bin(0, j)",
            g="j: 1",
        ),
    ),
    *_close("close at first", "0", "j", "no variable", "of no variable"),
    Step(
        "begin",
        f"{APART.format('0')} <= sum(0, j, 0, d)",
        apply("sum grows", "close at first", f="j: gap(0, j)", g="j: 0", low="0", high="d"),
    ),
    Step("one more", SAME, apply("one variable more"), UP_TO),
    *_close("close", "w + 1", "j", "one more", where=UP_TO),
    Step(
        "next",
        f"{APART.format('w + 1')} <= sum(0, j, 0, d)",
        apply("sum grows", "close", f="j: gap(w + 1, j)", g="j: 0", low="0", high="d"),
        KNOWN,
    ),
    Step(
        "all close",
        f"{ALL} <= 0",
        apply("induction", "begin", "next", low="0", high="n", f=f"w: {APART.format('w')}", g="w: 0"),
    ),
    Step("one of all", f"gap(n, d) <= {ALL}", apply("a term of a sum", f="j: gap(n, j)", low="0", k="d", high="d")),
    Step(
        "up",
        "of(n, d) - bin(n, d) <= gap(n, d)",
        apply("at most its absolute value", use("distance", v="n", j="d"), u="of(n, d) - bin(n, d)", g="gap(n, d)"),
    ),
    Step(
        "down",
        "bin(n, d) - of(n, d) <= gap(n, d)",
        apply("at most its absolute value", use("distance", v="n", j="d"), u="bin(n, d) - of(n, d)", g="gap(n, d)"),
    ),
    Step("at most", "of(n, d) <= bin(n, d)", arithmetic("up", "one of all", "all close")),
    Step("at least", "bin(n, d) <= of(n, d)", arithmetic("down", "one of all", "all close")),
    Step(
        "equal", "of(n, d) = bin(n, d)", apply("at most each other", "at most", "at least", A="of(n, d)", B="bin(n, d)")
    ),
    Step("all", EQUAL, arithmetic(use("all variables", j="d"), "equal", ("-1", use("of all", j="d")))),
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
    """By induction on the variables, with Pascal's rule."""
    return Case(
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
