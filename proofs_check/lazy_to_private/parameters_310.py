"""The parameters of the proof of Theorem 3.10, as instances with the largest eta, and what Theorem 3.2 gives there."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from dpassay.exact import Real, as_real, decide, log
from dpassay.proofs_check.instances import BETWEEN, entries, family, told, whole
from dpassay.proofs_check.kernel.finite import Instance


def proof_310(instance: Instance) -> tuple[int, Fraction, Fraction, Real, Real]:
    """n, eps, delta, eta and p = 10 eta/eps, with the largest eta that the proof allows (for eps <= eps_0)."""
    inverse, rounds, delta = instance["batch"], instance["rounds"], Fraction(instance["delta"])
    eps = Fraction(1, inverse)
    eta = ((as_real(log(eps)) * 2 - as_real(log(rounds))) / 3).exp() / as_real(log(rounds / delta))
    return rounds // inverse, eps, delta, eta, eta * 10 / eps


def has_batches(instance: Instance) -> bool:
    """B divides T, more than once."""
    rounds, batch = instance["rounds"], instance["batch"]
    return bool(rounds >= 2 * batch and rounds % batch == 0)


@entries(rounds=whole(2), batch=whole(1), delta=BETWEEN).where
def is_proof_310(instance: Instance) -> bool:
    """B = 1/eps divides T, 0 < delta < 1, and p < 1."""
    return has_batches(instance) and decide(proof_310(instance)[4] < 1)


def _shown_by_theorem_32(instance: Instance) -> tuple[Real, Real]:
    """eta B log(1/delta_1)/p, which has to be at most 1, and the epsilon of Theorem 3.2, for delta_1 = delta/(2T)."""
    delta, eta, p = proof_310(instance)[2:]
    rounds, batch = instance["rounds"], instance["batch"]
    inverse_log = as_real(log(2 * rounds / delta))
    spread = eta * eta * p * rounds / batch
    return eta * batch * inverse_log / p, eta * 2 / p + eta + spread * inverse_log * Fraction(3, 2) + (
        spread * 6
    ).sqrt() * inverse_log


def _epsilon_of(instance: Instance) -> Fraction:
    return Fraction(1, instance["batch"])


@is_proof_310.having(experts=whole(2)).where
def _is_high_privacy(instance: Instance) -> bool:
    """The same with eps <= eps_0: log d >= eps^{4/3} T^{1/3}, with d as given."""
    root = ((as_real(log(_epsilon_of(instance))) * 4 + as_real(log(instance["rounds"]))) / 3).exp()
    return decide(root <= as_real(log(instance["experts"])))


told(
    "asi32",
    "eta B log(1/delta_1)/p <= 1 with delta_1 = delta/(2T)",
    _is_high_privacy,
    lambda instance: {"eta B log(1/delta_1)/p": _shown_by_theorem_32(instance)[0]},
)(lambda instance: decide(_shown_by_theorem_32(instance)[0] <= 1))
told(
    "asi32-iff",
    "eta B log(1/delta_1)/p <= 1 if and only if delta >= 2 T e^{-10}",
    _is_high_privacy,
)(
    lambda instance: (
        decide(_shown_by_theorem_32(instance)[0] <= 1)
        is decide(as_real(log(2 * instance["rounds"] / Fraction(instance["delta"]))) <= 10)
    )
)
told(
    "asi32b",
    "the epsilon of Theorem 3.2 with delta_1 = delta/(2T) is at most eps",
    _is_high_privacy,
    lambda instance: {
        "the epsilon of Theorem 3.2": _shown_by_theorem_32(instance)[1],
        "eps": _epsilon_of(instance),
    },
)(lambda instance: decide(_shown_by_theorem_32(instance)[1] <= _epsilon_of(instance)))
told(
    "asi32b-triple",
    "the epsilon of Theorem 3.2 with delta_1 = delta/(2T) is at most 3 eps",
    _is_high_privacy,
)(lambda instance: decide(_shown_by_theorem_32(instance)[1] <= 3 * _epsilon_of(instance)))
told(
    "asi32-never",
    "eta B log(1/delta_1)/p > 1, or the epsilon of Theorem 3.2 exceeds eps",
    _is_high_privacy,
)(
    lambda instance: (
        not decide(_shown_by_theorem_32(instance)[0] <= 1)
        or not decide(_shown_by_theorem_32(instance)[1] <= _epsilon_of(instance))
    )
)
told("asi32-always", "eta B log(1/delta_1)/p > 1", _is_high_privacy)(
    lambda instance: not decide(_shown_by_theorem_32(instance)[0] <= 1)
)


def _high_privacy() -> Iterator[Instance]:
    for rounds in (10**k for k in range(3, 10)):
        for batch, delta in product((10, 100), ("1/2", "1/10", f"1/{rounds}")):
            instance = {"rounds": rounds, "batch": batch, "delta": delta, "experts": 10**30}
            if _is_high_privacy(instance):
                yield instance


family(
    "dp-ope-high-privacy",
    "T = 10^3, ..., 10^9, eps = 1/10, 1/100, d = 10^30, delta = 1/2, 1/10, 1/T, with eps <= eps_0",
)(_high_privacy)


def usual() -> Iterator[Instance]:
    """d = T and delta = 1/T, where eps <= eps_0."""
    for rounds, batch in product((10**k for k in range(3, 10)), (10, 100)):
        yield {"rounds": rounds, "batch": batch, "delta": f"1/{rounds}", "experts": rounds}
