"""What the claims on divergences, composition and coupling compute, by sums over subsets and over all transcripts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations, islice, product
from typing import Any

import mpmath
import pytest

from dpassay.proofs_check.kernel.finite import FAMILIES, PROPERTIES
from dpassay.proofs_check.lazy_to_private import laws
from tests.proofs_check.lazy_to_private.every_coin import normalized

Law = Mapping[Any, Any]


def numbers_of(name: str, instance: Mapping[str, Any]) -> dict[str, Any]:
    told = PROPERTIES[name]
    assert told.numbers is not None
    return dict(told.numbers(instance))


def excess_over_subsets(p: Sequence[Fraction], q: Sequence[Fraction], t: Fraction) -> Fraction:
    """The largest P(S) - t Q(S)."""
    sets = [event for size in range(len(p) + 1) for event in combinations(range(len(p)), size)]
    return max(sum((p[y] - t * q[y] for y in event), Fraction(0)) for event in sets)


def delta_at(p: Law, q: Law, t: Any) -> Any:
    """The hockey-stick divergence, both ways."""
    ways = ((p, q), (q, p))
    return max(sum((max(m - t * b.get(y, 0), 0) for y, m in a.items()), Fraction(0)) for a, b in ways)


# ASI-01 to ASI-03


def test_a_law_in_proportion() -> None:
    law = laws.law_of([1, 0, 3])
    assert [law.pmf(y) for y in range(3)] == [Fraction(1, 4), 0, Fraction(3, 4)]


def test_one_direction_is_not_both() -> None:
    answers = set()
    for instance in islice(FAMILIES["pairs-in-fourths"].instances(), 0, None, 41):
        p, q = normalized(instance["p"]), normalized(instance["q"])
        t, delta = Fraction(instance["exp_eps"]), Fraction(instance["delta"])
        there, back = excess_over_subsets(p, q, t) <= delta, excess_over_subsets(q, p, t) <= delta
        answers.add((there, back))
        assert PROPERTIES["asi01"].holds(instance)
        assert PROPERTIES["asi01-one-way"].holds(instance) is (there is (there and back))
    assert answers == {(True, True), (True, False), (False, True), (False, False)}


PAIR: dict[str, Any] = {"p": ["1/4", "1/5", "11/20"], "q": ["1/5", "1/4", "11/20"], "exp_half_eps": "21/20"}


@pytest.mark.parametrize("under", ["p", "q"])
@pytest.mark.parametrize(("name", "constant"), [("asi02", 5), ("asi02-4", 4), ("asi02-less", None), ("asi02-2", 2)])
def test_the_mass_of_bad_ratios(name: str, constant: int | None, under: str) -> None:
    """The two points whose ratios are 5/4 and 4/5 are bad; eps = 2 log(21/20)."""
    t = Fraction(21, 20)
    p, q = normalized(PAIR["p"]), normalized(PAIR["q"])
    law = p if under == "p" else q
    bad = [m for m, a, b in zip(law, p, q, strict=True) if max(a / b, b / a) > t * t]
    assert sum(bad) == Fraction(9, 20)
    quotient = float(sum(bad) / max(excess_over_subsets(p, q, t), excess_over_subsets(q, p, t)))
    needed = quotient * 2 * float(mpmath.log(1.05))
    if constant is not None:
        assert abs(needed - constant) > 1e-3
        assert PROPERTIES[name].holds({**PAIR, "under": under}) is (needed <= constant)


def test_bad_ratios_may_be_half_as_many() -> None:
    """So that the constants above can be told apart: a pair that needs more than 2."""
    members = list(islice(FAMILIES["pairs-in-sixths"].instances(), 1500, None))
    assert any(not PROPERTIES["asi02-2"].holds(instance) for instance in members)


@pytest.mark.parametrize(("changes", "t", "delta"), [(1, "2", "1/10"), (3, "3/2", "1/20"), (4, "6/5", "1/100")])
def test_a_chain_of_two_outcomes(changes: int, t: str, delta: str) -> None:
    growth, step = Fraction(t), Fraction(delta)
    masses = [Fraction(0)]
    while len(masses) <= changes:
        masses.append(growth * masses[-1] + step)
    first, last = ([mass, 1 - mass] for mass in (masses[0], masses[-1]))
    apart = max(excess_over_subsets(a, b, growth**changes) for a, b in ((first, last), (last, first)))
    tight = sum((step * growth**j for j in range(changes)), Fraction(0))
    instance = {"changes": changes, "exp_eps": t, "delta": delta}
    assert PROPERTIES["asi03"].applies(instance)
    assert PROPERTIES["asi03"].holds(instance) is (apart <= changes * growth ** (changes - 1) * step)
    assert PROPERTIES["asi03-tight"].holds(instance) is (apart <= tight)
    assert PROPERTIES["asi03-too-sharp"].holds(instance) is (apart <= tight * Fraction(99, 100))
    assert PROPERTIES["asi03-linear"].holds(instance) is (apart <= changes * step)


# ASI-04: the optimal composition, from all transcripts of the extremal mechanism


def optimal_delta(rounds: int, t: mpmath.mpf, delta: mpmath.mpf, at: mpmath.mpf) -> Any:
    """Each round tells the bit with probability delta, and else answers truly with probability t/(1 + t)."""
    true = t / (1 + t)
    one = ((delta, mpmath.mpf(0)), ((1 - delta) * true, (1 - delta) * (1 - true)))
    outcomes = (*one, *((q, p) for p, q in one))
    total = mpmath.mpf(0)
    for path in product(outcomes, repeat=rounds):
        total += max(mpmath.mpf(0), mpmath.fprod(p for p, _ in path) - at * mpmath.fprod(q for _, q in path))
    return total


@pytest.mark.parametrize(
    ("rounds", "t", "slack"), [(1, "4", "1/10"), (3, "3/2", "1/3"), (5, "11/10", "1/1000"), (4, "4", "1/2")]
)
def test_composition_bounds(rounds: int, t: str, slack: str) -> None:
    instance = {"rounds": rounds, "exp_eps": t, "delta": "1/1000", "slack": slack}
    with mpmath.workdps(20):
        growth, more, delta = (mpmath.mpf(f.numerator) / f.denominator for f in map(Fraction, (t, slack, "1/1000")))
        eps = mpmath.log(growth)
        square = rounds * eps**2
        root = min(
            mpmath.sqrt(2 * square * mpmath.log(part)) for part in (mpmath.e + mpmath.sqrt(square) / more, 1 / more)
        )
        mean = rounds * eps * (growth - 1) / (growth + 1)
        allowed = 1 - (1 - more) * (1 - delta) ** rounds
        sharp = min(rounds * eps, mean + root)

        def meets(epsilon: Any) -> bool:
            return bool(optimal_delta(rounds, growth, delta, mpmath.exp(epsilon)) <= allowed)

        assert PROPERTIES["asi04"].holds(instance) is meets(rounds * eps + root)
        assert PROPERTIES["asi04-sharp"].holds(instance) is meets(sharp)
        assert PROPERTIES["asi04-half-root"].holds(instance) is meets(mean + (sharp - mean) / 2)
        basic = 1 - (1 - delta) ** rounds
        assert PROPERTIES["asi04-worse"].holds(instance) is bool(root > 0 and basic < allowed)
        worse = (rounds * eps + root) * mpmath.mpf(4) / 5 > rounds * eps
        assert PROPERTIES["asi04-much-worse"].holds(instance) is bool(worse)


# ASI-14: the first of all cells, in closed form for two variables


def probability_to_differ(first: Sequence[int], second: Sequence[int]) -> Fraction:
    """The first cell of the union is in one alone: the other then takes a cell of its own, uniformly."""
    union, total = sum(map(max, first, second)), sum(first)
    differ = Fraction(0)
    for mine, other in ((first, second), (second, first)):
        for a, b in zip(mine, other, strict=True):
            differ += Fraction(max(0, a - b), union) * (1 - Fraction(b, total))
    return differ


@pytest.mark.parametrize(
    "laws", [[[2, 0], [1, 1]], [[1, 1, 0], [0, 1, 1], [1, 0, 1]], [[2, 1, 0], [0, 1, 2]], [[3, 0, 0], [1, 1, 1]]]
)
def test_the_first_cell_coupling(laws: list[list[int]]) -> None:
    within = {Fraction(2): True, Fraction(19, 10): True}
    for p, q in combinations(laws, 2):
        tv = Fraction(sum(abs(a - b) for a, b in zip(p, q, strict=True)), 2 * sum(p))
        for numerator in within:
            within[numerator] &= probability_to_differ(p, q) <= numerator * tv / (1 + tv)
    assert PROPERTIES["asi14"].holds({"laws": laws}) is within[Fraction(2)]
    assert PROPERTIES["asi14-less"].holds({"laws": laws}) is within[Fraction(19, 10)]


# ASI-22: two rounds, by all transcripts


ROUNDS: list[dict[str, Any]] = [
    {"p": [1, 2, 5], "q": [2, 1, 5], "good0": [1, 2], "good1": [0, 2], "second": "tells", "tells": [0, 1]},
    {"p": [1, 3, 4], "q": [3, 1, 4], "good0": [2], "good1": [0, 2], "second": "tells", "tells": [0]},
    {"p": [1, 2, 5], "q": [2, 1, 5], "good0": [0, 2], "good1": [0, 2], "second": "tells", "tells": [1]},
]


def transcripts(instance: Mapping[str, Any]) -> tuple[Law, Law]:
    """The laws of (Y_1, Y_2) under the two bits."""
    laws: list[dict[Any, Fraction]] = []
    for bit, name in enumerate(("p", "q")):
        found: dict[Any, Fraction] = {}
        for y, mass in enumerate(normalized(instance[name])):
            shown = (y ^ bit) if instance["second"] == "xor" else bit if y in instance["tells"] else "silent"
            found[y, shown] = mass
        laws.append(found)
    return laws[0], laws[1]


def failures(instance: Mapping[str, Any]) -> tuple[Fraction, Fraction, Fraction]:
    """Of each bit's own good set, of either, and of both."""
    laws = [normalized(instance[name]) for name in ("p", "q")]
    good = [set(instance["good0"]), set(instance["good1"])]

    def outside(law: Sequence[Fraction], kept: set[int]) -> Fraction:
        return sum((m for y, m in enumerate(law) if y not in kept), Fraction(0))

    own = max(outside(law, kept) for law, kept in zip(laws, good, strict=True))
    either = max(outside(law, kept) for law in laws for kept in good)
    return own, either, max(outside(law, good[0] & good[1]) for law in laws)


@pytest.mark.parametrize("instance", ROUNDS)
def test_two_rounds(instance: dict[str, Any]) -> None:
    first, second = transcripts(instance)
    own, either, both = failures(instance)
    told = max(sum(m for y, m in a.items() if y not in b) for a, b in ((first, second), (second, first)))
    small = 1 - Fraction(999, 1000) ** 3
    assert list(numbers_of("asi22", instance).values()) == [told, small + 2 * own]
    assert list(numbers_of("asi22e", instance).values()) == [told, small]
    p, q = normalized(instance["p"]), normalized(instance["q"])
    t = max(max(a / b, b / a) for a, b in zip(p, q, strict=True))
    delta = delta_at(first, second, t)
    assert PROPERTIES["asi22-corrected"].holds(instance) is (delta <= (1 + t) * own)
    assert PROPERTIES["asi22-two"].holds(instance) is (delta <= 2 * own)
    assert PROPERTIES["asi22b"].holds(instance) is (delta <= 2 * either)
    assert PROPERTIES["asi22b-half"].holds(instance) is (delta <= either)
    assert PROPERTIES["asi22c"].holds(instance) is (delta <= both)
    assert PROPERTIES["asi22c-less"].holds(instance) is (delta <= both * Fraction(99, 100))


def test_the_second_round_on_average() -> None:
    instance = {"p": [1, 3], "q": [1, 3], "good0": [0, 1], "good1": [0, 1], "second": "xor", "tells": []}
    assert PROPERTIES["asi22d"].applies(instance) is False
    assert PROPERTIES["asi22d"].applies({**instance, "p": [1, 1], "q": [1, 1]}) is True
    first, second = transcripts(instance)
    assert not set(first) & set(second)
    assert numbers_of("asi22d", instance)["delta at every epsilon is at least"] == 1


@pytest.mark.parametrize("instance", ROUNDS)
def test_the_transcript_with_the_second_round_switched_off(instance: dict[str, Any]) -> None:
    """Outside of both good sets Y_2 is another symbol: the total variation is the mass there."""
    good = set(instance["good0"]) & set(instance["good1"])
    moved = max(
        sum((m for y, m in enumerate(normalized(instance[name])) if y not in good), Fraction(0)) for name in ("p", "q")
    )
    assert PROPERTIES["asi22b-step"].holds(instance) is (moved <= failures(instance)[1])
