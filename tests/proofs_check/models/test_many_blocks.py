"""The numbers of MWEM on blocks: the class where it is small, the example in other arithmetic, what is not legal."""

from __future__ import annotations

from dataclasses import asdict, replace
from fractions import Fraction
from typing import Any

import pytest
from flint import arb, fmpz

from dpassay.exact.real import working_precision
from dpassay.proofs_check import registry
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.covered_queries import dimension
from dpassay.proofs_check.models.many_blocks import COUNTED, FAR_OFF, Many, read
from dpassay.proofs_check.models.noise_on_blocks import SMALL
from dpassay.proofs_check.models.runs_on_blocks import Blocks
from dpassay.proofs_check.proof import facts
from dpassay.proofs_check.proof.register import REFUTATIONS
from dpassay.proofs_check.proof.verdict import refute

assert registry.CLAIMS
CLAIM = REFUTATIONS["HRS-31f"]


@pytest.mark.parametrize("points", [3, 4])
def test_the_dimension_is_that_of_the_patterns(points: int) -> None:
    """Of three blocks with a point beside them; where d is below 3 it may be one more."""
    queries = Blocks(3, points, 3, 1, Fraction(1), SMALL, Fraction(1)).queries
    tables = tuple("".join(str(int(x in query)) for x in range(3 * points + 1)) for query in queries)
    assert len(set(tables)) == len(tables) == 3 * points + 7 + 1
    assert dimension(tables) == 3


def test_the_numbers_by_hand() -> None:
    found = read(Many(1, 2, 3, 4, 20, 3))
    whole = {"T": 1000, "J": 10, "M": 100, "L": 1000, "D": 15, "K": 1015, "s": 3, "d": 4, "eps": 40000}
    assert found == {**whole, "sigma": Fraction(3, 4), "b": Fraction(1, 20)}


def test_the_numbers_of_the_example_by_other_arithmetic() -> None:
    """Whole numbers and balls of another precision, from the words of the claim."""
    with working_precision(500):
        blocks, points, rounds = fmpz(10) ** 2430, fmpz(10) ** 45850, fmpz(10) ** 2443
        size = 25000 * (arb(1640) / 19).log()
        queries = blocks * points + fmpz(2) ** 25000
        assert arb(queries).log() < size
        printed = 1 + 2 * ((arb(20) / 19).log() / rounds).sqrt() + arb(250000) / 200000 * (arb(40) / 19).log()
        assert arb("1.9305") < printed < arb("1.9306")
        most = (arb(11) / 10 * (queries - 1) + arb(100000).exp()) / (points + 1)
        odds = 19 * most * 10**10 / (arb(9) / 10 * rounds)
        grown = (arb(11) / 2 * (points + fmpz(2) ** 25000) * rounds / (queries - 1) / 10**10).exp()
        lost = arb(100000).exp() * rounds / (queries - 1) + arb(10) ** 24 * (points + 1) / (blocks * points)
        near = 100 * (odds + grown * lost) / 3
        assert near < arb("0.775")
        assert 2 * rounds * (-size).exp() < arb(10) ** -45000


@pytest.mark.parametrize(
    "changed",
    [
        {"rounds": 2442},
        {"rounds": 2444},
        {"points": 45800},
        {"points": 46000},
        {"dimension": 24000},
        {"dimension": 27000},
        {"rate": 90000},
        {"odds": 2},
    ],
    ids=str,
)
def test_with_other_numbers_it_is_not_refuted(changed: dict[str, int]) -> None:
    """Too few rounds for the odds to fall, or too many to be fine; too few queries, or more than a cover may have."""
    with pytest.raises(Rejected, match=r"does not fail there|does not meet"):
        refute(replace(CLAIM, setting=replace(FAR_OFF, **changed)))


def test_with_64_it_is_not_refuted() -> None:
    few, level = CLAIM.statement.where
    wider = level.replace("10*T*d", "64*T*d")
    assert wider != level
    with pytest.raises(Rejected, match="does not meet"):
        refute(replace(CLAIM, statement=replace(CLAIM.statement, where=(few, wider))))


def test_a_wrong_domain_is_refused_though_its_numbers_are_long() -> None:
    """Numbers of more digits than are written out."""
    with pytest.raises(Rejected, match=r"K = a long number of .* is not of its domain"):
        facts.tested(replace(COUNTED, parameters={**COUNTED.parameters, "K": "integer, K = L"}))


@pytest.mark.parametrize(
    "wrong",
    [{"blocks": 0}, {"points": 0}, {"rounds": -1}, {"dimension": 2}, {"dimension": 11}, {"rate": 9}, {"odds": 0}],
    ids=str,
)
def test_what_is_not_legal(wrong: dict[str, Any]) -> None:
    legal = Many(1, 1, 0, 3, 10, 1)
    assert asdict(legal)["dimension"] == 3
    with pytest.raises(ValueError, match="expected"):
        replace(legal, **wrong)
