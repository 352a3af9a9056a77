"""SIMA-24: weighted majority with eta = sqrt(2 log K/T) and losses in [0, 1] has regret at most sqrt(2 T log K).

Lemma 1. The sum is over the means under the weights, so it holds on every course of the losses, and against every
expert. By Hoeffding's lemma the regret is at most log K/eta + eta T/8 for every eta > 0; at this eta that is 5/8 of the
printed bound. For K = 1 eta and the regret are 0. The theorem that is cited has T > 2 log K, which is not needed.

SIMA-24-sharp: it is at most (5/8) sqrt(2 T log K), and with eta = sqrt(8 log K/T) at most sqrt(T log K/2).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from dpassay.exact import Real, as_real, log
from dpassay.proofs_check.claim import Case, Goal, Guide, Hunt, Twin, claim
from dpassay.proofs_check.instances import REWARDS, Rows, as_rows, entries, family, matrices, stored_rows, told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import exhaustive, nonnegative
from dpassay.proofs_check.lecture_notes.reward_games import totals
from dpassay.proofs_check.local_distribution_learning.regret_of_weights import LOG, OF_I, REGRET
from dpassay.proofs_check.models.exponential_weights import WEIGHTS
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic
from dpassay.reference import multiplicative_weights

PRINTED: Final = Fraction(2)
"""eta = sqrt(2 log K/T)."""
BEST: Final = Fraction(8)
"""eta = sqrt(8 log K/T)."""


@entries(losses=REWARDS).where
def _is_game(instance: Instance) -> bool:
    """Losses in [0, 1] for two experts or more: for one expert eta = 0, and the regret is 0."""
    return len(instance["losses"][0]) >= 2


def _log_root(rows: Rows, factor: Fraction) -> Real:
    """The root of ``factor`` log K."""
    return (as_real(log(len(rows[0]))) * as_real(factor)).sqrt()


def regret(rows: Rows, factor: Fraction) -> Real:
    """What weighted majority loses more than the best expert, with eta = sqrt(``factor`` log K/T)."""
    rate = _log_root(rows, factor / len(rows))
    played = as_real(Fraction(0))
    for before, row in zip(multiplicative_weights.sums_before(rows), rows, strict=True):
        weights = [(-rate * as_real(loss)).exp() for loss in before]
        norm = sum(weights, as_real(Fraction(0)))
        played += sum((w * as_real(v) for w, v in zip(weights, row, strict=True)), as_real(Fraction(0))) / norm
    return played - min(totals(rows))


def _meets(instance: Instance, factor: Fraction, squared: Fraction) -> bool:
    """Whether the regret is at most sqrt(``squared`` T log K)."""
    rows = as_rows(instance["losses"])
    return at_most(regret(rows, factor), _log_root(rows, squared * len(rows)))


told("sima24", "the regret with eta = sqrt(2 log K/T) is at most sqrt(2 T log K)", _is_game)(
    lambda instance: _meets(instance, PRINTED, Fraction(2))
)
told("sima24-sharp", "the regret with eta = sqrt(2 log K/T) is at most (5/8) sqrt(2 T log K)", _is_game)(
    lambda instance: _meets(instance, PRINTED, Fraction(25, 32))
)
told("sima24-best", "the regret with eta = sqrt(8 log K/T) is at most sqrt(T log K/2)", _is_game)(
    lambda instance: _meets(instance, BEST, Fraction(1, 2))
)
told("sima24-less", "the regret with eta = sqrt(2 log K/T) is at most (2/5) sqrt(2 T log K)", _is_game)(
    lambda instance: _meets(instance, PRINTED, Fraction(8, 25))
)


@family("sima-losses", "all 0/1 losses with (T, K) in {1, 2, 3}x{2} and {1, 2}x{3}, and in {1, 2}x{2} with 1/3, too")
def _losses() -> Iterator[Instance]:
    for rounds, experts in ((1, 2), (2, 2), (3, 2), (1, 3), (2, 3)):
        for losses in matrices(rounds, experts, ("0", "1")):
            yield {"losses": losses}
    for rounds in (1, 2):
        for losses in matrices(rounds, 2, ("0", "1/3", "1")):
            yield {"losses": losses}


ENTRIES: Final = {f"{expert} {t}": (0.0, 1.0) for t in range(1, 5) for expert in ("first", "second")}


def _left(at: Mapping[str, float]) -> float:
    """What is left of (5/8) sqrt(2 T log K), for two experts and four rounds."""
    rate = math.sqrt(2 * math.log(2) / 4)
    first = second = played = 0.0
    for t in range(1, 5):
        share = 1 / (1 + math.exp(rate * (first - second)))
        played += share * at[f"first {t}"] + (1 - share) * at[f"second {t}"]
        first, second = first + at[f"first {t}"], second + at[f"second {t}"]
    return 5 / 8 * math.sqrt(8 * math.log(2)) - played + min(first, second)


def _game_of_two(at: Mapping[str, Fraction]) -> Instance:
    return {"losses": stored_rows([[at[f"first {t}"], at[f"second {t}"]] for t in range(1, 5)])}


FOUR_ROUNDS: Final = Guide(ENTRIES, _left, _game_of_two)

UNIT: Final = ("s <= 1",)
TWICE: Final = ("c = 2",)
ROOT: Final = "sqrt(2*T*log(K))"
theorem(
    "regret with the rate of Lemma 1",
    WEIGHTS,
    f"paid - {OF_I} <= 5/8*{ROOT}",
    *LOG,
    Step("square", "(a*T)**2 <= 2*T*log(K)", arithmetic(("T", "rate"), ("T*log(K)", "c = 2")), TWICE),
    Step(
        "root",
        f"a*T <= {ROOT}",
        apply("a root is at least", "square", u="a*T", x="2*T*log(K)"),
        TWICE,
        ("entropy",),
    ),
    Step("regret", REGRET, apply("regret of exponential weights")),
    Step(
        "rate of it",
        "a*T*(1/c + s**2/8) <= 5/8*(a*T)",
        arithmetic(("-a*T/(2*c)", "c = 2"), ("a*T*(1 + s)/8", "s <= 1")),
        (*TWICE, *UNIT),
    ),
    Step(
        "all",
        f"paid - {OF_I} <= 5/8*{ROOT}",
        arithmetic("regret", "rate of it", ("5/8", "root")),
        (*TWICE, *UNIT),
        ("entropy",),
    ),
    where=(*TWICE, *UNIT),
)
theorem(
    "SIMA-24",
    WEIGHTS,
    f"paid - {OF_I} <= {ROOT}",
    *LOG,
    Step(
        "sharp",
        f"paid - {OF_I} <= 5/8*{ROOT}",
        apply("regret with the rate of Lemma 1"),
        (*TWICE, *UNIT),
        ("entropy",),
    ),
    Step("all", f"paid - {OF_I} <= {ROOT}", arithmetic("sharp"), (*TWICE, *UNIT), ("entropy",)),
    where=(*TWICE, *UNIT),
)
EIGHT: Final = ("c = 8",)
theorem(
    "SIMA-24-sharp: the best rate",
    WEIGHTS,
    f"paid - {OF_I} <= sqrt(T*log(K)/2)",
    *LOG,
    Step(
        "square",
        "(a*T/4)**2 <= T*log(K)/2",
        arithmetic(("T/16", "rate"), ("T*log(K)/16", "c = 8")),
        EIGHT,
    ),
    Step(
        "root",
        "a*T/4 <= sqrt(T*log(K)/2)",
        apply("a root is at least", "square", u="a*T/4", x="T*log(K)/2"),
        EIGHT,
        ("entropy",),
    ),
    Step("regret", REGRET, apply("regret of exponential weights")),
    Step(
        "rate of it",
        "a*T*(1/c + s**2/8) <= a*T/4",
        arithmetic(("-a*T/(8*c)", "c = 8"), ("a*T*(1 + s)/8", "s <= 1")),
        (*EIGHT, *UNIT),
    ),
    Step(
        "all",
        f"paid - {OF_I} <= sqrt(T*log(K)/2)",
        arithmetic("regret", "rate of it", "root"),
        (*EIGHT, *UNIT),
        ("entropy",),
    ),
    where=(*EIGHT, *UNIT),
)
theorem(
    "SIMA-24-sharp",
    WEIGHTS,
    f"paid - {OF_I} <= 5/8*{ROOT}",
    *LOG,
    Step(
        "all",
        f"paid - {OF_I} <= 5/8*{ROOT}",
        apply("regret with the rate of Lemma 1"),
        (*TWICE, *UNIT),
        ("entropy",),
    ),
    where=(*TWICE, *UNIT),
    also=("SIMA-24-sharp: the best rate",),
)


@claim(
    "SIMA-24",
    location="Lemma 1",
    latex=r"\eta = \sqrt{2 \log K/T},\ v_t \in [0, 1]^K \Rightarrow \sum_t \sum_j \tilde w^t_j v_{t,j} - \min_i \sum_t "
    r"v_{t,i} \le \sqrt{2T \log K}",
    text="The weighted majority algorithm with eta = sqrt(2 log K/T) and losses in [0, 1] has a regret of at most "
    "sqrt(2 T log K).",
)
def sima_24() -> Case:
    """Hoeffding's lemma, as for multiplicative weights in the lecture notes (LEC-14-sharp)."""
    return Case(
        checks=(Goal("small games", exhaustive("sima24", "sima-losses")),),
        sharper=(Goal("with the factor 5/8, small games", exhaustive("sima24-sharp", "sima-losses")),),
        hunts=(Hunt("sima24-sharp", _losses, FOUR_ROUNDS),),
        twins=(Twin("with the factor 2/5", exhaustive("sima24-less", "sima-losses")),),
        remarks=(
            "The sum is over the means under w~^t, so the bound holds on every course of the losses, and nothing is "
            "assumed of how they are chosen.",
            "The theorem that is cited has T > 2 log K, which is not needed.",
            "With this eta Lemma 4 needs no T > log K either.",
        ),
    )


@claim(
    "SIMA-24-sharp",
    location="Lemma 1",
    latex=r"\eta = \sqrt{2 \log K/T} \Rightarrow \text{regret} \le \tfrac58 \sqrt{2T \log K};\quad \eta = \sqrt{8 \log "
    r"K/T} \Rightarrow \text{regret} \le \sqrt{T \log K/2}",
    text="The regret is at most (5/8) sqrt(2 T log K) with eta = sqrt(2 log K/T), and at most sqrt(T log K/2) with eta "
    "= sqrt(8 log K/T), for all T, K >= 1.",
)
def sima_24_sharp() -> Case:
    """The same, with both rates inserted."""
    return Case(
        checks=(
            Goal("small games, eta = sqrt(2 log K/T)", exhaustive("sima24-sharp", "sima-losses")),
            Goal("small games, eta = sqrt(8 log K/T)", exhaustive("sima24-best", "sima-losses")),
        ),
        sharper=(
            Goal(
                "no other eta does better with this bound: ((8 + r^2)/(8 r))^2 >= 1/2",
                nonnegative("(8 + r**2)**2 - 32*r**2"),
            ),
        ),
        hunts=(Hunt("sima24-sharp", _losses, FOUR_ROUNDS),),
        twins=(Twin("with the factor 2/5", exhaustive("sima24-less", "sima-losses")),),
        remarks=(
            "As T and K grow no algorithm has less than (1 - o(1)) sqrt(T log K/2) (Cesa-Bianchi and Lugosi 2006).",
        ),
    )
