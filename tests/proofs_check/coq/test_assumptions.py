"""Axioms: those of the reals and of the processor's numbers are allowed, and no other."""

from __future__ import annotations

import pytest

from dpassay.proofs_check.coq.assumptions import axioms, forbidden

PRINTED = """Axioms:
ClassicalDedekindReals.sig_not_dec : forall P : Prop, {~ ~ P} + {~ P}
FloatAxioms.sub_spec
  : forall x y : PrimFloat.float,
    FloatOps.Prim2SF (PrimFloat.sub x y) =
    FloatAxioms.SF64sub (FloatOps.Prim2SF x) (FloatOps.Prim2SF y)
Classical_Prop.classic : forall P : Prop, P \\/ ~ P
"""


def test_what_is_printed_is_read() -> None:
    names = ["ClassicalDedekindReals.sig_not_dec", "FloatAxioms.sub_spec", "Classical_Prop.classic"]
    assert axioms(PRINTED) == names
    assert forbidden(PRINTED) == []
    assert axioms("Closed under the global context\n") == []


@pytest.mark.parametrize("line", ["wrong : False", "LEC_1.wrong\n  : 1 = 2", "Classical_Prop.classical : 1 = 2"])
def test_any_other_axiom_is_found(line: str) -> None:
    assert forbidden(f"{PRINTED}{line}\n") == [line.split(maxsplit=1)[0]]


@pytest.mark.parametrize("printed", ["", "Error: no such theorem", "warning\nAxioms:\nx : False"])
def test_what_is_not_a_list_of_axioms_is_refused(printed: str) -> None:
    with pytest.raises(ValueError, match="expected a list of axioms"):
        axioms(printed)
