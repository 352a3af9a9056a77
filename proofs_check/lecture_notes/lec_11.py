"""LEC-11: "in general, one can never do better than the most successful expert".

Lecture notes, Section 2, after the algorithm, before Theorem 2.

LEC-11 reads it of every algorithm and all rewards, in expectation, and so it is false also on every course: where two
experts take turns, an algorithm that chooses the second one and then the first earns 2, and each expert earns 1. The
best expert is a benchmark and not an upper bound.

LEC-11b reads it as what can be guaranteed: no algorithm earns more than the best expert on all rewards. Any rewards
that are the same for all experts show it: whatever is chosen, it earns what each expert earns.

LEC-11-corrected says it of multiplicative weights, where rewards may depend on earlier choices: its regret is never
negative. By Jensen's inequality Z = E e^(a r_t(i_t)), given the past, is at least e^(a E r_t(i_t)). The weights after
the last round are e^(a R_i)/(K Z_1 ... Z_T), with R_i the total of expert i, and they add up to 1: so the sum of all
E r_t(i_t) is at most max R_i. The maximum has to stay inside of the expectation. Pay nothing in round 1, and in rounds
2 and 3 the expert chosen in round 1: of two experts each expects 1, and the algorithm 1/2 in round 2 and
e^a/(1 + e^a) > 1/2 in round 3.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import as_rows, family, matrices, row_of, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.lecture_notes.reward_games import GAME, RATIONAL_GAME, game, totals
from dpassay.proofs_check.models.adaptive_rewards import ADAPTIVE
from dpassay.proofs_check.models.experts import EQUAL, EXPERTS, Choices, matrix
from dpassay.proofs_check.numbers import at_most, sum_of
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside, use
from dpassay.proofs_check.shared_lemmas.weights import MEAN, Z
from dpassay.reference import multiplicative_weights


@claim(
    "LEC-11",
    location="Section 2, after the algorithm",
    latex=r"\text{for every algorithm: } \sum_t r_t(i_t) \le \max_i \sum_t r_t(i)",
    text="In general one can never do better than the most successful expert.",
    corrected_by="LEC-11-corrected",
)
def lec_11() -> Case:
    """Switching experts beats each of them."""
    return Case(
        argument="An algorithm that changes experts at the right time beats every single one: the best expert is a "
        "benchmark and not an upper bound. What is true is said of the worst case (let all experts be "
        "equal), and of multiplicative weights.",
        counterexample=Goal(
            "choosing 0 and then 1 where they take turns",
            counterexample("lec11"),
            Hunt("lec11", _fixed_choices),
        ),
        twins=(Twin("multiplicative weights in expectation", counterexample("lec11-expected")),),
    )


@claim(
    "LEC-11-corrected",
    location="Section 2, after the algorithm",
    latex=r"\mathbb{E}\Big[\sum_t r_t(i_t)\Big] \le \mathbb{E}\Big[\max_i \sum_t r_t(i)\Big] \text{ for } MW, \text{ "
    r"every } \alpha > 0",
    text="The expected reward of multiplicative weights is at most the expected total of the best expert: its regret "
    "is never negative.",
    assumed=("rewards may depend on the choices of earlier rounds, and not on that of the same round",),
)
def lec_11_corrected() -> Case:
    """Jensen's inequality, summed over the rounds."""
    return Case(
        checks=(Goal("small games, exactly", exhaustive("lec11-expected", "small-games")),),
        twins=(Twin("the average expert", exhaustive("lec11-average", "small-games")),),
        remarks=(
            "Where rewards depend on choices the maximum has to stay inside of the expectation: pay nothing in round "
            "1, and in rounds 2 and 3 the expert that was chosen in round 1. Of two experts each has the expected "
            "total 1, and the algorithm earns 1/2 in round 2 and e^alpha/(1 + e^alpha) > 1/2 in round 3.",
        ),
    )


@claim(
    "LEC-11b",
    location="Section 2, after the algorithm, read as a statement on what can be guaranteed",
    latex=r"\text{no algorithm has } \mathbb{E}\Big[\sum_t r_t(i_t)\Big] > \max_i \sum_t r_t(i) \text{ on every "
    r"reward matrix}",
    text="No algorithm can guarantee more than what the most successful expert gets.",
)
def lec_11b() -> Case:
    """Equal experts."""
    return Case(
        checks=(Goal("equal experts, all choices", exhaustive("lec11", "equal-experts")),),
        twins=(Twin("with experts that are not equal", exhaustive("lec11", "fixed-choices")),),
    )


@RATIONAL_GAME.having(choices=row_of(whole())).where
def _has_choices(instance: Instance) -> bool:
    """A game, and one expert chosen in each round."""
    rewards, choices = instance["rewards"], instance["choices"]
    return len(choices) == len(rewards) and max(choices) < len(rewards[0])


def _earned(instance: Instance) -> Fraction:
    rows = as_rows(instance["rewards"])
    return sum_of([row[choice] for row, choice in zip(rows, instance["choices"], strict=True)])


@told(
    "lec11",
    "the algorithm that always makes these choices earns no more than the best expert",
    _has_choices,
    numbers=lambda i: {"earned": _earned(i), "the best expert's total": max(totals(as_rows(i["rewards"])))},
)
def _choices_are_rewarded(instance: Instance) -> bool:
    return bool(_earned(instance) <= max(totals(as_rows(instance["rewards"]))))


def _fixed_choices() -> Iterator[Instance]:
    for rounds in (1, 2):
        for rewards in matrices(rounds, 2, ("0", "1")):
            for choices in product((0, 1), repeat=rounds):
                yield {"rewards": rewards, "choices": list(choices), "exp_learning_rate": "2"}


@family("fixed-choices", "two experts, one and two rounds, all 0/1 rewards and all choices")
def _all_fixed_choices() -> Iterator[Instance]:
    return _fixed_choices()


@family("equal-experts", "the same with equal rewards for both experts")
def _equal_experts() -> Iterator[Instance]:
    return (instance for instance in _fixed_choices() if all(a == b for a, b in instance["rewards"]))


@told("lec11-expected", "the expected reward of multiplicative weights is at most that of the best expert", GAME)
def _expected_at_most_best(instance: Instance) -> bool:
    rows, parameters = game(instance)
    return at_most(multiplicative_weights.expected_reward(rows, parameters), max(totals(rows)))


@told("lec11-average", "... at most that of the average expert", GAME)
def _expected_at_most_average(instance: Instance) -> bool:
    rows, parameters = game(instance)
    return at_most(multiplicative_weights.expected_reward(rows, parameters), sum_of(totals(rows)) / len(rows[0]))


AT_MOST_BEST = "E(sum(g(t), t, 1, T)) <= best"
refuted("LEC-11", EXPERTS, AT_MOST_BEST, setting=Choices(matrix((0, 1), (1, 0)), {(2, 1): Fraction(1)}))
theorem(
    "LEC-11b",
    EQUAL,
    AT_MOST_BEST,
    Step(
        "round",
        "g(t) = r(t, 1)",
        arithmetic("collected", inside("sum(chosen(t, i)*_, i, 1, K)", "equal"), ("r(t, 1)", "one is chosen")),
    ),
    Step(
        "course",
        "sum(g(t), t, 1, T) <= best",
        arithmetic(inside("sum(_, t, 1, T)", "round"), use("no expert is better", i="1")),
    ),
    Step("all", AT_MOST_BEST, arithmetic(inside("E(_)", "course"))),
)
theorem(
    "LEC-11-corrected",
    ADAPTIVE,
    "E(sum(g(t), t, 1, T)) <= E(best)",
    Step("Jensen", "exp(a*m) <= Z", apply("Jensen's inequality for exp", P="y(t)", X="a*g(t)")),
    Step(
        "last weight",
        "log(w(T + 1, i)) = -log(K) + sum(a*r(t, i) - log(Z), t, 1, T)",
        apply("log of the last weight"),
    ),
    Step(
        "log of a weight",
        "log(w(T + 1, i)) <= most",
        arithmetic("last weight", inside("sum(log(_), t, 1, T)", "Jensen"), ("a", "no expert is better")),
    ),
    Step(
        "one",
        "exp(0) <= exp(a*best - a*M)",
        arithmetic(inside("sum(exp(_), i, 1, K)", "log of a weight"), ("-1", use("y is a law", n="T + 1"))),
    ),
    Step("collected", "E(M) = E(sum(g(t), t, 1, T))", apply("collected on average")),
    Step("all", "E(sum(g(t), t, 1, T)) <= E(best)", arithmetic(inside("E(1/a*log(_))", "one"), ("-1", "collected"))),
    let={"Z": Z, "m": MEAN, "M": f"sum({MEAN}, t, 1, T)", "most": "-log(K) + a*best - a*M"},
)
