"""Source 004: lecture notes on private PAC learning and multiplicative weights."""

from dpassay.proofs_check.lecture_notes import experts, lec_13, lec_14, lec_22, pac, private_experts

__all__ = ["experts", "lec_13", "lec_14", "lec_22", "pac", "private_experts"]
