"""Models, statements and proofs, as they are written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final

from dpassay.proofs_check.kernel.rejected import insist
from dpassay.proofs_check.proof.justifications import (
    Analysis,
    Apply,
    Arithmetic,
    By,
    Cases,
    Constant,
    Exhaustion,
    Together,
    Use,
    Words,
    Written,
    analysis,
    apply,
    arithmetic,
    cases,
    constant,
    exhaustion,
    inside,
    single,
    together,
    use,
    used_by,
    words,
)
from dpassay.proofs_check.proof.names import Abbreviation, Named, Names

__all__ = [
    "MOST_SENTENCES",
    "Analysis",
    "Apply",
    "Arithmetic",
    "By",
    "Cases",
    "Constant",
    "Exhaustion",
    "Given",
    "Model",
    "Setting",
    "Statement",
    "Step",
    "Texts",
    "Theorem",
    "Together",
    "Use",
    "Words",
    "Written",
    "analysis",
    "apply",
    "arithmetic",
    "cases",
    "constant",
    "exhaustion",
    "inside",
    "single",
    "together",
    "use",
    "used_by",
    "words",
]

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
                and wider.outcomes.items() <= self.outcomes.items()
                and (self.read, self.of_any) == (wider.read, wider.of_any),
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
        *,
        made: Callable[[Mapping[str, Any]], Setting] | None = None,
        outcomes: Mapping[str, Callable[[Setting], Iterable[Any]]] | None = None,
    ) -> Model:
        """Return the model of those settings for which more is known; it may name more quantities and outcomes."""
        more, spaces = quantities or {}, outcomes or {}
        taken = (set(self.facts) & set(facts)) | (set(self.quantities) & set(more)) | (set(self.outcomes) & set(spaces))
        insist(not taken, f"{name}: {', '.join(sorted(taken))} of {self.name} would change")
        return replace(
            self,
            name=name,
            facts={**self.facts, **facts},
            quantities={**self.quantities, **more},
            outcomes={**self.outcomes, **spaces},
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
        model, let = self.model, [Abbreviation.read(written, text) for written, text in self.let.items()]
        kinds: tuple[Mapping[str, object], ...] = (
            model.parameters,
            model.variables,
            self.variables,
            model.quantities,
            *({name: known} for name, known in let),
        )
        taken: set[str] = set()
        for kind in kinds:
            insist(not taken & set(kind), f"{', '.join(sorted(taken & set(kind)))}: a name for two things")
            taken |= set(kind)
        return Names({**model.parameters, **model.variables, **self.variables}, model.quantities, dict(let))


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
