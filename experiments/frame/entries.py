"""Entries of tables: how numbers are written, and how the runs of a setting are put together."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final, SupportsFloat

from dpassay.exact import decimal_text
from dpassay.experiments.frame.runs import Row

BAND: Final = (0.1, 0.9)
"""The quantiles over runs between which a band lies."""


def ten_digits(value: SupportsFloat) -> str:
    """A number, rounded for a table."""
    return f"{float(value):.10g}"


def rounded(text: str, digits: int) -> str:
    """A number of a table, with fewer digits; nothing where there is none."""
    return decimal_text(Fraction(text), digits) if text else ""


def yes_or_no(holds: bool) -> str:
    """Whether something holds."""
    return "yes" if holds else "no"


def by_setting(rows: Sequence[Row], inputs: Sequence[str]) -> dict[tuple[str, ...], list[Row]]:
    """The runs of each setting, by all that decides it but the number of the run; in the order of their first run."""
    groups: dict[tuple[str, ...], list[Row]] = {}
    kept = [column for column in inputs if column != "run"]
    for row in rows:
        groups.setdefault(tuple(row[column] for column in kept), []).append(row)
    return groups


def band_in_words() -> str:
    """The band, for a caption."""
    low, high = (f"{100 * level:g}" for level in BAND)
    return f"from the {low} % to the {high} % quantile"
