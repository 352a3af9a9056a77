"""The guided hunts of true claims can find something: pointed at a tampered property, they do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Final

import pytest

from dpassay.proofs_check.certify.search import find_counterexample
from dpassay.proofs_check.claim import Guide, Hunt
from dpassay.proofs_check.kernel.finite import PROPERTIES, Instance
from dpassay.proofs_check.lecture_notes import lec_09, lec_22
from dpassay.proofs_check.local_distribution_learning import sima_29
from dpassay.proofs_check.registry import find

Margin = Callable[[Mapping[str, float]], float]

TAMPERED: Final[dict[str, tuple[str, str, Margin]]] = {
    "LEC-09": ("lec09", "lec09-too-sharp", partial(lec_09.margin_of_two, share=1, square=6)),
    "SIMA-29": ("sima29", "sima29-half", partial(sima_29.margin_below_optimum, share=0.5)),
}
"""By the id of a claim: the property that it hunts, a tampered one, and the margin tampered in the same way."""


def nothing() -> Iterator[Instance]:
    return iter(())


def guides(id: str, told: str) -> list[Guide]:  # noqa: A002  # the name that it has everywhere
    return [hunt.guide for hunt in find(id).decide().hunts if hunt.told == told and hunt.guide is not None]


@pytest.mark.parametrize("id", TAMPERED)
def test_a_tampered_property_is_hunted_down(id: str) -> None:  # noqa: A002
    told, tampered, margin = TAMPERED[id]
    (guide,) = guides(id, told)
    assert find_counterexample(Hunt(told, nothing, guide)) is None
    instance = find_counterexample(Hunt(tampered, nothing, replace(guide, margin=margin)))
    assert instance is not None
    assert PROPERTIES[told].holds(instance)


def test_theorem_1_with_twice_the_exponent_is_hunted_down() -> None:
    """The margin is lowered below 0 everywhere: what the search offers is the worst it finds for the true claim."""
    for guide in guides("LEC-03", "lec03"):
        lowered = replace(guide, margin=lambda at, guide=guide: guide.margin(at) - 2)  # type: ignore[misc]
        assert find_counterexample(Hunt("lec03-too-sharp", nothing, lowered)) is not None


def test_an_exponent_that_is_too_large_is_hunted_down(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(PROPERTIES, "lec22-corrected")  # put back at the end
    lec_22.with_square("lec22-corrected", Fraction(300))
    (guide,) = (lec_22.exponent_hunt("lec22-corrected", 300.0).guide,)
    assert find_counterexample(Hunt("lec22-corrected", nothing, guide)) is not None
