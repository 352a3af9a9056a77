"""What lies on the stacks of functions under way, by hand; and C code that keeps something is refused."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

import pytest

from dpassay.audit.answers import worker_frames
from dpassay.audit.answers.worker_depths import Hidden, instructions
from dpassay.audit.answers.worker_frames import ABSENT, Place, can_be_read, places

pytestmark = pytest.mark.skipif(not can_be_read(), reason="frames of this interpreter are not read")

Ask = Callable[[], int]


def read(program: Callable[[Ask], Any]) -> list[Place]:
    """Return the functions under way where a program asks first."""
    root = inspect.currentframe()
    found: list[list[Place]] = []

    def ask() -> int:
        here = inspect.currentframe()
        assert here is not None and here.f_back is not None and root is not None  # noqa: PT018
        found.append(places(here.f_back, root))
        return 1

    program(ask)
    return found[0]


def test_variables_and_stacks() -> None:
    def program(ask: Ask) -> int:
        other = [5]
        for _ in range(2, 4):
            return 7 + len((other, 8, ask()))
        later = 1
        return later + ask()

    (place,) = read(program)
    ask, other, number, later = place.variables[:4]
    assert (callable(ask), other, number, later) == (True, [5], 2, ABSENT)
    numbers, *others = place.stack
    assert list(numbers) == [3]
    assert others == [7, ABSENT, len, [5], 8]


class Asking:
    def __init__(self, ask: Ask) -> None:
        self.ask = ask
        ask()

    def __lt__(self, _other: object) -> bool:
        return bool(self.ask())

    def __eq__(self, _other: object) -> bool:
        return bool(self.ask())

    def __hash__(self) -> int:
        return 1

    def __int__(self) -> int:
        return self.ask()

    @property
    def asked(self) -> int:
        return self.ask()


def made(ask: Ask) -> Asking:
    """An instance that has not asked."""
    asking = Asking.__new__(Asking)
    asking.ask = ask
    return asking


def asking(ask: Ask, *_more: object) -> int:
    return ask()


THROUGH: dict[str, Callable[[Ask], Any]] = {
    "a call": lambda ask: [9, asking(ask)],
    "stars": lambda ask: [9, asking(*(ask, 2))],
    "keywords": lambda ask: [9, asking(ask=ask)],
    "a comparison": lambda ask: [9, made(ask) < 1],
    "a comparison from the right": lambda ask: [9, 1 > made(ask)],  # noqa: SIM300
    "a number": lambda ask: [9, int(made(ask))],
    "a class": lambda ask: [9, Asking(ask)],
    "a property": lambda ask: [9, made(ask).asked],
    "a comprehension": lambda ask: [9, [ask() for _ in range(2)]],
    "a generator in a loop": lambda ask: [9, [each for each in (ask() for _ in range(2))]],  # noqa: C416
}


@pytest.mark.parametrize("name", THROUGH)
def test_what_calls_of_c_pass_on_is_read(name: str) -> None:
    """The list that is made is not yet there: 9 lies on the stack."""
    assert read(THROUGH[name])[-1].stack[0] == 9


KEEPING: dict[str, Callable[[Ask], Any]] = {
    "sum": lambda ask: sum(ask() for _ in range(2)),
    "list": lambda ask: list(ask() for _ in range(2)),  # noqa: C400
    "map": lambda ask: list(map(lambda _: ask(), range(2))),  # noqa: C417
    "sorted": lambda ask: sorted(range(2), key=lambda _: ask()),
    "reduce": lambda ask: functools.reduce(lambda _, __: ask(), range(2), 0),
    "max": lambda ask: max(range(2), key=lambda _: ask()),
    "in": lambda ask: 1 in [made(ask)],
    "==": lambda ask: [made(ask)] == [1],
    "a dict": lambda ask: {1: 2}.get(made(ask)),  # type: ignore[call-overload]
    "a partial": lambda ask: functools.partial(lambda _: ask(), 1)(),
    "iter": lambda ask: list(iter(functools.partial(asking, ask), 1)),
    "a set": lambda ask: {1, made(ask)},
}


@pytest.mark.parametrize("name", KEEPING)
def test_what_c_code_may_keep_something_of_is_not(name: str) -> None:
    with pytest.raises(Hidden):
        read(KEEPING[name])


def test_the_depth_of_a_stack_is_that_which_the_interpreter_keeps() -> None:
    """Wherever a function calls another, the stack before the call less its operands is what lies there meanwhile."""
    for program in THROUGH.values():
        for place in read(program):
            names, depths = instructions(place.code)
            name, count = names[place.offset]
            if name == "CALL" and len(place.stack) < depths[place.offset]:
                assert len(place.stack) == depths[place.offset] - count - 2


def test_another_interpreter_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_frames, "VERSION", (3, 99))
    assert not can_be_read()


def test_an_interpreter_that_keeps_them_otherwise_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_frames, "EXPECTED", [])
    assert not can_be_read()
