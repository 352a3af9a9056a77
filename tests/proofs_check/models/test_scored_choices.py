"""The exponential mechanism on scores: probabilities in floating point, and facts against wrong ones."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.scored_choices import CHOICES, Scores, read, total, weight
from dpassay.proofs_check.proof import facts
from dpassay.proofs_check.proof.statements import Model


@pytest.mark.parametrize("at", list(CHOICES.settings()))
def test_probabilities_in_floating_point(at: Scores) -> None:
    weights = [math.exp(-float(at.epsilon) * at.records * float(score) / 2) for score in at.scores]
    for h, expected in enumerate(weights, 1):
        assert float((weight(at, h) / total(at)).ball().mid()) == pytest.approx(expected / sum(weights))
    assert at.scores[int(read(at)["m"]) - 1] == min(at.scores)


@pytest.mark.parametrize(
    ("model", "wrong"),
    [
        (CHOICES, "u(h) <= u(m)"),
        (CHOICES, "u(m) < u(h)"),
        (CHOICES, "Z = sum(exp(eps*n*u(h)/2), h, 1, C)"),
        (CHOICES, "p(h) = exp(-eps*n*u(h))/Z"),
        (CHOICES, "p(h) = 1/C"),
    ],
)
def test_a_wrong_fact_is_refused(model: Model, wrong: str) -> None:
    with pytest.raises(Rejected, match="'wrong' is false"):
        facts.tested(replace(model, facts={"wrong": wrong}, narrows=None))


@pytest.mark.parametrize(
    "wrong", [{"scores": ()}, {"scores": (Fraction(-1),)}, {"records": 0}, {"epsilon": Fraction(0)}], ids=str
)
def test_what_is_not_legal(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected"):
        replace(Scores((Fraction(1),)), **wrong)
