"""Right arguments for smooth laws, adversaries and learners."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from dpassay.analysis import (
    linear_program,
    pseudo_smoothness,
    smooth_adversary,
    smooth_game,
    smooth_laws,
    smooth_minimax,
)
from dpassay.exact import Budget, Dist
from tests.fuzz.examples.values import HALF, Makers
from tests.fuzz.harness import INSTANCES

SIGNS: tuple[tuple[int, ...], ...] = ((1, 1, -1), (1, -1, -1))
CLASS = ((1, 0, 0), (0, 1, 1))
OBJECTS: dict[type, Callable[[], Any]] = {
    linear_program.Program: lambda: linear_program.Program((HALF, HALF), ((HALF, HALF),), (HALF,)),
    pseudo_smoothness.Seen: lambda: pseudo_smoothness.Seen((HALF, HALF), ((HALF, HALF), (HALF, HALF))),
    smooth_game.Cell: lambda: smooth_game.Cell(3, ((0, 1), (1, 0))),
    smooth_game.Game: lambda: smooth_game.Game(
        OBJECTS[smooth_laws.SmoothLaws](), (smooth_game.Cell(3, ((0, 1), (1, 0))),), 2
    ),
    smooth_game.Solution: lambda: smooth_game.solve(OBJECTS[smooth_game.Game](), lambda counts: Fraction(max(counts))),
    smooth_minimax.Minimax: lambda: smooth_minimax.minimax_regret(SIGNS, HALF, 2),
    smooth_laws.SmoothLaws: lambda: smooth_laws.SmoothLaws(3, HALF),
}
INSTANCES |= OBJECTS
SMOOTH: Makers = {
    "p": lambda: (HALF, HALF, Fraction(0)),
    "values": lambda: (HALF, HALF, Fraction(0)),
    "law": lambda: (HALF, HALF, Fraction(0)),
    "caps": lambda: (HALF, HALF, HALF),
    "size": lambda: 3,
    "sigma": lambda: HALF,
    "functions": lambda: CLASS,
    "function": lambda: CLASS[0],
    "payoff": lambda: lambda counts: Fraction(max(counts)),
    "reward": lambda: lambda _, step: Fraction(max(step)),
    "groups": lambda: ((0, 1),),
    "among": lambda: (0, 1),
    "counts": lambda: (0, 0),
    "step": lambda: (1, 0),
    "t": lambda: 0,
    "points": lambda: 3,
    "cells": lambda: (smooth_game.Cell(3, ((0, 1), (1, 0))),),
    "steps": lambda: ((0, 1), (1, 0)),
    "laws": OBJECTS[smooth_laws.SmoothLaws],
    "game": OBJECTS[smooth_game.Game],
    "Solution.values": lambda: OBJECTS[smooth_game.Solution]().values,
    "solution": lambda: smooth_adversary.adaptive(CLASS, HALF, 2),
    "adversary": lambda: lambda _: (HALF, HALF, Fraction(0)),
    "histories": lambda: Dist.point((0, 1)),
    "fixed.laws": lambda: ((HALF, HALF, Fraction(0)),) * 2,
    "Sequences.laws": lambda: ((HALF, HALF, Fraction(0)),) * 2,
    "value": lambda: HALF,
}
ARGUMENTS: dict[str, Makers] = {
    "linear_program": {
        "objective": lambda: (HALF, HALF),
        "rows": lambda: ((HALF, HALF),),
        "limits": lambda: (HALF,),
        "x": lambda: (HALF, HALF),
        "multipliers": lambda: (Fraction(1),),
        "value": lambda: HALF,
    },
    "pseudo_smoothness": {
        "law": lambda: (HALF, HALF),
        "p": lambda: (HALF, HALF),
        "queries": lambda: ((0, 1), (1, 1)),
        "weights": lambda: (HALF, HALF),
        "points": lambda: (0, 1),
        "size": lambda: 2,
        "sigma": lambda: HALF,
        "chi": lambda: HALF,
    },
    "smooth_minimax": {
        "hypotheses": lambda: SIGNS,
        "sigma": lambda: HALF,
        "game": lambda: OBJECTS[smooth_minimax.Minimax]().game,
        "values": lambda: OBJECTS[smooth_minimax.Minimax]().values,
        "laws": lambda: OBJECTS[smooth_minimax.Minimax]().laws,
        "after": lambda: OBJECTS[smooth_minimax.Minimax]().values[1],
        "counts": lambda: (0, 0, 0),
        "t": lambda: 0,
        "errors": lambda: (0, 0),
        "best": lambda: linear_program.Optimum((HALF,), (HALF,) * 6, HALF),
    },
    "smooth_online": {
        "hypotheses": lambda: SIGNS,
        "first": lambda: SIGNS[0],
        "second": lambda: SIGNS[1],
        "cover": lambda: SIGNS,
        "regret.cover": lambda: (0,),
        "approximation.cover": lambda: (0,),
        "check_cover.cover": lambda: (0,),
        "sigma": lambda: HALF,
        "exp_learning_rate": lambda: Fraction(2),
        "against": lambda: (0, 1),
        "counts": lambda: (0, 1),
        "learner": lambda: lambda *_: (HALF, HALF),
        "base": lambda: Fraction(2),
        "squared": lambda: Fraction(1, 9),
        "sample": lambda: (0, 1),
        "oracle": lambda: lambda _: SIGNS[0],
        "points": lambda: 3,
        "data": lambda: ((0, 1), (2, -1)),
        "rate": lambda: Budget(exp_eps=2),
    },
    **dict.fromkeys(("smooth_adversary", "smooth_game", "smooth_laws"), SMOOTH),
    "domain_reduction": {
        "law": lambda: (HALF, HALF),
        "sigma": lambda: HALF,
        "wanted": lambda: 1,
        "draws": lambda: 3,
    },
}
