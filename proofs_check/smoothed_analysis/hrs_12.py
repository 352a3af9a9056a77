"""HRS-12: an eps/2-net H' of H has |H'| <= N_[](H, U, eps/2), since "any eps-bracket is also an eps-net".

Appendix C.3. Of each bracket of a smallest bracketing one member is taken: it and any other member of the bracket
differ at most where its ends do. The ends of brackets need not be members, and are no net inside of H.
"""

from __future__ import annotations

from typing import Final

from dpassay.analysis.bracketing_numbers import covering_number
from dpassay.exact import Dist
from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import exhaustive
from dpassay.proofs_check.models.bracketed_classes import BRACKETED, DISTANCE
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside, use
from dpassay.proofs_check.smoothed_analysis.small_classes import IS_FOLD, classes_of, number_at, radius_of

GAP: Final = "u(held(m), x) - l(held(m), x)"
NEAR: Final = "(f(m, x) - r(held(m), x))**2"
COVER: Final = "cover(e) <= N"
theorem(
    "HRS-12",
    BRACKETED,
    COVER,
    Step("gap", f"0 <= {GAP}", arithmetic(use("first ends in order", c="held(m)"))),
    Step(
        "one side",
        f"0 <= {GAP} - f(m, x) + r(held(m), x)",
        arithmetic("first from above", use("a member from below", c="held(m)")),
    ),
    Step(
        "square",
        f"{NEAR} <= ({GAP})**2",
        arithmetic(
            (f"{GAP} - f(m, x) + r(held(m), x)", "first from below"),
            (f"{GAP} - f(m, x) + r(held(m), x)", use("a member from above", c="held(m)")),
        ),
        (),
        ("one side",),
    ),
    Step(
        "to the gap",
        f"({GAP})**2 <= {GAP}",
        arithmetic((GAP, use("first end at most 1", c="held(m)")), ("l(held(m), x)", "gap")),
        (),
        ("gap",),
    ),
    Step("piece", f"mu(x)*{NEAR} <= mu(x)*({GAP})", arithmetic(("mu(x)", "square"), ("mu(x)", "to the gap"))),
    Step(
        "distance",
        f"{DISTANCE} <= e",
        arithmetic(inside("sum(_, x, 1, n)", "piece"), use("first is narrow", c="held(m)")),
    ),
    Step("near", f"[{DISTANCE} <= e] = 1", apply("indicator of what holds", "distance", A=DISTANCE, B="e")),
    Step("all", COVER, arithmetic(use("no cover is smaller", s="e"), ("-cover(e)", inside("sum(_, m, 1, R)", "near")))),
)


def _is_covered(instance: Instance, less: int) -> bool:
    """Whether a smallest cover has at most so many members less than there are brackets."""
    functions, radius = classes_of(instance)[0], radius_of(instance)
    covers = covering_number(functions, Dist.uniform(range(functions.points)), radius)
    return bool(covers + less <= number_at(functions, radius))


told("hrs12", "under the uniform law a cover is no larger than a bracketing of the same radius", IS_FOLD)(
    lambda instance: _is_covered(instance, 0)
)
told("hrs12-less", "under the uniform law a cover is smaller than a bracketing of the same radius", IS_FOLD)(
    lambda instance: _is_covered(instance, 1)
)


@claim(
    "HRS-12",
    location="C.3, 'any eps-bracket with respect to U is also an eps-net'",
    latex=r"|H'| \le \mathcal N_{[\,]}(H, U, \epsilon/2)",
    text="A smallest eps/2-cover of H by members has at most as many members as a smallest eps/2-bracketing of H has "
    "brackets, under any law.",
    assumed=("the domain and the class are finite",),
)
def hrs_12() -> Case:
    """One member of each bracket."""
    return Case(
        checks=(Goal("small classes", exhaustive("hrs12", "hrs-small")),),
        twins=(Twin("one less", exhaustive("hrs12-less", "hrs-small")),),
        remarks=("e in the proof is the radius, eps/2 in the text.",),
    )
