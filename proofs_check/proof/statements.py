"""Models, statements and proofs, as they are written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
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
        finite: the settings are all that there are, so that a formula that holds in each of them is proved.
        narrows: the model of which it has some settings alone, and so all that is claimed of that one.
        made: makes the setting of given parameters, where a narrower model has one for all of them in their domains
            (but for facts that speak of these alone).
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
    finite: bool = False
    narrows: Model | None = None
    made: Callable[[Mapping[str, Any]], Setting] | None = None

    def __post_init__(self) -> None:
        """Raise ``Rejected`` where it is no narrower than it says, or there is more of anything than finitely many."""
        insist(not (self.finite and self.of_any), f"{self.name!r}: of anything there are not finitely many")
        wider = self.narrows
        if wider is not None:
            insist(
                self.parameters == wider.parameters
                and wider.variables.items() <= self.variables.items()
                and wider.quantities.items() <= self.quantities.items()
                and wider.facts.items() <= self.facts.items()
                and (self.read, self.outcomes, self.of_any) == (wider.read, wider.outcomes, wider.of_any),
                f"{self.name!r} is not {wider.name!r} with more known",
            )
            insist(not wider.finite or self._has_settings_of(wider), f"{wider.name!r} has other settings, and no more")

    def _has_settings_of(self, other: Model) -> bool:
        """Tell whether it has finitely many settings, all of them settings of the other model."""
        known = list(other.settings())
        return self.finite and all(setting in known for setting in self.settings())

    def is_within(self, other: Model) -> bool:
        """Tell whether what is claimed of the other model holds of this one."""
        return self is other or (self.narrows is not None and self.narrows.is_within(other))

    def narrowed(
        self,
        name: str,
        facts: Mapping[str, str],
        settings: Callable[[], Iterable[Setting]],
        quantities: Mapping[str, Named] | None = None,
        made: Callable[[Mapping[str, Any]], Setting] | None = None,
    ) -> Model:
        """Return the model of those settings for which more is known; it may name more quantities."""
        more = quantities or {}
        taken = (set(self.facts) & set(facts)) | (set(self.quantities) & set(more))
        insist(not taken, f"{name}: {', '.join(sorted(taken))} of {self.name} would change")
        return replace(
            self,
            name=name,
            facts={**self.facts, **facts},
            quantities={**self.quantities, **more},
            settings=settings,
            narrows=self,
            made=made,
        )


@dataclass(frozen=True)
class Given:
    """A hypothesis of a lemma: the formula, for all values of its variables for which the conditions hold."""

    formula: str
    where: Texts = ()


@dataclass(frozen=True)
class Statement:
    """What is claimed: wherever the conditions hold, and if the hypotheses hold everywhere, the formula holds.

    ``source`` says where a rule or a published theorem
    is found; a claim of ours has none, but a proof.
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


By = Arithmetic | Analysis | Constant | Apply | Together | Exhaustion | Words
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


def exhaustion() -> Exhaustion:
    """Try all settings of a model that has finitely many."""
    return Exhaustion()


def words(text: str, *uses: Written, missing: str = "") -> Words:
    """Argue in words, and tell what is missing to check that."""
    return Words(text, tuple(map(_use, uses)), missing)


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
    """A statement with its proof, and values of its variables at which its steps are evaluated.

    ``also`` names theorems that say other parts of the same claim, such as those of another model: it is established
    where they are.
    """

    statement: Statement
    proof: tuple[Step, ...]
    samples: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    also: Texts = ()


MOST_SENTENCES: Final = 3
