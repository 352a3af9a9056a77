r"""A reader of the propositions written for Coq, by the notations of its reals; it knows nothing of the writer.

`forall x y : R, P -> Q -> A /\ B` and `exists x : R, A /\ B`, with relations between terms: numbers, names, sums,
products, a minus or a / before a term, `t ^ n`, and exp, ln and sqrt of an atom. Terms are evaluated in balls.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from flint import arb

TOKEN: Final = re.compile(r"\s*(<>|<=|->|/\\|[A-Za-z_]\w*|\d+|[-+*/^()<=,:])")
RELATIONS: Final = ("<>", "<=", "<", "=")
LEVELS: Final = (("+", "-"), ("*", "/"))


@dataclass
class Proposition:
    """`forall` or `exists` of some names, premises and a conjunction; a link of it is (left, relation, right)."""

    quantifier: str
    names: list[str]
    premises: list[list[tuple[Any, str, Any]]]
    claims: list[Any] = field(default_factory=list)


class Reader:
    """Reads a text token by token."""

    def __init__(self, text: str) -> None:
        self.tokens = TOKEN.findall(text)
        assert "".join(self.tokens) == re.sub(r"\s", "", text)
        self.at = 0

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def next(self, expected: str = "") -> str:
        token = self.peek()
        assert token
        assert expected in ("", token)
        self.at += 1
        return token

    def whole(self) -> Proposition:
        found = self.proposition()
        assert not self.peek()
        return found

    def proposition(self) -> Proposition:
        quantifier, names = "", []
        if self.peek() in ("forall", "exists"):
            quantifier = self.next()
            while self.peek() != ":":
                names.append(self.next())
            self.next(":"), self.next("R"), self.next(",")
        parts = [self.conjunction()]
        while self.peek() == "->":
            self.next()
            parts.append(self.conjunction())
        return Proposition(quantifier, names, parts[:-1], parts[-1])

    def conjunction(self) -> list[Any]:
        parts = [self.link()]
        while self.peek() == "/\\":
            self.next()
            parts.append(self.link())
        return [one for part in parts for one in part]

    def link(self) -> list[Any]:
        """A chain of relations, or a proposition in brackets."""
        start = self.at
        if self.peek() == "(":
            self.next()
            if self.peek() in ("forall", "exists"):
                found = self.proposition()
                self.next(")")
                return [found]
            self.at = start
        try:
            return self.chain()
        except AssertionError:  # brackets around a proposition
            self.at = start
            self.next("(")
            found = self.proposition()
            self.next(")")
            return [found]

    def chain(self) -> list[Any]:
        left = self.term()
        found = []
        while self.peek() in RELATIONS:
            relation, right = self.next(), self.term()
            found.append((left, relation, right))
            left = right
        assert found
        return found

    def term(self, level: int = 0) -> Any:
        if level == len(LEVELS):
            return self.signed()
        left = self.term(level + 1)
        while self.peek() in LEVELS[level]:
            left = (self.next(), left, self.term(level + 1))
        return left

    def signed(self) -> Any:
        if self.peek() in ("-", "/"):
            sign = self.next()
            return (f"{sign} before", self.signed())
        return self.power()

    def power(self) -> Any:
        base = self.applied()
        if self.peek() != "^":
            return base
        self.next()
        return ("^", base, int(self.next()))

    def applied(self) -> Any:
        if self.peek() in ("exp", "ln", "sqrt"):
            return (self.next(), self.atom())
        return self.atom()

    def atom(self) -> Any:
        token = self.next()
        if token == "(":
            found = self.term()
            self.next(")")
            return found
        assert re.fullmatch(r"\w+", token)
        assert token not in ("forall", "exists", "exp", "ln", "sqrt")
        return int(token) if token.isdigit() else token


def value(term: Any, point: Mapping[str, arb]) -> arb:  # noqa: PLR0911  # one form a line
    """The value of a term; infinite or undefined where a quotient, a log or a root has none."""
    match term:
        case int():
            return arb(term)
        case str():
            return point[term]
        case ("- before", inner):
            return -value(inner, point)
        case ("/ before", inner):
            return 1 / value(inner, point)
        case ("^", base, exponent):
            return value(base, point) ** exponent
        case (("exp" | "ln" | "sqrt") as function, inner):
            return {"exp": arb.exp, "ln": arb.log, "sqrt": arb.sqrt}[function](value(inner, point))
        case (sign, left, right):
            a, b = value(left, point), value(right, point)
            return {"+": a + b, "-": a - b, "*": a * b}[sign] if sign != "/" else a / b
    raise AssertionError(term)
