"""Lemmas for Theorem 3.2: what is told of a run of Algorithm 1 has no larger delta than the run itself.

All (x_s, y_s) and zeta_s are a function of the run, whose loss is Z, so delta(x) <= E [x < Z] (1 - e^(x - Z)), which is
at most Pr[x < Z], and 1. It falls where x grows. The models x_s are a function of the sequence.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.private_lazy import PRIVATE
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, together, use
from dpassay.proofs_check.shared_lemmas.told_less import MORE, OVER, WHOLE_MORE

LAWS: Final = {"M": "M", "x": "x", "R": "h: R(h)", "R2": "h: R2(h)"}
theorem(
    "what is told",
    PRIVATE,
    "delta(x) <= Pr(x < Z) and delta(x) <= 1",
    Step(
        "sequences of all",
        f"sum({MORE}, h, 1, M) <= E({OVER})",
        apply(
            "privacy of what is told",
            "one of all",
            "sequences",
            "sequences, other",
            P="P",
            Z="Z",
            k="h: k(h)",
            **LAWS,
        ),
    ),
    Step("event", "[x < Z] <= 1", apply("what is above", x="Z", y="x")),
    Step("certainly", "E([x < Z]) <= E(1)", apply("expectation grows", "event", P="P", X="[x < Z]", Y="1")),
    Step("chance", "delta(x) <= Pr(x < Z)", arithmetic("least delta", "sequences of all")),
    Step("no more than 1", "delta(x) <= 1", arithmetic("chance", "certainly")),
    Step("all", "delta(x) <= Pr(x < Z) and delta(x) <= 1", together("chance", "no more than 1")),
)
LATER: Final = MORE.replace("exp(x)", "exp(x + eta)")
theorem(
    "delta falls",
    PRIVATE,
    "delta(x + eta) <= delta(x)",
    Step("exponents", "exp(x) <= exp(x + eta)", apply("exp grows", A="x", B="x + eta")),
    Step("larger", "exp(x)*R2(h) <= exp(x + eta)*R2(h)", arithmetic(("R2(h)", "exponents"))),
    Step(
        "each",
        f"{LATER} <= {MORE}",
        apply("what is above a larger number", "larger", x="R(h)", y="exp(x)*R2(h)", z="exp(x + eta)*R2(h)"),
    ),
    Step(
        "all of them",
        f"sum({LATER}, h, 1, M) <= sum({MORE}, h, 1, M)",
        apply("sum grows", "each", f=f"h: {LATER}", g=f"h: {MORE}", low="1", high="M"),
    ),
    Step(
        "all",
        "delta(x + eta) <= delta(x)",
        arithmetic(use("least delta", x="x + eta"), "all of them", ("-1", "least delta")),
    ),
)
theorem(
    "the models played",
    PRIVATE,
    "models(x) <= delta(x)",
    Step(
        "paths of sequences",
        f"sum({WHOLE_MORE}, f, 1, W) <= sum({MORE}, h, 1, M)",
        apply(
            "privacy of wholes",
            "one of all paths",
            "paths",
            "paths, other",
            W="W",
            part="h, f: part(h, f)",
            V="f: V(f)",
            V2="f: V2(f)",
            **LAWS,
        ),
    ),
    Step(
        "all", "models(x) <= delta(x)", arithmetic("least delta of paths", "paths of sequences", ("-1", "least delta"))
    ),
)
