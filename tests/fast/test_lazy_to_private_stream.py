"""L2P on a stream: the law of the models, sums, and blocks."""

import math
import tracemalloc
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpassay.fast import lazy_to_private_draws as module
from dpassay.fast.lazy_to_private_draws import Rules
from dpassay.fast.lazy_to_private_stream import play
from tests.fast.helpers import NOT_INTEGER, expect_error, generator
from tests.fast.lazy_cases import (
    ALPHA,
    BAD_MATRICES,
    BAD_RULES,
    MATRIX,
    PARAMETERS,
    SHARP,
    STREAM,
    WRONG,
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


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        *BAD_RULES,
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


@pytest.mark.parametrize("block", [[], [[]], np.ones((0, 3)), np.ones((3, 0))])
def test_first_block_without_experts(block: Any) -> None:
    with pytest.raises(ValueError, match="blocks="):
        list(play([block], **STREAM))


@pytest.mark.statistical
@pytest.mark.parametrize("changes", PARAMETERS)
def test_law_of_batches_that_are_looked_at_together(monkeypatch: pytest.MonkeyPatch, changes: dict[str, Any]) -> None:
    """alpha = 1e-6 each: so many coins and losses at a time that no step ends for their number."""
    monkeypatch.setattr(module, "COINS", 5 * N)
    monkeypatch.setattr(module, "CHUNK", 2**22)
    matrix = rounds_of(changes)
    law = models_of(expected(matrix, **changes))
    for patience in (1, 5):
        monkeypatch.setattr(Rules, "patience", lambda rules, most=patience: most)
        assert p_value(streamed(matrix, **changes)[0].models.T, law) > ALPHA
        assert p_value(models(streamed(matrix, [1, 3], **changes)).T, law) > ALPHA


@pytest.mark.statistical
@pytest.mark.parametrize("wrong", [name for name in WRONG if "new partner" not in name and "switch of y" not in name])
def test_wrong_laws_of_batches_that_are_looked_at_together_are_rejected(
    monkeypatch: pytest.MonkeyPatch, wrong: str
) -> None:
    monkeypatch.setattr(module, "COINS", 5 * N)
    monkeypatch.setattr(module, "CHUNK", 2**22)
    monkeypatch.setattr(Rules, "patience", lambda rules: 5)
    (played,) = streamed(SHARP, learning_rate=0.3)
    assert p_value(played.models.T, models_of(expected(SHARP, wrong, learning_rate=0.3))) < ALPHA


@pytest.mark.statistical
def test_switches_are_as_rare_as_they_should_be() -> None:
    """alpha = 1e-6: with equal losses a model is kept with probability (1 - p) e^(-2 B eta), here over 300 batches.

    The runs are few and the experts many, so that the stream looks ahead and draws from older laws.
    """
    matrix = np.full((3000, 500), 0.5)
    (played,) = streamed(matrix, runs=40, learning_rate=0.001, batch=10, fake_switch=0.01)
    stay = 0.99 * math.exp(-0.02)
    count, drawn = 40 * 299, int(played.resampled.sum())
    assert abs(drawn - count * (1 - stay)) < 4.9 * math.sqrt(count * stay * (1 - stay))
    assert abs(drawn - count * (1 - 0.99 * math.exp(-0.01))) > 4.9 * math.sqrt(count * stay * (1 - stay))
    assert (played.changed <= played.resampled).all()
    np.testing.assert_array_equal(played.changed, (np.diff(played.models, axis=0) != 0).sum(axis=0))


@settings(max_examples=25, deadline=None)
@given(
    cuts=st.lists(st.integers(1, 199), max_size=12).map(sorted),
    batch=st.sampled_from([1, 7, 60, 300]),
    patience=st.sampled_from([1, 3, 1000]),
    coins=st.sampled_from([15, 2**14]),
)
def test_blocks_chunks_and_looking_ahead_change_nothing(cuts: list[int], batch: int, patience: int, coins: int) -> None:
    matrix = random_matrix(200, 150)
    changes: dict[str, Any] = {"runs": 3, "learning_rate": 0.002, "fake_switch": 0.05, "batch": batch}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "COINS", coins)
        (whole,) = streamed(matrix, **changes)
        patch.setattr(module, "CHUNK", 13 * 150)
        patch.setattr(Rules, "patience", lambda rules: patience)
        parts = streamed(matrix, cuts, **changes)
    assert np.array_equal(models(parts), whole.models)
    last = parts[-1]
    assert (last.rounds, last.batches) == (whole.rounds, whole.batches) == (200, -(-200 // batch))
    for name in ("collected", "resampled", "changed", "losses", "regret"):
        np.testing.assert_allclose(getattr(last, name), getattr(whole, name), rtol=1e-11)


@pytest.mark.parametrize("batch", [1, 4, 1000])
def test_totals_are_those_of_the_models(batch: int) -> None:
    matrix = random_matrix(150, 30)
    parts = streamed(matrix, [70, 70, 71], runs=4, batch=batch, learning_rate=0.02)
    drawn, last = models(parts), parts[-1]
    collected = [math.fsum(matrix[row, drawn[row // batch, run]] for row in range(150)) for run in range(4)]
    losses = [math.fsum(column) for column in matrix.T]
    np.testing.assert_allclose(last.collected, collected, rtol=1e-14)
    np.testing.assert_allclose(last.losses, losses, rtol=1e-14)
    np.testing.assert_allclose(last.regret, np.array(collected) - min(losses), atol=1e-12)
    np.testing.assert_allclose(parts[0].losses, matrix[:70].sum(axis=0), rtol=1e-14)
    np.testing.assert_array_equal(last.changed, (np.diff(drawn, axis=0) != 0).sum(axis=0))
    assert parts[0].rounds == parts[1].rounds == 70
    (none,) = streamed(matrix, runs=0, batch=batch)
    assert (none.rounds, none.batches, none.models.shape) == (150, len(drawn), (len(drawn), 0))
    np.testing.assert_allclose(none.losses, losses, rtol=1e-14)


def test_a_seed_decides() -> None:
    matrix = random_matrix(100, 30)
    drawn = [streamed(matrix, runs=2, rng=generator(seed))[0].models for seed in (1, 1, 2)]
    assert np.array_equal(drawn[0], drawn[1])
    assert not np.array_equal(drawn[0], drawn[2])
    assert not np.array_equal(drawn[0][:, 0], drawn[0][:, 1])


def test_losses_may_depend_on_earlier_models() -> None:
    """A block is not asked for before the models of the one before it are known."""
    seen: list[Any] = []

    def adversary() -> Iterator[Any]:
        for round_ in range(20):
            assert len(seen) == round_
            yield np.eye(3)[[seen[-1] if seen else 0]]

    for played in play(adversary(), **STREAM | {"runs": 1, "batch": 1}):
        seen.append(played.models[0, 0])
    assert played.losses.sum() == 20


@pytest.mark.parametrize("rate", [1e3, 1e300, 1.7e308])
def test_huge_rates_follow_the_leader(rate: float) -> None:
    """No model is kept, and the best expert so far is drawn."""
    matrix = random_matrix(200, 5)
    leaders = np.cumsum(matrix, axis=0)[3:-1:4].argmin(axis=1)
    drawn = sample(matrix, size=3, learning_rate=rate, batch=4)
    (played,) = streamed(matrix, runs=3, learning_rate=rate, batch=4)
    for transcript in (*drawn, *played.models.T):
        assert (transcript[1:] == leaders).mean() > (0.95 if rate == 1e3 else 0.999)
    assert (played.resampled == 49).all()
    assert np.isfinite(played.regret).all()


def test_extreme_fake_switches() -> None:
    """A tiny p and rate keep the first model; where p is 1 as a double every model is new."""
    matrix = np.tile(np.eye(4), (50, 1))
    calm = {"learning_rate": 1e-15, "fake_switch": 1e-300}
    drawn = sample(matrix, size=50, **calm)
    assert (drawn == drawn[:, :1]).all()
    assert (streamed(matrix, runs=50, **calm)[0].resampled == 0).all()
    restless = {"learning_rate": 1e-15, "fake_switch": 1 - Fraction(1, 10**30)}
    assert (streamed(matrix, runs=50, **restless)[0].resampled == 99).all()
    assert (sample(matrix, size=50, **restless)[:, 1:] != sample(matrix, size=50, **restless)[:, :-1]).mean() > 0.7


def test_far_losses() -> None:
    """Sums of 10^6, of which only the difference counts, and an expert that is 10^6 behind."""
    block = np.ones((50_000, 3))
    block[:, 0] = 0
    block[1:, 1] = 0
    rules: dict[str, Any] = {"rng": generator(), "runs": 300, "learning_rate": 0.2, "batch": 25_000}
    *_, last = play([np.zeros((1, 3)), *[block] * 20], **STREAM | rules)
    assert last.losses.tolist() == [0, 20, 1_000_000]
    share = (last.models[-1] == 1).mean()
    assert abs(share - 1 / (1 + math.exp(4))) < 0.04
    assert (last.models[-1] < 2).all()


@pytest.mark.slow
def test_no_error_adds_up() -> None:
    """10^6 rounds of losses that are no doubles, the same again and again, with a switch now and then and without."""
    pair = np.array([[0.1, 0.3, 0.5], [0.9, 0.7, 0.5]])
    block = np.tile(pair, (5000, 1))
    for runs in (0, 1):
        rules = {"rng": generator(), "runs": runs, "learning_rate": 1e-5, "batch": 1000, "fake_switch": 1e-3}
        *_, last = play((block for _ in range(100)), **rules)  # type: ignore[arg-type]
        exact = [500_000 * (Fraction(low) + Fraction(high)) for low, high in pair.T]
        np.testing.assert_allclose(last.losses, [float(total) for total in exact], rtol=1e-13)
        assert last.rounds == 1_000_000


def test_memory_is_bounded() -> None:
    """The blocks are made one by one: 64 MB in all, of which under 8 MB are in memory at a time."""

    def stream(count: int) -> Iterator[Any]:
        rng = generator(7)
        for _ in range(count):
            yield rng.random((80, 1000))

    def peak(count: int) -> int:
        tracemalloc.start()
        for _ in play(stream(count), runs=2, rng=generator(), learning_rate=0.003, batch=10, fake_switch=0.1):
            pass
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    assert peak(100) < 8e6
    assert peak(100) < peak(3) + 1e5


def test_many_runs_take_little_memory() -> None:
    """The losses of 10^5 runs in 100 rounds would take 80 MB at once."""
    tracemalloc.start()
    streamed(random_matrix(100, 2), runs=100_000, batch=50)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 3e7


@pytest.mark.parametrize("experts", [2, 100])
def test_regret_is_small(experts: int) -> None:
    """Of 200 runs on average: at most what the analysis allows a follower of nu_s, B eta T + log(d) / eta."""
    matrix = (generator(6).random((2000, experts)) < 0.5).astype(float)
    for rate, batch in ((0.05, 4), (0.01, 10)):
        (played,) = streamed(matrix, runs=200, learning_rate=rate, batch=batch, fake_switch=0.1)
        assert played.regret.mean() <= rate * batch * 2000 + math.log(experts) / rate
    still = np.zeros((2000, experts))
    still[:, 1:] = 1
    (useless,) = streamed(still, runs=200, learning_rate=1e-9, batch=4, fake_switch=0.1)
    (useful,) = streamed(still, runs=200, learning_rate=0.05, batch=4, fake_switch=0.1)
    assert useless.regret.mean() > 2 * (0.05 * 4 * 2000 + math.log(experts) / 0.05) or experts == 2
    assert useful.regret.mean() < 0.05 * 4 * 2000 + math.log(experts) / 0.05
