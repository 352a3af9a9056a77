"""Secure aggregation: a server learns the sum of the clients' frequencies and, of these, nothing more.

This is a protocol and not a differentially private mechanism: it hides what the sum does not tell, and nothing hides
the sum. So it has no law, no neighbors and no guarantee, and is in no table of mechanisms. It is the SecAgg that
Algorithms 1 to 3 of Scott, Biswas, Cormode and Maple ("Distributed, communication-efficient, and differentially private
estimation of KL divergence", Section 3.3) take as given.

Source: Bonawitz et al., "Practical secure aggregation for privacy-preserving machine learning" (CCS 2017), Section 4;
Shamir, "How to share a secret" (1979); the sparse graph is that of Bell et al., "Secure single-server aggregation with
(poly)logarithmic overhead" (CCS 2020). Modulo a prime q, with clients 0, ..., n - 1 on a ring:

1. Each client u has a mask b_u of its own, and with each neighbor v a mask s_uv that both know; all are uniform.
   Client u splits b_u and each s_uv with v > u among its holders, itself and its neighbors, so that any t shares give
   the mask and fewer tell nothing of it: they are values of a polynomial of degree t - 1.
2. Client u uploads x_u + b_u + sum_(v > u) s_uv - sum_(v < u) s_uv.
3. Survivors are the clients whose uploads came in time. Their holders send shares of b_u for each survivor u, and of
   s_uv where one of u and v survived. The server takes these masks off; s_uv of two survivors cancels.

Readings. Masks are uniform and handed over in secret: keys that are agreed on and expanded, as in the source, hide
computationally what is hidden here without condition. All follow the protocol, though up to t - 1 clients may tell the
server all they know; a server that asks for both b_u and s_uv of one client is not considered. An upload that is late
can reach the server too: b_u is what hides it.

What the server can learn is computed in ``dpassay.analysis.secure_aggregation``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import Generic, Protocol, Self, TypeAlias, TypeVar

from flint import fmpz

from dpassay.exact import Coins, as_fraction, as_integer, require
from dpassay.exact.entrance import explain_failures

LARGEST_PRIME = 2**31 - 1
"""Products of residues then fit into 64 bits, for implementations that need it."""
MOST_CLIENTS = 64
"""This text is slow: each mask has as many shares as holders."""
MOST_BITS = 30

Pair: TypeAlias = tuple[int, int]
"""(u, v) with u < v names s_uv; (u, u) names b_u."""


class Element(Protocol):
    """What is added up: residues, or whatever is added and multiplied by integers like them."""

    def __add__(self, other: Self, /) -> Self: ...
    def __mul__(self, factor: int, /) -> Self: ...
    def __mod__(self, modulus: int, /) -> Self: ...


E = TypeVar("E", bound=Element)


@dataclass(frozen=True, slots=True)
class Settings:
    """What all agree on beforehand.

    Attributes:
        clients: n, from 1 to 64.
        threshold: t, the shares that give a mask; from 1 to the number of holders, degree + 1.
        prime: q, above n and below 2^31.
        degree: the neighbors of each client: n - 1, or an even number below it, half of it on either side of the ring.
        bits: a frequency is rounded to a multiple of 2^-bits.
        largest: no frequency is above it.

    Raises:
        ValueError: an argument is outside its range, or the prime so small that a sum may wrap around.
    """

    clients: int
    threshold: int
    prime: int
    degree: int
    bits: int = 0
    largest: Fraction = Fraction(1)

    def __post_init__(self) -> None:
        n, q = as_integer(self.clients, "clients"), as_integer(self.prime, "prime")
        require(1 <= n <= MOST_CLIENTS, "clients", n, f"an integer from 1 to {MOST_CLIENTS}")
        degree, t = as_integer(self.degree, "degree"), as_integer(self.threshold, "threshold")
        fits = 0 <= degree <= n - 1 and (degree == n - 1 or degree % 2 == 0)
        require(fits, "degree", degree, f"{n - 1}, or an even number from 0 to {n - 1}")
        require(1 <= t <= degree + 1, "threshold", t, f"an integer from 1 to degree + 1 = {degree + 1}")
        require(n < q <= LARGEST_PRIME and is_prime(q), "prime", q, f"a prime above clients = {n} and below 2^31")
        bits = as_integer(self.bits, "bits")
        require(0 <= bits <= MOST_BITS, "bits", bits, f"an integer from 0 to {MOST_BITS}")
        largest = as_fraction(self.largest, "largest")
        require(largest > 0, "largest", largest, "a number above 0")
        most = n * round(largest * (1 << bits))
        require(q > most, "prime", q, f"a prime above {most}, the largest sum: clients * largest * 2^bits")


def is_prime(number: int) -> bool:
    """Tell whether an integer is prime; FLINT's test proves it below 2^64."""
    require(number <= LARGEST_PRIME, "number", number, "an integer below 2^31")
    return number > 1 and bool(fmpz(number).is_prime())


# Fixed point


def encoded(frequency: Fraction, settings: Settings) -> int:
    """The integer nearest to frequency * 2^bits, the even one of two; it is off by at most 1/2.

    Raises:
        ValueError: the frequency is below 0 or above the largest.
    """
    x = as_fraction(frequency, "frequency")
    require(0 <= x <= settings.largest, "frequency", x, f"a number from 0 to {settings.largest}")
    return round(x * (1 << settings.bits))


def decoded(total: int, settings: Settings) -> Fraction:
    """What an integer stands for."""
    return Fraction(as_integer(total, "total"), 1 << settings.bits)


def rounding_bound(clients: int, settings: Settings) -> Fraction:
    """How far a decoded sum over so many clients is at most from the sum of their frequencies; this is attained."""
    return Fraction(as_integer(clients, "clients"), 2 << settings.bits)


# Masks and shares


def neighbors(client: int, settings: Settings) -> tuple[int, ...]:
    """The clients that share a mask with this one: the nearest on the ring, or all."""
    n, half = settings.clients, settings.degree // 2
    if settings.degree == n - 1:
        return tuple(v for v in range(n) if v != client)
    return tuple(sorted((client + step) % n for step in range(-half, half + 1) if step))


def holders(pair: Pair, settings: Settings) -> tuple[int, ...]:
    """Who has a share of a mask: the first of the pair, who hands them out, and its neighbors."""
    return tuple(sorted((pair[0], *neighbors(pair[0], settings))))


def pairs(settings: Settings) -> list[Pair]:
    """The names of all masks."""
    return [(u, v) for u in range(settings.clients) for v in (u, *neighbors(u, settings)) if u <= v]


@dataclass(frozen=True, slots=True)
class Dealt(Generic[E]):
    """All masks, by their names, and the share of each that each of its holders has."""

    masks: Mapping[Pair, E]
    shares: Mapping[Pair, Mapping[int, E]]


def value_at(point: int, coefficients: Sequence[E], prime: int) -> E:
    """The value of a polynomial, its constant term first."""
    require(bool(coefficients), "coefficients", coefficients, "one or more")
    return reduce(lambda above, c: (above * point + c) % prime, reversed(coefficients))


def deal(uniform: Callable[[], E], settings: Settings) -> Dealt[E]:
    """Step 1: a mask is the value at 0 of a polynomial of degree t - 1, and the share of client w that at w + 1.

    Args:
        uniform: draws an element of the field.
        settings: what all agree on.
    """
    q = settings.prime
    polynomials = {pair: [uniform() for _ in range(settings.threshold)] for pair in pairs(settings)}
    return Dealt(
        {pair: coefficients[0] for pair, coefficients in polynomials.items()},
        {
            pair: {w: value_at(w + 1, coefficients, q) for w in holders(pair, settings)}
            for pair, coefficients in polynomials.items()
        },
    )


def recovered(shares: Mapping[int, E], settings: Settings) -> E:
    """The mask of which these are shares: Lagrange's formula at 0, from the first t of them.

    Raises:
        ValueError: there are fewer than t.
    """
    t, q = settings.threshold, settings.prime
    require(len(shares) >= t, "shares", len(shares), f"at least threshold = {t} of them")
    few = dict(sorted(shares.items())[:t])
    return added((few[w] * lagrange_weight(w, list(few), q) for w in few), q)


def lagrange_weight(client: int, clients: Sequence[int], prime: int) -> int:
    """What a share counts in the value at 0: the product of x_v / (x_v - x_w) over the other v, where x_w = w + 1."""
    weight = 1
    for v in clients:
        if v != client:
            weight = weight * (v + 1) * pow(v - client, -1, prime) % prime
    return weight


def added(elements: Iterator[E], prime: int) -> E:
    """The sum of one or more elements."""
    return reduce(lambda a, b: (a + b) % prime, elements)


# What is sent


def upload(client: int, value: E, dealt: Dealt[E], settings: Settings) -> E:
    """Step 2: x_u + b_u + the masks with later clients - the masks with earlier ones."""
    check_clients("client", (client,), settings)
    own = dealt.masks[client, client]
    require(isinstance(value, type(own)), "value", value, f"what masks are, {type(own).__name__}")
    terms = [value, own]
    terms += [dealt.masks[client, v] for v in neighbors(client, settings) if v > client]
    terms += [dealt.masks[v, client] * -1 for v in neighbors(client, settings) if v < client]
    return added(iter(terms), settings.prime)


def asked_for(survivors: Collection[int], settings: Settings) -> list[Pair]:
    """Step 3: whose shares are sent, b_u of each survivor and s_uv where one of the two survived."""
    left = set(survivors)
    return [(u, v) for u, v in pairs(settings) if (u == v and u in left) or ((u in left) is not (v in left))]


@dataclass(frozen=True, slots=True)
class Received(Generic[E]):
    """What the server gets: uploads by client, late ones as well, and shares by mask and holder."""

    uploads: Mapping[int, E]
    shares: Mapping[Pair, Mapping[int, E]]


def received(
    values: Sequence[E], dealt: Dealt[E], survivors: Collection[int], settings: Settings, late: Collection[int] = ()
) -> Received[E]:
    """All that the server gets in steps 2 and 3.

    Args:
        values: the encoded frequency of each client.
        dealt: masks and shares.
        survivors: the clients that upload in time, and send shares.
        settings: what all agree on.
        late: clients whose upload comes when the survivors are settled.

    Raises:
        ValueError: an argument does not fit the clients, or fewer than t remain of the holders of a mask.
    """
    check_clients("survivors", survivors, settings)
    check_clients("late", late, settings)
    require(len(values) == settings.clients, "values", len(values), f"clients = {settings.clients} of them")
    require(not set(survivors) & set(late), "late", sorted(late), "none of the survivors")
    check_threshold(survivors, settings)
    uploads = {u: upload(u, values[u], dealt, settings) for u in sorted({*survivors, *late})}
    asked = asked_for(survivors, settings)
    return Received(
        uploads, {pair: {w: share for w, share in dealt.shares[pair].items() if w in survivors} for pair in asked}
    )


def check_clients(name: str, some: Collection[int], settings: Settings) -> None:
    """Refuse what are not different clients."""
    fits = set(some) <= set(range(settings.clients)) and len(set(some)) == len(some)
    require(fits, name, sorted(some), f"different clients from 0 to {settings.clients - 1}")


def check_threshold(survivors: Collection[int], settings: Settings) -> None:
    """Refuse survivors that cannot take off a mask: each must have t holders among them."""
    t = settings.threshold
    require(len(survivors) >= t, "survivors", len(survivors), f"at least threshold = {t} clients")
    for pair in asked_for(survivors, settings):
        left = set(holders(pair, settings)) & set(survivors)
        expected = f"clients that include threshold = {t} of {list(holders(pair, settings))}, who hold the mask {pair}"
        require(len(left) >= t, "survivors", sorted(survivors), expected)


def unmasked(got: Received[E], survivors: Collection[int], settings: Settings) -> E:
    """Step 3: the sum of the survivors' uploads, less b_u of each, less or plus s_uv of those with one survivor."""
    left = set(survivors)
    require(left <= set(got.uploads), "survivors", sorted(left), "clients of whom there is an upload")
    masks = {pair: recovered(shares, settings) for pair, shares in got.shares.items()}
    # s_uv stands with a plus sign in the upload of u, and with a minus sign in that of v; b_u with a plus sign.
    taken_off = (masks[u, v] * (-1 if u in left else 1) for u, v in masks)
    return added(iter((*(got.uploads[u] for u in left), *taken_off)), settings.prime)


def secure_sum(frequencies: Sequence[Fraction], survivors: Collection[int], settings: Settings, rng: Coins) -> Fraction:
    """Run the protocol: the sum of the survivors' frequencies, off by at most ``rounding_bound(len(survivors))``.

    Args:
        frequencies: one of each client, from 0 to the largest.
        survivors: the clients that do not drop out.
        settings: what all agree on.
        rng: draws the masks.

    Raises:
        ValueError: an argument is outside its range, or too few clients remain.
    """
    values = [encoded(frequency, settings) for frequency in frequencies]
    dealt = deal(lambda: rng.randrange(settings.prime), settings)
    return decoded(unmasked(received(values, dealt, survivors, settings), survivors, settings), settings)


explain_failures(__name__)
