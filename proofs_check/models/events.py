"""The events on which the proof of Theorem 3.2 conditions, as printed: the union of E_G, E_G' and all E_s, E_s'.

A setting is two sequences of losses and what L2P is run with. An outcome tells of each of two independent runs, one on
each sequence, how many steps have A = 0 or S' = 0, and whether some E_s holds. ``N`` is that number in the first run,
and ``inside`` is 1 on the union. ``g`` is delta_1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, Final

from dpassay.exact import LogForm, log
from dpassay.proofs_check.models.lazy_rounds import Pair, exponents, normalized, read, rows
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

Told = tuple[int, int]
"""How many coins fell, and whether some E_s held."""
State = tuple[int, int, int, int]
"""The two models, and these."""


def _is_within(pair: Pair, which: int, s: int, x: int, y: int) -> bool:
    """E_s: the quotient nu_(s+1)(x)/nu_s(x) nu_s(y)/nu_(s+1)(y) lies in [e^(-2 B eta), e^(2 B eta)]."""
    before, now = exponents(pair, which)[s - 1 : s + 1]
    return bool(abs(now[x] - before[x] + before[y] - now[y]) <= 2 * pair.batch)


def _after(pair: Pair, which: int, s: int, x: int, y: int) -> Iterator[tuple[int, int, int, Any]]:
    """The models of round s + 1, whether A or S' fell, and the probability."""
    p, nu = pair.fake_switch, normalized(pair, which, s + 1)
    before, now = exponents(pair, which)[s - 1 : s + 1]
    stays = pair.parameters.rate.exp(min(Fraction(0), now[x] - before[x] + before[y] - now[y] - 2 * pair.batch))
    for kept, honest, fixed in product((0, 1), repeat=3):  # S, S' and A
        chance = (stays if kept else 1 - stays) * (1 - p if honest else p) * (1 - p if fixed else p)
        xs = {x: Fraction(1)} if kept and honest else dict(nu.items())
        ys = {y: Fraction(1)} if fixed else dict(nu.items())
        for (i, a), (j, b) in product(xs.items(), ys.items()):
            yield i, j, int(not (honest and fixed)), chance * a * b


@cache
def run(pair: Pair, which: int) -> Mapping[Told, Any]:
    """The law of what is told of one run."""
    start = normalized(pair, which, 1)
    states: dict[State, Any] = {}
    for (x, a), (y, b) in product(start.items(), repeat=2):
        states[x, y, 0, int(_is_within(pair, which, 1, x, y))] = a * b
    for s in range(1, pair.parameters.batches):
        following: dict[State, Any] = {}
        for (x, y, fell, held), weight in states.items():
            for i, j, falls, chance in _after(pair, which, s, x, y):
                state = (i, j, fell + falls, int(held or _is_within(pair, which, s + 1, i, j)))
                following[state] = following.get(state, Fraction(0)) + weight * chance
        states = following
    found: dict[Told, Any] = {}
    for (_, _, fell, held), weight in states.items():
        found[fell, held] = found.get((fell, held), Fraction(0)) + weight
    return found


@cache
def law(pair: Pair) -> Mapping[tuple[Told, Told], Any]:
    """The law of both runs."""
    first, second = (run(pair, which) for which in (0, 1))
    return {(a, b): p * q for (a, p), (b, q) in product(first.items(), second.items())}


def is_inside(pair: Pair, outcome: tuple[Told, Told]) -> Fraction:
    """Whether one of all these events holds."""
    budget = log(1 / pair.delta_1) * (2 * len(pair.first) * pair.fake_switch / pair.batch)
    return Fraction(int(any(held or LogForm(Fraction(fell)) <= budget for fell, held in outcome)))


def settings() -> Iterator[Pair]:
    """Two to four batches of one or two rounds."""
    yield Pair(rows("00", "01", "00"), rows("10", "01", "00"), Fraction(21, 20), 1, Fraction(1, 3), Fraction(1, 20))
    yield Pair(rows("1", "0"), rows("0", "0"), Fraction(2), 1, Fraction(1, 2))
    yield Pair(rows("01", "0h", "00", "00"), rows("01", "1h", "00", "00"), Fraction(11, 10), 2, Fraction(2, 3))


EVENTS: Final = Model(
    "the events of Theorem 3.2",
    parameters={
        "T": "integer, 1 <= T",
        "n": "integer, 1 <= n",
        "B": "integer, 1 <= B",
        "d": "integer, 1 <= d",
        "p": "real, 0 < p, p < 1",
        "eta": "real, 0 < eta",
        "c": "integer, 1 <= c, c <= n",
        "g": "real, 0 < g, g < 1",
    },
    quantities={
        "P": Named(law, space="runs", law=True),
        "N": Named(lambda _, outcome: Fraction(outcome[0][0]), space="runs", range="integer"),
        "inside": Named(is_inside, space="runs", range="at least 0"),
    },
    facts={"batches": "T = n*B"},
    settings=settings,
    read=read,
    outcomes={"runs": law},
)
