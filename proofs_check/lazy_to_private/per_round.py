"""Proof of Theorem 3.2, round by round: the events E_G and E, and the bound (3) (ASI-23 to ASI-28)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice, product
from math import comb
from typing import Any, Final

from dpassay.exact import LogForm, as_real, decide, hockey_stick_divergence, log
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import (
    ABOVE_1,
    BETWEEN,
    entries,
    family,
    told,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive, inequality, nonnegative
from dpassay.proofs_check.lazy_to_private.chain import (
    growth_of,
    is_pair,
    neighboring_pairs,
    pair_of,
    parameters_of,
)
from dpassay.proofs_check.lazy_to_private.round_ratios import largest_bit_ratio, printed_bound
from dpassay.proofs_check.numbers import sum_of
from dpassay.reference import lazy_to_private
from dpassay.reference.lazy_to_private import Transcript

# Families. The last batch has no losses: nothing that is released depends on it.


TENTH: Final = Fraction(1, 10)

# ASI-23: the event E_G. N counts the rounds 2, ..., n in which one of two coins of bias p fires.


def _binomial_at_most(trials: int, rate: Fraction, most: int) -> Fraction:
    """Pr[Bin(trials, rate) <= most]."""
    return sum_of([comb(trials, k) * rate**k * (1 - rate) ** (trials - k) for k in range(min(most, trials) + 1)])


def switch_budget(rounds: int, batch: int, p: Fraction, delta_1: Fraction) -> int:
    """The largest whole number that is at most 2 T p log(1/delta_1)/B, exactly."""
    bound = log(1 / delta_1) * (2 * rounds * p / batch)
    least, most = (int(end) for end in as_real(bound).bounds(32))
    return next(k for k in range(most + 1, least - 2, -1) if bound >= k)


def _event(instance: Instance) -> tuple[int, int, Fraction, Fraction]:
    """T, B, p and delta_1."""
    return instance["rounds"], instance["batch"], Fraction(instance["fake_switch"]), Fraction(instance["delta_1"])


@entries(rounds=whole(2), batch=whole(1), fake_switch=BETWEEN, delta_1=BETWEEN, exp_learning_rate=ABOVE_1).where
def _is_event(instance: Instance) -> bool:
    """Whole batches, at least two, Tp/B >= 1, and eta B log(1/delta_1)/p <= 1."""
    rounds, batch, p, delta_1 = _event(instance)
    if rounds % batch != 0 or rounds < 2 * batch or rounds * p < batch:
        return False
    return decide(as_real(log(growth_of(instance))) * as_real(log(1 / delta_1)) * batch < p)


def _coins(instance: Instance) -> dict[str, Any]:
    """The probability of E_G, and what it should be at least."""
    rounds, batch, p, delta_1 = _event(instance)
    inside = _binomial_at_most(rounds // batch - 1, 1 - (1 - p) ** 2, switch_budget(rounds, batch, p, delta_1))
    return {"Pr[E_G]": inside, "1 - delta_1": 1 - delta_1}


def _is_likely(numbers: dict[str, Any]) -> bool:
    inside, stated = numbers.values()
    return bool(inside >= stated)


def _is_small_delta(instance: Instance, least: Fraction) -> bool:
    """log(1/delta_1) is at least so much."""
    return log(1 / Fraction(instance["delta_1"])) >= LogForm(least)


SMALL_DELTA: Final = _is_event.where(lambda instance: _is_small_delta(instance, Fraction(10, 3)))
told("asi23", "Pr[E_G] >= 1 - delta_1", _is_event, _coins)(lambda instance: _is_likely(_coins(instance)))
told("asi23-corrected", "Pr[E_G] >= 1 - delta_1", SMALL_DELTA)(lambda instance: _is_likely(_coins(instance)))


@told("asi23-half", "... with half the number", SMALL_DELTA)
def _half_the_budget(instance: Instance) -> bool:
    rounds, batch, p, delta_1 = _event(instance)
    inside = _binomial_at_most(rounds // batch - 1, 1 - (1 - p) ** 2, switch_budget(rounds, batch, p, delta_1) // 2)
    return inside >= 1 - delta_1


@_is_event.where
def _is_event_with_rate(instance: Instance) -> bool:
    """The same with eta <= 1/10."""
    return decide(as_real(log(growth_of(instance))) < TENTH)


EVENT_WITH_SMALL_DELTA: Final = _is_event_with_rate.where(lambda instance: _is_small_delta(instance, Fraction(9, 2)))


def _switches(instance: Instance) -> dict[str, Any]:
    """The law of the number of zeta_s = 1 where no loss is ever suffered: S_s = 1 with probability e^{-2 B eta}."""
    rounds, batch, p, delta_1 = _event(instance)
    rate = 1 - (1 - p) ** 2 * growth_of(instance) ** (-2 * batch)
    inside = _binomial_at_most(rounds // batch - 1, rate, switch_budget(rounds, batch, p, delta_1))
    return {"Pr[no more switches than that]": inside, "1 - delta_1": 1 - delta_1}


told(
    "asi23b",
    "the number of zeta_s = 1 is at most 2 T p log(1/delta_1)/B with probability at least 1 - delta_1",
    _is_event_with_rate,
    _switches,
)(lambda instance: _is_likely(_switches(instance)))
told(
    "asi23b-corrected",
    "the number of zeta_s = 1 is at most 2 T p log(1/delta_1)/B with probability at least 1 - delta_1",
    EVENT_WITH_SMALL_DELTA,
)(lambda instance: _is_likely(_switches(instance)))


@told(
    "asi23b-half",
    "... with half the number",
    EVENT_WITH_SMALL_DELTA,
)
def _half_the_switches(instance: Instance) -> bool:
    rounds, batch, p, delta_1 = _event(instance)
    rate = 1 - (1 - p) ** 2 * growth_of(instance) ** (-2 * batch)
    return _binomial_at_most(rounds // batch - 1, rate, switch_budget(rounds, batch, p, delta_1) // 2) >= 1 - delta_1


def _events() -> Iterator[Instance]:
    """Growing delta_1 last, so that the first violation has delta_1 = 1/2."""
    for delta_1, (rounds, batch), tenths in product(("1/100", "1/2"), ((10, 1), (20, 2), (50, 1)), range(1, 6)):
        yield {
            "rounds": rounds,
            "batch": batch,
            "fake_switch": str(Fraction(tenths, 10)),
            "delta_1": delta_1,
            "exp_learning_rate": "101/100",
        }


@family("events", "n = T/B from 2 to 40, B = 1 and 2, Tp/B = 1, 2, n/4, n/2, delta_1 = 1/100 and 1/1000, small eta")
def _small_deltas() -> Iterator[Instance]:
    for n, batch, delta_1 in product((2, 3, 4, 5, 7, 10, 20, 40), (1, 2), ("1/100", "1/1000")):
        for p in sorted(
            {Fraction(m) / n for m in (1, Fraction(3, 2), 2, Fraction(n, 4), Fraction(n, 2)) if 1 <= m < n}
        ):
            yield {
                "rounds": n * batch,
                "batch": batch,
                "fake_switch": str(p),
                "delta_1": delta_1,
                "exp_learning_rate": str(1 + p / (8 * batch))
                if p < Fraction(1, 2)
                else "21/20"
                if batch == 1
                else "41/40",
            }


@claim(
    "ASI-23",
    location="Proof of Theorem 3.2, the event E_G",
    latex=r"\Pr\Big[\sum_{s=2}^{T/B} 1(A_s = 0 \text{ or } S'_s = 0) \le 2Tp\log(1/\delta_1)/B\Big] \ge 1 - \delta_1",
    text="By a Chernoff bound, at most 2 T p log(1/delta_1)/B rounds have A_s = 0 or S'_s = 0, with probability at "
    "least 1 - delta_1.",
    checked=("0 < p < 1, B divides T, Tp/B >= 1, 0 < delta_1 < 1",),
    assumed=("eta is so small that eta B log(1/delta_1)/p <= 1; the event does not depend on it",),
    corrected_by="ASI-23-corrected",
)
def asi_23() -> Case:
    """For large delta_1 the number is below the mean."""
    return Case(
        argument="The mean number is (T/B - 1)(2p - p^2), and 2 T p log(1/delta_1)/B is less where log(1/delta_1) < 1 "
        "- p/2, up to the missing round. At delta_1 = 1/2 it is exceeded more often than not.",
        counterexample=Goal("delta_1 = 1/2", counterexample("asi23"), Hunt("asi23", _events)),
        twins=(Twin("for log(1/delta_1) >= 10/3", counterexample("asi23-corrected")),),
        remarks=(
            "Where the delta = 2 T delta_1 of Theorem 3.2 says anything, log(1/delta_1) > log 2T, which exceeds 10/3 "
            "from T = 15 on.",
            "The number that Theorem 3.2 needs is another one: that of the samples drawn, at most 3 T p "
            "log(1/delta_1)/B, of which its constants 3/2 and 6 are made.",
        ),
    )


@claim(
    "ASI-23-corrected",
    location="Proof of Theorem 3.2, the event E_G",
    latex=r"\log(1/\delta_1) \ge \tfrac{10}{3} \Rightarrow \Pr\Big[\sum_{s=2}^{T/B} 1(A_s = 0 \text{ or } S'_s = 0) "
    r"\le 2Tp\log(1/\delta_1)/B\Big] \ge 1 - \delta_1",
    text="If log(1/delta_1) >= 10/3, at most 2 T p log(1/delta_1)/B rounds have A_s = 0 or S'_s = 0, with probability "
    "at least 1 - delta_1.",
    checked=("0 < p < 1, B divides T, Tp/B >= 1, delta_1 <= e^{-10/3}",),
)
def asi_23_corrected() -> Case:
    """Chernoff's bound, with its condition."""
    return Case(
        argument="Let L = log(1/delta_1) and m = 2 T p/B >= 2. The number is binomial with a mean of at most m, so E "
        "e^{tN} <= e^{m (e^t - 1)}, and Pr[N >= m L] <= e^{-m (L log L - L + 1)} at t = log L >= 0. As m >= 2 and the "
        "bracket is not negative, the exponent is at least 2 (L log L - L + 1), which is at least L for L >= 10/3.",
        proof=(
            Goal("2 (L log L - L + 1) >= L", inequality("2*(L*log(L) - L + 1) - L", "L", "[10/3, oo)")),
            Goal("2p - p^2 <= 2p", nonnegative("2*p - (1 - (1 - p)**2)")),
        ),
        checks=(Goal("small numbers of batches, exactly", exhaustive("asi23-corrected", "events")),),
        twins=(
            Twin("for L >= 3", inequality("2*(L*log(L) - L + 1) - L", "L", "[3, oo)")),
            Twin("half the number", exhaustive("asi23-half", "events"), of=2),
        ),
    )


@claim(
    "ASI-23b",
    location="Proof of Theorem 3.2, the number of rounds that (3) charges, for multiplicative weights",
    latex=r"\Pr\Big[\sum_s \zeta_s \le 2Tp\log(1/\delta_1)/B\Big] \ge 1 - \delta_1",
    text="With probability at least 1 - delta_1 at most 2 T p log(1/delta_1)/B rounds have zeta_s = 1, as A, S' or S "
    "is 0.",
    checked=("0 < p < 1, B divides T, Tp/B >= 1, eta <= 1/10, eta B log(1/delta_1)/p <= 1",),
    corrected_by="ASI-23b-corrected",
)
def asi_23b() -> Case:
    """The coins S_s count too."""
    return Case(
        argument="E_G counts the coins A_s and S'_s only, but (3) charges the round also where S_s = 0, which has "
        "probability 1 - e^{-2 B eta} even if no loss is ever suffered. As in ASI-23 the number is below the "
        "mean where delta_1 is large.",
        counterexample=Goal("delta_1 = 1/2, no losses", counterexample("asi23b"), Hunt("asi23b", _events)),
        twins=(Twin("for log(1/delta_1) >= 9/2", counterexample("asi23b-corrected")),),
    )


@claim(
    "ASI-23b-corrected",
    location="Proof of Theorem 3.2, the number of rounds that (3) charges, for multiplicative weights",
    latex=r"\log(1/\delta_1) \ge \tfrac92 \Rightarrow \Pr\Big[\sum_s \zeta_s \le 2Tp\log(1/\delta_1)/B\Big] \ge 1 - "
    r"\delta_1",
    text="If log(1/delta_1) >= 9/2, at most 2 T p log(1/delta_1)/B rounds have zeta_s = 1, with probability at least 1 "
    "- delta_1.",
    checked=("0 < p < 1, B divides T, Tp/B >= 1, eta B log(1/delta_1)/p <= 1, delta_1 <= e^{-9/2}",),
)
def asi_23b_corrected() -> Case:
    """Chernoff's bound with the real switches."""
    return Case(
        argument="Let L = log(1/delta_1). Given the past, S_s = 1 with probability at least e^{-3 B eta}, so zeta_s = "
        "1 with probability at most 1 - (1 - p)^2 e^{-3 B eta} <= 2p + 3 B eta <= p (2 + 3/L). So E e^{tN} <= "
        "e^{w (e^t - 1)} with w = (T p/B)(2 + 3/L), one conditional expectation after another, and Pr[N >= a "
        "w] <= e^{-w (a log a - a + 1)}, where a = 2L/(2 + 3/L) = 2L^2/(2L + 3) >= 1. As Tp/B >= 1, the "
        "exponent is at least (2 + 3/L)(a log a - a + 1) = 2L log a - 2L + 2 + 3/L, which is at least L for L "
        ">= 9/2.",
        proof=(
            Goal(
                "1 - (1 - p)^2 z <= 2p + (1 - z)", nonnegative("2*p + 1 - z - (1 - (1 - p)**2*z)", ("p", "z", "1 - z"))
            ),
            Goal("1 - e^{-u} <= u", inequality("u - 1 + exp(-u)", "u", "[0, oo)")),
            Goal(
                "the exponent is at least L",
                inequality("2*L*log(2*L**2/(2*L + 3)) - 2*L + 2 + 3/L - L", "L", "[9/2, oo)"),
            ),
        ),
        checks=(Goal("no losses, small numbers of batches, exactly", exhaustive("asi23b-corrected", "events")),),
        twins=(
            Twin(
                "for L >= 4",
                inequality("2*L*log(2*L**2/(2*L + 3)) - 2*L + 2 + 3/L - L", "L", "[4, oo)"),
                of=2,
            ),
            Twin("half the number", exhaustive("asi23b-half", "events"), of=3),
        ),
    )


# ASI-24: the conditioning. Two models, B = 1, no losses but in round s_0, where model 0 or model 1 pays. In the history
# x stays 0 and y changes in the rounds 2, ..., spent + 1, which shows A = 0 there, and zeta_s = 0 in all others.


@_is_event_with_rate.having(batch=whole(1, 1), changed_batch=whole(1), spent=whole()).where
def _is_history(instance: Instance) -> bool:
    """The preconditions of Theorem 3.2 with 2 T delta_1 < 1, and a history within E_G before round s_0 + 1."""
    rounds, batch, p, delta_1 = _event(instance)
    s_0, spent = instance["changed_batch"], instance["spent"]
    return bool(
        s_0 < rounds and spent <= min(s_0 - 1, switch_budget(rounds, batch, p, delta_1)) and 2 * rounds * delta_1 < 1
    )


def _keeping(instance: Instance) -> tuple[Any, Any]:
    """The probabilities of S_{s_0 + 1} = 1 at (x, y) = (0, 1), for the two loss sequences."""
    rounds, s_0 = instance["rounds"], instance["changed_batch"]
    coins = []
    for row in (("1", "0"), ("0", "1")):
        losses = [("0", "0")] * (s_0 - 1) + [row] + [("0", "0")] * (rounds - s_0)
        game = {"losses": losses, "exp_learning_rate": instance["exp_learning_rate"], "batch": 1}
        parameters = parameters_of({**game, "fake_switch": instance["fake_switch"]})
        measures = lazy_to_private.measures(lazy_to_private.check_data(losses, parameters), parameters)
        coins.append(lazy_to_private.keeping(measures[s_0 - 1], measures[s_0], 0, 1, parameters))
    return coins[0], coins[1]


def _switches_given_budget(instance: Instance, q: Any) -> Any:
    """Pr[zeta_{s_0} = 1 | history, E_G]: the coins that are still to come have to stay within the budget."""
    rounds, batch, p, delta_1 = _event(instance)
    left, later = switch_budget(rounds, batch, p, delta_1) - instance["spent"], rounds - 1 - instance["changed_batch"]
    fires = 1 - (1 - p) ** 2
    stays, spends = (_binomial_at_most(later, fires, most) if most >= 0 else Fraction(0) for most in (left, left - 1))
    return ((1 - fires) * (1 - q) * stays + fires * spends) / ((1 - fires) * stays + fires * spends)


def _given_budget(instance: Instance) -> dict[str, Any]:
    first, second = (_switches_given_budget(instance, q) for q in _keeping(instance))
    return {"Pr[zeta = 1]": first, "Pr[zeta = 1], the other loss": second}


def _bits_are_close(first: Any, second: Any, bound: LogForm) -> bool:
    """Two bits with positive probabilities are indistinguishable, both ways."""
    return log(largest_bit_ratio(first, second)) <= bound


told("asi24b", "given E_G and the history, zeta_{s_0} is (2 eta/p)-indistinguishable", _is_history, _given_budget)(
    lambda instance: log(largest_bit_ratio(*_given_budget(instance).values())) <= printed_bound(instance)
)


@told("asi24b-free", "given the history alone, zeta_{s_0} is (2 eta/p)-indistinguishable", _is_history)
def _given_history(instance: Instance) -> bool:
    kept = (1 - Fraction(instance["fake_switch"])) ** 2
    first, second = (1 - kept * q for q in _keeping(instance))
    return _bits_are_close(first, second, printed_bound(instance))


def _outside_the_budget(instance: Instance) -> Fraction:
    """Pr[E and not E_G], where E is the union that is printed: every E_s is certain, so E is."""
    rounds, batch, p, delta_1 = _event(instance)
    return 1 - _binomial_at_most(rounds // batch - 1, 1 - (1 - p) ** 2, switch_budget(rounds, batch, p, delta_1))


@_is_history.where
def _has_sure_events(instance: Instance) -> bool:
    """A history, and the quotient of line 6, which is e^{2 eta} q, is always in [e^{-2 eta}, e^{2 eta}] (E_s)."""
    square = growth_of(instance) ** 2
    return all(1 / square <= square * q <= square for q in _keeping(instance))


told(
    "asi24",
    "on E no more coins fire than 2 T p log(1/delta_1)/B",
    _has_sure_events,
    lambda instance: {"Pr[E and more coins]": _outside_the_budget(instance)},
)(lambda instance: _outside_the_budget(instance) == 0)
told("asi24-double", "on E no more coins fire than 4 T p log(1/delta_1)/B", _has_sure_events)(
    lambda instance: 2 * switch_budget(*_event(instance)) >= instance["rounds"] - 1
)


def _spent_budgets() -> Iterator[Instance]:
    yield {
        "rounds": 10,
        "batch": 1,
        "fake_switch": "1/10",
        "delta_1": "1/21",
        "exp_learning_rate": "31/30",
        "changed_batch": 8,
        "spent": 6,
    }


def _stopped(transcript: Transcript, most: int) -> Transcript:
    """What is seen until the bits zeta_s = 1 are more than ``most``."""
    ones = 0
    for s, zeta in enumerate(transcript.zeta):
        ones += zeta
        if ones > most:
            return Transcript(transcript.x[: s + 1], transcript.y[: s + 1], transcript.zeta[: s + 1])
    return transcript


def _stopping_costs(instance: Instance, share: Fraction) -> bool:
    """delta <= the delta of the stopped transcripts, plus a share of Pr[stopped], at e^eps = 1, 11/10, 5/4."""
    parameters = parameters_of(instance)
    full = [lazy_to_private.state_law(rows, parameters) for rows in pair_of(instance)]
    for most in (0, 1):
        cut = [law.map(lambda transcript, k=most: _stopped(transcript, k)) for law in full]  # type: ignore[misc]
        for t, (a, b) in product((Fraction(1), Fraction(11, 10), Fraction(5, 4)), ((0, 1), (1, 0))):
            stop = full[a].probability(lambda transcript, k=most: sum(transcript.zeta) > k)  # type: ignore[misc]
            if hockey_stick_divergence(full[a], full[b], t) > hockey_stick_divergence(cut[a], cut[b], t) + share * stop:
                return False
    return True


told(
    "asi24-corrected", "delta is at most that of the stopped transcripts, plus the probability to be stopped", is_pair
)(lambda instance: _stopping_costs(instance, Fraction(1)))
told("asi24-unpaid", "delta is at most that of the stopped transcripts", is_pair)(
    lambda instance: _stopping_costs(instance, Fraction(0))
)


@family(
    "few-l2p-pairs", "every twelfth pair of 0/1 matrices with n = 3, d = 2, B = 1 of which one row differs, p = 1/2"
)
def _few_pairs() -> Iterator[Instance]:
    return islice(neighboring_pairs(3, 2, "11/10", "1/2"), 5, None, 12)


@claim(
    "ASI-24",
    location="Proof of Theorem 3.2, the event E, as printed",
    latex=r"E := E_G \cup E_G' \cup_{s \in [T/B]} (E_s \cup E_s'): \text{ on } E,\ \sum_{s=2}^{T/B} 1(A_s = 0 \text{ "
    r"or } S'_s = 0) \le 2Tp\log(1/\delta_1)/B",
    text="The proof conditions on the union E of E_G, E_G' and all E_s, E_s', so that no more than 2 T p "
    "log(1/delta_1)/B coins fire.",
    checked=("the preconditions of Theorem 3.2, with 2 T delta_1 < 1",),
    adjacency="one_loss",
    corrected_by="ASI-24-corrected",
)
def asi_24() -> Case:
    """A union that is certain bounds nothing."""
    return Case(
        argument="For multiplicative weights each E_s is certain, so the union is the whole space, and more coins than "
        "2 T p log(1/delta_1)/B fire with positive probability on it.",
        counterexample=Goal("ten rounds", counterexample("asi24"), Hunt("asi24", _spent_budgets)),
        twins=(Twin("twice as many", counterexample("asi24-double")),),
    )


@claim(
    "ASI-24b",
    location="Proof of Theorem 3.2, the event E, read as an intersection",
    latex=r"\text{conditional on } E_G \cap E_G' \cap \bigcap_s (E_s \cap E_s'),\ \Sigma_{s_0-1} = \Sigma:\ (x_{s_0}, "
    r"y_{s_0}, \zeta_{s_0}) \text{ are } (2\eta/p, \delta_0)\text{-indistinguishable}",
    text="Conditional on the intersection E of these events the bound (3) holds for s = s_0, given each history.",
    checked=("the preconditions of Theorem 3.2, with 2 T delta_1 < 1",),
    adjacency="one_loss",
    corrected_by="ASI-24-corrected",
)
def asi_24b() -> Case:
    """A history that has spent the budget forbids the fake switches that hide a real one."""
    return Case(
        argument="E_G speaks of coins that come later. Where the history shows that the budget of fake switches is "
        "spent, then given E_G there are none after it, and zeta_{s_0} = 1 if and only if S_{s_0 + 1} = 0, of "
        "probabilities 1 - q and 1 - q': the ratio is (1 - e^{-3 eta})/(1 - e^{-eta}), near 3, however small "
        "eta is.",
        counterexample=Goal(
            "ten rounds, p = 1/10, log(1/delta_1) = log 21, six fake switches in rounds 2 to 7",
            counterexample("asi24b"),
            Hunt("asi24b", _spent_budgets),
        ),
        twins=(Twin("without conditioning", counterexample("asi24b-free")),),
    )


@claim(
    "ASI-24-corrected",
    location="Proof of Theorem 3.2, instead of the event E",
    latex=r"(\varepsilon, \delta)\text{-DP of the transcript stopped once } \sum_{\tau \le s} \zeta_\tau > K "
    r"\Rightarrow (\varepsilon, \delta + \max_{P, Q} \Pr[\sum_s \zeta_s > K])\text{-DP of the transcript}",
    text="Instead of conditioning, stop the transcript once more than K bits zeta_s are 1: if the stopped transcripts "
    "are (eps, delta)-indistinguishable, the transcripts are (eps, delta + Pr[more than K])-indistinguishable.",
    adjacency="one_loss",
)
def asi_24_corrected() -> Case:
    """Stopping changes no conditional law before it."""
    return Case(
        argument="Let A be the event that at most K bits are 1; on A stopped and full transcripts agree. So P(O) <= "
        "P(O, A) + P(not A) <= e^eps Q(O, A) + delta + P(not A), and Q(O, A) <= Q(O). The stopped process has "
        "the conditional laws of the full one up to the step at which it stops, so bounds on rounds given the "
        "past, as in ASI-25b and ASI-27-corrected, apply to it.",
        proof=(
            Goal(
                "P <= e Q + d + l, from the parts",
                nonnegative("e*Q + d + l - P", ("A + l - P", "e*B + d - A", "Q - B", "e")),
            ),
        ),
        checks=(Goal("small games, exactly", exhaustive("asi24-corrected", "few-l2p-pairs")),),
        twins=(
            Twin("without the probability to be stopped", exhaustive("asi24-unpaid", "few-l2p-pairs"), of=1),
            Twin("without l", nonnegative("e*Q + d - P", ("A + l - P", "e*B + d - A", "Q - B", "e"))),
        ),
    )


# ASI-25: round s_0. Given (x, y) zeta_{s_0} = 0 with probability (1 - p)^2 q.


# ASI-26, ASI-27, ASI-28: the rounds after s_0
