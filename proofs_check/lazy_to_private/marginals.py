"""The joint law of (x_s, y_s) along given laws of the rounds, exactly: what ASI-16 and ASI-18 are checked on."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import accumulate, pairwise, product
from typing import Final

from dpassay.exact import Real, as_real, log
from dpassay.proofs_check.instances import (
    ABOVE_0,
    ABOVE_1,
    BETWEEN,
    PROBABILITY,
    Precondition,
    entries,
    family,
    matrix_of,
    told,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.lazy_to_private.games import TENTH, batch_of, eta_of, log_inverse, normalized_law
from dpassay.proofs_check.lazy_to_private.steps_of_measures import least_delta, two_models
from dpassay.proofs_check.numbers import at_most

# ASI-16: the marginal of x_s. An instance gives the normalized measures, one a round, or a "drop": see ``_drop``.


def normalized_measures(instance: Instance) -> list[list[Fraction]]:
    """The laws of all rounds."""
    if "laws" in instance:
        return [normalized_law(weights) for weights in instance["laws"]]
    return _drop(Fraction(instance["exp_eta"]), instance["batch"], Fraction(instance["delta_0"]))


LAST: Final = Fraction(1, 10**12)


@cache
def _drop(exp_eta: Fraction, batch: int, delta: Fraction) -> list[list[Fraction]]:
    """Model 0 falls from q to (q - delta)/e^eta, at last to 10^-12, while model 2 takes over from model 1."""
    masses = list(accumulate(range(batch), lambda q, _: exp_eta * q + delta, initial=LAST))[::-1]
    odds = [exp_eta ** (batch // 2 - i) for i in range(batch + 1)]
    return [[q, (1 - q) * o / (1 + o), (1 - q) / (1 + o)] for q, o in zip(masses, odds, strict=True)]


_DROP: Final = entries(batch=whole(1), exp_eta=ABOVE_1, delta_0=PROBABILITY, fake_switch=BETWEEN, delta_1=BETWEEN)


@(_DROP | _DROP.having(laws=matrix_of(ABOVE_0))).where
def is_marginal(instance: Instance) -> bool:
    """Positive laws of whole batches and one more, each D^{delta_0} <= eta <= 1/10 from the next; eta B L/p <= 1."""
    laws, exp_eta = normalized_measures(instance), Fraction(instance["exp_eta"])
    batch, p, delta = instance["batch"], Fraction(instance["fake_switch"]), Fraction(instance["delta_0"])
    return (
        len(laws) % batch == 1 % batch
        and all(w > 0 for law in laws for w in law)
        and at_most(log(exp_eta), as_real(TENTH))
        and all(least_delta(a, b, exp_eta) <= delta for a, b in pairwise(laws))
        and at_most(as_real(log(exp_eta)) * log_inverse(instance) * batch, as_real(p))
    )


@is_marginal.where
def is_marginal_small(instance: Instance) -> bool:
    """... and delta_1 <= e^{-8/3}."""
    return at_most(as_real(Fraction(8, 3)), log_inverse(instance))


Joint = list[list[Fraction]]


def joints(instance: Instance) -> list[Joint]:
    """The joint laws of (x_s, y_s) for all batches, by Algorithm 1."""
    laws, p = normalized_measures(instance)[:: instance["batch"]], Fraction(instance["fake_switch"])
    scale = Fraction(instance["exp_eta"]) ** (2 * instance["batch"])
    found = [[[a * b for b in laws[0]] for a in laws[0]]]
    for old, now in pairwise(laws):
        found.append(_next_joint(found[-1], old, now, p, scale))
    return found


def _next_joint(joint: Joint, old: list[Fraction], now: list[Fraction], p: Fraction, scale: Fraction) -> Joint:
    models = range(len(now))
    result = [[Fraction(0)] * len(now) for _ in models]
    for x, y in product(models, repeat=2):
        keep = (1 - p) * min(Fraction(1), now[x] / old[x] * old[y] / now[y] / scale)
        of_x = [joint[x][y] * ((1 - keep) * now[a] + (keep if a == x else 0)) for a in models]
        of_y = [p * now[b] + (1 - p if b == y else 0) for b in models]
        for a, b in product(models, repeat=2):
            result[a][b] += of_x[a] * of_y[b]
    return result


def distances(instance: Instance) -> list[Fraction]:
    """The total variation between the law of x_s and the normalized nu_s, for s = 1, 2, ..."""
    laws = normalized_measures(instance)[:: instance["batch"]]
    marginals = [[sum(row, Fraction(0)) for row in joint] for joint in joints(instance)]
    return [
        sum((abs(a - b) for a, b in zip(marginal, law, strict=True)), Fraction(0)) / 2
        for marginal, law in zip(marginals, laws, strict=True)
    ]


def lemma_34(instance: Instance, s: int, factor: Fraction = Fraction(1)) -> Real:
    """3 (s - 1)(2e + log(1/delta_1)/p) B delta_0."""
    spread = as_real(1).exp() * 2 + log_inverse(instance) / Fraction(instance["fake_switch"])
    return spread * (factor * 3 * (s - 1) * batch_of(instance) * Fraction(instance["delta_0"]))


def _asi16(name: str, words: str, applies: Precondition, factor: Fraction) -> None:
    def holds(instance: Instance) -> bool:
        pairs = enumerate(distances(instance), start=1)
        return all(at_most(as_real(distance), lemma_34(instance, s, factor)) for s, distance in pairs if distance)

    told(name, words, applies, lambda i: {"the distance at s = 2": distances(i)[1], "its bound": lemma_34(i, 2)})(holds)


_asi16("asi16", "the law of x_s is within 3 (s - 1)(2e + L/p) B delta_0 of nu_s", is_marginal, Fraction(1))
_asi16("asi16-corrected", "the same for delta_1 <= e^{-8/3}", is_marginal_small, Fraction(1))
_asi16("asi16-too-sharp", "within a thousandth of that", is_marginal_small, Fraction(1, 1000))


def _bad_quotient(instance: Instance, power: int) -> Fraction:
    """The probability at s = 2 that the quotient for x_2, y_2 is outside of e^{+-power B eta}."""
    laws, most = normalized_measures(instance), Fraction(instance["exp_eta"]) ** (power * instance["batch"])
    old, now = laws[instance["batch"]], laws[2 * instance["batch"]]
    joint, models = joints(instance)[1], range(len(now))
    quotients = ((now[x] / old[x] * old[y] / now[y], joint[x][y]) for x, y in product(models, repeat=2))
    return sum((mass for quotient, mass in quotients if quotient > most or quotient * most < 1), Fraction(0))


def _bound_at_2(instance: Instance) -> Real:
    """6 e^{B eta} delta_0/eta + 4 B delta_0/p + 3 (2e + L/p) B delta_0."""
    exp_eta, delta = Fraction(instance["exp_eta"]), Fraction(instance["delta_0"])
    first = as_real(6 * exp_eta ** batch_of(instance) * delta) / eta_of(instance)
    second = 4 * batch_of(instance) * delta / Fraction(instance["fake_switch"])
    return first + second + lemma_34(instance, 2)


for _name, _power in (("asi18-corrected", 4), ("asi18-narrow", 2)):
    told(_name, f"the quotient at s = 2 is within e^(+-{_power} B eta) but for the bound", is_marginal_small)(
        lambda instance, power=_power: at_most(  # type: ignore[misc]  # bound at once
            as_real(_bad_quotient(instance, power)), _bound_at_2(instance)
        )
    )


@family(
    "l2p-three-laws", "triples of laws near the edge of D^{delta_0} <= eta on 3 points, e^eta = 21/20, p = 1/2, 9/10"
)
def three_laws() -> Iterator[Instance]:
    """Three laws, one a batch."""
    up, down = Fraction(21, 20), Fraction(20, 21)
    slacks = (Fraction(0), Fraction(1, 1000), Fraction(1, 50))
    factors = [(up + a, down - b, Fraction(1)) for a, b in product(slacks, repeat=2)]
    for g, h, p in product(factors, factors[::4], ("1/2", "9/10")):
        first = [Fraction(1, 3)] * 3
        second = normalized_law([a * b for a, b in zip(first, g, strict=True)])
        third = normalized_law([a * b for a, b in zip(second, h[::-1], strict=True)])
        delta = max(least_delta(*pair, up) for pair in ((first, second), (second, third)))
        laws = [[str(w) for w in law] for law in (first, second, third)]
        yield {
            "laws": laws,
            "exp_eta": "21/20",
            "batch": 1,
            "delta_0": str(delta),
            "fake_switch": p,
            "delta_1": "1/100",
        }
    near, far = two_models(Fraction(1, 10**4)), "21/20"
    laws = [near["before"], near["before"], near["now"]]
    delta = near["delta_0"]
    yield {"laws": laws, "exp_eta": far, "batch": 1, "delta_0": delta, "fake_switch": "9/10", "delta_1": "1/100"}


def drops() -> Iterator[Instance]:
    """Long batches in which a model loses its mass."""
    for batch in (20, 40, 60):
        yield {"exp_eta": "11/10", "batch": batch, "delta_0": "1/1000000", "fake_switch": "1/10", "delta_1": "99/100"}
