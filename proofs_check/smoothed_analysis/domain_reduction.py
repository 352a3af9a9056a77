"""The reduction of the domain, Lemma G.3: where k draws are kept, and are near the smooth law, a law is on the sample.

A law on the sample is off by more than chi + gamma only where fewer than k of M draws are kept, or the first k of them
are off by more than gamma. They are k draws from the smooth law, however many draws it took.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.reduced_domains import REDUCED
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic

OFF: Final = "[chi + gamma < least]"
FEW: Final = "[Y <= k - 1]"
FAR: Final = "[k <= Y]*[gamma < gap]"
SPLIT: Final = f"{OFF} <= {FEW} + {FAR}"
KEPT: Final = ("k <= Y",)
FEWER: Final = ("Y < k",)
NEAR: Final = (*KEPT, "gap <= gamma")
APART: Final = (*KEPT, "gamma < gap")
SUM: Final = "sum(at(j)*dev(j), j, 1, K)"
theorem(
    "a law on the sample is near",
    REDUCED,
    "[k <= Y]*least <= [k <= Y]*(chi + gap)",
    Step("up", "true(j) - got(j) <= chi + gap", arithmetic("smooth, up", "gap, up")),
    Step("down", "-(true(j) - got(j)) <= chi + gap", arithmetic("smooth, down", "gap, down")),
    Step(
        "far",
        "dev(j) <= chi + gap",
        apply(
            "an absolute value is at most", "distance", "up", "down", u="true(j) - got(j)", g="dev(j)", c="chi + gap"
        ),
    ),
    Step("term", "at(j)*dev(j) <= at(j)*(chi + gap)", arithmetic(("at(j)", "far"))),
    Step(
        "terms",
        f"{SUM} <= sum(at(j)*(chi + gap), j, 1, K)",
        apply("sum grows", "term", f="j: at(j)*dev(j)", g="j: at(j)*(chi + gap)", low="1", high="K"),
    ),
    Step(
        "all",
        "[k <= Y]*least <= [k <= Y]*(chi + gap)",
        arithmetic("the kept are on the sample", ("[k <= Y]", "terms"), ("[k <= Y]*(chi + gap)", "one query")),
    ),
)
theorem(
    "where no law on the sample is near",
    REDUCED,
    SPLIT,
    Step(
        "contrary",
        f"{OFF} = 1 - [least <= chi + gamma]",
        apply("indicator of the contrary", A="least", B="chi + gamma"),
    ),
    Step("1 apart", "Y + 1 <= k", apply("integers are 1 apart", A="Y", B="k"), FEWER),
    Step("few", f"{FEW} = 1", apply("indicator of what holds", "1 apart", A="Y", B="k - 1"), FEWER),
    Step("where few are kept", SPLIT, arithmetic("contrary", ("-1", "few")), FEWER),
    Step("enough", "[k <= Y] = 1", apply("indicator of what holds", A="k", B="Y"), KEPT),
    Step("law", "[k <= Y]*least <= [k <= Y]*(chi + gap)", apply("a law on the sample is near")),
    Step("near", "least <= chi + gamma", arithmetic("law", ("chi + gap - least", "enough"), "gap <= gamma"), NEAR),
    Step(
        "not off",
        "[least <= chi + gamma] = 1",
        apply("indicator of what holds", "near", A="least", B="chi + gamma"),
        NEAR,
    ),
    Step("where they are near", SPLIT, arithmetic("contrary", ("-1", "not off")), NEAR),
    Step("apart", "[gamma < gap] = 1 - [gap <= gamma]", apply("indicator of the contrary", A="gap", B="gamma"), KEPT),
    Step("not near", "[gap <= gamma] = 0", apply("indicator of what fails", A="gap", B="gamma"), APART),
    Step(
        "where they are far",
        SPLIT,
        arithmetic("contrary", ("-[gamma < gap]", "enough"), ("-1", "apart"), "not near"),
        APART,
    ),
    Step(
        "where enough are kept",
        SPLIT,
        apply("cases", "where they are near", "where they are far", A=OFF, B=f"{FEW} + {FAR}", c="gamma - gap"),
        KEPT,
    ),
    Step(
        "all",
        SPLIT,
        apply("cases", "where enough are kept", "where few are kept", A=OFF, B=f"{FEW} + {FAR}", c="Y - k"),
    ),
)
TRIALS: Final = "sum(X(i), i, 1, M)"
TOO_FEW: Final = "exp(-k*w**2/(2*(1 + w)))"
MANY: Final = ("(1 + w)*k <= M*s",)
MORE: Final = {"w": "real, 0 < w"}
SAMPLES: Final = {"w": (Fraction(3), Fraction(1, 10))}
FAILS: Final = "Pr(chi + gamma < least)"
EITHER: Final = f"E({FEW} + {FAR}) <= {TOO_FEW} + miss"
theorem(
    "few are kept, or they are far",
    REDUCED,
    EITHER,
    Step("each draw", "s <= E(X(i))", arithmetic(("-1", "drawn and kept"), ("-s", "a law"))),
    Step(
        "rarely few",
        f"Pr({TRIALS} <= k - 1) <= {TOO_FEW}",
        apply(
            "few of many trials",
            "independent",
            "kept or not",
            "each draw",
            n="M",
            k="k",
            h="w",
            b="s",
            P="P",
            X="i: X(i)",
        ),
        MANY,
    ),
    Step(
        "count",
        f"[Y <= k - 1] = [{TRIALS} <= k - 1]",
        apply("equals for equals", "number", A="Y", B=TRIALS, f="z: [z <= k - 1]"),
    ),
    Step(
        "counts",
        f"E([Y <= k - 1]) = E([{TRIALS} <= k - 1])",
        apply("expectation of equals", "count", P="P", X="[Y <= k - 1]", Y=f"[{TRIALS} <= k - 1]"),
    ),
    Step("contrary", "[Y < k] = 1 - [k <= Y]", apply("indicator of the contrary", A="k", B="Y")),
    Step("at most 1", "[k <= Y] <= 1", arithmetic("contrary")),
    Step("on average", "E([k <= Y]) <= E(1)", apply("expectation grows", "at most 1", P="P", X="[k <= Y]", Y="1")),
    Step(
        "all",
        EITHER,
        arithmetic("rarely few", "counts", "the first that are kept are draws from D", ("miss", "on average")),
        MANY,
    ),
    where=MANY,
    variables=MORE,
    samples=SAMPLES,
)
REDUCTION: Final = f"{FAILS} <= {TOO_FEW} + miss"
theorem(
    "the domain is reduced",
    REDUCED,
    REDUCTION,
    Step("split", SPLIT, apply("where no law on the sample is near")),
    Step("mean", f"{FAILS} <= E({FEW} + {FAR})", apply("expectation grows", "split", P="P", X=OFF, Y=f"{FEW} + {FAR}")),
    Step("either", EITHER, apply("few are kept, or they are far", w="w"), MANY),
    Step("all", REDUCTION, arithmetic("mean", "either"), MANY),
    where=MANY,
    variables=MORE,
    samples=SAMPLES,
)
