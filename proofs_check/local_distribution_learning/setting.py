"""Sections 1 and 2: the definition of privacy, learning without privacy, and noise for a vector (SIMA-01, 02, 05)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any, Final, cast

from dpassay.analysis.distribution_game import OPEN, Fixed, Informed, Nature
from dpassay.analysis.distribution_learners import BAYES
from dpassay.analysis.game_risk import kl_risk
from dpassay.analysis.label_laws import Table, read_table
from dpassay.exact import Budget, LogForm, as_real, exp, log
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import (
    ABOVE_0,
    LAWS_AS_TEXT,
    PROBABILITY,
    entries,
    family,
    row_of,
    told,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive, identity, nonnegative
from dpassay.proofs_check.local_distribution_learning.kl_steps import LOG_TANGENT
from dpassay.proofs_check.numbers import at_most, sum_of
from dpassay.reference import label_clipping, private_exp3

# SIMA-01


# SIMA-02


def _tables(instance: Instance) -> tuple[Table, ...]:
    return tuple(read_table(table) for table in instance["tables"])


@entries(tables=row_of(LAWS_AS_TEXT), truth=whole()).where
def is_game(instance: Instance) -> bool:
    """One table for each round, with the same numbers of hypotheses and labels, and a truth."""
    tables = _tables(instance)
    shapes = {(len(table), len(table[0])) for table in tables}
    return len(shapes) == 1 and bool(instance["truth"] < len(tables[0]))


def _size(instance: Instance) -> int:
    return len(_tables(instance)[0])


def _fixed(instance: Instance) -> Nature:
    return Fixed(instance["truth"], _tables(instance))


def _informed(instance: Instance) -> Nature:
    """Nature chooses the table after it saw the labels."""
    tables = _tables(instance)
    return Informed(instance["truth"], len(tables), lambda labels, _: tables[sum(labels) % len(tables)])


def _risk(nature: Nature) -> LogForm:
    return cast("LogForm", kl_risk(nature, OPEN, BAYES))


def _bounded(natures: Callable[[Instance], Nature], share: Fraction = Fraction(1)) -> Callable[[Instance], bool]:
    return lambda instance: at_most(_risk(natures(instance)), log(_size(instance)) * share)


told("sima02", "the KL-risk of the Bayes mixture is at most log K", is_game)(_bounded(_fixed))
told("sima02-informed", "the same, where features are chosen after the labels before are seen", is_game)(
    _bounded(_informed)
)
told("sima02-less", "the KL-risk of the Bayes mixture is at most (9/10) log K", is_game)(
    _bounded(_fixed, Fraction(9, 10))
)
told("sima02-equal", "the KL-risk of the Bayes mixture is log K", is_game)(
    lambda instance: (_risk(_fixed(instance)) - log(_size(instance))).sign() == 0
)
FEATURES: Final = {
    (1, 2): ("1/3,2/3", "1,0"),
    (2, 2): ("1,0;0,1", "1,0;1/2,1/2", "3/4,1/4;1/4,3/4", "1/3,2/3;1/3,2/3"),
    (3, 3): ("1,0,0;0,1,0;0,0,1", "1/2,1/2,0;0,1/2,1/2;1/3,1/3,1/3", "1,0,0;1,0,0;1/4,1/4,1/2"),
}
"""Features for classes of K hypotheses on M labels."""


@family("sima-games", "classes of one, two and three hypotheses, one to three rounds of nine features, each truth")
def _games() -> Iterator[Instance]:
    for (size, _), features in FEATURES.items():
        for rounds in (1, 2, 3) if size < 3 else (1, 2):
            for tables, truth in product(product(features, repeat=rounds), range(size)):
                yield {"tables": list(tables), "truth": truth}


@family("sima-point-masses", "K point masses for K = 1, ..., 5, one to three rounds, each truth")
def _point_masses() -> Iterator[Instance]:
    for size, rounds in product(range(1, 6), (1, 2, 3)):
        table = ";".join(",".join(str(int(y == j)) for y in range(size)) for j in range(size))
        for truth in range(size):
            yield {"tables": [table] * rounds, "truth": truth}


BAYES_RISK: Final = (
    "Let w_j be the weights of the Bayes mixture before round t, uniform for t = 1, and p = sum_j w_j f_j(x_t). After "
    "the label y the weight of the truth is w' = w f(x_t)[y]/p[y]. So log(f(x_t)[y]/p[y]) = log(w'/w), which "
    "telescopes: on every path of positive probability the sum over t is log(w_{T+1}/(1/K)) <= log K, as no weight "
    "exceeds 1. Given the past the mean of round t is KL(f(x_t), p)."
)


def bayes_risk() -> tuple[Goal, ...]:
    """See ``BAYES_RISK``; r is what the other hypotheses add to p."""
    return (
        Goal("one round", identity("f/p", "(w*f/p)/w")),
        Goal("no weight exceeds 1: w' lacks r/p", identity("w*f/(w*f + r)", "1 - r/(w*f + r)")),
        Goal("at the uniform weight", identity("1/(1/K)", "K")),
    )


@claim(
    "SIMA-02",
    location="Section 1, after the protocol",
    latex=r"|\mathcal F| < \infty \Rightarrow \exists\ \text{learner}:\ \mathbb E\Big[\sum_t KL(f(x_t), \hat "
    r"p_t)\Big] \le \log|\mathcal F|",
    text="Without privacy every finite class has a learner whose KL-risk is at most log |F|, for any label set and any "
    "features.",
    assumed=("features may be chosen after earlier labels are seen, and not after that of the same round",),
)
def sima_02() -> Case:
    """The Bayes mixture telescopes."""
    return Case(
        argument=BAYES_RISK,
        proof=bayes_risk(),
        checks=(
            Goal("exact risks, features fixed", exhaustive("sima02", "sima-games")),
            Goal("exact risks, features chosen after the labels", exhaustive("sima02-informed", "sima-games")),
        ),
        sharper=(
            Goal("equality for K point masses", exhaustive("sima02-equal", "sima-point-masses")),
            Goal("ln z <= z - 1: for point masses no learner has less than log K", LOG_TANGENT),
        ),
        twins=(
            Twin("at most (9/10) log K", exhaustive("sima02-less", "sima-games"), of=3),
            Twin("without the prior", identity("1/(1/K)", "1"), of=2),
        ),
        remarks=(
            "log K is the minimax value for K point masses and any T: with z = K p[j] the mean over j of -log p[j] is "
            "at least log K for every first prediction p.",
        ),
    )


# SIMA-05: noise for a vector


NOISE: Final = entries(dimension=whole(1, 3), width=ABOVE_0, scale=ABOVE_0, epsilon=ABOVE_0)
"""K, the width D of the range of a coordinate, the scale b of the noise, and eps."""


def _losses(instance: Instance) -> Iterator[tuple[Fraction, ...]]:
    """Each coordinate's log-ratio of Laplace densities, at two vectors and a report among their values."""
    width, scale = Fraction(instance["width"]), Fraction(instance["scale"])
    pairs = list(product((Fraction(0), width / 2, width), repeat=2))
    places = [(abs(x - w) - abs(x - v)) / scale for v, w in pairs for x in (v, w)]
    return product(places, repeat=instance["dimension"])


def is_private(instance: Instance, *, one: bool) -> bool:
    """Whether no log-ratio exceeds eps: that of ``one`` revealed coordinate, or of all of them."""
    return all(
        (max(loss) if one else sum_of(list(loss))) <= Fraction(instance["epsilon"]) for loss in _losses(instance)
    )


def _scaled(instance: Instance, share: Fraction = Fraction(1)) -> bool:
    """Whether the scale is at least ``share`` D/eps."""
    return Fraction(instance["scale"]) >= share * Fraction(instance["width"]) / Fraction(instance["epsilon"])


told("sima05", "noise on all coordinates is (eps, 0)-private if and only if b >= K D/eps", NOISE)(
    lambda instance: is_private(instance, one=False) == _scaled(instance, Fraction(instance["dimension"]))
)
told("sima05-less", "... if and only if b >= (99/100) K D/eps", NOISE)(
    lambda instance: is_private(instance, one=False) == _scaled(instance, Fraction(99 * instance["dimension"], 100))
)
told("sima05c", "noise on one random coordinate is (eps, 0)-private if and only if b >= D/eps", NOISE)(
    lambda instance: is_private(instance, one=True) == _scaled(instance)
)
told("sima05c-less", "... if and only if b >= (99/100) D/eps", NOISE)(
    lambda instance: is_private(instance, one=True) == _scaled(instance, Fraction(99, 100))
)


@family("sima-noises", "K = 1, 2, 3, D = 1, 5/2, eps = 1/2, 2, and b from 99/100 D/eps to 101/100 K D/eps")
def _noises() -> Iterator[Instance]:
    for count, width, epsilon in product((1, 2, 3), (Fraction(1), Fraction(5, 2)), (Fraction(1, 2), Fraction(2))):
        for factor, near in product(sorted({1, count}), (Fraction(99, 100), Fraction(1), Fraction(101, 100))):
            scale = str(factor * near * width / epsilon)
            yield {"dimension": count, "width": str(width), "scale": scale, "epsilon": str(epsilon)}


def _diameter(instance: Instance) -> bool:
    """The l1 distance of the log-likelihoods of two clipped labels is K log(2T - 1)."""
    rows = ["1,0"] * (instance["size"] - 1) + ["0,1"]
    likelihoods = label_clipping.induced(label_clipping.Parameters(";".join(rows), instance["rounds"]))  # type: ignore[arg-type]  # read by it
    zero = LogForm()
    distance = sum(
        ((log(row[0] / row[-1]) if row[0] > row[-1] else log(row[-1] / row[0])) for row in likelihoods), zero
    )
    return bool((distance - log(2 * instance["rounds"] - 1) * instance["size"]).sign() == 0)


told(
    "sima05-likelihoods",
    "for K - 1 point masses on label 1 and one on label 2, two clipped labels are K log(2T - 1) apart in l1",
    entries(size=whole(2), rounds=whole(1)),
)(_diameter)


@family("sima-likelihoods", "K = 2, ..., 6 and T = 1, ..., 6")
def _sizes() -> Iterator[Instance]:
    return ({"size": size, "rounds": rounds} for size, rounds in product(range(2, 7), range(1, 7)))


LAPLACE: Final = (
    "For v <= w the log-ratio of the Laplace densities around v and w is (|x - w| - |x - v|)/b: (w - v)/b for x <= v, "
    "and at most that elsewhere."
)


def laplace() -> tuple[Goal, ...]:
    """See ``LAPLACE``."""
    return (
        Goal("x <= v", identity("((w - x) - (v - x))/b", "(w - v)/b")),
        Goal("v <= x <= w", nonnegative("(w - v) - ((w - x) - (x - v))", ("x - v", "w - x"))),
        Goal("x >= w", nonnegative("(w - v) - ((x - w) - (x - v))", ("w - v",))),
    )


@claim(
    "SIMA-05",
    location="Section 1.1, after Theorem 2: Laplace noise, independent in all coordinates",
    latex=r"v \in [0, D]^K,\ v + \mathrm{Lap}(b)^{\otimes K}\ (\epsilon, 0)\text{-DP} \iff b \ge KD/\epsilon",
    text="Independent Laplace noise on all coordinates of a vector in [0, D]^K is (eps, 0)-private if and only if its "
    "scale is at least K D/eps: the scale of order K/eps is needed.",
    adjacency="any_pair",
    assumed=("each two vectors of [0, D]^K are neighbors",),
)
def sima_05() -> Case:
    """The l1 diameter of the cube."""
    return Case(
        argument=LAPLACE + " Log-ratios of independent coordinates add up, so the largest one is the l1 distance over "
        "b, whose maximum on the cube is K D/b, attained at v = 0, w = (D, ..., D) and all x <= 0. It is at most eps "
        "if and only if b >= K D/eps.",
        proof=(*laplace(), Goal("the least scale", identity("K*D/(K*D/e)", "e"))),
        checks=(
            Goal("all corners and midpoints of cubes, exactly", exhaustive("sima05", "sima-noises")),
            Goal("clipped log-likelihoods", exhaustive("sima05-likelihoods", "sima-likelihoods")),
        ),
        sharper=(
            Goal(
                "for the label y, s = 2T - 1: where the ratio for y' is R = (E s - 1)/(s - E), that for y is E",
                identity("(s*((E*s - 1)/(s - E)) + 1)/((E*s - 1)/(s - E) + s)", "E"),
            ),
        ),
        twins=(
            Twin("99/100 of it", exhaustive("sima05-less", "sima-noises"), of=4),
            Twin("sqrt K in place of K, k = sqrt K", identity("k**2*D/(k*D/e)", "e"), of=3),
        ),
        remarks=(
            "In general the scale needed is the l1 diameter over eps. That of the vectors of the source, "
            "log-likelihoods of a clipped label y', is of order K, too: K log(2T - 1) for K - 1 hypotheses at one "
            "point mass and one at another.",
            "The text asks for privacy of the label y, of which y' is itself a report with e^eps = 2T - 1 for these "
            "classes. So there is a need for eps < D = log(2T - 1) only: b >= K D/log((E (2T - 1) - 1)/((2T - 1) - "
            "E)), E = e^eps, by the last goal. It is below K D/eps, and of this order for eps <= D/2 and T >= 2.",
            "So it is for this mechanism. Other mechanisms need less (SIMA-05b).",
        ),
    )


RELEASE: Final = entries(vector=row_of(PROBABILITY), epsilon=ABOVE_0)
"""A vector in [0, 1]^K, and eps."""


def noisy_moments(instance: Instance) -> list[tuple[Fraction, Fraction]]:
    """The mean and the variance of each coordinate of K (v_J + Lap(1/eps)) e_J, summed over the K values of J."""
    vector = [Fraction(entry) for entry in instance["vector"]]
    count, noise = len(vector), 2 / Fraction(instance["epsilon"]) ** 2
    moments = []
    for j in range(count):
        means = [count * v if revealed == j else Fraction(0) for revealed, v in enumerate(vector)]
        noises = [count**2 * noise if revealed == j else Fraction(0) for revealed in range(count)]
        mean = sum_of(means) / count
        moments.append((mean, (sum_of(noises) + sum_of([m**2 for m in means])) / count - mean**2))
    return moments


def _is_unbiased_within(instance: Instance, most: Fraction, *, attained: bool = True) -> bool:
    """Whether means are right and no variance exceeds ``most``, with equality where a coordinate is 1."""
    pairs = [(Fraction(v), *moments) for v, moments in zip(instance["vector"], noisy_moments(instance), strict=True)]
    return all(
        mean == v and variance <= most and (v < 1 or not attained or variance == most) for v, mean, variance in pairs
    )


def _most(instance: Instance, count: int) -> Fraction:
    return count * (1 + 2 / Fraction(instance["epsilon"]) ** 2)


told(
    "sima05b",
    "K (v_J + Lap(1/eps)) e_J has the mean v and variances of at most K (1 + 2/eps^2) - 1, with equality at v_j = 1",
    RELEASE,
)(lambda instance: _is_unbiased_within(instance, _most(instance, len(instance["vector"])) - 1))
told("sima05b-less", "... the mean v and variances of at most (K - 1)(1 + 2/eps^2)", RELEASE)(
    lambda instance: _is_unbiased_within(instance, _most(instance, len(instance["vector"]) - 1), attained=False)
)


@family("sima-releases", "vectors with the entries 0, 1/3, 1, K = 1, ..., 4, and eps = 1/2, 1, 5")
def _releases() -> Iterator[Instance]:
    for count, epsilon in product(range(1, 5), ("1/2", "1", "5")):
        for vector in product(("0", "1/3", "1"), repeat=count):
            yield {"vector": list(vector), "epsilon": epsilon}


@claim(
    "SIMA-05b",
    location="Section 1.1, after Theorem 2: the need is one of independent noise",
    latex=r"J \sim U[K],\ V = K(v_J + \mathrm{Lap}(1/\epsilon)) e_J\ (\epsilon, 0)\text{-DP},\ \mathbb E V = v \in [0, "
    r"1]^K,\ \max_{v, j} \mathrm{Var}\, V_j = K(1 + 2/\epsilon^2) - 1",
    text="There is an (eps, 0)-private unbiased release of a vector in [0, 1]^K whose coordinates have standard "
    "deviations of at most sqrt(K (1 + 2/eps^2) - 1); so noise of order K/eps is needed where it is independent "
    "Laplace noise, and not for privacy itself.",
    adjacency="any_pair",
    assumed=("each two vectors of [0, 1]^K are neighbors",),
)
def sima_05b() -> Case:
    """Reveal one random coordinate, K times as large."""
    return Case(
        argument="With J uniform and independent of v, publish V = K (v_J + Lap(1/eps)) e_J, a function of (J, v_J + "
        "Lap(1/eps)), which is private as in SIMA-05c. "
        + LAPLACE
        + " With b = 1/eps and a range of 1 it is at most eps. E V_j = (1/K) K v_j = v_j, and Var V_j = (1/K) K^2 "
        "(v_j^2 + 2/eps^2) - v_j^2 = (K - 1) v_j^2 + 2 K/eps^2, which is largest at v_j = 1.",
        proof=(
            *laplace(),
            Goal("1/b is eps", identity("1/(1/e)", "e")),
            Goal("the variance", identity("(1/K)*K**2*(v**2 + 2/e**2) - v**2", "(K - 1)*v**2 + 2*K/e**2")),
            Goal("at v_j = 1", identity("(K - 1) + 2*K/e**2", "K*(1 + 2/e**2) - 1")),
            Goal("which is the largest", nonnegative("(K - 1) - (K - 1)*v**2", ("K - 1", "1 - v", "v"))),
        ),
        checks=(Goal("means and variances, exactly", exhaustive("sima05b", "sima-releases")),),
        sharper=(
            Goal(
                "independent Laplace noise has the variance 2 K^2/eps^2, which is no less for eps^2 <= 2 K",
                identity("2*K**2/e**2 - (K*(1 + 2/e**2) - 1)", "(K - 1)*(2*K - e**2)/e**2"),
            ),
            Goal(
                "for every c: c^2 K^2 >= K (e^2 + 2), which is more than e^2 times the variance, once K c^2 >= e^2 + 2",
                nonnegative("c**2*K**2 - K*(e**2 + 2)", ("K", "K*c**2 - e**2 - 2")),
            ),
        ),
        twins=(
            Twin("at most (K - 1)(1 + 2/eps^2)", exhaustive("sima05b-less", "sima-releases"), of=7),
            Twin("K in place of K^2", identity("(1/K)*K*(v**2 + 2/e**2) - v**2", "(K - 1)*v**2 + 2*K/e**2"), of=4),
        ),
        remarks=(
            "The standard deviation is of order sqrt K/eps for bounded eps only; that of independent Laplace noise of "
            "scale K/eps is sqrt 2 K/eps.",
            "Algorithm 2 works with this release, up to the factor K and a shift.",
        ),
    )


@claim(
    "SIMA-05c",
    location="Section 1.1, after Theorem 2: one random component",
    latex=r"J \sim U[K],\ (J, v_J + \mathrm{Lap}(b))\ (\epsilon, 0)\text{-DP} \iff b \ge D/\epsilon = O(1/\epsilon)",
    text="If only one component, chosen at random, of a vector in [0, D]^K is revealed, Laplace noise of scale D/eps "
    "is necessary and enough for (eps, 0)-privacy: it is O(1/eps), without K, if D is a constant.",
    adjacency="any_pair",
    assumed=("each two vectors of [0, D]^K are neighbors",),
)
def sima_05c() -> Case:
    """J tells nothing of the vector."""
    return Case(
        argument=LAPLACE + " J does not depend on v, so the ratio of the laws of (J, v_J + Lap(b)) is that of the "
        "Laplace densities of the coordinate J: at most e^{D/b}, and attained.",
        proof=(*laplace(), Goal("the least scale", identity("D/(D/e)", "e"))),
        checks=(Goal("all corners and midpoints of cubes, exactly", exhaustive("sima05c", "sima-noises")),),
        twins=(
            Twin("99/100 of it", exhaustive("sima05c-less", "sima-noises"), of=4),
            Twin("all coordinates at that scale", identity("K*D/(D/e)", "e"), of=3),
        ),
        remarks=(
            "The price is that one of K coordinates is told: see the variance in SIMA-05b.",
            "In the source D grows with K and T: SIMA-05d.",
        ),
        explicit=True,
    )


EXP3: Final = entries(rounds=whole(2), constant=ABOVE_0, epsilon=ABOVE_0)


def _ratio(instance: Instance, *, corrected: bool = False) -> dict[str, Any]:
    """The largest ratio of the reports' laws for two point masses, with noise of scale c/eps or as corrected."""
    epsilon = Fraction(instance["epsilon"])
    parameters = private_exp3.Parameters(Budget(epsilon=epsilon), "1,0;0,1", instance["rounds"])  # type: ignore[arg-type]  # read by it
    rate = None if corrected else epsilon / Fraction(instance["constant"])
    return {"the largest ratio": private_exp3.worst_pair(parameters, rate).ratio, "e^eps": exp(epsilon)}


told(
    "sima05d",
    "the report of one random log-likelihood of two point masses with noise of scale c/eps is (eps, 0)-private",
    EXP3,
    _ratio,
)(lambda instance: at_most(*map(as_real, _ratio(instance).values())))
told("sima05d-corrected", "... with noise of scale log((K + 1) T)/eps", EXP3)(
    lambda instance: at_most(*map(as_real, _ratio(instance, corrected=True).values()))
)


def _horizons() -> Iterator[Instance]:
    for constant, exponent in product(("4", "2", "1"), range(1, 7)):
        yield {"constant": constant, "epsilon": "1", "rounds": 10**exponent}


@claim(
    "SIMA-05d",
    location="Section 1.1, after Theorem 2: O(1/eps) with a constant for all K and T",
    latex=r"\exists c:\ (J, \log \bar p_{t,J}[h_t(y)] + \mathrm{Lap}(c/\epsilon)) \text{ is } (\epsilon, 0)\text{-DP "
    r"for all classes and all } T",
    text="For the clipped log-likelihoods of the source, Laplace noise of scale c/eps, with one constant c for all "
    "classes and all T, is enough if one random component is revealed.",
    adjacency="any_pair",
    corrected_by="SIMA-05c",
)
def sima_05d() -> Case:
    """The range of a log-likelihood grows with T."""
    return Case(
        argument="For two point masses on two labels a log-likelihood has the two values log((2T - 1)/(4T)) and "
        "log(1/(4T)), and a label gets the wrong one with probability q = 1/(2T). So with R = (2T - 1)^{eps/c} the "
        "ratio of the report's densities beyond both is ((1 - q) R + q)/(q R + 1 - q), which grows with R. For every c "
        "and eps it tends to infinity with T: for eps <= c/2, q R < 1 and it is at least R/4; for eps >= c/2 it is at "
        "least what it is at r = sqrt(2T - 1), and that is at least r - 1. The instance has c = 4, eps = 1.",
        counterexample=Goal("two point masses", counterexample("sima05d"), Hunt("sima05d", _horizons)),
        sharper=(
            Goal(
                "the ratio at R = r, 2T - 1 = r^2",
                identity(
                    "((1 - 1/(r**2 + 1))*r + 1/(r**2 + 1))/(r/(r**2 + 1) + 1 - 1/(r**2 + 1))", "(r**3 + 1)/(r**2 + r)"
                ),
            ),
            Goal("which is at least r - 1", nonnegative("r**3 + 1 - (r - 1)*(r**2 + r)", ("r",))),
            Goal(
                "for no c, eps = c/2 and E = e^eps: the ratio exceeds e^eps from r = E + 2 on",
                nonnegative("r - 1 - E", ("r - E - 2",), ">"),
            ),
        ),
        twins=(
            Twin("with log((K + 1) T)", counterexample("sima05d-corrected")),
            Twin("from r = E + 1 on", nonnegative("r - 1 - E", ("r - E - 1",), ">"), of=3),
        ),
        remarks=(
            "This is O(1/eps) to the letter. The source suppresses log(KT) in it, as in K/eps: SIMA-05c is the "
            "statement without the range.",
        ),
    )
