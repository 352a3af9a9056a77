"""The kernel's trees of evidence for inequalities, as proofs for Coq: a lemma a node."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final, TypeAlias

from dpassay.proofs_check.coq.goals.derivatives import derivative, negative
from dpassay.proofs_check.coq.goals.equations import equal, folded
from dpassay.proofs_check.coq.goals.formulas import Binary, Formula, number, read, substitute
from dpassay.proofs_check.coq.goals.intervals import Interval
from dpassay.proofs_check.coq.goals.notebook import Notebook, Resisting
from dpassay.proofs_check.coq.goals.script import Script
from dpassay.proofs_check.coq.goals.signs import ABOUT_0, Signs, value
from dpassay.proofs_check.coq.goals.writing import PRODUCT, relation, term
from dpassay.proofs_check.coq.goals.writing import number as written_number

BALLS: Final[Mapping[str, Any]] = {"by": "balls"}


@dataclass(frozen=True, slots=True)
class Aim:
    """``formula`` > 0, or >= 0 where not ``strict``, at every point of the interval."""

    formula: Formula
    interval: Interval
    strict: bool

    @property
    def sign(self) -> str:
        """How the formula compares with 0."""
        return ">" if self.strict else ">="

    @property
    def told(self) -> str:
        """The claim in the words of Coq."""
        return relation(self.formula, self.sign)


Child: TypeAlias = Callable[[Aim], str]
"""Writes the lemma of an aim, and returns its name."""


def prove(notebook: Notebook, aim: Aim, node: Mapping[str, Any]) -> str:
    """Write a lemma that says the aim, proved as the evidence tells; return its name."""
    step = STEPS.get(node["by"])
    if step is None:
        raise Resisting(f"no proof of the form {node['by']!r} is written")
    return step(notebook, aim, node)


def _by_signs(notebook: Notebook, aim: Aim, node: Mapping[str, Any]) -> str:
    script = Signs(notebook.name, aim.interval).show(aim.formula, aim.sign)
    if script is None:
        raise Resisting(f"no proof is found of {aim.told}")
    before = notebook.definedness(aim.interval, aim.formula) if node["by"] == "rational" else []
    return notebook.write(aim.interval, aim.told, before + script)


def _by_balls(notebook: Notebook, aim: Aim, _: Mapping[str, Any]) -> str:
    x, low, high = notebook.written, aim.interval.low, aim.interval.high
    if low is None or high is None:
        raise Resisting("an enclosure on an infinite interval")
    ways = (
        f"interval with (i_bisect {x}, i_taylor {x}, i_degree 5, i_prec 60)",
        f"interval with (i_bisect {x}, i_autodiff {x})",
        f"interval with (i_bisect {x}, i_taylor {x}, i_degree 12, i_depth 30, i_prec 90)",
    )
    script: Script = [f"assert (Inside : {written_number(low)} <= {x} <= {written_number(high)}) by lra."]
    script += [] if aim.strict else ["apply Rlt_le."]
    return notebook.write(aim.interval, aim.told, [*script, f"first [ {' | '.join(ways)} ]."])


def _by_taylor(notebook: Notebook, aim: Aim, node: Mapping[str, Any]) -> str:
    return _derivatives(notebook, aim, node["at"], node["order"])


def _derivatives(notebook: Notebook, aim: Aim, end: str, order: int) -> str:
    """Take derivatives, and enclose the last one: what Taylor's theorem says of the remainder."""
    if order == 0:
        return prove(notebook, aim, BALLS)
    return _monotone(notebook, aim, end, lambda slope: _derivatives(notebook, slope, end, order - 1))


def _by_derivative(notebook: Notebook, aim: Aim, node: Mapping[str, Any]) -> str:
    return _monotone(notebook, aim, node["from"], lambda slope: prove(notebook, slope, node["node"]))


def _monotone(notebook: Notebook, aim: Aim, end: str, child: Child) -> str:
    """From one end on the formula moves away from its value there, which is at least 0."""
    low, interval = end == "low", aim.interval
    point = interval.low if low else interval.high
    if point is None:
        raise Resisting("a limit at infinity")
    at_end = substitute(aim.formula, {notebook.name: number(point)})
    is_closed = interval.low_closed if low else interval.high_closed
    first, above = _value_at(notebook, at_end)
    strict = aim.strict and not above
    if strict and is_closed:
        raise Resisting(f"the value at the {end} end, which is 0")
    slope = derivative(aim.formula, notebook.name)
    sign = child(Aim(slope if low else negative(slope), interval.inside(), strict))
    closed = replace(interval, low_closed=True) if low else replace(interval, high_closed=True)
    derived = _derived(notebook, aim.formula, slope, closed)
    x, at = notebook.written, written_number(point)
    function, first_slope = (f"(fun {x} : R => {term(part)})" for part in (aim.formula, slope))
    name = {(True, True): "rises", (True, False): "does_not_fall", (False, True): "falls"}.get((low, strict))
    ends = f"{at} {x}" if low else f"{x} {at}"
    script: Script = [f"assert (First := {first})."]
    if is_closed:
        script += [f"destruct (Req_dec {x} {at}) as [-> | Apart].", ["lra."]]
    script += [
        f"assert (Below : {at} < {x}) by lra." if low else f"assert (Below : {x} < {at}) by lra.",
        f"assert (Moves : {term(at_end)} {'<' if strict else '<='} {term(aim.formula)}).",
        [
            f"apply ({name or 'does_not_rise'} {function} {first_slope} {ends} Below).",
            [f"intros Here From To. apply ({derived} Here); lra."],
            [f"intros Here From To. apply ({sign} Here); lra."],
        ],
        "lra.",
    ]
    return notebook.write(interval, aim.told, script)


def _value_at(notebook: Notebook, at_end: Formula) -> tuple[str, bool]:
    """A lemma that a number is at least 0, and whether it says above 0."""
    known = value(at_end)
    if known > ABOUT_0:
        return notebook.write_fact(relation(at_end, ">"), ["interval with (i_prec 100)."]), True
    if not abs(known) < ABOUT_0:
        raise Resisting(f"{term(at_end)} is not at least 0")
    return notebook.write_fact(relation(at_end, ">="), ["apply Req_le; symmetry.", *equal(at_end)]), False


def _derived(notebook: Notebook, formula: Formula, slope: Formula, interval: Interval) -> str:
    x = notebook.written
    return notebook.write(
        interval,
        f"is_derive (fun {x} : R => {term(formula)}) {x} ({term(slope)})",
        [
            *notebook.definedness(interval, formula),
            "auto_derive; match goal with |- _ = _ => idtac | |- _ => repeat split; not_0 end.",
            *folded(formula, slope),
            *equal(formula, slope),
        ],
    )


def _by_interior(notebook: Notebook, aim: Aim, node: Mapping[str, Any]) -> str:
    inside = prove(notebook, replace(aim, interval=aim.interval.inside()), node["node"])
    x = notebook.written
    script: Script = []
    for end in aim.interval.closed_ends():
        first, _ = _value_at(notebook, substitute(aim.formula, {notebook.name: number(end)}))
        script += [f"destruct (Req_dec {x} {written_number(end)}) as [-> | ?].", [f"assert (First := {first}). lra."]]
    return notebook.write(aim.interval, aim.told, [*script, notebook.applied(inside)])


def _by_factor(notebook: Notebook, aim: Aim, node: Mapping[str, Any]) -> str:
    factor, cofactor = read(node["factor"]), read(node["cofactor"])
    first = prove(notebook, Aim(factor, aim.interval, True), node["sign"])
    second = prove(notebook, replace(aim, formula=cofactor), node["node"])
    product = Binary("*", factor, cofactor)
    script: Script = [
        *notebook.definedness(aim.interval, aim.formula, factor, cofactor),
        f"assert (Product : {term(aim.formula)} = {term(product)}).",
        equal(aim.formula, factor, cofactor),
        "rewrite Product.",
        f"apply {'product_p_p' if aim.strict else 'weak_product_p_p'}.",
        [f"{'' if aim.strict else 'apply Rlt_le. '}{notebook.applied(first)}"],
        [notebook.applied(second)],
    ]
    return notebook.write(aim.interval, aim.told, script)


def _by_split(notebook: Notebook, aim: Aim, node: Mapping[str, Any]) -> str:
    at = Fraction(node["at"])
    below = replace(aim.interval, high=at, high_closed=True)
    above = replace(aim.interval, low=at, low_closed=True)
    names = [
        prove(notebook, replace(aim, interval=part), node[side]) for part, side in ((below, "left"), (above, "right"))
    ]
    script: Script = [
        f"destruct (Rle_dec {notebook.written} {written_number(at)}) as [Side | Side].",
    ]
    script += [[notebook.applied(name)] for name in names]
    return notebook.write(aim.interval, aim.told, script)


def _by_sum(notebook: Notebook, aim: Aim, node: Mapping[str, Any]) -> str:
    """Every term is at least 0; where the claim is strict, the first one is above 0."""
    terms = [read(text) for text, _ in node["terms"]]
    names = [
        prove(notebook, Aim(formula, aim.interval, aim.strict and k == 0), inner)
        for k, (formula, (_, inner)) in enumerate(zip(terms, node["terms"], strict=True))
    ]
    script: Script = [
        *notebook.definedness(aim.interval, aim.formula, *terms),
        f"assert (Total : {term(aim.formula)} = {' + '.join(term(part, PRODUCT) for part in terms)}).",
        equal(aim.formula, *terms),
    ]
    for k, (formula, name) in enumerate(zip(terms, names, strict=True)):
        told = relation(formula, ">" if aim.strict and k == 0 else ">=")
        script += [f"assert (Term{k} : {told}).", [notebook.applied(name)]]
    script += ["rewrite Total. lra."]
    return notebook.write(aim.interval, aim.told, script)


STEPS: Final[dict[str, Callable[[Notebook, Aim, Mapping[str, Any]], str]]] = {
    "balls": _by_balls,
    "derivative": _by_derivative,
    "factor": _by_factor,
    "interior": _by_interior,
    "rational": _by_signs,
    "signs": _by_signs,
    "split": _by_split,
    "sum": _by_sum,
    "taylor": _by_taylor,
}
