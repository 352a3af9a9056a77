"""One file a mechanism: its exact output law, written to be read beside the paper; slow and obvious on purpose."""

from typing import cast

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
    EXPONENTIALS,
    ConcentratedGuarantee,
    Guarantee,
    Mechanism,
    MechanismParameters,
    data_text,
    names_of,
    nearest,
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
    """Return a mechanism by name; ``ValueError`` with the nearest known name where there is none."""
    if name not in MECHANISMS:
        known = list(MECHANISMS)
        raise ValueError(f"mechanism = {name!r}: expected one of {', '.join(known)}{nearest(name, known)}")
    return MECHANISMS[name]


__all__ = [
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
]


explain_failures(__name__)
