"""PRIEST-KLD: what the server sees, and how private it is, in balls.

The server draws the x_t, and knows whom it asks: rows are (tag, numbers), and the tag says x_1, C_1, ..., x_T, C_T.
The numbers are the released estimate (Trusted), the noisy sums A and B (TAgg), or the noisy reports P(x_t) (Dist,
before the floor, which the server could apply itself). Given the tag they are normal, so every divergence is a sum over
tags of closed forms. What is published is a function of what the server sees, and at least as private.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from math import comb
from typing import NamedTuple

from dpassay.exact import (
    Dist,
    LogForm,
    NormalVector,
    Number,
    Scalar,
    TaggedGaussians,
    as_positive_fraction,
    hockey_stick_divergence,
    log,
    require,
    summed,
    times,
)
from dpassay.exact.entrance import explain_failures
from dpassay.exact.profile import as_exp_eps
from dpassay.reference.priest_kld_estimator import Clients
from dpassay.reference.priest_kld_noise import standard_deviation
from dpassay.reference.priest_kld_setting import Parameters, check_data, share

MOST_TAGS = 512
"""A law lists no more tags than this: sequences of T letters and sets of clients."""


class Asked(NamedTuple):
    """What was asked in T rounds: the tag, its probability, the letters x_t and the sets of clients C_t."""

    tag: int
    probability: Fraction
    samples: tuple[int, ...]
    sets: tuple[tuple[int, ...], ...]


def asked(parameters: Parameters) -> Iterator[Asked]:
    """Yield everything that may be asked.

    A tag has T digits, that of the first round first: x_t times the number of sets, plus the place of C_t among the
    sets of |C_t| clients in lexicographic order.
    """
    count, rounds = comb(parameters.clients, parameters.asked), parameters.rounds
    digits = parameters.letters * count
    require(rounds < 64 and digits**rounds <= MOST_TAGS, "rounds", rounds, f"at most {MOST_TAGS} different questions")
    sets = list(combinations(range(parameters.clients), parameters.asked))
    for tag, played in enumerate(product(range(digits), repeat=rounds)):
        samples = tuple(digit // count for digit in played)
        probability = Fraction(1, count**rounds)
        for x in samples:
            probability *= parameters.reference[x]
        yield Asked(tag, probability, samples, tuple(sets[digit % count] for digit in played))


def shares_of(data: Clients, question: Asked, parameters: Parameters) -> tuple[Fraction, ...]:
    """Return P(x_t) for each round: how often C_t holds x_t, as a share of its items."""
    counts = [
        sum(data[client].count(x) for client in chosen)
        for x, chosen in zip(question.samples, question.sets, strict=True)
    ]
    return tuple(share(count, parameters) for count in counts)


def numbers(data: Clients, question: Asked, parameters: Parameters) -> tuple[Fraction | LogForm, ...]:
    """Return what the server would see without noise: one estimate, two sums, or T reports.

    The two sums are A = -sum log r and B = sum lambda (r - 1); A is printed without its sign, and then (A + B) / T
    estimates -KL(Pi || P).
    """
    shares = shares_of(data, question, parameters)
    if parameters.trust == "dist":
        return shares
    ratios = [p / parameters.reference[x] for p, x in zip(shares, question.samples, strict=True)]
    logs = sum((log(r) for r in ratios), LogForm())
    linear = sum((parameters.lam * (r - 1) for r in ratios), Fraction(0))
    if parameters.trust == "tagg":
        return (logs if parameters.calibration == "printed" else -logs), linear
    return ((linear - logs) / parameters.rounds,)


def view(data: Clients, parameters: Parameters, sigma: object = None) -> TaggedGaussians:
    """Return the law of what the server sees; ``sigma`` is the standard deviation of each noise, if not the calibrated.

    The noises are independent: where A and B carry one, as printed, their law has no density (see ``shared_delta``).
    """
    clients = check_data(data, parameters)
    own = None if sigma is None else as_positive_fraction(sigma, "sigma")
    questions = list(asked(parameters))
    given = {
        question.tag: NormalVector(
            numbers(clients, question, parameters), own or standard_deviation(question.samples, parameters)
        )
        for question in questions
    }
    return TaggedGaussians(Dist({question.tag: question.probability for question in questions}), given)


def view_delta(first: Clients, second: Clients, parameters: Parameters, exp_eps: object, sigma: object) -> Scalar:
    """Return the least delta at e^eps between two data sets of what the server sees, the noises independent."""
    return hockey_stick_divergence(view(first, parameters, sigma), view(second, parameters, sigma), exp_eps)


def estimate_delta(first: Clients, second: Clients, parameters: Parameters, exp_eps: object, sigma: object) -> Scalar:
    """Return the same of a server that sees the questions and one estimate whose noise has this standard deviation.

    In TAgg that is (A + B) / T, in which the noise of each sum is 1/T of itself, or 2/T where both carry one.
    """
    require(parameters.trust != "dist", "trust", parameters.trust, "trusted or tagg, whose estimate is normal")
    one = replace(parameters, trust="trusted")
    return view_delta(first, second, one, exp_eps, sigma)


def shared_delta(first: Clients, second: Clients, parameters: Parameters, exp_eps: object, sigma: object) -> Scalar:
    """Return the same of what the server of TAgg sees where A and B carry one noise, as Algorithm 2 is printed.

    B - A is then free of noise: a question at which it differs tells the two data sets apart. With the printed sign it
    is T times the estimate itself. SCOTT-19-sharp: delta is 1 wherever the estimates differ.
    """
    require(parameters.trust == "tagg", "trust", parameters.trust, "tagg, whose server sees two sums")
    t, scale = as_exp_eps(exp_eps), as_positive_fraction(sigma, "sigma")
    parts = [
        times(question.probability, _shared_at(question, (first, second), parameters, t, scale))
        for question in asked(parameters)
    ]
    return summed(parts)


def _shared_at(question: Asked, pair: Sequence[Clients], parameters: Parameters, t: Number, sigma: Fraction) -> Scalar:
    (a, b), (c, d) = (numbers(data, question, parameters) for data in pair)
    if b - a != d - c:
        return Fraction(1)
    laws = [TaggedGaussians(Dist.point(0), {0: NormalVector([x], sigma)}) for x in (a, c)]
    return hockey_stick_divergence(laws[0], laws[1], t)


explain_failures(__name__)
