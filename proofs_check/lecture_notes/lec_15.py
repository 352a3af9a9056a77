"""LEC-15: with a = sqrt(ln(K)/T) the expected regret is at most 2 sqrt(T ln K), or 2 sqrt(ln(K)/T) a round, for K >= 2.

Lecture notes, Section 2, Theorem 2, second sentence. At this a both a T and ln(K)/a are sqrt(T ln K). The notes leave
out that Theorem 2 needs a <= 1.79, that is T >= ln(K)/3.2041: with 25 experts and one round it is not so. The sentence
is true all the same, by LEC-14-sharp, which has no upper limit on a. The regret is that to the best expert of the
course.

LEC-15-sharp: with a = sqrt(c ln(K)/T) it is at most (c/8 + 1) sqrt(T ln(K)/c), for every c > 0. So at c = 1 it is at
most 9/8 sqrt(T ln K), and at c = 8, which is best, sqrt(T ln(K)/2).
"""

from __future__ import annotations

from dpassay.exact import LogForm, log
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import entries, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample
from dpassay.proofs_check.lecture_notes.reward_games import LARGEST_RATE
from dpassay.proofs_check.models.adaptive_rewards import TUNED
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic


@claim(
    "LEC-15",
    location="Theorem 2, second sentence",
    latex=r"\alpha = \sqrt{\ln K/T} \Rightarrow \text{regret} \le 2\sqrt{T \ln K}",
    text="In particular, with alpha = sqrt(ln K/T) the expected regret is at most 2 sqrt(T ln K), or 2 sqrt(ln K/T) "
    "a round.",
    assumed=("K >= 2, so that alpha > 0",),
)
def lec_15() -> Case:
    """True also where alpha exceeds 1.79, where it does not follow from Theorem 2."""
    return Case(
        sharper=(
            Goal(
                "the precondition that the sentence leaves out: with 25 experts and one round alpha exceeds 1.79",
                counterexample("lec15-step"),
                Hunt("lec15-step", lambda: ({"experts": k, "rounds": 1} for k in range(2, 100))),
            ),
        ),
        twins=(Twin("with 24 experts", counterexample("lec15-step-of-few")),),
        remarks=(
            "Theorem 2 alone gives this only for T >= ln K/3.2041; it is true for all T. LEC-15-sharp: sqrt(T ln "
            "K/2), with another alpha.",
        ),
    )


@claim(
    "LEC-15-sharp",
    location="Theorem 2, second sentence",
    latex=r"\alpha = \sqrt{8 \ln K/T} \Rightarrow \text{regret} \le \sqrt{T \ln K/2}, \text{ for all } T \ge 1, K "
    r"\ge 2",
    text="With alpha = sqrt(8 ln K/T) the expected regret is at most sqrt(T ln K/2), for all T >= 1 and K >= 2; with "
    "alpha = sqrt(ln K/T) it is at most (9/8) sqrt(T ln K).",
)
def lec_15_sharp() -> Case:
    """From LEC-14-sharp."""
    return Case()


def _is_small(instance: Instance) -> bool:
    """ln K <= 1.79^2 T."""
    return at_most(log(instance["experts"]), LogForm(LARGEST_RATE**2 * instance["rounds"]))


told("lec15-step", "alpha = sqrt(ln K/T) is at most 1.79", entries(experts=whole(2), rounds=whole(1)))(_is_small)
told("lec15-step-of-few", "... for at most 24 experts", entries(experts=whole(2, 24), rounds=whole(1)))(_is_small)


LET = {"regret": "(E(best) - E(sum(g(t), t, 1, T)))"}
ENTROPY = Step("entropy", "log(K) >= 0", arithmetic(("1/c", "tuned")))
BOUND = Step("bound", "E(sum(g(t), t, 1, T)) >= E(best) - (a*T/8 + log(K)/a)", apply("LEC-14-sharp"))
ONE = ("c = 1",)

theorem(
    "LEC-15",
    TUNED,
    "regret <= 2*sqrt(T*log(K)) and regret/T <= 2*sqrt(log(K)/T)",
    ENTROPY,
    BOUND,
    Step(
        "root",
        "sqrt(T*log(K)) = a*T",
        arithmetic(("-T/(a*T + sqrt(T*log(K)))", "tuned"), ("-T*log(K)/(a*T + sqrt(T*log(K)))", "c = 1")),
        ONE,
        ("entropy",),
    ),
    Step(
        "rate",
        "sqrt(log(K)/T) = a",
        arithmetic(("-1/T/(a + sqrt(log(K)/T))", "tuned"), ("-log(K)/T/(a + sqrt(log(K)/T))", "c = 1")),
        ONE,
        ("entropy",),
    ),
    Step(
        "all",
        "regret <= 2*sqrt(T*log(K))",
        arithmetic("bound", ("-2", "root"), ("-1/a", "tuned"), ("-log(K)/a", "c = 1")),
        ONE,
        ("entropy",),
    ),
    Step(
        "a round",
        "regret/T <= 2*sqrt(log(K)/T)",
        arithmetic(("1/T", "all"), ("2/T", "root"), ("-2", "rate")),
        ONE,
        ("entropy",),
    ),
    where=ONE,
    let=LET,
)
theorem(
    "LEC-15-sharp",
    TUNED,
    "regret <= (c/8 + 1)*sqrt(T*log(K)/c)",
    ENTROPY,
    BOUND,
    Step(
        "root",
        "sqrt(T*log(K)/c) = a*T/c",
        arithmetic(("-T/c**2/(a*T/c + sqrt(T*log(K)/c))", "tuned")),
        defined=("entropy",),
    ),
    Step(
        "all",
        "regret <= (c/8 + 1)*sqrt(T*log(K)/c)",
        arithmetic("bound", ("-(c/8 + 1)", "root"), ("-1/(a*c)", "tuned")),
        defined=("entropy",),
    ),
    let=LET,
)
