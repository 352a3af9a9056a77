"""LEC-19: each choice i_t is 2 a-differentially private with respect to the rows of the reward matrix.

Lecture notes, Section 2, after the proof of Theorem 2: i_t is an exponential mechanism whose utility is 1-Lipschitz.
For a matrix that is fixed in advance it is true. The law of i_t is proportional to e^(a U(i)), with U the past
rewards; another row moves U(i) by at most 1, so it moves each factor and their sum by at most e^a. The factor e^(2 a)
is the supremum over K.

LEC-19b: the same where rewards depend on earlier choices, which Section 2 allows, is false. Rewards can repeat what
many choices tell of round 1: let it pay one expert or the other, then nobody, while the algorithm votes, and then pay
the second expert again and again if all voters chose it, and the first otherwise. The next choice tells more of round
1 than one choice does. Given the earlier choices each choice is 2 a-private all the same: that is what is proved
here, of which a fixed matrix is a case.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

from dpassay.exact import max_ratio
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import ABOVE_1, entries, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.lecture_notes.neighboring_games import growth_of, is_pair, neighbors_of, one_or_all_others
from dpassay.proofs_check.models.adaptive_experts import ADAPTIVE, one_against_all, vote
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside, use
from dpassay.reference import multiplicative_weights


@claim(
    "LEC-19",
    location="Section 2, after the proof of Theorem 2",
    latex=r"U \text{ is 1-Lipschitz, so } i_t \text{ is } 2\alpha\text{-differentially private}",
    text="Each choice i_t is 2 alpha-differentially private with respect to the rows of the reward matrix.",
    adjacency="one_loss",
    assumed=("the reward matrix is fixed in advance, as a database is",),
)
def lec_19() -> Case:
    """The exponential mechanism; tight as a supremum over K."""
    return Case(
        checks=(Goal("small games, exactly", exhaustive("lec19", "neighboring-games")),),
        sharper=(
            Goal(
                "with many experts more than 19/20 of the factor e^{2 alpha} is reached in round 2",
                counterexample("lec19-too-sharp"),
                Hunt("lec19-too-sharp", lambda: (one_or_all_others(k, 2, "2") for k in range(2, 100))),
            ),
        ),
        twins=(Twin("alpha-differentially private", exhaustive("lec19-alpha", "neighboring-games")),),
        remarks=(
            "2 alpha is the supremum over K and is not attained: with g = e^alpha, round 2 reaches the ratio g (1 + "
            "(K - 1) g)/(g + K - 1) where round 1 pays one expert alone or all others. The first choice does not "
            "depend on the data at all.",
        ),
    )


@claim(
    "LEC-19b",
    location="Section 2, after the proof of Theorem 2, with rewards that depend on the choices",
    latex=r"\text{rewards may depend on } i_1, \dots, i_{t-1} \text{: the law of } i_t \text{ is } "
    r"2\alpha\text{-differentially private}",
    text="The same where rewards depend on earlier choices, which Section 2 allows: the law of i_t changes by at "
    "most e^{2 alpha} if the rule for one round's rewards is changed.",
    adjacency="one_loss",
    corrected_by="LEC-19",
)
def lec_19b() -> Case:
    """The rewards repeat what the choices told."""
    return Case(
        argument="Rewards that depend on choices can repeat what many choices tell of round 1. Let it pay one expert "
        "or the other, let nobody be paid while the algorithm votes, and then pay the winner of the vote "
        "again and again: the next choice is that of the majority, which tells more of round 1 than one "
        "choice does. Given the earlier choices, each choice is 2 alpha-private all the same, and so LEC-20 "
        "survives.",
        counterexample=Goal("a vote", counterexample("lec19b"), Hunt("lec19b", _votes)),
        twins=(Twin("given the earlier choices", counterexample("lec19b-given")),),
    )


def _round_ratios(instance: Instance) -> list[Any]:
    """The largest ratio of each round, in both directions."""
    first, second, parameters = neighbors_of(instance)
    p, q = (multiplicative_weights.round_laws(rows, parameters) for rows in (first, second))
    return [max_ratio(*laws) for laws in (*zip(p, q, strict=True), *zip(q, p, strict=True))]


told("lec19", "each choice's law changes by at most the factor e^(2 alpha)", is_pair)(
    lambda instance: all(at_most(ratio, growth_of(instance) ** 2) for ratio in _round_ratios(instance))
)
told("lec19-too-sharp", "... by at most 19/20 of e^(2 alpha)", is_pair)(
    lambda instance: all(
        at_most(ratio, Fraction(19, 20) * growth_of(instance) ** 2) for ratio in _round_ratios(instance)
    )
)
told("lec19-alpha", "... by at most the factor e^alpha", is_pair)(
    lambda instance: all(at_most(ratio, growth_of(instance)) for ratio in _round_ratios(instance))
)


@entries(voters=whole(1), payments=whole(1), exp_learning_rate=ABOVE_1).where
def _is_vote(instance: Instance) -> bool:
    """Round 1 pays one expert or the other, an odd number of rounds nobody, and then the winner of these is paid."""
    return bool(instance["voters"] % 2 == 1)


def _chosen_after(instance: Instance, majority: int) -> tuple[Fraction, Fraction]:
    """The probability of expert 0 after the payments to ``majority``, where round 1 paid expert 0, and expert 1."""
    g, paid = growth_of(instance), instance["payments"]
    ahead = paid if majority == 0 else -paid
    return 1 / (1 + g ** (-1 - ahead)), 1 / (1 + g ** (1 - ahead))


def _chosen_in_all(instance: Instance) -> tuple[Fraction, Fraction]:
    """The same without knowing the votes: each is for the expert that round 1 paid with probability g/(1 + g)."""
    g, n = growth_of(instance), instance["voters"]
    likely = sum((comb(n, k) * g**k for k in range(n // 2 + 1, n + 1)), Fraction(0)) / (1 + g) ** n
    (a, b), (c, d) = (_chosen_after(instance, majority) for majority in (0, 1))
    return likely * a + (1 - likely) * c, (1 - likely) * b + likely * d


def _moves_little(instance: Instance, pairs: list[tuple[Fraction, Fraction]]) -> bool:
    both = [(x, y) for p, q in pairs for x, y in ((p, q), (q, p), (1 - p, 1 - q), (1 - q, 1 - p))]
    return all(x <= growth_of(instance) ** 2 * y for x, y in both)


told(
    "lec19b",
    "the law of the last choice changes by at most the factor e^(2 alpha)",
    _is_vote,
    lambda instance: dict(zip(("Pr[expert 0]", "Pr[expert 0], the other row"), _chosen_in_all(instance), strict=True)),
)(lambda instance: _moves_little(instance, [_chosen_in_all(instance)]))
told("lec19b-given", "the same given the earlier choices", _is_vote)(
    lambda instance: _moves_little(instance, [_chosen_after(instance, majority) for majority in (0, 1)])
)


def _votes() -> Iterator[Instance]:
    for rate, voters, payments in product(("2", "3", "3/2"), range(1, 12, 2), range(1, 11)):
        yield {"exp_learning_rate": rate, "voters": voters, "payments": payments}


U, V = "sum(r(s, i), s, 1, t - 1)", "sum(r2(s, i), s, 1, t - 1)"
ALL, ALL2 = (f"sum(exp(a*sum({r}(s, k), s, 1, t - 1)), k, 1, K)" for r in ("r", "r2"))


def _moves(name: str, more: str, less: str, row: str) -> tuple[Step, ...]:
    """One rule's past rewards are at most 1 above the other's, and their powers a factor e^a."""
    high, low = (f"sum({r}(s, i), s, 1, t - 1)" for r in (more, less))
    return (
        Step(f"entry {name}", f"{more}(t, i) <= {less}(t, i) + differs(t)", arithmetic(row)),
        Step(
            f"sum {name}",
            f"{high} <= sum({less}(s, i) + differs(s), s, 1, t - 1)",
            apply(
                "sum grows",
                f"entry {name}",
                f=f"s: {more}(s, i)",
                g=f"s: {less}(s, i) + differs(s)",
                low="1",
                high="t - 1",
            ),
        ),
        Step(
            f"exponent {name}",
            f"a*{high} <= a + a*{low}",
            arithmetic(("a", f"sum {name}"), ("a", use("one round", m="t - 1"))),
        ),
        Step(
            f"factor {name}",
            f"exp(a*{high}) <= exp(a + a*{low})",
            apply("exp grows", f"exponent {name}", A=f"a*{high}", B=f"a + a*{low}"),
        ),
    )


def _law(name: str, w: str, r: str, *facts: str) -> Step:
    """A weight times the sum of all factors is its own factor."""
    return Step(
        name,
        f"{w}(t, i)*sum(exp(a*sum({r}(s, k), s, 1, t - 1)), k, 1, K) = exp(a*sum({r}(s, i), s, 1, t - 1))",
        apply("multiplied weights", *facts, T="t", K="K", a="a", w=f"t, i: {w}(t, i)", r=f"t, i: {r}(t, i)", i="i"),
    )


POINTWISE = theorem(
    "LEC-19: of one expert",
    ADAPTIVE,
    "w(t, i) <= exp(2*a)*w2(t, i)",
    _law("law", "w", "r", "first", "update"),
    _law("second law", "w2", "r2", "first, second rule", "update, second rule"),
    *_moves("up", "r", "r2", "one row, up"),
    *_moves("down", "r2", "r", "one row, down"),
    Step(
        "last expert",
        f"{ALL} = sum(exp(a*sum(r(s, k), s, 1, t - 1)), k, 1, K - 1) + exp(a*sum(r(s, K), s, 1, t - 1))",
        apply("last term", f="k: exp(a*sum(r(s, k), s, 1, t - 1))", low="1", high="K"),
    ),
    Step("normalization", f"0 < {ALL}", arithmetic(("-1", "last expert"))),
    Step(
        "all",
        "w(t, i) <= exp(2*a)*w2(t, i)",
        arithmetic(
            (f"1/{ALL}", "law"),
            (f"1/{ALL}", "factor up"),
            (f"-exp(a)/{ALL}", "second law"),
            (f"exp(a)*w2(t, i)/{ALL}", inside("sum(_, i, 1, K)", "factor down")),
        ),
        (),
        ("normalization",),
    ),
)
EVENT = "sum(w(t, i)*chosen(i), i, 1, K) <= exp(2*a)*sum(w2(t, i)*chosen(i), i, 1, K)"
theorem(
    "LEC-19",
    ADAPTIVE,
    EVENT,
    Step("one", "w(t, i) <= exp(2*a)*w2(t, i)", apply("LEC-19: of one expert")),
    Step(
        "all",
        EVENT,
        arithmetic(inside("sum(chosen(i)*_, i, 1, K)", "one")),
    ),
)
FIRST_EXPERT: dict[str, Any] = {"@transcript": (1, 1)}
refuted(
    "LEC-19: with 19/20 of the factor",
    ADAPTIVE,
    EVENT.replace("exp(2*a)", "19/20*exp(2*a)"),
    setting=one_against_all(30, Fraction(2)),
    t=2,
    **FIRST_EXPERT,
)
refuted(
    "LEC-19b",
    ADAPTIVE,
    "E(sum(choice(t, i)*chosen(i), i, 1, K)) <= exp(2*a)*E(sum(choice(t, i)*chosen(i), i, 1, K), P2)",
    setting=vote(voters=3, payments=2, growth=Fraction(4)),
    t=7,
)
