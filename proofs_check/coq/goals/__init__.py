"""The goals of the kernel in Coq: ``statements`` says what they say, ``kinds`` how their evidence shows it.

Statements alone have to be believed. Formulas are read (``formulas``) and written (``writing``) here, with where they
are defined (``duties``); nothing of it is shared with the kernel. The proofs are made of what Coq can check: signs by
rules (``signs``), of rational functions by factors (``factored``) and of these by sums of products (``polynomials``),
``equations``, and a lemma for each node of a tree of evidence (``inequalities``). ``of_claims`` goes through a claim,
whose tampered twins Coq shows to be false (``falsehoods``).
"""

from dpassay.proofs_check.coq.goals.of_claims import checks, denials, entries

__all__ = ["checks", "denials", "entries"]
