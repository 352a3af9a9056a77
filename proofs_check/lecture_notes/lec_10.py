"""LEC-10: n >= 8 ln|C|/(alpha min{alpha, eps}) rows are enough to be accurate "with high probability", and private.

Lecture notes, end of Section 1, made explicit: the error is above alpha with probability less than 1/|C|, and at most
5/16, where |C| >= 2. Privacy is LEC-06, with no exception of any probability. With L = ln|C| the exponents of LEC-09
are at least 2 L and 4 L, and the union is over |C| - 1 hypotheses: (|C| - 1)(|C|^-2 + |C|^-4). n is at least 8
L/(alpha min{alpha, eps}) where it is at least 8 L/(alpha alpha) and at least 8 L/(alpha eps).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Final

from dpassay.exact import Real, as_real
from dpassay.exact.rationals import first_true
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import ABOVE_1, entries, row_of, told, word
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample
from dpassay.proofs_check.lecture_notes.failure import FAILURE, FAR, FITTING
from dpassay.proofs_check.lecture_notes.small_classes import ALPHA
from dpassay.proofs_check.models.private_learning import LEARNING
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, inside, together


@claim(
    "LEC-10",
    location="end of Section 1",
    latex=r"n \ge 8 \ln|C|/(\alpha \min\{\alpha, \varepsilon\}) \text{ suffices with high probability}",
    text="With n >= 8 ln|C|/(alpha min{alpha, eps}) samples the mechanism is both accurate and private with high "
    "probability.",
    assumed=("the labels are those of some f in C", "C is finite, |C| >= 2", "0 < alpha"),
    adjacency="replace_one",
)
def lec_10() -> Case:
    """The failure probability is |C|^-1, and not smaller than a constant for a class of constant size."""
    return Case(
        sharper=(
            Goal(
                "two hypotheses can fail with probability above 1/20",
                counterexample("lec10-nearly-certain"),
                Hunt("lec10-nearly-certain", _two_hypotheses),
            ),
        ),
        twins=(Twin("with probability above 5/16", counterexample("lec10-certain-enough")),),
        remarks=(
            "For a class of constant size the probability of failure does not vanish: it can exceed 1/20 at |C| = 2. "
            "For success with probability 1 - beta take n >= max{4/(eps alpha), 2/alpha^2} ln(2(|C| - 1)/beta).",
            "By LEC-08-corrected 2/alpha^2 can be replaced by 2/((1 - ln 2) alpha), less than 6.52/alpha: the number "
            "of samples grows like 1/alpha and not like 1/alpha^2. By LEC-09-sharp 5.09 ln|C|/(alpha min{1, eps}) "
            "samples are enough for 1/|C|.",
        ),
        explicit=True,
    )


def _rows_needed(instance: Instance) -> int:
    """The least n >= 8 ln|C|/(alpha min{alpha, eps}), with eps = 2 ln r."""
    alpha, root = Fraction(instance["alpha"]), Fraction(instance["root"])
    size = len(instance["class"])
    epsilon = Real(lambda: 2 * as_real(root).log().evaluate())
    smaller = epsilon if at_most(epsilon, as_real(alpha)) else as_real(alpha)
    least = as_real(8) * as_real(size).log() / (as_real(alpha) * smaller)
    return first_true(lambda n: at_most(least, as_real(n)), 0)


@entries({"class": row_of(word("0", "1"), 2, 2)}, alpha=ALPHA, error=ALPHA, root=ABOVE_1).where
def _is_bad_and_good(instance: Instance) -> bool:
    """Two hypotheses that differ with probability q > alpha."""
    return instance["class"] == ["0", "1"] and Fraction(instance["alpha"]) < Fraction(instance["error"])


def _failure(instance: Instance) -> Real:
    """The wrong one is chosen with probability 1/(1 + r^X), where it makes X mistakes."""
    error, root = Fraction(instance["error"]), Fraction(instance["root"])
    n = _rows_needed(instance)
    terms = [as_real(math.comb(n, k) * error**k * (1 - error) ** (n - k)) / as_real(1 + root**k) for k in range(n + 1)]
    return Real(lambda: sum((term.evaluate() for term in terms[1:]), terms[0].evaluate()))


told(
    "lec10-nearly-certain",
    "n = 8 ln|C|/(alpha min{alpha, eps}) rows, rounded up, fail with probability at most 1/20",
    _is_bad_and_good,
)(lambda instance: at_most(_failure(instance), as_real(Fraction(1, 20))))
told("lec10-certain-enough", "... at most 5/16", _is_bad_and_good)(
    lambda instance: at_most(_failure(instance), as_real(Fraction(5, 16)))
)


def _two_hypotheses() -> Iterator[Instance]:
    for root, alpha in product(("3/2", "11/10", "21/20", "51/50"), ("1/2", "1/4")):
        error = str(Fraction(alpha) + Fraction(1, 100))
        yield {"class": ["0", "1"], "alpha": alpha, "error": error, "root": root}


PRECISE: Final = "8*log(C) <= a*a*n"
PRIVATE: Final = "8*log(C) <= a*eps*n"
TWO: Final = "2 <= C"
BOUND: Final = "(C - 1)*(1/C**2 + 1/C**4)"
theorem(
    "LEC-10",
    LEARNING,
    f"{FAILURE} <= 5/16 and {FAILURE} < 1/C",
    Step("two kinds", f"{FAILURE} <= E({FAR}) + Pr(1 <= {FITTING})", apply("failure of two kinds")),
    Step(
        "rare",
        f"E({FAR}) + Pr(1 <= {FITTING}) <= (C - 1)*exp(-eps*a*n/4) + (C - 1)*exp(-a**2*n/2)",
        apply("both kinds are rare"),
    ),
    Step("private rows", "-eps*a*n/4 <= -2*log(C)", arithmetic(("1/4", PRIVATE)), (PRIVATE,)),
    Step("precise rows", "-a**2*n/2 <= -4*log(C)", arithmetic(("1/2", PRECISE)), (PRECISE,)),
    Step(
        "together",
        f"{FAILURE} <= {BOUND}",
        arithmetic(
            "two kinds",
            "rare",
            ("C - 1", inside("exp(_)", "private rows")),
            ("C - 1", inside("exp(_)", "precise rows")),
        ),
        (PRECISE, PRIVATE),
    ),
    Step("constant", f"{BOUND} <= 5/16", analysis("(z - 1)*(1/z**2 + 1/z**4) <= 5/16", "[2, oo)", z="C"), (TWO,)),
    Step("at most 5/16", f"{FAILURE} <= 5/16", arithmetic("together", "constant"), (PRECISE, PRIVATE, TWO)),
    Step("below 1/C", f"{FAILURE} < 1/C", arithmetic("together", ("1/C**3", "1 <= C")), (PRECISE, PRIVATE)),
    Step(
        "all", f"{FAILURE} <= 5/16 and {FAILURE} < 1/C", together("at most 5/16", "below 1/C"), (PRECISE, PRIVATE, TWO)
    ),
    where=(PRECISE, PRIVATE, TWO),
    also=("LEC-06",),
)
