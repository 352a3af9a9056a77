"""The least regret that any learner can have against smooth adversaries: the exact value of the game of both.

Source: Haghtalab, Roughgarden and Shetty, "Smoothed Analysis of Online and Differentially Private Learning", Section 2:
in each round the learner picks a hypothesis of H, perhaps at random, and the adversary a sigma-smooth law of the point
with a label for each; neither knows the other's pick. The bounds of Section 3 speak of one learner; this is what the
best one has, on small classes.

By induction from the last round: with V the value after the round, the adversary picks masses p(c, y) of cells c and
labels y, and the learner then does best with a hypothesis h that has the least expected error,

    maximize  sum p(c, y) V(errors + e(c, y)) + l,  where  l <= sum p(c, y) e_h(c, y)  for each h,

with p a law whose cells are below their caps. The multipliers of the last rows are the learner's law: by duality it
keeps the adversary to this value. V is taken with T added, so that it is nowhere below 0 and all mass is used.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from dpassay.analysis.linear_program import Optimum, Program, is_optimal, maximize
from dpassay.analysis.smooth_game import Counts, Game, added
from dpassay.analysis.smooth_online import regret_game
from dpassay.exact import require
from dpassay.exact.entrance import explain_failures
from dpassay.reference.smooth_online import check_hypotheses

MOST_PROGRAMS = 1 << 12
"""States of a game, over all rounds but the last; each asks for a linear program."""


@dataclass(frozen=True)
class Minimax:
    """The least regret, and a learner that has it.

    Attributes:
        game: whose counts are the errors of the hypotheses, and last the rounds.
        values: for t = 0, ..., T, the largest regret from there on of each state under the best learner, T added.
        laws: for t = 0, ..., T - 1, the best learner's law of the next hypothesis in each state.
    """

    game: Game
    values: tuple[Mapping[Counts, Fraction], ...]
    laws: tuple[Mapping[Counts, tuple[Fraction, ...]], ...]

    @property
    def value(self) -> Fraction:
        """The least regret."""
        return self.values[0][self.game.start] - self.game.rounds

    def learner(self, t: int, errors: Counts) -> tuple[Fraction, ...]:
        """The best learner: its law of the next hypothesis after t rounds with these errors.

        Raises:
            ValueError: the errors cannot come up then.
        """
        laws = self.laws[t] if 0 <= t < len(self.laws) else {}
        require((*errors, t) in laws, "errors", errors, f"errors that can come up after t = {t} rounds")
        return laws[*errors, t]


def minimax_regret(hypotheses: Iterable[Iterable[object]], sigma: Fraction, rounds: int) -> Minimax:
    """The least expected regret over all learners, against the best adaptive smooth adversary.

    Args:
        hypotheses: the class H, a row of labels each; learners play, and are measured against, its hypotheses.
        sigma: how smooth the law of each point has to be.
        rounds: T.

    Raises:
        ValueError: the game has too many states.
    """
    game = regret_game(check_hypotheses(hypotheses), sigma, rounds)
    layers = _layers(game)
    values: list[dict[Counts, Fraction]] = [{counts: Fraction(counts[-1] - min(counts[:-1])) for counts in layers[-1]}]
    laws: list[dict[Counts, tuple[Fraction, ...]]] = []
    for layer in reversed(layers[:-1]):
        solved = {counts: _round(game, values[-1], counts) for counts in layer}
        values.append({counts: best.value for counts, best in solved.items()})
        laws.append({counts: learned_law(game, best) for counts, best in solved.items()})
    return Minimax(game, tuple(reversed(values)), tuple(reversed(laws)))


def _layers(game: Game) -> list[set[Counts]]:
    steps = {step for cell in game.cells for step in cell.steps}
    layers, seen = [{game.start}], 0
    for _ in range(game.rounds):
        seen += len(layers[-1])
        require(seen <= MOST_PROGRAMS, "rounds", game.rounds, f"a game of at most {MOST_PROGRAMS} states")
        layers.append({added(counts, step) for counts in layers[-1] for step in steps})
    return layers


def round_program(game: Game, after: Mapping[Counts, Fraction], counts: Counts) -> Program:
    """The adversary's program in one round.

    Args:
        game: what is played.
        after: the value of each state after the round, at least 0.
        counts: the state before it.

    Returns:
        the program; its variables are p(c, y), cell by cell, and l; its rows one for each hypothesis, then the mass in
        all, then the cells' caps.

    Raises:
        ValueError: a value is missing.
    """
    plays = [(c, step) for c, cell in enumerate(game.cells) for step in cell.steps]
    zero, one = Fraction(0), Fraction(1)
    known = all(added(counts, step) in after for _, step in plays)
    require(known, "after", list(after), f"the value of each state that can follow {counts}")
    errors = tuple((*(Fraction(-step[h]) for _, step in plays), one) for h in range(len(game.start) - 1))
    masses = tuple((*(Fraction(c == at) for at, _ in plays), zero) for c in range(len(game.cells)))
    worth = (*(after[added(counts, step)] for _, step in plays), one)
    return Program(worth, (*errors, (*[one] * len(plays), zero), *masses), (*[zero] * len(errors), one, *game.caps))


def _round(game: Game, after: Mapping[Counts, Fraction], counts: Counts) -> Optimum:
    program = round_program(game, after, counts)
    best = maximize(program)
    require(is_optimal(program, best), "counts", counts, "a program that is solved")
    return best


def learned_law(game: Game, best: Optimum) -> tuple[Fraction, ...]:
    """The learner's law, from the multipliers of a round's program; they sum to 1, or to more where l is 0."""
    weights = best.multipliers[: len(game.start) - 1]
    total = sum(weights, Fraction(0))
    return tuple(weight / total for weight in weights)


explain_failures(__name__)
