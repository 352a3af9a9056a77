"""Vectors of the transformation of lazy online learners into private ones: the law of all models of a run."""

from __future__ import annotations

from collections.abc import Iterator

from tools.vectors.vector import LEAKS, Generator, Vector, edge, fault

GENERATOR = Generator(
    "lazy_to_private",
    {
        "keeping_without_the_constant": fault("The coin that keeps a model is without the factor e^(-2 B eta).", LEAKS),
        "constant_of_one_batch": fault("The factor is e^(-B eta): models are kept too often.", LEAKS),
        "partner_ignored": fault("The coin depends on the losses of the played model alone."),
        "losses_of_the_current_batch": fault("The coin is about a batch that no measure knows yet.", LEAKS),
        "no_fake_switches": fault("A model is never given up without a cause.", LEAKS),
        "never_kept": fault("Every model has the right law, and they are independent."),
        "drawn_by_the_first_law": fault("New models are drawn by the measure that was there at the start."),
        "only_the_last_batch": fault("Models are drawn by what was lost in the last batch alone."),
        "half_the_rate": fault("The factor 1/2 of the exponential mechanism, which this algorithm has not."),
        "last_batch_is_short": edge("The rounds are no multiple of the batch."),
        "one_batch": edge("The batch is longer than the run: one model, drawn uniformly."),
        "one_expert": edge("There is nothing to choose."),
    },
)


def vectors(make: Generator) -> Iterator[Vector]:
    """Yield the vectors: rational rates, at which the laws are short; losses of which each matters."""
    yield make.law(
        "four rounds, three experts",
        {"exp_learning_rate": "3/2", "batch": 1, "fake_switch": "1/4", "rounds": 4, "experts": 3},
        [["1", "0", "0"], ["0", "1", "1"], ["1", "1", "0"], ["0", "0", "0"]],
        "*",
        samples=200_000,
    )
    yield make.law(
        "a small rate: models are kept often",
        {"exp_learning_rate": "21/20", "batch": 1, "fake_switch": "1/2", "rounds": 2, "experts": 2},
        [["1", "0"], ["0", "1"]],
        "keeping_without_the_constant no_fake_switches never_kept",
        samples=60_000,
    )
    yield make.law(
        "batches of two, and a half one",
        {"exp_learning_rate": "3/2", "batch": 2, "fake_switch": "1/10", "rounds": 5, "experts": 2},
        [["1", "0"], ["0", "0"], ["0", "1"], ["0", "1"], ["1", "0"]],
        "last_batch_is_short keeping_without_the_constant",
        samples=60_000,
    )
    yield make.law(
        "the only batch",
        {"learning_rate": "1", "batch": 3, "fake_switch": "1/2", "rounds": 2, "experts": 4},
        [["1", "0", "0", "1"], ["1", "0", "0", "0"]],
        "one_batch",
    )
    yield make.law(
        "one expert",
        {"learning_rate": "1", "batch": 1, "fake_switch": "1/2", "rounds": 2, "experts": 1},
        [["1"], ["0"]],
        "one_expert",
    )
    given = {"exp_learning_rate": "3/2", "batch": 1, "fake_switch": "1/4", "rounds": 3, "experts": 2}
    yield make.privacy("the total variation distance", given, "0", "* -epsilon_rounded_down -other_direction")
    yield make.privacy("at epsilon 1", given, "1", "not_cut_off")
    yield from make.invalid()
