"""Vectors of one report of private Exp3: a hypothesis, and its noisy log-likelihood of a clipped label."""

from __future__ import annotations

from collections.abc import Iterator

from tools.vectors.vector import LEAKS, Generator, Vector, edge, fault

GENERATOR = Generator(
    "private_exp3",
    {
        "floors": fault("A cast cuts where the ceiling is meant: shares are too small."),
        "rounded_sizes": fault("Rounding in place of the ceiling."),
        "counted_as_k_times_m": fault("K M stands for N', the number of all integers, in the likelihoods."),
        "astray_once_in_k": fault("1/K in place of 1/T."),
        "unmixed_likelihoods": fault("The likelihoods are those of labels that never go astray."),
        "undivided_masses": fault("The mass of a label is not divided among its integers."),
        "label_not_clipped": fault("The label itself is reported on: nothing goes astray."),
        "noise_on_the_likelihood": fault("Noise is added to the probability, and the logarithm is taken after that."),
        "printed_scale": fault("The printed scale, log(K T), where the corrected one is asked for."),
        "scale_without_logarithm": fault("Noise for numbers that change by 1.", LEAKS),
        "twice_the_budget": fault("Half the noise.", LEAKS),
        "first_hypothesis_favored": fault("The index is drawn by a remainder that wraps around."),
        "one_hypothesis": edge("The index tells nothing."),
        "as_printed": edge("The calibration that is printed, and is not private."),
    },
)


def vectors(make: Generator) -> Iterator[Vector]:
    """Yield the vectors: for each index, cuts about half a scale apart."""
    rows = "1/2,3/8,1/8;1/8,1/8,3/4"
    yield make.law(
        "two hypotheses, three labels",
        {"epsilon": "8", "hypotheses": rows, "rounds": 4},
        0,
        "*",
        [
            "-15/4",
            "-13/4",
            "-23/8",
            "-21/8",
            "-5/2",
            "-19/8",
            "-17/8",
            "-15/8",
            "-13/8",
            "-3/2",
            "-11/8",
            "-9/8",
            "-1/2",
        ],
        samples=200_000,
    )
    yield make.law(
        "one hypothesis",
        {"epsilon": "8", "hypotheses": "2/3,1/3", "rounds": 5},
        0,
        "one_hypothesis twice_the_budget",
        ["-5/2", "-3/2", "-5/4", "-1", "-3/4", "-1/2", "0", "1"],
        samples=60_000,
    )
    yield make.law(
        "as printed",
        {"exp_eps": "16", "hypotheses": rows, "rounds": 4, "calibration": "printed"},
        2,
        "as_printed",
        ["-5", "-4", "-3", "-2", "-1", "0"],
        samples=60_000,
    )
    given = {"epsilon": "2", "hypotheses": "1/2,1/2;1/4,3/4", "rounds": 4}
    yield make.privacy("the total variation distance", given, "0", "* -epsilon_rounded_down -other_direction")
    yield make.privacy("at half the epsilon that is claimed", given, "1", "not_cut_off")
    yield from make.invalid()
