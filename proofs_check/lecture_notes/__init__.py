"""Source 004: lecture notes on private PAC learning and multiplicative weights."""

from dpassay.proofs_check.lecture_notes import experts, pac, private_experts

__all__ = ["experts", "pac", "private_experts"]
