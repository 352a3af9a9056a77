"""Algorithm 1 with regularized multiplicative weights on points of R^k, on two sequences that differ in one loss.

A setting is the points, at distances of at most D; a row of losses for each round, L-Lipschitz; beta, lambda and eta;
B, eps and delta. The norm is the Euclidean one. w is the larger of eta and beta L D, and p = 10 w/eps. n is the number
of batches, and a its cube root; ``Lip`` is L.

``P`` is the law on the first sequence of all that happens, ``after(t)`` that given the first t steps; step t leads from
batch t to the next. ``S(g, t)`` is the probability of S_(t+1) = 1 on sequence g, ``q(g, t)`` that x is drawn anew.
``all(g, t, e)`` are the losses in batch t of its model, x_t for e = 1 and y_t for e = 2, ``one(g, t, e)`` that in the
round in which the sequences differ, and ``differ(t)`` is 1 where this is of batch t. ``l(t)`` is the loss of step t,
the log of the ratio of its probabilities given the past, and ``Z`` that of all steps. ``k(h)`` is 1 where all (x_s,
y_s) and zeta_s are sequence h, whose probabilities are ``R(h)`` and ``R2(h)``, and ``least(x)`` is the least delta at
x of what they tell. ``draw(s)`` is the law of a model that is drawn for batch s, and ``ell(s)`` its loss; ``lost`` and
``lost2`` are the losses of a point in the round in which the sequences differ, ``low`` and ``low2`` their least values,
and ``told(s)`` is 1 where that round is before batch s. The other direction is the setting with the sequences
exchanged.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any, Final

from dpassay.exact import as_real, log
from dpassay.proofs_check.models import weighted_games as games
from dpassay.proofs_check.models.two_lazy_games import Course, Told, told
from dpassay.proofs_check.models.weighted_games import ONE, ZERO, Row, Weighted
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model


def _rows(*rows: tuple[str, ...]) -> tuple[Row, ...]:
    return tuple(tuple(map(Fraction, row)) for row in rows)


UP, DOWN, LEVEL = ("1", "0"), ("0", "1"), ("0", "0")


def _weights(first: tuple[Row, ...], second: tuple[Row, ...], eta: str, delta: str, batch: int = 1) -> Weighted:
    """Multiplicative weights with eps = 1/B."""
    rate, eps = Fraction(eta), Fraction(1, batch)
    return Weighted(((ZERO,), (ONE,)), first, second, ONE, ONE, rate, ZERO, rate, batch, eps, Fraction(delta))


def weights_settings() -> Iterator[Weighted]:
    """Multiplicative weights with one and two batches of one round, and of two; three batches on one point."""
    yield _weights(_rows(UP), _rows(DOWN), "1/20", "1/10")
    for first, second in ((UP, DOWN), (DOWN, UP)):
        yield _weights(_rows(first, LEVEL), _rows(second, LEVEL), "1/20", "1/100")
    before, after = (_rows(row, LEVEL, LEVEL, DOWN) for row in (UP, DOWN))
    yield _weights(before, after, "1/40", "1/10", batch=2)
    yield _at_a_point()


def settings() -> Iterator[Weighted]:
    """These, and regularized weights on a line and in the plane, in batches of one or two rounds, with other rates."""
    yield from weights_settings()
    yield from (_on_a_line(), _at_a_large_eta(), _in_the_plane(), _in_batches_of_two())


def _on_a_line() -> Weighted:
    """Two points, two rounds, L = 2."""
    return Weighted(
        ((ZERO,), (Fraction(1, 2),)),
        _rows(("0", "1"), LEVEL),
        _rows(("1", "1/2"), LEVEL),
        Fraction(1, 2),
        Fraction(2),
        Fraction(1, 40),
        Fraction(2),
        Fraction(1, 50),
        1,
        Fraction(1, 2),
        Fraction(1, 10),
    )


def _at_a_large_eta() -> Weighted:
    """Two points, two rounds, L = 1/2, and eta above beta L D."""
    return Weighted(
        ((ZERO,), (Fraction(2),)),
        _rows(("0", "1"), LEVEL),
        _rows(("1", "0"), LEVEL),
        Fraction(2),
        Fraction(1, 2),
        Fraction(1, 50),
        Fraction(1),
        Fraction(1, 25),
        1,
        ONE,
        Fraction(1, 10),
    )


def _in_the_plane() -> Weighted:
    """Three points, two rounds."""
    return Weighted(
        _rows(("0", "0"), ("3/5", "0"), ("0", "4/5")),
        _rows(("0", "3/5", "4/5"), ("0", "0", "0")),
        _rows(("3/10", "0", "1"), ("0", "0", "0")),
        ONE,
        ONE,
        Fraction(1, 20),
        Fraction(1),
        Fraction(1, 25),
        1,
        ONE,
        Fraction(1, 10),
    )


def _in_batches_of_two() -> Weighted:
    """Two points, four rounds in two batches."""
    return Weighted(
        ((ZERO,), (ONE,)),
        _rows(UP, LEVEL, LEVEL, DOWN),
        _rows(DOWN, LEVEL, LEVEL, DOWN),
        ONE,
        ONE,
        Fraction(1, 50),
        Fraction(1),
        Fraction(1, 100),
        2,
        Fraction(1, 2),
        Fraction(1, 10),
    )


def _at_a_point() -> Weighted:
    """One point, three rounds, of which the second one differs: there is nothing to draw, but coins are thrown."""
    first, second = (_rows(("0",), (loss,), ("1",)) for loss in "01")
    return Weighted(((ZERO,),), first, second, ONE, ONE, Fraction(1, 40), ZERO, Fraction(1, 40), 1, ONE, Fraction(1, 2))


def read(setting: Weighted) -> dict[str, Any]:
    """T, n, B, the other parameters, and K, the number of sequences."""
    return {
        "T": Fraction(len(setting.first)),
        "n": Fraction(setting.batches),
        "B": Fraction(setting.batch),
        "D": setting.diameter,
        "Lip": setting.lipschitz,
        "beta": setting.beta,
        "eta": setting.eta,
        "w": setting.rate,
        "p": setting.fake_switch,
        "eps": setting.eps,
        "delta": setting.delta,
        "K": Fraction(len(games.released(setting, 0))),
    }


def _model(course: Course, t: int, e: int) -> int:
    return (course.x if e == 1 else course.y)[t - 1]


def _loss(setting: Weighted, t: int, course: Course) -> Any:
    return (games.chance(setting, 0, t, course) / games.chance(setting, 1, t, course)).log()


def _all_losses(setting: Weighted, course: Course) -> Any:
    return (games.courses(setting, 0)[course] / games.courses(setting, 1)[course]).log()


@cache
def _sequence(setting: Weighted, h: int) -> Told:
    return list(games.released(setting, 0))[h - 1]


def _differ(setting: Weighted, t: int) -> int:
    return int(games.changed(setting) // setting.batch == t - 1)


POSITIVE: Final = ("D", "Lip", "beta", "eta", "w")
BATCH: Final = {"s": "integer, 1 <= s, s <= n"}
STEP: Final = {"t": "integer, 1 <= t, t <= n - 1"}
GAME: Final = {"g": "integer, 1 <= g, g <= 2"}
ONE_OF_BOTH: Final = {"e": "integer, 1 <= e, e <= 2"}
OF_MODEL: Final = {**GAME, **STEP, **ONE_OF_BOTH}
SEQUENCE: Final = {"h": "integer, 1 <= h, h <= K"}
QUOTIENT: Final = "exp(-2*B*eta - beta*(all(g, i, 1) - all(g, i, 2)))"
"""What line 6 compares with 1."""
SAMPLE: Final = "E(exp(u*ell(t + 2)), draw(t + 2))"
"""The moment of the loss of a model that is drawn in step t + 1."""
X_STEP: Final = (
    "(1 - p)*S(1, t + 1)*exp(u*(log(S(1, t + 1)) - log(S(2, t + 1))))"
    f" + q(1, t + 1)*exp(u*(log(q(1, t + 1)) - log(q(2, t + 1))))*{SAMPLE}"
)
Y_STEP: Final = f"1 - p + p*{SAMPLE}"
FEW_SAMPLES: Final = Model(
    "Algorithm 1 with regularized multiplicative weights",
    parameters={
        "n": "integer, 1 <= n",
        "B": "integer, 1 <= B",
        "T": "integer, 1 <= T, n*B = T",
        **{name: f"real, 0 < {name}" for name in POSITIVE},
        "p": "real, 0 < p, p < 1",
        "eps": "real, 0 < eps, eps <= 1, eps*B <= 1",
        "delta": "real, 0 < delta, delta < 1",
        "K": "integer, 1 <= K",
    },
    variables={
        "x": "real",
        "u": "real, 0 <= u",
        **BATCH,
        **GAME,
        **ONE_OF_BOTH,
        **SEQUENCE,
        "i": "integer, 1 <= i, i <= n - 1",
        "t": "integer, 0 <= t, t <= n - 2",
        "j": "integer, 1 <= j, j <= t",
    },
    quantities={
        "P": Named(lambda setting: games.courses(setting, 0), space="course", law=True),
        "after": Named(
            games.after, {"t": "integer, 0 <= t, t <= n - 2"}, "course", given="course", law=True, mean_of="P"
        ),
        "S": Named(
            lambda setting, g, t, course: games.keeps(setting, g - 1, t, course.x[t - 1], course.y[t - 1]),
            {**GAME, **STEP},
            "course",
            range="positive",
        ),
        "q": Named(
            lambda setting, g, t, course: games.anew(setting, g - 1, t, course.x[t - 1], course.y[t - 1]),
            {**GAME, **STEP},
            "course",
            range="positive",
        ),
        "all": Named(
            lambda setting, g, t, e, course: games.in_batch(setting, g - 1, t, _model(course, t, e)), OF_MODEL, "course"
        ),
        "one": Named(
            lambda setting, g, t, e, course: games.changed_loss(setting, g - 1, _model(course, t, e)),
            OF_MODEL,
            "course",
        ),
        "differ": Named(_differ, STEP, range="at least 0"),
        "l": Named(_loss, STEP, "course"),
        "Z": Named(_all_losses, space="course"),
        "k": Named(
            lambda setting, h, course: int(told(course) == _sequence(setting, h)),
            SEQUENCE,
            "course",
            range="at least 0",
        ),
        "R": Named(lambda setting, h: games.released(setting, 0)[_sequence(setting, h)], SEQUENCE, range="at least 0"),
        "R2": Named(lambda setting, h: games.released(setting, 1)[_sequence(setting, h)], SEQUENCE, range="at least 0"),
        "least": Named(games.least_delta, {"x": "real"}),
        "draw": Named(lambda setting, s: dict(enumerate(games.law(setting, 0, s))), BATCH, space="points", law=True),
        "ell": Named(games.sample_loss, BATCH, space="points"),
        "told": Named(games.is_before, BATCH, range="at least 0"),
        "shift": Named(games.shift, BATCH),
        "lost": Named(lambda setting, x: games.changed_loss(setting, 0, x), space="points"),
        "lost2": Named(lambda setting, x: games.changed_loss(setting, 1, x), space="points"),
        "low": Named(lambda setting: min(games.changed_loss(setting, 0, x) for x in setting.models)),
        "low2": Named(lambda setting: min(games.changed_loss(setting, 1, x) for x in setting.models)),
        "a": Named(lambda setting: (as_real(log(setting.batches)) / 3).exp(), range="positive"),
    },
    facts={
        "fake switch": "p*eps = 10*w",
        "rate of the coin": "eta <= w",
        "rate of the losses": "beta*Lip*D <= w",
        "line 6": f"S(g, i) = {QUOTIENT} + [1 < {QUOTIENT}]*(1 - {QUOTIENT})",
        "line 7": "q(g, i) = 1 - (1 - p)*S(g, i)",
        "losses of a batch": "all(g, i, 1) - all(g, i, 2) <= B*Lip*D",
        "one round differs": "all(1, i, e) - all(2, i, e) = differ(i)*(one(1, i, e) - one(2, i, e))",
        "losses of a round": "one(g, i, 1) - one(g, i, 2) <= Lip*D",
        "losses of a round, back": "one(g, i, 2) - one(g, i, 1) <= Lip*D",
        "one batch differs": "sum(differ(t), t, 1, n - 1) <= 1",
        "a step": f"E(exp(u*l(t + 1)), after(t)) = ({X_STEP})*({Y_STEP})",
        "past steps": "E((l(j) - given(l(j)))**2, after(t)) = 0",
        "losses of steps": "Z = sum(l(t), t, 1, n - 1)",
        "one of all": "sum(k(h), h, 1, K) = 1",
        "sequences": "R(h) = E(k(h))",
        "sequences, other": "R2(h) = E(k(h)*exp(-Z))",
        "least delta": "least(x) = sum([exp(x)*R2(h) < R(h)]*(R(h) - exp(x)*R2(h)), h, 1, K)",
        "cube root": "a**3 = n",
        "loss of a sample": "ell(s) = -beta*told(s)*(lost - lost2) - shift(s)",
        "one round": "told(s) <= 1",
        "the other law": "E(exp(-ell(s)), draw(s)) = 1",
        "least loss": "low <= lost",
        "least other loss": "low2 <= lost2",
        "losses on the set": "lost <= low + Lip*D",
        "other losses on the set": "lost2 <= low2 + Lip*D",
    },
    settings=cache(lambda: tuple(settings())),
    read=read,
    outcomes={
        "course": lambda setting: list(games.courses(setting, 0)),
        "points": lambda setting: list(setting.models),
    },
)
FEW_WEIGHTS: Final = FEW_SAMPLES.narrowed(
    "Algorithm 1 with multiplicative weights, eps = 1/B",
    {"batches": "eps*B = 1", "one rate": "w = eta"},
    cache(lambda: tuple(weights_settings())),
)
