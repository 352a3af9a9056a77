"""L2P over multiplicative weights on batches that charge the two halves of 2 e experts by turns.

There are 2 N batches of B rounds: the odd ones charge the first half, the even ones the second. h is the rate. Experts
of a half have the same losses and weights, so Algorithm 1 is run on the halves. In batch s an expert of half i has the
weight ``w(s, i)``, which the batch multiplies by ``f(s, i)``, and ``mu(s, i)`` is the normalized measure of the half.
``J(s, i, b)`` is the probability that x_s is in half i and y_s in half b, ``q(s, i, b)`` that S = 1 in line 6 after
batch s, ``K(s, i, b)`` is J once lines 7 to 11 have changed x, and ``x(s, i)`` is the law of x_s. ``lazy`` is the
expected loss, ``best`` that of the best expert.

At the numbers of Theorem 3.10, with eps = 1/B, the rate is that of the statement, or that of the proof. See
``printed_numbers`` for ``nats``, ``eps0``, ``least`` and ``L``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from typing import Any, Final, NamedTuple

from flint import ctx

from dpassay.exact import Real, as_real, log
from dpassay.proofs_check.models.printed_numbers import Printed
from dpassay.proofs_check.proof.densities import kept
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

Pair = tuple[Any, Any]
Square = tuple[Pair, Pair]
HALVES: Final = (0, 1)


@dataclass(frozen=True)
class Turns:
    """N, B, e, p, delta, and e^h; without it the rate is the printed one of the statement, or of the proof."""

    pairs: int
    batch: int
    half: int
    fake_switch: Fraction
    delta: Fraction = Fraction(1, 2)
    growth: Fraction | None = None
    of_proof: bool = False

    def __post_init__(self) -> None:
        if min(self.pairs, self.batch, self.half) < 1:
            raise ValueError(f"N, B, e = {self.pairs}, {self.batch}, {self.half}: expected 1 or more of each")
        if not 0 < self.fake_switch < 1:
            raise ValueError(f"fake_switch = {self.fake_switch}: expected a number between 0 and 1")
        if self.growth is not None and (self.growth <= 1 or self.of_proof):
            raise ValueError(f"growth = {self.growth}: expected e^h above 1, or one of the printed rates")
        self.numbers  # noqa: B018  # which checks delta

    @property
    def rounds(self) -> int:
        """T."""
        return 2 * self.pairs * self.batch

    @cached_property
    def numbers(self) -> Printed:
        """T, d, eps and delta."""
        return Printed(self.rounds, 2 * self.half, Fraction(1, self.batch), self.delta)

    @cached_property
    def rate(self) -> Any:
        """h."""
        if self.growth is not None:
            return kept(as_real(log(self.growth)))
        return kept(self.numbers.rate / self.numbers.large) if self.of_proof else self.numbers.rate

    def falls(self) -> Callable[[int], Any]:
        """e^(-h times a whole number), exactly where e^h is rational, and else in enclosures."""
        fall = (-self.rate.evaluate()).exp() if self.growth is None else 1 / self.growth
        return lambda exponent: fall**exponent


class Batch(NamedTuple):
    """What is known of one batch: w, mu, f, J, and q, K, the next mu and p, which are used after it."""

    weights: Pair
    measure: Pair
    factors: Pair
    joint: Square
    keeping: Square
    moved: Square
    fresh: Pair
    switch: Any


def _course(at: Turns) -> tuple[Batch, ...]:
    """Algorithm 1, of which the joint law of the halves of x_s and y_s is kept."""
    falls = at.falls()
    one = falls(0)
    fair = _normalized((one, one))
    joint = _square(lambda i, b: fair[i] * fair[b])  # line 2
    found = [_batch(at, 1, falls, ((one, one), fair, joint))]
    for s in range(2, 2 * at.pairs + 1):
        last = found[-1]
        weights: Pair = (last.weights[0] * last.factors[0], last.weights[1] * last.factors[1])
        found.append(_batch(at, s, falls, (weights, last.fresh, _with_y(last))))
    return tuple(found)


def _batch(at: Turns, s: int, falls: Callable[[int], Any], before: tuple[Pair, Pair, Square]) -> Batch:
    """Lines 6 to 11. Factors are at least 0, and those of one number add up to 1, so that enclosures stay narrow."""
    weights, measure, joint = before
    p = falls(0) * at.fake_switch.numerator / at.fake_switch.denominator
    lost = (at.batch, 0) if s % 2 else (0, at.batch)
    factors = (falls(lost[0]), falls(lost[1]))
    fresh = _normalized((weights[0] * factors[0], weights[1] * factors[1]))
    keeping = _square(lambda i, b: falls(max(0, 2 * at.batch + lost[i] - lost[b])))
    stays = _square(lambda i, b: (1 - p) * keeping[i][b])
    drawn = [sum((1 - stays[i][b]) * joint[i][b] for i in HALVES) for b in HALVES]
    moved = _square(lambda i, b: stays[i][b] * joint[i][b] + fresh[i] * drawn[b])
    return Batch(weights, measure, factors, joint, keeping, moved, fresh, p)


def _with_y(batch: Batch) -> Square:
    """Lines 13 to 18."""
    moved, fresh, p = batch.moved, batch.fresh, batch.switch
    return _square(lambda i, b: (1 - p) * moved[i][b] + p * fresh[b] * (moved[i][0] + moved[i][1]))


def _normalized(weights: Pair) -> Pair:
    whole = weights[0] + weights[1]
    return weights[0] / whole, weights[1] / whole


def _square(of: Callable[[int, int], Any]) -> Square:
    return (of(0, 0), of(0, 1)), (of(1, 0), of(1, 1))


@cache
def _course_at(at: Turns, bits: int) -> tuple[Batch, ...]:  # noqa: ARG001  # the precision in force
    return _course(at)


def value(at: Turns, of: Callable[[tuple[Batch, ...]], Any]) -> Any:
    """A number of the course of the game."""
    if at.growth is not None:
        return of(_course_at(at, 0))
    return kept(Real(lambda: of(_course_at(at, int(ctx.prec)))))


def played(course: tuple[Batch, ...], s: int, i: int) -> Any:
    """The probability that x_s is in half i."""
    return course[s - 1].joint[i - 1][0] + course[s - 1].joint[i - 1][1]


def lazy_loss(at: Turns) -> Any:
    """The expected loss of L2P."""
    charged = [(s, 1 if s % 2 else 2) for s in range(1, 2 * at.pairs + 1)]
    return value(at, lambda course: at.batch * sum(played(course, *batch) for batch in charged))


def settings() -> Iterator[Turns]:
    """Rates that are the log of a rational number, which are played exactly, and the printed ones."""
    third, half = Fraction(1, 3), Fraction(1, 2)
    yield Turns(4, 2, 1, third, growth=Fraction(4))
    yield Turns(2, 3, 2, half, growth=Fraction(21, 20))
    yield Turns(3, 1, 1, Fraction(9, 10), growth=Fraction(3, 2))
    yield Turns(3, 2, 3, third)
    yield Turns(3, 2, 1, third, of_proof=True)


def printed(*, of_proof: bool) -> tuple[Turns, ...]:
    """N = B^3, two experts and as many as rounds; and another game."""
    games = ((1, 1), (2, 1), (2, 16), (12, 1), *(() if of_proof else ((12, 12**4),)))
    return (
        Turns(3, 2, 3, Fraction(1, 2), of_proof=of_proof),
        *(
            Turns(batch**3, batch, half, Fraction(1, 3), Fraction(1, (batch + 1) ** 8), of_proof=of_proof)
            for batch, half in games
        ),
    )


def _named(of: Callable[..., Any], space: str = "at least 0", **index: str) -> Named:
    return Named(lambda at, *place: value(at, lambda course: of(course, *place)), index, range=space)


HALF: Final = {name: f"integer, 1 <= {name}, {name} <= 2" for name in ("i", "b")}
BATCH: Final = {"s": "integer, 1 <= s, s <= 2*N"}
EARLY: Final = {"t": "integer, 1 <= t, t <= 2*N - 1"}
QUOTIENT: Final = "exp(-2*B*h)*f(t, i)/f(t, b)"
BY_TURNS: Final[Model] = Model(
    "batches that charge two halves of the experts by turns",
    parameters={
        "N": "integer, 1 <= N",
        "B": "integer, 1 <= B",
        "e": "integer, 1 <= e",
        "p": "real, 0 < p, p < 1",
        "delta": "real, 0 < delta, delta < 1",
    },
    variables={
        **BATCH,
        **EARLY,
        **HALF,
        "r": "integer, 1 <= r, r <= N",
        "u": "integer, 1 <= u, u <= N - 1",
    },
    quantities={
        "h": Named(lambda at: at.rate, range="positive"),
        "w": _named(lambda course, s, i: course[s - 1].weights[i - 1], "positive", **BATCH, i=HALF["i"]),
        "mu": _named(lambda course, s, i: course[s - 1].measure[i - 1], "positive", **BATCH, i=HALF["i"]),
        "f": _named(lambda course, s, i: course[s - 1].factors[i - 1], "positive", **BATCH, i=HALF["i"]),
        "x": _named(played, **BATCH, i=HALF["i"]),
        "J": _named(lambda course, s, i, b: course[s - 1].joint[i - 1][b - 1], **BATCH, **HALF),
        "q": _named(lambda course, s, i, b: course[s - 1].keeping[i - 1][b - 1], **BATCH, **HALF),
        "K": _named(lambda course, s, i, b: course[s - 1].moved[i - 1][b - 1], **BATCH, **HALF),
        "lazy": Named(lazy_loss),
        "best": Named(lambda at: Fraction(at.pairs * at.batch)),
    },
    facts={
        "an odd batch charges the first half": "f(2*r - 1, 1) = exp(-B*h)",
        "and not the second": "f(2*r - 1, 2) = 1",
        "an even batch charges the second half": "f(2*r, 2) = exp(-B*h)",
        "and not the first": "f(2*r, 1) = 1",
        "losses at least 0": "f(s, i) <= 1",
        "losses at most 1": "exp(-B*h) <= f(s, i)",
        "first measure": "w(1, i) = 1",
        "measure": "w(t + 1, i) = w(t, i)*f(t, i)",
        "normalized": "mu(s, i)*(w(s, 1) + w(s, 2)) = w(s, i)",
        "first models": "J(1, i, b) = mu(1, i)*mu(1, b)",
        "line 6": f"q(t, i, b) = {QUOTIENT}*[{QUOTIENT} <= 1] + [1 < {QUOTIENT}]",
        "x is kept, or drawn": "K(t, i, b) = (1 - p)*q(t, i, b)*J(t, i, b) + mu(t + 1, i)*(J(t, 1, b) + J(t, 2, b)"
        " - (1 - p)*(q(t, 1, b)*J(t, 1, b) + q(t, 2, b)*J(t, 2, b)))",
        "y is kept, or drawn": "J(t + 1, i, b) = (1 - p)*K(t, i, b) + p*mu(t + 1, b)*(K(t, i, 1) + K(t, i, 2))",
        "played": "x(s, i) = J(s, i, 1) + J(s, i, 2)",
        "loss": "lazy = sum(B*(x(2*r - 1, 1) + x(2*r, 2)), r, 1, N)",
        "the first half is no better": "best <= sum(B, r, 1, N)",
    },
    settings=cache(lambda: tuple(settings())),
    read=lambda at: {
        "N": Fraction(at.pairs),
        "B": Fraction(at.batch),
        "e": Fraction(at.half),
        "p": at.fake_switch,
        "delta": at.delta,
    },
)
AT_PRINTED_RATE: Final[Model] = BY_TURNS.narrowed(
    "batches by turns at the numbers of Theorem 3.10",
    {
        "experts": "nats = log(2*e)",
        "large": "L = log(2*N*B/delta)",
        "eps0": "log(eps0) = 3/4*log(nats) - log(2*N*B)/4",
        "least, first": "least <= eps0",
        "least, second": "least <= 1/B",
        "least of two": "(eps0 - least)*(1/B - least) = 0",
        "printed rate": "log(eta) = 2/3*log(least) - log(2*N*B)/3",
    },
    cache(lambda: (*printed(of_proof=False), *printed(of_proof=True))),
    {
        "nats": Named(lambda at: at.numbers.nats, range="positive"),
        "L": Named(lambda at: at.numbers.large, range="positive"),
        "eps0": Named(lambda at: at.numbers.first, range="positive"),
        "least": Named(lambda at: at.numbers.least, range="positive"),
        "eta": Named(lambda at: at.numbers.rate, range="positive"),
    },
)
STATEMENT: Final[Model] = AT_PRINTED_RATE.narrowed(
    "batches by turns at the rate of Theorem 3.10", {"played rate": "h = eta"}, cache(lambda: printed(of_proof=False))
)
PROOF: Final[Model] = AT_PRINTED_RATE.narrowed(
    "batches by turns at the rate of the proof of Theorem 3.10",
    {"played rate": "h*L = eta"},
    cache(lambda: printed(of_proof=True)),
)
