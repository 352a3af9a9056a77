"""Targets made of rules: one algorithm with places in which it may go wrong gives the right target and wrong ones.

This file needs nothing but Python.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Target = Callable[..., Any]


def targets(
    place: dict[str, Any], mechanism: str, answers: Target, right: Any, mistakes: Mapping[str, Any]
) -> tuple[Target, dict[str, Target]]:
    """Return the correct target, and those with a mistake by its name.

    Args:
        place: the globals of the file that they are for: an audit finds them there, as ``<mechanism>_<mistake>``.
        mechanism: its name.
        answers: what draws the answers, given rules, data, the number of answers, the generator and parameters.
        right: the rules without a mistake.
        mistakes: the rules with one, by its name.
    """
    wrong = {name: _target(place, f"{mechanism}_{name}", answers, rules) for name, rules in mistakes.items()}
    return _target(place, f"{mechanism}_correct", answers, right), wrong


def _target(place: dict[str, Any], name: str, answers: Target, rules: Any) -> Target:
    def target(data: Any, *, size: int, rng: Any, **parameters: Any) -> Any:
        return answers(rules, data, size, rng, **parameters)

    target.__name__ = target.__qualname__ = name
    target.__module__ = place["__name__"]
    place[name] = target
    return target
