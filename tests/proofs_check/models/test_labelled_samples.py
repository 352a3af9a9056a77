"""Labelings and the calls of the pruned tree, counted again; facts, and what is not legal."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from dpassay.analysis.classes import HypothesisClass, thresholds
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.covered_spaces import Radius
from dpassay.proofs_check.models.labelled_samples import LABELINGS, THRESHOLDS, Sample, oracle_calls
from dpassay.proofs_check.proof import facts
from dpassay.proofs_check.proof.statements import Model

SAMPLES = list(LABELINGS.settings())


@pytest.mark.parametrize("sample", SAMPLES, ids=range(len(SAMPLES)))
def test_calls_are_counted_over_all_labels_of_all_depths(sample: Sample) -> None:
    rows = sample.functions.labels()
    found = [{row[:j] for row in rows} for j in range(sample.points + 1)]
    asked = 1 + sum(
        labels[:-1] in found[j - 1] for j in range(1, sample.points + 1) for labels in product((0, 1), repeat=j)
    )
    assert oracle_calls(sample) == asked
    assert LABELINGS.quantities["alive"].of is not None
    assert [LABELINGS.quantities["alive"].of(sample, j) for j in range(sample.points + 1)] == list(map(len, found))


def test_three_thresholds_by_hand() -> None:
    assert oracle_calls(Sample(thresholds(2))) == 7
    assert oracle_calls(Sample(HypothesisClass(2, (3,)))) == 5


@pytest.mark.parametrize(
    ("model", "wrong"),
    [
        (LABELINGS, "calls = 2*sum(alive(j), j, 0, m - 1)"),
        (LABELINGS, "calls = 1 + 2*sum(alive(j), j, 0, m)"),
        (LABELINGS, "calls <= 2*alive(m)"),
        (LABELINGS, "alive(k + 1) <= alive(k)"),
        (LABELINGS, "C(j, 0) = j"),
        (LABELINGS, "(i + 1)*C(j, i + 1) = (j - i - 1)*C(j, i)"),
        (LABELINGS, "alive(m) <= sum(C(m, i), i, 1, d)"),
        (LABELINGS, "alive(m) <= sum(C(m, i), i, 0, d - 1)"),
        (THRESHOLDS, "alive(j) = j"),
        (THRESHOLDS, "d = 2"),
    ],
)
def test_a_wrong_fact_is_refused(model: Model, wrong: str) -> None:
    with pytest.raises(Rejected, match="'wrong' is false"):
        facts.tested(replace(model, facts={"wrong": wrong}, narrows=None))


@pytest.mark.parametrize(
    "wrong", [{"rounds": 0}, {"dimension": 0}, {"sigma": Fraction(0)}, {"sigma": Fraction(2)}], ids=str
)
def test_what_is_not_legal(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected"):
        replace(Radius(1, 1, Fraction(1)), **wrong)
