"""Vectors of permute-and-flip."""

from __future__ import annotations

from collections.abc import Iterator

from tools.vectors.vector import LEAKS, Generator, Vector, edge, fault

GENERATOR = Generator(
    "permute_and_flip",
    {
        "factor_two_missing": fault("Coins of bias e^(eps gap / sensitivity): twice the budget.", LEAKS),
        "sensitivity_ignored": fault("Coins for a sensitivity of 1, whatever it is.", LEAKS),
        "not_permuted": fault("The candidates are always tried in the same order.", LEAKS),
        "with_replacement": fault("A rejected candidate may be tried again: that is the exponential mechanism."),
        "last_candidate_missing": fault("The last candidate is never chosen.", LEAKS),
        "scale_too_small": fault("A tenth less noise is added to the scores.", LEAKS),
        "equal_scores": edge("All candidates have one score: each is as likely."),
        "one_candidate": edge("There is nothing to choose."),
        "scores_far_from_zero": edge("Weights overflow unless the largest score is taken away first."),
        "scores_far_apart": edge("A candidate is hardly ever chosen."),
    },
)


def vectors(make: Generator) -> Iterator[Vector]:
    """Yield the vectors: scores of several sizes and orders, and the corners."""
    half = {"epsilon": "1", "sensitivity": 1}
    yield make.law(
        "a sensitivity of 2; the last candidate is the best",
        {"epsilon": "1", "sensitivity": 2},
        "3,0,-5/2,1,7/2",
        "*",
        samples=60_000,
    )
    yield make.law(
        "e to half of epsilon is rational, and so is the law",
        {"exp_eps": "9/4", "sensitivity": 1},
        "0,1,-1",
        "factor_two_missing not_permuted with_replacement last_candidate_missing",
        samples=60_000,
    )
    yield make.law("equal scores", half, "4,4,4", "equal_scores not_permuted last_candidate_missing")
    yield make.law("one candidate", half, "5", "one_candidate")
    yield make.law("scores near 10000", half, "10000,10001,9999", "scores_far_from_zero factor_two_missing")
    yield make.law("scores near -10000", half, "-10000,-10001,-9999", "scores_far_from_zero factor_two_missing")
    yield make.law("a gap of 2000", half, "1000,-1000", "scores_far_apart")
    yield make.privacy("the epsilon that is claimed is not used up", half, "1", "not_cut_off")
    yield make.privacy("at half of it", half, "1/2", "*")
    yield from make.invalid()
