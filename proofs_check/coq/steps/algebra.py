"""Lemmas in which every special part is a variable, so that Coq needs no more than the algebra of rational functions.

A sum, an expectation, a log, a root or an indicator that is not the one that stands for its normal form comes with an
equation to be shown; powers of e are products of powers of a few; and what is divided by comes with a proof that it is
not 0.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from dpassay.proofs_check.coq.steps.atoms import denominators, multiplied, raised, specials
from dpassay.proofs_check.coq.steps.exponents import basis, coordinates
from dpassay.proofs_check.coq.steps.rooms import Room
from dpassay.proofs_check.coq.steps.stuck import Stuck
from dpassay.proofs_check.kernel.expressions import Call, Number, Power, Product, Sum, Variable
from dpassay.proofs_check.proof.context import POSITIVE
from dpassay.proofs_check.proof.polynomials import Atom, Form, Key, key, scaled
from dpassay.proofs_check.proof.terms import ZERO, Relation, Term

if TYPE_CHECKING:
    from dpassay.proofs_check.coq.steps.prover import Prover

NAMES: Final = re.compile(r"\b[vo]_\w+")
LARGEST_POWER: Final = 30


@dataclass(frozen=True, slots=True)
class Premise:
    """What a lemma assumes, and the name of its proof where the lemma is used."""

    text: str
    proof: str
    variable: str = ""
    """The variable that an equation tells, which then is replaced."""


class Algebra:
    """A place where lemmas are made of some terms, and applied."""

    def __init__(self, prover: Prover, room: Room, terms: Iterable[Term], *, roots: bool = False) -> None:
        self.prover = prover
        self.room = room
        self.roots = roots
        self.lines: list[str] = []
        self.premises: list[Premise] = []
        self.alias: dict[Term, Term] = {}
        self.numbers: dict[Term, int] = {}
        self.divisors: list[Term] = []
        self.powers: list[Term] = []
        """The exps that stand for the members of ``exponents``."""
        self.exponents: list[Key] = []
        self._exps: list[Call] = []
        for term in terms:
            self.load(term)
        self._settle_exponents()
        self._equations()
        self._nonzero()

    def load(self, term: Term) -> None:
        """Take up the special parts of a term, and what it divides by."""
        self.divisors += [one for one in denominators(term) if one not in self.divisors and not _is_number(one)]
        for special in specials(term):
            if special in self.alias:
                continue
            if isinstance(special, Call) and special.function == "exp":
                self.alias[special] = special
                self._exps.append(special)
                continue
            normal = self.alias[special] = self.prover.normal(special)
            self.alias.setdefault(normal, normal)
            if normal != special:
                self.load(normal)
            if self.roots and isinstance(normal, Call) and normal.function == "sqrt":
                self.load(normal.argument)

    def _settle_exponents(self) -> None:
        forms = {exp: key(self.prover.forms.of(exp.argument)) for exp in self._exps}
        self.exponents = basis(forms.values())
        if any(max(map(abs, self.coordinates(form)), default=0) > LARGEST_POWER for form in forms.values()):
            self.exponents = list(dict.fromkeys(form for form in forms.values() if form))  # and none is one of others
        for exponent in self.exponents:
            seen = next((exp for exp in self._exps if forms[exp] is exponent), None)
            power = seen or Call("exp", self.prover.atoms.term(exponent))
            self.powers.append(power)
            self.alias[power] = power
        for exp in self._exps:
            if exp not in self.powers:
                self.alias[exp] = self.power(self.coordinates(forms[exp]))

    def coordinates(self, exponent: Key) -> list[int]:
        """The powers of the exps that make an exp; ``Stuck`` where it is no product of such."""
        if exponent in self.exponents:
            return [int(exponent is one) for one in self.exponents]
        found = coordinates(self.exponents, exponent)
        if found is None:
            raise Stuck("an exponent is no whole multiple of others")
        return found

    def power(self, multiples: Sequence[int], *, hidden: bool = False) -> Any:
        """A product of powers of the exps; ``hidden``: of the variables in their place."""
        pairs = zip(self.powers, multiples, strict=True)
        return multiplied([raised(self.hidden(power) if hidden else power, k) for power, k in pairs if k])

    # The variables of lemmas

    def variable(self, special: Term) -> Variable:
        """The variable in the place of a special part."""
        return Variable(str(self.numbers.setdefault(special, len(self.numbers) + 1)))

    def hidden(self, term: Term, *, through: bool = False) -> Any:
        """A term with variables in the place of special parts; ``through``: of those that stand for themselves."""
        match term:
            case Sum(left, right) | Product(left, right):
                return type(term)(self.hidden(left, through=through), self.hidden(right, through=through))
            case Power(base, exponent):
                return Power(self.hidden(base, through=through), exponent)
            case Number() | Variable():
                return term
        if term not in self.alias:
            self.load(term)
        normal = self.alias[term]
        return self.hidden(normal, through=True) if through and normal != term else self.variable(term)

    def raw(self, term: Term) -> Form:
        """The form of a term in the variables, which knows nothing of what these stand for."""
        return self.prover.forms.of(self.hidden(term, through=True))

    def text(self, term: Term) -> str:
        """A term in the variables, as text."""
        return self.prover.writer.real(self.hidden(term))

    def told(self, term: Term) -> str:
        """A term in the variables that are left in a proof, when those that equations tell are replaced."""
        return self.prover.writer.real(self.hidden(term, through=True))

    def relation(self, relation: Relation) -> str:
        """A relation in the variables, as text."""
        hidden = Relation(relation.operator, self.hidden(relation.left), self.hidden(relation.right))
        return self.prover.writer.formula(hidden)

    # What lemmas assume

    def assume(self, text: str, proof: str, variable: str = "") -> str:
        """Add a premise; return its name in the lemma; what is replaced there is evident."""
        for number, known in enumerate(self.premises, start=1):
            if known.text == text:
                return "(eq_refl _)" if known.variable and not variable else f"h{number}"
        self.premises.append(Premise(text, proof, variable))
        return f"h{len(self.premises)}"

    def _equations(self) -> None:
        for special, normal in list(self.alias.items()):
            if special != normal:
                proof = self.prover.equation(self.room, special, normal, self.lines)
                name = self.text(special)
                self.assume(f"{name} = {self.text(normal)}", proof, name)
        for power in self.powers:
            self.assume(f"0 < {self.text(power)}", f"(exp_pos {self.prover.writer.real(power.argument)})")  # type: ignore[union-attr]

    def _nonzero(self) -> None:
        for divisor in self.divisors:
            try:
                found = self._not_zero(list(self.prover.parts_not_zero(divisor)))
            except Stuck:
                found = self._not_zero([divisor])
            for part, proof in found:
                self.assume(f"{self.text(part)} <> 0", proof)

    def _not_zero(self, parts: list[Term]) -> list[tuple[Term, str]]:
        others = [part for part in parts if not isinstance(part, Call) or part.function != "exp"]
        return [(part, self.prover.nonzero(self.room, part, self.lines)) for part in others]

    def sign(self, atom: Atom, level: int) -> None:
        """Assume the sign of what stands for an atom."""
        term = self.prover.atoms.of_atom(atom)
        relation = Relation("<" if level == POSITIVE else "<=", ZERO, term)
        self.assume(self.relation(relation), self.prover.signed(self.room, atom, relation, self.lines))

    # Lemmas

    def exact(self, conclusion: str, proof: str) -> str:
        """The tactics that state a lemma, elsewhere, and apply it here."""
        texts = [premise.text for premise in self.premises]
        named = sorted({name for text in [*texts, conclusion] for name in NAMES.findall(text)})
        told = {f"v_{number}": self.prover.writer.real(term) for term, number in self.numbers.items()}
        lemma = self.prover.lemma(
            f"forall {' '.join(named)} : R, " if named else "",
            [*texts, conclusion],
            "\n".join(
                [
                    f"intros {' '.join([*named, *(f'h{k}' for k in range(1, len(texts) + 1))])}.",
                    *(f"subst {premise.variable}." for premise in self.premises if premise.variable),
                    proof,
                ]
            )
            if named or texts
            else proof,
        )
        arguments = [told.get(name, name) for name in named]
        return "\n".join(
            [*self.lines, f"exact ({' '.join([lemma, *arguments, *(premise.proof for premise in self.premises)])})."]
        )

    def divisor(self, reciprocal: Key) -> Any:
        """What is divided by, times the number that makes it what stands in the atom."""
        term: Any
        for term in self.divisors:
            form = self.prover.forms.of(term)
            leading = key(form)[0][1]
            if len(form) > 1 and key(scaled(form, 1 / leading)) is reciprocal:
                return term if leading == 1 else Product(Number(1 / leading), term)
        made = self.prover.atoms.term(reciprocal)
        self.load(made)
        return made

    def raw_divisor(self, reciprocal: Key) -> Any:
        """The same in the variables, of which a form in these is made."""
        for divisor in self.divisors:
            form = self.raw(divisor)
            leading = key(form)[0][1] if form else Fraction(1)
            if len(form) > 1 and key(scaled(form, 1 / leading)) is reciprocal:
                return Product(Number(1 / leading), self.hidden(divisor, through=True))
        return self.prover.atoms.term(reciprocal)


def _is_number(term: Term) -> bool:
    return isinstance(term, Number) or (isinstance(term, Product) and _is_number(term.left) and _is_number(term.right))
