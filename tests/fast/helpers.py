"""What the tests of the fast samplers share: cases of bad input, and tests of samples against a law.

A statistical test states its alpha, the probability that a correct sampler fails it; seeds are fixed.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from scipy import stats

ALPHA = 1e-4
N = 200_000

Case = tuple[str, dict[str, Any]]
NOT_POSITIVE = [
    0,
    0.0,
    -1,
    float("nan"),
    float("inf"),
    -float("inf"),
    True,
    np.True_,
    "1",
    1j,
    [1.0],
    10**400,
]
NOT_REAL = [float("nan"), float("inf"), True, np.False_, "1", 1j, [1.0], None]
NOT_INTEGER = [1.0, True, np.True_, "1", None, Fraction(1), float("nan"), 2**70, -(2**70)]

COMMON: list[Case] = [
    *[("size", {"size": size}) for size in (-1, 1.0, True, "3", None, 2**70)],
    *[("rng", {"rng": rng}) for rng in (None, 5, np.random.RandomState(5), np.random)],
]
BUDGET: list[Case] = [
    *[("epsilon", {"epsilon": epsilon}) for epsilon in NOT_POSITIVE],
    *[
        ("exp_eps", {"epsilon": None, "exp_eps": exp_eps})
        for exp_eps in (
            1,
            Fraction(1, 2),
            0.5,
            "1",
            "1/0",
            "x",
            "nan",
            "1e999999999",
            True,
            float("nan"),
            [2],
        )
    ],
    ("exp_eps", {"exp_eps": 2}),  # both
    ("epsilon", {"epsilon": None}),  # neither
]
SENSITIVITY: list[Case] = [("sensitivity", {"sensitivity": sensitivity}) for sensitivity in NOT_POSITIVE]
INTEGER_SENSITIVITY: list[Case] = [
    ("sensitivity", {"sensitivity": sensitivity}) for sensitivity in [0, -1, *NOT_INTEGER]
]


def generator(seed: int = 20241121) -> np.random.Generator:
    return np.random.default_rng(seed)


def expect_error(mechanism: Callable[..., Any], arguments: dict[str, Any], name: str) -> None:
    """The call raises a ValueError of one line that names the argument and says what was expected."""
    with pytest.raises(ValueError, match="expected") as caught:
        mechanism(**arguments)
    message = str(caught.value)
    assert name in message
    assert "\n" not in message
    assert len(message) < 300


def check_shapes(mechanism: Callable[..., Any], arguments: dict[str, Any], dtype: type) -> None:
    """The shape, the type, and that the seed decides, for a size across a block and for none."""
    for size in (0, 1, 7, 40_000):
        first = mechanism(**arguments | {"size": size, "rng": generator(1)})
        second = mechanism(**arguments | {"size": np.int64(size), "rng": generator(1)})
        assert isinstance(first, np.ndarray)
        assert first.shape == (size,)
        assert first.dtype == dtype
        assert np.array_equal(first, second)
    other = mechanism(**arguments | {"size": 40_000, "rng": generator(2)})
    assert not np.array_equal(first, other)
    assert not np.array_equal(first[:1000], first[20_000:21_000])


def counts_p_value(samples: Any, probabilities: Any) -> float:
    """The chi-square test of indices 0, ..., k - 1; the rarest are pooled until 10 are expected in the pool."""
    expected = np.asarray(probabilities) * len(samples)
    counts = np.bincount(samples, minlength=len(expected))
    if len(counts) > len(expected):
        return 0.0
    order = np.argsort(expected)
    expected, counts = expected[order], counts[order]
    pooled = max(1, int(np.searchsorted(expected, 10)), int(np.searchsorted(np.cumsum(expected), 10)) + 1)
    observed = np.append(counts[pooled:], counts[:pooled].sum())
    awaited = np.append(expected[pooled:], expected[:pooled].sum())
    if len(awaited) == 1:
        return 1.0
    statistic = ((observed - awaited) ** 2 / awaited).sum()
    return float(stats.chi2.sf(statistic, len(awaited) - 1))


def integers_p_value(samples: Any, cdf: Callable[[Any], Any], low: int, high: int) -> float:
    """The chi-square test of integers: a cell for each of low, ..., high, one below and one above."""
    edges = np.arange(low - 1, high + 1)
    probabilities = np.diff(np.concatenate([[0], cdf(edges), [1]]))
    return counts_p_value(np.clip(samples, low - 1, high + 1) - (low - 1), probabilities)


def reals_p_value(samples: Any, cdf: Callable[[Any], Any]) -> float:
    """The Kolmogorov-Smirnov test."""
    return float(stats.kstest(samples, cdf).pvalue)


def bits_p_value(integers: Any, bits: int) -> float:
    """The chi-square test that the lowest bits are uniform."""
    return counts_p_value(integers & (2**bits - 1), np.full(2**bits, 2.0**-bits))
