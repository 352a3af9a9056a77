"""The checks on syntax trees accept the repository and reject each tampered snippet."""

import pytest

from tools.ast_checks import NOT_INSTALLED, ROOT, check_source, main, python_files, rooms

ANSWERS = "audit/answers"
TYPED = "from typing import TYPE_CHECKING\n"

TAMPERED = [
    pytest.param("exact/dist.py", "half = 0.5\n", "float literal 0.5", id="float"),
    pytest.param("reference/laplace.py", "tiny = 1e-9\n", "float literal 1e-09", id="exponent"),
    pytest.param("analysis/lazy_calibration.py", "half = 0.5\n", "float literal 0.5", id="analysis"),
    pytest.param("exact/dist.py", "i = 1j\n", "float literal 1j", id="complex"),
    pytest.param("exact/dist.py", "def f(x=2.0): ...\n", "float literal 2.0", id="default"),
    pytest.param("exact/dist.py", "import math\n", "import of math", id="math"),
    pytest.param("exact/dist.py", "from math import comb, log\n", "import of math.log", id="math-beside-exact"),
    pytest.param("exact/dist.py", "from math import *\n", "import of math", id="math-star"),
    pytest.param("exact/dist.py", "import math as comb\n", "import of math", id="math-renamed"),
    pytest.param("exact/dist.py", "from cmath import exp\n", "import of cmath", id="from"),
    pytest.param("exact/dist.py", "from numpy import prod\n", "import of numpy", id="prod-of-numpy"),
    pytest.param("exact/dist.py", "import numpy.linalg as la\n", "import of numpy", id="submodule"),
    pytest.param("exact/dist.py", "import fractions, statistics\n", "import of statistics", id="second"),
    pytest.param("reference/laplace.py", "from scipy.stats import laplace\n", "import of scipy", id="scipy"),
    pytest.param("reference/laplace.py", "import mpmath\n", "import of mpmath", id="mpmath"),
    pytest.param("reference/laplace.py", "def f():\n    import random\n", "import of random", id="local"),
    pytest.param("reference/laplace.py", "x = __import__('math')\n", "import of math", id="dunder-import"),
    pytest.param(
        "reference/laplace.py",
        "import importlib\nx = importlib.import_module('numpy.random')\n",
        "import of numpy",
        id="import-module",
    ),
    pytest.param(
        "reference/laplace.py",
        TYPED + "if TYPE_CHECKING:\n    import numpy\n",
        "import of numpy",
        id="numpy-for-annotations",
    ),
    pytest.param(
        "reference/laplace.py",
        TYPED + "if TYPE_CHECKING:\n    pass\nelse:\n    import random\n",
        "import of random",
        id="else-of-type-checking",
    ),
    pytest.param(
        "reference/laplace.py",
        TYPED + "if not TYPE_CHECKING:\n    import random\n",
        "import of random",
        id="not-type-checking",
    ),
    pytest.param("fast/laplace.py", "def f(x):\n    assert x > 0\n", "bare assert", id="assert-fast"),
    pytest.param("audit/targets/opendp.py", "assert True\n", "bare assert", id="assert-target"),
    pytest.param("src/dpassay/__init__.py", "assert True\n", "bare assert", id="assert-src"),
    pytest.param(f"{ANSWERS}/worker.py", "import scipy\n", "import of scipy", id="worker-scipy"),
    pytest.param(f"{ANSWERS}/worker.py", "import dpassay.exact\n", "import of dpassay", id="worker-ours"),
    pytest.param(f"{ANSWERS}/worker.py", "from . import bounds\n", "import of dpassay", id="worker-relative"),
    pytest.param(f"{ANSWERS}/worker_answers.py", "import scipy\n", "import of scipy", id="worker-part"),
    pytest.param(
        f"{ANSWERS}/worker_answers.py", "from .words import p\n", "import of dpassay", id="worker-part-relative"
    ),
    pytest.param(
        f"{ANSWERS}/worker_answers.py", "from ..worker_a import p\n", "import of dpassay", id="worker-part-above"
    ),
    pytest.param("audit/words.py", "from .worker import p\nassert p\n", "bare assert", id="worker-of-another"),
    pytest.param(f"{ANSWERS}/supervisor.py", "import numpy\n", "import of numpy", id="supervisor-numpy"),
    pytest.param(
        f"{ANSWERS}/supervisor.py", "from dpassay.exact import x\n", "import of dpassay", id="supervisor-ours"
    ),
    pytest.param("tests/a.py", "from dpassay.exact import _x\n", "private name _x", id="private-import"),
    pytest.param("tests/a.py", "import dpassay._exact\n", "private name dpassay._exact", id="private-module"),
    pytest.param("tests/a.py", "from dpassay._x import y\n", "private name dpassay._x", id="of-a-private-module"),
    pytest.param("tests/a.py", "def f(law):\n    return law._x.y\n", "private name _x", id="private-attribute"),
    pytest.param("tests/a.py", "patch.setattr(module, '_x', 1)\n", "private name _x", id="private-replaced"),
    pytest.param("tests/a.py", "patch.setattr('dpassay.a._x', 1)\n", "private name dpassay.a._x", id="by-one-text"),
    pytest.param("tests/a.py", "getattr(law, '_x')\n", "private name _x", id="private-by-text"),
    pytest.param("tests/fuzz/harness.py", "kind._x\n", "private name _x", id="beside-a-known-one"),
    pytest.param(f"{ANSWERS}/worker.py", "match 1:\n    case _: ...\n", "Python 3.9", id="worker-match"),
]

INNOCENT = [
    pytest.param("exact/dist.py", "from fractions import Fraction\nhalf = Fraction(1, 2)\n", id="fraction"),
    pytest.param("exact/dist.py", "import flint\nx = float('inf')\n", id="flint"),
    pytest.param("exact/dist.py", "from math import comb, gcd, isqrt, lcm, prod\n", id="integers-of-math"),
    pytest.param("exact/dist.py", "from dpassay.exact import random_walk\n", id="name-of-a-module"),
    pytest.param("reference/laplace.py", TYPED + "if TYPE_CHECKING:\n    import random\n", id="random"),
    pytest.param("exact/d.py", "import typing\nif typing.TYPE_CHECKING:\n  import random\n", id="typing"),
    pytest.param("fast/laplace.py", "import math\nhalf = 0.5\n", id="floats-in-fast"),
    pytest.param("tests/exact/test_dist.py", "import numpy\nassert 0.5\n", id="assert-in-tests"),
    pytest.param(f"{ANSWERS}/worker.py", "import json, resource\nimport numpy as np\n", id="worker"),
    pytest.param(f"{ANSWERS}/worker_answers.py", "from .worker_faults import Fault\n", id="worker-part"),
    pytest.param(f"{ANSWERS}/supervisor.py", "import ctypes, select\n", id="supervisor"),
    pytest.param("tests/a.py", "class A:\n    def f(self):\n        return self._x\n", id="of-self"),
    pytest.param("tests/a.py", "import os\nos._exit(law.__init__)\n", id="unhidden"),
    pytest.param("tests/a.py", "def _f(): ...\n_f()\n", id="of-the-file-itself"),
    pytest.param("tests/fuzz/harness.py", "getattr(kind, '_is_protocol')\n", id="known-private"),
    pytest.param("fast/laplace.py", "module._x\n", id="private-in-a-room"),
]


@pytest.mark.parametrize(("path", "source", "message"), TAMPERED)
def test_tampered_snippet_is_rejected(path: str, source: str, message: str) -> None:
    findings = check_source(source, path)
    assert len(findings) == 1
    assert message in findings[0].message


@pytest.mark.parametrize(("path", "source"), INNOCENT)
def test_innocent_snippet_is_accepted(path: str, source: str) -> None:
    assert check_source(source, path) == []


def test_finding_names_its_line() -> None:
    findings = check_source("x = 1\ny = [\n    2,\n    0.25,\n]\nassert x\n", "exact/dist.py")
    assert [finding.line for finding in findings] == [4, 6]


def test_repository_is_clean(capsys: pytest.CaptureFixture[str]) -> None:
    assert main() == 0, capsys.readouterr().out


def test_every_file_of_the_rooms_is_checked_once() -> None:
    checked = [path.relative_to(ROOT).as_posix() for path in python_files()]
    assert len(checked) == len(set(checked))
    assert {"exact/__init__.py", "reference/__init__.py", "src/dpassay/__init__.py"} <= set(checked)
    assert not any(path.startswith("src/dpassay/exact/") for path in checked)
    assert not set(rooms()) & set(NOT_INSTALLED)
