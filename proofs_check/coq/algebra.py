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

from dpassay.proofs_check.coq.atoms import added, denominators, multiplied, raised, specials
from dpassay.proofs_check.coq.exponents import basis, coordinates
from dpassay.proofs_check.coq.rooms import Room, Sign
from dpassay.proofs_check.coq.stuck import Stuck
from dpassay.proofs_check.kernel.expressions import Call, Number, Power, Product, Sum, Variable
from dpassay.proofs_check.proof.context import POSITIVE
from dpassay.proofs_check.proof.polynomials import Atom, Form, Key, Monomial, cleared, key, minus, plus, scaled, times
from dpassay.proofs_check.proof.terms import ONE, ZERO, Indicator, Relation, Term, difference

if TYPE_CHECKING:
    from dpassay.proofs_check.coq.prover import Prover

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
            self._load(term)
        self._settle_exponents()
        self._equations()
        self._nonzero()

    def _load(self, term: Term) -> None:
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
                self._load(normal)
            if self.roots and isinstance(normal, Call) and normal.function == "sqrt":
                self._load(normal.argument)

    def _settle_exponents(self) -> None:
        forms = {exp: key(self.prover.forms.of(exp.argument)) for exp in self._exps}
        self.exponents = basis(forms.values())
        if any(max(map(abs, self._coordinates(form)), default=0) > LARGEST_POWER for form in forms.values()):
            self.exponents = list(dict.fromkeys(form for form in forms.values() if form))  # and none is one of others
        for exponent in self.exponents:
            seen = next((exp for exp in self._exps if forms[exp] is exponent), None)
            power = seen or Call("exp", self.prover.atoms.term(exponent))
            self.powers.append(power)
            self.alias[power] = power
        for exp in self._exps:
            if exp not in self.powers:
                self.alias[exp] = self._power(self._coordinates(forms[exp]))

    def _coordinates(self, exponent: Key) -> list[int]:
        if exponent in self.exponents:
            return [int(exponent is one) for one in self.exponents]
        found = coordinates(self.exponents, exponent)
        if found is None:
            raise Stuck("an exponent is no whole multiple of others")
        return found

    def _power(self, multiples: Sequence[int], *, hidden: bool = False) -> Any:
        """A product of powers of the exps; ``hidden``: of the variables in their place."""
        pairs = zip(self.powers, multiples, strict=True)
        return multiplied([raised(self.hidden(power) if hidden else power, k) for power, k in pairs if k])

    # The variables of lemmas

    def variable(self, special: Term) -> Variable:
        """The variable in the place of a special part."""
        return Variable(str(self.numbers.setdefault(special, len(self.numbers) + 1)))

    def hidden(self, term: Term, *, through: bool = False) -> Any:
        """A term with variables in the place of special parts; ``through``: of those alone that stand for themselves."""
        match term:
            case Sum(left, right) | Product(left, right):
                return type(term)(self.hidden(left, through=through), self.hidden(right, through=through))
            case Power(base, exponent):
                return Power(self.hidden(base, through=through), exponent)
            case Number() | Variable():
                return term
        if term not in self.alias:
            self._load(term)
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
        """Add a premise; return its name in the lemma."""
        for number, known in enumerate(self.premises, start=1):
            if known.text == text:
                return f"h{number}"
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
            for part in self.prover.parts_not_zero(divisor):
                if not isinstance(part, Call) or part.function != "exp":
                    proof = self.prover.nonzero(self.room, part, self.lines)
                    self.assume(f"{self.text(part)} <> 0", proof)

    def sign(self, atom: Atom, level: int) -> None:
        """Assume the sign of what stands for an atom."""
        term = self.prover.atoms.of_atom(atom)
        relation = Relation("<" if level == POSITIVE else "<=", ZERO, term)
        self.assume(self.relation(relation), self.prover.signed(self.room, atom, relation, self.lines))

    # Lemmas

    def exact(self, conclusion: str, proof: str) -> str:
        """The tactics that state a lemma, elsewhere, and apply it here."""
        self.assume_roots()
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

    def assume_roots(self) -> None:
        """Nothing more, unless corrections were asked for."""

    def same(self, left: Term, right: Term) -> str:
        """The tactics that show the terms, in the variables, to be equal."""
        return self.vanishing(self.told(left), self.told(right), minus(self.raw(left), self.raw(right)))

    def vanishing(self, left: str, right: str, gap: Form) -> str:
        """The tactics for an equation of which the gap is 0 for rational functions, or by squares of roots."""
        rest, multiplied_by = cleared(gap)
        if not rest:
            return field(left + right)
        if not self.roots:
            raise MoreRoots
        whole = multiplied(self.prover.atoms.term(one) for one in multiplied_by)
        told, zeros = self._corrections(rest, whole)
        return f"apply (eq_mod {left} {right} {told}); [field; nz | exact {zeros}]."

    def _corrections(self, rest: Form, whole: Any) -> tuple[str, str]:
        """The multiples of x*x - a, for roots x of a, and indicators with a = x, that add up to a form over a term."""
        texts, zeros, real = [], [], self.prover.writer.real
        for term in [one for one, normal in self.alias.items() if one == normal]:
            value = self._square(term)
            if value is None:
                continue
            root = self.hidden(term)
            inner = self.hidden(value, through=True)
            lowest = min((power for factors, _ in rest for atom, power in factors if atom == ("variable", root.name)), default=0)
            if lowest < 0:
                rest = times(rest, self.prover.forms.of(Power(root, -lowest)))
                whole = Product(whole, Power(root, -lowest))
            cofactor, rest = _divided(rest, ("variable", root.name), self.prover.forms.of(inner))
            if cofactor:
                square = f"{real(root)} * {real(root)}"
                name = self.assume(f"{square} = {real(inner)}", self.prover.square(self.room, term, self.lines))
                texts.append((self.prover.atoms.term(cofactor), whole, f"({square} - {real(inner)})"))
                zeros.append(f"(times_eq _ _ _ (eq_sym {name}))")
        if cleared(rest)[0]:
            raise Stuck("the normal forms do not agree")
        told = [f"({real(Product(c, Power(by, -1)))} * {square})" for c, by, square in texts]
        return _sums(told), _nested(zeros)

    @staticmethod
    def _square(term: Term) -> Term | None:
        if isinstance(term, Call) and term.function == "sqrt":
            return term.argument
        return term if isinstance(term, Indicator) else None

    def spread(self, sign: Sign) -> Any:
        """A form whose sign is evident, as a sum of products in the variables, with what is known of their signs."""
        whole = sorted(sign.whole.items(), key=lambda item: -self.room.sign_of_factors(item[0][0]))
        return added(Product(Number(c), self._product(monomial)) for monomial, c in whole)

    def _product(self, monomial: Monomial) -> Any:
        factors, exponent = monomial
        return multiplied(
            [*(self._factor(atom, power) for atom, power in factors), self._power(self._coordinates(exponent), hidden=True)]
        )

    def _factor(self, atom: Atom, power: int) -> Any:
        level = self.room.sign_of_atom(atom)
        if atom[0] == "reciprocal":
            divisor = self.divisor(atom[1])
            self.assume(*self._positive(divisor))
            return Power(self.hidden(divisor, through=True), -power)
        base = self.hidden(self.prover.atoms.of_atom(atom), through=True)
        if power % 2 == 0 and level < POSITIVE:
            square = Power(raised(base, abs(power) // 2), 2)
            return square if power > 0 else Power(square, -1)
        self.sign(atom, level)
        return raised(base, power)

    def _positive(self, term: Any) -> tuple[str, str]:
        relation = Relation("<", ZERO, term)
        return self.relation(relation), self.prover.shown(self.room, relation, self.lines)

    def divisor(self, reciprocal: Key) -> Any:
        """What is divided by, times the number that makes it what stands in the atom."""
        for term in self.divisors:
            form = self.prover.forms.of(term)
            leading = key(form)[0][1]
            if len(form) > 1 and key(scaled(form, 1 / leading)) is reciprocal:
                return term if leading == 1 else Product(Number(1 / leading), term)
        term = self.prover.atoms.term(reciprocal)
        self._load(term)
        return term

    def evident(self, rest: Term, sign: Sign, *, strict: bool) -> str:
        """The tactics for a term, in the variables, that is evidently not negative, or positive."""
        kind, end = ("pos", "ps") if strict else ("nonneg", "nn")
        told = self.told(rest)
        if not sign.whole:
            return f"apply Req_le; symmetry. {self.vanishing(told, '0', self.raw(rest))}"
        whole = self.spread(sign)
        text = self.prover.writer.real(whole)
        if not sign.multiplied:
            equal = self.vanishing(told, text, minus(self.raw(rest), self.prover.forms.of(whole)))
            return f"apply ({kind}_is {told} {text}). {{ {equal} }} {end}."
        divisors = [self.divisor(one) for one in sign.multiplied]
        for divisor in divisors:
            self.assume(*self._positive(divisor))
        by = multiplied(self.hidden(divisor, through=True) for divisor in divisors)
        gap = minus(times(self.raw(rest), self.prover.forms.of(by)), self.prover.forms.of(whole))
        named = self.prover.writer.real(by)
        equal = self.vanishing(f"{told} * {named}", text, gap)
        return f"apply ({kind}_cleared {told} {named} {text}). {{ ps. }} {{ {equal} }} {end}."


class MoreRoots(Exception):
    """An equation holds by squares of roots or indicators."""


def field(text: str) -> str:
    """The tactic for an equation of rational functions, or of polynomials."""
    return "field; nz." if "/" in text else "ring."


def _is_number(term: Term) -> bool:
    return isinstance(term, Number) or (isinstance(term, Product) and _is_number(term.left) and _is_number(term.right))


def _nested(proofs: Sequence[str]) -> str:
    *others, last = proofs
    for proof in reversed(others):
        last = f"(zero_plus _ _ {proof} {last})"
    return last


def _sums(texts: Sequence[str]) -> str:
    *others, last = texts
    for text in reversed(others):
        last = f"({text} + {last})"
    return last


def _divided(form: Form, atom: Atom, value: Form) -> tuple[Form, Form]:
    """Replace x*x by a value: the multiple of x*x - value that is taken away, and what is left."""
    cofactor: Form = {}
    while (found := _with_square(form, atom)) is not None:
        monomial, power = found
        c = form[monomial]
        factors, exponent = monomial
        others = tuple(part for part in factors if part[0] != atom)

        def at(power: int, c: Fraction = c, others: Any = others, exponent: Key = exponent) -> Form:
            kept = ((atom, power),) if power else ()
            return {(tuple(sorted((*others, *kept), key=repr)), exponent): c}

        lowered = at(power - 2)
        cofactor = plus(cofactor, lowered)
        form = plus(minus(form, at(power)), times(lowered, value))
    return cofactor, form


def _with_square(form: Form, atom: Atom) -> tuple[Monomial, int] | None:
    for monomial in form:
        for other, power in monomial[0]:
            if other == atom and power >= 2:
                return monomial, power
    return None


__all__ = ["ONE", "Algebra", "MoreRoots", "difference", "field"]
