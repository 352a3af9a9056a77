"""Vectors of the subsampled net: points are drawn, and the exponential mechanism chooses among data sets of them."""

from __future__ import annotations

from collections.abc import Iterator

from tools.vectors.vector import LEAKS, Generator, Vector, edge, fault

GENERATOR = Generator(
    "subsampled_net",
    {
        "width_one": fault("Scores for queries between 0 and 1, whatever their range.", LEAKS),
        "width_squared": fault("The square of the width of the range, where the width is meant."),
        "factor_two_missing": fault("The exponential mechanism without its factor 2.", LEAKS),
        "sum_of_errors": fault("The sum of the errors is scored, and not the largest."),
        "score_of_means": fault("Means are scored, with the sensitivity of sums."),
        "absolute_value_forgotten": fault("Errors with their sign are scored, not their absolute values."),
        "first_query_only": fault("Only the first query is looked at."),
        "without_replacement": fault("Points are drawn without replacement."),
        "one_point_too_few": fault("One point fewer is drawn."),
        "orders_counted": fault("Data sets are lists, and not multisets: some are counted several times."),
        "points_of_the_records_only": fault("Points are drawn among those of the records.", LEAKS),
        "as_printed": edge("The calibration that is printed: for ranges of width 1 at most."),
        "one_point": edge("One point is drawn, and the data set holds one: nothing is chosen."),
    },
)


def vectors(make: Generator) -> Iterator[Vector]:
    """Yield the vectors: ranges that are not of width 1, and the corners."""
    yield make.law(
        "three points drawn, data sets of two",
        {"epsilon": "3", "queries": "1,-1,-1/2;1,1,-1", "query_range": "-1,1", "drawn": 3, "points": 2},
        [0, 0, 2],
        "*",
        samples=200_000,
    )
    yield make.law(
        "four points in the universe",
        {"epsilon": "2", "queries": "1,0,0,1;0,1,0,1", "drawn": 2, "points": 3},
        [0, 1, 1, 3],
        "without_replacement one_point_too_few orders_counted",
        samples=60_000,
    )
    yield make.law(
        "e to epsilon is rational",
        {"exp_eps": "9", "queries": "1,0,1/3", "drawn": 5, "points": 2},
        [1],
        "without_replacement orders_counted points_of_the_records_only",
        samples=60_000,
    )
    yield make.law(
        "nothing to choose", {"epsilon": "4", "queries": "0,1,1;1,1,0", "drawn": 1, "points": 1}, [2, 2], "one_point"
    )
    yield make.law(
        "as printed",
        {
            "epsilon": "6",
            "queries": "1/2,0;0,1/4",
            "query_range": "0,1/2",
            "drawn": 2,
            "points": 2,
            "calibration": "printed",
        },
        [1, 1, 1],
        "as_printed",
    )
    given = {"epsilon": "2", "queries": "1,0,0;0,1,1", "drawn": 2, "points": 2}
    yield make.privacy("the total variation distance", given, "0", "* -epsilon_rounded_down -other_direction")
    yield make.privacy("at the epsilon that is claimed nothing is left", given, "2", "not_cut_off")
    yield from make.invalid()
