"""Constant functions under randomized response: a bound on the risk that holds for every horizon (SIMA-08b)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import reduce
from itertools import product

from dpassay.analysis.distribution_learners import (
    c_eta,
    noised,
)
from dpassay.analysis.label_laws import Vector, read_table
from dpassay.exact import Real, as_real, log
from dpassay.exact.real import maximum
from dpassay.proofs_check.instances import (
    ABOVE_0,
    ABOVE_1,
    LAWS_AS_TEXT,
    entries,
    told,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.local_distribution_learning.responses import exp_eps_of
from dpassay.proofs_check.numbers import at_most


@entries(table=LAWS_AS_TEXT, exp_eps=ABOVE_1, rounds=whole(1), constant=ABOVE_0).where
def _is_constant_class(instance: Instance) -> bool:
    """Different constant functions."""
    table = read_table(instance["table"])
    return len(table[0]) >= 2 and len(set(table)) == len(table) >= 2


def _claimed(instance: Instance) -> Real:
    """A constant times sqrt(T log K)/c_eta."""
    table = read_table(instance["table"])
    c = c_eta(len(table[0]), exp_eps_of(instance))
    root = (as_real(log(len(table))) * int(instance["rounds"])).sqrt()
    return root * as_real(Fraction(instance["constant"])) / as_real(c)


@_is_constant_class.where
def _is_small_constant(instance: Instance) -> bool:
    """A constant of at most c_eta sqrt(log K), with which the claimed risk is at most sqrt(T) log K."""
    table = read_table(instance["table"])
    most = as_real(log(len(table))).sqrt() * as_real(c_eta(len(table[0]), exp_eps_of(instance)))
    return at_most(as_real(Fraction(instance["constant"])), most)


def _overlap(p: Vector, q: Vector) -> Real:
    return sum((as_real(x * y).sqrt() for x, y in zip(p, q, strict=True)), as_real(Fraction(0)))


def for_every_horizon(instance: Instance) -> Real:
    """The largest over f of the sum over j of 1/(1 - rho_j), which bounds the risk for every T."""
    laws = noised(read_table(instance["table"]), exp_eps_of(instance))
    sums = (sum((1 / (1 - _overlap(f, g)) for g in laws if g != f), as_real(Fraction(0))) for f in laws)
    return reduce(maximum, sums)


told(
    "sima08b-every-class",
    "c sqrt(T log K)/c_eta is at most a bound on the learner's risk for this class that holds for every T",
    _is_constant_class,
    lambda i: {"c sqrt(T log K)/c_eta": _claimed(i), "the risk is at most": for_every_horizon(i)},
)(lambda instance: at_most(_claimed(instance), for_every_horizon(instance)))
told("sima08b-trivial", "for c <= c_eta sqrt(log K), c sqrt(T log K)/c_eta is at most T log K", _is_small_constant)(
    lambda instance: at_most(_claimed(instance), as_real(log(len(read_table(instance["table"])))) * instance["rounds"])
)


def long_games() -> Iterator[Instance]:
    """Two point masses, e^eps = 4, and many rounds."""
    for constant, exponent in product(("1/1000", "1/100", "1/10"), (2, 4, 6, 8, 10)):
        yield {"table": "1,0;0,1", "exp_eps": "4", "rounds": 10**exponent, "constant": constant}
