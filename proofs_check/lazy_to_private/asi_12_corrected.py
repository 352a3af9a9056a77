"""ASI-12-corrected: a batch adds at most B Pr[I = 1], and for a coupling Pr[I = 1] is at most (B - 1) eta.

In place of the step of Proposition 3.3 that is ASI-12, for losses in [0, 1] over multiplicative weights. Each of the B
differences is at most 1. No weight falls by more than a factor e^(-(B - 1) eta) in the batch, and all actions can be
equal with the least masses. So all T/B batches add at most T (B - 1) eta. Here T = n B, and h is eta.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Final

from dpassay.exact import (
    Number,
    as_real,
)
from dpassay.exact.dist import total
from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import (
    family,
    matrices,
    told,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import (
    exhaustive,
)
from dpassay.proofs_check.lazy_to_private.batching import EXCESS, LINEAR
from dpassay.proofs_check.lazy_to_private.lazy_games import (
    LAZY_GAME,
    eta_of,
    excess_of,
    mw,
)
from dpassay.proofs_check.models.coupled_batch import COUPLED, WEIGHT
from dpassay.proofs_check.models.lazy_experts import LAZY
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, inside, use
from dpassay.reference import multiplicative_weights


@LAZY_GAME.where
def _is_batch(instance: Instance) -> bool:
    """One batch of losses in [0, 1], from the uniform law."""
    return bool(instance["batch"] == len(instance["losses"]))


def _largest_agreement(instance: Instance) -> Number:
    """The largest probability that one coupling makes x_s and all z_i of the batch equal."""
    laws = multiplicative_weights.round_laws(*mw(instance))
    return total(min(law.pmf(x) for law in laws) for x in range(len(instance["losses"][0])))


told("asi12-corrected", "a batch adds at most B Pr[I_s = 1], for the coupling that fails least", _is_batch)(
    lambda i: at_most(excess_of(i), i["batch"] * (1 - _largest_agreement(i)))
)
told("asi12-corrected-coupling", "... and Pr[I_s = 1] <= (B - 1) eta", _is_batch)(
    lambda i: at_most(as_real(1 - _largest_agreement(i)), eta_of(i) * (i["batch"] - 1)) or i["batch"] == 1
)
told("asi12-third", "a batch adds at most a third of B Pr[I_s = 1]", _is_batch)(
    lambda i: at_most(excess_of(i), Fraction(i["batch"], 3) * (1 - _largest_agreement(i)))
)


@family(
    "regret-batches",
    "all 0/1 losses of one batch of 2 or 3 rounds for 2 experts, of 2 rounds for 3, e^eta = 81/64 and 4",
)
def _batches() -> Iterator[Instance]:
    for (rounds, experts), rate in product(((2, 2), (3, 2), (2, 3)), ("81/64", "4")):
        for losses in matrices(rounds, experts, ("0", "1")):
            yield {"losses": losses, "batch": rounds, "exp_learning_rate": rate}


@claim(
    "ASI-12-corrected",
    location="proof of Proposition 3.3, the bound on the batches where the coupling fails",
    latex=r"\mathbb E\, I_s \sum_i (\ell_i(x_s) - \ell_i(z_i)) \le B \Pr[I_s = 1] \le B^2 \eta, \quad "
    r"\mathbf{Reg}'_T \le \mathbf{Reg}_T(\{\mu_t\}) + \tfrac TB \cdot B^2 \eta = \mathbf{Reg}_T(\{\mu_t\}) + TB\eta",
    text="For losses in [0, 1] the batches where the coupling fails add at most B Pr[I_s = 1] each; over "
    "multiplicative weights a coupling has Pr[I_s = 1] <= (B - 1) eta, and T/B batches add at most T (B - 1) eta.",
    assumed=("losses in [0, 1]", "B divides T"),
)
def asi_12_corrected() -> Case:
    """One batch loses at most B."""
    return Case(
        checks=(
            Goal("small batches: at most B Pr[I_s = 1]", exhaustive("asi12-corrected", "regret-batches")),
            Goal("small batches: the coupling", exhaustive("asi12-corrected-coupling", "regret-batches")),
        ),
        twins=(Twin("a third of it", exhaustive("asi12-third", "regret-batches")),),
    )


X, Z = (f"sum(sum(z({j}, i)*l(j, i), i, 1, d), j, 1, B)" for j in ("1", "j"))
"""The losses of x_s and of the actions of the input algorithm."""
FAILS: Final = f"E(I*({X} - {Z})) <= B*E(I)"
theorem(
    "what a batch adds",
    COUPLED,
    FAILS,
    Step(
        "round",
        "sum(z(1, i)*l(j, i), i, 1, d) <= 1",
        arithmetic(inside("sum(z(1, i)*_, i, 1, d)", "at most 1"), use("one action", j="1")),
    ),
    Step("all", FAILS, arithmetic(inside("E(I*sum(_, j, 1, B))", "round"))),
)
E_1, E_J = (WEIGHT.format(i="i").replace("j - 1", last) for last in ("1 - 1", "j - 1"))
W_1, W_J = (f"sum({e}, i, 1, d)" for e in (E_1, E_J))
LOST: Final = "sum(l(u, i), u, 1, j - 1)"
LEAST: Final = "exp(-(B - 1)*h)*mu(1, i) <= mu(j, i)"
theorem(
    "no mass falls much in a batch",
    COUPLED,
    LEAST,
    Step(
        "exponent",
        f"-(B - 1)*h <= -h*{LOST}",
        arithmetic(("h", inside("sum(_, j, 1, j - 1)", "at most 1")), ("h", "j <= B")),
    ),
    Step("falls", f"{E_J} <= {E_1}", arithmetic((E_1, inside("exp(_)", f"-h*{LOST} <= 0")))),
    Step("falls little", f"exp(-(B - 1)*h)*{E_1} <= {E_J}", arithmetic((E_1, inside("exp(_)", "exponent")))),
    Step(
        "one of all",
        f"{W_1} = sum({E_1}, i, 1, d - 1) + {E_1.replace('(i)', '(d)').replace(', i)', ', d)')}",
        apply("last term", f=f"i: {E_1}", low="1", high="d"),
    ),
    Step("positive", f"0 < {W_1}", arithmetic(("-1", "one of all"))),
    Step(
        "all",
        LEAST,
        arithmetic(
            (f"-1/{W_1}", "measure"),
            (f"exp(-(B - 1)*h)/{W_1}", use("measure", j="1")),
            (f"1/{W_1}", "falls little"),
            (f"mu(j, i)/{W_1}", inside("sum(_, i, 1, d)", "falls")),
        ),
        (),
        ("positive",),
    ),
)
MEETS: Final = "E(I) <= (B - 1)*h"
theorem(
    "a coupling of a batch",
    COUPLED,
    MEETS,
    Step("least", LEAST, apply("no mass falls much in a batch")),
    Step(
        "same",
        "exp(-(B - 1)*h)*mu(1, i) <= same(i)",
        arithmetic(
            inside("sum(pick(j, i)*_, j, 1, B)", "least"),
            ("-1", "least mass"),
            ("-exp(-(B - 1)*h)*mu(1, i)", "one round"),
        ),
    ),
    Step("tangent", "1 - exp(-(B - 1)*h) <= (B - 1)*h", analysis("1 - exp(-u) <= u", "(-oo, oo)", u="(B - 1)*h")),
    Step(
        "all",
        MEETS,
        arithmetic(
            inside("sum(_, i, 1, d)", "same"),
            ("-1", "most often"),
            "tangent",
            ("-exp(-(B - 1)*h)", inside("E(_)", "one action", j="1")),
            ("exp(-(B - 1)*h)", inside("sum(_, i, 1, d)", "coupled", j="1")),
        ),
    ),
)
theorem(
    "ASI-12-corrected",
    COUPLED,
    f"{FAILS} and {MEETS}",
    Step("fails", FAILS, apply("what a batch adds")),
    Step("meets", MEETS, apply("a coupling of a batch")),
    also=("ASI-12-corrected: all batches",),
)
ALL: Final = "lazy - best <= alone - best + (n*B)*(B - 1)*h"
theorem(
    "ASI-12-corrected: all batches",
    LAZY,
    ALL,
    Step("added", f"lazy <= alone + {EXCESS}", apply("what batches add")),
    Step("linear", LINEAR, apply("tanh, at most its argument")),
    Step("longer", "0 <= n*B*(B - 1)*h", arithmetic(("n*B*h", "1 <= B"))),
    Step("all", ALL, arithmetic("added", "linear", ("7/8", "longer"))),
)
