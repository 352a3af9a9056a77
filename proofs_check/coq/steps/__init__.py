"""The steps of proofs as theorems of Coq, each with its proof.

``texts``, ``definedness`` and ``applications`` write what a step says: they are what a reader has to trust. All else
looks for proofs: ``justified`` for each way in which a step can follow, ``applied`` for rules, lemmas and claims;
``atoms`` and ``exponents`` know what stands for what in normal forms, ``rooms`` what is known at a place, ``algebra``
writes lemmas on rational functions, ``equations`` and ``signs`` what these do not know, ``prover`` joins them.
"""
