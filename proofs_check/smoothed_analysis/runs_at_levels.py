"""Runs of MWEM on the event of Lemma E.4, as instances."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Final

from dpassay.proofs_check.instances import ABOVE_0, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.models.good_runs import largest, leveled
from dpassay.proofs_check.models.smooth_mwem import Run, off, slip
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.smoothed_analysis.runs import WRITTEN, is_run, run_of


def _plain(instance: Instance) -> Instance:
    return {name: value for name, value in instance.items() if name not in {"records", "epsilon"}}


def run_at_levels(instance: Instance) -> Run:
    """The run, with n and eps."""
    at = run_of(_plain(instance))
    return leveled(replace(at, records=instance["records"], epsilon=Fraction(instance["epsilon"])))


def _is_good(instance: Instance) -> bool:
    """Tell whether values lie in [-1, 1], and the event of Lemma E.4 is there."""
    if not is_run(_plain(instance)):
        return False
    at = run_at_levels(instance)
    rounds = range(1, len(at.chosen) + 1)
    return (
        at.low >= -1
        and at.low + at.width <= 1
        and all(at_most(slip(at, i), 2 * at.level) for i in rounds)
        and all(at_most(largest(at, i - 1) - 8 * at.level, off(at, i - 1, at.query(i))) for i in rounds)
    )


LEVELED: Final = WRITTEN.having(records=whole(1), epsilon=ABOVE_0).where(_is_good)
