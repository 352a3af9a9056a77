"""KL-risk and TV-risk: Lemmas 5 and 8, Theorems 2, 4, 5 and 6 and what follows (SIMA-04, 34, 35, 38, 41 to 44)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import combinations_with_replacement, pairwise, product
from math import comb
from typing import Final

from flint import acb, arb, ctx

from dpassay.analysis.distribution_learners import central_estimate
from dpassay.analysis.label_laws import tv
from dpassay.exact import LogForm, Real, as_real, decide, log
from dpassay.exact.real import rational_ball
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import (
    ABOVE_0,
    FROM_0,
    PROBABILITY,
    Precondition,
    as_rows,
    either,
    entries,
    family,
    matrix_of,
    rational,
    row_of,
    told,
    whole,
    word,
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
from dpassay.proofs_check.lemmas import HOEFFDING, hoeffding
from dpassay.proofs_check.local_distribution_learning.kl_steps import (
    CLASS,
    CLASSES,
    FOUR,
    count_of,
    has_truth,
    power_goals,
    read_class,
)
from dpassay.proofs_check.local_distribution_learning.regret import QUARTERS, quarter_goals
from dpassay.proofs_check.numbers import at_most
from dpassay.reference import label_clipping

# Lemmas 5 and 8 for given noises: all labels (and coordinates) of a small game


def _ball(value: object) -> arb:
    return rational_ball(Fraction(str(value)))


class _Constants:
    """The constants of Algorithms 1 and 2 as printed, but for the learning rate, as balls."""

    def __init__(self, instance: Instance) -> None:
        """Read K, T, epsilon, delta and gamma; ``algorithm`` is 1 or 2, ``rate`` "printed" or "corrected"."""
        experts, rounds = instance["experts"], instance["rounds"]
        k, t, eps = arb(experts), arb(rounds), _ball(instance["epsilon"])
        pure = instance["algorithm"] == 2
        self.experts, self.rounds = k, t
        self.log_experts, self.log_all = k.log(), (k * t).log()
        self.roots = arb(1)
        if not pure:
            leak = -_ball(instance["delta"]).log()
            self.roots = 2 * (2 * k * leak).sqrt() + (k * eps).sqrt()
        self.scale = self.roots * self.log_all / eps
        gamma = t.log() if instance["gamma"] == "log T" else _ball(instance["gamma"])
        self.noise = self.scale * (gamma + self.log_all)
        self.normalization = 1 / (self.log_all + 2 * self.noise)
        factor = k if pure or instance["rate"] == "printed" else arb(1)
        self.tilt = (2 * factor * self.log_experts / t).sqrt() * self.normalization
        self.regret = (2 * t * self.log_experts * (k if pure else 1)).sqrt()


def privacy_sides(instance: Instance) -> tuple[arb, arb]:
    """The two sides of (10) or (15), with the noises given as multiples of c'."""
    parameters, truth = read_class(instance), instance["truth"]
    at = _Constants({**instance, "experts": len(parameters.hypotheses)})
    rows, counts = label_clipping.likelihoods(parameters), label_clipping.sizes(parameters)
    noises = [[at.noise * rational_ball(x) for x in row] for row in as_rows(instance["noises"])]
    count, spread = len(rows), [[rational_ball(c * p) for c, p in zip(counts, row, strict=True)] for row in rows]
    shift = arb(len(counts)).log() - at.noise
    left = total = arb(0)
    paths: list[tuple[arb, list[arb]]] = [(arb(1), [arb(0)] * count)]
    for row in noises:
        after = []
        for chance, exponents in paths:
            weights = [e.exp() for e in exponents]
            norm = sum(weights, arb(0))
            left += chance * _divergence(parameters.hypotheses[truth], spread, [w / norm for w in weights])
            total += chance * (sum((w * x for w, x in zip(weights, row, strict=True)), arb(0)) / norm - row[truth])
            for y, mass in enumerate(spread[truth]):
                steps = [at.tilt * (rational_ball(rows[j][y]).log() + row[j] + shift) for j in range(count)]
                for shown in [range(count)] if instance["algorithm"] == 1 else [[j] for j in range(count)]:
                    moved = [e + steps[j] if j in shown else e for j, e in enumerate(exponents)]
                    after.append((chance * mass / (1 if instance["algorithm"] == 1 else count), moved))
        paths = after
    return left, at.regret / at.normalization + 3 * at.log_all + total


def _divergence(law: tuple[Fraction, ...], spread: list[list[arb]], weights: list[arb]) -> arb:
    """KL(f, p^) with p^ = sum_j w_j (h o f_j by labels)."""
    value = arb(0)
    for y, mass in enumerate(law):
        if mass:
            predicted = sum((w * row[y] for w, row in zip(weights, spread, strict=True)), arb(0))
            value += rational_ball(mass) * (rational_ball(mass) / predicted).log()
    return value


DELTA: Final = rational("(0, 1]")
BELOW_1: Final = rational("(-1, 1)")


@has_truth.having(
    epsilon=ABOVE_0,
    delta=DELTA,
    gamma=ABOVE_0,
    rate=word("printed", "corrected"),
    algorithm=whole(1, 2),
    noises=matrix_of(BELOW_1),
).where
def _is_noisy(instance: Instance) -> bool:
    """A class with KT >= 2, and noises of absolute value below c'."""
    count, rounds, noises = count_of(instance), instance["rounds"], instance["noises"]
    return count * rounds >= 2 and len(noises) == rounds and len(noises[0]) == count


def _holds_given_noises(instance: Instance, *, share: Fraction = Fraction(1)) -> bool:
    def margin() -> arb:
        left, right = privacy_sides(instance)
        return right * rational_ball(share) - left

    return decide(Real(margin) >= 0)


told("sima34-given", "(10) with eta = sqrt(2 log K/T), for the noises given as multiples of c'", _is_noisy)(
    _holds_given_noises
)
told("sima41-given", "(15) with the printed constants, for the noises given as multiples of c'", _is_noisy)(
    _holds_given_noises
)
told("sima34-too-sharp", "... with 9/40 of the right side", _is_noisy)(
    lambda instance: _holds_given_noises(instance, share=Fraction(9, 40))
)


def _noisy_games(algorithm: int) -> Iterator[Instance]:
    for hypotheses, rounds, epsilon in product(CLASSES, (1, 2, 3), ("1/2", "100000")):
        count = hypotheses.count(";") + 1
        if count * rounds < 2 or (count == 3 and rounds == 3):
            continue
        turns = [[str(Fraction(9 * (-1) ** (j + t), 10)) for j in range(count)] for t in range(rounds)]
        against = ["99/100", *["-99/100"] * (count - 1)]  # the truth is the first, and the right side is least
        for noises in ([["-99/100"] * count] * rounds, turns, [against] * rounds):
            fixed = {"delta": "1/100", "gamma": "1", "rate": "corrected", "algorithm": algorithm, "truth": 0}
            yield {"hypotheses": hypotheses, "rounds": rounds, "epsilon": epsilon, "noises": noises, **fixed}


@family(
    "sima-noisy-wma",
    "eleven classes, T = 1, 2, 3, eps = 1/2 and 10^5, noises of -0.99 c', of 0.9 c' with signs that change, and of "
    "0.99 c' for the truth and -0.99 c' for all others",
)
def _noisy_wma() -> Iterator[Instance]:
    return _noisy_games(1)


@family("sima-noisy-exp3", "the same for Algorithm 2")
def _noisy_exp3() -> Iterator[Instance]:
    return _noisy_games(2)


# The class of liars: the truth, and many copies of it, say (1/2, 1/2) in every round. For every round g < T and each of
# the two labels s there is one who says the same before round g, gives the label s mass 3/4 in round g and says (1, 0)
# ever after. Before each round one of those of the last round is ahead of the truth.


def least_risk(instance: Instance) -> tuple[arb, _Constants]:
    """What Algorithm 1 pays at least on the liars when all noises are below c', for every sequence of labels."""
    at = _Constants({**instance, "algorithm": 1, "rate": instance.get("rate", "printed")})
    t = at.rounds
    lead = (((1 - 1 / t) * 3 / 8 + 1 / (4 * t)) / ((1 - 1 / t) / 4 + 1 / (4 * t))).log()
    honest = at.experts * (-at.tilt * (lead - 2 * t * at.noise)).exp()
    return -(t - 1) / 2 * (4 * (1 / (2 * t) + honest)).log(), at


@entries(
    experts=whole(5),
    rounds=whole(3),
    epsilon=ABOVE_0,
    delta=DELTA,
    gamma=either(word("log T"), rational("[1, oo)")),
).where
def _are_liars(instance: Instance) -> bool:
    return bool(instance["experts"] >= 2 * instance["rounds"] - 1)


def _right_of_10(at: _Constants) -> arb:
    """The right side of (10), its noise terms at most 2 T c'."""
    return at.regret / at.normalization + 3 * at.log_all + 2 * at.rounds * at.noise


def _meets_10(instance: Instance) -> bool:
    def margin() -> arb:
        risk, at = least_risk(instance)
        return _right_of_10(at) - risk

    return decide(Real(margin) >= 0)


told(
    "sima34",
    "on the class of liars, when all noises are below c', what Algorithm 1 pays at least is at most the right side of "
    "(10)",
    _are_liars,
    lambda i: {
        "the risk, at least": Real(lambda: least_risk(i)[0]),
        "the right side, at most": Real(lambda: _right_of_10(least_risk(i)[1])),
    },
)(_meets_10)
told("sima34-corrected-rate", "... with eta = sqrt(2 log K/T) ...", _are_liars)(
    lambda instance: _meets_10({**instance, "rate": "corrected"})
)


def _many_liars() -> Iterator[Instance]:
    for rounds, experts, eps in ((10, 19, 1), (100, 10**4, 10**6), (4000, 10**9, 10**26), (10**4, 10**10, 10**26)):
        yield {"rounds": rounds, "experts": experts, "epsilon": str(eps), "delta": "1/10", "gamma": "3"}


LIARS: Final = (
    "The class: f* and copies of it (functions that differ at unused features) say (1/2, 1/2) in every round; for g < "
    "T and s in {0, 1} there is a liar who says the same before round g, gives s mass 3/4 in round g, and says (1, 0) "
    "ever after. Here |S_0| = |S_1| = 2 and N' = 4 before round T (3 in round T). After round t - 1 the liar (t - 1, "
    "Y'_{t-1}) is ahead of f* in log-likelihood by lambda = log of ((1 - 1/T) 3/8 + 1/(4T)) over ((1 - 1/T)/4 + "
    "1/(4T)), but for noise, and says (1, 0) in round t; whoever does not say (1, 0) then is not ahead of f*. With "
    "all noises below c' the total weight of those is at most K e^{-x (lambda - 2 T c')}, x = eta c, so p^[1] <= "
    "1/(2T) + that, and KL(f*, p^) >= (1/2) log(1/(4 p^[1])) in the rounds 2, ..., T, whatever the labels."
)


@claim(
    "SIMA-34",
    location="Lemma 5, (10), with the learning rate of Algorithm 1",
    latex=r"\text{for every truth } f = f_{j^*} \text{ and all } x^T, \text{ w.p. } \ge 1 - e^{-\gamma}:\ "
    r"E_{Y'^T}\Big[\sum_t KL(f(x_t), \hat p_t)\Big] \le \tfrac{1}{c(\gamma)}\sqrt{2T\log K} + 3\log(KT) + \sum_{t,j} "
    r"E[\tilde w_j^t] Lap_j^t - \sum_t Lap_{j^*}^t",
    text="For every truth f = f_j* and all features, with probability at least 1 - e^-gamma over the noises, the "
    "expected KL-risk of Algorithm 1 over the labels is at most sqrt(2 T log K)/c(gamma) + 3 log(KT) + noise terms.",
    checked=("KT >= 2", "0 < delta <= 1", "gamma > 0 is an input of the algorithm"),
    corrected_by="SIMA-34-corrected",
)
def sima_34() -> Case:
    """The learner follows whoever is ahead."""
    return Case(
        argument="With eta = sqrt(2 K log K/T), sqrt K times the rate of Lemma 1, and so little noise that it does not "
        f"matter (eps large), the learner follows the leader. {LIARS} At the instance that is more than (10) allows "
        "wherever all noises are below c', an event of probability at least 1 - e^-gamma (SIMA-45): (10) holds with "
        "probability at most e^-gamma, which is below 1 - e^-gamma for gamma >= 1.",
        counterexample=Goal("four thousand rounds", counterexample("sima34"), Hunt("sima34", _many_liars)),
        twins=(Twin("eta = sqrt(2 log K/T)", counterexample("sima34-corrected-rate")),),
        remarks=(
            "For K <= 55 and N' <= KM the printed rate is small enough (SIMA-33).",
            "In expectation over the noises, and for eps <= K/2, the printed rate keeps the order of Theorem 4 "
            "(SIMA-35a-corrected): there the noise itself keeps the learner from following a leader too closely.",
        ),
    )


ADDITIVE: Final = (
    "For K, T >= 2, by SIMA-48 and SIMA-49-corrected KL(f, p^_t) exceeds KL(p-bar_j*, p-bar_t) by at most (log R + "
    f"log T)/T - log(1 - 1/T), R < (K + 1) T, and over T rounds that is at most 3 log(KT): {FOUR} And (K + 1) T * T * "
    "4 <= (KT)^3."
)
EDGES: Final = (
    "For K = 1 and T >= 2 the noise terms cancel (w = 1), and p^ >= (1 - 1/T) f gives at most T log(T/(T - 1)) <= log "
    "4 <= 3 log T. For T = 1 and K >= 2, p^[y] = |S_y|/N' and KL <= log(N'/M) < log(K + 1) <= 3 log K, while the "
    "noise terms are above -2c' and the first term is at least 2c'."
)


def additive_goals() -> tuple[Goal, ...]:
    """See ``ADDITIVE``."""
    return (*power_goals(), Goal("4 (K + 1) <= K^3 T", nonnegative("K**3*T - 4*(K + 1)", ("K - 2", "T - 2"))))


def edge_goals() -> tuple[Goal, ...]:
    """See ``EDGES``."""
    return (
        Goal("4 <= T^3 for T >= 2", nonnegative("T**3 - 4", ("T - 2",))),
        Goal("K + 1 <= K^3 for K >= 2", nonnegative("K**3 - K - 1", ("K - 2",))),
        Goal("sqrt(2 log K) >= 1 for K >= 2", inequality("2*log(K) - 1", "K", "[2, oo)")),
    )


@claim(
    "SIMA-34-corrected",
    location="Lemma 5, (10)",
    latex=r"\eta = \sqrt{2\log K/T}:\quad E_{Y'^T}\Big[\sum_t KL(f(x_t), \hat p_t)\Big] \le \tfrac{1}{c(\gamma)}"
    r"\sqrt{2T\log K} + 3\log(KT) + \sum_{t,j} E[\tilde w_j^t] Lap_j^t - \sum_t Lap_{j^*}^t",
    text="(10) with eta = sqrt(2 log K/T) and all other constants as printed, for every truth and all features, "
    "wherever all noises are below c'(gamma), so with probability at least 1 - e^-gamma, for KT >= 2 and 0 < delta <= "
    "1.",
)
def sima_34_corrected() -> Case:
    """Losses slightly above 1 do no harm."""
    return Case(
        argument="Where all noises are below c' (probability at least 1 - e^-gamma, SIMA-45) the losses are at least "
        "0, for p-bar <= 1/M, and at most c (log(TN'/M) + 2c') <= 1 + log(N'/(KM))/(log(KT) + 2c') < 2, since N'/(KM) "
        "< 1 + 1/K <= 2 <= KT (SIMA-26-corrected). So Lemma 4 with losses in [0, 2] applies (SIMA-33-corrected), and "
        f"(29) follows (SIMA-47). {ADDITIVE} {EDGES}",
        proof=(
            *additive_goals(),
            *edge_goals(),
            Goal(
                "N'/(KM) < (K + 1)/K <= KT: K + 1 <= K^2 T",
                nonnegative("K**2*T - K - 1", ("K - 1", "T - 1", "K*T - 2")),
            ),
        ),
        checks=(Goal("all labels of small games, noises near c'", exhaustive("sima34-given", "sima-noisy-wma")),),
        twins=(
            Twin("9/40 of the right side", exhaustive("sima34-too-sharp", "sima-noisy-wma"), of=6),
            Twin("6 (K + 1) <= K^3 T", nonnegative("K**3*T - 6*(K + 1)", ("K - 2", "T - 2")), of=1),
        ),
        remarks=("The printed proof rests on (7), false for N' > KM, on (31)(a), false, and on the rate of Lemma 1.",),
    )


# SIMA-41


def _range_number(instance: Instance) -> tuple[LogForm, LogForm]:
    """Z_{t,j,j} and 1, both over c_pdp, for the clipped label and the noise -share c'."""
    parameters = read_class(instance)
    rows = label_clipping.likelihoods(parameters)
    labels, count = label_clipping.labels(parameters), len(rows)
    log_all = log(count * parameters.rounds)
    noise = (log_all + LogForm(Fraction(instance["gamma"]))) * Fraction(instance["scale"])
    loss = -log(rows[instance["expert"]][instance["label"]] * labels)
    return loss + noise * (1 + Fraction(instance["share"])), log_all + noise * 2


def _is_at_most(first: LogForm, second: LogForm) -> bool:
    return (second - first).sign() >= 0


@CLASS.having(expert=whole(), label=whole(), scale=ABOVE_0, gamma=ABOVE_0, share=BELOW_1).where
def _is_in_range(instance: Instance) -> bool:
    """KT >= 2, one of the experts and one of the clipped labels."""
    parameters = read_class(instance)
    fits = instance["expert"] < count_of(instance) and instance["label"] < sum(label_clipping.sizes(parameters))
    return bool(fits and count_of(instance) * instance["rounds"] >= 2)


told(
    "sima41-range",
    "where |Lap| < c'_pdp, Z is at most 1",
    _is_in_range,
    lambda i: dict(zip(("Z / c_pdp", "1 / c_pdp"), _range_number(i), strict=True)),
)(lambda instance: _is_at_most(*_range_number(instance)))


def _ranges() -> Iterator[Instance]:
    for hypotheses, rounds in product(("1,0;0,1", "5/6,1/6,0;0,0,1"), (2, 5)):
        fixed = {"expert": 1, "label": 0, "scale": "1/10", "gamma": "1", "share": "99/100"}
        yield {"hypotheses": hypotheses, "rounds": rounds, **fixed}


def _few_steps(experts: int, rounds: int) -> Goal:
    """What Z > 1 may cost is made up for by the slack in 3 log(KT)."""
    k, t = experts, rounds
    scale, excess = f"log({k * t})", f"log({k + 1}/{k})"
    slack = f"3*{scale} - log({1 + (t - 1) * (k + 1)}) - log({t}) - {t}*log({t}/{t - 1})"
    cost = f"sqrt({2 * t * k}*log({k}))/2*(3*{excess}/2 + 3*{excess}**2/(4*{scale}) - {scale}/4)"
    return Goal(f"K = {k}, T = {t}: the cost is below the slack", on_box(f"{slack} - {cost}", {}))


SMALL: Final = ((2, 2), (2, 3), (2, 4), (2, 5), (2, 6), (3, 2))


@claim(
    "SIMA-41",
    location="Lemma 8, (15)",
    latex=r"\text{for every truth } f = f_{j^*} \text{ and all } x^T, \text{ w.p. } \ge 1 - e^{-\gamma}:\ "
    r"E_{Y'^T,J^T}\Big[\sum_t KL(f(x_t), \hat p_t)\Big] \le \tfrac{1}{c_{pdp}(\gamma)}\sqrt{2TK\log K} + 3\log(KT) + "
    r"\sum_{t,j} E[\tilde w_j^t] Lap_j^t - \sum_t Lap_{j^*}^t",
    text="For every truth f = f_j* and all features, with probability at least 1 - e^-gamma over the noises, the "
    "expected KL-risk of Algorithm 2 over labels and coordinates is at most sqrt(2 T K log K)/c_pdp(gamma) + 3 log(KT) "
    "+ noise terms.",
    checked=("KT >= 2; for KT = 1 c_pdp is 1/0", "gamma > 0 is an input of the algorithm"),
)
def sima_41() -> Case:
    """Only one coordinate moves: room for losses slightly above 1."""
    return Case(
        argument="The printed proof has Z in [0, 1], which fails where N' > KM, and (31)(a), which is false; the "
        "statement is true. Where all noises are below c' (probability at least 1 - e^-gamma, SIMA-45), 0 <= Z <= 1 + "
        "k with k = max(0, log(N'/(KM)))/(log(KT) + 2c') <= log(1 + 1/K)/s, s = 1/c_pdp >= log(KT) "
        f"(SIMA-26-corrected). {QUARTERS} So in the proof of Lemma 7 E Y~_j^2 counts V(w_j) Z_jj^2/K, and the regret "
        "is at most sqrt(2 T K log K) (1 + (1 + k)^2 V)/2 with V = max(3/4, 1 - 1/K), for K >= 2. Divided by c_pdp it "
        "is below the printed bound if (1 + k)^2 V <= 1: for K >= 4, T >= 2, where k <= 1/(K log 8) <= 1/(2K); for K = "
        "3, T >= 3; for K = 2, T >= 7. The six other pairs with K, T >= 2 are left: there V = 3/4, and the regret "
        "exceeds the printed one by at most sqrt(2 T K log K)/2 (3a/2 + 3a^2/(4s) - s/4), a = log(1 + 1/K), which "
        "decreases in s >= log(KT), while 3 log(KT) exceeds what is needed of it, log R + log T - T log(1 - 1/T) with "
        "R <= 1 + (T - 1)(K + 1), by more. The rest is as in Lemma 5: (34) (SIMA-47), and "
        f"{ADDITIVE[0].lower()}{ADDITIVE[1:]} {EDGES}",
        proof=(
            *quarter_goals(),
            Goal(
                "K (log K/eta + eta T (1 + k)^2 V/(2K)) at eta = z h l/r, h = sqrt K, z = sqrt 2, 1/z = z/2",
                identity(
                    "h**2*(l**2/(z*h*l/r) + z*h*l/r*r**2*(1 + k)**2*V/(2*h**2))", "r*h*l*(1/z + z*(1 + k)**2*V/2)"
                ),
            ),
            Goal("(1 + s/2)^2 (1 - s) <= 1, s = 1/K", nonnegative("1 - (1 + s/2)**2*(1 - s)", ("s",))),
            Goal("log n >= 2 for n = KT >= 8", inequality("log(n) - 2", "n", "[8, oo)")),
            Goal("log(1 + s) <= s", inequality("s - log(1 + s)", "s", "[0, oo)")),
            Goal("K = 3, T >= 3", inequality("1 - 3/4*(1 + log(4/3)/log(3*T))**2", "T", "[3, oo)")),
            Goal("K = 2, T >= 7", inequality("1 - 3/4*(1 + log(3/2)/log(2*T))**2", "T", "[7, oo)")),
            *(_few_steps(experts, rounds) for experts, rounds in SMALL),
            Goal(
                "the cost falls with s: from s to s + u, with b = a^2",
                identity("3*b/(4*s) - s/4 - (3*b/(4*(s + u)) - (s + u)/4)", "u*(3*b/(4*s*(s + u)) + 1/4)"),
            ),
            *additive_goals(),
            *edge_goals(),
        ),
        checks=(
            Goal(
                "all labels and coordinates of small games, noises near c'",
                exhaustive("sima41-given", "sima-noisy-exp3"),
            ),
            Goal("the regret for losses above 1", exhaustive("sima41-regret", "sima-wide-hidden-games")),
        ),
        broken_steps=(Goal("Z <= 1 on the good event", counterexample("sima41-range"), Hunt("sima41-range", _ranges)),),
        twins=(
            Twin("9/40 of the right side", exhaustive("sima34-too-sharp", "sima-noisy-exp3"), of=22),
            Twin("K = 2, T >= 6", inequality("1 - 3/4*(1 + log(3/2)/log(2*T))**2", "T", "[6, oo)"), of=9),
        ),
        remarks=(
            "The other false step, (31)(a), is SIMA-49. With log((K + 1) T) in the scale, in c_pdp and in c'_pdp, "
            "which privacy asks for (SIMA-39-corrected), Z is in [0, 1] and the bound follows more simply.",
        ),
    )


# Theorems: constants. S = sqrt(2 T K log K) or sqrt(2 T log K), l = log(KT), and q is the second term


def logarithm_goals() -> tuple[Goal, ...]:
    """log((K + 1) T) <= (13/10) log(KT) for K, T >= 2."""
    return (
        Goal("K + 1 <= 3K/2", nonnegative("3*K/2 - K - 1", ("K - 2",))),
        Goal("log(3/2) <= (3/10) log n for n = KT >= 4", inequality("3*log(n)/10 - log(3/2)", "n", "[4, oo)")),
    )


LOGARITHMS: Final = (
    "log((K + 1) T) <= log(KT) + log(3/2) <= 1.3 log(KT), and gamma + log K + log T = 2 log T + log K <= 2 log(KT) at "
    "gamma = log T."
)
BAD_EVENT: Final = (
    "p^[y] >= |S_y|/(TN') >= M f[y]/(TN') gives KL(f, p^_t) <= log(TN'/M) < log((K + 1) T) in every case, and all T "
    "rounds of the bad event, of probability at most e^-gamma = 1/T, add at most log((K + 1) T)."
)


def _pure_bound(k: arb, t: arb, eps: arb) -> arb:
    """sqrt(2 T K log K) (log(KT) + log^2(KT)/eps)."""
    return (2 * t * k * k.log()).sqrt() * ((k * t).log() + (k * t).log() ** 2 / eps)


def _mixed_bound(k: arb, t: arb, eps: arb, leak: arb) -> arb:
    """sqrt(2 T log K) (log(KT) + (sqrt(K log(1/delta)) + sqrt(K eps)) log^2(KT)/eps)."""
    roots = (k * leak).sqrt() + (k * eps).sqrt()
    return (2 * t * k.log()).sqrt() * ((k * t).log() + roots * (k * t).log() ** 2 / eps)


def _read_terms(instance: Instance) -> tuple[arb, arb, arb, arb]:
    """K, T, eps and ln(1/delta); delta is 1/2 where it plays no part."""
    leak = -_ball(instance.get("delta", "1/2")).log()
    return arb(instance["experts"]), arb(instance["rounds"]), _ball(instance["epsilon"]), leak


SIZES: Final = entries(experts=whole(2), rounds=whole(2), epsilon=ABOVE_0, delta=DELTA)


def pure_terms(instance: Instance) -> arb:
    """S (L + 2 L G/eps) + 3 log(KT) + L of SIMA-42, S = sqrt(2 T K log K), L = log((K + 1) T)."""
    k, t, eps, _ = _read_terms(instance)
    largest = ((k + 1) * t).log()
    slope = largest + 2 * largest * (2 * t.log() + k.log()) / eps
    return (2 * t * k * k.log()).sqrt() * slope + 3 * (k * t).log() + largest


def mixed_terms(instance: Instance) -> arb:
    """S/c + 3 log(KT) + log((K + 1) T) of SIMA-35, S = sqrt(2 T log K), 1/c = log(KT) + 2 b G."""
    k, t, _, _ = _read_terms(instance)
    at = _Constants({**instance, "algorithm": 1, "gamma": "log T", "rate": "corrected"})
    return at.regret / at.normalization + 3 * at.log_all + ((k + 1) * t).log()


def perturbed_terms(instance: Instance) -> arb:
    """log K/x + 2 sqrt 2 b sqrt T (log K + log 2) + L + L^2 S/(2b) + 3 log(KT) of SIMA-35a-corrected."""
    k, t, _, _ = _read_terms(instance)
    at = _Constants({**instance, "algorithm": 1, "gamma": "log T", "rate": "printed"})
    largest = ((k + 1) * t).log()
    moved = 2 * (2 * t).sqrt() * at.scale * (k.log() + arb(2).log())
    return k.log() / at.tilt + moved + largest + largest**2 * at.regret / (2 * at.scale) + 3 * at.log_all


def _bound_5(instance: Instance, constant: int) -> arb:
    return constant * _pure_bound(*_read_terms(instance)[:3])


def _bound_2(instance: Instance, constant: int) -> arb:
    k, t, eps, _ = _read_terms(instance)
    return constant * (k * t * (k * t).log() ** 5).sqrt() / eps


def _bound_of_4(instance: Instance, constant: int) -> arb:
    return constant * _mixed_bound(*_read_terms(instance))


@SIZES.where
def _has_small_budget(instance: Instance) -> bool:
    """Tell whether eps <= log(KT)."""
    log_all = log(instance["experts"] * instance["rounds"])
    return (log_all - LogForm(Fraction(instance["epsilon"]))).sign() >= 0


@SIZES.where
def _has_half_budget(instance: Instance) -> bool:
    return bool(2 * Fraction(instance["epsilon"]) <= instance["experts"])


def _tell_terms(
    name: str, words: str, applies: Precondition, terms: Callable[[Instance], arb], bound: Callable[[Instance], arb]
) -> None:
    told(name, words, applies)(lambda instance: decide(Real(lambda: bound(instance) - terms(instance)) >= 0))


for _constant in (4, 6):
    _tell_terms(
        f"sima42-terms-{_constant}",
        f"S (L + 2 L G/eps) + 3 log(KT) + L is at most {_constant} times the bound of Theorem 5",
        SIZES,
        pure_terms,
        partial(_bound_5, constant=_constant),
    )
for _constant in (10, 12):
    _tell_terms(
        f"sima35-terms-{_constant}",
        f"S/c + 3 log(KT) + log((K + 1) T) is at most {_constant} times the bound of Theorem 4",
        SIZES,
        mixed_terms,
        partial(_bound_of_4, constant=_constant),
    )
for _constant in (9, 12):
    _tell_terms(
        f"sima35a-terms-{_constant}",
        "log K/x + 2 sqrt 2 b sqrt T (log K + log 2) + L + L^2 S/(2b) + 3 log(KT), for the printed learning rate, is "
        f"at most {_constant} times the bound of Theorem 4",
        _has_half_budget,
        perturbed_terms,
        partial(_bound_of_4, constant=_constant),
    )
for _constant in (6, 12):
    _tell_terms(
        f"sima04-terms-{_constant}",
        f"S (L + 2 L G/eps) + 3 log(KT) + L is at most ({_constant}/eps) sqrt(K T log^5(KT))",
        _has_small_budget,
        pure_terms,
        partial(_bound_2, constant=_constant),
    )


def _grid(applies: Precondition) -> Iterator[Instance]:
    budgets, leaks = ("1/1000", "1/10", "1", "10", "1000"), ("1", "1/10", "1/1000000")
    for experts, rounds, epsilon, delta in product(SIDES, SIDES, budgets, leaks):
        instance = {"experts": experts, "rounds": rounds, "epsilon": epsilon, "delta": delta}
        if applies(instance):
            yield instance


SIDES: Final = (2, 3, 10, 1000, 10**6)


@family("sima-terms", "K and T = 2, 3, 10, 10^3, 10^6, eps = 10^-3, 1/10, 1, 10, 10^3, delta = 1, 1/10, 10^-6")
def _all_terms() -> Iterator[Instance]:
    return _grid(SIZES)


@family("sima-terms-half", "the same where eps <= K/2")
def _half_terms() -> Iterator[Instance]:
    return _grid(_has_half_budget)


@family("sima-terms-small", "the same where eps <= log(KT)")
def _small_terms() -> Iterator[Instance]:
    return _grid(_has_small_budget)


@claim(
    "SIMA-42",
    location="Theorem 5",
    latex=r"r_T^{KL} = O\Big(\sqrt{2TK\log K}\Big(\log(KT) + \tfrac{\log^2(KT)}{\epsilon}\Big)\Big)",
    text="For any class of size K there is an (eps, 0)-locally private mechanism of KL-risk O(sqrt(2 T K log K) "
    "(log(KT) + log^2(KT)/eps)).",
    adjacency="any_pair",
)
def sima_42() -> Case:
    """The constant 6."""
    return Case(
        argument="For all K, T >= 1, M and eps > 0 the constant 6 serves. K = 1: predict f. T = 1, K >= 2: the uniform "
        "mixture has risk at most log K, and sqrt(2 log K) >= 1. K, T >= 2: Algorithm 2 with L = log((K + 1) T) in "
        "place of log(KT) in the scale, in c and in c', and gamma = log T; it is (eps, 0)-private (SIMA-39-corrected). "
        "Where all noises are below c', Z is in [0, 1], Lemma 7 (SIMA-40) and (34) (SIMA-47) hold, and the noise terms "
        f"vanish (SIMA-36). {ADDITIVE} {BAD_EVENT} So with S = sqrt(2 T K log K) the risk is at most S (L + 2 L G/eps) "
        f"+ 3 log(KT) + L, G = 2 log T + log K. {LOGARITHMS} As S >= sqrt(8 log 2) > 2.35, that is at most 6 S "
        "(log(KT) + q), q = log^2(KT)/eps.",
        proof=(
            *additive_goals(),
            *logarithm_goals(),
            Goal("S > 2.35: S^2 >= 4 K log K for T >= 2", inequality("4*K*log(K) - (47/20)**2", "K", "[2, oo)", ">")),
            Goal(
                "S (1.3 l + 5.2 q) + 4.3 l <= 6 S (l + q)",
                nonnegative("6*S*(l + q) - S*(13/10*l + 26/5*q) - 43/10*l", ("S - 47/20", "l", "q")),
            ),
            Goal("sqrt(2 log K) >= 1 for K >= 2", inequality("2*log(K) - 1", "K", "[2, oo)")),
        ),
        checks=(
            Goal(
                "the sum of all terms, at 125 points, K, T = 2, 3, 10, 10^3, 10^6; delta plays no part",
                exhaustive("sima42-terms-6", "sima-terms"),
            ),
        ),
        explicit=True,
        twins=(
            Twin("4 times the bound", exhaustive("sima42-terms-4", "sima-terms"), of=7),
            Twin(
                "with the constant 5",
                nonnegative("5*S*(l + q) - S*(13/10*l + 26/5*q) - 43/10*l", ("S - 47/20", "l", "q")),
                of=5,
            ),
        ),
        remarks=(
            "The mechanism is Algorithm 2 with log((K + 1) T) for log(KT): the printed one is not (eps, 0)-private "
            "where N' > KM (SIMA-39). Its KL-risk is within Lemma 8 all the same (SIMA-41).",
        ),
    )


# SIMA-35


def _theorem_4_goals() -> tuple[Goal, ...]:
    return (
        Goal("S > 1.66: S^2 >= 4 log K for T >= 2", inequality("4*log(K) - (83/50)**2", "K", "[2, oo)", ">")),
        Goal("8 sqrt 2 < 11.32", nonnegative("(283/25)**2 - 128", (), ">")),
        Goal(
            "S (l + 11.32 q) + 4.3 l <= 12 S (l + q)",
            nonnegative("12*S*(l + q) - S*(l + 283/25*q) - 43/10*l", ("S - 83/50", "l", "q")),
        ),
    )


@claim(
    "SIMA-35",
    location="Theorem 4",
    latex=r"r_T^{KL} = O\Big(\sqrt{2T\log K}\Big(\log(KT) + \tfrac{(\sqrt{K\ln\frac1\delta} + \sqrt{K\epsilon})"
    r"\log^2(KT)}{\epsilon}\Big)\Big)",
    text="For any class of size K there is an (eps, delta)-locally private mechanism of KL-risk O(sqrt(2 T log K) "
    "(log(KT) + (sqrt(K ln(1/delta)) + sqrt(K eps)) log^2(KT)/eps)).",
    adjacency="any_pair",
    checked=("0 < delta <= 1",),
)
def sima_35() -> Case:
    """The constant 12, with the rate of Lemma 1."""
    return Case(
        argument="For all K, T >= 1, M, eps > 0 and 0 < delta <= 1 the constant 12 serves. K = 1: predict f. T = 1, K "
        ">= 2: the uniform mixture has risk at most log K, and sqrt(2 log K) >= 1. K, T >= 2: the mechanism (8) as "
        "printed, which is (eps, delta)-private (SIMA-31) once labels that have no mass under any hypothesis, and "
        "that the risk does not see, are dropped and reported as any other label; gamma = log T, and Algorithm 1 with "
        "eta = sqrt(2 log K/T). Lemma 5 holds so (SIMA-34-corrected), with 3 log(KT), and the noise terms vanish on "
        f"the good event (SIMA-36). {BAD_EVENT} So with S = sqrt(2 T log K) the risk is at most S/c + 3 log(KT) + "
        f"log((K + 1) T). {LOGARITHMS} And 1/c = log(KT) + 2 b G with b = (2 sqrt(2 K ln(1/delta)) + sqrt(K eps)) "
        "log(KT)/eps at most 2 sqrt 2 q/log(KT), q the second term of the bound, so 1/c <= log(KT) + 8 sqrt 2 q. As S "
        ">= sqrt(4 log 2) > 1.66 the risk is at most 12 S (log(KT) + q).",
        proof=(
            *additive_goals(),
            *logarithm_goals(),
            *_theorem_4_goals(),
            Goal("sqrt(2 log K) >= 1 for K >= 2", inequality("2*log(K) - 1", "K", "[2, oo)")),
        ),
        checks=(
            Goal(
                "the sum of all terms, at 375 points, K, T = 2, 3, 10, 10^3, 10^6",
                exhaustive("sima35-terms-12", "sima-terms"),
            ),
        ),
        explicit=True,
        twins=(
            Twin("10 times the bound", exhaustive("sima35-terms-10", "sima-terms"), of=8),
            Twin(
                "with the constant 11.3",
                nonnegative("113/10*S*(l + q) - S*(l + 283/25*q) - 43/10*l", ("S - 83/50", "l", "q")),
                of=6,
            ),
        ),
        remarks=(
            "What Algorithm 1 does with the printed learning rate is SIMA-35a: for large eps no constant serves, for "
            "eps <= K/2 the constant 12 does.",
        ),
    )


def _pays_4(instance: Instance) -> arb:
    """P(good) times the least risk, the good event of probability at least 1 - 1/T."""
    risk, at = least_risk(instance)
    return (1 - 1 / at.rounds) * risk


def _bound_4(instance: Instance) -> arb:
    k, t = arb(instance["experts"]), arb(instance["rounds"])
    bound = _mixed_bound(k, t, _ball(instance["epsilon"]), -_ball(instance["delta"]).log())
    return _ball(instance["constant"]) * bound


_are_liars_of_35: Final = _are_liars.having(gamma=word("log T"), constant=ABOVE_0)


told(
    "sima35a",
    "what Algorithm 1, as printed, pays at least on the class of liars is at most C times the bound of Theorem 4",
    _are_liars_of_35,
    lambda i: {"the risk, at least": Real(lambda: _pays_4(i)), "C times the bound": Real(lambda: _bound_4(i))},
)(lambda instance: decide(Real(lambda: _bound_4(instance) - _pays_4(instance)) >= 0))
told("sima35a-corrected-rate", "... with eta = sqrt(2 log K/T) ...", _are_liars_of_35)(
    lambda i: decide(Real(lambda: _bound_4(i) - _pays_4({**i, "rate": "corrected"})) >= 0)
)
told("sima35a-fails", "what Algorithm 1, as printed, pays on the class of liars is above C times it", _are_liars_of_35)(
    lambda instance: decide(Real(lambda: _pays_4(instance) - _bound_4(instance)) > 0)
)


def _liars(n: int, constant: int) -> Instance:
    """T = 10^n, K = T^4, eps = T^12."""
    sizes = {"rounds": 10**n, "experts": 10 ** (4 * n), "epsilon": str(10 ** (12 * n))}
    return {**sizes, "delta": "1/10", "gamma": "log T", "constant": str(constant)}


@family("sima-liars", "T = 10^n, K = T^4, eps = T^12: n = 6, C = 1; n = 10, C = 100; n = 20, C = 10^6")
def _liars_that_win() -> Iterator[Instance]:
    return iter((_liars(6, 1), _liars(10, 100), _liars(20, 10**6)))


@claim(
    "SIMA-35a",
    location="Theorem 4, for Algorithm 1 with the printed learning rate",
    latex=r"\text{Algorithm 1, } \eta = \sqrt{2K\log K/T}: \text{ KL-risk } O\Big(\sqrt{2T\log K}\Big(\log(KT) + "
    r"\tfrac{(\sqrt{K\ln\frac1\delta} + \sqrt{K\epsilon})\log^2(KT)}{\epsilon}\Big)\Big)",
    text="Algorithm 1 as printed, with eta = sqrt(2 K log K/T) and gamma = log T, has the KL-risk of Theorem 4, for "
    "all K, T >= 2, eps > 0 and 0 < delta <= 1.",
    checked=("K, T >= 2", "0 < delta <= 1"),
    corrected_by="SIMA-35a-corrected",
)
def sima_35a() -> Case:
    """With little noise the learner follows whoever is ahead."""
    return Case(
        argument=f"{LIARS} The event has probability at least 1 - 1/T. Let K = T^4, eps = T^12, delta = 1/10 and T >= "
        "10^6. Then b <= 2 sqrt(K/eps) log(KT) = 10 T^-4 log T, c' = 6 b log T, and 2 T c' is at most 120 T^-3 log^2 "
        "T, below 1/10, while lambda = log(3/2 - 1/(2T)) > 0.4. As c >= 1/(2 log(KT)), x >= sqrt(8 T^3 log T)/(10 log "
        "T) >= 0.28 T, and K e^{-0.3 x} <= T^4 e^{-0.084 T} <= 1/(2T). So the risk is at least (1 - 1/T) ((T - 1)/2) "
        "log(T/4) >= (T/8) log T. The bound is sqrt(8 T log T) (5 log T + q), q at most 5 log T, so the quotient is "
        "at least sqrt(T/log T)/(80 sqrt 8), and no constant serves.",
        counterexample=Goal(
            "ten thousand rounds", counterexample("sima35a"), Hunt("sima35a", lambda: (_liars(n, 1) for n in (2, 4, 6)))
        ),
        sharper=(
            Goal("above 1, 100 and 10^6 times the bound", exhaustive("sima35a-fails", "sima-liars")),
            Goal(
                "lambda is the log of 3/2 - s/2, s = 1/T",
                identity("((1 - s)*3/8 + s/4)/((1 - s)/4 + s/4)", "3/2 - s/2"),
            ),
            Goal("lambda > 0.4", on_box("log(3/2 - s/2) - 2/5", {"s": ("0", "1/1000000")})),
            Goal(
                "T^4 e^{-0.084 T} <= 1/(2T)",
                inequality("84*T/1000 - 5*log(T) - log(2)", "T", "[1000, oo)"),
            ),
            Goal("sqrt 8/10 > 0.28", nonnegative("8 - (28/10)**2", (), ">")),
            Goal("T/log T is unbounded: log T <= sqrt T, with z = sqrt T", inequality("z - 2*log(z)", "z", "[1, oo)")),
            Goal("2 T c' <= 120 T^-3 log^2 T < 1/10", inequality("1/10 - 120*log(T)**2/T**3", "T", "[1000, oo)", ">")),
            Goal(
                "for no C, T = y^4 and L = log T, squared: (T/8) L is above T^(1/4)/(80 sqrt 8) "
                "times 10 L sqrt(8 T L), for every T",
                inequality(
                    "(y**4/8*(4*log(y)))**2 - (y/80)**2/8*(8*y**4*(4*log(y)))*(10*(4*log(y)))**2", "y", "[32, oo)", ">"
                ),
            ),
        ),
        twins=(
            Twin("eta = sqrt(2 log K/T)", counterexample("sima35a-corrected-rate")),
            Twin(
                "sqrt(T)/(80 sqrt 8) times",
                inequality(
                    "(y**4/8*(4*log(y)))**2 - (y**2/80)**2/8*(8*y**4*(4*log(y)))*(10*(4*log(y)))**2",
                    "y",
                    "[32, oo)",
                    ">",
                ),
                of=8,
            ),
        ),
        remarks=("For K = 1 the bound is 0, but the printed algorithm clips, and has a positive risk.",),
    )


# What (a) and (b) of the proof below say of noises of scale b = 1, without any learner


def most_of_sums(instance: Instance) -> Fraction:
    """E max_i (N_1^i + ... + N_m^i) for K sums of m Laplace variables of scale 1, where K = 2 or m = 1.

    K = 2: half of E |difference|, a difference of two Gamma(2m) variables. m = 1: the integral of P(max > x).
    """
    experts, m = instance["experts"], instance["rounds"]
    if experts == 2:
        return Fraction(2 * m * comb(4 * m, 2 * m), 16**m)
    above = sum((Fraction(2**j - 1, j * 2**j) for j in range(1, experts + 1)), Fraction(0))
    return above - Fraction(1, experts * 2**experts)


def most_of_signs(instance: Instance) -> Fraction:
    """E max_i (s_1^i + ... + s_n^i) for K sums of n independent signs."""
    experts, n = instance["experts"], instance["rounds"]
    below = [Fraction(0), *(Fraction(sum(comb(n, i) for i in range(k + 1)), 2**n) ** experts for k in range(n + 1))]
    return sum(((2 * k - n) * (below[k + 1] - below[k]) for k in range(n + 1)), Fraction(0))


def noisy_trace(instance: Instance) -> arb:
    """E 2 x w (1 - w), w = 1/(1 + e^(-x (u + N_1 - N_2))), for Laplace variables of scale 1."""
    x, u = _ball(instance["tilt"]), _ball(instance["ahead"])
    reach = arb(int(ctx.prec) + 8)

    def both_sides(v: acb, _: bool) -> acb:
        curves = sum((((x * (u + s * v)) / 2).cosh() ** -2 for s in (1, -1)), acb(0))
        return curves * x / 2 * (1 + v) * (-v).exp() / 4

    ends = [arb(0), *(arb(2) ** n for n in range(-8, 5)), reach]
    inner = sum((acb.integral(both_sides, acb(a), acb(b)).real for a, b in pairwise(ends)), arb(0))
    return inner + (x / 2 * (2 + reach) * (-reach).exp() / 2).union(arb(0))  # the integrand is at most x/2 there


MEAN: Final = entries(experts=whole(2), rounds=whole(1))
MEAN_OF_SUMS: Final = MEAN.having(experts=whole(2, 2)) | MEAN.having(rounds=whole(1, 1))
TRACE: Final = entries(tilt=ABOVE_0, ahead=rational())


def _sums_within(instance: Instance, share: Fraction) -> bool:
    """Tell whether the largest sum is within the share of sqrt(2 m) (log K + log 2)."""
    m, most = instance["rounds"], most_of_sums(instance)
    return decide(as_real(log(2 * instance["experts"]) * share) * as_real(2 * m).sqrt() >= as_real(most))


def _signs_within(instance: Instance, share: Fraction) -> bool:
    """Tell whether the largest sum is within the share of sqrt(2 n log K), both squared."""
    most = most_of_signs(instance)
    return bool((log(instance["experts"]) * (2 * instance["rounds"] * share**2) - LogForm(most**2)).sign() >= 0)


def _trace_within(instance: Instance, share: Fraction) -> bool:
    return decide(Real(lambda: rational_ball(share) * (2 * arb(2).log()).sqrt() - noisy_trace(instance)) >= 0)


told("sima35a-largest", "E max_i S_m^i <= b sqrt(2 m) (log K + log 2), for b = 1", MEAN_OF_SUMS)(
    lambda instance: _sums_within(instance, Fraction(1))
)
told("sima35a-largest-too-sharp", "... 11/20 of it", MEAN_OF_SUMS)(
    lambda instance: _sums_within(instance, Fraction(11, 20))
)
told("sima35a-signs", "E max_i sum_k sign(N_k^i) <= sqrt(2 n log K)", MEAN)(
    lambda instance: _signs_within(instance, Fraction(1))
)
told("sima35a-signs-too-sharp", "... 4/5 of it", MEAN)(lambda instance: _signs_within(instance, Fraction(4, 5)))
told("sima35a-trace", "E 2 x w (1 - w) <= sqrt(2 log 2)/b, for b = 1", TRACE)(
    lambda instance: _trace_within(instance, Fraction(1))
)
told("sima35a-trace-too-sharp", "... 2/5 of it", TRACE)(lambda instance: _trace_within(instance, Fraction(2, 5)))


@family("sima-largest", "two sums of m = 1, ..., 40 noises, and K = 2, 3, 5, 10, 40 and 100 noises")
def _largest_sums() -> Iterator[Instance]:
    yield from ({"experts": 2, "rounds": m} for m in range(1, 41))
    yield from ({"experts": experts, "rounds": 1} for experts in (3, 5, 10, 40, 100))


@family("sima-signs", "K = 2, 3, 10, 100 and 1000, and n = 1, ..., 20")
def _sums_of_signs() -> Iterator[Instance]:
    return ({"experts": experts, "rounds": n} for experts, n in product((2, 3, 10, 100, 1000), range(1, 21)))


@family("sima-traces", "x = 1/10, 1, 10 and 100, and u = 0, 1/2 and -3")
def _traces() -> Iterator[Instance]:
    return ({"tilt": x, "ahead": u} for x, u in product(("1/10", "1", "10", "100"), ("0", "1/2", "-3")))


PERTURBED: Final = (
    "Fix the labels. Let l_t = -log p-bar_{t,j}[Y'_t], whose entries lie in an interval of width below L = log((K + "
    "1) T) in each round (both -log(1/M) and -log(1/(TN')) bound it), u_t = -(l_1 + ... + l_t), N_t the noises, S_n = "
    "N_1 + ... + N_n, x = eta c. Then w^t is the gradient of F(u) = (1/x) log sum_j e^{x u_j} at u_{t-1} + S_{t-1}. "
    "Put F_n(u) = E F(u + S_n). With D the Bregman remainder of F_{t-1} from u_{t-1} to u_t, E w^t.l_t = "
    "F_{t-1}(u_{t-1}) - F_{t-1}(u_t) + D_t, so that sum_t E w^t.l_t = F_0(0) - F_T(u_T) + sum_t (F_t - F_{t-1})(u_t) "
    "+ sum_t D_t. Here F_0(0) = log K/x and F_T(u_T) >= E (u_T + S_T)_{j*} = -sum_t l_{t,j*}. (a) F is convex, so "
    "(F_m - F_{m-1})(u) <= E gradF(u + S_m).N_m = (1/m) E gradF(u + S_m).S_m, as N_1, ..., N_m are exchangeable, and "
    "that is at most (1/m) E max_i S_m^i <= (b/m) (log K + m log(1/(1 - h^2)))/h for 0 < h < 1 (E e^{h N/b} = 1/(1 - "
    "h^2)); at h^2 = 1/(2m), with log(1/(1 - s)) <= 2 s log 2 for s <= 1/2, it is b sqrt(2/m) (log K + log 2). Over m "
    "<= T: at most 2 sqrt 2 b sqrt T (log K + log 2). (b) The Hessian of F_n has rows of sum 0 and no positive entry "
    "off the diagonal, so its form at a vector with entries in an interval of width L is sum_{i<j} |d_ij| (v_i - "
    "v_j)^2 <= L^2 (trace)/2. By parts, E f'(N) = E f(N) sign(N)/b for Laplace N, so for each k <= n the trace is "
    "(1/b) E sum_i gradF_i(u + S_n) sign(N_k^i); averaged over k it is at most (1/(n b)) E max_i sum_k sign(N_k^i) <= "
    "(1/b) sqrt(2 log K/n), by Hoeffding's lemma for signs. So D_t <= L^2 sqrt(2 log K/n)/(4b) for n = t - 1 >= 1, "
    "and D_1 <= L. Over all rounds: at most L + L^2 S/(2b), S = sqrt(2 T log K)."
)


@claim(
    "SIMA-35a-corrected",
    location="Theorem 4, for Algorithm 1 with the printed learning rate, eps <= K/2",
    latex=r"\epsilon \le K/2:\ \text{Algorithm 1 as printed has KL-risk} \le 12\sqrt{2T\log K}\Big(\log(KT) + "
    r"\tfrac{(\sqrt{K\ln\frac1\delta} + \sqrt{K\epsilon})\log^2(KT)}{\epsilon}\Big)",
    text="For eps <= K/2, K, T >= 2 and 0 < delta <= 1, Algorithm 1 as printed, with eta = sqrt(2 K log K/T) and "
    "gamma = log T, has at most 12 times the KL-risk of Theorem 4.",
)
def sima_35a_corrected() -> Case:
    """The accumulated noise regularizes the learner."""
    return Case(
        argument=f"{PERTURBED} So E sum_t w^t.(l_t - l_{{t,j*}}) <= log K/x + 2 sqrt 2 b sqrt T (log K + log 2) + L + "
        "L^2 S/(2b), and its mean over the labels is at least E sum_t KL(p-bar_j*, p-bar_t) (SIMA-47; no event is "
        f"needed, the noises have mean 0). {ADDITIVE} {LOGARITHMS} Let l = log(KT) and q be the second term of the "
        "bound; b <= 2 sqrt 2 q/l. First, log K/x = S/(2 sqrt K c) and 1/c = l + 2 b G <= l + 8 sqrt 2 q, so it is at "
        "most S (l/(2 sqrt 2) + 4 q). Second, log K + log 2 <= l gives 8 q sqrt T = 8 q S/sqrt(2 log K) <= 6.8 S q. "
        "Third, b >= sqrt(K/eps) l >= sqrt 2 l >= L for eps <= K/2, so L^2 S/(2b) <= L S/2 <= 0.65 S l. Together at "
        "most S (1.004 l "
        "+ 10.8 q) + 4.3 l <= 12 S (l + q), as S > 1.66. " + HOEFFDING,
        proof=(
            *hoeffding(),
            *additive_goals(),
            *logarithm_goals(),
            Goal("S > 1.66: S^2 >= 4 log K for T >= 2", inequality("4*log(K) - (83/50)**2", "K", "[2, oo)", ">")),
            Goal("8/sqrt(2 log K) <= 6.8, squared", inequality("(34/5)**2*2*log(K) - 64", "K", "[2, oo)")),
            Goal("1/(2 sqrt 2) <= 0.354", on_box("(354/1000)**2*8 - 1", {})),
            Goal("1.3 < sqrt 2", nonnegative("2 - (13/10)**2", (), ">")),
            Goal(
                "the first term: log K/(eta c) at eta = z h l/r, z = sqrt 2, h = sqrt K, 1/c = d: z l r d/(2 h)",
                identity("l**2*d/(z*h*l/r)", "l*r*d/(z*h)"),
            ),
            Goal(
                "in (a): (1/m) (k + m s)/h, s = 2 a h^2 with a = log 2, at 1/h = 2 m h",
                identity("(k + m*2*a*h**2)*2*m*h/m", "2*h*(k + 2*m*a*h**2)"),
            ),
            Goal(
                "S (1.004 l + 10.8 q) + 4.3 l <= 12 S (l + q)",
                nonnegative("12*S*(l + q) - S*(1004/1000*l + 54/5*q) - 43/10*l", ("S - 83/50", "l", "q")),
            ),
            Goal(
                "1/sqrt n <= 2 (sqrt n - sqrt(n - 1)), which add up to 2 sqrt T: times a = sqrt n, with c = sqrt(n - "
                "1)",
                identity("2*a*(a - c) - (a**2 - c**2)", "(a - c)**2"),
            ),
            Goal(
                "the sum of (b): (L^2 z l/(4b)) 2r = L^2 S/(2b), S = z l r",
                identity("L**2*z*l/(4*b)*2*r", "L**2*(z*l*r)/(2*b)"),
            ),
            Goal("log K + log 2 <= l: 2K <= KT", nonnegative("K*T - 2*K", ("K - 2", "T - 2"))),
        ),
        checks=(
            Goal(
                "the sum of all terms, at 270 points, K, T = 2, 3, 10, 10^3, 10^6",
                exhaustive("sima35a-terms-12", "sima-terms-half"),
            ),
            Goal("(a): E max_i S_m^i for m = 1 or K = 2, exactly", exhaustive("sima35a-largest", "sima-largest")),
            Goal("(b): the signs of up to 20 noises, exactly", exhaustive("sima35a-signs", "sima-signs")),
            Goal("(b): the trace for K = 2 and one noise", exhaustive("sima35a-trace", "sima-traces")),
        ),
        explicit=True,
        twins=(
            Twin("9 times the bound", exhaustive("sima35a-terms-9", "sima-terms-half"), of=15),
            Twin("(a) with 11/20 of the bound", exhaustive("sima35a-largest-too-sharp", "sima-largest"), of=16),
            Twin("(b) with 4/5 of the bound for signs", exhaustive("sima35a-signs-too-sharp", "sima-signs"), of=17),
            Twin(
                "(b) with 2/5 of the bound for the trace", exhaustive("sima35a-trace-too-sharp", "sima-traces"), of=18
            ),
            Twin("(b) with L^2 S/(4b)", identity("L**2*z*l/(4*b)*2*r", "L**2*(z*l*r)/(4*b)"), of=13),
            Twin(
                "with the constant 10.7",
                nonnegative("107/10*S*(l + q) - S*(1004/1000*l + 54/5*q) - 43/10*l", ("S - 83/50", "l", "q")),
                of=11,
            ),
        ),
        remarks=(
            "For T = 1, K >= 2 the weights are equal, and the risk is below log(K + 1) <= 12 sqrt(2 log K) log K.",
            "The bound without the factor gamma + log K + log T, which c' brings in, is what (a) and (b) give for "
            "large learning rates: the first term log K/x may be made small.",
        ),
    )


@claim(
    "SIMA-38",
    location="after Theorem 4",
    latex=r"\text{independent of } M \text{ and } O\Big(\tfrac1\epsilon \sqrt{TK\log^5(KT)\log\tfrac1\delta}\Big) "
    r"\text{ for small } \epsilon, \delta",
    text="The bound of Theorem 4 does not depend on M and is O((1/eps) sqrt(T K log^5(KT) log(1/delta))) for "
    "sufficiently small eps and delta.",
    checked=("0 < eps <= 1", "0 < delta <= 1/e"),
)
def sima_38() -> Case:
    """The constant 25."""
    return Case(
        argument="For eps <= 1, ln(1/delta) = n >= 1 and K, T >= 2 the constant 25 serves. By the argument of SIMA-35 "
        "the risk is at most S (3.6 l + 4 (2 sqrt 2 sqrt(K n) + sqrt(K eps)) l^2/eps), with S = sqrt(2 T log K), l = "
        "log(KT) and 4.3/1.66 < 2.6; M is nowhere in it, for N'/M < K + 1. sqrt(K eps) <= sqrt(K n) = p, and l <= l^2 "
        "p/(eps sqrt 2 log 4), as p >= sqrt 2 and l >= log 4. So it is at most S (3.6/(sqrt 2 log 4) + 4 (2 sqrt 2 + "
        "1)) p l^2/eps, and S <= sqrt(2 T l). K = 1: 0. T = 1: log K. By the same estimates the bound S (l + q) of "
        "Theorem 4 itself, q <= 2 p l^2/eps, is at most 3.55 times the right side, and 4.3 times for T = 1, where l >= "
        "log 2.",
        proof=(
            *additive_goals(),
            *logarithm_goals(),
            Goal("S > 1.66: S^2 >= 4 log K for T >= 2", inequality("4*log(K) - (83/50)**2", "K", "[2, oo)", ">")),
            Goal("4.3/1.66 < 2.6", nonnegative("26/10*83/50 - 43/10", (), ">")),
            Goal(
                "sqrt 2 (3.6/(sqrt 2 log 4) + 4 (2 sqrt 2 + 1)) < 25",
                on_box("25 - sqrt(2)*(36/10/(sqrt(2)*log(4)) + 4*(2*sqrt(2) + 1))", {}),
            ),
            Goal("T = 1: log K <= 25 sqrt(K log^5 K), squared", inequality("625*K*log(K)**3 - 1", "K", "[2, oo)")),
            Goal(
                "the bound itself: sqrt 2 (1/(sqrt 2 log 4) + 2) < 3.55",
                on_box("355/100 - sqrt(2)*(1/(sqrt(2)*log(4)) + 2)", {}),
            ),
            Goal(
                "the bound itself for T = 1: sqrt 2 (1/(sqrt 2 log 2) + 2) < 4.3",
                on_box("43/10 - sqrt(2)*(1/(sqrt(2)*log(2)) + 2)", {}),
            ),
        ),
        explicit=True,
        twins=(
            Twin(
                "with the constant 24",
                on_box("24 - sqrt(2)*(36/10/(sqrt(2)*log(4)) + 4*(2*sqrt(2) + 1))", {}),
                of=6,
            ),
            Twin("the bound itself: 3.54", on_box("354/100 - sqrt(2)*(1/(sqrt(2)*log(4)) + 2)", {}), of=8),
        ),
    )


# SIMA-04


def _least_first_risk(instance: Instance) -> tuple[Real, Real]:
    """log 2, which one of two point masses costs in round 1, and C sqrt(K T log^5(KT))/eps for K = 2."""
    rounds, factor = instance["rounds"], Fraction(instance["constant"]) / Fraction(instance["epsilon"])
    bound = Real(lambda: rational_ball(factor) * (arb(2 * rounds) * arb(2 * rounds).log() ** 5).sqrt())
    return as_real(log(2)), bound


TWO_POINT_MASSES: Final = entries(rounds=whole(1), epsilon=ABOVE_0, constant=ABOVE_0)

told(
    "sima04",
    "log 2, the least KL-risk for the two point masses on two labels, is at most C sqrt(K T log^5(KT))/eps",
    TWO_POINT_MASSES,
    lambda i: dict(zip(("the least risk", "C sqrt(K T log^5(KT))/eps"), _least_first_risk(i), strict=True)),
)(lambda instance: decide(_least_first_risk(instance)[0] <= _least_first_risk(instance)[1]))
told(
    "sima04-small",
    "the same for C >= 12 and eps <= log(KT)",
    TWO_POINT_MASSES.having(constant=rational("[12, oo)")).where(
        lambda i: (log(2 * i["rounds"]) - LogForm(Fraction(i["epsilon"]))).sign() >= 0
    ),
)(lambda instance: decide(_least_first_risk(instance)[0] <= _least_first_risk(instance)[1]))


told(
    "sima04-fails",
    "log 2, the least KL-risk for the two point masses on two labels, is above C sqrt(K T log^5(KT))/eps",
    TWO_POINT_MASSES,
)(lambda instance: decide(_least_first_risk(instance)[0] > _least_first_risk(instance)[1]))


def _one_round(share: Fraction) -> Iterator[Instance]:
    for constant in (1, 12, 1000, 10**6):
        yield {"rounds": 1, "epsilon": str(share * constant), "constant": str(constant)}


@family("sima-budgets", "T = 1, C = 1, 12, 1000 and 10^6, eps = C")
def _budgets() -> Iterator[Instance]:
    return _one_round(Fraction(1))


@family("sima-smaller-budgets", "T = 1, C = 1, 12, 1000 and 10^6, eps = 81 C/100")
def _smaller_budgets() -> Iterator[Instance]:
    return _one_round(Fraction(81, 100))


def _large_budgets() -> Iterator[Instance]:
    for constant in (1000, 12, 1):
        for epsilon in (Fraction(1, 2), constant, 10 * constant):
            yield {"rounds": 1, "epsilon": str(epsilon), "constant": str(constant)}


@claim(
    "SIMA-04",
    location="Theorem 2",
    latex=r"r_T^{KL}(\mathcal{F}) = O\Big(\tfrac1\epsilon\sqrt{KT\log^5(KT)}\Big)",
    text="Any finite class of size K, with any Y, has an (eps, 0)-locally private mechanism and learning rules such "
    "that, with adversarially generated features, the KL-risk is O((1/eps) sqrt(K T log^5(KT))), with one constant for "
    "all eps > 0.",
    checked=("K T >= 2",),
    corrected_by="SIMA-04-corrected",
)
def sima_04() -> Case:
    """Privacy or not, the first round costs log 2."""
    return Case(
        argument="Let the class be the two point masses on two labels. The first prediction (p, 1 - p) is made "
        "without data, and the larger of log(1/p) and log(1/(1 - p)) is at least log 2. But C sqrt(K T log^5(KT))/eps "
        "goes to 0 as eps grows, for every C and T; at T = 1, K = 2 and eps = C it is sqrt(2 log^5 2), which is below "
        "log 2 for 2 log^3 2 < 1, so no constant C serves.",
        counterexample=Goal("one round", counterexample("sima04"), Hunt("sima04", _large_budgets)),
        sharper=(
            Goal("p (1 - p) <= 1/4: one factor is at most 1/2", nonnegative("1/4 - p*(1 - p)")),
            Goal("eps = C, C = 1, 12, 1000 and 10^6", exhaustive("sima04-fails", "sima-budgets")),
            Goal("eps = C, every C: 2 log^3 2 < 1", on_box("1 - 2*log(2)**3", {})),
            Goal(
                "for no C: the risk log 2 is above eps times sqrt(K T log^5(KT))/eps at K = 2, T = "
                "1, for every eps, times eps",
                inequality("e*log(2) - e*sqrt(2*log(2)**5)", "e", "(0, oo)", ">"),
            ),
        ),
        twins=(
            Twin("for eps <= log(KT) and C = 12", counterexample("sima04-small")),
            Twin("at eps = 81 C/100", exhaustive("sima04-fails", "sima-smaller-budgets"), of=2),
            Twin("at eps = 81 C/100, every C", on_box("(81/100)**2 - 2*log(2)**3", {}), of=3),
            Twin("5/4 of that", inequality("e*log(2) - 5/4*e*sqrt(2*log(2)**5)", "e", "(0, oo)", ">"), of=4),
        ),
        remarks=("Theorem 5 has a term log(KT) without 1/eps, which Theorem 2 leaves out: it is for eps <= log(KT).",),
    )


@claim(
    "SIMA-04-corrected",
    location="Theorem 2, eps <= log(KT)",
    latex=r"\epsilon \le \log(KT):\quad r_T^{KL}(\mathcal{F}) \le \tfrac{12}{\epsilon}\sqrt{KT\log^5(KT)}",
    text="For eps <= log(KT), any finite class of size K has an (eps, 0)-locally private mechanism and a learner of "
    "KL-risk at most (12/eps) sqrt(K T log^5(KT)), also where features may depend on the past.",
    adjacency="any_pair",
)
def sima_04_corrected() -> Case:
    """The constant 12."""
    return Case(
        argument="By the argument of SIMA-42 the risk for K, T >= 2 is at most S (1.3 l + 5.2 q) + 4.3 l, S = sqrt(2 "
        "T K log K) >= 2.35, l = log(KT), q = l^2/eps, so at most S (3.13 l + 5.2 q), and l <= q for eps <= l. S <= "
        "sqrt(2 K T l), and 8.33 sqrt 2 < 12. K = 1: 0. T = 1: the uniform mixture has risk log K, and (12/eps) "
        "sqrt(K l^5) >= 12 sqrt(K l^3) >= l. Features that depend on the past change nothing: Y'_t is still "
        "independent of w^t given what came before, with law p-bar_j*; Z_t is independent of J_t given the past, which "
        "is all that Lemma 7 needs for i = j*; and flipping the sign of Lap_j^t changes neither w^t nor x_1, ..., x_t.",
        proof=(
            *additive_goals(),
            *logarithm_goals(),
            Goal("S > 2.35: S^2 >= 4 K log K for T >= 2", inequality("4*K*log(K) - (47/20)**2", "K", "[2, oo)", ">")),
            Goal(
                "S (1.3 l + 5.2 q) + 4.3 l <= S (3.13 l + 5.2 q)",
                nonnegative("S*(313/100*l + 26/5*q) - S*(13/10*l + 26/5*q) - 43/10*l", ("S - 47/20", "l", "q")),
            ),
            Goal("8.33 sqrt 2 < 12", nonnegative("144 - 2*(833/100)**2", (), ">")),
            Goal("T = 1: l <= 12 sqrt(K l^3): 1 <= 144 K l", inequality("144*K*log(K) - 1", "K", "[2, oo)")),
        ),
        checks=(
            Goal(
                "the sum of all terms, at 85 points, K, T = 2, 3, 10, 10^3, 10^6; delta plays no part",
                exhaustive("sima04-terms-12", "sima-terms-small"),
            ),
        ),
        explicit=True,
        twins=(
            Twin("with the constant 6", exhaustive("sima04-terms-6", "sima-terms-small"), of=8),
            Twin("8.5 sqrt 2 < 12", nonnegative("144 - 2*(85/10)**2", (), ">"), of=6),
        ),
    )


PINSKER: Final = (
    "Pinsker: TV <= sqrt(KL/2). KL does not grow under maps (log-sum inequality), so it is enough to have 2 (p - q)^2 "
    "<= p log(p/q) + (1 - p) log((1 - p)/(1 - q)) for the event on which the laws differ most; the difference "
    "vanishes at q = p and has the derivative (q - p)(1/(q (1 - q)) - 4) in q, whose second factor is not negative."
)


def pinsker_goals() -> tuple[Goal, ...]:
    """See ``PINSKER``."""
    return (
        Goal(
            "the derivative of the difference",
            identity("-p/q + (1 - p)/(1 - q) + 4*(p - q)", "(q - p)*(1/(q*(1 - q)) - 4)"),
        ),
        Goal("q (1 - q) <= 1/4", nonnegative("1/4 - q*(1 - q)")),
    )


@claim(
    "SIMA-43",
    location="Theorem 6",
    latex=r"\bar r_T^{TV} = \tilde O\Big(\sqrt{\tfrac1\epsilon\sqrt{K/T}}\Big)",
    text="Any class of size K has an (eps, 0)-locally private mechanism of average total variation risk "
    "O~(sqrt((1/eps) sqrt(K/T))), for sufficiently small eps.",
    adjacency="any_pair",
    checked=("eps <= log(KT)", "K T >= 2"),
)
def sima_43() -> Case:
    """The constant sqrt 6 and the power 5/4 of the logarithm."""
    return Case(
        argument=f"The risk is at most sqrt(6/eps) (K/T)^(1/4) log(KT)^(5/4). {PINSKER} By Cauchy-Schwarz the average "
        "over T rounds of sqrt(KL_t/2) is at most sqrt(sum KL_t/(2T)), and E sqrt <= sqrt E (Jensen); the expectation "
        "is missing in the printed chain. With the risk of SIMA-04-corrected, (12/eps) sqrt(K T l^5), the square of "
        "the bound is (6/eps) sqrt(K T l^5)/T, which is (6/eps) sqrt(K/T) l^(5/2).",
        proof=(
            *pinsker_goals(),
            Goal("Cauchy-Schwarz for two rounds, and so on", nonnegative("2*(a**2 + b**2) - (a + b)**2")),
            Goal(
                "risk/(2T), with k = sqrt K, r = sqrt T, v = l^(5/2)",
                identity("12/e*k*r*v/(2*r**2)", "6/e*(k/r)*v"),
            ),
        ),
        explicit=True,
        twins=(
            Twin(
                "the derivative with 8 in place of 4",
                identity("-p/q + (1 - p)/(1 - q) + 4*(p - q)", "(q - p)*(1/(q*(1 - q)) - 8)"),
            ),
            Twin("with (5/e) in place of (6/e)", identity("12/e*k*r*v/(2*r**2)", "5/e*(k/r)*v"), of=3),
        ),
    )


# SIMA-44: the median trick, from the reference learner


def _estimates(instance: Instance) -> tuple[tuple[Fraction, ...], ...]:
    return tuple((Fraction(p), 1 - Fraction(p)) for p in instance["estimates"])


@entries(truth=PROBABILITY, radius=FROM_0, estimates=row_of(PROBABILITY)).where
def _most_are_near(instance: Instance) -> bool:
    truth, radius = (Fraction(instance["truth"]), 1 - Fraction(instance["truth"])), Fraction(instance["radius"])
    estimates = _estimates(instance)
    return 2 * len([law for law in estimates if at_most(tv(truth, law), radius)]) > len(estimates)


def _chosen_is_near(instance: Instance, factor: int) -> bool:
    truth = (Fraction(instance["truth"]), 1 - Fraction(instance["truth"]))
    estimates = _estimates(instance)
    chosen = estimates[central_estimate(estimates)]
    return at_most(tv(truth, chosen), factor * Fraction(instance["radius"]))


told(
    "sima44-median",
    "if most estimates are within r of the truth, the one of least median distance is within 3 r",
    _most_are_near,
)(lambda instance: _chosen_is_near(instance, 3))
told("sima44-median-two", "... within 2 r", _most_are_near)(lambda instance: _chosen_is_near(instance, 2))


@family("sima-estimates", "three or five estimates on a grid of two-point laws, of which most are within 1/8 of 1/2")
def _grid_of_estimates() -> Iterator[Instance]:
    grid = [Fraction(n, 8) for n in range(9)]
    for count in (3, 5):
        for estimates in combinations_with_replacement(grid, count):
            instance = {"truth": "1/2", "radius": "1/8", "estimates": [str(p) for p in estimates]}
            if _most_are_near(instance):
                yield instance


@claim(
    "SIMA-44",
    location="after Theorem 6",
    latex=r"T_\alpha = \tilde O\big(\tfrac{K}{\epsilon^2\alpha^4}\big)",
    text="With T_alpha = O~(K/(eps^2 alpha^4)) samples the average prediction is within total variation alpha of the "
    "truth among K laws, in expectation, and a median trick makes it hold with high probability.",
    adjacency="any_pair",
    checked=("0 < eps <= 1", "0 < alpha <= 1", "K >= 2"),
)
def sima_44() -> Case:
    """T = A (7 log(KA))^5, A = 36 K/(eps^2 alpha^4)."""
    return Case(
        argument="T = ceil(A (7 u)^5), A = 36 K/(eps^2 alpha^4), u = log(KA), is enough for E TV(p*, p^) <= alpha. TV "
        "is convex, so it is at most the average TV-risk, by SIMA-43 at most sqrt(6/eps) (K/T)^(1/4) log(KT)^(5/4), "
        "which is at most alpha iff T >= A log^5(KT). Here u >= log(4 * 36) > 4.96, for A >= 72, and T <= 2 A (7u)^5, "
        "so log(KT) <= u + log 2 + 5 log(7u) <= 7u. With probability 1 - beta: m = ceil(18 ln(1/beta)) blocks of T "
        "users. Each block's estimate is within 3 alpha of p* with probability at least 2/3 (Markov), so, by "
        "Hoeffding's inequality, not most of the m are with probability at most e^{-2m (2/3 - 1/2)^2} = e^{-m/18} <= "
        "beta; else the estimate of least median distance is within 9 alpha (so apply it with alpha/9 in place of "
        "alpha): any two of the good ones are within 6 alpha, so the chosen one is within 6 alpha of most, one of "
        "which is good. No user's "
        "report depends on the others'. " + HOEFFDING,
        proof=(
            *pinsker_goals(),
            *hoeffding(),
            Goal("log 144 > 4.96", on_box("log(144) - 124/25", {})),
            Goal(
                "log 2 + 5 log(7u) <= 6u for u >= 4.96",
                inequality("6*u - log(2) - 5*log(7*u)", "u", "[124/25, oo)"),
            ),
            Goal(
                "T >= A log^5(KT) is the same: 36 K l^5/(T eps^2) = alpha^4 at T = A l^5, for (6/eps)^2 (K/T) l^5",
                identity("(6/e)**2*K*v/(36*K/(e**2*a**4)*v)", "a**4"),
            ),
            Goal("Hoeffding's exponent", identity("2*m*(2/3 - 1/2)**2", "m/18")),
        ),
        checks=(Goal("the median trick of the reference learner", exhaustive("sima44-median", "sima-estimates")),),
        explicit=True,
        twins=(
            Twin("within 2 r", exhaustive("sima44-median-two", "sima-estimates"), of=7),
            Twin("from u = 5/2 on", inequality("6*u - log(2) - 5*log(7*u)", "u", "[5/2, oo)"), of=4),
        ),
        remarks=(
            "That Gopi et al. (2020, Theorem 3) is recovered is a statement on another paper, and is not decided here.",
        ),
    )
