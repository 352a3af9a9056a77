"""Privacy-loss distributions and their composition, exact at any number of rounds.

A pair of laws is reduced to its likelihood ratio: atoms (p, q). Independent composition multiplies atoms. Where all
ratios are integer powers of one rational base, k-fold composition is the k-th power of an integer polynomial, so ten
thousand rounds cost one polynomial power; where the base is irrational, it is the power of a polynomial of balls; and
where rounds differ, but each has ratios that are a constant times powers of one base, they compose by a product of as
many polynomials.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from flint import arb

from dpassay.exact.dist import total
from dpassay.exact.divergences import Law, profile
from dpassay.exact.enclosed_loss import EnclosedLoss
from dpassay.exact.expnumber import Number, common_powers
from dpassay.exact.lattice_loss import LatticeLoss, common_base, exponent_of
from dpassay.exact.profile import Atom, Profile, merge_atoms
from dpassay.exact.rationals import as_fraction, as_positive_integer, require
from dpassay.exact.real import as_real

__all__ = ["LatticeLoss", "PrivacyLoss", "common_base", "exponent_of"]

EXACT_RATIOS = 24
"""Up to so many ratios an irrational base gives exact masses; beyond, enclosed ones."""


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

    def self_compose(self, rounds: int) -> PrivacyLoss | LatticeLoss | EnclosedLoss:
        """The loss of ``rounds`` independent runs.

        It is a ``LatticeLoss`` where the ratios are powers of one rational. Where they are a constant times powers of
        one irrational base, such as e^epsilon, it is an ``EnclosedLoss``, unless the rounds are few. Elsewhere it comes
        by repeated squaring.
        """
        k = as_positive_integer(rounds, "rounds")
        lattice = LatticeLoss.from_loss(self)
        if lattice is not None:
            return lattice.self_compose(k)
        shifted = self._on_lattice()
        if shifted is None or (isinstance(shifted, EnclosedLoss) and shifted.exponents[-1] * k <= EXACT_RATIOS):
            return self._by_squaring(k)
        return shifted.self_compose(k)

    def _on_lattice(self) -> LatticeLoss | EnclosedLoss | None:
        """Return the loss whose ratios are the least one times powers of one base; None where there is no such base.

        The least one has the exponent 0.
        """
        finite = [atom for atom in self.atoms if atom.q != 0 and atom.p != 0]
        least = finite[0].ratio if finite else Fraction(1)
        lattice = common_powers(atom.ratio / least for atom in finite)
        if lattice is None:
            return None
        base, exponents = lattice
        masses = [as_real(atom.p) for atom in finite]

        def enclosures() -> list[arb]:
            return [mass.evaluate() for mass in masses]

        infinite = self.profile.infinite_mass
        exact = [atom.p for atom in finite if isinstance(atom.p, Fraction)]
        rational = isinstance(base, Fraction) and isinstance(least, Fraction) and isinstance(infinite, Fraction)
        if rational and len(exact) == len(finite):
            numbers = [as_fraction(number, "number") for number in (base, infinite, least)]
            return LatticeLoss.from_masses(numbers[0], dict(zip(exponents, exact, strict=True)), *numbers[1:])
        only_second = total(atom.q for atom in self.atoms if atom.p == 0)
        return EnclosedLoss(base, exponents, enclosures, infinite, least, only_second)

    def _by_squaring(self, rounds: int) -> PrivacyLoss:
        result = self
        for bit in f"{rounds:b}"[1:]:
            result = result.compose(result)
            result = result.compose(self) if bit == "1" else result
        return result
