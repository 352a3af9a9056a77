"""LEC-24: at 12 T a^2 = eps <= 1 the reward is that of the best expert less O(ln K sqrt(T)/sqrt(eps)).

Lecture notes, Section 2, Theorem 3. The constant 3.881 serves, for two experts or more (with one the regret is 0).
The bound of LEC-14-sharp is less than a T + ln K/a, where 1/a = sqrt(12) sqrt(T)/sqrt(eps) and a T = sqrt(eps)
sqrt(T)/sqrt(12), which at eps <= 1 is at most sqrt(T)/(sqrt(12) sqrt(eps)); and (3.881 - sqrt(12)) ln K >
1/sqrt(12). It holds of the best expert of the course, where rewards depend on earlier choices, too.

The printed parameters give this reward, but not the privacy that Theorem 3 states with it (LEC-23).
"""

from __future__ import annotations

from dpassay.proofs_check.claim import Case, claim
from dpassay.proofs_check.models.adaptive_rewards import ADAPTIVE
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic


@claim(
    "LEC-24",
    location="Theorem 3, reward",
    latex=r"\mathbb{E}\big[\sum_t r_t(i_t)\big] \ge \max_i \sum_t r_t(i) - O(\ln K \sqrt{T}/\sqrt{\varepsilon})",
    text="At the same parameters, 12 T alpha^2 = eps <= 1, the expected reward is at least that of the best expert "
    "minus O(ln K sqrt T/sqrt eps).",
    assumed=("K >= 2 (with one expert the regret is 0)", "eps > 0"),
)
def lec_24() -> Case:
    """The constant is 3.881, or 3.517 with the sharp bound."""
    return Case(
        remarks=(
            "The printed parameters give this reward, but not the privacy that Theorem 3 states with it (LEC-23).",
        ),
        explicit=True,
    )


TWO_EXPERTS = ("K >= 2",)
SMALL = ("eps <= 1",)
REGRET = "E(best) - E(sum(g(t), t, 1, T)) <= 3881/1000*log(K)*sqrt(T)/sqrt(eps)"
theorem(
    "LEC-24",
    ADAPTIVE,
    REGRET,
    Step("Theorem 2", "E(sum(g(t), t, 1, T)) >= E(best) - (a*T/8 + log(K)/a)", apply("LEC-14-sharp")),
    Step(
        "constant",
        "(3881/1000 - sqrt(12))*log(K) - 1/sqrt(12) > 0",
        analysis("(3881/1000 - sqrt(12))*log(z) - 1/sqrt(12) > 0", "[2, oo)", z="K"),
        TWO_EXPERTS,
    ),
    Step(
        "all",
        REGRET,
        arithmetic("Theorem 2", ("1/(12*a)", "eps <= 1"), ("1/(sqrt(12)*a)", "constant")),
        (*SMALL, *TWO_EXPERTS),
    ),
    where=(*SMALL, *TWO_EXPERTS),
    let={"eps": "12*T*a**2"},
)
