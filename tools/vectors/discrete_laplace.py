"""Vectors of the discrete Laplace mechanism."""

from __future__ import annotations

from collections.abc import Iterator

from tools.vectors.vector import LEAKS, Generator, Vector, edge, fault

GENERATOR = Generator(
    "discrete_laplace",
    {
        "scale_too_small": fault("A tenth less noise than the budget asks for.", LEAKS),
        "sensitivity_ignored": fault("Noise for a sensitivity of 1, whatever it is.", LEAKS),
        "zero_counts_twice": fault("A sign and a magnitude are drawn, and minus zero is kept: 0 is twice as likely."),
        "magnitude_from_one": fault("Geometric draws begin at 1, so that no noise is never drawn.", LEAKS),
        "rounded": fault("Continuous Laplace noise is rounded to the nearest integer."),
        "biased_sign": fault("The coin that decides the sign falls one way more often.", LEAKS),
        "far_from_zero": edge("A true value at which a double is no longer finer than 1."),
        "wide_noise": edge("Noise of many hundreds: no outcome is likely."),
    },
)


def vectors(make: Generator) -> Iterator[Vector]:
    """Yield the vectors: a sensitivity that is not 1, a rational law, and the corners."""
    near = "scale_too_small zero_counts_twice magnitude_from_one biased_sign"
    yield make.law(
        "a sensitivity of 2 shows where it is left out",
        {"epsilon": "1", "sensitivity": 2},
        7,
        "*",
        range(-3, 18),
        samples=60_000,
    )
    yield make.law(
        "e to epsilon is rational, and so is the law",
        {"exp_eps": "3/2", "sensitivity": 1},
        0,
        near,
        range(-8, 9),
        samples=60_000,
    )
    yield make.law(
        "a negative value, little noise", {"epsilon": "4", "sensitivity": 1}, -3, "magnitude_from_one", range(-6, 1)
    )
    yield make.law(
        "beyond 2^53 answers must be integers of full length",
        {"epsilon": "1", "sensitivity": 1},
        2**53 + 1,
        "far_from_zero",
        range(2**53 - 4, 2**53 + 7),
    )
    yield make.law("noise of scale 1000", {"epsilon": "1/1000", "sensitivity": 1}, 0, "wide_noise", range(-20, 21))
    yield make.privacy(
        "at the epsilon that is claimed nothing is left", {"epsilon": "1", "sensitivity": 2}, "1", "not_cut_off"
    )
    yield make.privacy("below it a delta is needed", {"epsilon": "1", "sensitivity": 2}, "1/2", "* -other_direction")
    yield from make.invalid()
