"""Evidence against laws that may be looked at as often as one likes: a mixture of likelihood ratios.

Under the laws, the likelihood ratio of any other laws to them is a non-negative martingale in the number of answers,
which starts at 1 (Wald 1945); so is a mixture of such ratios with fixed weights (Robbins 1970). By Ville's inequality
(1939) it ever reaches 1 / alpha with probability at most alpha: whoever looks after every answer, and stops when it
does, is wrong with probability at most alpha, and 1 / (its largest value so far) is a p-value at any time. (A survey:
Ramdas, Grunwald, Vovk and Shafer, Game-theoretic statistics and safe anytime-valid inference, 2023.) All that is mixed
here are laws of independent answers, so the mixture is a function of the counts of cells. Its parts:

* common directions: exponentially tilted laws, p exp(t s) over its sum, where s is the score of the direction, the same
  t on all inputs, with both signs and in steps of sqrt(2). They have half of the weight, where there are any.
* shapes: the same for directions of one input, for polynomials of the mid-distribution transform, and for the log of
  the tail.
* sets: the count of each cell, each prefix of cells, every second cell is binomial, and its probability has a beta law
  around the exact one, of the weight of 4, 16, 64, ... answers.
* cells: the probabilities of all cells have a Dirichlet law around the exact ones, of such weights.

The last three share what is left. Each of them is a mixture on each input; of these stands the mean, over all choices
of inputs, of the products, since a fault may be on some inputs only. None of this is simulated.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain, combinations
from typing import Final

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from dpassay.exact.entrance import explain_failures
from dpassay.properties import goodness_of_fit as fit
from dpassay.properties.cells.numbers import Floats
from dpassay.properties.joint_test import Laws

__all__ = ["PARTS", "ROUNDING", "MixtureRatio", "log_mean"]

TILTS: Final = tuple(sign * 2.0 ** (-j / 2) for j in range(-2, 19) for sign in (1, -1))
"""By how much laws are tilted, in units of a score of variance 1: 2, sqrt(2), 1, ... to 1/512, and their negatives."""

WEIGHTS: Final = tuple(4.0**j for j in range(1, 8))
"""Of how many answers the beta and Dirichlet laws have the weight."""

COMMON_SHARE: Final = 0.5
PARTS: Final = ("common", "shapes", "sets", "cells")

LARGEST_SCORE: Final = 8.0
"""Scores are cut off here, so that tilts are no more than a double holds."""

LEAST_SET: Final = 1e-9
"""Of prefixes, whose masses are sums, those are looked at whose mass is at least this, and that of what is left."""

ROUNDING: Final = 1e-6
"""By this much more than log(1 / alpha) the logarithm of the mixture is asked to be: it is off by less."""


def log_mean(logs: Floats) -> Floats:
    """Return the logarithm of the mean of each row, given by logarithms: (r, k) -> (r,)."""
    return np.asarray(special.logsumexp(logs, axis=1) - np.log(logs.shape[1]))


class MixtureRatio:
    """The mixture for answers on inputs with such laws; the places of its parts are those of ``PARTS``."""

    def __init__(self, laws: Laws) -> None:
        self._laws = laws
        self._places = laws.tested([1] * len(laws.probabilities))
        self._masses = [laws.masses(place) for place in self._places]
        self._common: list[list[Floats]] = []
        own: list[list[Floats]] = [[] for _ in self._places]
        for direction in laws.directions:
            scores = [direction.scores[place][laws.possible(place)] for place in self._places]
            if direction.is_common:
                self._common += [each] if (each := _standardized(scores, self._masses)) else []
                continue
            for kept, score, law in zip(own, scores, self._masses, strict=True):
                kept.extend(_standardized([score], [law]))
        self._shapes = [np.column_stack([*kept, _shapes(law)]) for kept, law in zip(own, self._masses, strict=True)]

    def log_parts(self, counts: Sequence[ArrayLike], parts: Sequence[str] = PARTS) -> Floats:
        """Return the logarithm of each part, weights included: for each input (r, m) -> (r, parts).

        A row may end in one number more, of the answers that lie in no cell. Minus infinity: there is no such part.
        Infinity: answers that the laws cannot give.
        """
        rows = [np.asarray(each, dtype=np.float64) for each in counts]
        impossible = np.zeros(len(rows[0]), dtype=np.bool_)
        for each, law in zip(rows, self._laws.probabilities, strict=True):
            impossible |= each[:, np.append(law == 0, np.ones(each.shape[1] - len(law), dtype=np.bool_))].any(axis=1)
        if not self._places:
            return np.where(impossible[:, None], np.inf, np.full((len(impossible), len(parts)), np.log(0.25)))
        kept = [rows[place][:, self._laws.possible(place)] for place in self._places]
        share = COMMON_SHARE if self._common else 0.0
        with np.errstate(divide="ignore"):
            weights = dict(zip(PARTS, np.log([share, *([(1 - share) / 3] * 3)]), strict=True))
        found = [self._part(name, kept) + weights[name] for name in parts]
        return np.where(impossible[:, None], np.inf, np.column_stack(found))

    def log_values(self, counts: Sequence[ArrayLike]) -> Floats:
        """Return the logarithm of the mixture: for each input (r, m) -> (r,), as `log_parts` takes them."""
        return np.asarray(special.logsumexp(self.log_parts(counts), axis=1))

    def _part(self, name: str, counts: list[Floats]) -> Floats:
        own = {"shapes": _of_shapes, "sets": _of_sets, "cells": _of_cells}
        return self._of_inputs(own[name], counts) if name in own else self._of_common(counts)

    def _of_common(self, counts: list[Floats]) -> Floats:
        if not self._common:
            return np.zeros(len(counts[0]))
        ratios = [
            sum(
                _tilted(each, law, score[:, None])
                for each, law, score in zip(counts, self._masses, scores, strict=True)
            )
            for scores in self._common
        ]
        return log_mean(np.hstack(ratios))

    def _of_inputs(self, part: Callable[[Floats, Floats, Floats], Floats], counts: list[Floats]) -> Floats:
        """Return the mean of the products of a part over all choices of inputs."""
        each = [part(*given) for given in zip(counts, self._masses, self._shapes, strict=True)]
        places = range(len(each))
        chosen = chain.from_iterable(combinations(places, size) for size in range(1, len(each) + 1))
        return log_mean(np.column_stack([sum(each[place] for place in choice) for choice in chosen]))


def _standardized(scores: Sequence[Floats], laws: Sequence[Floats]) -> list[Floats]:
    """Return scores of mean 0 on each input and of variance 1 on average, cut off; none where they say nothing."""
    centered = [score - law @ score for score, law in zip(scores, laws, strict=True)]
    variance = np.mean([law @ np.square(score) for score, law in zip(centered, laws, strict=True)])
    if variance <= 0:
        return []
    return [np.clip(score / np.sqrt(variance), -LARGEST_SCORE, LARGEST_SCORE) for score in centered]


def _shapes(law: Floats) -> Floats:
    """Return the scores of changes of shape, shape (m, k)."""
    return np.clip(np.column_stack([fit.polynomials_of(law), fit.spread_of(law)]), -LARGEST_SCORE, LARGEST_SCORE)


def _tilted(counts: Floats, law: Floats, scores: Floats) -> Floats:
    """Return the log-likelihood ratio of each tilt along each score, (r, m) and (m, k) -> (r, k tilts)."""
    tilts = np.array(TILTS)
    powers = scores[:, :, None] * tilts
    normalizers = np.log(np.einsum("m,mkt->kt", law, np.exp(powers)))
    along = (counts @ scores)[:, :, None] * tilts
    return np.asarray((along - counts.sum(axis=1)[:, None, None] * normalizers).reshape(len(counts), -1))


def _of_shapes(counts: Floats, law: Floats, scores: Floats) -> Floats:
    return log_mean(_tilted(counts, law, scores))


def _of_sets(counts: Floats, law: Floats, _scores: Floats) -> Floats:
    """Return the mean of the beta mixtures of the sets of cells."""
    masses, size = fit.sets_of_cells(law), len(law)
    inside = (masses >= LEAST_SET) & (masses <= 1 - LEAST_SET) | (np.arange(len(masses)) < size) & (masses < 1)
    p, c, n = masses[inside], fit.sets_of_cells(counts)[:, inside], counts.sum(axis=1)[:, None]
    exact = special.xlogy(c, p) + special.xlog1py(n - c, -p)
    mixed = [special.betaln(c + w * p, n - c + w * (1 - p)) - special.betaln(w * p, w * (1 - p)) for w in WEIGHTS]
    return log_mean(np.hstack([each - exact for each in mixed]))


def _of_cells(counts: Floats, law: Floats, _scores: Floats) -> Floats:
    """Return the mean of the Dirichlet mixtures of the probabilities of all cells."""
    exact, n = special.xlogy(counts, law).sum(axis=1), counts.sum(axis=1)
    mixed = [
        special.gammaln(w)
        - special.gammaln(w + n)
        + (special.gammaln(counts + w * law) - special.gammaln(w * law)).sum(axis=1)
        for w in WEIGHTS
    ]
    return log_mean(np.column_stack([each - exact for each in mixed]))


explain_failures(__name__)
