"""Tables in the form that a target takes, such as an array or a data frame, and what targets release on them."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

import numpy as np

from .worker_leaves import error_text
from .worker_recorder import TooLongError

if TYPE_CHECKING:
    from collections.abc import Callable


def formed(data: Any, form: dict[str, Any] | None) -> Any:
    """Return a table, given as rows, as the array or the frame that a form asks for; without a form as it is."""
    if not form or form["kind"] not in ("array", "frame"):
        return data
    names = form["columns"]
    if form["kind"] == "frame":
        return importlib.import_module(form["library"]).DataFrame(data, columns=names)
    if len(names) == 1:
        return np.array([row[0] for row in data]) if data else np.zeros(0)
    return np.array(data) if data else np.zeros((0, len(names)))


def released(function: Callable[..., Any], data: Any, arguments: dict[str, Any], form: dict[str, Any] | None) -> Any:
    """Return what a target releases on a table; of a class all that the called methods do."""
    if not form or not form.get("calls"):
        return function(formed(data, form), **arguments)
    session = function(formed(data["table"], form), **arguments)
    return [answered(getattr(session, name), given) for name, given in data["calls"]]


def answered(method: Callable[..., Any], given: dict[str, Any]) -> Any:
    """Return what a method does; that it refuses, as where a budget is spent, is an answer, too."""
    try:
        return method(**given)
    except (MemoryError, TooLongError):
        raise
    except Exception as error:
        return f"refused: {error_text(error)}"
