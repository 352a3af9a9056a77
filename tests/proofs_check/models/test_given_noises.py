"""The learners with given noises: sums over all paths in floating point, and what is legal."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product

import pytest

from dpassay.proofs_check.models.given_noises import Given, chance, low, paid, rate, scale
from dpassay.reference import label_clipping
from dpassay.reference.label_clipping import as_table

TABLES = (as_table("5/6,1/6;1/4,3/4", "tables"), as_table("1,0;0,1", "tables"))
NOISES = ((Fraction(1, 2), Fraction(-3, 4)), (Fraction(-1, 4), Fraction(1, 3)))


@pytest.mark.parametrize("algorithm", [1, 2])
def test_two_rounds_from_all_paths(algorithm: int) -> None:
    at = Given(algorithm, TABLES, 1, NOISES)
    most, eta = float(low(at)), float(rate(at))
    c = 1 / (math.log(4) + 2 * most)
    risk = clipped = noise = 0.0
    weights = [(1.0, (0.5, 0.5))]
    for t, given in enumerate(at.clippings):
        rows = [
            [float(n * p) for n, p in zip(label_clipping.sizes(given), row, strict=True)]
            for row in label_clipping.likelihoods(given)
        ]
        parts = [[float(p) for p in row] for row in label_clipping.likelihoods(given)]
        law = [float(p) for p in TABLES[t][0]]
        after = []
        for mass, (u, v) in weights:
            mixed = [u * a + v * b for a, b in zip(*rows, strict=True)]
            risk += mass * sum(p * math.log(p / q) for p, q in zip(law, mixed, strict=True) if p)
            clipped += mass * sum(p * math.log(p / q) for p, q in zip(rows[0], mixed, strict=True))
            noise += mass * v * most * float(NOISES[t][1] - NOISES[t][0])
            for y, shown in product((0, 1), ((0, 1),) if algorithm == 1 else ((0,), (1,))):
                raw = [u, v]
                for j in shown:
                    loss = -c * (math.log(parts[j][y]) + float(NOISES[t][j]) * most + math.log(2) - most)
                    raw[j] *= math.exp(-eta * loss)
                after.append((mass * rows[0][y] / algorithm, (raw[0] / sum(raw), raw[1] / sum(raw))))
        weights = after
    ours = paid(at)
    assert [float(ours.risk), float(ours.clipped), float(ours.noise)] == pytest.approx([risk, clipped, noise], abs=1e-9)


def test_the_chance_and_the_scale() -> None:
    at = Given(2, TABLES, 1, NOISES)
    assert float(scale(at)) == pytest.approx(2 * math.log(4))
    assert float(chance(at)) == pytest.approx((1 - math.exp(-1) / 4) ** 4)
    mixed = Given(1, TABLES, 1, NOISES)
    assert float(scale(mixed)) == pytest.approx(2 * math.log(4) * (2 * math.sqrt(4 * math.log(100)) + 1))


@pytest.mark.parametrize(
    ("algorithm", "truth", "noise", "gamma"), [(3, 1, "0", "1"), (1, 3, "0", "1"), (1, 1, "1", "1"), (1, 1, "0", "0")]
)
def test_what_is_not_legal(algorithm: int, truth: int, noise: str, gamma: str) -> None:
    noises = ((Fraction(noise),) * 2,) * 2
    with pytest.raises(ValueError, match="expected"):
        Given(algorithm, TABLES, truth, noises, gamma=Fraction(gamma))
