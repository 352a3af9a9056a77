"""PRIEST-KLD: an estimate of KL(Pi || P) from noisy frequencies of letters drawn from Pi; clients hold P.

Source: Scott, Biswas, Cormode and Maple, "Distributed, communication-efficient, and differentially private estimation
of KL divergence", Algorithms 1 to 3. In each of T rounds a letter x_t is drawn from Pi, and a fresh uniform set C_t of
`participants` of the n clients holds it with the frequency P(x_t), a share of all that C_t holds. With r_t = P(x_t) /
Pi(x_t) the server gets, each number with normal noise,

    trusted   (1/T) sum_t (lambda (r_t - 1) - log r_t)
    tagg      A = -sum_t log r_t  and  B = sum_t lambda (r_t - 1), with two independent noises
    dist      P(x_1), ..., P(x_T), with T independent noises

and estimates with the number itself, with (A + B) / T, or with the first line at max(report, floor) for P(x_t).

`priest_kld` returns rows of a tag and these numbers. The tag says what was asked: it has T digits in base k C(n, m),
the first round's first; a digit is x_t C(n, m) plus the place of C_t among the sets of m clients in lexicographic
order. `estimates` returns the estimates alone, at any scale: no set is listed.

Noise. "corrected" is the least standard deviation that (epsilon, delta) allow (Balle and Wang) for what is released, at
the letters x_t that move it most: neighbors replace one item of one client. In "dist" it depends on the letters asked
for, sqrt(m_a + m_b) / (items in C_t) for the two commonest. "printed" has the variance of Corollary 3.1 and, in "tagg",
A with a plus sign and ONE noise in both sums, so that B - A tells the estimate without noise: do not use it.

A letter that nobody holds has no logarithm. Without a floor each letter must be held at least twice and all clients be
asked; with one, frequencies below it are taken for the floor.

Floating point. Answers lie on a lattice, as those of `dpassay.fast.gaussian` do: numbers are computed in doubles, whose
error is far below the lattice's spacing of at most 2^-30 of the sensitivity, and rounded to it; the noise is an integer
there, drawn for a sensitivity that is larger by one spacing a number. Letters have their probabilities up to 2^-52.

Speed: the floor is one uniform double a round for the letter, and a normal number an answer; with a sample of the
clients also a hypergeometric number a round.
Time: not constant, see `dpassay.fast`.
"""

import math
from collections.abc import Callable
from itertools import chain, combinations
from typing import Final

import numpy as np

from dpassay.fast import checks, lattice
from dpassay.fast.checks import Rational, Real
from dpassay.fast.draws import Floats, Integers
from dpassay.fast.gaussian import noise
from dpassay.fast.priest_kld_parts import (
    Data,
    Holdings,
    Reference,
    Setting,
    commonest_two,
    counts_of,
    deviation,
    estimate_reach,
    holdings,
    letters_of,
    reports_reach,
    setting_of,
    sums_reach,
)
from dpassay.fast.priest_kld_terms import terms_of

__all__ = ["LARGEST_PLACE", "LARGEST_TAG", "MOST_ENTRIES", "MOST_SETS", "estimates", "priest_kld"]

LARGEST_PLACE: Final = 2.0**61  # in units of the lattice: the noise is below it as well
LARGEST_TAG: Final = 2**53  # doubles hold each integer up to it
MOST_SETS: Final = 2**16  # sets of clients that `priest_kld` lists
MOST_ENTRIES: Final = 2**20  # letters that are drawn at once


def priest_kld(
    data: Data,
    *,
    size: int,
    rng: np.random.Generator,
    epsilon: Real | None = None,
    exp_eps: Rational | None = None,
    delta: Real,
    reference: Reference,
    clients: int,
    trust: str = "trusted",
    rounds: int = 1,
    lam: Real = 1,
    items: int = 1,
    participants: int | None = None,
    floor: Real | None = None,
    calibration: str = "corrected",
) -> Floats:
    """`size` rows of a tag and what the server gets: shape (size, 1 + d), d = 1, 2 or T.

    Args:
        data: shape (clients, items): the letters, from 0 on, that each client holds.
        size: the number of rows.
        rng: the source of randomness.
        epsilon: the privacy budget; give this or `exp_eps`.
        exp_eps: e^epsilon as a rational above 1.
        delta: the probability of failure, strictly between 0 and 1.
        reference: Pi, the probabilities of the k letters.
        clients: n.
        trust: "trusted", "tagg" or "dist".
        rounds: T.
        lam: lambda, at least 0.
        items: how many letters each client holds.
        participants: how many clients are asked in a round; by default all.
        floor: tau, between 0 and 1; by default there is none.
        calibration: "corrected" or "printed".

    Raises:
        ValueError: an argument is outside its domain, or tags would not be doubles.
    """
    count = checks.sample_size(size)
    checks.generator(rng)
    setting = setting_of(
        budget=checks.budget(epsilon, exp_eps),
        delta=delta,
        reference=reference,
        counts=(clients, participants, items, rounds),
        lam=lam,
        floor=floor,
        words=(trust, calibration),
    )
    held, sets = holdings(data, setting), _sets(setting)
    draw = letters_of(setting.reference, count * setting.rounds)
    of_set = _counts_of_sets(np.asarray(data), sets, setting)

    def rows(n: int) -> Floats:
        letters = draw((n, setting.rounds), rng)
        if of_set is None:
            digits, counts = letters, held.counts[letters]
        else:
            chosen = rng.integers(len(sets), size=letters.shape)
            digits, counts = letters * len(sets) + chosen, of_set[chosen, letters]
        base = len(setting.reference) * len(sets)
        tags = digits @ np.array([base**power for power in reversed(range(setting.rounds))])
        return np.column_stack([tags, _answers(letters, counts, setting, rng)])

    return _in_blocks(rows, count, setting.rounds)


def estimates(
    data: Data,
    *,
    size: int,
    rng: np.random.Generator,
    epsilon: Real | None = None,
    exp_eps: Rational | None = None,
    delta: Real,
    reference: Reference,
    clients: int,
    trust: str = "trusted",
    rounds: int = 1,
    lam: Real = 1,
    items: int = 1,
    participants: int | None = None,
    floor: Real | None = None,
    calibration: str = "corrected",
) -> Floats:
    """`size` independent estimates, shape (size,); for large domains and many clients. Arguments as `priest_kld` has.

    Raises:
        ValueError: an argument is outside its domain; "dist" needs a floor here.
    """
    count = checks.sample_size(size)
    checks.generator(rng)
    setting = setting_of(
        budget=checks.budget(epsilon, exp_eps),
        delta=delta,
        reference=reference,
        counts=(clients, participants, items, rounds),
        lam=lam,
        floor=floor,
        words=(trust, calibration),
    )
    if setting.trust == "dist" and setting.floor is None:
        raise checks.bad("floor", floor, "a number between 0 and 1, below which no report is believed")
    held = holdings(data, setting)
    draw = letters_of(setting.reference, count * setting.rounds)
    return _in_blocks(lambda n: _estimated(draw((n, setting.rounds), rng), held, setting, rng), count, setting.rounds)


def _estimated(letters: Integers, held: Holdings, setting: Setting, rng: np.random.Generator) -> Floats:
    """One estimate a row of letters."""
    answers = _answers(letters, counts_of(letters, held, setting, rng), setting, rng)
    if setting.trust != "dist":
        sums: Floats = answers.sum(axis=1) / (setting.rounds if setting.trust == "tagg" else 1)
        return sums
    return terms_of(answers, setting.reference[letters], setting.floor or 0.0).estimate(setting.lam)


def _answers(letters: Integers, counts: Integers, setting: Setting, rng: np.random.Generator) -> Floats:
    """What the server gets in each of n runs: shape (n, d)."""
    if setting.trust == "dist":
        return _reports(letters, setting.shares(counts), setting, rng)
    terms = terms_of(setting.shares(counts), setting.reference[letters])
    if setting.trust == "trusted":
        return _noisy(terms.estimate(setting.lam)[:, None], estimate_reach(setting), setting, rng)
    first = -terms.logarithm if setting.printed else terms.logarithm
    sums = setting.rounds * np.column_stack([first, setting.lam * terms.linear])
    return _noisy(sums, sums_reach(setting), setting, rng)


def _reports(letters: Integers, shares: Floats, setting: Setting, rng: np.random.Generator) -> Floats:
    """Noisy frequencies: the noise of a run depends on how often its two commonest letters were asked for."""
    often = commonest_two(letters)
    answers = np.empty(shares.shape)
    for common in np.unique(often):
        runs = often == common
        answers[runs] = _noisy(shares[runs], float(reports_reach(float(common), setting)), setting, rng)
    return answers


def _noisy(places: Floats, reach: float, setting: Setting, rng: np.random.Generator) -> Floats:
    """Numbers with noise, on a lattice; shape (n, d). In TAgg as printed one noise stands in both sums of a run."""
    scale = deviation(reach, setting)
    if setting.printed:
        reach = scale
    step = lattice.spacing(scale, reach)
    if np.abs(places).max(initial=0.0) > LARGEST_PLACE * step:
        raise checks.bad("lam", setting.lam, "one so small that the numbers are at most 2^61 spacings of the lattice")
    wider = (reach + math.sqrt(places.shape[1]) * step) / reach * (1 + 2.0**-40)
    units = scale / step * (1 if setting.printed else wider)
    shared = setting.printed and setting.trust == "tagg"
    drawn = noise(units, len(places) if shared else places.size, rng)
    integers = np.rint(places / step).astype(np.int64) + (drawn[:, None] if shared else drawn.reshape(places.shape))
    answers: Floats = integers.astype(np.float64) * step
    return answers


def _sets(setting: Setting) -> Integers:
    """The sets of clients in lexicographic order, shape (sets, m); tags must be doubles, and sets few."""
    sets = math.comb(setting.clients, setting.asked)
    expected = "so few rounds, letters and sets of clients that they can be told apart; ask for estimates"
    if sets > MOST_SETS or setting.rounds * math.log2(len(setting.reference) * sets) >= math.log2(LARGEST_TAG):
        raise checks.bad("rounds", setting.rounds, expected)
    members = chain.from_iterable(combinations(range(setting.clients), setting.asked))
    return np.fromiter(members, np.int64, sets * setting.asked).reshape(sets, setting.asked)


def _counts_of_sets(table: Integers, sets: Integers, setting: Setting) -> Integers | None:
    """How often each set holds each letter, shape (sets, k); None where there is one set, of all clients."""
    if not setting.is_sampled:
        return None
    letters = np.arange(len(setting.reference))
    of_client = (table[:, :, None] == letters).sum(axis=1)
    counts: Integers = of_client[sets].sum(axis=1)
    return counts


def _in_blocks(draw: Callable[[int], Floats], size: int, rounds: int) -> Floats:
    """The outputs of `draw(n)` for block after block, so that no more than MOST_ENTRIES letters are held at once."""
    block = max(1, MOST_ENTRIES // rounds)
    parts = [draw(min(block, size - start)) for start in range(0, size, block)]
    return np.concatenate(parts) if parts else draw(0)
