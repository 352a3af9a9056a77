"""The privacy profile delta(t), t = e^eps, of a pair of finite laws: convex, piecewise linear, and known exactly."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cmp_to_key

from flint import arb

from dpassay.exact.dist import as_weight, total
from dpassay.exact.expnumber import ExpNumber, Number
from dpassay.exact.logform import LogForm, log_number
from dpassay.exact.rationals import as_fraction, first_true, require
from dpassay.exact.real import FIRST_PRECISION, Real, rational_ball, working_precision

_ONE = Fraction(1)


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


_BITS = (FIRST_PRECISION, 4 * FIRST_PRECISION)


def _product_order(a: Number, b: Number, c: Number, d: Number) -> int:
    """Return the sign of a b - c d: by enclosures where they tell, since products of long sums are longer ones."""
    if any(isinstance(number, ExpNumber) for number in (a, b, c, d)):
        for bits in _BITS:
            with working_precision(bits):
                left, right = _ball(a, bits) * _ball(b, bits), _ball(c, bits) * _ball(d, bits)
            if left < right or left > right:
                return 1 if left > right else -1
    first, second = a * b, c * d
    return (first > second) - (first < second)


def _ball(number: Number, bits: int) -> arb:
    return number.ball(bits) if isinstance(number, ExpNumber) else rational_ball(number)


def _by_ratio(a: Atom, b: Atom) -> int:
    return _product_order(a.p, b.q, b.p, a.q)


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
    _known: dict[int, tuple[Number, Number]] = field(default_factory=dict, init=False, compare=False, repr=False)

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
        return self._line(self._first_above(t), t)

    def _first_above(self, t: Number) -> int:
        """Return the place of the first atom with p > t q; all atoms after it are favorable, too."""

        def favorable(j: int) -> bool:
            return j >= len(self.atoms) or _product_order(self.atoms[j].p, _ONE, t, self.atoms[j].q) > 0

        return first_true(favorable, 0)

    def _line(self, first: int, t: Number) -> Number:
        """Return the masses of the atoms from place ``first`` on: the first law's, less t times the second law's."""
        p, q = self._masses(first)
        return p - t * q

    def _masses(self, first: int) -> tuple[Number, Number]:
        if first not in self._known:
            upper = self.atoms[first:]
            self._known[first] = total(atom.p for atom in upper), total(atom.q for atom in upper)
        return self._known[first]

    def exp_epsilon(self, delta: object) -> Number | None:
        """Return the least t >= 1 with delta(t) <= ``delta``, exactly; None below the infinite mass."""
        target = delta if isinstance(delta, ExpNumber) else as_fraction(delta, "delta")
        require(0 <= target < 1, "delta", delta, "a number in [0, 1)")
        if self.infinite_mass > target:
            return None
        # Between neighboring ratios delta(t) = p - t q; find the first ratio at which delta is down to the target.
        finite = sum(1 for atom in self.atoms if atom.q != 0)
        first = first_true(lambda j: j >= finite - 1 or self._line(j, self.atoms[j].ratio) <= target, 0)
        p, q = self._masses(first)
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
