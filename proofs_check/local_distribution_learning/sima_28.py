"""SIMA-28: the log-likelihood of a clipped label has sensitivity log(K T), so Laplace noise of scale log(K T)/eps does.

Section 4.2, after (7). Beside (5/6, 1/6, 0), the hypothesis (0, 0, 1) gives an integer of label 2 a likelihood that is
(7 T - 4)/3 times that of any other, above K T = 2 T for T > 4. Corrected: the ratio is at most R < (K + 1) T, where R
= T + (T - 1) m (M - 1)/M and m = min(K, M). All likelihoods are between u = 1/(T N') and (1 - 1/T)/M + u (SIMA-27),
so their ratio is at most 1 + (T - 1) N'/M, and N' is at most M + m (M - 1) (SIMA-26-corrected).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any, Final

from dpassay.exact import Budget, LaplaceMixture, log, log_quotient, max_ratio
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import ABOVE_1, family, told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import Statement, counterexample, exhaustive, identity, nonnegative
from dpassay.proofs_check.local_distribution_learning.clipping import (
    CLASS,
    ENOUGH,
    EVERY_LABEL,
    UNEVEN,
    covers_every_label,
    extremal_class,
    has_every_label,
    largest_ratio,
    likelihoods_of,
    read_class,
    with_rounds,
)
from dpassay.proofs_check.local_distribution_learning.noisy_log_likelihoods import HIDDEN, SCALED
from dpassay.proofs_check.local_distribution_learning.ratio_of_likelihoods import R
from dpassay.proofs_check.models.label_clipping import CLIPPING
from dpassay.proofs_check.models.noisy_likelihoods import NOISY
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, use
from dpassay.reference.label_clipping import Parameters


def _ratio_of(row: Iterable[Fraction]) -> Fraction:
    values = list(row)
    return max(values) / min(values)


def _largest_ratio_of(instance: Instance, least: int = 0) -> Fraction:
    return max(_ratio_of(row) for row in likelihoods_of(instance, least))


def _has_printed_sensitivity(instance: Instance) -> bool:
    _, hypotheses, _, rounds = read_class(instance)
    return _largest_ratio_of(instance) <= hypotheses * rounds


def _has_sensitivity(instance: Instance) -> bool:
    _, hypotheses, labels, rounds = read_class(instance)
    bound = largest_ratio(hypotheses, labels, rounds)
    largest = max(_largest_ratio_of(instance, least) for least in (0, 1))
    return largest <= bound <= (hypotheses + 1) * rounds


def _ratios(instance: Instance) -> dict[str, Any]:
    return {"largest ratio": _largest_ratio_of(instance), "K T": len(instance["hypotheses"]) * instance["rounds"]}


BUDGETED: Final = CLASS.having(exp_eps=ABOVE_1)
"""A class, and e^eps > 1."""


@BUDGETED.where
def _is_printed(instance: Instance) -> bool:
    """The same where the printed text has a law: for K T = 1 its scale is 0."""
    return has_every_label(instance) and bool(len(instance["hypotheses"]) * instance["rounds"] >= 2)


def _noisy_is_private(instance: Instance, scaled_to: int, least: int) -> bool:
    """The noisy log-likelihoods of any two clipped labels have laws of ratio at most e^eps, exactly."""
    exp_eps = Fraction(instance["exp_eps"])
    rate = log_quotient(Budget(exp_eps=exp_eps).epsilon, log(scaled_to))
    if not isinstance(rate, Fraction):
        raise ValueError(f"rate = {rate}: expected e^eps to be a rational power of {scaled_to}")
    for row in likelihoods_of(instance, least):
        low, high = (LaplaceMixture([1], [log(choose(row))], rate) for choose in (min, max))
        ratios = [max_ratio(low, high), max_ratio(high, low)]
        if any(ratio is None or not at_most(ratio, exp_eps) for ratio in ratios):
            return False
    return True


told(
    "sima28",
    "two clipped labels have likelihoods of ratio at most K T under every hypothesis",
    covers_every_label,
    _ratios,
)(_has_printed_sensitivity)
told(
    "sima28-corrected",
    "... of ratio at most T + (T - 1) min(K, M)(M - 1)/M <= (K + 1) T, with |S_y| >= 1 or without",
    CLASS,
)(_has_sensitivity)
told(
    "sima28-private", "log-likelihoods with noise of scale log(K T)/eps have laws of ratio at most e^eps", _is_printed
)(lambda instance: _noisy_is_private(instance, len(instance["hypotheses"]) * instance["rounds"], 0))
told("sima28-corrected-private", "... with noise of scale log((K + 1) T)/eps and |S_y| >= 1", BUDGETED)(
    lambda instance: _noisy_is_private(instance, (len(instance["hypotheses"]) + 1) * instance["rounds"], 1)
)
told("sima28-attained", "the largest ratio is T + (T - 1) min(K, M)(M - 1)/M", CLASS)(
    lambda instance: _largest_ratio_of(instance, 1) == largest_ratio(*read_class(instance)[1:])
)


def _uneven_classes() -> Iterator[Instance]:
    return (with_rounds(UNEVEN, rounds) for rounds in range(1, 11))


def _uneven_budgets(power_of: int) -> Iterator[Instance]:
    """The uneven class with e^eps a rational power of ``power_of`` times T."""
    for root, exponent in ((2, 2), (2, 3), (4, 2), (2, 4), (6, 2), (12, 2)):
        if root**exponent % power_of == 0:
            yield {**with_rounds(UNEVEN, root**exponent // power_of), "exp_eps": str(root)}


@family(
    "clipped-budgets",
    "six classes, K = 1, 2, 3, two with a label of probability 0, with e^eps a rational power of (K + 1) T",
)
def _corrected_budgets() -> Iterator[Instance]:
    for rounds, exp_eps in ((3, "3"), (12, "6"), (9, "3"), (27, "9"), (3, "9")):
        yield {**with_rounds(UNEVEN, rounds), "exp_eps": exp_eps}
    for rounds, exp_eps in ((4, "4"), (16, "8"), (64, "2"), (1, "2")):
        yield {**with_rounds(extremal_class(3, 4), rounds), "exp_eps": exp_eps}
    for rounds, exp_eps in ((3, "3"), (12, "6"), (9, "9")):
        yield {**with_rounds([["1/3", "0", "2/3"], ["0", "0", "1"]], rounds), "exp_eps": exp_eps}
    single = ("1", "0", "0", "0"), ("2/3", "1/3"), tuple(map(str, extremal_class(1, 5)[0]))
    for row, (rounds, exp_eps) in product(single, ((1, "2"), (2, "2"), (8, "4"), (8, "2"), (32, "512"))):
        yield {**with_rounds([row], rounds), "exp_eps": exp_eps}


@family(
    "clipped-attaining",
    "for 2 <= K, M <= 5 and T = 1, 2, 9 the class with the largest N', and for K = 1 f = (1, 0, ..., 0)",
)
def _attaining_classes() -> Iterator[Instance]:
    for hypotheses, labels, rounds in product(range(2, 6), range(2, 6), (1, 2, 9)):
        yield with_rounds(extremal_class(hypotheses, labels), rounds)
    for labels, rounds in product(range(2, 6), (1, 2, 9)):
        yield with_rounds([[Fraction(y == 0) for y in range(labels)]], rounds)


def _below_for_all_hypotheses(bound: str) -> Statement:
    """T + (T - 1) K (M - 1)/M is below a bound, times M."""
    return nonnegative(f"M*{bound} - (M*T + (T - 1)*K*(M - 1))", ("K - 1", "M - 1", "T - 1"), ">")


FAR: Final = ((Fraction(5, 6), Fraction(1, 6), Fraction(0)), (Fraction(0), Fraction(0), Fraction(1)))
refuted(
    "SIMA-28",
    CLIPPING,
    "log(p(j, z)) - log(p(j, x)) <= log(K*T)",
    setting=Parameters(FAR, 5, "printed"),
    j=Fraction(2),
    z=Fraction(5),
    x=Fraction(1),
)
SENSITIVE: Final = "log(p(j, z)) - log(p(j, x)) <= log(R) < log((K + 1)*T)"
LIKELY: Final = ("likely", "likely, other")
CORRECTED: Final = theorem(
    "SIMA-28-corrected",
    NOISY,
    f"{SENSITIVE} and {HIDDEN}",
    Step("likely", "0 < p(j, z)", arithmetic("log")),
    Step("likely, other", "0 < p(j, x)", arithmetic(use("likely", z="x"))),
    Step("more", "0 <= (T - 1)*m/M", arithmetic(("m/M", "1 <= T"))),
    Step("large", "0 < R", arithmetic(("(T - 1)*m/M", "1 <= M")), (), ("more",)),
    Step("positive", "0 < log((K + 1)*T)", apply("the corrected sensitivity is positive")),
    Step(
        "sensitivity",
        "log(p(j, z)) - log(p(j, x)) <= log(R)",
        apply("SIMA-28-corrected: sensitivity"),
        (),
        (*LIKELY, "large"),
    ),
    Step("below", "log(R) < log((K + 1)*T)", apply("SIMA-28-corrected: sensitivity"), (), ("large",)),
    Step("noise", HIDDEN, apply("noisy log-likelihoods are private", eps="eps"), (), ("positive",)),
    variables={"eps": "real, 0 < eps"},
    let={"R": R, **SCALED},
)


@claim(
    "SIMA-28",
    location="Section 4.2, after (7)",
    latex=r"-\log (h_t \circ f_j(x_t))[y'] \text{ has sensitivity } \log(KT) \text{, so Laplace noise of scale } "
    r"\tfrac{\log(KT)}{\epsilon} \text{ makes it } (\epsilon, 0)\text{-DP}",
    text="The log-likelihood of a clipped label has sensitivity log(K T), and is (eps, 0)-private with Laplace noise "
    "of scale log(K T)/eps.",
    assumed=(EVERY_LABEL, "the input is the clipped label y', as printed; for the label y itself see SIMA-39"),
    adjacency="any_pair",
    corrected_by="SIMA-28-corrected",
)
def sima_28() -> Case:
    """The sensitivity is larger, and so is the privacy loss."""
    return Case(
        argument="Beside (5/6, 1/6, 0), the hypothesis (0, 0, 1) gives an integer of label 2 the likelihood (7 T - "
        "4)/3 times that of any other, which exceeds K T = 2 T for T > 4: at T = 5 it is 31/3 > 10. Laplace laws of "
        "rate eps/log(K T) with centers log R apart have the ratio R^(eps/log(K T)) = e^(eps log R/log(K T)) in one "
        "tail, above e^eps wherever R > K T, for every eps.",
        counterexample=Goal("likelihoods of ratio 31/3", counterexample("sima28"), Hunt("sima28", _uneven_classes)),
        sharper=(
            Goal(
                "and the noise of the printed scale does not give eps either",
                counterexample("sima28-private"),
                Hunt("sima28-private", lambda: _uneven_budgets(2)),
            ),
            Goal(
                "the ratio of the class for every T: 7 T/3 - 4/3",
                identity("((1 - 1/T)/3 + 1/(7*T))*(7*T)", "(7*T - 4)/3"),
            ),
        ),
        twins=(
            Twin("sensitivity log(T + (T - 1) min(K, M)(M - 1)/M)", counterexample("sima28-corrected")),
            Twin("the ratio 7 T/3", identity("((1 - 1/T)/3 + 1/(7*T))*(7*T)", "7*T/3"), of=2),
        ),
        remarks=(
            "As printed it is (eps log R/log(K T), 0)-private with R = T + (T - 1) min(K, M)(M - 1)/M. The claim is "
            "right for M <= K, where N' <= K M.",
        ),
    )


@claim(
    "SIMA-28-corrected",
    location="Section 4.2, after (7)",
    latex=r"-\log (h_t \circ f_j(x_t))[y'] \text{ has sensitivity at most } \log\big(T + \tfrac{(T-1)\min(K,M)(M-1)}{M}"
    r"\big) \le \log((K+1)T) \text{: Laplace noise of scale } \tfrac{\log((K+1)T)}{\epsilon} \text{ gives } (\epsilon, "
    r"0)\text{-DP}",
    text="The log-likelihood of a clipped label has sensitivity at most log(T + (T - 1) min(K, M)(M - 1)/M) <= log((K "
    "+ 1) T), and is (eps, 0)-private with Laplace noise of scale log((K + 1) T)/eps.",
    assumed=(ENOUGH,),
    adjacency="any_pair",
)
def sima_28_corrected() -> Case:
    """The largest likelihood over the least."""
    return Case(
        checks=(
            Goal("all small classes", exhaustive("sima28-corrected", "clipped-classes")),
            Goal("the laws with noise, exactly", exhaustive("sima28-corrected-private", "clipped-budgets")),
        ),
        sharper=(
            Goal("R is reached where M >= 2, so it is the best", exhaustive("sima28-attained", "clipped-attaining")),
        ),
        twins=(Twin("K T", exhaustive("sima28", "clipped-covering")),),
        remarks=(
            "For M >= 2, R is reached: for K >= 2 by the classes of SIMA-26-corrected, and for K = 1 by f = (1, 0, "
            "..., 0) with |S_y| >= 1. For M <= K it is at most K T.",
        ),
    )
