"""Claims as formulas, and proofs as steps that are checked one by one.

``terms`` and ``reading`` are the language, ``normal_form`` its arithmetic; ``model`` says what names mean, ``context``
what is known at a step. ``steps`` are what a proof is written in, ``apply`` and ``check`` accept them; ``rules`` and
``theorems`` are what is trusted beside the kernel. ``values`` computes formulas exactly, ``instances`` evaluates every
step, ``verdict`` reads off the graph of claims what is proved. See CONTRIBUTING, "Prove a claim".
"""
