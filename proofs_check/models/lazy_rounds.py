"""L2P round by round, on two sequences of losses of which one batch, c, differs in one loss.

``nu(s, x)`` is the measure before batch s and ``f(s, x)`` what batch s multiplies it by, ``mu(s, x)`` the normalized
one; ``q(s, x, y)`` is the probability of S = 1 in line 6 after batch s, with the models x and y, and ``k(s, x, y)``
that nothing is drawn then. A history before round t ends with the models u and v and the bit w; ``m(t, u, v, w, x,
y)`` is the probability of the models x and y in round t given it, ``new(t, u, v, x, y)`` that where w = 1, and ``r(t,
u, v, w, x, y, z)`` that of x, y and the bit z. Nothing earlier matters; in round 1 the history is empty, whatever u, v
and w are. A name that ends in 2 is that of the other sequence. Either may be the first: so a bound of r by a
multiple of r2 is one in both directions. No coin is thrown after the last batch, whose bit is 0. ``g`` is the delta_1
of Theorem 3.2, of which the algorithm knows nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property
from itertools import accumulate
from typing import Any, Final

from dpassay.exact import Dist, as_real, log
from dpassay.exact.markov_chain import Chain
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model
from dpassay.reference import lazy_to_private
from dpassay.reference.lazy_to_private import Exponents, Parameters, State
from dpassay.reference.multiplicative_weights import Matrix

ONE: Final = Fraction(1)


@dataclass(frozen=True)
class Tilted:
    """A measure e^(eta (prior - scale times the losses)); multiplicative weights have no prior, and scale 1."""

    prior: Exponents
    scale: Fraction

    def first(self, models: int) -> Exponents:
        """Return log nu_1."""
        if len(self.prior) != models:
            raise ValueError(f"prior = {self.prior}: expected {models} exponents")
        return self.prior

    def step(self, losses: Matrix) -> Exponents:
        """Return log(nu_(s+1) / nu_s)."""
        return tuple(-self.scale * sum(column, Fraction(0)) for column in zip(*losses, strict=True))


@dataclass(frozen=True)
class Pair:
    """Two sequences of losses, of which one row differs, and what L2P is run with."""

    first: Matrix
    second: Matrix
    growth: Fraction
    batch: int
    fake_switch: Fraction
    delta_1: Fraction = Fraction(1, 2)
    prior: Exponents = ()
    scale: Fraction = ONE

    def __post_init__(self) -> None:
        if not self.growth > 1:
            raise ValueError(f"growth = {self.growth}: expected e^eta above 1")
        if not 0 < self.delta_1 < 1:
            raise ValueError(f"delta_1 = {self.delta_1}: expected a number between 0 and 1")
        if len(self.first) % self.batch != 0 or len(self.second) != len(self.first):
            raise ValueError(f"first, second = {self.first}, {self.second}: expected as many rows, in whole batches")
        if sum(a != b for a, b in zip(self.first, self.second, strict=True)) != 1:
            raise ValueError(f"first, second = {self.first}, {self.second}: expected to differ in one row")
        if any(lazy_to_private.check_data(rows, self.parameters) != rows for rows in (self.first, self.second)):
            raise ValueError(f"first, second = {self.first}, {self.second}: expected rows of losses in [0, 1]")

    @cached_property
    def parameters(self) -> Parameters:
        """Those of L2P."""
        return Parameters.read(
            exp_learning_rate=self.growth,
            batch=self.batch,
            fake_switch=self.fake_switch,
            rounds=len(self.first),
            experts=len(self.first[0]),
        )

    @property
    def measure(self) -> Tilted:
        """The measure."""
        return Tilted(self.prior or (Fraction(0),) * len(self.first[0]), self.scale)

    @property
    def changed_batch(self) -> int:
        """c, from 1."""
        rows = zip(self.first, self.second, strict=True)
        return next(i for i, (a, b) in enumerate(rows) if a != b) // self.batch + 1

    def exchanged(self) -> Pair:
        """The pair in the other order."""
        return replace(self, first=self.second, second=self.first)


def rows_of(pair: Pair, which: int) -> Matrix:
    """The losses of one sequence."""
    return (pair.first, pair.second)[which]


@cache
def exponents(pair: Pair, which: int) -> tuple[Exponents, ...]:
    """log nu_1, ..., log nu_(n+1) in units of eta."""
    steps = map(pair.measure.step, lazy_to_private.batches(rows_of(pair, which), pair.parameters))
    start = pair.measure.first(len(pair.first[0]))
    return tuple(accumulate(steps, lambda a, b: tuple(x + y for x, y in zip(a, b, strict=True)), initial=start))


@cache
def weight(pair: Pair, which: int, s: int, x: int) -> Any:
    """nu_s(x)."""
    return pair.parameters.rate.exp(exponents(pair, which)[s - 1][x - 1])


@cache
def factor(pair: Pair, which: int, s: int, x: int) -> Any:
    """nu_(s+1)(x)/nu_s(x)."""
    after, before = (exponents(pair, which)[k][x - 1] for k in (s, s - 1))
    return pair.parameters.rate.exp(after - before)


@cache
def normalized(pair: Pair, which: int, s: int) -> Dist[int]:
    """The law in proportion to nu_s, of models from 0."""
    return lazy_to_private.normalized(exponents(pair, which)[s - 1], pair.parameters)


@cache
def keeping(pair: Pair, which: int, s: int, x: int, y: int) -> Any:
    """Line 6."""
    before, now = exponents(pair, which)[s - 1 : s + 1]
    return lazy_to_private.keeping(before, now, x - 1, y - 1, pair.parameters)


@cache
def chain(pair: Pair, which: int) -> Chain[State]:
    """Algorithm 1."""
    return lazy_to_private.chain(rows_of(pair, which), pair.parameters, pair.measure)


@cache
def step_law(pair: Pair, which: int, s: int, x: int, y: int) -> Dist[State]:
    """The law of the state after batch s < n, given the models of round s."""
    return Dist(dict(chain(pair, which).kernels[s - 1][State(x - 1, y - 1, 0)]))


@cache
def staying(pair: Pair, which: int, s: int, x: int, y: int) -> Any:
    """The probability that nothing is drawn after batch s."""
    if s == pair.parameters.batches:
        return ONE
    return step_law(pair, which, s, x, y).probability(lambda state: state.zeta == 0)


@cache
def models(  # noqa: PLR0917  # a history and two models
    pair: Pair, which: int, s: int, u: int, v: int, w: int, x: int, y: int
) -> Any:
    """The probability of x_s = x and y_s = y given the history."""
    if s == 1:
        return dict(chain(pair, which).initial)[State(x - 1, y - 1, 0)]
    given = step_law(pair, which, s - 1, u, v).condition(lambda state: state.zeta == w)
    return given.probability(lambda state: (state.x, state.y) == (x - 1, y - 1))


def released(pair: Pair, which: int, *history_and_round: int) -> Any:
    """The probability of x_s, y_s and zeta_s given the history."""
    *others, x, y, z = history_and_round
    stays = staying(pair, which, others[0], x, y)
    return models(pair, which, *others, x, y) * (1 - stays if z else stays)


def batch_loss(pair: Pair, which: int, s: int, x: int) -> Fraction:
    """The losses of a model in batch s."""
    rows = rows_of(pair, which)[(s - 1) * pair.batch : s * pair.batch]
    return sum((row[x - 1] for row in rows), Fraction(0))


def rows(*lines: str) -> Matrix:
    """Losses, a number of digits for each row; h is 1/2."""
    return tuple(tuple(Fraction(1, 2) if loss == "h" else Fraction(loss) for loss in line) for line in lines)


def weighted() -> Iterator[Pair]:
    """Multiplicative weights: one to three models, two to four batches, of which the first or a later one changed."""
    half, third = Fraction(1, 2), Fraction(1, 3)
    games = (
        Pair(rows("10", "00", "00"), rows("01", "00", "00"), Fraction(11, 10), 1, half, Fraction(1, 100)),
        Pair(rows("010", "00h"), rows("101", "00h"), Fraction(21, 20), 1, Fraction(9, 10)),
    )
    for game in games:
        yield from (game, game.exchanged())
    yield Pair(rows("10", "01", "0h", "00"), rows("10", "10", "0h", "00"), Fraction(3, 2), 1, third)
    yield Pair(rows("11", "01", "10", "00"), rows("11", "10", "10", "00"), Fraction(11, 10), 2, Fraction(1, 4))
    yield Pair(rows("1", "0"), rows("0", "0"), Fraction(4), 1, half)


def settings() -> Iterator[Pair]:
    """Those, and measures whose quotient in line 6 is cut off at 1."""
    yield from weighted()
    tilted = Pair(
        rows("10", "01", "11"), rows("01", "01", "11"), Fraction(3, 2), 1, Fraction(1, 3), prior=rows("20")[0]
    )
    yield from (replace(tilted, scale=scale) for scale in (Fraction(3), ONE))


def read(pair: Pair) -> dict[str, Any]:
    """T, n, B, d, p, eta, c and g."""
    return {
        "T": Fraction(len(pair.first)),
        "n": Fraction(pair.parameters.batches),
        "B": Fraction(pair.batch),
        "d": Fraction(len(pair.first[0])),
        "p": pair.fake_switch,
        "eta": as_real(log(pair.growth)),
        "c": Fraction(pair.changed_batch),
        "g": pair.delta_1,
    }


def integers(low: str, high: str, *names: str) -> dict[str, str]:
    """Domains of integers between two ends."""
    return {name: f"integer, {low} <= {name}, {name} <= {high}" for name in names}


def _named(of: Any, which: int, **domain: Any) -> Named:
    return Named(lambda pair, *index: of(pair, which, *index), range="at least 0", **domain)


MODELS: Final = integers("1", "d", "x", "y")
BEFORE: Final = {**integers("1", "d", "u", "v"), **integers("0", "1", "w")}
BATCH: Final = integers("1", "n", "s")


def _quantities(which: int, end: str) -> dict[str, Named]:
    x = {"x": MODELS["x"]}
    return {
        f"nu{end}": Named(
            lambda pair, s, x: weight(pair, which, s, x), {**integers("1", "n + 1", "s"), **x}, range="positive"
        ),
        f"f{end}": Named(lambda pair, s, x: factor(pair, which, s, x), {**BATCH, **x}, range="positive"),
        f"mu{end}": _named(lambda pair, i, s, x: normalized(pair, i, s).pmf(x - 1), which, index={**BATCH, **x}),
        f"q{end}": _named(keeping, which, index={**BATCH, **MODELS}),
        f"k{end}": _named(staying, which, index={**BATCH, **MODELS}),
        f"new{end}": _named(
            lambda pair, i, s, u, v, x, y: models(pair, i, s, u, v, 1, x, y),
            which,
            index={**integers("2", "n", "s"), **integers("1", "d", "u", "v"), **MODELS},
        ),
        f"m{end}": _named(models, which, index={**BATCH, **BEFORE, **MODELS}),
        f"r{end}": _named(released, which, index={**BATCH, **BEFORE, **MODELS, **integers("0", "1", "z")}),
    }


QUOTIENT: Final = "exp(-2*B*eta)*f(s, x)/f(s, y)"


def other(text: str) -> str:
    """The same of the other sequence."""
    return re.sub(r"\b(nu|f|mu|q|k|new|m|r|l)\(", r"\g<1>2(", text)


FACTS: Final = {
    "measure": "nu(s + 1, x) = nu(s, x)*f(s, x)",
    "normalized": "mu(s, x)*sum(nu(s, j), j, 1, d) = nu(s, x)",
    "line 6": f"q(s, x, y) = {QUOTIENT}*[{QUOTIENT} <= 1] + [1 < {QUOTIENT}]",
    "nothing drawn": "k(s, x, y) = 1 - [s < n]*(1 - (1 - p)**2*q(s, x, y))",
    "drawn": "new(t, u, v, x, y)*(1 - (1 - p)**2*q(t - 1, u, v)) = "
    "(1 - (1 - p)*q(t - 1, u, v))*((1 - p)*mu(t, x)*[y = v] + p*mu(t, x)*mu(t, y))"
    " + (1 - p)*q(t - 1, u, v)*p*[x = u]*mu(t, y)",
    "models": "m(t, u, v, w, x, y) = (1 - w)*[x = u]*[y = v] + w*new(t, u, v, x, y)",
    "first models": "m(1, u, v, w, x, y) = mu(1, x)*mu(1, y)",
    "round": "r(s, u, v, w, x, y, z) = m(s, u, v, w, x, y)*((1 - z)*k(s, x, y) + z*(1 - k(s, x, y)))",
}
L2P: Final = Model(
    "L2P on two sequences",
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
    variables={
        **BATCH,
        **integers("2", "n", "t"),
        **integers("1", "n + 1", "b"),
        **MODELS,
        **BEFORE,
        **integers("0", "1", "z"),
    },
    quantities={**_quantities(0, ""), **_quantities(1, "2")},
    facts={
        "batches": "T = n*B",
        **FACTS,
        **{f"{name}, other": other(fact) for name, fact in FACTS.items()},
        "same start": "nu(1, x) = nu2(1, x)",
        "one batch": "(s - c)*(f(s, x) - f2(s, x)) = 0",
    },
    settings=settings,
    read=read,
)

WEIGHT: Final = "nu(b, x) = exp(-eta*sum(l(i, x), i, 1, b - 1))"
LOSSES: Final = "l(s, x) <= B"
WEIGHTS: Final = L2P.narrowed(
    "L2P with multiplicative weights on two sequences",
    {
        "(4)": WEIGHT,
        "(4), other": other(WEIGHT),
        "losses": LOSSES,
        "losses, other": other(LOSSES),
        "one row": "l(s, x) - l2(s, x) <= 1",
        "one row, back": "l2(s, x) - l(s, x) <= 1",
        "other batches": "(s - c)*(l(s, x) - l2(s, x)) = 0",
    },
    weighted,
    {f"l{end}": _named(batch_loss, which, index={**BATCH, "x": MODELS["x"]}) for which, end in enumerate(("", "2"))},
)
THEOREM_32: Final = (
    "eta <= 1/10",
    "B <= T*p",
    "eta*B*log(1/g) <= p",
    "n - 1 <= 2*T*p*log(1/g)/B",
)
"""The preconditions of Theorem 3.2, where E_G is certain at this delta_1; so is every E_s for such weights."""
