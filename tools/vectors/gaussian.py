"""Vectors of the Gaussian mechanism with the least sufficient standard deviation."""

from __future__ import annotations

from collections.abc import Iterator

from tools.vectors.vector import LEAKS, Generator, Vector, edge, fault

GENERATOR = Generator(
    "gaussian",
    {
        "scale_too_small": fault("A tenth less noise than the guarantee needs.", LEAKS),
        "sensitivity_ignored": fault("Noise for a sensitivity of 1, whatever it is.", LEAKS),
        "classic_calibration": fault(
            "sqrt(2 log(1.25 / delta)) sensitivity / eps: too much for a small epsilon, too little for a large one."
        ),
        "root_of_deviation": fault("The standard deviation is handed over where a variance is expected.", LEAKS),
        "delta_ignored": fault("Noise of scale sensitivity / eps, as for Laplace noise.", LEAKS),
        "sigma_given": edge("The standard deviation is given: nothing is calibrated."),
        "large_epsilon": edge("Beyond epsilon = 1 the textbook's calibration is not private."),
    },
)


def vectors(make: Generator) -> Iterator[Vector]:
    """Yield the vectors: cuts in steps of about half a standard deviation."""
    yield make.law(
        "a sensitivity of 2 shows where it is left out",
        {"epsilon": "1", "delta": "1e-5", "sensitivity": 2},
        "5/2",
        "*",
        ["-27/2", "-19/2", "-11/2", "-7/2", "-3/2", "1/2", "5/2", "9/2", "13/2", "17/2", "21/2", "29/2", "37/2"],
        samples=60_000,
    )
    yield make.law(
        "epsilon is 5, and delta a millionth",
        {"epsilon": "5", "delta": "1e-6", "sensitivity": "5/2"},
        -100,
        "large_epsilon sensitivity_ignored delta_ignored",
        ["-107", "-104", "-103", "-102", "-101", "-100", "-99", "-98", "-97", "-96", "-93"],
        samples=60_000,
    )
    yield make.law(
        "a standard deviation of 6",
        {"epsilon": "1/2", "delta": "1e-3", "sensitivity": 1, "sigma": 6},
        "1/4",
        "sigma_given",
        ["-12", "-6", "-3", "0", "1/4", "3", "6", "12"],
    )
    given = {"epsilon": "1", "delta": "1e-5", "sensitivity": 2}
    yield make.privacy("at the epsilon that is claimed delta is left", given, "1", "* -other_direction")
    yield make.privacy("the total variation distance", given, "0", "* -epsilon_rounded_down -other_direction")
    yield make.privacy("at twice the epsilon", given, "2", "* -other_direction")
    yield from make.invalid()
