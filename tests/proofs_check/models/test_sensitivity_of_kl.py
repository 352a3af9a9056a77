"""Adjacent histograms: the sensitivity of the divergence against its formula, and what is not legal."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from dpassay.exact import LogForm, log
from dpassay.proofs_check.models.sensitivity_of_kl import (
    Neighbors,
    divergence,
    estimate,
    excesses,
    histograms,
    law,
    logs,
    sensitivity,
)
from dpassay.proofs_check.models.sensitivity_of_kl_cut import CutOff, cut
from dpassay.proofs_check.models.sensitivity_of_kl_lambdas import (
    gap,
    is_known,
    known_settings,
    of_least_bound,
    of_least_variance,
    ratios,
    term,
)

HALF = law("1/2", "1/2")


@pytest.mark.parametrize("pi", [HALF, law("3/4", "1/4"), law("1/2", "1/3", "1/6")])
@pytest.mark.parametrize("least", [1, 2, 3])
def test_the_sensitivity_is_that_of_extreme_pairs(pi: tuple[Fraction, ...], least: int) -> None:
    size = least * len(pi) + 3
    most = size - 1 - least * (len(pi) - 1)
    value = log(Fraction(least + 1, least)) * max(pi) - log(Fraction(most + 1, most)) * min(pi)
    assert (sensitivity(pi, size, least) - value).is_zero()


def test_there_is_no_pair_where_every_count_is_least() -> None:
    assert sensitivity(HALF, 4, 2).is_zero()
    assert list(histograms(2, 4, 2)) == [(2, 2)]
    assert list(histograms(2, 3, 2)) == []


def test_samples_in_the_shares_of_the_reference_give_the_divergence() -> None:
    at = Neighbors(law("1/6", "1/2", "1/3"), (3, 2, 2), (1, 3, 2), Fraction(7, 3))
    for i in (1, 2):
        assert (estimate(at, i) - divergence(at.pi, at.pair[i - 1])).is_zero()
        assert excesses(at, i) == 0
    assert not logs(at, 1).is_zero()


@pytest.mark.parametrize(
    "wrong",
    [
        {"pi": law("1/2", "1/4")},
        {"pi": law("1", "0")},
        {"first": (2, 3)},
        {"first": (3, 1)},
        {"first": (3, 2, 2)},
        {"samples": (0, 0)},
        {"samples": (-1, 2)},
        {"weight": Fraction(-1)},
        {"epsilon": Fraction(0)},
        {"delta": Fraction(1)},
        {"least": 0},
    ],
)
def test_what_is_not_legal(wrong: dict[str, Any]) -> None:
    legal: dict[str, Any] = {"pi": HALF, "first": (3, 2), "samples": (1, 0)}
    assert Neighbors(**legal).size == 5
    with pytest.raises(ValueError, match="expected"):
        Neighbors(**{**legal, **wrong})


def test_the_lambda_of_least_variance_of_two_cells_makes_the_estimate_constant() -> None:
    at = Neighbors(law("1/3", "2/3"), (3, 2), (1, 0))
    values = [term(at, Fraction(0), 1, x) + of_least_variance(at, 1) * (ratios(at, 1)[x] - 1) for x in (0, 1)]
    assert (values[0] - values[1]).is_zero()
    assert of_least_bound(at, 1) < of_least_variance(at, 1)
    assert LogForm() < gap(of_least_variance, at)
    assert all(map(is_known, known_settings()))


def test_the_cut_off_divergence_is_the_divergence_where_tau_is_small() -> None:
    at = CutOff(HALF, (3, 2), Fraction(1, 5))
    assert (cut(at, 1) - divergence(HALF, (3, 2))).is_zero()
    assert (cut(CutOff(HALF, (1, 1), Fraction(1)), 2) - log(Fraction(1, 2))).is_zero()


@pytest.mark.parametrize("wrong", [{"tau": Fraction(0)}, {"first": (0, 2)}, {"pi": law("1/2", "1/3")}])
def test_what_is_not_legal_cut_off(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected"):
        CutOff(**{"pi": HALF, "first": (1, 1), "tau": Fraction(1, 10), **wrong})
