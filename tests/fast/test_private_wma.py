"""The fast private weighted majority: reports and predictions against algorithm 1, element by element."""

import math
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import pytest

from dpassay.fast.label_clipping import clipping, exact_clipping, read_hypotheses
from dpassay.fast.private_wma import PrivateWMA, private_wma, report, scheme
from dpassay.fast.privatized_likelihood import Noise, Scheme, exact_logs, lattice_noise
from tests.fast.helpers import BUDGET, COMMON, NOT_INTEGER, Case, counts_p_value, expect_error, generator, reals_p_value

ALPHA = 1e-6
N = 40_000
TABLE = "1/2,1/3,1/6;0,1/2,1/2"
VALID: dict[str, Any] = {
    "data": 1,
    "size": 5,
    "rng": generator(),
    "epsilon": 1.0,
    "delta": Fraction(1, 100),
    "hypotheses": TABLE,
    "rounds": 8,
}
PUBLIC: dict[str, Any] = {"hypotheses": 3, "rounds": 50, "epsilon": 2.0, "delta": 0.01}
BAD_DELTAS: list[Case] = [("delta", {"delta": delta}) for delta in (0, 1, 1.5, -0.1, math.nan, True, "0.1", None)]
BAD_CALIBRATIONS: list[Case] = [("calibration", {"calibration": value}) for value in ("", None, 1, ["printed"])]
OWN: list[Case] = [
    *[("data", {"data": data}) for data in (-1, 3, *NOT_INTEGER)],
    *[("rounds", {"rounds": rounds}) for rounds in (0, -1, *NOT_INTEGER)],
    *[("hypotheses", {"hypotheses": hypotheses}) for hypotheses in ("", "1/2,1/3", None, [[0.1, 0.9]], "1/2,1/2;1")],
    ("hypotheses", {"hypotheses": "1/2,1/2,0", "calibration": "printed"}),
    ("rounds", {"hypotheses": "1/2,1/2", "rounds": 1, "calibration": "printed"}),
    ("scale", {"epsilon": 1e16}),
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
        self.owner = [label for label in range(labels) for _ in range(sizes[label])]
        total, keep = len(self.owner), 1 - Fraction(1, rounds)
        spread = Fraction(1, rounds * total)
        self.law = [[spread + (keep / sizes[y] if o == y else 0) for o in self.owner] for y in range(labels)]
        self.pbar = [[spread + keep * row[o] / sizes[o] for o in self.owner] for row in self.rows]

    def heard(self, label: int) -> list[float]:
        """The probability of the label in whose share h(y) lies."""
        elements = zip(self.law[label], self.owner, strict=True)
        masses = list(elements)
        return [float(sum(p for p, o in masses if o == y)) for y in range(len(self.law))]

    def logs(self, hypothesis: int) -> list[float]:
        """The log-likelihood of each element."""
        return [math.log(p) for p in self.pbar[hypothesis]]

    def predict(self, weights: list[float]) -> list[float]:
        """Lines 5 and 6 of algorithm 1."""
        normal = [w / sum(weights) for w in weights]
        mixed = [
            sum(w * float(row[e]) for w, row in zip(normal, self.pbar, strict=True)) for e in range(len(self.owner))
        ]
        return [sum(p for p, o in zip(mixed, self.owner, strict=True) if o == y) for y in range(len(self.law))]


def noise_cdf(x: Any, centers: list[float], masses: list[float], scale: float) -> Any:
    """The distribution function of a mixture of Laplace laws."""
    gap = (np.asarray(x)[..., None] - np.array(centers)) / scale
    tail = np.exp(-np.abs(gap)) / 2
    return np.where(gap < 0, tail, 1 - tail) @ np.array(masses)


def printed_scale(hypotheses: int, rounds: int, epsilon: float, delta: float, more: int) -> float:
    """(8), with K + `more` in the logarithm."""
    front = 2 * math.sqrt(2 * hypotheses * math.log(1 / delta)) + math.sqrt(hypotheses * epsilon)
    return front * math.log((hypotheses + more) * rounds) / epsilon


def sample(size: int = N, **changes: Any) -> Any:
    return private_wma(**VALID | {"size": size, "rng": generator(3)} | changes)


@pytest.mark.parametrize(("name", "changes"), COMMON + BUDGET + BAD_DELTAS + BAD_CALIBRATIONS + OWN)
def test_bad_input(name: str, changes: dict[str, Any]) -> None:
    expect_error(private_wma, VALID | changes, name)


@pytest.mark.parametrize(("name", "changes"), BUDGET + BAD_DELTAS + BAD_CALIBRATIONS + BAD_SCHEMES)
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
    assert sample(hypotheses="1", rounds=1, data=0, size=3).shape == (3, 1)


@pytest.mark.parametrize(("calibration", "more"), [("corrected", 1), ("printed", 0)])
@pytest.mark.parametrize(("hypotheses", "rounds"), [(1, 2), (3, 50), (1000, 10**5)])
def test_constants(calibration: str, more: int, hypotheses: int, rounds: int) -> None:
    for epsilon, delta, gamma in ((0.1, 1e-6, None), (3.0, 0.25, 2.5)):
        found = scheme(
            hypotheses=hypotheses, rounds=rounds, epsilon=epsilon, delta=delta, gamma=gamma, calibration=calibration
        )
        scale = printed_scale(hypotheses, rounds, epsilon, delta, more)
        margin = math.log(rounds) if gamma is None else gamma
        shift = scale * (margin + math.log(hypotheses) + math.log(rounds))
        inner = 2 * math.log(hypotheses) / rounds * (1 if more else hypotheses)
        assert found.noise.scale == pytest.approx(scale, rel=1e-13)
        assert found.loss_shift == pytest.approx(shift, rel=1e-13)
        assert found.loss_scale == pytest.approx(1 / (math.log((hypotheses + more) * rounds) + 2 * shift), rel=1e-13)
        assert found.learning_rate == pytest.approx(math.sqrt(inner), rel=1e-13)
        assert found.noise.scale == pytest.approx(found.noise.step / found.noise.rate, rel=2e-9)


def test_e_to_the_epsilon() -> None:
    assert np.array_equal(
        sample(size=5, epsilon=None, exp_eps="3/2"), sample(size=5, epsilon=Fraction(math.log1p(0.5)))
    )


@pytest.mark.statistical
@pytest.mark.parametrize("calibration", ["corrected", "printed"])
@pytest.mark.parametrize(("table", "rounds"), [(TABLE, 8), (TABLE, 1), ("1/2,9/20,1/20", 3)])
def test_law_of_each_coordinate(table: str, rounds: int, calibration: str) -> None:
    """alpha = 1e-6 for each label and hypothesis, with budgets at which the noise hides little and much."""
    game = Round(table, rounds)
    count = len(game.rows)
    for label in range(3):
        for epsilon in (1.0, 300.0):
            samples = sample(
                hypotheses=table, rounds=rounds, data=label, calibration=calibration, epsilon=epsilon, delta=0.5
            )
            scale = printed_scale(count, rounds, epsilon, 0.5, int(calibration == "corrected"))
            for hypothesis in range(count):
                centers, masses = game.logs(hypothesis), [float(p) for p in game.law[label]]
                noisy = samples[:, hypothesis]
                assert reals_p_value(noisy, partial(noise_cdf, centers=centers, masses=masses, scale=scale)) > ALPHA


@pytest.mark.statistical
def test_wrong_laws_are_rejected() -> None:
    """alpha = 1e-6: another label, another scale, centers without the uniform part."""
    game, label, scale = Round(TABLE, 8), 0, printed_scale(2, 8, 60.0, 0.5, 1)
    samples = sample(data=label, epsilon=60.0, delta=0.5)[:, 1]
    centers, masses = game.logs(1), [float(p) for p in game.law[label]]
    assert reals_p_value(samples, lambda x: noise_cdf(x, centers, masses, scale)) > ALPHA
    other = [float(p) for p in game.law[2]]
    assert reals_p_value(samples, lambda x: noise_cdf(x, centers, other, scale)) < ALPHA
    assert reals_p_value(samples, lambda x: noise_cdf(x, centers, masses, 1.1 * scale)) < ALPHA
    assert reals_p_value(samples, lambda x: noise_cdf(x, game.logs(0), masses, scale)) < ALPHA


@pytest.mark.statistical
def test_one_element_for_all_hypotheses_and_independent_noise() -> None:
    """alpha = 1e-6; at a huge budget a report tells the label that was heard, the same in all its coordinates."""
    table = "1/2,1/3,1/6;1/10,1/5,7/10"  # no hypothesis has two elements that are equally likely
    game = Round(table, 8)
    samples = sample(epsilon=1e8, data=1, hypotheses=table)
    rounded = np.array([[row[game.owner.index(y)] for y in range(3)] for row in map(game.logs, range(2))])
    heard = [np.abs(samples[:, j, None] - rounded[j]).argmin(axis=1) for j in range(2)]
    assert np.array_equal(*heard)
    assert counts_p_value(heard[0], game.heard(1)) > ALPHA
    assert counts_p_value(heard[0], game.heard(2)) < ALPHA
    shuffled = generator(1).permutation(heard[1])
    assert not np.array_equal(heard[0], shuffled)
    noise = (samples - np.stack([rounded[j][heard[j]] for j in range(2)], axis=1)) > 0
    pairs = noise @ np.array([1, 2])
    assert counts_p_value(pairs, np.full(4, 0.25)) > ALPHA
    assert counts_p_value(noise[:, 0] * 3, np.full(4, 0.25)) < ALPHA  # one noise for all hypotheses


@pytest.mark.parametrize("epsilon", [1e-6, 1.0, 1e5])
def test_answers_are_on_one_lattice(epsilon: float) -> None:
    step = scheme(hypotheses=2, rounds=8, epsilon=epsilon, delta=0.01).noise.step
    for label in range(3):
        places = sample(size=1000, epsilon=epsilon, delta=0.01, data=label) / step
        assert np.array_equal(places, np.rint(places))
    assert not np.array_equal(places / 3, np.rint(places / 3))


def loss_of_lattice(table: str, rounds: int, calibration: str) -> float:
    """The largest privacy loss of one coordinate, as a share of the budget of one coordinate."""
    rows = read_hypotheses(table)
    shares = exact_clipping(rows, rounds=rounds, calibration=calibration)
    constants = scheme(hypotheses=len(rows), rounds=rounds, epsilon=1, delta=0.1, calibration=calibration)
    places = np.rint(exact_logs(rows, shares) / constants.noise.step)
    return float(np.ptp(places, axis=1).max() * constants.noise.rate * constants.noise.scale / constants.sensitivity)


@pytest.mark.parametrize("rounds", [1, 2, 30, 10**6, 2**31])
def test_corrected_noise_covers_every_pair_of_labels(rounds: int) -> None:
    """The printed noise does not, in a class whose ceilings add up to more than K M."""
    ceilings = "1/3,1/3,1/3,0,0,0;0,0,0,9/20,7/20,1/5"
    for table in (TABLE, "1/2,9/20,1/20", "1/2,1/2,0", "1", "1/2,1/2,0;0,0,1", ceilings):
        assert loss_of_lattice(table, rounds, "corrected") <= 1
    if rounds > 4:
        assert loss_of_lattice(ceilings, rounds, "printed") > 1


@pytest.mark.parametrize("calibration", ["corrected", "printed"])
def test_losses_of_bounded_noise_are_between_0_and_1(calibration: str) -> None:
    """As the source has it; printed for a class without ceilings."""
    rows = read_hypotheses("1/3,2/3,0;0,1/3,2/3" if calibration == "corrected" else "1/3,2/3,0;2/3,0,1/3")
    shares = exact_clipping(rows, rounds=8)
    constants = scheme(hypotheses=2, rounds=8, epsilon=1, delta=0.1, calibration=calibration)
    logs = exact_logs(rows, shares)
    for noise in (-constants.loss_shift, 0.0, constants.loss_shift):
        losses = constants.losses(logs + noise, 3)
        assert losses.min() >= -1e-12
        assert losses.max() <= 1 + 1e-12
    assert constants.losses(logs.min() - 1.01 * constants.loss_shift - constants.noise.scale, 3) > 1


def losses_by_hand(reports: Any, constants: Scheme, labels: int) -> list[float]:
    """(8)."""
    return [-constants.loss_scale * (v + math.log(labels) - constants.loss_shift) for v in reports]


@pytest.mark.parametrize("calibration", ["corrected", "printed"])
def test_learner_is_algorithm_1(calibration: str) -> None:
    """Classes that change from round to round; blocks, floats, and a learner that learns the other way round."""
    tables = ["1/2,1/4,1/4;0,1/2,1/2;1/8,3/8,1/2", "1/4,3/4;1/2,1/2;1,0", "1/3,2/3,0;1,0,0;1/6,1/6,2/3"] * 5
    constants = scheme(hypotheses=3, rounds=len(tables), epsilon=200.0, delta=0.1, gamma=0.5, calibration=calibration)
    learner, backwards = PrivateWMA(constants), PrivateWMA(constants)
    weights, rng = [1.0] * 3, generator(8)
    for index, text in enumerate(tables):
        game = Round(text, len(tables))
        table = np.array(game.rows, float)
        shares = clipping(table, rounds=len(tables))
        predicted = learner.predict([table[:2], table[2:]], shares)
        np.testing.assert_allclose(predicted, game.predict(weights), rtol=1e-12)
        assert predicted.sum() == pytest.approx(1, rel=1e-12)
        if index > 3:
            assert np.abs(backwards.predict(table, shares) - predicted).max() > 1e-6
        heard = report(index % 2, constants=constants, clipping=shares, column=table.T.__getitem__, rng=rng)
        losses = losses_by_hand(heard, constants, table.shape[1])
        weights = [w * math.exp(-constants.learning_rate * loss) for w, loss in zip(weights, losses, strict=True)]
        learner.update(heard, table.shape[1])
        backwards.update(-heard, table.shape[1])


def test_the_truth_is_learned() -> None:
    """With little noise; not from the reports about another truth."""
    table = np.array([[0.5, 0.25, 0.25], [0.25, 0.5, 0.25], [0.25, 0.25, 0.5]])
    constants, rng = scheme(hypotheses=3, rounds=2000, epsilon=1e6, delta=0.1, gamma=0.01), generator(6)
    shares = clipping(table, rounds=2000)
    for truth in range(3):
        learner = PrivateWMA(constants)
        for label in rng.choice(3, p=table[truth], size=2000).tolist():
            learner.update(report(label, constants=constants, clipping=shares, column=table.__getitem__, rng=rng), 3)
        assert learner.weights.normalized().argmax() == truth
        assert learner.weights.normalized()[truth] > 0.5


def test_many_reports_at_once() -> None:
    constants = scheme(**PUBLIC)
    together, one_by_one = PrivateWMA(constants), PrivateWMA(constants)
    reports = generator(2).normal(-2, 30, size=(40, 3))
    together.update(reports, 7)
    for row in reports:
        one_by_one.update(row, 7)
    np.testing.assert_allclose(together.weights.normalized(), one_by_one.weights.normalized(), rtol=1e-12)
    assert np.ptp(together.weights.normalized()) > 1e-3


@pytest.mark.statistical
def test_a_report_has_the_law_of_the_target() -> None:
    """alpha = 1e-6 for each coordinate; against the label that it does not have, too."""
    game, rng = Round(TABLE, 8), generator(4)
    constants = scheme(hypotheses=2, rounds=8, epsilon=300.0, delta=0.5)
    table = np.array(game.rows, float)
    shares = clipping(table, rounds=8)
    column = table.T.__getitem__
    reports = np.array([report(2, constants=constants, clipping=shares, column=column, rng=rng) for _ in range(5000)])
    right, wrong = ([float(p) for p in game.law[label]] for label in (2, 0))
    for hypothesis in range(2):
        centers = game.logs(hypothesis)
        for masses, passes in ((right, True), (wrong, False)):
            law = reals_p_value(
                reports[:, hypothesis], partial(noise_cdf, centers=centers, masses=masses, scale=constants.noise.scale)
            )
            assert (law > ALPHA) is passes


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        *[("label", {"label": label}) for label in (-1, 3, *NOT_INTEGER)],
        *[("rng", {"rng": rng}) for rng in (None, 5, np.random)],
        *[
            ("column", {"column": lambda _, c=column: c})
            for column in (
                np.ones(3) / 3,
                np.array([0.5, math.nan]),
                np.array([0.5, -0.1]),
                np.array([0.5, 1.1]),
                np.array(["1", "2"]),
                [0.5, 0.5],
                np.ones((2, 1)),
            )
        ],
    ],
)
def test_bad_reports(name: str, changes: dict[str, Any]) -> None:
    table = np.array(Round(TABLE, 8).rows, float)
    valid = {
        "label": 0,
        "constants": scheme(hypotheses=2, rounds=8, epsilon=1.0, delta=0.1),
        "clipping": clipping(table, rounds=8),
        "column": lambda y: table[:, y],
        "rng": generator(),
    }
    report(**valid)  # type: ignore[arg-type]
    expect_error(report, valid | changes, name)


@pytest.mark.parametrize(
    "reports", [np.ones(2), np.ones((1, 2)), np.array([1, math.nan, 0]), np.ones(3, int), [1.0, 2.0, 3.0], None]
)
def test_bad_updates(reports: Any) -> None:
    expect_error(PrivateWMA(scheme(**PUBLIC)).update, {"reports": reports, "labels": 3}, "reports")
    expect_error(PrivateWMA(scheme(**PUBLIC)).update, {"reports": np.ones(3), "labels": 0}, "labels")


def test_noise_beyond_what_is_supported() -> None:
    assert lattice_noise(1.0, 2.0**22).step == 2.0**-52
    for sensitivity, budget in ((1.0, 2.0**23), (1.0, 2.0**-34)):
        with pytest.raises(ValueError, match="scale"):
            lattice_noise(sensitivity, budget)


@pytest.mark.parametrize(("sensitivity", "budget"), [(1.0, 0.3), (2.5, 1e-9), (0.7, 40.0), (30.0, 2e6)])
def test_noise_covers_two_roundings_to_the_lattice(sensitivity: float, budget: float) -> None:
    """Two numbers at distance `sensitivity` are at most sensitivity / L + 1 places apart."""
    noise = lattice_noise(sensitivity, budget)
    places = Fraction(sensitivity) / Fraction(noise.step) + 1
    assert Fraction(budget) * (1 - Fraction(1, 2**48)) <= Fraction(noise.rate) * places <= Fraction(budget)
    assert Fraction(noise.rate) * (places + places / 2**40) > Fraction(budget)


def test_numbers_are_rounded_to_the_nearest_place() -> None:
    """At a rate of 45 the noise is always 0."""
    silent = Noise(scale=1.0, step=0.5, rate=45.0)
    assert silent.add_to(np.array([[0.3, -0.2], [-1.9, 7.0]]), generator()).tolist() == [[0.5, 0], [-2, 7]]
