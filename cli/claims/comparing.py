"""`dpassay claims diff`: the verdicts that changed between two ledgers."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import tarfile
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Final

import click

from dpassay.cli.claims.common import count
from dpassay.cli.options import shortened, user_errors
from dpassay.exact import require

if TYPE_CHECKING:
    from dpassay.proofs_check.comparing import Change

FOLDER_IN_GIT: Final = "ledger"


@click.command()
@click.argument("old")
@click.argument("new")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list instead of lines.")
def diff(old: str, new: str, as_json: bool) -> None:
    """Compare the verdicts that two ledgers have on record; exit code 1 if they differ.

    OLD and NEW are folders of certificates, or revisions of a git repository that has such a folder, `ledger/`. What is
    on record is compared, not what the kernel accepts: for that, `dpassay claims verify`.
    """
    from dpassay.proofs_check.comparing import changes, records_of

    with user_errors():
        first, second = (records_of(_files(where, name)) for where, name in ((old, "old"), (new, "new")))
    found = changes(first, second)
    if as_json:
        rows = [{"id": each.id, "old": each.old, "new": each.new, "also": list(each.also)} for each in found]
        click.echo(json.dumps(rows, indent=2))
    else:
        for change in found:
            click.echo(_told(change))
        verdicts = sum(change.is_of_verdict for change in found)
        click.echo(f"{count(verdicts, 'verdict')} differ{'s' * (verdicts == 1)}, of {len({*first, *second})} claims")
    if found:
        sys.exit(1)


def _told(change: Change) -> str:
    verdict = f"{change.old or 'no record'} -> {change.new or 'no record'}" if change.is_of_verdict else change.old
    also = f" ({', '.join(change.also)} changed)" if change.also else ""
    return f"{change.id}: {verdict}{also}"


def _files(where: str, name: str) -> Mapping[str, bytes]:
    """Return the JSON files of a ledger: of a folder, or of a revision."""
    from dpassay.proofs_check.content_hash import files_of

    if Path(where).is_dir():
        found: Mapping[str, bytes] = files_of(Path(where))
    else:
        found = _of_revision(where, name)
    require(bool(found), name, shortened(where), "a folder of certificates, or a revision that has a folder `ledger/`")
    return found


def _of_revision(revision: str, name: str) -> dict[str, bytes]:
    """Return the JSON files of the ledger at a revision of the repository that this runs in."""
    expected = "a folder of certificates, or a revision of the git repository here"
    require(not revision.startswith("-"), name, shortened(revision), expected)
    command = ["git", "archive", "--format=tar", revision, "--", FOLDER_IN_GIT]
    try:
        top = subprocess.run(["git", "rev-parse", "--show-toplevel"], capture_output=True, text=True, check=True)
        packed = subprocess.run(command, cwd=top.stdout.strip(), capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        raise ValueError(f"{name} = {shortened(revision)}: expected {expected}") from None
    found = {}
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        for member in archive:
            content = archive.extractfile(member)
            if content is not None and member.name.endswith(".json"):
                found[PurePosixPath(member.name).name] = content.read()
    return found
