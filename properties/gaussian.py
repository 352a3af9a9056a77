"""Gaussian mechanism: strategies for its inputs, and its contract."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from dpassay.exact.entrance import explain_failures
from dpassay.properties.defaults import default_contract
from dpassay.properties.run import Case
from dpassay.properties.strategies import budgets, checked, positive_rationals, rationals, reals, shifted_reals
from dpassay.reference.gaussian import NAME, Parameters

__all__ = ["CONTRACT", "data", "neighbors", "parameters"]


def parameters() -> SearchStrategy[Parameters]:
    """Parameters of sensitivity at most 6, with a ``sigma`` of their own or none.

    A ``sigma`` is at least the calibrated one. Shrinks toward epsilon = 1, delta = 1/10, sensitivity 1, no ``sigma``.
    """
    deltas = st.integers(1, 8).map(lambda digits: Fraction(1, 10**digits))
    plain = st.builds(Parameters, budgets(), delta=deltas, sensitivity=positive_rationals(), sigma=st.none())
    return plain | plain.flatmap(_with_sigma)


def _with_sigma(parameters: Parameters) -> SearchStrategy[Parameters]:
    """Give the standard deviation, at least the calibrated one."""
    return rationals(1, 3).map(lambda factor: replace(parameters, sigma=parameters.standard_deviation * factor))


def data(parameters: Parameters) -> SearchStrategy[Fraction]:
    """True values; shrinks toward whole numbers near 0."""
    checked(parameters, Parameters)
    return reals()


def neighbors(parameters: Parameters) -> SearchStrategy[tuple[Fraction, Fraction]]:
    """True values at most one sensitivity apart; shrinks toward (0, 0)."""
    return shifted_reals(checked(parameters, Parameters).sensitivity)


CONTRACT = default_contract(
    NAME,
    parameters=parameters,
    data=data,
    neighbors=neighbors,
    cases=(
        Case({"epsilon": "1", "delta": "1e-5", "sensitivity": 2}, "7/3"),
        Case({"exp_eps": "3/2", "delta": "1/100", "sensitivity": 1}, 0),
        Case({"epsilon": "5", "delta": "1e-6", "sensitivity": "5/2"}, -100),
        Case({"epsilon": "1/2", "delta": "1e-3", "sensitivity": 1, "sigma": 6}, "1/3"),
    ),
)


explain_failures(__name__)
