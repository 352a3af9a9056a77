"""Random classes of functions, trees of pairs of laws, and laws with densities: what published theorems speak of."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random

from dpassay.analysis.classes import HypothesisClass
from dpassay.exact import Dist
from dpassay.proofs_check.proof.log_concave import Curve
from dpassay.proofs_check.proof.pure_parts import Pair

SETTINGS = 60


@dataclass(frozen=True)
class Drawn:
    """A class of functions, and the law of its points."""

    functions: HypothesisClass
    law: Dist[int]


@cache
def drawn_classes() -> tuple[Drawn, ...]:
    """Some members, or all, of the functions on one point to four, and any weights of these."""
    random, found = Random("classes"), []
    for _ in range(SETTINGS):
        points = random.randint(1, 4)
        members = random.sample(range(2**points), random.randint(1, 2**points))
        weights = [random.choice((1, 1, 0, 2, 5)) for _ in range(points - 1)] + [1]
        law = Dist({x: Fraction(weight, sum(weights)) for x, weight in enumerate(weights)})
        found.append(Drawn(HypothesisClass(points, tuple(members)), law))
    return tuple(found)


@dataclass(frozen=True)
class Tree:
    """A pair of laws after all answers of less than T rounds, which need not be indistinguishable, and budgets."""

    pairs: tuple[tuple[tuple[int, ...], Pair], ...]
    exp_eps: tuple[Fraction, ...]
    delta: tuple[Fraction, ...]
    size: int

    @property
    def rounds(self) -> int:
        """T."""
        return len(self.exp_eps)


@cache
def drawn_trees() -> tuple[Tree, ...]:
    """One round or two, of two or three answers."""
    random, found = Random("trees"), []

    def law(size: int) -> tuple[Fraction, ...]:
        weights = [random.randint(0, 4) for _ in range(size - 1)] + [random.randint(1, 4)]
        return tuple(Fraction(weight, sum(weights)) for weight in weights)

    for _ in range(SETTINGS):
        rounds, size = random.randint(1, 2), random.randint(2, 3)
        pasts = [past for t in range(rounds) for past in product(range(size), repeat=t)]
        growth = [Fraction(random.choice(("3/2", "2", "5"))) for _ in range(rounds)]
        delta = [Fraction(random.choice(("0", "1/10", "1/3", "1/2", "1"))) for _ in range(rounds)]
        pairs = tuple((past, (law(size), law(size))) for past in pasts)
        found.append(Tree(pairs, tuple(growth), tuple(delta), size))
    return tuple(found)


@dataclass(frozen=True)
class Line:
    """Measures and functions on an interval, in turns."""

    exponents: tuple[Curve, ...]
    functions: tuple[Curve, ...]

    def exponent(self, i: int) -> Curve:
        """Minus the log of a measure."""
        return self.exponents[i % len(self.exponents)]

    def function(self, r: int) -> Curve:
        """A function."""
        return self.functions[r % len(self.functions)]

    @property
    def places(self) -> tuple[Fraction, ...]:
        """Some points of the line, in the interval and beyond it."""
        radius = self.exponents[0].radius
        return (-radius - 1, -radius, Fraction(0), radius, radius + 1)


@cache
def drawn_lines() -> tuple[Line, ...]:
    """Three measures of one weight, and three functions, on a narrow interval or a wide one."""
    random, found = Random("lines"), []
    for _ in range(SETTINGS):
        radius, weight = Fraction(random.choice(("1", "6"))), Fraction(random.choice(("11/20", "11/10")))

        def curve(radius: Fraction, weight: Fraction) -> Curve:
            slope, bend = random.choice((-2, -1, 0, 1, 2)) * Fraction(19, 20), random.choice((0, 0, 0, 1))
            return Curve(slope, bend * Fraction(1, 4), radius, weight)

        exponents = tuple(curve(radius, weight) for _ in range(3))
        found.append(Line(exponents, tuple(curve(radius, Fraction(0)) for _ in range(3))))
    return tuple(found)
