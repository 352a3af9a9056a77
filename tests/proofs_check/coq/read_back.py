"""Reads propositions of Coq, and tells whether they hold of given numbers, functions and laws: a second reading.

It knows nothing of the writer, nor of the checker's terms: it reads the text that Coq reads, and computes with floats.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any, Final

TOKEN: Final = re.compile(r"\s*(forall|fun|=>|->|/\\|<=|[A-Za-z_][\w']*|\d+|[-+*/^=<:,()~])")
NEAR: Final = 1e-9
HALVES: Final = [k / 2 for k in range(-4, 9)]
"""What a real that is not given runs over."""

Env = Mapping[str, Any]
Meaning = Callable[[Env], Any]


class NoMeaningError(Exception):
    """A function was asked for a value where it has none."""


@dataclass
class Parser:
    """Reads one text; ``outcomes`` are what a variable of a type other than R runs over."""

    text: str
    outcomes: Sequence[Any]
    tokens: list[str] = field(init=False)

    def __post_init__(self) -> None:
        self.tokens = TOKEN.findall(self.text)
        assert "".join(self.tokens) == re.sub(r"\s", "", self.text)

    def peek(self) -> str:
        return self.tokens[0] if self.tokens else ""

    def take(self, expected: str = "") -> str:
        token = self.tokens.pop(0)
        assert expected in {"", token}, f"{token} where {expected} was expected"
        return token

    # Propositions

    def proposition(self) -> Meaning:
        """Read "forall ..., a -> b", "a /\\ b" or a relation."""
        if self.peek() == "forall":
            self.take()
            names = self.binders(",")
            inner = self.proposition()
            return lambda env: all(inner(new) for new in self.every(names, env))
        left = self.conjunction()
        if self.peek() != "->":
            return left
        self.take()
        right = self.proposition()
        return lambda env: right(env) if left(env) else True

    def conjunction(self) -> Meaning:
        parts = [self.relation()]
        while self.peek() == "/\\":
            self.take()
            parts.append(self.relation())
        return lambda env: all(part(env) for part in parts)

    def relation(self) -> Meaning:
        left = self.sum()
        if self.peek() not in {"<=", "<", "="}:
            return left
        operator, right = self.take(), self.sum()
        return lambda env: holds(operator, left(env), right(env))

    def binders(self, end: str) -> list[tuple[str, str]]:
        """Read "(x : R) (o : S)", or "x : R", up to some sign."""
        found = []
        while self.peek() != end:
            bracket = self.peek() == "("
            if bracket:
                self.take("(")
            name = self.take()
            self.take(":")
            kind = [self.take()]
            while self.peek() not in {")", end}:
                kind.append(self.take())
            if bracket:
                self.take(")")
            found.append((name, " ".join(kind)))
        self.take(end)
        return found

    def every(self, names: list[tuple[str, str]], env: Env) -> Iterator[Env]:
        """All values of the variables that have none."""
        new = [(name, HALVES if kind == "R" else self.outcomes) for name, kind in names if name not in env]
        for values in product(*(values for _, values in new)):
            yield {**env, **dict(zip([name for name, _ in new], values, strict=True))}

    # Terms

    def sum(self) -> Meaning:
        whole = self.product()
        while self.peek() in {"+", "-"}:
            sign, left, right = (1 if self.take() == "+" else -1), whole, self.product()
            whole = lambda env, s=sign, a=left, b=right: a(env) + s * b(env)  # noqa: E731
        return whole

    def product(self) -> Meaning:
        whole = self.unary()
        while self.peek() in {"*", "/"}:
            over, left, right = self.take() == "/", whole, self.unary()
            whole = lambda env, o=over, a=left, b=right: a(env) * (inverse(b(env)) if o else b(env))  # noqa: E731
        return whole

    def unary(self) -> Meaning:
        if self.peek() == "-":
            self.take()
            inner = self.unary()
            return lambda env: -inner(env)
        if self.peek() == "/":
            self.take()
            inner = self.unary()
            return lambda env: inverse(inner(env))
        base = self.application()
        if self.peek() != "^":
            return base
        self.take()
        exponent = int(self.take())
        return lambda env: base(env) ** exponent

    def application(self) -> Meaning:
        parts = [self.atom()]
        while re.match(r"[\w(]", self.peek()) and self.peek() not in {"forall", "fun"}:
            parts.append(self.atom())
        first, rest = parts[0], parts[1:]
        return (lambda env: first(env)(*(part(env) for part in rest))) if rest else first

    def atom(self) -> Meaning:
        token = self.take()
        if token == "(":
            inner = self.function() if self.peek() == "fun" else self.proposition()
            self.take(")")
            return inner
        if token.isdigit():
            return lambda _: float(token)
        return lambda env: env[token] if token in env else KNOWN[token]

    def function(self) -> Meaning:
        self.take("fun")
        names = [name for name, _ in self.binders("=>")]
        body = self.sum()
        return lambda env: lambda *values: body({**env, **dict(zip(names, values, strict=True))})


def holds(operator: str, left: float, right: float) -> bool:
    gap = right - left
    return gap > NEAR if operator == "<" else gap >= -NEAR if operator == "<=" else abs(gap) <= NEAR


def inverse(x: float) -> float:
    if x == 0:
        raise NoMeaningError
    return 1 / x


def is_int(x: float) -> bool:
    return abs(x - round(x)) < NEAR


def total(low: float, high: float, f: Callable[[float], float]) -> float:
    if not is_int(low) or not is_int(high):
        raise NoMeaningError
    return math.fsum(f(float(k)) for k in range(round(low), round(high) + 1))


def mean(law: Mapping[Any, float], f: Callable[[Any], float]) -> float:
    return math.fsum(float(weight) * f(y) for y, weight in law.items())


def mean_law(kernel: Callable[[Any], Mapping[Any, float]], law: Mapping[Any, float]) -> bool:
    outcomes = {z for y in law for z in kernel(y)} | set(law)
    return all(holds("=", mean(law, lambda y, z=z: kernel(y).get(z, 0.0)), law.get(z, 0.0)) for z in outcomes)


def independent(law: Mapping[Any, float], low: float, high: float, f: Callable[[float, Any], float]) -> bool:
    """Any values are taken together with the product of their probabilities."""
    indices = [float(k) for k in range(round(low), round(high) + 1)]
    taken = [sorted({f(k, y) for y in law}) for k in indices]
    for values in product(*taken):
        at = list(zip(indices, values, strict=True))
        together = mean(law, lambda y, at=at: float(all(f(k, y) == v for k, v in at)))
        apart = math.prod(mean(law, lambda y, k=k, v=v: float(f(k, y) == v)) for k, v in at)
        if not holds("=", together, apart):
            return False
    return True


def logarithm(x: float) -> float:
    if x <= 0:
        raise NoMeaningError
    return math.log(x)


def root(x: float) -> float:
    if x < 0:
        raise NoMeaningError
    return math.sqrt(x)


KNOWN: Final[dict[str, Any]] = {
    "exp": math.exp,
    "ln": logarithm,
    "sqrt": root,
    "is_int": is_int,
    "Sum": total,
    "E": mean,
    "mean_law": mean_law,
    "independent": independent,
    "ind_le": lambda a, b: float(holds("<=", a, b)),
    "ind_lt": lambda a, b: float(holds("<", a, b)),
    "ind_eq": lambda a, b: float(holds("=", a, b)),
}


def meaning(text: str, outcomes: Sequence[Any]) -> tuple[list[tuple[str, str]], list[Meaning]]:
    """The names that a proposition begins with, and its premises with the conclusion at the end."""
    parser = Parser(text, outcomes)
    names = []
    if parser.peek() == "forall":
        parser.take()
        names = parser.binders(",")
    parts = [parser.conjunction()]
    while parser.peek() == "->":
        parser.take()
        parts.append(parser.conjunction())
    assert not parser.tokens
    return names, parts
