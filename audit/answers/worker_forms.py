"""Answers as texts that are equal where the answers are: a number with all its bits, and its kind."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from .worker_faults import Fault, one_line
from .worker_lazy import Lazy

if TYPE_CHECKING:
    from collections.abc import Callable

DEEPEST = 16
LONGEST = 1 << 16
RAISED = "raised"

KINDS = "expected numbers, texts, booleans, None, or lists, tuples and arrays of them"

SCALARS: tuple[tuple[str, Any, Callable[[Any], str]], ...] = (
    ("none", type(None), lambda _answer: ""),
    ("bool", (bool, np.bool_), lambda answer: str(bool(answer))),
    ("int", (int, np.integer), lambda answer: str(int(answer))),
    ("float", (float, np.float32, np.float16), lambda answer: "nan" if np.isnan(answer) else float(answer).hex()),
    ("text", str, str),
    ("bytes", bytes, bytes.hex),
    ("fraction", Fraction, str),
)
"""Kinds of answers, their types, and how their content is written; the first that fits counts."""


def canonical(answer: Any) -> str:
    """Return the text of an answer; a list, a tuple and an array of the same are one."""
    text = json.dumps(form(answer, 0))
    if len(text) > LONGEST:
        raise Fault("output", f"the target returned an answer that takes {len(text)} characters to write down")
    return text


def raised(error: BaseException) -> str:
    """Return the text of an exception, which is an answer like others: of its message nothing."""
    return json.dumps([RAISED, one_line(type(error).__name__)])


def form(answer: Any, depth: int) -> list[Any]:
    """Return [kind, content]."""
    if isinstance(answer, Lazy):
        answer = answer.settled()
    if isinstance(answer, np.ndarray):
        answer = answer.tolist() if answer.ndim == 0 else list(answer)
    if isinstance(answer, (list, tuple)):
        if depth == DEEPEST:
            raise Fault("output", f"the target returned lists in lists, {DEEPEST} deep: expected fewer")
        return ["list", [form(entry, depth + 1) for entry in answer]]
    found = scalar_form(answer)
    if found is None:
        raise Fault("output", f"the target returned {type(answer).__name__}: {KINDS}")
    return found


def scalar_form(answer: Any) -> list[Any] | None:
    """Return [kind, content] of what is no list."""
    for kind, types, text in SCALARS:
        if isinstance(answer, types):
            return [kind, text(answer)]
    return None


def alike(first: str, second: str) -> bool:
    """Tell whether two texts are of one answer, if an int, a float and a bool of one value are one."""
    return first == second or values(json.loads(first)) == values(json.loads(second))


def values(found: Any) -> Any:
    """Return a form without the kinds of its numbers."""
    kind, content = found
    if kind == "list":
        return [values(entry) for entry in content]
    if kind == "float" and content not in ("nan", "inf", "-inf"):
        return Fraction(float.fromhex(content))
    if kind in ("int", "fraction"):
        return Fraction(content)
    return Fraction(content == "True") if kind == "bool" else found


def one_answer(result: Any) -> Any:
    """Return the answer of a call with ``size=1``."""
    wanted = "expected one answer, in an array or a list, of a call with size=1"
    shape = np.shape(result) if isinstance(result, np.ndarray) else None
    if not isinstance(result, (list, tuple, np.ndarray)) or shape == ():
        raise Fault("output", f"the target returned {type(result).__name__}: {wanted}")
    if len(result) != 1:
        raise Fault("output", f"the target returned {len(result)} answers: {wanted}")
    return result[0]
