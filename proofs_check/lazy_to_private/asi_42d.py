"""ASI-42d: the expected loss of the best of d experts against the epochs is said to be at most T/2 - sqrt(E) B.

Proof of Theorem 4.2. For one model it is T/2. For two it is T/2 - E B binomial(2 E, E)/(2 4^E), about T/2 - 0.28
sqrt(E) B.

ASI-42d-corrected: at most T/2 - sqrt(E) B/4 for d >= 2. The best of d is at most the better of two, and 2 sqrt(E)
w(E) >= 1 for w(E) = binomial(2 E, E)/4^E, by induction: w(1) = 1/2, and w(E + 1) = w(E) (2 E + 1)/(2 E + 2).

Two steps are in words. To check them the model would need the epochs as independent fair coins of each model, and a
lemma on the mean absolute deviation of a binomial number: no rule is missing.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb
from typing import Final

from dpassay.analysis.limited_switching import (
    average,
    best_loss,
    best_of_two,
    epochs,
)
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import (
    entries,
    family,
    told,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.lazy_to_private.epochs_of_responses import (
    is_design,
)
from dpassay.proofs_check.models.best_of_epochs import EPOCHS, Epochs
from dpassay.proofs_check.models.theorem_42 import LARGE_EPS
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, words

SIXTEEN: Final = is_design.having(experts=whole(2, 2))


def _best_is_low(instance: Instance, share: Fraction) -> bool:
    """E L* <= T/2 - share sqrt(E) B for two models."""
    number = instance["epochs"]
    gap = Fraction(number, 2) - best_of_two(number)
    return bool(gap**2 >= share**2 * number)


told("asi42d", "E L* is at most T/2 - sqrt(E) B, for two models", SIXTEEN)(
    lambda instance: _best_is_low(instance, Fraction(1))
)


told("asi42d-quarter", "... at most T/2 - sqrt(E) B/4", SIXTEEN)(
    lambda instance: _best_is_low(instance, Fraction(1, 4))
)


def _designs() -> Iterator[Instance]:
    """T = B n^4 and eps = n^3/T, which makes E = n^4."""
    for n, length in product((16, 17, 18, 20), (1, 2)):
        rounds = length * n**4
        yield {
            "rounds": rounds,
            "epochs": n**4,
            "length": length,
            "epsilon": str(Fraction(n**3, rounds)),
            "experts": 2,
        }


SMALL_GAME: Final = entries(epochs=whole(1, 12), experts=whole(1, 12))


def best_of_all(instance: Instance) -> Fraction:
    """E min of d independent Bin(E, 1/2), by tails."""
    number, experts = instance["epochs"], instance["experts"]
    tails = [sum(comb(number, j) for j in range(k, number + 1)) for k in range(1, number + 1)]
    return sum((Fraction(tail, 1 << number) ** experts for tail in tails), Fraction(0))


def _gap_is_enough(instance: Instance, share: Fraction) -> bool:
    number = instance["epochs"]
    gap = Fraction(number, 2) - best_of_all(instance)
    return bool(gap**2 >= share**2 * number)


told("asi42d-game", "with d >= 2 models E L* is at most T/2 - sqrt(E) B/4", SMALL_GAME)(
    lambda instance: _gap_is_enough(instance, Fraction(1, 4))
)


told("asi42d-game-third", "... at most T/2 - sqrt(E) B/3", SMALL_GAME)(
    lambda instance: _gap_is_enough(instance, Fraction(1, 3))
)


told("asi42d-formula", "two models: the closed form is the enumeration", SMALL_GAME)(
    lambda instance: (
        best_of_two(instance["epochs"]) == best_of_all({**instance, "experts": 2})
        and (instance["epochs"] > 4 or average(epochs(instance["epochs"], 1, 2), best_loss) == best_of_all(instance))
    )
)


@family("games-of-epochs", "1 to 12 epochs and 2 to 12 models")
def _games_of_epochs() -> Iterator[Instance]:
    return ({"epochs": n, "experts": d} for n, d in product(range(1, 13), range(2, 13)))


@family("games-of-two", "1 to 12 epochs and two models")
def _games_of_two() -> Iterator[Instance]:
    return ({"epochs": n, "experts": 2} for n in range(1, 13))


@claim(
    "ASI-42d",
    location="Proof of Theorem 4.2, the loss of the best expert",
    latex=r"L^\star := \min_x \sum_t \ell_t(x) = T/2 - \sqrt{E} B",
    text="The expected loss of the best of d experts against the epochs is T/2 - sqrt(E) B, or at most that, which "
    "is what the proof needs.",
    corrected_by="ASI-42d-corrected",
)
def asi_42d() -> Case:
    """The constant depends on d."""
    return Case(
        argument="For one model L* is T/2 in expectation. For two it is T/2 - E B binomial(2E, E)/(2 4^E), about T/2 - "
        "0.28 sqrt(E) B: X + E - Y is Bin(2E, 1/2) for the two numbers of epochs X, Y with loss 1. By Cauchy's "
        "inequality E |X - Y| <= sqrt(E/2), so the gap is at most sqrt(E/2)/2 < sqrt(E) for every E.",
        counterexample=Goal("65536 epochs, two models", counterexample("asi42d"), Hunt("asi42d", _designs)),
        sharper=(Goal("the closed form, by enumeration", exhaustive("asi42d-formula", "games-of-two")),),
        twins=(Twin("T/2 - sqrt(E) B/4", counterexample("asi42d-quarter")),),
        remarks=("The inequality that is needed begins to hold at some tens of models; a constant would repair it.",),
    )


@claim(
    "ASI-42d-corrected",
    location="Proof of Theorem 4.2, the loss of the best expert",
    latex=r"d \ge 2 \Rightarrow \mathbb{E} L^\star \le T/2 - \tfrac14 \sqrt{E} B",
    text="For d >= 2 the expected loss of the best expert is at most T/2 - sqrt(E) B/4.",
)
def asi_42d_corrected() -> Case:
    """The middle binomial coefficient."""
    return Case(
        checks=(Goal("small games, exactly", exhaustive("asi42d-game", "games-of-epochs")),),
        twins=(Twin("sqrt(E) B/3", exhaustive("asi42d-game-third", "games-of-epochs")),),
    )


refuted(
    "ASI-42d",
    EPOCHS,
    "best <= T/2 - sqrt(E)*B",
    setting=Epochs(16**4, 1, 2, Fraction(1, 16)),
    where=("E**3 = (T*eps)**4", LARGE_EPS),
)

AT_LEAST_2: Final = ("2 <= d",)
QUARTER: Final = "best <= T/2 - sqrt(E)*B/4"
SO_FAR: Final = "1 <= 4*j*w(j)**2"
theorem(
    "ASI-42d-corrected",
    EPOCHS,
    QUARTER,
    Step(
        "the better of two",
        "best <= B*two",
        words(
            "Each epoch costs a model B with probability 1/2, and nothing else. The best of d models loses no more "
            "than the better of the first two of them.",
            missing="the epochs' costs as independent trials of two models, and that the mean of a minimum is "
            "at most that of fewer",
        ),
        AT_LEAST_2,
    ),
    Step(
        "two models",
        "two = E/2*(1 - w(E))",
        words(
            "Let X and Y be the numbers of epochs that cost the two models: min(X, Y) = (X + Y - |X - Y|)/2. X + E "
            "- Y is binomial of 2 E trials with probability 1/2, and its mean absolute deviation is E w(E).",
            missing="the law of a sum of independent trials as a sum over its values, and the mean absolute "
            "deviation of a binomial (De Moivre)",
        ),
    ),
    Step(
        "next",
        "1 <= 4*(j + 1)*w(j + 1)**2",
        arithmetic(
            ("(2*j + 1)**2/(4*j*(j + 1))", SO_FAR),
            ("-(w(j + 1)*(2*j + 2) + w(j)*(2*j + 1))/(j + 1)", "next coefficient"),
        ),
        (SO_FAR,),
    ),
    Step("first", "1 <= 4*1*w(1)**2", arithmetic(("-4*(w(1) + 1/2)", "first coefficient"))),
    Step(
        "all of them",
        "1 <= 4*E*w(E)**2",
        apply("induction", "first", "next", low="1", high="E", f="k: 1", g="k: 4*k*w(k)**2"),
    ),
    Step("scaled", "E <= (2*E*w(E))**2", arithmetic(("E", "all of them"))),
    Step("roots", "sqrt(E) <= sqrt((2*E*w(E))**2)", apply("sqrt grows", "scaled", A="E", B="(2*E*w(E))**2")),
    Step("root", "sqrt((2*E*w(E))**2) = 2*E*w(E)", apply("root of a square", u="2*E*w(E)")),
    Step(
        "all",
        QUARTER,
        arithmetic("the better of two", ("B", "two models"), ("B/4", "roots"), ("B/4", "root"), ("-1/2", "rounds")),
        AT_LEAST_2,
    ),
    where=AT_LEAST_2,
)
