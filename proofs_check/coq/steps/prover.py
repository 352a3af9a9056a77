"""Tactics that prove what a step needs: equations, relations, signs, and that something is not 0 or an integer.

Nothing here is trusted: what is wrong, Coq refuses. What speaks of the variables of the theorem alone is asserted once,
before all else; below a sum or an expectation, what it is needed for comes after it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, Final

from dpassay.proofs_check.coq.formulas import Writer
from dpassay.proofs_check.coq.steps import equations
from dpassay.proofs_check.coq.steps.algebra import Algebra
from dpassay.proofs_check.coq.steps.atoms import Atoms, number
from dpassay.proofs_check.coq.steps.rooms import Fact, Following, Room
from dpassay.proofs_check.coq.steps.signs import Signs
from dpassay.proofs_check.coq.steps.spreads import spread
from dpassay.proofs_check.coq.steps.stuck import Stuck
from dpassay.proofs_check.coq.steps.vanishing import MoreRoots, same
from dpassay.proofs_check.kernel.expressions import Call, Number, Power, Product, Sum, Variable
from dpassay.proofs_check.proof.context import NOT_NEGATIVE, POSITIVE
from dpassay.proofs_check.proof.polynomials import Atom, Form, key, times
from dpassay.proofs_check.proof.sequents import Scope
from dpassay.proofs_check.proof.terms import ONE, ZERO, Indicator, Mean, Relation, Term, Total, free

Combined = tuple[Any, Fact]
"""A multiplier, and a relation that is used so many times."""
MOST_DEEP: Final = 40


class Prover:
    """Writes the proof of one theorem; lemmas come before it."""

    def __init__(self, scope: Scope, name: str, ranges: dict[str, str], *, trusting: bool = False) -> None:
        self.scope = scope
        self.name = name
        self.ranges = ranges
        """The names of what is known of all values of quantities."""
        self.trusting = trusting
        """Whether it writes a proof even of what does not follow, so that it is for Coq to refuse it."""
        self.forms = scope.forms
        self.writer = Writer(scope.statement.names)
        self.atoms = Atoms(self.forms)
        self.signs = Signs(self)
        self.lemmas: dict[str, str] = {}
        self.main: Room | None = None
        self.lines: list[str] = []
        """What is asserted before all else."""
        self.proved: dict[str, str] = {}
        self._count = 0
        self._deep = 0

    # Names, lemmas, assertions

    def named(self, letter: str) -> str:
        """A new name."""
        self._count += 1
        return f"{letter}{self._count}"

    def lemma(self, bound: str, texts: Sequence[str], proof: str) -> str:
        """The name of a lemma that says this."""
        text = f"{bound}{' -> '.join(texts)}.\nProof. {proof} Qed."
        return self.lemmas.setdefault(text, f"{self.name}_lemma{len(self.lemmas) + 1}")

    @property
    def sentences(self) -> tuple[str, ...]:
        """The lemmas."""
        return tuple(f"Lemma {name} : {text}" for text, name in self.lemmas.items())

    def have(self, room: Room, terms: Iterable[Term], text: str, make: Any, lines: list[str]) -> str:
        """Assert a proposition, for all the proof where it can be, and else among some lines; return its name."""
        if text in self.proved:
            return self.proved[text]
        main = self.main
        if main is not None and main is not room and all(free(term) <= set(main.sorts) for term in terms):
            try:
                return self._assert(text, make, main, self.lines)
            except Stuck:
                pass
        name = self._assert(text, make, room, self.lines if room is main else lines)
        if room is not main:
            del self.proved[text]
        return name

    def _assert(self, text: str, make: Any, room: Room, lines: list[str]) -> str:
        self._deep += 1
        if self._deep > MOST_DEEP:
            raise Stuck("a proof that goes round in circles")
        try:
            tactic = make(room)
        finally:
            self._deep -= 1
        name = self.named("a")
        lines.append(f"assert ({name} : {text}). {{ {tactic} }}")
        self.proved[text] = name
        return name

    # What stands for what

    def normal(self, term: Term) -> Term:
        """The term that a special part other than a power of e is equal to, of those that stand for atoms."""
        standing = self.atoms.standing_for(term)
        if self.atoms.own(term) is not None:
            return standing
        if isinstance(term, Mean | Total):
            whole: Term = spread(self.atoms, term).term
            return whole
        match term:
            case Call("log", Call("exp", inner)):
                of_log: Term = self.atoms.term(self.forms.of(inner))
                return of_log
            case Call("log", Number(Fraction(numerator=1, denominator=1))):
                return ZERO
        raise Stuck(f"a {type(term).__name__} that has no normal form")

    def equation(self, room: Room, left: Term, right: Term, lines: list[str]) -> str:
        """The name of a proof that a special part is equal to what it is in normal form."""
        text = f"{self.writer.real(left)} = {self.writer.real(right)}"
        return self.have(room, (left, right), text, lambda room: equations.tactic(self, room, left, right), lines)

    def equal(self, room: Room, left: Term, right: Term) -> str:
        """The tactics for an equation of terms with the same normal form."""
        if left == right:
            return "reflexivity."
        return self._with_roots(lambda roots: self._equal(room, left, right, roots=roots))

    def _equal(self, room: Room, left: Term, right: Term, *, roots: bool) -> str:
        algebra = Algebra(self, room, (left, right), roots=roots)
        proof = same(algebra, left, right)
        return algebra.exact(f"{algebra.text(left)} = {algebra.text(right)}", proof)

    @staticmethod
    def _with_roots(make: Any) -> str:
        try:
            return str(make(False))
        except MoreRoots:
            return str(make(True))

    # Relations

    def shown(self, room: Room, relation: Relation, lines: list[str]) -> str:
        """The name of a proof of a relation that is known, or follows from what is."""
        for fact in room.facts:
            if fact.relation == relation:
                return fact.proof
        terms = (relation.left, relation.right)
        return self.have(room, terms, self.writer.formula(relation), lambda room: self.follow(room, relation), lines)

    def follow(self, room: Room, relation: Relation) -> str:
        """The tactics for a relation that is known, or follows from what is."""
        found = self.following(room, relation) or (Following(()) if self.trusting else None)
        if found is None:
            raise Stuck("a relation that is not evident")
        uses = [(number(Fraction(sign)), fact) for sign, fact in found.facts]
        return self.combine(room, relation, uses)

    @staticmethod
    def following(room: Room, relation: Relation) -> Following | None:
        """The facts from which a relation follows."""
        found = room.following(relation)
        if found is None:
            for fact in room.duties:
                wider = room.with_facts(fact)
                if (found := wider.following(relation)) is not None:
                    break
        return found

    def combine(self, room: Room, relation: Relation, uses: Sequence[Combined]) -> str:
        """The tactics for a relation that is a sum of others times multipliers, and of what is evident."""
        if [(multiplier, fact.relation) for multiplier, fact in uses] == [(ONE, relation)]:
            return f"exact {uses[0][1].proof}."
        return self._with_roots(lambda roots: self._combine(room, relation, uses, roots=roots))

    def _combine(self, room: Room, goal: Relation, uses: Sequence[Combined], *, roots: bool) -> str:
        terms = [goal.left, goal.right]
        for multiplier, fact in uses:
            terms += [multiplier, fact.relation.left, fact.relation.right]
        algebra = Algebra(self, room, terms, roots=roots)
        return self.signs.combination(algebra, goal, uses)

    # Not 0

    def parts_not_zero(self, divisor: Term) -> Iterator[Term]:
        """What has to be other than 0 for a divisor to be: the atoms of a product, or all of it."""
        if isinstance(divisor, Power):
            yield from self.parts_not_zero(divisor.base)
            return
        form = self.forms.of(divisor)
        if len(form) != 1:
            if isinstance(divisor, Product):
                yield from self.parts_not_zero(divisor.left)
                yield from self.parts_not_zero(divisor.right)
            else:
                yield divisor
            return
        ((factors, _),) = form
        for atom, _ in factors:
            if atom[0] == "reciprocal":
                yield self.atoms.term(atom[1])
            else:
                yield self.atoms.of_atom(atom)

    def nonzero(self, room: Room, term: Term, lines: list[str]) -> str:
        """The name of a proof that a term is not 0."""
        for known, proof in room.nonzero:
            if known == term:
                return proof
        text = f"{self.writer.real(term)} <> 0"
        return self.have(room, (term,), text, lambda room: self.not_zero(room, term), lines)

    def not_zero(self, room: Room, term: Any) -> str:
        """The tactics for it."""
        for relation, lemma in ((Relation("<", ZERO, term), "nz_pos"), (Relation("<", term, ZERO), "nz_neg")):
            if self.following(room, relation) is not None:
                return f"apply {lemma}. {self.follow(room, relation)}"
        form = self.forms.of(term)
        for known, proof in room.nonzero:
            quotient = self._quotient(self.forms.of(known), form)
            if quotient is not None:
                other = self.writer.real(quotient)
                equal = self.equal(room, known, Product(term, quotient))
                return f"apply (nz_factor _ {self.writer.real(term)} {other} {proof}). {equal}"
        parts = list(self.parts_not_zero(term))
        if parts == [term] or not form:
            raise Stuck("a divisor that is not shown to differ from 0")
        algebra = Algebra(self, room, (term, Power(term, -1)))
        return algebra.exact(f"{algebra.text(term)} <> 0", "nz.")

    def _quotient(self, known: Form, form: Form) -> Any:
        """What one form is times another, where that is seen."""
        if not form or not known:
            return None
        if len(known) == len(form) == 1 or len(form) > 1:
            ((monomial, c), *_), ((other, d), *_) = sorted(known.items(), key=repr), sorted(form.items(), key=repr)
            if len(form) > 1:
                return Number(c / d) if key(known) is key({m: e * c / d for m, e in form.items()}) else None
            ours, theirs = dict(monomial[0]), dict(other[0])
            if set(theirs) <= set(ours) and all(0 < theirs[atom] <= ours[atom] for atom in theirs):
                rest = tuple((atom, power - theirs.get(atom, 0)) for atom, power in monomial[0])
                exponent = times({((), monomial[1]): Fraction(1)}, {((), key({m: -e for m, e in other[1]})): c / d})
                ((unit, factor),) = exponent.items()
                kept = {(tuple(part for part in rest if part[1]), unit[1]): factor}
                return self.atoms.term(kept)
        return None

    # Signs, squares, integers

    def signed(self, room: Room, atom: Atom, relation: Relation, lines: list[str]) -> str:
        """The name of a proof of the sign of what stands for an atom."""
        level = POSITIVE if relation.operator == "<" else NOT_NEGATIVE
        term = relation.right
        text = self.writer.formula(relation)
        return self.have(room, (term,), text, lambda room: self.signs.of_atom(room, atom, term, level), lines)

    def square(self, room: Room, term: Term, lines: list[str]) -> str:
        """The name of a proof of what the square of a root or of an indicator is."""
        if isinstance(term, Indicator):
            kind = {"<=": "le", "<": "lt", "=": "eq"}[term.relation.operator]
            ends = f"{self.writer.real(term.relation.left)} {self.writer.real(term.relation.right)}"
            return f"(ind_{kind}_square {ends})"
        if not isinstance(term, Call):
            raise Stuck("a square of what is no root")
        legal = self.shown(room, Relation("<=", ZERO, term.argument), lines)
        return f"(root_square {self.writer.real(term.argument)} {legal})"

    def integer(self, room: Room, term: Term, lines: list[str]) -> str:
        """The name of a proof that a term is an integer."""
        text = f"is_int {self.writer.real(term)}"
        return self.have(room, (term,), text, lambda room: self.whole(room, term), lines)

    def whole(self, room: Room, term: Any) -> str:  # noqa: PLR0911  # one form a line or two
        """The tactics for it."""
        match term:
            case Number(value) if value.denominator == 1:
                return f"apply (is_int_IZR ({value}))."
            case Variable(name) if room.sorts.get(name) == "integer":
                return "assumption."
            case Sum(left, Product(Number(Fraction(numerator=-1, denominator=1)), right)):
                return self._whole(room, "minus", left, right)
            case Product(Number(Fraction(numerator=-1, denominator=1)), right):
                return self._whole(room, "opp", right)
            case Sum(left, right):
                return self._whole(room, "plus", left, right)
            case Product(left, right) if not isinstance(right, Power) or right.exponent > 0:
                return self._whole(room, "mult", left, right)
            case Power(base, exponent) if exponent >= 0:
                return self._whole(room, "pow", base)
            case Indicator(relation):
                return f"apply is_int_ind_{ {'<=': 'le', '<': 'lt', '=': 'eq'}[relation.operator] }."
            case Total(_, low, high):
                return self._whole_sum(room, term, low, high)
        return self.signs.whole_quantity(room, term)

    def _whole(self, room: Room, kind: str, *terms: Term) -> str:
        return f"apply is_int_{kind}. " + " ".join(f"{{ {self.whole(room, term)} }}" for term in terms)

    def _whole_sum(self, room: Room, term: Total, low: Term, high: Term) -> str:
        inner, opening, body, _ = equations.below(self, room, term)
        ends = " ".join(f"{{ {self.whole(room, end)} }}" for end in (low, high))
        return f"apply Sum_is_int. {ends} {{ {opening} {self.whole(inner, body)} }}"
