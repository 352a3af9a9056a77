"""Section 2 of the lecture notes, privacy: the transcript of multiplicative weights (LEC-18 to LEC-24)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any, Final

from dpassay.exact import Dist, LogForm, Number, PrivacyLoss, Real, Undecided, as_real, log, max_ratio
from dpassay.proofs_check.claim import Case, Goal, Guide, Hunt, Twin, claim
from dpassay.proofs_check.instances import (
    ABOVE_0,
    ABOVE_1,
    PROBABILITY,
    Precondition,
    as_rows,
    entries,
    family,
    matrices,
    matrix_of,
    row_of,
    told,
    whole,
    word,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import (
    Statement,
    counterexample,
    exhaustive,
    identity,
    inequality,
    nonnegative,
)
from dpassay.proofs_check.lecture_notes.experts import LARGEST_RATE, RATIONAL_GAME, game, updated
from dpassay.proofs_check.lemmas import HOEFFDING, hoeffding, quadratic_bound
from dpassay.proofs_check.numbers import at_most
from dpassay.reference import multiplicative_weights

# LEC-18


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
            "true law T - 1 (LEC-20).",
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
        argument="The ratio of two experts' probabilities is multiplied by e^{alpha r_t(i)}/e^{alpha r_t(j)} in each "
        "round, whatever the normalization, and it begins at 1.",
        proof=(
            Goal(
                "the ratio of two experts after an update",
                identity("((y/Z)*exp(a*r)/W)/((v/Z)*exp(a*s)/W)", "(y/v)*exp(a*r - a*s)"),
            ),
        ),
        checks=(Goal("small games, by the algorithm's steps", exhaustive("lec18-corrected", "games")),),
        twins=(Twin("through t", exhaustive("lec18", "games"), of=1),),
    )


# LEC-19, LEC-20


def neighbors_of(instance: Instance) -> tuple[Any, Any, multiplicative_weights.Parameters]:
    """Two reward matrices of which one row differs."""
    first, parameters = game(instance)
    place = instance["changed_round"]
    row = as_rows([instance["row"]])[0]
    return first, (*first[:place], row, *first[place + 1 :]), parameters


def _round_ratios(instance: Instance) -> list[Any]:
    """The largest ratio of each round, in both directions."""
    first, second, parameters = neighbors_of(instance)
    p, q = (multiplicative_weights.round_laws(rows, parameters) for rows in (first, second))
    return [max_ratio(*laws) for laws in (*zip(p, q, strict=True), *zip(q, p, strict=True))]


def _growth(instance: Instance) -> Fraction:
    return Fraction(instance["exp_learning_rate"])


@RATIONAL_GAME.having(changed_round=whole(), row=row_of(PROBABILITY)).where
def _is_pair(instance: Instance) -> bool:
    """A game given by e^alpha, and another row in [0, 1] for one of its rounds."""
    rewards = instance["rewards"]
    return instance["changed_round"] < len(rewards) and len(instance["row"]) == len(rewards[0])


told("lec19", "each choice's law changes by at most the factor e^(2 alpha)", _is_pair)(
    lambda instance: all(at_most(ratio, _growth(instance) ** 2) for ratio in _round_ratios(instance))
)
told("lec19-too-sharp", "... by at most 19/20 of e^(2 alpha)", _is_pair)(
    lambda instance: all(at_most(ratio, Fraction(19, 20) * _growth(instance) ** 2) for ratio in _round_ratios(instance))
)
told("lec19-alpha", "... by at most the factor e^alpha", _is_pair)(
    lambda instance: all(at_most(ratio, _growth(instance)) for ratio in _round_ratios(instance))
)


@family("neighboring-games", "all pairs of 0/1 matrices with (T, K) = (2, 2), (3, 2), (2, 3) of which one row differs")
def _neighboring_games() -> Iterator[Instance]:
    for (rounds, experts), rate in product(((2, 2), (3, 2), (2, 3)), ("3/2", "4")):
        rows = list(product(("0", "1"), repeat=experts))
        for rewards, place, row in product(matrices(rounds, experts, ("0", "1")), range(rounds), rows):
            yield {"rewards": rewards, "exp_learning_rate": rate, "changed_round": place, "row": list(row)}


def one_against_all(experts: int, rounds: int, rate: str) -> Instance:
    """Round 1 pays expert 0 alone, or all others; later rounds pay nobody."""
    alone, others = ["1", *["0"] * (experts - 1)], ["0", *["1"] * (experts - 1)]
    later = [["0"] * experts] * (rounds - 1)
    return {"rewards": [alone, *later], "exp_learning_rate": rate, "changed_round": 0, "row": others}


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
        argument="A changed row with entries in [0, 1] moves each exponent by at most alpha. With E = e^{2 alpha} "
        "the ratio of the probabilities of an expert of weight w against the rest W is at most E (w + W)/(E "
        "w + W) < E, as in LEC-06.",
        proof=(Goal("E (w + W) <= E (E w + W)", nonnegative("E*(E*w + W) - E*(w + W)", ("E - 1", "E", "w", "W"))),),
        checks=(Goal("small games, exactly", exhaustive("lec19", "neighboring-games")),),
        sharper=(
            Goal(
                "with many experts more than 19/20 of the factor e^{2 alpha} is reached in round 2",
                counterexample("lec19-too-sharp"),
                Hunt("lec19-too-sharp", lambda: (one_against_all(k, 2, "2") for k in range(2, 100))),
            ),
        ),
        twins=(Twin("alpha-differentially private", exhaustive("lec19-alpha", "neighboring-games"), of=1),),
        remarks=(
            "2 alpha is the supremum over K and is not attained: with g = e^alpha, round 2 reaches the ratio g (1 + "
            "(K - 1) g)/(g + K - 1) where round 1 pays one expert alone or all others. The first choice does not "
            "depend on the data at all.",
        ),
    )


# LEC-19b. Round 1 pays one expert or the other, the voters' rounds nobody, and then as many rounds as "payments" pay
# the expert who was chosen in most of the voters' rounds.


@entries(voters=whole(1), payments=whole(1), exp_learning_rate=ABOVE_1).where
def _is_vote(instance: Instance) -> bool:
    return bool(instance["voters"] % 2 == 1)


def _chosen_after(instance: Instance, majority: int) -> tuple[Fraction, Fraction]:
    """The probability of expert 0 after the payments to ``majority``, where round 1 paid expert 0, and expert 1."""
    g, paid = _growth(instance), instance["payments"]
    ahead = paid if majority == 0 else -paid
    return 1 / (1 + g ** (-1 - ahead)), 1 / (1 + g ** (1 - ahead))


def _chosen_in_all(instance: Instance) -> tuple[Fraction, Fraction]:
    """The same without knowing the votes: each is for the expert that round 1 paid with probability g/(1 + g)."""
    g, n = _growth(instance), instance["voters"]
    likely = sum((comb(n, k) * g**k for k in range(n // 2 + 1, n + 1)), Fraction(0)) / (1 + g) ** n
    (a, b), (c, d) = (_chosen_after(instance, majority) for majority in (0, 1))
    return likely * a + (1 - likely) * c, (1 - likely) * b + likely * d


def _moves_little(instance: Instance, pairs: list[tuple[Fraction, Fraction]]) -> bool:
    both = [(x, y) for p, q in pairs for x, y in ((p, q), (q, p), (1 - p, 1 - q), (1 - q, 1 - p))]
    return all(x <= _growth(instance) ** 2 * y for x, y in both)


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


def transcript_ratios(instance: Instance) -> list[Any]:
    """The largest ratio of the probabilities of a transcript, in both directions."""
    first, second, parameters = neighbors_of(instance)
    losses = [multiplicative_weights.transcript_loss(*pair, parameters) for pair in ((first, second), (second, first))]
    return [loss.profile.max_ratio if isinstance(loss, PrivacyLoss) else loss.max_ratio for loss in losses]


def _transcript_is_private(instance: Instance, rounds_counted: int, share: Fraction = Fraction(1)) -> bool:
    power = _growth(instance) ** (2 * (len(instance["rewards"]) - rounds_counted))
    return all(at_most(ratio, share * power) for ratio in transcript_ratios(instance))


told("lec20", "the transcript's law changes by at most the factor e^(2 alpha T)", _is_pair)(
    lambda instance: _transcript_is_private(instance, 0)
)
told("lec20-sharp", "... e^(2 alpha (T - 1))", _is_pair)(lambda instance: _transcript_is_private(instance, 1))
told("lec20-sharper", "... e^(2 alpha (T - 2))", _is_pair)(lambda instance: _transcript_is_private(instance, 2))
told("lec20-too-sharp", "... 9/10 of e^(2 alpha (T - 1))", _is_pair)(
    lambda instance: _transcript_is_private(instance, 1, Fraction(9, 10))
)


@claim(
    "LEC-20",
    location="Section 2, after the proof of Theorem 2",
    latex=r"MW \text{ is } 2\alpha T\text{-differentially private}",
    text="The transcript of T choices is 2 alpha T-differentially private.",
    adjacency="one_loss",
    assumed=("the reward matrix is fixed in advance, as a database is",),
)
def lec_20() -> Case:
    """Independent choices, of which the first does not count."""
    return Case(
        argument="For a fixed matrix the choices are independent, so ratios multiply: at most e^{2 alpha} for each "
        "(LEC-19), and 1 for the first. Hence 2 alpha (T - 1), which is below 2 alpha T.",
        proof=(
            Goal("E (w + W) <= E (E w + W)", nonnegative("E*(E*w + W) - E*(w + W)", ("E - 1", "E", "w", "W"))),
            Goal("2 alpha (T - 1) <= 2 alpha T", nonnegative("2*a*T - 2*a*(T - 1)", ("a",))),
        ),
        checks=(Goal("small games, exactly", exhaustive("lec20", "neighboring-games")),),
        sharper=(
            Goal("2 alpha (T - 1) suffices", exhaustive("lec20-sharp", "neighboring-games")),
            Goal(
                "and is approached: 9/10 of that factor is exceeded with many experts",
                counterexample("lec20-too-sharp"),
                Hunt("lec20-too-sharp", lambda: (one_against_all(k, 3, "2") for k in range(2, 200))),
            ),
        ),
        twins=(Twin("2 alpha (T - 2)", exhaustive("lec20-sharper", "neighboring-games"), of=2),),
        remarks=(
            "The tight constant is 2 alpha (T - 1), the supremum over K; for T >= 2 it is not attained.",
            "Where rewards depend on choices the choices are not independent, but each is 2 alpha-private given the "
            "earlier ones, and the factors multiply all the same.",
        ),
    )


@claim(
    "LEC-21",
    location="Section 2, after the proof of Theorem 2",
    latex=r"\alpha = 1/(2T) \text{ makes the bound of Theorem 2 useless}",
    text="For 1-differential privacy one sets alpha = 1/(2T), with which Theorem 2 promises nothing.",
    assumed=("K >= 2 (with one expert the regret is 0 and there is nothing to promise)",),
)
def lec_21() -> Case:
    """The bound is negative."""
    return Case(
        argument="At alpha = 1/(2T) the bound is max_i R_i - 1/2 - 2T ln K, at most T - 1/2 - 2T ln K, which is "
        "below 0 because ln K >= ln 2 > 1/2, for every reward matrix: less than what any algorithm earns.",
        proof=(
            Goal("the bound at alpha = 1/(2T)", identity("T - (1/(2*T))*T - L/(1/(2*T))", "T - 1/2 - 2*T*L")),
            Goal("it is below 0", nonnegative("2*T*L + 1/2 - T", ("T", "L - 1/2"), ">")),
            Goal("ln K > 1/2", inequality("log(k) - 1/2", "k", "[2, oo)", ">")),
        ),
        twins=(
            Twin("for L >= 1/4", nonnegative("2*T*L + 1/2 - T", ("T", "L - 1/4"), ">"), of=1),
            Twin("ln K > 1", inequality("log(k) - 1", "k", "[2, oo)", ">"), of=2),
        ),
        remarks=(
            "LEC-14-sharp does not help: 1/16 in place of 1/2. By LEC-20 alpha = 1/(2(T - 1)) already gives "
            "1-differential privacy.",
        ),
    )


# LEC-22, LEC-23


def level_pair(rounds: int, rate: str) -> Instance:
    """Two experts; round 1 pays one or the other, later rounds nobody: T - 1 randomized responses, eps = alpha."""
    return {
        "rewards": [["1", "0"], *[["0", "0"]] * (rounds - 1)],
        "exp_learning_rate": rate,
        "changed_round": 0,
        "row": ["0", "1"],
    }


def _rewards(instance: Instance) -> Instance:
    """Instances of many rounds are stored by their number of rounds."""
    return instance if "rewards" in instance else level_pair(instance["rounds"], instance["exp_learning_rate"])


LEVEL_PAIR: Final = entries(rounds=whole(1), exp_learning_rate=ABOVE_1)
_is_long_pair: Final = LEVEL_PAIR | _is_pair


def _losses(instance: Instance) -> list[Any]:
    """The losses of the transcript, in both directions; those of the level pair are equal: exchange the experts."""
    first, second, parameters = neighbors_of(_rewards(instance))
    pairs = ((first, second), (second, first)) if "rewards" in instance else ((first, second),)
    return [multiplicative_weights.transcript_loss(*pair, parameters) for pair in pairs]


def _curve(instance: Instance) -> Callable[[Number], Number]:
    """The transcript's delta as a function of e^epsilon."""
    losses = _losses(instance)
    return lambda exp_eps: max(loss.delta(exp_eps) for loss in losses)


def _rounds(instance: Instance) -> int:
    return int(instance["rounds"]) if "rounds" in instance else len(instance["rewards"])


def _alpha(instance: Instance) -> Real:
    return as_real(log(_growth(instance)))


def _epsilon(instance: Instance) -> Real:
    """12 T alpha^2."""
    return _alpha(instance) ** 2 * as_real(12 * _rounds(instance))


def _delta_at_least(instance: Instance) -> Number:
    """A rational lower bound on the transcript's delta at 12 T alpha^2: delta falls, so round e^epsilon up."""
    return _curve(instance)(_epsilon(instance).exp().bounds()[1])


def _delta_is_small(instance: Instance, delta: Real) -> bool:
    """Whether delta(12 T alpha^2) <= ``delta``, from a lower and an upper bound on either side."""
    curve, exp_eps = _curve(instance), _epsilon(instance).exp()
    for accuracy in ACCURACIES:
        (low, high), (least, most) = exp_eps.bounds(accuracy), delta.bounds(accuracy)
        if curve(low) <= max(least, Fraction(0)):
            return True
        if curve(high) > most:
            return False
    raise Undecided(f"the two sides agree to {ACCURACIES[-1]} bits")


def _printed_delta(instance: Instance) -> Real:
    """e^(-T alpha)."""
    return (-(_alpha(instance) * as_real(_rounds(instance)))).exp()


def _delta_of_square(instance: Instance, factor: Fraction) -> Real:
    """e^(-factor T alpha^2)."""
    return (-(_alpha(instance) ** 2 * as_real(factor * _rounds(instance)))).exp()


def _compared(instance: Instance, delta: Real) -> dict[str, Any]:
    return {
        "alpha": _alpha(instance),
        "epsilon = 12 T alpha^2": _epsilon(instance),
        "delta at this epsilon is at least": _delta_at_least(instance),
        "the printed delta": delta,
    }


ACCURACIES: Final = (64, 256, 1024)
"""Bits to which both sides are enclosed before a comparison is given up."""
EXPONENT: Final = Fraction(529, 8)
"""The exponent of LEC-22-corrected, in units of T alpha^2."""


def _with_printed_delta(name: str, words: str, applies: Precondition) -> None:
    told(name, words, applies, lambda instance: _compared(instance, _printed_delta(instance)))(
        lambda instance: _delta_is_small(instance, _printed_delta(instance))
    )


def with_square(name: str, factor: Fraction) -> None:
    """Register the claim on (12 T alpha^2, delta) with delta = e^(-``factor`` T alpha^2)."""
    told(name, f"... (12 T alpha^2, e^(-{factor} T alpha^2))-DP", _is_long_pair)(
        lambda instance: _delta_is_small(instance, _delta_of_square(instance, factor))
    )


_with_printed_delta(
    "lec22",
    "the transcript is (12 T alpha^2, e^(-T alpha))-DP on this pair, alpha <= 1.79",
    _is_long_pair.where(lambda instance: at_most(log(_growth(instance)), LogForm(LARGEST_RATE))),
)
with_square("lec22-squared", Fraction(1))
with_square("lec22-corrected", EXPONENT)
with_square("lec22-too-sharp", Fraction(80))


def _many_rounds() -> Iterator[Instance]:
    """Small instances first, then many rounds with small steps."""
    yield from _neighboring_games()
    for rounds, denominator in product((100, 1000, 1266, 1267), (100, 139, 142, 150, 400)):
        yield {"rounds": rounds, "exp_learning_rate": f"{denominator + 1}/{denominator}"}


@family(
    "transcripts",
    "the level pair with 2, 10, 100 and 1400 rounds and e^alpha from 2, or from 51/50 at 1400, to 401/400",
)
def _transcripts() -> Iterator[Instance]:
    for rounds, rate in product((2, 10, 100, 1400), ("2", "11/10", "51/50", "151/150", "401/400")):
        if rounds < 1000 or rate not in {"2", "11/10"}:
            yield {"rounds": rounds, "exp_learning_rate": rate}


def _few_rounds() -> Iterator[Instance]:
    return ({"rounds": rounds, "exp_learning_rate": rate} for rounds, rate in product((2, 10), ("2", "11/10")))


def _log_delta(rounds: int, alpha: float) -> float:
    """The logarithm of the level pair's delta at 12 T alpha^2, by its largest term and the sum relative to it."""
    n, epsilon = rounds - 1, 12 * rounds * alpha**2
    ones = [k for k in range(n + 1) if alpha * (2 * k - n) > epsilon]
    logs = [
        math.lgamma(n + 1)
        - math.lgamma(k + 1)
        - math.lgamma(n - k + 1)
        + k * alpha
        - n * math.log1p(math.exp(alpha))
        + math.log(-math.expm1(epsilon - alpha * (2 * k - n)))
        for k in ones
    ]
    return max(logs) + math.log(math.fsum(math.exp(x - max(logs)) for x in logs)) if logs else -math.inf


def exponent_hunt(name: str, factor: float) -> Hunt:
    """Level pairs of up to 200 rounds: how far the logarithm of delta stays below the promise."""

    def left(at: Mapping[str, float]) -> float:
        rounds, alpha = int(at["rounds"]), math.log(at["exp_learning_rate"])
        return -factor * rounds * alpha**2 - _log_delta(rounds, alpha)

    guide = Guide(
        {"rounds": (2.0, 200.0), "exp_learning_rate": (1.001, 1.09)},
        left,
        lambda at: {"rounds": int(at["rounds"]), "exp_learning_rate": str(at["exp_learning_rate"])},
    )
    return Hunt(name, _few_rounds, guide)


_TRANSCRIPT_LOSS: Final = (
    "Given the matrix, the loss of the transcript is a sum of T independent terms L_t (the first is 0). L_t = alpha "
    "d + const with |d| <= 1 takes values in an interval of width 2 alpha. Since E e^{-L_t} = 1 (both laws have full "
    "support), Hoeffding's lemma for -L_t gives 0 <= -E L_t + (2 alpha)^2/8, so E L_t <= alpha^2/2; and it gives E "
    "e^{s(L_t - E L_t)} <= e^{s^2 alpha^2/2}. So delta(eps) <= Pr[sum L_t > eps] <= e^{-(eps - T alpha^2/2)^2/(2 T "
    "alpha^2)} for eps >= T alpha^2/2, with s = (eps - T alpha^2/2)/(T alpha^2) >= 0. "
)


def _transcript_goals() -> tuple[Goal, ...]:
    return (
        *hoeffding(),
        Goal("(2 alpha)^2/8", identity("(2*a)**2/8", "a**2/2")),
        Goal(
            "Chernoff's exponent at its best s",
            identity(
                "-((e - v/2)/v)*(e - v/2) + ((e - v/2)/v)**2*v/2",
                "-(e - v/2)**2/(2*v)",
            ),
        ),
    )


def _exponent_is_below(largest: str) -> Statement:
    """alpha exceeds the divergence of a bit of mean 1/2 + 6 alpha from one of mean e^alpha/(1 + e^alpha)."""
    terms = ("(1/2 + 6*a)*log((1/2 + 6*a)*(1 + exp(-a)))", "(1/2 - 6*a)*log((1/2 - 6*a)*(1 + exp(a)))")
    return inequality(f"a - {terms[0]} - {terms[1]}", "a", f"(0, {largest}]", ">")


@claim(
    "LEC-22",
    location="Section 2, before Theorem 3",
    latex=r"MW \text{ is } (12 T \alpha^2, e^{-T\alpha})\text{-differentially private}",
    text="By the composition theorem of an earlier lecture the transcript is (12 T alpha^2, e^{-T "
    "alpha})-differentially private, for all T and K and every alpha that Theorem 2 allows.",
    adjacency="one_loss",
    corrected_by="LEC-22-corrected",
)
def lec_22() -> Case:
    """False for many rounds with a small step."""
    return Case(
        argument="Composition gives e^{-c T alpha^2}, not e^{-T alpha}, which is smaller where alpha is small. Take "
        "two experts; round 1 pays one or the other, later rounds pay both alike: the transcript is a (T - "
        "1)-fold randomized response with e^eps = e^alpha, whose delta at 12 T alpha^2 is computed exactly, "
        "from below.",
        counterexample=Goal("many rounds with a small step", counterexample("lec22"), Hunt("lec22", _many_rounds)),
        sharper=(
            Goal(
                "the rate at which delta falls with T on the level pair is less than alpha, for every alpha <= 0.015",
                _exponent_is_below("15/1000"),
            ),
            Goal("it is true from alpha = 8/529 on", nonnegative("529/8*T*a**2 - T*a", ("T", "a", "a - 8/529"))),
        ),
        twins=(
            Twin("with alpha squared", counterexample("lec22-squared")),
            Twin("with 529/8 T alpha^2", counterexample("lec22-corrected")),
            Twin("for every alpha <= 0.0151", _exponent_is_below("151/10000"), of=1),
        ),
        remarks=(
            "The claim is true where alpha >= 8/529 = 0.01512..., by LEC-22-corrected. For every alpha <= 0.015 it "
            "is false from some T on: by Cramer's theorem -ln delta grows on the level pair like T times the "
            "divergence of a bit of mean 1/2 + 6 alpha from one of mean e^alpha/(1 + e^alpha), which is less than "
            "alpha. Nothing is said of the alphas between.",
            "On the level pair with e^alpha = 1 + 1/d, d < 400, floating point finds no T below 1267 that breaks it.",
        ),
    )


@claim(
    "LEC-22-corrected",
    location="Section 2, before Theorem 3",
    latex=r"MW \text{ is } (12 T \alpha^2, e^{-(529/8) T\alpha^2})\text{-differentially private, for every } \alpha "
    r"> 0",
    text="The transcript is (12 T alpha^2, e^{-66.125 T alpha^2})-differentially private, and so (12 T alpha^2, "
    "e^{-T alpha^2}).",
    adjacency="one_loss",
    assumed=("the reward matrix is fixed in advance",),
)
def lec_22_corrected() -> Case:
    """The loss of a round has a range of width 2 alpha, not 4 alpha."""
    return Case(
        argument=_TRANSCRIPT_LOSS + HOEFFDING,
        proof=(
            *_transcript_goals(),
            Goal(
                "at eps = 12 v, v = T alpha^2",
                identity("-(12*v - v/2)**2/(2*v)", "-529/8*v"),
            ),
        ),
        checks=(Goal("many rounds, exactly", exhaustive("lec22-corrected", "transcripts")),),
        hunts=(exponent_hunt("lec22-corrected", 529 / 8),),
        twins=(
            Twin("e^{-80 T alpha^2}", exhaustive("lec22-too-sharp", "transcripts"), of=4),
            Twin("e^{-67 T alpha^2}", identity("-(12*v - v/2)**2/(2*v)", "-67*v"), of=3),
            Twin("variance at most 1/5", nonnegative("1/5 - v*(1 - v)")),
        ),
    )


def _promised_delta(instance: Instance) -> Real:
    """e^(-c sqrt(T eps)) at eps = 12 T alpha^2, so that sqrt(T eps) = sqrt(12) T alpha."""
    root = as_real(12).sqrt() * _alpha(instance) * as_real(_rounds(instance))
    return (-(as_real(Fraction(instance["constant"])) * root)).exp()


def _has_epsilon_at_most(instance: Instance, most: Fraction) -> bool:
    return at_most(_epsilon(instance), as_real(most))


told(
    "lec23",
    "with eps = 12 T alpha^2 <= 1 and c <= 1/sqrt 12 the transcript is (eps, e^(-c sqrt(T eps)))-DP on this pair",
    _is_long_pair.having(constant=ABOVE_0).where(
        lambda instance: 12 * Fraction(instance["constant"]) ** 2 <= 1 and _has_epsilon_at_most(instance, Fraction(1))
    ),
    lambda instance: _compared(instance, _promised_delta(instance)),
)(lambda instance: _delta_is_small(instance, _promised_delta(instance)))


def _long_games() -> Iterator[Instance]:
    for constant, rounds, denominator in (
        ("1/4", 200, 200),
        ("1/4", 2000, 163),
        ("1/5", 2800, 204),
        ("1/4", 2400, 170),
    ):
        yield {"constant": constant, "rounds": rounds, "exp_learning_rate": f"{denominator + 1}/{denominator}"}


def _floor_holds(instance: Instance, floor: Fraction) -> bool:
    """delta at eps = 12 T alpha^2 is at least floor (1 - e^-eps)."""
    share = as_real(1) - (-_epsilon(instance)).exp()
    return at_most(as_real(floor) * share, as_real(_delta_at_least(instance)))


@LEVEL_PAIR.having(rounds=whole(2)).where
def _is_level_with_small_epsilon(instance: Instance) -> bool:
    return _has_epsilon_at_most(instance, Fraction(1, 192))


told(
    "lec23-floor",
    "delta(12 T alpha^2) >= (1 - e^-eps)/24 on the level pair, eps = 12 T alpha^2 <= 1/192 and T >= 2",
    _is_level_with_small_epsilon,
)(lambda instance: _floor_holds(instance, Fraction(1, 24)))
told("lec23-high-floor", "... >= 2 (1 - e^-eps)", _is_level_with_small_epsilon)(
    lambda instance: _floor_holds(instance, Fraction(2))
)


@family("small-epsilon", "level pairs with 12 T alpha^2 <= 1/192")
def _small_epsilon() -> Iterator[Instance]:
    for rounds, denominator in ((2, 100), (2, 68), (3, 84), (10, 152), (100, 500), (1000, 1520)):
        yield {"rounds": rounds, "exp_learning_rate": f"{denominator + 1}/{denominator}"}


def _floor_goals() -> tuple[Goal, ...]:
    """delta(eps) >= (1 - e^-eps)/24 at eps = 1/192 for all T >= 2."""
    return (
        Goal(
            "the fourth moment of S = sum of n signs: each new sign adds 6 n + 1, and 3 n^2 - 2 n starts at 0",
            identity("(3*n**2 - 2*n) + 6*n + 1", "3*(n + 1)**2 - 2*(n + 1)"),
        ),
        Goal(
            "Paley and Zygmund at S^2 >= n/2: (1/2)^2 n^2/(3 n^2 - 2 n) >= 1/12",
            nonnegative("12*n**2/4 - (3*n**2 - 2*n)", ("n",)),
        ),
        Goal(
            "2 eps/alpha = sqrt(48 eps (n + 1)) <= sqrt(n/2) at eps = 1/192, n >= 1",
            nonnegative("n/2 - 48*(n + 1)/192", ("n - 1",)),
        ),
    )


_FLOOR: Final = (
    "Lower bound: on the level pair (two experts, round 1 pays one or the other, then both alike) the loss is alpha "
    "S with S the sum of n = T - 1 independent signs, each + with probability p = e^alpha/(1 + e^alpha) >= 1/2. "
    "delta(eps) >= Pr[alpha S >= 2 eps] (1 - e^{-eps}), and replacing p by 1/2 only lowers Pr. For fair signs E S^2 "
    "= n and E S^4 = 3n^2 - 2n, so Pr[S^2 >= n/2] >= (1 - 1/2)^2 n^2/E S^4 >= 1/12 (Paley and Zygmund), and Pr[S >= "
    "sqrt(n/2)] >= 1/24 by symmetry; at eps = 12 T alpha^2 <= 1/192 the threshold 2 eps/alpha is at most sqrt(n/2). "
)


@claim(
    "LEC-23",
    location="Theorem 3, privacy",
    latex=r"\exists c > 0:\ \varepsilon \le 1,\ \alpha = \sqrt{\varepsilon/(12T)} \Rightarrow MW \text{ is } "
    r"(\varepsilon, e^{-c\sqrt{T\varepsilon}})\text{-DP}",
    text="For eps <= 1 multiplicative weights, with 12 T alpha^2 = eps, is (eps, e^{-Omega(sqrt(T "
    "eps))})-differentially private: there is a constant c > 0 such that it is (eps, e^{-c sqrt(T "
    "eps)})-differentially private for all T and K.",
    adjacency="one_loss",
    assumed=("0 < eps",),
    corrected_by="LEC-23-corrected",
)
def lec_23() -> Case:
    """Delta does not go to 0 at all."""
    return Case(
        argument="With 12 T alpha^2 = eps fixed, delta does not go to 0 as T grows, so no constant in the Omega is "
        "small enough. At eps = 1/192 it is at least (1 - e^{-eps})/24 for every T >= 2, while e^{-c sqrt(T "
        "eps)} goes to 0, for each c > 0: the claim fails from T = (ln(24/(1 - e^{-eps}))/c)^2/eps on. "
        + _FLOOR
        + "The counterexample shows the same for a c below 1/sqrt 12, which is the one that the notes arrive at "
        "(e^{-T alpha}, LEC-22).",
        counterexample=Goal("c = 1/4", counterexample("lec23"), Hunt("lec23", _long_games)),
        sharper=(
            *_floor_goals(),
            Goal(
                "for no c: at eps = 1/192 the floor of all T is above e^-x, x = c sqrt(T eps), once T >= 192 (9/c)^2",
                inequality("(1 - exp(-1/192))/24 - exp(-x)", "x", "[9, oo)", ">"),
            ),
        ),
        twins=(
            Twin("with e^{-(529/96) eps}", counterexample("lec22-corrected")),
            Twin("T >= 192 (8/c)^2", inequality("(1 - exp(-1/192))/24 - exp(-x)", "x", "[8, oo)", ">"), of=4),
        ),
    )


@claim(
    "LEC-23-corrected",
    location="Theorem 3, privacy",
    latex=r"\alpha = \frac{\sqrt{2 \ln(1/\delta) + 2\varepsilon} - \sqrt{2\ln(1/\delta)}}{\sqrt T} \Rightarrow MW "
    r"\text{ is } (\varepsilon, \delta)\text{-DP};\quad \varepsilon = 12 T\alpha^2 = \tfrac1{192},\ K = 2,\ T "
    r"\ge 2 \Rightarrow \delta \ge (1 - e^{-\varepsilon})/24",
    text="Multiplicative weights is (eps, delta)-differentially private for alpha = (sqrt(2 ln(1/delta) + 2 eps) - "
    "sqrt(2 ln(1/delta)))/sqrt T. With alpha = sqrt(eps/(12 T)) it is (eps, e^{-(529/96) eps}) and, at eps = "
    "1/192, with two experts not (eps, delta) for any delta below (1 - e^{-eps})/24, whatever T >= 2 is.",
    adjacency="one_loss",
    assumed=("the reward matrix is fixed in advance", "0 < delta < 1", "eps > 0"),
)
def lec_23_corrected() -> Case:
    """Invert the tail bound, and bound the tail from below."""
    return Case(
        argument=_TRANSCRIPT_LOSS
        + "With v = T alpha^2 the exponent is -ln(1/delta) where eps = v/2 + sqrt(2 v ln(1/delta)), that is where "
        "sqrt v = sqrt(2 ln(1/delta) + 2 eps) - sqrt(2 ln(1/delta)). " + _FLOOR + HOEFFDING,
        proof=(
            *_transcript_goals(),
            Goal(
                "s^2/2 + s u = eps at s = w - u, where w^2 = u^2 + 2 eps",
                identity("(w - u)**2/2 + (w - u)*u", "(w**2 - u**2)/2"),
            ),
            Goal("at v = eps/12 the exponent is -(529/96) eps", identity("-529/8*(e/12)", "-529/96*e")),
            *_floor_goals(),
        ),
        checks=(Goal("level pairs, exactly", exhaustive("lec23-floor", "small-epsilon")),),
        twins=(
            Twin("a floor of 2 (1 - e^-eps)", exhaustive("lec23-high-floor", "small-epsilon"), of=8),
            Twin("s = w + u", identity("(w + u)**2/2 + (w + u)*u", "(w**2 - u**2)/2"), of=3),
        ),
        remarks=(
            "What it costs: alpha is about eps/sqrt(2 T ln(1/delta)), so the regret alpha T/8 + ln K/alpha is O(ln K "
            "sqrt(T ln(1/delta))/eps). With the delta that Theorem 3 promises, ln(1/delta) of order sqrt(T eps), the "
            "regret grows like T^{3/4}/eps^{3/4} and not like sqrt(T/eps).",
        ),
    )


@claim(
    "LEC-24",
    location="Theorem 3, reward",
    latex=r"\mathbb{E}\big[\sum_t r_t(i_t)\big] \ge \max_i \sum_t r_t(i) - O(\ln K \sqrt{T}/\sqrt{\varepsilon})",
    text="At the same parameters, 12 T alpha^2 = eps <= 1, the expected reward is at least that of the best expert "
    "minus O(ln K sqrt T/sqrt eps).",
    assumed=("K >= 2 (with one expert the regret is 0)", "eps > 0"),
)
def lec_24() -> Case:
    """The constant is 3.881, or 3.517 with the sharp bound."""
    return Case(
        argument="With e = sqrt eps <= 1, t = sqrt T and alpha = e/(sqrt(12) t) <= 1.79 the bound of LEC-14 is e "
        "t/sqrt 12 + sqrt(12) L t/e, where L = ln K. It is at most C L t/e as soon as e^2/sqrt 12 <= (C - "
        "sqrt 12) L, and L >= ln 2. So C = 3.881 serves; from LEC-14-sharp, with e^2/(8 sqrt 12) in the "
        "condition, C = 3.517. " + HOEFFDING,
        proof=(
            *quadratic_bound(),
            *hoeffding(),
            Goal(
                "the bound at this alpha, q = sqrt 12",
                identity("(e/(q*t))*t**2 + L/(e/(q*t))", "e*t/q + q*L*t/e"),
            ),
            Goal(
                "(3.881 - sqrt 12) ln K > 1/sqrt 12",
                inequality("(3881/1000 - sqrt(12))*log(k) - 1/sqrt(12)", "k", "[2, oo)", ">"),
            ),
            Goal(
                "(3.517 - sqrt 12) ln K > 1/(8 sqrt 12)",
                inequality("(3517/1000 - sqrt(12))*log(k) - 1/(8*sqrt(12))", "k", "[2, oo)", ">"),
            ),
            Goal("alpha^2 = eps/(12 T) <= 1/12 < 1.79^2", nonnegative("(179/100)**2 - x/12", ("1 - x",), ">")),
        ),
        twins=(
            Twin(
                "with 3.88",
                inequality("(388/100 - sqrt(12))*log(k) - 1/sqrt(12)", "k", "[2, oo)", ">"),
                of=4,
            ),
            Twin(
                "with 3.516",
                inequality("(3516/1000 - sqrt(12))*log(k) - 1/(8*sqrt(12))", "k", "[2, oo)", ">"),
                of=5,
            ),
        ),
        remarks=(
            "The printed parameters give this reward, but not the privacy that Theorem 3 states with it (LEC-23).",
        ),
        explicit=True,
    )
