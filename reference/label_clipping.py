"""Label clipping: answer a label with one of the integers that stand for it, now and then with any integer at all.

Source: "Online distribution learning with local private constraints", Section 4.2, (3) to (6). A class is a table of K
distributions f_j on the labels 0, ..., M-1, those of one feature x_t. The label y owns |S_y| = ceil(M max_j f_j[y]) of
the integers 0, ..., N'-1, where N' is the sum of all the |S_y|; the first |S_0| integers are those of the label 0, the
next |S_1| those of the label 1, and so on. h'(y) is uniform on S_y; h(y) is h'(y), but with probability 1/T uniform on
all N' integers.

Two readings. As printed a label that every f_j gives probability 0 owns no integer, and h' is not defined there: the
calibration "printed" refuses such a class, "corrected" lets every label own at least one. And N' <= K M, as printed,
is false, because each ceiling may add almost 1: N' <= K M + M - 1 in both calibrations (``most_integers``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate, pairwise, permutations
from typing import Protocol, TypeAlias

from dpassay.exact import Budget, Coins, Dist, as_fraction, as_integer, as_positive_integer, require
from dpassay.exact.entrance import explain_failures
from dpassay.exact.rationals import first_true
from dpassay.reference.mechanism import Guarantee, MechanismParameters, parameter

NAME = "label_clipping"
SUMMARY = "answer a label with an integer that stands for it"
DATA = "the label, a whole number from 0 to M - 1, where M is the number of labels in a row of hypotheses"
EXAMPLE = {"hypotheses": "1/2,1/2;1/4,3/4", "rounds": "4"}
CALIBRATIONS = ("corrected", "printed")

Row: TypeAlias = tuple[Fraction, ...]
Table: TypeAlias = tuple[Row, ...]
"""f_j[y] at row j and column y."""


def as_table(value: object, name: str) -> Table:
    """Return K distributions on M labels, as a sequence of rows or as text: rows apart by ";", entries by ","."""
    rows = value.split(";") if isinstance(value, str) else value
    if not isinstance(rows, list | tuple) or not rows:
        raise ValueError(f"{name} = {value!r}: expected a sequence of distributions, one a hypothesis")
    table = tuple(_as_distribution(row, f"{name}[{index}]") for index, row in enumerate(rows))
    for index, row in enumerate(table):
        require(len(row) == len(table[0]), f"{name}[{index}]", f"of {len(row)} labels", f"{len(table[0])} labels")
    return table


def _as_distribution(value: object, name: str) -> Row:
    entries = value.split(",") if isinstance(value, str) else value
    if not isinstance(entries, list | tuple) or not entries:
        raise ValueError(f"{name} = {value!r}: expected a sequence of probabilities, one a label")
    row = tuple(as_fraction(entry, f"{name}[{label}]") for label, entry in enumerate(entries))
    for label, entry in enumerate(row):
        require(entry >= 0, f"{name}[{label}]", entry, "a probability of at least 0")
    require(sum(row) == 1, name, f"with total {sum(row)}", "probabilities of total 1")
    return row


def as_calibration(value: object, name: str) -> str:
    """Return "corrected" or "printed"."""
    if value not in CALIBRATIONS:
        raise ValueError(f"{name} = {value!r}: expected one of {', '.join(CALIBRATIONS)}")
    return str(value)


class Clipped(Protocol):
    """Parameters of a mechanism that clips labels: a class of K hypotheses on M labels, and a horizon T."""

    @property
    def hypotheses(self) -> Table:
        """The rows f_1, ..., f_K."""

    @property
    def rounds(self) -> int:
        """The horizon T."""

    @property
    def calibration(self) -> str:
        """Which text is followed: "corrected" or "printed"."""


@dataclass(frozen=True, slots=True)
class Parameters(MechanismParameters):
    """Parameters of label clipping."""

    hypotheses: Table = parameter(
        as_table, "the K distributions f_j on M labels: rows apart by semicolons, entries by commas"
    )
    rounds: int = parameter(as_positive_integer, "the horizon T, at least 1")
    calibration: str = parameter(as_calibration, 'a text: "corrected" (default) or "printed"', default="corrected")

    def __post_init__(self) -> None:
        """Check the domains."""
        MechanismParameters.__post_init__(self)
        sizes(self)


def labels(parameters: Clipped) -> int:
    """M, the number of labels."""
    return len(parameters.hypotheses[0])


def sizes(parameters: Clipped) -> tuple[int, ...]:
    """|S_y| for each label: ceil(M max_j f_j[y]); "corrected": at least 1."""
    m = labels(parameters)
    printed = tuple((m * max(column)).__ceil__() for column in zip(*parameters.hypotheses, strict=True))
    if parameters.calibration == "corrected":
        return tuple(max(1, size) for size in printed)
    for label, size in enumerate(printed):
        require(
            size > 0, "hypotheses", f"all 0 at label {label}", 'a probability above 0 for every label, or "corrected"'
        )
    return printed


def integers(parameters: Clipped) -> int:
    """N' of (3), the number of integers that a label may be answered with."""
    return sum(sizes(parameters))


def most_integers(parameters: Clipped) -> int:
    """K M + M - 1, which N' never exceeds (the text prints K M): M ceilings add less than 1 each.

    The least such bound is M + min(K, M) (M - 1) (claim SIMA-26-corrected).
    """
    return (len(parameters.hypotheses) + 1) * labels(parameters) - 1


def parts(parameters: Clipped) -> tuple[range, ...]:
    """S_y for each label: consecutive stretches of range(N')."""
    ends = [0, *accumulate(sizes(parameters))]
    return tuple(range(low, high) for low, high in pairwise(ends))


def exact_label(data: object, parameters: Clipped) -> int:
    """Return the label, an int in range(M)."""
    label = as_integer(data, "data")
    require(0 <= label < labels(parameters), "data", data, f"a label in range({labels(parameters)})")
    return label


def check_data(data: object, parameters: Parameters) -> int:
    """Return the label, an int in range(M)."""
    return exact_label(data, parameters)


def uniform_on_part(label: int, parameters: Clipped) -> Dist[int]:
    """(4): the law of h'(y), uniform on S_y."""
    return Dist.uniform(parts(parameters)[exact_label(label, parameters)])


def clipped(label: int, parameters: Clipped) -> Dist[int]:
    """(5): the law of h(y), which is h'(y), but with probability 1/T uniform on range(N')."""
    astray = Fraction(1, parameters.rounds)
    anything = Dist.uniform(range(integers(parameters)))
    return Dist.mixture([(1 - astray, uniform_on_part(label, parameters)), (astray, anything)])


def law(data: int, parameters: Parameters) -> Dist[int]:
    """The exact law of the clipped label h(y)."""
    return clipped(check_data(data, parameters), parameters)


def likelihoods(parameters: Clipped) -> Table:
    """(6): p-bar_j = h o f_j at any integer of each label; row j, column y.

    As h(y) is uniform on S_y but for the draws that go astray, it is (1 - 1/T) f_j[y] / |S_y| + 1/(T N') on S_y.
    """
    counts, astray = sizes(parameters), Fraction(1, parameters.rounds)
    floor = astray / sum(counts)
    return tuple(
        tuple((1 - astray) * mass / count + floor for mass, count in zip(row, counts, strict=True))
        for row in parameters.hypotheses
    )


def induced(parameters: Clipped) -> Table:
    """(6): h o f_j, the law of the clipped label of a label drawn from f_j; row j, column y' in range(N')."""
    return _on_integers(likelihoods(parameters), parameters)


def induced_on_parts(parameters: Clipped) -> Table:
    """The law h' o f_j, without the draws that go astray: f_j[y] / |S_y| on S_y."""
    counts = sizes(parameters)
    shares = tuple(tuple(mass / n for mass, n in zip(row, counts, strict=True)) for row in parameters.hypotheses)
    return _on_integers(shares, parameters)


def _on_integers(table: Table, parameters: Clipped) -> Table:
    """Repeat the column of each label for all of its integers."""
    counts = sizes(parameters)
    return tuple(tuple(p for p, count in zip(row, counts, strict=True) for _ in range(count)) for row in table)


def are_neighbors(first: int, second: int, parameters: Parameters) -> bool:  # noqa: ARG001  # one signature for all
    """Any two labels are neighbors."""
    return True


def neighbors(parameters: Parameters) -> Iterator[tuple[int, int]]:
    """Every ordered pair of distinct labels; those whose first label owns the fewest integers lose the most."""
    counts = sizes(parameters)
    yield from sorted(permutations(range(len(counts)), 2), key=lambda pair: counts[pair[0]])


def exp_privacy_loss(parameters: Clipped) -> Fraction:
    """e to the privacy loss, 1 + (T-1) N' / min_y |S_y|: reached on the least S_y, by its label against any other.

    On S_y the law of h(y) is (1 - 1/T)/|S_y| + 1/(T N'), that of any other label 1/(T N'). One label loses nothing.
    """
    counts = sizes(parameters)
    if len(counts) == 1:
        return Fraction(1)
    return 1 + Fraction((parameters.rounds - 1) * sum(counts), min(counts))


def guarantee(parameters: Parameters) -> Guarantee:
    """(eps, 0) for any two labels, with the least such eps."""
    ratio = exp_privacy_loss(parameters)
    return Guarantee("any_pair", Budget(exp_eps=ratio) if ratio > 1 else Budget.zero())


def scaled(parameters: Parameters, factor: Fraction) -> Parameters:
    """The longest horizon at which the loss is at most ``factor`` times as large; at factor 1 the horizon itself."""
    target, power = exp_privacy_loss(parameters) ** factor.numerator, factor.denominator

    def exceeds(rounds: int) -> bool:
        return exp_privacy_loss(replace(parameters, rounds=rounds)) ** power > target

    if target == 1:
        return parameters
    return replace(parameters, rounds=first_true(exceeds, parameters.rounds) - 1)


def sample(data: int, parameters: Parameters, rng: Coins) -> int:
    """Draw one clipped label exactly."""
    return draw_clipped(check_data(data, parameters), parameters, rng)


def draw_clipped(label: int, parameters: Clipped, rng: Coins) -> int:
    """Draw h(y) exactly: with probability 1/T any integer, else one of S_y."""
    astray = rng.randrange(parameters.rounds) == 0
    among: Sequence[int] = range(integers(parameters)) if astray else parts(parameters)[label]
    return among[rng.randrange(len(among))]


explain_failures(__name__)
