"""A failed check put into words: what failed, the neighboring inputs, the event, and a program that shows it again."""

from __future__ import annotations

from typing import Any, Final

from dpassay.exact.entrance import explain_failures
from dpassay.properties.contract import CheckResult, Contract
from dpassay.properties.places import import_lines
from dpassay.properties.run import Run, Violation
from dpassay.properties.target import arguments, offered, plain
from dpassay.properties.witness import Witness, witness
from dpassay.reference import MechanismParameters

__all__ = ["explained"]

_DRAWN: Final = ("law", "any_parameters")
"""The checks that fail by answers on one input, which are drawn again on it and on a neighbor."""


def explained(contract: Contract, result: CheckResult, run: Run, place: str) -> str:
    """Return the text of a failure; the program in it runs as it stands, where the target is found at its place."""
    lines = [f"{result.id}: {result.detail}"]
    program = _check_again(contract, result, run, place)
    if result.at is not None:
        parameters, data = result.at
        if result.id.rpartition("::")[2] in _DRAWN:
            try:
                found = witness(contract.mechanism, run, parameters, data[0])
            except (Violation, ValueError) as error:  # answers of a form that no event can be about
                lines.append(f"inputs: {_input(data[0], parameters)} ({error})")
            else:
                lines += _sides(found, parameters)
                program = _draw_again(found, run, parameters, place)
        else:
            lines.append(f"neighboring inputs: {' and '.join(map(str, data))}, with {parameters}")
    indented = [f"    {line}".rstrip() for line in program]
    return "\n".join([*lines, "to see it again:", "", *indented, ""])


def _input(data: Any, parameters: MechanismParameters) -> str:
    return f"data = {plain(data)}, with {', '.join(f'{name} = {value}' for name, value in offered(parameters).items())}"


def _sides(found: Witness, parameters: MechanismParameters) -> list[str]:
    first, second = (plain(side.data) for side in found.sides)
    given = ", ".join(f"{name} = {value}" for name, value in offered(parameters).items())
    counts = [
        f"on {plain(side.data)} it came {side.count} times in {found.samples}, "
        f"and by the law {side.probability * found.samples:.6g} are expected"
        for side in found.sides
    ]
    return [f"neighboring inputs: {first} and {second}, with {given}", f"event: {found.event}", *counts]


def _draw_again(found: Witness, run: Run, parameters: MechanismParameters, place: str) -> list[str]:
    values = arguments(run.target, {**offered(parameters), "size": found.samples, "rng": None})
    sized = "size" in values
    expected = [f"{side.probability * found.samples:.6g}" for side in found.sides]
    given = ", ".join(f"{name}={'rng' if name == 'rng' else repr(value)}" for name, value in values.items())
    inputs = ", ".join(repr(plain(side.data)) for side in found.sides)
    call = f"target(data, {given})" if sized else f"[target(data, {given}) for _ in range({found.samples})]"
    exact = ["from fractions import Fraction", ""] if "Fraction(" in inputs + given else []
    return [
        *exact,
        "import numpy as np",
        *import_lines(place),
        "",
        f"for side, data in enumerate([{inputs}]):",
        f"    rng = np.random.default_rng(({run.seed}, side))",
        f"    y = np.asarray({call})",
        f"    print(data, np.count_nonzero({found.condition}))",
        f"# by the law about {expected[0]} and {expected[1]}",
    ]


def _check_again(contract: Contract, result: CheckResult, run: Run, place: str) -> list[str]:
    check = result.id.rpartition("::")[2]
    profile = f", profile={run.profile!r}" if run.profile else ""
    settings = f"alpha={run.alpha!r}, seed={run.seed}, samples={run.samples}{profile}"
    return [
        "from dpassay.properties.contracts import contract",
        *import_lines(place),
        "",
        f"print(contract({contract.mechanism.place!r}).check_one({check!r}, target, {settings}))",
    ]


explain_failures(__name__)
