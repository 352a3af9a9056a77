"""Every guard of the kernel stops some attack: each is taken out, one at a time, and then an attack goes through."""

from __future__ import annotations

import ast
from functools import cache
from typing import Any

import pytest

from tests.proofs_check.kernel.attacks import ATTACKS, Attack, prepare
from tools.ast_checks import ROOT
from tools.guards import Guard, anew, guards, without
from tools.mutation_hook import NOTE, instrumented

KERNEL = "dpassay.proofs_check.kernel"
FILES = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for path in sorted((ROOT / "proofs_check" / "kernel").glob("*.py"))
}
SECOND_LINES = {
    (
        "inequality",
        "_taylor",
        "insist(defined(goal.formula, goal.name, closed), f'not shown to be defined at {point}')",
    ): ("the coefficient that is enclosed over the closed interval is not finite where the formula is undefined"),
    ("enclosures", "_both", "return a.intersection(b) if a.is_finite() and b.is_finite() else a + b"): (
        "an enclosure and its Taylor form are both not finite where the coefficient is undefined"
    ),
}
"""Guards behind others that stop the same: the module, the function and the text, and what else stops it."""


def goes_through(kernel: Any, attack: Attack) -> bool:
    """Tell whether an attack is not rejected; what breaks the kernel in another way is not, either."""
    try:
        return bool(attack(kernel))
    except kernel.Rejected:
        return False
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError):
        return True


@cache
def runs() -> list[tuple[Attack, frozenset[str]]]:
    """List the attacks, none of which goes through, with the functions of the kernel that each of them runs."""
    noted: set[str] = set()
    found = []
    with anew(
        KERNEL, lambda path, text: instrumented(text, path) if path in FILES else None, **{NOTE: noted.add}
    ) as kernel:
        prepare(kernel)
        for attack in ATTACKS:
            noted.clear()
            assert not goes_through(kernel, attack)
            found.append((attack, frozenset(noted)))
    return found


def unneeded(path: str, text: str) -> list[Guard]:
    """Return the guards of a module without which no attack goes through."""
    return [guard for guard in guards(text, path) if not is_needed(guard, text)]


def is_needed(guard: Guard, text: str) -> bool:
    def change(path: str, _: str) -> ast.Module | None:
        return without(text, guard.number) if path == guard.path else None

    with anew(KERNEL, change) as kernel:
        prepare(kernel)
        place = f"{guard.path}::{guard.function}"
        return any(goes_through(kernel, attack) for attack, functions in runs() if place in functions)


def test_no_attack_goes_through() -> None:
    assert len(runs()) == len(ATTACKS) > 300


@pytest.mark.parametrize("path", FILES)
def test_every_guard_stops_an_attack(path: str) -> None:
    module = path.rpartition("/")[2].removesuffix(".py")
    found = {(module, guard.function, guard.original) for guard in unneeded(path, FILES[path])}
    assert found == {key for key in SECOND_LINES if key[0] == module}


def test_there_are_guards_in_most_modules() -> None:
    counts = [len(guards(text, path)) for path, text in FILES.items()]
    assert sum(counts) > 150
    assert sum(count > 0 for count in counts) > 12


def test_a_guard_that_stops_nothing_is_found() -> None:
    path = "proofs_check/kernel/identity.py"
    text = FILES[path].replace("    insist(equal(", "    insist(bool(statement), '')\n    insist(equal(")
    assert [guard.original for guard in unneeded(path, text)] == ["insist(bool(statement), '')"]
