"""Right arguments, small ones, for the functions that the harness calls: by their names, module by module."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from types import ModuleType
from typing import Any

import numpy as np
from hypothesis import strategies as st

from dpassay.analysis import (
    bracketing,
    channels,
    classes,
    composition_bounds,
    distribution_game,
    distribution_learners,
    embeddings,
    hadamard_class,
    halfspaces,
    lazy_certificate,
    limited_switching,
    linear_program,
    optimal_composition,
    pseudo_smoothness,
    set_packing,
    sign_rank,
    smooth_adversary,
    smooth_game,
    smooth_laws,
    smooth_minimax,
)
from dpassay.audit.features import Outcomes
from dpassay.exact import (
    Atom,
    Budget,
    Coins,
    DiscreteGaussianLaw,
    Dist,
    EnclosedMixture,
    GaussianLaw,
    IntegerLaw,
    LabelFamily,
    LaplaceMixture,
    LaplaceVectors,
    LatticeLoss,
    LazyUniform,
    NormalVector,
    PrivacyLoss,
    Profile,
    Real,
    TaggedGaussians,
    TaggedLaw,
    WorstPair,
    as_real,
    exp,
    log,
    two_sided_geometric,
)
from dpassay.exact.expnumber import ExpNumber
from dpassay.exact.markov_chain import Chain
from dpassay.exact.product_loss import ProductLoss
from dpassay.exact.products import Balls, Products
from dpassay.exact.quadratic_form import QuadraticForm
from dpassay.exact.real import Comparison
from dpassay.properties.cells import Cells, law_cells
from dpassay.properties.contract import Contract
from dpassay.properties.contracts import CONTRACTS
from dpassay.properties.grids import Axis, Grid
from dpassay.properties.run import Run
from dpassay.reference import (
    MECHANISMS,
    Guarantee,
    label_clipping,
    lazy_to_private,
    mwem_setting,
    priest_kld_estimator,
    priest_kld_views,
    private_wma,
    secure_aggregation,
    shrinking_dartboard,
    smooth_mwem_setting,
)
from tests.fuzz.harness import EXAMPLES, INSTANCES, PROTOCOLS
from tests.mutants.mutants import CORRECT

HALF = Fraction(1, 2)
TABLE = ((HALF, HALF), (Fraction(1, 4), Fraction(3, 4)))
PAIR = WorstPair(0, 1, Fraction(2))
BOUND = composition_bounds.Bound(log(2), Fraction(1, 8))
FAIR = Dist({0: HALF, 1: HALF})


def coins() -> random.Random:
    return random.Random(0)


def _loss() -> PrivacyLoss:
    return PrivacyLoss.from_pair(FAIR, Dist({0: Fraction(1, 4), 1: Fraction(3, 4)}))


def _lattice() -> LatticeLoss:
    return LatticeLoss.from_rounds(Fraction(2), [{0: 1, 1: 1}])


def _case(name: str) -> tuple[Any, Any]:
    """The parameters and the data of a mechanism's smallest case."""
    contract = CONTRACTS[name]
    return min(contract.inputs(), key=lambda entry: len(str(entry)))


def _contract() -> Contract:
    """A contract that costs little: of one case, with no parameters drawn."""
    whole, (parameters, _) = CONTRACTS["randomized_response"], _case("randomized_response")
    few: dict[str, Any] = {"cases": whole.cases[:1], "neighbors": lambda _: st.just((0, 1))}
    return replace(whole, parameters=lambda: st.just(parameters), **few)


TWO_ROUNDS = mwem_setting.Parameters.read(epsilon=1, rounds=2, queries="1,0")
"""Of MWEM, with one query on two points."""


SMOOTH_ROUNDS = smooth_mwem_setting.Parameters.read(epsilon=1, rounds=2, queries="1,0", sigma="1/2")


def _products() -> Products[int]:
    return Products({0: (HALF, HALF), 1: (Fraction(3, 4),)})


INSTANCES |= {
    Atom: lambda: Atom(HALF, HALF),
    Balls: Balls,
    Chain: lambda: Chain({0: HALF, 1: HALF}, [{0: {0: Fraction(1)}, 1: {1: Fraction(1)}}]),
    Comparison: lambda: as_real(1) < 2,
    Contract: _contract,
    DiscreteGaussianLaw: lambda: DiscreteGaussianLaw(0, 1),
    EnclosedMixture: lambda: EnclosedMixture([1], [0], as_real(1)),
    ExpNumber: lambda: exp(1),
    GaussianLaw: lambda: GaussianLaw(0, 1),
    IntegerLaw: lambda: two_sided_geometric(0, HALF),
    LabelFamily: lambda: LabelFamily([[0], [1]], [HALF, HALF], HALF, 1),
    LaplaceMixture: lambda: LaplaceMixture([1], [0], 1),
    LaplaceVectors: lambda: LaplaceVectors([1], [[0, 0]], 1),
    LatticeLoss: _lattice,
    LazyUniform: lambda: LazyUniform(random.Random(0)),
    PrivacyLoss: _loss,
    ProductLoss: lambda: ProductLoss(_products(), _products()),
    Products: _products,
    Profile: lambda: _loss().profile,
    NormalVector: lambda: NormalVector([0], 1),
    QuadraticForm: lambda: QuadraticForm.linear(log(2)),
    TaggedGaussians: lambda: TaggedGaussians(FAIR, {0: NormalVector([0], 1), 1: NormalVector([1], 1)}),
    TaggedLaw: lambda: TaggedLaw(FAIR, {0: LaplaceMixture([1], [0], 1), 1: LaplaceMixture([1], [1], 1)}),
    Cells: lambda: law_cells(FAIR, 100),
    Axis: lambda: Axis(np.array([0.0, 1.0]), is_tag=False),
    Grid: lambda: Grid((Axis(np.array([0.0, 1.0]), is_tag=False),)),
    Run: lambda: Run(CORRECT["randomized_response"], 0.01, 0, 50),
    Guarantee: lambda: CONTRACTS["laplace"].mechanism.guarantee(_case("laplace")[0]),
    bracketing.Bracket: lambda: bracketing.Bracket(0, 1),
    bracketing.Weights: lambda: bracketing.Weights((1, 1), 2),
    classes.HypothesisClass: lambda: classes.thresholds(2),
    embeddings.Embedding: lambda: embeddings.on_moment_curve(classes.thresholds(2), (0, 1)),
    halfspaces.Dichotomies: lambda: halfspaces.halfspaces(((0,), (1,))),
    halfspaces.Halfspace: lambda: halfspaces.Halfspace((HALF,), HALF),
    set_packing.Prices: lambda: set_packing.Prices((1, 1), ((0,), (0, 1))),
    sign_rank.Factors: lambda: sign_rank.trivial_factors(classes.thresholds(2)),
    hadamard_class.HadamardClass: lambda: hadamard_class.HadamardClass(2, Fraction(1, 4)),
    channels.Channel: lambda: channels.randomized_response(4, 2),
    distribution_game.Fixed: lambda: distribution_game.constant(0, [["1/2", "1/2"], ["1/4", "3/4"]], 2),
    distribution_game.Randomizer: lambda: distribution_game.Randomizer(Dist.point),
    distribution_learners.Constant: lambda: distribution_learners.Constant((HALF, HALF)),
    distribution_learners.Posterior: distribution_learners.Posterior,
    distribution_learners.RandomizedResponseLearner: lambda: distribution_learners.RandomizedResponseLearner(
        Fraction(2)
    ),
    distribution_learners.NoisedPrediction: lambda: distribution_learners.NoisedPrediction(Fraction(2)),
    lazy_to_private.MultiplicativeWeights: lazy_to_private.MultiplicativeWeights,
    lazy_certificate.Setting: lambda: lazy_certificate.Setting(as_real(Fraction(1, 8)), 2, as_real(Fraction(1, 8)), 4),
    limited_switching.LimitedSwitching: lambda: limited_switching.follower(2, 2, lambda *_: 0),
    priest_kld_estimator.Moments: lambda: priest_kld_estimator.exact_moments(((0,), (1,)), (HALF, HALF)),
    linear_program.Program: lambda: linear_program.Program((HALF, HALF), ((HALF, HALF),), (HALF,)),
    pseudo_smoothness.Seen: lambda: pseudo_smoothness.Seen((HALF, HALF), ((HALF, HALF), (HALF, HALF))),
    smooth_game.Cell: lambda: smooth_game.Cell(3, ((0, 1), (1, 0))),
    smooth_game.Game: lambda: smooth_game.Game(
        INSTANCES[smooth_laws.SmoothLaws](), (smooth_game.Cell(3, ((0, 1), (1, 0))),), 2
    ),
    smooth_game.Solution: lambda: smooth_game.solve(
        INSTANCES[smooth_game.Game](), lambda counts: Fraction(max(counts))
    ),
    smooth_minimax.Minimax: lambda: smooth_minimax.minimax_regret(SIGNS, HALF, 2),
    smooth_laws.SmoothLaws: lambda: smooth_laws.SmoothLaws(3, HALF),
    optimal_composition.Round: lambda: optimal_composition.Round(_case("laplace")[0].budget),
}
EXAMPLES |= {Real: lambda: as_real(HALF)}
PROTOCOLS |= {
    Coins: coins,
    mwem_setting.Setting: lambda: TWO_ROUNDS,
    label_clipping.Clipped: lambda: _case("private_wma")[0],
    distribution_game.Nature: INSTANCES[distribution_game.Fixed],
    distribution_game.Users: INSTANCES[distribution_game.Randomizer],
    distribution_game.Learner: INSTANCES[distribution_learners.Constant],
    lazy_to_private.Measure: lazy_to_private.MultiplicativeWeights,
}
for _mechanism in MECHANISMS.values():
    INSTANCES[_mechanism.Parameters] = partial(lambda name: _case(name)[0], _mechanism.NAME)


def own(module: ModuleType) -> dict[str, Callable[[], object]]:
    """Return examples for the arguments of one module's functions."""
    short = module.__name__.rpartition(".")[2]
    named: dict[str, Callable[[], object]] = {"rng": coins, **COMMON, **BY_MODULE.get(short, {})}
    if short in MECHANISMS:
        mechanism = MECHANISMS[short]
        parameters, data = _case(short)
        first, second = next(iter(mechanism.neighbors(parameters)), (data, data))
        named |= {
            "parameters": lambda: parameters,
            "data": lambda: data,
            "first": lambda: first,
            "second": lambda: second,
        }
        named |= BY_MODULE.get(short, {})
    return named


def target(data: Any, *, size: int, rng: Any, **parameters: Any) -> Any:
    return CORRECT["randomized_response"](data, size=size, rng=rng, **parameters)


COMMON: dict[str, Callable[[], object]] = {
    "name": lambda: "name",
    "p": lambda: FAIR,
    "q": lambda: Dist({0: Fraction(1, 4), 1: Fraction(3, 4)}),
    "exp_eps": lambda: Fraction(2),
    "delta": lambda: Fraction(1, 8),
    "slack": lambda: Fraction(1, 8),
    "rounds": lambda: 2,
    "experts": lambda: 2,
    "order": lambda: 2,
    "tolerance": lambda: HALF,
    "cdf": lambda: lambda k: Fraction(k >= 0),
}
GAME: dict[str, Callable[[], object]] = {
    "value": lambda: TABLE,
    "table": lambda: TABLE,
    "tables": lambda: (TABLE,),
    "predictions": lambda: (TABLE[0],),
    "p": lambda: TABLE[0],
    "q": lambda: TABLE[1],
    "t": lambda: 0,
    "reports": lambda: (),
    "labels": lambda: (),
    "truth": lambda: 0,
}
HARD_CLASS: dict[str, Callable[[], object]] = {
    "column": lambda: (HALF, Fraction(1, 4)),
    "inputs": lambda: 4,
    "subsets": lambda: [[0], [1], [2], [3]],
    "patterns": lambda: {frozenset([y]): Fraction(1, 5) for y in range(4)},
    "rows": lambda: TABLE,
    "output.p": lambda: (Fraction(1, 4),) * 4,
    "i": lambda: 1,
    "label": lambda: 0,
    "estimate": lambda: (Fraction(1, 4),) * 4,
    "estimator": lambda: lambda *_: (Fraction(1, 4),) * 4,
    "size": lambda: 2,
}
TWO_CLIENTS = secure_aggregation.Settings(clients=2, threshold=1, prime=3, degree=1)
DEALT: secure_aggregation.Dealt[int] = secure_aggregation.deal(lambda: 1, TWO_CLIENTS)
SUMMED: dict[str, Callable[[], object]] = {
    "settings": lambda: TWO_CLIENTS,
    "Settings.clients": lambda: 2,
    "Settings.threshold": lambda: 1,
    "Settings.prime": lambda: 3,
    "Settings.degree": lambda: 1,
    "frequencies": lambda: (Fraction(0), Fraction(1)),
    "survivors": lambda: (0, 1),
    "some": lambda: (0, 1),
    "clients": lambda: 2,
    "lagrange_weight.clients": lambda: (0, 1),
    "client": lambda: 0,
    "pair": lambda: (0, 1),
    "prime": lambda: 3,
    "uniform": lambda: lambda: 1,
    "values": lambda: (0, 1),
    "value": lambda: 1,
    "dealt": lambda: DEALT,
    "shares": lambda: {0: 1},
    "elements": lambda: iter((1, 2)),
    "coefficients": lambda: (1, 2),
    "got": lambda: secure_aggregation.received((0, 1), DEALT, (0, 1), TWO_CLIENTS),
}
BINARY: dict[str, Callable[[], object]] = {
    "points": lambda: 2,
    "members": lambda: (0, 1),
    "rows": lambda: ((0, 1), (1, 1)),
    "from_signs.rows": lambda: ((-1, 1), (1, 1)),
    "value": lambda: 1,
    "mask": lambda: 1,
    "images": lambda: (0, 1, 1),
    "classes": lambda: (classes.thresholds(2), classes.singletons(2)),
    "cover": lambda: (0, 1),
    "law": lambda: FAIR,
    "radius": lambda: HALF,
    "families": lambda: [[bracketing.Bracket(0, 1)], [bracketing.Bracket(0, 3)]],
    "dimension": lambda: 1,
    "size": lambda: 2,
    "sets": lambda: [1, 2, 3],
    "shares": lambda: (HALF, HALF),
    "Weights.shares": lambda: (1, 1),
    "prices": lambda: (1, 1),
    "Prices.sets": lambda: ((0,), (0, 1)),
    "spread.sets": lambda: ((0,), (0, 1)),
    "target": lambda: 2,
    "steps": lambda: 2,
}
IN_SPACE: dict[str, Callable[[], object]] = {
    **{name: BINARY[name] for name in ("mask", "points", "dimension")},
    "function": lambda: 1,
    "member": lambda: 1,
    "functions": lambda: classes.thresholds(2),
    "order": lambda: (0, 1),
    "images": lambda: ((0,), (1,)),
    "places": lambda: ((0,), (1,)),
    "place": lambda: (0, 1),
    "point": lambda: (HALF,),
    "rows": lambda: TABLE,
    "as_order.value": lambda: (0, 1),
    "as_rows.value": lambda: TABLE,
    "as_vector.value": lambda: (HALF, 1),
    "vector": lambda: (HALF, 1),
    "weights": lambda: (HALF, 1),
    "normal": lambda: (HALF,),
    "a": lambda: (HALF, HALF),
    "b": lambda: (HALF, HALF),
    "degree": lambda: 2,
    "variables": lambda: 2,
    "facets": lambda: 2,
    "left": lambda: TABLE,
    "right": lambda: TABLE,
    "Embedding.halfspaces": lambda: (halfspaces.Halfspace((HALF,), HALF),),
    "Dichotomies.halfspaces": lambda: {0: halfspaces.Halfspace((HALF,), HALF)},
    "refusals": lambda: {(1, 1): (HALF,)},
}
MWEM: dict[str, Callable[[], object]] = {
    "setting": lambda: TWO_ROUNDS,
    "query": lambda: (Fraction(1), Fraction(0)),
    "answer.query": lambda: 0,
    "queries": lambda: ((Fraction(1), Fraction(0)),),
    "query_range": lambda: (0, 1),
    "as_queries.value": lambda: "1,0",
    "as_range.value": lambda: "0,1",
    "as_margin.value": lambda: 1,
    "margin": lambda: 1,
    "calibration": lambda: "printed",
    "data": lambda: (0, 1),
    "first": lambda: (0, 1),
    "second": lambda: (1, 1),
    "mean_distance.first": lambda: (Fraction(1), Fraction(0)),
    "mean_distance.second": lambda: (Fraction(0), Fraction(0)),
    "points": lambda: (0, 1),
    "weights": lambda: (HALF, HALF),
    "weight": lambda: HALF,
    "exponent": lambda: HALF,
    "measured": lambda: HALF,
    "candidates": lambda: (0,),
    "records_listed.candidates": lambda: lambda _: (0,),
    "replacements.candidates": lambda: lambda _: (0,),
    "candidates.parameters": lambda: SMOOTH_ROUNDS,
    "radius_of.parameters": lambda: SMOOTH_ROUNDS,
    "as_sigma.value": lambda: HALF,
    "as_radius.value": lambda: HALF,
    "radius": lambda: HALF,
    "sigma": lambda: HALF,
    "center": lambda: 1,
    "ratio": lambda: HALF,
    "answers": lambda: range(3),
    "records": lambda: 2,
    "transcript": lambda: (0, 1, 0, 2),
    "as_transcript.value": lambda: (0, 1, 0, 2),
    "projection": lambda: lambda weights: weights,
    "average": lambda: "after",
    "which": lambda: "after",
    "distribution": lambda: (HALF, HALF),
}
PRIEST: dict[str, Callable[[], object]] = {
    "parameters": lambda: _case("priest_kld")[0],
    "data": lambda: _case("priest_kld")[1],
    "first": lambda: _case("priest_kld")[1],
    "second": lambda: _case("priest_kld")[1],
    "clients": lambda: ((0,), (1,)),
    "letters": lambda: 2,
    "participants": lambda: 1,
    "law": lambda: Dist.point(HALF),
    "laws": lambda: (Dist.point(HALF), Dist.point(HALF)),
    "floor": lambda: HALF,
    "share": lambda: HALF,
    "shares": lambda: (HALF, HALF),
    "samples": lambda: (0, 1),
    "estimate_sensitivity.samples": lambda: (HALF, HALF),
    "reference": lambda: (HALF, HALF),
    "term.reference": lambda: HALF,
    "size": lambda: 5,
    "least": lambda: 2,
    "lam": lambda: Fraction(1),
    "value": lambda: "1/2,1/2",
    "largest_change.value": lambda: lambda h: log(h[0]),
    "as_lambda.value": lambda: HALF,
    "as_floor.value": lambda: HALF,
    "as_trust.value": lambda: "dist",
    "as_calibration.value": lambda: "printed",
    "count": lambda: 1,
    "parts": lambda: [(HALF, log(2))],
    "sigma": lambda: Fraction(1),
    "row": lambda: (0, HALF),
    "question": lambda: next(priest_kld_views.asked(_case("priest_kld")[0])),
}
SIGNS: tuple[tuple[int, ...], ...] = ((1, 1, -1), (1, -1, -1))
CLASS = ((1, 0, 0), (0, 1, 1))
SMOOTH: dict[str, Callable[[], object]] = {
    "p": lambda: (HALF, HALF, Fraction(0)),
    "values": lambda: (HALF, HALF, Fraction(0)),
    "law": lambda: (HALF, HALF, Fraction(0)),
    "caps": lambda: (HALF, HALF, HALF),
    "size": lambda: 3,
    "sigma": lambda: HALF,
    "functions": lambda: CLASS,
    "function": lambda: CLASS[0],
    "payoff": lambda: lambda counts: Fraction(max(counts)),
    "reward": lambda: lambda _, step: Fraction(max(step)),
    "groups": lambda: ((0, 1),),
    "among": lambda: (0, 1),
    "counts": lambda: (0, 0),
    "step": lambda: (1, 0),
    "t": lambda: 0,
    "points": lambda: 3,
    "cells": lambda: (smooth_game.Cell(3, ((0, 1), (1, 0))),),
    "steps": lambda: ((0, 1), (1, 0)),
    "laws": INSTANCES[smooth_laws.SmoothLaws],
    "game": INSTANCES[smooth_game.Game],
    "Solution.values": lambda: INSTANCES[smooth_game.Solution]().values,
    "solution": lambda: smooth_adversary.adaptive(CLASS, HALF, 2),
    "adversary": lambda: lambda _: (HALF, HALF, Fraction(0)),
    "histories": lambda: Dist.point((0, 1)),
    "fixed.laws": lambda: ((HALF, HALF, Fraction(0)),) * 2,
    "Sequences.laws": lambda: ((HALF, HALF, Fraction(0)),) * 2,
    "value": lambda: HALF,
}
BY_MODULE: dict[str, dict[str, Callable[[], object]]] = {
    "exact": {
        "Atom.p": lambda: HALF,
        "Atom.q": lambda: HALF,
        "DiscreteGaussianLaw.center": lambda: 0,
        "Dist.weights": lambda: {0: HALF, 1: HALF},
        "uniform.outcomes": lambda: [0, 1],
        "IntegerLaw.weights": lambda: [Fraction(1, 3)],
        "LabelFamily.shares": lambda: [HALF, HALF],
        "LabelFamily.centers": lambda: [[0], [1]],
        "label": lambda: 0,
        "coordinate": lambda: 0,
        "from_rounds.rounds": lambda: [{0: 1, 1: 1}],
        "from_rounds.base": lambda: Fraction(2),
        "from_rounds.length": lambda: 2,
        "from_rounds.kernel": lambda: lambda _: FAIR,
        "TaggedLaw.given": lambda: {0: LaplaceMixture([1], [0], 1), 1: LaplaceMixture([1], [1], 1)},
        "TaggedGaussians.given": lambda: {0: NormalVector([0], 1), 1: NormalVector([1], 1)},
        "as_integer.value": lambda: 2,
        "as_positive_integer.value": lambda: 2,
        "hockey_stick_bounds.p": INSTANCES[LaplaceVectors],
        "hockey_stick_bounds.q": INSTANCES[LaplaceVectors],
    },
    **dict.fromkeys(("distribution_game", "game_risk", "label_laws"), GAME),
    "distribution_learners": {
        "t": lambda: 0,
        "reports": lambda: (),
        "tables": lambda: (TABLE,),
        "table": lambda: TABLE,
        "estimates": lambda: list(TABLE),
        "members": lambda: list(TABLE),
        "labels": lambda: 2,
    },
    **dict.fromkeys(("hadamard_class", "channels", "channel_outputs", "le_cam", "two_point_risk"), HARD_CLASS),
    "label_clipping": {"value": lambda: TABLE, "as_calibration.value": lambda: "printed", "label": lambda: 0},
    "lazy_printed": {"theorem": lambda: "3.12"},
    "lazy_regret": {
        "parameters": lambda: _case("lazy_to_private")[0],
        "data": lambda: _case("lazy_to_private")[1],
    },
    "lazy_to_private": {"before": lambda: (HALF, HALF), "now": lambda: (HALF, HALF), "x": lambda: 0, "y": lambda: 1},
    "limited_switching": {
        "algorithm": INSTANCES[limited_switching.LimitedSwitching],
        "data": lambda: ((HALF, HALF), (HALF, Fraction(0))),
        "first": lambda: ((HALF, HALF), (HALF, Fraction(0))),
        "second": lambda: ((HALF, HALF), (HALF, HALF)),
        "past": lambda: (),
        "released": lambda: (limited_switching.Resampling(1, 0),),
        "models": lambda: (0, 1),
        "losses": lambda: ((HALF, HALF), (HALF, Fraction(0))),
        "fresh": lambda: lambda _: FAIR,
        "answer": lambda: lambda _: Dist.point((0, 1)),
    },
    **dict.fromkeys(
        (
            *("mwem", "mwem_neighbors", "mwem_release", "mwem_rounds", "mwem_setting"),
            *("projected_smooth_mwem", "smooth_mwem", "smooth_mwem_setting", "smooth_projection"),
        ),
        MWEM,
    ),
    "multiplicative_weights": {"rows": lambda: [[HALF, HALF]], "value": lambda: "loss"},
    "private_exp3": {"report": lambda: (0, HALF)},
    "private_wma": {"report": lambda: (HALF,)},
    "privatized_likelihood": {
        "label": lambda: 0,
        "pairs": lambda: [PAIR],
        "pair": lambda: PAIR,
        "worst_pair": lambda: lambda: PAIR,
        "weights": lambda: (HALF,),
        "losses": lambda: (as_real(1),),
        "bits": lambda: 8,
    },
    **dict.fromkeys(
        ("bracketing", "bracketing_numbers", "classes", "set_cover", "set_packing", "vc_dimension"), BINARY
    ),
    **dict.fromkeys(("embeddings", "gordan", "halfspaces", "sign_rank"), IN_SPACE),
    "secure_aggregation": SUMMED,
    "linear_program": {
        "objective": lambda: (HALF, HALF),
        "rows": lambda: ((HALF, HALF),),
        "limits": lambda: (HALF,),
        "x": lambda: (HALF, HALF),
        "multipliers": lambda: (Fraction(1),),
        "value": lambda: HALF,
    },
    "pseudo_smoothness": {
        "law": lambda: (HALF, HALF),
        "p": lambda: (HALF, HALF),
        "queries": lambda: ((0, 1), (1, 1)),
        "weights": lambda: (HALF, HALF),
        "points": lambda: (0, 1),
        "size": lambda: 2,
        "sigma": lambda: HALF,
        "chi": lambda: HALF,
    },
    "smooth_minimax": {
        "hypotheses": lambda: SIGNS,
        "sigma": lambda: HALF,
        "game": lambda: INSTANCES[smooth_minimax.Minimax]().game,
        "values": lambda: INSTANCES[smooth_minimax.Minimax]().values,
        "laws": lambda: INSTANCES[smooth_minimax.Minimax]().laws,
        "after": lambda: INSTANCES[smooth_minimax.Minimax]().values[1],
        "counts": lambda: (0, 0, 0),
        "t": lambda: 0,
        "errors": lambda: (0, 0),
        "best": lambda: linear_program.Optimum((HALF,), (HALF,) * 6, HALF),
    },
    "smooth_online": {
        "hypotheses": lambda: SIGNS,
        "first": lambda: SIGNS[0],
        "second": lambda: SIGNS[1],
        "cover": lambda: SIGNS,
        "regret.cover": lambda: (0,),
        "approximation.cover": lambda: (0,),
        "check_cover.cover": lambda: (0,),
        "sigma": lambda: HALF,
        "exp_learning_rate": lambda: Fraction(2),
        "against": lambda: (0, 1),
        "counts": lambda: (0, 1),
        "learner": lambda: lambda *_: (HALF, HALF),
        "base": lambda: Fraction(2),
        "squared": lambda: Fraction(1, 9),
        "sample": lambda: (0, 1),
        "oracle": lambda: lambda _: SIGNS[0],
        "points": lambda: 3,
        "data": lambda: ((0, 1), (2, -1)),
        "rate": lambda: Budget(exp_eps=2),
    },
    **dict.fromkeys(("smooth_adversary", "smooth_game", "smooth_laws"), SMOOTH),
    "shrinking_dartboard": {
        "parameters": lambda: shrinking_dartboard.Parameters.read(exp_learning_rate=2, rounds=2, experts=2),
        "data": lambda: ((HALF, HALF), (HALF, Fraction(0))),
        "first": lambda: ((HALF, HALF), (HALF, Fraction(0))),
        "second": lambda: ((HALF, HALF), (HALF, HALF)),
        "as_constant.value": lambda: "fixed",
        "x": lambda: 0,
        "t": lambda: 2,
    },
    "products": {
        "factors": lambda: {0: (HALF, HALF), 1: (Fraction(3, 4),)},
        "number": lambda: HALF,
        "numbers": lambda: (HALF, HALF),
        "outcome": lambda: 0,
        "order": lambda: [0, 1],
        "length": lambda: 2,
        "kernel": lambda: lambda _: [(0, HALF), (1, HALF)],
    },
    "product_loss": {"p": _products, "q": _products, "alpha": lambda: 2},
    "subsampled_net": {
        "records": lambda: (0, 1),
        "candidate": lambda: (0, 1),
        "support": lambda: (0, 1),
        "universe": lambda: 2,
        "drawn": lambda: 2,
        "points": lambda: 2,
        "query_range": lambda: (0, 1),
        "calibration": lambda: "printed",
        "queries": lambda: ((Fraction(1), Fraction(0)),),
        "length": lambda: 2,
        "size": lambda: 2,
        "mask": lambda: 3,
        "code": lambda: 1,
    },
    "two_round_risk": {"truth": lambda: 0, "algorithm": lambda: private_wma},
    "quadratic_form": {"of.coefficients": lambda: {(1, 2): HALF}, "first": lambda: log(2), "second": lambda: log(3)},
    "tagged_gaussians": {
        "given": lambda: {0: NormalVector([0], 1), 1: NormalVector([1], 1)},
        "tags": lambda: FAIR,
        "centers": lambda: [0],
        "interval": lambda: (None, 0),
        "box": lambda: [(None, 0)],
        "place": lambda: [0],
        "laws": lambda: [INSTANCES[TaggedGaussians]()],
        "law": INSTANCES[TaggedGaussians],
        "coordinate": lambda: 0,
    },
    **dict.fromkeys(
        (
            *("priest_kld", "priest_kld_estimator", "priest_kld_noise"),
            *("priest_kld_sensitivity", "priest_kld_setting", "priest_kld_views"),
        ),
        PRIEST,
    ),
    "additive_noise": {
        "integer_value.data": lambda: 1,
        "parameters": lambda: _case("discrete_laplace")[0],
        "_parameters": lambda: _case("discrete_laplace")[0],
        "law": lambda: GaussianLaw(0, 1),
        "bits": lambda: 4,
    },
    "composition_bounds": {"rounds": lambda: [INSTANCES[optimal_composition.Round]()], "bound": lambda: BOUND},
    "optimal_composition": {
        "rounds": lambda: [INSTANCES[optimal_composition.Round]()],
        "parameters": lambda: _case("composition")[0],
    },
    "contract": {
        "target": lambda: target,
        "alpha": lambda: 0.01,
        "samples": lambda: 20,
        "check_one.name": lambda: "shape",
        "full_id.name": lambda: "law",
        "parameters": lambda: _case("randomized_response")[0],
        "data": lambda: 0,
        "pair": lambda: (0, 1),
        "check.skip": lambda: CONTRACTS["randomized_response"].ids,
        "require.skip": lambda: CONTRACTS["randomized_response"].ids,
        "size": lambda: 5,
        "require.target": lambda: target,
    },
    "bounds": {
        "count": lambda: 1,
        "n": lambda: 10,
        "alpha": lambda: 0.05,
        "counts": lambda: np.array([1, 2]),
        "count_p": lambda: 5,
        "n_p": lambda: 10,
        "count_q": lambda: 1,
        "n_q": lambda: 10,
        "delta": lambda: 0.0,
        "exp_eps": lambda: 2.0,
    },
    "events": {
        "samples_p": lambda: np.array([0, 1, 1, 0]),
        "samples_q": lambda: np.array([0, 1, 0, 0]),
        "samples": lambda: np.array([0, 1, 1, 0]),
        "train_p": lambda: np.array([0, 1, 1, 0]),
        "train_q": lambda: np.array([0, 1, 1, 0]),
        "delta": lambda: 0.0,
        "exp_eps": lambda: np.array([1.0, 2.0]),
        "features": lambda: (Outcomes(),),
        "alpha": lambda: 0.05,
    },
    "contracts": {"name": lambda: "laplace"},
    "cells": {
        "law": lambda: FAIR,
        "laws": lambda: [FAIR, FAIR],
        "size": lambda: 100,
        "samples": lambda: np.array([0, 1, 1]),
        "probabilities": lambda: np.array([0.5, 0.5]),
        "edges": lambda: np.array([0, 1]),
        "first": lambda: 0,
        "last": lambda: 1,
    },
    "goodness_of_fit": {
        "samples": lambda: np.array([0, 1, 1]),
        "counts": lambda: np.array([1, 2]),
        "probabilities": lambda: np.array([0.5, 0.5]),
        "alpha": lambda: 0.01,
        "rng": lambda: np.random.default_rng(0),
        "draws": lambda: 99,
        "cells": lambda: law_cells(FAIR, 100),
        "default_draws.cells": lambda: 2,
    },
    "grids": {
        "points": lambda: np.array([0.0, 1.0]),
        "values": lambda: np.array([0.5]),
        "rows": lambda: np.array([[0.5]]),
        "part": lambda: 0,
        "box": lambda: 0,
        "name": lambda: "x",
        "axes": lambda: INSTANCES[Grid]().axes,
        "from_json.axes": lambda: INSTANCES[Grid]().to_json(),
    },
    "guarantees": {"first": lambda: FAIR, "second": lambda: FAIR, "guarantee": INSTANCES[Guarantee]},
    "strategies": {"low": lambda: 0, "high": lambda: 1, "largest": lambda: 2, "kind": lambda: Guarantee},
    "target": {
        "parameters": lambda: _case("randomized_response")[0],
        "target": lambda: target,
        "values": lambda: {"epsilon": 1.0, "categories": 2},
        "data": lambda: 0,
        "size": lambda: 3,
        "seed": lambda: 0,
    },
    "markov_chain": {
        "Chain.initial": lambda: {0: HALF, 1: HALF},
        "Chain.kernels": lambda: [{0: {0: Fraction(1)}, 1: {1: Fraction(1)}}],
    },
}
