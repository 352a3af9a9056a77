"""The privacy of what L2P releases in small games, exactly: what ASI-09 and ASI-10 are checked on."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from typing import Any, Final

from dpassay.exact import Dist, Real, as_real, log, max_ratio
from dpassay.proofs_check.instances import (
    BETWEEN,
    Rows,
    family,
    told,
    whole,
    word,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.lazy_to_private.games import batch_of, growth_of, is_pair, log_inverse, neighbors_of, rate_of
from dpassay.proofs_check.numbers import at_most, below
from dpassay.reference import lazy_to_private as l2p


def _delta_at(loss: Any, exp_eps: Real) -> Real:
    """The hockey-stick divergence at a real e^eps."""
    found = as_real(0)
    for atom in loss.profile.atoms:
        if below(as_real(atom.q) * exp_eps, as_real(atom.p)):
            found = found + as_real(atom.p) - as_real(atom.q) * exp_eps
    return found


@cache
def _loss(losses: Rows, others: Rows, parameters: l2p.Parameters, view: str) -> Any:
    return l2p.transcript_loss(losses, others, parameters, view)


def is_private(instance: Instance, epsilon: Real, delta: Real) -> bool:
    """Whether the released sequence is private both ways."""
    first, second, parameters = neighbors_of(instance)
    losses = (_loss(*pair, parameters, instance["view"]) for pair in ((first, second), (second, first)))
    return all(at_most(_delta_at(loss, epsilon.exp()), delta) for loss in losses)


def first_term(instance: Instance) -> Real:
    """2 eta/p."""
    return rate_of(instance) * 2 / Fraction(instance["fake_switch"])


def printed_epsilon(instance: Instance) -> Real:
    """2 eta/p + 3 T eta^2 p L/(2B) + sqrt(6 T eta^2 p L^2/B), the printed one without its second term."""
    eta, p, large = rate_of(instance), Fraction(instance["fake_switch"]), log_inverse(instance)
    share = p * len(instance["losses"]) / batch_of(instance)
    return first_term(instance) + eta * eta * large * (share * 3 / 2) + eta * large * as_real(6 * share).sqrt()


def printed_delta(instance: Instance) -> Real:
    """2 T delta_1."""
    return as_real(2 * len(instance["losses"]) * Fraction(instance["delta_1"]))


VIEWED: Final = is_pair.having(view=word(*l2p.VIEWS), delta_1=BETWEEN)


@VIEWED.where
def is_asi09(instance: Instance) -> bool:
    """Neighbors, a view, T p/B >= 1 and eta B log(1/delta_1)/p <= 1; B divides T."""
    rounds, p, batch = len(instance["losses"]), Fraction(instance["fake_switch"]), instance["batch"]
    return (
        rounds % batch == 0
        and bool(rounds * p >= batch)
        and at_most(rate_of(instance) * log_inverse(instance) * batch, as_real(p))
    )


told("asi09", "the printed eps, without its second term, and the printed delta hold", is_asi09)(
    lambda i: is_private(i, printed_epsilon(i), printed_delta(i))
)
told("asi09-first-term", "the first term, 2 eta/p, and the printed delta hold", is_asi09)(
    lambda i: is_private(i, first_term(i), printed_delta(i))
)


def _theorem_m(instance: Instance, *, with_coin: bool) -> bool:
    """Theorem M with K as given and l = log(1/delta_1), with or without e_0."""
    p, batch, most = Fraction(instance["fake_switch"]), instance["batch"], instance["most"]
    growth, eta, large = growth_of(instance), rate_of(instance), log_inverse(instance)
    coin = (1 - (1 - p) / growth ** (batch + 2)) / (1 - (1 - p) / growth**batch)
    first = as_real(log(max(growth**2, coin))) if with_coin else as_real(0)
    samples = eta * eta * Fraction(most, 2) + eta * (large * (2 * most)).sqrt()
    batches = -(-len(instance["losses"]) // batch)
    tail = _tail(batches - 1, 1 - (1 - p) / growth ** (3 * batch), p, most)
    return is_private(instance, first + samples, as_real(Fraction(instance["delta_1"]) + tail))


def _tail(rounds: int, a: Fraction, b: Fraction, most: int) -> Fraction:
    """Pr[Bin(rounds, a) + Bin(rounds, b) > most]."""

    def weight(q: Fraction, k: int) -> Fraction:
        return comb(rounds, k) * q**k * (1 - q) ** (rounds - k)

    pairs = product(range(rounds + 1), repeat=2)
    return sum((weight(a, i) * weight(b, j) for i, j in pairs if i + j > most), Fraction(0))


GAME_FOR_M: Final = VIEWED.having(most=whole(1))


told("theorem-m", "Theorem M holds with the given K and l = log(1/delta_1)", GAME_FOR_M)(
    lambda instance: _theorem_m(instance, with_coin=True)
)
told("theorem-m-coinless", "... without e_0", GAME_FOR_M)(lambda instance: _theorem_m(instance, with_coin=False))


def opposite(rounds: int, changed: int, rate: str, p: str, **others: Any) -> Instance:
    """Two models; one loss goes from (0, 1) to (1, 0), and the losses of the other rounds take turns."""
    turns = [["0", "1"] if t % 2 == 0 else ["1", "0"] for t in range(rounds)]
    losses = [*turns[:changed], ["0", "1"], *turns[changed + 1 :]]
    common = {"losses": losses, "changed_round": changed, "row": ["1", "0"]}
    return {**common, "exp_learning_rate": rate, "fake_switch": p, "batch": 1, **others}


@family(
    "l2p-private-games", "2 and 3 rounds, one changed, p = 1/2, 4/5, both views, small eta, delta_1 = 1/100, 10^-20"
)
def _private_games() -> Iterator[Instance]:
    for rounds, p, view in product((2, 3), ("1/2", "4/5"), l2p.VIEWS):
        for changed in range(rounds - 1):
            for rate, delta in (("11/10", "1/100"), ("101/100", f"1/{10**20}")):
                yield opposite(rounds, changed, rate, p, view=view, delta_1=delta)


@family(
    "l2p-five-batches",
    "5 rounds, the first or the fourth changed, both views: p = 1/5, e^eta = 21/20, delta_1 = 1/11, where K < 8 and a "
    "count of 8 samples is possible, and p = 1/2, e^eta = 101/100, delta_1 = 10^-20",
)
def _five_batches() -> Iterator[Instance]:
    for view, changed in product(l2p.VIEWS, (0, 3)):
        for rate, p, delta in (("21/20", "1/5", "1/11"), ("101/100", "1/2", f"1/{10**20}")):
            yield opposite(5, changed, rate, p, view=view, delta_1=delta)


@family(
    "l2p-games-for-m",
    "2 and 3 rounds, p = 1/100, 1/2, both views, e^eta = 21/20, delta_1 = 9/10, 1/10, 1/100, K = 1, 6",
)
def _games_for_m() -> Iterator[Instance]:
    for rounds, p, view, delta in product((2, 3), ("1/100", "1/2"), l2p.VIEWS, ("9/10", "1/10", "1/100")):
        for changed, most in product(range(rounds - 1), (1, 6)):
            yield opposite(rounds, changed, "21/20", p, view=view, delta_1=delta, most=most)


def _step_losses(instance: Instance) -> list[Fraction]:
    """After s_0 + 1: the ratios of (x_s, y_s), hence of (x_s, y_s, zeta_s), given the last state and some coin 0."""
    first, second, parameters = neighbors_of(instance)
    pairs = zip(*(l2p.chain(rows, parameters).kernels for rows in (first, second)), strict=True)
    later = list(pairs)[instance["changed_round"] // instance["batch"] + 1 :]
    found = []
    for kernels in later:
        for state in kernels[0]:
            laws = [_given_a_zero(kernel[state]) for kernel in kernels]
            found += [Fraction(max_ratio(*pair)) for pair in (laws, laws[::-1])]  # type: ignore[arg-type]  # finite
    return found


def _given_a_zero(row: Any) -> Dist[Any]:
    return Dist.from_weights({state: weight for state, weight in row.items() if state.zeta})


told("asi09-step", "after round s_0 + 1, each round with a coin 0 changes by at most e^{2 eta}", is_pair)(
    lambda i: all(ratio <= Fraction(i["exp_learning_rate"]) ** 2 for ratio in _step_losses(i))
)
told("asi09-step-4", "... by at most e^{4 eta}", is_pair)(
    lambda i: all(ratio <= Fraction(i["exp_learning_rate"]) ** 4 for ratio in _step_losses(i))
)
