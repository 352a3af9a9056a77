"""More programs that hide how often they have rejected: where C code keeps it, or in where things lie in memory."""

from __future__ import annotations

import abc
import typing
from collections.abc import Callable
from typing import Any

import numpy as np

from tests.audit.answers.hiding import LIMIT, hides, program
from tests.audit.enumerating import Coins

# Operators that ask twice


class Twice:
    """One method for several operators, each of which asks it a second time if it does not know at first."""

    def __init__(self, coins: Coins) -> None:
        self.coins = coins

    def perhaps(self, *_other: object) -> Any:
        return True if not self.coins.whole(2) else NotImplemented

    __lt__ = __gt__ = __iadd__ = __add__ = perhaps


def unless_unknown(ask: Callable[[], object], coins: Coins) -> int:
    """Answer 9 if three coins fall alike: two of the operator, and one more."""
    try:
        ask()
    except TypeError:
        return 9 if coins.whole(2) else 0
    return 0


@program
def in_a_comparison_with_itself(coins: Coins) -> int:
    one = Twice(coins)
    return unless_unknown(lambda: one < one, coins)  # noqa: PLR0124


@program
def in_a_sum_in_place(coins: Coins) -> int:
    one = Twice(coins)

    def add() -> None:
        other = one
        other += one  # type: ignore[operator]

    return unless_unknown(add, coins)


class Missing:
    coins: Any = None

    def perhaps(self, name: str) -> Any:
        if not Missing.coins.whole(2):
            return 0
        raise AttributeError(name)

    __getattribute__ = __getattr__ = perhaps  # type: ignore[assignment]


@program
def in_an_attribute_that_is_not_there(coins: Coins) -> int:
    Missing.coins = coins
    try:
        return int(Missing().coins)
    except AttributeError:
        return 9 if coins.whole(2) else 0


class Added:
    def __init__(self, coins: Coins) -> None:
        self.coins = coins

    def __radd__(self, _other: object) -> int:
        return int(self.coins.whole(2))


@program
def in_entries_of_an_array(coins: Coins) -> int:
    return 9 if (np.array([0] * LIMIT) + Added(coins)).sum() == LIMIT else 0


class Entry(Added):
    def __getitem__(self, _key: str) -> int:
        return int(self.coins.whole(2))

    def __eq__(self, _other: object) -> bool:
        return bool(self.coins.whole(2))

    __hash__ = None  # type: ignore[assignment]


@program
def in_half_a_text(coins: Coins) -> int:
    return 9 if "%(a)s%(a)s%(a)s" % Entry(coins) == "111" else 0  # type: ignore[str-format]  # noqa: UP031


@program
def in_a_tuple_that_is_compared(coins: Coins) -> int:
    one = Entry(coins)
    return 9 if (one, one, one) == (0, 0, 0) else 0  # type: ignore[comparison-overlap]


# What the interpreter and the libraries keep


@hides
def in_what_a_class_said_of_another(_coins: Coins) -> Callable[[], int]:
    asked = []

    class Asked(abc.ABC):  # noqa: B024
        @classmethod
        def __subclasshook__(cls, _other: type) -> bool:
            asked.append(0)
            return True

    kinds = [type("Kind", (), {}) for _ in range(9)]

    def count() -> int:
        for place, kind in enumerate(kinds):
            issubclass(kind, Asked)
            if asked:
                asked.clear()
                return place + 1
        return 0

    return count


@hides
def in_how_errors_are_met(_coins: Coins) -> Callable[[], int]:
    ways: list[Any] = ["ignore", "warn", "raise", "print"]
    np.errstate(over="ignore").__enter__()

    def count() -> int:
        place = ways.index(np.geterr()["over"]) + 1
        np.errstate(over=ways[place % 4]).__enter__()
        return place

    return count


@hides
def in_the_size_of_a_dict(_coins: Coins) -> Callable[[], int]:
    full = [dict.fromkeys(range(200)) for _ in range(9)]
    large = full[0].__sizeof__()
    for each in full:
        for key in range(199):
            del each[key]

    def count() -> int:
        for place, each in enumerate(full):
            if each.__sizeof__() == large:
                for _ in range(300):
                    each[0] = None
                    del each[0]
                return place + 1
        return 0

    return count


@hides
def in_the_size_of_a_list(_coins: Coins) -> Callable[[], int]:
    lists = [[0] * 4 for _ in range(9)]
    small = lists[0].__sizeof__()

    def count() -> int:
        for place, each in enumerate(lists):
            if each.__sizeof__() == small:
                each.append(0)
                each.pop()
                return place + 1
        return 0

    return count


@hides
def in_the_name_of_a_function(_coins: Coins) -> Callable[[], int]:
    def named() -> None:
        pass

    named.__name__ = ""

    def count() -> int:
        named.__name__ += "a"
        return len(named.__name__)

    return count


@hides
def in_the_annotations_of_a_class(_coins: Coins) -> Callable[[], int]:
    class Annotated:
        number: int

    Annotated.__annotations__["count"] = 0

    def count() -> int:
        Annotated.__annotations__["count"] += 1
        return int(Annotated.__annotations__["count"])

    return count


@hides
def in_the_words_on_a_property(_coins: Coins) -> Callable[[], int]:
    held = property(doc="")

    def count() -> int:
        held.__init__(None, None, None, f"{held.__doc__}a")  # type: ignore[misc]
        return len(held.__doc__ or "")

    return count


def overloaded(_number: int) -> None:
    pass


OVERLOADED = [overloaded]
for _line in range(9):
    OVERLOADED.append(eval("lambda: 0"))
    OVERLOADED[-1].__code__ = OVERLOADED[-1].__code__.replace(co_firstlineno=_line + 2)
    OVERLOADED[-1].__module__, OVERLOADED[-1].__qualname__ = overloaded.__module__, overloaded.__qualname__


@hides
def in_overloads(_coins: Coins) -> Callable[[], int]:
    typing.clear_overloads()

    def count() -> int:
        number = len(typing.get_overloads(overloaded)) + 1
        typing.overload(OVERLOADED[number])
        return number

    return count


class Abstract(abc.ABC):
    @abc.abstractmethod
    def method(self) -> None:
        pass


def not_abstract(_self: object) -> None:
    pass


ABSTRACT = Abstract.method
KINDS: list[Any] = [type("Kind", (Abstract,), {"method": not_abstract}) for _ in range(9)]


@hides
def in_abstract_methods(_coins: Coins) -> Callable[[], int]:
    for kind in KINDS:
        abc.update_abstractmethods(kind)

    def count() -> int:
        for place, kind in enumerate(KINDS):
            try:
                kind()
            except TypeError:
                continue
            kind.method = ABSTRACT
            abc.update_abstractmethods(kind)
            kind.method = not_abstract
            return place + 1
        return 0

    return count


# In where things lie: each leads to the next, and which of them is the first, only a hash or a text says


class Node:
    next: Any = None


def around(things: list[Any], told: Callable[[Any], Any]) -> tuple[list[Any], list[Any]]:
    """Let the things lead to one another; return the one that it begins with, and what is told of each."""
    for thing, following in zip(things, [*things[1:], things[0]], strict=True):
        thing.next = following
    return things[:1], [told(thing) for thing in things]


NODE, NODES = around([Node() for _ in range(5)], hash)
SHOWN, TEXTS = around([Node() for _ in range(5)], repr)
FUNCTION, FUNCTIONS = around([eval("lambda: 0") for _ in range(5)], hash)
CLASS, CLASSES = around([type("Kind", (), {}) for _ in range(5)], hash)


@hides
def in_the_hash_of_an_instance(_coins: Coins) -> Callable[[], int]:
    while hash(NODE[0]) != NODES[0]:
        NODE[0] = NODE[0].next

    def count() -> int:
        NODE[0] = NODE[0].next
        return NODES.index(hash(NODE[0]))

    return count


@hides
def in_the_text_of_an_instance(_coins: Coins) -> Callable[[], int]:
    while repr(SHOWN[0]) != TEXTS[0]:
        SHOWN[0] = SHOWN[0].next

    def count() -> int:
        SHOWN[0] = SHOWN[0].next
        return TEXTS.index(repr(SHOWN[0]))

    return count


@hides
def in_the_hash_of_a_function(_coins: Coins) -> Callable[[], int]:
    while hash(FUNCTION[0]) != FUNCTIONS[0]:
        FUNCTION[0] = FUNCTION[0].next

    def count() -> int:
        FUNCTION[0] = FUNCTION[0].next
        return FUNCTIONS.index(hash(FUNCTION[0]))

    return count


@hides
def in_the_hash_of_a_class(_coins: Coins) -> Callable[[], int]:
    while hash(CLASS[0]) != CLASSES[0]:
        CLASS[0] = CLASS[0].next

    def count() -> int:
        CLASS[0] = CLASS[0].next
        return CLASSES.index(hash(CLASS[0]))

    return count
