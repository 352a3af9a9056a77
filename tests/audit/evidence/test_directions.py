"""The directions in which faults lie, against derivatives in closed form; and what cutting into cells loses of them."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from scipy import stats

from dpassay.audit.evidence.directions import JOINED, laws_of, location_scores, orders_of, relative_change
from dpassay.audit.held_to.subject import Resolved, Subject
from dpassay.properties.cells import Cells, pair_cells
from dpassay.properties.joint_statistics import Direction
from dpassay.properties.joint_test import Laws
from dpassay.reference import Mechanism
from tests.mutants.registry import AUDITED as PARAMETERS
from tests.reference.test_scaled import ADDITIVE


def resolved(mechanism: str, **parameters: object) -> Resolved:
    return Subject("m:f", mechanism, parameters or PARAMETERS[mechanism]).resolve()


def found(subject: Resolved, size: int = 2_000) -> tuple[tuple[Cells, ...], Laws, dict[str, Direction]]:
    cells = pair_cells(subject.laws, size)
    laws = laws_of(subject, cells)
    return cells, laws, {direction.name: direction for direction in laws.directions}


@pytest.mark.parametrize("mechanism", list(PARAMETERS))
def test_every_mechanism_has_a_loss(mechanism: str) -> None:
    cells, laws, directions = found(resolved(mechanism))
    assert next(iter(directions)) == "loss"
    assert ("noise" in directions) == (mechanism in ADDITIVE)
    assert [law.probabilities.tolist() for law in cells] == [law.tolist() for law in laws.probabilities]
    for direction in directions.values():
        assert all(np.abs(scores).max() <= 2 for scores in direction.scores)
        assert max(np.abs(scores).max() for scores in direction.scores) > 1e-3


def efficiency(law: Cells, derivative: np.ndarray, scores: np.ndarray) -> float:
    """The information that the sum of scores has on a parameter, from the derivatives of the cells' probabilities."""
    centered = scores - law.probabilities @ scores
    return float((derivative @ centered) ** 2 / (law.probabilities @ np.square(centered)))


@pytest.mark.parametrize(("size", "least"), [(125, 0.985), (2_000, 0.995), (100_000, 0.998)])
def test_cutting_laplace_into_cells_loses_little_information(size: int, least: float) -> None:
    """An answer has information 1 on the location, and on the logarithm of the scale; coarse cells lose much of it.

    F is the distribution function: its derivative by the location is -f, and by the logarithm of the scale -x f.
    """
    cells, _, directions = found(resolved("laplace", epsilon="1", sensitivity="1"), size)
    for place, law in enumerate(cells):
        x = law.edges - place
        below = {"location": -np.exp(-np.abs(x)) / 2, "loss": x * np.exp(-np.abs(x)) / 2}
        for name, derivative in below.items():
            each = np.diff(derivative, prepend=0, append=0)
            assert least < efficiency(law, each, directions[name].scores[place]) <= 1
    middle = np.arange(len(x)) % 40 == 20
    coarse = Cells("real", x[middle], np.diff(stats.laplace.cdf(x[middle]), prepend=0, append=1))
    rough = np.diff(below["loss"][middle], prepend=0, append=0)
    assert efficiency(coarse, rough, rough / coarse.probabilities) < 0.95


def test_randomized_response_is_moved_towards_the_truth() -> None:
    """At e^eps = 3 of 4 labels the truth has 1/2; the derivative of log p by eps is 1 - p there, and -p elsewhere."""
    cells, _, directions = found(resolved("randomized_response", exp_eps="3", categories="4"))
    for law, scores in zip(cells, directions["loss"].scores, strict=True):
        truth = law.probabilities > 0.4
        expected = np.where(truth, 0.5, -0.5) * 0.05 * np.log(3)
        assert scores == pytest.approx(expected, rel=0.06)
    assert set(directions) == {"loss"}


def test_integers_are_shifted_by_one() -> None:
    cells, _, directions = found(resolved("discrete_laplace"), 1_000)
    for law, scores in zip(cells, directions["location"].scores, strict=True):
        p = law.probabilities
        shifted = p * (2 + scores) / (2 - scores)  # what it takes to undo 2 (q - p) / (q + p)
        assert shifted[2:-1] == pytest.approx(p[1:-2], rel=1e-9)
        assert shifted.sum() == pytest.approx(1, abs=1e-9)
        assert shifted[0] + shifted[1] == pytest.approx(p[0], rel=1e-9)
        assert shifted[-1] == pytest.approx(p[-1] + p[-2])


def test_answers_without_an_order_have_no_location() -> None:
    subject = resolved("randomized_response", exp_eps="3", categories="4")
    assert not location_scores(subject.laws[0], pair_cells(subject.laws, 100)[0]).any()


def test_a_change_of_nothing_is_none() -> None:
    assert relative_change(np.array([0.5, 0.5, 0.0]), np.array([0.5, 0.5, 0.0])).tolist() == [0, 0, 0]
    assert relative_change(np.array([1.0, 0.0]), np.array([0.5, 0.5])).tolist() == pytest.approx([-2 / 3, 2])


@pytest.mark.parametrize("changed", [lambda *_: None, lambda parameters, _: parameters])
def test_a_mechanism_that_knows_no_other_loss(changed: Any) -> None:
    subject = resolved("randomized_response", exp_eps="3", categories="4")
    members = {name: getattr(subject.mechanism, name) for name in ("law", "guarantee")}
    silent = cast("Mechanism", SimpleNamespace(**members, scaled=changed))
    cells = pair_cells(subject.laws, 100)
    assert laws_of(Resolved(silent, subject.parameters, subject.pair), cells).directions == ()


def test_a_change_beyond_the_range_of_a_parameter_is_no_direction() -> None:
    def refused(*_arguments: object) -> None:
        raise ValueError("epsilon = 2: expected at most 1")

    subject = resolved("randomized_response", exp_eps="3", categories="4")
    members = {name: getattr(subject.mechanism, name) for name in ("law", "guarantee")}
    bounded = cast("Mechanism", SimpleNamespace(**members, scaled=refused))
    cells = pair_cells(subject.laws, 100)
    assert laws_of(Resolved(bounded, subject.parameters, subject.pair), cells).directions == ()


TRANSCRIPTS = {"learning_rate": "1/2", "rounds": "7", "experts": "3"}


def kept(laws: Laws, size: int) -> float:
    """The share of the information on the first direction that is left where neighbors are joined."""
    scores, masses = laws.directions[0].scores, laws.probabilities
    whole = sum(law @ np.square(score - law @ score) for score, law in zip(scores, masses, strict=True))
    left = laws.statistics([size, size])
    joined = []
    for place, starts in enumerate(left.starts):
        cells = laws.possible(place)
        sums = np.add.reduceat((masses[place] * scores[place])[cells], starts)
        joined.append(np.square(sums) @ (1 / left.laws[place]) - sums.sum() ** 2)
    return float(sum(joined) / whole)


def test_rows_that_say_the_same_are_joined() -> None:
    """Of 2,187 transcripts about 120 groups are left; joined as they are written down, half of the information is."""
    _, laws, _ = found(resolved("multiplicative_weights", **TRANSCRIPTS), 500)
    assert len(laws.probabilities[0]) == 3**7
    assert kept(laws, 500) > 0.99
    assert kept(replace(laws, orders=()), 500) < 0.7


def test_few_cells_and_numbers_stay_in_their_order() -> None:
    few = found(resolved("multiplicative_weights", **{**TRANSCRIPTS, "rounds": "3"}))[1]
    numbers = found(resolved("discrete_laplace", epsilon="1/50", sensitivity="1"))[1]
    assert few.orders == numbers.orders == ()
    assert len(numbers.probabilities[0]) > JOINED


def test_without_a_direction_the_ratio_of_the_inputs_orders_rows() -> None:
    cells, laws, _ = found(resolved("multiplicative_weights", **TRANSCRIPTS))
    first, second = (law.probabilities for law in cells)
    for order, ratio in zip(orders_of(cells, ()), (first / second, second / first), strict=True):
        assert (np.diff(np.round(ratio[order], 6)) >= 0).all()
    assert not all(map(np.array_equal, orders_of(cells, ()), laws.orders))
