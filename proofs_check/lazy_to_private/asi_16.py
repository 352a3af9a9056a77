"""ASI-16, as printed and corrected."""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.kernel.statements import (
    counterexample,
    exhaustive,
    identity,
    inequality,
    nonnegative,
    sign,
)
from dpassay.proofs_check.lazy_to_private.games import ALONG
from dpassay.proofs_check.lazy_to_private.lemmas import (
    AGE,
    age,
)
from dpassay.proofs_check.lazy_to_private.marginals import drops

MARGINAL: Final = (
    r"\eta B \log(1/\delta_1)/p \le 1 \Rightarrow \|\hat\nu_s - \overline\nu_s\|_{TV} \le 3(s - 1)(2e + "
    r"\log(1/\delta_1)/p) B \delta_0"
)


@claim(
    "ASI-16",
    location="Lemma 3.4",
    latex=MARGINAL,
    text="If Assumption 3.1 holds along the sequence of losses and eta B log(1/delta_1)/p <= 1, the law of x_s is "
    "within 3 (s - 1)(2e + log(1/delta_1)/p) B delta_0 of the normalized nu_s in total variation.",
    checked=("0 < delta_1 < 1",),
    assumed=(f"{ALONG} (the sequence at hand; see ASI-16c)",),
    corrected_by="ASI-16-corrected",
)
def asi_16() -> Case:
    """For delta_1 near 1 the precondition allows long batches."""
    return Case(
        argument="delta_1 near 1 makes the precondition void: eta B = 5.7 here. Over a batch the mass of model 0 "
        "falls from q = delta_0 (e^{B eta} - 1)/(e^eta - 1) to nearly 0, each step within D^{delta_0} <= eta. If y_1 "
        "is model 0, of probability q, x_1 is kept with probability 1 - p whatever it is, and keeps the law of nu_1, "
        "far from that of nu_2. So the distance is of order e^{B eta} delta_0/eta, against B delta_0 in the lemma. "
        "(Rounds in which the measure stays as it is may follow, so that T p/B >= 1.)",
        counterexample=Goal("two batches of 60 rounds", counterexample("asi16"), Hunt("asi16", drops)),
        twins=(Twin("for delta_1 <= e^{-8/3}", counterexample("asi16-corrected")),),
        remarks=(
            "This is the lemma for one sequence that meets the assumption, the one at hand, which is all that its "
            "proof uses. If the assumption is to hold for all sequences of a class, the instance is outside it, but "
            "the lemma is false for delta_1 > e^{-1/2} all the same (ASI-16c).",
            "The text has four different bounds for this lemma, and its proof rests on ASI-20 and ASI-21. For delta_1 "
            "between e^{-8/3} and 1/2, the range of Proposition 3.3, we know of no counterexample and no proof.",
        ),
    )


@claim(
    "ASI-16-corrected",
    location="Lemma 3.4",
    latex=r"\delta_1 \le e^{-8/3},\ " + MARGINAL,
    text="If eta B log(1/delta_1)/p <= 1 and delta_1 <= e^{-8/3}, the law of x_s is within 3 (s - 1)(2e + "
    "log(1/delta_1)/p) B delta_0 of the normalized nu_s in total variation.",
    assumed=(ALONG, "group privacy (ASI-03)"),
)
def asi_16_corrected() -> Case:
    """The clipped excess, and the age of y."""
    return Case(
        argument="Compare the law of (x_s, y_s) with the ideal one, where x_s ~ nu_s (normalized) is independent of "
        "y_s. A step adds at most (1 - p) E b(y_s) to their distance, with b(y) the distance that a step from the "
        "ideal law leaves, given y: with P, Q the normalized nu_{s+1}, nu_s and k = e^{-2c} Q(y)/P(y), what is kept "
        "is (1 - p) min(Q, kP) = (1 - p)(kP - e) with e = (kP - Q)^+, and so b(y) <= min(1, |e|). Let h = (1 - e^c "
        "P(y)/Q(y))^+ and beta = h/(1 - h), so that k <= e^{-c} (1 + beta). Then |e| <= |(e^{-c} P - Q)^+| + e^{-c} "
        "beta <= e^{-c} delta + beta, with delta = B e^{c - eta} delta_0 as D^delta(P, Q) <= c, and min(1, beta) <= 2 "
        "beta/(1 + beta) = 2h. "
        f"So b <= B delta_0 + 2h, where h is in [0, 1] and E_Q h <= delta. {AGE} With L = log(1/delta_1) >= 8/3, c <= "
        f"p/L "
        "<= 3p/8, and so delta <= B e^{3/8} delta_0, and a step adds at most B delta_0 (1 + 4 e^{3/8} + 8/p) <= 3 (2e "
        "+ L/p) B delta_0.",
        proof=(
            *age(),
            Goal("beta = h/(1 - h) gives 2 beta/(1 + beta) = 2h", identity("2*(h/(1 - h))/(1 + h/(1 - h))", "2*h")),
            Goal(
                "beta <= 2 beta/(1 + beta) for beta <= 1, times 1 + beta",
                nonnegative("2*b - b*(1 + b)", ("b", "1 - b")),
            ),
            Goal("1 <= 2 beta/(1 + beta) for beta >= 1", sign("2*b/(1 + b) - 1", "b", "[1, oo)")),
            Goal("1 + 4 e^{3/8} <= 6e", inequality("x*(6*exp(1) - 1 - 4*exp(3/8))", "x", "[1, 2]", ">")),
            Goal("8 <= 3L", nonnegative("3*L - 8", ("L - 8/3",))),
        ),
        checks=(Goal("two steps, exactly", exhaustive("asi16-corrected", "l2p-three-laws")),),
        twins=(
            Twin("a thousandth of the bound", exhaustive("asi16-too-sharp", "l2p-three-laws"), of=8),
            Twin("7 <= 2L", nonnegative("2*L - 7", ("L - 8/3",)), of=7),
        ),
        remarks=("delta_1 enters through log(1/delta_1) >= 8/3 and eta B <= p/log(1/delta_1) alone.",),
    )


@claim(
    "ASI-16b",
    location="Lemma 3.4",
    latex=r"\delta_0 = 0 \Rightarrow \hat\nu_s = \overline\nu_s",
    text="With delta_0 = 0, as for multiplicative weights, x_s has exactly the law of the normalized nu_s.",
    assumed=("Assumption 3.1 with delta_0 = 0",),
)
def asi_16b() -> Case:
    """Correlated sampling without clipping."""
    return Case(
        argument="The quotient of the measures in line 6 is at most e^{2 B eta}, so the minimum never binds, and "
        "ASI-07 applies given all y.",
        proof=(
            Goal(
                "the quotient of ratios r <= E and t >= 1/E, times t",
                nonnegative("E**2*t - r", ("E - r", "E*t - 1", "E")),
            ),
            Goal("the mass at z", identity("(1 - p)*v*(C*m/v) + (1 - (1 - p)*C)*m", "m")),
        ),
        checks=(Goal("Algorithm 1 with multiplicative weights", exhaustive("asi07-algorithm", "l2p-small-games")),),
        twins=(
            Twin(
                "a quotient of at most e^{3 B eta/2}, squared",
                nonnegative("E**3*t**2 - r**2", ("E - r", "E*t - 1", "E")),
            ),
            Twin("the rest is drawn with probability 1 - C", identity("(1 - p)*v*(C*m/v) + (1 - C)*m", "m"), of=1),
        ),
    )
