"""LEC-03, Theorem 1: with n >= 2 ln|C|/alpha rows no bad hypothesis is consistent but with probability e^(-alpha n/2).

Lecture notes, Section 1, Theorem 1, "where h is any function consistent with x": the event is that every consistent h
has an error of at most alpha, so that there is not one that is bad and consistent. 2 ln|C|/alpha is rarely an
integer, and any n at least as large will do. A hypothesis of error q > alpha is consistent with probability (1 - q)^n
<= e^(-alpha n), and there are at most |C| = e^(ln|C|) <= e^(alpha n/2) of them.
"""

from __future__ import annotations

from dpassay.proofs_check.lecture_notes.accuracy import union
from dpassay.proofs_check.models.private_learning import LEARNING
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic

ENOUGH = ("2*log(C) <= a*n",)
BAD = ("a < error(h)",)
NUMBER = "sum([a < error(h)]*[0 <= u(h)], h, 1, C)"
theorem(
    "few bad are consistent",
    LEARNING,
    f"Pr(1 <= {NUMBER}) <= (C - 1)*exp(-a*n)",
    Step("tangent", "1 - a <= exp(-a)", analysis("1 - z <= exp(-z)", "[0, oo)", z="a")),
    Step("one", "Pr(0 <= u(h)) <= exp(-a*n)", apply("no mistake", "tangent", h="h", r="error(h) - a", c="-a"), BAD),
    *union("0", "exp(-a*n)", "one"),
)
theorem(
    "LEC-03",
    LEARNING,
    f"Pr({NUMBER} < 1) >= 1 - exp(-a*n/2)",
    Step("few", f"Pr(1 <= {NUMBER}) <= (C - 1)*exp(-a*n)", apply("few bad are consistent")),
    Step("size", "exp(log(C)) = C", apply("exp of log", A="C")),
    Step("exponent", "log(C) - a*n <= -a*n/2", arithmetic(("1/2", "2*log(C) <= a*n")), ENOUGH),
    Step(
        "enough",
        "exp(log(C) - a*n) <= exp(-a*n/2)",
        apply("exp grows", "exponent", A="log(C) - a*n", B="-a*n/2"),
        ENOUGH,
    ),
    Step("bad", f"Pr(1 <= {NUMBER}) <= exp(-a*n/2)", arithmetic("few", ("-exp(-a*n)", "size"), "enough"), ENOUGH),
    Step("contrary", f"[{NUMBER} < 1] = 1 - [1 <= {NUMBER}]", apply("indicator of the contrary", A="1", B=NUMBER)),
    Step(
        "complement",
        f"Pr({NUMBER} < 1) = 1 - Pr(1 <= {NUMBER})",
        apply("expectation of equals", "contrary", P="P", X=f"[{NUMBER} < 1]", Y=f"1 - [1 <= {NUMBER}]"),
    ),
    Step("all", f"Pr({NUMBER} < 1) >= 1 - exp(-a*n/2)", arithmetic("bad", ("-1", "complement")), ENOUGH),
    where=ENOUGH,
)
