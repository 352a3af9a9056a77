"""Hedge on K proxies of a class, against an adaptive smooth adversary that sees what was played.

A setting is one of smoothed sequences, with a label after every cell, a class, and K proxies, with values 0 and 1 on
the cells. The law of the next cell and label depends on the cells, labels and choices of earlier rounds; the proxy is
drawn from Hedge's weights, with the rate a = sqrt(8 log(K)/T), whatever the cell and the label of the same round are.
``y(r)`` is the law of the outcome given all before the choice of round r, with the cell and the label of that round.

The cells are those of the proxies and of f. Of the class, which may be infinite and on any space, one function counts:
the first of those that make the fewest mistakes on the points and labels of all rounds. There is one, for their numbers
are integers. So an outcome is the cell, the label and the choice of each round, and what that function is like: its
values ``val(r)`` at the points, which depend on the whole course. ``say(r, i)`` and ``lab(r)`` are the value of a proxy
and the label; ``paid(r)`` is 1 where the choice is wrong; ``w(n, i)`` is the weight of proxy i before round n.
``least`` is the number of mistakes of that function, ``near`` the least number of rounds in which a proxy differs from
it, ``closest(i)`` marks that proxy, and ``far`` is the largest such number of any function of the class.

``HEDGED`` is for any K functions f of smoothed sequences, which have nothing to do with the class. In ``BRACKETED``
they are the gaps of K brackets, each with a proxy: ``low`` and ``up`` are their ends, and ``inside(i)`` marks one
bracket that holds the function.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.hedged_games import bracketed, hedged
from dpassay.proofs_check.models.smoothed_sequences import SMOOTHED
from dpassay.proofs_check.proof.names import Named


def _is(answer: bool) -> Fraction:
    return Fraction(int(answer))


PROXY: Final = {"i": "integer, 1 <= i, i <= K"}
ROUND: Final = {"r": "integer, 1 <= r, r <= T"}
BEFORE: Final = {"n": "integer, 1 <= n, n <= T + 1"}
AT: Final = "cells"
LOSS: Final = "(say(r, i) - lab(r))**2"
DIFFER: Final = "sum((val(r) - say(r, i))**2, r, 1, T)"
HEDGED: Final = replace(
    SMOOTHED.narrowed(
        "Hedge on proxies of a class, against an adaptive smooth adversary",
        {
            "rate": "a**2*T = 8*log(K)",
            "first": "log(w(1, i)) = -log(K)",
            "update": f"log(w(r + 1, i)) = log(w(r, i)) - a*{LOSS} - log(E(exp(-a*paid(r)), y(r)))",
            "weights": "sum(w(n, i), i, 1, K) = 1",
            "paid on average": f"E(paid(r), y(r)) = sum(w(r, i)*{LOSS}, i, 1, K)",
            "at most 1": "paid(r) <= 1",
            "0 or 1, said": "say(r, i)**2 = say(r, i)",
            "0 or 1, of the class": "val(r)**2 = val(r)",
            "0 or 1, true": "lab(r)**2 = lab(r)",
            "its mistakes": "least = sum((val(r) - lab(r))**2, r, 1, T)",
            "nearest": f"near <= {DIFFER}",
            "the closest": f"near = sum(closest(i)*{DIFFER}, i, 1, K)",
            "one is closest": "sum(closest(i), i, 1, K) = 1",
            "none is farther": "near <= far",
        },
        hedged,
        {
            "a": Named(lambda at: at.rate, range="at least 0"),
            "y": Named(lambda at, r, course: at.before_choice(r, course), ROUND, AT, given=AT, law=True, mean_of="P"),
            "w": Named(
                lambda at, n, i, course: at.weights(course[: n - 1])[i - 1], {**BEFORE, **PROXY}, AT, range="positive"
            ),
            "val": Named(
                lambda at, r, course: at.at(at.hypotheses[at.winner(course) - 1], r, course),
                ROUND,
                AT,
                range="at least 0",
            ),
            "say": Named(
                lambda at, r, i, course: at.at(at.proxies[i - 1], r, course), {**ROUND, **PROXY}, AT, range="at least 0"
            ),
            "lab": Named(lambda _, r, course: Fraction(course[r - 1][1]), ROUND, AT, range="at least 0"),
            "paid": Named(
                lambda at, r, course: _is(at.at(at.proxies[course[r - 1][2] - 1], r, course) != course[r - 1][1]),
                ROUND,
                AT,
                range="at least 0",
            ),
            "least": Named(
                lambda at, course: min(at.mistakes(h, course) for h in at.of_class), {}, AT, range="at least 0"
            ),
            "near": Named(lambda at, course: at.near(at.winner(course), course), {}, AT),
            "closest": Named(
                lambda at, i, course: _is(at.closest(at.winner(course), course) == i), PROXY, AT, range="at least 0"
            ),
            "far": Named(lambda at, course: max(at.near(h, course) for h in at.of_class), {}, AT),
        },
    ),
    variables={**SMOOTHED.variables, **BEFORE},
)
BRACKETED: Final = HEDGED.narrowed(
    "Hedge on a proxy a bracket, against an adaptive smooth adversary",
    {
        "fine": "16*T*eps**2 <= sigma**2",
        "gap": "hit(r, i) = up(r, i) - low(r, i)",
        "above the lower end": "low(r, i) <= say(r, i)",
        "below the upper end": "say(r, i) <= up(r, i)",
        "held from below": "inside(i)*low(r, i) <= inside(i)*val(r)",
        "held from above": "inside(i)*val(r) <= inside(i)*up(r, i)",
        "one bracket": "sum(inside(i), i, 1, K) = 1",
    },
    bracketed,
    {
        "low": Named(lambda at, r, i, course: at.at(at.lows[i - 1], r, course), {**ROUND, **PROXY}, AT),
        "up": Named(
            lambda at, r, i, course: at.at(at.lows[i - 1], r, course) + at.value(i, r, course), {**ROUND, **PROXY}, AT
        ),
        "inside": Named(
            lambda at, i, course: _is(at.bracket(at.hypotheses[at.winner(course) - 1]) == i),
            PROXY,
            AT,
            range="at least 0",
        ),
    },
)
