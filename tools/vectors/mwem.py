"""Vectors of MWEM: the law of all that a run releases, query by query with its measurement."""

from __future__ import annotations

from collections.abc import Iterator

from tools.vectors.vector import LEAKS, Generator, Vector, edge, fault

GENERATOR = Generator(
    "mwem",
    {
        "width_one": fault("Noise and scores for queries between 0 and 1, whatever their range.", LEAKS),
        "width_squared": fault("The square of the width of the range, where the width is meant."),
        "budget_split_unevenly": fault("Three quarters of the budget choose, one quarter measures."),
        "whole_budget_of_a_round_twice": fault("A round's budget is spent twice: to choose, and to measure.", LEAKS),
        "whole_epsilon_for_the_choice": fault("Every choice has all of epsilon.", LEAKS),
        "noise_of_one_round": fault("The noise that one round needs, in each of several.", LEAKS),
        "factor_two_missing": fault("The exponential mechanism without its factor 2.", LEAKS),
        "absolute_value_forgotten": fault("Errors with their sign are scored, not their absolute values."),
        "score_of_means": fault("Means are scored, with the sensitivity of sums."),
        "worst_query_chosen": fault("The query of the largest error is always chosen.", LEAKS),
        "exact_sum_released": fault("The sum is released as it is.", LEAKS),
        "grain_forgotten": fault("A unit of the noise is taken for 1, whatever the queries' grain is."),
        "update_unnormalized": fault("The weights are not divided by their total."),
        "update_upside_down": fault("The update goes the wrong way."),
        "update_without_half": fault("The exponent of the update is without its 1/2."),
        "never_updated": fault("The weights are never updated."),
        "points_seen_only": fault("The weights begin uniform on the points of the records.", LEAKS),
        "as_printed": edge("The calibration that is printed: for ranges of width 1 at most."),
        "one_round": edge("Nothing was measured before the only choice."),
        "long_steps": edge("Weights go up and down by powers of e to 64."),
    },
)


def vectors(make: Generator) -> Iterator[Vector]:
    """Yield the vectors: ranges that are not of width 1, halves, and the corners."""
    wide = {"epsilon": "24", "rounds": 2, "queries": "2,3/2,-1;-1,1/2,2", "query_range": "-1,2"}
    yield make.law("two rounds, two queries of width 3, one record", wide, [0], "* -score_of_means", samples=100_000)
    yield make.law(
        "two records: a sum is no mean", {**wide, "rounds": 1}, [0, 1], "score_of_means width_one", samples=60_000
    )
    yield make.law(
        "as printed",
        {"epsilon": "6", "rounds": 1, "queries": "1/2,0;0,1/4", "query_range": "0,1/2", "calibration": "printed"},
        [1, 1],
        "as_printed",
    )
    yield make.law(
        "one round, three queries",
        {"epsilon": "30", "rounds": 1, "queries": "1,0,0;0,1,0;0,0,1"},
        [0, 0, 1, 2],
        "one_round",
    )
    yield make.law(
        "queries from -8 to 8",
        {"epsilon": "48", "rounds": 2, "queries": "8,-8", "query_range": "-8,8"},
        [1],
        "long_steps width_one exact_sum_released",
        samples=60_000,
    )
    given = {"epsilon": "2", "rounds": 2, "queries": "1,0,0;0,1,1"}
    yield make.privacy("the total variation distance", given, "0", "* -epsilon_rounded_down -other_direction")
    yield make.privacy("at half the epsilon that is claimed", given, "1", "not_cut_off")
    yield from make.invalid()
