"""Vectors of PRIEST-KLD: what a server sees that estimates a divergence from noisy reports."""

from __future__ import annotations

from collections.abc import Iterator

from tools.vectors.vector import LEAKS, Generator, Vector, edge, fault

GENERATOR = Generator(
    "priest_kld",
    {
        "one_noise_for_all": fault("One noise for all numbers: their differences are bare.", LEAKS),
        "variance_for_deviation": fault("The variance is handed over where a standard deviation is expected."),
        "root_of_deviation": fault("The standard deviation is handed over where a variance is expected.", LEAKS),
        "lambda_negative": fault("lambda enters with the other sign."),
        "logarithm_positive": fault("The logarithm enters with the other sign."),
        "logarithm_to_base_two": fault("Logarithms to base 2, where natural ones are meant."),
        "ratio_upside_down": fault("q/p in place of p/q."),
        "client_counted_twice": fault("The first client of a set is counted twice."),
        "one_client_too_many": fault("Shares are of one client more than are asked."),
        "letters_uniform": fault("The letter of a round is uniform, not of the reference law."),
        "last_set_never_asked": fault("The last set of clients is never asked."),
        "floor_forgotten": fault("Shares are not raised to the floor.", LEAKS),
        "floor_of_the_ratio": fault("Ratios are raised to the floor, and not shares."),
        "half_the_noise": fault("Half the noise.", LEAKS),
        "noise_of_one_round": fault("The noise that one round needs, in each of several.", LEAKS),
        "classic_calibration": fault("The textbook's sigma, which is not the least one."),
        "trusted": edge("One number for all rounds, released by a trusted server."),
        "distributed": edge("Each client's report has its own noise: one number a round."),
    },
)


def vectors(make: Generator) -> Iterator[Vector]:
    """Yield the vectors: the three models, each with cuts about a standard deviation apart."""
    reach = ["-6", "-4", "-2", "-1", "0", "1", "2", "4", "6"]
    yield make.law(
        "sums are added up by a protocol; one of two clients is asked",
        {
            "epsilon": "3",
            "delta": "1/3",
            "reference": "1/4,3/4",
            "clients": 2,
            "trust": "tagg",
            "rounds": 2,
            "lam": "2",
            "items": 2,
            "participants": 1,
            "floor": "1/5",
        },
        [[0, 1], [1, 1]],
        "*",
        ["-4", "0", "4"],
        ["-3", "1", "5"],
        samples=300_000,
    )
    yield make.law(
        "a trusted server adds noise to one number",
        {"epsilon": "2", "delta": "1/100", "reference": "1/3,2/3", "clients": 7, "rounds": 2, "lam": "2"},
        [[0], [0], [0], [1], [1], [1], [1]],
        "trusted half_the_noise",
        reach,
        samples=60_000,
    )
    yield make.law(
        "each client adds noise",
        {
            "epsilon": "8",
            "delta": "1/10",
            "reference": "1/4,3/4",
            "clients": 4,
            "trust": "dist",
            "participants": 2,
            "rounds": 1,
        },
        [[0], [0], [1], [0]],
        "distributed half_the_noise letters_uniform",
        ["-1", "-1/2", "0", "1/4", "1/2", "3/4", "1", "3/2", "2"],
        samples=60_000,
    )
    given = {"epsilon": "2", "delta": "1/100", "reference": "1/3,2/3", "clients": 7, "rounds": 1, "lam": "2"}
    yield make.privacy("the total variation distance", given, "0", "* -epsilon_rounded_down -other_direction")
    yield make.privacy("at the epsilon that is claimed delta is left at most", given, "2", "* -other_direction")
    yield from make.invalid()
