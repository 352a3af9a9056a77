"""What a vector is there for, in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

DIFFERS: Final = "The answers follow another law: what is proved of the mechanism says nothing of them."


@dataclass(frozen=True, slots=True)
class Flag:
    """What a vector is there for.

    Attributes:
        kind: "fault" (of an implementation, which the vector catches), "accountant" (an error of an accountant, which
            it catches), "edge" (a corner of the domain) or "invalid" (bad input).
        description: what is wrong, or what is special.
        effect: what comes of it.
    """

    kind: str
    description: str
    effect: str


def fault(description: str, effect: str = DIFFERS) -> Flag:
    """Return the flag of vectors that catch a fault."""
    return Flag("fault", description, effect)


def edge(description: str, effect: str = "An implementation may divide by zero, overflow, or lose an outcome.") -> Flag:
    """Return the flag of vectors at a corner of the domain."""
    return Flag("edge", description, effect)
