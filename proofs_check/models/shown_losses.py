"""Algorithm 2 on fixed losses: in each round the loss of one expert, drawn uniformly, is shown; a = sqrt(c log(K)/T).

A setting is a matrix of losses Z(t, i) in [0, 1], a row a round, and c. An outcome is the experts that are drawn in all
rounds. ``P`` is its law and ``after(t)`` that given the first t of them. ``Y(t, i)`` is Z(t, i) where i is drawn in
round t, and else 0; ``w(t, i)`` is the weight of expert i before round t, of total 1, and what is multiplied is
divided by ``norm(t)``. A loss is -g (score + d), with
the constant g = c_pdp above 0, the ``score(t, i)``, a log-likelihood with noise, and the constant d = log M - c'.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Final

from dpassay.exact import LogForm, Real, as_real, log
from dpassay.exact.label_family import remembered
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

Drawn = tuple[int, ...]


@dataclass(frozen=True)
class Shown:
    """Losses in [0, 1], a row a round; c above 0; and the constants of a loss, 1/g and d.

    As printed 1/g is log(KT) + 2 c': here the log of ``clipped``, and ``noise``.
    """

    rows: tuple[tuple[Fraction, ...], ...]
    factor: Fraction
    noise: Fraction = Fraction(3)
    shift: Fraction = Fraction(-1, 2)
    clipped: int = 1

    def __post_init__(self) -> None:
        if not self.rows or not self.rows[0] or len({len(row) for row in self.rows}) != 1:
            raise ValueError(f"rows = {self.rows}: expected a row a round, and a loss an expert")
        if not all(0 <= loss <= 1 for row in self.rows for loss in row):
            raise ValueError(f"rows = {self.rows}: expected losses in [0, 1]")
        if min(self.factor, self.noise) <= 0 or self.clipped < 1:
            raise ValueError(
                f"factor, noise, clipped = {self.factor}, {self.noise}, {self.clipped}: expected them above 0"
            )

    @property
    def experts(self) -> int:
        """K."""
        return len(self.rows[0])

    @property
    def span(self) -> LogForm:
        """1/g."""
        return log(self.clipped) + self.noise

    def score(self, t: int, i: int) -> LogForm:
        """The noisy log-likelihood of which the loss is that of expert i in round t."""
        return self.span * -self.rows[t - 1][i - 1] - self.shift


def kept(value: Real) -> Real:
    """The same number, whose last enclosure is kept."""
    return Real(remembered(value.evaluate))


@cache
def rate(at: Shown) -> Real:
    """The learning rate a."""
    return kept((as_real(log(at.experts)) * as_real(at.factor) / as_real(len(at.rows))).sqrt())


@cache
def weights(at: Shown, past: Drawn) -> tuple[Real, ...]:
    """The weights after some rounds, in proportion to e^(-a L) for what an expert was shown to pay."""
    paid = [
        sum((row[i] for row, drawn in zip(at.rows, past, strict=False) if drawn == i + 1), Fraction(0))
        for i in range(at.experts)
    ]
    grown = [(-rate(at) * as_real(total)).exp() for total in paid]
    whole = sum(grown, as_real(0))
    return tuple(kept(weight / whole) for weight in grown)


def norm(at: Shown, t: int, drawn: Drawn) -> Real:
    """What the multiplied weights of round t are divided by."""
    shown = drawn[t - 1]
    gained = 1 - (-rate(at) * as_real(at.rows[t - 1][shown - 1])).exp()
    return 1 - weights(at, drawn[: t - 1])[shown - 1] * gained


def outcomes(at: Shown) -> list[Drawn]:
    """All that may be drawn."""
    return list(product(range(1, at.experts + 1), repeat=len(at.rows)))


def law_after(at: Shown, t: int, past: Drawn) -> Mapping[Drawn, Fraction]:
    """The law of all draws given the first t."""
    rest = product(range(1, at.experts + 1), repeat=len(at.rows) - t)
    return {past[:t] + more: Fraction(1, at.experts ** (len(at.rows) - t)) for more in rest}


def rows(*given: tuple[int | Fraction, ...]) -> tuple[tuple[Fraction, ...], ...]:
    """Rows of exact numbers."""
    return tuple(tuple(map(Fraction, row)) for row in given)


def settings() -> Iterator[Shown]:
    """One to three experts in one to three rounds; c = 2 K and others."""
    half = Fraction(1, 2)
    for factor in (2, 9):
        yield Shown(rows((half,), (1,)), Fraction(factor))
    for factor in (4, 1, 9):
        yield Shown(rows((1, 0)), Fraction(factor))
        yield Shown(rows((0, 1), (half, 1)), Fraction(factor))
    yield Shown(rows((0, 1), (0, 1), (half, 0)), Fraction(4))
    yield Shown(rows((0, 1, half)), Fraction(6))


EXPERT: Final = {"i": "integer, 1 <= i, i <= K"}
ROUND: Final = {"t": "integer, 1 <= t, t <= T"}
NEXT: Final = {"t": "integer, 1 <= t, t <= T + 1"}
SHOWN: Final = Model(
    "losses of which one a round is shown",
    parameters={"T": "integer, 1 <= T", "K": "integer, 1 <= K", "a": "real, 0 <= a", "c": "real, 0 < c"},
    variables={**ROUND, **EXPERT, "j": "integer, 1 <= j, j <= K", "n": "integer, 1 <= n, n <= T + 1"},
    quantities={
        "P": Named(lambda at: law_after(at, 0, ()), space="drawn", law=True),
        "after": Named(law_after, {"t": "integer, 0 <= t, t <= T - 1"}, "drawn", given="drawn", law=True, mean_of="P"),
        "w": Named(
            lambda at, t, i, drawn: weights(at, drawn[: t - 1])[i - 1], {**NEXT, **EXPERT}, "drawn", range="positive"
        ),
        "Z": Named(lambda at, t, i: at.rows[t - 1][i - 1], {**ROUND, **EXPERT}, range="at least 0"),
        "Y": Named(
            lambda at, t, i, drawn: at.rows[t - 1][i - 1] if drawn[t - 1] == i else Fraction(0),
            {**ROUND, **EXPERT},
            "drawn",
            range="at least 0",
        ),
        "norm": Named(norm, ROUND, "drawn", range="positive"),
        "score": Named(lambda at, t, i: at.score(t, i), {**ROUND, **EXPERT}),
        "g": Named(lambda at: 1 / as_real(at.span), range="positive"),
        "d": Named(lambda at: at.shift),
    },
    facts={
        "rate": "a**2*T = c*log(K)",
        "first": "log(w(1, i)) = -log(K)",
        "update": "log(w(t + 1, i)) = log(w(t, i)) - a*Y(t, i) - log(norm(t))",
        "norm": "norm(t) = sum(w(t, k)*exp(-a*Y(t, k)), k, 1, K)",
        "weights": "sum(w(n, i), i, 1, K) = 1",
        "at most 1": "Z(t, i) <= 1",
        "shown": "E(Y(t, i), after(t - 1)) = Z(t, i)/K",
        "shown, squared": "E(Y(t, i)**2, after(t - 1)) = Z(t, i)**2/K",
        "known": "E((w(t, i) - given(w(t, i)))**2, after(t - 1)) = 0",
        "loss": "Z(t, i) = -g*(score(t, i) + d)",
    },
    settings=settings,
    read=lambda at: {
        "T": Fraction(len(at.rows)),
        "K": Fraction(at.experts),
        "a": rate(at),
        "c": at.factor,
    },
    outcomes={"drawn": outcomes},
)
