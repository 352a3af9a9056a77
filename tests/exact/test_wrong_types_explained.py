"""What fits an annotation, and which failures are explained by an argument's type: by hand, one case a rule."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from types import ModuleType
from typing import Any, Literal, Protocol, TypeVar, Union

import pytest

from dpassay.exact.entrance import explain_failures, explain_package, explained, fits, hint_of

Number = TypeVar("Number", int, Fraction)
Anything = TypeVar("Anything")


class Named(Protocol):
    """Has a name, and something of its own that nobody asks for."""

    name: str

    def _secret(self) -> None: ...


class Dog:
    """Is named."""

    name = "dog"


@pytest.mark.parametrize(
    ("hint", "fitting", "others"),
    [
        (int, [0, -3], [True, 0.5, "1", None, Fraction(1)]),
        (Fraction, [Fraction(1, 2), 3], [True, 0.5, "1/2"]),
        (float, [0.5, 1, Fraction(1, 2)], [True, "0.5", 1j]),
        (str, ["", "a"], [b"a", 1]),
        (bool, [True], [1, None]),
        (None, [None], [0, False]),
        (Any, [None, 1, object()], []),
        (Literal["a", 1], ["a", 1], ["b", True, 1.0, None]),
        (int | None, [1, None], ["1", 0.5]),
        (Union[str, Fraction], ["a", 1], [None, 0.5]),  # noqa: UP007  # both ways of writing it
        (list[int], [[], [1, 2]], [[1, "2"], (1, 2), 1, None]),
        (Sequence[int], [[1], (1, 2), range(3)], [[1, None], {1: 1}, 1]),
        (tuple[int, str], [(1, "a")], [(1, 2), (1,), (1, "a", "b"), ["a", 1], ("a", "a")]),
        (tuple[int, ...], [(), (1, 2, 3)], [(1, "a"), [1]]),
        (Mapping[str, int], [{}, {"a": 1}], [{"a": "b"}, {1: 1}, [("a", 1)]]),
        (set[int], [set(), {1}], [{"a"}, [1]]),
        (Number, [1, Fraction(1, 2)], ["a", None, 0.5]),
        (Anything, [1, None, "a"], []),
        (Named, [Dog()], [1, "a", None]),
    ],
)
def test_what_fits(hint: Any, fitting: list[object], others: list[object]) -> None:
    assert [value for value in fitting if not fits(value, hint)] == []
    assert [value for value in others if fits(value, hint)] == []


def test_annotations_as_texts_as_objects_and_none() -> None:
    def function(a: int, b, *rest: str, **more: str) -> None:  # type: ignore[no-untyped-def]
        """Takes anything."""

    assert hint_of(function, "a") is int
    assert [hint_of(function, name) for name in ("b", "rest", "more")] == [Any, Any, Any]
    function.__annotations__["a"] = Fraction
    assert hint_of(function, "a") is Fraction


def half(number: int) -> Fraction:
    """Fail within for what is no number."""
    return Fraction(1, number) / 2


def test_a_failure_is_explained_by_a_type_and_else_left_as_it_is() -> None:
    asked = explained(half)
    assert asked(2) == Fraction(1, 4)
    assert explained(asked) is asked
    with pytest.raises(ValueError, match=r"^number = 'a': expected int, not str$"):
        asked("a")
    with pytest.raises(ValueError, match=r"^number = 0: expected a number other than 0$"):
        asked(0)
    with pytest.raises(TypeError, match="positional argument"):
        asked(1, 2)

    def broken(number: int) -> None:
        raise KeyError("ours")

    with pytest.raises(KeyError, match="ours"):
        explained(broken)(1)

    def beyond(number: int) -> int:
        return len(range(number))

    with pytest.raises(ValueError, match="expected a number that a machine can count to"):
        explained(beyond)(2**63)
    for small in (2**63 - 1, -(2**63) + 1):

        def overflow(number: int) -> None:
            raise OverflowError("ours")

        with pytest.raises(OverflowError):
            explained(overflow)(small)


def test_a_generator_is_explained_when_it_runs() -> None:
    def halves(number: int) -> Iterator[Fraction]:
        yield Fraction(0)
        yield half(number)

    stream = explained(halves)("a")
    assert next(stream) == 0
    with pytest.raises(ValueError, match=r"^number = 'a': expected int, not str$"):
        next(stream)


SOURCE = """
def public(number: int):
    return 1 / number

def _private(number: int):
    return 1 / number

class Kind:
    def __init__(self, number: int):
        self.inverse = 1 / number

    def method(self, number: int):
        return 1 / number

    def _method(self, number: int):
        return 1 / number

    def __add__(self, number: int):
        return 1 / number

    @classmethod
    def of(cls, number: int):
        return 1 / number

    @staticmethod
    def at(number: int):
        return 1 / number

constant = 3
"""


@pytest.fixture
def package(monkeypatch: pytest.MonkeyPatch) -> tuple[ModuleType, ModuleType]:
    """Return a package and its one module, whose function and constant the package also offers."""
    outer, inner = ModuleType("someone"), ModuleType("someone.inner")
    monkeypatch.setitem(sys.modules, "someone", outer)
    monkeypatch.setitem(sys.modules, "someone.inner", inner)
    exec(SOURCE, vars(inner))
    vars(outer).update({name: vars(inner)[name] for name in ("public", "Kind", "constant")})
    vars(outer)["foreign"] = half
    return outer, inner


def test_what_a_module_offers_is_explained_and_what_it_keeps_is_not(package: tuple[ModuleType, ModuleType]) -> None:
    inner = package[1]
    explain_failures("someone.inner")
    kind = inner.Kind
    for call in (inner.public, kind, kind(1).method, kind.of, kind.at):
        with pytest.raises(ValueError, match=r"^number = 'a': expected int, not str$"):
            call("a")
    for call in (vars(inner)["_private"], partial(vars(kind)["_method"], kind(1)), kind(1).__add__):
        with pytest.raises(TypeError):
            call("a")
    assert inner.constant == 3


def test_what_a_package_offers_is_what_its_modules_explain(package: tuple[ModuleType, ModuleType]) -> None:
    outer, inner = package
    before = outer.public
    explain_package("someone")
    assert outer.public is inner.public is not before
    assert (outer.foreign, outer.constant) == (half, 3)
    with pytest.raises(ValueError, match=r"^number = 'a': expected int, not str$"):
        outer.public("a")
