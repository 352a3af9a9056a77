"""Kinds of laws: what each of them can be asked, one file a kind. A law's kind is found by ``kind_of``."""

from dpassay.exact.continuous import GaussianLaw, LaplaceMixture
from dpassay.exact.dist import Dist
from dpassay.exact.integers import DiscreteGaussianLaw, IntegerLaw
from dpassay.exact.kinds.discrete_gaussian import DiscreteGaussianKind
from dpassay.exact.kinds.enclosed_laplace import EnclosedLaplaceKind
from dpassay.exact.kinds.finite import FiniteKind
from dpassay.exact.kinds.gaussian import GaussianKind
from dpassay.exact.kinds.integer import IntegerKind
from dpassay.exact.kinds.kind import KINDS, MOST_SCALES, Kind, Row, kind_of, kind_of_pair
from dpassay.exact.kinds.laplace import LaplaceKind
from dpassay.exact.kinds.tagged import TaggedKind
from dpassay.exact.kinds.tagged_gaussians import TaggedGaussiansKind
from dpassay.exact.kinds.vector import VectorKind
from dpassay.exact.report_laws import EnclosedMixture, LaplaceVectors, TaggedLaw
from dpassay.exact.tagged_gaussians import TaggedGaussians

__all__ = ["KINDS", "MOST_SCALES", "Kind", "Row", "kind_of", "kind_of_pair"]

KINDS.update(
    {
        Dist: FiniteKind(),
        IntegerLaw: IntegerKind(),
        DiscreteGaussianLaw: DiscreteGaussianKind(),
        LaplaceMixture: LaplaceKind(),
        GaussianLaw: GaussianKind(),
        EnclosedMixture: EnclosedLaplaceKind(),
        TaggedLaw: TaggedKind(),
        LaplaceVectors: VectorKind(),
        TaggedGaussians: TaggedGaussiansKind(),
    }
)
