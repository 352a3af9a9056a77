"""What a kind of laws offers, with what most kinds share; and the table in which a law's kind is found.

Whatever differs from one kind of laws to another is a member of ``Kind``, and nothing outside asks for the class of a
law. A new kind is its class of laws, a class here with what differs (``KINDS`` maps one to the other), and the way in
which samples are cut into cells (``dpassay.properties.cells``).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from flint import arb, ctx

from dpassay.exact.expnumber import Number, exp
from dpassay.exact.logform import LogForm
from dpassay.exact.profile import Profile
from dpassay.exact.rationals import Rational, first_true, require
from dpassay.exact.real import Real, decide, rational_ball
from dpassay.exact.scalars import Scalar, log_scalar

L = TypeVar("L")

AROUND_CENTER = range(-5, 6)
"""The places that tell most, in steps from the center."""

MOST_SCALES = 10**6
"""Places are at most so many scales of the noise from a center: beyond, only exponents of a number would be left."""

MOST_BITS = 10**8
"""Exact probabilities have at most about so many bits."""


class Row(NamedTuple):
    """A place of a law, its probability (of reals: the density there), and the probability of what lies up to it."""

    place: Any
    mass: Scalar
    below: Scalar


class Kind(ABC, Generic[L]):
    """One kind of laws. ``p`` is the law on the first input, ``q`` that on its neighbor; both are of this kind.

    A place is an outcome as the kind writes it: a number, or a tuple where outputs are rows.

    Attributes:
        name: by which the rooms that cut laws into cells know the kind.
        is_real: outputs are floats (in a row: some are), and a law has densities.
        is_finite: ``places`` are all outcomes that there are.
        has_exact_epsilon: ``epsilon`` at a delta has a closed form, so that no delta is too small for it.
        event: the event of ``Row.below``, in words.
    """

    name: ClassVar[str]
    is_real: ClassVar[bool] = False
    is_finite: ClassVar[bool] = False
    has_exact_epsilon: ClassVar[bool] = False
    event: ClassVar[str] = "output <= outcome"

    # Divergences

    @abstractmethod
    def max_ratio(self, p: L, q: L) -> Scalar | None:
        """Return the supremum of p(E)/q(E); None where it is infinite."""

    @abstractmethod
    def hockey_stick(self, p: L, q: L, t: Number) -> Scalar:
        """Return the hockey-stick divergence at e^eps = t."""

    @abstractmethod
    def kl(self, p: L, q: L) -> LogForm | Real | None:
        """Return the KL divergence; None where it is infinite."""

    @abstractmethod
    def renyi(self, p: L, q: L, alpha: int) -> LogForm | Real | None:
        """Return the Renyi divergence of integer order; None where it is infinite."""

    def max_divergence(self, p: L, q: L) -> LogForm | Real | None:
        """Return the logarithm of ``max_ratio``; None where it is infinite."""
        ratio = self.max_ratio(p, q)
        return None if ratio is None else log_scalar(ratio)

    def profile(self, p: L, q: L) -> Profile:
        """Return the exact privacy profile; ``ValueError`` unless there are finitely many likelihood ratios."""
        expected = "laws with finitely many likelihood ratios; ask hockey_stick_divergence"
        raise ValueError(f"laws = {type(p).__name__}: expected {expected}")

    def curve(self, p: L, q: L) -> Callable[[Number], Scalar]:
        """Return ``hockey_stick`` as a function of e^eps, for many values."""
        return lambda t: self.hockey_stick(p, q, t)

    def bounds(self, p: L, q: L, t: Number, tolerance: Fraction, most_boxes: int) -> tuple[Scalar, Scalar]:
        """Return certified bounds of ``hockey_stick``, at most ``tolerance`` apart if ``most_boxes`` suffice.

        The value itself twice where it is not found by cutting boxes.
        """
        value = self.hockey_stick(p, q, t)
        return value, value

    def is_within(self, p: L, q: L, t: Number, delta: Fraction) -> bool:
        """Tell whether ``hockey_stick`` is at most ``delta``; raises ``Undecided`` where enclosures do not tell."""
        return decide(self.hockey_stick(p, q, t) <= delta)

    def epsilon(self, p: L, q: L, delta: Fraction) -> LogForm | Real | None:
        """Return the least eps >= 0 at which ``hockey_stick`` is at most ``delta``; None where there is none.

        Unless the kind has a closed form, by bisection with decided comparisons.
        """
        if delta == 0:
            return self.max_divergence(p, q)

        def meets(epsilon: Fraction) -> bool:
            return decide(self.hockey_stick(p, q, exp(epsilon)) <= delta)

        return LogForm() if meets(Fraction(0)) else _bisected(meets)

    def epsilon_bounds(
        self,
        p: L,
        q: L,
        delta: Fraction,
        tolerance: Fraction,
    ) -> tuple[LogForm | Scalar | None, LogForm | Scalar | None]:
        """Return certified bounds of ``epsilon``; ``tolerance`` is a share of ``delta``.

        The value itself twice where ``hockey_stick`` is not found by cutting boxes.
        """
        value = self.epsilon(p, q, delta)
        return value, value

    # Outputs

    def form(self, law: L) -> tuple[int, ...]:
        """Return the shape of one output: () for a number, (k,) for a row of k numbers."""
        return ()

    @abstractmethod
    def is_possible(self, law: L, value: Any) -> bool:
        """Tell whether the law can give a value: a finite number, or a tuple of such."""

    # Rows to show

    @abstractmethod
    def places(self, law: L) -> Sequence[Any]:
        """Return the places that tell most, in order; of a finite law all outcomes."""

    @abstractmethod
    def read_place(self, law: L, text: str) -> Any:
        """Read a place; ``ValueError`` about ``at`` for what is none."""

    def words(self, place: Any, number: Callable[[Rational], str]) -> str:
        """Return a place as a reader finds it, its numbers as ``number`` writes them."""
        return number(place)

    @abstractmethod
    def rows(self, law: L, places: Sequence[Any]) -> Iterator[Row]:
        """Yield the row of each place; of a finite law in increasing order."""

    # How far from its center a law is computed

    def far(self, law: L, place: Any) -> Rational | None:
        """Return what in a place lies more than ``MOST_SCALES`` scales of the noise from the center; else None."""
        return None

    def too_far_apart(self, p: L, q: L) -> tuple[int, str] | None:
        """Return the distance of two laws that would take too long to compare, and the most, in words; else None."""
        return None

    def is_in_reach(self, p: L, q: L, t: Number) -> bool:
        """Tell whether the laws reach a loss e^eps = t where anything is left of their probabilities."""
        return True


KINDS: dict[type, Kind[Any]] = {}
"""The kind of each class of laws."""


def kind_of(law: object) -> Kind[Any]:
    """Return the kind of a law."""
    if type(law) not in KINDS:  # not `require`: the text of a law may take longer than any divergence of it
        require(False, "law", repr(law), f"one of {', '.join(known.__name__ for known in KINDS)}")
    return KINDS[type(law)]


def kind_of_pair(p: object, q: object) -> Kind[Any]:
    """Return the kind that two laws share."""
    if type(p) is not type(q):
        require(False, "laws", f"of kinds {type(p).__name__} and {type(q).__name__}", "two laws of one kind")
    return kind_of(p)


def parts_of_row(text: str) -> list[str]:
    """Return the entries of a row such as "0,1" or "(0, 1)"."""
    return text.strip("() ").rstrip(",").split(",")


def _bisected(meets: Callable[[Fraction], bool]) -> Real:
    """Return the place above 0 where ``meets`` becomes true; it is bisected as far as each precision needs."""
    high = Fraction(1 << first_true(lambda k: meets(Fraction(1 << k)), 0))
    bracket = [Fraction(0), high]

    def evaluate() -> arb:
        while bracket[1] - bracket[0] > bracket[1] / (1 << int(ctx.prec)):
            middle = (bracket[0] + bracket[1]) / 2
            bracket[1 if meets(middle) else 0] = middle
        return rational_ball(bracket[0]).union(rational_ball(bracket[1]))

    return Real(evaluate)
