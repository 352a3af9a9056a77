"""Finite probability distributions with exact weights: the monad in which the finite mechanisms are written."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Generic, TypeVar, cast

from dpassay.exact.expnumber import ExpNumber, Number, total
from dpassay.exact.powers import Powers, Share
from dpassay.exact.products import Products, rows_of
from dpassay.exact.rationals import as_fraction, require
from dpassay.exact.real import Real

__all__ = ["Dist", "as_weight", "total"]

Y = TypeVar("Y", bound=Hashable)
Z = TypeVar("Z", bound=Hashable)


def as_weight(value: object, name: str) -> Number:
    """Return an exact non-negative weight."""
    if type(value) is Fraction and value.numerator >= 0:  # which most are
        return value
    weight = value if isinstance(value, ExpNumber) else as_fraction(value, name)
    require(weight >= 0, name, value, "a weight of at least 0")
    return weight


def _exact(weights: Mapping[Y, object]) -> dict[Y, Number]:
    try:
        return {outcome: as_weight(weight, "weight") for outcome, weight in weights.items()}
    except ValueError:  # outcomes may be long to write: which weight it is, is said only where one is refused
        return {outcome: as_weight(weight, f"weight of {outcome!r}") for outcome, weight in weights.items()}


class Dist(Generic[Y]):
    """A probability distribution on finitely many outcomes, its weights exact (``Fraction`` or ``ExpNumber``).

    ``weights`` maps each outcome to its probability. Outcomes of weight zero are dropped. Raises ``ValueError`` for a
    float, a negative weight, no outcome at all, or a total other than 1.
    """

    __slots__ = ("_weights",)
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, weights: Mapping[Y, object]) -> None:
        exact = _exact(weights)
        mass = total(exact.values())
        require(mass == 1, "weights", f"with total {mass}", "a total of 1 (Dist.from_weights normalizes)")
        self._weights: Mapping[Y, Number] = {outcome: weight for outcome, weight in exact.items() if weight != 0}

    @classmethod
    def point(cls, outcome: Y) -> Dist[Y]:
        """The distribution that always gives ``outcome``."""
        return cls({outcome: 1})

    @classmethod
    def uniform(cls, outcomes: Iterable[Y]) -> Dist[Y]:
        """The uniform distribution on distinct outcomes."""
        listed = list(outcomes)
        require(0 < len(listed) == len(set(listed)), "outcomes", listed, "at least one outcome, all distinct")
        return cls(dict.fromkeys(listed, Fraction(1, len(listed))))

    @classmethod
    def from_weights(cls, weights: Mapping[Y, object]) -> Dist[Y]:
        """The distribution proportional to non-negative weights, not all zero."""
        exact = _exact(weights)
        mass = total(exact.values())
        require(mass > 0, "weights", "with total 0", "at least one weight above 0")
        return cls({outcome: weight / mass for outcome, weight in exact.items()})

    @classmethod
    def from_powers(cls, base: Number, weights: Mapping[Y, Share | Fraction]) -> Dist[Y]:
        """The distribution with, for each outcome, its share count * base^exponent, or its probability outright.

        The same as ``from_weights``, but nothing is worked out before it is asked for. ``ValueError`` unless the base
        is above 1 and the shares, at least one, are left a positive probability.
        """
        distribution = object.__new__(cls)
        distribution._weights = Powers(base, weights)
        return distribution

    @classmethod
    def from_rounds(cls, length: int, kernel: Callable[[tuple[Z, ...]], Dist[Z]]) -> Dist[tuple[Z, ...]]:
        """The law of rows of a length at least 1, each entry drawn from the ``kernel`` at the row of those before it.

        The same as binding one kernel after the other, but each probability stays a product, one factor an entry, and
        nothing is multiplied out before it is asked for.
        """
        require(length >= 1, "length", length, "a whole number of at least 1")
        distribution: Dist[tuple[Z, ...]] = object.__new__(Dist)
        distribution._weights = Products(rows_of(length, lambda row: kernel(row).items()))
        return distribution

    @classmethod
    def mixture(cls, components: Iterable[tuple[object, Dist[Y]]]) -> Dist[Y]:
        """The mixture of (weight, distribution) pairs, the weights of total 1."""
        weights: dict[Y, Number] = {}
        mass: Number = Fraction(0)
        for weight, component in components:
            exact = as_weight(weight, "mixture weight")
            mass = mass + exact
            for outcome, probability in component.items():
                weights[outcome] = weights.get(outcome, Fraction(0)) + exact * probability
        require(mass == 1, "mixture weights", f"with total {mass}", "a total of 1")
        return cls(weights)

    @property
    def powers(self) -> Powers[Y] | None:
        """The law in terms of powers of one base, where ``from_powers`` made it."""
        return self._weights if isinstance(self._weights, Powers) else None

    @property
    def products(self) -> Products[Y] | None:
        """The law in factors, where ``from_rounds`` made it."""
        return self._weights if isinstance(self._weights, Products) else None

    @property
    def outcomes(self) -> tuple[Y, ...]:
        """The outcomes of positive probability, in the order in which they were given."""
        return tuple(self._weights)

    def items(self) -> Iterator[tuple[Y, Number]]:
        """Iterate over (outcome, probability)."""
        return iter(self._weights.items())

    def pmf(self, outcome: Hashable) -> Number:
        """Return the probability of one outcome (0 outside the support)."""
        return self._weights.get(cast("Y", outcome), Fraction(0))

    def enclosed(self, outcome: Y) -> Number | Real:
        """Return the probability of one outcome: an enclosure where its exact form is a long product."""
        if self.products is not None and outcome in self.products:
            return self.products.enclosed(outcome)
        return self.pmf(outcome)

    def cumulative(self, first: int = 0) -> Iterator[tuple[Y, Number | Real, Number | Real]]:
        """Iterate, in increasing order, over (outcome, probability, probability of all up to it), from one place on.

        Exact, but for a law of products, or of powers of an irrational base whose exact forms are very long: there they
        are enclosures.
        """
        order = sorted(self.outcomes)  # type: ignore[type-var]  # as the outcomes of a table are
        shares = self.powers or self.products
        enclosed = shares.cumulative(order) if shares is not None else None
        if enclosed is not None:
            yield from ((outcome, *numbers) for outcome, numbers in zip(order[first:], enclosed[first:], strict=True))
            return
        below = total(self.pmf(outcome) for outcome in order[:first])
        for outcome in order[first:]:
            below = below + self.pmf(outcome)
            yield outcome, self.pmf(outcome), below

    def probability(self, event: Callable[[Y], bool]) -> Number:
        """Return the probability of the outcomes for which ``event`` is true."""
        return total(weight for outcome, weight in self.items() if event(outcome))

    def map(self, function: Callable[[Y], Z]) -> Dist[Z]:
        """The law of ``function`` of the outcome."""
        weights: dict[Z, Number] = {}
        for outcome, weight in self.items():
            image = function(outcome)
            weights[image] = weights.get(image, Fraction(0)) + weight
        return Dist(weights)

    def bind(self, kernel: Callable[[Y], Dist[Z]]) -> Dist[Z]:
        """The law of an outcome drawn from ``kernel(y)``, with y drawn from this distribution."""
        return Dist.mixture((weight, kernel(outcome)) for outcome, weight in self.items())

    def product(self, other: Dist[Z]) -> Dist[tuple[Y, Z]]:
        """The law of an independent pair."""
        return Dist({(y, z): p * q for y, p in self.items() for z, q in other.items()})

    def condition(self, event: Callable[[Y], bool]) -> Dist[Y]:
        """The law given that ``event`` is true; ``ValueError`` when its probability is zero."""
        kept = {outcome: weight for outcome, weight in self.items() if event(outcome)}
        require(bool(kept), "event", "of probability 0", "an event of positive probability to condition on")
        return Dist.from_weights(kept)

    def expectation(self, function: Callable[[Y], Number | int]) -> Number:
        """Return the expected value of an exact function of the outcome."""
        values = [(weight, function(outcome)) for outcome, weight in self.items()]
        for _, value in values:
            require(not isinstance(value, float), "function", f"with the value {value}", "exact values, not float")
        return total(weight * value for weight, value in values)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Dist):
            return NotImplemented
        same_support = set(self.outcomes) == set(other.outcomes)
        return same_support and all(weight == other.pmf(outcome) for outcome, weight in self.items())

    def __len__(self) -> int:
        return len(self._weights)

    def __repr__(self) -> str:
        return f"Dist({{{', '.join(f'{outcome!r}: {weight}' for outcome, weight in self.items())}}})"
