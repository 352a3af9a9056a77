"""One module a mechanism: input strategies, and the contract that any implementation must satisfy.

``dpassay.properties.contracts.contract(name)`` returns a mechanism's contract; its ``require(target)`` raises where
the target breaks it. ``dpassay.properties.plugin`` runs one as a pytest suite.
"""
