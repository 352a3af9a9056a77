"""SCOTT-28: noise for the sensitivity on histograms in which every value occurs twice protects all data.

Sections 4.2.2 and 4.2.3 restrict the sensitivity to these, and claim privacy for all. Where a count may become 0 the
divergence becomes infinite, and delta is 1 whatever the noise. Nor does it help to put every P(x) below tau to tau, as
Algorithm 3 does, if tau is small: (1, 1) and (0, 2) differ by 2.76 at tau = 1/1000, and by as much as one likes at
smaller ones. With counts from 1 on 0.7 is right (SCOTT-26b).

SCOTT-28-corrected: with s >= 1 added to every count, (h(x) + s)/(N + k s), the divergences of any two adjacent
histograms differ by less than log((s + 1)/s), which is log(3/2) at s = 2. (For such counts c = s in the model.)
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from dpassay.exact import LogForm, log
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import entries, family, rational, row_of, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.models.sensitivity_of_kl import ADJACENT, divergence, histograms, law
from dpassay.proofs_check.models.sensitivity_of_kl_cut import CUT_OFF, CutOff, cut
from dpassay.proofs_check.numbers import below
from dpassay.proofs_check.private_kl_estimation.adjacent_histograms import REFERENCE, REFERENCES
from dpassay.proofs_check.private_kl_estimation.scott_26 import BELOW_STEP
from dpassay.proofs_check.private_kl_estimation.two_cells import STEP
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, together


@claim(
    "SCOTT-28",
    location="Section 4.2.3, of all histograms, with P put to tau where it is below",
    latex=r"|\eta(\max\{P_1, \tau\}) - \eta(\max\{P_2, \tau\})| < 0.7",
    text="For every two adjacent histograms of one size the divergences from the reference differ by less than 0.7, "
    "where every P(x) below tau, however small, is put to tau.",
    checked=("the reference has full support", "0 < tau <= 1"),
    assumed=("without tau the divergence is infinite where a count is 0",),
    adjacency="replace_one",
    corrected_by="SCOTT-28-corrected",
)
def scott_28() -> Case:
    """A count of 0."""
    return Case(
        argument="The counts (1, 1) and (0, 2) with a uniform reference and tau = 1/1000: the second divergence is "
        "(log 500 - log 2)/2 = 2.76, the first one 0.",
        counterexample=Goal("two data", counterexample("scott28"), Hunt("scott28", _zeros)),
        twins=(Twin("3", counterexample("scott28-more")),),
        remarks=(
            "Membership in the restricted set depends on the data: to answer only there shows it.",
            "The 65536 values of Section 5 would need 131072 data (SCOTT-35c).",
        ),
    )


@claim(
    "SCOTT-28-corrected",
    location="Section 4.2.3, of all histograms, with s added to every count",
    latex=r"\Big|\eta\Big(\tfrac{h_1 + s}{N + k s}\Big) - \eta\Big(\tfrac{h_2 + s}{N + k s}\Big)\Big| < \log\tfrac{s "
    r"+ 1}"
    r"{s}",
    text="For every two adjacent histograms of one size, with s >= 1 added to every count, the divergences from the "
    "reference differ by less than log((s + 1)/s).",
    checked=("the reference has full support", "s is a whole number from 1 on"),
    adjacency="replace_one",
)
def scott_28_corrected() -> Case:
    """The counts are then at least s."""
    return Case(
        checks=(Goal("all small histograms, exactly", exhaustive("scott28-corrected", "scott-smoothed")),),
        twins=(Twin("log((s + 2)/(s + 1))", exhaustive("scott28-sharper", "scott-smoothed")),),
    )


@entries({**REFERENCE, "first": row_of(whole(), least=2), "tau": rational("(0, 1]")}).where
def _is_cut(instance: Instance) -> bool:
    counts, reference = instance["first"], instance["reference"]
    return len(counts) == len(reference) and counts[0] > 0 and sum(map(Fraction, reference)) == 1


@entries({**REFERENCE, "first": row_of(whole(), least=2), "added": whole(1)}).where
def _is_smoothed(instance: Instance) -> bool:
    counts, reference = instance["first"], instance["reference"]
    return len(counts) == len(reference) and counts[0] > 0 and sum(map(Fraction, reference)) == 1


def _size(gap: LogForm) -> LogForm:
    return -gap if gap < LogForm() else gap


def _cut_gap(instance: Instance) -> LogForm:
    at = CutOff(law(*instance["reference"]), tuple(instance["first"]), Fraction(instance["tau"]))
    return _size(cut(at, 1) - cut(at, 2))


def _smoothed_gap(instance: Instance) -> LogForm:
    pi, added = law(*instance["reference"]), instance["added"]
    a, b, *rest = instance["first"]
    first, second = (tuple(n + added for n in counts) for counts in ((a, b, *rest), (a - 1, b + 1, *rest)))
    return _size(divergence(pi, first) - divergence(pi, second))


told("scott28", "the divergences, cut off at tau, differ by less than 0.7", _is_cut, lambda i: {"gap": _cut_gap(i)})(
    lambda instance: below(_cut_gap(instance), LogForm(Fraction(7, 10)))
)
told("scott28-more", "the divergences, cut off at tau, differ by less than 3", _is_cut)(
    lambda instance: below(_cut_gap(instance), LogForm(Fraction(3)))
)
told(
    "scott28-corrected", "with s added to every count the divergences differ by less than log((s + 1)/s)", _is_smoothed
)(lambda i: below(_smoothed_gap(i), log(Fraction(i["added"] + 1, i["added"]))))
told("scott28-sharper", "... by less than log((s + 2)/(s + 1))", _is_smoothed)(
    lambda i: below(_smoothed_gap(i), log(Fraction(i["added"] + 2, i["added"] + 1)))
)


def _zeros() -> Iterator[Instance]:
    for tau in ("1/10", "1/1000"):
        yield {"reference": ["1/2", "1/2"], "first": [1, 1], "tau": tau}


@family("scott-smoothed", "three references on two or three cells, all histograms of sizes 1, 2, 5, and s = 1, 2")
def _smoothed() -> Iterator[Instance]:
    for reference in REFERENCES:
        for size in (1, 2, 5):
            for first in histograms(len(reference), size, 0):
                if first[0] > 0:
                    for added in (1, 2):
                        yield {"reference": list(reference), "first": list(first), "added": added}


refuted(
    "SCOTT-28",
    CUT_OFF,
    "cut(2) - cut(1) < 7/10 and cut(1) - cut(2) < 7/10",
    setting=CutOff(law("1/2", "1/2"), (1, 1), Fraction(1, 1000)),
)
SMOOTHED: Final = BELOW_STEP
theorem(
    "SCOTT-28-corrected",
    ADJACENT,
    SMOOTHED,
    Step("moved up", f"kl(2) - kl(1) < {STEP}", apply("a divergence moves by less than a log")),
    Step("moved down", f"kl(1) - kl(2) < {STEP}", apply("a divergence moves by less than a log")),
    Step("all", SMOOTHED, together("moved up", "moved down")),
)
