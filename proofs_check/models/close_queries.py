"""Two queries that rarely differ on the uniform law, on a data set that is smooth with respect to them.

The domain is 1, ..., N. ``b`` is the empirical law of the data set and ``s`` a law of density at most 1/sigma against
the uniform one that gives both queries ``q`` and ``r`` the same answers as b. Their values differ by at most ``w``;
``differ(x)`` is 1 where they differ, else 0, and they differ on a share of at most ``g`` of the domain.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

Values = tuple[Fraction, ...]


@dataclass(frozen=True)
class Close:
    """The empirical law, the smooth law, sigma, both queries, their width and the radius."""

    data: Values
    smooth: Values
    sigma: Fraction
    query: Values
    other: Values
    width: Fraction
    radius: Fraction

    def __post_init__(self) -> None:
        """Check what the model says of a setting."""
        if any(sum(law) != 1 or min(law) < 0 for law in (self.data, self.smooth)):
            raise ValueError(f"data, smooth = {self.data}, {self.smooth}: expected laws")
        if not 0 < self.sigma <= 1 or max(self.smooth) * self.sigma * len(self.smooth) > 1:
            raise ValueError(f"smooth, sigma = {self.smooth}, {self.sigma}: expected a law that is so smooth")
        if any(answer(query, self.data) != answer(query, self.smooth) for query in (self.query, self.other)):
            raise ValueError(f"query, other = {self.query}, {self.other}: expected the same answers on both laws")

    @property
    def differing(self) -> tuple[int, ...]:
        """1 where the queries differ, else 0."""
        return tuple(int(a != b) for a, b in zip(self.query, self.other, strict=True))


def answer(query: Values, law: Values) -> Fraction:
    """The mean of a query under a law."""
    return sum((q * p for q, p in zip(query, law, strict=True)), Fraction(0))


def values(text: str) -> Values:
    """Exact numbers, written with blanks between them."""
    return tuple(map(Fraction, text.split()))


def close(laws: tuple[str, str], queries: tuple[str, str], sigma: str, width: str, radius: str) -> Close:
    """A setting, written."""
    (data, smooth), (query, other) = map(values, laws), map(values, queries)
    return Close(data, smooth, Fraction(sigma), query, other, Fraction(width), Fraction(radius))


QUARTERS: Final = "1/4 1/4 1/4 1/4"


def settings() -> Iterator[Close]:
    """Signs, counting queries and others; data that are smooth, and data that only look so."""
    yield close(("1/2 1/2", "1/2 1/2"), ("1 -1", "-1 -1"), "1", "2", "1/2")
    yield close(("1/2 1/4 1/4", "1/2 1/4 1/4"), ("1 1 0", "0 1 0"), "2/3", "1", "1/3")
    yield close(("1/2 0 1/2 0", QUARTERS), ("1 1 -1 -1", "1 1 1 1"), "1", "2", "1/2")
    yield close(("1 0 0 0", "1/2 1/2 0 0"), ("1 1 1 -1", "1 1 -1 -1"), "1/2", "2", "1/3")
    yield close((QUARTERS, QUARTERS), ("1 0 3 0", "0 0 0 0"), "1/2", "3", "1/2")


POINT: Final = {"x": "integer, 1 <= x, x <= N"}
CLOSE: Final = Model(
    "two queries that rarely differ",
    parameters={
        "N": "integer, 1 <= N",
        "sigma": "real, 0 < sigma, sigma <= 1",
        "g": "real, 0 <= g",
        "w": "real, 0 <= w",
    },
    variables=POINT,
    quantities={
        "b": Named(lambda at, x: at.data[x - 1], POINT, range="at least 0"),
        "s": Named(lambda at, x: at.smooth[x - 1], POINT, range="at least 0"),
        "q": Named(lambda at, x: at.query[x - 1], POINT),
        "r": Named(lambda at, x: at.other[x - 1], POINT),
        "differ": Named(lambda at, x: Fraction(at.differing[x - 1]), POINT, range="at least 0"),
    },
    facts={
        "smooth": "sigma*N*s(x) <= 1",
        "the same answers": "sum(q(x)*b(x), x, 1, N) = sum(q(x)*s(x), x, 1, N)",
        "the same answers to the other": "sum(r(x)*b(x), x, 1, N) = sum(r(x)*s(x), x, 1, N)",
        "equal where they do not differ": "(1 - differ(x))*(q(x) - r(x)) = 0",
        "width": "q(x) - r(x) <= w",
        "width, back": "r(x) - q(x) <= w",
        "close": "sum(differ(x), x, 1, N)/N <= g",
    },
    settings=settings,
    read=lambda at: {"N": Fraction(len(at.data)), "sigma": at.sigma, "g": at.radius, "w": at.width},
)

SIGNS: Final = CLOSE.narrowed(
    "two queries with values in [-1, 1] that rarely differ",
    {"signs": "w = 2"},
    lambda: (at for at in settings() if at.width == 2),
)
"""[0, 1] lies in [-1, 1]."""


def released(at: Close) -> Values:
    """A law that is as smooth: half of s and half of the uniform one."""
    return tuple((p + Fraction(1, len(at.smooth))) / 2 for p in at.smooth)


def cover_error(at: Close) -> Fraction:
    """The error of that law on the query of the cover."""
    return abs(answer(at.other, at.data) - answer(at.other, released(at)))


ANSWERED: Final = SIGNS.narrowed(
    "a law that answers for the data, and two queries with values in [-1, 1] that rarely differ",
    {
        "error on the cover": "sum(r(x)*b(x), x, 1, N) - sum(r(x)*e(x), x, 1, N) <= a",
        "error on the cover, back": "sum(r(x)*e(x), x, 1, N) - sum(r(x)*b(x), x, 1, N) <= a",
    },
    lambda: (at for at in settings() if at.width == 2),
    {
        "e": Named(lambda at, x: released(at)[x - 1], POINT, range="at least 0"),
        "a": Named(cover_error, range="at least 0"),
    },
)
"""``e`` is the law that answers, and ``a`` bounds its error on ``r``, the query of the cover."""

RELEASED: Final = ANSWERED.narrowed(
    "a smooth law that is released, and two queries with values in [-1, 1] that rarely differ",
    {"e is smooth": "sigma*N*e(x) <= 1"},
    lambda: (at for at in settings() if at.width == 2),
)
"""Where e is as smooth as s."""
