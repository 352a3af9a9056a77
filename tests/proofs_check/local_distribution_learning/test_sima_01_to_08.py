"""What the claims on setting, randomized response and weighted majority compute themselves, by other formulas."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb

import mpmath
import pytest

from dpassay.analysis.game_risk import kl_risk
from dpassay.proofs_check.kernel.finite import PROPERTIES, Instance
from dpassay.proofs_check.local_distribution_learning import (
    block_games,
    constant_classes,
    noises,
    response_games,
    sima_05b,
    sima_24,
)


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
    ours = float(sima_24.regret(rows, Fraction(factor)))
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
        risk = kl_risk(*response_games.played(instance))
        assert risk is not None
        assert abs(float(risk) - posterior_risk(tables, truth, 3.0)) < 1e-14
        assert answer("sima08", instance)


def contraction(labels: int, t: int) -> Fraction:
    return Fraction(t - 1, t + labels - 1)


def entropy_gap(part: mpmath.mpf, whole: mpmath.mpf) -> mpmath.mpf:
    return part * mpmath.log(part / whole) if part else mpmath.mpf(0)


def binomial_risk(labels: int, t: int, separation: Fraction, length: int) -> float:
    """The least mean risk of one block, from how many of its reports are in A."""
    c, a = (mpmath.mpf(x.numerator) / x.denominator for x in (contraction(labels, t), separation))
    low = (1 - c) / 2
    high, total = low + c * a / 2, mpmath.mpf(0)
    for n in range(length):
        for k in range(n + 1):
            p, q = (comb(n, k) * mpmath.mpf(x) ** k * (1 - x) ** (n - k) for x in (low, high))
            r = q / (p + q) * a / 2
            second = entropy_gap(a / 2, r) + entropy_gap(1 - a / 2, 1 - r)
            total += (-p * mpmath.log(1 - r) + q * second) / 2
    return float(total)


@pytest.mark.parametrize(("labels", "t", "root"), [(2, 3, 1), (2, 2, 2), (4, 5, 1), (6, 7, 1)])
def test_risk_of_a_block(labels: int, t: int, root: int) -> None:
    instance = {"labels": labels, "exp_eps": str(t), "root": root, "blocks": 1}
    expected = binomial_risk(labels, t, Fraction(3) / (4 * contraction(labels, t) * root), 2 * root**2)
    assert abs(float(block_games.risk_of_blocks(instance)) - expected) < 1e-13
    both = {**instance, "blocks": 2}
    assert all(len(table) == 4 for table in block_games.block_tables(both, Fraction(1)))


@pytest.mark.parametrize(("labels", "t", "length"), [(2, 3, 1), (2, 2, 2), (4, 2, 4)])
def test_risk_of_a_short_block(labels: int, t: int, length: int) -> None:
    instance = {"labels": labels, "exp_eps": str(t), "length": length, "blocks": 1}
    expected = binomial_risk(labels, t, Fraction(2), length)
    assert abs(float(block_games.mean_risk(instance, Fraction(2), length)) - expected) < 1e-13
    assert expected >= float(mpmath.log(2)) * length / 2
    assert answer("sima08b-short", instance)
    assert answer("sima08b-short-whole", instance) == (length == 1)


def test_the_risk_for_constant_functions_stays_bounded() -> None:
    """Two point masses and e^eps = 4: rho = 4/5, and 1/(1 - rho) = 5 is above the risk of six rounds."""
    instance = {"table": "1,0;0,1", "exp_eps": "4", "rounds": 10**8, "constant": "1/1000"}
    assert abs(float(constant_classes.for_every_horizon(instance)) - 5) < 1e-14
    assert posterior_risk([[[1.0, 0.0], [0.0, 1.0]]] * 6, 0, 4.0) < 5
    assert not answer("sima08b-every-class", instance)
    assert answer("sima08b-trivial", instance)


def test_the_classes_of_08_at_one_round() -> None:
    """One point mass against 54: the risk is log 55, above (M/eps) sqrt(T log K) at eps = 1, so factors are needed."""
    instance = {"tables": [";".join(["1,0"] + ["0,1"] * 54)], "truth": 0, "exp_eps": "2"}
    risk = kl_risk(*response_games.played(instance))
    assert risk is not None
    assert abs(float(risk) - float(mpmath.log(55))) < 1e-12
    assert float(risk) > 2 * float(mpmath.sqrt(mpmath.log(55)))


def laplace_moment(power: int, scale: mpmath.mpf) -> mpmath.mpf:
    density = lambda x: x**power * mpmath.exp(-abs(x) / scale) / (2 * scale)  # noqa: E731  # an integrand
    return mpmath.quad(density, [-mpmath.inf, 0, mpmath.inf])


def test_the_release_of_one_random_coordinate() -> None:
    """Moments by integration over the noise."""
    vector, epsilon = (1, 0, 1 / mpmath.mpf(3)), mpmath.mpf(1) / 2
    noise = laplace_moment(2, 1 / epsilon)
    ours = sima_05b.noisy_moments({"vector": ["1", "0", "1/3"], "epsilon": "1/2"})
    for v, (mean, variance) in zip(vector, ours, strict=True):
        assert abs(float(mean) - float(v)) < 1e-14
        assert abs(float(variance) - float(9 * (v**2 + noise) / 3 - v**2)) < 1e-9
    assert answer("sima05b", {"vector": ["1", "0", "1/3"], "epsilon": "1/2"})
    assert not answer("sima05b-less", {"vector": ["1", "0", "1/3"], "epsilon": "1/2"})


def test_only_delta_can_be_outside_of_the_printed_range() -> None:
    response = {"channel": [["2/3", "1/3"], ["1/3", "2/3"]], "exp_eps": "2"}
    assert not answer("sima01b", {**response, "delta": "0"})
    assert answer("sima01b-wider", {**response, "delta": "0"})
    assert answer("sima01b", {**response, "delta": "1/10"})


def test_noise_is_private_from_its_scale_on() -> None:
    noise = {"dimension": 2, "width": "3", "epsilon": "1/2"}
    assert noises.is_private({**noise, "scale": "12"}, one=False)
    assert not noises.is_private({**noise, "scale": "1199/100"}, one=False)
    assert noises.is_private({**noise, "scale": "6"}, one=True)
    assert not noises.is_private({**noise, "scale": "599/100"}, one=True)


@pytest.mark.parametrize(
    ("name", "instance"),
    [
        ("sima01", {"channel": [["1", "0"], ["1/2", "1/4"]], "exp_eps": "2", "delta": "0"}),
        ("sima01", {"channel": [["1", "0"], ["0", "1"]], "exp_eps": "1/2", "delta": "0"}),
        ("sima01-pure-points", {"channel": [["1", "0"], ["0", "1"]], "exp_eps": "2", "delta": "1/2"}),
        ("sima01b", {"channel": [["1"], ["1"]], "exp_eps": "1", "delta": "0"}),
        ("sima01b-wider", {"channel": [["1"], ["1"]], "exp_eps": "2", "delta": "-1/10"}),
        ("sima01b-wider", {"channel": [["1"]], "exp_eps": "2", "delta": "-1/10"}),
        ("sima02", {"tables": ["1,0;0,1"], "truth": 2}),
        ("sima05", {"dimension": 2, "width": "1", "scale": "0", "epsilon": "1"}),
        ("sima05b", {"vector": ["2"], "epsilon": "1"}),
        ("sima05d", {"constant": "0", "epsilon": "1", "rounds": 10}),
        ("sima06", {"labels": 1, "exp_eps": "2"}),
        ("sima06b", {"labels": 2, "exp_eps": "2", "eta": "2"}),
        ("sima08", {"tables": ["1,0;0,1"], "truth": 0, "exp_eps": "1"}),
        ("sima08b", {"labels": 3, "exp_eps": "2", "root": 2, "blocks": 1}),
        ("sima08b", {"labels": 2, "exp_eps": "4", "root": 1, "blocks": 1}),
        ("sima08b", {"labels": 4, "exp_eps": "2", "root": 1, "blocks": 1}),
        ("sima08b-short", {"labels": 2, "exp_eps": "3", "length": 2, "blocks": 1}),
        ("sima08b-every-class", {"table": "1,0;1,0", "exp_eps": "4", "rounds": 10, "constant": "1"}),
        ("sima08b-trivial", {"table": "1,0;0,1", "exp_eps": "4", "rounds": 1, "constant": "10"}),
        ("sima24", {"losses": [["2", "0"]]}),
        ("sima24", {"losses": [["1"]]}),
    ],
)
def test_preconditions_are_refused_outside(name: str, instance: Instance) -> None:
    assert not PROPERTIES[name].applies(instance)
