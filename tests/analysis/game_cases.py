"""The game of online distribution learning from its definition, over all of its runs, and small games."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

from dpassay.analysis.distribution_game import OPEN, Adaptive, Fixed, Informed, Labels, Learner, Nature, Reports, Users
from dpassay.analysis.distribution_learners import BAYES, Constant, Posterior, randomized_response_users
from dpassay.analysis.label_laws import Table, read_table
from dpassay.exact import LogForm, log

HALF = Fraction(1, 2)
FIRST = read_table("1/2,1/2,0;1/4,1/4,1/2;0,1/3,2/3")
SECOND = read_table("1,0,0;1/5,2/5,2/5;0,1/2,1/2")
USERS = randomized_response_users(3, Fraction(2))


def exact(value: object) -> LogForm:
    assert isinstance(value, LogForm)
    return value


def random_table(rng: Random, hypotheses: int, labels: int) -> Table:
    rows = [[Fraction(rng.randrange(1, 6)) for _ in range(labels)] for _ in range(hypotheses)]
    return tuple(tuple(entry / sum(row) for entry in row) for row in rows)


def by_hand(nature: Nature, users: Users, learner: Learner) -> LogForm:
    """The KL-risk as a sum over all labels and reports of all rounds, also those that do not matter any more."""
    total = LogForm()
    for probability, tables, _, reports in histories(nature, users):
        for t in range(nature.rounds):
            prediction = learner.predict(tables[: t + 1], reports[:t])
            for f, p in zip(tables[t][nature.truth], prediction, strict=True):
                if f:
                    total += log(f / p) * (f * probability)  # type: ignore[operator, arg-type]
    return total


History = tuple[Fraction, tuple[Table, ...], Labels, Reports]


def histories(nature: Nature, users: Users) -> Iterator[History]:
    listed: list[History] = [(Fraction(1), (), (), ())]
    for t in range(nature.rounds):
        longer: list[History] = []
        for probability, tables, labels, reports in listed:
            table = nature.table(labels if nature.sees_labels else (), reports)
            for y, f in enumerate(table[nature.truth]):
                for report, q in users.reports(t + 1, y, table).items():
                    if f:
                        weight: Any = probability * f * q
                        longer.append((weight, (*tables, table), (*labels, y), (*reports, report)))
        listed = longer
    return iter(listed)


# Risks


def natures() -> Iterator[Nature]:
    for truth in range(3):
        yield Fixed(truth, (FIRST, SECOND, FIRST))
        yield Adaptive(truth, 3, lambda reports: SECOND if sum(reports) % 2 else FIRST)  # type: ignore[arg-type]
        yield Informed(truth, 3, lambda labels, reports: SECOND if labels[-1:] == reports[-1:] else FIRST)


def players() -> Iterator[tuple[Users, Learner]]:
    yield OPEN, BAYES
    yield USERS, Posterior(USERS)
    yield USERS, Constant((Fraction(1, 3),) * 3)
