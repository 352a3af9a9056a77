"""ASI-04-sharp: advanced composition with sum eps(t) tanh(eps(t)/2), and sum eps(t) as a third bound.

Lemma 2.6, (1), as the theorem that it cites has it (Kairouz, Oh and Viswanath 2015, Theorem 3.5). Every approximately
private pair of laws is a mixture of a pure one, with weight 1 - delta(t), and of anything, so all rounds are pure with
weight keep = prod (1 - delta(t)), and the least delta is at most 1 - keep + keep D for that of the pure rounds, D. The
mean of a pure loss is at most m(t) = eps(t) tanh(eps(t)/2), so with V = sum eps(t)^2 Hoeffding's lemma gives D <=
e^(-s^2/(2 V))/(1 + s/V) at sum m(t) + s. Both roots make that at most d.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.analysis.composition_bounds import advanced_kov, is_valid
from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import told
from dpassay.proofs_check.kernel.statements import exhaustive
from dpassay.proofs_check.lazy_to_private.asi_04 import (
    COMPOSITION,
    DEFINED,
    LOGS,
    ROOTS,
    SAMPLES,
    D,
    curve,
    equal_rounds,
)
from dpassay.proofs_check.models.mixed_rounds import MIXED_ROUNDS, STICK, SUM
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, inside, together, use

told("asi04-sharp", "the composition meets the bound of ASI-04-sharp, the least of the three", COMPOSITION)(
    lambda i: is_valid(advanced_kov(equal_rounds(i), Fraction(i["slack"])), curve(i))
)


@claim(
    "ASI-04-sharp",
    location="Lemma 2.6, (1)",
    latex=r"\tilde\varepsilon = \min\Big\{\sum_t \varepsilon_t,\ \sum_t \varepsilon_t \tfrac{e^{\varepsilon_t} - "
    r"1}{e^{\varepsilon_t} + 1} + \min\Big\{\sqrt{\sum_t 2\varepsilon_t^2 \log\big(e + \tfrac{\sqrt{\sum_t "
    r"\varepsilon_t^2}}{\tilde\delta}\big)}, \sqrt{\sum_t 2\varepsilon_t^2 "
    r"\log(1/\tilde\delta)}\Big\}\Big\},\quad 1 - (1-\tilde\delta)\prod_t(1-\delta_t)",
    text="Advanced composition with eps_t (e^{eps_t} - 1)/(e^{eps_t} + 1) in place of eps_t in the first sum, and "
    "with sum eps_t as a third member of the minimum, at the same delta 1 - (1 - delta~) prod (1 - delta_t).",
    assumed=("eps_t > 0, delta_t in [0, 1), delta~ in (0, 1)",),
)
def asi_04_sharp() -> Case:
    """Hoeffding's inequality for randomized responses."""
    return Case(
        checks=(Goal("against the exact optimum", exhaustive("asi04-sharp", "compositions")),),
        twins=(Twin("with half the root", exhaustive("asi04-half-root", "compositions")),),
    )


def _products(part: str, whole: str, of_part: str, place: str, law: str) -> tuple[Step, ...]:
    """What is pure of the first n answers is held by the density of these."""
    held = f"keep(n)*{part}(n) <= {whole}(n)"
    return (
        Step(
            f"start of {part}",
            f"keep(0)*{part}(0) <= {whole}(0)",
            arithmetic((f"{part}(0)", "all kept"), f"pure, start{law}", ("-1", f"{place}, start")),
        ),
        Step(
            f"weight of {part}", f"0 <= (1 - delta(n + 1))*{of_part}(n + 1)", arithmetic((f"{of_part}(n + 1)", "share"))
        ),
        Step(
            f"next of {part}",
            f"keep(n + 1)*{part}(n + 1) <= {whole}(n + 1)",
            arithmetic(
                (f"{part}(n + 1)", use("kept", t="n")),
                ("keep(n)*(1 - delta(n + 1))", use(f"pure, next{law}", t="n")),
                (f"{whole}(n)", f"mixture{law}"),
                (f"(1 - delta(n + 1))*{of_part}(n + 1)", held),
                ("-1", use(f"{place}, next", t="n")),
            ),
            (held,),
            (f"weight of {part}",),
        ),
        Step(
            f"all of {part}",
            f"keep(T)*{part}(T) <= {whole}(T)",
            apply(
                "induction",
                f"start of {part}",
                f"next of {part}",
                low="0",
                high="T",
                f=f"n: keep(n)*{part}(n)",
                g=f"n: {whole}(n)",
            ),
        ),
    )


PARTS: Final = {name: f"t: {name}(t)" for name in ("after", "p", "q", "eps", "delta", "pp", "qq", "L")}
PRIVATE: Final = {"T": "T", "P": "P", **PARTS}
"""What stands for the quantities of the theorem of Kairouz, Oh and Viswanath."""


def _part(t: str, name: str, said: str) -> Step:
    """What the theorem says of the pure parts in the round after t."""
    both = (use("private", t=t), use("private, back", t=t))
    return Step(name, said, apply("pure parts", *both, t=t, **PRIVATE))


EXCESS: Final = "[exp(x)*v(T) < w(T)]*(w(T) - exp(x)*v(T))"
BOUND: Final = f"w(T) - keep(T)*u(T) + keep(T)*u(T)*({STICK})"
NOT_ALL: Final = f"least(x) <= 1 - keep(T) + keep(T)*E({STICK}, pure)"
theorem(
    "rounds that are not all pure",
    MIXED_ROUNDS,
    NOT_ALL,
    Step("share", "0 <= 1 - delta(n + 1)", arithmetic(use("a probability", i="n + 1"))),
    _part("n", "mixture", "(1 - delta(n + 1))*pp(n + 1) <= p(n + 1)"),
    _part("n", "mixture of the other", "(1 - delta(n + 1))*qq(n + 1) <= q(n + 1)"),
    *_products("u", "w", "pp", "first", ""),
    *_products("z", "v", "qq", "second", " of the other"),
    Step(
        "signs",
        f"0 <= {STICK} and (1 - [x < S])*(1 - exp(x - S)) <= 0",
        apply("a loss above a threshold", x="x", L="S"),
    ),
    Step("stick", f"0 <= {STICK}", together("signs")),
    Step("below", "(1 - [x < S])*(1 - exp(x - S)) <= 0", together("signs")),
    Step("bound at least 0", f"0 <= {BOUND}", arithmetic("all of u", ("keep(T)*u(T)", "stick"))),
    Step(
        "difference",
        f"w(T) - exp(x)*v(T) <= {BOUND}",
        arithmetic(("exp(x)", "all of z"), ("-exp(x)*keep(T)", "loss"), ("keep(T)*u(T)", "below")),
    ),
    Step(
        "where it is",
        f"{EXCESS} <= [exp(x)*v(T) < w(T)]*({BOUND})",
        apply("where it is so", "difference", A="exp(x)*v(T)", B="w(T)", Y="w(T) - exp(x)*v(T)", c=BOUND),
    ),
    Step("at most 1", "[exp(x)*v(T) < w(T)] <= 1", arithmetic("[exp(x)*v(T) < w(T)] = 1 - [w(T) <= exp(x)*v(T)]")),
    Step(
        "pointwise", f"{EXCESS} <= {BOUND}", arithmetic("where it is", (BOUND, "at most 1")), (), ("bound at least 0",)
    ),
    Step(
        "all",
        NOT_ALL,
        arithmetic(
            "least", inside("E(_)", "pointwise"), use("law", j="T"), ("-keep(T)", "pure, all"), ("-keep(T)", "pure law")
        ),
    ),
    variables={"n": "integer, 0 <= n, n <= T - 1"},
    let={"S": SUM},
    samples={"x": (Fraction(0), Fraction(1, 2), Fraction(1), Fraction(2))},
)

TANH: Final = "eps(i)*(exp(eps(i)) - 1)/(exp(eps(i)) + 1)"
LET: Final = {
    **ROOTS,
    "S": SUM,
    "M": f"sum({TANH}, i, 1, T)",
    "c": f"s*{TANH.replace('(i)', '(t + 1)')} + s**2*eps(t + 1)**2/2",
}
AT_LEAST_0: Final = ("0 <= s",)
theorem(
    "moments of pure losses",
    MIXED_ROUNDS,
    "E(exp(s*S), pure) <= exp(s*M + s**2*V/2)",
    _part("t", "loss, low", "-eps(t + 1) <= L(t + 1)"),
    _part("t", "loss, high", "L(t + 1) <= eps(t + 1)"),
    Step(
        "round",
        "E(exp(s*L(t + 1)), given_pure(t)) <= exp(c)",
        apply(
            "moments of a loss within both ends",
            "loss, low",
            "loss, high",
            "loss, unit",
            P="given_pure(t)",
            X="L(t + 1)",
            w="eps(t + 1)",
            s="s",
        ),
        AT_LEAST_0,
    ),
    Step(
        "all",
        "E(exp(s*S), pure) <= exp(s*M + s**2*V/2)",
        apply(
            "adaptive sum",
            "loss, known",
            "round",
            P="pure",
            after="t: given_pure(t)",
            X="i: L(i)",
            c=f"i: s*{TANH} + s**2*eps(i)**2/2",
            T="T",
            s="s",
        ),
        AT_LEAST_0,
    ),
    where=AT_LEAST_0,
    variables={"s": "real"},
    let=LET,
)

R: Final = "sqrt(V)"
K: Final = f"(exp(1) + {R}/d)"
SOME: Final = "some round"
AT_MOST: Final = "1 - keep(T) + keep(T)*d"
theorem(
    "ASI-04-sharp",
    MIXED_ROUNDS,
    f"least(A + [M + root < A]*(M + root - A)) <= {AT_MOST}",
    *LOGS,
    Step("moments", "E(exp(s*S), pure) <= exp(s*M + s**2*V/2)", apply("moments of pure losses", s="s"), AT_LEAST_0),
    Step(
        "hockey stick",
        f"E({STICK}, pure) <= exp(s*M + s**2*V/2 - s*x)/(1 + s)",
        apply("privacy by a moment", "moments", P="pure", L="S", t="s", x="x", c="s*M + s**2*V/2"),
        AT_LEAST_0,
    ),
    Step("rounds", NOT_ALL, apply("rounds that are not all pure", x="x")),
    Step(
        "any order",
        "least(x) <= 1 - keep(T) + keep(T)*exp(s*M + s**2*V/2 - s*x)/(1 + s)",
        arithmetic("rounds", ("keep(T)", "hockey stick")),
        AT_LEAST_0,
    ),
    Step("a round", "eps(1)**2 <= V", apply("a term of a sum", f="i: eps(i)**2", low="1", k="1", high="T")),
    Step(SOME, "0 < V", arithmetic("a round")),
    # the second root
    Step(
        "at the second root",
        f"least(M + r2) <= {AT_MOST}",
        arithmetic(use("any order", s="r2/V", x="M + r2")),
        (),
        (*DEFINED, SOME),
    ),
    # the first root
    Step("more than half", f"1/2 <= log{K}", analysis("1/2 <= log(exp(1) + y)", "[0, oo)", y=f"{R}/d")),
    Step(
        "product",
        f"1 <= d*{K}*(1 + r1/V)",
        arithmetic((f"{R}/V", inside("sqrt(2*V*_)", "more than half"))),
        (),
        (*DEFINED, SOME),
    ),
    Step(
        "small",
        f"exp(-log{K})/(1 + r1/V) <= d",
        arithmetic((f"1/{K}/(1 + r1/V)", "product")),
        (),
        (*DEFINED, SOME),
    ),
    Step(
        "at the first root",
        f"least(M + r1) <= {AT_MOST}",
        arithmetic(use("any order", s="r1/V", x="M + r1"), ("keep(T)", "small")),
        (),
        (*DEFINED, SOME),
    ),
    # the smallest of three
    Step(
        "at the smaller root",
        f"least(M + root) <= {AT_MOST}",
        apply(
            "at the smaller of two",
            "at the first root",
            "at the second root",
            f="x: least(x)",
            x="M + r1",
            y="M + r2",
            c=AT_MOST,
        ),
        (),
        DEFINED,
    ),
    Step("basic", "least(A) <= 1 - keep(T)", apply("basic composition of approximate rounds", x="A")),
    Step("at the sum", f"least(A) <= {AT_MOST}", arithmetic("basic")),
    Step(
        "all",
        f"least(A + [M + root < A]*(M + root - A)) <= {AT_MOST}",
        apply(
            "at the smaller of two",
            "at the sum",
            "at the smaller root",
            f="x: least(x)",
            x="A",
            y="M + root",
            c=AT_MOST,
        ),
        (),
        DEFINED,
    ),
    variables={**D, "s": "real"},
    let=LET,
    samples={**SAMPLES, "x": (Fraction(0), Fraction(1, 2), Fraction(2))},
)
