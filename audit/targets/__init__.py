"""The built-in targets: a table of them, and thin adapters to the libraries they come from."""
