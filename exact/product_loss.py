"""The privacy loss of two laws of products: exact ratios, as products of a few numbers, and sums in enclosures."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from functools import reduce
from operator import add, mul
from typing import Generic, TypeVar

from flint import arb, ctx

from dpassay.exact.expnumber import ExpNumber, Number
from dpassay.exact.products import Factors, Products
from dpassay.exact.real import Real, as_real, working_precision

Y = TypeVar("Y", bound=Hashable)

MOST_TERMS = 256
"""The largest ratio has its exact form where it is a product of sums of at most so many terms."""
_TELLING_BITS = 256


class ProductLoss(Generic[Y]):
    """The privacy loss of the first law against the second.

    Factors that both laws have in one form cancel, so that equal laws have no loss at all.
    """

    def __init__(self, p: Products[Y], q: Products[Y]) -> None:
        shared = [y for y in p if y in q]
        self._masses = [p.factors[y] for y in shared]
        self._ratios = [_differing(p.factors[y], q.factors[y]) for y in shared]
        self._only_first = [p.factors[y] for y in p if y not in q]
        self._balls = p.balls
        self._known: dict[int, tuple[list[arb], list[arb], arb]] = {}

    def _table(self) -> tuple[list[arb], list[arb], arb]:
        """Return the mass of each outcome under the first law, p / q, and the mass that the second law never gives."""
        precision = int(ctx.prec)
        if precision not in self._known:
            product = self._balls.product
            masses = [product(factors) for factors in self._masses]
            ratios = [product(above) / product(below) for above, below in self._ratios]
            self._known[precision] = masses, ratios, _sum(product(factors) for factors in self._only_first)
        return self._known[precision]

    def _expected(self, function: Callable[[arb, arb], arb]) -> arb:
        """Return the sum of a function of p and p / q over what both laws give."""
        masses, ratios, _ = self._table()
        return _sum(map(function, masses, ratios))

    def delta(self, exp_eps: Number) -> Real:
        """Return delta at e^eps: the sum over outcomes of p max(0, 1 - e^eps q / p)."""
        t, zero = as_real(exp_eps), arb(0)

        def evaluate() -> arb:
            height = t.evaluate()
            return self._table()[2] + self._expected(lambda p, ratio: p * (1 - height / ratio).max(zero))

        return Real(evaluate)

    def kl(self) -> Real | None:
        """Return the KL divergence; None where it is infinite."""
        return None if self._only_first else Real(lambda: self._expected(lambda p, ratio: p * ratio.log()))

    def renyi(self, alpha: int) -> Real | None:
        """Return the Renyi divergence of an integer order of at least 2; None where it is infinite."""
        if self._only_first:
            return None
        return Real(lambda: self._expected(lambda p, ratio: p * ratio ** (alpha - 1)).log() / (alpha - 1))

    @property
    def max_ratio(self) -> Number | Real | None:
        """The largest likelihood ratio, in its exact form where one is short and no other may be larger.

        None where it is infinite.
        """
        if self._only_first:
            return None
        exact = self._largest_exact()
        return Real(lambda: reduce(arb.max, self._table()[1])) if exact is None else exact

    def _largest_exact(self) -> Number | None:
        with working_precision(_TELLING_BITS):
            ratios = self._table()[1]
            largest = reduce(arb.max, ratios)
            candidates = [pair for pair, ratio in zip(self._ratios, ratios, strict=True) if not ratio < largest]
        first: Number | None = None
        for above, below in candidates:
            if _terms(above + below) > MOST_TERMS:
                return None
            ratio = reduce(mul, above, Fraction(1)) / reduce(mul, below, Fraction(1))
            if first is not None and not _same(ratio, first):
                return None
            first = ratio
        return first


def _sum(balls: Iterable[arb]) -> arb:
    return reduce(add, balls, arb(0))


def _same(a: Number, b: Number) -> bool:
    """Tell whether two numbers have one form; unequal numbers have not, and equal ones may have several."""
    if isinstance(a, ExpNumber) and isinstance(b, ExpNumber):
        return a is b or (a.numerator == b.numerator and a.denominator == b.denominator)
    return isinstance(a, Fraction) and isinstance(b, Fraction) and a == b


def _differing(p: Factors, q: Factors) -> tuple[Factors, Factors]:
    """Return the factors of both without those that stand in one place of both in one form."""
    if len(p) != len(q):
        return p, q
    pairs = [(a, b) for a, b in zip(p, q, strict=True) if not _same(a, b)]
    return tuple(a for a, _ in pairs), tuple(b for _, b in pairs)


def _terms(factors: Factors) -> int:
    """Return how many terms the product of all numerators and denominators may have."""
    lengths = (len(f.numerator) * len(f.denominator) for f in factors if isinstance(f, ExpNumber))
    return reduce(mul, lengths, 1)
