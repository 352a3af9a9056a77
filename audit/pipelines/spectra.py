"""What a law of directions needs of the eigenvalues of a rational symmetric matrix: its pole, and its constant.

Eigenvalues are roots of the characteristic polynomial, which is exact: a spectrum is given by its coefficients, the
constant one first. For u uniform on the unit sphere in dimension d, and x = u'Au, the constant is the mean of
exp(s x) (t - x)^-d, with t above all eigenvalues. The moments of x are those of a mean of the eigenvalues with weights
from Dirichlet's law of 1/2, ..., 1/2:

    sum over k of (d/2)_k / k! E[x^k] z^k = product over the eigenvalues e of (1 - e z)^(-1/2).

So the constant is a sum over Taylor coefficients of the density, none of which is negative. With x measured from the
middle of the eigenvalues, in halves of their spread, moments are at most 1: what is left out is at most the sum of the
coefficients that are left out, which is the density at the upper end less those that were counted.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache, reduce
from itertools import accumulate
from typing import Final, TypeAlias, cast

from flint import acb, arb, arb_poly, ctx, fmpq, fmpq_mat, fmpq_poly

from dpassay.exact import require
from dpassay.exact.entrance import explain_failures
from dpassay.exact.rationals import shortened
from dpassay.exact.real import rational_ball, working_precision

__all__ = ["MOST_TERMS", "Matrix", "Spectrum", "count_of_terms", "log_constant", "pole", "spectrum_of"]

Matrix: TypeAlias = tuple[tuple[Fraction, ...], ...]
Spectrum: TypeAlias = tuple[Fraction, ...]
MOST_TERMS: Final = 1 << 16
"""A constant that takes more, at 64 bits, is not computed."""


def _rational(value: Fraction) -> fmpq:
    return fmpq(value.numerator, value.denominator)


@lru_cache(maxsize=256)
def spectrum_of(matrix: Matrix) -> Spectrum:
    """Return the coefficients of the characteristic polynomial."""
    entries = [_rational(x) for row in matrix for x in row]
    found = fmpq_mat(len(matrix), len(matrix), entries).charpoly()
    return tuple(Fraction(int(each.p), int(each.q)) for each in found.coeffs())


def _roots(polynomial: fmpq_poly) -> list[arb]:
    """Return the roots, as often as they count, of a polynomial of which all are real."""
    found = cast("list[tuple[acb, int]]", polynomial.complex_roots())
    return [root.real for root, count in found for _ in range(count)]


def _ends(roots: list[arb]) -> tuple[arb, arb]:
    return reduce(lambda one, other: one.min(other), roots), reduce(lambda one, other: one.max(other), roots)


def _polynomial(spectrum: Spectrum) -> fmpq_poly:
    return fmpq_poly([_rational(x) for x in spectrum])


def pole(spectrum: Spectrum, rate: Fraction) -> arb:
    """Return t above all eigenvalues e at which the sum of 1 / (t - e) is twice a rate.

    The sum is the derivative of the characteristic polynomial over itself, and falls from infinity to 0 above the
    largest eigenvalue: so t is the largest root of the derivative less twice the rate times the polynomial. All roots
    of that are real, as it is, but for a factor, the derivative of exp(-2 rate z) times the polynomial.
    """
    _check(spectrum, rate)
    return _pole(spectrum, rate, ctx.prec)


def _check(spectrum: Spectrum, rate: Fraction) -> None:
    require(len(spectrum) > 1, "spectrum", shortened(spectrum), "the coefficients of a polynomial of degree 1 or more")
    require(rate > 0, "rate", rate, "a number above 0")


@lru_cache(maxsize=256)
def _pole(spectrum: Spectrum, rate: Fraction, bits: int) -> arb:
    with working_precision(bits):
        known = _polynomial(spectrum)
        return _ends(_roots(known.derivative() - 2 * _rational(rate) * known))[1]


def count_of_terms(spectrum: Spectrum, rate: Fraction) -> int:
    """Return how many terms of a constant are summed at the working precision, so that little is left out."""
    _check(spectrum, rate)
    return _count(spectrum, rate, ctx.prec)


@lru_cache(maxsize=256)
def _count(spectrum: Spectrum, rate: Fraction, bits: int) -> int:
    with working_precision(bits):
        middle, half = _middle(*_ends(_roots(_polynomial(spectrum))))
        share = half / (pole(spectrum, rate) - middle)
        if not 0 < share < 1:
            return 1 if half.is_zero() else MOST_TERMS + 1
        needed = 2 * bits + 8 * len(spectrum)  # halvings by powers of the share, and by what multiplies these
        return int((-needed / share.log_base(2)).upper().ceil().fmpz())


def _middle(low: arb, high: arb) -> tuple[arb, arb]:
    """Return a number in the middle, and how far the ends are from it at most."""
    middle = ((low + high) / 2).mid()
    return middle, (high - middle).max(middle - low)


def log_constant(spectrum: Spectrum, rate: Fraction) -> arb:
    """Return the logarithm of the constant, at the rate s and its pole t."""
    _check(spectrum, rate)
    return _log_constant(spectrum, rate, ctx.prec)


@lru_cache(maxsize=256)
def _log_constant(spectrum: Spectrum, rate: Fraction, bits: int) -> arb:
    with working_precision(bits):
        roots, dimension = _roots(_polynomial(spectrum)), len(spectrum) - 1
        middle, half = _middle(*_ends(roots))
        scale, s = pole(spectrum, rate) - middle, rational_ball(rate)
        mean = arb(1)
        if not half.is_zero():
            count = count_of_terms(spectrum, rate)
            density = _density(s * half, half / scale, dimension, count)
            moments = _moments([(root - middle) / half for root in roots], count)
            counted = sum((each * moment for each, moment in zip(density, moments, strict=True)), arb(0))
            left = (s * half).exp() * (1 - half / scale) ** -dimension - sum(density, arb(0))
            mean = counted + arb(0, left.abs_upper())
        return s * middle - dimension * scale.log() + mean.log()


def _density(slope: arb, share: arb, dimension: int, count: int) -> list[arb]:
    """Return Taylor coefficients of exp(slope v) (1 - share v)^-dimension."""
    power = _series([share * (dimension + k) / (k + 1) for k in range(count - 1)])
    return _product([_series([slope / (k + 1) for k in range(count - 1)]), power])


def _moments(places: list[arb], count: int) -> list[arb]:
    """Return the moments of a mean of places with weights from Dirichlet's law of halves."""
    found = _product([_series([place * (2 * k + 1) / (2 * k + 2) for k in range(count - 1)]) for place in places])
    factors = _series([arb(2 * k + 2) / (len(places) + 2 * k) for k in range(count - 1)])
    return [factor * each for factor, each in zip(factors, found, strict=True)]


def _series(ratios: list[arb]) -> list[arb]:
    """Return coefficients that begin with 1, from the ratios of those that follow one another.

    What is tiny is enclosed with 0: products of numbers of very different size take long.
    """
    tiny = arb(2) ** (-4 * ctx.prec)

    def following(one: arb, ratio: arb) -> arb:
        found = one * ratio
        return arb(0, tiny) if abs(found) < tiny else found

    return list(accumulate(ratios, following, initial=arb(1)))


def _product(series: list[list[arb]]) -> list[arb]:
    """Return the coefficients of a product, as many as the factors have."""
    count = len(series[0])
    found = reduce(lambda one, other: (one * other).truncate(count), map(arb_poly, series)).coeffs()
    return [*found, *[arb(0)] * (count - len(found))]


explain_failures(__name__)
