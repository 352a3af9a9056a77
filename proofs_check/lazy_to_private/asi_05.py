"""ASI-05: a rho-concentrated algorithm with rho <= 1 is (3 sqrt(rho ln(1/delta)), delta)-private for 0 < delta < 1/4.

Lemma 2.8. True: E e^(t Z) <= e^(t (t + 1) rho) for the privacy loss Z and every t > 0, so the least delta at x is at
most e^(t (t + 1) rho - t x), which is e^(R - 2 ln(1/delta)) at x = 3 R and t = R/rho, for R = sqrt(rho ln(1/delta));
and R <= ln(1/delta), because rho <= 1 < ln 4. Where rho = 0 let t grow: delta is at most 1/(1 + t).

ASI-05-sharp: 2.102 does in place of 3. The least delta is even at most e^(t (t + 1) rho - t x - 1)/t. With u =
sqrt(ln(1/delta)) that is enough where e^(u - 0.102 u^2 - 1) <= u, which holds for u >= 1.177 < sqrt(ln 4).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.kernel.statements import inequality, nonnegative
from dpassay.proofs_check.models.concentrated import CONCENTRATED
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, cases, constant, inside, use


@claim(
    "ASI-05",
    location="Lemma 2.8",
    latex=r"\rho\text{-CDP},\ \rho \le 1 \Rightarrow (3\sqrt{\rho \log(1/\delta)}, \delta)\text{-DP for } \delta \in "
    r"(0, 1/4)",
    text="A rho-concentrated private algorithm with rho <= 1 is (3 sqrt(rho log(1/delta)), delta)-differentially "
    "private for every delta in (0, 1/4).",
    adjacency="one_loss",
    assumed=("the Renyi divergences of every order above 1 are at most alpha rho",),
)
def asi_05() -> Case:
    """The standard conversion, and rho <= log(1/delta)."""
    return Case(
        sharper=(
            Goal(
                "2.85 in place of 3: s <= (85/100) u, because s <= 1 and u^2 >= ln 4",
                nonnegative("285/100*s*u - (s**2 + 2*s*u)", ("s", "85/100*u - s")),
            ),
            Goal("(85/100)^2 ln x > 1 for x >= 4", inequality("(85/100)**2*log(x) - 1", "x", "[4, oo)", ">")),
        ),
        twins=(
            Twin("2.8 in place of 2.85", nonnegative("28/10*s*u - (s**2 + 2*s*u)", ("s", "85/100*u - s"))),
            Twin("for x >= 2", inequality("(85/100)**2*log(x) - 1", "x", "[2, oo)", ">"), of=1),
        ),
        remarks=(
            "rho <= log(1/delta) is all that is needed. The constant 3 is not tight: this proof gives 2.85, and "
            "ASI-05-sharp 2.102.",
        ),
    )


@claim(
    "ASI-05-sharp",
    location="Lemma 2.8",
    latex=r"\rho\text{-CDP},\ \rho \le 1 \Rightarrow (2.102\sqrt{\rho \log(1/\delta)}, \delta)\text{-DP for } \delta "
    r"\in (0, 1/4)",
    text="The same with 2.102 in place of 3.",
    adjacency="one_loss",
    assumed=("the Renyi divergences of every order above 1 are at most alpha rho",),
)
def asi_05_sharp() -> Case:
    """A better Markov inequality."""
    return Case()


WHERE: Final = ("rho <= 1",)
LARGE: Final = "log(1/d)"
ROOT: Final = f"sqrt(rho*{LARGE})"
NOTHING, SOMETHING = ("rho <= 0",), ("0 < rho",)
EXPONENT: Final = "t*(t + 1)*rho - t*x"
MOMENT: Final = Step("moment", "E(exp(t*Z)) <= exp(t*(t + 1)*rho)", arithmetic(use("concentrated", a="t + 1")))
POSITIVE: Final = Step("positive", f"1 < {LARGE}", analysis("1 < log(1/z)", "(0, 1/4)", z="d"))
INVERSE: Final = Step("inverse", f"exp({LARGE}) = 1/d", apply("exp of log", A="1/d"))
VARIABLES: Final = {"t": "real, 0 < t", "d": "real, 0 < d, d < 1/4"}
SAMPLES: Final = {
    "t": (Fraction(1, 2), Fraction(1), Fraction(3)),
    "d": (Fraction(1, 5), Fraction(1, 100)),
    "a": (Fraction(3, 2), Fraction(4)),
    "x": (Fraction(-1), Fraction(0), Fraction(1)),
}
theorem(
    "nothing is lost at rho = 0",
    CONCENTRATED,
    "delta(x) <= d",
    MOMENT,
    Step(
        "hockey stick",
        f"E([x < Z]*(1 - exp(x - Z))) <= exp({EXPONENT})/(1 + t)",
        apply("privacy by a moment", "moment", P="P", L="Z", t="t", x="x", c="t*(t + 1)*rho"),
    ),
    Step(
        "no exponent",
        f"{EXPONENT} <= 0",
        arithmetic(("t*(t + 1)", "rho <= 0")),
        ("rho <= 0", "0 <= x"),
    ),
    Step(
        "any order",
        "delta(x) <= 1/(1 + t)",
        arithmetic("delta", "hockey stick", ("1/(1 + t)", inside("exp(_)", "no exponent"))),
        ("rho <= 0", "0 <= x"),
    ),
    Step("all", "delta(x) <= d", arithmetic(use("any order", t="1/d")), ("rho <= 0", "0 <= x")),
    where=("rho <= 0", "0 <= x"),
    variables=VARIABLES,
    samples=SAMPLES,
)
theorem(
    "ASI-05",
    CONCENTRATED,
    f"delta(3*{ROOT}) <= d",
    MOMENT,
    POSITIVE,
    Step(
        "hockey stick",
        f"E([x < Z]*(1 - exp(x - Z))) <= exp({EXPONENT})/(1 + t)",
        apply("privacy by a moment", "moment", P="P", L="Z", t="t", x="x", c="t*(t + 1)*rho"),
    ),
    Step("at most", f"delta(x) <= exp({EXPONENT})", arithmetic("delta", "hockey stick")),
    Step(
        "rho is less",
        f"rho*{LARGE} <= {LARGE}**2",
        arithmetic((LARGE, "positive"), (LARGE, "rho <= 1")),
        WHERE,
        ("positive",),
    ),
    Step("root of a square", f"sqrt({LARGE}**2) = {LARGE}", apply("root of a square", u=LARGE), (), ("positive",)),
    Step(
        "exponent",
        f"{ROOT} - 2*{LARGE} <= -{LARGE}",
        arithmetic(inside("sqrt(_)", "rho is less"), "root of a square"),
        WHERE,
        ("positive",),
    ),
    Step(
        "all",
        f"delta(3*{ROOT}) <= d",
        cases(
            "rho <= 0",
            apply("nothing is lost at rho = 0", x=f"3*{ROOT}", d="d"),
            arithmetic(use("at most", t=f"{ROOT}/rho", x=f"3*{ROOT}"), inside("exp(_)", "exponent")),
        ),
        WHERE,
        ("positive",),
    ),
    where=WHERE,
    variables=VARIABLES,
    samples=SAMPLES,
)
SHARP: Final = f"1051/500*{ROOT}"
U: Final = f"sqrt({LARGE})"
MORE: Final = f"{U} - 51/500*{LARGE} - 1"
theorem(
    "ASI-05-sharp",
    CONCENTRATED,
    f"delta({SHARP}) <= d",
    MOMENT,
    POSITIVE,
    Step(
        "hockey stick",
        f"E([x < Z]*(1 - exp(x - Z))) <= exp({EXPONENT} - 1)/t",
        apply("privacy by a moment, sharper", "moment", P="P", L="Z", t="t", x="x", c="t*(t + 1)*rho"),
    ),
    Step("at most", f"delta(x) <= exp({EXPONENT} - 1)/t", arithmetic("delta", "hockey stick")),
    Step("large", f"13859/10000 < {LARGE}", analysis("13859/10000 < log(1/z)", "(0, 1/4)", z="d")),
    Step("number", "1177/1000 < sqrt(13859/10000)", constant()),
    Step("u", f"1177/1000 <= {U}", arithmetic(inside("sqrt(_)", "large"), "number"), (), ("positive",)),
    Step(
        "log",
        f"{MORE} <= log({U})",
        analysis("z - 51/500*z**2 - 1 <= log(z)", "[1177/1000, oo)", z=U),
        (),
        ("positive", "u"),
    ),
    Step("exp of log", f"exp(log({U})) = {U}", apply("exp of log", A=U), (), ("positive", "u")),
    Step(
        "exponents",
        f"{ROOT} - 51/500*{LARGE} - 1 <= {MORE}",
        arithmetic(inside("sqrt(log(1/d)*_)", "rho <= 1")),
        WHERE,
        ("positive",),
    ),
    Step(
        "together",
        f"exp({ROOT} - 51/500*{LARGE} - 1)*{ROOT} <= {LARGE}",
        arithmetic(
            (ROOT, inside("exp(_)", "exponents")),
            (ROOT, inside("exp(_)", "log")),
            (ROOT, "exp of log"),
            (U, inside("sqrt(log(1/d)*_)", "rho <= 1")),
        ),
        WHERE,
        ("positive", "u"),
    ),
    Step(
        "all",
        f"delta({SHARP}) <= d",
        cases(
            "rho <= 0",
            apply("nothing is lost at rho = 0", x=SHARP, d="d"),
            arithmetic(use("at most", t=f"{ROOT}/rho", x=SHARP), (f"exp(-{LARGE})/{LARGE}", "together")),
        ),
        WHERE,
        ("positive",),
    ),
    where=WHERE,
    variables=VARIABLES,
    samples=SAMPLES,
)
