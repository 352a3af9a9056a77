"""What L2P loses and how often it switches, in expectation and exactly."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from dpassay.exact import Number
from dpassay.exact.dist import total
from dpassay.exact.entrance import explain_failures
from dpassay.reference.lazy_to_private import (
    WEIGHTS,
    Measure,
    Parameters,
    batches,
    chain,
    check_data,
    keeping,
    marginals,
    measures,
    normalized,
)
from dpassay.reference.multiplicative_weights import Matrix


def expected_loss(data: Matrix, parameters: Parameters, measure: Measure = WEIGHTS) -> Number:
    """The exact expectation of the total loss: x_s is played in every round of batch s."""
    laws = marginals(data, parameters, measure)
    rows = zip(laws, batches(data, parameters), strict=True)
    return total(weight * sum(row[x] for row in losses) for nu, losses in rows for x, weight in nu.items())


def best_loss(data: Matrix, parameters: Parameters) -> Fraction:
    """The total loss of the best model in hindsight."""
    return min(sum(column, Fraction(0)) for column in zip(*check_data(data, parameters), strict=True))


def expected_regret(data: Matrix, parameters: Parameters, measure: Measure = WEIGHTS) -> Number:
    """The expected total loss, above that of the best model in hindsight."""
    return expected_loss(data, parameters, measure) - best_loss(data, parameters)


def input_regret(data: Matrix, parameters: Parameters, measure: Measure = WEIGHTS) -> Number:
    """The expected regret of the input algorithm, which draws a model from the measure before every round."""
    each_round = Parameters(
        parameters.rate, 1, parameters.fake_switch, rounds=parameters.rounds, experts=parameters.experts
    )
    rows, log_mu = check_data(data, parameters), measures(data, each_round, measure)
    laws = [normalized(a, parameters) for a in log_mu]
    losses = total(weight * row[x] for mu, row in zip(laws, rows, strict=True) for x, weight in mu.items())
    return losses - best_loss(data, parameters)


class Switches(NamedTuple):
    """Expected numbers: how often line 8 draws a model, and how often that is another one than before."""

    drawn: Number
    changed: Number


def expected_switches(data: Matrix, parameters: Parameters, measure: Measure = WEIGHTS) -> Switches:
    """The exact expected numbers of draws in line 8 and of changes of the model; x_1 counts as neither."""
    log_nu = measures(data, parameters, measure)
    drawn: Number = Fraction(0)
    changed: Number = Fraction(0)
    for s, states in enumerate(chain(data, parameters, measure).marginals()[:-1], start=1):
        nu = normalized(log_nu[s], parameters)
        for (x, y, _), weight in states.items():
            keep = (1 - parameters.fake_switch) * keeping(log_nu[s - 1], log_nu[s], x, y, parameters)
            drawn = drawn + weight * (1 - keep)
            changed = changed + weight * (1 - keep) * (1 - nu.pmf(x))
    return Switches(drawn, changed)


explain_failures(__name__)
