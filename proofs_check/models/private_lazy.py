"""Algorithm 1 on two games that differ in one round, with a measure that meets Assumption 3.1 with delta_0 = 0.

A setting is two games, the growth of a weight at loss -1, e^eta, B, p and delta_1 = e^(-L). n is the number of
batches, of which the last may be shorter, c that of the batch that differs. ``P`` is the law on game 1 of all that
happens, ``after(t)`` that given the first t steps; step t leads from batch t to the next. ``S(g, t)`` is the
probability of S_(t+1) = 1 in game g, and ``q(g, t)`` that x is drawn anew. ``w(g, t, e)`` is by what batch t
multiplies the measure of its model, x_t for e = 1 and y_t for e = 2, ``r(g, t, e)`` by what it multiplies the
normalized one, ``norm(g, t)`` their quotient, and ``b(t, e)`` what r is where the round that differs is left out:
after batch c the two differ as the means of one factor under two laws that are within e^(+-eta). ``Mu(s)`` is the
normalized nu_s of game 1, ``near(g, s)`` the log of the ratio of that of game g to the one where the round is left
out, and ``gain(s)`` that of game 1 to game 2. ``l(t)`` is the loss of step t, the log of the ratio of its
probabilities given the past, ``m(t)`` how many models are drawn; ``Z`` and ``N`` are all of these. ``k(h)`` is 1 where
all (x_s, y_s) and zeta_s are sequence h, whose probabilities are ``R(h)`` and ``R2(h)``; ``part(h, f)`` is 1 where its
models x_s are path f, of probabilities ``V(f)`` and ``V2(f)``. ``delta(x)`` and ``models(x)`` are the least deltas at
e^x of both.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any, Final

from dpassay.exact import as_real, log
from dpassay.proofs_check.models import two_lazy_games as lazy
from dpassay.proofs_check.models.multiplicative_weights import Rows
from dpassay.proofs_check.models.two_lazy_games import Course, Games
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

ZERO, ONE = Fraction(0), Fraction(1)


def _turns(rounds: int, changed: int) -> tuple[Rows, Rows]:
    """The losses take turns, and one of them is changed, from (0, 1) to (1, 0)."""
    rows = [(ZERO, ONE), (ONE, ZERO)] * rounds
    first, second = (
        tuple(row if t == changed else rows[t - 1] for t in range(1, rounds + 1)) for row in (rows[0], rows[1])
    )
    return first, second


LATER: Final[Rows] = ((ONE, ZERO), (ZERO, ZERO))
BEGIN: Final[tuple[Rows, Rows]] = ((ZERO, ONE), *LATER), ((ONE, ZERO), *LATER)
"""The first round is the one that differs: all models that are drawn later have a loss."""


def weights_settings() -> Iterator[Games]:
    """Multiplicative weights: one to three batches of one to three rounds; five on one model; three models.

    Where the last batch is shorter, a batch after the changed one moves the masses by far more than e^eta.
    """
    small, half = Fraction(21, 20), Fraction(1, 2)
    for rounds, changed, batch, p, delta in (
        (1, 1, 1, half, Fraction(1, 3)),
        (2, 1, 1, half, Fraction(1, 10)),
        (4, 2, 2, Fraction(9, 10), Fraction(1, 20)),
    ):
        yield Games(*_turns(rounds, changed), small, small, p, delta, batch)
    yield Games(*_turns(2, 1)[::-1], small, small, Fraction(4, 5), Fraction(1, 20))
    three = ((ONE, ZERO, ONE), (ZERO, ZERO, ONE))
    yield Games(three, (three[1], three[1]), Fraction(3), Fraction(3), half, Fraction(1, 2))
    yield Games(*BEGIN, Fraction(1001, 1000), Fraction(1001, 1000), Fraction(19, 20), Fraction(5, 8))
    up, down = (ONE, ZERO), (ZERO, ONE)
    yield Games((down, up, up, *(down,) * 5), (up, up, up, *(down,) * 5), Fraction(3), Fraction(3), half, half, 3)
    ones, last = ((ONE,),) * 5, ((ONE,),) * 3 + ((ZERO,), (ONE,))
    yield Games(ones, last, small, small, Fraction(1, 5), Fraction(1, 17))


def settings() -> Iterator[Games]:
    """Those, and weights that are faster than eta while their masses are balanced."""
    yield from weights_settings()
    yield Games(*BEGIN, Fraction(1002, 1000), Fraction(1001006, 1000000), Fraction(19, 20), Fraction(5, 8))
    yield Games(*_turns(2, 1), Fraction(105, 100), Fraction(103, 100), Fraction(1, 2), Fraction(1, 17))


def read(games: Games) -> dict[str, Any]:
    """T, B, n, c, M, W, p, eta and L."""
    return {
        "T": Fraction(len(games.first)),
        "B": Fraction(games.batch),
        "n": Fraction(games.batches),
        "c": Fraction(games.changed_batch),
        "M": Fraction(len(lazy.sequences(games))),
        "W": Fraction(len(lazy.paths(games))),
        "p": games.fake_switch,
        "eta": as_real(log(games.exp_eta)),
        "L": as_real(log(1 / games.delta_1)),
    }


def _log(ratio: Fraction) -> Any:
    return ZERO if ratio == 1 else as_real(log(ratio))


def _model(course: Course, t: int, e: int) -> int:
    return (course.x if e == 1 else course.y)[t - 1]


def _keeps(games: Games, g: int, t: int, course: Course) -> Fraction:
    return lazy.keeps(games, g - 1, t, course.x[t - 1], course.y[t - 1])


def _factor(games: Games, g: int, t: int, x: int) -> Fraction:
    return lazy.weights(games, g - 1, t + 1)[x] / lazy.weights(games, g - 1, t)[x]


def _loss(games: Games, t: int, course: Course) -> Any:
    first, second = (lazy.chance(games, g, t, course) for g in (0, 1))
    return _log(first / second)


def _all_losses(games: Games, course: Course) -> Any:
    return _log(lazy.courses(games)[course] / lazy.courses(games, 1)[course])


def _ratio(games: Games, g: int, other: int, s: int, x: int) -> Any:
    return _log(lazy.law(games, g, s)[x] / lazy.law(games, other, s)[x])


@cache
def _sequence(games: Games, h: int) -> lazy.Told:
    return list(lazy.sequences(games))[h - 1]


def _mass(games: Games, h: int, g: int) -> Fraction:
    return lazy.sequences(games)[_sequence(games, h)][g]


def _path_mass(games: Games, f: int, g: int) -> Fraction:
    return lazy.path_law(games, g)[lazy.paths(games)[f - 1]]


K: Final = "(3*T*p*L/B)"
REAL: Final = {"x": "real"}
GAME: Final = {"g": "integer, 1 <= g, g <= 2"}
STEP: Final = {"t": "integer, 1 <= t, t <= n - 1"}
BATCH: Final = {"s": "integer, 1 <= s, s <= n"}
ONE_OF_BOTH: Final = {"e": "integer, 1 <= e, e <= 2"}
SEQUENCE: Final = {"h": "integer, 1 <= h, h <= M"}
PATH: Final = {"f": "integer, 1 <= f, f <= W"}
QUOTIENT: Final = "exp(-2*B*eta)*r(g, i, 1)/r(g, i, 2)"
"""What line 6 compares with 1."""
SAMPLE: Final = "E(exp(u*gain(t + 2)), Mu(t + 2))"
"""The moment of the loss of a model that is drawn in step t + 1."""
X_STEP: Final = (
    "(1 - p)*S(1, t + 1)*exp(u*(log(S(1, t + 1)) - log(S(2, t + 1))))"
    f" + q(1, t + 1)*exp(u*(log(q(1, t + 1)) - log(q(2, t + 1))) - v)*{SAMPLE}"
)
Y_STEP: Final = f"1 - p + p*exp(-v)*{SAMPLE}"
KNOWN: Final = "u*l(j) - v*m(j)"
PRIVATE: Final = Model(
    "Algorithm 1 on two games, delta_0 = 0",
    parameters={
        "T": "integer, 1 <= T",
        "B": "integer, 1 <= B",
        "n": "integer, 1 <= n, (n - 1)*B + 1 <= T, T <= n*B",
        "c": "integer, 1 <= c, c <= n",
        "M": "integer, 1 <= M",
        "W": "integer, 1 <= W",
        "p": "real, 0 < p, p < 1",
        "eta": "real, 0 < eta",
        "L": "real, 0 < L",
    },
    variables={
        **REAL,
        **GAME,
        **ONE_OF_BOTH,
        **BATCH,
        **SEQUENCE,
        **PATH,
        "i": "integer, 1 <= i, i <= n - 1",
        "t": "integer, 0 <= t, t <= n - 2",
        "j": "integer, 1 <= j, j <= t",
        "u": "real, 0 <= u",
        "v": "real",
    },
    quantities={
        "P": Named(lazy.courses, space="course", law=True),
        "after": Named(
            lazy.after, {"t": "integer, 0 <= t, t <= n - 2"}, "course", given="course", law=True, mean_of="P"
        ),
        "S": Named(_keeps, {**GAME, **STEP}, "course", range="positive"),
        "q": Named(
            lambda games, g, t, course: 1 - (1 - games.fake_switch) * _keeps(games, g, t, course),
            {**GAME, **STEP},
            "course",
            range="positive",
        ),
        "r": Named(
            lambda games, g, t, e, course: lazy.gain(games, g - 1, t, _model(course, t, e)),
            {**GAME, **STEP, **ONE_OF_BOTH},
            "course",
            range="positive",
        ),
        "w": Named(
            lambda games, g, t, e, course: _factor(games, g, t, _model(course, t, e)),
            {**GAME, **STEP, **ONE_OF_BOTH},
            "course",
            range="positive",
        ),
        "norm": Named(
            lambda games, g, t: lazy.mass(games, g - 1, t + 1) / lazy.mass(games, g - 1, t),
            {**GAME, **STEP},
            range="positive",
        ),
        "b": Named(
            lambda games, t, e, course: lazy.gain(games, 2, t, _model(course, t, e)),
            {**STEP, **ONE_OF_BOTH},
            "course",
            range="positive",
        ),
        "l": Named(_loss, STEP, "course"),
        "m": Named(lambda _, t, course: course.r[t - 1] + course.a[t - 1], STEP, "course", range="at least 0"),
        "Z": Named(_all_losses, space="course"),
        "N": Named(lambda _, course: sum(course.r) + sum(course.a), space="course", range="at least 0"),
        "Mu": Named(lambda games, s: dict(enumerate(lazy.law(games, 0, s))), BATCH, "model", law=True),
        "near": Named(lambda games, g, s, x: _ratio(games, g - 1, 2, s, x), {**GAME, **BATCH}, "model"),
        "gain": Named(lambda games, s, x: _ratio(games, 0, 1, s, x), BATCH, "model"),
        "k": Named(
            lambda games, h, course: int(lazy.told(course) == _sequence(games, h)),
            SEQUENCE,
            "course",
            range="at least 0",
        ),
        "R": Named(lambda games, h: _mass(games, h, 0), SEQUENCE, range="at least 0"),
        "R2": Named(lambda games, h: _mass(games, h, 1), SEQUENCE, range="at least 0"),
        "part": Named(
            lambda games, h, f: int(_sequence(games, h)[0] == lazy.paths(games)[f - 1]),
            {**SEQUENCE, **PATH},
            range="at least 0",
        ),
        "V": Named(lambda games, f: _path_mass(games, f, 0), PATH, range="at least 0"),
        "V2": Named(lambda games, f: _path_mass(games, f, 1), PATH, range="at least 0"),
        "delta": Named(lambda games, x: lazy.least_delta(lazy.released(games), x), REAL),
        "models": Named(lambda games, x: lazy.least_delta(lazy.played(games), x), REAL),
    },
    facts={
        "line 6": f"S(g, i) = {QUOTIENT} + [1 < {QUOTIENT}]*(1 - {QUOTIENT})",
        "line 7": "q(g, i) = 1 - (1 - p)*S(g, i)",
        "Assumption 3.1 over a batch": "exp(-B*eta) <= r(g, i, e)",
        "Assumption 3.1 over a batch, back": "r(g, i, e) <= exp(B*eta)",
        "Assumption 3.1, the changed loss last": "r(g, i, e) <= exp(eta)*b(i, e)",
        "Assumption 3.1, the changed loss last, back": "b(i, e) <= exp(eta)*r(g, i, e)",
        "normalized": "w(g, i, e) = norm(g, i)*r(g, i, e)",
        "equal losses elsewhere": "(i - c)*(w(1, i, e) - w(2, i, e)) = 0",
        "Assumption 3.1, models": "near(g, s) <= eta",
        "Assumption 3.1, models, back": "-eta <= near(g, s)",
        "log of the ratio": "gain(s) = near(1, s) - near(2, s)",
        "the other is a law": "E(exp(-gain(s)), Mu(s)) = 1",
        "a step": f"E(exp(u*l(t + 1) - v*m(t + 1)), after(t)) = ({X_STEP})*({Y_STEP})",
        "past steps": f"E(({KNOWN} - given({KNOWN}))**2, after(t)) = 0",
        "two models a step": "m(i) <= 2",
        "losses of steps": "Z = sum(l(t), t, 1, n - 1)",
        "samples of steps": "N = sum(m(t), t, 1, n - 1)",
        "one of all": "sum(k(h), h, 1, M) = 1",
        "sequences": "R(h) = E(k(h))",
        "sequences, other": "R2(h) = E(k(h)*exp(-Z))",
        "one of all paths": "sum(part(h, f), f, 1, W) = 1",
        "paths": "V(f) = sum(part(h, f)*R(h), h, 1, M)",
        "paths, other": "V2(f) = sum(part(h, f)*R2(h), h, 1, M)",
        "least delta": "delta(x) = sum([exp(x)*R2(h) < R(h)]*(R(h) - exp(x)*R2(h)), h, 1, M)",
        "least delta of paths": "models(x) = sum([exp(x)*V2(f) < V(f)]*(V(f) - exp(x)*V2(f)), f, 1, W)",
    },
    settings=cache(lambda: tuple(settings())),
    read=read,
    outcomes={"course": lazy.courses, "model": lambda games: games.models},
)


def _batch_loss(games: Games, g: int, t: int, e: int, course: Course) -> Fraction:
    x = _model(course, t, e)
    return lazy.total(games, g - 1, t + 1, x) - lazy.total(games, g - 1, t, x)


PRIVATE_WEIGHTS: Final = PRIVATE.narrowed(
    "Algorithm 1 with multiplicative weights on two games",
    {
        "(4)": "w(g, i, e) = exp(-eta*lost(g, i, e))",
        "losses": "lost(g, i, e) <= B",
        "one row": "lost(1, i, e) - lost(2, i, e) <= 1",
        "one row, back": "lost(2, i, e) - lost(1, i, e) <= 1",
        "(4), both games": "gain(s) = norms(s) - eta*more(s)",
        "one row, models": "more(s) <= 1",
        "one row, models, back": "-1 <= more(s)",
    },
    cache(lambda: tuple(weights_settings())),
    {
        "lost": Named(_batch_loss, {**GAME, **STEP, **ONE_OF_BOTH}, "course", range="at least 0"),
        "more": Named(lambda games, s, x: lazy.total(games, 0, s, x) - lazy.total(games, 1, s, x), BATCH, "model"),
        "norms": Named(lambda games, s: _log(lazy.mass(games, 1, s) / lazy.mass(games, 0, s)), BATCH),
    },
)
