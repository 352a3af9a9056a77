"""The class and the games of Appendix A, as instances: what several claims on Theorems 1 and 3 are checked on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import reduce
from itertools import product
from typing import Final

from dpassay.analysis.channels import Channel, randomized_response
from dpassay.analysis.hadamard_class import HadamardClass, hadamard, order_of, separation, separation_squared
from dpassay.analysis.label_laws import Vector
from dpassay.exact import Number, Real, as_real, log
from dpassay.exact.dist import total
from dpassay.exact.real import maximum
from dpassay.proofs_check.instances import ABOVE_1, as_rows, entries, family, rational, row_of, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.local_distribution_learning.lower_bound_channels import (
    CHANNEL,
    SIZE,
    channel_named,
    is_of_member,
)
from dpassay.proofs_check.numbers import at_most

LOG_2: Final = as_real(log(2))


def root_of(value: Fraction) -> Real:
    """Return the square root."""
    return as_real(value).sqrt()


def _signs(size: int, i: int) -> tuple[int, ...]:
    """H_(i+1)."""
    return hadamard(order_of(size))[i]


def pair_of(size: int, i: int, a: Number) -> tuple[Vector, Vector]:
    """p_(i,1) and p_(i,2) by (16), for every real a."""
    signs = _signs(size, i)
    first = tuple(Fraction(1 - h, len(signs)) for h in signs)
    return first, tuple(p + h * a / len(signs) for p, h in zip(first, signs, strict=True))


def all_laws(size: int, a: Number) -> list[Vector]:
    """Return the two laws of each of the pairs."""
    return [law for i in range(1, size + 1) for law in pair_of(size, i, a)]


@entries(size=SIZE, rounds=whole(1), exp_eps=ABOVE_1).where
def is_class(instance: Instance) -> bool:
    """K, T and eps with T >= K/(9 m(eps) e^eps), the condition of Theorem 3."""
    return bool(a_squared(instance) <= 1)


def a_squared(instance: Instance) -> Number:
    """Return the square of the a of (16)."""
    return separation_squared(instance["size"], instance["rounds"], Fraction(instance["exp_eps"]))


def separation_of(instance: Instance) -> Number:
    """The a of (16)."""
    a = separation(instance["size"], instance["rounds"], Fraction(instance["exp_eps"]))
    if isinstance(a, Real):
        raise TypeError(f"a = {a}: expected an exact number")
    return a


def hard_class(instance: Instance) -> HadamardClass:
    """Return the class of (16)."""
    return HadamardClass(instance["size"], separation_of(instance))


def channels_of(instance: Instance) -> list[Channel]:
    """One channel a round."""
    names, size, t = instance["channels"], instance["size"], Fraction(instance["exp_eps"])
    return [channel_named(name, size, t) for name in names]


@is_class.having(channels=row_of(CHANNEL)).where
def is_game(instance: Instance) -> bool:
    """The condition of Theorem 3, and a private channel a round."""
    known = all(is_of_member(name, instance["size"]) for name in instance["channels"])
    if not known or len(instance["channels"]) != instance["rounds"]:
        return False
    return all(channel.is_private(Fraction(instance["exp_eps"])) for channel in channels_of(instance))


def game_of(size: int, exp_eps: str, channels: Sequence[str]) -> Instance:
    """Return K, T, e^eps and the channel of each round as an instance."""
    return {"size": size, "rounds": len(channels), "exp_eps": exp_eps, "channels": list(channels)}


@family(
    "hard-games",
    "K = 1 to 4, e^eps from 4/3 to 9, T up to 4 with a rational a in (0, 1], and channels that are equal in all "
    "rounds, or alternate",
)
def _games() -> Iterator[Instance]:
    shapes = ((1, "4", 1), (1, "4", 4), (1, "9", 1), (1, "2", 2), (2, "2", 1), (2, "2", 4), (3, "3", 1), (3, "4/3", 4))
    for size, t, rounds in (*shapes, (4, "4/3", 3), (4, "4", 1), (4, "4", 4)):
        for pattern in (["response"], ["hadamard"], ["sign 1"], ["constant", "sign 1"], ["response", "hadamard"]):
            yield game_of(size, t, [pattern[n % len(pattern)] for n in range(rounds)])


def are_laws(laws: Iterable[Vector]) -> bool:
    """Tell whether all are laws."""
    return all(total(law) == 1 and all(p >= 0 for p in law) for law in laws)


SEPARATION: Final = rational("(0, 2]")


def _paths(channels: Iterable[Channel], pair: tuple[Vector, Vector]) -> Counter[tuple[Number, Number]]:
    """The probabilities of all sequences of reports under the members of a pair, and how many have the same."""
    paths: Counter[tuple[Number, Number]] = Counter({(Fraction(1), Fraction(1)): 1})
    for channel in channels:
        first, second = map(channel.output, pair)
        longer: Counter[tuple[Number, Number]] = Counter()
        for ((p, q), n), (x, y) in product(paths.items(), zip(first, second, strict=True)):
            longer[p * x, q * y] += n
        paths = longer
    return paths


def least_mean(channels: Iterable[Channel], size: int, i: int, a: Number) -> Real:
    """The least mean of the expected KLs of an estimator under the members of a pair; reached by the posterior mean."""
    paths = _paths(channels, pair_of(size, i, a))
    return sum((_posterior_loss(p, q, a) * as_real(n) for (p, q), n in paths.items()), as_real(Fraction(0)))


def _posterior_loss(p: Number, q: Number, a: Number) -> Real:
    """(p KL(p_1, r) + q KL(p_2, r))/2 where r is the mean of the pair with weights p and q; on signs, not labels."""
    r = q / (p + q) * a / 2
    first = -as_real(1 - r).log()
    second = as_real(a / 2) * as_real((p + q) / q).log()
    if a < 2:
        second += as_real(1 - a / 2) * as_real((1 - a / 2) / (1 - r)).log()
    return (as_real(p) * first + as_real(q) * second) / 2


SEPARATIONS: Final = (
    "T >= K/(9 m(eps) e^eps), that is a <= 1, in the checks; the proof is for T >= K/(36 m(eps) e^eps), that is a <= "
    "2, and every eps > 0: beyond that p_{i,2} is no law (SIMA-10)"
)


def one_channel(instance: Instance) -> Channel:
    """Return the channel of every round."""
    return channel_named(instance["channel"], instance["pairs"], Fraction(instance["root"]) ** 2)


def share(instance: Instance) -> Fraction:
    """a: what is given, or that of the proof, for which sqrt(K'/T) must be rational."""
    if "a" in instance:
        return Fraction(instance["a"])
    return min(Fraction(2), Fraction(3, 2) * Fraction(instance["ratio"]) / (Fraction(instance["root"]) - 1))


def _pair_risk(instance: Instance, i: int) -> Real:
    """The least risk of T rounds, in the mean over the two members of a pair, when the pair is known."""
    channel, a = one_channel(instance), share(instance)
    rounds = ([channel] * t for t in range(instance["rounds"]))
    return sum((least_mean(channels, instance["pairs"], i, a) for channels in rounds), as_real(Fraction(0)))


def mean_risk(instance: Instance) -> Real:
    """Return the mean over the pairs of the risk on one."""
    pairs = range(1, instance["pairs"] + 1)
    return sum((_pair_risk(instance, i) for i in pairs), as_real(Fraction(0))) / len(pairs)


def theorem_bound(instance: Instance) -> Real:
    """(3 log 2/16) min{sqrt(K' T)/s, 8 T/3}."""
    first = root_of(Fraction(instance["pairs"] * instance["rounds"])) / as_real(Fraction(instance["root"]) - 1)
    second = Fraction(8 * instance["rounds"], 3)
    return LOG_2 * 3 / 16 * (first if at_most(first, second) else as_real(second))


@family(
    "pair-games",
    "1 to 3 pairs, T = 1, 2, 3, e^{eps/2} = 11/10, 2, 4, a = 1/5, 1, 2: randomized response on labels and on one sign",
)
def _pair_games() -> Iterator[Instance]:
    for pairs, rounds, root, a in product((1, 2, 3), (1, 2, 3), ("11/10", "2", "4"), ("1/5", "1", "2")):
        for channel in ("response", "sign 1"):
            yield {"pairs": pairs, "rounds": rounds, "root": root, "a": a, "channel": channel}


@family(
    "proof-games",
    "(K', T) = (1, 1), (1, 4), (2, 2), (3, 3), e^{eps/2} = 11/10, 3/2, 2, 3, 6, at the a of the proof: as in "
    "pair-games",
)
def _proof_games() -> Iterator[Instance]:
    shapes = ((1, 1, "1"), (1, 4, "1/2"), (2, 2, "1"), (3, 3, "1"))
    for (pairs, rounds, ratio), root in product(shapes, ("11/10", "3/2", "2", "3", "6")):
        for channel in ("response", "sign 1"):
            yield {"pairs": pairs, "rounds": rounds, "root": root, "ratio": ratio, "channel": channel}


EDGES: Final = (
    "K = 1 has no such class: one member is known, and the risk is 0 (SIMA-09d).",
    "The printed class has 2 K members on N > K labels. So a size K with at most K labels needs floor(K/2) pairs, "
    "which costs a factor sqrt 2 to sqrt 3.",
    "The class of the proof depends on T and eps through a. One class for all is made of functions that are not "
    "constant: f_{i,l}(x) = p_{i,l} with a = a(x), a function onto (0, 2], and Nature shows an x with the a that is "
    "needed; constant functions cannot do it (SIMA-09c).",
    "The averaging over i needs non-interactive R_t, as in the source.",
    "At a = 1 all second members are uniform (SIMA-10b). Any other laws on the N labels make up the number, and the "
    "risk is at least that of the pairs.",
)


def risk_of_mixture(instance: Instance) -> Real:
    """The largest over f of the sum over j of 1/(1 - rho_j), which bounds the risk for every T."""
    rows = as_rows(instance["table"])
    channel = randomized_response(len(rows[0]), Fraction(instance["exp_eps"]))
    laws = [channel.output(row) for row in rows]
    sums = [sum((1 / (1 - _overlap(f, g)) for g in laws if g != f), as_real(Fraction(0))) for f in laws]
    return reduce(maximum, sums)


def _overlap(p: Vector, q: Vector) -> Real:
    return sum((as_real(x * y).sqrt() for x, y in zip(p, q, strict=True)), as_real(Fraction(0)))
