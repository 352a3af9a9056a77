"""The parts of values that have some: entries, attributes, what a function closes over, the state that is pickled.

What a value's own code gives when it is asked is a part, too: what an iterator yields, or a table its columns.
"""

from __future__ import annotations

import copyreg
import logging
import random
from collections.abc import ItemsView, KeysView, ValuesView
from enum import Enum
from hashlib import sha256
from types import (
    BuiltinFunctionType,
    CodeType,
    FunctionType,
    MappingProxyType,
    MethodType,
    ModuleType,
)
from typing import TYPE_CHECKING, Any

import numpy as np

from .worker_code import code_text, is_made, of_class, of_function
from .worker_leaves import Said, UnknownError, digest, error_text, leaf, name_of, shortened
from .worker_oracle import OWN

if TYPE_CHECKING:
    from collections.abc import Iterator

    Parts = Iterator[tuple[str, Any]]

MOST_NUMBERS = 2_000
WORD = object.__basicsize__ // 2
"""Bytes of a pointer: an object without attributes is two."""

PLAIN = {int, float, bool, str, type(None)}
VALUES: tuple[tuple[type, Any], ...] = (
    *((int, int.__int__), (float, float.__float__), (str, str.__str__)),
    *((complex, complex.__pos__), (bytes, bytes.__getnewargs__), (bytearray, bytes)),
)
"""How a number or a text of a class of its own is told what it is."""


def opened(value: Any) -> Parts:  # noqa: C901, PLR0912  # one kind after the other
    """Yield the parts of a value, each with what its path ends in."""
    if is_chance(value) or is_own(value):
        yield "", Said(name_of(type(value)))
    elif isinstance(value, Enum):
        yield "", Said(f"{name_of(type(value))}.{value.name}")
        yield ".value", value.value
    elif isinstance(value, type):
        yield from of_class(value)
    elif isinstance(value, FunctionType):
        yield from of_function(value)
    elif isinstance(value, CodeType):
        yield "", Said(code_text(value))
    elif isinstance(value, MethodType):
        yield from (("", value.__func__), (".self", value.__self__))
    elif isinstance(value, (property, staticmethod, classmethod)):
        yield from ((f".{name}", getattr(value, name, None)) for name in ("fget", "fset", "fdel", "__func__"))
    elif isinstance(value, BuiltinFunctionType):
        yield "", Said(str(value.__qualname__))
        if not isinstance(value.__self__, ModuleType):
            yield ".self", value.__self__
    elif isinstance(value, (ModuleType, logging.Logger)):
        yield "", Said(value.__name__ if isinstance(value, ModuleType) else f"logger {value.name}")
    elif isinstance(value, np.ndarray):
        yield from of_array(value)
    elif isinstance(value, np.void):
        yield from ((".type", Said(str(value.dtype))), ("", value.item()))
    elif isinstance(value, np.dtype):
        yield from ((".type", Said(repr(value))), (".metadata", dict(value.metadata or {})))
    elif isinstance(value, memoryview):
        yield from ((".form", Said(f"{value.format} of shape {value.shape}")), ("", value.tobytes()))
    elif hasattr(type(value), "__next__"):
        yield ".type", Said(name_of(type(value)))
        yield from ((f"[{place}]", entry) for place, entry in enumerate(value))
    elif hasattr(type(value), "to_numpy"):
        yield from of_frame(value)
    else:
        yield from of_object(value)


def is_chance(value: Any) -> bool:
    """Tell whether a value is a generator, whose draws are compared where they are made."""
    kinds = (random.Random, np.random.BitGenerator, np.random.SeedSequence)
    return isinstance(value, kinds) or type(value).__module__.startswith("numpy.random")


def is_own(value: Any) -> bool:
    """Tell whether a value is one of ours, such as what stands for a function that draws."""
    if isinstance(value, FunctionType):
        return str(value.__globals__.get("__name__")).startswith(f"{OWN}.")
    return type(value).__module__.startswith(f"{OWN}.")


# Containers


def entries(value: Any) -> Parts:
    """Yield the parts of what is a container, perhaps of a kind of its own; nothing of other values."""
    if isinstance(value, (dict, MappingProxyType)):
        names = [key_text(key) for key in value]
        yield from ((f"[{name}]", value[key]) for name, key in zip(names, list(value)))
        yield ".keys", Said(shortened(", ".join(names)))
    elif isinstance(value, (set, frozenset)):
        yield "", Said(shortened(", ".join(sorted(map(key_text, value)))))
    elif isinstance(value, (list, tuple)):
        yield from of_sequence(value)
    elif isinstance(value, (KeysView, ValuesView, ItemsView)):
        yield from of_sequence(list(value))


def of_sequence(value: Any) -> Parts:
    """Yield length and entries; of many plain ones a digest of all."""
    yield ".length", Said(f"{type(value).__name__} of {len(value)}")
    if len(value) > MOST_NUMBERS and set(map(type, value)) <= PLAIN:
        yield ".entries", Said(digest(",".join(map(str, map(leaf, value)))))
    else:
        yield from ((f"[{place}]", entry) for place, entry in enumerate(value))


def key_text(key: Any) -> str:
    """Return a text of a key, or of an entry of a set, which may be a tuple or an object."""
    from .worker_release import parts_of

    said = leaf(key)
    if said is None:
        found = parts_of(key)
        if found.unknown:
            raise UnknownError
        said = ", ".join(f"{path} {text}" for path, text in found.texts.items())
    return shortened(said)


def of_array(value: Any) -> Parts:
    """Yield the form of an array, and its numbers or a digest of all of them."""
    yield ".shape", Said(f"{value.dtype} of shape {value.shape}")
    if isinstance(value, np.ma.MaskedArray):
        yield from (
            (".mask", np.ma.getmaskarray(value)),
            (".data", np.asarray(value.data)),
            (".fill", getattr(value, "fill_value", None)),
        )
    elif value.dtype.names:
        yield from ((f"[{name!r}]", value[name]) for name in value.dtype.names)
    elif value.dtype.kind == "O":
        yield from ((f"{list(place) or ''}", value[place]) for place in np.ndindex(value.shape))
    elif value.size <= MOST_NUMBERS:
        for place in np.ndindex(value.shape):
            yield f"{list(place) or ''}", Said(leaf(value[place]) or repr(value[place].tobytes()))
    else:
        yield ".entries", Said(bits(value))
    if value.dtype.metadata:
        yield ".metadata", dict(value.dtype.metadata)
    if type(value) is not np.ndarray:
        yield ".type", Said(name_of(type(value)))
        yield from () if isinstance(value, np.ma.MaskedArray) else attributes(value)


def bits(value: Any) -> str:
    """Return a digest of the numbers of an array; one NaN is as good as another."""
    if value.dtype.kind in "fc":
        if value.dtype.itemsize // (1 + (value.dtype.kind == "c")) > 8:  # with bits that are not used
            return digest(repr(value.ravel().tolist()))
        value = np.where(np.isnan(value), np.full((), np.nan, value.dtype), value)
    return sha256(np.ascontiguousarray(value).tobytes()).hexdigest()[:32]


def of_frame(value: Any) -> Parts:
    """Yield the parts of a table, a column or an index, of whatever library."""
    yield ".type", Said(name_of(type(value)))
    yield ".attrs", getattr(value, "attrs", None)
    if hasattr(value, "columns"):
        yield ".columns", value.columns
        for place, name in enumerate(value.columns):
            yield f"[{place}]", value.iloc[:, place] if hasattr(value, "iloc") else value[name]
    else:
        yield from ((f".{name}", getattr(value, name, None)) for name in ("name", "names", "levels"))
        kind = getattr(value, "dtype", None)
        yield from ((".dtype", Said(str(kind))), (".categories", getattr(kind, "categories", None)))
        yield "", value.to_numpy()
    if hasattr(value, "index") and not callable(value.index):
        yield ".index", value.index


# Objects

BASES: tuple[type, ...] = (
    *(dict, list, tuple, set, frozenset, int, float, complex, str, bytes, bytearray, BaseException),
    *(MappingProxyType, type({}.keys()), type({}.values()), type({}.items()), object),
)
"""Kinds of which all parts are known here."""


def of_object(value: Any) -> Parts:
    """Yield the entries, the attributes and the value of an object; of one written in C what is pickled of it."""
    kind = type(value)
    if kind not in BASES:
        yield ".type", Said(name_of(kind))
    yield from entries(value)
    yield from ((".value", how(value)) for of, how in VALUES if isinstance(value, of))
    if isinstance(value, BaseException):
        yield from ((".message", Said(error_text(value))), (".args", value.args))
    if is_made(kind):
        yield ".class", kind
    yield from attributes(value)
    if has_more(kind):
        yield ".state", pickled(value)


def attributes(value: Any) -> Parts:
    """Yield the attributes of an object, by name, of its dict and of the slots of all its classes."""
    found = dict(getattr(value, "__dict__", None) or {})
    found.update({name: getattr(value, name) for name in slots(type(value)) if hasattr(value, name)})
    yield from ((f".{name}", found[name]) for name in sorted(found, key=str))


def slots(kind: type) -> list[str]:
    """Return the names of all slots of a class and of its bases, private ones as they are stored."""
    return list(copyreg._slotnames(kind))  # type: ignore[attr-defined]


def has_more(kind: type) -> bool:
    """Tell whether objects of a class have more than attributes, and what is known of a kind of Python's own.

    As Python itself tells whether it can pickle an object: by its size.
    """
    base = next(each for each in BASES if issubclass(kind, each))
    pointers = sum(
        bool(getattr(kind, name) > 0 and not getattr(base, name)) for name in ("__dictoffset__", "__weakrefoffset__")
    )
    size = base.__basicsize__ + (pointers + len(slots(kind))) * WORD
    return kind.__basicsize__ > size or kind.__itemsize__ != base.__itemsize__


def pickled(value: Any) -> Any:
    """Return what is pickled of an object; ``UnknownError`` where it cannot be."""
    how = copyreg.dispatch_table.get(type(value))
    try:
        found = value.__reduce_ex__(4) if how is None else how(value)
    except Exception:  # the target's code
        raise UnknownError from None
    return Said(found) if isinstance(found, str) else [part for part in found if part is not None]
