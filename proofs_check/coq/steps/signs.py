"""Signs in Coq: of sums of relations times multipliers, and of what stands for atoms."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from dpassay.proofs_check.coq.formulas import identifier
from dpassay.proofs_check.coq.steps import equations
from dpassay.proofs_check.coq.steps.algebra import Algebra
from dpassay.proofs_check.coq.steps.atoms import added, number
from dpassay.proofs_check.coq.steps.evident import evident
from dpassay.proofs_check.coq.steps.rooms import Fact, Room, Sign
from dpassay.proofs_check.coq.steps.stuck import Stuck
from dpassay.proofs_check.coq.steps.vanishing import vanishing
from dpassay.proofs_check.kernel.expressions import Call, Number, Product
from dpassay.proofs_check.proof.context import NOT_NEGATIVE, POSITIVE, UNKNOWN
from dpassay.proofs_check.proof.names import Domain
from dpassay.proofs_check.proof.polynomials import Atom, Form
from dpassay.proofs_check.proof.terms import ZERO, Mean, Quantity, Relation, Term, Total, difference, substituted

if TYPE_CHECKING:
    from dpassay.proofs_check.coq.steps.prover import Prover


class Signs:
    """Writes the proofs of signs for a prover."""

    def __init__(self, prover: Prover) -> None:
        self.prover = prover

    def combination(self, algebra: Algebra, goal: Relation, uses: Sequence[tuple[Any, Fact]]) -> str:
        """The tactics for a relation that is a sum of others times multipliers, and of what is evident."""
        room = algebra.room
        products = [_times(m, fact.relation) for m, fact in uses]
        whole = _rightmost(products)
        rest = difference(difference(goal.right, goal.left), whole)
        form = self.prover.forms.of(rest)
        conclusion = algebra.relation(goal)
        head = f"{algebra.told(goal.left)} {algebra.told(goal.right)} {algebra.told(whole)}"
        if goal.operator == "=":
            zeros = [f"(times_eq _ _ _ {algebra.assume(algebra.relation(f.relation), f.proof)})" for _, f in uses]
            proof = f"apply (eq_by {head}). {{ exact {_folded('zero_plus _ _', zeros, '(eq_refl 0)')}. }} "
            return algebra.exact(conclusion, proof + vanishing(algebra, algebra.told(rest), "0", algebra.raw(rest)))
        sign = room.sign(form)
        strict = [self._is_strict(algebra, m, fact) for m, fact in uses] if goal.operator == "<" else []
        by_sum = any(strict)
        if self.prover.trusting and sign.level == UNKNOWN:
            sign = Sign(POSITIVE, {})
        if sign.level < (POSITIVE if goal.operator == "<" and not by_sum else NOT_NEGATIVE):
            return self._with_more(algebra, goal, uses, form)
        proofs = [self._gap(algebra, m, fact, strict=bool(strict) and strict[k]) for k, (m, fact) in enumerate(uses)]
        lemma = ("lt_by_sum" if by_sum else "lt_by_rest") if goal.operator == "<" else "le_by"
        total = _total(proofs, strict) if by_sum else _folded("Rplus_le_le_0_compat _ _", proofs, "(Rle_refl 0)")
        end = evident(algebra, rest, sign, strict=lemma == "lt_by_rest")
        return algebra.exact(conclusion, f"apply ({lemma} {head}). {{ exact {total}. }} {end}")

    def _with_more(self, algebra: Algebra, goal: Relation, uses: Sequence[tuple[Any, Fact]], rest: Form) -> str:
        """The same with relations that are known, and need no mention."""
        more = algebra.room.follows(rest, strict=goal.operator == "<")
        if more is None:
            raise Stuck("what is left is not evidently at least 0")
        return self.prover.combine(
            algebra.room, goal, [*uses, *((number(Fraction(sign)), fact) for sign, fact in more)]
        )

    def _is_strict(self, algebra: Algebra, multiplier: Any, fact: Fact) -> bool:
        if fact.relation.operator != "<":
            return False
        if isinstance(multiplier, Number):
            return multiplier.value > 0
        return self.prover.following(algebra.room, Relation("<", ZERO, multiplier)) is not None

    def _gap(self, algebra: Algebra, multiplier: Any, fact: Fact, *, strict: bool) -> str:
        """The term that proves a multiplier times right minus left to be at least, or above 0."""
        used = algebra.assume(algebra.relation(fact.relation), fact.proof)
        if fact.relation.operator == "=":
            return f"(times_eq_le _ _ _ {used})"
        operator = "<" if strict else "<="
        if isinstance(multiplier, Number):
            legal = f"(ltac:(lra) : 0 {operator} {self.prover.writer.real(multiplier)})"
        else:
            relation = Relation(operator, ZERO, multiplier)
            legal = algebra.assume(algebra.relation(relation), self.prover.shown(algebra.room, relation, algebra.lines))
        if strict:
            return f"(times_lt _ _ _ {legal} {used})"
        return f"(times_le _ _ _ {legal} {used if fact.relation.operator == '<=' else f'(Rlt_le _ _ {used})'})"

    # Atoms

    def of_atom(self, room: Room, atom: Atom, term: Any, level: int) -> str:
        """The tactics for the sign of what stands for an atom."""
        relation = Relation("<" if level == POSITIVE else "<=", ZERO, term)
        if atom in room.signs:
            return self._of_fact(room, relation, room.signs[atom][1])
        match term:
            case Quantity():
                return self._of_range(room, term, level)
            case Call("sqrt", argument):
                if level < POSITIVE:
                    return "apply sqrt_pos."
                return f"apply sqrt_lt_R0. {self.prover.follow(room, Relation('<', ZERO, argument))}"
            case Mean() | Total():
                return self._of_body(room, term, level)
        if atom[0] == "indicator":
            return f"apply (proj1 (ind_{ {'<=': 'le', '<': 'lt', '=': 'eq'}[atom[1]] }_bounds _ _))."
        raise Stuck(f"the sign of a {atom[0]}")

    def _of_fact(self, room: Room, relation: Relation, fact: Fact) -> str:
        gap = room.gap(fact.relation)
        ((monomial, c),) = ((m, c) for m, c in gap.items() if m[0])
        atoms = self.prover.atoms
        multiplier: Any = Number(1 / c)
        if monomial[1]:
            inverse = Call("exp", atoms.term({m: -d for m, d in monomial[1]}))
            multiplier = Product(multiplier, inverse) if c != 1 else inverse
        return self.prover.combine(room, relation, [(multiplier, fact)])

    def _of_body(self, room: Room, term: Any, level: int) -> str:
        inner, opening, body, _ = equations.below(self.prover, room, term)
        relation = Relation("<" if level == POSITIVE else "<=", ZERO, body)
        inside = f"{{ {opening} {self.prover.combine(inner, relation, [])} }}"
        if isinstance(term, Mean):
            return f"apply E_{'pos' if level == POSITIVE else 'nonneg'}. {inside}"
        lines: list[str] = []
        low, high = (self.prover.integer(room, end, lines) for end in (term.low, term.high))
        lines.append(f"apply (Sum_nonneg _ _ _ {low} {high}). {inside}")
        return "\n".join(lines)

    def _of_range(self, room: Room, term: Quantity, level: int) -> str:
        named = self.prover.scope.statement.names.quantities[term.name]
        lines: list[str] = []
        proof = self._ranged(room, term, lines)
        if named.is_integer:
            proof = f"(proj2 {proof})"
        if named.above == "<" and level < POSITIVE:
            proof = f"(Rlt_le _ _ {proof})"
        return "\n".join([*lines, f"exact {proof}."])

    def _ranged(self, room: Room, term: Quantity, lines: list[str]) -> str:
        """What is known of all values of a quantity, at these arguments."""
        known = self.prover.ranges.get(term.name)
        if known is None:
            raise Stuck(f"nothing is known of {term.name}")
        named = self.prover.scope.statement.names.quantities[term.name]
        real = self.prover.writer.real
        arguments = [real(argument) for argument in term.arguments]
        if term.outcome is not None:
            arguments.append(identifier(term.outcome.name))  # type: ignore[union-attr]  # an outcome is a variable
        values = dict(zip(named.index, term.arguments, strict=True))
        premises = []
        for name, text in named.index.items():
            domain = Domain.read(text)
            if domain.sort == "integer":
                premises.append(self.prover.integer(room, values[name], lines))
            for relation in map(self.prover.scope.reader.relation, domain.relations):
                premises += [self.prover.shown(room, substituted(relation, values), lines)]
        return f"({' '.join([known, *arguments, *premises])})"

    def whole_quantity(self, room: Room, term: Term) -> str:
        """The tactics for a quantity that is an integer."""
        if not isinstance(term, Quantity) or not self.prover.scope.statement.names.quantities[term.name].is_integer:
            raise Stuck("an integer that is not written as one")
        lines: list[str] = []
        proof = self._ranged(room, term, lines)
        if self.prover.scope.statement.names.quantities[term.name].above is not None:
            proof = f"(proj1 {proof})"
        return "\n".join([*lines, f"exact {proof}."])


def _times(multiplier: Any, relation: Relation) -> Any:
    """A multiplier times right minus left."""
    gap: Any = difference(relation.right, relation.left)
    return Product(multiplier, gap)


def _rightmost(terms: Sequence[Any]) -> Any:
    whole: Any = ZERO
    for term in reversed(terms):
        whole = added([term, whole])
    return whole


def _folded(lemma: str, proofs: Sequence[str], end: str) -> str:
    for proof in reversed(proofs):
        end = f"({lemma} {proof} {end})"
    return end


def _total(proofs: Sequence[str], strict: Sequence[bool]) -> str:
    """A sum of which one term at least is above 0."""
    end, positive = "(Rle_refl 0)", False
    for proof, above in zip(reversed(proofs), reversed(strict), strict=True):
        ours = {
            (True, True): f"Rplus_lt_0_compat _ _ {proof}",
            (True, False): f"Rplus_lt_le_0_compat _ _ {proof}",
            (False, True): f"Rplus_le_lt_0_compat _ _ {proof}",
            (False, False): f"Rplus_le_le_0_compat _ _ {proof}",
        }[above, positive]
        end, positive = f"({ours} {end})", positive or above
    return end
