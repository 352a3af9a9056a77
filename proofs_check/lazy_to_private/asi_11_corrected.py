"""ASI-11-corrected: batches add (T (B - 1)/2)(tanh(eta/2) + delta0) + B sum_s TV(nu-hat_s, nu-bar_s) at most.

In place of Theorem 3.2 and Proposition 3.3, under the first item of Assumption 3.1, for losses in [0, 1] and B that
divides T (here T = n B, and h is eta). Two consecutive measures have a total variation of at most tanh(eta/2) + delta0
("total variation of close laws"). So in round j of a batch a model of nu-bar_s costs at most j - 1 times that more than
the input algorithm; and that x_s follows nu-hat_s costs B TV(nu-hat_s, nu-bar_s) a batch. Over multiplicative weights
delta0 = 0, and nu-hat_s is nu-bar_s ("models follow the measures").
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import (
    told,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import (
    exhaustive,
)
from dpassay.proofs_check.lazy_to_private.asi_12c import OFF, PLAYED, START
from dpassay.proofs_check.lazy_to_private.lazy_games import (
    RATIONAL_GAME,
    excess_of,
)
from dpassay.proofs_check.lazy_to_private.models_follow_measures import MODELS
from dpassay.proofs_check.models.lazy_experts import LAZY, PAST
from dpassay.proofs_check.models.lazy_measures import MEASURES
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside, use


def _drift_bound(instance: Instance) -> Fraction:
    """(T (B - 1)/2) tanh(eta/2), which is rational at a rational e^eta."""
    rounds, batch, growth = len(instance["losses"]), instance["batch"], Fraction(instance["exp_learning_rate"])
    return Fraction(rounds * (batch - 1), 2) * (growth - 1) / (growth + 1)


told("asi11-corrected", "Reg_T <= Reg_T({mu_t}) + (T (B - 1)/2) tanh(eta/2)", RATIONAL_GAME)(
    lambda instance: at_most(excess_of(instance), _drift_bound(instance))
)
told("asi11-corrected-third", "... a third of the term", RATIONAL_GAME)(
    lambda instance: at_most(excess_of(instance), _drift_bound(instance) / 3)
)


@claim(
    "ASI-11-corrected",
    location="Theorem 3.2 and Proposition 3.3, regret",
    latex=r"\mathbf{Reg}_T \le \mathbf{Reg}_T(\{\mu_t\}) + \tfrac{T(B-1)}{2}\big(\tanh\tfrac\eta2 + \delta_0\big) + B "
    r"\sum_s \|\hat\nu_s - \bar\nu_s\|_{TV} = \mathbf{Reg}_T(\{\mu_t\}) + O(TB(\eta + \delta_0) + \dots)",
    text="For losses in [0, 1] and B that divides T, batches of size B add at most (T (B - 1)/2)(tanh(eta/2) + "
    "delta_0) + B sum_s ||nu-hat_s - nu-bar_s||_TV, under the first item of Assumption 3.1; over multiplicative "
    "weights delta_0 = 0 and nu-hat_s = nu-bar_s.",
    assumed=("losses in [0, 1]", "B divides T", "there are finitely many models"),
)
def asi_11_corrected() -> Case:
    """Total variation, added up."""
    return Case(
        checks=(
            Goal("the laws of x_s, by Algorithm 1 as a chain", exhaustive("asi-marginals", "regret-lazy-games")),
            Goal("small games, exactly", exhaustive("asi11-corrected", "regret-lazy-games")),
        ),
        twins=(
            Twin("a third of the term", exhaustive("asi11-corrected-third", "regret-lazy-games"), of=1),
            Twin("laws from the ends of the batches", exhaustive("asi-marginals-late", "regret-lazy-games"), of=0),
        ),
        remarks=(
            "Where the minimum in line 6 or delta_0 > 0 makes nu-hat_s differ from nu-bar_s, the last sum is what "
            "Lemma 3.4 bounds (ASI-16).",
        ),
    )


V: Final = "((exp(h) - 1)/(exp(h) + 1) + delta0)"
"""tanh(h/2) + delta0."""
OLD, NOW = (f"sum(l(s, j, i)*mu(s, {j}, i), i, 1, d)" for j in ("1", "j"))
AT: Final = "sum(l(s, j, i)*mu(s, {k}, i), i, 1, d)"
K, K_1 = AT.format(k="k"), AT.format(k="k + 1")
TV: Final = "sum([{q} < {p}]*({p} - {q}), i, 1, d)"
DRIFT: Final = TV.format(p="mu(s, k, i)", q="mu(s, k + 1, i)")
LATE: Final = f"{NOW} + (j - 1)*v"
LEAST: Final = (f"{V} <= v",)
NUMBER: Final = {"v": "real"}
OF_BATCH: Final = f"sum({LATE}, j, 1, B) + B*{OFF}"
theorem(
    "measures move little",
    MEASURES,
    f"{K} - {K_1} <= v",
    Step(
        "close laws",
        f"(exp(h) + 1)*{DRIFT} <= exp(h) - 1 + 2*delta0",
        apply(
            "total variation of close laws",
            use("a law", j="k"),
            use("a law", j="k + 1"),
            "close",
            "close, back",
            d="d",
            z="exp(h)",
            delta="delta0",
            p="i: mu(s, k, i)",
            q="i: mu(s, k + 1, i)",
        ),
    ),
    Step(
        "drift",
        f"{DRIFT} <= {V}",
        arithmetic(("1/(exp(h) + 1)", "close laws"), ("delta0/(exp(h) + 1)", inside("exp(_)", "0 <= h"))),
    ),
    Step(
        "means",
        f"{K} - {K_1} <= {DRIFT}",
        apply(
            "expectations and total variation",
            "at most 1",
            d="d",
            b="1",
            f="i: l(s, j, i)",
            p="i: mu(s, k, i)",
            q="i: mu(s, k + 1, i)",
        ),
    ),
    Step("all", f"{K} - {K_1} <= v", arithmetic("drift", "means", f"{V} <= v"), LEAST),
    where=LEAST,
    variables=NUMBER,
)
theorem(
    "one batch of any measures",
    MEASURES,
    f"{PLAYED} <= {OF_BATCH}",
    Step("step", f"{K} - {K_1} <= v", apply("measures move little", v="v"), LEAST),
    Step(
        "telescope",
        f"sum(-({K_1}) - (-({K})), k, 1, j - 1) = -({NOW}) - (-({OLD}))",
        apply("telescope", f=f"k: -({K})", low="1", high="j - 1"),
    ),
    Step("round", f"{OLD} <= {LATE}", arithmetic(inside("sum(_, k, 1, j - 1)", "step"), ("-1", "telescope")), LEAST),
    Step(
        "order",
        f"{START} = sum({OLD}, j, 1, B)",
        apply("sums in either order", f="i, j: mu(s, 1, i)*l(s, j, i)", m="d", n="B"),
    ),
    Step("other law", f"{PLAYED} <= {START} + B*{OFF}", apply("a batch of another law")),
    Step("all", f"{PLAYED} <= {OF_BATCH}", arithmetic("other law", "order", inside("sum(_, j, 1, B)", "round")), LEAST),
    where=LEAST,
    variables=NUMBER,
)
ROOT: Final = f"lazy - best <= alone - best + n*B*(B - 1)/2*v + B*sum({OFF}, s, 1, n)"
theorem(
    "all batches of any measures",
    MEASURES,
    ROOT,
    Step("batch", f"{PLAYED} <= {OF_BATCH}", apply("one batch of any measures", v="v"), LEAST),
    Step("integers", "sum(j, j, 0, B) = (B + 1)*B/2", apply("sum of integers", n="B + 1")),
    Step(
        "from 1", "sum(j, j, 0, B) = sum(j, j, 1, B)", apply("sum in two parts", f="j: j", low="0", mid="0", high="B")
    ),
    Step(
        "all",
        ROOT,
        arithmetic(
            inside("sum(_, s, 1, n)", "batch"),
            "lazy loss",
            ("-1", "input loss"),
            ("n*v", "integers"),
            ("-n*v", "from 1"),
        ),
        LEAST,
    ),
    where=LEAST,
    variables=NUMBER,
)
AT_V: Final = ROOT.replace("*v ", f"*{V} ")
theorem(
    "ASI-11-corrected",
    MEASURES,
    AT_V,
    Step("all", AT_V, apply("all batches of any measures", v=V)),
    also=("ASI-11-corrected: over multiplicative weights",),
)

# Over multiplicative weights: delta0 = 0, and x_s follows the measure

NEXT: Final = ("j <= B - 1",)
E_J, E_NEXT = (f"exp(-h*{PAST.format(i='i').replace('j - 1', last)})" for last in ("j - 1", "j"))
W, W_NEXT = (f"sum({e}, i, 1, d)" for e in (E_J, E_NEXT))
FORTH: Final = "mu(s, j, i) <= exp(h)*mu(s, j + 1, i)"
BACK: Final = "mu(s, j + 1, i) <= exp(h)*mu(s, j, i)"
theorem(
    "ASI-11-corrected: over multiplicative weights",
    LAZY,
    f"{MODELS} and {FORTH} and {BACK}",
    Step(
        "last loss",
        "sum(l(s, u, i), u, 1, j) = sum(l(s, u, i), u, 1, j - 1) + l(s, j, i)",
        apply("last term", f="u: l(s, u, i)", low="1", high="j"),
    ),
    Step(
        "exponents",
        f"{E_NEXT} = {E_J}*exp(-h*l(s, j, i))",
        arithmetic(inside("exp(-h*sum(sum(l(r, u, i), u, 1, B), r, 1, s - 1) - h*_)", "last loss")),
    ),
    Step("loss", "-h <= -h*l(s, j, i)", arithmetic(("h", "at most 1"))),
    Step("falls", f"{E_NEXT} <= {E_J}", arithmetic("exponents", (E_J, inside("exp(_)", "-h*l(s, j, i) <= 0")))),
    Step(
        "falls little", f"exp(-h)*{E_J} <= {E_NEXT}", arithmetic(("-1", "exponents"), (E_J, inside("exp(_)", "loss")))
    ),
    Step(
        "one of all",
        f"{W} = sum({E_J}, i, 1, d - 1) + {E_J.replace(', i)', ', d)')}",
        apply("last term", f=f"i: {E_J}", low="1", high="d"),
    ),
    Step("positive", f"0 < {W}", arithmetic(("-1", "one of all"))),
    Step(
        "forth",
        FORTH,
        arithmetic(
            (f"1/{W}", "measure"),
            (f"-exp(h)/{W}", use("measure", j="j + 1")),
            (f"exp(h)/{W}", "falls little"),
            (f"exp(h)*mu(s, j + 1, i)/{W}", inside("sum(_, i, 1, d)", "falls")),
        ),
        NEXT,
        ("positive",),
    ),
    Step(
        "back",
        BACK,
        arithmetic(
            (f"-exp(h)/{W}", "measure"),
            (f"exp(h)/{W}", use("measure", j="j + 1")),
            (f"exp(h)/{W}", "falls"),
            (f"exp(h)*mu(s, j + 1, i)/{W}", inside("sum(_, i, 1, d)", "falls little")),
        ),
        NEXT,
        ("positive",),
    ),
    Step("models", MODELS, apply("models follow the measures")),
    where=NEXT,
)
