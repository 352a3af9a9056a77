"""Classes of hypotheses, their clipped labels and likelihoods, read to the letter of Section 4.2, (3) to (6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import Final

from dpassay.proofs_check.instances import (
    LAWS,
    Rows,
    as_rows,
    entries,
    family,
    stored_rows,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance

EVERY_LABEL: Final = "every label has a positive probability under some hypothesis, or else h' is not defined (SIMA-25)"
ENOUGH: Final = (
    "|S_y| is ceil(M max_j f_j[y]), but at least 1 (with both conventions where the text's own is defined: SIMA-25)"
)

CLASS: Final = entries(hypotheses=LAWS, rounds=whole(1))
"""The hypotheses, a row each, are laws on one set of labels, a column each, and there is at least one round."""


def has_every_label(instance: Instance) -> bool:
    """Whether every label has a positive probability under some hypothesis of a class."""
    return all(any(column) for column in zip(*as_rows(instance["hypotheses"]), strict=True))


covers_every_label: Final = CLASS.where(has_every_label)
"""A class, and every label has a positive probability under some hypothesis."""


def sizes(rows: Rows, least: int) -> list[int]:
    """|S_y| = ceil(M max_j f_j[y]) for each label, but at least ``least``: 0 as printed."""
    labels = len(rows[0])
    return [max(least, (labels * max(column)).__ceil__()) for column in zip(*rows, strict=True)]


def answers(rows: Rows, rounds: int, least: int) -> tuple[Rows, Rows]:
    """(4) and (5): row y has the probabilities of all integers y', given the label y, under h' and under h."""
    counts = sizes(rows, least)
    total, owners = sum(counts), [y for y, count in enumerate(counts) for _ in range(count)]
    clean = [[Fraction(y == owner, max(1, counts[y])) for owner in owners] for y in range(len(counts))]
    astray = Fraction(1, rounds * total)
    return as_rows(clean), as_rows([[(1 - Fraction(1, rounds)) * p + astray for p in row] for row in clean])


def clipped_likelihoods(rows: Rows, rounds: int, least: int) -> Rows:
    """(6): row j has the probabilities (h o f_j)[y'] of all integers y'."""
    _, given = answers(rows, rounds, least)
    return tuple(
        tuple(
            sum((f * p for f, p in zip(row, column, strict=True)), Fraction(0)) for column in zip(*given, strict=True)
        )
        for row in rows
    )


def read_class(instance: Instance) -> tuple[Rows, int, int, int]:
    """The hypotheses, K, M and T."""
    rows = as_rows(instance["hypotheses"])
    return rows, len(rows), len(rows[0]), instance["rounds"]


def likelihoods_of(instance: Instance, least: int = 0) -> Rows:
    """The likelihoods of all integers; at least ``least`` of them belong to a label."""
    rows, _, _, rounds = read_class(instance)
    return clipped_likelihoods(rows, rounds, least)


def most_of(hypotheses: int, labels: int) -> int:
    """The largest N' of any class."""
    return labels + min(hypotheses, labels) * (labels - 1)


def largest_ratio(hypotheses: int, labels: int, rounds: int) -> Fraction:
    """The supremum over classes of the ratio of two likelihoods under one hypothesis."""
    return rounds + Fraction((rounds - 1) * min(hypotheses, labels) * (labels - 1), labels)


def with_rounds(rows: Iterable[Iterable[object]], rounds: int) -> Instance:
    """A class with a horizon."""
    return {"hypotheses": stored_rows(rows), "rounds": rounds}


UNEVEN: Final = (("5/6", "1/6", "0"), ("0", "0", "1"))
"""The smallest class of two hypotheses with N' > K M that this file needs: |S_y| = 3, 1, 3 and N' = 7 > 6."""


def extremal_class(hypotheses: int, labels: int) -> list[list[Fraction]]:
    """A class with the largest N': one hypothesis almost sure of label 0, others sure of one of the last labels."""
    sure = min(hypotheses, labels) - 1
    rare = labels - sure - 1
    little = Fraction(1, 2 * labels**2)
    first = [1 - rare * little, *[little] * rare, *[Fraction(0)] * sure]
    points = [[Fraction(y == rare + 1 + j) for y in range(labels)] for j in range(sure)]
    return [first, *points, *[first] * (hypotheses - sure - 1)]


def _grid(labels: int, steps: int) -> list[tuple[Fraction, ...]]:
    """All laws on the labels whose probabilities are multiples of 1/steps."""
    counts = (row for row in product(range(steps + 1), repeat=labels) if sum(row) == steps)
    return [tuple(Fraction(n, steps) for n in row) for row in counts]


GRIDS: Final = (
    (1, 1, 1),
    (1, 2, 9),
    (1, 3, 10),
    (1, 4, 5),
    (2, 1, 1),
    (2, 2, 6),
    (2, 3, 4),
    (3, 2, 4),
    (3, 3, 2),
    (2, 4, 2),
)
"""(K, M, 1/step) of the tables that are tried."""


def small_tables() -> Iterator[tuple[tuple[Fraction, ...], ...]]:
    """Tables of all laws on a grid; the order of the hypotheses does not matter."""
    for hypotheses, labels, steps in GRIDS:
        yield from combinations_with_replacement(_grid(labels, steps), hypotheses)


def small_classes() -> Iterator[Instance]:
    """The small tables with T = 1, 2 and 7."""
    for rows in small_tables():
        for rounds in (1, 2, 7):
            yield with_rounds(rows, rounds)


def _covering_classes() -> Iterator[Instance]:
    return (instance for instance in small_classes() if covers_every_label(instance))


def few_classes() -> Iterator[Instance]:
    """One hypothesis on two labels."""
    return (with_rounds([[rare, str(1 - Fraction(rare))]], 2) for rare in ("0", "1/3", "1/10", "1/2"))


def _extremal_classes() -> Iterator[Instance]:
    for hypotheses, labels, rounds in product(range(1, 6), range(1, 6), (1, 2, 5)):
        yield with_rounds(extremal_class(hypotheses, labels), rounds)


SMALL: Final = "ten shapes with up to 3 hypotheses and 4 labels, probabilities in steps of 1/10 or more, T = 1, 2, 7"
family("clipped-classes", f"all classes of {SMALL}")(small_classes)
family("clipped-covering", f"all classes of {SMALL} in which every label has a positive probability")(_covering_classes)
family("clipped-extremal", "for K, M <= 5 and T = 1, 2, 5, the class with the largest N'")(_extremal_classes)
