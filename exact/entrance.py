"""Wrong types end at the entrance: a public function that cannot work with an argument says which one, as a ValueError.

Looking at every argument before every call would cost more than many of these functions do. So the arguments are held
against the annotations only when a call has failed with an internal error: if one has the wrong type, the caller is
told so; if none has, the error is ours and stays as it is. A call that succeeds pays one more frame of Python.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction
from functools import wraps
from numbers import Integral, Rational, Real
from types import FunctionType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin

from dpassay.exact.rationals import shortened

INTERNAL = (ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError, TypeError)
"""What a wrong type turns into, far from where it came in."""

_NUMBERS: dict[object, type] = {int: Integral, Fraction: Rational, float: Real}
"""What fits a number's annotation: an int is a rational too, and both are real; NumPy's numbers are numbers."""

_TOO_LARGE = 1 << 63


def explain_package(package_name: str) -> None:
    """Make what the modules of a package offer name a wrong argument; called when the package has imported them.

    Modules that have imported a function by then call it as it is, without another frame: this is the door for others.
    """
    package = sys.modules[package_name]
    for name in [name for name in sys.modules if name.startswith(f"{package_name}.")]:
        explain_failures(name)
    for name, value in list(vars(package).items()):
        if isinstance(value, FunctionType) and value.__module__ in sys.modules:
            setattr(package, name, vars(sys.modules[value.__module__])[value.__name__])


def explain_failures(module_name: str) -> None:
    """Make the public functions and classes that a module defines name a wrong argument; called at the module's end."""
    module = sys.modules[module_name]
    for name, value in list(vars(module).items()):
        if not name.startswith("_") and getattr(value, "__module__", None) == module_name:
            if isinstance(value, FunctionType):
                setattr(module, name, explained(value))
            elif isinstance(value, type) and not _is_protocol(value):
                _explain_methods(value)


def _explain_methods(kind: type) -> None:
    for name, value in list(vars(kind).items()):
        if name.startswith("_") and name != "__init__":
            continue
        if isinstance(value, FunctionType):
            setattr(kind, name, explained(value))
        elif isinstance(value, classmethod | staticmethod):
            setattr(kind, name, type(value)(explained(value.__func__)))


def explained(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function as it is, but for a failure that an argument's type explains: that is a ``ValueError``."""
    if hasattr(function, "__wrapped__") or not set(inspect.signature(function).parameters) - {"self", "cls"}:
        return function  # has been here before, or takes no argument

    @wraps(function)
    def called(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except INTERNAL as error:
            _complain(function, args, kwargs, error)
            raise

    @wraps(function)
    def iterated(*args: Any, **kwargs: Any) -> Iterator[Any]:
        try:
            yield from function(*args, **kwargs)
        except INTERNAL as error:
            _complain(function, args, kwargs, error)
            raise

    return iterated if inspect.isgeneratorfunction(function) else called


def _complain(function: Callable[..., Any], args: Any, kwargs: Any, error: Exception) -> None:
    """Raise about the first argument whose type is not the annotated one; return where there is none."""
    try:
        given = inspect.signature(function).bind(*args, **kwargs).arguments
    except TypeError:
        return  # the wrong number of arguments: Python's own complaint is the right one
    for name, value in given.items():
        hint = hint_of(function, name)
        if not fits(value, hint):
            expected = _words(function.__annotations__[name], hint)
            complaint = f"{name} = {shortened(value, repr)}: expected {expected}, not {type(value).__name__}"
            raise ValueError(complaint) from error
    for name, value in given.items():
        if isinstance(value, int | Fraction) and (expected := _in_range(value, error)):
            raise ValueError(f"{name} = {shortened(value)}: expected {expected}") from error


def _in_range(number: int | Fraction, error: Exception) -> str:
    """Return which numbers are asked for, where one is out of range of the operation that failed."""
    if isinstance(error, ZeroDivisionError) and number == 0:
        return "a number other than 0"
    if isinstance(error, IndexError | OverflowError) and not -_TOO_LARGE < number < _TOO_LARGE:
        return "a number that a machine can count to"
    return ""


def _words(annotation: object, hint: object) -> str:
    text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    return f"{hint.__module__.rpartition('.')[2]}.{text}" if text == "Parameters" else text


# Annotations


def hint_of(function: Callable[..., Any], name: str) -> Any:
    """Return the annotation of an argument as an object; ``Any`` where it has none, or takes several arguments."""
    several = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    if inspect.signature(function).parameters[name].kind in several:
        return Any
    annotation = function.__annotations__.get(name, Any)
    return _evaluated(annotation, _Names(function.__module__)) if isinstance(annotation, str) else annotation


def _evaluated(text: str, names: _Names) -> Any:
    return eval(text, {}, names)  # noqa: S307  # annotations of our own


class _Names(Mapping[str, Any]):
    """What the names in a module's annotations stand for; an alias that is written as a string is evaluated, too."""

    def __init__(self, module_name: str) -> None:
        exact = vars(sys.modules["dpassay.exact"])
        self._scopes = (vars(sys.modules[module_name]), exact, {"Any": Any, "Fraction": Fraction})

    def __getitem__(self, name: str) -> Any:
        for scope in self._scopes:
            if name in scope:
                value: Any = scope[name]
                return _evaluated(value, self) if isinstance(value, str) else value
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


def fits(value: object, hint: Any) -> bool:
    """Tell whether a value is of an annotated type, as deep as can be told without changing it."""
    if isinstance(hint, str):  # an alias inside of an alias
        hint = _evaluated(hint, _Names("dpassay.exact"))
    origin, parts = get_origin(hint), get_args(hint)
    if isinstance(hint, TypeVar):
        origin, parts = Union, hint.__constraints__ or (hint.__bound__ or Any,)
    if origin in (Union, UnionType):
        return any(fits(value, part) for part in parts)
    if origin is Literal:
        return any(type(value) is type(part) and value == part for part in parts)
    kind = type(None) if hint is None else origin or hint
    if not isinstance(kind, type) or kind is Any:
        return True
    if kind in _NUMBERS:
        return isinstance(value, _NUMBERS[kind]) and not isinstance(value, bool)
    if _is_protocol(kind):
        return all(hasattr(value, member) for member in _members(kind))
    return isinstance(value, kind) and _entries_fit(value, parts)


def _entries_fit(value: object, parts: tuple[Any, ...]) -> bool:
    if isinstance(value, Mapping) and len(parts) == 2:
        return all(fits(key, parts[0]) and fits(entry, parts[1]) for key, entry in value.items())
    if isinstance(value, tuple) and len(parts) > 1 and parts[-1] is not Ellipsis:
        return len(value) == len(parts) and all(map(fits, value, parts))
    if isinstance(value, Sequence | AbstractSet) and parts:
        return all(fits(entry, parts[0]) for entry in value)
    return True


def _is_protocol(kind: type) -> bool:
    return bool(getattr(kind, "_is_protocol", False))


def _members(protocol: type) -> set[str]:
    names = {name for kind in protocol.__mro__ if _is_protocol(kind) for name in (*vars(kind), *kind.__annotations__)}
    return {name for name in names if not name.startswith("_")}
