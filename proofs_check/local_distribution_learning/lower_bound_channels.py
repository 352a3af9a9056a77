"""Private channels and their columns, as instances: what the claims on displays (20) to (23) are checked on."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any, Final

from dpassay.analysis.channels import (
    Channel,
    binary_mechanism,
    hadamard_mechanism,
    randomized_response,
    subset_mechanism,
)
from dpassay.analysis.hadamard_class import HadamardClass, hadamard, order_of
from dpassay.exact import LogForm, Number
from dpassay.proofs_check.claim import Goal, Guide
from dpassay.proofs_check.instances import ABOVE_0, ABOVE_1, PROBABILITY, entries, family, optional, row_of, text, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import identity, inequality
from dpassay.proofs_check.numbers import Value, at_most

CHANNELS: Final = ("response", "half", "hadamard", "sign", "constant")

CHANNEL: Final = text("the name of a channel", "response|half|hadamard|constant|sign [1-9][0-9]?")

SIZE: Final = whole(1, 64)


def is_of_member(name: str, size: int) -> bool:
    """Tell whether a channel that tells a sign tells that of one of the K members."""
    kind, *rest = name.split()
    return kind != "sign" or int(rest[0]) <= size


def channel_named(name: str, size: int, exp_eps: object) -> Channel:
    """Return an (eps, 0)-private channel on the labels of the class: "sign i" tells a noisy sign of H_(i+1)."""
    order, (kind, *rest) = order_of(size), name.split()
    if kind == "response":
        return randomized_response(order, exp_eps)
    if kind == "half":
        return subset_mechanism(order, order // 2, exp_eps)
    if kind == "hadamard":
        return hadamard_mechanism(order, exp_eps)
    if kind == "sign":
        signs = hadamard(order)[int(rest[0])]
        return binary_mechanism(order, [y for y, s in enumerate(signs) if s == -1], exp_eps)
    if kind == "constant":
        return Channel(tuple((Fraction(1),) for _ in range(order)))
    raise ValueError(f"name = {name!r}: expected one of {', '.join(CHANNELS)}, behind sign a member")


def log_at_most(value: LogForm | Value | None, bound: Value | None) -> bool:
    """Tell whether a divergence is at most a bound; a rational bound is compared exactly, also where they are equal."""
    if value is None or bound is None:
        return bound is None
    if isinstance(value, LogForm) and isinstance(bound, int | Fraction):
        return at_most(value, LogForm(Fraction(bound)))
    return at_most(value, bound)


LOG_LEMMA: Final = (
    "For p, q > 0: p log(p/q) - p + q <= (p - q)^2/(2 min(p, q)). With x = q/p - 1 the left side is p (x - log(1 + "
    "x)), which is at most p x^2/2 for x >= 0, and at most p x^2/(2 (1 + x)) for -1 < x <= 0."
)


def log_lemma() -> tuple[Goal, ...]:
    """See ``LOG_LEMMA``."""
    return (
        Goal("x - log(1 + x) <= x^2/2 for x >= 0", inequality("x**2/2 - x + log(1 + x)", "x", "[0, oo)")),
        Goal(
            "x - log(1 + x) <= x^2/(2 (1 + x)) for -1 < x <= 0",
            inequality("x**2/(2*(1 + x)) - x + log(1 + x)", "x", "(-1, 0]"),
        ),
        Goal("p x^2/(2 (1 + x)) at x = q/p - 1", identity("p*(q/p - 1)**2/(2*(q/p))", "(p - q)**2/(2*q)")),
    )


@entries(column=row_of(ABOVE_0, 2), exp_eps=optional(ABOVE_1), size=optional(whole(1))).where
def is_column(instance: Instance) -> bool:
    """A positive column of N = 2^n entries; with a size, N/2 <= K <= N - 1; with e^eps, of that privacy."""
    column = [Fraction(q) for q in instance["column"]]
    private = "exp_eps" not in instance or max(column) <= Fraction(instance["exp_eps"]) * min(column)
    order, size = len(column), instance.get("size", len(column) - 1)
    return order & (order - 1) == 0 and order <= 2 * size < 2 * order and private


def column_of(instance: Instance) -> tuple[Number, ...]:
    """Return the probabilities of a report."""
    return tuple(Fraction(q) for q in instance["column"])


@entries(size=SIZE, a=PROBABILITY, exp_eps=ABOVE_1, channel=CHANNEL).where
def is_channel(instance: Instance) -> bool:
    """K, a in [0, 1], and a channel of the stated privacy."""
    known = is_of_member(instance["channel"], instance["size"])
    return known and channel_of(instance).is_private(Fraction(instance["exp_eps"]))


def channel_of(instance: Instance) -> Channel:
    """Return the channel."""
    return channel_named(instance["channel"], instance["size"], Fraction(instance["exp_eps"]))


def class_of(instance: Instance) -> HadamardClass:
    """Return the hard class."""
    return HadamardClass(instance["size"], Fraction(instance["a"]))


def columns(largest: Iterable[int], orders: Iterable[int], levels: int) -> Iterator[Instance]:
    """All columns whose entries are on a grid from 1 to e^eps, with the last K that goes with N."""
    for top, order in product(largest, orders):
        grid = [1 + Fraction((top - 1) * level, levels - 1) for level in range(levels)]
        for column in product(grid, repeat=order):
            yield {"column": [str(q) for q in column], "exp_eps": str(top), "size": order - 1}


@family(
    "private-columns",
    "all columns with N = 2, 4 and entries 1, (1 + E)/2, E, and with N = 8 and entries 1, E; E = 2, 7, 12",
)
def _private_columns() -> Iterator[Instance]:
    yield from columns((2, 7, 12), (2, 4), 3)
    yield from columns((2, 7, 12), (8,), 2)


def responses() -> Iterator[Instance]:
    """The column of randomized response at its own report, for E = 2, 3, ... and N = 2, 4, 8, with every K."""
    for order, top in product((2, 4, 8), range(2, 16)):
        for size in range(order - 1, order // 2 - 1, -1):
            yield {"column": [str(top)] + ["1"] * (order - 1), "exp_eps": str(top), "size": size}


@family(
    "private-channels",
    "K = 1, 3, 7, E = 3/2, 4, 12 and a = 1/10, 1: randomized response on labels, on halves (K <= 3), on Hadamard "
    "signs, on the sign of one member, and a constant",
)
def _private_channels() -> Iterator[Instance]:
    for size, t, a in product((1, 3, 7), ("3/2", "4", "12"), ("1/10", "1")):
        for name in names_of(size):
            yield {"size": size, "a": a, "exp_eps": t, "channel": name}


def names_of(size: int) -> list[str]:
    """Without the channel of 70 reports."""
    return [name for name in ("response", "half", "hadamard", "sign 1", "constant") if size < 7 or name != "half"]


def _guide(margin: Callable[[float, list[float]], float]) -> Guide:
    """Columns of 4 entries with the smallest equal to 1; ``margin`` gets e^eps and the entries."""

    def column(at: Mapping[str, Any]) -> list[Any]:
        return [1] + [1 + (at["exp_eps"] - 1) * at[name] for name in ("x", "y", "z")]

    return Guide(
        {"exp_eps": (1.01, 60.0), "x": (0.0, 1.0), "y": (0.0, 1.0), "z": (0.0, 1.0)},
        lambda at: margin(at["exp_eps"], column(at)),
        lambda at: {"column": [str(q) for q in column(at)], "exp_eps": str(at["exp_eps"]), "size": 3},
    )


def _variance(column: list[float]) -> float:
    return math.fsum(q * q for q in column) / len(column) - (math.fsum(column) / len(column)) ** 2


def by_tanh(share: float = 1.0) -> Guide:
    """Where the variance is above a share of tanh^2(eps/2) times the mean square."""
    return _guide(
        lambda t, column: (
            share * ((t - 1) / (t + 1)) ** 2 * math.fsum(q * q for q in column) / len(column) - _variance(column)
        )
    )


def by_root(share: float = 1.0) -> Guide:
    """Where the variance is above a share of (e^{eps/2} - 1)^2 times the least entry times the mean."""
    return _guide(
        lambda t, column: (
            share * (math.sqrt(t) - 1) ** 2 * min(column) * math.fsum(column) / len(column) - _variance(column)
        )
    )


REALIZED: Final = (
    "Every positive column with largest entry at most e^eps times the smallest is one of an (eps, 0)-private channel, "
    "up to a factor: take its N cyclic shifts as columns, divided by the sum of its entries. All displays of (23) are "
    "homogeneous, so the factor does not matter."
)

is_step: Final = is_column.having(size=whole(1))

is_private_step: Final = is_step.having(exp_eps=ABOVE_1)
