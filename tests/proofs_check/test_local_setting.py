"""What the claims on setting, randomized response and weighted majority compute themselves, by other formulas."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb

import mpmath
import pytest

from dpassay.proofs_check.kernel.finite import PROPERTIES, Instance
from dpassay.proofs_check.local_distribution_learning import randomized_response, setting, weighted_majority
from dpassay.reference.distribution_game import kl_risk


def answer(name: str, instance: Instance) -> bool:
    told = PROPERTIES[name]
    assert told.applies(instance)
    return told.holds(instance)


def regret_by_mpmath(losses: list[list[int]], factor: int) -> float:
    count, rate = len(losses[0]), mpmath.sqrt(mpmath.mpf(factor) * mpmath.log(len(losses[0])) / len(losses))
    sums, played = [0] * count, mpmath.mpf(0)
    for row in losses:
        weights = [mpmath.exp(-rate * s) for s in sums]
        played += sum(w * v for w, v in zip(weights, row, strict=True)) / sum(weights)
        sums = [s + v for s, v in zip(sums, row, strict=True)]
    return float(played - min(sums))


@pytest.mark.parametrize("factor", [2, 8])
@pytest.mark.parametrize("losses", [[[1, 0]], [[1, 0], [0, 1], [1, 0]], [[1, 0, 1], [0, 0, 1]]])
def test_regret_of_weighted_majority(losses: list[list[int]], factor: int) -> None:
    rows = tuple(tuple(map(Fraction, row)) for row in losses)
    ours = float(weighted_majority.regret(rows, Fraction(factor)))
    assert abs(ours - regret_by_mpmath(losses, factor)) < 1e-14


def test_weighted_majority_has_some_regret() -> None:
    assert answer("sima24-sharp", {"losses": [["1", "0"]]})
    assert not answer("sima24-less", {"losses": [["1", "0"]]})


def posterior_risk(tables: list[list[list[float]]], truth: int, t: float) -> float:
    """The risk of the Bayes mixture on reports of randomized response, from the likelihoods of all courses."""
    labels, size = range(len(tables[0][0])), range(len(tables[0]))
    wrong = 1 / (t + len(labels) - 1)
    total = mpmath.mpf(0)
    for n, table in enumerate(tables):
        for course in product(labels, repeat=n):
            seen = [mpmath.fprod(wrong + (t - 1) * wrong * tables[u][j][y] for u, y in enumerate(course)) for j in size]
            mixture = [sum(seen[j] * table[j][y] for j in size) / sum(seen) for y in labels]
            costs = (p * mpmath.log(p / q) for p, q in zip(table[truth], mixture, strict=True) if p)
            total += seen[truth] * sum(costs)
    return float(total)


def test_risk_of_randomized_response() -> None:
    tables = [[[0.5, 0.5, 0.0], [0.25, 0.25, 0.5]], [[1.0, 0.0, 0.0], [0.5, 0.5, 0.0]]] * 2
    text = ["1/2,1/2,0;1/4,1/4,1/2", "1,0,0;1/2,1/2,0"] * 2
    for truth in (0, 1):
        instance = {"tables": text, "truth": truth, "exp_eps": "3"}
        risk = kl_risk(*randomized_response._played(instance))
        assert risk is not None
        assert abs(float(risk) - posterior_risk(tables, truth, 3.0)) < 1e-14
        assert answer("sima08", instance)


def binomial_risk(labels: int, t: float, root: int) -> float:
    """The least mean risk of one block, from how many of its reports are in A."""
    c = (t - 1) / (t + labels - 1)
    a, low = 3 / (4 * c * root), (1 - c) / 2
    high, total = low + c * a / 2, mpmath.mpf(0)
    for n in range(2 * root**2):
        for k in range(n + 1):
            p, q = (comb(n, k) * mpmath.mpf(x) ** k * (1 - x) ** (n - k) for x in (low, high))
            r = q / (p + q) * a / 2
            second = a / 2 * mpmath.log(a / 2 / r) + (1 - a / 2) * mpmath.log((1 - a / 2) / (1 - r))
            total += (-p * mpmath.log(1 - r) + q * second) / 2
    return float(total)


@pytest.mark.parametrize(("labels", "t", "root"), [(2, 3, 1), (2, 2, 2), (4, 5, 1), (6, 7, 1)])
def test_risk_of_a_block(labels: int, t: int, root: int) -> None:
    instance = {"labels": labels, "exp_eps": str(t), "root": root, "blocks": 1}
    assert abs(float(randomized_response._mean_risk(instance)) - binomial_risk(labels, t, root)) < 1e-13
    both = {**instance, "blocks": 2}
    assert all(len(table) == 4 for table in randomized_response.block_tables(both))


def test_the_risk_for_constant_functions_stays_bounded() -> None:
    """Two point masses and e^eps = 4: rho = 4/5, and 1/(1 - rho) = 5 is above the risk of six rounds."""
    instance = {"table": "1,0;0,1", "exp_eps": "4", "rounds": 10**8, "constant": "1/1000"}
    assert abs(float(randomized_response._for_every_horizon(instance)) - 5) < 1e-14
    assert posterior_risk([[[1.0, 0.0], [0.0, 1.0]]] * 6, 0, 4.0) < 5
    assert not answer("sima08c", instance)


def test_noise_is_private_from_its_scale_on() -> None:
    noise = {"dimension": 2, "width": "3", "epsilon": "1/2"}
    assert setting._is_private({**noise, "scale": "12"}, one=False)
    assert not setting._is_private({**noise, "scale": "1199/100"}, one=False)
    assert setting._is_private({**noise, "scale": "6"}, one=True)
    assert not setting._is_private({**noise, "scale": "599/100"}, one=True)


@pytest.mark.parametrize(
    ("name", "instance"),
    [
        ("sima01", {"channel": [["1", "0"], ["1/2", "1/4"]], "exp_eps": "2", "delta": "0"}),
        ("sima01", {"channel": [["1", "0"], ["0", "1"]], "exp_eps": "1/2", "delta": "0"}),
        ("sima01-pure-points", {"channel": [["1", "0"], ["0", "1"]], "exp_eps": "2", "delta": "1/2"}),
        ("sima01c-everywhere", {"channel": [["1"], ["1"]], "exp_eps": "2", "delta": "0", "law": ["1", "0"]}),
        ("sima02", {"tables": ["1,0;0,1"], "truth": 2}),
        ("sima05", {"dimension": 2, "width": "1", "scale": "0", "epsilon": "1"}),
        ("sima05d", {"constant": "0", "epsilon": "1", "rounds": 10}),
        ("sima06", {"labels": 1, "exp_eps": "2"}),
        ("sima06b", {"labels": 2, "exp_eps": "2", "eta": "2"}),
        ("sima08", {"tables": ["1,0;0,1"], "truth": 0, "exp_eps": "1"}),
        ("sima08b", {"labels": 3, "exp_eps": "2", "root": 2, "blocks": 1}),
        ("sima08b", {"labels": 2, "exp_eps": "4", "root": 1, "blocks": 1}),
        ("sima08b", {"labels": 4, "exp_eps": "2", "root": 1, "blocks": 1}),
        ("sima08c", {"table": "1,0;1,0", "exp_eps": "4", "rounds": 10, "constant": "1"}),
        ("sima24", {"losses": [["2", "0"]]}),
        ("sima24", {"losses": [["1"]]}),
    ],
)
def test_preconditions_are_refused_outside(name: str, instance: Instance) -> None:
    assert not PROPERTIES[name].applies(instance)
