"""The class of liars as the goals of SIMA-34 and SIMA-35a have it."""

from __future__ import annotations

from fractions import Fraction

from flint import arb

from dpassay.proofs_check.instances import ABOVE_0, either, entries, rational, whole, word
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.local_distribution_learning.risk_terms import DELTA
from dpassay.proofs_check.models.games_of_liars import Constants, Liars


@entries(
    experts=whole(5),
    rounds=whole(3),
    epsilon=ABOVE_0,
    delta=DELTA,
    gamma=either(word("log T"), rational("[1, oo)")),
).where
def are_liars(instance: Instance) -> bool:
    """Whether there are as many as the class needs."""
    return bool(instance["experts"] >= 2 * instance["rounds"] - 1)


def least_risk(instance: Instance, *, printed: bool = True) -> tuple[arb, Constants]:
    """What Algorithm 1 pays at least when all noises are below c', for every sequence of labels."""
    gamma = None if instance["gamma"] == "log T" else Fraction(instance["gamma"])
    budget = Fraction(instance["epsilon"]), Fraction(instance["delta"])
    at = Constants(Liars(instance["rounds"], instance["experts"], *budget, gamma), printed=printed)
    return at.least_risk, at
