"""What is learned is found, certified, and not found where nothing is."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from statistics import NormalDist
from typing import Any

import numpy as np
import pytest

from dpassay.audit.answers.outcome import Origin, Samples
from dpassay.audit.answers.request import Json
from dpassay.audit.evidence.events import split
from dpassay.audit.evidence.features import contains
from dpassay.audit.evidence.learned import LearnedEvidence, learn, origins
from dpassay.audit.evidence.table import table_of
from dpassay.audit.held_to.alone import ClaimAlone
from dpassay.audit.plan import Kind

SHARES: Mapping[Kind, float] = {"values": 0.008, "bits": 0.001, "form": 0.001}


def claim(first: Any = 0, second: Any = 1, epsilon: int = 1) -> ClaimAlone:
    return ClaimAlone("a:b", {}, (Json(json.dumps(first)), Json(json.dumps(second))), Fraction(epsilon), Fraction(0))


def numbers(first: Any, second: Any) -> Samples:
    return Samples(
        (first, second), 0, 0.0, Origin(), form_names=("float64 of shape ()",), form_codes=(np.zeros(1, int),) * 2
    )


def values(evidence: LearnedEvidence) -> float:
    return evidence.found["values"].certificate.epsilon_lower


def test_noise_of_a_known_scale() -> None:
    rng = np.random.default_rng(3)
    p, q = (np.round((data + rng.laplace(size=100_000)) * 2**20) / 2**20 for data in (0, 1))
    evidence = learn(numbers(p, q), claim(), SHARES, 0)
    assert 0.95 < values(evidence) < 1
    assert evidence.found["bits"].certificate.epsilon_lower < 1
    assert evidence.found["form"].certificate.epsilon_lower == 0
    assert evidence.certified_alpha == pytest.approx(0.01)
    assert evidence.best is evidence.found["values"]


def test_all_numbers_of_a_kind_belong_to_one_event_that_the_report_shows() -> None:
    rng = np.random.default_rng(4)
    p, q = rng.normal(0, 1, (4_000, 2)), rng.normal([0, 2], 1, (4_000, 2))
    drawn = numbers(p, q)
    found = learn(drawn, claim(), SHARES, 0).found["values"]
    table = table_of(drawn, (1_000, 1_000))
    assert table is not None
    predicate = json.loads(json.dumps(found.certificate.event.predicate))
    counts = [int(contains(predicate, split(array)[1]).sum()) for array in table.arrays]
    assert counts == [found.certificate.count_p, found.certificate.count_q]
    assert "y_2" in found.certificate.event.description
    assert 1.4 < found.mu_lower < 2
    assert found.delta_lower > 0.05  # its event is that of epsilon
    assert all(value > 0 for value in found.renyi_lower)


def test_a_classifier_sees_what_no_column_shows() -> None:
    """Two columns of noise whose product has another sign on the second input, in four of five answers."""
    rng = np.random.default_rng(6)
    p, q = rng.normal(size=(2, 6_000, 2))
    for rows, share in ((p, 0.8), (q, 0.2)):
        same = rng.random(len(rows)) < share
        rows[:, 1] = np.abs(rows[:, 1]) * np.sign(rows[:, 0]) * np.where(same, 1, -1)
    shares: Mapping[Kind, float] = {"values": 0.005, "classifier": 0.005}
    found = learn(numbers(p, q), claim(), shares, 1).found
    assert found["values"].mu_lower < 1.2 < found["classifier"].mu_lower < 2 * NormalDist().inv_cdf(0.8)
    assert 1.1 < found["classifier"].certificate.epsilon_lower < np.log(4)
    assert found["classifier"].certificate.event.predicate["kind"] == "classifier"
    again = learn(numbers(p, q), claim(), shares, 1).found["classifier"]
    assert again == found["classifier"]


def test_identical_laws_show_nothing() -> None:
    rng = np.random.default_rng(5)
    for _ in range(20):
        evidence = learn(numbers(rng.normal(size=2_000), rng.normal(size=2_000)), claim(epsilon=0), SHARES, 0)
        assert all(found.certificate.epsilon_lower == 0 for found in evidence.found.values())


def test_numbers_that_noise_may_be_around() -> None:
    assert list(origins(claim([0, 1, 1], [0, 1, 0]))) == pytest.approx([2, 2 / 3, 1, 1 / 3])
    assert list(origins(claim("a", None))) == []
