"""Two models, and weights faster than eta while their masses are balanced: what ASI-09b and ASI-09c are checked on."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from dpassay.exact import Budget, Real, as_real
from dpassay.proofs_check.instances import (
    ABOVE_0,
    BETWEEN,
    Rows,
    entries,
    family,
    told,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.lazy_to_private.games import SMALL_RATE
from dpassay.proofs_check.numbers import at_most, below
from dpassay.reference import lazy_to_private as l2p


class Faster:
    """Multiplicative weights whose own rate is ``factor`` times eta: what it is told is eta alone."""

    def __init__(self, factor: Fraction) -> None:
        self.factor = factor

    def first(self, models: int) -> l2p.Exponents:
        """Return log nu_1: all models weigh 1."""
        return (Fraction(0),) * models

    def step(self, losses: Rows) -> l2p.Exponents:
        """Return minus the losses, times the factor."""
        return tuple(-self.factor * sum(column, Fraction(0)) for column in zip(*losses, strict=True))


def _is_stable(eta: Fraction, factor: Fraction, rounds: int) -> bool:
    """Assumption 3.1 with delta_0 = 0, for two models and all losses in [0, 1].

    A model of mass m changes by 1/(m + (1 - m) e^{w u}) with w = factor eta and u in [-1, 1] the difference of the
    losses. That is furthest from 1 at u = -1 and u = 1 and at the least m, which is 1/(1 + e^{w T}).
    """
    rate = as_real(factor * eta)
    least = as_real(1) / ((rate * rounds).exp() + 1)
    up, down = (as_real(1) / (least + (as_real(1) - least) * (rate * u).exp()) for u in (-1, 1))
    return at_most(up, as_real(eta).exp()) and at_most((as_real(0) - as_real(eta)).exp(), down)


def general(instance: Instance) -> tuple[Fraction, Fraction, Fraction, Fraction, int]:
    """Eta, the factor of the rate, p, L and T."""
    eta, factor, p, large = (
        Fraction(instance[name]) for name in ("learning_rate", "factor", "fake_switch", "log_inverse")
    )
    return eta, factor, p, large, instance["rounds"]


@entries(learning_rate=SMALL_RATE, factor=ABOVE_0, fake_switch=BETWEEN, log_inverse=ABOVE_0, rounds=whole(2)).where
def is_general(instance: Instance) -> bool:
    """Two models, B = 1, eta <= 1/10, T p >= 1, eta L/p <= 1 with L = log(1/delta_1), and Assumption 3.1."""
    eta, factor, p, large, rounds = general(instance)
    return rounds * p >= 1 and eta * large <= p and _is_stable(eta, factor, rounds)


def general_epsilon(instance: Instance, *, printed: bool) -> Real:
    """The printed eps, or that of Theorem G with K = 3 T p L and l = L."""
    eta, _, p, large, rounds = general(instance)
    if printed:
        rational = 2 * eta / p + eta + rounds * eta**2 * p * large * 3 / 2
        return as_real(rational) + as_real(6 * rounds * eta**2 * p * large**2).sqrt()
    return as_real(4 * eta / p + 6 * rounds * eta**2 * p * large) + as_real(24 * rounds * eta**2 * p * large**2).sqrt()


def general_excess(instance: Instance, *, printed: bool) -> Real:
    """delta(eps) of (x_1, y_1), (x_2, y_2) and zeta_1, a part of the sequence, for l_1 = (1, 0) against (0, 1)."""
    eta, factor, p, _, _ = general(instance)
    parameters = l2p.Parameters(Budget(epsilon=eta), 1, p, 2, 2)
    rest = (Fraction(0), Fraction(0))
    games = (((Fraction(1), Fraction(0)), rest), ((Fraction(0), Fraction(1)), rest))
    p_law, q_law = (l2p.state_law(rows, parameters, Faster(factor)) for rows in games)
    exp_eps, found = general_epsilon(instance, printed=printed).exp(), as_real(0)
    for path, weight in p_law.items():
        other = as_real(q_law.pmf(path)) * exp_eps
        if below(other, as_real(weight)):
            found = found + as_real(weight) - other
    return found


def general_delta(instance: Instance) -> Real:
    """2 T delta_1."""
    _, _, _, large, rounds = general(instance)
    return as_real(-large).exp() * (2 * rounds)


for _name, _printed in (("asi09b", True), ("asi09b-corrected", False)):
    told(
        _name,
        "the released sequence meets the printed eps and delta" if _printed else "... those of ASI-09b-corrected",
        is_general,
        lambda i, printed=_printed: {  # type: ignore[misc]  # bound at once
            "delta at eps": general_excess(i, printed=printed),
            "2 T delta_1": general_delta(i),
        },
    )(
        lambda i, printed=_printed: at_most(general_excess(i, printed=printed), general_delta(i))  # type: ignore[misc]
    )


def _fast_weights() -> Iterator[Instance]:
    for factor, large in product(("19/10", "3/2"), ("20", "15", "10")):
        yield {
            "learning_rate": "1/20000",
            "factor": factor,
            "fake_switch": "1/1000",
            "log_inverse": large,
            "rounds": 1000,
        }


family("l2p-fast-weights", "the pairs of the counterexample to ASI-09b")(_fast_weights)
