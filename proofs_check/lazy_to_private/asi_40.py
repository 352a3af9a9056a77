"""ASI-40: what the divergences of the draws of an eps^2-concentrated algorithm add up to, given their rounds.

Lemma 4.3: for all alpha >= 1 the sum over i of D_alpha(Z_i || Z_i' | T_i) is at most alpha eps^2. A conditional Renyi
divergence is not defined in the text. ASI-40, ASI-40b and ASI-40c are its usual readings: the divergence for every
possible round; its mean over T_i; and the logarithm of the mean of its moment. All fail at some alpha. ASI-40: a draw
that is rarely made may tell much. ASI-40b: the rounds may depend on what was drawn, and a second leak in place of the
first one is seldom. ASI-40c: where one of two draws leaks, the leak is counted twice.

ASI-40-corrected: the means over the rounds of KL divergences add up to at most eps^2; and at any alpha so do those of
Renyi divergences, to alpha eps^2, where the rounds do not depend on the models drawn. KL: the logarithm of the ratio of
the probabilities of all that is released is the sum of those of each T_i and each Z_i given what came before. The mean
of that of T_i is at least 0, because ln z <= z - 1, and that of Z_i is the divergence of the fresh laws. Other orders:
given the rounds, the moments of the Z_i multiply; and then Jensen's inequality is used for the rounds.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.lazy_to_private.plans import adaptive, either, late
from dpassay.proofs_check.models.draws_in_rounds import ADAPTIVE, DRAWS, EITHER, LATE, PLANNED
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, inside, use

_CONDITIONAL: Final = r"\sum_{i=1}^T D_\alpha(Z_i \| Z_i' \mid T_i) \le \alpha\varepsilon^2 \ \ \forall \alpha \ge 1"
LONG: Final = ("10000*log(d*T)**3 <= (eps*T)**2",)
"""eps >= 100 log^{3/2}(dT)/T."""


@claim(
    "ASI-40",
    location="Lemma 4.3, with the divergence given T_i = t_i for all possible t_i",
    latex=_CONDITIONAL + r",\quad \text{for every possible } (t_1, t_2, \dots)",
    text="If an algorithm of Condition 4.1 is eps^2-concentrated, eps >= 100 log^{3/2}(dT)/T, then for every alpha "
    ">= 1 the divergences of the draws, given their rounds, add up to at most alpha eps^2, whatever the rounds are.",
    adjacency="one_loss",
    corrected_by="ASI-40-corrected",
)
def asi_40() -> Case:
    """A draw that is rarely made may tell much."""
    return Case(
        argument="Draw in round 2 from randomized response with probability 1/100, and in round 3 from a uniform law "
        "otherwise. What is released has divergence log(99/100 + e^{(alpha - 1) D}/100)/(alpha - 1), at most alpha/10 "
        "at all orders; given the draw in round 2, it is D, which at alpha = 1 is (1/2) ln 3.",
        counterexample=Goal(
            "a rare draw", counterexample("asi40"), Hunt("asi40", lambda: (late(order) for order in (1, 2, 3)))
        ),
        twins=(Twin("in the mean over the rounds", counterexample("asi40b")),),
        remarks=(
            "A conditional Renyi divergence is not defined in the text. ASI-40, ASI-40b and ASI-40c are its usual "
            "readings; all agree at alpha = 1 but this one, and all fail at some alpha.",
            "The reason that is given, that Z_i is independent of the past given T_i, is true.",
        ),
    )


IN_ROUND_2: Final[dict[str, Any]] = {"@released": ((1, 0), (2, 0))}
refuted("ASI-40", DRAWS, "sum(D(i, al), i, 1, n) <= al*eps**2", setting=LATE, where=LONG, al=Fraction(1), **IN_ROUND_2)


@claim(
    "ASI-40b",
    location="Lemma 4.3, with the mean over T_i of the divergence given T_i",
    latex=_CONDITIONAL + r",\quad D_\alpha(Z \| Z' \mid T) = \mathbb{E}_T\, D_\alpha(Z|_T \,\|\, Z'|_{T})",
    text="The same with the mean over T_i of the divergence given T_i.",
    adjacency="one_loss",
    corrected_by="ASI-40-corrected",
)
def asi_40b() -> Case:
    """The rounds may depend on what was drawn."""
    return Case(
        argument="A rare outcome of large ratio dominates a divergence of high order. Draw again from such a law only "
        "where it did not come the first time: the moments then add up, and do not multiply as those of two draws.",
        counterexample=Goal(
            "a second leak in place of the first",
            counterexample("asi40b"),
            Hunt("asi40b", lambda: (adaptive(order) for order in range(1, 9))),
        ),
        twins=(Twin("for KL", counterexample("asi40d")),),
        remarks=("True at alpha = 1, and at every alpha where the rounds do not depend on what was drawn.",),
    )


refuted("ASI-40b", DRAWS, "sum(E(D(i, al)), i, 1, n) <= al*eps**2", setting=ADAPTIVE, where=LONG, al=Fraction(5))


@claim(
    "ASI-40c",
    location="Lemma 4.3, with the moment of the divergence given T_i",
    latex=_CONDITIONAL + r",\quad D_\alpha(Z \| Z' \mid T) = \tfrac{1}{\alpha-1} \log \mathbb{E}_T\, e^{(\alpha-1) "
    r"D_\alpha(Z|_T \| Z'|_T)}",
    text="The same with log E e^{(alpha - 1) D_alpha(. | T_i)}/(alpha - 1).",
    adjacency="one_loss",
    checked=("alpha > 1",),
    corrected_by="ASI-40-corrected",
)
def asi_40c() -> Case:
    """One leak is counted twice."""
    return Case(
        argument="One of two draws leaks, by a fair coin that its round tells. The whole has the divergence D of the "
        "leak; both terms are log((1 + e^{(alpha - 1) D})/2)/(alpha - 1), together almost 2 D where e^{(alpha - 1) D} "
        "is large.",
        counterexample=Goal(
            "one of two draws leaks",
            counterexample("asi40c"),
            Hunt("asi40c", lambda: (either(order) for order in (2, 3, 4, 5))),
        ),
        twins=(Twin("in the mean over the rounds", counterexample("asi40b")),),
    )


refuted(
    "ASI-40c",
    DRAWS,
    "sum(log(E(exp((al - 1)*D(i, al))))/(al - 1), i, 1, n) <= al*eps**2",
    setting=EITHER,
    where=(*LONG, "1 < al"),
    al=Fraction(3),
)


@claim(
    "ASI-40-corrected",
    location="Lemma 4.3",
    latex=r"\sum_i \mathbb{E}_{T_i} \mathrm{KL}(Z_i|_{T_i} \| Z_i'|_{T_i}) \le \varepsilon^2;\quad \text{and with } "
    r"D_\alpha \text{ for all } \alpha \ge 1 \text{ if the rounds } T_i \text{ do not depend on the models drawn}",
    text="The means over the rounds of the KL divergences of the draws add up to at most eps^2; and at every alpha "
    ">= 1 those of the Renyi divergences to at most alpha eps^2, where the rounds do not depend on the models drawn.",
    adjacency="one_loss",
)
def asi_40_corrected() -> Case:
    """The chain rule; and Jensen's inequality."""
    return Case(
        checks=(Goal("plans, exactly", exhaustive("asi40-whole", "plans")),),
        twins=(Twin("for all rounds that are possible", exhaustive("asi40-whole-largest", "plans")),),
        remarks=(
            "This speaks of ONE pair of neighbors. It says nothing of a sum over draws each of which is compared for a "
            "pair of its own, which is what the proof of Theorem 4.2 uses (ASI-42).",
        ),
    )


ROUNDS: Final = theorem(
    "rounds of draws tell something",
    DRAWS,
    "0 <= E(a(i))",
    Step("tangent", "1 - a(i) <= exp(-a(i))", analysis("1 + z <= exp(z)", "(-oo, oo)", z="-a(i)")),
    Step("round", "0 <= E(a(i), K(i - 1))", arithmetic(inside("E(_, K(i - 1))", "tangent"), "rounds have a law")),
    Step("tower", "E(E(a(i), K(i - 1))) = E(a(i))", apply("tower", P="P", K="K(i - 1)", X="a(i)")),
    Step("all", "0 <= E(a(i))", arithmetic(inside("E(_)", "round"), "tower")),
)
KL: Final = theorem(
    "ASI-40-corrected",
    DRAWS,
    "sum(E(D(i, 1)), i, 1, n) <= eps**2",
    Step("rounds", "0 <= E(a(i))", apply("rounds of draws tell something")),
    Step("tower", "E(E(b(i), M(i))) = E(b(i))", apply("tower", P="P", K="M(i)", X="b(i)")),
    Step(
        "pair", "E(D(i, 1)) <= E(a(i) + b(i))", arithmetic("rounds", ("-1", inside("E(_)", "draws are fresh")), "tower")
    ),
    Step(
        "all",
        "sum(E(D(i, 1)), i, 1, n) <= eps**2",
        arithmetic(
            inside("sum(_, i, 1, n)", "pair"),
            ("-1", inside("E(_)", "ratio")),
            ("-1", "order 1"),
            use("concentrated", al="1"),
        ),
    ),
    also=("ASI-40-corrected: of any order",),
)
WHOLE: Final = "sum(a(i) + b(i), i, 1, n)"
START: Final = "sum(a(i) + D(i, al), i, 1, n)"
ANY_ORDER: Final = theorem(
    "ASI-40-corrected: of any order",
    PLANNED,
    "sum(E(D(i, al)), i, 1, n) <= al*eps**2",
    Step(
        "start",
        f"E(({START} - given({START}))**2, R(j)) = 0",
        apply("a sum of what is known", "rounds tell", K="R(j)", X="i: a(i) + D(i, al)", T="n"),
    ),
    Step(
        "fresh",
        "E(exp((al - 1)*(b(j + 1) - D(j + 1, al))), R(j)) = 1",
        arithmetic(use("fresh given the rounds", i="j + 1")),
    ),
    Step(
        "factors",
        f"E(exp((al - 1)*({START} + sum(b(i) - D(i, al), i, 1, n)))) = E(exp((al - 1)*{START}))",
        apply(
            "factors of mean one",
            "drawn",
            "start",
            "fresh",
            P="P",
            after="t: R(t)",
            X="i: b(i) - D(i, al)",
            G=START,
            T="n",
            s="al - 1",
        ),
    ),
    Step(
        "Jensen",
        f"exp(E((al - 1)*{START})) <= E(exp((al - 1)*{START}))",
        apply("Jensen's inequality for exp", P="P", X=f"(al - 1)*{START}"),
    ),
    Step(
        "powers",
        f"exp(E((al - 1)*{START})) <= exp((al - 1)*div(al))",
        arithmetic("Jensen", ("-1", "factors"), ("-1", inside("E(exp((al - 1)*_))", "ratio")), ("-1", "other orders")),
    ),
    Step("rounds", "0 <= E(a(i))", apply("rounds of draws tell something")),
    Step("inverse", "0 <= 1/(al - 1)", arithmetic(("(1/(al - 1))**2", "1 < al")), ("1 < al",)),
    Step(
        "all",
        "sum(E(D(i, al)), i, 1, n) <= al*eps**2",
        arithmetic(inside("sum(_, i, 1, n)", "rounds"), ("1/(al - 1)", inside("log(_)", "powers")), "concentrated"),
        ("1 < al",),
        ("inverse",),
    ),
    where=("1 < al",),
    samples={"al": (Fraction(2), Fraction(5, 2))},
)
