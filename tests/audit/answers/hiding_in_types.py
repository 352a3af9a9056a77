"""More programs that hide how often they have rejected: in what types, names and numbers have besides their values."""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any

import numpy as np

from tests.audit.answers.hiding import LIMIT, hides, program
from tests.audit.enumerating import Coins

# In arrays and numbers

FIELDS = np.zeros(1, dtype=[("f", "i4")])
NOTES = np.zeros(1, np.dtype("i4", metadata={"count": [0]}))
NAN = 0x7FF8000000000000


class Marked(np.float64):
    count = 0


MARKED = Marked(3)


@hides
def in_the_name_of_a_field(_coins: Coins) -> Callable[[], int]:
    FIELDS.dtype.names = ("f",)

    def count() -> int:
        FIELDS.dtype.names = (f"{FIELDS.dtype.names[0]}f",)  # type: ignore[index]
        return len(FIELDS.dtype.names[0]) - 1

    return count


@hides
def in_the_notes_on_a_kind_of_entries(_coins: Coins) -> Callable[[], int]:
    notes: Any = NOTES.dtype.metadata
    notes["count"][0] = 0

    def count() -> int:
        held: Any = NOTES.dtype.metadata
        held["count"][0] += 1
        return int(held["count"][0])

    return count


@hides
def in_an_attribute_of_a_number_of_numpy(_coins: Coins) -> Callable[[], int]:
    MARKED.count = 0

    def count() -> int:
        MARKED.count += 1
        return MARKED.count

    return count


def no_number(place: int) -> float:
    return float(np.array([NAN + place]).view(np.float64)[0].item())


def place_of(number: float) -> int:
    return int(np.array([number]).view(np.int64)[0]) - NAN


@hides
def in_the_bits_of_what_is_no_number(_coins: Coins) -> Callable[[], int]:
    kept = [no_number(0)]

    def count() -> int:
        kept[0] = no_number(place_of(kept[0]) + 1)
        return place_of(kept[0])

    return count


@hides
def in_the_bits_of_a_complex_number(_coins: Coins) -> Callable[[], int]:
    kept = [complex(no_number(0), 0)]

    def count() -> int:
        kept[0] = complex(no_number(place_of(kept[0].real) + 1), 0)
        return place_of(kept[0].real)

    return count


# In names and words


@hides
def in_the_name_of_a_class(_coins: Coins) -> Callable[[], int]:
    kept = [type("A", (), {"__qualname__": "A"})]

    def count() -> int:
        kept[0] = type(f"{kept[0].__name__}A", (), {"__qualname__": "A"})
        return len(kept[0].__name__) - 1

    return count


@hides
def in_where_a_class_is_from(_coins: Coins) -> Callable[[], int]:
    kept = [type("A", (), {"__module__": "m"})]

    def count() -> int:
        kept[0] = type("A", (), {"__module__": f"{kept[0].__module__}m"})
        return len(kept[0].__module__) - 1

    return count


def from_elsewhere(place: str) -> Any:
    global __name__  # noqa: PLW0603
    here, __name__ = __name__, place

    def found() -> None:
        pass

    __name__ = here
    return found


@hides
def in_where_a_function_is_from(_coins: Coins) -> Callable[[], int]:
    kept = [from_elsewhere("m")]

    def count() -> int:
        kept[0] = from_elsewhere(f"{kept[0].__module__}m")
        return len(kept[0].__module__) - 1

    return count


WORDS = "{.__doc__}"
"""Code that has no name for what it reads."""


@hides
def in_the_words_of_a_new_property(_coins: Coins) -> Callable[[], int]:
    kept = [property(None, None, None, "w")]

    def count() -> int:
        kept[0] = property(None, None, None, WORDS.format(kept[0]) + "w")
        return len(WORDS.format(kept[0])) - 1

    return count


NAMED = property()


class Holder:
    named = NAMED


def name_of_the_property() -> str:
    try:
        Holder().named = 1  # type: ignore[misc]
    except AttributeError as error:
        return str(error).split("'")[1]
    raise AssertionError


@hides
def in_the_name_of_a_property(_coins: Coins) -> Callable[[], int]:
    type("New", (), {"n": NAMED})

    def count() -> int:
        type("New", (), {f"{name_of_the_property()}n": NAMED})
        return len(name_of_the_property()) - 1

    return count


# In functions that nothing shows


def counter() -> Callable[..., int]:
    times = [0]

    def count(_number: int = 0) -> int:
        times[0] = (times[0] + 1) % (LIMIT + 1)
        return times[0]

    return count


UFUNC: Any = np.frompyfunc(counter(), 1, 1)
MODULE: Any = types.ModuleType("answering")
ANSWER = counter()
MODULE.__getattr__ = ANSWER
TIMES = [0]


def count_here() -> int:
    TIMES[0] = (TIMES[0] + 1) % (LIMIT + 1)
    return TIMES[0]


ELSEWHERE = types.FunctionType(count_here.__code__, {"TIMES": [0], "LIMIT": LIMIT})


def anew(count: Callable[[], int]) -> Callable[[], int]:
    while count():
        pass
    return count


@hides
def in_a_function_of_numpy(_coins: Coins) -> Callable[[], int]:
    return anew(lambda: UFUNC(0))


@hides
def in_what_a_module_answers(_coins: Coins) -> Callable[[], int]:
    return anew(lambda: MODULE.x)


@hides
def in_the_globals_of_equal_code(_coins: Coins) -> Callable[[], int]:
    anew(count_here)
    return anew(ELSEWHERE)


# In slots


class Slots:
    __slots__ = ("first", "second")
    first: int


class Lost:
    __slots__ = ("only",)


SECOND: Any = Slots.second  # type: ignore[attr-defined]
Slots.second = Slots.first  # type: ignore[attr-defined, misc]
ONLY: Any = Lost.only  # type: ignore[attr-defined]
del Lost.only  # type: ignore[attr-defined]
Lost.__weakref__ = None  # type: ignore[attr-defined]
SLOTS, LOST = Slots(), Lost()
SLOTS.first = 0


@hides
def in_a_slot_with_no_name(_coins: Coins) -> Callable[[], int]:
    SECOND.__set__(SLOTS, 0)

    def count() -> int:
        SECOND.__set__(SLOTS, SECOND.__get__(SLOTS) + 1)
        return int(SECOND.__get__(SLOTS))

    return count


@hides
def in_a_slot_that_looks_like_another(_coins: Coins) -> Callable[[], int]:
    ONLY.__set__(LOST, 0)

    def count() -> int:
        ONLY.__set__(LOST, ONLY.__get__(LOST) + 1)
        return int(ONLY.__get__(LOST))

    return count


# In how C code looks for a method


class Sought:
    """A method that is found by a property, and both are the same function."""

    coins: Any = None

    def perhaps(self, *others: object) -> Any:
        del others
        return METHOD(Sought.perhaps, self) if Sought.coins.whole(2) else 0

    __add__ = __lt__ = __int__ = __neg__ = __getitem__ = property(perhaps)


METHOD: Any = type(Sought().perhaps)


def sought(ask: Callable[[Any], Any]) -> Callable[[Coins], int]:
    """Answer 9 after two coins that differ, and one more."""

    def program(coins: Coins) -> int:
        Sought.coins = coins
        try:
            return 9 if type(ask(Sought())) is int and coins.whole(2) else 0
        except TypeError:
            return 0

    return program


@program
def in_the_search_for_a_sum(coins: Coins) -> int:
    return sought(lambda one: one + 1)(coins)


@program
def in_the_search_for_a_comparison(coins: Coins) -> int:
    return sought(lambda one: one < 1)(coins)


@program
def in_the_search_for_a_whole_number(coins: Coins) -> int:
    return sought(int)(coins)


@program
def in_the_search_for_a_sign(coins: Coins) -> int:
    return sought(lambda one: -one)(coins)


@program
def in_the_search_for_an_entry(coins: Coins) -> int:
    return sought(lambda one: one[0])(coins)


class Unless:
    coins: Any = None

    def perhaps(self, *others: object) -> int:
        del others
        if Unless.coins.whole(2):
            raise AttributeError
        return 0

    number = property(perhaps)
    __getattr__ = perhaps


@program
def in_a_property_that_is_not_there(coins: Coins) -> int:
    Unless.coins = coins
    try:
        return int(Unless().number)
    except AttributeError:
        return 9 if coins.whole(2) else 0


class Made:
    coins: Any = None

    def perhaps(*others: Any) -> Any:  # type: ignore[misc]
        del others
        return MADE if Made.coins.whole(2) else None

    __new__ = __init__ = perhaps  # type: ignore[assignment]


MADE = object.__new__(Made)


@program
def in_how_far_an_instance_is_made(coins: Coins) -> int:
    Made.coins = coins
    try:
        return 9 if Made() is MADE and coins.whole(2) else 0
    except TypeError:
        return 0
