"""The fast multiplicative weights: the law of the transcripts, and the stream."""

import math
import tracemalloc
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpassay.fast import multiplicative_weights as module
from dpassay.fast.multiplicative_weights import Played, multiplicative_weights, play, probabilities
from tests.fast.helpers import COMMON, NOT_INTEGER, NOT_POSITIVE, Case, counts_p_value, expect_error, generator

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
BAD: list[Case] = [
    *[("data", {"data": data}) for data in [*BAD_MATRICES, MATRIX[:3], np.ones((3, 3)), [], np.ones((0, 3))]],
    *[("rounds", {"rounds": rounds}) for rounds in (0, -1, *NOT_INTEGER)],
    *[("experts", {"experts": experts}) for experts in (0, -1, *NOT_INTEGER)],
    ("data", {"rounds": 5}),
    ("data", {"experts": 2}),
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


@pytest.mark.parametrize(("name", "changes"), COMMON + BAD_RATES + BAD)
def test_bad_input(name: str, changes: dict[str, Any]) -> None:
    expect_error(multiplicative_weights, VALID | changes, name)


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


def test_shapes() -> None:
    for size in (0, 1, 7, 20_000):
        first = sample(size=size, rng=generator(1))
        assert first.shape == (size, 4)
        assert first.dtype == np.int64
        assert np.array_equal(first, sample(size=np.int64(size), rng=generator(1)))  # type: ignore[arg-type]
    assert not np.array_equal(first, sample(size=20_000, rng=generator(2)))
    assert not np.array_equal(first[:1000], first[10_000:11_000])
    assert sample([[0.5]], size=3).tolist() == [[0]] * 3


@pytest.mark.parametrize("form", FORMS)
def test_what_counts_as_a_matrix(form: str) -> None:
    """Lists, arrays of any number type and layout, fractions: the same draws."""
    exact = [[Fraction(entry) for entry in row] for row in MATRIX]
    array = np.array(MATRIX)
    expected = sample(form=form, size=100)
    for data in (exact, array, np.asfortranarray(array), array.astype(np.float32), array.astype(np.longdouble)):
        assert np.array_equal(sample(data, form=form, size=100), expected)
        assert np.array_equal(streamed(data, form=form)[0].expected, streamed(MATRIX, form=form)[0].expected)
    zeros = -np.zeros((4, 3))  # negative zeros are zeros
    assert np.array_equal(sample(zeros.astype(np.int8), size=100), sample(zeros, size=100))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("rate", [1e-9, 0.5, 3.0, 40.0])
def test_probabilities(form: str, rate: float) -> None:
    for matrix in (np.array(MATRIX), random_matrix(60, 7)):
        expected = law(matrix, rate, form)
        np.testing.assert_allclose(
            probabilities(matrix, learning_rate=rate, form=form), expected, rtol=1e-12, atol=1e-300
        )


@given(
    rows=st.lists(st.lists(st.floats(0, 1), min_size=3, max_size=3), min_size=1, max_size=20),
    rate=st.floats(1e-6, 1e6),
    form=st.sampled_from(FORMS),
)
def test_probabilities_of_any_matrix(rows: list[list[float]], rate: float, form: str) -> None:
    computed = probabilities(np.array(rows), learning_rate=rate, form=form)
    np.testing.assert_allclose(computed, law(rows, rate, form), rtol=1e-12, atol=1e-300)


def test_first_choice_is_uniform_and_the_last_row_is_not_used() -> None:
    assert np.array_equal(probabilities(np.array(MATRIX), learning_rate=9.0)[0], np.full(3, 1 / 3))
    other = [*MATRIX[:-1], [0.0, 0.0, 1.0]]
    assert np.array_equal(sample(size=1000), sample(other, size=1000))


def test_sums_are_as_if_exact() -> None:
    """0.1 ten times is not 1 in doubles; exact ties stay ties, and a last bit decides at a huge learning rate."""
    tie = np.array([[0.1, 0.3], [0.2, 0.2], [0.3, 0.1], [0.5, 0.5]])
    assert probabilities(tie, learning_rate=1e300)[3].tolist() == [0.5, 0.5]
    assert streamed(tie, learning_rate=1e300)[0].probabilities.tolist() == [0.5, 0.5]
    ahead = np.array([[0.1, 0.1 + 2**-56], [0.9, 0.9], [0.5, 0.5]])
    assert np.array_equal(probabilities(ahead, learning_rate=1e300)[2], [0, 1])
    assert np.array_equal(probabilities(ahead, learning_rate=1e300, form="loss")[2], [1, 0])
    assert streamed(ahead, learning_rate=1e300)[0].probabilities.tolist() == [0, 1]


@pytest.mark.statistical
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("rate", [{"learning_rate": 0.01}, {"learning_rate": 1.5}, {"exp_learning_rate": "4"}])
def test_law(form: str, rate: dict[str, Any]) -> None:
    """alpha = 1e-6, for all 81 transcripts."""
    samples = sample(form=form, **{"learning_rate": None} | rate)
    assert transcript_p_value(samples, law(MATRIX, rate.get("learning_rate", math.log(4)), form)) > ALPHA


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


WRONG: dict[str, Any] = {
    "twice the rate": lambda matrix: law(matrix, 1.0),
    "the other sign": lambda matrix: law(matrix, 0.5, "loss"),
    "sees the row of its own round": lambda matrix: law([*matrix, [0, 0, 0]], 0.5)[1:],
    "one row late": lambda matrix: law([[0, 0, 0], *matrix], 0.5)[:-1],
    "only the last row": lambda matrix: np.array([law([row, row], 0.5)[1] for row in [[0, 0, 0], *matrix[:-1]]]),
    "always uniform": lambda matrix: np.full((4, 3), 1 / 3),
}


@pytest.mark.statistical
@pytest.mark.parametrize("wrong", WRONG)
def test_wrong_laws_are_rejected(wrong: str) -> None:
    """Both samplers are told from samplers of other laws."""
    (played,) = streamed(MATRIX, runs=N)
    for samples in (sample(), played.choices.T):
        assert transcript_p_value(samples, law(MATRIX, 0.5)) > ALPHA
        assert transcript_p_value(samples, WRONG[wrong](MATRIX)) < ALPHA


@pytest.mark.statistical
def test_dependent_rounds_are_rejected() -> None:
    """The right law of each choice, but the same draw for all rounds."""
    samples = sample()
    for column in range(4):
        samples[:, column].sort()
        assert counts_p_value(samples[:, column], law(MATRIX, 0.5)[column]) > ALPHA
    assert transcript_p_value(samples, law(MATRIX, 0.5)) < ALPHA


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
