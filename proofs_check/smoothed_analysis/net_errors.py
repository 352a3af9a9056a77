"""Exact probabilities of the exponential mechanism on small scores, and the numbers of Theorem G.4."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any, Final

from dpassay.exact import Real, as_real
from dpassay.proofs_check.instances import ABOVE_0, BETWEEN, FROM_0, entries, family, row_of, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.models.scored_choices import Scores, total, weight
from dpassay.proofs_check.numbers import at_most, below

IS_SCORED: Final = entries(scores=row_of(FROM_0), records=whole(1), epsilon=ABOVE_0)
WITH_T: Final = IS_SCORED.having(t=ABOVE_0)
WITH_ETA: Final = IS_SCORED.having(eta=BETWEEN)


def scores_of(instance: Instance) -> Scores:
    """Read an instance."""
    return Scores(tuple(map(Fraction, instance["scores"])), instance["records"], Fraction(instance["epsilon"]))


def _probability(at: Scores, chosen: list[bool]) -> Any:
    """That of an event."""
    hits = (weight(at, h) for h, is_in in enumerate(chosen, 1) if is_in)
    return sum(hits, as_real(0)) / total(at) if not all(chosen) else Fraction(1)


def _step(at: Scores, more: Any) -> Any:
    """2/(eps n) times log C and what is added."""
    return (as_real(len(at.scores)).log() + more) * (2 / (at.epsilon * at.records))


def _far(at: Scores, gap: Any) -> Any:
    """The probability of a score above the least one by more than a gap."""
    least = min(at.scores)
    return _probability(at, [below(as_real(least) + gap, score) for score in at.scores])


def _printed(instance: Instance) -> Any:
    """The probability of a score of at least the least one less the gap."""
    at = scores_of(instance)
    gap = _step(at, Fraction(instance["t"]))
    return _probability(at, [at_most(as_real(min(at.scores)) - gap, score) for score in at.scores])


told(
    "hrs43a",
    "s >= min s - 2/(eps n) (log C + t) has probability at most e^(-t)",
    WITH_T,
    lambda instance: {"probability": _printed(instance), "e^(-t)": as_real(-Fraction(instance["t"])).exp()},
)(lambda instance: at_most(_printed(instance), as_real(-Fraction(instance["t"])).exp()))
told("hrs43a-corrected", "s > min s + 2/(eps n) (log C + t) has probability at most e^(-t)", WITH_T)(
    lambda instance: at_most(
        _far(scores_of(instance), _step(scores_of(instance), Fraction(instance["t"]))),
        as_real(-Fraction(instance["t"])).exp(),
    )
)


def _is_accurate(instance: Instance, times: Fraction) -> bool:
    """Whether s > min s + times/(eps n) log(C/eta) has probability at most eta."""
    at, eta = scores_of(instance), Fraction(instance["eta"])
    gap = _step(at, as_real(1 / eta).log()) * (times / 2)
    return at_most(_far(at, gap), eta)


told("hrs43c", "s > min s + 4/(eps n) log(C/eta) has probability at most eta", WITH_ETA)(
    lambda instance: _is_accurate(instance, Fraction(4))
)
told("hrs43c-sharp", "... with 2 for 4", WITH_ETA)(lambda instance: _is_accurate(instance, Fraction(2)))
told("hrs43c-sharper", "... with 1/2 for 4", WITH_ETA)(lambda instance: _is_accurate(instance, Fraction(1, 2)))
IS_RATE: Final = entries(records=whole(1), dimension=whole(1), epsilon=ABOVE_0, sigma=BETWEEN, eta=BETWEEN)


def _rate(instance: Instance) -> Any:
    """(d log(1/sigma) + log(1/eta))/(eps n)."""
    logs = as_real(1 / Fraction(instance["sigma"])).log() * instance["dimension"]
    logs += as_real(1 / Fraction(instance["eta"])).log()
    return logs / (Fraction(instance["epsilon"]) * instance["records"])


def _least_cube(instance: Instance) -> Any:
    """4 d/(eps n), what gamma^3 has to be where log M is 1."""
    return 4 * instance["dimension"] / (Fraction(instance["epsilon"]) * instance["records"])


told(
    "hrs43e",
    "gamma^3 = 4 d/(eps n) is at most C (d log(1/sigma) + log(1/eta))/(eps n)",
    IS_RATE.having(constant=ABOVE_0),
    lambda instance: {"gamma^3": _least_cube(instance), "the rate": _rate(instance)},
)(lambda instance: at_most(_least_cube(instance), _rate(instance) * Fraction(instance["constant"])))


def _is_enough(instance: Instance, *, whole_one: bool) -> bool:
    """Whether gamma meets the display for Q = d, with both of its terms, or with the first alone."""
    scale = 4 / (Fraction(instance["epsilon"]) * instance["records"])
    ell = as_real(1 / Fraction(instance["eta"])).log()
    root = (as_real(scale * instance["dimension"]).log() / 3).exp()
    gamma: Real = root + ell * scale if whole_one else root
    return at_most((as_real(instance["dimension"]) / (gamma * gamma) + ell) * scale, gamma)


told("hrs43e-corrected", "gamma = (4 Q/(eps n))^(1/3) + 4 log(1/eta)/(eps n) is enough, at Q = d", IS_RATE)(
    lambda instance: _is_enough(instance, whole_one=True)
)
told("hrs43e-root", "... gamma = (4 Q/(eps n))^(1/3)", IS_RATE)(lambda instance: _is_enough(instance, whole_one=False))


def _each() -> Iterator[Instance]:
    for scores in (["1/3"], ["0", "2"], ["1", "1/2", "1/2", "5"], ["0", *["1/10"] * 20]):
        for records, epsilon in ((1, "1"), (40, "3")):
            yield {"scores": scores, "records": records, "epsilon": epsilon}


@family("scored-t", "one score to 21, with ties, 1 and 40 records, t = 1/10 and 3")
def _scored_t() -> Iterator[Instance]:
    return ({**instance, "t": t} for instance, t in product(_each(), ("1/10", "3")))


@family("scored-eta", "one score to 21, with ties, 1 and 40 records, eta = 1/100 and 9/10")
def _scored_eta() -> Iterator[Instance]:
    return ({**instance, "eta": eta} for instance, eta in product(_each(), ("1/100", "9/10")))


@family("net-rates", "1 and 1000 records, VC dimension 1 and 5, eps = 1/10 and 4, eta = 1/100 and 9/10")
def _rates() -> Iterator[Instance]:
    for records, (dimension, epsilon), eta in product((1, 1000), ((1, "4"), (5, "1/10")), ("1/100", "9/10")):
        yield {"records": records, "dimension": dimension, "epsilon": epsilon, "sigma": "1/2", "eta": eta}


def one_score() -> Iterator[Instance]:
    """One candidate."""
    yield {"scores": ["1/3"], "records": 1, "epsilon": "1", "t": "1"}


def nearly_uniform() -> Iterator[Instance]:
    """Sigma and eta near 1."""
    for constant, near in (("1", "99/100"), ("1000", "99999/100000")):
        numbers = {"records": 1000, "dimension": 1, "epsilon": "1"}
        yield {**numbers, "sigma": near, "eta": near, "constant": constant}
