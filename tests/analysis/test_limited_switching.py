"""Limited switching against sums over all coins, the lag that its follower has, and Lemma 4.4 on small games."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import product

import pytest

from dpassay.analysis.limited_switching import (
    Batch,
    LimitedSwitching,
    Losses,
    Models,
    Private,
    Released,
    Resampling,
    are_neighbors,
    at_fixed_rounds,
    average,
    best_loss,
    best_of_two,
    bit_losses,
    check_losses,
    divergence,
    epochs,
    expected_loss,
    expected_regret,
    follower,
    law,
    least_delta,
    loss_of,
    played,
    played_law,
    repeated_loss,
    repeated_loss_bound,
)
from dpassay.exact import Dist, LogForm, Number, log, max_ratio
from dpassay.reference import lazy_to_private

HALF = Fraction(1, 2)


def leader(past: Losses, state: Private) -> int:
    """The model of the smallest loss so far, the first of several; model 0 at the start."""
    sums = [sum(column) for column in zip(*past, strict=True)] or [0]
    return sums.index(min(sums))


def answers(past: Losses) -> Dist[int]:
    """Model 1 with probability 3/4 where the first loss of model 0 is 1, with 1/4 where it is 0."""
    right = Fraction(3, 4) if past and past[0][0] == 1 else Fraction(1, 4)
    return Dist({0: 1 - right, 1: right})


def games(rounds: int, experts: int) -> Iterator[Losses]:
    return bit_losses(rounds, experts)


@pytest.mark.parametrize(("rounds", "experts"), [(1, 2), (4, 2), (2, 3)])
def test_a_follower_lags_behind_by_a_geometric_time(rounds: int, experts: int) -> None:
    """Every draw finds the desired model with probability 1/d, whatever was drawn before; two models: a copy."""
    followed = follower(rounds, experts, leader)
    for losses in games(rounds, experts):
        desired = [leader(losses[:t], ()) for t in range(1, rounds)]
        by_coins: dict[Models, Fraction] = {}
        for draws in product(range(experts), repeat=rounds):  # one draw is ready for each round, used or not
            models = [draws[0]]
            for target, draw in zip(desired, draws[1:], strict=True):
                models.append(models[-1] if models[-1] == target else draw)
            by_coins[tuple(models)] = by_coins.get(tuple(models), Fraction(0)) + Fraction(1, experts**rounds)
        assert played_law(followed, losses) == Dist(by_coins)


def copy(target: int, path: Models) -> Dist[Models]:
    """Go on with the target or with the last model, by a fair coin."""
    return Dist.mixture([(HALF, Dist.point((*path, target))), (HALF, Dist.point((*path, path[-1])))])


@pytest.mark.parametrize("rounds", [2, 5])
def test_with_two_models_a_follower_copies_with_a_fair_coin(rounds: int) -> None:
    followed = follower(rounds, 2, leader)
    for losses in games(rounds, 2):
        desired = [leader(losses[:t], ()) for t in range(1, rounds)]
        copied: Dist[Models] = Dist.uniform([(0,), (1,)])
        for target in desired:
            copied = copied.bind(partial(copy, target))
        assert played_law(followed, losses) == copied


def test_a_follower_draws_uniform_models_and_yet_learns() -> None:
    """On one epoch of six rounds it loses less than half of them, which is what any fixed model loses."""
    followed = follower(6, 2, leader)
    assert average(epochs(1, 6, 2), lambda losses: expected_loss(followed, losses)) < 3
    for losses in epochs(1, 6, 2).outcomes:
        later = law(followed, losses).map(lambda released: released[1:2])
        draws = later.condition(bool).map(lambda z: z[0].model) if later.pmf(()) != 1 else Dist.uniform([0, 1])
        assert draws == Dist.uniform([0, 1])


def test_models_drawn_at_fixed_rounds_are_independent() -> None:
    algorithm = at_fixed_rounds(4, 2, [2, 4], answers)
    losses = check_losses([["1", "0"], ["0", "1/2"], ["1", "1"], ["0", "0"]], 4, 2)
    expected = answers(()).product(answers(losses[:1])).product(answers(losses[:3]))
    assert law(algorithm, losses) == expected.map(
        lambda drawn: (Resampling(1, drawn[0][0]), Resampling(2, drawn[0][1]), Resampling(4, drawn[1]))
    )
    assert played((Resampling(1, 0), Resampling(2, 1), Resampling(4, 0)), 4) == (0, 1, 1, 0)


def test_loss_and_regret_by_hand() -> None:
    algorithm = at_fixed_rounds(2, 2, [2], answers)
    losses = check_losses([["1", "0"], ["1", "0"]], 2, 2)
    # Round 1: model 0 with probability 3/4; round 2: with probability 1/4.
    assert expected_loss(algorithm, losses) == 1
    assert expected_regret(algorithm, losses) == 1
    assert best_loss(losses) == 0
    assert loss_of((0, 1), losses) == 1


def test_a_private_state_is_carried_on() -> None:
    """A rule that draws once, in a round chosen in secret."""

    def rule(past: Losses, released: Released, state: Private) -> Dist[tuple[bool, Private]]:
        return Dist.point((len(past) + 1 == state, state))

    secret: Dist[Private] = Dist({2: Fraction(1, 3), 3: Fraction(2, 3)})
    algorithm = LimitedSwitching(3, 2, answers, rule, secret)
    losses = check_losses([[1, 0]] * 3, 3, 2)
    assert law(algorithm, losses).map(lambda released: released[1].round) == secret
    assert law(algorithm, losses).pmf((Resampling(1, 0), Resampling(3, 1))) == Fraction(3, 4) * Fraction(2, 3) * (
        Fraction(3, 4)
    )


def test_divergences_are_those_of_the_draw_that_depends_on_the_data() -> None:
    algorithm = at_fixed_rounds(3, 2, [2], answers)
    first, second = (check_losses([[a, 0], [0, 0], [0, 0]], 3, 2) for a in (1, 0))
    assert are_neighbors(first, second)
    assert not are_neighbors(first, check_losses([[0, 0], [1, 0], [0, 0]], 3, 2))
    assert divergence(algorithm, first, second, 1) == log(Fraction(3)) * HALF  # 3/4 log 3 - 1/4 log 3
    assert divergence(algorithm, first, second, 2) == log(Fraction(7, 3))  # log(9/4 + 1/12)
    assert divergence(algorithm, first, first, 2) == LogForm()
    assert divergence(at_fixed_rounds(3, 2, [2], lambda past: Dist.point(int(bool(past) and past[0][0] == 1))),
                      first, second, 1) is None  # fmt: skip


def test_a_released_draw_tells_at_least_as_much_as_the_models() -> None:
    """A follower of a leader without noise tells of the losses by the rounds of its draws alone."""
    followed = follower(3, 2, leader)
    first, second = (check_losses([[a, 1 - a], [0, 0], [0, 0]], 3, 2) for a in (0, 1))
    assert max_ratio(law(followed, first), law(followed, second)) is None
    assert max_ratio(played_law(followed, first), played_law(followed, second)) is None


# The adversary


@pytest.mark.parametrize(("number", "length", "experts"), [(1, 3, 2), (2, 2, 2), (3, 1, 1)])
def test_epochs_are_uniform_repetitions(number: int, length: int, experts: int) -> None:
    adversary = epochs(number, length, experts)
    assert len(adversary) == 2 ** (number * experts)
    for losses in adversary.outcomes:
        assert len(losses) == number * length
        assert all(losses[t] == losses[t - t % length] for t in range(len(losses)))
    assert average(adversary, lambda losses: loss_of((0,) * (number * length), losses)) == Fraction(number * length, 2)


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_the_better_of_two_models(number: int) -> None:
    assert average(epochs(number, 2, 2), best_loss) == 2 * best_of_two(number)
    assert best_of_two(4) == Fraction(93, 64)


# Lemma 4.4


def noisy_leader(truth: Fraction, experts: int) -> Batch:
    """The leader over all losses with probability ``truth``, else a uniform model; the same in all rounds."""

    def answer(losses: Losses) -> Dist[Models]:
        least = Dist.mixture([
            (truth, Dist.point(leader(losses, ()))), (1 - truth, Dist.uniform(range(experts)))
        ])  # fmt: skip
        return least.map(lambda model: (model,) * len(losses))

    return answer


@pytest.mark.parametrize(("rounds", "experts"), [(1, 1), (1, 2), (2, 2), (1, 3), (3, 1)])
@pytest.mark.parametrize("truth", ["0", "1/3", "9/10", "1"])
def test_lemma_4_4_on_small_games(rounds: int, experts: int, truth: str) -> None:
    answer = noisy_leader(Fraction(truth), experts)
    loss: Number = repeated_loss(answer, rounds, experts)
    for exp_eps in map(Fraction, ("1", "11/10", "3/2", "2")):
        delta = least_delta(answer, rounds, experts, exp_eps)
        assert repeated_loss_bound(rounds, experts, exp_eps, delta) <= LogForm(Fraction(loss))


def test_lemma_4_4_rejects_a_delta_that_is_too_small() -> None:
    answer = noisy_leader(Fraction(1), 2)
    loss = repeated_loss(answer, 1, 2)
    assert loss == Fraction(1, 4)
    assert least_delta(answer, 1, 2, Fraction(1)) == 1
    assert not repeated_loss_bound(1, 2, Fraction(11, 10), Fraction(0)) <= LogForm(loss)


def test_randomized_response_is_pure() -> None:
    """With truth 1/3 the better model is answered with 2/3: e^eps = 2 and delta = 0, and less is not enough."""
    answer = noisy_leader(Fraction(1, 3), 2)
    assert least_delta(answer, 1, 2, Fraction(2)) == 0
    assert least_delta(answer, 1, 2, Fraction(3, 2)) == Fraction(1, 6)
    assert repeated_loss(answer, 1, 2) == Fraction(1, 4) * 1 + HALF * Fraction(1, 3)


# The published algorithm is in the family


def test_lazy_to_private_keeps_its_model_or_draws_from_a_law_of_the_losses() -> None:
    """From each state, the next model is the old one or a draw from the normalized measure, in some proportion."""
    parameters = lazy_to_private.Parameters.read(
        exp_learning_rate="3/2", batch=1, fake_switch="1/4", rounds=3, experts=3
    )
    data = lazy_to_private.check_data("1,0,1;0,1,0;0,0,0", parameters)
    measures = lazy_to_private.measures(data, parameters)
    for kernel, log_nu in zip(lazy_to_private.chain(data, parameters).kernels, measures[1:], strict=True):
        fresh = lazy_to_private.normalized(log_nu, parameters)
        for state, row in kernel.items():
            models = Dist(row).map(lambda after: after.x)
            ratios = {models.pmf(x) / fresh.pmf(x) for x in range(3) if x != state.x}
            assert len(ratios) == 1
            assert 0 < min(ratios) < 1


# What is not of the family


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ([[0, 0]], "2 rows"),
        ([[0, 0], [0, 2]], r"in \[0, 1\]"),
        ([[0, 0], [0]], "one a model"),
        ("0,0;0,0", "2 rows"),
        ([[0.5, 0], [0, 0]], "not float"),
    ],
)
def test_losses_that_are_none(rows: object, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        check_losses(rows, 2, 2)


def test_a_fresh_law_of_other_models_is_refused() -> None:
    algorithm = at_fixed_rounds(2, 2, [2], lambda past: Dist.point(2 if past else 0))
    with pytest.raises(ValueError, match=r"a law on 0\.\.1"):
        law(algorithm, [[0, 0], [0, 0]])


@pytest.mark.parametrize(("rounds", "experts"), [(0, 2), (2, 0)])
def test_sizes_are_checked(rounds: int, experts: int) -> None:
    with pytest.raises(ValueError, match="at least 1"):
        follower(rounds, experts, leader)


def test_what_is_too_large_to_list_is_refused() -> None:
    with pytest.raises(ValueError, match="sequences at most"):
        epochs(7, 1, 2)
    with pytest.raises(ValueError, match="matrices at most"):
        bit_losses(7, 2)
