"""SIMA-48: the divergence of the true law f from the prediction p^ is that of h' o f from p-bar.

Appendix B, (30). All laws are constant on the integers of a label: with c = |S_y|, h' o f is f[y]/c there, and p-bar is
p^[y]/c, because every h o f_j is constant. The c integers of S_y add c (f/c) log((f/c)/(p^/c)) = f log(f/p^), and the
parts are those of all integers. A term with f = 0 is 0 log 0 = 0 on both sides. In the text p-bar_t[y] stands for
p-bar_t[y'] under the sum over y' in S_y.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import told
from dpassay.proofs_check.kernel.statements import exhaustive
from dpassay.proofs_check.local_distribution_learning.clipping import ENOUGH
from dpassay.proofs_check.local_distribution_learning.kl_steps import Round, is_round, kl_of, read_round
from dpassay.proofs_check.local_distribution_learning.on_the_integers_of_a_label import (
    ON_A_PART as LIKELIHOOD_ON_A_PART,
)
from dpassay.proofs_check.models.clipped_draws import WEIGHTED
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, use

told("sima48", "KL(f_j*, p^) = KL(h' o f_j*, p-bar), exactly", is_round)(
    lambda instance: _kls_agree(read_round(instance))
)
told("sima48-clipped", "KL(f_j*, p^) = KL(h o f_j*, p-bar), exactly", is_round)(
    lambda instance: _kls_agree(read_round(instance), clipped=True)
)


def _kls_agree(at: Round, *, clipped: bool = False) -> bool:
    laws = at.truth if clipped else at.on_parts
    return (kl_of(at.law, at.prediction) - kl_of(laws, at.mixture)).sign() == 0


TRUE: Final = "f(j, y)*(lf(j, y) - log(ph(y)))"
CLIPPED: Final = "q(j, s)*(lq(j, s) - log(mix(s)))"
ON_A_PART: Final = "part(y, s)*q(j, s)*(lq(j, s) - log(mix(s)))"
SHARED: Final = "own(y, s)*f(j, y)*(lf(j, y) - log(ph(y)))"
DIFFERENCE: Final = "(lf(j, y) - log(ph(y)) - lq(j, s) + log(mix(s)))"
GAP: Final = f"(own(y, s)*f(j, y)*{DIFFERENCE})"
NO_MASS: Final = "f(j, y) <= 0"
OF_ANOTHER: Final = "part(y, s) <= 0"
theorem(
    "SIMA-48",
    WEIGHTED,
    f"sum({TRUE}, y, 1, M) = sum({CLIPPED}, s, 1, N)",
    Step("no mass", "f(j, y) = 0", apply("at most each other", A="f(j, y)", B="0"), (NO_MASS,)),
    Step("nothing", f"{GAP}**2 <= 0", arithmetic((f"own(y, s)**2*{DIFFERENCE}**2*f(j, y)", "no mass")), (NO_MASS,)),
    Step("no part", "part(y, s) = 0", apply("at most each other", A="part(y, s)", B="0"), (OF_ANOTHER,)),
    Step(
        "not its own",
        f"{GAP}**2 <= 0",
        arithmetic(
            (f"own(y, s)*(f(j, y)*{DIFFERENCE})**2/c(y)", use("uniform", z="s")),
            (f"own(y, s)*(f(j, y)*{DIFFERENCE})**2/c(y)", "no part"),
        ),
        (OF_ANOTHER,),
        ("at least one",),
    ),
    Step(
        "logs",
        "lq(j, s) - log(mix(s)) = lf(j, y) - log(ph(y))",
        apply("log-likelihoods on a part", s="s"),
        ("0 < f(j, y)", "0 < part(y, s)"),
    ),
    Step(
        "its own",
        f"{GAP}**2 <= 0",
        arithmetic((f"-own(y, s)**2*f(j, y)**2*{DIFFERENCE}", "logs")),
        ("0 < f(j, y)", "0 < part(y, s)"),
    ),
    Step(
        "some mass",
        f"{GAP}**2 <= 0",
        apply("cases", "its own", "not its own", A=f"{GAP}**2", B="0", c="-part(y, s)"),
        ("0 < f(j, y)",),
    ),
    Step("square", f"{GAP}**2 <= 0", apply("cases", "nothing", "some mass", A=f"{GAP}**2", B="0", c="-f(j, y)")),
    Step("gap", f"{GAP} = 0", apply("at most 0 in square", "square", z=GAP)),
    Step("q", LIKELIHOOD_ON_A_PART, apply("likelihood on a part", s="s")),
    Step("on a part", f"{ON_A_PART} = {SHARED}", arithmetic(("lq(j, s) - log(mix(s))", "q"), ("-1", "gap"))),
    Step("one", f"{CLIPPED} = sum({ON_A_PART}, y, 1, M)", arithmetic((f"-{CLIPPED}", use("one part", z="s")))),
    Step(
        "parts",
        f"sum({ON_A_PART}, y, 1, M) = sum({SHARED}, y, 1, M)",
        apply("sum of equals", "on a part", f=f"y: {ON_A_PART}", g=f"y: {SHARED}", low="1", high="M"),
    ),
    Step("integer", f"{CLIPPED} = sum({SHARED}, y, 1, M)", arithmetic("one", "parts")),
    Step(
        "all integers",
        f"sum({CLIPPED}, s, 1, N) = sum(sum({SHARED}, y, 1, M), s, 1, N)",
        apply("sum of equals", "integer", f=f"s: {CLIPPED}", g=f"s: sum({SHARED}, y, 1, M)", low="1", high="N"),
    ),
    Step(
        "order",
        f"sum(sum({SHARED}, y, 1, M), s, 1, N) = sum(sum({SHARED}, s, 1, N), y, 1, M)",
        apply("sums in either order", f=f"s, y: {SHARED}", m="N", n="M"),
    ),
    Step("all of a label", "sum(own(y, s), s, 1, N) = 1", apply("(4) and (5) are laws")),
    Step("label", f"sum({SHARED}, s, 1, N) = {TRUE}", arithmetic((TRUE, "all of a label"))),
    Step(
        "labels",
        f"sum(sum({SHARED}, s, 1, N), y, 1, M) = sum({TRUE}, y, 1, M)",
        apply("sum of equals", "label", f=f"y: sum({SHARED}, s, 1, N)", g=f"y: {TRUE}", low="1", high="M"),
    ),
    Step(
        "all",
        f"sum({TRUE}, y, 1, M) = sum({CLIPPED}, s, 1, N)",
        arithmetic(("-1", "labels"), ("-1", "order"), ("-1", "all integers")),
    ),
    variables={"s": "integer, 1 <= s, s <= N"},
)


@claim(
    "SIMA-48",
    location="Appendix B, (30)",
    latex=r"KL(f_{j^*}(x_t), \hat p_t) = KL(h'_t \circ f_{j^*}(x_t), \bar p_t)",
    text="The KL divergence of the true law from the prediction is that of h' o f_j* from p-bar.",
    checked=("a label y without mass, whose S_y is empty as printed, contributes 0 log 0 = 0 to both sides",),
    assumed=(ENOUGH,),
)
def sima_48() -> Case:
    """All laws are constant on S_y."""
    return Case(
        checks=(Goal("small classes, exactly", exhaustive("sima48", "sima-rounds")),),
        twins=(Twin("with h in place of h'", exhaustive("sima48-clipped", "sima-rounds")),),
        remarks=("In the text p-bar_t[y] stands for p-bar_t[y'] under the sum over y' in S_y.",),
    )
