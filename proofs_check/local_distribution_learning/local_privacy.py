"""Rest."""

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
from dpassay.proofs_check.claim import Case, Goal, Guide, Hunt, Twin, claim
from dpassay.proofs_check.instances import (
    ABOVE_0,
    BETWEEN,
    family,
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
    with_rounds,
)
from dpassay.proofs_check.local_distribution_learning.private_reports import (
    POSITIVE_SCALE,
    hypotheses_of,
    is_defined_as_printed,
    wma_parameters,
)
from dpassay.proofs_check.numbers import at_most
from dpassay.reference import private_wma
from dpassay.reference.privatized_likelihood import label_family

# SIMA-31. The exact law of the report, as the reference has it.


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


def _few_reports() -> Iterator[Instance]:
    return ({**instance, "epsilon": "1/10", "delta": "9/10"} for instance in _single_classes())


# The steps of the printed proof


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
