"""The speed of the samplers of `dpassay.fast`, as a ratio to the bare NumPy draws beneath them, in one run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from statistics import median
from time import perf_counter
from typing import Final

import numpy as np
from numpy.typing import NDArray

from benchmarks.cases import MECHANISMS, resolved, sampler
from benchmarks.exponential_samplers import exponential_gumbel, exponential_inverse_cdf
from benchmarks.pool import Pool
from benchmarks.tables import Table
from dpassay.fast import composition, multiplicative_weights, private_pac
from dpassay.fast.exponential import probabilities
from dpassay.properties.target import Target, call, offered, plain
from dpassay.reference import label_clipping, lazy_to_private, private_exp3, private_wma

Draw = Callable[[int, np.random.Generator], object]
Floats = NDArray[np.float64]

SIZE: Final = 100_000
ROUNDS: Final = 101
QUICK_ROUNDS: Final = 5
CANDIDATES: Final = 8
CATEGORIES: Final = 4
LAST: Final = (
    *("multiplicative_weights", "private_pac", "composition", "lazy_to_private"),
    *("label_clipping", "private_wma", "private_exp3"),
)
SCORES: Final = [float(score) for score in range(CANDIDATES)]


def uniform(n: int, rng: np.random.Generator) -> object:
    """Draw uniform doubles."""
    return rng.random(n)


def labels(n: int, rng: np.random.Generator) -> object:
    """Draw labels."""
    return rng.integers(CATEGORIES, size=n)


def columns(n: int, rng: np.random.Generator) -> object:
    """Draw columns of an alias table."""
    return rng.integers(CANDIDATES, size=n)


def wide(n: int, rng: np.random.Generator) -> object:
    """Draw integers of more than 32 bits."""
    return rng.integers(2**40, size=n)


def expo(n: int, rng: np.random.Generator) -> object:
    """Draw standard exponentials."""
    return rng.standard_exponential(n)


def normal(n: int, rng: np.random.Generator) -> object:
    """Draw standard normals."""
    return rng.standard_normal(n)


@dataclass(frozen=True, slots=True)
class Contest:
    """A sampler, the bare draws that it cannot do without, and the one line of NumPy that many would write.

    Attributes:
        name: the sampler.
        draw: the sampler, at fixed parameters.
        words: the draws an output, in words.
        bare: these draws alone.
        naive_words: the one line in words.
        naive: the one line; None where NumPy has none for the law.
    """

    name: str
    draw: Draw
    words: str
    bare: tuple[Draw, ...]
    naive_words: str = "none"
    naive: Draw | None = None


def contests() -> tuple[Contest, ...]:
    """Return all of them: those chosen, and every other mechanism against as many uniform numbers as outputs."""
    chosen = _chosen_contests()
    others = (name for name in MECHANISMS if name not in {contest.name for contest in chosen})
    return (*chosen, *(Contest(name, _ours(name), "random", (uniform,)) for name in others))


def _chosen_contests() -> tuple[Contest, ...]:
    law = probabilities(np.array(SCORES), epsilon=1.0, sensitivity=1.0)
    rate = float(-np.expm1(-1.0))
    choice = partial(_choice, law)
    gumbel, inverse = (partial(_chosen, target) for target in (exponential_gumbel, exponential_inverse_cdf))
    each = f"{CANDIDATES} standard_exponential"
    return (
        Contest("randomized_response", _ours("randomized_response"), "random + integers", (uniform, labels)),
        Contest(
            "discrete_laplace",
            _ours("discrete_laplace"),
            "2 standard_exponential",
            (expo, expo),
            "geometric - geometric",
            lambda n, rng: rng.geometric(rate, n) - rng.geometric(rate, n),
        ),
        Contest(
            "laplace",
            _ours("laplace"),
            "2 standard_exponential + integers",
            (expo, expo, wide),
            "laplace",
            lambda n, rng: rng.laplace(0.0, 1.0, n),
        ),
        Contest(
            "gaussian",
            _ours("gaussian"),
            "standard_normal + standard_exponential + integers",
            (normal, expo, wide),
            "normal",
            lambda n, rng: rng.normal(0.0, 1.0, n),
        ),
        Contest("discrete_gaussian", _ours("discrete_gaussian"), "3 standard_exponential", (expo, expo, expo)),
        Contest(
            "exponential",
            partial(_chosen, sampler("exponential")),
            "integers + standard_exponential",
            (columns, expo),
            "choice(p=...)",
            choice,
        ),
        Contest("exponential_inverse_cdf", inverse, "standard_exponential", (expo,), "choice(p=...)", choice),
        Contest("exponential_gumbel", gumbel, each, (expo,) * CANDIDATES, "choice(p=...)", choice),
        Contest("permute_and_flip", partial(_chosen, sampler("permute_and_flip")), each, (expo,) * CANDIDATES),
        _multiplicative_weights(),
        _private_pac(),
        _composition(),
        _lazy_to_private(),
        _label_clipping(),
        _private_wma(),
        _private_exp3(),
    )


def _multiplicative_weights() -> Contest:
    subject = resolved("multiplicative_weights")
    rows = np.array(plain(subject.pair[0]))
    laws = multiplicative_weights.probabilities(rows, learning_rate=float(subject.parameters.rate.epsilon))
    return Contest(
        "multiplicative_weights",
        _ours("multiplicative_weights"),
        f"{len(laws)} standard_exponential",
        (expo,) * len(laws),
        "choice(p=...) a round",
        lambda n, rng: np.column_stack([rng.choice(len(law), n, p=law) for law in laws]),
    )


def _private_pac() -> Contest:
    subject = resolved("private_pac")
    epsilon, dimension = float(subject.parameters.budget.epsilon), subject.parameters.dimension
    law = private_pac.probabilities(plain(subject.pair[0]), epsilon=epsilon, dimension=dimension)
    return Contest(
        "private_pac",
        _ours("private_pac"),
        "2 integers + standard_exponential",
        (columns, columns, expo),
        "choice(p=...)",
        partial(_choice, law),
    )


def _composition() -> Contest:
    subject = resolved("composition")
    rounds, lie = subject.parameters.rounds, 1 / (1 + float(np.exp(float(subject.parameters.budget.epsilon))))
    revealed, _ = composition.reveal(subject.parameters.delta, rounds)
    return Contest(
        "composition",
        _ours("composition"),
        "integers + standard_exponential + random",
        (columns, expo, uniform),
        "where(random, -1, binomial)",
        lambda n, rng: np.where(rng.random(n) < revealed, -1, rng.binomial(rounds, lie, n)),
    )


def _lazy_to_private() -> Contest:
    """Draws an output: a model and its partner, and three coins for each batch after the first."""
    subject = resolved("lazy_to_private")
    law = dict(lazy_to_private.law(subject.pair[0], subject.parameters).items())
    transcripts, weights = np.array(list(law)), np.array(list(law.values()), float)
    draws = 2 + 3 * (subject.parameters.batches - 1)
    return Contest(
        "lazy_to_private",
        _ours("lazy_to_private"),
        f"{draws} standard_exponential",
        (expo,) * draws,
        "choice(p=...) of all transcripts",
        lambda n, rng: transcripts[rng.choice(len(weights), n, p=weights)],
    )


def _label_clipping() -> Contest:
    """Draws an output: an integer of the label's own, one of all, and the coin between them."""
    subject = resolved("label_clipping")
    law = label_clipping.law(subject.pair[0], subject.parameters)
    weights = np.array([float(law.pmf(outcome)) for outcome in sorted(law.outcomes)])
    return Contest(
        "label_clipping",
        _ours("label_clipping"),
        "3 integers",
        (columns, columns, columns),
        "choice(p=...)",
        partial(_choice, weights),
    )


def _private_wma() -> Contest:
    """Draws an output: a clipped label, and two exponentials for each noise."""
    subject = resolved("private_wma")
    law = private_wma.law(subject.pair[0], subject.parameters)
    weights, scale = np.array([float(weight) for weight in law.weights]), 1 / float(law.rate)
    centers = np.array([[float(x) for x in vector] for vector in law.centers])
    return Contest(
        "private_wma",
        _ours("private_wma"),
        f"3 integers + {2 * law.dimension} standard_exponential",
        (*(columns,) * 3, *(expo,) * (2 * law.dimension)),
        "logs[choice(p=...)] + laplace",
        lambda n, rng: centers[_choice(weights, n, rng)] + rng.laplace(0.0, scale, (n, law.dimension)),
    )


def _private_exp3() -> Contest:
    """Draws an output: a clipped label, a hypothesis, and two exponentials."""
    subject = resolved("private_exp3")
    law = private_exp3.law(subject.pair[0], subject.parameters)
    lines = list(law.given.values())
    centers = np.array([[float(x) for x in line.centers] for line in lines])
    weights = np.cumsum([[float(weight) for weight in line.weights] for line in lines], axis=1)
    scale = 1 / float(lines[0].rate)

    def naive(n: int, rng: np.random.Generator) -> object:
        chosen = rng.integers(len(lines), size=n)
        heard = (rng.random(n)[:, None] > weights[chosen, :-1]).sum(axis=1)
        return np.column_stack([chosen, centers[chosen, heard] + rng.laplace(0.0, scale, n)])

    return Contest(
        "private_exp3",
        _ours("private_exp3"),
        "4 integers + 2 standard_exponential",
        (*(columns,) * 4, expo, expo),
        "logs[integers, choice(p=...)] + laplace",
        naive,
    )


def tables(pool: Pool, *, quick: bool, size: int = SIZE) -> list[Table]:
    """Measure, and return the table."""
    rounds, entries = QUICK_ROUNDS if quick else ROUNDS, contests()
    rows = [_row(contest, size, rounds) for contest in pool.track(entries, "samplers", len(entries))]
    against = ("the bare draw", "time against it", "one line of NumPy", "time against it")
    notes = (
        f"{size:,} outputs a call. In each of {rounds} rounds the sampler, the bare draw and the one line run one "
        "after the other; the ratio is the median of the rounds' ratios: 1 is as fast, 2 takes twice the time.",
        "The bare draw is what an output needs at least, without any arithmetic; for the discrete Gaussian, what one "
        "attempt needs.",
        f"Randomized response over {CATEGORIES} labels; {CANDIDATES} candidates; epsilon = 1; sigma_squared = 4. "
        f"An output of the last {len(LAST)}, each on its worst input: {', '.join(map(_words, LAST))}.",
        "The answers of `laplace` and `normal` are doubles whose low bits depend on the input; ours do not.",
    )
    headings = ("sampler", "million outputs a second", *against)
    return [Table("Samplers: time against the bare NumPy draw", headings, rows, notes)]


def _row(contest: Contest, size: int, rounds: int) -> tuple[str, ...]:
    rng = np.random.default_rng(0)
    sets = [(contest.draw,), contest.bare, (contest.naive,) if contest.naive else ()]
    for draws in sets:  # so that memory and caches are warm
        _seconds(draws, size, rng)
    seconds = np.array([[_seconds(draws, size, rng) for draws in sets] for _ in range(rounds)])
    speed = size / median(seconds[:, 0].tolist()) / 1e6
    bare, naive = (float(np.median(seconds[:, 0] / seconds[:, k])) for k in (1, 2))
    return (
        contest.name,
        f"{speed:.1f}",
        contest.words,
        f"{bare:.2f}",
        contest.naive_words,
        f"{naive:.2f}" if contest.naive else "",
    )


def _seconds(draws: tuple[Draw, ...], size: int, rng: np.random.Generator) -> float:
    start = perf_counter()
    for draw in draws:
        draw(size, rng)
    return perf_counter() - start


def _words(mechanism: str) -> str:
    return f"{mechanism} ({', '.join(f'{name} = {value}' for name, value in MECHANISMS[mechanism].items())})"


def _ours(mechanism: str) -> Draw:
    subject = resolved(mechanism)
    values, data = offered(subject.parameters), plain(subject.pair[0])
    return lambda n, rng: call(sampler(mechanism), data, n, rng, values)


def _chosen(target: Target, n: int, rng: np.random.Generator) -> object:
    return target(SCORES, size=n, rng=rng, epsilon=1.0, sensitivity=1.0)


def _choice(law: Floats, n: int, rng: np.random.Generator) -> NDArray[np.int64]:
    return rng.choice(len(law), size=n, p=law)
