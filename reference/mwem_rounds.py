"""MWEM: one round of it, and the law of the transcript of all rounds.

Source and readings: ``dpassay.reference.mwem``. A distribution D on the universe is kept as weights, one a point, each
with ``WEIGHT_BITS`` significant binary digits; D(x) is the weight of x over the sum of all. What an update rounds is a
function of what has been released, so that nothing about the records depends on the rounding, and all scores are
rational.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import TypeAlias

from dpassay.exact import Coins, Dist, Number, as_real, draw, exp, require
from dpassay.exact.entrance import explain_failures
from dpassay.reference.mwem_setting import Points, Query, Setting, check_data, grain, sensitivity, universe

WEIGHT_BITS = 64
LARGEST_EXPONENT = 10**5
"""One update multiplies weights by at most e to this."""
MOST_TRANSCRIPTS = 1 << 14
"""``transcript_law`` lists no more transcripts than this."""

Weights: TypeAlias = tuple[Fraction, ...]
"""A distribution on the universe, up to its total."""
Transcript: TypeAlias = tuple[int, ...]
"""The index of the query and g times the measured sum, for each round."""
Projection: TypeAlias = Callable[[Weights], Weights]
"""What is done with a distribution after each update."""


def unprojected(weights: Weights) -> Weights:
    """Return the distribution as it is: MWEM does not project."""
    return weights


def uniform(setting: Setting) -> Weights:
    """D_0."""
    return (Fraction(1),) * universe(setting)


def mean(query: Query, weights: Weights) -> Fraction:
    """q(D), the expected value of a query."""
    return sum((q * w for q, w in zip(query, weights, strict=True)), Fraction(0)) / sum(weights)


def record_sum(query: Query, points: Points) -> Fraction:
    """n q(D_B), the sum of a query over the records."""
    return sum((query[x] for x in points), Fraction(0))


# The choice


def score(query: Query, weights: Weights, points: Points) -> Fraction:
    """s(D_B, q) = n |q(D) - q(D_B)|."""
    return abs(len(points) * mean(query, weights) - record_sum(query, points))


def choice_law(weights: Weights, points: Points, candidates: tuple[int, ...], setting: Setting) -> Dist[int]:
    """The law of the chosen query: proportional to e^(eps / (2 T) * s / (2 sensitivity)) on the candidates."""
    scores = {j: score(setting.queries[j], weights, points) for j in candidates}
    best = max(scores.values())
    share = 4 * setting.rounds * sensitivity(setting)
    return Dist.from_weights({j: setting.budget.exp((s - best) / share) for j, s in scores.items()})


# The measurement


def measured_range(records: int, setting: Setting) -> range:
    """g times what may be measured: from n low - margin to n high + margin, in whole numbers."""
    low, high = (int(grain(setting) * records * end) for end in setting.query_range)
    beyond = grain(setting) * setting.margin
    return range(low - beyond, high + beyond + 1)


def measurement_law(query: Query, points: Points, setting: Setting) -> Dist[int]:
    """The law of g times the measured sum: two-sided geometric noise, then clamped.

    The noise k, in units of 1/g, is proportional to a^|k| with a = e^(-eps / (2 T g sensitivity)).
    """
    return clamped_noise(
        int(grain(setting) * record_sum(query, points)),
        setting.budget.exp(-1 / (2 * setting.rounds * grain(setting) * sensitivity(setting))),
        measured_range(len(points), setting),
    )


def clamped_noise(center: int, ratio: Number, answers: range) -> Dist[int]:
    """The law of a center with two-sided geometric noise, clamped to a range that holds the center.

    An end takes all that lies beyond it: a^d / (1 + a) at the distance d.
    """
    require(center in answers, "center", center, "one of the answers")
    require(0 < ratio < 1, "ratio", ratio, "a number between 0 and 1")
    inside, end = (1 - ratio) / (1 + ratio), 1 / (1 + ratio)
    ends = (answers[0], answers[-1])
    return Dist({k: ratio ** abs(k - center) * (end if k in ends else inside) for k in answers})


# The update


def updated(weights: Weights, query: Query, measured: Fraction) -> Weights:
    """Return D_i: proportional to D_(i-1)(x) e^(q(x) (m - q(D_(i-1))) / 2), where m is the measured mean."""
    step = (measured - mean(query, weights)) / 2
    return tuple(rounded_down(w, q * step) for q, w in zip(query, weights, strict=True))


def rounded_down(weight: Fraction, exponent: Fraction) -> Fraction:
    """Return weight * e^exponent, rounded down to ``WEIGHT_BITS`` significant binary digits."""
    expected = f"a weight above 0, and an exponent of size at most {LARGEST_EXPONENT}"
    require(weight > 0 and abs(exponent) <= LARGEST_EXPONENT, "weight", f"{weight}, exponent = {exponent}", expected)
    product, bits = as_real(weight * exp(exponent)), WEIGHT_BITS
    while True:
        low, high = (_leading(end) for end in product.bounds(2 * bits))
        if low == high:
            return low
        bits *= 2


def _leading(number: Fraction) -> Fraction:
    """Return a number above 0, rounded down to its first binary digits."""
    places = WEIGHT_BITS - number.numerator.bit_length() + number.denominator.bit_length()
    unit = Fraction(2) ** -places
    while number >= unit * 2**WEIGHT_BITS:
        unit *= 2
    while number < unit * 2 ** (WEIGHT_BITS - 1):
        unit /= 2
    return (number / unit).__floor__() * unit


# All rounds


def iterates(transcript: Transcript, records: int, setting: Setting, projection: Projection) -> tuple[Weights, ...]:
    """Return D_0, ..., D_T: what follows from a transcript, of however many whole rounds, and n."""
    found, scale = [uniform(setting)], grain(setting) * records
    for j, k in zip(transcript[::2], transcript[1::2], strict=True):
        found.append(projection(updated(found[-1], setting.queries[j], Fraction(k, scale))))
    return tuple(found)


def entry_laws(
    data: object, setting: Setting, candidates: tuple[int, ...], projection: Projection
) -> Callable[[Transcript], Dist[int]]:
    """Return the law of the next entry of a transcript, given those before it."""
    points = check_data(data, setting)

    @cache
    def reached(transcript: Transcript) -> Weights:
        """D_i, from D_(i-1) and the last round."""
        if not transcript:
            return uniform(setting)
        j, k = transcript[-2:]
        measured = Fraction(k, grain(setting) * len(points))
        return projection(updated(reached(transcript[:-2]), setting.queries[j], measured))

    measurement = cache(lambda j: measurement_law(setting.queries[j], points, setting))

    def next_entry(before: Transcript) -> Dist[int]:
        if len(before) % 2:
            return measurement(before[-1])
        return choice_law(reached(before), points, candidates, setting)

    return next_entry


def transcript_law(
    data: object, setting: Setting, candidates: tuple[int, ...], projection: Projection
) -> Dist[Transcript]:
    """The exact law of (j_1, g m_1, ..., j_T, g m_T); ``ValueError`` where transcripts are too many to list."""
    records = len(check_data(data, setting))
    each = len(candidates) * len(measured_range(records, setting))
    expected = f"at most {MOST_TRANSCRIPTS} transcripts; with {each} outcomes a round there are more"
    few = setting.rounds < MOST_TRANSCRIPTS.bit_length() or each == 1
    require(few and each**setting.rounds <= MOST_TRANSCRIPTS, "rounds", setting.rounds, expected)
    return Dist.from_rounds(2 * setting.rounds, entry_laws(data, setting, candidates, projection))


def draw_transcript(
    data: object, setting: Setting, candidates: tuple[int, ...], projection: Projection, rng: Coins
) -> Transcript:
    """Draw one transcript exactly, round by round."""
    law = entry_laws(data, setting, candidates, projection)
    row: Transcript = ()
    for _ in range(2 * setting.rounds):
        row = (*row, draw(law(row), rng))
    return row


explain_failures(__name__)
