"""The steps of proofs as theorems of Coq, each with its proof.

``texts`` and ``definedness`` write what a step says: they are what a reader has to trust. All else looks for proofs:
``atoms`` and ``exponents`` know what stands for what in normal forms, ``rooms`` what is known at a place, ``algebra``
writes lemmas on rational functions, ``equations`` and ``signs`` what these do not know, ``prover`` joins them.
"""
