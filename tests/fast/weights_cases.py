"""Rewards to choose experts by, right and wrong, the law of the choices, and both samplers of it."""

import math
from fractions import Fraction
from typing import Any

import numpy as np

from dpassay.fast.multiplicative_weights import multiplicative_weights
from dpassay.fast.multiplicative_weights_stream import Played, play
from tests.fast.helpers import NOT_POSITIVE, Case, counts_p_value, generator

ALPHA = 1e-6
N = 100_000
FORMS = ["gain", "loss"]
MATRIX = [[1.0, 0.0, 0.5], [0.25, 1.0, 0.0], [0.0, 0.75, 1.0], [1.0, 1.0, 0.125]]
VALID: dict[str, Any] = {
    "data": MATRIX,
    "size": 5,
    "rng": generator(),
    "learning_rate": 0.5,
    "rounds": 4,
    "experts": 3,
}
STREAM: dict[str, Any] = {"runs": 2, "rng": generator(), "learning_rate": 0.5}
BAD_ROW: list[Any] = [
    [0.5, math.nan, 0.5],
    [0.5, 1.0 + 2**-52, 0.5],
    [0.5, -(2.0**-1074), 0.5],
    [math.inf, 0.5, 0.5],
    [2, 0, 0],
    [0.5, 0.5],
    [0.5, 0.5, 0.5, 0.5],
    [0.5, True, 0.5],
    [0.5, "1", 0.5],
    "111",
    0.5,
    None,
]
BAD_MATRICES: list[Any] = [
    *([*MATRIX[:2], row, MATRIX[3]] for row in BAD_ROW),
    np.where(np.eye(4, 3) > 0, np.nan, 0.5),
    np.full((4, 3), 1.5),
    -np.eye(4, 3),
    np.full((4, 3), -1),
    np.ones((4, 3), np.bool_),
    np.ones((4, 3), np.complex128),
    np.ones((4, 3), object),
    np.ones((4, 3, 1)),
    np.ones((4, 4)),
    np.ones(12),
    np.ones((4, 3), np.longdouble) + np.finfo(np.longdouble).eps,
    "text",
    0.5,
    None,
]
BAD_RATES: list[Case] = [
    *[("learning_rate", {"learning_rate": rate}) for rate in NOT_POSITIVE],
    *[
        ("exp_learning_rate", {"learning_rate": None, "exp_learning_rate": rate})
        for rate in (1, Fraction(1, 2), "1", "1/0", "x", "1e999999999", True, math.nan, [2])
    ],
    ("exp_learning_rate", {"exp_learning_rate": 2}),  # both
    ("learning_rate", {"learning_rate": None}),  # neither
    *[("form", {"form": form}) for form in ("gains", "", None, 1, ["gain"], np.array(["gain", "loss"]))],
]


def law(matrix: Any, rate: Any, form: str = "gain") -> Any:
    """The law of each round, from exact sums: a weight is e to the exact exponent, rounded once."""
    rate = Fraction(rate) if form == "gain" else -Fraction(rate)
    sums = [Fraction(0)] * len(matrix[0])
    rows = []
    for row in matrix:
        exponents = [rate * total for total in sums]
        best = max(exponents)
        weights = [math.exp(max(-800.0, float(max(exponent - best, -1000)))) for exponent in exponents]
        rows.append([weight / math.fsum(weights) for weight in weights])
        sums = [total + Fraction(float(reward)) for total, reward in zip(sums, row, strict=True)]
    return np.array(rows)


def sample(matrix: Any = MATRIX, size: int = N, **changes: Any) -> Any:
    shape = {"rounds": len(matrix), "experts": len(matrix[0])}
    return multiplicative_weights(**VALID | {"data": matrix, "size": size, "rng": generator(3)} | shape | changes)


def transcript_p_value(samples: Any, expected: Any) -> float:
    """The chi-square test of whole transcripts against independent choices with the rows of `expected` as laws."""
    rounds, experts = expected.shape
    joint = expected[0]
    for row in expected[1:]:
        joint = np.multiply.outer(joint, row).ravel()
    return counts_p_value(samples @ experts ** np.arange(rounds - 1, -1, -1), joint)


def streamed(matrix: Any, blocks: Any = None, runs: int = 0, **changes: Any) -> list[Played]:
    """The results of a stream, cut before the rows `blocks`."""
    cut = np.split(np.asarray(matrix), blocks) if blocks is not None else [matrix]
    return list(play(cut, **{"runs": runs, "rng": generator(4), "learning_rate": 0.5} | changes))


def random_matrix(rounds: int, experts: int, seed: int = 5) -> Any:
    return generator(seed).random((rounds, experts))


WRONG: dict[str, Any] = {
    "twice the rate": lambda matrix: law(matrix, 1.0),
    "the other sign": lambda matrix: law(matrix, 0.5, "loss"),
    "sees the row of its own round": lambda matrix: law([*matrix, [0, 0, 0]], 0.5)[1:],
    "one row late": lambda matrix: law([[0, 0, 0], *matrix], 0.5)[:-1],
    "only the last row": lambda matrix: np.array([law([row, row], 0.5)[1] for row in [[0, 0, 0], *matrix[:-1]]]),
    "always uniform": lambda matrix: np.full((4, 3), 1 / 3),
}
