"""What a release takes: archives of the same bytes, and a changelog in step with the version."""

from __future__ import annotations

import io
import re
import subprocess
import tarfile
from pathlib import Path

import pytest

import dpassay
from tools import release
from tools.release import ReleaseError, changelog_problem, committed, epoch_of, normalized, version_of

ROOT = Path(__file__).resolve().parents[2]
EPOCH = 1_700_000_000
HEAD = "# Changelog\n\n## [Unreleased]\n\n"
OLD = "## [0.2.0] - 2026-03-01\n\n## [0.1.0] - 2026-01-31\n"


def archive(names: list[str], mtime: int, mode: int, owner: str) -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:gz") as opened:
        for name in names:
            entry = tarfile.TarInfo(name)
            entry.size, entry.mtime, entry.mode, entry.uname = len(name), mtime, mode, owner
            opened.addfile(entry, io.BytesIO(name.encode()))
    return made.getvalue()


def test_nothing_of_who_built_and_when_is_left() -> None:
    first = normalized(archive(["b", "a"], 5, 0o664, "me"), EPOCH)
    assert first == normalized(archive(["a", "b"], 9, 0o600, "you"), EPOCH)
    assert first != normalized(archive(["a", "c"], 5, 0o664, "me"), EPOCH)
    assert first != normalized(archive(["b", "a"], 5, 0o755, "me"), EPOCH)  # what is run stays so
    assert first != normalized(archive(["b", "a"], 5, 0o664, "me"), EPOCH + 1)
    with tarfile.open(fileobj=io.BytesIO(first)) as opened:
        found = [(member.name, member.mtime, member.mode, member.uname) for member in opened.getmembers()]
        assert found == [("a", EPOCH, 0o644, ""), ("b", EPOCH, 0o644, "")]
        content = opened.extractfile("b")
        assert content is not None
        assert content.read() == b"b"


def test_the_changelog_and_the_version_are_in_step() -> None:
    assert version_of(ROOT) == dpassay.__version__
    assert changelog_problem((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), dpassay.__version__) is None


def test_the_readme_cites_the_version() -> None:
    found = re.findall(r"^ +version = \{(.*)\},$", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert found == [dpassay.__version__]


@pytest.mark.parametrize(
    ("changelog", "version"),
    [(HEAD + OLD, "0.2.0"), (OLD, "0.2.0"), (OLD.replace("0.2.0", "0.10.0"), "0.10.0")],
)
def test_what_is_in_step(changelog: str, version: str) -> None:
    assert changelog_problem(changelog, version) is None


@pytest.mark.parametrize(
    ("changelog", "version", "problem"),
    [
        ("", "0.1.0", "expected '## [0.1.0] - DATE' as its newest heading of a version, got none"),
        (HEAD, "0.1.0", "expected '## [0.1.0] - DATE' as its newest heading of a version, got none"),
        (OLD, "0.3.0", "expected '## [0.3.0] - DATE' as its newest heading of a version, got '## [0.2.0]'"),
        (HEAD + OLD, "0.3.0", "got '## [0.2.0]'"),
        (HEAD + OLD, "0.1.0", "got '## [0.2.0]'"),
        (OLD + HEAD, "0.2.0", "at its top"),
        (HEAD + OLD.replace(" - 2026-03-01", ""), "0.2.0", "got '## [0.2.0]"),
        (HEAD + "## [v1] - 2026-01-31\n", "0.2.0", "got '## [v1]"),
        (HEAD + OLD.replace("0.2.0", "0.0.9"), "0.3.0", "newest version first"),
        (HEAD + OLD.replace("0.2.0", "0.1.0"), "0.3.0", "each once"),
    ],
)
def test_what_is_out_of_step_is_told(changelog: str, version: str, problem: str) -> None:
    told = changelog_problem(changelog, version)
    assert told is not None
    assert problem in told


def test_without_a_heading_of_the_version_there_is_no_release(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(release, "ROOT", tmp_path)
    (tmp_path / "src" / "dpassay").mkdir(parents=True)
    (tmp_path / "src" / "dpassay" / "__init__.py").write_text('__version__ = "0.3.0"\n')
    (tmp_path / "CHANGELOG.md").write_text(HEAD + OLD)
    (tmp_path / "dist").mkdir()
    assert release.main() == 1
    assert capsys.readouterr().err.startswith("no release: CHANGELOG.md: expected '## [0.3.0] - DATE'")
    assert (tmp_path / "dist").is_dir()


def test_times_are_those_that_are_given_or_of_the_last_commit(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(EPOCH))
    assert epoch_of(tmp_path) == EPOCH
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "now")
    with pytest.raises(ReleaseError, match="SOURCE_DATE_EPOCH = 'now': expected seconds"):
        epoch_of(tmp_path)
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    with pytest.raises(ReleaseError, match="or a clone of git"):
        epoch_of(tmp_path)


def test_what_lies_beside_the_commit_is_no_part_of_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    repository = tmp_path / "repository"
    repository.mkdir()
    (repository / "kept.txt").write_text("kept")
    date = {"GIT_AUTHOR_DATE": f"{EPOCH} +0000", "GIT_COMMITTER_DATE": f"{EPOCH} +0000"}
    for name, value in date.items():
        monkeypatch.setenv(name, value)
    who = ("-c", "user.name=one", "-c", "user.email=one@example.org")
    for words in (("init", "-q"), ("add", "."), (*who, "commit", "-qm", "One file")):
        subprocess.run(["git", *words], cwd=repository, check=True)
    (repository / "stray.txt").write_text("stray")
    assert epoch_of(repository) == EPOCH
    assert [path.name for path in committed(repository, tmp_path / "out").iterdir()] == ["kept.txt"]
    with pytest.raises(ReleaseError, match="git archive: "):
        committed(tmp_path, tmp_path / "none")
