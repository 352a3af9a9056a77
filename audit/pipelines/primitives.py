"""Primitives of the user's own: what is said of a function that draws noise, so that it is recorded as one call.

`package.noise:add_laplace kind=laplace input=value scale=b` says that `add_laplace(value, ..., b=...)` returns its
argument ``value`` with Laplace noise of unit ``b``; the other arguments are parameters, which may not depend on data. A
unit that is a number is written as one: `scale=2`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from dpassay.audit.pipelines.laws import LAWS
from dpassay.audit.pipelines.own_laws import PREFIX
from dpassay.exact import require
from dpassay.exact.entrance import explain_failures
from dpassay.exact.rationals import shortened

__all__ = ["primitive", "read_primitive"]

_EXPECTED: Final = "'package.module:function kind=laplace input=value scale=b'"
_NAMES: Final = ("kind", "input", "scale")


F = TypeVar("F", bound=Callable[..., Any])


def primitive(kind: str, input: str, scale: str | None = None) -> Callable[[F], F]:  # noqa: A002  # what it is called
    """Mark a function of one's own as a primitive: a decorator, which changes nothing unless a replay is under way.

    Args:
        kind: of its law, such as "laplace".
        input: the name of the argument that noise is added to, or of the weights of a choice.
        scale: the name of the argument that is the unit of the noise; or a number.

    Raises:
        ValueError: no law of that kind is known.
    """
    said = read_primitive(" ".join([f"a:b kind={kind.replace(' ', '-')} input={input}", *_scale(scale)]))

    def marked(function: F) -> F:
        function.dpassay_primitive = {name: said[name] for name in _NAMES if name in said}  # type: ignore[attr-defined]
        return function

    return marked


def _scale(scale: str | None) -> list[str]:
    return [] if scale is None else [f"scale={scale}"]


def read_primitive(text: str) -> dict[str, str]:
    """Return the place, the kind and the names of the arguments of a primitive.

    Raises:
        ValueError: the text does not say what is needed.
    """
    place, *said = text.split() or [""]
    module, colon, name = place.rpartition(":")
    require(bool(module and colon and name), "primitive", shortened(text, repr), _EXPECTED)
    found = {"module": module, "name": name}
    for word in said:
        key, equals, value = word.partition("=")
        require(bool(key in _NAMES and equals and value), "primitive", shortened(word, repr), _EXPECTED)
        found[key] = value
    require({"kind", "input"} <= set(found), "primitive", shortened(text, repr), _EXPECTED)
    known = [kind for kind in LAWS if not kind.startswith(PREFIX)]
    require(found["kind"].replace("-", " ") in known, "kind", repr(found["kind"]), f"one of {', '.join(known)}")
    return {**found, "kind": found["kind"].replace("-", " ")}


explain_failures(__name__)
