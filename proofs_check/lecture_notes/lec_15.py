"""LEC-15: with a = sqrt(ln(K)/T) the expected regret is at most 2 sqrt(T ln K), or 2 sqrt(ln(K)/T) a round, for K >= 2.

Lecture notes, Section 2, Theorem 2, second sentence. At this a both a T and ln(K)/a are sqrt(T ln K). The notes leave
out that Theorem 2 needs a <= 1.79, that is T >= ln(K)/3.2041: with 25 experts and one round it is not so. The sentence
is true all the same, by LEC-14-sharp, which has no upper limit on a. The regret is that to the best expert of the
course.

LEC-15-sharp: with a = sqrt(c ln(K)/T) it is at most (c/8 + 1) sqrt(T ln(K)/c), for every c > 0. So it is at most 9/8
sqrt(T ln K) at c = 1, and at c = 8, which is best, sqrt(T ln(K)/2).
"""

from __future__ import annotations

from dpassay.proofs_check.models.adaptive_rewards import TUNED
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic

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
        arithmetic(("1/T", "bound"), ("-2", "rate"), ("-1/(a*T)", "tuned"), ("-log(K)/(a*T)", "c = 1")),
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
