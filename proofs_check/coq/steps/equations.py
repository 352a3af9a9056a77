"""Why a sum, an expectation, a log, a root, an indicator or a quantity is equal to what it is in normal form."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from dpassay.proofs_check.coq.formulas import bare, identifier, space
from dpassay.proofs_check.coq.steps.definedness import Duty
from dpassay.proofs_check.coq.steps.rooms import Fact, Room
from dpassay.proofs_check.coq.steps.spreads import Spread, Summand, plus, spread
from dpassay.proofs_check.kernel.expressions import Call, Number, Product, Sum, Variable
from dpassay.proofs_check.proof.terms import (
    ONE,
    OUTCOME,
    ZERO,
    Indicator,
    Mean,
    Quantity,
    Relation,
    Term,
    Total,
    closed,
    difference,
    opened,
)

if TYPE_CHECKING:
    from dpassay.proofs_check.coq.steps.prover import Prover


def below(prover: Prover, room: Room, term: Any, variable: Variable | None = None) -> tuple[Room, str, Any, Variable]:
    """What is known below a binder, the tactic that goes there, the body there and its variable."""
    if isinstance(term, Mean):
        variable = variable or prover.atoms.new_outcome()
        law = prover.scope.statement.names.law_of(term.law.name)
        inner = room.with_variable(variable.name, f"{OUTCOME}{law.space}")
        inner = inner.with_duties(_at_outcome(room, str(law.space), variable))
        return inner, f"intros {identifier(variable.name)}.", opened(term.body, variable), variable
    variable = variable or prover.atoms.new_index()
    names = [prover.named(letter) for letter in "ilh"]
    facts = [Fact(Relation("<=", term.low, variable), names[1]), Fact(Relation("<=", variable, term.high), names[2])]
    inner = room.with_variable(variable.name, "integer").with_facts(*facts)
    inner = inner.with_duties(_at_index(room, (term.low, term.high), variable, names))
    return inner, f"intros {identifier(variable.name)} {' '.join(names)}.", opened(term.body, variable), variable


def opened_duty(prover: Prover, room: Room, duty: Duty) -> tuple[Room, str, Duty]:
    """What is known below the binders of a duty, the tactics that go there, and the duty there."""
    tactics = []
    while duty.binders:
        binder = duty.binders[0]
        if binder.ends is None:
            variable = prover.atoms.new_outcome()
            room = room.with_variable(variable.name, f"{OUTCOME}{binder.space}").with_duties(
                _at_outcome(room, binder.space, variable)
            )
            tactics.append(f"intros {identifier(variable.name)}.")
        else:
            room, opening, _, variable = below(prover, room, Total(ZERO, *binder.ends))
            tactics.append(opening)
        duty = duty.at(variable)
    return room, " ".join(tactics), duty


def _at_outcome(room: Room, name: str, variable: Variable) -> Iterator[tuple[Duty, str]]:
    """What is defined for all outcomes, at this one."""
    for duty, proof in room.below:
        if duty.binders[0].space == name:
            yield duty.at(variable), f"({proof} {identifier(variable.name)})"


def _at_index(room: Room, ends: Any, variable: Variable, names: Sequence[str]) -> Iterator[tuple[Duty, str]]:
    """What is defined for all integers between the same ends, at this one."""
    for duty, proof in room.below:
        theirs = duty.binders[0].ends
        if theirs is not None and all(room.forms.of(a) == room.forms.of(b) for a, b in zip(theirs, ends, strict=True)):
            yield duty.at(variable), f"({proof} {identifier(variable.name)} {' '.join(names)})"


def tactic(prover: Prover, room: Room, left: Any, right: Any) -> str:  # noqa: PLR0911  # one form a line
    """The tactics for an equation of a special part with its normal form."""
    match left:
        case Quantity():
            return _congruent(prover, room, left.arguments, right.arguments, lambda new: _quantity(left, new))
        case Call("exp", _):
            return _exp(prover, room, left, right)
        case Call("log", Call("exp", inner)) if prover.atoms.own(left) is None:
            return f"rewrite ln_exp. {prover.equal(room, inner, right)}"
        case Call("log", Number()) if prover.atoms.own(left) is None:
            return "exact ln_1."
        case Call(function, argument):
            return _congruent(prover, room, (argument,), (right.argument,), lambda new: Call(function, new[0]))
        case Indicator():
            return _indicator(prover, room, left, right)
    if prover.atoms.own(left) is not None:
        return _same_body(prover, room, left, right)
    return _by_parts(prover, room, left)


def _quantity(like: Quantity, arguments: tuple[Term, ...]) -> Quantity:
    return Quantity(like.name, arguments, like.outcome)


def _congruent(prover: Prover, room: Room, ours: Any, theirs: Any, make: Any) -> str:
    """Equal functions of equal arguments."""
    lines: list[str] = []
    proofs = []
    for mine, yours in zip(ours, theirs, strict=True):
        text = f"{prover.writer.real(mine)} = {prover.writer.real(yours)}"
        proofs.append(
            prover.have(room, (mine, yours), text, lambda room, a=mine, b=yours: prover.equal(room, a, b), lines)
        )
    names = tuple(Variable(f"{k}z") for k in range(1, len(proofs) + 1))
    told = " ".join(identifier(name.name) for name in names)
    body = bare(prover.writer.real(make(names)))
    count = len(proofs) if len(proofs) > 1 else ""
    lines.append(f"exact (f_equal{count} (fun {told} : R => {body}) {' '.join(proofs)}).")
    return "\n".join(lines)


def _exp(prover: Prover, room: Room, left: Any, right: Any) -> str:
    """The exponent is a sum of whole multiples of others."""
    factors = list(_powers(right))
    if not factors:
        return f"apply (exp_is _ 0 1). {{ {prover.equal(room, left.argument, ZERO)} }} exact exp_0."
    terms = [Product(Number(Fraction(k)), power.argument) for power, k in factors]
    whole: Any = terms[0]
    tactics = _times(factors[0][1])
    for term, (_, k) in zip(terms[1:], factors[1:], strict=True):
        whole = Sum(whole, term)
        tactics = f"apply exp_cons. {{ {tactics} }} {_times(k)}"
    equal = prover.equal(room, left.argument, whole)
    return f"apply (exp_is _ {prover.writer.real(whole)}). {{ {equal} }} {tactics}"


def _powers(term: Any) -> Any:
    match term:
        case Product(left, right):
            yield from _powers(left)
            yield from _powers(right)
        case Call():
            yield term, 1
        case Number():
            return
        case _:
            yield term.base, term.exponent


def _times(k: int) -> str:
    if k == 1:
        return "f_equal; ring."
    if k == -1:
        return "apply exp_Ropp."
    return f"apply (exp_times {k}); simpl; ring." if k > 0 else f"apply (exp_over {-k}); simpl; ring."


def _indicator(prover: Prover, room: Room, left: Any, right: Any) -> str:
    a, b, c, d = left.relation.left, left.relation.right, right.relation.left, right.relation.right
    kind = {"<=": "le", "<": "lt", "=": "eq"}[left.relation.operator]
    gap, other = difference(b, a), difference(d, c)
    if prover.forms.of(gap) == prover.forms.of(other):
        return f"apply ind_{kind}_is. {prover.equal(room, gap, other)}"
    return f"apply ind_eq_turned. {prover.equal(room, gap, difference(c, d))}"


def _same_body(prover: Prover, room: Room, left: Any, right: Any) -> str:
    """A sum or an expectation of a body that is equal, over equal ends or under an equal law."""
    variable = prover.atoms.parts(left)[0]
    new = variable, opened(right.body, variable)
    return _below(prover, room, left, new, _ends(prover, room, left, right, variable))


def _below(prover: Prover, room: Room, term: Any, new: tuple[Variable, Any], rest: str) -> str:
    """Replace the body by a new one in its variable."""
    variable, body = new
    inner, opening, ours, _ = below(prover, room, term, variable)
    equal = f"{{ {opening} {prover.equal(inner, ours, body)} }}"
    if isinstance(term, Mean):
        return f"apply (E_body _ _ {_function(prover, term, variable, body)}). {equal} {rest}"
    lines: list[str] = []
    low, high = (prover.integer(room, end, lines) for end in (term.low, term.high))
    lines.append(f"apply (Sum_body _ _ _ {_function(prover, term, variable, body)} _ {low} {high}). {equal} {rest}")
    return "\n".join(lines)


def _function(prover: Prover, term: Any, variable: Variable, body: Any) -> str:
    kind = "R"
    if isinstance(term, Mean):
        kind = space(str(prover.scope.statement.names.law_of(term.law.name).space))
    return f"(fun {identifier(variable.name)} : {kind} => {bare(prover.writer.real(body))})"


def _ends(prover: Prover, room: Room, left: Any, right: Any, variable: Variable) -> str:
    """The same body, between the ends or under the law of another one."""
    body = opened(right.body, variable)
    if isinstance(left, Mean):
        if left.law == right.law:
            return "reflexivity."
        names = left.law.arguments, right.law.arguments

        def under(new: Any) -> Mean:
            return Mean(closed(body, variable.name), Quantity(left.law.name, new, left.law.outcome))

        return _congruent(prover, room, *names, under)
    if (left.low, left.high) == (right.low, right.high):
        return "reflexivity."

    def between(new: Any) -> Total:
        return Total(closed(body, variable.name), *new)

    return _congruent(prover, room, (left.low, left.high), (right.low, right.high), between)


def _by_parts(prover: Prover, room: Room, term: Any) -> str:
    """Linear: the body as a sum of products, and the sum or expectation of each of them."""
    parts = spread(prover.atoms, term)
    if parts.written_out:
        return _written_out(prover, room, term, parts)
    kind = "E" if isinstance(term, Mean) else "Sum"
    body: Any = ZERO
    rest = f"apply {kind}_nil."
    for summand in reversed(parts.summands):
        first = _one(prover, room, term, summand, parts.variable)
        texts = [_function(prover, term, parts.variable, one) for one in (summand.body, body)]
        factor = prover.writer.real(summand.factor)
        blanks = "_" if kind == "E" else "_ _"
        rest = f"apply ({kind}_cons {blanks} {texts[0]} {texts[1]} {factor}). {{ {first} }} {{ {rest} }}"
        body = Sum(Product(summand.factor, summand.body), body)
    return _below(prover, room, term, (parts.variable, body), rest)


def _one(prover: Prover, room: Room, term: Any, summand: Summand, variable: Variable) -> str:
    if summand.body != ONE or isinstance(summand.whole, Mean | Total):
        like = (
            Mean(summand.whole.body, term.law)
            if isinstance(term, Mean)
            else Total(summand.whole.body, term.low, term.high)
        )
        return _ends(prover, room, like, summand.whole, variable)
    if isinstance(term, Mean):
        return "apply E_const."
    lines: list[str] = []
    low, high = (prover.integer(room, end, lines) for end in (term.low, term.high))
    order = prover.shown(room, Relation("<=", term.low, Sum(term.high, ONE)), lines)
    lines.append(f"apply (Sum_count _ _ {low} {high} {order}).")
    return "\n".join(lines)


def _written_out(prover: Prover, room: Room, term: Total, parts: Spread) -> str:
    """A sum of so many terms, one by one."""
    lines: list[str] = []
    high = prover.integer(room, term.high, lines)
    starts = [summand.body for summand in parts.summands]
    following: Any = [*starts, plus(term.low, len(starts))]
    variable = prover.atoms.new_index()
    body = _function(prover, term, variable, opened(term.body, variable))
    rest: Any = parts.term
    for start, after in zip(starts, following[1:], strict=True):
        rest = rest.right
        low = prover.integer(room, start, lines)
        order = prover.shown(room, Relation("<=", start, term.high), lines)
        text = f"{prover.writer.real(Sum(start, ONE))} = {prover.writer.real(after)}"
        equal = prover.have(
            room, (start,), text, lambda room, a=start, b=after: prover.equal(room, Sum(a, ONE), b), lines
        )
        texts = f"{prover.writer.real(after)} {body} {prover.writer.real(rest)}"
        lines.append(f"apply (Sum_next _ _ {texts} {low} {high} {order} {equal}).")
    low = prover.integer(room, following[-1], lines)
    beyond = prover.shown(room, Relation("<", term.high, following[-1]), lines)
    lines.append(f"exact (Sum_none _ _ _ {low} {high} {beyond}).")
    return "\n".join(lines)
