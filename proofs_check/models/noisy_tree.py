"""The leader of noisy sums, followed with uniform draws and renewed every L rounds, on two models or three.

Sums of losses over dyadic intervals of 1, 2, ..., 2^(m - 1) rounds have noise N(0, s2 I), s2 = m d/(2 eps^2), and the
sum of the first t losses then has noise N(0, V I), V = m s2. ``p(t, i)`` is the probability that model i is the leader
a_t of the noisy sum of the first t - 1 losses. A block of L rounds begins with round ``begin(t)``; in it the leader of
that round is followed: a uniform draw in the first round, and again until it is drawn. ``g(t, i)`` is the probability
that model i is played in round t. The leader of the block is not yet drawn before round t with probability
``waits(t)``, and in round t it is missed with probability ``miss(t)``; ``other(t, i)`` is the probability that it is
missed and i is played. ``top`` is the mean of the largest noise, ``best`` the loss of the best model, ``k`` is
eps/(m sqrt(pi)), and ``ln(n)`` the logarithm of n.

``moved`` is the sum of the squares by which the losses of a neighbor, other in one round, move the sums of the tree,
and ``tree(al)`` the Renyi divergence of order al of the noisy sums; ``told(al)`` is that of what the follower releases.
There are at most two blocks, so that it depends on the law of one leader alone: that of the first block is noise. Or
the changed round is in the last block, and no leader that is followed depends on it. Three models always lose the same,
so that all of them lead as often.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, Final

from dpassay.analysis.limited_switching import best_loss
from dpassay.exact import Real, as_real
from dpassay.proofs_check.models.reals import LOG, NUMBER_PI, PI, POWER_OF_TWO
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

Row = tuple[Fraction, ...]
Rows = tuple[Row, ...]
MOST_MODELS: Final = 3


@dataclass(frozen=True)
class Tree:
    """The losses of the models, another row for one of the rounds (from 1), eps, L, and m."""

    losses: Rows
    changed: int
    row: Row
    epsilon: Fraction
    block: int
    levels: int

    def __post_init__(self) -> None:
        if not all(0 <= loss <= 1 for row in (*self.losses, self.row) for loss in row):
            raise ValueError(f"losses = {self.losses}: expected numbers between 0 and 1")
        if not 2 <= self.models <= MOST_MODELS or any(len(row) != self.models for row in (*self.losses, self.row)):
            raise ValueError(f"losses = {self.losses}: expected those of two models, or of three")
        if not 1 <= self.changed <= self.rounds:
            raise ValueError(f"changed = {self.changed}: expected one of {self.rounds} rounds")
        if not (self.epsilon > 0 and self.levels >= 1 and self.rounds <= 2**self.levels):
            raise ValueError(f"epsilon, levels = {self.epsilon}, {self.levels}: expected above 0, and T <= 2^m")
        if not self.block <= self.rounds or (self.rounds > 2 * self.block and not self.changes_last_block):
            raise ValueError(f"block = {self.block}: expected one or two blocks, or a change in the last one")
        if self.models > 2 and not (self.changes_last_block and all(len(set(row)) == 1 for row in self.losses)):
            raise ValueError(
                f"losses = {self.losses}: expected equal ones of three models, and a change in the last block"
            )

    @property
    def models(self) -> int:
        """The number d."""
        return len(self.losses[0])

    @property
    def rounds(self) -> int:
        """T."""
        return len(self.losses)

    @property
    def changes_last_block(self) -> bool:
        """Whether no leader that is followed depends on the changed round."""
        return self.changed >= begin(self, self.rounds)

    @property
    def variance(self) -> Fraction:
        """V."""
        return Fraction(self.levels**2 * self.models, 2) / self.epsilon**2

    def rows(self, which: int) -> Rows:
        """The losses, or those of the neighbor."""
        changed = (*self.losses[: self.changed - 1], self.row, *self.losses[self.changed :])
        return changed if which else self.losses


@cache
def _first_leads(tree: Tree, which: int, t: int) -> Any:
    """The probability that model 1 leads before round t: N(0, 2 V) is below the lead of its loss."""
    lead = sum((row[1] - row[0] for row in tree.rows(which)[: t - 1]), Fraction(0))
    if lead == 0:
        return Fraction(1, 2)
    scaled = as_real(lead) / (as_real(2 * tree.variance).sqrt() * as_real(2).sqrt())
    return Real(lambda: (1 + scaled.evaluate().erf()) / 2)


def leads(tree: Tree, t: int, model: int, which: int = 0) -> Any:
    """The probability that a model leads before round t."""
    if tree.models > 2:
        return Fraction(1, tree.models)
    first = _first_leads(tree, which, t)
    return first if model == 1 else 1 - first


def begin(tree: Tree, t: int) -> int:
    """The first round of the block of round t."""
    return (t - 1) // tree.block * tree.block + 1


def waits(tree: Tree, t: int) -> Fraction:
    """The probability that the leader of the block is not drawn before round t."""
    return Fraction(tree.models - 1, tree.models) ** (t - begin(tree, t))


def misses(tree: Tree, t: int) -> Fraction:
    """The probability that the leader of the block is drawn neither before round t nor in it."""
    return waits(tree, t) * Fraction(tree.models - 1, tree.models)


def other(tree: Tree, t: int, model: int) -> Any:
    """The probability that the leader of the block is missed, and this other model is played."""
    leaders = [leads(tree, begin(tree, t), b) for b in range(1, tree.models + 1) if b != model]
    return sum(leaders[1:], leaders[0]) * waits(tree, t) / tree.models


def plays(tree: Tree, t: int, model: int) -> Any:
    """The probability that a model is played: the leader of the block, or the other one where it is missed."""
    return leads(tree, begin(tree, t), model) * (1 - misses(tree, t)) + other(tree, t, model)


def regret(tree: Tree) -> Any:
    """The expected loss above that of the best model."""
    losses = (
        plays(tree, t, model) * row[model - 1] for t, row in enumerate(tree.losses, 1) for model, _ in enumerate(row, 1)
    )
    return sum(losses, as_real(Fraction(0))) - best_loss(tree.losses)


def largest_noise(tree: Tree) -> Real:
    """The mean of the largest of two or three normal variables."""
    return (as_real(tree.variance * (1 if tree.models == 2 else Fraction(9, 4))) / NUMBER_PI).sqrt()


def moved(tree: Tree) -> Fraction:
    """In each of the m levels one sum has the changed round."""
    old, new = tree.losses[tree.changed - 1], tree.row
    return tree.levels * sum(((a - b) ** 2 for a, b in zip(old, new, strict=True)), Fraction(0))


def of_sums(tree: Tree, order: Any) -> Any:
    """The divergence of the noisy sums."""
    return as_real(order) * as_real(moved(tree) * tree.epsilon**2 / (tree.levels * tree.models))


def _released(tree: Tree, which: int) -> list[Any]:
    """The probabilities of all that is drawn in the second block, where the draws end with the leader or the block."""
    start, length = tree.block + 1, tree.rounds - tree.block
    found = []
    for number in range(1, length + 1):
        for drawn in product((1, 2), repeat=number):
            followed = [b for b in (1, 2) if b not in drawn[:-1] and (b == drawn[-1] or number == length)]
            if followed:
                chance = sum((as_real(leads(tree, start, b, which)) for b in followed), as_real(Fraction(0)))
                found.append(chance * as_real(Fraction(1, 2**number)))
    return found


def told(tree: Tree, order: Any) -> Any:
    """The divergence of what is released, of an order above 1."""
    if tree.changes_last_block:
        return Fraction(0)
    alpha = as_real(order)
    pairs = [(as_real(p), as_real(q)) for p, q in zip(_released(tree, 0), _released(tree, 1), strict=True)]
    powers = [(p.log() * alpha + q.log() * (1 - alpha)).exp() for p, q in pairs]
    return sum(powers, as_real(Fraction(0))).log() / (alpha - 1)


def settings() -> Iterator[Tree]:
    """One to five rounds; at last three models."""

    def rows(text: str) -> Any:
        return tuple(tuple(map(Fraction, row.split(","))) for row in text.split(";"))

    (zero, one, half) = rows("0,1;1,0;1/2,1/4")
    yield Tree(rows("1,0"), 1, zero, Fraction(1), 1, 1)
    yield Tree(rows("1,0;0,1"), 1, zero, Fraction(1), 1, 1)
    yield Tree(rows("1,0;1,0;1,0;1,0"), 2, zero, Fraction(1, 2), 2, 2)
    yield Tree(rows("0,1;1,0;1/2,1;0,1"), 1, one, Fraction(4), 2, 2)
    yield Tree(rows("1,0;1,0;0,1"), 1, half, Fraction(2), 2, 3)
    yield Tree(rows("1,0;1,1;1,0"), 3, half, Fraction(3), 3, 2)
    yield Tree(rows("1,0;1,0;0,1;1,0;1,1/3"), 5, zero, Fraction(1), 2, 3)
    yield Tree(rows("0,0,0;1/2,1/2,1/2;1,1,1"), 3, rows("1,0,1/3")[0], Fraction(3, 2), 3, 2)


def read(tree: Tree) -> dict[str, Any]:
    """T, d, L, m and eps."""
    numbers = {"T": tree.rounds, "d": tree.models, "L": tree.block, "m": tree.levels}
    return {**{name: Fraction(number) for name, number in numbers.items()}, "eps": tree.epsilon}


ROUND: Final = {"t": "integer, 1 <= t, t <= T"}
NEXT_ROUND: Final = {"t": "integer, 1 <= t, t <= T + 1"}
BEGINNING: Final = {"b": "integer, 1 <= b, b <= t, b = begin(t)"}
ENDS: Final = "[L <= t + 1 - begin(t)]"
MODEL: Final = {"i": "integer, 1 <= i, i <= d"}
ORDER: Final = {"al": "real, 1 < al"}
TREE: Final = Model(
    "the leader of noisy sums, in blocks",
    parameters={
        "T": "integer, 1 <= T, T <= two(m)",
        "d": "integer, 2 <= d",
        "L": "integer, 1 <= L, L <= T",
        "m": "integer, 1 <= m",
        "eps": "real, 0 < eps",
    },
    variables={**ROUND, **MODEL, **ORDER, **BEGINNING, "v": "integer, 1 <= v, v <= T + 1"},
    quantities={
        "l": Named(lambda tree, t, i: tree.losses[t - 1][i - 1], {**ROUND, **MODEL}, range="at least 0"),
        "p": Named(leads, {**NEXT_ROUND, **MODEL}, range="at least 0"),
        "g": Named(plays, {**ROUND, **MODEL}, range="at least 0"),
        "begin": Named(lambda tree, t: Fraction(begin(tree, t)), {"t": "integer"}, range="integer"),
        "waits": Named(waits, NEXT_ROUND, range="at least 0"),
        "miss": Named(misses, ROUND, range="at least 0"),
        "other": Named(other, {**ROUND, **MODEL}, range="at least 0"),
        "top": Named(largest_noise),
        "best": Named(lambda tree: best_loss(tree.losses)),
        "regret": Named(regret),
        "pi": PI,
        "two": POWER_OF_TWO,
        "k": Named(lambda tree: as_real(tree.epsilon / tree.levels) / NUMBER_PI.sqrt(), range="positive"),
        "ln": LOG,
        "diff": Named(lambda tree, i: tree.losses[tree.changed - 1][i - 1] - tree.row[i - 1], MODEL),
        "moved": Named(moved, range="at least 0"),
        "tree": Named(of_sums, ORDER),
        "told": Named(told, ORDER),
    },
    facts={
        "ln": "ln(d) = log(d)",
        "k": "k = eps/(m*sqrt(pi))",
        "regret": "regret = sum(sum(g(t, i)*l(t, i), i, 1, d), t, 1, T) - best",
        "blocks begin": "1 <= begin(v)",
        "begun": "begin(v) <= v",
        "first block": "begin(1) = 1",
        "blocks of L rounds": "v + 1 - begin(v) <= L",
        "next block": f"begin(t + 1) = begin(t) + L*{ENDS}",
        "at first": "waits(1) = 1",
        "a draw": "miss(t) = (1 - 1/d)*waits(t)",
        "until it is drawn": f"waits(t + 1) = {ENDS} + (1 - {ENDS})*miss(t)",
        "played": "g(t, i) = (1 - miss(t))*p(b, i) + other(t, i)",
        "others": "sum(other(t, i), i, 1, d) = miss(t)",
        "largest loss": "l(t, i) <= 1",
        "losses": "diff(i) <= 1",
        "losses, back": "-1 <= diff(i)",
        "one sum of each level": "moved = m*sum(diff(i)**2, i, 1, d)",
        "Gaussian noise": "tree(al) = al*moved/(2*(m*d/(2*eps**2)))",
    },
    settings=settings,
    read=read,
)
