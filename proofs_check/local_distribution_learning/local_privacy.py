"""Sections 4.2 and 5, Appendices B and C: the private reports (SIMA-30 to SIMA-32, SIMA-39, SIMA-45, SIMA-46)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from types import ModuleType
from typing import Any, Final

from dpassay.exact import (
    Budget,
    LaplaceMixture,
    LaplaceVectors,
    Number,
    Rate,
    Real,
    Undecided,
    as_real,
    decide,
    exp,
    hockey_stick_bounds,
    log,
    power,
)
from dpassay.proofs_check.claim import Case, Goal, Guide, Hunt, Twin, claim
from dpassay.proofs_check.instances import (
    ABOVE_0,
    ABOVE_1,
    BETWEEN,
    as_rows,
    entries,
    family,
    optional,
    rational,
    told,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive, identity, inequality, nonnegative, sign
from dpassay.proofs_check.lemmas import EXTREMAL, extremal
from dpassay.proofs_check.local_distribution_learning.clipping import (
    CLASS,
    ENOUGH,
    EVERY_LABEL,
    UNEVEN,
    covers_every_label,
    extremal_class,
    has_every_label,
    with_rounds,
)
from dpassay.proofs_check.numbers import at_most
from dpassay.reference import private_exp3, private_wma
from dpassay.reference.privatized_likelihood import label_family

POSITIVE_SCALE: Final = "K T >= 2: for K = T = 1 the printed scale of the noise is 0 (SIMA-30)"


def _count(instance: Instance) -> int:
    return len(instance["hypotheses"])


def _budget(instance: Instance) -> Budget:
    """A budget by eps, or by e^eps."""
    return Budget(**{name: instance[name] for name in ("epsilon", "exp_eps") if name in instance})


BUDGETED: Final = CLASS.having(epsilon=ABOVE_0) | CLASS.having(exp_eps=ABOVE_1)
"""A class, and exactly one of eps > 0 and e^eps > 1."""


def _is_defined_as_printed(instance: Instance) -> bool:
    """The printed text defines the report."""
    return has_every_label(instance) and bool(_count(instance) * instance["rounds"] >= 2)


PRINTED: Final = BUDGETED.where(_is_defined_as_printed)


# SIMA-30


DELTA: Final = rational("(0, 1]")
NOISE: Final = entries(experts=whole(1), rounds=whole(1), epsilon=ABOVE_0, delta=DELTA, gamma=ABOVE_0)
"""Numbers K, T >= 1, eps > 0, 0 < delta <= 1 and gamma > 0."""


def _are_enough(instance: Instance) -> bool:
    """K T >= 2."""
    return bool(instance["experts"] * instance["rounds"] >= 2)


def _is_defined(instance: Instance, scaled_to: int) -> bool:
    """Whether the scale, c' and 1/c of (8) and (9) are above 0, with log ``scaled_to`` for log(K T)."""
    k, epsilon, gamma = instance["experts"], Fraction(instance["epsilon"]), Fraction(instance["gamma"])
    sensitivity = log(scaled_to)
    if sensitivity.sign() == 0:
        return False
    roots = 2 * as_real(2 * k * log(1 / Fraction(instance["delta"]))).sqrt() + as_real(k * epsilon).sqrt()
    scale = roots * as_real(sensitivity) / as_real(epsilon)
    largest = scale * as_real(gamma + log(k * instance["rounds"]))
    return all(decide(value > 0) for value in (scale, largest, as_real(sensitivity) + 2 * largest))


told("sima30", "the scale of (8) and c' and 1/c of (9) are above 0", NOISE)(
    lambda instance: _is_defined(instance, instance["experts"] * instance["rounds"])
)
told("sima30-two", "the same where K T >= 2", NOISE.where(_are_enough))(
    lambda instance: _is_defined(instance, instance["experts"] * instance["rounds"])
)
told("sima30-corrected", "the same with log((K + 1) T) in place of log(K T)", NOISE)(
    lambda instance: _is_defined(instance, (instance["experts"] + 1) * instance["rounds"])
)


def _noises(least: int) -> Iterator[Instance]:
    for k, t, epsilon, delta in product(
        (1, 2, 5), (1, 2, 9), ("1/100", "1", "50"), ("1/1000000", "1/2", "99/100", "1")
    ):
        if k * t >= least:
            yield {"experts": k, "rounds": t, "epsilon": epsilon, "delta": delta, "gamma": "1"}


family("private-noises", "K = 1, 2, 5, T = 1, 2, 9, three eps and four delta, also delta = 1")(lambda: _noises(1))
family("private-noises-enough", "the same with K T >= 2")(lambda: _noises(2))


@claim(
    "SIMA-30",
    location="Section 4.2, (8) and (9)",
    latex=r"\tilde Y_{t,j} = -c(\gamma)\big(\log \bar p_{t,j}[h_t(Y_t)] + Lap^t_j + \log M - c'(\gamma)\big) \text{ "
    r"with (9) is defined for all } K, T \ge 1, \epsilon > 0, \delta \in (0, 1], \gamma > 0",
    text="(8) and (9) define the privatized vector for all K, T >= 1, eps > 0, 0 < delta <= 1 and gamma > 0.",
    assumed=(
        EVERY_LABEL,
        "the ranges are the reader's: the text prints gamma > 0, eps > 0 and delta > 0, but none for K and T (Theorem "
        "4 is said of any class of size K), and the root asks for delta <= 1",
    ),
    corrected_by="SIMA-30-corrected",
)
def sima_30() -> Case:
    """log(K T) may be 0."""
    return Case(
        argument="For K = T = 1, log(K T) = 0: the scale of the noise and c' are 0, and c = 1/(log(K T) + 2 c') is "
        "1/0. Everywhere else on the stated ranges they are positive.",
        counterexample=Goal("K = T = 1", counterexample("sima30"), Hunt("sima30", lambda: _noises(1))),
        sharper=(Goal("for K T >= 2 all is defined", exhaustive("sima30-two", "private-noises-enough")),),
        twins=(
            Twin("with log((K + 1) T)", counterexample("sima30-corrected")),
            Twin("for all K and T", exhaustive("sima30", "private-noises"), of=1),
        ),
        remarks=(
            "Slips beside it: the vector of likelihoods must end with index K, not T, and has logarithms; (9) gives "
            "c', from which c follows.",
            "delta > 1, which Lemma 2 allows, has the root of a negative number.",
        ),
    )


@claim(
    "SIMA-30-corrected",
    location="Section 4.2, (8) and (9)",
    latex=r"\text{(8), (9) with } \log((K+1)T) \text{ in place of } \log(KT) \text{ and } |\mathcal{S}_{y,t}| \ge 1 "
    r"\text{ are defined for all } K, T \ge 1, \epsilon > 0, \delta \in (0, 1], \gamma > 0 \text{ and all labels; with "
    r"the printed } \log(KT) \text{ and } |\mathcal{S}_{y,t}| \ge 1 \text{ for } KT \ge 2",
    text="With log((K + 1) T) in place of log(K T) and |S_y| >= 1, (8) and (9) define a vector of K entries for all "
    "K, T >= 1, eps > 0, 0 < delta <= 1, gamma > 0 and all labels; with the printed log(K T), and |S_y| >= 1, they "
    "do for K T >= 2.",
    assumed=(ENOUGH,),
)
def sima_30_corrected() -> Case:
    """A product of positive numbers."""
    return Case(
        argument="All likelihoods are positive (SIMA-27-corrected), so their logarithms are defined. With ln(1/delta) "
        ">= 0, the factor (2 sqrt(2 K ln(1/delta)) + sqrt(K eps))/eps is at least sqrt(K/eps) > 0. It is multiplied "
        "by the logarithm S of a number of at least 2, (K + 1) T or the printed K T >= 2, and for c' by gamma + log(K "
        "T) > 0; and 1/c = S + 2 c' >= S > 0.",
        proof=(
            Goal("log((K + 1) T) > 0", inequality("log(x)", "x", "[2, oo)", ">")),
            Goal("1/c is at least S", nonnegative("S + 2*b*G - S", ("S", "b", "G"))),
        ),
        checks=(
            Goal("on a grid of parameters", exhaustive("sima30-corrected", "private-noises")),
            Goal("with log(K T) for K T >= 2", exhaustive("sima30-two", "private-noises-enough")),
        ),
        twins=(
            Twin("for (K + 1) T >= 1/2", inequality("log(x)", "x", "[1/2, oo)", ">")),
            Twin("as printed, for all K and T", exhaustive("sima30", "private-noises"), of=2),
        ),
    )


# SIMA-31. The exact law of the report, as the reference has it.


def wma_parameters(instance: Instance, calibration: str) -> private_wma.Parameters:
    """Return the parameters of the private weighted majority for an instance."""
    rows, delta = as_rows(instance["hypotheses"]), Fraction(instance["delta"])
    return private_wma.Parameters(_budget(instance), delta, rows, instance["rounds"], calibration)


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
PRINTED_VECTOR: Final = VECTOR.where(_is_defined_as_printed)


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


def _few_reports() -> Iterator[Instance]:
    return ({**instance, "epsilon": "1/10", "delta": "9/10"} for instance in _single_classes())


# The steps of the printed proof


def _coordinates_are_private(instance: Instance) -> bool:
    """Each coordinate's law changes by at most e^eps', eps' = eps/(2 sqrt(K ln(1/delta)) + sqrt(K eps))."""
    parameters, k = wma_parameters(instance, "printed"), _count(instance)
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
    bound = (as_real(2 * log(_count(instance) * instance["rounds"])) * rate).exp()
    reports = label_family(parameters, rate)
    return all(at_most(reports.worst_pair_of_coordinate(j).ratio, bound) for j in range(_count(instance)))


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


def _uneven_at_rates() -> Iterator[Instance]:
    for rounds, label in product((1, 2), (0, 2)):
        yield {**with_rounds(UNEVEN, rounds), "rate": "1", "label": label}


def _uneven_reports() -> Iterator[Instance]:
    for rounds, delta in product((2, 10, 50, 100), ("1/2", "999/1000", "999999/1000000")):
        yield {**with_rounds(UNEVEN, rounds), "epsilon": "1", "delta": delta}


def _uneven_sensitivities() -> Iterator[Instance]:
    return (with_rounds(UNEVEN, rounds) for rounds in range(1, 10))


MIXING: Final = (
    "Averaging Pr[S | y'] <= e^eps Pr[S | y''] + delta over y' ~ h(y_1) and y'' ~ h(y_2) gives the same for the labels "
    "y_1 and y_2, whatever h is; and c, M and c' are public constants, so that the losses are as private as the V_j."
)


@claim(
    "SIMA-31",
    location="Lemma 3",
    latex=r"\mathcal{R}_t(Y_t) = \tilde{\mathbf{Y}}_t \text{ in Algorithm 1 is } (\epsilon, \delta)\text{-locally "
    r"differentially private}",
    text="The report of Algorithm 1, (8) with scale (2 sqrt(2 K ln(1/delta)) + sqrt(K eps)) log(K T)/eps, is (eps, "
    "delta)-locally private.",
    adjacency="any_pair",
    assumed=(
        EVERY_LABEL,
        POSITIVE_SCALE,
        "eps > 0 and 0 < delta <= 1 (at delta = 1 there is nothing to show)",
        "Lemma 2, with eps' >= 0 (SIMA-29)",
    ),
    corrected_by="SIMA-31-corrected",
)
def sima_31() -> Case:
    """True, because the printed scale has a factor 2 to spare; the printed proof is wrong."""
    return Case(
        argument="Fix the clipped label y' as input. Then the K coordinates are independent, and by SIMA-28-corrected "
        "each is (e0, 0)-private with e0 = log R/scale, R = T + (T - 1) m (M - 1)/M <= (K + 1) T - K, m = min(K, M). "
        "Put r = log R/log(K T), a = 2 sqrt(2 K ln(1/delta)), b = sqrt(K eps): e0 = r eps/(a + b). T = 1: all "
        "likelihoods are 1/N', and the report does not depend on the label. K, T >= 2: R < 3/2 K T < (K T)^(7/5), so "
        "r <= 7/5, and Lemma 2 gives (E, delta) with E = K e0^2/2 + (a/2) e0 = eps (r^2 b^2 + r a (a + b))/(2 (a + "
        "b)^2) <= eps. K = 1: R <= 2 T - 1 <= T^(8/5), so r <= 8/5, and there is one coordinate. If a + b >= r, then "
        "e0 <= eps. If not, a < r, that is delta = e^(-a^2/8) > v with v = e^(-r^2/8). As e0 <= r sqrt(eps), e0 - eps "
        "<= r^2/4. An (e0, 0)-private pair is the image of randomized response, whose least delta at eps is (A - "
        "B)/(A + 1) for A = e^e0 > B = e^eps, at most 1 - B/A <= 1 - e^(-r^2/4) = 1 - v^2, and this is at most v < "
        "delta. " + MIXING + " " + EXTREMAL,
        proof=(
            Goal(
                "E, where K = b^2/eps and sqrt(2 K ln(1/delta)) = a/2",
                identity(
                    "(b**2/e)*(r*e/(a + b))**2/2 + (a/2)*(r*e/(a + b))",
                    "e*(r**2*b**2 + r*a*(a + b))/(2*(a + b)**2)",
                ),
            ),
            Goal(
                "E <= eps for 0 <= r <= 7/5",
                nonnegative("2*(a + b)**2 - r**2*b**2 - r*a*(a + b)", ("a", "b", "r", "7/5 - r")),
            ),
            Goal("K, T >= 2: R < 3/2 K T", nonnegative("3*K*T/2 - ((K + 1)*T - K)", ("K - 2", "T - 2"), ">")),
            Goal("(3x/2)^5 < x^7 for x = K T >= 4", sign("x**7 - (3*x/2)**5", "x", "[4, oo)", ">")),
            Goal("K = 1: (2 T - 1)^5 < T^8 for T >= 2", sign("T**8 - (2*T - 1)**5", "T", "[2, oo)", ">")),
            Goal("r sqrt(eps) - eps <= r^2/4", nonnegative("r**2/4 - r*q + q**2")),
            Goal(
                "the least delta of randomized response", identity("A/(1 + A) - B*(1 - A/(1 + A))", "(A - B)/(A + 1)")
            ),
            Goal("it is at most 1 - B/A for A >= B", identity("1 - B/A - (A - B)/(A + 1)", "(A - B)/(A*(A + 1))")),
            Goal(
                "1 - v^2 < v for r^2 = 64 x/25, x <= 1",
                inequality("exp(-8*x/25) - 1 + exp(-16*x/25)", "x", "[0, 1]", ">"),
            ),
            *extremal(),
        ),
        checks=(Goal("the exact laws of small reports", exhaustive("sima31", "private-reports")),),
        broken_steps=(
            Goal(
                "the sensitivity is not log(K T)",
                counterexample("sima28"),
                Hunt("sima28", _uneven_sensitivities),
            ),
            Goal(
                "given the label the coordinates are not independent, as Lemma 2 demands",
                counterexample("sima31-independent"),
                Hunt("sima31-independent", _uneven_at_rates),
            ),
            Goal(
                "a coordinate is not (eps', 0)-private, with the eps' of the proof",
                counterexample("sima31-coordinate"),
                Hunt("sima31-coordinate", _uneven_reports),
            ),
        ),
        hunts=(Hunt("sima31", _few_reports, ONE_HYPOTHESIS),),
        twins=(
            Twin(
                "E <= eps for r = 3/2",
                nonnegative("2*(a + b)**2 - (3/2)**2*b**2 - 3/2*a*(a + b)", ("a", "b")),
                of=1,
            ),
            Twin("(3x/2)^5 < x^6", sign("x**6 - (3*x/2)**5", "x", "[4, oo)", ">"), of=3),
            Twin("(2 T - 1)^5 < T^7", sign("T**7 - (2*T - 1)**5", "T", "[2, oo)", ">"), of=4),
            Twin(
                "r up to 2",
                inequality("exp(-x/2) - 1 + exp(-x)", "x", "[0, 1]", ">"),
                of=8,
            ),
            Twin("with a tenth of the noise", exhaustive("sima31-little-noise", "private-reports"), of=11),
            Twin("given the clipped label", counterexample("sima31-given-clipped"), of=13),
            Twin("e^(2 log(K T)/scale)", counterexample("sima31-double"), of=14),
        ),
        remarks=(
            "The scale of (8) has 2 sqrt(2 K ln(1/delta)), the eps' of the proof 2 sqrt(K ln(1/delta)). If the "
            "sensitivity were log(K T), the printed scale would give eps/2 (SIMA-32b); the excess of the sensitivity "
            "is paid from that.",
            "The lemma holds with the smaller scale as well: E <= eps then, and for K = 1 delta > e^(-r^2/4) >= 1 - "
            "e^(-r^2/4) as r^2 <= 64/25 < 4 ln 2.",
        ),
    )


@claim(
    "SIMA-31-corrected",
    location="Lemma 3",
    latex=r"(8) \text{ with } \log((K+1)T) \text{ in place of } \log(KT) \text{ and } |\mathcal{S}_{y,t}| \ge 1 "
    r"\text{ is } (\epsilon/2, \delta)\text{-locally differentially private}",
    text="With log((K + 1) T) in place of log(K T) and |S_y| >= 1, the report of Algorithm 1 is (eps, delta)-locally "
    "private for all K, T >= 1 and all labels, and even (eps/2, delta)-locally private.",
    adjacency="any_pair",
    assumed=(ENOUGH, "eps > 0 and 0 < delta <= 1", "Lemma 2 (SIMA-29)"),
)
def sima_31_corrected() -> Case:
    """Lemma 2 given the clipped label, then mixing."""
    return Case(
        argument="Given the clipped label y', the K coordinates are independent, and each is (e0, 0)-private with e0 "
        "= r eps/(a + b), r = log R/log((K + 1) T) <= 1 by SIMA-28-corrected, a = 2 sqrt(2 K ln(1/delta)), b = sqrt(K "
        "eps). Lemma 2 gives (E, delta) with E = K e0^2/2 + (a/2) e0 <= eps/2. " + MIXING,
        proof=(
            Goal(
                "E, where K = b^2/eps and sqrt(2 K ln(1/delta)) = a/2",
                identity(
                    "(b**2/e)*(r*e/(a + b))**2/2 + (a/2)*(r*e/(a + b))",
                    "e*(r**2*b**2 + r*a*(a + b))/(2*(a + b)**2)",
                ),
            ),
            Goal(
                "E <= eps/2 for 0 <= r <= 1",
                nonnegative("(a + b)**2 - r**2*b**2 - r*a*(a + b)", ("a", "b", "r", "1 - r")),
            ),
        ),
        checks=(
            Goal(
                "the exact laws of small reports, at eps/2", exhaustive("sima31-corrected", "private-reports-corrected")
            ),
        ),
        twins=(
            Twin(
                "E <= eps/2 for r = 9/8",
                nonnegative("(a + b)**2 - (9/8)**2*b**2 - 9/8*a*(a + b)", ("a", "b")),
                of=1,
            ),
            Twin(
                "with a tenth of the noise",
                exhaustive("sima31-corrected-little-noise", "private-reports-corrected"),
                of=2,
            ),
        ),
    )


# SIMA-32


# SIMA-39


def _exp3(instance: Instance, calibration: str) -> private_exp3.Parameters:
    rows = as_rows(instance["hypotheses"])
    return private_exp3.Parameters(_budget(instance), rows, instance["rounds"], calibration)


def _is_pure(instance: Instance, calibration: str, *, noise: Fraction = Fraction(1)) -> bool:
    """Whether the exact law of the report changes by at most e^eps, with a part of the noise."""
    if len(instance["hypotheses"][0]) == 1:
        return True
    parameters = _exp3(instance, calibration)
    worst = private_exp3.worst_pair(parameters, private_exp3.rate(parameters) * (1 / noise))
    return at_most(worst.ratio, parameters.budget.exp_eps)


def _losses(instance: Instance) -> dict[str, Any]:
    parameters = _exp3(instance, "printed")
    worst = private_exp3.worst_pair(parameters)
    return {
        "label": worst.first,
        "other label": worst.second,
        "largest ratio": worst.ratio,
        "e^eps": parameters.budget.exp_eps,
    }


def _uneven_ratio(rounds: int, rate: Fraction) -> Number:
    """The ratio of labels 2 and 0 of the uneven class where J = 2 and z is large, in closed form."""
    r = power(Fraction(7 * rounds - 4, 3), rate)
    return ((7 * rounds - 4) * r + 4) / (7 * rounds - 3 + 3 * r)


UNEVEN_RATES: Final = entries(rounds=whole(2), rate=ABOVE_0)


def _is_closed_form(instance: Instance, *, most: int = 0) -> bool:
    rounds, rate = instance["rounds"], Fraction(instance["rate"])
    parameters = _exp3({**with_rounds(UNEVEN, rounds), "epsilon": "1"}, "printed")
    return bool(private_exp3.worst_pair(parameters, rate).ratio == _uneven_ratio(rounds + most, rate))


told(
    "sima39",
    "the report of Algorithm 2 changes by at most the factor e^eps between any two labels",
    PRINTED,
    _losses,
)(lambda instance: _is_pure(instance, "printed"))
told("sima39-corrected", "the same with noise of scale log((K + 1) T)/eps and |S_y| >= 1", BUDGETED)(
    lambda instance: _is_pure(instance, "corrected")
)
told("sima39-less-noise", "... with 9/10 of that noise", BUDGETED)(
    lambda instance: _is_pure(instance, "corrected", noise=Fraction(9, 10))
)
told(
    "sima39-closed",
    "the worst ratio of the uneven class is ((7T - 4) r + 4)/(7T - 3 + 3r), r = ((7T - 4)/3)^rate",
    UNEVEN_RATES,
)(_is_closed_form)
told("sima39-closed-next", "... with T + 1 for T", UNEVEN_RATES)(lambda instance: _is_closed_form(instance, most=1))


@family("private-uneven-rates", "the uneven class with T = 2, 5, 31, 98 rounds and the rates 1/4, 1/2, 1")
def _uneven_rates() -> Iterator[Instance]:
    for rounds, rate in product((2, 5, 31, 98), ("1/4", "1/2", "1")):
        yield {"rounds": rounds, "rate": rate}


def _uneven_powers() -> Iterator[Instance]:
    """The uneven class with e^eps = sqrt(K T), where all powers of e are algebraic."""
    for root in range(1, 9):
        yield {**with_rounds(UNEVEN, 2 * root**2), "exp_eps": str(2 * root)}


def _uneven_small() -> Iterator[Instance]:
    return ({**with_rounds(UNEVEN, rounds), "epsilon": "1/1000"} for rounds in (10, 31, 32, 40))


ABOVE: Final = "(14*m**2 - 4 - 6*m)**2*(14*m**2 - 4)/3 - (2*m*(14*m**2 - 3) - 4)**2"


@cache
def _pure_classes() -> tuple[Instance, ...]:
    rare = [["1/3", "0", "2/3"], ["0", "0", "1"]]
    tables = [extremal_class(1, 3), extremal_class(2, 4), UNEVEN, extremal_class(3, 5), extremal_class(4, 3), rare]
    even = [["1/2", "1/2"], ["1/3", "2/3"]]
    return tuple(with_rounds(rows, rounds) for rows in (*tables, even) for rounds in (1, 2, 10, 1000))


@family(
    "private-pure-reports",
    "seven classes of up to 4 hypotheses, one with a label of probability 0, T = 1 to 1000, four eps",
)
def _pure_reports() -> Iterator[Instance]:
    for instance, epsilon in product(_pure_classes(), ("1/100", "1/2", "2", "7")):
        yield {**instance, "epsilon": epsilon}
    for hypotheses, rounds, exp_eps in ((2, 3, "3"), (2, 12, "6"), (3, 4, "4"), (3, 16, "8")):
        yield {**with_rounds(extremal_class(hypotheses, 4), rounds), "exp_eps": exp_eps}


@claim(
    "SIMA-39",
    location="Lemma 6",
    latex=r"\mathcal{R}_t(Y_t) = \tilde{\mathbf{Y}}_t \text{ in Algorithm 2 is } (\epsilon, 0)\text{-locally "
    r"differentially private}",
    text="The report of Algorithm 2, (12) with Laplace noise of scale log(K T)/eps, is (eps, 0)-locally private.",
    adjacency="any_pair",
    assumed=(EVERY_LABEL, POSITIVE_SCALE, "the index J of the entry that is not 0 is visible, as such an entry is"),
    corrected_by="SIMA-39-corrected",
)
def sima_39() -> Case:
    """The noise is scaled to log(K T), which is not the sensitivity."""
    return Case(
        argument="Given J = j, V_j = log p_j[h(y)] + Lap is a mixture of Laplace laws, with the weight 1 - 1/T on the "
        "integers of y and 1/(T N') on each of all N'. For (5/6, 1/6, 0) and (0, 0, 1): |S_y| = 3, 1, 3, N' = 7, and "
        "under the second hypothesis the likelihoods of the labels 0, 1, 2 are u, u, R u with R = (7 T - 4)/3. Above "
        "the upper center every density is a multiple of one exponential, larger by the factor r = R^(eps/log(K T)) "
        "for the upper center than for the lower one, and the ratio of the label 2 to the label 0 is exactly ((T - 1) "
        "r + (3 r + 4)/7)/((T - 1) + (3 r + 4)/7) = ((7 T - 4) r + 4)/(7 T - 3 + 3 r). At e^eps = sqrt(K T) it "
        "exceeds e^eps for large T; that all labels have a positive probability here shows that SIMA-25 plays no role.",
        counterexample=Goal("three labels, two hypotheses", counterexample("sima39"), Hunt("sima39", _uneven_powers)),
        sharper=(
            Goal(
                "the closed form",
                identity("((T - 1)*r + (3*r + 4)/7)/((T - 1) + (3*r + 4)/7)", "((7*T - 4)*r + 4)/(7*T - 3 + 3*r)"),
            ),
            Goal("it is the worst ratio, by the exact laws", exhaustive("sima39-closed", "private-uneven-rates")),
            Goal(
                "for all T = 2 m^2, m >= 7, and e^eps = 2 m it is above e^eps: squares of (14 m^2 - 4 - 6 m) r > 2 m "
                "(14 m^2 - 3) - 4, where r^2 = (14 m^2 - 4)/3 and the left side is positive",
                sign(ABOVE, "m", "[7, oo)", ">"),
            ),
            Goal(
                "for small eps: (1 - 1/T) log R > log(K T) for all T >= 32",
                inequality("(T - 1)*log((7*T - 4)/3) - T*log(2*T)", "T", "[32, oo)", ">"),
            ),
            Goal("and the exact loss at eps = 1/1000", counterexample("sima39"), Hunt("sima39", _uneven_small)),
        ),
        twins=(
            Twin("with the scale log((K + 1) T)/eps", counterexample("sima39-corrected")),
            Twin("the closed form of T + 1", exhaustive("sima39-closed-next", "private-uneven-rates"), of=2),
            Twin(
                "for m >= 6",
                sign(ABOVE, "m", "[6, oo)", ">"),
                of=3,
            ),
            Twin(
                "for T >= 31",
                inequality("(T - 1)*log((7*T - 4)/3) - T*log(2*T)", "T", "[31, oo)", ">"),
                of=4,
            ),
        ),
        remarks=(
            "For eps to 0 the loss of this class is (1 - 1/T) log R/log(K T) times eps: above eps if and only if ((7 T "
            "- 4)/3)^(T - 1) > (2 T)^T, that is for T >= 32. The draws of h that go astray hide the excess for large "
            "eps.",
            "The lemma holds as printed for M <= K, where N' <= K M. In general the report is (eps log R/log(K T), "
            "0)-private with R = T + (T - 1) min(K, M)(M - 1)/M; for K, T >= 2 that factor is below 7/5 (SIMA-31).",
        ),
    )


@claim(
    "SIMA-39-corrected",
    location="Lemma 6",
    latex=r"(12) \text{ with noise of scale } \tfrac{\log((K+1)T)}{\epsilon} \text{ and } |\mathcal{S}_{y,t}| \ge 1 "
    r"\text{ is } (\epsilon, 0)\text{-locally differentially private}",
    text="With Laplace noise of scale log((K + 1) T)/eps and |S_y| >= 1, the report of Algorithm 2 is (eps, 0)-locally "
    "private for all K, T >= 1, eps > 0 and all labels.",
    adjacency="any_pair",
    assumed=(ENOUGH,),
)
def sima_39_corrected() -> Case:
    """The Laplace mechanism given J and the clipped label, then mixing."""
    return Case(
        argument="Given J = j and the clipped label y', V_j is a Laplace variable around log p_j[y'], and any two "
        "centers are less than log((K + 1) T) apart (SIMA-28-corrected), so that densities have a ratio of at most "
        "e^eps: s/b <= eps for the distance s and b = log((K + 1) T)/eps. J is uniform whatever the label is, and "
        "given the label the density of (J, V_J) is a mixture over y' of those: if all p_i <= e^eps q_k, then every "
        "mixture of the p_i is at most e^eps times every mixture of the q_k. The losses (12) are a function of (J, "
        "V_J) with public constants.",
        proof=(
            Goal(
                "the exponent s/b, where S = log((K + 1) T)",
                identity("s/(S/e)", "e*s/S"),
            ),
            Goal(
                "the bound on the ratio of likelihoods, times M, is below (K + 1) T (SIMA-28-corrected)",
                nonnegative("M*(K + 1)*T - (M*T + (T - 1)*m*(M - 1))", ("K - m", "m - 1", "M - 1", "T - 1"), ">"),
            ),
            Goal(
                "a mixture of two against one (E = e^eps)",
                nonnegative("E*q - (w*p + (1 - w)*v)", ("E*q - p", "E*q - v", "w", "1 - w")),
            ),
        ),
        checks=(Goal("the exact laws of the reports", exhaustive("sima39-corrected", "private-pure-reports")),),
        twins=(
            Twin("with 9/10 of the noise", exhaustive("sima39-less-noise", "private-pure-reports"), of=3),
            Twin("without 1 - w >= 0", nonnegative("E*q - (w*p + (1 - w)*v)", ("E*q - p", "E*q - v", "w")), of=2),
        ),
        remarks=(
            "log(T + (T - 1) min(K, M)(M - 1)/M) in place of log((K + 1) T) is enough for T >= 2 (at T = 1 it is 0); "
            "for M <= K that is at most the printed log(K T).",
        ),
    )


# SIMA-45


TAIL: Final = entries(experts=whole(1), rounds=whole(1), exp_gamma=ABOVE_1, rate=ABOVE_0).where(_are_enough)
"""K T >= 2, gamma > 0 given by e^gamma, and a rational rate: whatever eps and delta are, only the rate counts."""


def _tail(instance: Instance, reached: int) -> Number:
    """Pr[|Lap| >= c'] for c' = scale (gamma + log(reached)), by the exact law."""
    rate = Fraction(instance["rate"])
    most = log(Fraction(instance["exp_gamma"]) * reached) * (1 / rate)
    law = LaplaceMixture([1], [0], rate)
    return 1 - law.cdf(most) + law.cdf(most * -1)


def _tails_are_small(instance: Instance, *, counts_rounds: bool = True) -> bool:
    count, exp_gamma = instance["experts"] * instance["rounds"], Fraction(instance["exp_gamma"])
    reached = count if counts_rounds else instance["experts"]
    single = _tail(instance, reached)
    return bool(single == 1 / (exp_gamma * reached)) and at_most(1 - (1 - single) ** count, 1 / exp_gamma)


told("sima45", "Pr[|Lap| >= c'] = e^(-gamma)/(K T), and that some of K T do is at most e^(-gamma)", TAIL)(
    _tails_are_small
)
told("sima45-rounds", "... with gamma + log K for gamma + log K + log T", TAIL)(
    lambda instance: _tails_are_small(instance, counts_rounds=False)
)


@family("private-tails", "K = 1, 2, 5, T = 1, 2, 10 (K T >= 2), e^gamma = 11/10, 3, 100 and two rates")
def _tails() -> Iterator[Instance]:
    for k, t, exp_gamma, rate in product((1, 2, 5), (1, 2, 10), ("11/10", "3", "100"), ("1/7", "2")):
        if k * t >= 2:
            yield {"experts": k, "rounds": t, "exp_gamma": exp_gamma, "rate": rate}


@claim(
    "SIMA-45",
    location="Appendix B, (26), and Appendix C, (32)",
    latex=r"\Pr(|Lap^t_j| \ge c'(\gamma)) = e^{-\gamma - \log K - \log T}, \quad \Pr(\exists j, t: |Lap^t_j| \ge "
    r"c'(\gamma)) \le e^{-\gamma}",
    text="Each Laplace variable reaches c' in absolute value with probability e^{-gamma - log K - log T}, so that some "
    "of all K T do with probability at most e^{-gamma}; the same for c'_pdp.",
    assumed=(POSITIVE_SCALE, "gamma > 0"),
)
def sima_45() -> Case:
    """c' is a multiple of the scale."""
    return Case(
        argument="In (9) and in (13) c' = b (gamma + log K + log T) with b the scale of the noise. A Laplace variable "
        "of scale b exceeds x >= 0 with probability e^(-x/b)/2, on either side. A union of K T events has at most the "
        "sum of their probabilities, K T e^(-gamma)/(K T), where e^(log K) = K.",
        proof=(
            Goal(
                "both tails at c'/b = g + k + t, with k = log K and t = log T",
                identity("exp(-g - k - t)/2 + exp(-g - k - t)/2", "exp(-g)*exp(-k)*exp(-t)"),
            ),
            Goal(
                "the sum over K = e^k hypotheses and T = e^t rounds",
                identity("exp(k)*exp(t)*(exp(-g)*exp(-k)*exp(-t))", "exp(-g)"),
            ),
        ),
        checks=(Goal("by the exact laws", exhaustive("sima45", "private-tails")),),
        twins=(
            Twin("c' without log T", exhaustive("sima45-rounds", "private-tails"), of=2),
            Twin(
                "one tail",
                identity("exp(-g - k - t)/2", "exp(-g)*exp(-k)*exp(-t)"),
            ),
        ),
        remarks=(
            "Exactly, the probability is 1 - (1 - e^(-gamma)/(K T))^(K T).",
            "E is the bad event here, and the good one in the proof of Theorem 4.",
        ),
    )


# SIMA-46

REPORTS: Final[dict[int, ModuleType]] = {1: private_wma, 2: private_exp3}


_REPORT: Final = CLASS.having(
    epsilon=ABOVE_0, exp_gamma=ABOVE_1, share=rational("(-1, 1)"), hypothesis=whole(), label=whole()
)
_OF_1: Final = _REPORT.having(algorithm=whole(1, 1), delta=BETWEEN)
_OF_2: Final = _REPORT.having(algorithm=whole(2, 2), delta=optional(BETWEEN))


@(_OF_1 | _OF_2).where
def _is_loss(instance: Instance) -> bool:
    """A report of Algorithm 1 or 2 on the good event: the noise is ``share`` of c', with |share| < 1."""
    rows = instance["hypotheses"]
    return bool(instance["hypothesis"] < len(rows) and instance["label"] < len(rows[0]))


PRINTED_LOSS: Final = _is_loss.where(_is_defined_as_printed)


def _loss(instance: Instance, calibration: str) -> Real:
    """Y~_j (Algorithm 1) or Z_{j,j} (Algorithm 2), for a label that is clipped to one of its own integers."""
    j, label = instance["hypothesis"], instance["label"]
    mechanism = REPORTS[instance["algorithm"]]
    parameters = (wma_parameters if instance["algorithm"] == 1 else _exp3)(instance, calibration)
    gamma = log(Fraction(instance["exp_gamma"]))
    noise = mechanism.largest_noise(parameters, gamma) * as_real(Fraction(instance["share"]))
    center = as_real(label_family(parameters, Fraction(1)).centers[label][j]) + noise
    report = (center,) * _count(instance) if instance["algorithm"] == 1 else (j, center)
    found: Real = mechanism.losses(report, parameters, gamma)[j]
    return found


def _is_in_unit(instance: Instance, calibration: str, most: Fraction = Fraction(1)) -> bool:
    loss = _loss(instance, calibration)
    return at_most(0, loss) and at_most(loss, most)


told(
    "sima46",
    "on the good event the loss is in [0, 1]",
    PRINTED_LOSS,
    lambda instance: {"loss": _loss(instance, "printed")},
)(lambda instance: _is_in_unit(instance, "printed"))
told("sima46-two", "on the good event the loss is in [0, 2]", PRINTED_LOSS)(
    lambda instance: _is_in_unit(instance, "printed", Fraction(2))
)
told("sima46-corrected", "with log((K + 1) T) and |S_y| >= 1 the loss is in [0, 1]", _is_loss)(
    lambda instance: _is_in_unit(instance, "corrected")
)
told("sima46-too-sharp", "... in [0, 99/100]", _is_loss)(
    lambda instance: _is_in_unit(instance, "corrected", Fraction(99, 100))
)


def _uneven_losses(algorithm: int) -> Iterator[Instance]:
    for rounds, share in product((2, 5), ("-9/10", "-999/1000", "999/1000")):
        extra = {"epsilon": "1", "delta": "1/10", "exp_gamma": "2", "share": share, "hypothesis": 1, "label": 0}
        yield {**with_rounds(UNEVEN, rounds), **extra, "algorithm": algorithm}


@family(
    "private-losses",
    "seven classes, T = 1, 2, 10, 1000, both algorithms, every label and hypothesis, noise 999/1000 of c' either way",
)
def _all_losses() -> Iterator[Instance]:
    for instance, algorithm, share in product(_pure_classes(), (1, 2), ("-999/1000", "999/1000")):
        extra = {"epsilon": "3", "delta": "1/10", "exp_gamma": "2", "share": share, "algorithm": algorithm}
        rows = instance["hypotheses"]
        for j, label in product(range(len(rows)), range(len(rows[0]))):
            yield {**instance, **extra, "hypothesis": j, "label": label}


@claim(
    "SIMA-46",
    location="Appendix B, after (26), and Appendix C, after (32)",
    latex=r"|Lap^t_j| < c'(\gamma) \text{ for all } j, t \Rightarrow \tilde Y_{t,j} \in [0, 1] \text{ (Algorithm 1) "
    r"and } \mathbf{Z}_{t,j} \in [0,1]^K \text{ (Algorithm 2)}",
    text="Where all noises are below c' in absolute value, the losses of Algorithm 1 and of Algorithm 2 are in [0, 1].",
    assumed=(EVERY_LABEL, POSITIVE_SCALE),
    corrected_by="SIMA-46-corrected",
)
def sima_46() -> Case:
    """(7) again."""
    return Case(
        argument="The loss is (log(1/(M p)) - Lap + c')/(log(K T) + 2 c'). For (5/6, 1/6, 0) and (0, 0, 1), an integer "
        "of label 0 has likelihood p = 1/(7 T) under the second hypothesis, and 1/(M p) = 7 T/3 > 2 T = K T. So the "
        "loss exceeds 1 if -c' < Lap < -c' + log(7/6), which has positive probability on the good event, as label 0 "
        "has under the first hypothesis.",
        counterexample=Goal("Algorithm 1", counterexample("sima46"), Hunt("sima46", lambda: _uneven_losses(1))),
        sharper=(Goal("Algorithm 2", counterexample("sima46"), Hunt("sima46", lambda: _uneven_losses(2))),),
        twins=(
            Twin("with log((K + 1) T)", counterexample("sima46-corrected")),
            Twin("in [0, 2], Algorithm 2", counterexample("sima46-two"), of=1),
        ),
        remarks=(
            "The losses are in [0, 1 + k] on the good event, k = log(max(1, N'/(K M)))/(log(K T) + 2 c') < 1, and can "
            "exceed every number below 1 + k where N' >= K M and some f_j[y] = 0. The claim holds for M <= K.",
        ),
    )


@claim(
    "SIMA-46-corrected",
    location="Appendix B, after (26), and Appendix C, after (32)",
    latex=r"\text{with } \log((K+1)T) \text{ in place of } \log(KT): |Lap^t_j| \le c'(\gamma) \text{ for all } j, t "
    r"\Rightarrow \tilde Y_{t,j} \in [0, 1], \mathbf{Z}_{t,j} \in [0,1]^K",
    text="With log((K + 1) T) in place of log(K T) and |S_y| >= 1, the losses of both algorithms are in [0, 1] where "
    "all noises are at most c' in absolute value.",
    assumed=(ENOUGH,),
)
def sima_46_corrected() -> Case:
    """By the bounds of the likelihoods."""
    return Case(
        argument="Let S = log((K + 1) T) and u = log(1/(M p)). By SIMA-27-corrected p <= 1/M, so u >= 0, and p >= 1/(T "
        "N') with N' < (K + 1) M, so u <= log(T N'/M) < S. The loss is (u - x + c')/(S + 2 c') for the noise x, |x| "
        "<= c'. The other entries of Z are 0.",
        proof=(
            Goal("at least 0", nonnegative("u - x + c", ("u", "c - x"))),
            Goal("at most 1", nonnegative("S + 2*c - (u - x + c)", ("S - u", "c + x"))),
        ),
        checks=(Goal("both algorithms, near both ends", exhaustive("sima46-corrected", "private-losses")),),
        twins=(
            Twin("at most 1 for u <= S + 1", nonnegative("S + 2*c - (u - x + c)", ("S + 1 - u", "c + x")), of=1),
            Twin("in [0, 99/100]", exhaustive("sima46-too-sharp", "private-losses"), of=2),
        ),
    )
