"""Smooth online learning: Hedge on a finite cover of the class under the uniform law.

Source: Haghtalab, Roughgarden and Shetty, "Smoothed Analysis of Online and Differentially Private Learning",
Appendix C.1, Algorithm 1. This is a learner and not a differentially private mechanism: it has no neighbors and no
guarantee, and is in no table of mechanisms.

1. A cover of H: hypotheses of H such that each of H differs from one of them at a share of at most gamma =
   sigma/(4 sqrt(T)) of the points. As gamma may be irrational, gamma^2 = sigma^2/(16 T) is what is given.
2. In round t Hedge draws h_t from the cover, from the pairs (x_s, y_s) of the rounds s < t. Then (x_t, y_t) is seen,
   and h_t pays 1 if h_t(x_t) is not y_t.

The cover is found by a consistency oracle, which returns a hypothesis of H with given labels at some points, or says
that there is none. Points S are drawn uniformly; at each level of a tree one more point of S is labeled -1 and +1, and
nodes without a hypothesis are cut off. The hypotheses at the leaves, one for each labeling of S by H, are a cover if S
tells all pairs of H apart that differ at more than a share of gamma. That is likely, not certain.

Readings. Points are numbered from 0 and hypotheses are tables of labels. A point that was drawn before needs no level.
The oracle is asked about both children of every node; the answer at a node would spare one of the two. Hedge is that of
``dpassay.reference.multiplicative_weights``, with errors as losses; its draws are independent given the pairs, so an
adversary that sees them learns nothing that it cannot compute.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from dpassay.exact import Budget, Coins, Dist, as_fraction, as_integer, as_positive_integer, draw, require
from dpassay.exact.entrance import explain_failures
from dpassay.reference import multiplicative_weights as hedge

LABELS = (-1, 1)
MOST_LEAVES = 1 << 14

Hypothesis: TypeAlias = tuple[int, ...]
"""The label, -1 or +1, of each point."""
Hypotheses: TypeAlias = tuple[Hypothesis, ...]
Oracle: TypeAlias = Callable[[Mapping[int, int]], Hypothesis | None]
"""A hypothesis with these labels at these points, or None."""
Pairs: TypeAlias = Sequence[tuple[int, int]]
"""(x_1, y_1), (x_2, y_2), ...: points and their labels."""


def check_hypotheses(hypotheses: Iterable[Iterable[object]]) -> Hypotheses:
    """Return hypotheses on one domain.

    Raises:
        ValueError: there are none, or they are no tables of -1 and +1.
    """
    rows = tuple(tuple(as_fraction(label, "hypotheses") for label in row) for row in hypotheses)
    fine = bool(rows) and bool(rows[0]) and len({len(row) for row in rows}) == 1
    fine = fine and all(label in LABELS for row in rows for label in row)
    require(fine, "hypotheses", [list(map(str, row)) for row in rows], "rows of -1 and 1, all of one length")
    return tuple(tuple(map(int, row)) for row in rows)


# Covers


def gamma_squared(sigma: object, rounds: object) -> Fraction:
    """The square of the radius of Algorithm 1: gamma = sigma/(4 sqrt(T)).

    Raises:
        ValueError: sigma is not above 0 and at most 1, or rounds below 1.
    """
    smooth, T = as_fraction(sigma, "sigma"), as_positive_integer(rounds, "rounds")
    require(0 < smooth <= 1, "sigma", smooth, "a number above 0 and at most 1")
    return smooth**2 / (16 * T)


def distance(first: Sequence[int], second: Sequence[int]) -> Fraction:
    """The share of the points at which two hypotheses differ."""
    pair = check_hypotheses((first, second))
    return Fraction(sum(a != b for a, b in zip(*pair, strict=True)), len(first))


def radius(cover: Iterable[Iterable[object]], hypotheses: Iterable[Iterable[object]]) -> Fraction:
    """How far a hypothesis can be from the nearest of the cover."""
    rows = check_hypotheses(cover)
    return max(min(distance(row, h) for row in rows) for h in check_hypotheses(hypotheses))


def is_cover(cover: Iterable[Iterable[object]], hypotheses: Iterable[Iterable[object]], squared: object) -> bool:
    """Tell whether every hypothesis is within the radius, whose square is given, of one of the cover."""
    return radius(cover, hypotheses) ** 2 <= as_fraction(squared, "squared")


def separated_cover(hypotheses: Iterable[Iterable[object]], squared: object) -> Hypotheses:
    """A cover from the whole table: each hypothesis in turn that is farther than the radius from all taken before."""
    taken: list[Hypothesis] = []
    limit = as_fraction(squared, "squared")
    for h in check_hypotheses(hypotheses):
        if all(distance(h, other) ** 2 > limit for other in taken):
            taken.append(h)
    return tuple(taken)


@dataclass(frozen=True, slots=True)
class Leaves:
    """A hypothesis for each labeling of a sample by the class, and how often the oracle was asked."""

    hypotheses: Hypotheses
    calls: int


def consistency_oracle(hypotheses: Iterable[Iterable[object]]) -> Oracle:
    """The oracle of a table: the first row with the labels that are asked for."""
    rows = check_hypotheses(hypotheses)
    return lambda labels: next((h for h in rows if all(h[x] == y for x, y in labels.items())), None)


def leaves(sample: Iterable[object], oracle: Oracle) -> Leaves:
    """Hypotheses for all labelings of a sample, level by level.

    Args:
        sample: points, numbered from 0; the order is that of the levels.
        oracle: the consistency oracle of the class.

    Raises:
        ValueError: the class is empty, or labels the sample in too many ways.
    """
    root = oracle({})
    require(root is not None, "oracle", root, "a hypothesis where no labels are asked for")
    nodes: list[dict[int, int]] = [{}]
    answers, calls = [root], 1
    for x in dict.fromkeys(as_integer(point, "sample") for point in sample):
        children = [{**labels, x: y} for labels in nodes for y in LABELS]
        found = [(labels, h) for labels in children if (h := oracle(labels)) is not None]
        nodes, answers, calls = [labels for labels, _ in found], [h for _, h in found], calls + len(children)
        require(len(nodes) <= MOST_LEAVES, "sample", len(nodes), f"at most {MOST_LEAVES} labelings")
    return Leaves(tuple(h for h in answers if h is not None), calls)


def uniform_sample(points: int, count: int, rng: Coins) -> tuple[int, ...]:
    """S: ``count`` points, drawn uniformly and independently from 0, ..., points - 1."""
    size = as_positive_integer(points, "points")
    return tuple(rng.randrange(size) for _ in range(as_integer(count, "count")))


# Hedge on the cover


def errors(data: Pairs, cover: Iterable[Iterable[object]]) -> hedge.Matrix:
    """The loss of each hypothesis of the cover in each round: 1 where it errs. Shape (T, K).

    Raises:
        ValueError: a pair is no point of the domain with a label.
    """
    rows = check_hypotheses(cover)
    for x, y in data:
        fine = isinstance(x, int) and 0 <= x < len(rows[0]) and y in LABELS
        require(fine, "data", (x, y), f"pairs of a point from 0 to {len(rows[0]) - 1} and a label, -1 or 1")
    return tuple(tuple(Fraction(h[x] != y) for h in rows) for x, y in data)


def _played(data: Pairs, cover: Iterable[Iterable[object]], rate: Budget) -> tuple[hedge.Matrix, hedge.Parameters]:
    losses = errors(data, check_hypotheses(cover))
    require(bool(losses), "data", data, "one pair or more")
    return losses, hedge.Parameters(rate, len(losses), len(losses[0]), "loss")


def round_laws(data: Pairs, cover: Iterable[Iterable[object]], rate: Budget) -> tuple[Dist[int], ...]:
    """The laws of h_1, ..., h_T, places in the cover; they are independent given the pairs."""
    return hedge.round_laws(*_played(data, cover, rate))


def expected_losses(data: Pairs, cover: Iterable[Iterable[object]], rate: Budget) -> tuple[Fraction, ...]:
    """The probability that h_t errs, for each round; the learning rate has to be such that e^rate is rational."""
    losses, parameters = _played(data, cover, rate)
    return tuple(
        sum((as_fraction(law.pmf(i), "rate") * loss for i, loss in enumerate(row)), Fraction(0))
        for law, row in zip(hedge.round_laws(losses, parameters), losses, strict=True)
    )


def sample(data: Pairs, cover: Iterable[Iterable[object]], rate: Budget, rng: Coins) -> tuple[int, ...]:
    """Draw h_1, ..., h_T exactly, round by round."""
    return tuple(draw(law, rng) for law in round_laws(data, cover, rate))


explain_failures(__name__)
