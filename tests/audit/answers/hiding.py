"""Programs that reject at most three times and hide how often they have: none of their states may be taken for another.

Each answers 9 after the third rejection, and 0 otherwise; but where it looks the same after each rejection.
"""

from __future__ import annotations

import abc
import contextvars
import functools
import io
import itertools
import math
import os
import random
import threading
import weakref
from collections import deque
from collections.abc import Callable, Iterator
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np

from tests.audit.enumerating import Coins

PROGRAMS: list[Callable[[Coins], int]] = []
NUMBER = 0
LIST: list[int] = []
HELD: dict[str, Any] = {}
ARRAY = np.zeros(2)
NAMESPACE = SimpleNamespace(count=0)
MODULE = ModuleType("counting")
LOCAL = threading.local()
CONTEXT = contextvars.ContextVar("CONTEXT", default=0)
FILE = io.StringIO()
LIMIT = 3


class Counter:
    count = 0

    def __init__(self) -> None:
        self.times = 0


class Slotted:
    __slots__ = ("times",)
    times: int


class Numbered(list):  # type: ignore[type-arg]
    pass


class Registered(abc.ABC):  # noqa: B024
    pass


INSTANCE, SLOTTED = Counter(), Slotted()


def hides(tick: Callable[..., Callable[[], int]]) -> None:
    """Add a program of a function that makes a counter."""

    def program(coins: Coins) -> int:
        count = tick(coins)
        while coins.whole(2):
            if count() == LIMIT:
                return 9
        return 0

    program.__name__ = tick.__name__
    PROGRAMS.append(program)


def program(function: Callable[[Coins], int]) -> Callable[[Coins], int]:
    """Add a program that has a loop of its own."""
    PROGRAMS.append(function)
    return function


@hides
def in_a_global_number(_coins: Coins) -> Callable[[], int]:
    global NUMBER  # noqa: PLW0603
    NUMBER = 0
    return count_globally


def count_globally() -> int:
    global NUMBER  # noqa: PLW0603
    NUMBER += 1
    return NUMBER


@hides
def in_a_global_list(_coins: Coins) -> Callable[[], int]:
    LIST.clear()

    def count() -> int:
        LIST.append(0)
        return len(LIST)

    return count


@hides
def in_a_closure(_coins: Coins) -> Callable[[], int]:
    number = 0

    def count() -> int:
        nonlocal number
        number += 1
        return number

    return count


@hides
def in_a_function(_coins: Coins) -> Callable[[], int]:
    def count() -> int:
        count.times += 1  # type: ignore[attr-defined]
        return count.times  # type: ignore[attr-defined, no-any-return]

    count.times = 0  # type: ignore[attr-defined]
    return count


@hides
def in_a_default(_coins: Coins) -> Callable[[], int]:
    def count(known: list[int] = []) -> int:  # noqa: B006
        known.append(0)
        return len(known)

    return count


@hides
def in_a_class(_coins: Coins) -> Callable[[], int]:
    Counter.count = 0

    def count() -> int:
        Counter.count += 1
        return Counter.count

    return count


@hides
def in_an_instance(_coins: Coins) -> Callable[[], int]:
    INSTANCE.times = 0

    def count() -> int:
        INSTANCE.times += 1
        return INSTANCE.times

    return count


@hides
def in_a_slot(_coins: Coins) -> Callable[[], int]:
    SLOTTED.times = 0

    def count() -> int:
        SLOTTED.times += 1
        return SLOTTED.times

    return count


@hides
def in_a_module_of_the_library(_coins: Coins) -> Callable[[], int]:
    math.times = 0  # type: ignore[attr-defined]

    def count() -> int:
        math.times += 1  # type: ignore[attr-defined]
        return math.times  # type: ignore[attr-defined, no-any-return]

    return count


@hides
def in_a_part_of_numpy(_coins: Coins) -> Callable[[], int]:
    np.random.times = 0  # type: ignore[attr-defined]

    def count() -> int:
        np.random.times += 1  # type: ignore[attr-defined]
        return np.random.times  # type: ignore[attr-defined, no-any-return]

    return count


@hides
def in_a_class_of_the_library(_coins: Coins) -> Callable[[], int]:
    random.Random.times = 0  # type: ignore[attr-defined]

    def count() -> int:
        random.Random.times += 1  # type: ignore[attr-defined]
        return random.Random.times  # type: ignore[attr-defined, no-any-return]

    return count


@hides
def in_a_module_by_setattr(_coins: Coins) -> Callable[[], int]:
    setattr(MODULE, "ti" + "mes", 0)

    def count() -> int:
        setattr(MODULE, "ti" + "mes", getattr(MODULE, "ti" + "mes") + 1)
        return int(getattr(MODULE, "ti" + "mes"))

    return count


@hides
def in_the_dict_of_a_module(_coins: Coins) -> Callable[[], int]:
    MODULE.__dict__["times"] = 0

    def count() -> int:
        MODULE.__dict__["times"] += 1
        return int(MODULE.__dict__["times"])

    return count


@hides
def in_globals(_coins: Coins) -> Callable[[], int]:
    globals()["TIMES"] = 0

    def count() -> int:
        globals()["TIMES"] += 1
        return int(globals()["TIMES"])

    return count


@hides
def in_an_iterator(_coins: Coins) -> Callable[[], int]:
    numbers = itertools.count(1)
    return lambda: next(numbers)


@hides
def in_a_global_iterator(_coins: Coins) -> Callable[[], int]:
    HELD["numbers"] = iter([1, 2, 3])
    return lambda: next(HELD["numbers"])


@hides
def in_a_generator(_coins: Coins) -> Callable[[], int]:
    def numbers() -> Iterator[int]:
        yield from (1, 2, 3)

    found = numbers()
    return lambda: next(found)


@hides
def in_the_source_of_chance(coins: Coins) -> Callable[[], int]:
    coins.times = 0  # type: ignore[attr-defined]

    def count() -> int:
        coins.times += 1  # type: ignore[attr-defined]
        return coins.times  # type: ignore[attr-defined, no-any-return]

    return count


@hides
def in_an_attribute_of_the_generator(coins: Coins) -> Callable[[], int]:
    coins.generator.times = 0

    def count() -> int:
        coins.generator.times += 1
        return int(coins.generator.times)

    return count


@hides
def in_the_bits_of_the_generator(coins: Coins) -> Callable[[], int]:
    bits = coins.generator.bit_generator
    bits.state = np.random.PCG64(5).state
    before = [np.random.PCG64(5).random_raw(2)[1], *np.random.PCG64(5).random_raw(3)]
    return lambda: {int(raw): place for place, raw in enumerate(before)}.get(int(bits.random_raw()), 0)


@hides
def in_a_seeded_generator(_coins: Coins) -> Callable[[], int]:
    drawn = random.Random(7)
    known = [random.Random(7).random()]
    source = random.Random(7)
    known = [source.random() for _ in range(3)]
    return lambda: known.index(drawn.random()) + 1


@hides
def in_numbers_with_a_seed(_coins: Coins) -> Callable[[], int]:
    source, drawn = np.random.default_rng(7), np.random.default_rng(7)
    known = [source.random() for _ in range(3)]
    return lambda: known.index(drawn.random()) + 1


@hides
def in_a_deque(_coins: Coins) -> Callable[[], int]:
    entries: deque[int] = deque()

    def count() -> int:
        entries.append(0)
        return len(entries)

    return count


@hides
def in_a_set(_coins: Coins) -> Callable[[], int]:
    entries: set[int] = set()

    def count() -> int:
        entries.add(len(entries))
        return len(entries)

    return count


@hides
def in_a_list_of_its_own_type(_coins: Coins) -> Callable[[], int]:
    entries = Numbered()

    def count() -> int:
        entries.append(0)
        return len(entries)

    return count


@hides
def in_an_array(_coins: Coins) -> Callable[[], int]:
    ARRAY[:] = 0

    def count() -> int:
        ARRAY[1] += 1
        return int(ARRAY[1])

    return count


@hides
def in_bytes(_coins: Coins) -> Callable[[], int]:
    held = bytearray(1)

    def count() -> int:
        held[0] += 1
        return held[0]

    return count


@hides
def in_a_file(_coins: Coins) -> Callable[[], int]:
    FILE.seek(0)

    def count() -> int:
        FILE.write("x")
        return FILE.tell()

    return count


@hides
def in_a_file_on_the_disk(_coins: Coins) -> Callable[[], int]:
    place = f"/tmp/hiding-{os.getpid()}"
    with open(place, "w"):  # noqa: PTH123
        pass

    def count() -> int:
        with open(place, "a+") as file:  # noqa: PTH123
            file.write("x")
            return file.tell()

    return count


@hides
def in_the_environment(_coins: Coins) -> Callable[[], int]:
    os.environ["TIMES"] = ""

    def count() -> int:
        os.environ["TIMES"] += "x"
        return len(os.environ["TIMES"])

    return count


@hides
def in_a_thread(_coins: Coins) -> Callable[[], int]:
    LOCAL.times = 0

    def count() -> int:
        LOCAL.times += 1
        return int(LOCAL.times)

    return count


@hides
def in_a_context(_coins: Coins) -> Callable[[], int]:
    CONTEXT.set(0)

    def count() -> int:
        CONTEXT.set(CONTEXT.get() + 1)
        return CONTEXT.get()

    return count


@hides
def in_a_cache(_coins: Coins) -> Callable[[], int]:
    @functools.cache
    def known(number: int) -> int:
        return number

    def count() -> int:
        return int(known(known.cache_info().currsize + 1))

    return count


@hides
def in_a_weak_reference(_coins: Coins) -> Callable[[], int]:
    HELD["instance"] = Counter()
    reference = weakref.ref(HELD["instance"])

    def count() -> int:
        reference().times += 1  # type: ignore[union-attr]
        return reference().times  # type: ignore[union-attr]

    return count


@hides
def in_an_exception(_coins: Coins) -> Callable[[], int]:
    error = ValueError()

    def count() -> int:
        error.args += (0,)
        return len(error.args)

    return count


@hides
def in_registered_classes(_coins: Coins) -> Callable[[], int]:
    kinds = [type(f"K{place}", (), {}) for place in range(3)]

    def count() -> int:
        known = sum(issubclass(kind, Registered) for kind in kinds)
        Registered.register(kinds[known])
        return known + 1

    return count


@hides
def in_a_namespace(_coins: Coins) -> Callable[[], int]:
    NAMESPACE.count = 0

    def count() -> int:
        NAMESPACE.count += 1
        return NAMESPACE.count

    return count


@hides
def in_the_numbers_of_objects(_coins: Coins) -> Callable[[], int]:
    """Two lists that are equal, one of which is a third as well: which one, says how often."""
    lists: list[list[int]] = [[], [], [], []]
    held: dict[str, Any] = {"now": lists[0]}

    def count() -> int:
        place = next(place for place, entries in enumerate(lists) if entries is held["now"])
        held["now"] = lists[place + 1]
        return place + 1

    return count


@hides
def in_the_identity_of_numbers(_coins: Coins) -> Callable[[], int]:
    """The same with floats, which are equal numbers."""
    numbers = [float("2.5") for _ in range(4)]
    held: dict[str, Any] = {"now": numbers[0]}

    def count() -> int:
        place = next(place for place, number in enumerate(numbers) if number is held["now"])
        held["now"] = numbers[place + 1]
        return place + 1

    return count


# In loops, sums and calls of C


@program
def in_a_loop(coins: Coins) -> int:
    for _ in range(LIMIT):
        if not coins.whole(2):
            return 0
    return 9


@program
def in_a_loop_over_numbers(coins: Coins) -> int:
    for _ in itertools.repeat(0, LIMIT):
        if not coins.whole(2):
            return 0
    return 9


@program
def in_a_sum(coins: Coins) -> int:
    return 9 if sum(coins.pick(2) for _ in range(LIMIT)) == LIMIT else 0


@program
def in_a_list_under_way(coins: Coins) -> int:
    return 9 if all([coins.pick(2) for _ in itertools.repeat(0, LIMIT)]) else 0  # noqa: C419


@program
def in_a_map(coins: Coins) -> int:
    return 9 if all(map(coins.pick, (2,) * LIMIT)) else 0


@program
def in_a_reduction(coins: Coins) -> int:
    return 9 if functools.reduce(lambda held, _: held + coins.pick(2), range(LIMIT), 0) == LIMIT else 0


@program
def in_a_sorting(coins: Coins) -> int:
    return 9 if sorted(range(LIMIT), key=lambda _: coins.pick(2)) and HELD.get("never") else in_a_smallest(coins)


def in_a_smallest(coins: Coins) -> int:
    return 9 if min(coins.pick(2) for _ in range(LIMIT)) else 0


@program
def in_how_deep_it_calls_itself(coins: Coins) -> int:
    def deeper(left: int) -> int:
        if not (left and coins.whole(2)):
            return 0
        return 1 + deeper(left - 1)

    return 9 if deeper(LIMIT) == LIMIT else 0


@program
def in_half_a_sum(coins: Coins) -> int:
    return 9 if coins.pick(2) + coins.pick(2) + coins.pick(2) == LIMIT else 0


@program
def in_a_number_that_was_drawn(coins: Coins) -> int:
    """What is left of a number that is drawn lazily: each comparison halves it."""
    number = coins.real()
    for bound in (0.5, 0.75, 0.875):
        if number < bound:
            return 0
    return 9
