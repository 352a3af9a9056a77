"""Batches that charge two halves of the experts by turns, and constant losses: closed forms of the regret.."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.exact import (
    Number,
    as_real,
)
from dpassay.proofs_check.claim import Goal
from dpassay.proofs_check.instances import (
    ABOVE_0,
    ABOVE_1,
    BETWEEN,
    entries,
    told,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import (
    exhaustive,
    identity,
    inequality,
)
from dpassay.proofs_check.lazy_to_private.lazy_games import (
    LAZY_GAME,
    alternating,
    eta_of,
    excess_of,
    regret_of,
)
from dpassay.proofs_check.numbers import at_most

ALTERNATING: Final = (
    "Let B-round batches charge expert 1 and expert 2 by turns, T/B even (with an even number of experts, one half "
    "and the other half; the laws of the halves are the same). Odd batches begin at equal weights; with Q = e^{-B eta} "
    "the weight of expert 2 is 1/(1 + Q) where an even one begins. In a pair of batches L2P pays B/2 + B/(1 + Q); the "
    "input algorithm pays q^j/(1 + q^j), j = 0, ..., B - 1, and then 1/(1 + q^j), j = B, ..., 1, which is B - 1/2 + "
    "1/(1 + Q) together; the best expert pays B. Hence Reg_T = (T/4) tanh(B eta/2), Reg_T({mu_t}) = (T/(4B)) "
    "tanh(B eta/2), and the excess is (T (B - 1)/(4B)) tanh(B eta/2)."
)


def alternating_goals() -> tuple[Goal, ...]:
    """See ``ALTERNATING``."""
    return (
        Goal(
            "rounds j of the two batches cost the input algorithm 1 together",
            identity("z/(1 + z) + 1/(1 + z)", "1"),
        ),
        Goal(
            "the excess of a pair of batches is (B - 1)/2 tanh(B eta/2)",
            identity("B/2 + B/(1 + Q) - (B - 1/2 + 1/(1 + Q))", "(B - 1)/2*(1 - Q)/(1 + Q)"),
        ),
        Goal(
            "the regret of a pair of batches is B/2 tanh(B eta/2)",
            identity("B/2 + B/(1 + Q) - B", "B/2*(1 - Q)/(1 + Q)"),
        ),
    )


def alternating_checks() -> tuple[Goal, ...]:
    """What can be computed of ``ALTERNATING``: a check of small games, and no step of a proof."""
    return (
        Goal("the closed forms, against Algorithm 1 as a chain", exhaustive("asi-alternating", "regret-alternations")),
    )


def tanh_goals() -> tuple[Goal, ...]:
    """tanh(h) >= (3/4) min(h, 1)."""
    return (
        Goal("tanh(h) >= 3h/4", inequality("4*(1 - exp(-2*h)) - 3*h*(1 + exp(-2*h))", "h", "[0, 1]")),
        Goal("tanh(h) >= 3/4", inequality("4*(1 - exp(-2*h)) - 3*(1 + exp(-2*h))", "h", "[1, oo)")),
    )


@told(
    "asi-alternating",
    "on alternating batches the regret is (T/4) tanh(B eta/2) and the excess (T (B - 1)/(4B)) tanh(B eta/2)",
    LAZY_GAME,
)
def _has_closed_form(instance: Instance) -> bool:
    rounds, batch = len(instance["losses"]), instance["batch"]
    power = Fraction(instance["exp_learning_rate"]) ** batch
    tanh = (power - 1) / (power + 1)
    return bool(
        regret_of(instance) == Fraction(rounds, 4) * tanh
        and excess_of(instance) == Fraction(rounds * (batch - 1), 4 * batch) * tanh
    )


CONSTANT: Final = (
    "If expert 1 always pays 1 and expert 2 nothing, the batch that begins after t rounds costs B/(1 + e^{eta t}), and "
    "the sum is at least the integral of 1/(1 + e^{eta t}) over [0, T], (ln 2 - ln(1 + e^{-eta T}))/eta; this is "
    "concave in T, 0 at 0 and at least (14/25)/eta from T eta = 2 on, so the regret is at least (7/25) min(T, 2/eta). "
    "Alternating batches cost (T/4) tanh(B eta/2) >= (3T/16) min(B eta/2, 1)."
)


def constant_goals() -> tuple[Goal, ...]:
    """See ``CONSTANT``."""
    return (Goal("ln 2 - ln(1 + e^{-x}) >= 14/25", inequality("log(2) - log(1 + exp(-x)) - 14/25", "x", "[2, oo)")),)


def constant_checks() -> tuple[Goal, ...]:
    """What can be computed of ``CONSTANT``: a check of small games, and no step of a proof."""
    return (Goal("small games: both sequences, exactly", exhaustive("asi-lower", "regret-both-sequences")),)


def _constant(rounds: int) -> list[list[str]]:
    return [["1", "0"]] * rounds


def two_regrets(instance: Instance) -> tuple[Number, Number]:
    """The regrets on alternating batches and on constant losses."""
    batch, pairs = instance["batch"], instance["pairs"]
    return (
        regret_of({**instance, "losses": alternating(batch, pairs)}),
        regret_of({**instance, "losses": _constant(2 * batch * pairs)}),
    )


BOTH_SEQUENCES: Final = entries(
    batch=whole(1), pairs=whole(1), exp_learning_rate=ABOVE_1, fake_switch=BETWEEN, log_over_delta=ABOVE_0
)


@told(
    "asi-lower",
    "the regrets are at least (3T/16) min(B eta/2, 1) and (7/25) min(T, 2/eta)",
    BOTH_SEQUENCES,
)
def _are_lower_bounds(instance: Instance) -> bool:
    rounds, batch, eta = 2 * instance["batch"] * instance["pairs"], instance["batch"], as_real(eta_of(instance))
    first, second = two_regrets(instance)
    half, inverse = eta * Fraction(batch, 2), 2 / eta
    return all(
        (
            any(at_most(Fraction(3 * rounds, 16) * least, first) for least in (half, as_real(1))),
            any(at_most(Fraction(7, 25) * least, second) for least in (inverse, as_real(rounds))),
        )
    )
