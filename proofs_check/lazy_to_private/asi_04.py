"""ASI-04: advanced composition as printed: (sum eps(t) + the smaller of two roots, 1 - (1 - d) prod (1 - delta(t))).

Lemma 2.6, (1), for adaptive composition, eps(t) > 0, delta(t) and d in (0, 1). True, because basic composition is
better: (sum eps(t), 1 - prod (1 - delta(t))) holds without any d, and both roots are above 0. Nothing is needed but
that each answer is private given the earlier ones. What the theorem that it cites has is ASI-04-sharp.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any, Final

from dpassay.analysis.composition_bounds import Bound, advanced_kov, advanced_lazy, basic_product, is_valid
from dpassay.analysis.optimal_composition import Round, optimal_delta
from dpassay.exact import Budget, as_real, log
from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import ABOVE_1, BETWEEN, entries, family, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import exhaustive
from dpassay.proofs_check.models.approximate_rounds import ROUNDS
from dpassay.proofs_check.numbers import below
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, inside
from dpassay.proofs_check.shared_lemmas.approximate_composition import excess
from dpassay.reference.composition import Parameters

COMPOSITION: Final = entries(rounds=whole(1), exp_eps=ABOVE_1, delta=BETWEEN, slack=BETWEEN)
"""Equal rounds with eps > 0 and delta in (0, 1), and a slack in (0, 1)."""


def equal_rounds(instance: Instance) -> tuple[Round, ...]:
    """The rounds of an instance."""
    one = Round(Budget(exp_eps=instance["exp_eps"]), Fraction(instance["delta"]))
    return tuple([one] * int(instance["rounds"]))


def curve(instance: Instance) -> Any:
    """The least delta of the composition, as a function of e^eps."""
    parameters = Parameters(Budget(exp_eps=instance["exp_eps"]), instance["rounds"], Fraction(instance["delta"]))
    return lambda t: optimal_delta(parameters, t)


told("asi04", "the composition meets the bound of Lemma 2.6 as printed", COMPOSITION)(
    lambda i: is_valid(advanced_lazy(equal_rounds(i), Fraction(i["slack"])), curve(i))
)


def _half_root(instance: Instance) -> bool:
    """The sharp bound with half of what it has above the mean term."""
    rounds, slack = equal_rounds(instance), Fraction(instance["slack"])
    bound = advanced_kov(rounds, slack)
    t = Fraction(instance["exp_eps"])
    mean = as_real(log(t)) * as_real((t - 1) / (t + 1) * instance["rounds"])
    halved = Bound(mean + (as_real(bound.epsilon) - mean) / 2, bound.delta)
    return is_valid(halved, curve(instance))


told("asi04-half-root", "the same with half of what it has above the mean term", COMPOSITION)(_half_root)


def _is_worse(instance: Instance, share: Fraction) -> bool:
    """share times the printed epsilon exceeds that of basic composition, and so does the printed delta."""
    printed = advanced_lazy(equal_rounds(instance), Fraction(instance["slack"]))
    basic = basic_product(equal_rounds(instance))
    return below(as_real(basic.epsilon), as_real(printed.epsilon) * as_real(share)) and below(
        basic.delta, printed.delta
    )


told("asi04-worse", "the printed epsilon and the printed delta exceed those of basic composition", COMPOSITION)(
    lambda instance: _is_worse(instance, Fraction(1))
)
told("asi04-much-worse", "... and so does 4/5 of the printed epsilon", COMPOSITION)(
    lambda instance: _is_worse(instance, Fraction(4, 5))
)


@family("compositions", "1 to 200 rounds of four budgets with delta 1/1000, slack 1/10, 1/1000 and 10^-6")
def _compositions() -> Iterator[Instance]:
    for rounds, t, slack in product((1, 2, 10, 200), ("101/100", "11/10", "3/2", "4"), ("1/10", "1/1000", "1/1000000")):
        yield {"rounds": rounds, "exp_eps": t, "delta": "1/1000", "slack": slack}


@claim(
    "ASI-04",
    location="Lemma 2.6, (1)",
    latex=r"\tilde\varepsilon = \sum_t \varepsilon_t + \min\Big\{\sqrt{\sum_t 2\varepsilon_t^2 \log\big(e + "
    r"\tfrac{\sqrt{\sum_t \varepsilon_t^2}}{\tilde\delta}\big)}, \sqrt{\sum_t 2\varepsilon_t^2 "
    r"\log(1/\tilde\delta)}\Big\},\quad 1 - (1-\tilde\delta)\prod_t(1-\delta_t)",
    text="Advanced composition as printed: (eps_t, delta_t)-private mechanisms compose adaptively to (sum eps_t + "
    "min{...}, 1 - (1 - delta~) prod (1 - delta_t)).",
    assumed=(
        "eps_t > 0, delta_t and delta~ in (0, 1)",
        "the delta~_t under the product sign are the delta_t",
    ),
)
def asi_04() -> Case:
    """True, because basic composition is better."""
    return Case(
        checks=(Goal("against the exact optimum", exhaustive("asi04", "compositions")),),
        sharper=(Goal("both numbers exceed those of basic composition", exhaustive("asi04-worse", "compositions")),),
        twins=(
            Twin("so does 4/5 of the printed epsilon", exhaustive("asi04-much-worse", "compositions"), of=1),
            Twin("a bound with half the root, from the exact mean", exhaustive("asi04-half-root", "compositions")),
        ),
        remarks=(
            "The printed bound is never better than basic composition, in either coordinate. The theorem that it "
            "cites has eps_t (e^{eps_t} - 1)/(e^{eps_t} + 1) in place of eps_t in the first sum, and sum eps_t as a "
            "third member of the minimum: ASI-04-sharp.",
            "For 100 rounds of eps = 1/10 and delta~ = 10^-6 the printed epsilon is 15.26, basic composition's 10, "
            "and that of the cited theorem 5.76.",
            "Theorem 3.2 of the source needs the cited form: its term of second order in eta does not follow from "
            "the printed one.",
        ),
    )


A: Final = "sum(eps(i), i, 1, T)"
V: Final = "sum(eps(i)**2, i, 1, T)"
SAMPLES: Final = {"d": (Fraction(1, 10), Fraction(9, 10))}
ROOTS: Final = {
    "A": A,
    "V": V,
    "r1": "sqrt(2*V*log(exp(1) + sqrt(V)/d))",
    "r2": "sqrt(2*V*log(1/d))",
    "root": "r1 + [r2 < r1]*(r2 - r1)",
}
D: Final = {"d": "real, 0 < d, d < 1"}
DEFINED: Final = ("first log", "second log")
LOGS: Final = (
    Step("first log", "0 < log(exp(1) + sqrt(V)/d)", analysis("0 < log(exp(1) + y)", "[0, oo)", y="sqrt(V)/d")),
    Step("second log", "0 < log(1/d)", analysis("0 < log(1/y)", "(0, 1)", y="d")),
)
theorem(
    "basic composition of approximate rounds",
    ROUNDS,
    "least(x) <= 1 - keep(T)",
    Step(
        "at the sum",
        f"E({excess('T')}) <= 1 - keep(T)",
        apply(
            "approximate composition",
            *("first, start", "second, start", "first, next", "second, next", "first, known", "second, known"),
            *("law", "unit", "private", "a probability", "all kept", "kept"),
            P="P",
            after="t: after(t)",
            p="t: p(t)",
            q="t: q(t)",
            w="t: w(t)",
            v="t: v(t)",
            eps="t: eps(t)",
            delta="t: delta(t)",
            keep="t: keep(t)",
            T="T",
        ),
    ),
    Step("more", "exp(A)*v(T) <= exp(x)*v(T)", arithmetic(("v(T)", inside("exp(_)", "A <= x"))), ("A <= x",)),
    Step(
        "less above",
        f"[exp(x)*v(T) < w(T)]*(w(T) - exp(x)*v(T)) <= {excess('T')}",
        apply("what is above a larger number", "more", x="w(T)", y="exp(A)*v(T)", z="exp(x)*v(T)"),
        ("A <= x",),
    ),
    Step(
        "all", "least(x) <= 1 - keep(T)", arithmetic("least", inside("E(_)", "less above"), "at the sum"), ("A <= x",)
    ),
    where=("A <= x",),
    let={"A": A},
    samples={"x": (Fraction(1, 2), Fraction(1), Fraction(2), Fraction(3))},
)
theorem(
    "ASI-04",
    ROUNDS,
    "least(A + root) <= 1 - (1 - d)*keep(T)",
    *LOGS,
    Step("more", "A <= A + root", arithmetic(("r1", "[r2 < r1] = 1 - [r1 <= r2]")), (), DEFINED),
    Step(
        "basic",
        "least(A + root) <= 1 - keep(T)",
        apply("basic composition of approximate rounds", "more", x="A + root"),
        (),
        DEFINED,
    ),
    Step("all", "least(A + root) <= 1 - (1 - d)*keep(T)", arithmetic("basic"), (), DEFINED),
    variables=D,
    let=ROOTS,
    samples=SAMPLES,
)
