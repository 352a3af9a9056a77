"""Runs of MWEM: iterates and densities computed again in floating point, projections by their optimality, facts."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dpassay.exact import as_real
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.mwem_runs import Run, iterate, smoothed, transcript
from dpassay.proofs_check.models.mwem_transcripts import CORRECTED, HALVED, PRINTED, SIGNED, TRANSCRIPTS, UNIT
from dpassay.proofs_check.proof import facts
from dpassay.proofs_check.proof.statements import Model

RUNS = list(TRANSCRIPTS.settings())
LAWS = [(Fraction(1, 10), Fraction(6, 10), Fraction(3, 10)), (Fraction(1, 4),) * 4, (Fraction(9, 10), Fraction(1, 10))]


def _float(value: Any) -> float:
    return float(as_real(value).ball().mid())


def _cut(law: np.ndarray, most: float) -> np.ndarray:
    """The projection by bisection of the factor by which masses are multiplied before they are cut."""
    low, high = 0.0, 1e9
    for _ in range(200):
        factor = (low + high) / 2
        low, high = (factor, high) if np.minimum(law * factor, most).sum() < 1 else (low, factor)
    return np.minimum(law * high, most)


def _log_density(run: Run, which: int) -> float:
    """The log of the density of the transcript, step by step."""
    queries = np.array([[float(v) for v in query] for query in run.queries])
    records, n = run.records(which), len(run.data)
    truth = queries[:, list(records)].mean(axis=1)
    law, total = np.full(queries.shape[1], 1 / queries.shape[1]), 0.0
    for chosen, measured in run.rounds:
        exponents = float(run.rate) * n * abs(queries @ law - truth)
        scale = float(run.scale) / n
        total += exponents[chosen - 1] - math.log(np.exp(exponents).sum())
        total -= abs(float(measured) - truth[chosen - 1]) / scale + math.log(2 * scale)
        query = queries[chosen - 1]
        law = law * np.exp(query * (float(measured) - query @ law) / 2)
        law /= law.sum()
        if run.sigma is not None:
            law = _cut(law, 1 / (float(run.sigma) * len(law)))
    return total


@pytest.mark.parametrize("run", RUNS, ids=range(len(RUNS)))
def test_densities_in_floating_point(run: Run) -> None:
    for which in (0, 1):
        assert math.log(_float(transcript(run, which))) == pytest.approx(_log_density(run, which), abs=1e-9)


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("sigma", [Fraction(1), Fraction(3, 4), Fraction(1, 2), Fraction(1, 9)])
def test_projections_are_cut_where_others_are_scaled(law: tuple[Fraction, ...], sigma: Fraction) -> None:
    found = smoothed(law, sigma)
    most = 1 / (sigma * len(law))
    assert sum(found) == 1
    assert max(found) <= most
    factors = {mass / before for mass, before in zip(found, law, strict=True) if mass < most}
    assert len(factors) <= 1
    assert all(mass <= factor * before for mass, before in zip(found, law, strict=True) for factor in factors)


def test_a_projected_run_is_smooth_and_another_one_is_not() -> None:
    (run,) = {replace(run, epsilon=Fraction(1)) for run in UNIT.settings() if run.sigma is not None}
    most = 1 / (float(run.sigma or 1) * 3)
    assert all(_float(mass) <= most + 1e-12 for mass in iterate(run, 1))
    assert max(_float(mass) for mass in iterate(replace(run, sigma=None), 1)) > most / 2


@pytest.mark.parametrize(
    ("model", "wrong"),
    [
        (TRANSCRIPTS, "v(j, i) <= low + w/2"),
        (TRANSCRIPTS, "(i - k)*(v(j, i) - 1) = 0"),
        (TRANSCRIPTS, "s(t, j)**2 = (a(t, j) - sum(v(j, i), i, 1, n)/n)**2"),
        (TRANSCRIPTS, "s(t, j) = n*a(t, j) - sum(v(j, i), i, 1, n)"),
        (TRANSCRIPTS, "s2(t, j)**2 = (n*a(t, j) - sum(v(j, i), i, 1, n))**2"),
        (TRANSCRIPTS, "a(t, j) = a(1, j)"),
        (TRANSCRIPTS, "Z(t) = sum(exp(r*s(t, j)/2), j, 1, K)"),
        (TRANSCRIPTS, "p(t)*Z(t) = 1"),
        (TRANSCRIPTS, "p(t) = p2(t)"),
        (TRANSCRIPTS, "d(t)**2 = (m(t) - sum(chosen(t, j)*sum(v(j, i), i, 1, n), j, 1, K))**2"),
        (TRANSCRIPTS, "g(t) = n/b*exp(-n*d(t)/b)"),
        (TRANSCRIPTS, "g(t) = n/(2*b)*exp(-d(t)/b)"),
        (TRANSCRIPTS, "log(f) = sum(log(p(t)), t, 1, T)"),
        (TRANSCRIPTS, "sum(chosen(t, j), j, 1, K) = K"),
        (TRANSCRIPTS, "4*T*r = eps"),
        (PRINTED, "2*T*r = eps"),
        (PRINTED, "b*eps = T"),
        (PRINTED, "w = 1"),
        (UNIT, "low = w"),
        (SIGNED, "w = 1"),
        (CORRECTED, "4*T*r = eps"),
        (CORRECTED, "b*eps = 2*T"),
        (HALVED, "4*T*r = eps"),
    ],
)
def test_a_wrong_fact_is_refused(model: Model, wrong: str) -> None:
    with pytest.raises(Rejected, match="'wrong' is false"):
        facts.tested(replace(model, facts={"wrong": wrong}, narrows=None))


@pytest.mark.parametrize(
    "wrong",
    [
        {"width": Fraction(0)},
        {"low": Fraction(1, 2)},
        {"data": (0, 3)},
        {"new": 3},
        {"changed": 2},
        {"rounds": ()},
        {"rounds": ((4, Fraction(1)),)},
        {"epsilon": Fraction(0)},
        {"choice": Fraction(0)},
        {"noise": Fraction(-1)},
        {"sigma": Fraction(0)},
        {"sigma": Fraction(2)},
    ],
    ids=str,
)
def test_what_is_not_legal(wrong: dict[str, Any]) -> None:
    legal = Run(((Fraction(1), Fraction(0), Fraction(0)),), (0, 1), 0, 2, ((1, Fraction(1)),))
    with pytest.raises(ValueError, match="expected"):
        replace(legal, **wrong)
