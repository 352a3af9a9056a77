"""Models, statements and proofs, as they are written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from dpassay.proofs_check.kernel.rejected import insist
from dpassay.proofs_check.proof.names import Named, Names

Setting = Any
Texts = tuple[str, ...]


@dataclass(frozen=True)
class Model:
    """What claims on one algorithm share.

    Args:
        name: its name.
        parameters: the numbers that a setting fixes, with their domains, such as ``{"a": "real, 0 < a"}``.
        variables: the indices and reals that steps may use, with their domains: a formula holds for all their values.
        quantities: the quantities and laws.
        facts: the defining equations, by name: tested on every setting, trusted and counted.
        settings: small legal settings on which every step is evaluated.
        read: the parameters of a setting, exact numbers.
        outcomes: the outcomes of each space in a setting.
        of_any: a model of nothing in particular: its claims are lemmas on any parameters, quantities and laws.
    """

    name: str
    parameters: Mapping[str, str] = field(default_factory=dict)
    variables: Mapping[str, str] = field(default_factory=dict)
    quantities: Mapping[str, Named] = field(default_factory=dict)
    facts: Mapping[str, str] = field(default_factory=dict)
    settings: Callable[[], Iterable[Setting]] = lambda: (None,)
    read: Callable[[Setting], Mapping[str, Any]] = lambda _: {}
    outcomes: Mapping[str, Callable[[Setting], Iterable[Any]]] = field(default_factory=dict)
    of_any: bool = False


@dataclass(frozen=True)
class Given:
    """A hypothesis of a lemma: the formula, for all values of its variables for which the conditions hold."""

    formula: str
    where: Texts = ()


@dataclass(frozen=True)
class Statement:
    """What is claimed: wherever the conditions hold, and if the hypotheses hold everywhere, the formula holds.

    ``source`` says where a rule or a published theorem is found; a claim of ours has none, but a proof.
    """

    id: str
    model: Model
    formula: str
    where: Texts = ()
    variables: Mapping[str, str] = field(default_factory=dict)
    let: Mapping[str, str] = field(default_factory=dict)
    given: Mapping[str, Given] = field(default_factory=dict)
    source: str = ""

    @cached_property
    def names(self) -> Names:
        """All names that its formulas may use; ``Rejected`` where one name means two things."""
        model = self.model
        kinds: tuple[Mapping[str, object], ...] = (
            model.parameters,
            model.variables,
            self.variables,
            model.quantities,
            self.let,
        )
        taken: set[str] = set()
        for kind in kinds:
            insist(not taken & set(kind), f"{', '.join(sorted(taken & set(kind)))}: a name for two things")
            taken |= set(kind)
        return Names({**model.parameters, **model.variables, **self.variables}, model.quantities, self.let)


@dataclass(frozen=True)
class Use:
    """An earlier step, fact or hypothesis, with values put in the place of some of its variables."""

    step: str
    values: Mapping[str, str] = field(default_factory=dict)


def use(step: str, **values: str) -> Use:
    """Use a step at values of its variables, such as ``use("tilt", s="-1")``."""
    return Use(step, values)


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
    """An argument in words, at most three sentences: it is evaluated on instances, and proves nothing."""

    text: str
    uses: tuple[Use, ...]


By = Arithmetic | Analysis | Constant | Apply | Words
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


def words(text: str, *uses: Written) -> Words:
    """Argue in words."""
    return Words(text, tuple(map(_use, uses)))


@dataclass(frozen=True)
class Step:
    """A formula that holds for all values of its variables for which the conditions hold, and why.

    ``defined`` names steps that show what the formula needs to have a meaning, where that is not evident.
    """

    name: str
    formula: str
    by: By
    where: Texts = ()
    defined: Texts = ()


@dataclass(frozen=True)
class Theorem:
    """A statement with its proof, and values of its variables at which its steps are evaluated."""

    statement: Statement
    proof: tuple[Step, ...]
    samples: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)


MOST_SENTENCES: Final = 3
