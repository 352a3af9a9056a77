"""The fast private EXP3: reports and predictions against algorithm 2, element by element."""

import math
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import pytest

from dpassay.fast.label_clipping import clipping
from dpassay.fast.private_exp3 import PrivateExp3, private_exp3, reports, scheme
from tests.fast.helpers import BUDGET, COMMON, NOT_INTEGER, Case, counts_p_value, expect_error, generator, reals_p_value

ALPHA = 1e-6
N = 60_000
TABLE = "1/2,1/3,1/6;0,1/2,1/2"
VALID: dict[str, Any] = {
    "data": 1,
    "size": 5,
    "rng": generator(),
    "epsilon": 1.0,
    "hypotheses": TABLE,
    "rounds": 8,
}
PUBLIC: dict[str, Any] = {"hypotheses": 3, "rounds": 50, "epsilon": 2.0}
BAD_CALIBRATIONS: list[Case] = [("calibration", {"calibration": value}) for value in ("", None, 1, ["printed"])]
OWN: list[Case] = [
    *[("data", {"data": data}) for data in (-1, 3, *NOT_INTEGER)],
    *[("rounds", {"rounds": rounds}) for rounds in (0, -1, *NOT_INTEGER)],
    *[("hypotheses", {"hypotheses": hypotheses}) for hypotheses in ("", "1/2,1/3", None, [[0.1, 0.9]], "1/2,1/2;1")],
    ("hypotheses", {"hypotheses": "1/2,1/2,0", "calibration": "printed"}),
    ("rounds", {"hypotheses": "1/2,1/2", "rounds": 1, "calibration": "printed"}),
    ("scale", {"epsilon": 1e8}),
]
BAD_SCHEMES: list[Case] = [
    *[("hypotheses", {"hypotheses": count}) for count in (0, -1, *NOT_INTEGER)],
    *[("rounds", {"rounds": rounds}) for rounds in (0, -1, *NOT_INTEGER)],
    *[("gamma", {"gamma": gamma}) for gamma in (0, -1, math.nan, "1")],
]


class Round:
    """One round as the source has it: all N' elements, in fractions."""

    def __init__(self, table: str, rounds: int) -> None:
        self.rows = [[Fraction(entry) for entry in row.split(",")] for row in table.split(";")]
        labels = len(self.rows[0])
        maxima = [max(column) for column in zip(*self.rows, strict=True)]
        sizes = [max(1, math.ceil(labels * most)) for most in maxima]
        owner = [label for label in range(labels) for _ in range(sizes[label])]
        keep, spread = 1 - Fraction(1, rounds), Fraction(1, rounds * len(owner))
        self.law = [[float(spread + (keep / sizes[y] if o == y else 0)) for o in owner] for y in range(labels)]
        self.pbar = [[float(spread + keep * row[o] / sizes[o]) for o in owner] for row in self.rows]
        self.owner = owner

    def predict(self, weights: list[float]) -> list[float]:
        """Lines 5 and 6 of algorithm 2."""
        normal = [w / sum(weights) for w in weights]
        mixed = [sum(w * row[e] for w, row in zip(normal, self.pbar, strict=True)) for e in range(len(self.owner))]
        return [sum(p for p, o in zip(mixed, self.owner, strict=True) if o == y) for y in range(len(self.law))]

    def cdf(self, x: Any, hypothesis: int, label: int, scale: float) -> Any:
        """The distribution function of V_j: a mixture of Laplace laws."""
        gap = (np.asarray(x)[..., None] - np.log(self.pbar[hypothesis])) / scale
        tail = np.exp(-np.abs(gap)) / 2
        return np.where(gap < 0, tail, 1 - tail) @ np.array(self.law[label])


def entries(table: Any) -> Callable[[Any, Any], Any]:
    """What gives the masses of some hypotheses and labels."""
    return lambda j, y: table[j, y]


def sample(size: int = N, **changes: Any) -> Any:
    return private_exp3(**VALID | {"size": size, "rng": generator(3)} | changes)


@pytest.mark.parametrize(("name", "changes"), COMMON + BUDGET + BAD_CALIBRATIONS + OWN)
def test_bad_input(name: str, changes: dict[str, Any]) -> None:
    expect_error(private_exp3, VALID | changes, name)


@pytest.mark.parametrize(("name", "changes"), BUDGET + BAD_CALIBRATIONS + BAD_SCHEMES)
def test_bad_schemes(name: str, changes: dict[str, Any]) -> None:
    expect_error(scheme, PUBLIC | changes, name)


def test_shapes() -> None:
    for size in (0, 1, 7, 20_000):
        first = sample(size=size, rng=generator(1))
        assert first.shape == (size, 2)
        assert first.dtype == np.float64
        assert np.array_equal(first, sample(size=np.int64(size), rng=generator(1)))  # type: ignore[arg-type]
    assert not np.array_equal(first, sample(size=20_000, rng=generator(2)))
    assert not np.array_equal(first[:1000], first[10_000:11_000])
    assert sample(hypotheses="1", rounds=1, data=0, size=3)[:, 0].tolist() == [0, 0, 0]


@pytest.mark.parametrize(("calibration", "more"), [("corrected", 1), ("printed", 0)])
@pytest.mark.parametrize(("hypotheses", "rounds"), [(1, 2), (3, 50), (1000, 10**5)])
def test_constants(calibration: str, more: int, hypotheses: int, rounds: int) -> None:
    """(12), (13) and line 2 of algorithm 2."""
    for epsilon, gamma in ((0.1, None), (3.0, 2.5)):
        found = scheme(hypotheses=hypotheses, rounds=rounds, epsilon=epsilon, gamma=gamma, calibration=calibration)
        spread = math.log((hypotheses + more) * rounds)
        margin = math.log(rounds) if gamma is None else gamma
        shift = spread * (margin + math.log(hypotheses) + math.log(rounds)) / epsilon
        assert found.noise.scale == pytest.approx(spread / epsilon, rel=1e-13)
        assert found.loss_shift == pytest.approx(shift, rel=1e-13)
        assert found.loss_scale == pytest.approx(1 / (spread + 2 * shift), rel=1e-13)
        assert found.learning_rate == pytest.approx(
            math.sqrt(2 * hypotheses * math.log(hypotheses) / rounds), rel=1e-13
        )


@pytest.mark.statistical
@pytest.mark.parametrize("calibration", ["corrected", "printed"])
@pytest.mark.parametrize(("table", "rounds"), [(TABLE, 8), (TABLE, 1), ("1/2,9/20,1/20", 3)])
def test_law(table: str, rounds: int, calibration: str) -> None:
    """alpha = 1e-6 for the choice, and for each label and hypothesis; much noise and little."""
    game = Round(table, rounds)
    count = len(game.rows)
    for label in range(3):
        for epsilon in (1.0, 30.0):
            samples = sample(hypotheses=table, rounds=rounds, data=label, calibration=calibration, epsilon=epsilon)
            scale = math.log((count + (calibration == "corrected")) * rounds) / epsilon
            assert counts_p_value(samples[:, 0].astype(int), np.full(count, 1 / count)) > ALPHA
            for chosen in range(count):
                noisy = samples[samples[:, 0] == chosen, 1]
                assert reals_p_value(noisy, partial(game.cdf, hypothesis=chosen, label=label, scale=scale)) > ALPHA


@pytest.mark.statistical
def test_wrong_laws_are_rejected() -> None:
    """alpha = 1e-6: another label, another hypothesis, another scale, a choice that is not uniform."""
    game, scale = Round(TABLE, 8), math.log(24) / 10
    samples = sample(data=0, epsilon=10.0)
    noisy = samples[samples[:, 0] == 1, 1]
    assert reals_p_value(noisy, lambda x: game.cdf(x, 1, 0, scale)) > ALPHA
    assert reals_p_value(noisy, lambda x: game.cdf(x, 1, 2, scale)) < ALPHA
    assert reals_p_value(noisy, lambda x: game.cdf(x, 0, 0, scale)) < ALPHA
    assert reals_p_value(noisy, lambda x: game.cdf(x, 1, 0, 1.1 * scale)) < ALPHA
    assert counts_p_value(samples[:, 0].astype(int), np.array([0.52, 0.48])) < ALPHA


@pytest.mark.parametrize("epsilon", [1e-6, 1.0, 1e5])
def test_answers_are_on_one_lattice(epsilon: float) -> None:
    step = scheme(hypotheses=2, rounds=8, epsilon=epsilon).noise.step
    for label in range(3):
        places = sample(size=1000, epsilon=epsilon, data=label)[:, 1] / step
        assert np.array_equal(places, np.rint(places))
    assert not np.array_equal(places / 3, np.rint(places / 3))


@pytest.mark.parametrize("calibration", ["corrected", "printed"])
def test_learner_is_algorithm_2(calibration: str) -> None:
    """Classes that change from round to round; a learner that credits the wrong hypothesis is told apart."""
    tables = ["1/2,1/4,1/4;0,1/2,1/2;1/8,3/8,1/2", "1/4,3/4;1/2,1/2;1,0", "1/3,2/3,0;1,0,0;1/6,1/6,2/3"] * 8
    constants = scheme(hypotheses=3, rounds=len(tables), epsilon=30.0, gamma=0.5, calibration=calibration)
    learner, confused = PrivateExp3(constants), PrivateExp3(constants)
    weights, rng = [1.0] * 3, generator(8)
    for index, text in enumerate(tables):
        game = Round(text, len(tables))
        table = np.array(game.rows, float)
        shares = clipping(table, rounds=len(tables))
        predicted = learner.predict([table[:2], table[2:]], shares)
        np.testing.assert_allclose(predicted, game.predict(weights), rtol=1e-12)
        assert predicted.sum() == pytest.approx(1, rel=1e-12)
        label = np.array([index % 2])
        heard = reports(label, constants=constants, clipping=shares, masses=entries(table), rng=rng)
        ((chosen, value),) = heard.tolist()
        loss = -constants.loss_scale * (value + math.log(table.shape[1]) - constants.loss_shift)
        weights[int(chosen)] *= math.exp(-constants.learning_rate * loss)
        learner.update(heard, table.shape[1])
        confused.update(np.array([[(chosen + 1) % 3, value]]), table.shape[1])
    apart = np.abs(confused.weights.normalized() - learner.weights.normalized()).max()
    assert apart > 1e-3


def test_the_truth_is_learned() -> None:
    """With little noise, from reports of all rounds at once."""
    table = np.array([[0.5, 0.25, 0.25], [0.25, 0.5, 0.25], [0.25, 0.25, 0.5]])
    constants, rng = scheme(hypotheses=3, rounds=8000, epsilon=1000.0, gamma=0.01), generator(6)
    shares = clipping(table, rounds=8000)
    for truth in range(3):
        learner, labels = PrivateExp3(constants), rng.choice(3, p=table[truth], size=8000)
        learner.update(reports(labels, constants=constants, clipping=shares, masses=entries(table), rng=rng), 3)
        assert learner.weights.normalized().argmax() == truth
        assert learner.weights.normalized()[truth] > 0.5


def test_many_reports_at_once() -> None:
    constants = scheme(**PUBLIC)
    together, one_by_one = PrivateExp3(constants), PrivateExp3(constants)
    rng = generator(2)
    published = np.stack([rng.integers(3, size=400), rng.normal(-2, 30, size=400)], axis=1)
    together.update(published, 7)
    for row in published:
        one_by_one.update(row[None], 7)
        one_by_one.weights.normalized()
    np.testing.assert_allclose(together.weights.normalized(), one_by_one.weights.normalized(), rtol=1e-12)
    assert np.ptp(together.weights.normalized()) > 1e-3


def test_weights_of_very_different_size() -> None:
    """No overflow, no division by zero: the largest logarithm is subtracted."""
    learner = PrivateExp3(scheme(**PUBLIC))
    learner.update(np.array([[0, 1e9]]), 1)
    assert learner.weights.normalized().tolist() == [1, 0, 0]
    learner.update(np.array([[0, -1e9], [0, -1e9]]), 1)
    np.testing.assert_allclose(learner.weights.normalized(), [0, 0.5, 0.5], atol=1e-300)


@pytest.mark.statistical
def test_reports_have_the_law_of_the_target() -> None:
    """alpha = 1e-6 for each hypothesis; users with different labels at once."""
    game = Round(TABLE, 8)
    constants = scheme(hypotheses=2, rounds=8, epsilon=30.0)
    table = np.array(game.rows, float)
    shares = clipping(table, rounds=8)
    labels = np.arange(N) % 3
    published = reports(labels, constants=constants, clipping=shares, masses=entries(table), rng=generator(4))
    for label in range(3):
        for chosen in range(2):
            noisy = published[(labels == label) & (published[:, 0] == chosen), 1]
            for other in range(3):
                value = reals_p_value(
                    noisy, partial(game.cdf, hypothesis=chosen, label=other, scale=constants.noise.scale)
                )
                alike = game.pbar[chosen][game.owner.index(label)] == game.pbar[chosen][game.owner.index(other)]
                assert (value > ALPHA) is (other == label or alike)


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        *[
            ("labels", {"labels": labels})
            for labels in (np.array([-1]), np.array([3]), np.array([0.0]), np.array([[0]]), np.array([True]), [0], 0)
        ],
        *[("rng", {"rng": rng}) for rng in (None, 5, np.random)],
        *[
            ("masses", {"masses": lambda *_, m=masses: m})
            for masses in (np.array([0.5, 0.5]), [math.nan], [-0.1], [1.1], 0.5, [])
        ],
    ],
)
def test_bad_reports(name: str, changes: dict[str, Any]) -> None:
    table = np.array(Round(TABLE, 8).rows, float)
    valid = {
        "labels": np.array([0]),
        "constants": scheme(hypotheses=2, rounds=8, epsilon=1.0),
        "clipping": clipping(table, rounds=8),
        "masses": entries(table),
        "rng": generator(),
    }
    assert reports(**valid).shape == (1, 2)  # type: ignore[arg-type]
    assert reports(**valid | {"labels": np.zeros(0, int)}).shape == (0, 2)  # type: ignore[arg-type]
    expect_error(reports, valid | changes, name)


@pytest.mark.parametrize(
    "published",
    [
        np.array([[3, 0.5]]),
        np.array([[-1, 0.5]]),
        np.array([[1e300, 0.5]]),
        np.array([[0.5, 0.5]]),
        np.array([[0, math.nan]]),
        np.array([[math.inf, 0]]),
        np.array([[0, 1]]),
        np.array([0, 0.5]),
        np.ones((1, 3)),
        [[0, 0.5]],
        None,
    ],
)
def test_bad_updates(published: Any) -> None:
    expect_error(PrivateExp3(scheme(**PUBLIC)).update, {"published": published, "labels": 3}, "published")
    expect_error(PrivateExp3(scheme(**PUBLIC)).update, {"published": np.ones((1, 2)), "labels": 0}, "labels")
