"""Source 002: smoothed analysis of online and differentially private learning."""

from dpassay.proofs_check.modules import imported

MODULES = imported(__name__, __path__)
