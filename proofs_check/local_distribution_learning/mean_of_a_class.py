"""The mean of a class has risk at most T log K, for it gives each label at least 1/K of what any member gives it."""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.class_mean import MEAN
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic

F, R, A = "f(t, j, y)", "ratio(t, j, y)", "mean(t, y)"
X: Final = f"log(K) - log({R})"
TERM: Final = f"{F}*log({R}) <= {F}*log(K)"
SOME, NONE = (f"0 < {F}",), (f"{F} <= 0",)
TRIVIAL: Final = "risk <= T*log(K)"
theorem(
    "risk of the mean",
    MEAN,
    TRIVIAL,
    Step(
        "one of all",
        f"{F} <= sum(f(t, i, y), i, 1, K)",
        apply("a term of a sum", f="i: f(t, i, y)", low="1", k="j", high="K"),
    ),
    Step("share", f"{F} <= K*{A}", arithmetic("one of all", ("-K", "prediction"))),
    Step("positive", f"0 < K*{A}", arithmetic("share"), SOME),
    Step("some mean", f"0 < {A}", arithmetic(("1/K", "positive")), SOME),
    Step("its ratio", f"{F} = {R}*{A}", arithmetic((f"1/{F}", "ratio")), SOME),
    Step("at most K", f"{R} <= K", arithmetic((f"1/{A}", "share"), (f"-1/{A}", "its ratio")), SOME, ("some mean",)),
    Step("log", f"log({R}) <= log(K)", apply("log grows", "at most K", A=R, B="K"), SOME),
    Step("some", TERM, arithmetic((F, "log")), SOME),
    Step("none, up", TERM, arithmetic((F, f"0 <= {X}")), (*NONE, f"0 <= {X}")),
    Step("none, down", TERM, arithmetic((f"-({X})", NONE[0])), (*NONE, f"{X} < 0")),
    Step(
        "none",
        TERM,
        apply("cases", "none, up", "none, down", A=f"{F}*log({R})", B=f"{F}*log(K)", c=X),
        NONE,
    ),
    Step(
        "label",
        TERM,
        apply("cases", "none", "some", A=f"{F}*log({R})", B=f"{F}*log(K)", c=f"-{F}"),
    ),
    Step(
        "labels",
        f"sum({F}*log({R}), y, 1, M) <= sum({F}*log(K), y, 1, M)",
        apply("sum grows", "label", f=f"y: {F}*log({R})", g=f"y: {F}*log(K)", low="1", high="M"),
    ),
    Step("round", "KL(t, j) <= log(K)", arithmetic("divergence", "labels", ("log(K)", "a law"))),
    Step(
        "rounds",
        "sum(KL(t, j), t, 1, T) <= T*log(K)",
        apply("sum grows", "round", f="t: KL(t, j)", g="t: log(K)", low="1", high="T"),
    ),
    Step(
        "member",
        "chosen(j)*sum(KL(t, j), t, 1, T) <= chosen(j)*T*log(K)",
        arithmetic(("chosen(j)", "rounds")),
    ),
    Step(
        "members of all",
        "sum(chosen(j)*sum(KL(t, j), t, 1, T), j, 1, K) <= sum(chosen(j)*T*log(K), j, 1, K)",
        apply(
            "sum grows",
            "member",
            f="j: chosen(j)*sum(KL(t, j), t, 1, T)",
            g="j: chosen(j)*T*log(K)",
            low="1",
            high="K",
        ),
    ),
    Step(
        "all",
        TRIVIAL,
        arithmetic("the risk is its", "members of all", ("T*log(K)", "one is chosen")),
    ),
)
