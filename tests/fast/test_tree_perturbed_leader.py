"""The tree-perturbed leader: its law against normal distributions, the tree of its noise, its scale and the stream."""

import math
from decimal import Decimal, localcontext
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from scipy import stats

from dpassay.fast.gaussian import log_delta
from dpassay.fast.tree_perturbed_leader import (
    MOST_ROWS,
    TreeNoise,
    leader_probabilities,
    noise_for,
    play,
    tree_perturbed_leader,
)
from tests.fast.helpers import COMMON, NOT_INTEGER, NOT_POSITIVE, Case, expect_error, generator

ALPHA = 1e-6
N = 200_000
MATRIX = [[1.0, 0.0, 0.5], [0.25, 1.0, 0.0], [0.0, 0.75, 1.0], [1.0, 1.0, 0.125], [0.5, 0.0, 1.0]]
VALID: dict[str, Any] = {
    "data": MATRIX,
    "size": 5,
    "rng": generator(),
    "noise_scale": 0.5,
    "rounds": 5,
    "experts": 3,
}
BAD_SCALE: list[Case] = [("noise_scale", {"noise_scale": scale}) for scale in (*NOT_POSITIVE, None)]
BAD: list[Case] = [
    *[("data", {"data": data}) for data in (MATRIX[:4], np.full((5, 3), 1.5), np.full((5, 3), np.nan), "text", None)],
    *[("rounds", {"rounds": rounds}) for rounds in (0, *NOT_INTEGER)],
    ("data", {"rounds": 4}),
    ("data", {"experts": 4}),
    *[("experts", {"experts": experts}) for experts in (0, *NOT_INTEGER)],
]
SCALE: dict[str, Any] = {"epsilon": 1.0, "delta": 1e-6, "rounds": 5, "experts": 3}
BAD_BUDGET: list[Case] = [
    *[("epsilon", {"epsilon": epsilon}) for epsilon in (*NOT_POSITIVE, None, 5e-324)],
    *[("delta", {"delta": delta}) for delta in (*NOT_POSITIVE, 1.0, 2)],
    *[(name, {name: count}) for name in ("rounds", "experts") for count in (0, -1, *NOT_INTEGER)],
]


class Powers:
    """A source whose draw number t is 2^t, so that a sum of draws tells which they are."""

    def __init__(self) -> None:
        self.drawn = 0

    def standard_normal(self, shape: tuple[int, ...]) -> Any:
        self.drawn += shape[0]
        return 2.0 ** np.arange(self.drawn - shape[0] + 1, self.drawn + 1)


def nodes(prefix: int) -> set[tuple[int, int]]:
    """The binary decomposition of rows 0, ..., prefix - 1, as intervals: always the largest power of two that fits."""
    found, start = set(), 0
    while start < prefix:
        length = max(2**h for h in range(40) if 2**h <= prefix - start)
        found.add((start, start + length))
        start += length
    return found


def sample(matrix: Any, size: int = N, seed: int = 3, **changes: Any) -> Any:
    shape = {"rounds": len(matrix), "experts": len(matrix[0])}
    return tree_perturbed_leader(**VALID | {"data": matrix, "size": size, "rng": generator(seed)} | shape | changes)


def exact_p_value(hits: Any, probability: float) -> float:
    """The exact binomial test."""
    return float(stats.binomtest(int(hits.sum()), len(hits), probability).pvalue)


def all_noise(count: int, shape: tuple[int, ...], rng: Any) -> Any:
    tree, parts = TreeNoise(shape, rng), []
    while tree.prefix < count:
        parts.append(tree.take(tree.aligned(count - tree.prefix)))
    return np.concatenate(parts)


# Arguments


@pytest.mark.parametrize(("name", "changes"), COMMON + BAD_SCALE + BAD)
def test_bad_input(name: str, changes: dict[str, Any]) -> None:
    expect_error(tree_perturbed_leader, VALID | changes, name)


@pytest.mark.parametrize(("name", "changes"), [*BAD_SCALE, ("runs", {"runs": -1}), ("rng", {"rng": 5})])
def test_bad_input_of_a_stream_is_refused_at_once(name: str, changes: dict[str, Any]) -> None:
    expect_error(play, {"blocks": [MATRIX], "runs": 2, "rng": generator(), "noise_scale": 1.0} | changes, name)


@pytest.mark.parametrize("block", [[[0.5, 0.5], [1.5, 0.0]], [[0.5, 0.5], [0.5]], np.full((3, 2), np.nan), "text"])
@pytest.mark.parametrize("before", [[], [[[0.0, 1.0]]]])
def test_bad_blocks(block: Any, before: Any) -> None:
    stream = play([*before, block], runs=2, rng=generator(), noise_scale=1.0)
    for _ in before:
        next(stream)
    with pytest.raises(ValueError, match="blocks"):
        next(stream)


@pytest.mark.parametrize(("name", "changes"), BAD_BUDGET)
def test_bad_budgets(name: str, changes: dict[str, Any]) -> None:
    expect_error(noise_for, SCALE | changes, name)


# The law


@pytest.mark.statistical
@pytest.mark.parametrize(("row", "scale"), [((0.25, 0.75), 1.0), ((1.0, 0.0), 2.0), ((0.125, 1.0), 0.5)])
def test_law_of_two_rounds_and_two_experts(row: tuple[float, float], scale: float) -> None:
    """alpha = 1e-6 each, exact: a uniform choice, then one with two normal numbers; they are independent."""
    choices = sample([row, (0.5, 0.5)], noise_scale=scale)
    first, second = choices[:, 0] == 0, choices[:, 1] == 0
    gap = (row[1] - row[0]) / scale
    expected = float(stats.norm.cdf(gap / math.sqrt(2)))
    assert exact_p_value(first, 0.5) > ALPHA
    assert exact_p_value(second, expected) > ALPHA
    assert exact_p_value(first & second, expected / 2) > ALPHA
    wrong = [
        float(stats.norm.cdf(gap)),  # noise for one expert only
        float(stats.norm.cdf(gap / 2)),  # two nodes
        float(stats.norm.cdf(-gap / math.sqrt(2))),  # the worst expert
        float(stats.laplace.cdf(gap)),
    ]
    assert all(exact_p_value(second, p) < ALPHA for p in wrong)


@pytest.mark.statistical
def test_law_of_each_round_with_three_experts() -> None:
    """alpha = 1e-6 for each round and expert: two differences of normal numbers, whose covariance is known."""
    choices = sample(MATRIX)
    for t in range(1, 5):
        lost = np.sum(MATRIX[:t], axis=0)
        for x, y, z in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
            gaps = [lost[y] - lost[x], lost[z] - lost[x]]
            right, wrong = (
                float(stats.multivariate_normal.cdf(gaps, cov=terms * 0.25 * np.array([[2, 1], [1, 2]])))
                for terms in (len(nodes(t)), len(nodes(t)) + 1)
            )
            assert exact_p_value(choices[:, t] == x, right) > ALPHA
            if max(map(abs, gaps)) > 0.5:
                assert exact_p_value(choices[:, t] == x, wrong) < ALPHA


def test_probabilities_of_leaders() -> None:
    """Two experts in closed form; three by a bivariate normal distribution; many by another quadrature."""
    lags = np.array([0.0, 0.3, 2.0, 9.0])
    pairs = leader_probabilities(np.stack([np.zeros(4), lags], axis=1))
    np.testing.assert_allclose(pairs[:, 1], stats.norm.cdf(-lags / math.sqrt(2)), atol=1e-9)
    np.testing.assert_allclose(leader_probabilities(np.array([[5.0, 7.0], [-3.0, -1.0]])), pairs[[2, 2]], atol=1e-9)
    three = [0.4, 0.0, 1.5]
    expected = [
        float(stats.multivariate_normal.cdf([three[y] - three[x], three[z] - three[x]], cov=[[2, 1], [1, 2]]))
        for x, y, z in ((0, 1, 2), (1, 2, 0), (2, 0, 1))
    ]
    np.testing.assert_allclose(leader_probabilities(np.array([three]))[0], expected, atol=1e-6)
    many = generator(2).random(40) * 3
    z, width = np.linspace(-9, 9, 4001, retstep=True)
    for x in (0, int(many.argmin())):
        others = np.delete(many, x) - many[x]
        mass = (stats.norm.pdf(z) * stats.norm.sf(z[:, None] - others).prod(axis=1)).sum() * width
        assert leader_probabilities(many[None])[0, x] == pytest.approx(mass, abs=1e-7)
    np.testing.assert_allclose(leader_probabilities(np.zeros((1, 1000))), 1e-3, atol=1e-12)
    np.testing.assert_array_equal(leader_probabilities(np.ones((3, 1))), 1)


@pytest.mark.statistical
def test_choices_of_two_rounds_share_the_noise_of_common_nodes() -> None:
    """alpha = 1e-6 for each pair of prefixes up to 12: without losses they agree as two normal signs do."""
    choices = sample(np.zeros((13, 2)))
    for s, t in combinations(range(1, 13), 2):
        agree = choices[:, s] == choices[:, t]
        share = len(nodes(s) & nodes(t)) / math.sqrt(len(nodes(s)) * len(nodes(t)))
        assert exact_p_value(agree, 0.5 + math.asin(share) / math.pi) > ALPHA
        walk = math.sqrt(s / t)  # noise for each row
        assert exact_p_value(agree, 0.5 + math.asin(walk) / math.pi) < ALPHA or math.isclose(walk, share)
        if share:
            assert exact_p_value(agree, 0.5) < ALPHA


@pytest.mark.parametrize("scale", [1e-300, 1e-17])
def test_tiny_noise_follows_the_leader_and_breaks_ties(scale: float) -> None:
    matrix = generator(6).random((200, 5))
    leaders = np.cumsum(matrix, axis=0)[:-1].argmin(axis=1)
    assert (sample(matrix, size=3, noise_scale=scale)[:, 1:] == leaders).all()
    tied = sample([[0.3, 0.3, 1.0]] * 4, size=2000, noise_scale=scale)[:, 1:]
    assert set(tied.ravel()) == {0, 1}
    assert 0.4 < tied.mean() < 0.6


@pytest.mark.statistical
def test_huge_noise_is_uniform() -> None:
    """alpha = 1e-6."""
    assert exact_p_value(sample([[1.0, 0.0]] * 3, noise_scale=1.7e308)[:, 2] == 0, 0.5) > ALPHA


# The tree


@pytest.mark.parametrize("most", [1, 2, 8, 64])
def test_noise_of_a_prefix_is_that_of_its_nodes(most: int) -> None:
    """Draw number t belongs to the node that ends with row t and that is in the decomposition of t."""
    tree, found = TreeNoise((), Powers()), []  # type: ignore[arg-type]
    while tree.prefix < 50:
        found.extend(tree.take(tree.aligned(min(most, 50 - tree.prefix))).tolist())
        assert len(tree.kept) <= tree.prefix.bit_length() + 1
    assert found == [sum(2.0**end for _, end in nodes(prefix)) for prefix in range(50)]


@pytest.mark.statistical
def test_variance_counts_the_ones_in_binary() -> None:
    """alpha = 1e-6 for each prefix, exact: a sum of squares; the covariance of two is the number of common nodes."""
    noise = all_noise(20, (N,), generator(8))
    assert (noise[0] == 0).all()
    for prefix in range(1, 20):
        squares = (noise[prefix] ** 2).sum()
        for terms in range(1, 6):
            p = 2 * min(stats.chi2.cdf(squares / terms, N), stats.chi2.sf(squares / terms, N))
            assert (p > ALPHA) == (terms == prefix.bit_count())
    for s, t in combinations(range(1, 20), 2):
        common = float((noise[s] * noise[t]).mean())
        assert abs(common - len(nodes(s) & nodes(t))) < 0.1


# The scale


@pytest.mark.parametrize("rounds", [1, 2, 3, 4, 7, 8, 100])
def test_a_row_is_in_as_many_nodes_as_the_scale_is_for(rounds: int) -> None:
    used = set().union(*(nodes(prefix) for prefix in range(1, rounds + 1)))
    most = max(sum(start <= row < end for start, end in used) for row in range(rounds))
    assert noise_for(1.0, 1e-6, rounds, 3) == pytest.approx(math.sqrt(most) * noise_for(1.0, 1e-6, 1, 3), rel=1e-12)


@pytest.mark.parametrize("epsilon", ["0.001", "0.1", "1", "20"])
@pytest.mark.parametrize("delta", ["1e-300", "1e-6", "0.001"])
def test_scale_solves_the_equation_and_is_private(epsilon: str, delta: str) -> None:
    """By the exact delta of one Gaussian mechanism for all nodes: it is met, and not with a third of the noise."""
    scale = noise_for(float(epsilon), float(delta), 1000, 7)
    with localcontext() as context:
        context.prec = 40
        rho = Decimal(10 * 7) / (2 * Decimal(scale) ** 2)
        found = rho + 2 * (rho * -Decimal(delta).ln()).sqrt()
    assert Decimal(1) - Decimal("1e-11") < found / Decimal(epsilon) < 1
    ratio = scale / math.sqrt(10 * 7)
    assert log_delta(ratio, float(epsilon)) < math.log(float(delta))
    if Decimal(delta) < Decimal(epsilon):  # else the bound is loose
        assert log_delta(ratio / 3, float(epsilon)) > math.log(float(delta))


# The stream


@pytest.mark.parametrize("runs", [0, 1, 7])
def test_it_does_not_matter_where_blocks_end(runs: int) -> None:
    matrix = generator(7).random((2 * MOST_ROWS + 77, 4))
    (whole,) = play([matrix], runs=runs, rng=generator(4), noise_scale=3.0)
    cuts: list[list[int]] = [[1, 2, 3, 900], [MOST_ROWS - 1, MOST_ROWS + 1, 2 * MOST_ROWS], list(range(5, 2000, 13))]
    for cut in cuts:
        parts = list(play(np.split(matrix, cut), runs=runs, rng=generator(4), noise_scale=3.0))
        assert [len(part.choices) for part in parts] == np.diff([0, *cut, len(matrix)]).tolist()
        assert np.array_equal(np.concatenate([part.choices for part in parts]), whole.choices)
        assert np.array_equal(parts[-1].changed, whole.changed)
        assert np.array_equal(parts[-1].losses, whole.losses)
        assert parts[-1].rounds == whole.rounds == len(matrix)
        np.testing.assert_allclose(parts[-1].collected, whole.collected, rtol=1e-14)
    assert np.array_equal(sample(matrix, size=runs, seed=4, noise_scale=3.0).T, whole.choices)


def test_totals_are_those_of_the_choices() -> None:
    matrix = generator(9).random((1500, 6))
    *_, played = play([matrix], runs=3, rng=generator(4), noise_scale=2.0)
    collected = [math.fsum(matrix[np.arange(1500), played.choices[:, run]]) for run in range(3)]
    losses = [math.fsum(column) for column in matrix.T]
    np.testing.assert_allclose(played.collected, collected, rtol=1e-14)
    np.testing.assert_allclose(played.losses, losses, rtol=1e-14)
    np.testing.assert_allclose(played.regret, np.array(collected) - min(losses), rtol=1e-11)
    np.testing.assert_array_equal(played.changed, (np.diff(played.choices, axis=0) != 0).sum(axis=0))
    assert played.changed.min() > 0


def test_shapes_and_seeds() -> None:
    assert sample(MATRIX, size=0).shape == (0, 5)
    assert sample(MATRIX).dtype == np.int64
    assert (sample([[0.5], [1.0]], size=4) == 0).all()
    assert np.array_equal(sample(MATRIX, size=100), sample(MATRIX, size=100))
    assert not np.array_equal(sample(MATRIX, size=100), sample(MATRIX, size=100, seed=5))
    assert set(sample([[0.0, 1.0, 1.0]], size=100).ravel()) == {0, 1, 2}
