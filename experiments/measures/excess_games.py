"""All sequences of losses of a small game against lazy-to-private, in rational arithmetic, and the worst of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product

from dpassay.analysis import lazy_regret
from dpassay.exact import as_real, log
from dpassay.experiments.measures.excess import FAKE_SWITCH
from dpassay.reference import lazy_to_private

Rows = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Game:
    """A small game: experts, rounds, rounds in a batch, and e^eta."""

    experts: int
    rounds: int
    batch: int
    exp_learning_rate: Fraction

    @property
    def parameters(self) -> lazy_to_private.Parameters:
        """The parameters of algorithm 1."""
        return lazy_to_private.Parameters.read(
            exp_learning_rate=self.exp_learning_rate,
            batch=self.batch,
            fake_switch=FAKE_SWITCH,
            rounds=self.rounds,
            experts=self.experts,
        )


@dataclass(frozen=True, slots=True)
class Exact:
    """A sequence of losses, and the exact expected losses of algorithm 1 and of its input algorithm."""

    losses: Rows
    by_batches: Fraction
    by_input: Fraction

    @property
    def excess(self) -> Fraction:
        """Reg - Reg(mu)."""
        return self.by_batches - self.by_input

    @property
    def regret(self) -> Fraction:
        """Reg."""
        return self.by_batches - min(map(sum, zip(*self.losses, strict=True)))

    @property
    def input_regret(self) -> Fraction:
        """Reg(mu)."""
        return self.by_input - min(map(sum, zip(*self.losses, strict=True)))


def all_sequences(game: Game) -> Iterator[Exact]:
    """All sequences of losses 0 and 1, but rows of ones alone, which cost what rows of zeros do and move no weight."""
    rows = [row for row in product((0, 1), repeat=game.experts) if 0 in row]
    even = (Fraction(1, game.experts),) * game.experts
    yield from _longer(game, rows, Exact((), Fraction(0), Fraction(0)), even, even)


def _longer(
    game: Game, rows: list[tuple[int, ...]], begun: Exact, law: tuple[Fraction, ...], first: tuple[Fraction, ...]
) -> Iterator[Exact]:
    """All that begin so; the laws are those before this round and at the start of its batch."""
    done = len(begun.losses)
    if done == game.rounds:
        yield begun
        return
    first = law if done % game.batch == 0 else first
    for row in rows:
        by_batches, by_input = (sum(p for p, loss in zip(one, row, strict=True) if loss) for one in (first, law))
        weights = [p / game.exp_learning_rate if loss else p for p, loss in zip(law, row, strict=True)]
        mass = sum(weights)
        longer = Exact((*begun.losses, row), begun.by_batches + by_batches, begun.by_input + by_input)
        yield from _longer(game, rows, longer, tuple(weight / mass for weight in weights), first)


@cache
def worst_sequences(game: Game) -> tuple[int, dict[str, Exact]]:
    """How many sequences there are, and the first one with the largest excess, regret and quotient."""
    # The quotient is compared with eta rounded, which all sequences have in common.
    added = game.rounds * game.batch**2 * Fraction(float(as_real(log(game.exp_learning_rate)))) ** 2
    keys: dict[str, Callable[[Exact], Fraction]] = {
        "excess": lambda one: one.excess,
        "regret": lambda one: one.regret,
        "quotient": lambda one: one.regret / (one.input_regret + added),
    }
    tried, best = 0, dict[str, tuple[Fraction, Exact]]()
    for one in all_sequences(game):
        tried += 1
        for goal, key in keys.items():
            found = key(one)
            if goal not in best or found > best[goal][0]:
                best[goal] = found, one
    worst = {goal: one for goal, (_, one) in best.items()}
    for one in worst.values():
        check_by_reference(one, game)
    return tried, worst


def check_by_reference(found: Exact, game: Game) -> None:
    """Compare what was found with the reference.

    Raises:
        ArithmeticError: the reference says something else.
    """
    data = tuple(tuple(map(Fraction, row)) for row in found.losses)
    by_reference = lazy_regret.expected_regret(data, game.parameters)
    input_by_reference = lazy_regret.input_regret(data, game.parameters)
    if (by_reference, input_by_reference) != (found.regret, found.input_regret):
        raise ArithmeticError(f"losses = {found.losses}: the reference has other regrets")
