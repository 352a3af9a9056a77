"""Vectors of the Laplace mechanism."""

from __future__ import annotations

from collections.abc import Iterator

from tools.vectors.vector import LEAKS, Generator, Vector, edge, fault

GENERATOR = Generator(
    "laplace",
    {
        "scale_too_small": fault("A tenth less noise than the budget asks for.", LEAKS),
        "sensitivity_ignored": fault("Noise for a sensitivity of 1, whatever it is.", LEAKS),
        "scale_inverted": fault("epsilon / sensitivity is taken for the scale, which is its inverse.", LEAKS),
        "adjacency_confused": fault(
            "Half the scale: the sensitivity to one record more, where one is replaced.", LEAKS
        ),
        "gaussian_noise": fault("Normal noise of the same variance.", LEAKS),
        "one_sided": fault("Exponential noise: no answer is below the true value.", LEAKS),
        "clipped": fault("Noise beyond four scales is cut off.", LEAKS),
        "narrow_noise": edge("Noise much smaller than the true value."),
        "wide_noise": edge("Noise much larger than the true value."),
    },
)


def vectors(make: Generator) -> Iterator[Vector]:
    """Yield the vectors: cuts in steps of half a scale or a scale, with the tails from eight scales on."""
    yield make.law(
        "a sensitivity of 2 shows where it is left out",
        {"epsilon": "1", "sensitivity": 2},
        "5/2",
        "*",
        ["-27/2", "-11/2", "-7/2", "-3/2", "1/2", "3/2", "5/2", "7/2", "9/2", "13/2", "17/2", "21/2", "37/2"],
        samples=60_000,
    )
    yield make.law(
        "e to epsilon is rational, and so is the law at whole numbers",
        {"exp_eps": "3/2", "sensitivity": 1},
        0,
        "scale_too_small one_sided scale_inverted adjacency_confused",
        range(-8, 9),
        samples=60_000,
    )
    yield make.law(
        "the scale is 5/8",
        {"epsilon": "4", "sensitivity": "5/2"},
        -100,
        "scale_inverted sensitivity_ignored one_sided",
        ["-103", "-102", "-101", "-201/2", "-100", "-199/2", "-99", "-98", "-97"],
    )
    yield make.law(
        "noise of scale 2^-20 around 1/2",
        {"epsilon": "1", "sensitivity": "1/1048576"},
        "1/2",
        "narrow_noise sensitivity_ignored",
        ["262143/524288", "524287/1048576", "1/2", "524289/1048576", "262145/524288"],
    )
    yield make.law(
        "noise of scale 2^30",
        {"epsilon": "1/1073741824", "sensitivity": 1},
        1,
        "wide_noise one_sided",
        [-(2**32), -(2**30), 1, 2**30, 2**32],
    )
    yield make.privacy(
        "at the epsilon that is claimed nothing is left", {"epsilon": "1", "sensitivity": 2}, "1", "not_cut_off"
    )
    yield make.privacy("below it a delta is needed", {"epsilon": "1", "sensitivity": 2}, "1/2", "* -other_direction")
    yield from make.invalid()
