"""Vectors of one report of private weighted majority: noisy log-likelihoods of a clipped label."""

from __future__ import annotations

from collections.abc import Iterator

from tools.vectors.vector import LEAKS, Generator, Vector, edge, fault

GENERATOR = Generator(
    "private_wma",
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
        "one_noise_for_all": fault("One noise for all coordinates: their differences are bare.", LEAKS),
        "clipped_anew_for_each": fault("The label is clipped again for each hypothesis."),
        "root_without_the_two": fault("The scale of the proof, without the 2 inside the root."),
        "noise_of_one_number": fault("Each number is as private as all of them should be together.", LEAKS),
        "basic_composition": fault("K times the noise of one number, in place of advanced composition."),
        "one_hypothesis": edge("A report is one number."),
        "as_printed": edge("The calibration that is printed, and is not private."),
    },
)


def vectors(make: Generator) -> Iterator[Vector]:
    """Yield the vectors: cuts in each coordinate about a scale apart."""
    rows = "1/2,3/8,1/8;1/8,1/8,3/4"
    cuts = ["-4", "-13/4", "-11/4", "-9/4", "-7/4", "-3/2", "-5/4", "-3/4", "1/4"]
    yield make.law(
        "two hypotheses, three labels",
        {"epsilon": "100", "delta": "1/2", "hypotheses": rows, "rounds": 10},
        0,
        "*",
        cuts,
        ["-5", "-15/4", "-3", "-11/4", "-5/2", "-9/4", "-7/4", "-5/4", "1/4"],
        samples=200_000,
    )
    yield make.law(
        "one hypothesis",
        {"epsilon": "100", "delta": "1/100", "hypotheses": "2/3,1/3", "rounds": 5},
        0,
        "one_hypothesis twice_the_budget scale_without_logarithm",
        ["-5/2", "-3/2", "-5/4", "-1", "-3/4", "-1/2", "0", "1"],
        samples=60_000,
    )
    yield make.law(
        "as printed",
        {"epsilon": "100", "delta": "1/2", "hypotheses": rows, "rounds": 4, "calibration": "printed"},
        2,
        "as_printed",
        ["-4", "-3", "-2", "-1", "0"],
        ["-4", "-3", "-2", "-1", "0"],
        samples=60_000,
    )
    given = {"epsilon": "8", "delta": "1/2", "hypotheses": "1/2,1/2;1/4,3/4", "rounds": 4}
    yield make.privacy("the total variation distance", given, "0", "* -epsilon_rounded_down -other_direction")
    yield from make.invalid()
