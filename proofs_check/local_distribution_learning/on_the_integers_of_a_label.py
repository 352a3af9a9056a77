"""On the integers of a label y all laws are constant: h' o f_j is f_j[y]/c(y) there, and p-bar is p^[y]/c(y).

So the quotient of both is that of f_j[y] and p^[y]: for SIMA-48. ``part(y, s)`` is 1 where integer s is one of y.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.clipped_draws import DRAWS, WEIGHTED
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, together, use

INTEGER: Final = {"s": "integer, 1 <= s, s <= N"}
OWN: Final = "own(y, s)*f(j, y)"
ON_A_PART: Final = f"part(y, s)*q(j, s) = {OWN}"
theorem(
    "likelihood on a part",
    DRAWS,
    f"c(y)*part(y, s)*q(j, s) = part(y, s)*f(j, y) and {ON_A_PART}",
    Step(
        "own",
        "own(y, s) = part(y, s)*own(y, s)",
        arithmetic(
            ("(1 - part(y, s))/c(y)", use("uniform", z="s")),
            ("-1/c(y)", use("part", z="s")),
        ),
        (),
        ("at least one",),
    ),
    Step("owned", f"{OWN} = part(y, s)*{OWN}", arithmetic(("f(j, y)", "own"))),
    Step(
        "all labels",
        f"sum({OWN}, y, 1, M) = sum(part(y, s)*{OWN}, y, 1, M)",
        apply("sum of equals", "owned", f=f"y: {OWN}", g=f"y: part(y, s)*{OWN}", low="1", high="M"),
    ),
    Step(
        "one label",
        f"part(y, s)*sum(part(t, s)*own(t, s)*f(j, t), t, 1, M) = part(y, s)*{OWN}",
        apply(
            "the one that is chosen",
            use("part", z="s"),
            use("one part", z="s"),
            p="t: part(t, s)",
            g="t: own(t, s)*f(j, t)",
            low="1",
            k="y",
            high="M",
        ),
    ),
    Step(
        "on it",
        f"part(y, s)*q(j, s) = {OWN}",
        arithmetic(
            ("part(y, s)", use("likelihood without going astray", z="s")),
            ("part(y, s)", "all labels"),
            "one label",
            ("-1", "owned"),
        ),
    ),
    Step(
        "likelihood of s",
        "c(y)*part(y, s)*q(j, s) = part(y, s)*f(j, y)",
        arithmetic(("c(y)", "on it"), ("f(j, y)", use("uniform", z="s"))),
    ),
    Step("all", f"part(y, s)*q(j, s) = {OWN}", together("on it")),
    variables=INTEGER,
)
ONE_LEVEL: Final = "w(j)*((1 - 1/T)*f(j, y) + c(y)/(T*N))"
LEVEL: Final = f"sum({ONE_LEVEL}, j, 1, K)"
theorem(
    "mixture on a part",
    WEIGHTED,
    "c(y)*part(y, s)*mix(s) = part(y, s)*ph(y)",
    Step(
        "likelihood of z",
        "c(y)*part(y, z)*q(j, z) = part(y, z)*f(j, y)",
        apply("likelihood on a part", s="z"),
    ),
    Step("clipped", "p(j, z) = (1 - 1/T)*q(j, z) + 1/(T*N)", apply("a clipped likelihood goes astray")),
    Step(
        "one hypothesis",
        f"c(y)*part(y, z)*w(j)*p(j, z) = part(y, z)*{ONE_LEVEL}",
        arithmetic(("c(y)*part(y, z)*w(j)", "clipped"), ("(1 - 1/T)*w(j)", "likelihood of z")),
    ),
    Step(
        "hypotheses",
        f"sum(c(y)*part(y, z)*w(j)*p(j, z), j, 1, K) = sum(part(y, z)*{ONE_LEVEL}, j, 1, K)",
        apply(
            "sum of equals",
            "one hypothesis",
            f="j: c(y)*part(y, z)*w(j)*p(j, z)",
            g=f"j: part(y, z)*{ONE_LEVEL}",
            low="1",
            high="K",
        ),
    ),
    Step(
        "level",
        f"c(y)*part(y, z)*mix(z) = part(y, z)*{LEVEL}",
        arithmetic(("c(y)*part(y, z)", "mixture"), "hypotheses"),
    ),
    Step(
        "all of y",
        f"sum(c(y)*part(y, z)*mix(z), z, 1, N) = sum(part(y, z)*{LEVEL}, z, 1, N)",
        apply(
            "sum of equals",
            "level",
            f="z: c(y)*part(y, z)*mix(z)",
            g=f"z: part(y, z)*{LEVEL}",
            low="1",
            high="N",
        ),
    ),
    Step(
        "predicted",
        f"ph(y) = {LEVEL}",
        arithmetic("prediction", ("1/c(y)", "all of y"), (f"{LEVEL}/c(y)", "size")),
        (),
        ("at least one",),
    ),
    Step(
        "all",
        "c(y)*part(y, s)*mix(s) = part(y, s)*ph(y)",
        arithmetic(use("level", z="s"), ("-part(y, s)", "predicted")),
    ),
    variables=INTEGER,
)
SOME: Final = ("0 < f(j, y)", "0 < part(y, s)")
LOGS: Final = "log(c(y)) + lq(j, s)"
theorem(
    "log-likelihoods on a part",
    WEIGHTED,
    "lq(j, s) - log(mix(s)) = lf(j, y) - log(ph(y))",
    Step(
        "likelihood of s",
        "c(y)*part(y, s)*q(j, s) = part(y, s)*f(j, y)",
        apply("likelihood on a part", s="s"),
    ),
    Step("scaled", "c(y)*q(j, s) = f(j, y)", arithmetic(("1/part(y, s)", "likelihood of s")), SOME),
    Step(
        "some mass",
        "0 < q(j, s)",
        arithmetic(("-1/c(y)", "scaled")),
        SOME,
        ("at least one",),
    ),
    Step("power of lf", "exp(lf(j, y)) = f(j, y)", arithmetic(("1/f(j, y)", "log of f")), SOME),
    Step(
        "power of lq",
        "exp(lq(j, s)) = q(j, s)",
        arithmetic(("1/q(j, s)", use("log of q", z="s"))),
        SOME,
        ("some mass",),
    ),
    Step("power of the log", "exp(log(c(y))) = c(y)", apply("exp of log", A="c(y)"), (), ("at least one",)),
    Step(
        "powers",
        f"exp(lf(j, y)) = exp({LOGS})",
        arithmetic("power of lf", ("-exp(lq(j, s))", "power of the log"), ("-c(y)", "power of lq"), ("-1", "scaled")),
        SOME,
        ("at least one",),
    ),
    Step("not above", f"exp(lf(j, y)) <= exp({LOGS})", arithmetic("powers"), SOME, ("at least one",)),
    Step("not below", f"exp({LOGS}) <= exp(lf(j, y))", arithmetic(("-1", "powers")), SOME, ("at least one",)),
    Step(
        "at most",
        f"lf(j, y) <= {LOGS}",
        apply("exp reflects", "not above", A="lf(j, y)", B=LOGS),
        SOME,
        ("at least one",),
    ),
    Step(
        "at least",
        f"{LOGS} <= lf(j, y)",
        apply("exp reflects", "not below", A=LOGS, B="lf(j, y)"),
        SOME,
        ("at least one",),
    ),
    Step(
        "logs",
        f"lf(j, y) = {LOGS}",
        apply("at most each other", "at most", "at least", A="lf(j, y)", B=LOGS),
        SOME,
        ("at least one",),
    ),
    Step("mixture of s", "c(y)*part(y, s)*mix(s) = part(y, s)*ph(y)", apply("mixture on a part", s="s")),
    Step("predicted", "c(y)*mix(s) = ph(y)", arithmetic(("1/part(y, s)", "mixture of s")), SOME),
    Step("not more", "c(y)*mix(s) <= ph(y)", arithmetic("predicted"), SOME),
    Step("not less", "ph(y) <= c(y)*mix(s)", arithmetic(("-1", "predicted")), SOME),
    Step(
        "log not above",
        "log(c(y)*mix(s)) <= log(ph(y))",
        apply("log grows", "not more", A="c(y)*mix(s)", B="ph(y)"),
        SOME,
        ("at least one",),
    ),
    Step(
        "log not below",
        "log(ph(y)) <= log(c(y)*mix(s))",
        apply("log grows", "not less", A="ph(y)", B="c(y)*mix(s)"),
        SOME,
        ("at least one",),
    ),
    Step(
        "log of it",
        "log(c(y)*mix(s)) = log(ph(y))",
        apply("at most each other", "log not above", "log not below", A="log(c(y)*mix(s))", B="log(ph(y))"),
        SOME,
        ("at least one",),
    ),
    Step(
        "log of the product",
        "log(c(y)*mix(s)) = log(c(y)) + log(mix(s))",
        apply("log of a product", A="c(y)", B="mix(s)"),
        (),
        ("at least one",),
    ),
    Step(
        "all",
        "lq(j, s) - log(mix(s)) = lf(j, y) - log(ph(y))",
        arithmetic(("-1", "logs"), ("-1", "log of it"), "log of the product"),
        SOME,
        ("at least one",),
    ),
    where=SOME,
    variables=INTEGER,
)
