"""SIMA-02: without privacy every finite class has a learner whose KL-risk is at most ln |F|.

Section 1, after the protocol: "for any finite class the cumulative risk is upper bounded by log |F|". The learner is the
Bayes mixture. Let w be the weight of the truth, 1/K at first. After the label y it is multiplied by f(x_t)[y]/p[y], so
the log-ratios telescope to log(w_{T+1}) + log K on every course, and no weight exceeds 1. Given the past the mean of
the log-ratio of round t is KL(f(x_t), p). Features may be chosen after earlier labels are seen.
"""

from __future__ import annotations

from dpassay.proofs_check.models.online_mixture import OPEN
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic

theorem(
    "SIMA-02",
    OPEN,
    "E(sum(kl(t), t, 1, T)) <= log(K)",
    Step("reports", "E(sum(reported(t), t, 1, T)) <= log(K)", apply("risk of the Bayes mixture")),
    Step(
        "rounds",
        "sum(kl(t), t, 1, T) = sum(reported(t), t, 1, T)",
        apply("sum of equals", "open", f="t: kl(t)", g="t: reported(t)", low="1", high="T"),
    ),
    Step(
        "labels",
        "E(sum(kl(t), t, 1, T)) = E(sum(reported(t), t, 1, T))",
        apply("expectation of equals", "rounds", P="P", X="sum(kl(t), t, 1, T)", Y="sum(reported(t), t, 1, T)"),
    ),
    Step("all", "E(sum(kl(t), t, 1, T)) <= log(K)", arithmetic("labels", "reports")),
)
