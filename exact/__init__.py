"""The exact kernel: laws, divergences, privacy profiles and losses, logarithmic forms and rigorous enclosures.

No float enters this room. Probabilities are ``Number``s (``Fraction``, or ``ExpNumber`` for e^eps with eps rational),
logarithms are ``LogForm``s, and every other real is a ``Real``, which only ``decide`` compares.
"""

from dpassay.exact.budget import Budget
from dpassay.exact.coins import CodeLaw, Coins, LazyUniform, bernoulli, draw, draw_cell, enumerate_coins
from dpassay.exact.continuous import GaussianLaw, LaplaceMixture, normal_cdf
from dpassay.exact.decimals import decimal_bounds, decimal_text, enclosure_text, error_text
from dpassay.exact.dist import Dist
from dpassay.exact.divergences import (
    Law,
    delta_curve,
    epsilon_at,
    hockey_stick_bounds,
    hockey_stick_divergence,
    kl_divergence,
    max_divergence,
    max_ratio,
    profile,
    renyi_divergence,
    total_variation,
)
from dpassay.exact.enclosed_loss import EnclosedLoss
from dpassay.exact.entrance import explain_package
from dpassay.exact.expnumber import ExpNumber, Number, exp, power, sign, square_root
from dpassay.exact.integers import DiscreteGaussianLaw, IntegerLaw, two_sided_geometric
from dpassay.exact.label_family import LabelFamily, WorstPair
from dpassay.exact.logform import LogForm, log, log_number
from dpassay.exact.powers import Share
from dpassay.exact.privacy_loss import LatticeLoss, PrivacyLoss
from dpassay.exact.profile import Atom, Profile
from dpassay.exact.rationals import (
    as_fraction,
    as_integer,
    as_positive_fraction,
    as_positive_integer,
    binomials,
    require,
)
from dpassay.exact.real import Comparison, Real, Undecided, as_real, decide
from dpassay.exact.report_laws import (
    EnclosedMixture,
    LaplaceVectors,
    Rate,
    TaggedLaw,
    laplace_mixture,
    log_quotient,
)
from dpassay.exact.scalars import Scalar, largest, quotient, summed, times
from dpassay.exact.tagged_gaussians import NormalVector, TaggedGaussians
from dpassay.exact.terms import is_factorable

__all__ = [
    "Atom",
    "Budget",
    "CodeLaw",
    "Coins",
    "Comparison",
    "DiscreteGaussianLaw",
    "Dist",
    "EnclosedLoss",
    "EnclosedMixture",
    "ExpNumber",
    "GaussianLaw",
    "IntegerLaw",
    "LabelFamily",
    "LaplaceMixture",
    "LaplaceVectors",
    "LatticeLoss",
    "Law",
    "LazyUniform",
    "LogForm",
    "NormalVector",
    "Number",
    "PrivacyLoss",
    "Profile",
    "Rate",
    "Real",
    "Scalar",
    "Share",
    "TaggedGaussians",
    "TaggedLaw",
    "Undecided",
    "WorstPair",
    "as_fraction",
    "as_integer",
    "as_positive_fraction",
    "as_positive_integer",
    "as_real",
    "bernoulli",
    "binomials",
    "decide",
    "decimal_bounds",
    "decimal_text",
    "delta_curve",
    "draw",
    "draw_cell",
    "enclosure_text",
    "enumerate_coins",
    "epsilon_at",
    "error_text",
    "exp",
    "hockey_stick_bounds",
    "hockey_stick_divergence",
    "is_factorable",
    "kl_divergence",
    "laplace_mixture",
    "largest",
    "log",
    "log_number",
    "log_quotient",
    "max_divergence",
    "max_ratio",
    "normal_cdf",
    "power",
    "profile",
    "quotient",
    "renyi_divergence",
    "require",
    "sign",
    "square_root",
    "summed",
    "times",
    "total_variation",
    "two_sided_geometric",
]

explain_package(__name__)
