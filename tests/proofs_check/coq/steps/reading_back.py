"""Reads propositions of Coq back into formulas: a second text, so that what is written is what was meant."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from dpassay.proofs_check.kernel.expressions import Call, Number, Power, Product, Sum, Variable
from dpassay.proofs_check.proof.terms import Indicator, Mean, Quantity, Relation, Total, closed, transformed

TOKEN: Final = re.compile(r"\s*(forall|fun|->|=>|/\\|<=|<>|:=|[A-Za-z_]\w*|\d\w*|[():,<=+\-*/^])")
CALLS: Final = {"exp": "exp", "ln": "log", "sqrt": "sqrt"}
INDICATORS: Final = {"ind_le": "<=", "ind_lt": "<", "ind_eq": "="}
RELATIONS: Final = {"<=", "<", "=", "<>"}


@dataclass(frozen=True)
class ForAll:
    """A proposition for all values of some variables, each with its type, wherever others hold."""

    bound: tuple[tuple[str, str], ...]
    needed: tuple[Any, ...]
    said: tuple[Any, ...]


@dataclass(frozen=True)
class IsInteger:
    """That a term is an integer."""

    term: Any


@dataclass(frozen=True)
class NotZero:
    """That a term is not 0."""

    term: Any


class Reader:
    """Reads one proposition; ``random`` are the names of quantities and laws that end with an outcome."""

    def __init__(self, text: str, random: frozenset[str]) -> None:
        self.tokens = TOKEN.findall(text)
        assert "".join(self.tokens) == re.sub(r"\s", "", text)
        self.random = random
        self.place = 0

    def whole(self) -> Any:
        """The proposition, all of the text."""
        found = self.proposition()
        assert self.place == len(self.tokens)
        return found

    def next(self, *wanted: str) -> str:
        token = self.tokens[self.place]
        assert not wanted or token in wanted, (token, wanted)
        self.place += 1
        return str(token)

    def here(self) -> str:
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def proposition(self) -> ForAll:
        bound: list[tuple[str, str]] = []
        if self.here() == "forall":
            self.next()
            bound = self.bound()
            self.next(",")
        parts = [self.conjunction()]
        while self.here() == "->":
            self.next()
            parts.append(self.conjunction())
        *needed, said = parts
        return ForAll(tuple(bound), tuple(one for part in needed for one in part), tuple(said))

    def bound(self) -> list[tuple[str, str]]:
        if self.here() != "(":
            return [self.typed(",")]
        found = []
        while self.here() == "(":
            self.next()
            found.append(self.typed(")"))
            self.next(")")
        return found

    def typed(self, end: str) -> tuple[str, str]:
        name = self.next()
        self.next(":")
        kind = []
        while self.here() != end:
            kind.append(self.next())
        return name, " ".join(kind)

    def conjunction(self) -> list[Any]:
        found = [self.atom()]
        while self.here() == "/\\":
            self.next()
            found.append(self.atom())
        return found

    def atom(self) -> Any:
        if self.here() == "forall":
            return self.proposition()
        start = self.place
        try:
            return self.relation()
        except AssertionError:
            self.place = start
        self.next("(")
        inner = self.proposition()
        self.next(")")
        return inner

    def relation(self) -> Any:
        if self.here() == "is_int":
            self.next()
            return IsInteger(self.bracketed())
        left = self.term()
        operator = self.next(*RELATIONS)
        right = self.term()
        assert self.here() in {"", ")", "->", "/\\"}
        if operator == "<>":
            assert right == Number(Fraction(0))
            return NotZero(left)
        return Relation(operator, left, right)

    def term(self) -> Any:  # noqa: PLR0911  # one form a line or two
        """A term without the brackets around it."""
        if self.here() == "-":
            self.next()
            return Product(Number(Fraction(-1)), self.bracketed())
        if self.here() == "/":
            self.next()
            return Power(self.bracketed(), -1)
        left = self.applied()
        match self.here():
            case "+":
                self.next()
                return Sum(left, self.bracketed())
            case "-":
                self.next()
                return Sum(left, Product(Number(Fraction(-1)), self.bracketed()))
            case "*":
                self.next()
                return Product(left, self.bracketed())
            case "/":
                self.next()
                return Product(left, Power(self.bracketed(), -1))
            case "^":
                self.next()
                return Power(left, int(self.next()))
        return left

    def bracketed(self) -> Any:
        """A single word, or a term in brackets."""
        token = self.next()
        if token == "(":
            inner = self.term()
            self.next(")")
            return inner
        if token.isdigit():
            return Number(Fraction(int(token)))
        return Quantity(token[2:]) if token.startswith("q_") else Variable(token)

    def applied(self) -> Any:
        head = self.here()
        if head in CALLS:
            self.next()
            return Call(CALLS[head], self.bracketed())
        if head in INDICATORS:
            self.next()
            return Indicator(Relation(INDICATORS[head], self.bracketed(), self.bracketed()))
        if head == "Sum":
            self.next()
            low, high = self.bracketed(), self.bracketed()
            return Total(self.function("R"), low, high)
        if head == "E":
            self.next()
            law = self.bracketed()
            return Mean(self.function("S_"), law)
        found = self.bracketed()
        return self.quantity(found) if isinstance(found, Quantity) and head != "(" else found

    def quantity(self, found: Quantity) -> Quantity:
        arguments = []
        while re.match(r"\(|\w", self.here()) and self.here() not in {"forall", "fun"}:
            arguments.append(self.bracketed())
        if found.name not in self.random:
            return Quantity(found.name, tuple(arguments))
        return Quantity(found.name, tuple(arguments[:-1]), arguments[-1])

    def function(self, kind: str) -> Any:
        self.next("(")
        self.next("fun")
        name, of = self.typed("=>")
        assert of.startswith(kind)
        self.next("=>")
        body = self.term()
        self.next(")")
        return closed(body, name)


def plain(node: Any) -> Any:
    """The same with fractions and negative numbers, and powers of powers, in the one way that Coq writes them."""

    def change(part: Any, _: int) -> Any:
        match part:
            case Product(Number(value), right) if value == -1:
                return Product(Number(value), plain(right))
            case Number(value) if value < 0:
                return Product(Number(Fraction(-1)), plain(Number(-value)))
            case Number(value) if value.denominator != 1:
                return Product(Number(Fraction(value.numerator)), Power(Number(Fraction(value.denominator)), -1))
            case Power(base, exponent) if exponent < -1:
                return Power(Power(plain(base), -exponent), -1)
        return None

    return transformed(node, change)
