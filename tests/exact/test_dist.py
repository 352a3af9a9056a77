"""Finite laws: the laws of the monad, against plain dictionaries of fractions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpassay.exact import Dist, ExpNumber, exp
from tests.exact.second_opinion import MP, agree, probability_vectors, rejects

VECTORS = probability_vectors(4)
KERNELS = st.lists(probability_vectors(3), min_size=4, max_size=4)


def dist(vector: list[Fraction]) -> Dist[int]:
    return Dist(dict(enumerate(vector)))


def check_weights(law: Dist[Any], expected: dict[Any, Fraction]) -> None:
    positive = {y: w for y, w in expected.items() if w}
    assert set(law.outcomes) == set(positive)
    assert all(law.pmf(y) == w for y, w in positive.items())
    assert sum((w for _, w in law.items()), Fraction(0)) == 1


def through(vector: list[Fraction], rows: list[list[Fraction]]) -> dict[int, Fraction]:
    """The law of a channel's output, as a vector times a matrix."""
    return {z: sum((w * row[z] for w, row in zip(vector, rows, strict=True)), Fraction(0)) for z in range(len(rows[0]))}


@given(VECTORS, KERNELS)
def test_bind_is_a_vector_times_a_matrix(vector: list[Fraction], rows: list[list[Fraction]]) -> None:
    bound = dist(vector).bind(lambda y: dist(rows[y]))
    check_weights(bound, through(vector, rows))
    assert bound == Dist.mixture([(w, dist(row)) for w, row in zip(vector, rows, strict=True)])


def test_the_channel_check_can_fail() -> None:
    vector, rows = [Fraction(1, 3), Fraction(2, 3)], [[Fraction(1), Fraction(0)], [Fraction(0), Fraction(1)]]
    swapped = dist(vector).bind(lambda y: dist(rows[1 - y]))
    rejects(check_weights, swapped, through(vector, rows))


@given(VECTORS, KERNELS, st.lists(probability_vectors(2), min_size=3, max_size=3), st.integers(0, 3))
def test_monad_laws(vector: list[Fraction], first: list[list[Fraction]], second: list[list[Fraction]], y: int) -> None:
    law = dist(vector)

    def f(x: int) -> Dist[int]:
        return dist(first[x])

    def g(x: int) -> Dist[int]:
        return dist(second[x])

    assert Dist.point(y).bind(f) == f(y)
    assert law.bind(Dist.point) == law
    assert law.bind(f).bind(g) == law.bind(lambda x: f(x).bind(g))


@given(VECTORS, st.lists(st.integers(0, 2), min_size=4, max_size=4))
def test_map(vector: list[Fraction], images: list[int]) -> None:
    expected: dict[int, Fraction] = {}
    for y, w in enumerate(vector):
        expected[images[y]] = expected.get(images[y], Fraction(0)) + w
    check_weights(dist(vector).map(lambda y: images[y]), expected)


@given(VECTORS, probability_vectors(3))
def test_product(p: list[Fraction], q: list[Fraction]) -> None:
    pair = dist(p).product(dist(q))
    check_weights(pair, {(y, z): a * b for y, a in enumerate(p) for z, b in enumerate(q)})
    assert pair.map(lambda yz: yz[0]) == dist(p)
    assert pair.map(lambda yz: yz[1]) == dist(q)


@given(VECTORS, st.sets(st.integers(0, 3)))
def test_condition_probability_expectation(vector: list[Fraction], event: set[int]) -> None:
    law, mass = dist(vector), sum((w for y, w in enumerate(vector) if y in event), Fraction(0))
    assert law.probability(lambda y: y in event) == mass
    assert law.expectation(lambda y: y * y) == sum(w * y * y for y, w in enumerate(vector))
    if mass:
        conditioned = law.condition(lambda y: y in event)
        check_weights(conditioned, {y: w / mass for y, w in enumerate(vector) if y in event})
    else:
        with pytest.raises(ValueError, match="event"):
            law.condition(lambda y: y in event)


@given(st.lists(st.integers(0, 9), min_size=1, max_size=5).filter(any))
def test_from_weights_normalizes(weights: list[int]) -> None:
    check_weights(
        Dist.from_weights(dict(enumerate(weights))), {i: Fraction(w, sum(weights)) for i, w in enumerate(weights)}
    )


def test_uniform_and_point() -> None:
    check_weights(Dist.uniform("abc"), dict.fromkeys("abc", Fraction(1, 3)))
    check_weights(Dist.point("a"), {"a": Fraction(1)})
    assert len(Dist({"a": 1, "b": 0})) == 1
    assert Dist({"a": "1/4", "b": "0.75"}) == Dist({"b": Fraction(3, 4), "a": Fraction(1, 4)})
    assert Dist({"a": "1/4", "b": "0.75"}) != Dist({"b": Fraction(1, 4), "a": Fraction(3, 4)})
    assert Dist.point("a").pmf("b") == 0


def test_irrational_weights() -> None:
    law = Dist.from_weights({0: exp(1), 1: 1, 2: exp(-1)})
    normalizer = MP.e + 1 + 1 / MP.e
    for y, weight in ((0, MP.e), (1, 1), (2, 1 / MP.e)):
        assert isinstance(law.pmf(y), ExpNumber)
        agree(law.pmf(y), weight / normalizer)
    assert law.probability(lambda _: True) == 1


@pytest.mark.parametrize(
    "weights",
    [
        {}, {0: 0.5, 1: 0.5}, {0: 1.0}, {0: True}, {0: Fraction(3, 2), 1: Fraction(-1, 2)}, {0: Fraction(1, 2)}, {0: 2},
        {0: "0.5", 1: "0.500001"}, {0: float("nan")}, {0: None}, {0: "x"}, {0: 1 - exp(1), 1: exp(1)}, {0: exp(1)},
    ],
    ids=str,
)  # fmt: skip
def test_refuses(weights: Any) -> None:
    with pytest.raises(ValueError, match=r"^(weight of .* =|weights =)") as refusal:
        Dist(weights)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("weights", [{}, {0: 0}, {0: -1, 1: 3}, {0: 0.5}])
def test_from_weights_refuses(weights: Any) -> None:
    with pytest.raises(ValueError, match="weight"):
        Dist.from_weights(weights)


def test_other_refusals() -> None:
    with pytest.raises(ValueError, match="outcomes"):
        Dist.uniform([])
    with pytest.raises(ValueError, match="outcomes"):
        Dist.uniform("aa")
    with pytest.raises(ValueError, match="mixture"):
        Dist.mixture([(Fraction(1, 2), Dist.point(0))])
    with pytest.raises(ValueError, match="mixture"):
        Dist.mixture([(0.5, Dist.point(0)), (0.5, Dist.point(1))])
    with pytest.raises(ValueError, match="function"):
        Dist.uniform([0, 1]).expectation(lambda y: y / 2)  # type: ignore[arg-type,return-value]
    with pytest.raises(TypeError):
        hash(Dist.point(0))
