"""Private learners of distributions: a round against one pass over its table, and long games in bounded memory."""

from __future__ import annotations

import resource
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter
from typing import Final

import numpy as np
from numpy.typing import NDArray

from benchmarks.pool import Pool
from benchmarks.tables import Table
from dpassay.fast import private_exp3, private_wma
from dpassay.fast.distribution_learners import BayesLearner, RandomizedResponseLearner
from dpassay.fast.label_clipping import Clipping, clipping

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Round = Callable[[], object]

EPSILON: Final = 1.0
DELTA: Final = 1e-6
HORIZON: Final = 100_000  # rounds
SHAPE: Final = (1000, 10_000)  # of the table of a round: 80 MB
QUICK_SHAPE: Final = (50, 200)
REPETITIONS: Final = 21
QUICK_REPETITIONS: Final = 3
AT_ONCE: Final = 10_000  # reports that are drawn and learned together
WINDOW: Final = 100  # labels in the bump of a hypothesis
BLOCK: Final = 2_000_000  # masses in a block of a class


@dataclass(frozen=True, slots=True)
class Shape:
    """One table to measure.

    Attributes:
        hypotheses: K.
        labels: M.
        repetitions: how often it is measured.
    """

    hypotheses: int
    labels: int
    repetitions: int


@dataclass(frozen=True, slots=True)
class Measured:
    """What one kind of round took; medians of the repetitions.

    Attributes:
        seconds: the time of a round.
        against_sum: it, over the time of `table.sum()` in the same repetition.
        against_product: it, over the time of `weights @ table` in the same repetition.
    """

    seconds: float
    against_sum: float
    against_product: float


@dataclass(frozen=True, slots=True)
class Game:
    """One long game to measure, with the same class in every round.

    Attributes:
        learner: "private exp3" or "private wma".
        hypotheses: K.
        labels: M.
        rounds: T.
        together: how many reports are drawn and learned at once.
    """

    learner: str
    hypotheses: int
    labels: int
    rounds: int
    together: int


@dataclass(frozen=True, slots=True)
class Played:
    """What one game took.

    Attributes:
        shares: the seconds of the one pass that checks the class and computes the shares.
        rounds: the seconds of the reports and updates of all rounds.
        prediction: the seconds of one prediction, of all labels.
        peak: the most memory that the process held, in MB.
        before: what it held before the game, in MB.
    """

    shares: float
    rounds: float
    prediction: float
    peak: float
    before: float


GAMES: Final = (
    Game("private exp3", 10_000, 100_000, HORIZON, 1),
    Game("private exp3", 10_000, 100_000, HORIZON, AT_ONCE),
    Game("private wma", 10_000, 100_000, HORIZON, 1),
)
QUICK_GAMES: Final = (
    Game("private exp3", 100, 1000, 200, 1),
    Game("private exp3", 100, 1000, 200, 100),
    Game("private wma", 100, 1000, 200, 1),
)


def tables(pool: Pool, *, quick: bool) -> list[Table]:
    """Measure, and return the tables."""
    shape = Shape(*(QUICK_SHAPE if quick else SHAPE), QUICK_REPETITIONS if quick else REPETITIONS)
    (measured,) = pool.run(measure, [shape], "distribution learners")  # alone: nothing else takes the memory's time
    games = QUICK_GAMES if quick else GAMES
    return [_rounds_table(shape, measured), _games_table([(game, _alone(pool, game)) for game in games])]


def measure(shape: Shape) -> dict[str, Measured]:
    """Measure each kind of round on one table."""
    table = _dense(shape)
    weights = np.full(shape.hypotheses, 1 / shape.hypotheses)
    passes: list[Round] = [table.sum, lambda: weights @ table]
    kinds = _rounds(table)
    runs = [*passes, *kinds.values()]
    for run in runs:  # so that memory and caches are warm
        run()
    seconds = np.array([[_seconds(run) for run in runs] for _ in range(shape.repetitions)])
    medians = [
        Measured(*(float(np.median(column)) for column in (times, times / seconds[:, 0], times / seconds[:, 1])))
        for times in seconds.T[len(passes) :]
    ]
    return dict(zip(kinds, medians, strict=True))


def _dense(shape: Shape) -> Floats:
    """A class in which each hypothesis gives each label a random mass."""
    table = np.random.default_rng(0).random((shape.hypotheses, shape.labels))
    table /= table.sum(axis=1, keepdims=True)
    return table


def _rounds(table: Floats) -> dict[str, Round]:
    """By learner, what a round takes: the prediction, one user's report, the update."""
    count, labels = table.shape
    rng, shares = np.random.default_rng(1), clipping(table, rounds=HORIZON)
    exp3 = private_exp3.PrivateExp3(private_exp3.scheme(hypotheses=count, rounds=HORIZON, epsilon=EPSILON))
    wma = private_wma.PrivateWMA(private_wma.scheme(hypotheses=count, rounds=HORIZON, epsilon=EPSILON, delta=DELTA))
    bayes, response = BayesLearner(count), RandomizedResponseLearner(count, labels, epsilon=EPSILON)

    def wma_round(known: Clipping | None) -> None:
        current = known or clipping(table, rounds=HORIZON)
        wma.predict(table, current)
        column = table.T.__getitem__
        heard = private_wma.report(5, constants=wma.constants, clipping=current, column=column, rng=rng)
        wma.update(heard, labels)

    def exp3_round(known: Clipping | None) -> None:
        current = known or clipping(table, rounds=HORIZON)
        exp3.predict(table, current)
        heard = private_exp3.reports(
            np.array([5]), constants=exp3.constants, clipping=current, masses=lambda j, y: table[j, y], rng=rng
        )
        exp3.update(heard, labels)

    def response_round() -> None:
        response.predict(table)
        response.update(table[:, response.answer(5, rng)])

    def bayes_round() -> None:
        bayes.predict(table)
        bayes.update(table[:, 5])

    return {
        "private wma": partial(wma_round, shares),
        "private wma, a new class": partial(wma_round, None),
        "private exp3": partial(exp3_round, shares),
        "private exp3, a new class": partial(exp3_round, None),
        "randomized response": response_round,
        "Bayes, not private": bayes_round,
    }


@dataclass(frozen=True, slots=True)
class Bumps:
    """A class whose masses need no table: half of f_j is uniform, the other half on a window of its own.

    Attributes:
        hypotheses: K.
        labels: M.
    """

    hypotheses: int
    labels: int

    @property
    def window(self) -> int:
        """The number of labels in a window."""
        return min(WINDOW, self.labels)

    def masses(self, hypotheses: Integers, labels: Integers) -> Floats:
        """f_j[y] for some j and y."""
        inside = (labels - hypotheses * (self.labels // self.hypotheses)) % self.labels < self.window
        return (1 / self.labels + inside / self.window) / 2

    def column(self, label: int) -> Floats:
        """f_j[y] for all j and one y."""
        return self.masses(np.arange(self.hypotheses), np.array(label))

    def blocks(self) -> Iterator[Floats]:
        """The table, block by block; each block is overwritten when the next one is asked for."""
        step = max(1, BLOCK // self.labels)
        rows: Floats = np.empty((min(step, self.hypotheses), self.labels))
        for start in range(0, self.hypotheses, step):
            block = rows[: self.hypotheses - start]
            block[:] = 1 / (2 * self.labels)
            own = np.arange(start, start + len(block))[:, None] * (self.labels // self.hypotheses)
            inside = (own + np.arange(self.window)) % self.labels
            block[np.arange(len(block))[:, None], inside] += 1 / (2 * self.window)
            yield block


def play(game: Game) -> Played:
    """Play one game, of which hypothesis 0 is the truth."""
    before, bumps = resident(), Bumps(game.hypotheses, game.labels)
    start = perf_counter()
    shares = clipping(bumps.blocks(), rounds=game.rounds)
    shared = perf_counter()
    rng = np.random.default_rng(2)
    inside = rng.random(game.rounds) < 1 / 2
    labels = np.where(inside, rng.integers(bumps.window, size=game.rounds), rng.integers(game.labels, size=game.rounds))
    begun = perf_counter()
    learner = (_play_exp3 if game.learner == "private exp3" else _play_wma)(game, bumps, shares, labels)
    played = perf_counter()
    learner.predict(bumps.blocks(), shares)
    return Played(shared - start, played - begun, perf_counter() - played, peak(), before)


def _play_exp3(game: Game, bumps: Bumps, shares: Clipping, labels: Integers) -> private_exp3.PrivateExp3:
    rng = np.random.default_rng(3)
    constants = private_exp3.scheme(hypotheses=game.hypotheses, rounds=game.rounds, epsilon=EPSILON)
    learner = private_exp3.PrivateExp3(constants)
    for start in range(0, game.rounds, game.together):
        users = labels[start : start + game.together]
        heard = private_exp3.reports(users, constants=constants, clipping=shares, masses=bumps.masses, rng=rng)
        learner.update(heard, game.labels)
    return learner


def _play_wma(game: Game, bumps: Bumps, shares: Clipping, labels: Integers) -> private_wma.PrivateWMA:
    rng = np.random.default_rng(3)
    constants = private_wma.scheme(hypotheses=game.hypotheses, rounds=game.rounds, epsilon=EPSILON, delta=DELTA)
    learner = private_wma.PrivateWMA(constants)
    for label in labels.tolist():
        heard = private_wma.report(label, constants=constants, clipping=shares, column=bumps.column, rng=rng)
        learner.update(heard, game.labels)
    return learner


def _alone(pool: Pool, game: Game) -> Played:
    """The game in a process of its own, which has held nothing before."""
    if not pool.workers:
        return play(game)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor:
        return executor.submit(play, game).result()


def peak() -> float:
    """The most memory that this process has held, in MB."""
    return account_of("VmHWM") or resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def resident() -> float:
    """The memory that this process holds, in MB; 0 where the system does not tell."""
    return account_of("VmRSS")


def account_of(key: str) -> float:
    """An entry of Linux's own account of the process: `getrusage` counts what a parent held before the start, too."""
    status = Path("/proc/self/status")
    lines = status.read_text(encoding="ascii", errors="replace").splitlines() if status.exists() else []
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith(f"{key}:")), 0.0)


def _seconds(run: Round) -> float:
    start = perf_counter()
    run()
    return perf_counter() - start


def _rounds_table(shape: Shape, measured: dict[str, Measured]) -> Table:
    rows = [
        (name, f"{1000 * found.seconds:.3g}", f"{found.against_sum:.2f}", f"{found.against_product:.2f}")
        for name, found in measured.items()
    ]
    notes = (
        f"{shape.hypotheses:,} hypotheses with random masses of {shape.labels:,} labels: a table of "
        f"{8 * shape.hypotheses * shape.labels / 1e6:.3g} MB.",
        "A round is the prediction of all labels, one user's report and the update. For a new class the table is "
        "checked as well, and the sizes of the shares are computed from it.",
        f"One thread. In each of {shape.repetitions} repetitions the passes and the rounds run one after the other; a "
        "ratio is the median of the repetitions' ratios. The target is 5 against one pass.",
    )
    headings = ("learner", "milliseconds a round", "time against table.sum()", "time against weights @ table")
    return Table("Learners of distributions: a round against one pass over its table", headings, rows, notes)


def _games_table(games: list[tuple[Game, Played]]) -> Table:
    rows = [
        (
            game.learner,
            f"{game.hypotheses:,}",
            f"{game.labels:,}",
            f"{game.rounds:,}",
            f"{game.together:,}",
            f"{played.shares:.2f}",
            f"{played.rounds:.2f}",
            f"{1e6 * played.rounds / game.rounds:.3g}",
            f"{played.prediction:.2f}",
            f"{played.peak:.0f}",
            f"{played.before:.0f}",
        )
        for game, played in games
    ]
    first = games[0][0]
    notes = (
        f"As a table of doubles the class would take {8 * first.hypotheses * first.labels / 1e9:.3g} GB. It is the "
        "same in all rounds, half of each hypothesis uniform and the other half on a window of its own, and is given "
        "by a function for single masses and by blocks of rows.",
        "The shares are computed once, in one pass over all blocks. A round is a user's report and the learner's "
        "update, without a prediction: a prediction of all labels takes a pass over all blocks, and is asked for once, "
        "at the end.",
        "Each game runs in a process of its own; its memory is the peak of the whole process, interpreter and NumPy "
        "included, and what it held before the game.",
    )
    headings = (
        "learner",
        "hypotheses",
        "labels",
        "rounds",
        "rounds at once",
        "seconds for the shares",
        "seconds for all rounds",
        "microseconds a round",
        "seconds for a prediction",
        "peak memory, MB",
        "before, MB",
    )
    return Table("Learners of distributions: long games in bounded memory", headings, rows, notes)
