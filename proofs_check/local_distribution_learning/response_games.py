"""Games of randomized response and its learner, with exact risks (SIMA-08)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any, Final

from dpassay.analysis.distribution_game import Fixed
from dpassay.analysis.distribution_learners import (
    RandomizedResponseLearner,
    c_eta,
    randomized_response_users,
)
from dpassay.analysis.game_risk import kl_risk, tv_risk
from dpassay.analysis.label_laws import Table, read_table
from dpassay.exact import Real, as_real, log
from dpassay.proofs_check.instances import (
    ABOVE_1,
    family,
    told,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.local_distribution_learning.responses import exp_eps_of
from dpassay.proofs_check.local_distribution_learning.sima_02 import is_game
from dpassay.proofs_check.numbers import at_most


def _tables(instance: Instance) -> tuple[Table, ...]:
    return tuple(read_table(table) for table in instance["tables"])


@is_game.having(exp_eps=ABOVE_1).where
def _is_response_game(instance: Instance) -> bool:
    """At least two labels."""
    return len(_tables(instance)[0][0]) >= 2


def played(instance: Instance) -> tuple[Fixed, Any, RandomizedResponseLearner]:
    """Nature, the users and the learner."""
    tables, t = _tables(instance), exp_eps_of(instance)
    users = randomized_response_users(len(tables[0][0]), t)
    return Fixed(instance["truth"], tables), users, RandomizedResponseLearner(t)


def _contraction(instance: Instance) -> Real:
    return as_real(c_eta(len(_tables(instance)[0][0]), exp_eps_of(instance)))


def _root(instance: Instance, factor: Fraction) -> Real:
    """The root of ``factor`` T log K, over c_eta."""
    tables = _tables(instance)
    return (as_real(log(len(tables[0]))) * factor * len(tables)).sqrt() / _contraction(instance)


def _risk_is_bounded(instance: Instance) -> bool:
    """Whether the risk is at most (1 + log(KT)) sqrt(T log K/2)/c_eta + 1."""
    tables = _tables(instance)
    risk = kl_risk(*played(instance))
    logs = as_real(log(len(tables[0]) * len(tables))) + 1
    return risk is not None and at_most(risk, _root(instance, Fraction(1, 2)) * logs + 1)


def _distance_is_bounded(instance: Instance, share: Fraction = Fraction(1)) -> bool:
    """Whether the sum of total variations is at most ``share`` sqrt(T log K/2)/c_eta."""
    distance = as_real(tv_risk(*played(instance))) * len(instance["tables"])
    return at_most(distance, _root(instance, Fraction(1, 2)) * as_real(share))


told("sima08", "the learner's KL-risk is at most (1 + log(KT)) sqrt(T log K/2)/c_eta + 1", _is_response_game)(
    _risk_is_bounded
)

told("sima08-distance", "its expected sum of total variations is at most sqrt(T log K/2)/c_eta", _is_response_game)(
    _distance_is_bounded
)

told("sima08-less", "... at most (4/5) sqrt(T log K/2)/c_eta", _is_response_game)(
    lambda instance: _distance_is_bounded(instance, Fraction(4, 5))
)

FEATURES: Final = {
    2: ("1,0;0,1", "1,0;1/2,1/2", "3/4,1/4;1/4,3/4"),
    3: ("1,0,0;0,1,0;0,0,1", "1/2,1/2,0;0,1/2,1/2;1/3,1/3,1/3"),
}

"""Features for classes of K hypotheses on K labels."""


@family("sima-response-games", "two and three hypotheses, up to three rounds of five features, e^eps = 2 and 99")
def _games() -> Iterator[Instance]:
    for (size, features), t in product(FEATURES.items(), ("2", "99")):
        for rounds in (1, 2, 3) if size == 2 else (1, 2):
            for tables, truth in product(product(features, repeat=rounds), range(size)):
                yield {"tables": list(tables), "truth": truth, "exp_eps": t}
