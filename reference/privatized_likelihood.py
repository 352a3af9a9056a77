"""What the two privatized learners share: the log-likelihoods of a clipped label, and how much noise hides it.

Source: "Online distribution learning with local private constraints", Sections 4.2 and 5. The label y is clipped to
y' = h(y) (``label_clipping``), and log p-bar_j[y'] + Lap_j is published, for every hypothesis j or for one of them.

All the integers of one S_z have the same likelihoods, so one mixture component a label z is enough: z = y with
probability 1 - 1/T, and apart from that z with probability |S_z| / (T N'), whatever y is. The second part is common to
all labels, which is what makes the worst pair quick to find.

The scale of the noise is a multiple of what the text takes for the sensitivity of log p-bar: log(K T). But (7), from
which that comes, rests on N' <= K M, which is false (``label_clipping``): as N' < (K + 1) M, the sensitivity is below
log((K + 1) T), and that is what the calibration "corrected" puts in place of log(K T), wherever it occurs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import permutations
from typing import Protocol, TypeAlias

from dpassay.exact import (
    Budget,
    Coins,
    LabelFamily,
    Law,
    LogForm,
    Number,
    Rate,
    Real,
    Scalar,
    WorstPair,
    as_fraction,
    as_real,
    draw_cell,
    hockey_stick_divergence,
    laplace_mixture,
    largest,
    log,
    log_number,
    quotient,
    require,
    summed,
    times,
)
from dpassay.exact.entrance import explain_failures
from dpassay.reference import label_clipping
from dpassay.reference.label_clipping import Clipped

Point: TypeAlias = "Fraction | LogForm"
Weights: TypeAlias = tuple[Real, ...]
Losses: TypeAlias = tuple[Real, ...]


class Privatized(Clipped, Protocol):
    """Parameters of a privatized learner: a class, a horizon, a calibration and a budget."""

    @property
    def budget(self) -> Budget:
        """The budget eps of one report."""


def hypotheses_count(parameters: Clipped) -> int:
    """K, the number of hypotheses."""
    return len(parameters.hypotheses)


def sensitivity(parameters: Clipped) -> LogForm:
    """What the noise is scaled to: log(K T) as printed; "corrected": log((K + 1) T)."""
    k, t = hypotheses_count(parameters), parameters.rounds
    return log(k * t if parameters.calibration == "printed" else (k + 1) * t)


def exact_sensitivity(parameters: Clipped) -> LogForm:
    """The largest difference that log p-bar_j really has between two integers, over all j."""
    rows = label_clipping.likelihoods(parameters)
    return log(max(max(row) / min(row) for row in rows))


def check_privatized(parameters: Clipped) -> None:
    """Refuse a class that clipping refuses, and a printed scale of 0."""
    label_clipping.sizes(parameters)
    require(sensitivity(parameters) > 0, "rounds", parameters.rounds, 'a K T above 1 (log(K T) is 0), or "corrected"')


def centers(parameters: Clipped) -> tuple[tuple[Point, ...], ...]:
    """The vector (log p-bar_1, ..., log p-bar_K) at the integers of each label."""
    return tuple(tuple(log(p) for p in column) for column in zip(*label_clipping.likelihoods(parameters), strict=True))


def shares(parameters: Clipped) -> tuple[Fraction, ...]:
    """|S_z| / N' for each label: how likely a draw gone astray is to look like the label z."""
    counts = label_clipping.sizes(parameters)
    return tuple(Fraction(count, sum(counts)) for count in counts)


def component_weights(label: int, parameters: Clipped) -> list[Fraction]:
    """The probability that the clipped label is one of the integers of z, for each label z."""
    astray = Fraction(1, parameters.rounds)
    return [astray * share + (1 - astray) * (z == label) for z, share in enumerate(shares(parameters))]


def draw_noisy(center: Point, rate: Rate, rng: Coins, bits: int) -> Fraction:
    """Draw a Laplace variable around ``center``, rounded down to a multiple of 2^-bits: exactly that law."""
    noise, cells = laplace_mixture([1], [center], rate), 1 << bits
    near = as_real(center).bounds()[0].__floor__() * cells
    return Fraction(draw_cell(lambda k: noise.cdf(Fraction(k + 1, cells)), rng, near), cells)


# The learner


def as_gamma(gamma: object, parameters: Clipped) -> Real:
    """Return the probability parameter gamma of the learner, log T unless it is given."""
    if gamma is None:
        return as_real(log(parameters.rounds))
    return as_real(gamma if isinstance(gamma, Real | LogForm) else as_fraction(gamma, "gamma"))


def largest_noise(scale: Real, parameters: Clipped, gamma: object = None) -> Real:
    """c'(gamma) of (9) and (13): scale (gamma + log K + log T), which all K T noises exceed with chance e^-gamma."""
    count = log(hypotheses_count(parameters) * parameters.rounds)
    return scale * (as_gamma(gamma, parameters) + count)


def normalization(noise: Real, parameters: Clipped) -> Real:
    """c(gamma) = 1 / (log(K T) + 2 c'(gamma)), which brings the losses into [0, 1]; "corrected": log((K + 1) T)."""
    return 1 / (as_real(sensitivity(parameters)) + 2 * noise)


def normalized_loss(v: object, noise: Real, parameters: Clipped) -> Real:
    """(8) and (12): Y~ = -c (V + log M - c'), for a published V = log p-bar + Lap."""
    published = as_real(v if isinstance(v, Real | LogForm) else as_fraction(v, "report"))
    return -normalization(noise, parameters) * (published + as_real(log(label_clipping.labels(parameters))) - noise)


def initial_weights(parameters: Clipped) -> Weights:
    """w^1 = (1, ..., 1)."""
    return (as_real(1),) * hypotheses_count(parameters)


def update(weights: Sequence[Real], losses: Sequence[Real], eta: Real) -> Weights:
    """Line 8 of Algorithms 1 and 2: w_j <- w_j e^(-eta Y~_j)."""
    return tuple(w * (-eta * loss).exp() for w, loss in zip(weights, losses, strict=True))


def prediction(weights: Sequence[Real | Fraction], parameters: Clipped) -> tuple[Scalar, ...]:
    """Lines 5 and 6: p^[y], the sum over y' in S_y of sum_j w~_j p-bar_j[y'].

    Exact where the weights are; the weights need not be normalized.
    """
    columns = zip(*label_clipping.likelihoods(parameters), strict=True)
    norm = summed(weights)
    mixed = [summed([times(w, p) for w, p in zip(weights, column, strict=True)]) for column in columns]
    counts = label_clipping.sizes(parameters)
    return tuple(quotient(times(Fraction(count), p), norm) for count, p in zip(counts, mixed, strict=True))


# All the labels' reports at once


def label_family(parameters: Clipped, rate: Rate) -> LabelFamily:
    """The laws of (V_1, ..., V_K) for every label, with noise of one rate."""
    return LabelFamily(centers(parameters), shares(parameters), Fraction(1, parameters.rounds), rate)


def representatives(parameters: Clipped) -> list[int]:
    """One label for each vector of likelihoods: labels of one vector have one law."""
    vectors = list(zip(*label_clipping.likelihoods(parameters), strict=True))
    return [label for label, vector in enumerate(vectors) if vectors.index(vector) == label]


def worst_of(pairs: Sequence[WorstPair]) -> WorstPair:
    """The worst of some pairs; the ratio is the largest of all, whichever pair has it."""
    best = max(pairs, key=lambda pair: middle(pair.ratio))
    return WorstPair(best.first, best.second, largest([pair.ratio for pair in pairs]))


def middle(value: Scalar) -> Number:
    """The number itself, or the middle of an enclosure."""
    if not isinstance(value, Real):
        return value
    low, high = value.bounds()
    return (low + high) / 2


def loss_of(pair: WorstPair) -> LogForm | Real:
    """The privacy loss, the logarithm of the ratio."""
    return pair.ratio.log() if isinstance(pair.ratio, Real) else log_number(pair.ratio)


def largest_hockey_stick(laws: Sequence[Law], exp_eps: object) -> Scalar:
    """The largest hockey-stick divergence over all ordered pairs of laws; 0 for one law alone."""
    values: list[Scalar] = [hockey_stick_divergence(p, q, exp_eps) for p, q in permutations(laws, 2)]
    return largest(values) if values else Fraction(0)


def worst_first(parameters: Clipped, worst_pair: Callable[[], WorstPair]) -> Iterator[tuple[int, int]]:
    """Every ordered pair of distinct labels, the worst one first."""
    count = label_clipping.labels(parameters)
    if count > 1:
        worst = worst_pair()
        pairs = permutations(range(count), 2)
        yield from sorted(pairs, key=lambda pair: pair != (worst.first, worst.second))


explain_failures(__name__)
