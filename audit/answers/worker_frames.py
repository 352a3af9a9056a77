"""What CPython 3.11 keeps of a function under way: its variables, and what it has computed but not stored anywhere.

The second of these, such as the iterator of a loop or the first half of a sum, no frame object shows. It is read from
the interpreter's own frame (Include/internal/pycore_frame.h of 3.11): stable for that version, and tried before it is
used. Elsewhere nothing is read.
"""

from __future__ import annotations

import ctypes
import dis
import sys
from functools import cache
from types import CodeType, FrameType, FunctionType, GeneratorType, MethodType, ModuleType
from typing import Any, NamedTuple

from .worker_depths import Hidden, argument, beginning, instruction, instructions

VERSION = (3, 11)
FRAME, CODE, OBJECT, TOP, ENTRY, FIRST = 24, 32, 40, 64, 68, 72
"""Offsets: in a frame object of its frame; in that of code, frame object, top of stack, whether C made it, values."""

WORD = 8
SINGLE = ("UNARY_NEGATIVE", "UNARY_POSITIVE", "UNARY_INVERT", "UNARY_NOT", "LOAD_ATTR", "LOAD_METHOD", "FORMAT_VALUE")
"""Instructions that may call a method of the topmost value, as those do whose names begin with one of `TESTS`."""

TESTS = ("POP_JUMP_", "JUMP_IF_")
DOUBLE = ("BINARY_OP", "COMPARE_OP", "BINARY_SUBSCR")
IN_PLACE = 13
"""The arguments of operators in place begin here."""

METHODS_IN_PLACE = (
    "__iadd__", "__iand__", "__ifloordiv__", "__ilshift__", "__imatmul__", "__imod__", "__imul__", "__ior__",
    "__ipow__", "__irshift__", "__isub__", "__itruediv__", "__ixor__",
)  # fmt: skip
NUMBERS = (int, float, complex, type(None), object)
"""Classes in C whose operators ask each operand once at most; ``object``: all before it are written in Python."""

HEAP = 1 << 9
PASSING = (int, float, bool, abs, divmod, round, pow)
"""Functions in C that call one method of an argument, and keep nothing while they do."""


class Absent:
    """Stands for a value that is not there."""


ABSENT = Absent()


class Place(NamedTuple):
    """A function under way: itself, its code, its instruction, its variables, and what lies on its stack."""

    frame: FrameType
    function: Any
    code: CodeType
    offset: int
    variables: tuple[Any, ...]
    stack: tuple[Any, ...]


def places(frame: FrameType, root: FrameType) -> list[Place]:
    """Return the functions under way from one up to the caller of another, the innermost first."""
    found: list[Place] = []
    within: FrameType | None = None
    while frame is not root:
        found.append(place(frame, within))
        within, above = frame, frame.f_back
        if above is None:
            raise Hidden
        frame = above
    return found


def place(frame: FrameType, within: FrameType | None) -> Place:
    """Read one; ``within`` is the one that it called."""
    address = ctypes.c_void_p.from_address(id(frame) + FRAME).value or 0
    code = frame.f_code
    if word(address + CODE) != id(code) or word(address + OBJECT) != id(frame):
        raise Hidden
    top = ctypes.c_int.from_address(address + TOP).value
    count, offset = variables(code), beginning(code, frame.f_lasti)
    if within is None or top >= 0:
        if top < count or (within is not None and was_called_by_c(within)):
            raise Hidden
        stack = values(address + FIRST + WORD * count, top - count)
    else:
        name, offset, depth = instruction(code, offset)
        if name == "CALL_FUNCTION_EX" and not arguments_are_kept(code, offset, address, depth):
            raise Hidden
        stack = values(address + FIRST + WORD * count, depth)
        if not was_called_by_c(within) or not calls(name, argument(code, offset), stack, within):
            raise Hidden
    (function,) = values(address, 1)
    return Place(frame, function, code, offset, values(address + FIRST, count), stack)


def word(address: int) -> int | None:
    """Return the pointer that stands at an address."""
    return ctypes.c_void_p.from_address(address).value


def values(address: int, count: int) -> tuple[Any, ...]:
    """Return so many objects from an address on."""
    pointers = (ctypes.c_void_p * count).from_address(address)
    objects = (ctypes.py_object * count).from_address(address)
    return tuple(objects[place] if pointers[place] else ABSENT for place in range(count))


@cache
def variables(code: CodeType) -> int:
    """Return how many variables a code has: its own, those that inner functions share, and those of outer ones."""
    shared = [name for name in code.co_cellvars if name not in code.co_varnames]
    return len(code.co_varnames) + len(shared) + len(code.co_freevars)


def arguments_are_kept(code: CodeType, offset: int, address: int, depth: int) -> bool:
    """Tell whether the arguments of `f(*arguments)` are an object that is there while the function runs.

    What is no tuple is made one, and let go of; its place on the stack then leads to memory of others.
    """
    count, below = variables(code), depth - (argument(code, offset) & 1)
    if are_a_new_tuple(code, offset, below):
        return True
    found = word(address + FIRST + WORD * (count + below - 1))
    held = {word(address + FIRST + WORD * place) for place in range(count)}
    return found in held or found in {id(constant) for constant in code.co_consts}


@cache
def are_a_new_tuple(code: CodeType, offset: int, below: int) -> bool:
    """Tell whether what lies below so much of the stack was made a tuple just before, wherever the code came from."""
    names, depths = instructions(code)
    after = max(place for place in names if place <= offset and depths.get(place) == below)
    before = max(place for place in names if place < after)
    targets = {found.offset for found in dis.get_instructions(code) if found.is_jump_target}
    return names[before][0] in ("BUILD_TUPLE", "LIST_TO_TUPLE") and after not in targets


def was_called_by_c(frame: FrameType) -> bool:
    """Tell whether C code called a function, and not the interpreter itself."""
    address = word(id(frame) + FRAME) or 0
    return ctypes.c_bool.from_address(address + ENTRY).value


# Calls by way of C


def calls(name: str, count: int, stack: tuple[Any, ...], within: FrameType) -> bool:
    """Tell whether an instruction calls a function by way of C code that keeps nothing of its own."""
    code = within.f_code
    if name == "CALL":
        first, second = stack[-count - 2 :][:2]
        function, arguments = (
            (second, stack[-count:] if count else ()) if first is ABSENT else (first, stack[-count - 1 :])
        )
        return leads_to(function, code) or (function in PASSING and is_method_of(arguments, code, within))
    if name == "CALL_FUNCTION_EX":
        function, *given = stack[-3 if count & 1 else -2 :]
        return all(type(each) in (tuple, dict) for each in given) and leads_to(function, code)
    if name == "FOR_ITER":
        return isinstance(stack[-1], GeneratorType) and stack[-1].gi_frame is within
    if name in SINGLE or name.startswith(TESTS):
        return not looks_twice(stack[-1], name) and is_method_of(stack[-1:], code, within)
    return name in DOUBLE and asks_once(name, count, *stack[-2:]) and is_method_of(stack[-2:], code, within)


# Operators: C code may ask a second time, and whether it did is nowhere to be seen


def looks_twice(value: Any, name: str) -> bool:
    """Tell whether an attribute that is not found in one way may be looked for in another."""
    plain: tuple[Any, ...] = (object.__getattribute__, type.__getattribute__, ModuleType.__getattribute__)
    twice = type(value).__getattribute__ not in plain or hasattr(type(value), "__getattr__")
    return name in ("LOAD_ATTR", "LOAD_METHOD") and twice


def asks_once(name: str, count: int, left: Any, right: Any) -> bool:
    """Tell whether an operator asks no method twice with the same operands, and keeps nothing between.

    A comparison asks both operands, and those may be one; `+=` asks for a sum in place first, and then for any. What
    containers and arrays do with each of their entries is not seen.
    """
    if name == "BINARY_SUBSCR":
        return is_plain(type(left))
    if not (is_plain(type(left)) and is_plain(type(right))):
        return False
    if name == "COMPARE_OP":
        return left is not right
    return count < IN_PLACE or not any(hasattr(type(left), method) for method in METHODS_IN_PLACE)


def is_plain(kind: type) -> bool:
    """Tell whether a class is one of numbers, or written in Python and of these or of nothing else."""
    for each in kind.__mro__:
        if each in NUMBERS:
            return True
        if not each.__flags__ & HEAP:
            return False
    return False


def leads_to(function: Any, code: CodeType) -> bool:
    """Tell whether a call of this is one of that code, by nothing but the interpreter."""
    if type(function) is MethodType:
        function = function.__func__
    if type(function) is FunctionType:
        return function.__code__ is code
    if isinstance(function, type) and type(function).__call__ is type.__call__:
        makers = (getattr(function, name, None) for name in ("__init__", "__new__"))
        return sum(type(maker) is FunctionType and maker.__code__ is code for maker in makers) == 1
    return False


def is_method_of(operands: tuple[Any, ...], code: CodeType, within: FrameType) -> bool:
    """Tell whether a function has one of the operands for its first argument, and is no generator."""
    if not code.co_argcount or code.co_flags & (0x20 | 0x80 | 0x200) or code.co_varnames[0] in code.co_cellvars:
        return False
    if ("STORE_FAST", 0) in instructions(code)[0].values():
        return False
    first = values((word(id(within) + FRAME) or 0) + FIRST, 1)[0]
    return any(first is operand for operand in operands) and not any(finds_by_code(type(each)) for each in operands)


def finds_by_code(kind: type) -> bool:
    """Tell whether C code that looks for a special method of a class in Python may run code before it has found it."""
    return any(
        type(content) is property or (type(content).__flags__ & HEAP and hasattr(type(content), "__get__"))
        for each in kind.__mro__
        if each.__flags__ & HEAP and not each.__module__.startswith(f"{__package__}.")
        for name, content in vars(each).items()
        if name.startswith("__") and name.endswith("__")
    )


# Trying it


def can_be_read() -> bool:
    """Tell whether this interpreter keeps its functions as this file says."""
    if sys.implementation.name != "cpython" or sys.version_info[:2] != VERSION or sys.maxsize != 2**63 - 1:
        return False
    try:
        return read_example() == EXPECTED
    except (Hidden, AttributeError, KeyError, ValueError):
        return False


EXPECTED: list[tuple[str, list[Any], list[Any]]] = [
    ("inner", [0.5, "cell", "cell"], ["method_descriptor", "list"]),
    ("outer", ["first", 3, 1, "cell"], ["range_iterator", 6, ABSENT, "builtin_function_or_method", "first"]),
    ("compared", [4], [5, 4, 4]),
]


def read_example() -> list[tuple[str, list[Any], list[Any]]]:
    """Read a function in the middle of a loop and of a sum, another that it called, and one that C code calls."""
    found: list[Place] = []
    root = sys._getframe()

    def inner(value: Any) -> Any:
        found.extend(places(sys._getframe(), root))
        return value

    def outer(first: str, second: int) -> Any:
        for _ in range(1, second):
            return 6 + len(first + inner(0.5))
        return first

    class Compared(int):
        def __lt__(self, _other: int) -> bool:
            found.extend(places(sys._getframe(), root)[1:])
            return True

    def compared(number: Any) -> Any:
        return 5 + (number < 4)

    try:
        outer("first", 3)
    except TypeError:
        compared(Compared(4))
    return [(each.code.co_name, shown(each.variables), shown(each.stack)) for each in found]


def shown(values: tuple[Any, ...]) -> list[Any]:
    """Return plain values, and the names of the types of others."""
    return [each if each is ABSENT or isinstance(each, (int, float, str)) else type(each).__name__ for each in values]
