"""LEC-17: the last display of the proof of Theorem 2, printed with <=, is false: it should be >=.

Lecture notes, Section 2, after "and so". With two experts whose rewards are both 1/2, one round and e^a = 2 it says
1/2 <= 1/2 - ln 2 - 1. With >= and x at one expert it is Theorem 2 (LEC-14). Since all rewards are equal, the printed
i_t and i earn the same. By LEC-14-sharp the display is false in every game: its right side is below the left by at
least 7 a T/8.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from dpassay.exact import Real, as_real, log
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import stored_rows, told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample
from dpassay.proofs_check.lecture_notes.lec_16 import is_against_x
from dpassay.proofs_check.lecture_notes.reward_games import alpha_of, game
from dpassay.proofs_check.models.adaptive_rewards import ADAPTIVE, Game, fixed
from dpassay.proofs_check.numbers import at_most, sum_of
from dpassay.proofs_check.proof.register import refuted
from dpassay.reference import multiplicative_weights


@claim(
    "LEC-17",
    location='proof of Theorem 2, "and so" display',
    latex=r"\mathbb{E}\big[\sum_t r_t(i_t)\big] \le \mathbb{E}_{i \sim x}\big[\sum_t r_t(i_t)\big] - \alpha T - \ln "
    r"K/\alpha",
    text="The last display of the proof, printed with <=.",
    assumed=("E_{i~x}[sum r_t(i_t)] is read as E_{i~x}[sum r_t(i)]; the counterexample serves both readings",),
    corrected_by="LEC-14",
)
def lec_17() -> Case:
    """The sign is wrong."""

    def halves() -> Iterator[Instance]:
        yield {"rewards": stored_rows([[Fraction(1, 2)] * 2]), "learning_rate": "1", "x": ["1", "0"]}

    return Case(
        argument="With K = 2, T = 1, both rewards 1/2 and alpha = 1 the display says 1/2 <= 1/2 - 1 - ln 2. With >= "
        "it is Theorem 2. Since all rewards are equal, i_t and i earn the same.",
        counterexample=Goal("two experts with equal rewards", counterexample("lec17"), Hunt("lec17", halves)),
        twins=(Twin("with >=", counterexample("lec17-reversed")),),
        remarks=(
            "By LEC-14-sharp the display is false in every game of at least one round: its right side is below the "
            "left by 7 alpha T/8 or more.",
        ),
    )


def _final_sides(instance: Instance) -> tuple[Real, Real]:
    """alpha E[reward], and alpha x . sum r_t - alpha^2 T - ln K."""
    rows, parameters = game(instance)
    alpha = as_real(alpha_of(instance))
    of_x = sum_of([p * r for row in rows for p, r in zip(map(Fraction, instance["x"]), row, strict=True)])
    left = as_real(multiplicative_weights.expected_reward(rows, parameters)) * alpha
    return left, as_real(of_x) * alpha - alpha * alpha * as_real(len(rows)) - as_real(log(len(rows[0])))


told(
    "lec17",
    "E[reward] <= E_x[sum r_t(i)] - alpha T - ln K/alpha",
    is_against_x,
    numbers=lambda instance: dict(
        zip(("left side times alpha", "right side times alpha"), _final_sides(instance), strict=True)
    ),
)(lambda instance: at_most(*_final_sides(instance)))
told("lec17-reversed", "the same with >=", is_against_x)(lambda instance: at_most(*_final_sides(instance)[::-1]))


HALF = Fraction(1, 2)
refuted(
    "LEC-17",
    ADAPTIVE,
    "E(sum(g(t), t, 1, T)) <= E(sum(sum(x(i)*r(t, i), i, 1, K), t, 1, T)) - a*T - log(K)/a",
    setting=Game(fixed((HALF, HALF)), 1, 2, growth=Fraction(2)),
    where=("a <= 179/100",),
)
