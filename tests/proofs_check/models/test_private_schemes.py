"""Risks of private schemes: one round by hand, two by sampling the noise, and the enclosures."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from dpassay.proofs_check.models.private_schemes import MIXED, PURE, Scheme, clipped, kept, leak, lost, risk
from dpassay.reference import label_clipping, private_exp3
from dpassay.reference.label_clipping import as_table

MASSES = as_table("1,0;0,1", "hypotheses")
TWO = Scheme(PURE, MASSES, 2, 2, Fraction(20))


def test_one_round_and_one_hypothesis() -> None:
    one = Scheme(PURE, MASSES, 1, 1, Fraction(2))
    assert float(risk(one)) == pytest.approx(np.log(2))
    assert float(risk(one, "tv")) == 0.5
    alone = Scheme(MIXED, as_table("1/3,2/3", "hypotheses"), 1, 2, Fraction(2))
    assert [float(value) for value in (risk(alone), leak(alone), lost(alone))] == [0, 0, 0]


def test_other_features_in_round_two() -> None:
    """What is the same for both hypotheses costs nothing, and what is a little different little."""
    alike, near = (replace(TWO, later=as_table(text, "later")) for text in ("1/2,1/2;1/2,1/2", "1/2,1/2;3/5,2/5"))
    assert float(risk(alike)) == pytest.approx(np.log(2))
    assert np.log(2) < float(risk(near)) < float(risk(TWO))
    assert float(risk(replace(TWO, later=MASSES))) == float(risk(TWO))
    assert float(leak(alike)) == float(leak(TWO)) == float(leak(replace(alike, hypotheses=alike.later, later=MASSES)))
    for later, rounds in ((MASSES, 1), (as_table("1,0", "later"), 2)):
        with pytest.raises(ValueError, match="later"):
            Scheme(PURE, MASSES, 1, rounds, Fraction(2), later=later)


def test_two_rounds_by_sampling() -> None:
    rng, given = np.random.default_rng(1), TWO.parameters
    rows = np.array([[float(p) for p in row] for row in label_clipping.likelihoods(given)])
    scale, c = float(private_exp3.scale(given)), float(private_exp3.normalization(given))
    tilt, shift = float(private_exp3.step_size(given)) * c, np.log(2) - float(private_exp3.largest_noise(given))
    count = 40000
    labels = (rng.random(count) >= 2 * rows[1][0]).astype(int)  # each label owns two integers
    shown = rng.integers(0, 2, count)
    published = np.log(rows[shown, labels]) + rng.laplace(0, scale, count)
    moved = np.exp(tilt * (published + shift))
    weights = np.where(shown == 1, moved / (moved + 1), 1 / (moved + 1))  # of the truth
    second = -np.log(2 * weights * rows[1][1] + 2 * (1 - weights) * rows[0][1])
    expected = np.log(2) + second.mean()
    assert abs(float(risk(TWO)) - expected) < 5 * second.std() / np.sqrt(count)


def test_parts_of_the_risk_are_enclosed() -> None:
    whole, rest = kept(TWO).evaluate(), lost(TWO).evaluate()
    assert float(whole.lower()) < float(risk(TWO)) <= float(whole.upper()) + 1e-9
    assert rest.contains(0)
    assert float(rest.upper()) > 1
    assert clipped(TWO).evaluate().contains(0)


@pytest.mark.parametrize(
    ("algorithm", "truth", "rounds", "exp_eps"), [("3", 1, 1, 2), (PURE, 3, 1, 2), (PURE, 1, 3, 2), (PURE, 1, 1, 1)]
)
def test_what_is_not_legal(algorithm: str, truth: int, rounds: int, exp_eps: int) -> None:
    with pytest.raises(ValueError, match="expected"):
        Scheme(algorithm, MASSES, truth, rounds, Fraction(exp_eps))
