"""ASI-46: the coins A_{s+1}, S_{s+1} and S'_{s+1}, whose zeros zeta_s indicates, are said to be drawn for s in [T/B].

Lemma 3.7 and the proof of Theorem 3.2. Line 4 runs to s = T/B, so there are no coins with index T/B + 1, and no nu.
For s in [T/B - 1] they are drawn. Models and coins of batch s depend on nu_1, ..., nu_s, so on the losses of rounds u
<= (s - 1) B, and zeta_s on those of rounds u <= s B: nothing depends on the losses of the last batch. The probability
of a course is a product of those of its steps, which are functions of nu_1, ..., nu_{T/B} alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import (
    entries,
    family,
    told,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import (
    counterexample,
    exhaustive,
)
from dpassay.proofs_check.lazy_to_private.games import bit_games, is_pair, neighbors_of
from dpassay.proofs_check.models.last_batch import LAST_BATCH, Pair, chance
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, use
from dpassay.reference import lazy_to_private as l2p


def _coins_of(instance: Instance) -> set[int]:
    """The s for which Algorithm 1 draws A_s, S_s and S'_s: line 4, with T/B batches."""
    return set(range(2, instance["rounds"] // instance["batch"] + 1))


@entries(batch=whole(1), rounds=whole(1)).where
def _is_asi46(instance: Instance) -> bool:
    return bool(instance["rounds"] % instance["batch"] == 0)


def _asi46(name: str, words: str, short: int) -> None:
    told(name, words, _is_asi46)(
        lambda i: {s + 1 for s in range(1, i["rounds"] // i["batch"] + 1 - short)} <= _coins_of(i)
    )


_asi46("asi46", "A_{s+1}, S_{s+1}, S'_{s+1} are drawn for all s in [T/B]", 0)
_asi46("asi46-corrected", "they are drawn for all s in [T/B - 1]", 1)


@family("l2p-sizes", "all T, B <= 8 with B dividing T")
def _sizes() -> Iterator[Instance]:
    return ({"rounds": t, "batch": b} for t, b in product(range(1, 9), repeat=2) if t % b == 0)


@claim(
    "ASI-46",
    location="Lemma 3.7 and the proof of Theorem 3.2",
    latex=r"\zeta_s = \mathbf 1(A_{s+1} S_{s+1} S_{s+1}' = 0),\ s \in [T/B]",
    text="For every s in [T/B] the coins A_{s+1}, S_{s+1} and S'_{s+1}, whose zeros zeta_s indicates, are drawn by "
    "Algorithm 1.",
    assumed=("B divides T",),
    corrected_by="ASI-46-corrected",
)
def asi_46() -> Case:
    """There is no batch T/B + 1."""
    return Case(
        argument="Line 4 runs to s = T/B, so there are no coins, and no nu, with index T/B + 1.",
        counterexample=Goal("one batch", counterexample("asi46"), Hunt("asi46", _sizes)),
        twins=(Twin("for s in [T/B - 1]", counterexample("asi46-corrected")),),
        remarks=(
            "Harmless: zeta_{T/B} and E_{T/B} can be left out. Whoever releases such a bit pays for it without need. "
            "The input of Algorithm 1 is printed as nu_t for t in [T]; it is s in [T/B].",
        ),
    )


def _ignores_the_last_batch(instance: Instance) -> bool:
    first, second, parameters = neighbors_of(instance)
    return l2p.state_law(first, parameters) == l2p.state_law(second, parameters)


def _changes(instance: Instance, batches_from_the_end: int) -> bool:
    """The changed round is in the given batch, counted from the end."""
    batches = -(-len(instance["losses"]) // instance["batch"])
    return bool(instance["changed_round"] // instance["batch"] == batches - batches_from_the_end)


for _name, _place in (("asi46-last", 1), ("asi46-before", 2)):
    told(
        _name,
        "a changed loss of the last batch leaves the law of all states as it is"
        if _place == 1
        else "... of the one before",
        is_pair.where(lambda i, place=_place: _changes(i, place)),  # type: ignore[misc]  # bound at once
    )(_ignores_the_last_batch)


def _changed_in(batches_from_the_end: int) -> Iterator[Instance]:
    for rounds, batch in ((1, 1), (2, 1), (2, 2), (3, 1)):
        for losses, changed in product(bit_games(rounds, 2), range(rounds)):
            common = {"losses": losses, "changed_round": changed, "row": ["1", "0"], "batch": batch}
            instance = {**common, "exp_learning_rate": "3/2", "fake_switch": "1/3"}
            if _changes(instance, batches_from_the_end):
                yield instance


family(
    "l2p-changed-last",
    "0/1 games with d = 2 and (T, B) = (1, 1), (2, 1), (2, 2), (3, 1), a loss of the last batch changed",
)(lambda: _changed_in(1))
family("l2p-changed-before", "the same, a loss of the batch before the last changed")(lambda: _changed_in(2))


@claim(
    "ASI-46-corrected",
    location="Lemma 3.7 and the proof of Theorem 3.2",
    latex=r"\zeta_s = \mathbf 1(A_{s+1} S_{s+1} S_{s+1}' = 0),\ s \in [T/B - 1]",
    text="For every s in [T/B - 1] these coins are drawn, and the law of all (x_s, y_s), s in [T/B], and zeta_s, s in "
    "[T/B - 1], does not depend on the losses of the last batch.",
    assumed=("B divides T",),
    adjacency="one_loss",
)
def asi_46_corrected() -> Case:
    """Coins for s = 2, ..., T/B; measures up to nu_{T/B}."""
    return Case(
        checks=(
            Goal("all small sizes", exhaustive("asi46-corrected", "l2p-sizes")),
            Goal("the law of the states", exhaustive("asi46-last", "l2p-changed-last")),
        ),
        twins=(
            Twin("for s in [T/B]", exhaustive("asi46", "l2p-sizes")),
            Twin("of the batch before the last", exhaustive("asi46-before", "l2p-changed-before"), of=1),
        ),
        remarks=("So the counts in the proof are T/B - 1 rounds, not T/B or T.",),
    )


refuted(
    "ASI-46",
    LAST_BATCH,
    "coin(s + 1) = 1",
    setting=Pair(((Fraction(0), Fraction(1)),), 1, (Fraction(1), Fraction(0)), Fraction(3, 2), 1, Fraction(1, 3)),
    s=Fraction(1),
)
BEFORE_LAST = ("s <= n - 1",)
theorem(
    "ASI-46-corrected: coins",
    LAST_BATCH,
    "coin(s + 1) = 1",
    Step("from 2 on", "[2 <= s + 1] = 1", apply("indicator of what holds", A="2", B="s + 1")),
    Step("up to n", "[s + 1 <= n] = 1", apply("indicator of what holds", A="s + 1", B="n"), BEFORE_LAST),
    Step(
        "all",
        "coin(s + 1) = 1",
        arithmetic(
            use("line 4", u="s + 1"),
            ("-(coin(s + 1) - 1)*[s + 1 <= n]", "from 2 on"),
            ("-(coin(s + 1) - 1)", "up to n"),
        ),
        BEFORE_LAST,
    ),
    where=BEFORE_LAST,
)
CHANCES: Final = [chance(f"S({g}, e)", f"of_x({g}, e + 1)", f"of_y({g}, e + 1)") for g in (1, 2)]
MIXED: Final = [
    chance("S(2, e)", "of_x(1, e + 1)", "of_y(1, e + 1)"),
    chance("S(2, e)", "of_x(2, e + 1)", "of_y(1, e + 1)"),
]
theorem(
    "ASI-46-corrected",
    LAST_BATCH,
    "course(1) = course(2)",
    Step("kept", "S(1, e) = S(2, e)", apply("the steps do not depend on the last batch")),
    Step("x", "of_x(1, s) = of_x(2, s)", apply("the steps do not depend on the last batch")),
    Step("y", "of_y(1, s) = of_y(2, s)", apply("the steps do not depend on the last batch")),
    Step("new x", "of_x(1, e + 1) = of_x(2, e + 1)", arithmetic(use("x", s="e + 1"))),
    Step("new y", "of_y(1, e + 1) = of_y(2, e + 1)", arithmetic(use("y", s="e + 1"))),
    Step(
        "step, kept",
        f"{CHANCES[0]} = {MIXED[0]}",
        apply(
            "equals for equals",
            "kept",
            A="S(1, e)",
            B="S(2, e)",
            f=f"v: {chance('v', 'of_x(1, e + 1)', 'of_y(1, e + 1)')}",
        ),
    ),
    Step(
        "step, new x",
        f"{MIXED[0]} = {MIXED[1]}",
        apply(
            "equals for equals",
            "new x",
            A="of_x(1, e + 1)",
            B="of_x(2, e + 1)",
            f=f"v: {chance('S(2, e)', 'v', 'of_y(1, e + 1)')}",
        ),
    ),
    Step(
        "step, new y",
        f"{MIXED[1]} = {CHANCES[1]}",
        apply(
            "equals for equals",
            "new y",
            A="of_y(1, e + 1)",
            B="of_y(2, e + 1)",
            f=f"v: {chance('S(2, e)', 'of_x(2, e + 1)', 'v')}",
        ),
    ),
    Step(
        "first models",
        "c(1, 1) = c(2, 1)",
        arithmetic(
            use("line 2", g="1"),
            ("-1", use("line 2", g="2")),
            ("of_y(1, 1)", use("x", s="1")),
            ("of_x(2, 1)", use("y", s="1")),
        ),
    ),
    Step(
        "next batch of models",
        "c(1, e + 1) = c(2, e + 1)",
        arithmetic(
            use("lines 7 to 18", g="1"),
            ("-1", use("lines 7 to 18", g="2")),
            (CHANCES[0], "c(1, e) = c(2, e)"),
            ("c(2, e)", "step, kept"),
            ("c(2, e)", "step, new x"),
            ("c(2, e)", "step, new y"),
        ),
        ("c(1, e) = c(2, e)",),
    ),
    Step(
        "batches",
        "c(1, n) = c(2, n)",
        apply(
            "induction of equalities",
            "first models",
            "next batch of models",
            low="1",
            high="n",
            f="s: c(1, s)",
            g="s: c(2, s)",
        ),
    ),
    Step(
        "all",
        "course(1) = course(2)",
        arithmetic(use("all batches", g="1"), ("-1", use("all batches", g="2")), "batches"),
    ),
    also=("ASI-46-corrected: coins",),
)
