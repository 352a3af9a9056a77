"""What the server of a secure aggregation learns of the inputs: exactly, for all inputs and all masks at once.

All that the server sees is linear in the inputs and in uniform coins over a field. So the protocol is run on linear
forms in place of numbers, by the very code of ``dpassay.reference.secure_aggregation``: what it sends is then a matrix
[A | B], the view is A x + B c for inputs x and coins c, and c is uniform. Given x, the view is uniform on the
coset A x + image(B). Two inputs have one law of the view if w A x agrees for each w with w B = 0, and laws with
disjoint supports if it does not. Those w A span what is learned: the answer is that span, and holds for every input.

With honest clients connected by masks the span is that of their sum and of what colluders know themselves;
``what_may_be_learned`` says what it is on any graph.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from dpassay.exact import require
from dpassay.exact.entrance import explain_failures
from dpassay.reference import secure_aggregation as protocol
from dpassay.reference.secure_aggregation import Dealt, Received, Settings

Rows: TypeAlias = tuple[tuple[int, ...], ...]
"""A basis of linear forms in the inputs, in reduced row echelon form: equal spans have equal rows."""


MOST_VARIABLES = 1 << 12
"""A form has a coefficient for each."""


@dataclass(frozen=True, slots=True)
class Form:
    """A linear form: its coefficients at the inputs, then at the coins."""

    coefficients: tuple[int, ...]

    def __add__(self, other: Form) -> Form:
        return Form(tuple(a + b for a, b in zip(self.coefficients, other.coefficients, strict=True)))

    def __mul__(self, factor: int) -> Form:
        return Form(tuple(a * factor for a in self.coefficients))

    def __mod__(self, modulus: int) -> Form:
        return Form(tuple(a % modulus for a in self.coefficients))


def variables(inputs: int, coins: int) -> tuple[list[Form], Iterator[Form]]:
    """So many inputs and coins, each as the form that it is."""
    size = inputs + coins
    require(0 <= inputs <= size <= MOST_VARIABLES, "coins", coins, f"at most {MOST_VARIABLES} variables in all")
    units = [Form(tuple(int(i == j) for j in range(size))) for i in range(size)]
    return units[:inputs], iter(units[inputs:])


def dealt_forms(settings: Settings) -> tuple[list[Form], Dealt[Form]]:
    """The clients' inputs, and masks and shares whose coins are left open."""
    inputs, coins = variables(settings.clients, settings.threshold * len(protocol.pairs(settings)))
    return inputs, protocol.deal(lambda: next(coins), settings)


def view(
    got: Received[Form], inputs: Sequence[Form], dealt: Dealt[Form], colluders: Collection[int] = ()
) -> list[Form]:
    """All that the server sees, and all that colluders tell it: their inputs, their masks and the shares they hold.

    A client that hands out shares of a mask knows all of them.
    """
    seen = [*got.uploads.values(), *(share for shares in got.shares.values() for share in shares.values())]
    seen += [inputs[client] for client in colluders]
    for pair, mask in dealt.masks.items():
        seen += [mask] if set(pair) & set(colluders) else []
        seen += [share for w, share in dealt.shares[pair].items() if w in colluders or pair[0] in colluders]
    return seen


def learned(seen: Sequence[Form], inputs: int, prime: int) -> Rows:
    """What a view tells of the inputs, whatever the coins.

    Args:
        seen: the view.
        inputs: how many inputs there are.
        prime: the order of the field.
    """
    require(bool(seen), "seen", len(seen), "at least one form")
    coins_first = [(*form.coefficients[inputs:], *form.coefficients[:inputs]) for form in seen]
    coins = len(seen[0].coefficients) - inputs
    return tuple(row[coins:] for row in echelon(coins_first, prime) if not any(row[:coins]))


def echelon(rows: Sequence[Sequence[int]], prime: int) -> Rows:
    """The reduced row echelon form modulo a prime, without rows of zeros."""
    left, done = [[entry % prime for entry in row] for row in rows], list[list[int]]()
    for column in range(len(left[0]) if left else 0):
        pivot = next((row for row in left if row[column]), None)
        if pivot is None:
            continue
        left.remove(pivot)
        inverse = pow(pivot[column], -1, prime)
        pivot = [entry * inverse % prime for entry in pivot]
        left = [_reduced(row, pivot, column, prime) for row in left]
        done = [*(_reduced(row, pivot, column, prime) for row in done), pivot]
    return tuple(map(tuple, done))


def _reduced(row: list[int], pivot: list[int], column: int, prime: int) -> list[int]:
    factor = row[column]
    return [(a - factor * b) % prime for a, b in zip(row, pivot, strict=True)] if factor else row


def what_is_learned(
    survivors: Collection[int], settings: Settings, late: Collection[int] = (), colluders: Collection[int] = ()
) -> Rows:
    """What the protocol really tells, as a span of linear forms in the inputs.

    Args:
        survivors: the clients that upload in time.
        settings: what all agree on.
        late: clients whose upload comes late.
        colluders: clients that tell the server all they know.

    Raises:
        ValueError: what the protocol refuses, or colluders that are no clients.
    """
    protocol.check_clients("colluders", colluders, settings)
    inputs, dealt = dealt_forms(settings)
    got = protocol.received(inputs, dealt, survivors, settings, late)
    return learned(view(got, inputs, dealt, set(colluders)), settings.clients, settings.prime)


def what_may_be_learned(survivors: Collection[int], settings: Settings, colluders: Collection[int] = ()) -> Rows:
    """What is meant to be told: the colluders' inputs, and a sum for each part of the survivors who do not collude.

    A part is a connected component of these on the graph of common masks; where it is connected, there is one.
    """
    n, honest = settings.clients, set(survivors) - set(colluders)
    rows = [[int(i == client) for i in range(n)] for client in colluders]
    while honest:
        part = _component(min(honest), honest, settings)
        rows.append([int(i in part) for i in range(n)])
        honest -= part
    return echelon(rows, settings.prime)


def _component(start: int, among: Collection[int], settings: Settings) -> set[int]:
    part, border = {start}, [start]
    while border:
        new = set(protocol.neighbors(border.pop(), settings)) & set(among) - part
        part |= new
        border += new
    return part


explain_failures(__name__)
