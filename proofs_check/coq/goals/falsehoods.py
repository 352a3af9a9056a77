"""Why a tampered statement is false: at a rational point it says something wrong, and Coq proves that it does not hold.

That Coq refuses a twin shows only that one proof fails; this shows that there is no other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Final

from dpassay.proofs_check.coq.goals.duties import duties
from dpassay.proofs_check.coq.goals.equations import equal
from dpassay.proofs_check.coq.goals.formulas import Binary, Formula, number, read, substitute
from dpassay.proofs_check.coq.goals.intervals import Interval
from dpassay.proofs_check.coq.goals.kinds import Proof
from dpassay.proofs_check.coq.goals.script import Script, written
from dpassay.proofs_check.coq.goals.signs import ABOUT_0, value
from dpassay.proofs_check.coq.goals.statements import Statement, names
from dpassay.proofs_check.coq.goals.writing import number as written_number
from dpassay.proofs_check.coq.goals.writing import relation, term

Point = Mapping[str, Fraction]
GRID: Final = tuple(map(Fraction, ("1", "2", "1/2", "5/6", "3", "0", "-1", "10", "1/10", "100")))
NEAR: Final = tuple(Fraction(1, 10**k) for k in range(1, 7))


def falsehood(statement: Statement) -> Proof | None:
    """The proof that a statement does not hold, at the first point that is found; ``None`` where none is."""
    for point in _points(statement):
        difference, strict = _claimed(statement)
        at = substitute(difference, {name: number(q) for name, q in point.items()})
        if not all(_holds(part, sign, point) for part, sign in _premises(statement)):
            continue
        known = value(at)
        if known < -ABOUT_0 or (statement["kind"] == "identity" and known > ABOUT_0):
            return Proof(written(_script(statement, point, at, ">" if known > 0 else "<")))
        if strict and abs(known) < ABOUT_0:
            return Proof(written(_script(statement, point, at, "")))
    return None


def _claimed(statement: Statement) -> tuple[Formula, bool]:
    """What is said to be above 0, or at least 0, or of an identity to be 0."""
    if statement["kind"] == "identity":
        return Binary("-", read(statement["left"]), read(statement["right"])), False
    return read(statement["expression"]), statement.get("relation", ">") == ">"


def _premises(statement: Statement) -> list[tuple[Formula, str]]:
    """What is supposed beside the intervals of variables, and what has to hold for the claim to have a meaning."""
    whole = duties(_claimed(statement)[0])
    return whole + [(read(text), ">=") for text in statement.get("where", [])]


def _holds(part: Formula, sign: str, point: Point) -> bool:
    known = value(substitute(part, {name: number(q) for name, q in point.items()}))
    return bool(known > ABOUT_0 or (sign == ">=" and known > -ABOUT_0) or (sign == "!=" and known < -ABOUT_0))


def _points(statement: Statement) -> Iterator[Point]:
    match statement["kind"]:
        case "inequality" | "sign":
            interval = Interval.read(statement["interval"])
            near = [interval.low + q for q in NEAR] if interval.low is not None else []
            near += [interval.high - q for q in NEAR] if interval.high is not None else []
            inside = [q for q in near if _is_inside(q, interval)]
            for q in (*interval.closed_ends(), *interval.points(), *inside):
                yield {statement["variable"]: q}
        case "box":
            sides = sorted(statement["box"].items())
            for ends in product(*(map(Fraction, side) for _, side in sides)):
                yield dict(zip((name for name, _ in sides), ends, strict=True))
        case _:
            free = names(_claimed(statement)[0], *map(read, statement.get("where", [])))
            for values in product(GRID, repeat=len(free)):
                yield dict(zip(free, values, strict=True))


def _is_inside(q: Fraction, interval: Interval) -> bool:
    return (interval.low is None or q > interval.low) and (interval.high is None or q < interval.high)


def _script(statement: Statement, point: Point, at: Formula, sign: str) -> Script:
    """Apply the statement to the point; what it says there contradicts the value."""
    known = relation(at, sign) if sign else f"{term(at)} = 0"
    shown: Script = ["first [lra | interval with (i_prec 100)]."] if sign else equal(at)
    values = " ".join(written_number(point[name]) for name in sorted(point))
    together = statement["kind"] == "nonnegative" and statement["where"]
    return [
        f"assert (Value : {known}).",
        shown,
        "intros Claim.",
        *(["destruct Claim as [_ Claim]."] if together else []),
        *([f"specialize (Claim {values})."] if point else []),
        "contradicts Claim.",
    ]


def denied(said: str) -> str:
    """That a proposition does not hold."""
    return f"~ ({said})"
