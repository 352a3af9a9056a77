"""Mechanisms one after another that are private as long as the history is good under both secret bits: the settings.

A setting is a tree: at each node a pair of laws of one answer, under secret bits k = 1 and 2; the histories that are
not in the good set of each bit; and (eps(t), delta(t)), which the mechanism of round t meets at every history that is
in both good sets, or only on average over these. ``lam(t)`` bounds how often the history is not good, in one of three
readings.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, Final

from dpassay.exact import as_real, log
from dpassay.proofs_check.models.approximate_rounds import Tree, law_of
from dpassay.proofs_check.proof.pure_parts import Law, Pair, excess
from dpassay.proofs_check.proof.rounds import Answers

READINGS: Final = ("own", "each", "both")
ONE: Final = Fraction(1)


@dataclass(frozen=True)
class Histories(Tree):
    """The tree, what is not good, the budgets, and the bounds on how often it is not good.

    Args:
        pairs: by the answers so far, with those of T - 1 answers as the last ones.
        bad: of each bit, the histories that are not in its good set.
        exp_eps: of each round, above 1.
        delta: of each round, from 0 to below 1.
        lam: of each round, what bounds how often its history is not good.
        reading: of lam: "own" good set under each bit, "each" good set under each bit, or "both" at once.
        on_average: the mechanisms are private on average over the good histories, and not at each.
    """

    pairs: tuple[tuple[Answers, Pair], ...]
    bad: tuple[frozenset[Answers], frozenset[Answers]]
    exp_eps: tuple[Fraction, ...]
    delta: tuple[Fraction, ...]
    lam: tuple[Fraction, ...]
    reading: str
    on_average: bool = False

    def __post_init__(self) -> None:
        if not all(growth > 1 for growth in self.exp_eps) or not all(0 <= delta < 1 for delta in self.delta):
            raise ValueError(f"budgets = {self.exp_eps}, {self.delta}: expected e^eps > 1 and 0 <= delta < 1")
        if {past for past, _ in self.pairs} != set(self.pasts) or not len(self.delta) == len(self.lam) == self.rounds:
            raise ValueError(f"pairs = {self.pairs}: expected a pair after all answers of less than T rounds")
        if self.reading not in READINGS:
            raise ValueError(f"reading = {self.reading!r}: expected one of {', '.join(READINGS)}")
        for t in range(1, self.rounds + 1):
            self._insist_on_round(t)

    def _insist_on_round(self, t: int) -> None:
        growth, delta = self.exp_eps[t - 1], self.delta[t - 1]
        pairs = [self.average(t)] if self.on_average else [self.pair(past) for past in self.good_pasts(t)]
        for pair in pairs:
            if any(excess(one, other, growth) > delta for one, other in (pair, pair[::-1])):
                raise ValueError(f"round {t}: expected laws within e^{growth} and {delta} where the history is good")
        if max(self.misses(t)) > self.lam[t - 1]:
            raise ValueError(f"lam = {self.lam}: expected at least {max(self.misses(t))} in round {t}")

    def pair(self, past: Answers) -> Pair:
        """The laws of the next answer."""
        return dict(self.pairs)[past]

    def is_good(self, k: int, past: Answers) -> bool:
        """Tell whether a history is in the good set of a bit."""
        return past not in self.bad[int(k) - 1]

    def good_pasts(self, t: int) -> list[Answers]:
        """The histories before round t that are in both good sets."""
        return [past for past in product(range(self.size), repeat=t - 1) if all(self.is_good(k, past) for k in (1, 2))]

    def chance(self, k: int, past: Answers) -> Fraction:
        """The probability of the first answers under a bit."""
        weight = ONE
        for t, answer in enumerate(past):
            weight *= self.pair(past[:t])[int(k) - 1][answer]
        return weight

    def misses(self, t: int) -> list[Fraction]:
        """How often the history before round t is not good, as the reading counts."""
        pasts = list(product(range(self.size), repeat=t - 1))
        sets = {"own": [((k,), k) for k in (1, 2)], "each": [((j,), k) for j in (1, 2) for k in (1, 2)]}
        counted = sets.get(self.reading, [((1, 2), k) for k in (1, 2)])
        return [
            sum((self.chance(k, past) for past in pasts if not all(self.is_good(j, past) for j in js)), Fraction(0))
            for js, k in counted
        ]

    def average(self, t: int) -> Pair:
        """The laws of answer t given that the history is good, under both bits."""
        first, second = (self._average(k, t) for k in (1, 2))
        return first, second

    def _average(self, k: int, t: int) -> Law:
        weights = {past: self.chance(k, past) for past in self.good_pasts(t)}
        whole = sum(weights.values(), Fraction(0))
        if not whole:
            raise ValueError(f"bad = {self.bad}: expected good histories before round {t}")
        return tuple(
            sum((w * self.pair(past)[k - 1][answer] for past, w in weights.items()), Fraction(0)) / whole
            for answer in range(self.size)
        )

    def stopped_at(self, answers: Answers) -> int | None:
        """The first round whose history is not in both good sets."""
        rounds = range(1, self.rounds + 1)
        return next((t for t in rounds if not all(self.is_good(k, answers[: t - 1]) for k in (1, 2))), None)


def transcripts(setting: Histories) -> list[Answers]:
    """The answers of all rounds."""
    return list(product(range(setting.size), repeat=setting.rounds))


@cache
def events(setting: Histories) -> tuple[frozenset[Answers], ...]:
    """What is more likely under either bit by more than the product of all e^eps, everything, and each transcript."""
    every = transcripts(setting)
    worst = [
        frozenset(y for y in every if setting.chance(k, y) > growth(setting) * setting.chance(3 - k, y)) for k in (1, 2)
    ]
    return (*worst, frozenset(every), *(frozenset({y}) for y in every))


def growth(setting: Histories) -> Fraction:
    """The product of all e^eps."""
    whole = ONE
    for factor in setting.exp_eps:
        whole *= factor
    return whole


def uniform(setting: Histories, t: int, past: Answers) -> Mapping[Answers, Fraction]:
    """The uniform law given the first t answers."""
    alike = [answers for answers in transcripts(setting) if answers[:t] == past[:t]]
    return dict.fromkeys(alike, Fraction(1, len(alike)))


def stopped_density(setting: Histories, k: int, t: int, answers: Answers) -> Fraction:
    """That of answer t in the stopped process, given those before it."""
    stop = setting.stopped_at(answers)
    if stop is not None and stop <= t:
        return ONE
    return setting.size * setting.pair(answers[: t - 1])[int(k) - 1][answers[t - 1]]


def stopped_densities(setting: Histories, k: int, t: int, answers: Answers) -> Fraction:
    """That of the first t answers in the stopped process."""
    whole = ONE
    for i in range(1, int(t) + 1):
        whole *= stopped_density(setting, k, i, answers)
    return whole


def is_lone(setting: Histories, k: int, answers: Answers) -> bool:
    """Tell whether the process stops at a history that is in the good set of the bit."""
    stop = setting.stopped_at(answers)
    return stop is not None and setting.is_good(k, answers[: stop - 1])


def kept(setting: Histories, t: int) -> Fraction:
    """The product of 1 - delta over the first t rounds."""
    whole = ONE
    for delta in setting.delta[: int(t)]:
        whole *= 1 - delta
    return whole


def answers_of(setting: Histories, number: int) -> list[int]:
    """Set s of answers holds those whose bit in s - 1 is 1."""
    return [answer for answer in range(setting.size) if (int(number) - 1) >> answer & 1]


def on_average(setting: Histories, k: int, t: int, number: int) -> Fraction:
    """The probability of a set of answers given that the history is good."""
    law = setting.average(int(t))[int(k) - 1]
    return sum((law[answer] for answer in answers_of(setting, number)), Fraction(0))


def read(setting: Histories) -> dict[str, Any]:
    """T, the numbers of events and of sets of answers, and the guarantee of basic composition: e and c."""
    return {
        "T": Fraction(setting.rounds),
        "N": Fraction(len(events(setting))),
        "M": Fraction(2**setting.size),
        "e": as_real(log(growth(setting))),
        "c": 1 - kept(setting, setting.rounds),
    }


def constant(answer: int) -> Pair:
    """One of three answers, under both bits."""
    law = tuple(Fraction(int(other == answer)) for other in range(3))
    return law, law


TOLD: Final = (law_of("1", "0", "0"), law_of("0", "1", "0"))
SMALL: Final = ("1001/1000", "1/1000")
"""e^eps and delta of a round that tells nothing."""


def two_rounds(reading: str, lam: str, tells: set[int], bad: tuple[set[int], set[int]], delta: str = "0") -> Histories:
    """A first answer with e^eps = 2, and a second one that tells the bit after some of these."""
    first = (law_of("1/8", "1/4", "5/8"), law_of("1/4", "1/8", "5/8"))
    later = {(y,): TOLD if y in tells else constant(2) for y in range(3)}
    sets = [frozenset((y,) for y in wrong) for wrong in bad]
    return Histories(
        (((), first), *later.items()),
        (sets[0], sets[1]),
        law_of("2", SMALL[0]),
        law_of(delta, delta),
        law_of("0", lam),
        reading,
    )


def three_rounds(reading: str, lam: tuple[str, ...]) -> Histories:
    """Answers of one bit, approximately private as long as no 1 follows on a 0 under bit 1, or the other way round."""
    response, weak = (law_of("3/5", "2/5"), law_of("2/5", "3/5")), (law_of("1/2", "1/2"), law_of("1/4", "3/4"))
    told = (law_of("1", "0"), law_of("0", "1"))
    pasts = [past for t in range(3) for past in product((0, 1), repeat=t)]
    bad = (frozenset({(0, 1)}), frozenset({(1, 0)}))
    pairs = {past: told if past in bad[0] | bad[1] else weak if past == (1,) else response for past in pasts}
    return Histories(
        tuple(pairs.items()), bad, law_of("3/2", "3/2", "3/2"), law_of("0", "1/8", "1/10"), law_of(*lam), reading
    )


OWN_SETS: Final = ({0}, {1})
SAME_SETS: Final = ({1}, {1})
NOTHING: Final[tuple[set[int], set[int]]] = (set(), set())
PAD: Final = Histories(
    (
        ((), (law_of("1/2", "1/2"), law_of("1/2", "1/2"))),
        ((0,), (law_of("1", "0"), law_of("0", "1"))),
        ((1,), (law_of("0", "1"), law_of("1", "0"))),
    ),
    (frozenset(), frozenset()),
    law_of(SMALL[0], SMALL[0]),
    law_of(SMALL[1], SMALL[1]),
    law_of("0", "0"),
    "both",
    on_average=True,
)
"""A fair bit, and then the exclusive or of it and the secret one."""


def own_settings() -> Iterator[Histories]:
    """Each bit's own good set is likely under that bit."""
    yield two_rounds("own", "1/8", {0, 1}, OWN_SETS)
    yield two_rounds("own", "0", set(), NOTHING, SMALL[1])
    yield three_rounds("own", ("0", "0", "3/10"))


def each_settings() -> Iterator[Histories]:
    """Each good set is likely under each bit."""
    yield two_rounds("each", "1/4", {0, 1}, OWN_SETS, SMALL[1])
    yield three_rounds("each", ("0", "1/100", "3/10"))


def both_settings() -> Iterator[Histories]:
    """The intersection of the good sets is likely under each bit."""
    yield two_rounds("both", "1/4", {1}, SAME_SETS)
    yield two_rounds("both", "3/8", {0, 1}, OWN_SETS, SMALL[1])
    yield three_rounds("both", ("0", "0", "1/2"))


def stopping_settings() -> Iterator[Histories]:
    """All that are private at each good history."""
    yield from own_settings()
    yield from each_settings()
    yield from both_settings()


def every_setting() -> Iterator[Histories]:
    """All of them."""
    yield from stopping_settings()
    yield PAD
