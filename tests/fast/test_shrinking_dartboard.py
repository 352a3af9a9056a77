"""The shrinking dartboard with fake switches: the joint law of the models, and the stream."""

import math
from collections import defaultdict
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from dpassay.fast.multiplicative_weights import probabilities
from dpassay.fast.shrinking_dartboard import play, shrinking_dartboard
from tests.fast.helpers import COMMON, NOT_INTEGER, NOT_POSITIVE, Case, counts_p_value, expect_error, generator

ALPHA = 1e-6
N = 200_000
MATRIX = [[1.0, 0.0, 0.5], [0.25, 1.0, 0.0], [0.0, 0.75, 1.0], [1.0, 1.0, 0.125], [0.5, 0.0, 1.0]]
VALID: dict[str, Any] = {
    "data": MATRIX,
    "size": 5,
    "rng": generator(),
    "learning_rate": 0.5,
    "batch": 2,
    "fake_switch": 0.25,
    "rounds": 5,
    "experts": 3,
}
STREAM: dict[str, Any] = {name: VALID[name] for name in ("rng", "learning_rate", "batch", "fake_switch")} | {"runs": 2}
BAD_RULES: list[Case] = [
    *[("learning_rate", {"learning_rate": rate}) for rate in NOT_POSITIVE],
    ("exp_learning_rate", {"exp_learning_rate": 2}),  # both
    *[("batch", {"batch": batch}) for batch in (0, -1, *NOT_INTEGER)],
    *[("fake_switch", {"fake_switch": p}) for p in (*NOT_POSITIVE, 1, 1.5)],
]
BAD: list[Case] = [
    *[("data", {"data": data}) for data in (MATRIX[:4], np.full((5, 3), 1.5), "text", None)],
    *[("rounds", {"rounds": rounds}) for rounds in (0, *NOT_INTEGER)],
    *[("experts", {"experts": experts}) for experts in (0, *NOT_INTEGER)],
    *[("constant", {"constant": constant}) for constant in ("", "best", None, 0.5, ["worst"])],
]
WRONG = {
    "density ratio without a constant": (0.0, True, 0.25),
    "half the constant": (0.5, True, 0.25),
    "weights with a constant": (1.0, False, 0.25),
    "no fake switch": (0.0, False, 0.0),
}


def law(rate: float, batch: int, *, slack: float, normalized: bool, fake: float, matrix: Any = MATRIX) -> Any:
    """The joint law of x_1, ..., x_S, as the sketch says it, with C = e^(-slack B rate), by both coins."""
    experts = range(len(matrix[0]))
    exact = [[Fraction(loss) for loss in row] for row in matrix]

    def weights(s: int) -> Any:
        sums = [sum((row[x] for row in exact[: s * batch]), Fraction(0)) for x in experts]
        return np.array([math.exp(-Fraction(rate) * total) for total in sums])

    joint: dict[tuple[int, ...], float] = {(x,): 1 / len(experts) for x in experts}
    for s in range(1, -(-len(matrix) // batch)):
        old, new = weights(s - 1), weights(s)
        fresh = new / new.sum()
        ratio = fresh / (old / old.sum()) if normalized else new / old
        keep = np.minimum(1, math.exp(-slack * batch * rate) * ratio)
        grown: dict[tuple[int, ...], float] = defaultdict(float)
        for (path, mass), coin, fake_coin, x in product(joint.items(), (0, 1), (0, 1), experts):
            chance = (keep[path[-1]] if coin else 1 - keep[path[-1]]) * (1 - fake if fake_coin else fake)
            grown[(*path, x)] += mass * chance * ((x == path[-1]) if coin and fake_coin else fresh[x])
        joint = grown
    return np.array([joint[path] for path in product(experts, repeat=len(next(iter(joint))))])


def p_value(samples: Any, expected: Any) -> float:
    """The chi-square test of whole transcripts of three experts."""
    return counts_p_value(samples @ 3 ** np.arange(samples.shape[1] - 1, -1, -1), expected)


def sample(matrix: Any = MATRIX, size: int = N, **changes: Any) -> Any:
    shape = {"rounds": len(matrix), "experts": len(matrix[0])}
    return shrinking_dartboard(**VALID | {"data": matrix, "size": size, "rng": generator(3)} | shape | changes)


def streamed(matrix: Any = MATRIX, runs: int = N, **changes: Any) -> Any:
    *_, last = play([matrix], **STREAM | {"runs": runs, "rng": generator(4)} | changes)
    return last


@pytest.mark.parametrize(("name", "changes"), COMMON + BAD_RULES + BAD)
def test_bad_input(name: str, changes: dict[str, Any]) -> None:
    expect_error(shrinking_dartboard, VALID | changes, name)


@pytest.mark.parametrize(("name", "changes"), [*BAD_RULES, ("runs", {"runs": -1}), ("rng", {"rng": 5})])
def test_bad_input_of_a_stream_is_refused_at_once(name: str, changes: dict[str, Any]) -> None:
    expect_error(play, {"blocks": [MATRIX]} | STREAM | changes, name)


@pytest.mark.statistical
@pytest.mark.parametrize("constant", ["dartboard", "worst"])
@pytest.mark.parametrize(
    "changes", [{}, {"learning_rate": 0.01, "fake_switch": 0.05}, {"batch": 3, "learning_rate": 2.0}, {"batch": 1}]
)
def test_law(constant: str, changes: dict[str, Any]) -> None:
    """alpha = 1e-6 each: all transcripts."""
    rate, batch, fake = ((VALID | changes)[name] for name in ("learning_rate", "batch", "fake_switch"))
    worst = constant == "worst"
    expected = law(rate, batch, slack=float(worst), normalized=worst, fake=fake)
    assert p_value(sample(constant=constant, **changes), expected) > ALPHA
    if not worst:
        assert p_value(streamed(**changes).models.T, expected) > ALPHA


@pytest.mark.statistical
@pytest.mark.parametrize("wrong", WRONG)
def test_wrong_laws_are_rejected(wrong: str) -> None:
    slack, normalized, fake = WRONG[wrong]
    expected = law(0.5, 2, slack=slack, normalized=normalized, fake=fake)
    for samples in (sample(), sample(constant="worst"), streamed().models.T):
        assert p_value(samples, expected) < ALPHA


@pytest.mark.statistical
@pytest.mark.parametrize("constant", ["dartboard", "worst"])
def test_each_model_has_the_law_of_multiplicative_weights(constant: str) -> None:
    """alpha = 1e-6 for each of 4 batches; the laws of batches that are 7 apart are told from each other."""
    matrix = generator(5).random((60, 30))
    laws = probabilities(matrix, learning_rate=0.2, form="loss")[::4]
    drawn = sample(matrix, size=50_000, learning_rate=0.2, batch=4, constant=constant)
    for s in (0, 1, 7, 14):
        assert counts_p_value(drawn[:, s], laws[s]) > ALPHA
        assert counts_p_value(drawn[:, s], laws[(s + 7) % 15]) < ALPHA


@pytest.mark.parametrize("constant", ["dartboard", "worst"])
@pytest.mark.parametrize("rate", [1e3, 1e300, 1.7e308])
def test_huge_rates_follow_the_leader(constant: str, rate: float) -> None:
    matrix = generator(6).random((200, 5))
    leaders = np.cumsum(matrix, axis=0)[3:-1:4].argmin(axis=1)
    drawn = sample(matrix, size=3, learning_rate=rate, batch=4, constant=constant)
    assert (drawn[:, 1:] == leaders).mean() > (0.95 if rate == 1e3 else 0.999)


def test_it_is_lazier_than_lazy_to_private_has_to_be() -> None:
    """A model that loses nothing is kept unless the switch is fake, which e^(-2 B eta) does not allow there."""
    matrix = np.zeros((200, 50))
    dartboard = streamed(matrix, runs=500, learning_rate=0.1, fake_switch=0.01)
    assert dartboard.resampled.mean() < 2
    expert = sample(matrix, size=500, learning_rate=0.1, fake_switch=1e-9, constant="dartboard")
    assert (expert == expert[:, :1]).all()
    worst = sample(matrix, size=500, learning_rate=0.1, fake_switch=1e-9, constant="worst")
    assert (worst != worst[:, :1]).any()


def test_shapes_and_totals() -> None:
    assert sample(size=0).shape == (0, 3)
    assert np.array_equal(sample(size=100), sample(size=100))
    matrix = generator(7).random((50, 8))
    played = streamed(matrix, runs=4)
    assert played.models.shape == (25, 4)
    collected = [math.fsum(matrix[row, played.models[row // 2, run]] for row in range(50)) for run in range(4)]
    np.testing.assert_allclose(played.collected, collected, rtol=1e-14)
    np.testing.assert_array_equal(played.changed, (np.diff(played.models, axis=0) != 0).sum(axis=0))
    parts = list(play(np.split(matrix, [7, 8, 30]), **STREAM | {"runs": 4, "rng": generator(4)}))
    assert np.array_equal(np.concatenate([part.models for part in parts]), played.models)
