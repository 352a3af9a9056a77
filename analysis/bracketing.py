"""Brackets and covers of finite classes, and the bracketings that the source makes of others.

Source: Haghtalab, Roughgarden and Shetty, "Smoothed Analysis of Online and Differentially Private Learning", Section 2
(cover, bracket, bracketing) and Appendix C (the constructions of Theorems 3.6 and 3.7). One function a construction.

The ends of a bracket are any two functions, one below the other; they need not be in the class. Its width is the
probability that they differ, which with values 0 and 1 is E[upper - lower].
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import combinations_with_replacement
from math import lcm
from operator import and_, or_

from dpassay.analysis.classes import HypothesisClass, as_function, as_points, places
from dpassay.exact import Dist, Number, as_fraction, as_integer, require
from dpassay.exact.entrance import explain_failures


@dataclass(frozen=True, slots=True)
class Bracket:
    """All functions from ``lower`` to ``upper``, where lower <= upper at every point."""

    lower: int
    upper: int

    def __post_init__(self) -> None:
        """Check that both are functions, and which is below."""
        for name in ("lower", "upper"):
            object.__setattr__(self, name, as_integer(getattr(self, name), name))
        require(self.lower >= 0, "lower", self.lower, "a whole number of at least 0")
        require(self.upper >= 0, "upper", self.upper, "a whole number of at least 0")
        require(self.lower & ~self.upper == 0, "upper", self.upper, f"a function above {self.lower}")

    @property
    def region(self) -> int:
        """The points at which the ends differ."""
        return self.upper ^ self.lower

    def holds(self, function: int) -> bool:
        """Tell whether lower <= function <= upper at every point."""
        return self.lower & ~function == 0 and function & ~self.upper == 0


@dataclass(frozen=True, slots=True)
class Weights:
    """A law on the points in whole numbers: that of point x is ``shares[x] / scale``."""

    shares: tuple[int, ...]
    scale: int

    def share(self, region: int) -> int:
        """Return the probability of a set of points, times the scale."""
        return sum(self.shares[x] for x in places(region))

    def most(self, radius: object) -> int:
        """Return the largest share of a set whose probability is at most the radius."""
        epsilon = as_fraction(radius, "radius")
        require(epsilon >= 0, "radius", radius, "a number of at least 0")
        return epsilon.numerator * self.scale // epsilon.denominator


def weights(law: Dist[int], points: int) -> Weights:
    """Return a law on points 0, ..., n - 1 in whole numbers; ``ValueError`` unless its weights are rational."""
    points, rational = as_points(points, "points"), {}
    for x, weight in law.items():
        require(isinstance(x, int) and 0 <= x < points, "law", f"with the outcome {x!r}", f"points in 0..{points - 1}")
        require(isinstance(weight, Fraction), "law", f"with the weight {weight}", "rational weights")
        rational[x] = as_fraction(weight, "weight")
    scale = lcm(*(weight.denominator for weight in rational.values()))
    return Weights(tuple(int(scale * rational.get(x, 0)) for x in range(points)), scale)


def disagreement(f: int, g: int, law: Dist[int]) -> Number:
    """Return Pr[f(x) != g(x)]."""
    differing = as_integer(f, "f") ^ as_integer(g, "g")
    for x in law.outcomes:
        require(isinstance(x, int) and x >= 0, "law", f"with the outcome {x!r}", "points, which count from 0")
    return law.probability(lambda x: bool(differing >> x & 1))


def width(bracket: Bracket, law: Dist[int]) -> Number:
    """Return Pr[lower(x) != upper(x)], which is E[upper(x) - lower(x)] with values 0 and 1."""
    return disagreement(bracket.lower, bracket.upper, law)


def is_bracketing(brackets: Iterable[Bracket], functions: HypothesisClass, law: Dist[int], radius: object) -> bool:
    """Tell whether these are eps-brackets, eps the radius, and every member is in one of them."""
    listed, epsilon = list(brackets), as_fraction(radius, "radius")
    narrow = all(width(bracket, law) <= epsilon for bracket in listed)
    return narrow and all(any(bracket.holds(member) for bracket in listed) for member in functions.members)


def is_cover(cover: Iterable[int], functions: HypothesisClass, law: Dist[int], radius: object) -> bool:
    """Tell whether every member differs from a function of the cover with probability at most the radius."""
    listed, epsilon = list(cover), as_fraction(radius, "radius")
    return all(any(disagreement(f, g, law) <= epsilon for g in listed) for f in functions.members)


def hull(functions: Sequence[int]) -> Bracket:
    """Return the narrowest bracket that holds some functions, at least one: their intersection and their union."""
    require(len(functions) > 0, "functions", functions, "at least one function")
    return Bracket(reduce(and_, functions), reduce(or_, functions))


# Constructions


def cover_of_brackets(brackets: Iterable[Bracket], functions: HypothesisClass) -> tuple[int, ...]:
    """Return for each bracket a member that it holds, if there is one: a cover at the width of the brackets."""
    chosen = (next(filter(bracket.holds, functions.members), None) for bracket in brackets)
    return tuple(dict.fromkeys(member for member in chosen if member is not None))


def intersected(families: Sequence[Sequence[Bracket]]) -> tuple[Bracket, ...]:
    """Return the brackets [f & g & ..., f' & g' & ...], one of each family: widths add up at most."""
    return _combined(families, union=False)


def united(families: Sequence[Sequence[Bracket]]) -> tuple[Bracket, ...]:
    """Return the brackets [f | g | ..., f' | g' | ...], one of each family: widths add up at most."""
    return _combined(families, union=True)


def _combined(families: Sequence[Sequence[Bracket]], *, union: bool) -> tuple[Bracket, ...]:
    require(len(families) > 0, "families", families, "at least one family of brackets")
    operation = or_ if union else and_
    made = list(dict.fromkeys(families[0]))
    for family in families[1:]:
        pairs = (Bracket(operation(b.lower, c.lower), operation(b.upper, c.upper)) for b in made for c in family)
        made = list(dict.fromkeys(pairs))
    return tuple(made)


def complemented(brackets: Iterable[Bracket], points: int) -> tuple[Bracket, ...]:
    """Return the brackets [1 - upper, 1 - lower], of the same widths."""
    whole = (1 << as_points(points, "points")) - 1
    return tuple(Bracket(whole ^ bracket.upper, whole ^ bracket.lower) for bracket in brackets)


def differenced(brackets: Sequence[Bracket], points: int) -> tuple[Bracket, ...]:
    """Return the source's brackets of symmetric differences, of (F + F) and of the complement of F F.

    Four brackets of F make one, so there are at most |B|^4, and a width is at most four times the largest of B.
    """
    either, both = united([brackets, brackets]), intersected([brackets, brackets])
    return intersected([either, complemented(both, points)])


def differenced_in_pairs(brackets: Sequence[Bracket]) -> tuple[Bracket, ...]:
    """Return narrower and fewer brackets of symmetric differences, one for each pair, a bracket with itself included.

    Where both of a pair are decided, so is the difference: its value is open in the union of their regions alone. So
    there are at most |B| (|B| + 1)/2, and a width is at most twice the largest of B.
    """
    made = []
    for b, c in combinations_with_replacement(brackets, 2):
        lower = (b.lower ^ c.lower) & ~(b.region | c.region)
        made.append(Bracket(lower, lower | b.region | c.region))
    return tuple(dict.fromkeys(made))


def pulled_back(brackets: Iterable[Bracket], images: Sequence[int]) -> tuple[Bracket, ...]:
    """Return the brackets [lower o psi, upper o psi]; psi takes point x to ``images[x]``."""

    def composed_end(end: int) -> int:
        return sum((end >> z & 1) << x for x, z in enumerate(images))

    return tuple(Bracket(composed_end(bracket.lower), composed_end(bracket.upper)) for bracket in brackets)


def close_differences(
    functions: HypothesisClass, cover: Iterable[int], law: Dist[int], radius: object
) -> HypothesisClass:
    """Return all f xor g with f a member, g in the cover and Pr[f(x) != g(x)] at most the radius."""
    proxies, epsilon = [as_function(g, functions.points, "cover") for g in cover], as_fraction(radius, "radius")
    pairs = ((f, g) for f in functions.members for g in proxies)
    return HypothesisClass(functions.points, tuple(f ^ g for f, g in pairs if disagreement(f, g, law) <= epsilon))


explain_failures(__name__)
