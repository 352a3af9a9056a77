"""The distributions of a release: built so that another build of the same sources has the same bytes, and checked.

    python -m tools.release            # or: make release

takes the files of the last commit, and writes dist/dpassay-VERSION.tar.gz, the wheel that is built from it, and
SHA256SUMS. All times in them are SOURCE_DATE_EPOCH, by default that of the last commit; owners and permissions are the
same whoever builds.
"""

from __future__ import annotations

import gzip
import io
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from hashlib import sha256
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
CHECKS: Final = (("twine", "check", "--strict"), ("check_wheel_contents",))


class ReleaseError(Exception):
    """What keeps this from being a release, in one line."""


def build(sources: Path, output: Path, epoch: int) -> list[Path]:
    """Build the source distribution, and the wheel from what it holds; return both."""
    with tempfile.TemporaryDirectory(prefix="dpassay-release-") as folder:
        made, work = Path(folder) / "made", Path(folder) / "work"
        _build("--sdist", sources, made, epoch)
        (archive,) = made.glob("*.tar.gz")
        output.mkdir(parents=True, exist_ok=True)
        kept = output / archive.name
        kept.write_bytes(normalized(archive.read_bytes(), epoch))
        with tarfile.open(kept) as opened:
            opened.extractall(work, filter="data")
        (unpacked,) = work.iterdir()
        _build("--wheel", unpacked, made, epoch)
        (wheel,) = made.glob("*.whl")
        shutil.copyfile(wheel, output / wheel.name)
    return [kept, output / wheel.name]


def _build(kind: str, sources: Path, output: Path, epoch: int) -> None:
    environment = {**os.environ, "SOURCE_DATE_EPOCH": str(epoch)}
    command = [sys.executable, "-m", "build", "--no-isolation", kind, "--outdir", str(output), str(sources)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, umask=0o022)
    if done.returncode:
        raise ReleaseError(f"build {kind}: {' '.join((done.stdout + done.stderr).split())[-500:]}")


def normalized(archive: bytes, epoch: int) -> bytes:
    """Return a tar.gz with the same files in the order of their names, and nothing in it of who made it, or when."""
    plain = io.BytesIO()
    with tarfile.open(fileobj=io.BytesIO(archive)) as given, tarfile.open(fileobj=plain, mode="w") as kept:
        for member in sorted(given.getmembers(), key=lambda each: each.name):
            fresh = tarfile.TarInfo(member.name)
            fresh.type, fresh.size, fresh.linkname, fresh.mtime = member.type, member.size, member.linkname, epoch
            fresh.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            kept.addfile(fresh, given.extractfile(member) if member.isfile() else None)
    return gzip.compress(plain.getvalue(), mtime=epoch)


def committed(repository: Path, folder: Path) -> Path:
    """Write the files of the last commit to a folder, and nothing that lies beside them."""
    command = ["git", "-C", str(repository), "archive", "--format=tar", "HEAD"]
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode:
        raise ReleaseError(f"git archive: {' '.join(done.stderr.decode(errors='replace').split())}")
    with tarfile.open(fileobj=io.BytesIO(done.stdout)) as archive:
        archive.extractall(folder, filter="tar")
    return folder


def epoch_of(folder: Path) -> int:
    """Return SOURCE_DATE_EPOCH, or the time of the last commit."""
    given = os.environ.get("SOURCE_DATE_EPOCH")
    if given is None:
        command = ["git", "-C", str(folder), "log", "-1", "--format=%ct"]
        given = subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    if not re.fullmatch(r"\d+", given):
        raise ReleaseError(f"SOURCE_DATE_EPOCH = {given!r}: expected seconds, as a whole number, or a clone of git")
    return int(given)


def changelog_problem(changelog: str, version: str) -> str | None:
    """Return what is wrong where a changelog and a version are not in step; None where they are.

    The newest version that has a heading is this one; above it may stand what is to come, under [Unreleased].
    """
    headings = re.findall(r"^## \[([^\]]+)\](.*)$", changelog, flags=re.MULTILINE)
    released = [(name, rest) for name, rest in headings if name != "Unreleased"]
    undated = [name for name, rest in released if not re.fullmatch(r" - \d{4}-\d{2}-\d{2}", rest)]
    numbers = [tuple(map(int, name.split("."))) for name, _ in released if re.fullmatch(r"\d+\.\d+\.\d+", name)]
    if undated or len(numbers) != len(released):
        return f"CHANGELOG.md: expected '## [1.2.3] - 2026-01-31', got '## [{(undated or [released[0][0]])[0]}]...'"
    if numbers != sorted(numbers, reverse=True) or len(set(numbers)) < len(numbers):
        return "CHANGELOG.md: expected the newest version first, and each once"
    if "Unreleased" in [name for name, _ in headings[1:]]:
        return "CHANGELOG.md: expected '## [Unreleased]' at its top"
    if not released or released[0][0] != version:
        newest = f"'## [{released[0][0]}]'" if released else "none"
        return f"CHANGELOG.md: expected '## [{version}] - DATE' as its newest heading of a version, got {newest}"
    return None


def version_of(folder: Path) -> str:
    """Return the version that the sources say they have."""
    text = (folder / "src" / "dpassay" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "([^"]+)"$', text, flags=re.MULTILINE)
    if found is None:
        raise ReleaseError("src/dpassay/__init__.py: expected a line __version__ = ...")
    return found[1]


def main() -> int:
    """Build, check, and tell the digests."""
    try:
        problem = changelog_problem((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), version_of(ROOT))
        if problem is not None:
            raise ReleaseError(problem)
        output = ROOT / "dist"
        shutil.rmtree(output, ignore_errors=True)
        with tempfile.TemporaryDirectory(prefix="dpassay-release-") as folder:
            files = build(committed(ROOT, Path(folder)), output, epoch_of(ROOT))
        for check in CHECKS:
            chosen = [file for file in files if check[0] == "twine" or file.suffix == ".whl"]
            done = subprocess.run([sys.executable, "-m", *check, *map(str, chosen)], check=False)
            if done.returncode:
                raise ReleaseError(f"{check[0]} found something")
    except ReleaseError as error:
        print(f"no release: {error}", file=sys.stderr)
        return 1
    lines = [f"{sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files]
    (output / "SHA256SUMS").write_text("".join(lines), encoding="utf-8")
    print("".join(lines), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
