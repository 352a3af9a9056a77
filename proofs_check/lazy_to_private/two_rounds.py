"""Two rounds with good sets: the instances and properties of the claims on modified advanced composition.

Y_1 takes the values 0, 1, 2 with the weights "p" or "q" under the two secret bits; Y_2 then tells the bit if Y_1 is in
"tells", is Y_1 xor-ed with the bit if "xor", and else is constant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, Final

from dpassay.exact import Dist, total_variation
from dpassay.proofs_check.instances import Precondition, family, row_of, told, weights_of_law, whole, word
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.lazy_to_private.laws import are_laws, both_ways, laws_of


def _second(instance: Instance, y: int, bit: int) -> Dist[tuple[int, int]]:
    if instance["second"] == "xor":
        return Dist.point((y, y ^ bit))
    return Dist.point((y, bit if y in instance["tells"] else 2))


def _transcript_laws(instance: Instance) -> tuple[Dist[Any], Dist[Any]]:
    p, q = laws_of(instance)
    return p.bind(lambda y: _second(instance, y, 0)), q.bind(lambda y: _second(instance, y, 1))


def _exact_first_round(instance: Instance) -> Any:
    """e^eps_1 of the first round, at delta_1 = 0: the largest ratio of its probabilities."""
    p, q = laws_of(instance)
    return max(max(p.pmf(y) / q.pmf(y), q.pmf(y) / p.pmf(y)) for y in p.outcomes)


def _failures(instance: Instance) -> tuple[Any, Any, Any]:
    """The largest probability that Y_1 leaves its own good set, either good set, and their intersection."""
    laws, good = laws_of(instance), [set(instance["good0"]), set(instance["good1"])]
    own = max(law.probability(lambda y, s=s: y not in s) for law, s in zip(laws, good, strict=True))  # type: ignore[misc]
    either = max(law.probability(lambda y, s=s: y not in s) for law in laws for s in good)  # type: ignore[misc]
    both = max(law.probability(lambda y: y not in good[0] & good[1]) for law in laws)
    return own, either, both


POSITIVE: Final = weights_of_law(positive=True)
VALUES: Final = row_of(whole(), 0)


@are_laws.having(p=POSITIVE, q=POSITIVE, good0=VALUES, good1=VALUES, tells=VALUES, second=word("tells", "xor")).where
def _are_two_rounds(instance: Instance) -> bool:
    """Two laws of equal support, and sets of their values."""
    return all(y < len(instance["p"]) for name in ("good0", "good1", "tells") for y in instance[name])


@_are_two_rounds.where
def _condition_2(instance: Instance) -> bool:
    """For each y in the intersection of the good sets the second round is (0, 0)-indistinguishable."""
    good = set(instance["good0"]) & set(instance["good1"])
    return all(_second(instance, y, 0) == _second(instance, y, 1) for y in good)


@_are_two_rounds.where
def _condition_2_on_average(instance: Instance) -> bool:
    """Given that Y_1 is in the intersection, the law of Y_2 is the same for both bits."""
    good = set(instance["good0"]) & set(instance["good1"])
    if not good:
        return False
    outputs = [
        law.condition(lambda y: y in good).bind(lambda y, bit=bit: _second(instance, y, bit)).map(lambda pair: pair[1])  # type: ignore[misc]
        for bit, law in enumerate(laws_of(instance))
    ]
    return outputs[0] == outputs[1]


SMALL: Final = Fraction(1, 1000)
"""delta_1, delta_2 and delta~ in the instances, as (0, 1) demands."""


def _sides(instance: Instance, additional: Any) -> dict[str, Any]:
    """A lower bound on delta at every epsilon, and 1 - (1 - small)^3 + additional."""
    first, second = _transcript_laws(instance)
    revealed = max(_revealed(first, second), _revealed(second, first))
    return {"delta at every epsilon is at least": revealed, "the stated delta": 1 - (1 - SMALL) ** 3 + additional}


def _meets(instance: Instance, additional: Any) -> bool:
    revealed, stated = _sides(instance, additional).values()
    return bool(revealed <= stated)


def _revealed(p: Dist[Any], q: Dist[Any]) -> Any:
    """The mass on outcomes that the other law does not have: a lower bound on delta at EVERY epsilon."""
    return p.probability(lambda outcome: q.pmf(outcome) == 0)


def _reveals_too_much(name: str, words: str, applies: Precondition, additional: Callable[[Instance], Any]) -> None:
    """Register what fails where the mass that reveals the bit exceeds the stated delta: it fails at EVERY epsilon."""
    told(name, words, applies, lambda instance: _sides(instance, additional(instance)))(
        lambda instance: _meets(instance, additional(instance))
    )


def _is_private(instance: Instance, delta: Any) -> bool:
    """Whether the pair is (eps_1, delta)-indistinguishable; (eps_1, 0) is what condition (2) gives the composition."""
    return bool(both_ways(*_transcript_laws(instance), _exact_first_round(instance)) <= delta)


_reveals_too_much(
    "asi22",
    "with lambda for each bit's own good set: delta <= 1 - (1 - delta~) Prod(1 - delta_t) + 2 lambda",
    _condition_2,
    lambda instance: 2 * _failures(instance)[0],
)
told("asi22-corrected", "with lambda for each bit's own good set: (eps, (1 + e^eps) lambda)", _condition_2)(
    lambda instance: _is_private(instance, (1 + _exact_first_round(instance)) * _failures(instance)[0])
)
told("asi22-two", "with lambda for each bit's own good set: (eps, 2 lambda)", _condition_2)(
    lambda instance: _is_private(instance, 2 * _failures(instance)[0])
)
told("asi22b", "with lambda for both good sets under both bits: (eps, 2 lambda)", _condition_2)(
    lambda instance: _is_private(instance, 2 * _failures(instance)[1])
)
told("asi22b-half", "with lambda for both good sets under both bits: (eps, lambda)", _condition_2)(
    lambda instance: _is_private(instance, _failures(instance)[1])
)
told("asi22c", "with lambda for the intersection: (eps, lambda)", _condition_2)(
    lambda instance: _is_private(instance, _failures(instance)[2])
)
told("asi22c-less", "with lambda for the intersection: (eps, (99/100) lambda)", _condition_2)(
    lambda instance: _is_private(instance, Fraction(99, 100) * _failures(instance)[2])
)
_reveals_too_much(
    "asi22d",
    "with condition (2) for the law given the event: ... + 2 lambda",
    _condition_2_on_average,
    lambda instance: 2 * _failures(instance)[0],
)
_reveals_too_much(
    "asi22e",
    "with 2 lambda for the intersection added to epsilon in place of delta: delta <= 1 - (1 - delta~) Prod(1 - "
    "delta_t)",
    _condition_2,
    lambda _: 0,
)
told(
    "asi22b-step",
    "the switched-off and the true transcript are within lambda of one another in total variation",
    _condition_2,
)(lambda instance: bool(_switched_off_distance(instance) <= _failures(instance)[1]))


def _switched_off_distance(instance: Instance) -> Any:
    """The total variation between Y and Y', in which the second round is silent outside of the intersection."""
    good = set(instance["good0"]) & set(instance["good1"])
    distances = []
    for bit, law in enumerate(laws_of(instance)):
        true = law.bind(lambda y, bit=bit: _second(instance, y, bit))  # type: ignore[misc]
        silent = law.bind(lambda y, bit=bit: _second(instance, y, bit) if y in good else Dist.point((y, 3)))  # type: ignore[misc]
        distances.append(total_variation(true, silent))
    return max(distances)


def _two_rounds(good0: list[int], good1: list[int], tells: list[int]) -> Iterator[Instance]:
    for a, b, rest in ((1, 2, 5), (1, 3, 4), (1, 1, 8), (1, 4, 40)):
        yield {
            "p": [a, b, rest],
            "q": [b, a, rest],
            "good0": good0,
            "good1": good1,
            "second": "tells",
            "tells": tells,
        }


def values_that_tell() -> Iterator[Instance]:
    """Both good sets are without the value 1, and that tells the bit."""
    return _two_rounds([0, 2], [0, 2], [1])


@family(
    "two-rounds",
    "a first round on three values, good sets of one, two or three of them, a second round that tells the bit "
    "outside of both",
)
def all_two_rounds() -> Iterator[Instance]:
    """Good sets that miss what tells the bit, and good sets that miss nothing."""
    yield from _two_rounds([1, 2], [0, 2], [0, 1])
    yield from _two_rounds([2], [2], [0, 1])
    yield from values_that_tell()
    yield from _two_rounds([0, 1, 2], [0, 1, 2], [])
