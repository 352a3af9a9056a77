"""Vectors of k-fold composition: the worst mechanism of each round, k times."""

from __future__ import annotations

from collections.abc import Iterator

from tools.vectors.vector import Generator, Vector, edge, fault

GENERATOR = Generator(
    "composition",
    {
        "delta_once": fault("The delta of one round stands for that of all of them."),
        "union_bound": fault("The bit is revealed with probability k delta, and not 1 - (1 - delta)^k."),
        "never_revealed": fault("There is no delta."),
        "three_answers": fault("The truth with probability e^eps / (2 + e^eps)."),
        "one_round_too_few": fault("The last round gives no answer."),
        "true_answers": fault("The number of true answers in place of the number of ones: it tells nothing."),
        "one_answer_repeated": fault("The same answer in every round: all rounds share their coin."),
        "budget_divided": fault("The budget of a round is taken for that of all of them."),
        "one_round": edge("Nothing is composed."),
        "no_delta": edge("Pure privacy: the bit is never revealed."),
        "many_rounds": edge("Small epsilon, many rounds: probabilities below 1e-300."),
    },
)


def vectors(make: Generator) -> Iterator[Vector]:
    """Yield the vectors: with and without delta, few and many rounds. The other bit gives the same, mirrored."""
    yield make.law("four rounds", {"epsilon": "1", "rounds": 4, "delta": "1/10"}, 0, "*", samples=60_000)
    yield make.law(
        "e to epsilon is rational, and so is the law",
        {"exp_eps": "3/2", "rounds": 10, "delta": "1/10"},
        0,
        "delta_once union_bound never_revealed three_answers true_answers one_answer_repeated budget_divided",
        samples=60_000,
    )
    yield make.law(
        "no delta", {"epsilon": "1", "rounds": 3}, 1, "no_delta three_answers one_round_too_few one_answer_repeated"
    )
    yield make.law("one round", {"epsilon": "2", "rounds": 1, "delta": "1/2"}, 0, "one_round never_revealed")
    yield make.law(
        "200 rounds", {"exp_eps": "21/20", "rounds": 200}, 1, "many_rounds one_answer_repeated budget_divided"
    )
    given = {"exp_eps": "3/2", "rounds": 3, "delta": "1/100"}
    yield make.privacy(
        "beyond three times epsilon nothing but delta is left", given, "2", "* -epsilon_rounded_down -other_direction"
    )
    yield make.privacy("at epsilon 1", given, "1", "* -other_direction")
    yield make.privacy("the total variation distance", given, "0", "* -epsilon_rounded_down -other_direction")
    yield from make.invalid()
