"""Source 001: private estimation of KL divergence from distributed data."""

from dpassay.proofs_check.modules import imported

MODULES = imported(__name__, __path__)
