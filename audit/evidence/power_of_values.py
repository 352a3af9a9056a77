"""How often would the certified bound of values be above the claim? Told for simulated counts of many audits.

An audit chooses an event on its training part and reads the bound off the joint confidence region of its counts in the
rest. Here both are done for the events that the exact laws suggest: prefixes of the cells by falling likelihood ratio,
in both directions.

The choice is the audit's own (`dpassay.audit.evidence.search`). So is the region (`dpassay.audit.evidence.joint`): the
simulated audits are put into the order of a score of their counts, and the place where the bound comes to be above the
claim is found by bisection. What the order says of the audits far from that place is taken on trust; those next above
it are asked one by one, and all that is above must be as good as the worst of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf, nextafter
from typing import Final

import numpy as np
from numpy.typing import NDArray

from dpassay.audit.evidence.events import training_size
from dpassay.audit.evidence.features import LawCells
from dpassay.audit.evidence.search import chain_promises
from dpassay.audit.evidence.statements import joint_epsilon
from dpassay.audit.held_to.subject import Claim
from dpassay.exact.entrance import explain_failures
from dpassay.properties.cells import Cells

__all__ = ["Flags", "Masses", "value_flags"]

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Mask = NDArray[np.bool_]

MOST_PREFIXES: Final = 60
"""Of more prefixes of cells than this, only so many are looked at."""

ASKED_ABOVE: Final = 8
"""So many audits next above the place that bisection found are asked for their bound."""

Masses = Callable[[int], Floats]
"""The probabilities of the cells on the first (0) or the second input (1)."""

Flags = Callable[[Masses], Mask]
"""Tells for each of so many simulated audits whether it flags answers with such probabilities."""


@dataclass(frozen=True, slots=True, eq=False)
class _Counts:
    """Counts of audits in the numerator and the denominator, shape (r, k), of so many answers on either."""

    above: Integers
    n_above: int
    below: Integers
    n_below: int


def value_flags(
    cells: tuple[Cells, ...],
    sizes: Sequence[int],
    alpha: float,
    claim: Claim,
    simulated: Callable[[Floats, int], Integers],
) -> Flags:
    """Return what tells whether the certified bound of the event that training chose is above the claim.

    Args:
        cells: the cells of the exact laws.
        sizes: the number of answers on either input.
        alpha: the share of values.
        claim: what the bound is compared with.
        simulated: from probabilities of cells and a number of answers, the counts of many audits.
    """
    steps = LawCells(*cells).steps()
    ends = np.cumsum([len(step) for step in steps])
    links = len(ends)
    ends = ends[np.unique(np.linspace(0, len(ends) - 1, MOST_PREFIXES).round().astype(np.intp))]
    order = np.concatenate(steps)
    training = [training_size(n) for n in sizes]
    test = [n - part for n, part in zip(sizes, training, strict=True)]

    def both(masses: Masses, parts: Sequence[int]) -> tuple[_Counts, _Counts]:
        """Return the counts of all prefixes, and of what they leave in the other direction."""
        counted = [simulated(masses(place), n)[:, order] for place, n in enumerate(parts)]
        p, q = (np.cumsum(rows, axis=1) for rows in counted)
        rest_p, rest_q = (total[:, -1:] - total for total in (p, q))
        last = ends - 1
        return (
            _Counts(p[:, last], parts[0], q[:, last], parts[1]),
            _Counts(rest_q[:, last], parts[1], rest_p[:, last], parts[0]),
        )

    def flags(masses: Masses) -> Mask:
        trained, tested = both(masses, training), both(masses, test)
        promise = np.hstack(
            [
                chain_promises(
                    each.above, each.n_above, each.below, each.n_below, delta=claim.delta, alpha=alpha, links=links
                )
                for each in trained
            ]
        )
        chosen = np.argmax(promise, axis=1)
        flagged = np.zeros(len(chosen), dtype=np.bool_)
        for place, each in enumerate(tested):
            rows = np.flatnonzero(chosen // len(ends) == place)
            columns = chosen[rows] % len(ends)
            picked = _Counts(each.above[rows, columns], each.n_above, each.below[rows, columns], each.n_below)
            flagged[rows] = _certified(picked, alpha, claim)
        return flagged

    return flags


def _certified(counts: _Counts, alpha: float, claim: Claim) -> Mask:
    """Return which audits certify more than the claim, of one event each, shape (r,)."""
    order = np.argsort(-_scores(counts, claim), kind="stable")

    def is_above(place: int) -> bool:
        row = order[place]
        pair = int(counts.above[row]), counts.n_above, int(counts.below[row]), counts.n_below
        return joint_epsilon(*pair, delta=claim.delta, alpha=alpha) > nextafter(claim.epsilon, inf)

    low, high = 0, len(order)  # all before `low` are above the claim, none from `high` on
    while low < high:
        middle = (low + high) // 2
        if is_above(middle):
            low = middle + 1
        else:
            high = middle
    while low and not all(is_above(place) for place in range(max(0, low - ASKED_ABOVE), low)):
        low -= 1
    flagged = np.zeros(len(order), dtype=np.bool_)
    flagged[order[:low]] = True
    return flagged


def _scores(counts: _Counts, claim: Claim) -> Floats:
    """Return by how many standard errors each P is above e^epsilon Q + delta."""
    p, q = (counts.above + 0.5) / (counts.n_above + 1), (counts.below + 0.5) / (counts.n_below + 1)
    with np.errstate(over="ignore"):
        factor = np.exp(min(claim.epsilon, 700.0))
    variance = p * (1 - p) / counts.n_above + factor**2 * q * (1 - q) / counts.n_below
    return np.asarray((p - claim.delta - factor * q) / np.sqrt(variance))


explain_failures(__name__)
