"""Accountants: a table of libraries that say what a composition costs, and what puts questions to one of them.

`accountants.toml` has the lines that ask a library, as its users write them; `script.py` runs these in the library's
environment, with numpy and nothing of ours.
"""
