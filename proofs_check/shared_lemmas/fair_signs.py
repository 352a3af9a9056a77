"""The sum S of n fair signs: E S^2 = n, E S^4 = 3 n^2 - 2 n, and Pr[S >= b] >= 1/18 where 2 b^2 <= n.

A sign is fair given those before it, so S(j)^k x(j + 1) has mean 0, and each new sign adds 1 to the second moment and
6 S(j)^2 + 1 to the fourth. With u = S^2 - n/2 the second moment method of Paley and Zygmund says that one of S >= b and
-S >= b holds wherever 9 n u - u^2 > 0, and then this is at most 81/4 n^2. Its mean is at least 9/4 n^2.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

from dpassay.proofs_check.models.anything import LAW, anything
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Model, Step, analysis, apply, arithmetic, inside, use

Signs = tuple[int, ...]
OUTCOMES: tuple[Signs, ...] = tuple(product((1, -1), repeat=2))
BEFORE = {"j": "integer, 0 <= j, j <= n - 1"}


def _given(j: int, past: Signs) -> Mapping[Signs, Fraction]:
    """Fair signs, of which the first j are known."""
    alike = [signs for signs in OUTCOMES if signs[:j] == past[:j]]
    return dict.fromkeys(alike, Fraction(1, len(alike)))


def _setting(n: int, **more: Any) -> Mapping[str, Any]:
    return {
        "n": Fraction(n),
        "F": lambda: dict.fromkeys(OUTCOMES, Fraction(1, 4)),
        "N": _given,
        "x": lambda k, signs: Fraction(signs[k - 1]),
        "above": lambda signs: Fraction(int(sum(signs[:n]) >= 1)),
        "below": lambda signs: Fraction(int(sum(signs[:n]) <= -1)),
        **more,
    }


def _signs(name: str, parameters: Mapping[str, str], more: Mapping[str, Named], *settings: Mapping[str, Any]) -> Model:
    quantities = {
        "F": LAW,
        "N": Named(law=True, space="outcome", given="outcome", mean_of="F", index=BEFORE),
        "x": Named(index={"k": "integer, 1 <= k, k <= n"}, space="outcome"),
        **more,
    }
    variables = {"k": "integer, 1 <= k, k <= n", **BEFORE}
    return anything(name, parameters, quantities, settings, variables=variables, outcomes=OUTCOMES)


SIGNS = _signs("fair signs", {"n": "integer, 0 <= n"}, {}, *map(_setting, range(3)))
FAIR = {
    "a sign": Given("x(k)**2 = 1"),
    "fair": Given("E(x(j + 1), N(j)) = 0"),
    "the past": Given("E((sum(x(i), i, 1, j) - given(sum(x(i), i, 1, j)))**2, N(j)) = 0"),
}
PAST, NEXT, SIGN = "sum(x(i), i, 1, j)", "sum(x(i), i, 1, j + 1)", "x(j + 1)"


def _no_correlation(name: str, power: int) -> tuple[Step, ...]:
    """E(S(j)^power x(j + 1)) = 0: the past is taken out of the mean given the past, one factor after the other."""
    factors = [SIGN if p == 0 else f"{PAST}**{p}*{SIGN}" for p in range(power + 1)]
    steps: list[Step] = []
    last, whole = "fair", factors[-1]
    for k, (less, more) in enumerate(pairwise(factors), 1):
        out, inside = f"{name}, taken out {k}", f"{name}, given the past {k}"
        constant = apply("what is constant", "the past", P="N(j)", A=PAST, a=PAST, f=f"z: z*({less})")
        steps += [
            Step(out, f"E({PAST}*({less}), N(j)) = {PAST}*E({less}, N(j))", constant),
            Step(inside, f"E({more}, N(j)) = 0", arithmetic(out, (PAST, last))),
        ]
        last = inside
    return (
        *steps,
        Step(f"{name}, tower", f"E(E({whole}, N(j)), F) = E({whole}, F)", apply("tower", P="F", K="N(j)", X=whole)),
        Step(
            f"{name}, inside",
            f"E(E({whole}, N(j)), F) = E(0, F)",
            apply("expectation of equals", last, P="F", X=f"E({whole}, N(j))", Y="0"),
        ),
        Step(name, f"E({whole}, F) = 0", arithmetic(("-1", f"{name}, tower"), f"{name}, inside")),
    )


SQUARE = f"{PAST}**2 + 2*{PAST}*{SIGN} + 1"
FOURTH = f"{PAST}**4 + 6*{PAST}**2 + 1 + 4*{PAST}**3*{SIGN} + 4*{PAST}*{SIGN}"
SECOND_MOMENT, FOURTH_MOMENT = f"E({PAST}**2, F) = j", f"E({PAST}**4, F) = 3*j**2 - 2*j"
LAST = (
    Step("last", f"{NEXT} = {PAST} + {SIGN}", apply("last term", f="i: x(i)", low="1", high="j + 1")),
    Step(
        "square",
        f"{NEXT}**2 = {SQUARE}",
        arithmetic((f"{NEXT} + {PAST} + {SIGN}", "last"), use("a sign", k="j + 1")),
    ),
    *_no_correlation("product", 1),
)
theorem(
    "second moment of fair signs",
    SIGNS,
    "E(sum(x(i), i, 1, n)**2, F) = n",
    *LAST,
    Step(
        "next",
        f"E({NEXT}**2, F) = j + 1",
        arithmetic(inside("E(_, F)", "square"), ("2", "product"), SECOND_MOMENT),
        (SECOND_MOMENT,),
    ),
    Step(
        "all",
        "E(sum(x(i), i, 1, n)**2, F) = n",
        apply(
            "induction of equalities",
            "next",
            low="0",
            high="n",
            f="j: E(sum(x(i), i, 1, j)**2, F)",
            g="j: j",
        ),
    ),
    given=FAIR,
)
theorem(
    "fourth moment of fair signs",
    SIGNS,
    "E(sum(x(i), i, 1, n)**4, F) = 3*n**2 - 2*n",
    *LAST,
    Step(
        "fourth",
        f"{NEXT}**4 = {FOURTH}",
        arithmetic((f"{NEXT}**2 + {SQUARE}", "square"), (f"4*{PAST}**2", use("a sign", k="j + 1"))),
    ),
    *_no_correlation("cube", 3),
    Step(
        "before",
        SECOND_MOMENT,
        apply("second moment of fair signs", *FAIR, n="j", F="F", N="j: N(j)", x="k: x(k)"),
    ),
    Step(
        "next",
        f"E({NEXT}**4, F) = 3*(j + 1)**2 - 2*(j + 1)",
        arithmetic(inside("E(_, F)", "fourth"), ("4", "product"), ("4", "cube"), ("6", "before"), FOURTH_MOMENT),
        (FOURTH_MOMENT,),
    ),
    Step(
        "all",
        "E(sum(x(i), i, 1, n)**4, F) = 3*n**2 - 2*n",
        apply(
            "induction of equalities",
            "next",
            low="0",
            high="n",
            f="j: E(sum(x(i), i, 1, j)**4, F)",
            g="j: 3*j**2 - 2*j",
        ),
    ),
    given=FAIR,
)

# How often the sum is large

ALL = "sum(x(i), i, 1, n)"
U = f"({ALL}**2 - n/2)"
NEITHER = "(1 - above)*(1 - below)"
SMALL_BOUND = "2*b**2 <= n"
EXCESS = f"9*n*{U} - {U}**2"
EITHER = "81/4*n**2*(above + below)"
AT_LEAST_0 = Named(space="outcome", range="at least 0")
theorem(
    "a large sum of fair signs",
    _signs(
        "fair signs and a bound",
        {"n": "integer, 1 <= n", "b": f"real, {SMALL_BOUND}"},
        {"above": AT_LEAST_0, "below": AT_LEAST_0},
        _setting(1, b=Fraction(1, 2)),
        _setting(2, b=Fraction(1)),
    ),
    "E(above, F) >= 1/18",
    Step(
        "squares",
        f"0 <= {NEITHER}*(b**2 - {ALL}**2)",
        arithmetic((f"(1 - below)*(b + {ALL})", "not above")),
        defined=("not below",),
    ),
    Step("neither", f"0 <= {NEITHER}", arithmetic(("1 - above", "below, at most 1")), defined=("at most 1",)),
    Step("neither, times n", f"0 <= 9/2*n*{NEITHER}", arithmetic(("9/2*n", "neither"))),
    Step("one of them", f"0 <= 1 - {NEITHER}", arithmetic(("above", "below, at most 1"))),
    Step("square", f"(9*n/2 - {U})**2 >= 0", analysis("z**2 >= 0", "(-oo, oo)", z=f"9*n/2 - {U}")),
    Step("square of u", f"{U}**2 >= 0", analysis("z**2 >= 0", "(-oo, oo)", z=U)),
    Step(
        "Paley and Zygmund",
        f"{EXCESS} <= {EITHER}",
        arithmetic(
            (f"1 - {NEITHER}", "square"),
            (NEITHER, "square of u"),
            ("9*n", "squares"),
            (f"9/2*n*{NEITHER}", SMALL_BOUND),
        ),
        defined=("neither", "neither, times n", "one of them"),
    ),
    Step(
        "second",
        f"E({ALL}**2, F) = n",
        apply("second moment of fair signs", *FAIR, n="n", F="F", N="j: N(j)", x="k: x(k)"),
    ),
    Step(
        "fourth",
        f"E({ALL}**4, F) = 3*n**2 - 2*n",
        apply("fourth moment of fair signs", *FAIR, n="n", F="F", N="j: N(j)", x="k: x(k)"),
    ),
    Step(
        "all",
        "E(above, F) >= 1/18",
        arithmetic(
            ("2/(81*n**2)", inside("E(_, F)", "Paley and Zygmund")),
            ("-20/(81*n)", "second"),
            ("2/(81*n**2)", "fourth"),
            ("-1/2", "symmetric"),
        ),
    ),
    given={
        **FAIR,
        "symmetric": Given("E(above, F) = E(below, F)"),
        "not above": Given(f"0 <= (1 - above)*(b - {ALL})"),
        "not below": Given(f"0 <= (1 - below)*(b + {ALL})"),
        "at most 1": Given("above <= 1"),
        "below, at most 1": Given("below <= 1"),
    },
)
