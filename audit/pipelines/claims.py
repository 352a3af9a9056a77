"""What a pipeline claims on two neighboring inputs: (epsilon, delta), rho, or what an accountant states of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from dpassay.audit import words
from dpassay.audit.answers.request import Json
from dpassay.audit.held_to.alone import shown
from dpassay.audit.pipelines.stated_loss import allowed_point, pure_epsilon
from dpassay.audit.pipelines.statements import Statement, read_statement
from dpassay.exact import as_fraction, as_real, decimal_text, log, require
from dpassay.exact.entrance import explain_failures
from dpassay.exact.rationals import shortened

__all__ = ["DRAWN_DELTA", "TOLERANCE", "PipelineClaim", "drawn_point", "read_pipeline_claim"]

LARGEST_EPSILON: Final = 700
TOLERANCE: Final = Fraction(1, 10**9)
"""A cost above the claim by a share of up to this is rounding: a scale is a double, and a claim is a decimal."""


@dataclass(frozen=True, slots=True)
class PipelineClaim:
    """What is audited and what it claims.

    Attributes:
        target: "path/to/file.py:function" or "package.module:function".
        parameters: what the target is called with besides the data.
        pair: the two inputs, which are neighbors because the user says so.
        epsilon: what is claimed; None where something else is.
        delta: beside epsilon, at least 0 and below 1.
        rho: what is claimed; None where something else is.
        tolerance: the share of the claim that a cost may be above it.
        statement: a composition whose privacy profile is claimed; None where something else is.
    """

    target: str
    parameters: Mapping[str, object]
    pair: tuple[Json, Json]
    epsilon: Fraction | None = None
    delta: Fraction = Fraction(0)
    rho: Fraction | None = None
    tolerance: Fraction = TOLERANCE
    statement: Statement | None = None

    def __post_init__(self) -> None:
        """Refuse what is no claim, and two inputs that are one."""
        if self.statement is None:
            require((self.epsilon is None) != (self.rho is None), "rho", self.rho, "a number, or epsilon, and not both")
            require(self.rho is None or self.delta == 0, "delta", self.delta, "nothing beside rho")
        else:
            for name, value in (("epsilon", self.epsilon), ("delta", self.delta or None), ("rho", self.rho)):
                require(value is None, name, value, "nothing beside claim, a composition of mechanisms")
        first, second = (shown(each) for each in self.pair)
        expected = "two inputs that differ: on equal ones nothing can leak"
        require(self.pair[0] != self.pair[1], "data", f"{first}, neighbor = {second}", expected)

    @property
    def words(self) -> str:
        """The claim as reports say it."""
        if self.statement is not None:
            return f"the privacy profile of {self.statement.text}"
        if self.epsilon is None:
            return f"rho = {self.number} zero-concentrated differential privacy"
        return f"(epsilon = {self.number}, delta = {decimal_text(self.delta, words.DIGITS)})-differential privacy"

    @property
    def number(self) -> str:
        """The claimed epsilon, or rho, as a decimal."""
        return decimal_text(self.claimed, words.DIGITS)

    @property
    def is_pure(self) -> bool:
        """Whether epsilon is claimed alone, so that one sequence of answers can break it."""
        return self.epsilon is not None and self.delta == 0

    @property
    def claimed(self) -> Fraction:
        """The claimed epsilon, or rho; of a statement its pure epsilon, or one at which it allows a small delta."""
        if self.statement is not None:
            pure = pure_epsilon(self.statement)
            return allowed_point(self.statement)[0] if pure is None else pure
        return self.rho if self.epsilon is None else self.epsilon  # type: ignore[return-value]

    @property
    def forgiving(self) -> Fraction:
        """The claimed epsilon, or rho, with the tolerance."""
        return self.claimed * (1 + self.tolerance)


def read_pipeline_claim(
    target: str,
    parameters: Mapping[str, object],
    pair: tuple[Json, Json],
    *,
    epsilon: object = None,
    delta: object = None,
    rho: object = None,
    tolerance: object = TOLERANCE,
    claim: object = None,
) -> PipelineClaim:
    """Return what is claimed, exactly; a float is read as it is printed.

    Raises:
        ValueError: it is no claim.
    """
    most = LARGEST_EPSILON
    given = not epsilon is rho is claim is None
    require(given, "epsilon", "nothing", "what is claimed: epsilon, or rho, or claim, a composition of mechanisms")
    statement = None if claim is None else read_statement(claim)
    if statement is not None:
        allowed_point(statement)  # refuses what is too long to be composed
    return PipelineClaim(
        target,
        parameters,
        pair,
        None if epsilon is None else _number(epsilon, "epsilon", 0, most, f"a number from 0 to {most}"),
        _number(0 if delta is None else delta, "delta", 0, 1, "a number in [0, 1)"),
        None if rho is None else _number(rho, "rho", 0, most, f"a number from 0 to {most}"),
        _number(tolerance, "tolerance", 0, 1, "a number in [0, 1)"),
        statement,
    )


def _number(value: object, name: str, low: int, high: int, expected: str) -> Fraction:
    try:
        number = as_fraction(str(value) if isinstance(value, float) else value, name)
    except ValueError:
        raise ValueError(f"{name} = {shortened(value, repr)}: expected {expected}") from None
    require(low <= number <= high and (high > 1 or number < high), name, shortened(value, str), expected)
    return number


DRAWN_DELTA: Final = Fraction(1, 10)


def drawn_point(claim: PipelineClaim) -> tuple[Fraction, Fraction]:
    """Return an epsilon and the delta that the claim allows there: what is counted is held to that.

    Of rho it is an epsilon at which delta is at most ``DRAWN_DELTA``: rho + 2 sqrt(rho log(1/delta)) (Bun and Steinke
    2016, Proposition 1.3), rounded up. Of a statement it is one at which its delta is small.
    """
    more = 1 + claim.tolerance
    if claim.statement is not None:
        epsilon, delta = allowed_point(claim.statement)
        return epsilon * more, delta * more
    if claim.rho is None:
        return claim.forgiving, claim.delta * more
    root = (as_real(claim.forgiving) * as_real(log(1 / DRAWN_DELTA))).sqrt()
    return ((as_real(claim.forgiving) + root * 2).bounds(50)[1] if claim.rho else Fraction(0)), DRAWN_DELTA


explain_failures(__name__)
