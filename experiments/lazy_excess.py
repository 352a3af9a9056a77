"""What batches add to the regret of lazy-to-private at worst, against every bound on it, printed and corrected.

Source: Asi, Koren, Liu and Talwar, "Private online learning via lazy algorithms": theorem 3.2 with proposition 3.3,
theorem 3.10 with its proof, and section 1.1. The identifiers in `BOUNDS` are those of the verdicts in the ledger.

Reg is the expected regret of algorithm 1 over multiplicative weights, Reg(mu) that of these weights where a model is
drawn before each round and there are no batches, and the excess is Reg - Reg(mu). The losses are 0 and 1 and fixed in
advance. Against weights that know of the batches the excess is 0: x_s follows the normalized nu_s
(`dpassay.reference.lazy_to_private.marginals`). Both are measured.

Three searches:

* "exhaustive": all sequences of a small game, in rational arithmetic at a rational e^eta. The worst one is computed
  again by the reference, as a Markov chain on the states of algorithm 1: the two must agree.
* "guided": the kinds in `measures.sequences`, and a hill climb from the worst of them, in doubles. The worst one is
  computed again in balls, which decide what is said to hold. Its excess over batches is what the laws of x_s in
  algorithm 1, computed from the joint laws of its two models, lose more than nu_s: 0 but for rounding.
* "printed": alternating batches at the parameters of theorem 3.10 for T = k^4, epsilon = 1/k and d = 2 or T. Their
  regret has a closed form, (T/4) tanh(B eta/2), which serves where the rounds are too many to play.

An O() is compared at constant 1. That no constant serves is seen where a quotient grows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Final

import numpy as np
from flint import arb
from numpy.typing import NDArray

from dpassay.analysis import lazy_regret
from dpassay.exact import as_fraction, as_real, log, require
from dpassay.exact.real import Real, working_precision
from dpassay.experiments.frame.runs import Row, Task, generator
from dpassay.experiments.measures.sequences import SEQUENCES, Sequence, changed
from dpassay.reference import lazy_to_private

Floats = NDArray[np.float64]
Rows = tuple[tuple[int, ...], ...]

BITS: Final = 192
"""The precision of the balls."""

FAKE_SWITCH: Final = Fraction(1, 2)
"""The p of algorithm 1 where it is run: no expected loss depends on it."""

INPUTS: Final = ("search", "goal", "experts", "rounds", "batch", "learning_rate", "epsilon", "seed", "steps")
"""What decides a row. The learning rate is e^eta in the exhaustive search, and a name in the printed one."""

GOALS: Final = ("excess", "regret", "quotient")
"""What a search makes as large as it can: Reg - Reg(mu), Reg, or Reg/(Reg(mu) + T B^2 eta^2)."""


@dataclass(frozen=True, slots=True)
class Measured:
    """What is compared, and what the bounds need.

    Attributes:
        excess: Reg - Reg(mu).
        worst_batch: the largest excess of a batch.
        regret: Reg.
        input_regret: Reg(mu).
        eta: the learning rate.
        log_experts: log d.
        rounds: T.
        batch: B.
        epsilon: of theorem 3.10, if its parameters are played; then delta is 1/T^2.
    """

    excess: arb
    worst_batch: arb
    regret: arb
    input_regret: arb
    eta: arb
    log_experts: arb
    rounds: int
    batch: int
    epsilon: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Bound:
    """A bound on a measured number.

    Attributes:
        claim: its identifier in the ledger.
        formula: what it says.
        quantity: the name of the number in `Measured`.
        value: the bound.
        holds: whether it is one that holds: not an O() at constant 1 that is refuted.
        needs_epsilon: whether it speaks of the parameters of theorem 3.10.
    """

    claim: str
    formula: str
    quantity: str
    value: Callable[[Measured], arb]
    holds: bool
    needs_epsilon: bool = False


def _order_of_theorem_3_10(one: Measured) -> arb:
    """sqrt(T log d) + T^(1/3) log d log(T/delta)/eps^(2/3), delta = 1/T^2."""
    third = (arb(one.rounds) / _ball(_epsilon(one)) ** 2).root(3)
    return (one.rounds * one.log_experts).sqrt() + third * one.log_experts * 3 * arb(one.rounds).log()


def _corrected_theorem_3_10(one: Measured) -> arb:
    """sqrt(T ln d) + T^(1/3) ln d/eps^(2/3) + min(sqrt(T ln d)/eps, T^(2/3)/eps^(1/3))/8."""
    eps, T = _ball(_epsilon(one)), arb(one.rounds)  # noqa: N806  # the source's letter
    free = (T * one.log_experts).sqrt()
    batches = (free / eps).min((T * T / eps).root(3))
    return free + (T / eps**2).root(3) * one.log_experts + batches / 8


def _epsilon(one: Measured) -> Fraction:
    if one.epsilon is None:
        raise ValueError("epsilon = None: expected a number, for a bound at the parameters of theorem 3.10")
    return one.epsilon


BOUNDS: Final[Mapping[str, Bound]] = {
    "asi_11": Bound("ASI-11", "T B^2 eta^2", "excess", lambda m: m.rounds * (m.batch * m.eta) ** 2, False),
    "asi_11b": Bound(
        "ASI-11b",
        "Reg(mu) + T B^2 eta^2",
        "regret",
        lambda m: m.input_regret + m.rounds * (m.batch * m.eta) ** 2,
        False,
    ),
    "asi_12": Bound("ASI-12", "B^3 eta^2", "worst_batch", lambda m: m.batch**3 * m.eta**2, False),
    "asi_33": Bound("ASI-33", "that of theorem 3.10", "regret", _order_of_theorem_3_10, False, True),
    "asi_34": Bound(
        "ASI-34",
        "eta T + ln d/eta + T B^2 eta^2",
        "regret",
        lambda m: m.eta * m.rounds + m.log_experts / m.eta + m.rounds * (m.batch * m.eta) ** 2,
        False,
        True,
    ),
    "asi_35": Bound("ASI-35", "sqrt(T ln d)", "regret", lambda m: (m.rounds * m.log_experts).sqrt(), False, True),
    "corrected": Bound(
        "ASI-11-corrected",
        "(T (B - 1)/2) tanh(eta/2)",
        "excess",
        lambda m: arb(m.rounds * (m.batch - 1)) / 2 * (m.eta / 2).tanh(),
        True,
    ),
    "sharp": Bound(
        "ASI-11-sharp",
        "(T/B) sum tanh(j eta/4)",
        "excess",
        lambda m: arb(m.rounds) / m.batch * sum((m.eta * j / 4).tanh() for j in range(m.batch)),
        True,
    ),
    "linear": Bound("ASI-11-sharp", "eta T (B - 1)/8", "excess", lambda m: m.eta * m.rounds * (m.batch - 1) / 8, True),
    "batch_corrected": Bound(
        "ASI-12-corrected", "B (B - 1) eta", "worst_batch", lambda m: m.batch * (m.batch - 1) * m.eta, True
    ),
    "total": Bound(
        "ASI-11-sharp",
        "ln d/eta + eta B T/8",
        "regret",
        lambda m: m.log_experts / m.eta + m.eta * m.batch * m.rounds / 8,
        True,
    ),
    "asi_33_corrected": Bound(
        "ASI-33-corrected", "that of theorem 3.10, corrected", "regret", _corrected_theorem_3_10, True, True
    ),
}
"""All bounds on regret in the source, but for those on convex losses, and what is proved in their place."""

OUTPUTS: Final = (
    "tried",
    "sequence",
    "copies",
    "losses",
    "excess",
    "excess_over_batches",
    "worst_batch",
    "regret",
    "input_regret",
    *(f"over_{name}" for name in BOUNDS),
    "theorem_3_2_applies",
    "corrected_hold",
)
"""How many sequences were tried; the worst one; what it costs; its quotients by the bounds; whether these hold.

Theorem 3.2 applies where eta is at most 1/10, and eta B log(1/delta_1)/p at most 1 and T p/B at least 1 for some p and
some delta_1 below 1/2; bounds are compared everywhere. The last column says yes if all bounds that are proved certainly
hold, no if one certainly does not, and else that it is open.
"""

LONGEST: Final = 400
"""Longer losses are cut in the table: kind, seed and steps decide them."""


# What a sequence costs, in doubles


@dataclass(frozen=True, slots=True)
class Costs:
    """Expected losses and regrets, in doubles; `worst_batch` is the largest excess of a batch."""

    excess: float
    worst_batch: float
    regret: float
    input_regret: float


def costs(sequence: Sequence, eta: float, batch: int) -> Costs:
    """What algorithm 1 and its input algorithm lose, by the laws of their models."""
    losses, laws = sequence.losses, round_laws(sequence, eta)
    lost = (laws * losses).sum(axis=1).reshape(-1, batch).sum(axis=1)
    lost_by_batches = (laws[::batch] * losses.reshape(-1, batch, losses.shape[1]).sum(axis=1)).sum(axis=1)
    excess, best = lost_by_batches - lost, int(losses.sum(axis=0, dtype=np.int64)[sequence.copies > 0].min())
    return Costs(
        float(excess.sum()), float(excess.max()), float(lost_by_batches.sum()) - best, float(lost.sum()) - best
    )


def round_laws(sequence: Sequence, eta: float) -> Floats:
    """The laws of multiplicative weights before each round: a probability for each kind."""
    losses = sequence.losses
    before = np.zeros(losses.shape)
    losses[:-1].cumsum(axis=0, out=before[1:])
    weights = np.exp(-eta * (before - before.min(axis=1, keepdims=True))) * sequence.copies
    return np.asarray(weights / weights.sum(axis=1, keepdims=True))


def value(goal: str, found: Costs, eta: float, batch: int, rounds: int) -> float:
    """What a search for this goal makes large."""
    if goal == "quotient":
        return found.regret / (found.input_regret + rounds * (batch * eta) ** 2)
    return found.excess if goal == "excess" else found.regret


MOST_PLAYED: Final = 1024
"""The batches for which the joint law of the two models is followed."""


def played_laws(sequence: Sequence, eta: float, batch: int) -> Floats:
    """The laws of x_1, x_2, ... of algorithm 1, from the joint laws of x and y: the first `MOST_PLAYED` batches."""
    laws = round_laws(sequence, eta)[::batch][:MOST_PLAYED]
    sums = sequence.losses.reshape(-1, batch, sequence.losses.shape[1]).sum(axis=1, dtype=np.float64)
    fake = float(FAKE_SWITCH)
    joint, played = np.outer(laws[0], laws[0]), [laws[0]]
    for law, lost in zip(laws[1:], sums, strict=False):
        bias = np.exp(-eta * (2 * batch + lost[:, None] - lost))  # line 6
        kept = joint * (1 - fake) * bias
        after_x = kept + np.outer(law, (joint - kept).sum(axis=0))  # lines 7 to 11: x_s and y_(s-1)
        joint = (1 - fake) * after_x + fake * np.outer(after_x.sum(axis=1), law)  # lines 13 to 18
        played.append(joint.sum(axis=1))
    return np.array(played)


def excess_over_batches(sequence: Sequence, eta: float, batch: int) -> float:
    """What algorithm 1 loses more than multiplicative weights on batches, in the first `MOST_PLAYED`; 0 but for errors.

    Kinds of experts are taken as models, so that the laws are those of the kinds.
    """
    played = played_laws(sequence, eta, batch)
    sums = sequence.losses.reshape(-1, batch, sequence.losses.shape[1]).sum(axis=1)[: len(played)]
    return float(((played - round_laws(sequence, eta)[::batch][: len(played)]) * sums).sum())


# What a sequence costs, in balls


def enclosed(sequence: Sequence, eta: Real, batch: int, epsilon: Fraction | None = None) -> Measured:
    """The same in balls, at the current working precision."""
    step, copies = (-eta).evaluate().exp(), sequence.copies.tolist()
    losses = sequence.losses.tolist()
    lost = [0] * len(copies)
    powers: dict[int, arb] = {}

    @cache
    def law(gaps: tuple[int, ...]) -> list[arb]:
        weights = [count * powers.setdefault(gap, step**gap) for count, gap in zip(copies, gaps, strict=True)]
        mass = sum(weights, arb(0))
        return [weight / mass for weight in weights]

    by_input, by_batches, worst = arb(0), arb(0), arb(0)
    for start in range(0, len(losses), batch):
        block = losses[start : start + batch]
        first = law(tuple(one - min(lost) for one in lost))
        played = sum((p * sum(column) for p, column in zip(first, zip(*block, strict=True), strict=True)), arb(0))
        drawn = arb(0)
        for row in block:
            now = law(tuple(one - min(lost) for one in lost))
            drawn += sum((p for p, loss in zip(now, row, strict=True) if loss), arb(0))
            lost = [one + loss for one, loss in zip(lost, row, strict=True)]
        by_input, by_batches = by_input + drawn, by_batches + played
        worst = worst.max(played - drawn)
    best = min(one for one, count in zip(lost, copies, strict=True) if count)
    log_experts = arb(sum(copies)).log()
    regrets = by_batches - best, by_input - best
    sizes = len(losses), batch
    return Measured(by_batches - by_input, worst, *regrets, eta.evaluate(), log_experts, *sizes, epsilon)


def _ball(number: Fraction | int) -> arb:
    return as_real(Fraction(number)).evaluate()


def _compared(one: Measured) -> Row:
    """The quotients by all bounds, and whether those that are proved hold."""
    row, held = {}, "yes"
    for name, bound in BOUNDS.items():
        if bound.needs_epsilon and one.epsilon is None:
            row[f"over_{name}"] = ""
            continue
        number, limit = getattr(one, bound.quantity), bound.value(one)
        row[f"over_{name}"] = _shown(number / limit)
        if bound.holds and not number <= limit:
            held = "no" if number > limit else "open" if held == "yes" else held
    return {**row, "theorem_3_2_applies": "yes" if _applies(one) else "no", "corrected_hold": held}


def _applies(one: Measured) -> bool:
    """Tell whether p and delta_1 next to 1 and 1/2 meet the preconditions."""
    small = not one.eta * 10 > 1  # a ball around 1/10 counts as 1/10
    return bool(small and one.eta * one.batch * arb.const_log2() < 1 and one.rounds > one.batch)


def _shown(number: arb) -> str:
    return f"{float(number.mid()):.10g}"


def _row(sequence: Sequence, name: str, tried: int, one: Measured, over_batches: str) -> Row:
    numbers = {name: _shown(getattr(one, name)) for name in ("excess", "worst_batch", "regret", "input_regret")}
    text = sequence.text
    text = text if len(text) <= LONGEST else f"{text[:LONGEST]} ..."
    return {
        "tried": str(tried),
        "sequence": name,
        "copies": " ".join(map(str, sequence.copies.tolist())),
        "losses": text,
        "excess_over_batches": over_batches,
        **numbers,
        **_compared(one),
    }


# All sequences of a small game


@dataclass(frozen=True, slots=True)
class Game:
    """A small game: experts, rounds, rounds in a batch, and e^eta."""

    experts: int
    rounds: int
    batch: int
    exp_learning_rate: Fraction

    @property
    def parameters(self) -> lazy_to_private.Parameters:
        """The parameters of algorithm 1."""
        return lazy_to_private.Parameters.read(
            exp_learning_rate=self.exp_learning_rate,
            batch=self.batch,
            fake_switch=FAKE_SWITCH,
            rounds=self.rounds,
            experts=self.experts,
        )


@dataclass(frozen=True, slots=True)
class Exact:
    """A sequence of losses, and the exact expected losses of algorithm 1 and of its input algorithm."""

    losses: Rows
    by_batches: Fraction
    by_input: Fraction

    @property
    def excess(self) -> Fraction:
        """Reg - Reg(mu)."""
        return self.by_batches - self.by_input

    @property
    def regret(self) -> Fraction:
        """Reg."""
        return self.by_batches - min(map(sum, zip(*self.losses, strict=True)))

    @property
    def input_regret(self) -> Fraction:
        """Reg(mu)."""
        return self.by_input - min(map(sum, zip(*self.losses, strict=True)))


def all_sequences(game: Game) -> Iterator[Exact]:
    """All sequences of losses 0 and 1, but rows of ones alone, which cost what rows of zeros do and move no weight."""
    rows = [row for row in product((0, 1), repeat=game.experts) if 0 in row]
    even = (Fraction(1, game.experts),) * game.experts
    yield from _longer(game, rows, Exact((), Fraction(0), Fraction(0)), even, even)


def _longer(
    game: Game, rows: list[tuple[int, ...]], begun: Exact, law: tuple[Fraction, ...], first: tuple[Fraction, ...]
) -> Iterator[Exact]:
    """All that begin so; the laws are those before this round and at the start of its batch."""
    done = len(begun.losses)
    if done == game.rounds:
        yield begun
        return
    first = law if done % game.batch == 0 else first
    for row in rows:
        by_batches, by_input = (sum(p for p, loss in zip(one, row, strict=True) if loss) for one in (first, law))
        weights = [p / game.exp_learning_rate if loss else p for p, loss in zip(law, row, strict=True)]
        mass = sum(weights)
        longer = Exact((*begun.losses, row), begun.by_batches + by_batches, begun.by_input + by_input)
        yield from _longer(game, rows, longer, tuple(weight / mass for weight in weights), first)


@cache
def worst_sequences(game: Game) -> tuple[int, dict[str, Exact]]:
    """How many sequences there are, and the first one with the largest excess, regret and quotient."""
    # The quotient is compared with eta rounded, which all sequences have in common.
    added = game.rounds * game.batch**2 * Fraction(float(as_real(log(game.exp_learning_rate)))) ** 2
    keys: dict[str, Callable[[Exact], Fraction]] = {
        "excess": lambda one: one.excess,
        "regret": lambda one: one.regret,
        "quotient": lambda one: one.regret / (one.input_regret + added),
    }
    tried, best = 0, dict[str, tuple[Fraction, Exact]]()
    for one in all_sequences(game):
        tried += 1
        for goal, key in keys.items():
            found = key(one)
            if goal not in best or found > best[goal][0]:
                best[goal] = found, one
    worst = {goal: one for goal, (_, one) in best.items()}
    for one in worst.values():
        check_by_reference(one, game)
    return tried, worst


def check_by_reference(found: Exact, game: Game) -> None:
    """Compare what was found with the reference.

    Raises:
        ArithmeticError: the reference says something else.
    """
    data = tuple(tuple(map(Fraction, row)) for row in found.losses)
    by_reference = lazy_regret.expected_regret(data, game.parameters)
    input_by_reference = lazy_regret.input_regret(data, game.parameters)
    if (by_reference, input_by_reference) != (found.regret, found.input_regret):
        raise ArithmeticError(f"losses = {found.losses}: the reference has other regrets")


def measured_exhaustively(game: Game, goal: str) -> Row:
    """The outputs of one row of the exhaustive search."""
    tried, worst = worst_sequences(game)
    found = worst[goal]
    sequence = Sequence(np.array(found.losses, np.uint8), np.ones(game.experts, np.int64))
    data = tuple(tuple(map(Fraction, row)) for row in found.losses)
    played = as_fraction(lazy_regret.expected_loss(data, game.parameters), "expected loss")
    with working_precision(BITS):
        one = enclosed(sequence, as_real(log(game.exp_learning_rate)), game.batch)
        if not one.excess.overlaps(_ball(found.excess)):
            raise ArithmeticError(f"losses = {found.losses}: balls and fractions disagree")
        return _row(sequence, "all", tried, one, str(played - found.by_batches))


# Guided search


@dataclass(frozen=True, slots=True)
class Place:
    """A place of the guided search.

    Attributes:
        experts: d, at least 2.
        rounds: T, a multiple of B.
        batch: B, at least 2.
        learning_rate: eta.
        seed: of the whole experiment.
        steps: of each hill climb.
    """

    experts: int
    rounds: int
    batch: int
    learning_rate: Fraction
    seed: int
    steps: int


MOST_WORK: Final = 2**20
"""A hill climb takes fewer steps where these would look at more losses."""


def guided(place: Place, goal: str) -> tuple[int, str, Sequence]:
    """How many sequences were tried, the name of the worst and the worst."""
    rng = generator("excess", place.seed, goal, place.experts, place.rounds, place.batch, str(place.learning_rate))
    eta, batch, rounds = float(place.learning_rate), place.batch, place.rounds

    def worth(sequence: Sequence) -> float:
        return value(goal, costs(sequence, eta, batch), eta, batch, rounds)

    starts = {name: make(rounds, batch, place.experts, rng) for name, make in SEQUENCES.items()}
    values = {name: worth(sequence) for name, sequence in starts.items()}
    name = max(values, key=lambda one: values[one])
    best, most = starts[name], values[name]
    steps = min(place.steps, MOST_WORK // best.losses.size)
    climbed = False
    for _ in range(steps):
        other = changed(best, batch, rng)
        found = worth(other)
        if found > most + 1e-12 * abs(most):
            best, most, climbed = other, found, True
    return len(starts) + steps, f"{name}, climbed" if climbed else name, best


def measured_by_search(place: Place, goal: str) -> Row:
    """The outputs of one row of the guided search."""
    tried, name, sequence = guided(place, goal)
    over = excess_over_batches(sequence, float(place.learning_rate), place.batch)
    with working_precision(BITS):
        one = enclosed(sequence, as_real(place.learning_rate), place.batch)
        return _row(sequence, name, tried, one, f"{over:.3g}")


# The parameters of theorem 3.10


LONGEST_PLAYED: Final = 2**17
"""More rounds are not played: the closed form stands for them."""

RATES: Final = ("statement", "proof")


@dataclass(frozen=True, slots=True)
class Print:
    """T = k^4, epsilon = 1/k = 1/B, delta = 1/T^2, and the learning rate of the statement or of the proof."""

    k: int
    experts: int
    rate: str

    @property
    def rounds(self) -> int:
        """T."""
        return self.k**4

    @property
    def learning_rate(self) -> Real:
        """min(eps_0, eps)^(2/3)/T^(1/3), eps_0 = T^(-1/4) log(d)^(3/4); the proof divides it by log(T/delta)."""

        def evaluate() -> arb:
            scale = arb(self.experts).log().root(4) ** 3
            eta = (scale.min(arb(1)) / self.k).root(3) ** 2 / arb(self.rounds).root(3)
            return eta if self.rate == "statement" else eta / (3 * arb(self.rounds).log())

        return Real(evaluate)


def closed_form(game: Print) -> Measured:
    """What alternating batches cost, at the current working precision."""
    eta, T, B = game.learning_rate.evaluate(), game.rounds, game.k  # noqa: N806  # the source's letters
    rise = (B * eta / 2).tanh()
    excess, regret = arb(T * (B - 1)) / (4 * B) * rise, arb(T) / 4 * rise
    # Even batches hurt the half that is worth more: a pair costs (B - 1)/2 more, and the odd ones as much as these.
    return Measured(
        excess,
        _largest_of_a_pair(eta, B),
        regret,
        regret - excess,
        eta,
        arb(game.experts).log(),
        T,
        B,
        Fraction(1, B),
    )


def _largest_of_a_pair(eta: arb, batch: int) -> arb:
    """The excess of an odd batch is B/2 - sum of q^j/(1 + q^j), j < B; an even one adds the rest of the pair."""
    drawn = sum((1 / (1 + (eta * j).exp()) for j in range(batch)), arb(0))
    odd = arb(batch) / 2 - drawn
    pair = arb(batch - 1) / 2 * (batch * eta / 2).tanh()
    return odd.max(pair - odd)


def measured_at_print(game: Print) -> Row:
    """The outputs of one row at the printed parameters."""
    batches = Sequence(np.zeros((1, 2), np.uint8), np.array([game.experts // 2, game.experts - game.experts // 2]))
    with working_precision(BITS):
        one = closed_form(game)
        if game.rounds > LONGEST_PLAYED:
            return {**_row(batches, "alternating, closed form", 0, one, ""), "losses": ""}
        batches = SEQUENCES["alternating"](game.rounds, game.k, game.experts, generator())
        played = enclosed(batches, game.learning_rate, game.k, Fraction(1, game.k))
        if not (played.regret.overlaps(one.regret) and played.worst_batch.overlaps(one.worst_batch)):
            raise ArithmeticError(f"k = {game.k}: the closed form is not what is played")
        over = excess_over_batches(batches, float(game.learning_rate), game.k)
        return _row(batches, "alternating", 1, played, f"{over:.3g}")


# The whole


@dataclass(frozen=True, slots=True)
class Plan:
    """A whole experiment.

    Attributes:
        games: those of the exhaustive search.
        experts: the numbers of experts of the guided search.
        rounds: its numbers of rounds; what a batch does not divide is left out.
        batches: its numbers of rounds in a batch.
        learning_rates: its eta.
        sides: the k at the printed parameters, even and at least 12.
        steps: of each hill climb.
        seed: decides all random sequences and climbs.

    Raises:
        ValueError: an argument is outside its domain.
    """

    games: tuple[Game, ...]
    experts: tuple[int, ...]
    rounds: tuple[int, ...]
    batches: tuple[int, ...]
    learning_rates: tuple[Fraction, ...]
    sides: tuple[int, ...]
    steps: int
    seed: int

    def __post_init__(self) -> None:
        """Refuse what cannot be searched before anything is."""
        for name, numbers in (("experts", self.experts), ("rounds", self.rounds), ("batch", self.batches)):
            for number in numbers:
                require(number >= 2, name, number, "a whole number of at least 2")
        for eta in self.learning_rates:
            require(0 < eta <= 10, "learning_rate", eta, "a number above 0 and at most 10")
        for k in self.sides:
            require(
                k >= 12 and k % 2 == 0, "k", k, "an even number of at least 12, for which p = 10 eta/epsilon is below 1"
            )
        require(self.steps >= 0, "steps", self.steps, "an integer of at least 0")
        require(self.seed >= 0, "seed", self.seed, "an integer of at least 0")
        for number in self.rounds:
            fits = any(number % (2 * batch) == 0 for batch in self.batches)
            require(fits, "rounds", number, "a multiple of twice some number of rounds in a batch")

    def tasks(self) -> list[Task]:
        """All that is to be measured."""
        return [*self._exhaustive(), *self._printed(), *self._guided()]

    def _exhaustive(self) -> Iterator[Task]:
        for game, goal in product(self.games, GOALS):
            sizes = game.experts, game.rounds, game.batch, game.exp_learning_rate
            inputs = _inputs("exhaustive", goal, *sizes)
            yield Task(inputs, lambda game=game, goal=goal: measured_exhaustively(game, goal))  # type: ignore[misc]

    def _guided(self) -> Iterator[Task]:
        for d, T, B, eta in product(self.experts, self.rounds, self.batches, self.learning_rates):  # noqa: N806
            if T % (2 * B):
                continue
            place = Place(d, T, B, eta, self.seed, self.steps)
            for goal in GOALS:
                inputs = _inputs("guided", goal, d, T, B, eta, seed=str(self.seed), steps=str(self.steps))
                yield Task(inputs, lambda place=place, goal=goal: measured_by_search(place, goal))  # type: ignore[misc]

    def _printed(self) -> Iterator[Task]:
        for k, rate in product(self.sides, RATES):
            for experts in (2, k**4):
                inputs = _inputs("printed", "regret", experts, k**4, k, rate, epsilon=f"1/{k}")
                game = Print(k, experts, rate)
                yield Task(inputs, lambda game=game: measured_at_print(game))  # type: ignore[misc]


def _inputs(  # noqa: PLR0917  # the columns, in order
    search: str,
    goal: str,
    experts: int,
    rounds: int,
    batch: int,
    rate: object,
    epsilon: str = "",
    seed: str = "",
    steps: str = "",
) -> Row:
    own = (search, goal, experts, rounds, batch, rate, epsilon, seed, steps)
    return dict(zip(INPUTS, map(str, own), strict=True))


def failures(rows: list[Row]) -> int:
    """The number of rows in which a bound that is proved is not seen to hold."""
    return sum(row["corrected_hold"] != "yes" for row in rows)
