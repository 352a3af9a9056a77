"""A proof for people: its steps in their order, what each rests on, and what has to be trusted at the end."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, Final

from dpassay.proofs_check.proof.bound import Bound
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.no_constant import NoConstant
from dpassay.proofs_check.proof.published import PUBLISHED
from dpassay.proofs_check.proof.register import REFUTATIONS, THEOREMS, find
from dpassay.proofs_check.proof.rules import RULES
from dpassay.proofs_check.proof.statements import (
    Analysis,
    Apply,
    Arithmetic,
    By,
    Cases,
    Constant,
    Exhaustion,
    Statement,
    Step,
    Together,
    Use,
    Words,
)
from dpassay.proofs_check.proof.verdict import Graph

CHECKED_BY: Final = (
    "the checker of steps (proofs_check/proof), the kernel (proofs_check/kernel) and exact numbers (exact/) of "
    "dpassay, and Python, python-flint and FLINT below them"
)


LONGEST_SETTING: Final = 300
RANGES_TOLD: Final = {
    "integer": "an integer",
    "integer at least 0": "an integer of at least 0",
    "positive integer": "a positive integer",
}


def root_of(statement: Statement) -> dict[str, Any]:
    """The formula of a claim with all that it speaks of, as it stands in records."""
    model = statement.model
    return {
        "formula": statement.formula,
        "where": list(statement.where),
        "let": dict(statement.let),
        "given": {name: [given.formula, *given.where] for name, given in statement.given.items()},
        "variables": {**model.parameters, **model.variables, **statement.variables},
        "model": model.name,
    }


def _family(family: NoConstant | None) -> dict[str, str]:
    """The theorem that a claim fails for every constant, and those that show its conditions."""
    if family is None:
        return {}
    shown = {"its conditions": ", ".join(family.conditions)} if family.conditions else {}
    return {"for no constant": family.by, **shown}


def _bound(bound: Bound | None) -> dict[str, str]:
    """The theorem on what the right side of a refuted formula bounds, with its parameters."""
    if bound is None:
        return {}
    values = ", ".join(f"{name} = {value}" for name, value in bound.values.items())
    return {"bounded": f"{find(bound.by).formula}, by {bound.by} at {values}"}


def record_of(id: str) -> dict[str, Any] | None:  # noqa: A002  # the name that it has everywhere
    """The root of a claim with its steps, as it stands in its record; ``None`` where it has none."""
    if id in REFUTATIONS:
        refutation = REFUTATIONS[id]
        values = {name: str(value) for name, value in refutation.values.items()}
        fails_at = {"setting": _shortened(plain(str(refutation.setting))), **values}
        more = {**_family(refutation.no_constant), **_bound(refutation.bound)}
        return {**root_of(refutation.statement), "fails_at": {**fails_at, **more}}
    if id not in THEOREMS:
        return None
    steps = [
        {"name": step.name, "formula": step.formula, "where": list(step.where), "by": reason(step)}
        for step in THEOREMS[id].proof
    ]
    also = THEOREMS[id].also
    parts = {name: record_of(name) for name in also if name.startswith(f"{id}: ")}
    others = {name: THEOREMS[name].statement.formula for name in also if name not in parts}
    root = {**root_of(THEOREMS[id].statement), "steps": steps}
    return {**root, **({"parts": parts} if parts else {}), **({"also": others} if others else {})}


def plain(text: str) -> str:
    """Fractions as people write them, and functions without the places where they lie."""
    text = re.sub(r"<function .*? at 0x[0-9a-f]+>", "a function", text)
    return re.sub(r"Fraction\((-?\d+), (\d+)\)", lambda found: str(Fraction(int(found[1]), int(found[2]))), text)


def _shortened(text: str) -> str:
    """The two ends of a long text: the whole setting stands where the claim is refuted."""
    return (
        text if len(text) <= LONGEST_SETTING else f"{text[: LONGEST_SETTING // 2]} ... {text[-LONGEST_SETTING // 4 :]}"
    )


def reason(step: Step) -> str:
    """What a step rests on, in a line."""
    return _why(step.by)


def _why(by: By) -> str:  # noqa: PLR0911  # one kind of justification a line
    match by:
        case Arithmetic(terms):
            listed = [
                _used(used) if multiplier == "1" else f"{multiplier} * {_used(used)}" for multiplier, used in terms
            ]
            return f"adding {', '.join(listed)}" if listed else "by the signs of what stands in it"
        case Analysis(formula, variable, interval, at, uses):
            known = f", with {', '.join(map(_used, uses))}" if uses else ""
            return f"the kernel: {formula} for {variable} in {interval}, at {variable} = {at}{known}"
        case Constant():
            return "by enclosures"
        case Together(uses):
            return f"together, {', '.join(map(_used, uses))}"
        case Exhaustion():
            return "by trying every setting of the model"
        case Apply(name, uses, _):
            known = f", from {', '.join(map(_used, uses))}" if uses else ""
            kind = "the rule" if name in RULES else "the published theorem" if name in PUBLISHED else "by"
            return f"{kind} {name}{known}"
        case Cases(relation, holds, fails):
            return f"where {relation}: {_why(holds)}; elsewhere: {_why(fails)}"
        case Words(text, _, missing):
            return f"in words: {text}" + (f" Missing to check it: {missing}" if missing else "")
    raise ValueError(f"{by!r} is no justification")


def _used(used: Use) -> str:
    values = ", ".join(f"{name} = {value}" for name, value in used.values.items())
    inside = "" if used.inside is None else f"{used.inside} of "
    return f"{inside}[{used.step}]" + (f" at {values}" if values else "")


def steps_told(root: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The steps of a record, each as what it says and why."""
    for number, step in enumerate(root["steps"], 1):
        where = f", where {', '.join(step['where'])}" if step["where"] else ""
        yield f"{number}. [{step['name']}] {step['formula']}{where}", step["by"]


def _kind(name: str, quantity: Named) -> Iterator[str]:
    """What a model says of a quantity without a fact: its range, that it is a law, and of what a conditional one."""
    if quantity.law:
        yield f"{name} is a law" + (f", given the past of {quantity.mean_of}" if quantity.mean_of else "")
    elif quantity.range != "real":
        yield f"{name} is {RANGES_TOLD.get(quantity.range, quantity.range)}"


def trusted(id: str, graph: Graph) -> list[tuple[str, str]]:  # noqa: A002  # the name that it has everywhere
    """What has to be believed for a verdict: facts of models, rules and theorems with their sources, and the code."""
    needed = graph.needed(id)
    facts = [
        f"{fact} ({THEOREMS[name].statement.model.facts[fact]})" for name in needed for fact in graph.check(name).facts
    ]
    applied = list(dict.fromkeys(other for name in needed for other in graph.check(name).rests_on))
    finite = [THEOREMS[name].statement.model for name in needed if graph.check(name).by.get("exhaustion")]
    counts = {model.name: len(tuple(model.settings())) for model in finite}
    models = {THEOREMS[name].statement.model.name: THEOREMS[name].statement.model for name in needed}
    quantities = [pair for model in models.values() if not model.of_any for pair in model.quantities.items()]
    typed = [text for name, quantity in quantities for text in _kind(name, quantity)]
    rows = [("rests on", ", ".join(needed[1:])), ("facts", "; ".join(dict.fromkeys(facts)))]
    rows += [("finite", "; ".join(f"{name}: there are no more than {count}" for name, count in counts.items()))]
    for kind, table in (("rules", RULES), ("published theorems", PUBLISHED)):
        rows += [(kind, "; ".join(f"{rule} ({table[rule].source})" for rule in applied if rule in table))]
    rows += [("quantities", "; ".join(dict.fromkeys(typed)))]
    with_laws = any(known.law for name in needed for known in THEOREMS[name].statement.model.quantities.values())
    rows += [("laws", "laws are of finitely many outcomes")] * with_laws
    return [(name, text) for name, text in rows if text] + [("code", CHECKED_BY)]
