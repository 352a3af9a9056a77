"""Hedge on K proxies of a class, against an adaptive smooth adversary that sees what was played.

A setting is one of smoothed sequences, with a label after every cell, M functions of the class and K proxies, with
values 0 and 1 on the cells. An outcome is the cell, the label and the chosen proxy of each round. The law of the next
cell and label depends on all of these in earlier rounds; the proxy is drawn from Hedge's weights, with the rate
a = sqrt(8 log(K)/T), whatever the cell and the label of the same round are.

``y(r)`` is the law of the outcome given all before the choice of round r, with the cell and the label of that round.
``val(r, h)``, ``say(r, i)`` and ``lab(r)`` are the values of a function and of a proxy at the point of round r, and its
label; ``paid(r)`` is 1 where the choice is wrong there; ``w(n, i)`` is the weight of proxy i before round n. ``least``
is the least number of mistakes of a function, and ``wins(h)`` is 1 for the first one that has it. ``near(h)`` is the
least number of rounds in which function h and a proxy differ, ``closest(h, i)`` marks that proxy; ``far`` is the
largest of these, ``farthest(h)`` marks the function.

``HEDGED`` is for any K functions f of smoothed sequences, which have nothing to do with the class. In ``BRACKETED``
they are the gaps of K brackets, each with a proxy: ``low`` and ``up`` are their ends, and ``inside(h, i)`` marks one
bracket that holds function h.
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


FUNCTION: Final = {"h": "integer, 1 <= h, h <= M"}
PROXY: Final = {"i": "integer, 1 <= i, i <= K"}
ROUND: Final = {"r": "integer, 1 <= r, r <= T"}
BEFORE: Final = {"n": "integer, 1 <= n, n <= T + 1"}
AT: Final = "cells"
LOSS: Final = "(say(r, i) - lab(r))**2"
DIFFER: Final = "sum((val(r, h) - say(r, i))**2, r, 1, T)"
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
            "0 or 1, of the class": "val(r, h)**2 = val(r, h)",
            "0 or 1, true": "lab(r)**2 = lab(r)",
            "the winner": "least = sum(wins(h)*sum((val(r, h) - lab(r))**2, r, 1, T), h, 1, M)",
            "one wins": "sum(wins(h), h, 1, M) = 1",
            "nearest": f"near(h) <= {DIFFER}",
            "the closest": f"near(h) = sum(closest(h, i)*{DIFFER}, i, 1, K)",
            "one is closest": "sum(closest(h, i), i, 1, K) = 1",
            "none is farther": "near(h) <= far",
            "the farthest": "far = sum(farthest(h)*near(h), h, 1, M)",
            "one is farthest": "sum(farthest(h), h, 1, M) = 1",
        },
        hedged,
        {
            "M": Named(lambda at: Fraction(len(at.hypotheses)), range="positive integer"),
            "a": Named(lambda at: at.rate, range="at least 0"),
            "y": Named(lambda at, r, course: at.before_choice(r, course), ROUND, AT, given=AT, law=True, mean_of="P"),
            "w": Named(
                lambda at, n, i, course: at.weights(course[: n - 1])[i - 1], {**BEFORE, **PROXY}, AT, range="positive"
            ),
            "val": Named(
                lambda at, r, h, course: at.at(at.hypotheses[h - 1], r, course),
                {**ROUND, **FUNCTION},
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
            "least": Named(lambda at, course: at.mistakes(at.winner(course), course), {}, AT, range="at least 0"),
            "wins": Named(lambda at, h, course: _is(at.winner(course) == h), FUNCTION, AT, range="at least 0"),
            "near": Named(lambda at, h, course: at.near(h, course), FUNCTION, AT),
            "closest": Named(
                lambda at, h, i, course: _is(at.closest(h, course) == i), {**FUNCTION, **PROXY}, AT, range="at least 0"
            ),
            "far": Named(lambda at, course: at.near(at.farthest(course), course), {}, AT),
            "farthest": Named(lambda at, h, course: _is(at.farthest(course) == h), FUNCTION, AT, range="at least 0"),
        },
    ),
    variables={**SMOOTHED.variables, **FUNCTION, **BEFORE},
)
BRACKETED: Final = HEDGED.narrowed(
    "Hedge on a proxy a bracket, against an adaptive smooth adversary",
    {
        "fine": "16*T*eps**2 <= sigma**2",
        "gap": "hit(r, i) = up(r, i) - low(r, i)",
        "above the lower end": "low(r, i) <= say(r, i)",
        "below the upper end": "say(r, i) <= up(r, i)",
        "held from below": "inside(h, i)*low(r, i) <= inside(h, i)*val(r, h)",
        "held from above": "inside(h, i)*val(r, h) <= inside(h, i)*up(r, i)",
        "one bracket": "sum(inside(h, i), i, 1, K) = 1",
    },
    bracketed,
    {
        "low": Named(lambda at, r, i, course: at.at(at.lows[i - 1], r, course), {**ROUND, **PROXY}, AT),
        "up": Named(
            lambda at, r, i, course: at.at(at.lows[i - 1], r, course) + at.value(i, r, course), {**ROUND, **PROXY}, AT
        ),
        "inside": Named(
            lambda at, h, i: _is(at.bracket(at.hypotheses[h - 1]) == i), {**FUNCTION, **PROXY}, range="at least 0"
        ),
    },
)
