"""Vectors of projected smooth MWEM: after each update, the weights are projected on the smooth laws."""

from __future__ import annotations

from collections.abc import Iterator

from tools.vectors.vector import LEAKS, Generator, Vector, edge, fault

GENERATOR = Generator(
    "projected_smooth_mwem",
    {
        "projection_forgotten": fault("The weights are not projected."),
        "clipped_and_normalized": fault("Weights are cut at the cap and divided by their total: then above it again."),
        "euclidean_projection": fault("The nearest point in the plane, and not in KL divergence."),
        "wrong_side": fault("A lower bound sigma / N in place of the upper bound 1 / (sigma N)."),
        "mixed_with_uniform": fault("A mixture with the uniform law, which is smooth as well."),
        "cap_of_sigma_squared": fault("The cap is 1 / (sigma^2 N)."),
        "all_uniform": fault("The projection is on sigma = 1: all laws are uniform."),
        "width_one": fault("Noise and scores for queries between 0 and 1, whatever their range.", LEAKS),
        "budget_split_unevenly": fault("Three quarters of the budget choose, one quarter measures."),
        "whole_epsilon_for_the_choice": fault("Every choice has all of epsilon.", LEAKS),
        "absolute_value_forgotten": fault("Errors with their sign are scored, not their absolute values."),
        "exact_sum_released": fault("The sum is released as it is.", LEAKS),
        "points_seen_only": fault("The weights begin uniform on the points of the records.", LEAKS),
        "as_printed": edge("The calibration that is printed: for ranges of width 1 at most."),
        "margin": edge("Measurements may lie beyond the range by a margin."),
        "sigma_one": edge("Only the uniform law is smooth."),
    },
)


def vectors(make: Generator) -> Iterator[Vector]:
    """Yield the vectors: measurements that move the weights beyond the cap."""
    queries = {"queries": "2,-1,-2;-2,-1,2", "query_range": "-2,2"}
    yield make.law(
        "one measurement already moves weights beyond the cap",
        {"epsilon": "24", "rounds": 2, **queries, "sigma": "4/5"},
        [0],
        "*",
        samples=200_000,
    )
    yield make.law(
        "a cap of 2/3",
        {"epsilon": "12", "rounds": 2, **queries, "sigma": "1/2"},
        [2],
        "width_one absolute_value_forgotten exact_sum_released",
        samples=100_000,
    )
    yield make.law(
        "sigma is 1",
        {"epsilon": "6", "rounds": 2, "queries": "1,1/2,0,0", "sigma": "1", "margin": 1},
        [0],
        "margin sigma_one exact_sum_released",
        samples=60_000,
    )
    yield make.law(
        "as printed",
        {
            "epsilon": "6",
            "rounds": 2,
            "queries": "1/2,0;0,1/4",
            "query_range": "0,1/2",
            "sigma": "9/10",
            "calibration": "printed",
        },
        [1],
        "as_printed",
    )
    given = {"epsilon": "2", "rounds": 2, "queries": "1,0,0;0,1,1;0,1,0", "sigma": "9/10", "radius": "1/3"}
    yield make.privacy("the total variation distance", given, "0", "* -epsilon_rounded_down -other_direction")
    yield make.privacy("at half the epsilon that is claimed", given, "1", "not_cut_off")
    yield from make.invalid()
