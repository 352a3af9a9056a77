"""The documents whose claims are decided, and the catalogue of their claims."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Source:
    """A document: the prefix of its claims' ids, how it is cited, and its catalogue.

    ``catalogue`` lists the ids that must have a verdict. An id may be split into readings with a letter behind it.
    ``finished`` tells whether that is all that the document claims.
    """

    prefix: str
    title: str
    authors: str
    catalogue: tuple[str, ...]
    finished: bool


def _ids(prefix: str, *numbers: int) -> tuple[str, ...]:
    return tuple(f"{prefix}-{number:02}" for number in numbers)


LECTURE_NOTES: Final = Source(
    prefix="LEC",
    title="Lecture notes on private PAC learning and multiplicative weights",
    authors="anonymous lecture notes, after chapter 11 of Dwork and Roth (2014)",
    catalogue=_ids("LEC", *range(1, 25)),
    finished=True,
)
LAZY_TO_PRIVATE: Final = Source(
    prefix="ASI",
    title="Private Online Learning via Lazy Algorithms",
    authors="Hilal Asi, Tomer Koren, Daogao Liu and Kunal Talwar",
    catalogue=_ids("ASI", *range(1, 29), *range(30, 47)),
    finished=True,
)
LOCAL_DISTRIBUTION_LEARNING: Final = Source(
    prefix="SIMA",
    title="Online Distribution Learning with Local Private Constraints",
    authors="Jin Sima, Changlong Wu, Olgica Milenkovic and Wojciech Szpankowski",
    catalogue=_ids("SIMA", *range(1, 52)),
    finished=True,
)
PRIVATE_KL_ESTIMATION: Final = Source(
    prefix="SCOTT",
    title="Distributed, communication-efficient, and differentially private estimation of KL divergence",
    authors="Mary Scott, Sayan Biswas, Graham Cormode and Carsten Maple",
    catalogue=_ids("SCOTT", *range(1, 36)),
    finished=True,
)
SMOOTHED_ANALYSIS: Final = Source(
    prefix="HRS",
    title="Smoothed Analysis of Online and Differentially Private Learning",
    authors="Nika Haghtalab, Tim Roughgarden and Abhishek Shetty",
    catalogue=_ids("HRS", *range(1, 45)),
    finished=True,
)
SOURCES: Final = {
    source.prefix: source
    for source in (
        LOCAL_DISTRIBUTION_LEARNING,
        LECTURE_NOTES,
        LAZY_TO_PRIVATE,
        PRIVATE_KL_ESTIMATION,
        SMOOTHED_ANALYSIS,
    )
}
