"""SIMA-30: (8) and (9) define the privatized vector for all K, T >= 1, eps > 0, 0 < delta <= 1 and gamma > 0.

Section 4.2. They do where the scale b of (8), c' and 1/c = log(K T) + 2 c' of (9) are above 0, and all likelihoods. For
K = T = 1, log(K T) = 0, and so is all else. Corrected: with log((K + 1) T) in place of log(K T) and |S_y| >= 1 all are
positive, for every label; and with the printed log(K T) for K T >= 2. The factor 2 sqrt(2 K ln(1/delta)) + sqrt(K eps)
is at least sqrt(K eps).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Final

from dpassay.exact import (
    as_real,
    decide,
    log,
)
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import (
    family,
    told,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.local_distribution_learning.clipping import (
    ENOUGH,
    EVERY_LABEL,
)
from dpassay.proofs_check.local_distribution_learning.private_reports import (
    NOISE,
    are_enough,
)
from dpassay.proofs_check.models.label_clipping import CLIPPING
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import (
    Step,
    apply,
    arithmetic,
    inside,
)
from dpassay.reference import label_clipping


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
told("sima30-two", "the same where K T >= 2", NOISE.where(are_enough))(
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


RANGES: Final = {"eps": "real, 0 < eps", "d": "real, 0 < d, d <= 1", "g": "real, 0 < g"}
ROOTS: Final = "(2*sqrt(2*K*log(1/d)) + sqrt(K*eps))"


def constants(sensitivity: str) -> dict[str, str]:
    """The sensitivity S, the scale b of (8) and the largest noise n of (9), which is c'."""
    return {"S": sensitivity, "b": f"({ROOTS}*{sensitivity}/eps)", "n": f"({ROOTS}*{sensitivity}/eps*(g + log(K*T)))"}


DEFINED: Final = "0 < b and 0 < n and 0 < S + 2*n"
AS_PRINTED: Final = constants("log(K*T)")
refuted(
    "SIMA-30",
    CLIPPING,
    DEFINED,
    setting=label_clipping.Parameters(((Fraction(1),),), 1, "printed"),
    variables=RANGES,
    let=AS_PRINTED,
    eps=Fraction(1),
    d=Fraction(1, 2),
    g=Fraction(1),
)
LOG: Final = (
    Step("large", "1 <= 1/d", arithmetic(("1/d", "d <= 1"))),
    Step("log grows", "log(1) <= log(1/d)", apply("log grows", "large", A="1", B="1/d")),
    Step("log of 1", "log(1) = 0", apply("log of exp", A="0")),
    Step("at least 0", "0 <= log(1/d)", arithmetic("log grows", ("-1", "log of 1"))),
    Step("one round", "1 <= K*T", arithmetic("1 <= K", ("K", "1 <= T"))),
    Step("count grows", "log(1) <= log(K*T)", apply("log grows", "one round", A="1", B="K*T")),
    Step("count", "0 <= log(K*T)", arithmetic("count grows", ("-1", "log of 1"))),
)
ARE: Final = (
    Step("scale", "0 < b", arithmetic((f"{ROOTS}/eps", "positive")), defined=("at least 0",)),
    Step("largest noise", "0 < n", arithmetic(("g + log(K*T)", "scale")), (), ("at least 0", "count")),
    Step("normalization", "0 < S + 2*n", arithmetic("positive", ("2", "largest noise")), (), ("at least 0",)),
)
WITH_PRINTED: Final = theorem(
    "SIMA-30-corrected: as printed",
    CLIPPING,
    DEFINED,
    *LOG,
    Step("positive", "0 < log(K*T)", arithmetic(inside("log(_)", "1 < K*T")), ("2 <= K*T",)),
    *(replace(step, where=("2 <= K*T",)) for step in ARE),
    where=("2 <= K*T",),
    variables=RANGES,
    let=AS_PRINTED,
)
theorem(
    "SIMA-30-corrected",
    CLIPPING,
    f"0 < p(j, z) and {DEFINED}",
    *LOG,
    Step("positive", "0 < log((K + 1)*T)", apply("the corrected sensitivity is positive")),
    Step("ends", "1/(T*N) <= p(j, z)", apply("ends of the likelihoods")),
    Step("likely", "0 < p(j, z)", arithmetic("ends")),
    *ARE,
    variables=RANGES,
    let=constants("log((K + 1)*T)"),
    also=("SIMA-30-corrected: as printed",),
)


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
        checks=(
            Goal("on a grid of parameters", exhaustive("sima30-corrected", "private-noises")),
            Goal("with log(K T) for K T >= 2", exhaustive("sima30-two", "private-noises-enough")),
        ),
        twins=(Twin("as printed, for all K and T", exhaustive("sima30", "private-noises")),),
    )
