"""The fast smooth online learning: covers and laws as in the reference, and draws that follow the laws."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dpassay.exact import Budget
from dpassay.fast.smooth_online import Hedge, errors, labelings, smooth_online, tree
from dpassay.reference import smooth_online as reference
from tests.fast.helpers import ALPHA, COMMON, Case, counts_p_value, expect_error, generator
from tests.fast.weights_cases import BAD_RATES
from tests.reference.online_cases import ALL_OF_THREE, CLASSES, Rows, thresholds

COVER = np.array(ALL_OF_THREE)
POINTS = np.array([0, 2, 1, 1, 0, 2])
LABELS = np.array([1, -1, 1, 1, 1, -1])
PAIRS = list(zip(POINTS.tolist(), LABELS.tolist(), strict=True))
VALID: dict[str, Any] = {
    "data": (POINTS, LABELS),
    "size": 5,
    "rng": generator(0),
    "hypotheses": COVER,
    "learning_rate": 0.5,
}
RUNS = 40_000
DRAWS = 4_000

BAD: list[Case] = [
    *[("data", {"data": data}) for data in (None, POINTS, (POINTS,), (POINTS, LABELS[:2]), ([3], [1]), ([0], [0]))],
    *[
        ("data", {"data": data})
        for data in (
            ([-1], [1]),
            ([0, 3], [1, 1]),
            ([0, -1], [1, 1]),
            ([0, 0], [1, 3]),
            ([0.5], [1]),
            ([], []),
            ([0], ["1"]),
        )
    ],
    *[("hypotheses", {"hypotheses": table}) for table in (None, "x", [], [[0, 1]], [1, -1], [[1.0, -1.0]])],
]


def exact_law(rows: Rows, pairs: list[tuple[int, int]], exp_rate: Fraction) -> list[list[float]]:
    """The laws of the reference, with one more round for the law after all pairs."""
    laws = reference.round_laws([*pairs, (0, 1)], rows, Budget(exp_eps=exp_rate))
    return [[float(law.pmf(i)) for i in range(len(rows))] for law in laws]  # type: ignore[arg-type]


@pytest.mark.parametrize(("name", "changes"), COMMON + [case for case in BAD_RATES if case[0] != "form"] + BAD)
def test_bad_input(name: str, changes: dict[str, Any]) -> None:
    expect_error(smooth_online, VALID | changes, name)


@pytest.mark.parametrize("rows", CLASSES)
def test_covers_are_those_of_the_reference(rows: Rows) -> None:
    for points in ((), (0,), (1, 0, 1), tuple(range(len(rows[0])))):
        expected = reference.leaves(points, reference.consistency_oracle(rows))
        assert {rows[i] for i in labelings(np.array(rows), points)} == set(expected.hypotheses)
        assert tree(points, reference.consistency_oracle(rows)) == (list(expected.hypotheses), expected.calls)


def test_labelings_of_a_large_class() -> None:
    """Thresholds on 1,000 points, each three times: a sample of m points tells m + 1 of them apart."""
    table = np.repeat(np.array(thresholds(1000), dtype=np.int8), 3, axis=0)
    points = np.unique(generator(1).integers(1, 1000, 100))
    kept = labelings(table, points)
    assert len(kept) == len(points) + 1
    assert len(np.unique(table[kept][:, points], axis=0)) == len(kept)
    assert len(labelings(table, [int(points[0])] * 5)) == 2


def test_errors() -> None:
    exact = reference.errors(PAIRS, ALL_OF_THREE)
    assert errors(POINTS, LABELS, COVER).tolist() == [[bool(e) for e in row] for row in exact]


@pytest.mark.parametrize("exp_rate", [Fraction(3, 2), Fraction(20)])
def test_the_law_of_each_round_is_that_of_the_reference(exp_rate: Fraction) -> None:
    learner = Hedge(COVER, rng=generator(1), exp_learning_rate=exp_rate)
    for (x, y), law in zip([*PAIRS, (0, 1)], exact_law(ALL_OF_THREE, PAIRS, exp_rate), strict=True):
        np.testing.assert_allclose(learner.law(), law, rtol=1e-12)
        learner.choose()
        learner.update(x, y)


def test_errors_are_counted_over_many_rounds() -> None:
    """More than a byte holds, with and without choices between."""
    learner = Hedge(COVER, rng=generator(1), learning_rate=0.01)
    points, labels = np.resize(POINTS, 700), np.resize(LABELS, 700)
    for t, (x, y) in enumerate(zip(points.tolist(), labels.tolist(), strict=True)):
        learner.update(x, y)
        if t > 600:
            learner.choose()
    assert learner.wrong().tolist() == errors(points, labels, COVER).sum(axis=0).tolist()


@pytest.mark.statistical
@pytest.mark.parametrize("exp_rate", [Fraction(3, 2), Fraction(20)])
def test_runs_follow_the_exact_laws(exp_rate: Fraction) -> None:
    """Alpha is 1e-4 a round, 12 rounds in all."""
    chosen = smooth_online((POINTS, LABELS), size=RUNS, rng=generator(2), hypotheses=COVER, exp_learning_rate=exp_rate)
    assert chosen.shape == (RUNS, 6)
    for t, law in enumerate(exact_law(ALL_OF_THREE, PAIRS, exp_rate)[:-1]):
        assert counts_p_value(chosen[:, t], law) > ALPHA
    wrong_round = exact_law(ALL_OF_THREE, PAIRS, exp_rate)[5]
    assert counts_p_value(chosen[:, 1], wrong_round) < ALPHA


@pytest.mark.statistical
@pytest.mark.parametrize("exp_rate", [Fraction(3, 2), Fraction(20)])
def test_choices_from_old_proposals_follow_the_law_of_the_round(exp_rate: Fraction) -> None:
    """Alpha is 1e-4 a rate: after six rounds without a choice, so that the first draws come from a uniform proposal."""
    law = exact_law(ALL_OF_THREE, PAIRS, exp_rate)[-1]
    rng, chosen = generator(3), []
    for _ in range(DRAWS):
        learner = Hedge(COVER, rng=rng, exp_learning_rate=exp_rate)
        for x, y in PAIRS:
            learner.update(x, y)
        chosen.append(learner.choose())
    assert counts_p_value(np.array(chosen), law) > ALPHA
    assert counts_p_value(np.array(chosen), [1 / 8] * 8) < ALPHA


def test_a_seed_decides() -> None:
    first, second = (smooth_online(**(VALID | {"rng": generator(4), "size": 50})) for _ in range(2))
    assert np.array_equal(first, second)
    assert smooth_online(**(VALID | {"size": 0})).shape == (0, 6)


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("point", lambda learner: learner.update(3, 1)),
        ("label", lambda learner: learner.update(0, 0)),
        ("label", lambda learner: learner.update(0, 2)),
        ("sample", lambda _: labelings(COVER, [3])),
        ("rng", lambda _: Hedge(COVER, rng=1, learning_rate=1)),
    ],
)
def test_what_a_learner_refuses(name: str, call: Any) -> None:
    with pytest.raises(ValueError, match=f"{name}=.*expected"):
        call(Hedge(COVER, rng=generator(0), learning_rate=1.0))
