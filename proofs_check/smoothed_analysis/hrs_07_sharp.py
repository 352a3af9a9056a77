"""HRS-07-sharp: the expected largest total of a finite class under an adaptive smooth adversary, from the moments.

For Lemma 3.2, without its conditions: at most (e - 1) T eps/sigma + ln |F|. For any s >= 0 the largest e^(s total) is
at most the sum of all (HRS-09). Given the past e^(s f) has a mean of at most 1 + p (e^s - 1) <= e^(p (e^s - 1)) at the
next point, p = eps/sigma (HRS-05b). So e^(s E max) <= |F| e^(T p (e^s - 1)); take the logarithm, and s = 1.
"""

from __future__ import annotations

from typing import Final

from dpassay.exact import Real, as_real, log
from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import exhaustive
from dpassay.proofs_check.models.smoothed_sequences import SMOOTHED, TOTAL
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, inside, use
from dpassay.proofs_check.smoothed_analysis.small_adversaries import budget_of, is_game, largest_total


@claim(
    "HRS-07-sharp",
    location="Lemma 3.2",
    latex=r"\mathbb E_{\mathscr D}\Big[\max_{f \in \mathcal F} \sum_{t=1}^T f(x_t)\Big] \le (e - 1)\, T "
    r"\frac{\epsilon}{\sigma} + \ln|\mathcal F|",
    text="For any finite class of functions of mean at most eps under U, and any adaptive sequence of T sigma-smooth "
    "distributions, the largest total has a mean of at most (e - 1) T eps/sigma + ln |F|; and s times it is at most "
    "(e^s - 1) T eps/sigma + ln |F|, for every s >= 0.",
    checked=("every function has mean at most eps under U",),
)
def hrs_07_sharp() -> Case:
    """The moments at s = 1."""
    return Case(
        checks=(Goal("small games, the best adversary", exhaustive("hrs07-sharp", "smooth-games")),),
        twins=(Twin("half of it", exhaustive("hrs07-half-sharp", "smooth-games")),),
    )


def _sharp(instance: Instance) -> Real:
    """(e - 1) T eps/sigma + ln |F|."""
    return (as_real(1).exp() - 1) * as_real(budget_of(instance)) + as_real(log(len(instance["functions"])))


told("hrs07-sharp", "the mean of the largest total is at most (e - 1) T eps/sigma + ln |F|", is_game)(
    lambda instance: at_most(as_real(largest_total(instance)), _sharp(instance))
)
told("hrs07-half-sharp", "... at most half of (e - 1) T eps/sigma + ln |F|", is_game)(
    lambda instance: at_most(as_real(largest_total(instance)), _sharp(instance) / 2)
)


HIT: Final = "hit(t + 1, i)"
GROWTH: Final = "(exp(s) - 1)"
UP: Final = ("0 <= s",)
MOMENTS: Final = f"sum(E(exp(s*{TOTAL})), i, 1, K)"
LIMIT: Final = f"{GROWTH}*T*p + log(K)"
SHARP: Final = "E(best) <= (exp(1) - 1)*T*p + log(K)"
theorem(
    "HRS-07-sharp",
    SMOOTHED,
    f"s*E(best) <= {LIMIT} and {SHARP}",
    Step("more", f"0 <= {GROWTH}", arithmetic(inside("exp(_)", "0 <= s")), UP),
    Step("at most 1", f"{HIT} <= 1", apply("zero or one", use("0 or 1", r="t + 1"), x=HIT)),
    Step("chord", f"exp(s*{HIT}) <= 1 + {HIT}*{GROWTH}", apply("chord of exp", "at most 1", w=HIT, x="0", y="s")),
    Step("mean", f"E({HIT}, after(t)) <= p", apply("HRS-05b")),
    Step("tangent", f"1 + p*{GROWTH} <= exp(p*{GROWTH})", analysis("1 + z <= exp(z)", "(-oo, oo)", z=f"p*{GROWTH}")),
    Step(
        "moment",
        f"E(exp(s*{HIT}), after(t)) <= exp(p*{GROWTH})",
        arithmetic(inside("E(_, after(t))", "chord"), (GROWTH, "mean"), "tangent"),
        UP,
        ("more",),
    ),
    Step(
        "rounds",
        f"E(exp(s*{TOTAL})) <= exp(sum(p*{GROWTH}, r, 1, T))",
        apply(
            "adaptive sum",
            "revealed",
            "moment",
            P="P",
            after="t: after(t)",
            X="r: hit(r, i)",
            c=f"r: p*{GROWTH}",
            T="T",
            s="s",
        ),
        UP,
    ),
    Step("Jensen", "exp(s*E(best)) <= E(exp(s*best))", apply("HRS-09")),
    Step("the largest power", "E(exp(s*best)) <= E(top(s))", apply("HRS-09")),
    Step("all powers", f"E(top(s)) <= {MOMENTS}", apply("HRS-09")),
    Step(
        "powers",
        f"exp(s*E(best)) <= exp({LIMIT})",
        arithmetic("Jensen", "the largest power", "all powers", inside("sum(_, i, 1, K)", "rounds")),
        UP,
    ),
    Step("for every s", f"s*E(best) <= {LIMIT}", arithmetic(inside("log(_)", "powers")), UP),
    Step("at 1", SHARP, arithmetic(use("for every s", s="1"))),
    where=UP,
    let={"p": "eps/sigma"},
)
