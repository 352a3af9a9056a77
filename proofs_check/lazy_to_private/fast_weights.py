"""Two models, and weights faster than eta while their masses are balanced: what ASI-09b and ASI-09c are checked on."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from dpassay.exact import Real, as_real
from dpassay.proofs_check.instances import (
    ABOVE_0,
    BETWEEN,
    entries,
    family,
    told,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.lazy_to_private.games import SMALL_RATE
from dpassay.proofs_check.models.fast_weights import Fast, is_stable, part
from dpassay.proofs_check.numbers import at_most


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
    return rounds * p >= 1 and eta * large <= p and is_stable(eta, factor, rounds)


def general_epsilon(instance: Instance, *, printed: bool) -> Real:
    """The printed eps, or that of Theorem G with K = 3 T p L and l = L."""
    eta, _, p, large, rounds = general(instance)
    if printed:
        rational = 2 * eta / p + eta + rounds * eta**2 * p * large * 3 / 2
        return as_real(rational) + as_real(6 * rounds * eta**2 * p * large**2).sqrt()
    return as_real(4 * eta / p + 6 * rounds * eta**2 * p * large) + as_real(24 * rounds * eta**2 * p * large**2).sqrt()


def general_excess(instance: Instance, *, printed: bool) -> Real:
    """delta(eps) of (x_1, y_1), (x_2, y_2) and zeta_1, a part of the sequence, for l_1 = (1, 0) against (0, 1)."""
    return part(Fast(*general(instance)), general_epsilon(instance, printed=printed))


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
