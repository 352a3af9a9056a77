"""SIMA-25: (4) and (5) define random maps h' and h on all labels, whatever the class.

Section 4.2, (3) to (6). A label y with f_j[y] = 0 for all j has |S_y| = ceil(0) = 0: (4) is 1/0 on the empty set and 0
elsewhere, the law of nothing, and (5) has total 1/T. A local randomizer must answer every label.

SIMA-25-corrected: with |S_y| = max(1, ceil(M max_j f_j[y])) both are laws. (4) has the value 1/c at c = |S_y|
integers, and (5) is (4) with probability 1 - 1/T and else uniform. |S_y| and h' are kept for labels that had an
integer, and each other label adds one to N'.
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
    answers,
    clipped_likelihoods,
    covers_every_label,
    few_classes,
    read_class,
    sizes,
)
from dpassay.proofs_check.models.clipped_draws import DRAWS
from dpassay.proofs_check.models.printed_clipping import PRINTED, Class
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, cases, inside
from dpassay.reference import label_clipping


def _are_laws(instance: Instance, least: int) -> bool:
    rows, _, _, rounds = read_class(instance)
    return all(sum(row) == 1 for kernel in answers(rows, rounds, least) for row in kernel)


def _agrees_with_reference(instance: Instance) -> bool:
    """The reference's laws, and its likelihoods, are those of (4), (5) and (6) with at least one integer a label."""
    rows, _, _, rounds = read_class(instance)
    parameters = label_clipping.Parameters(hypotheses=rows, rounds=rounds)
    clean, astray = answers(rows, rounds, 1)
    same = all(
        all(law.pmf(y) == p for y, p in enumerate(row))
        for label in range(len(rows[0]))
        for law, row in (
            (label_clipping.uniform_on_part(label, parameters), clean[label]),
            (label_clipping.clipped(label, parameters), astray[label]),
        )
    )
    return same and label_clipping.induced(parameters) == clipped_likelihoods(rows, rounds, 1)


def _totals(instance: Instance) -> dict[str, Any]:
    rows, _, _, rounds = read_class(instance)
    counts = sizes(rows, 0)
    without = counts.index(0)
    clean, astray = answers(rows, rounds, 0)
    return {"label": without, "|S_y|": 0, "sum of (4)": sum(clean[without]), "sum of (5)": sum(astray[without])}


told("sima25", "for every label, (4) and (5) are the probabilities of a law", CLASS, _totals)(
    lambda instance: _are_laws(instance, 0)
)
told("sima25-covered", "the same where every label has a positive probability", covers_every_label)(
    lambda instance: _are_laws(instance, 0)
)
told("sima25-corrected", "with |S_y| >= 1, (4) and (5) are laws for every label, those of the reference", CLASS)(
    lambda instance: _are_laws(instance, 1) and _agrees_with_reference(instance)
)


def _is_kept(instance: Instance, *, astray: bool) -> bool:
    """Whether labels that had an integer keep |S_y| and h' (h, if ``astray``), and each other adds one to N'."""
    rows, _, _, rounds = read_class(instance)
    printed, corrected = sizes(rows, 0), sizes(rows, 1)
    is_old = [printed[y] > 0 for y, count in enumerate(corrected) for _ in range(count)]
    before, after = (answers(rows, rounds, least)[astray] for least in (0, 1))
    return sum(corrected) - sum(printed) == printed.count(0) and all(
        corrected[y] == count and before[y] == tuple(p for p, old in zip(after[y], is_old, strict=True) if old)
        for y, count in enumerate(printed)
        if count > 0
    )


def _draws_astray(instance: Instance) -> dict[str, Any]:
    rows, _, _, rounds = read_class(instance)
    totals = {words: sum(sizes(rows, least)) for words, least in (("as printed", 0), ("with |S_y| >= 1", 1))}
    return {f"1/(T N') {words}": Fraction(1, rounds * total) for words, total in totals.items()}


KEPT: Final = "with |S_y| >= 1 a label that had an integer keeps |S_y| and {}, and N' grows by 1 for each label without"
told("sima25-kept", KEPT.format("h'"), CLASS)(lambda instance: _is_kept(instance, astray=False))
told("sima25-kept-h", KEPT.format("h"), CLASS, _draws_astray)(lambda instance: _is_kept(instance, astray=True))


refuted(
    "SIMA-25",
    PRINTED,
    "sum(own(y, z), z, 1, N) = 1 and sum(h(y, z), z, 1, N) = 1",
    setting=Class(((Fraction(1), Fraction(0)),), 2),
    y=Fraction(2),
)
MAPS: Final = theorem(
    "(4) and (5) are laws",
    DRAWS,
    "0 <= h(y, z) and sum(own(y, z), z, 1, N) = 1 and sum(h(y, z), z, 1, N) = 1",
    Step("positive", "0 < c(y)", arithmetic("at least one")),
    Step(
        "astray",
        "h(y, z) = (1 - 1/T)*own(y, z) + 1/(T*N)",
        arithmetic(("1/c(y)", "clipping"), ("-(1 - 1/T)/c(y)", "uniform")),
        (),
        ("positive",),
    ),
    Step("not below 0", "0 <= h(y, z)", arithmetic(("-1", "astray"), ("own(y, z)/T", "1 <= T"))),
    Step(
        "own",
        "sum(own(y, z), z, 1, N) = 1",
        arithmetic(("1/c(y)", inside("sum(_, z, 1, N)", "uniform")), ("1/c(y)", "size")),
        (),
        ("positive",),
    ),
    Step("given", "sum(h(y, z), z, 1, N) = 1", arithmetic(inside("sum(_, z, 1, N)", "astray"), ("1 - 1/T", "own"))),
)
SOME: Final = "[1 <= b(y)]"
NUMBER_KEPT: Final = f"{SOME}*b(y) <= {SOME}*c(y) <= {SOME}*b(y)"
SAME: Final = f"{SOME}*b(y)*own(y, z) <= {SOME}*part(y, z) <= {SOME}*b(y)*own(y, z)"
MORE: Final = "N = sum(b(y), y, 1, M) + sum([b(y) <= 0], y, 1, M)"
LAWS: Final = "0 <= own(y, z) and 0 <= h(y, z) and sum(own(y, z), z, 1, N) = 1 and sum(h(y, z), z, 1, N) = 1"
NO_BOTH: Final = f"{SOME}*[b(y) <= 0] <= 0"
theorem(
    "SIMA-25-corrected",
    DRAWS,
    f"{LAWS} and {NUMBER_KEPT} and {SAME} and {MORE}",
    # each other label adds one
    # a label that had an integer keeps its number
    Step(
        "not both",
        NO_BOTH,
        cases("1 <= b(y)", arithmetic((SOME, "[b(y) <= 0] = 0")), arithmetic(("[b(y) <= 0]", f"{SOME} = 0"))),
    ),
    Step("own", "0 <= own(y, z)", arithmetic()),
    Step("given", "0 <= h(y, z)", apply("(4) and (5) are laws")),
    Step("all own", "sum(own(y, z), z, 1, N) = 1", apply("(4) and (5) are laws")),
    Step("all given", "sum(h(y, z), z, 1, N) = 1", apply("(4) and (5) are laws")),
    Step("no fewer", f"{SOME}*b(y) <= {SOME}*c(y)", arithmetic((f"-{SOME}", "printed number"))),
    Step("no more", f"{SOME}*c(y) <= {SOME}*b(y)", arithmetic((SOME, "printed number"), "not both")),
    Step(
        "no fewer, each",
        f"{SOME}*b(y)*own(y, z) <= {SOME}*part(y, z)",
        arithmetic(("own(y, z)", "no fewer"), (SOME, "uniform")),
    ),
    Step(
        "no more, each",
        f"{SOME}*part(y, z) <= {SOME}*b(y)*own(y, z)",
        arithmetic(("own(y, z)", "no more"), (f"-{SOME}", "uniform")),
    ),
    Step("more", MORE, arithmetic("integers", inside("sum(_, y, 1, M)", "printed number"))),
)


@claim(
    "SIMA-25",
    location="Section 4.2, (3) to (6)",
    latex=r"h'_t, h_t : \mathcal{Y} \to [N'_t] \text{ as in (4), (5) are random maps, defined for every } y \in "
    r"\mathcal{Y}",
    text="(4) and (5) define random maps h' and h on all labels, whatever the class.",
    corrected_by="SIMA-25-corrected",
)
def sima_25() -> Case:
    """A label that no hypothesis expects owns no integer."""
    return Case(
        argument="A label with f_j[y] = 0 for all j has |S_y| = ceil(0) = 0: S_y is empty, (4) is 1/0 on the empty set "
        "and 0 elsewhere, which is the law of nothing, and (5) has total 1/T. A local randomizer must answer every "
        "label, also one that has probability 0 under every hypothesis: privacy is asked of all labels.",
        counterexample=Goal("a label of probability 0", counterexample("sima25"), Hunt("sima25", few_classes)),
        sharper=(
            Goal(
                "where every label has a positive probability, all is as printed",
                exhaustive("sima25-covered", "clipped-covering"),
            ),
        ),
        twins=(
            Twin("with |S_y| >= 1", counterexample("sima25-corrected")),
            Twin("all classes, as printed", exhaustive("sima25", "clipped-classes"), of=1),
        ),
        remarks=(
            "The printed text is right for exactly those classes in which every label has a positive probability "
            "under some hypothesis.",
        ),
    )


@claim(
    "SIMA-25-corrected",
    location="Section 4.2, (3) to (6)",
    latex=r"|\mathcal{S}_{y,t}| = \max(1, \lceil M \max_j f_j(x_t)[y] \rceil) \Rightarrow h'_t, h_t \text{ are defined "
    r"for every } y \in \mathcal{Y} \text{, with } |\mathcal{S}_{y,t}|, h'_t(y) \text{ as printed where } \max_j "
    r"f_j(x_t)[y] > 0 \text{, and } N'_t \text{ larger by } |\{y: \max_j f_j(x_t)[y] = 0\}|",
    text="With |S_y| = max(1, ceil(M max_j f_j[y])), (4) and (5) define random maps on all labels; |S_y| and h' do not "
    "change for the labels that had an integer; N' grows by the number of labels without one.",
)
def sima_25_corrected() -> Case:
    """Both laws have total 1."""
    return Case(
        checks=(
            Goal("against the reference, integer by integer", exhaustive("sima25-corrected", "clipped-classes")),
            Goal("what changes, and what does not", exhaustive("sima25-kept", "clipped-classes")),
        ),
        sharper=(
            Goal(
                "h itself, (5), does change for the labels that had an integer",
                counterexample("sima25-kept-h"),
                Hunt("sima25-kept-h", few_classes),
            ),
        ),
        twins=(
            Twin("as printed", exhaustive("sima25", "clipped-classes")),
            Twin("h is kept", exhaustive("sima25-kept-h", "clipped-classes"), of=1),
            Twin("h' is not kept", counterexample("sima25-kept"), of=2),
        ),
        remarks=(
            "For one hypothesis (1, 0) and T = 2, h(0) is (1/2, 1/2) as printed, and (5/12, 5/12, 1/6) with an integer "
            "for the label 1.",
        ),
    )
