"""The parts of PRIEST-KLD: what is asked, what the clients hold, and how much noise each model adds.

Source and conventions: `dpassay.fast.priest_kld`.

Counts. With all n clients the count of x_t is that of the data. A set C_t of m of them is never listed: among the
clients that hold x exactly j times, the number in C_t is hypergeometric given those with fewer, so the count of x_t in
C_t is drawn with one hypergeometric number for each j, for all rounds at once.

Sensitivities. From j - 1 to j of the M = m * items items in C_t, lambda (r - 1) grows by lambda / (M Pi(x)) and log r
by log(j / (j - 1)). The first is the same for all j and the second falls, so their difference and the sum of their
squares are extreme at the least or the largest j; where a floor tau cuts P(x_t), also at the two j that follow tau M.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from dpassay.fast import checks
from dpassay.fast.checks import Real
from dpassay.fast.draws import Floats, Integers
from dpassay.fast.exponential import alias_table
from dpassay.fast.gaussian import calibrate

__all__ = [
    "CALIBRATIONS",
    "PRINTED_SENSITIVITY",
    "TRUSTS",
    "Data",
    "Draw",
    "Holdings",
    "Reference",
    "Setting",
    "commonest_two",
    "counts_of",
    "deviation",
    "estimate_reach",
    "holdings",
    "letters_of",
    "one_of",
    "reference_of",
    "reports_reach",
    "setting_of",
    "sums_reach",
]

TRUSTS: Final = ("trusted", "tagg", "dist")
CALIBRATIONS: Final = ("corrected", "printed")
PRINTED_SENSITIVITY: Final = 0.7  # theorem 4.9
ALIAS_FROM: Final = 4  # letters drawn for each letter that there is
SUM_TOLERANCE: Final = 1e-9  # of the probabilities of Pi, given as doubles

Reference = Sequence[Real] | Floats
Data = Sequence[Sequence[int]] | NDArray[np.integer]
Draw = Callable[[tuple[int, ...], np.random.Generator], Integers]


@dataclass(frozen=True)
class Setting:
    """Checked parameters."""

    epsilon: float
    delta: float
    reference: Floats
    clients: int
    asked: int
    items: int
    rounds: int
    lam: float
    floor: float | None
    trust: str
    printed: bool

    @property
    def counted(self) -> int:
        """The items in C_t."""
        return self.asked * self.items

    @property
    def is_sampled(self) -> bool:
        """Whether fewer than all clients are asked."""
        return self.asked < self.clients

    @property
    def least_count(self) -> int:
        """How often each letter is held at least: twice, but where no logarithm is taken or a floor is below it."""
        return 0 if self.trust == "dist" or self.floor is not None else 2

    def shares(self, counts: Integers) -> Floats:
        """P(x_t): counts as shares of the items in C_t, not below the floor; reports in "dist" have no floor yet."""
        shares: Floats = counts / self.counted
        return shares if self.floor is None or self.trust == "dist" else np.maximum(shares, self.floor)


@dataclass(frozen=True)
class Holdings:
    """What the clients hold: `counts[x]` items x in all; row j - 1 of `holders` are the clients that hold x j times."""

    counts: Integers
    holders: Integers


def one_of(value: object, name: str, known: tuple[str, ...]) -> str:
    """One of some words."""
    if not isinstance(value, str) or value not in known:
        raise checks.bad(name, value, f"one of {', '.join(known)}")
    return value


def reference_of(reference: object) -> Floats:
    """Pi as doubles: probabilities above 0 of at least 2 letters, of total 1 within 1e-9."""
    expected = "probabilities above 0 of at least 2 letters, of total 1"
    if isinstance(reference, str):
        reference = _read(reference, expected)
    if isinstance(reference, np.ndarray):
        values = reference.astype(np.float64) if reference.dtype.kind == "f" and reference.ndim == 1 else np.zeros(0)
    elif isinstance(reference, Sequence):
        values = np.array([float(checks.real(entry, "reference", expected)) for entry in reference])
    else:
        raise checks.bad("reference", reference, expected)
    total = float(values.sum()) if values.size > 1 else math.nan
    if not (values > 0).all() or not abs(total - 1) <= SUM_TOLERANCE:
        raise checks.bad("reference", reference, expected)
    return values


def _read(text: str, expected: str) -> list[Fraction]:
    """Numbers apart by commas."""
    try:
        return [Fraction(part) for part in text.split(",")]
    except (ValueError, ZeroDivisionError):
        raise checks.bad("reference", text, expected) from None


def holdings(data: Data, setting: Setting) -> Holdings:
    """Count what n clients hold; each holds equally many letters."""
    letters, expected = len(setting.reference), "one row of letters a client, all of one length"
    try:
        table = np.asarray(data)
    except ValueError:
        raise checks.bad("data", data, expected) from None
    if table.ndim != 2 or table.dtype.kind not in "iu" or table.shape != (setting.clients, setting.items):
        raise checks.bad("data", data, f"{setting.clients} rows of {setting.items} letters")
    if table.min() < 0 or table.max() >= letters:
        raise checks.bad("data", data, f"letters from 0 to {letters - 1}")
    counts = np.bincount(table.ravel().astype(np.int64), minlength=letters)
    if counts.min() < setting.least_count:
        letter = int(counts.argmin())
        raise ValueError(f"data: letter {letter} is held {counts[letter]} times: expected at least 2, or a floor")
    return Holdings(counts, _holders(table.astype(np.int64), letters))


def _holders(table: Integers, letters: int) -> Integers:
    """How many clients hold each letter once, twice, ...: shape (items, k)."""
    items = table.shape[1]
    if items == 1:
        return np.bincount(table[:, 0], minlength=letters)[None, :]
    owned = table + letters * np.arange(len(table))[:, None]
    keys, times = np.unique(owned.ravel(), return_counts=True)
    return np.bincount((times - 1) * letters + keys % letters, minlength=items * letters).reshape(items, letters)


def letters_of(reference: Floats, most: int) -> Draw:
    """A function that draws letters from Pi, given a shape and a source; `most` is how many there will be.

    For many by Walker's alias table: one uniform number chooses a column and, by the digits that are left, whether to
    keep it. For few by inversion. Either way each probability is right up to 2^-50.
    """
    if most < ALIAS_FROM * len(reference):
        ends = np.cumsum(reference)
        ends[-1] = math.inf
        return lambda shape, rng: np.searchsorted(ends, rng.random(shape), side="right").astype(np.int64)
    keep, alias = alias_table(reference / reference.sum())
    columns = len(keep)

    def draw(shape: tuple[int, ...], rng: np.random.Generator) -> Integers:
        place = rng.random(shape) * columns
        column = place.astype(np.int64)
        letters: Integers = np.where(place - column < keep[column], column, alias[column])
        return letters

    return draw


def counts_of(letters: Integers, held: Holdings, setting: Setting, rng: np.random.Generator) -> Integers:
    """How often C_t holds x_t, for fresh sets C_t of every round; shape of `letters`."""
    if not setting.is_sampled:
        counts: Integers = held.counts[letters]
        return counts
    counts = np.zeros(letters.shape, np.int64)
    clients = np.full(letters.shape, setting.clients, np.int64)
    asked = np.full(letters.shape, setting.asked, np.int64)
    for times, row in enumerate(held.holders, 1):
        holding = row[letters]
        held_at = holding > 0  # in a large domain few letters are held, and only these need a draw
        found = rng.hypergeometric(holding[held_at], (clients - holding)[held_at], asked[held_at])
        counts[held_at] += times * found
        clients -= holding
        asked[held_at] -= found
    return counts


def _steps(setting: Setting) -> tuple[Floats, Floats]:
    """What the j-th item adds to lambda (r - 1), shape (j, k), and to log r, shape (j, 1), at the j that matter."""
    counted, least = setting.counted, setting.least_count
    most = counted if setting.is_sampled else counted - least * (len(setting.reference) - 1)
    places = {least + 1, most}
    if setting.floor is not None:
        edge = math.ceil(Fraction(setting.floor) * counted)
        places |= {j for j in (edge, edge + 1) if least < j <= most}
    after = np.array(sorted(places))[:, None]
    low, high = setting.shares(after - 1), setting.shares(after)
    return setting.lam * (high - low) / setting.reference, np.log(high / low)


def estimate_reach(setting: Setting) -> float:
    """The sensitivity of the estimate: all x_t one letter, one item of which is another in every C_t."""
    linear, logarithm = _steps(setting)
    return float(np.abs(linear - logarithm).max())


def sums_reach(setting: Setting) -> float:
    """The l2 sensitivity of the two sums."""
    linear, logarithm = _steps(setting)
    return setting.rounds * float(np.sqrt((linear**2 + logarithm**2).max()))


def reports_reach(often: Floats | float, setting: Setting) -> Floats | float:
    """The l2 sensitivity of the reports where the two commonest letters were asked for so often in all."""
    reach: Floats | float = np.sqrt(often) / setting.counted
    return reach


def commonest_two(letters: Integers) -> Integers:
    """How often the two commonest letters of each row occur in all; shape (n, T) -> (n,)."""
    ordered = np.sort(letters, axis=1)
    rows, rounds = ordered.shape
    new = np.ones((rows, rounds), np.int64)
    new[:, 1:] = ordered[:, 1:] != ordered[:, :-1]
    runs = np.cumsum(new, axis=1) - 1 + rounds * np.arange(rows)[:, None]
    often = np.bincount(runs.ravel(), minlength=rows * rounds).reshape(rows, rounds)
    often.sort(axis=1)
    pair: Integers = often[:, -2:].sum(axis=1)
    return pair


def deviation(reach: float, setting: Setting) -> float:
    """The standard deviation of each noise: as (eps, delta) need it for this sensitivity, or as printed.

    Printed is the variance 2 log(1.25/delta) Delta / eps: with Delta = 0.7 in "trusted", with sqrt(2) eps / T for eps
    in "tagg", and with Delta = sqrt(2) / T in "dist".
    """
    if not setting.printed:
        return reach * calibrate(setting.epsilon, setting.delta)
    share = {
        "trusted": PRINTED_SENSITIVITY,
        "tagg": PRINTED_SENSITIVITY * setting.rounds / math.sqrt(2),
        "dist": math.sqrt(2) / setting.rounds,
    }[setting.trust]
    return math.sqrt(2 * math.log(1.25 / setting.delta) * share / setting.epsilon)


def setting_of(
    *,
    budget: float,
    delta: Real,
    reference: Reference,
    counts: tuple[Any, Any, Any, Any],
    lam: Real,
    floor: Real | None,
    words: tuple[Any, Any],
) -> Setting:
    """Check parameters; `counts` are the clients, those asked (or None), the items each, and the rounds."""
    pi = reference_of(reference)
    clients = checks.integer(counts[0], "clients", low=1, high=10**7)
    asked = clients if counts[1] is None else checks.integer(counts[1], "participants", low=1, high=clients)
    items = checks.integer(counts[2], "items", low=1, high=10**4)
    rounds = checks.integer(counts[3], "rounds", low=1, high=10**7)
    weight = checks.real(lam, "lam", "a number of at least 0")
    if weight < 0:
        raise checks.bad("lam", lam, "a number of at least 0")
    if floor is not None and not 0 < checks.real(floor, "floor") < 1:
        raise checks.bad("floor", floor, "a number between 0 and 1, both excluded")
    setting = Setting(
        epsilon=budget,
        delta=checks.probability_of_failure(delta),
        reference=pi,
        clients=clients,
        asked=asked,
        items=items,
        rounds=rounds,
        lam=float(weight),
        floor=None if floor is None else float(floor),
        trust=one_of(words[0], "trust", TRUSTS),
        printed=one_of(words[1], "calibration", CALIBRATIONS) == "printed",
    )
    if setting.least_count and setting.is_sampled:
        raise checks.bad("participants", asked, f"{clients}: fewer may lack a letter, which needs a floor")
    if clients * items <= setting.least_count * len(pi):
        raise checks.bad("clients", clients, f"more than {setting.least_count * len(pi)} items in all, or a floor")
    return setting
