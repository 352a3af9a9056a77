"""Calling an implementation: a target gets plain numbers, and only those parameters that its signature names."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import fields
from fractions import Fraction
from operator import index
from typing import Any, TypeAlias

import numpy as np

from dpassay.exact import Budget
from dpassay.exact.entrance import explain_failures
from dpassay.reference import EXPONENTIALS, MechanismParameters, names_of

__all__ = ["Target", "accepted", "arguments", "call", "exact_table", "is_seeded", "offered", "plain"]

Target: TypeAlias = Callable[..., Any]
"""An implementation: ``target(data, *, size, rng, **parameters)`` returns an array, or a list, of shape (size,) or
(size, k). One that takes no ``size`` returns one answer, and is called ``size`` times."""


def offered(parameters: MechanismParameters) -> dict[str, object]:
    """Return the parameters as a target may receive them: ``epsilon``, and ``exp_eps`` where it was given.

    The same holds of a rate that has such names of its own.
    """
    values: dict[str, object] = {}
    for entry in fields(parameters):
        value = getattr(parameters, entry.name)
        if isinstance(value, Budget):
            name, raised = names_of(entry)
            values[name] = float(value.epsilon)
            values |= {} if value.given_exp_eps is None else {raised: value.given_exp_eps}
        elif isinstance(value, Fraction):
            values[entry.name] = int(value) if value.denominator == 1 else float(value)
        elif value is not None:
            values[entry.name] = exact_table(value)
    return values


def exact_table(value: Any) -> Any:
    """Return a table as a target gets it: as ``plain``, but a rational that is no double stays a ``Fraction``.

    So rows of probabilities keep their sum.
    """
    if isinstance(value, tuple):
        return [exact_table(entry) for entry in value]
    return value if isinstance(value, Fraction) and value != Fraction(float(value)) else plain(value)


def plain(value: Any) -> Any:
    """Return exact data as a target gets it: ints stay ints, other rationals become floats, sequences lists."""
    if isinstance(value, tuple):
        return [plain(entry) for entry in value]
    return float(value) if isinstance(value, Fraction) else value


def accepted(target: Target) -> Callable[[str], bool]:
    """Return a predicate that tells whether the target can be given an argument of a name."""
    try:
        entries = list(inspect.signature(target).parameters.values())
    except (TypeError, ValueError):  # a built-in function without a signature
        return lambda name: name not in EXPONENTIALS
    anything = any(entry.kind is entry.VAR_KEYWORD for entry in entries)
    by_name = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    first = entries[0].name if entries and entries[0].kind is not inspect.Parameter.KEYWORD_ONLY else None
    named = {entry.name for entry in entries if entry.kind in by_name} - {first}
    return lambda name: name in named or (anything and name not in EXPONENTIALS)


def arguments(target: Target, values: dict[str, object]) -> dict[str, object]:
    """Return those of the offered values that the target accepts; of ``exp_eps`` and ``epsilon`` only the former."""
    takes = accepted(target)
    kept = {name: value for name, value in values.items() if takes(name)}
    instead = {EXPONENTIALS[name] for name in kept if name in EXPONENTIALS}
    return {name: value for name, value in kept.items() if name not in instead}


def is_seeded(target: Target) -> bool:
    """Tell whether the target draws from the generator it is given; ``target.unseeded = True`` says no."""
    return accepted(target)("rng") and not getattr(target, "unseeded", False)


def call(target: Target, data: object, size: Any, seed: object, values: dict[str, object]) -> Any:
    """Return what the target answers: an array where it returns a list, or one answer a call.

    It gets a fresh generator, or ``seed`` itself where it is one.
    """
    rng = np.random.default_rng(seed)  # type: ignore[arg-type]  # a generator is returned as it is
    kept = arguments(target, {**values, "size": size, "rng": rng})
    answers = target(data, **kept) if "size" in kept else [target(data, **kept) for _ in range(index(size))]
    return np.asarray(answers) if isinstance(answers, list | tuple) else answers


explain_failures(__name__)
