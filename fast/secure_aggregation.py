"""Secure aggregation of long vectors from thousands of clients, in memory for a few vectors.

A protocol, not a differentially private mechanism: the server learns the sum of the clients' vectors, which nothing
here hides. Source: Bonawitz et al., "Practical secure aggregation for privacy-preserving machine learning" (CCS 2017),
on the ring of neighbors of Bell et al., "Secure single-server aggregation with (poly)logarithmic overhead" (CCS 2020);
Shamir, "How to share a secret" (1979).

A mask is as long as the vectors, so what is shared is the seed that it is expanded from: a few elements of the field,
each split by a polynomial of its own. Every mask is expanded where a client or the server would expand it, added and
taken off; only the sum of the uploads is kept. NumPy's SFC64 stands for a generator that is safe in the cryptographic
sense: this is to measure and to test with, and protects nobody's data.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import reduce
from math import isqrt

import numpy as np
from numpy.typing import NDArray

from dpassay.fast.checks import bad, generator, integer, positive

__all__ = [
    "LARGEST_PRIME",
    "LIMBS",
    "Masks",
    "deal",
    "decoded",
    "encoded",
    "expanded",
    "neighbors",
    "recovered",
    "secure_sum",
    "shares_of",
    "upload",
]

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]

LARGEST_PRIME = 2**31 - 1  # the product of two residues is then below 2^62
LIMBS = 4  # elements of the field in a seed: 124 bits of the largest prime
MOST_CLIENTS = 2**20
MOST_BITS = 30


@dataclass(frozen=True, slots=True)
class Masks:
    """All masks: for each its two clients (u, v), its seed, and the shares of the seed that holders have.

    A mask of u alone stands as (u, u). Shapes: pairs (m, 2), seeds (m, LIMBS), holders (m, h), shares (m, LIMBS, h),
    where h is degree + 1.
    """

    pairs: Integers
    seeds: Integers
    holders: Integers
    shares: Integers


def encoded(vector: Floats, bits: int, largest: float = 1.0) -> Integers:
    """Each frequency in units of 2^-bits, rounded to the nearest integer, of two to the even one."""
    frequencies = np.asarray(vector, dtype=np.float64)
    inside = (frequencies >= 0) & (frequencies <= largest)  # NaN is not
    if not inside.all():
        raise bad("frequencies", float(frequencies[~inside].flat[0]), f"numbers from 0 to {largest:g}")
    return np.rint(np.ldexp(frequencies, bits)).astype(np.int64)


def decoded(total: Integers, bits: int) -> Floats:
    """The frequencies that integers stand for."""
    return np.ldexp(total.astype(np.float64), -bits)


def neighbors(client: int, clients: int, degree: int) -> list[int]:
    """Who shares a mask with a client: the nearest on the ring, or all others."""
    if degree == clients - 1:
        return [v for v in range(clients) if v != client]
    return [(client + step) % clients for step in range(-(degree // 2), degree // 2 + 1) if step]


def deal(clients: int, threshold: int, degree: int, prime: int, rng: np.random.Generator) -> Masks:
    """Draw the seeds, and split each among its holders: the first of its pair and the neighbors of that one."""
    around = [neighbors(u, clients, degree) for u in range(clients)]
    pairs = np.array([(u, v) for u in range(clients) for v in (u, *around[u]) if u <= v], dtype=np.int64)
    circles = np.array([sorted((u, *around[u])) for u in range(clients)], dtype=np.int64)
    holders = circles[pairs[:, 0]]
    coefficients = rng.integers(prime, size=(len(pairs), LIMBS, threshold))
    return Masks(pairs, coefficients[:, :, 0], holders, shares_of(coefficients, holders[:, np.newaxis, :], prime))


def shares_of(coefficients: Integers, holders: Integers, prime: int) -> Integers:
    """The values of polynomials at holders + 1, by Horner's rule; the last axis of the first is the degree."""
    points, start = holders + 1, np.zeros((*coefficients.shape[:-1], holders.shape[-1]), dtype=np.int64)
    columns = [coefficients[..., k, np.newaxis] for k in reversed(range(coefficients.shape[-1]))]
    return reduce(lambda above, column: (above * points + column) % prime, columns, start)


def recovered(shares: Integers, holders: Integers, prime: int) -> Integers:
    """The values at 0: Lagrange's formula for rows of t shares; shapes (m, LIMBS, t) and (m, t) give (m, LIMBS)."""
    points, weights = holders + 1, np.ones_like(holders)
    for j in range(holders.shape[1]):
        others = np.arange(holders.shape[1]) != j
        above = reduce(lambda product, x: product * x % prime, points[:, others].T, np.ones_like(points[:, j]))
        gaps = (points[:, others] - points[:, j, np.newaxis]) % prime
        below = reduce(lambda product, x: product * x % prime, gaps.T, np.ones_like(above))
        weights[:, j] = above * _inverse(below, prime) % prime
    terms = shares * weights[:, np.newaxis, :] % prime
    total: Integers = terms.sum(axis=2) % prime
    return total


def _inverse(values: Integers, prime: int) -> Integers:
    """The inverses modulo a prime: the powers of exponent prime - 2."""
    result, square, exponent = np.ones_like(values), values % prime, prime - 2
    while exponent:
        if exponent & 1:
            result = result * square % prime
        square, exponent = square * square % prime, exponent >> 1
    return result


def expanded(seed: Integers, size: int, prime: int) -> Integers:
    """The mask of a seed: so many elements of the field, uniform, for words that are too large are drawn again."""
    bits, words = np.random.Generator(np.random.SFC64(seed.tolist())), np.full(size, prime, dtype=np.uint32)
    mask = np.uint32((1 << prime.bit_length()) - 1)
    while (open_places := np.flatnonzero(words >= prime)).size:
        drawn = np.frombuffer(bits.bytes(4 * open_places.size), dtype=np.uint32)
        words[open_places] = drawn & mask
    return words.astype(np.int64)


def upload(client: int, values: Integers, masks: Masks, rows: Integers, prime: int) -> Integers:
    """x_u + b_u + the masks with later clients - the masks with earlier ones; `rows` are those of the client's masks.

    The terms are few and below 2^31: they are added in 64 bits, and reduced once.
    """
    total = values.copy()
    for row in rows:
        mask = expanded(masks.seeds[row], values.size, prime)
        if masks.pairs[row, 0] == client:
            total += mask
        else:
            total -= mask
    return total % prime


def secure_sum(
    frequencies: Iterable[Floats],
    survivors: Collection[int],
    *,
    clients: int,
    threshold: int,
    degree: int,
    bits: int,
    rng: np.random.Generator,
    prime: int = LARGEST_PRIME,
    largest: float = 1.0,
) -> Floats:
    """Run the protocol: the sum of the survivors' vectors, each entry off by at most len(survivors) / 2^(bits + 1).

    Args:
        frequencies: the vector of each client, all of one length, entries from 0 to `largest`; one is used at a time.
        survivors: the clients that do not drop out, numbered from 0.
        clients: n, how many there are.
        threshold: t, the shares that give a seed, from 1 to degree + 1.
        degree: the neighbors of a client, n - 1 or an even number below it.
        bits: a frequency is rounded to a multiple of 2^-bits.
        rng: draws the seeds.
        prime: above n and below 2^31.
        largest: no frequency is above it.

    Raises:
        ValueError: an argument is outside its range, a sum might wrap around, or a mask has lost too many holders.
    """
    _check_sizes(clients, threshold, degree)
    _check_field(prime, clients, bits, positive(largest, "largest"))
    left = _survivors(survivors, clients)
    masks = deal(clients, threshold, degree, prime, generator(rng))
    rows, columns = _holders_left(masks, left, threshold)
    few = np.take_along_axis(masks.shares[rows], columns[:, np.newaxis, :], axis=2)
    seeds = recovered(few, np.take_along_axis(masks.holders[rows], columns, axis=1), prime)
    own = _rows_of_clients(masks, clients)
    total: Integers | None = None
    count = 0
    for client, vector in enumerate(frequencies):
        count += 1
        if client < clients and left[client]:
            values = encoded(vector, bits, largest)
            if total is not None and values.shape != total.shape:
                raise bad("frequencies", values.shape, f"vectors of one length, {total.size}")
            sent = upload(client, values, masks, own[client], prime)
            total = sent if total is None else (total + sent) % prime
    if count != clients or total is None:
        raise bad("frequencies", count, f"clients = {clients} vectors")
    return decoded(_unmasked(total, masks, rows, seeds, left=left, prime=prime), bits)


def _unmasked(
    total: Integers, masks: Masks, rows: Integers, seeds: Integers, *, left: NDArray[np.bool_], prime: int
) -> Integers:
    """Take off the masks in these rows, which do not cancel, expanded from the seeds as they are recovered."""
    for row, seed in zip(rows, seeds, strict=True):
        mask = expanded(seed, total.size, prime)
        # The first of a pair added it; where the second alone survived, it was subtracted.
        total = (total - mask if left[masks.pairs[row, 0]] else total + mask) % prime
    return total


def _rows_of_clients(masks: Masks, clients: int) -> list[Integers]:
    """The rows of the masks that each client adds or subtracts."""
    rows: list[list[int]] = [[] for _ in range(clients)]
    for row, (u, v) in enumerate(masks.pairs.tolist()):
        rows[u].append(row)
        if v != u:
            rows[v].append(row)
    return [np.array(some, dtype=np.int64) for some in rows]


def _holders_left(masks: Masks, left: NDArray[np.bool_], threshold: int) -> tuple[Integers, Integers]:
    """The rows of the masks to take off, and for each where its first t holders stand that are left."""
    own = masks.pairs[:, 0] == masks.pairs[:, 1]
    first, second = left[masks.pairs[:, 0]], left[masks.pairs[:, 1]]
    rows = np.flatnonzero((own & first) | (first != second))
    there = left[masks.holders[rows]]
    lost = np.flatnonzero(there.sum(axis=1) < threshold)
    if lost.size:
        u, v = masks.pairs[rows[lost[0]]]
        count = int(there[lost[0]].sum())
        raise bad("survivors", count, f"threshold = {threshold} holders or more of the mask of {u} and {v}")
    return rows, np.argsort(~there, axis=1, kind="stable")[:, :threshold]


# Arguments


def _check_sizes(clients: int, threshold: int, degree: int) -> None:
    n = integer(clients, "clients", low=1, high=MOST_CLIENTS)
    integer(degree, "degree", low=0, high=n - 1)
    if degree != n - 1 and degree % 2:
        raise bad("degree", degree, f"{n - 1} or an even number")
    integer(threshold, "threshold", low=1, high=degree + 1)


def _check_field(prime: int, clients: int, bits: int, largest: float) -> None:
    integer(bits, "bits", low=0, high=MOST_BITS)
    q = integer(prime, "prime", low=2, high=LARGEST_PRIME)
    if any(q % divisor == 0 for divisor in range(2, isqrt(q) + 1)):
        raise bad("prime", prime, "a prime")
    most = clients * max(1, round(largest * 2**bits))
    if q <= most:
        raise bad("prime", prime, f"a prime above {most}, the largest sum: clients * largest * 2^bits")


def _survivors(survivors: Collection[int], clients: int) -> NDArray[np.bool_]:
    left = np.zeros(clients, dtype=np.bool_)
    for client in survivors:
        left[integer(client, "survivors", low=0, high=clients - 1)] = True
    if left.sum() != len(survivors) or not left.any():
        raise bad("survivors", sorted(survivors), "some clients, each once")
    return left
