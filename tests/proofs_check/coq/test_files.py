"""The folder of Coq files: which theorem stands where, and in what order preludes are compiled."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dpassay.proofs_check.coq import files
from tests.proofs_check.coq.toys import FALSE, TRUE


def test_theorems_go_to_the_file_of_their_source_and_twins_apart() -> None:
    many = [replace(TRUE, name=f"many_{k}", claim="ASI-01") for k in range(files.FULL + 1)]
    lemma = replace(TRUE, name="lemma", claim="sum of a geometric row")
    told = {file.name: len(file.theorems) for file in files.files([TRUE, *many, lemma, replace(FALSE, twin=True)])}
    assert told == {
        "ASI_goals_1": files.FULL,
        "ASI_goals_2": 1,
        "LEC_goals_1": 1,
        "Shared_goals_1": 1,
        "Twins_of_LEC_goals_1": 1,
    }


def test_a_file_imports_the_preludes() -> None:
    (file,) = files.files([TRUE])
    assert file.text.startswith("From Dpassay Require Import Basics.\n")
    assert file.text.endswith(f"{TRUE.text}\n")
    assert f" {' '.join(files.imported())}." in files.head(replace(TRUE, preludes=()))
    assert not any(name.startswith("Rules") for name in files.imported())


def test_a_prelude_comes_after_what_it_requires() -> None:
    order = [name for level in files.levels() for name in level]
    assert sorted(order) == sorted(files.PRELUDES)
    for name in order:
        needed = {word for found in files.REQUIRED.findall(files.prelude(name)) for word in found.split()}
        assert needed <= set(order[: order.index(name)])


def test_preludes_in_a_circle_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "PRELUDES", ("A", "B"))
    monkeypatch.setattr(files, "prelude", lambda name: f"From Dpassay Require Import {'B' if name == 'A' else 'A'}.")
    with pytest.raises(ValueError, match="no circle"):
        list(files.levels())


@pytest.mark.parametrize("name", files.PRELUDES)
def test_preludes_believe_nothing(name: str) -> None:
    words = set(files.prelude(name).replace(".", " ").split())
    assert not words & {"Admitted", "admit", "Axiom", "Axioms", "Parameter", "Parameters", "Conjecture", "give_up"}


def test_the_file_over_all_uses_every_theorem() -> None:
    text = files.everything(files.files([TRUE, replace(TRUE, name="other", claim="ASI-01")]))
    assert "let _ := LEC_goals_1.true in" in text
    assert "let _ := ASI_goals_1.other in" in text
    assert text.count("Definition all_of_") == 2
    assert text.endswith("Print Assumptions everything.\n")


def test_a_theorem_is_used_with_its_premises_where_all_of_them_are_proved() -> None:
    whole = replace(TRUE, name="whole", premises=("true", "other"))
    other = replace(TRUE, name="other", claim="ASI-01")
    assert "let _ := LEC_goals_1.whole LEC_goals_1.true ASI_goals_1.other in" in files.everything(
        files.files([TRUE, other, whole])
    )
    assert "let _ := LEC_goals_1.whole in" in files.everything(files.files([TRUE, whole]))
