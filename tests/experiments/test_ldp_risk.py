"""The experiment on locally private distribution learning: risks as defined, exact ones of two rounds, and bounds."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import mpmath as mp
import numpy as np
import pytest

from dpassay.analysis.distribution_game import OPEN, Fixed
from dpassay.analysis.distribution_learners import BAYES, RandomizedResponseLearner, randomized_response_users
from dpassay.analysis.game_risk import kl_risk
from dpassay.analysis.two_round_risk import exp3_risk, tuning_of, wma_risk
from dpassay.exact import as_real
from dpassay.experiments import ldp_risk
from dpassay.experiments.frame.runs import Row
from dpassay.experiments.ldp_risk import (
    DELTA,
    INPUTS,
    LEARNERS,
    OUTPUTS,
    SUMMARY,
    Learner,
    Plan,
    Settings,
    contradicted,
    divergences,
    first_useful_rounds,
    lower_bound,
    measured,
    normalized,
    play,
    sharp_lower_bound,
    summary,
    theorem_4,
    theorem_5,
    trivial_bound,
    tv_bound,
)
from dpassay.experiments.measures import natures
from dpassay.experiments.measures.natures import NATURES, Floats, Laws, Rounds
from dpassay.fast import private_exp3 as fast_exp3
from dpassay.fast import private_wma as fast_wma
from dpassay.fast.distribution_learners import BayesLearner
from dpassay.fast.distribution_learners import RandomizedResponseLearner as FastRandomizedResponse
from dpassay.fast.label_clipping import clipping
from dpassay.reference import private_exp3, private_wma

SETTINGS = Settings("hadamard", "private-exp3", "corrected", Fraction(1), 200, 8, 0, 0)
PLAN = Plan(("hadamard", "dirichlet"), "corrected", (Fraction(1, 2), Fraction(1), Fraction(3)), 1000, 8, 16, 50, 2, 0)


# Risks, round by round


class Recording:
    """A learner, and all that it hears."""

    def __init__(self, learner: Learner) -> None:
        self.learner = learner
        self.blocks: list[Rounds] = []
        self.logs: list[Floats] = []

    def heard(self, rounds: Rounds, rng: np.random.Generator) -> Floats:
        """Keep what is heard."""
        self.blocks.append(rounds)
        self.logs.append(self.learner.heard(rounds, rng))
        return self.logs[-1].copy()

    def predicted(self, mixed: Floats) -> Floats:
        """Predict as the learner does."""
        return self.learner.predicted(mixed)

    def rounds(self, laws: Laws) -> Iterator[tuple[Floats, Floats, int, Floats]]:
        """The table, the true law, the label and what was heard of each round."""
        for block, logs in zip(self.blocks, self.logs, strict=True):
            for t, label in enumerate(block.labels.tolist()):
                table = laws.table if block.orders is None else laws.table[block.orders[t]]
                yield table, laws.table[block.truths[t]], label, logs[t]


class Stepwise:
    """The learners of `dpassay.fast`, round by round: they are told what was heard, as reports."""

    def __init__(self, settings: Settings, laws: Laws) -> None:
        self.scheme, self.labels = settings.scheme, laws.labels
        self.learner: Any
        if self.scheme is not None:
            self.clipping = clipping(laws.table, rounds=settings.rounds, calibration=settings.calibration)
            wma = settings.learner == "private-wma"
            self.learner = (fast_wma.PrivateWMA if wma else fast_exp3.PrivateExp3)(self.scheme)
        elif settings.learner == "randomized-response":
            self.learner = FastRandomizedResponse(laws.hypotheses, laws.labels, epsilon=settings.epsilon)
        else:
            self.learner = BayesLearner(laws.hypotheses)
        self.name = settings.learner

    def predict(self, table: Floats) -> Floats:
        predicted: Floats = self.learner.predict(*((table,) if self.scheme is None else (table, self.clipping)))
        return predicted

    def update(self, table: Floats, label: int, logs: Floats) -> None:
        if self.name == "bayes":
            self.learner.update(table[:, label])
        elif self.name == "randomized-response":
            told = np.abs(np.log(self.learner.likelihoods(table)) - logs[:, None]).max(axis=0).argmin()
            self.learner.update(table[:, told])
        elif self.scheme is not None:
            values = logs / (self.scheme.learning_rate * self.scheme.loss_scale)
            reports = values - math.log(self.labels) + self.scheme.loss_shift
            if self.name == "private-wma":
                self.learner.update(reports, self.labels)
            else:
                (chosen,) = np.flatnonzero(logs)
                self.learner.update(np.array([[chosen, reports[chosen]]]), self.labels)


@pytest.mark.parametrize("calibration", ["corrected", "printed"])
@pytest.mark.parametrize("nature", NATURES)
@pytest.mark.parametrize("learner", LEARNERS)
def test_risks_are_those_of_the_learners_round_by_round(
    nature: str, learner: str, calibration: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(natures, "BLOCK", 100)  # blocks of 12 or 25 rounds
    monkeypatch.setattr(natures, "MANY_LABELS", 16)
    settings = Settings(nature, learner, calibration, Fraction(30), 40, 4, 0, 0)
    laws = settings.laws()
    recording = Recording(settings.learner_of(laws))
    nature_rng, rng = (np.random.default_rng(seed) for seed in (1, 2))
    outcome = play(laws, 1, recording, rounds=40, nature_rng=nature_rng, rng=rng)
    stepwise, kl, tv = Stepwise(settings, laws), 0.0, 0.0
    for table, law, label, logs in recording.rounds(laws):
        predicted = stepwise.predict(table)
        assert predicted.sum() == pytest.approx(1)
        kl += sum(float(p) * math.log(p / q) for p, q in zip(law, predicted, strict=True) if p > 0)
        tv += float(np.abs(law - predicted).sum()) / 2 / 40
        stepwise.update(table, label, logs)
    assert outcome.kl_risk == pytest.approx(kl, rel=1e-9, abs=1e-12)
    assert outcome.tv_risk == pytest.approx(tv, rel=1e-9, abs=1e-12)
    assert outcome.truth_weight == pytest.approx(float(stepwise.learner.weights.normalized()[1]), rel=1e-9)
    if learner != "uniform":
        assert outcome.truth_weight != pytest.approx(1 / 4, rel=1e-3)


@pytest.mark.parametrize("learner", ["private-wma", "private-exp3"])
def test_private_learners_hear_the_likelihoods_of_their_own_round(learner: str) -> None:
    """With hardly any noise, and labels that are hardly ever clipped to others: each order has its own numbers."""
    settings = Settings("dirichlet", learner, "corrected", Fraction(10**7), 10**6, 6, 0, 0)
    laws, constants = settings.laws(), settings.scheme
    assert constants is not None
    block = next(natures.rounds_of(laws, 2, 50, np.random.default_rng(1)))
    heard = settings.learner_of(laws).heard(block, np.random.default_rng(2))
    shares = clipping(laws.table, rounds=10**6)
    assert block.orders is not None
    for t, label in enumerate(block.labels.tolist()):
        likelihoods = [laws.table[law, label] / shares.sizes[label] for law in block.orders[t]]
        factors = [
            constants.learning_rate * constants.loss_scale * (math.log(p * laws.labels) - constants.loss_shift)
            for p in likelihoods
        ]
        known = np.flatnonzero(heard[t])
        assert len(known) == (6 if learner == "private-wma" else 1)
        assert heard[t][known] == pytest.approx(np.array(factors)[known], rel=0.02, abs=1e-5)


# Two rounds, whose risks are known exactly


THREE = "1/2,1/2,0;1/4,1/4,1/2;0,1/4,3/4"
TWO = "1/2,1/2,0;0,1/4,3/4"
BUDGET = 20


def rows_of(text: str) -> list[list[Fraction]]:
    return [[Fraction(entry) for entry in row.split(",")] for row in text.split(";")]


def laws_of(text: str) -> Laws:
    return Laws(np.array(rows_of(text), np.float64), np.ones(3, np.int64))


def reordered(text: str, order: list[int]) -> str:
    rows = text.split(";")
    return ";".join(rows[law] for law in order)


def mean_of_two_rounds(learner: Learner, laws: Laws, truth: int, order: list[int], games: int) -> tuple[float, float]:
    """The mean KL-risk of many games of two rounds, the second with the laws in an order, and 5 standard errors."""
    rng = np.random.default_rng(7)
    labels = rng.choice(laws.labels, size=games, p=laws.masses[truth])
    first = Rounds(None, np.full(games, truth), labels)
    second = Rounds(np.tile(order, (games, 1)), np.full(games, order[truth]), labels)
    before = np.full((games, laws.hypotheses), 1 / laws.hypotheses)
    after = normalized(learner.heard(first, rng))
    risks = divergences(laws, first, learner, before)[0] + divergences(laws, second, learner, after)[0]
    return float(risks.mean()), 5 * float(risks.std()) / math.sqrt(games)


def exact(value: Any) -> float:
    low, high = as_real(value).bounds(40)
    assert high - low < Fraction(1, 10**10)
    return float(low)


def exact_exp3(truth: int, order: list[int], calibration: str) -> float:
    first, second = (
        private_exp3.Parameters.read(epsilon=BUDGET, hypotheses=text, rounds=2, calibration=calibration)
        for text in (THREE, reordered(THREE, order))
    )
    return exact(exp3_risk(first, second, truth, tuning_of(private_exp3, first)))


def exact_wma(truth: int, order: list[int], calibration: str, budget: int = BUDGET) -> float:
    first, second = (
        private_wma.Parameters.read(
            epsilon=budget, delta="0.000001", hypotheses=text, rounds=2, calibration=calibration
        )
        for text in (TWO, reordered(TWO, order))
    )
    return exact(wma_risk(first, second, truth, tuning_of(private_wma, first)))


@pytest.mark.statistical
@pytest.mark.parametrize("calibration", ["corrected", "printed"])
@pytest.mark.parametrize("truth", [0, 1, 2])
def test_exp3_has_the_exact_risk_of_two_rounds(truth: int, calibration: str) -> None:
    """Within 5 standard errors: alpha = 6e-7 each, with a fixed seed. Another order would be found out.

    So would be the other calibration, for the truth at which it matters most.
    """
    constants = fast_exp3.scheme(hypotheses=3, rounds=2, epsilon=BUDGET, calibration=calibration)
    laws, order = laws_of(THREE), [2, 0, 1]
    mean, error = mean_of_two_rounds(ldp_risk.PrivateExp3(laws, constants), laws, truth, order, 100_000)
    assert abs(mean - exact_exp3(truth, order, calibration)) < error
    assert abs(mean - exact_exp3(truth, [1, 2, 0], calibration)) > error
    other = "printed" if calibration == "corrected" else "corrected"
    assert truth != 2 or abs(mean - exact_exp3(truth, order, other)) > error


@pytest.mark.statistical
@pytest.mark.parametrize("calibration", ["corrected", "printed"])
@pytest.mark.parametrize("truth", [0, 1])
def test_wma_has_the_exact_risk_of_two_rounds(truth: int, calibration: str) -> None:
    """Within 5 standard errors: alpha = 6e-7 each, with a fixed seed. Another order or budget would be found out."""
    constants = fast_wma.scheme(hypotheses=2, rounds=2, epsilon=BUDGET, delta=DELTA, calibration=calibration)
    laws, order = laws_of(TWO), [1, 0]
    mean, error = mean_of_two_rounds(ldp_risk.PrivateWMA(laws, constants), laws, truth, order, 100_000)
    assert abs(mean - exact_wma(truth, order, calibration)) < error
    assert abs(mean - exact_wma(truth, [0, 1], calibration)) > error
    assert abs(mean - exact_wma(truth, order, calibration, 4 * BUDGET)) > error


@pytest.mark.statistical
@pytest.mark.parametrize("truth", [0, 1, 2])
@pytest.mark.parametrize("private", [False, True])
def test_the_bayes_learners_have_the_exact_risk_of_two_rounds(truth: int, private: bool) -> None:
    """Within 5 standard errors: alpha = 6e-7 each, with a fixed seed. The other learner would be found out."""
    laws, order, budget = laws_of(THREE), [1, 0, 2], Fraction(math.log(3))
    learner: Learner = ldp_risk.RandomizedResponse(laws, budget) if private else ldp_risk.Bayes(laws)
    game = Fixed(truth, (rows_of(THREE), rows_of(reordered(THREE, order))))  # type: ignore[arg-type]
    with_privacy = exact(kl_risk(game, randomized_response_users(3, 3), RandomizedResponseLearner(Fraction(3))))  # type: ignore[arg-type]
    without = exact(kl_risk(game, OPEN, BAYES))
    right, wrong = (with_privacy, without) if private else (without, with_privacy)
    mean, error = mean_of_two_rounds(learner, laws, truth, order, 100_000)
    assert abs(mean - right) < error < abs(mean - wrong)


@pytest.mark.statistical
def test_whole_games_have_the_exact_risk_of_two_rounds() -> None:
    """Within 5 standard errors: alpha = 6e-7, with a fixed seed. Another truth would be found out."""
    laws, rng = laws_of(THREE), np.random.default_rng(5)
    learner = ldp_risk.PrivateExp3(laws, fast_exp3.scheme(hypotheses=3, rounds=2, epsilon=BUDGET))
    risks = np.array([play(laws, 0, learner, rounds=2, nature_rng=rng, rng=rng).kl_risk for _ in range(2000)])
    error = 5 * risks.std() / math.sqrt(len(risks))
    right, wrong = (exact_exp3(truth, [0, 1, 2], "corrected") for truth in (0, 1))
    assert abs(risks.mean() - right) < error < abs(risks.mean() - wrong)


# Bounds


@pytest.mark.parametrize("rounds", [100, 10**5])
@pytest.mark.parametrize("hypotheses", [4, 1001])
@pytest.mark.parametrize("epsilon", [0.1, 1.0, 5.0])
def test_bounds_are_what_is_printed_times_their_constants(rounds: int, hypotheses: int, epsilon: float) -> None:
    size, length, eps = mp.mpf(hypotheses), mp.mpf(rounds), mp.mpf(epsilon)
    both = mp.log(size * length)
    root = mp.sqrt(2 * length * mp.log(size))
    fourth = 12 * root * (both + (mp.sqrt(size * mp.log(10**6)) + mp.sqrt(size * eps)) * both**2 / eps)
    fifth = 6 * root * mp.sqrt(size) * (both + both**2 / eps)
    assert theorem_4(rounds, hypotheses, epsilon, 1e-6) == pytest.approx(float(fourth))
    assert theorem_5(rounds, hypotheses, epsilon) == pytest.approx(float(fifth))
    assert trivial_bound(rounds, hypotheses) == pytest.approx(float(length * mp.log(size)))
    assert tv_bound(rounds, float(fifth)) == pytest.approx(float(mp.sqrt(fifth / 2 / length)))
    strength = min((mp.exp(eps) - 1) ** 2, 1) * mp.exp(eps)
    lower = lower_bound(rounds, hypotheses, epsilon)
    assert (lower is None) == (length < size / (9 * strength))
    if lower is not None:
        assert lower == pytest.approx(float(mp.mpf("0.075") * mp.sqrt(size * length / strength)))
        assert lower <= sharp_lower_bound(rounds, hypotheses, epsilon)
    assert sharp_lower_bound(rounds, hypotheses, epsilon) <= trivial_bound(rounds, hypotheses)


def test_the_better_lower_bound_has_two_regimes() -> None:
    many = 3 * math.log(2) / 16 * math.sqrt(8 * 10_000) / (math.exp(1 / 2) - 1)
    assert sharp_lower_bound(10_000, 17, 1.0) == pytest.approx(many)
    assert sharp_lower_bound(1, 16, 0.1) == pytest.approx(math.log(2) / 2)


def test_a_bound_is_useful_from_where_it_stays_below_the_trivial_one() -> None:
    found = first_useful_rounds(lambda rounds: theorem_5(rounds, 16, 1.0), 16)
    assert theorem_5(found, 16, 1.0) < trivial_bound(found, 16)
    assert theorem_5(found // 2, 16, 1.0) >= trivial_bound(found // 2, 16)
    assert first_useful_rounds(lambda _: 0.1, 16) == 1


def mean_kl(learner: str, runs: int = 40) -> tuple[float, float]:
    """The mean KL-risk on the class of the lower bound, and 6 standard errors."""
    every = [measured(replace(SETTINGS, learner=learner, run=run)) for run in range(runs)]
    risks = np.array([float(row["kl_risk"]) for row in every])
    return float(risks.mean()), 6 * float(risks.std(ddof=1)) / math.sqrt(runs)


@pytest.mark.statistical
@pytest.mark.parametrize("learner", ["private-exp3", "randomized-response"])
def test_bounds_are_around_private_learners(learner: str) -> None:
    """Within 6 standard errors of 40 runs: alpha = 1e-6, with a fixed seed."""
    mean, error = mean_kl(learner)
    lower = lower_bound(200, 8, 1.0)
    assert lower is not None
    assert lower < sharp_lower_bound(200, 8, 1.0) < mean - error
    assert mean + error < theorem_5(200, 8, 1.0)


@pytest.mark.statistical
def test_the_lower_bound_is_not_for_learners_without_privacy() -> None:
    """Within 6 standard errors of 40 runs: alpha = 1e-6, with a fixed seed."""
    mean, error = mean_kl("bayes")
    assert mean + error < sharp_lower_bound(200, 8, 1.0)
    assert mean - error < math.log(8)


# Runs


@pytest.mark.parametrize("nature", NATURES)
@pytest.mark.parametrize("learner", LEARNERS)
def test_a_run_repeats_and_follows_its_seed(nature: str, learner: str) -> None:
    settings = replace(SETTINGS, nature=nature, learner=learner)
    row = measured(settings)
    assert tuple(row) == OUTPUTS
    assert measured(settings) == row
    others = [measured(replace(settings, run=run, seed=seed)) for run, seed in ((1, 0), (2, 0), (0, 1), (0, 2))]
    silent = learner in {"uniform", "bayes"} and nature in {"point-masses", "many-labels"}
    assert any(other != row for other in others) != silent
    assert 0 <= float(row["tv_risk"]) <= 1


def test_the_mean_of_the_class_never_loses_more_than_the_trivial_bound() -> None:
    for nature in NATURES:
        row = measured(replace(SETTINGS, nature=nature, learner="uniform"))
        assert float(row["kl_risk"]) <= trivial_bound(200, 8) * (1 + 1e-12)
        assert float(row["truth_weight"]) == 1 / 8
    point = measured(replace(SETTINGS, nature="point-masses", learner="bayes"))
    assert float(point["kl_risk"]) == pytest.approx(math.log(8))
    assert float(point["tv_risk"]) == pytest.approx(7 / 8 / 200)


def test_all_learners_meet_the_same_labels(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    drawn = natures.rounds_of

    def recorded(*arguments: Any) -> Iterator[Rounds]:
        for block in drawn(*arguments):
            seen.append((arguments[1], block.labels.tolist(), None if block.orders is None else block.orders.tolist()))
            yield block

    monkeypatch.setattr("dpassay.experiments.ldp_risk.rounds_of", recorded)
    for learner in LEARNERS:
        measured(replace(SETTINGS, nature="dirichlet", learner=learner))
    assert len(seen) == len(LEARNERS)
    assert all(block == seen[0] for block in seen)
    measured(replace(SETTINGS, nature="dirichlet", run=1))
    assert seen[-1] != seen[0]


def test_inputs_name_all_that_decides_a_run() -> None:
    row = SETTINGS.inputs
    assert tuple(row) == INPUTS
    changes: list[dict[str, Any]] = [
        {"nature": "dirichlet"},
        {"learner": "private-wma"},
        {"calibration": "printed"},
        {"epsilon": Fraction(1, 3)},
        {"rounds": 300},
        {"hypotheses": 6},
        {"seed": 1},
        {"run": 1},
    ]
    assert all(replace(SETTINGS, **change).inputs != row for change in changes)
    bayes = replace(SETTINGS, learner="bayes")
    assert bayes.inputs == replace(bayes, calibration="printed").inputs


# Plans and summaries


def test_plan_sweeps_rounds_sizes_and_epsilon() -> None:
    assert PLAN.lengths == [100, 316, 1000]
    assert PLAN.sizes == [4, 16]
    points = {(float(epsilon), rounds, size) for epsilon, rounds, size in PLAN.points()}
    assert points == {(1, 100, 8), (1, 316, 8), (1, 1000, 8), (1, 50, 4), (1, 50, 16), (0.5, 1000, 8), (3, 1000, 8)}
    assert len(PLAN.points()) == len(points)
    settings = PLAN.settings(1)
    assert len(settings) == len(set(settings)) == 2 * len(points) * len(LEARNERS)
    assert len(PLAN.tasks()) == 2 * len(settings)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"natures": ()}, "natures = : expected some of hadamard"),
        ({"natures": ("kind",)}, "natures = kind"),
        ({"natures": ("hadamard", "hadamard")}, "each once"),
        ({"calibration": "mended"}, "calibration = mended"),
        ({"epsilons": ()}, "epsilons = "),
        ({"epsilons": (Fraction(0),)}, "epsilons = 0: expected numbers above 0"),
        ({"epsilons": (Fraction(1), Fraction(1, 2))}, "epsilons = 1, 1/2"),
        ({"rounds": 99}, "rounds = 99"),
        ({"wide_rounds": 1}, "wide_rounds = 1"),
        ({"hypotheses": 7}, "hypotheses = 7: expected an even integer"),
        ({"most_hypotheses": 2}, "most_hypotheses = 2"),
        ({"runs": 0}, "runs = 0"),
        ({"seed": -1}, "seed = -1"),
    ],
)
def test_what_cannot_be_measured_is_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        replace(PLAN, **change)


def made_up(risks: dict[str, list[float]], plan: Plan = PLAN) -> list[Row]:
    """Return the summary of made-up runs: the risks of each learner, run by run."""
    return summary(
        [
            {**each.inputs, "kl_risk": str(risks[each.learner][each.run]), "tv_risk": "0.25", "truth_weight": "0.5"}
            for run in range(plan.runs)
            for each in plan.settings(run)
        ]
    )


USUAL = {
    "private-wma": [60.0, 70.0],
    "private-exp3": [80.0, 90.0],
    "randomized-response": [40.0, 60.0],
    "bayes": [1.0, 1.5],
    "uniform": [65.0, 65.0],
}


def test_summary_has_a_row_for_each_setting() -> None:
    found = made_up(USUAL)
    assert len(found) == len(PLAN.settings(0))
    by_learner = {row["learner"]: row for row in found}
    for learner, (first, second) in USUAL.items():
        row = by_learner[learner]
        assert tuple(row) == SUMMARY
        assert (row["runs"], row["mean_tv"], row["mean_truth_weight"]) == ("2", "0.25", "0.5")
        assert float(row["mean_kl"]) == (first + second) / 2
        low, high = first + 0.1 * (second - first), first + 0.9 * (second - first)
        assert (float(row["low_kl"]), float(row["high_kl"])) == pytest.approx((low, high))
    assert [by_learner[learner]["beats_uniform"] for learner in LEARNERS] == ["1", "0", "2", "2", "0"]
    assert float(by_learner["uniform"]["trivial"]) == pytest.approx(trivial_bound(1000, 8))
    one = made_up(USUAL, replace(PLAN, runs=1))
    assert {row["most_error"] for row in one} == {"inf"}


def test_the_error_of_a_mean_is_that_of_student() -> None:
    rows = made_up({**USUAL, "bayes": [1.0, 3.0]})
    error = next(float(row["most_error"]) for row in rows if row["learner"] == "bayes")
    assert error == pytest.approx(1 / math.tan(math.pi * ldp_risk.ALPHA))  # Cauchy's law, and a standard error of 1


def test_contradictions_are_found() -> None:
    """Without noise each mean is certain."""
    plan = replace(PLAN, natures=("hadamard",), rounds=100)

    def names(**risks: float) -> set[tuple[str, str]]:
        every = {**dict.fromkeys(LEARNERS, 50.0), "bayes": 1.0, **risks}
        rows = made_up({name: [risk, risk] for name, risk in every.items()}, plan)
        return {(row["learner"], name) for row in rows for name in contradicted(row)}

    assert names() == set()
    assert names(bayes=2.5) == {("bayes", "non_private")}
    assert names(uniform=1e4) == {("uniform", "trivial")}
    assert names(**{"private-wma": 1e9}) == {("private-wma", "theorem_4")}
    assert names(**{"private-exp3": 1e9, "randomized-response": 0.0}) == {
        ("private-exp3", "theorem_5"),
        ("randomized-response", "lower"),
        ("randomized-response", "sharp_lower"),
    }
    assert names(**{"private-wma": 0.0}) == set()  # it is not purely private
    plan = replace(plan, natures=("dirichlet",))
    assert names(**{"private-exp3": 0.0}) == set()
    plan = replace(plan, natures=("hadamard",), calibration="printed")
    assert names(**{"private-exp3": 0.0, "private-wma": 1e9}) == set()
