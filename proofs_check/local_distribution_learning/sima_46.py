"""SIMA-46: where all noises are below c' in absolute value, the losses of Algorithms 1 and 2 are in [0, 1].

Appendix B, after (26), and Appendix C, after (32). The loss is (-log(M p) - Lap + c')/(log(K T) + 2 c'), and it is the
one entry of Z that is not 0. False by (7): beside (5/6, 1/6, 0), the hypothesis (0, 0, 1) gives an integer of label 0
the likelihood p = 1/(7 T), and 1/(M p) = 7 T/3 > K T.

SIMA-46-corrected: with log((K + 1) T) in place of log(K T) they are, whatever c' > 0 is, for -log(M p) is between 0 and
log((K + 1) T): p is at most 1/M and at least 1/(T N') (SIMA-27-corrected), and N' < (K + 1) M (SIMA-26-corrected).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from types import ModuleType
from typing import Final

from dpassay.exact import (
    Real,
    as_real,
    log,
)
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import (
    ABOVE_0,
    ABOVE_1,
    BETWEEN,
    as_rows,
    family,
    optional,
    rational,
    told,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.local_distribution_learning.clipping import (
    CLASS,
    ENOUGH,
    EVERY_LABEL,
    UNEVEN,
    with_rounds,
)
from dpassay.proofs_check.local_distribution_learning.noisy_log_likelihoods import POSITIVE, SCALED
from dpassay.proofs_check.local_distribution_learning.numbers_of_integers import ALL
from dpassay.proofs_check.local_distribution_learning.private_reports import (
    POSITIVE_SCALE,
    exp3_parameters,
    hypotheses_of,
    is_defined_as_printed,
    pure_classes,
    wma_parameters,
)
from dpassay.proofs_check.local_distribution_learning.sima_27 import BETWEEN as ENDS
from dpassay.proofs_check.models.clipped_draws import Weighted
from dpassay.proofs_check.models.noisy_likelihoods import NOISY
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import (
    Step,
    apply,
    arithmetic,
    inside,
    together,
    use,
)
from dpassay.reference import private_exp3, private_wma
from dpassay.reference.privatized_likelihood import label_family

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


PRINTED_LOSS: Final = _is_loss.where(is_defined_as_printed)


def _loss(instance: Instance, calibration: str) -> Real:
    """Y~_j (Algorithm 1) or Z_{j,j} (Algorithm 2), for a label that is clipped to one of its own integers."""
    j, label = instance["hypothesis"], instance["label"]
    mechanism = REPORTS[instance["algorithm"]]
    parameters = (wma_parameters if instance["algorithm"] == 1 else exp3_parameters)(instance, calibration)
    gamma = log(Fraction(instance["exp_gamma"]))
    noise = mechanism.largest_noise(parameters, gamma) * as_real(Fraction(instance["share"]))
    center = as_real(label_family(parameters, Fraction(1)).centers[label][j]) + noise
    report = (center,) * hypotheses_of(instance) if instance["algorithm"] == 1 else (j, center)
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
    for instance, algorithm, share in product(pure_classes(), (1, 2), ("-999/1000", "999/1000")):
        extra = {"epsilon": "3", "delta": "1/10", "exp_gamma": "2", "share": share, "algorithm": algorithm}
        rows = instance["hypotheses"]
        for j, label in product(range(len(rows)), range(len(rows[0]))):
            yield {**instance, **extra, "hypothesis": j, "label": label}


SMALL: Final = {"e": "real, -n <= e, e <= n", "n": "real, 0 < n"}


def loss(sensitivity: str) -> str:
    """Y~ of (8), and entry J of (12): -c (log p + Lap + log M - c'), with 1/c = log(K T) + 2 c'; n is c'."""
    return f"(-(l(j, z) + e + log(M) - n)/({sensitivity} + 2*n))"


def in_unit(value: str) -> str:
    """The loss is in [0, 1], and so are all entries of the vector that has it in one."""
    return f"0 <= {value} <= 1 and 0 <= entry(i, j)*{value} <= 1"


refuted(
    "SIMA-46",
    NOISY,
    in_unit(loss("log(K*T)")),
    setting=Weighted(as_rows(UNEVEN), 2, "printed", (Fraction(1, 2), Fraction(1, 2))),
    where=("2 <= K*T",),
    variables=SMALL,
    i=Fraction(2),
    j=Fraction(2),
    z=Fraction(1),
    n=Fraction(10),
    e=Fraction(-999, 100),
)
LOSS: Final = loss("S")
ENTRY: Final = f"entry(i, j)*{LOSS}"
DEFINED: Final = ("positive", "inverse")
AND_ENTRY: Final = (*DEFINED, "entry not below 0")
theorem(
    "SIMA-46-corrected",
    NOISY,
    in_unit(LOSS),
    POSITIVE,
    Step("norm", "0 < S + 2*n", arithmetic("positive")),
    Step("inverse", "0 <= 1/(S + 2*n)", arithmetic(("(1/(S + 2*n))**2", "norm")), (), ("norm",)),
    # the log-likelihood is between -log M - S and -log M
    Step("likelihoods", ENDS, apply("ends of the likelihoods")),
    Step("low end", "1/(T*N) <= p(j, z)", together("likelihoods")),
    Step("high end", "p(j, z) <= (1 - 1/T)/M + 1/(T*N)", together("likelihoods")),
    Step("numbers", ALL, apply("SIMA-26-corrected")),
    Step("least", "M <= N", together("numbers")),
    Step("most", "N <= M + m*(M - 1)", together("numbers")),
    Step("below", "M + m*(M - 1) < (K + 1)*M", together("numbers")),
    Step("astray", "1/N <= 1/M", arithmetic(("1/(M*N)", "least"))),
    Step("at most", "p(j, z) <= 1/M", arithmetic("high end", ("1/T", "astray"))),
    Step(
        "power, above",
        "exp(l(j, z) + log(M)) <= exp(0)",
        arithmetic(("M", "log"), ("M", "at most")),
    ),
    Step(
        "power, below",
        "exp(0) <= exp(l(j, z) + log(M) + S)",
        arithmetic(("-exp(log(M) + S)", "log"), ("M*(K + 1)*T", "low end"), ("1/N", "most"), ("1/N", "below")),
    ),
    # and so the loss is between 0 and 1
    Step("numerator", "0 <= -(l(j, z) + e + log(M) - n)", arithmetic(inside("log(_)", "power, above"), "e <= n")),
    Step(
        "not above", "-(l(j, z) + e + log(M) - n) <= S + 2*n", arithmetic(inside("log(_)", "power, below"), "-n <= e")
    ),
    Step("entry not below 0", "0 <= entry(i, j)", arithmetic(use("one entry", j="i", i="j"))),
    Step("entry at most 1", "entry(i, j) <= 1", apply("zero or one", use("one entry", j="i", i="j"), x="entry(i, j)")),
    Step("loss at least 0", f"0 <= {LOSS}", arithmetic(("1/(S + 2*n)", "numerator")), (), DEFINED),
    Step("loss at most 1", f"{LOSS} <= 1", arithmetic(("1/(S + 2*n)", "not above")), (), DEFINED),
    Step("entry at least 0", f"0 <= {ENTRY}", arithmetic(("entry(i, j)", "loss at least 0")), (), AND_ENTRY),
    Step(
        "all",
        f"entry(i, j)*{LOSS} <= 1",
        arithmetic(("entry(i, j)", "loss at most 1"), "entry at most 1"),
        (),
        AND_ENTRY,
    ),
    variables=SMALL,
    let=SCALED,
)


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
        checks=(Goal("both algorithms, near both ends", exhaustive("sima46-corrected", "private-losses")),),
        twins=(Twin("in [0, 99/100]", exhaustive("sima46-too-sharp", "private-losses")),),
    )
