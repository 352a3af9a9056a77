"""Vectors of the clipping of labels: each label keeps a share of integers, and goes astray once in T."""

from __future__ import annotations

from collections.abc import Iterator

from tools.vectors.vector import LEAKS, Generator, Vector, edge, fault

GENERATOR = Generator(
    "label_clipping",
    {
        "floors": fault("A cast cuts where the ceiling is meant: shares are too small."),
        "rounded_sizes": fault("Rounding in place of the ceiling."),
        "never_astray": fault("The mixing of 1/T is dropped, and the label is told.", LEAKS),
        "astray_once_in_k": fault("1/K in place of 1/T."),
        "first_of_its_share": fault("The label keeps its first integer in place of a uniform one of its share."),
        "astray_to_any_label": fault("What goes astray goes to a uniform label, and then to its share."),
        "mean_of_the_hypotheses": fault("Shares by the mean of the hypotheses, not by their maximum."),
        "thirds": edge("Probabilities that no double is equal to: a ceiling of doubles may be one too high."),
        "impossible_label": edge("A label that every hypothesis rules out still owns an integer."),
        "always_astray": edge("One round: every label goes astray."),
        "one_label": edge("There is nothing to hide."),
    },
)


def vectors(make: Generator) -> Iterator[Vector]:
    """Yield the vectors: shares of several sizes, and the corners."""
    yield make.law(
        "shares of 3, 2 and 2", {"hypotheses": "7/8,1/16,1/16;1/8,3/8,1/2", "rounds": 4}, 0, "*", samples=60_000
    )
    yield make.law(
        "shares of 5, 1, 1, 1 and 1",
        {"hypotheses": "249/250,1/1000,1/1000,1/1000,1/1000", "rounds": 16},
        1,
        "never_astray astray_once_in_k astray_to_any_label",
        samples=60_000,
    )
    yield make.law("a label that is impossible", {"hypotheses": "1/2,1/2,0;1,0,0", "rounds": 3}, 2, "impossible_label")
    yield make.law(
        "thirds and sevenths", {"hypotheses": "1/3,2/3;2/5,3/5;1/7,6/7", "rounds": 100}, 1, "thirds never_astray"
    )
    yield make.law("one round", {"hypotheses": "1/2,1/4,1/4", "rounds": 1}, 0, "always_astray never_astray")
    yield make.law("one label", {"hypotheses": "1;1", "rounds": 5}, 0, "one_label")
    given = {"hypotheses": "1/2,1/2;1/4,3/4", "rounds": 4}
    yield make.privacy("the total variation distance", given, "0", "delta_left_out not_cut_off")
    yield make.privacy("at epsilon 1", given, "1", "*")
    yield from make.invalid()
