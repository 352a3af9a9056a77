"""ASI-39b, ASI-39c: every online algorithm can be followed by fresh draws that are uniform whatever the losses are.

ASI-39b, a reading of Condition 4.1: where the laws of fresh draws do not depend on the losses, an algorithm learns
nothing, and loses T/2 against one random loss that is repeated. False: draw uniform models and keep the first good one.
Every draw is independent of the losses, and whether to draw is not.

ASI-39c: let any online algorithm desire the model a_(t+1) after round t. The follower keeps x_t where it is desired,
and draws a uniform model elsewhere, with fresh coins. It meets Condition 4.1 with mu constant. What it releases is a
function of the desires and of coins that are independent of the losses: post-processing, so its delta at every eps, and
its Renyi divergence of every order, are at most those of the desires. While the desire stays the same, each round in
which it is missed ends with a draw that finds it with probability 1/d, and then it is kept: j rounds after a change it
is missed with probability at most (1 - 1/d)^j, which sums up to at most d - 1 rounds.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any, Final

from dpassay.analysis.limited_switching import (
    average,
    epochs,
    expected_loss,
    follower,
)
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import (
    entries,
    told,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.lazy_to_private.lower_bound import (
    leader,
)
from dpassay.proofs_check.models.followed_algorithms import FOLLOWED, POSSIBLE
from dpassay.proofs_check.models.follower import FOLLOWER, UNTOLD, Repeated
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside, together, use

EPOCH: Final = entries(rounds=whole(1, 6), experts=whole(1, 3))


def _loss_of_follower(instance: Instance) -> Any:
    rounds, experts = instance["rounds"], instance["experts"]
    algorithm = follower(rounds, experts, leader)
    return average(epochs(1, rounds, experts), lambda losses: expected_loss(algorithm, losses))


told(
    "asi39b",
    "fresh draws that are uniform, whatever the losses, lose at least T/2 where one random loss is repeated",
    EPOCH,
    lambda instance: {"the loss of the follower of the leader": _loss_of_follower(instance)},
)(lambda instance: bool(_loss_of_follower(instance) >= Fraction(instance["rounds"], 2)))
told("asi39b-quarter", "... at least T/4", EPOCH)(
    lambda instance: bool(_loss_of_follower(instance) >= Fraction(instance["rounds"], 4))
)


def _short() -> Iterator[Instance]:
    return ({"rounds": rounds, "experts": experts} for rounds, experts in product((1, 2, 3, 4), (1, 2, 3)))


@claim(
    "ASI-39b",
    location="Condition 4.1, read as a limit on how an algorithm learns of the losses",
    latex=r"\mu_t \text{ constant} \Rightarrow \mathbb{E}\big[\textstyle\sum_t \ell(x_t)\big] \ge T/2 \text{ for } "
    r"\ell \sim \mathrm{Ber}(1/2)^d",
    text="What an algorithm of Condition 4.1 learns of the losses is in its fresh draws: where their laws do not "
    "depend on the losses, it loses at least T/2 in expectation against one random loss that is repeated.",
    corrected_by="ASI-39c",
)
def asi_39b() -> Case:
    """Whether to draw tells everything."""
    return Case(
        argument="Draw uniform models and keep the first good one: every draw is independent of the losses, and "
        "whether to draw is not.",
        counterexample=Goal("two rounds, two models", counterexample("asi39b"), Hunt("asi39b", _short)),
        twins=(Twin("at least T/4", counterexample("asi39b-quarter")),),
    )


@claim(
    "ASI-39c",
    location="Condition 4.1",
    latex=r"x_{t+1} = x_t \text{ if } x_t = a_{t+1}, \text{ else } x_{t+1} \sim U([d]):\quad \Pr[x \ne a \text{ after "
    r"} j \text{ rounds}] \le (1 - 1/d)^j",
    text="Every online algorithm can be followed within Condition 4.1 by fresh draws that are uniform and "
    "independent of the losses, at the same privacy: j rounds after a change of the algorithm's model, the follower "
    "misses it with probability at most (1 - 1/d)^j, at most d - 1 rounds in expectation.",
    adjacency="one_loss",
)
def asi_39c() -> Case:
    """The follower."""
    return Case(
        checks=(Goal("all short paths, exactly", exhaustive("asi39c", "desired-paths")),),
        twins=(Twin("twice as fast", exhaustive("asi39c-faster", "desired-paths")),),
        remarks=(
            "With two models the follower is exactly 'copy the desire if a fair coin says so': it lags behind by a "
            "geometric time that is independent of everything.",
        ),
    )


refuted("ASI-39b", UNTOLD, "loss >= T/2", setting=Repeated(2, 2))

Q: Final = "(1 - 1/d)"
theorem(
    "ASI-39c: what a draw misses",
    FOLLOWER,
    f"E(miss(t + 1)) = {Q}*E(ahead(t))",
    Step(
        "given the past",
        "E(ahead(t)*off(t + 1), after(t)) = ahead(t)*E(off(t + 1), after(t))",
        apply("taking out what is known", "known", K="after(t)", A="ahead(t)", X="off(t + 1)"),
    ),
    Step(
        "draw",
        f"E(ahead(t)*off(t + 1), after(t)) = {Q}*ahead(t)",
        arithmetic("given the past", ("ahead(t)", "off")),
    ),
    Step(
        "tower",
        "E(E(ahead(t)*off(t + 1), after(t))) = E(ahead(t)*off(t + 1))",
        apply("tower", P="P", K="after(t)", X="ahead(t)*off(t + 1)"),
    ),
    Step(
        "all",
        f"E(miss(t + 1)) = {Q}*E(ahead(t))",
        arithmetic(inside("E(_)", "kept or drawn"), ("-1", "tower"), inside("E(_)", "draw")),
    ),
)
SO_FAR: Final = "sum(q(i), i, 1, v) = (d - 1)*(1 - q(v))"
theorem(
    "ASI-39c: powers add up to less than d - 1",
    FOLLOWER,
    "sum(q(j), j, 1, n) <= d - 1",
    Step("no term", "sum(q(i), i, 1, 0) = (d - 1)*(1 - q(0))", arithmetic(("d - 1", "power of 0"))),
    Step(
        "last term",
        "sum(q(i), i, 1, v + 1) = sum(q(i), i, 1, v) + q(v + 1)",
        apply("last term", f="i: q(i)", low="1", high="v + 1"),
    ),
    Step(
        "one more",
        "sum(q(i), i, 1, v + 1) = (d - 1)*(1 - q(v + 1))",
        arithmetic("last term", SO_FAR, ("d", use("next power", j="v + 1"))),
        (SO_FAR,),
    ),
    Step(
        "terms",
        "sum(q(i), i, 1, n) = (d - 1)*(1 - q(n))",
        apply(
            "induction of equalities",
            "no term",
            "one more",
            low="0",
            high="n",
            f="v: sum(q(i), i, 1, v)",
            g="v: (d - 1)*(1 - q(v))",
        ),
    ),
    Step("all", "sum(q(i), i, 1, n) <= d - 1", arithmetic("terms", ("q(n)", "1 <= d"))),
    variables={"v": "integer, 0 <= v, v <= n - 1"},
)
theorem(
    "ASI-39c",
    FOLLOWER,
    "E(shows(t + 1, i), after(t)) = 1/d and E(miss(u + j)) <= q(j) and sum(E(miss(u + j)), j, 1, n) <= d - 1",
    Step("miss", f"E(miss(t + 1)) = {Q}*E(ahead(t))", apply("ASI-39c: what a draw misses")),
    Step("at most 1", "ahead(t) <= 1", apply("zero or one", "or not", x="ahead(t)")),
    Step("share", f"0 <= {Q}", arithmetic(("1/d", "1 <= d"))),
    Step(
        "first round",
        "E(miss(u + 1)) <= q(1)",
        arithmetic(
            use("miss", t="u"),
            (Q, inside("E(_)", "at most 1", t="u")),
            ("-1", use("next power", j="1")),
            (f"-{Q}", "power of 0"),
        ),
        (),
        ("share",),
    ),
    Step(
        "next round",
        "E(miss(u + k + 1)) <= q(k + 1)",
        arithmetic(
            use("miss", t="u + k"),
            (Q, inside("E(_)", "one desire")),
            (Q, "E(miss(u + k)) <= q(k)"),
            ("-1", use("next power", j="k + 1")),
        ),
        ("E(miss(u + k)) <= q(k)",),
        ("share",),
    ),
    Step(
        "missed",
        "E(miss(u + j)) <= q(j)",
        apply("induction", "first round", "next round", low="1", high="j", f="k: E(miss(u + k))", g="k: q(k)"),
    ),
    Step("powers", "sum(q(j), j, 1, n) <= d - 1", apply("ASI-39c: powers add up to less than d - 1")),
    Step("uniform draws", "E(shows(t + 1, i), after(t)) = 1/d", arithmetic("uniform")),
    Step("by then", "E(miss(u + j)) <= q(j)", together("missed")),
    Step("in all", "sum(E(miss(u + j)), j, 1, n) <= d - 1", arithmetic(inside("sum(_, j, 1, n)", "missed"), "powers")),
    also=("ASI-39c: at the same privacy", "ASI-39c: at the same divergences"),
)
PRIVATE: Final = "sum(w(m, l)*R(l), l, 1, N) <= exp(eps)*sum(w(m, l)*R2(l), l, 1, N) + delta"
RELEASED: Final = {"N": "N", "F": "F", "p": "p", "p2": "p2", "k": "l: k(l)", "R": "l: R(l)", "R2": "l: R2(l)"}
theorem(
    "ASI-39c: at the same privacy",
    FOLLOWED,
    PRIVATE,
    Step(
        "function of the desires",
        "sum(w(m, l)*R(l), l, 1, N) <= exp(eps)*sum(w(m, l)*R2(l), l, 1, N) + E(over, F)",
        apply(
            "post-processing",
            "releases",
            "first",
            "second",
            "above",
            "event",
            Z="exp(eps)",
            over="over",
            w="l: w(m, l)",
            **RELEASED,
        ),
    ),
    Step("all", PRIVATE, arithmetic("function of the desires", ("-1", "least delta"))),
)
MOMENTS: Final = "sum(R2(l)*exp(al*(log(R(l)) - log(R2(l)))), l, 1, N) <= E(p2*exp(al*(log(p) - log(p2))), F)"
theorem(
    "ASI-39c: at the same divergences",
    POSSIBLE,
    MOMENTS,
    Step(
        "all",
        MOMENTS,
        apply("post-processing, Renyi divergences", "releases", "first", "second", al="al", **RELEASED),
    ),
)
