"""The exact privacy of all that lazy-to-private does: ours, against naive and better listings; and how far we come."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import count, product
from math import log10
from typing import Final

from benchmarks.composition import timed
from benchmarks.pool import Pool
from benchmarks.tables import Table
from benchmarks.transcripts import shown
from dpassay.exact import LatticeLoss, PrivacyLoss, as_fraction
from dpassay.reference.lazy_to_private import (
    VIEWS,
    Parameters,
    largest_ratio,
    neighbors,
    transcript_delta,
    transcript_loss,
)

Matrix = tuple[tuple[Fraction, ...], ...]
Masses = dict[Fraction, Fraction]
State = tuple[int, int, int]
Step = dict[State, dict[State, Fraction]]
Listing = Callable[[tuple[Matrix, Matrix], Fraction, Fraction], Masses]

BASE: Final = Fraction(3, 2)
FAKE_SWITCH: Final = Fraction(1, 4)
EXP_EPS: Final = Fraction(5, 4)
EXPERTS: Final = (2, 3)
SECONDS: Final = 60.0
QUICK_SECONDS: Final = 1.0
QUICK_LONGEST: Final = 2.0
REPEATS: Final = 3
TARGET: Final = 100
ZERO, ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True, slots=True)
class Game:
    """Batches of one round, and the neighbors that lose most where all states are seen.

    Attributes:
        experts: the number of experts, at least 2.
        batches: the number of batches.
        level: whether all experts lose nothing after the first round; or else as makes the loss of privacy greatest.
    """

    experts: int
    batches: int
    level: bool = False

    @property
    def parameters(self) -> Parameters:
        """The parameters of the mechanism."""
        return Parameters.read(
            exp_learning_rate=BASE, batch=1, fake_switch=FAKE_SWITCH, rounds=self.batches, experts=self.experts
        )

    @property
    def pair(self) -> tuple[Matrix, Matrix]:
        """The two matrices, which differ in the first row."""
        first, second = next(neighbors(self.parameters))
        later = ((ZERO,) * self.experts,) * (self.batches - 1)
        return ((first[0], *later), (second[0], *later)) if self.level else (first, second)


def tables(
    pool: Pool, *, quick: bool, seconds: float | None = None, experts: Sequence[int] = EXPERTS, repeats: int = REPEATS
) -> list[Table]:
    """Measure, and return the tables."""
    listing = seconds or (QUICK_SECONDS if quick else SECONDS)
    longest_ = seconds or (QUICK_LONGEST if quick else SECONDS)
    games = list(product(LISTINGS, experts, (False, True)))
    against = [
        _listing_row(*game, listing, repeats) for game in pool.track(games, "lazy transcripts: listed", len(games))
    ]
    places = list(product(experts, VIEWS, (True, False)))
    alone = [
        _longest_row(*place, longest_) for place in pool.track(places, "lazy transcripts: the longest", len(places))
    ]
    return [_listing_table(against, listing), _longest_table(alone, longest_)]


def exact_masses(game: Game, view: str = "state") -> Masses:
    """Return the probability under the first law of each likelihood ratio, without listing transcripts."""
    loss = transcript_loss(*game.pair, game.parameters, view)
    return _masses(loss)


def _masses(loss: PrivacyLoss | LatticeLoss) -> Masses:
    if isinstance(loss, PrivacyLoss):
        return {as_fraction(atom.ratio, "ratio"): as_fraction(atom.p, "p") for atom in loss.atoms}
    powers = enumerate(loss.coefficients.coeffs(), loss.lowest)
    return {loss.scale * loss.base**k: Fraction(int(mass), loss.denominator) for k, mass in powers if mass != 0}


def exact_delta(game: Game, view: str) -> Fraction:
    """Return delta at e^eps = ``EXP_EPS`` without listing transcripts."""
    return as_fraction(transcript_delta(*game.pair, game.parameters, EXP_EPS, view=view), "delta")


def delta_of(masses: Masses) -> Fraction:
    """Return delta at e^eps = ``EXP_EPS`` from the masses of all likelihood ratios."""
    return sum((p - EXP_EPS * p / ratio for ratio, p in masses.items() if ratio > EXP_EPS), ZERO)


# Listing, as many would write it: Algorithm 1, coin by coin; nothing here is ours.


def coin_masses(pair: tuple[Matrix, Matrix], base: Fraction, p: Fraction) -> Masses:
    """Return the probability of each likelihood ratio by running Algorithm 1 for all outcomes of all coins and draws.

    Batches of one round. Outcomes that show the same (x_s, y_s, zeta_s) are summed up.
    """
    first, second = (coin_law(rows, base, p) for rows in pair)
    masses: Masses = {}
    for transcript, mass in first.items():
        ratio = mass / second[transcript]
        masses[ratio] = masses.get(ratio, ZERO) + mass
    return masses


def coin_law(rows: Matrix, base: Fraction, p: Fraction) -> dict[tuple[State, ...], Fraction]:
    """Return the law of all (x_s, y_s, zeta_s), one sequence of outcomes after the other."""
    law: dict[tuple[State, ...], Fraction] = {}
    weights = [[base ** -int(sum(row[x] for row in rows[:s])) for x in range(len(rows[0]))] for s in range(len(rows))]
    for transcript, mass in coin_paths(weights, base, p):
        law[transcript] = law.get(transcript, ZERO) + mass
    return law


def coin_paths(
    weights: list[list[Fraction]], base: Fraction, p: Fraction
) -> Iterator[tuple[tuple[State, ...], Fraction]]:
    """Yield what each sequence of outcomes shows, and its probability: that of its beginning, times one factor."""
    now = weights[-1]
    draws = [(model, weight / sum(now)) for model, weight in enumerate(now)]
    if len(weights) == 1:
        for (x, a), (y, b) in product(draws, repeat=2):
            yield ((x, y, 0),), a * b
        return
    before = weights[-2]
    for beginning, mass in coin_paths(weights[:-1], base, p):
        x, y, _ = beginning[-1]
        keep = min(ONE, now[x] * before[y] / (base**2 * before[x] * now[y]))
        for real, fake, stay in product((0, 1), repeat=3):
            coins = mass * (keep if real else 1 - keep) * (1 - p if fake else p) * (1 - p if stay else p)
            xs, ys = [(x, ONE)] if real and fake else draws, [(y, ONE)] if stay else draws
            zeta = 0 if real and fake and stay else 1
            for (x_next, a), (y_next, b) in product(xs, ys):
                yield (*beginning, (x_next, y_next, zeta)), coins * a * b


def listed_masses(pair: tuple[Matrix, Matrix], base: Fraction, p: Fraction) -> Masses:
    """Return the same by listing all paths (x_s, y_s, zeta_s) of batches of one round."""
    first, second = (steps(rows, base, p) for rows in pair)
    masses: Masses = {}
    for p_path, q_path, _ in paths(list(zip(first, second, strict=True)), len(pair[0][0])):
        ratio = p_path / q_path
        masses[ratio] = masses.get(ratio, ZERO) + p_path
    return masses


def paths(laws: list[tuple[Step, Step]], experts: int) -> Iterator[tuple[Fraction, Fraction, State]]:
    """Yield both probabilities of each path and its last state: those of its beginning, times one factor."""
    if not laws:
        for x, y in product(range(experts), repeat=2):  # before the first batch all models weigh the same
            yield Fraction(1, experts**2), Fraction(1, experts**2), (x, y, 0)
        return
    first, second = laws[-1]
    for p, q, state in paths(laws[:-1], experts):
        law = second[state]
        for following, factor in first[state].items():
            yield p * factor, q * law[following], following


def steps(rows: Matrix, base: Fraction, p: Fraction) -> Iterator[Step]:
    """Yield for each batch but the first the law of the state after it, by the state before."""
    experts, weights = len(rows[0]), [ONE] * len(rows[0])
    for row in rows[:-1]:
        before, weights = weights, [weight / base ** int(loss) for weight, loss in zip(weights, row, strict=True)]
        step = {}
        for x, y in product(range(experts), repeat=2):
            keep = weights[x] * before[y] / (base**2 * before[x] * weights[y])
            law = _coins(x, y, min(ONE, keep), p, weights)
            step.update({(x, y, zeta): law for zeta in (0, 1)})
        yield step


def _coins(x: int, y: int, keep: Fraction, p: Fraction, weights: list[Fraction]) -> dict[State, Fraction]:
    """Return the law after the coins S, S' and A, and after what is drawn by the weights."""
    draw = [weight / sum(weights) for weight in weights]
    law: dict[State, Fraction] = {}
    for real, fake, stay in product((0, 1), repeat=3):
        coins = (keep if real else 1 - keep) * (1 - p if fake else p) * (1 - p if stay else p)
        xs = {x: ONE} if real and fake else dict(enumerate(draw))
        ys = {y: ONE} if stay else dict(enumerate(draw))
        for (x_next, a), (y_next, b) in product(xs.items(), ys.items()):
            state = (x_next, y_next, 0 if real and fake and stay else 1)
            law[state] = law.get(state, ZERO) + coins * a * b
    return law


LISTINGS: Final[dict[str, Listing]] = {"coins": coin_masses, "transcripts": listed_masses}


def listed_paths(listing: str, experts: int, batches: int) -> int:
    """Return how many paths a listing lists under each of the two laws."""
    drawn = experts + 1
    outcomes = (3 * experts + 1) * drawn if listing == "coins" else experts**2 + 1
    return experts**2 * int(outcomes ** (batches - 1))


# How far one comes.


@dataclass(frozen=True, slots=True)
class Found:
    """The number of batches, what was computed, and the seconds that it took."""

    batches: int
    value: Fraction | Masses
    seconds: float


def longest(compute: Callable[[int], Fraction | Masses], sizes: Iterator[int], limit: float) -> Found:
    """Return the last size that takes no more than ``limit`` seconds; the first one where none does.

    It ends where the next size is likely to take too long: as much more than the last one as that took more than the
    one before.
    """
    first = next(sizes)
    found, factor = Found(first, *timed(partial(compute, first), 1)), 1.0
    for size in sizes:
        if factor * found.seconds > limit:
            break
        longer = Found(size, *timed(partial(compute, size), 1))
        if longer.seconds > limit:
            break
        found, factor = longer, longer.seconds / found.seconds
    return found


def _listing_row(listing: str, experts: int, level: bool, limit: float, repeats: int) -> tuple[str, ...]:
    listed = LISTINGS[listing]
    found = longest(lambda S: listed(Game(experts, S, level).pair, BASE, FAKE_SWITCH), count(2), limit)  # noqa: N803
    game = Game(experts, found.batches, level)
    assert isinstance(found.value, dict)
    delta, delta_seconds = timed(partial(exact_delta, game, "state"), repeats)
    largest, largest_seconds = timed(partial(largest_ratio, *game.pair, game.parameters, "state"), repeats)
    masses, seconds = timed(partial(exact_masses, game), repeats)
    assert masses == found.value
    assert delta == delta_of(found.value)
    assert largest == max(found.value)
    size = f"{experts}", _later(level=level), listing, f"{found.batches}"
    numbers = f"{listed_paths(listing, experts, found.batches):,}", f"{len(masses):,}", f"{found.seconds:.2f}"
    ours = (f"{time:.4f} ({_times(found.seconds, time)})" for time in (delta_seconds, largest_seconds, seconds))
    return (*size, *numbers, *ours, shown(delta))


def _times(slow: float, quick: float) -> str:
    return f"{slow / quick:,.1f}" if slow < 10 * quick else f"{slow / quick:,.0f}"


def _later(*, level: bool) -> str:
    return "level" if level else "worst"


def _listing_table(rows: list[tuple[str, ...]], limit: float) -> Table:
    size = ("experts", "later losses", "listing", "batches", "paths", "ratios", "seconds, listing")
    ours = ("delta, ours (times faster)", "largest ratio, ours", "whole profile, ours")
    notes = (
        _workload(),
        "Listing coins, the naive way: for each of the two matrices Algorithm 1 is run for all outcomes of the coins "
        "S, S' and A and of what is drawn, as fractions; outcomes that show the same (x_s, y_s, zeta_s) are summed up.",
        "Listing transcripts, which is cleverer: the law of a step is worked out once; both probabilities of each "
        "sequence of all (x_s, y_s, zeta_s) are one multiplication away from those of its beginning.",
        "Both give the mass of each likelihood ratio, and with it delta, for the most batches within "
        f"{limit:g} seconds, one more being likely to take longer.",
        "Ours: seconds for the same size, from the matrices on, and how many times faster that is: delta at one e^eps, "
        f"the largest ratio, and the mass of each likelihood ratio; medians of {REPEATS}. That all are the same "
        "fractions as those of the listing is checked.",
        f"The target is {TARGET} times faster than the naive way. Where almost each transcript has a likelihood ratio "
        "of its own, the whole profile is as long as the list of transcripts, and writing it down takes as long.",
    )
    return Table("Lazy to private: exact privacy against listing all", (*size, *ours, "delta"), rows, notes)


def sizes(*, level: bool) -> Iterator[int]:
    """Yield numbers of batches: half as many again where the losses are level, else one more."""
    batches = 2
    while True:
        yield batches
        batches += max(1, batches // 2) if level else 1


def _longest_row(experts: int, view: str, level: bool, limit: float) -> tuple[str, ...]:
    found = longest(lambda S: exact_delta(Game(experts, S, level), view), sizes(level=level), limit)  # noqa: N803
    first, factor = (experts, experts) if view == "models" else (experts**2, experts**2 + 1)
    listed = f"10^{log10(first) + (found.batches - 1) * log10(factor):.1f}"
    assert isinstance(found.value, Fraction)
    return (
        f"{experts}",
        view,
        _later(level=level),
        f"{found.batches}",
        listed,
        f"{found.seconds:.2f}",
        shown(found.value),
    )


def _longest_table(rows: list[tuple[str, ...]], limit: float) -> Table:
    columns = ("experts", "seen", "later losses", "batches", "transcripts, about", "seconds", "delta")
    notes = (
        _workload(),
        f"The most batches within {limit:g} seconds, of 2, 3, 4, 6, 9, ... where later losses are level, and of 2, 3, "
        "4, ... where they are the worst; a size that is likely to take longer, by how the times grew, is not tried.",
        "Level: after the first round no expert loses anything. Worst: expert 0 loses in every later round; each batch "
        "then has ratios of its own, and their number grows like that of the transcripts.",
    )
    return Table("Lazy to private: as many batches as we can take", columns, rows, notes)


def _workload() -> str:
    return (
        f"Batches of one round, e^eta = {BASE}, p = {FAKE_SWITCH}; the first row is turned into its opposite. Delta at "
        f"e^eps = {EXP_EPS} is a fraction, without rounding."
    )
