"""The private reports of Algorithms 1 and 2: their parameters, and the classes on which claims are checked."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Final

from dpassay.exact import (
    Budget,
)
from dpassay.proofs_check.instances import (
    ABOVE_0,
    ABOVE_1,
    as_rows,
    entries,
    rational,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.local_distribution_learning.clipping import (
    CLASS,
    UNEVEN,
    extremal_class,
    has_every_label,
    with_rounds,
)
from dpassay.reference import private_exp3, private_wma

POSITIVE_SCALE: Final = "K T >= 2: for K = T = 1 the printed scale of the noise is 0 (SIMA-30)"


def hypotheses_of(instance: Instance) -> int:
    """Return the number K of the hypotheses of a class."""
    return len(instance["hypotheses"])


def budget_of(instance: Instance) -> Budget:
    """A budget by eps, or by e^eps."""
    return Budget(**{name: instance[name] for name in ("epsilon", "exp_eps") if name in instance})


BUDGETED: Final = CLASS.having(epsilon=ABOVE_0) | CLASS.having(exp_eps=ABOVE_1)
"""A class, and exactly one of eps > 0 and e^eps > 1."""


def is_defined_as_printed(instance: Instance) -> bool:
    """The printed text defines the report."""
    return has_every_label(instance) and bool(hypotheses_of(instance) * instance["rounds"] >= 2)


PRINTED: Final = BUDGETED.where(is_defined_as_printed)


DELTA: Final = rational("(0, 1]")
NOISE: Final = entries(experts=whole(1), rounds=whole(1), epsilon=ABOVE_0, delta=DELTA, gamma=ABOVE_0)
"""Numbers K, T >= 1, eps > 0, 0 < delta <= 1 and gamma > 0."""


def are_enough(instance: Instance) -> bool:
    """K T >= 2."""
    return bool(instance["experts"] * instance["rounds"] >= 2)


def wma_parameters(instance: Instance, calibration: str) -> private_wma.Parameters:
    """Return the parameters of the private weighted majority for an instance."""
    rows, delta = as_rows(instance["hypotheses"]), Fraction(instance["delta"])
    return private_wma.Parameters(budget_of(instance), delta, rows, instance["rounds"], calibration)


def exp3_parameters(instance: Instance, calibration: str) -> private_exp3.Parameters:
    """Return the parameters of the private Exp3 for an instance."""
    rows = as_rows(instance["hypotheses"])
    return private_exp3.Parameters(budget_of(instance), rows, instance["rounds"], calibration)


@cache
def pure_classes() -> tuple[Instance, ...]:
    """Seven classes of up to 4 hypotheses, one with a label of probability 0, T = 1, 2, 10 and 1000."""
    rare = [["1/3", "0", "2/3"], ["0", "0", "1"]]
    tables = [extremal_class(1, 3), extremal_class(2, 4), UNEVEN, extremal_class(3, 5), extremal_class(4, 3), rare]
    even = [["1/2", "1/2"], ["1/3", "2/3"]]
    return tuple(with_rounds(rows, rounds) for rows in (*tables, even) for rounds in (1, 2, 10, 1000))
