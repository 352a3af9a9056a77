"""What the samples show: the match with the law, and the best certified bound on epsilon for each kind of evidence.

The error budget ``alpha`` of an audit is split among the kinds of evidence before the first sample is drawn (see
`dpassay.audit.plan`). The law test has its share, for the answers on both inputs together. Each certificate has a share
of its own: one event is searched for and one bound is computed for each kind. So a correct implementation is flagged
with probability at most ``alpha``, and an event of one kind never hides that of another. The band of the privacy
profile is drawn for the eye, at its own stated level, and decides nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import fsum, nextafter
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from dpassay.audit import words
from dpassay.audit.answers.outcome import Samples
from dpassay.audit.evidence.against_law import mismatch, tested
from dpassay.audit.evidence.bits import float_features
from dpassay.audit.evidence.codes import Feature
from dpassay.audit.evidence.directions import laws_of
from dpassay.audit.evidence.events import Band, Certificate, certify, profile_band
from dpassay.audit.evidence.features import Forms, LawCells, Outcomes, coordinate_features
from dpassay.audit.evidence.watch import Watch
from dpassay.audit.held_to.subject import VECTOR_TOLERANCE, Claim, Resolved
from dpassay.audit.plan import KINDS, Kind, Plan
from dpassay.exact import Law, hockey_stick_bounds
from dpassay.exact.entrance import explain_failures
from dpassay.properties.cells import Cells
from dpassay.properties.joint_test import JointTest, Laws

__all__ = ["Answers", "Evidence", "LawMatch", "examine", "features_of", "findings_of", "possible_kinds"]

GRID_POINTS: Final = 25

MOST_SHOWN: Final = 700.0
"""Profiles are not shown beyond this epsilon: e^epsilon is to be a double."""

KIND_WORDS: Final[Mapping[Kind, str]] = {
    "values": "by a set of values",
    "bits": "by bit patterns",
    "form": "by type and shape",
    "classifier": "by a classifier",
    "rare": "by rare answers of one input",
}


@dataclass(frozen=True, slots=True, eq=False)
class Answers:
    """The answers to audit.

    Attributes:
        arrays: the answers on either input; empty where they are not of one numeric form.
        form_names: the forms that there are.
        form_codes: for each answer on either input, the place of its form; empty where all have one. Where a call
            returns many answers in one array, for each call: only calls are independent.
    """

    arrays: tuple[NDArray[Any], ...]
    form_names: tuple[str, ...] = ()
    form_codes: tuple[NDArray[np.int64], ...] = ()

    @classmethod
    def of(cls, drawn: Samples) -> Answers:
        """Return the answers of a run."""
        return cls(drawn.arrays, drawn.form_names, drawn.form_codes)

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many answers there are on either input."""
        return tuple(len(each) for each in self.arrays or self.form_codes)

    @property
    def forms(self) -> tuple[str, ...]:
        """The forms that occur, each with the number of its answers on both inputs together."""
        counts = np.zeros(len(self.form_names), dtype=np.int64)
        for codes in self.form_codes:
            counts += np.bincount(codes, minlength=len(counts))
        return tuple(f"{name} ({count:,})" for name, count in zip(self.form_names, counts, strict=True) if count)

    def coded(self) -> tuple[NDArray[np.int64], ...]:
        """Return the number of the form of each answer on either input; of each call where there is more than one."""
        if self.arrays:
            return tuple(np.zeros(len(array), dtype=np.int64) for array in self.arrays)
        return self.form_codes


@dataclass(frozen=True, slots=True, eq=False)
class LawMatch:
    """The answers beside the exact laws.

    Attributes:
        cells: the cells of the exact laws on the two inputs.
        counts: the samples in each cell, for the two inputs.
        test: the comparison with the exact laws on both inputs; None where it was not asked for.
        band: the certified lower band of the privacy profile, and the estimate, over a grid; None where the answers
            were looked at while they were drawn.
        exact_profile: delta of the exact laws over the same grid, the larger of both directions.
    """

    cells: tuple[Cells, ...]
    counts: tuple[NDArray[np.int64], ...]
    test: JointTest | None
    band: Band | None
    exact_profile: NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """What the samples show.

    Attributes:
        sizes: the number of samples, for the two inputs.
        certificates: the certified lower bound on epsilon, for each kind of evidence that was looked for.
        match: the answers beside the exact laws; None where the answers are not of one numeric form.
    """

    sizes: tuple[int, ...]
    certificates: Mapping[Kind, Certificate]
    match: LawMatch | None

    @property
    def law_test(self) -> JointTest | None:
        """The comparison with the exact laws; None where there is none."""
        return None if self.match is None else self.match.test

    @property
    def p_value(self) -> float | None:
        """The p-value of "both laws are right". None without a comparison."""
        return None if self.law_test is None else self.law_test.p_value

    @property
    def certificate(self) -> Certificate | None:
        """The certificate of the largest bound; that this one is too large has the probability `certified_alpha`."""
        return max(self.certificates.values(), key=lambda found: found.epsilon_lower, default=None)

    @property
    def certified_alpha(self) -> float:
        """The error probability of all certificates together."""
        return fsum(found.alpha for found in self.certificates.values())

    def violated(self, claim: Claim) -> tuple[Kind, ...]:
        """Return the kinds of evidence whose certified bound is above the claim."""
        limit = nextafter(claim.epsilon, float("inf"))
        return tuple(kind for kind, found in self.certificates.items() if found.epsilon_lower > limit)


def possible_kinds(cells: tuple[Cells, ...]) -> tuple[Kind, ...]:
    """Return the kinds of evidence that answers of laws with these cells can show: only reals have bits."""
    return tuple(kind for kind in KINDS if kind != "bits" or has_reals(cells[0]))


def has_reals(cells: Cells) -> bool:
    """Tell whether answers are reals, or rows with reals in them; a wide law of integers is cut at integers."""
    return cells.grid is not None or (cells.kind == "real" and cells.edges.dtype.kind == "f")


def examine(
    resolved: Resolved,
    plan: Plan,
    claim: Claim,
    answers: Answers,
    cells: tuple[Cells, ...],
    *,
    laws: Laws | None = None,
    watch: Watch | None = None,
) -> Evidence:
    """Compare answers with the exact laws, cut into ``cells``, and search them for violations of the claim.

    ``laws``: what `laws_of` gives for these cells, where it is there already. ``watch``: what has looked at the answers
    already, while they were drawn; a band of the privacy profile would not hold then.

    Answers that are rows are numbered first; but events are looked for in rows with reals as they are, whose
    coordinates have bits.
    """
    shares = plan.split(possible_kinds(cells))
    found: dict[Kind, Certificate] = {}
    match = None
    if answers.arrays:
        numbered = cells[0].numbers(answers.arrays[0]), cells[1].numbers(answers.arrays[1])
        searched = numbered if cells[0].grid is None else (answers.arrays[0], answers.arrays[1])
        features = features_of(resolved, cells)
        for kind in features:
            if kind in shares:
                found[kind] = certify(*searched, features[kind], delta=claim.delta, alpha=shares[kind])
        shown = [feature for kind in features if kind in shares for feature in features[kind]] or features["values"]
        grid, test = profile_grid(claim), None
        if "law" in shares and watch is None:
            test = tested(numbered, cells, laws or laws_of(resolved, cells), shares["law"], plan.seed)
        match = LawMatch(
            cells=cells,
            counts=tuple(law.counts(array) for array, law in zip(numbered, cells, strict=True)),
            test=watch.test() if watch else test,
            band=None if watch else profile_band(*searched, shown, exp_eps=grid, alpha=plan.alpha),
            exact_profile=exact_deltas(resolved.laws, grid),
        )
    if "form" in shares:
        forms = Forms(answers.form_names or ("one form",))
        first, second = answers.coded()
        found["form"] = certify(first, second, [forms], delta=claim.delta, alpha=shares["form"])
    return Evidence(answers.sizes, found, match)


def features_of(resolved: Resolved, cells: tuple[Cells, ...]) -> dict[Kind, tuple[Feature, ...]]:
    """Return what events of values and of bits are made of: cells of the laws, single outcomes, the bits of doubles.

    Rows of integers have cells alone: their numbers mean nothing to a reader.
    """
    law_cells = LawCells(*cells)
    if law_cells.p.rows is not None:
        return {"values": (law_cells,)}
    if law_cells.p.grid is not None:
        reals = [place for place, axis in enumerate(law_cells.p.grid.axes) if not axis.is_tag]
        return {"values": (law_cells,), "bits": coordinate_features(reals)}
    if has_reals(law_cells.p):
        return {"values": (law_cells,), "bits": float_features(*resolved.floats)}
    return {"values": (law_cells, Outcomes())}


def profile_grid(claim: Claim) -> NDArray[np.float64]:
    """Return the values of e^eps at which profiles are shown: eps from 0 to twice the claim, as far as doubles go."""
    return np.unique(np.exp(np.linspace(0, min(2 * claim.epsilon, MOST_SHOWN), GRID_POINTS)))


def exact_deltas(laws: tuple[Law, Law], grid: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the exact delta of a pair at each e^eps of the grid, the larger of both directions, as doubles.

    Of vectors: the middle of certified bounds that are at most ``VECTOR_TOLERANCE`` apart.
    """
    return np.array([max(_delta(p, q, Fraction(float(t))) for p, q in (laws, laws[::-1])) for t in grid])


def _delta(p: Law, q: Law, exp_eps: Fraction) -> float:
    low, high = hockey_stick_bounds(p, q, exp_eps, tolerance=VECTOR_TOLERANCE)
    return float(low if low is high else (low + high) / 2)


# In words


def findings_of(evidence: Evidence, claim: Claim) -> tuple[str, ...]:
    """Return what the samples show, one line each: a mismatch with the law, a certified bound above the claim."""
    match, test = evidence.match, evidence.law_test
    mismatches = (mismatch(test, match.cells),) if match is not None and test is not None and test.rejected else ()
    return (*mismatches, *(_excess(evidence.certificates[kind], kind, claim) for kind in evidence.violated(claim)))


def _excess(found: Certificate, kind: Kind, claim: Claim) -> str:
    return (
        f"privacy: {KIND_WORDS[kind]}, with {words.confidence(found.alpha)} confidence, epsilon is at least "
        f"{words.number(found.epsilon_lower)}, above the claimed {claim.epsilon_decimal} "
        f"(at delta = {claim.delta_decimal}): {found.event.description}: "
        f"{found.count_p:,} of {found.n_p:,} answers on the first input, "
        f"{found.count_q:,} of {found.n_q:,} on the second"
    )


explain_failures(__name__)
