"""What plans have in common to refuse, each with the one form of complaint; a name is that of the argument."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import Final

from dpassay.exact import require

MOST_RUNS: Final = 10**6
"""Of one setting: all that is to be measured is listed beforehand."""


def check_names(name: str, names: Sequence[str], known: Collection[str]) -> None:
    """Refuse what is not some of the known names, each once."""
    fits = bool(names) and set(names) <= set(known) and len(set(names)) == len(names)
    require(fits, name, ", ".join(names), f"some of {', '.join(known)}, each once")


def check_increasing(name: str, numbers: Sequence[Fraction]) -> None:
    """Refuse what is not some numbers above 0, from the smallest to the largest."""
    increasing = all(a < b for a, b in zip((Fraction(0), *numbers), numbers, strict=False))
    told = ", ".join(map(str, numbers))
    require(bool(numbers) and increasing, name, told, "numbers above 0, each larger than the last")


def check_at_least(name: str, value: int, least: int) -> None:
    """Refuse a smaller integer."""
    require(value >= least, name, value, f"an integer of at least {least}")


def check_runs(runs: int) -> None:
    """Refuse no runs, and more than can be listed."""
    require(1 <= runs <= MOST_RUNS, "runs", runs, f"an integer from 1 to {MOST_RUNS}")
