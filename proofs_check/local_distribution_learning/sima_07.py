"""SIMA-07: c_eta = 1 - M eta/(M - 1) is (e^eps - 1)/(e^eps + M - 1), and c_eta M/eps tends to 1 as eps does to 0.

Section 3, before Theorem 3. M <= e^eps + M - 1 <= e^eps M, the second because (e^eps - 1)(M - 1) >= 0; so c_eta is
between (1 - e^-eps)/M and (e^eps - 1)/M. For eps <= 1 both ends times M/eps are between 1 - eps and 1 + eps, whatever M
is: the limit is uniform in M.
"""

from __future__ import annotations

from typing import Final

from dpassay.analysis.distribution_learners import (
    c_eta,
)
from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import (
    told,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import (
    exhaustive,
    nonnegative,
)
from dpassay.proofs_check.local_distribution_learning.responses import RESPONSE, exp_eps_of
from dpassay.proofs_check.models.flipped_labels import PRINTED
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, arithmetic, inside


def _near(instance: Instance) -> bool:
    """(1 - 1/E)/M <= c_eta <= (E - 1)/M."""
    labels, t = instance["labels"], exp_eps_of(instance)
    c = c_eta(labels, t)
    return bool(c == (t - 1) / (t + labels - 1) and (1 - 1 / t) / labels <= c <= (t - 1) / labels)


told("sima07", "c_eta = (E - 1)/(E + M - 1), between (1 - 1/E)/M and (E - 1)/M", RESPONSE)(_near)
told("sima07-middle", "c_eta <= 2 (E - 1)/((E + 1) M)", RESPONSE)(
    lambda i: bool(c_eta(i["labels"], exp_eps_of(i)) <= 2 * (exp_eps_of(i) - 1) / ((exp_eps_of(i) + 1) * i["labels"]))
)


@claim(
    "SIMA-07",
    location="Section 3, before Theorem 3",
    latex=r"c_\eta = 1 - \tfrac{M\eta}{M-1} = \tfrac{e^\epsilon - 1}{e^\epsilon + M - 1} \sim \tfrac{\epsilon}{M} "
    r"\text{ for small } \epsilon",
    text="c_eta = 1 - M eta/(M - 1) equals (e^eps - 1)/(e^eps + M - 1), and c_eta M/eps tends to 1 as eps does to 0, "
    "uniformly in M.",
    checked=("M >= 2",),
)
def sima_07() -> Case:
    """Between (1 - e^-eps)/M and (e^eps - 1)/M."""
    return Case(
        checks=(Goal("exactly", exhaustive("sima07", "sima-responses")),),
        sharper=(
            Goal(
                "at least 2 tanh(eps/2)/M, with equality for M = 2",
                nonnegative("(E + 1)*M - 2*(E + M - 1)", ("E - 1", "M - 2")),
            ),
        ),
        twins=(Twin("at most 2 tanh(eps/2)/M", exhaustive("sima07-middle", "sima-responses")),),
        remarks=("Only for small eps: at e^eps = M it is (M - 1)/(2M - 1), nearly 1/2, where eps/M is log(M)/M.",),
    )


LET: Final = {"M": "n + 1"}
CONTRACTION: Final = "1 - M*eta/(M - 1)"
RATIO: Final = "(exp(eps) - 1)/(exp(eps) + M - 1)"
NEAR: Final = "1 - eps <= c*M/eps <= 1 + eps"
SMALL: Final = ("eps <= 1",)
theorem(
    "SIMA-07",
    PRINTED,
    f"{CONTRACTION} = {RATIO}",
    Step("all", f"{CONTRACTION} = {RATIO}", arithmetic(("-M/(M - 1)", "eta"))),
    let=LET,
    also=("SIMA-07: near eps/M",),
)
theorem(
    "SIMA-07: near eps/M",
    PRINTED,
    NEAR,
    Step("c", f"c = {RATIO}", arithmetic(("-M/(M - 1)", "eta"))),
    Step("grows", "exp(0) <= exp(eps)", arithmetic(inside("exp(_)", "0 <= eps"))),
    Step("square", "0 <= (exp(eps) - 1)**2", arithmetic(("exp(eps) - 1", "grows")), (), ("grows",)),
    Step("below", "1 - exp(-eps) >= eps - eps**2", analysis("1 - exp(-z) >= z - z**2", "[0, 1]", z="eps"), SMALL),
    Step("above", "exp(eps) - 1 <= eps + eps**2", analysis("exp(z) - 1 <= z + z**2", "[0, 1]", z="eps"), SMALL),
    Step(
        "low", "(1 - exp(-eps))/M <= c", arithmetic(("-1", "c"), ("(M - 1)*exp(-eps)/(exp(eps) + M - 1)/M", "square"))
    ),
    Step("high", "c <= (exp(eps) - 1)/M", arithmetic("c", ("1/(exp(eps) + M - 1)/M", "square"))),
    Step("at least", "1 - eps <= c*M/eps", arithmetic(("M/eps", "low"), ("1/eps", "below")), SMALL),
    Step("at most", "c*M/eps <= 1 + eps", arithmetic(("M/eps", "high"), ("1/eps", "above")), SMALL),
    where=SMALL,
    let={"c": CONTRACTION, **LET},
)
