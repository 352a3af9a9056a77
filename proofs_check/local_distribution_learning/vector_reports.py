"""The vectors that Algorithm 1 reports: their exact laws, and the steps of the printed proof of Lemma 3."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import permutations, product
from typing import Any, Final

from dpassay.exact import (
    LaplaceMixture,
    LaplaceVectors,
    Number,
    Rate,
    Real,
    Undecided,
    as_real,
    exp,
    hockey_stick_bounds,
    log,
)
from dpassay.proofs_check.claim import Guide
from dpassay.proofs_check.instances import (
    ABOVE_0,
    BETWEEN,
    family,
    told,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.local_distribution_learning.clipping import (
    CLASS,
    UNEVEN,
    covers_every_label,
    extremal_class,
    with_rounds,
)
from dpassay.proofs_check.local_distribution_learning.private_reports import (
    hypotheses_of,
    is_defined_as_printed,
    wma_parameters,
)
from dpassay.proofs_check.numbers import at_most
from dpassay.reference import private_wma
from dpassay.reference.privatized_likelihood import label_family


def _meets(instance: Instance, calibration: str, *, noise: int = 1, exp_eps: Number | None = None) -> bool:
    """Whether all pairs of labels meet delta at e^eps, with 1/``noise`` of the noise, by certified bounds."""
    parameters = wma_parameters(instance, calibration)
    rate = private_wma.rate(parameters) * noise
    t = parameters.budget.exp_eps if exp_eps is None else exp_eps
    labels = range(len(parameters.hypotheses[0]))
    laws = [private_wma.law_with_rate(label, parameters, rate) for label in labels]
    return all(_is_close(p, q, t, parameters.delta) for p, q in permutations(laws, 2))


def _is_close(p: LaplaceVectors, q: LaplaceVectors, exp_eps: Number, delta: Fraction) -> bool:
    low, high = hockey_stick_bounds(p, q, exp_eps, tolerance=delta / 100, most_boxes=5000)
    if low <= delta < high:
        raise Undecided(f"delta is between {float(low)} and {float(high)}")
    return high <= delta


VECTOR: Final = CLASS.having(epsilon=ABOVE_0, delta=BETWEEN)
PRINTED_VECTOR: Final = VECTOR.where(is_defined_as_printed)


def _half_budget(instance: Instance) -> Number:
    return exp(Fraction(instance["epsilon"]) / 2)


told("sima31", "the report of Algorithm 1 is (eps, delta)-private for any two labels", PRINTED_VECTOR)(
    lambda instance: _meets(instance, "printed")
)
told("sima31-little-noise", "... with a tenth of the noise", PRINTED_VECTOR)(
    lambda instance: _meets(instance, "printed", noise=10)
)
told("sima31-corrected", "the same with log((K + 1) T) for log(K T), at eps/2", VECTOR)(
    lambda instance: _meets(instance, "corrected", exp_eps=_half_budget(instance))
)
told("sima31-corrected-little-noise", "... with a tenth of that noise", VECTOR)(
    lambda instance: _meets(instance, "corrected", noise=10, exp_eps=_half_budget(instance))
)


def _budgets(*, cheap: bool) -> Iterator[dict[str, Any]]:
    epsilons, deltas = ("1/2", "1/10", "3"), ("1/700", "9/10", "1/10")
    more = product(("1/100", "1/4", "1", "8"), ("999/1000", "1/2", "1/100")) if cheap else ()
    for epsilon, delta in (*product(epsilons, deltas), *more):
        yield {"epsilon": epsilon, "delta": delta}


def _single_classes() -> Iterator[Instance]:
    """One hypothesis: almost sure of one label (with the largest N'), and more even."""
    for rounds in (2, 3):
        yield with_rounds(extremal_class(1, 2), rounds)
        yield with_rounds(extremal_class(1, 3), rounds)
        yield with_rounds([["2/3", "1/3"]], rounds)
        yield with_rounds([["3/5", "1/5", "1/5"]], rounds)


def _reports(*, more: bool) -> Iterator[Instance]:
    several = [with_rounds(UNEVEN, 50), with_rounds(UNEVEN, 2), with_rounds(extremal_class(3, 4), 30)]
    beside = [([["1", "0", "0"], ["1/2", "1/2", "0"]], 5), (UNEVEN, 1), ([["2/3", "1/3"]], 1), ([["1", "0"]], 1)]
    several += [with_rounds(rows, rounds) for rows, rounds in beside] if more else []
    for instance, budget in product(several, _budgets(cheap=False)):
        yield {**instance, **budget}
    for instance in _single_classes():
        for budget in _budgets(cheap=len(instance["hypotheses"][0]) == 2):  # labels: quick to decide
            yield {**instance, **budget}


ONE_OR_MORE: Final = "one to three hypotheses on up to four labels, T up to 50, 9 or 21 pairs (eps, delta)"
family("private-reports", ONE_OR_MORE)(lambda: _reports(more=False))
family("private-reports-corrected", ONE_OR_MORE + "; also with a label of probability 0, and T = 1, K = T = 1")(
    lambda: _reports(more=True)
)


def _hockey_stick(first: float, second: float, decay: float, exp_eps: float) -> float:
    """Of two mixtures of two Laplace laws, with the weights ``first`` and ``second`` at the upper center."""
    low, high = (1 - first) - exp_eps * (1 - second), first - exp_eps * second
    ends = low + high * decay, low * decay + high
    total = sum(max(0.0, end) for end in ends) / 2
    if min(ends) >= 0:
        return total + (high + low) * (1 - decay) / 2
    if max(ends) <= 0:
        return total
    # Between the centers the density is (low/u + high decay u)/2 at u = e^(rate x), from u = 1 to 1/decay.
    zero = math.sqrt(-low / (high * decay))
    start, stop = (zero, 1 / decay) if ends[1] > 0 else (1.0, zero)
    return total + (high * decay * (stop - start) + low * (1 / start - 1 / stop)) / 2


def delta_slack(at: Mapping[str, float], noise: float = 1.0) -> float:
    """delta minus that of one hypothesis (1 - d, d), for both orders of the two labels, with a part of the noise."""
    t, epsilon, delta, d = round(at["rounds"]), at["epsilon"], at["delta"], at["rare"]
    scale = noise * (2 * math.sqrt(-2 * math.log(delta)) + math.sqrt(epsilon)) * math.log(t) / epsilon
    likelihoods = [(1 - 1 / t) * mass + 1 / (3 * t) for mass in ((1 - d) / 2, d)]
    decay = math.exp(-abs(math.log(likelihoods[0] / likelihoods[1])) / scale)
    own = [1 - 1 / t + 2 / (3 * t), 2 / (3 * t)]
    upper = own if likelihoods[0] > likelihoods[1] else [1 - weight for weight in own]
    reached = (_hockey_stick(a, b, decay, math.exp(epsilon)) for a, b in (upper, upper[::-1]))
    return delta - max(reached)


def one_hypothesis(at: Mapping[str, Fraction]) -> Instance:
    """Return the instance with the single hypothesis (1 - d, d)."""
    rows = [[str(1 - at["rare"]), str(at["rare"])]]
    return {**with_rounds(rows, round(at["rounds"])), "epsilon": str(at["epsilon"]), "delta": str(at["delta"])}


ONE_HYPOTHESIS: Final = Guide(
    {"rounds": (2.0, 40.0), "epsilon": (1e-3, 5.0), "delta": (1e-4, 0.9999), "rare": (1e-4, 0.49)},
    delta_slack,
    one_hypothesis,
)


def few_reports() -> Iterator[Instance]:
    """One hypothesis, at eps = 1/10 and delta = 9/10."""
    return ({**instance, "epsilon": "1/10", "delta": "9/10"} for instance in _single_classes())


def _coordinates_are_private(instance: Instance) -> bool:
    """Each coordinate's law changes by at most e^eps', eps' = eps/(2 sqrt(K ln(1/delta)) + sqrt(K eps))."""
    parameters, k = wma_parameters(instance, "printed"), hypotheses_of(instance)
    epsilon = as_real(parameters.budget.epsilon)
    roots = 2 * as_real(k * log(1 / parameters.delta)).sqrt() + (k * epsilon).sqrt()
    reports = label_family(parameters, private_wma.rate(parameters))
    ratios = [reports.worst_pair_of_coordinate(j).ratio for j in range(k)]
    return all(at_most(ratio, (epsilon / roots).exp()) for ratio in ratios)


@PRINTED_VECTOR.where
def _is_many(instance: Instance) -> bool:
    """At least two labels."""
    return len(instance["hypotheses"][0]) > 1


def _coordinates_are_double_private(instance: Instance) -> bool:
    parameters = wma_parameters(instance, "printed")
    rate = private_wma.rate(parameters)
    bound = (as_real(2 * log(hypotheses_of(instance) * instance["rounds"])) * rate).exp()
    reports = label_family(parameters, rate)
    return all(at_most(reports.worst_pair_of_coordinate(j).ratio, bound) for j in range(hypotheses_of(instance)))


told("sima31-coordinate", "each coordinate is (eps', 0)-private, with the eps' of the proof", _is_many)(
    _coordinates_are_private
)
told("sima31-double", "each coordinate's law changes by at most e^(2 log(K T)/scale)", _is_many)(
    _coordinates_are_double_private
)


@covers_every_label.having(rate=ABOVE_0, label=whole()).where
def _is_at_rate(instance: Instance) -> bool:
    """Some noise of a rational rate: every rate above 0 is that of (8) for some eps and delta."""
    return bool(instance["label"] < len(instance["hypotheses"][0]))


def _both_ways(instance: Instance, *, given_clipped: bool) -> tuple[Number | Real, Number | Real]:
    """Pr[all V_j <= -1] and the product of Pr[V_j <= -1], given the label, or what it is clipped to."""
    rate: Rate = Fraction(instance["rate"])
    plain = {"epsilon": "1", "delta": "1/2", **instance}
    law = private_wma.law_with_rate(instance["label"], wma_parameters(plain, "corrected"), rate)
    if given_clipped:
        law = LaplaceVectors([1], [law.centers[instance["label"]]], rate)
    below = (None, Fraction(-1))
    marginals = [as_laplace(law.marginal(j)).cdf(-1) for j in range(law.dimension)]
    return law.probability([below] * law.dimension), math.prod(marginals, start=Fraction(1))


def as_laplace(law: object) -> LaplaceMixture:
    """A law with exact powers of e, which a rational rate gives."""
    if not isinstance(law, LaplaceMixture):
        raise TypeError(f"law = {law!r}: expected a rational rate")
    return law


def _are_independent(instance: Instance, *, given_clipped: bool) -> bool:
    joint, apart = _both_ways(instance, given_clipped=given_clipped)
    return bool(joint == apart)


told(
    "sima31-independent",
    "given the label, Pr[V_1, ..., V_K <= -1] is the product of the Pr[V_j <= -1]",
    _is_at_rate,
    lambda instance: dict(zip(("joint", "product"), _both_ways(instance, given_clipped=False), strict=True)),
)(lambda instance: _are_independent(instance, given_clipped=False))
told("sima31-given-clipped", "the same given the clipped label", _is_at_rate)(
    lambda instance: _are_independent(instance, given_clipped=True)
)


def uneven_at_rates() -> Iterator[Instance]:
    """The uneven class at rate 1."""
    for rounds, label in product((1, 2), (0, 2)):
        yield {**with_rounds(UNEVEN, rounds), "rate": "1", "label": label}


def uneven_reports() -> Iterator[Instance]:
    """The uneven class at eps = 1."""
    for rounds, delta in product((2, 10, 50, 100), ("1/2", "999/1000", "999999/1000000")):
        yield {**with_rounds(UNEVEN, rounds), "epsilon": "1", "delta": delta}


def uneven_sensitivities() -> Iterator[Instance]:
    """The uneven class with up to 9 rounds."""
    return (with_rounds(UNEVEN, rounds) for rounds in range(1, 10))
