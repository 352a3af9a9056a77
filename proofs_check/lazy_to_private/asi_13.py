"""ASI-13: if D^delta0 of two laws is at most eta both ways, with delta0 <= eta, their total variation is at most 2 eta.

Proof of Proposition 3.3. It holds: the total variation is at most (e^eta - 1 + 2 delta0)/(e^eta + 1), which is attained
where that is at most 1, and so at most tanh(eta/2) + delta0 <= eta/2 + delta0 ("total variation of close laws").

ASI-13b: delta0 <= eta is called a precondition there, and is none of Assumption 3.1, which asks for delta0 <= 1. A
large delta0 allows a total variation of delta0 and more.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any, Final

from dpassay.exact import (
    Dist,
    LogForm,
    Number,
    as_real,
    exp,
    hockey_stick_divergence,
    log,
    total_variation,
)
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import (
    ABOVE_1,
    PROBABILITY,
    entries,
    family,
    told,
    weights_of_law,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import (
    counterexample,
    exhaustive,
    identity,
)
from dpassay.proofs_check.lazy_to_private.lazy_games import (
    LARGEST_RATE,
    SMALL_RATE,
)
from dpassay.proofs_check.models.close_laws import CLOSE, Pair
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, inside, together


def law_of(weights: Any) -> Dist[int]:
    """A law in proportion to weights."""
    return Dist.from_weights({i: Fraction(w) for i, w in enumerate(weights) if Fraction(w)})


def _two_laws(instance: Instance) -> tuple[Dist[int], Dist[int]]:
    return law_of(instance["p"]), law_of(instance["q"])


def _least_delta(instance: Instance, exp_eta: Number) -> Any:
    p, q = _two_laws(instance)
    return max(hockey_stick_divergence(p, q, exp_eta), hockey_stick_divergence(q, p, exp_eta))


@entries(p=weights_of_law(), q=weights_of_law(), exp_learning_rate=ABOVE_1).where
def _is_asi13(instance: Instance) -> bool:
    """Two laws, e^eta rational, 0 < eta <= 1/10, and the least delta_0 at eta is at most eta."""
    growth = Fraction(instance["exp_learning_rate"])
    return (
        len(instance["p"]) == len(instance["q"])
        and at_most(log(growth), LogForm(LARGEST_RATE))
        and at_most(as_real(_least_delta(instance, growth)), log(growth))
    )


told("asi13", "total variation at most 2 eta, where delta_0 <= eta", _is_asi13)(
    lambda i: at_most(as_real(total_variation(*_two_laws(i))), log(Fraction(i["exp_learning_rate"])) * 2)
)
told("asi13-sharp", "total variation at most (e^eta - 1 + 2 delta_0)/(e^eta + 1)", _is_asi13)(
    lambda i: _is_within_drift(i, 2)
)
told("asi13-less", "total variation at most (e^eta - 1 + delta_0)/(e^eta + 1)", _is_asi13)(
    lambda i: _is_within_drift(i, 1)
)


def _is_within_drift(instance: Instance, times: int) -> bool:
    growth = Fraction(instance["exp_learning_rate"])
    bound = (growth - 1 + times * _least_delta(instance, growth)) / (growth + 1)
    return bool(total_variation(*_two_laws(instance)) <= bound)


@family(
    "regret-close-pairs",
    "pairs of laws on three points, in fortieths, near (20, 10, 10), with delta_0 <= eta = ln(21/20)",
)
def _close_pairs() -> Iterator[Instance]:
    near = [[20 + i, 10 + j, 10 - i - j] for i, j in product(range(-2, 3), repeat=2)]
    for p, q in product(near, repeat=2):
        entry = {"p": p, "q": q, "exp_learning_rate": "21/20"}
        if _is_asi13(entry):
            yield entry


@claim(
    "ASI-13",
    location="proof of Proposition 3.3, total variation",
    latex=r"D_\infty^{\delta_0}(\bar\mu_{i+1}, \bar\mu_i) \le \eta,\ \delta_0 \le \eta \Rightarrow \|\bar\mu_{i+1} - "
    r"\bar\mu_i\|_{TV} \le 2\eta",
    text="If the approximate max divergence of two laws is at most eta both ways, with delta_0 <= eta, their total "
    "variation is at most 2 eta.",
    checked=("delta_0 <= eta",),
    assumed=("the laws have finitely many outcomes",),
)
def asi_13() -> Case:
    """eta/2 + delta_0."""
    return Case(
        checks=(Goal("close laws, exactly", exhaustive("asi13", "regret-close-pairs")),),
        sharper=(
            Goal("the same laws: (e^eta - 1 + 2 delta_0)/(e^eta + 1)", exhaustive("asi13-sharp", "regret-close-pairs")),
            Goal(
                "this is attained: nu(S) = (1 - d)/(1 + t), mu(S) = t nu(S) + d",
                identity("t*((1 - d)/(1 + t)) + d - (1 - d)/(1 + t)", "(t - 1 + 2*d)/(t + 1)"),
            ),
        ),
        twins=(Twin("delta_0 in place of 2 delta_0", exhaustive("asi13-less", "regret-close-pairs"), of=1),),
        remarks=(
            "The supremum is (e^eta - 1 + 2 delta_0)/(e^eta + 1) where that is at most 1, so 3 eta/2 serves; "
            "tanh(eta/2) for delta_0 = 0, and tanh(eta/4) for multiplicative weights (ASI-11-sharp).",
            "delta_0 <= eta is called a precondition here and is none of Assumption 3.1 (ASI-13b).",
        ),
    )


POSITIVE: Final = weights_of_law(positive=True)


@entries(p=POSITIVE, q=POSITIVE, learning_rate=SMALL_RATE, delta0=PROBABILITY).where
def _is_asi13b(instance: Instance) -> bool:
    """Two laws of full support on equally many points, eta <= 1/10, delta_0 <= 1: the first item of Assumption 3.1."""
    least = exp(Fraction(instance["learning_rate"]))
    return len(instance["p"]) == len(instance["q"]) and at_most(
        as_real(_least_delta(instance, least)), as_real(Fraction(instance["delta0"]))
    )


told(
    "asi13b",
    "total variation at most 2 eta, under Assumption 3.1 alone",
    _is_asi13b,
    lambda i: {"the total variation": total_variation(*_two_laws(i)), "2 eta": 2 * Fraction(i["learning_rate"])},
)(lambda i: bool(total_variation(*_two_laws(i)) <= 2 * Fraction(i["learning_rate"])))
told("asi13b-true", "total variation at most eta/2 + delta_0", _is_asi13b)(
    lambda i: bool(total_variation(*_two_laws(i)) <= Fraction(i["learning_rate"]) / 2 + Fraction(i["delta0"]))
)


def _far_pairs() -> Iterator[Instance]:
    for delta, n in product(("1/4", "1/2"), (3, 9)):
        yield {"p": [1, 1], "q": [n, 1], "learning_rate": "1/10", "delta0": delta}


@claim(
    "ASI-13b",
    location="proof of Proposition 3.3, total variation, under Assumption 3.1 as it is stated",
    latex=r"D_\infty^{\delta_0}(\bar\mu_{i+1}, \bar\mu_i) \le \eta,\ \delta_0 \le 1 \Rightarrow \|\bar\mu_{i+1} - "
    r"\bar\mu_i\|_{TV} \le 2\eta",
    text="The same with delta_0 <= 1, which is all that Assumption 3.1 asks of it.",
    checked=("0 < eta <= 1/10", "delta_0 <= 1"),
    corrected_by="ASI-13",
)
def asi_13b() -> Case:
    """delta_0 is a total variation too."""
    return Case(
        argument="delta_0 alone allows a total variation of delta_0 and more; the bound is eta/2 + delta_0. One round "
        "of mu_2/mu_1 = func(l_1, x) takes one of the two laws into the other.",
        counterexample=Goal("a large delta_0", counterexample("asi13b"), Hunt("asi13b", _far_pairs)),
        twins=(Twin("eta/2 + delta_0", counterexample("asi13b-true")),),
        remarks=(
            "Harmless: for delta_0 > eta the term delta_0 T^2 log(1/delta_1)/eta of the theorem exceeds T^2 ln 2 > T "
            "for T >= 2, and no regret exceeds T.",
        ),
    )


TV: Final = "sum([q(i) < p(i)]*(p(i) - q(i)), i, 1, d)"
SMALL: Final = ("delta0 <= eta",)
BOUND: Final = "eta/2 + delta0"
theorem(
    "total variation under Assumption 3.1",
    CLOSE,
    f"{TV} <= {BOUND} and (exp(eta) + 1)*{TV} <= exp(eta) - 1 + 2*delta0",
    Step(
        "sharp",
        f"(exp(eta) + 1)*{TV} <= exp(eta) - 1 + 2*delta0",
        apply(
            "total variation of close laws",
            "p is a law",
            "q is a law",
            "close",
            "close, back",
            d="d",
            z="exp(eta)",
            delta="delta0",
            p="i: p(i)",
            q="i: q(i)",
        ),
    ),
    Step(
        "tanh",
        "2*(exp(eta) - 1) <= eta*(exp(eta) + 1)",
        analysis("2*(exp(u) - 1) <= u*(exp(u) + 1)", "[0, oo)", u="eta"),
    ),
    Step(
        "bound",
        f"{TV} <= {BOUND}",
        arithmetic(
            ("1/(exp(eta) + 1)", "sharp"),
            ("1/(2*(exp(eta) + 1))", "tanh"),
            ("delta0/(exp(eta) + 1)", inside("exp(_)", "0 <= eta")),
        ),
    ),
    Step("all", f"{TV} <= {BOUND} and (exp(eta) + 1)*{TV} <= exp(eta) - 1 + 2*delta0", together("bound", "sharp")),
)
theorem(
    "ASI-13",
    CLOSE,
    f"{TV} <= 2*eta",
    Step("bound", f"{TV} <= {BOUND}", apply("total variation under Assumption 3.1")),
    Step("all", f"{TV} <= 2*eta", arithmetic("bound", "delta0 <= eta"), SMALL),
    where=SMALL,
)
refuted(
    "ASI-13b",
    CLOSE,
    f"{TV} <= 2*eta",
    setting=Pair((Fraction(3, 4), Fraction(1, 4)), (Fraction(1, 2),) * 2, Fraction(1, 4), rate=Fraction(1, 10)),
    where=("eta <= 1/10",),
)
