"""Why a step holds: justifications, as they are written, and what they use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from dpassay.proofs_check.kernel.rejected import insist


@dataclass(frozen=True)
class Use:
    """An earlier step, fact or hypothesis, with values put in the place of some of its variables.

    ``inside`` is the term with a hole into which its sides are put, if there is one.
    """

    step: str
    values: Mapping[str, str] = field(default_factory=dict)
    inside: str | None = None


def use(step: str, **values: str) -> Use:
    """Use a step at values of its variables, such as ``use("tilt", s="-1")``."""
    return Use(step, values)


def inside(term: str, step: str, **values: str) -> Use:
    """Put both sides of a step into a term that grows or falls: ``inside("sum(log(_), t, 1, T)", "round")``."""
    return Use(step, values, term)


@dataclass(frozen=True)
class Arithmetic:
    """The formula is the sum of the relations used, each times a multiplier, and of what is evidently not negative."""

    terms: tuple[tuple[str, Use], ...]


@dataclass(frozen=True)
class Analysis:
    """An inequality in one real variable on an interval, from the kernel, at a term that lies in it."""

    formula: str
    variable: str
    interval: str
    at: str
    uses: tuple[Use, ...]


@dataclass(frozen=True)
class Constant:
    """A relation between numbers, decided by enclosures."""


@dataclass(frozen=True)
class Apply:
    """A rule, a published theorem or a claim, with what is put in the place of its parameters, functions and laws."""

    id: str
    uses: tuple[Use, ...]
    values: Mapping[str, str]


@dataclass(frozen=True)
class Words:
    """An argument in words, at most three sentences: it is evaluated on instances, and proves nothing.

    ``missing`` is what it would take to check it: a rule, a theorem, something that the language cannot say.
    """

    text: str
    uses: tuple[Use, ...]
    missing: str = ""


@dataclass(frozen=True)
class Together:
    """Several relations, each of which earlier steps say, or one of several that an earlier step says."""

    uses: tuple[Use, ...]


@dataclass(frozen=True)
class Exhaustion:
    """The formula is true in each setting of a model that has finitely many."""


@dataclass(frozen=True)
class Cases:
    """One justification where a relation holds, and another one where it does not."""

    relation: str
    holds: By
    fails: By


By: TypeAlias = "Arithmetic | Analysis | Constant | Apply | Together | Exhaustion | Words | Cases"
Written = str | Use


def _use(written: Written) -> Use:
    return written if isinstance(written, Use) else Use(written)


def arithmetic(*terms: Written | tuple[str, Written]) -> Arithmetic:
    """Add relations: ``arithmetic("update", ("1/a", "rounds"))``; a known relation may stand for a step's name."""
    pairs = (term if isinstance(term, tuple) else ("1", term) for term in terms)
    return Arithmetic(tuple((multiplier, _use(written)) for multiplier, written in pairs))


def analysis(formula: str, interval: str, *uses: Written, **at: str) -> Analysis:
    """From the kernel: ``analysis("z - 1 - log(z) >= 0", "(0, oo)", "positive", z="E(exp(X))")``."""
    insist(len(at) == 1, f"the variables {sorted(at)}: expected one, with the term that it stands for")
    ((variable, term),) = at.items()
    return Analysis(formula, variable, interval, term, tuple(map(_use, uses)))


def constant() -> Constant:
    """Decide a relation between numbers."""
    return Constant()


def apply(id: str, *uses: Written, **values: str) -> Apply:  # noqa: A002  # the name that it has everywhere
    """Apply a rule, a theorem or a claim: ``apply("sum grows", "round", f="t: gain", g="t: a", low="1", high="T")``."""
    return Apply(id, tuple(map(_use, uses)), values)


def together(*uses: Written) -> Together:
    """Put relations together, or take them apart: ``together("sensitivity", "attained")``."""
    return Together(tuple(map(_use, uses)))


def cases(relation: str, holds: By, fails: By) -> Cases:
    """Tell two cases apart: ``cases("x <= 1", arithmetic("below", "x <= 1"), arithmetic("above", "1 < x"))``."""
    return Cases(relation, holds, fails)


def exhaustion() -> Exhaustion:
    """Try all settings of a model that has finitely many."""
    return Exhaustion()


def words(text: str, *uses: Written, missing: str = "") -> Words:
    """Argue in words, and tell what is missing to check that."""
    return Words(text, tuple(map(_use, uses)), missing)


def single(by: By) -> Iterator[By]:
    """Yield a justification, or those of all cases that it tells apart."""
    if isinstance(by, Cases):
        yield from single(by.holds)
        yield from single(by.fails)
    else:
        yield by


def used_by(by: By) -> Iterator[Use]:
    """Yield all that a justification uses."""
    for one in single(by):
        match one:
            case Arithmetic(terms):
                yield from (used for _, used in terms)
            case Analysis() | Apply() | Together() | Words():
                yield from one.uses
