"""One run of MWEM, or of a smooth form of it, over a large domain, with the distributions that it releases.

Source, rounds and calibrations: `dpassay.fast.mwem`, `dpassay.fast.smooth_mwem`, `dpassay.fast.projected_smooth_mwem`,
whose transcript it is: with the same draws, query for query and sum for sum. Queries are those of
`dpassay.fast.query_tables`: of 2^16 elements and 10^4 queries nothing as large as all values in doubles is ever held.

Released are the average of D_0, ..., D_(T-1), from which the rounds chose, that of D_1, ..., D_T, as the source has it,
and D_T. They are functions of the transcript. So are two things that the source does not have. One is the clamping of a
measured sum, which `margin` None leaves out. The other is in section 3.3 of Hardt, Ligett and McSherry: after a round
the updates of all rounds so far can be gone through again, `replays` times, each with what was measured then and what
the distribution says now.

Floating point and time: as `dpassay.fast.mwem`. Speed: a cumulative sum over the domain a round for intervals, a pass
over the bytes of a table; an exponential draw a query; and a sort of the domain if there is a projection.
"""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from dpassay.fast import checks, discrete_laplace
from dpassay.fast.checks import Rational, Real
from dpassay.fast.draws import Floats, Integers
from dpassay.fast.mwem_rounds import normalized, race
from dpassay.fast.mwem_setting import MOST_ROUNDS, Points, is_printed, read_points
from dpassay.fast.query_tables import QueryClass, cover
from dpassay.fast.smooth_mwem import SLACK
from dpassay.fast.smooth_projection import capacity_of, leveled

__all__ = ["Release", "kept_queries", "release"]


@dataclass(frozen=True, slots=True)
class Release:
    """What one run says.

    Attributes:
        transcript: shape (T, 2): the index of the chosen query, and g times the measured sum, of each round.
        before: the average of D_0, ..., D_(T-1).
        after: the average of D_1, ..., D_T.
        last: D_T.
    """

    transcript: Integers
    before: Floats
    after: Floats
    last: Floats


def kept_queries(queries: QueryClass, *, points: int, sigma: Real, radius: Real | None = None) -> Integers:
    """The indices of Q', the cover that smooth MWEM chooses from.

    Args:
        queries: Q.
        points: n.
        sigma: above 0 and at most 1.
        radius: gamma, 0 or more; sigma / (4 n) if it is not given.

    Raises:
        ValueError: an argument is outside its domain.
    """
    share = capacity_of(sigma, 1)
    n = checks.integer(points, "points", low=1)
    reach = share / (4 * n) if radius is None else checks.real(radius, "radius", "a number of 0 or more")
    if reach < 0:
        raise checks.bad("radius", radius, "a number of 0 or more")
    return cover(queries, float(reach * queries.grain * queries.domain + SLACK))


def release(
    data: Points,
    *,
    rng: np.random.Generator,
    epsilon: Real | None = None,
    exp_eps: Rational | None = None,
    rounds: int,
    queries: QueryClass,
    offered: Integers | None = None,
    sigma: Real | None = None,
    margin: int | None = None,
    replays: int = 0,
    calibration: str = "corrected",
) -> Release:
    """One run.

    Args:
        data: n points, whole numbers from 0 to N - 1.
        rng: the source of randomness.
        epsilon: the privacy budget of all rounds; give this or `exp_eps`.
        exp_eps: e^epsilon as a rational above 1.
        rounds: T, 1 or more.
        queries: Q.
        offered: the indices of the queries that may be chosen, such as `kept_queries` gives; by default all.
        sigma: if given, each distribution is projected onto the sigma-smooth ones.
        margin: how far outside of its range a measured sum may be; by default, however far it is.
        replays: how often all updates so far are gone through again after a round, 0 or more.
        calibration: "corrected" or "printed".

    Raises:
        ValueError: an argument is outside its domain.
    """
    checks.generator(rng)
    budget = checks.budget(epsilon, exp_eps)
    length = checks.integer(rounds, "rounds", low=1, high=MOST_ROUNDS)
    points = read_points(data, queries.domain)
    capacity = None if sigma is None else capacity_of(sigma, queries.domain)
    places = np.arange(queries.count) if offered is None else _places(offered, queries.count)
    chosen_from = queries if offered is None else queries.only(places)
    printed = is_printed(calibration)
    run = _Run(
        chosen_from, points, rounds=length, budget=budget, margin=margin, printed=printed, capacity=capacity
    )  # fmt: skip
    again = checks.integer(replays, "replays", low=0, high=MOST_ROUNDS)
    return _released(run, places, length, again, rng)


def _released(run: "_Run", places: Integers, rounds: int, again: int, rng: np.random.Generator) -> Release:
    """Play so many rounds, each of them followed by so many replays."""
    transcript = np.empty((rounds, 2), np.int64)
    before = np.zeros(run.queries.domain)
    first = run.masses
    for i in range(rounds):
        before += run.masses
        j, measured = run.play(rng)
        run.replay(again)
        transcript[i] = places[j], measured
    return Release(transcript, before / rounds, (before - first + run.masses) / rounds, run.masses)


def _places(offered: object, count: int) -> Integers:
    """Indices of queries."""
    if not isinstance(offered, np.ndarray) or offered.ndim != 1 or offered.dtype.kind not in "iu" or not offered.size:
        raise checks.bad("offered", offered, "an array of the indices of queries")
    if offered.min() < 0 or offered.max() >= count:
        raise checks.bad("offered", offered, f"indices from 0 to {count - 1}")
    return offered.astype(np.int64)


class _Run:
    """The state of one run: its distribution, and what the choice and the measurement need."""

    def __init__(
        self,
        queries: QueryClass,
        points: Integers,
        *,
        rounds: int,
        budget: float,
        margin: object,
        printed: bool,
        capacity: Fraction | None,
    ) -> None:
        self.queries, self.points, self.capacity = queries, len(points), capacity
        low, high = queries.ends
        width = 1.0 if printed else (high - low) / queries.grain
        self.choice_rate = budget / (4 * rounds * width)
        self.noise_rate = budget / (2 * rounds * queries.grain * width) * (1 - 2.0**-50)
        if self.noise_rate < discrete_laplace.SMALLEST_RATE:
            raise checks.bad(
                "epsilon", budget, f"at least 2^-54 times {rounds} rounds times {queries.grain}, the grain"
            )
        self.ends = None if margin is None else self._clamped(checks.integer(margin, "margin", low=0, high=2**40))
        self.sums = queries.sums(np.bincount(points, minlength=queries.domain))
        self.logs = np.zeros((1, queries.domain))
        self.masses = normalized(self.logs)[0]
        self.past: list[tuple[Floats, float]] = []

    def _clamped(self, margin: int) -> tuple[int, int]:
        low, high = self.queries.ends
        beyond = margin * self.queries.grain
        return self.points * low - beyond, self.points * high + beyond

    def play(self, rng: np.random.Generator) -> tuple[int, int]:
        """One round: the place of the chosen query, and the measured sum."""
        answers = self.queries.answers(self.masses)
        scores = np.abs(self.points * answers - self.sums / self.queries.grain)
        j = int(race((scores * self.choice_rate)[None], rng)[0])
        measured = int((self.sums[j] + discrete_laplace.noise(self.noise_rate, 1, rng))[0])
        if self.ends is not None:
            measured = min(max(measured, self.ends[0]), self.ends[1])
        self.past.append((self.queries.row(j), measured / (self.queries.grain * self.points)))
        self._update(*self.past[-1], float(answers[j]))
        return j, measured

    def replay(self, times: int) -> None:
        """Go through all updates again."""
        for _ in range(times):
            for row, measured in self.past:
                self._update(row, measured, float(row @ self.masses))

    def _update(self, row: Floats, measured: float, answer: float) -> None:
        self.logs = self.logs + row * ((measured - answer) / 2)
        if self.capacity is not None:
            self.logs = leveled(self.logs, self.capacity)
        self.masses = normalized(self.logs)[0]
