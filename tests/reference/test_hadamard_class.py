"""The hard class against its definitions, the displays of its proof on families of channels, and where they fail."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from dpassay.exact import ExpNumber, Number, as_real, decide, exp, kl_divergence, log, total_variation
from dpassay.exact.dist import Dist
from dpassay.reference import randomized_response as rr
from dpassay.reference.distribution_game import constant, kl_risk
from dpassay.reference.distribution_learners import Constant, Posterior
from dpassay.reference.hadamard_class import (
    Channel,
    HadamardClass,
    after_identity,
    after_parseval,
    after_privacy,
    balanced_channel,
    below_logarithm,
    best_estimate,
    binary_mechanism,
    both,
    chi_square,
    chosen_at_random,
    coefficients,
    combined,
    contraction,
    error_probabilities,
    expected_kl,
    extremal_channel,
    first_output_displayed,
    fold_kl,
    fold_variation,
    hadamard,
    hadamard_mechanism,
    identity_channel,
    kl_bound,
    larger_kl,
    last_line,
    le_cam_bound,
    least_mean_kl,
    least_rounds,
    midpoint,
    midpoint_kl,
    midpoint_kl_displayed,
    order_of,
    output_kl,
    outputs,
    pinsker_bound,
    post_processed,
    printed_pinsker_bound,
    randomized_response,
    relative_steps,
    risk_bound,
    second_output_displayed,
    separation,
    separation_squared,
    sequences,
    sharp_line,
    sharp_sum_bound,
    split_sum_bound,
    square_sum,
    subset_mechanism,
    sum_bound,
    sum_of_kls,
    theorem_bound,
    two_point_radius,
)

TINY = Fraction(1, 10**15)


def fraction(value: object) -> Fraction:
    assert isinstance(value, Fraction)
    return value


def random_channel(seed: int, inputs: int, reports: int) -> Channel:
    rng = Random(seed)
    rows = [[Fraction(rng.randrange(1, 12)) for _ in range(reports)] for _ in range(inputs)]
    return Channel(tuple(tuple(entry / sum(row) for entry in row) for row in rows))


def channels(inputs: int, exp_eps: Fraction) -> Iterator[Channel]:
    yield randomized_response(inputs, exp_eps)
    yield hadamard_mechanism(inputs, exp_eps)
    yield subset_mechanism(inputs, max(1, inputs // 4), exp_eps)
    yield binary_mechanism(inputs, range(inputs // 2), exp_eps)


def family() -> Iterator[tuple[HadamardClass, Channel, Number]]:
    """Classes with K = 1 to 5, with the exact e^eps of their channels."""
    for size, t, a in product(
        (1, 2, 3, 5), map(Fraction, ("11/10", "2", "4", "10", "50")), map(Fraction, ("1/7", "1"))
    ):
        for channel in channels(order_of(size), t):
            yield HadamardClass(size, a), channel, t
    for seed in range(8):
        channel = random_channel(seed, 4, 3)
        loss = channel.loss()
        assert loss is not None
        yield HadamardClass(3, Fraction(1, 2)), channel, loss


FAMILY = list(family())


# The matrix and the class


@pytest.mark.parametrize("n", [0, 1, 2, 3, 4])
def test_hadamard_is_the_kronecker_power(n: int) -> None:
    matrix = [[1]]
    for _ in range(n):
        matrix = [row + row for row in matrix] + [row + [-entry for entry in row] for row in matrix]
    assert [list(row) for row in hadamard(1 << n)] == matrix


def test_columns_are_orthogonal_and_a_wrong_matrix_is_seen() -> None:
    rows = [list(row) for row in hadamard(8)]
    assert all(sum(x * y for x, y in zip(p, q, strict=True)) == 8 * (p is q) for p in rows for q in rows)
    rows[3][5] *= -1
    assert any(sum(x * y for x, y in zip(p, q, strict=True)) != 8 * (p is q) for p in rows for q in rows)


def test_the_order_is_the_only_power_of_two_in_the_printed_range() -> None:
    for size in range(1, 70):
        powers = [order for order in (1 << n for n in range(9)) if order <= 2 * size and order - 1 >= size]
        assert powers == [order_of(size)]


@pytest.mark.parametrize("size", [1, 2, 3, 4, 7])
@pytest.mark.parametrize("a", ["0", "1/3", "1"])
def test_members_are_the_printed_laws(size: int, a: str) -> None:
    hard = HadamardClass(size, Fraction(a))
    table, order = hard.table(), hard.order
    assert len(table) == 2 * size
    assert order <= 2 * size
    for i in range(1, size + 1):
        signs = hadamard(order)[i]
        first, second = table[2 * i - 2], table[2 * i - 1]
        assert first == tuple(Fraction(0) if sign == 1 else Fraction(2, order) for sign in signs)
        assert second == tuple(p + Fraction(a) * sign / order for p, sign in zip(first, signs, strict=True))
        assert sum(first, Fraction(0)) == sum(second, Fraction(0)) == 1
        assert min(map(fraction, second)) >= 0


def test_the_separation() -> None:
    t = Fraction(3, 2)
    assert contraction(t) == Fraction(1, 4)
    assert contraction(5) == 1
    assert separation_squared(3, 4, t) == Fraction(3) / (9 * 4 * Fraction(1, 4) * t)
    a = separation(3, 4, t)
    assert isinstance(a, ExpNumber)
    assert a * a == separation_squared(3, 4, t)
    hard = HadamardClass(3, a)
    assert hard.second(1)[0] == a / 4
    assert least_rounds(16, Fraction(11, 10)) == 162  # 16 / (9 / 100 * 11 / 10) is 161.6...
    assert separation_squared(16, 162, Fraction(11, 10)) <= 1 < separation_squared(16, 161, Fraction(11, 10))
    assert separation_squared(2, 1, exp(Fraction(1))) == Fraction(2, 9) / exp(Fraction(1))


# Channels


@pytest.mark.parametrize("exp_eps", ["1", "3/2", "20"])
def test_the_named_channels_lose_exactly_their_budget(exp_eps: str) -> None:
    t = Fraction(exp_eps)
    for channel in channels(4, t):
        assert channel.loss() == t
        assert channel.is_private(t)
        if t > 1:
            assert not channel.is_private(t - TINY)


def test_the_loss_is_the_largest_ratio_of_two_laws() -> None:
    for seed in range(5):
        channel = random_channel(seed, 3, 4)
        ratios = [
            max(p / q for p, q in zip(map(fraction, channel.rows[y]), map(fraction, channel.rows[z]), strict=True))
            for y, z in product(range(3), repeat=2)
        ]
        assert channel.loss() == max(ratios)
    assert identity_channel(3).loss() is None
    assert not identity_channel(3).is_private(10**9)


def test_randomized_response_is_the_reference_mechanism() -> None:
    parameters = rr.Parameters.read(exp_eps="5/2", categories=4)
    channel = randomized_response(4, Fraction(5, 2))
    assert all(channel.law(y) == rr.law(y, parameters) for y in range(4))


def test_a_channel_of_an_irrational_budget() -> None:
    channel = randomized_response(4, exp(Fraction(1, 2)))
    assert channel.loss() == exp(Fraction(1, 2))


def test_composed_channels() -> None:
    first, second = randomized_response(4, Fraction(2)), binary_mechanism(4, [0, 1], Fraction(3))
    assert both(first, second).loss() == 6
    assert chosen_at_random([("1/4", first), ("3/4", second)]).loss() == 3
    merged = post_processed(first, Channel(((1, 0), (1, 0), (0, 1), (0, 1))))  # type: ignore[arg-type]
    assert merged == binary_mechanism_of(first)
    assert merged.loss() == Fraction(3, 2)
    assert post_processed(first, identity_channel(4)) == first


def binary_mechanism_of(channel: Channel) -> Channel:
    return Channel(tuple((row[0] + row[1], row[2] + row[3]) for row in channel.rows))


def test_an_extremal_channel_of_unequal_weights() -> None:
    t = Fraction(2)
    patterns = {frozenset({0}): "1/8", frozenset({1}): "1/8", frozenset({0, 1}): "5/16"}
    channel = extremal_channel(2, patterns, t)
    assert channel.rows[0] == (Fraction(1, 4), Fraction(1, 8), Fraction(5, 8))
    assert channel.loss() == 2


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: Channel(((Fraction(1, 2), Fraction(1, 3)),)), "total of 1"),
        (lambda: Channel(((Fraction(1),), (Fraction(1, 2), Fraction(1, 2)))), "one length"),
        (lambda: Channel(((Fraction(2), Fraction(-1)),)), "at least 0"),
        (lambda: Channel(((0.5, 0.5),)), "not float"),  # type: ignore[arg-type]
        (lambda: balanced_channel(3, [[0], [1]], Fraction(2)), "total of 1"),
        (lambda: hadamard(6), "power of two"),
        (lambda: HadamardClass(3, Fraction(3, 2)), r"in \[0, 1\]"),
        (lambda: HadamardClass(0, Fraction(1)), "at least 1"),
        (lambda: HadamardClass(3, Fraction(1)).signs(4), r"in 1\.\.3"),
        (lambda: separation_squared(3, 3, 1), "above 1"),
        (lambda: identity_channel(3).output((Fraction(1),)), "3 labels"),
        (lambda: subset_mechanism(32, 16, 2), "subsets"),
    ],
)
def test_what_is_refused(make: Callable[[], object], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        make()


# Coefficients and output laws, (20), (21)


def test_coefficients_and_output_laws() -> None:
    for hard, channel, _ in FAMILY:
        for column in channel.columns:
            assert combined(coefficients(column)) == column
            assert coefficients(column)[0] == sum(map(fraction, column)) / hard.order
        for i in range(1, hard.size + 1):
            displayed = first_output_displayed(channel, hard, i), second_output_displayed(channel, hard, i)
            assert outputs(channel, hard, i) == displayed
            steps = [q - p for p, q in zip(*displayed, strict=True)]
            assert steps == [hard.a * coefficients(column)[i] for column in channel.columns]


def test_the_difference_has_the_coefficient_of_the_next_column() -> None:
    """With b_i in the place of b_(i+1) it is wrong."""
    hard, channel = HadamardClass(3, Fraction(1, 2)), randomized_response(4, Fraction(3))
    first, second = outputs(channel, hard, 2)
    assert [q - p for p, q in zip(first, second, strict=True)] != [
        hard.a * coefficients(column)[1] for column in channel.columns
    ]


# KL of output laws, (22)


def test_kl_is_at_most_chi_square_is_at_most_the_bound() -> None:
    for hard, channel, _ in FAMILY:
        for i in range(1, hard.size + 1):
            divergence, square, bound = (f(channel, hard, i) for f in (output_kl, chi_square, kl_bound))
            assert divergence is not None
            assert isinstance(square, Fraction)
            assert isinstance(bound, Fraction)
            assert decide(divergence <= square)
            assert square <= bound
            p, q = (Dist(dict(enumerate(law))) for law in outputs(channel, hard, i))
            expected = kl_divergence(p, q)
            assert expected is not None
            assert expected == divergence


def test_a_third_of_the_bound_is_too_small() -> None:
    hard, channel = HadamardClass(1, Fraction(1, 10)), randomized_response(2, Fraction(11, 10))
    divergence, bound = output_kl(channel, hard, 1), kl_bound(channel, hard, 1)
    assert divergence is not None
    assert isinstance(bound, Fraction)
    assert decide(divergence <= bound)
    assert not decide(divergence <= bound / 3)


def test_the_logarithm_below_zero() -> None:
    """x >= 0 is not what (22)(a) needs: x may be negative, and x - x^2 <= log(1 + x) fails below about -0.68."""
    steps = [relative_steps(channel, hard, i) for hard, channel, _ in FAMILY for i in range(1, hard.size + 1)]
    assert min(fraction(x) for xs in steps for x in xs) < 0
    assert all(below_logarithm(x) for xs in steps for x in xs)
    for hard, channel, _ in FAMILY:
        assert all(2 * x >= -hard.a for i in range(1, hard.size + 1) for x in relative_steps(channel, hard, i))
    assert below_logarithm("-1/2")
    assert not below_logarithm("-7/10")


def test_without_privacy_the_bound_is_infinite() -> None:
    hard = HadamardClass(3, Fraction(1, 2))
    assert kl_bound(identity_channel(4), hard, 1) is None
    assert chi_square(identity_channel(4), hard, 1) is None
    divergence = output_kl(identity_channel(4), hard, 1)
    assert divergence == log(Fraction(4, 3))  # 2/(2 - a): nothing is lost
    assert output_kl(identity_channel(4), HadamardClass(3, Fraction(0)), 1) == 0


# Sums over coefficients, (23)


def test_parseval_and_the_elementary_identity() -> None:
    for _, channel, _ in FAMILY:
        for column in channel.columns:
            assert square_sum(column) == after_parseval(column) == after_identity(column)


def test_the_identity_over_the_members_alone_is_false() -> None:
    """As printed, j in [K]: with K = 1 and N = 2 the right side is half of the left."""
    column = (Fraction(2, 3), Fraction(1, 3))
    assert square_sum(column) == Fraction(1, 36)
    assert after_identity(column, 1) == Fraction(1, 72)
    longer = (Fraction(1, 4), Fraction(1, 4), Fraction(1, 4), Fraction(1, 2))  # K = N - 1 is false, too
    assert after_identity(longer, 3) < square_sum(longer)


def test_steps_c_and_last_hold_where_the_budget_is_small() -> None:
    for _, channel, t in FAMILY:
        for column in channel.columns:
            if t <= 2:
                assert after_identity(column) <= after_privacy(column, t)
            assert after_privacy(column, t) <= last_line(column, t)
            if t <= 10:
                assert square_sum(column) <= last_line(column, t)


def test_step_c_is_false_for_a_large_budget() -> None:
    """Randomized response on four labels: false as soon as (e^eps)^2 - 6 e^eps - 3 > 0."""
    for t, holds in ((Fraction(6), True), (Fraction(13, 2), False), (Fraction(50), False)):
        column = randomized_response(4, t).columns[0]
        assert (after_identity(column) <= after_privacy(column, t)) is holds


def test_the_last_line_is_false_for_a_large_budget() -> None:
    """Randomized response on four labels: false as soon as (e^eps)^2 - 12 e^eps + 3 > 0."""
    for t, holds in ((Fraction(47, 4), False), (Fraction(23, 2), True)):
        column = randomized_response(4, t).columns[0]
        assert (square_sum(column) <= last_line(column, t)) is holds


def test_the_sharp_line() -> None:
    """It holds for every budget, and with equality for randomized response on four labels at e^eps = 9."""
    for _, channel, t in FAMILY:
        for column in channel.columns:
            assert decide(as_real(square_sum(column)) - TINY <= as_real(sharp_line(column, t)))
    column = randomized_response(4, Fraction(9)).columns[0]
    assert square_sum(column) == sharp_line(column, 9)
    assert square_sum(column) > Fraction(99, 100) * fraction(sharp_line(column, 9))


def test_the_sum_over_members() -> None:
    """The display after (23) holds for large budgets, too, though steps of its printed proof do not."""
    for hard, channel, t in FAMILY:
        value = sum_of_kls(channel, hard)
        assert value is not None
        bound = sum_bound(hard, t)
        assert decide(as_real(value) <= as_real(bound))
        assert decide(as_real(value) <= as_real(sharp_sum_bound(hard, t)))
        least = min((output_kl(channel, hard, i) for i in range(1, hard.size + 1)), key=float)  # type: ignore[arg-type]
        assert decide(as_real(least) <= as_real(bound / hard.size))


def test_the_proof_for_every_budget() -> None:
    """The KLs are below the split bound, that one is below the display, and not below a third of it."""
    for hard, channel, t in FAMILY:
        split = split_sum_bound(channel, hard)
        assert decide(as_real(sum_of_kls(channel, hard)) < split)
        assert decide(split < as_real(sum_bound(hard, t)))
    hard, channel = HadamardClass(3, Fraction(1)), randomized_response(4, Fraction(9))
    assert not decide(split_sum_bound(channel, hard) < as_real(sum_bound(hard, 9)) / 3)


def test_a_sixth_of_the_sum_bound_is_too_small() -> None:
    hard, channel, t = HadamardClass(3, Fraction(1, 2)), randomized_response(4, Fraction(10)), Fraction(10)
    value = sum_of_kls(channel, hard)
    assert decide(as_real(value) <= as_real(sum_bound(hard, t)))
    assert not decide(as_real(value) <= as_real(sum_bound(hard, t) / 6))


# All rounds, (24), (25)


def mixed_channels(t: Fraction, rounds: int) -> list[Channel]:
    listed = list(channels(4, t))
    return [listed[s % len(listed)] for s in range(rounds)]


def test_the_variation_of_all_rounds() -> None:
    hard, chosen = HadamardClass(3, Fraction(1, 2)), mixed_channels(Fraction(3), 3)
    for i in (1, 2, 3):
        listed = dict(sequences(chosen, hard, i))
        assert sum(fraction(p) for p, _ in listed.values()) == sum(fraction(q) for _, q in listed.values()) == 1
        by_hand = sum(max(fraction(p) - fraction(q), Fraction(0)) for p, q in listed.values())
        assert fold_variation(chosen, hard, i) == by_hand
        pair = [Dist({reports: sides[side] for reports, sides in listed.items()}) for side in (0, 1)]
        assert total_variation(*pair) == by_hand
        expected = kl_divergence(*pair)
        assert expected is not None
        assert expected == fold_kl(chosen, hard, i)


@pytest.mark.parametrize(("exp_eps", "size", "rounds"), [("3/2", 3, 4), ("2", 1, 6), ("3", 2, 3), ("20", 3, 3)])
def test_the_variation_of_all_rounds_is_below_a_third(exp_eps: str, size: int, rounds: int) -> None:
    """With a from (16): for one member, whose KL is least over all rounds together."""
    t = Fraction(exp_eps)
    a = separation(size, rounds, t)
    assert isinstance(a, Fraction | ExpNumber)
    hard = HadamardClass(size, a)
    chosen = [list(channels(hard.order, t))[s % 4] for s in range(rounds)]
    best = min(range(1, size + 1), key=lambda i: float(fold_kl(chosen, hard, i)))  # type: ignore[arg-type]
    divergence = fold_kl(chosen, hard, best)
    assert divergence is not None
    variation = as_real(fold_variation(chosen, hard, best))
    assert decide(variation <= pinsker_bound(divergence))
    assert decide(pinsker_bound(divergence) < printed_pinsker_bound(divergence))
    assert decide(printed_pinsker_bound(divergence) < Fraction(1, 3))


def test_a_class_that_is_too_far_apart_is_told_apart() -> None:
    """With a = 1 at e^eps = 20 and three rounds the variation is above 1/3 for every member."""
    hard, chosen = HadamardClass(3, Fraction(1)), mixed_channels(Fraction(20), 3)
    assert all(fold_variation(chosen, hard, i) > Fraction(1, 3) for i in (1, 2, 3))


def test_le_cam_over_all_tests() -> None:
    """Of the 16 tests on two binary reports, the best has the mean error (1 - TV)/2."""
    hard = HadamardClass(2, Fraction(1, 2))
    chosen = [binary_mechanism(4, [0, 2], Fraction(3)), binary_mechanism(4, [0, 1], Fraction(2))]
    for i in (1, 2):
        means = []
        for answers in product((False, True), repeat=4):
            errors = error_probabilities(lambda reports, a=answers: a[2 * reports[0] + reports[1]], chosen, hard, i)  # type: ignore[misc]
            assert max(map(fraction, errors)) >= le_cam_bound(fold_variation(chosen, hard, i))
            means.append((fraction(errors[0]) + fraction(errors[1])) / 2)
        assert min(means) == le_cam_bound(fold_variation(chosen, hard, i))


# Estimates of a pair: (18), (19)


@pytest.mark.parametrize("a", ["1/100", "1/3", "1/2", "9/10", "1"])
def test_the_two_point_minimax(a: str) -> None:
    hard = HadamardClass(3, Fraction(a))
    radius = two_point_radius(hard)
    for i in (1, 2, 3):
        assert midpoint_kl(hard, i) == midpoint_kl_displayed(hard) == log(2 / (2 - Fraction(a) / 2))
        sides = [as_real(value) for value in larger_kl(hard, i, best_estimate(hard, i))]
        assert all(decide(radius - TINY < side) and decide(side < radius + TINY) for side in sides)
        half = as_real(midpoint_kl(hard, i)) / 2
        assert decide(half < radius)
        assert decide(Fraction(a) / 16 < half)
        assert not decide(radius < half)


def test_the_whole_midpoint_kl_is_no_lower_bound() -> None:
    """Without the factor 1/2, (19)(a) is false."""
    hard = HadamardClass(3, Fraction(1, 2))
    assert decide(two_point_radius(hard) < as_real(midpoint_kl(hard, 1)))


def test_no_estimate_beats_the_radius() -> None:
    hard, rng = HadamardClass(2, Fraction(2, 3)), Random(7)
    radius = two_point_radius(hard)
    estimates = [midpoint(hard, 1), hard.second(1)]
    for _ in range(30):
        entries = [Fraction(rng.randrange(1, 40)) for _ in range(4)]
        estimates.append(tuple(entry / sum(entries) for entry in entries))
    for estimate in estimates:
        sides = larger_kl(hard, 1, estimate)
        assert any(side is None or decide(as_real(side) > radius) for side in sides)
    assert larger_kl(hard, 1, hard.first(1))[1] is None


@pytest.mark.parametrize(("exp_eps", "size", "rounds"), [("3/2", 3, 3), ("3", 1, 3), ("9", 2, 2)])
def test_every_estimator_has_a_risk(exp_eps: str, size: int, rounds: int) -> None:
    """(18) for all estimators at once: the larger of two expected KLs is at least their least mean."""
    t = Fraction(exp_eps)
    a = separation(size, rounds, t)
    assert isinstance(a, Fraction | ExpNumber)
    hard = HadamardClass(size, a)
    chosen = [list(channels(hard.order, t))[s % 4] for s in range(rounds)]
    best = min(range(1, size + 1), key=lambda i: float(fold_kl(chosen, hard, i)))  # type: ignore[arg-type]
    assert decide(as_real(least_mean_kl(chosen, hard, best)) > as_real(risk_bound(hard)))


def test_estimators_by_hand() -> None:
    hard, chosen = HadamardClass(1, Fraction(1, 2)), [randomized_response(2, Fraction(3))]
    middle = midpoint(hard, 1)
    first, second = expected_kl(lambda reports: middle, chosen, hard, 1)
    assert first == midpoint_kl(hard, 1)
    assert second == Fraction(3, 4) * log(Fraction(6, 7)) + Fraction(1, 4) * log(2)  # (1/4, 3/4) to (1/8, 7/8)
    mean = least_mean_kl(chosen, hard, 1)
    assert decide(mean <= (first + second) / 2)  # type: ignore[operator]
    assert decide(mean > 0)
    infinite, _ = expected_kl(lambda reports: (Fraction(1), Fraction(0)), chosen, hard, 1)
    assert infinite is None


def test_the_bound_of_theorem_3() -> None:
    for size, rounds, t in ((3, 4, Fraction(3, 2)), (16, 200, Fraction(11, 10)), (5, 1, Fraction(20))):
        bound = theorem_bound(size, rounds, t)
        assert isinstance(bound, Fraction | ExpNumber)
        assert bound * bound * 396 * 396 == Fraction(size * rounds) / (contraction(t) * t)
    with pytest.raises(ValueError, match="at least 162"):
        theorem_bound(16, 161, Fraction(11, 10))


@pytest.mark.parametrize("learner", [None, "posterior"])
def test_learners_of_the_hard_class_pay_the_bound(learner: str | None) -> None:
    """The worst of all 2K truths, for a learner that never learns and for the posterior under randomized response."""
    t, rounds = Fraction(3, 2), 2
    a = Fraction(3, 10)
    hard, users = HadamardClass(1, a), randomized_response(2, t)
    assert separation_squared(1, rounds, t) >= a * a
    table = hard.table()
    player = Posterior(users) if learner else Constant((Fraction(1, 2), Fraction(1, 2)))
    risks = [kl_risk(constant(truth, table, rounds), users, player) for truth in range(2)]
    assert any(decide(as_real(risk) >= rounds * a / 132) for risk in risks)


@pytest.mark.parametrize(("t", "factor"), [(Fraction(3, 2), Fraction(3, 8)), (Fraction(3), Fraction(3))])
def test_the_sum_bound_by_hand(t: Fraction, factor: Fraction) -> None:
    """(a^2/2) m e^eps with m = (e^eps - 1)^2, at most 1: a quarter of 3/2, and 1 times 3."""
    for a in (Fraction(1, 3), Fraction(1, 7)):
        assert sum_bound(HadamardClass(4, a), t) == a * a / 2 * factor


def test_no_rounds_have_no_loss_to_speak_of() -> None:
    with pytest.raises(ValueError, match=r"^channels = \(\): expected at least one, one a round$"):
        fold_variation([], HadamardClass(4, Fraction(1, 3)), 1)
