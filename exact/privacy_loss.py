"""Privacy-loss distributions and their composition, exact at any number of rounds.

A pair of laws is reduced to its likelihood ratio: atoms (p, q). Independent composition multiplies atoms. Where all
ratios are integer powers of one rational base, k-fold composition is the k-th power of an integer polynomial, so ten
thousand rounds cost one polynomial power; and where rounds differ, but each has ratios that are a constant times powers
of one base, they compose by a product of as many polynomials.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from flint import fmpq, fmpz_poly

from dpassay.exact.dist import total
from dpassay.exact.divergences import Law, profile
from dpassay.exact.expnumber import Number
from dpassay.exact.profile import Atom, Profile, as_exp_eps, merge_atoms
from dpassay.exact.rationals import as_positive_integer, first_true, lcm, require


@dataclass(frozen=True, slots=True)
class PrivacyLoss:
    """The privacy-loss distribution of a pair of laws: finitely many atoms (p, q), their loss log(p/q) increasing.

    Mass where the second law is zero has infinite loss and is kept; so is mass where the first law is zero.
    """

    atoms: tuple[Atom, ...]

    @classmethod
    def from_pair(cls, p: Law, q: Law) -> PrivacyLoss:
        """Reduce a pair of finite laws, or of integer laws with equal tails."""
        return cls(profile(p, q).atoms)

    @classmethod
    def from_atoms(cls, atoms: Iterable[Atom]) -> PrivacyLoss:
        """Build it from atoms in any order; their p and their q must total 1."""
        merged = merge_atoms(atoms)
        p, q = total(a.p for a in merged), total(a.q for a in merged)
        require(p == 1 and q == 1, "atoms", f"with totals {p} and {q}", "totals of 1 and 1")
        return cls(merged)

    @property
    def profile(self) -> Profile:
        """The exact privacy profile."""
        return Profile(self.atoms)

    def delta(self, exp_eps: object) -> Number:
        """Return delta at e^eps = ``exp_eps``, exactly."""
        return self.profile.delta(exp_eps)

    @property
    def max_ratio(self) -> Number | None:
        """The largest likelihood ratio, which is e to the max divergence; None where it is infinite."""
        return self.profile.max_ratio

    def compose(self, other: PrivacyLoss) -> PrivacyLoss:
        """The loss of an independent pair of mechanisms."""
        return PrivacyLoss(merge_atoms(Atom(a.p * b.p, a.q * b.q) for a in self.atoms for b in other.atoms))

    def self_compose(self, rounds: int) -> PrivacyLoss | LatticeLoss:
        """The loss of ``rounds`` independent runs.

        It is a ``LatticeLoss`` where the ratios are powers of one rational, and comes by repeated squaring elsewhere.
        """
        k = as_positive_integer(rounds, "rounds")
        lattice = LatticeLoss.from_loss(self)
        return self._by_squaring(k) if lattice is None else lattice.self_compose(k)

    def _by_squaring(self, rounds: int) -> PrivacyLoss:
        result = self
        for bit in f"{rounds:b}"[1:]:
            result = result.compose(result)
            result = result.compose(self) if bit == "1" else result
        return result


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
        exponents = [exponent_of(ratio, base) for ratio in ratios]
        denominator = lcm(p.denominator for p in rational)
        coefficients = [0] * (max(exponents) - min(exponents) + 1)
        for exponent, p in zip(exponents, rational, strict=True):
            coefficients[exponent - min(exponents)] += int(p * denominator)
        return cls(base, min(exponents), fmpz_poly(coefficients), denominator, infinite)

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
        return None if self.infinite_mass else self._ratio(self.coefficients.degree())

    def _ratio(self, j: int) -> Fraction:
        return self.scale * self.base ** (self.lowest + j)

    def delta(self, exp_eps: object) -> Number:
        """Return delta at e^eps = ``exp_eps``, exactly: the sum over losses above eps of p - exp_eps q."""
        t = as_exp_eps(exp_eps)
        first = first_true(lambda j: j > self.coefficients.degree() or self._ratio(j) > t, 0)
        p, q = self._upper_masses(first)
        return self.infinite_mass + p - t * q

    def _upper_masses(self, first: int) -> tuple[Fraction, Fraction]:
        """Return the masses under both laws of the ratios scale * base^(lowest + j), j >= first."""
        upper = fmpz_poly(self.coefficients.coeffs()[first:])
        inverse = fmpq(self.base.denominator, self.base.numerator)
        q = upper(inverse) * inverse ** (self.lowest + first) / fmpq(self.scale.numerator, self.scale.denominator)
        return Fraction(int(upper(1)), self.denominator), _fraction(q / self.denominator)


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
