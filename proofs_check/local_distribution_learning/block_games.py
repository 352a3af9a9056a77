"""Games of blocks under randomized response, with the exact risk of the Bayes mixture (SIMA-08b)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from dpassay.analysis.distribution_game import Fixed
from dpassay.analysis.distribution_learners import (
    RandomizedResponseLearner,
    c_eta,
    randomized_response_users,
)
from dpassay.analysis.game_risk import kl_risk
from dpassay.analysis.label_laws import Table, sum_risks, weighted
from dpassay.exact import LogForm, Real, log
from dpassay.proofs_check.instances import (
    family,
    told,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.local_distribution_learning.responses import RESPONSE, exp_eps_of
from dpassay.proofs_check.numbers import at_most


@RESPONSE.having(blocks=whole(1, 3)).where
def _is_half_closed(instance: Instance) -> bool:
    """M even, eps > 0 and c_eta <= 1/2, with up to three blocks."""
    return instance["labels"] % 2 == 0 and _c(instance) <= Fraction(1, 2)


@_is_half_closed.having(root=whole(1)).where
def _is_block_game(instance: Instance) -> bool:
    """Blocks of n = 2 m^2 rounds with a = 3/(4 c_eta m) <= 2."""
    return _separation(instance) <= 2


@_is_half_closed.having(length=whole(1)).where
def _is_short_game(instance: Instance) -> bool:
    """Blocks of n <= 9/(32 c_eta^2) rounds."""
    return bool(instance["length"] <= Fraction(9, 32) / _c(instance) ** 2)


def _c(instance: Instance) -> Fraction:
    return Fraction(c_eta(instance["labels"], exp_eps_of(instance)))  # type: ignore[arg-type]  # rational


def _separation(instance: Instance) -> Fraction:
    return 3 / (4 * _c(instance) * int(instance["root"]))


def block_tables(instance: Instance, a: Fraction) -> tuple[Table, ...]:
    """The features x_1, ..., x_d: row v of x_j is P_0 or P_1, as the digit j of v is; P_1 has mass a/2 on A."""
    half = instance["labels"] // 2
    more, less = a / (2 * half), (2 - a) / (2 * half)
    laws = ((Fraction(0),) * half + (Fraction(1, half),) * half, (more,) * half + (less,) * half)
    members = list(product((0, 1), repeat=instance["blocks"]))
    return tuple(tuple(laws[v[j]] for v in members) for j in range(instance["blocks"]))


def mean_risk(instance: Instance, a: Fraction, length: int) -> LogForm | Real:
    """The mean over the class of the risk of the Bayes mixture, which no learner makes smaller."""
    tables = tuple(table for table in block_tables(instance, a) for _ in range(length))
    users = randomized_response_users(instance["labels"], exp_eps_of(instance))
    learner, truths = RandomizedResponseLearner(exp_eps_of(instance)), range(len(tables[0]))
    risks = (kl_risk(Fixed(truth, tables), users, learner) for truth in truths)
    mean = sum_risks(None if risk is None else weighted(Fraction(1, len(truths)), risk) for risk in risks)
    if mean is None:
        raise ValueError(f"instance = {instance!r}: expected a finite risk")
    return mean


def risk_of_blocks(instance: Instance) -> LogForm | Real:
    """Return the mean risk with 2 m^2 rounds for each block, m the root."""
    return mean_risk(instance, _separation(instance), 2 * instance["root"] ** 2)


def _block_bound(instance: Instance) -> LogForm:
    """(3 sqrt 2 log 2/32) sqrt(T d)/c_eta, which is (3 log 2/16) d m/c_eta."""
    return log(2) * (Fraction(3 * instance["blocks"] * instance["root"], 16) / _c(instance))


told("sima08b", "the least mean risk is at least (3 sqrt 2 log 2/32) sqrt(T d)/c_eta", _is_block_game)(
    lambda instance: at_most(_block_bound(instance), risk_of_blocks(instance))
)
told("sima08b-thrice", "the least mean risk is at least three times that", _is_block_game)(
    lambda instance: at_most(_block_bound(instance) * 3, risk_of_blocks(instance))
)


def _costs_a_share(instance: Instance, share: Fraction) -> bool:
    """Whether the least mean risk for P_0 and P_1 of different labels is at least ``share`` (log 2) T."""
    rounds = instance["blocks"] * instance["length"]
    return at_most(log(2) * (share * rounds), mean_risk(instance, Fraction(2), instance["length"]))


told("sima08b-short", "for a = 2 and n <= 9/(32 c_eta^2) the least mean risk is at least (log 2/2) T", _is_short_game)(
    lambda instance: _costs_a_share(instance, Fraction(1, 2))
)
told("sima08b-short-whole", "... at least (log 2) T", _is_short_game)(
    lambda instance: _costs_a_share(instance, Fraction(1))
)


@family(
    "sima-block-games",
    "(M, e^eps, m, d) = (2, 3, 1, 1), (2, 3, 1, 2), (2, 5/2, 1, 1), (2, 2, 2, 1), (4, 5, 1, 1), (4, 4, 1, 1), "
    "(6, 7, 1, 1)",
)
def _block_games() -> Iterator[Instance]:
    shapes = (
        (2, "3", 1, 1),
        (2, "3", 1, 2),
        (2, "5/2", 1, 1),
        (2, "2", 2, 1),
        (4, "5", 1, 1),
        (4, "4", 1, 1),
        (6, "7", 1, 1),
    )
    for labels, t, root, blocks in shapes:
        yield {"labels": labels, "exp_eps": t, "root": root, "blocks": blocks}


@family(
    "sima-short-games",
    "(M, e^eps, n, d) = (2, 3, 1, 1), (2, 2, 2, 1), (2, 2, 2, 2), (2, 3/2, 7, 1), (4, 2, 4, 1), (8, 2, 3, 1)",
)
def _short_games() -> Iterator[Instance]:
    shapes = ((2, "3", 1, 1), (2, "2", 2, 1), (2, "2", 2, 2), (2, "3/2", 7, 1), (4, "2", 4, 1), (8, "2", 3, 1))
    for labels, t, length, blocks in shapes:
        yield {"labels": labels, "exp_eps": t, "length": length, "blocks": blocks}
