"""Section 3, randomized response: its calibration, its contraction and the risk of its learner (SIMA-06 to SIMA-08)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any, Final

from dpassay.analysis.distribution_game import Fixed
from dpassay.analysis.distribution_learners import (
    RandomizedResponseLearner,
    c_eta,
    noised,
    randomized_response_users,
)
from dpassay.analysis.game_risk import kl_risk, tv_risk
from dpassay.analysis.label_laws import Table, Vector, read_table, sum_risks, weighted
from dpassay.exact import LogForm, Real, as_real, log
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import (
    ABOVE_0,
    ABOVE_1,
    LAWS_AS_TEXT,
    entries,
    family,
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
)
from dpassay.proofs_check.local_distribution_learning.lower_bound_channels import LOG_LEMMA, log_lemma
from dpassay.proofs_check.local_distribution_learning.responses import RESPONSE, exp_eps_of
from dpassay.proofs_check.local_distribution_learning.setting import BAYES_RISK, bayes_risk, is_game
from dpassay.proofs_check.numbers import at_most

# SIMA-06


# SIMA-07


# SIMA-08


def _tables(instance: Instance) -> tuple[Table, ...]:
    return tuple(read_table(table) for table in instance["tables"])


@is_game.having(exp_eps=ABOVE_1).where
def _is_response_game(instance: Instance) -> bool:
    """At least two labels."""
    return len(_tables(instance)[0][0]) >= 2


def played(instance: Instance) -> tuple[Fixed, Any, RandomizedResponseLearner]:
    """Nature, the users and the learner."""
    tables, t = _tables(instance), exp_eps_of(instance)
    users = randomized_response_users(len(tables[0][0]), t)
    return Fixed(instance["truth"], tables), users, RandomizedResponseLearner(t)


def _contraction(instance: Instance) -> Real:
    return as_real(c_eta(len(_tables(instance)[0][0]), exp_eps_of(instance)))


def _root(instance: Instance, factor: int | Fraction) -> Real:
    """The root of ``factor`` T log K, over c_eta."""
    tables = _tables(instance)
    return (as_real(log(len(tables[0]))) * factor * len(tables)).sqrt() / _contraction(instance)


def _risk_is_bounded(instance: Instance) -> bool:
    """Whether the risk is at most (2 + log(KT)) sqrt(2 T log K)/c_eta + 2."""
    tables = _tables(instance)
    risk = kl_risk(*played(instance))
    return risk is not None and at_most(risk, _root(instance, 2) * (as_real(log(len(tables[0]) * len(tables))) + 2) + 2)


def _distance_is_bounded(instance: Instance, share: Fraction = Fraction(1)) -> bool:
    """Whether the sum of total variations is at most ``share`` sqrt(T log K/2)/c_eta."""
    distance = as_real(tv_risk(*played(instance))) * len(instance["tables"])
    return at_most(distance, _root(instance, Fraction(1, 2)) * as_real(share))


told("sima08", "the learner's KL-risk is at most (2 + log(KT)) sqrt(2 T log K)/c_eta + 2", _is_response_game)(
    _risk_is_bounded
)
told("sima08-distance", "its expected sum of total variations is at most sqrt(T log K/2)/c_eta", _is_response_game)(
    _distance_is_bounded
)
told("sima08-less", "... at most (4/5) sqrt(T log K/2)/c_eta", _is_response_game)(
    lambda instance: _distance_is_bounded(instance, Fraction(4, 5))
)
FEATURES: Final = {
    2: ("1,0;0,1", "1,0;1/2,1/2", "3/4,1/4;1/4,3/4"),
    3: ("1,0,0;0,1,0;0,0,1", "1/2,1/2,0;0,1/2,1/2;1/3,1/3,1/3"),
}
"""Features for classes of K hypotheses on K labels."""


@family("sima-response-games", "two and three hypotheses, up to three rounds of five features, e^eps = 2 and 99")
def _games() -> Iterator[Instance]:
    for (size, features), t in product(FEATURES.items(), ("2", "99")):
        for rounds in (1, 2, 3) if size == 2 else (1, 2):
            for tables, truth in product(product(features, repeat=rounds), range(size)):
                yield {"tables": list(tables), "truth": truth, "exp_eps": t}


HELLINGER: Final = (
    "For f <= L p, L >= 1: KL(f, p) <= (2 + log L) sum (sqrt f - sqrt p)^2 <= (2 + log L) 2 TV(f, p). With x = f/p <= "
    "L the first is x log x - x + 1 <= (2 + log max(x, 1))(sqrt x - 1)^2, at x = u^2 for x >= 1, and at x = 1/v^2 for "
    "0 < x <= 1; at x = 0 it is 1 <= 2. The second is (sqrt f - sqrt p)^2 <= |f - p|."
)


def hellinger() -> tuple[Goal, ...]:
    """See ``HELLINGER``; L is log u, or log v."""
    return (
        Goal(
            "x = u^2",
            identity("(2 + 2*L)*(u - 1)**2 - (2*u**2*L - u**2 + 1)", "(3*u - 1)*(u - 1) - 2*(2*u - 1)*L"),
        ),
        Goal("for u >= 1", inequality("(3*u - 1)*(u - 1) - 2*(2*u - 1)*log(u)", "u", "[1, oo)")),
        Goal(
            "x = 1/v^2",
            identity("2*(1/v - 1)**2 - (-2*L/v**2 - 1/v**2 + 1)", "(v**2 - 4*v + 3 + 2*L)/v**2"),
        ),
        Goal("for v >= 1", inequality("v**2 - 4*v + 3 + 2*log(v)", "v", "[1, oo)")),
        Goal("(a - b)^2 <= a^2 - b^2", nonnegative("a**2 - b**2 - (a - b)**2", ("b", "a - b"))),
    )


REPORTS: Final = (
    "Under f a report has the law c f + (1 - c)/M, c = c_eta. The learner is the Bayes mixture on these laws, with "
    "weights w_j, and predicts p^_t = sum_j w_j f_j(x_t)."
)


def reports() -> tuple[Goal, ...]:
    """See ``REPORTS``."""
    return (
        Goal(
            "the law of a report",
            identity("f*(1 - n) + (1 - f)*n/(M - 1)", "(1 - M*n/(M - 1))*f + (1 - (1 - M*n/(M - 1)))/M"),
        ),
        Goal("the difference of two", identity("c*f + (1 - c)/M - (c*p + (1 - c)/M)", "c*(f - p)")),
    )


@claim(
    "SIMA-08",
    location="Section 3, before Theorem 3",
    latex=r"\text{KL-risk of randomized response} = \tilde O\Big(\tfrac{1}{c_\eta} \sqrt{T \log K}\Big) = \tilde "
    r"O\Big(\tfrac{M}{\epsilon} \sqrt{T \log K}\Big)",
    text="With randomized response the KL-risk of every class of size K is at most (1/c_eta) sqrt(T log K), and for "
    "eps <= 1 at most (M/eps) sqrt(T log K), both up to logarithmic factors.",
    checked=("M >= 2; eps <= 1 for the second bound",),
    assumed=(
        "Pinsker's inequality",
        "the learner, which is not printed, is the Bayes mixture on the laws of reports",
    ),
    adjacency="any_pair",
)
def sima_08() -> Case:
    """The posterior on the noised class, and a factor 2 + log(KT) from total variation to KL."""
    return Case(
        argument="risk <= (2 + log(KT)) sqrt(2 T log K)/c_eta + 2, for all K, T >= 1, M >= 2 and eps > 0. "
        + REPORTS
        + " "
        + BAYES_RISK
        + " For the laws of reports this says: the expected sum of KL(c f + (1 - c)/M, c p^ + (1 - c)/M) is at most "
        "log K. The total variation of the two is c TV(f, p^), so by Pinsker and by Jensen (the root is concave) the "
        "expected sum of TV(f, p^) is at most sqrt(T log K/2)/c. "
        + HELLINGER
        + " Use it with L = 1/w, w the weight of the truth. 1/w is the sum over j of the likelihood ratios of f_j to "
        "the truth, so its expectation is at most K, and Pr[log(1/w) - log(KT) > u] <= e^{-u}/T by Markov. So the "
        "expectation of the positive part of log(1/w) - log(KT) is at most 1/T, and as TV <= 1, E KL(f, p^) <= (2 + "
        "log(KT)) 2 E TV(f, p^) + 2/T. Sum over t. The last 2 is below 3 sqrt(T log K)/c_eta for K >= 2, and for K = 1 "
        "the risk is 0. For eps <= 1, 1/c_eta <= M/(1 - e^-eps) <= 2 M/eps (SIMA-07).",
        proof=(
            *reports(),
            *bayes_risk(),
            *hellinger(),
            Goal("1 - e^-eps >= eps/2", inequality("1 - exp(-x) - x/2", "x", "[0, 1]")),
        ),
        checks=(
            Goal("exact risks", exhaustive("sima08", "sima-response-games")),
            Goal("exact total variations", exhaustive("sima08-distance", "sima-response-games")),
        ),
        twins=(
            Twin("4/5 of the total variation", exhaustive("sima08-less", "sima-response-games"), of=12),
            Twin("(1 + log L)", inequality("2*u*(u - 1) - 2*(2*u - 1)*log(u)", "u", "[1, oo)"), of=6),
        ),
        remarks=(
            "The risk is also at most T log K, because E KL(f, p^) <= E log(1/w) <= log K. So the bound says nothing "
            "once it is larger, as it is for M to infinity; SIMA-08b shows that this is not due to the analysis: "
            "the risk of its classes is then at least (log 2/2) T, whatever the learner.",
        ),
        explicit=True,
    )


@RESPONSE.having(blocks=whole(1, 3)).where
def _is_half_closed(instance: Instance) -> bool:
    """M even, eps > 0 and c_eta <= 1/2, with up to three blocks."""
    return instance["labels"] % 2 == 0 and _c(instance) <= Fraction(1, 2)


@_is_half_closed.having(root=whole(1)).where
def _is_block_game(instance: Instance) -> bool:
    """Blocks of n = 2 m^2 rounds with a = 3/(4 c_eta m) <= 2."""
    return _separation(instance) <= 2


@_is_half_closed.having(length=whole(1)).where
def _is_short_game(instance: Instance) -> bool:
    """Blocks of n <= 9/(32 c_eta^2) rounds."""
    return bool(instance["length"] <= Fraction(9, 32) / _c(instance) ** 2)


def _c(instance: Instance) -> Fraction:
    return Fraction(c_eta(instance["labels"], exp_eps_of(instance)))  # type: ignore[arg-type]  # rational


def _separation(instance: Instance) -> Fraction:
    return 3 / (4 * _c(instance) * int(instance["root"]))


def block_tables(instance: Instance, a: Fraction) -> tuple[Table, ...]:
    """The features x_1, ..., x_d: row v of x_j is P_0 or P_1, as the digit j of v is; P_1 has mass a/2 on A."""
    half = instance["labels"] // 2
    more, less = a / (2 * half), (2 - a) / (2 * half)
    laws = ((Fraction(0),) * half + (Fraction(1, half),) * half, (more,) * half + (less,) * half)
    members = list(product((0, 1), repeat=instance["blocks"]))
    return tuple(tuple(laws[v[j]] for v in members) for j in range(instance["blocks"]))


def mean_risk(instance: Instance, a: Fraction, length: int) -> LogForm | Real:
    """The mean over the class of the risk of the Bayes mixture, which no learner makes smaller."""
    tables = tuple(table for table in block_tables(instance, a) for _ in range(length))
    users = randomized_response_users(instance["labels"], exp_eps_of(instance))
    learner, truths = RandomizedResponseLearner(exp_eps_of(instance)), range(len(tables[0]))
    risks = (kl_risk(Fixed(truth, tables), users, learner) for truth in truths)
    mean = sum_risks(None if risk is None else weighted(Fraction(1, len(truths)), risk) for risk in risks)
    if mean is None:
        raise ValueError(f"instance = {instance!r}: expected a finite risk")
    return mean


def risk_of_blocks(instance: Instance) -> LogForm | Real:
    """Return the mean risk with 2 m^2 rounds for each block, m the root."""
    return mean_risk(instance, _separation(instance), 2 * instance["root"] ** 2)


def _block_bound(instance: Instance) -> LogForm:
    """(3 sqrt 2 log 2/32) sqrt(T d)/c_eta, which is (3 log 2/16) d m/c_eta."""
    return log(2) * (Fraction(3 * instance["blocks"] * instance["root"], 16) / _c(instance))


told("sima08b", "the least mean risk is at least (3 sqrt 2 log 2/32) sqrt(T d)/c_eta", _is_block_game)(
    lambda instance: at_most(_block_bound(instance), risk_of_blocks(instance))
)
told("sima08b-thrice", "the least mean risk is at least three times that", _is_block_game)(
    lambda instance: at_most(_block_bound(instance) * 3, risk_of_blocks(instance))
)


def _costs_a_share(instance: Instance, share: Fraction) -> bool:
    """Whether the least mean risk for P_0 and P_1 of different labels is at least ``share`` (log 2) T."""
    rounds = instance["blocks"] * instance["length"]
    return at_most(log(2) * (share * rounds), mean_risk(instance, Fraction(2), instance["length"]))


told("sima08b-short", "for a = 2 and n <= 9/(32 c_eta^2) the least mean risk is at least (log 2/2) T", _is_short_game)(
    lambda instance: _costs_a_share(instance, Fraction(1, 2))
)
told("sima08b-short-whole", "... at least (log 2) T", _is_short_game)(
    lambda instance: _costs_a_share(instance, Fraction(1))
)


@family(
    "sima-block-games",
    "(M, e^eps, m, d) = (2, 3, 1, 1), (2, 3, 1, 2), (2, 5/2, 1, 1), (2, 2, 2, 1), (4, 5, 1, 1), (4, 4, 1, 1), "
    "(6, 7, 1, 1)",
)
def _block_games() -> Iterator[Instance]:
    shapes = (
        (2, "3", 1, 1),
        (2, "3", 1, 2),
        (2, "5/2", 1, 1),
        (2, "2", 2, 1),
        (4, "5", 1, 1),
        (4, "4", 1, 1),
        (6, "7", 1, 1),
    )
    for labels, t, root, blocks in shapes:
        yield {"labels": labels, "exp_eps": t, "root": root, "blocks": blocks}


@family(
    "sima-short-games",
    "(M, e^eps, n, d) = (2, 3, 1, 1), (2, 2, 2, 1), (2, 2, 2, 2), (2, 3/2, 7, 1), (4, 2, 4, 1), (8, 2, 3, 1)",
)
def _short_games() -> Iterator[Instance]:
    shapes = ((2, "3", 1, 1), (2, "2", 2, 1), (2, "2", 2, 2), (2, "3/2", 7, 1), (4, "2", 4, 1), (8, "2", 3, 1))
    for labels, t, length, blocks in shapes:
        yield {"labels": labels, "exp_eps": t, "length": length, "blocks": blocks}


BLOCKS: Final = (
    "Let X have d = log2 K features, and f_v(x_j) = P_{v_j} for v in {0, 1}^d, where P_0 is uniform on one half of the "
    "labels, and P_1 has mass a/2, uniform, on the other half, A, and 1 - a/2 on the first. Show each feature in a "
    "block of n = T/d rounds, and let v be uniform. Reports of other blocks tell nothing of v_j, and of those in the "
    "block only how many are in A matters. Round t of the block costs at least (1 - V) J(a): V is the total variation "
    "of the laws of its t - 1 reports under P_0 and P_1, and J(a) the least mean of KL(P_0, p) and KL(P_1, p), that "
    "at p = (P_0 + P_1)/2. Because: the least mean with weights w, 1 - w is concave in w and 0 at both ends, so it is "
    "at least 2 min(w, 1 - w) J(a), and the mean of 2 min(w, 1 - w) for the posterior w is 1 - V. J(a) = (a/4) log 2 + "
    "(1 - a/2) log(1 - a/2)/2 - (1 - a/4) log(1 - a/4) >= (a/4) log 2 for 0 <= a <= 2, at a = 2 with 0 log "
    "0 = 0."
)
SEPARATED: Final = (
    "A report is in A with probability (1 - c)/2 or (1 - c)/2 + c a/2. All masses of A and of its complement are at "
    "least (1 - c)/2 >= 1/4, so one report has KL at most (c a/2)^2 (4 + 4)/2 = c^2 a^2, and by Pinsker V <= c a "
    "sqrt((t - 1)/2)."
)


@entries(table=LAWS_AS_TEXT, exp_eps=ABOVE_1, rounds=whole(1), constant=ABOVE_0).where
def _is_constant_class(instance: Instance) -> bool:
    """Different constant functions."""
    table = read_table(instance["table"])
    return len(table[0]) >= 2 and len(set(table)) == len(table) >= 2


def _claimed(instance: Instance) -> Real:
    """A constant times sqrt(T log K)/c_eta."""
    table = read_table(instance["table"])
    c = c_eta(len(table[0]), exp_eps_of(instance))
    root = (as_real(log(len(table))) * int(instance["rounds"])).sqrt()
    return root * as_real(Fraction(instance["constant"])) / as_real(c)


@_is_constant_class.where
def _is_small_constant(instance: Instance) -> bool:
    """A constant of at most c_eta sqrt(log K), with which the claimed risk is at most sqrt(T) log K."""
    table = read_table(instance["table"])
    most = as_real(log(len(table))).sqrt() * as_real(c_eta(len(table[0]), exp_eps_of(instance)))
    return at_most(as_real(Fraction(instance["constant"])), most)


def _overlap(p: Vector, q: Vector) -> Real:
    return sum((as_real(x * y).sqrt() for x, y in zip(p, q, strict=True)), as_real(Fraction(0)))


def for_every_horizon(instance: Instance) -> Real:
    """The largest over f of the sum over j of 1/(1 - rho_j), which bounds the risk for every T."""
    laws = noised(read_table(instance["table"]), exp_eps_of(instance))
    sums = (sum((1 / (1 - _overlap(f, g)) for g in laws if g != f), as_real(Fraction(0))) for f in laws)
    return max(sums, key=float)


told(
    "sima08b-every-class",
    "c sqrt(T log K)/c_eta is at most a bound on the learner's risk for this class that holds for every T",
    _is_constant_class,
    lambda i: {"c sqrt(T log K)/c_eta": _claimed(i), "the risk is at most": for_every_horizon(i)},
)(lambda instance: at_most(_claimed(instance), for_every_horizon(instance)))
told("sima08b-trivial", "for c <= c_eta sqrt(log K), c sqrt(T log K)/c_eta is at most T log K", _is_small_constant)(
    lambda instance: at_most(_claimed(instance), as_real(log(len(read_table(instance["table"])))) * instance["rounds"])
)


def _long_games() -> Iterator[Instance]:
    for constant, exponent in product(("1/1000", "1/100", "1/10"), (2, 4, 6, 8, 10)):
        yield {"table": "1,0;0,1", "exp_eps": "4", "rounds": 10**exponent, "constant": constant}


@claim(
    "SIMA-08b",
    location="Section 3, before Theorem 3: the bound cannot be improved for the worst class",
    latex=r"\exists \mathcal F:\ \text{KL-risk} = \Omega\Big(\min\Big(T, \tfrac{1}{c_\eta} \sqrt{T \log K}\Big)\Big) "
    r"\text{ for randomized response and every learner}",
    text="For every even M, e^eps <= M + 1, K = 2^d and every T that is a multiple of d there is a class of size K "
    "whose KL-risk under randomized response is, for every learner, Omega((1/c_eta) sqrt(T log K)) if T >= 9 d/(32 "
    "c_eta^2), and at least (log 2/2) T otherwise.",
    checked=("M even, e^eps <= M + 1, K = 2^d, d divides T",),
    assumed=("Pinsker's inequality",),
    adjacency="any_pair",
)
def sima_08b() -> Case:
    """One pair of laws for each of log2 K features."""
    return Case(
        argument="risk >= (3 sqrt 2 log 2/32) sqrt(T log2 K)/c_eta for T >= 9 d/(32 c_eta^2), and risk >= (log 2/2) T "
        "for T <= 9 d/(32 c_eta^2). "
        + BLOCKS
        + " "
        + SEPARATED
        + " "
        + LOG_LEMMA
        + " Sum over t, with the sum of sqrt(u) over u < n at most (2/3) n^{3/2}: a block costs at least J(a) n (1 - "
        "2 z/3), z = c a sqrt(n/2), and J(a) >= (a/4) log 2. Take a = 3/(4 c sqrt(n/2)), which is at most 2 for n >= "
        "9/(32 c^2): z = 3/4 and the block costs (3 log 2/32) n/(c sqrt(n/2)). For n <= 9/(32 c^2) take a = 2: z = 2 c "
        "sqrt(n/2) <= 3/4 and J(2) = log 2, so the block costs at least (log 2/2) n. Add d blocks.",
        proof=(
            Goal("c <= 1/2 for E <= M + 1", identity("E + M - 1 - 2*(E - 1)", "M + 1 - E")),
            Goal(
                "J(a); P, Q, L are log(1 - a/2), log(1 - a/4), log 2",
                identity("(-Q + a/2*L + (1 - a/2)*(P - Q))/2", "a/4*L + (1 - a/2)*P/2 - (1 - a/4)*Q"),
            ),
            Goal(
                "J(a) >= (a/4) log 2",
                inequality("(1 - a/2)*log(1 - a/2)/2 - (1 - a/4)*log(1 - a/4)", "a", "[0, 2)"),
            ),
            *log_lemma(),
            Goal("the mass outside of A", nonnegative("1 - (1 - c)/2 - c*a/2 - (1 - c)/2", ("c", "2 - a"))),
            Goal("z = 3/4, with s = sqrt(n/2)", identity("c*(3/(4*c*s))*s", "3/4")),
            Goal("a block", identity("L/4*(3/(4*c*s))*(2*s**2)*(1 - 2*(3/4)/3)", "3*L/16*s/c")),
            Goal("d blocks: sqrt(T d) = k d s = 2 d s/k, k^2 = 2", identity("d*(3*L/16*s/c)", "3*k*L/32*(2*d*s/k)/c")),
            Goal("J(2), with 0 log 0 = 0 and log(1/2) = -L", identity("2/4*L - (1 - 2/4)*(-L)", "L")),
            Goal("z <= 3/4 at a = 2 for s <= 3/(8 c)", nonnegative("3/4 - c*2*s", ("3 - 8*c*s",))),
            Goal("a short block", identity("L*n*(1 - 2*(3/4)/3)", "L/2*n")),
        ),
        checks=(
            Goal("exact Bayes risks", exhaustive("sima08b", "sima-block-games")),
            Goal("exact Bayes risks of short games", exhaustive("sima08b-short", "sima-short-games")),
        ),
        sharper=(
            Goal(
                "for constant functions the risk of the Bayes mixture on the laws of reports stays bounded",
                counterexample("sima08b-every-class"),
                Hunt("sima08b-every-class", _long_games),
            ),
            Goal("log(1 + x) <= sqrt x at x = y^2", inequality("y - log(1 + y**2)", "y", "[0, oo)")),
            Goal(
                "rho^2 for two point masses, e^eps = r^2",
                identity("4*(r**2/(1 + r**2))*(1/(1 + r**2))", "(2*r/(1 + r**2))**2"),
            ),
        ),
        twins=(
            Twin("three times the bound", exhaustive("sima08b-thrice", "sima-block-games"), of=13),
            Twin("all of (log 2) T", exhaustive("sima08b-short-whole", "sima-short-games"), of=14),
            Twin("z = 1", identity("c*(3/(4*c*s))*s", "1"), of=7),
            Twin("T log K in place of the bounded risk", counterexample("sima08b-trivial"), of=15),
        ),
        remarks=(
            "3 sqrt 2 log 2/32 > 9/100. So randomized response cannot have a risk without M, whatever the learner.",
            "This is of the worst class of each T. A fixed class may be learned: let the functions be constant and "
            "different, with report laws g_j. With L_j the likelihoods of the reports, KL(f, p^_t) <= log(1/w) = "
            "log(1 + sum over j != f of L_j/L_f) <= sum of sqrt(L_j/L_f), because log(1 + x) is subadditive and at "
            "most sqrt x. Its expectation is the sum of rho_j^{t-1}, where rho_j, the sum of sqrt(g_j g_f), is below "
            "1: randomized response is injective on laws. So for every T the risk is at most the sum of 1/(1 - rho_j): "
            "for two point masses and e^eps = 4, rho = 4/5 and the risk is at most 5.",
            "c_eta <= 1/2 is what e^eps <= M + 1 says; for larger eps the channel is nearly open.",
        ),
        explicit=True,
    )
