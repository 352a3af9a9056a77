"""Evaluations of candidates: counts by hand, facts against wrong ones, and what is not legal."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dpassay.analysis.classes import HypothesisClass, thresholds
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.evaluated_candidates import (
    GROUPED,
    NAIVE,
    Grouped,
    Sizes,
    evaluations,
    patterns,
)
from dpassay.proofs_check.proof import facts
from dpassay.proofs_check.proof.statements import Model


def test_evaluations_by_hand() -> None:
    assert evaluations(1, 1, 1) == 1
    assert evaluations(2, 1, 3) == 6  # two candidates of one point
    assert evaluations(3, 2, 2) == 36  # nine candidates of two points


def test_patterns_by_hand() -> None:
    assert patterns(Grouped(thresholds(3), 1)) == 4
    assert patterns(Grouped(HypothesisClass(3, (5,)), 1)) == 1


@pytest.mark.parametrize(
    ("model", "wrong"),
    [
        (NAIVE, "C = size*M"),
        (NAIVE, "C = exp(M*log(size))"),
        (NAIVE, "work = C*K"),
        (NAIVE, "work = C*size"),
        (NAIVE, "work = K*size"),
        (GROUPED, "candidates = size*m"),
        (GROUPED, "grouped = candidates*size"),
        (GROUPED, "grouped = candidates*alive(m)"),
        (GROUPED, "grouped = candidates*(m + 1)*size"),
    ],
)
def test_a_wrong_fact_is_refused(model: Model, wrong: str) -> None:
    with pytest.raises(Rejected, match="'wrong' is false"):
        facts.tested(replace(model, facts={"wrong": wrong}, narrows=None))


@pytest.mark.parametrize("wrong", ["sample", "size", "queries"])
def test_what_is_not_legal(wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        replace(Sizes(1, 1, 1), **{wrong: 0})
