"""Tumult Core's noise measurements, recorded: each is one call, with its scale as it was given."""

from __future__ import annotations

from fractions import Fraction
from functools import wraps
from typing import TYPE_CHECKING, Any

from .worker_noise import seen
from .worker_pydp import once
from .worker_recorder import exact

if TYPE_CHECKING:
    from collections.abc import Callable

    from .worker_recorder import Recorder

UNITS = {
    "AddLaplaceNoise": ("laplace", "scale"),
    "AddGeometricNoise": ("discrete laplace", "alpha"),
    "AddGaussianNoise": ("normal sum", "sigma_squared"),
    "AddDiscreteGaussianNoise": ("discrete normal", "sigma_squared"),
}
"""Of a class its law, and the attribute with its unit; where that is a variance, the law is one of variances."""


def wrap_tmlt(recorder: Recorder, mechanisms: Any) -> None:
    """Wrap the calls of the noise measurements."""
    for name, (kind, unit) in UNITS.items():
        own = getattr(mechanisms, name, None)
        if own is not None:
            own.__call__ = called(own.__call__, recorder, (kind, unit))


def called(own: Callable[..., Any], recorder: Recorder, law: tuple[str, str]) -> Callable[..., Any]:
    """Return a call that is recorded."""

    @wraps(own)
    def call(self: Any, value: Any) -> Any:
        value = seen(value)
        if not recorder.active:
            return own(self, value)
        kind, attribute = law
        unit = rational(getattr(self, attribute))
        if kind == "discrete normal":
            root = Fraction(round(float(unit) ** 0.5))
            if root * root != unit:
                kind, unit = "Tumult Core discrete Gaussian", Fraction(0)
                return once(recorder, (kind, [str(exact(value))], []), lambda: own(self, value))
            unit = root
        return once(recorder, (kind, [exact(value)], [unit]), lambda: own(self, value))

    return call


def rational(number: Any) -> Fraction:
    """Return one of the library's exact numbers as a fraction."""
    expression = getattr(number, "expr", number)
    return Fraction(int(expression.p), int(expression.q)) if hasattr(expression, "p") else Fraction(str(expression))
