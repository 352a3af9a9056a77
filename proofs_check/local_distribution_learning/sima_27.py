"""SIMA-27: every clipped label has a likelihood between 1/(T K M) and 1/M under every hypothesis.

Section 4.2, (7). The lower bound fails, for N' may exceed K M (SIMA-26): with one hypothesis (1/10, 9/10) and T = 2 the
integer of label 0 has likelihood 1/20 + 1/6 < 1/4. SIMA-27-corrected: between 1/(T N') and 1/M. Under f the
integers of a label have likelihood (1 - 1/T) f/c + 1/(T N') with c >= M f, and N' >= M.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.local_distribution_learning.clipping import (
    CLASS,
    ENOUGH,
    EVERY_LABEL,
    covers_every_label,
    few_classes,
    likelihoods_of,
    most_of,
    read_class,
)
from dpassay.proofs_check.models.label_clipping import CLIPPING
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside, together
from dpassay.reference import label_clipping
from dpassay.reference.label_clipping import Parameters


def _are_between(instance: Instance, low: Fraction, high: Fraction, least: int = 0) -> bool:
    return all(low <= p <= high for row in likelihoods_of(instance, least) for p in row)


def _is_in_printed_range(instance: Instance) -> bool:
    _, hypotheses, labels, rounds = read_class(instance)
    return _are_between(instance, Fraction(1, rounds * hypotheses * labels), Fraction(1, labels))


def _is_in_range(instance: Instance, share: Fraction = Fraction(1)) -> bool:
    """With |S_y| >= 1 or without: between 1/(T (M + min(K, M)(M - 1))) and ``share`` of 1/M."""
    rows, hypotheses, labels, rounds = read_class(instance)
    low = Fraction(1, rounds * most_of(hypotheses, labels))
    parameters = label_clipping.Parameters(hypotheses=rows, rounds=rounds)
    table = label_clipping.likelihoods(parameters)
    same = {p for row in table for p in row} == {p for row in likelihoods_of(instance, 1) for p in row}
    return same and all(_are_between(instance, low, share / labels, least) for least in (0, 1))


def _smallest(instance: Instance) -> dict[str, Any]:
    _, hypotheses, labels, rounds = read_class(instance)
    low, high = (choose(p for row in likelihoods_of(instance) for p in row) for choose in (min, max))
    return {
        "least": low,
        "1/(T K M)": Fraction(1, rounds * hypotheses * labels),
        "most": high,
        "1/M": Fraction(1, labels),
    }


told("sima27", "1/(T K M) <= (h o f_j)[y'] <= 1/M", covers_every_label, _smallest)(_is_in_printed_range)
told("sima27-corrected", "1/(T (M + min(K, M)(M - 1))) <= (h o f_j)[y'] <= 1/M, |S_y| >= 1 or not", CLASS)(_is_in_range)
told("sima27-too-sharp", "... <= 9/10 of 1/M", CLASS)(lambda instance: _is_in_range(instance, Fraction(9, 10)))


RARE: Final = ((Fraction(1, 10), Fraction(9, 10)),)
refuted(
    "SIMA-27",
    CLIPPING,
    "1/(T*K*M) <= p(j, z) <= 1/M",
    setting=Parameters(RARE, 2, "printed"),
    j=Fraction(1),
    z=Fraction(1),
)
SHARE: Final = "1/(M + m*(M - 1))"
BETWEEN: Final = "1/(T*N) <= p(j, z) <= (1 - 1/T)/M + 1/(T*N)"
MOST: Final = "(1 - 1/T)*part(y, z)/M + f(j, y)/(T*N)"
DEFINED: Final = ("size", "size, scaled")
ENDS: Final = theorem(
    "ends of the likelihoods",
    CLIPPING,
    BETWEEN,
    Step("share", "1/T <= 1", arithmetic(("1/T", "1 <= T"))),
    Step("positive", "0 < c(y)", arithmetic("at least one")),
    Step(
        "astray at least",
        "1/(T*N) <= h(y, z)",
        arithmetic(("-1/c(y)", "clipping"), ("part(y, z)/c(y)", "share")),
        (),
        ("positive",),
    ),
    Step(
        "low end",
        "1/(T*N) <= p(j, z)",
        arithmetic(inside("sum(f(j, y)*_, y, 1, M)", "astray at least"), ("-1", "likelihood"), ("-1/(T*N)", "a law")),
    ),
    Step("owned", "M*f(j, y) <= c(y)", arithmetic("ceiling, below", ("M", "the most"))),
    Step("ratio of the label", "f(j, y)/c(y) <= 1/M", arithmetic(("1/(M*c(y))", "owned")), (), ("positive",)),
    Step("weight of a part", "0 <= (1 - 1/T)*part(y, z)", arithmetic(("part(y, z)", "share"))),
    Step(
        "times the law, at most",
        f"h(y, z)*f(j, y) <= {MOST}",
        arithmetic(("f(j, y)/c(y)", "clipping"), ("(1 - 1/T)*part(y, z)", "ratio of the label")),
        (),
        ("positive", "weight of a part"),
    ),
    Step(
        "high end",
        "p(j, z) <= (1 - 1/T)/M + 1/(T*N)",
        arithmetic(
            inside("sum(_, y, 1, M)", "times the law, at most"),
            "likelihood",
            ("(1 - 1/T)/M", "one part"),
            ("1/(T*N)", "a law"),
        ),
    ),
    Step("all", BETWEEN, together("low end", "high end")),
)
LIKELIHOODS: Final = theorem(
    "SIMA-27-corrected",
    CLIPPING,
    "1/(T*(M + m*(M - 1))) <= 1/(T*N) <= p(j, z) <= 1/M and N <= M + m*(M - 1) < (K + 1)*M",
    Step("numbers", "M <= N <= M + m*(M - 1) < (K + 1)*M", apply("SIMA-26-corrected")),
    Step("most", "N <= M + m*(M - 1)", together("numbers")),
    Step("least", "M <= N", together("numbers")),
    Step("size", "0 < M + m*(M - 1)", arithmetic()),
    Step("size, scaled", "0 < T*(M + m*(M - 1))", arithmetic(("T", "size"))),
    Step("inverse", f"0 <= {SHARE}", arithmetic((f"({SHARE})**2", "size")), defined=("size",)),
    Step("ends", BETWEEN, apply("ends of the likelihoods")),
    Step("high end", "p(j, z) <= (1 - 1/T)/M + 1/(T*N)", together("ends")),
    Step("astray", "1/N <= 1/M", arithmetic(("1/(M*N)", "least"))),
    Step(
        "bound",
        "1/(T*(M + m*(M - 1))) <= 1/(T*N)",
        arithmetic((f"1/(T*N)*({SHARE})", "most")),
        defined=(*DEFINED, "inverse"),
    ),
    Step("low end", "1/(T*N) <= p(j, z)", together("ends"), defined=DEFINED),
    Step("above", "p(j, z) <= 1/M", arithmetic("high end", ("1/T", "astray")), defined=DEFINED),
    Step("integers at most", "N <= M + m*(M - 1)", together("numbers")),
    Step("fewer", "M + m*(M - 1) < (K + 1)*M", together("numbers")),
)


@claim(
    "SIMA-27",
    location="Section 4.2, (7)",
    latex=r"\tfrac{1}{TKM} \le (h_t \circ f_j(x_t))[y'] \le \tfrac1M \text{ for all } j \in [K], y' \in [N'_t]",
    text="Every clipped label has a likelihood between 1/(T K M) and 1/M under every hypothesis.",
    assumed=(EVERY_LABEL,),
    corrected_by="SIMA-27-corrected",
)
def sima_27() -> Case:
    """The least likelihood is 1/(T N')."""
    return Case(
        argument="The least likelihood of an integer y' in S_y under f_j is 1/(T N') where f_j[y] = 0, and N' may "
        "exceed K M (SIMA-26): under (0, 0, 1), beside (5/6, 1/6, 0), the integers of the labels 0 and 1 have "
        "likelihood 1/(7 T) < 1/(6 T), for every T. With one hypothesis (1/10, 9/10) and T = 2, |S_y| = 1 and 2, and "
        "the integer of the label 0 has likelihood 1/20 + 1/6 = 13/60 < 1/4.",
        counterexample=Goal("one hypothesis", counterexample("sima27"), Hunt("sima27", few_classes)),
        twins=(Twin("with the largest N' in place of K M", counterexample("sima27-corrected")),),
        remarks=("The upper bound holds, and the lower one wherever N' <= K M, in particular for M <= K.",),
    )


@claim(
    "SIMA-27-corrected",
    location="Section 4.2, (7)",
    latex=r"\tfrac{1}{T(M + \min(K,M)(M-1))} \le \tfrac{1}{T N'_t} \le (h_t \circ f_j(x_t))[y'] \le \tfrac1M",
    text="Every clipped label has a likelihood between 1/(T N') and 1/M under every hypothesis, and N' is at most M + "
    "min(K, M)(M - 1) < (K + 1) M.",
    assumed=(ENOUGH,),
)
def sima_27_corrected() -> Case:
    """By c_y >= M f_j[y] and M <= N'."""
    return Case(
        checks=(Goal("all small classes", exhaustive("sima27-corrected", "clipped-classes")),),
        twins=(
            Twin("as printed", exhaustive("sima27", "clipped-covering")),
            Twin("9/10 of the upper bound", exhaustive("sima27-too-sharp", "clipped-classes")),
        ),
    )
