"""What tests that ask Coq share."""

from __future__ import annotations

from pathlib import Path

import pytest

from dpassay.proofs_check.coq.coqc import compiled
from dpassay.proofs_check.coq.files import levels
from dpassay.proofs_check.coq.judge import write


@pytest.fixture(scope="session")
def preludes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the compiled preludes. What a test writes there, no other one reads."""
    made = tmp_path_factory.mktemp("coq")
    write(made, [])
    for level in levels():
        for name in level:
            assert compiled(made, name) == (True, "")
    return made
