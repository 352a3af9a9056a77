"""`dpassay cite`, `claims diff` and `claims search`, run as a user would."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from functools import partial
from pathlib import Path

import pytest

from dpassay import __version__
from dpassay.proofs_check.certificates import LEDGER
from dpassay.proofs_check.content_hash import file_hash, files_of, ledger_hash
from tests.cli import harness
from tests.cli.ledgers import edited

pytestmark = [pytest.mark.xdist_group("proofs"), pytest.mark.usefixtures("own_cache")]

run = partial(harness.run, columns=120)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return Path(shutil.copytree(LEDGER, tmp_path / "ledger"))


def words(text: str) -> str:
    return " ".join(text.split())


def test_an_entry_names_the_version_the_record_and_the_ledger() -> None:
    result = run("cite", "lec-17")
    assert result.exit_code == 0
    assert result.output.startswith("@misc{dpassay_lec_17,\n  title        = {{LEC-17 (refuted): ")
    record, whole = file_hash((LEDGER / "LEC-17.json").read_bytes()), ledger_hash(files_of(LEDGER))
    assert f"note = {{SHA-256 of the record {record}, of the ledger {whole}}}," in words(result.output)
    assert f"dpassay {__version__}, ledger/LEC-17.json" in result.output
    assert max(map(len, result.output.splitlines())) <= 100
    assert result.output.count("{") == result.output.count("}")


def test_several_verdicts_are_cited_once_each() -> None:
    result = run("cite", "LEC-17", "LEC-11", "lec-17")
    assert re.findall(r"@misc\{(\w+),", result.output) == ["dpassay_lec_17", "dpassay_lec_11"]


def test_without_ids_the_software_is_cited() -> None:
    result = run("cite")
    assert result.output.startswith("@software{dpassay,")
    assert f"version = {{{__version__}}}," in result.output
    assert ledger_hash(files_of(LEDGER)) in result.output


def test_what_does_not_verify_is_not_cited(copy: Path) -> None:
    edited("LEC-17", lambda record: record.update(verdict="proved"))(copy)
    result = run("cite", "LEC-17", "--ledger", copy)
    assert result.exit_code == 1
    assert "@misc" not in result.output
    assert "No verdict is to be cited; 1 complaint" in result.output


def test_an_unknown_id_is_refused() -> None:
    result = run("cite", "LEC-99")
    assert (result.exit_code, result.output) == (2, "Error: id = 'LEC-99': expected the id of a claim\n")


def test_two_equal_ledgers_do_not_differ(copy: Path) -> None:
    result = run("claims", "diff", LEDGER, copy)
    assert result.exit_code == 0
    assert result.output == f"0 verdicts differ, of {len(list(LEDGER.glob('[A-Z]*-*.json')))} claims\n"


def test_what_differs_is_told(copy: Path) -> None:
    edited("LEC-17", lambda record: record.update(verdict="proved"))(copy)
    edited("LEC-14", lambda record: record["statement"].update(text="something else"))(copy)
    (copy / "LEC-11.json").unlink()
    result = run("claims", "diff", LEDGER, copy)
    assert result.exit_code == 1
    stored = json.loads((LEDGER / "LEC-11.json").read_text(encoding="utf-8"))["verdict"]
    first, second, third, last = result.output.splitlines()
    assert first == f"LEC-11: {stored} -> no record"
    assert second == "LEC-14: proved (statement changed)"
    assert third == "LEC-17: refuted -> proved"
    assert last.startswith("2 verdicts differ, of ")
    rows = json.loads(run("claims", "diff", LEDGER, copy, "--json").output)
    assert rows[2] == {"id": "LEC-17", "old": "refuted", "new": "proved", "also": []}


def test_one_verdict_differs(copy: Path) -> None:
    edited("LEC-17", lambda record: record.update(verdict="open"))(copy)
    assert "1 verdict differs, of " in run("claims", "diff", LEDGER, copy).output


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a repository with two revisions of a ledger of one claim; it is the working directory."""
    root = tmp_path / "repository"
    (root / "ledger").mkdir(parents=True)
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org"]
    subprocess.run([*git, "init", "-q"], cwd=root, check=True)
    for verdict in ("open", "proved"):
        (root / "ledger" / "LEC-17.json").write_text(json.dumps({"verdict": verdict}), encoding="utf-8")
        subprocess.run([*git, "add", "."], cwd=root, check=True)
        subprocess.run([*git, "commit", "-q", "-m", verdict], cwd=root, check=True)
    monkeypatch.chdir(root)
    return root


def test_revisions_are_compared(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = "LEC-17: open -> proved\n1 verdict differs, of 1 claims\n"
    assert run("claims", "diff", "HEAD~1", "HEAD").output == expected
    assert run("claims", "diff", "HEAD~1", repository / "ledger").output == expected
    monkeypatch.chdir(repository / "ledger")
    assert run("claims", "diff", "HEAD~1", "HEAD").output == expected


@pytest.mark.parametrize("where", ["HEAD~9", "nowhere", "--output=file"])
def test_what_is_neither_a_folder_nor_a_revision_is_refused(repository: Path, where: str) -> None:
    result = run("claims", "diff", "--", "HEAD", where)
    assert result.exit_code == 2
    expected = "a folder of certificates, or a revision of the git repository here"
    assert result.output == f"Error: new = {where}: expected {expected}\n"
    assert list(repository.glob("file")) == []


def test_an_empty_folder_is_refused(tmp_path: Path) -> None:
    result = run("claims", "diff", LEDGER, tmp_path)
    assert result.exit_code == 2
    assert "expected a folder of certificates, or a revision that has a folder `ledger/`" in words(result.output)


def test_claims_are_found_by_all_words() -> None:
    result = run("claims", "search", "randomized", "RESPONSE", "lec-")
    assert result.exit_code == 0
    assert "LEC-" in result.output
    assert "ASI-" not in result.output


def test_words_of_no_claim_find_none() -> None:
    result = run("claims", "search", "randomized", "perpetuum mobile")
    assert result.exit_code == 1
    assert result.output.startswith("No such claims.")


def test_errata_are_printed_and_written(tmp_path: Path) -> None:
    printed = run("claims", "errata", "lec")
    assert printed.exit_code == 0
    assert printed.output.startswith("# Errata: Lecture notes")
    assert run("claims", "errata", "LEC", "--out", tmp_path / "errata").exit_code == 0
    assert [path.name for path in (tmp_path / "errata").iterdir()] == ["LEC.md"]
    assert (tmp_path / "errata" / "LEC.md").read_text(encoding="utf-8") == printed.output


@pytest.mark.parametrize(
    ("words_", "told"), [(["XYZ"], "source = XYZ: expected one of"), ([], "source = None: expected")]
)
def test_errata_of_no_source_are_refused(words_: list[str], told: str) -> None:
    result = run("claims", "errata", *words_)
    assert result.exit_code == 2
    assert result.output.startswith(f"Error: {told}")
