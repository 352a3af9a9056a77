"""How the parts of a target's state are read, type by type; what is in no list here is not read."""

from __future__ import annotations

import abc
import enum
import random
import struct
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

from .worker_depths import Hidden
from .worker_executed import FORBIDDEN, home, is_allowed, is_library, is_library_module
from .worker_frames import ABSENT, Absent
from .worker_generator import StateType
from .worker_sources import SEEDED

if TYPE_CHECKING:
    from collections.abc import Callable

    from .worker_states import Reading

SMALL = range(-5, 257)
"""Integers that Python has once."""

PLAIN = {type(None), bool, type(Ellipsis), type(NotImplemented), Absent}
CONSTANT = {
    MethodDescriptorType, WrapperDescriptorType, GetSetDescriptorType, MemberDescriptorType,
    type(dict.__dict__["fromkeys"]),
}  # fmt: skip
"""Types whose instances nothing changes."""

WRITTEN = {"__final__", "_is_runtime_protocol", "__no_type_check__", "__dataclass_transform__", "__override__"}
"""What functions of the library write on the classes that they are given."""

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
"""What belongs to a class since it was made, and is read with which one it is; or is read otherwise."""

KINDS = "biufcOSU"
"""Of the entries of arrays: numbers, objects and texts."""

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


def nothing(_reading: Reading, value: frozenset[Any]) -> None:
    """Read an empty set that stays so; the order of another one depends on more than on what it contains."""
    if value:
        raise Hidden


def number(reading: Reading, value: Any) -> None:
    """Read a whole number, a text or a range."""
    reading.parts.append(repr(value))


def bits(reading: Reading, value: float | complex) -> None:
    """Read a number of doubles: two that are no numbers may differ, too."""
    reading.parts.append(struct.pack("<2d", value.real, value.imag).hex())


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


def kind_of_entries(reading: Reading, value: np.dtype[Any]) -> None:
    """Read what the entries of an array are; fields have names that may change, and metadata anything."""
    if value.kind not in KINDS or value.names is not None or value.metadata is not None:
        raise Hidden
    reading.parts += [value.str, value.char]


def array(reading: Reading, value: Any) -> None:
    """Read an array, and what it is a part of."""
    reading.value(value.dtype)
    reading.parts += [str(value.shape), str(value.strides), str(value.flags.writeable)]
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
        reading.value(value.__dict__)
        return
    reading.parts += [reading.number(value.__code__), reading.number(value.__globals__)]
    reading.all(value.__name__, value.__qualname__, value.__module__, value.__doc__, value.__annotations__)
    reading.all(value.__closure__, value.__defaults__, value.__kwdefaults__, value.__dict__)


def function_of_numpy(reading: Reading, value: Any) -> None:
    """Read a function of numpy in C: one that stands under its name keeps nothing; others may call any code."""
    if getattr(np, value.__name__, None) is not value and home(value) is None:
        raise Hidden
    reading.parts.append(reading.number(value))


def described(reading: Reading, value: property) -> None:
    """Read a property: its functions, and its name, which only its errors tell."""
    reading.all(value.fget, value.fset, value.fdel, value.__doc__)
    for absent, ask in ((value.fget, value.__get__), (value.fset, value.__set__), (value.fdel, value.__delete__)):
        if absent is None:
            try:
                ask(ABSENT, None) if ask != value.__delete__ else ask(ABSENT)  # type: ignore[call-arg]
            except AttributeError as error:
                reading.parts.append(str(error))


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
    reading.named(vars(value), reading.executed.attributes | {"__getattr__"})


def kind(reading: Reading, value: type) -> None:
    """Read a class: what it is made of. One of the library is told by its name."""
    if not value.__flags__ & HEAP or is_ours(value) or home(value) is not None:
        if not is_allowed(value.__module__):
            raise Hidden
        reading.parts.append(reading.number(value))
        if value.__flags__ & HEAP:
            reading.named(dict(vars(value)), reading.executed.stored | WRITTEN)
        return
    if type(value) not in METACLASSES:
        raise Hidden
    hook = getattr(value.__subclasshook__, "__func__", None)
    if hook is not None and not is_library(hook.__code__.co_filename):
        raise Hidden  # what it once said is kept in C
    reading.parts += [reading.number(value), repr(sorted(vars(value).get("__abstractmethods__", ())))]
    reading.all(*value.__bases__)
    for name, content in vars(value).items():
        if name not in UNSEEN:
            reading.parts.append(name)
            reading.value(content)


READERS: dict[type, Callable[[Reading, Any], None]] = {
    **dict.fromkeys((int, str, bytes, range), number),
    **dict.fromkeys((float, complex), bits),
    **dict.fromkeys((list, tuple), entries),
    frozenset: nothing,
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
    **dict.fromkeys((np.ufunc, type(np.concatenate)), function_of_numpy),
    property: described,
    staticmethod: lambda reading, value: reading.all(value.__func__, value.__dict__),
    classmethod: lambda reading, value: reading.all(value.__func__, value.__dict__),
}


# Instances


def instance(reading: Reading, value: Any) -> None:
    """Read an instance of any class: of numpy's scalars the bytes, of generators what was set, of others all."""
    own = type(value)
    if issubclass(own, np.dtype):
        kind_of_entries(reading, value)
        return
    if issubclass(own, np.generic) and not own.__flags__ & HEAP and not issubclass(own, (np.object_, np.void)):
        reading.value(value.dtype)
        reading.parts.append(value.tobytes().hex())
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
        members = {id(content) for content in vars(each).values() if is_member(content, each)}
        above: type = each.__base__  # type: ignore[assignment]  # all but object have one
        weak = bool(each.__weakrefoffset__) - bool(above.__weakrefoffset__)
        if not each.__flags__ & HEAP or each.__basicsize__ - above.__basicsize__ > WORD * (len(members) + weak):
            return False
        if type(vars(each).get("__dict__")) not in (type(None), GetSetDescriptorType):
            return False
    return True


def is_member(content: Any, owner: type) -> bool:
    """Tell whether an attribute of a class is one of its own slots, and not another's."""
    return type(content) is MemberDescriptorType and content.__objclass__ is owner


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
