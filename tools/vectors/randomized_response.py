"""Vectors of k-ary randomized response."""

from __future__ import annotations

from collections.abc import Iterator

from tools.vectors.vector import LEAKS, Generator, Vector, edge, fault

GENERATOR = Generator(
    "randomized_response",
    {
        "formula_of_two": fault("The truth with probability e^eps / (1 + e^eps), right for two labels alone.", LEAKS),
        "gamble_without_truth": fault("Truth or gamble, but the gamble never returns the true label.", LEAKS),
        "last_label_missing": fault("The last label is reported by nobody who does not hold it.", LEAKS),
        "not_normalized": fault("The weight e^eps is divided by the number of labels."),
        "biased_coin": fault("The truth a tenth more often than it should be.", LEAKS),
        "two_labels": edge("The fewest labels that there may be."),
        "large_epsilon": edge("Probabilities near 0 and near 1."),
    },
)


def vectors(make: Generator) -> Iterator[Vector]:
    """Yield the vectors: a label in the middle, at either end, and the corners."""
    yield make.law("four labels tell apart what agrees on two", {"epsilon": "1", "categories": 4}, 1, "*")
    yield make.law(
        "e to epsilon is rational, and so is the law",
        {"exp_eps": "3", "categories": 4},
        1,
        "formula_of_two biased_coin",
    )
    yield make.law("the first label", {"epsilon": "1", "categories": 3}, 0, "formula_of_two last_label_missing")
    yield make.law("the last label", {"epsilon": "1", "categories": 5}, 4, "formula_of_two last_label_missing")
    yield make.law("two labels", {"epsilon": "1/2", "categories": 2}, 0, "two_labels")
    yield make.law("e^40 to 1", {"epsilon": "40", "categories": 3}, 2, "large_epsilon")
    yield make.privacy(
        "at the epsilon that is claimed nothing is left", {"epsilon": "1", "categories": 4}, "1", "not_cut_off"
    )
    yield make.privacy("below it a delta is needed", {"epsilon": "1", "categories": 4}, "1/2", "* -other_direction")
    yield from make.invalid()
