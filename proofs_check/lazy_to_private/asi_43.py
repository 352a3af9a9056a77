"""ASI-43: some losses give an eps^2-concentrated algorithm a regret of order sqrt(T) + T^(1/3)/eps^(2/3).

Theorem 4.2, for algorithms of Condition 4.1, eps >= 100 log^(3/2)(dT)/T and d >= 1 models. With one model there is one
algorithm, and its regret is 0 on all losses: no constant above 0 will do.

For two models and more it is false as well (ASI-43b); what holds is ASI-43-corrected.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from dpassay.analysis.limited_switching import (
    at_fixed_rounds,
    best_loss,
    expected_loss,
)
from dpassay.exact import Dist
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import (
    as_rows,
    matrices,
    told,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample
from dpassay.proofs_check.lazy_to_private.lower_bound import (
    is_budget,
)
from dpassay.proofs_check.models.long_games import ONE_MODEL, Single
from dpassay.proofs_check.proof.no_constant import NoConstant
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, analysis, arithmetic

SINGLE: Final = is_budget.having(experts=whole(1, 1))


told(
    "asi43",
    "with one model some losses give a regret above 0, as any constant in Omega(sqrt(T) + ...) demands",
    SINGLE,
)(lambda instance: _regret_of_one(instance["rounds"]) > 0)
told("asi43-zero", "... of at least 0", SINGLE)(lambda instance: _regret_of_one(instance["rounds"]) >= 0)


def _regret_of_one(rounds: int) -> Fraction:
    """The largest regret of the only algorithm with one model, over 0/1 losses, in at most 6 rounds of T."""
    algorithm = at_fixed_rounds(min(rounds, 6), 1, [], lambda _: Dist.point(0))
    games = (as_rows(rows) for rows in matrices(min(rounds, 6), 1, ("0", "1")))
    return max(Fraction(expected_loss(algorithm, losses)) - best_loss(losses) for losses in games)  # type: ignore[arg-type]


def _single() -> Iterator[Instance]:
    return ({"rounds": 10**k, "experts": 1, "epsilon": "1"} for k in (4, 5))


@claim(
    "ASI-43",
    location="Theorem 4.2, for every d >= 1",
    latex=r"\varepsilon \ge 100\log^{3/2}(dT)/T \Rightarrow \exists\, \ell_1, \dots, \ell_T:\ \mathbf{Reg}_T \ge "
    r"\Omega\big(\sqrt{T} + T^{1/3}/\varepsilon^{2/3}\big)",
    text="For every eps^2-concentrated algorithm of Condition 4.1, eps >= 100 log^{3/2}(dT)/T, some losses of d "
    "models give a regret of order sqrt(T) + T^{1/3}/eps^{2/3}, for every d >= 1.",
    adjacency="one_loss",
    corrected_by="ASI-43-corrected",
)
def asi_43() -> Case:
    """One model has no regret."""
    return Case(
        argument="With one model there is one algorithm, and its regret is 0 on all losses: no constant above 0 will "
        "do.",
        counterexample=Goal("one model", counterexample("asi43"), Hunt("asi43", _single)),
        twins=(Twin("at least 0", counterexample("asi43-zero")),),
        remarks=("With two and more models it is false as well: ASI-43b.",),
    )


CONSTANT: Final = {"c": "real, 0 < c"}
CLAIMED: Final = "c*(sqrt(T) + exp((log(T) - 2*log(eps))/3))"
PRECONDITION: Final = "10000*log(T)**3 <= (eps*T)**2"
LARGE: Final = ("100 <= eps",)
theorem(
    "ASI-43: the precondition",
    ONE_MODEL,
    PRECONDITION,
    Step("logarithm", "log(T)**3 <= T**2", analysis("log(z)**3 <= z**2", "[1, oo)", z="T")),
    Step("all", PRECONDITION, arithmetic(("10000", "logarithm"), ("(eps + 100)*T**2", LARGE[0])), LARGE),
    where=LARGE,
)
theorem(
    "ASI-43: for no constant",
    ONE_MODEL,
    f"loss - best < {CLAIMED}",
    Step("none", "loss - best = 0", arithmetic("it is played", ("-1", "it is the best"))),
    Step("all", f"loss - best < {CLAIMED}", arithmetic("none"), LARGE),
    where=LARGE,
    variables=CONSTANT,
)
refuted(
    "ASI-43",
    ONE_MODEL,
    f"loss - best >= {CLAIMED}",
    setting=Single((Fraction(1), Fraction(0), Fraction(1)), Fraction(100)),
    where=(PRECONDITION,),
    variables=CONSTANT,
    no_constant=NoConstant("c", "ASI-43: for no constant", "T", {"eps": "100"}, ("ASI-43: the precondition",)),
    c=Fraction(1, 100),
)
