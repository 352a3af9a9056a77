"""A relation put inside of a term, as ``uses.Inside`` does it, each step of it by a lemma of ``Inside.v``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

from dpassay.proofs_check.coq.formulas import bare
from dpassay.proofs_check.coq.steps import equations
from dpassay.proofs_check.coq.steps.prover import Prover
from dpassay.proofs_check.coq.steps.rooms import Room
from dpassay.proofs_check.coq.steps.stuck import Stuck
from dpassay.proofs_check.kernel.expressions import Call, Number, Power, Product, Sum, Variable
from dpassay.proofs_check.proof.reading import HOLE
from dpassay.proofs_check.proof.terms import (
    ONE,
    ZERO,
    Indicator,
    Mean,
    Quantity,
    Relation,
    Term,
    Total,
    closed,
    contrary,
    difference,
    parts,
)

Shown = tuple[Any, str]
"""A relation, and the tactics that prove it."""
KINDS: Final = {"<": "lt", "<=": "le", "=": "eq"}
IN_COQ: Final = {"exp": "exp", "log": "ln", "sqrt": "sqrt"}
INDICATORS: Final = {"<": "ind_lt", "<=": "ind_le", "=": "ind_eq"}
NEEDED: Final = {("log", "<"): "<", ("log", "<="): "<", ("sqrt", "<"): "<="}
"""How 0 has to be related to the smaller side."""


@dataclass(frozen=True)
class Inside:
    """Writes the proof; ``said`` is the relation at the hole, at values of its variables."""

    prover: Prover
    said: Callable[[tuple[Term, ...], Room], Shown]

    def of(self, term: Any, room: Room) -> Shown:  # noqa: PLR0911  # one form a line
        """The relation of the term with one side in the hole to that with the other."""
        if not any(isinstance(part, Quantity) and part.name == HOLE for part in parts(term)):
            return Relation("=", term, term), "reflexivity."
        match term:
            case Mean() | Total():
                return self._of_body(term, room)
            case Quantity(name, arguments):
                return self.said(arguments, room) if name == HOLE else self._of_quantity(term, room)
            case Indicator(Relation(operator, left, right)):
                return self._of_event(operator, self.of(left, room), self.of(right, room))
            case Sum(left, right):
                return _of_sum(self.of(left, room), self.of(right, room))
            case Product(Number(value), right) if value == -1:
                return _of_opposite(self.of(right, room))
            case Product(left, right):
                return self._of_product(self.of(left, room), self.of(right, room), room)
            case Power(base, exponent):
                return self._of_power(self.of(base, room), exponent, room)
            case Call(function, argument):
                return self._of_call(function, self.of(argument, room), room)
        raise Stuck("a term that holds no relation")

    def _of_body(self, term: Any, room: Room) -> Shown:
        """For all values of what is bound; what is strict there may be no more."""
        inner, opening, body, variable = equations.below(self.prover, room, term)
        relation, tactics = self.of(body, inner)
        operator, ext = ("=", "ext") if relation.operator == "=" else ("<=", "le")
        tactics = tactics if operator == "=" else weakened((relation, tactics))
        sides = [replace(term, body=closed(side, variable.name)) for side in (relation.left, relation.right)]
        lines: list[str] = []
        if isinstance(term, Mean):
            lines.append(f"refine (E_{ext} _ _ _ _).")
        else:
            low, high = (self.prover.integer(room, end, lines) for end in (term.low, term.high))
            lines.append(f"refine (Sum_{ext} _ _ _ _ {low} {high} _).")
        lines.append(f"{opening} cbv beta. {tactics}")
        return Relation(operator, *sides), "\n".join(lines)

    def _of_quantity(self, term: Quantity, room: Room) -> Shown:
        """Of equals a function has one value."""
        shown = [self.of(argument, room) for argument in term.arguments]
        if any(relation.operator != "=" for relation, _ in shown):
            raise Stuck("a quantity that is not known to grow")
        lines, names = [], []
        for relation, tactics in shown:
            names.append(self.prover.named("a"))
            lines.append(f"assert ({names[-1]} : {self.prover.writer.formula(relation)}). {{ {tactics} }}")
        told = [Variable(f"{k}z") for k in range(1, len(names) + 1)]
        bound = " ".join(self.prover.writer.real(name) for name in told)
        body = bare(self.prover.writer.real(replace(term, arguments=tuple(told))))
        count = len(names) if len(names) > 1 else ""
        lines.append(f"exact (f_equal{count} (fun {bound} : R => {body}) {' '.join(names)}).")
        sides = (tuple(relation.left for relation, _ in shown), tuple(relation.right for relation, _ in shown))
        return Relation("=", *(replace(term, arguments=side) for side in sides)), "\n".join(lines)

    def _of_product(self, one: Shown, other: Shown, room: Room) -> Shown:
        """A factor that is at least 0 keeps the order, one that is at most 0 turns it around."""
        operator, place = _only_inequality(one, other)
        left, right = Product(one[0].left, other[0].left), Product(one[0].right, other[0].right)
        if operator == "=":
            return Relation("=", left, right), _refined("in_mult_eq _ _ _ _", one[1], other[1])
        factor = other[0].left if place == "l" else one[0].left
        for turned, ends in ((False, (ZERO, factor)), (True, (factor, ZERO))):
            for kind in ("<", "<=") if operator == "<" else ("<=",):
                relation = Relation(kind, *ends)
                if self.prover.following(room, relation) is None:
                    continue
                sign = self.prover.follow(room, relation)
                both = [one[1], other[1]]
                if kind != operator:
                    both["lr".index(place)] = weakened((one, other)["lr".index(place)])
                lemma = f"in_{'turned' if turned else 'mult'}_{place}_{KINDS[kind]} _ _ _ _"
                sides = (right, left) if turned else (left, right)
                return Relation(kind, *sides), _refined(lemma, sign, *both)
        raise Stuck("a factor whose sign is not seen, beside a relation")

    def _of_power(self, base: Shown, exponent: int, room: Room) -> Shown:
        """Odd powers grow, and from 0 on all do; reciprocals fall above 0."""
        relation, tactics = base
        left, right = Power(relation.left, exponent), Power(relation.right, exponent)
        if relation.operator == "=":
            body = self.prover.writer.real(Power(Variable("1z"), exponent))
            return Relation("=", left, right), f"refine (f_equal (fun v_1z : R => {body}) _). {tactics}"
        kind, n = KINDS[relation.operator], abs(exponent)
        low = Relation("<" if exponent < 0 else "<=", ZERO, relation.left)
        if exponent > 0 and exponent % 2 and self.prover.following(room, low) is None:
            return Relation("<=", left, right), _refined(f"in_odd_le {n // 2} _ _", weakened(base))
        sign = self.prover.follow(room, low)
        if exponent > 0:
            lemma = f"in_power_{kind} {n - (kind == 'lt')} _ _"
            return Relation(relation.operator, left, right), _refined(lemma, sign, tactics)
        lemma = f"in_inverse_{kind} _ _" if n == 1 else f"in_over_{kind} {n - (kind == 'lt')} _ _"
        return Relation(relation.operator, right, left), _refined(lemma, sign, tactics)

    def _of_call(self, function: str, inner: Shown, room: Room) -> Shown:
        """All three grow, where they are defined."""
        relation, tactics = inner
        found = Relation(relation.operator, Call(function, relation.left), Call(function, relation.right))
        name = IN_COQ[function]
        if relation.operator == "=":
            return found, f"refine (f_equal {name} _). {tactics}"
        needed = NEEDED.get((function, relation.operator))
        signs = [] if needed is None else [self.prover.follow(room, Relation(needed, ZERO, relation.left))]
        return found, _refined(f"in_{name}_{KINDS[relation.operator]} _ _", *signs, tactics)

    @staticmethod
    def _of_event(event: str, left: Shown, right: Shown) -> Shown:
        """[a <= b] grows with b, and falls with a."""
        operator, _ = _only_inequality(left, right)
        if operator == "=":
            sides = (Relation(event, left[0].left, right[0].left), Relation(event, left[0].right, right[0].right))
            proof = _refined(f"f_equal2 {INDICATORS[event]}", left[1], right[1])
            return Relation("=", *map(Indicator, sides)), proof
        if event == "=":
            raise Stuck("an equality grows with neither side")
        one, other = Relation(event, left[0].right, right[0].left), Relation(event, left[0].left, right[0].right)
        proof = _refined(f"in_{INDICATORS[event]} _ _ _ _", weakened(left), weakened(right))
        return Relation("<=", Indicator(one), Indicator(other)), proof


def weakened(shown: Shown) -> str:
    """The tactics for <= from those for <, <= or =."""
    relation, tactics = shown
    return {"<": "apply Rlt_le. ", "=": "apply Req_le. ", "<=": ""}[relation.operator] + tactics


def _refined(lemma: str, *needed: str) -> str:
    blanks = " _" * len(needed)
    return f"refine ({lemma}{blanks}). " + " ".join(f"{{ {one} }}" for one in needed)


def _only_inequality(one: Shown, other: Shown) -> tuple[str, str]:
    """The operator of a relation made of two, and on which side it stands."""
    if one[0].operator == "=":
        return other[0].operator, "r"
    if other[0].operator == "=":
        return one[0].operator, "l"
    raise Stuck("two inequalities inside of a term")


def _of_sum(one: Shown, other: Shown) -> Shown:
    operator, place = _only_inequality(one, other)
    found = Relation(operator, Sum(one[0].left, other[0].left), Sum(one[0].right, other[0].right))
    lemma = "in_plus_eq" if operator == "=" else f"in_plus_{place}_{KINDS[operator]}"
    return found, _refined(f"{lemma} _ _ _ _", one[1], other[1])


def _of_opposite(inner: Shown) -> Shown:
    relation, tactics = inner
    minus = Number(ZERO.value - 1)
    left, right = Product(minus, relation.left), Product(minus, relation.right)
    sides = (left, right) if relation.operator == "=" else (right, left)
    return Relation(relation.operator, *sides), _refined(f"in_opp_{KINDS[relation.operator]} _ _", tactics)


def at_hole(names: tuple[str, ...], arguments: tuple[Term, ...]) -> dict[str, Term]:
    """What stands for the variables of the hole, where it is another term."""
    put = zip(names, arguments, strict=True)
    return {name: term for name, term in put if term != Variable(name)}


def evident(prover: Prover, room: Room, relation: Any) -> str:
    """The tactics for a relation that is evident, such as that of an indicator to what it is where an event is."""
    match relation:
        case Relation("=", Indicator(event), number) if number == ONE:
            return f"apply {INDICATORS[event.operator]}_1. {prover.follow(room, event)}"
        case Relation("=", Indicator(event), number) if number == ZERO and event.operator != "=":
            return f"apply {INDICATORS[event.operator]}_0. {prover.follow(room, contrary(event))}"
        case Relation("=", Indicator(event), number) if event.operator == "<" and number == difference(
            ONE, Indicator(contrary(event))
        ):
            return "apply ind_lt_le."
    return prover.follow(room, relation)
