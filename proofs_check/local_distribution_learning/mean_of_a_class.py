"""The mean of a class has risk at most T log K, for it gives each label at least 1/K of what any member gives it."""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.class_mean import MEAN
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, cases, inside

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
    Step("some mean", f"0 < {A}", arithmetic(("1/K", "share")), SOME),
    Step("its ratio", f"{F} = {R}*{A}", arithmetic((f"1/{F}", "ratio")), SOME),
    Step("at most K", f"{R} <= K", arithmetic((f"1/{A}", "share"), (f"-1/{A}", "its ratio")), SOME, ("some mean",)),
    Step(
        "label",
        TERM,
        cases(
            "f(t, j, y) <= 0",
            cases(f"0 <= {X}", arithmetic((F, f"0 <= {X}")), arithmetic((f"-({X})", NONE[0]))),
            arithmetic((F, inside("log(_)", "at most K"))),
        ),
    ),
    Step(
        "round", "KL(t, j) <= log(K)", arithmetic("divergence", inside("sum(_, y, 1, M)", "label"), ("log(K)", "a law"))
    ),
    Step(
        "all",
        TRIVIAL,
        arithmetic(
            "the risk is its", inside("sum(chosen(j)*sum(_, t, 1, T), j, 1, K)", "round"), ("T*log(K)", "one is chosen")
        ),
    ),
)
