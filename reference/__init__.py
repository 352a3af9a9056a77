"""One file a mechanism: its exact output law, written to be read beside the paper; slow and obvious on purpose."""

from __future__ import annotations

from importlib import import_module

from dpassay.exact import require
from dpassay.exact.entrance import explain_failures
from dpassay.reference.files import is_path, module_of
from dpassay.reference.mechanism import (
    ADJACENCIES,
    EXPONENTIALS,
    ConcentratedGuarantee,
    Guarantee,
    MechanismParameters,
    data_text,
    names_of,
    nearest,
    parameter,
    with_rational_powers,
)
from dpassay.reference.members import Mechanism, with_loss_scaled, with_noise_scaled

_NAMES = (
    "randomized_response",
    "discrete_laplace",
    "laplace",
    "gaussian",
    "discrete_gaussian",
    "exponential",
    "permute_and_flip",
    "multiplicative_weights",
    "private_pac",
    "composition",
    "lazy_to_private",
    "label_clipping",
    "private_wma",
    "private_exp3",
    "priest_kld",
    "mwem",
    "smooth_mwem",
    "projected_smooth_mwem",
    "subsampled_net",
)
MECHANISMS: dict[str, Mechanism] = {name: Mechanism(import_module(f"{__name__}.{name}"), name) for name in _NAMES}
"""Every built-in mechanism by its one name, which is that of its file."""


def mechanism(name: object) -> Mechanism:
    """Return a built-in mechanism by its name, whatever its case, or a user's by the path of its file or as a module.

    Raises:
        ValueError: there is no such mechanism (with the nearest name), its file cannot be imported, or lacks a member.
    """
    if isinstance(name, Mechanism):
        return name
    if is_path(name):
        return _own(module_of(str(name)), str(name))
    if not isinstance(name, str) and hasattr(name, "NAME"):
        return next((ours for ours in MECHANISMS.values() if ours.module is name), None) or _own(name)
    known = list(MECHANISMS)
    found = name.lower() if isinstance(name, str) else ""
    require(found in known, "mechanism", f"{name!r:.60}", f"one of {', '.join(known)}{nearest(str(name)[:60], known)}")
    return MECHANISMS[found]


def _own(module: object, place: str | None = None) -> Mechanism:
    own = Mechanism(module, place)
    expected = f"another name than that of a built-in mechanism, in {own.place}"
    require(own.NAME.lower() not in MECHANISMS, "NAME", repr(own.NAME), expected)
    return own


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
    "parameter",
    "with_loss_scaled",
    "with_noise_scaled",
    "with_rational_powers",
]


explain_failures(__name__)
