"""Generated pairs are different ones, the same for the same seed; what gives none is refused in one line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dpassay.audit.held_to.neighbors import generated_pairs

HERE = Path(__file__).parents[1] / "alone_neighbors.py"


def pairs(name: str, count: int = 10, seed: int = 0) -> list[tuple[object, object]]:
    found = generated_pairs(f"{HERE}:{name}", count, seed)
    return [(json.loads(first.text), json.loads(second.text)) for first, second in found]


def test_of_a_function() -> None:
    assert pairs("pairs") == [(2, 4), (0, 1)]
    assert pairs("pairs", 1) == [(2, 4)]


@pytest.mark.parametrize("name", ["strategy", "of_strategy"])
def test_of_a_strategy(name: str) -> None:
    assert sorted(pairs(name)) == [(0, 1), (1, 0)]


def test_data_of_any_kind_and_the_same_for_the_same_seed() -> None:
    found = pairs("rows", 20, 5)
    assert 10 < len(found) <= 20
    assert all(first[1:] == second for first, second in found)  # type: ignore[index]
    assert pairs("rows", 20, 5) == found != pairs("rows", 20, 6)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("fails", "RuntimeError: no pairs"),
        ("single", "not 1"),
        ("equal", "inputs that differ"),
        ("number", "not int"),
        ("missing", "a name that the file defines"),
    ],
)
def test_what_gives_no_pairs_is_refused(name: str, said: str) -> None:
    with pytest.raises(ValueError, match=r"^neighbors = .*expected") as caught:
        pairs(name)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_what_is_no_place_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("1 / 0")
    for place, said in [
        ("pairs", "path/to/file"),
        (f"{tmp_path}/none.py:pairs", "can be read"),
        (f"{tmp_path}/bad.py:pairs", "ZeroDivisionError"),
    ]:
        with pytest.raises(ValueError, match=r"^neighbors = ") as caught:
            generated_pairs(place, 1, 0)
        assert said in str(caught.value)
    with pytest.raises(ValueError, match=r"^pairs = 0"):
        pairs("pairs", 0)
