"""Private PAC learning: choose a hypothesis with probability exponential in minus the mistakes it makes on the data.

Source: Kasiviswanathan, Lee, Nissim, Raskhodnikova and Smith, "What can we learn privately?", SIAM J. Comput. 40
(2011), the generic private learner; Dwork and Roth, "The algorithmic foundations of differential privacy" (2014),
chapter 11. For rows (r, y) of d bits and a label, and a hypothesis h,

    u(h) = -(number of rows with h(r) != y),      P(h) = e^(eps u(h) / 2) / sum over h' of e^(eps u(h') / 2),

as computed by `probabilities`; `log_normalizer` is the logarithm of the sum below.
Privacy: epsilon-private when one row is replaced, since a row changes a score by 1 at most.

The hypotheses are the ANDs over all subsets S of the bits, f_S(r) = 1 exactly if r has no zero in S, or a given list
of truth tables. In a mask as in a table's index, r_1 is the most significant bit.

The sampler. With w(r) = (rows r labeled 0) - (rows r labeled 1),

    mistakes(h) = (rows labeled 1) + sum over r of h(r) w(r),

so only inputs r with w(r) != 0 count. For ANDs, f_S(r) depends on S within the zeros of r alone, so that the 2^d
subsets need not be listed:

* Two bits that are zeros of the same inputs form one CLASS; of S it matters whether it meets the class. So a pattern
  of c classes stands for a product of (2^size - 1) subsets.
* Classes are connected if they are zeros of one input. The connected COMPONENTS are independent: one draw each, or one
  for several of up to 10 classes together.
* The mistakes of all 2^c patterns of a component are sums over subsets, in c passes (Yates, 1937).
* A pattern becomes a mask by a uniform non-empty subset of each of its classes. Bits that are no zeros are fair.

In a component, as among truth tables, all choices of the same weight are one column of the alias table of
`dpassay.fast.exponential`, and one of them is drawn by a bounded integer. A component of more than 22 classes is an
error; it takes at least as many different inputs.

Floating point: mistakes and multiplicities are exact integers, differences of mistakes are taken before anything is
rounded. What an exponential of a gap loses, and the coins, are as in `dpassay.fast.exponential`; all else is bounded
integers, which are exactly uniform. There are at most 62 draws of components an output, each with probabilities right
up to a relative 2^-40 and a total variation of 2^-50 (`dpassay.fast.draws`).

Speed: the floor for a draw of components is two bounded integers and an exponential draw an output.
Time: not constant, see `dpassay.fast`; the number of components, and so the time, depends on the data.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from dpassay.fast import checks
from dpassay.fast.checks import Rational, Real
from dpassay.fast.draws import Booleans, Floats, Integers, accepted, in_blocks
from dpassay.fast.exponential import alias_draws

__all__ = [
    "DRAWN_TOGETHER",
    "LARGEST_COMPONENT",
    "LARGEST_DIMENSION",
    "LARGEST_LAW",
    "Ands",
    "BitRows",
    "Bits",
    "Factor",
    "and_draws",
    "and_factors",
    "bit_rows",
    "factor_draws",
    "log_normalizer",
    "log_penalties",
    "net_counts",
    "private_pac",
    "probabilities",
    "some_of",
    "subset_sums",
    "table_factor",
]

Bits = str | Sequence[int] | NDArray[np.integer]
BitRows = str | Sequence[Bits] | NDArray[np.integer]

LARGEST_DIMENSION: Final = 62  # a mask is a signed integer of 64 bits
LARGEST_COMPONENT: Final = 22  # classes: 2^22 patterns take some 200 MB for a moment
DRAWN_TOGETHER: Final = 10  # classes of small components: fewer draws, and the tables stay in the processor's cache
LARGEST_LAW: Final = 22  # bits


@dataclass(frozen=True, slots=True)
class Factor:
    """Choices that are drawn independently of the other factors.

    Attributes:
        outcomes: what each choice gives: the union of its classes as a mask, or the index of a hypothesis.
        mistakes: the mistakes of each choice, up to a constant that the factors share.
        multiplicities: the number of hypotheses that each choice stands for.
    """

    outcomes: Integers
    mistakes: Integers
    multiplicities: Integers

    def log_weights(self, epsilon: float) -> Floats:
        """The logarithm of e^(-eps (mistakes - fewest mistakes) / 2), times the multiplicity."""
        return np.log(self.multiplicities) + log_penalties(self.mistakes, epsilon)


@dataclass(frozen=True, slots=True)
class Ands:
    """The ANDs over all subsets of the bits, with their mistakes, in factors.

    Attributes:
        factors: a factor for each component, or for several small ones.
        members: the classes of each factor as masks, in the order of the bits of its patterns.
        free: the mask of the bits that change no mistake.
        constant: the mistakes that no factor counts.
    """

    factors: tuple[Factor, ...]
    members: tuple[tuple[int, ...], ...]
    free: int
    constant: int


# The data.


def bit_rows(value: object, name: str, width: int) -> Integers:
    """Rows of `width` bits each: a matrix of integers, a sequence of rows, or a string of them, separated by commas."""
    expected = f"rows of {width} bits each"
    if isinstance(value, np.ndarray) and value.size:
        if value.ndim != 2 or value.shape[1] != width or value.dtype.kind not in "iu" or value.max() > 1:
            raise checks.bad(name, value, expected)
        if value.min() < 0:
            raise checks.bad(name, value, expected)
        return value.astype(np.int64)
    if isinstance(value, str):
        value = [row.strip() for row in value.split(",")] if value.strip() else []
    if not isinstance(value, (Sequence, np.ndarray)) or isinstance(value, bytes):
        raise checks.bad(name, value, expected)
    if not all(_is_row(row, width) for row in value):
        raise checks.bad(name, value, expected)
    rows = [_bits(row, name) for row in value]
    return np.array(rows, np.int64).reshape(len(rows), width)


def _is_row(row: object, width: int) -> bool:
    """Whether it has the shape of a row; the bits are for `_bits`."""
    return isinstance(row, (Sequence, np.ndarray)) and not isinstance(row, bytes) and len(row) == width


def _bits(row: Bits, name: str) -> list[int]:
    """The bits of a row."""
    if not isinstance(row, str):
        return [checks.integer(bit, f"a bit of {name}", low=0, high=1) for bit in row]
    if not set(row) <= {"0", "1"}:
        raise checks.bad(name, row, "a string of 0 and 1")
    return [int(bit) for bit in row]


def net_counts(rows: Integers) -> tuple[Integers, Integers]:
    """The inputs r, as integers, at which labels do not cancel; and w(r) = (rows labeled 0) - (rows labeled 1)."""
    dimension = rows.shape[1] - 1
    inputs = rows[:, :-1] @ (np.int64(1) << np.arange(dimension - 1, -1, -1))
    distinct, place = np.unique(inputs, return_inverse=True)
    counts = np.zeros(len(distinct), np.int64)
    np.add.at(counts, place, 1 - 2 * rows[:, -1])
    return distinct[counts != 0], counts[counts != 0]


# The hypotheses.


def table_factor(rows: Integers, tables: Integers) -> tuple[Factor, int]:
    """The hypotheses given by their truth tables, and the mistakes that all of them share."""
    inputs, counts = net_counts(rows)
    indices = np.arange(len(tables))
    return Factor(indices, tables[:, inputs] @ counts, np.ones_like(indices)), int(rows[:, -1].sum())


def and_factors(rows: Integers, data: object = None) -> Ands:
    """The ANDs over all subsets of the bits; `data` is what an error shows."""
    everything = 2 ** (rows.shape[1] - 1) - 1
    inputs, counts = net_counts(rows)
    zeros = everything & ~inputs
    constant = int(rows[:, -1].sum() + counts[zeros == 0].sum())
    zeros, counts = zeros[zeros != 0], counts[zeros != 0]
    components = [tuple(mask for mask in _classes(zeros) if mask & part) for part in _components(zeros)]
    largest = max(map(len, components), default=0)
    if largest > LARGEST_COMPONENT:
        expected = f"rows whose zeros connect at most {LARGEST_COMPONENT} classes of bits; here it is {largest}"
        raise checks.bad("data", rows if data is None else data, expected)
    groups = _drawn_together(components)
    factors = tuple(_factor(members, zeros, counts) for members in groups)
    free = everything & ~int(np.bitwise_or.reduce(zeros, initial=0))
    return Ands(factors, groups, free, constant)


def _classes(zeros: Integers) -> list[int]:
    """The bits that are zeros of some input, those of the same inputs together, as masks."""
    classes: dict[bytes, int] = {}
    for bit in range(int(np.bitwise_or.reduce(zeros, initial=0)).bit_length()):
        membership = (zeros >> bit & 1).astype(np.bool_)
        if membership.any():
            key = np.packbits(membership).tobytes()
            classes[key] = classes.get(key, 0) | 1 << bit
    return list(classes.values())


def _components(zeros: Integers) -> list[int]:
    """The connected components, as masks: whatever shares an input's zeros is in one."""
    components = []
    remaining = int(np.bitwise_or.reduce(zeros, initial=0))
    while remaining:
        part, grown = 0, remaining & -remaining
        while grown != part:
            part = grown
            grown = int(np.bitwise_or.reduce(zeros[zeros & part != 0]))
        components.append(part)
        remaining &= ~part
    return components


def _drawn_together(components: list[tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
    """Components in groups; small ones share one."""
    groups: list[tuple[int, ...]] = []
    for members in sorted(components, key=len):
        if groups and len(groups[-1]) + len(members) <= DRAWN_TOGETHER:
            groups[-1] += members
        else:
            groups.append(members)
    return tuple(groups)


def _factor(members: tuple[int, ...], zeros: Integers, counts: Integers) -> Factor:
    """The patterns of some components: bit i of a pattern is set if S meets class i."""
    inside = zeros & sum(members) != 0
    weights = np.zeros(2 ** len(members), np.int64)
    weights[_patterns(zeros[inside], members)] = counts[inside]
    outcomes, multiplicities = np.zeros(1, np.int64), np.ones(1, np.int64)
    for mask in members:
        outcomes = np.concatenate([outcomes, outcomes | mask])
        multiplicities = np.concatenate([multiplicities, multiplicities * (2 ** mask.bit_count() - 1)])
    # f_S(r) = 1 if the zeros of r lie within the complement of S, and a pattern's complement is its mirror image.
    return Factor(outcomes, subset_sums(weights)[::-1], multiplicities)


def _patterns(masks: Integers, members: Sequence[int]) -> Integers:
    """Which of the classes each mask meets."""
    patterns = np.zeros_like(masks)
    for index, mask in enumerate(members):
        patterns |= (masks & mask != 0).astype(np.int64) << index
    return patterns


def subset_sums(weights: Integers) -> Integers:
    """For each set, as the bits of an index, the sum over its subsets, itself included."""
    sums = weights.copy()
    half = 1
    while half < len(sums):
        pairs = sums.reshape(-1, 2, half)
        pairs[:, 1] += pairs[:, 0]
        half *= 2
    return sums


# The law.


def log_penalties(mistakes: Integers, epsilon: float) -> Floats:
    """-eps (mistakes - fewest mistakes) / 2."""
    with np.errstate(over="ignore"):  # minus infinity is the weight zero
        logs: Floats = (mistakes - mistakes.min()) * (-epsilon / 2)
    return logs


def log_normalizer(data: BitRows, *, epsilon: float, dimension: int, hypotheses: BitRows | None = None) -> float:
    """The logarithm of the sum of e^(-eps mistakes / 2) over all hypotheses; also for 2^62 of them."""
    factors, free, constant = _factors(data, dimension, hypotheses)
    fewest = constant + sum(int(factor.mistakes.min()) for factor in factors)
    logs = [float(np.log(np.exp(factor.log_weights(epsilon)).sum())) for factor in factors]
    return sum(logs) + free.bit_count() * float(np.log(2)) - epsilon / 2 * fewest


def probabilities(data: BitRows, *, epsilon: float, dimension: int, hypotheses: BitRows | None = None) -> Floats:
    """The law: the probability of each hypothesis, in order; of ANDs over at most 22 bits."""
    if hypotheses is not None:
        (factor,), _, _ = _factors(data, dimension, hypotheses)
        mistakes = factor.mistakes
    else:
        subsets = np.arange(2 ** checks.integer(dimension, "dimension", low=1, high=LARGEST_LAW))
        ands = and_factors(bit_rows(data, "data", dimension + 1), data)
        mistakes = np.zeros_like(subsets)
        for factor, members in zip(ands.factors, ands.members, strict=True):
            mistakes += factor.mistakes[_patterns(subsets, members)]
    weights = np.exp(log_penalties(mistakes, epsilon))
    law: Floats = weights / weights.sum()
    return law


def _factors(data: BitRows, dimension: int, hypotheses: BitRows | None) -> tuple[tuple[Factor, ...], int, int]:
    """The factors, the mask of the free bits, and the mistakes that no factor counts."""
    bits = checks.integer(dimension, "dimension", low=1, high=LARGEST_DIMENSION)
    rows = bit_rows(data, "data", bits + 1)
    if hypotheses is None:
        ands = and_factors(rows, data)
        return ands.factors, ands.free, ands.constant
    factor, constant = table_factor(rows, _tables(hypotheses, bits))
    return (factor,), 0, constant


def _tables(hypotheses: BitRows, dimension: int) -> Integers:
    """The truth tables, one a row."""
    tables = bit_rows(hypotheses, "hypotheses", 2**dimension)
    if not len(tables):
        raise checks.bad("hypotheses", hypotheses, "at least one truth table")
    return tables


# The sampler.


def factor_draws(factor: Factor, epsilon: float, rng: np.random.Generator) -> Callable[[int], Integers]:
    """A function that draws n outcomes: a weight by an alias table, then one of the choices that have this weight."""
    logs = factor.log_weights(epsilon)
    ranked = np.argsort(logs, kind="stable")
    ordered = logs[ranked]
    starts = np.flatnonzero(np.append(True, ordered[1:] != ordered[:-1]))
    sizes = np.diff(starts, append=len(ranked))
    columns = ordered[starts] + np.log(sizes)
    outcomes = factor.outcomes[ranked]
    weight = alias_draws(columns - columns.max(), rng)

    def draw(n: int) -> Integers:
        column = weight(n)
        drawn: Integers = outcomes[starts[column] + rng.integers(sizes[column])]
        return drawn

    return draw


def some_of(mask: int, n: int, rng: np.random.Generator) -> Integers:
    """Uniform non-empty subsets of the bits of a mask."""

    def attempt(count: int) -> tuple[Integers, Booleans]:
        subset = rng.integers(2**LARGEST_DIMENSION, size=count) & mask
        return subset, subset != 0

    return accepted(attempt, n)


def and_draws(ands: Ands, epsilon: float, rng: np.random.Generator) -> Callable[[int], Integers]:
    """A function that draws n subsets as masks."""
    parts = [factor_draws(factor, epsilon, rng) for factor in ands.factors]
    wide = [mask for members in ands.members for mask in members if mask.bit_count() > 1]

    def draw(n: int) -> Integers:
        chosen = rng.integers(2**LARGEST_DIMENSION, size=n) & ands.free if ands.free else np.zeros(n, np.int64)
        for part in parts:
            chosen |= part(n)
        for mask in wide:
            chosen &= some_of(mask, n, rng) | ~mask
        return chosen

    return draw


def private_pac(
    data: BitRows,
    *,
    size: int,
    rng: np.random.Generator,
    epsilon: Real | None = None,
    exp_eps: Rational | None = None,
    dimension: int,
    hypotheses: BitRows | None = None,
) -> Integers:
    """`size` chosen hypotheses: subsets as masks, or indices of truth tables.

    Args:
        data: the rows, each of `dimension` bits and a label; as bits, or as strings such as "0010111,0000000".
        size: the number of outputs.
        rng: the source of randomness.
        epsilon: the privacy budget; give this or `exp_eps`.
        exp_eps: e^epsilon as a rational above 1.
        dimension: the number of bits before the label, 1 to 62.
        hypotheses: truth tables of 2^dimension bits each; without them, the ANDs over all subsets of the bits.

    Raises:
        ValueError: an argument is outside its domain, or the ANDs do not factor into parts of at most 22 classes.
    """
    count = checks.sample_size(size)
    checks.generator(rng)
    budget = checks.budget(epsilon, exp_eps)
    bits = checks.integer(dimension, "dimension", low=1, high=LARGEST_DIMENSION)
    rows = bit_rows(data, "data", bits + 1)
    if hypotheses is None:
        return in_blocks(and_draws(and_factors(rows, data), budget, rng), count)
    factor, _ = table_factor(rows, _tables(hypotheses, bits))
    return in_blocks(factor_draws(factor, budget, rng), count)
