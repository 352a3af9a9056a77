"""The privacy loss of two laws made of powers of one base: from their exponents, without a probability worked out."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, repeat
from operator import mul
from typing import TypeVar

from flint import arb, fmpz, fmpz_poly

from dpassay.exact.enclosed_loss import EnclosedLoss
from dpassay.exact.expnumber import Number, common_powers
from dpassay.exact.lattice_loss import LatticeLoss
from dpassay.exact.powers import MOST_EXACT_TERMS, Polynomial, Powers, Share, collected, power_sum, power_terms
from dpassay.exact.profile import Atom, Profile
from dpassay.exact.rationals import as_fraction, rational_gcd

Y = TypeVar("Y", bound=Hashable)

MOST_PLACES = 1 << 16
MOST_BITS = 1 << 30
"""Limits of a polynomial over a rational base: its places, and the bits of all of its coefficients."""


@dataclass(frozen=True, slots=True)
class PowerPair:
    """Two laws by their likelihood ratio: that of an outcome is scale * base^difference.

    ``groups`` maps the differences, increasing, to what the first law gives to their outcomes, up to ``first`` (which
    makes masses of counts and powers: the rest over the total); ``second`` is the same for the second law.
    """

    base: Number
    groups: Mapping[int, Polynomial]
    first: tuple[Fraction, Polynomial]
    second: tuple[Fraction, Polynomial]
    only_first: Fraction
    only_second: Fraction

    @classmethod
    def of(cls, p: Powers[Y], q: Powers[Y]) -> PowerPair | None:
        """Return the pair, or None where the likelihood ratios are not all powers of one base up to a constant."""
        shares, others = p.shares, q.shares
        bases = (p.base, [1, 1]) if p.base == q.base else common_powers([p.base, q.base])
        alike = shares.keys() == others.keys() and p.masses.keys().isdisjoint(q.masses)
        if bases is None or not alike or any(share.count != others[y].count for y, share in shares.items()):
            return None
        base, (raise_p, raise_q) = bases
        raised = {y: Share(share.count, share.exponent * raise_p) for y, share in shares.items()}
        groups: dict[int, list[Share]] = {}
        for y, share in raised.items():
            groups.setdefault(share.exponent - others[y].exponent * raise_q, []).append(share)
        return cls(
            base,
            {difference: collected(group) for difference, group in sorted(groups.items())},
            (p.rest, collected(raised.values())),
            (q.rest, collected(Share(share.count, share.exponent * raise_q) for share in others.values())),
            1 - p.rest,
            1 - q.rest,
        )

    def loss(self) -> Profile | LatticeLoss | EnclosedLoss | None:
        """Return the privacy loss in the form that suits its size; None where no form here does."""
        if sum(map(len, self.groups.values())) <= MOST_EXACT_TERMS:
            return self._profile()
        if not isinstance(self.base, Fraction):
            exponents = list(self.groups)
            return EnclosedLoss(self.base, exponents, self._masses, self.only_first, self._scale(), self.only_second)
        return self._lattice(self.base)

    def _scale(self) -> Number:
        """Return the ratio at the exponent 0: (rest / total) of the first law over that of the second."""
        (rest, total), (other_rest, other_total) = self.first, self.second
        shift = min(other_total) - min(total)
        if {exponent + shift: count for exponent, count in total.items()} == other_total:
            return rest / other_rest * self.base**shift
        return rest / other_rest * power_sum(self.base, other_total) / power_sum(self.base, total)

    def _profile(self) -> Profile:
        """Return exact atoms."""
        (p_rest, p_total), (q_rest, q_total) = self.first, self.second
        p_sum, q_sum = power_sum(self.base, p_total), power_sum(self.base, q_total)
        atoms = [
            Atom(
                power_sum(self.base, group) / p_sum * p_rest,
                power_sum(self.base, {e - difference: count for e, count in group.items()}) / q_sum * q_rest,
            )
            for difference, group in self.groups.items()
        ]
        only_q = [Atom(Fraction(0), self.only_second)] if self.only_second else []
        only_p = [Atom(self.only_first, Fraction(0))] if self.only_first else []
        return Profile((*only_q, *atoms, *only_p))

    def _masses(self) -> list[arb]:
        """Enclose what the first law gives to each difference."""
        rest, total = self.first
        terms = dict(zip(total, power_terms(self.base, dict.fromkeys(total, 1)), strict=True))
        unit = arb(rest.numerator) / rest.denominator / sum((terms[e] * n for e, n in total.items()), arb(0))
        return [sum((terms[e] * n for e, n in group.items()), arb(0)) * unit for group in self.groups.values()]

    def _lattice(self, base: Fraction) -> LatticeLoss | None:
        """Return the loss with integer coefficients, unless these would be too many or too long."""
        rest, total = self.first
        differences = list(self.groups)
        step = int(rational_gcd(Fraction(d - differences[0]) for d in differences))
        places, span = (differences[-1] - differences[0]) // step + 1, max(total) - min(total)
        bits = (span + 1) * max(base.numerator, base.denominator).bit_length()
        if places > MOST_PLACES or bits * max(places, len(total)) > MOST_BITS:
            return None
        low, high = min(total), max(total)
        up, down = _whole_powers(base.numerator, high - low), _whole_powers(base.denominator, high - low)
        whole = {e: up[e - low] * down[high - e] for e in total}
        coefficients = [fmpz(0)] * places
        for difference, group in self.groups.items():
            mass = sum((whole[e] * count for e, count in group.items()), fmpz(0))
            coefficients[(difference - differences[0]) // step] = mass * rest.numerator
        denominator = int(sum((whole[e] * count for e, count in total.items()), fmpz(0))) * rest.denominator
        scale = self._scale() * base ** differences[0]
        return LatticeLoss(
            base**step, 0, fmpz_poly(coefficients), denominator, self.only_first, as_fraction(scale, "scale")
        )


def _whole_powers(base: int, highest: int) -> list[fmpz]:
    """Return the powers of the base from 0 up to the highest."""
    return list(accumulate(repeat(fmpz(base), highest), mul, initial=fmpz(1)))
