"""Vectors of multiplicative weights: the law of all choices of a run."""

from __future__ import annotations

from collections.abc import Iterator

from tools.vectors.vector import LEAKS, Generator, Vector, edge, fault

GENERATOR = Generator(
    "multiplicative_weights",
    {
        "updated_before_the_draw": fault("Round t is drawn after its own row was seen.", LEAKS),
        "first_row_missed": fault("The first row never enters the weights."),
        "only_the_last_row": fault("The weights are set anew in each round, not multiplied."),
        "gain_and_loss_confused": fault("Rewards are taken for losses, or losses for rewards."),
        "half_the_rate": fault("The factor 1/2 of the exponential mechanism, which this algorithm has not."),
        "one_uniform_for_all_rounds": fault("Each choice has the right law, and they depend on one another."),
        "linear_update": fault("Weights times 1 + alpha r: another algorithm of the same name."),
        "losses": edge("The table holds losses: weights fall.", "Taken for rewards they would rise."),
        "one_round": edge("Nothing was seen before the only choice, which is uniform."),
        "one_expert": edge("There is nothing to choose."),
        "large_rate": edge("A rate of 1000: weights overflow unless the largest is taken out first."),
    },
)


def vectors(make: Generator) -> Iterator[Vector]:
    """Yield the vectors: a reward that is a half, rows of which each matters, and the corners."""
    three = [["1", "0", "0"], ["0", "1", "1/2"], ["1", "1", "0"]]
    yield make.law("three rounds", {"learning_rate": "1", "rounds": 3, "experts": 3}, three, "*", samples=60_000)
    yield make.law(
        "e to the rate is rational",
        {"exp_learning_rate": "9/4", "rounds": 3, "experts": 2},
        [["1", "0"], ["1/2", "1"], ["0", "1"]],
        "updated_before_the_draw first_row_missed only_the_last_row gain_and_loss_confused half_the_rate",
        samples=60_000,
    )
    yield make.law(
        "losses",
        {"learning_rate": "2", "rounds": 3, "experts": 3, "form": "loss"},
        [["1", "0", "0"], ["1/2", "1", "0"], ["0", "0", "1"]],
        "losses gain_and_loss_confused half_the_rate one_uniform_for_all_rounds",
    )
    yield make.law(
        "a rate of 1000 and a gap of a thousandth",
        {"learning_rate": "1000", "rounds": 3, "experts": 2},
        [["1", "1"], ["999/1000", "1"], ["0", "1"]],
        "large_rate",
    )
    yield make.law("one round", {"learning_rate": "1", "rounds": 1, "experts": 4}, [["1", "0", "0", "1"]], "one_round")
    yield make.law("one expert", {"learning_rate": "1", "rounds": 2, "experts": 1}, [["1"], ["0"]], "one_expert")
    given = {"learning_rate": "1/2", "rounds": 3, "experts": 2}
    yield make.privacy("the total variation distance", given, "0", "* -epsilon_rounded_down -other_direction")
    yield make.privacy("at epsilon 1", given, "1", "*")
    yield from make.invalid()
