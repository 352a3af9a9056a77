"""The fast lazy-to-private: the joint law of all models, partners and coins."""

import math
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from dpassay.fast import lazy_to_private_draws as module
from dpassay.fast.lazy_to_private import lazy_to_private, states
from dpassay.fast.multiplicative_weights import probabilities
from tests.fast.helpers import COMMON, NOT_INTEGER, Case, counts_p_value, expect_error, generator
from tests.fast.lazy_cases import (
    ALPHA,
    BAD_MATRICES,
    BAD_RULES,
    MATRIX,
    ONE_SIDED,
    PARAMETERS,
    SHARP,
    VALID,
    WRONG,
    Algorithm,
    N,
    expected,
    models,
    models_of,
    p_value,
    random_matrix,
    rounds_of,
    sample,
    streamed,
)

BAD: list[Case] = [
    *[("data", {"data": data}) for data in [*BAD_MATRICES, MATRIX[:4], [], np.ones((0, 3))]],
    *[("rounds", {"rounds": rounds}) for rounds in (0, -1, *NOT_INTEGER)],
    *[("experts", {"experts": experts}) for experts in (0, -1, *NOT_INTEGER)],
    ("data", {"rounds": 6}),
    ("data", {"experts": 2}),
]


@pytest.mark.parametrize(("name", "changes"), COMMON + BAD_RULES + BAD)
def test_bad_input(name: str, changes: dict[str, Any]) -> None:
    expect_error(lazy_to_private, VALID | changes, name)
    expect_error(states, VALID | changes, name)


def test_shapes() -> None:
    for size in (0, 1, 7, 20_000):
        first = sample(size=size, rng=generator(1))
        assert first.shape == (size, 3)
        assert first.dtype == np.int64
        assert np.array_equal(first, sample(size=np.int64(size), rng=generator(1)))  # type: ignore[arg-type]
    assert not np.array_equal(first, sample(size=20_000, rng=generator(2)))
    assert not np.array_equal(first[:1000], first[10_000:11_000])
    assert sample([[0.5]], size=3).tolist() == [[0]] * 3
    for batch, batches in ((1, 5), (2, 3), (4, 2), (5, 1), (6, 1), (2**31, 1)):
        assert sample(size=2, batch=batch).shape == (2, batches)
        assert streamed(runs=2, batch=batch)[0].models.shape == (batches, 2)
    drawn = states(**VALID | {"size": 4})
    assert drawn.models.shape == drawn.partners.shape == (4, 3)
    assert drawn.switches.shape == (4, 2)


def test_what_counts_as_a_matrix() -> None:
    exact = [[Fraction(entry) for entry in row] for row in MATRIX]
    array = np.array(MATRIX)
    for data in (exact, array, np.asfortranarray(array), array.astype(np.float32), array.astype(np.longdouble)):
        assert np.array_equal(sample(data, size=100), sample(size=100))
        assert np.array_equal(models(streamed(data, runs=100)), models(streamed(runs=100)))


def test_algorithm() -> None:
    """Two rounds, two experts, with the ratio as algorithm 1 prints it and exact numbers."""
    half, p = Fraction(1, 2), Fraction(1, 4)
    before, after = [Fraction(1)] * 2, [half, Fraction(1)]  # e^eta = 2; expert 0 has lost 1
    law = Algorithm([[1, 0], [0, 0]], math.log(2), 1, 0.25, 0.25).law()
    assert math.fsum(law.values()) == pytest.approx(1, rel=1e-14)
    for x, y, new_x in product((0, 1), (0, 1), (0, 1)):
        ratio = after[x] / (4 * before[x]) * before[y] / after[y]
        stay = ratio * (1 - p)
        exact = half * half * ((stay if new_x == x else 0) + (1 - stay) * after[new_x] / Fraction(3, 2))
        mass = math.fsum(m for (xs, ys, _), m in law.items() if xs == (x, new_x) and ys[0] == y)
        assert mass == pytest.approx(float(exact), rel=1e-14)


@pytest.mark.statistical
@pytest.mark.parametrize("changes", PARAMETERS)
def test_law(changes: dict[str, Any]) -> None:
    """alpha = 1e-6 each: all transcripts of both samplers; batches of 1, 2 and 3 rounds, the last one shorter."""
    matrix = rounds_of(changes)
    law = models_of(expected(matrix, **changes))
    assert math.fsum(law.values()) == pytest.approx(1, rel=1e-12)
    assert p_value(sample(matrix, **changes), law) > ALPHA
    assert p_value(streamed(matrix, **changes)[0].models.T, law) > ALPHA
    assert p_value(models(streamed(matrix, [1, 2, 3], **changes)).T, law) > ALPHA


@pytest.mark.statistical
@pytest.mark.parametrize("changes", PARAMETERS[:4])
def test_law_of_states(changes: dict[str, Any]) -> None:
    """alpha = 1e-6: the joint law of models, partners and coins, for two experts."""
    matrix = np.array(MATRIX)[:, :2]
    drawn = states(**VALID | {"data": matrix, "experts": 2, "size": N, "rng": generator(6)} | changes)
    law = {(*xs, *ys, *zetas): mass for (xs, ys, zetas), mass in expected(matrix, **changes).items()}
    assert p_value(np.hstack([drawn.models, drawn.partners, drawn.switches]), law) > ALPHA


@pytest.mark.statistical
@pytest.mark.parametrize("wrong", WRONG)
def test_wrong_laws_are_rejected(wrong: str) -> None:
    """Both samplers are told from samplers of other laws, by the models alone."""
    matrix, changes, size = SHARP, {"learning_rate": 0.3}, N
    if "new partner" in wrong or "switch of y" in wrong:  # which changes little
        matrix, changes, size = ONE_SIDED, {"learning_rate": 0.7, "batch": 1, "fake_switch": 0.3}, 3 * N
    right, other = models_of(expected(matrix, **changes)), models_of(expected(matrix, wrong, **changes))
    for samples in (sample(matrix, size, **changes), streamed(matrix, runs=size, **changes)[0].models.T):
        assert p_value(samples, right) > ALPHA
        assert p_value(samples, other) < ALPHA


@pytest.mark.statistical
@pytest.mark.parametrize("wrong", WRONG)
def test_wrong_laws_of_states_are_rejected(wrong: str) -> None:
    changes = {"learning_rate": 0.3}
    drawn = states(**VALID | {"data": SHARP, "rounds": 6, "experts": 2, "size": N, "rng": generator(3)} | changes)
    rows = np.hstack([drawn.models, drawn.partners, drawn.switches])
    laws = [expected(SHARP, variant, **changes) for variant in (None, wrong)]
    right, other = ({(*xs, *ys, *zetas): mass for (xs, ys, zetas), mass in law.items()} for law in laws)
    assert p_value(rows, right) > ALPHA
    assert p_value(rows, other) < ALPHA


@pytest.mark.statistical
@pytest.mark.parametrize("settings_", [{}, {"CHUNK": 120, "COINS": 1, "MOST_AGE": 3.0}, {"CHUNK": 1}])
def test_each_model_has_the_law_of_multiplicative_weights(
    monkeypatch: pytest.MonkeyPatch, settings_: dict[str, Any]
) -> None:
    """alpha = 1e-6 for each of 4 batches: no switch, and no chunk, changes the law of a model taken alone."""
    for name, value in settings_.items():
        monkeypatch.setattr(module, name, value)
    matrix = random_matrix(60, 30)
    laws = probabilities(matrix, learning_rate=0.2, form="loss")[::4]
    runs = 10_000 if settings_.get("CHUNK") == 1 else 50_000  # a chunk takes as long however short it is
    (played,) = streamed(matrix, runs=runs, learning_rate=0.2, batch=4)
    drawn = sample(matrix, size=50_000, learning_rate=0.2, batch=4)
    for s in (0, 1, 7, 14):
        assert counts_p_value(played.models[s], laws[s]) > ALPHA
        assert counts_p_value(drawn[:, s], laws[s]) > ALPHA
    assert counts_p_value(played.models[14], laws[13]) < ALPHA


def test_a_model_does_not_see_its_own_batch() -> None:
    other = np.array(MATRIX)
    other[4:] = 1 - other[4:]  # the last batch, of one round
    assert np.array_equal(sample(size=500), sample(other, size=500))
    assert np.array_equal(streamed(runs=500)[0].models, streamed(other, runs=500)[0].models)
    other[3] = 1 - other[3]
    assert not np.array_equal(sample(size=500), sample(other, size=500))
    assert not np.array_equal(streamed(runs=500)[0].models, streamed(other, runs=500)[0].models)
