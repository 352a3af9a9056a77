"""Finding certificates for polynomials: sums of products of the given polynomials and squares.

A linear program in floating point picks the products; the weights are then solved for exactly. Where the squares at
hand do not suffice, the dual of the program is a functional that is negative on the polynomial but on none of the
products, as if it averaged over points where the polynomial is negative. A product with a further square on which the
functional is negative rules that out: the square is that of an eigenvector of the functional's moment matrix, rounded
to simple rationals. Repeating this finds the sums of squares.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import combinations, combinations_with_replacement
from typing import Any, Final, TypeAlias

import numpy as np
from flint import fmpq, fmpq_mat, fmpq_mpoly
from scipy.optimize import linprog

from dpassay.proofs_check.certify.points import find_point
from dpassay.proofs_check.kernel.expressions import parse, variables
from dpassay.proofs_check.kernel.normal_form import Forms
from dpassay.proofs_check.kernel.rejected import Rejected

EXTRA_DEGREES: Final = (1, 2)
ROUNDS: Final = 30
MOST_PRODUCTS: Final = 120
MOST_SQUARES: Final = 60
TOLERANCE: Final = 1e-8
DENOMINATORS: Final = (1, 2, 3, 6, 12, 60, 1000)
OFFSETS: Final = (Fraction(0), Fraction(1), Fraction(1, 10), Fraction(1, 1000), Fraction(1, 10**6))
"""What is taken off first, so that a positive constant remains."""

Vector: TypeAlias = dict[tuple[int, ...], Fraction]
"""A polynomial: from exponents to coefficients."""


@dataclass(frozen=True, slots=True)
class Term:
    """A product of factors and a square: its parts as they are written, and what it is."""

    factors: tuple[str, ...]
    square: str
    value: Vector

    def written(self, weight: Fraction) -> dict[str, Any]:
        """Return the entry of a certificate."""
        term: dict[str, Any] = {"weight": str(weight)}
        if self.factors:
            term["factors"] = list(self.factors)
        if self.square != "1":
            term["square"] = self.square
        return term


def certify(statement: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return evidence for a non-negative polynomial, or ``None`` where none is found."""
    expression, where = statement["expression"], tuple(dict.fromkeys(statement["where"]))
    try:
        point, problem = find_point(where), Problem(expression, where)
    except Rejected:
        return None
    if point is None or problem.seems_false():
        return None
    strict = statement["relation"] == ">"
    for offset in OFFSETS if strict else OFFSETS[:1]:
        for terms in problem.attempts(offset):
            if terms is not None and (offset or not strict or any(term.keys() == {"weight"} for term in terms)):
                return {"terms": _with_constant(offset, terms), **({"point": point} if point else {})}
    return None


def _with_constant(offset: Fraction, terms: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Gather the constant terms in one."""
    constant = offset + sum(Fraction(term["weight"]) for term in terms if term.keys() == {"weight"})
    others = [term for term in terms if term.keys() != {"weight"}]
    return ([{"weight": str(constant)}] if constant else []) + others


class Problem:
    """Write one polynomial as a sum of products of others and squares."""

    def __init__(self, expression: str, where: tuple[str, ...]) -> None:
        formulas = [parse(text) for text in (expression, *where)]
        self.forms = Forms(*formulas)
        self.names: tuple[str, ...] = tuple(self.forms.ring.names())
        # An exp, a log or a root is a generator as well, but squares are built from variables only.
        known = {name for formula in formulas for name in variables(formula)}
        self.free = [index for index, name in enumerate(self.names) if name in known]
        self.target, *factors = (self._polynomial(text) for text in (expression, *where))
        self.factors = dict(zip(where, factors, strict=True))
        self.degree = max(self.target.total_degree(), 0)

    def _polynomial(self, text: str) -> fmpq_mpoly:
        form = self.forms.of(parse(text))
        if not form.denominator.is_constant():
            raise Rejected(f"{text} is not a polynomial")
        return form.numerator / form.denominator

    def seems_false(self) -> bool:
        """Look for a point where the polynomial is clearly negative and all others are clearly positive."""
        random = np.random.default_rng(0)
        points = random.standard_normal((4000, len(self.names))) * random.choice([0.1, 1, 10], (4000, 1))
        points = np.concatenate([points, random.random((4000, len(self.names)))])
        inside = np.ones(len(points), dtype=bool)
        for factor in self.factors.values():
            inside &= _values(_vector(factor), points) > TOLERANCE
        return bool(np.any(_values(_vector(self.target), points[inside]) < -TOLERANCE))

    def attempts(self, offset: Fraction) -> Iterator[list[dict[str, Any]] | None]:
        """Yield what the ways to find the terms of ``polynomial - offset`` come to, the quickest first."""
        yield self.solve(offset, self.degree)
        yield self.complete_squares(offset)
        for extra in EXTRA_DEGREES:
            yield self.solve(offset, self.degree + extra)

    def complete_squares(self, offset: Fraction) -> list[dict[str, Any]] | None:
        """Complete the squares of a quadratic polynomial in one variable after another; ``None`` where that fails."""
        rest, terms = self.target - _fmpq(offset), []
        for index in self.free:
            variable = self.forms.ring.gen(index)
            slope = rest.derivative(index)
            if slope.is_zero():
                continue
            curvature = slope.derivative(index)
            if not curvature.is_constant() or curvature.is_zero():
                return None
            half = Fraction(str(curvature.leading_coefficient())) / 2
            root = variable + (slope - curvature * variable) / (2 * _fmpq(half))
            terms.append(self._term((), self.forms.ring.constant(1), _vector(root)).written(half))
            rest = rest - _fmpq(half) * root**2
        constant = _vector(rest).get((0,) * len(self.names), Fraction(0))
        if not rest.is_constant() or min([constant, *(Fraction(term["weight"]) for term in terms)]) < 0:
            return None
        return terms + ([{"weight": str(constant)}] if constant else [])

    def solve(self, offset: Fraction, degree: int) -> list[dict[str, Any]] | None:
        """Return the terms of a certificate for ``polynomial - offset`` with terms of at most a degree, or ``None``."""
        target = _vector(self.target - _fmpq(offset))
        if not target:
            return []
        products = self._products(degree)
        terms = list(self._first_terms(products, degree))
        for _ in range(ROUNDS):
            weights, functional = _program(terms, target)
            if functional is None:
                exact = _exactly(terms, target, weights)
                if exact is not None:
                    return [term.written(weight) for term, weight in exact]
                return None
            new = [term for product in products for term in self._separating(product, degree, functional)]
            known = {(term.factors, term.square) for term in terms}
            new = [term for term in new if (term.factors, term.square) not in known]
            if not new:
                return None
            terms += new
        return None

    def _products(self, degree: int) -> list[tuple[tuple[str, ...], fmpq_mpoly]]:
        """The products of the given polynomials up to a degree, the shortest first."""
        useful = [text for text, factor in self.factors.items() if not factor.is_constant()]
        products: list[tuple[tuple[str, ...], fmpq_mpoly]] = []
        for length in range(degree + 1):
            for chosen in combinations_with_replacement(useful, length):
                product = reduce(
                    lambda a, b: a * b, (self.factors[text] for text in chosen), self.forms.ring.constant(1)
                )
                if product.total_degree() <= degree:
                    products.append((chosen, product))
            if len(products) > MOST_PRODUCTS:
                break
        return products

    def _first_terms(self, products: Sequence[tuple[tuple[str, ...], fmpq_mpoly]], degree: int) -> Iterator[Term]:
        """Yield every product, times the squares of monomials, and the squares of their differences."""
        for chosen, product in products:
            monomials = self._monomials((degree - product.total_degree()) // 2)
            for monomial in monomials:
                yield self._term(chosen, product, {monomial: Fraction(1)})
            if not chosen and len(monomials) <= MOST_SQUARES:
                for first, second in combinations(monomials, 2):
                    yield self._term(chosen, product, {second: Fraction(1), first: Fraction(-1)})
                    yield self._term(chosen, product, {second: Fraction(1), first: Fraction(1)})

    def _monomials(self, degree: int) -> list[tuple[int, ...]]:
        """All monomials in the variables up to a degree."""
        return [
            tuple(chosen.count(index) for index in range(len(self.names)))
            for length in range(degree + 1)
            for chosen in combinations_with_replacement(self.free, length)
        ]

    def _term(self, chosen: tuple[str, ...], product: fmpq_mpoly, root: Vector) -> Term:
        ring = self.forms.ring
        if root[max(root)] < 0:  # the same square is written in one way only
            root = {power: -coefficient for power, coefficient in root.items()}
        square = ring.from_dict({power: _fmpq(c) for power, c in root.items()}) ** 2
        return Term(chosen, self._text(root), _vector(product * square))

    def _text(self, root: Vector) -> str:
        text = ""
        for powers, coefficient in sorted(root.items(), reverse=True):
            names = [f"{n}**{p}" if p > 1 else n for n, p in zip(self.names, powers, strict=True) if p]
            size = [str(abs(coefficient))] if abs(coefficient) != 1 or not names else []
            text += (" - " if coefficient < 0 else " + ") + "*".join(size + names)
        return text.removeprefix(" + ")

    def _separating(
        self, product: tuple[tuple[str, ...], fmpq_mpoly], degree: int, functional: Mapping[tuple[int, ...], float]
    ) -> Iterator[Term]:
        """Yield products with squares on which the functional is negative."""
        chosen, polynomial = product
        monomials = self._monomials((degree - polynomial.total_degree()) // 2)
        values = _vector(polynomial)

        def moment(first: tuple[int, ...], second: tuple[int, ...]) -> float:
            shifted = ((tuple(map(sum, zip(p, first, second, strict=True))), c) for p, c in values.items())
            return sum(float(c) * functional.get(power, 0.0) for power, c in shifted)

        matrix = np.array([[moment(first, second) for second in monomials] for first in monomials])
        eigenvalues, eigenvectors = np.linalg.eigh(matrix)
        for value, vector in zip(eigenvalues, eigenvectors.T, strict=True):
            if value > -TOLERANCE:
                return
            for rounded in _roundings(vector):
                numbers = np.array([float(c) for c in rounded])
                if numbers @ matrix @ numbers < -TOLERANCE:
                    yield self._term(chosen, polynomial, {m: c for m, c in zip(monomials, rounded, strict=True) if c})


def _roundings(vector: np.ndarray[Any, Any]) -> Iterator[tuple[Fraction, ...]]:
    """Yield simple rational vectors in about the same direction; its largest coordinate becomes 1."""
    scaled = vector / vector[np.argmax(np.abs(vector))]
    seen = set()
    for denominator in DENOMINATORS:
        rounded = tuple(Fraction(float(x)).limit_denominator(denominator) for x in scaled)
        if rounded not in seen:
            seen.add(rounded)
            yield rounded


def _vector(polynomial: fmpq_mpoly) -> Vector:
    return {tuple(map(int, powers)): Fraction(str(c)) for powers, c in polynomial.to_dict().items()}


def _values(vector: Vector, points: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    total = np.zeros(len(points))
    for powers, coefficient in vector.items():
        total += float(coefficient) * np.prod(points ** np.array(powers, dtype=int), axis=1)
    return total


def _program(terms: Sequence[Term], target: Vector) -> tuple[list[float], dict[tuple[int, ...], float] | None]:
    """Return weights of the terms with which they miss the target by as little as possible, and what tells them apart.

    The functional is ``None`` where they do not miss it.
    """
    rows = {power: row for row, power in enumerate(sorted({p for term in terms for p in term.value} | set(target)))}
    matrix = np.zeros((len(rows), len(terms)))
    for column, term in enumerate(terms):
        for power, coefficient in term.value.items():
            matrix[rows[power], column] = float(coefficient)
    goal = np.zeros(len(rows))
    for power, coefficient in target.items():
        goal[rows[power]] = float(coefficient)
    scales = np.abs(matrix).max(axis=0)  # of use to the solver only
    identity = np.eye(len(rows))
    # Few and short terms are preferred among those that reach the target, by a cost too small to matter otherwise.
    costs = np.array([1e-6 * (1 + len(term.factors) + len(term.value)) for term in terms])
    result = linprog(
        np.concatenate([costs, np.ones(2 * len(rows))]),
        A_eq=np.hstack([matrix / scales, identity, -identity]),
        b_eq=goal,
        method="highs-ds",
    )
    if result.x is None:
        return [], dict.fromkeys(rows, 0.0)
    missed = float(np.sum(result.x[len(terms) :]))
    weights = list(result.x[: len(terms)] / scales)
    if missed < TOLERANCE * max(1.0, float(np.abs(goal).max())):
        return weights, None
    return weights, {power: -float(result.eqlin.marginals[row]) for power, row in rows.items()}


def _exactly(terms: Sequence[Term], target: Vector, weights: Sequence[float]) -> list[tuple[Term, Fraction]] | None:
    """Solve for the weights that the linear program takes to be positive, in rationals."""
    largest = max(weights, default=0.0)
    kept = [term for term, weight in zip(terms, weights, strict=True) if weight > TOLERANCE * largest]
    rows = sorted({power for term in kept for power in term.value} | set(target))
    columns = [*(term.value for term in kept), target]
    entries = [[_fmpq(column.get(power, Fraction(0))) for column in columns] for power in rows]
    reduced, rank = fmpq_mat(entries).rref()
    if rank < len(kept) or any(reduced[row, row] != 1 for row in range(len(kept))):
        return None  # not independent: no vertex of the program
    if rank > len(kept):
        return None  # the target is not in their span
    solution = [Fraction(str(reduced[row, len(kept)])) for row in range(len(kept))]
    if min(solution) < 0:
        return None
    return [(term, weight) for term, weight in zip(kept, solution, strict=True) if weight]


def _fmpq(value: Fraction) -> fmpq:
    return fmpq(value.numerator, value.denominator)
