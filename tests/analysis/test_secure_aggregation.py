"""What the server of a secure aggregation learns: no more than is meant; and each wrong protocol is seen through."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import combinations, product

import pytest

from dpassay.analysis.secure_aggregation import (
    Form,
    Rows,
    dealt_forms,
    echelon,
    learned,
    variables,
    view,
    what_is_learned,
    what_may_be_learned,
)
from dpassay.reference.secure_aggregation import (
    Dealt,
    Received,
    Settings,
    check_threshold,
    deal,
    neighbors,
    received,
    unmasked,
    value_at,
)

FOUR = Settings(clients=4, threshold=2, prime=7, degree=3)
ALL = (0, 1, 2, 3)
SUM: Rows = ((1, 1, 1, 1),)


def subsets(some: Collection[int]) -> Iterator[tuple[int, ...]]:
    return (few for size in range(len(some) + 1) for few in combinations(some, size))


def groups() -> Iterator[Settings]:
    """All of up to three clients, and two of four: a ring and a complete one."""
    for n in range(1, 4):
        for degree in sorted({n - 1, *range(0, n, 2)}):
            yield from (Settings(n, t, 7, degree) for t in range(1, degree + 2))
    yield from (Settings(4, 2, 7, 2), FOUR)


def runs(here: Settings) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Who survives, and who is late."""
    everyone = range(here.clients)
    for survivors in subsets(everyone):
        try:
            check_threshold(survivors, here)
        except ValueError:
            continue
        yield from ((survivors, late) for late in subsets(sorted(set(everyone) - set(survivors))))


@pytest.mark.parametrize("here", list(groups()), ids=lambda here: f"{here.clients}-{here.threshold}-{here.degree}")
def test_nothing_but_sums_is_learned(here: Settings) -> None:
    """By any survivors, late uploads, and fewer than t colluders; and the sums themselves are learned."""
    for survivors, late in runs(here):
        for colluders in subsets(range(here.clients)):
            if len(colluders) < here.threshold:
                told = what_is_learned(survivors, here, late, colluders)
                assert told == what_may_be_learned(survivors, here, colluders)


@pytest.mark.parametrize("here", list(groups()), ids=lambda here: f"{here.clients}-{here.threshold}-{here.degree}")
def test_the_sum_comes_out_whatever_the_masks(here: Settings) -> None:
    for survivors, late in runs(here):
        inputs, dealt = dealt_forms(here)
        total = unmasked(received(inputs, dealt, survivors, here, late), survivors, here)
        expected = [int(u in survivors) for u in range(here.clients)]
        assert total.coefficients == (*expected, *(0,) * (len(total.coefficients) - here.clients))


def test_what_is_meant_to_be_learned() -> None:
    assert what_may_be_learned(ALL, FOUR) == SUM
    assert what_may_be_learned((0, 2, 3), FOUR) == ((1, 0, 1, 1),)
    assert what_may_be_learned(ALL, FOUR, colluders=(1,)) == ((1, 0, 1, 1), (0, 1, 0, 0))
    assert what_may_be_learned((0, 1), FOUR, colluders=(1, 3)) == ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 0, 1))


def test_as_many_colluders_as_shares_are_needed_learn_everything() -> None:
    told = what_is_learned(ALL, FOUR, colluders=(0, 1))
    assert told == echelon([[int(i == j) for j in range(4)] for i in range(4)], 7)
    assert told != what_may_be_learned(ALL, FOUR, colluders=(0, 1))


def test_a_colluder_tells_what_it_holds_and_what_it_hands_out() -> None:
    """Its share of a mask of others; and, of a mask that it splits, the share that it gives to another client."""
    inputs, dealt = dealt_forms(FOUR)
    got = received(inputs, dealt, ALL, FOUR)
    held, handed_out, not_its_own = dealt.shares[1, 2][0], dealt.shares[0, 1][3], dealt.shares[1, 2][3]
    assert {held, handed_out, inputs[0], dealt.masks[0, 1]} <= set(view(got, inputs, dealt, (0,)))
    assert not {held, handed_out, inputs[0], dealt.masks[0, 1]} & set(view(got, inputs, dealt))
    assert not_its_own not in view(got, inputs, dealt, (0,))


def test_a_ring_that_falls_apart_tells_a_sum_for_each_part() -> None:
    ring = Settings(6, 1, 7, 2)
    assert what_is_learned((0, 1, 3, 4), ring) == ((1, 1, 0, 0, 0, 0), (0, 0, 0, 1, 1, 0))


# The same by trying all coins


@pytest.mark.parametrize(
    ("here", "survivors", "late", "colluders"),
    [
        (Settings(2, 1, 3, 1), (0, 1), (), ()),
        (Settings(2, 1, 3, 1), (1,), (0,), ()),
        (Settings(2, 1, 3, 1), (0, 1), (), (0,)),
    ],
)
def test_linear_forms_tell_what_all_coins_tell(
    here: Settings, survivors: tuple[int, ...], late: tuple[int, ...], colluders: tuple[int, ...]
) -> None:
    """Two inputs have one law of the view if what is learned is the same, and else laws with nothing in common."""
    told = what_is_learned(survivors, here, late, colluders)
    inputs, dealt = dealt_forms(here)
    seen = view(received(inputs, dealt, survivors, here, late), inputs, dealt, colluders)
    count = len(inputs[0].coefficients) - here.clients
    laws = {
        x: sorted(
            tuple(sum(a * b for a, b in zip(form.coefficients, (*x, *coins), strict=True)) % 3 for form in seen)
            for coins in product(range(3), repeat=count)
        )
        for x in product(range(3), repeat=2)
    }
    for (x, p), (y, q) in combinations(laws.items(), 2):
        same = all(sum(w * (a - b) for w, a, b in zip(row, x, y, strict=True)) % 3 == 0 for row in told)
        assert p == q if same else not set(p) & set(q)


# Wrong protocols


def told_by(got: Received[Form], inputs: list[Form], dealt: Dealt[Form], colluders: Collection[int] = ()) -> Rows:
    return learned(view(got, inputs, dealt, colluders), 4, 7)


def test_a_mask_that_two_pairs_use_is_found() -> None:
    """Of x_1 - s_01 + s_12 nothing is left but x_1, if s_12 is s_01; the sum comes out all the same."""
    three = Settings(3, 2, 7, 2)
    inputs, dealt = dealt_forms(three)
    tampered = Dealt(
        {**dealt.masks, (1, 2): dealt.masks[0, 1]},
        {**dealt.shares, (1, 2): dealt.shares[0, 1]},
    )
    got = received(inputs, tampered, (0, 1, 2), three)
    total = unmasked(got, (0, 1, 2), three).coefficients
    assert total == (1, 1, 1, *(0,) * (len(total) - 3))
    assert learned(view(got, inputs, tampered), 3, 7) == ((1, 0, 1), (0, 1, 0))
    assert what_is_learned((0, 1, 2), three) == ((1, 1, 1),)


def test_masks_that_two_rounds_use_are_found() -> None:
    """Uploads of the same masks differ by what the inputs differ."""
    inputs, coins = variables(8, FOUR.threshold * 10)
    dealt = deal(lambda: next(coins), FOUR)
    seen = [form for values in (inputs[:4], inputs[4:]) for form in view(received(values, dealt, ALL, FOUR), [], dealt)]
    told = learned(seen, 8, 7)
    assert len(told) == 5  # both sums, and three differences
    assert echelon([*told, (1, 0, 0, 0, -1, 0, 0, 0)], 7) == told


def test_shares_of_too_low_a_degree_are_found() -> None:
    """A share is then the mask itself, and one colluder is enough."""
    inputs, dealt = dealt_forms(FOUR)
    flat = {pair: dict.fromkeys(shares, dealt.masks[pair]) for pair, shares in dealt.shares.items()}
    tampered = replace(dealt, shares=flat)
    got = received(inputs, tampered, ALL, FOUR)
    assert unmasked(got, ALL, FOUR).coefficients[:4] == SUM[0]
    assert told_by(got, inputs, tampered) == SUM
    allowed = what_may_be_learned(ALL, FOUR, colluders=(3,))
    assert told_by(got, inputs, dealt, (3,)) == allowed
    assert told_by(got, inputs, tampered, (3,)) != allowed


def test_shares_of_a_degree_one_too_low_are_found() -> None:
    """Two colluders, where three shares should be needed."""
    here = replace(FOUR, threshold=3)
    inputs, coins = variables(4, 30)
    lines = {pair: [next(coins), next(coins)] for pair in dealt_forms(here)[1].masks}
    tampered = Dealt(
        {pair: line[0] for pair, line in lines.items()},
        {pair: {w: value_at(w + 1, line, 7) for w in ALL} for pair, line in lines.items()},
    )
    got = received(inputs, tampered, ALL, here)
    assert told_by(got, inputs, tampered, (2, 3)) != what_may_be_learned(ALL, here, (2, 3))
    assert what_is_learned(ALL, here, colluders=(2, 3)) == what_may_be_learned(ALL, here, (2, 3))


def test_a_mask_that_is_not_removed_is_found() -> None:
    """The server asks for no shares of the mask of client 2 alone: the sum does not come out, nor can it."""
    inputs, dealt = dealt_forms(FOUR)
    got = received(inputs, dealt, ALL, FOUR)
    kept = {pair: shares for pair, shares in got.shares.items() if pair != (2, 2)}
    tampered = replace(got, shares=kept)
    assert any(unmasked(tampered, ALL, FOUR).coefficients[4:])
    assert told_by(tampered, inputs, dealt) == ()


def test_a_mask_of_a_dropout_that_is_not_removed_is_found() -> None:
    inputs, dealt = dealt_forms(FOUR)
    got = received(inputs, dealt, (0, 1, 2), FOUR)
    tampered = replace(got, shares={pair: shares for pair, shares in got.shares.items() if pair != (1, 3)})
    assert any(unmasked(tampered, (0, 1, 2), FOUR).coefficients[4:])
    assert told_by(tampered, inputs, dealt) == ()
    assert told_by(got, inputs, dealt) == ((1, 1, 1, 0),)


def test_a_mask_of_the_wrong_sign_is_found() -> None:
    """All clients add s_uv: it does not cancel, and of two clients the difference is told in place of the sum."""
    two = Settings(2, 1, 7, 1)
    inputs, dealt = dealt_forms(two)
    got = received(inputs, dealt, (0, 1), two)
    upload = (got.uploads[1] + dealt.masks[0, 1] * 2) % 7
    tampered = replace(got, uploads={**got.uploads, 1: upload})
    assert any(unmasked(tampered, (0, 1), two).coefficients[2:])
    assert learned(view(tampered, inputs, dealt), 2, 7) == ((1, 6),)


def test_a_late_upload_without_a_mask_of_its_own_is_found() -> None:
    """Plain pairwise masks: those of a client that is late are taken off, and nothing hides its upload."""
    inputs, dealt = dealt_forms(FOUR)
    got = received(inputs, dealt, (0, 1, 2), FOUR, late=(3,))
    assert told_by(got, inputs, dealt) == ((1, 1, 1, 0),)
    upload = (got.uploads[3] + dealt.masks[3, 3] * -1) % 7
    tampered = replace(got, uploads={**got.uploads, 3: upload})
    assert told_by(tampered, inputs, dealt) == ((1, 1, 1, 0), (0, 0, 0, 1))


def test_both_kinds_of_mask_of_one_client_are_too_much() -> None:
    """A server that asks for b_0 and for all s_0v, as of a survivor and of a dropout, learns x_0."""
    inputs, dealt = dealt_forms(FOUR)
    got = received(inputs, dealt, ALL, FOUR)
    more = {(0, v): dealt.shares[0, v] for v in neighbors(0, FOUR)}
    tampered = replace(got, shares={**got.shares, **more})
    assert told_by(tampered, inputs, dealt) == ((1, 0, 0, 0), (0, 1, 1, 1))


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(ValueError, match=r"colluders = .4.: expected different clients from 0 to 3"):
        what_is_learned(ALL, FOUR, colluders=(4,))
    with pytest.raises(ValueError, match="survivors = 1: expected at least threshold = 2 clients"):
        what_is_learned((1,), FOUR)
    with pytest.raises(ValueError, match="seen = 0: expected at least one form"):
        learned([], 2, 7)
    with pytest.raises(ValueError, match="coins = 5000: expected at most 4096 variables in all"):
        variables(1, 5000)
