"""The quantities of rounds: densities are those of the tree, laws add up, and losses are those of the pure parts."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from dpassay.proofs_check.proof import rounds
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.rounds import transcripts
from tests.proofs_check.proof.drawn_settings import Tree, drawn_trees

LAWS = (Fraction(1, 2), Fraction(1, 2), Fraction(0)), (Fraction(1, 4), Fraction(3, 4), Fraction(0))
TREE = Tree((((), LAWS),), (Fraction(3, 2),), (Fraction(1, 4),), 3)
LONG = next(at for at in drawn_trees() if at.rounds > 1)


def value(known: Named, *arguments: Any) -> Any:
    assert known.of is not None
    return known.of(*arguments)


def test_the_answers_of_all_rounds() -> None:
    assert transcripts(TREE) == [(0,), (1,), (2,)]
    assert len(transcripts(LONG)) == LONG.size**2


def test_densities_against_the_uniform_law() -> None:
    pairs = dict(LONG.pairs)
    for answers in transcripts(LONG):
        for which, known in enumerate((rounds.ON_DATA, rounds.ON_NEIGHBOR)):
            assert value(known, LONG, 1, answers) == LONG.size * pairs[()][which][answers[0]]
            assert value(known, LONG, 2, answers) == LONG.size * pairs[answers[:1]][which][answers[1]]


def test_the_uniform_law_given_some_answers() -> None:
    whole = value(rounds.UNIFORM, LONG)
    assert whole == dict.fromkeys(transcripts(LONG), Fraction(1, LONG.size**2))
    for past in transcripts(LONG):
        assert value(rounds.AFTER, LONG, 0, past) == whole
        assert value(rounds.AFTER, LONG, 1, past) == {(past[0], y): Fraction(1, LONG.size) for y in range(LONG.size)}
        assert value(rounds.AFTER, LONG, 2, past) == {past: 1}


def test_pure_parts_by_hand() -> None:
    """Cut at 3/2, the laws are (3/8, 1/2) and (1/4, 3/4): scaled to 3/4, the former is (9/28, 3/7)."""
    first = [value(rounds.PURE_ON_DATA, TREE, 1, answers) for answers in transcripts(TREE)]
    other = [value(rounds.PURE_ON_NEIGHBOR, TREE, 1, answers) for answers in transcripts(TREE)]
    assert first == [Fraction(9, 7), Fraction(12, 7), 0]
    assert sum(other) == TREE.size
    losses = [value(rounds.LOSS, TREE, 1, answers) for answers in transcripts(TREE)]
    for one, of_other, loss in zip(first[:2], other, losses, strict=False):
        assert abs(float(loss.exp()) - float(one / of_other)) < 1e-12
    assert float(losses[2]) == 0


def test_budgets() -> None:
    assert abs(float(value(rounds.EPS, TREE, 1).exp()) - 3 / 2) < 1e-12
    assert value(rounds.DELTA, TREE, 1) == Fraction(1, 4)


def test_without_pure_parts_there_is_no_loss() -> None:
    with pytest.raises(ValueError, match="expected indistinguishable ones"):
        value(rounds.LOSS, replace(TREE, delta=(Fraction(0),)), 1, (0,))
