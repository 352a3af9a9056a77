"""Lemmas for ASI-46: of two games that differ in the last batch, all steps of Algorithm 1 have the same laws.

nu_s is the sum of the losses of the batches before s, which are the same in both games.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.last_batch import CAPPED, LAST_BATCH, WHOLE, at, exponent
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, use

WHOLES: Final = [WHOLE.replace("(g,", f"({g},") for g in (1, 2)]
theorem(
    "the measures do not depend on the last batch",
    LAST_BATCH,
    "nu(1, s, i) = nu(2, s, i)",
    Step(
        "at first",
        "nu(1, 1, i) = nu(2, 1, i)",
        arithmetic(use("first batch", g="1"), ("-1", use("first batch", g="2"))),
    ),
    Step(
        "losses",
        "sum(l(1, e, b, i), b, 1, B) = sum(l(2, e, b, i), b, 1, B)",
        apply(
            "sum of equals",
            "equal up to the last batch",
            f="b: l(1, e, b, i)",
            g="b: l(2, e, b, i)",
            low="1",
            high="B",
        ),
    ),
    Step(
        "next",
        "nu(1, e + 1, i) = nu(2, e + 1, i)",
        arithmetic(
            use("next batch", g="1"),
            ("-1", use("next batch", g="2")),
            ("-1", "losses"),
            "nu(1, e, i) = nu(2, e, i)",
        ),
        ("nu(1, e, i) = nu(2, e, i)",),
    ),
    Step(
        "all",
        "nu(1, s, i) = nu(2, s, i)",
        apply("induction of equalities", "at first", "next", low="1", high="s", f="s: nu(1, s, i)", g="s: nu(2, s, i)"),
    ),
)


def _measures(x: str) -> tuple[Step, ...]:
    """The measures at a model of a batch."""
    one, two = (at(x, "s", "f", g) for g in "12")
    return (
        Step(
            f"{x}: one",
            f"{x}(s, i)*nu(1, f, i) = {x}(s, i)*nu(2, f, i)",
            arithmetic((f"{x}(s, i)", use("measures", s="f"))),
        ),
        Step(
            f"{x}: measures",
            f"{one} = {two}",
            apply(
                "sum of equals",
                f"{x}: one",
                f=f"i: {x}(s, i)*nu(1, f, i)",
                g=f"i: {x}(s, i)*nu(2, f, i)",
                low="1",
                high="d",
            ),
        ),
    )


def _model(x: str) -> tuple[Step, ...]:
    """The measures at a model of a batch, and the probability of that model."""
    first, second = (f"eta*{at(x, 's', 's', g)}" for g in "12")
    return (
        *_measures(x),
        Step(f"{x}: exponents", f"{first} = {second}", arithmetic(("eta", use(f"{x}: measures", f="s")))),
        Step(
            f"{x}: weights",
            f"exp({first}) = exp({second})",
            apply("equals for equals", f"{x}: exponents", A=first, B=second, f="v: exp(v)"),
        ),
        Step(
            f"{x}: laws",
            f"of_{x}(1, s) = of_{x}(2, s)",
            arithmetic(
                (f"1/{WHOLES[0]}", use(f"a model {x}", g="1")),
                (f"-1/{WHOLES[0]}", use(f"a model {x}", g="2")),
                (f"1/{WHOLES[0]}", f"{x}: weights"),
                (f"-of_{x}(2, s)/{WHOLES[0]}", "wholes"),
            ),
            (),
            ("some",),
        ),
    )


EXPONENTS: Final = [f"exp({exponent(g)})" for g in "12"]
theorem(
    "the steps do not depend on the last batch",
    LAST_BATCH,
    "S(1, e) = S(2, e) and of_x(1, s) = of_x(2, s) and of_y(1, s) = of_y(2, s)",
    Step("measures", "nu(1, s, i) = nu(2, s, i)", apply("the measures do not depend on the last batch", s="s", i="i")),
    Step("times eta", "eta*nu(1, s, i) = eta*nu(2, s, i)", arithmetic(("eta", "measures"))),
    Step(
        "weight",
        "exp(eta*nu(1, s, i)) = exp(eta*nu(2, s, i))",
        apply("equals for equals", "times eta", A="eta*nu(1, s, i)", B="eta*nu(2, s, i)", f="v: exp(v)"),
    ),
    Step(
        "wholes",
        f"{WHOLES[0]} = {WHOLES[1]}",
        apply("sum of equals", "weight", f="i: exp(eta*nu(1, s, i))", g="i: exp(eta*nu(2, s, i))", low="1", high="d"),
    ),
    Step(
        "some",
        f"exp(eta*nu(1, s, 1)) <= {WHOLES[0]}",
        apply("a term of a sum", f="i: exp(eta*nu(1, s, i))", low="1", k="1", high="d"),
    ),
    *_model("x"),
    *_model("y"),
    Step(
        "exponents",
        f"{exponent('1')} = {exponent('2')}",
        arithmetic(
            ("eta", use("x: measures", s="e", f="e + 1")),
            ("-eta", use("x: measures", s="e", f="e")),
            ("eta", use("y: measures", s="e", f="e")),
            ("-eta", use("y: measures", s="e", f="e + 1")),
        ),
    ),
    Step(
        "quotients",
        f"{CAPPED(q=EXPONENTS[0])} = {CAPPED(q=EXPONENTS[1])}",
        apply("equals for equals", "exponents", A=exponent("1"), B=exponent("2"), f=f"v: {CAPPED(q='exp(v)')}"),
    ),
    Step("kept", "S(1, e) = S(2, e)", arithmetic(use("line 6", g="1"), ("-1", use("line 6", g="2")), "quotients")),
    Step("new x", "of_x(1, s) = of_x(2, s)", arithmetic("x: laws")),
    Step("new y", "of_y(1, s) = of_y(2, s)", arithmetic("y: laws")),
)
