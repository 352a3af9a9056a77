"""Lemmas that claims of several sources rest on, proved in the same form as claims."""
