"""numpy's generators with coins: laws by hand, and choices held against numpy's own for the same numbers."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dpassay.audit.answers.worker_generator import enumerated
from dpassay.audit.answers.worker_oracle import Oracle
from dpassay.audit.answers.worker_tree import Repeating, Toss, Unfit, Values
from tests.audit.enumerating import Coins, enumeration, law

THIRD, SIXTH, UNIT = Fraction(1, 3), Fraction(1, 6), 2**53


def test_integers() -> None:
    two = {(a, b): Fraction(1, 9) for a in (5, 6, 7) for b in (5, 6, 7)}
    assert law(lambda c: c.generator.integers(5, 8, size=2)) == two
    assert law(lambda c: c.generator.integers(2, endpoint=True)) == dict.fromkeys(range(3), THIRD)
    assert law(lambda c: c.generator.integers([1, 5], [3, 6])) == {(1, 5): Fraction(1, 2), (2, 5): Fraction(1, 2)}
    assert law(lambda c: c.generator.integers(4, 5)) == {4: 1}
    assert law(lambda c: c.generator.integers(2**60) < 2**58) == {True: Fraction(1, 4), False: Fraction(3, 4)}
    assert law(lambda c: c.generator.integers(3, 3)) == {"ValueError": 1}


def test_arrays_of_integers_are_such() -> None:
    assert law(lambda c: np.array([7, 8, 9])[c.generator.integers(3, size=(1,))]) == {(k,): THIRD for k in (7, 8, 9)}


def test_uniform_numbers() -> None:
    quarter = {True: Fraction(1, 4), False: Fraction(3, 4)}
    assert law(lambda c: c.generator.random() < 0.25) == quarter
    assert law(lambda c: c.generator.random(1)[0] < 0.25) == quarter
    assert law(lambda c: c.generator.uniform(-1, 1) < -0.5) == quarter
    assert law(lambda c: c.generator.random(dtype=np.float32) <= 0) == {
        True: Fraction(1, 2**24),
        False: 1 - Fraction(1, 2**24),
    }
    assert law(lambda c: c.generator.random((2, 0)).shape) == {(2, 0): 1}
    assert len(law(lambda c: (c.generator.random((2, 2)) < 0.5).ravel())) == 16


def test_orders() -> None:
    orders = {(1, 2, 3), (1, 3, 2), (2, 1, 3), (2, 3, 1), (3, 1, 2), (3, 2, 1)}
    assert law(lambda c: c.generator.permutation([1, 2, 3])) == dict.fromkeys(orders, SIXTH)

    def shuffled(coins: Coins) -> Any:
        entries = [1, 2, 3]
        coins.generator.shuffle(entries)
        return entries

    assert law(shuffled) == dict.fromkeys(orders, SIXTH)
    pairs = {order[:2] for order in orders}
    assert law(lambda c: c.generator.choice([1, 2, 3], 2, replace=False)) == dict.fromkeys(pairs, SIXTH)


def test_bytes() -> None:
    assert law(lambda c: c.generator.bytes(1)[0] >> 7) == {0: Fraction(1, 2), 1: Fraction(1, 2)}


def test_choices_with_weights_are_those_of_numpy() -> None:
    """For the same uniform numbers the same entries."""
    rng = np.random.default_rng(0)
    for _ in range(200):
        weights = rng.random(rng.integers(1, 9)) * rng.integers(0, 2, 1)[0] + 0.01
        weights /= weights.sum()
        seed = int(rng.integers(2**32))
        numbers = np.random.default_rng(seed).random(5)
        tosses = [Toss("Generator.choice()", UNIT, Values(int(number * UNIT), 1, 1)) for number in numbers]
        oracle = Oracle()
        generator: Any = enumerated(np.random.Generator, oracle)(np.random.PCG64())
        with oracle.asked_by(Repeating(tosses, last=False)):
            found = generator.choice(len(weights), 5, p=weights)
        assert found.tolist() == np.random.default_rng(seed).choice(len(weights), 5, p=weights).tolist()


def test_the_law_of_a_choice_is_that_of_its_rounded_sums() -> None:
    sums = np.cumsum([0.1, 0.2, 0.7])
    sums /= sums[-1]
    bounds = [0, *(-(-Fraction(float(bound)) * UNIT // 1) for bound in sums)]
    expected = {k: Fraction(int(bounds[k + 1] - bounds[k]), UNIT) for k in range(3)}
    assert law(lambda c: c.generator.choice(3, p=[0.1, 0.2, 0.7])) == expected


@pytest.mark.parametrize(
    ("draw", "message"),
    [
        (lambda g: g.normal(), r"draws by normal\(\)"),
        (lambda g: g.standard_exponential(3), r"draws by standard_exponential\(\)"),
        (lambda g: g.binomial(3, 0.5), r"draws by binomial\(\)"),
        (lambda g: g.uniform(0, 3), r"uniform\(0, 3\) at .*, which is rounded"),
        (lambda g: g.random(out=np.empty(3)), "expected no out"),
        (lambda g: g.choice(3, 2, replace=False, p=[0.2, 0.3, 0.5]), "not enumerated"),
        (lambda g: g.shuffle(np.eye(2), axis=1), "expected axis 0"),
        (lambda g: g.integers(2**40), r"2\^40 values of Generator\.integers\(\)"),
        (lambda g: g.bytes(8), r"2\^64 values"),
    ],
)
def test_what_cannot_be_enumerated_is_refused(draw: Any, message: str) -> None:
    with pytest.raises(Unfit, match=message):
        enumeration(lambda c: draw(c.generator))


def test_every_method_of_numpy_s_draws_coins_or_is_refused() -> None:
    """None falls through to the bit generator."""
    kind = enumerated(np.random.Generator, Oracle())
    missing = [name for name in dir(np.random.Generator) if not name.startswith("_") and name not in vars(kind)]
    assert missing == ["bit_generator", "spawn"]


def test_outside_of_a_run_it_is_numpy_s_own() -> None:
    generator: Any = enumerated(np.random.Generator, Oracle())(np.random.PCG64())
    generator.own = np.random.default_rng(4)
    assert generator.normal() == np.random.default_rng(4).normal()
