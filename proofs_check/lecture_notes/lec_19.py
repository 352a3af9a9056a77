"""LEC-19: each choice i_t is 2 a-differentially private with respect to the rows of the reward matrix.

Lecture notes, Section 2, after the proof of Theorem 2: i_t is an exponential mechanism whose utility is 1-Lipschitz.
For a matrix that is fixed in advance it is true. The law of i_t is proportional to e^(a U(i)), with U the past
rewards; another row moves U(i) by at most 1, so it moves each factor and their sum by at most e^a. The factor e^(2 a)
is the supremum over K.

LEC-19b: the same where rewards depend on earlier choices, which Section 2 allows, is false. Rewards can repeat what
many choices tell of round 1: let it pay one expert or the other, then nobody, while the algorithm votes, and then pay
the second expert again and again if all voters chose it, and the first otherwise. The next choice tells more of round
1 than one choice does. Given the earlier choices each choice is 2 a-private all the same: that is what is proved
here, of which a fixed matrix is a case.
"""

from __future__ import annotations

from fractions import Fraction

from dpassay.proofs_check.models.adaptive_experts import ADAPTIVE, vote
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, use

U, V = "sum(r(s, i), s, 1, t - 1)", "sum(r2(s, i), s, 1, t - 1)"
ALL, ALL2 = (f"sum(exp(a*sum({r}(s, k), s, 1, t - 1)), k, 1, K)" for r in ("r", "r2"))


def _moves(name: str, more: str, less: str, row: str) -> tuple[Step, ...]:
    """One rule's past rewards are at most 1 above the other's, and their powers a factor e^a."""
    high, low = (f"sum({r}(s, i), s, 1, t - 1)" for r in (more, less))
    return (
        Step(f"entry {name}", f"{more}(t, i) <= {less}(t, i) + differs(t)", arithmetic(row)),
        Step(
            f"sum {name}",
            f"{high} <= sum({less}(s, i) + differs(s), s, 1, t - 1)",
            apply(
                "sum grows",
                f"entry {name}",
                f=f"s: {more}(s, i)",
                g=f"s: {less}(s, i) + differs(s)",
                low="1",
                high="t - 1",
            ),
        ),
        Step(
            f"exponent {name}",
            f"a*{high} <= a + a*{low}",
            arithmetic(("a", f"sum {name}"), ("a", use("one round", m="t - 1"))),
        ),
        Step(
            f"factor {name}",
            f"exp(a*{high}) <= exp(a + a*{low})",
            apply("exp grows", f"exponent {name}", A=f"a*{high}", B=f"a + a*{low}"),
        ),
    )


def _law(name: str, w: str, r: str, *facts: str) -> Step:
    """A weight times the sum of all factors is its own factor."""
    return Step(
        name,
        f"{w}(t, i)*sum(exp(a*sum({r}(s, k), s, 1, t - 1)), k, 1, K) = exp(a*sum({r}(s, i), s, 1, t - 1))",
        apply("multiplied weights", *facts, T="t", K="K", a="a", w=f"t, i: {w}(t, i)", r=f"t, i: {r}(t, i)", i="i"),
    )


POINTWISE = theorem(
    "LEC-19: of one expert",
    ADAPTIVE,
    "w(t, i) <= exp(2*a)*w2(t, i)",
    _law("law", "w", "r", "first", "update"),
    _law("second law", "w2", "r2", "first, second rule", "update, second rule"),
    *_moves("up", "r", "r2", "one row, up"),
    *_moves("down", "r2", "r", "one row, down"),
    Step(
        "sums",
        f"{ALL2} <= sum(exp(a + a*sum(r(s, k), s, 1, t - 1)), k, 1, K)",
        apply(
            "sum grows",
            "factor down",
            f="i: exp(a*sum(r2(s, i), s, 1, t - 1))",
            g="i: exp(a + a*sum(r(s, i), s, 1, t - 1))",
            low="1",
            high="K",
        ),
    ),
    Step(
        "last expert",
        f"{ALL} = sum(exp(a*sum(r(s, k), s, 1, t - 1)), k, 1, K - 1) + exp(a*sum(r(s, K), s, 1, t - 1))",
        apply("last term", f="k: exp(a*sum(r(s, k), s, 1, t - 1))", low="1", high="K"),
    ),
    Step("normalization", f"0 < {ALL}", arithmetic(("-1", "last expert"))),
    Step(
        "all",
        "w(t, i) <= exp(2*a)*w2(t, i)",
        arithmetic(
            (f"1/{ALL}", "law"),
            (f"1/{ALL}", "factor up"),
            (f"-exp(a)/{ALL}", "second law"),
            (f"exp(a)*w2(t, i)/{ALL}", "sums"),
        ),
        (),
        ("normalization",),
    ),
)
EVENT = "sum(w(t, i)*chosen(i), i, 1, K) <= exp(2*a)*sum(w2(t, i)*chosen(i), i, 1, K)"
theorem(
    "LEC-19",
    ADAPTIVE,
    EVENT,
    Step("one", "w(t, i) <= exp(2*a)*w2(t, i)", apply("LEC-19: of one expert")),
    Step("of the event", "w(t, i)*chosen(i) <= exp(2*a)*w2(t, i)*chosen(i)", arithmetic(("chosen(i)", "one"))),
    Step(
        "all",
        EVENT,
        apply(
            "sum grows",
            "of the event",
            f="i: w(t, i)*chosen(i)",
            g="i: exp(2*a)*w2(t, i)*chosen(i)",
            low="1",
            high="K",
        ),
    ),
)
refuted(
    "LEC-19b",
    ADAPTIVE,
    "E(sum(choice(t, i)*chosen(i), i, 1, K)) <= exp(2*a)*E(sum(choice(t, i)*chosen(i), i, 1, K), P2)",
    setting=vote(voters=3, payments=2, growth=Fraction(4)),
    t=7,
)
