"""The list of a release's parts: a version, hashes, and a line in SHA256SUMS."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from tools.sbom import NAME, completed, main, with_sum


def bom(**component: str) -> dict[str, Any]:
    parts = [{"name": "numpy", "version": "2.0.0"}, {"name": "other", "version": "1"}]
    return {"metadata": {"component": {"name": "dpassay", **component}}, "components": parts}


def entry(name: str, version: str, digest: str = "") -> dict[str, Any]:
    hashes = {"archive_info": {"hashes": {"sha256": digest}}} if digest else {"dir_info": {}}
    return {"metadata": {"name": name, "version": version}, "download_info": hashes}


REPORT = {"install": [entry("DPassay", "0.1.0", "aa"), entry("NumPy", "2.0.0", "bb"), entry("other", "1")]}


def test_the_version_and_the_hashes_are_those_that_pip_installed() -> None:
    done = completed(bom(), REPORT)
    assert done["metadata"]["component"] == {
        "name": "dpassay",
        "version": "0.1.0",
        "hashes": [{"alg": "SHA-256", "content": "aa"}],
    }
    numpy, other = done["components"]
    assert numpy["hashes"] == [{"alg": "SHA-256", "content": "bb"}]
    assert "hashes" not in other


@pytest.mark.parametrize(
    ("given", "report", "told"),
    [
        (bom(), {"install": [entry("numpy", "2.0.0")]}, "report = numpy: expected dpassay among it"),
        (bom(), {"install": []}, "report = nothing: expected dpassay"),
        (bom(version="0.2.0"), REPORT, "dpassay 0.2.0: expected 0.1.0, which pip installed"),
        (bom(), {"install": [entry("dpassay", "0.1.0"), entry("numpy", "2.1.0")]}, "numpy 2.0.0: expected 2.1.0"),
    ],
)
def test_another_version_is_refused(given: dict[str, Any], report: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        completed(given, report)


def test_its_line_stands_once_among_the_sums() -> None:
    first = with_sum("00  a.whl\n", NAME, b"one")
    assert first == f"00  a.whl\n{sha256(b'one').hexdigest()}  {NAME}\n"
    assert with_sum(first, NAME, b"two") == f"00  a.whl\n{sha256(b'two').hexdigest()}  {NAME}\n"


def test_the_files_of_a_release(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = tmp_path / "report.json"
    report.write_text(json.dumps(REPORT))
    (tmp_path / NAME).write_text(json.dumps(bom()))
    (tmp_path / "SHA256SUMS").write_text("00  a.whl\n")
    assert main([str(tmp_path), str(report)]) == 0
    assert capsys.readouterr().out == "dpassay 0.1.0: 2 parts, 1 with a hash\n"
    assert json.loads((tmp_path / NAME).read_text())["metadata"]["component"]["version"] == "0.1.0"
    digest = sha256((tmp_path / NAME).read_bytes()).hexdigest()
    assert (tmp_path / "SHA256SUMS").read_text() == f"00  a.whl\n{digest}  {NAME}\n"
    (tmp_path / NAME).write_text(json.dumps(bom(version="7")))
    assert main([str(tmp_path), str(report)]) == 1
    assert capsys.readouterr().err.startswith("no list of parts: dpassay 7")
