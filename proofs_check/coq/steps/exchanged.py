"""Equations that normal forms do not know: a mean of a sum is a sum of means, a log of a product a sum of logs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from dpassay.proofs_check.kernel.expressions import Call, Product, Sum
from dpassay.proofs_check.proof.terms import Mean, Relation, Term, Total, closed, free, fresh, opened, parts


def exchanges(terms: Iterable[Term]) -> Iterator[Relation]:
    """The equations for all means of sums that stand in terms below no binder."""
    seen: list[Any] = []
    for term in terms:
        for part in parts(term):
            if isinstance(part, Mean) and isinstance(part.body, Total) and part not in seen and _is_closed(part):
                seen.append(part)
                other = _exchanged(part)
                if other is not None:
                    yield Relation("=", part, other)


def _is_closed(term: Any) -> bool:
    """Tell whether nothing in it is bound outside: then it does not change where a variable is put for that."""
    return bool(opened(term, fresh("outer")) == term)


def _exchanged(mean: Mean) -> Term | None:
    outcome, index = fresh("outcome"), fresh("index")
    total = opened(mean.body, outcome)
    if outcome.name in free(total.low) | free(total.high):
        return None
    body = closed(opened(total.body, index), outcome.name)
    return Total(closed(Mean(body, mean.law), index.name), total.low, total.high)


def logs_of_products(terms: Iterable[Term]) -> Iterator[tuple[Relation, Term, Term]]:
    """The equations log(a b) = log a + log b for all logs of products below no binder, with both factors."""
    seen: list[Any] = []
    for term in terms:
        for part in parts(term):
            match part:
                case Call("log", Product(left, right)) if part not in seen and _is_closed(part):
                    seen.append(part)
                    yield Relation("=", part, Sum(Call("log", left), Call("log", right))), left, right
