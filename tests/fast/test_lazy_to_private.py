"""The fast lazy-to-private: the joint law of all models, partners and coins, and the stream."""

import math
import tracemalloc
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpassay.fast import lazy_to_private as module
from dpassay.fast.lazy_to_private import Played, Rules, lazy_to_private, play, states
from dpassay.fast.multiplicative_weights import probabilities
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
BAD_MATRICES: list[Any] = [
    *(
        [*MATRIX[:2], row, *MATRIX[3:]]
        for row in ([0.5, math.nan, 0.5], [2, 0, 0], [0.5, 0.5], [0.5, True, 0.5], "111")
    ),
    np.full((5, 3), 1.5),
    -np.eye(5, 3),
    np.ones((5, 3), np.bool_),
    np.ones((5, 3), object),
    np.ones((5, 4)),
    np.ones(15),
    "text",
    0.5,
    None,
]
BAD_RULES: list[Case] = [
    *[("learning_rate", {"learning_rate": rate}) for rate in NOT_POSITIVE],
    *[("exp_learning_rate", {"learning_rate": None, "exp_learning_rate": rate}) for rate in (1, "1/2", "x", True)],
    ("exp_learning_rate", {"exp_learning_rate": 2}),  # both
    ("learning_rate", {"learning_rate": None}),  # neither
    *[("batch", {"batch": batch}) for batch in (0, -1, *NOT_INTEGER)],
    *[
        ("fake_switch", {"fake_switch": p})
        for p in (*NOT_POSITIVE, 1, 1.0, Fraction(4, 3), "1/2", None, Fraction(1, 10**400))
    ],
]
BAD: list[Case] = [
    *[("data", {"data": data}) for data in [*BAD_MATRICES, MATRIX[:4], [], np.ones((0, 3))]],
    *[("rounds", {"rounds": rounds}) for rounds in (0, -1, *NOT_INTEGER)],
    *[("experts", {"experts": experts}) for experts in (0, -1, *NOT_INTEGER)],
    ("data", {"rounds": 6}),
    ("data", {"experts": 2}),
]
Law = dict[tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]], float]

WRONG: dict[str, dict[str, Any]] = {
    "half the slack": {"slack": 1},
    "no partner": {"partner_sign": 0},
    "the partner's losses added": {"partner_sign": -1},
    "the x-step uses the new partner": {"new_partner": True},
    "x and y are one": {"one": True},
    "no fake switch of x": {"fake_x": 0.0},
    "no fake switch of y": {"fake_y": 0.0},
    "p and 1 - p swapped": {"fake_x": 0.75, "fake_y": 0.75},
    "gains for losses": {"sign": -1},
    "draws anew from the law before": {"late": 1},
}


@dataclass(frozen=True)
class Algorithm:
    """Algorithm 1 with all coins, for small inputs; what follows `fake_y` makes it a wrong one."""

    matrix: Any
    rate: Any
    batch: int
    fake_x: float
    fake_y: float
    slack: int = 2
    partner_sign: int = 1
    new_partner: bool = False
    one: bool = False
    sign: int = 1
    late: int = 0

    @property
    def experts(self) -> range:
        return range(len(self.matrix[0]))

    def exponent(self, start: int, stop: int, x: int) -> Fraction:
        """The rate times what an expert loses in the batches from `start` to before `stop`."""
        rows = self.matrix[max(start, 0) * self.batch : max(stop, 0) * self.batch]
        return self.sign * Fraction(self.rate) * sum((Fraction(float(row[x])) for row in rows), Fraction(0))

    def fresh(self, s: int) -> list[float]:
        """The law of a model drawn anew for batch s, from 0."""
        values = [math.exp(-self.exponent(0, s - self.late, x)) for x in self.experts]
        return [value / math.fsum(values) for value in values]

    def keep(self, s: int, x: int, y: int) -> float:
        """The probability that S_s is 1."""
        gap = self.exponent(s - 1, s, x) - self.partner_sign * self.exponent(s - 1, s, y)
        return min(1.0, math.exp(-self.slack * self.batch * self.rate - gap))

    def steps(self, s: int, x: int, y: int) -> Iterator[tuple[int, int, int, float]]:
        """What may come for x, y and zeta in batch s, with probabilities; the same thing may come more than once."""
        fresh = self.fresh(s)
        for partner_coin, new_y in product((0, 1), self.experts):
            chance = 1 - self.fake_y if partner_coin else self.fake_y
            chance *= (new_y == y) if partner_coin else fresh[new_y]
            keep = self.keep(s, x, new_y if self.new_partner else y)
            for fake_coin, coin, new_x in product((0, 1), (0, 1), self.experts):
                part = chance * (1 - self.fake_x if fake_coin else self.fake_x) * (keep if coin else 1 - keep)
                part *= (new_x == x) if fake_coin and coin else fresh[new_x]
                yield new_x, new_x if self.one else new_y, int(not (coin and fake_coin and partner_coin)), part

    def law(self) -> Law:
        """The joint law of (x_1, ...), (y_1, ...) and (zeta_1, ...)."""
        law: Law = defaultdict(float)
        for x, y in product(self.experts, self.experts):
            law[(x,), (x if self.one else y,), ()] += len(self.experts) ** -2
        for s in range(1, -(-len(self.matrix) // self.batch)):
            grown: Law = defaultdict(float)
            for (xs, ys, zetas), mass in law.items():
                for x, y, zeta, chance in self.steps(s, xs[-1], ys[-1]):
                    grown[(*xs, x), (*ys, y), (*zetas, zeta)] += mass * chance
            law = grown
        return law


def models_of(law: Law) -> dict[tuple[int, ...], float]:
    """The law of the models alone."""
    models: dict[tuple[int, ...], float] = defaultdict(float)
    for (xs, _, _), mass in law.items():
        models[xs] += mass
    return models


def p_value(samples: Any, law: dict[Any, float]) -> float:
    """The chi-square test of the rows of `samples` against a law of tuples; zero if a row has no mass there."""
    rows, outcomes = np.asarray(samples, np.int64), np.array(list(law))
    digits = (max(rows.max(), outcomes.max()) + 1) ** np.arange(rows.shape[1])
    codes = outcomes @ digits
    order = np.argsort(codes)
    drawn = rows @ digits
    places = order[np.minimum(np.searchsorted(codes[order], drawn), len(codes) - 1)]
    if (codes[places] != drawn).any():
        return 0.0
    return counts_p_value(places, np.array(list(law.values())))


def sample(matrix: Any = MATRIX, size: int = N, **changes: Any) -> Any:
    shape = {"rounds": len(matrix), "experts": len(matrix[0])}
    return lazy_to_private(**VALID | {"data": matrix, "size": size, "rng": generator(3)} | shape | changes)


def streamed(matrix: Any = MATRIX, cuts: Any = None, runs: int = N, **changes: Any) -> list[Played]:
    """The results of a stream, cut before the rows `cuts`."""
    blocks = np.split(np.asarray(matrix), cuts) if cuts is not None else [matrix]
    return list(play(blocks, **STREAM | {"runs": runs, "rng": generator(4)} | changes))


def models(parts: list[Played]) -> Any:
    return np.concatenate([part.models for part in parts])


def random_matrix(rounds: int, experts: int, seed: int = 5) -> Any:
    return generator(seed).random((rounds, experts))


@pytest.mark.parametrize(("name", "changes"), COMMON + BAD_RULES + BAD)
def test_bad_input(name: str, changes: dict[str, Any]) -> None:
    expect_error(lazy_to_private, VALID | changes, name)
    expect_error(states, VALID | changes, name)


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


SHARP = np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.5, 1.0], [1.0, 0.0], [1.0, 0.0]])
ONE_SIDED = np.tile([1.0, 0.0], (5, 1))
PARAMETERS: list[dict[str, Any]] = [
    {},
    {"learning_rate": 0.01, "fake_switch": Fraction(1, 3)},
    {"batch": 1, "learning_rate": 0.3, "fake_switch": 0.05},
    {"batch": 3, "learning_rate": 0.2},
    {"learning_rate": None, "exp_learning_rate": "5/4", "fake_switch": 0.9},
]


def rounds_of(changes: dict[str, Any]) -> Any:
    """Few enough rounds to enumerate."""
    return MATRIX[:4] if changes.get("batch") == 1 else MATRIX


def expected(matrix: Any, wrong: str | None = None, **changes: Any) -> Law:
    values = VALID | changes
    rate = values["learning_rate"] or math.log(Fraction(values["exp_learning_rate"]))
    fake = {"fake_x": float(values["fake_switch"]), "fake_y": float(values["fake_switch"])}
    variant = fake if wrong is None else fake | WRONG[wrong]
    return Algorithm(matrix, rate, values["batch"], **variant).law()


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


@pytest.mark.parametrize("rate", [0.1, 1e3, 1.7e308])
def test_a_partner_is_kept_whatever_the_rate(rate: float) -> None:
    switches = module._Switches(Rules(rate, 4, 0.25, True), 10, 100, generator(8))
    with np.errstate(over="ignore"):
        switches.toss(first=False)
    share = (switches.columns >= 100).sum() / (switches.many * 100)
    assert abs(share - 0.25) < 0.02
    assert not switches.unsure[switches.columns >= 100].any()


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
        matrix, changes, size = ONE_SIDED, {"learning_rate": 0.7, "batch": 1, "fake_switch": 0.3}, 5 * N
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
    (played,) = streamed(matrix, runs=50_000, learning_rate=0.2, batch=4)
    drawn = sample(matrix, size=50_000, learning_rate=0.2, batch=4)
    for s in (0, 1, 7, 14):
        assert counts_p_value(played.models[s], laws[s]) > ALPHA
        assert counts_p_value(drawn[:, s], laws[s]) > ALPHA
    assert counts_p_value(played.models[14], laws[13]) < ALPHA


@pytest.mark.statistical
@pytest.mark.parametrize(("known", "trials"), [(0, 3), (30, 3), (0, 1), (0, 30)])
def test_rejection_from_an_older_law(monkeypatch: pytest.MonkeyPatch, known: int, trials: int) -> None:
    """alpha = 1e-6: draws by losses that the law lacks, of earlier chunks and of the current one."""
    monkeypatch.setattr(module, "TRIALS", trials)  # after these the law itself is computed
    matrix = random_matrix(80, 6) * np.linspace(0, 1, 6)
    rng, drawer = generator(7), module._Drawer(Rules(0.006, 1, 0.5, True), 6)

    def draw(losses: Any, row: int, count: int, crowded: bool = False) -> Any:
        trials = rng.standard_exponential((module.TRIALS, count))
        drawn = drawer.draw(
            losses, np.full(count, row), np.full(count, crowded), rng.random((module.TRIALS + 1, count)), trials
        )
        assert drawn.shape == (count,)
        return drawn

    if known:
        draw(matrix[:50], known, 6, crowded=True)  # a law is computed in the first chunk
    drawer.add(matrix[:50])
    assert drawer.age == 50 - known
    draws = draw(matrix[50:], 20, 600_000)
    assert drawer.age == 50 - known
    law = probabilities(matrix, learning_rate=0.006, form="loss")
    assert counts_p_value(draws, law[70]) > ALPHA
    assert counts_p_value(draws, law[known]) < ALPHA
    assert counts_p_value(draws, law[50]) < ALPHA


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


def test_a_model_does_not_see_its_own_batch() -> None:
    other = np.array(MATRIX)
    other[4:] = 1 - other[4:]  # the last batch, of one round
    assert np.array_equal(sample(size=500), sample(other, size=500))
    assert np.array_equal(streamed(runs=500)[0].models, streamed(other, runs=500)[0].models)
    other[3] = 1 - other[3]
    assert not np.array_equal(sample(size=500), sample(other, size=500))
    assert not np.array_equal(streamed(runs=500)[0].models, streamed(other, runs=500)[0].models)


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
