"""An import hook that loads modules of ours from other syntax trees than their own: mutants, or ones with notes."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

from tools.ast_checks import ROOT
from tools.mutation import Function

PACKAGE = "dpassay."
NOTE = "__note__"


def instrumented(source: str, path: str) -> ast.Module:
    """Return the tree with a note at the start of each function: `path::function` is added to a set when it runs."""
    tree = ast.parse(source)

    def visit(node: ast.AST, name: str) -> None:
        for child in ast.iter_child_nodes(node):
            inner = f"{name}.{child.name}".strip(".") if isinstance(child, Function | ast.ClassDef) else name
            visit(child, inner)
            if isinstance(child, Function):
                note = ast.parse(f"{NOTE}({f'{path}::{inner}'!r})").body
                start = int(ast.get_docstring(child) is not None)
                child.body[start:start] = note

    visit(tree, "")
    return ast.fix_missing_locations(tree)


class Hook:
    """A finder of modules of ours that loads the tree which a function of path and text gives, where it gives one."""

    def __init__(self, change: Callable[[str, str], ast.Module | None], names: dict[str, object]) -> None:
        self.change, self.names = change, names
        self.loaded: list[str] = []

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None, /
    ) -> ModuleSpec | None:
        """Find a module of ours; leave all others to others."""
        spec = PathFinder.find_spec(name, path, target) if name.startswith(PACKAGE) else None
        if spec is None or spec.origin is None or not spec.origin.endswith(".py"):
            return None
        file = Path(spec.origin).resolve()
        place = file.relative_to(ROOT).as_posix() if file.is_relative_to(ROOT) else ""
        tree = self.change(place, file.read_text(encoding="utf-8"))
        if tree is None:
            return None
        self.loaded.append(place)
        spec.loader = TreeLoader(name, spec.origin, tree, self.names)
        return spec

    def install(self) -> None:
        """Come before all other finders."""
        sys.meta_path.insert(0, self)


class TreeLoader(SourceFileLoader):
    """Loads a module from a tree instead of from its text."""

    def __init__(self, name: str, path: str, tree: ast.Module, names: dict[str, object]) -> None:
        super().__init__(name, path)
        self.tree, self.names = tree, names

    def get_code(self, fullname: str) -> CodeType:  # noqa: ARG002 - the name is known
        """Compile the tree."""
        code: CodeType = compile(self.tree, self.path, "exec", dont_inherit=True)
        return code

    def exec_module(self, module: ModuleType) -> None:
        """Run it, with a few more names."""
        vars(module).update(self.names)
        super().exec_module(module)
