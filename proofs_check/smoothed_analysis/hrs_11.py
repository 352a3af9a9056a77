"""HRS-11: against adaptive smooth adversaries some algorithm has a regret of O(sqrt(T ln N)), N a bracketing number.

Theorem 3.3, with N the bracketing number of the class at sigma/(4 sqrt(T)) under U. Where one bracket holds the class
the bound is 0. But two functions that differ on a cell of measure p sigma, with p <= 1/(4 sqrt(T)), are in one bracket,
and the first point may fall there with probability p, with a fair label: the regret of any algorithm is at least p/2.
So it is false as printed, for every constant.

HRS-11-corrected has max{1, ln N} in place of ln N, and the constant 43/25. It follows from HRS-11-sharp. For N <= 2 the
three terms are at most sqrt(ln(2)/2), (e - 1)/4 and ln 2 times sqrt(T). For more, let r be sqrt(ln(N)/T): if r is at
least 25/43, T is at most 43/25 sqrt(T ln N), and no regret is above T; and else ln N is at most 25/43 sqrt(T ln N).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Final

from dpassay.exact import Real, as_real, log
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import ABOVE_0, PROBABILITY, entries, family, rational, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.models.fair_first_labels import FAIR, ONE_BRACKET, of_one_bracket
from dpassay.proofs_check.models.hedge_on_a_cover import BRACKETED
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.no_constant import NoConstant
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, cases, constant, inside
from dpassay.proofs_check.smoothed_analysis.hrs_04 import PAID
from dpassay.proofs_check.smoothed_analysis.hrs_06 import HARD
from dpassay.proofs_check.smoothed_analysis.hrs_11_sharp import SHARP


@claim(
    "HRS-11",
    location="Theorem 3.3",
    latex=r"\exists \mathcal A\ \forall \mathscr D:\ \mathbb E[\textsc{Regret}(\mathcal A, \mathscr D)] \in "
    r"O\Big(\sqrt{T \ln N_{[\,]}\big(\mathcal H, \mathcal U, \tfrac{\sigma}{4\sqrt T}\big)}\Big)",
    text="There is an algorithm that has a regret of O(sqrt(T ln N)) against every adaptive sequence of T sigma-smooth "
    "distributions, where N is the bracketing number of the class at sigma/(4 sqrt(T)) under U.",
    corrected_by="HRS-11-corrected",
)
def hrs_11() -> Case:
    """One bracket."""
    return Case(
        argument="Of 8 sqrt(T) points, with sigma = 1/2, let two functions differ on one: one bracket holds them, and "
        "the bound is 0. A law that is 1/2-smooth gives that point the probability 1/(4 sqrt(T)); with a fair label in "
        "round 1, and points on which both are right afterwards, any algorithm has a regret of at least "
        "1/(8 sqrt(T)).",
        counterexample=Goal("one round, eight points, C = 100", counterexample("hrs11"), Hunt("hrs11", _rounds)),
        twins=(Twin("with max{1, ln N}", counterexample("hrs11-corrected")),),
        remarks=(
            "With two brackets and more it is true, with C = sqrt(1/2) + (e - 1)/(4 sqrt(ln 2)) + 1 < 2.23: HRS-11b.",
        ),
    )


@claim(
    "HRS-11-corrected",
    location="Theorem 3.3",
    latex=r"\mathbb E[\textsc{Regret}(\mathcal A, \mathscr D)] \le \tfrac{43}{25} \sqrt{T \max\{1, \ln N\}},\quad N = "
    r"N_{[\,]}\big(\mathcal H, \mathcal U, \tfrac{\sigma}{4\sqrt T}\big)",
    text="Hedge on one function of each of N brackets, where N is the bracketing number of the class at "
    "sigma/(4 sqrt(T)) under U, has a regret of at most (43/25) sqrt(T max{1, ln N}) against every adaptive sequence "
    "of T sigma-smooth distributions.",
)
def hrs_11_corrected() -> Case:
    """From HRS-11-sharp, or no regret is above T."""
    return Case(
        checks=(Goal("a class of two functions, any guess", exhaustive("hrs11-first", "first-guesses")),),
        twins=(Twin("a tenth of it", exhaustive("hrs11-tenth", "first-guesses")),),
    )


FIRST: Final = entries(root=whole(1), guess=PROBABILITY, constant=ABOVE_0)
GUESS: Final = entries(root=whole(1), guess=PROBABILITY)


def _regret(instance: Instance) -> Fraction:
    """The mean regret of a guess, where sigma = 1/2, of 8 sqrt(T) points one has twice its measure and a fair label."""
    guess = Fraction(instance["guess"])
    points = 8 * instance["root"]
    return Fraction(2, points) * sum((Fraction(1, 2) * wrong for wrong in (guess, 1 - guess)), Fraction(0))


def _brackets(instance: Instance) -> int:
    """The bracketing number of two functions that differ on one of 8 sqrt(T) points, at sigma/(4 sqrt(T))."""
    root = instance["root"]
    return 1 if Fraction(1, 8 * root) <= Fraction(1, 2) / (4 * root) else 2


def _bound(instance: Instance, factor: Fraction, *, least: int) -> Real:
    """C sqrt(T max{least, ln N})."""
    size = as_real(log(_brackets(instance)))
    return (as_real(least) if _brackets(instance) == 1 else size).sqrt() * as_real(factor * instance["root"])


told(
    "hrs11",
    "the regret of the guess is at most C sqrt(T ln N)",
    FIRST,
    lambda i: {"regret": _regret(i), "N": Fraction(_brackets(i))},
)(lambda i: at_most(as_real(_regret(i)), _bound(i, Fraction(i["constant"]), least=0)))
told(
    "hrs11-corrected",
    "... at most C sqrt(T max{1, ln N}), for C >= 43/25",
    FIRST.having(constant=rational("[43/25, oo)")),
)(lambda i: at_most(as_real(_regret(i)), _bound(i, Fraction(i["constant"]), least=1)))
told("hrs11-first", "the regret of the guess is at most 43/25 sqrt(T max{1, ln N})", GUESS)(
    lambda i: at_most(as_real(_regret(i)), _bound(i, Fraction(43, 25), least=1))
)
told("hrs11-tenth", "... at most 1/10 sqrt(T max{1, ln N})", GUESS)(
    lambda i: at_most(as_real(_regret(i)), _bound(i, Fraction(1, 10), least=1))
)


def _rounds() -> Iterator[Instance]:
    return ({"root": root, "guess": guess, "constant": "100"} for root in (1, 2) for guess in ("0", "1/2", "1"))


@family("first-guesses", "1, 4 and 9 rounds, guesses 0, 1/3, 1/2, 1")
def _guesses() -> Iterator[Instance]:
    return ({"root": root, "guess": guess} for root, guess in product((1, 2, 3), ("0", "1/3", "1/2", "1")))


CONSTANT: Final = {"C": "real, 0 < C"}
PRINTED: Final = "C*sqrt(T*L)"
theorem(
    "HRS-11: for no constant",
    ONE_BRACKET,
    f"{PRINTED} < E(regret)",
    Step("tangent", "log(N) <= N - 1", analysis("log(z) <= z - 1", "(0, oo)", z="N")),
    Step("no logarithm", "T*L <= 0**2", arithmetic(("T", "L"), ("T", "tangent"), ("T", "one bracket"))),
    Step("no root", "sqrt(T*L) <= 0", apply("a root is at most", "no logarithm", x="T*L", y="0")),
    Step("hard", HARD, apply("no algorithm foresees a fair label")),
    Step("all", f"{PRINTED} < E(regret)", arithmetic("hard", ("C", "no root"))),
    variables=CONSTANT,
)
refuted(
    "HRS-11",
    FAIR,
    f"E(regret) <= {PRINTED}",
    setting=of_one_bracket({"T": 1, "q": Fraction(4), "sigma": Fraction(1, 2)}),
    variables=CONSTANT,
    no_constant=NoConstant("C", "HRS-11: for no constant", "T", {"N": "1", "d": "1", "sigma": "1/2", "q": "4*T"}),
    C=Fraction(100),
)

# What is true, from HRS-11-sharp

LARGE: Final = ("1 <= R", "L <= R")
X: Final = "sqrt(T*R)"
CORRECTED: Final = f"E({PAID} - least) <= 43/25*{X}"
FEW, MANY = ("K <= 2",), ("2 < K",)
SHORT, LONG = ("625*T <= 1849*L",), ("1849*L < 625*T",)
OF_TWO: Final = f"sqrt(log(2)/2)*{X}"
REGRET: Final = f"E({PAID} - least)"


def _root(name: str, square: Step, where: tuple[str, ...], *defined: str, x: str, y: str) -> Iterator[Step]:
    """sqrt(x) <= y."""
    yield square
    yield Step(name, f"sqrt({x}) <= {y}", apply("a root is at most", square.name, x=x, y=y), where, defined)


theorem(
    "no regret is above T",
    BRACKETED,
    f"{REGRET} <= T",
    Step("all", f"{REGRET} <= T", arithmetic(inside("E(sum(_, r, 1, T))", "at most 1"))),
)
theorem(
    "HRS-11-corrected",
    BRACKETED,
    CORRECTED,
    Step("sharp", SHARP, apply("HRS-11-sharp")),
    Step("trivial", f"{REGRET} <= T", apply("no regret is above T")),
    Step("growth", "0 <= (exp(1) - 1)/4", constant()),
    Step("at least T", "T <= T*R", arithmetic(("T", LARGE[0])), LARGE),
    Step("at least 1", "1**2 <= T*R", arithmetic("at least T", "1 <= T"), LARGE),
    Step("1 is less", f"1 <= {X}", apply("a root is at least", "at least 1", u="1", x="T*R"), LARGE),
    Step("log of 2", "0 <= log(2)", constant()),
    Step("log of few", "L <= log(2)", arithmetic(inside("log(_)", "K <= 2"), "logarithm"), FEW),
    *_root(
        "small root",
        Step(
            "small square",
            f"T*L/2 <= ({OF_TWO})**2",
            arithmetic(("T/2", "log of few"), ("log(2)/2", "at least T")),
            (*LARGE, *FEW),
            ("log of 2",),
        ),
        (*LARGE, *FEW),
        "log of 2",
        x="T*L/2",
        y=OF_TWO,
    ),
    Step("of two", "sqrt(log(2)/2) + (exp(1) - 1)/4 + log(2) <= 43/25", constant(), (), ("log of 2",)),
    Step(
        "with few",
        CORRECTED,
        arithmetic(
            "sharp",
            "small root",
            ("(exp(1) - 1)/4", inside("sqrt(_)", "at least T")),
            inside("log(_)", "K <= 2"),
            ("log(2)", "1 is less"),
            (X, "of two"),
        ),
        (*LARGE, *FEW),
        ("log of 2", "growth"),
    ),
    Step(
        "in few rounds, squared",
        "(25/43*T)**2 <= T*R",
        arithmetic(("T/1849", SHORT[0]), ("T", LARGE[1])),
        (*LARGE, *SHORT),
    ),
    Step(
        "in few rounds, T",
        f"25/43*T <= {X}",
        apply("a root is at least", "in few rounds, squared", u="25/43*T", x="T*R"),
        (*LARGE, *SHORT),
    ),
    Step("three", "2 + 1 <= K", apply("integers are 1 apart", A="2", B="K"), MANY),
    Step("log of 3", "0 < log(3)", constant()),
    Step("large", "log(3) <= R", arithmetic(inside("log(_)", "three"), ("-1", "logarithm"), LARGE[1]), (*LARGE, *MANY)),
    *_root(
        "root of T with many",
        Step(
            "square of T with many",
            f"T <= ({X}/sqrt(log(3)))**2",
            arithmetic(("T/log(3)", "large")),
            (*LARGE, *MANY),
            ("log of 3",),
        ),
        (*LARGE, *MANY),
        "log of 3",
        x="T",
        y=f"{X}/sqrt(log(3))",
    ),
    *_root(
        "half",
        Step("half square", f"T*L/2 <= (sqrt(1/2)*{X})**2", arithmetic(("T/2", LARGE[1])), LARGE),
        LARGE,
        x="T*L/2",
        y=f"sqrt(1/2)*{X}",
    ),
    Step(
        "in many rounds, squared",
        "(43/25*L)**2 <= T*R",
        arithmetic(("L/625", LONG[0]), ("T", LARGE[1])),
        (*LARGE, *LONG),
    ),
    Step(
        "in many rounds, L",
        f"43/25*L <= {X}",
        apply("a root is at least", "in many rounds, squared", u="43/25*L", x="T*R"),
        (*LARGE, *LONG),
    ),
    Step("of three", "sqrt(1/2) + (exp(1) - 1)/(4*sqrt(log(3))) + 25/43 <= 43/25", constant(), (), ("log of 3",)),
    Step(
        "in many rounds",
        CORRECTED,
        arithmetic(
            "sharp",
            "half",
            ("(exp(1) - 1)/4", "root of T with many"),
            ("-1", "logarithm"),
            ("25/43", "in many rounds, L"),
            (X, "of three"),
        ),
        (*LARGE, *MANY, *LONG),
        ("log of 3", "growth"),
    ),
    Step(
        "all",
        CORRECTED,
        cases(
            "K <= 2",
            arithmetic("with few"),
            cases(
                "625*T <= 1849*L", arithmetic("trivial", ("43/25", "in few rounds, T")), arithmetic("in many rounds")
            ),
        ),
        LARGE,
    ),
    where=LARGE,
    variables={"R": "real"},
)
