"""Directions of diffprivlib's `Bingham`: losses are those of the density that its code says, and of directions drawn.

What is expected follows the code line by line, in numbers of mpmath: V, b by halving, and the probability to accept.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import Any

import mpmath as mp
import numpy as np
import pytest

from dpassay.audit.pipelines.composition import delta_bounds
from dpassay.audit.pipelines.directions import DIRECTION, direction_loss, direction_supremum, has_direction_law
from dpassay.audit.pipelines.laws import LAWS, LOSSES_ALONE
from dpassay.audit.pipelines.rows import Row
from dpassay.exact import as_real

F = Fraction
HALF = F(1, 2)
Rows = tuple[tuple[Fraction, ...], ...]


def matrix(*rows: tuple[int, ...]) -> Rows:
    return tuple(tuple(F(x, 4) for x in row) for row in rows)


def diagonal(*entries: float) -> Rows:
    return tuple(tuple(F(x) if i == k else F(0) for k in range(len(entries))) for i, x in enumerate(entries))


ONE = matrix((5, 2), (2, 3))
OTHER = matrix((1, 0), (0, 14))
NOTHING = diagonal(0, 0)
THREE, OTHER_THREE = diagonal(3, 1, 0), diagonal(1, 0, 2)


def row(first: Any, second: Any, answer: Any = None, unit: Any = HALF) -> Row:
    return Row(0, unit, first, second, answer)


def loss(first: Rows, second: Rows, answer: tuple[float, ...], unit: Fraction = HALF) -> float:
    return float(as_real(direction_loss(row(first, second, tuple(map(F, answer)), unit))))  # type: ignore[arg-type]


def most(first: Rows, second: Rows, unit: Fraction = HALF) -> float:
    return float(as_real(direction_supremum(row(first, second, unit=unit))))  # type: ignore[arg-type]


def proposed(given: Rows, unit: float) -> tuple[Any, Any]:
    """Return V and b as the code has them."""
    entries = mp.matrix([[mp.mpf(x.numerator) / x.denominator for x in line] for line in given])
    eigenvalues = mp.eigsy(entries, eigvals_only=True)
    shifted = unit * (max(eigenvalues) * mp.eye(len(given)) - entries)
    translated = [unit * (max(eigenvalues) - each) for each in eigenvalues]
    low, high = mp.mpf(1), mp.mpf(len(given))
    for _ in range(90):
        middle = (low + high) / 2
        low, high = (middle, high) if sum(1 / (middle + 2 * each) for each in translated) > 1 else (low, middle)
    return shifted, high


def density(given: Rows, unit: float = 0.5, power: float = 1.0) -> Callable[[list[Any]], Any]:
    """Return the density without its constant; ``power``: of u'Wu, in dimensions with the sign turned."""
    shifted, b = proposed(given, unit)
    d = len(given)

    def at(direction: list[Any]) -> Any:
        u = mp.matrix(direction)
        q = (u.T * shifted * u)[0]
        return mp.exp(-q) * (1 + 2 * q / b) ** (-power * d)

    return at


def circle(angle: Any) -> list[Any]:
    return [mp.cos(angle), mp.sin(angle)]


def sphere(height: Any, angle: Any) -> list[Any]:
    flat = mp.sqrt(1 - height**2)
    return [flat * mp.cos(angle), flat * mp.sin(angle), height]


def total(at: Callable[[list[Any]], Any], dimension: int) -> Any:
    """Return the integral of a density that is the same at u and -u, over half of the circle, or half of the sphere."""
    if dimension == 2:
        return mp.quad(lambda angle: at(circle(angle)), [0, mp.pi / 4, mp.pi / 2, mp.pi])
    return mp.quad(lambda z, angle: at(sphere(z, angle)), [0, 1], mp.linspace(0, 2 * mp.pi, 5), maxdegree=5)


# The density


@pytest.mark.parametrize("angle", [0.0, 0.4, 1.5, 2.9])
def test_the_loss_is_that_of_the_density_with_its_constant_on_the_circle(angle: float) -> None:
    ratios = [density(each)(circle(angle)) / total(density(each), 2) for each in (ONE, OTHER)]
    assert loss(ONE, OTHER, (math.cos(angle), math.sin(angle))) == pytest.approx(float(mp.log(ratios[0] / ratios[1])))
    wrong = [density(each, power=0.5)(circle(angle)) / total(density(each, power=0.5), 2) for each in (ONE, OTHER)]
    assert float(mp.log(wrong[0] / wrong[1])) != pytest.approx(float(mp.log(ratios[0] / ratios[1])), abs=1e-2)


def test_the_loss_is_that_of_the_density_with_its_constant_on_the_sphere() -> None:
    u = sphere(mp.mpf("0.3"), mp.mpf("0.8"))
    ratios = [density(each)(u) / total(density(each), 3) for each in (THREE, OTHER_THREE)]
    assert loss(THREE, OTHER_THREE, tuple(map(float, u))) == pytest.approx(float(mp.log(ratios[0] / ratios[1])))


def test_the_mean_of_the_ratio_of_densities_is_one() -> None:
    """And that of its square root is not: it is what is integrated that makes it 1."""
    at = density(OTHER)

    def weighted(share: float) -> Any:
        def ratio(u: list[Any]) -> Any:
            return mp.exp(share * loss(ONE, OTHER, (float(u[0]), float(u[1])))) * at(u)

        return mp.quad(lambda angle: ratio(circle(angle)), [0, mp.pi / 2, mp.pi], maxdegree=4) / total(at, 2)

    assert float(weighted(1)) == pytest.approx(1, abs=1e-6)
    assert float(weighted(0.5)) < 0.95


def test_in_eight_dimensions_the_first_axis_costs_what_the_formula_says() -> None:
    """201 and 200 rows that are two unit vectors, and 200 and 201; epsilon is 1/2."""
    rest = (0,) * 6
    first, second = diagonal(201, 200, *rest), diagonal(200, 201, *rest)
    _, b = proposed(first, 0.125)
    expected = float(mp.mpf("0.125") + 8 * mp.log(1 + mp.mpf("0.25") / b))
    assert expected == pytest.approx(1.0087, abs=1e-4)
    assert most(first, second, F(1, 8)) == pytest.approx(expected)
    assert most(second, first, F(1, 8)) == pytest.approx(expected)
    assert loss(first, second, (1.0, *map(float, (0, *rest))), F(1, 8)) == pytest.approx(expected)


# The sampler


def drawn(given: Rows, unit: float, count: int, rng: np.random.Generator, *, mended: bool = False) -> Any:
    """Draw directions as the code does it; ``mended``: with the power that it should multiply with."""
    value = np.array([[float(x) for x in line] for line in given])
    eigenvalues, d = np.linalg.eigvalsh(value), len(value)
    translated = unit * (eigenvalues.max() * np.eye(d) - value)
    b = float(proposed(given, unit)[1])
    omega = np.eye(d) + 2 * translated / b
    constant = math.exp(-(d - b) / 2) * (d / b) ** (d / 2)
    vectors = rng.multivariate_normal(np.zeros(d), np.linalg.inv(omega), size=count)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    q, powers = (np.einsum("ni,ij,nj->n", vectors, each, vectors) for each in (translated, omega))
    accept = np.exp(-q) / constant * powers ** (d / 2 * (1 if mended else -1))
    return vectors[rng.random(count) <= accept]


LIMIT = 40.5
"""Of a chi-square with 7 degrees of freedom at alpha = 1e-6."""


def chi_square(vectors: Any, shares: list[float]) -> float:
    """Hold angles in eighths of half a circle to what they should be."""
    counts = np.histogram(np.arctan2(vectors[:, 1], vectors[:, 0]) % math.pi, 8, (0, math.pi))[0]
    means = [share * len(vectors) for share in shares]
    return float(sum((count - mean) ** 2 / mean for count, mean in zip(counts, means, strict=True)))


def shares(at: Callable[[float], float]) -> list[float]:
    """Return the integrals of a density over eighths of half a circle, of a whole of 1."""
    nodes, weights = np.polynomial.legendre.leggauss(8)
    masses = [
        sum(w * at(low + (x + 1) / 2 * (high - low)) for x, w in zip(nodes, weights, strict=True))
        for low, high in pairwise(k * math.pi / 8 for k in range(9))
    ]
    return [mass / sum(masses) for mass in masses]


@pytest.mark.statistical
def test_directions_that_are_drawn_have_that_law_and_no_other_one() -> None:
    """alpha = 1e-6. The law for a matrix of zeros is uniform: so the loss against that is a density."""
    rng = np.random.default_rng(11)
    vectors = drawn(OTHER, 0.5, 60_000, rng)
    assert chi_square(vectors, shares(lambda a: math.exp(loss(OTHER, NOTHING, tuple(map(float, circle(a))))))) < LIMIT
    for power in (0.0, 0.5):  # Bingham's law, and that with the power of the proposals alone
        at = density(OTHER, power=power)
        assert chi_square(vectors, shares(lambda a, at=at: float(at(circle(a))))) > LIMIT  # type: ignore[misc]


@pytest.mark.statistical
def test_directions_of_a_mended_sampler_are_told_from_that_law() -> None:
    """alpha = 1e-6."""
    vectors = drawn(OTHER, 0.5, 60_000, np.random.default_rng(12), mended=True)
    assert chi_square(vectors, shares(lambda a: math.exp(loss(OTHER, NOTHING, tuple(map(float, circle(a))))))) > LIMIT
    at = density(OTHER, power=0)
    assert chi_square(vectors, shares(lambda a: float(at(circle(a))))) < LIMIT


# The supremum


@pytest.mark.parametrize(("first", "second"), [(ONE, OTHER), (OTHER, ONE), (ONE, NOTHING), (NOTHING, OTHER)])
def test_no_direction_of_a_fine_grid_costs_more_and_one_nearly_as_much(first: Rows, second: Rows) -> None:
    losses = [loss(first, second, (math.cos(k / 200), math.sin(k / 200))) for k in range(629)]
    assert max(losses) <= most(first, second) + 1e-12
    assert max(losses) == pytest.approx(most(first, second), abs=1e-3)


def test_no_direction_that_is_drawn_costs_more_in_three_dimensions() -> None:
    tilted = matrix((4, 1, 0), (1, 2, -1), (0, -1, 8))
    rng = np.random.default_rng(3)
    losses = [loss(THREE, tilted, tuple(rng.normal(size=3).tolist())) for _ in range(2_000)]
    assert max(losses) <= most(THREE, tilted)
    assert max(losses) > most(THREE, tilted) - 0.02


# What has the same law, and what has none


def test_a_multiple_of_the_unit_matrix_changes_nothing() -> None:
    moved = tuple(tuple(x + 7 * (i == k) for k, x in enumerate(line)) for i, line in enumerate(ONE))
    assert direction_supremum(row(ONE, moved)) == 0
    assert direction_loss(row(ONE, moved, (F(1), F(2)))) == 0


def test_only_the_direction_of_an_answer_counts() -> None:
    assert loss(ONE, OTHER, (1.0, 2.0)) == pytest.approx(loss(ONE, OTHER, (-0.5, -1.0)), abs=1e-12)


FAR = diagonal(10**9, 0)


@pytest.mark.parametrize(
    ("first", "second", "unit", "answer"),
    [
        (ONE, matrix((5, 2), (3, 3)), F(1), None),
        (ONE, ((F(1), F(2)), (F(2),)), F(1), None),
        (ONE, THREE, F(1), None),
        (diagonal(1), diagonal(2), F(1), None),
        (ONE, ((F(1), F(0)), (F(0), float("inf"))), F(1), None),
        (ONE, F(1), F(1), None),
        (ONE, OTHER, F(0), None),
        (ONE, OTHER, float("inf"), None),
        (ONE, OTHER, F(1), (F(0), F(0))),
        (ONE, OTHER, F(1), (F(1), F(0), F(0))),
        (FAR, ONE, F(1), None),
    ],
)
def test_what_is_no_direction_of_two_matrices_and_what_takes_too_long_has_no_law(
    first: Any, second: Any, unit: Any, answer: Any
) -> None:
    assert not has_direction_law(row(first, second, answer, unit))
    assert direction_supremum(row(first, second, answer, unit)) is None
    assert direction_loss(row(first, second, answer, unit)) is None


def test_of_equal_spectra_no_constant_is_needed() -> None:
    assert has_direction_law(row(FAR, diagonal(0, 10**9)))
    assert most(FAR, diagonal(0, 10**9)) > 10**8


def test_at_a_delta_what_it_adds_up_to_is_left_open() -> None:
    assert LAWS[DIRECTION].supremum(row(ONE, OTHER)) is not None
    assert DIRECTION in LOSSES_ALONE
    assert delta_bounds([(DIRECTION, row(ONE, OTHER))], F(1))[1] == 1
