"""What L2P over multiplicative weights pays, exactly, from the reference mechanisms; and small games.."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Final

from dpassay.exact import (
    LogForm,
    Number,
    log,
)
from dpassay.exact.dist import total
from dpassay.proofs_check.claim import Goal
from dpassay.proofs_check.instances import (
    ABOVE_0,
    ABOVE_1,
    BETWEEN,
    REWARDS,
    Rows,
    as_rows,
    entries,
    family,
    matrices,
    optional,
    rational,
    told,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import (
    identity,
    nonnegative,
)
from dpassay.proofs_check.numbers import at_most, sum_of
from dpassay.reference import lazy_to_private, multiplicative_weights

LARGEST_RATE: Final = Fraction(1, 10)
"""Assumption 3.1 asks for 0 < eta <= 1/10."""
SMALL_RATE: Final = rational(f"(0, {LARGEST_RATE}]")
BELOW_HALF: Final = rational("(0, 1/2)")


# What L2P over multiplicative weights pays, exactly, from the reference mechanisms


def l2p(instance: Instance) -> tuple[Rows, lazy_to_private.Parameters]:
    """The losses of an instance, and the parameters of L2P."""
    rows = as_rows(instance["losses"])
    rate = {name: instance[name] for name in ("learning_rate", "exp_learning_rate") if name in instance}
    return rows, lazy_to_private.Parameters.read(
        rounds=len(rows),
        experts=len(rows[0]),
        batch=instance["batch"],
        fake_switch=instance.get("fake_switch", "1/2"),
        **rate,
    )


def mw(instance: Instance) -> tuple[Rows, multiplicative_weights.Parameters]:
    """The losses of an instance, and the parameters of the input algorithm alone, (4)."""
    rows, parameters = l2p(instance)
    return rows, multiplicative_weights.Parameters(parameters.rate, parameters.rounds, parameters.experts, "loss")


def loss_of_l2p(instance: Instance) -> Number:
    """The expected loss of L2P: the marginals of Algorithm 1 as a Markov chain, against the losses of their batches."""
    return _loss_of_l2p(*l2p(instance))


@cache
def _loss_of_l2p(rows: Rows, parameters: lazy_to_private.Parameters) -> Number:
    laws = lazy_to_private.marginals(rows, parameters)
    blocks = lazy_to_private.batches(rows, parameters)
    return total(
        weight * sum_of([row[x] for row in block])
        for law, block in zip(laws, blocks, strict=True)
        for x, weight in law.items()
    )


def loss_of_mw(instance: Instance) -> Number:
    """The expected loss of the input algorithm, sum_t E l_t(z_t)."""
    return _loss_of_mw(*mw(instance))


_loss_of_mw = cache(multiplicative_weights.expected_loss)


def least_loss(instance: Instance) -> Fraction:
    """The loss of the best expert in hindsight."""
    return min(sum_of(list(column)) for column in zip(*as_rows(instance["losses"]), strict=True))


def excess_of(instance: Instance) -> Number:
    """Reg_T of L2P minus Reg_T({mu_t})."""
    return loss_of_l2p(instance) - loss_of_mw(instance)


def regret_of(instance: Instance) -> Number:
    """Reg_T of L2P."""
    return loss_of_l2p(instance) - least_loss(instance)


def eta_of(instance: Instance) -> LogForm:
    """The learning rate."""
    if "learning_rate" in instance:
        return LogForm(Fraction(instance["learning_rate"]))
    return log(Fraction(instance["exp_learning_rate"]))


LOSSES: Final = entries(losses=REWARDS, batch=whole(1), fake_switch=optional(BETWEEN)).where(
    lambda instance: len(instance["losses"]) % instance["batch"] == 0
)
RATIONAL_GAME: Final = LOSSES.having(exp_learning_rate=ABOVE_1)
LAZY_GAME: Final = RATIONAL_GAME | LOSSES.having(learning_rate=ABOVE_0)
"""Losses in [0, 1], whole batches, perhaps a fake switch, and a rate eta > 0."""


def alternating(batch: int, pairs: int = 1, experts: int = 2) -> list[list[str]]:
    """Constant batches that charge one half of the experts and the other half by turns."""
    half = experts // 2
    odd, even = ["1"] * half + ["0"] * half, ["0"] * half + ["1"] * half
    return [list(row) for _ in range(pairs) for block in (odd, even) for row in [block] * batch]


MARGINALS: Final = (
    "Over multiplicative weights with losses in [0, 1], x_s has exactly the law nu-bar_s = mu-bar_{(s-1)B+1}, even "
    "given all of y. The unnormalized ratios nu_s/nu_{s-1} lie in [e^{-B eta}, 1], so the minimum in line 6 is never "
    "1, and given y the coin S_s is 1 with probability c nu_s(x)/nu_{s-1}(x), c = e^{-2B eta} "
    "nu_{s-1}(y)/nu_s(y). By induction x_{s-1} follows nu-bar_{s-1} given y, whose steps use coins of their own; "
    "then the models that are kept are in proportion to nu_s, and so are those drawn afresh. Hence the expected loss "
    "is that of the laws at the starts of the batches."
)


def marginal_goals() -> tuple[Goal, ...]:
    """See ``MARGINALS``."""
    return (
        Goal(
            "kept and fresh models together follow nu-bar_s",
            identity("(n/Z)*k*(m/n) + (1 - k*W/Z)*(m/W)", "m/W"),
        ),
        Goal(
            "the minimum is never 1: r/(g^2 v) <= 1 for ratios r <= 1 and v >= 1/g, g = e^{B eta}",
            nonnegative("g**2*v - r", ("1 - r", "g*v - 1", "g - 1")),
        ),
    )


told(
    "asi-marginals",
    "the laws of x_1, ..., x_(T/B) are those of z_1, z_(B+1), z_(2B+1), ... of the input algorithm",
    LAZY_GAME,
)(lambda instance: _marginals_are_those_of_the_starts(instance, 0))
told("asi-marginals-late", "... those of z_B, z_(2B), ..., at the ends of the batches", LAZY_GAME)(
    lambda instance: _marginals_are_those_of_the_starts(instance, instance["batch"] - 1)
)


def _marginals_are_those_of_the_starts(instance: Instance, late: int) -> bool:
    rows, parameters = l2p(instance)
    laws = multiplicative_weights.round_laws(*mw(instance))
    return lazy_to_private.marginals(rows, parameters) == tuple(laws[late :: instance["batch"]])


@family(
    "regret-lazy-games",
    "all 0/1 losses with (T, d, B) = (2, 2, 1), (2, 2, 2), (2, 3, 2) at e^eta = 81/64 and 4, every fifth with (4, 2, "
    "2) at 81/64, and alternating batches",
)
def _lazy_games() -> Iterator[Instance]:
    for (rounds, experts, batch), rate in product(((2, 2, 1), (2, 2, 2), (2, 3, 2)), ("81/64", "4")):
        for losses in matrices(rounds, experts, ("0", "1")):
            yield {"losses": losses, "batch": batch, "exp_learning_rate": rate, "fake_switch": "1/3"}
    for losses in list(matrices(4, 2, ("0", "1")))[::5]:
        yield {"losses": losses, "batch": 2, "exp_learning_rate": "81/64", "fake_switch": "1/3"}
    yield from _alternations()


@family(
    "regret-alternations",
    "alternating batches: B = 1, 2, 3 with (d, pairs) = (2, 1), (2, 2), (4, 1), e^eta = 81/64 and 4",
)
def _alternations() -> Iterator[Instance]:
    for batch, (experts, pairs), rate in product((1, 2, 3), ((2, 1), (2, 2), (4, 1)), ("81/64", "4")):
        losses = alternating(batch, pairs, experts)
        yield {"losses": losses, "batch": batch, "exp_learning_rate": rate, "fake_switch": "1/3"}


def meets_theorem_32(instance: Instance, rounds: int) -> bool:
    """T p/B >= 1 and eta B log(1/delta_1)/p <= 1."""
    batch = instance["batch"]
    eta, p, delta = (Fraction(instance[name]) for name in ("learning_rate", "fake_switch", "delta1"))
    return bool(rounds * p >= batch) and at_most(-log(delta) * (eta * batch), LogForm(p))
