"""How the parts of a target's state are read, type by type; what is in no list here is not read."""

from __future__ import annotations

import abc
import enum
import random
from hashlib import sha256
from types import (
    BuiltinFunctionType,
    CellType,
    FunctionType,
    GeneratorType,
    GetSetDescriptorType,
    MemberDescriptorType,
    MethodDescriptorType,
    MethodType,
    ModuleType,
    WrapperDescriptorType,
)
from typing import TYPE_CHECKING, Any

import numpy as np

from .worker_executed import FORBIDDEN, home, is_allowed, is_library, is_library_module
from .worker_frames import Absent, Hidden
from .worker_generator import StateType
from .worker_sources import SEEDED

if TYPE_CHECKING:
    from collections.abc import Callable

    from .worker_states import Reading

SMALL = range(-5, 257)
"""Integers that Python has once."""

PLAIN = {type(None), bool, type(Ellipsis), type(NotImplemented), Absent}
CONSTANT = {
    MethodDescriptorType, WrapperDescriptorType, GetSetDescriptorType, MemberDescriptorType, np.ufunc,
    type(np.concatenate), type(dict.__dict__["fromkeys"]),
}  # fmt: skip
"""Types whose instances nothing changes."""

UNREAD = {*PLAIN, int, float, complex, str, bytes, range, np.bool_, np.int64, np.float64}
"""Types of variables that are let go of without any trace."""

ITERATORS: tuple[type, ...] = (
    type(iter([])),
    type(iter(())),
    type(iter("")),
    type(iter(range(0))),
    type(reversed([])),
    enumerate,
)
"""Iterators that say all about themselves."""

UNSEEN = {"__doc__", "__module__", "__dict__", "__weakref__", "__annotations__", "__abstractmethods__", "_abc_impl"}
"""What code has no name for that it may use, or is read otherwise."""

METACLASSES = (type, abc.ABCMeta, enum.EnumMeta, StateType)
SOURCES = (np.random.Generator, np.random.RandomState)
"""numpy's own, whatever stands in their places later."""

HEAP = 1 << 9
WORD = 8


def entries(reading: Reading, value: Any) -> None:
    """Read a list or a tuple."""
    reading.parts.append(str(len(value)))
    reading.all(*value)


def pairs(reading: Reading, value: dict[Any, Any]) -> None:
    """Read a dict, in its order."""
    reading.parts.append(str(len(value)))
    for key, content in value.items():
        reading.all(key, content)


def nothing(_reading: Reading, value: Any) -> None:
    """Read an empty set; the order of another one depends on more than on what it contains."""
    if value:
        raise Hidden


def number(reading: Reading, value: Any) -> None:
    """Read a number or a text."""
    reading.parts.append(value.hex() if type(value) is float else repr(value))


def cell(reading: Reading, value: CellType) -> None:
    """Read a variable that functions share."""
    try:
        content = value.cell_contents
    except ValueError:  # there is none
        return
    reading.value(content)


def iterator(reading: Reading, value: Any) -> None:
    """Read an iterator: what it goes through, and how far it has come."""
    reading.all(*value.__reduce__()[1:])


def generator(reading: Reading, value: GeneratorType[Any, Any, Any]) -> None:
    """Read a generator, if it is under way."""
    place = reading.is_under_way(value.gi_frame)
    if place is None:
        raise Hidden
    reading.parts.append(str(place))


def array(reading: Reading, value: Any) -> None:
    """Read an array, and what it is a part of."""
    reading.parts += [value.dtype.str, str(value.shape), str(value.strides), str(value.flags.writeable)]
    if value.dtype.hasobject:
        reading.all(*value.ravel().tolist())
    else:
        reading.parts.append(sha256(value.tobytes()).hexdigest())
    if value.base is not None:
        if type(value.base) is not np.ndarray:
            raise Hidden
        address, base = (each.__array_interface__["data"][0] for each in (value, value.base))
        reading.parts.append(str(address - base))
        reading.value(value.base)


# Functions, classes, modules


def function(reading: Reading, value: Any) -> None:
    """Read a function: its code, and all that it keeps. One of the library is told by its name."""
    module = home(value)
    if module is not None:
        if not is_allowed(module):
            raise Hidden
        reading.parts.append(reading.number(value))
        reading.named(value.__dict__, reading.executed.stored)
        return
    reading.parts += [reading.number(value.__code__), reading.number(value.__globals__)]
    reading.all(value.__closure__, value.__defaults__, value.__kwdefaults__, value.__dict__)


def builtin(reading: Reading, value: Any) -> None:
    """Read a function in C, or a method in C and what it belongs to."""
    if isinstance(value.__self__, ModuleType) or value.__self__ is None:
        if value.__name__ in FORBIDDEN or not is_allowed(str(value.__module__)):
            raise Hidden
        reading.parts.append(reading.number(value))
    else:
        reading.parts.append(value.__name__)
        reading.value(value.__self__)


def module(reading: Reading, value: ModuleType) -> None:
    """Read of a module what its users name."""
    if is_library_module(value.__name__) and not is_allowed(value.__name__):
        raise Hidden
    reading.parts.append(reading.number(value))
    reading.named(vars(value), reading.executed.attributes)


def kind(reading: Reading, value: type) -> None:
    """Read a class: what it is made of. One of the library is told by its name."""
    if not value.__flags__ & HEAP or is_ours(value) or home(value) is not None:
        if not is_allowed(value.__module__):
            raise Hidden
        reading.parts.append(reading.number(value))
        if value.__flags__ & HEAP:
            reading.named(dict(vars(value)), reading.executed.stored)
        return
    if type(value) not in METACLASSES:
        raise Hidden
    hook = getattr(value.__subclasshook__, "__func__", None)
    if hook is not None and not is_library(hook.__code__.co_filename):
        raise Hidden  # what it once said is kept in C
    reading.parts += [value.__qualname__, repr(sorted(vars(value).get("__abstractmethods__", ())))]
    reading.all(*value.__bases__)
    for name, content in vars(value).items():
        if name not in UNSEEN:
            reading.parts.append(name)
            reading.value(content)


READERS: dict[type, Callable[[Reading, Any], None]] = {
    **dict.fromkeys((int, float, complex, str, bytes, range), number),
    **dict.fromkeys((list, tuple), entries),
    **dict.fromkeys((set, frozenset), nothing),
    **dict.fromkeys(ITERATORS, iterator),
    **dict.fromkeys(METACLASSES, kind),
    dict: pairs,
    slice: lambda reading, value: reading.all(value.start, value.stop, value.step),
    CellType: cell,
    GeneratorType: generator,
    np.ndarray: array,
    FunctionType: function,
    BuiltinFunctionType: builtin,
    MethodType: lambda reading, value: reading.all(value.__func__, value.__self__),
    ModuleType: module,
    property: lambda reading, value: reading.all(value.fget, value.fset, value.fdel),
    staticmethod: lambda reading, value: reading.all(value.__func__, value.__dict__),
    classmethod: lambda reading, value: reading.all(value.__func__, value.__dict__),
}


# Instances


def instance(reading: Reading, value: Any) -> None:
    """Read an instance of any class: of numpy's scalars the bytes, of generators what was set, of others all."""
    own = type(value)
    if issubclass(own, np.dtype) or (issubclass(own, np.generic) and not issubclass(own, (np.object_, np.void))):
        reading.parts.append(str(value) if issubclass(own, np.dtype) else f"{value.dtype.str} {value.tobytes().hex()}")
        return
    if issubclass(own, type):
        raise Hidden
    reading.value(own)
    if own in (random.Random, random.SystemRandom) or is_ours(own):
        drawn = dict(vars(value))
        shared = own is not random.Random or value is random._inst
        if drawn.get(SEEDED, not shared) or drawn.get("seeded"):
            raise Hidden
        drawn.pop("own", None)
        reading.value(drawn)
    elif issubclass(own, tuple) and is_in_python(own, tuple):
        entries(reading, value)
    elif is_in_python(own, object):
        attributes(reading, value, own)
    else:
        raise Hidden


def is_ours(own: type) -> bool:
    """Tell whether a class is one of numpy's generators with the oracle's coins."""
    return type(own) is StateType or (issubclass(own, SOURCES) and "oracle" in vars(own))


def is_in_python(own: type, base: type) -> bool:
    """Tell whether a class and those that it comes from, up to one, are written in Python: C code adds no fields."""
    for each in own.__mro__:
        if each in (base, object):
            continue
        members = sum(type(content) is MemberDescriptorType for content in vars(each).values())
        fields = each.__basicsize__ - each.__base__.__basicsize__  # type: ignore[union-attr]
        if not each.__flags__ & HEAP or fields > WORD * (members + ("__weakref__" in vars(each))):
            return False
        if type(vars(each).get("__dict__")) not in (type(None), GetSetDescriptorType):
            return False
    return True


def attributes(reading: Reading, value: Any, own: type) -> None:
    """Read the attributes of an instance: those in its dict, and those in slots."""
    if own.__dictoffset__:
        reading.value(object.__getattribute__(value, "__dict__"))
    for each in own.__mro__:
        for name, member in vars(each).items():
            if type(member) is MemberDescriptorType:
                reading.parts.append(name)
                try:
                    reading.value(member.__get__(value))
                except AttributeError:  # it was not set
                    continue
