"""Vectors of the discrete Gaussian mechanism."""

from __future__ import annotations

from collections.abc import Iterator

from tools.vectors.vector import LEAKS, Generator, Vector, edge, fault

GENERATOR = Generator(
    "discrete_gaussian",
    {
        "scale_too_small": fault("A tenth less noise than there should be.", LEAKS),
        "factor_two_missing": fault("Weights e^(-k^2 / sigma^2) in place of e^(-k^2 / (2 sigma^2)).", LEAKS),
        "rounded": fault("Continuous normal noise is rounded to the nearest integer."),
        "clipped": fault("There is no noise beyond two standard deviations.", LEAKS),
        "zero_counts_twice": fault("A sign and a magnitude are drawn, and minus zero is kept."),
        "hardly_any_noise": edge("sigma^2 = 1/16: nearly all answers are the true value."),
        "wide_noise": edge("sigma = 100: close to normal noise, and a sampler that rejects is slow."),
    },
)


def vectors(make: Generator) -> Iterator[Vector]:
    """Yield the vectors: small variances, at which the law is far from a rounded normal one."""
    yield make.law("variance 1", {"sigma_squared": 1, "sensitivity": 1}, 0, "*", range(-4, 5), samples=200_000)
    yield make.law(
        "a variance that is no square",
        {"sigma_squared": "9/2", "sensitivity": 2},
        7,
        "scale_too_small factor_two_missing zero_counts_twice",
        range(-2, 17),
        samples=60_000,
    )
    yield make.law(
        "half a unit of noise: rounding shows most",
        {"sigma_squared": "1/4", "sensitivity": 1},
        -3,
        "rounded factor_two_missing zero_counts_twice",
        range(-6, 1),
        samples=60_000,
    )
    yield make.law(
        "a quarter of a unit of noise", {"sigma_squared": "1/16", "sensitivity": 1}, 5, "hardly_any_noise", range(4, 7)
    )
    yield make.law(
        "a hundred units of noise", {"sigma_squared": 10_000, "sensitivity": 1}, 0, "wide_noise", range(-15, 16)
    )
    given = {"sigma_squared": 4, "sensitivity": 1}
    yield make.privacy("the total variation distance", given, "0", "* -epsilon_rounded_down -other_direction")
    yield make.privacy("at epsilon 1", given, "1", "* -other_direction")
    yield from make.invalid()
