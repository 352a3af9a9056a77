"""ASI-39: the family of Condition 4.1 contains L2P.

Condition 4.1 and the text before it: the next model is the one of before, or a fresh draw from a law that is a function
of past losses; the rounds of the draws and what is drawn are released. Nothing is said of the rule by which an
algorithm decides to draw. Line 8 of Algorithm 1 draws from the normalized nu_s, line 11 keeps the model: from every
state the next model is kept with some probability, and else drawn from that law, which is the same for any two
sequences of losses that agree before. Whether it draws depends on the losses, on the last model and on y. So the rule
must be free, or the paper's own algorithm is outside.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from dpassay.exact import Dist
from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import (
    as_rows,
    family,
    matrices,
    told,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import exhaustive
from dpassay.proofs_check.lazy_to_private.chain import RATIONAL_GAME
from dpassay.proofs_check.models.steps_of_l2p import L2P
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside, use
from dpassay.reference import lazy_to_private


def _keeps_or_draws(instance: Instance, *, from_before: bool) -> bool:
    """From each state, the next model is the last one or a draw from the normalized measure, in some proportion."""
    losses = as_rows(instance["losses"])
    sizes = {"rounds": len(losses), "experts": len(losses[0])}
    given = {name: instance[name] for name in ("exp_learning_rate", "batch", "fake_switch")}
    parameters = lazy_to_private.Parameters.read({**given, **sizes})
    kernels = lazy_to_private.chain(losses, parameters).kernels
    measures = lazy_to_private.measures(losses, parameters)
    laws = [lazy_to_private.normalized(nu, parameters) for nu in (measures[:-1] if from_before else measures[1:])]
    return all(
        _is_kept_or_drawn(Dist(row).map(lambda after: after.x), state.x, fresh)
        for kernel, fresh in zip(kernels, laws, strict=True)
        for state, row in kernel.items()
    )


def _is_kept_or_drawn(models: Dist[int], last: int, fresh: Dist[int]) -> bool:
    """Whether the law is c of the last model and 1 - c of the fresh law, 0 <= c <= 1."""
    others = [(models.pmf(x), fresh.pmf(x)) for x in fresh.outcomes if x != last]
    proportional = all(a * q == b * p for (a, p), (b, q) in pairwise(others))
    return proportional and bool(models.pmf(last) >= fresh.pmf(last))


told(
    "asi39",
    "in each step of L2P the model is kept, or drawn from a law that is a function of past losses",
    RATIONAL_GAME,
)(lambda instance: _keeps_or_draws(instance, from_before=False))
told("asi39-before", "... or drawn from the law of the batch before", RATIONAL_GAME)(
    lambda instance: _keeps_or_draws(instance, from_before=True)
)


@family("lazy-games", "L2P on all 0/1 losses of 2 rounds and 3 models and of 3 rounds and 2 models, B = 1, p = 1/4")
def _lazy_games() -> Iterator[Instance]:
    for rounds, experts in ((2, 3), (3, 2)):
        for losses in matrices(rounds, experts, ("0", "1")):
            yield {"losses": losses, "batch": 1, "fake_switch": "1/4", "exp_learning_rate": "3/2"}


@claim(
    "ASI-39",
    location="Condition 4.1 and the text before it",
    latex=r"x_{t+1} = x_t \text{ or } x_{t+1} \sim \mu_{t+1}(\ell_1, \dots, \ell_t) \text{: a family that contains "
    r"L2P}",
    text="The family of Condition 4.1 (each model is the last one or a fresh draw from a law that is a function of "
    "past losses; the rounds of the draws and what is drawn are released) contains the paper's own algorithm.",
    assumed=("nothing is said of the rule by which an algorithm decides to draw: that of L2P uses a private y_s",),
)
def asi_39() -> Case:
    """What Condition 4.1 constrains: the law of a fresh draw, and nothing else."""
    return Case(
        beyond="It has L2P over multiplicative weights on finitely many models. The laws of any other measure of "
        "Assumption 3.1 are functions of past losses by that assumption.",
        checks=(Goal("L2P, state by state, exactly", exhaustive("asi39", "lazy-games")),),
        twins=(Twin("with the law of the batch before", exhaustive("asi39-before", "lazy-games")),),
        remarks=(
            "The condition bounds neither the number of draws nor what their rounds tell (ASI-39b, ASI-39c), in "
            "spite of its name.",
        ),
    )


KEPT: Final = "(1 - p)*keep(s, x, y)"
NEXT: Final = f"next(s, x, y, j) = {KEPT}*same(x, j) + (1 - {KEPT})*mu(s + 1, j)"
Z, Z2 = (f"sum({nu}(s + 1, k), k, 1, d)" for nu in ("nu", "nu2"))
theorem(
    "measures are functions of past losses",
    L2P,
    "nu(n, j) = nu2(n, j)",
    Step("first batch", "nu(1, j) = nu2(1, j)", arithmetic("first", ("-1", "first, others"))),
    Step(
        "next batch",
        "nu(s + 1, j) = nu2(s + 1, j)",
        arithmetic(
            "update",
            ("-1", "update, others"),
            ("exp(-eta*l(s, j))", "nu(s, j) = nu2(s, j)"),
            ("nu2(s, j)", inside("exp(-eta*_)", "alike", i="s")),
        ),
        ("s <= q", "nu(s, j) = nu2(s, j)"),
    ),
    Step(
        "all",
        "nu(n, j) = nu2(n, j)",
        apply(
            "induction of equalities", "first batch", "next batch", low="1", high="n", f="m: nu(m, j)", g="m: nu2(m, j)"
        ),
        ("n <= q + 1",),
    ),
    where=("n <= q + 1",),
    variables={"n": "integer, 1 <= n, n <= S"},
)
theorem(
    "ASI-39: fresh laws are functions of past losses",
    L2P,
    "mu(s + 1, j) = mu2(s + 1, j)",
    Step("measure", "nu(n, j) = nu2(n, j)", apply("measures are functions of past losses", n="n"), ("n <= q + 1",)),
    Step(
        "last model",
        f"{Z} = sum(nu(s + 1, k), k, 1, d - 1) + nu(s + 1, d)",
        apply("last term", f="k: nu(s + 1, k)", low="1", high="d"),
    ),
    Step("positive", f"0 < {Z}", arithmetic(("-1", "last model"))),
    Step(
        "all",
        "mu(s + 1, j) = mu2(s + 1, j)",
        arithmetic(
            (f"1/({Z})", "normalized"),
            (f"-1/({Z})", "normalized, others"),
            (f"1/({Z})", use("measure", n="s + 1")),
            (f"-mu2(s + 1, j)/({Z})", inside("sum(_, j, 1, d)", "measure", n="s + 1")),
        ),
        ("s <= q",),
        ("positive",),
    ),
    where=("s <= q",),
    variables={"n": "integer, 1 <= n, n <= S"},
)
theorem(
    "ASI-39",
    L2P,
    f"0 <= {KEPT} <= 1 and {NEXT}",
    Step("at least 0", f"0 <= {KEPT}", arithmetic(("keep(s, x, y)", "p < 1"))),
    Step("at most 1", f"{KEPT} <= 1", arithmetic(("1 - p", "line 6"))),
    Step("kept or drawn", NEXT, arithmetic("lines 7 to 11")),
    also=("ASI-39: fresh laws are functions of past losses",),
)
