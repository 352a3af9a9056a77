"""One file a mechanism: its exact output law, written to be read beside the paper; slow and obvious on purpose."""

from typing import cast

from dpassay.exact import require
from dpassay.exact.entrance import explain_failures
from dpassay.reference import (
    composition,
    discrete_gaussian,
    discrete_laplace,
    exponential,
    gaussian,
    label_clipping,
    laplace,
    lazy_to_private,
    multiplicative_weights,
    permute_and_flip,
    private_exp3,
    private_pac,
    private_wma,
    randomized_response,
)
from dpassay.reference.mechanism import (
    ADJACENCIES,
    EXPONENTIALS,
    ConcentratedGuarantee,
    Guarantee,
    Mechanism,
    MechanismParameters,
    data_text,
    names_of,
    nearest,
    with_loss_scaled,
    with_noise_scaled,
    with_rational_powers,
)

_MODULES = (
    randomized_response,
    discrete_laplace,
    laplace,
    gaussian,
    discrete_gaussian,
    exponential,
    permute_and_flip,
    multiplicative_weights,
    private_pac,
    composition,
    lazy_to_private,
    label_clipping,
    private_wma,
    private_exp3,
)
MECHANISMS: dict[str, Mechanism] = {module.NAME: cast("Mechanism", module) for module in _MODULES}
"""Every mechanism by its one name."""


def mechanism(name: str) -> Mechanism:
    """Return a mechanism by name, whatever its case; ``ValueError`` with the nearest name where there is none."""
    known = list(MECHANISMS)
    found = name.lower() if isinstance(name, str) else ""
    require(found in known, "mechanism", f"{name!r:.60}", f"one of {', '.join(known)}{nearest(str(name)[:60], known)}")
    return MECHANISMS[found]


__all__ = [
    "ADJACENCIES",
    "EXPONENTIALS",
    "MECHANISMS",
    "ConcentratedGuarantee",
    "Guarantee",
    "Mechanism",
    "MechanismParameters",
    "data_text",
    "mechanism",
    "names_of",
    "nearest",
    "with_loss_scaled",
    "with_noise_scaled",
    "with_rational_powers",
]


explain_failures(__name__)
