"""Vectors of smooth MWEM: MWEM on a cover of the queries."""

from __future__ import annotations

from collections.abc import Iterator

from tools.vectors.vector import LEAKS, Generator, Vector, edge, fault

GENERATOR = Generator(
    "smooth_mwem",
    {
        "cover_forgotten": fault("All queries are there, and not a cover of them."),
        "cover_of_twice_the_radius": fault("The cover has a larger radius: a query is missing."),
        "cover_of_half_the_radius": fault("The cover has half the radius: a query too many is there."),
        "cover_from_the_end": fault("The cover begins with the last query, not with the first one."),
        "cover_under_the_data": fault("Distances are under the law of the records: the cover tells of them.", LEAKS),
        "cover_strict": fault("A query just as far away as the radius is kept, and should not be."),
        "queries_renumbered": fault("A query has its number in the cover, and not that in the list."),
        "width_one": fault("Noise and scores for queries between 0 and 1, whatever their range.", LEAKS),
        "whole_epsilon_for_the_choice": fault("Every choice has all of epsilon.", LEAKS),
        "noise_of_one_round": fault("The noise that one round needs, in each of several.", LEAKS),
        "absolute_value_forgotten": fault("Errors with their sign are scored, not their absolute values."),
        "exact_sum_released": fault("The sum is released as it is.", LEAKS),
        "points_seen_only": fault("The weights begin uniform on the points of the records.", LEAKS),
        "as_printed": edge("The calibration that is printed: for ranges of width 1 at most."),
        "margin": edge("Measurements may lie beyond the range by a margin."),
    },
)


def vectors(make: Generator) -> Iterator[Vector]:
    """Yield the vectors: queries just as far apart as the radius, and closer."""
    near = {
        "epsilon": "12",
        "rounds": 2,
        "queries": "1,-1/2,-1;1,-1/2,-1/2;-1,1,1/2;-1,1/2,1",
        "query_range": "-1,1",
        "sigma": "1/2",
        "radius": "1/3",
    }
    yield make.law("two pairs of near queries", near, [2], "*", samples=100_000)
    yield make.law(
        "a smaller radius",
        {**near, "radius": "1/4"},
        [0],
        "cover_forgotten cover_from_the_end queries_renumbered",
        samples=100_000,
    )
    yield make.law(
        "a margin of 1",
        {"epsilon": "4", "rounds": 1, "queries": "1,0,1/3;0,1,1;1/3,1,1", "sigma": "1", "margin": 1},
        [2],
        "margin",
    )
    yield make.law(
        "as printed",
        {
            "epsilon": "6",
            "rounds": 1,
            "queries": "1/2,0;0,1/4",
            "query_range": "0,1/2",
            "sigma": "1/2",
            "calibration": "printed",
        },
        [1, 1],
        "as_printed",
    )
    given = {"epsilon": "2", "rounds": 2, "queries": "1,0,0;0,1,1;0,1,0", "sigma": "1/2", "radius": "1/3"}
    yield make.privacy("the total variation distance", given, "0", "* -epsilon_rounded_down -other_direction")
    yield make.privacy("at half the epsilon that is claimed", given, "1", "not_cut_off")
    yield from make.invalid()
