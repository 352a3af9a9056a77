"""The consumers in C and JavaScript keep right samplers, and reject a planted fault wherever a flag says so.

Seeds are fixed; the alpha of a vector is 1e-9. A language that is not installed here is left out.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.vectors.held_to import FOLDER, document
from tools.vectors.write import text

pytestmark = pytest.mark.statistical
CONSUMERS = FOLDER / "consumers"
LONGEST = 60
CASES = {
    "vectors.c": ("randomized_response", ("formula_of_two",), "formula_of_two"),
    "vectors.js": ("discrete_laplace", ("--fault", "sensitivity_ignored"), "sensitivity_ignored"),
}


def needed(tool: str) -> str:
    found = shutil.which(tool)
    if found is None:
        pytest.skip(f"there is no {tool} here")
    return found


def command(name: str, folder: Path) -> list[str]:
    if name.endswith(".js"):
        return [needed("node"), str(CONSUMERS / name)]
    program = str(folder / "vectors")
    flags = ("-O2", "-Wall", "-Wextra", "-Werror")
    subprocess.run([needed("cc"), *flags, "-o", program, str(CONSUMERS / name), "-lm"], check=True)
    return [program]


def outcome(words: list[str], vectors: Path, *more: str) -> tuple[int, dict[int, str]]:
    """Return the exit code and what is said of each vector."""
    done = subprocess.run([*words, str(vectors), *more], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    lines = [line.split(":")[0].split() for line in done.stdout.splitlines()]
    return done.returncode, {int(number): word for number, word in lines}


def expected(vector: dict[str, Any]) -> set[str]:
    if vector["kind"] == "invalid":
        return {"refused"}
    return {"kept", "skipped"} if vector["kind"] == "law" else {"skipped"}


def test_every_consumer_is_tested() -> None:
    assert {path.name for path in CONSUMERS.iterdir()} == set(CASES)


@pytest.mark.parametrize("name", CASES)
def test_a_consumer_is_short(name: str) -> None:
    assert len((CONSUMERS / name).read_text(encoding="utf-8").splitlines()) <= LONGEST


@pytest.mark.parametrize("name", CASES)
def test_vectors_of_another_mechanism_are_refused_in_one_line(name: str, tmp_path: Path) -> None:
    words, own = command(name, tmp_path), CASES[name][0]
    others = [path for path in FOLDER.glob("*.json") if path.stem not in (own, "schema")]
    assert len(others) > 10
    for path in [*others, FOLDER / "schema.json"]:
        done = subprocess.run([*words, str(path)], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (2, ""), path.name
        assert f"expected the vectors of {own}\n" in done.stderr
        assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("name", CASES)
def test_a_right_sampler_is_kept_and_a_fault_is_rejected(name: str, tmp_path: Path) -> None:
    mechanism, fault, flag = CASES[name]
    words, path = command(name, tmp_path), FOLDER / f"{mechanism}.json"
    code, found = outcome(words, path)
    assert code == 0
    listed = document(mechanism)["vectors"]
    assert set(found) == {vector["id"] for vector in listed}
    assert all(found[vector["id"]] in expected(vector) for vector in listed)
    assert list(found.values()).count("kept") >= 4
    code, found = outcome(words, path, *fault)
    assert code == 1
    assert [found[vector["id"]] for vector in listed if flag in vector["flags"]] != []
    assert {found[vector["id"]] for vector in listed if flag in vector["flags"]} == {"rejected"}


@pytest.mark.parametrize("name", CASES)
def test_a_tampered_vector_is_rejected(name: str, tmp_path: Path) -> None:
    mechanism = CASES[name][0]
    changed = json.loads((FOLDER / f"{mechanism}.json").read_text(encoding="utf-8"))
    law = changed["vectors"][1]["law"]
    for entry in law:
        entry["probability"] = {"numerator": "1", "denominator": str(len(law))}
    path = tmp_path / "tampered.json"
    path.write_text(text(changed), encoding="utf-8")
    code, found = outcome(command(name, tmp_path), path)
    assert (code, found[2]) == (1, "rejected")
