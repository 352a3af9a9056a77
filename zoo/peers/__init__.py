"""Auditors of others, each a small program that speaks the zoo's protocol in an environment of its own."""
