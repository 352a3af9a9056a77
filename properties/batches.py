"""Do an implementation's outputs follow a law? Batches of them are tested, until one does not reject or all do."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from dpassay.exact import Law, require
from dpassay.exact.entrance import explain_failures
from dpassay.properties.cells import Cells, law_cells
from dpassay.properties.goodness_of_fit import LawTest, sample_test
from dpassay.properties.run import Case, Run, Violation, check_form
from dpassay.reference import MechanismParameters

__all__ = ["STAGE_ALPHA", "cells_of", "law_of", "law_violation", "repeated_test", "stages"]

STAGE_ALPHA: Final = 0.005
"""A law is rejected only if several independent batches each reject it, each at about this level."""

_DRAWS: Final = 999

T = TypeVar("T")


def law_of(law: Callable[..., Law], parameters: MechanismParameters, data: Any) -> Law:
    """Return a mechanism's law on one input; computed once."""
    return _once(law, data, parameters)


def cells_of(law: Callable[..., Law], parameters: MechanismParameters, data: Any, size: int) -> Cells:
    """Return the cells of a mechanism's law on one input; computed once."""
    return _once(_cells, law, parameters, data, size)


def _cells(law: Callable[..., Law], parameters: MechanismParameters, data: Any, size: int) -> Cells:
    return law_cells(law_of(law, parameters, data), size)


def _once(compute: Callable[..., T], *given: Any) -> T:
    """Compute once for each input that can be looked up; those of a user's mechanism need not be hashable."""
    try:
        hash(given)
    except TypeError:
        return compute(*given)
    kept: T = _kept(compute, given)
    return kept


@lru_cache(maxsize=512)
def _kept(compute: Callable[..., Any], given: tuple[Any, ...]) -> Any:
    return compute(*given)


def repeated_test(
    run: Run, case: int, given_input: tuple[MechanismParameters, Any], cells: Cells, level: float
) -> tuple[float, LawTest]:
    """Test independent batches until one does not reject, or all do.

    One simulated test cannot give a p-value below 1e-3, but k independent ones that all reject can: with p the largest
    of their p-values, p^k is a p-value. Where one does not reject, p itself is one: the first was no more extreme.
    """
    count = stages(level)
    worst = 0.0
    for stage in range(count):
        outputs = run.draw(*given_input, run.samples, case, stage)
        check_form(outputs, run.samples, cells.form)
        rng = np.random.default_rng((run.seed, case, stage, 1))
        result = sample_test(cells.numbers(_numeric(outputs)), cells, alpha=level ** (1 / count), rng=rng, draws=_DRAWS)
        worst = max(worst, result.p_value)
        if not result.rejected:
            return worst, result
    return worst**count, result


def stages(level: float) -> int:
    """Return how many batches it takes so that each can be tested at ``STAGE_ALPHA`` or above."""
    require(0 < level < 1, "level", level, "a number between 0 and 1")
    return max(1, int(np.ceil(np.log(level) / np.log(STAGE_ALPHA))))


def _numeric(outputs: NDArray[Any]) -> NDArray[Any]:
    if outputs.dtype.kind not in "iuf":
        raise Violation(f"the target returned dtype {outputs.dtype}: expected numbers")
    return outputs


def law_violation(case: Case, cells: Cells, test: LawTest, p_value: float) -> Violation:
    """Say where the outputs depart most from the law."""
    if test.worst_cell == -1:
        where = f"{test.worst_observed} of {test.samples} outputs are none that the law can give"
    else:
        event = cells.describe(test.worst_cell or 0)
        where = f"{event} came {test.worst_observed} times in {test.samples}, expected {test.worst_expected:.6g}"
    violation = Violation(f"outputs do not follow the law at {case}: p = {p_value:.3g} ({test.statistic}); {where}")
    violation.p_value = p_value
    return violation


explain_failures(__name__)
