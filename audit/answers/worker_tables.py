"""Tables in the form that a target takes: an array, a data frame, or what JSON has."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np


def formed(data: Any, form: dict[str, Any] | None) -> Any:
    """Return a table, given as rows, as the array or the frame that a form asks for; without a form as it is."""
    if not form:
        return data
    names = form["columns"]
    if form["kind"] == "frame":
        return importlib.import_module(form["library"]).DataFrame(data, columns=names)
    if len(names) == 1 and form["kind"] == "array":
        return np.array([row[0] for row in data]) if data else np.zeros(0)
    return np.array(data) if data else np.zeros((0, len(names)))
