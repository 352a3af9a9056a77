"""SIMA-11."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.averaged_predictions import AVERAGED
from dpassay.proofs_check.models.one_pair_one_round import ONE_ROUND, Round
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic

CONVEX: Final = "batch(j) <= sum(kl(j, t), t, 1, T)/T"
RATIO: Final = "pi(t, y)/mean(y)"
theorem(
    "divergences are convex",
    AVERAGED,
    CONVEX,
    Step("tangent", f"log({RATIO}) <= {RATIO} - 1", analysis("log(z) <= z - 1", "(0, oo)", z=RATIO)),
    Step(
        "quotient",
        f"log({RATIO}*mean(y)) = log({RATIO}) + log(mean(y))",
        apply("log of a product", A=RATIO, B="mean(y)"),
    ),
    Step(
        "round",
        "log(pi(t, y)) - log(mean(y)) <= 1/mean(y)*(pi(t, y) - mean(y))",
        arithmetic("tangent", "quotient"),
    ),
    Step(
        "rounds",
        "sum(log(pi(t, y)) - log(mean(y)), t, 1, T) <= sum(1/mean(y)*(pi(t, y) - mean(y)), t, 1, T)",
        apply(
            "sum grows",
            "round",
            f="t: log(pi(t, y)) - log(mean(y))",
            g="t: 1/mean(y)*(pi(t, y) - mean(y))",
            low="1",
            high="T",
        ),
    ),
    Step(
        "factor",
        "sum(1/mean(y)*(pi(t, y) - mean(y)), t, 1, T) = 1/mean(y)*sum(pi(t, y) - mean(y), t, 1, T)",
        apply("constant factor", c="1/mean(y)", f="t: pi(t, y) - mean(y)", low="1", high="T"),
    ),
    Step(
        "label",
        "f(j, y)*sum(log(pi(t, y)) - log(mean(y)), t, 1, T) <= 0",
        arithmetic(("f(j, y)", "rounds"), ("f(j, y)", "factor"), ("-f(j, y)*T/mean(y)", "average")),
    ),
    Step(
        "labels",
        "sum(f(j, y)*sum(log(pi(t, y)) - log(mean(y)), t, 1, T), y, 1, M) <= 0",
        apply(
            "sum grows",
            "label",
            f="y: f(j, y)*sum(log(pi(t, y)) - log(mean(y)), t, 1, T)",
            g="y: 0",
            low="1",
            high="M",
        ),
    ),
    Step(
        "order",
        "sum(sum(f(j, y)*log(pi(t, y)), y, 1, M), t, 1, T) = sum(sum(f(j, y)*log(pi(t, y)), t, 1, T), y, 1, M)",
        apply("sums in either order", f="t, y: f(j, y)*log(pi(t, y))", m="T", n="M"),
    ),
    Step(
        "divergences",
        "sum(kl(j, t), t, 1, T) = sum(ent(j) - sum(f(j, y)*log(pi(t, y)), y, 1, M), t, 1, T)",
        apply(
            "sum of equals",
            "divergence",
            f="t: kl(j, t)",
            g="t: ent(j) - sum(f(j, y)*log(pi(t, y)), y, 1, M)",
            low="1",
            high="T",
        ),
    ),
    Step(
        "all",
        CONVEX,
        arithmetic("divergence of the average", ("1/T", "labels"), ("1/T", "order"), ("-1/T", "divergences")),
    ),
)
MEAN: Final = "E(batch(j), F(j)) <= E(sum(kl(j, t), t, 1, T), F(j))/T"
LEAST: Final = "worst <= risk/T"
theorem(
    "SIMA-11",
    AVERAGED,
    f"{MEAN} and {LEAST}",
    Step("convex", CONVEX, apply("divergences are convex")),
    Step(
        "means",
        "E(batch(j), F(j)) <= E(sum(kl(j, t), t, 1, T)/T, F(j))",
        apply("expectation grows", "convex", P="F(j)", X="batch(j)", Y="sum(kl(j, t), t, 1, T)/T"),
    ),
    Step("member", "chosen(j)*E(batch(j), F(j)) <= chosen(j)*risk/T", arithmetic(("chosen(j)", "means"), ("chosen(j)/T", "the largest risk"))),
    Step(
        "members",
        "sum(chosen(j)*E(batch(j), F(j)), j, 1, K) <= sum(chosen(j)*risk/T, j, 1, K)",
        apply(
            "sum grows",
            "member",
            f="j: chosen(j)*E(batch(j), F(j))",
            g="j: chosen(j)*risk/T",
            low="1",
            high="K",
        ),
    ),
    Step("mean", MEAN, arithmetic("means")),
    Step("least", LEAST, arithmetic("members", "the worst is chosen", ("risk/T", "one is chosen"))),
)
refuted(
    "SIMA-11b",
    ONE_ROUND,
    "loss/T = r/T and loss <= r/T",
    setting=Round(Fraction(1, 6), 1, Fraction(1, 12)),
)
