"""The layering of the rooms holds, and each contract rejects a copy with a forbidden import."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import HUNG
from tools.ast_checks import ROOT, rooms

ONE_WAY = "an audit goes one way: answers, what they are held against, what they show, what is said"
FORBIDDEN = [
    ("exact", "dpassay.reference", "exact imports nothing of ours"),
    ("exact", "numpy", "exact, reference and analysis compute without floating-point libraries"),
    ("reference", "dpassay.fast", "reference imports only exact"),
    ("reference", "dpassay.properties", "reference imports only exact"),
    ("reference", "dpassay.analysis", "reference imports only exact"),
    ("analysis", "dpassay.fast", "analysis imports only exact and reference"),
    ("analysis", "dpassay.proofs_check", "analysis imports only exact and reference"),
    ("analysis", "numpy", "exact, reference and analysis compute without floating-point libraries"),
    ("fast", "dpassay.exact", "fast imports nothing of ours"),
    ("fast", "dpassay.reference", "fast imports nothing of ours"),
    ("fast", "flint", "fast needs only numpy and scipy"),
    ("figures", "dpassay.exact", "figures imports nothing of ours"),
    ("properties", "dpassay.fast", "properties imports only exact and reference"),
    ("properties", "dpassay.analysis", "properties imports only exact and reference"),
    ("properties", "dpassay.audit", "properties imports only exact and reference"),
    ("audit", "dpassay.fast", "audit imports only exact, figures, properties and reference"),
    ("audit", "dpassay.cli", "audit imports only exact, figures, properties and reference"),
    ("audit", "dpassay.ledger", "audit imports only exact, figures, properties and reference"),
    ("audit/answers", "dpassay.audit.held_to", ONE_WAY),
    ("audit/held_to", "dpassay.audit.evidence", ONE_WAY),
    ("audit/evidence", "dpassay.audit.reports", ONE_WAY),
    ("experiments", "dpassay.audit", "experiments imports only analysis, exact, fast, figures and reference"),
    ("experiments", "dpassay.properties", "experiments imports only analysis, exact, fast, figures and reference"),
    ("fast", "dpassay.experiments", "fast imports nothing of ours"),
    ("reference", "dpassay.proofs_check", "reference imports only exact"),
    ("proofs_check", "dpassay.fast", "proofs_check imports only exact, reference and analysis"),
    ("proofs_check/certify", "dpassay.audit", "proofs_check imports only exact, reference and analysis"),
    ("proofs_check/kernel", "dpassay.proofs_check.certify", "the claims and the checkers trust no finder"),
    ("proofs_check/kernel", "sympy", "the claims and the checkers trust no finder"),
    ("proofs_check/lazy_to_private", "dpassay.proofs_check.run", "the claims and the checkers trust no finder"),
    ("proofs_check/lecture_notes", "mpmath", "the claims and the checkers trust no finder"),
    ("proofs_check/kernel", "dpassay.reference", "the checkers know no claim and no mechanism"),
    ("proofs_check/kernel", "dpassay.proofs_check.registry", "the checkers know no claim and no mechanism"),
]

LINT_IMPORTS = """
import sys
sys.path.insert(0, "src")
from importlinter.cli import lint_imports_command
lint_imports_command()
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Return a copy of what the contracts look at."""
    ignore = shutil.ignore_patterns("__pycache__")
    for room in rooms():
        shutil.copytree(ROOT / room, tmp_path / room, ignore=ignore, symlinks=True)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def lint_imports(root: Path) -> subprocess.CompletedProcess[str]:
    """Run import-linter on the sources under a root instead of the installed ones."""
    return subprocess.run(
        [sys.executable, "-c", LINT_IMPORTS, "--no-cache", "--no-logo"],
        cwd=root,
        env=os.environ | {"COLUMNS": "200", "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=HUNG,
    )


def test_layering_holds(copy: Path) -> None:
    result = lint_imports(copy)
    assert result.returncode == 0, result.stdout + result.stderr
    assert "0 broken" in result.stdout


def test_every_forbidden_import_is_rejected(copy: Path) -> None:
    for number, (room, module, _) in enumerate(FORBIDDEN):
        tampered = copy / room / f"tampered_{number}.py"
        tampered.write_text(f'"""Imports what it must not."""\n\nimport {module}\n', encoding="utf-8")
    result = lint_imports(copy)
    assert result.returncode == 1, result.stdout + result.stderr
    parts = re.split(r"\n(?=.+\n-+\n)", result.stdout)
    told = {part.partition("\n")[0]: part for part in parts}
    for number, (room, module, contract) in enumerate(FORBIDDEN):
        assert f"{contract} BROKEN" in result.stdout
        assert f"dpassay.{room.replace('/', '.')}.tampered_{number} -> {module} " in told[contract]


def test_what_stands_beside_the_claims_trusts_no_finder(copy: Path) -> None:
    names = ("memory", "needs", "present")
    for name in names:
        with (copy / "proofs_check" / f"{name}.py").open("a", encoding="utf-8") as file:
            file.write("\nimport sympy\n")
    result = lint_imports(copy)
    assert result.returncode == 1, result.stdout + result.stderr
    assert "the claims and the checkers trust no finder BROKEN" in result.stdout
    for name in names:
        assert f"dpassay.proofs_check.{name} -> sympy" in result.stdout
