"""Kinds of laws: what each of them can be asked, one file a kind."""
