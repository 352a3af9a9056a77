"""The shared draws: deterministic tests with rigged generators, and a few samples."""

from typing import Any

import numpy as np
import pytest

from dpassay.fast import draws
from tests.fast.helpers import ALPHA, N, bits_p_value, counts_p_value, generator


class Rigged:
    """A generator whose uniforms are all the same."""

    def __init__(self, uniform: float) -> None:
        self.uniform = uniform

    def random(self, size: int) -> Any:
        return np.full(size, self.uniform)


@pytest.mark.parametrize("size", [0, 1, draws.BLOCK, draws.BLOCK + 1, 3 * draws.BLOCK, 3 * draws.BLOCK + 5])
def test_blocks_cover_the_size(size: int) -> None:
    sizes = []

    def draw(n: int) -> Any:
        sizes.append(n)
        return np.full(n, len(sizes))

    values = draws.in_blocks(draw, size)
    assert sum(sizes) == size == len(values)
    assert max(sizes) <= draws.BLOCK
    assert np.array_equal(values, np.repeat(np.arange(len(sizes)) + 1, sizes))


def test_accepted_draws_until_all_are_kept() -> None:
    rng = generator()

    def attempt(n: int) -> Any:
        values = rng.integers(10, size=n)
        return values, values < 3

    values = draws.accepted(attempt, 10_000)
    assert values.max() == 2
    assert np.bincount(values).min() > 3000
    assert draws.accepted(attempt, 0).shape == (0,)


@pytest.mark.parametrize("probability", [5e-324, 1e-300, 2.0**-54, 1e-9, 0.3, 0.5, 0.9])
def test_bernoulli_loses_no_probability(probability: float) -> None:
    everything, nothing = Rigged(0.0), Rigged(1 - 2.0**-53)
    assert draws.bernoulli(probability, 5, everything).all()  # type: ignore[arg-type]
    assert not draws.bernoulli(probability, 5, nothing).any()  # type: ignore[arg-type]


def test_bernoulli_asks_no_more_of_a_uniform_than_its_53_bits() -> None:
    """With probability 2^-56 a uniform of zero, which has the probability 2^-53, is not enough."""

    class Uniforms(Rigged):
        def random(self, size: int) -> Any:
            first, self.uniform = self.uniform, 0.25
            return np.full(size, first)

    assert not draws.bernoulli(2.0**-56, 1, Uniforms(0.0)).any()  # type: ignore[arg-type]
    assert draws.bernoulli(2.0**-54, 1, Uniforms(0.0)).all()  # type: ignore[arg-type]


def test_bernoulli_at_the_ends() -> None:
    assert not draws.bernoulli(0.0, 5, Rigged(0.0)).any()  # type: ignore[arg-type]
    assert draws.bernoulli(1.0, 5, Rigged(1 - 2.0**-53)).all()  # type: ignore[arg-type]


@pytest.mark.statistical
@pytest.mark.parametrize("probability", [0.001, 0.3, 0.49, 0.5, 0.97])
def test_bernoulli_frequency(probability: float) -> None:
    """alpha = 1e-4."""
    hits = draws.bernoulli(probability, N, generator()).astype(np.int64)
    assert counts_p_value(hits, [1 - probability, probability]) > ALPHA
    tampered = 0.9 * probability if probability > 0.01 else 2 * probability
    assert counts_p_value(hits, [1 - tampered, tampered]) < ALPHA


@pytest.mark.statistical
def test_signed_bits_are_uniform() -> None:
    """alpha = 1e-4 each."""
    sign, magnitude = draws.signed_bits(5, N, generator())
    assert set(np.unique(sign)) == {-1, 0}
    assert (magnitude.min(), magnitude.max()) == (0, 31)
    assert counts_p_value((magnitude << 1) - sign, np.full(64, 1 / 64)) > ALPHA
    assert bits_p_value(draws.signed_bits(60, N, generator())[1], 8) > ALPHA


def test_signed_bits_of_none() -> None:
    sign, magnitude = draws.signed_bits(0, 100, generator())
    assert set(np.unique(sign)) == {-1, 0}
    assert not magnitude.any()


def test_noisy_argmax_is_the_first_of_the_largest() -> None:
    scores = np.array([1.0, 3.0, 3.0, -np.inf])
    assert draws.noisy_argmax(scores, np.zeros, 4).tolist() == [1, 1, 1, 1]
    assert draws.noisy_argmax(scores[:1], np.zeros, 2).tolist() == [0, 0]


@pytest.mark.statistical
def test_the_ends_of_numpys_draws() -> None:
    """What the module says of NumPy's draws, as far as a sample shows it: nothing beyond the ends."""
    assert generator().standard_exponential(10**6).max() < 44.5
    assert np.abs(generator().standard_normal(10**6)).max() < 12.3
