"""HRS-07: the expected largest total of a finite class under an adaptive smooth adversary is O(T p sqrt(ln |F|)).

Lemma 3.2, of functions with mean at most eps under U, p = eps/sigma, sigma >= eps and T p >= sqrt(ln |F|). With one
function the bound is 0, and the total has the mean T p: false for every constant. The proof divides by s =
sqrt(ln |F|)/(T p), which is 0 (HRS-08a).

HRS-07-corrected has max{1, sqrt(ln |F|)} in place of the root, and the constant 66/25. It follows from HRS-07-sharp,
which needs none of the conditions: the mean is at most (e - 1) T p + ln |F|. For any s > 0, with (3) and (4) and
1 + x <= e^x, s E max <= ln |F| + T p (e^s - 1); take s = 1. Where T p >= sqrt(ln |F|), ln |F| is at most T p times the
root. With two functions the root is at most that of ln 2, and e - 1 + sqrt(ln 2) < 2.551; with three and more, e - 1 is
at most (e - 1)/sqrt(ln 3) times the root, and 1 + (e - 1)/sqrt(ln 3) < 2.64.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from dpassay.exact import Real, as_real, log
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import ABOVE_0, told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.models.smoothed_sequences import ONE_FUNCTION, SMOOTHED, settings_of_one_function
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.no_constant import NoConstant
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, cases, constant, inside, use
from dpassay.proofs_check.smoothed_analysis.small_adversaries import (
    budget_of,
    is_game,
    largest_total,
    meets_lemma,
    small_games,
)

CONDITIONS: Final = (
    "every function has mean at most eps under U",
    "sigma >= eps",
    "T eps/sigma >= sqrt(ln |F|)",
)


@claim(
    "HRS-07",
    location="Lemma 3.2",
    latex=r"T\tfrac{\epsilon}{\sigma} \ge \sqrt{\ln|\mathcal F|} \implies \mathbb E_{\mathscr D}\Big[\max_{f \in "
    r"\mathcal F} \sum_{t=1}^T f(x_t)\Big] \le O\Big(T \frac{\epsilon}{\sigma} \sqrt{\ln|\mathcal F|}\Big)",
    text="There is a C such that for any finite class of functions of mean at most eps under U, and any adaptive "
    "sequence of T sigma-smooth distributions with sigma >= eps and T eps/sigma >= sqrt(ln |F|), the largest total has "
    "a mean of at most C T (eps/sigma) sqrt(ln |F|).",
    checked=CONDITIONS,
    corrected_by="HRS-07-corrected",
)
def hrs_07() -> Case:
    """One function."""
    return Case(
        argument="With one function ln |F| = 0, so that the bound is 0, but the total has the mean T eps/sigma.",
        counterexample=Goal("one function, one round, C = 100", counterexample("hrs07"), Hunt("hrs07", _games)),
        twins=(Twin("with max{1, ...}", counterexample("hrs07-corrected")),),
        remarks=("With two functions and more it is true, with C = 1 + (e - 1)/sqrt(ln 2) < 3.07: HRS-07b.",),
    )


@claim(
    "HRS-07-corrected",
    location="Lemma 3.2",
    latex=r"T\tfrac{\epsilon}{\sigma} \ge \sqrt{\ln|\mathcal F|} \implies \mathbb E_{\mathscr D}\Big[\max_{f \in "
    r"\mathcal F} \sum_{t=1}^T f(x_t)\Big] \le \tfrac{66}{25}\, T \frac{\epsilon}{\sigma} \max\big\{1, "
    r"\sqrt{\ln|\mathcal F|}\big\}",
    text="For any finite class of functions of mean at most eps under U, and any adaptive sequence of T sigma-smooth "
    "distributions with T eps/sigma >= sqrt(ln |F|), the largest total has a mean of at most (66/25) T (eps/sigma) "
    "max{1, sqrt(ln |F|)}.",
    checked=(CONDITIONS[0], CONDITIONS[2]),
)
def hrs_07_corrected() -> Case:
    """From HRS-07-sharp."""
    return Case(
        checks=(Goal("small games, the best adversary", exhaustive("hrs07-max", "lemma-games")),),
        twins=(Twin("half of T eps/sigma max{1, ...}", exhaustive("hrs07-half", "lemma-games")),),
    )


LEMMA: Final = is_game.where(meets_lemma)
LEMMA_WITH_CONSTANT: Final = is_game.having(constant=ABOVE_0).where(meets_lemma)


def _root(instance: Instance) -> Real:
    """sqrt(ln |F|)."""
    return as_real(log(len(instance["functions"]))).sqrt()


def is_within(instance: Instance, *, least: int) -> bool:
    """The mean is at most C T eps/sigma max{least, sqrt(ln |F|)}; ln 2 < 1 < ln 3."""
    budget = budget_of(instance) * Fraction(instance["constant"])
    root = as_real(least) if len(instance["functions"]) < least + 2 else _root(instance)
    return at_most(as_real(largest_total(instance)), root * as_real(budget))


told("hrs07", "the mean of the largest total is at most C T eps/sigma sqrt(ln |F|)", LEMMA_WITH_CONSTANT)(
    lambda instance: is_within(instance, least=0)
)
told(
    "hrs07-corrected",
    "the mean of the largest total is at most C T eps/sigma max{1, sqrt(ln |F|)}, C >= 66/25",
    LEMMA_WITH_CONSTANT.where(lambda instance: bool(Fraction(instance["constant"]) >= Fraction(66, 25))),
)(lambda instance: is_within(instance, least=1))
told("hrs07-max", "the mean of the largest total is at most 66/25 T eps/sigma max{1, sqrt(ln |F|)}", LEMMA)(
    lambda instance: is_within({**instance, "constant": "66/25"}, least=1)
)
told("hrs07-half", "... at most 1/2 T eps/sigma max{1, sqrt(ln |F|)}", LEMMA)(
    lambda instance: is_within({**instance, "constant": "1/2"}, least=1)
)


def _games() -> Iterator[Instance]:
    return ({**game, "constant": "100"} for game in small_games() if meets_lemma(game))


PRINTED: Final = "C*T*eps/sigma*sqrt(L)"
CONSTANT: Final = {"C": "real, 0 < C"}
ENOUGH: Final = "sqrt(L) <= T*eps/sigma"
SOME: Final = ("0 < eps",)
ONE: Final = tuple(settings_of_one_function())
NO_ROOT: Final = Step("no root", "sqrt(L) <= 0", apply("a root is at most", "no logarithm", x="L", y="0"))
NO_LOGARITHM: Final = (
    Step("tangent", "log(K) <= K - 1", analysis("log(z) <= z - 1", "(0, oo)", z="K")),
    Step("no logarithm", "L <= 0**2", arithmetic("logarithm", "tangent", "one function")),
    NO_ROOT,
)
theorem(
    "HRS-07: the precondition",
    ONE_FUNCTION,
    f"eps <= sigma and {ENOUGH}",
    *NO_LOGARITHM,
    Step("below sigma", "eps <= sigma", arithmetic("eps is at most sigma")),
    Step("enough", ENOUGH, arithmetic("no root")),
)
NEXT: Final = "hit(t + 1, 1)"
LAST: Final = "hit(r, 1)"
ALL: Final = f"sum({LAST}, r, 1, T)"
theorem(
    "HRS-07: for no constant",
    ONE_FUNCTION,
    f"{PRINTED} < E(best)",
    *NO_LOGARITHM,
    Step("tower", f"E(E({NEXT}, after(t))) = E({NEXT})", apply("tower", P="P", K="after(t)", X=NEXT)),
    Step("given the past", f"E({NEXT}, after(t)) = eps/sigma", arithmetic(("1/sigma", use("likely", i="1")))),
    Step(
        "round",
        f"E({LAST}) = eps/sigma",
        arithmetic(inside("E(_)", "given the past", t="r - 1"), ("-1", use("tower", t="r - 1"))),
    ),
    Step(
        "all",
        f"{PRINTED} < E(best)",
        arithmetic(
            inside("E(_)", "none is better", i="1"),
            ("-1", inside("sum(_, r, 1, T)", "round")),
            ("C*T*eps/sigma", "no root"),
        ),
        SOME,
    ),
    where=SOME,
    variables=CONSTANT,
)
refuted(
    "HRS-07",
    SMOOTHED,
    f"E(best) <= {PRINTED}",
    setting=ONE[0],
    where=("eps <= sigma", ENOUGH),
    variables=CONSTANT,
    no_constant=NoConstant(
        "C",
        "HRS-07: for no constant",
        "T",
        {"K": "1", "N": "2", "sigma": "1/2", "eps": "1/4"},
        ("HRS-07: the precondition",),
    ),
    C=Fraction(100),
)

# What is true, from HRS-07-sharp

REACHED: Final = (ENOUGH, "1 <= R", "sqrt(L) <= R")
BUDGET: Final = "T*eps/sigma"
CORRECTED: Final = f"E(best) <= 66/25*{BUDGET}*R"
FEW, MANY = ("K <= 2",), ("2 < K",)
theorem(
    "HRS-07-corrected",
    SMOOTHED,
    CORRECTED,
    Step("sharp", f"E(best) <= (exp(1) - 1)*{BUDGET} + log(K)", apply("HRS-07-sharp", s="1")),
    Step(
        "bound",
        f"E(best) <= {BUDGET}*(exp(1) - 1 + sqrt(L))",
        arithmetic("sharp", ("sqrt(L)", ENOUGH), ("-1", "logarithm")),
        (ENOUGH,),
    ),
    Step("log of 2", "0 <= log(2)", constant()),
    Step("log of 3", "0 <= log(3)", constant()),
    Step("small log", "L <= log(2)", arithmetic(inside("log(_)", "K <= 2"), "logarithm"), FEW),
    Step("two", "exp(1) - 1 + sqrt(log(2)) <= 66/25", constant(), (), ("log of 2",)),
    Step("three", "2 + 1 <= K", apply("integers are 1 apart", A="2", B="K"), MANY),
    Step("large log", "log(3) <= L", arithmetic(inside("log(_)", "three"), ("-1", "logarithm")), MANY),
    Step("from three on", "exp(1) - 1 <= 41/25*sqrt(log(3))", constant(), (), ("log of 3",)),
    Step(
        "of many",
        CORRECTED,
        arithmetic(
            "bound",
            (BUDGET, "from three on"),
            (f"41/25*{BUDGET}", inside("sqrt(_)", "large log")),
            (f"66/25*{BUDGET}", "sqrt(L) <= R"),
        ),
        (*REACHED, *MANY),
        ("log of 3",),
    ),
    Step(
        "all",
        CORRECTED,
        cases(
            "K <= 2",
            arithmetic(
                "bound", (BUDGET, inside("sqrt(_)", "small log")), (BUDGET, "two"), (f"66/25*{BUDGET}", "1 <= R")
            ),
            arithmetic("of many"),
        ),
        REACHED,
    ),
    where=REACHED,
    variables={"R": "real"},
)
