"""The matrix and the hard class of the lower bound, (16), with what separates its pairs.

Source: Sima, Wu, Milenkovic and Szpankowski, "Online Distribution Learning with Local Private Constraints",
Section 3 and Appendix A. Labels y, columns H_y and members i count from 1, as there.

Reading. Where K members are printed with N/2 <= K <= N - 1, the order N is the one power of two that meets this.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from dpassay.analysis.label_laws import Table, Vector
from dpassay.exact import ExpNumber, Number, Real, as_fraction, as_positive_integer, require, square_root
from dpassay.exact.entrance import explain_failures
from dpassay.exact.profile import as_exp_eps
from dpassay.exact.rationals import first_true


def order_of(size: int) -> int:
    """Return the power of two N with N/2 <= K <= N - 1."""
    return 1 << as_positive_integer(size, "size").bit_length()


def hadamard(order: int) -> tuple[tuple[int, ...], ...]:
    """Return the Sylvester-Hadamard matrix of an order that is a power of two; it is symmetric."""
    N = as_positive_integer(order, "order")
    require(N & (N - 1) == 0, "order", order, "a power of two")
    return tuple(tuple(-1 if (y & z).bit_count() % 2 else 1 for z in range(N)) for y in range(N))


def as_number(value: object, name: str) -> Number:
    """Return an exact number: what ``as_fraction`` reads, or an element of the exact field."""
    return value if isinstance(value, ExpNumber) else as_fraction(value, name)


@dataclass(frozen=True, slots=True)
class HadamardClass:
    """The 2K laws p_(i,1), p_(i,2) on N labels: K is ``size``, and ``a`` in [0, 1] is what separates a pair."""

    size: int
    a: Number

    def __post_init__(self) -> None:
        """Check the two parameters."""
        object.__setattr__(self, "size", as_positive_integer(self.size, "size"))
        object.__setattr__(self, "a", as_number(self.a, "a"))
        require(0 <= self.a <= 1, "a", self.a, "a number in [0, 1]")

    @property
    def order(self) -> int:
        """The number N of labels."""
        return order_of(self.size)

    def signs(self, i: int) -> tuple[int, ...]:
        """Return H_(i+1), the signs of member i."""
        require(1 <= i <= self.size, "i", i, f"a member in 1..{self.size}")
        return hadamard(self.order)[i]

    def first(self, i: int) -> Vector:
        """Return p_(i,1): 2/N where the sign is -1, else 0."""
        return tuple(Fraction(1 - sign, self.order) for sign in self.signs(i))

    def second(self, i: int) -> Vector:
        """Return p_(i,2) = p_(i,1) + H_(i+1) a/N."""
        step = self.a / self.order
        return tuple(p + sign * step for p, sign in zip(self.first(i), self.signs(i), strict=True))

    def pair(self, i: int) -> tuple[Vector, Vector]:
        """Return p_(i,1) and p_(i,2)."""
        return self.first(i), self.second(i)

    def table(self) -> Table:
        """Return all 2K laws: p_(1,1), p_(1,2), p_(2,1), ..., p_(K,2)."""
        return tuple(law for i in range(1, self.size + 1) for law in self.pair(i))


def contraction(exp_eps: object) -> Number:
    """Return m(eps) = min{(e^eps - 1)^2, 1}."""
    t = as_exp_eps(exp_eps)
    square = (t - 1) * (t - 1)
    return square if square < 1 else Fraction(1)


def separation_squared(size: int, rounds: int, exp_eps: object) -> Number:
    """Return a^2 of (16), K/(9 T m(eps) e^eps); above 1 where T is too small for the theorem."""
    K, T, t = as_positive_integer(size, "size"), as_positive_integer(rounds, "rounds"), as_exp_eps(exp_eps)
    require(t > 1, "exp_eps", exp_eps, "a number above 1")
    return K / (9 * T * contraction(t) * t)


def separation(size: int, rounds: int, exp_eps: object) -> Number | Real:
    """Return a of (16): exact where a^2 is a single power, as it is for every rational e^eps."""
    return square_root(separation_squared(size, rounds, exp_eps))


def least_rounds(size: int, exp_eps: object) -> int:
    """Return the least T with T >= K/(9 m(eps) e^eps), from where on a <= 1."""
    bound = separation_squared(size, 1, exp_eps)
    return first_true(lambda T: bool(bound <= T), 1)


explain_failures(__name__)
