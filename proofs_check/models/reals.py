"""Reals that several quantities of a model ask for."""

from __future__ import annotations

from typing import Any

from dpassay.exact import Real
from dpassay.exact.label_family import remembered


def kept(value: Any) -> Any:
    """The same number; of a real the last enclosure is kept, since all that follows asks for it again."""
    return Real(remembered(value.evaluate)) if isinstance(value, Real) else value
