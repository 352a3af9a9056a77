"""LEC-14: multiplicative weights collect at least what any expert gets, less a T + ln(K)/a, for 0 < a <= 1.79.

Lecture notes, Section 2, Theorem 2. Rewards may depend on earlier choices, as the notes say before the algorithm; then
the expected reward of expert i is meant. With Z = E e^(a r_t(i_t)) given the past, the log of the probability of
expert i grows in round t by a r_t(i) - ln Z, which by LEC-13 is at least a r_t(i) - a E r_t(i_t) - a^2. Over the
rounds it grows from -ln K to at most 0. That holds on every course of the game; take expectations. The printed proof
has an index too few and a sign wrong (LEC-16, LEC-17).

LEC-14-sharp: a T/8 does in place of a T, and then no upper limit on a is needed: by Hoeffding's lemma ln Z is at most
a E r_t(i_t) + a^2/8. On every course it holds for all experts at once, and so for the best of them, which may be
another one on each course.

LEC-14b: as printed the right side is the reward that expert i happens to get. So read it is false: pay both of two
experts in every round from the second one on, as long as all choices were of expert 1. Where that goes on to the end
expert 1 gets T - 1, but the algorithm expects less than 1.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any, Final

from dpassay.exact import Real, as_real, log
from dpassay.proofs_check.claim import Case, Goal, Guide, Hunt, Twin, claim
from dpassay.proofs_check.instances import entries, stored_rows, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.lecture_notes.reward_games import GAME, SMALL_RATE, alpha_of, game, is_theorem_2, small_games
from dpassay.proofs_check.models.adaptive_rewards import ADAPTIVE, Game, paid_while_loyal, table
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside
from dpassay.proofs_check.shared_lemmas.weights import MEAN, Z
from dpassay.reference import multiplicative_weights


@claim(
    "LEC-14",
    location="Theorem 2",
    latex=r"\mathbb{E}\Big[\sum_t r_t(i_t)\Big] \ge \mathbb{E}\Big[\sum_t r_t(i)\Big] - \alpha T - \ln K/\alpha\quad "
    r"(0 < \alpha \le 1.79)",
    text="For 0 < alpha <= 1.79 and every expert i, the expected reward of multiplicative weights is at least that "
    "of i minus alpha T + ln K/alpha. If rewards depend on earlier choices, expectations are meant on both "
    "sides (LEC-14b reads it otherwise).",
    checked=("0 < alpha <= 1.79",),
    assumed=("rewards may depend on the choices of earlier rounds, and not on that of the same round",),
)
def lec_14() -> Case:
    """The proof of the notes, with its indices and its last sign set right."""
    return Case(
        checks=(Goal("small games, exactly", exhaustive("lec14", "small-games")),),
        hunts=(_regret_hunt("lec14", 1.79, 1.0),),
        twins=(Twin("alpha T/100 + ln K/(4 alpha)", exhaustive("lec14-too-sharp", "small-games")),),
        remarks=(
            "LEC-14-sharp: alpha T can be replaced by alpha T/8, and then no upper limit on alpha is needed.",
            "On every course of the game sum y_t . r_t meets the bound for all i at once, so max_i may also stand "
            "inside of the expectation.",
            "The printed proof has an index too few and a sign wrong on the way (LEC-16, LEC-17).",
        ),
    )


@claim(
    "LEC-14-sharp",
    location="Theorem 2",
    latex=r"\mathbb{E}\Big[\sum_t r_t(i_t)\Big] \ge \mathbb{E}\Big[\sum_t r_t(i)\Big] - \alpha T/8 - \ln "
    r"K/\alpha\quad (\alpha > 0)",
    text="For every alpha > 0 the reward bound holds with alpha T/8 in place of alpha T.",
    assumed=("rewards may depend on the choices of earlier rounds, and not on that of the same round",),
)
def lec_14_sharp() -> Case:
    """Hoeffding's lemma in place of the quadratic bound."""
    return Case(
        checks=(Goal("small games, exactly", exhaustive("lec14-sharp", "small-games")),),
        hunts=(_regret_hunt("lec14-sharp", 10.0, 0.125),),
        twins=(Twin("alpha T/100 + ln K/(4 alpha)", exhaustive("lec14-too-sharp", "small-games")),),
    )


@claim(
    "LEC-14b",
    location="Theorem 2, with rewards that depend on the choices, on each course of the game",
    latex=r"\mathbb{E}\Big[\sum_t r_t(i_t)\Big] \ge \sum_t r_t(i) - \alpha T - \ln K/\alpha \text{ almost surely}",
    text="If rewards depend on earlier choices, the expected reward is at least the reward that expert i happens to "
    "get, minus alpha T + ln K/alpha.",
    corrected_by="LEC-14",
)
def lec_14b() -> Case:
    """All experts are paid if the first choice was lucky."""
    return Case(
        argument="The right side as printed is random when rewards depend on choices. Pay all experts in every round "
        "from the second on if the first choice was expert 0, which has probability 1/K, and pay nothing "
        "otherwise.",
        counterexample=Goal("the lucky course", counterexample("lec14b"), Hunt("lec14b", _lucky_courses)),
        twins=(Twin("with expectations on both sides", counterexample("lec14b-expected")),),
    )


def _reward_gap(instance: Instance, linear: Fraction, entropy: Fraction) -> bool:
    """alpha E[reward] >= alpha max_i - linear alpha^2 T - entropy ln K."""
    rows, parameters = game(instance)
    alpha = as_real(alpha_of(instance))
    behind = as_real(multiplicative_weights.regret(rows, parameters)) * alpha
    return at_most(behind, as_real(linear * len(rows)) * alpha * alpha + as_real(log(len(rows[0])) * entropy))


told("lec14", "regret <= alpha T + ln K/alpha, for alpha <= 1.79", is_theorem_2)(
    lambda instance: _reward_gap(instance, Fraction(1), Fraction(1))
)
told("lec14-sharp", "regret <= alpha T/8 + ln K/alpha", GAME)(
    lambda instance: _reward_gap(instance, Fraction(1, 8), Fraction(1))
)
told("lec14-too-sharp", "regret <= alpha T/100 + ln K/(4 alpha)", GAME)(
    lambda instance: _reward_gap(instance, Fraction(1, 100), Fraction(1, 4))
)


def _regret_of_two(rows: list[tuple[float, float]], alpha: float) -> float:
    """The regret of multiplicative weights with two experts."""
    first = second = earned = 0.0
    for r, s in rows:
        y = 1 / (1 + math.exp(alpha * (second - first)))
        earned += y * r + (1 - y) * s
        first, second = first + r, second + s
    return max(first, second) - earned


def _game_of_two(at: Mapping[str, Fraction]) -> Instance:
    rewards = stored_rows([[at[f"first {t}"], at[f"second {t}"]] for t in range(1, 4)])
    return {"rewards": rewards, "learning_rate": str(at["alpha"])}


def _regret_hunt(told_of: str, largest: float, linear: float) -> Hunt:
    """Three rounds with two experts, any rewards: what is left of the bound."""
    entries = {f"{expert} {t}": (0.0, 1.0) for t in range(1, 4) for expert in ("first", "second")}

    def left(at: Mapping[str, float]) -> float:
        rows = [(at[f"first {t}"], at[f"second {t}"]) for t in range(1, 4)]
        return linear * at["alpha"] * 3 + math.log(2) / at["alpha"] - _regret_of_two(rows, at["alpha"])

    return Hunt(told_of, small_games, Guide({"alpha": (0.05, largest), **entries}, left, _game_of_two))


def _adaptive_sides(instance: Instance, lucky: Fraction) -> tuple[Fraction, Real]:
    """E[reward], and the bound with T - 1 times ``lucky`` for the reward of expert 0.

    Rewards are 0 in round 1; later all are 1 if i_1 was expert 0, and else 0. On the lucky course all earn T - 1.
    """
    rounds, experts = instance["rounds"], instance["experts"]
    alpha = as_real(Fraction(instance["learning_rate"]))
    expected = Fraction(rounds - 1, experts)
    return expected, as_real((rounds - 1) * lucky) - alpha * as_real(rounds) - as_real(experts).log() / alpha


ADAPTIVE_GAME: Final = entries(rounds=whole(1), experts=whole(1), learning_rate=SMALL_RATE)


told(
    "lec14b",
    "E[reward] >= the reward of expert 0 on the course where i_1 = 0, minus alpha T + ln K/alpha",
    ADAPTIVE_GAME,
    lambda instance: dict(zip(("E[reward]", "right side"), _adaptive_sides(instance, Fraction(1)), strict=True)),
)(lambda instance: at_most(*_adaptive_sides(instance, Fraction(1))[::-1]))
told("lec14b-expected", "the same with the expected reward of expert 0", ADAPTIVE_GAME)(
    lambda instance: at_most(*_adaptive_sides(instance, Fraction(1, instance["experts"]))[::-1])
)


def _lucky_courses() -> Iterator[Instance]:
    for rounds, rate in product(range(2, 40), ("1/10", "1/5", "1/4", "1/2", "1")):
        yield {"rounds": rounds, "experts": 2, "learning_rate": rate}


SMALL = ("a <= 179/100",)
LOYAL: Final[Mapping[str, Any]] = {"i": Fraction(1), "@transcript": (1,) * 7}
"""Expert 1, on the course on which it is always chosen."""
LET = {"Z": Z, "m": MEAN, "R": "sum(r(t, i), t, 1, T)", "M": f"sum({MEAN}, t, 1, T)", "G": "sum(g(t), t, 1, T)"}
MEANS = Step("collected", "E(M) = E(G)", apply("collected on average"))
POTENTIAL = Step("potential", "sum(a*r(t, i) - log(Z), t, 1, T) <= log(K)", apply("potential"))

theorem(
    "LEC-14",
    ADAPTIVE,
    "E(G) >= E(R) - a*T - log(K)/a",
    Step("log", "log(Z) <= Z - 1", apply("LEC-13", "collected at most 1", P="y(t)", X="g(t)", b="a"), SMALL),
    Step("mean", "Z - 1 <= a*m + a**2", apply("LEC-13", "collected at most 1", P="y(t)", X="g(t)", b="a"), SMALL),
    Step("round", "a*(r(t, i) - m - a) <= a*r(t, i) - log(Z)", arithmetic("log", "mean"), SMALL),
    POTENTIAL,
    Step(
        "course",
        "R - M <= a*T + log(K)/a",
        arithmetic(("1/a", inside("sum(_, t, 1, T)", "round")), ("1/a", "potential")),
        SMALL,
    ),
    MEANS,
    Step("all", "E(G) >= E(R) - a*T - log(K)/a", arithmetic(inside("E(_)", "course"), "collected"), SMALL),
    where=SMALL,
    let=LET,
)
BOUND = "a*m + a**2/8"
theorem(
    "LEC-14-sharp",
    ADAPTIVE,
    "E(G) >= E(best) - B and E(G) >= E(R) - B",
    Step(
        "Hoeffding",
        f"Z <= exp({BOUND})",
        apply("Hoeffding's lemma", "collected at most 1", P="y(t)", X="g(t)", low="0", high="1", s="a"),
    ),
    POTENTIAL,
    Step(
        "course", "R - M <= B", arithmetic(("1/a", inside("sum(log(_), t, 1, T)", "Hoeffding")), ("1/a", "potential"))
    ),
    Step(
        "best",
        "best - M <= B",
        arithmetic(inside("sum(leads(i)*_, i, 1, K)", "course"), "the leader is best", ("B + M", "one expert leads")),
    ),
    MEANS,
    Step("all", "E(G) >= E(best) - B", arithmetic(inside("E(_)", "best"), "collected")),
    Step("each", "E(G) >= E(R) - B", arithmetic("all", inside("E(_)", "no expert is better"))),
    let={**LET, "B": "(a*T/8 + log(K)/a)"},
)
refuted(
    "LEC-14b",
    ADAPTIVE,
    "E(G) >= R - a*T - log(K)/a",
    setting=Game(table(7, 2, paid_while_loyal), 7, 2, growth=Fraction(4, 3)),
    where=SMALL,
    let=LET,
    **LOYAL,
)
