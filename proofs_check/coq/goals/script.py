"""Proofs of Coq as nested lists: sentences, and the proofs of subgoals, which stand in braces."""

from __future__ import annotations

from typing import TypeAlias

Script: TypeAlias = "list[str | Script]"


def written(script: Script, indent: int = 2) -> str:
    """The text of a proof, a sentence a line."""
    space = " " * indent
    lines = [f"{space}{line}" if isinstance(line, str) else _subgoal(line, indent) for line in script]
    return "\n".join(lines)


def _subgoal(script: Script, indent: int) -> str:
    inner = written(script, indent + 2)
    return f"{' ' * indent}{{ {inner.lstrip()} }}"


def lemma(name: str, statement: str, script: Script) -> str:
    """A lemma with its proof."""
    return f"Lemma {name} :\n  {statement}.\nProof.\n{written(script)}\nQed."
