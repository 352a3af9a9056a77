"""What a target can do with a lazy number: all that it can do with an int or a float, and numpy with an object."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from .worker_lazy import Lazy

if TYPE_CHECKING:
    from collections.abc import Callable

CONSTANTS = (int, float, Fraction, np.integer, np.float64)
RISING = ("log", "log2", "log10", "log1p", "exp", "exp2", "expm1", "sqrt", "arctan", "sinh", "tanh", "arcsinh", "cbrt")
"""Functions of numpy's that rise; all but the square root, which is rounded exactly, are only said to."""


def plain(value: Any) -> Any:
    """Return a number that a lazy one can be held against; a lazy one is settled; ``None``: it is no number."""
    if isinstance(value, Lazy):
        return value.settled()
    if isinstance(value, np.bool_):
        return bool(value)
    if isinstance(value, np.integer):
        return int(value)
    return value if isinstance(value, CONSTANTS) else None


class LazyNumber(Lazy):
    """What integers and reals have in common."""

    __slots__ = ()

    # Comparisons

    def _compared(self, other: Any, *, or_equal: bool, negated: bool) -> Any:
        bound = plain(other)
        if bound is None:
            return NotImplemented
        if bound != bound:  # noqa: PLR0124  # NaN
            return False
        return self.is_below(bound, or_equal=or_equal) != negated

    def __lt__(self, other: Any) -> Any:
        return self._compared(other, or_equal=False, negated=False)

    def __le__(self, other: Any) -> Any:
        return self._compared(other, or_equal=True, negated=False)

    def __gt__(self, other: Any) -> Any:
        return self._compared(other, or_equal=True, negated=True)

    def __ge__(self, other: Any) -> Any:
        return self._compared(other, or_equal=False, negated=True)

    def __eq__(self, other: object) -> Any:
        bound = plain(other)
        return NotImplemented if bound is None else self.equals(bound)

    def __ne__(self, other: object) -> Any:
        bound = plain(other)
        return NotImplemented if bound is None else not self.equals(bound)

    def __bool__(self) -> bool:
        return not self.equals(0)

    # Arithmetic

    def _with(self, other: Any, made: Callable[[Any], Any]) -> Any:
        constant = plain(other)
        return NotImplemented if constant is None else made(constant)

    def _affine(self, constant: Any, factor: int, shift: int) -> tuple[int, int] | None:
        if self.affine is None or not isinstance(constant, int):
            return None
        return self.affine[0] * factor, self.affine[1] * factor + shift

    def __add__(self, other: Any) -> Any:
        return self._with(other, lambda c: self.then(lambda v: v + c, affine=self._affine(c, 1, c)))

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        return self._with(other, lambda c: self.then(lambda v: v - c, affine=self._affine(c, 1, -c)))

    def __rsub__(self, other: Any) -> Any:
        return self._with(other, lambda c: self.then(lambda v: c - v, rises=False, affine=self._affine(c, -1, c)))

    def __mul__(self, other: Any) -> Any:
        return self._with(other, lambda c: self.then(lambda v: v * c, rises=c >= 0, affine=self._affine(c, c, 0)))

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        return self._with(other, lambda c: self.then(lambda v: v / c, rises=c >= 0))

    def __rtruediv__(self, other: Any) -> Any:
        def made(constant: Any) -> Any:
            """Above 0 and below it a quotient by the number goes the other way; at 0 there is none."""
            return bool(self) and self > 0, self.then(lambda v: constant / v, rises=constant < 0)

        found = self._with(other, made)
        return found if found is NotImplemented else found[1]

    def __floordiv__(self, other: Any) -> Any:
        return self._with(other, lambda c: self.then(lambda v: v // c, rises=c >= 0))

    def __neg__(self) -> Any:
        return self.then(lambda v: -v, rises=False, affine=self._affine(0, -1, 0))

    def __pos__(self) -> Any:
        return self

    def __abs__(self) -> Any:
        return -self if self < 0 else self

    def __pow__(self, other: Any, modulus: Any = None) -> Any:
        if modulus is not None or self < 0:
            return pow(self.settled(), other, modulus)
        return self._with(other, lambda c: self.then(lambda v: v**c, rises=c >= 0, said="power"))

    def __rpow__(self, other: Any) -> Any:
        return self._with(other, lambda c: self.then(lambda v: c**v, rises=c >= 1, said="power"))

    def __rfloordiv__(self, other: Any) -> Any:
        return plain(other) // self.settled()

    def __rmod__(self, other: Any) -> Any:
        return plain(other) % self.settled()

    def __rdivmod__(self, other: Any) -> Any:
        return divmod(plain(other), self.settled())

    # Rounding

    def __floor__(self) -> Any:
        return self.then(math.floor)

    def __ceil__(self) -> Any:
        return self.then(math.ceil)

    def __trunc__(self) -> Any:
        return self.then(math.trunc)

    def __round__(self, digits: int | None = None) -> Any:
        return self.then(lambda v: round(v, digits) if digits is not None else round(v))

    def round(self, decimals: int = 0, out: None = None) -> Any:  # noqa: ARG002  # as numpy calls it
        """Round as numpy rounds a float64."""
        return self.then(lambda v: float(np.round(v, decimals)))

    def rint(self) -> Any:
        """Round as numpy does."""
        return self.round()

    # Where a plain number is wanted

    def __int__(self) -> int:
        return int(plain(self.then(math.trunc)))

    def __float__(self) -> float:
        return float(self.settled())

    def __complex__(self) -> complex:
        return complex(self.settled())

    def __hash__(self) -> int:
        return hash(self.settled())

    def __repr__(self) -> str:
        return repr(self.settled())

    def __str__(self) -> str:
        return str(self.settled())

    def __format__(self, form: str) -> str:
        return format(self.settled(), form)

    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, _known: Any) -> Any:
        return self

    def conjugate(self) -> Any:
        """Return the number, as numpy asks for it."""
        return self

    real = property(lambda self: self)
    imag = property(lambda _self: 0)


def _applied(name: str) -> Callable[[LazyNumber], Any]:
    function = getattr(np, name)

    def method(self: LazyNumber) -> Any:
        def value(number: Any) -> float:
            with np.errstate(all="ignore"):
                return float(function(float(number)))

        return self.then(value, said="" if name == "sqrt" else name)

    return method


for _name in RISING:
    setattr(LazyNumber, _name, _applied(_name))


class LazyReal(LazyNumber):
    """A float that is not drawn to its last bit."""

    __slots__ = ()

    __class__ = property(lambda _self: float)  # what isinstance is told

    def __mod__(self, other: Any) -> Any:
        return self.settled() % plain(other)

    def __divmod__(self, other: Any) -> Any:
        return divmod(self.settled(), plain(other))

    def is_integer(self) -> bool:
        """Tell whether the number is a whole one."""
        return float(self.settled()).is_integer()

    def as_integer_ratio(self) -> tuple[int, int]:
        """Return the number as a quotient."""
        return float(self.settled()).as_integer_ratio()


class LazyInt(LazyNumber):
    """An int that is not drawn to its last bit."""

    __slots__ = ()

    __class__ = property(lambda _self: int)  # what isinstance is told

    def __index__(self) -> int:
        return int(self.settled())

    def __mod__(self, other: Any) -> Any:
        modulus = plain(other)
        if self.affine is not None and isinstance(modulus, int) and modulus > 0:
            return self.residue(modulus)
        return self.settled() % modulus

    def __divmod__(self, other: Any) -> Any:
        remainder = self % other
        return self // other, remainder

    def __and__(self, other: Any) -> Any:
        mask = plain(other)
        low_bits = isinstance(mask, int) and mask >= 0 and mask & (mask + 1) == 0
        return self % (mask + 1) if low_bits else self.settled() & mask

    __rand__ = __and__

    def __rshift__(self, other: Any) -> Any:
        return self // (1 << plain(other))

    def __lshift__(self, other: Any) -> Any:
        return self * (1 << plain(other))

    def __or__(self, other: Any) -> Any:
        return self.settled() | plain(other)

    def __xor__(self, other: Any) -> Any:
        return self.settled() ^ plain(other)

    __ror__, __rxor__ = __or__, __xor__

    def __rrshift__(self, other: Any) -> Any:
        return plain(other) >> self.settled()

    def __rlshift__(self, other: Any) -> Any:
        return plain(other) << self.settled()

    def __invert__(self) -> Any:
        return -self - 1

    def bit_length(self) -> Any:
        """Return how many bits the number has: of one that is not negative this rises."""
        return self.then(int.bit_length, rises=self > 0)

    def to_bytes(self, *args: Any, **kwargs: Any) -> bytes:
        """Return the bytes of the number."""
        return int(self.settled()).to_bytes(*args, **kwargs)

    numerator = property(lambda self: self)
    denominator = property(lambda _self: 1)
