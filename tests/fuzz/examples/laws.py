"""Right arguments for laws, their losses and the numbers in them: the exact room."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from dpassay.exact import (
    Atom,
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
from tests.fuzz.examples.values import FAIR, HALF, Makers, coins
from tests.fuzz.harness import EXAMPLES, INSTANCES, PROTOCOLS


def _loss() -> PrivacyLoss:
    return PrivacyLoss.from_pair(FAIR, Dist({0: Fraction(1, 4), 1: Fraction(3, 4)}))


def _lattice() -> LatticeLoss:
    return LatticeLoss.from_rounds(Fraction(2), [{0: 1, 1: 1}])


def _products() -> Products[int]:
    return Products({0: (HALF, HALF), 1: (Fraction(3, 4),)})


OBJECTS: dict[type, Callable[[], Any]] = {
    Atom: lambda: Atom(HALF, HALF),
    Balls: Balls,
    Chain: lambda: Chain({0: HALF, 1: HALF}, [{0: {0: Fraction(1)}, 1: {1: Fraction(1)}}]),
    Comparison: lambda: as_real(1) < 2,
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
}
INSTANCES |= OBJECTS
EXAMPLES |= {Real: lambda: as_real(HALF)}
PROTOCOLS |= {Coins: coins}
ARGUMENTS: dict[str, Makers] = {
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
        "hockey_stick_bounds.p": OBJECTS[LaplaceVectors],
        "hockey_stick_bounds.q": OBJECTS[LaplaceVectors],
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
    "quadratic_form": {"of.coefficients": lambda: {(1, 2): HALF}, "first": lambda: log(2), "second": lambda: log(3)},
    "tagged_gaussians": {
        "given": lambda: {0: NormalVector([0], 1), 1: NormalVector([1], 1)},
        "tags": lambda: FAIR,
        "centers": lambda: [0],
        "interval": lambda: (None, 0),
        "box": lambda: [(None, 0)],
        "place": lambda: [0],
        "laws": lambda: [OBJECTS[TaggedGaussians]()],
        "law": OBJECTS[TaggedGaussians],
        "coordinate": lambda: 0,
    },
    "markov_chain": {
        "Chain.initial": lambda: {0: HALF, 1: HALF},
        "Chain.kernels": lambda: [{0: {0: Fraction(1)}, 1: {1: Fraction(1)}}],
    },
}
