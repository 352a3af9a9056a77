"""Sections 1 and 2: the definition of privacy, learning without privacy, and noise for a vector (SIMA-01, 02, 05)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Final, cast

from dpassay.analysis.distribution_game import OPEN, Fixed, Informed, Nature
from dpassay.analysis.distribution_learners import BAYES
from dpassay.analysis.game_risk import kl_risk
from dpassay.analysis.label_laws import Table, read_table
from dpassay.exact import LogForm, log
from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import (
    LAWS_AS_TEXT,
    entries,
    family,
    row_of,
    told,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import exhaustive, identity
from dpassay.proofs_check.local_distribution_learning.kl_steps import LOG_TANGENT
from dpassay.proofs_check.numbers import at_most

# SIMA-01


# SIMA-02


def _tables(instance: Instance) -> tuple[Table, ...]:
    return tuple(read_table(table) for table in instance["tables"])


@entries(tables=row_of(LAWS_AS_TEXT), truth=whole()).where
def is_game(instance: Instance) -> bool:
    """One table for each round, with the same numbers of hypotheses and labels, and a truth."""
    tables = _tables(instance)
    shapes = {(len(table), len(table[0])) for table in tables}
    return len(shapes) == 1 and bool(instance["truth"] < len(tables[0]))


def _size(instance: Instance) -> int:
    return len(_tables(instance)[0])


def _fixed(instance: Instance) -> Nature:
    return Fixed(instance["truth"], _tables(instance))


def _informed(instance: Instance) -> Nature:
    """Nature chooses the table after it saw the labels."""
    tables = _tables(instance)
    return Informed(instance["truth"], len(tables), lambda labels, _: tables[sum(labels) % len(tables)])


def _risk(nature: Nature) -> LogForm:
    return cast("LogForm", kl_risk(nature, OPEN, BAYES))


def _bounded(natures: Callable[[Instance], Nature], share: Fraction = Fraction(1)) -> Callable[[Instance], bool]:
    return lambda instance: at_most(_risk(natures(instance)), log(_size(instance)) * share)


told("sima02", "the KL-risk of the Bayes mixture is at most log K", is_game)(_bounded(_fixed))
told("sima02-informed", "the same, where features are chosen after the labels before are seen", is_game)(
    _bounded(_informed)
)
told("sima02-less", "the KL-risk of the Bayes mixture is at most (9/10) log K", is_game)(
    _bounded(_fixed, Fraction(9, 10))
)
told("sima02-equal", "the KL-risk of the Bayes mixture is log K", is_game)(
    lambda instance: (_risk(_fixed(instance)) - log(_size(instance))).sign() == 0
)
FEATURES: Final = {
    (1, 2): ("1/3,2/3", "1,0"),
    (2, 2): ("1,0;0,1", "1,0;1/2,1/2", "3/4,1/4;1/4,3/4", "1/3,2/3;1/3,2/3"),
    (3, 3): ("1,0,0;0,1,0;0,0,1", "1/2,1/2,0;0,1/2,1/2;1/3,1/3,1/3", "1,0,0;1,0,0;1/4,1/4,1/2"),
}
"""Features for classes of K hypotheses on M labels."""


@family("sima-games", "classes of one, two and three hypotheses, one to three rounds of nine features, each truth")
def _games() -> Iterator[Instance]:
    for (size, _), features in FEATURES.items():
        for rounds in (1, 2, 3) if size < 3 else (1, 2):
            for tables, truth in product(product(features, repeat=rounds), range(size)):
                yield {"tables": list(tables), "truth": truth}


@family("sima-point-masses", "K point masses for K = 1, ..., 5, one to three rounds, each truth")
def _point_masses() -> Iterator[Instance]:
    for size, rounds in product(range(1, 6), (1, 2, 3)):
        table = ";".join(",".join(str(int(y == j)) for y in range(size)) for j in range(size))
        for truth in range(size):
            yield {"tables": [table] * rounds, "truth": truth}


BAYES_RISK: Final = (
    "Let w_j be the weights of the Bayes mixture before round t, uniform for t = 1, and p = sum_j w_j f_j(x_t). After "
    "the label y the weight of the truth is w' = w f(x_t)[y]/p[y]. So log(f(x_t)[y]/p[y]) = log(w'/w), which "
    "telescopes: on every path of positive probability the sum over t is log(w_{T+1}/(1/K)) <= log K, as no weight "
    "exceeds 1. Given the past the mean of round t is KL(f(x_t), p)."
)


def bayes_risk() -> tuple[Goal, ...]:
    """See ``BAYES_RISK``; r is what the other hypotheses add to p."""
    return (
        Goal("one round", identity("f/p", "(w*f/p)/w")),
        Goal("no weight exceeds 1: w' lacks r/p", identity("w*f/(w*f + r)", "1 - r/(w*f + r)")),
        Goal("at the uniform weight", identity("1/(1/K)", "K")),
    )


@claim(
    "SIMA-02",
    location="Section 1, after the protocol",
    latex=r"|\mathcal F| < \infty \Rightarrow \exists\ \text{learner}:\ \mathbb E\Big[\sum_t KL(f(x_t), \hat "
    r"p_t)\Big] \le \log|\mathcal F|",
    text="Without privacy every finite class has a learner whose KL-risk is at most log |F|, for any label set and any "
    "features.",
    assumed=("features may be chosen after earlier labels are seen, and not after that of the same round",),
)
def sima_02() -> Case:
    """The Bayes mixture telescopes."""
    return Case(
        argument=BAYES_RISK,
        proof=bayes_risk(),
        checks=(
            Goal("exact risks, features fixed", exhaustive("sima02", "sima-games")),
            Goal("exact risks, features chosen after the labels", exhaustive("sima02-informed", "sima-games")),
        ),
        sharper=(
            Goal("equality for K point masses", exhaustive("sima02-equal", "sima-point-masses")),
            Goal("ln z <= z - 1: for point masses no learner has less than log K", LOG_TANGENT),
        ),
        twins=(
            Twin("at most (9/10) log K", exhaustive("sima02-less", "sima-games"), of=3),
            Twin("without the prior", identity("1/(1/K)", "1"), of=2),
        ),
        remarks=(
            "log K is the minimax value for K point masses and any T: with z = K p[j] the mean over j of -log p[j] is "
            "at least log K for every first prediction p.",
        ),
    )
