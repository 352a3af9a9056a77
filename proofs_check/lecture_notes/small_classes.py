"""Small classes with rational laws of the inputs, for Theorem 1 and the private mechanism."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, Final

from dpassay.exact import Dist
from dpassay.proofs_check.instances import (
    ABOVE_1,
    Entry,
    entries,
    optional,
    rational,
    row_of,
    text,
    weights_of_law,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.reference import private_pac

CLASSES: Final = (
    ("0000",),
    ("0000", "0001"),
    ("0011", "0101"),
    ("0000", "0011", "0101"),
    ("1111", "0101", "0011", "0001"),
)
WEIGHTS: Final = ((1, 1, 1, 1), (1, 2, 3, 4), (8, 1, 1, 0))
ALPHAS: Final = ("1/10", "1/4", "1/2", "9/10")


@cache
def class_parameters(tables: tuple[str, ...], exp_eps: str = "4") -> private_pac.Parameters:
    """The mechanism on a class of two bits."""
    return private_pac.Parameters.read(exp_eps=exp_eps, dimension=2, hypotheses=",".join(tables))


def setting_of(instance: Instance) -> tuple[private_pac.Parameters, Any, Dist[int]]:
    """The class, the target and the distribution of an instance."""
    parameters = class_parameters(tuple(instance["class"]), instance.get("exp_eps", "4"))
    weights = [Fraction(weight) for weight in instance["weights"]]
    distribution = Dist.from_weights({r: weight for r, weight in enumerate(weights) if weight})
    return parameters, private_pac.concepts(parameters)[instance["target"]], distribution


def truth_tables(dimension: int) -> dict[str, Entry]:
    """A class: at least one truth table on ``dimension`` bits."""
    size = 1 << dimension
    return {"class": row_of(text(f"a truth table of {size} bits", f"[01]{{{size}}}"))}


CLASS: Final = entries(truth_tables(2))
ALPHA: Final = rational("(0, 1]")


@CLASS.having(target=whole(), weights=weights_of_law(4, 4), alpha=ALPHA).where
def is_setting(instance: Instance) -> bool:
    """A class, a target in it, a law of the inputs, and 0 < alpha <= 1."""
    return bool(instance["target"] < len(instance["class"]))


WITH_ROWS: Final = is_setting.having(rows=whole(1))
PRIVATE: Final = is_setting.having(rows=whole(0), exp_eps=optional(ABOVE_1))


def classes_with(extra: dict[str, tuple[Any, ...]]) -> Iterator[Instance]:
    """All classes, laws, alphas and targets, with all values of further entries."""
    for tables, weights, alpha in product(CLASSES, WEIGHTS, ALPHAS):
        for target in range(len(tables)):
            for values in product(*extra.values()):
                named = dict(zip(extra, values, strict=True))
                yield {"class": list(tables), "target": target, "weights": list(weights), "alpha": alpha, **named}
