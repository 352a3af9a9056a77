"""Hypothesis strategies that several mechanisms share. All shrink toward whole numbers near zero and a budget of 1."""

from __future__ import annotations

from fractions import Fraction
from typing import Final, TypeVar

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from dpassay.exact import Budget, as_positive_fraction, as_positive_integer, require
from dpassay.exact.entrance import explain_failures

__all__ = [
    "LARGEST_DENOMINATOR",
    "MOST_CANDIDATES",
    "budgets",
    "checked",
    "integers",
    "positive_integers",
    "positive_rationals",
    "rationals",
    "reals",
    "score_vectors",
    "shifted_integers",
    "shifted_reals",
    "shifted_scores",
]

T = TypeVar("T")
LARGEST_DENOMINATOR: Final = 12
MOST_CANDIDATES: Final = 5


def checked(parameters: object, kind: type[T]) -> T:
    """Return ``parameters``, or raise ``ValueError`` where they are another mechanism's."""
    require(isinstance(parameters, kind), "parameters", repr(parameters), f"{kind.__module__}.Parameters")
    return parameters  # type: ignore[return-value]  # just checked


def rationals(low: object, high: object, *, largest_denominator: int = LARGEST_DENOMINATOR) -> SearchStrategy[Fraction]:
    """Rationals of small denominator in [low, high]; shrinks toward whole numbers near zero."""
    first, last = Fraction(str(low)), Fraction(str(high))
    require(first <= last, "low", low, f"at most high = {high}")
    return st.fractions(first, last, max_denominator=largest_denominator)


def budgets(*, largest: object = 4) -> SearchStrategy[Budget]:
    """Budgets of either form, of at most ``largest``; shrinks toward epsilon = 1."""
    limit = as_positive_fraction(largest, "largest")
    require(limit >= 1, "largest", largest, "a number of at least 1")
    epsilons = st.just(Fraction(1)) | rationals(Fraction(1, LARGEST_DENOMINATOR), limit)
    # e > 2: a power of 2 is a bound below e^largest that needs no rounding.
    exponentials = rationals(1 + Fraction(1, LARGEST_DENOMINATOR), 2 ** int(limit))
    return epsilons.map(lambda e: Budget(epsilon=e)) | exponentials.map(lambda t: Budget(exp_eps=t))


def positive_rationals(largest: object = 6) -> SearchStrategy[Fraction]:
    """Rationals in (0, largest]; shrinks toward 1."""
    limit = as_positive_fraction(largest, "largest")
    require(limit >= 1, "largest", largest, "a number of at least 1")
    return st.just(Fraction(1)) | rationals(Fraction(1, LARGEST_DENOMINATOR), limit)


def positive_integers(largest: object = 6) -> SearchStrategy[int]:
    """Integers in [1, largest]; shrinks toward 1."""
    return st.integers(1, as_positive_integer(largest, "largest"))


def integers() -> SearchStrategy[int]:
    """True values of an integer query; shrinks toward 0."""
    return st.integers(-100, 100)


def reals() -> SearchStrategy[Fraction]:
    """True values of a real query; shrinks toward whole numbers near 0."""
    return rationals(-100, 100)


@st.composite
def shifted_integers(draw: st.DrawFn, sensitivity: int) -> tuple[int, int]:
    """Two integers at most ``sensitivity`` apart; the first shrinks toward 0, the second toward the first."""
    value = draw(integers())
    return value, value + draw(st.integers(-sensitivity, sensitivity))


@st.composite
def shifted_reals(draw: st.DrawFn, sensitivity: Fraction) -> tuple[Fraction, Fraction]:
    """Two rationals at most ``sensitivity`` apart; the first shrinks toward 0, the second toward the first."""
    value = draw(reals())
    return value, value + sensitivity * draw(rationals(-1, 1))


def score_vectors(sensitivity: Fraction) -> SearchStrategy[tuple[Fraction, ...]]:
    """Between 1 and 5 scores within 8 sensitivities of 0; shrinks toward few candidates of score 0."""
    scores = rationals(-8, 8).map(lambda multiple: sensitivity * multiple)
    return st.lists(scores, min_size=1, max_size=MOST_CANDIDATES).map(tuple)


@st.composite
def shifted_scores(draw: st.DrawFn, sensitivity: Fraction) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...]]:
    """Two vectors of scores, each entry moved by at most ``sensitivity``; shrinks toward no move."""
    scores = draw(score_vectors(sensitivity))
    moves = draw(st.lists(rationals(-1, 1), min_size=len(scores), max_size=len(scores)))
    return scores, tuple(score + sensitivity * move for score, move in zip(scores, moves, strict=True))


explain_failures(__name__)
