"""Every lemma has a claim that rests on it, and every fact a step that cites it, or it says what an algorithm is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest

from dpassay.proofs_check import registry, roots
from dpassay.proofs_check.proof.register import REFUTATIONS, THEOREMS
from dpassay.proofs_check.proof.statements import Model, Theorem
from dpassay.proofs_check.proof.verdict import cites
from tests.proofs_check.models.test_readings import MODEL, PAGE, QUOTED, model_named

COPIED = ", of anything"
"""What the name of a lemma ends with that has the steps of a claim on a model."""
EXTREMES: Mapping[str, tuple[str, ...]] = {
    "batches by turns at the numbers of Theorem 3.10": ("least, first",),
    "the choices and measurements of MWEM": ("largest",),
    "the numbers of Theorem 3.10": ("least of two", "least, second"),
    "the pairs of the local lower bound": ("m, one",),
    "the private learner on two databases": ("best",),
    "the two sums of a trusted aggregator": ("larger of the two, too",),
}
"""They say what a largest or a least number is; its other facts are cited."""
RESTRICTED: Mapping[str, tuple[str, ...]] = {
    "a run of MWEM on smooth data, with values of queries in [-1, 1]": ("from -1",),
    "a run of MWEM within the levels of Lemma E.4, with values of queries in [-1, 1]": ("from -1",),
    "a transcript of MWEM with weights of twice the exponent": ("from 0",),
    "one function, which is 1 as often as it may be": ("two cells",),
    "one query on two points, and one draw": (
        "a single query",
        "any law",
        "no point is shattered",
        "one draw",
        "two points",
    ),
    "one round of uniform points, against all functions on them": ("two brackets",),
    "points of an adaptive smooth adversary, functions of mean at most sigma": ("at most sigma",),
    "polytopes": ("all classes are asked for",),
    "the Subsampled Net Mechanism, queries in [-1, 1]": ("from -1",),
    "the Subsampled Net Mechanism, queries in [0, 1]": ("from 0",),
    "two functions in one bracket": ("one point", "rare"),
}
"""They say which settings a narrower model has."""
EQUATIONS: Mapping[str, tuple[str, ...]] = {
    "a class of signs and a real matrix": ("a sign",),
    "a net of a class, and the number of brackets of differences": ("logarithm",),
    "draws that are kept or not": ("smooth",),
    "draws until enough are kept, and at most m": ("a draw is made",),
    "label clipping as printed": ("astray",),
    "mechanisms that are private on average over good histories": ("both", "on average"),
    "noisy estimates of a divergence": ("delta of the cells", "squared distance of the cells"),
    "one epoch of a repeated loss": ("rounds",),
    "the leader of noisy sums, in blocks": ("ln",),
    "the number of draws that are kept": ("mean",),
    "two adjacent histograms with the lambdas of least variance": ("gap", "largest ratio", "least probability"),
    "two adjacent histograms with the lambdas of the least bound": ("gap", "largest ratio", "least probability"),
    "two adjacent histograms, cut off": ("size",),
}
"""They say what an algorithm does, and what a quantity is of which a formula speaks."""
UNCITED: Mapping[str, tuple[str, ...]] = {**EXTREMES, **RESTRICTED, **EQUATIONS}


def rested_on() -> set[str]:
    """What claims rest on; a lemma that has the steps of another one rests on what that cites."""
    found = roots.closure(registry.CLAIMS)
    return set(roots.closure([*found, *(name.removesuffix(COPIED) for name in found if name.endswith(COPIED))]))


def owner(model: Model, fact: str) -> Model:
    """The widest model that has the fact."""
    wider = model.narrows
    return model if wider is None or fact not in wider.facts else owner(wider, fact)


def wider(model: Model | None) -> Iterator[Model]:
    """A model and all that it narrows."""
    while model is not None:
        yield model
        model = model.narrows


def models() -> dict[int, Model]:
    """All models of which anything is proved or refuted, and what they narrow."""
    told = [theorem.statement.model for theorem in THEOREMS.values()]
    told += [refutation.statement.model for refutation in REFUTATIONS.values()]
    return {id(model): model for one in told if not one.of_any for model in wider(one)}


def cited(theorems: Mapping[str, Theorem]) -> set[tuple[int, str]]:
    """The facts that steps cite."""
    return {
        (id(owner(theorem.statement.model, name)), name)
        for theorem in theorems.values()
        for step in theorem.proof
        for name in cites(step)
        if name in theorem.statement.model.facts
    }


def read() -> set[tuple[int, str]]:
    """The facts that the page of readings names."""
    found, model = set(), None
    for name in QUOTED.findall(PAGE.read_text(encoding="utf-8")):
        model = model_named(name) if MODEL.fullmatch(name) else model
        if model is not None and name in model.facts:
            found.add((id(owner(model, name)), name))
    return found


def uncited(theorems: Mapping[str, Theorem]) -> set[tuple[str, str]]:
    """The facts that no step cites, and no reader wrote down, each with its model."""
    known = cited(theorems) | read()
    return {
        (model.name, fact)
        for at, model in models().items()
        for fact in model.facts
        if owner(model, fact) is model and (at, fact) not in known
    }


def needed() -> dict[str, Theorem]:
    """The theorems that claims rest on."""
    found = rested_on()
    return {name: theorem for name, theorem in THEOREMS.items() if name in found}


def test_a_claim_rests_on_every_theorem() -> None:
    assert set(THEOREMS) - rested_on() == set()


def test_every_fact_is_cited_or_says_what_the_algorithm_is() -> None:
    assert uncited(needed()) == {(model, fact) for model, facts in UNCITED.items() for fact in facts}


def test_what_no_step_cites_any_more_is_found() -> None:
    others = {name: theorem for name, theorem in needed().items() if name != "LEC-20: of one round"}
    assert uncited(others) - uncited(needed()) == {("multiplicative weights on two rules for rewards", "one choice")}


def test_a_theorem_that_no_claim_rests_on_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(THEOREMS, "of no use", THEOREMS["Chernoff"])
    assert set(THEOREMS) - rested_on() == {"of no use"}
