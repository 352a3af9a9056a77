"""Algorithm 1 with multiplicative weights on two games that differ in a round of the last batch.

A setting is a matrix of losses in [0, 1], the round of the last batch that differs and the row that stands there in the
other game, e^eta, B, which divides T, and p. ``coin(s)`` is 1 where the algorithm draws the coins A_s, S_s and S'_s,
else 0. ``l(g, s, b, i)`` is the loss of model i in round b of batch s of game g, 1 or 2, ``nu(g, s, i)`` the logarithm
of nu_s in units of eta. ``course(g)`` is the probability of a course in game g: all (x_s, y_s), s <= n, and zeta_s, s
<= n - 1; ``c(g, s)`` is that of its first s batches. ``x(s, i)`` and ``y(s, i)`` are 1 where x_s, or y_s, is model i,
and else 0, ``same(e)`` and ``other(e)`` where x, or y, is the same in the batches e and e + 1, and ``z(e)`` is zeta_e.
``S(g, e)`` is the probability that S_(e+1) = 1 in game g, given the models of batch e, and ``of_x(g, s)`` and ``of_y(g,
s)`` are those of x_s and y_s under the normalized nu_s.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, Final

from dpassay.exact import Budget, as_real, log
from dpassay.proofs_check.models.multiplicative_weights import Rows
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model
from dpassay.reference import lazy_to_private as l2p


@dataclass(frozen=True)
class Pair:
    """The losses, the changed round, counted from 1, and the other row; e^eta, the batch and p."""

    losses: Rows
    changed: int
    row: tuple[Fraction, ...]
    growth: Fraction
    batch: int
    fake_switch: Fraction

    def __post_init__(self) -> None:
        for g in (1, 2):
            l2p.check_data(self.game(g), self.parameters())
        if len(self.losses) % self.batch:
            raise ValueError(f"batch = {self.batch}: expected one that divides {len(self.losses)}")
        if not len(self.losses) - self.batch < self.changed <= len(self.losses):
            raise ValueError(f"changed = {self.changed}: expected a round of the last batch")

    def parameters(self) -> l2p.Parameters:
        """Those of L2P."""
        rate = Budget(exp_eps=self.growth)
        return l2p.Parameters(rate, self.batch, self.fake_switch, len(self.losses), len(self.losses[0]))

    def game(self, g: int) -> Rows:
        """The losses of game 1 or 2."""
        other = (*self.losses[: self.changed - 1], self.row, *self.losses[self.changed :])
        return self.losses if g == 1 else other


@cache
def courses(pair: Pair, g: int) -> Any:
    """The law of the course in one game."""
    return l2p.state_law(pair.game(g), pair.parameters())


def coin(pair: Pair, s: int) -> int:
    """Line 4: coins are drawn in each step of the chain, of which the first leads to batch 2."""
    return int(2 <= s <= len(l2p.chain(pair.losses, pair.parameters()).kernels) + 1)


def settings() -> Iterator[Pair]:
    """One to three batches of one or two rounds, two models; one of them with equal rows."""
    zero, one, half = Fraction(0), Fraction(1), Fraction(1, 2)
    first, second, mixed = (zero, one), (one, zero), (half, one)
    for rounds, batch, changed in ((1, 1, 1), (2, 1, 2), (2, 2, 1), (3, 1, 3), (4, 2, 4)):
        losses = (second, first, mixed, second)[:rounds]
        yield Pair(losses, changed, first if rounds % 2 else mixed, Fraction(3, 2), batch, Fraction(1, 3))
    yield Pair((first, second), 2, second, Fraction(3), 1, half)


def read(pair: Pair) -> dict[str, Any]:
    """T, d, B, n, p and eta."""
    return {
        "T": Fraction(len(pair.losses)),
        "d": Fraction(len(pair.row)),
        "B": Fraction(pair.batch),
        "n": Fraction(len(pair.losses), pair.batch),
        "p": pair.fake_switch,
        "eta": as_real(log(pair.growth)),
    }


def is_model(number: int, i: int) -> int:
    """Whether a model, counted from 0, is model i, counted from 1."""
    return int(number == i - 1)


@cache
def _measure(pair: Pair, g: int, s: int) -> Any:
    return l2p.measures(pair.game(g), pair.parameters())[s - 1]


def mass(pair: Pair, g: int, s: int, number: int) -> Any:
    """That of a model under the normalized nu_s."""
    return l2p.normalized(_measure(pair, g, s), pair.parameters()).pmf(number)


def keeps(pair: Pair, g: int, e: int, course: Any) -> Any:
    """Line 6."""
    x, y = course.x[e - 1], course.y[e - 1]
    return l2p.keeping(_measure(pair, g, e), _measure(pair, g, e + 1), x, y, pair.parameters())


@cache
def beginning(pair: Pair, g: int, s: int) -> Any:
    """The law of what the first batches show."""
    return courses(pair, g).map(lambda course: (course.x[:s], course.y[:s], course.zeta[: s - 1]))


def of_beginning(pair: Pair, g: int, s: int, course: Any) -> Any:
    """The probability of the first s batches of a course."""
    return beginning(pair, g, int(s)).pmf((course.x[: int(s)], course.y[: int(s)], course.zeta[: int(s) - 1]))


GAME: Final = {"g": "integer, 1 <= g, g <= 2"}
MODEL: Final = {"i": "integer, 1 <= i, i <= d"}
ROUND: Final = {"b": "integer, 1 <= b, b <= B"}
BATCH: Final = {"s": "integer, 1 <= s, s <= n"}
STEP: Final = {"s": "integer, 1 <= s, s <= n + 1"}
BEFORE: Final = {"e": "integer, 1 <= e, e <= n - 1"}
WHOLE: Final = "sum(exp(eta*nu(g, s, i)), i, 1, d)"


def at(model: str, batch: str, s: str, g: str = "g") -> str:
    """log nu_s at the model x or y of a batch, in units of eta."""
    return f"sum({model}({batch}, i)*nu({g}, {s}, i), i, 1, d)"


def exponent(g: str = "g") -> str:
    """The logarithm of what line 6 compares with 1."""
    x = f"{at('x', 'e', 'e + 1', g)} - {at('x', 'e', 'e', g)}"
    return f"(-2*B*eta + eta*({x} + {at('y', 'e', 'e', g)} - {at('y', 'e', 'e + 1', g)}))"


def chance(keeps: str, of_x: str, of_y: str) -> str:
    """The probability of a step: nothing is drawn, or x is, and maybe y, or y alone."""
    none, x = f"(1 - z(e))*(1 - p)**2*{keeps}*same(e)*other(e)", f"(1 - (1 - p)*{keeps})*{of_x}"
    return f"({none} + z(e)*({x}*((1 - p)*other(e) + p*{of_y}) + (1 - p)*{keeps}*p*same(e)*{of_y}))"


CAPPED: Final = "{q} + [1 < {q}]*(1 - {q})".format
LAST_BATCH: Final = Model(
    "two games that differ in the last batch",
    parameters={
        "T": "integer, 1 <= T",
        "d": "integer, 1 <= d",
        "B": "integer, 1 <= B",
        "n": "integer, 1 <= n, n*B = T",
        "p": "real, 0 < p, p < 1",
        "eta": "real, 0 < eta",
    },
    variables={
        **GAME,
        **MODEL,
        **ROUND,
        **BATCH,
        "u": "integer, 1 <= u, u <= n + 1",
        "e": "integer, 1 <= e, e <= n - 1",
        "f": "integer, 1 <= f, f <= n",
    },
    quantities={
        "coin": Named(coin, STEP, range="at least 0"),
        "l": Named(
            lambda a, g, s, b, i: a.game(g)[(s - 1) * a.batch + b - 1][i - 1],
            {**GAME, **BATCH, **ROUND, **MODEL},
            range="at least 0",
        ),
        "nu": Named(
            lambda a, g, s, i: l2p.measures(a.game(g), a.parameters())[s - 1][i - 1], {**GAME, **BATCH, **MODEL}
        ),
        "x": Named(lambda _, s, i, course: is_model(course.x[s - 1], i), {**BATCH, **MODEL}, "course"),
        "y": Named(lambda _, s, i, course: is_model(course.y[s - 1], i), {**BATCH, **MODEL}, "course"),
        "same": Named(lambda _, e, course: int(course.x[e] == course.x[e - 1]), BEFORE, "course"),
        "other": Named(lambda _, e, course: int(course.y[e] == course.y[e - 1]), BEFORE, "course"),
        "z": Named(lambda _, e, course: course.zeta[e - 1], BEFORE, "course"),
        "S": Named(keeps, {**GAME, **BEFORE}, "course"),
        "of_x": Named(lambda a, g, s, course: mass(a, g, s, course.x[s - 1]), {**GAME, **BATCH}, "course"),
        "of_y": Named(lambda a, g, s, course: mass(a, g, s, course.y[s - 1]), {**GAME, **BATCH}, "course"),
        "c": Named(of_beginning, {**GAME, **BATCH}, "course"),
        "course": Named(lambda a, g, course: courses(a, g).pmf(course), GAME, "course", range="at least 0"),
    },
    facts={
        "line 4": "[2 <= u]*[u <= n]*(coin(u) - 1) = 0",
        "equal up to the last batch": "l(1, e, b, i) = l(2, e, b, i)",
        "first batch": "nu(g, 1, i) = 0",
        "next batch": "nu(g, e + 1, i) = nu(g, e, i) - sum(l(g, e, b, i), b, 1, B)",
        "a model x": f"of_x(g, s)*{WHOLE} = exp(eta*{at('x', 's', 's')})",
        "a model y": f"of_y(g, s)*{WHOLE} = exp(eta*{at('y', 's', 's')})",
        "line 6": f"S(g, e) = {CAPPED(q=f'exp({exponent()})')}",
        "line 2": "c(g, 1) = of_x(g, 1)*of_y(g, 1)",
        "lines 7 to 18": f"c(g, e + 1) = c(g, e)*{chance('S(g, e)', 'of_x(g, e + 1)', 'of_y(g, e + 1)')}",
        "all batches": "course(g) = c(g, n)",
    },
    settings=settings,
    read=read,
    outcomes={"course": lambda a: tuple(courses(a, 1).outcomes)},
)
