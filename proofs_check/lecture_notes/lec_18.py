"""LEC-18: the law of i_t is said to be proportional to e^(a (r_1(i) + ... + r_t(i))).

Lecture notes, Section 2, after the proof of Theorem 2. The algorithm samples i_t before it observes row t, so the sum
runs to t - 1 (LEC-18-corrected), and i_1 is uniform. With one round and two experts, one of whom is paid, the printed
law is wrong.

The corrected law holds given the earlier choices, where rewards depend on these. The ratio of two experts'
probabilities is multiplied by e^(a r_t(i))/e^(a r_t(j)) in each round, whatever the normalization, and it begins at
1.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any, Final

from dpassay.exact import Dist
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import as_rows, family, matrices, matrix_of, told, word
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.lecture_notes.reward_games import RATIONAL_GAME
from dpassay.proofs_check.lecture_notes.updates import updated
from dpassay.proofs_check.models.adaptive_experts import ADAPTIVE, one_round
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic


@claim(
    "LEC-18",
    location="Section 2, after the proof of Theorem 2",
    latex=r"\Pr[i_t = i] = \tfrac{1}{Z_t} \prod_{t'=1}^{t} \exp(\alpha r_{t'}(i))",
    text="i_t is chosen with probability proportional to e^{alpha (r_1(i) + ... + r_t(i))}.",
    corrected_by="LEC-18-corrected",
)
def lec_18() -> Case:
    """i_t is drawn before row t is seen."""
    return Case(
        argument="The algorithm samples i_t before it observes row t, so the product runs to t - 1; i_1 is uniform.",
        counterexample=Goal("one round", counterexample("lec18"), Hunt("lec18", _games)),
        twins=(Twin("through t - 1", counterexample("lec18-corrected")),),
        remarks=(
            "For privacy the printed law is one factor worse: with it T outputs depend on the changed row, with the "
            "true law T - 1 (LEC-20-sharp).",
        ),
    )


@claim(
    "LEC-18-corrected",
    location="Section 2, after the proof of Theorem 2",
    latex=r"\Pr[i_t = i] = \tfrac{1}{Z_t} \prod_{t'=1}^{t-1} \exp(\alpha r_{t'}(i))",
    text="i_t is chosen with probability proportional to e^{alpha (r_1(i) + ... + r_{t-1}(i))} (given the earlier "
    "rounds, where rewards depend on choices).",
)
def lec_18_corrected() -> Case:
    """Normalizations cancel in ratios."""
    return Case(
        checks=(Goal("small games, by the algorithm's steps", exhaustive("lec18-corrected", "games")),),
        twins=(Twin("through t", exhaustive("lec18", "games")),),
    )


def _law_by_the_algorithm(rows: Any, growth: Fraction) -> list[Dist[int]]:
    """The laws of i_1, ..., i_T by the algorithm's own steps: sample, then multiply and normalize (0/1 rewards)."""
    y, laws = Dist.uniform(range(len(rows[0]))), []
    for row in rows:
        laws.append(y)
        y = updated(y, row, growth)
    return laws


def _law_by_the_formula(rows: Any, growth: Fraction, through: int) -> Dist[int]:
    """The law proportional to e^(alpha sum over the first ``through`` rounds)."""
    sums = [sum(int(row[i]) for row in rows[:through]) for i in range(len(rows[0]))]
    return Dist.from_weights({i: growth**s for i, s in enumerate(sums)})


def _formula_is_right(instance: Instance, *, before: int) -> bool:
    rows, growth = as_rows(instance["rewards"]), Fraction(instance["exp_learning_rate"])
    laws = _law_by_the_algorithm(rows, growth)
    return all(law == _law_by_the_formula(rows, growth, t - before) for t, law in enumerate(laws, start=1))


def _first_law_that_differs(instance: Instance) -> dict[str, Any]:
    rows, growth = as_rows(instance["rewards"]), Fraction(instance["exp_learning_rate"])
    pairs = (
        (law, _law_by_the_formula(rows, growth, t)) for t, law in enumerate(_law_by_the_algorithm(rows, growth), 1)
    )
    law, printed = next((a, b) for a, b in pairs if a != b)
    return {"the law of i_t": law, "the printed law": printed}


GAME_OF_BITS: Final = RATIONAL_GAME.having(rewards=matrix_of(word("0", "1")))
"""A game with rewards 0 and 1, given by e^alpha."""


told(
    "lec18",
    "the law of i_t is proportional to e^(alpha sum of rewards through round t)",
    GAME_OF_BITS,
    numbers=_first_law_that_differs,
)(lambda instance: _formula_is_right(instance, before=0))
told("lec18-corrected", "... through round t - 1", GAME_OF_BITS)(lambda instance: _formula_is_right(instance, before=1))


def _games() -> Iterator[Instance]:
    for (rounds, experts), rate in product(((1, 2), (2, 2), (3, 2), (2, 3)), ("3/2", "4")):
        for rewards in matrices(rounds, experts, ("0", "1")):
            yield {"rewards": rewards, "exp_learning_rate": rate}


family("games", "all 0/1 reward matrices of four small shapes at e^alpha = 3/2 and 4")(_games)


FIRST_EXPERT: dict[str, Any] = {"@transcript": (1,)}
refuted(
    "LEC-18",
    ADAPTIVE,
    "w(t, i) = exp(a*sum(r(s, i), s, 1, t))/sum(exp(a*sum(r(s, j), s, 1, t)), j, 1, K)",
    setting=one_round(),
    t=1,
    i=1,
    **FIRST_EXPERT,
)
ALL = "sum(exp(a*sum(r(s, j), s, 1, t - 1)), j, 1, K)"
LAW = f"w(t, i) = exp(a*sum(r(s, i), s, 1, t - 1))/{ALL}"
theorem(
    "LEC-18-corrected",
    ADAPTIVE,
    LAW,
    Step(
        "proportional",
        f"w(t, i)*{ALL} = exp(a*sum(r(s, i), s, 1, t - 1))",
        apply(
            "multiplied weights",
            "first",
            "update",
            T="t",
            K="K",
            a="a",
            w="t, i: w(t, i)",
            r="t, i: r(t, i)",
            i="i",
        ),
    ),
    Step(
        "last expert",
        f"{ALL} = {ALL.replace('K)', 'K - 1)')} + exp(a*sum(r(s, K), s, 1, t - 1))",
        apply("last term", f="j: exp(a*sum(r(s, j), s, 1, t - 1))", low="1", high="K"),
    ),
    Step("normalization", f"0 < {ALL}", arithmetic(("-1", "last expert"))),
    Step("all", LAW, arithmetic((f"1/{ALL}", "proportional")), defined=("normalization",)),
)
