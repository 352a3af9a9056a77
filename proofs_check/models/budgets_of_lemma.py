"""The sizes in the choice of s: K functions, with L = log(K), and the budget B = T eps/sigma."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from dpassay.exact import log
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model


@dataclass(frozen=True)
class Budgeted:
    """How many functions there are, and T eps/sigma."""

    functions: int
    budget: Fraction

    def __post_init__(self) -> None:
        if self.functions < 1 or self.budget <= 0:
            raise ValueError(f"functions, budget = {self.functions}, {self.budget}: expected them above 0")


def settings() -> Iterator[Budgeted]:
    """One to ten functions, budgets around the root of the logarithm and above."""
    for functions, budget in ((1, 1), (2, 1), (3, 2), (10, 2)):
        yield Budgeted(functions, Fraction(budget))
    yield Budgeted(2, Fraction(1, 2))


BUDGETS: Final = Model(
    "sizes of a class and of a budget",
    parameters={"K": "integer, 1 <= K", "B": "real, 0 < B"},
    quantities={"L": Named(lambda at: log(at.functions), range="at least 0")},
    facts={"logarithm": "L = log(K)"},
    settings=settings,
    read=lambda at: {"K": Fraction(at.functions), "B": at.budget},
)
