"""What the claims on local private reports compute themselves: clipped labels, and the hunt for a report that leaks."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

import pytest

from dpassay.exact import hockey_stick_divergence
from dpassay.proofs_check.certify.search import find_counterexample
from dpassay.proofs_check.claim import Hunt
from dpassay.proofs_check.instances import as_rows
from dpassay.proofs_check.kernel.finite import PROPERTIES, Instance
from dpassay.proofs_check.local_distribution_learning import clipping, private_reports, sima_32, sima_37, vector_reports
from dpassay.reference import private_wma

UNEVEN = as_rows(clipping.UNEVEN)


def nothing() -> Iterator[Instance]:
    return iter(())


def test_the_uneven_class_by_hand() -> None:
    assert clipping.sizes(UNEVEN, 0) == [3, 1, 3]
    first, second = clipping.clipped_likelihoods(UNEVEN, 5, 0)
    small, large = Fraction(3, 105), Fraction(31, 105)
    assert second == (small,) * 4 + (large,) * 3
    assert first == (Fraction(4, 5) * Fraction(5, 18) + small,) * 3 + (Fraction(4, 5) / 6 + small,) + (small,) * 3


def test_a_label_of_probability_0_is_answered_with_nothing() -> None:
    clean, astray = clipping.answers(as_rows([["1", "0"]]), 4, 0)
    assert list(clean[1]) == [0, 0]
    assert sum(astray[1]) == Fraction(1, 4)


def test_an_integer_for_a_label_of_probability_0_changes_h_but_not_its_other_labels_sets() -> None:
    half, low, high = Fraction(1, 2), Fraction(1, 6), Fraction(5, 12)
    (clean, astray), (clean_after, astray_after) = (clipping.answers(as_rows([["1", "0"]]), 2, n) for n in (0, 1))
    assert clean[0] == astray[0] == (half, half)
    assert clean_after[0] == (half, half, Fraction(0))
    assert astray_after[0] == (high, high, low)
    instance = clipping.with_rounds([["1", "0"]], 2)
    assert PROPERTIES["sima25-kept"].holds(instance)
    assert not PROPERTIES["sima25-kept-h"].holds(instance)


@pytest.mark.parametrize(
    ("rounds", "rare", "exceeds"), [(40, "1/10000", True), (20, "1/10000", False), (40, "1/2", False)]
)
def test_the_kl_divergence_of_the_uneven_class_in_floating_point(rounds: int, rare: str, exceeds: bool) -> None:
    """Four integers at which the truth is least, 1/(7 T), and three at which the other hypothesis is."""
    w, little = float(Fraction(rare)), 1 / (7 * rounds)
    large, wide, single = ((1 - 1 / rounds) * share + little for share in (1 / 3, 5 / 18, 1 / 6))
    points = [(little, wide)] * 3 + [(little, single)] + [(large, little)] * 3
    by_hand = sum(p * math.log(p / ((1 - w) * q + w * p)) for p, q in points)
    instance = {**clipping.with_rounds(clipping.UNEVEN, rounds), "weights": [str(1 - Fraction(rare)), rare]}
    assert float(sima_37.kls_against_mixture(instance, 0)[1]) == pytest.approx(by_hand, rel=1e-12)
    assert (by_hand > math.log(2 * rounds)) is exceeds
    assert PROPERTIES["sima37-kl"].holds(instance) is not exceeds


def test_the_composition_at_delta_1_is_the_limit_of_smaller_ones() -> None:
    at = {"experts": 3, "epsilon": "7/5", "delta": "1"}
    nearby = {**at, "delta": str(1 - Fraction(1, 10**14))}
    for inside in (1, 2):
        assert sima_32.composed(at, inside) == Fraction(7, 10)
        assert float(sima_32.composed(nearby, inside)) == pytest.approx(0.7, abs=1e-6)


@pytest.mark.parametrize(("hypotheses", "labels"), [(1, 4), (2, 3), (3, 3), (4, 2), (2, 7)])
def test_extremal_classes_are_classes(hypotheses: int, labels: int) -> None:
    instance = clipping.with_rounds(clipping.extremal_class(hypotheses, labels), 3)
    assert clipping.covers_every_label(instance)
    assert len(instance["hypotheses"]) == hypotheses


def exact_slack(instance: Any, noise: int) -> float:
    """delta minus the exact hockey-stick divergence of the two reports, with 1/noise of the noise."""
    parameters = private_reports.wma_parameters(instance, "printed")
    rate = private_wma.rate(parameters) * noise
    p, q = (private_wma.law_with_rate(label, parameters, rate) for label in (0, 1))
    worst = max(float(hockey_stick_divergence(a, b, parameters.budget.exp_eps)) for a, b in ((p, q), (q, p)))
    return float(parameters.delta) - worst


@pytest.mark.parametrize("noise", [1, 10, 40])
@pytest.mark.parametrize(("rounds", "epsilon", "delta", "rare"), [
    (2, "1/2", "1/10", "1/100"), (30, "3/5", "1/700", "1/1000"), (7, "2", "1/3", "2/5"), (3, "1/50", "9/10", "1/4"),
])  # fmt: skip
def test_the_guide_follows_the_exact_laws(rounds: int, epsilon: str, delta: str, rare: str, noise: int) -> None:
    at = {"rounds": Fraction(rounds), "epsilon": Fraction(epsilon), "delta": Fraction(delta), "rare": Fraction(rare)}
    found = vector_reports.delta_slack({name: float(value) for name, value in at.items()}, 1 / noise)
    assert found == pytest.approx(exact_slack(vector_reports.one_hypothesis(at), noise), abs=1e-12)


def test_a_tenth_of_the_noise_is_hunted_down() -> None:
    guide = replace(vector_reports.ONE_HYPOTHESIS, margin=partial(vector_reports.delta_slack, noise=0.1))
    instance = find_counterexample(Hunt("sima31-little-noise", nothing, guide))
    assert instance is not None
    assert PROPERTIES["sima31"].holds(instance)


def test_the_closed_form_of_lemma_6_at_its_counterexample() -> None:
    """At T = 98 and e^eps = 14, without any library: the square of the ratio's bound is rational."""
    root = Fraction(15077, 1000)
    assert root**2 < Fraction(682, 3)
    assert (682 * root + 4) / (683 + 3 * root) > 14
