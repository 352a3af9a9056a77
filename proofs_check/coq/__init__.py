"""The second checker: what the kernel and the checker of proofs accept, written as theorems of Coq with their proofs.

Coq shares no code with this package. What is trusted of it is that a theorem says what the goal or step says:
``statements`` are written by few and short functions, and tests read them back. How a proof is found does not matter:
Coq checks it. ``theorem`` is what is written, ``entries`` all of it; ``files`` and ``judge`` lay out the folder and
compile it with ``coqc``, and ``assumptions`` looks at the axioms. The files ``*.v`` here are the preludes.
"""
