"""ASI-19, Lemma A.1: the quotient of the ratios of independent x_t and y_t is said to be within e^{+-2 B eta}.

Appendix A.1, but for 6 e^{B eta} delta_0/eta. The instance of ASI-20 refutes it: the quotient of the two ratios is
outside e^{+-2 eta} whenever x and y differ, half the time. Within e^{+-4 B eta} it is but for 4 e^{B eta} delta_0/eta,
for B eta <= 29/20: where both ratios are within e^{+-2 B eta} so is their quotient within e^{+-4 B eta}, and each is
outside with probability at most 2 e^{B eta} delta_0/eta (``good_sets``).
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.kernel.statements import (
    counterexample,
    exhaustive,
    inequality,
)
from dpassay.proofs_check.lazy_to_private.games import ALONG
from dpassay.proofs_check.lazy_to_private.good_sets import (
    BAD,
    BAD_X,
    BAD_Y,
    FAR_X,
    FAR_Y,
    INSIDE,
    MASS,
    SMALL,
    WITHIN_4,
)
from dpassay.proofs_check.lazy_to_private.other_models import OF_Y
from dpassay.proofs_check.lazy_to_private.steps_of_measures import EDGE, on_the_edge
from dpassay.proofs_check.models.lazy_sampling import LAZY, ON_THE_EDGE
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, use


@claim(
    "ASI-19",
    location="Lemma A.1",
    latex=r"B\eta \le \tfrac1{20},\ x_t, y_t \sim \overline\nu_t \text{ independent} \Rightarrow "
    r"\Pr\Big[\tfrac{\nu_{t+1}(x_t)}{\nu_t(x_t)} \tfrac{\nu_t(y_t)}{\nu_{t+1}(y_t)} \in [e^{-2B\eta}, "
    r"e^{2B\eta}]\Big] \ge 1 - 6 e^{B\eta} \delta_0/\eta",
    text="For B eta <= 1/20 and independent x_t, y_t from nu_t, the ratio is within e^{+-2 B eta} with probability at "
    "least 1 - 6 e^{B eta} delta_0/eta.",
    assumed=(ALONG,),
    corrected_by="ASI-19-corrected",
)
def asi_19() -> Case:
    """The instance of ASI-18."""
    return Case(
        argument=f"{EDGE} (e^eta = 21/20 < e^{{1/20}}.)",
        counterexample=Goal("two models, one step", counterexample("asi19"), Hunt("asi19", on_the_edge)),
        sharper=(Goal("eta = log(21/20) <= 1/20", inequality("x*(1/20 - log(21/20))", "x", "[1, 2]", ">")),),
        twins=(Twin("within e^{+-4 B eta}, with 4 in place of 6", counterexample("asi19-corrected")),),
        remarks=("With delta_0 = 0 it holds surely. The lemma also speaks of t = 0, where nu_0 is not defined.",),
    )


@claim(
    "ASI-19-corrected",
    location="Lemma A.1",
    latex=r"B\eta \le \tfrac{29}{20} \Rightarrow \Pr\Big[\tfrac{\nu_{t+1}(x_t)}{\nu_t(x_t)} "
    r"\tfrac{\nu_t(y_t)}{\nu_{t+1}(y_t)} \in [e^{-4B\eta}, e^{4B\eta}]\Big] \ge 1 - 4 e^{B\eta} \delta_0/\eta",
    text="For B eta <= 29/20 and independent x_t, y_t from nu_t, the ratio is within e^{+-4 B eta} with probability at "
    "least 1 - 4 e^{B eta} delta_0/eta.",
    assumed=(ALONG, "there are finitely many models", "group privacy (ASI-03)"),
)
def asi_19_corrected() -> Case:
    """Two bad sets."""
    return Case(
        checks=(Goal("one step, exactly", exhaustive("asi19-corrected", "l2p-steps")),),
        twins=(Twin("within e^{+-2 B eta}", exhaustive("asi19", "l2p-steps")),),
    )


def _first(text: str) -> str:
    """The same at the first batch."""
    return text.replace("(s,", "(1,").replace("(s + 1,", "(2,")


refuted(
    "ASI-19",
    LAZY,
    _first(f"{INSIDE.format(k=2)} >= 1 - 6*exp(B*eta)*d0/eta"),
    setting=ON_THE_EDGE,
    where=("B*eta <= 1/20",),
)
FIRST: Final = _first(f"{WITHIN_4} >= 1 - 4*exp(B*eta)*d0/eta")
OF_X: Final = "sum(j(1, i, l), l, 1, d)"
FAR: Final = {"x": _first(FAR_X), "y": _first(FAR_Y)}
theorem(
    "ASI-19-corrected",
    LAZY,
    FIRST,
    Step(
        "first pairs",
        f"{OF_X} = sum(m(1, i)*m(1, l), l, 1, d)",
        apply("sum of equals", "line 2", f="l: j(1, i, l)", g="l: m(1, i)*m(1, l)", low="1", high="d"),
    ),
    Step("of x", f"{OF_X} = m(1, i)", arithmetic("first pairs", ("m(1, i)", use("law", b="1")))),
    Step("of y", f"{OF_Y.format(b='1')} = m(1, l)", apply("the first other model")),
    Step("x far off", f"{FAR['x']}*{OF_X} = {FAR['x']}*m(1, i)", arithmetic((FAR["x"], "of x"))),
    Step("y far off", f"{FAR['y']}*{OF_Y.format(b='1')} = {FAR['y']}*m(1, l)", arithmetic((FAR["y"], "of y"))),
    Step(
        "bad x",
        f"{_first(BAD_X)} = sum({FAR['x']}*m(1, i), i, 1, d)",
        apply(
            "sum of equals",
            "x far off",
            f=f"i: {FAR['x']}*{OF_X}",
            g=f"i: {FAR['x']}*m(1, i)",
            low="1",
            high="d",
        ),
    ),
    Step(
        "bad y",
        f"{_first(BAD_Y)} = sum({FAR['y']}*m(1, l), l, 1, d)",
        apply(
            "sum of equals",
            "y far off",
            f=f"l: {FAR['y']}*{OF_Y.format(b='1')}",
            g=f"l: {FAR['y']}*m(1, l)",
            low="1",
            high="d",
        ),
    ),
    Step("good", f"{WITHIN_4} >= 1 - {BAD_X} - {BAD_Y}", apply("both ratios are good")),
    Step("bad", f"{BAD} <= {MASS}", apply("few models are far off"), SMALL),
    Step(
        "all",
        FIRST,
        arithmetic(use("good", s="1"), "bad x", "bad y", ("2", use("bad", s="1"))),
        SMALL,
    ),
    where=SMALL,
)
