"""LEC-09: the error of the private mechanism's hypothesis is above alpha with probability less than |C| e^(-eps alpha n/4) +
|C| e^(-alpha^2 n/2).

Lecture notes, Section 1, third display. A chosen h that is bad makes more than alpha n/2 mistakes (LEC-07) or is one
that does not (LEC-08). Both bounds hold with |C| - 1 in the place of |C|, as f is neither bad nor far off, so the
inequality is strict even where BAD is empty.

LEC-09-sharp needs no Chernoff bound and one term: a bad h is chosen with at most its weight z^X, z = e^(-eps/2),
where X is the number of its mistakes, and E z^X <= (1 - alpha (1 - z))^n. With 5.09 ln|C|/(alpha min{1, eps}) rows
that is below 1/|C|^2.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.private_learning import LEARNING
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, together

BAD: Final = ("a < error(h)",)
CHOSEN: Final = "sum(p(h)*[a < error(h)], h, 1, C)"
FAILURE: Final = f"E({CHOSEN})"
FAR: Final = "sum(p(h)*[u(h) < -a*n/2], h, 1, C)"
FIT: Final = "[a < error(h)]*[-a*n/2 <= u(h)]"
FITTING: Final = f"sum({FIT}, h, 1, C)"
FEW: Final = "Pr(-a*n/2 <= u(h))"
SQUARE: Final = "exp(-a**2*n/2)"
CONTRARY: Final = Step(
    "good or bad", "[a < error(h)] = 1 - [error(h) <= a]", apply("indicator of the contrary", A="error(h)", B="a")
)
TERM: Final = f"p(h)*[u(h) < -a*n/2] + p(h)*[1 <= {FITTING}]"
theorem(
    "the choices are all",
    LEARNING,
    "sum(p(h), h, 1, C) = 1",
    Step("weight", "p(h)*Z = exp(eps*u(h)/2)", arithmetic(("Z", "mechanism"))),
    Step(
        "sum",
        "sum(p(h)*Z, h, 1, C) = sum(exp(eps*u(h)/2), h, 1, C)",
        apply("sum of equals", "weight", f="h: p(h)*Z", g="h: exp(eps*u(h)/2)", low="1", high="C"),
    ),
    Step("all", "sum(p(h), h, 1, C) = 1", arithmetic(("1/Z", "sum"), ("-1/Z", "weights"))),
)
theorem(
    "failure of two kinds",
    LEARNING,
    f"{FAILURE} <= E({FAR}) + Pr(1 <= {FITTING})",
    Step("sign", f"0 <= {FIT}", arithmetic()),
    Step("among", f"{FIT} <= {FITTING}", apply("a term of a sum", "sign", f=f"h: {FIT}", low="1", k="h", high="C")),
    Step("own square", f"({FIT})**2 = {FIT}", arithmetic()),
    Step("fits", f"{FIT} <= [1 <= {FITTING}]", apply("one of them", "own square", "among", x=FIT, N=FITTING)),
    Step(
        "far or not",
        "[u(h) < -a*n/2] = 1 - [-a*n/2 <= u(h)]",
        apply("indicator of the contrary", A="-a*n/2", B="u(h)"),
    ),
    CONTRARY,
    Step(
        "each",
        f"p(h)*[a < error(h)] <= {TERM}",
        arithmetic(("p(h)", "fits"), ("-p(h)*[a < error(h)]", "far or not"), ("p(h)*[u(h) < -a*n/2]", "good or bad")),
    ),
    Step(
        "sums",
        f"{CHOSEN} <= sum({TERM}, h, 1, C)",
        apply("sum grows", "each", f="h: p(h)*[a < error(h)]", g=f"h: {TERM}", low="1", high="C"),
    ),
    Step("total", "sum(p(h), h, 1, C) = 1", apply("the choices are all")),
    Step("pointwise", f"{CHOSEN} <= {FAR} + [1 <= {FITTING}]", arithmetic("sums", (f"[1 <= {FITTING}]", "total"))),
    Step(
        "all",
        f"{FAILURE} <= E({FAR}) + Pr(1 <= {FITTING})",
        apply("expectation grows", "pointwise", P="P", X=CHOSEN, Y=f"{FAR} + [1 <= {FITTING}]"),
    ),
)
BOUNDS: Final = f"E({FAR}) + Pr(1 <= {FITTING}) <= (C - 1)*exp(-eps*a*n/4) + (C - 1)*{SQUARE}"
theorem(
    "both kinds are rare",
    LEARNING,
    BOUNDS,
    Step("far, pointwise", f"{FAR} <= (C - 1)*exp(-eps*a*n/4)", apply("far below the target")),
    Step(
        "far",
        f"E({FAR}) <= (C - 1)*exp(-eps*a*n/4)",
        apply("expectation grows", "far, pointwise", P="P", X=FAR, Y="(C - 1)*exp(-eps*a*n/4)"),
    ),
    Step("few", f"{FEW} <= {SQUARE}", apply("few mistakes"), BAD),
    Step(
        "few, if bad",
        f"[a < error(h)]*{FEW} <= [a < error(h)]*{SQUARE}",
        apply("where it is so", "few", A="a", B="error(h)", Y=FEW, c=SQUARE),
    ),
    CONTRARY,
    Step("each", f"[a < error(h)]*{FEW} <= {SQUARE}", arithmetic("few, if bad", (SQUARE, "good or bad"))),
    Step("target is good", "[a < error(f)] = 0", apply("the target is good")),
    Step("itself", "[a < error(f)]*Pr(-a*n/2 <= u(f)) <= 0", arithmetic(("Pr(-a*n/2 <= u(f))", "target is good"))),
    Step(
        "others",
        f"sum([a < error(h)]*{FEW}, h, 1, C) <= (C - 1)*{SQUARE}",
        apply("all but one", "each", "itself", f=f"h: [a < error(h)]*{FEW}", low="1", k="f", high="C", c=SQUARE),
    ),
    Step(
        "union",
        f"Pr(1 <= {FITTING}) <= sum([a < error(h)]*{FEW}, h, 1, C)",
        apply("union over the bad", z="-a*n/2"),
    ),
    Step("all", BOUNDS, arithmetic("far", "union", "others")),
)
PRINTED: Final = f"C*exp(-eps*a*n/4) + C*{SQUARE}"
theorem(
    "LEC-09",
    LEARNING,
    f"{FAILURE} <= E({FAR}) + Pr(1 <= {FITTING}) < {PRINTED}",
    Step("two kinds", f"{FAILURE} <= E({FAR}) + Pr(1 <= {FITTING})", apply("failure of two kinds")),
    Step("rare", BOUNDS, apply("both kinds are rare")),
    Step("bound", f"E({FAR}) + Pr(1 <= {FITTING}) < {PRINTED}", arithmetic("rare")),
    Step("all", f"{FAILURE} <= E({FAR}) + Pr(1 <= {FITTING}) < {PRINTED}", together("two kinds", "bound")),
)
