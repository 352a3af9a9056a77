"""Multiplicative weights on a stream: the law of the choices, sums, and blocks."""

import math
import tracemalloc
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpassay.fast import multiplicative_weights_stream as module
from dpassay.fast.multiplicative_weights import probabilities
from dpassay.fast.multiplicative_weights_stream import play
from tests.fast.helpers import NOT_INTEGER, counts_p_value, expect_error, generator
from tests.fast.weights_cases import (
    ALPHA,
    BAD_MATRICES,
    BAD_RATES,
    FORMS,
    MATRIX,
    STREAM,
    WRONG,
    N,
    law,
    random_matrix,
    sample,
    streamed,
    transcript_p_value,
)


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        *BAD_RATES,
        *[("runs", {"runs": runs}) for runs in (-1, *NOT_INTEGER)],
        *[("rng", {"rng": rng}) for rng in (None, 5, np.random)],
    ],
)
def test_bad_input_of_a_stream_is_refused_at_once(name: str, changes: dict[str, Any]) -> None:
    expect_error(play, {"blocks": [MATRIX]} | STREAM | changes, name)


@pytest.mark.parametrize("block", BAD_MATRICES)
def test_bad_blocks(block: Any) -> None:
    def consume(blocks: Any) -> None:
        list(play(blocks, **STREAM))

    expect_error(consume, {"blocks": [MATRIX, block]}, "blocks")
    if not isinstance(block, np.ndarray) or block.shape != (4, 4):
        expect_error(consume, {"blocks": [block, MATRIX]}, "blocks")


@pytest.mark.parametrize("block", [[], [[]], np.ones((0, 3)), np.ones((3, 0))])
def test_first_block_without_experts(block: Any) -> None:
    with pytest.raises(ValueError, match="blocks="):
        list(play([block], **STREAM))


@pytest.mark.statistical
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("rate", [0.01, 1.5, 20.0])
def test_law_of_a_stream(form: str, rate: float) -> None:
    """alpha = 1e-6; the two ways to compute the weights."""
    (played,) = streamed(MATRIX, runs=N, learning_rate=rate, form=form)
    assert transcript_p_value(played.choices.T, law(MATRIX, rate, form)) > ALPHA


@pytest.mark.statistical
@pytest.mark.parametrize("few", [module.FEW, 1])
def test_law_of_a_stream_across_groups_and_segments(monkeypatch: pytest.MonkeyPatch, few: int) -> None:
    """alpha = 1e-6 for each of 4 rounds; 50 experts in 7 segments of 8, the last of which is not full."""
    monkeypatch.setattr(module, "FEW", few)
    matrix = random_matrix(40, 50)
    (played,) = streamed(matrix, runs=N, learning_rate=0.7)
    expected = law(matrix, 0.7)
    for round_ in (0, 11, 12, 39):
        assert counts_p_value(played.choices[round_], expected[round_]) > ALPHA


@pytest.mark.statistical
@pytest.mark.parametrize("wrong", WRONG)
def test_wrong_laws_are_rejected(wrong: str) -> None:
    """Both samplers are told from samplers of other laws."""
    (played,) = streamed(MATRIX, runs=N)
    for samples in (sample(), played.choices.T):
        assert transcript_p_value(samples, law(MATRIX, 0.5)) > ALPHA
        assert transcript_p_value(samples, WRONG[wrong](MATRIX)) < ALPHA


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("rate", [0.003, 0.7, 7.9, 8.1, 300.0])
@pytest.mark.parametrize(("rounds", "experts"), [(1, 1), (3, 1), (100, 2), (700, 3), (150, 50), (300, 1000)])
def test_stream_equals_the_law(form: str, rate: float, rounds: int, experts: int) -> None:
    matrix = random_matrix(rounds, experts)
    expected = probabilities(np.vstack([matrix, matrix[:1]]), learning_rate=rate, form=form)
    (played,) = streamed(matrix, learning_rate=rate, form=form)
    tolerance = 1e-12 * max(1, rate)
    np.testing.assert_allclose(played.expected, (expected[:-1] * matrix).sum(axis=1), rtol=tolerance)
    np.testing.assert_allclose(played.probabilities, expected[-1], rtol=tolerance, atol=1e-300)
    np.testing.assert_allclose(played.rewards, [math.fsum(column) for column in matrix.T], rtol=1e-14)
    assert played.expected_total == pytest.approx(math.fsum(played.expected), rel=1e-14)
    best = max(played.rewards) if form == "gain" else min(played.rewards)
    regret = best - played.expected_total if form == "gain" else played.expected_total - best
    assert played.regret == pytest.approx(regret, abs=1e-12)


@settings(max_examples=30)
@given(cuts=st.lists(st.integers(0, 200), max_size=12).map(sorted), rate=st.sampled_from([0.1, 20.0]))
def test_blocks_change_nothing(cuts: list[int], rate: float) -> None:
    matrix = random_matrix(200, 40)
    cuts = [cut for cut in cuts if cut]  # the first block must not be empty
    (whole,) = streamed(matrix, runs=3, learning_rate=rate)
    parts = streamed(matrix, cuts, runs=3, learning_rate=rate)
    assert np.array_equal(np.concatenate([part.choices for part in parts]), whole.choices)
    np.testing.assert_allclose(np.concatenate([part.expected for part in parts]), whole.expected, rtol=1e-12)
    last = parts[-1]
    assert last.rounds == whole.rounds == 200
    for name in ("expected_total", "collected", "rewards", "probabilities", "regret"):
        np.testing.assert_allclose(getattr(last, name), getattr(whole, name), rtol=1e-12 * max(1, rate))


def test_totals_are_those_of_the_choices() -> None:
    matrix = random_matrix(150, 30)
    first, second = streamed(matrix, [70], runs=4)
    choices = np.concatenate([first.choices, second.choices])
    collected = [math.fsum(matrix[row, choices[row, run]] for row in range(150)) for run in range(4)]
    np.testing.assert_allclose(second.collected, collected, rtol=1e-14)
    assert first.rounds == 70
    assert first.choices.dtype == np.int64
    np.testing.assert_allclose(first.rewards, matrix[:70].sum(axis=0), rtol=1e-14)
    assert streamed(matrix)[0].choices.shape == (150, 0)


def test_a_seed_decides() -> None:
    matrix = random_matrix(100, 30)
    choices = [streamed(matrix, runs=2, rng=generator(seed))[0].choices for seed in (1, 1, 2)]
    assert np.array_equal(choices[0], choices[1])
    assert not np.array_equal(choices[0], choices[2])
    assert not np.array_equal(choices[0][:, 0], choices[0][:, 1])


def test_rewards_may_depend_on_earlier_choices() -> None:
    """A block is not asked for before the choices of the one before it are known."""
    seen: list[Any] = []

    def adversary() -> Iterator[Any]:
        for round_ in range(20):
            assert len(seen) == round_
            row = np.ones((1, 3))
            if seen:
                row[0, seen[-1]] = 0
            yield row

    for played in play(adversary(), runs=1, rng=generator(), learning_rate=1.0):
        seen.append(played.choices[0, 0])
    assert played.rewards.tolist() == [20 - sum(choice == expert for choice in seen[:-1]) for expert in range(3)]


@pytest.mark.parametrize("form", FORMS)
def test_far_rewards(form: str) -> None:
    """Sums of 10^6, of which only the difference counts, and an expert that is 10^6 behind."""
    block = np.ones((50_000, 3))
    block[:, 2] = 0
    block[0, 1] = 0 if form == "loss" else 0.5
    block[1:, 1] = 1
    *_, last = play([np.ones((2, 3)), *[block] * 20], runs=1, rng=generator(), learning_rate=0.25, form=form)
    gap = 0.25 * 20 * (0.5 if form == "gain" else 1)
    if form == "gain":
        expected = [1 / (1 + math.exp(-gap)), 1 / (1 + math.exp(gap)), 0]
        assert last.rewards.tolist() == [1_000_002, 1_000_002 - 10, 2]
    else:
        expected = [0, 0, 1]
    np.testing.assert_allclose(last.probabilities, expected, rtol=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize("size", [1, 7, 100_000])
def test_no_error_adds_up(size: int) -> None:
    """10^6 rounds of rewards that are no doubles, the same again and again: what is rounded adds up, if it is lost.

    Each expert gets 0.5 a round, up to the roundings of 0.1, 0.3, 0.7 and 0.9.
    """
    pair = np.array([[0.1, 0.3, 0.5], [0.9, 0.7, 0.5]])
    block = np.tile(pair, (size, 1))
    repeats = min(500_000 // size, 20_000)
    *_, last = play((block for _ in range(repeats)), runs=0, rng=generator(), learning_rate=0.003)
    exact = [size * repeats * (Fraction(low) + Fraction(high)) for low, high in pair.T]
    weights = [math.exp(Fraction(0.003) * (total - max(exact))) for total in exact]
    np.testing.assert_allclose(last.rewards, [float(total) for total in exact], rtol=1e-13)
    np.testing.assert_allclose(last.probabilities, np.array(weights) / sum(weights), rtol=1e-10)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("rate", [8.0, 9.0, 1e3, 1e300, 1.7e308])
def test_huge_rates_follow_the_leader(form: str, rate: float) -> None:
    matrix = random_matrix(300, 5)
    sums = np.cumsum(matrix, axis=0)[:-1]
    leaders = sums.argmax(axis=1) if form == "gain" else sums.argmin(axis=1)
    (played,) = streamed(matrix, runs=2, learning_rate=rate, form=form)
    transcripts = sample(matrix, size=2, learning_rate=rate, form=form)
    assert np.isfinite(played.expected).all()
    if rate >= 1e3:
        assert (leaders == played.choices[1:].T).mean() > 0.95
        assert (transcripts[:, 1:] == leaders).mean() > 0.95
    if rate >= 1e300:
        assert (leaders == played.choices[1:].T).all()
        assert (transcripts[:, 1:] == leaders).all()


@pytest.mark.parametrize("rate", [0.01, 0.1, 1.0, 1.79])
@pytest.mark.parametrize("experts", [2, 100])
def test_regret_is_within_theorem_2(rate: float, experts: int) -> None:
    """At most alpha T + ln K / alpha, with two experts that are right in turns."""
    matrix = (generator(6).random((2000, experts)) < 0.5).astype(float)
    matrix[:, 0] = np.arange(2000) % 2
    matrix[:, 1] = 1 - matrix[:, 0]
    for form in FORMS:
        (played,) = streamed(matrix, learning_rate=rate, form=form)
        assert 0 <= played.regret <= rate * 2000 + math.log(experts) / rate
    assert streamed(matrix[:, :2], learning_rate=50.0)[0].regret > 400  # which a useless rate would exceed


def test_memory_is_bounded() -> None:
    """The blocks are made one by one: 64 MB in all, of which under 8 MB are in memory at a time."""

    def stream(count: int) -> Iterator[Any]:
        rng = generator(7)
        for _ in range(count):
            yield rng.random((80, 1000))

    def peak(count: int) -> int:
        tracemalloc.start()
        for _ in play(stream(count), runs=2, rng=generator(), learning_rate=0.003):
            pass
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    assert peak(100) < 8e6
    assert peak(100) < peak(3) + 1e5


def test_zero_weights_are_never_chosen() -> None:
    """Experts beyond e^-745, among them a whole segment and what fills up the last one."""
    matrix = np.zeros((200, 11))
    matrix[:, 5] = 1
    for rate in (7.5, 900.0):
        (played,) = streamed(matrix, runs=500, learning_rate=rate)
        assert (played.choices[120:] == 5).all()
        assert played.choices[0].max() <= 10


class Edge:
    """A uniform that is always the same."""

    def __init__(self, uniform: float) -> None:
        self.uniform = uniform

    def random(self, shape: Any) -> Any:
        return np.full(shape, self.uniform)


@pytest.mark.parametrize(("uniform", "first", "last"), [(0.0, 0, 2), (1 - 2**-53, 10, 8)])
def test_the_extreme_uniforms_find_weights_above_zero(
    monkeypatch: pytest.MonkeyPatch, uniform: float, first: int, last: int
) -> None:
    """The outermost experts get nothing, and have the weight zero in the end."""
    monkeypatch.setattr(np.random, "Generator", Edge)
    matrix = np.ones((400, 11))
    matrix[:, [0, 1, 9, 10]] = 0
    (played,) = streamed(matrix, runs=1, learning_rate=7.5, rng=Edge(uniform))
    assert played.choices[0, 0] == first
    assert (played.choices[200:] == last).all()


def test_groups_are_needed() -> None:
    """A group that forgets the rows before it gives other expected rewards: the comparison above sees it."""
    matrix = random_matrix(100, 20)
    expected = probabilities(matrix, learning_rate=0.7)
    forgetful = np.vstack(
        [
            probabilities(matrix[start : start + module.GROUP], learning_rate=0.7)
            for start in range(0, 100, module.GROUP)
        ]
    )
    assert not np.allclose((forgetful * matrix).sum(axis=1), (expected * matrix).sum(axis=1), rtol=1e-3)
