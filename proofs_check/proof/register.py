"""All theorems and refutations in the form, by the id of the claim that they decide."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.proof.bound import Bound
from dpassay.proofs_check.proof.no_constant import NoConstant
from dpassay.proofs_check.proof.published import PUBLISHED
from dpassay.proofs_check.proof.rules import RULES
from dpassay.proofs_check.proof.statements import Given, Model, Setting, Statement, Step, Texts, Theorem


@dataclass(frozen=True)
class Refutation:
    """A statement that is false in a legal setting, at legal values of its variables.

    Where the claim is that there is a constant, ``no_constant`` says why it fails for every one. Where the claim speaks
    of a quantity, and the statement of a bound on it, ``bound`` says by which theorem.
    """

    statement: Statement
    setting: Setting
    values: Mapping[str, Any] = field(default_factory=dict)
    no_constant: NoConstant | None = None
    bound: Bound | None = None


THEOREMS: Final[dict[str, Theorem]] = {}
REFUTATIONS: Final[dict[str, Refutation]] = {}


def theorem(
    id: str,  # noqa: A002  # the name that it has everywhere
    model: Model,
    formula: str,
    *proof: Step,
    where: Texts = (),
    variables: Mapping[str, str] | None = None,
    let: Mapping[str, str] | None = None,
    given: Mapping[str, Given] | None = None,
    samples: Mapping[str, tuple[Any, ...]] | None = None,
    also: Texts = (),
) -> Theorem:
    """Register what is proved of a model: the formula wherever the conditions hold, by these steps.

    Args:
        id: that of the claim, or the name of a lemma.
        model: the model.
        formula: the root; the last step has to say the same.
        proof: the steps.
        where: the conditions of the claim.
        variables: more variables for the steps, with their domains.
        let: abbreviations.
        given: the hypotheses of a lemma.
        samples: values of variables on which the steps are evaluated, in the place of the usual ones.
        also: the theorems that say other parts of the claim.
    """
    statement = Statement(id, model, formula, where, variables or {}, let or {}, given or {})
    _insist_on_new(id)
    THEOREMS[id] = Theorem(statement, proof, samples or {}, also)
    return THEOREMS[id]


def refuted(
    id: str,  # noqa: A002  # the name that it has everywhere
    model: Model,
    formula: str,
    *,
    setting: Setting = None,
    where: Texts = (),
    variables: Mapping[str, str] | None = None,
    let: Mapping[str, str] | None = None,
    no_constant: NoConstant | None = None,
    bound: Bound | None = None,
    **values: Any,
) -> Refutation:
    """Register what is false: the formula of the claim, at a setting and values that meet its conditions.

    ``no_constant`` is the theorem that it is false for every value of the constant, where the claim is that there is
    one, and ``bound`` the theorem on what its right side bounds, where the claim speaks of that.
    """
    statement = Statement(id, model, formula, where, variables or {}, let or {})
    _insist_on_new(id)
    REFUTATIONS[id] = Refutation(statement, setting, values, no_constant, bound)
    return REFUTATIONS[id]


def _insist_on_new(id: str) -> None:  # noqa: A002  # the name that it has everywhere
    if id in THEOREMS or id in REFUTATIONS or id in RULES or id in PUBLISHED:
        raise ValueError(f"id = {id!r}: expected an id that is not yet registered")


def find(id: str) -> Statement:  # noqa: A002  # the name that it has everywhere
    """Return the statement of a rule, a published theorem or a theorem of ours; ``Rejected`` where there is none."""
    if id in RULES or id in PUBLISHED:
        return RULES.get(id) or PUBLISHED[id]
    if id not in THEOREMS:
        raise Rejected(f"no rule and no claim {id!r}")
    return THEOREMS[id].statement


def registered(id: str) -> Theorem | Refutation | None:  # noqa: A002  # the name that it has everywhere
    """Return the theorem or the refutation of an id, if there is one."""
    return REFUTATIONS.get(id) or THEOREMS.get(id)
