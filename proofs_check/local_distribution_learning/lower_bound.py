"""Theorems 1 and 3 and the frame of their proof in Appendix A (SIMA-03, SIMA-09 to SIMA-13, SIMA-21 to SIMA-23)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import reduce
from itertools import combinations, product
from typing import Any, Final

from dpassay.analysis.channel_outputs import output_kl
from dpassay.analysis.channels import Channel, least, randomized_response
from dpassay.analysis.hadamard_class import (
    HadamardClass,
    contraction,
    hadamard,
    order_of,
    separation,
    separation_squared,
)
from dpassay.analysis.label_laws import Vector, average, kl, sum_risks, weighted
from dpassay.analysis.le_cam import error_probabilities, fold_kl, fold_variation, le_cam_bound, sequences
from dpassay.analysis.two_point_risk import larger_kl, midpoint_kl, midpoint_kl_displayed, two_point_radius
from dpassay.exact import LogForm, Number, Real, as_real, log
from dpassay.exact.dist import total
from dpassay.exact.real import maximum
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import (
    ABOVE_0,
    ABOVE_1,
    LAWS,
    PROBABILITY,
    as_rows,
    entries,
    family,
    rational,
    row_of,
    stored_rows,
    told,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import (
    counterexample,
    exhaustive,
    identity,
    inequality,
    nonnegative,
    on_box,
)
from dpassay.proofs_check.local_distribution_learning.lower_bound_channels import (
    CHANNEL,
    DENSITIES,
    ENDS,
    FACTOR,
    LOG_LEMMA,
    SIZE,
    SQUARE,
    SUM,
    channel_named,
    factor,
    is_of_member,
    log_at_most,
    log_lemma,
    parseval,
)
from dpassay.proofs_check.numbers import at_most

LOG_2: Final = as_real(log(2))


def _root(value: Fraction) -> Real:
    return as_real(value).sqrt()


# The class of (16)


def _signs(size: int, i: int) -> tuple[int, ...]:
    """H_(i+1)."""
    return hadamard(order_of(size))[i]


def pair_of(size: int, i: int, a: Number) -> tuple[Vector, Vector]:
    """p_(i,1) and p_(i,2) by (16), for every real a."""
    signs = _signs(size, i)
    first = tuple(Fraction(1 - h, len(signs)) for h in signs)
    return first, tuple(p + h * a / len(signs) for p, h in zip(first, signs, strict=True))


def all_laws(size: int, a: Number) -> list[Vector]:
    """Return the two laws of each of the pairs."""
    return [law for i in range(1, size + 1) for law in pair_of(size, i, a)]


@entries(size=SIZE, rounds=whole(1), exp_eps=ABOVE_1).where
def _is_class(instance: Instance) -> bool:
    """K, T and eps with T >= K/(9 m(eps) e^eps), the condition of Theorem 3."""
    return bool(_a_squared(instance) <= 1)


def _a_squared(instance: Instance) -> Number:
    return separation_squared(instance["size"], instance["rounds"], Fraction(instance["exp_eps"]))


def _a(instance: Instance) -> Number:
    """The a of (16)."""
    a = separation(instance["size"], instance["rounds"], Fraction(instance["exp_eps"]))
    if isinstance(a, Real):
        raise TypeError(f"a = {a}: expected an exact number")
    return a


def _hard(instance: Instance) -> HadamardClass:
    return HadamardClass(instance["size"], _a(instance))


def _channels(instance: Instance) -> list[Channel]:
    """One channel a round."""
    names, size, t = instance["channels"], instance["size"], Fraction(instance["exp_eps"])
    return [channel_named(name, size, t) for name in names]


@_is_class.having(channels=row_of(CHANNEL)).where
def _is_game(instance: Instance) -> bool:
    """The condition of Theorem 3, and a private channel a round."""
    known = all(is_of_member(name, instance["size"]) for name in instance["channels"])
    if not known or len(instance["channels"]) != instance["rounds"]:
        return False
    return all(channel.is_private(Fraction(instance["exp_eps"])) for channel in _channels(instance))


def game_of(size: int, exp_eps: str, channels: Sequence[str]) -> Instance:
    """Return K, T, e^eps and the channel of each round as an instance."""
    return {"size": size, "rounds": len(channels), "exp_eps": exp_eps, "channels": list(channels)}


@family(
    "hard-games",
    "K = 1 to 4, e^eps from 4/3 to 9, T up to 4 with a rational a in (0, 1], and channels that are equal in all "
    "rounds, or alternate",
)
def _games() -> Iterator[Instance]:
    shapes = ((1, "4", 1), (1, "4", 4), (1, "9", 1), (1, "2", 2), (2, "2", 1), (2, "2", 4), (3, "3", 1), (3, "4/3", 4))
    for size, t, rounds in (*shapes, (4, "4/3", 3), (4, "4", 1), (4, "4", 4)):
        for pattern in (["response"], ["hadamard"], ["sign 1"], ["constant", "sign 1"], ["response", "hadamard"]):
            yield game_of(size, t, [pattern[n % len(pattern)] for n in range(rounds)])


# SIMA-10


def _are_laws(laws: Iterable[Vector]) -> bool:
    return all(total(law) == 1 and all(p >= 0 for p in law) for law in laws)


SEPARATION: Final = rational("(0, 2]")
RANGE: Final = entries(size=whole(1, 16), a=SEPARATION)


told("sima10", "all p_(i,1) and p_(i,2) are laws", _is_class)(
    lambda instance: _are_laws(all_laws(instance["size"], _a(instance)))
)
told("sima10-range", "for 0 < a <= 2 all p_(i,1) and p_(i,2) are laws", RANGE)(
    lambda instance: _are_laws(all_laws(instance["size"], Fraction(instance["a"])))
)
told("sima10-wider", "for 0 < a <= 5/2 all of them are laws", RANGE.having(a=rational("(0, 5/2]")))(
    lambda instance: _are_laws(all_laws(instance["size"], Fraction(instance["a"])))
)
told("sima10-uniform", "all of them give at least a/N to every label", _is_class)(
    lambda instance: (
        least(p for law in all_laws(instance["size"], _a(instance)) for p in law) * order_of(instance["size"])
        >= _a(instance)
    )
)


@family(
    "hard-classes", "K = 1 to 8, e^eps = 4/3, 2 and 5, and the least T of Theorem 3, one more, and three times as many"
)
def _classes() -> Iterator[Instance]:
    for size, t in product(range(1, 9), ("4/3", "2", "5")):
        first = next(T for T in range(1, 99) if separation_squared(size, T, Fraction(t)) <= 1)
        for rounds in (first, first + 1, 3 * first):
            yield {"size": size, "rounds": rounds, "exp_eps": t}


@family("pair-separations", "K = 1, 2, 3, 4, 7 and a = 1/10, 1/5, ..., 2")
def _separations() -> Iterator[Instance]:
    for size, tenths in product((1, 2, 3, 4, 7), range(1, 21)):
        yield {"size": size, "a": str(Fraction(tenths, 10))}


@family("pair-separations-wider", "K = 1, 2, 3, 4, 7 and a = 1/2, 1, ..., 5/2")
def _wider_separations() -> Iterator[Instance]:
    for size, halves in product((1, 2, 3, 4, 7), range(1, 6)):
        yield {"size": size, "a": str(Fraction(halves, 2))}


BALANCED: Final = (
    "H H^T = N I, so a column H_{i+1} with i in [N - 1] is orthogonal to the first, which is constant: N/2 labels of "
    "each sign. With h = H_{i+1}: p_{i,1} = (1 - h)/N and p_{i,2} = (1 + (a - 1) h)/N, whose masses on signs 1 and -1 "
    "are a/N and (2 - a)/N each."
)


def _balanced() -> tuple[Goal, ...]:
    """See ``BALANCED``."""
    return (
        Goal("the total of p_{i,2}", identity("N/2*(a/N) + N/2*((2 - a)/N)", "1")),
        Goal("on sign 1", identity("(1 + (a - 1))/N", "a/N")),
        Goal("on sign -1", identity("(1 - (a - 1))/N", "(2 - a)/N")),
    )


@claim(
    "SIMA-10",
    location="Appendix A, (16)",
    latex=r"p_{i,1}, p_{i,2} \in \mathcal D([N]),\quad a = \sqrt{K/(9 T m(\epsilon) e^\epsilon)},\ m = "
    r"\min\{(e^\epsilon - 1)^2, 1\}",
    text="There is a power of two N with N/2 <= K <= N - 1, and the p_{i,1} and p_{i,2} of (16) are distributions on "
    "[N].",
    checked=("T >= K/(9 m(eps) e^eps), the condition of Theorem 3; it is a <= 1",),
)
def sima_10() -> Case:
    """Balanced columns."""
    return Case(
        argument="N = 2^n with n the number of binary digits of K is the only one. "
        + BALANCED
        + " For 0 <= a <= 2 none is "
        "negative.",
        proof=(*_balanced(), Goal("2 - a > 0 for a <= 1", nonnegative("2 - a", ("1 - a",), ">"))),
        checks=(Goal("by (16), exactly", exhaustive("sima10", "hard-classes")),),
        sharper=(Goal("for all 0 < a <= 2", exhaustive("sima10-range", "pair-separations")),),
        twins=(
            Twin("at least a/N for every label", exhaustive("sima10-uniform", "hard-classes"), of=4),
            Twin("1/2 - a > 0", nonnegative("1/2 - a", ("1 - a",), ">"), of=3),
            Twin("for all 0 < a <= 5/2", exhaustive("sima10-wider", "pair-separations-wider"), of=5),
        ),
        remarks=(
            "They are distributions exactly for 0 <= a <= 2, that is T >= K/(36 m(eps) e^eps); they need not be 2 K "
            "different ones (SIMA-10b). N is larger than K, and the class has 2 K members, so K stands for half of "
            "the size (SIMA-09).",
        ),
    )


def _differ(size: int, a: Number) -> bool:
    laws = all_laws(size, a)
    return all(p != q for p, q in combinations(laws, 2))


told(
    "sima10b",
    "the 2 K distributions of (16) are different",
    _is_class,
    lambda instance: {"a^2": _a_squared(instance), "N": order_of(instance["size"])},
)(lambda instance: _differ(instance["size"], _a(instance)))
told("sima10b-firsts", "the K distributions p_(i,1) of (16) are different", _is_class)(
    lambda instance: all(p != q for p, q in combinations(all_laws(instance["size"], _a(instance))[::2], 2))
)
told(
    "sima10b-range",
    "for 0 < a <= 2 and a != 1 the 2 K distributions are different",
    RANGE.where(lambda instance: bool(instance["a"] != "1")),
)(lambda instance: _differ(instance["size"], Fraction(instance["a"])))
told("sima10b-all", "for 0 < a <= 2 the 2 K distributions are different", RANGE)(
    lambda instance: _differ(instance["size"], Fraction(instance["a"]))
)
told(
    "sima10b-at-1",
    "for a = 1 the distributions of (16) are K + 1 different ones",
    RANGE.where(lambda instance: bool(instance["a"] == "1")),
)(lambda instance: len(set(all_laws(instance["size"], Fraction(instance["a"])))) == instance["size"] + 1)


@family("pair-separations-but-1", "K = 1, 2, 3, 4, 7 and a = 1/10, 1/5, ..., 2 without 1")
def _separations_but_1() -> Iterator[Instance]:
    return (instance for instance in _separations() if instance["a"] != "1")


@family("pairs-at-1", "K = 1 to 8 and a = 1")
def _pairs_at_1() -> Iterator[Instance]:
    return ({"size": size, "a": "1"} for size in range(1, 9))


def _boundary() -> Iterator[Instance]:
    for size, t, rounds in product((1, 2, 3, 4), ("4/3", "2"), (1, 2, 3, 4)):
        yield {"size": size, "rounds": rounds, "exp_eps": t}


@claim(
    "SIMA-10b",
    location="Appendix A, (16): the following 2K distributions, read as 2K different ones for every T of Theorem 3",
    latex=r"|\{p_{i,\ell}: i \in [K], \ell \in [2]\}| = 2K",
    text="(16) defines 2 K distributions; read as: 2 K different ones, for every T of Theorem 3.",
    checked=("T >= K/(9 m(eps) e^eps)",),
    corrected_by="SIMA-10b-corrected",
)
def sima_10b() -> Case:
    """At the end of the range all second members coincide."""
    return Case(
        argument="At T = K/(9 m(eps) e^eps), which the theorem allows, a = 1 and every p_{i,2} is uniform: K + 1 "
        "distributions. For the bound this does not matter.",
        counterexample=Goal("a = 1", counterexample("sima10b"), Hunt("sima10b", _boundary)),
        twins=(Twin("the first members", counterexample("sima10b-firsts")),),
        remarks=(
            "The source says neither that they are different nor for which T they are meant; a class of 2 K members "
            "needs it.",
        ),
    )


@claim(
    "SIMA-10b-corrected",
    location="Appendix A, (16)",
    latex=r"0 < a \le 2,\ a \ne 1 \Rightarrow |\{p_{i,\ell}\}| = 2K;\quad a = 1 \Rightarrow |\{p_{i,\ell}\}| = K + 1",
    text="For 0 < a <= 2 other than 1 the 2 K distributions of (16) are different; for a = 1 they are K + 1.",
)
def sima_10b_corrected() -> Case:
    """Different columns."""
    return Case(
        argument=BALANCED + " Different columns are orthogonal, so neither equal nor opposite. Hence c h = c' h' with "
        "c, c' != 0 only for h = h' and c = c'. The distributions are (1 + c h)/N with c = -1 for p_{i,1} and c = "
        "a - 1 for p_{i,2}, and a - 1 = -1 only for a = 0. For a = 1 all p_{i,2} have c = 0: they are one, the uniform "
        "distribution, and none of the K different p_{i,1}.",
        proof=_balanced(),
        checks=(
            Goal("by (16), exactly", exhaustive("sima10b-range", "pair-separations-but-1")),
            Goal("K + 1 for a = 1", exhaustive("sima10b-at-1", "pairs-at-1")),
        ),
        twins=(
            Twin("for a = 1, too", exhaustive("sima10b-all", "pair-separations"), of=3),
            Twin("2 K for a = 1", exhaustive("sima10b-all", "pairs-at-1"), of=4),
        ),
    )


# SIMA-11


@entries(truth=row_of(PROBABILITY), predictions=LAWS).where
def _are_predictions(instance: Instance) -> bool:
    """A law, and predictions of it."""
    (truth,) = as_rows([instance["truth"]])
    return len(truth) == len(instance["predictions"][0]) and _are_laws([truth])


def _batch(instance: Instance) -> tuple[LogForm | Real | None, LogForm | Real | None]:
    """KL of the truth to the mean prediction, and the mean of the KLs."""
    truth, *predictions = as_rows([instance["truth"], *instance["predictions"]])
    share = Fraction(1, len(predictions))
    values = [kl(truth, prediction) for prediction in predictions]
    mean = sum_risks(None if value is None else weighted(share, value) for value in values)
    return kl(truth, average(predictions)), mean


def _batch_holds(instance: Instance, share: Fraction) -> bool:
    left, right = _batch(instance)
    return right is None or (left is not None and at_most(left, weighted(share, right)))


told("sima11", "KL(p, mean of p^_t) <= mean of KL(p, p^_t)", _are_predictions)(
    lambda instance: _batch_holds(instance, Fraction(1))
)
told("sima11-half", "KL(p, mean of p^_t) <= half the mean of KL(p, p^_t)", _are_predictions)(
    lambda instance: _batch_holds(instance, Fraction(1, 2))
)


@family(
    "batch-predictions",
    "truths (0, 1), (1/2, 1/2), (1/3, 2/3) and all 1 to 3 predictions with first mass 0, 1/4, 1/2, 3/4",
)
def _predictions() -> Iterator[Instance]:
    laws = [(Fraction(n, 4), 1 - Fraction(n, 4)) for n in range(4)]
    for first, rounds in product((Fraction(0), Fraction(1, 2), Fraction(1, 3)), (1, 2, 3)):
        for predictions in product(laws, repeat=rounds):
            yield {"truth": [str(first), str(1 - first)], "predictions": stored_rows(predictions)}


@claim(
    "SIMA-11",
    location="Appendix A, (17), the inequality",
    latex=r"\mathbb E[\mathrm{KL}(p, \hat p)] \le \tfrac1T\, \mathbb E\Big[\textstyle\sum_t "
    r"\mathrm{KL}(f_{j^*,\ell^*}(x_t), \hat p_t)\Big],\quad \hat p = \tfrac1T \sum_t \hat p_t",
    text="Online to batch: for constant functions, the expected KL of the average prediction is at most 1/T of the "
    "expected sum of the KLs of the predictions. So the least worst-case KL, over schemes and estimators, is at most "
    "r_T/T.",
    assumed=("the members of the class are constant functions, as in the appendix",),
)
def sima_11() -> Case:
    """KL is convex in its second argument."""
    return Case(
        argument="For a label of positive mass, with z_t = p^_t/p^ and mean 1 over t: the mean of log z_t is at most "
        "the mean of z_t - 1, which is 0. So log(p/p^) <= mean of log(p/p^_t); where some p^_t is 0 the right side is "
        "infinite. Take the expectations over the label and over the reports. For each scheme and learner, the "
        "supremum over the class of the left side is at most 1/T of its risk; the infimum over both gives r_T/T.",
        proof=(Goal("log z <= z - 1", inequality("z - 1 - log(z)", "z", "(0, oo)")),),
        checks=(Goal("exactly", exhaustive("sima11", "batch-predictions")),),
        twins=(
            Twin("half of it", exhaustive("sima11-half", "batch-predictions"), of=1),
            Twin("log z <= (z - 1)/2", inequality("(z - 1)/2 - log(z)", "z", "(0, oo)")),
        ),
    )


@_is_class.having(size=whole(1, 1), rounds=whole(1, 1), truth=whole(1, 2), prediction=row_of(PROBABILITY, 2, 2)).where
def _is_one_round(instance: Instance) -> bool:
    """K = 1 and T = 1 in (16), and a prediction, which is made without a report."""
    return _are_laws(as_rows([instance["prediction"]]))


def _one_round(instance: Instance) -> tuple[LogForm | Real | None, Real]:
    """KL of the truth to the prediction, and r_1."""
    hard = _hard(instance)
    return kl(hard.pair(1)[instance["truth"] - 1], as_rows([instance["prediction"]])[0]), two_point_radius(hard)


def _larger_is_at_least(instance: Instance) -> bool:
    hard = _hard(instance)
    values = larger_kl(hard, 1, as_rows([instance["prediction"]])[0])
    return any(value is None or at_most(two_point_radius(hard), value) for value in values)


told(
    "sima11b",
    "in one round, the KL of the truth to the prediction of any learner is at most r_1",
    _is_one_round,
    lambda instance: dict(zip(("KL(p, p^)", "r_1"), _one_round(instance), strict=True)),
)(lambda instance: log_at_most(_one_round(instance)[0], _one_round(instance)[1]))
told("sima11b-larger", "in one round, the larger KL of any prediction is at least r_1", _is_one_round)(
    _larger_is_at_least
)


def _one_round_games() -> Iterator[Instance]:
    for truth, prediction in product((1, 2), (["1/12", "11/12"], ["1/24", "23/24"], ["1/2", "1/2"])):
        yield {"size": 1, "rounds": 1, "exp_eps": "4", "truth": truth, "prediction": prediction}


@claim(
    "SIMA-11b",
    location="Appendix A, (17), the second relation",
    latex=r"\tfrac1T\, \mathbb E\Big[\textstyle\sum_t \mathrm{KL}(f_{j^*,\ell^*}(x_t), \hat p_t)\Big] = \tfrac1T "
    r"r_T(\mathcal F)",
    text="For a private online predictor and the ground truth, the expected sum of the KLs is r_T, so that E KL(p, "
    "p^) <= r_T/T.",
    adjacency="any_pair",
    corrected_by="SIMA-11",
)
def sima_11b() -> Case:
    """One predictor and one truth are not the minimax value."""
    return Case(
        argument="r_T is an infimum over schemes and predictors of a supremum over the class. K = T = 1 and e^eps = 4 "
        "give a = 1/6 and the pair (0, 1), (1/12, 11/12); in round 1 there is no report, so r_1 is the least larger "
        "KL of one prediction, log(1 + (1/12)(11/12)^11) = 0.0315 (randomized predictions are no better, KL is "
        "convex). The predictor p^ = (1/12, 11/12) has KL log(12/11) = 0.0870 on the first and 0 on the second "
        "member: neither is r_1. For the proof SIMA-11 is enough.",
        counterexample=Goal("one round", counterexample("sima11b"), Hunt("sima11b", _one_round_games)),
        twins=(Twin("the larger one is at least r_1", counterexample("sima11b-larger")),),
    )


# SIMA-12 and SIMA-13

MIXTURE: Final = (
    "Let m = (p_{i,1} + p_{i,2})/2 and J(a) = (KL(p_{i,1}, m) + KL(p_{i,2}, m))/2. Masses on sign 1 are 0, a/2 and "
    "a/4. So KL(p_{i,1}, m) = -log(1 - a/4), and KL(p_{i,2}, m) = (a/2) log 2 + (1 - a/2) log((1 - a/2)/(1 - a/4)). "
    "Hence J(a) = (a/4) log 2 + (1 - a/2) log(1 - a/2)/2 - (1 - a/4) log(1 - a/4) >= (a/4) log 2 for 0 <= a <= 2; "
    "J(2) = log 2."
)


def _mixture() -> tuple[Goal, ...]:
    """See ``MIXTURE``; P and Q are log(1 - a/2) and log(1 - a/4), L is log 2."""
    return (
        Goal("J(a)", identity("(-Q + a/2*L + (1 - a/2)*(P - Q))/2", "a/4*L + (1 - a/2)*P/2 - (1 - a/4)*Q")),
        Goal(
            "J(a) >= (a/4) log 2",
            inequality("(1 - a/2)*log(1 - a/2)/2 - (1 - a/4)*log(1 - a/4)", "a", "[0, 2)"),
        ),
    )


@entries(size=whole(1, 16), i=whole(1), a=PROBABILITY, mass=PROBABILITY).where
def _is_estimate(instance: Instance) -> bool:
    return bool(instance["i"] <= instance["size"])


def _estimated(instance: Instance) -> tuple[HadamardClass, int, Vector]:
    """The class, a member, and the estimate that gives a mass to the labels of sign 1."""
    hard, i = HadamardClass(instance["size"], Fraction(instance["a"])), instance["i"]
    mass = {1: Fraction(instance["mass"]), -1: 1 - Fraction(instance["mass"])}
    return hard, i, tuple(2 * mass[s] / hard.order for s in hard.signs(i))


def _is_larger(instance: Instance, bound: Callable[[HadamardClass, int], LogForm | Real]) -> bool:
    hard, i, estimate = _estimated(instance)
    return any(value is None or at_most(bound(hard, i), value) for value in larger_kl(hard, i, estimate))


def _chain_13(instance: Instance) -> bool:
    hard, i, _ = _estimated(instance)
    middle, bound = midpoint_kl(hard, i), LogForm(Fraction(instance["a"]) / 16)
    equal = bool(middle == midpoint_kl_displayed(hard)) and at_most(bound, weighted(Fraction(1, 2), middle))
    return equal and _is_larger(instance, lambda h, j: weighted(Fraction(1, 2), midpoint_kl(h, j)))


told("sima13", "the chain (19): larger KL >= KL(p_1, m)/2 = log(2/(2 - a/2))/2 >= a/16", _is_estimate)(_chain_13)
told("sima13-whole", "larger KL >= KL(p_1, m)", _is_estimate)(lambda instance: _is_larger(instance, midpoint_kl))
told("sima13-sharp", "larger KL >= (a/4) log 2", _is_estimate)(
    lambda instance: _is_larger(instance, lambda *_: log(2) * (Fraction(instance["a"]) / 4))
)


@family(
    "pair-estimates",
    "K = 1, 3, i = 1, K, a = 0, 1/4, 1/2, 1, and the estimates with mass 0, 1/20, ..., 1/2, 1 on sign 1",
)
def _estimates() -> Iterator[Instance]:
    for size, a, twentieths in product((1, 3), ("0", "1/4", "1/2", "1"), (*range(11), 20)):
        for i in sorted({1, size}):
            yield {"size": size, "i": i, "a": a, "mass": str(Fraction(twentieths, 20))}


@claim(
    "SIMA-12",
    location="Appendix A, (18)",
    latex=r"\max_{i, \ell} \mathbb E[\mathrm{KL}(p_{i,\ell}, \hat p(\tilde Y^T))] \ge a/132",
    text="For T >= K/(9 m(eps) e^eps) and every (eps, 0)-locally private non-interactive scheme, every estimator has "
    "expected KL at least a/132 on some member of the class.",
    checked=("T >= K/(9 m(eps) e^eps), that is a <= 1",),
    assumed=("the sharper form of SIMA-22, total variation below 1/6", "the T reports are independent"),
    adjacency="any_pair",
)
def sima_12() -> Case:
    """A Bayes bound."""
    return Case(
        argument="By the sharper form of SIMA-22 some pair has total variation V < 1/6 between its T-fold report laws. "
        "Give its two members probability 1/2 each; given the reports, let w be the posterior probability of the "
        "first. Then the expected KL is at least J_w, the KLs of both to their posterior mean, weighted with w and 1 - "
        "w: a mean of KLs to one law is least at the mean. J_w is concave in w, being the entropy of the mean minus "
        "the mean of the entropies, and 0 at w = 0, 1. So J_w >= 2 min(w, 1 - w) J(a), and the expectation of 2 min(w, "
        "1 - w) is 1 - V > 5/6. " + MIXTURE + " Altogether more "
        "than (5/24) log 2 a > a/7, on the mean of the two and so on one of them. A randomized estimator is a mixture.",
        proof=(
            *_mixture(),
            Goal("(5/24) log 2 > 1/7, increasing", inequality("5*log(x)/24 - 1/7", "x", "[2, 3]", ">")),
        ),
        checks=(Goal("the best estimators, exactly: a/7 on the mean", exhaustive("sima12", "hard-games")),),
        twins=(
            Twin("a/5", exhaustive("sima12-more", "hard-games"), of=3),
            Twin(
                "J(a) >= (3/10) a",
                inequality("a/4*log(2) - 3*a/10 + (1 - a/2)*log(1 - a/2)/2 - (1 - a/4)*log(1 - a/4)", "a", "[0, 2)"),
                of=1,
            ),
        ),
        remarks=(
            "The printed argument (both KLs cannot be at most a/33, the error is at least 1/3 > 1/4) holds, too, once "
            "(24) and (25) do, and loses a factor of 19.",
        ),
    )


def _paths(channels: Iterable[Channel], pair: tuple[Vector, Vector]) -> Counter[tuple[Number, Number]]:
    """The probabilities of all sequences of reports under the members of a pair, and how many have the same."""
    paths: Counter[tuple[Number, Number]] = Counter({(Fraction(1), Fraction(1)): 1})
    for channel in channels:
        first, second = map(channel.output, pair)
        longer: Counter[tuple[Number, Number]] = Counter()
        for ((p, q), n), (x, y) in product(paths.items(), zip(first, second, strict=True)):
            longer[p * x, q * y] += n
        paths = longer
    return paths


def least_mean(channels: Iterable[Channel], size: int, i: int, a: Number) -> Real:
    """The least mean of the expected KLs of an estimator under the members of a pair; reached by the posterior mean."""
    paths = _paths(channels, pair_of(size, i, a))
    return sum((_posterior_loss(p, q, a) * as_real(n) for (p, q), n in paths.items()), as_real(Fraction(0)))


def _posterior_loss(p: Number, q: Number, a: Number) -> Real:
    """(p KL(p_1, r) + q KL(p_2, r))/2 where r is the mean of the pair with weights p and q; on signs, not labels."""
    r = q / (p + q) * a / 2
    first = -as_real(1 - r).log()
    second = as_real(a / 2) * as_real((p + q) / q).log()
    if a < 2:
        second += as_real(1 - a / 2) * as_real((1 - a / 2) / (1 - r)).log()
    return (as_real(p) * first + as_real(q) * second) / 2


def _is_hard(instance: Instance, share: Fraction) -> bool:
    """Some pair has a mean expected KL of at least a share of a, whatever the estimator."""
    a, channels, size = _a(instance), _channels(instance), instance["size"]
    return any(at_most(share * a, least_mean(channels, size, i, a)) for i in range(1, size + 1))


told("sima12", "some pair has a mean expected KL of at least a/7, whatever the estimator", _is_game)(
    lambda instance: _is_hard(instance, Fraction(1, 7))
)
told("sima12-more", "some pair has a mean expected KL of at least a/5, whatever the estimator", _is_game)(
    lambda instance: _is_hard(instance, Fraction(1, 5))
)


@claim(
    "SIMA-13",
    location="Appendix A, (19)",
    latex=r"\max\{\mathrm{KL}(p_{i,1}, \hat p), \mathrm{KL}(p_{i,2}, \hat p)\} \ge \tfrac12 \mathrm{KL}\big(p_{i,1}, "
    r"\tfrac{p_{i,1} + p_{i,2}}{2}\big) = \tfrac12 \log\tfrac{2}{2 - a/2} \ge \tfrac{a}{16}",
    text="For every estimate the larger of its two KLs is at least KL(p_{i,1}, (p_{i,1} + p_{i,2})/2)/2 = log(2/(2 - "
    "a/2))/2, which is at least a/16.",
    checked=("0 <= a <= 1",),
)
def sima_13() -> Case:
    """The mean is the best estimate for the mean KL."""
    return Case(
        argument="The larger one is at least the mean of the two, which is the mean of the KLs to m plus KL(m, p^), "
        "so at least half of KL(p_{i,1}, m). " + MIXTURE + " 2/(2 - a/2) is 1/(1 - a/4), and -log(1 - a/4)/2 >= a/8.",
        proof=(
            Goal("-log(1 - a/4)/2 >= a/16", inequality("-log(1 - a/4)/2 - a/16", "a", "[0, 1]")),
            Goal("1/(1 - a/4)", identity("2/(2 - a/2)", "1/(1 - a/4)")),
        ),
        checks=(Goal("estimates that are constant on each sign", exhaustive("sima13", "pair-estimates")),),
        sharper=(
            Goal("even a/8", inequality("-log(1 - a/4)/2 - a/8", "a", "[0, 2]")),
            *_mixture(),
            Goal("(a/4) log 2, exactly", exhaustive("sima13-sharp", "pair-estimates")),
        ),
        twins=(
            Twin("the whole of KL(p_1, m)", exhaustive("sima13-whole", "pair-estimates"), of=2),
            Twin("at least a/6", inequality("-log(1 - a/4)/2 - a/6", "a", "[0, 1]")),
        ),
        remarks=(
            "With the second term the mean gives (a/4) log 2 = 0.173 a; the least larger KL is exactly log(1 + "
            "(a/2)(1 - a/2)^(2/a - 1)), the capacity of a Z-channel, log(5/4) at a = 1.",
            "Step (a) is cited; the argument above proves it. For the reason that is printed for (b) see SIMA-13b.",
        ),
    )


def _log_half(instance: Instance) -> bool:
    x = Fraction(instance["x"])
    return at_most(LogForm(x / 2), log(1 + x))


told(
    "sima13b",
    "log(1 + x) >= x/2 for x <= 1",
    entries(x=rational("(-1, 1]")),
    lambda instance: {"log(1 + x)": log(1 + Fraction(instance["x"])), "x/2": Fraction(instance["x"]) / 2},
)(_log_half)
told(
    "sima13b-range",
    "log(1 + x) >= x/2 for 0 <= x <= 1",
    entries(x=PROBABILITY),
)(_log_half)


def _arguments() -> Iterator[Instance]:
    return ({"x": str(Fraction(n, 4))} for n in (4, 3, 2, 1, 0, -1, -2, -3))


@claim(
    "SIMA-13b",
    location="Appendix A, after (19): the reason for (b)",
    latex=r"\log(1 + x) \ge x/2 \text{ when } x \le 1",
    text="log(1 + x) >= x/2 when x <= 1.",
    checked=("x > -1, where the logarithm is defined",),
    corrected_by="SIMA-13b-corrected",
)
def sima_13b() -> Case:
    """The sign of x."""
    return Case(
        argument="For -1 < x < 0 the logarithm is below x. It is used at x = a/(4 - a) in [0, 1/3], where it holds.",
        counterexample=Goal("a negative x", counterexample("sima13b"), Hunt("sima13b", _arguments)),
        twins=(Twin("for 0 <= x <= 1", counterexample("sima13b-range")),),
    )


@claim(
    "SIMA-13b-corrected",
    location="Appendix A, after (19)",
    latex=r"\log(1 + x) \ge x/2 \text{ for } 0 \le x \le 5/2",
    text="log(1 + x) >= x/2 for 0 <= x <= 5/2.",
)
def sima_13b_corrected() -> Case:
    """A concave function and its chord."""
    return Case(
        argument="One inequality.",
        proof=(Goal("log(1 + x) >= x/2", inequality("log(1 + x) - x/2", "x", "[0, 5/2]")),),
        twins=(Twin("up to 3", inequality("log(1 + x) - x/2", "x", "[0, 3]")),),
    )


# SIMA-21

SEPARATIONS: Final = (
    "T >= K/(9 m(eps) e^eps), that is a <= 1, in the checks; the proof is for T >= K/(36 m(eps) e^eps), that is a <= "
    "2, and every eps > 0: beyond that p_{i,2} is no law (SIMA-10)"
)


def _fold_bound(instance: Instance) -> Number:
    """T a^2 m(eps) e^eps/(2K)."""
    return int(instance["rounds"]) * _round_bound(instance)


def _round_bound(instance: Instance) -> Number:
    t = Fraction(instance["exp_eps"])
    return _a_squared(instance) * contraction(t) * t / (2 * int(instance["size"]))


def _some_member(instance: Instance, share: Fraction) -> bool:
    hard, channels = _hard(instance), _channels(instance)
    values = (fold_kl(channels, hard, i) for i in range(1, hard.size + 1))
    return any(log_at_most(value, share * _fold_bound(instance)) for value in values)


@_is_game.having(i=whole(1)).where
def _is_easy_at_first(instance: Instance) -> bool:
    """A game, and a member whose KL in round 1 is within the bound of one round."""
    if instance["i"] > instance["size"]:
        return False
    return log_at_most(output_kl(_channels(instance)[0], _hard(instance), instance["i"]), _round_bound(instance))


told("sima21", "some member has T-fold KL at most T a^2 m(eps) e^eps/(2K)", _is_game)(
    lambda instance: _some_member(instance, Fraction(1))
)
told("sima21-eighth", "some member has T-fold KL at most an eighth of that", _is_game)(
    lambda instance: _some_member(instance, Fraction(1, 8))
)
told(
    "sima21-first",
    "a member with KL at most a^2 m(eps) e^eps/(2K) in round 1 has T-fold KL at most T times that",
    _is_easy_at_first,
    lambda instance: {
        "the T-fold KL": fold_kl(_channels(instance), _hard(instance), instance["i"]),
        "T a^2 m(eps) e^eps/(2K)": _fold_bound(instance),
    },
)(lambda instance: log_at_most(fold_kl(_channels(instance), _hard(instance), instance["i"]), _fold_bound(instance)))


def _one_round_is_easy() -> Iterator[Instance]:
    for size, rounds in ((2, 1), (8, 4), (32, 4)):
        yield {**game_of(size, "2", ["constant"] + ["sign 1"] * (rounds - 1)), "i": 1}


@claim(
    "SIMA-21",
    location="Appendix A, before and in (24)",
    latex=r"\exists i^* \in [K]:\ \mathrm{KL}(\tilde p_{i^*,1}, \tilde p_{i^*,2}) \le \frac{a^2 m(\epsilon) "
    r"e^\epsilon}{2K},\quad \mathrm{KL}(\tilde p_{i^*,1}^{\otimes T}, \tilde p_{i^*,2}^{\otimes T}) \le T\, "
    r"\mathrm{KL}(\tilde p_{i^*,1}, \tilde p_{i^*,2})",
    text="There exists i* in [K] such that KL(p~_{i*,1}, p~_{i*,2}) <= a^2 m(eps) e^eps/(2K), and the KL of the laws "
    "of all T reports is at most T times that.",
    checked=(SEPARATIONS,),
    assumed=("the R_t use independent coins and do not see other reports",),
    adjacency="any_pair",
)
def sima_21() -> Case:
    """Sum over the rounds first, then choose i*."""
    return Case(
        argument="One i* has a T-fold KL of at most T a^2 m(eps) e^eps/(2K), also where the R_t differ. KL of product "
        "laws is the sum of the KLs. By SIMA-20, for each t the sum over i of KL_t(i) is at most (a^2/2) (e^{eps/2} - "
        "1)^2, which is below (a^2/2) m(eps) e^eps. Sum over t, then the least of K numbers is at most their mean. "
        + LOG_LEMMA
        + " "
        + SUM,
        proof=(*log_lemma(), ENDS, SQUARE, *parseval(), *factor()),
        checks=(Goal("channels that differ by round, too", exhaustive("sima21", "hard-games")),),
        broken_steps=(
            Goal(
                "an i* that is chosen for one R_t does not serve for the others",
                counterexample("sima21-first"),
                Hunt("sima21-first", _one_round_is_easy),
            ),
        ),
        twins=(
            Twin("an eighth of it", exhaustive("sima21-eighth", "hard-games"), of=9),
            Twin("for the best member, in the same games", counterexample("sima21"), of=10),
        ),
        remarks=(
            "The printed sentence does not name t, and p~ depends on R_t. For equal R_t its words are right. Where the "
            "R_t differ, what is proved here is what (24) needs: for one i* the T-fold KL is at most T a^2 m(eps) "
            "e^eps/(2K).",
            "In the instance R_1 tells nothing, so every member is an i* of round 1, and R_2, R_3, R_4 tell a noisy "
            "sign of member 1.",
            "At the a of (16) the bound is 1/18, for all K, T and eps. The sharper form is T a^2 (e^{eps/2} - "
            "1)^2/(2K).",
        ),
    )


# SIMA-22


def _least_variation(instance: Instance) -> Number:
    hard, channels = _hard(instance), _channels(instance)
    return least(fold_variation(channels, hard, i) for i in range(1, hard.size + 1))


told("sima22", "some member has T-fold total variation below 1/6", _is_game)(
    lambda instance: bool(_least_variation(instance) < Fraction(1, 6))
)
told("sima22-less", "some member has T-fold total variation below 1/20", _is_game)(
    lambda instance: bool(_least_variation(instance) < Fraction(1, 20))
)


@claim(
    "SIMA-22",
    location="Appendix A, (24)",
    latex=r"|\tilde p_{i^*,1}^{\otimes T} - \tilde p_{i^*,2}^{\otimes T}|_{TV} \le \sqrt{2 \mathrm{KL}^{\otimes T}} < "
    r"\tfrac13",
    text="The total variation of the laws of the T reports under p_{i*,1} and p_{i*,2} is below 1/3.",
    checked=(SEPARATIONS,),
    assumed=(
        "the sharper form of SIMA-21, with (e^{eps/2} - 1)^2",
        "Pinsker's inequality",
        "the R_t use independent coins and do not see other reports",
    ),
    adjacency="any_pair",
)
def sima_22() -> Case:
    """Pinsker."""
    return Case(
        argument="By the sharper form of SIMA-21 the T-fold KL of i* is at most T a^2 (e^{eps/2} - 1)^2/(2K) < T a^2 "
        "m(eps) e^eps/(2K) = 1/18, since "
        + FACTOR
        + " So sqrt(2 KL) < 1/3, and Pinsker's inequality for this total variation, V <= sqrt(KL/2), gives the sharper "
        "form: V < 1/6.",
        proof=(
            Goal(
                "T a^2 m e^eps/(2K) = 1/18",
                identity("T*(K/(9*T*m*E))*m*E/(2*K)", "1/18"),
            ),
            Goal("sqrt(2/18) = 1/3", identity("2/18", "(1/3)**2")),
            Goal("sqrt(1/36) = 1/6", identity("(1/18)/2", "(1/6)**2")),
            *factor(),
        ),
        checks=(Goal("below 1/6, exactly", exhaustive("sima22", "hard-games")),),
        twins=(
            Twin("below 1/20", exhaustive("sima22-less", "hard-games"), of=5),
            Twin("1/20", identity("T*(K/(9*T*m*E))*m*E/(2*K)", "1/20")),
        ),
        remarks=(
            "The printed chain with the printed bound on KL gives <= 1/3; that it is below needs the bound to be "
            "strict, as it is.",
            "The chain is printed with sqrt(2 T KL(p~_{i*,1}, p~_{i*,2})) between its ends, which is not defined where "
            "the R_t differ (SIMA-21); it is left out here.",
            "Total variation is the sum of positive parts here, as the source defines it.",
        ),
    )


# SIMA-23


@_is_game.having(test=whole()).where
def _is_test(instance: Instance) -> bool:
    """A bit for each sequence of reports."""
    return bool(instance["test"] < 1 << len(_report_list(instance)))


def _easiest(instance: Instance) -> int:
    """An i*: the member of least total variation."""
    hard, channels = _hard(instance), _channels(instance)
    sizes = [fold_variation(channels, hard, i) for i in range(1, hard.size + 1)]
    return sizes.index(least(sizes)) + 1


def _report_list(instance: Instance) -> list[tuple[int, ...]]:
    return [reports for reports, _ in sequences(_channels(instance), _hard(instance), 1)]


def _errors(instance: Instance) -> tuple[Number, Number]:
    """The two error probabilities of the test that decides for p_(i*,2) where its bit is 1."""
    chosen = {reports for n, reports in enumerate(_report_list(instance)) if instance["test"] >> n & 1}
    return error_probabilities(chosen.__contains__, _channels(instance), _hard(instance), _easiest(instance))


def _error_sides(instance: Instance) -> dict[str, Any]:
    first, second = _errors(instance)
    return {"the error under p_{i*,1}": first, "the error under p_{i*,2}": second}


def _mean_error(instance: Instance) -> bool:
    mean = total(_errors(instance)) / 2
    bound = le_cam_bound(fold_variation(_channels(instance), _hard(instance), _easiest(instance)))
    return bool(mean >= bound >= Fraction(1, 3))


told("sima23", "the mean of the two errors of a test is at least (1 - TV)/2 >= 1/3", _is_test, _error_sides)(
    _mean_error
)
told("sima23-more", "the mean of the two errors of a test is at least 49/100", _is_test, _error_sides)(
    lambda instance: bool(total(_errors(instance)) / 2 >= Fraction(49, 100))
)
told("sima23b", "each of the two errors of a test is at least 1/3", _is_test, _error_sides)(
    lambda instance: bool(least(_errors(instance)) >= Fraction(1, 3))
)


@family(
    "hard-tests",
    "all tests of the reports, for K = 1, 2, e^eps = 2, 4 and T = 1, 2 with at most 4 sequences of reports",
)
def _tests() -> Iterator[Instance]:
    shapes = ((1, "4", ["response"]), (1, "2", ["response", "response"]), (2, "2", ["response"]), (2, "4", ["sign 2"]))
    for size, t, channels in shapes:
        count = order_of(size) ** len(channels) if channels[0] == "response" else 2
        for test in range(2**count):
            yield {**game_of(size, t, channels), "test": test}


@claim(
    "SIMA-23",
    location="Appendix A, (25), with the worse, or a random, member of the pair",
    latex=r"\max_\ell \Pr\big(\phi(\tilde Y^T) \ne p_{i^*,\ell}\big) \ge \frac{1 - |\tilde p_{i^*,1}^{\otimes T} - "
    r"\tilde p_{i^*,2}^{\otimes T}|_{TV}}{2} \ge \frac13",
    text="Le Cam: the mean, and so the larger, of the two error probabilities of a test between p_{i*,1} and p_{i*,2} "
    "is at least (1 - TV)/2 >= 1/3.",
    checked=(SEPARATIONS,),
    assumed=("SIMA-22",),
    adjacency="any_pair",
)
def sima_23() -> Case:
    """Two points."""
    return Case(
        argument="Let the test decide for the second on S. The errors are P(S) and Q(S^c) = 1 - Q(S), with sum 1 - "
        "(Q(S) - P(S)) >= 1 - TV. By SIMA-22 TV < 1/3; by its sharper form TV < 1/6, so that the mean is above "
        "5/12.",
        proof=(
            Goal("half the sum", identity("(P + (1 - Q))/2", "(1 - (Q - P))/2")),
            Goal("(1 - TV)/2 >= 1/3 for TV <= 1/3", nonnegative("(1 - V)/2 - 1/3", ("1/3 - V",))),
        ),
        checks=(Goal("all tests", exhaustive("sima23", "hard-tests")),),
        sharper=(Goal("(1 - TV)/2 >= 5/12 for TV <= 1/6", nonnegative("(1 - V)/2 - 5/12", ("1/6 - V",))),),
        twins=(
            Twin("at least 49/100", exhaustive("sima23-more", "hard-tests"), of=2),
            Twin("5/12 for TV <= 1/3", nonnegative("(1 - V)/2 - 5/12", ("1/3 - V",)), of=1),
        ),
    )


def _constant_tests() -> Iterator[Instance]:
    return ({**game_of(1, "4", ["response"]), "test": test} for test in range(4))


@claim(
    "SIMA-23b",
    location="Appendix A, (25), for the given l*",
    latex=r"\Pr\big(\phi(\tilde Y^T) \ne p_{i^*,\ell^*}\big) \ge \tfrac13, \text{ where } p = p_{i^*,\ell^*}",
    text="For every test the probability of error is at least 1/3 under the member p_{i*,l*} that generates the data, "
    "whichever it is.",
    checked=("T >= K/(9 m(eps) e^eps)",),
    adjacency="any_pair",
    corrected_by="SIMA-23",
)
def sima_23b() -> Case:
    """A constant test."""
    return Case(
        argument="The test that always says p_{i*,1} never errs under p_{i*,1}. Le Cam's lemma bounds the worse, or "
        "the mean, of the two; the proof needs no more.",
        counterexample=Goal("a constant test", counterexample("sima23b"), Hunt("sima23b", _constant_tests)),
        twins=(Twin("the mean of both", counterexample("sima23")),),
    )


# SIMA-09


_PAIRS: Final = entries(pairs=whole(1, 8), rounds=whole(1, 8), root=ABOVE_1, channel=CHANNEL)


@(_PAIRS.having(a=SEPARATION) | _PAIRS.having(ratio=ABOVE_0)).where
def _is_pair_game(instance: Instance) -> bool:
    """K' pairs with the separation a in (0, 2], T rounds of a private channel; e^{eps/2} is rational."""
    known = is_of_member(instance["channel"], instance["pairs"])
    return known and _one(instance).is_private(Fraction(instance["root"]) ** 2)


def _one(instance: Instance) -> Channel:
    return channel_named(instance["channel"], instance["pairs"], Fraction(instance["root"]) ** 2)


def _share(instance: Instance) -> Fraction:
    """a: what is given, or that of the proof, for which sqrt(K'/T) must be rational."""
    if "a" in instance:
        return Fraction(instance["a"])
    return min(Fraction(2), Fraction(3, 2) * Fraction(instance["ratio"]) / (Fraction(instance["root"]) - 1))


def _pair_risk(instance: Instance, i: int) -> Real:
    """The least risk of T rounds, in the mean over the two members of a pair, when the pair is known."""
    channel, a = _one(instance), _share(instance)
    rounds = ([channel] * t for t in range(instance["rounds"]))
    return sum((least_mean(channels, instance["pairs"], i, a) for channels in rounds), as_real(Fraction(0)))


def mean_risk(instance: Instance) -> Real:
    """Return the mean over the pairs of the risk on one."""
    pairs = range(1, instance["pairs"] + 1)
    return sum((_pair_risk(instance, i) for i in pairs), as_real(Fraction(0))) / len(pairs)


def _displayed_bound(instance: Instance) -> Real:
    """(log 2/4) a (sum over t of 1 - (a s/2) sqrt((t - 1)/K')), with s = e^{eps/2} - 1."""
    a, s, pairs = _share(instance), Fraction(instance["root"]) - 1, instance["pairs"]
    terms = (1 - as_real(a * s / 2) * _root(Fraction(u, pairs)) for u in range(instance["rounds"]))
    return LOG_2 / 4 * as_real(a) * sum(terms, as_real(Fraction(0)))


def theorem_bound(instance: Instance) -> Real:
    """(3 log 2/16) min{sqrt(K' T)/s, 8 T/3}."""
    first = _root(Fraction(instance["pairs"] * instance["rounds"])) / as_real(Fraction(instance["root"]) - 1)
    second = Fraction(8 * instance["rounds"], 3)
    return LOG_2 * 3 / 16 * (first if at_most(first, second) else as_real(second))


@_is_pair_game.where
def _is_proof_game(instance: Instance) -> bool:
    """The separation of the proof, a function of the root of K'/T."""
    return "ratio" in instance and Fraction(instance["ratio"]) ** 2 * instance["rounds"] == instance["pairs"]


told("sima09-step", "the mean risk is at least (log 2/4) a (sum of 1 - (a s/2) sqrt((t - 1)/K'))", _is_pair_game)(
    lambda instance: at_most(_displayed_bound(instance), mean_risk(instance))
)
told("sima09", "the risk is at least (3 log 2/16) min{sqrt(K' T)/(e^{eps/2} - 1), 8 T/3}", _is_proof_game)(
    lambda instance: at_most(theorem_bound(instance), mean_risk(instance))
)
told("sima09-more", "the mean risk is at least 5/2 times the bound", _is_proof_game)(
    lambda instance: at_most(theorem_bound(instance) * 5 / 2, mean_risk(instance))
)


@family(
    "pair-games",
    "1 to 3 pairs, T = 1, 2, 3, e^{eps/2} = 11/10, 2, 4, a = 1/5, 1, 2: randomized response on labels and on one sign",
)
def _pair_games() -> Iterator[Instance]:
    for pairs, rounds, root, a in product((1, 2, 3), (1, 2, 3), ("11/10", "2", "4"), ("1/5", "1", "2")):
        for channel in ("response", "sign 1"):
            yield {"pairs": pairs, "rounds": rounds, "root": root, "a": a, "channel": channel}


@family(
    "proof-games",
    "(K', T) = (1, 1), (1, 4), (2, 2), (3, 3), e^{eps/2} = 11/10, 3/2, 2, 3, 6, at the a of the proof: as in "
    "pair-games",
)
def _proof_games() -> Iterator[Instance]:
    shapes = ((1, 1, "1"), (1, 4, "1/2"), (2, 2, "1"), (3, 3, "1"))
    for (pairs, rounds, ratio), root in product(shapes, ("11/10", "3/2", "2", "3", "6")):
        for channel in ("response", "sign 1"):
            yield {"pairs": pairs, "rounds": rounds, "root": root, "ratio": ratio, "channel": channel}


THEOREM: Final = (
    "For all K >= 2, T >= 1 and eps > 0, with s = e^{eps/2} - 1: risk >= (3 log 2/16) min{sqrt(floor(K/2) T)/s, (8/3) "
    "T}. Let N be the largest power of two up to K, and K' = floor(K/2) <= N - 1: K' pairs p_{i,1}, p_{i,2} as in "
    "(16) on N labels, with a in (0, 2] (SIMA-10), and, to have K members, any others, which only raise the supremum. "
    "Fix a scheme and a learner (a randomized one is a mixture). The supremum is at least the mean over i in [K'] and "
    "l. For a fixed pair and a random l, round t costs at least (1 - V) J(a) >= (1 - V)(a/4) log 2, where V is the "
    "total variation of the laws of the t - 1 reports (see SIMA-12), and V <= sqrt(KL/2) by Pinsker. KL is the sum "
    "over u < t of KL_u(i), whose mean over i is at most (t - 1) a^2 s^2/(2 K') (SIMA-20). The root is concave, so "
    "the mean of V is at most (a s/2) sqrt((t - 1)/K'). Sum over t, with sum of sqrt(u) over u < T <= (2/3) T^{3/2}: "
    "risk >= J(a) T (1 - 2 z/3), z = (a s/2) sqrt(T/K'). If T >= 9 K'/(16 s^2) take a = (3/2) sqrt(K'/T)/s <= 2: z = "
    "3/4, and J(a) >= (a/4) log 2. Otherwise take a = 2: z < 3/4, and J(2) = log 2 gives (log 2/2) T = (3 log "
    "2/16)(8/3) T. "
)


def _theorem() -> tuple[Goal, ...]:
    """See ``THEOREM``; k, w, L are the roots of K' and T, and log 2."""
    return (
        *_mixture(),
        *log_lemma(),
        ENDS,
        SQUARE,
        *parseval(),
        Goal("z = 3/4", identity("(3*k/(2*w*s))*s/2*w/k", "3/4")),
        Goal("the first case", identity("L/4*(3*k/(2*w*s))*w**2*(1 - 2*(3/4)/3)", "3*L/16*k*w/s")),
        Goal("the second case", identity("L*w**2*(1 - 2*(3/4)/3)", "3*L/16*(8/3)*w**2")),
        Goal("floor(K/2) >= K/3 for odd K = 2 k + 1 >= 3", nonnegative("k - (2*k + 1)/3", ("k - 1",))),
    )


EDGES: Final = (
    "K = 1 has no such class: one member is known, and the risk is 0 (SIMA-09d).",
    "The printed class has 2 K members on N > K labels. So a size K with at most K labels needs floor(K/2) pairs, "
    "which costs a factor sqrt 2 to sqrt 3.",
    "The class of the proof depends on T and eps through a. One class for all is made of functions that are not "
    "constant: f_{i,l}(x) = p_{i,l} with a = a(x), a function onto (0, 2], and Nature shows an x with the a that is "
    "needed; constant functions cannot do it (SIMA-09c).",
    "The averaging over i needs non-interactive R_t, as in the source.",
)


@claim(
    "SIMA-09",
    location="Theorem 3, for K >= 2",
    latex=r"\exists \mathcal F,\ |\mathcal F| = K,\ |\mathcal Y| \le K:\quad r_T(\mathcal F) = "
    r"\Omega\Big(\sqrt{KT/(m(\epsilon) e^\epsilon)}\Big) \text{ for } T \ge K/(9 m(\epsilon) e^\epsilon)",
    text="There is a class of size K with at most K labels whose KL-risk under every (eps, 0)-locally private scheme "
    "and every learner is Omega(sqrt(K T/(min{(e^eps - 1)^2, 1} e^eps))), for T >= K/(9 min{(e^eps - 1)^2, 1} e^eps).",
    checked=("K >= 2",),
    assumed=("Pinsker's inequality", "schemes are non-interactive, as in Section 2"),
    adjacency="any_pair",
)
def sima_09() -> Case:
    """The constant is 3/40."""
    return Case(
        argument="The constant is 3/40. "
        + DENSITIES
        + THEOREM
        + LOG_LEMMA
        + " "
        + SUM
        + " "
        + MIXTURE
        + " Finally s^2 <= m e^eps and floor(K/2) "
        ">= K/3 for K >= 2, so the first term of the minimum is at least sqrt(K T/(3 m e^eps)); and T >= K/(9 m "
        "e^eps) gives (8/3) T >= (8/9) sqrt(K T/(m e^eps)), which is more. (3 log 2/16)/sqrt 3 > 3/40. " + EDGES[2],
        proof=(
            *_theorem(),
            *factor(),
            Goal("(8/3) T at T = w^2, K/(m e^eps) = 9 w^2", identity("8/3*w**2", "8/9*(w*(3*w))")),
            Goal("(8/9)^2 > 1/3", nonnegative("(8/9)**2 - 1/3", (), ">")),
            Goal("3 log 2/16 > (3/40) sqrt 3", on_box("3*log(x)/16 - 3/40*sqrt(3)", {"x": ("2", "3")})),
        ),
        checks=(
            Goal("the sum over t, for all a, exact Bayes risks", exhaustive("sima09-step", "pair-games")),
            Goal("the bound, exact Bayes risks", exhaustive("sima09", "proof-games")),
        ),
        twins=(
            Twin("5/2 times the bound", exhaustive("sima09-more", "proof-games"), of=19),
            Twin("z = 1/2", identity("(3*k/(2*w*s))*s/2*w/k", "1/2"), of=9),
            Twin("floor(K/2) >= K/3 for K = 1, too", nonnegative("k - (2*k + 1)/3", ("k",)), of=12),
            Twin("with 2/25", on_box("3*log(x)/16 - 2/25*sqrt(3)", {"x": ("2", "3")}), of=17),
        ),
        remarks=EDGES,
        explicit=True,
    )


@claim(
    "SIMA-09b",
    location="Theorem 3, the last sentence",
    latex=r"\sqrt{KT/(m(\epsilon) e^\epsilon)} = \Omega\Big(\tfrac1\epsilon \sqrt{KT}\Big) \text{ for small } \epsilon",
    text="The bound of Theorem 3 grows as Omega((1/eps) sqrt(K T)) for sufficiently small eps, where T >= K/(9 m(eps) "
    "e^eps).",
    checked=("eps <= 69/100",),
    assumed=("SIMA-09, so K >= 2 and T >= K/(9 m(eps) e^eps)",),
    adjacency="any_pair",
)
def sima_09b() -> Case:
    """(e^eps - 1) e^{eps/2} is of order eps."""
    return Case(
        argument="For eps <= 69/100 < log 2, m = (e^eps - 1)^2 and sqrt(m e^eps) = (e^eps - 1) e^{eps/2} <= (41/20) "
        "eps. So the bound is at least (20/41) sqrt(K T)/eps, and by SIMA-09 the risk is at least (3/82) sqrt(K "
        "T)/eps.",
        proof=(
            Goal(
                "(e^eps - 1) e^{eps/2} <= (41/20) eps",
                inequality("41*x/20 - (exp(x) - 1)*exp(x/2)", "x", "[0, 69/100]"),
            ),
            Goal("e^eps <= 2 there", inequality("2 - exp(x)", "x", "[0, 69/100]")),
            Goal("the constant", identity("3/40*(20/41)", "3/82")),
        ),
        twins=(Twin("<= 2 eps", inequality("2*x - (exp(x) - 1)*exp(x/2)", "x", "[0, 69/100]")),),
        remarks=(
            "It is no statement about eps -> 0 with K and T fixed: the condition on T fails there, and the risk is at "
            "most T log K (SIMA-03). With fewer conditions and a better constant: SIMA-03-corrected.",
        ),
        explicit=True,
    )


@entries(table=LAWS, rounds=whole(1), exp_eps=ABOVE_1, constant=ABOVE_0).where
def _is_constant_class(instance: Instance) -> bool:
    """A class of different constant functions, and the condition of Theorem 3."""
    rows = as_rows(instance["table"])
    sizes = {"size": len(rows), "rounds": instance["rounds"], "exp_eps": instance["exp_eps"]}
    return len(set(rows)) == len(rows) >= 2 and bool(_a_squared(sizes) <= 1)


def risk_of_mixture(instance: Instance) -> Real:
    """The largest over f of the sum over j of 1/(1 - rho_j), which bounds the risk for every T."""
    rows = as_rows(instance["table"])
    channel = randomized_response(len(rows[0]), Fraction(instance["exp_eps"]))
    laws = [channel.output(row) for row in rows]
    sums = [sum((1 / (1 - _overlap(f, g)) for g in laws if g != f), as_real(Fraction(0))) for f in laws]
    return reduce(maximum, sums)


def _overlap(p: Vector, q: Vector) -> Real:
    return sum((as_real(x * y).sqrt() for x, y in zip(p, q, strict=True)), as_real(Fraction(0)))


def _claimed(instance: Instance, size: int) -> Real:
    """c sqrt(K T/(m(eps) e^eps))."""
    t = Fraction(instance["exp_eps"])
    return (
        as_real(Fraction(instance["constant"])) * as_real(size * int(instance["rounds"]) / (contraction(t) * t)).sqrt()
    )


told(
    "sima09c",
    "c sqrt(K T/(m(eps) e^eps)) is at most a bound on the risk of this class that holds for every T",
    _is_constant_class,
    lambda instance: {
        "c sqrt(K T/(m(eps) e^eps))": _claimed(instance, len(instance["table"])),
        "the risk is at most": risk_of_mixture(instance),
    },
)(lambda instance: at_most(_claimed(instance, len(instance["table"])), risk_of_mixture(instance)))
told(
    "sima09c-trivial",
    "for c <= 1/5, c sqrt(K T/(m(eps) e^eps)) is at most T log K",
    _is_constant_class.having(constant=rational("(0, 1/5]")),
)(
    lambda instance: at_most(
        _claimed(instance, len(instance["table"])), as_real(log(len(instance["table"]))) * instance["rounds"]
    )
)


def _long_games() -> Iterator[Instance]:
    table = [["0", "1"], ["1/2", "1/2"]]
    for constant, rounds in (("1/10", 10), ("1/100", 10**9), ("1/1000", 10**12)):
        yield {"table": table, "exp_eps": "4", "rounds": rounds, "constant": constant}


@claim(
    "SIMA-09c",
    location="Theorem 3 with the class of Appendix A: one class of constant functions, then all T",
    latex=r"\exists \mathcal F \text{ constant functions},\ c > 0:\ r_T(\mathcal F) \ge c \sqrt{KT/(m(\epsilon) "
    r"e^\epsilon)}\ \forall T \ge K/(9 m(\epsilon) e^\epsilon)",
    text="Theorem 3 with its quantifiers in the order in which they are printed, for a class of constant functions, "
    "as in its proof: one class, whose risk is at least c sqrt(K T/(m(eps) e^eps)) for all T.",
    checked=("the members are different",),
    adjacency="any_pair",
    corrected_by="SIMA-09",
)
def sima_09c() -> Case:
    """A fixed class of constants is learned."""
    return Case(
        argument="Let the functions be constant and different, the channel randomized response, the learner the Bayes "
        "mixture that knows the report laws g_j. With L_j the likelihoods of the reports, KL(f, p^_t) <= log(1 + sum "
        "over j != f of L_j/L_f) <= sum of sqrt(L_j/L_f), because log(1 + x) is subadditive and at most sqrt x. The "
        "expectation under f is the sum of rho_j^{t-1}, where rho_j, the sum of sqrt(g_j g_f), is below 1: randomized "
        "response is injective on laws. So for every T the risk is at most the sum of 1/(1 - rho_j), and c sqrt T is "
        "above it from some T on, for every c > 0. The instance is the pair of (16) at K = 1, a = 1.",
        counterexample=Goal("c = 1/100", counterexample("sima09c"), Hunt("sima09c", _long_games)),
        sharper=(
            Goal("log(1 + x) <= sqrt x at x = y^2", inequality("y - log(1 + y**2)", "y", "[0, oo)")),
            Goal(
                "the instance at e^eps = 4: rho = sqrt(1/10) + sqrt(4/10) = 3/sqrt(10) < 19/20, so "
                "the risk is below 20 for every T",
                nonnegative("(19/20)**2 - 9/10", (), ">"),
            ),
            Goal(
                "for no c: c sqrt(K T/M) = 20 at T = 400 M/(c^2 K), M = m(eps) e^eps",
                identity("c**2*K*(400*M/(c**2*K))/M", "20**2"),
            ),
        ),
        twins=(
            Twin("at most T log K, for c <= 1/5", counterexample("sima09c-trivial")),
            Twin("rho < 9/10", nonnegative("(9/10)**2 - 9/10", (), ">"), of=2),
        ),
        remarks=("Functions that are not constant do it: see SIMA-09.",),
    )


THEOREM_3: Final = _is_class.having(constant=ABOVE_0)
"""The condition of Theorem 3, and a constant."""


def _theorem_3(instance: Instance) -> tuple[Real, Real]:
    """c sqrt(K T/(m(eps) e^eps)), and T log K."""
    size = instance["size"]
    return _claimed(instance, size), as_real(log(size)) * instance["rounds"]


told(
    "sima09d",
    "c sqrt(K T/(m(eps) e^eps)) is at most T log K, which bounds the risk of every class of size K",
    THEOREM_3,
    lambda instance: dict(zip(("c sqrt(K T/(m(eps) e^eps))", "T log K"), _theorem_3(instance), strict=True)),
)(lambda instance: at_most(*_theorem_3(instance)))
told(
    "sima09d-two",
    "for K >= 2 and c <= 1/5, c sqrt(K T/(m(eps) e^eps)) is at most T log K",
    THEOREM_3.having(size=whole(2, 64), constant=rational("(0, 1/5]")),
)(lambda instance: at_most(*_theorem_3(instance)))


def _small_classes() -> Iterator[Instance]:
    for size, rounds in ((2, 1), (3, 2), (1, 1)):
        yield {"size": size, "rounds": rounds, "exp_eps": "2", "constant": "1/1000"}


@claim(
    "SIMA-09d",
    location="Theorem 3, read for every K, as its sketch says, K = 1 included",
    latex=r"\forall K \ge 1\ \exists \mathcal F,\ |\mathcal F| = K,\ |\mathcal Y| \le K:\quad r_T(\mathcal F) = "
    r"\Omega\Big(\sqrt{KT/(m(\epsilon) e^\epsilon)}\Big) \text{ for } T \ge K/(9 m(\epsilon) e^\epsilon)",
    text="Theorem 3 for every K, of which it says nothing (its sketch: for any K), so for K = 1, too: there is a class "
    "of size K with at most K labels whose KL-risk is Omega(sqrt(K T/(m(eps) e^eps))) for T >= K/(9 m(eps) e^eps).",
    checked=("T >= K/(9 m(eps) e^eps)",),
    adjacency="any_pair",
    corrected_by="SIMA-09",
)
def sima_09d() -> Case:
    """One member."""
    return Case(
        argument="The prediction (f_1 + ... + f_K)/K has KL at most log K in every round, so r_T <= T log K (SIMA-03), "
        "which is 0 for K = 1: the only member is known. c sqrt(T/(m(eps) e^eps)) is positive for every c > 0, so no "
        "constant will do.",
        counterexample=Goal("K = 1, c = 1/1000", counterexample("sima09d"), Hunt("sima09d", _small_classes)),
        sharper=(
            Goal(
                "for no c: the claim over c, sqrt(x) at x = T/(m(eps) e^eps), is above 0 = T log 1, for every T",
                inequality("sqrt(x) - x*log(1)", "x", "(0, oo)", ">"),
            ),
        ),
        twins=(
            Twin("for K >= 2 and c <= 1/5", counterexample("sima09d-two")),
            Twin("K = 2, where T log K may be above", inequality("sqrt(x) - x*log(2)", "x", "(0, oo)", ">"), of=1),
        ),
        remarks=(
            "With K - 1 in the place of K under the root there is no exception. In the appendix, K = 1 gives two "
            "members on two labels.",
        ),
    )


# SIMA-03


THEOREM_1: Final = entries(size=whole(2), rounds=whole(1), epsilon=ABOVE_0, constant=ABOVE_0)


def _theorem_1(instance: Instance) -> tuple[Real, Real]:
    """c sqrt(K T)/eps, and T log K."""
    size, rounds = instance["size"], instance["rounds"]
    claimed = as_real(Fraction(instance["constant"]) / Fraction(instance["epsilon"])) * _root(Fraction(size * rounds))
    return claimed, as_real(log(size)) * rounds


told(
    "sima03",
    "c sqrt(K T)/eps is at most T log K, which bounds the risk of every class of size K",
    THEOREM_1,
    lambda instance: dict(zip(("c sqrt(K T)/eps", "T log K"), _theorem_1(instance), strict=True)),
)(lambda instance: at_most(*_theorem_1(instance)))
told(
    "sima03-long",
    "for T >= 9 K/(32 eps^2) and c <= 1/4, c sqrt(K T)/eps is at most T log K",
    THEOREM_1.having(constant=rational("(0, 1/4]")).where(
        lambda instance: bool(32 * instance["rounds"] * Fraction(instance["epsilon"]) ** 2 >= 9 * instance["size"])
    ),
)(lambda instance: at_most(*_theorem_1(instance)))


def _short_games() -> Iterator[Instance]:
    yield {"size": 2, "rounds": 10**7, "epsilon": "1/1000", "constant": "1/1000"}
    yield {"size": 2, "rounds": 1, "epsilon": "1/1000", "constant": "1/1000"}


@claim(
    "SIMA-03",
    location="Theorem 1",
    latex=r"\exists \mathcal F,\ |\mathcal F| = K,\ |\mathcal Y| \le K:\quad r_T(\mathcal F) = "
    r"\Omega\Big(\tfrac1\epsilon \sqrt{KT}\Big)",
    text="There is a class of size K with at most K labels whose KL-risk under every (eps, 0)-locally private "
    "mechanism and every learner is Omega((1/eps) sqrt(K T)); nothing is said of eps and T.",
    checked=("K >= 2; for K = 1 the risk is 0",),
    adjacency="any_pair",
    corrected_by="SIMA-03-corrected",
)
def sima_03() -> Case:
    """A condition on T and eps is missing."""
    return Case(
        argument="The prediction (f_1 + ... + f_K)/K, without any report, has KL at most log K in every round. So r_T "
        "<= T log K, for every class. With T = 1 and eps = c the claim c sqrt(K T)/eps <= r_T would be sqrt K <= log "
        "K, which is false for all K: no c > 0 will do. T >= c^2 K/(eps log K)^2 is necessary.",
        counterexample=Goal("one round, eps = c = 1/1000", counterexample("sima03"), Hunt("sima03", _short_games)),
        sharper=(
            Goal("sqrt K > log K, at K = y^2", inequality("y - 2*log(y)", "y", "[1, oo)", ">")),
            Goal(
                "for no c, T = 1 and any eps: sqrt K is above K^(1/4)/4 times log K, for every K = y^4",
                inequality("y**2 - y/4*(4*log(y))", "y", "[1, oo)", ">"),
            ),
        ),
        twins=(
            Twin("with a condition on T", counterexample("sima03-long")),
            Twin("K^(1/4) times", inequality("y**2 - y*(4*log(y))", "y", "[1, oo)", ">"), of=2),
        ),
        remarks=("For large eps it is false even for large T (SIMA-03b).",),
    )


LONG: Final = entries(size=whole(2), rounds=whole(2), constant=ABOVE_0)


def _at_large_epsilon(instance: Instance) -> tuple[Real, Real]:
    """c sqrt(K T)/eps at e^eps = (K T)^3, and the bound on the risk."""
    size, rounds = instance["size"], instance["rounds"]
    whole = as_real(log(size * rounds))
    claimed = as_real(Fraction(instance["constant"])) * _root(Fraction(size * rounds)) / (whole * 3)
    return claimed, as_real(log(size)) + LOG_2 * 2 + whole / (size * size * rounds)


def _sharp_at_large_epsilon(instance: Instance) -> tuple[Real, Real]:
    """c sqrt(K T/(m(eps) e^eps)) at e^eps = (K T)^3, which is c/(K T), and the same bound."""
    size, rounds = instance["size"], instance["rounds"]
    return as_real(Fraction(instance["constant"]) / (size * rounds)), _at_large_epsilon(instance)[1]


told(
    "sima03b",
    "at e^eps = (K T)^3, c sqrt(K T)/eps is at most log K + 2 log 2 + log(K T)/(K^2 T), which bounds the risk",
    LONG,
    lambda instance: dict(zip(("c sqrt(K T)/eps", "the risk is at most"), _at_large_epsilon(instance), strict=True)),
)(lambda instance: at_most(*_at_large_epsilon(instance)))
told(
    "sima03b-theorem-3",
    "... for c <= 1, c sqrt(K T/(m(eps) e^eps)) is at most that",
    LONG.having(constant=rational("(0, 1]")),
)(lambda instance: at_most(*_sharp_at_large_epsilon(instance)))


def _large_games() -> Iterator[Instance]:
    for rounds in (10**3, 10**6, 10**9, 10**12):
        yield {"size": 2, "rounds": rounds, "constant": "1/10"}


@claim(
    "SIMA-03b",
    location="Theorem 1 with the condition of Theorem 3",
    latex=r"r_T(\mathcal F) = \Omega\Big(\tfrac1\epsilon \sqrt{KT}\Big) \text{ for all } \epsilon > 0 \text{ and } T "
    r"\ge K/(9 m(\epsilon) e^\epsilon)",
    text="Theorem 1 where T >= K/(9 m(eps) e^eps), for every eps: the KL-risk is Omega((1/eps) sqrt(K T)).",
    checked=("K >= 2",),
    adjacency="any_pair",
    corrected_by="SIMA-03-corrected",
)
def sima_03b() -> Case:
    """Large eps."""
    return Case(
        argument="Let T >= 2 and e^eps = (K T)^3, so that T >= K/(9 e^eps), and let M <= K labels go through "
        "randomized response, which changes a label with probability (M - 1)/(e^eps + M - 1) <= 1/(K^2 T^3). Predict "
        "(1 - 1/T) b_t + (1/T)(f_1 + ... + f_K)/K, where b_t is the Bayes mixture that takes reports for labels "
        "(uniform where all likelihoods are 0). While no label is changed, the sum of the KLs is in expectation at "
        "most log K - T log(1 - 1/T) <= log K + 2 log 2; and in each round KL <= log(K T), which counts with "
        "probability at most T/(K^2 T^3). So r_T <= log K + 2 log 2 + log(K T)/(K^2 T) for every class with at most K "
        "labels, while c sqrt(K T)/eps = c sqrt(K T)/(3 log(K T)) grows without bound: sqrt x >= (log x)^2/16. So no "
        "c > 0 will do.",
        counterexample=Goal("K = 2, c = 1/10", counterexample("sima03b"), Hunt("sima03b", _large_games)),
        sharper=(
            Goal("-T log(1 - 1/T) <= 2 log 2, x = 1/T", inequality("2*log(2)*x + log(1 - x)", "x", "(0, 1/2]")),
            Goal("sqrt x >= (log x)^2/16 at x = e^{4z}: e^z > z", inequality("exp(z) - z", "z", "[0, oo)", ">")),
            Goal(
                "K = 2, n = 2T: the bound on the risk is at most 3",
                inequality("3 - 3*log(2) - log(n)/(2*n)", "n", "[4, oo)"),
            ),
            Goal(
                "for no c: sqrt(n)/(3 log n) is above (log n)/144 times 3, for every n = y^2, times log y",
                inequality("y/6 - log(y)**2/24", "y", "[2, oo)", ">"),
            ),
        ),
        twins=(
            Twin("sqrt(K T/(m(eps) e^eps)), as in Theorem 3, and c <= 1", counterexample("sima03b-theorem-3")),
            Twin("-T log(1 - 1/T) <= 1", inequality("x + log(1 - x)", "x", "(0, 1/2]"), of=1),
            Twin("(log n)/12 times 3", inequality("y/6 - log(y)**2/2", "y", "[2, oo)", ">"), of=4),
        ),
    )


@claim(
    "SIMA-03-corrected",
    location="Theorem 1",
    latex=r"r_T(\mathcal F) \ge \tfrac{3 \log 2}{16} \min\Big\{\frac{\sqrt{\lfloor K/2 \rfloor T}}{e^{\epsilon/2} - "
    r"1}, \tfrac83 T\Big\};\quad \epsilon \le 1,\ T \ge \tfrac{9K}{32 \epsilon^2} \Rightarrow r_T(\mathcal F) \ge "
    r"\tfrac{23}{200\, \epsilon} \sqrt{KT}",
    text="For all K >= 2, T >= 1 and eps > 0 there is a class of size K with at most K labels whose KL-risk under "
    "every (eps, 0)-locally private non-interactive scheme and every learner is at least (3 log 2/16) "
    "min{sqrt(floor(K/2) T)/(e^{eps/2} - 1), (8/3) T}. So for eps <= 1 and T >= 9 K/(32 eps^2) it is at least 0.115 "
    "sqrt(K T)/eps.",
    checked=("K >= 2",),
    assumed=("Pinsker's inequality", "schemes are non-interactive, as in Section 2"),
    adjacency="any_pair",
)
def sima_03_corrected() -> Case:
    """With constants and conditions."""
    return Case(
        argument=DENSITIES
        + THEOREM
        + LOG_LEMMA
        + " "
        + SUM
        + " "
        + MIXTURE
        + " For eps <= 1: eps/2 <= s <= (sqrt e - 1) eps. The first term of the minimum is the "
        "smaller one where T >= 9 K'/(64 s^2), which follows from T >= 9 K/(32 eps^2) by K' <= K/2 and s >= eps/2; "
        "and it is at least sqrt(K T/3)/((sqrt e - 1) eps), by K' >= K/3.",
        proof=(
            *_theorem(),
            Goal("s >= eps/2", inequality("exp(x/2) - 1 - x/2", "x", "[0, oo)")),
            Goal("s <= (sqrt e - 1) eps", inequality("(exp(1/2) - 1)*x - exp(x/2) + 1", "x", "[0, 1]")),
            Goal("9 (K/2)/(64 (eps/2)^2) = 9 K/(32 eps^2)", identity("9*(K/2)/(64*(e/2)**2)", "9*K/(32*e**2)")),
            Goal(
                "3 log 2/16 >= (23/200) sqrt 3 (sqrt e - 1)",
                on_box("3*log(x)/16 - 23/200*sqrt(3)*(exp(1/2) - 1)", {"x": ("2", "3")}),
            ),
        ),
        checks=(
            Goal("the sum over t, for all a, exact Bayes risks", exhaustive("sima09-step", "pair-games")),
            Goal("the bound, exact Bayes risks", exhaustive("sima09", "proof-games")),
        ),
        twins=(
            Twin("5/2 times the bound", exhaustive("sima09-more", "proof-games"), of=18),
            Twin("with 3/25", on_box("3*log(x)/16 - 3/25*sqrt(3)*(exp(1/2) - 1)", {"x": ("2", "3")}), of=16),
        ),
        remarks=(
            *EDGES,
            "r_T <= T log K shows that sqrt(K T)/eps needs T of order at least K/(eps log K)^2; between that and "
            "K/eps^2 the order of the risk is not settled here.",
        ),
        explicit=True,
    )
