"""Some number of clients, for the arithmetic of Section 5."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from dpassay.proofs_check.proof.statements import Model


@dataclass(frozen=True)
class Clients:
    """The number of all clients."""

    number: int

    def __post_init__(self) -> None:
        if self.number < 1:
            raise ValueError(f"number = {self.number}: expected at least one client")


def settings() -> Iterator[Clients]:
    """From one to as many as FEMNIST has, and more."""
    return (Clients(number) for number in (1, 3300, 3600, 3750, 10**6))


def read(at: Clients) -> dict[str, Any]:
    """n."""
    return {"n": Fraction(at.number)}


NUMBERS: Final = Model("a number of clients", parameters={"n": "integer, 1 <= n"}, settings=settings, read=read)
