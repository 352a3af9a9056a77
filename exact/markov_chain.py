"""Finite Markov chains, all of them seen or only a function of their states: the laws of states and of transcripts."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, TypeVar

from dpassay.exact.dist import Dist, as_weight, total
from dpassay.exact.entrance import explain_failures
from dpassay.exact.expnumber import Number
from dpassay.exact.rationals import require

S = TypeVar("S", bound=Hashable)
Kernel = Mapping[S, Mapping[S, Number]]
"""The law of the next state, by state."""
Observe = Callable[[Any], Hashable]
"""What is seen of a state."""
MOST_TRANSCRIPTS = 1 << 16
"""``transcript_law`` lists no more transcripts than this; the losses list none."""


@dataclass(frozen=True, slots=True)
class Chain(Generic[S]):
    """A Markov chain on finitely many states: the law of the first, and a kernel for each step after it.

    Raises ``ValueError`` for a weight that is negative or no exact number, for a row whose total is not 1, and where a
    state can be reached whose next step is not given. Rows of states that are never reached may be left out.
    """

    initial: Mapping[S, Number]
    kernels: Sequence[Kernel[S]]

    def __post_init__(self) -> None:
        """Read the weights, and leave out those that are zero."""
        object.__setattr__(self, "initial", _checked_row(self.initial, "initial"))
        reached: set[S] = set(self.initial)
        kernels = []
        for step, kernel in enumerate(self.kernels):
            for state in reached:
                require(
                    state in kernel, f"kernels[{step}]", f"without {state!r}", "a row for each state that is reached"
                )
            rows = {state: _checked_row(kernel[state], f"kernels[{step}][{state!r}]") for state in reached}
            reached = {following for row in rows.values() for following in row}
            kernels.append(rows)
        object.__setattr__(self, "kernels", tuple(kernels))

    def marginals(self) -> tuple[Dist[S], ...]:
        """The exact law of each state, the first one included."""
        laws = [dict(self.initial)]
        for kernel in self.kernels:
            following: dict[S, Number] = {}
            for state, weight in laws[-1].items():
                for target, probability in kernel[state].items():
                    following[target] = following.get(target, Fraction(0)) + weight * probability
            laws.append(following)
        return tuple(Dist(weights) for weights in laws)


def _checked_row(row: Mapping[S, Number], name: str) -> dict[S, Number]:
    exact = {state: as_weight(weight, f"{name}[{state!r}]") for state, weight in row.items()}
    mass = total(exact.values())
    require(mass == 1, name, f"with total {mass}", "a total of 1")
    return {state: weight for state, weight in exact.items() if weight != 0}


def itself(state: Hashable) -> Hashable:
    """Return the state: all of it is seen."""
    return state


def transcript_law(chain: Chain[S], observe: Observe = itself) -> Dist[tuple[Any, ...]]:
    """The exact law of all that is seen, by the forward algorithm: each prefix with its weight in every state.

    Raises ``ValueError`` where there are too many transcripts to list.
    """
    prefixes = _seen_next({(): {None: Fraction(1)}}, {None: chain.initial}, observe)
    for kernel in chain.kernels:
        prefixes = _seen_next(prefixes, kernel, observe)
        require(len(prefixes) <= MOST_TRANSCRIPTS, "chain", "too long", f"at most {MOST_TRANSCRIPTS} transcripts")
    return Dist({prefix: total(weights.values()) for prefix, weights in prefixes.items()})


def _seen_next(prefixes: Mapping[Any, Mapping[Any, Number]], kernel: Kernel[Any], observe: Observe) -> dict[Any, Any]:
    longer: dict[Any, dict[Any, Number]] = {}
    for prefix, weights in prefixes.items():
        for state, weight in weights.items():
            for target, probability in kernel[state].items():
                seen = longer.setdefault((*prefix, observe(target)), {})
                seen[target] = seen.get(target, Fraction(0)) + weight * probability
    return longer


explain_failures(__name__)
