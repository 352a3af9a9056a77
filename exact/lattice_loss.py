"""A privacy-loss distribution on a lattice of one rational base: an integer polynomial, exact for any rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

from flint import arb, fmpq, fmpz, fmpz_poly

from dpassay.exact.enclosed_loss import EnclosedLoss
from dpassay.exact.expnumber import Number
from dpassay.exact.logform import LogForm, log
from dpassay.exact.loss_curve import Meets, first_above, least_exp_epsilon
from dpassay.exact.profile import as_exp_eps
from dpassay.exact.rationals import as_fraction, as_positive_integer, first_true, require
from dpassay.exact.real import Undecided, decide

if TYPE_CHECKING:
    from dpassay.exact.privacy_loss import PrivacyLoss

_BITS_OF_ENCLOSURES = 256
"""Where these do not separate two numbers they are compared exactly."""


@dataclass(frozen=True, slots=True)
class LatticeLoss:
    """A privacy-loss distribution whose finite ratios are all scale * base^(lowest + j).

    The first law gives that ratio the probability coefficients[j] / denominator.

    ``base`` is a rational above 1; ``infinite_mass`` is the probability under the first law of an infinite loss;
    ``coefficients`` is an integer polynomial, so that composition is polynomial multiplication; ``scale`` is what all
    ratios have in common.
    """

    base: Fraction
    lowest: int
    coefficients: fmpz_poly
    denominator: int
    infinite_mass: Fraction
    scale: Fraction = Fraction(1)
    _known: dict[int, tuple[fmpz, fmpq]] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def from_rounds(cls, base: Fraction, rounds: Iterable[Mapping[int, int]]) -> LatticeLoss:
        """The loss of independent rounds, in each of which the second law is the first one tilted by powers of base.

        A round maps exponents k to whole weights w above 0. The first law gives k the probability w / (sum of all w),
        the second one w base^-k / (sum of all w base^-k): their ratio is base^k times a constant of the round.
        """
        counts = Counter(tuple(sorted(weights.items())) for weights in rounds)  # equal rounds are one power
        lowest = sum(weights[0][0] * count for weights, count in counts.items())
        coefficients = _product([_polynomial(dict(weights)) ** count for weights, count in counts.items()])
        inverse, denominator = fmpq(base.denominator, base.numerator), coefficients(1)
        scale = coefficients(inverse) * inverse**lowest / denominator
        return cls(base, lowest, coefficients, int(denominator), Fraction(0), _fraction(scale))

    @classmethod
    def from_loss(cls, loss: PrivacyLoss) -> LatticeLoss | None:
        """Return the lattice form, or None where the probabilities or the ratios do not allow it."""
        finite = [atom for atom in loss.atoms if atom.q != 0 and atom.p != 0]
        ratios = [atom.ratio for atom in finite if isinstance(atom.ratio, Fraction)]
        rational = [atom.p for atom in finite if isinstance(atom.p, Fraction)]
        infinite = loss.profile.infinite_mass
        if not (0 < len(finite) == len(ratios) == len(rational)) or not isinstance(infinite, Fraction):
            return None
        base = common_base(ratios)
        if base is None:
            return None
        masses = {exponent_of(ratio, base): p for ratio, p in zip(ratios, rational, strict=True)}
        return cls.from_masses(base, masses, infinite)

    @classmethod
    def from_masses(
        cls, base: Fraction, masses: Mapping[int, Fraction], infinite_mass: Fraction, scale: Fraction = Fraction(1)
    ) -> LatticeLoss:
        """The loss in which the first law gives the ratio scale * base^exponent the mass under that exponent."""
        lowest, denominator = min(masses), lcm(*(p.denominator for p in masses.values()))
        coefficients = [int(masses.get(k, Fraction(0)) * denominator) for k in range(lowest, max(masses) + 1)]
        return cls(base, lowest, fmpz_poly(coefficients), denominator, infinite_mass, scale)

    def self_compose(self, rounds: int) -> LatticeLoss:
        """The loss of ``rounds`` independent runs; an infinite loss in any of them is an infinite loss."""
        k = as_positive_integer(rounds, "rounds")
        return LatticeLoss(
            self.base,
            self.lowest * k,
            self.coefficients**k,
            self.denominator**k,
            1 - (1 - self.infinite_mass) ** k,
            self.scale**k,
        )

    @property
    def max_ratio(self) -> Fraction | None:
        """The largest likelihood ratio, which is e to the max divergence; None where it is infinite."""
        return None if self.infinite_mass else self.ratio(self.size - 1)

    @property
    def size(self) -> int:
        """The number of ratios, of which some may have no mass."""
        return self.coefficients.degree() + 1

    def exponent(self, j: int) -> int:
        """Return the exponent of the ratio in place ``j``."""
        return self.lowest + j

    def ratio(self, j: int) -> Fraction:
        """Return the ratio in place ``j``."""
        return self.scale * self.base ** self.exponent(j)

    def delta(self, exp_eps: object) -> Number:
        """Return delta at e^eps = ``exp_eps``, exactly: the sum over losses above eps of p - exp_eps q."""
        t = as_exp_eps(exp_eps)
        p, q = self._upper_masses(first_above(self, t))
        return self.infinite_mass + p - t * q

    def root(self, first: int, delta: Fraction) -> Fraction:
        """Return where the line of the ratios from place ``first`` on has the height ``delta``."""
        p, q = self._upper_masses(first)
        require(q > 0, "first", first, "the place of a ratio from which on the second law has mass")
        return (self.infinite_mass + p - delta) / q

    def exp_epsilon(self, delta: object) -> Fraction | None:
        """Return the least t >= 1 with delta(t) <= ``delta``, exactly; None below the infinite mass."""
        t = least_exp_epsilon(self, delta, self._meets())
        return None if t is None else as_fraction(t, "exp_epsilon")

    def epsilon(self, delta: object) -> LogForm | None:
        """Return the least eps >= 0 with delta(eps) <= ``delta``, or None: the logarithm of ``exp_epsilon``."""
        t = self.exp_epsilon(delta)
        return None if t is None else log(t)

    def _meets(self) -> Meets:
        """Return what tells whether delta is at most a target: by balls where they tell."""
        enclosed = self._enclosed()

        def meets(exp_eps: Number, target: Fraction) -> bool:
            try:
                return decide(enclosed.delta(exp_eps) <= target, _BITS_OF_ENCLOSURES)
            except Undecided:
                return self.delta(exp_eps) <= target

        return meets

    def _upper_masses(self, first: int) -> tuple[Fraction, Fraction]:
        """Return the masses under both laws of the ratios scale * base^(lowest + j), j >= first."""
        p, q = self._upper_sums(first)
        shifted = q * fmpq(self.base.denominator, self.base.numerator) ** self.lowest
        scaled = shifted / fmpq(self.scale.numerator, self.scale.denominator) / self.denominator
        return Fraction(int(p), self.denominator), _fraction(scaled)

    def _upper_sums(self, first: int) -> tuple[fmpz, fmpq]:
        """Return the sums of c_j and of c_j base^-j over j >= first, from the nearest ones that are known."""
        if first not in self._known:
            nearest = min(self._known, key=lambda known: abs(known - first), default=self.size)
            p, q = self._known.get(nearest, (fmpz(0), fmpq(0)))
            low, high = sorted((first, nearest))
            part = fmpz_poly(self.coefficients.coeffs()[low:high])
            inverse, sign = fmpq(self.base.denominator, self.base.numerator), 1 if first < nearest else -1
            self._known[first] = p + sign * part(1), q + sign * part(inverse) * inverse**low
        return self._known[first]

    def _enclosed(self) -> EnclosedLoss:
        """Return the same loss with masses in balls: enough for most comparisons, and much faster."""

        def masses() -> list[arb]:
            return [arb(c) / self.denominator for c in self.coefficients.coeffs()]

        exponents = range(self.lowest, self.lowest + self.size)
        return EnclosedLoss(self.base, exponents, masses, self.infinite_mass, self.scale)


def _polynomial(weights: Mapping[int, int]) -> fmpz_poly:
    """Return the polynomial of weights by exponent, the least exponent in the place of 0."""
    return fmpz_poly([weights.get(k, 0) for k in range(min(weights), max(weights) + 1)])


def _product(factors: list[fmpz_poly]) -> fmpz_poly:
    """Multiply neighbors, then neighboring products: fast multiplication wants factors of equal size."""
    while len(factors) > 1:
        pairs = zip(factors[::2], [*factors[1::2], fmpz_poly([1])], strict=False)
        factors = [left * right for left, right in pairs]
    return factors[0] if factors else fmpz_poly([1])


def _fraction(value: fmpq) -> Fraction:
    return Fraction(int(value.p), int(value.q))


def common_base(ratios: Iterable[Fraction]) -> Fraction | None:
    """Return the largest rational above 1 of which every ratio is an integer power; None where there is none."""
    base = Fraction(1)
    for ratio in ratios:
        base = _rational_gcd(base, ratio if ratio >= 1 else 1 / ratio)
        if base == 0:
            return None
    return base if base > 1 else None


def _rational_gcd(a: Fraction, b: Fraction) -> Fraction:
    """Euclid's algorithm on exponents: both are at least 1; returns 0 where they are not powers of one rational."""
    while a != 1 and b != 1:
        if a < b:
            a, b = b, a
        quotient = a / b
        if quotient.numerator >= a.numerator or quotient.denominator > a.denominator:
            return Fraction(0)
        a = quotient
    return a if b == 1 else b


def exponent_of(ratio: Fraction, base: Fraction) -> int:
    """Return k with ratio = base^k; ``ValueError`` where there is none."""
    size = ratio if ratio >= 1 else 1 / ratio
    k = first_true(lambda n: base**n >= size, 0)
    require(base**k == size, "ratio", ratio, f"an integer power of {base}")
    return k if ratio >= 1 else -k
