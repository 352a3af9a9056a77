"""What is audited, and what it is held to: a target on a pair of neighboring inputs, its exact laws and its claim."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import isfinite, log, sqrt
from typing import Any, Final

from dpassay.audit import words
from dpassay.audit.answers.program import Program
from dpassay.audit.answers.recording import Recording
from dpassay.exact import Law, Undecided, decimal_text, hockey_stick_bounds, require
from dpassay.exact.decimals import exact_text
from dpassay.exact.entrance import explain_failures
from dpassay.properties.guarantees import holds
from dpassay.reference import ConcentratedGuarantee, Guarantee, Mechanism, data_text, mechanism

__all__ = ["Claim", "Resolved", "Subject", "broken_by_the_law", "claim_of"]

CONCENTRATED_DELTA: Final = Fraction(1, 10**6)
"""Where the user names none, the delta at which a concentrated guarantee is turned into an (epsilon, delta) claim."""

VECTOR_TOLERANCE: Final = Fraction(1, 1_000)
"""How closely the profile of two laws of vectors is enclosed."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What is audited: a target that claims to be a mechanism, on a pair of neighboring inputs (default: the worst).

    ``built_in``: the name of the row, where the target is one of the table of built-in targets. ``own``: the mechanism,
    where it is none of ours.
    """

    target: str | Program | Recording
    mechanism_name: str
    parameters: Mapping[str, object]
    data: tuple[object, object] | None = None
    built_in: str | None = None
    own: Mechanism | None = None

    @property
    def title(self) -> str:
        """What a reader calls the target: what the user typed, never where a built-in adapter lies on this machine."""
        return self.built_in or str(self.target)

    def resolve(self) -> Resolved:
        """Check everything against the mechanism; ``ValueError`` for what does not fit."""
        spec = self.own or mechanism(self.mechanism_name)
        parameters = spec.Parameters.read(self.parameters)
        first, second = self.data or next(spec.neighbors(parameters))
        pair = spec.check_data(first, parameters), spec.check_data(second, parameters)
        shown = " and ".join(map(data_text, pair))
        equal = f"{data_text(pair[0])}, neighbor = {data_text(pair[1])}"
        require(pair[0] != pair[1], "data", equal, "two inputs that differ: on equal ones nothing can leak")
        expected = f"neighbors under {spec.guarantee(parameters).adjacency}, the adjacency of the guarantee"
        require(spec.are_neighbors(*pair, parameters), "data", shown, expected)
        return Resolved(spec, parameters, pair)


@dataclass(frozen=True)
class Resolved:
    """A subject in exact form."""

    mechanism: Mechanism
    parameters: Any
    pair: tuple[Any, Any]

    @cached_property
    def laws(self) -> tuple[Law, Law]:
        """The exact laws on the two inputs."""
        first, second = (self.mechanism.law(data, self.parameters) for data in self.pair)
        return first, second

    @property
    def floats(self) -> tuple[float, ...]:
        """The inputs as doubles, where they are single numbers."""
        return tuple(float(data) for data in self.pair)


@dataclass(frozen=True, slots=True)
class Claim:
    """The (epsilon, delta) guarantee that the target is held to; the decimals are right also where a double is 0."""

    epsilon: float
    delta: float
    adjacency: str
    words: str
    epsilon_decimal: str
    delta_decimal: str


def claim_of(guarantee: Guarantee | ConcentratedGuarantee, delta: Fraction | None) -> Claim:
    """Return the (epsilon, delta) claim.

    A concentrated guarantee gives epsilon = rho + 2 sqrt(rho log(1/delta)) (Bun and Steinke 2016, Proposition 1.3).
    """
    if isinstance(guarantee, Guarantee):
        return _stated(guarantee, delta)
    rho, fixed = float(guarantee.rho), delta or CONCENTRATED_DELTA
    require(0 < float(fixed) < 1, "delta", fixed, "a number in (0, 1) that a double can tell from its ends")
    epsilon = rho + 2 * sqrt(rho * log(1 / float(fixed)))
    decimals = words.number(epsilon), decimal_text(fixed, words.DIGITS)
    text = f"{guarantee.rho}-zero-concentrated differential privacy"
    text += f", hence epsilon = {decimals[0]} at delta = {decimals[1]}"
    return Claim(epsilon, float(fixed), guarantee.adjacency, text, *decimals)


def _stated(guarantee: Guarantee, delta: Fraction | None) -> Claim:
    """Return the claim that the guarantee is; it leaves no delta to be chosen."""
    exact, fixed = guarantee.budget.epsilon, guarantee.delta
    require(isfinite(float(exact)), "epsilon", decimal_text(exact), "a number in the range of a double")
    expected = f"nothing: the guarantee of the mechanism says it, delta = {decimal_text(fixed)}"
    require(delta is None, "delta", delta, expected)
    decimals = decimal_text(exact, words.DIGITS), decimal_text(fixed, words.DIGITS)
    budget = exact_text(guarantee.budget) or f"epsilon = {decimal_text(exact)}"
    text = f"({budget}, delta = {decimals[1]})-differential privacy"
    return Claim(float(exact), float(fixed), guarantee.adjacency, text, *decimals)


def broken_by_the_law(resolved: Resolved) -> tuple[str, ...]:
    """Say where the exact law itself breaks the claim, as with a sigma of the user's own that is too small.

    Where enclosures do not decide that, nothing is said.
    """
    promised = resolved.mechanism.guarantee(resolved.parameters)
    if isinstance(promised, ConcentratedGuarantee):
        return ()
    first, second = resolved.laws
    try:
        if holds(first, second, promised):
            return ()
    except Undecided:
        return ()
    worst = max(
        float(hockey_stick_bounds(p, q, promised.budget.exp_eps, tolerance=VECTOR_TOLERANCE)[0])
        for p, q in ((first, second), (second, first))
    )
    return (
        f"claim: with these parameters the exact law itself has delta = {words.number(worst)} at the claimed epsilon, "
        f"above the claimed {decimal_text(promised.delta, words.DIGITS)}",
    )


explain_failures(__name__)
