"""Claims as formulas, and proofs as steps that are checked one by one.

``terms`` and ``reading`` are the language, ``polynomials`` and ``normal_form`` its arithmetic; ``names`` and
``statements`` are what models, claims and proofs are written in. ``context`` is what is known at a step, ``duties``
what a formula needs to have a meaning, ``sequents`` what is established so far; ``check`` and ``application`` accept a
step, and ``rules`` are what is trusted beside the kernel, with the ``published`` theorems, which speak of quantities of
``classes``, of ``rounds`` with their ``pure_parts``, and of ``log_concave`` laws (``densities``). ``values`` computes
formulas exactly, ``instances`` and ``facts`` evaluate every step and what models say of themselves. ``register`` holds
all theorems and refutations, ``verdict`` reads off their graph what is proved, ``no_constant`` is for "there is a
constant", ``bound`` for what is refuted by a bound; ``store`` keeps the kernel's evidence, and ``telling`` shows a
proof to people. See CONTRIBUTING, "Prove a claim".
"""
