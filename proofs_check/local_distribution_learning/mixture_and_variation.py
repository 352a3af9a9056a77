"""What the risk of the Bayes mixture on randomized response needs of one round, for SIMA-08.

The prediction is at least the weight of the truth times its law, so no log-ratio is above L = -log(weight), and KL is
at most (1 + L) TV. The mean of 1/weight stays K, for the likelihood ratio of the mixture to the truth has the mean 1.
And the total variation of the laws of the report is c times that of the laws of the label: Pinsker.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.online_mixture import PRIVATE
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, together, use
from dpassay.proofs_check.shared_lemmas.comparisons import parts

L: Final = "-log(truth(t))"
TRUE: Final = "f(t, i, y)"
OVER: Final = f"[guess(t, y) < {TRUE}]*({TRUE} - guess(t, y))"
SOME: Final = (f"0 < {TRUE}",)
NOTHING: Final = (f"{TRUE} <= 0",)
KL_TERM: Final = f"{TRUE}*(lf(t, y) - lg(t, y))"
TV_TERM: Final = f"(1 - log(truth(t)))*{OVER}"
theorem(
    "KL and total variation",
    PRIVATE,
    "kl(t) <= (1 - log(truth(t)))*tv(t) and 0 <= -log(truth(t))",
    Step(
        "a weight", "w(t, i) <= 1", apply("a weight is at most 1", use("weights", n="t"), K="K", w="i: w(t, i)", i="i")
    ),
    Step("at most 1", "truth(t) <= 1", arithmetic(use("the truth", n="t"), "a weight")),
    Step("tangent", "log(truth(t)) <= truth(t) - 1", analysis("log(z) <= z - 1", "(0, oo)", z="truth(t)")),
    Step("light", f"0 <= {L}", arithmetic("tangent", "at most 1")),
    Step(
        "its share",
        f"w(t, i)*{TRUE} <= sum(w(t, j)*f(t, j, y), j, 1, K)",
        apply("a term of a sum", f="j: w(t, j)*f(t, j, y)", low="1", k="i", high="K"),
    ),
    Step(
        "predicted",
        f"truth(t)*{TRUE} <= guess(t, y)",
        arithmetic("its share", (TRUE, use("the truth", n="t")), ("-1", "prediction")),
    ),
    Step("some mass", "0 < guess(t, y)", arithmetic("predicted"), SOME),
    Step("power of lf", f"exp(lf(t, y)) = {TRUE}", arithmetic((f"1/{TRUE}", "log of f")), SOME),
    Step(
        "power of lg",
        "exp(lg(t, y)) = guess(t, y)",
        arithmetic(("1/guess(t, y)", "log of the prediction")),
        SOME,
        ("some mass",),
    ),
    Step("of its log", "exp(log(truth(t))) = truth(t)", apply("exp of log", A="truth(t)")),
    Step(
        "powers",
        "exp(log(truth(t)) + lf(t, y)) <= exp(lg(t, y))",
        arithmetic("predicted", ("-1", "power of lg"), ("truth(t)", "power of lf"), ("exp(lf(t, y))", "of its log")),
        SOME,
    ),
    Step(
        "exponents",
        "log(truth(t)) + lf(t, y) <= lg(t, y)",
        apply("exp reflects", "powers", A="log(truth(t)) + lf(t, y)", B="lg(t, y)"),
        SOME,
    ),
    Step("near", f"lf(t, y) - lg(t, y) <= {L}", arithmetic("exponents"), SOME),
    Step(
        "likely",
        f"{KL_TERM} <= {TV_TERM}",
        apply(
            "a term of a divergence, by the variation",
            "power of lf",
            "power of lg",
            "near",
            f=TRUE,
            g="guess(t, y)",
            a="lf(t, y)",
            b="lg(t, y)",
            L=L,
        ),
        SOME,
        ("some mass", "light"),
    ),
    Step("compared", parts(TRUE, "guess(t, y)"), apply("what is above", x=TRUE, y="guess(t, y)")),
    Step("over", f"0 <= {OVER}", together("compared")),
    Step("none", f"{TRUE} = 0", apply("at most each other", A=TRUE, B="0"), NOTHING),
    Step(
        "unlikely",
        f"{KL_TERM} <= {TV_TERM}",
        arithmetic(("lf(t, y) - lg(t, y)", "none"), ("1 - log(truth(t))", "over")),
        NOTHING,
        ("light",),
    ),
    Step("label", f"{KL_TERM} <= {TV_TERM}", apply("cases", "unlikely", "likely", A=KL_TERM, B=TV_TERM, c=f"-{TRUE}")),
    Step(
        "labels",
        f"sum({KL_TERM}, y, 1, M) <= sum({TV_TERM}, y, 1, M)",
        apply("sum grows", "label", f=f"y: {KL_TERM}", g=f"y: {TV_TERM}", low="1", high="M"),
    ),
    Step(
        "divergences",
        "kl(t) <= (1 - log(truth(t)))*tv(t)",
        arithmetic("divergence", "labels", ("-(1 - log(truth(t)))", "variation")),
    ),
    Step("end", f"0 <= {L}", arithmetic("light")),
)
RATIO: Final = "predicted(t)/likelihood(t)"
NEXT: Final = "E(1/truth(t + 1)) <= K"
theorem(
    "light truths",
    PRIVATE,
    "E(1/truth(n)) <= K",
    Step(
        "first",
        "1/truth(1) = K",
        arithmetic(("-K/truth(1)", use("the truth", n="1")), ("-K/truth(1)", use("uniform", j="i"))),
    ),
    Step(
        "mean of the first",
        "E(1/truth(1)) = E(K)",
        apply("expectation of equals", "first", P="P", X="1/truth(1)", Y="K"),
    ),
    Step("start", "E(1/truth(1)) <= K", arithmetic("mean of the first")),
    Step(
        "Bayes' rule",
        f"1/truth(t + 1) = 1/truth(t)*({RATIO})",
        arithmetic(("-1/(truth(t + 1)*truth(t)*likelihood(t))", "Bayes")),
    ),
    Step(
        "mean",
        f"E(1/truth(t + 1)) = E(1/truth(t)*({RATIO}))",
        apply("expectation of equals", "Bayes' rule", P="P", X="1/truth(t + 1)", Y=f"1/truth(t)*({RATIO})"),
    ),
    Step(
        "tower",
        f"E(E(1/truth(t)*({RATIO}), after(t - 1))) = E(1/truth(t)*({RATIO}))",
        apply("tower", P="P", K="after(t - 1)", X=f"1/truth(t)*({RATIO})"),
    ),
    Step(
        "given the past",
        f"E(1/truth(t)*({RATIO}), after(t - 1)) = 1/truth(t)*E({RATIO}, after(t - 1))",
        apply("taking out what is known", "known", K="after(t - 1)", A="1/truth(t)", X=RATIO),
    ),
    Step(
        "no more",
        f"E(1/truth(t)*({RATIO}), after(t - 1)) = 1/truth(t)",
        arithmetic("given the past", ("1/truth(t)", "ratio")),
    ),
    Step(
        "of the past",
        f"E(E(1/truth(t)*({RATIO}), after(t - 1))) = E(1/truth(t))",
        apply("expectation of equals", "no more", P="P", X=f"E(1/truth(t)*({RATIO}), after(t - 1))", Y="1/truth(t)"),
    ),
    Step(
        "next",
        NEXT,
        arithmetic("mean", ("-1", "tower"), "of the past", "E(1/truth(t)) <= K"),
        ("E(1/truth(t)) <= K",),
    ),
    Step(
        "all",
        "E(1/truth(n)) <= K",
        apply("induction", "start", "next", low="1", high="n", f="n: E(1/truth(n))", g="n: K"),
    ),
)
theorem(
    "a total variation is at most 1",
    PRIVATE,
    "tv(t) <= 1",
    Step(
        "contrary",
        f"[guess(t, y) < {TRUE}] = 1 - [{TRUE} <= guess(t, y)]",
        apply("indicator of the contrary", A=TRUE, B="guess(t, y)"),
    ),
    Step("label", f"{OVER} <= {TRUE}", arithmetic((TRUE, "contrary"))),
    Step(
        "labels",
        f"sum({OVER}, y, 1, M) <= sum({TRUE}, y, 1, M)",
        apply("sum grows", "label", f=f"y: {OVER}", g=f"y: {TRUE}", low="1", high="M"),
    ),
    Step("all", "tv(t) <= 1", arithmetic("variation", "labels", use("a law", j="i"))),
)
LOUD: Final = "[heard(t, y) < told(t, y)]*(told(t, y) - heard(t, y))"
VARIATION: Final = f"sum({LOUD}, y, 1, M)"
EACH: Final = "(log(told(t, y)) - log(heard(t, y)))"
theorem(
    "total variation of the reports",
    PRIVATE,
    "2*(c*tv(t))**2 <= reported(t)",
    Step(
        "both laws",
        "sum(told(t, y), y, 1, M) = sum(c*f(t, i, y) + (1 - c)/M, y, 1, M)",
        apply("sum of equals", "report", f="y: told(t, y)", g="y: c*f(t, i, y) + (1 - c)/M", low="1", high="M"),
    ),
    Step("law of the report", "sum(told(t, y), y, 1, M) = 1", arithmetic("both laws", ("c", use("a law", j="i")))),
    Step(
        "one label",
        "sum(w(t, j)*f(t, j, y), y, 1, M) = w(t, j)",
        arithmetic(("w(t, j)", "a law")),
    ),
    Step(
        "predictions",
        "sum(guess(t, y), y, 1, M) = sum(sum(w(t, j)*f(t, j, y), j, 1, K), y, 1, M)",
        apply(
            "sum of equals",
            "prediction",
            f="y: guess(t, y)",
            g="y: sum(w(t, j)*f(t, j, y), j, 1, K)",
            low="1",
            high="M",
        ),
    ),
    Step(
        "order",
        "sum(sum(w(t, j)*f(t, j, y), j, 1, K), y, 1, M) = sum(sum(w(t, j)*f(t, j, y), y, 1, M), j, 1, K)",
        apply("sums in either order", f="y, j: w(t, j)*f(t, j, y)", m="M", n="K"),
    ),
    Step(
        "hypotheses",
        "sum(sum(w(t, j)*f(t, j, y), y, 1, M), j, 1, K) = sum(w(t, j), j, 1, K)",
        apply(
            "sum of equals",
            "one label",
            f="j: sum(w(t, j)*f(t, j, y), y, 1, M)",
            g="j: w(t, j)",
            low="1",
            high="K",
        ),
    ),
    Step(
        "law of the prediction",
        "sum(guess(t, y), y, 1, M) = 1",
        arithmetic("predictions", "order", "hypotheses", use("weights", n="t")),
    ),
    Step(
        "heard laws",
        "sum(heard(t, y), y, 1, M) = sum(c*guess(t, y) + (1 - c)/M, y, 1, M)",
        apply(
            "sum of equals",
            "report as predicted",
            f="y: heard(t, y)",
            g="y: c*guess(t, y) + (1 - c)/M",
            low="1",
            high="M",
        ),
    ),
    Step(
        "law as predicted",
        "sum(heard(t, y), y, 1, M) = 1",
        arithmetic("heard laws", ("c", "law of the prediction")),
    ),
    Step(
        "Pinsker",
        f"{VARIATION} <= b/2*sum(told(t, y)*{EACH}, y, 1, M) + 1/(4*b)",
        apply(
            "Pinsker's inequality for sums",
            "law of the report",
            "law as predicted",
            g="y: told(t, y)",
            r="y: heard(t, y)",
            M="M",
            c="b",
        ),
    ),
    Step(
        "gap",
        "told(t, y) - heard(t, y) = c*(f(t, i, y) - guess(t, y))",
        arithmetic("report", ("-1", "report as predicted")),
    ),
    Step(
        "label",
        f"c*{OVER} <= {LOUD}",
        apply("what is above, scaled", "gap", c="c", x="f(t, i, y)", y="guess(t, y)", u="told(t, y)", v="heard(t, y)"),
    ),
    Step(
        "labels",
        f"sum(c*{OVER}, y, 1, M) <= {VARIATION}",
        apply("sum grows", "label", f=f"y: c*{OVER}", g=f"y: {LOUD}", low="1", high="M"),
    ),
    Step(
        "for each b",
        "c*tv(t) <= b/2*reported(t) + 1/(4*b)",
        arithmetic(("c", "variation"), "labels", "Pinsker", ("-b/2", "divergence of reports")),
    ),
    Step(
        "some",
        "2*(c*tv(t))**2 <= reported(t)",
        arithmetic(("4*c*tv(t)", use("for each b", b="1/(2*c*tv(t))"))),
        ("0 < tv(t)",),
    ),
    Step("none", "2*(c*tv(t))**2 <= reported(t)", arithmetic(("2*c**2*tv(t)", "tv(t) <= 0")), ("tv(t) <= 0",)),
    Step(
        "all",
        "2*(c*tv(t))**2 <= reported(t)",
        apply("cases", "none", "some", A="2*(c*tv(t))**2", B="reported(t)", c="-tv(t)"),
    ),
    variables={"b": "real, 0 < b"},
)
