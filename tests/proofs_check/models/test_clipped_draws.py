"""The random maps of label clipping, and the mixture, against the reference."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpassay.proofs_check.models.clipped_draws import Weighted, answer, log_or_0, mixed, on_parts, prediction, settings
from dpassay.reference import privatized_likelihood
from dpassay.reference.label_clipping import induced, induced_on_parts, integers, labels, parts

SETTINGS = list(settings())


@pytest.mark.parametrize("at", SETTINGS, ids=str)
def test_maps_and_mixtures_are_those_of_the_reference(at: Weighted) -> None:
    numbers = range(1, integers(at) + 1)
    for j, row in enumerate(induced_on_parts(at), 1):
        assert [on_parts(at, j, z) for z in numbers] == list(row)
    columns = zip(*induced(at), strict=True)
    mixture = [sum(w * p for w, p in zip(at.weights, column, strict=True)) for column in columns]
    assert [mixed(at, z) for z in numbers] == mixture
    predicted = [prediction(at, y) for y in range(1, labels(at) + 1)]
    assert predicted == list(privatized_likelihood.prediction(at.weights, at))
    for y, part in enumerate(parts(at), 1):
        assert [answer(at, y, z) for z in numbers] == [Fraction(z - 1 in part, len(part)) for z in numbers]


def test_the_log_of_nothing_is_0() -> None:
    assert log_or_0(Fraction(0)) == 0
    assert float(log_or_0(Fraction(1, 2))) == pytest.approx(-0.6931471805599453)


@pytest.mark.parametrize("weights", [(), (Fraction(1), Fraction(0)), (Fraction(1), Fraction(1))])
def test_weights_that_are_none_are_refused(weights: tuple[Fraction, ...]) -> None:
    with pytest.raises(ValueError, match="weights"):
        Weighted("1,0;0,1", 2, "corrected", weights)  # type: ignore[arg-type]  # a class as text
