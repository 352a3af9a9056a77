"""SIMA-02: without privacy every finite class has a learner whose KL-risk is at most ln |F|.

Section 1, after the protocol: "for any finite class the cumulative risk is upper bounded by log |F|". The learner is
the Bayes mixture. Let w be the weight of the truth, 1/K at first. After the label y it is multiplied by f(x_t)[y]/p[y],
so the log-ratios telescope to log(w_{T+1}) + log K on every course, and no weight exceeds 1. Given the past the mean of
the log-ratio of round t is KL(f(x_t), p). Features may be chosen after earlier labels are seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Final, cast

from dpassay.analysis.distribution_game import OPEN as WITHOUT_PRIVACY
from dpassay.analysis.distribution_game import Fixed, Informed, Nature
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
from dpassay.proofs_check.kernel.statements import exhaustive, inequality
from dpassay.proofs_check.models.online_mixture import OPEN
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside


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
    return cast("LogForm", kl_risk(nature, WITHOUT_PRIVACY, BAYES))


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


@claim(
    "SIMA-02",
    location="Section 1, after the protocol",
    latex=r"|\mathcal F| < \infty \Rightarrow \exists\ \text{learner}:\ \mathbb E\Big[\sum_t KL(f(x_t), \hat "
    r"p_t)\Big] \le \log|\mathcal F|",
    text="Without privacy every finite class has a learner whose KL-risk is at most log |F|, for any label set and any "
    "features.",
    assumed=(
        "features may be chosen after earlier labels are seen, and not after that of the same round",
        "labels are finitely many, as in Section 2.1",
    ),
)
def sima_02() -> Case:
    """The Bayes mixture telescopes."""
    return Case(
        checks=(
            Goal("exact risks, features fixed", exhaustive("sima02", "sima-games")),
            Goal("exact risks, features chosen after the labels", exhaustive("sima02-informed", "sima-games")),
        ),
        sharper=(
            Goal("equality for K point masses", exhaustive("sima02-equal", "sima-point-masses")),
            Goal(
                "ln z <= z - 1: for point masses no learner has less than log K",
                inequality("z - 1 - log(z)", "z", "(0, oo)"),
            ),
        ),
        twins=(Twin("at most (9/10) log K", exhaustive("sima02-less", "sima-games")),),
        remarks=(
            "log K is the minimax value for K point masses and any T: with z = K p[j] the mean over j of -log p[j] is "
            "at least log K for every first prediction p.",
        ),
    )


theorem(
    "SIMA-02",
    OPEN,
    "E(sum(kl(t), t, 1, T)) <= log(K)",
    Step("reports", "E(sum(reported(t), t, 1, T)) <= log(K)", apply("risk of the Bayes mixture")),
    Step("all", "E(sum(kl(t), t, 1, T)) <= log(K)", arithmetic(inside("E(sum(_, t, 1, T))", "open"), "reports")),
)
