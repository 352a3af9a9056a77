"""This project's ways to audit, and the best event, as auditors of the zoo."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from time import perf_counter
from typing import Any, Final

import numpy as np

from dpassay.audit.alone import assess_claim
from dpassay.audit.answers.enumerated import enumerate_target
from dpassay.audit.answers.outcome import Failure, Origin, Samples
from dpassay.audit.answers.request import Json
from dpassay.audit.evidence.bounds import lower_limits, upper_limits
from dpassay.audit.evidence.enclosures import enclosed_ratio, privacy
from dpassay.audit.evidence.learned import learn
from dpassay.audit.held_to.alone import ClaimAlone
from dpassay.audit.plan import CERTIFICATES, Plan, alpha_split
from dpassay.exact import Dist, as_real
from dpassay.properties.cells import Cells, pair_cells
from dpassay.properties.joint_test import Laws, joint_test
from zoo.auditor import Answer, Auditor, Question
from zoo.cases import Case, Role, load
from zoo.truths import exp_epsilon, laws

BRANCHES: Final = 4_000
ELSEWHERE: Final = -(2**62)
"""The number of a row that is none of the law's."""

NO_LAW: Final = frozenset(
    {
        "bits",
        "exact_parts",
        "forms",
        "lengths",
        "models",
        "pads",
        "pipelines",
        "queries",
        "releases",
        "rounding",
        "sums",
    }
)
"""Files whose laws are those of what tells the inputs apart, not of the answers."""

NO_LAW_OF_FAULT: Final = NO_LAW | {"division"}
"""The same, of the fault."""


def law(question: Question) -> Answer:
    """Test the answers against the exact law of the mechanism, which is that of the sibling: it certifies no bound."""
    case = question.case
    if case.file in NO_LAW:
        return Answer(None, note="no law of whole answers")
    cells, tested = _cells(case.name, question.size)
    drawn = [_places(case.name, answers) for answers in question.answers]
    counts = [each.counts(answers[answers != ELSEWHERE]) for each, answers in zip(cells, drawn, strict=True)]
    outside = [question.size - int(count.sum()) for count in counts]
    rng = np.random.default_rng((question.seed, 7))
    found = joint_test(counts, tested, alpha=question.alpha, rng=rng, outside=outside)
    return Answer(found.p_value <= question.alpha, note=f"p = {found.p_value:.3g}")


@cache
def _cells(name: str, size: int) -> tuple[tuple[Cells, ...], Laws]:
    """Return the cells of the right laws; of rows, those of their places among all rows."""
    order, pair = _rows(name), laws(load()[name], "sibling")
    cells = pair_cells([each.map(order.__getitem__) for each in pair] if order else pair, size)
    return cells, Laws(tuple(each.probabilities for each in cells))


@cache
def _rows(name: str) -> dict[Any, int]:
    """Number the rows that the right laws can give; nothing where answers are numbers."""
    found = [each.outcomes for each in laws(load()[name], "sibling") if isinstance(each, Dist)]
    rows = sorted({row for outcomes in found for row in outcomes if isinstance(row, tuple)})
    return {row: place for place, row in enumerate(rows)}


def _places(name: str, answers: Any) -> Any:
    """Return the numbers of rows; answers that are numbers themselves as they are."""
    order = _rows(name)
    return np.array([order.get(tuple(row), ELSEWHERE) for row in answers.tolist()]) if order else np.asarray(answers)


def _claim(case: Case, role: Role) -> ClaimAlone:
    first, second = (Json(json.dumps(data)) for data in case.data)
    return ClaimAlone(f"{case.path}:{case.function(role)}", {}, (first, second), Fraction(case.claimed), case.delta)


def blind(question: Question) -> Answer:
    """Learn events from a quarter of the answers and certify them on the others; no law is known.

    Answers of several forms are drawn anew by the audit itself, from the code.
    """
    claim = _claim(question.case, question.role)
    if question.case.answers == "forms":
        plan = Plan(samples=question.size, alpha=question.alpha, seed=question.seed, evidence=CERTIFICATES)
        audit = assess_claim(claim, plan)
        best = None if audit.evidence is None else audit.evidence.best
    else:
        arrays = tuple(np.asarray(answers) for answers in question.answers)
        samples = Samples(arrays, question.seed, 0.0, Origin(), form_names=("number",))
        best = learn(samples, claim, alpha_split(question.alpha, ("values", "bits")), question.seed).best
    if best is None:
        return Answer(None, note="no answers")
    bound = best.certificate.epsilon_lower
    return Answer(bound > question.case.claimed, bound, best.certificate.event.description)


def exact(question: Question) -> Answer:
    """Enumerate the coins of the code, once: what it says is proved, and the drawn answers are not looked at."""
    return _timed(question.case.name, question.role)


@cache
def _timed(name: str, role: Role) -> Answer:
    start = perf_counter()
    found = _enumerated(load()[name], role)
    return replace(found, seconds=perf_counter() - start)


def _enumerated(case: Case, role: Role) -> Answer:
    target = f"{case.path}:{case.function(role)}"
    found = enumerate_target(target, case.data, {}, branches=BRANCHES, leftover=Fraction(1, 10**9), time_limit=60.0)
    if isinstance(found, Failure):
        return Answer(None, note=f"{found.kind}: {found.message}")
    first, second = found.laws
    held = privacy(first, second, enclosed_ratio(exp_epsilon(case)), case.delta)
    if held.verdict == "open":
        return Answer(None, note=f"undecided: delta is between {held.delta.low} and {held.delta.high}"[:120])
    low = held.ratio.low
    return Answer(held.verdict == "breaks", math.inf if low is None else math.log(low), held.verdict)


def best_event(question: Question) -> Answer:
    """Certify the best event, known from the law of the fault, by the two limits of Clopper and Pearson."""
    case = question.case
    if case.file in NO_LAW_OF_FAULT:
        return Answer(None, note="no law of whole answers")
    first, second = laws(case, "fault")
    n, best = question.size, 0.0
    for p, q, answers in ((first, second, question.answers), (second, first, question.answers[::-1])):
        inside = [_count(case, (p, q), each) for each in answers]
        low = float(lower_limits(np.array([inside[0]]), n, question.alpha / 4)[0])
        high = float(upper_limits(np.array([inside[1]]), n, question.alpha / 4)[0])
        gain = low - float(case.delta)
        best = max(best, math.log(gain / high) if gain > 0 else 0.0)
    return Answer(best > case.claimed, best)


def _count(case: Case, pair: tuple[Any, Any], answers: Any) -> int:
    """Count the answers whose probability under one law is more than e^epsilon times that under the other."""
    values, counts = np.unique(np.asarray(answers), axis=0, return_counts=True)
    threshold = float(as_real(exp_epsilon(case)))
    chosen = 0
    for value, count in zip(values.tolist(), counts.tolist(), strict=True):
        place = tuple(value) if isinstance(value, list) else value
        p, q = (_mass(each, place) for each in pair)
        chosen += count if p > threshold * q * (1 + 1e-12) else 0
    return chosen


def _mass(found: Any, place: Any) -> float:
    """Return the probability of an answer as a double."""
    if isinstance(found, Mapping):
        return float(found.get(place, 0))
    return float(as_real(found.pmf(place)))


OURS: Final[Mapping[str, Auditor]] = {
    "dpassay-law": law,
    "dpassay-blind": blind,
    "dpassay-exact": exact,
    "best-event": best_event,
}
