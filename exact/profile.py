"""The privacy profile delta(t), t = e^eps, of a pair of finite laws: convex, piecewise linear, and known exactly."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key

from dpassay.exact.dist import as_weight, total
from dpassay.exact.expnumber import ExpNumber, Number
from dpassay.exact.logform import LogForm, log_number
from dpassay.exact.rationals import as_fraction, require
from dpassay.exact.real import Real


def as_exp_eps(value: object, name: str = "exp_eps") -> Number:
    """Return e^eps as an exact number of at least 0.

    Below 1 it is a negative eps, which a hockey-stick divergence allows.
    """
    number = value if isinstance(value, ExpNumber) else as_fraction(value, name)
    require(number >= 0, name, value, "an exact number of at least 0")
    return number


@dataclass(frozen=True, slots=True)
class Atom:
    """Outcomes of one likelihood ratio: their probability under the first and under the second law."""

    p: Number
    q: Number

    def __post_init__(self) -> None:
        """Refuse floats and negative masses."""
        object.__setattr__(self, "p", as_weight(self.p, "p"))
        object.__setattr__(self, "q", as_weight(self.q, "q"))

    @property
    def ratio(self) -> Number:
        """The likelihood ratio p / q; only where q is not zero."""
        return self.p / self.q


def _by_ratio(a: Atom, b: Atom) -> int:
    left, right = a.p * b.q, b.p * a.q
    return (left > right) - (left < right)


def merge_atoms(atoms: Iterable[Atom]) -> tuple[Atom, ...]:
    """Sort by increasing likelihood ratio and merge equal ratios: the likelihood ratio is a sufficient statistic."""
    merged: list[Atom] = []
    for atom in sorted((a for a in atoms if a.p != 0 or a.q != 0), key=cmp_to_key(_by_ratio)):
        if merged and _by_ratio(merged[-1], atom) == 0:
            merged[-1] = Atom(merged[-1].p + atom.p, merged[-1].q + atom.q)
        else:
            merged.append(atom)
    return tuple(merged)


@dataclass(frozen=True, slots=True)
class Profile:
    """The function delta(t) = sup over events of P(E) - t Q(E), for t >= 0.

    ``atoms`` hold the pair reduced to its likelihood ratio, increasing in p/q, so that the breakpoints of delta are the
    ratios and the mass of the atoms with q = 0 is what delta keeps for every t.
    """

    atoms: tuple[Atom, ...]

    @classmethod
    def from_atoms(cls, atoms: Iterable[Atom]) -> Profile:
        """Build a profile from atoms in any order."""
        return cls(merge_atoms(atoms))

    @property
    def infinite_mass(self) -> Number:
        """The probability under the first law of outcomes that the second law never gives."""
        return self.atoms[-1].p if self.atoms and self.atoms[-1].q == 0 else Fraction(0)

    @property
    def breakpoints(self) -> tuple[tuple[Number, Number], ...]:
        """The points (t, delta(t)) where the slope changes, by increasing t."""
        ratios = [atom.ratio for atom in self.atoms if atom.q != 0]
        return tuple((t, self.delta(t)) for t in ratios)

    def delta(self, exp_eps: object) -> Number:
        """Return delta at e^eps = ``exp_eps``, exactly."""
        t = as_exp_eps(exp_eps)
        favorable = [atom for atom in self.atoms if atom.p > t * atom.q]
        return total(atom.p for atom in favorable) - t * total(atom.q for atom in favorable)

    def exp_epsilon(self, delta: object) -> Number | None:
        """Return the least t >= 1 with delta(t) <= ``delta``, exactly; None below the infinite mass."""
        target = delta if isinstance(delta, ExpNumber) else as_fraction(delta, "delta")
        require(0 <= target < 1, "delta", delta, "a number in [0, 1)")
        if self.infinite_mass > target:
            return None
        # Between neighboring ratios delta(t) = p - t q; walk those pieces from the largest ratio down until delta
        # exceeds the target.
        p: Number = self.infinite_mass
        q: Number = Fraction(0)
        for atom in reversed([a for a in self.atoms if a.q != 0]):
            if p - atom.ratio * q > target:
                break
            p, q = p + atom.p, q + atom.q
        root = (p - target) / q
        return root if root > 1 else Fraction(1)

    def epsilon(self, delta: object) -> LogForm | Real | None:
        """Return the least eps >= 0 with delta(eps) <= ``delta``, or None: the logarithm of ``exp_epsilon``."""
        t = self.exp_epsilon(delta)
        return None if t is None else log_number(t)

    @property
    def max_ratio(self) -> Number | None:
        """The supremum of P(E)/Q(E), which is e to the max divergence; None where it is infinite."""
        return None if self.infinite_mass != 0 else self.atoms[-1].ratio
